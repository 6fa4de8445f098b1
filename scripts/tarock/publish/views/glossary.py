"""The pages for looking things up.

They have every term with its English, the source's own definition, all its passages; the historical notes; the index of
nouns over all sources; the concordance, every word form with all its passages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from tarock.base.structs import Frozen
from tarock.corpus.apparatus import HistoricalNote
from tarock.corpus.forms import expand_pattern
from tarock.corpus.spelling import collation_key
from tarock.corpus.termbase import Definition, Occurrence, Sense, Term
from tarock.publish.places import Site, WordPage
from tarock.publish.router import Address
from tarock.publish.views.view import Link, View

_INFINITIVE = re.compile(r"[a-zäöüß]+(?:en|eln|ern)")


# The passages with a term by source, each with how often it is there.
BySource = list[tuple[str, list[tuple[str, int]]]]


class GlossaryEntry(Frozen):
    """A term, the notes on it, where it is; `numbers` are the keys of the numbers that the rules have of it.

    Each of its `senses` has the English of the translation where it is meant, the most frequent first, and where it is.
    """

    by_source: BySource
    term: Term
    notes: list[HistoricalNote]
    numbers: dict[str, str]
    senses: list[tuple[Sense, tuple[str, ...], BySource]]

    @property
    def refused(self) -> tuple[str, ...]:
        """Return other English words for it, which are not used; the German ones among them are its own."""
        return tuple(
            expand_pattern(words)[0] for words in self.term.avoid if words[0] != words[0].upper() and "*" not in words
        )


class LetterView(View):
    """A page of the glossary: a letter, all letters, and the terms that begin with the one."""

    letter: str
    letters: tuple[str, ...]
    entries: tuple[GlossaryEntry, ...]

    def quoted(self, definitions: Iterable[Definition]) -> Iterator[tuple[str, tuple[str, ...], str]]:
        """Yield what sources say that a term means: place, paragraphs (none where the text is withheld), English."""
        site = self.site
        for definition in definitions:
            siglum, _, ident = definition.ref.partition(":")
            if siglum not in site.corpus.left_out:
                unit = site.corpus.edition(siglum).units[ident]
                text = definition.quote or unit.text
                paragraphs = () if site.withheld(siglum) else tuple(unit.display_quote(text).split("\n"))
                yield definition.ref, paragraphs, self.gloss(definition.ref, text)


class GlossaryView(View):
    """The page that leads to all: terms letter by letter, and from English to German."""

    letters: dict[str, list[Term]]
    english: tuple[tuple[str, tuple[Term, ...]], ...]


def group_terms(site: Site) -> dict[str, list[Term]]:
    """Return the terms by letter, both in German alphabetical order."""
    ordered = sorted(site.codex.termbase.terms.values(), key=lambda term: collation_key(term.headword))
    return {
        letter: list(terms) for letter, terms in groupby(ordered, lambda term: collation_key(term.headword)[0].upper())
    }


def make_glossary(site: Site) -> GlossaryView:
    """Return the page that leads to all terms."""
    renderings: dict[str, dict[str, Term]] = {}
    letters = group_terms(site)
    used = _find_used_english(site)
    for terms in letters.values():
        for term in terms:
            for meaning in term.meanings:
                for words in used.get((term.id, meaning.id)) or (_replace_stars(meaning.english),):
                    renderings.setdefault(words, {})[term.id] = term
    ordered = sorted(renderings, key=collation_key)
    english = tuple((words, tuple(renderings[words].values())) for words in ordered)
    return GlossaryView(site, site.router.glossary.made, letters, english)


def make_letter(site: Site, letter: str) -> LetterView:
    """Return the page with the terms under a letter."""
    letters = group_terms(site)
    entries = tuple(_make_entry(site, term) for term in letters[letter])
    return LetterView(site, site.router.letter(letter).made, letter, tuple(letters), entries)


def _make_entry(site: Site, term: Term) -> GlossaryEntry:
    found = find_occurrences(site)[term.id]
    used = _find_used_english(site)
    senses = []
    for sense in term.meanings:
        meant = {ref: [each for each in places if each.sense.id == sense.id] for ref, places in found.items()}
        senses.append((sense, used.get((term.id, sense.id), ()), _group_by_source(meant)))
    return GlossaryEntry(
        _group_by_source(found), term, site.notes_on(term.id), _find_number_keys(site).get(term.id, {}), senses
    )


def _group_by_source(found: Mapping[str, list[Occurrence]]) -> BySource:
    places = ((ref, len(there)) for ref, there in found.items() if there)
    return [(siglum, list(some)) for siglum, some in groupby(places, lambda place: place[0].partition(":")[0])]


def _replace_stars(words: str) -> str:
    """Return words of the termbase as they are shown, with an ellipsis for its star."""
    return words.replace("*", "…")


@lru_cache(maxsize=2)
def _find_used_english(site: Site) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map the ids of a term and its sense to the English of its sentences, the most frequent first."""
    termbase = site.codex.termbase
    counted: dict[tuple[str, str], Counter[str]] = {}
    for siglum, translation in site.codex.translations.items():
        for ident in translation.required_units if translation.kind == "translation" else ():
            german = translation.german(ident)
            found = termbase.find_occurrences(german, f"{siglum}:{ident}")
            spans = translation.edition.splitter.split(german)
            for span, english in zip(spans, translation.sentences(ident), strict=True):
                for each in found:
                    if span.start <= each.start < span.end and (
                        words := termbase.find_rendering(each.term, each.sense, english)
                    ):
                        counted.setdefault((each.term.id, each.sense.id), Counter())[words] += 1
    return {ids: tuple(_replace_stars(words) for words, _ in count.most_common()) for ids, count in counted.items()}


