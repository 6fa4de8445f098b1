"""The German wording of what English says with a function: a plural, a part that may be missing.

What English says with a template has its German in `locale/de/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.base.wordings import Entry, Listed

_COLOURS = {"red": "roten", "black": "schwarzen"}
_FOLDS = {1: "einfachen", 2: "doppelten", 3: "dreifachen", 4: "vierfachen", 5: "fünffachen"}


def _fold(number: int) -> str:
    return _FOLDS.get(number, f"{number}-fachen")


def _and(names: Listed) -> str:
    return " und ".join(filter(None, (", ".join(map(str, names[:-1])), *map(str, names[-1:]))))


def _legal(legal: int, held: int) -> str:
    if held == 1:
        return "eine Karte ist noch da"
    may = "eine Karte" if legal == 1 else f"{legal} Karten"
    return f"{may} von {held} {'darf' if legal == 1 else 'dürfen'} gespielt werden"


def _of_suit(suit: str) -> str:
    return "Tarock" if suit == "Tarock" else suit


def _score(seats: Listed, what: str, amount: int, reckoning: str) -> str:
    writes = f"{_and(seats)} {'schreiben je' if len(seats) > 1 else 'schreibt'}"
    return f"{writes} {amount}: {what}{f' ({reckoning})' if reckoning else ''}."


def _revoke(seats: Listed, section: str, struck: Listed) -> str:
    return (
        f"{seats} hat Renonce gemacht. Die Rechnung bis hierher geht darüber hinweg. Was sie kostet, sagt {section}: "
        f"darum eine zweite Tafel, dasselbe Spiel nach dieser Regel.{f' Gestrichen: {struck}.' if struck else ''}"
    )


def _announced(word: str, made: bool) -> str:
    return f"angesagter Ultimo{f', {word},' if word else ''} {'gelungen' if made else 'verloren'}"


CATALOGUE: dict[str, Entry] = {
    "footing.line": lambda seat, plays: f"{seat} spielt {', '.join(plays)}",
    "lesson.order": lambda colour: (
        f"Wie stechen einander die Karten einer {_COLOURS[colour]} Farbe, von oben nach unten?"
    ),
    "lesson.fault.answer": lambda seat, card, due: (
        f"{seat}: Statt {card} musste er {' oder '.join(map(str, due))} spielen."
    ),
    "play.follow_suit": lambda suit, held: f"muss {_of_suit(suit)} bedienen (hat {held})",
    "step.bid.dreier": lambda seat, fold, implied: (
        f"{seat} sagt einen {_fold(fold)} Dreier{' (das Buch setzt es nur voraus)' * implied}."
    ),
    "step.talon.kept": lambda seat, fold, cards: f"{seat} kauft {cards}: ein Spiel zum {_fold(fold)} Dreier.",
    "step.talon.left": lambda seat, fold, cards: (
        f"{seat} sieht {cards} an (zum {_fold(fold)} Dreier), lässt sie liegen und steigert sich selbst."
    ),
    "step.talon.unseen": lambda seat, fold: f"{seat} sieht die Hälfte des Talons an, zum {_fold(fold)} Dreier.",
    "step.score": _score,
    "step.revoke": _revoke,
    "turn.play.follow_suit": lambda suit, legal, held: f"Muss {suit} bedienen: {_legal(legal, held)}",
    "turn.play.follow_tarock": lambda suit, legal, held: f"Muss Tarock geben: {_legal(legal, held)}",
    "turn.play.must_tarock": lambda suit, legal, held: f"Hat kein {suit}, muss Tarock geben: {_legal(legal, held)}",
    "turn.play.void_free": lambda suit, **_: (
        f"Hat {'' if suit == 'Tarock' else f'kein {suit} und '}keinen Tarock: jede Karte darf gespielt werden"
    ),
    "ultimo.announced": _announced,
}
