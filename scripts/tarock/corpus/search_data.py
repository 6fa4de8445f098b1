"""The data of a search: the passages, the spellings, base forms and terms by which their words are found.

People's questions are among it: everyday words, of `corpus/everyday.yaml`, and the sources' words that they lead to.
It is plain data, so that `tarock search` and the site search with the same; `search.py` and `search.js` do it alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Literal

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Frozen, Record, Siglum, Words, group_pairs
from tarock.corpus.apparatus import HistoricalNote
from tarock.corpus.editions import Edition, Heading, Paratext, Passage, Unit
from tarock.corpus.forms import expand_pattern
from tarock.corpus.numbers import spell_number
from tarock.corpus.spelling import Spelling, list_word_forms
from tarock.corpus.termbase import Term, Termbase, TermId
from tarock.corpus.variants import Variants, load_variants

Endings = tuple[tuple[str, int], ...]
# Endings of words, the longest first, and how many letters must be left as the stem.
_GERMAN = "esten erns ende ster este eren erer eres erem ern ens end est ere ten tet er en em es et te st n e s t"
ENDINGS: Endings = tuple((ending, 4) for ending in _GERMAN.split())
DERIVED: Endings = (("ungen", 4), ("ung", 4))  # nouns made of verbs: Bezahlung, bezahlen
ENGLISH_ENDINGS: Endings = (("ing", 4), ("ers", 4), ("ed", 4), ("es", 4), ("er", 4), ("s", 3), ("e", 4))

_WORD = re.compile(r"[^\W_]+")


class StopWords(Record):
    """Words that weigh nothing beside others, with spaces between them."""

    de: Words
    en: Words


class EverydaySynonym(Record):
    """Who types one of `words` looks for `leads` too, and finds the passages `at`."""

    words: tuple[Words, ...]
    leads: tuple[Words, ...] = ()
    at: tuple[Words, ...] = ()


class EverydayWords(Record):
    """The words in which people ask, of `corpus/everyday.yaml`.

    `small` words weigh nothing; `asks` are those of them that ask what a word means, `plain` those that ask nothing
    else, `asked` the English of German ones that ask. `light` words are not missed, `advice` words ask for advice;
    `named` has the sources by the names of their games, `kinds` those of things by their names, `terms` everyday names
    of terms, `alike` other words.
    """

    small: StopWords
    asks: tuple[Words, ...]
    plain: tuple[Words, ...]
    light: tuple[Words, ...]
    advice: tuple[Words, ...]
    asked: dict[Words, Words]
    named: dict[Words, Siglum]
    kinds: dict[Words, Literal["answers", "passages", "glossary", "pages"]]
    terms: dict[TermId, tuple[Words, ...]]
    alike: tuple[EverydaySynonym, ...]


class SearchTerm(Frozen):
    """A term, or an expression with a note; folded.

    Its German words, its English (agreed and sought, then accepted), the passages that define it or where it is noted,
    and what it is called by those who are not of its time.
    """

    german: tuple[str, ...]
    english: tuple[str, ...]
    accepted: tuple[str, ...]
    definitions: tuple[str, ...]
    everyday: tuple[str, ...] = ()


class SearchRule(Frozen):
    """A rule as a reader looks for it, in English: its key, title and question, and words that it is sought by.

    `says` has the sentences that state it in the sources, each with the passages that it rests on, and whether it is
    advice; `silent` the other sources, each with its kind of silence.
    """

    key: str
    title: str
    asks: str
    sought: tuple[str, ...]
    says: tuple[tuple[str, tuple[str, ...], bool], ...]
    silent: tuple[tuple[str, str], ...] = ()


class CardAnswer(Record, omit_defaults=True):
    """The answer of a source to the question of a card: a sentence in English and German, or its kind of silence.

    `refs` are the passages that it rests on; of a silence, those where one would look for an answer.
    """

    source: str
    en: str = ""
    de: str = ""
    silence: str = ""
    refs: tuple[str, ...] = ()


class SearchMatter(Frozen):
    """A matter: its question in English and German, the answers of the sources, the keys of its evidence.

    `advice` tells whether it asks what one should do.
    """

    id: str
    en: str
    de: str
    answers: tuple[CardAnswer, ...]
    keys: tuple[str, ...]
    advice: bool = False


class SearchToday(Frozen):
    """A term of today's table: its names, folded; what it is, in English and German; and how each source stands to it.

    `first` tells in both languages where it was first seen, `near` is the id of the matter that is nearest to it.
    """

    id: str
    names: tuple[str, ...]
    en: str
    de: str
    answers: tuple[CardAnswer, ...]
    first: tuple[str, str]
    near: str

    @property
    def words(self) -> set[str]:
        """Return all words of its names."""
        return {word for name in self.names for word in name.split()}

    @property
    def is_absent(self) -> bool:
        """Return whether no source has it."""
        return all(answer.silence != "has it" for answer in self.answers)


class CardWords(Frozen):
    """The names of cards by which a query is read: what stands for each in the books.

    `signs` are those of Unicode, `suits` and `ranks` all folded names of them, abbreviations of ranks too, `numerals`
    numbers of trumps as cards are printed: `iiii`.
    """

    signs: dict[str, str]
    suits: dict[str, str]
    ranks: dict[str, str]
    numerals: dict[str, str]

    def read(self, query: str) -> tuple[str, dict[str, str]]:
        """Return a query with the cards as the books name them, and by each word put there, folded, what was typed."""
        typed: dict[str, str] = {}
        suits = set(self.suits.values())

        def put(match: re.Match[str], words: str) -> str:
            if words and words != match[0]:
                typed.update(dict.fromkeys((fold_text(word) for word in _WORD.findall(words)), match[0]))
                typed[fold_text(words.replace("-", ""))] = match[0]
            return words or match[0]

        def sign(match: re.Match[str]) -> str:
            before, (suit, behind) = match[1], (self.signs[match[2]], match[3])
            for rank, rest in ((behind, before), (before, behind)) if suit in suits else ():
                if fold_text(rank) in self.ranks:
                    return f"{rest} {put(match, f'{suit}-{self.ranks[fold_text(rank)]}')}"
            return f"{before} {put(match, suit)} {behind}"

        def pair(match: re.Match[str]) -> str:
            suit, rank = self.suits.get(fold_text(match[1]), ""), self.ranks.get(fold_text(match[2]), "")
            return put(match, f"{suit}-{rank}" if suit and rank else "")

        if any(sign in self.signs for sign in query):
            query = re.sub(f"([^\\W_]*)([{''.join(self.signs)}])[- ]?([^\\W_]*)", sign, query)
        query = re.sub(r"(?<![\w-])([^\W_]+)-([^\W_]+)(?![\w-])", pair, query)
        query = _WORD.sub(lambda match: put(match, self.numerals.get(fold_text(match[0]), "")), query)
        return " ".join(query.split()), typed


class SearchData(Frozen):
    """Everything that a search needs.

    `passages` are reference and text, of headings too; `around` the numbers of those that stand around a text; `places`
    other references with what a person calls them; `modern` and `bases` lead from a folded form to folded modern and
    base forms; `english` is what the translation has for a passage; `matters` are the questions that a card answers,
    `rules` those that no matter has, `today` the terms of today's table; `noted` the expressions in a passage with a
    historical note; `sections` is the source that `§ 47` is of. `under` has the numbers of the headings, each with
    those of the passages that it names; `games` the references of model games; `pages` those of printed pages, with
    their passages. `small` are words that weigh nothing, German and English; `asks` those of them that ask for a
    meaning, `plain` those that ask nothing else, `asked` the English of some; `light` are words that are not missed,
    `advice` those that ask for it. `named` has the sources by the names of their games, `kinds` those of things by
    their names; who types one of the first of
    `alike` looks for the second too, and for the passages. By `variants` and `cards` a query is read.
    """

    sections: str
    passages: tuple[tuple[str, str], ...]
    around: tuple[int, ...]
    places: tuple[tuple[str, tuple[str, ...]], ...]
    modern: dict[str, tuple[str, ...]]
    bases: dict[str, tuple[str, ...]]
    groups: tuple[SearchTerm, ...]
    english: dict[str, str]
    noted: dict[str, tuple[str, ...]]
    rules: tuple[SearchRule, ...]
    matters: tuple[SearchMatter, ...]
    today: tuple[SearchToday, ...]
    under: tuple[tuple[int, tuple[int, ...]], ...]
    games: tuple[str, ...]
    pages: tuple[tuple[str, tuple[str, ...]], ...]
    small: tuple[tuple[str, ...], tuple[str, ...]]
    asks: tuple[str, ...]
    plain: tuple[str, ...]
    light: tuple[str, ...]
    advice: tuple[str, ...]
    asked: tuple[tuple[str, str], ...]
    named: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    alike: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]
    variants: Variants
    cards: CardWords


@cache
def fold_text(text: str) -> str:
    """Return a text for comparison: lower case, no accents, `ae` `oe` `ue` as `ä` `ö` `ü`, `ß` as `ss`."""
    text = text.lower().replace("ß", "ss")
    text = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return text.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def build_search_data(
    searched: list[Edition],
    spelling: Spelling,
    termbase: Termbase,
    english: dict[str, str],
    notes: Iterable[HistoricalNote],
    rules: Iterable[SearchRule],
    cards: CardWords,
    matters: Iterable[SearchMatter],
    today: Iterable[SearchToday],
    is_shown: Callable[[str], bool] = lambda _ref: True,
) -> SearchData:
    """Collect what is indexed for these editions; raise `CodexError` for a malformed file of base forms.

    `english` maps references to English text, `matters` are the questions, `rules` the statements to be found where no
    matter has their key, `today` the terms of today's table. A reference that is not shown is not indexed.
    """
    held = tuple(matters)
    told = {key for matter in held for key in matter.keys}
    units = [
        unit for edition in searched for unit in edition.units.values() if _is_searched(unit) and is_shown(unit.ref)
    ]
    passages = {unit.ref: unit.text for unit in units}
    sigla = {edition.siglum for edition in searched}
    everyday = load_everyday(spelling.project, termbase.terms)
    noted: list[tuple[str, str]] = []
    groups = [_make_term(term, everyday.terms.get(term.id, ())) for term in termbase.terms.values()]
    for note in notes:
        if here := {ref: words for ref, words in note.places.items() if ref in passages}:
            groups.append(
                SearchTerm(
                    tuple(map(normalize_words, here.values())), tuple(map(fold_text, note.sought)), (), tuple(here)
                )
            )
            noted += [(ref, note.expression) for ref in here]
    groups += number_terms()
    forms = [(word.form, word.modern) for word in list_word_forms(searched, spelling)]
    spelled = [(fold_text(form), fold_text(modern)) for form, modern in forms]
    headwords = [(fold_text(term.headword), fold_text(term.modern)) for term in termbase.terms.values() if term.modern]
    base_of = load_base_forms(spelling.project)
    return SearchData(
        sections=next((edition.siglum for edition in searched if edition.profile.claimed), ""),
        passages=tuple(passages.items()),
        around=tuple(number for number, unit in enumerate(units) if isinstance(unit, Paratext)),
        places=tuple(place for edition in searched for place in _list_named_places(edition)),
        modern=group_pairs([*((form, modern) for form, modern in spelled if form != modern), *headwords]),
        bases=group_pairs(
            (fold_text(modern), fold_text(base_of[modern])) for _form, modern in forms if modern in base_of
        ),
        groups=tuple(groups),
        english=english,
        noted=group_pairs(noted),
        rules=tuple(rule for rule in rules if rule.key not in told),
        matters=held,
        today=tuple(today),
        under=tuple(_list_heading_passages(searched, list(passages))),
        games=tuple(f"{edition.siglum}:{name}" for edition in searched for name in edition.games),
        pages=tuple(
            (f"{edition.siglum}:{name}", tuple(f"{edition.siglum}:{ident}" for ident in idents))
            for edition in searched
            for name, idents in edition.pages.items()
        ),
        small=(_split_words(everyday.small.de), _split_words(everyday.small.en)),
        asks=tuple(map(fold_text, everyday.asks)),
        plain=tuple(map(fold_text, everyday.plain)),
        light=tuple(map(fold_text, everyday.light)),
        advice=tuple(map(fold_text, everyday.advice)),
        asked=tuple((fold_text(german), english) for german, english in everyday.asked.items()),
        named=tuple((normalize_words(name), siglum) for name, siglum in everyday.named.items() if siglum in sigla),
        kinds=tuple((fold_text(word), kind) for word, kind in everyday.kinds.items()),
        alike=tuple(
            (
                tuple(map(normalize_words, each.words)),
                tuple(map(normalize_words, each.leads)),
                tuple(filter(passages.__contains__, each.at)),
            )
            for each in everyday.alike
        ),
        variants=load_variants(spelling.project),
        cards=cards,
    )


def _is_searched(unit: Unit) -> bool:
    """Return whether a unit has words: a passage, what stands around the text, and a heading that is no number."""
    if isinstance(unit, Heading):
        return unit.kind not in ("section", "article")
    return isinstance(unit, Passage) or (isinstance(unit, Paratext) and unit.is_here)


def _split_words(words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(fold_text, words.split())))


def _list_heading_passages(editions: Iterable[Edition], refs: list[str]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each heading with the passages it stands for, as indexes into `refs`."""
    numbers = {ref: number for number, ref in enumerate(refs)}
    for edition in editions:
        for heading in edition.headings.values():
            if heading.ref in numbers:
                claims = (heading.ident,) if heading.kind == "part" else heading.claims
                inside = (edition.containers.get(claim, (claim,)) for claim in claims)
                named = (f"{edition.siglum}:{ident}" for idents in inside for ident in idents)
                yield (
                    numbers[heading.ref],
                    tuple(numbers[ref] for ref in named if ref in numbers and ref != heading.ref),
                )


