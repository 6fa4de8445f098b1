"""The pages of the rules: their views against the era tables, what holds a value, charts to scale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import yaml

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.rules import ROOM, Bar, Chart, OverviewView, TopicView, make_topic
from tarock.publish.views.view import Link, Prose
from tests.helpers import like, replace_once
from tests.publish.markup import read

pytestmark = pytest.mark.slow

PAGE = "rules/index.md"


@pytest.fixture(scope="module")
def topics(site: Site) -> dict[str, TopicView]:
    return {name: make_topic(site, name) for name in site.compared}


def words(note: Prose) -> str:
    return "".join(part.text for part in note)


class Shown(NamedTuple):
    """A value on the page of its topic: its line, the passages that it links, its words, a note or none."""

    value: str
    refs: list[str]
    quote: list[str]
    notes: list[str]


def _shown(view: TopicView) -> dict[tuple[str, str], list[Shown]]:
    """The values on a page, by their key and source."""
    found: dict[tuple[str, str], list[Shown]] = {}
    key = siglum = ""
    for _tag, values, text in read(render("topic.md.j2", view)).found:
        match values.get("class"):
            case "rule":
                key = values["id"].removeprefix("rule-")
            case "rule__era":
                siglum = values["data-era"]
            case "rules__value":
                found.setdefault((key, siglum), []).append(Shown("".join(text), [], [], []))
            case "rules__ref":
                found[key, siglum][-1].refs.append(values["href"].partition("#")[2])
            case "rules__quote":
                found[key, siglum][-1].quote.append("".join(text))
            case "rules__note":
                found[key, siglum][-1].notes.append("".join(text))
    return found


def test_every_value_of_every_table_stands_in_its_topic_with_its_places_and_words(
    topics: dict[str, TopicView], computed: ComputedCodex
) -> None:
    shown = {place: values for view in topics.values() for place, values in _shown(view).items()}
    assert shown.keys() == {(key, siglum) for siglum, table in computed.tables.items() for key in table.statements}
    for (key, siglum), values in shown.items():
        statements = sorted(computed.tables[siglum].statements[key], key=lambda each: each.grade == "disputed")
        for value, statement in zip(values, statements, strict=True):
            assert statement.shown in value.value
            assert ("reported and rejected" in value.value) == (statement.grade == "disputed")
            assert bool(value.notes) == bool(statement.note)
            assert value.refs == list(dict.fromkeys(support.ref for support in statement.supports))
            assert value.quote == [
                " … ".join(computed.corpus.display_quote(each.ref, each.quote) for each in statement.supports)
            ]


def test_a_value_is_marked_as_held_where_its_alteration_is_noticed(
    topics: dict[str, TopicView], measured: ComputedCodex
) -> None:
    for name, view in topics.items():
        of_topic = [e for e in measured.evidence if e.statement.key.startswith(f"{name}.")]
        held = [
            f"in part {e.vouched} of {len(e.altered)}" if e.hold == "in part" else e.hold
            for e in of_topic
            if e.hold in ("vouched for", "in part", "tried")
        ]
        shown = read(render("topic.md.j2", view)).texts("span", class_="rules__held")
        assert sorted(shown) == sorted(held), name


def test_a_rule_is_shown_with_a_text_for_which_its_answer_is_assumed(
    topics: dict[str, TopicView], computed: ComputedCodex
) -> None:
    """A script hides the rules on which none of the chosen texts speaks."""
    speaking = {
        values["id"].removeprefix("rule-"): values["data-speaks"].split()
        for view in topics.values()
        for _tag, values, _text in read(render("topic.md.j2", view)).found
        if values.get("class") == "rule"
    }
    assumed = {
        (siglum, each.record.key)
        for siglum, table in computed.tables.items()
        for each in table.assumed.by_name.values()
    }
    assert assumed
    assert [(siglum, key) for siglum, key in sorted(assumed) if siglum not in speaking[key]] == []


def test_where_a_source_is_silent_its_kind_of_silence_stands(
    topics: dict[str, TopicView], computed: ComputedCodex
) -> None:
    elements = read(render("topic.md.j2", topics["settlement"]))
    listed = [text for text in elements.texts("li") if text.partition(" ")[0] in computed.tables]
    shown = [text.partition("Assumed by us, no rule of ")[0] for text in listed]  # what is ours has its own test
    assert shown
    silences = [
        (siglum, computed.tables[siglum].silence(row.key))
        for row in sorted(topics["settlement"].rows, key=lambda row: not row.differing)  # what differs stands first
        for siglum in computed.tables
        if row.key not in computed.tables[siglum].statements
    ]
    assert shown == [
        f"{siglum} {silence.silence}" + (f": {words(topics['settlement'].note(silence.note))}" if silence.note else "")
        for siglum, silence in silences
    ]


def test_a_key_in_a_note_is_shown_by_its_title_with_a_link(
    site: Site, topics: dict[str, TopicView], computed: ComputedCodex
) -> None:
    """A note says `see counting.win_at`; a reader sees no key, but what it asks for and where that stands."""
    notes = [
        view.note(note)
        for view in topics.values()
        for row in view.rows
        for cell in row.cells
        for note in (cell.silence.note, *(reading.note for reading in cell.readings))
    ]
    bare = re.compile(rf"\b(?:{'|'.join(computed.topics.by_name)})\.[a-z_*]")
    assert not [words(note) for note in notes if bare.search(words(note))]
    (parts,) = [note for note in notes if words(note).startswith("No sum is named")]  # 1863: revoke.penalty
    there = site.router.rule("settlement.pool.loser_sets").link_from(site.router.topic("revoke").page)
    assert [part for part in parts if part.href] == [Link("“The loser sets the sum of the stakes”", there)]


def _heads(computed: ComputedCodex) -> set[str]:
    """The keys at which it counts that a game lacks an institution, read by PyYAML alone."""
    institutions = yaml.load((computed.project.rules / "comparison.yaml").read_bytes(), yaml.BaseLoader)["institutions"]
    return {institution["head"] for institution in institutions.values()}


def test_rows_in_which_eras_are_known_to_differ_are_marked_counted_and_open(
    topics: dict[str, TopicView], computed: ComputedCodex
) -> None:
    heads = _heads(computed)
    for view in topics.values():
        changed = {f"rule-{row.key}" for row in view.rows if row.differing}
        for row in view.rows:
            told = {cell.siglum for cell in row.cells if any(r.grade != "disputed" for r in cell.readings)}
            lacks = {cell.siglum for cell in row.cells if cell.silence.silence == "not applicable"}
            differing = {era for pair in row.differing for era in pair}
            assert told | lacks >= differing or row.key in heads, row.key  # who differs speaks, or has none of it
            assert all(told.intersection(pair) for pair in row.differing)
        rows, folded, brief = _rows(view)
        assert {anchor for anchor, values in rows.items() if values.get("data-differs")} == changed
        assert {anchor for anchor in rows if not folded[anchor]} == changed
        assert view.changed == len(changed)
        for row in view.rows:  # and what is folded says in a line who says what
            told_briefly = [(c.siglum, view.brief(c) if c.readings else c.silence.silence) for c in row.cells]
            assert brief[f"rule-{row.key}"] == "".join(f" {siglum} {words}" for siglum, words in told_briefly)


def _rows(view: TopicView) -> tuple[dict[str, dict[str, str]], dict[str, bool], dict[str, str]]:
    """Of each rule on the page: the attributes, whether it is folded, and its line in brief."""
    rows: dict[str, dict[str, str]] = {}
    folded: dict[str, bool] = {}
    brief: dict[str, str] = {}
    for tag, values, text in read(render("topic.md.j2", view)).found:
        if values.get("class") == "rule":
            rows[current := values["id"]] = values
        elif tag == "details" and rows and current not in folded:
            folded[current] = "open" not in values
        elif values.get("class") == "rule__brief":
            brief[current] = "".join(text)
    return rows, folded, brief


def test_what_is_folded_is_what_nobody_differs_in_as_the_files_themselves_have_it(
    topics: dict[str, TopicView], computed: ComputedCodex
) -> None:
    """Read by PyYAML alone: where the texts that answer give one and the same answer, only a lack opens the rule."""
    rules = computed.project.rules
    answers: dict[str, dict[str, list[Any]]] = {}
    lacks = _heads(computed)
    for siglum in computed.tables:
        for file in (rules / siglum).glob("*.yaml"):
            read_ = yaml.load(file.read_bytes(), yaml.BaseLoader)
            if file.stem == "silences":
                lacks |= {key for each in read_ if each["silence"] == "not applicable" for key in each["keys"]}
            elif file.stem not in (
                "set_aside",
                "assumed",
                "borrowed",
                "today",
            ):  # what is borrowed, or said for today, is no answer
                for key, statements in _stated(file.stem, read_):
                    answers.setdefault(key, {})[siglum] = statements
    folded = {anchor: shut for view in topics.values() for anchor, shut in _rows(view)[1].items()}
    assumed = {each["key"] for file in rules.glob("*/assumed.yaml") for each in yaml.safe_load(file.read_bytes())}
    assert len(folded) == len({*answers} | assumed)
    compared = 0
    for key, by_siglum in answers.items():
        single = [statements[0] for statements in by_siglum.values() if len(statements) == 1]
        if len(single) == len(by_siglum) and not any("when" in s or s.get("grade") == "disputed" for s in single):
            same = all((s["value"], s.get("unit")) == (single[0]["value"], single[0].get("unit")) for s in single)
            if same and key not in lacks:
                assert folded[f"rule-{key}"], key
                compared += len(single) > 1
    assert compared > 20  # two texts at least answer, each once
    # 1754:1 and 1840:7.1, 1754:1 and 1840:2.1, 1754:17 and 1840:4.1; 1754 knows no bidding, 1840:26.3
    for key in ("game.players", "pack.cards", "rank.tarocks_highest", "bidding.games"):
        assert not folded[f"rule-{key}"], key


def _stated(key: str, node: Any) -> Iterator[tuple[str, list[Any]]]:
    """The keys below a node of a table with what is stated on each."""
    if isinstance(node, list) or "value" in node:
        yield key, node if isinstance(node, list) else [node]
    else:
        for name, below in node.items():
            yield from _stated(f"{key}.{name}", below)


def test_the_overview_sets_the_families_side_by_side(site: Site, computed: ComputedCodex) -> None:
    """Three with 78 cards in 1754:1 and 1863:1-2; four with 54 in 1840:2.1, 7.1 and 1945:allg.1.1, allg.2.2.1."""
    view = OverviewView(site, PAGE)
    families = [["1754", "1863"], ["1840", "1945"]]
    assert [sigla for title, sigla in view.families if title] == families
    assert view.order[:4] == [siglum for sigla in families for siglum in sigla]  # what is of no family stands last
    assert sorted(view.order) == sorted(site.corpus.sources)
    lines = {headline.title: cells for _title, group in view.groups for headline, cells in group}
    packs = [[reading.shown for reading in cell.readings] for cell in lines["Cards in the pack"]]
    assert packs[:4] == [["78 cards"], ["78 cards"], ["54 cards"], ["54 cards"]]
    text = render("rules.md.j2", view)
    assert "(the missing pages of 1945)" in text  # its first page of five is all that we have
    counted = [int(text.partition(" ")[0]) for text in read(text).texts("span", class_="rules__count")]
    assert counted == [len(rows) for rows in site.compared.values()]


def test_a_line_of_the_overview_keeps_to_its_case(site: Site) -> None:
    """The silent Pagat of 1840 brings a Consulation (47.1), not the two of the announced one (47.2)."""
    lines = {headline.title: cells for _title, group in OverviewView(site, PAGE).groups for headline, cells in group}
    (of_1840,) = (c for c in lines["The Pagat in the last trick, unannounced"] if c.siglum == "1840")
    assert {reading.shown.partition(" ")[0] for reading in of_1840.readings} == {"1"}


def test_what_the_sources_call_the_same_things_stands_with_its_passages(site: Site) -> None:
    names = [cells for _headline, cells in OverviewView(site, PAGE).names]
    told = {(reading.shown, reading.ref) for cells in names for cell in cells for reading in cell.readings}
    assert {("Volat", "1840:60.1"), ("Vole", "1863:23")} <= told
    assert all(sum(bool(cell.readings) for cell in cells) > 1 for cells in names)


def test_an_unknown_key_in_the_overview_is_named(codex: Project, computed: ComputedCodex) -> None:
    replace_once(codex.rules / "overview.yaml", "key: king.called", "key: king.cold")
    with pytest.raises(CodexError, match=r"asks for `king\.cold`; .*king\.called"):
        _ = OverviewView(Site(like(computed, codex)), PAGE).groups


def test_the_quotes_of_a_withheld_source_are_left_out_and_its_values_stay(computed: ComputedCodex) -> None:
    view = make_topic(Site(computed, public_domain_only=True), "pack")
    quoted = {siglum: bool(values[0].quote) for (_key, siglum), values in _shown(view).items()}
    assert quoted == {siglum: siglum != "1945" for siglum in quoted}
    assert "1945" in quoted


# Charts


def test_bars_are_drawn_to_one_scale_and_the_longest_fills_the_room() -> None:
    sizes = [(32, 22), (25, 3), (7, 0)]
    bars = [Bar(str(index), (("a", first), ("b", second))) for index, (first, second) in enumerate(sizes)]
    chart = Chart("x", "X", "cards", [*bars, Bar("none", note="not stated")])
    assert chart.scale == pytest.approx(ROOM / 54)
    for bar, size in zip(bars, sizes, strict=True):
        (start, length, _, _), (other_start, other_length, _, _) = chart.pieces(bar)
        assert [length * 54 / ROOM, other_length * 54 / ROOM] == pytest.approx(size)
        assert start == 0
        assert other_start == pytest.approx(length)
    assert (chart.bars[-1].describe("cards"), list(chart.pieces(chart.bars[-1]))) == ("not stated", [])


def test_the_parts_of_stacked_bars_have_the_first_colours_and_equal_ones_are_counted() -> None:
    stacked = Bar("b", (("y", 3), ("y", 3), ("z", 1)))
    drawn = Chart("x", "X", "cards", [Bar("a", (("x", 5),)), stacked])
    assert drawn.names == ["y", "z", "x"]
    assert [[colour for _, _, colour, _ in drawn.pieces(bar)] for bar in drawn.bars] == [[3], [1, 1, 2]]
    assert drawn.description == "a: 5 cards; b: 7 (2 × 3 + 1)."
    assert Chart("x", "X", "cards", [Bar("none", note="lost")]).scale == ROOM  # nothing to draw


def test_the_drawn_bars_of_the_packs_are_as_long_as_the_packs_are_large(site: Site, computed: ComputedCodex) -> None:
    rules = [table.find_rule("pack.cards") for table in computed.tables.values()]
    packs = [rule.value for rule in rules if rule]
    svg = render("rules.md.j2", OverviewView(site, PAGE)).partition("</svg>")[0].partition("<svg")[2]
    bars: dict[str, float] = {}
    for tag, values, text in read(f"<svg{svg}</svg>").found:
        if tag == "rect":
            era = "".join(text).partition(":")[0]
            bars[era] = bars.get(era, 0) + float(values["width"])
    assert len(set(packs)) > 1
    assert [length / max(bars.values()) for length in bars.values()] == pytest.approx(
        [pack / max(packs) for pack in packs], abs=0.001
    )
    assert max(bars.values()) == pytest.approx(ROOM, abs=0.1)


def test_the_charts_say_what_the_texts_say(site: Site) -> None:
    """Each number is one of the text, or a sum of such.

    78 leaves (1754:1), 25 for each of three and 3 more (1754:1, 1863:2), 12 for each of four and 6 in the talon
    (1840:14.1, 14.2, 1945:allg.2.1.1); four suits of eight and 22 trumps (1840:2.1, 1945:allg.2.2.1), 21 and the Sckis
    (1754:10, 17); 78 points (1754:21), 70 (1840:6.18, 1945:allg.2.3.9); 10 of each for the Pagat (1754:15). Of 1945 the
    prices are lost; 1863 names neither tarocks nor points.
    """
    other, lost = "left to another game", "lost"
    charts = {chart.ident: chart for chart in OverviewView(site, PAGE).charts}
    read_ = ("1754", "1840", "1863", "1945")
    bars = {name: [bar for bar in chart.bars if bar.label.startswith(read_)] for name, chart in charts.items()}
    told = {name: {bar.label: bar.describe(charts[name].unit) for bar in bars[name]} for name in charts}
    for name, labels in told.items():
        assert {label[:4] for label in labels} == {*read_}, name
    assert told["chart-hands"] == {
        "1754": "78 (3 × 25 + 3)", "1840": "54 (4 × 12 + 6)", "1863": "78 (3 × 25 + 3)", "1945": "54 (4 × 12 + 6)"
    }  # fmt: skip
    assert told["chart-points"] == {"1754": "78 points", "1840": "70 points", "1863": other, "1945": "70 points"}
    prices = told["chart-ultimo"]
    assert (prices["1754, from each"], prices["1863"], prices["1945"]) == ("10 points", other, lost)
    assert [bar.label for bar in bars["chart-ultimo"] if bar.note] == ["1863", "1945"]
    assert charts["chart-hands"].names == ["a hand", "talon or excess"]
    assert told["chart-pack"] == {
        "1754": "78 (56 + 22)", "1840": "54 (32 + 22)", "1863": "78 cards", "1945": "54 (32 + 22)"
    }  # fmt: skip
    assert charts["chart-pack"].names == ["suit cards", "trumps", "cards"]
    hands, packs = charts["chart-hands"], charts["chart-pack"]
    colours = [colour for bar in bars["chart-hands"] for _, _, colour, _ in hands.pieces(bar)]
    assert colours == [1, 1, 1, 2, 1, 1, 1, 1, 2] * 2
    said = [words for _, _, _, words in packs.pieces(packs.bars[1])]
    assert said == ["1840: 32 suit cards", "1840: 22 trumps"]


def test_a_source_of_no_family_stands_last_without_a_title(codex: Project, computed: ComputedCodex) -> None:
    replace_once(codex.rules / "overview.yaml", '["1840", "1945"]', '["1945"]')
    view = OverviewView(Site(like(computed, codex)), PAGE)
    *titled, (untitled, others) = view.families
    assert titled == [("Three players, long pack", ["1754", "1863"]), ("Four players, short pack", ["1945"])]
    assert (untitled, others[0]) == ("", "1840")


def test_the_overview_counts_the_rules_that_changed(site: Site, topics: dict[str, TopicView]) -> None:
    shown = read(render("rules.md.j2", OverviewView(site, PAGE))).texts("span", class_="rules__count")
    assert shown == [
        f"{len(topic.rows)} rules" + (f", {topic.changed} known to differ" if topic.changed else "")
        for topic in topics.values()
    ]


def test_the_price_of_the_pagat_grows_with_each_raise(site: Site, computed: ComputedCodex) -> None:
    """1840:43.3 gives the middle Consulation 50 points; 51 to 56 say how often it is paid."""
    rules = computed.tables["1840"]
    made = (rules.effective[f"ultimo.bonus[announced={said},contract=dreier]"].value for said in ("false", "true"))
    silent, announced = made
    raises = [rules.effective[f"announcements.raise_factor[call={call}]"].value for call in ("contra", "re", "supra")]
    expected = [50 * silent, 50 * announced]
    for times in raises:
        expected.append(expected[-1] * times)
    drawn = next(c for c in OverviewView(site, PAGE).charts if c.ident == "chart-ultimo")
    first = next(index for index, bar in enumerate(drawn.bars) if bar.label.startswith("1840"))
    assert [bar.describe(drawn.unit) for bar in drawn.bars[first : first + 5]] == [
        f"{points} points" for points in expected
    ]
    assert drawn.title == "The price of the Pagat in the last trick (1840: middle consolation, at a Dreier)"


def test_the_columns_are_the_sources_and_lead_to_them(site: Site) -> None:
    elements = read(render("rules.md.j2", OverviewView(site, PAGE)))
    heads = elements.texts("th", scope="col")[1 : 1 + len(site.corpus.sources)]
    assert sorted(heads) == sorted(site.corpus.sources)
    links = {values.get("href") for _tag, values, _text in elements.found}
    assert {f"../sources/{siglum}/index.html" for siglum in heads} <= links
