"""The claims ledger: `rules_data/claims/SIGLUM*.yaml`, run against the engine."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.structs import Record, Value, Words
from tarock.corpus.checks import Problem
from tarock.proof.claims.formula import compute_formula, formula_fault
from tarock.proof.claims.registry import functions
from tarock.rules.checks import support_problems
from tarock.rules.tables import Support

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.base.project import Project
    from tarock.base.yamlio import Document
    from tarock.corpus.editions import Corpus
    from tarock.proof.claims.expectation import ExpectationReader
    from tarock.proof.context import Context

Kind = Literal["result", "remark", "trial"]
Verdict = Literal[
    "reproduced", "not reproduced", "confirmed", "differs", "as expected", "not as expected", "not testable",
    "undetermined",
]  # fmt: skip
VERDICTS: dict[Kind, tuple[Verdict, Verdict]] = {
    "result": ("reproduced", "not reproduced"),
    "remark": ("confirmed", "differs"),
    "trial": ("as expected", "not as expected"),
}
AGREEING = frozenset(("reproduced", "confirmed", "as expected"))
DIFFERING = frozenset(("not reproduced", "differs", "not as expected"))
UNDETERMINED = "undetermined"  # what a function returns where the source does not decide


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that can be recomputed: an author's `result`, his `remark`, or a `trial` whose scenario is ours.

    `compute` names a function of `tarock.proof.claims.functions` and `inputs` its arguments; or it is a key of the
    source's rules, or a formula over such keys. `of` picks the part of what is computed that the claim is about: a
    name, or several. `expected` is the value as the source has it. What a result expects stands in `quote` or in
    the quotes of `from`, or `derived` makes it of numbers there. A claim that cannot be computed today says what
    it would need (`needs`). `known` gives the reason where the computed value differs, or stays undetermined, and
    that is understood.
    """

    id: str
    kind: Kind
    ref: Words
    quote: Words
    says: Words
    compute: str = ""
    inputs: dict[str, Any] = {}
    of: str | tuple[str, ...] = ""
    expected: Any = None
    origin: tuple[Support, ...] = msgspec.field(name="from", default=())
    derived: Any = None
    needs: str = ""
    known: str = ""
    note: str = ""

    @property
    def era(self) -> str:
        """The source by whose rules a formula is computed."""
        return self.ref.partition(":")[0]

    @property
    def supports(self) -> tuple[Support, ...]:
        """The words that give the expectation."""
        return (Support(ref=self.ref, quote=self.quote), *self.origin)


class Placed(Value):
    """A claim with the arguments of its function and the place of its record."""

    claim: Claim
    arguments: dict[str, Any]
    file: str
    line: int

    @property
    def place(self) -> str:
        """`FILE:LINE` of the record."""
        return f"{self.file}:{self.line}"


class Checked(Value):
    """A claim, what was computed for it, and the verdict; `reads` are the rule values used, by era and key."""

    placed: Placed
    computed: Any
    verdict: Verdict
    reads: frozenset[tuple[str, str]]
    error: str = ""

    @property
    def claim(self) -> Claim:
        """The claim itself."""
        return self.placed.claim


class ClaimJson(Record, kw_only=True):
    """The entry of `claims` in `check --json`: a claim with what was computed for it and the verdict."""

    id: str
    ref: str
    verdict: str
    kind: str
    says: str
    quote: str
    expected: Any
    of: str | tuple[str, ...]
    origin: list[Support] = msgspec.field(name="from")
    derived: Any
    computed: Any
    needs: str
    known: str


def load_claims(project: Project, names: Iterable[str]) -> list[Placed]:
    """All claims of the given files of `rules_data/claims`; a file without any is a mistake.

    Raises `CodexError` with file and line for a malformed record.
    """
    placed: list[Placed] = []
    seen: set[str] = set()
    for name in names:
        document = yamlio.load(project.rules / "claims" / f"{name}.yaml")
        if not document.data:
            raise document.error("no claims", "expected a list of claims")
        file = project.relative(document.path)
        for index, claim in enumerate(document.records(Claim, "claim")):
            if claim.id in seen:
                raise document.error(f"the id `{claim.id}` is used twice", "expected each id once", index)
            seen.add(claim.id)
            arguments = _arguments(claim, document, index)
            placed.append(Placed(claim, arguments, file, document.line(index)))
    return placed