_TO_19 = (
    "|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen"
)
_TENS = "||twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred"
_ORDINALS = (
    "||||fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|"
    "seventeenth|eighteenth|nineteenth|twentieth"
)


def number_terms() -> Iterator[SearchTerm]:
    """Yield the numbers from 2 to 100 as search terms: figures, German and English words."""
    to_19, tens, ordinals = (words.split("|") for words in (_TO_19, _TENS, _ORDINALS))
    for number in range(2, 101):
        ten, unit = divmod(number, 10)
        german = ["hundert" if number == 100 else spell_number(number)]
        english = [to_19[number] if number < 20 else f"{tens[ten]} {to_19[unit]}".rstrip()]
        if number > 20 and unit:
            german.insert(0, german[0].replace("und", " und "))
        if 3 < number <= 20:
            english.append(ordinals[number])
            german += [german[0] + ending for ending in ("te", "ten", "ter")]
        yield SearchTerm((str(number), *map(fold_text, german)), (*english, str(number)), (), ())


def load_everyday(project: Project, terms: Collection[str]) -> EverydayWords:
    """Read the everyday words; raise `CodexError` for a malformed file, and for a term that is not in `terms`."""
    document = yamlio.load(project.corpus / "everyday.yaml")
    everyday = document.convert(EverydayWords, document.data)
    for term in everyday.terms:
        if term not in terms:
            raise document.error(
                f"`{term}` is no term",
                "expected an id of corpus/termbase.yaml",
                "terms",
                term,
            )
    return everyday


