"""Search: all the words, whatever their case, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.corpus.search import search

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition
    from tests.conftest import Run


def found(editions: dict[str, Edition], *words: str) -> list[str]:
    return [hit.passage.ref for hit in search(editions.values(), list(words))]


@pytest.mark.parametrize(
    ("words", "refs"),
    # Looked up with a plain text search in the four transcripts.
    [
        (["Rasteln"], ["1840:1.2"]),
        (["rasteln"], ["1840:1.2"]),
        (["RASTEL-KÖNIG"], ["1840:1.2"]),
        (["mandschurische"], ["1945:allg.2.3.10"]),
        (["Bêten"], ["1863:22"]),
        (["halbe", "cavallerie"], ["1754:8", "1754:12"]),  # "zur halben Cavallerie", "eine halbe Cavallerie"
        (["eine halbe", "cavallerie"], ["1754:12"]),
        (["cavallerie", "eine HALBE"], ["1754:12"]),
        (["Rasteln", "Mandschurische"], []),
        (["Skat und Bier"], []),
        (["von einigen wird"], ["1840:1.2"]),
        (["Scat liegt"], ["1863:3"]),  # the edition's word; the transcript has "Scatliegt"
        (["Scatliegt"], []),
    ],
)
def test_words_are_found_where_they_stand(editions: dict[str, Edition], words: list[str], refs: list[str]) -> None:
    assert found(editions, *words) == refs


@given(st.lists(st.sampled_from(["Pagat", "mond", "ULTIMO", "contra", "gewinn", "x", "8", ".", "(§"]), max_size=3))
def test_a_hit_holds_every_word_and_everything_else_lacks_one(editions: dict[str, Edition], words: list[str]) -> None:
    hits = found(editions, *words)
    expected = [
        passage.ref
        for edition in editions.values()
        for passage in edition.passages.values()
        if words and all(word.lower() in passage.text.lower() for word in words)
    ]
    assert hits == expected


def test_a_hit_says_where_the_words_stand(editions: dict[str, Edition]) -> None:
    (hit,) = search([editions["1840"]], ["rasteln"])
    assert [hit.passage.text[start:end] for start, end in hit.spans] == ["Rasteln", "Rasteln"]
    assert list(hit.spans) == sorted(hit.spans)


@pytest.mark.parametrize("words", [[], [""], ["  "]])
def test_nothing_is_found_by_nothing(editions: dict[str, Edition], words: list[str]) -> None:
    assert found(editions, *words) == []


def test_special_characters_are_taken_as_they_are(editions: dict[str, Edition]) -> None:
    assert found(editions, "107 / 107 : 3 = 35/2") == ["1945:allg.2.3.17"]
    assert found(editions, ".*") == []


def test_the_command_prints_reference_and_text(run: Run) -> None:
    outcome = run("search", "rasteln")
    assert outcome.status == 0
    assert outcome.out.startswith("1840:1.2  Von Einigen wird diesem Spiele die Benennung 'Rasteln' beigelegt")
    assert outcome.err == "1 passage\n"


def test_the_command_counts_the_passages(run: Run) -> None:
    outcome = run("search", "contra", "ultimo", "--source", "1840")
    assert outcome.status == 0
    assert outcome.err == f"{len(outcome.out.splitlines())} passages\n"
    assert all(line.startswith("1840:") for line in outcome.out.splitlines())


@pytest.mark.parametrize("arguments", [["Canasta"], ["--source", "1754", "Rasteln"], [" "]])
def test_what_is_not_found_ends_with_1(run: Run, arguments: list[str]) -> None:
    outcome = run("search", *arguments)
    assert (outcome.status, outcome.out, outcome.err) == (1, "", "0 passages\n")


def test_an_unknown_source_is_refused(run: Run) -> None:
    outcome = run("search", "--source", "1900", "Pagat")
    assert outcome.status == 2
    assert outcome.err == "unknown source `1900`; expected one of 1754, 1840, 1863, 1945\n"
