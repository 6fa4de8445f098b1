"""`tarock compare`: topics × eras, each cell a value with its reference or a kind of silence."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.rules.compare import Row, compare_tables, find_answer
from tarock.rules.compare_text import COLUMNS, render_rows
from tarock.rules.comparison_rules import ComparisonRules
from tarock.rules.tables import EraTable
from tarock.rules.topics import load_topics
from tests.conftest import SIGLA, Run
from tests.helpers import replace_once

NS, NA, LOST, LEFT = "not stated", "not applicable", "lost", "left to another game"

# Read in the sources, not from the program: for each key the cells of `READ`.
ROWS: list[tuple[str, list[tuple[str, str]]]] = [
    # "mit 78. Blättern" · "vier und fünfzig Blättern" · three hands of 25 and three cards · "insgesamt 54 Blatt"
    ("pack.cards", [
        ("78 cards", "1754:1"), ("54 cards", "1840:2.1"), ("78 cards (implied)", "1863:2"),
        ("54 cards", "1945:allg.2.2.1"),
    ]),
    # "Ein König gilt 5" · "jeder der sieben Honneurs fünf" · nothing on Augen of cards · "König: 5 Punkte"
    ("card_points.koenig", [
        ("5 points", "1754:16"), ("5 points", "1840:5.1"), (f"{LEFT} (assumed by us: 5 points)", ""),
        ("5 points / in thirds: 13 thirds", "1945:allg.2.3.3"),
    ]),
    # "kann nicht gestochen werden, auch nicht stechen" · "der Höchste, welcher alle übersticht" · - · "höchste Tarock"
    ("rank.scues_nature", [
        ("excuse", "1754:7"), ("highest trump", "1840:4.1"), (f"{LEFT} (assumed by us: excuse)", ""),
        ("highest trump", "1945:allg.2.2.5"),
    ]),
    # "das Spiel ist ungültig" · "kann kein Spiel gemacht werden" and § 16 · "ist ungültig" · "Noch einmal geben"
    ("misdeal.deal_void", [
        ("misdeal: yes", "1754:3"),
        ("misdeal: yes / dealt out of turn: yes / after the next deal, dealt out of turn: no", "1840:19.1"),
        # of a game that was played, whatever the cause
        ("misdeal: yes (implied) / wrong number reported too late: yes (implied)", "1863:27"),
        ("misdeal: yes (implied)", "1945:bes.A.2.4.2"),
    ]),
    ("revoke.penalty", [
        ("5 points", "1754:5"), ("1 consolation of a single Dreier", "1840:65.3"), (NS, ""),
        (f"{LOST} (assumed by us: 1)", ""),
    ]),
    ("deal.hand", [
        ("25 cards (implied)", "1754:1"), ("12 cards", "1840:14.1"), ("25 cards", "1863:2"),
        ("12 cards", "1945:allg.2.1.1"),
    ]),
    ("deal.talon", [
        (NA, ""), ("6 cards", "1840:14.2"), ("talon dealt first: 3 cards (option)", "1863:2"),
        ("6 cards", "1945:allg.2.1.1"),
    ]),
    # each his 26 · "fünf und dreißig Points … Remis" · "39" · the minima 107 and 104 leave no Remis of 210
    ("counting.remis_at", [
        ("26 points (implied)", "1754:20"), (
            "35 points, also with 1 card left over / card by card: 53 points (rejected)", "1840:6.19",
        ),
        ("39 points (implied)", "1863:21"), (NA, ""),
    ]),
    # the gain is counted from 26 · from 35 (36 wins by one) · "über 39" · on a lost page
    ("counting.margin_from", [
        ("26 points", "1754:20"), ("35 points (implied) / card by card: 53 points (rejected)", "1840:6.18"),
        ("39 points / lost: 39 points (implied; or: 40 points)", "1863:16"),
        (f"{LOST} (assumed by us: 35 points)", ""),
    ]),
    # 1840 "höchstens drei Mal coupirt, d. h. … in nicht mehr als drei Theile", which two cuts make · "bis zu drei Mal"
    ("deal.cut_maximum", [
        (NS, ""), ("3 cuts (or: 2 cuts)", "1840:13.1"), (LEFT, ""), ("3 cuts", "1945:allg.2.1.1"),
    ]),
    ("counting.total", [
        ("78 points", "1754:21"), ("70 points / card by card: 106 points (rejected)", "1840:6.18"), (LEFT, ""),
        ("70 points / in thirds: 210 thirds", "1945:allg.2.3.9"),
    ]),
    ("discard.who", [
        ("dealer", "1754:1"), ("declarer", "1840:35.2"),
        ("talon dealt last: dealer / talon dealt first: declarer (option)", "1863:3"), (LOST, ""),
    ]),
    ("play.must_tarock", [
        ("yes (implied)", "1754:17"), ("yes", "1840:63.2"), ("yes", "1863:29"), (f"{LOST} (assumed by us: yes)", ""),
    ]),
    ("king.called", [(NA, ""), ("yes", "1840:1.1"), (NA, ""), (f"{LOST} (assumed by us: yes)", "")]),
    ("volat.name", [(NS, ""), ("Volat", "1840:60.1"), ("Vole", "1863:23"), (LOST, "")]),
]  # fmt: skip
CHANGED = {  # play.must_tarock and card_points.koenig are the same wherever they are stated; Volat and Vole are names;
    # who lays away, and where Remis is, goes with who takes the cards and with the limit; a talon is there as an option
    "pack.cards", "rank.scues_nature", "revoke.penalty", "deal.hand", "counting.total", "king.called",
}  # fmt: skip


READ = ("1754", "1840", "1863", "1945")  # the sources of these cells


def one_row(tables: dict[str, EraTable], comparison_rules: ComparisonRules, key: str) -> Row:
    (row,) = compare_tables({siglum: tables[siglum] for siglum in READ}, comparison_rules, topic=key)
    return row


@pytest.mark.parametrize(("key", "cells"), ROWS, ids=[key for key, _ in ROWS])
def test_the_row_says_what_the_four_texts_say(
    tables: dict[str, EraTable], comparison_rules: ComparisonRules, key: str, cells: list[tuple[str, str]]
) -> None:
    row = one_row(tables, comparison_rules, key)
    assert [(c.text, c.refs[0] if c.refs else "") for c in row.cells] == cells
    assert [c.siglum for c in row.cells] == list(READ)
    assert row.changed == (key in CHANGED)


@pytest.mark.parametrize("pair", [("1754", "1840"), ("1840", "1863"), ("1754", "1945"), ("1863", "1945")])
def test_no_points_are_said_to_win_without_the_cards_they_need(run: Run, pair: tuple[str, str]) -> None:
    """35 points are Remis and lost (1840:6.19); with two cards left over they win (1840:6.24, 1945:allg.2.3.17)."""
    (row,) = [
        line for line in run("compare", *pair, "--format", "markdown").out.splitlines() if "Points that win" in line
    ]
    said = re.findall(r"\b3[45] points\b[^/(|]*", row)
    assert said
    assert [text.strip() for text in said if "and 2 cards" not in text] == []


def test_what_is_part_of_an_answer_is_shown_in_its_case_alone(tables: dict[str, EraTable]) -> None:
    at = {s.ident: s.shown for s in tables["1840"].statements["counting.win_at"]}
    assert at["counting.win_at[party=declarer]"] == "35 points and 2 cards"
    assert at["counting.win_at[method=card by card,party=declarer]"] == "54 points"  # 54 win by themselves (6.2)
    (remis,) = [s.shown for s in tables["1840"].statements["counting.remis_at"] if not s.case]
    assert remis == "35 points, also with 1 card left over"  # 6.25


def test_what_stands_beside_a_key_is_a_key(codex: Project) -> None:
    path = codex.rules / "keys" / "counting.yaml"
    path.write_text(path.read_text("utf-8").replace("{key: counting.win_at_cards,", "{key: counting.nothing,"), "utf-8")
    with pytest.raises(CodexError, match=r"counting\.nothing"):
        load_topics(codex)


def test_a_rejected_practice_is_shown_last_and_does_not_hold(tables: dict[str, EraTable]) -> None:
    # § 59: a stake beside the Consulation "läßt sich mit diesem Spiele nicht vereinigen"
    both = find_answer(tables["1840"], "ultimo.extra_stake")
    assert (both.text, both.effective_text) == ("no / yes (rejected)", "no")
    partly = find_answer(tables["1840"], "card_points.plain")
    assert (partly.text, partly.effective_text) == ("1/3 point / card by card: 1 point (rejected)", "1/3 point")


SAME = (
    "pack.suits", "pack.pips", "rank.order", "rank.tarocks_lowest", "settlement.loss_reckoned_alike",
    "card_points.mond", "deal.knock_allowed",
)  # fmt: skip


@pytest.mark.parametrize("key", SAME)
def test_the_same_rule_in_other_words_is_not_changed(
    tables: dict[str, EraTable], comparison_rules: ComparisonRules, key: str
) -> None:
    row = one_row(tables, comparison_rules, key)
    assert sum(bool(c.readings) for c in row.cells) >= 2
    assert not row.changed


def test_changed_keeps_what_differs_and_what_may(
    tables: dict[str, EraTable], comparison_rules: ComparisonRules
) -> None:
    everything = compare_tables(tables, comparison_rules)
    changed = compare_tables(tables, comparison_rules, changed=True)
    assert changed == [row for row in everything if row.changed or row.is_open]
    assert any(row.is_open for row in changed)
    assert 0 < len(changed) < len(everything)
    assert [row.key for row in everything] == [
        key
        for key in comparison_rules.topics
        if any(key in t.statements or t.assumed.on_key(key) for t in tables.values())
    ]
    assert {row.key for row in compare_tables(tables, comparison_rules, stated=False)} == set(comparison_rules.topics)


def test_a_topic_or_any_part_of_a_key_selects(tables: dict[str, EraTable], comparison_rules: ComparisonRules) -> None:
    pool = compare_tables(tables, comparison_rules, topic="settlement.pool")
    assert [row.key for row in pool] == [
        f"settlement.pool.{key}"
        for key in ("set_by", "name", "count", "stake_counters", "winner_draws", "loser_sets", "sum_is", "set_anew")
    ]
    assert {row.topic for row in compare_tables(tables, comparison_rules, topic="ultimo")} == {"ultimo"}
    with pytest.raises(CodexError, match=r"unknown topic `ultim`; expected one of game, pack, .*, or ultimo"):
        compare_tables(tables, comparison_rules, topic="ultim")
    with pytest.raises(CodexError, match=r"unknown topic `pack\.card`"):
        compare_tables(tables, comparison_rules, topic="pack.card")  # no key begins with these words and a dot


# --- the command ------------------------------------------------------------------------------------------


def test_csv_has_a_line_for_each_reading_or_silence(run: Run, tables: dict[str, EraTable]) -> None:
    outcome = run("compare", "--format", "csv")
    assert outcome.status == 0
    header, *lines = csv.reader(io.StringIO(outcome.out))
    assert tuple(header) == COLUMNS
    found = [dict(zip(header, line, strict=True)) for line in lines]
    by_source = {siglum: [line for line in found if line["source"] == siglum and line["id"]] for siglum in SIGLA}
    for siglum, table in tables.items():
        second = sum(statement.other_reading is not None for statement in table)
        assert len(by_source[siglum]) == sum(1 for _ in table) + second
        assert {line["id"] for line in by_source[siglum]} == {statement.id for statement in table}
    (queen,) = [line for line in found if (line["source"], line["key"]) == ("1754", "card_points.dame")]
    assert (queen["value"], queen["unit"], queen["type"], queen["grade"]) == ("4", "points", "integer", "stated")
    assert (queen["passage"], queen["quote"]) == ("1754:16", "eine Dame 4")
    (silent,) = [line for line in found if (line["source"], line["key"]) == ("1863", "card_points.dame")]
    assert (silent["id"], silent["value"], silent["grade"], silent["passage"]) == ("", "", LEFT, "1863:30")
    assert "1754/1840 same" in queen["differences"]
    plays = [line["value"] for line in found if line["key"] == "game.extra_player.plays" and line["value"]]
    assert [json.loads(value) for value in plays[:2]] == [False, True]


def test_json_carries_value_grade_reference_and_quote(run: Run) -> None:
    outcome = run("compare", "--json")
    assert run("compare", "--format", "json").out == outcome.out
    assert outcome.status == 0
    data = json.loads(outcome.out)
    assert data["eras"] == list(SIGLA)
    rows = {row["key"]: row for row in data["rows"]}
    queen = rows["card_points.dame"]
    assert (queen["type"], queen["unit"], queen["changed"]) == ("integer", "points", False)
    assert queen["eras"]["1754"]["readings"] == [
        {
            "id": "1754/card_points.dame",
            "value": 4,
            "shown": "4 points",
            "when": {},
            "unit": "points",
            "says": "A queen counts 4.",
            "grade": "stated",
            "note": "",
            "supports": [{"ref": "1754:16", "quote": "eine Dame 4"}],
            "other_reading": None,
        }
    ]
    left = queen["eras"]["1863"]
    assert (left["silence"], left["note"], left["borrowed"][0]["text"]) == ("left to another game", "", "meyers-1905")
    assert rows["pack.cards"]["changed"] is True
    assert rows["talon.bought"]["eras"]["1754"]["silence"] == "not applicable"
    assert rows["bidding.jump"]["eras"]["1945"] == {"silence": "lost", "note": ""}
    taken = rows["bidding.fold_max"]["eras"]["1945"]  # assumed beside the silence, and no reading of 1945
    assert (taken["silence"], [each["whence"] for each in taken["assumed"]]) == ("lost", ["1840:21.5"])
    extra = rows["ultimo.extra_stake"]["eras"]["1840"]["readings"]
    assert [(reading["value"], reading["grade"]) for reading in extra] == [(False, "stated"), (True, "disputed")]


def test_markdown_has_a_heading_per_topic_and_a_column_for_each_era(run: Run) -> None:
    outcome = run("compare", "1754", "1840", "--format", "markdown")
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "## The game and its players"
    assert lines[2:4] == ["| | kind | 1754 | 1840 |", "|---|---|---|---|"]
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 5 for line in lines if line.startswith("|"))
    (pack,) = [line for line in lines if line.startswith("| Cards in the pack |")]
    assert pack.startswith("| Cards in the pack | differs")
    assert pack.endswith("| 78 cards (1754:1) | 54 cards (1840:2.1) |")


def test_a_bar_in_a_value_does_not_break_the_markdown(
    tables: dict[str, EraTable], comparison_rules: ComparisonRules
) -> None:
    from msgspec.structs import replace

    (row,) = compare_tables({"1863": tables["1863"]}, comparison_rules, topic="terms.dealer")
    bar = replace(tables["1863"].statements["terms.dealer"][0], value="a | b")
    text = render_rows(
        [replace(row, cells=(replace(row.cells[0], readings=(bar,)),))], ["1863"], "markdown", comparison_rules.topics
    )
    assert "| a \\| b (1863:2) |" in text


def test_the_table_shows_values_with_references_and_kinds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")  # wide enough for a reference in one line
    outcome = run("compare", "--topic", "pack.cards")
    assert outcome.status == 0
    counts, _blank, title, head, first, *_ = outcome.out.splitlines()
    assert "known to differ" in counts
    assert title == "The pack"
    assert head.split() == list(SIGLA)
    assert first.startswith("Cards in the pack")
    words = " ".join(outcome.out.split())
    for ref in ("1754:1", "1840:2.1", "1863:2", "1945:allg.2.2.1"):
        assert f"[{ref}]" in words


def test_without_a_topic_each_has_a_line_and_all_is_asked_for(run: Run, comparison_rules: ComparisonRules) -> None:
    report = json.loads(run("compare", "--json").out)["rows"]
    keys = Counter(row["key"].partition(".")[0] for row in report)
    lines = run("compare").out.splitlines()
    assert lines[0].startswith(f"{sum(row['changed'] for row in report)} known to differ")
    for topic, count in keys.items():
        (line,) = [line for line in lines if line.partition(" ")[0] == topic]
        assert f" {count} key" in line
    every = run("compare", "--all").out
    for topic in ("pack", "volat"):
        assert run("compare", "--topic", topic).out.partition("\n\n")[2] in every


@pytest.mark.parametrize("width", [20, 60, 80, 120, 300])
def test_the_table_fits_and_loses_nothing(
    tables: dict[str, EraTable], comparison_rules: ComparisonRules, width: int
) -> None:
    rows = compare_tables(tables, comparison_rules, topic="card_points")
    text = render_rows(rows, list(SIGLA), "table", comparison_rules.topics, width)
    assert all(line == line.rstrip() for line in text.splitlines())
    assert max(map(len, text.splitlines())) <= max(width, 20 + (1 + len(SIGLA)) * 16)
    for row in rows:
        for word in row.entry.title.split():
            assert word in text


def test_changed_on_the_command_line(run: Run) -> None:
    every = json.loads(run("compare", *READ, "--topic", "rank", "--format", "json").out)["rows"]
    some = json.loads(run("compare", *READ, "--topic", "rank", "--changed", "--format", "json").out)["rows"]
    # N. 21 and the Excuse beside it (1754:7, 17), the Scüs above all (1840:4.1, 1945:allg.2.2.5); the rest is alike
    assert {row["key"] for row in some} == {"rank.tarocks_highest", "rank.scues_nature"}
    assert len(every) > len(some)


def test_one_era_has_nothing_to_differ_from(run: Run) -> None:
    outcome = run("compare", "1840", "--changed", "--format", "json")
    assert json.loads(outcome.out)["rows"] == []
    said = run("compare", "1840", "--changed")
    assert (said.status, said.out) == (0, "nothing is known to differ: 1840 is compared with no other source\n")


def test_sources_that_are_not_known_to_differ_are_said_to_be_so(run: Run) -> None:
    """1863 gives no advice, and what 1945 gave stood on pages that are lost, if anywhere."""
    said = run("compare", "1863", "1945", "--topic", "advice", "--changed")
    assert (said.status, said.out) == (0, "nothing is known to differ\n")
    said = run("compare", "1863", "1945", "--topic", "advice")
    assert (said.status, said.out) == (0, "nothing is said of it in 1863, 1945\n")


def test_eras_stand_in_the_order_asked_and_once(run: Run) -> None:
    outcome = run("compare", "1945", "1754", "1945", "--topic", "pack.cards", "--format", "markdown")
    head, _rule, row = outcome.out.splitlines()[2:]
    assert head == "| | kind | 1945 | 1754 |"
    assert row.endswith("| 54 cards (1945:allg.2.2.1) | 78 cards (1754:1) |")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("1841",), "1841"),
        (("--topic", "cards"), "unknown topic `cards`; expected one of game, pack"),
        (("--topic", "pack.card"), "or pack.cards"),
        (("--format", "html"), "invalid choice: 'html'"),
    ],
)
def test_wrong_usage_is_named(run: Run, arguments: tuple[str, ...], message: str) -> None:
    outcome = run("compare", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_changed_value_shows_in_the_comparison(codex: Project, run: Run) -> None:
    replace_once(codex.rules / "1754" / "card_points.yaml", "koenig: {value: 5, ref", "koenig: {value: 6, ref")
    (row,) = json.loads(run("compare", "--topic", "card_points.koenig", "--format", "json", root=codex).out)["rows"]
    assert row["changed"] is True
    assert row["eras"]["1754"]["readings"][0]["value"] == 6
