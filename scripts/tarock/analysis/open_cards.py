"""Exact value of a deal of Königrufen and of each of its cards when all cards lie open (1840).

Nobody at the table knew this: a value with open cards says what could be forced, not what could be known. The search
runs in the core (`tarock.analysis.core`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tarock.analysis.core import BITS, ENDS, KING, OURS, PAGAT, SEATS, THEIRS, Core, assign_bits, encode_law
from tarock.analysis.goals import (
    Aim,
    Leaves,
    PayoffTable,
    build_payoffs,
    find_pagat_holder,
    find_ultimo_takers,
    is_king_held,
)
from tarock.analysis.solver import Ending
from tarock.base.errors import CodexError, list_and
from tarock.base.structs import Frozen
from tarock.game.common.cards import Card, Pack
from tarock.game.common.counting import count_thirds
from tarock.game.common.notation import Play
from tarock.game.common.records import Side, read_enum
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.auction import find_pagat_keeper
from tarock.game.koenigrufen_1840.replay import Course
from tarock.game.koenigrufen_1840.vocabulary import SeatPlace
from tarock.rules.ruleset import Rules, Value


class Interval(Frozen):
    """A proven value: between `low` and `high`, which are equal unless the nodes were used up."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Return whether both bounds are equal."""
        return self.low == self.high


class Moment(Frozen):
    """A game under way: the position, the declarer side's thirds so far, what has happened so far (see `solver.c`)."""

    position: Ending
    thirds: int
    state: int = 0

    @property
    def cards(self) -> int:
        """Return how many cards each hand still has to play, counting the present trick."""
        return len(self.position.hands[self.position.leader]) + bool(self.position.table)


