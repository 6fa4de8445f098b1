"""Endings with open cards: can a party force a goal against everybody else, and by which line?

Everybody sees all cards, the party plays as one, and so do all others against it: what is forced here holds
whatever the others do, and what is not forced can be prevented. The search is exhaustive; it is made for a
few cards in each hand. The duties in a trick come from `tarock.game.common.trick_law.TrickLaw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.game.common.trick_law import TrickLaw


class Trick(NamedTuple):
    """A finished trick: its plays in order, who took it, and whether it was the last of the ending."""

    plays: tuple[Play, ...]
    winner: str
    last: bool


Judge = Callable[[Trick], bool | None]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a party wants. `judge` says of each trick whether it reaches (`True`) or forfeits (`False`) the goal.

    `judge` may look at the winner, at `last` and at the cards named in `cards`; all other cards are the same
    to it, which is what lets the search treat neighbouring cards of a hand as one. A goal that no trick
    decides is not reached.
    """

    name: str
    judge: Judge
    cards: frozenset[Card] = frozenset()


def ultimo(pagat: Card, holder: str) -> Goal:
    """`holder` takes the last trick with the Pagat (1840:51.1)."""

    def judge(trick: Trick) -> bool | None:
        if any(card is pagat for _seat, card in trick.plays):
            return trick.last and trick.winner == holder
        return None

    return Goal("ultimo", judge, frozenset((pagat,)))


def all_tricks(party: Collection[str]) -> Goal:
    """The party takes every trick, as Volat asks (1840:60.1)."""

    def judge(trick: Trick) -> bool | None:
        if trick.winner not in party:
            return False
        return True if trick.last else None

    return Goal("all tricks", judge)


def card_taken(card: Card, party: Collection[str]) -> Goal:
    """The party takes the trick in which `card` falls."""

    def judge(trick: Trick) -> bool | None:
        if any(played is card for _seat, played in trick.plays):
            return trick.winner in party
        return None

    return Goal(f"{card} taken", judge, frozenset((card,)))


def opposite(goal: Goal) -> Goal:
    """The goal of those who want to prevent `goal`."""

    def judge(trick: Trick) -> bool | None:
        decided = goal.judge(trick)
        if decided is None:
            return True if trick.last else None
        return not decided

    return Goal(f"not {goal.name}", judge, goal.cards)


@dataclass(frozen=True)
class Position:
    """An ending: the hands by seat in the order of play, who leads, and what lies on the table already.

    Raises `CodexError` when a card lies twice, a play is out of turn or the hands are not even.
    """

    hands: Mapping[str, frozenset[Card]]
    leader: str
    table: tuple[Play, ...] = ()

    def __post_init__(self) -> None:
        cards = [card for hand in self.hands.values() for card in hand]
        cards += [card for _seat, card in self.table]
        twice = sorted({card.name for card in cards if cards.count(card) > 1})
        if twice:
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


