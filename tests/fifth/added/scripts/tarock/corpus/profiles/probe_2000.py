"""A made-up source: a title and numbered rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tarock.corpus.profiles.profile import FoundSpan, HeadingLevels, Profile, Segmenter, SegmentRole


def read(tiler: Segmenter) -> None:
    """The first line is the title; every other one is a rule."""
    found = False
    for line in tiler.lines():
        if line.start == 0:
            tiler.add_line(line, SegmentRole.HEADING, "title", "titel")
        else:
            tiler.add_line(line, SegmentRole.PASSAGE, "rule", line.text.partition(".")[0])
            found = True
    if not found:
        raise tiler.error("no rule found", "expected a title and a line such as `1. Man spielt`", 0)


def label(ident: str, _text: str, german: bool) -> str:
    """`2` is rule 2."""
    return f"Regel {ident}" if german else f"rule {ident}"


def references(_ident: str, _kind: str, text: str) -> Iterator[FoundSpan]:
    """`S. Regel 2`."""
    for match in re.finditer(r"Regel ([0-9]+)", text):
        yield FoundSpan(match.start(), match.end(), match[1])


PROFILE = Profile(
    read=read,
    passages=re.compile(r"[1-9]"),
    headings={"title": HeadingLevels(text=1, page=2)},
    label=label,
    references=references,
)
