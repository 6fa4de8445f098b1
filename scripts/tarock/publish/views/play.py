"""How it is played: a page of prose per source, a short page for tonight, and the page that leads to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import cached_property

from tarock.base.i18n import DATA, join_with_or, translate_text
from tarock.base.wording import write_message
from tarock.corpus.elsewhere import OtherText
from tarock.corpus.sources import Source
from tarock.publish.places import Site
from tarock.publish.views.how_to_directives import FilledLine, Filler
from tarock.publish.views.view import Link, View, group_by_pack
from tarock.robustness.undecided import UndecidedPoint
from tarock.rules.accounting import find_quoted_sentences
from tarock.rules.assumptions import Assumption
from tarock.rules.how_to import PROSE, SUMMARY, HowTo, HowToBlock, HowToLine
from tarock.rules.ruleset import Rules
from tarock.rules.silences import Fact
from tarock.rules.tables import Statement
from tarock.rules.today import PointComparison, compare_today

_SENTENCE = re.compile(r"(?<=[.;]) ")
_KEY = re.compile(r"\b[a-z_]+\.[a-z_]+\b")  # a key of the rules
# The rules that a source leaves to another game, as far as a text tells it: by topic, with the topics of what was not seen.
BorrowedFacts = tuple[OtherText, list[tuple[str, list[Fact]]], list[tuple[Link, int]]]
# How a game is played today, as a text tells it: what is the same, and what differs, each with its rule.
PlayedToday = tuple[OtherText, list[PointComparison], list[PointComparison]]


class PlayView(View):
    """A page: its chapters by title, of which some are `boxes`; `other` leads to the summary from the prose and back.

    `opened` are the values that the page tells though the text may mean another, `open_besides` those that it does not
    tell, `assumed` those that we decided, `unstated` the questions of other keys on which it says how to play though the
    text says nothing. `left_out` has for each topic the places that state a rule which the page does not tell.
    """

    source: Source
    title: str
    parts: tuple[tuple[str, tuple[HowToBlock[FilledLine], ...]], ...]
    other: Link | None
    borrowed: tuple[BorrowedFacts, ...] = ()
    today: tuple[PlayedToday, ...] = ()
    boxes: frozenset[str] = frozenset()
    opened: tuple[Statement, ...] = ()
    open_besides: tuple[Statement, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    unstated: tuple[Link, ...] = ()
    left_out: tuple[tuple[str, tuple[Link, ...]], ...] = ()

    @cached_property
    def points(self) -> list[UndecidedPoint]:
        """Return the points of the source that a settlement leaves open, each with both readings."""
        return self.site.codex.undecided_points.get(self.source.siglum, [])

    def answer(self, statement: Statement) -> str:
        """Return the value of a statement as an answer, after its case."""
        shown = statement.display_with_case
        return f"{shown[0].upper()}{shown[1:]}"

    def answer_otherwise(self, statement: Statement) -> str:
        """Return the other value that an ambiguous text may have; of several numbers each may be meant."""
        value = statement.other_reading.value if statement.other_reading else statement.value
        shown = statement.display_value(value)
        return join_with_or(shown.split(", ")) if statement.entry.type == "integers" else shown

    def remark(self, statement: Statement) -> str:
        """Return the note on a value, without the sentences that name a key of the rules."""
        sentences = _SENTENCE.split(translate_text(statement.note, DATA))
        told = " ".join(sentence for sentence in sentences if not _KEY.search(sentence))
        return f"{told[:-1]}." if told.endswith(";") else told


class PlayIndexView(View):
    """The page that leads to all games that are described."""

    @cached_property
    def families(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return pairs of pack size and sources, the smallest pack first; size 0 where a source does not state it."""
        return group_by_pack(self.site, find_described_sources(self.site))

    @property
    def fullest(self) -> str:
        """Return the source that states most of its rules: the one to begin with; empty where none is described."""
        tables = self.site.codex.tables
        sigla = find_described_sources(self.site)
        return max(sigla, key=lambda siglum: len(tables[siglum].statements), default="")

    def title(self, siglum: str) -> Link:
        """Return the link to how the game of a source is played."""
        return self.link(find_described_sources(self.site)[siglum].title, self.router.play_of(siglum))

    def summary(self, siglum: str) -> Link | None:
        """Return the link to the summary for the table; None where there is none."""
        if siglum not in find_described_sources(self.site, SUMMARY):
            return None
        return self.link(write_message("link.summary"), self.router.summary_of(siglum))

    def lead(self, siglum: str) -> list[FilledLine]:
        """Return the sentences with which the description of a game begins."""
        how_to = find_described_sources(self.site)[siglum]
        return list(map(Filler(self.site, how_to, self.page).fill, how_to.parts[0].blocks[0].lines))


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
    filler = Filler(site, how_to, page, rules, marked=not summary, ruling=summary)

    def filled(block: HowToBlock[HowToLine]) -> HowToBlock[FilledLine]:
        lines = [filler.fill(line, digits=summary or block.kind == "table") for line in block.lines]
        return HowToBlock(block.kind, lines, filler.fill_head(block.head) if block.head else None)

    parts = tuple((part.title, tuple(map(filled, part.blocks))) for part in how_to.parts)
    filler.require_open()
    other = PROSE if summary else SUMMARY
    told = site.codex.how_tos.read(siglum, other)
    to_other = view.link(told.title, pages[other]) if told else None
    source = site.corpus.sources[siglum]
    if not summary:
        beside = tuple(_collect_borrowed(view, siglum)), tuple(_compare_with_today(view, siglum))
        return PlayView(site, page, source, how_to.title, parts, to_other, *beside)
    topics, assumed = site.codex.topics, site.codex.tables[siglum].assumed
    return PlayView(
        site,
        page,
        source,
        how_to.title,
        parts,
        to_other,
        boxes=frozenset(part.title for part in how_to.parts if part.boxed),
        opened=tuple(filler.opened.values()),
        open_besides=tuple(_find_open_rules(site, siglum, filler.opened)),
        assumed=tuple(assumed.by_name.values()),
        unstated=tuple(
            view.link(translate_text(entry.asks, DATA), site.router.rule(key))
            for key in filler.unstated
            if not assumed.on_key(key) and (entry := topics.find(key))
        ),
        left_out=tuple(_list_left_out(view, filler)),
    )


