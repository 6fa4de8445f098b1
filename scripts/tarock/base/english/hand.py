"""Wording of what a hand is good for."""

from __future__ import annotations

from tarock.base.wordings import Entry


def _bounds(least: float, most: float) -> str:
    return f"{least:+.1f}" if least == most else f"between {least:+.1f} and {most:+.1f}"


def _sheet(least: float, most: float, low: float, high: float) -> str:
    return (
        f"sheet    what the declarer writes less what an opponent writes, on average: {_bounds(least, most)} Points "
        f"(95 %: {low:+.1f} to {high:+.1f})"
    )


def _choice(
    ways: tuple[str, ...], goal: str, positions: int, better: int, worse: int, unknown: int, reached: tuple[int, ...],
    missed: tuple[int, ...],
) -> str:  # fmt: skip
    said = f"{goal}, {positions} positions"
    if len(ways) > 1:
        said += f"; {ways[0]} against {ways[1]}: better in {better}, worse in {worse}, not known in {unknown}"
    for way, yes, no in zip(ways or ("any card",), reached, missed, strict=False):
        said += f"; {way}: {yes} reached, {no} missed"
    return said


CATALOGUE: dict[str, Entry] = {
    "hand.choice": _choice,
    "hand.deals": "deals",
    "hand.positions": "positions",
    "hand.open": (
        "With open cards, which nobody at a table sees: a share says in how many deals the declarer's side could force "
        "it against players who see all cards too, not how often it would have happened."
    ),
    "hand.asked": "{cards}: {bid} from seat {seat}, {deals} deals, seed {seed}",
    "hand.discard.advice": "The discard is by the advice of § 84, the king, unless given, by that of §§ 80 to 82.",
    "hand.discard.average": (
        "The discard is the best for {goal}, on average, of the eight that the advice (§ 84) comes to first, in deals "
        "that agree with what the declarer knows."
    ),
    "hand.discard.open": (
        "The discard is the best for {goal}, of the eight that the advice (§ 84) comes to first, with all cards open: "
        "an upper bound, for no declarer knows that."
    ),
    "hand.share": "{goal:<8} {bar} {reached} of {of} (95 %: {low:.0%} to {high:.0%})",
    "hand.unknown": "         of {count} it is not known: the nodes were used up",
    "hand.sheet": _sheet,
    "hand.kings": "called: {kings}",
}
