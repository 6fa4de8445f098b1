"""The claims ledger: `rules_data/claims/SIGLUM*.yaml` run against the engine, and the claims that are withdrawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Frozen, PassageRef, Record, Words
from tarock.base.yamlio import Document, Located
from tarock.claims.context import ClaimContext
from tarock.claims.expectation import ExpectationReader, compute_formula, formula_fault, has_number
from tarock.claims.registry import FUNCTIONS
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Corpus
from tarock.replay.context import Context, Read, values_read, values_read_directly
from tarock.replay.uncertain import Robustness, StabilityCount, UncertainDependency
from tarock.rules.checks import support_problems
from tarock.rules.ruleset import Alteration
from tarock.rules.tables import Support

ClaimKind = Literal["result", "remark", "trial"]
ClaimBasis = Literal["quote", "named", "ours"]
ClaimClass = Literal["recomputed", "sentences agree", "ours", "trial", "differs", "undetermined", "not testable"]
Verdict = Literal[
    "reproduced", "not reproduced", "confirmed", "differs", "as expected", "not as expected", "not testable",
    "undetermined",
]  # fmt: skip
VERDICTS: dict[ClaimKind, tuple[Verdict, Verdict]] = {
    "result": ("reproduced", "not reproduced"),
    "remark": ("confirmed", "differs"),
    "trial": ("as expected", "not as expected"),
}
AGREEING = frozenset(("reproduced", "confirmed", "as expected"))
DIFFERING = frozenset(("not reproduced", "differs", "not as expected"))
UNDETERMINED = "undetermined"  # what a function returns where the source does not decide


class Claim(Record, kw_only=True):
    """Something that can be recomputed: an author's `result`, his `remark`, or a `trial` whose scenario is ours.

    `compute` names a claim function and `inputs` its arguments; or it is a key of the
    source's rules, or a formula over such keys. `of` picks the part of what is computed that the claim is about: a
    name, or several. `expected` is the value that is expected, and `basis` tells where it stands: in the `quote` (so
    where `basis` is left out), there or in the sentences `named` in `from`, or nowhere, because it is `ours`: then
    `derived` may make it of numbers in the quotes. Of a value that is no number `said_by` has the words of the quotes
    that say it, where it cannot be found in them. What a trial expects is always ours. A claim that cannot be computed
    today says what it would need (`needs`). `known` gives the reason where the computed value differs, or the
    function leaves it undetermined, and that is understood. `undetermined` says why the text does not decide, with
    the readings: the computed value is one of them, `expected`, if any, another. With `agrees` the claim only shows
    that two sentences say the same.
    """

    id: str
    kind: ClaimKind
    ref: Words
    quote: Words
    says: Words
    compute: str = ""
    inputs: dict[str, Any] = {}
    of: str | tuple[str, ...] = ""
    expected: Any = None
    basis: ClaimBasis | None = None
    said_by: str = ""
    origin: tuple[Support, ...] = msgspec.field(name="from", default=())
    derived: Any = None
    needs: str = ""
    agrees: bool = False
    known: str = ""
    undetermined: str = ""
    note: str = ""

    @property
    def reason(self) -> str:
        """Return the recorded reason why the claim does not simply agree; empty if there is none."""
        return self.known or self.undetermined

    @property
    def expected_from(self) -> ClaimBasis | None:
        """Return where the expectation stands: `quote`, `named`, or `ours`; None without an expectation."""
        if self.expected is None:
            return None
        return "ours" if self.kind == "trial" else self.basis or "quote"

    @property
    def era(self) -> str:
        """Return the siglum of the source by whose rules a formula is computed."""
        return self.ref.partition(":")[0]

    @property
    def supports(self) -> tuple[Support, ...]:
        """Return the quotes that give the expectation."""
        return (Support(ref=self.ref, quote=self.quote), *self.origin)


class CheckedClaim(Frozen):
    """A claim, its computed value and its verdict; `reads` are the rule values used, by era and key.

    `read_directly` are those that the claim function reads itself; the others are read by the engine.
    """

    claim: Claim
    place: str  # FILE:LINE
    computed: Any
    verdict: Verdict
    reads: frozenset[tuple[str, str]]
    error: str = ""
    read_directly: frozenset[tuple[str, str]] = frozenset()

    @property
    def counted_as(self) -> ClaimClass:
        """Return the class in which the claim is counted; only what an author states is `recomputed`."""
        if self.verdict in ("undetermined", "not testable"):
            return self.verdict
        if self.verdict not in AGREEING:
            return "differs"
        if self.claim.kind == "trial":
            return "trial"
        if self.claim.expected_from == "ours":
            return "ours"
        return "sentences agree" if self.claim.agrees else "recomputed"


class ClaimCounts(Record):
    """How many claims there are, and what they show, each counted once.

    `recomputed` are computed from the play or the rules, and equal what the author states; in `sentences_agree` two
    sentences of the source agree, and nothing more is shown; in `ours` the sum is ours, and nothing is stated to
    compare it with; of `trials` the scenario is ours too. All four come out as expected.
    """

    claims: int
    recomputed: int
    sentences_agree: int
    ours: int
    trials: int
    differ: int
    undetermined: int
    not_testable: int


def count_claims(claims: Iterable[CheckedClaim]) -> ClaimCounts:
    """Count claims by what they show."""
    found = Counter(each.counted_as for each in claims)
    return ClaimCounts(
        claims=found.total(),
        recomputed=found["recomputed"],
        sentences_agree=found["sentences agree"],
        ours=found["ours"],
        trials=found["trial"],
        differ=found["differs"],
        undetermined=found["undetermined"],
        not_testable=found["not testable"],
    )


class ClaimJson(Record, kw_only=True):
    """The entry of `claims` in `check --json`: a claim with what was computed for it and the verdict.

    `error` is why nothing could be computed, and `altered` what of the rules is not as the sources have it; both are
    absent where they do not apply.
    """

    id: str
    ref: str
    verdict: str
    kind: str
    says: str
    quote: str
    expected: Any
    expected_from: ClaimBasis | None
    counted_as: ClaimClass
    of: str | tuple[str, ...]
    origin: list[Support] = msgspec.field(name="from")
    derived: Any
    computed: Any
    needs: str
    known: str
    undetermined: str
    agrees: bool
    rests_on: tuple[UncertainDependency, ...]
    stands: StabilityCount
    error: str | UnsetType = UNSET
    altered: tuple[Alteration, ...] | UnsetType = UNSET


def build_claim_json(
    checked: CheckedClaim, robustness: Robustness, altered: tuple[Alteration, ...] = (), error: str = ""
) -> ClaimJson:
    """Return a claim with its verdict as an entry of `check --json`."""
    claim = checked.claim
    return ClaimJson.from_object(
        claim,
        verdict=checked.verdict,
        computed=checked.computed,
        expected_from=claim.expected_from,
        counted_as=checked.counted_as,
        error=error or UNSET,
        altered=altered or UNSET,
        **asdict(robustness),
    )


class WithdrawnClaim(Record, kw_only=True):
    """An id that was a claim's, the passage it was on, why it went, and which claims say now what it said."""

    id: Words
    ref: PassageRef
    reason: Words
    successors: tuple[Words, ...] = ()


