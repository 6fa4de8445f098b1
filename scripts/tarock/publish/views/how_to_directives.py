"""The functions that our prose on how a game is played (`tarock.rules.how_to`) calls: tables, games and claims in words.

| directive | what is there |
|---|---|
| `number(KEY, 'card')` | the value of a key, or of a formula over keys, with its unit; without a unit the number alone |
| `times(KEY)`, `fold(KEY)`, `ordinal(KEY)` | twice, double, second |
| `word(KEY)` | the value in words: a word of a vocabulary by its label, several as a list |
| `card(KEY)`, `cards(KEY)` | the cards that a key names, in English, or their plural |
| `own(KEY)` | the source's own word or words, in German |
| `case('contract=solo')` | how a case is called |
| `term('talon')`, `term('talon', KEY)` | the English of a term; where it comes first on the page with a link to the glossary and the |
| | German word of the source, or the one that a key gives; `terms('talon')` is the plural |
| `claim(ID)`, `claim(ID, PART)` | what is computed for a claim, or a part of it |
| `number('@example/stamm')` | a number that the example of a score file has |
| `pile('A', 'points')` | of a pile in the example of 1754: `counting` cards and their `worth`, plain cards `beside` and `over`, `points` |
| `number('@ID/fold')` | a number that a claim starts from, for each directive that reads numbers |
| `dealt(ID, 'cards')`, `drawn(ID, 'cards')` | cards that a claim starts from, in words or drawn |
| `source('1840')`, `game('m6')` | another source, by its siglum, or a model game, with a link |
| `result('m6', 'points')`, `margin`, `A` | the declarer's card points, what he won or lost by, what A writes |
| `scored('A', 'share')` | what a seat gains or pays for a reason, in the example of a score file; `scored('A', 'deal 2')` in a deal, |
| | `scored('A')` in all |
| `owes('m4', 'B', 'A')` | what B would have to pay A after that game alone, in points |
| `play('m6', 3, 1, 'seat')`, `play('m6', 3, 1, 'card')`, `winner('m6', 3)` | who plays what first to its third trick, who takes it |
| `deal('m4', 'king')` | of a model game: `declarer`, `partner`, `forehand`; `bid` and `kept`, once and in the end, in words; |
| | the cards `king`, `bought`, `scat`, `hand`; who says first `ultimo`, and who `contra` to it |
| `laid('m4', 'hand')`, `groups('m4')` | such cards drawn; what the declarer's side counts, drawn in the groups in which one counts |
| `trick('m6', 3)`, `show(KEY)` | a trick, or the cards that a key names, drawn |
| `seats(KEY)` | the four seats that a key names, in the order of play, drawn |
| `suit(KEY, KEY)` | the cards of the first suit that a key names, in the order of another, drawn |
| `number('1840/deal.hand')` | in each directive: a key of another source |
| `see(KEY, 'deal.knock_allowed=true', '1840:8.2')` | nothing: what else the sentence rests on, in this text or another. With a value it |
| | must be that of the table |
| `silent(KEY)` | nothing: the source does not say it; what is there must be so |
| `open(KEY)` | nothing: the sentence tells that the text can be read otherwise |

`Number('deal.hand')` begins a sentence: each directive has a name with a capital too. A sentence links to the passages
of all values, cases and keys in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from inspect import signature
from itertools import chain
from typing import ClassVar

from jinja2 import StrictUndefined, UndefinedError
from jinja2.nativetypes import NativeEnvironment
from msgspec.structs import replace

from tarock.base.errors import CodexError
from tarock.base.i18n import ENGLISH, current_language, pgettext, report_bad_translation, translate_text
from tarock.base.structs import Frozen
from tarock.base.wording import all_wordings, write_message
from tarock.corpus.search_data import fold_text
from tarock.corpus.termbase import Term
from tarock.game.common.cards import Card, sort_cards
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.notation import read_cards
from tarock.game.common.records import Side
from tarock.game.koenigrufen_1840.replay import Course
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat
from tarock.publish.environment import join_series, spell_number
from tarock.publish.places import Site
from tarock.publish.script_data import find_card_terms, write_english_card
from tarock.publish.views.cards import Cards, make_cards
from tarock.publish.views.how_to import ABSENT, HowToValues
from tarock.publish.views.robustness import link_uncertainties
from tarock.publish.views.view import Link, View
from tarock.rules.cases import make_case
from tarock.rules.how_to import HowTo, HowToLine
from tarock.rules.ruleset import Rules
from tarock.rules.vocabulary import FILE as VOCABULARY

THIRDS = 3  # in a point of what the engine counts
SEATS = 4  # at the table that is drawn
_STEM = 3  # letters in which the forms of a word agree, umlauts apart
_signature = cache(signature)
_template = cache(NativeEnvironment(undefined=StrictUndefined).from_string)  # it gives what the functions return


class Piece(Frozen):
    """Some words; with `href` a link, with `german` in German."""

    text: str
    href: str = ""
    german: bool = False
    kind: ClassVar = "words"


class Seats(Frozen):
    """A table with four seats, in the order of play: the forehand first, the dealer last."""

    names: tuple[str, ...]
    kind: ClassVar = "seats"

    @property
    def text(self) -> str:
        """Return the names of the seats in one line."""
        return ", ".join(self.names)


Shown = Piece | Cards | Seats


class FilledLine(Frozen):
    """A sentence or row: its cells, and where it rests. `silent` says how the source is silent, or leaves it open.

    `marks` say what of it is not certain, and how far it stands.
    """

    cells: tuple[tuple[Shown, ...], ...]
    places: tuple[Link, ...]
    silent: str
    marks: tuple[Link, ...]

    @property
    def ours(self) -> bool:
        """Return whether it tells what the source does not say."""
        return self.silent not in ("", ABSENT)


class Filler(HowToValues):
    """Fills the directives of one file, as it stands on one page. `rules` are those of the source, or others for a test.

    Where it is `marked`, each sentence says what of it is not certain: not where there is room for the rule alone.
    With `ruling` a sentence on what the source does not settle tells what we play, and is marked as ours.
    """

    def __init__(
        self,
        site: Site,
        how_to: HowTo,
        page: str,
        rules: Rules | None = None,
        *,
        marked: bool = False,
        ruling: bool = False,
    ):
        super().__init__(site, how_to, rules)
        self.page = page
        self.marked = marked
        self.ruling = ruling
        self.pack = site.pack
        passages = site.corpus.edition(how_to.siglum).passages.values()
        self.text = "\n".join(passage.text for passage in passages)
        self.terms_named: set[str] = set()
        self.digits = False

    def fill(self, line: HowToLine, *, digits: bool = False) -> FilledLine:
        """Fill a sentence or row, with all numbers in `digits` or the small ones in words.

        Raises `CodexError` with file and line for a directive that cannot be filled.
        """
        self.digits = digits
        filled = self.fill_head(line)
        if not filled.places:
            raise self.error("a sentence that rests on nothing", "expected a call such as {{ see('deal.hand') }}")
        return filled

    def fill_head(self, line: HowToLine) -> FilledLine:
        """Fill a row that needs to rest on nothing."""
        self.begin(line.number)
        cells = tuple(map(self._fill_cell, line.cells))
        own, rule = f"{self.how_to.siglum}:", self.site.router.rule
        places = [
            Link(ref.removeprefix(own), self._link_passage(ref)) for ref in sorted(self.refs, key=self._find_position)
        ]
        unsaid = {kind: key for key, kind in reversed(self.silent.items())}  # the first key of each kind
        places += [Link(self._name_silence(kind), rule(key).link_from(self.page)) for kind, key in unsaid.items()]
        marks = tuple(link_uncertainties(View(self.site, self.page), self.robustness)) if self.marked else ()
        return FilledLine(cells, tuple(places), next(iter(self.silent.values()), ""), marks)

    def _name_silence(self, kind: str) -> str:
        return write_message("how_to.ruling") if self.ruling and kind != ABSENT else translate_text(kind, "silence")

    def own_word(self, *words: str) -> str:
        """Return the first of some words that is in the text of the source, else the first."""
        return next((word for word in words if re.search(rf"\b{re.escape(word)}\b", self.text)), words[0])

    def _find_position(self, ref: str) -> tuple[bool, int]:
        """Return where a passage is in its text; those of another text come behind."""
        siglum, _, name = ref.partition(":")
        order = list(self.site.corpus.edition(siglum).passages)
        return siglum != self.how_to.siglum, order.index(name) if name in order else len(order)

    def _link_passage(self, ref: str) -> str:
        if not self.site.router.has(ref):
            raise self.error(f"{ref} does not exist", "expected a passage")
        return self.site.router.passage(ref).link_from(self.page)

    def _fill_cell(self, cell: str) -> tuple[Shown, ...]:
        """Return what a cell shows, without the space before what shows nothing: the places stay on its last line."""
        names = (spelled for name in DIRECTIVES for spelled in (name, name.capitalize()))
        pieces: list[Shown] = []
        try:
            for part in _template(cell).generate({name: partial(self._call, name) for name in names}):
                pieces += [Piece(part.replace("'", "’"))] if isinstance(part, str) else part
        except UndefinedError as error:
            raise self.error(str(error), f"expected one of: {', '.join(DIRECTIVES)}") from None
        while pieces and isinstance(pieces[-1], Piece) and not pieces[-1].text.strip():
            pieces.pop()
        if pieces and isinstance(pieces[-1], Piece):
            pieces[-1] = replace(pieces[-1], text=pieces[-1].text.rstrip())
        return tuple(pieces)

    def _call(self, name: str, *arguments: object, forms: Sequence[str] = ()) -> list[Shown]:
        directive, written = DIRECTIVES[name.lower()], [str(argument) for argument in arguments]
        try:
            _signature(directive).bind(self, *written)
        except TypeError:
            raise self.error(f"`{name}({', '.join(written)})` has not the right arguments", f"see {__name__}") from None
        try:
            made = directive(self, *written)
            found: list[Shown] = [Piece(made)] if isinstance(made, str) else list(made)
        except CodexError as error:
            ours = error.file == self.how_to.file
            raise error if ours else self.error(error.what, error.expected) from None
        if forms:
            found = self._inflect(found, *forms)
        if name[0].isupper() and found and isinstance(first := found[0], Piece):
            found[0] = replace(first, text=first.text[:1].upper() + first.text[1:])
        return found

    def _inflect(self, pieces: list[Shown], form: str, several: str = "") -> list[Shown]:
        """Return what a directive shows in another form, as `Stiche` for `Stich`; of a number `einen Stich`, `# Stiche`.

        A form of another word is noted, and not shown.
        """
        words = [piece for piece in pieces if isinstance(piece, Piece)]
        shown = "".join(piece.text for piece in words)
        if "#" in form or several:
            return [
                Piece(form if several and shown in ("1", _format_number(1)) else (several or form).replace("#", shown))
            ]
        if len(words) == len(pieces) and fold_text(shown)[:_STEM] == fold_text(form)[:_STEM]:
            return [replace(words[0], text=form)]
        report_bad_translation(str(self.error(f"`{form}` for `{shown}`", "expected a form of it")))
        return pieces


# The directives: each returns words, or several pieces.


def _number(filler: Filler, written: str, unit: str = "") -> str:
    value = filler.number(written)
    shown = f"{value}" if filler.digits and value.denominator == 1 else _format_number(value)
    if current_language() != ENGLISH:
        return shown  # the sentence has the unit
    return f"{shown} {unit if 0 < value <= 1 else _make_plural(unit)}" if unit else shown


def _counted(filler: Filler, written: str, *, kind: str) -> str:
    return _format_amount(kind, filler.number(written))


def _word(filler: Filler, written: str) -> str:
    found = filler.several(written)
    words = filler.statement(*filler.key(written)).entry.words
    return join_series(translate_text(words[word], VOCABULARY) if word in words else str(word) for word in found)


def _own(filler: Filler, written: str) -> Iterator[Piece]:
    return _join_pieces(([Piece(str(word), german=True)] for word in filler.several(written)), "or")


def _card(filler: Filler, written: str, *, form: Callable[[str], str] = str) -> Iterator[Piece]:
    return _join_pieces((_name_card(filler, str(card), form) for card in filler.several(written)), "and")


def _name_card(filler: Filler, card: str, form: Callable[[str], str]) -> Iterable[Piece]:
    term = find_card_terms(filler.site).get(card)
    if current_language() != ENGLISH:
        return [Piece(filler.own_word(card, *(_list_german_forms(term) if term else ())))]
    if term:
        return _term(filler, term.id, form=form)
    return [Piece(form(write_message(f"card.{card}") if f"card.{card}" in all_wordings() else card))]


def _list_german_forms(term: Term) -> tuple[str, ...]:
    return term.headword, *term.variants


def _term(filler: Filler, name: str, key: str = "", *, form: Callable[[str], str] = str) -> Iterator[Piece]:
    """Yield the English of a term; where it comes first with the German of the source, and a link."""
    term = filler.site.codex.termbase.terms.get(name)
    if term is None:
        raise filler.error(f"there is no term `{name}`", "expected an id of corpus/termbase.yaml")
    english = term.meanings[0].english
    german = filler.several(key)[0] if key else filler.own_word(*_list_german_forms(term))
    if key and english == term.headword:  # a name that is not translated: each source has its own form of it
        english = german
    named = name in filler.terms_named
    filler.terms_named.add(name)
    href = "" if named else filler.site.router.term(term).link_from(filler.page)
    if current_language() != ENGLISH:
        yield Piece(german, href)
        return
    yield Piece(form(english), href)
    if not named and german.lower() != english.lower():
        yield from (Piece(" ("), Piece(german, german=True), Piece(")"))


def _case(filler: Filler, written: str) -> str:
    vocabulary = filler.site.codex.topics.vocabulary
    when = filler.case(written, written)
    for name, value in when.items():
        if expected := vocabulary.type_error_hint(name, value):
            raise filler.error(f"{name} is {value!r}", f"expected {expected}")
    numbers = [value for name, value in when.items() if vocabulary.dimensions[name].of == "integer"]
    return _format_amount("fold", Fraction(numbers[0])) if numbers else vocabulary.format_case(make_case(when))


def _claim(filler: Filler, name: str, part: str = "") -> str:
    found = filler.part(filler.computed(name), part, name)
    return _format_number(found) if isinstance(found, int | Fraction) else str(found)


def _dealt(filler: Filler, name: str, path: str) -> str:
    return join_series(write_english_card(filler.site, card) for card in _cards_of(filler, name, path))


def _drawn(filler: Filler, name: str, path: str) -> list[Cards]:
    return _row(filler, _cards_of(filler, name, path))


def _cards_of(filler: Filler, name: str, path: str) -> tuple[Card, ...]:
    return read_cards(filler.input(name, path), filler.pack)


def _row(filler: Filler, cards: Iterable[Card], label: str = "") -> list[Cards]:
    return [make_cards(cards, filler.pack, label)]


def _result(filler: Filler, name: str, what: str) -> str:
    report = filler.game(name)
    filler.refs[report.best.stated[0].ref] = None
    filler.rest_on(report)
    level = report.best.replay
    points = Fraction(level.declarer_thirds, THIRDS)
    results: dict[str, Fraction | int] = {**level.sheet.totals, "points": points, "margin": level.outcome.points}
    if what not in results:
        raise filler.error(f"`{what}` is no result", "expected points, margin or a seat")
    return _format_number(results[what])


def _write_deal(filler: Filler, name: str, what: str) -> str:
    """Return one thing of a model game for its reader: the folds bid or kept, the seat of a role, or a heap's cards."""
    course = filler.played(name)
    game = course.game
    feats = {said.call: said.seat for said in reversed(game.announcements) if said.of is Feat.ULTIMO}
    seats = {
        "declarer": game.declarer, "partner": course.partner, "forehand": course.forehand,
        "ultimo": feats.get(AnnouncementWord.ANNOUNCE, ""), "contra": feats.get(AnnouncementWord.CONTRA, ""),
    }  # fmt: skip
    folds = {"bid": game.purchase.first, "kept": game.purchase.kept} if game.purchase else {}
    if what in folds:
        return _format_amount("fold", Fraction(folds[what]))
    if seats.get(what):
        return seats[what]
    return join_series(write_english_card(filler.site, card) for card in _heap(filler, name, what))


