"""What beginners are asked, and the lesson: the answers held against the rules as they are read in the text."""

from __future__ import annotations

import pytest

from tarock.game.common.cards import Card
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.lesson import FirstTricksView, LessonView, find_model_game
from tests.conftest import ROOT
from tests.publish.markup import read


@pytest.fixture
def first(site: Site) -> FirstTricksView:
    report = find_model_game(site)
    assert report is not None
    return FirstTricksView(site, site.router.first_tricks.page, report)


@pytest.fixture
def lesson(site: Site) -> LessonView:
    report = find_model_game(site)
    assert report is not None
    return LessonView(site, site.router.lesson.page, report)


def suit(card: Card) -> str:
    return card.name.partition("-")[0] if "-" in card.name else "Tarock"


def test_what_may_be_played_is_what_the_paragraphs_let(first: FirstTricksView, site: Site) -> None:
    """1840:63.1-63.4: follow the suit, else a trump, else anything; and 51.3: the Pagat waits who announced ultimo."""
    cards = {card.printed: card for card in site.pack.cards}
    assert first.report.name == "m4"  # Dreier mit contrirten ultimo: the first with an answer to an announcement
    assert first.seat == "B"  # m4.spiel.1
    assert first.keeps_pagat  # m4.spiel.4: B sagt ultimo
    assert [it.number for it in first.prompts] == [1, 2, 3, 4, 5]
    lines = (ROOT / "corpus/games/1840-m4.yaml").read_text(encoding="utf-8").partition("tricks:")[2].splitlines()
    recorded = [[play.split(" ", 1)[1] for play in line[4:].split(" - ")] for line in lines[1:6]]
    for it in first.prompts:
        hand = [cards[face.name] for face in it.hand.faces]
        before = [cards[face.name] for face in it.before.faces]
        due = hand
        if before:
            led = suit(before[0])
            due = [card for card in hand if suit(card) == led] or [c for c in hand if suit(c) == "Tarock"] or hand
        tarocks = [card for card in hand if suit(card) == "Tarock"]
        due = [card for card in due if card.printed != "Pagat"] if len(tarocks) > 1 else due
        assert sorted(face.name for face in it.legal.faces) == sorted(card.printed for card in due)
        assert [face.name for face in it.whole.faces] == recorded[it.number - 1]


def test_answers_are_folded_and_the_questions_are_not(first: FirstTricksView, lesson: LessonView) -> None:
    for name, view, asked in (
        ("first-tricks.md.j2", first, "Which of these may you play?"),
        ("lesson.md.j2", lesson, "How many points?"),
    ):
        page = render(name, view)
        elements = read(page)
        assert asked in elements.texts("b")
        folds = [values for tag, values, _ in elements.found if tag == "details"]
        assert folds
        assert not any("open" in values for values in folds)
        outside = page.split("<details")[0] + "".join(
            part.split("</details>")[1] for part in page.split("<details")[1:]
        )
        assert "In the book you play" not in outside
        answers = [task.answer for _minutes, _name, tasks in lesson.parts for task in tasks]
        assert all(answer not in outside for answer in answers if len(answer) > 20)


def test_a_lesson_is_45_minutes_and_its_heaps_are_counted_as_the_book_counts(lesson: LessonView, site: Site) -> None:
    assert lesson.minutes == 45
    cards = {card.printed: card for card in site.pack.cards}
    parts = {name: tasks for _minutes, name, tasks in lesson.parts}
    assert len(parts["count"]) > 3
    for task in parts["count"]:
        points = [cards[face.name].points for face in task.cards[0].faces]
        worth = [each for each in points if each]
        less, ref = {0: (-1, "6.14"), 1: (0, "6.13"), 2: (1, "6.12"), 3: (2, "6.11")}[len(worth)]  # of three cards
        assert int(task.answer) == sum(worth) - less
        assert task.place.text == f"1840:{ref}"


def test_the_fault_is_the_one_that_the_check_finds(lesson: LessonView) -> None:
    parts = {name: tasks for _minutes, name, tasks in lesson.parts}
    fault = parts["fault"][0]
    assert (
        fault.answer == "B does: he should have played the queen of diamonds instead of the queen of spades."
    )  # 1840:m1.s10
    (reading,) = parts["read"]
    assert reading.german.startswith("Beim Königrufen müssen jederzeit die Farben bekennet werden")  # 1840:63.1
