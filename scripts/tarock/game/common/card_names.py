"""The lexicon of card names: what people call the cards of a pack, and which of them is meant.

Names come from the termbase and the everyday words, in any letters and signs of `corpus/variants.yaml` and any case:
`Sküs`, `xxi`, `XVIIII`, `Koenig`, `Pik-10`, `♥K`, `🃁`. `docs/assets/javascripts/cards.js` reads by the same lexicon.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tarock.base.project import Project
from tarock.base.structs import Record, group_pairs
from tarock.corpus.card_terms import (
    CARD_TERMS,
    TAROCK_TERM,
    list_card_signs,
    load_card_names,
    load_number_names,
    load_shown_names,
    write_numerals,
)
from tarock.corpus.search_data import fold_text
from tarock.corpus.variants import Variants, load_variants

_TOKEN = re.compile(r"""([♠-♧🂠-🃵]|[^\W_]+)|(-+)|[\s.,:;/|()\[\]{}"'•·+&*]+|(.)""")
_RANK_FIRST = re.compile(r"(?<![\w♠-♧-])([^\W_]+)([♠-♧])(?!\w)")  # `K♥`, which is read as `♥K`
_RANK_OF = re.compile(r"([^\W_]+)\s+(?:of|von)\s+([^\W_]+)", re.IGNORECASE)  # `king of hearts`
BETWEEN = ("und", "and", "dann", "u", "von", "of", "the", "der", "die", "das")
_MOST_PIPS = 10  # on a card of a suit
_NEAR = 0.6  # how like a name must be to be offered for another


class Lexicon(Record):
    """The names of suits, ranks and single cards of a pack, folded, each with all that it may mean.

    `trumps` are the names of all trumps (`Tarock 21`), `tarocks` the trumps from the lowest; `of_suit` has the ranks of
    each suit, `pips` the rank of a number. A rank may be abbreviated as one of the names in `begins`.
    """

    suits: dict[str, tuple[str, ...]]
    ranks: dict[str, tuple[str, ...]]
    cards: dict[str, tuple[str, ...]]
    trumps: tuple[str, ...]
    tarocks: tuple[str, ...]
    of_suit: dict[str, tuple[str, ...]]
    pips: dict[str, str]
    begins: dict[str, tuple[str, ...]]


class UnreadCardError(Exception):
    """A `token` that is no one card: `cards` are those that it may be, `near` are names that are like it."""

    def __init__(self, token: str, cards: Sequence[str] = (), near: Sequence[str] = ()):
        super().__init__(token)
        self.token, self.cards, self.near = token, tuple(cards), tuple(near)


def build_lexicon(project: Project, tarocks: Sequence[str], of_suit: Mapping[str, Sequence[str]]) -> Lexicon:
    """Return the lexicon of a pack: its trumps from the lowest to the Scüs, and the ranks of each suit."""
    named, numbers = load_card_names(project), load_number_names()
    ranks = list(dict.fromkeys(rank for each in of_suit.values() for rank in each))
    single = {"pagat": tarocks[0], "mond": tarocks[-2], "scues": tarocks[-1]}
    suit_names = [(fold_text(suit), suit) for suit in of_suit]
    begins = rank_names = [(fold_text(rank), rank) for rank in ranks]
    card_names = [(numeral, name) for number, name in enumerate(tarocks, 1) for numeral in write_numerals(number)]
    card_names += [(fold_text(name), name) for name in tarocks]
    pips = {number: rank for number, words in numbers.items() for rank in ranks if fold_text(rank) in words}
    for ident in CARD_TERMS:
        names, shown = named.get(ident, ()), load_shown_names(project).get(ident, ())
        begins = begins + [(name, rank) for rank in ranks if fold_text(rank) in names for name in shown]
        suit_names += [(name, suit) for suit in of_suit if fold_text(suit) in names for name in names]
        rank_names += [(name, rank) for rank in ranks if fold_text(rank) in names for name in names]
        card_names += [(name, single[ident]) for name in names if ident in single]
        if ident == "ass":
            pips.update((1, rank) for rank in ranks if fold_text(rank) in names)
    rank_names += [(word, rank) for number, rank in pips.items() for word in numbers[number] if not word.isdigit()]
    card_names += [
        (word, name)
        for number, name in enumerate(tarocks, 1)
        for word in numbers[number]
        if number > _MOST_PIPS and not word.isdigit()  # a `Fünfer` would be no trump
    ]
    suits, called, cards = map(group_pairs, (suit_names, rank_names, card_names))
    cards = {name: found for name, found in cards.items() if name not in called}
    for sign, words in list_card_signs():
        if len(words) == 2:
            suit, rank = suits.get(words[0], ("",))[0], called.get(words[1], ("",))[0]
            cards |= {sign: (f"{suit}-{rank}",)} if rank and rank in of_suit.get(suit, ()) else {}
        else:
            cards |= {sign: cards[words[0]]} if words[0] in cards else {}
            suits |= {sign: suits[words[0]]} if words[0] in suits else {}
    by_suit = {suit: tuple(each) for suit, each in of_suit.items()}
    trumps = named.get(TAROCK_TERM, ())
    of_pips = {str(number): rank for number, rank in pips.items()}
    return Lexicon(suits, called, cards, trumps, tuple(tarocks), by_suit, of_pips, group_pairs(begins))


