"""What a person calls the places of 1840, and the subjects that its thematic headings name."""

from __future__ import annotations

import re

from tarock.corpus.profiles.koenigrufen_1840.reader import HEADWORDS, TRICK
from tarock.corpus.profiles.profile import Found, Subjects, paragraph

GAMES = re.compile(r"m[1-8]")
_NAMED = {"vorwort": "Vorwort", "einleitung": "Einleitung", "uebergang": "Übergang", "musterspiele": "Musterspiele"}
_GAME_PARTS = {
    "titel": ("title", "Titel"),
    "ergebnis": ("result line", "Ergebniszeile"),
    "spiel": ("bidding and talon", "Ansage und Talon"),
    "bemerkung": ("remark", "Bemerkung"),
    "lage": ("deal", "Lage der Karten"),
}
_TRICK = re.compile(TRICK.pattern + r"(?:[A-D] \S+(?: - | )){3}[A-D] \S+(?: (?P<remark>.+))?", re.DOTALL)
_RANGE = re.compile(r" \((?:§ ([0-9][0-9 in.]*)|S\. Einleitung)\)\Z")
_SUBJECT_BREAK = re.compile(r"(?<=[a-zäöüß])\. (?:- )?(?=[A-ZÄÖÜ])")


def label(ident: str, _text: str, german: bool) -> str:
    """`47.2` is § 47, second paragraph; `73.scatinel` an entry of the glossary; `m3.s5` a trick of a game."""
    first, *rest = ident.split(".")
    if GAMES.fullmatch(first):
        return _game(first[1:], rest, german)
    name = _NAMED.get(first, f"§ {first}")
    if not rest:
        return name
    if rest[0].isdigit():
        return f"{name}, {paragraph(rest[0], german)}"
    words = HEADWORDS[rest[0]]
    return f"{name}, „{words}“" if german else f"{name}, “{words}”"


def _game(number: str, rest: list[str], german: bool) -> str:
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


def range_label(first: str, last: str) -> str:
    """`11` to `19` are §§ 11–19."""
    return f"§§ {first}–{last}" if first.isdigit() and last.isdigit() else ""


def parts(ident: str, kind: str, text: str) -> tuple[Found, ...]:
    """The author's remark behind the four cards of a trick."""
    found = _TRICK.fullmatch(text) if kind == "trick" else None
    return (Found(*found.span("remark"), "bemerkung"),) if found and found["remark"] else ()


def subjects(kind: str, text: str) -> Subjects:
    """`Geben (§ 20 in 22.38)` claims §§ 20 to 22 and 38; the headings of the parts claim nothing."""
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
    words = tuple(part.strip(" .-") for part in _SUBJECT_BREAK.split(text[: claimed.start()]))
    return Subjects(words, tuple(map(str, numbers)))
