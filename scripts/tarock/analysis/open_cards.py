"""A solver of endings by exhaustive search, made for a few cards in each hand.

The duties in a trick come from `tarock.game.common.trick_law.TrickLaw`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tarock.analysis.solver import decided, named_cards
from tarock.base.errors import CodexError
from tarock.game.common.cards import TAROCK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tarock.analysis.solver import Goal, Position
    from tarock.game.common.cards import Card
    from tarock.game.common.trick_law import TrickLaw

_Hands = tuple[int, ...]  # each hand as a set of bits


class OpenCardSearch:
    """A `Solver` of the endings of a pack under a law. It remembers what it has found as long as it lives.

    Cards are bits, each suit in order of strength, the tarocks above the suits. They are told by their names,
    so that another pack with the same names and order may be asked about.
    """

    def __init__(self, cards: Iterable[Card], law: TrickLaw):
        self.law = law
        self.cards = sorted(cards, key=lambda card: (card.is_tarock, card.suit, card.strength))
        self.bit = {card.name: number for number, card in enumerate(self.cards)}
        self.takes = [[law.takes(card, best) for best in self.cards] for card in self.cards]
        suits = dict.fromkeys(card.suit for card in self.cards)
        self.suits = {suit: self.mask(card.name for card in self.cards if card.suit == suit) for suit in suits}
        self.suit = [self.suits[card.suit] for card in self.cards]
        self._duties: dict[tuple[int, int, int], int] = {}
        self._searches: dict[tuple[tuple[str, ...], Goal, frozenset[str]], _Search] = {}

    def can_force(self, position: Position, goal: Goal, party: Collection[str]) -> bool:
        """Whether the party can force the goal from the position."""
        return self._search(position, goal, party).reached(self._state(position))

    def good_cards(self, position: Position, goal: Goal, party: Collection[str]) -> list[Card]:
        """The cards of the seat to play after which the party can still force the goal."""
        search, state = self._search(position, goal, party), self._state(position)
        legal = self.legal(state.hands[state.seat], state.led, state.best)
        bits = sorted((self.bit[card.name], card) for card in position.hands[position.to_play])
        return [card for bit, card in bits if legal >> bit & 1 and search.reached(search.after(state, bit))]

    def mask(self, names: Iterable[str]) -> int:
        """The bits of some cards; names that the pack has not are left out."""
        return sum(1 << self.bit[name] for name in names if name in self.bit)

    def legal(self, hand: int, led: int, best: int) -> int:
        """The bits of the cards that the law allows; it looks at the led card (-1: none) and at the best one."""
        if led < 0:
            return hand
        key = (hand, led, best)
        legal = self._duties.get(key)
        if legal is None:
            plays = [("", self.cards[card]) for card in dict.fromkeys((led, best))]
            held = [card for number, card in enumerate(self.cards) if hand >> number & 1]
            legal = self._duties[key] = self.mask(card.name for card in self.law.legal(held, plays))
        return legal

    def _search(self, position: Position, goal: Goal, party: Collection[str]) -> _Search:
        key = (tuple(position.hands), goal, frozenset(party))
        if key not in self._searches:
            self._searches[key] = _Search(self, *key)
        return self._searches[key]

    def _state(self, position: Position) -> _State:
        if not position.table and not any(position.hands.values()):
            raise CodexError("no card is left in the ending", "expected one in each hand at least")
        seats = tuple(position.hands)
        hands = tuple(self.mask(card.name for card in hand) for hand in position.hands.values())
        table = tuple(self.bit[card.name] for _seat, card in position.table)
        best, winner = -1, seats.index(position.leader)
        if position.table:
            seat, card = self.law.winner(position.table)
            best, winner = self.bit[card.name], seats.index(seat)
        return _State(hands, seats.index(position.to_play), table, best, winner)


class _State(NamedTuple):
    """A moment in a trick: the hands, whose turn it is, the cards on the table, the best of them and whose it is."""

    hands: _Hands
    seat: int
    table: tuple[int, ...]
    best: int
    winner: int

    @property
    def led(self) -> int:
        """The card led, or -1."""
        return self.table[0] if self.table else -1

    @property
    def out(self) -> int:
        """The bits of all hands and of the table."""
        return sum(self.hands) + sum(1 << card for card in self.table)


class _Search:
    """Minimax over legal plays for one goal of one party, with memory at the start of each trick.

    Two cards of one hand between which no card of another hand or of the table lies take and lose the same
    tricks; only the higher is tried, unless the goal names one. What counts of the cards still held is whose
    they are, in each suit from the top: endings of the same shape have the same result, whatever the suits.
    """

    def __init__(self, solver: OpenCardSearch, seats: tuple[str, ...], goal: Goal, party: frozenset[str]):
        self.solver = solver
        self.seats = seats
        self.goal = goal
        self.in_party = [seat in party for seat in seats]
        self.named = solver.mask(named_cards(goal))
        self.known: dict[tuple[tuple[int, ...], int], bool] = {}
        self.shapes: dict[_Hands, int] = {}
        self.numbers: dict[tuple[object, ...], int] = {}
        self.tried: dict[tuple[int, int, bool], tuple[int, ...]] = {}
        self.judged: dict[tuple[int, int, bool], bool | None] = {}

    def reached(self, state: _State) -> bool:
        """Whether the party reaches the goal from here."""
        hands = list(state.hands)
        if not state.table:
            return self._lead(hands, state.seat, state.out)
        if len(state.table) == len(self.seats):
            return self._taken(hands, state.winner, state.out)
        return self._turn(hands, state.seat, state.led, state.best, state.winner, len(state.table), state.out)

    def after(self, state: _State, card: int) -> _State:
        """The state when the seat whose turn it is has played a card."""
        hands, seat, table, best, winner = state
        if best < 0 or self.solver.takes[card][best]:
            best, winner = card, seat
        hands = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
        return _State(hands, (seat + 1) % len(self.seats), (*table, card), best, winner)

    def _lead(self, hands: list[int], leader: int, out: int) -> bool:
        if not hands[leader] & (hands[leader] - 1):
            return self._last(hands, leader, out)
        key = (self._shape(hands, out), leader)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._turn(hands, leader, -1, -1, leader, 0, out)
        return known

    def _last(self, hands: list[int], leader: int, out: int) -> bool:
        """Whether the goal is reached by the last trick, in which nobody has a choice."""
        takes, best, winner = self.solver.takes, hands[leader].bit_length() - 1, leader
        for seat in (*range(leader + 1, len(hands)), *range(leader)):
            card = hands[seat].bit_length() - 1
            if takes[card][best]:
                best, winner = card, seat
        return bool(self._decided(winner, out & self.named, last=True))

    def _shape(self, hands: list[int], out: int) -> tuple[int, ...]:
        """The shapes of the suits, each a number; which suit has which shape does not matter but for the tarocks."""
        shapes: list[int] = []
        for suit, mask in self.solver.suits.items():
            if not out & mask:
                continue
            held = tuple([hand & mask for hand in hands])
            shape = self.shapes.get(held)
            if shape is None:
                shape = self.shapes[held] = self.numbers.setdefault(self._owners(suit, held), len(self.numbers))
            shapes.append(shape)
        shapes.sort()
        return tuple(shapes)

    def _owners(self, suit: str, held: _Hands) -> tuple[object, ...]:
        """Whose the cards of a suit are, from the top, and which of them the goal names."""
        cards = [card for card in range(len(self.solver.cards))[::-1] if sum(held) >> card & 1]
        owners = (next(seat for seat, hand in enumerate(held) if hand >> card & 1) for card in cards)
        named = (card if self.named >> card & 1 else -1 for card in cards)
        return (suit == TAROCK, *zip(owners, named, strict=True))

    def _turn(self, hands: list[int], seat: int, led: int, best: int, winner: int, played: int, out: int) -> bool:
        """Whether the goal is reached when `seat` plays next, after so many have `played`.

        `out` are the bits of all hands and of the table. The hands change during the search and are restored.
        """
        wanted, takes, hand = self.in_party[seat], self.solver.takes, hands[seat]
        following, played = (seat + 1) % len(hands), played + 1
        for card in self._moves(hand, seat, led, best, out):
            top, who = (card, seat) if led < 0 or takes[card][best] else (best, winner)
            hands[seat] = hand ^ 1 << card
            if played == len(hands):
                reached = self._taken(hands, who, out)
            else:
                reached = self._turn(hands, following, card if led < 0 else led, top, who, played, out)
            hands[seat] = hand
            if reached is wanted:
                return wanted
        return not wanted

    def _taken(self, hands: list[int], winner: int, out: int) -> bool:
        """Whether the goal is reached after a trick; `out` as before it."""
        left = sum(hands)
        found = self._decided(winner, (out ^ left) & self.named, last=not left)
        if found is None:
            return bool(left) and self._lead(hands, winner, left)
        return found

    def _decided(self, winner: int, fallen: int, *, last: bool) -> bool | None:
        """What a trick decides in which of the cards that the goal names these have fallen."""
        key = (winner, fallen, last)
        if key not in self.judged:
            names = [card.name for number, card in enumerate(self.solver.cards) if fallen >> number & 1]
            self.judged[key] = decided(self.goal, self.seats[winner], names, last=last)
        return self.judged[key]

    def _moves(self, hand: int, seat: int, led: int, best: int, out: int) -> tuple[int, ...]:
        """The legal cards, one of each run of equal ones, in the order in which they are tried.

        The party leads from the top and follows from below, the others the other way round: with this order
        results show soonest. It changes no result.
        """
        legal = self.solver.legal(hand, led, best)
        if not legal & (legal - 1):
            return (legal.bit_length() - 1,)
        upwards = self.in_party[seat] is (led >= 0)
        key = (legal, out ^ hand, upwards)
        tried = self.tried.get(key)
        if tried is None:
            runs = tuple(self._runs(legal, out ^ hand))
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
            suit = self.solver.suit[card]
            if suit == last_suit and not foreign & ((1 << last) - (1 << card)):
                last = card
                continue
            last, last_suit = card, suit
            yield card
