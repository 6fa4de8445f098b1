"""The termbase: the German terms of the sources, where they stand, and the English that is agreed for each.

`corpus/termbase.yaml` is its one file. Glossary, tooltips, search, translation and the sentences of the tables use it.
Each place of a word with several senses is bound to one of them by `corpus/senses/SIGLUM.yaml`, from the German.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import structs

from tarock.base import yamlio
from tarock.base.cache import read_once
from tarock.base.errors import CodexError, list_or
from tarock.base.project import Project
from tarock.base.structs import Frozen, PassageRef, Record, Siglum, Words, pattern_type
from tarock.base.yamlio import Document, Located
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Unit
from tarock.corpus.forms import (
    REFUSED_START,
    EnglishForm,
    FormFinder,
    RefusedWords,
    expand_pattern,
    is_inflected,
    strip_quotations,
)
from tarock.corpus.sentences import SentenceSplitter, Span, find_splitter
from tarock.corpus.sources import Source, load_left_out, load_sources
from tarock.corpus.spelling import WORD, Spelling

TermId = Annotated[str, pattern_type("[a-z]+(-[a-z]+)*", "a term such as scat")]
SenseId = Annotated[str, pattern_type("[a-z]+(-[a-z]+)*", "a sense such as void")]


class Definition(Record):
    """Where a source says what the term means: a whole passage, or the words of it that are `quote`."""

    ref: PassageRef
    quote: str = ""


class Sense(Record, kw_only=True):
    """One of several meanings: `forms` stand for it, or where it has none those of its term; only `sources` have it.

    `name` is its own headword, if it has one.

    A form that may stand for several senses in a source is bound to one of them at each of its places.
    """

    id: SenseId
    english: Words
    gloss: Words
    name: str = ""
    forms: tuple[Words, ...] = ()
    accepts: tuple[Words, ...] = ()
    definition: tuple[Definition, ...] = ()
    sources: tuple[Siglum, ...] = ()


_OWN = ("forms", "english", "gloss", "accepts", "definition")  # what a term without senses has itself


class Term(Record, kw_only=True):
    """One German term.

    `forms` are patterns of its word forms (`tarock.corpus.forms`). `modern` is the headword as one spells it today,
    where that differs: the spelling layer fills it in, it stands in no file. `english` is the agreed rendering; `kept`
    says why it is the German word itself. `accepts` are other renderings that may stand, `avoid` those that may not, in
    the translation and in every other sentence of ours; with one of `unless` around them they mean something else.
    `sought` are words of neither by which one may look for it. A term with `senses` has its English in them.
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
    unless: tuple[Words, ...] = ()
    sought: tuple[Words, ...] = ()
    definition: tuple[Definition, ...] = ()
    related: tuple[TermId, ...] = ()
    senses: tuple[Sense, ...] = ()
    excepted: tuple[PassageRef, ...] = msgspec.field(default=(), name="except")

    @property
    def meanings(self) -> tuple[Sense, ...]:
        """Return the senses, each with its forms; a term without senses is its own single sense."""
        if self.senses:
            return tuple(sense if sense.forms else structs.replace(sense, forms=self.forms) for sense in self.senses)
        return (Sense(id="only", name=self.headword, **{name: getattr(self, name) for name in _OWN}),)


class SenseBinding(Record, kw_only=True):
    """The sense of a word in one place: the `index`th `form`, counted from 1, in a sentence of the passage."""

    sentence: Annotated[int, msgspec.Meta(ge=1)]
    form: Words
    index: Annotated[int, msgspec.Meta(ge=1)] = 1
    term: TermId
    sense: SenseId

    @property
    def at(self) -> tuple[int, str, int]:
        """Return sentence number, form and index of the bound word, as a key."""
        return self.sentence, self.form, self.index


class UnitBindings(Record):
    """The words of one unit that may mean several things, each bound; `german` is the hash of the text so read."""

    german: Annotated[str, pattern_type("[0-9a-f]{12}", "the first twelve characters of the sha256 of the German text")]
    words: Annotated[tuple[SenseBinding, ...], msgspec.Meta(min_length=1)]


