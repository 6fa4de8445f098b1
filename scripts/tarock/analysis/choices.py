"""The question which of two ways to play is the better one in a kind of position, and what was counted (1840).

`lab.choices` deals and solves the positions: all cards are open, which nobody at the table sees, and what is not told
lies at random.
"""

from __future__ import annotations

from tarock.analysis.goals import Aim
from tarock.base.structs import Record

ALGORITHM = 1  # of `lab.choices`; raise it when a position may get another value; `tarock.analysis.stamps`


class ChoiceQuestion(Record, kw_only=True):
    """A question on a kind of position with so many cards in each hand before the trick, and one or two ways to play.

    `held` are cards that seats have. `count` says how many cards of a suit, or of `Tarock`, a seat has at least and at
    most; `out` stands there for the cards that are in no hand. `out` are such cards by name. A is the declarer; the
    called `king` is in the hand of the `partner`, who is anybody but A and who is to play where it is not told.
    `ultimo`: announced by who has the Pagat. `plays` lie on the table, each a seat and a way that leaves a single card.

    A way is a card, a suit, `Tarock` or `card`, with `lowest` or `highest` before it, and `taking` for what takes the
    trick so far; `others` are the cards that `play` leaves. Without `play` the position itself is asked about.
    """

    king: str
    leads: str
    aim: Aim
    cards: int = 8
    held: dict[str, str] = {}
    count: dict[str, dict[str, tuple[int, int]]] = {}
    out: str = ""
    partner: str = ""
    plays: tuple[str, ...] = ()
    ultimo: bool = False
    play: str = ""
    instead: str = ""


class Tally(Record, kw_only=True):
    """A count of positions in which `play` was better or worse than `instead`, or in which that is not known.

    `reached` and `missed` are those in which the side of who plays could force what is asked, after the one and after
    the other way, where that is a yes or no.
    """

    positions: int
    better: int = 0
    worse: int = 0
    unknown: int = 0
    reached: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
