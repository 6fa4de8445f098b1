"""A solver of endings with open cards: which goals a party can force, by minimax search.

Everybody sees all cards, a party plays as one, and so do all others against it: what is forced here holds
whatever the others do, and what is not forced can be prevented. Positions, goals and parties are plain data;
cards in goals are named, so that a goal is the same under every pack that has the card. The duties in a trick come from
`tarock.game.common.trick_law.TrickLaw`. Endings of four hands are searched by the core (`tarock.analysis.core`), where
it is there; all others, and all without `wasmtime`, in Python, made for a few cards in each hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from tarock.analysis.core import (
    BITS,
    ENDS,
    KING,
    LOST,
    MADE,
    OURS,
    PAGAT,
    SEATS,
    THIRDS,
    LeafRow,
    LeafRows,
    assign_bits,
    encode_law,
    share_core,
)
from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.game.common.cards import Card
from tarock.game.common.notation import Play
from tarock.game.common.records import order_from
from tarock.game.common.trick_law import TrickLaw


class Ultimo(Frozen):
    """`holder` takes the last trick with `card`, the Pagat (1840:51.1)."""

    holder: str
    card: str


class AllTricks(Frozen):
    """`party` takes every trick, as Volat asks (1840:60.1)."""

    party: frozenset[str]


class Takes(Frozen):
    """`party` takes the trick in which `card` falls."""

    card: str
    party: frozenset[str]


class Prevent(Frozen):
    """The goal of those who want that `goal` is not reached."""

    goal: Goal


Goal = Ultimo | AllTricks | Takes | Prevent


def decide_goal(goal: Goal, winner: str, fallen: Collection[str], *, last: bool) -> bool | None:
    """Return whether a trick reaches a goal (True), makes it impossible (False) or leaves it open (None).

    `fallen` are the names of the cards in the trick that the goal names; `last` says whether it was the last trick. A
    goal that no trick decides is not reached.
    """
    match goal:
        case Ultimo(holder, card):
            return (last and winner == holder) if card in fallen else None
        case AllTricks(party):
            return False if winner not in party else True if last else None
        case Takes(card, party):
            return winner in party if card in fallen else None
        case Prevent(wanted):
            found = decide_goal(wanted, winner, fallen, last=last)
            return (True if last else None) if found is None else not found


def find_named_cards(goal: Goal) -> frozenset[str]:
    """Return the names of the cards that a goal mentions; all others are equivalent to it."""
    match goal:
        case Ultimo(card=card) | Takes(card=card):
            return frozenset((card,))
        case Prevent(wanted):
            return find_named_cards(wanted)
        case AllTricks():
            return frozenset()


class Ending(Frozen):
    """An ending: the hands by seat in the order of play, who leads, and what lies on the table already.

    Raises `CodexError` when a card lies twice, a play is out of turn or the hands are not even.
    """

    hands: Mapping[str, frozenset[Card]]
    leader: str
    table: tuple[Play, ...] = ()

    def __post_init__(self) -> None:
        cards = Counter(chain(*self.hands.values(), (card for _seat, card in self.table)))
        if twice := sorted(card.name for card, count in cards.items() if count > 1):
            raise CodexError(
                "{twice} lies in two places of the ending".format(twice=", ".join(twice)), "expected each card once"
            )
        if self.leader not in self.hands:
            raise CodexError(
                f"nobody sits at {self.leader}, who is to lead",
                "expected one of {known}".format(known=", ".join(self.hands)),
            )
        order = self.order
        if [seat for seat, _card in self.table] != list(order[: len(self.table)]):
            raise CodexError(
                "the cards on the table were not played in turn",
                "expected plays of {known}".format(known=", ".join(order)),
            )
        played = dict(self.table)
        sizes = {seat: len(hand) + (seat in played) for seat, hand in self.hands.items()}
        if len(set(sizes.values())) != 1:
            raise CodexError(f"the hands differ in size: {sizes}", "expected as many cards in each")

    @property
    def order(self) -> tuple[str, ...]:
        """Return the seats in the order in which they play to this trick."""
        return order_from(tuple(self.hands), self.leader)

    @property
    def to_play(self) -> str:
        """Return the seat to play."""
        return self.order[len(self.table)]

    def play(self, seat: str, card: Card, law: TrickLaw) -> Ending:
        """Return the position after `seat` has played `card`.

        Raises `CodexError` for a play out of turn or an illegal one.
        """
        if seat != self.to_play:
            raise CodexError(f"{seat} plays out of turn", f"expected {self.to_play}")
        hand = self.hands[seat]
        if card not in hand or card not in law.find_legal(hand, self.table):
            raise CodexError(f"{seat} may not play {card}", "expected a legal card of the hand")
        table = (*self.table, (seat, card))
        hands = {name: held - {card} if name == seat else held for name, held in self.hands.items()}
        if len(table) == len(hands):
            return Ending(hands, law.find_winner(table)[0])
        return Ending(hands, self.leader, table)


class Solver:
    """Solves endings of a pack under a law; what it has found stays cached as long as it lives.

    Cards are bits, each suit in order of strength, the tarocks above the suits. They are known by their names,
    so that another pack with the same names and order may be asked about. `party` are the seats that want the goal.
    """

    def __init__(self, cards: Iterable[Card], law: TrickLaw, module: Path | None = None):
        """Take the core's `module`, to use it where it can be loaded; without one all is searched in Python."""
        self.law, self.module = law, module
        self.cards = sorted(cards, key=lambda card: (card.is_tarock, card.suit, card.strength))
        self.bit = {card.name: number for number, card in enumerate(self.cards)}
        self.beats = [[law.beats(card, best) for best in self.cards] for card in self.cards]
        suits = dict.fromkeys(card.suit for card in self.cards)
        self.suits = [self.encode(card.name for card in self.cards if card.suit == suit) for suit in suits]
        self.find_legal = cache(self._find_legal_bits)
        self._search = cache(partial(_GoalSearch, self))

    def can_force(self, position: Ending, goal: Goal, party: Collection[str]) -> bool:
        """Return whether the party can force the goal; raise `CodexError` where no card is left to play."""
        if self._core and len(position.hands) == SEATS:
            return self._core.is_reached(position, goal, party)
        return self._search(tuple(position.hands), goal, frozenset(party)).is_reached(position)

    def find_good_cards(self, position: Ending, goal: Goal, party: Collection[str]) -> list[Card]:
        """Return the cards of the seat to play after which the party can still force the goal."""
        if self._core and len(position.hands) == SEATS:
            good = self._core.find_good_cards(position, goal, party)
            return sorted((card for card in position.hands[position.to_play] if card.name in good), key=self._place)
        search = self._search(tuple(position.hands), goal, frozenset(party))
        legal = self.law.find_legal(position.hands[position.to_play], position.table)
        return [card for card in sorted(legal, key=self._place) if search.is_reached(position, (self._place(card),))]

    @cached_property
    def _core(self) -> _CoreSearch | None:
        try:
            return _CoreSearch(self.cards, self.law, self.module) if self.module else None
        except CodexError:  # no `wasmtime`, or a pack that the core does not know
            return None

    def _place(self, card: Card) -> int:
        return self.bit[card.name]

    def encode(self, names: Iterable[str]) -> int:
        """Return the bits of cards given by name; names that the pack does not have are ignored."""
        return sum(1 << self.bit[name] for name in names if name in self.bit)

    def decode(self, mask: int) -> list[Card]:
        """Return the cards of a set of bits."""
        return [card for number, card in enumerate(self.cards) if mask >> number & 1]

    def _find_legal_bits(self, hand: int, led: int, best: int) -> int:
        """Return the bits of the legal cards of `hand`, after the card led (-1 for none) and the best card so far."""
        plays = [("", self.cards[card]) for card in dict.fromkeys((led, best)) if card >= 0]
        return self.encode(card.name for card in self.law.find_legal(self.decode(hand), plays))


