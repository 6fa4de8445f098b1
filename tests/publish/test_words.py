"""The concordance: every word of a source once, with its count and every passage, on pages of bearable weight."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tarock.codex import ComputedCodex
from tarock.corpus.editions import Heading, Passage
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.glossary import WordsView
from tests.publish.markup import read

pytestmark = pytest.mark.slow


def test_every_word_stands_in_the_concordance_of_its_source_as_often_as_in_the_text(site: Site) -> None:
    for edition in site.corpus.editions():
        text = "\n".join(unit.text for unit in edition.items if isinstance(unit, Heading | Passage))
        expected = Counter(re.findall(r"(?<!\w)[^\W\d_]+(?:'s\b)?", text))
        counted: Counter[str] = Counter()
        for page in site.word_pages[edition.siglum]:
            for item in read(render("words.md.j2", WordsView(site, page.path, page))).texts("li"):
                found = re.match(r"(\S+?)(?: .+?)? ([0-9]+) × ", item)
                assert found, item
                counted[found[1]] += int(found[2])
        assert counted == expected


def test_a_word_leads_to_its_passages(site: Site) -> None:
    (page,) = site.word_pages["1754"]
    elements = read(render("words.md.j2", WordsView(site, page.path, page)))
    words = {item.partition(" ")[0]: item for item in elements.texts("li")}
    units = site.corpus.edition("1754").passages
    expected = [ident for ident, passage in units.items() if re.search(r"\bCavallerie\b", passage.text)]
    assert re.fullmatch(f"Cavallerie Kavallerie [0-9]+ × {', '.join(map(re.escape, expected))}", words["Cavallerie"])
    links = {values.get("href") for _tag, values, _text in elements.found}
    assert f"../c/1754/{expected[0]}/index.html" in links
    assert re.match("Karten [0-9]", words["Karten"])  # spelled so today


def test_the_letters_of_a_great_source_are_divided_and_lead_to_each_other(site: Site) -> None:
    pages = site.word_pages["1840"]
    letters = [letter for page in pages for letter, _ in page.letters]
    assert letters == sorted(letters)
    assert len(letters) == len(set(letters))
    assert len({page.path for page in pages}) == len(pages) > 1
    view = WordsView(site, pages[0].path, pages[0])
    assert [link.text for link in view.alphabet] == letters
    assert view.alphabet[0].href.endswith("#words-A")


def test_no_list_of_the_words_of_a_text_that_is_left_out(computed: ComputedCodex) -> None:
    sources = computed.corpus.sources
    assert not sources["1945"].rights.free
    assert list(Site(computed, public_domain_only=True).word_pages) == [
        siglum for siglum, source in sources.items() if source.rights.free
    ]
