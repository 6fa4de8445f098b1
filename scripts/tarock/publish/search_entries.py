"""What the site's search finds beside passages and rules: terms, historical notes, pages and their sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import yaml

from tarock.base.yamlio import SAFE_LOADER
from tarock.publish.router import Address

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.corpus.search_data import SearchData
    from tarock.publish.places import Site

_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_SECTION = re.compile(r"^#{2,3} (.+?) \{: #([^\s}]+).*\}$", re.MULTILINE)
_HEADING = re.compile(r"^# (.+?)( \{:.*\})?$", re.MULTILINE)
_MARKUP = re.compile(r"<[^>]+>|[*`\\]|\]\([^)]*\)|\[")


class Door(msgspec.Struct, frozen=True, array_like=True):
    """Something to go to: what it is, its title, its English or the page that it is on, words that it is sought by,
    what it is about, and its address.
    """

    kind: str
    title: str
    beside: str
    sought: tuple[str, ...]
    about: str
    address: Address


def doors(site: Site, data: SearchData, pages: Mapping[str, str]) -> Iterator[Door]:
    """Everything that can be gone to, the terms first and as many as the termbase has.

    `pages` are the composed pages by path. Nothing of a withheld text is in it.
    """
    for term in site.codex.termbase.terms.values():
        english = dict.fromkeys(sense.english for sense in term.meanings)
        yield Door("term", term.headword, ", ".join(english), (), term.meanings[0].gloss, site.router.term(term))
    yield from _pages(pages)
    for note in site.codex.notes.values():
        if any(ref in data.noted for ref in note.places):
            yield Door("note", note.expression, "", note.sought, "", site.router.notes(note.id))


def _pages(pages: Mapping[str, str]) -> Iterator[Door]:
    """The pages by the title and description of their front matter, and the sections of those that are sought."""
    for path, text in pages.items():
        front = yaml.load(_FRONT.match(text)[1], Loader=SAFE_LOADER)  # type: ignore[index]  # every page has it: page.md.j2
        if "search" in front:
            continue
        sought = tuple(front.get("sought", ()))
        heading = _HEADING.search(text)
        called = (_title(heading[1]),) if heading else ()
        yield Door("page", front["title"], "", (*called, *sought), front["description"], Address(path))
        for words, anchor in _SECTION.findall(text) if sought else ():
            yield Door("section", _title(words), front["title"], (), "", Address(path, anchor))


def _title(words: str) -> str:
    return " ".join(_MARKUP.sub("", words).split())
