"""The claims ledger of the texts: what a malformed record says, verdicts, and functions against sums made by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.yamlio import Document, Located
from tarock.claims.context import ClaimContext, load_expectations
from tarock.claims.ledger import (
    DIFFERING,
    CheckedClaim,
    WithdrawnClaim,
    claim_problems,
    load_claims,
    run_claim,
    withdrawn_problems,
)
from tarock.claims.registry import FUNCTIONS, ClaimFunction
from tarock.codex import ComputedCodex
from tarock.rules.ruleset import Value
from tests.conftest import Run
from tests.helpers import replace_once, sources_file
from tests.rules.test_schema import schema_of

SIGLA = ("1754", "1840", "1863", "1945")
TEXT_FILES = tuple(f"rules_data/claims/{siglum}.yaml" for siglum in SIGLA)

Compute = Callable[..., Any]


@pytest.fixture(scope="module")
def whole(project: Project) -> ComputedCodex:
    return ComputedCodex(project)


@pytest.fixture(scope="module")
def checked(whole: ComputedCodex) -> list[CheckedClaim]:
    return [run_claim(each, whole.context) for each in whole.claims if each.file in TEXT_FILES]


@pytest.fixture(scope="module")
def compute(whole: ComputedCodex) -> Compute:
    """Calls a claims function by name."""

    def call(name: str, /, **inputs: Any) -> Any:
        function = FUNCTIONS[name]
        Document(Path("claims.yaml"), inputs).convert(function.inputs, inputs)
        return function.call(ClaimContext(whole.context), inputs)

    return call


# --- the ledger of the texts ------------------------------------------------------------------------------------


def test_every_text_claim_is_in_order(whole: ComputedCodex, checked: list[CheckedClaim]) -> None:
    assert list(claim_problems(checked, whole.corpus, load_expectations(whole.context))) == []


def test_every_source_has_claims(checked: list[CheckedClaim]) -> None:
    sources = [each.claim.ref.partition(":")[0] for each in checked]
    assert all(sources.count(siglum) >= 30 for siglum in SIGLA)


def test_what_differs_is_what_is_known_to_differ(checked: list[CheckedClaim]) -> None:
    differs = {each.claim.id: each.computed for each in checked if each.verdict in ("differs", "not reproduced")}
    assert differs == {}


def test_what_the_text_does_not_decide_has_these_values(checked: list[CheckedClaim]) -> None:
    """All but where unseen cards may lie (`test_chances.py`) and what is measured (`test_hands.py`, `test_choices`)."""
    measured = [each for each in checked if each.claim.compute.startswith("trials.")]
    assert {each.verdict for each in measured} == {"undetermined"}
    undetermined = [each for each in checked if each.verdict == "undetermined" and each not in measured]
    assert {each.claim.id: each.computed for each in undetermined if each.claim.compute != "chances.share"} == {
        # 1754:16: 4 × (5 + 4 + 3 + 2), and Pagat, XXI and Excuse 5 each
        "1754-21-literal": 71,
        "1754-5-pagat": {"A": 5, "B": -10, "C": 5},  # 5 to each, and no more for the Pagat
        "1754-14-excuse": {"A": -5, "B": 10, "C": -5},  # the half Cavallerie of rule 12
        "1754-15-lost-last": {"A": -20, "B": 10, "C": 10},  # `10 Points an jeden`
        "1754-9-lone": 4 - 26,  # 4 points counted, against the share of 26 (1754:20)
        "1840-61-points": dict.fromkeys("ABCD", 0),  # neither points nor, as taken, the game's own Consulation
        "1840-77-treibfarbe-unimportant": True,  # with the Bube; four plain cards alone would not do
        "1840-78-solo-lost-scatinels": 4,  # by 1840:73.scatinel: two kings and two cards, each alone in its suit
        "1840-16-out-of-turn": ["C", "D", "A", "B"],  # the round goes on from C, who dealt
        "1754-20-over": {"A": -4, "B": 4, "C": 0},  # 22 and 30 against 26, with a point for three left over
        "1840-13-parts": 4,
        "1840-78-solo-two-scatinels": 2,
        "1840-88-three-scatinels": False,
    }


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("undetermined: either way\n  known: so", "`undetermined` beside"),
        ("undetermined: either way\n  agrees: true", "`undetermined` beside"),
    ],
)
def test_undetermined_stands_alone(codex: Project, more: str, said: str) -> None:
    write(codex, f"{GOOD}  {more}\n")
    with pytest.raises(CodexError, match=said):
        load_claims(codex, ["1840"])


def test_what_the_text_does_not_decide_is_no_difference(codex: Project) -> None:
    """Both readings are told: what is computed, and what is expected by the other."""
    write(codex, GOOD.replace("expected: 54", "expected: 22\n  undetermined: the Scüs may be no tarock"))
    whole = ComputedCodex(codex)
    (checked,) = whole.checked_claims
    assert (checked.verdict, checked.computed) == ("undetermined", 54)
    assert problems(codex) == []


def test_every_function_is_used_and_documented(whole: ComputedCodex) -> None:
    used = {each.record.compute for each in whole.claims}
    assert [name for name in FUNCTIONS if name not in used] == []
    assert [name for name, function in FUNCTIONS.items() if not function.compute.__doc__] == []


def test_every_input_of_a_function_is_used(whole: ComputedCodex) -> None:
    """By a claim, or by a game that shows what is left open."""
    made = yamlio.load(whole.project.rules / "undecided.yaml").data
    used = {(each.record.compute, name) for each in whole.claims for name in each.record.inputs}
    used |= {("settlement.scores", name) for each in made for name in each.get("finished", ())}
    fields = {(name, field) for name, function in FUNCTIONS.items() for field in function.inputs.__struct_fields__}
    unused = {
        f"{name} {field}" for name, field in fields - used if name != "settlement.times"
    }  # as `settlement.scores`
    assert unused == {"eras.thirds cards"}


def test_a_claim_reads_the_values_it_rests_on(checked: list[CheckedClaim]) -> None:
    reads = {each.claim.id: each.reads for each in checked}
    assert ("1840", "counting.number[party=declarer]") in reads["1840-6-won"]
    assert ("1863", "settlement.divisor") in reads["1863-17-product"]
    assert ("1754", "counting.number") in reads["1754-20-over"]


@pytest.mark.parametrize(
    ("era", "key", "value", "claim"),
    [
        ("1840", "settlement.price[contract=dreier,stake=middle]", 60, "1840-45-lost"),
        ("1840", "counting.deduct[counting_cards=2]", 2, "1840-6-triple-two"),
        ("1840", "honours.lapse_after_bid", True, "1840-50-kept"),
        ("1754", "honours.each_further[honour=all_three]", 6, "1754-10-four"),
        ("1863", "settlement.remainder_paid_from", 4, "1863-17-product"),
        ("1945", "counting.deduct", 3, "1945-total"),
    ],
)
def test_another_rule_changes_the_verdict(whole: ComputedCodex, era: str, key: str, value: object, claim: str) -> None:
    (located,) = (each for each in whole.claims if each.record.id == claim)
    assert run_claim(located, whole.context.fork({Value(era, key): value})).verdict in DIFFERING


# --- malformed records ------------------------------------------------------------------------------------------

GOOD = """\
- id: 1840-2-pack
  kind: result
  ref: "1840:2.1"
  quote: "in vier und fünfzig Blättern, nämlich in zwei und zwanzig Tarocks"
  says: "The pack has 54 cards."
  compute: counting.pack_size
  inputs: {part: all}
  expected: 54
