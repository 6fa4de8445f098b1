"""The glossary: every term with its English, the source's own definition, and all passages where it stands."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.spelling import collation_key
from tarock.publish.views.notes import NoteView, note_views
from tarock.publish.views.prose import Link, place
from tarock.publish.views.translated import gloss

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.termbase import Definition, Sense, Term
    from tarock.publish.places import Site
    from tarock.publish.router import Address


class Quoted(Value):
    """A source's own words: the paragraphs of a passage or a stretch of it; none where the text is withheld."""

    place: Link
    paragraphs: tuple[str, ...]
    gloss: str


class Meaning(Value):
    """One meaning; `name` is empty where the term has only one."""

    name: str
    english: str
    others: tuple[str, ...]
    gloss: str
    definitions: tuple[Quoted, ...]


class Stands(Value):
    """The passages of one source in which a term stands, each with how often, and how often in all."""

    siglum: str
    count: int
    places: tuple[tuple[Link, int], ...]


class Entry(Value):
    """A term. `kept` says why its English is the German word; `worth` leads to the numbers that the rules have of it."""

    ident: str
    headword: str
    variants: tuple[str, ...]
    modern: str
    meanings: tuple[Meaning, ...]
    kept: str
    avoid: tuple[str, ...]
    definitions: tuple[Quoted, ...]
    notes: tuple[NoteView, ...]
    related: tuple[Link, ...]
    worth: tuple[Link, ...]
    stands: tuple[Stands, ...]

    @property
    def count(self) -> int:
        """How often it stands in the sources."""
        return sum(source.count for source in self.stands)


class LetterView(Value):
    """A page of the glossary: a letter, the terms that begin with it, and the way to the other letters."""

    letter: str
    entries: tuple[Entry, ...]
    letters: tuple[Link, ...]


class GlossaryView(Value):
    """The page that leads to all: terms letter by letter, and from English to German."""

    letters: tuple[tuple[Link, tuple[tuple[Link, str, str], ...]], ...]
    english: tuple[tuple[str, tuple[Link, ...]], ...]
    terms: int


class _Place(Value):
    ref: str
    text: str
    count: int


def letter_of(term: Term) -> str:
    """The letter of the alphabet under which a term stands."""
    return collation_key(term.headword)[0].upper()


def letters_of(site: Site) -> dict[str, list[Term]]:
    """The terms by letter, both in German alphabetical order."""
    ordered = sorted(site.codex.termbase.terms.values(), key=lambda term: collation_key(term.headword))
    return {letter: list(terms) for letter, terms in groupby(ordered, letter_of)}


def glossary_view(site: Site) -> GlossaryView:
    """The page that leads to all terms."""
    page = site.router.glossary.page
    letters = []
    renderings: dict[str, dict[str, Link]] = {}
    for letter, terms in letters_of(site).items():
        rows = []
        for term in terms:
            link = _link(site, term, page)
            rows.append((link, _english(term), term.meanings[0].gloss))
            for meaning in term.meanings:
                renderings.setdefault(meaning.english, {})[term.id] = link
        letters.append((Link(letter, site.router.letter(letter).seen_from(page)), tuple(rows)))
    ordered = sorted(renderings, key=collation_key)
    english = tuple((words, tuple(renderings[words].values())) for words in ordered)
    return GlossaryView(tuple(letters), english, len(site.codex.termbase.terms))


def letter_view(site: Site, letter: str) -> LetterView:
    """The page of one letter."""
    page = site.router.letter(letter).page
    letters = letters_of(site)
    return LetterView(
        letter,
        tuple(_entry(site, term, page) for term in letters[letter]),
        tuple(Link(name, "" if name == letter else site.router.letter(name).seen_from(page)) for name in letters),
    )


def term_address(site: Site, term: Term) -> Address:
    """Where a term stands in the glossary."""
    return site.router.term(letter_of(term), term.id)


def _english(term: Term) -> str:
    return ", ".join(dict.fromkeys(meaning.english for meaning in term.meanings))


def _link(site: Site, term: Term, page: str) -> Link:
    return Link(term.headword, term_address(site, term).seen_from(page))


def _entry(site: Site, term: Term, page: str) -> Entry:
    found = _occurrences(site)[term.id]
    stands = []
    for siglum, places in groupby(found, lambda stand: stand.ref.partition(":")[0]):
        held = list(places)
        links = tuple((place(site.router, page, stand.ref, stand.text), stand.count) for stand in held)
        stands.append(Stands(siglum, sum(stand.count for stand in held), links))
    return Entry(
        term.id,
        term.headword,
        term.variants,
        term.modern,
        tuple(_meaning(site, term, sense, page) for sense in term.meanings),
        term.kept,
        term.avoid,
        _quoted(site, term.definition, page) if term.senses else (),
        note_views(site, page, site.notes_on(term.id)),
        tuple(_link(site, site.codex.termbase.terms[ident], page) for ident in term.related),
        tuple(
            Link(title, site.router.rule(key).seen_from(page)) for key, title in _numbers(site).get(term.id, {}).items()
        ),
        tuple(stands),
    )


def _meaning(site: Site, term: Term, sense: Sense, page: str) -> Meaning:
    return Meaning(
        sense.name if term.senses else "",
        sense.english,
        tuple(dict.fromkeys((*sense.accepts, *term.accepts))),
        sense.gloss,
        _quoted(site, sense.definition, page),
    )


def _quoted(site: Site, definitions: Iterable[Definition], page: str) -> tuple[Quoted, ...]:
    made = []
    for definition in definitions:
        siglum, _, ident = definition.ref.partition(":")
        if siglum in site.corpus.left_out:
            continue
        text = definition.quote or site.corpus.edition(siglum).units[ident].text
        paragraphs = () if site.withheld(siglum) else tuple(text.split("\n"))
        made.append(Quoted(place(site.router, page, definition.ref), paragraphs, gloss(site, definition.ref, text)))
    return tuple(made)


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
def _occurrences(site: Site) -> dict[str, list[_Place]]:
    """The passages in which each term stands, in reading order, by the term's id."""
    termbase = site.codex.termbase
    found: dict[str, list[_Place]] = {ident: [] for ident in termbase.terms}
    for edition in site.corpus.editions():
        for passage in edition.passages.values():
            counted = Counter(annotation.payload.id for annotation in termbase.annotations(passage))
            for ident, count in counted.items():
                found[ident].append(_Place(passage.ref, passage.ident, count))
    return found
