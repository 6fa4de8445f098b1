"""1863 played from the deal to the sheet: each rule of play allowed and refused by its sentence, and whole games."""

from __future__ import annotations

import io
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.game.common.notation import read_typed_cards, read_typed_plays
from tarock.game.common.score import Reason
from tarock.game.eras import find_era
from tarock.game.tarokhombre_1863.record import SpokenBid, TarokhombreGame
from tarock.game.tarokhombre_1863.replay import replay
from tarock.game.tarokhombre_1863.state import TarokhombreEngine, TarokhombreOptions, TarokhombreState
from tests.conftest import EVERY, Run, thorough
from tests.game.score_files import noted, paid, rules_of
from tests.helpers import replace_once

GAMES = 5_000 if EVERY == 1 else 200
VALUES = {"König": 5, "Dame": 4, "Cavall": 3, "Bube": 2, "I": 5, "XXI": 5, "Scüs": 5}
SUITS, PIPS = ("Herz", "Careau", "Treffle", "Pique"), ("Aß", "Zweier", "Dreier", "Vierer", "Fünfer", "Sechser",
                                                       "Siebner", "Achter", "Neuner", "Zehner")  # fmt: skip


@cache
def engine_of(scat_first: bool = False, **changed: Any) -> TarokhombreEngine:
    """The engine of 1863, with some values changed; `__` stands for a dot in their keys."""
    values = {key.replace("__", "."): value for key, value in changed.items()}
    return TarokhombreEngine.of(rules_of("1863", values), TarokhombreOptions(scat_first=scat_first))


def dealt(
    engine: TarokhombreEngine, hands: Mapping[str, str] | None = None, left: str = "", dealer: str = "C", seed: int = 1
) -> TarokhombreState:
    """A deal in which the seats have at least these cards, and these are left over; the rest at random."""
    state, dice = engine.new_state(engine.seats.index(dealer)), random.Random(seed)
    given = {engine.seats.index(seat): numbers(engine, cards) for seat, cards in (hands or {}).items()}
    given[-1] = numbers(engine, left)
    used = {card for cards in given.values() for card in cards}
    rest = [card for card in range(len(engine.cards)) if card not in used]
    dice.shuffle(rest)
    room = Counter(engine.deal_places(state.dealer))
    heaps = {place: [*given.get(place, ()), *(rest.pop() for _ in range(size - len(given.get(place, ()))))]
             for place, size in room.items()}  # fmt: skip
    for place in engine.deal_places(state.dealer):
        state.apply_action(heaps[place].pop())
    return state


def numbers(engine: TarokhombreEngine, cards: str) -> list[int]:
    return [engine.number[card] for card in read_typed_cards(cards, engine.pack)]


def act(state: TarokhombreState, *names: str) -> TarokhombreState:
    """Apply actions by their names."""
    for name in names:
        state.apply_action(state.engine.names.index(name))
    return state


def discard(state: TarokhombreState, but: Iterable[int] = ()) -> TarokhombreState:
    """Discard the first cards that may go, and are none of those."""
    while state.phase == "discard":
        state.apply_action(next(card for card in state.legal_actions() if card not in but))
    return state


def legal(state: TarokhombreState) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def refused(state: TarokhombreState, name: str) -> str:
    """The message with which an action is refused."""
    with pytest.raises(CodexError) as error:
        act(state.clone(), name)
    return str(error.value)


def at_play(hands: Mapping[str, str]) -> TarokhombreState:
    """The first lead of a game sans-prendre of A, in which the seats have at least these cards in hand."""
    state = dealt(engine_of(), hands)
    discard(state, numbers(state.engine, hands.get("C", "")))
    return act(state, "sans-prendre", "pass", "pass")


def played(seed: int, *, scat_first: bool = False, engine: TarokhombreEngine | None = None) -> TarokhombreState:
    """A game played at random."""
    engine, dice = engine or engine_of(scat_first), random.Random(seed)
    state = engine.new_state(seed % engine.players)
    while not state.is_terminal():
        legal_now = state.legal_actions()
        assert legal_now, state.phase
        state.apply_action(dice.choice(legal_now))
    return state


