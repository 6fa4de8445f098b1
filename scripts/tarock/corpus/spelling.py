"""The spelling layer: the form that a word of the texts has in the German orthography of 2006.

Data in `corpus/spelling/`: `lexicon.yaml` (words one by one), `modern.txt` (forms that are modern already, and those
that rules lead to), `rules.yaml` and the spellings of `numbers.yaml` (letter by letter), `places.yaml` (what depends on
the sentence). Only the letters of a word change: capitals, the division of words, endings in use today, word order and
points stay as the edition has them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Literal

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.project import Project
from tarock.base.structs import Frozen, PassageRef, Record, Words, pattern_fault
from tarock.base.yamlio import Located
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Edition, Unit
from tarock.corpus.numbers import NumberForms

WORD = re.compile(r"\b[^\W\d_]+(?:['’][^\W\d_]+)*")  # not the letters of "4ten"
_MOST_RULES = 4  # that one word needs


class SpellingRule(Record, kw_only=True):
    """A spelling of the period and today's: what `pattern`, a regular expression, finds becomes `modern`."""

    name: Words
    pattern: Words
    modern: str
    reason: Words


class LexiconGroup(Record, kw_only=True):
    """Words with one reason: `forms` with their modern ones, `kept` as they are."""

    kind: Literal["term", "name", "foreign", "abbreviation", "numeral", "period"]
    reason: Words
    forms: dict[Words, Words] = {}
    kept: tuple[Words, ...] = ()


class ContextualSpelling(Record, kw_only=True):
    """A form whose modern one depends on the sentence: in this passage it is `modern`, each time."""

    passage: PassageRef
    form: Words
    modern: Words
    reason: Words


class SpellingBasis(StrEnum):
    """The basis of the explanation of a form."""

    MODERN = "modern"  # it is in the list of modern forms
    RULE = "rule"  # rules lead to a form of that list
    LEXICON = "lexicon"


class SpellingExplanation(Frozen):
    """The modern form of a word and what gives it: nothing, rules by their names, or its group in the lexicon."""

    modern: str
    by: SpellingBasis
    rules: tuple[str, ...] = ()
    group: LexiconGroup | None = None


def author_units(edition: Edition) -> list[Unit]:
    """Return the passages and headings in reading order: the words whose spelling has to be explained."""
    return [unit for ident, unit in edition.units.items() if ident not in edition.paratexts]


def lower_first(form: str) -> str:
    """Return a form with a lower-case first letter, as it is within a sentence unless it is a noun."""
    return form if form[:1].islower() else form[:1].lower() + form[1:]


