"""What results rest on that is not certain: each names it, no other does, and stands as far as computing anew says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from math import prod

import pytest

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.i18n import GERMAN, Catalogues, use_language
from tarock.base.project import Project
from tarock.base.wording import format_message
from tarock.base.yamlio import Document
from tarock.claims.context import ClaimContext
from tarock.claims.ledger import compute
from tarock.codex import ComputedCodex
from tarock.game.eras import find_era
from tarock.replay.context import values_read
from tarock.replay.games import track_game
from tarock.replay.uncertain import BOUND, UncertaintyKind
from tarock.robustness.analysis import NO_RESULT, analyse_named_game, analyse_score_file
from tarock.robustness.undecided import FILE, UndecidedGame
from tarock.rules.ruleset import ReadingChoice, Value
from tests.conftest import Run
from tests.helpers import replace_once
from tests.robustness.test_witnesses import told as told_by_a_copy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("measured")]

# Values that claims, games and score files read, none of them ambiguous: where they stand, and what else they may be.
SECOND = [
    ("1840", "counting.margin_from", '- value: 35\n  ref: "1840:6.18"\n', 36),
    ("1754", "revoke.penalty", "penalty:\n  value: 5\n", 7),
]


# The other reading is of some declarers only; put in the place of the value it would be of all.
FOR_SOME = {"1863/talon.ungiven_plays"}


def second_reading(project: Project, era: str, name: str, at: str, value: int) -> ComputedCodex:
    """The project with another reading of a value."""
    path = project.rules / era / f"{name.partition('.')[0]}.yaml"
    replace_once(path, at, f"{at}  other_reading: {{value: {value}, why: made up}}\n")
    return ComputedCodex(project)


def readers(codex: ComputedCodex, read: tuple[str, str]) -> set[str]:
    """The claims and games that read a value: as the evidence knows of claims, and noted anew of games."""
    found = {each.claim.id for each in codex.checked_claims if read in each.reads}
    for report in codex.game_reports:
        for level in report.levels:
            if read in values_read(track_game(codex.context, report.name, level)):  # type: ignore[arg-type]
                found.add(f"{report.ref} as {level}")
    return found


def resting(codex: ComputedCodex, name: str, kind: UncertaintyKind) -> set[str]:
    """The claims and games that say that they rest on something."""
    return {
        ident
        for ident, footing in codex.robustness.items()
        if any((rests.id, rests.kind) == (name, kind) for rests in footing.rests_on)
    }


@pytest.mark.parametrize(("era", "name", "at", "value"), SECOND)
def test_a_second_reading_is_told_of_all_that_read_the_value_and_of_nothing_else(
    codex: Project, computed: ComputedCodex, era: str, name: str, at: str, value: int
) -> None:
    """A claim falls by it where the value, put in the place of the other as the evidence does it, makes it another."""
    ident = f"{era}/{name}"
    assert not resting(computed, ident, UncertaintyKind.READING)
    changed = second_reading(codex, era, name, at, value)
    told = resting(changed, ident, UncertaintyKind.READING)
    expected = readers(changed, (era, name))
    assert len(expected) >= 3
    assert {each for each in told if " as " in each or ":" not in each} == expected
    assert {each for each in told if f"{each} as corrected" in changed.robustness} <= {
        each.partition(" ")[0] for each in expected
    }
    other = changed.context.fork({Value(era, name): value})
    falls = 0
    for checked in changed.checked_claims:
        if (era, name) in checked.reads:
            fails = [set(each.by) for each in changed.robustness[checked.claim.id].stands.fails]
            moves = compute(checked.claim, other)[0] != checked.computed
            assert ({f"{era}/{name}"} in fails) == moves, checked.claim.id
            falls += moves
    assert falls


def test_what_is_only_implied_is_named_and_not_varied(codex: Project, computed: ComputedCodex) -> None:
    path, at = codex.rules / "1754/revoke.yaml", "penalty:\n  value: 5\n"
    replace_once(path, at, f"{at}  grade: implied\n")
    changed = ComputedCodex(codex)
    told = resting(changed, "1754/revoke.penalty", UncertaintyKind.IMPLIED)
    assert told == readers(changed, ("1754", "revoke.penalty"))
    assert {ident: changed.robustness[ident].stands for ident in told} == {
        ident: computed.robustness[ident].stands for ident in told
    }


def test_a_claim_stands_under_as_many_combinations_as_can_be_counted(computed: ComputedCodex) -> None:
    """All combinations of other values, put in place as the evidence does it, one after the other."""
    counted = 0
    for checked in computed.checked_claims:
        footing = computed.robustness.get(checked.claim.id)
        things = [rests for rests in footing.rests_on if rests.varied] if footing else []
        if not things or any(rests.kind is not UncertaintyKind.READING for rests in things):
            continue
        if checked.claim.compute == "eras.open":  # by whatever is taken, the other remains open
            continue
        if any(rests.id in FOR_SOME for rests in things):
            continue
        assert footing
        whole = prod(len(rests.readings) for rests in things)
        if footing.stands.of != whole:  # some are read only by others
            continue
        values = []
        for rests in things:
            era, _, name = rests.id.partition("/")
            held = computed.tables[era].effective[name]
            values.append([(era, name, each) for each in (held.value, *computed.tables[era].alternatives[name])])
        same = 0
        for chosen in product(*values):
            context = computed.context
            for era, name, value in chosen:
                context = context.fork({Value(era, name): value})
            same += compute(checked.claim, context)[0] == checked.computed
        assert same == footing.stands.under, checked.claim.id
        counted += 1
    assert counted > 60


def score_files(codex: ComputedCodex) -> Iterator[tuple[str, Document]]:
    """The games in which something is left open, and the examples."""
    document = yamlio.load(codex.project.rules / FILE)
    for made in document.convert(list[UndecidedGame], document.data):
        if not made.finished:
            scene = ClaimContext(codex.context).scene(made.scene) if made.scene else {}
            yield made.era, Document(codex.project.rules / FILE, {**scene, **made.file, "era": made.era})
    for path in sorted((codex.project.corpus / "examples").glob("score-*.yaml")):
        document = yamlio.load(path)
        yield str(document.data["era"]), document


def test_the_totals_of_a_score_file_fall_by_what_the_other_reading_costs(computed: ComputedCodex) -> None:
    """The settlement prices each open point by itself, in another way: it reads one more time, by one other reading."""
    priced = 0
    for era, document in score_files(computed):
        settled = find_era(era).settle_document(document, computed.context.rules(era))
        costs = [
            sorted((seat, amount) for seat, amount in point.difference.items() if amount)
            for point in settled.undetermined
            if point.difference
        ]
        robust = analyse_score_file(computed.robustness_analysis, era, document)
        stands = robust.stands
        single = [each for each in stands.fails if len(each.by) == 1]
        refused = sorted(name for each in single if each.result == NO_RESULT for name in each.by)
        alone = [
            sorted((seat, amount - settled.totals[seat]) for seat, amount in each.result.items())
            for each in single
            if each.result != NO_RESULT
        ]
        found = [[(seat, amount) for seat, amount in sums if amount] for sums in alone]
        # An ambiguous or assumed value may be no open point: settled anew by each of its other readings.
        kinds = (UncertaintyKind.READING, UncertaintyKind.ASSUMED)
        for value in (each for each in robust.rests_on if each.kind in kinds):
            source, _, name = value.id.partition("/")
            for number in range(1, len(value.readings)):
                rules = computed.context.fork({ReadingChoice(source, name): number}).rules(era)
                try:
                    totals = find_era(era).settle_document(document, rules).totals
                except CodexError:  # the other reading forbids what was played
                    refused.remove(value.id)
                    continue
                cost = sorted((seat, amount - settled.totals[seat]) for seat, amount in totals.items())
                if (changed := [(seat, amount) for seat, amount in cost if amount]) and changed not in costs:
                    costs.append(changed)
        assert not refused, refused
        assert sorted(found) == sorted(costs), document.data
        priced += len(costs)
    assert priced > 60


@pytest.mark.parametrize(("name", "under", "of"), [("m1", 1, 1), ("m2", 3, 8), ("m5", 1, 1), ("m3", 1, 1)])
def test_the_stated_results_of_a_game_stand_under_the_lines_that_mend_it(
    computed: ComputedCodex, name: str, under: int, of: int
) -> None:
    """As counted by hand in `test_conjectures`."""
    stands = computed.robustness[f"1840:{name}"].stands
    assert (stands.under, stands.of, stands.all_combinations) == (under, of, True)


def test_beyond_the_bound_each_reading_is_taken_alone_and_with_each_other(computed: ComputedCodex) -> None:
    beyond = [footing for footing in computed.robustness.values() if not footing.stands.all_combinations]
    assert beyond
    for footing in beyond:
        others = [len(rests.readings) - 1 for rests in footing.rests_on if rests.varied]
        pairs = sum(one * two for at, one in enumerate(others) for two in others[:at])
        assert footing.stands.of <= 1 + sum(others) + pairs
        assert max(len(each.by) for each in footing.stands.fails) <= 2 if footing.stands.fails else True
        assert prod(each + 1 for each in others) > BOUND == footing.stands.bound
    assert all(footing.stands.of <= BOUND for footing in computed.robustness.values() if footing not in beyond)


def test_what_a_copy_attests_is_not_uncertain_any_more(computed: ComputedCodex) -> None:
    place, words = "1863:2", "25 Karten in einem Wurfe"
    before = resting(computed, f"{place} {words}", UncertaintyKind.DOUBT)
    assert before
    attested = told_by_a_copy(computed, {(place, words): words})
    assert not resting(attested, f"{place} {words}", UncertaintyKind.DOUBT)
    assert {ident for ident, footing in attested.robustness.items() if footing != computed.robustness[ident]} == before


def test_what_the_other_reading_adds_is_told_as_the_sheet_tells_it(computed: ComputedCodex) -> None:
    """Also where a result was computed with the point read otherwise, which changes the sign."""
    told = {
        (name, rests.id): rests.readings[1]
        for name, footing in computed.robustness.items()
        for rests in footing.rests_on
        if rests.id == "1840/unlawful-call"
    }
    (report,) = (report for report in computed.game_reports if report.name == "m5")
    sheets = [
        sheet for level in report.levels.values() for sheet in (level.replay.sheet, level.replay.sheet_with_revokes)
    ]
    assert {*told.values()} == {
        format_message(point.other)
        for sheet in sheets
        if sheet
        for point in sheet.open
        if point.code == "unlawful-call"
    }


def test_commands_tell_it(checked: dict[str, object], computed: ComputedCodex, run: Run) -> None:
    for claim in checked["claims"]:  # type: ignore[attr-defined]
        footing = computed.robustness.get(claim["id"])
        assert [each["id"] for each in claim["rests_on"]] == [each.id for each in footing.rests_on] if footing else True
        assert claim["stands"]["under"] + len(claim["stands"]["fails"]) == claim["stands"]["of"]
    (game,) = (each for each in checked["games"] if each["id"] == "m2")  # type: ignore[attr-defined]
    assert (game["stands_under"]["under"], game["stands_under"]["of"]) == (3, 8)
    path = str(computed.project.corpus / "examples/score-1863.yaml")
    scored = json.loads(run("score", "--era", "1863", path, "--json").out)
    assert scored["stands"]["of"] == 32  # five values that can be read otherwise, each in two ways
    assert {each["kind"] for each in scored["rests_on"]} == {"reading", "open", "doubt", "implied"}
    text = run("score", "--era", "1863", path).out
    assert "Rests on 5 values that can be read otherwise" in text
    assert f"Stands under {scored['stands']['under']} of 32 readings" in text
    (replayed,) = json.loads(run("replay", "1840:m7", "--json").out)
    (fall,) = replayed["stands"]["fails"]
    assert list(fall["by"]) == ["1840/volat.counted_beside"]


def test_what_cannot_be_computed_by_another_reading_falls(computed: ComputedCodex) -> None:
    """The pack of 1754 is told for three; of three or four no one number can be made."""
    (fall,) = computed.robustness["1754-1-pack"].stands.fails
    assert fall.result == NO_RESULT
    with pytest.raises(CodexError):
        computed.context.fork({Value("1754", "game.players"): [3, 4]}).rules("1754").number("game.players")


def test_what_a_result_rests_on_is_named_in_the_language_of_who_asks(codex: Project) -> None:
    """Whoever asked before: words are made when they are asked for, and those that are kept for all are English."""
    asked = ComputedCodex(codex)
    with use_language(Catalogues(GERMAN)):
        german = {rests.id: rests.about for rests in analyse_named_game(asked.robustness_analysis, "m1", None).rests_on}
        kept = asked.robustness[f"1840:m1 as {asked.games.replay_named('m1', None).level}"]
    told = analyse_named_game(asked.robustness_analysis, "m1", None)
    assert told == kept == analyse_named_game(ComputedCodex(codex).robustness_analysis, "m1", None)
    names = {(rests.kind, rests.about, german[rests.id]) for rests in told.rests_on}
    assert {
        (UncertaintyKind.READING, "Who is paid", "Wer bezahlt wird"),
        (UncertaintyKind.CONJECTURE, "the play of B", "das Spiel von B"),
        (UncertaintyKind.EMENDATION, "an emendation", "eine Emendation"),
    } <= names
