"""Search: the passages in which words stand, the best first.

A word is found as it is written, in its modern spelling, by its base form, by the term that it belongs to and what that
is called elsewhere, by our English, as a part of a compound, in the heading that names a passage, and in what the rules
say of it. Small words weigh nothing, and may stand between others that mean something together; everyday words may ask
for a passage wherever they stand. A word that is nowhere is repaired, or named. Words in quotation marks stand together
as they are. A reference, or the name of a place, comes first.
A card tells the answer of the best passages: of the matters, and of the rules that no matter has, the one that rests
on them and has most words of the query.
`docs/assets/javascripts/search.js` does the same on the site; what is changed here is changed there: one list of
queries tests both.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Literal
from unicodedata import normalize

import msgspec
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Mutable, Record
from tarock.corpus.annotations import Annotation
from tarock.corpus.search_data import (
    DERIVED,
    ENDINGS,
    ENGLISH_ENDINGS,
    CardAnswer,
    Endings,
    SearchData,
    SearchMatter,
    SearchRule,
    SearchToday,
    fold_text,
)

LIMIT = 1000  # characters of a search
# The score of each way of finding.
WRITTEN, BASE, STEM, RELATED = 1.0, 0.75, 0.62, 0.25
RESPELLED = 0.4  # in quotation marks, in modern spelling
TERM, OWN, EVERYDAY, LIKE_EVERYDAY, ACCEPTED = 0.7, 0.6, 0.66, 0.65, 0.4
BEGINS, INSIDE = 0.55, 0.4
ENGLISH = 0.68  # in the translation
SMALL = 0.25  # a small word, in the question of a rule
LED = 0.65  # by the English of a German word or by another everyday word, in a sentence of the rules
LEADS, LEADS_ALSO = 0.85, 0.5  # by another everyday word, of one that is known itself, and of one that is not
# In a sentence of the rules that rests on the passage, or in the question it answers; how much less the former counts.
SAID, ASKING, TELLS = 0.4, 0.75, 0.6
HEADED = 0.45  # in the heading that names the passage
RULED = 3.6  # how much more a passage counts of which one such sentence has all the words
# How much more a passage counts that defines what is looked for; when the meaning is asked; another than the first.
DEFINES, ASKED, ALSO = 1.4, 9.0, 0.8
ANSWERS = 5.0  # how much more a passage counts of which all is asked that everyday words ask of it
# How much less a line of a game, what stands around a text, an example and a heading count; how much more an opening
# paragraph, and what rules.
IN_GAME, AROUND, EXAMPLE, HEADING, OPENING, RULES = 0.35, 0.5, 0.65, 0.5, 1.05, 1.6
NEAR, LONG = 1.0, 0.85  # how much more words count that stand together; how much less a long passage
# A card: a mark of words of its answers apart from those of its question; how much less a passage counts where one
# would look in vain, a word that is not missed, and a word that is nowhere; how many passages are its evidence.
ANSWERED, LOOKED, OPTIONAL, UNKNOWN, EVIDENCE = 0.5, 0.4, 0.3, 0.5, 10
# Weights of the signs for a card: how much of the query its answers have, and its question; how much of its
# question the query has; both at once; its share in the evidence; one by the place of the first passage that it rests
# on; what the query asks with; that it asks for a name where the query does not, or for advice where the other does
# not; that it is a rule and no matter.
SIGNS = (3.4, 1.6, 2.9, 3.3, 4.0, 1.4, 1.7, -1.4, -0.7, -2.2)
NEAR_ENOUGH = 3.0  # the least score of a card
LEAN = 1.0  # how much a passage is raised, as a share of the best, that the likeliest card rests on
SURE = 1.5  # by how much more a card must score than each other to stand before the passages
FIRST = 3  # so many passages are shown where none has all the words
LEAST = 0.1  # of the score of the third: what has less is not shown at first
SHORTEST, SHORT_WORD, LONG_WORD = 4, 5, 9  # letters of a word that is repaired: at least; at most alone; for two faults
MOSTLY = 0.66  # so much of the query is found in an answer, where a word is nowhere
TOGETHER = 4  # so many words may mean something together
FEW, MOST = 10, 50  # so many passages are shown at first, if there are as many, and no more
_WORD = re.compile(r"[^\W_]+")
_HYPHENED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")  # is one word too: `Kauf-Talon`
_NAME = re.compile(r"[A-ZÄÖÜ]|[^\W\d_a-zA-ZäöüÄÖÜß]")  # has such a letter
_PARTS = re.compile(r'["„“”»«]([^"„“”»«]+)["„“”»«]|[^\s"„“”»«]+')
_QUOTES = '"„“”»«'
_PLACE = re.compile(r"(?:([a-z0-9]+)\s*[:-]\s*)?([a-z0-9]+(?:\.[a-z0-9]+)*)", re.IGNORECASE)
_PARAGRAPH = (
    r"([0-9]+)(?:\s*[.,/]\s*([0-9]+))?"
    r"(?:\s*,?\s*([0-9]+)\.\s*abs(?:atz|\.)?|\s*,?\s*(?:abs(?:atz|\.)?|para(?:graph|\.)?)\s*([0-9]+))?"
)
_SECTION = re.compile(
    rf"(?:([0-9]{{4}})[:,]?\s*)?(?:§§?|section|sect?\.|paragraph)\s*{_PARAGRAPH}"
    r"(?:,?\s*(?:von|of|in|aus)?\s*([0-9]{4}))?",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(?:([0-9]{4})[\s,/]+)?(?:(?:regel|rule|satz|sentence|nr\.?|no\.?)\s*)?([0-9]+)(?:\s*[.,/]\s*([0-9]+))?",
    re.IGNORECASE,
)
_PAGE = re.compile(r"(?:seite|s\.|page|pag\.|p\.)\s*([0-9]+)(?:,?\s*(?:von|of|in)?\s*([0-9]{4}))?", re.IGNORECASE)
_EXAMPLE = re.compile(r"Z\. ?B\.")
_EDGES = re.compile(r"\A[\W_]+|[\W_]+\Z")
_PREFIXES = (
    "ab an auf aus be bei durch ein ent er ge her hin los mit nach um un unter uber ver vor weg wider zer zu zuruck "
    "zusammen"
)

_SEPARABLE = (
    "zusammen zuruck hinein herein heraus hinaus weiter durch nach raus rein rauf aus auf mit vor weg ein her hin ab "
    "an um los zu"
)


class Hit(Record, omit_defaults=True):
    """A passage that is found; spans are start and end of the words, in characters.

    `english` is there where words were found in our English, `says` where they were in the sentences of the rules.
    `statements` are the ids of the statements that rest on it, where they are asked for.
    """

    ref: str
    text: str
    spans: tuple[tuple[int, int], ...]
    english: str = ""
    english_spans: tuple[tuple[int, int], ...] = ()
    says: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()


class AnswerCard(Record):
    """A question that a query asks, and what each source answers; or a term of today's table.

    `kind` is `matter`, `rule` where no matter has the rule, or `today`; `id` its id or key. A rule is in English alone,
    so its `de` is empty, and may have several answers of one source. `language` is that of the query. Of a term the
    silence of a source is how it stands to it, `first` tells in both languages where it was first seen, and `near` is
    the id of the matter that is nearest to it.
    """

    kind: Literal["matter", "rule", "today"]
    id: str
    en: str
    de: str
    answers: tuple[CardAnswer, ...]
    language: Literal["en", "de"]
    first: tuple[str, str] = ("", "")
    near: str = ""


class SearchResult(Record):
    """The result of a query: hits, the best first; so many of them answer it, and are shown, of so many in all.

    `card` is the question that rests on the best of them, with its answers; none where nothing is near enough. It
    stands before them if it `leads`, else after the first. `kind` is the kind of thing that the query names, to which
    it keeps: `answers`, `passages`, `glossary` or `pages`. `absent` are the words of a query that is about nothing
    else, of which no text has any: the hits and the card are what is nearest.

    As they were typed: `repaired` has words that no passage has with what was looked for instead, `nowhere` those for
    which nothing was, `offered` those of them that are like another word, with it, `small` those that weigh nothing.
    `eras` are the sources that the query names, `page` the printed
    page that it names.
    """

    shown: int
    of: int
    repaired: tuple[tuple[str, str], ...]
    nowhere: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]
    small: tuple[str, ...]
    eras: tuple[str, ...]
    page: str
    hits: tuple[Hit, ...]
    card: AnswerCard | None
    kind: str
    leads: bool
    absent: tuple[str, ...]


StoredPlaces = dict[str, msgspec.Raw]  # by word its `_PLACES`, decoded when it is looked for
_PLACES = msgspec.json.Decoder(list[tuple[int, int, int, int]])


class _Found(Mutable):
    """The places of one word of a query in a passage and in its translation, and their scores.

    `said` has the sentences of the rules on the passage that have the word; `headed` is the score in its heading.
    """

    best: float = 0.0
    total: float = 0.0
    headed: float = 0.0
    spans: list[tuple[int, int]] = []
    english: list[tuple[int, int]] = []
    said: dict[int, float] = {}

    def add(self, value: float, *spans: tuple[int, int]) -> None:
        """Count one more occurrence with its score, and where it is in the text."""
        self.best = max(self.best, value)
        self.total += value
        self.spans += spans


_FoundIn = defaultdict[int, _Found]  # by the number of the passage
_Ranked = tuple[float, int, list[_Found | None]]  # the score of a passage, its number, and the places of each unit
_Piece = tuple[bool, list[str], list[tuple[int, float]], list[int]]


class _Unit(Mutable):
    """Words of a query that are searched as one, and where they are found.

    `scores` maps words of the texts to their score; `together` are sequences of words with theirs; `said` are words to
    find in the sentences of the rules, with score and whether they find nothing by themselves; `defined` maps passages
    that define the words to a score. A `light` unit raises the score where it occurs and does not lower it elsewhere.
    """

    scores: dict[str, float] = {}
    together: list[tuple[list[str], float]] = []
    said: list[tuple[list[str], float, bool]] = []
    found: _FoundIn = msgspec.field(default_factory=lambda: defaultdict(_Found))
    light: bool = False
    defined: dict[str, float] = {}  # by reference
    words: list[str] = []  # of the query
    led: bool = False  # several words that have no meaning together, but lead to others

    def add_words(self, words: Iterable[str], value: float) -> None:
        """Add words of the texts with their score; a word keeps its highest score."""
        for word in words:
            self.scores[word] = max(value, self.scores.get(word, 0.0))

    def add_definitions(self, refs: Iterable[str]) -> None:
        """Add the passages that define the words; the first gets the full score, the others less."""
        for number, ref in enumerate(refs):
            self.defined[ref] = max(ALSO if number else 1.0, self.defined.get(ref, 0.0))


class SearchIndex(msgspec.Struct, dict=True):
    """The passages, ready to be searched: data that can be cached.

    A place is the number of a passage, which of its words (-1 where hyphens put several together), its start and end.
    `by_form` and the like lead to words of the texts: from a written or modern form, a base form, a stem, and a stem
    without the ending of a noun. `translated` has the places of English stems; `said` by stem the numbers in `says`,
    our sentences on the matters and rules with the numbers of their passages; `terms` and `meanings` by German and
    English words the numbers of `data.groups`; `leads` by words those of `data.alike`; `asks` is like `said`, of the
    questions alone, `said_german` and `asks_german` are by German stems.
    `card_words` has by English stem, and `card_german` by German stem, the numbers of cards with a score; `card_refs`
    has by reference those that rest on it. `signs` has what corrections add and leave out in a passage, where they do.
    """

    data: SearchData
    lengths: list[int] = []  # words of each passage
    places: StoredPlaces = {}
    translated: StoredPlaces = {}
    by_form: dict[str, list[str]] = {}
    by_base: dict[str, list[str]] = {}
    by_stem: dict[str, list[str]] = {}
    by_related: dict[str, list[str]] = {}
    says: list[tuple[str, list[int], bool]] = []
    said: dict[str, list[int]] = {}
    terms: dict[str, list[int]] = {}
    meanings: dict[str, list[tuple[int, float]]] = {}
    leads: dict[str, list[int]] = {}
    asks: dict[str, list[int]] = {}
    said_german: dict[str, list[int]] = {}
    asks_german: dict[str, list[int]] = {}
    card_words: dict[str, dict[int, float]] = {}
    card_german: dict[str, dict[int, float]] = {}
    card_refs: dict[str, list[tuple[int, float]]] = {}
    signs: dict[str, list[Annotation]] = {}

    def find(self, query: str, sources: Iterable[str] = ()) -> SearchResult:
        """Return what a query finds: the best first, equal ones in reading order; only in `sources` if any are named.

        A query that is a reference or a printed page gives just this place. Raises `CodexError` for a query of more
        than `LIMIT` characters.
        """
        if len(query) > LIMIT:
            raise CodexError(
                f"a search of {len(query)} characters",
                f"expected at most {LIMIT}",
            )
        asked = " ".join(self.data.variants.read_plain(query).split())
        wanted = tuple(sources)

        def is_wanted(ref: str) -> bool:
            return not wanted or ref.partition(":")[0] in wanted

        def named(refs: Iterable[str]) -> tuple[Hit, ...]:
            return tuple(Hit(ref, self._texts[ref], ()) for ref in refs if is_wanted(ref))

        referred = self._find_reference(asked)
        page = "" if referred else self._find_page(asked)
        if referred or page:
            hits = named([referred] if referred else dict(self.data.pages)[page])
            return SearchResult(len(hits), len(hits), (), (), (), (), (), page, hits, None, "", leads=False, absent=())
        rest, kind = self._split_kind(query)
        if kind:
            return structs.replace(self.find(rest, wanted), kind=kind)
        rest, eras = self._split_sources(query)
        if eras:
            found = structs.replace(self.find(rest, wanted or eras), eras=() if wanted else eras)
            if found.hits or found.card or self._sigla.intersection(query.split()):
                return found
        jumps = self._find_named_places(asked)
        asked, put = self.data.cards.read(asked)
        phrases, words = self._split_query(asked)
        asks = _Query(self, words, phrases)
        today = None if jumps or phrases else self._find_today(words)
        card = _make_card(today, wanted, "de" if asks.tongue < 0 else "en") if today else None
        if today and not any(
            self.by_form.get(word) or any(self.match_terms([word])) for word in words if word in today.words
        ):
            hits = named(dict.fromkeys(ref for answer in today.answers for ref in answer.refs))
            return SearchResult(len(hits), len(hits), (), (), (), (), (), "", hits, card, "", leads=True, absent=())
        first = named(jumps)
        ranked = [
            entry for entry in asks.rank() if (ref := self.data.passages[entry[1]][0]) not in jumps and is_wanted(ref)
        ]
        known = bool(asks.units or asks.beside)
        typed = self._list_typed(query) | put
        nowhere = tuple(typed.get(word, word) for word in asks.nowhere)
        is_absent = asks.is_absent(word for word in nowhere if not query.startswith(word))
        leads = bool(card)
        scores = self.score_cards(asks, ranked) if words and known and not (phrases or jumps) else {}
        ranked = self._raise_passages(asks, ranked, scores) if len(asks.units) + bool(asks.small) > 2 else ranked
        if not card and not asks.is_defined:
            card, leads = self._choose_card(scores, wanted, "de" if asks.tongue < 0 else "en", found=bool(ranked))
        least = LEAST * ranked[min(2, len(ranked) - 1)][0] if ranked else 0.0
        answers = max(min(FEW, len(ranked)), sum(score >= least for score, _number, _found in ranked[:MOST]))
        if asks.nowhere:  # what has few of the other words is no answer
            good = sum(asks.cover(found) >= MOSTLY for _score, _number, found in ranked[:FEW])
            answers = min(good, FIRST if asks.pieces else 0) if is_absent else good
        hits = (*first, *(self._make_hit(number, found) for _score, number, found in ranked))
        told = (
            tuple((typed.get(word, word), self._spell_as_in_texts(other)) for word, other in asks.repaired),
            nowhere,
            tuple((typed.get(word, word), self._spell_as_in_texts(other)) for word, other in asks.offered),
            tuple(dict.fromkeys(typed.get(word, word) for word in asks.small)),
        )
        absent = nowhere if is_absent else ()
        return SearchResult(
            len(first) + answers, len(hits), *told, (), "", hits, card, "", leads=leads and not absent, absent=absent
        )

    def _find_today(self, words: list[str]) -> SearchToday | None:
        """Return the term of today's table that a query is, or that is in it and that no text has."""
        asked = [word for word in words if word not in self.data.plain]
        found = [
            (len(name), term)
            for term in self.data.today
            for name in (each.split() for each in term.names)
            if asked == name
            or (
                not any(self.by_form.get(word) for word in name)
                and name in _list_runs(words, len(name))
                and term.is_absent
            )
        ]
        return max(found, key=lambda entry: entry[0], default=(0, None))[1]

    @cached_property
    def cards(self) -> list[SearchMatter | SearchRule]:
        """Return what can be a card, in order: the matters, then the rules that no matter has."""
        return [*self.data.matters, *self.data.rules]

    def _raise_passages(self, asks: _Query, ranked: list[_Ranked], scores: dict[int, float]) -> list[_Ranked]:
        """Return passages in the order of their scores, raised by how likely the cards are that rest on each.

        Less where words of the query are missing.
        """
        if not ranked or not scores:
            return ranked
        best, top = max(scores.values()), ranked[0][0]
        likely = {card: math.exp(score - best) for card, score in scores.items()}
        whole = sum(likely.values())
        raised = []
        for score, number, found in ranked:
            refs = self.card_refs.get(self.data.passages[number][0], ())
            share = sum(likely.get(card, 0.0) * worth for card, worth in refs) / whole
            raised.append((round(score + LEAN * top * share * asks.cover(found) ** 2, 9), number, found))
        return sorted(raised, key=lambda entry: (-entry[0], entry[1]))

    def _choose_card(
        self, scores: dict[int, float], sources: Collection[str], language: Literal["en", "de"], *, found: bool
    ) -> tuple[AnswerCard | None, bool]:
        """Return the best card, and whether it leads the passages; none where nothing is near.

        It leads where no other is nearly as likely, and where no passages are found.
        """
        order = sorted(scores, key=lambda number: (-scores[number], number))
        if not order or scores[order[0]] < NEAR_ENOUGH:
            return None, False
        leads = len(order) < 2 or scores[order[0]] - scores[order[1]] >= SURE or not found
        return _make_card(self.cards[order[0]], sources, language), leads

    def score_cards(self, asks: _Query, ranked: list[_Ranked]) -> dict[int, float]:
        """Return the score of each card by its number: of the passages that it rests on, and of its words."""
        return {
            card: round(sum(weight * sign for weight, sign in zip(SIGNS, signs, strict=True)), 9)
            for card, signs in self.weigh_cards(asks, ranked).items()
        }

    def weigh_cards(self, asks: _Query, ranked: list[_Ranked]) -> dict[int, tuple[float, ...]]:
        """Return the signs that speak for each card by its number, in the order of `SIGNS`."""
        evidence = ranked[:EVIDENCE]
        whole = sum(score for score, _number, _found in evidence)
        shares, places = defaultdict[int, float](float), dict[int, int]()
        for place, (score, number, _found) in enumerate(evidence, 1):
            inside = [(number, 1.0), *((each, HEADING) for each in self.passages_under.get(number, ()))]
            held: dict[int, float] = {}
            for each, value in inside:
                for card, worth in self.card_refs.get(self.data.passages[each][0], ()):
                    held[card] = max(value * worth, held.get(card, 0.0))
            for card, value in held.items():
                shares[card] += value * score / whole
                places.setdefault(card, place)
        asked, told, held_by_question = asks.weigh_words()
        questions = asks.weigh_questions()
        signs: dict[int, tuple[float, ...]] = {}
        for card in sorted(shares.keys() | told.keys()):
            kinds = self.card_kinds[card]
            covers = held_by_question.get(card, 0.0)
            both = covers + asked.get(card, 0.0)
            signs[card] = (
                told.get(card, 0.0),
                asked.get(card, 0.0),
                covers,
                2 * covers * asked.get(card, 0.0) / both if both else 0.0,
                shares.get(card, 0.0),
                1 / places[card] if card in places else 0.0,
                questions.get(card, 0.0),
                float(kinds[0] and not asks.asked),
                float(kinds[1] != asks.advice),
                float(card >= len(self.data.matters)),
            )
        return signs

    @cached_property
    def question_weights(self) -> tuple[dict[int, float], dict[int, float]]:
        """Return by number how much the words of the question of each card weigh, in English and in German."""
        weights: tuple[dict[int, float], dict[int, float]] = ({}, {})
        passed = self.small_words | self.optional_words
        for number, card in enumerate(self.cards):
            english = card.en if isinstance(card, SearchMatter) else card.asks
            german = card.de if isinstance(card, SearchMatter) else ""
            for held, text, by, stem in (
                (weights[0], english, self.card_words, lambda word: strip_ending(word, ENGLISH_ENDINGS)),
                (weights[1], german, self.card_german, _stem_german),
            ):
                stems = {stem(word) for word in _split_words(text) if word not in passed}
                held[number] = 1 + sum(self.weigh_stem(by, key) for key in stems)
        return weights

    def weigh_stem(self, by: dict[str, dict[int, float]], key: str) -> float:
        """Return how much a word weighs by how few cards have it."""
        return math.log(1 + len(self.cards) / (1 + len(by.get(key, ()))))

    @cached_property
    def askable(self) -> frozenset[str]:
        """Return the English words that ask or deny, without endings."""
        words = (word for _german, english in self.data.asked for word in english.split())
        return frozenset(strip_ending(word, ENGLISH_ENDINGS) for word in words)

    @cached_property
    def card_kinds(self) -> list[tuple[bool, bool]]:
        """Return of each card whether its question asks for a meaning, and whether for advice."""
        asked = [set(_split_words(card.en if isinstance(card, SearchMatter) else card.asks)) for card in self.cards]
        return [(not words.isdisjoint(self.data.asks), not words.isdisjoint(self.data.advice)) for words in asked]

    def _split_sources(self, query: str) -> tuple[str, tuple[str, ...]]:
        """Split a query into the rest and the sources that it names: by year, or else by the name of their game.

        Names no sources where nothing else is asked.
        """
        parts = [match[0] for match in _PARTS.finditer(query)]
        bare = [_EDGES.sub("", part) if part[0] not in _QUOTES else "" for part in parts]
        for named in (
            [part if part in self._sigla else "" for part in bare],
            [self._called.get(fold_text(part).replace("-", ""), "") for part in bare],
        ):
            rest = " ".join(part for part, siglum in zip(parts, named, strict=True) if not siglum)
            words = _split_words(self.data.cards.read(rest)[0])
            by_year = any(siglum == part for siglum, part in zip(named, bare, strict=True) if siglum)
            if any(named) and any(by_year or word not in self.small_words for word in words):
                return rest, tuple(dict.fromkeys(filter(None, named)))
        return query, ()

    def _split_kind(self, query: str) -> tuple[str, str]:
        """Split a query into the rest and the kind of thing that its first or last word names; empty if none does."""
        parts, kinds = query.split(), dict(self.data.kinds)
        for at in (0, -1) if len(parts) > 1 else ():
            if kind := kinds.get(fold_text(_EDGES.sub("", parts[at]))):
                return " ".join(parts[1:] if at == 0 else parts[:-1]), kind
        return query, ""

    def _make_hit(self, number: int, found: list[_Found | None]) -> Hit:
        ref, text = self.data.passages[number]
        spans = sorted({span for unit in found if unit for span in unit.spans})
        english = sorted({span for unit in found if unit for span in unit.english})
        translation = self.data.english[ref] if english else ""
        return Hit(ref, text, tuple(spans), translation, tuple(english), self._find_matching_rules(found))

    def _find_matching_rules(self, found: list[_Found | None]) -> tuple[str, ...]:
        """Return the sentences of the rules with the most words of the query, in their order."""
        counted = Counter(sentence for unit in found if unit for sentence in unit.said)
        most = max(counted.values(), default=0)
        return tuple(self.says[sentence][0] for sentence in sorted(counted) if counted[sentence] == most)

    def _split_query(self, query: str) -> tuple[list[list[str]], list[str]]:
        """Split a query into its quoted phrases and its other words; `a-b` is one word if the index knows it as one."""
        phrases, single = [], []
        for match in _PARTS.finditer(normalize("NFC", query)):  # a letter and its accent are one
            words = _split_words(match[0])
            together = "".join(words)
            if match[1]:
                phrases.append(words)
            elif "-" in match[0] and (together in self.by_form or any(self.match_terms([together]))):
                single.append(together)
            else:
                single += words
        return list(filter(None, phrases)), list(filter(None, single))

    def _list_typed(self, query: str) -> dict[str, str]:
        """Map each word as it is searched to how it was typed."""
        typed: dict[str, str] = {}
        for part in query.split():
            written = _EDGES.sub("", part)
            words = _WORD.findall(self.data.variants.read_plain(written))
            for word in ("".join(words), *words):
                typed.setdefault(fold_text(word), word if word in written else written)
        return typed

    def _spell_as_in_texts(self, form: str) -> str:
        """Return how the texts spell the word that replaces a misspelled one; an English one stands for itself."""
        data = self.data
        for word in self.by_form.get(form, ()):
            for number, _at, start, end in _PLACES.decode(self.places[word]):
                return data.passages[number][1][start:end]
        return form

    def _find_reference(self, query: str) -> str:
        """Return the existing reference that the query is as a whole; empty when it is none."""
        name = ""
        if match := _SECTION.fullmatch(query):
            siglum = match[1] or match[6] or self.data.sections
            name = f"{siglum}:{_join_number(match[2], match[3] or match[4] or match[5])}"
        elif (match := _PLACE.fullmatch(query)) and (match[1] or not match[2].replace(".", "").isdigit()):
            name = f"{match[1] or self.data.sections}:{match[2]}"
        elif (match := _NUMBERS.fullmatch(query)) and match[1]:
            name = f"{match[1]}:{_join_number(match[2], match[3])}"
        return self._named.get(name.lower(), "")

    def _find_named_places(self, query: str) -> list[str]:
        """Return the references of places with this name.

        A bare number gives the place in the source with §§ first, then in each other source.
        """
        jumps = [ref for ref, called in self.data.places if fold_text(query) in called]
        if (match := _NUMBERS.fullmatch(query)) and not match[1]:
            name = _join_number(match[2], match[3])
            sigla = sorted(self._sigla, key=lambda siglum: (siglum != self.data.sections, siglum))
            jumps += [self._named[ref] for siglum in sigla if (ref := f"{siglum}:{name}".lower()) in self._named]
        return list(dict.fromkeys(jumps))

    def _find_page(self, query: str) -> str:
        """Return the reference of the printed page that the query names; empty when it names none."""
        if not (match := _PAGE.fullmatch(query)):
            return ""
        pages = (ref for ref, _inside in self.data.pages if ref.endswith(f":page.{match[1]}"))
        return next((ref for ref in pages if ref.startswith(match[2] or "")), "")

    @cached_property
    def _called(self) -> dict[str, str]:
        return dict(self.data.named)

    @cached_property
    def _sigla(self) -> frozenset[str]:
        return frozenset(ref.partition(":")[0] for ref, _text in self.data.passages)

    @cached_property
    def _named(self) -> dict[str, str]:
        return {ref.lower(): ref for ref in self._texts}

    @cached_property
    def passage_numbers(self) -> dict[str, int]:
        """Map each reference to the number of the passage in the index."""
        return {ref: number for number, (ref, _text) in enumerate(self.data.passages)}

    @cached_property
    def average_length(self) -> float:
        """Return the average number of words in a passage."""
        return sum(self.lengths) / max(1, len(self.lengths))

    @cached_property
    def passages_under(self) -> dict[int, tuple[int, ...]]:
        """Map the number of each heading to the numbers of the passages under it."""
        return dict(self.data.under)

    @cached_property
    def passage_weights(self) -> list[float]:
        """Return a factor for the score of each passage, lower for lines of a game and examples, by number."""
        games, around = tuple(f"{game}." for game in self.data.games), frozenset(self.data.around)
        return [
            (IN_GAME if ref.startswith(games) else 1.0)
            * (AROUND if number in around else 1.0)
            * (HEADING if number in self.passages_under else 1.0)
            * (EXAMPLE if _EXAMPLE.match(text) else 1.0)
            * (OPENING if ref.endswith(".1") else 1.0)
            for number, (ref, text) in enumerate(self.data.passages)
        ]

    @cached_property
    def ruled_passages(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the numbers of passages that support a rule, and of those that only support advice."""
        rules = {number for _sentence, numbers, advice in self.says for number in numbers if not advice}
        return frozenset(rules), frozenset(number for _s, numbers, _a in self.says for number in numbers) - rules

    @cached_property
    def compound_parts(self) -> frozenset[str]:
        """Return the words that can be the other half of a German compound."""
        return frozenset((*self.by_form, *self.by_base, *self.by_stem, *_PREFIXES.split()))

    @cached_property
    def optional_words(self) -> frozenset[str]:
        """Return the words, and numbers to 100, that raise a score where they occur and are not missed elsewhere."""
        return frozenset((*self.data.light, *map(str, range(101))))

    @cached_property
    def small_words_by_language(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the stop words, German and English."""
        return frozenset(self.data.small[0]), frozenset(self.data.small[1])

    @cached_property
    def everyday_phrases(self) -> list[tuple[frozenset[str], int]]:
        """Return the everyday phrases that lead to passages, as sets of words, each with its index in `data.alike`."""
        several = ((frozenset(key.split()), number) for key, numbers in self.leads.items() for number in numbers)
        return [(words, number) for words, number in several if len(words) > 1 and self.data.alike[number][2]]

    @cached_property
    def small_words(self) -> frozenset[str]:
        """Return the stop words of both languages."""
        return self.small_words_by_language[0] | self.small_words_by_language[1]

    @cached_property
    def skippable_words(self) -> frozenset[str]:
        """Return the stop words that may be skipped between other words: those that neither ask nor negate."""
        return self.small_words - {word for german, english in self.data.asked for word in (german, *english.split())}

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Map each reference, of passages and of places that hold some, to a text.

        A place has that of its first passage.
        """
        passages = dict(self.data.passages)
        first: dict[str, str] = {}
        for ref, text in self.data.passages:
            for dot in re.finditer(r"\.", ref):
                first.setdefault(ref[: dot.start()], text)
        return {**{ref: first.get(ref, "") for ref, _called in self.data.places}, **passages}

    def spellings(self, word: str) -> frozenset[str]:
        """Return a word with its modern spellings."""
        return frozenset((word, *self.data.modern.get(word, ())))

    def lookup_keys(self, word: str) -> tuple[frozenset[str], ...]:
        """Return the keys under which a word is looked up in `by_form`, `by_base`, `by_stem` and `by_related`."""
        data, written = self.data, self.spellings(word)
        known = (data.bases.get(form) or data.bases.get(strip_ending(form, ENDINGS)) or (form,) for form in written)
        bases = frozenset(base for found in known for base in found)
        stems = frozenset(strip_ending(form, ENDINGS) for form in written | bases)
        return written, bases, stems, stems.union(strip_ending(form, DERIVED) for form in written)

    def count_places(self, word: str) -> int:
        """Return how often a word stands in the texts."""
        return len(_PLACES.decode(self.places[word]))

    @cached_property
    def vocabulary(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the words that a misspelled one may be, German and English, each with how often it stands there.

        Those of the texts and our English, of the matters and rules, and those of everyday, which may be either.
        """
        data = self.data
        german = Counter({form: sum(map(self.count_places, self.by_form[form])) for form in self.by_form})
        english = Counter(word for text in data.english.values() for word in _split_words(text))
        for matter in data.matters:
            german.update(_split_words(" ".join((matter.de, *(answer.de for answer in matter.answers)))))
            english.update(_split_words(" ".join((matter.en, *(answer.en for answer in matter.answers)))))
        for rule in data.rules:
            english.update(_split_words(" ".join((rule.asks, *(words for words, _refs, _advice in rule.says)))))
        for group in data.groups:
            english.update(_split_words(" ".join((*group.english, *group.accepted))))
        everyday = [
            *(text for each in data.groups for text in each.everyday),
            *(w for each in data.alike for w in each[0]),
        ]
        for counted in (german, english):
            counted.update(_split_words(" ".join(everyday)))
        return german, english

    def find_numbers(self, word: str) -> set[int]:
        """Return the numbers of the passages with a word, as it is written or in our English."""
        forms = [(self.places, form) for form in self.by_form.get(word, ())]
        forms.append((self.translated, strip_ending(word, ENGLISH_ENDINGS)))
        return {place[0] for places, form in forms if form in places for place in _PLACES.decode(places[form])}

    def split_word(self, word: str) -> list[str]:
        """Return what a German word that is nowhere is made of, as known words: two halves, or the verb that it is of.

        A participle or `zu` is read as its verb (`ausgeteilt`), and a separable prefix is left out (`mitbieten`).
        """

        def is_known(part: str) -> bool:
            keys = self.lookup_keys(part)[:3]
            held = zip((self.by_form, self.by_base, self.by_stem), keys, strict=True)
            return len(part) >= SHORTEST and any(key in by or key in self.terms for by, found in held for key in found)

        def is_word(part: str) -> bool:
            return is_known(part) or (len(part) >= SHORTEST and any(self.match_terms([part])))

        for prefix in ("", *_SEPARABLE.split()):
            rest = word[len(prefix) :] if word.startswith(prefix) else ""
            for inner in ("ge", "zu"):
                if rest.startswith(inner):
                    for verb in (prefix + rest[2:], rest[2:]):
                        if is_word(verb):
                            return [verb]
        for at in range(SHORTEST, len(word) - SHORTEST + 1):
            left, right = word[:at], word[at:]
            for joint in ("", "s", "n", "es", "en"):
                parts = [left.removesuffix(joint), right]
                if left.endswith(joint) and all(map(is_word, parts)) and any(map(is_known, parts)):
                    return parts
        for prefix in _SEPARABLE.split():
            if word.startswith(prefix) and is_word(word[len(prefix) :]):
                return [word[len(prefix) :]]
        return []

    def stems(self, words: list[str]) -> set[str]:
        """Return the keys of words in `meanings` and `leads`: without English endings, and without German ones."""
        english = " ".join(strip_ending(word, ENGLISH_ENDINGS) for word in words)
        return {english, " ".join(strip_ending(word, ENDINGS) for word in words)}

    def lead_words(self, words: list[str]) -> set[str]:
        """Return the keys of words in `leads`, without skippable stop words if several other words remain."""
        left = [*words[:1], *(word for word in words[1:-1] if word not in self.skippable_words), *words[1:][-1:]]
        return self.stems(left if sum(word not in self.small_words for word in left) > 1 else words)

    def match_terms(self, words: list[str]) -> tuple[list[tuple[int, float]], list[int]]:
        """Return the terms that words may mean, as (index in `data.groups`, score), and indexes of `data.alike`."""
        keys = [*sorted(self.stems(words)), f"={' '.join(words)}"]
        leads = {number for key in self.lead_words(words) for number in self.leads.get(key, ())}
        return [entry for key in keys for entry in self.meanings.get(key, ())], sorted(leads)


class _Query:
    """A query that is being answered."""

    def __init__(self, index: SearchIndex, words: list[str], phrases: list[list[str]]):
        self.index = index
        self.phrases = len(phrases)
        self.repaired: list[tuple[str, str]] = []
        self.nowhere: list[str] = []
        self.offered: list[tuple[str, str]] = []
        self.small: list[str] = []
        self.beside: list[_Unit] = []  # of words that stand in cards alone
        self.pieces = 0  # units that are parts of a word that is nowhere
        self.questions: dict[int, float] = {}
        self.questioned = 0.0
        self.advice = any(word in index.data.advice for word in words)
        self.asked = any(word in index.data.asks for word in words)
        self.words = words
        self.tongue = self._guess_language(words)
        self.units = [
            _Unit(found=self._find_translated(words, ENGLISH, self._find_quoted(words)), words=words)
            for words in phrases
        ]
        self._collect_units(words)
        self.answered = self._find_everyday_answers(words)

    def rank(self) -> list[_Ranked]:
        """Return score, number and matches of each passage that is found: the best first, then in reading order."""
        index = self.index
        sizes = [sum(found.best >= INSIDE for found in unit.found.values()) for unit in self.units]
        weights = [math.log(1 + len(index.lengths) / (1 + size)) for size in sizes]
        heavy = [weight for unit, weight in zip(self.units, weights, strict=True) if not unit.light] or weights
        whole = sum(heavy)
        scored = []
        for number in sorted({number for unit in self.units for number in unit.found}):
            found = [unit.found.get(number) for unit in self.units]
            if None in found[: self.phrases]:
                continue
            score = self._score(number, found, weights, whole)
            if score:
                scored.append((round(score, 9), number, found))
        return sorted(scored, key=lambda entry: (-entry[0], entry[1]))

    def _score(self, number: int, found: list[_Found | None], weights: list[float], whole: float) -> float:
        index = self.index
        length = 0.5 + 0.5 * index.lengths[number] / index.average_length
        score, here, defined = 0.0, 0.0, 0.0
        ref = index.data.passages[number][0]
        rules = RULES if number in index.ruled_passages[self.advice] else 1.0
        for unit, asked, weight in zip(found, self.units, weights, strict=True):
            if unit:
                own = unit.best**2 * unit.total / (unit.total + LONG * length)
                score += weight * (own + HEADED * unit.headed**2)
                if not asked.light or all(each.light for each in self.units):
                    here += weight * (1.0 if unit.best else 0.7)
                defined += weight * asked.defined.get(ref, 0.0)
        near = 1.0
        for left, right in pairwise(found):
            if left and right:
                gap = min(_measure_gap(left.spans, right.spans), _measure_gap(left.english, right.english))
                near += NEAR / (1 + gap / 10)
        by_sentence: defaultdict[int, float] = defaultdict(float)
        for unit, weight in zip(found, weights, strict=True):
            if unit:
                for sentence, value in unit.said.items():
                    by_sentence[sentence] += weight * value
        for sentence, weight in self.questions.items():
            if sentence in by_sentence:
                by_sentence[sentence] += weight
        ruled = RULED * (max(by_sentence.values(), default=0.0) / (whole + self.questioned)) ** 2
        defines = (ASKED if self.asked else DEFINES) * (defined / whole) ** 2
        answered = self.answered.get(ref, 0.0)
        told = (1 + ruled) * (1 + defines) * (1 + ANSWERS * answered**2)
        return score * max(here / whole, answered) ** 2 * near * told * index.passage_weights[number] * rules

    def _find_everyday_answers(self, words: list[str]) -> dict[str, float]:
        """Map passages that everyday phrases in the query lead to, to the share of the query that these phrases are."""
        data = self.index.data
        kinds = [[strip_ending(word, endings) for word in words] for endings in (ENGLISH_ENDINGS, ENDINGS)]
        heavy = [at for at, word in enumerate(words) if word not in self.index.small_words]
        found: dict[str, float] = {}
        for asking, number in self.index.everyday_phrases:
            if any(asking.issubset(kind) for kind in kinds):
                share = sum(any(kind[at] in asking for kind in kinds) for at in heavy) / max(1, len(heavy))
                for at, ref in enumerate(data.alike[number][2]):
                    found[ref] = max(share * (ALSO if at else 1.0), found.get(ref, 0.0))
        return found

    def _guess_language(self, words: list[str]) -> int:
        """Return the language of a query: 1 English, -1 German, 0 either."""
        german, english = self.index.small_words_by_language
        leaning = 0
        for word in words:
            here = word in english or (word not in german and self._is_english(word))
            there = word in german or (word not in english and word in self.index.by_form)
            leaning += here - there
        return (leaning > 0) - (leaning < 0)

    def _is_english(self, word: str) -> bool:
        key = strip_ending(word, ENGLISH_ENDINGS)
        return key in self.index.translated or key in self.index.meanings

    def _collect_units(self, words: list[str]) -> None:
        """Collect the words as units.

        Words with a common meaning are one, stop words are dropped unless there are no others.
        """
        left_out, unknown = [], []
        for last, together, meant, leads in self._split_into_pieces(words):
            if len(together) == 1 and together[0] in self.index.small_words:
                left_out += together
            elif not self._append_unit(together, meant, leads, last=last):
                unknown.append((len(self.units), together[0]))
        self._repair(unknown)
        if not self.units and not self.nowhere:
            for number, word in enumerate(left_out):
                self._append_unit([word], [], [], last=number + 1 == len(left_out))
        else:
            self.small += left_out
            self._score_questions(left_out)
        self.asked = self.asked or (len(self.units) == 1 and all(word in self.index.data.plain for word in left_out))

    def _split_into_pieces(self, words: list[str]) -> list[_Piece]:
        """Split words into as few pieces as possible, the longest first.

        A piece has: whether it is the last, its words, the terms they may mean, and indexes of `data.alike`.
        """
        best: list[list[_Piece]] = [[] for _ in range(len(words) + 1)]
        for at in reversed(range(len(words))):
            ways = []
            for end, together in self._list_runs(words, at):
                meant, leads = self.index.match_terms(together)
                if len(together) < end - at:
                    meant = []
                if len(together) == 1 or leads or any(value > ACCEPTED for _number, value in meant):
                    ways.append([(end == len(words), together, meant, leads), *best[end]])
            best[at] = min(ways, key=len)
        return best[0]

    def _list_runs(self, words: list[str], at: int) -> list[tuple[int, list[str]]]:
        """Return the runs of words from `at` that may have a meaning together, and where each ends.

        The longest first.
        """
        heavy = [at, *(here for here in range(at + 1, len(words)) if words[here] not in self.index.skippable_words)]
        several = [[*range(at, end)] for end in range(at + 1, min(at + TOGETHER, len(words)) + 1)]
        several += [heavy[:count] for count in range(2, min(TOGETHER, len(heavy)) + 1)]
        several.sort(key=lambda chosen: (-chosen[-1], -len(chosen)))
        return [(chosen[-1] + 1, [words[here] for here in chosen]) for chosen in several]

    def cover(self, found: list[_Found | None]) -> float:
        """Return the share of the words that are missed which are found in a passage."""
        missed = [here is not None for here, unit in zip(found, self.units, strict=True) if not unit.light]
        return sum(missed) / len(missed) if missed else 1.0

    def is_absent(self, typed: Iterable[str]) -> bool:
        """Return whether it asks for words that no text has, with few others; `typed` is how those are written.

        As many others are few where one of the words is a name: it has a capital letter, or one of another language.
        """
        others = sum(not unit.light for unit in (*self.units, *self.beside)) - self.pieces
        named = not self.pieces and any(_NAME.search(word) for word in typed)
        return bool(self.nowhere) and (others < len(self.nowhere) or (named and others == len(self.nowhere)))

    @property
    def is_defined(self) -> bool:
        """Return whether it asks for the meaning of one word, which a passage defines: no card answers it better."""
        return self.asked and len(self.units) == 1 and bool(self.units[0].defined) and not self.units[0].led

    def weigh_words(self) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
        """Return by number how much of the query each card has in its question, and how much more in its answers.

        The third is how much of its question the query has. Each is a share of 1.
        """
        index, count = self.index, len(self.index.cards)
        whole = UNKNOWN * len(self.nowhere) * math.log(1 + count)
        asked, told = defaultdict[int, float](float), defaultdict[int, float](float)
        held: defaultdict[tuple[int, int], dict[str, float]] = defaultdict(dict)
        for unit in self._split_units():
            in_question, anywhere = self._find_in_cards(unit, held)
            weight = math.log(1 + count / (1 + len(anywhere))) * (OPTIONAL if unit.light else 1.0)
            whole += weight
            for card, value in anywhere.items():
                told[card] += weight * max(0.0, value - in_question.get(card, 0.0))
            for card, value in in_question.items():
                asked[card] += weight * value
        covered = defaultdict[int, float](float)
        for (card, language), stems in held.items():
            by = index.card_german if language else index.card_words
            share = sum(index.weigh_stem(by, key) * value for key, value in stems.items())
            covered[card] = max(covered[card], min(1.0, share / index.question_weights[language][card]))
        whole = whole or 1.0
        shared = [{card: value / whole for card, value in each.items()} for each in (asked, told)]
        return shared[0], shared[1], covered

    def weigh_questions(self) -> dict[int, float]:
        """Return by number how many of the words with which the query asks or denies the question of each card has."""
        index, asked = self.index, dict(self.index.data.asked)
        keys = {strip_ending(key, ENGLISH_ENDINGS) for word in self.words for key in asked.get(word, word).split()}
        keys &= index.askable
        found = defaultdict[int, float](float)
        for key in keys:
            for card, value in index.card_words.get(key, {}).items():
                found[card] += (value == 1.0) / len(keys)
        return found

    def _split_units(self) -> Iterator[_Unit]:
        """Yield all units; of several words that only everyday leads put together, each that is not small."""
        for unit in (*self.units, *self.beside):
            if unit.led:
                for word in unit.words:
                    if word not in self.index.small_words:
                        part = self._make_unit([word], *self.index.match_terms([word]), last=False)
                        part.light = word in self.index.optional_words
                        yield part
            else:
                yield unit

    def _find_in_cards(
        self, unit: _Unit, held: defaultdict[tuple[int, int], dict[str, float]]
    ) -> tuple[dict[int, float], dict[int, float]]:
        """Return by number how well each card has the words of a unit in its question, and anywhere, of 1.

        Adds to `held` the words of the questions, by the number of the card and the language, with the same.
        """
        index = self.index
        ways: list[tuple[int, list[str], float]] = []
        for words, value, _quiet in unit.said:
            if words != unit.words or self.tongue >= 0:
                ways.append((0, [strip_ending(word, ENGLISH_ENDINGS) for word in words], value))
        if self.tongue <= 0:
            ways.append((1, [_stem_german(word) for word in unit.words], 1.0))
        ways += ((1, [_stem_german(word)], value) for word, value in unit.scores.items())
        asked: dict[int, float] = {}
        found: dict[int, float] = {}
        for language, keys, value in ways:
            by = index.card_german if language else index.card_words
            columns = [by.get(key, {}) for key in keys]
            for card in columns[0] if columns else ():
                if all(card in column for column in columns):
                    found[card] = max(value, found.get(card, 0.0))
                    if all(column[card] == 1.0 for column in columns):
                        asked[card] = max(value, asked.get(card, 0.0))
                        stems = held[card, language]
                        stems.update((key, max(value, stems.get(key, 0.0))) for key in keys)
        return asked, found

    def _append_unit(self, words: list[str], meant: list[tuple[int, float]], leads: list[int], *, last: bool) -> bool:
        """Add a unit of words that are searched as one; return false for a word that is nowhere."""
        unit = self._make_unit(words, meant, leads, last=last)
        unit.light = all(word in self.index.optional_words for word in words)
        if unit.found or len(words) > 1:
            self.units.append(unit)
        elif self._find_in_cards(unit, defaultdict(dict))[1]:
            self.beside.append(unit)
        else:
            return False
        return True

    def _repair(self, unknown: list[tuple[int, str]]) -> None:
        """Put for words that are nowhere those that are near, and offer others; each has its place among the units."""
        contexts, added = [unit.found.keys() for unit in self.units], 0
        for at, word in unknown:
            parts = [] if self.tongue > 0 else self.index.split_word(word)
            other, near = (parts[0], True) if len(parts) == 1 else self._correct_spelling(word, contexts)
            if near and len(parts) < 2:
                self.repaired.append((word, other))
                parts = [other]
            else:
                self.nowhere.append(word)
                self.offered += [(word, other)] if other else []
                self.pieces += len(parts)
            for part in parts:
                self.units.insert(at + added, self._make_unit([part], *self.index.match_terms([part]), last=False))
                added += 1

    def _make_unit(self, words: list[str], meant: list[tuple[int, float]], leads: list[int], *, last: bool) -> _Unit:
        """Return a unit of words that are searched as one, with everywhere that they are found."""
        index = self.index
        word = words[0] if len(words) == 1 else ""
        english = bool(word) and self._is_english(word)
        worth = self._find_similar(word, last=last, foreign=english and self.tongue > 0) if word else {}
        known = any(value >= STEM for value in worth.values())
        quiet = known and self.tongue < 1 if word else bool(leads) and not meant
        led = bool(leads) and not meant and not word
        unit = _Unit(worth, [] if word else [(words, WRITTEN)], [(words, 1.0, quiet)], words=words, led=led)
        written, bases, stems, _related = index.lookup_keys(word)
        own = sorted({number for key in (*written, *bases, *stems) for number in index.terms.get(key, ())})
        terms = dict.fromkeys(own, OWN if known else TERM)
        for number, value in meant:
            if value in (TERM, OWN, EVERYDAY) or not known or self.tongue > 0:
                terms[number] = max(value, terms.get(number, 0.0))
        for number, value in terms.items():
            self._add_term(unit, number, value, known=known)
        for number in leads:
            self._add_everyday(unit, number, LEADS_ALSO if known or english else LEADS, defines=not own and not meant)
        for several, value in unit.together:
            self._find_phrase(several, value, unit.found)
        for key, value in worth.items():
            for number, _at, start, end in _PLACES.decode(index.places[key]):
                unit.found[number].add(value, (start, end))
        if not known or self.tongue >= 0:
            self._find_translated(words, ENGLISH, unit.found)
        for several, value, quiet in unit.said:
            self._find_in_rules(several, unit.found, value, quiet=quiet)
        if self.tongue <= 0:
            self._find_in_german_rules(unit)
        for heading in unit.found.keys() & index.passages_under.keys():
            value = unit.found[heading].best
            for number in index.passages_under[heading]:
                unit.found[number].headed = max(value, unit.found[number].headed)
        return unit

    def _add_term(self, unit: _Unit, number: int, value: float, *, known: bool) -> None:
        """Add the words of a term to a unit.

        Its English counts less in the rules when its German is in the texts (`known`).
        """
        index = self.index
        group = index.data.groups[number]
        if value > ACCEPTED:
            unit.add_definitions(group.definitions)
            unit.said += [(text.split(), LED**2 if known else 1.0, known) for text in group.english]
        for german in group.german:
            if " " in german:
                unit.together.append((_split_words(german), value))
            unit.add_words(_look_up(index.by_form, index.spellings(german)), value)

    def _add_everyday(self, unit: _Unit, number: int, value: float, *, defines: bool) -> None:
        """Add to a unit the words and passages that an everyday word leads to."""
        _words, others, refs = self.index.data.alike[number]
        for text in others:
            self._add_lead(unit, text, value, defines=defines)
        for ref in refs:
            unit.found[self.index.passage_numbers[ref]].add(WRITTEN)

    def _add_lead(self, unit: _Unit, text: str, value: float, *, defines: bool) -> None:
        """Add to a unit the words of `text`, to which an everyday word leads."""
        index = self.index
        lead = text.split()
        unit.said.append((lead, LED, True))
        if defines:
            for term in index.terms.get(text, ()):
                unit.add_definitions(index.data.groups[term].definitions)
        if len(lead) > 1:
            self._find_phrase(lead, LEADS, unit.found)
            self._find_translated(lead, LEADS, unit.found)
            return
        written, bases, stems, _related = index.lookup_keys(text)
        for by, keys in ((index.by_form, written), (index.by_base, bases), (index.by_stem, stems)):
            unit.add_words(_look_up(by, keys), value)
        self._find_translated(lead, value, unit.found)

    def _find_in_rules(self, words: list[str], found: _FoundIn, value: float, *, quiet: bool) -> None:
        """Add to `found` the passages whose rules have all these words, without a score if `quiet`."""
        index = self.index
        stems = [strip_ending(word, ENGLISH_ENDINGS) for word in words]
        for sentence in index.said.get(stems[0], ()):
            if all(sentence in index.said.get(key, ()) for key in stems[1:]):
                asks = all(sentence in index.asks.get(key, ()) for key in stems)
                worth = value * (1.0 if asks else TELLS)
                for number in index.says[sentence][1]:
                    here = found[number]
                    if not here.said and not quiet:
                        here.add(value * (ASKING if asks else SAID))
                    here.said[sentence] = max(worth, here.said.get(sentence, 0.0))

    def _find_in_german_rules(self, unit: _Unit) -> None:
        """Add to a unit the passages of which we say, in German, the words or one that they may mean.

        They have a score of their own only where nothing of the texts is like the words.
        """
        index = self.index
        for words, value in ((unit.words, 1.0), *(([word], value) for word, value in unit.scores.items())):
            stems = [_stem_german(word) for word in words]
            for sentence in index.said_german.get(stems[0], ()):
                if all(sentence in index.said_german.get(key, ()) for key in stems[1:]):
                    asks = all(sentence in index.asks_german.get(key, ()) for key in stems)
                    worth = LED * value * (1.0 if asks else TELLS)
                    for number in index.says[sentence][1]:
                        here = unit.found[number]
                        if not here.said and not unit.scores:
                            here.add(LED * value * (ASKING if asks else SAID))
                        here.said[sentence] = max(worth, here.said.get(sentence, 0.0))

    def _score_questions(self, words: list[str]) -> None:
        """Give a score to the rules whose question has these stop words."""
        index = self.index
        asked = dict(index.data.asked)
        stems = {strip_ending(key, ENGLISH_ENDINGS) for word in words for key in asked.get(word, word).split()}
        for key in sorted(stems):
            if sentences := index.asks.get(key):
                weight = SMALL * math.log(1 + len(index.says) / (1 + len(sentences)))
                self.questioned += weight
                for sentence in sentences:
                    self.questions[sentence] = self.questions.get(sentence, 0.0) + weight

    def _find_similar(self, word: str, *, last: bool, foreign: bool) -> dict[str, float]:
        """Map words of the texts that are like a word to their score; of an English word only the word itself."""
        index = self.index
        written, bases, stems, related = index.lookup_keys(word)
        found: list[tuple[float, Iterable[str]]] = []
        if not foreign:
            long = len(word) >= 4
            begins = len(word) >= 3 and (last or long)
            inside = [form for form in index.by_form if long and any(_is_part(index, form, part) for part in written)]
            found = [
                (RELATED, _look_up(index.by_related, related)),
                (INSIDE, _look_up(index.by_form, inside)),
                (BEGINS, _look_up(index.by_form, [form for form in index.by_form if begins and form.startswith(word)])),
                (STEM, _look_up(index.by_stem, stems)),
                (BASE, _look_up(index.by_base, bases)),
            ]
        found.append((WRITTEN, _look_up(index.by_form, written)))
        return {key: value for value, keys in found for key in keys}  # the last is the best

    def _find_phrase(self, words: list[str], value: float, found: _FoundIn) -> _FoundIn:
        """Add to `found` where words follow one another, as written or in modern spelling; return it."""
        index = self.index
        keys = [set(_look_up(index.by_form, index.spellings(word))) for word in words]
        for number, span in _find_runs(index.places, keys):
            found[number].add(value, span)
        return found

    def _find_quoted(self, words: list[str]) -> _FoundIn:
        """Return where words in quotation marks follow one another: much less than as written in modern spelling."""
        found = self._find_phrase(words, RESPELLED, defaultdict(_Found))
        for number, span in _find_runs(self.index.places, [{word} for word in words]):
            found[number].add(WRITTEN - RESPELLED, span)
            found[number].best = WRITTEN
        return found

    def _find_translated(self, words: list[str], value: float, found: _FoundIn) -> _FoundIn:
        """Add to `found` where English words follow one another in the translation; return it."""
        index = self.index
        stems = [{strip_ending(word, ENGLISH_ENDINGS)} for word in words]
        for number, span in _find_runs(index.translated, stems):
            found[number].add(value)
            found[number].english.append(span)
        return found

    def _correct_spelling(self, word: str, contexts: Collection[Collection[int]]) -> tuple[str, bool]:
        """Return the word that a misspelled one most likely means, and whether it is near enough to be searched.

        Of those that differ least, one of the language of the query; then one that stands in a passage with most of the
        other words, whose passages are `contexts`; then one of which a letter is missing; then the most frequent. Empty
        when none is close.
        """
        if len(word) < SHORTEST or not word.isalpha():
            return "", False
        found: list[tuple[int, bool, str, int]] = []
        for foreign, counted in zip((self.tongue > 0, self.tongue < 0), self.index.vocabulary, strict=True):
            for form, count in counted.items():
                begins = form[0] == word[0]
                most = 2 if begins and len(word) >= LONG_WORD else 1
                if len(form) >= SHORTEST and abs(len(form) - len(word)) <= most and (begins or form[1:] == word):
                    far = _count_edits(word, form, most)
                    if far <= most:
                        found.append((far, foreign, form, count))
        least = min((entry[:2] for entry in found), default=(0, False))
        ranked = []
        for far, foreign, form, count in found:
            if (far, foreign) == least:
                numbers = self.index.find_numbers(form) if contexts else set()
                shared = sum(not numbers.isdisjoint(each) for each in contexts)
                ranked.append((-shared, len(form) <= len(word), -count, form))
        if not ranked:
            return "", False
        (unshared, not_missing, _count, other), (far, foreign) = min(ranked), least
        alone = len(word) > SHORT_WORD + not_missing
        near = unshared < 0 or (far == 1 and alone)
        return other, near and not foreign


def build_index(data: SearchData) -> SearchIndex:
    """Build the index from the collected data."""
    modern = dict(data.modern)
    places: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    translated: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    lengths = []
    for number, (ref, text) in enumerate(data.passages):
        lengths.append(len(_WORD.findall(text)))
        for at, found in enumerate(_WORD.finditer(text)):
            places[fold_text(found[0])].append((number, at, *found.span()))
        for found in _HYPHENED.finditer(text):
            parts = _split_words(found[0])
            places["".join(parts)].append((number, -1, *found.span()))
            modern.setdefault("".join(parts), ("".join(modern.get(part, (part,))[0] for part in parts),))
        for at, found in enumerate(_WORD.finditer(data.english.get(ref, ""))):
            translated[strip_ending(fold_text(found[0]), ENGLISH_ENDINGS)].append((number, at, *found.span()))
    index = SearchIndex(
        structs.replace(data, modern=modern), lengths, _encode_places(places), _encode_places(translated)
    )
    for word in index.places:
        indexes = (index.by_form, index.by_base, index.by_stem, index.by_related)
        for by, keys in zip(indexes, index.lookup_keys(word), strict=True):
            for key in keys:
                by.setdefault(key, []).append(word)
    _add_rules(index)
    _add_terms(index)
    _add_cards(index)
    return index


def _add_cards(index: SearchIndex) -> None:
    for number, card in enumerate(index.cards):
        if isinstance(card, SearchMatter):
            english, german = [(card.en, 1.0), (card.id, ANSWERED)], [(card.de, 1.0)]
            for answer in card.answers:
                english.append((answer.en, ANSWERED))
                german.append((answer.de, ANSWERED))
        else:
            english, german = [(" ".join((card.title, card.asks, *card.sought)), 1.0)], []
            english += [(words, ANSWERED) for words, _refs, _advice in card.says]
        for by, texts, stem in (
            (index.card_words, english, lambda word: strip_ending(word, ENGLISH_ENDINGS)),
            (index.card_german, german, _stem_german),
        ):
            for text, value in texts:
                for key in {stem(word) for word in _split_words(text)}:
                    held = by.setdefault(key, {})
                    held[number] = max(value, held.get(number, 0.0))
        for ref, worth in _list_card_passages(card).items():
            index.card_refs.setdefault(ref, []).append((number, worth))


def _list_card_passages(card: SearchMatter | SearchRule) -> dict[str, float]:
    """Return the passages that a card rests on, each with how much it counts as evidence."""
    if isinstance(card, SearchRule):
        return {ref: 1.0 for _words, refs, _advice in card.says for ref in refs}
    looked = {ref: LOOKED for answer in card.answers for ref in answer.refs}
    return looked | {ref: 1.0 for answer in card.answers if not answer.silence for ref in answer.refs}


def _stem_german(word: str) -> str:
    return strip_ending(word, ENDINGS)


def _list_runs(words: list[str], count: int) -> list[list[str]]:
    """Return each run of so many words."""
    return [words[at : at + count] for at in range(len(words) - count + 1)]


def _make_card(
    card: SearchMatter | SearchRule | SearchToday, sources: Collection[str], language: Literal["en", "de"]
) -> AnswerCard:
    """Return a card with the answers of these sources, of all if none are named."""
    kind: Literal["matter", "rule", "today"]
    first, near = ("", ""), ""
    if isinstance(card, SearchToday):
        kind, ident, en, de, answers = "today", card.id, card.en, card.de, card.answers
        first, near = card.first, card.near
    elif isinstance(card, SearchMatter):
        kind, ident, en, de, answers = "matter", card.id, card.en, card.de, card.answers
    else:
        kind, ident, en, de = "rule", card.key, card.asks, ""
        told = [CardAnswer(refs[0].partition(":")[0], words, refs=refs) for words, refs, _advice in card.says if refs]
        silent = [CardAnswer(siglum, silence=silence) for siglum, silence in card.silent]
        answers = tuple(sorted((*told, *silent), key=lambda answer: answer.source))
    wanted = tuple(answer for answer in answers if not sources or answer.source in sources)
    return AnswerCard(kind, ident, en, de, wanted, language, first, near)


def _add_terms(index: SearchIndex) -> None:
    data = index.data
    for number, group in enumerate(data.groups):
        for key in {form for word in group.german for form in index.spellings(word)}:
            index.terms.setdefault(key, []).append(number)
        for words, worth in ((group.english, TERM), (group.everyday, LIKE_EVERYDAY), (group.accepted, ACCEPTED)):
            for key in sorted({key for text in words for key in index.stems(text.split())}):
                index.meanings.setdefault(key, []).append((number, worth))
        for text in group.everyday:
            index.meanings.setdefault(f"={text}", []).append((number, EVERYDAY))
    for number, (words, _leads, _refs) in enumerate(data.alike):
        for key in sorted({key for text in words for key in index.lead_words(text.split())}):
            index.leads.setdefault(key, []).append(number)


def _add_rules(index: SearchIndex) -> None:
    """Add what is said in our words of each passage: the answers of the matters, then the rules that no matter has."""
    data, numbers = index.data, index.passage_numbers

    def add(
        english: str, asking: set[str], refs: Iterable[str], *, advice: bool, german: str, fragend: set[str]
    ) -> None:
        for by, words in (
            (index.said, asking | _stem_english(english)),
            (index.asks, asking),
            (index.said_german, fragend | _stem_all_german(german)),
            (index.asks_german, fragend),
        ):
            for key in words:
                by.setdefault(key, []).append(len(index.says))
        index.says.append((english, [numbers[ref] for ref in refs if ref in numbers], advice))

    for matter in data.matters:
        asking, fragend = _stem_english(matter.en), _stem_all_german(matter.de)
        for answer in matter.answers:
            if not answer.silence:
                add(answer.en, asking, answer.refs, advice=matter.advice, german=answer.de, fragend=fragend)
    for rule in data.rules:
        asking = _stem_english(" ".join((rule.title, rule.asks, *rule.sought)))
        for sentence, refs, advice in rule.says:
            add(sentence, asking, refs, advice=advice, german="", fragend=set())


def _stem_english(text: str) -> set[str]:
    return {strip_ending(word, ENGLISH_ENDINGS) for word in _split_words(text)}


def _stem_all_german(text: str) -> set[str]:
    return {_stem_german(word) for word in _split_words(text)}


def _encode_places(places: dict[str, list[tuple[int, int, int, int]]]) -> StoredPlaces:
    return {word: msgspec.Raw(msgspec.json.encode(found)) for word, found in places.items()}


def _look_up(by: dict[str, list[str]], keys: Iterable[str]) -> Iterator[str]:
    """Yield the words of the texts under these keys."""
    return (word for key in keys for word in by.get(key, ()))


def _find_runs(places: StoredPlaces, words: list[set[str]]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield passage number, start and end of each place where words, each in any of its forms, follow one another."""
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


def find_context(text: str, spans: Iterable[tuple[int, int]], width: int = 240) -> tuple[int, int]:
    """Return start and end of the stretch of about `width` characters with the most matches, cut between words."""
    if len(text) <= width:
        return 0, len(text)
    starts = sorted(start for start, _end in spans) or [0]
    best = max(starts, key=lambda first: (sum(first <= start < first + width * 3 // 4 for start in starts), -first))
    start = max(0, min(best - width // 5, len(text) - width))
    end = min(len(text), start + width)
    if start:
        start = text.find(" ", start, best) + 1 or start
    if end < len(text):
        blank = text.rfind(" ", best, end)
        end = blank if blank > best else end
    return start, end


def _split_words(text: str) -> list[str]:
    return [fold_text(word) for word in _WORD.findall(text)]


def _is_part(index: SearchIndex, form: str, part: str) -> bool:
    """Return whether a word is the first or last half of a compound whose other half is known too."""
    if len(form) <= len(part) + 1:
        return False
    if form.startswith(part):
        rest = form[len(part) :]
        return rest in index.compound_parts or (rest[0] in "sn" and rest[1:] in index.compound_parts)
    if form.endswith(part):
        rest = form[: -len(part)]
        return rest in index.compound_parts or (rest[-1] in "sn" and rest[:-1] in index.compound_parts)
    return False


def _join_number(number: str, paragraph: str | None) -> str:
    return f"{number}.{paragraph}" if paragraph else number


def _count_edits(one: str, other: str, most: int) -> int:
    """Return the edit distance of two words, swapped neighbours as one edit; more than `most` gives `most` + 1."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, second in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != second))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == second:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def _measure_gap(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> float:
    """Return how many characters are between the two closest spans; infinity without spans."""
    return min((max(b[0] - a[1], a[0] - b[1], 0) for a in left for b in right), default=math.inf)


def strip_ending(word: str, endings: Endings) -> str:
    """Return a word without the first of these endings that leaves enough letters; unchanged if none does."""
    for ending, least in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word