# --- the deal, sentences 2 and 3 ------------------------------------------------------------------------------------


def test_the_dealer_keeps_the_last_three_and_discards_three() -> None:
    engine = engine_of()
    state = dealt(engine)
    assert [len(hand) for hand in state.at.dealt] == [25, 25, 25]
    assert (state.phase, state.current_player(), len(state.at.hands[2])) == ("discard", 2, 28)  # 2: "für sich"
    assert len(legal(state)) == 28  # 3: "drei beliebige Karten"
    places = engine.deal_places(2)
    assert places == [0] * 25 + [1] * 25 + [2] * 25 + [-1] * 3  # 2: "in einem Wurfe", the dealer last
    first = state.legal_actions()[0]
    assert "the Scat lies" not in state.information_state_string(0)
    discard(state)
    assert "the Scat lies" in state.information_state_string(0)  # 3: "zeigt dies … an"
    assert state.action_to_string(first) not in state.information_state_string(0).split("hand ")[1].split(" | ")[1:]
    assert (state.phase, state.current_player()) == ("auction", 0)  # 4: "Nun erklärt sich der Erste"


def test_a_card_that_the_dealer_has_not_cannot_be_discarded() -> None:
    state = dealt(engine_of())
    other = state.action_to_string(state.at.hands[0][0])
    assert "discard.who" in refused(state, other)
    assert "1863:3" in refused(state, other)


def test_the_first_three_may_be_laid_into_the_scat() -> None:
    engine = engine_of(scat_first=True)
    assert engine.deal_places(2)[:4] == [-1, -1, -1, 0]  # 2: "die drei ersten Karten in den Scat"
    state = act(dealt(engine), "sans-prendre", "pass", "pass")
    scat = state.at.talon
    assert (state.phase, state.current_player(), len(state.at.hands[0])) == ("discard", 0, 28)  # 13: "erhält diese"
    assert not {*scat} & {*state.legal_actions()}  # 13: "drei andere"
    assert "1863:13" in refused(state, state.action_to_string(scat[0]))
    assert discard(state).phase == "tricks"


# --- the auction, sentences 4 to 10 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "seat", "words"),
    [
        ("", "A", "pass, à trois, à deux, à un, sans-prendre"),  # 4, 7
        ("à deux", "B", "pass, à un, sans-prendre"),  # 4, 5: higher, or he passes
        ("pass", "B", "pass, à trois, à deux, à un, sans-prendre"),  # 9
        ("pass, pass", "C", "pass, à deux, à un, sans-prendre"),  # 7 and 9 name the first and the second
        ("à deux, à un", "A", "pass, sans-prendre, keep"),  # 6
        ("à deux, à un, keep", "B", "pass, sans-prendre"),  # 6: whether he may go on is not said; he may
        ("à trois, à deux", "A", "pass, à un, sans-prendre, keep"),  # 8
        ("pass, à trois, à deux", "B", "pass, à un, sans-prendre, keep"),  # 9
    ],
)
def test_who_may_say_what(calls: str, seat: str, words: str) -> None:
    state = discard(dealt(engine_of()))
    act(state, *filter(None, calls.split(", ")))
    assert state.engine.seats[state.current_player()] == seat
    assert ", ".join(legal(state)) == words


@pytest.mark.parametrize(
    ("calls", "word", "ref"),
    [
        ("à un", "à deux", "1863:4"),
        ("", "keep", "1863:6"),
        ("à deux", "à trois", "1863:7"),
        ("à deux, à un", "à trois", "1863:6"),
    ],
)
def test_words_that_are_refused(calls: str, word: str, ref: str) -> None:
    state = act(discard(dealt(engine_of())), *filter(None, calls.split(", ")))
    assert ref in refused(state, word)


