"""What a search knows: the passages, the spellings, base forms and terms by which their words are found.

It is plain data, so that `tarock search` and the site search with the same; `search.py` and `search.js` do it alike.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from tarock.base import yamlio
from tarock.base.language import worded
from tarock.base.structs import grouped
from tarock.corpus.editions import Heading, Passage
from tarock.corpus.everyday import load_everyday
from tarock.corpus.forms import expand
from tarock.corpus.spelling import word_forms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.base.project import Project
    from tarock.corpus.apparatus import HistoricalNote
    from tarock.corpus.editions import Edition, Unit
    from tarock.corpus.spelling import Spelling
    from tarock.corpus.termbase import Term, Termbase

Endings = tuple[tuple[str, int], ...]
# What a word may end in, the longest first, and how many letters must be left as its stem.
_GERMAN = "esten erns ende ster este eren erer eres erem ern ens end est ere ten tet er en em es et te st n e s t"
ENDINGS: Endings = tuple((ending, 4) for ending in _GERMAN.split())
DERIVED: Endings = (("ungen", 4), ("ung", 4))  # nouns made of verbs: Bezahlung, bezahlen
ENGLISH_ENDINGS: Endings = (("ing", 4), ("ers", 4), ("ed", 4), ("es", 4), ("er", 4), ("s", 3), ("e", 4))


class SearchTerm(msgspec.Struct, frozen=True):
    """A term, or an expression with a note; folded.

    Its German words, its English (agreed and sought, then accepted), the passages that define it or where it is noted,
    and what it is called by those who are not of its time.
    """

    german: tuple[str, ...]
    english: tuple[str, ...]
    accepted: tuple[str, ...]
    definitions: tuple[str, ...]
    everyday: tuple[str, ...] = ()


class SearchRule(msgspec.Struct, frozen=True):
    """A rule as a reader looks for it, in English: its key, title and question, and words that it is sought by.

    `says` has the sentences that state it in the sources, each with the passages that it rests on, and whether it is
    advice.
    """

    key: str
    title: str
    asks: str
    sought: tuple[str, ...]
    says: tuple[tuple[str, tuple[str, ...], bool], ...]


class SearchData(msgspec.Struct, frozen=True):
    """Everything that a search needs.

    `passages` are reference and text, of headings too; `places` other references with what a person calls them;
    `modern` and `bases` lead from a folded form to folded modern and base forms; `english` is what the translation has
    for a passage; `noted` the expressions in a passage with a historical note; `sections` is the source that `§ 47` is
    of. `under` has the numbers of the headings, each with those of the passages that it names; `games` the references
    of model games; `pages` those of printed pages, with their passages. `small` are words that weigh nothing, German
    and English; `asks` those of them that ask for a meaning, `plain` those that ask nothing else, `asked` the English
    of some; `light` are words that are not missed, `advice` those that ask for it. `named` has the sources by the names
    of their games; who types one of the first of `alike` looks for the second too, and for the passages.
    """

    sections: str
    passages: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, tuple[str, ...]], ...]
    modern: dict[str, tuple[str, ...]]
    bases: dict[str, tuple[str, ...]]
    groups: tuple[SearchTerm, ...]
    english: dict[str, str]
    noted: dict[str, tuple[str, ...]]
    rules: tuple[SearchRule, ...] = ()
    under: tuple[tuple[int, tuple[int, ...]], ...] = ()
    games: tuple[str, ...] = ()
    pages: tuple[tuple[str, tuple[str, ...]], ...] = ()
    small: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    asks: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    asked: tuple[tuple[str, str], ...] = ()
    named: tuple[tuple[str, str], ...] = ()
    alike: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...] = ()
    endings: Endings = ENDINGS
    derived: Endings = DERIVED
    english_endings: Endings = ENGLISH_ENDINGS


@cache
def fold(text: str) -> str:
    """A text for comparison: small, without accents, `ae` `oe` `ue` as `ä` `ö` `ü`, `ß` as `ss`."""
    text = text.lower().replace("ß", "ss")
    text = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return text.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def search_data(
    editions: Iterable[Edition],
    spelling: Spelling,
    termbase: Termbase,
    english: dict[str, str],
    notes: Iterable[HistoricalNote],
    rules: Iterable[SearchRule] = (),
) -> SearchData:
    """What is needed to search these editions; raises `CodexError` for a malformed file of base forms."""
    searched = list(editions)
    passages = {unit.ref: unit.text for edition in searched for unit in edition.units.values() if _searched(unit)}
    sigla = {edition.siglum for edition in searched}
    everyday = load_everyday(spelling.project, termbase.terms)
    noted: list[tuple[str, str]] = []
    groups = [_group(term, everyday.terms.get(term.id, ())) for term in termbase.terms.values()]
    for note in notes:
        if here := {ref: words for ref, words in note.places.items() if ref in passages}:
            groups.append(SearchTerm(tuple(map(_plain, here.values())), tuple(map(fold, note.sought)), (), tuple(here)))
            noted += [(ref, note.expression) for ref in here]
    groups += number_groups()
    forms = [(word.form, word.modern) for word in word_forms(searched, spelling)]
    spelled = [(fold(form), fold(modern)) for form, modern in forms]
    headwords = [(fold(term.headword), fold(term.modern)) for term in termbase.terms.values() if term.modern]
    base_of = load_bases(spelling.project)
    return SearchData(
        sections=next((edition.siglum for edition in searched if edition.profile.claimed), ""),
        passages=tuple(passages.items()),
        places=tuple(place for edition in searched for place in _places(edition)),
        modern=grouped([*((form, modern) for form, modern in spelled if form != modern), *headwords]),
        bases=grouped((fold(modern), fold(base_of[modern])) for _form, modern in forms if modern in base_of),
        groups=tuple(groups),
        english=english,
        noted=grouped(noted),
        rules=tuple(rules),
        under=tuple(_under(searched, list(passages))),
        games=tuple(f"{edition.siglum}:{name}" for edition in searched for name in edition.games),
        pages=tuple(_pages(searched)),
        small=(_each(everyday.small.de), _each(everyday.small.en)),
        asks=tuple(map(fold, everyday.asks)),
        plain=tuple(map(fold, everyday.plain)),
        light=tuple(map(fold, everyday.light)),
        advice=tuple(map(fold, everyday.advice)),
        asked=tuple((fold(german), english) for german, english in everyday.asked.items()),
        named=tuple((_plain(name), siglum) for name, siglum in everyday.named.items() if siglum in sigla),
        alike=tuple(
            (
                tuple(map(_plain, each.words)),
                tuple(map(_plain, each.leads)),
                tuple(filter(passages.__contains__, each.at)),
            )
            for each in everyday.alike
        ),
    )


def _searched(unit: Unit) -> bool:
    return isinstance(unit, Passage) or (isinstance(unit, Heading) and unit.kind in ("title", "theme", "part"))


def _each(words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(fold, words.split())))


def _under(editions: Iterable[Edition], refs: list[str]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The headings, each with the passages that it names."""
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


