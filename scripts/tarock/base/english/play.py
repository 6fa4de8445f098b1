"""Wording of a game that is played at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.base.wordings import Entry, Listed


def _opinion(action: str, low: float, high: float) -> str:
    bounds = "" if low == high else f" (between {low:.1f} and {high:.1f})"
    return f"  {action}: {(low + high) / 2:+.1f}{bounds}"


def _on_table(plays: Listed) -> str:
    return f"on the table: {plays}" if plays else "you lead"


CATALOGUE: dict[str, Entry] = {
    "play.open": (
        "Königrufen by the rules of 1840. You sit at {seat}; the others are machines of level {level}, which know what "
        "a player may know. Type a number or a name; `hint`, `hand` and `quit` are words too. Seed {seed}."
    ),
    "play.deal": "Deal {number}: {dealer} deals.",
    "play.hand": "your hand: {cards}",
    "play.talon": "half of the talon that you buy: {cards}",
    "play.did": "{seat}: {what}",
    "play.trick": "Trick {number}",
    "play.table": _on_table,
    "play.takes": "{seat} takes the trick.",
    "play.asked": "{number}. {action}",
    "play.unknown": "`{typed}` is no action; expected 1 to {count}, a name of the list, hint, hand or quit",
    "play.refused": "no: {what}",
    "play.passed": "All have passed: nothing is written.",
    "play.sheet": "{seat} writes {points}: {what}",
    "play.totals": "so far: {totals}",
    "play.saved": "saved: {file}; `tarock replay {file}` replays it, `tarock analyse {file}` values each card",
    "play.left": "The game is not finished. It goes on with: `tarock {command} --answers '{answers}'`",
    "play.advice": "  {says} [{ref}]",
    "play.no_advice": "The author gives no advice that is about this alone.",
    "play.samples": (
        "What each card is worth on the sheet, in Points for your side: the mean over {count} imagined deals, with "
        "open cards, which nobody at the table sees."
    ),
    "play.opinion": _opinion,
}
