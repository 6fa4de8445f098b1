"""Matters: a page for each two sources, with what became of each matter; and a page for each matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from tarock.base.i18n import current_language, translate_text
from tarock.base.structs import Frozen, group_pairs
from tarock.corpus.elsewhere import OtherText
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.views.view import View
from tarock.rules.compare import Row
from tarock.rules.matters import (
    InBothLanguages,
    Matter,
    MatterAnswer,
    MatterPair,
    group_matters,
    list_answered,
    rank_matter,
)
from tarock.rules.silences import BorrowedFact
from tarock.rules.topics import DeprecatedKey, KeyDefinition, Topic
from tarock.rules.vocabulary import FILE as VOCABULARY

HEAVY_WORDS = 1500  # of the sentences that stand unfolded on the page of a pair


class PassagePart(Frozen):
    """A run of words of a passage; `marked` where they carry an answer."""

    text: str
    marked: bool


class MattersView(View):
    """Says what all pages with matters share: sentences by language and passages with marked words."""

    def say(self, text: InBothLanguages | None) -> str:
        """Return a sentence in the language of the page; empty without one."""
        return "" if text is None else getattr(text, current_language())

    def passages(self, answer: MatterAnswer) -> list[tuple[str, list[PassagePart]]]:
        """Return each passage of an answer with its words in parts, those that give the answer marked.

        A passage whose text is left out of this site has no parts.
        """
        by_ref: dict[str, list[str]] = {}
        for support in answer.supports:
            by_ref.setdefault(support.ref, []).append(support.quote)
        return [
            (ref, [] if self.site.withheld(ref) else self._split_passage(ref, quotes)) for ref, quotes in by_ref.items()
        ]

    def _split_passage(self, ref: str, quotes: list[str]) -> list[PassagePart]:
        """Return the sentences of a passage from the first to the last quoted one, in parts."""
        unit = self.site.corpus.unit(ref)
        if unit is None or not unit.is_here:
            return []
        found = sorted((start, start + len(quote)) for quote in quotes if (start := unit.text.find(quote)) >= 0)
        if not found:
            return []
        spans = self.site.corpus.edition(ref.partition(":")[0]).spans.get(unit.ident, ())
        first = max((span.start for span in spans if span.start <= found[0][0]), default=0)
        last = min((span.end for span in spans if span.end >= found[-1][1]), default=len(unit.text))
        parts, at = [PassagePart("… ", False)] if first else [], first
        for start, end in found:
            parts += [PassagePart(unit.display_text(at, start), False)] if start > at else []
            parts += [PassagePart(unit.display_text(max(at, start), end), True)] if end > at else []
            at = max(at, end)
        parts += [PassagePart(unit.display_text(at, last), False)] if at < last else []
        return [*parts, *([PassagePart(" …", False)] if last < len(unit.text) else [])]


class KeysView(MattersView):
    """The page of all keys of the rule tables, those that are no more too."""

    @property
    def topics(self) -> list[tuple[Topic, list[Row]]]:
        """Return each topic with the rows of its keys."""
        by_name = self.site.codex.topics.by_name
        return [(by_name[name], rows) for name, rows in self.site.compared.items()]

    @property
    def former(self) -> Mapping[str, DeprecatedKey]:
        """Return the keys that are no more, and what became of each."""
        return self.site.codex.topics.deprecated

    @cached_property
    def matters(self) -> dict[str, tuple[str, ...]]:
        """Map each key to the ids of the matters that rest on its statements."""
        matters = (located.record for located in self.site.codex.matters.values())
        return group_pairs((each.key, matter.id) for matter in matters for each in matter.evidence)

    def topic_of(self, key: str) -> Address:
        """Return the page of the topic of a key, or that of all rules where it has no page."""
        name = key.partition(".")[0]
        return self.router.topic(name) if name in self.site.compared else self.router.rules

    def dimensions(self, entry: KeyDefinition) -> list[str]:
        """Return the titles of the dimensions by which answers can vary."""
        known = self.site.codex.topics.vocabulary.dimensions
        return [translate_text(known[name].title, VOCABULARY) for name in entry.by]

    def words(self, entry: KeyDefinition) -> list[str]:
        """Return the words that an answer can be, where they are a vocabulary."""
        return [translate_text(word, VOCABULARY) for word in entry.words.values()]

    def unit(self, entry: KeyDefinition) -> str:
        """Return the unit of the numbers of a key; empty for other answers."""
        return translate_text(entry.unit, VOCABULARY) if entry.unit else ""


class PairView(MattersView):
    """The page of two sources: the matters on which they weigh most first, then all by topic."""

    first: str
    second: str

    @property
    def sigla(self) -> tuple[str, str]:
        """Return the sigla of both sources, the older first."""
        return self.first, self.second

    @property
    def others(self) -> list[tuple[str, str]]:
        """Return the other pairs of sources."""
        return [pair for pair in list_pairs(self.site) if pair != self.sigla]

    @property
    def fragments(self) -> list[str]:
        """Return the sigla of those sources of the two of which a part is lost."""
        sources = self.site.corpus.sources
        return [siglum for siglum in self.sigla if sources[siglum].completeness.status == "fragment"]

    @cached_property
    def matters(self) -> list[Matter]:
        """Return the matters that at least one of the two sources answers."""
        return list_answered(self.site.codex.matters.values(), self.sigla)

    def pair(self, matter: Matter) -> MatterPair:
        """Return what changed on a matter from the older source to the other."""
        return matter.find_pair(*self.sigla)

    def differs(self, matter: Matter) -> bool:
        """Return whether the two are known to differ on a matter."""
        return matter.differs(*self.sigla)

    def borrowed(self, matter: Matter) -> list[BorrowedFact]:
        """Return what other texts say on a matter of a game to which one of the two leaves it."""
        tables = self.site.codex.tables
        left = (it for it in self.sigla if matter.answers[it].silence == "left to another game")
        return [fact for siglum in left for fact in tables[siglum].borrowed.facts_of(matter.id)]

    @property
    def unedited(self) -> list[OtherText]:
        """Return the texts that tell of a game to which one of the two leaves rules."""
        return find_borrowed_texts(self.site, self.sigla)

    @cached_property
    def differing(self) -> list[Matter]:
        """Return the matters on which the two are known to differ."""
        return [matter for matter in self.matters if self.differs(matter)]

    @property
    def heavy(self) -> list[Matter]:
        """Return the matters on which they differ, by weight, as many as fit into `HEAVY_WORDS` words."""
        chosen, words = [], 0
        for matter in sorted(self.differing, key=rank_matter):
            words += len(f"{self.say(matter.question)} {self.say(self.pair(matter).says)}".split())
            if words > HEAVY_WORDS:
                break
            chosen.append(matter)
        return chosen

    @property
    def by_topic(self) -> Iterator[tuple[Topic, list[Matter]]]:
        """Return each topic with its matters, in the order of the topics, those first in which the two differ."""
        return group_matters(sorted(self.matters, key=lambda it: not self.differs(it)), self.site.codex.topics)


def find_borrowed_texts(site: Site, sigla: Iterable[str]) -> list[OtherText]:
    """Return the texts that tell of the games to which these sources leave rules, each once."""
    facts = (fact for siglum in sigla for fact in site.codex.tables[siglum].borrowed.facts)
    return [site.codex.elsewhere[text].record for text in dict.fromkeys(text for text, _fact, _line in facts)]


def list_pairs(site: Site) -> list[tuple[str, str]]:
    """Return every two sources that were read for the matters and are on this site, the older first."""
    pairs = site.codex.matters_edition.pairs
    return [pair for pair in pairs if {*pair} <= {*site.corpus.sources}]


def make_pair(site: Site, first: str, second: str) -> PairView:
    """Return the page that compares two sources."""
    return PairView(site, site.router.pair(first, second).made, first, second)
