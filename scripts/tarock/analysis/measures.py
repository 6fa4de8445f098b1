"""Files of the committed measures of hands and choices that the author judges, and the questions of claims."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from tarock.analysis.choices import ChoiceQuestion, Tally
from tarock.analysis.goals import Aim
from tarock.analysis.hands import DiscardMethod, HandMeasures, HandQuestion, ReachedShare, compute_share
from tarock.analysis.stamps import ResultStamp, load_stamped
from tarock.base.errors import CodexError
from tarock.base.files import write_text
from tarock.base.structs import Record
from tarock.game.common.cards import Pack
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import ERA

M = TypeVar("M", bound="HandMeasures | ChoiceMeasures")

DEALS = 100
POSITIONS = 400
NODES = 4_000_000  # for each value
RUN = "run `.venv/bin/python -m lab.trials --write`"


class ChoiceMeasure(Record, kw_only=True):
    """A question on a kind of position, and what was counted in `POSITIONS` of it."""

    question: ChoiceQuestion
    tally: Tally


class ChoiceMeasures(ResultStamp, kw_only=True):
    """The committed answers to the choices that claims ask about, with the stamp of what they come from."""

    found: tuple[ChoiceMeasure, ...]


_FILES: dict[type[HandMeasures | ChoiceMeasures], str] = {HandMeasures: "hands", ChoiceMeasures: "choices"}


def locate_file(rules: Path, kind: type[HandMeasures | ChoiceMeasures] = HandMeasures) -> Path:
    """Return the path of the committed measures of a kind."""
    return rules / "analysis" / f"{ERA}-{_FILES[kind]}.json"


def load(path: Path, kind: type[M]) -> M | None:
    """Read committed measures; None where there is no file. Raises `CodexError` for another format."""
    return load_stamped(path, kind, RUN)


def write(path: Path, found: HandMeasures | ChoiceMeasures) -> None:
    """Write measures to a file, one line for each question."""
    text = msgspec.json.encode(found).decode()
    write_text(path, text.replace('{"question"', '\n{"question"') + "\n")


def build_question(
    pack: Pack,
    cards: str,
    bid: str,
    discard: DiscardMethod,
    *,
    king: str,
    bought: str,
    left: str,
    scat: str,
    aim: Aim,
) -> HandQuestion:
    """Return the question about a hand that a claim asks, with cards read from the notation of the books.

    Empty texts leave open what is called, bought, left or laid away.
    """

    def names(text: str) -> tuple[str, ...]:
        return tuple(card.name for card in read_cards(text, pack)) if text else ()

    return HandQuestion(
        hand=names(cards), bid=bid, discard=discard, king=king, bought=names(bought), left=names(left),
        scat=names(scat), aim=aim, aims=(aim,), nodes=NODES,
    )  # fmt: skip


def find_reached_share(held: HandMeasures, question: HandQuestion) -> ReachedShare:
    """Return the committed share of deals in which the aim of a hand question was reached.

    Raises `CodexError` where the question has no committed answer.
    """
    for found in held.found:
        if found.question == question:
            return compute_share(found.values)
    raise CodexError("no answer is committed for this hand", RUN)


def find_tally(held: ChoiceMeasures, question: ChoiceQuestion) -> Tally:
    """Return the committed counts for a question about a choice; raise `CodexError` where there are none."""
    for found in held.found:
        if found.question == question:
            return found.tally
    raise CodexError("no answer is committed for this choice", RUN)
