"""The kind of each pair of answers to a key: by a general rule where one decides, else by a recorded decision."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, product
from typing import Any, Literal

from msgspec.structs import replace

from tarock.base.errors import list_and
from tarock.base.structs import Frozen
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Edition
from tarock.rules.cases import make_case
from tarock.rules.checks import support_problems
from tarock.rules.comparison_rules import DECISIONS, FILE, ComparisonRules, DifferenceKind, hash_answers
from tarock.rules.tables import EraTable, Statement
from tarock.rules.topics import KeyDefinition

COUNTED: tuple[DifferenceKind, ...] = ("differs", "one has none")
_STRONGEST: tuple[DifferenceKind, ...] = ("differs", "open", "unknown", "same in other words", "same")
_ORDERED = ("ranks", "seats")  # lists whose order is part of what they say
_WEAK = ("example", "option")


class Difference(Frozen):
    """The difference of two sources in one key, and why.

    `under` names the key at which the same difference is counted instead; `by` says what decided, `nobody` where a
    reader has yet to; `refs` are passages that show it, besides those of the answers.
    """

    pair: tuple[str, str]
    kind: DifferenceKind
    why: str = ""
    under: str = ""
    by: Literal["rule", "decision", "nobody"] = "rule"
    refs: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Return whether the two are known to differ and the difference is counted under this key, not another."""
        return self.kind in COUNTED and not self.under