@pytest.mark.parametrize(
    ("calls", "declarer", "game"),
    [
        ("à deux, pass, pass", 0, "a_deux"),
        ("à deux, à un, keep, pass, sans-prendre, pass", 2, "sans_prendre"),  # 6, 4
        ("à trois, pass, à deux", 0, "a_deux"),  # 7: he must, and is not asked
        ("pass, à trois, à deux, pass", 2, "a_deux"),  # 9
        ("pass, pass, pass", -1, ""),  # 10
        ("à trois, pass, pass", -1, ""),  # 10
    ],
)
def test_who_plays(calls: str, declarer: int, game: str) -> None:
    state = act(discard(dealt(engine_of())), *calls.split(", "))
    assert (state.at.declarer, state.at.game) == (declarer, game)
    assert state.is_terminal() == (declarer < 0)
    if declarer < 0:  # the stake of the dealer stays in the pot
        assert state.settle().totals["pot"] == state.engine.stamm


# --- the purchase, sentences 11 to 13 -------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "count"), [("à deux", 2), ("à un", 1), ("sans-prendre", 0)])
def test_the_declarer_names_as_many_cards_as_he_lays_down(call: str, count: int) -> None:
    state = dealt(engine_of(), {"A": "I II III", "B": "XXI XX"})
    discard(state)
    act(state, call, "pass", "pass")
    for _ in range(count):
        assert state.phase == "give"  # 32: "vor dem Nennen dieser Karten"
        assert "1863:32" in str(state.rule(state.legal_actions()[0]).ref)
        state.apply_action(state.legal_actions()[0])
    for name in ("XXI", "XX")[:count]:
        assert state.phase == "name"
        act(state, name)
    assert state.phase == "tricks"
    bought = numbers(state.engine, "XXI XX")[:count]
    given = numbers(state.engine, "I II")[:count]
    assert {*bought} <= {*state.at.hands[0]}
    assert {*given} <= {*state.at.hands[1]}  # 11: "gibt dafür eine od. zwei andere"
    assert [len(hand) for hand in state.at.hands] == [25, 25, 25]  # 27
    told = state.information_state_string(2).partition("0 à")[2]
    assert all(state.action_to_string(card) not in told for card in given)  # 11: "verdeckt"
    assert all(state.action_to_string(card) in told for card in bought)


def test_nobody_names_his_own_card() -> None:
    state = act(discard(dealt(engine_of(), {"A": "I II III"})), "à un", "pass", "pass", "Pagat")
    assert "1863:11" in refused(state, "II")
    assert "1863:11" in refused(state, "Pagat")  # which lies on the table


def test_a_named_card_may_lie_in_the_scat() -> None:
    state = dealt(engine_of(), {"A": "I", "C": "XXI"})
    act(state, "XXI")
    act(discard(state), "à un", "pass", "pass", "Pagat", "XXI")
    assert state.phase == "tricks"
    assert numbers(state.engine, "I")[0] in state.at.discard
    lost = dealt(engine_of(talon__named_from="a player"), {"A": "I", "B": "XX", "C": "XXI"})
    act(lost, "XXI")
    act(discard(lost), "à un", "pass", "pass", "Pagat", "XXI")
    assert lost.phase == "name"
    assert "out of reach XXI" in lost.information_state_string(1)
    assert act(lost, "XX").phase == "tricks"


def test_the_scat_comes_beside_the_purchase() -> None:
    state = act(dealt(engine_of(scat_first=True)), "à deux", "pass", "pass")
    assert state.phase == "discard"
    assert discard(state).phase == "give"


# --- the tricks, sentence 29, and what is assumed -------------------------------------------------------------------


def test_a_suit_must_be_followed() -> None:
    state = at_play({"A": "Herz-König", "B": "Herz-Zweier I", "C": "Herz-Dreier"})
    act(state, "Herz-König")
    assert all(name.startswith(("Herz", "Scüs")) for name in legal(state))
    assert "play.follow_suit" in refused(state, "Pagat")
    assert "1863:29" in refused(state, "Pagat")