"""


def write(codex: Project, text: str, siglum: str = "1840") -> Project:
    """The project with no claims but these of one source."""
    for path in (codex.rules / "claims").glob("*.yaml"):
        path.unlink()
    (codex.rules / "claims" / f"{siglum}.yaml").write_text(text, encoding="utf-8")
    path = sources_file(codex)
    head, mark, tail = path.read_text(encoding="utf-8").partition(f'"{siglum}":\n')
    head, tail = (re.sub(r"claims: \[.*\]", "claims: []", part) for part in (head, tail))
    path.write_text(head + mark + tail.replace("claims: []", f'claims: ["{siglum}"]', 1), encoding="utf-8")
    return codex


def problems(codex: Project) -> list[tuple[str, str]]:
    whole = ComputedCodex(codex)
    return [
        (each.code, each.ref)
        for each in claim_problems(whole.checked_claims, whole.corpus, load_expectations(whole.context))
    ]


def test_a_good_record_loads_and_agrees(codex: Project) -> None:
    (located,) = load_claims(write(codex, GOOD), ["1840"])
    assert (located.record.id, located.place) == ("1840-2-pack", "rules_data/claims/1840.yaml:1")
    assert problems(codex) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("compute: counting.pack_size", "compute: counting.size", "unknown function `counting.size`"),
        ("{part: all}", "{who: all}", "unknown field `who` in `0.inputs.who`"),
        ("{part: all}", "[all]", "inputs"),
        ("{part: all}", "{part: [all]}", "expected `str`, got `array` in `0.inputs.part`"),
        ("compute: counting.pack_size", "compute: counting.tricks_leaving", "unknown field `part`"),
        (
            "compute: counting.pack_size\n  inputs: {part: all}",
            "compute: eras.totals",
            "missing required field `era` in `0.inputs`",
        ),
        ("  compute: counting.pack_size\n", "", "neither or both"),
        ("  expected: 54\n", "  expected: 54\n  needs: a pack\n", "neither or both"),
        ("kind: result", "kind: rumour", "rumour"),
        ("  says:", "  sagt:", "unknown field `sagt`"),
        ('  ref: "1840:2.1"\n', "", "`ref`"),
    ],
)
def test_a_malformed_record_is_named_with_its_place(codex: Project, old: str, new: str, said: str) -> None:
    text = GOOD
    assert old in text
    write(codex, text.replace(old, new))
    with pytest.raises(CodexError) as caught:
        load_claims(codex, ["1840"])
    assert said in str(caught.value)
    assert "claims/1840.yaml:" in str(caught.value)


def test_an_id_stands_once(codex: Project) -> None:
    write(codex, GOOD + GOOD)
    with pytest.raises(CodexError, match=r"claims/1840.yaml:9: the id `1840-2-pack` is used twice"):
        load_claims(codex, ["1840"])


def test_claims_are_a_list(codex: Project) -> None:
    write(codex, "claims: []\n")
    with pytest.raises(CodexError, match="expected a list of claims"):
        load_claims(codex, ["1840"])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("fünfzig Blättern", "fünfzig Karten", "CLAIM-QUOTE"),
        ('ref: "1840:2.1"', 'ref: "1840:2.99"', "CLAIM-REF"),
        ("expected: 54", "expected: 22", "CLAIM-DIFFERS"),
        ("expected: 54", 'expected: "54"', "CLAIM-DIFFERS"),
        ("expected: 54", "expected: 54\n  known: not so", "KNOWN-STALE"),
    ],
)
def test_what_does_not_hold_is_a_problem_at_its_place(codex: Project, old: str, new: str, code: str) -> None:
    write(codex, GOOD.replace(old, new))
    assert problems(codex) == [(code, "rules_data/claims/1840.yaml:1")]


def test_a_whole_paragraph_of_parts_is_no_passage(codex: Project) -> None:
    text = GOOD.replace('ref: "1840:2.1"', 'ref: "1840:6"').replace(
        "in vier und fünfzig Blättern, nämlich in zwei und zwanzig Tarocks", "Remis"
    )
    write(codex, text, "1840")
    assert ("CLAIM-REF", "rules_data/claims/1840.yaml:1") in problems(codex)


def test_a_known_difference_is_no_problem(codex: Project) -> None:
    write(codex, GOOD.replace("expected: 54", "expected: 22\n  known: a misprint"))
    assert problems(codex) == []


def test_inputs_that_cannot_be_computed_with_are_a_problem(codex: Project) -> None:
    whole = ComputedCodex(write(codex, GOOD.replace("part: all", "part: somebody")))
    (problem,) = claim_problems(whole.checked_claims, whole.corpus, load_expectations(whole.context))
    assert (problem.code, problem.ref) == ("CLAIM-ERROR", "rules_data/claims/1840.yaml:1")
    assert "unknown part of the pack: `somebody`" in problem.message


def test_an_error_in_the_program_is_no_verdict(whole: ComputedCodex, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what rules and inputs do not allow is an outcome; a slip in a function must not hide as one."""

    def slip(_context: object) -> object:
        raise KeyError("no such thing")

    located = next(each for each in whole.claims if each.record.compute == "games.unsound")
    monkeypatch.setitem(FUNCTIONS, "games.unsound", ClaimFunction("games.unsound", slip))
    with pytest.raises(KeyError, match="no such thing"):
        run_claim(located, whole.context)


