"""How far a result stands: what it rests on that is not certain, and what it comes to by the other readings of that.

Not certain are values that the text only implies or that it may mean otherwise, emendations that are no more than
probable, doubtful words on which a rule depends, the play of a game whose record breaks a rule, and points that a
source leaves open. Which of them a result rests on is known from what was read to compute it (`Context.noting`), as it
is for the evidence. Where there is another reading to compute with, the result is computed again with it, and with all
combinations; only what a run reads is varied in it, so that nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

from msgspec import structs

from tarock.analysis.legal_lines import LegalLine
from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, translate_text
from tarock.base.wording import Message, format_message
from tarock.base.yamlio import Document
from tarock.corpus.apparatus import DoubtfulPlace, annotate_doubts, open_doubts
from tarock.corpus.editions import Edition, Item, Passage, Unit
from tarock.corpus.emendations import Emendation
from tarock.corpus.references import container_of
from tarock.game.common.score import ScoreJson, Settled
from tarock.game.eras import era_of
from tarock.game.koenigrufen_1840.model_games import BASE, ERA, LEVELS, Level
from tarock.game.koenigrufen_1840.record import Game
from tarock.proof.claims.ledger import Checked, Claim, compute
from tarock.proof.context import Context, Noted, Read
from tarock.proof.games import GameReport, LevelReport, ModelGames
from tarock.proof.uncertain import BOUND, Footing, Otherwise, RestsOn, Stands, Uncertain
from tarock.rules.tables import Statement, Support

NO_RESULT = "cannot be computed"
_AT_LEAST = 2  # readings that are taken together, also beyond the bound


class Settlement(ScoreJson, kw_only=True):
    """The object of `score --json`, with what the totals rest on and how far they stand."""

    rests_on: tuple[RestsOn, ...]
    stands: Stands


class _Words(NamedTuple):
    """Words of a passage, and those that may stand in their place."""

    unit: Unit
    start: int
    end: int
    instead: str

    def quoted(self, supports: Iterable[Support]) -> bool:
        """Whether one of the quotes is of these words, or of the place where they would be."""
        return any(each.overlaps(self.unit, self.start, self.end) for each in supports)


class _Thing(NamedTuple):
    """Something uncertain, and what is computed with by its other readings: a value or point, a line, or words."""

    rests: RestsOn
    read: Read | None = None
    values: tuple[Any, ...] = ()  # the other ones
    game: str = ""
    lines: tuple[LegalLine | None, ...] = ()  # by reading; none is the play of the transcript
    words: _Words | None = None

    @property
    def others(self) -> range:
        """Its other readings, by their numbers."""
        return range(1, len(self.rests.readings) if self.rests.varied else 1)


_READ: tuple[Level, ...] = (BASE, "conjectured")  # the levels at which emended words are read
_Choices = frozenset[tuple[str, int]]  # by the id of something uncertain, which of its readings
_TAKEN: _Choices = frozenset()


class _Run(NamedTuple):
    result: Any
    things: dict[str, _Thing]


class Footings:
    """Finds what results rest on. What copies of the print attest (`attested`) is not uncertain any more.

    Results on a model game that is `mended` are those of its legal lines; else its play is that of the transcript, and
    the lines are other readings.
    """

    def __init__(self, context: Context, attested: Collection[Emendation | DoubtfulPlace] = (), mended: str = ""):
        self.context = context
        self.attested = attested
        self.mended = mended
        self._known: dict[str, _Thing] = {}
        self._under = cache(self._context)  # each is made once, so that results share what is made in it
        self._words = cache(lambda siglum: list(self._words_in_text(siglum)))
        self._words_of = cache(self._words_quoted)

    @cached_property
    def games(self) -> ModelGames:
        """The model games, by the readings taken."""
        return ModelGames(self.context)

    def footing(self, compute: Callable[[Context], Any], supports: Iterable[Support] = ()) -> Footing:
        """How far what `compute` gives of a context stands, which also rests on the words of `supports`."""
        runs, last, whole = {_TAKEN: self._run(compute, _TAKEN)}, [_TAKEN], True
        taken = 0
        while last:
            taken += 1
            asked = dict.fromkeys(
                frozenset((*chosen, (name, number)))
                for chosen in last
                for name, thing in runs[chosen].things.items()
                if name not in dict(chosen)
                for number in thing.others
            )
            if taken > _AT_LEAST and len(runs) + len(asked) > BOUND:
                whole = False
                runs = {each: run for each, run in runs.items() if len(each) <= _AT_LEAST}
                break
            last = []
            for chosen in asked:
                run = self._run(compute, chosen)
                if dict(chosen).keys() <= run.things.keys():  # else it is that of fewer readings
                    runs[chosen] = run
                    last.append(chosen)
        return self._found(runs, list(supports), whole=whole)

    def _found(self, runs: dict[_Choices, _Run], supports: list[Support], *, whole: bool) -> Footing:
        result = runs[_TAKEN].result
        fails = tuple(
            Otherwise(dict(sorted(chosen)), run.result) for chosen, run in runs.items() if run.result != result
        )
        things: dict[str, _Thing] = {}
        for chosen, run in runs.items():  # a thing is told by a run in which it is read as it is taken
            otherwise = dict(chosen)
            things |= {name: it for name, it in run.things.items() if name not in otherwise or name not in things}
        for siglum in {each.ref.partition(":")[0] for each in supports}:
            for thing in (each for each in self._words(siglum) if each.words and each.words.quoted(supports)):
                things.setdefault(thing.rests.id, thing._replace(rests=structs.replace(thing.rests, varied=False)))
        order = list(Uncertain)
        rests = sorted((thing.rests for thing in things.values()), key=lambda it: (order.index(it.kind), it.id))
        stands = Stands(len(runs) - len(fails), len(runs), BOUND, all_combinations=whole, fails=fails)
        return Footing(tuple(rests), stands)

    def _run(self, compute: Callable[[Context], Any], chosen: _Choices) -> _Run:
        context = self._under(chosen)
        with context.noting() as noted:
            try:
                result = compute(context)
            except Exception:  # by readings that nobody has taken, whatever is refused or breaks
                if chosen == _TAKEN:
                    raise
                result = NO_RESULT
        found = sorted(self._things(noted), key=lambda thing: thing.rests.id)  # what was read is a set
        things = {thing.rests.id: thing for thing in found}
        self._known.update(things)
        return _Run(result, things)

    def _context(self, chosen: _Choices) -> Context:
        """The context by these readings."""
        things = [(self._known[name], number) for name, number in chosen]
        lines = {thing.game: thing.lines[number] for thing, number in things if thing.lines}
        if self.mended and self.mended not in lines:
            lines[self.mended] = self._lines(self.mended)[0]
        words = [thing.words for thing, _number in things if thing.words]
        return self.context.otherwise(
            values={t.read: t.values[number - 1] for t, number in things if t.read and t.values},
            points=[t.read for t, _number in things if t.read and not t.values],
            lines={game: line for game, line in lines.items() if line},
            edition=self._edition(words) if words else None,
            games={thing.game for thing, _number in things if thing.words},
        )

    def _edition(self, words: list[_Words]) -> Edition:
        """The edition of the model games with other words in some passages; a conjecture on them falls."""

        def read(item: Item) -> Item:
            mine = sorted((each for each in words if each.unit is item), key=lambda it: -it.start)
            text = item.text
            for each in mine:
                text = text[: each.start] + each.instead + text[each.end :]
            return Passage(item.siglum, item.ident, item.kind, text) if mine else item

        edition = self.context.corpus.edition(ERA)
        return structs.replace(edition, items=tuple(map(read, edition.items)))

    # What is uncertain

    def _things(self, noted: Noted) -> Iterator[_Thing]:
        for era, name in noted.reads:
            yield from self._value(era, name)
        for (era, code), (point, varied) in noted.met.items():
            readings = format_message(point.taken), format_message(point.other)
            rests = RestsOn(Uncertain.OPEN, f"{era}/{code}", point.ref, format_message(point.what), readings, varied)
            yield _Thing(rests, (era, code))
        for game in noted.games:
            yield from self._game(game)

    def _value(self, era: str, name: str) -> Iterator[_Thing]:
        """A value that is only implied, or may be another; and words in its quotes that may be others."""
        table = self.context.tables[era]
        statement = table.effective.get(name)
        if statement is None:
            return
        if others := table.alternatives.get(name):
            readings = statement.display_with_case, *map(statement.display_value, others)
            yield _Thing(_rests(Uncertain.READING, statement, readings, varied=True), (era, name), others)
        elif statement.grade == "implied":
            yield _Thing(_rests(Uncertain.IMPLIED, statement, (statement.display_with_case,), varied=False))
        yield from self._words_of(era).get(name, ())

    def _game(self, name: str) -> Iterator[_Thing]:
        """What is uncertain of the words of a model game, and of its play."""
        lines = self._lines(name)
        for thing in self._words_in.get(name, ()):
            if not (lines and thing.words and thing.words.unit.kind == "trick"):  # of which the lines tell
                yield thing
        if lines:
            readings = tuple(self._said(name, line) for line in lines)
            first = next(line for line in lines if line)
            about = format_message(Message("footing.play", seat=first.seat))
            ref = f"{ERA}:{name}.s{first.changed[0]}"
            rests = RestsOn(Uncertain.CONJECTURE, f"{ERA}:{name}", ref, about, readings, len(readings) > 1)
            yield _Thing(rests, game=name, lines=lines)

    def _lines(self, name: str) -> tuple[LegalLine | None, ...]:
        """How a game whose record breaks a rule was played: as in the transcript, or by one of the legal lines.

        Where it is mended, by one of the lines alone: first by that which the conjectures of the edition tell.
        """
        lines = self.games.lines(name).best
        if name != self.mended or not lines:
            return (None, *lines) if lines else ()
        told = self.games.read(name, "conjectured").tricks
        tricks = self.games.unseen(name).tricks
        plays = {line: [dict(trick)[line.seat] for trick in told] for line in lines}
        return tuple(sorted(lines, key=lambda line: line.cards(tricks) != plays[line]))

    def _said(self, name: str, line: LegalLine | None) -> str:
        """The play by a line, in short: where it is not that of the transcript."""
        if line is None:
            return format_message(Message("footing.transcript"))
        cards = line.cards(self.games.unseen(name).tricks)
        plays = (f"{number} {cards[number - 1].printed}" for number in line.changed)
        return format_message(Message("footing.line", seat=line.seat, plays=tuple(plays)))

    def _words_in_text(self, siglum: str) -> Iterator[_Thing]:
        """Emendations of a source that are not certain, and doubtful words on which a rule depends."""
        corpus = self.context.corpus
        if siglum not in corpus.sources or siglum in corpus.left_out:
            return
        doubts = open_doubts(corpus, siglum)
        for unit in corpus.edition(siglum).items:
            for annotation in unit.annotations:
                record = annotation.payload
                if isinstance(record, Emendation) and record.certainty != "certain":
                    words = _Words(unit, annotation.start, annotation.end, record.lemma)
                    yield from self._worded(Uncertain.EMENDATION, record, words, record.reading)
            for conjecture in unit.conjectures if isinstance(unit, Passage) and unit.kind != "trick" else ():
                at = unit.text.find(conjecture.lemma)
                words = _Words(unit, at, at + len(conjecture.lemma), conjecture.reading)
                yield from self._worded(Uncertain.CONJECTURE, conjecture, words, conjecture.lemma)
            for place in annotate_doubts(unit, doubts.get(unit.ref, ())):
                doubt = place.payload
                if doubt.weight == "rule":
                    words = _Words(unit, place.start, place.end, doubt.reading)
                    yield from self._worded(Uncertain.DOUBT, doubt, words, doubt.lemma)

    def _worded(
        self, kind: Uncertain, record: Emendation | DoubtfulPlace, words: _Words, taken: str
    ) -> Iterator[_Thing]:
        """Words that are taken, and may be others; none where a copy attests them."""
        if record not in self.attested:
            readings = tuple(filter(None, (taken, words.instead)))
            if kind is Uncertain.CONJECTURE and record.passage.startswith(f"{ERA}:{self.mended}."):
                readings = readings[::-1]  # the game is read with it
            name, about = f"{record.passage} {record.lemma}", format_message(Message(f"footing.{kind}"))
            yield _Thing(RestsOn(kind, name, record.passage, about, readings, varied=False), words=words)

    @cached_property
    def _words_in(self) -> dict[str, list[_Thing]]:
        """These of the words of each model game that would make it another, or unreadable.

        There they are put in the place of each other, but not a conjecture without which the play of what is mended
        would still break a rule.
        """
        found: dict[str, list[_Thing]] = {}
        for thing in self._words(ERA):
            game = container_of(thing.rests.ref)
            if game in self.games.names and self._other_game(game, thing):
                told = thing.rests.kind is Uncertain.CONJECTURE and game == self.mended
                varied = len(thing.rests.readings) > 1 and not told
                here = thing._replace(rests=structs.replace(thing.rests, varied=varied), game=game)
                found.setdefault(game, []).append(here)
        return found

    def _other_game(self, name: str, thing: _Thing) -> bool:
        """Whether a game is read otherwise with the other words."""
        if not thing.words or not thing.words.instead:
            return True
        context = self.context.otherwise(edition=self._edition([thing.words]), games={name})
        try:
            return any(ModelGames(context).read(name, level) != self.games.read(name, level) for level in _READ)
        except CodexError:
            return True

    def _words_quoted(self, era: str) -> dict[str, list[_Thing]]:
        """These of the words that values of an era quote, by the name of the value."""
        table, found = self.context.tables[era], dict[str, list[_Thing]]()
        for thing in self._words(era):
            for statement in table.by_passage.get(thing.rests.ref, ()):
                held = table.effective.get(statement.ident) is statement
                if held and thing.words and thing.words.quoted(statement.supports):
                    found.setdefault(statement.ident, []).append(thing)
        return found


def _rests(kind: Uncertain, statement: Statement, readings: tuple[str, ...], *, varied: bool) -> RestsOn:
    """A value as what a result rests on."""
    return RestsOn(kind, statement.id, statement.ref, translate_text(statement.entry.title, DATA), readings, varied)


def claim_footings(results: Footings, claims: Iterable[Checked]) -> dict[str, Footing]:
    """How far what is computed for each claim stands, by its id."""
    return {
        checked.claim.id: results.footing(partial(claimed, checked.claim), checked.claim.supports)
        for checked in claims
        if checked.claim.compute and not checked.error
    }


def claimed(claim: Claim, context: Context) -> Any:
    """What is computed for a claim; raises `CodexError` where nothing can be."""
    computed, error = compute(claim, context)
    if error:
        raise CodexError(error)
    return computed


def game_footings(results: Footings, reports: Iterable[GameReport]) -> dict[str, Footing]:
    """How far the stated results of each game stand, by its reference, and what it comes to, by reference and level.

    Where a line mends a game, it is the lines that its results are taken by.
    """
    found = {}
    for report in reports:
        mended = Footings(results.context, results.attested, report.name) if report.mended else results
        levels = [level for level in LEVELS if level in report.levels]
        last = levels[-1]
        found[report.ref] = mended.footing(partial(_stated, report.name, last))
        for level in levels:
            on = mended if level == last != BASE else results
            found[f"{report.ref} as {level}"] = on.footing(partial(played, report.name, level))
    return found


def game_footing(results: Footings, name: str, level: Level | None) -> Footing:
    """How far stands what a model game comes to at a level, or a game file by its path (`ModelGames.named`)."""
    report = results.games.named(name, level)
    if report.level == "file":
        return own_footing(results, report.replay.game)
    model = results.games.report(name.removeprefix(f"{ERA}:"))
    return game_footings(results, (model,))[f"{model.ref} as {report.level}"]


def own_footing(results: Footings, game: Game) -> Footing:
    """How far stands what a game of one's own comes to."""
    return results.footing(lambda context: replayed(ModelGames(context).own(game)))


