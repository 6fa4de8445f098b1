"""Without JavaScript nothing is missing: what the data holds stands in the text that is seen, details opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.game.common.counting import format_thirds
from tarock.game.koenigrufen_1840.model_games import name_level
from tarock.publish.places import Site
from tarock.publish.router import Router
from tarock.publish.views.table import make_game_steps
from tarock.rules.compare import compare_tables
from tests.conftest import usual

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OPENED = """() => { for (const each of document.querySelectorAll("details")) each.open = true; }"""
SEEN = """selector => Object.fromEntries([...document.querySelectorAll(selector)].map(
    element => [element.id || element.dataset.level,
        element.checkVisibility() ? element.innerText.split(/\\s+/).join(" ") : ""]))"""
KEY = re.compile(r"\b[a-z_]+(?:\.[a-z_]+)+\b")
DEALT = "[data-level={}] .hands:not(.hands--talon) .hand"
HANDS = """selector => [...document.querySelectorAll(selector)].map(hand => [
    hand.querySelector("b").innerText,
    [...hand.querySelectorAll("[data-card]")].filter(card => card.checkVisibility()).map(card => card.dataset.card)])"""
ROWS = """([level, rows]) => Object.fromEntries([...document.querySelectorAll(`[data-level="${level}"] ${rows}`)].map(
    row => [
        new URL(row.querySelector("th a").href).searchParams.get("step") ?? row.querySelector("th").innerText.trim(),
        [...row.querySelectorAll("td")].map(
        cell => (cell.querySelector(".trick__name") ?? cell).innerText)]))"""


def opened(bare: Page, url: str) -> None:
    bare.goto(url)
    bare.evaluate(OPENED)


def seen(bare: Page, selector: str) -> dict[str, str]:
    """The visible words of elements, by id."""
    found: dict[str, str] = bare.evaluate(SEEN, selector)
    return found


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", ["m1", "m5"])
def test_a_game_has_every_level_every_card_and_every_step(
    bare: Page, address: str, computed: ComputedCodex, name: str
) -> None:
    report = next(report for report in computed.game_reports if report.name == name)
    levels = make_game_steps(Site(computed), report.levels).levels
    opened(bare, f"{address}games/{name}.html")
    games = bare.locator("section.game")
    assert [game.get_attribute("data-level") for game in games.all()] == list(levels)
    for game in games.all():
        assert game.is_visible()
        assert game.locator("table.replay tr[data-trick]").count() == 12
        assert game.locator("table.replay td[data-seat]").count() == 48
        assert game.locator(".trick__name").count() == 48
    assert bare.locator("h2.level").all_inner_texts() == [f"As {name_level(level)}" for level in levels]
    assert bare.locator(".table, .levels").count() == 0
    whole = {step.id: step for step in levels["corrected"].steps}
    for level in levels.values():
        assert dict(bare.evaluate(HANDS, DEALT.format(level.name))) == level.hands
        tricks = bare.evaluate(ROWS, [level.name, ".replay tr[data-trick]"])
        rows = bare.evaluate(ROWS, [level.name, ".steps tbody tr"])
        for step in level.steps:
            if step.kind == "play":
                number = step.id.partition(".")[0]
                assert step.card == tricks[number][list(level.hands).index(step.seat)]
            if level.name != "corrected" and whole.get(step.id) == step:
                continue  # as corrected, which the page says
            says, _legal, place, points = rows[step.id]
            assert step.says in says
            assert place == step.ref.partition(":")[2]
            assert points == " : ".join(map(format_thirds, step.points))


@pytest.mark.parametrize("topic", ["misdeal", "settlement"])
def test_a_topic_has_every_value(bare: Page, address: str, computed: ComputedCodex, topic: str) -> None:
    bare.goto(address + Router.topic(topic).link_from("index.md"))
    assert not bare.locator(".rules__filter").is_visible()
    ident = bare.locator(".rule:has(> details:not([open]) .rules__quote)").first.get_attribute("id")
    folded = bare.locator(f'[id="{ident}"]')
    assert not folded.locator(".rules__quote").first.is_visible()
    folded.locator("summary").first.click()  # a browser opens it by itself
    assert folded.locator(".rules__quote").first.is_visible()
    bare.evaluate(OPENED)
    rules = seen(bare, ".rule")
    rows = compare_tables(computed.tables, computed.comparison_rules, topic=topic)
    assert len(rows) == len(rules) > 10
    for row in rows:
        text = rules[Router.rule(row.key).anchor]
        assert row.entry.title in text
        for cell in row.cells:
            assert cell.siglum in text
            for words in KEY.split(cell.silence.note):  # a key is shown by its title
                assert squeezed(words) in text
            for statement in cell.readings:
                places = [each.ref.partition(":")[2] for each in statement.supports]
                quotes = [each.quote for each in statement.supports]
                for words in (statement.case_label, statement.shown, statement.says, *places, *quotes):
                    assert squeezed(words) in text


@pytest.mark.parametrize("path", usual(["sources/1840/berechnung", "sources/1863/index", "sources/1754/index"]))
def test_a_source_has_every_passage_with_its_english(
    bare: Page, address: str, computed: ComputedCodex, path: str
) -> None:
    siglum = path.split("/")[1]
    edition = computed.corpus.edition(siglum)
    opened(bare, f"{address}{path}.html?view=modern")
    assert bare.locator(".reading").count() == 0  # there is the edition only
    bare.evaluate("() => { for (const mark of document.querySelectorAll('[data-mark]')) mark.remove(); }")
    shown = seen(bare, ".passage")
    assert len(shown) > 20
    for ref, text in shown.items():
        ident = ref.partition(":")[2]
        assert squeezed(edition.passages[ident].text) in text
        if siglum != "1863":  # whose English is a summary
            assert squeezed(computed.translations[siglum].english_of(ident)) in text


def test_the_claims_can_be_seen(bare: Page, address: str) -> None:
    bare.goto(f"{address}claims/1863.html")
    shown = bare.evaluate(
        """() => [...document.querySelectorAll('article.claim')].map(
            claim => claim.checkVisibility({visibilityProperty: true}) && claim.offsetHeight > 0)"""
    )
    assert shown
    assert all(shown)