def _laid(filler: Filler, name: str, what: str) -> list[Cards]:
    return _row(filler, _heap(filler, name, what))


def _heap(filler: Filler, name: str, what: str) -> Sequence[Card]:
    course = filler.played(name)
    game, held = course.game, course.hands[course.game.declarer]
    dealt = game.hands[game.declarer]
    heaps = {
        "king": (game.king,),
        "bought": tuple(card for card in (*held, *game.scat) if card not in dealt),
        "scat": game.scat,
        "hand": held,
    }
    if not heaps.get(what):
        raise filler.error(f"`{what}` is nothing of the deal of {name}", f"expected one of {', '.join(heaps)}")
    return sort_cards(heaps[what])


def _groups(filler: Filler, name: str) -> Iterator[Shown]:
    """Yield the cards of the declarer's side in the groups of the book, each with its points below it."""
    own = filler.how_to.siglum == filler.game(name).ref.partition(":")[0]
    for group in group_counted_cards(filler.played(name), filler.rules if own else filler.site.codex.games.rules):
        yield replace(make_cards(group, filler.pack), points=format_thirds(count_thirds(group)))


def group_counted_cards(course: Course, rules: Rules) -> list[list[Card]]:
    """Return the cards of the declarer's side in groups as one counts: each counting card with empty ones.

    Where the empty cards run out, the counting cards are counted together; what is left over comes last.
    """
    size, beside = rules.number("counting.group"), rules.number("counting.group_plain")
    ours = (trick for trick in course.tricks if course.result.side[trick.winner] is Side.DECLARER)
    heap = sort_cards([*(card for trick in ours for _seat, card in trick.plays), *course.game.scat])
    counting = sorted((card for card in heap if card.points), key=lambda card: -card.points)
    empty = [card for card in heap if not card.points]
    groups: list[list[Card]] = []
    while counting or empty:
        ones = 1 if len(empty) >= beside else size - len(empty)
        first, counting = counting[:ones], counting[ones:]
        rest, empty = empty[: size - len(first)], empty[size - len(first) :]
        groups.append([*first, *rest])
    return groups