def clubs_only(seat: str, *more: str) -> dict[str, str]:
    """Hands in which a seat has no hearts: all hearts are in the other hands."""
    others = [each for each in "ABC" if each != seat]
    hearts = [f"Herz-{rank}" for rank in ("König", "Dame", "Cavall", "Bube", *PIPS)]
    return {others[0]: " ".join(hearts[:7]), others[1]: " ".join(hearts[7:]), seat: " ".join(more)}


def test_who_is_void_takes_with_a_trump() -> None:
    state = at_play(clubs_only("B", "I", "Pique-König"))
    act(state, "Herz-König")
    assert "Pique-König" not in legal(state)
    assert "play.must_tarock" in refused(state, "Pique-König")
    assert "Pagat" in legal(state)
    act(state, "Pagat")
    last = next(name for name in legal(state) if name.startswith("Herz"))
    assert act(state, last).current_player() == 1  # the trump has taken


def test_who_has_neither_throws_what_he_likes() -> None:
    suits = [f"{suit}-{rank}" for suit in ("Treffle", "Pique") for rank in ("König", "Dame", "Cavall", "Bube", *PIPS)]
    state = at_play(clubs_only("B", *suits[:25]))
    act(state, "Herz-König")
    assert len(legal(state)) == 25
    assert state.rule(state.legal_actions()[0]).key == "play.void_free"


def test_the_excuse_is_played_at_will_takes_nothing_and_stays_with_its_holder() -> None:
    state = at_play({"A": "Herz-Zweier", "B": "Scüs Herz-König XXI", "C": "Herz-Dame"})
    assert "Scüs" not in legal(state)  # which A has not
    act(state, "Herz-Zweier")
    assert "Scüs" in legal(state)
    act(state, "Scüs", "Herz-Dame")
    assert state.current_player() == 2
    lead = at_play({"A": "Scüs"})
    assert "excuse.led" in refused(lead, "Scüs")


def test_the_excuse_goes_with_three_cards_left() -> None:
    for seed in range(40):
        state = played(seed)
        if state.at.declarer < 0:
            continue
        laid = [place for place, trick in enumerate(state.at.tricks) for _seat, card in trick
                if card == state.engine.excuse]  # fmt: skip
        assert all(place <= 22 for place in laid)  # none where it was discarded


# --- the vole and the count -----------------------------------------------------------------------------------------


# All the high trumps and the kings: who leads them takes every trick.
ALL_TRICKS = {
    "A": " ".join([f"Tarock {number}" for number in range(1, 22)] + [f"{suit}-König" for suit in SUITS]),
    "B": "Scüs",
}


def test_the_vole_is_announced_after_the_fifteenth_trick() -> None:
    state = at_play(ALL_TRICKS)
    while state.phase == "tricks":
        state.apply_action(state.legal_actions()[-1] if state.current_player() == 0 else state.legal_actions()[0])
    assert (len(state.at.tricks) - 1, state.current_player()) == (15, 0)  # 24
    said = act(state.clone(), "vole")
    silent = act(state, "no vole")
    for game in (said, silent):
        while not game.is_terminal():
            if game.phase == "vole":  # 24: any time after the fifteenth
                assert game is silent
                act(game, "no vole")
            else:
                own = game.current_player() == 0
                game.apply_action(game.legal_actions()[-1] if own else game.legal_actions()[0])
    assert paid(said.settle(), Reason.VOLAT) == {("B", "A"): 50, ("C", "A"): 50}  # 23
    assert paid(silent.settle(), Reason.VOLAT) == {}
    assert noted(silent.settle(), "tarokhombre_1863.vole_not_declared") == ["1863:24"]


def test_nobody_is_asked_for_the_vole_who_has_lost_a_trick() -> None:
    asked = [state for state in map(played, range(30)) if any(what == state.engine.silent for by, what, _ in
                                                               state.events() if isinstance(by, int))]  # fmt: skip
    for state in asked:
        assert all(state.engine.find_taker(trick) == state.at.declarer for trick in state.at.tricks[:15])


