"""The account of each sentence of a source: none is forgotten, and none set aside that states a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import StrEnum

from tarock.base.errors import CodexError
from tarock.base.structs import Mutable, group_pairs
from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Edition
from tarock.corpus.references import Selection, parse_reference, select
from tarock.rules.tables import EraTable, SetAside


class CoverageStatus(StrEnum):
    """The way in which a sentence is accounted for; of several the first counts."""

    ENCODED = "encoded"  # the quote of a statement overlaps it
    CLAIMED = "claimed"  # the quote of a claim overlaps it
    EXEMPLIFIED = "exemplified"  # it records play of a model game
    SET_ASIDE = "set aside"  # it states no rule, for a reason that is given
    UNACCOUNTED = "unaccounted"


class SentenceCoverage(Mutable):
    """Status of each sentence of a source by passage, and the problems found with the records of `set_aside.yaml`.

    `passages` maps the id of a passage, without siglum, to one status for each of its sentences in order.
    """

    siglum: str
    passages: dict[str, tuple[CoverageStatus, ...]] = {}
    problems: list[Problem] = []

    @property
    def count_by_status(self) -> Counter[CoverageStatus]:
        """Return how many sentences of the source have each status."""
        return Counter(account for accounts in self.passages.values() for account in accounts)

    @property
    def unaccounted(self) -> list[str]:
        """Return the references of the sentences with status `UNACCOUNTED`, such as `1840:47.2#1`."""
        return [
            f"{self.siglum}:{ident}#{number}"
            for ident, accounts in self.passages.items()
            for number, account in enumerate(accounts, 1)
            if account is CoverageStatus.UNACCOUNTED
        ]

    def passage_status(self, ident: str) -> CoverageStatus:
        """Return the status of a passage (id without siglum): the first in `CoverageStatus` that a sentence has."""
        return min(self.passages[ident], key=list(CoverageStatus).index)


def find_coverage(table: EraTable, edition: Edition, claims: Iterable[tuple[str, str]] = ()) -> SentenceCoverage:
    """Return the status of every sentence of a source: encoded, claimed, exemplified, set aside or unaccounted.

    `claims` has for each claim the reference of its passage and the words quoted. A quote that is not in its passage
    counts for all sentences of that passage: the wrong quote is reported elsewhere.
    """
    encoded = find_quoted_sentences(
        edition, ((support.ref, support.quote) for each in table for support in each.supports)
    )
    claimed = find_quoted_sentences(edition, claims)
    accounts = SentenceCoverage(edition.siglum)
    aside = _find_set_aside(table, edition, accounts.problems)
    for ident, passage in edition.passages.items():
        found = []
        for number in range(1, len(edition.spans[ident]) + 1):
            sentence = (ident, number)
            if sentence in encoded:
                found.append(CoverageStatus.ENCODED)
                if place := aside.get(sentence):
                    what = f"{passage.ref}#{number} is set aside, but a value rests on it"
                    accounts.problems.append(Problem("COVERAGE-BOTH", place, what))
            elif sentence in claimed:
                found.append(CoverageStatus.CLAIMED)
            elif passage.kind in edition.profile.game_kinds:
                found.append(CoverageStatus.EXEMPLIFIED)
            else:
                found.append(CoverageStatus.SET_ASIDE if sentence in aside else CoverageStatus.UNACCOUNTED)
        accounts.passages[ident] = tuple(found)
    what = f"no value rests on it and {table.folder}/set_aside.yaml does not set it aside"
    accounts.problems.extend(Problem("COVERAGE-FORGOTTEN", ref, what) for ref in accounts.unaccounted)
    return accounts


def find_quoted_sentences(edition: Edition, quotes: Iterable[tuple[str, str]]) -> set[tuple[str, int]]:
    """Return the sentences that quotes overlap, as pairs of passage id (without siglum) and number from 1.

    `quotes` are pairs of full reference and quoted words. The first occurrence in the passage counts; a quote that does
    not occur counts for every sentence; quotes from other sources are ignored.
    """
    found: set[tuple[str, int]] = set()
    for ref, quote in quotes:
        siglum, _, ident = ref.partition(":")
        if siglum != edition.siglum or ident not in edition.passages:
            continue
        start = edition.passages[ident].text.find(quote)
        for number, span in enumerate(edition.spans[ident], 1):
            if start < 0 or (span.start < start + len(quote) and start < span.end):
                found.add((ident, number))
    return found


def _find_set_aside(table: EraTable, edition: Edition, problems: list[Problem]) -> dict[tuple[str, int], str]:
    """Map each sentence that `set_aside.yaml` names to `FILE:LINE` of its record.

    Append faults of the records to `problems`.
    """
    aside: dict[tuple[str, int], str] = {}
    for located in table.set_aside:
        try:
            selection = _select(edition, located.record.sentences)
            if not selection.hash.startswith(located.record.words):
                what = (
                    f"{located.record.sentences} was set aside with other words (sha256 "
                    f"{located.record.words}…); expected it to be read again, and "
                    f"`words: {selection.hash[:12]}`"
                )
                problems.append(Problem("COVERAGE-STALE", located.place, what))
            for ident, number in _list_sentence_numbers(selection):
                if (ident, number) in aside:
                    what = f"{edition.siglum}:{ident}#{number} is set aside twice"
                    problems.append(Problem("COVERAGE-TWICE", located.place, what))
                aside[ident, number] = located.place
        except CodexError as error:
            problems.append(Problem("COVERAGE-REF", located.place, str(error)))
    return aside


def _select(edition: Edition, text: str) -> Selection:
    """Return the passages and sentences that `text` names.

    Raises `CodexError` for another source, for a version, and for what is neither passage nor sentence.
    """
    reference = parse_reference(text)
    if reference.siglum != edition.siglum or reference.version:
        raise CodexError(
            f"`{text}` is not of source {edition.siglum}",
            "expected a sentence of it, without version",
        )
    selection = select(edition, reference)
    for unit in selection.passages:
        if unit.ident.partition("#")[0] not in edition.passages:
            raise CodexError(f"{unit.ref} is no passage", "expected a sentence, or a passage")
    return selection


def _list_sentence_numbers(selection: Selection) -> Iterator[tuple[str, int]]:
    """Yield each sentence in a selection as passage id and number from 1; a whole passage gives all its sentences."""
    for unit in selection.passages:
        ident, _, number = unit.ident.partition("#")
        count = len(selection.edition.spans[ident])
        yield from [(ident, int(number))] if number else ((ident, each) for each in range(1, count + 1))


def set_aside_by_passage(table: EraTable, edition: Edition) -> dict[str, tuple[Located[SetAside], ...]]:
    """Map each passage id to the set-aside records that name one of its sentences; faulty records are left out."""
    pairs = []
    for located in table.set_aside:
        with suppress(CodexError):
            named = _list_sentence_numbers(_select(edition, located.record.sentences))
            pairs += [(ident, located) for ident, _number in named]
    return group_pairs(pairs)
