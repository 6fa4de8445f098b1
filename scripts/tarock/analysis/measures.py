"""The committed measures of the hands and the choices that the author judges: their files, and how a claim asks."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from tarock.analysis.choices import Choice, Tally
from tarock.analysis.goals import Aim
from tarock.analysis.hands import Discard, Measured, Question, Share, share_of
from tarock.analysis.stamps import Stamp, decoded
from tarock.base.errors import CodexError
from tarock.base.files import write_text
from tarock.base.structs import Record
from tarock.game.common.cards import Pack
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import ERA

M = TypeVar("M", bound="Measured | Compared")

DEALS = 100
POSITIONS = 400
NODES = 4_000_000  # for each value
RUN = "run `.venv/bin/python -m lab.trials --write`"


class Counted(Record, kw_only=True):
    """A question on a kind of position, and what was counted in `POSITIONS` of it."""

    question: Choice
    tally: Tally


class Compared(Stamp, kw_only=True):
    """The committed answers to the choices that claims ask about, with the stamp of what they come from."""

    found: tuple[Counted, ...]


_FILES: dict[type[Measured | Compared], str] = {Measured: "hands", Compared: "choices"}


def file_of(rules: Path, kind: type[Measured | Compared] = Measured) -> Path:
    """Where measures of a kind are committed, in the folder of the rules."""
    return rules / "analysis" / f"{ERA}-{_FILES[kind]}.json"


def load(path: Path, kind: type[M]) -> M | None:
    """The measures of a file; None where there is none; raises `CodexError` for another format."""
    return decoded(path, kind, f"expected what is written: {RUN}")


def write(path: Path, found: Measured | Compared) -> None:
    """Write measures, a question to a line."""
    text = msgspec.json.encode(found).decode()
    write_text(path, text.replace('{"question"', '\n{"question"') + "\n")


def asked(
    pack: Pack,
    cards: str,
    bid: str,
    discard: Discard,
    *,
    king: str,
    bought: str,
    left: str,
    scat: str,
    aim: Aim,
) -> Question:
    """The question of a claim: cards as the books write them, a bid, how the discard is chosen."""

    def names(text: str) -> tuple[str, ...]:
        return tuple(card.name for card in read_cards(text, pack)) if text else ()

    return Question(
        hand=names(cards), bid=bid, discard=discard, king=king, bought=names(bought), left=names(left),
        scat=names(scat), aim=aim, aims=(aim,), nodes=NODES,
    )  # fmt: skip


def answer(held: Measured, question: Question) -> Share:
    """The committed share; raises `CodexError` where there is none."""
    for found in held.found:
        if found.question == question:
            return share_of(found.values)
    raise CodexError("this hand is not measured", f"expected a committed answer: {RUN}")


def counted(held: Compared, question: Choice) -> Tally:
    """What was counted in positions of a kind; raises `CodexError` where nothing is committed."""
    for found in held.found:
        if found.question == question:
            return found.tally
    raise CodexError("this choice is not measured", f"expected a committed answer: {RUN}")