class SenseFile(Record):
    """`corpus/senses/SIGLUM.yaml`."""

    source: Siglum
    units: dict[str, UnitBindings]


class Occurrence(Frozen):
    """Characters `start` to `end` of a text are a term, in this sense of it; `among` are all that its form could have.

    Where several are possible and none is `bound`, as in a heading of a modern editor, the sense is the first of them.
    """

    start: int
    end: int
    term: Term
    sense: Sense
    candidates: tuple[Sense, ...]
    at: tuple[int, str, int]
    bound: bool

    @property
    def possible_senses(self) -> tuple[Sense, ...]:
        """Return the bound sense, or every sense that the form can have while none is bound."""
        return self.candidates if self.is_ambiguous and not self.bound else (self.sense,)

    @property
    def is_ambiguous(self) -> bool:
        """Return whether the form by itself can have several senses."""
        return len(self.candidates) > 1


class Termbase:
    """The terms in the order of the file, and what one asks of them."""

    def __init__(
        self,
        terms: list[Located[Term]],
        bound: Mapping[str, Located[UnitBindings]],
        cutters: Mapping[str, SentenceSplitter],
    ):
        """Hold terms, the bindings of each unit by its reference, and the sentence splitter of each source."""
        self.terms = {term.record.id: term.record for term in terms}
        self.places = {term.record.id: term.place for term in terms}
        self.bound = bound
        self._cutters = cutters
        self._found: dict[tuple[str, str], list[Occurrence]] = {}

    @cached_property
    def _finder(self) -> FormFinder[tuple[Term, Sense]]:
        return FormFinder(
            (form, (term, sense))
            for term in self.terms.values()
            for sense in term.meanings
            for pattern in sense.forms
            for form in expand_pattern(pattern)
        )

    @cached_property
    def _renderings(self) -> dict[tuple[str, str], list[EnglishForm]]:
        """Map ids of term and sense to the English forms that are accepted for it."""
        return {
            (term.id, sense.id): [
                EnglishForm(pattern) for pattern in dict.fromkeys((sense.english, *sense.accepts, *term.accepts))
            ]
            for term in self.terms.values()
            for sense in term.meanings
        }

    @cached_property
    def _avoided(self) -> list[tuple[RefusedWords, Term]]:
        return [(RefusedWords(words, term.unless), term) for term in self.terms.values() for words in term.avoid]

    @cached_property
    def _any_avoided(self) -> re.Pattern[str]:
        patterns = "|".join(refusal.pattern for refusal, _term in self._avoided) or "(?!)"
        return re.compile(rf"{REFUSED_START}(?:{patterns})")  # only beginnings of words are looked at

    def find_term(self, name: str) -> Term:
        """Return a term by id or headword, in old or modern spelling; raise `CodexError` for an unknown one."""
        names = {word: term for term in self.terms.values() for word in (term.headword, term.modern, term.id) if word}
        if name not in names:
            near = difflib.get_close_matches(name, names, 3, cutoff=0.5)
            raise CodexError(
                f"`{name}` is no term of the glossary",
                "did you mean {near}?".format(near=", ".join(near)) if near else "",
            )
        return names[name]

    def find_occurrences(self, text: str, ref: str = "") -> list[Occurrence]:
        """Return the terms in a German text in reading order.

        `ref` is the reference of the text, by which bindings and exceptions are looked up.
        """
        if (known := self._found.get((text, ref))) is not None:
            return known
        found = self._found[text, ref] = []
        siglum = ref.partition(":")[0]
        bound = {word.at: word for word in self.bound[ref].record.words} if ref in self.bound else {}
        spans = self._cutters[siglum].split(text) if siglum in self._cutters else [Span(0, len(text))]
        counted: Counter[tuple[int, str, str]] = Counter()
        for start, end, meanings in self._finder.find(text):
            term = next((term for term, _ in meanings if ref not in term.excepted), None)
            if term is None:
                continue
            senses = dict.fromkeys(sense for of, sense in meanings if of is term)
            among = tuple(sense for sense in senses if not sense.sources or siglum in ("", *sense.sources))
            sentence = sum(span.start <= start for span in spans)
            counted[sentence, text[start:end], term.id] += 1
            at = (sentence, text[start:end], counted[sentence, text[start:end], term.id])
            word = bound.get(at)
            chosen = [sense for sense in among if word and (word.term, word.sense) == (term.id, sense.id)]
            if among:
                found.append(Occurrence(start, end, term, (*chosen, *among)[0], among, at, bool(chosen)))
        return found

    def annotate(self, unit: Unit) -> tuple[Annotation, ...]:
        """Return an annotation for each term in a passage or heading."""
        return tuple(Annotation(o.start, o.end, Kind.TERM, o.term) for o in self.find_occurrences(unit.text, unit.ref))

    def may_contain_refused(self, text: str) -> bool:
        """Return whether a text may have a refused word, quoted or not: a fast test before `find_refused`."""
        return self._any_avoided.search(text) is not None

    def find_refused(self, english: str) -> list[str]:
        """Return one sentence of complaint for each refused word in an English text, outside quotations."""
        if not self.may_contain_refused(english):
            return []
        own = strip_quotations(english)
        return [
            f"`{found}` is not used for {term.headword}; expected "
            f"{list_or(dict.fromkeys(sense.english for sense in term.meanings))}"
            for refused, term in self._avoided
            if (found := refused.find(own))
        ]

    def find_unrendered(self, found: Iterable[Occurrence], english: str) -> dict[str, str]:
        """Return complaints about German terms that an English text does not render, by id of the term.

        A term with several senses has the id of the sense too: `geben.deal`.
        """
        small = english.lower()
        lost: dict[str, str] = {}
        for term, senses in dict.fromkeys((each.term, each.possible_senses) for each in found):
            renderings = (form for sense in senses for form in self._renderings[term.id, sense.id])
            if not any(form.find(english, small) for form in renderings):
                meant = senses[0].id if term.senses and len(senses) == 1 else ""
                expected = list_or(f"`{words}`" for words in dict.fromkeys(sense.english for sense in senses))
                named = f"{term.headword} ({term.id}{f', {meant}' if meant else ''})"
                what = f"{named} has no English; expected {expected}"
                lost[f"{term.id}.{meant}" if meant else term.id] = what
        return lost

    def locate_rendering(self, term: Term, sense: Sense, english: str) -> re.Match[str] | None:
        """Return where an English text renders this sense first, by the first of its accepted forms that is there."""
        small = english.lower()
        return next(filter(None, (form.find(english, small) for form in self._renderings[term.id, sense.id])), None)

    def find_rendering(self, term: Term, sense: Sense, english: str) -> str:
        """Return the accepted English for this sense that a text has, uninflected; empty when it has none."""
        small, forms = english.lower(), self._renderings[term.id, sense.id]
        pattern = next((form.pattern for form in forms if form.find(english, small)), "")
        return next((form.pattern for form in forms if pattern and is_inflected(pattern, form.pattern)), pattern)


