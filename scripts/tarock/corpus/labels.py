"""How a person reads an id: `1840:47.2` is "§ 47, 2. Absatz" in German, "§ 47, para. 2" in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition

_ROMAN = ("", "I", "II", "III", "IV", "V")
_GAME_PARTS = {
    "titel": ("title", "Titel"),
    "ergebnis": ("result line", "Ergebniszeile"),
    "spiel": ("bidding and talon", "Ansage und Talon"),
    "bemerkung": ("remark", "Bemerkung"),
    "lage": ("deal", "Lage der Karten"),
}
_NAMED = {"vorwort": "Vorwort", "einleitung": "Einleitung", "uebergang": "Übergang", "musterspiele": "Musterspiele"}


def label(edition: Edition, ident: str, language: str = "en") -> str:
    """The name of a passage, container, heading or page in `language` (`en` or `de`)."""
    german = language == "de"
    if ident.startswith("page."):
        return f"S. {ident[5:]}" if german else f"p. {ident[5:]}"
    if ident in edition.headings and edition.headings[ident].kind in ("theme", "title"):
        return edition.headings[ident].text
    namers = {"1754": _rule, "1840": _section, "1863": _sentence, "1945": _article}
    return namers[edition.siglum](edition, ident.split("."), german)


def _paragraph(number: str, german: bool) -> str:
    return f"{number}. Absatz" if german else f"para. {number}"


def _rule(_edition: Edition, levels: list[str], german: bool) -> str:
    return f"Regel {levels[0]}" if german else f"rule {levels[0]}"


def _sentence(_edition: Edition, levels: list[str], german: bool) -> str:
    return f"Satz {levels[0]}" if german else f"sentence {levels[0]}"


def _section(edition: Edition, levels: list[str], german: bool) -> str:
    first, *rest = levels
    if first in _NAMED:
        name = _NAMED[first]
    elif first[0] == "m" and first[1:].isdigit():
        return _game(first[1:], rest, german)
    else:
        name = f"§ {first}"
    if not rest:
        return name
    if not rest[0].isdigit():
        head = edition.passages[f"{first}.{rest[0]}"].text.split(",")[0].split(".")[0].split(" - ")[0]
        words = " ".join(head.split()[:3])
        return f"{name}, „{words}“" if german else f"{name}, “{words}”"
    return f"{name}, {_paragraph(rest[0], german)}"


def _game(number: str, rest: list[str], german: bool) -> str:
    name = f"Musterspiel {number}"
    if not rest:
        return name
    part = rest[0]
    if part in _GAME_PARTS:
        words = _GAME_PARTS[part][german]
        return f"{name}, {words}{f' {rest[1]}' if len(rest) > 1 else ''}"
    if part[0] == "s" and part[1:].isdigit():
        return f"{name}, {part[1:]}. Stich" if german else f"{name}, trick {part[1:]}"
    return f"{name}, Blatt {part}" if german else f"{name}, hand {part}"


def _article(_edition: Edition, levels: list[str], german: bool) -> str:
    words = ["Allgemeine Regeln" if levels[0] == "allg" else "Besondere Regeln"]
    rest = levels[1:]
    if rest and rest[0].isalpha():
        words[0] += f" {rest.pop(0)})"
    if rest:
        article = rest.pop(0)
        words.append(f"Art. {_ROMAN[int(article)]}")
        if rest and article != "1":  # only Art. II is cut into §§
            words[-1] += f" § {rest.pop(0)}"
    if rest:
        words.append(_paragraph(rest[0], german))
    return ", ".join(words)
