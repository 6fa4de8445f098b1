"""The termbase: the German terms of the sources, where they stand, and the English that is agreed for each.

`corpus/termbase.yaml` is its one file. Glossary, tooltips, search, translation and the sentences of the tables use it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import msgspec

from tarock.base import yamlio
from tarock.base.structs import PassageRef, Record, Value, Words, shaped
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.forms import EnglishForm, Finder, expand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.base.project import Project
    from tarock.base.yamlio import Document, Located
    from tarock.corpus.editions import Unit

TermId = Annotated[str, shaped("[a-z]+(-[a-z]+)*", "a term such as scat")]


class Definition(Record):
    """Where a source says what the term means: a whole passage, or the words of it that are `quote`."""

    ref: PassageRef
    quote: str = ""


class Sense(Record, kw_only=True):
    """One of several meanings: `forms` stand for it, in the passages `only`, or everywhere but in `except`."""

    name: Words
    forms: tuple[Words, ...]
    english: Words
    gloss: Words
    accepts: tuple[Words, ...] = ()
    definition: tuple[Definition, ...] = ()
    only: tuple[PassageRef, ...] = ()
    excepted: tuple[PassageRef, ...] = msgspec.field(default=(), name="except")


_OWN = tuple(name for name in Sense.__struct_fields__ if name != "name")  # what a term without senses has itself


class Term(Record, kw_only=True):
    """One German term.

    `forms` are patterns of its word forms (`tarock.corpus.forms`), `modern` the headword as one spells it today,
    where that differs. `english` is the agreed rendering; `kept` says why it is the German word itself. `accepts` are
    other renderings that may stand, `avoid` those that may not; `sought` are words of neither by which one may look for
    it. A term with `senses` has forms and English in them.
    """

    id: TermId
    headword: Words
    forms: tuple[Words, ...] = ()
    english: str = ""
    gloss: str = ""
    variants: tuple[Words, ...] = ()
    modern: str = ""
    kept: str = ""
    accepts: tuple[Words, ...] = ()
    avoid: tuple[Words, ...] = ()
    sought: tuple[Words, ...] = ()
    definition: tuple[Definition, ...] = ()
    related: tuple[TermId, ...] = ()
    senses: tuple[Sense, ...] = ()
    only: tuple[PassageRef, ...] = ()
    excepted: tuple[PassageRef, ...] = msgspec.field(default=(), name="except")

    @property
    def meanings(self) -> tuple[Sense, ...]:
        """Its senses; a term without any is its own only one."""
        if self.senses:
            return self.senses
        return (Sense(name=self.headword, **{name: getattr(self, name) for name in _OWN}),)


class Occurrence(Value):
    """Characters `start` to `end` of a text are a term, in this sense of it."""

    start: int
    end: int
    term: Term
    sense: Sense


class Termbase:
    """The terms in the order of the file, and what one asks of them."""

    def __init__(self, terms: list[Located[Term]]):
        self.terms = {term.record.id: term.record for term in terms}
        self.places = {term.record.id: term.place for term in terms}
        self._found: dict[tuple[str, str], list[Occurrence]] = {}

    @cached_property
    def _finder(self) -> Finder[tuple[Term, Sense]]:
        return Finder(
            (form, (term, sense))
            for term in self.terms.values()
            for sense in term.meanings
            for pattern in sense.forms
            for form in expand(pattern)
        )

    @cached_property
    def _renderings(self) -> dict[str, list[EnglishForm]]:
        """By the id of a term: what may stand for it in English, in any of its senses."""
        return {
            term.id: [
                EnglishForm(pattern)
                for sense in term.meanings
                for pattern in dict.fromkeys((sense.english, *sense.accepts, *term.accepts))
            ]
            for term in self.terms.values()
        }

    @cached_property
    def _avoided(self) -> list[tuple[EnglishForm, Term]]:
        return [(EnglishForm(words), term) for term in self.terms.values() for words in term.avoid]

    def find(self, text: str, ref: str = "") -> list[Occurrence]:
        """The terms in a German text, in reading order; `ref` is its reference, for forms with exceptions."""
        if (known := self._found.get((text, ref))) is not None:
            return known
        found = self._found[text, ref] = []
        for start, end, meanings in self._finder.find(text):
            for term, sense in meanings:
                if ref not in sense.excepted and (not sense.only or ref in sense.only):
                    found.append(Occurrence(start, end, term, sense))
                    break
        return found

    def annotations(self, unit: Unit) -> tuple[Annotation, ...]:
        """The terms in a passage or heading."""
        return tuple(Annotation(o.start, o.end, Kind.TERM, o.term) for o in self.find(unit.text, unit.ref))

    def avoided(self, english: str) -> list[str]:
        """A sentence for each rendering in an English text that the termbase refuses."""
        small = english.lower()
        return [
            f"`{found[0]}` is not used for {term.headword}; expected {' or '.join(s.english for s in term.meanings)}"
            for refused, term in self._avoided
            if (found := refused.search(english, small))
        ]

    def missing(self, terms: Iterable[Term], english: str) -> dict[str, str]:
        """Of German terms, those that an English text does not render: a sentence for each, by the id of the term."""
        small = english.lower()
        return {
            term.id: f"{term.headword} ({term.id}) has no English; "
            f"expected {' or '.join(f'`{sense.english}`' for sense in term.meanings)}"
            for term in dict.fromkeys(terms)
            if not any(rendering.search(english, small) for rendering in self._renderings[term.id])
        }


def load_termbase(project: Project) -> Termbase:
    """The termbase of a project; raises `CodexError` with file and line where a record is not well formed."""
    document = yamlio.load(project.corpus / "termbase.yaml")
    located = document.located(project, Term, "term", "id")
    terms = [term.record for term in located]
    known = {term.id for term in terms}
    places: dict[str, str] = {}
    for index, term in enumerate(terms):
        _require_forms(document, term, index, places)
        for at, ident in enumerate(term.related):
            if ident not in known or ident == term.id:
                raise document.error(f"no other term `{ident}`", "expected the id of a term", index, "related", at)
    return Termbase(located)


def _require_forms(document: Document, term: Term, index: int, places: dict[str, str]) -> None:
    """Every pattern is well formed, every sense has forms and English, and no form stands for two terms."""
    own = (term.forms, term.english, term.gloss)
    if any(own) if term.senses else not all(own):
        raise document.error(
            f"`{term.id}` has {'both senses and' if term.senses else 'no'} forms, english or gloss of its own",
            "expected senses, or all of forms, english and gloss",
            index,
        )
    for at, sense in enumerate(term.meanings):
        path = (index, "senses", at) if term.senses else (index,)
        try:
            forms = {form for pattern in sense.forms for form in expand(pattern)}
            for words in (*sense.accepts, sense.english, *term.accepts, *term.avoid):
                EnglishForm(words)
        except ValueError as fault:
            raise document.error(f"a malformed pattern: {fault}", "see tarock.corpus.forms", *path) from None
        for form in sorted(forms):
            holder = places.setdefault(form, term.id)
            if holder != term.id:
                raise document.error(
                    f"the form {form!r} of `{term.id}` stands at `{holder}` too", "expected it once", *path, "forms"
                )
