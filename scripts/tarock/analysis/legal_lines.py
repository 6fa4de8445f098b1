"""Legal line search, where a player revokes in the text: every order of the same cards that breaks no duty.

The class is all permutations of the cards that the revoking seat plays, such that every play of every seat is legal
and each trick has the winner that it has as transcribed. It is counted exactly, over the sets of cards still in hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from msgspec import field

from tarock.base.structs import Frozen
from tarock.game.common.cards import Card
from tarock.game.common.records import Side
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.auction import find_pagat_keeper
from tarock.game.koenigrufen_1840.replay import Course
from tarock.rules.ruleset import Rules

Swap = tuple[int, int]


class LegalLine(Frozen):
    """A legal line: how `seat` changes the transcript, and the declarer side's thirds then.

    `swaps` are exchanges of the cards of two tricks (numbers from 1), one after the other; `changed` are the tricks
    whose card is another.
    """

    seat: str
    swaps: tuple[Swap, ...]
    changed: tuple[int, ...]
    declarer_thirds: int = field(name="declarer_side_thirds")

    def order_cards(self, tricks: Iterable[tuple[tuple[str, Card], ...]]) -> list[Card]:
        """Return the card that the seat plays to each trick by this line; `tricks` are those of the transcript."""
        cards = [dict(trick)[self.seat] for trick in tricks]
        for first, second in self.swaps:
            cards[first - 1], cards[second - 1] = cards[second - 1], cards[first - 1]
        return cards


class LegalLines(Frozen):
    """The legal lines with the fewest cards changed, of `total`; `total_same_points` keep the declarer side's points.

    `best` are those of the fewest that the criteria of `rules_data/conjectures.yaml` leave side by side.
    """

    fewest: tuple[LegalLine, ...] = ()
    best: tuple[LegalLine, ...] = ()
    total: int = 0
    total_same_points: int = 0

    def count_same_points(self, declarer_thirds: int) -> int:
        """Return how many lines with the fewest changes leave the declarer's side with so many thirds of a point."""
        return sum(line.declarer_thirds == declarer_thirds for line in self.fewest)


def find_revoking_seat(replay: Course) -> str:
    """Return the only seat that revokes.

    Empty where no seat or several revoke, or a trick has not one card of each seat.
    """
    seats = {finding.seat for finding in replay.findings if finding.code == "PLAY-REVOKE"}
    whole = all({seat for seat, _card in trick} == {*replay.game.seats} for trick in replay.game.tricks)
    return seats.pop() if len(seats) == 1 and whole else ""


def search_legal_lines(replay: Course, rules: Rules, known: Mapping[int, Card] | None = None) -> LegalLines:
    """Return the legal lines of the seat that revokes, with the `known` cards in their tricks (by number).

    None where no single seat revokes.
    """
    seat = find_revoking_seat(replay)
    return _LineSearch(replay, rules, seat, known or {}).find_lines() if seat else LegalLines()


def _are_confusable(card: Card, other: Card) -> bool:
    """Return whether two card names are easily confused: the same rank in another suit, or one letter different."""
    if card.suit != other.suit:
        return card.rank == other.rank
    one, two = sorted((card.name, other.name), key=len)
    if len(one) == len(two):
        return sum(mine != its for mine, its in zip(one, two, strict=True)) == 1
    return any(one == two[:place] + two[place + 1 :] for place in range(len(two)))