class _Token(NamedTuple):
    """A word or sign as it is typed and folded, `joined` to the next by a hyphen; a dash between groups is empty."""

    typed: str
    folded: str
    joined: bool = False


def _split(text: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _TOKEN.finditer(text):
        word, dash, other = match.groups()
        if other:
            raise UnreadCardError(other)
        if word and fold_text(word) not in BETWEEN:
            found.append(_Token(word, fold_text(word)))
        elif dash:
            inside = text[: match.start()][-1:].strip() and text[match.end() :][:1].strip()
            if inside and found and found[-1].typed:
                found[-1] = found[-1]._replace(joined=True)
            else:
                found.append(_Token("", ""))
    return found


class _Reader:
    """Reads one text: `suit` is open for ranks, and `grouped` once a dash stands between them."""

    def __init__(self, lexicon: Lexicon):
        self.lexicon = lexicon
        self.suit = ""
        self.grouped = False

    def read(self, tokens: Sequence[_Token]) -> Iterator[str]:
        """Yield the names of the cards; raises `UnreadCardError` for a token that is no one card."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            at += 1
            if not token.typed:
                self.grouped = True
                continue
            if token.folded in self.lexicon.trumps and at < len(tokens):
                token, at = tokens[at], at + 1
                found = self._list_tarocks(token.folded)
            elif (suits := self._list_suits(token)) and not self._list_ranks(token.folded):
                if len(suits) > 1:
                    raise UnreadCardError(token.typed, suits)
                if at == len(tokens):
                    raise UnreadCardError(token.typed, self._list_cards(suits[0]))
                self.suit, self.grouped = suits[0], False
                if tokens[at].joined and self.lexicon.suits.get(tokens[at].folded) == suits:  # `Herz-Herz-Dame`
                    at += 1
                token, at = tokens[at], at + 1
                found = self._list_in(self.suit, token.folded)
            else:
                found, at = self._list_single(token, tokens, at)
            if len(found) != 1:
                raise UnreadCardError(token.typed, found, () if found else self._list_near(token))
            if found[0] in self.lexicon.tarocks:
                self.suit = ""
            yield found[0]

    def _list_suits(self, token: _Token) -> tuple[str, ...]:
        suits = self.lexicon.suits
        if token.folded in suits or not token.joined:
            return suits.get(token.folded, ())
        begun = (suit for name, each in suits.items() if name.startswith(token.folded) for suit in each)
        return tuple(dict.fromkeys(begun))

    def _list_ranks(self, folded: str) -> list[str]:
        """Return the cards of the open suit that a word names."""
        ranks = self.lexicon.of_suit.get(self.suit, ())
        return [f"{self.suit}-{rank}" for rank in self.lexicon.ranks.get(folded, ()) if rank in ranks]

    def _list_in(self, suit: str, folded: str) -> list[str]:
        """Return the cards of a suit that a word, a number or the beginning of a name means."""
        lexicon, ranks = self.lexicon, self.lexicon.of_suit[suit]
        named = lexicon.ranks.get(folded, (lexicon.pips[folded],) if folded in lexicon.pips else ())
        if not (found := [rank for rank in named if rank in ranks]):
            begun = (each for name, each in lexicon.begins.items() if name.startswith(folded))
            found = list(dict.fromkeys(rank for each in begun for rank in each if rank in ranks))
        return [f"{suit}-{rank}" for rank in found]

    def _list_tarocks(self, folded: str) -> list[str]:
        tarocks = self.lexicon.tarocks
        if folded.isascii() and folded.isdecimal():
            return [tarocks[int(folded) - 1]] if len(folded) < 3 and 0 < int(folded) <= len(tarocks) else []
        return [name for name in self.lexicon.cards.get(folded, ()) if name in tarocks]

    def _list_cards(self, suit: str) -> list[str]:
        return [f"{suit}-{rank}" for rank in self.lexicon.of_suit[suit]]

    def _list_single(self, token: _Token, tokens: Sequence[_Token], at: int) -> tuple[list[str], int]:
        """Return the cards that a word without a suit before it may be, and where what follows begins."""
        lexicon, folded = self.lexicon, token.folded
        if self.suit and (found := self._list_ranks(folded)):
            return found, at
        if folded in lexicon.cards:
            return [*lexicon.cards[folded]], at
        behind = tokens[at] if at < len(tokens) else _Token("", "")
        suits = lexicon.suits.get(behind.folded, ()) if not behind.joined else ()
        if (
            len(suits) == 1
            and (found := self._list_in(suits[0], folded))
            and not self._begins(suits[0], tokens, at + 1)
        ):
            self.suit, self.grouped = "", False
            return found, at + 1
        if folded.isascii() and folded.isdecimal():
            pips = self._list_in(self.suit, folded) if self.suit and folded in lexicon.pips else []
            return pips if pips and not self.grouped else pips + self._list_tarocks(folded), at
        if folded in lexicon.ranks:
            pairs = ((suit, rank) for suit, ranks in lexicon.of_suit.items() for rank in ranks)
            return [f"{suit}-{rank}" for suit, rank in pairs if rank in lexicon.ranks[folded]], at
        for cut in range(1, len(folded)):
            before, rest = folded[:cut], folded[cut:]
            known = rest in lexicon.ranks or rest in lexicon.pips
            for suit in lexicon.suits.get(before, ()) if known else ():
                if found := self._list_in(suit, rest):
                    self.suit, self.grouped = suit, False
                    return found, at
        return self._list_in(self.suit, folded) if self.suit and not self.grouped else [], at

    def _begins(self, suit: str, tokens: Sequence[_Token], at: int) -> bool:
        """Return whether a rank of a suit stands at a place, so that the suit before it belongs to it."""
        return at < len(tokens) and bool(tokens[at].typed) and bool(self._list_in(suit, tokens[at].folded))

    def _list_near(self, token: _Token) -> list[str]:
        """Return the cards, ranks and suits whose names are most like a word."""
        lexicon = self.lexicon
        names = lexicon.suits if token.joined else {**lexicon.suits, **lexicon.ranks, **lexicon.cards}
        near = difflib.get_close_matches(token.folded, names, 3, cutoff=_NEAR)
        return list(dict.fromkeys(each for name in near for each in names[name]))


def read_names(text: str, lexicon: Lexicon, variants: Variants) -> list[str]:
    """Return the names of the cards of a list that a person has written.

    Raises `UnreadCardError` for what is no card, and for what may be several.
    """
    plain = _RANK_OF.sub(r"\2-\1", _RANK_FIRST.sub(r"\2\1", variants.read_plain(text)))
    return list(_Reader(lexicon).read(_split(plain)))


def locate_token(text: str, token: str, variants: Variants) -> tuple[int, str]:
    """Return where in a text a token of its plain form stands, and how it is written there."""
    if token in text:
        return text.index(token), token
    for part in re.finditer(r"[^\s.,:;]+", text):
        if token in variants.read_plain(part[0]):
            return part.start(), part[0]
    return 0, text.strip()


def load_pack_lexicon(project: Project, names: Iterable[tuple[str, str, str]]) -> tuple[Lexicon, Variants]:
    """Return the lexicon of cards, each a name, a suit and a rank, trumps from the lowest; and the table of signs."""
    tarocks: list[str] = []
    suits: dict[str, list[str]] = {}
    for name, suit, rank in names:
        if suit:
            suits.setdefault(suit, []).append(rank)
        else:
            tarocks.append(name)
    return build_lexicon(project, tarocks, suits), load_variants(project)