def pile(game: TarokhombreGame, engine: TarokhombreEngine) -> tuple[int, int]:
    """The card points of the declarer's side and the other, in thirds, told here from the record alone."""
    points = {"declarer": 0, "others": 0}
    tricks = Counter[str]()
    excuse: tuple[str, str] | None = None
    assert game.result
    declarer = game.result.declarer

    def side(seat: str) -> str:
        return "declarer" if seat == declarer else "others"

    def thirds(card: Any) -> int:
        return 3 * VALUES[card.rank] - 2 if card.rank in VALUES else 1

    for text in game.tricks:
        plays, _ = read_typed_plays(text, engine.pack, 3, seats=game.seats)
        real = [play for play in plays if play[1].rank != "Scüs"]
        trumps = [play for play in real if play[1].is_tarock]
        suit = [play for play in real if play[1].suit == real[0][1].suit]
        winner = max(trumps or suit, key=lambda play: play[1].strength)[0]
        tricks[side(winner)] += 1
        points[side(winner)] += sum(thirds(card) for _seat, card in plays)
        for seat, card in plays:
            if card.rank == "Scüs" and side(seat) != side(winner):
                excuse = (side(seat), side(winner))
    if excuse:  # it goes back, and a plain card for it; 4 to a side without a trick
        points[excuse[0]] += 12
        points[excuse[1]] -= 12
    laid = [*read_typed_cards(game.discard, engine.pack)]
    for given, named in zip(*(read_typed_cards(each, engine.pack) for each in (game.handed, game.named)), strict=True):
        if named in laid:  # it was taken out of the Scat
            laid[laid.index(named)] = given
    owner = declarer if game.scat_first else game.dealer
    points[side(owner)] += sum(map(thirds, laid))
    return points["declarer"], points["others"]


@pytest.mark.slow
@pytest.mark.parametrize("scat_first", [False, True])
def test_games_from_the_deal_to_the_sheet(scat_first: bool) -> None:
    engine = engine_of(scat_first)
    kinds = Counter[str]()
    for seed in range(GAMES // 2):
        state = played(seed, engine=engine)
        game = state.to_game()
        again = replay(game, engine.rules.without_prices(), engine)
        assert [finding.code for finding in again.findings] == []
        assert again.settled and game.result
        assert again.settled.totals == game.result.totals == state.settle(prices=False).totals
        assert sum(game.result.totals.values()) == 0
        kinds[state.at.game] += 1
        if state.at.game:
            declarer, others = pile(game, engine)
            assert declarer + others == 3 * 78  # twice the 39 of sentence 21
            assert game.result.augen == declarer // 3
            assert declarer % 3 == 0
    assert len(kinds) == 4  # each game, and cards thrown in


@pytest.mark.slow
def test_a_state_is_its_history() -> None:
    for seed in range(6):
        state = played(seed, scat_first=bool(seed % 2))
        packed = pickle.dumps(state)
        assert len(packed) < 2_000
        assert pickle.loads(packed).events() == state.events()
        assert len(state.information_state_tensor(0)) == state.information_state_shape()[0] * (
            state.information_state_shape()[1])  # fmt: skip
        assert len(state.history()) - 78 <= state.engine.max_game_length


@pytest.mark.slow
def test_equal_information_equal_actions() -> None:
    """What a player has seen decides what he may do, and says all that he has done himself."""
    known: dict[tuple[int, str], tuple[list[int], list[int]]] = {}
    for scat_first in (False, True):
        engine = engine_of(scat_first)
        for deal in range(3):
            for line in range(40):
                state, dice = dealt(engine, seed=deal), random.Random(line)
                own: list[list[int]] = [[], [], []]
                while not state.is_terminal() and len(state.history()) < 110:
                    player = state.current_player()
                    asked, told = (player, state.information_state_string(player)), state.legal_actions()
                    assert known.setdefault(asked, (told, list(own[player]))) == (told, own[player])
                    action = dice.choice(told)
                    own[player].append(action)
                    state.apply_action(action)


@pytest.mark.slow
@pytest.mark.parametrize("scat_first", [False, True])
def test_a_deal_is_imagined_that_fits_what_a_player_knows(scat_first: bool) -> None:
    engine, dice = engine_of(scat_first), random.Random(1)
    others = 0
    for seed in range(12):
        state = dealt(engine, seed=seed)
        while not state.is_terminal():
            if dice.random() < 0.05:
                for player in range(engine.players):
                    other = state.resample_from_infostate(player, dice.random)
                    assert other.information_state_string(player) == state.information_state_string(player)
                    assert other.current_player() == state.current_player()
                    others += other.history() != state.history()
            state.apply_action(dice.choice(state.legal_actions()))
    assert others > 50


@thorough
def test_each_lie_of_the_unseen_cards_is_as_likely() -> None:
    """In an ending every lie that fits is drawn about equally often, and no other."""
    dice = random.Random(4)
    state = at_play({"A": "Pagat"})
    while len(state.at.tricks) < 24:
        state.apply_action(dice.choice(state.legal_actions()))
    player = 1
    unseen = [*state.at.hands[0], *state.at.hands[2], *state.at.discard]
    lies = set()
    for first in combinations(unseen, len(state.at.hands[0])):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, len(state.at.hands[2])):
            if fits(state, {0: first, 2: second}):
                lies.add((frozenset(first), frozenset(second)))
    drawn = Counter[tuple[frozenset[int], frozenset[int]]]()
    for _draw in range(40 * len(lies)):
        other = state.resample_from_infostate(player, dice.random)
        drawn[frozenset(other.at.hands[0]), frozenset(other.at.hands[2])] += 1
    assert set(drawn) == lies
    assert sum((count - 40) ** 2 / 40 for count in drawn.values()) < 3 * len(lies)