def _owes(filler: Filler, name: str, seat: str, to: str) -> str:
    report = filler.game(name)
    filler.rest_on(report)
    totals = report.best.replay.sheet.totals
    if not totals.get(to, 0) > totals.get(seat, 0):
        raise filler.error(
            f"{seat} has not less than {to} in {name}", "expected two seats, the one that has less first"
        )
    return _format_number(totals[to] - totals[seat])


def _scored(filler: Filler, account: str, what: str = "") -> str:
    gained = filler.gain(account, what)
    return f"{'−' if gained < 0 else '+' if gained else ''}{abs(gained)}"


def _pile(filler: Filler, seat: str, what: str) -> str:
    found = filler.pile(seat, what)
    return str(found) if filler.digits else _format_number(found)


def _source(filler: Filler, siglum: str) -> list[Piece]:
    if siglum not in filler.site.corpus.sources:
        raise filler.error(f"there is no source `{siglum}`", "expected the siglum of one")
    return [Piece(siglum, filler.site.router.source(siglum).link_from(filler.page))]


def _game(filler: Filler, name: str) -> list[Piece]:
    number = filler.game(name).number
    href = filler.site.router.game(name).link_from(filler.page)
    return [Piece(write_message("how_to.game", number=number), href)]


def _play(filler: Filler, name: str, trick: str, place: str, what: str) -> str:
    plays = filler.trick(name, trick).plays
    seat, card = plays[filler.place(place, len(plays), f"trick {trick} of {name} has no play")]
    told = {"seat": seat, "card": write_english_card(filler.site, card)}
    if what not in told:
        raise filler.error(f"`{what}` is nothing of a play", "expected seat or card")
    return told[what]


