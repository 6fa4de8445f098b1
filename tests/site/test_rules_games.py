"""Rules, games, claims and findings on the built site: what stands there, and what it does when it is used."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.corpus.annotations import strip_marks
from tarock.game.common.counting import format_thirds
from tarock.publish.router import Router
from tarock.replay.known_findings import load_known_findings
from tarock.robustness.coverage import HOLDS, count_by_hold
from tarock.rules.compare import Row, compare_tables
from tarock.rules.tables import Statement
from tests.conftest import ROOT, usual
from tests.publish.markup import Elements
from tests.site.conftest import Inspect, here, until
from tests.site.quality import OURS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SETTLEMENT = "rules/settlement.html"
LEVEL_NAMES = {"printed": "As transcribed", "corrected": "As corrected", "conjectured": "As conjectured"}
GAMES = [f"m{number}" for number in range(1, 9)]
GRADES = {
    "stated": "", "implied": "implied", "example": "by example", "disputed": "reported and rejected",
    "custom": "by custom", "option": "allowed", "advice": "advised",
}  # fmt: skip
WIDE = f"({OURS}).wide()"
WORDS = "text => text.replace(/\\s+/g, ' ').trim()"


def words(text: str) -> str:
    return " ".join(text.split())


def in_order(rows: Sequence[Row]) -> list[Row]:
    """As a topic shows its rules: those first in which texts are known to differ."""
    return sorted(rows, key=lambda row: not row.changed)


def built_path(topic: str) -> str:
    return Router.topic(topic).link_from("index.md")


def row_anchor(key: str) -> str:
    return Router.rule(key).anchor


# Rules


def test_a_rule_shows_the_eras_side_by_side_with_paragraph_and_words(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{address}rules/pack.html")
    eras = page.locator('[id="rule-pack.cards"] .rule__era')
    assert [era.get_attribute("data-era") for era in eras.all()] == ["1754", "1840", "1863", "1945"]
    boxes = [box for era in eras.all() if (box := era.bounding_box())]
    assert len(boxes) == 4
    assert len({box["y"] for box in boxes}) == 1
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)
    assert boxes[-1]["x"] + boxes[-1]["width"] <= 1440  # 1945 is seen without scrolling
    page.goto(address + SETTLEMENT)
    row = page.locator('[id="rule-settlement.price"]')
    assert row.locator(".rule__eras").is_visible()  # 1840 and 1863 are known to differ
    stated = row.locator('.rule__era[data-era="1840"]')
    assert stated.locator(".rules__quote").first.inner_text() == "Die mittlere bei einem Dreier in fünfzig"
    silent = row.locator(".rule__silent li").all_inner_texts()
    assert silent[0].startswith("1754 not applicable: ")
    [lost] = silent[1:]
    assert lost.startswith("1945 lost")
    assert all(line.startswith("Assumed by us, no rule of 1945: ") for line in lost.split("\n")[1:])
    stated.get_by_role("link", name="43.3").first.click()
    page.wait_for_url("**/sources/1840/berechnung.html#1840:43.3")
    assert "Die mittlere bei einem Dreier" in page.locator('[id="1840:43.3"]').inner_text()


def test_the_title_and_the_era_stay_in_sight_while_one_reads_a_long_rule(phone: Page, address: str) -> None:
    phone.goto(address + SETTLEMENT)
    assert phone.evaluate(WIDE) == []
    phone.get_by_role("button", name="Open all").click()
    heights = dict(
        phone.evaluate(
            """[...document.querySelectorAll('.rule')].filter(row => row.querySelector('.rule__era'))
                .map(row => [row.id, row.querySelector('.rule__era').offsetHeight])"""
        )
    )
    longest = max(heights, key=lambda ident: heights[ident])
    assert heights[longest] > 600
    row = phone.locator(f'[id="{longest}"]')
    row.locator(".rule__era").first.locator(".rule__reading").last.evaluate(
        "reading => scrollBy({top: reading.getBoundingClientRect().top - 250, behavior: 'instant'})"
    )
    header = phone.locator(".md-header").bounding_box()
    title, era = row.locator("summary").first.bounding_box(), row.locator(".rule__siglum").first.bounding_box()
    assert header
    assert title
    assert era
    assert header["y"] + header["height"] - 2 <= title["y"] < era["y"] < 200
    assert title["y"] + title["height"] - 2 <= era["y"]


def test_each_rule_and_each_source_that_speaks_has_a_heading(inspect: Inspect, computed: ComputedCodex) -> None:
    script = """document => [...document.querySelectorAll('.rule')].map(rule => [rule.id,
        rule.querySelector('summary > h3').textContent,
        [...rule.querySelectorAll('h4')].map(each => each.textContent)])"""
    for topic in ("counting", "advice"):
        rows = in_order(compare_tables(computed.tables, computed.comparison_rules, topic=topic))
        assert inspect(built_path(topic), script) == [
            [row_anchor(row.key), row.entry.title, [cell.siglum for cell in row.cells if cell.readings]] for row in rows
        ]


def test_on_a_phone_a_topic_begins_with_what_differs_and_is_short(
    phone: Page, address: str, computed: ComputedCodex
) -> None:
    """The counting of the tricks took 13 screens, and began with rules in which all agree."""
    first = in_order(compare_tables(computed.tables, computed.comparison_rules, topic="counting"))[0]
    assert first.changed
    phone.goto(address + built_path("counting"))
    until(phone, "document.querySelector('.rules__filter').hidden === false")
    assert state_of(phone)["open"] == []
    row = phone.locator(f'[id="{row_anchor(first.key)}"]')
    box = row.bounding_box()
    assert box
    assert box["y"] + box["height"] < 844
    said = row.locator(".rule__brief > span").all_inner_texts()
    # also of those that say nothing
    assert [line.partition(" ")[0] for line in said] == [cell.siglum for cell in first.cells]
    assert phone.evaluate("document.documentElement.scrollHeight") < 5 * 844


def test_the_chosen_texts_go_along_from_topic_to_topic(reader: Page, address: str) -> None:
    reader.goto(address + built_path("ultimo"))
    for era in ("1863", "1945"):
        reader.get_by_label(era).uncheck()
    reader.get_by_label("Only where they are known to differ").check()
    for name, path in (("Next: Volat", "volat.html"), ("Card points", "card_points.html"), ("Overview", "index.html")):
        reader.get_by_role("link", name=name, exact=True).first.click()
        reader.wait_for_url(f"**/rules/{path}?eras=1754,1840&only=differences")
    reader.get_by_role("link", name="Counting the tricks").last.click()
    reader.wait_for_url("**/rules/counting.html?eras=1754,1840&only=differences")
    assert state_of(reader)["eras"] == ["1754", "1840"]
    reader.goto(f"{address}{built_path('terms')}?eras=1754,1863")  # other words are no difference
    assert "Known to differ" not in reader.locator("h2:visible").all_inner_texts()
    reader.goto(f"{address}{SETTLEMENT}?eras=1754,1840")
    assert reader.locator("h2:visible").all_inner_texts() == ["Known to differ", "The other rules"]
    reader.locator(".rules__ref:visible").first.click()  # the paragraphs have no such choice
    reader.wait_for_url(re.compile(r"/sources/[^?]+$"))


def state_of(page: Page) -> dict[str, Any]:
    """What a topic shows: the rules in sight, those that are open, the eras in them."""
    shown: dict[str, Any] = page.evaluate(
        """() => {
            const rules = [...document.querySelectorAll('.rule')].filter(rule => rule.offsetHeight);
            const open = rules.filter(rule => rule.querySelector('details').open);
            const eras = open.flatMap(rule => [...rule.querySelectorAll('.rule__era')].filter(era => era.offsetHeight));
            return {rules: rules.map(rule => rule.id), open: open.map(rule => rule.id),
                eras: [...new Set(eras.map(era => era.dataset.era))].sort()};
        }"""
    )
    return shown


def test_two_eras_side_by_side_have_an_address_that_back_leads_through(
    reader: Page, address: str, computed: ComputedCodex
) -> None:
    """Which rules both answer, and otherwise, is asked of the comparison of these two tables alone."""
    two = {siglum: computed.tables[siglum] for siglum in ("1754", "1840")}
    rows = compare_tables(two, computed.comparison_rules, topic="ultimo")
    told = [row_anchor(row.key) for row in in_order(rows)]
    differing = [row_anchor(row.key) for row in rows if row.changed]
    assert 0 < len(differing) < len(told)
    reader.goto(address + built_path("ultimo"))
    whole = state_of(reader)
    for era in ("1863", "1945"):
        reader.get_by_label(era).uncheck()
    assert here(reader) == f"{address}rules/ultimo.html?eras=1754,1840"
    assert state_of(reader) == {"rules": told, "open": differing, "eras": ["1754", "1840"]}
    reader.get_by_label("Only where they are known to differ").check()
    shared = here(reader)
    assert shared.endswith("?eras=1754,1840&only=differences")
    assert state_of(reader)["rules"] == differing
    reader.locator(".rules__ref:visible").first.click()  # away, to a paragraph
    reader.locator(".passage:target").wait_for()
    reader.go_back()
    until(reader, "() => document.querySelector('.rules__filter')?.hidden === false")
    assert (here(reader), state_of(reader)["rules"]) == (shared, differing)
    reader.go_back()
    assert state_of(reader)["rules"] == told
    for _ in range(2):
        reader.go_back()
    assert state_of(reader) == whole
    reader.goto(shared)  # as somebody else opens it
    assert state_of(reader) == {"rules": differing, "open": differing, "eras": ["1754", "1840"]}
    reader.goto(f"{address}{built_path('ultimo')}?eras=2000,1754&open=nothing&only=all")  # what is not there
    assert set(state_of(reader)["eras"]) <= {"1754"}


def test_rules_that_one_opens_and_folds_stand_in_the_address(reader: Page, address: str) -> None:
    reader.goto(address + built_path("ultimo"))
    before = state_of(reader)
    folded, opened = next(r for r in before["rules"] if r not in before["open"]), before["open"][0]
    for anchor in (folded, opened):
        reader.locator(f'[id="{anchor}"] summary').first.click()
    name, other = (anchor.removeprefix("rule-ultimo.") for anchor in (folded, opened))
    until(reader, f"() => location.search === '?open={name}&shut={other}'")
    reader.reload()
    after = state_of(reader)
    assert set(after["open"]) == {*before["open"], folded} - {opened}
    reader.get_by_role("button", name="Open all").click()
    assert state_of(reader)["open"] == before["rules"]
    assert here(reader).endswith("?open=all")
    reader.get_by_role("button", name="Fold all").click()
    assert state_of(reader)["open"] == []
    reader.go_back()
    reader.go_back()
    assert state_of(reader) == after
    link = reader.locator(f'[id="{folded}"] .rule__link')
    assert link.is_visible()
    link.click()
    reader.wait_for_url(f"**/k/index.html#{folded.removeprefix('rule-')}")
    reader.locator(f'[id="{folded.removeprefix("rule-")}"] a').first.click()
    until(reader, "id => document.getElementById(id)?.querySelector('details').open", folded)  # once scripts ran
    reader.goto(f"{address}{built_path('ultimo')}?only=differences#{folded}")  # a rule that the filter hides is shown
    assert folded in state_of(reader)["open"]


def test_every_value_stands_in_its_topic_with_its_words_and_its_paragraph(
    inspect: Inspect, computed: ComputedCodex
) -> None:
    script = f"""document => Object.fromEntries([...document.querySelectorAll('.rule')].map(row =>
        [row.id, [...row.querySelectorAll('.rule__era, .rule__silent li')].map(cell => ({{
            era: cell.dataset.era, text: ({WORDS})(cell.textContent),
            refs: [...cell.querySelectorAll('.rules__ref')].map(a => a.getAttribute('href').split('#')[1]),
            quotes: [...cell.querySelectorAll('.rules__quote')].map(q => ({WORDS})(q.textContent)),
        }}))]))"""
    for topic in computed.topics.by_name:
        rows = compare_tables(computed.tables, computed.comparison_rules, topic=topic)
        if not rows:
            continue
        shown = inspect(built_path(topic), script)
        assert list(shown) == [row_anchor(row.key) for row in in_order(rows)]
        for row in rows:
            cells = {there["era"]: there for there in shown[row_anchor(row.key)]}
            assert len(cells) == len(row.cells)
            for cell in row.cells:
                there = cells[cell.siglum]
                quotes = [words(" … ".join(s.quote for s in reading.supports)) for reading in cell.readings]
                assert list(map(strip_marks, there["quotes"])) == quotes, row.key
                assert set(there["refs"]) == {s.ref for reading in cell.readings for s in reading.supports}, row.key
                for reading in cell.readings:
                    assert words(reading.shown) in there["text"], row.key
                if not cell.readings:
                    assert there["text"].startswith(f"{cell.siglum} {cell.silence.silence}"), row.key


def visible_rows(page: Page) -> list[str]:
    ids: list[str] = page.evaluate(
        "[...document.querySelectorAll('.rule')].filter(row => row.offsetHeight).map(row => row.id)"
    )
    return ids


@pytest.mark.parametrize("device", ["page", "phone"])
def test_the_filters_hide_rows_and_say_how_many_are_left(
    request: pytest.FixtureRequest, address: str, computed: ComputedCodex, device: str
) -> None:
    page: Page = request.getfixturevalue(device)
    rows = compare_tables(computed.tables, computed.comparison_rules, topic="ultimo")
    page.goto(address + built_path("ultimo"))
    assert page.evaluate(WIDE) == []
    status = page.locator(".rules__filter output")
    assert status.get_attribute("role") == "status"
    assert visible_rows(page) == [row_anchor(row.key) for row in in_order(rows)]
    page.get_by_label("Only where they are known to differ").check()
    changed = [row_anchor(row.key) for row in rows if row.changed]
    assert 0 < len(changed) < len(rows)
    assert visible_rows(page) == changed
    assert status.inner_text() == f"{len(changed)} of {len(rows)} rules shown"
    page.get_by_label("Only where they are known to differ").uncheck()
    phrase = "10 Points von jedem"  # 1754:15, the words of more than one rule and not of all
    quoting = [
        row_anchor(row.key)
        for row in rows
        if any(phrase in support.quote for c in row.cells for r in c.readings for support in r.supports)
    ]
    assert 1 < len(quoting) < len(rows)
    page.get_by_label("Find").fill(phrase.replace("Points", "POINTS"))
    assert visible_rows(page) == quoting
    assert status.inner_text() == f"{len(quoting)} of {len(rows)} rules shown"
    page.get_by_label("Find").fill("xyz")
    assert visible_rows(page) == []
    page.get_by_label("Find").fill("")
    assert len(visible_rows(page)) == len(rows)
    assert status.inner_text() == ""


# What is widest on each kind of page; one page of each kind is looked at in test_quality.py, two topics in tests above.
@pytest.mark.parametrize(
    "path",
    usual([
        "games/m5.html", "sources/1840/musterspiele-1-4.html", "claims/1863.html", "words/1840/a.html",
        "rules/deal.html", "games/m2.html", "glossary/s.html",
    ]),
)  # fmt: skip
def test_on_a_phone_nothing_is_wider_than_the_screen(phone: Page, address: str, path: str) -> None:
    phone.goto(address + path)
    assert phone.evaluate(WIDE) == []


def test_on_a_phone_the_eras_of_a_rule_stand_one_below_the_other(phone: Page, address: str) -> None:
    phone.goto(f"{address}rules/pack.html")
    boxes = [box for era in phone.locator('[id="rule-pack.cards"] .rule__era').all() if (box := era.bounding_box())]
    tops = [box["y"] for box in boxes]
    assert len(tops) == 4
    assert tops == sorted(set(tops))
    assert len({box["x"] for box in boxes}) == 1


def test_charts_tell_in_words_what_they_show(inspect: Inspect) -> None:
    charts = inspect(
        "rules/index.html",
        """document => [...document.querySelectorAll('figure.chart')].map(figure => {
            const svg = figure.querySelector('svg');
            const ids = svg.getAttribute('aria-labelledby').split(' ');
            return {role: svg.getAttribute('role'), told: ids.map(id => document.getElementById(id)?.textContent),
                tags: ids.map(id => document.getElementById(id)?.tagName.toLowerCase()),
                bars: svg.querySelectorAll('rect').length};
        })""",
    )
    assert len(charts) == 4
    for chart in charts:
        assert chart["role"] == "img"
        assert chart["tags"] == ["title", "desc"]
        assert all(chart["told"])
        assert chart["bars"] >= 3
    pack, points, hands, ultimo = (chart["told"][1] for chart in charts)
    assert "1840: 54 (32 + 22)" in pack
    assert "1863: left to another game" in points  # 1863:30 sends to Großtarok for whatever it does not mention
    assert "1754: 78 (3 × 25 + 3)" in hands
    assert "1945: lost" in ultimo


# How sure a value is, by how the source says it; a matter of the overview weighs more than any other.
CERTAINTY = ["stated", "custom", "option", "example", "implied", "advice", "disputed"]
OVERVIEW = re.compile(r"\bkey: ([a-z_.]+)")


def weight(key: str, resting: list[Statement], leads: set[str]) -> tuple[bool, int, int]:
    """The place of a key in the margin: whether the overview lacks it, its surest value, its first place."""
    own = [CERTAINTY.index(s.grade) for s in resting if s.key == key]
    return key not in leads, min(own), [s.key for s in resting].index(key)


def test_each_paragraph_lists_the_values_that_rest_on_it(
    inspect: Inspect, built: Path, computed: ComputedCodex
) -> None:
    script = f"""document => Object.fromEntries([...document.querySelectorAll('.passage')].map(passage => {{
        let rule;  // its name is not said again from value to value
        return [passage.id, [...passage.querySelectorAll('.evidence li')].map(value => {{
            rule = value.querySelector('a[href*="#rule-"]') ?? (value.previousElementSibling && rule);
            return rule && [rule.getAttribute('href').split('#')[1], ({WORDS})(rule.textContent),
                ({WORDS})(value.textContent).replace(({WORDS})(rule.textContent) + ': ', '')];
        }}).filter(value => value)];
    }}))"""
    hold = {
        (e.statement.siglum, e.statement.key, e.statement.line): e.extent.replace(",", "") for e in computed.evidence
    }
    leads = set(OVERVIEW.findall((ROOT / "rules_data/overview.yaml").read_text(encoding="utf-8")))
    shown: dict[str, list[list[str]]] = {}
    for path in sorted((built / "sources").rglob("*.html")):
        shown.update(inspect(path.relative_to(built).as_posix(), script))
    for table in computed.tables.values():
        assert table.by_passage
        for ref, resting in table.by_passage.items():
            statements = sorted(resting, key=lambda s: (weight(s.key, resting, leads), CERTAINTY.index(s.grade)))
            expected = [
                [
                    row_anchor(s.key),
                    words(s.entry.title),
                    words(f"{s.display_with_case} {GRADES[s.grade]} {hold[s.siglum, s.key, s.line]}"),
                ]
                for s in statements
            ]
            assert shown[ref] == expected, ref
    assert sum(map(len, shown.values())) == sum(
        len(statements) for table in computed.tables.values() for statements in table.by_passage.values()
    )


def test_from_a_paragraph_to_the_rule_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}sources/1840/berechnung.html#1840:43.3")
    passage = page.locator('[id="1840:43.3"]')
    passage.get_by_role("link", name="Price of the game").first.click()  # in the margin, at once in sight
    row = page.locator('[id="rule-settlement.price"]')
    until(page, "() => document.querySelector('.rule:target')?.getBoundingClientRect().top < innerHeight")
    assert row.evaluate("row => row.matches(':target') && row.querySelector('details').open")
    row.get_by_role("link", name="43.3").first.click()
    page.wait_for_url("**#1840:43.3")


def test_a_claim_leads_from_its_paragraph_to_its_computation_and_on_to_the_rules(page: Page, address: str) -> None:
    page.goto(f"{address}sources/1840/berechnung.html#1840:41.1")
    passage = page.locator('[id="1840:41.1"]')
    passage.locator("summary", has_text="claims checked").click()
    passage.get_by_role("link", name="At Solo each point counts 4.").click()
    claim = page.locator("article.claim:target")
    assert "as expected" in claim.inner_text()
    claim.locator("summary").click()
    assert "multiplier[contract=solo]" in claim.locator("details").inner_text()
    claim.locator("details a", has_text="1840 settlement").click()
    page.wait_for_url("**/rules/settlement.html")


# Games


def test_the_cards_have_readable_faces_and_one_sees_one_level_at_a_time(page: Page, address: str) -> None:
    page.goto(f"{address}games/m5.html")
    face = page.locator("section.game:visible .card", has=page.locator("title", has_text=re.compile("^XVIII$"))).first
    assert face.locator("text").all_text_contents() == ["XVIII", "XVIII"]
    inside = face.evaluate(
        """card => { const [text, rect] = [card.querySelector('text'), card.querySelector('rect')]
            .map(e => e.getBoundingClientRect());
            return text.left > rect.left && text.right < rect.right && text.height >= 11; }"""
    )
    assert inside
    buttons = page.locator(".levels button")
    assert buttons.all_inner_texts() == list(LEVEL_NAMES.values())
    for level, name in LEVEL_NAMES.items():
        page.get_by_role("button", name=name).click()
        assert parse_qs(page.evaluate("location.search.slice(1)")).get("level", ["corrected"]) == [level]
        assert [one.get_attribute("data-level") for one in page.locator("section.game:visible").all()] == [level]
        assert page.locator("h2.level:visible").all_inner_texts() == [name]
        pressed = [button.get_attribute("aria-pressed") for button in buttons.all()]
        assert pressed == [str(other == level).lower() for other in LEVEL_NAMES]
    page.goto(f"{address}games/m5.html#printed")
    assert page.locator("section.game:visible").get_attribute("data-level") == "printed"
    assert page.locator("section.game:visible .finding", has_text="NOTATION-UNREADABLE").count() == 1


GAME = f"""document => Object.fromEntries([...document.querySelectorAll('section.game')].map(game => {{
    const text = element => ({WORDS})(element.textContent);
    const cells = (kind) => [...game.querySelectorAll(`table.${{kind}} tbody tr`)].map(row => ({{
        cells: [...row.children].map(text), href: row.querySelector('a')?.getAttribute('href') }}));
    const labels = svgs => [...game.querySelectorAll(svgs)].map(svg => svg.getAttribute('aria-label'));
    const findings = element => [...element.querySelectorAll('.finding')].map(text);
    return [game.dataset.level, {{
        before: [...game.querySelectorAll(':scope > ul.findings')].flatMap(findings),
        tricks: Object.fromEntries([...game.querySelectorAll('tr[data-notes]')]
            .map(row => [row.dataset.notes, findings(row)])),
        running: [...game.querySelectorAll('tr[data-trick]')].map(row =>
            [text(row.querySelector('.trick__taken')), text(row.querySelector('.trick__points'))]),
        sheet: cells('sheet'), stated: cells('stated'), said: text(game),
        hands: labels('.hands:not(.hands--talon) .cards-hand'), talon: labels('.hands--talon .cards-hand'),
    }}];
}}))"""


@pytest.mark.parametrize("name", GAMES)
def test_a_game_page_says_what_the_check_says_and_its_pictures_name_all_cards(
    inspect: Inspect, checked: dict[str, Any], computed: ComputedCodex, name: str
) -> None:
    shown = inspect(f"games/{name}.html", GAME)
    expected = next(game for game in checked["games"] if game["id"] == name)
    report = next(one for one in computed.game_reports if one.name == name)
    assert list(shown) == [level for level, result in expected["levels"].items() if result]
    for level, there in shown.items():
        result = expected["levels"][level]
        replay = report.levels[level].replay
        for finding in result["findings"]:
            place = there["tricks"][str(finding["trick"])] if finding["trick"] else there["before"]
            told = [one for one in place if words(finding["message"]) in one and one.endswith(finding["code"])]
            assert told, (level, finding)
        many = len(there["before"]) + sum(map(len, there["tricks"].values()))
        assert many == len(result["findings"])
        assert there["running"] == [[trick.winner, format_thirds(trick.running)] for trick in replay.tricks]
        sheet = [(row["cells"][0], row["cells"][1], row["cells"][3], row["cells"][4]) for row in there["sheet"]]
        lines = [(line["what"], ", ".join(line["seats"]), str(line["points"]), line["ref"]) for line in result["sheet"]]
        assert sheet[: len(lines)] == lines
        assert all(row["href"].endswith(f"#{row['cells'][4]}") for row in there["sheet"])
        totals = ", ".join(f"{seat} {points}" for seat, points in result["scores"].items())
        assert f"Totals: {totals}." in there["said"]
        assert [row["cells"][3] for row in there["stated"]] == [one["verdict"] for one in result["stated"]]
        for row, one in zip(there["stated"], result["stated"], strict=True):
            english = computed.translations["1840"].quote(one["ref"], one["quote"])
            assert row["cells"][4] == words(one["quote"] + english)
            assert row["href"].endswith(f"#{one['ref']}")
    hands = [label.partition(": ") for label in shown["corrected"]["hands"]]
    assert [opening for opening, _, _ in hands] == [
        f"Hand of {seat}" for seat in report.levels["corrected"].replay.game.seats
    ]
    assert all(len(cards.split(", ")) == 12 for _, _, cards in hands)
    talon = [label.partition(": ") for label in shown["corrected"]["talon"] if label.startswith("Talon")]
    named = [card for _, _, cards in (*hands, *talon) for card in cards.split(", ")]
    assert Counter(named) == Counter(card.printed for card in computed.games.pack.cards)


def test_the_findings_page_lists_every_finding_with_its_reason(
    inspect: Inspect, checked: dict[str, Any], computed: ComputedCodex
) -> None:
    known = load_known_findings(computed.project)
    sections = inspect(
        "games/findings.html",
        f"""document => Object.fromEntries([...document.querySelectorAll('h2[id^="findings-"]')].map(title =>
            [title.id, [...(title.nextElementSibling?.matches('ul.findings') ? title.nextElementSibling.children : [])]
                .map(item => ({WORDS})(item.textContent))]))""",
    )
    listed = 0
    for game, report in zip(checked["games"], computed.game_reports, strict=True):
        items = sections[f"findings-{game['id']}"]
        for level, result in game["levels"].items():
            for finding, record in zip((result or {"findings": []})["findings"], _findings(report, level), strict=True):
                reason = words(known[game["id"], level, *record.identity].record.reason)
                found = [
                    item
                    for item in items
                    if LEVEL_NAMES[level].lower() in item.partition(":")[0].lower()
                    and words(finding["message"]) in item
                    and finding["code"] in item
                    and item.endswith(reason)
                ]
                assert found, (game["id"], level, finding)
                listed += 1
    assert listed > 20


def _findings(report: Any, level: str) -> tuple[Any, ...]:
    return report.levels[level].findings if level in report.levels else ()


def test_the_text_of_a_game_leads_to_its_replay_and_back(
    page: Page, address: str, built: Path, checked: dict[str, Any]
) -> None:
    page.goto(f"{address}sources/1840/musterspiele-1-4.html")
    links = page.locator(".replayed")
    assert [one.locator(".verdict").inner_text() for one in links.all()] == [
        game["verdict"] for game in checked["games"][:4]
    ]
    page.get_by_role("link", name="Game 2 replayed trick by trick").click()
    page.wait_for_url("**/games/m2.html")
    page.get_by_role("link", name="the text of this game").click()
    page.wait_for_url("**/musterspiele-1-4.html#1840:m2")
    others = Elements((built / "sources/1840/musterspiele-5-8.html").read_text(encoding="utf-8")).found
    assert sum("replayed" in values.get("class", "").split() for _, values, _ in others) == 4


# Proof


@pytest.mark.parametrize("siglum", ["1754", "1840", "1863", "1945"])
def test_the_claims_pages_list_every_claim_with_its_verdict(
    inspect: Inspect, built: Path, checked: dict[str, Any], siglum: str
) -> None:
    script = f"""document => [...document.querySelectorAll('article.claim')].map(claim =>
        [claim.id.replace('claim-', ''), claim.querySelector('.verdict').textContent, claim.dataset.verdict,
        claim.closest('.claims__passage').querySelector('.claims__place a').getAttribute('href').split('#')[1],
        ({WORDS})(claim.textContent)])"""
    pages = [built / f"claims/{siglum}.html", *sorted((built / "claims" / siglum).glob("*.html"))]
    shown = [row for page in pages for row in inspect(page.relative_to(built).as_posix(), script)]
    expected = {claim["id"]: claim for claim in checked["claims"] if claim["ref"].startswith(f"{siglum}:")}
    assert sorted(row[0] for row in shown) == sorted(expected)
    for ident, verdict, data, ref, text in shown:
        claim = expected[ident]
        assert (verdict, data, ref) == (claim["verdict"], claim["verdict"], claim["ref"])
        for said in (claim["says"], claim["quote"], claim["needs"], claim["known"]):
            assert words(said) in strip_marks(text), ident


def test_an_old_address_of_a_claim_leads_to_it(page: Page, address: str) -> None:
    """All claims of 1840 stood in full on one page; its anchors now lead to the claims in short, and on."""
    page.goto(f"{address}claims/1840.html#claim-1840-41-dreier-1")
    claim = page.locator("li.claim:target")
    assert "as expected" in claim.inner_text()
    claim.get_by_role("link", name="At a single Dreier each point won counts 2.").click()
    page.wait_for_url("**/claims/1840/berechnung.html#claim-1840-41-dreier-1")
    assert "Computed: 2, as expected." in page.locator("article.claim:target").inner_text()


def test_claims_can_be_filtered_by_verdict_and_by_words(page: Page, address: str, checked: dict[str, Any]) -> None:
    claims = [one for one in checked["claims"] if one["ref"].startswith("1754:")]
    page.goto(f"{address}claims/1754.html")
    shown = page.locator("article.claim:visible")
    assert shown.count() == len(claims)
    page.get_by_label("Verdict").select_option("reproduced")
    reproduced = sum(one["verdict"] == "reproduced" for one in claims)
    assert shown.count() == reproduced
    assert page.locator(".rules__filter output").inner_text() == f"{reproduced} of {len(claims)} claims shown"
    assert here(page).endswith("?verdict=reproduced")
    page.reload()
    assert shown.count() == reproduced
    page.get_by_label("Verdict").select_option("")
    page.get_by_label("Find").fill("nothing of the kind")
    assert shown.count() == 0
    assert page.locator("h2[id^=part-]:visible").count() == 0
    target = claims[0]["id"]
    page.evaluate("hash => { location.hash = hash; }", f"claim-{target}")
    page.locator(f'[id="claim-{target}"]').wait_for()  # a link to a hidden claim shows it
    assert shown.count() == len(claims)


def test_the_evidence_page_shows_the_measured_coverage(inspect: Inspect, computed: ComputedCodex) -> None:
    expected = [
        [siglum, str(counts.total()), *(str(counts[hold]) for hold in HOLDS)]
        for siglum, counts in count_by_hold(computed.evidence).items()
    ]
    script = """document => [...document.querySelector('table.counts tbody').rows].map(row =>
        [...row.cells].map(cell => cell.textContent))"""
    assert [row[: len(HOLDS) + 2] for row in inspect("claims/evidence.html", script)] == expected
    unnoticed = inspect("claims/evidence.html", "document => document.querySelectorAll('.unnoticed li').length")
    assert unnoticed == sum(bool(one.unnoticed) for one in computed.evidence)


def test_what_the_machine_found_has_its_sections(inspect: Inspect, checked: dict[str, Any]) -> None:
    sections = inspect(
        "found.html",
        f"""document => Object.fromEntries([...document.querySelectorAll('article h2')].map(title => {{
            const parts = [];
            for (let e = title.nextElementSibling; e && e.tagName !== 'H2'; e = e.nextElementSibling) parts.push(e);
            return [title.id, {{text: ({WORDS})(parts.map(e => e.textContent).join(' ')),
                items: parts.flatMap(e => [...e.querySelectorAll('li:not(.breach__trick li)')])
                    .map(e => ({WORDS})(e.textContent))}}];
        }}))""",
    )
    assert list(sections) == [
        "right",
        "misprints",
        "illegal",
        "wrong",
        "turned",
        "hands",
        "choices",
        "open",
        "untested",
    ]
    assert any("Trick 7, C plays Careau-Zweier" in item for item in sections["turned"]["items"])  # `analyse 1840:m3`
    assert not any("writes" in item for item in sections["turned"]["items"])  # what is won or lost, no amounts
    for item, game in zip(sections["right"]["items"], checked["games"], strict=True):
        assert item.endswith(game["verdict"])
    revokes = [
        finding
        for game in checked["games"]
        for finding in game["levels"]["corrected"]["findings"]
        if finding["code"] == "PLAY-REVOKE"
    ]
    assert len(sections["illegal"]["items"]) == len(revokes)
    assert all(words(one["message"]) in sections["illegal"]["text"] for one in revokes)
    wrong = [one for one in checked["claims"] if one["verdict"] in ("not reproduced", "differs")]
    assert len(sections["wrong"]["items"]) == len(wrong)
    assert all(words(one["says"]) in sections["wrong"]["text"] for one in wrong)
    undetermined = [one for one in checked["claims"] if one["verdict"] == "undetermined"]
    assert f"and {len(undetermined)} claims" in sections["open"]["text"]
    told = inspect("undecided.html", f"document => ({WORDS})(document.querySelector('article').textContent)")
    assert all(words(one["says"]) in told for one in undetermined)
    untested = sum(one["verdict"] == "not testable" for one in checked["claims"])
    assert sections["untested"]["text"].startswith(f"{untested} claims")
    assert sections["misprints"]["items"]


def test_the_public_domain_site_quotes_no_rule_and_no_claim_of_1945(
    built_public: Path, computed: ComputedCodex
) -> None:
    supports = [s.quote for statement in computed.tables["1945"] for s in statement.supports]
    claimed = [one.claim.quote for one in computed.checked_claims if one.claim.ref.startswith("1945:")]
    # a row of numbers ("7, 8, 9, 10") is no sentence of anyone
    german = {words(quote) for quote in (*supports, *claimed) if len(re.findall(r"[^\W\d_]+", quote)) > 3}
    # what an older source says in the same words is not a quote of 1945
    older = words(
        " ".join(p.text for s in ("1754", "1840", "1863") for p in computed.corpus.edition(s).passages.values())
    )
    german = {quote for quote in german if quote not in older}
    assert len(german) > 80
    for path in sorted(built_public.rglob("*")):
        if path.suffix in {".html", ".json"}:
            raw = path.read_text(encoding="utf-8")
            if path.suffix == ".json":
                raw = json.dumps(json.loads(raw), ensure_ascii=False)
            text = words(html.unescape(re.sub(r"<[^>]*>", "", raw)))
            assert [quote for quote in german if quote in text] == [], path
    rules = (built_public / "rules/pack.html").read_text(encoding="utf-8")
    assert "1945:allg.2.2.1" in rules  # the values and their places are there
    assert 'class="rules__quote"' in rules  # the other eras' words too