class OpenCards:
    """The deal of a game, before a solver; what was found stays known as long as it lives."""

    def __init__(self, course: Course, pack: Pack, rules: Rules, core: Core | None, leaves: Leaves | None = None):
        """Take `leaves`, which deals share that are asked for their sheets one after the other."""
        self.course, self.pack, self.rules, self.core = course, pack, rules, core
        self.law = TrickLaw.of(rules)
        self.seats = tuple(course.hands)
        self.declarer_side = frozenset(seat for seat in self.seats if course.side[seat] is Side.DECLARER)
        self.pagat_holder = find_pagat_holder(course, pack)
        self.pagat_keeper = find_pagat_keeper(course.result.announced, rules)
        self.payoffs = build_payoffs(course, pack, rules, leaves)
        self.bits = assign_bits(pack.cards)
        self.cards_by_bit = {bit: card for card, bit in self.bits.items()}
        self._tables: dict[PayoffTable, Any] = {}

    def make_start(self) -> Moment:
        """Return the moment before the first card."""
        course = self.course
        first = list(SeatPlace).index(read_enum(self.rules, "play.leader", SeatPlace))
        leader = course.game.order_seats(course.forehand)[first]
        beside = course.declarer_thirds - sum(course.points_thirds[seat] for seat in self.declarer_side)
        return Moment(Ending(dict(course.hands), leader), beside)

    def generate_moments(self) -> Iterator[tuple[Moment, str, Card]]:
        """Yield each play of the recorded game, legal or not: the moment before it, the seat, the card."""
        moment = self.make_start()
        for trick in self.course.tricks:
            for seat, card in trick.plays:
                yield moment, seat, card
                moment = self.play(moment, card)

    def find_legal(self, moment: Moment) -> list[Card]:
        """Return the legal cards of the player to move (1840:63).

        A Pagat announced as ultimo is kept back (1840:51.3).
        """
        position, pagat = moment.position, self.pack.pagat
        hand = position.hands[position.to_play]
        legal = self.law.find_legal(hand, position.table)
        waits = position.to_play == self.pagat_keeper and moment.cards > 1
        if waits and any(card.is_tarock and card != pagat for card in hand):
            legal = [card for card in legal if card != pagat]
        return legal

    def play(self, moment: Moment, card: Card) -> Moment:
        """Return the moment after the player to move has played a card, legal or not.

        Raises `CodexError` for a card that he does not hold.
        """
        position, seat = moment.position, moment.position.to_play
        if card not in position.hands[seat]:
            raise CodexError(f"{seat} does not hold {card}", "expected a card of the hand")
        hands = {name: held - {card} if name == seat else held for name, held in position.hands.items()}
        table = (*position.table, (seat, card))
        if len(table) < len(hands):
            return Moment(Ending(hands, position.leader, table), moment.thirds, moment.state)
        winner = self.law.find_winner(table)[0]
        ours = winner in self.declarer_side
        thirds = moment.thirds + (count_thirds(played for _seat, played in table) if ours else 0)
        state = self._find_state_after(moment.state, table, winner, last=not hands[seat])
        return Moment(Ending(hands, winner), thirds, state)

    def _find_state_after(self, state: int, table: tuple[Play, ...], winner: str, *, last: bool) -> int:
        """Return the state after a trick: who took it, the called king and the Pagat, as bits of a number."""
        fallen = {card for _seat, card in table}
        if self.course.game.king in fallen:
            state += KING if winner in self.declarer_side else 2 * KING
        if self.pack.pagat in fallen:
            made = last and winner in find_ultimo_takers(self.course, self.pagat_holder, self.rules)
            state += 2 * PAGAT if made else PAGAT
        return state | (OURS if winner in self.declarer_side else THEIRS)

    def solve(self, moment: Moment, aim: Aim, nodes: int = 0) -> Interval:
        """Return the value of an aim from a moment on, both sides playing with open cards.

        `nodes` limits the search, 0 does not; where it was not enough the bounds differ.
        """
        goal = self.payoffs[aim]
        if not moment.cards:
            return Interval(found := goal.find_leaf(moment.state, moment.thirds), found)
        core = self._load_position(moment, goal)
        self._call(core, "value", nodes)
        return Interval(core.inbox.low, core.inbox.high)

    def solve_cards(self, moment: Moment, aim: Aim, nodes: int = 0) -> dict[Card, Interval]:
        """Return the value of an aim after each legal card; `nodes` limits the search for each, 0 does not."""
        core = self._load_position(moment, self.payoffs[aim])
        inbox, count = core.inbox, self._call(core, "values", nodes)
        return {self.cards_by_bit[inbox.card[n]]: Interval(inbox.lows[n], inbox.highs[n]) for n in range(count)}

    def reaches(self, moment: Moment, aim: Aim, wanted: int) -> bool:
        """Return whether the seats that want the aim can force a value of at least `wanted`."""
        if not moment.cards:
            return self.solve(moment, aim).low >= wanted
        return self._call(self._load_position(moment, self.payoffs[aim]), "reaches", wanted, 0) == 1

    def generate_line(self, moment: Moment, aim: Aim) -> Iterator[Play]:
        """Yield the plays to the end of the game when both sides play best for the aim.

        Of several best cards the first is played, tarocks before suits.
        """
        worth = self.solve(moment, aim).low
        wanted_by = self.payoffs[aim].wanted_by
        while moment.cards:
            seat = moment.position.to_play
            for card in sorted(self.find_legal(moment), key=lambda card: -self.bits[card]):
                following = self.play(moment, card)
                wants = seat in wanted_by
                if self.reaches(following, aim, worth if wants else worth + 1) is wants:
                    yield seat, card
                    moment = following
                    break
            else:
                raise AssertionError("no card keeps the value: the solver contradicts itself")

    def encode_seats(self, seats: Iterable[str]) -> int:
        """Return a set of seats for the solver: one bit each."""
        return sum(1 << self.seats.index(seat) for seat in seats)

    def _call(self, core: Core, name: str, *arguments: int) -> int:
        """Call a function of the solver; a `CodexError` names the values that are not those of the source."""
        try:
            return core.call(name, *arguments)
        except CodexError as error:
            if altered := [name for name in self.rules.overrides if isinstance(name, Value)]:
                names = list_and(f"`{each.name}`" for each in altered)
                what = f"the solver cannot compute with another value of {names}: {error.expected}"
                raise CodexError(what, "expected the value of the source") from None
            raise

    def _load_rules(self, core: Core) -> None:
        """Put the tables of the rules into the solver; raise `CodexError` for a game that it cannot play."""
        if len(self.seats) != SEATS:
            raise CodexError(f"a game of {len(self.seats)} seats cannot be solved", f"expected {SEATS}")
        inbox = core.inbox
        inbox.worth = type(inbox.worth)(
            *(self.cards_by_bit[n].thirds if n in self.cards_by_bit else -1 for n in range(BITS))
        )
        inbox.law = encode_law(self.law)
        self._call(core, "rules")
        core.loaded_rules = self
        made = find_ultimo_takers(self.course, self.pagat_holder, self.rules) if self.pagat_holder else ()
        inbox.side, inbox.made = self.encode_seats(self.declarer_side), self.encode_seats(made)
        inbox.king = self.bits[self.course.game.king] if is_king_held(self.course) else -1
        inbox.pagat = inbox.keeps = self.bits[self.pack.pagat]
        inbox.keeper = self.seats.index(self.pagat_keeper) if self.pagat_keeper else -1

    def _load_leaves(self, goal: PayoffTable, core: Core) -> Any:
        """Return the payoffs as the solver reads them."""
        if goal not in self._tables:
            row = type(core.inbox.leaf[0])
            self._tables[goal] = (row * ENDS)(*(row(*leaves) for leaves in goal.rows))
        return self._tables[goal]

    def _load_position(self, moment: Moment, goal: PayoffTable) -> Core:
        """Copy a position and the goal into the memory of the compiled solver, and return it."""
        core = self.core
        assert core
        if core.loaded_rules is not self:
            self._load_rules(core)
        inbox, position = core.inbox, moment.position
        for number, seat in enumerate(self.seats):
            inbox.hands[number] = sum(1 << self.bits[card] for card in position.hands[seat])
        inbox.leader, inbox.on_table = self.seats.index(position.leader), len(position.table)
        for number, (_seat, card) in enumerate(position.table):
            inbox.table[number] = self.bits[card]
        inbox.banked, inbox.state = moment.thirds, moment.state
        inbox.max = self.encode_seats(goal.wanted_by)
        inbox.leaf = self._load_leaves(goal, core)
        return core