def fits(state: TarokhombreState, hands: Mapping[int, Iterable[int]]) -> bool:
    """Whether the plays so far were legal where these cards are left in the hands, by the law of the trick alone."""
    engine = state.engine
    left = {seat: {*cards} for seat, cards in hands.items()}
    for trick in reversed(state.at.tricks):
        for place in reversed(range(len(trick))):
            seat, card = trick[place]
            if seat in left:
                left[seat].add(card)
                before = [(str(by), engine.cards[each]) for by, each in trick[:place]]
                if engine.law.find_breach([engine.cards[each] for each in left[seat]], before, engine.cards[card]):
                    return False
    return True


# --- replaying what was done wrong --------------------------------------------------------------------------------


def finished(seed: int = 3, **more: Any) -> TarokhombreGame:
    """A game that somebody has played, as a record without its result."""
    seeds = (played(number, **more) for number in range(seed, 200))
    return structs.replace(next(state for state in seeds if state.at.game == "a_deux").to_game(), result=None)


def codes(game: TarokhombreGame) -> list[str]:
    return [finding.code for finding in replay(game, rules_of("1863").without_prices()).findings]


def test_a_revoke_decides_the_game() -> None:
    """28: an opponent's revoke gives the game to the declarer, his own loses it."""
    found = set[str]()
    engine = engine_of()
    for seed in range(30):
        state = played(seed)
        if not state.at.game:
            continue
        game = state.to_game()
        number, place, card = next(iter(list_revokes(state)), (None, None, None))
        if number is None or place is None or card is None:
            continue
        swapped = swap(state, number, place, card)
        again = replay(structs.replace(game, tricks=swapped, result=None), engine.rules, engine)
        assert again.findings[0].code == "PLAY-REVOKE"
        assert again.findings[0].ref == "1863:29"
        seat = again.findings[0].seat
        if again.settled:
            won = [note for note in again.settled.notes if note.code.endswith("_by_revoke")]
            by = "lost" if seat == engine.seats[state.at.declarer] else "won"
            assert won[0].code == f"tarokhombre_1863.{by}_by_revoke"
            assert won[0].ref == "1863:28"
            found.add(by)
    assert found == {"lost", "won"}