def scored(results: Footings, siglum: str, document: Document) -> tuple[Settled, Footing]:
    """A finished game or session settled by the rules of an era, and how far its totals stand.

    Raises `CodexError` with all that is wrong in the document.
    """
    settled = era_of(siglum).score_document(document, results.context.rules(siglum))
    return settled, settled_footing(results, siglum, document)


def settlement(results: Footings, siglum: str, document: Document) -> Settlement:
    """The same as `score --json` has it."""
    settled, footing = scored(results, siglum, document)
    return Settlement.from_object(settled, **structs.asdict(footing))


def settled_footing(results: Footings, siglum: str, document: Document) -> Footing:
    """How far the totals of a score file stand."""
    era = era_of(siglum)

    def compute(context: Context) -> dict[str, int]:
        return dict(era.score_document(document, context.rules(siglum).without_prices()).totals)

    return results.footing(compute)


def footing_lines(footing: Footing) -> Iterator[str]:
    """What a result rests on and how far it stands, for a terminal: a line each, and one for what it falls by."""
    kinds: dict[str, list[str]] = {}
    for rests in footing.rests_on:
        kinds.setdefault(rests.kind, []).append(rests.ref or rests.id)
    if kinds:
        yield format_message(Message("footing.rests", kinds=tuple(some(kind, refs) for kind, refs in kinds.items())))
    if footing.stands.of > 1:
        yield format_message(told(footing.stands))
    names = {rests.id: rests for rests in footing.rests_on}
    for each in footing.stands.least:
        so = tuple(_read_so(names[name], numbers) for name, numbers in each.items())
        yield f"  {format_message(Message('footing.falls', readings=so))}"


