"""`tarock search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.term import complain, paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.codex import Codex

EXAMPLES = ("contra ultimo", "--source 1840 Mond")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--source", metavar="SIGLUM", help="only in this source")
    parser.add_argument("--json", action="store_true", help="print one JSON object per passage, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Print each passage that is found, the words set apart; 1 when there is none."""
    from tarock.corpus.search import search

    corpus = codex.corpus
    editions = [corpus.edition(options.source)] if options.source else list(corpus.editions())
    hits = list(search(editions, options.words))
    if options.json:
        show_json([{"ref": h.passage.ref, "text": h.passage.text, "spans": [list(s) for s in h.spans]} for h in hits])
        return 0 if hits else 1
    for hit in hits:
        text, position = "", 0
        for start, end in hit.spans:
            if start >= position:
                text += hit.passage.text[position:start] + paint(hit.passage.text[start:end], "bold", "yellow")
                position = end
        show(f"{paint(hit.passage.ref, 'cyan')}  {text}{hit.passage.text[position:]}")
    missing = "".join(f"; the text of {siglum} is left out of this copy" for siglum in sorted(corpus.left_out))
    complain(f"{len(hits)} passage{'' if len(hits) == 1 else 's'}{missing}")
    return 0 if hits else 1
