"""Königrufen 1840: preface, introduction, §§ 1-131 under thematic headings, eight Musterspiele."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from tarock.corpus.profiles.profile import (
    NOT_HERE,
    FoundSpan,
    HeadingLevels,
    Profile,
    Segmenter,
    SegmentRole,
    Subjects,
    TranscriptLine,
    paragraph_label,
)

PARTS = {"Vorwort.": "vorwort", "Einleitung.": "einleitung", "Musterspiele.": "musterspiele"}
SECTION = re.compile(r"§ ([0-9]+)\.\Z")
THEME = re.compile(r".+ \((?:§ [0-9][0-9 in.]*|S\. Einleitung)\)\Z")
SEPARATOR = "*****"
AFTERWORD = "Dieses in der "  # how it begins, in few words: they are not free
FIGURE = "A."  # its first line
DIAGRAM = re.compile(r"_\Z|B\. \||C\.\Z")  # its other lines
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


def read(tiler: Segmenter) -> None:
    """Segment the transcript of 1840: rules up to the heading of the model games, then the games and what follows."""
    lines = list(tiler.lines())
    texts = [line.text for line in lines]
    if "Musterspiele." not in texts:
        raise tiler.error("no Musterspiele found", "expected the heading `Musterspiele.`", 0)
    cut = texts.index("Musterspiele.")
    if not any(map(SECTION.match, texts[:cut])):
        raise tiler.error("no § found", "expected lines such as `§ 1.`", 0)
    _read_rules(tiler, lines[:cut])
    _read_games(tiler, lines[cut:])


def _read_rules(tiler: Segmenter, lines: list[TranscriptLine]) -> None:
    """Segment the part before the Musterspiele."""
    container, entry = "", ""
    count = themes = sections = 0
    for line in lines:
        if line.text in PARTS:
            container, count = PARTS[line.text], 0
            tiler.add_line(line, SegmentRole.HEADING, "part", container)
        elif section := SECTION.match(line.text):
            sections += 1
            if int(section[1]) != sections:
                raise tiler.error(
                    f"§ {section[1]} is out of order",
                    f"expected § {sections}",
                    line.start,
                )
            container, count = section[1], 0
            tiler.add_line(line, SegmentRole.HEADING, "section", container)
        elif THEME.match(line.text):
            themes += 1
            tiler.add_line(line, SegmentRole.HEADING, "theme", f"h{themes}")
        elif line.text == SEPARATOR:
            container, count = "uebergang", 0
            tiler.add_line(line, SegmentRole.PARATEXT, "separator")
        elif not container:
            tiler.add_line(line, SegmentRole.PARATEXT, "shelfmark")
        elif line.text[0].islower() or DIAGRAM.match(line.text):  # a false line break inside a sentence
            tiler.extend_last(line.end)
        elif container == GLOSSARY and count and line.text != FIGURE:
            named = next((ident for opening, ident in ENTRIES.items() if line.text.startswith(opening)), entry)
            if named == entry:
                tiler.extend_last(line.end)
            else:
                entry = named
                tiler.add_line(line, SegmentRole.PASSAGE, "entry", f"{GLOSSARY}.{entry}")
        else:
            count += 1
            kind = "figure" if line.text == FIGURE else "paragraph"
            tiler.add_line(line, SegmentRole.PASSAGE, kind, f"{container}.{count}")


def _read_games(tiler: Segmenter, lines: list[TranscriptLine]) -> None:
    """Segment the Musterspiele and the rest behind them."""
    game, part, afterword = "", "", False
    counts: Counter[str] = Counter()
    for line, following in zip_longest(lines, lines[1:]):
        afterword = afterword or line.text.startswith((AFTERWORD, NOT_HERE))
        trick, opened = TRICK.match(line.text), GAME.match(line.text)
        if afterword:
            tiler.add_numbered(line, "editor", "nachwort")
        elif line.text in PARTS:
            tiler.add_line(line, SegmentRole.HEADING, "part", PARTS[line.text])
        elif trick:
            part = "bemerkung"
            tiler.add_line(line, SegmentRole.PASSAGE, "trick", f"{game}.s{trick[1]}")
        elif line.text == CARDS:
            part = "deal"
            tiler.add_line(line, SegmentRole.HEADING, "label", f"{game}.lage")
        elif part == "titel" and not opened and following and following.text == CARDS:
            tiler.add_line(line, SegmentRole.PASSAGE, "result", f"{game}.ergebnis")
        elif part == "deal" and (seat := SEAT.match(line.text)):
            tiler.add_line(line, SegmentRole.PASSAGE, "hand", f"{game}.{seat[1]}")
        else:
            if opened:
                game, part, counts = f"m{opened[1]}", "titel", Counter()
            elif part == "deal":
                part = "spiel"
            counts[part] += 1
            kind = {"titel": "title", "spiel": "bidding"}.get(part, "remark")
            tiler.add_line(line, SegmentRole.PASSAGE, kind, f"{game}.{part}.{counts[part]}")


GAMES = re.compile(r"m[1-8]")
_NAMED = {"vorwort": "Vorwort", "einleitung": "Einleitung", "uebergang": "Übergang", "musterspiele": "Musterspiele"}
_GAME_PARTS = {
    "titel": ("title", "Titel"),
    "ergebnis": ("result line", "Ergebniszeile"),
    "spiel": ("bidding and talon", "Ansage und Talon"),
    "bemerkung": ("remark", "Bemerkung"),
    "lage": ("deal", "Lage der Karten"),
}
_WHOLE_TRICK = re.compile(TRICK.pattern + r"(?:[A-D] \S+(?: - | )){3}[A-D] \S+(?: (?P<remark>.+))?", re.DOTALL)
_RANGE = re.compile(r" \((?:§ ([0-9][0-9 in.]*)|S\. Einleitung)\)\Z")
_SUBJECT_BREAK = re.compile(r"(?<=[a-zäöüß])\. (?:- )?(?=[A-ZÄÖÜ])")


def label(ident: str, _text: str, german: bool) -> str:
    """Return the name of an id: `47.2` is § 47, second paragraph, `73.scatinel` an entry of the glossary."""
    first, *rest = ident.split(".")
    if GAMES.fullmatch(first):
        return _label_game(first[1:], rest, german)
    name = _NAMED.get(first, f"§ {first}")
    if not rest:
        return name
    if rest[0].isdigit():
        return f"{name}, {paragraph_label(rest[0], german)}"
    words = HEADWORDS[rest[0]]
    return f"{name}, „{words}“" if german else f"{name}, “{words}”"


def _label_game(number: str, rest: list[str], german: bool) -> str:
    name = f"Musterspiel {number}"
    if not rest:
        return name
    part = rest[0]
    if part in _GAME_PARTS:
        words = _GAME_PARTS[part][german]
        return f"{name}, {words}{f' {rest[1]}' if len(rest) > 1 else ''}"
    if part[0] == "s" and part[1:].isdigit():
        remark = f", {_GAME_PARTS[rest[1]][german]}" if len(rest) > 1 else ""
        return f"{name}, {part[1:]}. Stich{remark}" if german else f"{name}, trick {part[1:]}{remark}"
    return f"{name}, Blatt {part}" if german else f"{name}, hand {part}"


def parts(ident: str, kind: str, text: str) -> tuple[FoundSpan, ...]:
    """Return the author's remark behind the four cards of a trick as a citable part; empty for other passages."""
    found = _WHOLE_TRICK.fullmatch(text) if kind == "trick" else None
    return (FoundSpan(*found.span("remark"), "bemerkung"),) if found and found["remark"] else ()


