"""The texts that quotations are compared with: the words of every edition, of the transcript, and of our English."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from tarock.base.errors import CodexError
from tarock.base.structs import Cached, Frozen
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Corpus, Heading, Unit
from tarock.corpus.references import Reference, select
from tarock.corpus.spelling import WORD, Spelling
from tarock.corpus.translation.records import Translation
from tarock.corpus.verify.table import QuotingTable
from tarock.corpus.verify.words import Cut, QuotedWord, Reader
from tarock.corpus.versions import all_versions, read_version

ENGLISH = "English"  # the edition of our translation, before its version
_COMMON = 400  # places of a word by which no passage is looked for
_MOST_MENDED = 4  # emendations of a passage of which every choice is tried


class Spot(NamedTuple):
    """A word of a text: its passage, the key of its modern form, and the signs between it and the word before."""

    word: QuotedWord
    entry: int
    modern: str
    signs: str
    shown: str


class SearchedPassage(Frozen):
    """A passage, heading or note of a source, with what else its words were or are; empty is what is the same.

    `choices` are texts in which some emendations are not made, the whole transcript first; `older` the texts of earlier
    editions by version; `modern` the modern forms of its words. Somebody else says it beside the source if `is_beside`.
    """

    ref: str
    siglum: str
    text: str
    is_heading: bool = False
    choices: tuple[str, ...] = ()
    older: Mapping[str, str] = {}
    modern: Mapping[str, str] = {}
    english: str = ""
    is_beside: bool = False


class Texts(Cached):
    """All passages that are in this copy, in reading order, source after source."""

    reader: Reader
    passages: tuple[SearchedPassage, ...]
    sources: Mapping[str, str]  # the version of each edition
    english: Mapping[str, str]  # the version of our English of each source

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return the number of each passage by its reference."""
        return {passage.ref: number for number, passage in enumerate(self.passages)}

    @cached_property
    def _cuts(self) -> dict[str, Cut]:
        return {}

    def _cut(self, text: str) -> Cut:
        if text not in self._cuts:
            self._cuts[text] = self.reader.cut(text)
        return self._cuts[text]

    def spots(self, numbers: Iterable[int], text_of: Callable[[SearchedPassage], str]) -> list[Spot]:
        """Return the words of some passages in one of their texts, one after the other."""
        found: list[Spot] = []
        tail = ""
        for number in numbers:
            passage = self.passages[number]
            text = text_of(passage)
            cut = self._cut(text)
            for place, word in enumerate(cut.words):
                signs, shown = (word.signs, word.shown) if place else (tail + word.signs, "")
                modern = passage.modern.get(word.text, "") if passage.modern else ""
                key = self.reader.key(self.reader.plain(modern)) if modern else ""
                found.append(Spot(word, number, key, signs, shown))
            tail = cut.signs if cut.words else tail
        return found

    @cached_property
    def german(self) -> Flow:
        """Return the words of the present editions."""
        return self._flow(lambda passage: passage.text)

    @cached_property
    def in_english(self) -> Flow:
        """Return the words of our English."""
        return self._flow(lambda passage: passage.english)

    def _flow(self, text_of: Callable[[SearchedPassage], str]) -> Flow:
        own, beside = (
            self.spots([n for n, each in enumerate(self.passages) if each.is_beside is which], text_of)
            for which in (False, True)
        )
        return Flow((*own, *beside), len(own))

    def around(self, numbers: Sequence[int], before: int = 1, behind: int = 2) -> list[int]:
        """Return the numbers of passages with those of the same source beside them."""
        siglum = self.passages[numbers[0]].siglum
        first = numbers[0]
        found = [*range(max(0, first - before), first), *numbers, *range(numbers[-1] + 1, numbers[-1] + 1 + behind)]
        return [each for each in found if each < len(self.passages) and self.passages[each].siglum == siglum]


