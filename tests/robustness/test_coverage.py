"""Evidence coverage: what holds each encoded value."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec import structs

from lab import evidence as measuring
from lab.evidence import find_blind, measure
from lab.nearby_values import list_nearby
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.check import evidence_problems
from tarock.claims.ledger import run_claim
from tarock.codex import ComputedCodex
from tarock.robustness.coverage import (
    HOLDS,
    StatementEvidence,
    Weight,
    build_evidence_json,
    count_by_hold,
    file_of,
    find_expectation_quotes,
    find_sentences,
    find_unread,
)
from tarock.robustness.nearby_values import load_nearby_values, read_nearby_values
from tarock.rules.ruleset import Value
from tests.conftest import EVERY, Run, copy_data

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("measured")]


@pytest.fixture(scope="module")
def codex(project: Project) -> ComputedCodex:
    return ComputedCodex(project)


@pytest.fixture(scope="module")
def evidence(codex: ComputedCodex) -> dict[tuple[str, str], StatementEvidence]:
    """The first reading of each key stands for it; rejected practices come later in the tables."""
    found: dict[tuple[str, str], StatementEvidence] = {}
    for each in codex.evidence:
        found.setdefault((each.statement.siglum, each.statement.ident), each)
    return found


@pytest.mark.parametrize(
    "key",
    [
        # The printed games stand and fall with these: points times two, the Consulation, the value of a Dame,
        # twelve cards each, the half bought at the double Dreier.
        "settlement.multiplier[contract=dreier]",
        "settlement.price[contract=dreier,stake=middle]",
        "card_points.dame",
        "deal.hand",
        "talon.half[fold=2]",
        "play.follow_suit",
        "counting.margin_from",
        "talon.change_fold",
        "game.rotation",
        "counting.deduct[counting_cards=3]",
        "ultimo.bonus[announced=true,contract=dreier]",
        "talon.bought[contract=dreier]",
    ],
)
def test_the_printed_games_and_sums_vouch_for_their_numbers(
    evidence: dict[tuple[str, str], StatementEvidence], key: str
) -> None:
    each = evidence["1840", key]
    assert each.hold == "vouched for"
    assert all(altered.weight == Weight.AUTHOR for altered in each.altered)
    assert each.best.noticed_by in each.read_by


def test_what_nothing_computes_with_is_quoted_only(codex: ComputedCodex) -> None:
    for each in codex.evidence:
        assert bool(each.altered) <= bool(each.read_by)
        if not each.read_by:
            assert each.hold == "quoted only"


def test_an_author_is_no_witness_of_his_own_sentence(codex: ComputedCodex) -> None:
    """A result notices a value of another sentence; of its own, it only guards the encoding."""
    claims = {located.record.id: located.record for located in codex.claims}
    vouched = [each for each in codex.evidence if each.hold == "vouched for"]
    assert vouched
    for each in vouched:
        best = max(each.altered, key=lambda altered: altered.weight)
        if claim := claims.get(best.noticed_by):
            assert claim.kind != "trial"
            here = find_sentences(codex.corpus, each.statement.supports)
            assert here and here.isdisjoint(find_sentences(codex.corpus, find_expectation_quotes(claim, codex.context)))


def test_quotes_stand_in_their_sentences(codex: ComputedCodex) -> None:
    """§ 6.18 has two sentences: that the pack makes 70 and 36 win; and by how much."""
    found = {
        located.record.id: find_sentences(codex.corpus, located.record.supports)
        for located in codex.claims
        if located.record.ref == "1840:6.18"
    }
    assert found["1840-6-total"] == found["1840-6-won"] == {"1840:6.18#1"}
    assert found["1840-6-won-by-one"] == {"1840:6.18#2"}


def test_no_claim_is_blind(codex: ComputedCodex) -> None:
    assert [name for each in codex.committed_evidence.values() for name in each.blind] == []


def test_a_claim_that_cannot_move_is_blind(codex: ComputedCodex) -> None:
    """45.1: the Consulation is repeated at a lost Dreier; of a single one that makes no difference."""
    located = next(each for each in codex.claims if each.record.id == "1840-45-fold-5")
    single = structs.replace(located.record, expected=1, inputs={"line": "game", "fold": 1})
    checked = [run_claim(each, codex.context) for each in (located, structs.replace(located, record=single))]
    assert [each.verdict for each in checked] == ["reproduced", "reproduced"]
    assert list(find_blind(codex.context, checked)) == checked[1:]


def test_a_claim_that_reads_no_rule_is_listed(codex: ComputedCodex) -> None:
    located = next(each for each in codex.claims if each.record.id == "1840-45-fold-5")
    sum_of_ours = structs.replace(located.record, compute="2 + 3")
    checked = run_claim(structs.replace(located, record=sum_of_ours), codex.context)
    assert (checked.computed, find_unread([checked])) == (5, [checked])
    assert [name for each in codex.committed_evidence.values() for name in each.unread] == []


def test_an_alteration_is_another_value_of_the_same_type(codex: ComputedCodex) -> None:
    for table in codex.tables.values():
        for statement in table:
            neighbours = list(list_nearby(load_nearby_values(codex.context), statement))
            assert statement.value not in neighbours
            assert all(type(altered) is type(statement.value) for altered in neighbours)
            assert all(neighbours.count(altered) == 1 for altered in neighbours)


def test_a_changed_multiplier_is_noticed_by_a_printed_sum(codex: ComputedCodex) -> None:
    """§ 45: won by four points at a Dreier with the middle Consulation makes 58 = 4 × 2 + 50."""
    changed = codex.context.fork({Value("1840", "settlement.multiplier[contract=dreier]"): 3})
    differing = {
        after.claim.ref
        for before, located in zip(codex.checked_claims, codex.claims, strict=True)
        if before.verdict != (after := run_claim(located, changed)).verdict
    }
    assert "1840:45.3" in differing


def test_coverage_as_json_names_value_quote_and_hold(run: Run) -> None:
    ran = run("coverage", "--source", "1945", "--json")
    assert run("coverage", "--era", "1945", "--json").out == ran.out
    assert ran.status == 0
    statements = json.loads(ran.out)["statements"]
    assert {each["era"] for each in statements} == {"1945"}
    scues = next(
        each for each in statements if (each["key"], each["when"]) == ("card_points.scues", {"method": "in thirds"})
    )
    assert scues["value"] == 13  # "König, Troulstück: 13 Spielpunkte"; 2.3.16 adds all up: "Summe: 210"
    assert scues["ref"] == "1945:allg.2.3.11"
    assert (scues["hold"], scues["evidence"]) == ("held", "vouched for")
    assert (scues["neighbours"], scues["noticed"], scues["vouched"]) == (2, 2, 2)


def test_a_value_that_nobody_notices_is_told_from_how_it_is_held(run: Run) -> None:
    """Four lines name all that JSON has of 1754; 1840:21.8 lets a Dreier be raised up to five-fold."""
    told = [
        line
        for line in run("coverage", "--source", "1754", "--verbose").out.splitlines()
        if line.startswith("unnoticed")
    ]
    records = json.loads(run("coverage", "--source", "1754", "--json").out)["statements"]
    unnoticed = [record for record in records if record["unnoticed"]]
    assert len(told) == len(unnoticed)
    for line, record in zip(told, unnoticed, strict=True):
        head, _, others = line.partition("; nobody would notice: ")
        assert head.endswith(f"[{record['ref']}] is {record['evidence']}")
        more = len(record["unnoticed"]) - 3
        assert others.endswith(f"; {more} more (--json)") == (more > 0)
    of_1840 = run("coverage", "--source", "1840", "--verbose").out
    assert "talon.fold_max = 5-fold [1840:21.8] is guarded; nobody would notice: 6-fold\n" in of_1840


def test_coverage_of_an_unknown_era_names_the_known(run: Run) -> None:
    ran = run("coverage", "--era", "1755")
    assert ran.status == 2
    assert "1754, 1840, 1863, 1945" in ran.err


def test_measuring_twice_gives_the_same(codex: ComputedCodex, monkeypatch: pytest.MonkeyPatch) -> None:
    """One statement in so many is measured."""
    statements = [each.statement for each in codex.evidence]
    chosen, evidence = statements[:: EVERY**2], measuring._measure_statement
    named = {(each.siglum, each.ident) for each in chosen}
    monkeypatch.setattr(
        measuring,
        "_measure_statement",
        lambda context, one, readers: evidence(context, one, readers if (one.siglum, one.ident) in named else []),
    )
    again = measure(codex.context, codex.checked_claims, codex.game_reports, [*codex.tables])
    both = [[build_evidence_json(each) for each in found[:: EVERY**2]] for found in (again, codex.evidence)]
    assert both[0] == both[1]
    assert sum(each.vouched for each in both[0]) > 80 / EVERY**2


@pytest.mark.parametrize(
    ("key", "neighbours"),
    [
        # by hand from the table of nearby values
        ("talon.fold_max", [6, 4]),  # 21.8: five-fold
        ("play.follow_suit", [False]),
        ("counting.remis_at", [36, 34]),
        ("card_points.plain", ["2/3", "1/4"]),  # 6.10: a third; no part less, which were nothing
        ("talon.half[fold=2]", ["upper"]),
        ("announcements.raises", [["re", "contra", "supra"], ["contra", "supra", "re"]]),
        ("game.players", [[5], [3], [], [4, 5]]),
        ("honours.cards[honour=all_four]", [[], ["König", "XX"]]),
        ("discard.never", [
            ["Scüs", "Mond", "Pagat"], ["König", "Mond", "Pagat"], ["König", "Scüs", "Pagat"],
            ["König", "Scüs", "Mond"], ["König", "Scüs", "Mond", "Pagat", "Dame"],
        ]),
        ("terms.dealer", []),
    ],
)  # fmt: skip
def test_the_neighbours_are_those_of_the_table(codex: ComputedCodex, key: str, neighbours: list[object]) -> None:
    statement = next(statement for statement in codex.tables["1840"] if statement.ident == key)
    assert list(list_nearby(load_nearby_values(codex.context), statement)) == neighbours


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("- pack.courts", "- pack.cards", "`pack.cards` is not a key with lists"),
        ("  discard.never: [Dame]", "  discard.nie: [Dame]", "`discard.nie`"),
        ("boolean: [negated]", "boolean: [turned round]", "turned round"),
    ],
)
def test_a_table_of_neighbours_that_names_nothing_is_refused(
    codex: ComputedCodex, tmp_path: Path, old: str, new: str, message: str
) -> None:
    own = copy_data(tmp_path / "codex")
    path = own.rules / "nearby_values.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CodexError, match=re.escape(message)) as raised:
        read_nearby_values(own, codex.topics.entries)
    assert (raised.value.file, bool(raised.value.line)) == (str(path), True)


def test_what_only_a_claim_reads_is_told_from_what_the_engine_reads(codex: ComputedCodex) -> None:
    """A formula reads the 70 points of the pack out of the table; the engine adds up the cards."""
    checked = {each.claim.id: each for each in codex.checked_claims}
    by_engine, by_formula = ("1840", "game.forehand"), ("1840", "counting.total")
    forehand, total = checked["1840-8-forehand"], checked["1840-6-lacks-others"]
    assert by_engine in forehand.reads - forehand.read_directly
    assert by_formula in total.read_directly
    held = {(e.statement.siglum, e.statement.ident): e for e in codex.evidence}
    assert held[by_formula].hold == "read by a claim only"
    assert held[by_formula].best.weight == Weight.CLAIM
    assert held[by_engine].best.weight > Weight.CLAIM


def test_a_value_that_the_engine_reads_by_a_word_of_its_own_is_read_by_the_engine(codex: ComputedCodex) -> None:
    """Mutation of the reader: were words read for a claim, a Dreier that buys the other half would be its own."""
    half = next(each for each in codex.checked_claims if each.claim.compute == "hands.half")
    assert ("1840", "talon.half[fold=1]") in half.reads - half.read_directly


def test_in_part_says_of_how_many(codex: ComputedCodex, run: Run) -> None:
    parts = [each for each in codex.evidence if each.hold == "in part"]
    assert parts
    for each in parts:
        assert 0 < each.vouched < len(each.altered)
        assert each.extent == f"in part, {each.vouched} of {len(each.altered)}"
    out = run("coverage", "--verbose").out
    for each in parts:
        if each.unnoticed:
            assert f"[{each.statement.ref}] is {each.extent}; nobody would notice" in out


def test_the_json_counts_neighbours(codex: ComputedCodex) -> None:
    for each in codex.evidence:
        told = build_evidence_json(each)
        assert told.vouched <= told.noticed <= told.neighbours == len(each.altered)
        assert told.noticed + len(told.unnoticed) == told.neighbours
        assert (told.evidence == "vouched for") == (0 < told.vouched == told.neighbours)


def test_the_coverage_begins_with_a_line_for_each_source(codex: ComputedCodex, run: Run) -> None:
    lines = run("coverage").out.splitlines()
    for line, (siglum, counts) in zip(lines, count_by_hold(codex.evidence).items(), strict=False):
        numbers = "  ".join(f"{counts[hold]:>4} {hold}" for hold in HOLDS)
        assert line.startswith(f"{siglum}  all") and numbers in line
    assert len(lines) < 10


def test_evidence_of_other_values_is_stale_and_that_of_other_words_is_not(project: Project, tmp_path: Path) -> None:
    """A sentence for readers moves nothing; the penalty of a revoke (1754:5) does, in its source and the comparison."""
    own = copy_data(tmp_path / "codex")
    assert ComputedCodex(own).committed_evidence.keys() == {"1754", "1840", "1863", "1945"}
    path = own.rules / "1754" / "revoke.yaml"
    text = path.read_text(encoding="utf-8")
    (says, *_) = re.findall(r'(?m)^  says: ".*"$', text)
    path.write_text(text.replace(says, f'{says[:-1]} Thus."'), encoding="utf-8")
    assert evidence_problems(ComputedCodex(own)) == []
    path.write_text(text.replace("\npenalty:\n  value: 5\n", "\npenalty:\n  value: 6\n"), encoding="utf-8")
    problem, compared = evidence_problems(ComputedCodex(own))
    assert (compared.code, compared.ref) == ("EVIDENCE-STALE", "rules_data/evidence/comparison.json")
    assert (problem.code, problem.ref) == ("EVIDENCE-STALE", "rules_data/evidence/1754.json")
    assert problem.message == "stale: computed from other rules; run `.venv/bin/python -m lab.evidence --write`"
    with pytest.raises(CodexError, match=r"lab\.evidence"):
        _ = ComputedCodex(own).evidence


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"algorithm":1', '"algorithm":0', "it was altered"),
        ('["1754/game.players"', '["1754/game.player"', "it was altered"),
        (None, None, "there is no committed result"),
    ],
)
def test_evidence_that_was_altered_or_is_missing_is_not_shown(
    tmp_path: Path, old: str | None, new: str, said: str
) -> None:
    own = copy_data(tmp_path / "codex")
    path = file_of(own, "1754")
    text = path.read_text(encoding="utf-8")
    path.unlink()
    if old is not None:
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    (problem,) = evidence_problems(ComputedCodex(own))
    assert said in problem.message


@pytest.mark.slow
def test_the_committed_evidence_is_what_is_measured_for_a_source(codex: ComputedCodex) -> None:
    """The others are sampled above; here one is measured whole, with its blind claims."""
    ((siglum, found),) = measuring.measure_sources(codex.without_copies, ["1754"])
    assert found == codex.committed_evidence[siglum]
