"""Words that would be markup, wherever people write words for the pages: on every page of the site they stay words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from tarock.proof.codex import Codex
from tarock.publish.pages import compose_pages, site_pages
from tarock.publish.places import Site
from tests.helpers import replace_once, sources_file
from tests.publish.markup import HOSTILE, assert_harmless, read

if TYPE_CHECKING:
    from tarock.base.project import Project

_WRITTEN = '"' + HOSTILE.replace('"', '\\"') + '"'


@pytest.fixture
def pages(codex: Project, computed: Codex) -> dict[str, str]:
    """All pages of a project in which somebody wrote `HOSTILE` for titles, labels, notes, reasons and claims."""
    rules = codex.rules
    for path, words in (
        (sources_file(codex), 'short_title: "Pierer 1863: Tarokhombre"'),
        (sources_file(codex), 'title: "Taroc-Spiele 1754"'),
        (sources_file(codex), 'title: "§§ 41–50 Scoring"'),
        (rules / "topics.yaml", 'about: "What a game costs."'),
        (rules / "topics.yaml", 'title: "Settlement"'),
        (rules / "keys" / "settlement.yaml", 'title: "Price of the game"'),
        (rules / "overview.yaml", "title: Cards in the pack"),
        (
            rules / "1840" / "revoke.yaml",
            'note: "The win is struck out. The text does not say that it becomes a loss."',
        ),
        (
            rules / "claims/1754.yaml",
            'says: "With three discarded he has 25 like the others."',
        ),
        (codex.corpus / "games" / "known_findings.yaml", 'reason: "As in trick 7."'),
    ):
        replace_once(path, words, f"{words.partition(':')[0]}: {_WRITTEN}")
    site = Site(Codex(codex))
    found = zip((each for table in site.codex.tables.values() for each in table), computed.evidence, strict=True)
    evidence = [replace(known, statement=statement) for statement, known in found]  # is the same, and takes longest
    site.codex.__dict__["evidence"] = evidence
    return compose_pages(site, site_pages(site))


def test_hostile_words_stay_words_on_every_page(pages: dict[str, str]) -> None:
    for text in pages.values():
        assert_harmless(text)

    def said(page: str, tag: str, **attributes: str) -> list[str]:
        return [text for text in read(pages[page]).texts(tag, **attributes) if HOSTILE in text]

    assert said("sources/index.md", "a")  # the card of a source
    assert said("sources/1754/index.md", "h1")
    assert said("sources/1840/berechnung.md", "h1")
    assert said("rules/settlement.md", "h1") == said("rules/settlement.md", "p") == [HOSTILE]
    assert said("rules/settlement.md", "h3", class_="rule__title")
    assert said("rules/revoke.md", "p", class_="rules__note") == [HOSTILE]
    assert said("rules/index.md", "th", scope="row") == [HOSTILE]
    assert said("rules/index.md", "li")
    assert said("claims/index.md", "a") == [HOSTILE]
    assert said("claims/1754.md", "h2") == [HOSTILE]
    assert said("claims/1754.md", "article")
    assert said("claims/1840.md", "h2") == [HOSTILE]
    assert said("claims/1840/berechnung.md", "h1") == [f"{HOSTILE}: claims"]
    assert said("claims/1863.md", "h1") == [f"{HOSTILE}: claims"]
    assert said("claims/evidence.md", "th", scope="row") == [HOSTILE]
    assert said("games/findings.md", "p", class_="finding__reason") == [HOSTILE]
    assert said("found.md", "li")
