"""Quality of a hand of Königrufen: the other cards dealt at random, each deal solved with open cards (1840).

Players who see all cards play better than any at the table could, on both sides; a share of deals won says what could
be forced, not what would have happened. Each deal depends on the question and its number alone, so that it does not
matter who computes it, and when.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from math import sqrt
from statistics import fmean, stdev

from msgspec import UNSET, UnsetType

from tarock.analysis.core import Core
from tarock.analysis.goals import Aim, Leaves
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.stamps import ResultStamp
from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.game.koenigrufen_1840.replay import play_through
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Phase, PlayerView, State
from tarock.rules.ruleset import Alteration

ALGORITHM = 1  # raise it when a deal may get another value; `tarock.analysis.stamps`
CANDIDATES = 8  # discards that are compared
SAMPLES = 8  # deals in which each of them is tried
CHOICE_NODES = 100_000  # at most, for each of them in each of these
Z = 1.96  # of a 95 % interval


class DiscardMethod(StrEnum):
    """The ways to choose the discard.

    By the advice of § 84; the best on average over deals that agree with what the declarer knows; or the best in this
    deal with all cards open, which bounds from above what can be had.
    """

    ADVICE = "advice"
    AVERAGE = "average"
    OPEN = "open"


class HandQuestion(Record, kw_only=True):
    """A question on a hand of twelve cards, by their names, and what is played with it from which seat.

    `bid` is as a state calls it: `dreier 1`, `solo`. `king` is the card that is called, by advice where it is empty.
    `aim` is what the discard is for; `nodes` for each value, 0 for as many as it takes. The half of the talon that is
    `bought`, the one that is `left` and the cards laid away (`scat`) are these where they are told.
    """

    hand: tuple[str, ...]
    bid: str
    seat: str = SEATS[0]
    king: str = ""
    discard: DiscardMethod = DiscardMethod.ADVICE
    bought: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    scat: tuple[str, ...] = ()
    aim: Aim = Aim.WIN
    aims: tuple[Aim, ...] = (Aim.WIN, Aim.ULTIMO, Aim.VOLAT, Aim.SHEET)
    nodes: int = 200_000
    seed: int = 1


class DealtHand(Record, kw_only=True):
    """One deal: the king that was called, what was laid away, the bounds of each aim for the declarer's side.

    An aim that the deal has not, as an ultimo of the opponents' Pagat, is absent.
    """

    number: int
    king: str
    scat: tuple[str, ...]
    values: dict[Aim, tuple[int, int]]


class ReachedShare(Record, kw_only=True):
    """How often something was reached: deals where it was, was not, and where the nodes were used up.

    `low` and `high` bound the share with 95 %, the deals that are not known taken as missed and as reached.
    """

    reached: int
    missed: int
    unknown: int
    low: float
    high: float


class Mean(Record, kw_only=True):
    """The mean of the sheet in Points, between the means of the bounds; `low` and `high` with 95 %."""

    least: float
    most: float
    low: float
    high: float


class HandJson(Record, kw_only=True):
    """The object of `hand --json`. The shares of ultimo are of the deals in which the declarer's side has the Pagat.

    `altered` is what of the rules is not as the source has it; absent where all is.
    """

    question: HandQuestion
    deals: int
    shares: dict[Aim, ReachedShare]
    sheet: Mean | None
    kings: dict[str, int]  # how often each was called
    altered: tuple[Alteration, ...] | UnsetType = UNSET


class HandSolver:
    """Deals the other cards to a hand and has each deal solved; raises `CodexError` for a question that is none."""

    def __init__(self, engine: Engine, core: Core, question: HandQuestion):
        self.engine, self.core, self.question = engine, core, question
        self.seat = SEATS.index(question.seat)
        self.hand = self._read_numbers(question.hand)
        if len(self.hand) != engine.hand_size:
            raise CodexError(
                f"the hand has {len(self.hand)} cards",
                f"expected {engine.hand_size}",
            )
        self._leaves: Leaves = {}
        if question.bid not in engine.names or engine.names.index(question.bid) not in engine.bids:
            known = ", ".join(engine.names[bid] for bid in engine.bids if bid != engine.pass_)
            raise CodexError(f"`{question.bid[:40]}` is no bid", f"expected one of: {known}")
        self.bid = engine.names.index(question.bid)
        self.halves = [self._read_numbers(names) for names in (question.bought, question.left)]
        self.scat = tuple(self._read_numbers(question.scat))
        if any(half and len(half) != len(self._find_half_places(kept)) for kept, half in enumerate(self.halves)):
            raise CodexError(
                "these cards are no half of the talon",
                f"expected {engine.half_size} cards, and a game in which they are bought",
            )
        self.king = self._read_numbers((question.king,))[0] if question.king else -1
        if self.king >= 0 and self.king not in engine.kings:
            raise CodexError(f"`{question.king}` is no king", "expected the king that is called")

    def _read_numbers(self, names: Sequence[str]) -> list[int]:
        """Return the numbers of named cards; raise `CodexError` for one that is not in the pack."""
        found = [self.engine.pack.get(name) for name in names]
        for name, card in zip(names, found, strict=True):
            if card is None:
                raise CodexError(
                    f"`{name[:40]}` is no card of the pack",
                    "expected such as XXI, Pagat, Herz-König",
                )
        numbers = [self.engine.number[card] for card in found if card]
        if doubled := next((name for name in names if names.count(name) > 1), ""):
            raise CodexError(f"{doubled} is there twice", "expected different cards")
        return numbers

    @cached_property
    def _own_places(self) -> tuple[int, ...]:
        """Return at which positions in the order of dealing the declarer gets his cards."""
        return self._make_dealt_state(range(len(self.engine.cards))).observe(self.seat).dealt

    @cached_property
    def _bought_places(self) -> tuple[int, ...]:
        """Return at which positions in the order of dealing the cards are that he buys."""
        return self._find_half_places(0)

    def _find_half_places(self, kept: int) -> tuple[int, ...]:
        """Return the positions in the order of dealing of the half that is bought (0) or left (1).

        Empty without purchase.
        """
        order = self._draw_order(random.Random(0))
        seen = [self._play_to_discard(order).observe(seat) for seat in range(len(SEATS))]
        halves = seen[self.seat].halves
        if not halves:
            return ()
        left = set(order).difference(halves[-1], *(each.dealt for each in seen))
        return tuple(order.index(card) for card in sorted(left if kept else halves[-1]))

    def _make_dealt_state(self, order: Iterable[int]) -> State:
        """Return a state with cards dealt in this order; the last seat deals, the first has the forehand (1840:7.7)."""
        state = State(self.engine, len(SEATS) - 1)
        for card in order:
            state.apply_action(card)
        return state

    def _play_to_discard(self, order: Sequence[int], king: int = -1) -> State:
        """Return a state with cards dealt in this order, after bidding, call and purchase."""
        engine, state = self.engine, self._make_dealt_state(order)
        bid = False
        while state.phase in (Phase.BIDDING, Phase.KING, Phase.PURCHASE):
            mine = state.current_player() == self.seat
            if state.phase is Phase.BIDDING:
                action = self.bid if mine and not bid else engine.pass_
                bid = bid or mine
            elif state.phase is Phase.KING:
                action = king if king in state.legal_actions() else self._choose_king(state.observe())
            else:
                action = engine.keep
            state.apply_action(action)
        return state

    def solve_deal(self, number: int) -> DealtHand:
        """Return deal `number` with its discard and the bounds of each aim; the number seeds the shuffle."""
        rng = random.Random(f"{self.question.seed} {number}")
        order = self._draw_order(rng, *self.halves)
        state = self._play_to_discard(order, self.king)
        scat = self.scat
        if state.phase is Phase.SCAT and not scat:
            scat = self._choose_discard(order, state, rng)
        deal = self._open_cards(state, scat)
        values = {}
        for aim in self.question.aims:
            if aim in deal.payoffs and (aim is not Aim.ULTIMO or deal.pagat_holder in deal.declarer_side):
                bounds = deal.solve(deal.make_start(), aim, self.question.nodes)
                values[aim] = (bounds.low, bounds.high)
        names = self.engine.names
        king = names[state.observe(self.seat).king]
        return DealtHand(number=number, king=king, scat=tuple(names[card] for card in scat), values=values)

    def _draw_order(self, rng: random.Random, bought: Sequence[int] = (), left: Sequence[int] = ()) -> list[int]:
        """Return a random order of dealing in which the declarer gets the hand and known cards get into the talon."""
        fixed = dict(zip(self._own_places, self.hand, strict=True))
        for kept, half in enumerate((bought, left)):
            fixed |= dict(zip(self._find_half_places(kept), half, strict=True)) if half else {}
        rest = [card for card in range(len(self.engine.cards)) if card not in fixed.values()]
        rng.shuffle(rest)
        return [fixed[place] if place in fixed else rest.pop() for place in range(len(self.engine.cards))]

    def list_discards(self, state: State) -> list[tuple[int, ...]]:
        """Return the discards to compare, the one of the advice first.

        The others follow in the order of the advice, up to `CANDIDATES`. Where the choice of one card limits that of
        another, as a trump that may be laid away only when no other card is left, only that of the advice is returned.
        """
        legal, size = state.legal_actions(), self.engine.scat_size
        if len(legal) >= size:
            return list(islice(combinations(self._order_discards(state.observe(self.seat), legal), size), CANDIDATES))
        after, found = state.clone(), list[int]()
        while after.phase is Phase.SCAT:
            found.append(self._order_discards(after.observe(self.seat), after.legal_actions())[0])
            after.apply_action(found[-1])
        return [tuple(found)]

    def _choose_king(self, view: PlayerView) -> int:
        """Return a king of another hand: of the suit with the highest card held, then the longest (1840:80.1, 81.1).

        The declarer's own king is called only with a good hand (1840:82.1), which is not judged here.
        """
        cards = self.engine.cards

        def order(king: int) -> tuple[bool, int, int, int]:
            suit = [cards[card] for card in view.hand if cards[card].suit == cards[king].suit]
            return king not in view.hand, max((card.strength for card in suit), default=-1), len(suit), -king

        return max(view.legal, key=order)

    def _order_discards(self, view: PlayerView, legal: Sequence[int]) -> list[int]:
        """Return the legal discards, the best by the advice first: short suits, to be void in them (1840:84.1).

        Within a suit the most valuable card is first, which saves its points (1840:84.3); the called suit is last.
        """
        cards = self.engine.cards
        length = Counter(cards[card].suit for card in view.hand)

        def order(each: int) -> tuple[bool, int, str, int, int]:
            suit = cards[each].suit
            return suit == cards[view.king].suit, length[suit], suit, -cards[each].thirds, each

        return sorted(legal, key=order)

    def _choose_discard(self, order: Sequence[int], state: State, rng: random.Random) -> tuple[int, ...]:
        """Return the numbers of the cards to discard, by the method that the question names."""
        candidates, question = self.list_discards(state), self.question
        nodes = min(question.nodes or CHOICE_NODES, CHOICE_NODES)
        match question.discard:
            case DiscardMethod.ADVICE:
                return candidates[0]
            case DiscardMethod.OPEN:
                states = [state]
            case DiscardMethod.AVERAGE:
                bought = [order[place] for place in self._bought_places]
                king = state.observe(self.seat).king
                states = [self._play_to_discard(self._draw_order(rng, bought), king) for _sample in range(SAMPLES)]

        def worth(scat: tuple[int, ...]) -> float:
            deals = [self._open_cards(each, scat) for each in states]
            found = [
                each.solve(each.make_start(), question.aim, nodes) for each in deals if question.aim in each.payoffs
            ]
            return fmean((each.low + each.high) / 2 for each in found) if found else 0

        return max(candidates, key=worth)

    def _open_cards(self, state: State, scat: Sequence[int]) -> OpenCards:
        """Return the deal for the solver before the first card, without announcements."""
        engine, state = self.engine, state.clone()
        for card in scat:
            state.apply_action(card)
        while state.phase is Phase.WORDS:
            state.apply_action(engine.nothing)
        course = play_through(state.record_so_far(), engine.pack, engine.rules)
        return OpenCards(course, engine.pack, engine.rules, self.core, self._leaves)


class HandMeasure(Record, kw_only=True):
    """A question, and of each deal from the first on the bounds of what it is for."""

    question: HandQuestion
    values: tuple[tuple[int, int], ...]


class HandMeasures(ResultStamp, kw_only=True):
    """The committed answers to the questions that the author's hands raise, with the stamp of what they come from."""

    found: tuple[HandMeasure, ...]


