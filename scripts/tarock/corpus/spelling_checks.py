"""What must hold of the spelling layer: every word form of the texts is explained, and nothing in the data is idle."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from tarock.corpus.checks import Problem
from tarock.corpus.doubtful import load_doubts
from tarock.corpus.spelling import WORD, By, own_units, small

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.editions import Corpus, Edition
    from tarock.corpus.spelling import Spelling


class SpellingReport(msgspec.Struct, frozen=True, kw_only=True):
    """How the distinct word forms of a source are explained.

    By the list of modern forms, by rules, by the lexicon, or as words that are emended or doubtful.
    """

    forms: int
    modern: int
    rules: int
    lexicon: int
    doubtful: int
    unexplained: list[str]


def check_spelling(corpus: Corpus, spelling: Spelling) -> tuple[dict[str, SpellingReport], list[Problem]]:
    """How each source's word forms are explained, and what does not hold."""
    reports: dict[str, SpellingReport] = {}
    problems: list[Problem] = []
    seen: set[str] = set()
    for edition in corpus.editions():
        apart = set(" ".join(unit.text for unit in own_units(edition)).split())  # few distinct pieces to read closely
        forms = set(WORD.findall(" ".join(apart)))
        explained = {form: spelling.explain(form) for form in forms}
        counts = Counter(found.by for found in explained.values() if found)
        left = {form for form, found in explained.items() if not found}
        doubtful = _doubtful(corpus, edition, left) if left else set()
        problems += _unexplained(edition, left - doubtful)
        reports[edition.siglum] = SpellingReport(
            forms=len(forms),
            modern=counts[By.MODERN],
            rules=counts[By.RULE],
            lexicon=counts[By.LEXICON],
            doubtful=len(doubtful),
            unexplained=sorted(left - doubtful),
        )
        seen |= forms
    problems += _places(corpus, spelling)
    problems += _contradictions(spelling)
    if not corpus.left_out:  # else what is idle may be for a text that is not here
        problems += _idle(spelling, seen)
    return reports, problems


def _doubtful(corpus: Corpus, edition: Edition, forms: set[str]) -> set[str]:
    """Those of the forms that stand in an emended or a doubtful place."""
    weighed = [doubt.record.lemma for doubt in load_doubts(corpus, edition.siglum)]
    read = [emendation.reading for emendation in edition.emendations]
    return forms & set(WORD.findall("\n".join((*weighed, *read))))


def _unexplained(edition: Edition, forms: set[str]) -> Iterator[Problem]:
    for unit in own_units(edition):
        for form in WORD.findall(unit.text) if forms else ():
            if form in forms:
                forms = forms - {form}
                yield Problem(
                    "SPELLING-UNEXPLAINED",
                    unit.ref,
                    f"`{form}` is no modern form that is listed, and no rule or lexicon explains it; "
                    "expected it in corpus/spelling",
                )


def _places(corpus: Corpus, spelling: Spelling) -> Iterator[Problem]:
    known: set[tuple[str, str]] = set()
    for located in spelling.place_records:
        place, where = located.record, located.place
        if place.passage.partition(":")[0] in corpus.left_out:
            continue
        unit = corpus.unit(place.passage)
        if unit is None or place.form not in WORD.findall(unit.text):
            yield Problem("SPELLING-PLACE", where, f"`{place.form}` does not stand in {place.passage}")
        elif (place.passage, place.form) in known:
            yield Problem("SPELLING-PLACE", where, f"`{place.form}` in {place.passage} is here twice; expected it once")
        elif place.modern == spelling.modern(place.form):
            yield Problem("SPELLING-PLACE", where, f"`{place.form}` is `{place.modern}` everywhere; expected a choice")
        known.add((place.passage, place.form))


def _contradictions(spelling: Spelling) -> Iterator[Problem]:
    """A form cannot be modern and be rewritten, and a word has one modern form."""
    file = spelling.file("modern.txt")
    for form, line in spelling.modern_forms.items():
        where = f"{file}:{line}"
        if form in spelling.lexicon:
            yield Problem("SPELLING-TWICE", where, f"`{form}` is in the lexicon too; expected it once")
        elif made := next(spelling.rewritten(form), None):
            rules = " and ".join(made[1])
            yield Problem("SPELLING-TWICE", where, f"`{form}` becomes `{made[0]}` by {rules}; expected either form")


def _idle(spelling: Spelling, seen: set[str]) -> Iterator[Problem]:
    """Entries that no word of the texts needs."""
    within = seen | {small(form) for form in seen}
    for form, (_, _, where) in spelling.lexicon.items():
        if form not in within:
            yield Problem("SPELLING-IDLE", where, f"`{form}` stands in no text")
    applied: set[str] = set()
    needed: set[str] = set()
    for form in seen:
        found = spelling.explain(form)
        if found and found.by is not By.LEXICON:
            needed |= {found.modern, small(found.modern)}
            applied |= {*found.rules}
    file = spelling.file("modern.txt")
    for form, line in spelling.modern_forms.items():
        if form not in needed:
            yield Problem("SPELLING-IDLE", f"{file}:{line}", f"`{form}` stands in no text")
    for rule in spelling.rules:
        if rule.record.name not in applied:
            yield Problem("SPELLING-IDLE", rule.place, f"the rule `{rule.record.name}` explains no form")
