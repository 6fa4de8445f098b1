"""Texts that are none of our sources: what they say that bears on words of one, as far as they were seen.

Nothing in them is part of an era: `corpus/elsewhere.yaml` is shown beside what it bears on, and nothing is computed
with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Literal

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Day, PassageRef, Record, WebAddress, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem, day_error
from tarock.corpus.editions import Corpus

FILE = "elsewhere.yaml"
LONGEST_QUOTE = 15  # words: what we take over of a text is told in our own

TextId = Annotated[str, pattern_type("[a-z0-9]+(-[a-z0-9]+)*", "a text such as pierer-tarok")]


class Testimony(Record, kw_only=True):
    """A statement of a text on words of a source: `places` are the passages, each with its words that are meant."""

    places: dict[PassageRef, Words]
    says: Words
    quote: Words
    weight: Literal["same work", "contemporary", "later"]


class OtherText(Record, kw_only=True):
    """A text that is none of our sources, where it was printed, and how much of it was seen on a page and when."""

    id: TextId
    title: Words
    printed: Words
    address: WebAddress
    seen: Day
    extent: Words
    evidence: tuple[Testimony, ...] = ()


def load_elsewhere(project: Project) -> list[Located[OtherText]]:
    """Read `corpus/elsewhere.yaml`; raise `CodexError` for a malformed record."""
    return yamlio.load(project.corpus / FILE).located_records(project, OtherText, "text", "id")


def group_by_passage(texts: Iterable[OtherText]) -> dict[str, list[tuple[OtherText, Testimony]]]:
    """Map each passage to the testimonies on its words, each with the text that gives it."""
    found: dict[str, list[tuple[OtherText, Testimony]]] = {}
    for text in texts:
        for evidence in text.evidence:
            for ref in evidence.places:
                found.setdefault(ref, []).append((text, evidence))
    return found


def elsewhere_problems(texts: Iterable[Located[OtherText]], corpus: Corpus) -> Iterator[Problem]:
    """Yield words that are not in their passage, dates that do not exist or are to come, and quotes too long."""
    for located in texts:
        text, place = located.record, located.place
        if fault := day_error(text.seen) or future_day_error(text.seen):
            yield Problem("ELSEWHERE-DAY", place, f"{text.id}: {fault}")
        for evidence in text.evidence:
            if fault := quote_length_error(evidence.quote):
                yield Problem("ELSEWHERE-QUOTE", place, f"{text.id}: {fault}")
            for ref, words in evidence.places.items():
                if ref.partition(":")[0] in corpus.left_out:
                    continue
                unit = corpus.unit(ref)
                if unit is None or words not in unit.text:
                    what = (
                        f"{ref} does not have `{words}`; expected words of the edition"
                        if unit
                        else f"{ref} does not exist; expected words of the edition"
                    )
                    yield Problem("ELSEWHERE-PLACE", place, f"{text.id}: {what}")


def future_day_error(day: str) -> str:
    """Return why a date cannot be that of a reading, if it has not come yet; empty otherwise."""
    return f"`{day}` is still to come" if day > date.today().isoformat() else ""


def quote_length_error(quote: str) -> str:
    """Return why a quote of a text in copyright is too long; empty when it may be quoted."""
    count = len(quote.split())
    if count <= LONGEST_QUOTE:
        return ""
    return f"a quote of {count} words; expected at most {LONGEST_QUOTE}"
