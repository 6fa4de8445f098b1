"""The marks of our prose on how a game is played (`tarock.telling`), filled from tables, games and claims.

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
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from tarock.errors import CodexError
from tarock.game.common.notation import read_cards
from tarock.publish.environment import series, spelled
from tarock.publish.term_data import english_card
from tarock.publish.views.cards import cards_view
from tarock.publish.views.glossary import term_address
from tarock.publish.views.prose import Link
from tarock.rules.cases import case_of, ident
from tarock.rules.formula import evaluate
from tarock.rules.ruleset import Rules
from tarock.value import Value
from tarock.wording import Message, catalogue, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tarock.game.common.cards import Card
    from tarock.proof.claims.ledger import Checked
    from tarock.proof.games import GameReport
    from tarock.publish.places import Site
    from tarock.publish.views.cards import Cards
    from tarock.rules.tables import Statement
    from tarock.telling import Line, Mark, Telling

LEFT_OPEN, ABSENT = "left open", "not in this game"
THIRDS = 3  # in a point of what the engine counts
SEATS = 4  # at the table that is drawn

_KEY = re.compile(r"(?P<key>[a-z_0-9]+(?:\.[a-z_0-9]+)+)(?:\[(?P<case>[^\[\]]*)\])?")
_PAIRS = re.compile(r",(?=\s*[a-z_]+=)")  # a value may hold a comma of its own
_REFERENCE = re.compile(r"[A-Za-z0-9]+:[A-Za-z0-9.]+")
# The terms of the ranks and named tarocks as the tables write them.
_TERMS = {"König": "koenig", "Dame": "dame", "Cavall": "reiter", "Bube": "bube", "Aß": "ass", "Scüs": "scues"}
_NAMED = {"Mond": "mond", "Pagat": "pagat", "Herz": "herz", "Careau": "careau", "Treffle": "treffle", "Pique": "pique"}


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


class Told(Value):
    """A sentence or row: its cells, and where it rests. `silent` says how the source is silent, or leaves it open."""

    cells: tuple[tuple[Shown, ...], ...]
    places: tuple[Link, ...]
    silent: str

    @property
    def ours(self) -> bool:
        """Whether it tells what the source does not say."""
        return self.silent not in ("", ABSENT)


class Filler:
    """Fills the marks of one file, as it stands on one page. `rules` are those of the source, or others for a test."""

    def __init__(self, site: Site, telling: Telling, page: str, rules: Rules | None = None):
        self.site = site
        self.telling = telling
        self.page = page
        self.rules = rules or Rules(site.codex.tables[telling.siglum])
        self.reads: set[str] = set()
        self._opened: set[str] = set()
        self._ambiguous: dict[str, int] = {}
        self._told_terms: set[str] = set()
        self._text = "\n".join(passage.text for passage in site.corpus.edition(telling.siglum).passages.values())
        self._line = 1
        self._digits = False
        self._refs: dict[str, None] = {}
        self._silent: dict[str, str] = {}

    def line(self, line: Line, *, digits: bool = False) -> Told:
        """A sentence or row, filled, with all numbers in `digits` or the small ones in words.

        Raises `CodexError` with file and line for a mark that cannot be filled.
        """
        self._digits = digits
        told = self.head(line)
        if not told.places:
            raise self._error("a sentence that rests on nothing", "expected a mark such as {number KEY} or {see KEY}")
        return told

    def head(self, line: Line) -> Told:
        """A row that needs to rest on nothing, filled."""
        self._line, self._refs, self._silent = line.number, {}, {}
        cells = tuple(_ended([piece for part in cell for piece in self._pieces(part)]) for cell in line.cells)
        router = self.site.router
        own = f"{self.telling.siglum}:"
        places = [Link(ref.removeprefix(own), self._href(ref)) for ref in sorted(self._refs, key=self._position)]
        unsaid = {kind: key for key, kind in reversed(self._silent.items())}  # the first key of each kind
        places += [Link(kind, router.rule(key).seen_from(self.page)) for kind, key in unsaid.items()]
        return Told(cells, tuple(places), next(iter(self._silent.values()), ""))

    def require_open(self) -> None:
        """Raises `CodexError` for a value that the text may mean otherwise while no sentence says so."""
        for key, line in self._ambiguous.items():
            if key not in self._opened:
                raise self.telling.error(
                    line, f"`{key}` can be read otherwise", f"expected a sentence that says so, with {{open {key}}}"
                )

    def _position(self, ref: str) -> tuple[bool, int]:
        """Where a passage stands in its text; those of another text come behind."""
        siglum, _, name = ref.partition(":")
        passages = self.site.corpus.edition(siglum).passages
        return siglum != self.telling.siglum, list(passages).index(name) if name in passages else len(passages)

    def _href(self, ref: str) -> str:
        if not self.site.router.has(ref):
            raise self._error(f"{ref} does not exist", "expected a passage")
        return self.site.router.passage(ref).seen_from(self.page)

    def _error(self, what: str, expected: str) -> CodexError:
        return self.telling.error(self._line, what, expected)

    def _pieces(self, part: str | Mark) -> Iterator[Shown]:
        if isinstance(part, str):
            yield Piece(part.replace("'", "’"))
            return
        verb = _VERBS.get(part.verb.lower() if part.verb[0].isupper() else part.verb)
        if verb is None:
            raise self._error(f"`{part.verb}` is no verb", f"expected one of: {', '.join(_VERBS)}")
        try:
            found = list(verb(self, *part.arguments))
        except CodexError as error:
            raise error if error.file == self.telling.file else self._error(error.what, error.expected) from None
        except TypeError:
            asked = "; ".join(part.arguments)
            raise self._error(f"`{{{part.verb} {asked}}}` has not the right arguments", f"see {__name__}") from None
        for index, piece in enumerate(found):
            if index == 0 and part.verb[0].isupper() and isinstance(piece, Piece):
                yield Piece(piece.text[:1].upper() + piece.text[1:], piece.href, piece.german)
            else:
                yield piece

    # What the marks read

    def _case(self, key: str, written: str | None) -> dict[str, Any]:
        """The case between the brackets of a key, its values of the types of their dimensions."""
        if not written:
            return {}
        dimensions = self.site.codex.topics.vocabulary.dimensions
        when: dict[str, Any] = {}
        for pair in _PAIRS.split(written):
            name, _, value = (word.strip() for word in pair.partition("="))
            if name not in dimensions:
                raise self._error(f"`{name}` in `{key}` is no dimension", f"expected one of: {', '.join(dimensions)}")
            of = dimensions[name].of
            if of == "boolean":
                when[name] = {"true": True, "false": False}.get(value, value)
            else:
                when[name] = int(value) if of == "integer" and value.isdigit() else value
        return when

    def _key(self, written: str) -> tuple[str, dict[str, Any]]:
        match = _KEY.fullmatch(written)
        topics = self.site.codex.topics
        if not match or topics.entry(match["key"]) is None:
            raise self._error(f"`{written}` is no key", topics.instead(written.partition("[")[0]))
        return match["key"], self._case(written, match["case"])

    def _read(self, written: str) -> tuple[Any, Statement]:
        """The value of a key, which the sentence then rests on."""
        key, when = self._key(written)
        value = self.rules.value(key, **when)
        statement = self._statement(key, when)
        self.reads.add(statement.ident)
        return value, statement

    def _statement(self, key: str, when: dict[str, Any]) -> Statement:
        """The statement that holds in a case, noted as what the sentence rests on."""
        table = self.rules.table
        name = ident(key, case_of(when))
        statement = table.rule(key, **when)
        if statement is None or statement.ident != name:  # a rejected answer, but asked for
            statement = next((s for s in table if s.ident == name), statement)
        if statement is None:
            statements = table.statements.get(key, ())
            expected = (
                f"expected one of {', '.join(s.ident for s in statements)}" if statements else "expected a key of it"
            )
            raise self._error(f"source {table.siglum} does not state `{name}`", expected)
        self._refs[statement.ref] = None
        if statement.other_reading:
            self._ambiguous.setdefault(statement.ident, self._line)
        return statement

    def _number(self, written: str) -> Fraction:
        """The value of a key or formula; of a list, how many stand in it, unless it is of a number alone."""

        def lookup(key: str) -> Fraction:
            value, _statement = self._read(key)
            if isinstance(value, list):
                return Fraction(value[0] if len(value) == 1 and isinstance(value[0], int) else len(value))
            try:
                return Fraction(value)
            except (TypeError, ValueError):
                raise self._error(f"`{key}` is {value!r}", "expected a number") from None

        if written.startswith("@"):
            name, _, path = written[1:].partition("/")
            return abs(Fraction(self._part(self._claim(name).claim.inputs, path, name)))
        if _KEY.fullmatch(written):
            return lookup(written)
        value, literals = evaluate(written, lookup)
        if literals:
            raise self._error(f"a number is typed in `{written}`", "expected keys, + - * / and brackets")
        return value

    def _claim(self, name: str) -> Checked:
        for checked in self.site.codex.checked_claims:
            if checked.claim.id == name:
                self._refs[checked.claim.ref] = None
                return checked
        raise self._error(f"there is no claim `{name}`", "expected the id of a claim")

    def _game(self, name: str) -> GameReport:
        for report in self.site.codex.game_reports:
            if report.name == name:
                return report
        raise self._error(f"there is no model game `{name}`", "expected its name, such as m1")

    def _trick(self, name: str, number: str) -> tuple[GameReport, int]:
        report = self._game(name)
        tricks = report.best.replay.game.tricks
        if not number.isdigit() or not 0 < int(number) <= len(tricks):
            raise self._error(f"{name} has no trick `{number}`", f"expected up to {len(tricks)}")
        self._refs[f"{report.ref}.s{number}"] = None
        return report, int(number) - 1

    # The verbs

    def _v_number(self, written: str, unit: str = "") -> Iterator[Piece]:
        value = self._number(written)
        shown = f"{value}" if self._digits and value.denominator == 1 else _shown(value)
        yield Piece(f"{shown} {_counted(value, unit)}" if unit else shown)

    def _v_times(self, written: str) -> Iterator[Piece]:
        value = self._number(written)
        yield Piece(str(_said("times", value)))

    def _v_fold(self, written: str) -> Iterator[Piece]:
        yield Piece(_said("fold", self._number(written)))

    def _v_ordinal(self, written: str) -> Iterator[Piece]:
        yield Piece(_said("ordinal", self._number(written)))

    def _v_word(self, written: str) -> Iterator[Piece]:
        value, statement = self._read(written)
        shown = [statement.entry.words.get(word, word) for word in (value if isinstance(value, list) else [value])]
        yield Piece(series(map(str, shown)))

    def _v_own(self, written: str) -> Iterator[Piece]:
        value, _statement = self._read(written)
        words = value if isinstance(value, list) else [value]
        for index, word in enumerate(words):
            if index:
                yield Piece(" or " if index == len(words) - 1 else ", ")
            yield Piece(str(word), german=True)

    def _v_card(self, written: str, plural: bool = False) -> Iterator[Piece]:
        value, _statement = self._read(written)
        cards = value if isinstance(value, list) else [value]
        for index, card in enumerate(cards):
            if index:
                yield Piece(" and " if index == len(cards) - 1 else ", ")
            yield from self._named(str(card), plural)

    def _v_cards(self, written: str) -> Iterator[Piece]:
        return self._v_card(written, plural=True)

    def _named(self, card: str, plural: bool) -> Iterator[Piece]:
        if term := {**_TERMS, **_NAMED}.get(card):
            yield from self._v_term(term, plural=plural)
        else:
            word = say(Message(f"card.{card}")) if f"card.{card}" in catalogue() else card
            yield Piece(_plural(word) if plural else word)

    def _v_term(self, name: str, key: str = "", plural: bool = False) -> Iterator[Piece]:
        term = self.site.codex.termbase.terms.get(name)
        if term is None:
            raise self._error(f"there is no term `{name}`", "expected an id of corpus/termbase.yaml")
        english = term.meanings[0].english
        german = self._german((self._read(key)[0][0],) if key else (term.headword, *term.variants))
        first = name not in self._told_terms
        href = term_address(self.site, term).seen_from(self.page) if first else ""
        yield Piece(_plural(english) if plural else english, href)
        if first and german.lower() != english.lower():
            yield Piece(" (")
            yield Piece(german, german=True)
            yield Piece(")")
        self._told_terms.add(name)

    def _german(self, words: tuple[str, ...]) -> str:
        """The word that the source has, of those that mean the same; none of them: the first."""
        return next((word for word in words if re.search(rf"\b{re.escape(word)}\b", self._text)), words[0])

    def _v_terms(self, name: str, key: str = "") -> Iterator[Piece]:
        return self._v_term(name, key, plural=True)

    def _v_case(self, written: str) -> Iterator[Piece]:
        when = self._case(written, written)
        for name, value in when.items():
            if expected := self.site.codex.topics.vocabulary.misfit(name, value):
                raise self._error(f"{name} is {value!r}", f"expected {expected}")
        vocabulary = self.site.codex.topics.vocabulary
        numbers = [value for name, value in when.items() if vocabulary.dimensions[name].of == "integer"]
        yield Piece(_said("fold", Fraction(numbers[0])) if numbers else vocabulary.label(case_of(when)))

    def _v_claim(self, name: str, part: str = "") -> Iterator[Piece]:
        found = self._part(self._claim(name).computed, part, name)
        yield Piece(_shown(found) if isinstance(found, int | Fraction) else str(found))

    def _part(self, found: Any, path: str, name: str) -> Any:
        for step in filter(None, path.split(".")):
            if not isinstance(found, dict) or step not in found:
                raise self._error(f"`{name}` has no part `{path}`", "expected a name in it")
            found = found[step]
        return found[0] if isinstance(found, list) and len(found) == 1 else found

    def _dealt(self, name: str, path: str) -> tuple[Card, ...]:
        return read_cards(self._part(self._claim(name).claim.inputs, path, name), self.site.codex.games.pack)

    def _v_dealt(self, name: str, path: str) -> Iterator[Piece]:
        yield Piece(series(english_card(self.site, card) for card in self._dealt(name, path)))

    def _v_drawn(self, name: str, path: str) -> Iterator[Picture]:
        yield Picture(cards_view(self._dealt(name, path), self.site.codex.games.pack))

    def _v_result(self, name: str, what: str) -> Iterator[Piece]:
        report = self._game(name)
        self._refs[report.best.stated[0].ref] = None
        level = report.best.replay
        if what == "points":
            yield Piece(_shown(Fraction(level.declarer_thirds, THIRDS)))
        elif what == "margin":
            yield Piece(_shown(level.outcome.points))
        elif what in level.sheet.totals:
            yield Piece(_shown(level.sheet.totals[what]))
        else:
            raise self._error(f"`{what}` is no result", "expected points, margin or a seat")

    def _v_game(self, name: str) -> Iterator[Piece]:
        self._game(name)
        said = say(Message("telling.game", number=name[1:]))
        yield Piece(said, self.site.router.game(name).seen_from(self.page))

    def _v_play(self, name: str, trick: str, place: str, what: str) -> Iterator[Piece]:
        report, index = self._trick(name, trick)
        seat, card = report.best.replay.game.tricks[index][int(place) - 1]
        yield Piece(seat if what == "seat" else english_card(self.site, card))

    def _v_winner(self, name: str, trick: str) -> Iterator[Piece]:
        report, index = self._trick(name, trick)
        yield Piece(report.best.replay.winners[index])

    def _v_trick(self, name: str, trick: str) -> Iterator[Picture]:
        report, index = self._trick(name, trick)
        plays = report.best.replay.game.tricks[index]
        label = ", ".join(seat for seat, _card in plays)
        yield Picture(cards_view([card for _seat, card in plays], self.site.codex.games.pack, label))

    def _v_show(self, written: str) -> Iterator[Picture]:
        value, _statement = self._read(written)
        pack = self.site.codex.games.pack
        named = [card for name in value for card in sorted(pack.named([name]), key=pack.cards.index)]
        yield Picture(cards_view(named, pack))

    def _v_seats(self, written: str) -> Iterator[Seats]:
        value, _statement = self._read(written)
        if not isinstance(value, list) or len(value) != SEATS:
            raise self._error(f"`{written}` is {value!r}", "expected four seats")
        yield Seats(tuple(value))

    def _v_suit(self, suits: str, ranks: str) -> Iterator[Picture]:
        (suit, *_others), _statement = self._read(suits)
        order, _statement = self._read(ranks)
        pack = self.site.codex.games.pack
        yield Picture(cards_view([pack.card(f"{suit}-{rank}") for rank in order], pack))

    def _v_see(self, *written: str) -> Iterator[Piece]:
        for each in written:
            name, _, expected = each.partition("=") if "[" not in each else _split_case(each)
            if _REFERENCE.fullmatch(name):
                if name.partition(":")[2] not in self.site.corpus.edition(name.partition(":")[0]).passages:
                    raise self._error(f"{name} does not exist", "expected a passage")
                self._refs[name] = None
            elif not expected:
                self._statement(*self._key(name))
            else:
                self._require(name, expected.strip())
        return iter(())

    def _require(self, name: str, expected: str) -> None:
        """The value that the words of the sentence tell must be the one of the table."""
        value, _statement = self._read(name)
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        if isinstance(value, bool):
            shown = shown.lower()
        elif isinstance(value, int | Fraction) or any(letter.isdigit() for letter in expected):
            raise self._error(
                f"a number is typed for `{name}`", f"expected {{number {name}}} where the sentence tells it"
            )
        if shown != expected:
            raise self._error(f"the sentence rests on `{name}` being {expected}", f"the table says {shown}")

    def _v_silent(self, *written: str) -> Iterator[Piece]:
        for each in written:
            key, _when = self._key(each)
            table = self.rules.table
            if key in table.statements:
                raise self._error(f"source {table.siglum} does state `{key}`", "expected a key on which it is silent")
            silence = table.silence(key)
            if silence.ref:
                self._refs[silence.ref] = None
            self._silent[key] = ABSENT if silence.silence == "not applicable" else silence.silence
        return iter(())

    def _v_open(self, *written: str) -> Iterator[Piece]:
        for each in written:
            statement = self._statement(*self._key(each))
            if not statement.other_reading and not statement.note:
                raise self._error(f"`{each}` is read in no other way", "expected one with a note or another reading")
            self._opened.add(statement.ident)
            self._silent[statement.key] = LEFT_OPEN
        return iter(())


_VERBS: dict[str, Callable[..., Iterator[Shown]]] = {
    name.removeprefix("_v_"): verb for name, verb in vars(Filler).items() if name.startswith("_v_")
}


def _ended(pieces: list[Shown]) -> tuple[Shown, ...]:
    """Pieces without the space before marks that show nothing, so that the places stay on the line of the last word."""
    while pieces and isinstance(pieces[-1], Piece) and not pieces[-1].text.strip():
        pieces.pop()
    if pieces and isinstance(pieces[-1], Piece):
        pieces[-1] = replace(pieces[-1], text=pieces[-1].text.rstrip())
    return tuple(pieces)


def _split_case(written: str) -> tuple[str, str, str]:
    """A key with a case cut off from the value after it: `a.b[c=d]=e`."""
    name, mark, rest = written.partition("]")
    return name + mark, "=", rest.strip().removeprefix("=")


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


def _counted(value: Fraction, unit: str) -> str:
    return unit if value == 1 or 0 < value < 1 else _plural(unit)


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
