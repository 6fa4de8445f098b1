"""The index of subjects: what the headings name, and the terms that § 73 of 1840 explains."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.corpus.labels import label
from tarock.publish.html import block, esc, heading, link, page

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition, Heading
    from tarock.publish.places import Site

PATH = "subjects.md"
_HEADWORD = re.compile(r"[,.]| - | (?:heißt|nennt|wird|sagt|ist|thut|pflegt)\b")


def subject_pages(site: Site) -> dict[str, str]:
    """The subjects page, by path."""
    subjects = _subjects(site)
    terms = _terms(site)
    return {
        PATH: page(
            "Subjects",
            "# Subjects\n",
            "What the sources' own headings name, in alphabetical order, and the expressions that § 73 of "
            "1840 explains. The words are the sources'; the numbers lead to the §§ that a heading claims for "
            "its subject.\n",
            heading(2, "Subjects of the headings", "headings"),
            *_index(subjects),
            heading(2, "Expressions of the players (1840, § 73)", "terms"),
            *_index(terms),
            description="Index of subjects from the headings of the sources, and the glossary of 1840.",
            alone=True,
        )
    }


def headword(text: str) -> str:
    """The word or words that an entry of the glossary explains: its opening up to the explanation."""
    return _HEADWORD.split(text, maxsplit=1)[0].strip()


def collation_key(text: str) -> str:
    """German alphabetical order: case and umlauts aside, ß as ss."""
    plain = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).lstrip("([„ ")


def _subjects(site: Site) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for edition in site.corpus.editions():
        for item in edition.headings.values():
            for subject in item.subjects:
                found.setdefault(subject, []).append(_places(site, edition, item))
    return found


def _places(site: Site, edition: Edition, item: Heading) -> str:
    refs = (
        [f"{edition.siglum}:{unit}" for unit in item.claims]
        or [reference.payload for reference in item.references]
        or [item.ref]
    )
    names = [label(edition, ref.partition(":")[2]).replace("§ ", "§\u00a0") for ref in refs]
    links = ", ".join(link(site.href(ref, PATH), esc(name)) for ref, name in zip(refs, names, strict=True))
    return f"{edition.siglum}: {links}"


def _terms(site: Site) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for edition in site.corpus.editions():
        for passage in edition.passages.values():
            if passage.kind == "entry":
                name = label(edition, passage.ident.split(".")[0])
                place = f"{edition.siglum}: {link(site.href(passage.ref, PATH), esc(name))}"
                found.setdefault(headword(passage.text), []).append(place)
    return found


def _index(entries: dict[str, list[str]]) -> list[str]:
    ordered = sorted(entries, key=collation_key)
    parts = []
    for letter, group in groupby(ordered, lambda subject: collation_key(subject)[0].upper()):
        items = [
            f'<li><span lang="de">{esc(subject)}</span> '
            f'<span class="index__places">{"; ".join(entries[subject])}</span></li>'
            for subject in group
        ]
        parts.append(block(f'<div class="index"><p class="index__letter">{letter}</p><ul>', *items, "</ul></div>"))
    return parts