_ABBREVIATED = re.compile(r"\bu\. (?:dgl|s\. w)\Z")  # what ends with its own full stop


def subjects(kind: str, text: str) -> Subjects:
    """Return the subjects of a heading and the §§ that it claims: `Geben (§ 20 in 22.38)` claims §§ 20 to 22 and 38."""
    if kind == "part":
        return Subjects((text.rstrip(". "),))
    claimed = _RANGE.search(text)
    if kind != "theme" or not claimed:
        return Subjects()
    numbers: list[int] = []
    for part in (claimed[1] or "").split("."):
        first, _, last = part.partition(" in ")
        if first:
            numbers.extend(range(int(first), int(last or first) + 1))
    words = (part.strip(" .-") for part in _SUBJECT_BREAK.split(text[: claimed.start()]))
    return Subjects(tuple(_ABBREVIATED.sub(r"\g<0>.", subject) for subject in words), tuple(map(str, numbers)))


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
_ORDINALS = "ersten zweiten dritten vierten fünften sechsten siebenten achten neunten zehnten eilften zwölften"
ORDINALS = {word: number for number, word in enumerate(_ORDINALS.split(), 1)}
_NUMERAL = rf"({'|'.join(_ROMAN)})\b"
_SECTIONS = re.compile(r"§§?\.? ?([0-9]+)((?: (?:und|in) [0-9]+|\.[0-9]+)*)")
_PARAGRAPH = re.compile(r"[Ii]m (\w+) Absatze des \Z")  # is before one
_NUMBER = re.compile(r"[0-9]+")
_GAMES = re.compile(rf"Musterspiele? {_NUMERAL}(?:\.? und {_NUMERAL})?")
_TRICK = re.compile(rf"\bbeim ({'|'.join(ORDINALS)}) Stiche?\b", re.IGNORECASE)
_INTRODUCTION = re.compile(r"S\. (Einleitung)")


