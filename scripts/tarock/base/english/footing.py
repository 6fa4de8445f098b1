"""Wording of what a result rests on that is not certain, and of how far it stands."""

from __future__ import annotations

from tarock.base.wordings import Entry


def _many(one: str, many: str) -> Entry:
    return lambda number: f"{number} {one if number == 1 else many}"


def _either(readings: tuple[str, ...]) -> str:
    return " or ".join(readings)


CATALOGUE: dict[str, Entry] = {
    "footing.emendation": "an emendation",
    "footing.doubt": "doubtful words",
    "footing.conjecture": "what is said",
    "footing.play": "the play of {seat}",
    "footing.transcript": "as in the transcript",
    "footing.line": lambda seat, plays: f"{seat} plays {', '.join(plays)}",
    # what a result rests on
    "footing.rests": lambda kinds: f"Rests on {', '.join(kinds)}",
    "footing.some": lambda what, refs: f"{what} ({', '.join(refs)})",
    "footing.of.reading": _many("value that can be read otherwise", "values that can be read otherwise"),
    "footing.of.open": _many("point left open", "points left open"),
    "footing.of.conjecture": _many("conjecture", "conjectures"),
    "footing.of.emendation": _many("emendation that is not certain", "emendations that are not certain"),
    "footing.of.doubt": _many("doubtful place", "doubtful places"),
    "footing.of.implied": _many("value that is only implied", "values that are only implied"),
    "footing.kind.reading": "read otherwise too",
    "footing.kind.open": "left open",
    "footing.kind.conjecture": "conjectured",
    "footing.kind.emendation": "emended",
    "footing.kind.doubt": "doubtful",
    "footing.kind.implied": "implied",
    "footing.many": "one of {number} others",
    "footing.either": _either,
    "footing.mark": "{under} of {of} readings",
    # how far it stands
    "footing.stands.all": lambda under, of, bound: (
        f"Stands under all {of} readings" if under == of else f"Stands under {under} of {of} readings"
    ),
    "footing.stands.pairs": lambda under, of, bound: (
        f"Stands under {f'all {of}' if under == of else f'{under} of {of}'} readings: each alone and each two "
        f"together; all combinations are more than {bound}"
    ),
    "footing.falls": lambda readings: f"Falls if {', and '.join(readings)}",
    "footing.read": lambda about, readings, ref: f"{about}: {_either(readings)}{f' [{ref}]' if ref else ''}",
}
