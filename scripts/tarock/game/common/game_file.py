"""Files of finished games: how their fields are written, and a game that was replayed from one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from tarock.base.structs import Frozen, Record
from tarock.game.common.findings import Finding
from tarock.game.common.notation import Play
from tarock.game.common.records import Few, Seat
from tarock.game.common.score import Reason, SettledScore

# Text that needs no quotes in YAML.
_PLAIN = re.compile(
    r"(?!(?:true|false|null)\Z)[A-Za-zÄÖÜ][A-Za-zäöüßÄÖÜ0-9_ ]*(?:-(?=[A-ZÄÖÜ ])[A-Za-zäöüßÄÖÜ0-9 ]*)*(?<! )\Z"
)
# A longer text is refused before anything is read out of it.
LONGEST_TEXT = 2000
CardText = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]  # cards in the notation of the books


class TakenTrick(Frozen):
    """A trick of a replayed game: its number, its plays in order, and who took it."""

    number: int
    plays: tuple[Play, ...]
    winner: str


class PlayedGame(Frozen):
    """A game of a file replayed and settled: what is wrong in it stands in `findings`.

    Where it cannot be followed to its end nothing is `settled`.
    """

    game: Record
    tricks: tuple[TakenTrick, ...]
    findings: tuple[Finding, ...]
    settled: SettledScore | None


class PaidPoints(Record, kw_only=True, omit_defaults=True):
    """A payment in whole units: each of `payers` pays `amount` to each of `payees`, by the paragraph `ref` if any."""

    paid_for: Reason
    payers: Few[Seat]
    payees: Few[Seat]
    amount: int
    ref: str = ""


def list_payments(settled: SettledScore) -> tuple[PaidPoints, ...]:
    """Return the payments of a settled game."""
    return tuple(
        PaidPoints(paid_for=line.reason, payers=line.payers, payees=line.payees, amount=line.amount, ref=line.ref)
        for line in settled.sheet.lines
    )


def dump_fields(plain: Mapping[str, Any], names: Iterable[str]) -> str:
    """Return the text of a game's file, one line for each hand, bid or trick; equal games give equal text."""
    lines: list[str] = []
    for key in names:
        value = plain.get(key)
        if isinstance(value, dict) and key in ("hands", "talon"):
            lines += [f"{key}:", *(f"  {name}: {_format_scalar(text)}" for name, text in value.items())]
        elif isinstance(value, list | tuple) and key != "seats":
            lines += [f"{key}:", *(f"  - {_format_flow(item)}" for item in value)] if value else []
        elif value not in (None, "", False):
            lines.append(f"{key}: {_format_flow(value)}")
    return "\n".join(lines) + "\n"


def _format_flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_format_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_format_flow(item) for item in value) + "]"
    return _format_scalar(value)


def _format_scalar(value: Any) -> str:
    return value if isinstance(value, str) and _PLAIN.match(value) else json.dumps(value, ensure_ascii=False)