def load_base_forms(project: Project) -> dict[str, str]:
    """Read `corpus/base_forms.yaml`: the base form of each modern form."""
    document = yamlio.load(project.corpus / "base_forms.yaml")
    found: dict[str, str] = {}
    for base, forms in document.convert(dict[str, tuple[str, ...]], document.data).items():
        for form in forms:
            if form in found:
                raise document.error(
                    f"`{form}` stands under `{found[form]}` too",
                    "expected it once",
                    base,
                )
            found[form] = base
    return found


def _list_named_places(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each place to jump to by name (§, article, game, page, numbered passage) with its folded names."""
    names = [*edition.containers, *(ident for ident in edition.passages if "." not in ident)]
    for ident in names:
        called = (fold_text(edition.label(ident)), fold_text(edition.label(ident, "de")))
        yield f"{edition.siglum}:{ident}", tuple(dict.fromkeys(called))


def _make_term(term: Term, everyday: Iterable[str]) -> SearchTerm:
    senses = term.meanings
    forms = [form.rpartition(">")[2] for sense in senses for pattern in sense.forms for form in expand_pattern(pattern)]
    german = filter(None, (term.headword, *term.variants, term.modern, *forms))
    # senses that share their forms are not told apart here: who looks for another than the first finds less surely
    own = [sense.english for at, sense in enumerate(senses) if not at or (term.senses and term.senses[at].forms)]
    agreed = (*own, *term.avoid, *term.sought)
    accepted = (*(words for sense in senses for words in (sense.english, *sense.accepts)), *term.accepts)
    definitions = (*term.definition, *(definition for sense in term.senses for definition in sense.definition))
    return SearchTerm(
        tuple(dict.fromkeys(map(normalize_words, german))),
        _normalize_renderings(agreed),
        _normalize_renderings(accepted),
        tuple(dict.fromkeys(definition.ref for definition in definitions)),
        tuple(dict.fromkeys(map(normalize_words, everyday))),
    )


def normalize_words(words: str) -> str:
    """Return words as the search compares them: folded, with single spaces."""
    return " ".join(re.findall(r"\w+", fold_text(words).replace("-", "")))


def _normalize_renderings(patterns: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(fold_text(words) for pattern in patterns for words in expand_pattern(pattern.replace(" * ", " ")))
    )