def test_a_claim_that_needs_more_is_not_testable(codex: Project) -> None:
    text = GOOD.replace("compute: counting.pack_size\n  inputs: {part: all}\n  expected: 54", 'needs: "a solver"')
    (result,) = ComputedCodex(write(codex, text)).checked_claims
    assert (result.verdict, result.computed) == ("not testable", None)


@pytest.mark.slow
def test_the_check_fails_for_a_claim_that_differs(codex: Project, run: Run) -> None:
    path = codex.rules / "claims" / "1840.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("expected: 54", "expected: 79", 1), encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert "1840-2-pack" in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("counting.pack_size", "counting.size"), ("part: all", "who: all"), ("part: all", "part: 3"),
        ("kind: result", "kind: rumour"), ("counting.pack_size", "eras.totals"),
    ],
)  # fmt: skip
def test_the_schema_refuses_what_the_ledger_refuses(codex: Project, old: str, new: str) -> None:
    text = GOOD
    schema = schema_of("claims")
    assert schema.is_valid(yamlio.parse(text, Path("claims.yaml")).data)
    write(codex, text.replace(old, new))
    assert not schema.is_valid(yamlio.parse(text.replace(old, new), Path("claims.yaml")).data)
    with pytest.raises(CodexError):
        load_claims(codex, ["1840"])


