"""Books of the codex to print and to carry: PDF and EPUB, made of the same plain records.

`records.py` says what a book holds; `text.py`, `rules.py` and `games.py` fill it, `book.py` puts it together;
`pdf.py` and `epub.py` write it; `files.py` keeps what was made and knows what files there are.
"""
