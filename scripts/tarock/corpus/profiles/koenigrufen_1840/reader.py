"""Cutting the transcript of 1840: the rules under their headings, then the Musterspiele trick by trick."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.corpus.segments import NOT_HERE, Role

if TYPE_CHECKING:
    from tarock.corpus.segments import Line, Tiler

PARTS = {"Vorwort.": "vorwort", "Einleitung.": "einleitung", "Musterspiele.": "musterspiele"}
SECTION = re.compile(r"§ ([0-9]+)\.\Z")
THEME = re.compile(r".+ \((?:§ [0-9][0-9 in.]*|S\. Einleitung)\)\Z")
SEPARATOR = "*****"
AFTERWORD = "Dieses in der Fachliteratur bisher nicht beachtete Buch"
DIAGRAM = re.compile(r"A\.\Z|_\Z|B\. \||C\.\Z")
GLOSSARY = "73"

GAME = re.compile(r"([1-8])\. ")
CARDS = "Lage der Karten."
SEAT = re.compile(r"([A-D])\. ")
TRICK = re.compile(r"([0-9]+)\. (?:Stich\.|-\"-) ")

# Where an entry of the glossary begins, and its id: the word by which the author sorts it.
ENTRIES = {
    "Abgebrannt": "abgebrannt",
    "Angeschmiert": "angeschmiert",
    "Anlaufen": "anlaufen",
    "Anzeigen": "anzeigen",
    "Beisser": "beisser",
    "Besetzt": "besetzt",
    "Blank,": "blank",
    "Einfadeln": "einfadeln",
    "Farbenreiben": "farbenreiben",
    "Fettmachen": "fettmachen",
    "Festhalten": "festhalten",
    "Freund erkennen": "freund",
    "Force,": "force",
    "Geschlossen": "geschlossen",
    "Heben.": "heben",
    "Herausreißen": "herausreissen",
    "Herüberspielen": "herueberspielen",
    "Hineingehen": "hineingehen",
    "Nach Hause gehen": "hause",
    "Bei Hofe speisen": "hofe",
    "Eine Karte steht": "karte",
    "Die Karten sind vertheilt": "karten",
    "Für die Küche sorgen": "kueche",
    "Künsteln": "kuensteln",
    "Laufen lassen": "laufen",
    "Nachspielen": "nachspielen",
    "Sich opfern": "opfern",
    "Raison": "raison",
    "Reizkarte": "reizkarte",
    "Riskiren": "riskiren",
    "Scat nennt": "scat",
    "Scatinel": "scatinel",
    "Schinden": "schinden",
    "Schlafen": "schlafen",
    "Schonen": "schonen",
    "Schmieren": "schmieren",
    "Schwäche,": "schwaeche",
    "Schmierig": "schmierig",
    "Sondiren": "sondiren",
    "Spielen,": "spielen",
    "Zur Sprache": "sprache",
    "Stecher": "stecher",
    "In Sich setzen": "stichsetzen",
    "Wohlfeiler Stich": "stich",
    "Schwimmen": "schwimmen",
    "Treibfarbe": "treibfarbe",
    "Treffen": "treffen",
    "Umbringen": "umbringen",
    "Verderben": "verderben",
    "Verspäten": "verspaeten",
    "Vertrauen": "vertrauen",
    "Unter Volat stehen": "volat",
    "Vorsetzen": "vorsetzen",
    "Zurückhalten": "zurueckhalten",
}
# The headword of an entry, where it is more or less than its opening.
HEADWORDS = {
    **{ident: opening.rstrip(",.") for opening, ident in ENTRIES.items()},
    "karte": "Eine Karte steht zu Dritt",
    "scat": "Scat",
    "schmierig": "Schmierig seyn",
    "sprache": "Zur Sprache bringen",
    "stichsetzen": "In Stich setzen",
}


def read(tiler: Tiler) -> None:
    """Cut the transcript; the Musterspiele begin at their own heading."""
    lines = list(tiler.lines())
    texts = [line.text for line in lines]
    if "Musterspiele." not in texts:
        raise tiler.error("no Musterspiele found", "expected the heading `Musterspiele.`", 0)
    cut = texts.index("Musterspiele.")
    _Rules(tiler).read(lines[:cut])
    _Games(tiler).read(lines[cut:])


class _Rules:
    """The part before the Musterspiele."""

    def __init__(self, tiler: Tiler):
        self.tiler = tiler
        self.container = ""
        self.count = 0
        self.themes = 0
        self.section = 0
        self.entry = ""

    def read(self, lines: list[Line]) -> None:
        for line in lines:
            if not self._heading(line):
                self._paragraph(line)
        if not self.section:
            raise self.tiler.error("no § found", "expected lines such as `§ 1.`", 0)

    def _open(self, container: str) -> None:
        self.container, self.count = container, 0

    def _heading(self, line: Line) -> bool:
        tiler = self.tiler
        if line.text in PARTS:
            self._open(PARTS[line.text])
            tiler.line(line, Role.HEADING, "part", self.container)
        elif section := SECTION.match(line.text):
            if int(section[1]) != self.section + 1:
                raise tiler.error(f"§ {section[1]} is out of order", f"expected § {self.section + 1}", line.start)
            self.section += 1
            self._open(section[1])
            tiler.line(line, Role.HEADING, "section", section[1])
        elif THEME.match(line.text):
            self.themes += 1
            tiler.line(line, Role.HEADING, "theme", f"h{self.themes}")
        elif line.text == SEPARATOR:
            tiler.line(line, Role.PARATEXT, "separator")
            self._open("uebergang")
        elif not self.container:
            tiler.line(line, Role.PARATEXT, "shelfmark")
        else:
            return False
        return True

    def _paragraph(self, line: Line) -> None:
        tiler = self.tiler
        if line.text[0].islower():  # a false line break inside a sentence
            tiler.extend_last(line.end)
        elif DIAGRAM.match(line.text):
            if line.text == "A.":
                self.count += 1
                tiler.line(line, Role.PASSAGE, "figure", f"{self.container}.{self.count}")
            else:
                tiler.extend_last(line.end)
        elif self.container == GLOSSARY and self.count:
            opening = next((start for start in ENTRIES if line.text.startswith(start)), None)
            if opening is None or (self.count > 1 and ENTRIES[opening] == self.entry):
                tiler.extend_last(line.end)
            else:
                self.entry = ENTRIES[opening]
                self.count += 1
                tiler.line(line, Role.PASSAGE, "entry", f"{GLOSSARY}.{self.entry}")
        else:
            self.count += 1
            tiler.line(line, Role.PASSAGE, "paragraph", f"{self.container}.{self.count}")


class _Games:
    """The Musterspiele and what follows them."""

    def __init__(self, tiler: Tiler):
        self.tiler = tiler
        self.game = ""
        self.part = ""
        self.counts: dict[str, int] = {}

    def read(self, lines: list[Line]) -> None:
        tiler = self.tiler
        afterword = False
        for index, line in enumerate(lines):
            afterword = afterword or line.text.startswith((AFTERWORD, NOT_HERE))
            if afterword:
                tiler.numbered(line, "editor", "nachwort")
            elif line.text in PARTS:
                tiler.line(line, Role.HEADING, "part", PARTS[line.text])
            elif (game := GAME.match(line.text)) and not TRICK.match(line.text):
                self.game, self.part, self.counts = f"m{game[1]}", "titel", {}
                self._numbered(line, "title")
            elif line.text == CARDS:
                self.part = "deal"
                tiler.line(line, Role.HEADING, "label", f"{self.game}.lage")
            else:
                self._inside(line, lines[index + 1].text if index + 1 < len(lines) else "")

    def _numbered(self, line: Line, kind: str) -> None:
        self.counts[self.part] = self.counts.get(self.part, 0) + 1
        self.tiler.line(line, Role.PASSAGE, kind, f"{self.game}.{self.part}.{self.counts[self.part]}")

    def _inside(self, line: Line, following: str) -> None:
        tiler = self.tiler
        if trick := TRICK.match(line.text):
            self.part = "bemerkung"
            tiler.line(line, Role.PASSAGE, "trick", f"{self.game}.s{trick[1]}")
        elif self.part == "titel" and following == CARDS:
            tiler.line(line, Role.PASSAGE, "result", f"{self.game}.ergebnis")
        elif self.part == "titel":
            self._numbered(line, "title")
        elif self.part == "deal" and (seat := SEAT.match(line.text)):
            tiler.line(line, Role.PASSAGE, "hand", f"{self.game}.{seat[1]}")
        elif self.part in ("deal", "spiel"):
            self.part = "spiel"
            self._numbered(line, "bidding")
        else:
            self._numbered(line, "remark")
