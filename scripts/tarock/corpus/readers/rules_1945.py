"""Vienna 1945, from a newspaper's web page of 2005: two sets of rules in articles and §§, page one of five."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.corpus.segments import Role

if TYPE_CHECKING:
    from tarock.corpus.segments import Tiler

PARTS = {
    "Allgemeine Regeln des Reform-Tarockspiels": "allg",
    "Besondere Regeln des Reform-Tarockspiels": "bes",
}
SUBPART = re.compile(r"([A-Z])\) ")
ARTICLE = re.compile(r"Art\. ([IVX]+):\Z")
SECTION = re.compile(r"§ ([0-9]+):")
END = "weiterlesen auf Seite"
INTRODUCTION = re.compile(r"• In den letzten Kriegsmonaten|Daneben gab es")
ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5"}


def read(tiler: Tiler) -> None:
    """Cut the transcript; every line below an article or a § is a paragraph of it."""
    container: list[str] = []  # part, subpart, article, section
    depth = 0  # how many of them a part and its subpart take
    count = 0
    ended = False
    for line in tiler.lines():
        ended = ended or line.text.startswith(END)
        if ended or (line.text not in PARTS and not container):
            kind = "introduction" if INTRODUCTION.match(line.text) else "web"
            tiler.line(line, Role.PARATEXT, kind)
        elif line.text in PARTS:
            container, depth = [PARTS[line.text]], 1
            tiler.line(line, Role.HEADING, "part", container[0])
        elif subpart := SUBPART.match(line.text):
            container, depth = [container[0], subpart[1]], 2
            tiler.line(line, Role.HEADING, "subpart", ".".join(container))
        elif article := ARTICLE.match(line.text):
            if article[1] not in ROMAN:
                raise tiler.error(f"article {article[1]}", f"expected one of {', '.join(ROMAN)}", line.start)
            container = [*container[:depth], ROMAN[article[1]]]
            count = 0
            tiler.line(line, Role.HEADING, "article", ".".join(container))
        else:
            if section := SECTION.match(line.text):
                container = [*container[: depth + 1], section[1]]
                count = 0
            if len(container) <= depth:
                raise tiler.error("a paragraph outside of any article", "expected `Art. I:` before it", line.start)
            count += 1
            tiler.line(line, Role.PASSAGE, "paragraph", ".".join((*container, str(count))))
    if not container:
        raise tiler.error("no rules found", f"expected the heading `{next(iter(PARTS))}`", 0)
