"""Values that an engine needs and no text gives, from `SIGLUM/assumed.yaml`: ours, and never cited as the source's.

A rule set has them beside the statements of the source. The key stays one on which the source is silent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import list_or
from tarock.base.structs import Cached, PassageRef, Record, Words
from tarock.base.yamlio import Document
from tarock.corpus.checks import Problem
from tarock.rules.cases import Case, answer_name, make_case
from tarock.rules.silences import Silences, unknown_key
from tarock.rules.topics import KeyDefinition, Topics

ASSUMED = "assumed.yaml"
OUR_CHOICE = "our choice"
UNSAID = ("not stated", "lost", "left to another game")  # the silences on which a value may be assumed


class OtherDecision(Record):
    """Another value that could be assumed, and what speaks for it."""

    value: Any
    why: Words


class AssumptionRecord(Record, kw_only=True):
    """A value that we decided: `at` is the passage at which the question comes up, and which does not answer it.

    `why` is why it is needed and taken so; `whence` a fact of a neighbour (`GAME.FACT`), a passage of another source,
    or `our choice`. Without `other_readings`, `no_other` says what excludes every other value.
    """

    key: Words
    when: dict[str, Any] = {}
    value: Any
    at: PassageRef
    says: Words
    why: Words
    whence: Words
    other_readings: tuple[OtherDecision, ...] = ()
    no_other: str = ""


class Assumption(Cached):
    """A value of ours under its key, with its place."""

    siglum: str
    record: AssumptionRecord
    entry: KeyDefinition
    place: str

    @property
    def value(self) -> Any:
        """Return the value."""
        return self.record.value

    @cached_property
    def case(self) -> Case:
        """Return the case that it holds in."""
        return make_case(self.record.when)

    @cached_property
    def ident(self) -> str:
        """Return the name of the answer: its key, with the case in brackets."""
        return answer_name(self.record.key, self.case)


class Assumptions(Cached):
    """The assumptions for a source, by the names of their answers."""

    by_name: Mapping[str, Assumption] = {}

    @classmethod
    def load(cls, path: Path, siglum: str, file: str, topics: Topics) -> Assumptions:
        """Read the file, which need not be there; raise `CodexError` for an unknown key, and a value it cannot have."""
        if not path.exists():
            return cls()
        document = yamlio.load(path)
        found: dict[str, Assumption] = {}
        for index, record in enumerate(document.convert(list[AssumptionRecord], document.data)):
            entry = _require_sound(document, record, index, topics)
            made = Assumption(siglum, record, entry, f"{file}:{document.line(index)}")
            if made.ident in found:
                raise document.error(f"`{made.ident}` is assumed twice", "expected it once", index)
            found[made.ident] = made
        return cls(found)

    def on_key(self, key: str) -> tuple[Assumption, ...]:
        """Return what is assumed in answer to a key."""
        return tuple(each for each in self.by_name.values() if each.record.key == key)

    def problems(self, silences: Silences, stated: Mapping[str, Collection[Case]]) -> Iterator[Problem]:
        """Yield assumptions on keys that the source answers in their case, or that it does not leave unsaid.

        `stated` are by key the cases that the source answers.
        """
        for each in self.by_name.values():
            answered, silence = stated.get(each.record.key, ()), silences.by_key.get(each.record.key)
            unsaid = bool(answered) or (silence is not None and silence.silence in UNSAID)
            if not unsaid or any(_overlap(each.case, case) for case in answered):
                what = (
                    f"{each.record.key} is not left unsaid by {each.siglum}; expected a key that is {list_or(UNSAID)}"
                )
                yield Problem("ASSUMED-KEY", each.place, what)


def _overlap(one: Case, other: Case) -> bool:
    """Return whether two cases can be that of one situation."""
    values = dict(other)
    return all(values.get(name, value) == value for name, value in one)


def _require_sound(document: Document, record: AssumptionRecord, index: int, topics: Topics) -> KeyDefinition:
    """Return the key of an assumption; raise `CodexError` for an unknown key, case or value, or an equal reading."""
    entry = topics.find(record.key)
    if entry is None:
        raise unknown_key(document, topics, record.key, index, "key")
    for name, value in record.when.items():
        if expected := entry.case_error_hint(name, value, topics.vocabulary):
            raise document.error(
                f"`{record.key}` holds when {name} is {value!r}", f"expected {expected}", index, "when"
            )
    values = (record.value, *(each.value for each in record.other_readings))
    for value in values:
        if expected := entry.type_error_hint(value):
            raise document.error(f"`{record.key}` is {value!r}", f"expected {expected}", index)
    if record.value in values[1:]:
        raise document.error(f"`{record.key}` reads the same", "expected another value", index, "other_readings")
    if bool(record.other_readings) == bool(record.no_other):
        what = f"`{record.key}` has neither or both of `other_readings:` and `no_other:`"
        raise document.error(what, "expected other values, or what excludes them", index)
    return entry