class _CoreSearch:
    """Answers by the core: a goal is a table of ends in which it is reached or not, for all thirds.

    Of the core's two cards whose fate it follows, the called king stands for the card to take, the Pagat for that of
    the ultimo.
    """

    def __init__(self, cards: Iterable[Card], law: TrickLaw, module: Path):
        self.core, self.law = share_core(module), encode_law(law)
        self.bits = {card.name: bit for card, bit in assign_bits(cards).items()}
        self.names = {bit: name for name, bit in self.bits.items()}

    def is_reached(self, position: Ending, goal: Goal, party: Collection[str]) -> bool:
        """Return whether the party can reach the goal from here; raise `CodexError` where no card is left."""
        with self.core.lock:
            self._load(position, goal, party)
            return self.core.call("reaches", 1, 0) == 1

    def find_good_cards(self, position: Ending, goal: Goal, party: Collection[str]) -> set[str]:
        """Return the names of the legal cards after which the party can still reach the goal."""
        with self.core.lock:
            self._load(position, goal, party)
            count, inbox = self.core.call("values", 0), self.core.inbox
            return {self.names[inbox.card[number]] for number in range(count) if inbox.lows[number]}

    def _load(self, position: Ending, goal: Goal, party: Collection[str]) -> None:
        inbox, seats = self.core.inbox, tuple(position.hands)
        if self.core.loaded_rules is not self:
            inbox.worth = type(inbox.worth)(*(0 if bit in self.names else -1 for bit in range(BITS)))
            inbox.law = self.law
            self.core.call("rules")
            self.core.loaded_rules = self
        _require_cards(position)
        for number, hand in enumerate(position.hands.values()):
            inbox.hands[number] = sum(1 << self.bits[card.name] for card in hand)
        inbox.leader, inbox.on_table = seats.index(position.leader), len(position.table)
        for number, (_seat, card) in enumerate(position.table):
            inbox.table[number] = self.bits[card.name]
        inbox.max, inbox.keeper, inbox.keeps, inbox.banked = _encode_seats(party, seats), -1, -1, 0
        inbox.king = inbox.pagat = -1
        inbox.side = inbox.made = inbox.state = 0
        reached = self._load_goal(goal, position, seats)
        inbox.leaf = _flag_leaves(reached)

    def _load_goal(self, goal: Goal, position: Ending, seats: tuple[str, ...]) -> tuple[bool, ...]:
        """Write the cards, seats and state of a goal; return for each end whether it is reached there."""
        inbox = self.core.inbox
        match goal:
            case Prevent(wanted):
                return tuple(not each for each in self._load_goal(wanted, position, seats))
            case AllTricks(party):
                inbox.side = _encode_seats(party, seats)
                return tuple(end % MADE == OURS for end in range(ENDS))
            case Takes(card, party):
                inbox.side, inbox.king = _encode_seats(party, seats), self.bits.get(card, -1)
                inbox.state = 0 if _is_left(card, position) else 2 * KING
                return tuple(end < LOST for end in range(ENDS))
            case Ultimo(holder, card):
                inbox.made, inbox.pagat = _encode_seats((holder,), seats), self.bits.get(card, -1)
                inbox.state = 0 if _is_left(card, position) else PAGAT
                return tuple(end // MADE % 2 == 1 for end in range(ENDS))


@cache
def _flag_leaves(reached: tuple[bool, ...]) -> Any:
    """Return the leaves of the core: 1 where an end is reached, 0 elsewhere, for all thirds."""
    return LeafRows(*(LeafRow(*[int(each)] * THIRDS) for each in reached))


def _encode_seats(party: Collection[str], seats: tuple[str, ...]) -> int:
    return sum(1 << number for number, seat in enumerate(seats) if seat in party)


def _is_left(name: str, position: Ending) -> bool:
    """Return whether a card is in a hand or on the table."""
    cards = chain(*position.hands.values(), (card for _seat, card in position.table))
    return any(card.name == name for card in cards)


def _require_cards(position: Ending) -> None:
    if not position.table and not any(position.hands.values()):
        raise CodexError("no card is left in the ending", "expected one in each hand at least")


class _GoalSearch:
    """Minimax over legal plays for one goal of one party, with a transposition table at the start of each trick.

    Two cards of one hand between which no card of another hand or of the table lies take and lose the same
    tricks; only the higher is tried, unless the goal names one. Of the cards still held it counts only whose
    they are, in each suit from the top: endings of the same shape have the same result, whatever the suits.
    """

    def __init__(self, solver: Solver, seats: tuple[str, ...], goal: Goal, party: frozenset[str]):
        self.solver = solver
        self.seats = seats
        self.goal = goal
        self.beats, self.find_legal, self.suits = solver.beats, solver.find_legal, solver.suits
        self.in_party = [seat in party for seat in seats]
        self.named_cards = solver.encode(find_named_cards(goal))
        self.table: dict[tuple[tuple[int, ...], int], bool] = {}
        self.shapes: dict[tuple[object, ...], int] = {}
        self.number_shape = cache(self._number_shape)
        self.list_moves = cache(self._list_moves)
        self.decide_trick = cache(self._decide_trick)

    def is_reached(self, position: Ending, moves: tuple[int, ...] = ()) -> bool:
        """Return whether the party can reach the goal from here.

        Of the seat to play only `moves` are tried, if any are given.
        """
        solver, seats = self.solver, self.seats
        hands = [solver.encode(card.name for card in hand) for hand in position.hands.values()]
        played = [card.name for _seat, card in position.table]
        out = sum(hands) + solver.encode(played)
        _require_cards(position)
        led = best = -1
        winner = position.leader
        if played:
            winner, card = solver.law.find_winner(position.table)
            led, best = solver.bit[played[0]], solver.bit[card.name]
        seat = seats.index(position.to_play)
        return self._search_play(hands, seat, led, best, seats.index(winner), len(played), out, moves)

    def _search_lead(self, hands: list[int], leader: int, out: int) -> bool:
        shapes = [self.number_shape(tuple([hand & suit for hand in hands])) for suit in self.suits if out & suit]
        shapes.sort()
        key = (tuple(shapes), leader)
        reached = self.table.get(key)
        if reached is None:
            reached = self.table[key] = self._search_play(hands, leader, -1, -1, leader, 0, out)
        return reached

    def _number_shape(self, held: tuple[int, ...]) -> int:
        """Return a number for who holds each card of a suit, from the top, and which of them the goal names.

        Suits with the same distribution have the same number; tarocks have numbers of their own.
        """
        cards = [card for card in range(sum(held).bit_length())[::-1] if sum(held) >> card & 1]
        owners = (next(seat for seat, hand in enumerate(held) if hand >> card & 1) for card in cards)
        named = (card if self.named_cards >> card & 1 else -1 for card in cards)
        shape = (self.solver.cards[cards[0]].is_tarock, *zip(owners, named, strict=True))
        return self.shapes.setdefault(shape, len(self.shapes))

    def _search_play(
        self, hands: list[int], seat: int, led: int, best: int, winner: int, played: int, out: int,
        moves: tuple[int, ...] = (),
    ) -> bool:  # fmt: skip
        """Return whether the goal is reached when `seat` plays next, `played` cards being on the table.

        `moves` limits what this seat may play, if given. `out` has the bits of all hands and of the table. `hands`
        changes during the search and is restored.
        """
        hand, wanted = hands[seat], self.in_party[seat]
        if not moves:
            legal = hand if led < 0 else self.find_legal(hand, led, best)
            single = not legal & (legal - 1)
            moves = (legal.bit_length() - 1,) if single else self.list_moves(legal, out ^ hand, wanted is (led >= 0))
        played += 1
        for card in moves:
            top, who = (card, seat) if led < 0 or self.beats[card][best] else (best, winner)
            hands[seat] = hand ^ 1 << card
            if played < len(hands):
                following = (seat + 1) % len(hands)
                reached = self._search_play(hands, following, card if led < 0 else led, top, who, played, out)
            else:
                left = sum(hands)
                found = self.decide_trick(who, (out ^ left) & self.named_cards, not left)
                reached = bool(left) and self._search_lead(hands, who, left) if found is None else found
            hands[seat] = hand
            if reached is wanted:
                return wanted
        return not wanted

    def _decide_trick(self, winner: int, fallen: int, last: bool) -> bool | None:
        """Return what a trick decides in which the cards `fallen`, of those that the goal names, were played."""
        return decide_goal(self.goal, self.seats[winner], [card.name for card in self.solver.decode(fallen)], last=last)

    def _list_moves(self, legal: int, foreign: int, upwards: bool) -> tuple[int, ...]:
        """Return one card, the highest, of each run of legal cards without a foreign one between, in the order to try.

        The party leads from the top and follows from below, the others the other way round; this finds results soonest
        and changes none.
        """
        moves: list[int] = []
        last = -1
        for card in range(legal.bit_length())[::-1]:
            if legal >> card & 1:
                named, suit = self.named_cards >> card & 1, self.solver.cards[card].suit
                if named or last < 0 or suit != self.solver.cards[last].suit or foreign & ((1 << last) - (1 << card)):
                    moves.append(card)
                last = last if named else card
        return tuple(moves[::-1] if upwards else moves)
