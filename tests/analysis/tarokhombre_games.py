"""Games of 1863 that the core and the kernel play side by side: where they stand, what is legal and why, the sheet."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tarock.analysis.excuse_core import ExcuseCore
from tarock.base.project import Project
from tarock.game.common.phases import TALON
from tarock.game.tarokhombre_1863.pot import POT
from tarock.game.tarokhombre_1863.state import TarokhombreEngine, TarokhombreOptions, TarokhombreState
from tests.analysis.core_games import compare_lines, play_on
from tests.conftest import ROOT
from tests.game.score_files import rules_of

MODULE = Project(ROOT).find_core("1863")
RULES = rules_of("1863")
OPTIONS = tuple(TarokhombreOptions(scat_first=first) for first in (False, True))
KINDS = 9  # of deals: at random, and stacked in so many ways less one


def stack(of: TarokhombreEngine, dealer: int, kind: int, rng: random.Random) -> tuple[list[int], int]:
    """The cards in order of dealing, at random or so that something rare comes up, and the seat that it is about."""
    numbers = range(len(of.cards))
    trumps = [card for card in numbers if of.cards[card].is_tarock and card != of.excuse]
    kings = [of.number[card] for card in of.pack.kings]
    plain = [card for card in numbers if not of.cards[card].is_tarock]
    pagat, scues = of.number[of.pack.pagat], of.number[of.pack.scues]
    rng.shuffle(plain)
    wanted: Sequence[Sequence[int]] = [
        [],
        [*trumps[-rng.randint(17, 21) :], *kings],  # the vole
        [*trumps, *kings],
        [scues, *plain[:24]],
        [scues, *sorted(plain, key=lambda card: of.cards[card].points)[:24]],
        [pagat, *trumps[-18:], *kings],
        [scues, pagat, *trumps[-10:], *kings],
        [*trumps[-19:], *kings[:3], scues],
        [pagat, *rng.sample(trumps[1:], 3)],
    ]
    seat, order = rng.randrange(of.players), of.deal_places(dealer)
    held = list(dict.fromkeys(wanted[kind % KINDS]))[: of.hand_size]
    rest = [card for card in numbers if card not in held]
    rng.shuffle(rest)
    hands: dict[int, list[int]] = {place: [] for place in (TALON, *range(of.players))}
    hands[seat] = held
    for place, hand in hands.items():
        hand += [rest.pop() for _card in range(order.count(place) - len(hand))]
        rng.shuffle(hand)
    left = {place: iter(hand) for place, hand in hands.items()}
    return [next(left[place]) for place in order], seat


def choose(state: TarokhombreState, kind: int, seat: int, rng: random.Random) -> int:
    """An action: mostly one that makes something happen, so that each rule is met."""
    of, legal, chief = state.engine, state.legal_actions(), state.current_player() == seat
    match state.phase:
        case "auction" if kind and rng.random() < 0.7:
            return legal[-1] if chief else legal[0]
        case "vole" if rng.random() < 0.7:
            return of.announce
        case "discard" | "give" if chief and rng.random() < 0.8:
            return min(legal, key=lambda card: (of.cards[card].is_tarock, of.cards[card].points))
        case "name" if rng.random() < 0.7:
            lying = [card for card in legal if card in state.at.discard or card in state.at.scat]
            return rng.choice(lying or legal) if kind % 2 else max(legal, key=lambda card: of.cards[card].thirds)
        case "tricks" if rng.random() < 0.95 and kind in (1, 2, 5, 7):
            held = [card for card in legal if card not in (of.excuse, of.number[of.pack.pagat])] or legal
            return (max if chief else min)(held, key=lambda card: (of.cards[card].is_tarock, of.cards[card].strength))
    return rng.choice(legal)


def play_both(core: ExcuseCore, of: TarokhombreEngine, number: int) -> TarokhombreState:
    """A game by the core and the state, compared at every action; `number` decides deal and actions.

    It ends where no action is legal.
    """
    rng, kind = random.Random(number), number % KINDS
    dealer = rng.randrange(of.players)
    state = of.new_state(dealer)
    cards, seat = stack(of, dealer, kind, rng)
    for card in cards:
        state.apply_action(card)
    if play_on(core, state, rng, lambda: choose(state, kind, seat, rng)):
        compare_sheets(core, state)
    return state


def compare_sheets(core: ExcuseCore, state: TarokhombreState) -> None:
    """The sheet line by line, the gains, and what was counted."""
    (counts, lines), settled, of = core.settle(), state.settle(prices=False), state.engine
    accounts = (*of.seats, POT)
    assert list(map(float, counts["totals"][:-1])) == state.returns()
    assert counts["totals"] == tuple(settled.totals[account] for account in accounts)
    if state.at.declarer >= 0:
        deal = of.make_deal(state.at, of.seats)
        assert (*counts["points"], counts["tricks"][state.at.declarer]) == (deal.augen, deal.tricks)
        assert counts["thirds"] == (of.count_declarer_thirds(state.at),)
    compare_lines(lines, settled.sheet.lines, accounts)
