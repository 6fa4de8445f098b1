"""The marks of our prose on how a game is played (`tarock.rules.how_to`), filled from tables, games and claims.

| mark | what stands there |
|---|---|
| `{number KEY; card}` | the value of a key, or of a formula over keys, with its unit; without a unit the number alone |
| `{times KEY}`, `{fold KEY}`, `{ordinal KEY}` | twice, double, second |
| `{word KEY}` | the value in words: a word of a vocabulary by its label, several as a list |
| `{card KEY}`, `{cards KEY}` | the cards that a key names, in English, or their plural |
| `{own KEY}` | the source's own word or words, in German |
| `{case contract=solo}` | how a case is called |
| `{term talon}`, `{term talon; KEY}` | the English of a term; where it comes first on the page with a link to the glossary and the |
| | German word of the source, or the one that a key gives; `{terms talon}` is the plural |
| `{claim ID}`, `{claim ID; A}` | what is computed for a claim, or a part of it |
| `{number @ID/fold}` | a number that a claim starts from, for each verb that reads numbers |
| `{dealt ID; cards}`, `{drawn ID; cards}` | cards that a claim starts from, in words or drawn |
| `{game m6}` | a model game, with a link |
| `{result m6; points}`, `margin`, `A` | the declarer's card points, what he won or lost by, what A writes |
| `{play m6; 3; 1; seat}`, `{play m6; 3; 1; card}`, `{winner m6; 3}` | who plays what first to its third trick, who takes it |
| `{trick m6; 3}`, `{show KEY}` | a trick, or the cards that a key names, drawn |
| `{seats KEY}` | the four seats that a key names, in the order of play, drawn |
| `{suit KEY; KEY}` | the cards of the first suit that a key names, in the order of another, drawn |
| `{see KEY; KEY=value; 1840:8.2}` | nothing: what else the sentence rests on, in this text or another. With a value it |
| | must be that of the table |
| `{silent KEY}` | nothing: the source does not say it; what stands there must be so |
| `{open KEY}` | nothing: the sentence tells that the text can be read otherwise |

A verb with a capital begins a sentence. A sentence links to the passages of all values, cases and keys in it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from tarock.base.catalogue import Message, catalogue, say
from tarock.base.structs import Value
from tarock.game.common.notation import read_cards
from tarock.publish.environment import series, spelled
from tarock.publish.term_data import card_terms, english_card
from tarock.publish.views.cards import Cards, cards_view
from tarock.rules.cases import case_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tarock.game.common.cards import Card
    from tarock.publish.views.telling_values import Values

THIRDS = 3  # in a point of what the engine counts
SEATS = 4  # at the table that is drawn


class Piece(Value):
    """Some words; with `href` a link, with `german` in German."""

    text: str
    href: str = ""
    german: bool = False
    kind: ClassVar = "words"


class Picture(Value):
    """Cards in a row."""

    cards: Cards
    kind: ClassVar = "cards"


class Seats(Value):
    """A table with four seats, in the order of play: the forehand first, the dealer last."""

    names: tuple[str, ...]
    kind: ClassVar = "seats"

    @property
    def text(self) -> str:
        """The seats in words."""
        return ", ".join(self.names)


Shown = Piece | Picture | Seats


class Verbs:
    """What each verb makes of its arguments on one page; `digits`: all numbers in digits, or the small ones in words."""

    def __init__(self, values: Values, page: str):
        self.values = values
        self.site = values.site
        self.page = page
        self.digits = False
        self._told_terms: set[str] = set()
        passages = self.site.corpus.edition(values.telling.siglum).passages.values()
        self._text = "\n".join(passage.text for passage in passages)

    def _v_number(self, written: str, unit: str = "") -> Iterator[Piece]:
        value = self.values.number(written)
        shown = f"{value}" if self.digits and value.denominator == 1 else _shown(value)
        yield Piece(f"{shown} {unit if 0 < value <= 1 else _plural(unit)}" if unit else shown)

    def _v_times(self, written: str) -> Iterator[Piece]:
        yield Piece(_said("times", self.values.number(written)))

    def _v_fold(self, written: str) -> Iterator[Piece]:
        yield Piece(_said("fold", self.values.number(written)))

    def _v_ordinal(self, written: str) -> Iterator[Piece]:
        yield Piece(_said("ordinal", self.values.number(written)))

    def _v_word(self, written: str) -> Iterator[Piece]:
        _value, statement = self.values.read(written)
        words = statement.entry.words
        yield Piece(series(str(words.get(word, word)) for word in self.values.several(written)))

    def _v_own(self, written: str) -> Iterator[Piece]:
        return _listed(([Piece(str(word), german=True)] for word in self.values.several(written)), " or ")

    def _v_card(self, written: str) -> Iterator[Piece]:
        return _listed((self._named(str(card), str) for card in self.values.several(written)), " and ")

    def _v_cards(self, written: str) -> Iterator[Piece]:
        return _listed((self._named(str(card), _plural) for card in self.values.several(written)), " and ")

    def _named(self, card: str, form: Callable[[str], str]) -> Iterable[Piece]:
        if term := card_terms(self.site).get(card):
            return self._term(term.id, "", form)
        return [Piece(form(say(Message(f"card.{card}")) if f"card.{card}" in catalogue() else card))]

    def _v_term(self, name: str, key: str = "") -> Iterator[Piece]:
        return self._term(name, key, str)

    def _v_terms(self, name: str, key: str = "") -> Iterator[Piece]:
        return self._term(name, key, _plural)

    def _term(self, name: str, key: str, form: Callable[[str], str]) -> Iterator[Piece]:
        """The English of a term, as it is or in the plural."""
        term = self.site.codex.termbase.terms.get(name)
        if term is None:
            raise self.values.error(f"there is no term `{name}`", "expected an id of corpus/termbase.yaml")
        english = term.meanings[0].english
        german = self._german((self.values.several(key)[0],) if key else (term.headword, *term.variants))
        first = name not in self._told_terms
        self._told_terms.add(name)
        yield Piece(form(english), self.site.router.term(term).seen_from(self.page) if first else "")
        if first and german.lower() != english.lower():
            yield from (Piece(" ("), Piece(german, german=True), Piece(")"))

    def _german(self, words: tuple[str, ...]) -> str:
        """The word that the source has, of those that mean the same; none of them: the first."""
        return next((word for word in words if re.search(rf"\b{re.escape(word)}\b", self._text)), words[0])

    def _v_case(self, written: str) -> Iterator[Piece]:
        vocabulary = self.site.codex.topics.vocabulary
        when = self.values.case(written, written)
        for name, value in when.items():
            if expected := vocabulary.misfit(name, value):
                raise self.values.error(f"{name} is {value!r}", f"expected {expected}")
        numbers = [value for name, value in when.items() if vocabulary.dimensions[name].of == "integer"]
        yield Piece(_said("fold", Fraction(numbers[0])) if numbers else vocabulary.label(case_of(when)))

    def _v_claim(self, name: str, part: str = "") -> Iterator[Piece]:
        found = self.values.part(self.values.claim(name).computed, part, name)
        yield Piece(_shown(found) if isinstance(found, int | Fraction) else str(found))

    def _dealt(self, name: str, path: str) -> tuple[Card, ...]:
        return read_cards(self.values.input(name, path), self.site.codex.games.pack)

    def _v_dealt(self, name: str, path: str) -> Iterator[Piece]:
        yield Piece(series(english_card(self.site, card) for card in self._dealt(name, path)))

    def _v_drawn(self, name: str, path: str) -> Iterator[Picture]:
        yield self._picture(self._dealt(name, path))

    def _picture(self, cards: Iterable[Card], label: str = "") -> Picture:
        return Picture(cards_view(cards, self.site.codex.games.pack, label))

    def _v_result(self, name: str, what: str) -> Iterator[Piece]:
        report = self.values.game(name)
        self.values.refs[report.best.stated[0].ref] = None
        level = report.best.replay
        points = Fraction(level.declarer_thirds, THIRDS)
        results: dict[str, Fraction | int] = {**level.sheet.totals, "points": points, "margin": level.outcome.points}
        if what not in results:
            raise self.values.error(f"`{what}` is no result", "expected points, margin or a seat")
        yield Piece(_shown(results[what]))

    def _v_game(self, name: str) -> Iterator[Piece]:
        number = self.values.game(name).number
        yield Piece(say(Message("telling.game", number=number)), self.site.router.game(name).seen_from(self.page))

    def _v_play(self, name: str, trick: str, place: str, what: str) -> Iterator[Piece]:
        report, index = self.values.trick(name, trick)
        plays = report.best.replay.game.tricks[index]
        seat, card = plays[self.values.place(place, len(plays), f"trick {trick} of {name} has no play")]
        if what not in ("seat", "card"):
            raise self.values.error(f"`{what}` is nothing of a play", "expected seat or card")
        yield Piece(seat if what == "seat" else english_card(self.site, card))

    def _v_winner(self, name: str, trick: str) -> Iterator[Piece]:
        report, index = self.values.trick(name, trick)
        yield Piece(report.best.replay.winners[index])

    def _v_trick(self, name: str, trick: str) -> Iterator[Picture]:
        report, index = self.values.trick(name, trick)
        plays = report.best.replay.game.tricks[index]
        yield self._picture((card for _seat, card in plays), ", ".join(seat for seat, _card in plays))

    def _v_show(self, written: str) -> Iterator[Picture]:
        pack = self.site.codex.games.pack
        named = (sorted(pack.named([name]), key=pack.cards.index) for name in self.values.several(written))
        yield self._picture(card for cards in named for card in cards)

    def _v_seats(self, written: str) -> Iterator[Seats]:
        seats = self.values.several(written)
        if len(seats) != SEATS:
            raise self.values.error(f"`{written}` is {seats!r}", "expected four seats")
        yield Seats(tuple(seats))

    def _v_suit(self, suits: str, ranks: str) -> Iterator[Picture]:
        suit, pack = self.values.several(suits)[0], self.site.codex.games.pack
        yield self._picture(pack.card(f"{suit}-{rank}") for rank in self.values.several(ranks))

    def _v_see(self, *written: str) -> Iterator[Piece]:
        return self._nothing(self.values.require, written)

    def _v_silent(self, *written: str) -> Iterator[Piece]:
        return self._nothing(self.values.silence, written)

    def _v_open(self, *written: str) -> Iterator[Piece]:
        return self._nothing(self.values.open, written)

    def _nothing(self, note: Callable[[str], None], written: Iterable[str]) -> Iterator[Piece]:
        for each in written:
            note(each)
        return iter(())


VERBS: dict[str, Callable[..., Iterator[Shown]]] = {
    name.removeprefix("_v_"): verb for name, verb in vars(Verbs).items() if name.startswith("_v_")
}


def _listed(items: Iterable[Iterable[Piece]], last: str) -> Iterator[Piece]:
    """Items as an enumeration: `a, b or c`."""
    *before, end = items
    for index, item in enumerate(before, 1):
        yield from item
        yield Piece(", " if index < len(before) else last)
    yield from end


def _shown(value: Fraction | int) -> str:
    """A number as our prose has it: in words up to twelve, thirds as the books write them."""
    value = Fraction(value)
    if value.denominator == 1:
        return spelled(int(value))
    whole, rest = divmod(value, 1)
    return f"{int(whole)} {rest}" if whole else str(rest)


def _said(kind: str, value: Fraction) -> str:
    key = f"telling.{kind}.{value}"
    return say(Message(key)) if key in catalogue() else say(Message(f"telling.{kind}", number=_shown(value)))


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
