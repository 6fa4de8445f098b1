"""The number reader: digits, Roman numerals and number words of 1754 to 1945, and nothing that is no number."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from num2words import num2words

from tarock.base.project import Project
from tarock.corpus.numbers import NumberReader, roman_value, spell_number
from tests.conftest import ROOT, Run
from tests.helpers import replace_once

READER = NumberReader(ROOT / "corpus" / "spelling" / "numbers.yaml")

# The spellings of the four sources, put together here by hand and not by the reader's own rules.
UNITS = {
    1: ["ein", "Ein"],
    2: ["zwei", "zwey"],
    3: ["drei", "drey"],
    4: ["vier"],
    5: ["fünf"],
    6: ["sechs"],
    7: ["sieben"],
    8: ["acht"],
    9: ["neun"],
}
TENS = {
    20: ["zwanzig"],
    30: ["dreißig", "dreyßig"],
    40: ["vierzig"],
    50: ["fünfzig", "funfzig"],
    60: ["sechzig", "sechszig"],
    70: ["siebzig", "siebenzig"],
    80: ["achtzig"],
    90: ["neunzig"],
}
BELOW_TWENTY = {
    10: ["zehn"],
    11: ["elf", "eilf"],
    12: ["zwölf", "zwölff"],
    13: ["dreizehn", "dreyzehn"],
    14: ["vierzehn"],
    15: ["fünfzehn", "funfzehn"],
    16: ["sechzehn", "sechszehn"],
    17: ["siebzehn", "siebenzehn"],
    18: ["achtzehn"],
    19: ["neunzehn"],
}
SMALL = {number: [form for form in forms if form.islower()] for number, forms in {**UNITS, **BELOW_TWENTY}.items()}


def found(text: str) -> set[Fraction]:
    return READER.find(text)


def numbers(*values: int | str) -> set[Fraction]:
    return {Fraction(value) for value in values}


@given(st.integers(1, 220))
def test_modern_words_are_read(number: int) -> None:
    word = num2words(number, lang="de")
    assert found(word) == numbers(number)
    assert found(f"Man zählt {word} Points.") == numbers(number)
    assert found(word.capitalize()) == numbers(number)


@pytest.mark.slow
def test_our_number_words_are_the_modern_ones() -> None:
    for number in range(1, 10_001):
        assert spell_number(number) == num2words(number, lang="de")


@given(st.integers(0, 5000))
def test_digits_are_read(number: int) -> None:
    assert found(f"giebt {number}. Blätter") == numbers(number)


@st.composite
def period_numbers(draw: st.DrawFn) -> tuple[int, str]:
    """A number from 1 to 199 as the sources write it: `fünf und dreißig`, `hundert acht und fünfzig`."""
    rest = draw(st.integers(1, 99))
    if rest in SMALL:
        text = draw(st.sampled_from(SMALL[rest]))
    else:
        tens, unit = rest - rest % 10, rest % 10
        text = draw(st.sampled_from(TENS[tens]))
        if unit:
            text = f"{draw(st.sampled_from(UNITS[unit]))} und {text}"
    hundred = draw(st.sampled_from(["", "hundert ", "hundert und ", "ein hundert "]))
    if hundred and rest == 1:
        text = "eins"
    return (100 if hundred else 0) + rest, hundred + text


@given(period_numbers())
@example((22, "zwei und zwanzig"))  # 1840:2.1
@example((54, "vier und fünfzig"))  # 1840:2.1
@example((70, "siebenzig"))  # 1840:6.18
@example((106, "hundert und sechs"))  # 1840:6.1
@example((158, "hundert acht und fünfzig"))  # 1840:45.3
@example((11, "eilf"))  # 1840:6.21
@example((3, "drey"))  # 1754:1
def test_period_words_are_read_and_only_as_a_whole(pair: tuple[int, str]) -> None:
    number, text = pair
    assert found(f"mit {text} Points") == numbers(number)


ROMAN_STEPS = {"XL": 40, "X": 10, "IX": 9, "V": 5, "IV": 4, "I": 1}


def roman(number: int) -> str:
    text = ""
    for numeral, value in ROMAN_STEPS.items():
        while number >= value:
            text, number = text + numeral, number - value
    return text


@given(st.integers(1, 49))
@example(14)
def test_roman_numerals_are_read(number: int) -> None:
    assert found(f"der {roman(number)}. und") == numbers(number)
    assert roman_value(roman(number)) == number


@given(st.integers(1, 8), st.integers(2, 9))
def test_fractions_below_one_are_read_as_such(above: int, below: int) -> None:
    if above < below:
        assert found(f"{above}/{below} Point") == {Fraction(above, below)}


@given(st.integers(10, 70), st.integers(1, 2))
def test_points_and_blatt_are_two_numbers(points: int, blatt: int) -> None:
    # 1945 writes "35/2 Blatt" for 35 points and two cards left over: no fraction
    assert found(f"= {points}/{blatt} Blatt") == numbers(points, blatt)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fünf und dreißig 1/3 Points", {35, "1/3"}),  # 1840:6.5
        ("(2/3 Points)", {"2/3"}),  # 1840:6.24
        ("35/2 Blatt", {35, 2}),  # 1945:allg.2.3.17
        ("z.B.: 32/2 Blatt", {32, 2}),  # 1945:allg.2.3.8
        ("zum 4ten", {4}),  # 1754:8
        ("mit 78. Blättern", {78}),  # 1754:1
        ("von I bis einschließlich XXI", {1, 21}),  # 1840:2.2
        ("z. B. XIX. XVIII. XVII. XIV. XIII.", {19, 18, 17, 14, 13}),  # 1840:77.2
        ("in dem Doppelten", {2}),  # 1840:43.2
        ("die doppelte Consulation", {2}),  # 1840:47.2
        ("die sechsfache Consulation", {6}),  # 1840:47.3
        ("die zwölffache Solo-Consulation", {12}),  # 1840:47.4
        ("in dem zweifachen für das Ansagen", {2}),  # 1840:47.5
        ("zweihundert, re vierhundert und supra achthundert", {200, 400, 800}),  # 1840:47.6
        ("zehn, zwanzig, dreißig oder vierzig Points", {10, 20, 30, 40}),  # 1840:43.2
        ("bei zwei, fünf, acht und eilf Stichen", {2, 5, 8, 11}),  # 1840:6.21
        ("bei Einem, vier, sieben und zehn Stichen", {1, 4, 7, 10}),  # 1840:6.21
        ("auf einen zwei- und dreifachen", {1, 2, 3}),  # 1840:21.5
        ("höchstens drei Mal coupirt", {3}),  # 1840:13.1
        ("nur mit Einem Spiele", {1}),  # 1840:2.1
        ("die Hälfte der Consulation", {"1/2"}),  # 1840:30.6
        ("bis zum dritten Tarockabend", {3}),  # 1945:bes.A.1.1
        ("4 x 8 Blatt und 21 + 1 Blatt Tarock", {4, 8, 21, 1}),  # 1945:allg.2.2.1
        ("25 Karten in einem Wurfe", {25, 1}),  # 1863:2
        ("20, 30 od. 50 Marken", {20, 30, 50}),  # 1863:25
        ("werden für nichts gerechnet", {0}),  # 1754:16
    ],
)
def test_the_words_of_the_sources(text: str, expected: set[int | str]) -> None:
    assert found(text) == numbers(*expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Points",
        "Reiter, Scheine und Weise",  # holds ei, ein, eis
        "Drehen, Zweige, Elfenbein, Achtung, Vierung",
        "der Dreier, Vierer, Zweier und Achter",  # games and cards, no numbers
        "der Siebner, Neuner und Zehner",
        "IIII und VX und IC und XIVa und xiv",  # no Roman numerals
        "2/0 und 1/00",  # no fractions
    ],
)
def test_what_is_no_number_is_not_found(text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("fünf und dreißig", {3, 5, 30}),
        ("vier und fünfzig", {4, 5, 50}),
        ("zwölf", {11, 2}),
        ("siebenzig", {7, 17}),
        ("dreizehn", {3, 10}),
        ("hundert acht und fünfzig", {100, 8, 50, 58}),
        ("XIV", {10, 5, 1, 15}),
        ("35/2 Blatt", {"35/2"}),
        ("1/3", {1, 3}),
        ("106", {6, 10, 1}),
    ],
)
def test_a_part_of_a_number_is_not_found(text: str, wrong: set[int | str]) -> None:
    assert not found(text) & numbers(*wrong)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zwei, und zwanzig", {2, 20}),
        ("drei, zehn", {3, 10}),
        ("drei - zehn", {3, 10}),
        ("fünf; hundert", {5, 100}),
        ("drei zehn", {13}),
        ("sechs- und zwanzig", {26}),
        ("zwei\nund zwanzig", {22}),
    ],
)
def test_only_blanks_and_hyphens_stand_inside_a_number(text: str, expected: set[int]) -> None:
    assert found(text) == numbers(*expected)


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    assert all(value >= 0 for value in found(text))


def test_the_words_are_data(codex: Project) -> None:
    path = codex.spelling / "numbers.yaml"
    replace_once(path, '  zwote: "2"\n', '  zwote: "2"\n  mandel: "15"\n')
    assert NumberReader(path).find("eine Mandel") == numbers(1, 15)


def test_a_broken_word_file_names_its_line(codex: Project, run: Run) -> None:
    line = replace_once(codex.spelling / "numbers.yaml", "largest: 220", "largest: many")
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert f"numbers.yaml:{line}: expected `int`, got `str` in `largest`" in outcome.err


def test_two_words_are_no_number_that_only_their_letters_make() -> None:
    """1840:91.6 has "bei den nächsten Stichen", which names no two."""
    assert found("erst bei den nächsten Stichen") == set()
    assert found("in beiden Fällen") == numbers(2)