# --- what a result expects is printed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "derived", "quote"),
    [
        (54, None, "in vier und fünfzig Blättern"),
        (-8, None, "mithin um acht Points verlohren"),  # lost by eight
        (0, None, "50 oder weniger Points gar nicht bezahlt"),
        ("35 1/3", None, "fünf und dreißig 1/3 Points"),
        ("35/2 Blatt", None, "107 : 3 = 35/2 Blatt gewöhnliche Zählung"),
        ("35/2 Blatt", None, "fünf und dreißig Points, 2 Blatt"),
        (["Scüs", "XXI", "XX"], None, "bloß den Scüs, Mond, XX."),
        ("Herz-Dame, Cavall", None, "Herz-Dame, Reiter und Bube"),
        ({"A": 58, "C": 50}, None, "so schreibt A und B jeder 58 Points, dagegen C und D jeder 50 Points"),
        (True, None, "der XX den XIX"),
        (False, None, "nicht mehr"),
        ("refused: BID-AFTER-PASS", None, "B darf kein Spiel mehr ansagen"),
        (35, "7 * 5", "jeder der sieben Honneurs fünf"),
        ([20, 40], ["2 * 10", "2 * 20"], "zehn, zwanzig - bei Solo in dem Doppelten"),
    ],
)
def test_what_stands_in_the_quote_is_printed(
    whole: ComputedCodex, expected: object, derived: object, quote: str
) -> None:
    assert load_expectations(whole.context).find_unprinted(expected, derived, quote) == []


@pytest.mark.parametrize(
    ("expected", "derived", "quote", "missing"),
    [
        (55, None, "in vier und fünfzig Blättern", ["55"]),
        (4, None, "in vier und fünfzig Blättern", ["4"]),  # part of a number is none
        ("35/2 Blatt", None, "fünf und dreißig Blatt", ["35/2"]),
        (0, None, "in vier und fünfzig Blättern", ["0"]),
        (False, None, "der XX den XIX", ["no"]),
        ("refused: BID-AFTER-PASS", None, "B darf ein Spiel ansagen", ["no"]),
        (["Scüs", "XIX"], None, "bloß den Scüs, Mond, XX.", ["XIX"]),
        ({"A": 58, "C": 50}, None, "so schreibt A und B jeder 58 Points", ["50"]),
        ("D", None, "Dreier", ["D"]),  # a seat stands alone
        (35, "7 * 5", "jeder der sieben Honneurs", ["the 5 of `7 * 5`"]),
        (36, "7 * 5", "jeder der sieben Honneurs fünf", ["36: `7 * 5` makes 35"]),
    ],
)
def test_what_stands_nowhere_is_named(
    whole: ComputedCodex, expected: object, derived: object, quote: str, missing: list[str]
) -> None:
    assert load_expectations(whole.context).find_unprinted(expected, derived, quote) == missing


def test_of_a_yes_the_case_is_printed(whole: ComputedCodex) -> None:
    read, case = load_expectations(whole.context), {"card": "XX", "other": "XIX"}
    assert read.find_unsaid(True, "der XX den XIX", case) == []
    assert read.find_unsaid(True, "der XX den XVIII", case) == ["XIX"]
    assert read.find_unsaid(True, "der XX den XIX", {"kings": 4}) == ["yes"]  # there is no word to look for
    assert read.find_unsaid([], "der XX den XIX", case) == ["no"]
    assert read.find_unsaid([], "den XIX nicht", case) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("fünfzig Blättern, nämlich", "fünfzig Blättern, nämlich", []),
        ("in vier und fünfzig Blättern, nämlich ", "", ["CLAIM-UNPRINTED"]),
        ("in vier und fünfzig Blättern, nämlich ", "", ["CLAIM-UNPRINTED"]),
        ("kind: result", "kind: trial", []),
    ],
)
def test_a_result_expects_what_is_printed(codex: Project, old: str, new: str, expected: list[str]) -> None:
    write(codex, GOOD.replace(old, new))
    assert [code for code, _ref in problems(codex)] == expected


