"""Pierer 1863: one lexicon article, cut into sentences; page marks and the web edition's colophon apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tarock.corpus.profiles.profile import HeadingLevels, Profile, Segmenter, SegmentRole

PAGE_MARK = re.compile(r"\[[0-9]+\]")
BOUNDARY = re.compile(r"[.)](\s+)(?=(?:\[[0-9]+\]\s*)?[A-ZÄÖÜ])")
# A full stop after these ends no sentence: abbreviations, and ordinals such as "15. Stiche".
NO_END = re.compile(r"(?:\b(?:u|od|z\.B|etc)|[0-9])\.\Z")
COLOPHON = re.compile(r"(?:Quelle|Lizenz|Faksimiles|Kategorien):\Z")


def read(tiler: Segmenter) -> None:
    """Segment the transcript of 1863: title, numbered sentences, page marks, colophon."""
    colophon = False
    body_seen = False
    for line in tiler.lines():
        colophon = colophon or bool(COLOPHON.match(line.text))
        if colophon:
            tiler.add_numbered(line, "colophon", "nachweis")
        elif line.start == 0:
            tiler.add_line(line, SegmentRole.HEADING, "title", "titel")
        elif body_seen:
            raise tiler.error("a second paragraph", "expected the article in one paragraph", line.start)
        else:
            body_seen = True
            for number, (start, end) in enumerate(_split_sentences(tiler.text, line.start, line.end), 1):
                _add_sentence(tiler, start, end, str(number))
    if not body_seen:
        raise tiler.error("no article found", "expected the article under its title", 0)


def _split_sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for boundary in BOUNDARY.finditer(text, start, end):
        stop = boundary.start(1)
        if (not NO_END.search(text, start, stop) and text[stop - 1] == ".") or text[stop - 2 : stop] == ".)":
            yield start, stop
            start = boundary.end(1)
    yield start, end


def _add_sentence(tiler: Segmenter, start: int, end: int, ident: str) -> None:
    more = False
    for mark in (*PAGE_MARK.finditer(tiler.text, start, end), None):
        stop = mark.start() if mark else end
        if tiler.text[start:stop].strip():
            tiler.add(start, stop, SegmentRole.PASSAGE, "sentence", ident, more=more)
            more = True
        if mark:
            start = mark.end()
            if not more:  # a mark before the sentence takes the space behind it along
                start += len(tiler.text[start:end]) - len(tiler.text[start:end].lstrip())
            tiler.add(mark.start(), mark.end(), SegmentRole.PARATEXT, "page-mark")


def label(ident: str, _text: str, german: bool) -> str:
    """Return the name of an id: `7` is the seventh sentence."""
    return f"Satz {ident}" if german else f"sentence {ident}"


PROFILE = Profile(
    read=read,
    passages=re.compile(r"[1-9][0-9]*"),
    headings={"title": HeadingLevels(text=1, page=2)},
    paratexts={"nachweis": ("colophon of the web edition", "Nachweis der Netzausgabe")},
    label=label,
)