def load_claims(project: Project, names: Iterable[str]) -> list[Located[Claim]]:
    """Load the claims of the given files of `rules_data/claims`; a file without any is a mistake.

    Raises `CodexError` with file and line for a malformed record.
    """
    claims: dict[str, Located[Claim]] = {}
    for name in names:
        document = yamlio.load(project.rules / "claims" / f"{name}.yaml")
        if not document.data:
            raise document.error("no claims", "expected a list of claims")
        for index, located in enumerate(document.located_records(project, Claim, "claim")):
            claim = located.record
            if claim.id in claims:
                raise document.error(f"the id `{claim.id}` is used twice", "expected each id once", index)
            _require_computable(claim, document, index)
            claims[claim.id] = located
    return list(claims.values())


def _require_computable(claim: Claim, document: Document, index: int) -> None:
    if bool(claim.compute) == bool(claim.needs):
        raise document.error(f"{claim.id} has neither or both of `compute` and `needs`", "give one of them", index)
    if claim.undetermined and (claim.needs or claim.known or claim.agrees):
        what = f"{claim.id} has `undetermined` beside `needs`, `known` or `agrees`"
        raise document.error(what, "keep one of them", index)
    if claim.agrees and claim.needs:
        raise document.error(f"{claim.id} has `agrees` beside `needs`", "expected what is computed to agree", index)
    if claim.basis and (claim.kind == "trial" or claim.expected is None):
        raise document.error(
            f"{claim.id} has a `basis`",
            "expected none: what a trial expects is ours, and where nothing is expected there is none",
            index,
        )
    if claim.expected_from == "ours" and (claim.agrees or claim.said_by):
        raise document.error(
            f"{claim.id} has `agrees` or `said_by`, and what it expects is ours",
            "expected them only where a sentence says what is expected",
            index,
        )
    if claim.derived is not None and claim.expected_from != "ours":
        raise document.error(f"{claim.id} has `derived`, a sum of ours", "expected `basis: ours` beside it", index)
    if function := FUNCTIONS.get(claim.compute):
        document.convert(function.inputs, claim.inputs, index, "inputs")
    elif claim.compute and (claim.inputs or formula_fault(claim.compute)):
        expected = "expected a formula, or one of {functions}".format(functions=", ".join(FUNCTIONS))
        raise document.error(f"{claim.id}: unknown function `{claim.compute}`", expected, index)


