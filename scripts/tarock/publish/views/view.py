"""What a template gets: domain records, and from the page that is made links, prose with links, and our English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import LazyValue
from tarock.publish.views.prose import Link, Prose, linked, place, section
from tarock.publish.views.translated import English, english, gloss

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.proof.games import GameReport
    from tarock.publish.places import Site
    from tarock.publish.router import Address, File, Router


class View(LazyValue):
    """The site as it is seen from one page of it; views of single pages add what only they compute."""

    site: Site
    page: str

    @property
    def router(self) -> Router:
        """Every address of the site."""
        return self.site.router

    def link(self, text: str, address: Address | File) -> Link:
        """Words that lead to an address."""
        return Link(text, address.seen_from(self.page))

    def to(self, address: Address | File) -> str:
        """The way to an address."""
        return address.seen_from(self.page)

    def source_link(self, siglum: str, text: str = "") -> Link:
        """A source, by its siglum or in other words."""
        return self.link(text or siglum, self.router.source(siglum))

    def place(self, ref: str, text: str = "") -> Link:
        """A passage, by its reference or in other words."""
        return place(self.router, self.page, ref, text)

    def places(self, refs: Iterable[str]) -> list[Link]:
        """Those passages that the site has."""
        return [self.place(ref) for ref in refs if self.router.has(ref)]

    def label(self, ref: str) -> str:
        """What a person calls a passage: `§ 47, para. 2`."""
        siglum, _, ident = ref.partition(":")
        return self.site.corpus.edition(siglum).label(ident)

    def withheld(self, ref: str) -> bool:
        """Whether the words of a passage, or of a whole source, are left out of the site."""
        siglum, _, ident = ref.partition(":")
        return self.site.withheld(siglum, ident)

    def prose(self, text: str) -> Prose:
        """Our own prose, with its references as links."""
        return linked(self.router, self.page, text)

    def gloss(self, ref: str, quote: str) -> str:
        """The English of the sentences that a quotation touches; empty where there is none."""
        return gloss(self.site, ref, quote)

    def english_of(self, ref: str) -> English | None:
        """The English of a passage, if there is any."""
        siglum, _, ident = ref.partition(":")
        return english(self.site, siglum, ident)

    def section(self, ref: str) -> str:
        """The name of the section in which a passage stands."""
        return section(self.site, ref)

    def game(self, report: GameReport) -> Link:
        """A model game, by its number and its printed title."""
        return self.link(game_title(report), self.router.game(report.name))


def game_title(report: GameReport) -> str:
    """A game's number and its printed title."""
    return f"{report.number}. {report.title}"
