"""The index of subjects: what the headings name."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.corpus.labels import label
from tarock.corpus.words import collation_key
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.corpus.editions import Edition, Heading
    from tarock.publish.places import Site


@dataclass(frozen=True, slots=True)
class Places:
    """Where a subject stands in one source."""

    siglum: str
    places: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the alphabet with its entries: words of the sources and where they stand."""

    letter: str
    entries: tuple[tuple[str, tuple[Places, ...]], ...]


def subjects_view(site: Site) -> tuple[Letter, ...]:
    """The index, in German alphabetical order."""
    return _index(_subjects(site))


def _subjects(site: Site) -> Iterator[tuple[str, Places]]:
    for edition in site.corpus.editions():
        for item in edition.headings.values():
            for subject in item.subjects:
                yield subject, _claimed(site, edition, item)


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
        Link(label(edition, ident).replace("§ ", "§\u00a0"), site.router.passage(ref).seen_from(page))
        for ref, ident in named
    )
    return Places(edition.siglum, tuple(links))


def _index(found: Iterable[tuple[str, Places]]) -> tuple[Letter, ...]:
    entries: dict[str, list[Places]] = {}
    for subject, places in found:
        entries.setdefault(subject, []).append(places)
    letters = groupby(sorted(entries, key=collation_key), lambda subject: collation_key(subject)[0].upper())
    return tuple(
        Letter(letter, tuple((subject, tuple(entries[subject])) for subject in group)) for letter, group in letters
    )
