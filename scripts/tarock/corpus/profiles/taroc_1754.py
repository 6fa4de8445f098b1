"""Leipzig 1754: a title, a note on the printing, numbered rules, the web editor's closing note."""

from __future__ import annotations

import re

from tarock.corpus.profiles.profile import HeadingLevels, Profile, Segmenter, SegmentRole

RULE = re.compile(r"([0-9]+)\. ")


def read(tiler: Segmenter) -> None:
    """Segment the transcript of 1754: title, numbered rules with their numbers, and what follows."""
    expected = 1
    closing = False
    for line in tiler.lines():
        rule = RULE.match(line.text)
        if line.start == 0:
            tiler.add_line(line, SegmentRole.HEADING, "title", "titel")
        elif rule and not closing:
            if int(rule[1]) != expected:
                raise tiler.error(
                    f"rule {rule[1]} is out of order",
                    f"expected rule {expected}",
                    line.start,
                )
            tiler.add_line(line, SegmentRole.PASSAGE, "rule", rule[1])
            expected += 1
        elif expected == 1:
            tiler.add_numbered(line, "printing", "abdruck")
        else:
            closing = True
            if line.text == "Home":
                tiler.add_line(line, SegmentRole.PARATEXT, "web")
            else:
                tiler.add_numbered(line, "editor", "anmerkung")
    if expected == 1:
        raise tiler.error("no rule found", "expected rules numbered `1. ` and so on", 0)


def label(ident: str, _text: str, german: bool) -> str:
    """Return the name of an id: `12` is rule 12."""
    return f"Regel {ident}" if german else f"rule {ident}"


PROFILE = Profile(
    read=read,
    passages=re.compile(r"[1-9][0-9]*"),
    headings={"title": HeadingLevels(text=1, page=2)},
    paratexts={"abdruck": ("note on the printing", "Vermerk zum Abdruck"), "anmerkung": ("note", "Anmerkung")},
    label=label,
)