class Comparer:
    """Compares the answers of sources to each key, two sources at a time."""

    def __init__(self, tables: Mapping[str, EraTable], rules: ComparisonRules):
        self.tables = tables
        self.rules = rules
        self._in_roles: dict[tuple[str, str], list[Statement]] = {}  # each source stands in many pairs

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return every two sources of the tables, in their order."""
        return list(combinations(self.tables, 2))

    def differences(self, key: str) -> Iterator[Difference]:
        """Yield one result for each pair of sources, but for pairs in which neither says anything to the key."""
        for pair in self.pairs:
            if difference := self.compare(key, pair):
                yield difference

    def compare(self, key: str, pair: tuple[str, str]) -> Difference | None:
        """Return how two sources differ in a key: by a reader's decision on these answers, else by the general rules.

        A difference that follows from one in another key is counted there (`under`). None where both are silent.
        """
        found = self.by_rule(key, pair)
        decision = self.rules.decisions_by_pair.get((key, frozenset(pair))) if found else None
        if decision and decision.answers == self.hash_answers(key, pair):
            found = Difference(pair, decision.kind, decision.why, decision.under, "decision", decision.refs)
        side = self.rules.consequences.get(key)
        if found and found.counted and side:
            of = self.compare(side.of, pair)
            if of and of.kind in COUNTED:
                return replace(found, under=of.under or side.of, why=side.why)
        return found

    def hash_answers(self, key: str, pair: tuple[str, str]) -> str:
        """Return the digest of two sources' present answers to a key, which a decision must name to be valid."""
        return hash_answers(*(self.tables[siglum].statements.get(key, ()) for siglum in pair))

    def by_rule(self, key: str, pair: tuple[str, str]) -> Difference | None:
        """Return how two sources differ in a key by the general rules alone; None where both are silent.

        Where the rules cannot tell, the kind is `open` and `by` is `nobody`.
        """
        entry = self.rules.topics.entries[key]
        answers = {siglum: self.tables[siglum].answers(key) for siglum in pair}
        silent = [siglum for siglum in pair if not answers[siglum]]
        if len(silent) == 2:
            return None
        if silent:
            return self._compare_with_silent(key, pair, silent[0])
        together = self.rules.summed_keys.get(key)
        if together and key != together.head:
            return Difference(pair, "not comparable", together.why, together.head)
        if entry.type == self.rules.general.names.type:
            return Difference(pair, *self._compare_names(*answers.values()))
        cases = list(self._compare_cases(entry, *(self._replace_by_roles(key, siglum, entry) for siglum in pair)))
        kinds = dict(reversed(cases))
        if "undecided" in kinds and "differs" not in kinds:
            return Difference(pair, "open", f"not decided: {kinds['undecided']}", by="nobody")
        kind = next((kind for kind in _STRONGEST if kind in kinds), None)
        if kind is None:
            return Difference(pair, "not comparable", "they answer in different cases")
        if kind == "differs" and entry.alike:
            return Difference(pair, *self._compare_alike(entry, pair))
        return Difference(pair, kind, kinds[kind])

    def _compare_alike(self, entry: KeyDefinition, pair: tuple[str, str]) -> tuple[DifferenceKind, str]:
        """Return how values that look different compare: alike where both sources answer `alike_where` alike."""
        on = self.compare(entry.alike_where, pair) if entry.alike_where else None
        if entry.alike_where and (on is None or on.kind != "same"):
            return "open", f"they are alike only if {entry.alike_where} is the same in both"
        return "same in other words", entry.alike

    def _compare_with_silent(self, key: str, pair: tuple[str, str], siglum: str) -> Difference:
        """Return the difference of a pair of sources one of which (`siglum`) does not answer the key."""
        table = self.tables[siglum]
        if key in table.statements:
            return Difference(pair, "unknown", f"{siglum} only rejects an answer")
        silence = table.silence(key)
        if silence.silence != "not applicable":
            return Difference(pair, "unknown", f"{siglum}: {silence.silence}")
        if lacking := self.rules.missing_element(siglum, key):
            under = "" if key == lacking.head else lacking.head
            refs = tuple(support.ref for support in lacking.lacking[siglum])
            return Difference(pair, "one has none", f"{siglum} has none: {lacking.title}", under, refs=refs)
        return Difference(pair, "not comparable", f"{siglum}: {silence.note}")

    def _compare_cases(
        self, entry: KeyDefinition, mine: list[Statement], theirs: list[Statement]
    ) -> Iterator[tuple[DifferenceKind | Literal["undecided"], str]]:
        """Yield kind and reason for each case to which both sources give an answer.

        Cases that differ in a dimension of `ways` are not compared where both sources also share a case.
        """
        pairs = list(product(mine, theirs))
        alike = any(one.case == other.case for one, other in pairs)
        ways = {*self.rules.general.ways}
        for one, other in pairs:
            case = one.when | other.when
            if one.when.items() <= case.items() and not (
                alike and ways.intersection(name for name, _word in {*one.case} ^ {*other.case})
            ):
                yield self._compare_values(entry, _find_reaching(mine, case), _find_reaching(theirs, case))

    def _compare_values(
        self, entry: KeyDefinition, mine: Statement, theirs: Statement
    ) -> tuple[DifferenceKind | Literal["undecided"], str]:
        """Return the kind of difference of two values, `undecided` where only a reader can tell, and the reason."""
        if mine.other_reading or theirs.other_reading:
            read = product(_list_readings(mine), _list_readings(theirs))
            kinds = {kind for kind, _why in (self._compare_values(entry, one, other) for one, other in read)}
            return (kinds.pop(), "by every reading") if len(kinds) == 1 else ("open", "a second reading")
        if _make_comparable(entry, mine) == _make_comparable(entry, theirs):
            return ("same", "") if mine.note == theirs.note else ("same in other words", "by roles, or added up")
        if entry.type == self.rules.general.seats.type and self._have_same_seats(mine, theirs):
            return "same in other words", "the same persons pay or are paid"
        if entry.type in self.rules.general.samples:
            return "unknown", "one names more than the other, who does not deny it"
        if weak := next((each.grade for each in (mine, theirs) if each.grade in _WEAK), ""):
            return "open", f"an {weak}"
        if entry.numeric and mine.unit != theirs.unit:
            return "undecided", f"{mine.shown} and {theirs.shown}"
        return "differs", ""

    def _compare_names(self, mine: list[Statement], theirs: list[Statement]) -> tuple[DifferenceKind, str]:
        same = {str(each.value) for each in mine} == {str(each.value) for each in theirs}
        return ("same", "") if same else ("another name", self.rules.general.names.why)

    def _have_same_seats(self, mine: Statement, theirs: Statement) -> bool:
        """Return whether two lists of payers name the same persons, in games that have the same sides."""
        words = self.rules.general.seats.words

        def meant(statement: Statement, side: str) -> set[str]:
            return {seat for word in statement.value for seat in words.get(word, {}).get(side, (word,))}

        sides = self._find_sides(mine.siglum)
        return (
            bool(sides)
            and sides == self._find_sides(theirs.siglum)
            and all(meant(mine, side) == meant(theirs, side) for side in sides)
        )

    def _find_sides(self, siglum: str) -> set[str]:
        seats = self.rules.general.seats
        answers = self.tables[siglum].answers(seats.by)
        return {side for answer in answers for side in seats.sides.get(str(answer.value), ())}

    def _replace_by_roles(self, key: str, siglum: str, entry: KeyDefinition) -> list[Statement]:
        """Return a source's answers in the words by which games are compared: roles for names, sums for their parts.

        Where that changed the value, `note` has the value as the source gives it.
        """
        if (siglum, key) in self._in_roles:
            return self._in_roles[siglum, key]
        vocabulary = self.rules.topics.vocabulary
        found = self._in_roles[siglum, key] = []
        for answer in self.tables[siglum].answers(key):
            when = {name: self._find_role(vocabulary.dimensions[name].of, word) for name, word in answer.case}
            value = self._add_summed_keys(answer, self._find_role(entry.kind, answer.value))
            said = "" if (value, when) == (answer.value, answer.when) else repr((answer.value, answer.case))
            other = answer.other_reading
            if other:
                other = replace(other, value=self._add_summed_keys(answer, self._find_role(entry.kind, other.value)))
            found.append(replace(answer, value=value, when=when, case=make_case(when), note=said, other_reading=other))
        return found

    def _add_summed_keys(self, answer: Statement, value: Any) -> Any:
        """Return the sum that `value` is the head of, each term times its weight.

        Unchanged where the key has no sum.
        """
        together = self.rules.summed_keys.get(answer.key)
        if together is None or answer.unit != answer.entry.unit:
            return value
        table = self.tables[answer.siglum]
        parts = ((weight, table.find_rule(key, **answer.when)) for key, weight in together.weights.items())
        return sum(weight * part.value for weight, part in parts if part)

    def _find_role(self, vocabulary: str, value: Any) -> Any:
        words = self.rules.general.roles.get(vocabulary)
        if not words:
            return value
        return [words.get(each, each) for each in value] if isinstance(value, list) else words.get(value, value)


