"""The short pages as records: held against both editions of each source, word for word."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tarock.codex import ComputedCodex
from tarock.corpus.annotations import strip_marks
from tarock.corpus.differences import Change, ChangeKind
from tarock.corpus.editions import Edition
from tarock.corpus.references import Reference, select
from tarock.corpus.versions import all_versions
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.views.short_pages import ShortPage, make_short_pages
from tests.conftest import SIGLA

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, list[ShortPage]]:
    return {siglum: list(make_short_pages(site, all_versions(site.corpus, siglum))) for siglum in SIGLA}


def read(changes: list[Change], kind: ChangeKind) -> str:
    """One of the two texts that a difference joins."""
    return "".join(change.text for change in changes if change.kind in (ChangeKind.SAME, kind))


@pytest.mark.parametrize("siglum", SIGLA)
def test_a_difference_joins_the_text_of_its_edition_and_that_of_today(
    site: Site, pages: dict[str, list[ShortPage]], siglum: str
) -> None:
    editions = all_versions(site.corpus, siglum)
    *_old, today = editions.values()
    differing = 0
    for page in pages[siglum]:
        _, _, ident = page.ref.partition(":")
        chosen = select(editions[page.version], Reference(siglum, ident)).passages
        then = "\n".join(item.display_text() for item in chosen)
        now = "\n".join(item.display_text() for item in select(today, Reference(siglum, ident)).passages)
        if not page.whole:  # see `test_the_page_of_a_whole_edition_has_all_its_words`
            assert "\n".join(page.paragraphs) == then
            assert strip_marks(then) == "\n".join(item.text for item in chosen)
        assert page.differs == (then != now), page.ref
        assert page.whole or page.version == today.source.edition or page.differs  # else the edition has it
        assert bool(page.difference) == (page.differs and not page.whole), page.ref
        if page.difference:
            differing += 1
            assert (read(page.difference, ChangeKind.THEN), read(page.difference, ChangeKind.NOW)) == (then, now)
        assert page.now is not None
        assert page.withdrawal is None
    assert differing or siglum != "1840"  # of which words were emended since its first edition


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_edition_of_today_has_a_page_for_each_of_its_units(
    site: Site, pages: dict[str, list[ShortPage]], siglum: str
) -> None:
    version = site.corpus.sources[siglum].edition
    edition = site.corpus.edition(siglum)
    undated = {page.ref: page for page in pages[siglum] if not page.dated}
    idents = {*edition.units, *edition.parts, *edition.containers, *edition.paratext_groups}
    assert undated.keys() == {siglum, *(f"{siglum}:{ident}" for ident in idents)}
    for ref, page in undated.items():
        ident = ref.partition(":")[2]
        assert page.folder == f"c/{siglum}/{ident}".rstrip("/")
        assert page.lasting == Address(f"c/{siglum}@{version}/index.md", ident)
    for page in pages[siglum]:
        assert page.top == ("../../" if page.whole else "../../../")  # c, the siglum, the passage
        around = page.ref.partition(":")[2] in site.corpus.edition(siglum).paratext_groups
        assert site.router.has(page.ref) or page.whole or around  # and so the page leads to its place
        assert page.canonical == ""  # nobody has said where the site is
        current = page.version == version
        assert bool(page.english) <= current
        parts = select(site.corpus.edition(siglum), Reference(siglum, page.ref.partition(":")[2])).passages
        noted = {note.id for item in parts for note in site.notes_on(item.ref)}
        assert len(page.notes) == (len(noted) if current and not page.whole else 0)


def test_a_text_that_may_not_be_shown_has_no_words_and_no_difference(computed: ComputedCodex) -> None:
    public = Site(computed, public_domain_only=True)
    editions = all_versions(public.corpus, "1945")
    first, _today = editions
    editions[first] = rewritten(editions[first], {"allg.1.1": "other words"})
    for page in make_short_pages(public, editions):
        assert (page.paragraphs, page.difference) == ([], [])
        assert page.differs == (
            page.version == first and page.ref in ("1945:allg.1.1", "1945:allg.1", "1945:allg", "1945")
        )
        shown = render("short-page.html.j2", page)
        assert ("its text differs" in shown) == page.differs


def test_a_passage_that_is_new_since_stands_in_the_difference_of_what_holds_it(site: Site) -> None:
    editions = all_versions(site.corpus, "1840")
    first, _today = editions
    *_before, last = editions[first].containers["47"]
    new = editions[first].passages[last].text
    editions[first] = rewritten(editions[first], {last: None})
    (page,) = (p for p in make_short_pages(site, editions) if (p.version, p.ref) == (first, "1840:47"))
    assert page.differs
    assert [change.text for change in page.difference if change.kind is ChangeKind.NOW] == [new]
    assert not [change for change in page.difference if change.kind is ChangeKind.THEN]


def rewritten(edition: Edition, texts: dict[str, str | None]) -> Edition:
    """An edition with other words in some passages, or, where there are none, without them."""
    items = (
        replace(item, text=texts[item.ident] or "") if item.ident in texts else item
        for item in edition.items
        if texts.get(item.ident, "") is not None
    )
    return replace(edition, items=tuple(items))
