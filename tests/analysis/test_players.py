"""The machines: they know only what a player may, bid as the author advises, and are as strong as is claimed."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from benchmarks.bench_strength import PAIRS, load, play_deal_twice, play_sitting
from msgspec import structs

from tarock.analysis.players import LEVELS, AdvicePlayer, Player, PlayerLevel, RandomPlayer, SamplingPlayer
from tarock.game.common.cards import Card
from tarock.game.koenigrufen_1840.state import SEATS, Phase, State
from tests.analysis.open_endings import core
from tests.conftest import EVERY, thorough
from tests.game.koenigrufen_1840.builders import cards, examine, may_play, pack
from tests.game.koenigrufen_1840.test_state import elsewhere, engine, known_to

pytestmark = pytest.mark.slow

QUICK = PlayerLevel(2, 200)
LISTENS = PlayerLevel(2, 200, uses_bids=True)


def machines() -> tuple[Player, ...]:
    return RandomPlayer(3), AdvicePlayer(engine()), SamplingPlayer(engine(), core(), LISTENS, 3)


def moments(deals: int, seed: int = 0) -> Iterator[State]:
    """Decisions of games bid by advice, so that few are Solos, and played at random; of those of play a few."""
    for number in range(seed, seed + deals):
        rng, state = random.Random(number), State(engine(), dealer=number % len(SEATS))
        while not state.is_terminal():
            if state.phase is not Phase.DEAL and (state.phase is not Phase.PLAY or rng.random() < 1 / 12):
                yield state
            bids = state.phase is Phase.BIDDING
            state.apply_action(
                AdvicePlayer(engine()).act(state.observe()) if bids else rng.choice(state.legal_actions())
            )


def test_what_lies_hidden_changes_no_choice() -> None:
    """The law about secrets, by the paragraphs' reading of what a player knows, and not by the state's."""
    moved: set[Phase] = set()
    players = machines()
    for number, state in enumerate(moments(3)):
        player = state.current_player()
        other = elsewhere(state, player, random.Random(number))
        assert other.observe() == state.observe()
        for machine in players:
            action = machine.act(state.observe())
            assert machine.act(other.observe()) == action
            assert action in state.legal_actions()
        if [sorted(hand) for hand in other.at.hands] != [sorted(hand) for hand in state.at.hands]:
            moved.add(state.phase)
    assert moved == {Phase.BIDDING, Phase.KING, Phase.PURCHASE, Phase.SCAT, Phase.WORDS, Phase.PLAY}


def test_imagined_deals_agree_with_what_is_known() -> None:
    """54 cards, one's own where one knows them, and every card so far played as 1840:63 lets its holder."""
    machine, tried = SamplingPlayer(engine(), core(), QUICK, 3), 0
    for state in moments(12, seed=100):
        if state.phase is not Phase.PLAY:
            continue
        player = state.current_player()
        for deal, moment in machine.sample_deals(state.observe()):
            game = deal.course.game
            lying = [card for hand in game.hands.values() for card in hand]
            talon = [*game.talon.whole, *game.talon.upper, *game.talon.lower]
            assert sorted(map(str, lying + talon)) == sorted(map(str, pack().cards))
            assert set(game.hands[SEATS[player]]) == {pack().cards[card] for card in state.at.dealt[player]}
            assert len(game.scat) == len(state.at.scat)
            held = {SEATS.index(seat): set(hand) for seat, hand in moment.position.hands.items()}
            known = {pack().cards[card] for card in known_to(state, player)}
            for seat in range(len(SEATS)):
                really = {pack().cards[card] for card in state.at.hands[seat]}
                assert len(held[seat]) == len(really)
                assert held[seat] & known <= really | {pack().cards[card] for card in state.at.dealt[state.declarer]}
            for trick in reversed(state.at.tricks):
                for place, (seat, number) in reversed(list(enumerate(trick))):
                    card = pack().cards[number]
                    held[seat].add(card)
                    led = pack().cards[trick[0][1]] if place else None
                    keeps = state.at.pagat_keeper == seat
                    assert card in may_play(held[seat] - ({pack().pagat} - {card} if keeps else set()), led)
            tried += 1
    assert tried > 40


def dealt_with(hand: tuple[Card, ...]) -> State:
    """A deal in which the forehand holds these cards, the others what is left."""
    state = State(engine(), dealer=len(SEATS) - 1)
    wanted = [engine().number[card] for card in hand]
    rest = [card for card in range(len(engine().cards)) if card not in wanted]
    order = list(range(len(engine().cards)))
    probe = State(engine(), dealer=len(SEATS) - 1)
    for card in order:
        probe.apply_action(card)
    first = probe.current_player()
    for card in order:  # the order of dealing gives the forehand these places
        state.apply_action(wanted.pop() if card in probe.at.dealt[first] else rest.pop())
    assert sorted(state.at.dealt[first]) == sorted(engine().number[card] for card in hand)
    return state


