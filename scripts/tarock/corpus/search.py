"""Search: the passages in which words stand, the best first.

A word is found as it is written, in its modern spelling, by its base form, by the term that it belongs to, by the
English of that term, inside other words, and in what the rules say of a passage, in this order of worth. Words in
quotation marks stand together as they are. A reference, or the name of a place, comes first.
`docs/assets/javascripts/search.js` does the same on the site; what is changed here is changed there: one list of
queries tests both.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import normalize

import msgspec
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Draft, Record
from tarock.corpus.search_data import SearchData, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.corpus.search_data import Endings

LIMIT = 1000  # characters of a search
# What a way of finding is worth.
WRITTEN, BASE, STEM, TERM, ACCEPTED, BEGINS, INSIDE, ENGLISH, RELATED = 1.0, 0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.45, 0.25
SAID = 0.45  # in a sentence of the rules that rests on the passage, or in the question that it answers
RULED = 6.0  # how much more a passage counts of which one such sentence has all the words
DEFINES = 2.5  # how much more a passage counts that defines a term which is looked for
_WORD = re.compile(r"[^\W_]+")
_HYPHENED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")  # is one word too: `Kauf-Talon`
_PARTS = re.compile(r'["„“”»«]([^"„“”»«]+)["„“”»«]|[^\s"„“”»«]+')
_PLACE = re.compile(r"(?:([a-z0-9]+)\s*[:-]\s*)?([a-z0-9]+(?:\.[a-z0-9]+)*)", re.IGNORECASE)
_SECTION = re.compile(r"§§?\s*([0-9]+(?:\.[0-9]+)?)")


class Hit(Record, omit_defaults=True):
    """An entry of `search --json`, the best first; spans are start and end of the words, in characters.

    `english` is there where words were found in our English, `says` where they were in the sentences of the rules.
    """

    ref: str
    text: str
    spans: tuple[tuple[int, int], ...]
    english: str = ""
    english_spans: tuple[tuple[int, int], ...] = ()
    says: tuple[str, ...] = ()


Places = dict[str, msgspec.Raw]  # by word its `_PLACES`, decoded when it is looked for
_PLACES = msgspec.json.Decoder(list[tuple[int, int, int, int]])


class _Found(Draft):
    """Where one word of a query is in a passage and in its translation, which sentences of the rules on it have
    the word, and what that is worth.
    """

    best: float = 0.0
    total: float = 0.0
    spans: list[tuple[int, int]] = msgspec.field(default_factory=list)
    english: list[tuple[int, int]] = msgspec.field(default_factory=list)
    said: set[int] = msgspec.field(default_factory=set)

    def add(self, value: float, *spans: tuple[int, int]) -> None:
        """One more place."""
        self.best = max(self.best, value)
        self.total += value
        self.spans += spans


_FoundIn = defaultdict[int, _Found]  # by the number of the passage


class Index(msgspec.Struct, dict=True):
    """The passages, ready to be searched: data that can be cached.

    A place is the number of a passage, which of its words (-1 where hyphens put several together), its start and end.
    `by_form` and the like lead to words of the texts: from a written or modern form, a base form, a stem, and a stem
    without the ending of a noun. `translated` has the places of English stems; `said` by stem the numbers in `says`,
    the sentences of the rules with the numbers of their passages; `terms` and `meanings` by German and English words
    the numbers of `data.groups`.
    """

    data: SearchData
    lengths: list[int] = msgspec.field(default_factory=list)  # words of each passage
    places: Places = msgspec.field(default_factory=dict)
    translated: Places = msgspec.field(default_factory=dict)
    by_form: dict[str, list[str]] = msgspec.field(default_factory=dict)
    by_base: dict[str, list[str]] = msgspec.field(default_factory=dict)
    by_stem: dict[str, list[str]] = msgspec.field(default_factory=dict)
    by_related: dict[str, list[str]] = msgspec.field(default_factory=dict)
    says: list[tuple[str, list[int]]] = msgspec.field(default_factory=list)
    said: dict[str, list[int]] = msgspec.field(default_factory=dict)
    terms: dict[str, list[int]] = msgspec.field(default_factory=dict)
    meanings: dict[str, list[tuple[int, float]]] = msgspec.field(default_factory=dict)

    def search(self, query: str, sources: Iterable[str] = ()) -> list[Hit]:
        """What a query finds, the best first, then in reading order; only in `sources` if any are named.

        Raises `CodexError` for a query of more than `LIMIT` characters.
        """
        if len(query) > LIMIT:
            raise CodexError(f"a search of {len(query)} characters", f"expected at most {LIMIT}")
        wanted = tuple(sources)
        referred = self._referred(query.strip())
        hits = [Hit(referred, self._texts[referred], ())] if referred else self._found(query)
        return [hit for hit in hits if not wanted or hit.ref.partition(":")[0] in wanted]

    def _found(self, query: str) -> list[Hit]:
        jumps = [ref for ref, called in self.data.places if fold(query.strip()) in called]
        phrases, single = _parts(query)
        units = [self._translated(words, self._phrase(words, WRITTEN, defaultdict(_Found))) for words in phrases]
        groups: set[int] = set()
        units += self._units(single, groups)
        defining = {ref for number in groups for ref in self.data.groups[number].definitions}
        sizes = [sum(found.best > 0 for found in unit.values()) for unit in units]
        weights = [math.log(1 + len(self.lengths) / (1 + size)) for size in sizes]
        scored = []
        for number in sorted({number for unit in units for number in unit}):
            found = [unit.get(number) for unit in units]
            if None in found[: len(phrases)]:
                continue
            score = self._score(number, found, weights)
            if self.data.passages[number][0] in defining:
                score *= DEFINES
            if score:
                scored.append((-round(score, 9), number, found))
        hits = [Hit(ref, self._texts[ref], ()) for ref in jumps]
        for _score, number, found in sorted(scored, key=lambda entry: entry[:2]):
            ref, text = self.data.passages[number]
            if ref not in jumps:
                spans = sorted({span for unit in found if unit for span in unit.spans})
                english = sorted({span for unit in found if unit for span in unit.english})
                translation = self.data.english[ref] if english else ""
                hits.append(Hit(ref, text, tuple(spans), translation, tuple(english), self._said(found)))
        return hits

    def _said(self, found: list[_Found | None]) -> tuple[str, ...]:
        """The sentences of the rules that have most of the words, in their order."""
        counted = Counter(sentence for unit in found if unit for sentence in unit.said)
        most = max(counted.values(), default=0)
        return tuple(self.says[sentence][0] for sentence in sorted(counted) if counted[sentence] == most)

    def _score(self, number: int, found: list[_Found | None], weights: list[float]) -> float:
        length = 0.5 + 0.5 * self.lengths[number] / self._average
        score, here = 0.0, 0
        for unit, weight in zip(found, weights, strict=True):
            if unit:
                score += weight * unit.best**2 * unit.total / (unit.total + 0.6 * length)
                here += 1
        near = 1.0
        for left, right in pairwise(found):
            if left and right:
                gap = min(_gap(left.spans, right.spans), _gap(left.english, right.english))
                near += 2 / (1 + gap / 2)
        by_sentence: defaultdict[int, float] = defaultdict(float)
        for unit, weight in zip(found, weights, strict=True):
            for sentence in unit.said if unit else ():
                by_sentence[sentence] += weight
        ruled = RULED * (max(by_sentence.values(), default=0.0) / sum(weights)) ** 2
        return score * (here / len(found)) ** 2 * near * (1 + ruled)

    def _units(self, words: list[str], groups: set[int]) -> list[_FoundIn]:
        """What each word finds; words that are the English of a term together are one. Adds the terms to `groups`."""
        units = []
        at = 0
        while at < len(words):
            for count in (3, 2, 1):
                together = words[at : at + count]
                meant = self.meanings.get(self._english_stem(" ".join(together)), [])
                if len(together) == count and (meant or count == 1):
                    units.append(self._unit(together, meant, groups, last=at + count == len(words)))
                    at += count
                    break
        return units

    def _unit(self, words: list[str], meant: list[tuple[int, float]], groups: set[int], *, last: bool) -> _FoundIn:
        """Where words stand that are looked for as one, in whatever way they are found."""
        word = words[0] if len(words) == 1 else ""
        worth = self._alike(word, last=last) if word else {}
        together = [] if word else [(words, WRITTEN)]
        known = any(value >= STEM for value in worth.values())
        written, bases, *_ = self._keys(word)
        own = {number for key in (*written, *bases) for number in self.terms.get(key, ())}
        terms = [(number, TERM) for number in own]
        terms += [(number, value) for number, value in meant if not known or value > ACCEPTED]
        for group, value in terms:
            groups.add(group)
            for german in self.data.groups[group].german:
                if " " in german:
                    together.append((_words(german), value))
                for form in self._written(german):
                    for key in self.by_form.get(form, ()):
                        worth[key] = max(value, worth.get(key, 0.0))
        found: _FoundIn = defaultdict(_Found)
        for several, value in together:
            self._phrase(several, value, found)
        for key, value in worth.items():
            for number, _at, start, end in _PLACES.decode(self.places[key]):
                found[number].add(value, (start, end))
        if not known:
            self._translated(words, found)
        self._ruled(words, found, known=known)
        return found

    def _ruled(self, words: list[str], found: _FoundIn, *, known: bool) -> None:
        """What the rules say with these words; added to `found`, without a worth of its own for a German word."""
        stems = [_stem(word, self.data.english_endings) for word in words]
        for sentence in self.said.get(stems[0], ()):
            if all(sentence in self.said.get(stem, ()) for stem in stems):
                for number in self.says[sentence][1]:
                    here = found[number]
                    if not here.said and not known:
                        here.add(SAID)
                    here.said.add(sentence)

    def _alike(self, word: str, *, last: bool) -> dict[str, float]:
        """The words of the texts that are like a word, each with what that is worth."""
        written, bases, stems, related = self._keys(word)
        long = len(word) >= 4
        begins = len(word) >= 3 and (last or long)
        found: list[tuple[float, list[Iterable[str]]]] = [
            (RELATED, [self.by_related.get(stem, ()) for stem in related]),
            (INSIDE, [k for form, k in self.by_form.items() if long and any(part in form for part in written)]),
            (BEGINS, [keys for form, keys in self.by_form.items() if begins and form.startswith(word)]),
            (STEM, [self.by_stem.get(stem, ()) for stem in stems]),
            (BASE, [self.by_base.get(base, ()) for base in bases]),
            (WRITTEN, [self.by_form.get(form, ()) for form in written]),
        ]
        return {key: value for value, groups in found for keys in groups for key in keys}  # the last is the best

    def _phrase(self, words: list[str], value: float, found: _FoundIn) -> _FoundIn:
        """Where words stand together as they are, or in modern spelling; added to `found`."""
        keys = [{key for form in self._written(word) for key in self.by_form.get(form, ())} for word in words]
        for number, span in _runs(self.places, keys):
            found[number].add(value, span)
        return found

    def _translated(self, words: list[str], found: _FoundIn) -> _FoundIn:
        """Where English words stand together in the translation; added to `found`."""
        stems = [{_stem(word, self.data.english_endings)} for word in words]
        for number, span in _runs(self.translated, stems):
            found[number].add(ENGLISH)
            found[number].english.append(span)
        return found

    def _referred(self, query: str) -> str:
        """The reference that the query is; empty when it is none that exists."""
        name = ""
        if match := _SECTION.fullmatch(query):
            name = f"{self.data.sections}:{match[1]}"
        elif (match := _PLACE.fullmatch(query)) and (match[1] or not match[2].isdigit()):
            name = f"{match[1] or self.data.sections}:{match[2]}"
        return next((ref for ref in self._texts if ref.lower() == name.lower()), "")

    @cached_property
    def _average(self) -> float:
        return sum(self.lengths) / max(1, len(self.lengths))

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Every passage and place with its text; a place has that of its first passage."""
        passages = dict(self.data.passages)
        first: dict[str, str] = {}
        for ref, text in self.data.passages:
            for dot in re.finditer(r"\.", ref):
                first.setdefault(ref[: dot.start()], text)
        return {**{ref: first.get(ref, "") for ref, _called in self.data.places}, **passages}

    def _written(self, word: str) -> frozenset[str]:
        return frozenset((word, *self.data.modern.get(word, ())))

    def _keys(self, word: str) -> tuple[frozenset[str], ...]:
        """What leads to a word: in `by_form`, in `by_base`, in `by_stem` and in `by_related`."""
        data, written = self.data, self._written(word)
        known = (data.bases.get(form) or data.bases.get(_stem(form, data.endings)) or (form,) for form in written)
        bases = frozenset(base for found in known for base in found)
        stems = frozenset(_stem(form, data.endings) for form in written | bases)
        return written, bases, stems, stems.union(_stem(form, data.derived) for form in written)

    def _english_stem(self, text: str) -> str:
        return " ".join(_stem(word, self.data.english_endings) for word in fold(text).split())