def _arguments(claim: Claim, document: Document, index: int) -> dict[str, Any]:
    if bool(claim.compute) == bool(claim.needs):
        raise document.error(f"{claim.id} has neither or both of `compute` and `needs`", "expected one", index)
    if not claim.compute:
        return {}
    made = functions().get(claim.compute)
    if made is None:
        fault = formula_fault(claim.compute)
        if claim.inputs or fault:
            raise document.error(
                f"{claim.id}: unknown function `{claim.compute}`",
                f"expected a formula, or one of {', '.join(functions())}",
                index,
            )
        return {}
    try:
        return made.arguments(claim.inputs)
    except CodexError as fault:
        raise document.error(f"{claim.id}: {fault.what}", fault.expected, index, "inputs") from None


def run_claims(placed: Iterable[Placed], context: Context) -> Iterator[Checked]:
    """Compute every claim; one that cannot be computed carries the `error`."""
    return (run_claim(each, context) for each in placed)


def run_claim(placed: Placed, context: Context) -> Checked:
    """Compute one claim (`run_claims`)."""
    claim = placed.claim
    if claim.needs:
        return Checked(placed, None, "not testable", frozenset())
    with context.noting() as reads:
        computed, error = compute(placed, context)
    return Checked(placed, computed, verdict(claim, computed), frozenset(reads), error)


def compute(placed: Placed, context: Context) -> tuple[Any, str]:
    """What a claim's function gives, or the fault that keeps it from computing.

    Only a `CodexError` is such a fault: that rules and inputs do not fit. Anything else is an error in the program.
    """
    claim = placed.claim
    try:
        made = functions().get(claim.compute)
        formula = claim.compute
        value = made.compute(context, **placed.arguments) if made else compute_formula(formula, claim.era, context)
        return _part(_plain(value), claim.of), ""
    except CodexError as fault:
        return None, str(fault)


def _part(value: Any, of: str | tuple[str, ...]) -> Any:
    """The part of a computed value that a claim is about."""
    if not of or value == UNDETERMINED:
        return value
    names = (of,) if isinstance(of, str) else of
    if not isinstance(value, dict) or not set(names) <= value.keys():
        raise CodexError(f"what is computed has no part {', '.join(names)}", "expected one of its names")
    return value[of] if isinstance(of, str) else {name: value[name] for name in names}


def _plain(value: Any) -> Any:
    """A computed value as YAML and JSON have it: fractions as text, tuples and sets as lists."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else _mixed(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(_plain(item) for item in value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


def _mixed(value: Fraction) -> str:
    whole, over = divmod(value.numerator, value.denominator)
    part = f"{over}/{value.denominator}"
    return f"{whole} {part}" if whole else part


def verdict(claim: Claim, computed: Any) -> Verdict:
    """The verdict on a claim whose function gives `computed`."""
    if computed == UNDETERMINED:
        return "undetermined"
    agrees = computed == claim.expected and type(computed) is type(claim.expected)
    return VERDICTS[claim.kind][not agrees]


def claim_problems(
    placed: Iterable[Placed], checked: Iterable[Checked], corpus: Corpus, expectations: ExpectationReader
) -> list[Problem]:
    """References and quotes that do not hold, expectations that nobody printed, verdicts not recorded as known."""
    stated = (problem for each in placed for problem in _stated_problems(each, corpus, expectations))
    return [*stated, *filter(None, map(_verdict_problem, checked))]


def _stated_problems(placed: Placed, corpus: Corpus, expectations: ExpectationReader) -> Iterator[Problem]:
    claim = placed.claim
    for support in claim.supports:
        edition = corpus.edition(support.ref.partition(":")[0])
        yield from support_problems(support, claim.id, placed.place, edition, "CLAIM")
    if claim.kind == "result" and claim.compute:
        text = " | ".join(support.quote for support in claim.supports)
        for what in expectations.unprinted(claim.expected, claim.derived, text, claim.inputs):
            fault = f"{claim.id}: {what} stands in no quote of it; expected it there, in `from:` or `derived:`"
            yield Problem("CLAIM-UNPRINTED", placed.place, fault)


def _verdict_problem(checked: Checked) -> Problem | None:
    claim, place = checked.claim, checked.placed.place
    if checked.error:
        return Problem("CLAIM-ERROR", place, f"{claim.id} ({claim.ref}): {checked.error}")
    agrees = checked.verdict in AGREEING or bool(claim.needs)
    if agrees != bool(claim.known):
        return None
    if agrees:
        return Problem("KNOWN-STALE", place, f"{claim.id} agrees; expected no `known:` reason for a difference")
    computed = f"computed {checked.computed!r}, expected {claim.expected!r}"
    return Problem("CLAIM-DIFFERS", place, f"{claim.id} ({claim.ref}): {computed}, or a reason in `known:`")
