"""The concordance: every word of a source once, with its count and every passage, on pages of bearable weight."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tarock.corpus.editions import Heading, Passage
from tarock.publish.places import Site
from tarock.publish.views.words import words_view

if TYPE_CHECKING:
    from tarock.proof.codex import Codex


def test_every_word_stands_in_the_concordance_of_its_source_as_often_as_in_the_text(site: Site) -> None:
    for edition in site.corpus.editions():
        text = "\n".join(unit.text for unit in edition.items if isinstance(unit, Heading | Passage))
        expected = Counter(re.findall(r"(?<!\w)[^\W\d_]+(?:'s\b)?", text))
        counted: Counter[str] = Counter()
        for page in site.word_pages[edition.siglum]:
            for _, _, words in words_view(site, page).letters:
                for word in words:
                    counted[word.form] += word.count
        assert counted == expected


def test_a_word_leads_to_its_passages(site: Site) -> None:
    (page,) = site.word_pages["1754"]
    words = {word.form: word for _, _, words in words_view(site, page).letters for word in words}
    units = site.corpus.edition("1754").passages
    expected = [ident for ident, passage in units.items() if re.search(r"\bCavallerie\b", passage.text)]
    found = words["Cavallerie"]
    assert (found.modern, [place.text for place in found.places]) == ("Kavallerie", expected)
    assert found.places[0].href == f"../sources/1754/index.html#1754:{expected[0]}"
    assert words["Karten"].modern == ""


def test_the_letters_of_a_great_source_are_divided_and_lead_to_each_other(site: Site) -> None:
    pages = site.word_pages["1840"]
    letters = [letter for page in pages for letter, _ in page.letters]
    assert letters == sorted(letters)
    assert len(letters) == len(set(letters))
    assert len({page.path for page in pages}) == len(pages) > 1
    view = words_view(site, pages[0])
    assert [link.text for link in view.alphabet] == letters
    assert view.alphabet[0].href.endswith("#words-A")


def test_no_list_of_the_words_of_a_text_that_is_left_out(computed: Codex) -> None:
    assert list(Site(computed, public_domain_only=True).word_pages) == ["1754", "1840", "1863"]