def _list_termbase_files(project: Project) -> tuple[Path, ...]:
    return tuple(project.corpus / name for name in ("termbase.yaml", "senses", "sources", "sentences", "spelling"))


@read_once(_list_termbase_files)
def load_termbase(project: Project) -> Termbase:
    """Read the termbase and the bindings of senses; raise `CodexError` with file and line for a malformed record."""
    document = yamlio.load(project.corpus / "termbase.yaml")
    located = document.located_records(project, Term, "term", "id")
    spelling = Spelling(project)
    for at, placed in enumerate(located):
        term = placed.record
        if term.modern:
            raise document.error(
                f"`{term.id}` has `modern:`",
                "expected it of the spelling layer",
                at,
                "modern",
            )
        modern = WORD.sub(lambda word: spelling.modernize(word[0]), term.headword)
        if modern != term.headword:
            located[at] = structs.replace(placed, record=structs.replace(term, modern=modern))
    terms = [term.record for term in located]
    known = {term.id for term in terms}
    places: dict[str, str] = {}
    for index, term in enumerate(terms):
        _require_forms(document, term, index, places)
        for at, ident in enumerate(term.related):
            if ident not in known or ident == term.id:
                raise document.error(
                    f"no other term `{ident}`",
                    "expected the id of a term",
                    index,
                    "related",
                    at,
                )
    sources = load_sources(project)
    cutters = {siglum: find_splitter(project, source.language) for siglum, source in sources.items()}
    return Termbase(located, _load_bound(project, sources), cutters)


