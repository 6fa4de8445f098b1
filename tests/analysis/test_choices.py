"""Ways to play compared in positions of a kind: the positions by their description, the values by a plain minimax."""

from __future__ import annotations

from typing import Any

import pytest

from lab.choices import Positions, count_positions
from tarock.analysis import measures
from tarock.analysis.choices import ChoiceQuestion, Tally
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import Moment, OpenCards
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks import trials
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card
from tests.analysis.open_endings import allowed, core, remembering
from tests.conftest import Run
from tests.game.koenigrufen_1840.builders import pack, rules, taker

KING = "Treffle-König"


def choices(**asked: Any) -> Positions:
    pytest.importorskip("wasmtime")
    return Positions(
        pack(), rules(), core(), ChoiceQuestion(**{"king": KING, "leads": "A", "aim": Aim.POINTS, **asked})
    )


def plainly(deal: OpenCards, moment: Moment, aim: Aim, cards: list[Card]) -> int:
    """The best of these cards for who plays, by plain minimax: a yes or the points that his side gains."""
    player = moment.position.to_play
    after = [remembering(deal, deal.play(moment, card), aim) for card in cards]
    if player in deal.payoffs[aim].wanted_by:
        return max(after)
    return max(-value if aim is Aim.POINTS else 1 - value for value in after)


@pytest.mark.slow
@pytest.mark.parametrize("aim", [Aim.POINTS, Aim.VOLAT, Aim.KING, Aim.ULTIMO])
def test_the_values_are_those_of_a_plain_minimax(aim: Aim) -> None:
    """Three cards each; B, on the declarer's right, plays second: his highest trump against his lowest."""
    of = choices(
        cards=3,
        held={"C": "Pagat"},
        count={"A": {"Tarock": (2, 3)}, "B": {"Tarock": (1, 3)}},
        plays=("A lowest Tarock",),
        aim=aim,
        play="highest Tarock",
        instead="lowest Tarock",
    )
    for number in range(1, 9):
        deal, moment = of.position(number)
        legal = allowed(deal, moment)
        trumps = sorted((card for card in legal if card.is_tarock), key=lambda card: card.strength)
        wanted = [plainly(deal, moment, aim, [card]) for card in (trumps[-1], trumps[0])]
        assert [low for low, _high in of.values(number)] == wanted
        assert all(low == high for low, high in of.values(number))
        whole = choices(cards=3, held={"C": "Pagat"}, aim=aim)
        (bounds,), (deal, moment) = whole.values(number), whole.position(number)
        assert bounds[0] == plainly(deal, moment, aim, allowed(deal, moment))


def test_a_position_is_what_is_described() -> None:
    of = choices(
        cards=9,
        held={"B": "XI", "C": "XXI II"},
        out="XVII XV",
        count={"C": {"Tarock": (2, 2)}, "out": {"Pagat": (0, 0), "Herz": (1, 4)}, "D": {"Treffle": (1, 3)}},
        partner="B",
        leads="B",
        plays=("B XI",),
        play="XXI",
        instead="II",
    )
    seen = set()
    for number in range(1, 21):
        deal, moment = of.position(number)
        hands, table = moment.position.hands, moment.position.table
        assert [(seat, card.printed) for seat, card in table] == [("B", "XI")]
        assert moment.position.to_play == "C"
        assert {seat: len(cards) for seat, cards in hands.items()} == {"A": 9, "B": 8, "C": 9, "D": 9}
        assert {card.printed for card in hands["C"] if card.is_tarock} == {"XXI", "II"}
        assert KING in {card.printed for card in hands["B"]}
        assert deal.declarer_side == {"A", "B"}
        held = {card.printed for cards in hands.values() for card in cards}
        gone = {card for card in pack().cards if card.printed not in held} - {table[0][1]}
        assert {"XVII", "XV"} <= {card.printed for card in gone}
        assert "Pagat" not in {card.printed for card in gone}
        assert 1 <= sum(card.suit == "Herz" for card in gone) <= 4
        assert 1 <= sum(card.suit == "Treffle" for card in hands["D"]) <= 3
        seen.add(frozenset(hands["A"]))
    assert len(seen) == 20  # each number has its own