def references(ident: str, kind: str, text: str) -> list[FoundSpan]:
    """Return the references to §§, games and tricks in the text of a passage or heading, in order."""
    return sorted((*_find_sections(kind, text), *_find_games(text), *_find_tricks(ident, text)))


def _find_sections(kind: str, text: str) -> Iterator[FoundSpan]:
    for match in _SECTIONS.finditer(text if kind != "section" else ""):
        named = _PARAGRAPH.search(text, max(0, match.start() - 60), match.start())
        paragraph = ORDINALS.get(named[1], 0) if named else 0
        start = named.start() if named else match.start()
        yield FoundSpan(start, match.end(1), f"{match[1]}.{paragraph}" if paragraph else match[1])
        for number in _NUMBER.finditer(text, match.start(2), match.end(2)):
            yield FoundSpan(number.start(), number.end(), number[0])
    for match in _INTRODUCTION.finditer(text):
        yield FoundSpan(match.start(1), match.end(1), match[1].lower())


def _find_games(text: str) -> Iterator[FoundSpan]:
    for match in _GAMES.finditer(text):
        for start, group in ((match.start(), 1), (match.start(2), 2)):
            if match[group]:
                yield FoundSpan(start, match.end(group), f"m{_ROMAN.index(match[group]) + 1}")


def _find_tricks(ident: str, text: str) -> Iterator[FoundSpan]:
    """Yield the tricks that a remark on a model game names, which are tricks of this game."""
    game, _, rest = ident.partition(".")
    if game[0] == "m" and rest:
        for match in _TRICK.finditer(text):
            yield FoundSpan(match.start(1), match.end(), f"{game}.s{ORDINALS[match[1].lower()]}")


PROFILE = Profile(
    read=read,
    passages=re.compile(
        r"(?:vorwort|einleitung|uebergang|[1-9][0-9]*)\.[1-9][0-9]*|73\.[a-z]+"
        r"|m[1-8]\.(?:ergebnis|[A-D]|s[1-9][0-9]*|(?:titel|spiel|bemerkung)\.[1-9][0-9]*)"
    ),
    headings={
        "part": HeadingLevels(text=2, page=2),
        "theme": HeadingLevels(text=3, page=2),
        "section": HeadingLevels(text=4, page=3),
        "label": HeadingLevels(text=4, page=3),
    },
    paratexts={"nachwort": ("afterword to the transcript", "Nachwort zur Abschrift")},
    label=label,
    references=references,
    parts=parts,
    subjects=subjects,
    claimed="section",
    games=GAMES,
    game_kinds=frozenset({"title", "result", "hand", "bidding", "trick", "remark"}),
    notation=frozenset({"hand", "trick"}),
)
