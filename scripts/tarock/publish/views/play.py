"""How it is played: a page of prose per source, a page to print for the table, and the page that leads to them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.language import DATA, translated
from tarock.base.structs import Value
from tarock.publish.views.how_to_directives import Filler
from tarock.publish.views.view import Link, View, stated
from tarock.rules.how_to import PROSE, SUMMARY
from tarock.rules.today import compare_today

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.elsewhere import OtherText
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site
    from tarock.publish.views.how_to_directives import FilledLine
    from tarock.rules.how_to import HowTo
    from tarock.rules.ruleset import Rules
    from tarock.rules.silences import Fact
    from tarock.rules.tables import Statement
    from tarock.rules.today import Point


class FilledBlock(Value):
    """Sentences that belong together: `paragraph`, `list`, `table` (with a `head`, or none) or `figure`."""

    kind: str
    lines: tuple[FilledLine, ...]
    head: FilledLine | None


class PlayView(View):
    """A page: its chapters by title; `other` leads to the summary from the prose and back."""

    source: Source
    title: str
    parts: tuple[tuple[str, tuple[FilledBlock, ...]], ...]
    other: Link | None
    borrowed: tuple[BorrowedView, ...] = ()
    today: tuple[TodayView, ...] = ()


class TodayView(Value):
    """How the game is played today, as a dated text tells it: what is the same, and what differs, each with its rule."""

    text: OtherText
    dated: str
    same: tuple[TodayPoint, ...]
    other: tuple[TodayPoint, ...]


class TodayPoint(Value):
    """What the text says; for what differs what the source says, and where."""

    point: Point
    statement: Statement | None
    place: Link | None

    @property
    def stated(self) -> str:
        """What the source says: our sentence, or in German its own words."""
        return stated(self.statement) if self.statement else ""


class BorrowedView(Value):
    """What the source leaves to another game, as far as a text tells it: by topic, with the topics of what was not seen."""

    text: OtherText
    topics: tuple[tuple[str, tuple[Fact, ...]], ...]
    unseen: tuple[tuple[Link, int], ...]


class Choice(Value):
    """A game in the list of all: its page, the sentences with which that begins, its summary."""

    source: Source
    title: Link
    summary: Link | None
    lead: tuple[FilledLine, ...]


class PlayIndexView(View):
    """The page that leads to all, by the number of cards in the pack, or 0 where the source does not say it.

    `fullest` is the game of which its source tells most: the one to begin with.
    """

    families: tuple[tuple[int, tuple[Choice, ...]], ...]
    fullest: Choice | None


def told_sources(site: Site, name: str = PROSE) -> dict[str, HowTo]:
    """The sources whose game is described, in prose or in the summary, each with how."""
    found = ((siglum, site.codex.how_tos.of(siglum, name)) for siglum in site.corpus.sources)
    return {siglum: how_to for siglum, how_to in found if how_to}


def play_view(site: Site, siglum: str, name: str = PROSE, rules: Rules | None = None) -> PlayView:
    """How the game of a source is played; raises `CodexError` with file and line for a directive that cannot be filled."""
    pages = {PROSE: site.router.play_of(siglum), SUMMARY: site.router.summary_of(siglum)}
    page, how_to = pages[name].made, told_sources(site, name)[siglum]
    filler = Filler(site, how_to, page, rules, marked=name == PROSE)
    parts = []
    for part in how_to.parts:
        blocks = tuple(
            FilledBlock(
                block.kind,
                tuple(filler.fill(line, digits=name == SUMMARY or block.kind == "table") for line in block.lines),
                filler.fill_head(block.head) if block.head else None,
            )
            for block in part.blocks
        )
        parts.append((part.title, blocks))
    filler.require_open()
    other = SUMMARY if name == PROSE else PROSE
    told = site.codex.how_tos.of(siglum, other)
    to_other = Link(told.title, pages[other].seen_from(page)) if told else None
    borrowed = tuple(_borrowed(site, siglum, page)) if name == PROSE else ()
    today = tuple(_today(site, siglum, page)) if name == PROSE else ()
    return PlayView(site, page, site.corpus.sources[siglum], how_to.title, tuple(parts), to_other, borrowed, today)


def _today(site: Site, siglum: str, page: str) -> Iterator[TodayView]:
    for located in site.codex.today[siglum]:
        points: dict[bool, list[TodayPoint]] = {True: [], False: []}
        for it in compare_today(located.record, site.codex.tables[siglum]):
            ref = it.statement.ref if it.statement else ""
            place = Link(ref.partition(":")[2], site.router.passage(ref).seen_from(page)) if ref else None
            points[it.same].append(TodayPoint(it.point, it.statement, place))
        text = site.codex.elsewhere[located.record.text].record
        yield TodayView(text, located.record.dated, tuple(points[True]), tuple(points[False]))


def _borrowed(site: Site, siglum: str, page: str) -> Iterator[BorrowedView]:
    table, topics = site.codex.tables[siglum], site.codex.topics
    found: dict[str, dict[str, list[Fact]]] = {}
    for text, fact, _line in table.borrowed.facts:
        topic = fact.topic or fact.keys[0].partition(".")[0]
        found.setdefault(text, {}).setdefault(topic, []).append(fact)
    silences = table.silences.by_key.items()
    left = [key for key, silence in silences if silence.silence == "left to another game"]
    unseen = Counter(key.partition(".")[0] for key in left if key not in table.borrowed.keys)
    titles = {name: translated(topic.title, DATA) for name, topic in topics.by_name.items()}
    for text, by_topic in found.items():
        yield BorrowedView(
            site.codex.elsewhere[text].record,
            tuple((titles[name], tuple(by_topic[name])) for name in topics.by_name if name in by_topic),
            tuple(
                (Link(titles[name], site.router.topic(name).seen_from(page)), unseen[name])
                for name in topics.by_name
                if name in unseen
            ),
        )


def play_index_view(site: Site) -> PlayIndexView:
    """All games that are described, by the size of their packs, the smaller one first."""
    tables = site.codex.tables
    found: dict[int, list[Choice]] = {}
    for siglum, how_to in told_sources(site).items():
        cards = tables[siglum].rule("pack.cards")
        found.setdefault(cards.value if cards else 0, []).append(_choice(site, siglum, how_to))
    choices = [choice for family in found.values() for choice in family]
    fullest = max(choices, key=lambda choice: len(tables[choice.source.siglum].statements), default=None)
    families = tuple((cards, tuple(found[cards])) for cards in sorted(found))
    return PlayIndexView(site, site.router.play.made, families, fullest)


def _choice(site: Site, siglum: str, how_to: HowTo) -> Choice:
    router, page = site.router, site.router.play.made
    filler = Filler(site, how_to, page)
    summary = Link(say(Message("link.summary")), router.summary_of(siglum).seen_from(page))
    return Choice(
        site.corpus.sources[siglum],
        Link(how_to.title, router.play_of(siglum).seen_from(page)),
        summary if siglum in told_sources(site, SUMMARY) else None,
        tuple(filler.fill(line) for line in how_to.parts[0].blocks[0].lines),
    )