def _winner(filler: Filler, name: str, trick: str) -> str:
    return filler.trick(name, trick).winner


def _trick(filler: Filler, name: str, trick: str) -> list[Cards]:
    seats, cards = zip(*filler.trick(name, trick).plays, strict=True)
    return _row(filler, cards, ", ".join(seats))


def _show(filler: Filler, written: str) -> list[Cards]:
    pack = filler.pack
    named = (sorted(pack.select([name]), key=pack.cards.index) for name in filler.several(written))
    return _row(filler, chain.from_iterable(named))


def _seats(filler: Filler, written: str) -> list[Seats]:
    seats = filler.several(written)
    if len(seats) != SEATS:
        raise filler.error(f"`{written}` is {seats!r}", "expected four seats")
    return [Seats(tuple(seats))]


def _suit(filler: Filler, suits: str, ranks: str) -> list[Cards]:
    suit = filler.several(suits)[0]
    return _row(filler, (filler.pack.require(f"{suit}-{rank}") for rank in filler.several(ranks)))


def _noted(filler: Filler, *written: str, note: Callable[[Filler, str], None]) -> str:
    for each in written:
        note(filler, each)
    return ""


def _join_pieces(items: Iterable[Iterable[Piece]], word: str) -> Iterator[Piece]:
    """Join items as an enumeration: `a, b or c`."""
    *before, end = items
    last = f" {write_message(f'list.{word}')} "
    for index, item in enumerate(before, 1):
        yield from item
        yield Piece(", " if index < len(before) else last)
    yield from end