def test_a_result_may_be_printed_elsewhere(codex: Project) -> None:
    """§ 4.1 has the 22 tarocks again, § 14.1 has not."""
    text = GOOD.replace("in vier und fünfzig Blättern, nämlich in zwei und zwanzig Tarocks", "in vier Farben")
    text = text.replace("part: all", "part: tarocks").replace("expected: 54", "expected: 22\n  from: [%s]")
    there = '{ref: "1840:4.1", quote: "Unter den zwei und zwanzig Tarocks"}'
    write(codex, text % there)
    assert [code for code, _ref in problems(codex)] == ["CLAIM-UNPRINTED"]  # it stands in no quote of its own
    text = text.replace("  from:", "  basis: named\n  from:")
    write(codex, text % there)
    assert problems(codex) == []
    for elsewhere, code in (("14.1", "CLAIM-QUOTE"), ("4.99", "CLAIM-REF")):
        write(codex, text % there.replace("4.1", elsewhere))
        assert [found for found, _ref in problems(codex)] == [code]


UNSTATED = GOOD.replace("in vier und fünfzig Blättern, nämlich ", "")


@pytest.mark.parametrize("kind", ["result", "remark"])
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("", "CLAIM-UNPRINTED"),
        ("  basis: named\n", "CLAIM-BASIS"),  # it names no sentence
        ("  said_by: in zwei und zwanzig Tarocks\n", "CLAIM-SAID-BY"),  # a number is said by itself alone
    ],
)
def test_no_author_is_said_to_state_what_stands_nowhere(codex: Project, kind: str, more: str, code: str) -> None:
    write(codex, UNSTATED.replace("kind: result", f"kind: {kind}") + more)
    assert [found for found, _ref in problems(codex)] == [code]


def test_what_stands_in_the_quote_is_not_told_to_stand_elsewhere(codex: Project) -> None:
    write(codex, f'{GOOD}  basis: named\n  from: [{{ref: "1840:14.1", quote: "zwölf Blätter"}}]\n')
    assert [found for found, _ref in problems(codex)] == ["CLAIM-BASIS"]


@pytest.mark.parametrize("kind", ["result", "remark"])
def test_what_is_ours_speaks_for_no_author(codex: Project, kind: str) -> None:
    write(codex, UNSTATED.replace("kind: result", f"kind: {kind}") + "  basis: ours\n")
    assert problems(codex) == []
    (checked,) = ComputedCodex(codex).checked_claims
    assert (checked.verdict, checked.counted_as) == ("as expected", "ours")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\Z", "  basis: ours\n  agrees: true\n"),
        (r"\Z", "  basis: ours\n  said_by: Blättern\n"),
        (r"\Z", "  derived: 50 + 4\n"),
        ("kind: result", "kind: trial\n  basis: quote"),
        ("  expected: 54\n", "  basis: quote\n"),
    ],
)
def test_a_record_does_not_contradict_its_basis(codex: Project, old: str, new: str) -> None:
    write(codex, re.sub(old, new, GOOD))
    with pytest.raises(CodexError, match="1840-2-pack"):
        load_claims(codex, ["1840"])


def test_the_words_that_say_it_stand_in_the_quote(codex: Project) -> None:
    claim = GOOD.replace("counting.pack_size\n  inputs: {part: all}", "hands.surely_called\n  inputs: {kings: 4}")
    claim = claim.replace("expected: 54", "expected: true")
    for more, codes in (
        ("", ["CLAIM-UNPRINTED"]),
        ("  said_by: in zwei und zwanzig\n", []),
        ("  said_by: gerufen\n", ["CLAIM-SAID-BY"]),
    ):
        write(codex, claim + more)
        assert [found for found, _ref in problems(codex)] == codes


@pytest.mark.parametrize(
    ("kind", "expected", "verdict"),
    [
        ("result", 54, "reproduced"), ("result", 22, "not reproduced"),
        ("remark", 54, "confirmed"), ("remark", 22, "differs"),
        ("trial", 54, "as expected"), ("trial", 22, "not as expected"),
    ],
)  # fmt: skip
def test_each_kind_has_its_own_verdicts(codex: Project, kind: str, expected: int, verdict: str) -> None:
    write(codex, GOOD.replace("kind: result", f"kind: {kind}").replace("expected: 54", f"expected: {expected}"))
    (checked,) = ComputedCodex(codex).checked_claims
    assert checked.verdict == verdict


