"""What a template gets: domain records, and from the page that is made links, prose with links, and our English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import LazyValue
from tarock.publish.views.prose import Link, Prose, linked, place
from tarock.publish.views.translated import gloss

if TYPE_CHECKING:
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

    def place(self, ref: str, text: str = "") -> Link:
        """A passage, by its reference or in other words."""
        return place(self.router, self.page, ref, text)

    def prose(self, text: str) -> Prose:
        """Our own prose, with its references as links."""
        return linked(self.router, self.page, text)

    def gloss(self, ref: str, quote: str) -> str:
        """The English of the sentences that a quotation touches; empty where there is none."""
        return gloss(self.site, ref, quote)

    def game(self, report: GameReport) -> Link:
        """A model game, by its number and its printed title."""
        return self.link(game_title(report), self.router.game(report.name))


def game_title(report: GameReport) -> str:
    """A game's number and its printed title."""
    return f"{report.number}. {report.title}"
