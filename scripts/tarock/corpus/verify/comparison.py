"""The classes of a quotation: words of the named passage, of another, of an older edition, or of none."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import structs

from tarock.base.structs import Frozen
from tarock.corpus.verify.alignment import Alignment, WordDifference, align, keys_of, stop_at
from tarock.corpus.verify.records import Class, Differing, Quotation
from tarock.corpus.verify.texts import ENGLISH, Flow, SearchedPassage, Spot, Texts
from tarock.corpus.verify.words import Cut, QuotedWord, Reader

LEAST_WORDS = 3  # of a quotation without a reference that is looked for by likeness; a shorter one by its very words
ALIKE = 0.5  # of the weight of its words that a quotation shares with a text from which it seems to be
_TRIED = 3  # stretches of the texts that are like a quotation in which it is looked for
_WIDTH = 64  # words of a stretch
_FURTHER = 1500  # words behind a stretch, where some may be left out
_OTHERS = 50  # places with the same words that are counted
_LONGEST = 4000  # words of a quotation, or of what a reference names, that are laid side by side whole
_RUN = 5  # words that are in a text one after the other, by which a quotation without marks is known
_SURE = 4  # words that are in a text in order, of which none need be as far from another as there
_APART = 6  # words between two that are in a text
_BETWEEN = 3  # other words, behind which such a stretch may go on
_OFTEN = 256  # words after which the time is looked at
_REACH = 60  # words beside it
_ENDED = re.compile(r"[.!?;:]")
_LONG_WORD = 5  # letters of a word that may tell
_TELLING = 5.5  # weight of a word that not every sentence has
_MOST_HITS = 200_000
_CLOSE_WORDS, _CLOSE = 8, 6  # of so many words one in six may be another in a quotation without marks
CLASSES = {
    WordDifference.SAME: Class.SAME,
    WordDifference.TYPOGRAPHY: Class.TYPOGRAPHY,
    WordDifference.LETTERS: Class.LETTERS,
    WordDifference.SPELLING: Class.SPELLING,
    WordDifference.BRACKETED: Class.BRACKETED,
}
_ORDER = list(Class)


class Named(Frozen):
    """A place that a quotation is from by what is said beside it: the numbers of its passages, as it is written.

    `parts` are the words of a sentence or remark by the reference of the passage that has it. `version` is the edition
    that is named.
    """

    written: str
    numbers: tuple[int, ...]
    parts: dict[str, str]
    version: str = ""


class Found(Frozen):
    """A quotation laid beside a text: the words of the text, what it is called, and what it says of the quotation."""

    alignment: Alignment
    spots: Sequence[Spot]
    edition: str
    as_: Class = Class.SAME
    others: int = 0

    @property
    def numbers(self) -> tuple[int, int]:
        """Return the numbers of the first and the last passage of the words."""
        first, last = max(0, self.alignment.first), max(0, self.alignment.last)
        return self.spots[first].entry, self.spots[last].entry


class Alike(NamedTuple):
    """Words in no marks that are like words of ours, by characters; `joined` are those of two places as if of one."""

    start: int
    end: int
    joined: bool


class _Run(NamedTuple):
    """A stretch of words that is like words of a flow, and by how much these are behind its first and last word."""

    flow: int
    low: int
    high: int
    behind_first: int
    behind_last: int


class QuotationComparer:
    """Compares quotations with all texts.

    Its methods raise `TimeoutError` at the `deadline`, in seconds of `time.monotonic`.
    """

    def __init__(self, texts: Texts, deadline: Callable[[], float] = lambda: math.inf):
        self.texts, self._deadline = texts, deadline
        self.reader: Reader = texts.reader

    def judge(self, text: str, places: Sequence[Named], *, english: bool = True) -> Quotation:
        """Return what a quotation is; `places` are those that it may be from, the likeliest first.

        The place in the document and the marks are left empty.
        """
        stop_at(self._deadline())
        cuts = self.cuts(text)
        if not cuts:
            why = "no words of a text in it"
            return Quotation(place="", marks="", text=text, class_=Class.UNREAD, why=why)
        if len(cuts[0].words) > _LONGEST:
            why = f"more than {_LONGEST} words"
            return Quotation(place="", marks="", text=text, class_=Class.UNREAD, why=why)
        for named in places:
            if found := self._in_named(cuts, named, english=english):
                return self._quotation(text, found, named.written)
        beside = [found for named in places for found in self._beside(cuts, named) if found]
        near = min(beside, key=lambda found: found.alignment.cost, default=None)
        if near and len(cuts[0].words) >= _CLOSE_WORDS and _CLOSE * near.alignment.cost <= len(cuts[0].words):
            return self._quotation(text, structs.replace(near, as_=Class.DIFFERENT), places[0].written)
        elsewhere = self.search(cuts, english=english)
        best = elsewhere
        if places:
            if elsewhere and not elsewhere.alignment.differences:
                return self._quotation(text, structs.replace(elsewhere, as_=Class.OTHER), places[0].written)
            best = min((*beside, *filter(None, [elsewhere])), key=lambda found: found.alignment.cost, default=None)
            if near and (best is None or near.alignment.cost <= best.alignment.cost + 1):
                best = near
            if best is None:
                return Quotation(place="", marks="", text=text, class_=Class.DIFFERENT, named=places[0].written)
            return self._quotation(text, structs.replace(best, as_=Class.DIFFERENT), places[0].written)
        if best is None or (best.alignment.differences and not self.is_like(cuts, best)):
            return Quotation(place="", marks="", text=text, class_=Class.FOREIGN)
        if best.alignment.differences:
            best = structs.replace(best, as_=Class.DIFFERENT)
        return self._quotation(text, best, "")

    def cuts(self, text: str) -> list[Cut]:
        """Return the ways to read a quotation: as it stands, and with what a citer puts into brackets."""
        plain = self.reader.cut(text)
        if not plain.words:
            return []
        quoted = self.reader.cut_quotation(text)
        return [plain, quoted] if quoted.words and quoted != plain else [plain]

    def _in_named(self, cuts: Sequence[Cut], named: Named, *, english: bool) -> Found | None:
        """Find a quotation in the named edition or the present one, or in another text of the passage."""
        ways = list(self._ways(named.numbers, english=english, version=named.version))
        for edition, text_of, as_ in ways:

            def part(
                passage: SearchedPassage, text_of: Callable[[SearchedPassage], str] = text_of, as_: Class = as_
            ) -> str:
                return named.parts.get(passage.ref, text_of(passage)) if as_ is Class.SAME else text_of(passage)

            for further in (False, True):
                found = self._least(cuts, named.numbers, part, further=further, most=1)
                if found and not found.alignment.differences:
                    return structs.replace(found, edition=self._edition(found, edition), as_=as_)
        return None

    def _ways(
        self, numbers: Sequence[int], *, english: bool, version: str = ""
    ) -> Iterator[tuple[str, Callable[[SearchedPassage], str], Class]]:
        """Yield the texts of some passages in the order in which a quotation is held against them."""
        passages = [self.texts.passages[number] for number in numbers]
        current = {self.texts.sources[passage.siglum] for passage in passages}
        asked = version if version and version not in current else ""
        if asked:
            changed = any(asked in passage.older for passage in passages)
            as_ = Class.OLDER if changed else Class.SAME
            yield asked, lambda passage: passage.older.get(asked, passage.text), as_
        else:
            yield "", lambda passage: passage.text, Class.SAME
        for number in range(max((len(passage.choices) for passage in passages), default=0)):
            yield (
                "transcript",
                lambda passage, number=number: (
                    passage.choices[min(number, len(passage.choices) - 1)]  # type: ignore[misc]
                    if passage.choices
                    else passage.text
                ),
                Class.TRANSCRIBED,
            )
        for older in () if asked else dict.fromkeys(each for passage in passages for each in passage.older):
            yield older, lambda passage, older=older: passage.older.get(older, passage.text), Class.OLDER  # type: ignore[misc]
        if english:
            yield ENGLISH, lambda passage: passage.english, Class.SAME

    def _least(
        self,
        cuts: Sequence[Cut],
        numbers: Sequence[int],
        text_of: Callable[[SearchedPassage], str],
        *,
        further: bool = False,
        most: int = 0,
    ) -> Found | None:
        """Find a quotation in what is named, or a little `further`; take the reading that differs least.

        None where more than `most` of its words, if that is given, are nowhere in the text.
        """
        best: Found | None = None
        spots = self.texts.spots(self.texts.around(numbers) if further else numbers, text_of)
        wanted = set(numbers)
        there = {spot.word.key for spot in spots} | {spot.modern for spot in spots}
        for cut in cuts:
            if most and self._strange(cut, there) >= most:
                continue
            for part in self._parts(cut, spots):
                alignment = align(self.reader, cut, part, self._headings(part), self._deadline())
                if not alignment or alignment.first < 0:
                    continue
                within = any(spot.entry in wanted for spot in part[alignment.first : alignment.last + 1])
                if within and (best is None or _worse(best.alignment, alignment)):
                    best = Found(alignment, part, "")
            if best and not best.alignment.differences:
                return best
        return best

    def _strange(self, cut: Cut, keys: set[str]) -> int:
        """Count the words of a quotation that are nowhere in a text, divided and joined ones aside."""
        divided = any("-" in word.signs or word.divided for word in cut.words)
        parts = len(cut.words) // 2 if divided else 0
        strange = sum(not keys & keys_of(self.reader, word, first=not number) for number, word in enumerate(cut.words))
        return strange - parts

    def _parts(self, cut: Cut, spots: Sequence[Spot]) -> Iterator[Sequence[Spot]]:
        """Yield a text as a whole, or of a long one the stretches that are like a quotation."""
        if len(spots) * len(cut.words) <= _LONGEST * 40 or len(spots) <= 2 * _WIDTH:
            yield spots
            return
        flow = Flow(tuple(spots), len(spots))
        yield from self._stretches(cut, flow)

    def _stretches(self, cut: Cut, flow: Flow) -> Iterator[Sequence[Spot]]:
        spots, length = flow.spots, len(cut.words)
        exact = self._exact(cut, flow)
        for start in exact[:_OTHERS]:
            yield spots[start : start + length]
        if exact:
            return
        further = _FURTHER if any(word.skip for word in cut.words) else 0
        keys = [key for number, word in enumerate(cut.words) for key in self._sought(cut.words, number, word)]
        for block, _score in flow.windows(keys, _WIDTH)[:_TRIED]:
            low = max(0, block * _WIDTH - length - _WIDTH // 2 - further)
            high = min(len(spots), (block + 1) * _WIDTH + length + _WIDTH // 2 + further)
            middle = spots[min(len(spots) - 1, block * _WIDTH + _WIDTH // 2)].entry
            siglum = self.texts.passages[middle].siglum
            yield [spot for spot in spots[low:high] if self.texts.passages[spot.entry].siglum == siglum]

    def _sought(self, words: Sequence[QuotedWord], number: int, word: QuotedWord) -> Iterator[str]:
        yield from sorted(keys_of(self.reader, word, first=not number))
        if word.divided and number:
            yield self.reader.key(self.reader.plain(words[number - 1].text + word.text))

    def _exact(self, cut: Cut, flow: Flow) -> list[int]:
        """Find the words one by one in a text, at `_OTHERS` places at most; those with the same signs first."""
        words = cut.words
        if any(word.skip for word in words):
            return []
        accepted = [keys_of(self.reader, word, first=not number) for number, word in enumerate(words)]
        rare = min(range(len(words)), key=lambda n: sum(len(flow.places.get(key, ())) for key in accepted[n]))
        found = []
        for place in sorted({each for key in accepted[rare] for each in flow.places.get(key, ())}):
            start = place - rare
            if start < 0 or start + len(words) > len(flow.spots):
                continue
            spots = flow.spots[start : start + len(words)]
            if all(s.word.key in keys or s.modern in keys for s, keys in zip(spots, accepted, strict=True)):
                off = sum(word.signs != spot.signs for word, spot in zip(words[1:], spots[1:], strict=True))
                otherwise = sum(word.text != spot.word.text for word, spot in zip(words, spots, strict=True))
                found.append((off, otherwise, start))
        return [start for *_off, start in sorted(found)[:_OTHERS]]

    def search(self, cuts: Sequence[Cut], *, english: bool = True) -> Found | None:
        """Find the text that has the words of a quotation without a reference, or most of them."""
        best: Found | None = None
        flows = [("", self.texts.german), *([(ENGLISH, self.texts.in_english)] if english else [])]
        for edition, flow in flows:
            for cut in cuts:
                exact = self._exact(cut, flow)
                for part in self._stretches(cut, flow):
                    alignment = align(self.reader, cut, part, self._headings(part), self._deadline())
                    if alignment and alignment.first >= 0 and (best is None or _worse(best.alignment, alignment)):
                        found = Found(alignment, part, "", others=max(0, len(exact) - 1))
                        best = structs.replace(found, edition=self._edition(found, edition))
                    if alignment and not alignment.differences:
                        break
            if best and not best.alignment.differences:
                return best
        if best is None or best.edition.startswith(ENGLISH):
            return best
        first, last = best.numbers
        for edition, text_of, as_ in self._ways(range(first, last + 1), english=False):
            other = self._least(cuts, range(first, last + 1), text_of, further=True, most=1)
            if other and not other.alignment.differences:
                return structs.replace(other, edition=self._edition(other, edition), as_=as_)
        return best

    def _beside(self, cuts: Sequence[Cut], named: Named) -> Iterator[Found | None]:
        """Compare a quotation with what is named, however little of it stands there."""
        for edition, text_of, _as in self._ways(named.numbers, english=True, version=named.version):
            found = self._least(cuts, named.numbers, text_of)
            yield found and structs.replace(found, edition=self._edition(found, edition))

    def _edition(self, found: Found, edition: str) -> str:
        siglum = self.texts.passages[found.numbers[0]].siglum
        if edition == ENGLISH:
            return f"{ENGLISH} {self.texts.english.get(siglum, '')}".strip()
        return edition or self.texts.sources[siglum]

    def _headings(self, spots: Sequence[Spot]) -> dict[int, int]:
        """Return the headings in a text: the word behind each, and its first."""
        found: dict[int, int] = {}
        start = None
        for place, spot in enumerate(spots):
            is_heading = self.texts.passages[spot.entry].is_heading
            if is_heading and start is None:
                start = place
            elif not is_heading and start is not None:
                found[place], start = start, None
        return found

    @cached_property
    def weight(self) -> Callable[[str], float]:
        """Return the weight of a word: a rare word weighs more."""
        return self.texts.german.weight

    def is_like(self, cuts: Sequence[Cut], found: Found) -> bool:
        """Return whether so much of a quotation stands in a text that it seems to be from there."""
        flow = self.texts.in_english if found.edition.startswith(ENGLISH) else self.texts.german
        cut = min(cuts, key=lambda each: abs(len(each.words) - len(found.alignment.shared)))
        if len(cut.words) < LEAST_WORDS:
            return False
        weights = [flow.weight(word.key) for word in cut.words]
        shared = sum(weights[place] for place in set(found.alignment.shared) if place < len(weights))
        return shared >= ALIKE * sum(weights) and len(found.alignment.shared) > 1

    def is_close(self, quotation: Quotation) -> bool:
        """Return whether all but a few words of a quotation that differs are those of the text."""
        words = self.reader.cut(quotation.text).words
        off = sum(max(len(each.quoted.split()), len(each.there.split())) for each in quotation.differences)
        return len(words) >= _CLOSE_WORDS and off * _CLOSE <= len(words)

    def judge_against(self, text: str, words: str, otherwise: Quotation) -> Quotation:
        """Return what a quotation is of some words that are no passage, or else `otherwise`."""
        spots = [Spot(word, 0, "", word.signs, word.shown) for word in self.reader.cut(words).words]
        for cut in self.cuts(text):
            alignment = align(self.reader, cut, spots, deadline=self._deadline())
            if alignment and not alignment.differences:
                return structs.replace(otherwise, class_=CLASSES[max(alignment.levels)], differences=())
        return otherwise

    def alike(self, text: str, near: Sequence[int]) -> Iterator[Alike]:
        """Yield the stretches of a text that are like words of ours, in order.

        Words of any passage count where several of them stand one after the other; of those that are named near by,
        fewer. Words before or behind such a stretch belong to it where the text goes on alike after a few words.
        """
        words = self.reader.cut(text).words
        hits: list[tuple[int, int, int]] = []  # the flow, the word, and the place in the flow
        flows = (self.texts.german, self.texts.in_english)
        for name, flow in enumerate(flows):
            for number in range(len(words) - 2):
                if not number % _OFTEN:
                    stop_at(self._deadline())
                keys = tuple(word.key for word in words[number : number + 3])
                hits += [(name, number, place) for place in flow.runs.get(keys, ())[:_OTHERS]]
        found = [self._extended(words, flows[run.flow], run) for run in self._clusters(hits, 2, _RUN)]
        if near:
            there = tuple(self.texts.spots(near, lambda passage: passage.text))
            spots = Flow(there, len(there))
            single = [
                (0, number, place) for number, word in enumerate(words) for place in spots.places.get(word.key, ())
            ]
            if len(single) < _MOST_HITS:
                found += [
                    self._extended(words, spots, run)
                    for run in self._clusters(single, 0, 2)
                    if any(self._tells(word.key, spots) for word in words[run.low : run.high + 1])
                ]
        taken: list[tuple[int, int]] = []
        for low, high in sorted(found, key=lambda each: each[0] - each[1]):
            if not any(low <= end and start <= high for start, end in taken):
                taken.append((low, high))
        yield from self._joined(words, sorted(taken))

    def _joined(self, words: Sequence[QuotedWord], stretches: Sequence[tuple[int, int]]) -> Iterator[Alike]:
        """Yield stretches between which no word stands and no sentence ends as one."""
        for number, (low, high) in enumerate(stretches):
            follows = number > 0 and low == stretches[number - 1][1] + 1 and not _ENDED.search(words[low].signs)
            if follows:
                continue
            last, joined = high, False
            for start, end in stretches[number + 1 :]:
                if start != last + 1 or _ENDED.search(words[start].signs):
                    break
                last, joined = end, True
            yield Alike(words[low].start, words[last].end, joined)

    def _tells(self, key: str, flow: Flow) -> bool:
        """Return whether a word is in a text and not in every sentence."""
        return key in flow.places and len(key) >= _LONG_WORD and self.texts.german.weight(key) > _TELLING

    def _extended(self, words: Sequence[QuotedWord], flow: Flow, run: _Run) -> tuple[int, int]:
        """Return the first and last word of a stretch with those beside it that go on as the text does."""
        keys = [word.key for word in words]
        before = flow.spots[max(0, run.low + run.behind_first - _REACH) : max(0, run.low + run.behind_first)]
        behind = flow.spots[run.high + run.behind_last + 1 :][:_REACH]
        low = run.low - self._going_on(keys[max(0, run.low - _REACH) : run.low][::-1], before[::-1], flow)
        return low, run.high + self._going_on(keys[run.high + 1 :][:_REACH], behind, flow)

    def _going_on(self, keys: Sequence[str], spots: Sequence[Spot], flow: Flow) -> int:
        """Return how many of some words go on as a text does, with a few others between them."""
        at = place = 0

        def same(one: int, other: int) -> bool:
            return one < len(keys) and other < len(spots) and keys[one] in (spots[other].word.key, spots[other].modern)

        def goes_on(one: int, other: int) -> bool:
            return same(one, other) and (same(one + 1, other + 1) or self._tells(keys[one], flow))

        while steps := [
            (one + other, one, other)
            for one in range(_BETWEEN + 1)
            for other in range(_BETWEEN + 1)
            if goes_on(at + one, place + other)
        ]:
            _sum, one, other = min(steps)
            at, place = at + one, place + other
            while same(at, place):
                at, place = at + 1, place + 1
        if at < len(keys) and place < len(spots) and keys[at].isdigit() and spots[place].word.key.isdigit():
            at += 1  # a number in the place of another
        return at

    def _clusters(self, hits: Sequence[tuple[int, int, int]], width: int, least: int) -> Iterator[_Run]:
        """Yield stretches of words of which most are in one text in the same order."""
        groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for name, number, place in hits:
            groups.setdefault((name, (place - number) // 4), []).append((number, place - number))
        for (name, diagonal), found in groups.items():
            stop_at(self._deadline())
            both = sorted({*found, *groups.get((name, diagonal + 1), ())})
            run = [both[0]]
            for each in [*both[1:], None]:
                if each is not None and each[0] - run[-1][0] <= _APART:
                    run.append(each)
                    continue
                covered = {number + step for number, _behind in run for step in range(width + 1)}
                low, high = run[0][0], run[-1][0] + width
                in_place = len(covered) >= _SURE or len({behind for _number, behind in run}) == 1
                if in_place and len(covered) >= least and 5 * len(covered) >= 3 * (high + 1 - low):
                    yield _Run(name, low, high, run[0][1], run[-1][1])
                if each is not None:
                    run = [each]

    def _quotation(self, text: str, found: Found, named: str) -> Quotation:
        alignment = found.alignment
        first, last = (self.texts.passages[number] for number in found.numbers)
        ref = first.ref if first is last else f"{first.ref}-{last.ref.partition(':')[2]}"
        classes = sorted({CLASSES[level] for level in alignment.levels} | {found.as_}, key=_ORDER.index)
        class_ = classes[-1] if classes else Class.SAME
        if found.as_ in (Class.OTHER, Class.DIFFERENT):
            class_ = found.as_
        elif alignment.differences:
            class_ = Class.DIFFERENT
        also = tuple(each for each in classes if each not in (class_, Class.SAME, Class.DIFFERENT))
        differences = tuple(
            Differing(each.quoted, each.there, " for ".join(each.hint) if each.hint else "")
            for each in alignment.differences
        )
        words = " ".join(spot.word.text for spot in found.spots[max(0, alignment.first) : alignment.last + 1])
        return Quotation(
            place="",
            marks="",
            text=text,
            class_=class_,
            also=also,
            named=named,
            ref=ref,
            edition=found.edition,
            words=self._running(found, words),
            others=found.others,
            differences=differences,
            left_out=alignment.left_out,
            added=alignment.added,
        )

    def _running(self, found: Found, words: str) -> str:
        spots = found.spots[max(0, found.alignment.first) : found.alignment.last + 1]
        if not spots:
            return words
        parts = [spots[0].word.text]
        parts += [f"{spot.shown or f'{spot.signs} '}{spot.word.text}" for spot in spots[1:]]
        return " ".join("".join(parts).split())


def _worse(one: Alignment, other: Alignment) -> bool:
    """Return whether the first is further from the text than the second."""
    return _badness(other) < _badness(one)


def _badness(alignment: Alignment) -> tuple[float, int, int]:
    return alignment.cost, len(alignment.differences), sum(alignment.levels)