class Flow(Cached):
    """Words of texts one after the other, with where each word stands and how much it says that a word is there.

    The first `own` of them are of the sources themselves, by which words are weighed; the others, of those who say
    something beside them.
    """

    spots: tuple[Spot, ...]
    own: int

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Map each key to the places where it stands."""
        found: dict[str, list[int]] = {}
        for place, spot in enumerate(self.spots):
            for key in {spot.word.key, spot.modern} - {""}:
                found.setdefault(key, []).append(place)
        return found

    @cached_property
    def runs(self) -> dict[tuple[str, ...], list[int]]:
        """Map three keys to the places where they stand one after the other."""
        found: dict[tuple[str, ...], list[int]] = {}
        keys = [spot.word.key for spot in self.spots]
        for place, run in enumerate(zip(keys, keys[1:], keys[2:], strict=False)):
            found.setdefault(run, []).append(place)
        return found

    def weight(self, key: str) -> float:
        """Return the weight of a word: high for a rare word, highest for one that is in no text."""
        return 1 + math.log((self.own + 1) / (bisect_left(self.places.get(key, ()), self.own) + 1))

    def windows(self, keys: Sequence[str], width: int = 64) -> list[tuple[int, float]]:
        """Return the stretches of `width` words that have most of some words: number and weight of each."""
        scores: dict[int, float] = {}
        for key in dict.fromkeys(keys):
            places = self.places.get(key, ())
            if len(places) > _COMMON:
                continue
            weight = self.weight(key)
            for block in {place // width for place in places}:
                scores[block] = scores.get(block, 0.0) + weight
        return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def load_texts(
    corpus: Corpus, table: QuotingTable, spelling: Spelling, translations: Mapping[str, Translation]
) -> Texts:
    """Return everything that quotations are compared with, of the sources that are in this copy."""
    passages = []
    for edition in corpus.editions():
        siglum = edition.siglum
        older = {
            version: {unit.ident: unit.text for unit in each.units.values()}
            for version, each in all_versions(corpus, siglum).items()
            if version != edition.source.edition
        }
        translation = translations.get(siglum)
        told: set[str] = set()
        for ident, unit in edition.units.items():
            if not unit.is_here:
                continue
            english = ""
            if translation and (article := translation.article(ident)) not in told:
                told.add(article)
                english = translation.english_of(ident)
            passages.append(
                SearchedPassage(
                    unit.ref,
                    siglum,
                    unit.text,
                    isinstance(unit, Heading),
                    tuple(_unmended(unit)),
                    {
                        version: texts[ident]
                        for version, texts in older.items()
                        if texts.get(ident, unit.text) != unit.text
                    },
                    _modern(unit, spelling),
                    english,
                    ident in edition.paratexts,
                )
            )
    versions = {siglum: source.edition for siglum, source in corpus.sources.items()}
    english_of = {siglum: each.imprint.version for siglum, each in translations.items()}
    return Texts(Reader(table), tuple(passages), versions, english_of)


def _modern(unit: Unit, spelling: Spelling) -> dict[str, str]:
    found = {}
    for match in WORD.finditer(unit.text):
        modern = spelling.modernize_in(unit.ref, match[0])
        if modern != match[0]:
            found[match[0]] = modern
    return found


def _unmended(unit: Unit) -> Iterable[str]:
    """Return the text without some emendations or all: all first, then each by itself, then other sets."""
    made = [each for each in unit.annotations if each.kind is Kind.EMENDATION]
    if not made:
        return
    yield unit.transcript
    sizes = range(1, len(made)) if len(made) <= _MOST_MENDED else (1, len(made) - 1)
    for size in sizes:
        for chosen in combinations(made, size):
            yield _restored(unit.text, chosen)


def _restored(text: str, chosen: Sequence[Annotation]) -> str:
    parts, position = [], 0
    for annotation in chosen:
        parts += [text[position : annotation.start], annotation.payload.lemma]
        position = annotation.end
    return "".join((*parts, text[position:]))


def named_passages(corpus: Corpus, texts: Texts, reference: Reference) -> tuple[list[int], dict[str, str]]:
    """Return the numbers of the passages that a reference names, and the text of what it names only a part of.

    Raises `CodexError` for a place or an edition that there is not.
    """
    edition = corpus.edition(reference.siglum)
    if reference.version:
        read_version(corpus, reference.siglum, reference.version)  # names the known ones where it is unknown
    try:
        units = select(edition, reference).passages if reference.first else tuple(edition.units.values())
    except CodexError:
        if not reference.version:
            raise
        units = select(read_version(corpus, reference.siglum, reference.version), reference).passages
    numbers: list[int] = []
    parts: dict[str, str] = {}
    for unit in units:
        whole = unit.ref.partition("#")[0]
        if whole not in texts.numbers:  # a part of a passage has an id below it
            whole = whole.rpartition(".")[0]
        if whole in texts.numbers:
            numbers.append(texts.numbers[whole])
            if whole != unit.ref:
                parts[whole] = f"{parts[whole]} {unit.text}" if whole in parts else unit.text
    return sorted(set(numbers)), parts
