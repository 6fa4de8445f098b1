"""Small records that many views use: a link, and our own prose with the references in it as links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.publish.places import Site
    from tarock.publish.router import Address, Router

_REFERENCE = re.compile(r"\b[A-Za-z0-9]+:[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")
_KEY = re.compile(r"\b[a-z_]+(?:\.[a-z_]+)+\b")


class Link(Value):
    """Words that lead somewhere; without `href` they are only words."""

    text: str
    href: str = ""


Prose = tuple[Link, ...]


def place(router: Router, page: str, ref: str, text: str = "") -> Link:
    """A passage as it is named on `page`, with a link: by its reference, or in other words."""
    return Link(text or ref, router.passage(ref).seen_from(page))


def linked(router: Router, page: str, text: str) -> Prose:
    """Our own prose as it stands on `page`: each reference such as `1840:47.2` that the site has is a link."""
    return _cut(text, _REFERENCE, lambda ref: place(router, page, ref) if router.has(ref) else None)


def noted(site: Site, page: str, text: str, at: Callable[[str], Address]) -> Prose:
    """A note of a rule table as it stands on `page`: each key in it is the title of the key, a link to where it is `at`."""

    def named(key: str) -> Link | None:
        entry = site.codex.topics.entry(key)
        return Link(f"“{entry.title}”", at(key).seen_from(page)) if entry else None

    return _cut(text, _KEY, named)


def _cut(text: str, pattern: re.Pattern[str], made: Callable[[str], Link | None]) -> Prose:
    """A text in which a link stands for each place of the pattern of which one is made."""
    found: list[Link] = []
    position = 0
    for match in pattern.finditer(text):
        if link := made(match[0]):
            found += (Link(text[position : match.start()]), link)
            position = match.end()
    found.append(Link(text[position:]))
    return tuple(part for part in found if part.text)


def section(site: Site, ref: str) -> str:
    """The name of the section in which a passage stands: `§ 65` for `1840:65.3`."""
    siglum, _, ident = ref.partition(":")
    return site.corpus.edition(siglum).label(ident.partition(".")[0])
