"""The page about the edition: its sources, who has rights in them, what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.prose import Link, place
from tarock.rules.accounting import Account

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.corpus.publication import Publication
    from tarock.corpus.sources import Source
    from tarock.corpus.translation.records import Imprint
    from tarock.publish.places import Site


class Accounted(Value):
    """How many sentences a source has, and how many of them are accounted for in each way."""

    siglum: str
    total: int
    counts: tuple[int, ...]


class AboutView(Value):
    """Every source, and by siglum the address of its first page; sigla of those with model games or unclear rights.

    `english` is what our English of them is cited as, `publication` who edits and publishes,
    `example` a paragraph that can be cited, `withheld` the sources whose text is not here, and `shortened` those
    of which what is not free beside it is not.
    """

    sources: tuple[Source, ...]
    addresses: Mapping[str, str]
    game_sources: tuple[str, ...]
    unclear: tuple[str, ...]
    games: int
    accounts: tuple[Accounted, ...]
    english: Imprint | None
    publication: Publication
    example: Link
    withheld: tuple[str, ...]
    shortened: tuple[str, ...]

    @property
    def besides(self) -> tuple[str, ...]:
        """What in the transcripts of free texts is not free."""
        return tuple(source.rights.besides for source in self.sources if source.rights.besides)

    @property
    def fragments(self) -> tuple[Source, ...]:
        """The sources of which a part is lost."""
        return tuple(source for source in self.sources if source.completeness.status == "fragment")


def about_view(site: Site) -> AboutView:
    """What the page tells of the sources."""
    page = site.router.about.page
    sources = tuple(site.corpus.sources.values())
    example = next(f"{source.siglum}:{ident}" for source in sources for ident in source.site.examples)
    return AboutView(
        sources,
        {source.siglum: site.router.source(source.siglum).seen_from(page) for source in sources},
        tuple(edition.siglum for edition in site.corpus.editions() if edition.games),
        tuple(source.siglum for source in sources if not source.rights.free),
        len(site.codex.game_reports),
        tuple(
            Accounted(siglum, accounts.sentences.total(), tuple(accounts.sentences[each] for each in Account))
            for siglum, (accounts, _problems) in site.codex.accounts.items()
        ),
        next((translation.imprint for translation in site.codex.translations.values()), None),
        site.publication,
        place(site.router, page, example),
        site.withheld_sources,
        site.shortened,
    )