# --- formulas, parts, withdrawn ids -----------------------------------------------------------------------------

FORMULA = GOOD.replace("counting.pack_size\n  inputs: {part: all}", "pack.tarocks + pack.suits_count * pack.suit_cards")


def test_a_formula_over_rule_values_is_computed(codex: Project) -> None:
    """22 tarocks and four suits of eight (§ 2.1)."""
    write(codex, FORMULA)
    (checked,) = ComputedCodex(codex).checked_claims
    assert (checked.computed, checked.verdict) == (54, "reproduced")
    assert checked.reads == {("1840", f"pack.{key}") for key in ("tarocks", "suits_count", "suit_cards")}


def test_a_formula_with_an_unknown_key_or_inputs_is_refused(codex: Project) -> None:
    write(codex, FORMULA.replace("pack.tarocks", "pack.tarots"))
    assert [code for code, _ref in problems(codex)] == ["CLAIM-ERROR"]
    for broken in (FORMULA.replace(" + ", " ** "), FORMULA.replace("  expected", "  inputs: {part: all}\n  expected")):
        write(codex, broken)
        with pytest.raises(CodexError, match="unknown function"):
            load_claims(codex, ["1840"])


def test_formulas_stand_in_lists_and_count_lists(codex: Project) -> None:
    """Four suits (2.4), of eight cards (4.2), 22 tarocks."""
    formula = "[count(pack.suits) + 18, pack.tarocks + 4 * count(rank.order[colour=red])]"
    text = FORMULA.replace("pack.tarocks + pack.suits_count * pack.suit_cards", f'"{formula}"')
    write(codex, text.replace("expected: 54", "expected: [22, 54]"))
    (checked,) = ComputedCodex(codex).checked_claims
    assert (checked.computed, checked.verdict) == ([22, 54], "reproduced")
    write(codex, FORMULA.replace("pack.tarocks", "count(pack.tarocks)"))
    assert [code for code, _ref in problems(codex)] == ["CLAIM-ERROR"]


@pytest.mark.parametrize(
    ("of", "paid"), [("A", 58), ("[A, C]", {"A": 58, "C": 0}), ("[A, B, C, D]", {"A": 58, "B": 58, "C": 0, "D": 0})]
)
def test_a_claim_may_be_about_a_part(codex: Project, of: str, paid: object) -> None:
    """45.3: a Dreier won by four with the middle Consulation is 58 for the winners."""
    text = GOOD.replace("counting.pack_size", "settlement.scores").replace("{part: all}", "{by: 4, size: middle}")
    write(codex, text.replace("  expected", f"  of: {of}\n  expected"))
    (checked,) = ComputedCodex(codex).checked_claims
    assert checked.computed == paid
    for other in (text, GOOD):  # 54 cards have no parts at all
        write(codex, other.replace("  expected", "  of: Z\n  expected"))
        assert [code for code, _ref in problems(codex)][-1:] == ["CLAIM-ERROR"]


def test_a_withdrawn_id_is_no_claim_and_its_successors_are_unless_their_source_is_left_out(
    whole: ComputedCodex,
) -> None:
    def found(ident: str, *successors: str, left_out: tuple[str, ...] = ()) -> list[str]:
        record = WithdrawnClaim(id=ident, ref="1840:2.1", reason="none", successors=successors)
        located = Located(record, "withdrawn.yaml", 1)
        return [problem.ref for problem in withdrawn_problems({ident: located}, whole.claims, left_out)]

    (place,) = (each.place for each in whole.claims if each.record.id == "1840-2-pack")
    assert found("1840-2-deck", "1840-2-pack") == []
    assert found("1840-2-pack", "1840-2-pack") == [place]
    assert found("1840-2-deck", "1840-2-cards", "1840-2-pack") == ["withdrawn.yaml:1"]
    assert found("1840-2-deck", "1840-2-cards", left_out=("1840",)) == []
    assert found("1840-2-deck", "1840-2-cards", left_out=("1863",)) == ["withdrawn.yaml:1"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("id: 1754-1-others", "id: 1754-1-pack", "1754-1-pack is withdrawn"),
        ("successors: [1754-1-pack]", "successors: [1754-1-deck]", "unknown successor 1754-1-deck"),
    ],
)
def test_a_withdrawn_id_does_not_return_and_has_its_successors(
    codex: Project, run: Run, old: str, new: str, said: str
) -> None:
    replace_once(codex.rules / "withdrawn_claims.yaml", old, new)
    ran = run("check", root=codex)
    assert ran.status == 1
    assert "CLAIM-WITHDRAWN" in ran.out + ran.err
    assert said in ran.out + ran.err


