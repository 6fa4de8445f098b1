"""Games of 1754 that the core and the kernel play side by side: where they stand, what is legal and why, the sheet."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tarock.analysis.excuse_core import ExcuseCore
from tarock.base.project import Project
from tarock.game.taroc_1754.state import TarocEngine, TarocState
from tests.analysis.core_games import compare_lines, play_on
from tests.conftest import ROOT

MODULE = Project(ROOT).find_core("1754")
KINDS = 12  # of deals: at random, and stacked in so many ways less one


def stack(of: TarocEngine, dealer: int, kind: int, rng: random.Random) -> list[int]:
    """The cards in order of dealing: at random, or so that something rare comes up."""
    pack = of.pack
    trumps = sorted(of.tarocks, key=lambda card: of.cards[card].strength)
    kings = [of.number[card] for card in pack.kings]
    courts = [card for card in range(len(of.cards)) if card not in of.tarocks and of.cards[card].points]
    plain = [card for card in range(len(of.cards)) if not of.cards[card].is_tarock and card not in courts]
    rng.shuffle(plain)
    seat = dealer if kind % 2 else rng.randrange(of.players)
    wanted: Sequence[tuple[Sequence[int], bool]] = [  # the cards of one hand, and whether it gets other trumps
        ([], True),
        ([of.pagat, *rng.sample(trumps[1:], 2)], False),
        ([of.excuse, *plain], False),
        ([of.pagat, of.excuse, rng.choice(trumps[1:])], False),
        ([of.pagat, of.excuse, *trumps[-rng.randint(1, 14) :]], True),
        ([*trumps, *kings, of.excuse], True),
        ([*rng.sample(courts, len(courts) - 3)], True),
        ([*kings[: rng.choice((3, 4))], of.excuse, *courts[:3]], True),
        ([of.pagat, *rng.sample(trumps[2:], 12)], True),
        ([*rng.sample(trumps, 3), of.excuse], False),
        ([of.excuse, *trumps[-18:]], True),
        ([of.excuse, *plain[:20]], False),
    ]
    held, more = wanted[kind % KINDS]
    order = of.places[dealer]
    sizes = [order.count(place) for place in range(of.players)]
    hands: list[list[int]] = [[] for _place in sizes]
    hands[seat] = list(dict.fromkeys(held))[: sizes[seat]]
    rest = [card for card in range(len(of.cards)) if card not in hands[seat]]
    rng.shuffle(rest)
    if not more:
        rest.sort(key=lambda card: not of.cards[card].is_tarock)
    for card in rest:
        room = [place for place, hand in enumerate(hands) if len(hand) < sizes[place]]
        if not more and of.cards[card].is_tarock:
            room = [place for place in room if place != seat] or room
        hands[rng.choice(room)].append(card)
    for hand in hands:
        rng.shuffle(hand)
    left = [iter(hand) for hand in hands]
    return [next(left[place]) for place in order]


def choose(state: TarocState, kind: int, rng: random.Random) -> int:
    """An action: mostly one that makes something happen, so that each rule is met."""
    of, legal = state.engine, state.legal_actions()
    if state.phase == "discard" and rng.random() < 0.6:
        return rng.choice([card for card in legal if of.cards[card].is_tarock or of.cards[card].points] or legal)
    if state.phase == "honours" and rng.random() < 0.6:
        return rng.choice(legal[1:] or legal)
    if state.phase == "tricks" and rng.random() < 0.6:
        held = [card for card in legal if card not in (of.pagat, of.excuse)] or legal
        return (max if kind % 3 else min)(held, key=lambda card: (of.cards[card].is_tarock, of.cards[card].strength))
    return rng.choice(legal)


def play_both(core: ExcuseCore, of: TarocEngine, number: int, faults: float = 0.0) -> TarocState:
    """A game by the core and the state, compared at every action; `number` decides deal and actions.

    So many of the cards are played against the law. It ends where no action is legal.
    """
    rng, kind = random.Random(number), number % KINDS
    dealer = rng.randrange(of.players)
    state = of.new_state(dealer)
    for card in stack(of, dealer, kind, rng):
        state.apply_action(card)

    def choose_card() -> int:
        action = choose(state, kind, rng)
        if state.phase == "tricks" and rng.random() < faults:
            action = rng.choice(state.at.hands[state.current_player()])
        return action

    if play_on(core, state, rng, choose_card):
        compare_sheets(core, state)
    return state


def compare_sheets(core: ExcuseCore, state: TarocState) -> None:
    """The sheet line by line, the gains, and what was counted."""
    (counts, lines), again = core.settle(), state.replay(prices=False)
    record, settled, seats = again.record, again.settled, state.engine.seats
    if record is None or settled is None:  # other rules by which the replay finds a fault in what was legal
        assert state.engine.rules.overrides
        return
    assert list(map(float, counts["totals"])) == state.returns()
    assert counts["tricks"] == tuple(record.tricks[seat] for seat in seats)
    assert counts["points"] == tuple(again.points[seat] for seat in seats)
    compare_lines(lines, settled.sheet.lines, seats)