def _load_bound(project: Project, sources: Mapping[str, Source]) -> dict[str, Located[UnitBindings]]:
    """Read the bindings of senses by reference of the unit; those of a text that is left out are not there."""
    found: dict[str, Located[UnitBindings]] = {}
    away = load_left_out(project).texts
    for siglum, source in sources.items():
        if "senses" not in source.apparatus or siglum in away:
            continue
        document = yamlio.load(project.corpus / "senses" / f"{siglum}.yaml")
        file = document.convert(SenseFile, document.data)
        if file.source != siglum:
            raise document.error(
                f"binds words of {file.source}",
                f"expected source {siglum}",
                "source",
            )
        for ident, unit in file.units.items():
            place = document.line("units", ident)
            found[f"{siglum}:{ident}"] = Located(unit, project.relative(document.path), place)
    return found


def _require_forms(document: Document, term: Term, index: int, places: dict[str, str]) -> None:
    """Raise `CodexError` for a malformed pattern, a sense without forms or English, and a form that two terms have."""
    own = (term.english, term.gloss, *term.accepts) if term.senses else (term.forms, term.english, term.gloss)
    if any(own) if term.senses else not all(own):
        raise document.error(
            f"`{term.id}` has both senses and english or gloss of its own"
            if term.senses
            else f"`{term.id}` has no forms, english or gloss of its own",
            "expected senses, or all of forms, english and gloss",
            index,
        )
    named = [sense.id for sense in term.senses]
    if len({*named}) < len(named):
        raise document.error(f"`{term.id}` has two senses of one id", "expected one of each", index, "senses")
    for at, sense in enumerate(term.meanings):
        path = (index, "senses", at) if term.senses else (index,)
        if not sense.forms:
            raise document.error(
                f"`{term.id}.{sense.id}` has no forms",
                "expected them here or at the term",
                *path,
            )
        try:
            forms = {form for pattern in sense.forms for form in expand_pattern(pattern)}
            for words in (*sense.accepts, sense.english, *term.accepts):
                EnglishForm(words)
            for words in term.avoid:
                RefusedWords(words, term.unless)
        except ValueError as fault:
            raise document.error(f"a malformed pattern: {fault}", "see tarock.corpus.forms", *path) from None
        for form in sorted(forms):
            holder = places.setdefault(form, term.id)
            if holder != term.id:
                raise document.error(
                    f"the form {form!r} of `{term.id}` stands at `{holder}` too",
                    "expected it once",
                    *path,
                    "forms",
                )
    _require_apart(document, term, index)


def _require_apart(document: Document, term: Term, index: int) -> None:
    """Raise `CodexError` when English of one sense would pass for another, unless one word renders both."""
    for at, sense in enumerate(term.senses):
        for other in term.senses:
            shared = {sense.english, *sense.accepts} & {other.english, *other.accepts}
            if other is not sense and sense.english != other.english and shared:
                raise document.error(
                    f"`{min(shared)}` stands for `{term.id}.{sense.id}` and for `{term.id}.{other.id}`",
                    "expected different words of different senses",
                    *(index, "senses", at),
                )