# --- functions against sums made by hand ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "inputs", "expected"),
    [
        # 5 + 4 + 3 less 2, and one plain card over: 10 1/3
        ("counting.groups", {"values": {"5": 1, "4": 1, "3": 1, "plain": 1}}, Fraction(31, 3)),
        ("counting.singly", {"values": {"5": 1, "4": 1, "3": 1, "plain": 1}}, 13),
        ("counting.outcome", {"points": 30}, -5),
        ("counting.verdict", {"points": 36}, "won"),
        ("counting.verdict", {"points": 20}, "lost"),
        ("counting.tricks_leaving", {"over": 0}, [0, 3, 6, 9, 12]),
        ("hands.full", {"cards": "Scüs XX - Herz-König", "further": 9}, True),
        ("hands.voids", {"cards": "Scüs - Herz-König - Pique-Dame"}, ["Careau", "Treffle"]),
        ("hands.unbroken", {"cards": "XX XVIII"}, False),
        ("hands.unbroken", {"cards": "Herz-König - Careau-Dame"}, False),
        ("hands.suit_can_give", {"count": 9}, False),
        ("hands.last_dealer", {"first": "A"}, "D"),
        ("hands.packet_for", {"number": 8}, "D"),
        ("hands.contract", {"bids": ["A pass", "B dreier 1", "C dreier 3", "D solo"]}, "D solo"),
        # a double Dreier lost by ten: 10 × 2 + 2 × 50
        (
            "settlement.scores",
            {"by": -10, "fold": 2, "partner": "C"},
            {"A": 0, "B": 120, "C": 0, "D": 120},
        ),
        # Solo won by three with ultimo announced and made: 3 × 4 + 100 and 2 × 100
        (
            "settlement.scores",
            {"by": 3, "game": "solo", "announced": {"ultimo": "A"}, "pagat_last": "A"},
            {"A": 312, "B": 0, "C": 0, "D": 0},
        ),
        ("settlement.consulation", {"votes": {"small": 3, "high": 1}}, 40),
        # 12 Augen over at à un: 36 are three tens, and one Marke for the 6; with the 3 of the game 7
        ("eras.from_each", {"game": "à un", "deal": {"augen": 51}}, 7),
        ("eras.augen", {"game": "sans_prendre", "over": [1, 2, 3, 4]}, [1, 1, 2, 2]),
        ("eras.plays", {"calls": ["A à deux", "B sans-prendre", "C pass", "A pass"]}, "B sans-prendre"),
        ("eras.rounded", {"points": [151, 150], "rounding": "hundreds"}, [200, 100]),
        ("eras.rounded", {"points": [151], "rounding": "none"}, [151]),
        ("eras.thirds", {"cards": "Herz-König, Dame, Cavall, Bube, Aß"}, 35),
        ("eras.by_threes", {"cards": "Herz-König, Dame, Cavall, Bube, Aß, Zweier, Dreier"}, "12/1 Blatt"),
        # eleven Taroc: 10 and 5 from each; a revoke of the same player: 5 to each
        (
            "eras.totals",
            {
                "era": "1754",
                "scene": "even-1754",
                "file": {
                    "honours": [{"seat": "B", "kind": "tarocks", "cards": 11}],
                    "revokes": [{"seat": "B"}],
                },
            },
            {"A": -10, "B": 20, "C": -10},
        ),
    ],
)
def test_functions_compute_what_a_hand_does(
    compute: Compute, name: str, inputs: dict[str, Any], expected: object
) -> None:
    assert compute(name, **inputs) == expected


