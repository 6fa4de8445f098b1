"""What a template gets: domain records, and from the page that is made links, prose with links, and our English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.language import DATA, ENGLISH, cites, spoken, translated
from tarock.base.structs import LazyValue, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tarock.corpus.translation.records import Translation
    from tarock.proof.games import GameReport
    from tarock.publish.places import Site
    from tarock.publish.router import Address, Router, SiteFile
    from tarock.rules.tables import Statement
    from tarock.rules.topics import Deprecated


_REFERENCE = re.compile(r"\b[A-Za-z0-9]+:[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")
_KEY = re.compile(r"\b[a-z_]+(?:\.[a-z_]+)+\b")


class Link(Value):
    """Words that lead somewhere; without `href` they are only words."""

    text: str
    href: str = ""


Prose = tuple[Link, ...]


class English(Value):
    """The English of a unit and what its translator notes; a `summary` stands for a whole article."""

    text: str
    notes: tuple[str, ...]
    summary: bool


class View(LazyValue):
    """The site as it is seen from one page of it; views of single pages add what only they compute."""

    site: Site
    page: str

    @property
    def router(self) -> Router:
        return self.site.router

    def link(self, text: str, address: Address | SiteFile) -> Link:
        return Link(text, address.seen_from(self.page))

    def to(self, address: Address | SiteFile) -> str:
        return address.seen_from(self.page)

    def source_link(self, siglum: str, text: str = "") -> Link:
        """A source, by its siglum or in other words."""
        return self.link(text or siglum, self.router.source(siglum))

    def place(self, ref: str, text: str = "") -> Link:
        """A passage, by its reference or in other words; raises `KeyError` for one that the site does not have."""
        return self.link(text or ref, self.router.passage(ref))

    def places(self, refs: Iterable[str]) -> list[Link]:
        """Those passages that the site has."""
        return [self.place(ref) for ref in refs if self.router.has(ref)]

    def label(self, ref: str) -> str:
        """What a person calls a passage: `§ 47, para. 2`."""
        siglum, _, ident = ref.partition(":")
        return self.site.corpus.edition(siglum).label(ident, cites())

    def language(self, ref: str) -> str:
        """`de` where a passage is called by its own heading, else empty."""
        siglum, _, ident = ref.partition(":")
        heading = self.site.corpus.edition(siglum).headings.get(ident)
        return "de" if heading and heading.text == self.label(ref) else ""

    def prose(self, text: str) -> Prose:
        """Our own prose in the data, with its references as links."""
        return self.linked(translated(text, DATA))

    def linked(self, text: str) -> Prose:
        """Words of ours with their references as links."""
        return _cut(text, _REFERENCE, lambda ref: self.place(ref) if self.router.has(ref) else None)

    def keyed(self, text: str, at: Callable[[str], Address]) -> Prose:
        """A note of a rule table: each key in it is the title of the key, a link to where the key is `at`."""

        def named(key: str) -> Link | None:
            entry = self.site.codex.topics.entry(key)
            return self.link(say(Message("link.key", title=translated(entry.title, DATA))), at(key)) if entry else None

        return _cut(translated(text, DATA), _KEY, named)

    def answering(self, former: Deprecated, at: Callable[[str], Address]) -> list[Link]:
        """The keys that answer for one that is no more, each linked to where it is `at`."""
        return [self.link(str(each), at(each.key)) for each in former.now]

    def marked(self, ref: str, words: str) -> str:
        """Words of a source as they are shown: what a correction adds or leaves out is marked."""
        return self.site.corpus.quoted(ref, words)

    def gloss(self, ref: str, quote: str) -> str:
        """The English of the sentences that a quotation touches; empty where there is none."""
        return gloss(self.site, ref, quote)

    def english_of(self, ref: str) -> English | None:
        """The English of a passage, if there is any."""
        return english(self.site, ref)

    def section(self, ref: str) -> str:
        """The name of the section in which a passage stands."""
        return section(self.site, ref)

    def game(self, report: GameReport) -> Link:
        return self.link(game_title(report), self.router.game(report.name))


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


def stated(statement: Statement) -> str:
    """What a source says: our sentence, or on a German page its own words."""
    return statement.says if spoken() == ENGLISH else f"„{statement.quote}“"


def section(site: Site, ref: str) -> str:
    """The name of the section in which a passage stands: `§ 65` for `1840:65.3`."""
    siglum, _, ident = ref.partition(":")
    return site.corpus.edition(siglum).label(ident.partition(".")[0])


def game_title(report: GameReport) -> str:
    return f"{report.number}. {report.title}"


def english(site: Site, ref: str) -> English | None:
    """The English of a unit, if there is any; a summary is with the first passage of its article.

    Units whose English are the same signs (`§ 47`) have none.
    """
    siglum, _, ident = ref.partition(":")
    translation = site.codex.translations.get(siglum)
    if translation is None or spoken() != ENGLISH:  # on a German page it is off
        return None
    edition, article = translation.edition, translation.article(ident)
    summary = translation.kind == "summary"
    if summary and edition.containers.get(article, ("",))[0] != ident:
        return None
    text = translation.english(article)
    if not text or text == translation.german(article):
        return None
    return English(text, translation.notes(article), summary)


def selected(translation: Translation | None, idents: Iterable[str]) -> tuple[English, ...]:
    """The English of some units or sentences in their order, that of an article once."""
    if translation is None:
        return ()
    summary = translation.kind == "summary"
    articles = dict.fromkeys(map(translation.article, idents))
    found = (English(translation.english(name), translation.notes(name), summary) for name in articles)
    return tuple(each for each in found if each.text)


def gloss(site: Site, ref: str, quote: str) -> str:
    """The English of the sentences that a quotation touches; empty where there is none."""
    translation = site.codex.translations.get(ref.partition(":")[0])
    return translation.quote(ref, quote) if translation and spoken() == ENGLISH else ""


def remark_in_english(site: Site, ref: str, text: str) -> str:
    """The English of a remark, which may be in a trick line behind the plays; empty where there is none."""
    siglum, _, ident = ref.partition(":")
    translation = site.codex.translations.get(siglum)
    if translation and (passage := translation.edition.passages.get(ident)) and passage.kind == "trick":
        return " ".join(translation.sentences(ident)[1:])
    return gloss(site, ref, text)
