"""The rules of four eras: an overview, charts, and a page per topic with the eras side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock import yamlio
from tarock.publish.charts import Bar, bar_chart
from tarock.publish.html import attributes, badge, block, esc, heading, link, page
from tarock.publish.places import relative
from tarock.rules.compare import Cell, Row, cell

if TYPE_CHECKING:
    from tarock.publish.places import Site
    from tarock.rules.tables import Statement, Table

INDEX = "rules/index.md"


class Headline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the overview: its title and the keys that answer it, the first stated one wins."""

    title: str
    keys: tuple[str, ...]


def topic_path(topic: str) -> str:
    """The page of a topic."""
    return f"rules/{topic}.md"


def row_anchor(key: str) -> str:
    """The anchor of a key on its topic's page."""
    return f"rule-{key}"


def rule_pages(site: Site) -> dict[str, str]:
    """All pages about the rules, by path."""
    pages = {INDEX: _index(site)}
    for name, rows in site.compared.items():
        topic = site.codex.topics.by_name[name]
        path = topic_path(name)
        pages[path] = page(
            topic.title,
            f"# {topic.title}\n",
            f"{topic.about}\n",
            _filter(rows),
            _table(site, path, rows),
            wide=True,
            description=f"{topic.title}: the rules of 1754, 1840, 1863 and 1945 side by side.",
        )
    return pages


def _index(site: Site) -> str:
    document = yamlio.load(site.codex.project.rules / "overview.yaml")
    headlines = [document.convert(Headline, record, index) for index, record in enumerate(document.data)]
    lines = [
        f'<tr><th scope="row">{esc(one.title)}</th>'
        + "".join(_headline_cell(site, table, one.keys) for table in site.codex.tables.values())
        + "</tr>"
        for one in headlines
    ]
    topics = []
    for name, rows in site.compared.items():
        topic = site.codex.topics.by_name[name]
        changed = sum(row.changed for row in rows)
        topics.append(
            f"<li>{link(relative(topic_path(name), INDEX), esc(topic.title))} "
            f'<span class="rules__count">{len(rows)} rules, {changed} known to differ</span><br>{esc(topic.about)}</li>'
        )
    return page(
        "Rules",
        "# The rules of four eras\n",
        "Every value below is quoted from the paragraph that it links to. Where a source says nothing, that is said too: "
        "*not stated*, *lost* (the missing pages of 1945) or *not applicable*.\n",
        heading(2, "What changed from 1754 to 1945", "what-changed"),
        block(
            f'<div class="rules-wrap"><table class="rules rules--brief">{_head(site)}<tbody>',
            *lines,
            "</tbody></table></div>",
        ),
        heading(2, "In pictures", "in-pictures"),
        block('<div class="charts">', *_charts(site), "</div>"),
        heading(2, "All topics", "all-topics"),
        block('<ul class="rules__topics">', *topics, "</ul>"),
        wide=True,
        description="What changed in the rules of Tarock from 1754 to 1945, value by value, each with its paragraph.",
    )


def _headline_cell(site: Site, table: Table, keys: tuple[str, ...]) -> str:
    """The first key that the source states; one that is not the line's first says what it is."""
    cells = [cell(table, key) for key in keys]
    number = next((index for index, one in enumerate(cells) if one.readings), 0)
    made = _cell(site, INDEX, cells[number], brief=True)
    entry = site.codex.topics.entry(keys[number])
    if not number or entry is None:
        return made
    return made.replace("</td>", f'<p class="rules__note">{esc(entry.title)}</p></td>')


def _filter(rows: list[Row]) -> str:
    changed = sum(row.changed for row in rows)
    return block(
        '<form class="rules__filter" data-of="rules" hidden><label><input type="checkbox" data-filter-changed> '
        "Only what is known to differ "
        f"({changed} of {len(rows)})</label> "
        '<label>Find <input type="search" data-filter-words></label><output role="status"></output></form>'
    )


def _head(site: Site) -> str:
    eras = "".join(
        f'<th scope="col">{link(relative(site.part_pages[siglum][0].path, INDEX), siglum)}</th>'
        for siglum in site.codex.tables
    )
    return f'<thead><tr><th scope="col"><span class="hidden">Rule</span></th>{eras}</tr></thead>'


def _table(site: Site, path: str, rows: list[Row]) -> str:
    lines = []
    for row in rows:
        opening = attributes(id=row_anchor(row.key), data_changed="yes" if row.changed else None)
        lines.append(
            f'<tr{opening}><th scope="row">{esc(row.entry.title)}<code class="rules__key">{_breakable(row.key)}</code></th>'
            + "".join(_cell(site, path, one) for one in row.cells)
            + "</tr>"
        )
    return block(f'<div class="rules-wrap"><table class="rules">{_head(site)}<tbody>', *lines, "</tbody></table></div>")


