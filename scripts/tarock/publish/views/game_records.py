"""The records of the page of a model game, level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.proof.games import GameVerdict
    from tarock.proof.stated import ResultVerdict
    from tarock.publish.views.cards import Cards
    from tarock.publish.views.findings import FindingView
    from tarock.publish.views.prose import Link
    from tarock.publish.views.table import TableView


class LegalLine(Value):
    """A legal line: the tricks whose cards are exchanged, the declarer side's points then, and whether the corrected game has the same."""

    swaps: tuple[tuple[int, int], ...]
    points: str
    same_points: bool


class Hand(Value):
    """The cards of a seat with its roles, or those of talon and scat."""

    name: str
    roles: tuple[str, ...]
    cards: Cards


class Said(Value):
    """A bid or an announcement."""

    seat: str
    bid: str
    fold: int = 0
    implied: bool = False


class Played(Value):
    """What a seat plays in a trick, no card where the record lacks it; who `won` takes the trick."""

    seat: str
    card: Cards | None
    leads: bool
    won: bool


class TrickView(Value):
    """A trick, seat by seat, with the declarer side's points after it."""

    number: int
    place: Link
    played: tuple[Played, ...]
    winner: str
    points: str
    findings: tuple[FindingView, ...]
    remarks: tuple[Remark, ...]


class SheetLine(Value):
    """An entry of a score sheet."""

    what: str
    seats: tuple[str, ...]
    reckoning: str
    amount: int
    place: Link


class LeftOpen(Value):
    """What the source leaves open, with both readings."""

    what: str
    taken: str
    other: str
    place: Link


class Sheet(Value):
    """A score sheet: as the game was played, or as `section` makes it for the revoke in it."""

    section: str
    lines: tuple[SheetLine, ...]
    totals: tuple[tuple[str, int], ...]
    left_open: tuple[LeftOpen, ...]


class Remark(Value):
    """A sentence of the author's, and its English."""

    text: str
    gloss: str


class Result(Value):
    """A result that the author states, and what the replay gives; the words lead to their passage."""

    what: str
    stated: bool | int
    computed: bool | int
    verdict: ResultVerdict
    words: Link
    gloss: str


class StepLine(Value):
    """A step in words, with what might have been played; its address and its paragraph; the points of both sides."""

    name: Link
    says: str
    legal: tuple[str, ...]
    place: Link
    points: tuple[str, ...]


class LevelView(Value):
    """The game at one level. `before` are the findings and `remarks_before` the remarks before the first trick.

    `steps` are all steps, or those that differ from the level which is `like` this one.
    """

    name: str
    before: tuple[FindingView, ...]
    hands: tuple[Hand, ...]
    bids: tuple[Said, ...]
    declarer: str
    king: str
    kept: int
    talon: tuple[Hand, ...]
    announced: tuple[Said, ...]
    remarks_before: tuple[Remark, ...]
    tricks: tuple[TrickView, ...]
    remarks_after: tuple[Remark, ...]
    sheets: tuple[Sheet, ...]
    stated: tuple[Result, ...]
    like: str
    steps: tuple[StepLine, ...]


class GameView(Value):
    """The page. `table` is the game step by step; `ended` is how the book says that the game ended; both have their English beside them; `revoking` who revokes where legal lines exist."""

    source: Source
    number: str
    title: str
    anchor: str
    title_english: str
    ended: str
    ended_english: str
    verdict: GameVerdict
    text: Link
    all_games: Link
    table: TableView
    revoking: str
    legal_lines: tuple[LegalLine, ...]
    levels: tuple[LevelView, ...]
    base: str  # the level that is shown first