def _list_readings(statement: Statement) -> list[Statement]:
    """Return a statement once for each value that its words may have."""
    values = [statement.value, *([statement.other_reading.value] if statement.other_reading else [])]
    return [replace(statement, value=value, other_reading=None) for value in values]


def _find_reaching(readings: list[Statement], case: dict[str, Any]) -> Statement:
    """Return the statement with the longest case among those that apply in `case`; there is at least one."""
    facts = case.items()
    reaching = [reading for reading in readings if reading.when.items() <= facts]
    return max(reaching, key=lambda reading: len(reading.case)) if len(reaching) > 1 else reaching[0]


def _make_comparable(entry: KeyDefinition, statement: Statement) -> Any:
    """Return value and unit so that `==` compares them: lists are sorted unless their order has meaning."""
    value = statement.value
    if isinstance(value, list) and entry.type not in _ORDERED:
        value = sorted(map(str, value))
    return value, statement.unit


def difference_problems(
    comparer: Comparer, editions: Mapping[str, Edition], pairs: Collection[tuple[str, str]]
) -> Iterator[Problem]:
    """Yield faults of the comparison's data.

    These are decisions that are stale, unneeded or missing, and parts of a game that a source is said to lack though it
    answers their keys. `editions` are those whose text is here; `pairs` are the pairs for which a missing decision is
    reported.
    """
    for place in comparer.rules.decisions:
        decision = place.record
        what = f"{decision.key} of {list_and(decision.pair)}"
        if unknown := [siglum for siglum in decision.pair if siglum not in comparer.tables]:
            yield Problem("DECISION-SOURCE", place.place, f"{what}: {unknown[0]} is no source")
            continue
        ruled = comparer.by_rule(decision.key, decision.pair)
        if (now := comparer.hash_answers(decision.key, decision.pair)) != decision.answers:
            stale = f"{what}: the values changed since this decision: compare them again, then set `answers: {now}`"
            yield Problem("DECISION-STALE", place.place, stale)
        elif ruled is None or (ruled.by == "rule" and (ruled.kind, ruled.under) == (decision.kind, decision.under)):
            yield Problem("DECISION-UNNEEDED", place.place, f"{what}: the general rules say so already")
    for key, pair in product(comparer.rules.topics, pairs):
        if (difference := comparer.compare(key, pair)) and difference.by == "nobody":
            what = (
                f"{key} of {list_and(pair)} is {difference.why}: "
                f"compare them, then add a decision with `answers: {comparer.hash_answers(key, pair)}`"
            )
            yield Problem("DECISION-MISSING", f"rules_data/{DECISIONS}", what)
    yield from _check_elements(comparer, editions)


def _check_elements(comparer: Comparer, editions: Mapping[str, Edition]) -> Iterator[Problem]:
    """Yield elements of a game that a source is said to lack without support, or while it answers their keys."""
    file = f"rules_data/{FILE}"
    for name, institution in comparer.rules.general.institutions.items():
        for siglum, supports in institution.lacking.items():
            if siglum in editions:
                for support in supports:
                    yield from support_problems(support, name, file, editions[siglum], "INSTITUTION")
    for key, institutions in comparer.rules.elements_by_key.items():
        for institution in institutions:
            for siglum in institution.lacking:
                if siglum in comparer.tables and key != institution.head and key in comparer.tables[siglum].statements:
                    what = f"{siglum} answers {key}, and has none: {institution.title}; expected one of them"
                    yield Problem("INSTITUTION-BOTH", file, what)
