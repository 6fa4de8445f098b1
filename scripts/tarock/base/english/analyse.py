"""Wording of a game valued with open cards."""

from __future__ import annotations

from tarock.base.wordings import Entry


def points(thirds: int) -> str:
    whole, over = divmod(thirds, 3)
    return f"{whole} {over}/3" if over else str(whole)


def _reached(low: int, high: int) -> str:
    return ("yes" if low else "no") if low == high else "not decided"


def _bounds(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


CATALOGUE: dict[str, Entry] = {
    "analyse.open": (
        "With open cards, which nobody at the table saw. After each card stands what each side could force: the "
        "thirds of the declarer's side; 1 or 0 for win, king, ultimo, Volat; on the sheet what the declarer writes "
        "less what an opponent writes. Bounds stand where {nodes:,} nodes were not enough."
    ),
    "analyse.bounds": lambda low, high: _bounds(str(low), str(high)),
    "analyse.trick": "trick {number}",
    "analyse.illegal": "against the rules, not valued",
    "analyse.forced": "forced",
    "analyse.away": "gave away {amount} of {goal}: {card} kept it, and lost nothing else",
    "analyse.turning": "turning points, with open cards: what was won or lost, and the greatest changes of the sheet",
    "analyse.turn": "Trick {trick}, {seat} plays {card}: {goal} from {before} to {after}.",
    "analyse.calls": (
        "other calls, with open cards, nothing announced: with how many of the discards the declarer's side can force "
        "the win"
    ),
    "analyse.call": "{king}: won with {won} of {of} discards, lost with {lost}",
    "analyse.none": "None: every card kept every value.",
    "worth.points": "points of the declarer’s side",
    "worth.win": "the declarer’s side wins",
    "worth.king": "the called king is saved",
    "worth.ultimo": "the holder of the Pagat makes ultimo",
    "worth.volat": "the declarer’s side takes every trick",
    "worth.sheet": "what the declarer writes less what an opponent writes",
    "worth.turn": "Trick {trick}, {seat} plays {card}: {aim}, before {before}, then {after}.",
    "worth.value.points": lambda low, high: _bounds(points(low), points(high)),
    "worth.value.sheet": lambda low, high: _bounds(str(low), str(high)),
    "worth.value.reached": _reached,
}
