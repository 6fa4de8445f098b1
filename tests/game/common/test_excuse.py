"""The Excuse in the law of the trick: when it may be kept, must be laid, and may be led (1754:7, 17 to 19)."""

from __future__ import annotations

import pytest

from tarock.base.project import find_project
from tarock.game.common.cards import Card, Pack
from tarock.game.common.trick_law import AT_WILL, Duty, TrickLaw
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTables

RULES = Rules(EraTables(find_project(), ["1754"])["1754"])
PACK = Pack(RULES)
LAW = TrickLaw.of(RULES)
FULL = "Herz-Dame Herz-Aß XX"  # a hand with suit and trump


def cards(names: str) -> list[Card]:
    return [PACK.require({"Excuse": "Scüs"}.get(name, name)) for name in names.split()]


def plays(names: str) -> list[tuple[str, Card]]:
    return list(zip("ABC", cards(names), strict=False))


def may(hand: str, led: str, law: TrickLaw = LAW) -> set[str]:
    return {str(card) for card in law.find_legal(cards(hand), plays(led))}


def altered(values: dict[str, object]) -> TrickLaw:
    return TrickLaw.of(RULES.fork(values))


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        (f"{FULL} Excuse", "Herz-König", {"Herz-Dame", "Herz-Aß", "Excuse"}),  # 7, 17: as he likes, or follow
        (FULL, "Herz-König", {"Herz-Dame", "Herz-Aß"}),
        ("XX II Pique-König Excuse", "Herz-König", {"XX", "II", "Excuse"}),  # 17: without the suit a Taroc, or 7
        ("Pique-König Pique-Aß Pique-Dame Excuse", "Herz-König", {"Excuse"}),  # 18: no Taroc, and void
        ("Herz-Dame Pique-Aß Pique-Dame Excuse", "Herz-König", {"Herz-Dame", "Excuse"}),  # 18: not void
        ("Pique-König Pique-Aß Pique-Dame Excuse", "II", {"Excuse"}),  # assumed: a Taroc is a Couleur there
        ("Herz-Dame XX Excuse", "Herz-König", {"Excuse"}),  # 19: three cards are left
        ("Herz-Dame Herz-Aß XX", "Herz-König Excuse", {"Herz-Dame", "Herz-Aß"}),  # another has played it
        ("Pique-König Pique-Aß", "Herz-König", {"Pique-König", "Pique-Aß"}),  # void of both
        (f"{FULL} Excuse", "", {"Herz-Dame", "Herz-Aß", "XX"}),  # assumed: never led
        ("Herz-Dame XX Excuse", "", set()),  # 19: he cannot lead
    ],
)
def test_legal_cards(hand: str, led: str, legal: set[str]) -> None:
    assert may(hand, led) == legal
    for card in cards(hand):
        breach = LAW.find_breach(cards(hand), plays(led), card)
        if led:
            assert (breach is None) == (str(card) in legal), card
        assert not breach or breach.duty in Duty


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("Herz-Aß Excuse Herz-König", "C"),
        ("XXI Excuse II", "A"),  # 7: it takes nothing, not even as the only Taroc beside a suit
        ("Herz-Aß Excuse Pique-König", "A"),
        ("Excuse Herz-Aß Herz-Dame", "C"),  # led, by another reading: the next card is followed
        ("Excuse Herz-Aß Pique-König", "B"),
        ("Herz-Zehner Herz-Aß Pagat", "C"),
    ],
)
def test_it_neither_takes_nor_is_taken(trick: str, winner: str) -> None:
    assert LAW.find_winner(plays(trick))[0] == winner


def test_who_may_lead() -> None:
    assert LAW.may_lead(cards("Herz-Dame Herz-Aß XX Excuse"))
    assert LAW.may_lead(cards("Herz-Dame Herz-Aß XX"))
    assert not LAW.may_lead(cards("Herz-Dame XX Excuse"))
    assert altered({"excuse.led_at_last": True}).may_lead(cards("Herz-Dame XX Excuse"))


@pytest.mark.parametrize(
    ("values", "hand", "led", "legal"),
    [
        ({"excuse.free": False}, f"{FULL} Excuse", "Herz-König", {"Herz-Dame", "Herz-Aß"}),
        ({"excuse.kept_while_tarocks": False}, "Pique-Aß Pique-Dame Pique-König Excuse", "Herz-König",
         {"Pique-Aß", "Pique-Dame", "Pique-König", "Excuse"}),
        ({"excuse.forced_on_void": False}, "Herz-Dame Pique-Aß Pique-Dame Excuse", "Herz-König", {"Excuse"}),
        ({"excuse.forced_on_tarock": False}, "Pique-König Pique-Aß Pique-Dame Excuse", "II",
         {"Pique-König", "Pique-Aß", "Pique-Dame", "Excuse"}),
        ({"excuse.played_before_last": 2}, "Herz-Dame XX Excuse", "Herz-König", {"Herz-Dame", "Excuse"}),
        ({"excuse.played_before_last": 4}, f"{FULL} Excuse", "Herz-König", {"Excuse"}),
        ({"excuse.led": AT_WILL}, f"{FULL} Excuse", "", {"Herz-Dame", "Herz-Aß", "XX", "Excuse"}),
        ({"excuse.led_at_last": True}, "Herz-Dame XX Excuse", "", {"Excuse"}),
        ({"play.follow_tarock": False}, "XX Herz-Dame Herz-Aß", "II", {"XX", "Herz-Dame", "Herz-Aß"}),
        ({"play.must_overtake": True}, "Herz-Dame Herz-Aß XX", "Herz-Valet", {"Herz-Dame"}),
        ({"play.must_tarock": False}, "XX Pique-Aß Excuse II", "Herz-Valet", {"XX", "II", "Pique-Aß", "Excuse"}),
    ],
)  # fmt: skip
def test_other_values_are_followed(values: dict[str, object], hand: str, led: str, legal: set[str]) -> None:
    assert may(hand, led) != legal
    assert may(hand, led, altered(values)) == legal


def test_no_excuse_where_it_is_the_highest_trump() -> None:
    koenigrufen = Rules(EraTables(find_project(), ["1840"])["1840"])
    assert TrickLaw.of(koenigrufen).excuse is None
