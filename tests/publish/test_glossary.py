"""The glossary: entries, the sources' own definitions, every place; and what the running text needs of it."""

from __future__ import annotations

import json
import re

import pytest

from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.forms import EnglishForm, is_inflected
from tarock.corpus.spelling import WORD
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.script_data import make_script_data
from tarock.publish.views.glossary import GlossaryEntry, group_terms, make_glossary, make_letter
from tests.publish.markup import read

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def entries(site: Site) -> dict[str, GlossaryEntry]:
    return {entry.term.id: entry for letter in group_terms(site) for entry in make_letter(site, letter).entries}


def test_every_term_has_one_entry_and_the_index_leads_to_it(site: Site, entries: dict[str, GlossaryEntry]) -> None:
    assert entries.keys() == site.codex.termbase.terms.keys()
    shown = read(render("glossary.md.j2", make_glossary(site))).texts("dt")
    assert sorted(shown) == sorted(entry.term.headword for entry in entries.values())
    english = {words for words, _terms in make_glossary(site).english}
    assert {"trump", "declarer", "talon", "revoke", "misdeal", "ultimo", "court card"} <= english


@pytest.mark.parametrize(
    ("term", "pattern"),
    [
        ("taille", r"Taillen?"),
        ("consulation", r"Consulation(en)?"),
        ("mond", r"Monde?s?"),
        ("reizkarte", "Reizkarte"),
        ("latons", "Latons"),
        ("matador", "Matador"),
    ],
)
def test_a_term_is_counted_in_every_passage(
    corpus: Corpus, entries: dict[str, GlossaryEntry], term: str, pattern: str
) -> None:
    """Counted again with an expression for these words, whose forms are few and which mean nothing else."""
    expected = {
        (passage.ref, len(re.findall(rf"\b{pattern}\b", passage.text)))
        for edition in corpus.editions()
        for passage in edition.passages.values()
        if re.search(rf"\b{pattern}\b", passage.text)
    }
    found = {(ref, count) for _siglum, places in entries[term].by_source for ref, count in places}
    assert found == expected


def test_a_definition_is_in_the_words_of_the_source(site: Site, entries: dict[str, GlossaryEntry]) -> None:
    view = make_letter(site, "S")
    for term in (entry.term for entry in entries.values()):
        definitions = (*term.definition, *(d for meaning in term.meanings for d in meaning.definition))
        for ref, paragraphs, _english in view.quoted(definitions):
            siglum, _, ident = ref.partition(":")
            assert "\n".join(paragraphs) in site.corpus.edition(siglum).units[ident].text
    term = entries["schwaeche"].term
    assert next(view.quoted(term.definition))[1][0].startswith("Schwäche, - schwächen")
    page = render("glossary-letter.md.j2", view).partition("{: #schwaeche ")[2].partition("\n## ")[0]
    assert [text.partition(".")[0] for text in read(page).texts("span", class_="term__sense")] == list("12345")


def test_a_letter_leads_to_the_others_and_a_meaning_has_a_name_among_several(site: Site) -> None:
    for letter, terms in group_terms(site).items():
        view = make_letter(site, letter)
        elements = read(render("glossary-letter.md.j2", view))
        assert elements.texts("b", **{"aria-current": "page"}) == [letter]
        assert len(elements.texts("span", class_="term__sense")) == sum(len(term.senses) for term in terms)
        for term, entry in zip(terms, view.entries, strict=True):
            assert entry.term is term
            sigla = [siglum for siglum, _places in entry.by_source]
            assert sigla == sorted(set(sigla))


def test_what_is_withheld_is_not_quoted(computed: ComputedCodex) -> None:
    """1945:allg.2.3.10 defines the Manchurian count."""
    public = Site(computed, public_domain_only=True)
    view = make_letter(public, "M")
    entry = next(entry for entry in view.entries if entry.term.id == "mandschurische-zaehlung")
    assert [paragraphs for _ref, paragraphs, _english in view.quoted(entry.term.definition)] == [()]
    assert [len(places) for _siglum, places in entry.by_source] == [1]


