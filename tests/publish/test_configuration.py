"""The navigation has every page."""

from __future__ import annotations

from typing import Any

import pytest

from tarock.publish.pages import list_site_pages, make_navigation
from tarock.publish.places import Site
from tarock.publish.views.glossary import group_terms
from tarock.publish.views.play import find_described_sources
from tarock.rules.how_to import SUMMARY


def _pages(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    held = entry.values() if isinstance(entry, dict) else entry
    return [path for inner in held for path in _pages(inner)]


@pytest.mark.slow
def test_the_navigation_has_every_page_once(site: Site, composed: dict[str, str]) -> None:
    named = _pages(make_navigation(list_site_pages(site)))
    letters = {site.router.letter(letter).page for letter in group_terms(site)}
    later = {page.path for pages in site.word_pages.values() for page in pages[1:]}
    summaries = {
        site.router.summary_of(siglum).page for siglum in find_described_sources(site, SUMMARY)
    }  # each led to from its game
    assert summaries
    apart = letters | later | summaries | {site.router.keys.page}
    assert sorted(named) == sorted(composed.keys() - apart)
    parts = [f"sources/{s.siglum}/{part.slug}.md" for s in site.corpus.sources.values() for part in s.parts]
    assert [path for path in named if path.startswith("sources/")] == ["sources/index.md", *parts]


@pytest.mark.slow
def test_the_tabs_are_few_enough_to_be_taken_in(site: Site) -> None:
    tabs = [title for entry in make_navigation(list_site_pages(site)) for title in entry]
    assert tabs == ["Home", "Play", "Learn", "Read", "Compare", "About"]  # the first is no tab: the logo leads there
    assert tabs[1:] == [title for title, _address in site.router.doors]


@pytest.mark.slow
def test_a_source_of_one_page_is_a_page_and_one_of_more_is_a_section(site: Site) -> None:
    sources = next(entry["Read"] for entry in make_navigation(list_site_pages(site)) if "Read" in entry)
    overview, *sources = sources
    assert overview == {"The texts": "sources/index.md"}
    assert sources[0] == {"1754 Taroc-Spiele": "sources/1754/index.md"}
    assert sources[1]["1840 Königrufen"][1] == {"§§ 1–10 Cards, counting, seats": "sources/1840/karten-und-plaetze.md"}
