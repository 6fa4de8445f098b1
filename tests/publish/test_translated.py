"""The English on pages: what has one, which sentences a quotation gets, and the page that tells of it."""

from __future__ import annotations

import pytest

from tarock.codex import ComputedCodex
from tarock.corpus.versions import all_versions
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.front import make_about
from tarock.publish.views.short_pages import make_short_pages
from tarock.publish.views.view import find_english, find_gloss, list_english

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(computed: ComputedCodex) -> Site:
    return Site(computed, public_domain_only=True)


def test_what_is_the_same_in_both_languages_stands_once(site: Site) -> None:
    assert find_english(site, "1840:21") is None  # the heading "§ 21."
    found = find_english(site, "1840:21.2")
    assert found is not None
    assert (found.text, found.summary) == ("Only Dreier and Solo are played.", False)


def test_a_summary_stands_with_the_first_passage_of_its_article(site: Site) -> None:
    found = find_english(site, "1945:allg.2.2.1")
    assert found is not None
    assert found.summary
    assert found.text.startswith("The pack has 54 cards")
    assert find_english(site, "1945:allg.2.2.2") is None
    (once,) = list_english(site.codex.translations["1945"], ["allg.2.2.1", "allg.2.2.2"])
    assert once.text == found.text


def test_a_quotation_is_glossed_by_the_sentences_that_it_touches(site: Site) -> None:
    """1840:21.1 has two sentences, as the German has."""
    first, second = site.codex.translations["1840"].sentences("21.1")
    german = site.codex.translations["1840"].german("21.1")
    cut = site.codex.translations["1840"].edition.splitter.split(german)[1].start
    assert find_gloss(site, "1840:21.1", german[:20]) == first
    assert find_gloss(site, "1840:21.1", german[cut : cut + 20]) == second
    assert find_gloss(site, "1840:21.1", german[cut - 20 : cut + 20]) == f"{first} {second}"
    assert find_gloss(site, "1840:21.1", "words that do not stand there") == ""
    assert find_gloss(site, "1945:allg.2.2.1", "54 Karten") == ""  # a summary renders no words


def test_the_short_page_of_the_present_edition_has_it(site: Site) -> None:
    pages = {page.folder: page for page in make_short_pages(site, all_versions(site.corpus, "1840"))}
    assert [each.text for each in pages["c/1840/21.2"].english] == ["Only Dreier and Solo are played."]
    assert "CC BY 4.0" in pages["c/1840/21.2"].translator
    assert pages["c/1840/2.4@1.0.0"].english == ()  # it renders the words as they are now


def test_the_about_page_tells_how_it_was_made(site: Site) -> None:
    page = render("about.md.j2", make_about(site))
    for words in ("English by Tarock Codex", "Made by machine", "No scholar", "CC BY 4.0"):
        assert words in page
