"""Taroc of 1754 played from the deal to the sheet: each rule by its paragraph, what is assumed, and random games."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.game.common.score import Reason
from tarock.game.eras import find_era
from tarock.game.taroc_1754.dealt_game import DEALT, AnnouncedHonour, DealtTaroc
from tarock.game.taroc_1754.record import HonourKind
from tarock.game.taroc_1754.replay import replay
from tarock.game.taroc_1754.state import TarocEngine, TarocState
from tests.conftest import EVERY
from tests.game.score_files import difference, left_open, paid, refs
from tests.game.taroc_1754.tables import RULES, altered, deal, engine, names, numbers, play_on, replayed, without

GAMES = 5000 if EVERY == 1 else 200
ASSUMED = RULES.table.assumed.by_name
LOW = "Herz-Zehner, Neuner, Achter, Siebner - Careau-Zehner, Neuner, Achter - Treffle-Aß, Zweier, Dreier"  # no honour
FAULTS = {"HONOUR-AGAIN", "HONOUR-NOT-HELD", "DISCARD-REFUSED"}  # of replayed games only
SUITS = "Herz-Zehner, Neuner, Achter, Siebner, Sechser, Fünfer - Careau-Zehner, Neuner, Achter, Siebner, Sechser"
MORE = "Treffle-Aß, Zweier, Dreier, Vierer, Fünfer, Sechser - Pique-Aß, Zweier, Dreier, Vierer, Fünfer, Sechser"


def finished(seed: int) -> TarocState:
    dice = random.Random(seed)
    state = engine().new_state(dice.randrange(engine().players))
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("part", range(4))
def test_random_games_to_the_sheet(part: int) -> None:
    """What the kernel plays the replay finds sound; the piles are the pack, and what one gains others lose."""
    total = RULES.number("counting.total")
    for seed in range(part, GAMES, 4):
        state = finished(seed)
        played = state.replay(prices=False)
        assert played.findings == (), seed
        assert played.record is not None
        assert sum(pile.cards for pile in played.record.piles.values()) == RULES.number("pack.cards")
        even = all(pile.cards % RULES.number("counting.group") == 0 for pile in played.record.piles.values())
        assert not even or sum(played.points.values()) == total, seed
        assert sum(state.returns()) == 0
        assert all(state.engine.payment.lowest <= gain <= state.engine.payment.highest for gain in state.returns())
        if seed % 20 == 0:  # through its file
            document = yamlio.parse_data(yaml_of(played.with_result()))
            game = find_era("1754").read_as(DEALT, document)
            assert replay(game, engine(), prices=False).findings == ()


def yaml_of(game: DealtTaroc) -> Any:
    import yaml

    return yaml.safe_load(game.dump())


# --- rule 1: the deal and the discard ---------------------------------------------------------------------------------


def test_the_deal() -> None:
    """Five times round five cards, and the dealer keeps the last eight (1)."""
    places = engine().places[2]
    assert places[:15] == [0] * 5 + [1] * 5 + [2] * 5
    assert places[-8:] == [2] * 8
    assert [places.count(seat) for seat in range(3)] == [25, 25, 28]


@pytest.mark.parametrize(
    ("hand", "may", "may_not"),
    [
        (f"Pagat II III IV Herz-König Herz-Dame {LOW}", {"Herz-Dame", "Herz-Zehner"}, {"Pagat", "IV", "Herz-König"}),
        # just three Taroc with the Pagat may go together
        (f"Pagat V XX Herz-König {SUITS} {MORE}", {"Pagat", "V", "XX", "Herz-Zehner"}, {"Herz-König"}),
        (f"V XX XXI Herz-König {SUITS} {MORE}", {"Herz-Zehner"}, {"V", "XX", "XXI", "Herz-König"}),  # no Pagat
        (f"Pagat V Herz-König {SUITS} {MORE}", {"Herz-Zehner"}, {"Pagat", "V"}),  # fewer
        (f"Pagat V Excuse Herz-König {SUITS} {MORE}", {"Pagat", "V", "Excuse", "Herz-Zehner"}, {"Herz-König"}),
        (f"Excuse V VI Herz-König {SUITS} {MORE}", {"Herz-Zehner"}, {"Excuse", "V", "VI"}),
    ],
)
def test_what_the_dealer_may_discard(hand: str, may: set[str], may_not: set[str]) -> None:
    cards = numbers(engine(), hand.replace("Excuse", "Scüs"))
    legal = names(engine(), engine().find_discardable(cards, []))
    assert legal >= may
    assert not legal & may_not


def test_three_trumps_go_together_or_not_at_all() -> None:
    cards = numbers(engine(), f"Pagat V XX {SUITS} {MORE}")
    pagat, suit = numbers(engine(), "Pagat Herz-Zehner")
    rest = [card for card in cards if card not in (pagat, suit)]
    assert names(engine(), engine().find_discardable([*rest, suit], [pagat])) == {"V", "XX"}
    assert not {"Pagat", "V", "XX"} & names(engine(), engine().find_discardable([*rest, pagat], [suit]))


def test_a_king_is_refused_with_its_paragraph() -> None:
    state = deal(engine(), {"C": f"Herz-König {LOW}"})
    king = numbers(engine(), "Herz-König")[0]
    with pytest.raises(CodexError, match=r"discard\.never.*1754:1"):
        state.apply_action(king)
    assert state.rule(king).ref == "1754:1"


def test_what_is_assumed_is_refused_as_ours() -> None:
    state = deal(engine(), {"C": f"Scüs II III IV Herz-König {LOW}"})
    with pytest.raises(CodexError, match=r"`discard\.excuse`, assumed by us"):
        state.apply_action(engine().excuse)


TRUMPS = "II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
KINGS = "Herz-König Careau-König Treffle-König Pique-König"


def test_trumps_go_of_need_and_the_excuse_does_not() -> None:
    state = deal(engine(), {"C": f"Pagat Scüs {TRUMPS} {KINGS} Herz-Zehner Herz-Neuner"})
    assert names(engine(), state.legal_actions()) == {"Herz-Zehner", "Herz-Neuner"}
    for card in numbers(engine(), "Herz-Zehner Herz-Neuner"):
        state.apply_action(card)
    assert names(engine(), state.legal_actions()) == {"Pagat", *TRUMPS.split()}
    xx = numbers(engine(), "XX")[0]
    assert state.rule(xx).key == "discard.of_need"
    state.apply_action(xx)
    played = play_on(state).replay()
    assert played.findings == ()
    assert played.settled is not None
    assert "taroc_1754.discard_of_need" in left_open(played.settled)


@pytest.mark.parametrize("card", ["Herz-König", "V", "Scüs"])
def test_a_forbidden_discard_that_is_told_does_not_end_the_game(card: str) -> None:
    state = deal(engine(), {"C": f"Scüs II III V Herz-König {LOW}"})
    refused = state.force_action(numbers(engine(), card)[0])
    assert refused is not None
    assert set(numbers(engine(), LOW)) <= {*state.legal_actions()} == {*state.at.hands[2]} & engine().suit_cards
    assert play_on(state).is_terminal()


# --- rules 2, 8, 10 to 14: honours ------------------------------------------------------------------------------------


def test_the_dealer_announces_first_and_then_the_others() -> None:
    low = f"{SUITS} - Treffle-Zehner, Neuner, Achter, Siebner - Pique-Zehner, Neuner, Achter, Siebner - II III IV V VI"
    state = deal(engine(), {"B": f"Careau-König, Dame, Cavall, Bube - {low}"}, dealer=1)
    for _card in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1
    assert names(engine(), state.legal_actions()) == {"nothing more", "cavallerie Careau"}
    state.apply_action(state.legal_actions()[1])
    assert names(engine(), state.legal_actions()) == {"nothing more"}  # no honour twice
    order = []
    while state.phase == "honours":
        order.append(state.current_player())
        state.apply_action(engine().nothing)
    assert order == [1, 2, 0]
    assert state.current_player() == 2  # assumed: the player after the dealer leads


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("Pagat XXI Scüs", {"matadore 3"}),  # 10
        ("Pagat XXI XX XIX XVII Scüs", {"matadore 5"}),  # assumed: down without a gap
        ("Pagat XXI", set()),
        ("XXI XX Scüs", set()),
        ("II III IV V VI VII VIII IX X XI", {"tarocks 10"}),  # 11
        ("II III IV V VI VII VIII IX X XI XII", {"tarocks 11"}),
        ("II III IV V VI VII VIII IX X", set()),
        ("II III IV V VI VII VIII IX X Scüs", set()),  # 18: the Excuse is none of the ten
        ("Herz-König, Dame, Cavall, Bube", {"cavallerie Herz"}),  # 12
        ("Herz-Dame, Cavall, Bube - Careau-König", set()),  # not of one suit
        ("Herz-Dame, Cavall, Bube - Scüs", {"cavallerie Herz with the Excuse"}),  # 8
        ("Herz-Dame, Cavall - Scüs", set()),
        ("Herz-König - Careau-König - Treffle-König - Pique-König", {"kings"}),  # 14
        ("Herz-König - Careau-König - Treffle-König - Scüs", {"kings with the Excuse"}),
        ("Herz-König - Careau-König - Treffle-König", set()),
    ],
)
def test_what_is_an_honour(hand: str, found: set[str]) -> None:
    assert names(engine(), engine().find_honours(numbers(engine(), hand))) == found


def test_an_honour_that_is_not_announced_brings_nothing() -> None:
    """2: announced it is paid by each of the others (12), forgotten it is not."""
    state = deal(engine(), {"A": "Herz-König Herz-Dame Herz-Cavall Herz-Bube", "C": LOW})
    silent = play_on(state.clone()).replay()
    assert silent.settled
    assert paid(silent.settled, Reason.HONOUR) == {}
    for _card in range(3):
        state.apply_action(state.legal_actions()[0])
    state.apply_action(engine().nothing)
    state.apply_action(state.legal_actions()[1])
    told = play_on(state).replay()
    assert told.settled
    assert paid(told.settled, Reason.HONOUR) == {("B", "A"): 10, ("C", "A"): 10}


def test_a_cavalry_of_which_something_was_discarded() -> None:
    """13: of a cavalry that one announces nothing may be discarded; the fourth card of a half one is none of it."""
    of, strict = engine(), altered("discard.announced_half", value=False)
    hand, laid = numbers(of, "Herz-Dame, Cavall, Bube - Scüs"), numbers(of, "Herz-König")
    half = {"cavallerie Herz with the Excuse"}
    assert names(of, of.find_honours(hand, laid)) == half
    assert names(of, strict.find_honours(hand, laid)) == set()
    assert names(of, strict.find_honours(hand, numbers(of, "Careau-König"))) == half


# --- rules 7, 9, 18, 19: the Excuse -----------------------------------------------------------------------------------


def test_who_cannot_lead_lets_the_right_hand_neighbour_lead() -> None:
    """19: with three cards left its holder cannot lead; before, or without it, he does."""
    of = engine()
    state = of.new_state()
    at = state.at
    at.phase, at.deck, at.tricks = "tricks", {}, []
    at.hands = [numbers(of, "Scüs Herz-Dame XX"), numbers(of, "Herz-Aß II III"), numbers(of, "Herz-König IV V")]
    of.tricks.start(at, 0, "tricks")
    assert at.player == 1  # to the right: the next
    assert TarocEngine.of(RULES.fork({"game.rotation": "to the left"})).tricks.instead == 2
    at.tricks, at.hands[0] = [], numbers(of, "Scüs Herz-Dame XX XIX")
    of.tricks.start(at, 0, "tricks")
    assert at.player == 0
    at.tricks, at.hands[0] = [], numbers(of, "Herz-Zweier Herz-Dame XX")
    of.tricks.start(at, 0, "tricks")
    assert at.player == 0


def test_whoever_makes_no_trick_has_four_points_for_the_excuse() -> None:
    """9, against 7: who has taken a trick gives a plain card for it and counts five."""
    low = (
        "Scüs - Herz-Zehner, Neuner, Achter, Siebner, Sechser, Fünfer - Careau-Zehner, Neuner, Achter, Siebner, Sechser"
    )
    low += ", Fünfer - Treffle-Aß, Zweier, Dreier, Vierer, Fünfer, Sechser - Pique-Aß, Zweier, Dreier, Vierer, Fünfer"
    state = deal(engine(), {"A": f"{low}, Sechser"})
    played = play_on(state, "XXI XX XIX XVIII XVII XVI XV XIV XIII XII XI X IX VIII VII VI").replay()
    assert played.record
    assert played.settled
    assert played.record.tricks["A"] == 0
    assert {note.code for note in played.settled.notes} >= {"taroc_1754.counted_lone"}
    assert sum(played.points.values()) == RULES.number("counting.total")
    for seed in range(20):
        other = finished(seed).replay(prices=False)
        assert other.record
        assert other.settled
        holder = other.record.find_holder("excuse")
        if other.record.tricks[holder]:
            assert "taroc_1754.counted_lone" not in {note.code for note in other.settled.notes}


# --- rules 4 to 6: faults in a record ---------------------------------------------------------------------------------


def test_a_wrong_number_of_cards_discarded() -> None:
    """4: found at the end, the dealer pays five to each and the honours of the others alone."""
    state = deal(engine(), {"A": "Herz-König Herz-Dame Herz-Cavall Herz-Bube", "C": LOW})
    honour = AnnouncedHonour(seat="A", kind=HonourKind.CAVALLERIE, suit="Herz")
    game = play_on(state)
    played = replayed(game, discard="Careau-Zehner, Neuner", honours=(honour,))
    assert [finding.code for finding in played.findings] == ["DISCARD-SIZE"]
    assert played.settled
    assert paid(played.settled, Reason.PENALTY) == {("C", "A"): 5, ("C", "B"): 5}
    assert paid(played.settled, Reason.HONOUR) == {("C", "A"): 20}


def test_a_suit_denied() -> None:
    """5: five to each, the cards stay; and no such thing where nobody denies a suit."""
    state = deal(engine(), {"A": "Herz-Aß Herz-König", "B": "Herz-Zweier XX", "C": f"Herz-Dreier {LOW}"})
    game = play_on(state, "Herz-Aß Herz-Zweier Herz-Dreier")
    assert not game.replay().findings
    tricks = list(game.record_so_far().tricks)
    assert tricks[0].startswith("A Herz-Aß - B Herz-Zweier - C ")
    later = next(number for number, trick in enumerate(tricks) if "B XX " in trick)
    tricks[0], tricks[later] = tricks[0].replace("Herz-Zweier", "XX"), tricks[later].replace("B XX ", "B Herz-Zweier ")
    played = replayed(game, tricks=tuple(tricks))
    assert played.findings[0].code == "PLAY-REVOKE"
    assert played.findings[0].ref == "1754:17"


def test_an_honour_announced_by_mistake() -> None:
    """6: what was got for it goes back, and five to each besides."""
    game = play_on(deal(engine(), {"A": "Herz-König Herz-Dame Herz-Cavall", "B": "Herz-Bube", "C": LOW}))
    honour = AnnouncedHonour(seat="A", kind=HonourKind.CAVALLERIE, suit="Herz")
    played = replayed(game, honours=(honour,))
    assert [(finding.code, finding.ref) for finding in played.findings] == [("HONOUR-NOT-HELD", "1754:6")]
    assert played.settled
    assert paid(played.settled, Reason.HONOUR) == {("B", "A"): 10, ("C", "A"): 10}
    assert paid(played.settled, Reason.REPAYMENT) == {("A", "B"): 10, ("A", "C"): 10}
    assert paid(played.settled, Reason.PENALTY) == {("A", "B"): 5, ("A", "C"): 5}


def test_a_card_of_an_announced_cavalry_is_discarded() -> None:
    """13: what was got for it goes back, and five to each."""
    state = deal(engine(), {"C": f"Herz-König Herz-Dame Herz-Cavall Herz-Bube {LOW}"})
    for card in numbers(engine(), "Herz-Dame Herz-Zehner Herz-Neuner"):
        state.apply_action(card)
    honour = AnnouncedHonour(seat="C", kind=HonourKind.CAVALLERIE, suit="Herz")
    action = next(action for action, each in engine().honours.items() if each.name == "cavallerie Herz")
    assert state.rule(action).ref == "1754:13"
    played = replayed(play_on(state), honours=(honour,))
    assert [(finding.code, finding.ref) for finding in played.findings] == [("HONOUR-NOT-HELD", "1754:13")]
    assert played.settled
    assert refs(played.settled, Reason.REPAYMENT) == refs(played.settled, Reason.PENALTY) == {"1754:13"}


def test_an_honour_announced_twice() -> None:
    """2, 6: it is paid once; what follows is not said."""
    game = play_on(deal(engine(), {"A": "Herz-König Herz-Dame Herz-Cavall Herz-Bube", "C": LOW}))
    honour = AnnouncedHonour(seat="A", kind=HonourKind.CAVALLERIE, suit="Herz")
    played = replayed(game, honours=(honour, honour))
    assert [finding.code for finding in played.findings] == ["HONOUR-AGAIN"]
    assert played.settled
    assert paid(played.settled, Reason.HONOUR) == {("B", "A"): 10, ("C", "A"): 10}
    assert difference(played.settled, "taroc_1754.announced_again") == {"A": -10, "B": 5, "C": 5}


@pytest.mark.parametrize(
    ("kind", "cards", "points"),
    [(HonourKind.TAROCKS, 11, 15), (HonourKind.TAROCKS, 12, 20), (HonourKind.MATADORE, 3, 10)],
)
def test_fewer_of_a_row_than_held(kind: HonourKind, cards: int, points: int) -> None:
    """10, 11: paid is what is announced; 6 is of what one does not have, and whether that holds here is not said."""
    trumps = "Pagat II III IV V VI VII VIII XVIII XIX XX XXI"
    state = deal(engine(), {"A": f"{trumps} Scüs", "C": LOW})
    played = replayed(play_on(state), honours=(AnnouncedHonour(seat="A", kind=kind, cards=cards),))
    assert played.findings == ()
    assert played.settled
    assert paid(played.settled, Reason.HONOUR) == {("B", "A"): points, ("C", "A"): points}
    fewer = "taroc_1754.announced_fewer"
    if cards == len(trumps.split()):
        assert fewer not in left_open(played.settled)
    else:
        back = points + 5
        assert difference(played.settled, fewer) == {"A": -2 * back, "B": back, "C": back}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hands": {"A": "XX", "B": "XX", "C": "II"}}, "HAND-SIZE"),
        ({"hands": {"A": "XX", "B": "XX", "C": "II"}}, "DEAL-DUPLICATE"),
        ({"hands": {"A": "XX", "B": "XX", "C": "II"}}, "DEAL-MISSING"),
        ({"dealer": "D"}, "SEAT-UNKNOWN"),
        ({"seats": ("A", "B", "C", "D")}, "SEAT-COUNT"),
        ({"tricks": ()}, "TRICKS-MISSING"),
    ],
)
def test_records_that_cannot_be_followed(change: dict[str, Any], code: str) -> None:
    played = replayed(finished(1), **change)
    assert code in {finding.code for finding in played.findings}
    assert played.settled is None


def test_a_trump_that_may_not_be_discarded() -> None:
    game = play_on(deal(engine(), {"C": f"II III IV V Herz-König {LOW}"}))
    for cards, codes in (("II - Herz-Zehner, Neuner", {"DISCARD-REFUSED"}), ("Herz-Zehner, Neuner, Achter", set())):
        found = {finding.code for finding in replayed(game, discard=cards).findings}
        assert found & {"DISCARD-REFUSED"} == codes


def test_a_card_out_of_turn_or_of_another_hand() -> None:
    game = finished(2)
    first, *rest = game.record_so_far().tricks
    one, two, three = first.split(" - ")
    swapped = f"{one[:1]} {two[2:]} - {two[:1]} {one[2:]} - {three}"
    for trick, code in ((f"{two} - {one} - {three}", "PLAY-ORDER"), (swapped, "PLAY-NOT-HELD")):
        played = replayed(game, tricks=(trick, *rest))
        assert [finding.code for finding in played.findings] == [code]
        assert played.settled is None


def test_another_result_than_the_cards_give() -> None:
    stated = finished(3).to_game()
    assert stated.result
    wrong = structs.replace(stated.result, totals=dict.fromkeys(stated.seats, 0))
    played = replay(structs.replace(stated, result=wrong), engine())
    assert [finding.code for finding in played.findings] == ["RESULT-DIFFERS"]
    assert replay(stated, engine()).findings == ()


# --- rule 15: the Pagat -----------------------------------------------------------------------------------------------


def test_the_pagat_taken_during_play_in_the_last_trick_and_brought_home() -> None:
    """15: five to each; ten in the last trick; or ten from each for whoever brings it home."""
    seen: dict[str, int] = {}
    for seed in range(3000):
        state = finished(seed)
        record = state.record_so_far()
        number, trick = next(((place, each) for place, each in enumerate(record.tricks, 1) if "Pagat" in each), (0, ""))
        if not trick:
            continue
        holder = trick[: trick.index(" Pagat")].split()[-1]
        taken = holder != winner_of(state, number)
        fate = f"{'lost' if taken else 'home'} {'last' if number == 25 else 'before'}"
        if fate in seen:
            continue
        settled = state.replay(prices=False).settled
        assert settled
        others = [seat for seat in record.seats if seat != holder]
        due = {"lost before": 5, "lost last": 10, "home last": -10, "home before": 0}[fate]
        found = {pair: amount for pair, amount in paid(settled, Reason.PAGAT).items() if holder in pair}
        pairs = [(holder, seat) if due > 0 else (seat, holder) for seat in others if due]
        assert found == dict.fromkeys(pairs, abs(due)), seed
        seen[fate] = seed
        if len(seen) == 4:
            break
    assert len(seen) == 4


def winner_of(state: TarocState, number: int) -> str:
    return state.replay(prices=False).tricks[number - 1].winner


# --- what is assumed --------------------------------------------------------------------------------------------------


def test_without_an_assumption_the_engine_names_what_is_missing() -> None:
    assert ASSUMED
    for name in ASSUMED:
        with pytest.raises(CodexError) as raised:
            TarocEngine.of(without(name))
        assert name.partition("[")[0] in str(raised.value), name


def test_without_the_file_it_names_the_first() -> None:
    bare = type(RULES)(structs.replace(RULES.table, assumed=type(RULES.table.assumed)({})))
    with pytest.raises(CodexError, match=r"pack\.suits"):
        TarocEngine.of(bare)


# --- as frameworks play it --------------------------------------------------------------------------------------------


def test_a_pickled_state_is_small_and_the_same() -> None:
    state = finished(5)
    packed = pickle.dumps(state)
    assert len(packed) < 2000
    assert pickle.loads(packed).history() == state.history()


def test_what_a_player_does_not_see_is_not_told() -> None:
    """The cards laid away are known to the dealer only; the others learn that it is done, and of trumps which."""
    first = deal(engine(), {"C": f"II III IV {SUITS} {MORE}"})
    second = first.clone()
    for state, cards in ((first, "Herz-Zehner, Neuner, Achter"), (second, "Careau-Zehner, Neuner, Achter")):
        for card in numbers(engine(), cards):
            state.apply_action(card)
    for player in range(2):
        assert first.information_state_string(player) == second.information_state_string(player)
    assert first.information_state_string(2) != second.information_state_string(2)


@pytest.mark.parametrize("seed", range(3))
def test_resampled_states_agree_with_what_is_known(seed: int) -> None:
    dice = random.Random(seed)
    state = engine().new_state()
    while not state.is_terminal():
        if state.phase in ("honours", "tricks") and (state.phase == "honours" or dice.random() < 0.1):
            player = dice.randrange(3)
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
        state.apply_action(dice.choice(state.legal_actions()))


def test_the_last_action_is_taken_back() -> None:
    state = deal(engine(), {"C": LOW})
    before = state.history(), state.legal_actions()
    action = state.legal_actions()[0]
    state.apply_action(action)
    state.undo_action(2, action)
    assert (state.history(), state.legal_actions()) == before
