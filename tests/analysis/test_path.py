"""The path to learn the game by: its answers are right by the engine, under the rules of the text and under others."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from lab import steps as learning
from tarock.analysis.path import Asked, PathStep, PathTopic, make_path
from tarock.base.wording import format_message
from tarock.game.common.counting import count_by_groups
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, State
from tests.analysis.core_games import make_engine
from tests.game.koenigrufen_1840.builders import rules

INVENTED = {
    "König": "Zar", "Dame": "Fee", "Herz": "Sonne", "Careau": "Stern", "Treffle": "Wolke", "Pique": "Mond-Sichel",
    "Aß": "Eins", "Siebner": "Zwerg",
}  # fmt: skip
# A value that is altered, and what is learnt of it.
ALTERED: dict[str, tuple[Any, PathTopic]] = {
    "card_points.koenig": (6, PathTopic.PACK),
    "rank.order[colour=red]": (
        ["König", "Dame", "Cavall", "Bube", "Vierer", "Dreier", "Zweier", "Aß"], PathTopic.RANK,
    ),
    "play.follow_suit": (False, PathTopic.FOLLOW),
    "play.must_overtake": (True, PathTopic.FOLLOW),
    "play.must_tarock": (False, PathTopic.TRUMP),
    "rank.tarock_beats_suit": (False, PathTopic.TAKER),
    "king.own[contract=dreier]": ("may not", PathTopic.CALL),
    "talon.changes_max": (1, PathTopic.TALON),
    "discard.tarock": (True, PathTopic.DISCARD),
    "ultimo.pagat_kept": (False, PathTopic.ULTIMO),
    "settlement.multiplier[contract=dreier]": (3, PathTopic.PAY),
}  # fmt: skip


def rename(value: Any) -> Any:
    """A value with invented names in place of those of the text."""
    if isinstance(value, list | tuple):
        return [rename(each) for each in value]
    return INVENTED.get(value, value) if isinstance(value, str) else value


@cache
def other_engine(name: str = "") -> Engine:
    """The game with invented names of cards, and one value of `ALTERED`."""
    values = {ident: statement.value for ident, statement in rules().table.effective.items()}
    values |= {name: ALTERED[name][0]} if name else {}
    changed = {ident: rename(value) for ident, value in values.items() if rename(value) != value or ident == name}
    return make_engine(rules().fork(changed), Options())


@cache
def own_engine() -> Engine:
    return make_engine(rules(), Options())


def reach(engine: Engine, step: PathStep) -> State:
    state = State(engine, step.dealer)
    for action in step.history:
        state.apply_action(action)
    return state


def is_right(engine: Engine, state: State, step: PathStep, choice: int) -> bool:
    """Whether an answer is right, found by what the engine then does or by another reckoning."""
    card = engine.cards[choice] if choice < len(engine.cards) else engine.cards[0]
    hand = [engine.cards[number] for number in state.observe(step.seat).hand]
    match step.topic:
        case PathTopic.PACK:
            return card.thirds == max(each.thirds for each in engine.cards)
        case PathTopic.RANK:
            suit = step.question.values["suit"]
            return card.suit == suit and card.strength == max(each.strength for each in hand if each.suit == suit)
        case PathTopic.TAKER:
            trick = [(SEATS[seat], engine.cards[number]) for seat, number in state.observe(0).tricks[-2]]
            return SEATS[choice] == engine.law.find_winner(trick)[0]
        case PathTopic.COUNT:
            return choice == count_by_groups([engine.cards[number] for number in step.shown], engine.rules)
        case PathTopic.CALL if step.question.key == "path.call.asked":
            return choice in state.legal_actions() and card not in hand
        case PathTopic.BID:
            return choice in state.legal_actions() and choice != engine.pass_
        case PathTopic.TALON:
            state.apply_action(engine.raise_)
            return choice == state.observe(step.seat).kept
        case PathTopic.PAY:
            return choice == state.replay().sheet.totals[SEATS[step.seat]]
    return choice in state.legal_actions()


def check(engine: Engine, path: tuple[PathStep, ...]) -> None:
    for step in path:
        assert step.right
        assert set(step.right) <= set(step.choices)
        for choice in step.choices:
            assert is_right(engine, reach(engine, step), step, choice) == (choice in step.right), (step.topic, choice)
        if step.asked is Asked.CARDS:
            assert set(step.choices) == set(reach(engine, step).observe(step.seat).hand)


def test_the_path_of_the_text_has_every_step() -> None:
    """Each has a paragraph, and something that is wrong."""
    path = make_path(own_engine())
    assert [step.topic for step in path] == list(PathTopic)
    check(own_engine(), path)
    for step in path:
        assert len(step.right) < len(step.choices), step.topic
        assert step.rule.ref, step.topic


def test_invented_names_are_learnt_from_the_steps() -> None:
    """No name of the text that was replaced stands in a sentence, and each new one of a whole order does."""
    engine = other_engine()
    path = make_path(engine)
    check(engine, path)
    told = " ".join(format_message(words) for step in path for words in (step.told, step.question))
    assert [name for name in INVENTED if f"{name}-" in told or f"-{name}" in told] == []
    assert "Zar" in told


@pytest.mark.slow
@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_rule_has_another_step(name: str) -> None:
    """What is told is no more what the text says, and the answers are right by the altered rules."""
    engine, topic = other_engine(name), ALTERED[name][1]
    path = make_path(engine)
    check(engine, path)
    own, altered = (next(step for step in steps if step.topic is topic) for steps in (make_path(other_engine()), path))
    assert (altered.told, altered.right) != (own.told, own.right)


def test_positions_of_the_reading_test_are_unseen_and_their_key_is_right(tmp_path: Path) -> None:
    """No name that was replaced stands in the questions; whoever answers by the key has all right, others not."""
    engine = learning.make_altered_engine(rules())
    path, positions = make_path(engine), tuple(islice(learning.find_positions(engine), learning.POSITIONS))
    check(engine, path + positions)
    assert len({step.history for step in path + positions}) == len(path) + len(positions)
    learning.write_files(engine, tmp_path)
    for name in ("with", "without"):
        text = (tmp_path / f"{name}-steps.md").read_text(encoding="utf-8")
        assert [old for old in learning.INVENTED if f"-{old}" in text or f"{old}-" in text] == []
        assert ("## Step" in text) is (name == "with")
        assert text.count("\nRight: ") == (len(path) if name == "with" else 0)
    right = [learning.list_right(step) for step in positions]
    answers = tmp_path / "answers.txt"
    answers.write_text("\n".join(f"{at}: {each[0]} | {' '.join(each)}" for at, each in enumerate(right, 1)))
    count = len(positions)
    assert f"{count} decided rightly" in learning.score(tmp_path, answers)
    assert f"{count} with all" in learning.score(tmp_path, answers)
    wrong = ["z", *right[0][1:]]
    answers.write_text(f"1: z | {' '.join(wrong)}\n2: {right[1][0]} | {' '.join(right[1])} z")
    told = learning.score(tmp_path, answers)
    assert told.startswith(f"2 of {count} answered; 1 decided rightly")
    assert "0 with all" in told