def _breakable(key: str) -> str:
    """A key that may break after its dots and underscores."""
    return esc(key).replace(".", ".<wbr>").replace("_", "_<wbr>")


def _cell(site: Site, path: str, one: Cell, *, brief: bool = False) -> str:
    if not one.readings:
        note = f'<p class="rules__note">{esc(one.silence.note)}</p>' if one.silence.note and not brief else ""
        return f'<td{attributes(data_era=one.siglum)} class="rules__silent">{esc(one.silence.silence)}{note}</td>'
    readings = "".join(_reading(site, path, reading, brief) for reading in one.readings)
    return f"<td{attributes(data_era=one.siglum)}>{readings}</td>"


def _reading(site: Site, path: str, reading: Statement, brief: bool) -> str:
    refs = ", ".join(
        link(site.href(ref, path), esc(ref.partition(":")[2]), class_="rules__ref")
        for ref in dict.fromkeys(support.ref for support in reading.supports)
    )
    grade = "" if reading.grade == "stated" else f' <span class="rules__grade">{esc(_GRADES[reading.grade])}</span>'
    shown = f'<p class="rules__value">{esc(reading.shown)} {refs}{grade}</p>'
    if brief:
        return shown
    note = f'<p class="rules__note">{esc(reading.note)}</p>' if reading.note else ""
    held = f'<p class="rules__held">{badge("held")}</p>' if site.hold(reading) == "held" else ""
    return shown + quotes(site, reading) + note + held


_GRADES = {"implied": "implied", "example": "by example", "disputed": "reported and rejected"}


def quotes(site: Site, reading: Statement) -> str:
    """The words that a value rests on; left out where the text of the source is."""
    if site.withheld(reading.siglum):
        return ""
    words = " … ".join(support.quote for support in reading.supports)
    return f'<p class="rules__quote" lang="de" data-search-exclude>{esc(words)}</p>'


def _number(table: Table, key: str) -> int | None:
    rule = table.rule(key)
    return rule.value if rule is not None and isinstance(rule.value, int) else None


def _silence_note(table: Table, key: str) -> str:
    return table.silence(key).silence


def _charts(site: Site) -> list[str]:
    tables = site.codex.tables
    packs, points, hands = [], [], []
    for siglum, table in tables.items():
        cards, tarocks = _number(table, "pack.cards"), _number(table, "pack.tarocks")
        if cards and tarocks:
            packs.append(Bar(siglum, (("suit cards", cards - tarocks), ("tarocks", tarocks))))
        elif cards:
            packs.append(Bar(siglum, (("cards", cards),)))
        else:
            packs.append(Bar(siglum, note=_silence_note(table, "pack.cards")))
        total = _number(table, "counting.total")
        points.append(
            Bar(siglum, (("points", total),)) if total else Bar(siglum, note=_silence_note(table, "counting.total"))
        )
        hand, rest = _number(table, "deal.hand"), _number(table, "deal.talon") or _number(table, "deal.dealer_extra")
        players = table.rule("game.players")
        count = players.value[0] if players and isinstance(players.value, list) else 0
        if hand and rest and count:
            hands.append(Bar(siglum, (*[("a hand", hand)] * count, ("talon or excess", rest))))
    return [
        bar_chart("chart-pack", "Cards in the pack", packs, "cards"),
        bar_chart("chart-points", "Points in the whole pack", points, "points"),
        bar_chart("chart-hands", "Hands, and talon or excess", hands, "cards"),
        _ultimo_chart(site),
    ]


def _ultimo_chart(site: Site) -> str:
    """The price of the Pagat in the last trick; for 1840 at the Consulation that holds unless agreed."""
    tables = site.codex.tables
    bars = []
    for siglum, table in tables.items():
        last = _number(table, "ultimo.won_last")
        times = _number(table, "ultimo.silent.dreier")
        size = table.rule("settlement.consulation.default")
        base = _number(table, f"settlement.consulation.{size.value}.dreier") if size else None
        if last:
            bars.append(Bar(f"{siglum}, from each", (("points", last),)))
        elif times and base:
            announced = (_number(table, "ultimo.announced.dreier") or 0) * base
            bars.append(Bar(f"{siglum}, in silence", (("points", times * base),)))
            bars.append(Bar("announced", (("points", announced),)))
            for name in ("contra", "re", "supra"):
                announced *= _number(table, f"ultimo.{name}") or 1
                bars.append(Bar(name, (("points", announced),)))
        else:
            bars.append(Bar(siglum, note=_silence_note(table, "ultimo.silent.dreier")))
    title = "The price of the Pagat in the last trick (1840: middle Consulation, at a Dreier)"
    return bar_chart("chart-ultimo", title, bars, "points")
