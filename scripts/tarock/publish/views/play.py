"""How it is played: a page of prose per source, a page to print for the table, and the page that leads to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tarock.base.i18n import DATA, translate_text
from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message
from tarock.corpus.elsewhere import OtherText
from tarock.corpus.sources import Source
from tarock.publish.places import Site
from tarock.publish.views.how_to_directives import FilledLine, Filler
from tarock.publish.views.view import Link, View, group_by_pack, write_statement
from tarock.rules.how_to import PROSE, SUMMARY, HowTo, HowToBlock
from tarock.rules.ruleset import Rules
from tarock.rules.silences import Fact
from tarock.rules.tables import Statement
from tarock.rules.today import Point, compare_today


class FilledBlock(Frozen):
    """Sentences that belong together: `paragraph`, `list`, `table` (with a `head`, or none) or `figure`."""

    kind: str
    lines: tuple[FilledLine, ...]
    head: FilledLine | None


# The rules that a source leaves to another game, as far as a text tells it: by topic, with the topics of what was not seen.
Borrowed = tuple[OtherText, list[tuple[str, list[Fact]]], list[tuple[Link, int]]]
# How a game is played today, as a text tells it: what is the same, and what differs, each with its rule.
Today = tuple[OtherText, list["TodayPoint"], list["TodayPoint"]]


class PlayView(View):
    """A page: its chapters by title; `other` leads to the summary from the prose and back."""

    source: Source
    title: str
    parts: tuple[tuple[str, tuple[FilledBlock, ...]], ...]
    other: Link | None
    borrowed: tuple[Borrowed, ...] = ()
    today: tuple[Today, ...] = ()


class TodayPoint(Frozen):
    """A point of today's rules; for one that differs what the source says, and where."""

    point: Point
    statement: Statement | None
    place: Link | None

    @property
    def stated(self) -> str:
        """Return the rule of the source in a sentence; empty where the source does not state it."""
        return write_statement(self.statement) if self.statement else ""


class Choice(Frozen):
    """A game in the list of all: its page, the sentences with which that begins, its summary."""

    source: Source
    title: Link
    summary: Link | None
    lead: tuple[FilledLine, ...]


class PlayIndexView(View):
    """The page that leads to all, by the number of cards in the pack, or 0 where the source does not say it.

    `fullest` is the game of which its source tells most: the one to begin with.
    """

    families: list[tuple[int, list[Choice]]]
    fullest: Choice | None


def find_described_sources(site: Site, name: str = PROSE) -> dict[str, HowTo]:
    """Map the sigla of sources with a description (`PROSE` or `SUMMARY`) to it."""
    found = ((siglum, site.codex.how_tos.read(siglum, name)) for siglum in site.corpus.sources)
    return {siglum: how_to for siglum, how_to in found if how_to}


def make_play(site: Site, siglum: str, name: str = PROSE, rules: Rules | None = None) -> PlayView:
    """Return the page on how the game of a source is played, from its prose or summary.

    Raises `CodexError` with file and line for a directive that cannot be filled.
    """
    pages = {PROSE: site.router.play_of(siglum), SUMMARY: site.router.summary_of(siglum)}
    page, how_to, summary = pages[name].made, find_described_sources(site, name)[siglum], name == SUMMARY
    view = View(site, page)
    filler = Filler(site, how_to, page, rules, marked=not summary)

    def filled(block: HowToBlock) -> FilledBlock:
        lines = tuple(filler.fill(line, digits=summary or block.kind == "table") for line in block.lines)
        return FilledBlock(block.kind, lines, filler.fill_head(block.head) if block.head else None)

    parts = tuple((part.title, tuple(map(filled, part.blocks))) for part in how_to.parts)
    filler.require_open()
    other = PROSE if summary else SUMMARY
    told = site.codex.how_tos.read(siglum, other)
    to_other = view.link(told.title, pages[other]) if told else None
    beside = () if summary else (tuple(_borrowed(view, siglum)), tuple(_today(view, siglum)))
    return PlayView(site, page, site.corpus.sources[siglum], how_to.title, parts, to_other, *beside)


def _today(view: View, siglum: str) -> Iterator[Today]:
    site = view.site
    for today in (located.record for located in site.codex.today[siglum]):
        points: dict[bool, list[TodayPoint]] = {True: [], False: []}
        for it in compare_today(today, site.codex.tables[siglum]):
            ref = it.statement.ref if it.statement else ""
            place = view.place(ref, ref.partition(":")[2]) if ref else None
            points[it.same].append(TodayPoint(it.point, it.statement, place))
        yield site.codex.elsewhere[today.text].record, points[True], points[False]


def _borrowed(view: View, siglum: str) -> Iterator[Borrowed]:
    codex = view.site.codex
    table = codex.tables[siglum]
    found: dict[str, dict[str, list[Fact]]] = {}
    for text, fact, _line in table.borrowed.facts:
        topic = fact.topic or fact.keys[0].partition(".")[0]
        found.setdefault(text, {}).setdefault(topic, []).append(fact)
    unseen = Counter(
        key.partition(".")[0]
        for key, silence in table.silences.by_key.items()
        if silence.silence == "left to another game" and key not in table.borrowed.keys
    )
    titles = {name: translate_text(topic.title, DATA) for name, topic in codex.topics.by_name.items()}
    for text, by_topic in found.items():
        yield (
            codex.elsewhere[text].record,
            [(title, by_topic[name]) for name, title in titles.items() if name in by_topic],
            [
                (view.link(title, view.router.topic(name)), unseen[name])
                for name, title in titles.items()
                if name in unseen
            ],
        )


def make_play_index(site: Site) -> PlayIndexView:
    """Return the page that leads to all descriptions, by the size of the packs."""
    choices = {siglum: _choice(site, siglum, how_to) for siglum, how_to in find_described_sources(site).items()}
    fullest = max(choices, key=lambda siglum: len(site.codex.tables[siglum].statements), default="")
    families = [(cards, [choices[siglum] for siglum in sigla]) for cards, sigla in group_by_pack(site, choices)]
    return PlayIndexView(site, site.router.play.made, families, choices.get(fullest))


def _choice(site: Site, siglum: str, how_to: HowTo) -> Choice:
    view = View(site, site.router.play.made)
    summary = view.link(format_message(Message("link.summary")), view.router.summary_of(siglum))
    return Choice(
        site.corpus.sources[siglum],
        view.link(how_to.title, view.router.play_of(siglum)),
        summary if siglum in find_described_sources(site, SUMMARY) else None,
        tuple(map(Filler(site, how_to, view.page).fill, how_to.parts[0].blocks[0].lines)),
    )
