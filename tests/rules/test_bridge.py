"""Today's terms beside the texts, the facts of other games, and the grey column of a game that is not edited here."""

from __future__ import annotations

import pytest

from tarock.base.i18n import GERMAN, Catalogues, use_language
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.bridge import BridgeView
from tarock.publish.views.matters import make_pair
from tarock.rules.bridge import bridge_problems, load_bridge, load_facts
from tests.helpers import replace_once


@pytest.fixture
def view(computed: ComputedCodex) -> BridgeView:
    site = Site(computed)
    return BridgeView(site, site.router.bridge.made)


# Each read from the texts.
STANDS = [
    ("piccolo", "1945", "named, its rule not extant"),  # "die immerhin bereits den Piccolo kannte", in the newspaper
    ("bettler", "1840", "excludes it"),  # "Es werden bloß Dreier und Solo gespielt."
    ("trischaken", "1863", "excludes it"),  # "so werden die Karten eingeworfen"
    ("mondfang", "1754", "excludes it"),  # nothing takes number 21
    ("kaiserstich", "1840", "excludes it"),  # the Scüs beats all
    ("farbensolo", "1945", "lost"),
    ("pagat-ultimo", "1754", "has it"),
    ("tarocke-in-der-hand", "1840", "excludes it"),  # "nicht üblich"
    ("koenig-ultimo", "1840", "excludes it"),  # "gar keine Belohnung"
]


@pytest.mark.parametrize(("name", "siglum", "stands"), STANDS)
def test_a_text_stands_to_a_term_as_it_says(project: Project, name: str, siglum: str, stands: str) -> None:
    (term,) = [located.record for located in load_bridge(project) if located.record.id == name]
    assert term.sources[siglum].stands == stands


def test_the_terms_of_the_table_are_found_by_their_names(view: BridgeView) -> None:
    wanted = {
        "Trischaken",
        "Bettler",
        "Piccolo",
        "Mondfang",
        "Kaiserstich",
        "Uhu",
        "Kakadu",
        "Farbensolo",
        "Besserrufer",
    }
    assert wanted <= {*view.sought}


def test_no_words_are_taken_over_at_second_hand(project: Project) -> None:
    facts = load_facts(project)
    assert any(facts.sources[fact.source].grade == "B" for game in facts.games.values() for fact in game.facts.values())
    for game in facts.games.values():
        assert all(not fact.words for fact in game.facts.values() if facts.sources[fact.source].grade == "B")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_tells_each_term_with_its_passages_and_grades(view: BridgeView, language: str) -> None:
    with use_language(Catalogues(GERMAN) if language == "de" else None):
        page = render("bridge.md.j2", view)
    assert ("Wenn alle Drei passen, so werden die Karten eingeworfen") in page
    assert ("beim Spiel" in page) == (language == "de")
    assert "ht-kr, B" in page
    for source in {term.first.neighbour for term in view.terms} - {""}:
        assert f'id="seen-{source}"' in page


BRIDGE, FACTS = "bridge.yaml", "neighbours/facts.yaml"


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        (BRIDGE, "Wenn alle Drei passen, so", "Wenn alle Vier passen, so", "BRIDGE-QUOTE"),
        (BRIDGE, '"1863": {stands: excludes it', '"1864": {stands: excludes it', "BRIDGE-TEXT"),
        (BRIDGE, "fact: piccolo}", "fact: picolo}", "BRIDGE-FACT"),
        (BRIDGE, "{neighbour: laurenz,", "{neighbour: lorenz,", "BRIDGE-FIRST"),
        (BRIDGE, "near: all-pass", "near: all-passed", "BRIDGE-NEAR"),
        (FACTS, "source: ht-hu}", "source: ht-hu, words: x}", "NEIGHBOUR-QUOTE"),
        (FACTS, "source: laurenz}", "source: lorenz}", "NEIGHBOUR-SOURCE"),
    ],
)
def test_a_term_that_is_not_in_its_texts_is_a_problem(codex: Project, file: str, old: str, new: str, code: str) -> None:
    path = codex.rules / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    assert not list(bridge_problems(codex, ComputedCodex(codex).corpus))
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert code in {problem.code for problem in bridge_problems(codex, ComputedCodex(codex).corpus)}


def test_nothing_of_a_whole_text_is_lost(codex: Project) -> None:
    old = '"1863": {stands: not stated}\n    "1945": {stands: lost}\n  first: {neighbour: wp-gross'
    replace_once(codex.rules / "bridge.yaml", old, old.replace("not stated", "lost"))
    problems = [problem.message for problem in bridge_problems(codex, ComputedCodex(codex).corpus)]
    assert any("nothing of 1863 is lost" in problem for problem in problems)


def test_the_game_that_is_not_edited_stands_beside_what_is_left_to_it(computed: ComputedCodex) -> None:
    """Of ten trumps both Pierer and Meyers count the Excuse; 1754 is read otherwise, and neither decides for it."""
    pair = make_pair(Site(computed), "1754", "1863")
    facts = pair.borrowed(computed.matters["reward-for-many-tarocks"].record)
    assert {fact.text for fact in facts if fact.disagrees} == {"pierer-tarok", "meyers-1905"}
    assert {fact.disagrees.ref for fact in facts if fact.disagrees} == {"1754:18"}
    page = render("pair.md.j2", pair)
    assert "not edited here" in page
    assert "wenn man 9 Tarocks neben ihm hat" in page
    assert not make_pair(Site(computed), "1754", "1840").borrowed(computed.matters["reward-for-many-tarocks"].record)
