"""Books of the codex to print and to carry: PDF and EPUB, made of the same plain data.

`book.py` puts together what a book holds, `text.py` the chapters of the sources; `pdf.py` and `epub.py` write it;
`files.py` keeps what was made and knows what files there are.
"""
