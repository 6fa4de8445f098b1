"""Questions about endings with open cards, and the interface of whatever answers them.

Everybody sees all cards, a party plays as one, and so do all others against it: what is forced here holds
whatever the others do, and what is not forced can be prevented. Positions, goals and parties are plain data;
cards in goals are named, so that a goal is the same under every pack that has the card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tarock.base.errors import CodexError
from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.game.common.trick_law import TrickLaw


class Ultimo(Value):
    """`holder` takes the last trick with `card`, the Pagat (1840:51.1)."""

    holder: str
    card: str


class AllTricks(Value):
    """`party` takes every trick, as Volat asks (1840:60.1)."""

    party: frozenset[str]


class Takes(Value):
    """`party` takes the trick in which `card` falls."""

    card: str
    party: frozenset[str]


class Prevent(Value):
    """The goal of those who want that `goal` is not reached."""

    goal: Goal


Goal = Ultimo | AllTricks | Takes | Prevent


def decided(goal: Goal, winner: str, fallen: Collection[str], *, last: bool) -> bool | None:
    """Whether a trick reaches a goal, forfeits it, or leaves it open (`None`).

    The trick is told by its winner, the names of the cards that fell in it, and whether it was the last one.
    A goal that no trick decides is not reached.
    """
    match goal:
        case Ultimo(holder, card):
            return (last and winner == holder) if card in fallen else None
        case AllTricks(party):
            return False if winner not in party else True if last else None
        case Takes(card, party):
            return winner in party if card in fallen else None
        case Prevent(wanted):
            found = decided(wanted, winner, fallen, last=last)
            return (True if last else None) if found is None else not found


def named_cards(goal: Goal) -> frozenset[str]:
    """The cards that a goal names; all others are the same to it."""
    match goal:
        case Ultimo(card=card) | Takes(card=card):
            return frozenset((card,))
        case Prevent(wanted):
            return named_cards(wanted)
        case AllTricks():
            return frozenset()


class Position(Value):
    """An ending: the hands by seat in the order of play, who leads, and what lies on the table already.

    Raises `CodexError` when a card lies twice, a play is out of turn or the hands are not even.
    """

    hands: Mapping[str, frozenset[Card]]
    leader: str
    table: tuple[Play, ...] = ()

    def __post_init__(self) -> None:
        cards = [card for hand in self.hands.values() for card in hand]
        cards += [card for _seat, card in self.table]
        if len(set(cards)) < len(cards):
            twice = sorted({card.name for card in cards if cards.count(card) > 1})
            raise CodexError(f"{', '.join(twice)} twice in the ending", "expected each card once")
        if self.leader not in self.hands:
            raise CodexError(f"nobody sits at {self.leader}", f"expected one of {', '.join(self.hands)}")
        order = self.order
        if [seat for seat, _card in self.table] != list(order[: len(self.table)]):
            raise CodexError("plays out of turn", f"expected {', '.join(order)}")
        played = dict(self.table)
        sizes = {seat: len(hand) + (seat in played) for seat, hand in self.hands.items()}
        if len(set(sizes.values())) != 1:
            raise CodexError(f"hands of {sizes}", "expected as many cards in each")

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in the order of this trick."""
        seats = tuple(self.hands)
        start = seats.index(self.leader)
        return seats[start:] + seats[:start]

    @property
    def to_play(self) -> str:
        """The seat whose turn it is."""
        return self.order[len(self.table)]

    def after(self, seat: str, card: Card, law: TrickLaw) -> Position:
        """The position when `seat` has played `card`; raises `CodexError` for a play out of turn or against the law."""
        if seat != self.to_play:
            raise CodexError(f"{seat} plays out of turn", f"expected {self.to_play}")
        hand = self.hands[seat]
        if card not in hand or card not in law.legal(hand, self.table):
            raise CodexError(f"{seat} may not play {card}", "expected a legal card of the hand")
        table = (*self.table, (seat, card))
        hands = {name: held - {card} if name == seat else held for name, held in self.hands.items()}
        if len(table) == len(hands):
            return Position(hands, law.winner(table)[0])
        return Position(hands, self.leader, table)


class Solver(Protocol):
    """Answers questions about endings of one pack under one law. `party` are the seats that want the goal.

    Raises `CodexError` where no card is left, so that nothing can be forced any more.
    """

    def can_force(self, position: Position, goal: Goal, party: Collection[str]) -> bool:
        """Whether the party can force the goal from the position."""

    def good_cards(self, position: Position, goal: Goal, party: Collection[str]) -> list[Card]:
        """The cards of the seat to play after which the party can still force the goal."""