def load_withdrawn(project: Project) -> dict[str, Located[WithdrawnClaim]]:
    """Load the withdrawn claims by id; raise `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / "withdrawn_claims.yaml")
    return {
        found.record.id: found for found in document.located_records(project, WithdrawnClaim, "withdrawn claim", "id")
    }


def run_claim(located: Located[Claim], context: Context) -> CheckedClaim:
    """Compute a claim; one that cannot be computed carries the `error`."""
    claim = located.record
    if claim.needs:
        return judge_computed(located, (None, ""), (), ())
    found = context.track(partial(compute, claim))
    return judge_computed(located, found.unwrap(), values_read(found), values_read_directly(found))


def judge_computed(
    located: Located[Claim], found: tuple[Any, str], reads: Iterable[Read], read_directly: Iterable[Read]
) -> CheckedClaim:
    """Return a claim with its verdict on what `compute` found, and the rule values read for that."""
    claim, (computed, error) = located.record, found
    verdict = "not testable" if claim.needs else judge_claim(claim, computed)
    return CheckedClaim(claim, located.place, computed, verdict, frozenset(reads), error, frozenset(read_directly))


def compute(claim: Claim, context: Context) -> tuple[Any, str]:
    """Return what a claim's function gives, as JSON has it, and the fault if it cannot compute.

    Only a `CodexError` is such a fault: that rules and inputs do not fit. Anything else is an error in the program.
    """
    function = FUNCTIONS.get(claim.compute)
    try:
        if function:
            value = function.call(ClaimContext(context), claim.inputs)
        else:
            value = compute_formula(claim.compute, ClaimContext(context).rules(claim.era))
        return _part(msgspec.json.decode(msgspec.json.encode(value, enc_hook=_fraction)), claim.of), ""
    except CodexError as fault:
        return None, str(fault)


def _fraction(value: Fraction) -> int | str:
    """Return a fraction as the books write it: `35 2/3`."""
    whole, over = divmod(value.numerator, value.denominator)
    if not over:
        return whole
    part = f"{over}/{value.denominator}"
    return f"{whole} {part}" if whole else part


def _part(value: Any, of: str | tuple[str, ...]) -> Any:
    """Return the part of a computed value that a claim is about."""
    if not of or value == UNDETERMINED:
        return value
    names = (of,) if isinstance(of, str) else of
    if not isinstance(value, dict) or not set(names) <= value.keys():
        raise CodexError("the computed value has no part {names}".format(names=", ".join(names)), "mend `of:`")
    return value[of] if isinstance(of, str) else {name: value[name] for name in names}


def judge_claim(claim: Claim, computed: Any) -> Verdict:
    """Return the verdict on a claim whose function gives `computed`."""
    if claim.undetermined or computed == UNDETERMINED:
        return "undetermined"
    agrees = computed == claim.expected and type(computed) is type(claim.expected)
    return VERDICTS["trial" if claim.expected_from == "ours" else claim.kind][not agrees]


def claim_problems(
    checked: Iterable[CheckedClaim], corpus: Corpus, expectations: ExpectationReader
) -> Iterator[Problem]:
    """Yield wrong references and quotes, expectations that are not printed, verdicts not recorded as known."""
    claims = list(checked)
    for each in claims:
        claim, place = each.claim, each.place
        for support in claim.supports:
            edition = corpus.edition(support.ref.partition(":")[0])
            yield from support_problems(support, claim.id, place, edition, "CLAIM")
        yield from _basis_problems(claim, place, expectations)
    yield from filter(None, map(_verdict_problem, claims))


def _basis_problems(claim: Claim, place: str, expectations: ExpectationReader) -> Iterator[Problem]:
    """Yield a problem for each expectation that does not stand where the `basis` of the claim says."""
    basis = claim.expected_from
    supports = claim.supports if basis == "named" else claim.supports[:1]
    text = " | ".join(support.quote for support in supports)
    if basis == "named" and not claim.origin:
        fault = f"{claim.id} has `basis: named` and no sentence; add it to `from:`"
        yield Problem("CLAIM-BASIS", place, fault)
    elif (
        basis == "named"
        and not claim.said_by
        and not expectations.find_unsaid(claim.expected, claim.quote, claim.inputs)
    ):
        fault = f"{claim.id}: the expected value stands in the quote; write `basis: quote`"
        yield Problem("CLAIM-BASIS", place, fault)
    elif basis == "ours" and claim.derived is not None and claim.kind != "trial":
        text = " | ".join(support.quote for support in claim.supports)
        for what in expectations.find_unprinted(claim.expected, claim.derived, text):
            fault = f"{claim.id}: {what} stands in none of its quotes; add a quote that has it"
            yield Problem("CLAIM-UNPRINTED", place, fault)
    elif claim.said_by:
        if claim.said_by not in text or has_number(claim.expected):
            fault = (
                f"{claim.id}: expected the words of `said_by` in a quote, and no number in what is expected: a "
                "number must "
                "stand in the quote itself, or be ours (`basis: ours`)"
            )
            yield Problem("CLAIM-SAID-BY", place, fault)
    elif basis in ("quote", "named") and claim.compute:
        for what in expectations.find_unsaid(claim.expected, text, claim.inputs):
            fault = (
                f"{claim.id}: {what} does not stand in the quote; expected it there, in a sentence of `from:` "
                "(`basis: named`), said by other words of it (`said_by:`), or marked as ours (`basis: ours`)"
            )
            yield Problem("CLAIM-UNPRINTED", place, fault)


def _verdict_problem(checked: CheckedClaim) -> Problem | None:
    claim, place = checked.claim, checked.place
    if checked.error:
        return Problem("CLAIM-ERROR", place, f"{claim.id} ({claim.ref}): {checked.error}")
    agrees = checked.verdict in AGREEING or bool(claim.needs or claim.undetermined)
    if agrees != bool(claim.known):
        return None
    if agrees:
        return Problem("KNOWN-STALE", place, f"{claim.id} agrees; expected no `known:` reason for a difference")
    return Problem(
        "CLAIM-DIFFERS",
        place,
        f"{claim.id} ({claim.ref}): computed {checked.computed!r}, expected {claim.expected!r}, or a reason in "
        "`known:`",
    )


def withdrawn_problems(
    withdrawn: dict[str, Located[WithdrawnClaim]], claims: Iterable[Located[Claim]], left_out: Collection[str]
) -> Iterator[Problem]:
    """Yield a problem for each withdrawn id that is used and each successor that does not exist.

    Sources that are left out are not looked at.
    """
    present = {each.record.id: each.place for each in claims}
    for ident, located in withdrawn.items():
        record, place = located.record, located.place
        if ident in present:
            yield Problem("CLAIM-WITHDRAWN", present[ident], f"{ident} is withdrawn ({place}); give the claim a new id")
        if record.ref.partition(":")[0] not in left_out:
            for successor in record.successors:
                if successor not in present:
                    yield Problem(
                        "CLAIM-WITHDRAWN", place, f"{ident}: unknown successor {successor}; expected the id of a claim"
                    )
