"""The rules that tell a difference, as data: roles, seats, sums of keys, elements of a game, and decisions.

`comparison.yaml` has what holds for many keys; `decisions.yaml` what only a reader could say of one key and a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.digests import digest
from tarock.base.errors import list_and
from tarock.base.project import Project
from tarock.base.structs import Cached, PassageRef, Record, Siglum, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.rules.silences import unknown_key
from tarock.rules.tables import Statement, Support
from tarock.rules.topics import Topics

DifferenceKind = Literal[
    "same", "same in other words", "another name", "differs", "one has none", "not comparable", "unknown", "open"
]
FILE = "comparison.yaml"
DECISIONS = "decisions.yaml"
_DIGEST = 12
ALGORITHM = 2  # of the digest of answers; raise it with what goes into it, and write every `answers` anew


class SeatWords(Record):
    """Who is meant by words for those who pay or are paid.

    `by` is the key that says how the players are divided; each of its answers has the `sides` that it can bring about;
    `words` has for each word and side the seats, as the one sees them whom the rule is about.
    """

    type: Words
    by: Words
    sides: dict[str, tuple[str, ...]]
    words: dict[str, dict[str, tuple[str, ...]]]


class OwnWords(Record):
    """The `type` of keys whose values are each source's own words: other words for the same thing, and `why`.

    Where the words stand for different things, a reader decides.
    """

    type: Words
    why: Words


class SummedKeys(Record):
    """Keys whose answers are one condition: that of `head` is the sum of all, each times its `weight`."""

    head: Words
    weights: dict[str, int]
    why: Words


class Consequence(Record):
    """A key that differs wherever `of` differs, because it is another side of the same: counted there, if it is."""

    keys: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]
    of: Words
    why: Words


class GameElement(Record):
    """A part of a game that another game lacks as a whole: one difference, counted at the key `head`.

    `keys` ask about it and nothing else (`bidding.*` is a whole group); `lacking` has the passages from which it is
    seen that a source has none.
    """

    title: Words
    head: Words
    keys: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]
    lacking: dict[Siglum, Annotated[tuple[Support, ...], msgspec.Meta(min_length=1)]]


class ComparisonFile(Record):
    """The file `comparison.yaml`.

    `roles` has by vocabulary the words that stand for the same in different games. `ways` are dimensions of other ways
    to do the same, of which a source need not speak. `samples` are types of lists that name what a source happens to
    name: what only one names, the other does not deny.
    """

    roles: dict[str, dict[str, Words]]
    ways: tuple[Words, ...]
    samples: tuple[Words, ...]
    names: OwnWords
    seats: SeatWords
    together: tuple[SummedKeys, ...]
    consequences: tuple[Consequence, ...]
    institutions: dict[str, GameElement]


class ReaderDecision(Record):
    """The decision of a reader on two answers that no general rule compares, or that it compares wrongly, and why.

    `answers` is the digest of both: a decision on other answers is none. `under` names the key that has the same
    difference, where it is counted; `refs` are passages that it rests on besides those of the answers.
    """

    key: Words
    pair: tuple[Siglum, Siglum]
    kind: DifferenceKind
    why: Words
    answers: Annotated[str, pattern_type(f"[0-9a-f]{{{_DIGEST}}}", "the digest of both answers")]
    under: str = ""
    refs: tuple[PassageRef, ...] = ()


class ComparisonRules(Cached):
    """The rules by which two sources are compared: the general ones and the decisions of readers, from both files."""

    general: ComparisonFile
    decisions: tuple[Located[ReaderDecision], ...]
    topics: Topics

    @cached_property
    def decisions_by_pair(self) -> dict[tuple[str, frozenset[str]], ReaderDecision]:
        """Map key and pair of sources, in either order, to what a reader decided."""
        return {(each.record.key, frozenset(each.record.pair)): each.record for each in self.decisions}

    @cached_property
    def elements_by_key(self) -> dict[str, list[GameElement]]:
        """Map each key to the parts of a game (`institutions`) that it asks about."""
        found: dict[str, list[GameElement]] = {}
        for element in self.general.institutions.values():
            for name in element.keys:
                for key in self.topics.keys_below(name[:-2]) if name.endswith(".*") else [name]:
                    found.setdefault(key, []).append(element)
        return found

    def missing_element(self, siglum: str, key: str) -> GameElement | None:
        """Return the part of a game that `key` asks about and that source `siglum` is known to lack.

        None if there is none.
        """
        return next((each for each in self.elements_by_key.get(key, ()) if siglum in each.lacking), None)

    @cached_property
    def consequences(self) -> dict[str, Consequence]:
        """Map each key whose difference follows from that of another key to the record that names the other."""
        return {key: each for each in self.general.consequences for key in each.keys}

    @cached_property
    def summed_keys(self) -> dict[str, SummedKeys]:
        """Map each key that is one term of a sum to the record of that sum."""
        return {key: each for each in self.general.together for key in each.weights}


def load_comparison_rules(project: Project, topics: Topics) -> ComparisonRules:
    """Read `comparison.yaml` and `decisions.yaml`.

    Raises `CodexError` for malformed data, for a key or word that does not exist, and for two decisions on one pair.
    """
    document = yamlio.load(project.rules / FILE)
    rules = document.convert(ComparisonFile, document.data)
    for vocabulary, words in rules.roles.items():
        for word in words:
            if word not in topics.vocabulary.labels.get(vocabulary, ()):
                expected = f"expected a word of {vocabulary} in vocabulary.yaml"
                raise document.error(f"`{word}` is none", expected, "roles", vocabulary, word)
    for path, key in _list_keys(rules):
        if not (topics.keys_below(key[:-2]) if key.endswith(".*") else topics.find(key)):
            raise unknown_key(document, topics, key, *path)
    return ComparisonRules(rules, tuple(_load_decisions(project, topics)), topics)


def _list_keys(rules: ComparisonFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield each key or `group.*` that `comparison.yaml` names, with the path to it in the file."""
    yield ("seats",), rules.seats.by
    for index, together in enumerate(rules.together):
        yield from ((("together", index), key) for key in (together.head, *together.weights))
    for index, consequence in enumerate(rules.consequences):
        yield from ((("consequences", index), key) for key in (consequence.of, *consequence.keys))
    for name, institution in rules.institutions.items():
        yield from ((("institutions", name), key) for key in (institution.head, *institution.keys))


def _load_decisions(project: Project, topics: Topics) -> Iterator[Located[ReaderDecision]]:
    """Yield the decisions of readers; raise `CodexError` for an unknown key and for a pair twice."""
    document = yamlio.load(project.rules / DECISIONS)
    seen: set[tuple[str, frozenset[str]]] = set()
    for index, record in enumerate(document.convert(list[ReaderDecision], document.data or [])):
        for field, key in (("key", record.key), ("under", record.under)):
            if key and topics.find(key) is None:
                raise unknown_key(document, topics, key, index, field)
        about = (record.key, frozenset(record.pair))
        if about in seen or record.pair[0] == record.pair[1]:
            what = f"`{record.key}` of {list_and(record.pair)} twice"
            raise document.error(what, "expected two sources, and each pair once", index)
        seen.add(about)
        yield Located(record, project.relative(document.path), document.line(index))


def hash_answers(*sides: Sequence[Statement]) -> str:
    """Return a digest of what two sources answer: values, cases, units and grades.

    The order of the two does not matter.
    """
    answers = sorted(
        digest([(s.siglum, s.case, s.value, s.unit, s.grade, s.other_reading and s.other_reading.value) for s in side])
        for side in sides
    )
    return digest([ALGORITHM, answers])[:_DIGEST]
