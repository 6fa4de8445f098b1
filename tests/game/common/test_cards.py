"""The pack of 1840, §§ 2 to 5: what lies in it, what takes what, what each card is worth."""

from __future__ import annotations

import re

import pytest

from tarock.base.errors import CodexError
from tarock.codex import ComputedCodex
from tarock.corpus.numbers import to_roman
from tarock.game.common.cards import Pack
from tarock.game.common.notation import read_typed_cards, write_cards
from tests.game.koenigrufen_1840.builders import card, pack, rules

SUITS = ("Herz", "Careau", "Treffle", "Pique")
PLAIN_TAROCKS = 19  # 22 less Scüs, Mond and Pagat


def test_the_pack_has_54_cards_22_tarocks_and_four_suits_of_eight() -> None:
    # 2.1: vier und fünfzig Blätter, zwei und zwanzig Tarocks, vier Farben jede zu acht Blättern
    assert len(pack().cards) == 54
    assert sum(one.is_tarock for one in pack().cards) == 22
    for suit in SUITS:
        assert sum(one.suit == suit for one in pack().cards) == 8
    assert len(pack().by_name) == 54


@pytest.mark.parametrize(
    ("suit", "ranks"),
    [
        # 2.5 and 4.2: red suits rank Aß, Zweier, Dreier, Vierer below the Bube; black ones Zehner to Siebner
        ("Herz", "König Dame Cavall Bube Aß Zweier Dreier Vierer"),
        ("Careau", "König Dame Cavall Bube Aß Zweier Dreier Vierer"),
        ("Treffle", "König Dame Cavall Bube Zehner Neuner Achter Siebner"),
        ("Pique", "König Dame Cavall Bube Zehner Neuner Achter Siebner"),
    ],
)
def test_rank_of_the_suits(suit: str, ranks: str) -> None:
    by_strength = sorted((one for one in pack().cards if one.suit == suit), key=lambda one: -one.strength)
    assert [one.rank for one in by_strength] == ranks.split()


def test_rank_of_the_tarocks() -> None:
    # 4.1: the Scüs is the highest, then XXI down to I
    by_strength = sorted((one for one in pack().cards if one.is_tarock), key=lambda one: -one.strength)
    numbers = "XXI XX XIX XVIII XVII XVI XV XIV XIII XII XI X IX VIII VII VI V IV III II I"
    assert [one.name for one in by_strength] == ["Scüs", *numbers.split()]


@pytest.mark.parametrize(
    ("name", "points", "thirds"),
    [
        # 5.1 states the points; a card counts 3·points − 2 thirds, an empty one a third
        ("Scüs", 5, 13), ("XXI", 5, 13), ("I", 5, 13), ("Herz-König", 5, 13),
        ("Pique-Dame", 4, 10), ("Treffle-Cavall", 3, 7), ("Careau-Bube", 2, 4),
        ("XX", 0, 1), ("II", 0, 1), ("Herz-Aß", 0, 1), ("Treffle-Siebner", 0, 1),
    ],
)  # fmt: skip
def test_values(name: str, points: int, thirds: int) -> None:
    assert (card(name).points, card(name).thirds) == (points, thirds)


@pytest.mark.parametrize(("era", "written"), [("1840", "Reiter Bube"), ("1945", "Caval Bub")])
def test_cards_are_written_in_the_words_of_the_source(computed: ComputedCodex, era: str, written: str) -> None:
    """1840:2.5, 1945:allg.2.2.3: what is between queen and jack, and the jack; and it is read again."""
    found = Pack(computed.context.rules(era))
    text = " ".join(each.text for each in computed.corpus.edition(era).passages.values())
    for rank, word in zip(("Cavall", "Bube"), written.split(), strict=True):
        cards = [each for each in found.cards if each.rank == rank]
        assert {each.printed.rpartition("-")[2] for each in cards} == {word}
        assert re.search(rf"\b{word}\b", text)
        assert read_typed_cards(write_cards(cards), found) == tuple(cards)
        assert [found.get(each.printed) for each in cards] == cards


def test_the_book_of_1840_never_prints_a_card_otherwise(computed: ComputedCodex) -> None:
    """What is written for each card of a suit stands in the book, or its rank and suit do; `Careau-Cavall` nowhere."""
    text = " ".join(each.text for each in computed.corpus.edition("1840").passages.values())
    named = [each.printed for each in computed.games.pack.cards if each.rank == "Cavall"]
    assert all(name in text for name in named)
    assert "-Cavall" not in text


def test_how_many_cards_have_which_value() -> None:
    # seven Honneurs, four Dames, four Reiter, four Buben; 19 tarocks and 16 small cards are empty
    count = {points: sum(one.points == points for one in pack().cards) for points in (5, 4, 3, 2, 0)}
    assert count == {5: 7, 4: 4, 3: 4, 2: 4, 0: PLAIN_TAROCKS + 16}


def test_honours_are_seven() -> None:
    # 3.1: Scüs, Mond and Pagat, and the four kings
    names = {one.name for one in pack().honours}
    assert names == {"Scüs", "XXI", "I", "Herz-König", "Careau-König", "Treffle-König", "Pique-König"}
    assert [one.suit for one in pack().kings] == list(SUITS)


def test_pagat_and_mond_are_names_too() -> None:
    assert card("Pagat") == card("I") == pack().pagat
    assert card("Mond") is card("XXI") is pack().mond
    assert pack().scues is card("Scüs")
    assert pack().pagat.printed == "Pagat"
    assert pack().mond.printed == "XXI"
    assert str(card("Herz-Dame")) == repr(card("Herz-Dame")) == "Herz-Dame"


def test_unknown_card_names_the_nearest() -> None:
    with pytest.raises(CodexError, match=r"`Herz-Damme` is no card; did you mean Herz-Dame"):
        card("Herz-Damme")
    with pytest.raises(CodexError, match="`77` is no card"):
        card("77")


def test_roman_numbers() -> None:
    assert [to_roman(number) for number in (1, 4, 9, 14, 19, 20, 21)] == ["I", "IV", "IX", "XIV", "XIX", "XX", "XXI"]


def test_a_pack_that_does_not_come_to_the_stated_number_is_refused() -> None:
    with pytest.raises(CodexError, match=r"makes a pack of 54 cards .*expected 55 by 1840:2\.1"):
        Pack(rules().fork({"pack.cards": 55}))


def test_the_pack_follows_the_rules() -> None:
    other = Pack(
        rules().fork({"card_points.koenig": 6, "card_points.pagat": 1, "pack.numbered_tarocks": 20, "pack.cards": 53})
    )
    assert other.require("Herz-König").thirds == 16
    assert other.pagat.thirds == 1
    assert "XXI" not in other.by_name
    lame = Pack(rules().fork({"rank.scues_nature": "excuse"}))
    assert min(lame.cards, key=lambda one: one.strength) is lame.scues
