"""The committed measures of the hands that the author judges: their file, and how a claim's words become a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.analysis.hands import Discard, Measured, Question, Share, share_of
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, write_text
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import ERA

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.analysis.goals import Aim
    from tarock.game.common.cards import Pack

DEALS = 100
NODES = 4_000_000  # for each value
RUN = "run `tarock hand --printed --write`"


def file_of(rules: Path) -> Path:
    """Where the measures are committed, in the folder of the rules."""
    return rules / "analysis" / f"{ERA}-hands.json"


def load(path: Path) -> Measured | None:
    """The measures of a file; None where there is none; raises `CodexError` for another format."""
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(read_bytes(path), type=Measured)
    except msgspec.DecodeError as error:
        raise CodexError(str(error), f"expected what is written: {RUN}", file=path) from None


def write(path: Path, found: Measured) -> None:
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


def answer(path: Path, question: Question) -> Share:
    """The committed share; raises `CodexError` where there is none."""
    held = load(path)
    for each in held.found if held else ():
        if each.question == question:
            return share_of(each.values)
    raise CodexError("this hand is not measured", f"expected a committed answer: {RUN}", file=path)
