"""The deal, the purchase and the scat, §§ 14, 21, 23, 24 and 35."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tarock.base.wording import format_message
from tarock.game.common.findings import Finding
from tarock.game.koenigrufen_1840.examination import check_deal, exchange_talon, find_bought_half
from tarock.game.koenigrufen_1840.record import Bid, Game, Purchase
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tests.game.koenigrufen_1840.builders import card, cards, changed, examine, hands_to_play, model, rules, with_hand

CONTRACT = Bid(seat="C", bid=BidKind.DREIER, fold=2)  # of Musterspiel 7


def found(findings: Iterable[Finding]) -> list[tuple[str, str, str]]:
    return [(one.code, one.seat, one.card) for one in findings]


def dealt(game: Game) -> list[tuple[str, str, str]]:
    exam = examine(game)
    check_deal(exam)
    return found(exam.list)


def exchanged(game: Game, contract: Bid | None = CONTRACT) -> list[tuple[str, str, str]]:
    exam = examine(game)
    exchange_talon(exam, contract)
    return found(exam.list)


@pytest.mark.parametrize("name", ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"])
def test_model_games_are_dealt_from_one_pack(name: str) -> None:
    assert dealt(model(name)) == []


def test_two_places_and_nowhere() -> None:
    game = model("m7")
    assert dealt(changed(game, upper=cards("XXI", "Pique-Achter", "Pique-Siebner"))) == [
        ("DEAL-DUPLICATE", "", "XXI"),
        ("DEAL-MISSING", "", "Treffle-Dame"),
    ]
    twice = with_hand(game, "D", (*game.hands["D"][:-1], card("XVIII")))  # B has the XVIII, D loses Treffle-Siebner
    assert dealt(twice) == [("DEAL-DUPLICATE", "D", "XVIII"), ("DEAL-MISSING", "", "Treffle-Siebner")]


def test_sizes() -> None:
    game = model("m7")
    fewer = with_hand(game, "D", game.hands["D"][1:])
    assert dealt(fewer) == [("DEAL-MISSING", "", "XVII"), ("HAND-SIZE", "D", "")]
    # five and one in the halves make six, but no halves of three (21.3)
    talon = game.talon
    uneven = changed(game, upper=talon.upper[:1], lower=(*talon.lower, *talon.upper[1:]))
    assert dealt(uneven) == [("TALON-SIZE", "", "")]
    solo = model("m6")
    short = changed(solo, whole=solo.talon.whole[1:])
    assert dealt(short) == [("DEAL-MISSING", "", "Herz-König"), ("TALON-SIZE", "", "")]
    # the numbers that are found are named: one and five, five at Solo
    halves = changed(game, upper=talon.upper[:1], lower=cards("X", "IX", "VIII", "VII", "VI"))
    for broken, numbers in ((halves, (1, 5)), (short, (5,))):
        exam = examine(broken)
        check_deal(exam)
        assert exam.list[-1].message.values["numbers"] == numbers
    # at a Dreier the halves must be known: which one was bought
    assert dealt(changed(game, upper=(), lower=(), whole=game.talon.cards)) == [("TALON-SIZE", "", "")]


@pytest.mark.parametrize(("fold", "half"), [(1, "upper"), (2, "lower"), (3, "upper"), (4, "lower"), (5, "upper")])
def test_which_half_a_dreier_buys(fold: int, half: str) -> None:
    # 21.6: single above, double below, triple above again; 21.9: the quadruple is the next, the fivefold back again
    assert find_bought_half(fold, model("m7"), rules()) == getattr(model("m7").talon, half)


def test_the_exchange() -> None:
    # Musterspiel 7, spiel.2 to spiel.4: bought double, looked at the triple, took back the first: quadruple
    hands, left = exchange_talon(examine(model("m7")), CONTRACT)
    assert hands["C"] == set(
        cards(
            "Scüs",
            "XIX",
            "XVI",
            "XV",
            "VI",
            "V",
            "IV",
            "II",
            "Herz-Dame",
            "Treffle-König",
            "Careau-König",
            "Careau-Dame",
        )
    )
    assert left == cards("Treffle-Dame", "Pique-Achter", "Pique-Siebner")
    assert hands == hands_to_play(model("m7"))


def test_solo_leaves_the_talon() -> None:
    hands, left = exchange_talon(examine(model("m6")), Bid(seat="C", bid=BidKind.SOLO))
    assert hands["C"] == set(model("m6").hands["C"])
    assert left == model("m6").talon.whole


@pytest.mark.parametrize(
    ("first", "kept", "codes"),
    [
        (2, 2, []),
        (2, 4, []),
        (2, 5, ["PURCHASE-TOO-HIGH"]),  # one look at the other half and one way back (21.7)
        (1, 2, ["PURCHASE-LOWER"]),
        (3, 4, ["PURCHASE-TOO-HIGH"]),  # the bid was two
        (2, 1, ["PURCHASE-LOWER"]),
    ],
)
def test_purchase(first: int, kept: int, codes: list[str]) -> None:
    scat = cards("Herz-Dame", "Treffle-Neuner", "Careau-Dame")  # C holds them whichever half he buys
    game = changed(model("m7"), purchase=Purchase(first=first, kept=kept), hand_after=(), scat=scat)
    assert [code for code, _seat, _card in exchanged(game)] == codes


@pytest.mark.parametrize(("kept", "codes"), [(2, ["PURCHASE-SHOWN", "PURCHASE-LOWER"]), (3, ["PURCHASE-SHOWN"])])
def test_who_shows_his_purchase_must_raise_himself(kept: int, codes: list[str]) -> None:
    """36.1: he must look at the next half; what he keeps is the triple Dreier, or by going back the fourfold."""
    scat = cards("Herz-Dame", "Treffle-Neuner", "Careau-Dame")
    game = changed(model("m7"), purchase=Purchase(first=2, kept=kept, forced=True), hand_after=(), scat=scat)
    assert [code for code, _seat, _card in exchanged(game)] == codes


def test_the_fivefold_dreier_is_the_highest() -> None:
    # 21.9: from the triple to the quadruple and back to the fivefold
    game = changed(
        model("m7"),
        purchase=Purchase(first=3, kept=5),
        hand_after=(),
        scat=cards("Treffle-Dame", "Pique-Achter", "Pique-Siebner"),
    )
    assert exchanged(game, Bid(seat="C", bid=BidKind.DREIER, fold=3)) == []
    higher = changed(game, purchase=Purchase(first=3, kept=6))
    assert exchanged(higher, Bid(seat="C", bid=BidKind.DREIER, fold=3)) == [("PURCHASE-TOO-HIGH", "C", "")]


def test_scat() -> None:
    game = changed(model("m7"), hand_after=())  # C may lay Treffle-Bube, Treffle-Neuner, Pique-Neuner and two Dames
    assert exchanged(game) == []
    assert exchanged(changed(game, scat=cards("Herz-Dame", "Treffle-Neuner", "Careau-Dame"))) == []
    assert exchanged(changed(game, scat=cards("Treffle-Bube", "Pique-Neuner"))) == [("SCAT-SIZE", "C", "")]
    assert exchanged(changed(game, scat=cards("Treffle-Bube", "Pique-Neuner", "Pique-Neuner"))) == [
        ("SCAT-SIZE", "C", "")
    ]
    assert exchanged(changed(game, scat=cards("Treffle-Bube", "Pique-Neuner", "Pique-Zehner"))) == [
        ("SCAT-NOT-HELD", "C", "Pique-Zehner")
    ]
    for honour in ("Scüs", "Treffle-König", "Careau-König"):  # 35.4: Honneurs niemals
        assert exchanged(changed(game, scat=cards("Treffle-Bube", "Pique-Neuner", honour))) == [
            ("SCAT-HONOUR", "C", honour)
        ]
    assert exchanged(changed(game, scat=cards("Treffle-Bube", "Pique-Neuner", "II"))) == [("SCAT-TAROCK", "C", "II")]


def test_bought_cards_may_be_laid_away_again() -> None:
    # 21.4; the king among them excepted, which is an Honneur
    game = changed(model("m8"), hand_after=())
    assert (
        exchanged(
            changed(game, scat=cards("Pique-Dame", "Careau-Vierer", "Careau-Aß")),
            Bid(seat="B", bid=BidKind.DREIER, fold=2),
        )
        == []
    )


def test_tarock_in_the_scat_only_when_no_suit_card_is_left() -> None:
    # 35.5, 35.7: C holds thirteen tarocks, a king and one suit card, and must lay that one first
    tarocks = cards("Scüs", "XX", "XIX", "XVIII", "XVII", "XVI", "XV", "XIV", "XIII", "XII")
    hand = (*tarocks, *cards("Herz-König", "Pique-Neuner"))
    game = changed(model("m7"), hands={**model("m7").hands, "C": hand}, lower=cards("IX", "VIII", "VII"), hand_after=())
    assert exchanged(changed(game, scat=cards("Pique-Neuner", "VII", "VIII"))) == []
    assert exchanged(changed(game, scat=cards("VII", "VIII", "IX"))) == [
        ("SCAT-TAROCK", "C", name) for name in ("VII", "VIII", "IX")
    ]


def test_no_scat_at_solo() -> None:
    # 24.1: the talon may neither be looked at nor exchanged
    game = changed(model("m6"), scat=model("m6").hands["C"][-3:])
    exam = examine(game)
    hands, _left = exchange_talon(exam, Bid(seat="C", bid=BidKind.SOLO))
    assert found(exam.list) == [("SCAT-SIZE", "C", "")]
    assert exam.list[0].ref == "1840:24.1"
    assert hands["C"] == set(model("m6").hands["C"])


def test_the_hand_listed_again() -> None:
    game = model("m7")
    lacking = changed(game, hand_after=game.hand_after[1:])
    assert exchanged(lacking) == [("HAND-AFTER-DIFFERS", "C", "")]
    exam = examine(changed(game, hand_after=(*game.hand_after[1:], card("XX"))))
    exchange_talon(exam, CONTRACT)
    assert "lacks Scüs and has XX too" in format_message(exam.list[0].message)
    # at Solo it is the hand that was dealt: the talon "darf weder angesehen noch ausgetauscht werden" (24.1)
    solo, contract = model("m6"), Bid(seat="C", bid=BidKind.SOLO)
    assert exchanged(changed(solo, hand_after=solo.hands["C"]), contract) == []
    exam = examine(changed(solo, hand_after=(*solo.hands["C"][1:], solo.talon.whole[0])))
    exchange_talon(exam, contract)
    assert [(one.code, one.seat, one.ref) for one in exam.list] == [("HAND-AFTER-DIFFERS", "C", "1840:24.1")]