def _find_open_rules(site: Site, siglum: str, told: Container[str]) -> Iterator[Statement]:
    """Yield the rules of a source, but no advice, that the text may mean otherwise and that are not `told`."""
    for each in site.codex.tables[siglum]:
        if each.other_reading and each.grade not in ("advice", "disputed") and each.ident not in told:
            yield each


def find_left_out(site: Site, filler: Filler) -> dict[str, list[str]]:
    """Map topics to the passages with a sentence that states a rule and on which no sentence of the page rests."""
    siglum = filler.how_to.siglum
    edition, table = site.corpus.edition(siglum), site.codex.tables[siglum]

    def find_sentences(statements: Iterable[Statement]) -> set[tuple[str, int]]:
        quotes = ((support.ref, support.quote) for each in statements for support in each.supports)
        return find_quoted_sentences(edition, quotes)

    told = find_sentences(filler.told.values())
    shown = (edition.passages[name] for ref in filler.passages if (name := ref.removeprefix(f"{siglum}:")) != ref)
    told |= find_quoted_sentences(edition, ((passage.ref, passage.text) for passage in shown))
    found: dict[str, list[str]] = {}
    listed: set[str] = set()
    for statement in table:
        for ident, _number in sorted(find_sentences([statement]) - told):
            if ident not in listed:
                listed.add(ident)
                found.setdefault(statement.key.partition(".")[0], []).append(f"{siglum}:{ident}")
    return found


def _list_left_out(view: View, filler: Filler) -> Iterator[tuple[str, tuple[Link, ...]]]:
    order = list(view.site.corpus.edition(filler.how_to.siglum).passages)
    for name, refs in find_left_out(view.site, filler).items():
        title = translate_text(view.site.codex.topics.by_name[name].title, DATA)
        ordered = sorted(refs, key=lambda ref: order.index(ref.partition(":")[2]))
        yield title, tuple(view.place(ref, ref.partition(":")[2]) for ref in ordered)


def _compare_with_today(view: View, siglum: str) -> Iterator[PlayedToday]:
    site = view.site
    for today in (located.record for located in site.codex.today[siglum]):
        points = compare_today(today, site.codex.tables[siglum])
        same, other = ([it for it in points if it.same is same] for same in (True, False))
        yield site.codex.elsewhere[today.text].record, same, other


def _collect_borrowed(view: View, siglum: str) -> Iterator[BorrowedFacts]:
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