def build_index(data: SearchData) -> Index:
    """What is needed to search these data without reading them again."""
    modern = dict(data.modern)
    places: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    translated: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    lengths = []
    for number, (ref, text) in enumerate(data.passages):
        lengths.append(len(_WORD.findall(text)))
        for at, found in enumerate(_WORD.finditer(text)):
            places[fold(found[0])].append((number, at, *found.span()))
        for found in _HYPHENED.finditer(text):
            parts = _words(found[0])
            places["".join(parts)].append((number, -1, *found.span()))
            modern.setdefault("".join(parts), ("".join(modern.get(part, (part,))[0] for part in parts),))
        for at, found in enumerate(_WORD.finditer(data.english.get(ref, ""))):
            translated[_stem(fold(found[0]), data.english_endings)].append((number, at, *found.span()))
    index = Index(structs.replace(data, modern=modern), lengths, _encoded(places), _encoded(translated))
    for word in index.places:
        indexes = (index.by_form, index.by_base, index.by_stem, index.by_related)
        for by, keys in zip(indexes, index._keys(word), strict=True):
            for key in keys:
                by.setdefault(key, []).append(word)
    _add_rules(index)
    for number, group in enumerate(data.groups):
        for key in {form for word in group.german for form in index._written(word)}:
            index.terms.setdefault(key, []).append(number)
        for words, worth in ((group.english, TERM), (group.accepted, ACCEPTED)):
            for key in {index._english_stem(text) for text in words}:
                index.meanings.setdefault(key, []).append((number, worth))
    return index


