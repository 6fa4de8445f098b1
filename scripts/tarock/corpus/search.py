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

from tarock.base.errors import CodexError
from tarock.base.structs import Draft, Record, Value
from tarock.corpus.search_data import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.search_data import Endings, SearchData, SearchTerm

LIMIT = 1000  # characters of a search
# What a way of finding is worth.
WRITTEN, BASE, STEM, TERM, ACCEPTED, BEGINS, INSIDE, ENGLISH, RELATED = 1.0, 0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.45, 0.25
SAID = 0.45  # in a sentence of the rules that rests on the passage, or in the question that it answers
RULED = 6.0  # how much more a passage counts of which one such sentence has all the words
DEFINES = 2.5  # how much more a passage counts that defines a term which is looked for
_WORD = re.compile(r"[^\W_]+")
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


class _Token(Value):
    word: str
    start: int
    end: int


class _Found(Draft):
    """Where one word of a query stands in a passage and in its translation, which sentences of the rules on it have
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


class Index:
    """The passages, ready to be searched."""

    def __init__(self, data: SearchData):
        self.data = data
        self.modern = dict(data.modern)
        self.tokens = [_tokens(text) for _ref, text in data.passages]
        self.postings: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for number, tokens in enumerate(self.tokens):
            for token in tokens:
                self.postings[token.word].append((number, token.start, token.end))
            for parts in _hyphened(tokens, data.passages[number][1]):
                word = "".join(part.word for part in parts)
                self.postings[word].append((number, parts[0].start, parts[-1].end))
                self.modern.setdefault(word, ("".join(self.modern.get(part.word, (part.word,))[0] for part in parts),))
        self._read_english()
        self._read_rules()
        self.average = sum(map(len, self.tokens)) / max(1, len(self.tokens))
        self.written = {word: self._written(word) for word in self.postings}
        self.by_form: dict[str, list[str]] = defaultdict(list)
        for word, forms in self.written.items():
            for form in forms:
                self.by_form[form].append(word)
        self.bases = {word: self._bases(forms) for word, forms in self.written.items()}
        self.stems = {word: self._stems(self.written[word], self.bases[word]) for word in self.postings}
        self.related = {word: self._derived(self.written[word]) | self.stems[word] for word in self.postings}
        self.terms: dict[str, list[SearchTerm]] = defaultdict(list)
        self.english: dict[str, list[tuple[SearchTerm, float]]] = defaultdict(list)
        for group in data.groups:
            for key in dict.fromkeys(form for word in group.german for form in self._written(word)):
                self.terms[key].append(group)
            for words, worth in ((group.english, TERM), (group.accepted, ACCEPTED)):
                for key in dict.fromkeys(self._english_stem(text) for text in words):
                    self.english[key].append((group, worth))

    def _read_english(self) -> None:
        """The words of the translation, by their stems."""
        data = self.data
        self.english_tokens: dict[int, list[_Token]] = {}
        self.english_postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, (ref, _text) in enumerate(data.passages):
            if ref in data.english:
                stems = [
                    _Token(_stem(t.word, data.english_endings), t.start, t.end) for t in _tokens(data.english[ref])
                ]
                self.english_tokens[number] = stems
                for at, token in enumerate(stems):
                    self.english_postings[token.word].append((number, at))

    def _read_rules(self) -> None:
        """The sentences of the rules, each with the passages that it rests on, and by stems which have a word."""
        numbers = {ref: number for number, (ref, _text) in enumerate(self.data.passages)}
        self.says: list[tuple[str, list[int]]] = []
        self.said: dict[str, dict[int, None]] = defaultdict(dict)
        for rule in self.data.rules:
            common = self._english_stems(" ".join((rule.title, rule.asks, *rule.sought)))
            for sentence, refs in rule.says:
                for key in (*common, *self._english_stems(sentence)):
                    self.said[key][len(self.says)] = None
                self.says.append((sentence, [numbers[ref] for ref in refs if ref in numbers]))

    def search(self, query: str, sources: Iterable[str] = ()) -> list[Hit]:
        """What a query finds, the best first, then in reading order; only in `sources` if any are named.

        Raises `CodexError` for a query of more than `LIMIT` characters.
        """
        require_short(query)
        wanted = tuple(sources)
        if referred := self._referred(query.strip()):
            hits = [Hit(referred, self._texts[referred], ())]
            return [hit for hit in hits if not wanted or hit.ref.partition(":")[0] in wanted]
        jumps = self._called(query.strip())
        phrases, words = _parts(query)
        units = [self._translated(_words(phrase), self._phrase(phrase, WRITTEN, {})) for phrase in phrases]
        groups: list[SearchTerm] = []
        units += self._units(words, groups)
        defining = {ref for group in groups for ref in group.definitions}
        sizes = [sum(found.best > 0 for found in unit.values()) for unit in units]
        weights = [math.log(1 + len(self.tokens) / (1 + size)) for size in sizes]
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
        return [hit for hit in hits if not wanted or hit.ref.partition(":")[0] in wanted]

    def _said(self, found: list[_Found | None]) -> tuple[str, ...]:
        """The sentences of the rules that have most of the words, in their order."""
        counted = Counter(sentence for unit in found if unit for sentence in unit.said)
        most = max(counted.values(), default=0)
        return tuple(self.says[sentence][0] for sentence in sorted(counted) if counted[sentence] == most)

    def _score(self, number: int, found: list[_Found | None], weights: list[float]) -> float:
        length = 0.5 + 0.5 * len(self.tokens[number]) / self.average
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
        held: defaultdict[int, float] = defaultdict(float)
        for unit, weight in zip(found, weights, strict=True):
            for sentence in unit.said if unit else ():
                held[sentence] += weight
        ruled = RULED * (max(held.values(), default=0.0) / sum(weights)) ** 2
        return score * (here / len(found)) ** 2 * near * (1 + ruled)

    def _units(self, words: list[str], groups: list[SearchTerm]) -> list[dict[int, _Found]]:
        """What each word finds; words that are the English of a term together are one. Adds the terms to `groups`."""
        units = []
        at = 0
        while at < len(words):
            for count in (3, 2, 1):
                together = words[at : at + count]
                meant = self.english.get(self._english_stem(" ".join(together)), [])
                if len(together) == count and (meant or count == 1):
                    units.append(self._unit(together, meant, groups, last=at + count == len(words)))
                    at += count
                    break
        return units

    def _unit(
        self, words: list[str], meant: list[tuple[SearchTerm, float]], groups: list[SearchTerm], *, last: bool
    ) -> dict[int, _Found]:
        """Where words stand that are looked for as one, in whatever way they are found."""
        word = words[0] if len(words) == 1 else ""
        worth = self._alike(word, last=last) if word else {}
        together = [] if word else [(" ".join(words), WRITTEN)]
        known = any(value >= STEM for value in worth.values())
        written = self._written(word)
        own = {id(group): group for key in (*written, *self._bases(written)) for group in self.terms.get(key, ())}
        terms = [(group, TERM) for group in own.values()]
        terms += [(group, value) for group, value in meant if not known or value > ACCEPTED]
        for group, value in terms:
            groups.append(group)
            for german in group.german:
                if " " in german:
                    together.append((german, value))
                for form in self._written(german):
                    for key in self.by_form.get(form, ()):
                        worth[key] = max(value, worth.get(key, 0.0))
        found: dict[int, _Found] = {}
        for phrase, value in together:
            self._phrase(phrase, value, found)
        for key, value in worth.items():
            for number, start, end in self.postings[key]:
                found.setdefault(number, _Found()).add(value, (start, end))
        if not known:
            self._translated(words, found)
        self._ruled(words, found, known=known)
        return found

    def _ruled(self, words: list[str], found: dict[int, _Found], *, known: bool) -> None:
        """What the rules say with these words; added to `found`, without a worth of its own for a German word."""
        keys = [_stem(word, self.data.english_endings) for word in words]
        for sentence in self.said.get(keys[0], ()):
            if all(sentence in self.said.get(key, ()) for key in keys):
                for number in self.says[sentence][1]:
                    here = found.setdefault(number, _Found())
                    if not here.said and not known:
                        here.add(SAID)
                    here.said.add(sentence)

    def _translated(self, words: list[str], found: dict[int, _Found]) -> dict[int, _Found]:
        """Where English words stand together in the translation; added to `found`."""
        wanted = [_stem(word, self.data.english_endings) for word in words]
        for number, at in self.english_postings.get(wanted[0], ()) if wanted else ():
            tokens = self.english_tokens[number]
            if [token.word for token in tokens[at : at + len(wanted)]] == wanted:
                here = found.setdefault(number, _Found())
                here.add(ENGLISH)
                here.english.append((tokens[at].start, tokens[at + len(wanted) - 1].end))
        return found

    def _alike(self, word: str, *, last: bool) -> dict[str, float]:
        """The words of the texts that are like a word, each with what that is worth."""
        written = self._written(word)
        bases = self._bases(written)
        stems = self._stems(written, bases)
        related = self._derived(written) | stems
        long = len(word) >= 4
        worth: dict[str, float] = {}
        for key, forms in self.written.items():
            if not forms.isdisjoint(written):
                worth[key] = WRITTEN
            elif not self.bases[key].isdisjoint(bases):
                worth[key] = BASE
            elif not self.stems[key].isdisjoint(stems):
                worth[key] = STEM
            elif len(word) >= 3 and (last or long) and any(form.startswith(word) for form in forms):
                worth[key] = BEGINS
            elif long and any(part in form for form in forms for part in written):
                worth[key] = INSIDE
            elif not self.related[key].isdisjoint(related):
                worth[key] = RELATED
        return worth

    def _phrase(self, phrase: str, value: float, found: dict[int, _Found]) -> dict[int, _Found]:
        """Where words stand together as they are, or in modern spelling; added to `found`."""
        wanted = [self._written(token.word) for token in _tokens(phrase)]
        first = {key for form in wanted[0] for key in self.by_form.get(form, ())}
        for number in sorted({number for key in first for number, _start, _end in self.postings[key]}):
            tokens = self.tokens[number]
            for at in range(len(tokens) - len(wanted) + 1):
                if all(not self.written[tokens[at + i].word].isdisjoint(forms) for i, forms in enumerate(wanted)):
                    span = (tokens[at].start, tokens[at + len(wanted) - 1].end)
                    found.setdefault(number, _Found()).add(value, span)
        return found

    def _referred(self, query: str) -> str:
        """The reference that the query is; empty when it is none that exists."""
        name = ""
        if match := _SECTION.fullmatch(query):
            name = f"{self.data.sections}:{match[1]}"
        elif (match := _PLACE.fullmatch(query)) and (match[1] or not match[2].isdigit()):
            name = f"{match[1] or self.data.sections}:{match[2]}"
        return next((ref for ref in self._texts if ref.lower() == name.lower()), "")

    def _called(self, query: str) -> list[str]:
        """The places that are called as the query is."""
        return [ref for ref, called in self.data.places if fold(query) in called]

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
        return frozenset((word, *self.modern.get(word, ())))

    def _bases(self, forms: Iterable[str]) -> frozenset[str]:
        bases = self.data.bases
        return frozenset(
            base for form in forms for base in bases.get(form) or bases.get(_stem(form, self.data.endings)) or (form,)
        )

    def _stems(self, *words: Iterable[str]) -> frozenset[str]:
        return frozenset(_stem(word, self.data.endings) for some in words for word in some)

    def _derived(self, words: Iterable[str]) -> frozenset[str]:
        return frozenset(_stem(word, self.data.derived) for word in words)

    def _english_stems(self, text: str) -> list[str]:
        return [_stem(word, self.data.english_endings) for word in _words(text)]

    def _english_stem(self, text: str) -> str:
        return " ".join(_stem(word, self.data.english_endings) for word in fold(text).split())


def require_short(query: str) -> None:
    """Raises `CodexError` for a query of more than `LIMIT` characters."""
    if len(query) > LIMIT:
        raise CodexError(f"a search of {len(query)} characters", f"expected at most {LIMIT}")


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


def _parts(query: str) -> tuple[list[str], list[str]]:
    """The phrases in quotation marks, and the other words, folded."""
    phrases, words = [], []
    for match in _PARTS.finditer(normalize("NFC", query)):  # a letter and its accent are one
        if match[1] and _WORD.search(match[1]):
            phrases.append(match[1])
        elif not match[1]:
            words += [fold(word) for word in _WORD.findall(match[0])] if "-" not in match[0] else [_join(match[0])]
    return phrases, [word for word in words if word]


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(text)]


def _join(text: str) -> str:
    return "".join(fold(word) for word in _WORD.findall(text))


def _gap(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> float:
    """How many characters lie between the two that are nearest to each other."""
    gap = math.inf
    reached = [-math.inf, -math.inf]
    for start, end, side in sorted([(*span, 0) for span in left] + [(*span, 1) for span in right]):
        gap = min(gap, max(start - reached[1 - side], 0))
        reached[side] = max(reached[side], end)
    return gap


def _tokens(text: str) -> list[_Token]:
    return [_Token(fold(match[0]), *match.span()) for match in _WORD.finditer(text)]


def _hyphened(tokens: list[_Token], text: str) -> Iterable[list[_Token]]:
    """Words that hyphens put together, and which are one word too: `Kauf-Talon`."""
    run: list[_Token] = []
    for token in tokens:
        if run and text[run[-1].end : token.start] == "-":
            run.append(token)
            continue
        if len(run) > 1:
            yield run
        run = [token]
    if len(run) > 1:
        yield run


def _stem(word: str, endings: Endings) -> str:
    """A word without its ending, if enough letters are left."""
    for ending, least in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word