def summarise_deals(question: HandQuestion, deals: Sequence[DealtHand]) -> HandJson:
    """Return the share of deals that reach each aim, the mean of the sheet in Points, and the kings called."""
    kings: dict[str, int] = {}
    for deal in deals:
        kings[deal.king] = kings.get(deal.king, 0) + 1
    bounds = {aim: [deal.values[aim] for deal in deals if aim in deal.values] for aim in question.aims}
    return HandJson(
        question=question,
        deals=len(deals),
        shares={
            aim: compute_share(found) for aim, found in bounds.items() if aim not in (Aim.SHEET, Aim.POINTS) and found
        },
        sheet=_compute_mean(bounds[Aim.SHEET]) if bounds.get(Aim.SHEET) else None,
        kings=dict(sorted(kings.items())),
    )


def compute_share(found: Sequence[tuple[int, int]]) -> ReachedShare:
    """Return how often an aim was reached, from the bounds of its value in each deal, with a 95 % interval."""
    reached, missed = sum(low == 1 for low, _high in found), sum(high == 0 for _low, high in found)
    return ReachedShare(
        reached=reached,
        missed=missed,
        unknown=len(found) - reached - missed,
        low=_compute_share_bounds(reached, len(found))[0],
        high=_compute_share_bounds(len(found) - missed, len(found))[1],
    )


def _compute_share_bounds(count: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of `count` in `of`, by Wilson's score."""
    share, extra = count / of, Z * Z / of
    middle, half = share + extra / 2, Z * sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, (middle - half) / (1 + extra)), min(1.0, (middle + half) / (1 + extra))


def compute_mean_bounds(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean by the normal approximation; for one value just this value."""
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values) - half, fmean(values) + half


def _compute_mean(found: Sequence[tuple[int, int]]) -> Mean:
    lows, highs = [low for low, _high in found], [high for _low, high in found]
    return Mean(
        least=fmean(lows), most=fmean(highs), low=compute_mean_bounds(lows)[0], high=compute_mean_bounds(highs)[1]
    )
