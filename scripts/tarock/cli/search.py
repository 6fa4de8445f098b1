"""`tarock search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import complain, counted, paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.corpus.search import Hit
    from tarock.proof.codex import Codex
    from tarock.proof.json_records.texts import HitRecord

EXAMPLES = ("contra ultimo", "--source 1840 Mond", "revoke", "'\"spielende Partei\"'", "'§ 47'")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("words", nargs="+", metavar="WORD", help='German or English; "…" for words that stand together')
    parser.add_argument("--source", metavar="SIGLUM", help="only in this source")
    parser.add_argument("--whole", action="store_true", help="print whole passages")
    parser.add_argument("--json", action="store_true", help="print one JSON object per passage, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Print each passage that is found, the best first, with the words set apart; 1 when there is none."""
    from tarock.corpus.search import Index, require_short

    query = " ".join(options.words)
    require_short(query)
    corpus = codex.corpus
    editions = [corpus.edition(options.source)] if options.source else list(corpus.editions())
    hits = Index(codex.search_data(editions)).search(query)
    if options.json:
        show_json([_record(hit) for hit in hits])
        return 0 if hits else 1
    for hit in hits:
        show(f"{paint(hit.ref, 'cyan')}  {_shown(hit, whole=options.whole)}")
    for note in codex.notes.values():
        if any(_touches(hit, note.places.get(hit.ref, "")) for hit in hits):
            guess = f" A guess of ours: {note.guess}" if note.guess else ""
            complain(f"historical note on {note.expression!r}: {note.note}{guess}")
    missing = "".join(f"; the text of {siglum} is left out of this copy" for siglum in sorted(corpus.left_out))
    complain(f"{counted(len(hits), 'passage')}{missing}")
    return 0 if hits else 1


def _touches(hit: Hit, words: str) -> bool:
    """Whether what was found is among these words of the passage."""
    start = hit.text.find(words) if words else -1
    return start >= 0 and any(begin < start + len(words) and start < end for begin, end in hit.spans)


def _record(hit: Hit) -> HitRecord:
    """A passage that is found; with its English, and what the rules say of it, if words were found there."""
    from msgspec import UNSET

    from tarock.proof.json_records.texts import HitRecord

    return HitRecord(
        ref=hit.ref,
        text=hit.text,
        spans=list(hit.spans),
        english=hit.english or UNSET,
        english_spans=list(hit.english_spans) if hit.english else UNSET,
        says=list(hit.says) or UNSET,
    )


def _shown(hit: Hit, *, whole: bool) -> str:
    """The passage, or the part of it with the most of the words, in one line."""
    from tarock.corpus.search import context

    words, spans = (hit.english, hit.english_spans) if hit.english_spans and not hit.spans else (hit.text, hit.spans)
    position, stop = (0, len(words)) if whole else context(words, spans)
    text = "… " if position else ""
    for start, end in spans:
        if position <= start and end <= stop:
            text += words[position:start] + paint(words[start:end], "bold", "yellow")
            position = end
    text += words[position:stop] + (" …" if stop < len(words) else "")
    return text.replace("\n", " ")
