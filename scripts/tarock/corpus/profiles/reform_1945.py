"""Vienna 1945, from a newspaper's web page of 2005: two sets of rules in articles and §§, page one of five."""

from __future__ import annotations

import re

from tarock.corpus.profiles.profile import (
    HeadingLevels,
    Profile,
    Segmenter,
    SegmentRole,
    Subjects,
    TranscriptLine,
    paragraph_label,
)

PARTS = {
    "Allgemeine Regeln des Reform-Tarockspiels": "allg",
    "Besondere Regeln des Reform-Tarockspiels": "bes",
}
TITLE = re.compile(r"Allgemeine und besondere|Reform-Tarock\Z")  # the text is not free: few words of it stand here
SUBPART = re.compile(r"([A-Z])\) ")
ARTICLE = re.compile(r"Art\. ([IVX]+):\Z")
SECTION = re.compile(r"§ ([0-9]+):")
END = "weiterlesen auf Seite"
INTRODUCTION = re.compile(r"• In den letzten|Daneben gab es")
LETTER = re.compile(r"\A[A-Z]\) ")
ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5"}


def read(tiler: Segmenter) -> None:
    """Segment the transcript of 1945: every line below an article or a § is a paragraph of it."""
    container: list[str] = []  # part, subpart, article, section
    depth = 0  # how many of them a part and its subpart take
    count = 0
    ended = False
    for line in tiler.lines():
        ended = ended or line.text.startswith(END)
        if ended or (line.text not in PARTS and not container):
            _add_paratext(tiler, line)
        elif line.text in PARTS:
            container, depth = [PARTS[line.text]], 1
            tiler.add_line(line, SegmentRole.HEADING, "part", container[0])
        elif subpart := SUBPART.match(line.text):
            container, depth = [container[0], subpart[1]], 2
            tiler.add_line(line, SegmentRole.HEADING, "subpart", ".".join(container))
        elif article := ARTICLE.match(line.text):
            if article[1] not in ROMAN:
                raise tiler.error(
                    f"article {article[1]}",
                    "expected one of {known}".format(known=", ".join(ROMAN)),
                    line.start,
                )
            container = [*container[:depth], ROMAN[article[1]]]
            count = 0
            tiler.add_line(line, SegmentRole.HEADING, "article", ".".join(container))
        else:
            if section := SECTION.match(line.text):
                container = [*container[: depth + 1], section[1]]
                count = 0
            if len(container) <= depth:
                raise tiler.error("a paragraph outside of any article", "expected `Art. I:` before it", line.start)
            count += 1
            tiler.add_line(line, SegmentRole.PASSAGE, "paragraph", ".".join((*container, str(count))))
    if not container:
        raise tiler.error("no rules found", f"expected the heading `{next(iter(PARTS))}`", 0)


def _add_paratext(tiler: Segmenter, line: TranscriptLine) -> None:
    """Add a line before or after the rules: title, introduction, or furniture of the web page."""
    if INTRODUCTION.match(line.text):
        tiler.add_numbered(line, "introduction", "vorspann")
    elif TITLE.match(line.text):
        tiler.add_numbered(line, "title", "titel")
    else:
        tiler.add_line(line, SegmentRole.PARATEXT, "web")


def label(ident: str, _text: str, german: bool) -> str:
    """Return the name of an id: `allg.2.3.1` is the first paragraph of § 3 of Art. II of the general rules."""
    part, *rest = ident.split(".")
    words = ["Allgemeine Regeln" if part == "allg" else "Besondere Regeln"]
    if rest and rest[0].isalpha():
        words[0] += f" {rest.pop(0)})"
    if rest:
        article = rest.pop(0)
        words.append(f"Art. {list(ROMAN)[int(article) - 1]}")
        if rest and article != "1":  # only Art. II is cut into §§
            words[-1] += f" § {rest.pop(0)}"
    if rest:
        words.append(paragraph_label(rest[0], german))
    return ", ".join(words)


def subjects(kind: str, text: str) -> Subjects:
    """Return the names of the two parts and their subparts, without their letters; they claim no units."""
    return Subjects((LETTER.sub("", text).rstrip(".: "),)) if kind in ("part", "subpart") else Subjects()


PROFILE = Profile(
    read=read,
    passages=re.compile(r"(?:allg|bes)(?:\.[A-Z])?(?:\.[1-9][0-9]*)+"),
    headings={
        "part": HeadingLevels(text=2, page=2),
        "subpart": HeadingLevels(text=3, page=3),
        "article": HeadingLevels(text=3, page=4),
    },
    paratexts={
        "titel": ("title of the web page", "Titel der Netzseite"),
        "vorspann": ("introduction of the web page", "Vorspann der Netzseite"),
    },
    label=label,
    subjects=subjects,
)