class _LineSearch:
    """The orders in which `seat` may play its cards; a set of cards is a number with a bit for each, by trick."""

    def __init__(self, replay: Course, rules: Rules, seat: str, known: Mapping[int, Card]):
        self.replay, self.seat, self.law, self.known = replay, seat, TrickLaw.of(rules), known
        self.tricks = replay.game.tricks
        self.cards = [dict(trick)[seat] for trick in self.tricks]
        self.keeps_pagat = find_pagat_keeper(replay.result.announced, rules) == seat
        self.pagat = rules.word("pack.named_tarock.pagat")
        # by set of cards left: how many orders of them change so many cards and gain so many thirds
        self.count_orders = lru_cache(maxsize=None)(self._count_orders)

    def find_lines(self) -> LegalLines:
        """Count all legal lines; return those with the fewest changed cards, in the order of the tricks."""
        every = (1 << len(self.cards)) - 1
        found, played = self.count_orders(every), self.replay.declarer_thirds
        if not found:
            return LegalLines()
        fewest = min(changed for changed, _gained in found)
        orders = {self._make_line(order): order for order in self._list_orders(every, fewest)}
        same = sum(count for (_changed, gained), count in found.items() if not gained)
        lines = sorted(orders, key=lambda line: (line.declarer_thirds != played, line.changed, line.swaps))
        slips = tuple(line for line in lines if self._is_slip(orders[line]))
        return LegalLines(tuple(lines), slips or tuple(lines), sum(found.values()), same)

    def _is_slip(self, order: tuple[int, ...]) -> bool:
        """Return whether a copyist's slips can have made the transcript out of this line."""
        left = {place for place, index in enumerate(order) if place != index}
        while left:
            cycle = [min(left)]
            while (following := order[cycle[-1]]) != cycle[0]:
                cycle.append(following)
            left -= {*cycle}
            moved = sorted(abs(order[place] - place) for place in cycle)
            neighbours = max(cycle) - min(cycle) == len(cycle) - 1 and moved[:-1] == [1] * (len(cycle) - 1)
            if not neighbours and not (len(cycle) == 2 and _are_confusable(*(self.cards[place] for place in cycle))):
                return False
        return True

    @cached_property
    def card_fits(self) -> list[list[bool]]:
        """Return by trick and card whether the trick keeps its winner, and the others their duties if it is led."""
        return [[self._does_card_fit(number, card) for card in self.cards] for number in range(len(self.tricks))]

    def _does_card_fit(self, number: int, card: Card) -> bool:
        """Return whether the seat can have played a card to a trick: same winner, and nobody else breaks a rule."""
        plays = [(seat, card if seat == self.seat else other) for seat, other in self.tricks[number]]
        if self.law.find_winner(plays)[0] != self.replay.winners[number]:
            return False
        hands = {seat: [dict(trick)[seat] for trick in self.tricks[number:]] for seat, _card in plays}
        return not any(
            self.law.find_breach(hands[seat], plays[:place], other)
            for place, (seat, other) in enumerate(plays)
            if seat != self.seat
        )

    def _list_choices(self, left: int) -> Iterator[tuple[int, int, int]]:
        """Yield the cards of `left` that may be played to the next trick, with cards changed and thirds gained."""
        held = [index for index in range(len(self.cards)) if left >> index & 1]
        number = len(self.cards) - len(held)
        trick = self.tricks[number]
        before = trick[: [seat for seat, _card in trick].index(self.seat)]
        legal = self.law.find_legal([self.cards[index] for index in held], before)
        ours = self.replay.side[self.replay.winners[number]] is Side.DECLARER
        for index in held:
            card = self.cards[index]
            others = (self.cards[other].is_tarock for other in held if other != index)
            early = self.keeps_pagat and card.name == self.pagat and any(others)
            fits_known = self.known.get(number + 1, card) == card
            if fits_known and card in legal and self.card_fits[number][index] and not early:
                yield index, int(index != number), ours * (card.thirds - self.cards[number].thirds)

    def _count_orders(self, left: int) -> Counter[tuple[int, int]]:
        """Count the orders of the cards in the set `left` by how many are changed and gained."""
        if not left:
            return Counter({(0, 0): 1})
        found = Counter[tuple[int, int]]()
        for index, is_changed, is_gained in self._list_choices(left):
            for (changed, gained), count in self.count_orders(left & ~(1 << index)).items():
                found[changed + is_changed, gained + is_gained] += count
        return found

    def _list_orders(self, left: int, changed: int) -> Iterator[tuple[int, ...]]:
        """Yield the orders that change `changed` cards of the set `left`; cards are numbered by their printed trick."""
        if not left:
            yield ()
            return
        for index, is_changed, _gained in self._list_choices(left):
            rest, fewer = left & ~(1 << index), changed - is_changed
            if any(other == fewer for other, _gained in self.count_orders(rest)):
                yield from ((index, *order) for order in self._list_orders(rest, fewer))

    def _make_line(self, order: tuple[int, ...]) -> LegalLine:
        """Return an order as a line: exchanges of two cards, each of which puts one where it belongs."""
        now, swaps = list(range(len(order))), []
        for place, index in enumerate(order):
            if now[place] != index:
                other = now.index(index)
                now[place], now[other] = now[other], now[place]
                swaps.append((place + 1, other + 1))
        thirds = sum(
            self.cards[index].thirds - self.cards[place].thirds
            for place, index in enumerate(order)
            if self.replay.side[self.replay.winners[place]] is Side.DECLARER
        )
        changed = tuple(place + 1 for place, index in enumerate(order) if place != index)
        return LegalLine(self.seat, tuple(swaps), changed, self.replay.declarer_thirds + thirds)