class Spelling:
    """The spelling layer of a project, each file read when it is first needed.

    Raises `CodexError` with file and line for a file that is malformed, and for a form that the lexicon or the list has
    twice.
    """

    def __init__(self, project: Project):
        self.project = project
        self._known: dict[str, SpellingExplanation | None] = {}

    def modernize(self, form: str) -> str:
        """Return the modern form of a word (`seyn` gives `sein`); the word itself where none is known."""
        explained = self.explain(form)
        return explained.modern if explained else form

    def explain(self, form: str) -> SpellingExplanation | None:
        """Return the modern form of a word and what gives it; None where nothing explains it.

        The lexicon is asked before the list of modern forms and the rules.
        """
        if form not in self._known:
            self._known[form] = self._find_explanation(form)
        return self._known[form]

    def annotate(self, unit: Unit) -> tuple[Annotation, ...]:
        """Return an annotation with the modern form for each word of the unit that is spelled differently today."""
        return tuple(
            Annotation(match.start(), match.end(), Kind.SPELLING, modern)
            for match in WORD.finditer(unit.text)
            if (modern := self.modernize_in(unit.ref, match[0])) != match[0]
        )

    def modernize_in(self, ref: str, form: str) -> str:
        """Return the modern form of a word in passage `ref` or a sentence of it (`1754:2#1`), which may decide it."""
        return self.contextual_forms.get((ref.partition("#")[0], form)) or self.modernize(form)

    def modernize_text(self, unit: Unit, *, shown: bool = False) -> str:
        """Return the text of a unit in modern spelling.

        If `shown`, with signs where corrections added or left out words.
        """
        return WORD.sub(
            lambda match: self.modernize_in(unit.ref, match[0]), unit.display_text() if shown else unit.text
        )

    @cached_property
    def modern_forms(self) -> dict[str, int]:
        """Map each form in `modern.txt` to its line."""
        lines: dict[str, int] = {}
        for number, line in enumerate(read_text(self.project.spelling / "modern.txt").splitlines(), 1):
            if line and not line.startswith("#"):
                if line in lines:
                    raise CodexError(
                        f"`{line}` stands in line {lines[line]} already",
                        "expected it once",
                        file=self.file("modern.txt"),
                        line=number,
                    )
                lines[line] = number
        return lines

    @cached_property
    def groups(self) -> list[Located[LexiconGroup]]:
        """Return the groups of the lexicon with their places in its file."""
        path = self.project.spelling / "lexicon.yaml"
        return yamlio.load(path).located_records(self.project, LexiconGroup, "group")

    @cached_property
    def lexicon(self) -> dict[str, tuple[str, LexiconGroup, str]]:
        """Map each form in the lexicon to its modern form, its group, and `FILE:LINE`."""
        forms: dict[str, tuple[str, LexiconGroup, str]] = {}
        for located in self.groups:
            group = located.record
            for form, modern in (*group.forms.items(), *((form, form) for form in group.kept)):
                if form in forms:
                    raise located.error(
                        f"`{form}` is in the lexicon already ({forms[form][2]})",
                        "expected it once",
                    )
                forms[form] = modern, group, located.place
        return forms

    @cached_property
    def rules(self) -> list[Located[SpellingRule]]:
        """Return the spelling rules with their places in their file."""
        path = self.project.spelling / "rules.yaml"
        return yamlio.load(path).located_records(self.project, SpellingRule, "rule")

    @cached_property
    def contextual_records(self) -> list[Located[ContextualSpelling]]:
        """Return the spellings that depend on the passage, with their places in their file."""
        path = self.project.spelling / "places.yaml"
        return yamlio.load(path).located_records(self.project, ContextualSpelling, "place")

    @cached_property
    def contextual_forms(self) -> dict[tuple[str, str], str]:
        """Map (passage, form) to the modern form that it has there."""
        return {(it.record.passage, it.record.form): it.record.modern for it in self.contextual_records}

    @cached_property
    def _rewritings(self) -> list[tuple[str, re.Pattern[str], str]]:
        """Return name, pattern and replacement of each rule, then of each spelling of number words."""
        made = []
        for located in self.rules:
            rule = located.record
            if fault := pattern_fault(rule.pattern, rule.modern):
                raise located.error(fault, "expected a regular expression")
            made.append((rule.name, re.compile(rule.pattern), rule.modern))
        document = yamlio.load(self.project.spelling / "numbers.yaml")
        spellings = document.convert(NumberForms, document.data).spellings
        made += [
            (f"number word {old}", re.compile(re.escape(old)), modern.replace("\\", r"\\"))
            for modern, olds in spellings.items()
            for old in olds
        ]
        return made

    @cached_property
    def _any_rule(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{found.pattern})" for _name, found, _modern in self._rewritings) or "(?!)")

    def _find_explanation(self, form: str) -> SpellingExplanation | None:
        """Return the modern form of a word and its basis: lexicon, list or rules; None where nothing explains it."""
        within = lower_first(form)
        if known := self.lexicon.get(form) or self.lexicon.get(within):
            modern, group, _ = known
            return SpellingExplanation(_copy_capital(form, modern), SpellingBasis.LEXICON, group=group)
        if form in self.modern_forms or within in self.modern_forms:
            return SpellingExplanation(form, SpellingBasis.MODERN)
        found = list(self.apply_rules(form))
        shortest = [(modern, rules) for modern, rules in found if len(rules) == len(found[0][1])]
        return (
            SpellingExplanation(shortest[0][0], SpellingBasis.RULE, shortest[0][1])
            if len({modern for modern, _ in shortest}) == 1
            else None
        )

    def apply_rules(self, form: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the listed modern forms that rules make of a form, each with the names of its rules.

        Fewest rules first.
        """
        within = lower_first(form)
        if not self._any_rule.search(within):  # most forms
            return
        fitting = [rule for rule in self._rewritings if rule[1].search(within)]
        for number in range(1, min(len(fitting), _MOST_RULES) + 1):
            for chosen in combinations(fitting, number):
                word = within
                for _name, found, modern in chosen:
                    word = found.sub(modern, word)
                made = _copy_capital(form, word)
                if made != form and (made in self.modern_forms or lower_first(made) in self.modern_forms):
                    yield made, tuple(name for name, *_ in chosen)

    def file(self, name: str) -> str:
        """Return the name of a file of the layer for messages, from the top folder."""
        return self.project.relative(self.project.spelling / name)


def _copy_capital(form: str, modern: str) -> str:
    return modern[:1].upper() + modern[1:] if form[:1].isupper() else modern


class WordForm(Record):
    """An entry of `words --json`: a form of the texts with one modern form, and where it is, in order.

    `by` is the basis of the modern form: `modern`, `rule`, `lexicon`, `place` or nothing (`doubtful`).
    """

    form: str
    modern: str
    count: int
    refs: tuple[str, ...]
    by: str
    rules: tuple[str, ...]
    reason: str


def list_word_forms(editions: Iterable[Edition], spelling: Spelling) -> list[WordForm]:
    """Return the word forms of these texts with their modern forms and places, in alphabetical order.

    Forms with a capital and a small letter are apart; a form with several modern forms is there once for each.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for edition in editions:
        for unit in author_units(edition):
            for form in WORD.findall(unit.text):
                found.setdefault((form, spelling.modernize_in(unit.ref, form)), []).append(unit.ref)
    words = []
    for (form, modern), refs in found.items():
        explained = spelling.explain(form)
        by = explained.by if explained else "doubtful"
        words.append(
            WordForm(
                form,
                modern,
                len(refs),
                tuple(dict.fromkeys(refs)),
                by if modern == spelling.modernize(form) else "place",
                explained.rules if explained else (),
                explained.group.reason if explained and explained.group else "",
            )
        )
    return sorted(words, key=lambda word: (collation_key(word.form), word.form.swapcase(), word.modern))


def collation_key(text: str) -> str:
    """Return a sort key for German alphabetical order: case and umlauts do not count, `ß` sorts as `ss`."""
    plain = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).lstrip("([„ ")
