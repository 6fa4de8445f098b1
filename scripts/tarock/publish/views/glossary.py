"""The glossary: every term with its English, the source's own definition, all its passages; and the historical notes."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.spelling import collation_key
from tarock.publish.views.view import View, gloss

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.corpus.apparatus import HistoricalNote
    from tarock.corpus.termbase import Definition, Term
    from tarock.publish.places import Site


class Quoted(Value):
    """A source's own words: the paragraphs of a passage or a stretch of it; none where the text is withheld."""

    ref: str
    paragraphs: tuple[str, ...]
    gloss: str


class Stands(Value):
    """The passages of one source in which a term stands, each with how often."""

    siglum: str
    places: tuple[tuple[str, int], ...]

    @property
    def count(self) -> int:
        return sum(count for _ref, count in self.places)


class GlossaryEntry(Value):
    """A term, the notes on it, where it is; `worth` are the keys of the numbers that the rules have of it."""

    term: Term
    notes: list[HistoricalNote]
    worth: dict[str, str]
    stands: tuple[Stands, ...]

    @property
    def count(self) -> int:
        """How often it is in the sources."""
        return sum(source.count for source in self.stands)


class LetterView(View):
    """A page of the glossary: a letter, all letters, and the terms that begin with the one."""

    letter: str
    letters: tuple[str, ...]
    entries: tuple[GlossaryEntry, ...]

    def quoted(self, definitions: Iterable[Definition]) -> Iterator[Quoted]:
        """What sources say that a term means, as far as their texts are in this copy."""
        site = self.site
        for definition in definitions:
            siglum, _, ident = definition.ref.partition(":")
            if siglum not in site.corpus.left_out:
                unit = site.corpus.edition(siglum).units[ident]
                text = definition.quote or unit.text
                paragraphs = () if site.withheld(siglum) else tuple(unit.quoted(text).split("\n"))
                yield Quoted(definition.ref, paragraphs, gloss(site, definition.ref, text))


class GlossaryView(View):
    """The page that leads to all: terms letter by letter, and from English to German."""

    letters: dict[str, list[Term]]
    english: tuple[tuple[str, tuple[Term, ...]], ...]


class NotesView(View):
    """All historical notes by their kind, in the order of the file."""

    @property
    def kinds(self) -> list[tuple[str, list[HistoricalNote]]]:
        """Each kind with its notes."""
        return [(kind, list(notes)) for kind, notes in groupby(self.site.codex.notes.values(), lambda note: note.kind)]


def letters_of(site: Site) -> dict[str, list[Term]]:
    """The terms by letter, both in German alphabetical order."""
    ordered = sorted(site.codex.termbase.terms.values(), key=lambda term: collation_key(term.headword))
    return {
        letter: list(terms) for letter, terms in groupby(ordered, lambda term: collation_key(term.headword)[0].upper())
    }


def glossary_view(site: Site) -> GlossaryView:
    renderings: dict[str, dict[str, Term]] = {}
    letters = letters_of(site)
    for terms in letters.values():
        for term in terms:
            for meaning in term.meanings:
                renderings.setdefault(meaning.english, {})[term.id] = term
    ordered = sorted(renderings, key=collation_key)
    english = tuple((words, tuple(renderings[words].values())) for words in ordered)
    return GlossaryView(site, site.router.glossary.page, letters, english)


def letter_view(site: Site, letter: str) -> LetterView:
    letters = letters_of(site)
    entries = tuple(_entry(site, term) for term in letters[letter])
    return LetterView(site, site.router.letter(letter).page, letter, tuple(letters), entries)


def _entry(site: Site, term: Term) -> GlossaryEntry:
    stands = groupby(_occurrences(site)[term.id].items(), lambda stand: stand[0].partition(":")[0])
    return GlossaryEntry(
        term,
        site.notes_on(term.id),
        _numbers(site).get(term.id, {}),
        tuple(Stands(siglum, tuple(places)) for siglum, places in stands),
    )


@lru_cache(maxsize=2)
def _numbers(site: Site) -> dict[str, dict[str, str]]:
    """By the id of a term: the keys that it names, or a case of which it is, where a source states a number."""
    found: dict[str, dict[str, str]] = {}
    for table in site.codex.tables.values():
        for key, statements in table.statements.items():
            for statement in statements:
                if statement.entry.type == "integer" and statement.grade != "advice":
                    for name in (*key.replace("_", "-").split("."), *(str(value) for _, value in statement.case)):
                        if name in site.codex.termbase.terms:
                            found.setdefault(name, {})[key] = statement.entry.title
    return found


@lru_cache(maxsize=2)
def _occurrences(site: Site) -> dict[str, dict[str, int]]:
    """By the id of a term: how often it is in each passage, in reading order."""
    termbase = site.codex.termbase
    found: dict[str, dict[str, int]] = {ident: {} for ident in termbase.terms}
    for edition in site.corpus.editions():
        for passage in edition.passages.values():
            for ident, count in Counter(a.payload.id for a in termbase.annotations(passage)).items():
                found[ident][passage.ref] = count
    return found