def _read_so(rests: RestsOn, numbers: tuple[int, ...]) -> Message:
    readings = tuple(rests.readings[number] for number in numbers)
    return Message("footing.read", about=rests.about, readings=readings, ref=rests.ref)


def some(kind: str, refs: Collection[str]) -> Message:
    """How many things of a kind a result rests on, with their passages."""
    return Message(
        "footing.some", what=Message(f"footing.of.{kind}", number=len(refs)), refs=tuple(dict.fromkeys(refs))
    )


def told(stands: Stands) -> Message:
    """Under how many of how many readings a result stands."""
    whole = "all" if stands.all_combinations else "pairs"
    return Message(f"footing.stands.{whole}", under=stands.under, of=stands.of, bound=stands.bound)


def _stated(name: str, level: Level, context: Context) -> bool:
    """Whether what the author states of a game follows from a faultless record."""
    return ModelGames(context).judged(name, level).sound


def played(name: str, level: Level, context: Context) -> dict[str, Any]:
    """What a game comes to, and what is written for it."""
    return replayed(ModelGames(context).level(name, level))


def replayed(report: LevelReport) -> dict[str, Any]:
    """What a game comes to, and what is written for it."""
    replay, by_65 = report.replay, report.replay.sheet_with_revokes
    return {
        "declarer_side_thirds": replay.declarer_thirds,
        "scores": dict(replay.sheet.totals),
        "scores_with_revokes": dict(by_65.totals) if by_65 else None,
        "stated": [each.verdict for each in report.stated],
    }
