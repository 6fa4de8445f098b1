"""The steps of a model game as data: what the table on a page shows, card by card, and what a file of steps holds.

Points are thirds of a point. More fields may come (what a solver says, what else might have been played).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What happens at a step."""

    DEAL = "deal"
    BID = "bid"
    CALL = "call"
    TALON = "talon"
    SCAT = "scat"
    ANNOUNCE = "announce"
    PLAY = "play"
    COUNT = "count"
    SCORE = "score"
    REVOKE = "revoke"
    AGAIN = "again"
    OPEN = "open"


FOLLOWS = (Kind.COUNT, Kind.SCORE, Kind.REVOKE, Kind.AGAIN, Kind.OPEN)  # what is reckoned of the rest


class ChangeKind(StrEnum):
    """What kind of change a level makes: as it is corrected, or as it is conjectured."""

    EMENDATION = "emendation"
    CONJECTURE = "conjecture"


class _Struct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    pass


class Note(_Struct, frozen=True, kw_only=True):
    """A remark of the author's with its English, or a finding with its code; `ref` is the paragraph."""

    text: str
    english: str = ""
    code: str = ""
    ref: str = ""


class Change(_Struct, frozen=True, kw_only=True):
    """How a step differs from the level before: of which `kind` that is, and in words what stands there."""

    kind: ChangeKind
    told: str


class Step(_Struct, frozen=True, kw_only=True):
    """A step. `id` names it in addresses: `deal`, `bid2`, `call`, `talon1`, `scat`, `say1`, `9.4`, `count`, `score3`; where
    somebody revoked also `revoke`, which says why there is a second sheet, and its lines `again1`; then `open1`.

    - `cards` change hands: those looked at in the talon (`kept` if they are taken), or laid in the scat
    - `card` is played; `legal` are those that might have been, by `rule` (a key) and `ref` (its paragraph)
    - `winner` takes the trick with this card
    - `points` are what the declarer's side and the defenders have so far
    - `known` are the seats whose roles all know from now on
    - `seats` write `amount` on the score sheet; `struck` are the steps whose lines the second sheet has not
    - `change` says that the level before has another reading here, and which
    - `says` tells the step in words, `law` what may be played and why; `unseen` tells it to who may not see the cards
    """

    id: str
    kind: Kind
    says: str
    law: str = ""
    unseen: str = ""
    seat: str = ""
    card: str = ""
    cards: list[str] = []
    kept: bool = False
    legal: list[str] = []
    rule: str = ""
    ref: str = ""
    winner: str = ""
    points: list[int] = []
    known: list[str] = []
    seats: list[str] = []
    amount: int = 0
    struck: list[str] = []
    remarks: list[Note] = []
    findings: list[Note] = []
    change: Change | None = None


class Level(_Struct, frozen=True, kw_only=True):
    """A game at one level, with the `hands` at the first of its steps and the `talon` in its heaps.

    `changed` has by seat the cards of these hands that another reading has put there, and of which kind that is.
    `roles` are the true ones; `knows` has by seat whose role it knows from the call on.
    """

    name: str
    declarer: str
    partner: str
    king: str
    hands: dict[str, list[str]]
    talon: list[list[str]]
    roles: dict[str, str]
    knows: dict[str, list[str]]
    steps: list[Step]
    changed: dict[str, dict[str, ChangeKind]] = {}


class Game(_Struct, frozen=True, kw_only=True):
    """A game at its levels; `total` is what the pack counts, in thirds."""

    seats: list[str]
    dealer: str
    forehand: str
    total: int
    levels: dict[str, Level]