def list_revokes(state: TarokhombreState) -> Iterable[tuple[int, int, int]]:
    """Pairs of tricks in which a seat could have thrown the card of the last trick to an earlier one, wrongly."""
    engine = state.engine
    last = dict(state.at.tricks[-1])
    for number, trick in enumerate(state.at.tricks[:-1]):
        for place, (seat, card) in enumerate(trick):
            other = last[seat]
            led = engine.cards[trick[0][1]]
            if not place or engine.excuse in (other, card, trick[0][1]) or led.is_tarock:
                continue
            mine, wrong = engine.cards[card], engine.cards[other]
            # the card comes too late to take the last trick, and the wrong one takes nothing
            if mine.suit == led.suit and wrong.suit != led.suit and not wrong.is_tarock and place and (
                engine.find_taker(trick) != seat and engine.find_taker(state.at.tricks[-1]) != seat
            ):  # fmt: skip
                led_last = engine.cards[state.at.tricks[-1][0][1]]
                if state.at.tricks[-1][0][0] != seat and led_last.suit != mine.suit:
                    yield number, place, other


def swap(state: TarokhombreState, number: int, place: int, other: int) -> tuple[str, ...]:
    """The tricks with two cards of a seat exchanged, that of the last trick and one before."""
    engine = state.engine
    tricks = [list(trick) for trick in state.at.tricks]
    seat, card = tricks[number][place]
    tricks[number][place] = (seat, other)
    at = next(index for index, play in enumerate(tricks[-1]) if play[0] == seat)
    tricks[-1][at] = (seat, card)
    names = engine.names
    return tuple(" - ".join(f"{engine.seats[seat]} {names[card]}" for seat, card in trick) for trick in tricks)


# By code what makes a finished game a faulty one.
FAULTS: dict[str, Callable[[TarokhombreGame], dict[str, Any]]] = {
    "TRICKS-MISSING": lambda game: {"tricks": game.tricks[:-1]},
    "SCAT-SIZE": lambda game: {"discard": ""},
    "SCAT-NOT-HELD": lambda game: {"discard": f"{game.named} - {game.tricks[0][2:].partition(' - ')[0]}"},
    "SCAT-CARD": lambda game: {"scat_first": True, "discard": game.left_over, "tricks": ()},
    "TALON-SIZE": lambda _game: {"left_over": "XXI XX"},
    "DEAL-MISSING": lambda _game: {"left_over": "XXI XX XIX"},
    "BID-MISSING": lambda game: {"calls": game.calls[:1]},
    "PURCHASE-SIZE": lambda _game: {"named": ""},
    "CARD-NAMED": lambda game: {"named": game.given},
    "HANDED-DIFFERS": lambda game: {"handed": game.named},
    "LAID-TOO-MANY": lambda game: {"given": f"{game.given} - {game.named}"},
    "SEAT-UNKNOWN": lambda _game: {"dealer": "D"},
    "LEAD-WRONG-SEAT": lambda game: {"tricks": (" - ".join(reversed(game.tricks[0].split(" - "))), *game.tricks[1:])},
    "PLAY-NOT-HELD": lambda game: {"tricks": (*game.tricks[:1], game.tricks[1][:2] + game.tricks[0].split(" - ")[0][2:]
                                              + game.tricks[1][game.tricks[1].index(" - "):], *game.tricks[2:])},
}  # fmt: skip


@pytest.mark.parametrize("code", FAULTS)
def test_a_record_with_a_fault_says_which(code: str) -> None:
    game = finished()
    assert code in codes(structs.replace(game, **FAULTS[code](game)))
    assert codes(game) == []


def test_a_stated_result_is_held_against_what_is_computed() -> None:
    game = played(3).to_game()
    assert game.result
    wrong = structs.replace(game.result, totals={**game.result.totals, "A": 1000})
    assert codes(game) == []
    assert codes(structs.replace(game, result=wrong)) == ["RESULT-DIFFERS"]


