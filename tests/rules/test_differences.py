"""The kind of each pair of answers, by rules, decisions and institutions; what is stale or contradictory is refused."""

from __future__ import annotations

import json

import pytest

from tarock.base.project import Project
from tarock.rules.comparison_rules import ComparisonRules
from tarock.rules.differences import Comparer
from tarock.rules.tables import EraTable
from tests.conftest import Run
from tests.helpers import replace_once

# Each read from the two texts, before the program was asked.
KINDS = [
    ("pack.cards", "1754", "1840", "differs"),  # 78 Blätter · vier und fünfzig
    ("card_points.dame", "1754", "1840", "same"),  # eine Dame 4 · Dame vier
    ("game.names", "1840", "1863", "not comparable"),  # Königrufen · Tarokhombre: two games
    ("settlement.unit", "1840", "1863", "differs"),  # a Marke is ten Augen, multiplied (1863:16)
    ("card_points.plain_name", "1754", "1840", "another name"),  # ungültig · leere Blätter
    ("settlement.loss_reckoned_alike", "1840", "1863", "differs"),  # the consolation does not (1840:22.1, 1840:45.2)
    ("discard.free", "1840", "1863", "open"),  # "Honneurs niemals" · "drei beliebige Karten"
    ("misdeal.punished", "1754", "1863", "open"),  # "5 Points Strafe" · loses the deal
    ("misdeal.redeal", "1754", "1945", "open"),  # every misdeal, or the two named (1945:bes.A.2.4.2)
    ("card_points.plain", "1754", "1840", "open"),  # "für nichts" · a third: of three in 1754 nothing is said
    ("card_points.plain", "1840", "1945", "same in other words"),  # a third · 1, less 2 from three: three make one
    ("counting.deducts", "1754", "1840", "open"),  # of two or three counting cards together 1754 says nothing
    ("counting.win_at", "1840", "1945", "same"),  # 35 and two cards · 107 thirds, "35/2 Blatt": one condition
    ("counting.win_at", "1840", "1863", "differs"),  # 36, or 35 and two cards · 40 Augen
    ("counting.win_at_cards", "1840", "1945", "not comparable"),  # belongs to the points
    ("honours.paid_by", "1754", "1840", "differs"),  # "von jedem" · not by the partner
    ("settlement.paid_by", "1840", "1863", "open"),  # "von jedem Mitspielenden" · by an example, each opponent
    ("settlement.multiplier", "1840", "1863", "differs"),  # the highest game four times · five times
    ("bidding.games", "1754", "1840", "one has none"),
    ("king.called", "1754", "1840", "one has none"),
    ("king.lost", "1754", "1840", "one has none"),  # beside the called king, not counted
    ("excuse.exchanged", "1754", "1840", "one has none"),  # giving a card for the Excuse
    ("game.extra_player.who", "1840", "1863", "open"),  # "zuletzt gegeben" may be this deal or the one before
    ("deal.talon", "1840", "1863", "open"),  # three, but only in another way of dealing
    ("pack.suits", "1754", "1840", "unknown"),  # 1754 names none
    ("honours.bonus", "1840", "1863", "unknown"),  # left to Großtarok
    ("revoke.penalty", "1840", "1945", "unknown"),  # the page is lost
    ("discard.wrong.faults", "1754", "1840", "unknown"),  # 1754 names a wrong number only, and denies nothing
    ("counting.number", "1840", "1863", "differs"),  # "auf sechs und dreißig" · "40 Augen nöthig"
    ("counting.total", "1840", "1863", "unknown"),  # left to Großtarok
    ("settlement.price", "1840", "1863", "differs"),  # Consulation against Marken: a reader's decision
    ("game.players", "1754", "1840", "differs"),  # three, or three or four · four: not the same by any reading
    ("misdeal.next_dealer", "1863", "1945", "differs"),  # another, or the next · the same
    ("bidding.hold", "1840", "1863", "open"),  # the nearer to the forehand · whoever was outbid
    ("deal.packet", "1840", "1945", "open"),  # after a knock six too, if the forehand likes (1840:15.2) · twelve
    ("discard.never", "1840", "1863", "open"),  # "wie beim Großtarok": its exceptions may be meant
    ("misdeal.paid_by", "1754", "1840", "same in other words"),  # der Geber · der Fehlende: a reader's decision
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("key", "first", "second", "kind"), KINDS, ids=["-".join(row[:3]) for row in KINDS])
def test_two_answers_stand_to_each_other_as_the_texts_say(
    tables: dict[str, EraTable], comparison_rules: ComparisonRules, key: str, first: str, second: str, kind: str
) -> None:
    judge = Comparer(tables, comparison_rules)
    difference = judge.compare(key, (first, second))
    assert difference
    assert difference.kind == kind
    turned = judge.compare(key, (second, first))
    assert turned
    assert (turned.kind, turned.under, turned.counted) == (difference.kind, difference.under, difference.counted)