def test_the_script_of_terms_has_every_sense_and_card(site: Site) -> None:
    data = json.loads(
        make_script_data(site, {}, {})["assets/javascripts/terms-data.js"]
        .removeprefix("window.codexTerms = ")
        .removesuffix(";\n")
    )
    told = {
        headword: " ".join(each[4] for each in data["senses"] if each[1] == headword)
        for _, headword, *_ in data["senses"]
    }
    for term in site.codex.termbase.terms.values():
        assert all(sense.gloss in told[term.headword] for sense in term.meanings)
    assert {form[2] for forms in data["forms"].values() for form in forms} == set(range(len(data["senses"])))
    assert data["cards"]["Treffle-König"][0] == "king of clubs"
    assert data["cards"]["Careau-Aß"][0] == "ace of diamonds"
    assert len(data["cards"]) == 54 + 1  # 1840:2.1 counts 54; the Mond stands by its number and by its name


def test_a_term_leads_to_the_numbers_that_the_rules_have_of_it(computed: ComputedCodex) -> None:
    """What ultimo is worth: 1754:15, 1840:47.1 and 47.2; what a multiplier is at Solo: 1840:6.3; no advice."""
    anew = Site(computed)  # what the rules have is collected once for a site
    entries = {entry.term.id: entry for letter in "STU" for entry in make_letter(anew, letter).entries}
    assert entries["ultimo"].numbers.keys() == {"ultimo.bonus", "ultimo.lost", "ultimo.pagat_lost"}
    assert "settlement.multiplier" in entries["solo"].numbers
    links = {
        values.get("href")
        for _tag, values, _text in read(render("glossary-letter.md.j2", make_letter(anew, "U"))).found
    }
    assert "../rules/ultimo.html#rule-ultimo.bonus" in links
    assert not entries["taille"].numbers


def test_what_a_word_is_today_is_as_in_the_modern_spelling(site: Site, entries: dict[str, GlossaryEntry]) -> None:
    """One place decides it: contra, Volat and Raison stay as in the text in modern spelling, Cavallerie does not."""
    spelling = site.codex.spelling
    for entry in entries.values():
        today = WORD.sub(lambda word: spelling.modernize(word[0]), entry.term.headword)
        assert (entry.term.modern or entry.term.headword) == today, entry.term.id
    shown = {entry.term.headword: entry.term.modern for entry in entries.values()}
    assert {word: shown[word] for word in ("contra", "Volat", "Raison", "Cavallerie", "Scat", "Aß")} == {
        "contra": "", "Volat": "", "Raison": "", "Cavallerie": "Kavallerie", "Scat": "Skat", "Aß": "Ass",
    }  # fmt: skip


def test_no_word_is_printed_as_english_that_the_translation_does_not_use(
    site: Site, entries: dict[str, GlossaryEntry]
) -> None:
    """What the check accepts beside the agreed word is printed only where a sentence has it in that sense."""
    translations, unused = site.codex.translations, 0
    for entry in entries.values():
        for sense, used, by_source in entry.senses:
            refs = [ref for siglum, places in by_source for ref, _ in places if siglum in translations]
            english = " ".join(
                " ".join(translations[siglum].sentences(translations[siglum].article(ident)))
                for siglum, _, ident in (ref.partition(":") for ref in refs)
            )
            patterns = (sense.english, *sense.accepts, *entry.term.accepts)
            for words in (word.replace("…", "*") for word in used):
                forms = [EnglishForm(form) for form in patterns if form == words or is_inflected(form, words)]
                assert any(form.find(english, english.lower()) for form in forms), (entry.term.id, words)
            unused += len({*sense.accepts, *entry.term.accepts} - {words.replace("…", "*") for words in used})
    assert unused > 100  # so many that the check would accept are not printed
