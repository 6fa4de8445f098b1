"""1754: every honour, Pagat, share and penalty, worked out by hand from its rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.wording import format_message
from tarock.game.common.score import Reason
from tarock.game.taroc_1754.piles import count_face_points, count_pack, count_pile, count_pile_thirds
from tarock.game.taroc_1754.record import COUNTING, PLAIN, Pile
from tests.game.score_files import difference, found, left_open, noted, paid, refs, rules_of, score, transfers

HEAD = "seats: [A, B, C]\ndealer: C\n"
# 37, 24 and 17 points: A 2×5+4+3+2×2+3×5 = 36 and 3 of 21 plain over 18: 1; B 5+8+6+2 = 21 and 9 over 12: 3;
# C 5+4+3+2 = 14 and 9 over 8: 3
TRICKS = "tricks: {A: 10, B: 9, C: 6}\n"
PILES = (
    TRICKS + "piles:\n"
    "  A: {koenig: 2, dame: 1, cavall: 1, bube: 2, pagat: 1, xxi: 1, excuse: 1, plain: 21}\n"
    "  B: {koenig: 1, dame: 2, cavall: 2, bube: 1, plain: 21}\n"
    "  C: {koenig: 1, dame: 1, cavall: 1, bube: 1, plain: 17}\n"
)
GAME = HEAD + PILES
SHARES = {"A": 11, "B": -2, "C": -9}


def others(seat: str) -> list[str]:
    return [other for other in "ABC" if other != seat]


def test_the_pack_counts_seventy_eight() -> None:
    # 1754:21: 4 × (5+4+3+2) + 3 × 5 = 71 with 38 plain cards; the 21 left make 7: 78
    rules = rules_of("1754")
    pack = count_pack(rules)
    assert (pack.cards, pack.counting, pack.plain, count_face_points(pack, rules)) == (78, 19, 59, 71)
    assert count_pile(pack, rules).points == 78 == rules.number("counting.total")


def test_shares() -> None:
    # 1754:20: 37 - 26 = 11 won; 24 - 26 = -2 and 17 - 26 = -9 lost
    settled = score("1754", GAME)
    assert settled.totals == SHARES
    assert paid(settled, Reason.SHARE) == {("B", "A"): 2, ("C", "A"): 9}
    assert refs(settled, Reason.SHARE) == {"1754:20"}
    # neither who pays (20) nor whose the three are that C lays away (1)
    assert left_open(settled) == ["taroc_1754.share_paid_by", "taroc_1754.discard_counts"]


@pytest.mark.parametrize(
    ("honour", "points", "ref", "name"),  # the names are those of the rules: "Eine gantze Cavallerie", "eine halbe"
    [
        ("kind: matadore, cards: 3", 10, "1754:10", "3 Matadore"),
        ("kind: matadore, cards: 4", 15, "1754:10", "4 Matadore"),  # 10 + 5
        ("kind: matadore, cards: 7", 30, "1754:10", "7 Matadore"),  # 10 + 4 × 5
        ("kind: tarocks, cards: 10", 10, "1754:11", "10 trumps"),
        ("kind: tarocks, cards: 13", 25, "1754:11", "13 trumps"),  # 10 + 3 × 5
        ("kind: cavallerie", 10, "1754:12", "whole cavalry"),
        ("kind: cavallerie, with_excuse: true", 5, "1754:12", "half cavalry"),
        ("kind: kings", 10, "1754:14", "four kings"),
        ("kind: kings, with_excuse: true", 5, "1754:14", "three kings and the Excuse"),
    ],
)
def test_an_honour_is_paid_by_each(honour: str, points: int, ref: str, name: str) -> None:
    settled = score("1754", f"{GAME}honours:\n  - {{seat: A, {honour}}}\n")
    assert paid(settled, Reason.HONOUR) == {("B", "A"): points, ("C", "A"): points}
    assert refs(settled, Reason.HONOUR) == {ref}
    assert {format_message(line.what) for line in transfers(settled, Reason.HONOUR)} == {f"{name} of A"}


def test_forgotten_honours_bring_nothing() -> None:
    settled = score("1754", f"{GAME}honours:\n  - {{seat: A, kind: kings, forgotten: true}}\n")
    assert settled.totals == SHARES
    assert noted(settled, "taroc_1754.forgotten") == ["1754:2"]


def test_false_honours_are_paid_back_with_five_to_each() -> None:
    # 1754:6: 10 of each, 10 back to each, and 5 to each beside
    settled = score("1754", f"{GAME}honours:\n  - {{seat: B, kind: kings, mistaken: true}}\n")
    assert paid(settled, Reason.REPAYMENT) == {("B", "A"): 10, ("B", "C"): 10}
    assert paid(settled, Reason.PENALTY) == {("B", "A"): 5, ("B", "C"): 5}
    assert settled.totals == {"A": 11 + 5, "B": -2 - 10, "C": -9 + 5}


def test_an_honour_of_which_he_has_a_part() -> None:
    # 1754:6, 11: twelve Taroc announced, 20 of each; with eleven 15 would be due, and 5 of each would go back
    settled = score("1754", f"{GAME}honours:\n  - {{seat: B, kind: tarocks, cards: 12, mistaken: true, held: 11}}\n")
    assert paid(settled, Reason.REPAYMENT) == {("B", "A"): 20, ("B", "C"): 20}
    assert difference(settled, "taroc_1754.mistaken_part") == {"A": -15, "B": 30, "C": -15}


def test_a_cavallerie_partly_laid_away() -> None:
    # 1754:13: what was received goes back, and 5 to each
    settled = score("1754", f"{GAME}honours:\n  - {{seat: C, kind: cavallerie, laid_away: true}}\n")
    assert refs(settled, Reason.REPAYMENT) == {"1754:13"}
    assert settled.totals == {"A": 11 + 5, "B": -2 + 5, "C": -9 - 10}


def test_the_excuse_serving_twice_is_doubtful() -> None:
    # 10 from each for three Matadore, 5 for the half Cavallerie; if it serves once, the 5 fall away
    text = "honours:\n  - {seat: A, kind: cavallerie, with_excuse: true}\n  - {seat: A, kind: matadore, cards: 3}\n"
    settled = score("1754", GAME + text)
    assert settled.totals["A"] == 11 + 30
    assert difference(settled, "taroc_1754.excuse_twice") == {"A": -10, "B": 5, "C": 5}
    # of two that are paid alike, 5 each (12, 14), the second falls away; the whole Cavallerie is without the Excuse
    kings, whole = "  - {seat: A, kind: kings, with_excuse: true}\n", "  - {seat: A, kind: cavallerie}\n"
    settled = score("1754", GAME + text.replace("  - {seat: A, kind: matadore, cards: 3}\n", kings + whole))
    assert settled.totals["A"] == 11 + 40
    assert difference(settled, "taroc_1754.excuse_twice") == {"A": -10, "B": 5, "C": 5}


@pytest.mark.parametrize(
    "row",
    [
        # 2, 6: nothing is paid, or it goes back; 18: no Taroc, as it is read, so that the row is paid without it
        "kind: matadore, cards: 3, forgotten: true",
        "kind: matadore, cards: 3, mistaken: true",
        "kind: tarocks, cards: 10, with_excuse: true",
        "kind: tarocks, cards: 13, with_excuse: true",
    ],
)
def test_the_excuse_serves_once_beside_an_honour_that_does_not_need_it(row: str) -> None:
    kings = "  - {seat: A, kind: kings, with_excuse: true}\n"
    settled = score("1754", f"{GAME}honours:\n  - {{seat: A, {row}}}\n{kings}")
    assert "taroc_1754.excuse_twice" not in left_open(settled)


@pytest.mark.parametrize(("cards", "points", "more"), [(10, 0, 10), (12, 15, 5)])
def test_the_excuse_among_the_tarocks_is_doubtful(cards: int, points: int, more: int) -> None:
    # 1754:11: ten with the Excuse are nine without, and nine are not paid; by 1754:18 its holder can have no Taroc.
    # Twelve are eleven without: 10 + 5 from each, and with it 5 more
    settled = score("1754", f"{GAME}honours:\n  - {{seat: A, kind: tarocks, cards: {cards}, with_excuse: true}}\n")
    assert settled.totals["A"] == 11 + 2 * points
    assert difference(settled, "taroc_1754.excuse_among_tarocks") == {"A": 2 * more, "B": -more, "C": -more}


def test_pagat_won_in_the_last_trick() -> None:
    settled = score("1754", f"{GAME}pagat: {{seat: A, fate: won in the last trick}}\n")
    assert paid(settled, Reason.PAGAT) == {("B", "A"): 10, ("C", "A"): 10}  # 1754:15
    assert refs(settled, Reason.PAGAT) == {"1754:15"}


def test_pagat_lost_during_play() -> None:
    settled = score("1754", f"{GAME}pagat: {{seat: B, fate: lost, by: A}}\n")
    assert paid(settled, Reason.PAGAT) == {("B", "A"): 5, ("B", "C"): 5}  # 1754:15


def test_pagat_lost_in_the_last_trick() -> None:
    settled = score("1754", f"{GAME}pagat: {{seat: B, fate: lost in the last trick}}\n")
    assert paid(settled, Reason.PAGAT) == {("B", "A"): 10, ("B", "C"): 10}  # 1754:15
    # 'welcher den Pagat einbekommen kann' may be the taker: 10 more from each
    assert difference(settled, "taroc_1754.pagat_taken_last") == {"A": 20, "B": -10, "C": -10}


@pytest.mark.parametrize(("fate", "moment"), [("lost", "during the play"), ("lost in the last trick", "last trick")])
def test_who_pays_for_a_lost_pagat_is_read(fate: str, moment: str) -> None:
    text = f"{GAME}pagat: {{seat: B, fate: {fate}, by: A}}\n"
    changed = score("1754", text, {f"ultimo.pagat_lost_paid_by[moment={moment}]": "winner of the trick"})
    assert {payer for payer, _payee in paid(changed, Reason.PAGAT)} == {"A"}
    assert {payer for payer, _payee in paid(score("1754", text), Reason.PAGAT)} == {"B"}
    # where it is not said who took it, it lies in his pile
    unsaid = score(
        "1754", text.replace(", by: A", ""), {f"ultimo.pagat_lost_paid_by[moment={moment}]": "winner of the trick"}
    )
    assert {payer for payer, _payee in paid(unsaid, Reason.PAGAT)} == {"A"}


def test_misdeal() -> None:
    settled = score("1754", HEAD + "misdeal: true\n")
    assert settled.totals == {"A": 5, "B": 5, "C": -10}  # 1754:3
    assert noted(settled, "taroc_1754.void") == ["1754:3"]  # "das Spiel ist ungültig"
    assert refs(settled, Reason.PENALTY) == {"1754:3"}


def test_revoke() -> None:
    settled = score("1754", f"{GAME}revokes:\n  - {{seat: C}}\n")
    assert paid(settled, Reason.PENALTY) == {("C", "A"): 5, ("C", "B"): 5}  # 1754:5
    assert noted(settled, "taroc_1754.cards_kept") == ["1754:5"]


def test_a_pagat_wrongly_taken_is_given_back() -> None:
    settled = score("1754", f"{GAME}revokes:\n  - {{seat: C, took_pagat_of: A}}\n")
    assert paid(settled, Reason.PENALTY) == {("C", "A"): 5, ("C", "B"): 5}
    assert paid(settled, Reason.PAGAT) == {}
    assert noted(settled, "taroc_1754.pagat_returned") == ["1754:5"]
    assert difference(settled, "taroc_1754.pagat_returned_lost") == {"A": -10, "B": 5, "C": 5}
    with pytest.raises(CodexError, match=r"game.yaml:10: the Pagat lies with A; expected it with B by 1754:5"):
        score("1754", f"{GAME}revokes:\n  - {{seat: C, took_pagat_of: B}}\n")


def test_a_wrong_number_laid_away() -> None:
    # 1754:4: the dealer pays A's 5 for himself and for B: 10; his own 10 of each go back; 5 to each; void
    text = "honours:\n  - {seat: A, kind: kings, with_excuse: true}\n  - {seat: C, kind: cavallerie}\n"
    settled = score("1754", GAME + text + "wrong_discard: {cards: 2}\n")
    assert paid(settled, Reason.HONOUR) == {("C", "A"): 10, ("A", "C"): 10, ("B", "C"): 10}
    assert paid(settled, Reason.REPAYMENT) == {("C", "A"): 10, ("C", "B"): 10}
    assert paid(settled, Reason.SHARE) == {}
    assert settled.totals == {"A": 15, "B": 5, "C": -20}
    assert settled.undetermined == ()
    assert noted(settled, "taroc_1754.void") == ["1754:4"]  # "Das Spiel ist im übrigen ungültig"


def test_a_wrong_number_that_is_not_named_or_found_early_is_doubtful() -> None:
    settled = score("1754", GAME + "wrong_discard: {cards: 5, found: earlier}\n")
    assert left_open(settled) == ["taroc_1754.discard_not_named", "taroc_1754.discard_earlier"]
    assert {point.ref for point in settled.undetermined} == {"1754:4"}


# B has no trick but the Excuse; A has one card less than thirteen tricks
LONE = HEAD + (
    "tricks: {A: 13, B: 0, C: 12}\npiles:\n"
    "  A: {koenig: 3, dame: 2, cavall: 2, bube: 2, pagat: 1, xxi: 1, plain: 27}\n"
    "  B: {excuse: 1}\n"
    "  C: {koenig: 1, dame: 2, cavall: 2, bube: 2, plain: 32}\n"
)


def test_the_lone_excuse_counts_four() -> None:
    # 1754:9
    settled = score("1754", LONE)
    # A: 15+8+6+4+10 = 43 and 27-22 = 5 plain over: 1 2/3, which go up to 45; C: 5+8+6+4 = 23 and 18 over: 29
    assert settled.totals == {"A": 45 - 26, "B": 4 - 26, "C": 29 - 26}
    assert difference(settled, "taroc_1754.excuse_lone") == {"A": -4, "B": 8, "C": -4}
    (lone,) = [note for note in settled.notes if note.code == "taroc_1754.counted_lone"]
    assert (lone.ref, lone.message.values["seat"], lone.message.values["points"]) == ("1754:9", "B", 4)
    # he keeps the Excuse as 9 has it, not for want of the card of 7; 45, 4 and 29 are 78, so that no point is left;
    # and every counting card of A and C has its two plain ones
    doubts = {"taroc_1754.excuse_not_exchanged", "taroc_1754.share_left", "taroc_1754.pile_uncovered"}
    assert not doubts & set(left_open(settled))
    (uneven,) = [point for point in settled.undetermined if point.code == "taroc_1754.pile_uneven"]
    assert format_message(uneven.what) == "the cards of A come to 44 2/3 points, not to a whole number"


def test_counting_cards_without_cover_are_counted_both_ways() -> None:
    # A's five kings and queens with one plain card: 4×5 + 4 = 24, less 3 for 9 plain cards wanting: 21
    text = (
        "tricks: {A: 2, B: 11, C: 12}\npiles:\n"
        "  A: {koenig: 4, dame: 1, plain: 1}\n"
        "  B: {dame: 3, cavall: 2, bube: 2, pagat: 1, xxi: 1, plain: 24}\n"
        "  C: {cavall: 2, bube: 2, excuse: 1, plain: 34}\n"
    )
    settled = score("1754", HEAD + text)
    notes = [format_message(note.message) for note in settled.notes]
    assert "A counts 21 of 6 cards" in notes
    (doubt,) = [point for point in settled.undetermined if point.code == "taroc_1754.pile_uncovered"]
    assert (
        format_message(doubt.other)
        == "24: every counting card counts its full worth, and the players' totals come to 81"
    )


def test_the_fourth_person() -> None:
    settled = score("1754", GAME + "king: D\nrevokes:\n  - {seat: B}\n")
    assert settled.totals["D"] == 0
    assert difference(settled, "taroc_1754.king") == {"B": -5, "D": 5}  # 1754:1 says no more than 'zum Könige'


# C takes the Pagat of A by a revoke and gives it back without a card for it (1754:5): A has 31 cards of ten tricks,
# C 20 of six and the three laid away
RETURNED = GAME.replace("plain: 17", "plain: 16").replace("excuse: 1, plain: 21", "excuse: 1, plain: 22")
RETURNED += "revokes:\n  - {seat: C, took_pagat_of: A}\n"


def test_the_record_of_rule_five() -> None:
    # 1754:5: "so muß er ihn zurück geben, und die Strafe erlegen": 5 to each, and A has a card over, C lacks it
    settled = score("1754", RETURNED)
    assert paid(settled, Reason.PENALTY) == {("C", "A"): 5, ("C", "B"): 5}
    assert "taroc_1754.pagat_for_nothing" in left_open(settled)
    # or C was given a plain card for it, and each pile is that of its tricks
    exchanged = score("1754", GAME + "revokes:\n  - {seat: C, took_pagat_of: A}\n")
    assert "taroc_1754.pagat_for_card" in left_open(exchanged)
    # two cards over: one for the Pagat, one that A kept for the Excuse (7); without the revoke nothing explains both
    two = RETURNED.replace("plain: 16", "plain: 15").replace("excuse: 1, plain: 22", "excuse: 1, plain: 23")
    assert {"taroc_1754.pagat_for_nothing", "taroc_1754.excuse_not_exchanged"} <= set(left_open(score("1754", two)))
    assert {code for code, _, _ in found("1754", two.replace(", took_pagat_of: A", ""))} == {"PILE-SIZE"}


def test_the_card_for_the_excuse() -> None:
    # 1754:7: "dagegen ein ungültig Blatt … weg gegeben", not to whom: B has the card of a trick that C made
    to_another = GAME.replace("bube: 1, plain: 21", "bube: 1, plain: 22").replace("plain: 17", "plain: 16")
    assert "taroc_1754.excuse_card_to" in left_open(score("1754", to_another))
    # not given at all: A, who has the Excuse, has a card over, B one too few
    kept = GAME.replace("excuse: 1, plain: 21", "excuse: 1, plain: 22").replace(
        "bube: 1, plain: 21", "bube: 1, plain: 20"
    )
    assert "taroc_1754.excuse_not_exchanged" in left_open(score("1754", kept))


def test_a_revoke_that_took_nothing() -> None:
    # 1754:5 speaks of who denies a suit "und unrecht abstechen sollte"
    settled = score("1754", f"{GAME}revokes:\n  - {{seat: C, took: false}}\n")
    assert paid(settled, Reason.PENALTY) == {("C", "A"): 5, ("C", "B"): 5}
    assert difference(settled, "taroc_1754.revoke_took_nothing") == {"A": -5, "B": -5, "C": 10}
    assert noted(settled, "taroc_1754.cards_kept") == []


@pytest.mark.parametrize(
    ("laid", "doubtful"),
    [
        ("dame: 1, plain: 2", False),
        ("plain: 3, tarocks_held: 8", False),
        # "wenn er 3 Taroc, und darunter den Bagat hat, so kann er diese 3 … ablegen"
        ("pagat: 1, tarocks: 2, tarocks_held: 3", False),
        ("pagat: 1, tarocks: 2", False),
        ("pagat: 1, xxi: 1, tarocks: 1, tarocks_held: 3", False),
        # "Desgleichen kann auch der Pagat, Sckis, und 1 Taroc abgeleget werden"
        ("pagat: 1, excuse: 1, tarocks: 1, tarocks_held: 2", False),
        ("pagat: 1, excuse: 1, tarocks: 1, tarocks_held: 3", True),  # is the Sckis one of exactly three?
        ("tarocks: 3, tarocks_held: 3", True),  # three without the Pagat
        ("pagat: 1, tarocks: 1, plain: 1, tarocks_held: 3", True),  # two of the three
    ],
)
def test_what_the_dealer_lays_away(laid: str, doubtful: bool) -> None:
    # C, the dealer, has the Pagat, the XXI and the Excuse here: the piles count nothing else
    text = GAME.replace("pagat: 1, xxi: 1, excuse: 1, plain: 21", "plain: 24").replace(
        "bube: 1, plain: 17", "bube: 1, pagat: 1, xxi: 1, excuse: 1, plain: 14"
    )
    settled = score("1754", f"{text}discard: {{{laid}}}\n")
    assert ("taroc_1754.discard_tarock" in left_open(settled)) == doubtful


@pytest.mark.parametrize(
    ("honour", "allowed"),
    [
        # 1: he lays away three Taroc when he has no more; 2: ten that he announces thereafter he has beside them
        ("seat: C, kind: tarocks, cards: 10", False),
        ("seat: C, kind: tarocks, cards: 10, mistaken: true", True),
        ("seat: C, kind: cavallerie", True),
        ("seat: B, kind: tarocks, cards: 10", True),
    ],
)
def test_a_dealer_with_ten_taroc_lays_none_away(honour: str, allowed: bool) -> None:
    wrong = found("1754", f"{GAME}honours:\n  - {{{honour}}}\ndiscard: {{tarocks: 3}}\n")
    assert wrong == ([] if allowed else [("DISCARD-TAROCK", 11, "1754:1")])


@pytest.mark.parametrize(
    ("with_excuse", "laid", "honest"),
    [
        # 12: "Dame, Cavall und Valet", and of a half one the Excuse; 1: no König
        (False, "dame: 1, plain: 2", True),
        (False, "cavall: 1, plain: 2", True),
        (False, "bube: 1, plain: 2", True),
        (True, "bube: 1, plain: 2", True),
        (True, "excuse: 1, plain: 2", True),
        (False, "excuse: 1, plain: 2", False),
        (True, "plain: 3", False),
    ],
)
def test_a_card_of_the_cavallerie_is_in_the_discard(with_excuse: bool, laid: str, honest: bool) -> None:
    text = GAME.replace("excuse: 1, plain: 21", "plain: 22").replace("plain: 17", "excuse: 1, plain: 16")
    text += f"honours:\n  - {{seat: C, kind: cavallerie, laid_away: true, with_excuse: {str(with_excuse).lower()}}}\n"
    wrong = found("1754", f"{text}discard: {{{laid}}}\n")
    assert wrong == ([] if honest else [("HONOUR-NOT-LAID", 10, "1754:13")])


def test_how_the_cards_are_dealt() -> None:
    # 1754:1: "5 mal herum, auf jedes mal 5 Blätter, und er selbst behält zuletzt 8"
    deal = "deal: {rounds: 5, packet: 5, dealer_last: 8}\n"
    assert score("1754", GAME + deal).totals == SHARES
    assert found("1754", GAME + deal.replace("8", "5")) == [("DEAL-DIFFERS", 9, "1754:1")]
    assert score("1754", HEAD + "misdeal: true\n" + deal.replace("8", "5")).totals["C"] == -10  # 1754:3


def test_a_void_game_leaves_the_pagat_open() -> None:
    # 1754:4: "Das Spiel ist im übrigen ungültig"; by rule 15 B's Pagat, lost, would cost 5 to each
    settled = score("1754", GAME + "pagat: {seat: B, fate: lost, by: A}\nwrong_discard: {cards: 2}\n")
    assert paid(settled, Reason.PAGAT) == {}
    assert difference(settled, "taroc_1754.pagat_in_void") == {"A": 5, "B": -10, "C": 5}


def test_a_void_game_leaves_the_revoke_open() -> None:
    # 1754:5: 5 to each, which in a game that does not count (4) are due or not
    settled = score("1754", GAME + "revokes:\n  - {seat: B}\nwrong_discard: {cards: 2}\n")
    assert paid(settled, Reason.PENALTY) == {("C", "A"): 5, ("C", "B"): 5}
    assert difference(settled, "taroc_1754.revoke_in_void") == {"A": 5, "B": -10, "C": 5}


def test_points_that_no_share_takes_up_are_left() -> None:
    # A's Pagat comes back for nothing and B has the card for the Excuse from C: 31, 28 and 25 cards, all uneven.
    # A 36 and 4 plain over: 37 1/3; B 21 and 10 over: 24 1/3; C 14 and 7 over: 16 1/3. 37, 24 and 16 make 77, so that
    # A wins 11 (20), B loses 2 and C 10, of which nobody has won the last
    text = RETURNED.replace("bube: 1, plain: 21", "bube: 1, plain: 22").replace("plain: 16", "plain: 15")
    settled = score("1754", text)
    assert paid(settled, Reason.SHARE) == {("B", "A"): 2, ("C", "A"): 9}
    (left,) = [point for point in settled.undetermined if point.code == "taroc_1754.share_left"]
    assert (left.ref, left.what.values["seat"], left.what.values["points"]) == ("1754:20", "C", 1)
    # a third over counts for nothing in either way of counting
    assert "taroc_1754.pile_uneven" not in left_open(settled)


def test_what_is_wrong_in_a_void_game_is_found() -> None:
    text = GAME + "pagat: {seat: X, fate: lost}\nwrong_discard: {cards: 2}\nexcuse_kept: Y\n"
    assert [code for code, _, _ in found("1754", text)] == ["SEAT-UNKNOWN", "SEAT-UNKNOWN"]
    more = GAME.replace("koenig: 2", "koenig: 3").replace("A: 10", "A: 11") + "wrong_discard: {cards: 2}\n"
    assert [code for code, _, _ in found("1754", more)] == ["PILE-NOT-PACK", "TRICKS-COUNT"]
    assert found("1754", HEAD + "wrong_discard: {cards: 28}\n") == []  # 1: all that the dealer has, 5 × 5 and 3


def test_a_false_honour_in_a_void_game_costs_the_dealer_nothing() -> None:
    # 1754:4: he pays "diejenigen, welche die Honneurs gehabt"; B had none: 10 of each go back (6), and 5 to each
    settled = score("1754", GAME + "honours:\n  - {seat: B, kind: kings, mistaken: true}\nwrong_discard: {cards: 2}\n")
    assert settled.totals == {"A": 5 + 5, "B": 5 - 10, "C": 5 - 10}


def test_what_rules_ten_eleven_and_nineteen_leave_open() -> None:
    text = GAME + "honours:\n  - {seat: A, kind: matadore, cards: 4}\n  - {seat: B, kind: tarocks, cards: 10}\n"
    settled = score("1754", text + "excuse_kept: A\n")
    opened = {point.code: point.ref for point in settled.undetermined}
    assert opened["taroc_1754.matadore_row"] == "1754:10"  # "nach der Nummer"
    assert opened["taroc_1754.tarocks_paid_by"] == "1754:11"  # "von jedem" stands in 10 and 12
    assert opened["taroc_1754.excuse_kept"] == "1754:19"
    assert "taroc_1754.matadore_row" not in left_open(score("1754", text.replace("cards: 4", "cards: 3")))


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        # 5, 15: A's Pagat, falsely taken in the last trick, is given back, and A has brought it home
        ("pagat: {seat: A, fate: won in the last trick}\n", set()),
        ("pagat: {seat: B, fate: lost, by: A}\n", {"PAGAT-TWICE"}),
        ("discard: {pagat: 1, plain: 2}\n", {"PAGAT-LAID-AWAY", "DISCARD-ELSEWHERE"}),  # it lies with A
    ],
)
def test_there_is_one_pagat(more: str, codes: set[str]) -> None:
    wrong = found("1754", f"{GAME}revokes: [{{seat: C, took_pagat_of: A}}]\n{more}")
    assert {code for code, _, _ in wrong} == codes


@pytest.mark.parametrize(
    ("holder", "pagat", "without"),
    [
        # 15: who takes the Pagat, or brings it home, has made a trick; B has none
        ("A", "seat: A, fate: won in the last trick", False),
        ("A", "seat: B, fate: lost", False),
        ("A", "seat: B, fate: lost, by: A", False),
        ("A", "seat: B, fate: won in the last trick", True),
        ("A", "seat: A, fate: lost, by: B", True),
        ("B", "seat: A, fate: lost", True),
    ],
)
def test_who_takes_the_pagat_has_a_trick(holder: str, pagat: str, without: bool) -> None:
    text = LONE if holder == "A" else LONE.replace("pagat: 1, ", "").replace("{excuse", "{pagat: 1, excuse")
    wrong = found("1754", f"{text}pagat: {{{pagat}}}\n")
    assert (("TAKER-WITHOUT-TRICK", 9, "") in wrong) == without


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GAME.replace("[A, B, C]", "[A, B, C, D]"), "game.yaml:2: 4 seats; expected 3 by 1754:1"),
        (GAME.replace("[A, B, C]", "[A, B, A]"), "game.yaml:2: seat `A` stands twice"),
        (GAME.replace("dealer: C", "dealer: X"), "game.yaml:3: seat `X` is not at the table; expected one of A, B, C"),
        (GAME.replace("koenig: 2", "koenig: 3"), "the piles have 5 of `koenig`; expected 4 by 1754:1"),
        (GAME.replace("koenig: 2", "kaiser: 2"), "game.yaml:6: object contains unknown field `kaiser`"),
        (GAME.replace("koenig: 2", "koenig: two"), "game.yaml:6: expected `int`, got `str`"),
        (GAME.replace("koenig: 2", "koenig: -2"), "game.yaml:6: expected `int` >= 0"),
        (GAME.replace("A: 10", "A: 11"), "game.yaml:4: 26 tricks; expected 25 by 1754:1"),
        (GAME.replace("A: 10, B: 9", "A: 9, B: 10"), "game.yaml:6: the pile of A has 30 cards; expected 27"),
        # 1: three cards of each trick, and beside them the three that C laid away
        (GAME.replace("B: 9, C: 6", "B: 8, C: 7"), "expected 24: 8 tricks of 3 (1754:1)"),
        (GAME.replace("B: 9, C: 6", "B: 8, C: 7"), "expected 24: 7 tricks of 3 and 3 discarded (1754:1)"),
        (GAME.replace("  C: {koenig: 1, dame: 1, cavall: 1, bube: 1, plain: 17}\n", ""), "nothing for C"),
        (GAME + "honours:\n  - {seat: A, kind: matadore, cards: 2}\n", "game.yaml:10: matadore of 2 cards; expected"),
        (GAME + "honours:\n  - {seat: A, kind: kings}\n  - {seat: B, kind: kings}\n", "game.yaml:11: kings more often"),
        (
            GAME + "honours:\n  - {seat: A, kind: kings, with_excuse: true}\n  - {seat: B, kind: matadore, cards: 3}\n",
            "B and A both use the Excuse",
        ),
        (GAME + "honours:\n  - {seat: A, kind: kings, laid_away: true}\n", "`laid_away` of kings"),
        (GAME + "pagat: {seat: B, fate: won in the last trick}\n", "the Pagat of B is won in the last trick, but lies"),
        (GAME + "misdeal: true\n", "`piles` in a misdealt game; expected none: the game is void by 1754:3"),
        (GAME + "wrong_discard: {cards: 3}\n", "3 cards are the right number"),
        (HEAD, "`piles` has nothing for A"),
        ("seats: {}\n", "expected `array`"),
    ],
)
def test_bad_input(text: str, message: str) -> None:
    with pytest.raises(CodexError) as caught:
        score("1754", text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("game.yaml:")
    assert caught.value.exit_status == 2


def test_every_number_comes_from_the_table() -> None:
    honours = "honours:\n  - {seat: A, kind: cavallerie}\n"
    assert score("1754", GAME + honours, {"honours.bonus[honour=cavallerie]": 11}).totals["A"] == 11 + 22
    assert score("1754", HEAD + "misdeal: true\n", {"misdeal.penalty[slip=misdeal]": 7}).totals["C"] == -14
    assert score("1754", GAME, {"counting.number": 27}).totals != SHARES
    # 4: "nicht nur für sich, sondern auch für den andern": else 10 for himself, and the penalty of 5
    wrong = GAME + honours + "wrong_discard: {cards: 2}\n"
    assert score("1754", wrong, {"discard.wrong.pays_for_others": False}).totals["A"] == 10 + 5


@st.composite
def deals(draw: st.DrawFn) -> list[Pile]:
    """The 78 cards in three piles, anyhow."""
    pack = count_pack(rules_of("1754"))
    counts: list[dict[str, int]] = [{}, {}, {}]
    for kind in (*COUNTING, PLAIN):
        first = draw(st.integers(0, pack.count_kind(kind)))
        second = draw(st.integers(0, pack.count_kind(kind) - first))
        for pile, number in zip(counts, (first, second, pack.count_kind(kind) - first - second), strict=True):
            pile[kind] = number
    return [Pile(**kinds) for kinds in counts]


@given(deals())
def test_all_piles_together_make_seventy_eight(piles: list[Pile]) -> None:
    rules = rules_of("1754")
    assert sum(count_pile_thirds(pile, rules) for pile in piles) == 3 * 78
    if all(pile.cards % 3 == 0 for pile in piles):
        assert sum(count_pile(pile, rules).points for pile in piles) == 78
    if not any(count_pile(pile, rules).uncovered for pile in piles) and all(pile.cards % 3 == 0 for pile in piles):
        assert sum(count_pile(pile, rules).literal for pile in piles) == 78


@given(st.lists(st.sampled_from(["A", "B", "C"]), max_size=4), st.sampled_from(["A", "B", "C"]))
def test_payments_cancel(revokes: list[str], honoured: str) -> None:
    lines = "".join(f"  - {{seat: {seat}}}\n" for seat in revokes)
    text = GAME + (f"revokes:\n{lines}" if lines else "") + f"honours:\n  - {{seat: {honoured}, kind: kings}}\n"
    settled = score("1754", text)  # which holds that totals sum to zero
    assert settled.totals[honoured] == SHARES[honoured] + 20 + 5 * sum(s != honoured for s in revokes) - 10 * sum(
        s == honoured for s in revokes
    )
