"""Compare two ways to play in positions of a kind (1840); unspecified cards are dealt at random.

The comparison is with open cards: it compares the values that can be forced after each way to play. A position depends
on the question and its number alone.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice

from tarock.analysis.choices import ChoiceQuestion, Tally
from tarock.analysis.core import OURS, Core
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import Moment, OpenCards
from tarock.analysis.solver import Ending
from tarock.analysis.tasks import SEATS, DreierDeal, build_dealt_game
from tarock.base.errors import CodexError
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import read_cards, write_cards
from tarock.game.koenigrufen_1840.replay import play_through
from tarock.rules.ruleset import Rules

Hands = dict[str, frozenset[Card]]

DECLARER = SEATS[0]
NODES = 4_000_000  # for each value
TRIES = 200_000  # deals of which one must be such as is asked for
COUNTED = (Aim.POINTS, Aim.SHEET)  # what is more or less, not a yes or no
OUT = "out"  # the cards that are in no hand: played, or in the talon
TAROCK, ANY, OTHERS = "Tarock", "card", "others"  # beside a suit or a card by its name
LOWEST, HIGHEST, TAKING = "lowest", "highest", "taking"


class Positions:
    """Positions of a kind, to be solved; raises `CodexError` for a wrong question."""

    def __init__(self, pack: Pack, rules: Rules, core: Core, question: ChoiceQuestion):
        self.pack, self.rules, self.core, self.question = pack, rules, core, question
        self.king = pack.require(question.king)
        self.held = {seat: frozenset(self._read(text)) for seat, text in question.held.items()}
        self.out = frozenset(self._read(question.out))
        told = [*self.out, *(card for cards in self.held.values() for card in cards)]
        most = rules.number("deal.hand")
        if len(told) != len(set(told)):
            raise CodexError("a card is named twice", "expected different cards")
        if not {question.leads, *self.held, question.partner or SEATS[-1]} <= {*SEATS}:
            raise CodexError("a hand of an unknown seat", "expected {known}".format(known=", ".join(SEATS)))
        if not {*question.count} <= {*SEATS, OUT}:
            raise CodexError(
                "cards of an unknown seat",
                "expected {seats}, or `{out}` for those in no hand".format(seats=", ".join(SEATS), out=OUT),
            )
        if not 0 < question.cards <= most:
            raise CodexError(f"{question.cards} cards", f"expected 1 to {most}")
        if any(len(cards) > question.cards for cards in self.held.values()):
            raise CodexError("a seat has more cards than a hand", f"expected at most {question.cards}")
        if self.king not in pack.kings:
            raise CodexError(f"{question.king} is not a king", "expected the king that is called")
        if question.instead and not question.play:
            raise CodexError("`instead` has nothing to compare with", "add `play`")
        ways = [text.partition(" ") for text in question.plays]
        if len(ways) >= len(SEATS):
            raise CodexError(
                f"{len(ways)} cards on the table",
                f"expected fewer than {len(SEATS)}",
            )
        for seat, (said, _, _way) in zip(self.order, ways, strict=False):
            if said != seat:
                raise CodexError(f"it is not the turn of {said}", f"expected a play of {seat}")
        for way in filter(None, (question.play, question.instead, *(way for _seat, _, way in ways))):
            if way != OTHERS and not self._select_named_cards(way.split()[-1], pack.cards):
                raise CodexError(
                    f"unknown way to play: `{way}`",
                    "expected one such as `lowest Tarock`, `XXI`, `others`",
                )

    def _read(self, text: str) -> tuple[Card, ...]:
        return read_cards(text, self.pack) if text else ()

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Return the seats in the order in which they play to the trick."""
        first = SEATS.index(self.question.leads)
        return SEATS[first:] + SEATS[:first]

    @cached_property
    def player(self) -> str:
        """Return the seat to play."""
        return self.order[len(self.question.plays)]

    @cached_property
    def partners(self) -> list[str]:
        """Return the seats that can be the declarer's partner: their hands have room for the called king.

        Raises `CodexError` if there is none.
        """
        told = self.question.partner
        may = [told] if told else [seat for seat in SEATS if seat not in (DECLARER, self.player)]
        found = [seat for seat in may if len(self.held.get(seat, frozenset()) | {self.king}) <= self.question.cards]
        if not found:
            raise CodexError(
                f"{self.king.printed} is in no hand",
                "expected a partner with room for him",
            )
        return found

    def values(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return the bounds of the value after each way to play in position `number`.

        More is better for the side to move.

        A yes or no is 1 or 0. Where the question has no way to play there is one pair, for the position itself.
        """
        deal, moment = self.position(number)
        question, goal = self.question, deal.payoffs[self.question.aim]
        ours = self.player in goal.wanted_by

        def turned(low: int, high: int) -> tuple[int, int]:
            whole = 0 if question.aim in COUNTED else 1
            return (low, high) if ours else (whole - high, whole - low)

        if not question.play:
            found = deal.solve(moment, question.aim, NODES)
            return (turned(found.low, found.high),)
        every = deal.solve_cards(moment, question.aim, NODES)
        after = {card: turned(each.low, each.high) for card, each in every.items()}
        ways = self.ways(deal, moment)
        return tuple((max(after[card][0] for card in way), max(after[card][1] for card in way)) for way in ways)

    def ways(self, deal: OpenCards, moment: Moment) -> list[list[Card]]:
        """Return for each way to play the legal cards that it means."""
        legal, question = deal.find_legal(moment), self.question
        played = self._find_way(question.play, legal, deal, moment)
        if question.instead == OTHERS:
            return [played, [card for card in legal if card not in played]]
        return [played, *([self._find_way(question.instead, legal, deal, moment)] if question.instead else [])]

    @staticmethod
    def _select_named_cards(kind: str, cards: Iterable[Card]) -> list[Card]:
        """Return the cards that `kind` names: a suit, `Tarock`, a single card, or `card` for any."""
        return [card for card in cards if kind in (ANY, card.suit, card.printed) or (kind == TAROCK and card.is_tarock)]

    def _find_way(self, words: str, cards: Iterable[Card], deal: OpenCards, moment: Moment) -> list[Card]:
        *how, which = words.split()
        found = self._select_named_cards(which, cards)
        if TAKING in how and moment.position.table:
            best = deal.law.find_winner(moment.position.table)[1]
            found = [card for card in found if deal.law.beats(card, best)]
        if len(found) > 1 and (LOWEST in how or HIGHEST in how):
            found.sort(key=lambda card: (card.is_tarock, card.strength), reverse=HIGHEST in how)
            return found[:1]
        return found

    def position(self, number: int) -> tuple[OpenCards, Moment]:
        """Return position `number`, which seeds the deal.

        Raise `CodexError` where none of many deals fits the question.
        """
        rng = random.Random(number)
        for _try in range(TRIES):
            hands = self._deal_unnamed_cards(rng)
            if self._fits_question(hands) and (found := self._find_moment(hands)):
                return found
        raise CodexError(
            f"none of {TRIES:,} deals is such a position",
            "expected a kind of position that is less rare",
        )

    def _deal_unnamed_cards(self, rng: random.Random) -> Hands:
        """Return hands by seat, with the cards that the question does not name dealt at random."""
        question = self.question
        partner = rng.choice(self.partners)
        held = {seat: self.held.get(seat, frozenset()) | ({self.king} if seat == partner else set()) for seat in SEATS}
        told = {self.king, *self.out, *(card for cards in held.values() for card in cards)}
        rest = [card for card in self.pack.cards if card not in told]
        rng.shuffle(rest)
        hands = {}
        for seat, cards in held.items():
            missing = question.cards - len(cards)
            hands[seat] = cards | frozenset(rest[:missing])
            del rest[:missing]
        return hands

    def _list_undealt(self, hands: Mapping[str, Collection[Card]]) -> list[Card]:
        """Return the cards that no hand has, the cheapest plain cards first."""
        taken = {card for cards in hands.values() for card in cards}
        rest = [card for card in self.pack.cards if card not in taken]
        return sorted(rest, key=lambda card: (card.is_tarock, card.points, card.strength))

    def _fits_question(self, hands: Mapping[str, Collection[Card]]) -> bool:
        """Return whether the hands fit the question: so many cards of each kind, and for ultimo the Pagat in a hand."""
        if self.question.aim is Aim.ULTIMO and not any(self.pack.pagat in cards for cards in hands.values()):
            return False
        for seat, kinds in self.question.count.items():
            cards = self._list_undealt(hands) if seat == OUT else hands[seat]
            for kind, (least, most) in kinds.items():
                count = len(self._select_named_cards(kind, cards))
                if not least <= count <= most:
                    return False
        return True

    def _find_moment(self, hands: Hands) -> tuple[OpenCards, Moment] | None:
        """Return the moment of the choice, None where it does not arise.

        The declarer discards the cheapest free cards.
        """
        question, left = self.question, self._list_undealt(hands)
        whole = {seat: set(cards) for seat, cards in hands.items()}
        each, half = self.rules.number("deal.hand"), self.rules.number("deal.talon_half")
        bought, other = tuple(left[:half]), tuple(left[-half:])
        rest = iter(left[half:-half])
        for seat, cards in whole.items():
            whole[seat] = {*cards, *islice(rest, each - len(cards))}
        record = DreierDeal(
            seed=0,
            declarer=DECLARER,
            king=self.king.printed,
            hands={seat: write_cards(cards) for seat, cards in whole.items()},
            upper=write_cards(bought),
            lower=write_cards(other),
            scat=write_cards(bought),
            ultimo=question.ultimo,
        )
        course = play_through(build_dealt_game("choice", record, self.pack), self.pack, self.rules)
        deal = OpenCards(course, self.pack, self.rules, self.core)
        first = question.cards == each
        so_far = OURS if question.aim is Aim.VOLAT and not first else 0
        moment = Moment(Ending(hands, question.leads), deal.make_start().thirds if first else 0, so_far)
        for text in question.plays:
            words = text.partition(" ")[2]
            played = self._find_way(words, deal.find_legal(moment), deal, moment)
            if len(played) != 1:
                return None
            moment = deal.play(moment, played[0])
        return (deal, moment) if not question.play or all(self.ways(deal, moment)) else None


def count_positions(aim: Aim, found: Sequence[tuple[tuple[int, int], ...]]) -> Tally:
    """Count in how many positions the first way was better, worse or neither, from the bounds after each way."""
    pairs = [values for values in found if len(values) > 1]
    better = sum(one[0] > other[1] for one, other in pairs)
    worse = sum(one[1] < other[0] for one, other in pairs)
    alike = sum(one == other and one[0] == one[1] for one, other in pairs)
    ways = () if aim in COUNTED else tuple(zip(*found, strict=True))
    return Tally(
        positions=len(found),
        better=better,
        worse=worse,
        unknown=len(pairs) - better - worse - alike,
        reached=tuple(sum(low == 1 for low, _high in way) for way in ways),
        missed=tuple(sum(high == 0 for _low, high in way) for way in ways),
    )
