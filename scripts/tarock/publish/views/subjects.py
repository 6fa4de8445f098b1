"""The index of subjects: what the headings name."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.spelling import collation_key
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.editions import Edition, Heading
    from tarock.publish.places import Site


_SENT_TO = re.compile(r"\s*\((?:§|see )[^()]*\)$")  # at the end of a heading, where its subjects are found
_BETWEEN = re.compile(r"\.(?: -)? (?=[A-Z])")  # two subjects


class Places(Value):
    """Where a subject stands in one source."""

    siglum: str
    places: tuple[Link, ...]


class Subject(Value):
    """What a heading names, in its words and in ours (empty where there is no English), and where; `note` is on it."""

    words: str
    english: str
    note: str
    places: tuple[Places, ...]


class Letter(Value):
    """A letter of the alphabet with its entries."""

    letter: str
    entries: tuple[Subject, ...]


def subjects_view(site: Site) -> tuple[Letter, ...]:
    """The index, in German alphabetical order."""
    page = site.router.subjects.page
    notes = {note.expression.lower(): site.router.notes(note.id) for note in site.codex.notes.values()}
    found: dict[str, list[Places]] = {}
    english: dict[str, str] = {}
    for edition in site.corpus.editions():
        for heading in edition.headings.values():
            for subject, ours in zip(heading.subjects, english_subjects(site, edition.siglum, heading), strict=True):
                found.setdefault(subject, []).append(_claimed(site, edition, heading))
                english[subject] = english.get(subject) or ours
    subjects = [
        Subject(
            words,
            english[words],
            notes[words.lower()].seen_from(page) if words.lower() in notes else "",
            tuple(found[words]),
        )
        for words in sorted(found, key=collation_key)
    ]
    letters = groupby(subjects, lambda subject: collation_key(subject.words)[0].upper())
    return tuple(Letter(letter, tuple(group)) for letter, group in letters)


def english_subjects(site: Site, siglum: str, heading: Heading) -> tuple[str, ...]:
    """The English of each subject of a heading; all empty where the heading has none, or does not fall into as many."""
    translation = site.codex.translations.get(siglum)
    whole = "" if translation is None or translation.kind == "summary" else translation.english(heading.ident)
    parts = _BETWEEN.split(_SENT_TO.sub("", whole).rstrip("."))
    return tuple(parts) if len(parts) == len(heading.subjects) else ("",) * len(heading.subjects)


def _claimed(site: Site, edition: Edition, item: Heading) -> Places:
    """The units that a heading claims; else those that it refers to; else the heading itself."""
    refs = (
        [f"{edition.siglum}:{unit}" for unit in item.claims]
        or [reference.payload for reference in item.references]
        or [item.ref]
    )
    return _places(site, edition, ((ref, ref.partition(":")[2]) for ref in refs))


def _places(site: Site, edition: Edition, named: Iterable[tuple[str, str]]) -> Places:
    page = site.router.subjects.page
    links = (
        Link(edition.label(ident).replace("§ ", "§\u00a0"), site.router.passage(ref).seen_from(page))
        for ref, ident in named
    )
    return Places(edition.siglum, tuple(links))