def _pages(editions: Iterable[Edition]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for edition in editions:
        for name, idents in edition.pages.items():
            yield f"{edition.siglum}:{name}", tuple(f"{edition.siglum}:{ident}" for ident in idents)


_ENGLISH_ORDINALS = [
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_GERMAN_UNITS = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
_GERMAN_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()  # noqa: SIM905
_GERMAN_TENS = ["zwanzig", "dreissig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_ENGLISH_UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_ENGLISH_TEENS = (
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905
)
_ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def number_groups() -> Iterator[SearchTerm]:
    """The numbers from 2 to 100 as one may write them today: figures, German and English words."""
    for number in range(2, 101):
        tens, units = divmod(number, 10)
        if number == 100:
            german, english = ["hundert"], ["hundred"]
        elif number < 10:
            german, english = [_GERMAN_UNITS[units - 1]], [_ENGLISH_UNITS[units - 1]]
        elif number < 20:
            german, english = [_GERMAN_TEENS[units]], [_ENGLISH_TEENS[units]]
        elif not units:
            german, english = [_GERMAN_TENS[tens - 2]], [_ENGLISH_TENS[tens - 2]]
        else:
            together = f"{_GERMAN_UNITS[units - 1]} und {_GERMAN_TENS[tens - 2]}"
            german = [together, together.replace(" ", "")]
            english = [f"{_ENGLISH_TENS[tens - 2]} {_ENGLISH_UNITS[units - 1]}"]
        if 3 < number <= 20:
            english.append(_ENGLISH_ORDINALS[number - 4])
            german += [german[0] + ending for ending in ("te", "ten", "ter")]
        yield SearchTerm((str(number), *map(fold, german)), (*english, str(number)), (), ())


def load_bases(project: Project) -> dict[str, str]:
    """The base form of each modern form that `corpus/base_forms.yaml` has."""
    document = yamlio.load(project.corpus / "base_forms.yaml")
    found: dict[str, str] = {}
    for base, forms in document.convert(dict[str, tuple[str, ...]], document.data).items():
        for form in forms:
            if form in found:
                raise document.error(
                    worded("`{form}` stands under `{other}` too", form=form, other=found[form]),
                    worded("expected it once"),
                    base,
                )
            found[form] = base
    return found


def _places(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What one may jump to by name: §§, articles, games, pages, and passages that are numbered by themselves."""
    names = [*edition.containers, *(ident for ident in edition.passages if "." not in ident)]
    for ident in names:
        called = (fold(edition.label(ident)), fold(edition.label(ident, "de")))
        yield f"{edition.siglum}:{ident}", tuple(dict.fromkeys(called))


def _group(term: Term, everyday: Iterable[str]) -> SearchTerm:
    senses = term.meanings
    forms = [form.rpartition(">")[2] for sense in senses for pattern in sense.forms for form in expand(pattern)]
    german = filter(None, (term.headword, *term.variants, term.modern, *forms))
    # senses that share their forms are not told apart here: who looks for another than the first finds less surely
    own = [sense.english for at, sense in enumerate(senses) if not at or (term.senses and term.senses[at].forms)]
    agreed = (*own, *term.avoid, *term.sought)
    accepted = (*(words for sense in senses for words in (sense.english, *sense.accepts)), *term.accepts)
    definitions = (*term.definition, *(definition for sense in term.senses for definition in sense.definition))
    return SearchTerm(
        tuple(dict.fromkeys(map(_plain, german))),
        _renderings(agreed),
        _renderings(accepted),
        tuple(dict.fromkeys(definition.ref for definition in definitions)),
        tuple(dict.fromkeys(map(_plain, everyday))),
    )


def _plain(words: str) -> str:
    """Words as the search finds them: folded, with single spaces."""
    return " ".join(re.findall(r"\w+", fold(words).replace("-", "")))


def _renderings(patterns: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fold(words) for pattern in patterns for words in expand(pattern.replace(" * ", " "))))