_Hands = tuple[int, ...]  # each hand as a set of bits
_Table = tuple[int, ...]  # the cards of a trick in order
_State = tuple[_Hands, int, _Table, int, int]  # hands, seat to play, table, best card, who played it


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether the goal is forced, and a line of best play that shows it, up to the trick that decides."""

    forced: bool
    line: tuple[Trick, ...]


def solve(position: Position, goal: Goal, party: Collection[str], law: TrickLaw) -> Ending:
    """Whether `party` can force `goal` from `position`, with a line."""
    search = _Search(position, goal, party, law)
    return Ending(search.forced(), search.line())


def can_force(position: Position, goal: Goal, party: Collection[str], law: TrickLaw) -> bool:
    """Whether `party` can force `goal` from `position`."""
    return _Search(position, goal, party, law).forced()


def good_cards(position: Position, goal: Goal, party: Collection[str], law: TrickLaw) -> list[Card]:
    """The cards of the seat to play after which `party` can still force `goal`."""
    return _Search(position, goal, party, law).good_cards()


class _Search:
    """Minimax over legal plays, with memory at the start of each trick.

    Cards are bits, each suit in order of strength, the tarocks above the suits. Two cards of one hand between
    which no card of another hand or of the table lies take and lose the same tricks; only the higher is
    tried, unless the goal names one.
    """

    def __init__(self, position: Position, goal: Goal, party: Collection[str], law: TrickLaw):
        self.goal = goal
        self.law = law
        self.seats = tuple(position.hands)
        self.count = len(self.seats)
        self.in_party = [seat in party for seat in self.seats]
        held = [card for hand in position.hands.values() for card in hand]
        held += [card for _seat, card in position.table]
        self.cards = sorted(held, key=lambda card: (card.is_tarock, card.suit, card.strength))
        self.bit = {card: number for number, card in enumerate(self.cards)}
        self.takes = [[law.takes(card, best) for best in self.cards] for card in self.cards]
        self.named = self._mask(goal.cards & self.bit.keys())
        suits = {card.suit for card in held}
        self.suit = {suit: self._mask(card for card in held if card.suit == suit) for suit in suits}
        self.known: dict[tuple[tuple[int, ...], int], bool] = {}
        self.duties: dict[tuple[int, int, int], int] = {}
        self.tried: dict[tuple[int, int, bool], tuple[int, ...]] = {}
        self.judged: dict[tuple[int, bool, int, _Table], bool | None] = {}
        leader = self.seats.index(position.leader)
        played = dict(position.table)
        hands = tuple(
            self._mask(hand | {played[seat]} if seat in played else hand) for seat, hand in position.hands.items()
        )
        self.start: _State = (hands, leader, (), -1, leader)
        for _seat, card in position.table:
            self.start = self._put(self.start, self.bit[card])

    def _mask(self, cards: Iterable[Card]) -> int:
        return sum(1 << self.bit[card] for card in cards)

    def forced(self) -> bool:
        """Whether the party reaches the goal from the start."""
        return self._reached(self.start)

    def good_cards(self) -> list[Card]:
        """The cards with which the seat to play keeps the goal within reach of the party."""
        hands, seat, table, best, _who = self.start
        legal = self._legal(hands[seat], table, best)
        cards = [card for card in range(len(self.cards)) if legal >> card & 1]
        return [self.cards[card] for card in cards if self._reached(self._put(self.start, card))]

    def line(self) -> tuple[Trick, ...]:
        """The tricks of a line in which each side plays what keeps its result, up to the deciding one."""
        tricks: list[Trick] = []
        state = self.start
        value = self._reached(state)
        while any(state[0]) or state[2]:
            if len(state[2]) == self.count:
                trick = self._trick(state)
                tricks.append(trick)
                if self.goal.judge(trick) is not None:
                    break
                state = (state[0], state[4], (), -1, state[4])
                continue
            after = [self._put(state, card) for card in self._moves(state)]
            state = next((one for one in after if self._reached(one) == value), after[0])
        return tuple(tricks)

    def _reached(self, state: _State) -> bool:
        """Whether the party reaches the goal from here."""
        hands, _seat, table, _best, winner = state
        if not table:
            return self._from_lead(hands, winner)
        if len(table) < self.count:
            return self._choose(state)
        last = not any(hands)
        decided = self._judge(state, last=last)
        if decided is not None:
            return decided
        return not last and self._from_lead(hands, winner)

    def _from_lead(self, hands: _Hands, leader: int) -> bool:
        key = (hands, leader)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._choose((hands, leader, (), -1, leader))
        return known

    def _choose(self, state: _State) -> bool:
        wanted = self.in_party[state[1]]
        for card in self._moves(state):
            if self._reached(self._put(state, card)) == wanted:
                return wanted
        return not wanted

    def _put(self, state: _State, card: int) -> _State:
        hands, seat, table, best, who = state
        if best < 0 or self.takes[card][best]:
            best, who = card, seat
        hands = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
        return (hands, (seat + 1) % self.count, (*table, card), best, who)

    def _judge(self, state: _State, *, last: bool) -> bool | None:
        _hands, seat, table, _best, winner = state
        named = tuple(card if self.named >> card & 1 else -1 for card in table) if self.named else ()
        key = (winner, last, seat, named)
        if key not in self.judged:
            self.judged[key] = self.goal.judge(self._trick(state))
        return self.judged[key]

    def _trick(self, state: _State) -> Trick:
        """A full table as a trick; the seat to play is the leader again."""
        hands, leader, table, _best, winner = state
        plays = tuple(
            (self.seats[(leader + number) % self.count], self.cards[card]) for number, card in enumerate(table)
        )
        return Trick(plays, self.seats[winner], not any(hands))

    def _moves(self, state: _State) -> tuple[int, ...]:
        """The legal cards, one of each run of equal ones, in the order in which they are tried.

        The party leads from the top and follows from below, the others the other way round: with this order
        results show soonest. It changes no result.
        """
        hands, seat, table, best, _who = state
        legal = self._legal(hands[seat], table, best)
        if not legal & (legal - 1):
            return (legal.bit_length() - 1,)
        foreign = sum(hands) - hands[seat]
        for card in table:
            foreign |= 1 << card
        upwards = self.in_party[seat] if table else not self.in_party[seat]
        key = (legal, foreign, upwards)
        tried = self.tried.get(key)
        if tried is None:
            runs = tuple(self._runs(legal, foreign))
            tried = self.tried[key] = runs[::-1] if upwards else runs
        return tried

    def _runs(self, legal: int, foreign: int) -> Iterator[int]:
        """The cards of `legal` from the top, of each run between whose cards no foreign one lies the highest."""
        last = last_suit = -1
        while legal:
            card = legal.bit_length() - 1
            legal ^= 1 << card
            if self.named >> card & 1:
                yield card
                continue
            suit = self.suit[self.cards[card].suit]
            if suit == last_suit and not foreign & ((1 << last) - (1 << card)):
                last = card
                continue
            last, last_suit = card, suit
            yield card

    def _legal(self, hand: int, table: _Table, best: int) -> int:
        """The bits of the cards that the law allows; it looks at the led card and at the best one."""
        if not table:
            return hand
        key = (hand, table[0], best)
        legal = self.duties.get(key)
        if legal is None:
            plays = [("", self.cards[card]) for card in dict.fromkeys((table[0], best))]
            held = [card for number, card in enumerate(self.cards) if hand >> number & 1]
            legal = self.duties[key] = self._mask(self.law.legal(held, plays))
        return legal
