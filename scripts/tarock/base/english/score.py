"""What the games of several eras have in common: the score, findings of seats, the duties in a trick."""

from __future__ import annotations

from tarock.base.wordings import Entry, Listed

UNITS = {"Marken": "counters"}  # what a source pays in, in English


def _payments(unit: str) -> str:
    return f"Payments ({UNITS.get(unit, unit)})"


def _in_units(amount: str, unit: str) -> str:
    counted = UNITS.get(unit, unit)
    return f"{amount} {counted.removesuffix('s') if amount[1:] == '1' else counted}"


def _follow(suit: str, held: Listed) -> str:
    return f"must follow {'trump' if suit == 'Tarock' else suit} (holds {held})"


CATALOGUE: dict[str, Entry] = {
    "nothing": "",
    "score.found": "Found",
    "score.payments": _payments,
    "score.in_units": _in_units,
    "score.none": "none",
    "score.totals": "Totals",
    "score.undetermined": "Undetermined: the source does not say",
    "score.taken": "taken: {what}",
    "score.other": "other: {what}",
    "score.difference": "difference: {sums}",
    "in_deal": "deal {deal}: {what}",
    "penalty": "penalty: {what}",
    "revoke_of": "revoke of {seat}",
    "amount": "{amount}",
    "each": "{amount} each",
    "from_each": "{amount} from each",
    "to_each": "{amount} to each",
    "findings.more": "and {number} more of this kind",
    "SEAT-COUNT": lambda seats, allowed, ref: (
        f"{seats} seats; expected {' or '.join(str(number) for number in allowed)} by {ref}"
    ),
    "SEAT-TWICE": "seat `{seat}` stands twice; expected each seat once",
    "SEAT-UNKNOWN": "seat `{seat}` is not at the table; expected one of {seats}",
    # the duties in a trick
    "play.follow_suit": _follow,
    "play.follow_tarock": _follow,
    "play.must_tarock": "must play a trump (holds {held})",
    "play.must_overtake": "must overtake (holds {held})",
}
