"""`tarock words` and `tarock show --modern`: counts held against the texts, modern forms read off them."""

from __future__ import annotations

import json
import re
from unicodedata import normalize

import pytest

from tarock.corpus.editions import Corpus, Edition, Heading, Passage
from tests.conftest import Run


def standing(edition: Edition, word: str) -> list[str]:
    """The reference of each place of a word in headings and passages, found here with an expression of its own."""
    units = [unit for unit in edition.items if isinstance(unit, Heading | Passage)]
    return [unit.ref for unit in units for _ in re.finditer(rf"\b{word}\b", unit.text)]


@pytest.mark.parametrize(("siglum", "form", "modern"), [("1840", "seyn", "sein"), ("1754", "bezahlet", "bezahlt")])
def test_a_form_is_counted_with_its_passages(run: Run, corpus: Corpus, siglum: str, form: str, modern: str) -> None:
    (word,) = json.loads(run("words", siglum, "--form", form, "--json").out)
    places = standing(corpus.edition(siglum), form)
    assert (word["form"], word["modern"], word["by"]) == (form, modern, "rule")
    assert word["count"] == len(places)
    assert word["refs"] == list(dict.fromkeys(places))


def test_a_modern_form_finds_the_old_ones(run: Run) -> None:
    umlaut = json.loads(run("words", "1840", "--form", normalize("NFD", "König"), "--json").out)
    assert [word["form"] for word in umlaut] == ["König"]
    words = json.loads(run("words", "--form", "Tarock", "--json").out)
    assert [word["form"] for word in words] == ["Taroc", "Tarock", "Tarok"]
    assert {word["modern"] for word in words} == {"Tarock"}
    assert words[0]["refs"][0] == "1754:titel"  # "Regeln bey dem Taroc-Spiele"
    assert {word["by"] for word in words} == {"lexicon", "modern"}
    assert "French form" in words[0]["reason"]


def test_a_form_that_depends_on_the_sentence_is_there_for_each(run: Run) -> None:
    # "bey denen andern", "von denen bereits", "von denen bei jeder Taille"; "Figuren mit denen man"
    words = {word["modern"]: word for word in json.loads(run("words", "--form", "denen", "--json").out)}
    assert words["den"]["refs"] == ["1754:4", "1754:7", "1840:7.4"]
    assert words["denen"]["refs"] == ["1840:84.3"]
    assert words["den"]["by"] == "place"


def test_the_list_of_all_is_alphabetical_and_complete(run: Run, corpus: Corpus) -> None:
    outcome = run("words", "1863")
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    units = [unit for unit in corpus.edition("1863").items if isinstance(unit, Heading | Passage)]
    text = "\n".join(unit.text for unit in units)
    assert len(lines) == len({word for word in re.split(r"[\W\d_]+", text) if word})
    assert lines.index(next(line for line in lines if line.startswith("Tarokhombre (Tarockhombre)"))) > lines.index(
        next(line for line in lines if line.startswith("Sansprendre"))
    )


def test_what_is_not_there_ends_with_1_and_an_unknown_source_with_2(run: Run) -> None:
    assert run("words", "--form", "Forke").status == 1
    assert run("words", "1999").status == 2


def test_show_in_modern_spelling_says_that_it_is_ours(run: Run) -> None:
    outcome = run("show", "1754:1", "--modern")
    assert "1. Dasselbe wird unter drei Personen mit 78. Blättern gespielt, oder auch" in outcome.out
    assert "so kann er diese 3, wenn er will, ablegen" in outcome.out
    assert "ours" in outcome.err
    assert run("show", "1754:1", "--modern", "--transcript").status == 2


def test_show_in_modern_spelling_keeps_the_edition_apart_in_json(run: Run) -> None:
    (shown,) = json.loads(run("show", "1863:3", "--modern", "--json").out)
    (plain,) = json.loads(run("show", "1863:3", "--json").out)
    assert shown["modern"] == plain["text"].replace("Großtarok", "Großtarock").replace("Scat ", "Skat ")
    assert shown == plain


def test_a_sentence_has_the_modern_forms_of_its_passage(run: Run) -> None:
    assert "und dann die folgenden" in run("show", "1754:2#1", "--modern").out
