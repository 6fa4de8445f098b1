"""Playing to a trick, §§ 63 and 64, and who takes it, § 4."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.wording import format_message
from tarock.game.common.cards import Card
from tarock.game.common.trick_law import Breach, Duty, TrickLaw
from tests.game.koenigrufen_1840.builders import SEATS, card, cards, may_play, pack, rules, taker

LAW = TrickLaw.of(rules())


def trick(*names: str) -> list[tuple[str, Card]]:
    return list(zip(SEATS, cards(*names), strict=False))


@pytest.mark.parametrize(
    ("names", "seat"),
    [
        (("Herz-Dame", "Scüs", "Herz-König", "Herz-Dreier"), "B"),  # m3.s1
        (("XIX", "Scüs", "IV", "Pagat"), "B"),  # m1.s4
        (("II", "XV", "XVII", "III"), "C"),  # m1.s1
        (("Careau-Aß", "Careau-Zweier", "Careau-Dame", "Careau-König"), "D"),  # m2.s1
        (("Careau-Vierer", "Herz-Aß", "Herz-Cavall", "Careau-Aß"), "D"),  # m6.s12: the Aß is above the Vierer
        (("Treffle-Dame", "Careau-Dame", "Treffle-Zehner", "Herz-Cavall"), "A"),  # m1.s12
        (("Pagat", "Careau-Dame", "Treffle-Cavall", "Pique-Dame"), "A"),  # m5.s12
        (("Pique-Siebner", "Herz-König", "Careau-König", "Treffle-König"), "A"),
        (("Herz-Zweier", "Herz-Dreier", "Herz-Vierer", "Herz-Aß"), "D"),
        (("Treffle-König", "II", "Pagat", "Treffle-Dame"), "B"),  # 4.3: even the king
    ],
)
def test_who_takes(names: tuple[str, ...], seat: str) -> None:
    assert LAW.find_winner(trick(*names))[0] == seat == taker(trick(*names))


@pytest.mark.parametrize(
    ("hand", "led", "allowed", "duty"),
    [
        (("Herz-Dame", "Herz-Aß", "XX"), "Herz-König", ("Herz-Dame", "Herz-Aß"), Duty.FOLLOW_SUIT),  # 63.1
        (("XX", "II", "Pique-König"), "Herz-König", ("XX", "II"), Duty.PLAY_TAROCK),  # 63.2: without the suit
        (("Pique-König", "Treffle-Aß"), "Herz-König", None, None),  # 63.2: without both, what one likes
        (("XX", "II", "Pique-König"), "XXI", ("XX", "II"), Duty.FOLLOW_TAROCK),  # 63.1: so with tarocks
        (("Pique-König", "Herz-Aß"), "XXI", ("Pique-König", "Herz-Aß"), None),
        (("II", "Pagat"), "III", ("II", "Pagat"), Duty.FOLLOW_TAROCK),  # 64.1: nobody need overtake
    ],
)
def test_what_may_be_played(
    hand: tuple[str, ...], led: str, allowed: tuple[str, ...] | None, duty: Duty | None
) -> None:
    held = cards(*[name for name in hand if name in pack().by_name or name == "Pagat"])
    expected = list(held) if allowed is None else list(cards(*allowed))
    assert LAW.find_legal(held, trick(led)) == expected
    assert LAW.find_duty(held, trick(led)) is duty
    for one in held:
        breach = LAW.find_breach(held, trick(led), one)
        assert (breach and breach.duty) == (None if one in expected else duty)


def test_the_fault_names_what_is_held() -> None:
    hand, held = cards("IX", "XIV", "Herz-Dame"), cards("XIV", "IX")
    assert LAW.find_breach(hand, trick("XX"), card("Herz-Dame")) == Breach(Duty.FOLLOW_TAROCK, "Tarock", held)
    void = LAW.find_breach(hand, trick("Pique-Zehner"), card("Herz-Dame"))
    assert void == Breach(Duty.PLAY_TAROCK, "Tarock", held)
    assert void is not None
    assert format_message(void.message) == "must play a trump (holds XIV, IX)"
    assert LAW.find_breach(hand, [], card("Herz-Dame")) is None


def test_the_leader_is_free() -> None:
    assert LAW.find_legal(cards("IX", "Herz-Dame"), []) == list(cards("IX", "Herz-Dame"))


deals = st.permutations(pack().cards)


@given(deals, st.integers(1, 12), st.integers(0, 3))
def test_agrees_with_the_paragraphs(deck: list[Card], size: int, played: int) -> None:
    plays = list(zip(SEATS, deck[:played], strict=False))
    hand = deck[4 : 4 + size]
    legal = LAW.find_legal(hand, plays)
    assert legal == may_play(hand, plays[0][1] if plays else None)
    assert legal
    assert [one for one in hand if not LAW.find_breach(hand, plays, one)] == legal


@given(deals)
def test_the_taker_agrees_with_the_paragraphs(deck: list[Card]) -> None:
    plays = list(zip(SEATS, deck, strict=False))
    assert LAW.find_winner(plays)[0] == taker(plays)


@given(deals)
def test_every_card_but_the_first_may_come_in_any_order(deck: list[Card]) -> None:
    plays = list(zip(SEATS, deck, strict=False))
    assert LAW.find_winner([plays[0], *reversed(plays[1:])]) == LAW.find_winner(plays)


def test_other_laws() -> None:
    hand = cards("XIX", "II", "Herz-Dame")
    over = TrickLaw.of(rules().fork({"play.must_overtake": True}))
    assert over.find_legal(hand, trick("XV")) == [card("XIX")]
    assert over.find_breach(hand, trick("XV"), card("II")) == Breach(Duty.OVERTAKE, "Tarock", (card("XIX"),))
    assert over.find_duty(hand, trick("XV")) is Duty.OVERTAKE
    assert over.find_legal(hand, trick("XX")) == list(cards("XIX", "II"))  # nothing overtakes the XX
    assert over.find_duty(hand, trick("XX")) is Duty.FOLLOW_TAROCK
    # on a suit that one lacks it is the tarock that must be overtaken, not the suit led
    overtaken = trick("Herz-König", "XV")
    assert over.find_breach(cards("XIX", "II"), overtaken, card("II")) == Breach(
        Duty.OVERTAKE, "Tarock", (card("XIX"),)
    )
    loose = TrickLaw.of(rules().fork({"play.must_tarock": False}))
    assert loose.find_legal(hand, trick("Pique-Zehner")) == list(hand)
    free = TrickLaw.of(rules().fork({"play.follow_suit": False}))
    # 63.2: a tarock is due "wenn die ausgespielte Farbe nicht bekennet werden kann", and only then
    assert free.find_legal(cards("Herz-Dame", "XX"), trick("Herz-König")) == list(cards("Herz-Dame", "XX"))
    assert free.find_breach(cards("Herz-Dame", "Pique-Achter", "XX"), trick("Herz-König"), card("Pique-Achter")) is None
    assert free.find_legal(cards("Pique-Achter", "XX"), trick("Herz-König")) == [card("XX")]
    apart = TrickLaw.of(rules().fork({"play.follow_tarock": False}))  # 63.1: "eben so bei Tarocks"
    assert apart.find_legal(cards("Herz-Dame", "XX"), trick("XXI")) == list(cards("Herz-Dame", "XX"))
    assert apart.find_breach(cards("Herz-Dame", "XX"), trick("XXI"), card("Herz-Dame")) is None
    assert apart.find_legal(cards("Herz-Dame", "XX"), trick("Herz-König")) == [card("Herz-Dame")]
    weak = TrickLaw.of(rules().fork({"rank.tarock_beats_suit": False}))
    assert weak.find_winner(trick("Herz-Aß", "XXI"))[0] == "A"
