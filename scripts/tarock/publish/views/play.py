"""How it is played: a page of prose per source, a page to print for the table, and the page that leads to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.publish.views.prose import Link
from tarock.publish.views.telling import Filler
from tarock.rules.how_to import PROSE, SUMMARY

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site
    from tarock.publish.views.telling import Told
    from tarock.rules.how_to import Telling
    from tarock.rules.ruleset import Rules


class BlockView(Value):
    """Sentences that belong together: `paragraph`, `list`, `table` (with a `head`, or none) or `figure`."""

    kind: str
    lines: tuple[Told, ...]
    head: Told | None


class PartView(Value):
    """A chapter."""

    title: str
    anchor: str
    blocks: tuple[BlockView, ...]


class PlayView(Value):
    """A page: `other` leads to the summary from the prose and back, `text` to the source."""

    source: Source
    title: str
    parts: tuple[PartView, ...]
    other: Link | None
    text: Link
    withheld: bool


class Choice(Value):
    """A game in the list of all: its page, the sentences with which that begins, its summary."""

    source: Source
    title: Link
    summary: Link | None
    lead: tuple[Told, ...]


class Family(Value):
    """The games that are played with a pack of so many cards; 0 where the source does not say it."""

    cards: int
    choices: tuple[Choice, ...]


class PlayIndexView(Value):
    """The page that leads to all. `fullest` is the game of which its source tells most: the one to begin with."""

    families: tuple[Family, ...]
    fullest: Choice | None


def told_sources(site: Site) -> list[str]:
    """The sources whose game is told."""
    return [siglum for siglum in site.corpus.sources if site.codex.tellings.of(siglum, PROSE)]


def summed_sources(site: Site) -> list[str]:
    """The sources with a summary."""
    return [siglum for siglum in site.corpus.sources if site.codex.tellings.of(siglum, SUMMARY)]


def play_view(site: Site, siglum: str, rules: Rules | None = None) -> PlayView:
    """How the game of a source is played; raises `CodexError` with file and line for a mark that cannot be filled."""
    return _view(site, siglum, PROSE, rules)


def summary_view(site: Site, siglum: str, rules: Rules | None = None) -> PlayView:
    """The same in short."""
    return _view(site, siglum, SUMMARY, rules)


def play_index_view(site: Site) -> PlayIndexView:
    """All games that are told, by the size of their packs, the smaller one first."""
    tables = site.codex.tables
    found: dict[int, list[Choice]] = {}
    for siglum in told_sources(site):
        cards = tables[siglum].rule("pack.cards")
        found.setdefault(cards.value if cards else 0, []).append(_choice(site, siglum))
    choices = [choice for family in found.values() for choice in family]
    fullest = max(choices, key=lambda choice: len(tables[choice.source.siglum].statements), default=None)
    return PlayIndexView(tuple(Family(cards, tuple(found[cards])) for cards in sorted(found)), fullest)


def _choice(site: Site, siglum: str) -> Choice:
    router = site.router
    telling = _telling(site, siglum, PROSE)
    filler = Filler(site, telling, router.play.page)
    return Choice(
        site.corpus.sources[siglum],
        Link(telling.title, router.play_of(siglum).seen_from(router.play.page)),
        Link(say(Message("link.summary")), router.summary_of(siglum).seen_from(router.play.page))
        if siglum in summed_sources(site)
        else None,
        tuple(filler.line(line) for line in telling.parts[0].blocks[0].lines),
    )


def _telling(site: Site, siglum: str, name: str) -> Telling:
    telling = site.codex.tellings.of(siglum, name)
    if telling is None:
        raise KeyError(f"{siglum} has no {name}")
    return telling


def _view(site: Site, siglum: str, name: str, rules: Rules | None) -> PlayView:
    router = site.router
    pages = {PROSE: router.play_of(siglum), SUMMARY: router.summary_of(siglum)}
    page = pages[name].page
    telling = _telling(site, siglum, name)
    filler = Filler(site, telling, page, rules)
    parts = []
    for number, part in enumerate(telling.parts):
        blocks = tuple(
            BlockView(
                block.kind,
                tuple(filler.line(line, digits=name == SUMMARY or block.kind == "table") for line in block.lines),
                filler.head(block.head) if block.head else None,
            )
            for block in part.blocks
        )
        parts.append(PartView(part.title, f"part-{number}", blocks))
    filler.values.require_open()
    other = SUMMARY if name == PROSE else PROSE
    told = site.codex.tellings.of(siglum, other)
    return PlayView(
        site.corpus.sources[siglum],
        telling.title,
        tuple(parts),
        Link(told.title, pages[other].seen_from(page)) if told else None,
        Link(site.corpus.sources[siglum].short_title, router.source(siglum).seen_from(page)),
        site.withheld(siglum),
    )
