"""Names of the cards: by the termbase, by everyday words, and by the signs that Unicode has for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.corpus.forms import expand_pattern
from tarock.corpus.numbers import to_roman
from tarock.corpus.search_data import CardWords, fold_text, load_everyday, number_terms
from tarock.corpus.termbase import Term

# The terms of single cards, of courts and aces, and of suits.
CARD_TERMS = ("scues", "mond", "pagat", "koenig", "dame", "reiter", "bube", "ass", "herz", "careau", "treffle", "pique")
_RANKS, _SUITS = CARD_TERMS[3:8], CARD_TERMS[8:]
_MOST_PIPS = 10  # on a card of a suit
TAROCK_TERM = "tarock"
_SIGNS = (*range(0x2660, 0x2668), *range(0x1F0A0, 0x1F0F6))
_SUIT_SIGN = re.compile(r"(?:BLACK|WHITE) (SPADE|HEART|DIAMOND|CLUB) SUIT\Z")
_CARD_SIGN = re.compile(r"PLAYING CARD (\w+) OF (\w+)\Z")
_TRUMP_SIGN = re.compile(r"PLAYING CARD TRUMP-(\d+)\Z")


@cache
def load_card_names(project: Project) -> Mapping[str, tuple[str, ...]]:
    """Return all names of the terms of cards and of the trumps, folded, by the id of the term; each is one word."""
    document = yamlio.load(project.corpus / "termbase.yaml")
    terms = {term["id"]: term for term in document.data}
    everyday = load_everyday(project, terms).terms
    return {
        ident: tuple(dict.fromkeys(_list_names(msgspec.convert(terms[ident], Term), everyday.get(ident, ()))))
        for ident in (*CARD_TERMS, TAROCK_TERM)
        if ident in terms
    }


@cache
def load_shown_names(project: Project) -> Mapping[str, tuple[str, ...]]:
    """Return headword and English of the terms of cards, folded: how a rank may be abbreviated."""
    document = yamlio.load(project.corpus / "termbase.yaml")
    terms = {term["id"]: msgspec.convert(term, Term) for term in document.data if term["id"] in CARD_TERMS}
    return {
        ident: tuple(fold_text(name) for name in (term.headword, *(sense.english for sense in term.meanings)))
        for ident, term in terms.items()
    }


def _list_names(term: Term, everyday: tuple[str, ...]) -> Iterator[str]:
    german = (term.headword, *term.variants, *(form for each in term.forms for form in expand_pattern(each)))
    english = (sense.english for sense in term.meanings)
    for name in (*german, *english, *term.accepts, *term.sought, *everyday):
        folded = fold_text(name.replace("-", ""))
        if folded.isalpha():
            yield folded


@cache
def load_number_names() -> Mapping[int, tuple[str, ...]]:
    """Return the numbers from 1 to 22 as they are written, folded: figures, German and English words, `zehner`."""
    found: dict[int, tuple[str, ...]] = {1: ("1", "eins", "einser", "one")}
    for term in number_terms():
        number = int(term.german[0])
        if number <= 22:
            german = [word for word in term.german if word.isalnum() and not word.endswith(("te", "ten", "ter"))]
            words = [*german, *(f"{word}er" for word in german[1:]), term.english[0]]
            found[number] = tuple(
                dict.fromkeys((*words, *([f"{german[1][:-2]}ner"] if german[1].endswith("ben") else [])))
            )
    return found


def write_numerals(number: int) -> tuple[str, ...]:
    """Return the Roman numerals of a trump, small: as we write them, and as cards are printed (`xviiii`)."""
    tens, ones = divmod(number, 10)
    printed = "x" * tens + ("v" if ones > 4 else "") + "i" * (ones % 5)
    return tuple(dict.fromkeys((to_roman(number).lower(), printed)))


def list_card_signs() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the signs of Unicode for cards and suits, each with folded English words: suit, trump, or suit and rank."""
    for code in _SIGNS:
        name = unicodedata.name(chr(code), "")
        if suit := _SUIT_SIGN.match(name):
            yield chr(code), (f"{suit[1].lower()}s",)
        elif trump := _TRUMP_SIGN.match(name):
            yield chr(code), (to_roman(int(trump[1])).lower(),)
        elif card := _CARD_SIGN.match(name):
            yield chr(code), (fold_text(card[2]), fold_text(card[1]))
        elif name == "PLAYING CARD FOOL":
            yield chr(code), ("fool",)


def build_card_words(project: Project) -> CardWords:
    """Return the names by which a search is read: all of the lexicon, each leading to the headword of its term."""
    document = yamlio.load(project.corpus / "termbase.yaml")
    headwords = {term["id"]: term["headword"] for term in document.data if term["id"] in CARD_TERMS}
    named, shown = load_card_names(project), load_shown_names(project)
    suits = {name: headwords[ident] for ident in _SUITS if ident in headwords for name in named[ident]}
    ranks: dict[str, str] = {}
    for ident in (each for each in _RANKS if each in headwords):
        begun = (name[:length] for name in shown[ident] for length in (2, 1))
        ranks |= dict.fromkeys((*named[ident], *begun), headwords[ident])
    for number, words in load_number_names().items():
        card = next((word.capitalize() for word in reversed(words) if word.endswith("er")), "")
        if 1 < number <= _MOST_PIPS:
            ranks |= dict.fromkeys(words, card)
        elif number == 1 and "ass" in headwords:
            ranks |= dict.fromkeys(words, headwords["ass"])
    signs = {}
    for sign, words in list_card_signs():
        if len(words) == 2 and words[0] in suits and words[1] in ranks:
            signs[sign] = f"{suits[words[0]]}-{ranks[words[1]]}"
        elif len(words) == 1:
            single = next(
                (headwords[ident] for ident in ("scues", "pagat") if words[0] in named.get(ident, ())), words[0].upper()
            )
            signs[sign] = suits.get(words[0], single)
    numerals: dict[str, str] = {}
    for number in range(1, 22):
        standard, *printed = write_numerals(number)
        numerals |= dict.fromkeys(printed, standard.upper())
    return CardWords(signs, suits, ranks, numerals)