def test_ways_are_what_their_words_say() -> None:
    of = choices(
        cards=6, count={"B": {"Tarock": (3, 6)}}, plays=("A lowest Tarock",), play="lowest taking Tarock",
        instead="others",
    )  # fmt: skip
    for number in range(1, 21):
        deal, moment = of.position(number)
        led, legal = moment.position.table[0][1], allowed(deal, moment)
        assert not any(card.is_tarock and card.strength < led.strength for card in moment.position.hands["A"])
        (played,), others = of.ways(deal, moment)
        assert {played, *others} == set(legal)
        assert taker([("A", led), ("B", played)]) == "B"
        assert not any(taker([("A", led), ("B", card)]) == "B" for card in others if card.strength < played.strength)


def test_without_a_partner_told_it_is_neither_the_declarer_nor_who_is_to_play() -> None:
    partners = {choices(leads="C", cards=3).position(number)[0].course.partner for number in range(1, 31)}
    assert partners == {"B", "D"}


def test_what_is_counted() -> None:
    """By hand: of four positions one is better, one worse, one alike, and of one it is not known."""
    found = [((1, 1), (0, 0)), ((0, 0), (1, 1)), ((1, 1), (1, 1)), ((0, 1), (1, 1))]
    yes_or_no = Tally(positions=4, better=1, worse=1, unknown=1, reached=(2, 3), missed=(1, 1))
    assert count_positions(Aim.WIN, found) == yes_or_no
    assert count_positions(Aim.POINTS, found) == Tally(positions=4, better=1, worse=1, unknown=1)
    assert count_positions(Aim.VOLAT, [((1, 1),), ((0, 0),)]) == Tally(positions=2, reached=(1,), missed=(1,))
    assert count_positions(Aim.POINTS, [((5, 9), (1, 4))]).better == 1  # however it turns out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"held": {"A": "XXI", "B": "XXI"}}, "named twice"),
        ({"held": {"E": "XXI"}}, "a hand of an unknown seat"),
        ({"leads": "out"}, "a hand of an unknown seat"),
        ({"partner": "E"}, "a hand of an unknown seat"),
        ({"plays": ("A card", "B card", "C card", "D card")}, "4 cards on the table"),
        ({"aim": Aim.ULTIMO, "out": "Pagat"}, "none of 2,000 deals"),
        ({"instead": "others"}, "nothing to compare with"),
        ({"king": "XXI"}, "XXI is not a king"),
        ({"cards": 13}, "13 cards"),
        ({"held": {"A": "II III IV V VI"}, "cards": 4}, "more cards than"),
        ({"plays": ("B XI",)}, "it is not the turn of B"),
        ({"count": {"E": {"Tarock": (1, 1)}}}, "cards of an unknown seat"),
        ({"held": {"B": "II III"}, "partner": "B", "cards": 2}, "is in no hand"),
        ({"play": "hoch"}, "unknown way to play: `hoch`"),
        ({"held": {"B": "Pagat"}, "count": {"B": {"Tarock": (0, 0)}}}, "none of 2,000 deals"),
    ],
)
def test_a_question_that_is_none_is_refused(asked: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.choices.TRIES", 2_000)
    with pytest.raises(CodexError, match=said):
        choices(**asked).position(1)


@pytest.mark.slow
def test_the_authors_advice_is_measured_as_its_claims_ask(computed: ComputedCodex) -> None:
    """All positions of one question are solved again."""
    measured = measures.load(
        measures.locate_file(computed.project.rules, measures.ChoiceMeasures), measures.ChoiceMeasures
    )
    assert measured
    assert [each.question for each in measured.found] == [*trials.collect_choices(computed)]
    assert {each.tally.positions for each in measured.found} == {measures.POSITIONS}
    for each in measured.found:
        if each.question.aim is Aim.ULTIMO and each.question.cards == 8:
            of = Positions(pack(), rules(), core(), each.question)
            assert count_positions(Aim.ULTIMO, [of.values(n) for n in range(1, measures.POSITIONS + 1)]) == each.tally
            break
    else:
        pytest.fail("no question to solve again")


@pytest.mark.slow
def test_measures_of_another_question_fail_the_check(run: Run, codex: Project) -> None:
    """Those that are gone or come from something else are refused in the same place (`test_hands.py`)."""
    path = measures.locate_file(codex.rules, measures.ChoiceMeasures)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"cards":12', '"cards":11', 1), encoding="utf-8")
    found = run("check", root=codex)
    assert found.status == 1
    assert "-m lab.trials --write" in found.out
