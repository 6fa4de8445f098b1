"""The index of subjects, by what the headings name; and the concordance, every word form with all its passages."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.language import ENGLISH, spoken
from tarock.base.structs import Value
from tarock.corpus.spelling import collation_key
from tarock.publish.router import Address
from tarock.publish.views.view import Link, View

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition, Heading
    from tarock.publish.places import Site, WordPage


_SENT_TO = re.compile(r"\s*\((?:§|see )[^()]*\)$")  # at the end of a heading, where its subjects are found
_BETWEEN = re.compile(r"\.(?: -)? (?=[A-Z])")  # two subjects


class Subject(Value):
    """What a heading names, in its words and in ours (empty where there is no English), and where, by source."""

    words: str
    english: str
    places: tuple[tuple[str, tuple[str, ...]], ...]


class SubjectsView(View):
    """The index by letter, in German alphabetical order; `notes` are the historical notes by what they are on."""

    letters: tuple[tuple[str, tuple[Subject, ...]], ...]
    notes: dict[str, str]


def subjects_view(site: Site) -> SubjectsView:
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    english: dict[str, str] = {}
    for edition in site.corpus.editions():
        for heading in edition.headings.values():
            for subject, ours in zip(heading.subjects, _english(site, edition.siglum, heading), strict=True):
                found.setdefault(subject, []).append((edition.siglum, _claimed(edition, heading)))
                english[subject] = english.get(subject) or ours
    subjects = [Subject(words, english[words], tuple(found[words])) for words in sorted(found, key=collation_key)]
    letters = groupby(subjects, lambda subject: collation_key(subject.words)[0].upper())
    return SubjectsView(
        site,
        site.router.subjects.made,
        tuple((letter, tuple(group)) for letter, group in letters),
        {note.expression.lower(): note.id for note in site.codex.notes.values()},
    )


def _english(site: Site, siglum: str, heading: Heading) -> tuple[str, ...]:
    """The English of each subject of a heading, on an English page.

    All are empty where the heading has none, or does not fall into as many.
    """
    translation = site.codex.translations.get(siglum) if spoken() == ENGLISH else None
    whole = "" if translation is None or translation.kind == "summary" else translation.english(heading.ident)
    parts = _BETWEEN.split(_SENT_TO.sub("", whole).rstrip("."))
    return tuple(parts) if len(parts) == len(heading.subjects) else ("",) * len(heading.subjects)


def _claimed(edition: Edition, heading: Heading) -> tuple[str, ...]:
    """The units that a heading claims; else those that it refers to; else the heading itself."""
    claimed = [f"{edition.siglum}:{unit}" for unit in heading.claims]
    return tuple(claimed or [reference.payload for reference in heading.references] or [heading.ref])


class WordsView(View):
    """A page of the concordance of one source."""

    word_page: WordPage

    @property
    def forms(self) -> int:
        """How many forms there are on all pages of the source."""
        pages = self.site.word_pages[self.word_page.siglum]
        return len({word.form for page in pages for _, words in page.letters for word in words})

    @property
    def alphabet(self) -> tuple[Link, ...]:
        """The ways to every letter of the source."""
        pages = self.site.word_pages[self.word_page.siglum]
        return tuple(
            Link(letter, self.to(Address(page.path, f"words-{letter}"))) for page in pages for letter, _ in page.letters
        )