def test_who_lays_down_too_few_gets_none() -> None:
    """33: the cards are not given; he is paid the lower game, and pays the one that he plays by form."""
    engine, dice = engine_of(), random.Random(2)
    state = act(discard(dealt(engine, {"A": "I II"})), "à deux", "pass", "pass")
    first, hand = numbers(engine, "I")[0], list(state.at.hands[0])
    state.at.wanted = 0
    state.at.steps = []
    engine.go_on(state.at)  # he plays on without a purchase
    while state.phase != "end":
        legal_now = engine.phases[state.phase].legal(state.at)
        engine.phases[state.phase].apply(state.at, dice.choice([*legal_now]))
    game = structs.replace(state.record_so_far(), given=engine.names[first], named="XXI XX")
    assert first in hand
    again = replay(game, engine.rules, engine)
    assert [finding.code for finding in again.findings] == []
    assert again.settled
    (code,) = {note.code for note in again.settled.notes} & {
        "tarokhombre_1863.laid_too_few",
        "tarokhombre_1863.lower_game_paid",
    }
    price = 2 if code.endswith("paid") else 5  # à deux, or sans-prendre by form
    assert {*paid(again.settled, Reason.GAME).values()} == {price}


def test_answers_may_come_at_another_time() -> None:
    state = act(discard(dealt(engine_of())), "à un", "sans-prendre", "pass", "pass")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    game = state.to_game()
    calls = [call for call in game.calls if call.seat != "A" or call.says != "pass"]
    assert codes(structs.replace(game, calls=tuple(calls), result=None)) == []
    late = (*calls, SpokenBid(seat="A", says=game.calls[-1].says))
    assert codes(structs.replace(game, calls=late, result=None)) == []


# --- what is assumed ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_without_what_is_assumed_the_engine_refuses(codex: Project, run: Run) -> None:
    path = codex.rules / "1863" / "assumed.yaml"
    replace_once(path, "- key: play.leader\n", "- key: play.early_lead\n")
    text = path.read_text(encoding="utf-8")
    start = text.index("- key: play.early_lead")
    path.write_text(text[:start] + text[text.index("- key:", start + 1) :], encoding="utf-8")
    outcome = run("replay", str(codex.root / "corpus/examples/game-1863.yaml"), root=codex)
    assert outcome.status == 2
    assert "source 1863 does not state `play.leader`" in outcome.out + outcome.err


def test_a_value_that_cannot_be_followed_is_refused_by_name() -> None:
    for changed in (
        {"discard.never": ["those of another game"]},
        {"announcements.allowed_to[feat=volat]": ["player"]},
        {"deal.hand": 24},
        {"card_points.koenig": 4},
        {"game.parties": "each alone"},
    ):
        with pytest.raises(CodexError) as error:
            TarokhombreEngine.of(rules_of("1863", changed))
        assert next(iter(changed)).partition("[")[0] in str(error.value)


def test_the_era_is_played_by_its_name() -> None:
    assert find_era("1863").load_engine() is TarokhombreEngine
    assert engine_of().seats == ("A", "B", "C")


def test_the_command_plays_a_deal_to_its_sheet(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person bids and takes the first of what may be done; what is saved replays without a fault."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 60))
    outcome = run("play", "--era", "1863", "--seed", "3", "--answers", "à deux", "--save", str(tmp_path))
    assert outcome.status == 0, outcome.err
    assert "A plays à deux" in outcome.out
    (saved,) = tmp_path.iterdir()
    again = find_era("1863").replay_document(yamlio.load(saved), rules_of("1863").without_prices())
    assert (again.findings, again.settled is None) == ((), False)
    assert run("play", "--era", "1863", "--seat", "D").status == 2
    assert run("play", "--era", "1754", "--scat-first").status == 2


@pytest.mark.slow
def test_the_command_replays_a_file_and_says_what_is_assumed(run: Run) -> None:
    outcome = run("replay", "corpus/examples/game-1863.yaml")
    assert outcome.status == 0
    assert "values that we assume" in outcome.out
    assert "A -4   B +18   C -14   pot 0" in outcome.out
