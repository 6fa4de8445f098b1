"""Start page, subjects and the other pages around the sources: their views, and what stands on them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tarock.corpus.words import collation_key
from tarock.publish.environment import render
from tarock.publish.pages import compose_pages
from tarock.publish.places import Site
from tarock.publish.views.about import about_view
from tarock.publish.views.home import home_view
from tarock.publish.views.own_game import own_game_view
from tarock.publish.views.subjects import subjects_view
from tests.helpers import like, replace_once, sources_file
from tests.publish.markup import HOSTILE, assert_harmless, read

if TYPE_CHECKING:
    from tarock.codex import Codex
    from tarock.corpus.editions import Corpus
    from tarock.project import Project
    from tests.conftest import Run


@pytest.fixture(scope="module")
def site(computed: Codex) -> Site:
    return Site(computed)


def test_the_figures_of_the_start_page_are_those_of_the_check(site: Site, run: Run) -> None:
    check = json.loads(run("check", "--json").out)
    tested = [claim for claim in check["claims"] if claim["verdict"] != "not testable"]
    verdicts = [claim["verdict"] for claim in tested if claim["kind"] != "trial"]
    view = home_view(site)
    assert view.figures.values == sum(len(list(table)) for table in site.codex.tables.values())
    assert view.figures.tested == len(verdicts)
    assert view.figures.agree == len([verdict for verdict in verdicts if verdict in ("reproduced", "confirmed")])
    assert view.figures.trials == len(tested) - len(verdicts)
    assert [game.verdict for game in view.games] == [game["verdict"] for game in check["games"]]
    assert sum(many for _verdict, many in view.figures.verdicts) == len(check["games"])
    for share in view.shares:
        assert share.total == sum(share.counts) == len(list(site.codex.tables[share.siglum]))


def test_the_start_page_says_what_the_view_holds(site: Site) -> None:
    view = home_view(site)
    elements = read(render("home.md.j2", view))
    assert elements.texts("h3") == [card.source.short_title for card in view.cards]
    assert len(elements.texts("li")) == len(view.games) + 5
    words = " ".join(" ".join(elements.texts("p")).split())
    assert f"{view.figures.values} rule values are encoded" in words
    assert "four German rule texts of the card game Tarock, 1754 to 1945" in words
    assert "Of the eight printed games" in words


def test_a_copy_without_unclear_rights_says_what_it_leaves_out(computed: Codex) -> None:
    view = home_view(Site(computed, public_domain_only=True))
    assert view.withheld == ("Reform-Tarock, Vienna 1945",)
    assert [card.source.siglum for card in view.cards if card.withheld] == ["1945"]
    assert "the words of Reform-Tarock, Vienna 1945 are left out" in render("home.md.j2", view)


def test_about_tells_the_rights_of_every_source_and_what_is_lost(site: Site) -> None:
    view = about_view(site)
    elements = read(render("about.md.j2", view))
    shown = [text for source in site.corpus.sources.values() for text in (source.rights.statement, source.rights.note)]
    assert [text for text in elements.texts("td") if text in shown] == shown
    assert [source.siglum for source in view.fragments] == ["1945"]


def test_about_counts_the_sentences_of_every_source(site: Site, run: Run) -> None:
    view = about_view(site)
    shown = read(render("about.md.j2", view)).texts("td")
    reports = json.loads(run("check", "--json").out)["statements"]
    kinds = ("sentences", "encoded", "claimed", "exemplified", "set_aside")
    for row in view.accounts:
        counts = reports[row.siglum]["sentences"]
        row_of_check = [*(counts[kind] for kind in kinds), len(counts["unaccounted"])]
        assert [row.total, *row.counts] == row_of_check
        assert " ".join(map(str, row_of_check)) in " ".join(shown)


def test_about_shows_how_to_cite_with_references_that_there_are(site: Site) -> None:
    view = about_view(site)
    examples = [f"{source.siglum}:{ident}" for source in view.sources for ident in source.site.examples]
    assert {source.siglum for source in view.sources if source.site.examples} == set(site.corpus.sources)
    assert all(site.router.has(ref) for ref in examples)
    shown = read(render("about.md.j2", view)).texts("code")
    assert shown[shown.index(examples[0]) :][: len(examples)] == examples


def test_a_game_of_ones_own_can_be_settled_by_every_era_and_each_example_is_there(site: Site, run: Run) -> None:
    view = own_game_view(site)
    assert list(view.examples) == list(site.corpus.sources)
    assert view.with_games == ("1840",)
    for siglum, file in view.examples.items():
        assert run("score", "--era", siglum, file).status == 0
    elements = read(render("own-game.md.j2", view))
    assert all(
        f"tarock score --era {siglum} {file}\n" in elements.texts("code")[-1] for siglum, file in view.examples.items()
    )


def test_the_changelog_is_shown_as_it_is(site: Site) -> None:
    page = compose_pages(site)["changelog.md"]
    assert site.codex.project.changelog.read_text(encoding="utf-8").strip() in page


def test_the_german_order() -> None:
    assert sorted(["Übereinkommen", "Tarock", "Volat", "Zählart"], key=collation_key) == [
        "Tarock",
        "Übereinkommen",
        "Volat",
        "Zählart",
    ]


def test_every_subject_is_in_the_index(corpus: Corpus, site: Site) -> None:
    view = subjects_view(site)
    subjects = {subject for e in corpus.editions() for heading in e.headings.values() for subject in heading.subjects}
    assert {word for letter in view for word, _places in letter.entries} == subjects
    letters = [letter.letter for letter in view]
    assert letters == sorted(set(letters))


def test_hostile_words_on_these_pages_stay_words(codex: Project, computed: Codex) -> None:
    written = HOSTILE.replace('"', '\\"')
    sources = sources_file(codex)
    replace_once(sources, "short_title: Taroc-Spiele, Leipzig 1754", f'short_title: "{written}"')
    replace_once(sources, "name: Taroc-Spiele", f'name: "{written}"')
    replace_once(sources, "phrase: the rules printed at Leipzig in 1754", f'phrase: "{written}"')
    replace_once(sources, "statement: text of 1754, in the public domain by age", f'statement: "{written}"')
    site = Site(like(computed, codex))
    home, about = render("home.md.j2", home_view(site)), render("about.md.j2", about_view(site))
    assert_harmless(home)
    assert_harmless(about)
    assert HOSTILE in read(home).texts("h3")
    assert any(HOSTILE in text for text in read(about).texts("p"))
    assert HOSTILE in read(about).texts("td")