@pytest.mark.slow
def test_a_missing_institution_is_one_difference(run: Run) -> None:
    """1754 has no bidding and calls no king: a row each; what hangs on them stands beside, uncounted."""
    rows = {row["key"]: row for row in json.loads(run("compare", "1754", "1840", "--json").out)["rows"]}
    assert rows["bidding.games"]["changed"]
    assert "bidding.jump" in rows["bidding.games"]["companions"]
    assert not rows["bidding.jump"]["changed"]
    (beside,) = rows["bidding.jump"]["differences"]
    assert (beside["kind"], beside["counted"], beside["under"]) == ("one has none", False, "bidding.games")
    assert [key for key in rows if key.startswith("king.") and rows[key]["changed"]] == ["king.called"]
    assert rows["rank.scues_nature"]["changed"]
    assert "excuse.exchanged" in rows["rank.scues_nature"]["companions"]


def test_what_is_counted_follows_the_values(codex: Project, run: Run) -> None:
    """With 54 cards in 1754 the pack is no difference, and the cards in a suit are counted by themselves."""
    before = json.loads(run("compare", "1754", "1840", "--json", root=codex).out)
    path = codex.rules / "1754" / "pack.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("cards: {value: 78,") == 1
    path.write_text(text.replace("cards: {value: 78,", "cards: {value: 54,"), encoding="utf-8")
    rows = {row["key"]: row for row in json.loads(run("compare", "1754", "1840", "--json", root=codex).out)["rows"]}
    assert [row["changed"] for row in before["rows"] if row["key"] in ("pack.cards", "pack.suit_cards")] == [
        True,
        False,
    ]
    assert (rows["pack.cards"]["changed"], rows["pack.suit_cards"]["changed"]) == (False, True)


def problems(run: Run, codex: Project) -> list[str]:
    outcome = run("check", root=codex)
    return [line.removeprefix("problem  ") for line in outcome.out.splitlines() if line.startswith("problem")]


@pytest.mark.slow
def test_a_changed_answer_makes_a_decision_stale(codex: Project, run: Run) -> None:
    price = "value: 3, when: {contract: a_un}, unit"
    replace_once(codex.rules / "1863" / "settlement.yaml", price, price.replace("3", "2"))
    (stale,) = [line for line in problems(run, codex) if "DECISION-STALE" in line]
    assert "settlement.price of 1840 and 1863" in stale


@pytest.mark.slow
def test_a_decision_is_needed_or_refused(codex: Project, run: Run) -> None:
    path = codex.rules / "decisions.yaml"
    text = path.read_text(encoding="utf-8")
    first, *rest = text.split("- key: ")
    without = [part for part in rest if not part.startswith("revoke.penalty\n")]
    assert len(without) == len(rest) - 1
    path.write_text("- key: ".join([first, *without]), encoding="utf-8")
    (missing,) = [line for line in problems(run, codex) if "DECISION" in line]
    assert "DECISION-MISSING: revoke.penalty of 1754 and 1840" in missing
    said = 'kind: same in other words\n  why: "Whoever is at fault'
    path.write_text(text.replace(said, said.replace("same in other words", "differs"), 1), encoding="utf-8")
    (unneeded,) = [line for line in problems(run, codex) if "DECISION" in line]
    assert "DECISION-UNNEEDED: misdeal.paid_by" in unneeded


@pytest.mark.slow
def test_what_a_source_lacks_it_does_not_answer(codex: Project, run: Run) -> None:
    """`king` is lacking in 1863: an answer about the called king there would judge one matter twice."""
    path = codex.rules / "1863" / "king.yaml"
    path.write_text(
        "# yaml-language-server: $schema=../schema/tables/king.schema.json\n"
        'home_reward: {value: false, ref: "1863:15", quote: "Mitspielenden", says: "No reward."}\n',
        encoding="utf-8",
    )
    assert any("INSTITUTION-BOTH: 1863 answers king.home_reward" in line for line in problems(run, codex))


@pytest.mark.slow
def test_two_answers_that_reach_one_case_are_refused(codex: Project, run: Run) -> None:
    case = "when: {contract: a_deux, talon_dealt: first}"
    replace_once(codex.rules / "1863" / "talon.yaml", case, "when: {talon_dealt: first}")
    assert any("CASE-OVERLAP" in line and "talon.bought" in line for line in problems(run, codex))


def test_values_are_alike_only_where_the_key_they_rest_on_is(codex: Project, run: Run) -> None:
    """Without a second reading of three plain cards in 1754, nothing and a third are ways to say the same."""

    def kind() -> str:
        rows = json.loads(run("compare", "1754", "1840", "--json", root=codex).out)["rows"]
        (row,) = [row for row in rows if row["key"] == "card_points.plain"]
        return str(row["differences"][0]["kind"])

    assert kind() == "open"
    path = codex.rules / "1754" / "counting.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if "Invalid cards are 'für nichts gerechnet' (16)" not in line]
    assert len(kept) == len(lines) - 1
    path.write_text("".join(kept), encoding="utf-8")
    assert kind() == "same in other words"


def test_names_are_told_by_their_type_in_the_data(codex: Project, run: Run) -> None:
    """If another type were that of own words, two names that differ would simply differ."""
    replace_once(codex.rules / "comparison.yaml", "  type: names\n", "  type: suits\n")
    rows = json.loads(run("compare", "1754", "1840", "--json", root=codex).out)["rows"]
    (row,) = [row for row in rows if row["key"] == "card_points.plain_name"]
    assert row["differences"][0]["kind"] == "differs"
