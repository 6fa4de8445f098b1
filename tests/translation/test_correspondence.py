"""What a German sentence and its English must share; both were written by hand for these tests."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.translation.correspondence import NumberWords, find_mismatches, load_notation

from ..conftest import ROOT

CODEX = ComputedCodex(Project(ROOT))
WORDS = NumberWords(ROOT / "corpus/translations/en/numbers.yaml")
NOTATION = load_notation(ROOT / "corpus/translations/en/notation.yaml")


def names(german: str, english: str) -> list[str]:
    return [name for name, _what in find_mismatches(german, english, CODEX.numbers, WORDS, NOTATION)]


# Counted by hand.
NUMBERS = [
    ("fifty-four cards", {54}),
    ("one hundred and fifty points", {150}),
    ("two hundred and ten thirds", {210, 3}),
    ("both of them, twice", {2}),
    ("XXI, XX and the IV", {21, 20, 4}),
    ("35/2 cards and 1/3 of a point", {35, 2, Fraction(35, 2), Fraction(1, 3)}),
    ("a threefold Dreier", {3}),
    ("the twelfth trick, the fourth seat", {12, 4}),
    ("seven or eight tarocks", {7, 8}),
    ("twenty four-card hands", {24}),
    ("no one here knows any", {1}),
    ("five hundred", {500}),
    ("six and six", {6}),
]


@pytest.mark.parametrize(("text", "expected"), NUMBERS, ids=[text for text, _ in NUMBERS])
def test_english_numbers(text: str, expected: set[Fraction]) -> None:
    assert WORDS.find(text) == expected


SAME = [
    ("in vier und fünfzig Blättern", "of fifty-four cards"),
    ("C Careau-Aß, dann XIV.", "C the ace of diamonds, then XIV."),
    ("wie im §. 35 gesagt", "as said in § 35"),
    ("A spielt die Treffle-Dame aus.", "A leads the queen of clubs."),
    ("mit einem Pique-Siebner", "with a seven of spades"),
    ("Treffle-Dame und Neuner, Herz-König", "the queen and nine of clubs, and the king of hearts"),
    ("Treffle-König oder Pique-König", "the king of clubs or of spades"),
    ("Z. B. A spielt, z. B. 35 1/3 Points", "For example, A plays, for example 35 1/3 points"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("german", "english"), SAME)
def test_what_is_all_there_is_accepted(german: str, english: str) -> None:
    assert names(german, english) == []


LOST = [
    ("in vier und fünfzig Blättern", "of forty-five cards", ["54", "45"]),
    ("in vier und fünfzig Blättern", "of many cards", ["54"]),
    ("der Spieler legt ab", "the declarer lays three cards away", ["3"]),
    ("die Treffle-Dame", "the queen of spades", ["Treffle", "spades", "Treffle-Dame"]),
    ("der Treffle-König", "the queen of clubs", ["König", "queen", "Treffle-König"]),
    ("B sticht", "C takes it", ["seat B", "seat C"]),
    ("Treffle-Dame, Herz-König", "the king of clubs and queen of hearts", ["Treffle-Dame", "Herz-König"]),
    ("Careau-Vierer - Herz-Achter", "the eight of diamonds - four of hearts", ["Careau-Vierer", "Herz-Achter"]),
    ("Der König gilt", "A king counts", []),
    ("wie im §. 35 gesagt", "as said in 35", ["§"]),
    ("so wird gespielt", "so wird played", ["wird"]),
    ("A spielt aus", "He leads", ["seat A"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("german", "english", "expected"), LOST)
def test_what_is_lost_or_added_is_named(german: str, english: str, expected: list[str]) -> None:
    assert sorted(names(german, english)) == sorted(expected)
