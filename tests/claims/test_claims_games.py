"""Claims on play and on the model games: expectations worked out by hand, and the proofs in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.analysis.solver import AllTricks, Ending, Prevent, Ultimo
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.claims import scenarios
from tarock.claims.context import ClaimContext, load_expectations
from tarock.claims.functions import endings, games, hands, play, worth
from tarock.claims.ledger import CheckedClaim, claim_problems, load_claims, run_claim
from tarock.claims.registry import FUNCTIONS
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card
from tarock.rules.ruleset import Value

from ..conftest import ROOT

PROJECT = Project(ROOT)
CODEX = ComputedCodex(PROJECT)
CORPUS, CONTEXT = CODEX.corpus, ClaimContext(CODEX.context)
LAW = CONTEXT.law()
PACK = CONTEXT.pack("1840")
SOLVER = CONTEXT.engine.solver()
CLAIMS = load_claims(PROJECT, ["1840-musterspiele", "1840-spiel"])


@pytest.fixture(scope="module")
def checked() -> dict[str, CheckedClaim]:
    return {each.record.id: run_claim(each, CODEX.context) for each in CLAIMS}


class TestLedger:
    def test_no_claim_has_an_unrecorded_difference(self, checked: dict[str, CheckedClaim]) -> None:
        assert list(claim_problems(checked.values(), CORPUS, load_expectations(CODEX.context))) == []

    def test_the_differences_are_these(self, checked: dict[str, CheckedClaim]) -> None:
        assert {ident for ident, each in checked.items() if each.verdict in ("differs", "not reproduced")} == {
            "1840-111-possible-deal",
        }

    def test_what_the_text_does_not_decide_has_these_values(self, checked: dict[str, CheckedClaim]) -> None:
        """The two questions on open cards: D of m2 may lead anything, A of m5 anything but the Pagat."""
        leads = {
            game: scenarios.card_names(CONTEXT, scenarios.hand_after(CONTEXT, game, seat, after))
            for game, seat, after in (("m2", "D", 1), ("m5", "A", 0))
        }
        undetermined = {ident: each for ident, each in checked.items() if each.verdict == "undetermined"}
        undetermined = {
            ident: each for ident, each in undetermined.items() if not each.claim.compute.startswith("trials.")
        }
        counts = {ident for ident, each in undetermined.items() if each.claim.compute == "chances.share"}
        assert len(counts) == 9  # which `test_chances.py` has
        assert {ident: each.computed for ident, each in undetermined.items() if ident not in counts} == {
            "1840-m2-only-so": leads["m2"],
            "1840-m3-xix-needless": True,
            "1840-m3-b-breaks-careau": ["Careau", "Treffle"],
            "1840-m5-title": "supra",
            "1840-m5-lost-raise": "supra",
            "1840-m5-drawing-of-no-use": [card for card in leads["m5"] if card != "Pagat"],
            "1840-m2-better-half": 3,  # the half of the triple Dreier, which m2.spiel.4 keeps
            "1840-m8-first-half": 2,
            "1840-m1-better-half": [3, 0],  # VIII, VI and II in the first half, none in the second
            # the C core finds the same: rules_data/analysis/1840-m8.json, trick 3, Volat
            "1840-m8-small-a-fault": ["XX", "VI", "Pagat", "Herz-Dame"],
            "1840-games-by-theory": ["m1", "m2", "m3", "m5"],
        }

    def test_every_remark_of_every_game_has_a_claim(self) -> None:
        refs = {each.record.ref for each in CLAIMS}
        edition = CORPUS.edition("1840")
        for name in edition.games:
            for ident in edition.containers[name]:
                if edition.passages[ident].kind == "remark" and ident != "m4.bemerkung.1":  # judged in the replay
                    assert f"1840:{ident}" in refs


class TestGames:
    def test_hands_shrink_by_a_card_a_trick(self) -> None:
        for after in (0, 5, 12):
            assert {len(hand) for hand in scenarios.hands_after(CONTEXT, "m7", after).values()} == {12 - after}

    def test_second_lead_of_m1_is_over_ten_and_not_the_highest(self) -> None:
        assert games.tarocks(CONTEXT, "m1", "C", 1) == ["XIV", "IX", "IV"]
        assert games.led_above(CONTEXT, "m1", 2)
        assert not games.led_above(CONTEXT, "m1", 1)  # A's II
        assert not games.led_above(CONTEXT, "m1", 3)  # a suit

    def test_eight_tarocks_of_m2(self) -> None:
        # XIX II III XIV, IX XVII VI XX
        assert games.tarocks_fallen(CONTEXT, "m2", 2, 2) == 4
        assert games.tarocks_fallen(CONTEXT, "m2", 3, 3) == 4

    def test_needless_and_needed_tarocks(self) -> None:
        assert games.needless(CONTEXT, "m3", 1, "B")
        assert games.needless(CONTEXT, "m3", 3, "B")
        assert not games.needless(CONTEXT, "m7", 8, "C")  # only the XIX takes the XVIII
        assert not games.needless(CONTEXT, "m3", 2, "A")  # the XIV takes the XIII, the VI would not

    def test_b_of_m3_has_two_stecher_only(self) -> None:
        assert games.stecher(CONTEXT, "m3", "B") == ["Scüs", "XIX"]
        assert games.ultimo_by_raison(CONTEXT, "m5")
        with pytest.raises(CodexError, match="nobody announces ultimo in m1"):
            games.ultimo_by_raison(CONTEXT, "m1")

    def test_calling_by_raison(self) -> None:
        assert not games.called_against_raison(CONTEXT, "m1")
        assert games.callable(CONTEXT, "m3") == ["Treffle-König", "Pique-König"]

    def test_forcefarbe_by_moment(self) -> None:
        assert games.forcefarbe(CONTEXT, "m3", "B", "bought") == ["Careau"]
        assert games.forcefarbe(CONTEXT, "m1", "B", "dealt") == ["Pique"]
        with pytest.raises(CodexError, match="nothing is bought in m6"):
            games.forcefarbe(CONTEXT, "m6", "A", "bought")

    def test_the_middle_is_between_the_others(self) -> None:
        assert games.in_the_middle(CONTEXT, "m5", "C", 2)  # B C D A
        assert not games.in_the_middle(CONTEXT, "m5", "C", 9)  # C leads

    def test_friends_set_in_with_the_called_suit(self) -> None:
        assert {name: games._friend_set_in(CONTEXT, name) for name in ("m5", "m6", "m7", "m8")} == {
            "m5": 1, "m6": 0, "m7": 6, "m8": 9,
        }  # fmt: skip

    def test_the_end_of_the_pagat(self) -> None:
        assert games.ultimo_end(CONTEXT, "m2") == "made"
        assert games.ultimo_end(CONTEXT, "m3") == "played in trick 10 by want of another trump"
        assert games.ultimo_end(CONTEXT, "m1") == "played in trick 4"  # D still had XII

    def test_other_rules_give_other_results(self) -> None:
        other = ClaimContext(
            CODEX.context.fork(
                {Value("1840", "advice.ultimo.stecher"): 6, Value("1840", "talon.half[fold=4]"): "upper"}
            )
        )
        assert not games.ultimo_by_raison(other, "m5")
        assert games.fold_going_back(CONTEXT, "m7") == 4
        free = ClaimContext(CODEX.context.fork({Value("1840", "conduct.call_from_void[contract=dreier]"): True}))
        assert not games.called_against_raison(free, "m3")

    def test_tricks_are_numbered_from_one_to_twelve(self) -> None:
        with pytest.raises(CodexError, match="expected 1 to 12"):
            games.taken_with(CONTEXT, "m1", 13)

    @pytest.mark.parametrize(
        ("compute", "inputs", "message"),
        [
            ("endings.in_game", {"game": "m5", "after": 12, "party": "A", "goal": "all tricks"}, "no card is left"),
            ("endings.in_game", {"game": "m5", "after": 13, "party": "A", "goal": "all tricks"}, "expected 0 to 12"),
            ("games.tarocks", {"game": "m5", "seat": "A", "after": -1}, "expected 0 to 12"),
            ("games.tarocks", {"game": "m5", "seat": "E"}, "expected one of A, B, C, D"),
            ("games.partner", {"game": "m9"}, "unknown model game `m9`; expected one of m1, m2"),
            ("games.leads", {"game": "m5", "seat": "A", "first": 13}, "expected 1 to 12"),
            ("games.in_the_middle", {"game": "m5", "seat": "X", "trick": 1}, "expected one of A"),
            ("games.forcefarbe", {"game": "m5", "seat": "X"}, "expected one of A"),
            ("games.needless", {"game": "m5", "seat": "X", "trick": 1}, "expected one of A"),
            ("games.varied", {"game": "m5", "exchange": [9, "A", 13, "A"], "what": "won"}, "expected 1 to 12"),
            ("play.legal", {"hand": "XXI", "led": "XX XIX"}, "`XX XIX` is not one card"),
            ("endings.well_guarded", {"card": "XX XIX", "tarocks": 2}, "`XX XIX` is not one card"),
        ],
    )
    def test_what_is_not_in_a_game_is_refused(self, compute: str, inputs: dict[str, object], message: str) -> None:
        with pytest.raises(CodexError, match=message):
            FUNCTIONS[compute].call(CONTEXT, inputs)

    def test_exchanged_plays(self) -> None:
        assert games.varied(CONTEXT, "m5", (9, "A", 12, "A"), "findings") == ["PLAY-PAGAT-EARLY"]
        assert games.varied(CONTEXT, "m4", (12, "A", 12, "B"), "ultimo") is False


class TestPlay:
    def test_takers(self) -> None:
        assert play.taker(CONTEXT, "A Herz-Aß - B Pique-König - C Herz-Zweier - D Herz-Dreier") == "A"
        assert play.taker(CONTEXT, "A Herz-Aß - B XXI - C Herz-König - D Scüs") == "D"

    def test_ducking_gives_the_lowest(self) -> None:
        assert play.after_ducking(CONTEXT, "XXI VII VI V II", "XVII XV XII") == ["XXI", "VII"]

    def test_a_card_stands_once(self) -> None:
        with pytest.raises(CodexError, match="names a card twice"):
            play.sure(CONTEXT, "Herz-König - Herz-König")

    def test_exchange_refuses_what_cannot_be(self) -> None:
        dealt = "Scüs Mond XX XIX XVIII XV XIV VIII - Treffle-Dame, Reiter - Herz-Aß - Pique-Siebner"
        with pytest.raises(CodexError, match="dealt already"):
            hands.exchange(CONTEXT, dealt, "XX - Pique-Achter - Careau-Bube", "Herz-Aß - Careau-Bube - Pique-Achter")
        with pytest.raises(CodexError, match="SCAT-SIZE"):
            hands.exchange(CONTEXT, dealt, "Pique-Achter", "Herz-Aß")


class TestEndingsOfGames:
    def test_m5_from_trick_8_in_full(self) -> None:
        """Both Herz keep the ultimo, both tarocks lose it; and after the Herz nothing C plays stops it."""
        position = scenarios.position_after(CONTEXT, "m5", 7)
        goal = Ultimo("A", PACK.pagat.name)
        assert {str(card) for card in SOLVER.find_good_cards(position, goal, "AB")} == {"Herz-Dame", "Herz-Bube"}
        after = scenarios.position_after(CONTEXT, "m5", 8)
        assert after.leader == "C"
        assert SOLVER.find_good_cards(after, Prevent(goal), "BCD") == []

    def test_m7_volat_lay_in_the_viii_of_b(self) -> None:
        """B would have saved a trick with the XVIII in trick 7; after the VIII A could force the Volat."""
        volat = AllTricks(frozenset("AC"))
        position = scenarios.position_after(CONTEXT, "m7", 6)
        position = position.play("A", PACK.require("X"), LAW)
        assert not SOLVER.can_force(position.play("B", PACK.require("XVIII"), LAW), volat, "AC")
        assert SOLVER.can_force(position.play("B", PACK.require("VIII"), LAW), volat, "AC")

    def test_m7_no_tarock_catches_the_xviii(self) -> None:
        leads = endings.good_leads(CONTEXT, "m7", 5, "AC", "takes XVIII")
        assert "Herz-Dame" in leads
        assert not {"XIX", "VI", "V"} & set(leads)

    def test_m8_any_tarock_keeps_the_volat(self) -> None:
        position = scenarios.position_after(CONTEXT, "m8", 2)
        good = SOLVER.find_good_cards(position, AllTricks(frozenset("BC")), "BC")
        assert {str(card) for card in good if card.is_tarock} == {"XX", "VI", "Pagat"}

    def test_plays_must_be_legal(self) -> None:
        with pytest.raises(CodexError, match="A plays out of turn"):
            endings.in_game(CONTEXT, "m5", 8, "CD", "no ultimo of A", "A VI")

    def test_goals_have_names(self) -> None:
        with pytest.raises(CodexError, match="unknown goal `win`"):
            endings.in_game(CONTEXT, "m5", 8, "CD", "win")


class TestVolatTops:
    @pytest.mark.parametrize("missing", [1, 3, 7])
    def test_one_hand_with_all_is_the_worst(self, missing: int) -> None:
        assert endings.tops_needed(CONTEXT, missing) == missing
        assert endings.tops_needed(CONTEXT, missing, on_lead=False) == missing + 1

    def test_tops_by_name(self) -> None:
        from_top = [hands.tarock_from_top(CONTEXT, place) for place in (1, 2, 7, 22)]
        assert from_top == ["Scüs", "XXI", "XVI", "I"]

    def test_search_agrees_on_three_missing(self) -> None:
        """Three tops and two small tarocks against three missing ones in one hand, five cards each."""
        others = ("Herz-König, Dame, Reiter, Bube, Aß", "Careau-König, Dame, Reiter, Bube, Aß")
        tops = {"A": "Scüs XXI XX III II", "B": "XIX X IV - Pique-König, Dame", "C": others[0], "D": others[1]}
        assert endings.forced(CONTEXT, tops, "A", "A", "all tricks")
        two = {**tops, "A": "Scüs XXI V III II"}
        assert not endings.forced(CONTEXT, two, "A", "A", "all tricks")

    def test_a_suit_led_asks_for_one_more(self) -> None:
        """§ 107.5: whether he takes with a top or with a small one, there is a distribution that beats him."""
        suits = {"C": "Herz-König, Dame, Reiter, Bube, Aß", "D": "Careau-König, Dame, Reiter, Aß, Zweier"}
        follows = {"A": "Scüs XXI XX III II", "B": "XIX X IV - Careau-Bube - Treffle-König", **suits}
        void = {**follows, "B": "XIX X IV - Treffle-König, Dame"}
        assert not endings.forced(CONTEXT, follows, "D", "A", "all tricks", "D Careau-König - A XX")
        assert not endings.forced(CONTEXT, void, "D", "A", "all tricks", "D Careau-König - A II")
        four = {"A": "Scüs XXI XX XVIII II"}
        for held in (
            {**follows, **four, "B": "XVII X IV - Careau-Bube - Treffle-König"},
            {**void, **four, "B": "XVII X IV - Treffle-König, Dame"},
        ):
            assert endings.forced(CONTEXT, held, "D", "A", "all tricks", "D Careau-König - A XX")

    def test_guards(self) -> None:
        assert [endings.well_guarded(CONTEXT, "XVI", count) for count in (5, 6, 7, 8)] == [False, False, True, True]
        assert endings.well_guarded(CONTEXT, "Scüs", 1)

    def test_search_agrees_on_guards(self) -> None:
        """The XIX above two guards against three higher ones falls; above three it makes a trick."""
        side = {"C": "Herz-König, Dame, Reiter, Bube, Aß", "D": "Careau-König, Dame, Reiter, Bube, Aß"}
        announcer = "Scüs XXI XX - Pique-König, Dame"
        few = {"A": announcer, "B": "XIX III II - Pique-Bube, Zehner", **side}
        enough = {"A": announcer, "B": "XIX IV III II - Pique-Bube", **side}
        assert endings.forced(CONTEXT, few, "A", "A", "all tricks")
        assert not endings.forced(CONTEXT, enough, "A", "A", "all tricks")


SUITS = ("Treffle", "Herz", "Careau", "Pique")


def refilled(position: Ending, holder: str, patterns: Mapping[str, tuple[str, ...]]) -> Ending | None:
    """The ending with other suit cards in the hands of the two without tarocks; `None` where a suit runs out."""
    fixed = position.hands["A"] | position.hands[holder]
    left = {suit: [card for card in PACK.cards if card.suit == suit and card not in fixed] for suit in SUITS}
    hands: dict[str, frozenset[Card]] = {}
    for seat in "ABCD":
        if seat in ("A", holder):
            hands[seat] = position.hands[seat]
            continue
        if any(patterns[seat].count(suit) > len(left[suit]) for suit in SUITS):
            return None
        hands[seat] = frozenset(left[suit].pop(0) for suit in patterns[seat])
    return Ending(hands, "A")


PATTERNS = list(combinations_with_replacement(SUITS, 4))
DRAWN = list(endings._pagat_endings(CONTEXT, highest=True))


def fillings() -> Iterator[tuple[Ending, str]]:
    """Every ending with each pattern of suits in one hand beside, the other filled with what is plentiful."""
    for position, holder in DRAWN:
        each, other = (seat for seat in "BCD" if seat != holder)
        for pattern in PATTERNS:
            for rest in (("Pique",) * 4, ("Herz", "Careau", "Pique", "Treffle")):
                for patterns in ({each: pattern, other: rest}, {each: rest, other: pattern}):
                    if (position_ := refilled(position, holder, patterns)) is not None:
                        yield position_, holder


class TestPagatDrawn:
    """§ 115."""

    def test_the_shapes_are_all(self) -> None:
        shapes = list(endings._pagat_shapes())
        assert len(shapes) == len(set(shapes)) == 2 * 10
        assert len(DRAWN) == 20 * 3
        for position, holder in DRAWN:
            hands = position.hands
            assert all(len(hand) == 4 for hand in hands.values())
            assert [sum(card.is_tarock for card in hands[seat]) for seat in ("A", holder)] == [1, 2]
            assert not any(card.suit == "Treffle" for card in hands[holder])

    def test_the_proof_is_the_line_of_the_author(self) -> None:
        """The tarock is a card to lead; that the suit then draws the Pagat is seen below, by the law alone."""
        for position, holder in DRAWN:
            good = SOLVER.find_good_cards(position, Prevent(Ultimo(holder, PACK.pagat.name)), "A")
            assert any(card.is_tarock for card in good)

    def test_the_other_hands_do_not_matter(self) -> None:
        """The two tricks of that line against every pattern of suits in the other hands, by the law alone."""
        count = 0
        for position, holder in fillings():
            tarock = next(card for card in position.hands["A"] if card.is_tarock)
            suit = next(card for card in position.hands["A"] if card.suit == "Treffle")
            others = [seat for seat in "BCD" if seat != holder]
            assert not any(card.is_tarock for seat in others for card in position.hands[seat])
            answers = LAW.find_legal(position.hands[holder], [("A", tarock)])
            assert all(card.is_tarock and not LAW.beats(card, tarock) for card in answers)
            for answer in answers:  # the Pagat now, or the other tarock and then the Pagat
                assert answer is PACK.pagat or LAW.find_legal(position.hands[holder] - {answer}, [("A", suit)]) == [
                    PACK.pagat
                ]
            assert all(not LAW.beats(card, tarock) for seat in others for card in position.hands[seat])
            count += 1
        assert count > 60 * 100

    @pytest.mark.slow
    @given(st.sampled_from(DRAWN), st.sampled_from(PATTERNS), st.sampled_from(PATTERNS))
    def test_the_search_agrees_on_other_fillings(
        self, drawn: tuple[Ending, str], each: tuple[str, ...], other: tuple[str, ...]
    ) -> None:
        position, holder = drawn
        beside = [seat for seat in "BCD" if seat != holder]
        other_position = refilled(position, holder, dict(zip(beside, (each, other), strict=True)))
        if other_position is not None:
            assert SOLVER.can_force(other_position, Prevent(Ultimo(holder, PACK.pagat.name)), "A")

    def test_between_the_two_it_fails_somewhere(self) -> None:
        """Herz-König and Careau-König with the higher tarock keep the ultimo against all three."""
        assert endings.pagat_drawn(CONTEXT)
        assert not endings.pagat_drawn(CONTEXT, highest=False)
        hands = {
            "A": "V - Treffle-Siebner - Herz-Vierer, Dreier",
            "B": "X Pagat - Herz-König - Careau-König",
            "C": "Pique-König, Reiter, Zehner, Achter",
            "D": "Pique-Dame, Bube, Neuner, Siebner",
        }
        assert endings.forced(CONTEXT, hands, "A", "B", "ultimo of B")
        assert not endings.forced(CONTEXT, {**hands, "A": hands["A"].replace("V ", "XI ", 1)}, "A", "B", "ultimo of B")

    def test_another_law_breaks_the_proof(self) -> None:
        """Where nobody must play a tarock, the Pagat need not come."""
        free = ClaimContext(CODEX.context.fork({Value("1840", "play.must_tarock"): False}))
        assert not endings.pagat_drawn(free)


def test_whose_the_pagat_is_and_who_leads_first() -> None:
    """m4.s12: A takes B's Pagat, his opponent; m7.s5: A plays it, and C, A's friend, takes it."""
    assert games.pagat_counts_for(CONTEXT, "m4") == "defenders"
    assert games.pagat_counts_for(CONTEXT, "m7") == "declarer"
    led_by_another = ClaimContext(CODEX.context.fork({Value("1840", "play.leader"): "second"}))
    assert games.found_in(led_by_another, "LEAD-WRONG-SEAT", 1) == [f"m{number}" for number in range(1, 9)]
    with pytest.raises(CodexError, match="unknown code of a finding"):
        games.found_in(CONTEXT, "LEAD-WRONG", 1)


def test_what_stands_next_below_follows_the_order_of_the_suit() -> None:
    assert hands.below(CONTEXT, "Herz-Bube", 2) == ["Aß", "Zweier"]  # 4.2: in red suits the Aß is the highest
    assert hands.below(CONTEXT, "Pique-Bube", 2) == ["Zehner", "Neuner"]


def test_what_cards_were_worth_is_asked_only_of_what_was_solved() -> None:
    """In game 3 B leads Careau first to trick 7 and no Treffle; the calls of game 1 are not solved."""
    assert worth.better_led(CONTEXT, "m3", "B", "Careau") == [2, 4]
    with pytest.raises(CodexError, match="B never leads Treffle"):
        worth.better_led(CONTEXT, "m3", "B", "Treffle")
    with pytest.raises(CodexError, match="calls of m1 are not solved"):
        worth.kings_that_win(CONTEXT, "m1")