def _add_rules(index: Index) -> None:
    data = index.data
    numbers = {ref: number for number, (ref, _text) in enumerate(data.passages)}
    for rule in data.rules:
        common = _words(" ".join((rule.title, rule.asks, *rule.sought)))
        for sentence, refs in rule.says:
            for key in {_stem(word, data.english_endings) for word in (*common, *_words(sentence))}:
                index.said.setdefault(key, []).append(len(index.says))
            index.says.append((sentence, [numbers[ref] for ref in refs if ref in numbers]))


def _encoded(places: dict[str, list[tuple[int, int, int, int]]]) -> Places:
    return {word: msgspec.Raw(msgspec.json.encode(found)) for word, found in places.items()}


def _runs(places: Places, words: list[set[str]]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where words stand one behind the other, of each any of its forms: passage, and start and end."""
    columns = [
        {
            (number, at): (start, end)
            for form in forms & places.keys()
            for number, at, start, end in _PLACES.decode(places[form])
            if at >= 0
        }
        for forms in words
    ]
    for (number, at), (start, _end) in columns[0].items() if columns else ():
        run = [column.get((number, at + behind)) for behind, column in enumerate(columns)]
        if run[-1] and None not in run:
            yield number, (start, run[-1][1])


def context(text: str, spans: Iterable[tuple[int, int]], width: int = 240) -> tuple[int, int]:
    """The stretch of a text of about `width` characters that has the most of its words, cut between words."""
    if len(text) <= width:
        return 0, len(text)
    starts = sorted(start for start, _end in spans) or [0]
    best = max(starts, key=lambda first: (sum(first <= start < first + width * 3 // 4 for start in starts), -first))
    start = max(0, min(best - width // 5, len(text) - width))
    end = min(len(text), start + width)
    if start:
        start = text.find(" ", start, best) + 1 or start
    if end < len(text):
        end = text.rfind(" ", best, end) if text.rfind(" ", best, end) > best else end
    return start, end


def _parts(query: str) -> tuple[list[list[str]], list[str]]:
    """The words of each phrase in quotation marks, and the other words; what hyphens put together is one of these."""
    phrases, single = [], []
    for match in _PARTS.finditer(normalize("NFC", query)):  # a letter and its accent are one
        words = _words(match[0])
        if match[1]:
            phrases.append(words)
        else:
            single += ["".join(words)] if "-" in match[0] else words
    return list(filter(None, phrases)), list(filter(None, single))


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(text)]


def _gap(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> float:
    """How many characters lie between the two that are nearest to each other."""
    return min((max(b[0] - a[1], a[0] - b[1], 0) for a in left for b in right), default=math.inf)


def _stem(word: str, endings: Endings) -> str:
    """A word without its ending, if enough letters are left."""
    for ending, least in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word
