"""Doubtful places: read, weighed and not emended; and the patterns that return, each decided once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.field_types import Reference, Words
from tarock.corpus.checks import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.base.yamlio import Located
    from tarock.corpus.editions import Corpus

PATTERNS = "patterns.yaml"


class Doubt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place that may be faulty and is left as it is: `reading` is the other reading, empty where none can be named.

    `pattern` names what it is an instance of, if it is of something that returns.
    """

    passage: Reference
    lemma: Words
    reading: str
    reason: Words
    pattern: str = ""


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that returns in the transcripts, with the rule by which all its places are settled.

    `exceptions` look alike and are settled the other way.
    """

    name: Words
    rule: Words
    decision: Literal["emended", "left", "conjecture"]
    reason: Words
    places: tuple[Reference, ...]
    exceptions: tuple[Reference, ...] = ()


def load_doubts(corpus: Corpus, siglum: str) -> list[Located[Doubt]]:
    """The doubtful places of a source in reading order; raises `CodexError` for a malformed file."""
    return yamlio.load(corpus.project.doubtful / f"{siglum}.yaml").located(corpus.project, Doubt, "doubtful place")


def load_patterns(corpus: Corpus) -> list[Located[Pattern]]:
    """The patterns in the order of their file; raises `CodexError` for a malformed one."""
    return yamlio.load(corpus.project.doubtful / PATTERNS).located(corpus.project, Pattern, "pattern")


def doubt_problems(corpus: Corpus) -> Iterator[Problem]:
    """What does not hold of doubtful places and patterns."""
    patterns = load_patterns(corpus)
    names = {pattern.record.name for pattern in patterns}
    for edition in corpus.editions():
        order = list(edition.units)
        last = 0
        for located in load_doubts(corpus, edition.siglum):
            doubt, place = located.record, located.place
            unit = edition.units.get(doubt.passage.removeprefix(f"{edition.siglum}:"))
            if unit is None:
                yield Problem("DOUBT-REF", place, f"{doubt.passage} does not exist; expected a passage or heading")
                continue
            if doubt.lemma not in unit.transcript:
                yield Problem("DOUBT-LEMMA", place, f"{doubt.lemma!r} does not stand in {doubt.passage}")
            if doubt.lemma == doubt.reading:
                yield Problem("DOUBT-LEMMA", place, f"{doubt.passage}: lemma and reading are the same")
            if doubt.pattern and doubt.pattern not in names:
                yield Problem("DOUBT-PATTERN", place, f"no pattern `{doubt.pattern}`; expected one of {PATTERNS}")
            if any(emendation.lemma == doubt.lemma for emendation in unit.emendations):
                yield Problem("DOUBT-EMENDED", place, f"{doubt.passage}: {doubt.lemma!r} is emended; expected a choice")
            if order.index(unit.ident) < last:
                yield Problem("DOUBT-ORDER", place, f"{doubt.passage} is out of order; expected reading order")
            last = order.index(unit.ident)
    for pattern in patterns:
        for ref in (*pattern.record.places, *pattern.record.exceptions):
            if ref.partition(":")[0] not in corpus.left_out and corpus.unit(ref) is None:
                yield Problem("DOUBT-REF", pattern.place, f"{pattern.record.name}: {ref} does not exist")