@pytest.mark.parametrize(
    ("name", "inputs", "said"),
    [
        ("counting.groups", {"values": {"5": 8}}, "8 cards of 5 points"),
        ("counting.groups", {"values": {"5": -1}}, "-1 cards of 5 points"),
        ("counting.pack", {"method": "by weight"}, "invalid enum value 'by weight'"),
        ("counting.pack_size", {"part": "Blatt"}, "unknown part of the pack: `Blatt`"),
        ("counting.missing", {"points": 35, "cards_over": 0, "side": "Spieler"}, "invalid enum value 'Spieler'"),
        ("counting.outcome", {"points": 35, "cards_over": 3}, "3 cards over"),
        ("hands.full", {"cards": "XX XX"}, "names a card twice"),
        ("hands.full", {"cards": "XXX"}, "`XXX` cannot be read"),
        ("hands.stands", {"card": "XX", "cards": "XIX"}, "XX is not in the hand"),
        ("hands.ranked", {"suit": "Eichel"}, "unknown suit `Eichel`"),
        ("hands.packet_for", {"number": 9}, "unknown packet 9"),
        ("hands.contract", {"bids": ["A vierer"]}, "unknown bid `A vierer`"),
        ("hands.scat", {"hand": "XX", "bought": "II", "laid": "II"}, "the hand is not full"),
        ("hands.announced", {"said": ["A grand"], "partner": "B"}, "unknown announcement `A grand`"),
        ("eras.totals", {"era": "1754", "file": {}, "scene": "odd"}, "unknown scene `odd`"),
        ("settlement.scores", {"game": "Großtarok"}, "invalid enum value 'Großtarok' in `game`"),
        ("settlement.scores", {"volat": "everybody"}, "invalid enum value 'everybody' in `volat`"),
        ("settlement.scores", {"lines": ["tip"]}, "invalid enum value 'tip' in `lines.0`"),
        ("settlement.scores", {"honours": {"all_three": "Z"}}, "seat `Z` is not at the table"),
        ("settlement.scores", {"honours": {"all_five": "A"}}, "invalid enum value 'all_five' in `honours.all_five`"),
        ("settlement.consulation", {"votes": {"huge": 4}}, "invalid enum value 'huge' in `votes.huge`"),
        ("eras.totals", {"era": "1900", "file": {}}, "no score files of era `1900`"),
        ("eras.plays", {"calls": ["A Solo"]}, "unknown call `A Solo`"),
        ("eras.augen", {"game": "solo", "over": [1]}, "invalid enum value 'solo'"),
        ("eras.rounded", {"points": [1], "rounding": "up"}, "invalid enum value 'up'"),
        ("games.forcefarbe", {"game": "m3", "seat": "A", "when": "later"}, "invalid enum value 'later'"),
        ("games.varied", {"game": "m5", "exchange": [9, "A"], "what": "won"}, "expected `array` of length 4, got 2"),
        ("eras.by_threes", {"cards": "Herz-König"}, "a counting card would be left over"),
    ],
)
def test_functions_refuse_inputs_that_mean_nothing(
    compute: Compute, name: str, inputs: dict[str, Any], said: str
) -> None:
    with pytest.raises(CodexError) as caught:
        compute(name, **inputs)
    assert said in str(caught.value)


def test_a_game_begun_is_decided_by_the_cards_named(compute: Compute) -> None:
    """A called king that A holds leaves him alone (32.1); the half left lying with its König is not his (23.1)."""
    own = compute("hands.begun", king="Herz-König", first=1, kept=1, hand="Herz-König")
    assert (own["alone"], own["king_lost"], own["thirds"]) == (True, False, 0)
    left = compute("hands.begun", king="Herz-König", first=1, kept=2, upper="Herz-König", hand="XX II III", laid="XX")
    assert (left["king_lost"], left["thirds"]) == (True, 1)  # seen and left lying (34.1); a third for the XX laid away
    three = compute("hands.begun", king="Herz-König", first=1, kept=1, hand="Scüs Mond", upper="Pagat")
    assert three["honours"] == ["all_three"]
    solo = compute("hands.begun", king="Herz-König", first=0, kept=0, hand="Herz-König", fifth="E")
    assert [seat for seat, side in solo["sides"].items() if side == "declarer"] == ["A"]


def test_the_expected_rows_of_1863_are_not_the_programs(checked: list[CheckedClaim]) -> None:
    """Each row again from the sentences, in another way: the product rounded at 5, and at least 1."""
    rows = {each.claim.id: each.claim.expected for each in checked if each.claim.id.startswith("1863-16")}
    for name, fold in (("a-deux", 2), ("a-un", 3), ("sans-prendre", 5)):
        assert rows[f"1863-16-{name}"] == [max(1, (over * fold + 5) // 10) for over in range(1, 40)]


def test_functions_are_listed_in_the_order_of_their_names() -> None:
    """The schema of the claims files is written in this order."""
    assert list(FUNCTIONS) == sorted(FUNCTIONS)