@lru_cache(maxsize=2)
def _find_number_keys(site: Site) -> dict[str, dict[str, str]]:
    """Map the id of a term to the keys that it names, or a case of which it is, where a source states a number."""
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
def find_occurrences(site: Site) -> dict[str, dict[str, list[Occurrence]]]:
    """Map the id of a term to its occurrences in each passage, in reading order."""
    termbase = site.codex.termbase
    found: dict[str, dict[str, list[Occurrence]]] = {ident: {} for ident in termbase.terms}
    for edition in site.corpus.editions():
        for passage in edition.passages.values():
            for each in termbase.find_occurrences(passage.text, passage.ref):
                found[each.term.id].setdefault(passage.ref, []).append(each)
    return found


# a noun, our English for it, and by source the places that explain it or state a rule in whose words it is
GlossarySubject = tuple[str, str, tuple[tuple[str, tuple[str, ...]], ...]]


class SubjectsView(View):
    """The index of nouns by letter, in German alphabetical order; `notes` are the historical notes by noun."""

    letters: tuple[tuple[str, tuple[GlossarySubject, ...]], ...]
    notes: dict[str, str]


def make_subjects(site: Site) -> SubjectsView:
    """Return the index of subjects: the nouns of the termbase over all sources."""
    subjects: list[GlossarySubject] = []
    notes = {}
    for term in site.codex.termbase.terms.values():
        noun = name_subject(term)
        places = tuple(_find_subject_places(site, term)) if noun else ()
        if places:
            subjects.append((noun, _replace_stars(term.meanings[0].english), places))
            for note in site.notes_on(term.id)[:1]:
                notes[noun] = note.id
    ordered = sorted(subjects, key=lambda subject: collation_key(subject[0]))
    letters = groupby(ordered, lambda subject: collation_key(subject[0])[0].upper())
    return SubjectsView(
        site, site.router.subjects.made, tuple((letter, tuple(group)) for letter, group in letters), notes
    )


def name_subject(term: Term) -> str:
    """Return the noun by which an index has a term, an infinitive as a noun (Abheben); empty for another word."""
    word = term.headword
    if word[:1].isupper():
        return word
    return f"{word[:1].upper()}{word[1:]}" if _INFINITIVE.fullmatch(word) else ""


def _find_subject_places(site: Site, term: Term) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield by source the passages that explain a term, or state a rule in whose quoted words it is."""
    explained = {definition.ref for definition in term.definition}
    for siglum, table in site.codex.tables.items():
        passages = site.corpus.edition(siglum).passages if siglum not in site.corpus.left_out else {}
        found = find_occurrences(site)[term.id]
        refs = tuple(
            passage.ref
            for passage in passages.values()
            if passage.ref in explained
            or any(
                support.ref == passage.ref and support.overlaps(passage, each.start, each.end)
                for each in found.get(passage.ref, ())
                for statement in table.by_passage.get(passage.ref, ())
                for support in statement.supports
            )
        )
        if refs:
            yield siglum, refs


class WordsView(View):
    """A page of the concordance of one source."""

    word_page: WordPage

    @property
    def forms(self) -> int:
        """Count the forms on all pages of the source."""
        pages = self.site.word_pages[self.word_page.siglum]
        return len({word.form for page in pages for _, words in page.letters for word in words})

    @property
    def alphabet(self) -> tuple[Link, ...]:
        """Return the links to every letter of the source."""
        pages = self.site.word_pages[self.word_page.siglum]
        return tuple(
            Link(letter, self.to(Address(page.path, f"words-{letter}"))) for page in pages for letter, _ in page.letters
        )