MIDDLE = ("XIX", "XVIII", "XVII", "XIV", "XIII")
LOW = ("Careau-Dreier", "Careau-Vierer", "Careau-Zweier", "Pique-Achter", "Pique-Neuner", "Herz-Vierer")
SCUES = ("Scüs", "XX", "XIX", "XVIII")
HANDS = {
    # 77.2: five tarocks of middle size, a king and a Scat (here: Treffle), for the rest plain cards
    ("dreier", 1): (*MIDDLE, "Herz-König", *LOW),
    # 77.3: six or seven tarocks, a king, a Scat, four cards of two suits
    ("dreier", 2): ("Scüs", "XIX", "XVIII", "XVII", "XIV", "XII", "I", "Herz-König", *LOW[:4]),
    # 77.4: eight tarocks, a king, Scats, three cards of other suits
    ("dreier", 3): ("Scüs", "XX", "XVIII", "XVII", "XV", "XII", "X", "I", "Herz-König", *LOW[:3]),
    # 78.3, both hands that a Solo may be played with
    ("solo", 0): ("Scüs", "XXI", "I", "XX", "XIX", "XVIII", "XII", "X", "VIII", "Herz-König", "Herz-Dame", LOW[0]),
    ("solo", 1): (
        "Scüs",
        "XX",
        "XIX",
        "XVIII",
        "XVII",
        "XVI",
        "XIV",
        "I",
        "Herz-König",
        "Pique-König",
        "Pique-Dame",
        LOW[0],
    ),
    # 77.6: five tarocks and three kings, or all four: nothing
    ("pass", 0): ("XVIII", "XVII", "XIV", "XIII", "XII", "Herz-König", "Careau-König", "Pique-König", *LOW[:4]),
    ("pass", 1): (*MIDDLE, "Herz-König", "Careau-König", "Pique-König", "Treffle-König", *LOW[:3]),
}


@pytest.mark.parametrize("bid", HANDS, ids=str)
def test_bids_are_those_of_the_author(bid: tuple[str, int]) -> None:
    """1840:77 and 78: what he says can be played with these hands; who speaks first begins with the lowest (21.5)."""
    state = dealt_with(cards(*HANDS[bid]))
    machine = AdvicePlayer(engine())
    legal = [action for action in state.legal_actions() if action != engine().pass_]
    highest = [each for each in legal if engine().bids[each].height == max(bid[1], 1) and each != engine().solo]
    first = machine.act(state.observe())
    match bid[0]:
        case "pass":
            assert first == engine().pass_
        case "solo":
            assert first == engine().solo
        case _:
            assert engine().bids[first].height == 1  # not more than is needed
            # where only higher games are left, up to what the hand is good for and no further
            for fold in range(1, engine().folds + 1):
                left = tuple(each for each in legal if engine().bids[each].height >= fold)
                chosen = machine.act(structs.replace(state.observe(), legal=(engine().pass_, *left)))
                assert engine().bids[chosen].height == (fold if fold <= bid[1] else 0)
    assert highest


def test_the_hand_that_loses_a_solo_is_not_bid_as_one() -> None:
    """1840:78.3: nine tarocks without an honour, two kings, two Scatinels: "nicht selten verloren"."""
    hand = ("XX", "XIX", "XVIII", "XVII", "XV", "V", "IV", "II", "Herz-König", "Pique-König", LOW[0], "Treffle-Siebner")
    assert AdvicePlayer(engine()).act(dealt_with(cards(*hand)).observe()) != engine().solo


committed = cache(load)


def test_the_strength_is_that_of_these_machines() -> None:
    """`benchmarks/strength.json` comes from these machines: each gets more than the one before, by the interval."""
    assert [(match["of"], match["against"]) for match in committed().matches] == [*PAIRS]
    for match in committed().matches:
        assert len(match["points"]) == match["deals"]
        mean = statistics.fmean(match["points"])
        half = 1.96 * statistics.stdev(match["points"]) / match["deals"] ** 0.5
        assert (match["mean"], match["low"], match["high"]) == tuple(
            pytest.approx(each, abs=0.06) for each in (mean, mean - half, mean + half)
        )
        assert match["low"] > 0


# These deals of each pair are played again; the slower the machines, the fewer: one in which somebody was better. That
# all are of the rules that are here the stamp in the file tells, which `load` reads.
AGAIN = (("simple", "random"), range(15)), (("1", "simple"), [12]), pytest.param(("2", "1"), [16], marks=thorough)


@pytest.mark.parametrize(("pair", "deals"), AGAIN)
def test_deals_of_it_are_played_again(pair: tuple[str, str], deals: Iterable[int]) -> None:
    match = next(each for each in committed().matches if (each["of"], each["against"]) == pair)
    assert match["first"] == PAIRS[pair]
    for number in deals:
        assert play_deal_twice(*pair, match["first"] + number)[0] == match["points"][number]


def test_what_is_played_is_a_game_without_faults() -> None:
    for seed in range(3 if EVERY == 1 else 1):
        state = play_sitting(seed, ("1", "simple", "random", "1"))
        if state.declarer >= 0:
            assert not examine(state.to_game()).list


def test_the_levels_ask_more_one_after_the_other() -> None:
    asked = [(level.samples, level.nodes, level.uses_bids) for _name, level in sorted(LEVELS.items())]
    assert asked == sorted(asked)