def _format_number(value: Fraction | int) -> str:
    """Write a number as our prose has it: in words up to twelve, thirds as the books write them."""
    value = Fraction(value)
    if value.denominator == 1:
        return pgettext("number, alone", "one") if value == 1 else spell_number(int(value))
    whole, rest = divmod(value, 1)
    return f"{int(whole)} {rest}" if whole else str(rest)


def _format_amount(kind: str, value: Fraction) -> str:
    key = f"how_to.{kind}.{value}"
    return (
        write_message(key) if key in all_wordings() else write_message(f"how_to.{kind}", number=_format_number(value))
    )


def _make_plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


DIRECTIVES: dict[str, Callable[..., str | Iterable[Shown]]] = {
    "number": _number,
    "times": partial(_counted, kind="times"),
    "fold": partial(_counted, kind="fold"),
    "ordinal": partial(_counted, kind="ordinal"),
    "word": _word,
    "own": _own,
    "card": _card,
    "cards": partial(_card, form=_make_plural),
    "term": _term,
    "terms": partial(_term, form=_make_plural),
    "case": _case,
    "claim": _claim,
    "dealt": _dealt,
    "drawn": _drawn,
    "result": _result,
    "deal": _write_deal,
    "owes": _owes,
    "scored": _scored,
    "pile": _pile,
    "laid": _laid,
    "groups": _groups,
    "source": _source,
    "game": _game,
    "play": _play,
    "winner": _winner,
    "trick": _trick,
    "show": _show,
    "seats": _seats,
    "suit": _suit,
    "see": partial(_noted, note=Filler.require),
    "silent": partial(_noted, note=Filler.silence),
    "open": partial(_noted, note=Filler.open),
    "assumed": partial(_noted, note=Filler.assumed),
}
