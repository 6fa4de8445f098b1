"""How robust a result is: its uncertain inputs, and the results under their other readings.

Not certain are values that the text only implies or that it may mean otherwise, emendations that are no more than
probable, doubtful words on which a rule depends, the play of a game whose record breaks a rule, and points that a
source leaves open. Which of them a result rests on is known from what was read to compute it, as it
is for the evidence. Where there is another reading to compute with, the result is computed again with it, and with all
combinations; only what a run reads is varied in it, so that nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType, structs

from tarock.analysis.legal_lines import LegalLine
from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, translate_text
from tarock.base.session import Computed, Dependency
from tarock.base.structs import Record
from tarock.base.wording import Message, format_message
from tarock.base.yamlio import Document
from tarock.claims.ledger import CheckedClaim, Claim, compute
from tarock.corpus.apparatus import DoubtfulPlace, annotate_doubts, open_doubts
from tarock.corpus.editions import Passage, Unit
from tarock.corpus.emendations import Emendation
from tarock.corpus.references import container_of
from tarock.game.common.era import Era
from tarock.game.common.findings import Finding
from tarock.game.common.game_file import PlayedGame
from tarock.game.common.score import ScoreJson, SettledScore
from tarock.game.eras import find_era
from tarock.game.koenigrufen_1840.model_games import BASE, ERA, LEVELS, Level
from tarock.game.koenigrufen_1840.record import Game
from tarock.replay.context import Context, PassageWords, PlayedLine, games_read, open_points, values_read
from tarock.replay.games import GameReport, LevelReport, ModelGames
from tarock.replay.uncertain import (
    BOUND,
    DifferingResult,
    Robustness,
    StabilityCount,
    UncertainDependency,
    UncertaintyKind,
)
from tarock.rules.ruleset import Alteration, ReadingChoice
from tarock.rules.tables import Statement, Support, format_value

NO_RESULT = "cannot be computed"
_AT_LEAST = 2  # readings that are taken together, also beyond the bound


class Settlement(ScoreJson, kw_only=True):
    """The object of `score --json`, with what the totals rest on and how far they stand.

    `altered` is what of the rules is not as the source has it; absent where all is.
    """

    rests_on: tuple[UncertainDependency, ...]
    stands: StabilityCount
    altered: tuple[Alteration, ...] | UnsetType = UNSET


class PlayedJson(Record, kw_only=True):
    """An entry of `replay --json` for a game of another era than 1840; `settlement` is null where there is none.

    `altered` is what of the rules is not as the source has it; absent where all is.
    """

    findings: tuple[Finding, ...]
    settlement: Settlement | None
    game: dict[str, Any]
    altered: tuple[Alteration, ...] | UnsetType = UNSET


class _Substitution(NamedTuple):
    """Words of a passage, and those that may stand in their place."""

    unit: Unit
    start: int
    end: int
    instead: str

    def is_quoted_by(self, supports: Iterable[Support]) -> bool:
        """Return whether a quote contains these words, or the place where they would be."""
        return any(each.overlaps(self.unit, self.start, self.end) for each in supports)


class _UncertainInput(NamedTuple):
    """Something uncertain that a run reads, with what its other readings put in its place.

    These are other readings of a value or an open point (`choice`), lines of play (`game`, `lines`), or other `words`.
    """

    dependency: UncertainDependency
    choice: ReadingChoice | None = None
    game: str = ""
    lines: tuple[LegalLine | None, ...] = ()  # by reading; none is the play of the transcript
    words: _Substitution | None = None

    @property
    def other_readings(self) -> range:
        """Return the numbers of its other readings that can be computed with."""
        return range(1, len(self.dependency.readings) if self.dependency.varied else 1)


_READ: tuple[Level, ...] = (BASE, "conjectured")  # the levels at which emended words are read
_ChosenReadings = frozenset[tuple[str, int]]  # by the id of something uncertain, which of its readings
DEFAULT_READING: _ChosenReadings = frozenset()


class _ReadingRun(NamedTuple):
    result: Any
    inputs: dict[str, _UncertainInput]


class RobustnessAnalysis:
    """Finds the uncertain inputs of results, and recomputes the results under their other readings.

    Records that copies attest (`attested`) are certain. If a model game is named as `mended_game`, its play is that of
    its legal lines; else it is that of the transcript, and the lines are other readings.
    """

    def __init__(self, context: Context, attested: Collection[Emendation | DoubtfulPlace] = (), mended: str = ""):
        self.context = context
        self.attested = attested
        self.mended_game = mended
        self._known: dict[str, _UncertainInput] = {}
        self._context_of = cache(self._make_context)  # each is made once, so that results share what is made in it
        self._uncertain_words_of = cache(lambda siglum: list(self._find_uncertain_words(siglum)))
        self._uncertain_quotes = cache(self._find_uncertain_quotes)

    @cached_property
    def games(self) -> ModelGames:
        """Return the model games by the default readings."""
        return ModelGames(self.context)

    def analyse(self, compute: Callable[[Context], Any], supports: Iterable[Support] = ()) -> Robustness:
        """Return how robust the result of `compute` is, which also depends on the quotes `supports`.

        Uncertain things are named in the current language; nothing that is kept here has words of it.
        """
        runs, last, whole = {DEFAULT_READING: self._run(compute, DEFAULT_READING)}, [DEFAULT_READING], True
        taken = 0
        while last:
            taken += 1
            asked = dict.fromkeys(
                frozenset((*chosen, (name, number)))
                for chosen in last
                for name, thing in runs[chosen].inputs.items()
                if name not in dict(chosen)
                for number in thing.other_readings
            )
            if taken > _AT_LEAST and len(runs) + len(asked) > BOUND:
                whole = False
                runs = {each: run for each, run in runs.items() if len(each) <= _AT_LEAST}
                break
            last = []
            for chosen in asked:
                run = self._run(compute, chosen)
                if dict(chosen).keys() <= run.inputs.keys():  # else it is that of fewer readings
                    runs[chosen] = run
                    last.append(chosen)
        return self._conclude(runs, list(supports), whole=whole)

    def _conclude(
        self, runs: dict[_ChosenReadings, _ReadingRun], supports: list[Support], *, whole: bool
    ) -> Robustness:
        """Return the robustness of a result: what it rests on, and under how many of the combinations run it stays."""
        result = runs[DEFAULT_READING].result
        fails = tuple(
            DifferingResult(dict(sorted(chosen)), run.result) for chosen, run in runs.items() if run.result != result
        )
        things: dict[str, _UncertainInput] = {}
        for chosen, run in runs.items():  # a thing is told by a run in which it is read as it is taken
            otherwise = dict(chosen)
            things |= {name: it for name, it in run.inputs.items() if name not in otherwise or name not in things}
        for siglum in {each.ref.partition(":")[0] for each in supports}:
            for thing in (
                each for each in self._uncertain_words_of(siglum) if each.words and each.words.is_quoted_by(supports)
            ):
                things.setdefault(
                    thing.dependency.id, thing._replace(dependency=structs.replace(thing.dependency, varied=False))
                )
        order = list(UncertaintyKind)
        dependencies = sorted(
            (_name_words(thing.dependency) for thing in things.values()), key=lambda it: (order.index(it.kind), it.id)
        )
        stands = StabilityCount(len(runs) - len(fails), len(runs), BOUND, all_combinations=whole, fails=fails)
        return Robustness(tuple(dependencies), stands)

    def _run(self, compute: Callable[[Context], Any], chosen: _ChosenReadings) -> _ReadingRun:
        """Return the result under chosen readings, or `NO_RESULT`, with the uncertain inputs that were read."""

        def run(context: Context) -> Any:
            try:
                return compute(context)
            except Exception:  # by readings that nobody has taken, whatever is refused or breaks
                if chosen == DEFAULT_READING:
                    raise
                return NO_RESULT

        found = self._context_of(chosen).track(run)
        result = found.unwrap()
        uncertain = sorted(self._list_uncertain_inputs(found), key=lambda thing: thing.dependency.id)  # reads are a set
        things = {thing.dependency.id: thing for thing in uncertain}
        self._known.update(things)
        return _ReadingRun(result, things)

    def _make_context(self, chosen: _ChosenReadings) -> Context:
        """Return the context with these readings."""
        things = [(self._known[name], number) for name, number in chosen]
        lines = {thing.game: thing.lines[number] for thing, number in things if thing.lines}
        if self.mended_game and self.mended_game not in lines:
            lines[self.mended_game] = self._list_readings_of_play(self.mended_game)[0]
        return self.context.fork(
            {
                **{thing.choice: number for thing, number in things if thing.choice},
                **{PlayedLine(game): line for game, line in lines.items()},
                **_replace_words([thing.words for thing, _number in things if thing.words]),
            }
        )

    # Uncertain inputs

    def _list_uncertain_inputs(self, found: Computed) -> Iterator[_UncertainInput]:
        """Yield the uncertain inputs that a computation has read: values, open questions, words and play of games."""
        for era, name in values_read(found):
            yield from self._list_uncertain_values(era, name)
        for choice, point, varied in open_points(found):
            readings = format_message(point.taken), format_message(point.other)
            dependency = UncertainDependency(
                UncertaintyKind.OPEN,
                f"{choice.era}/{choice.name}",
                point.ref,
                format_message(point.what),
                readings,
                varied,
            )
            yield _UncertainInput(dependency, choice)
        for game in games_read(found):
            yield from self._list_uncertain_in_game(game, found.reads)

    def _list_uncertain_values(self, era: str, name: str) -> Iterator[_UncertainInput]:
        """Yield a value if it is implied, ambiguous or assumed, and the uncertain words in its quotes."""
        table = self.context.tables[era]
        if assumed := table.assumed.by_name.get(name):
            record, entry = assumed.record, assumed.entry
            others = tuple(each.value for each in record.other_readings)
            readings = tuple(format_value(value, entry) for value in (record.value, *others))
            dependency = UncertainDependency(
                UncertaintyKind.ASSUMED,
                f"{era}/{name}",
                record.at,
                translate_text(entry.title, DATA),
                readings,
                len(readings) > 1,
            )
            yield _UncertainInput(dependency, ReadingChoice(era, name))
        statement = table.effective.get(name)
        if statement is None:
            return
        if alternatives := table.alternatives.get(name):
            readings = statement.display_with_case, *map(statement.display_value, alternatives)
            yield _UncertainInput(
                _make_dependency(UncertaintyKind.READING, statement, readings, varied=True), ReadingChoice(era, name)
            )
        elif statement.grade == "implied":
            yield _UncertainInput(
                _make_dependency(UncertaintyKind.IMPLIED, statement, (statement.display_with_case,), varied=False)
            )
        yield from self._uncertain_quotes(era).get(name, ())

    def _list_uncertain_in_game(self, name: str, reads: Container[Dependency]) -> Iterator[_UncertainInput]:
        """Yield the uncertain inputs of a model game that are read: its words and its play."""
        lines = self._list_readings_of_play(name)
        for thing in self._uncertain_words_by_game.get(name, ()):
            told_by_lines = bool(lines and thing.words and thing.words.unit.kind == "trick")
            if PassageWords(thing.dependency.ref) in reads and not told_by_lines:
                yield thing
        if lines and PlayedLine(name) in reads:
            readings = tuple(self._describe_play(name, line) for line in lines)
            first = next(line for line in lines if line)
            about = format_message(Message("footing.play", seat=first.seat))
            ref = f"{ERA}:{name}.s{first.changed[0]}"
            dependency = UncertainDependency(
                UncertaintyKind.CONJECTURE, f"{ERA}:{name}", ref, about, readings, len(readings) > 1
            )
            yield _UncertainInput(dependency, game=name, lines=lines)

    def _list_readings_of_play(self, name: str) -> tuple[LegalLine | None, ...]:
        """Return how a game whose record breaks a rule may have been played.

        None stands for the play of the transcript. A mended game has legal lines only, first the one that the
        conjectures of the edition have.
        """
        lines = self.games.find_lines(name).best
        if name != self.mended_game or not lines:
            return (None, *lines) if lines else ()
        conjectured = self.games.read(name, "conjectured").tricks
        tricks = self.games.read_without_copies(name).tricks
        plays = {line: [dict(trick)[line.seat] for trick in conjectured] for line in lines}
        return tuple(sorted(lines, key=lambda line: line.order_cards(tricks) != plays[line]))

    def _describe_play(self, name: str, line: LegalLine | None) -> str:
        """Return the play by a line in words: the cards in which it differs."""
        if line is None:
            return format_message(Message("footing.transcript"))
        cards = line.order_cards(self.games.read_without_copies(name).tricks)
        plays = (f"{number} {cards[number - 1].printed}" for number in line.changed)
        return format_message(Message("footing.line", seat=line.seat, plays=tuple(plays)))

    def _find_uncertain_words(self, siglum: str) -> Iterator[_UncertainInput]:
        """Yield the emendations of a source that are not certain, and doubtful words.

        Only doubtful words on which a rule depends count.
        """
        corpus = self.context.corpus
        if siglum not in corpus.sources or siglum in corpus.left_out:
            return
        doubts = open_doubts(corpus, siglum)
        for unit in self.context.edition(siglum).items:
            for annotation in unit.annotations:
                record = annotation.payload
                if isinstance(record, Emendation) and record.certainty != "certain":
                    words = _Substitution(unit, annotation.start, annotation.end, record.lemma)
                    yield from self._list_uncertain_words(UncertaintyKind.EMENDATION, record, words, record.reading)
            for conjecture in unit.conjectures if isinstance(unit, Passage) and unit.kind != "trick" else ():
                at = unit.text.find(conjecture.lemma)
                words = _Substitution(unit, at, at + len(conjecture.lemma), conjecture.reading)
                yield from self._list_uncertain_words(UncertaintyKind.CONJECTURE, conjecture, words, conjecture.lemma)
            for place in annotate_doubts(unit, doubts.get(unit.ref, ())):
                doubt = place.payload
                if doubt.weight == "rule":
                    words = _Substitution(unit, place.start, place.end, doubt.reading)
                    yield from self._list_uncertain_words(UncertaintyKind.DOUBT, doubt, words, doubt.lemma)

    def _list_uncertain_words(
        self, kind: UncertaintyKind, record: Emendation | DoubtfulPlace, words: _Substitution, taken: str
    ) -> Iterator[_UncertainInput]:
        """Yield words with another possible reading; none where a copy attests them."""
        if record not in self.attested:
            readings = tuple(filter(None, (taken, words.instead)))
            if kind is UncertaintyKind.CONJECTURE and record.passage.startswith(f"{ERA}:{self.mended_game}."):
                readings = readings[::-1]  # the game is read with it
            name = f"{record.passage} {record.lemma}"
            yield _UncertainInput(
                UncertainDependency(kind, name, record.passage, "", readings, varied=False), words=words
            )

    @cached_property
    def _uncertain_words_by_game(self) -> dict[str, list[_UncertainInput]]:
        """Return for each model game the uncertain words that would change it.

        They are varied, but not a conjecture without which the play of the mended game would still break a rule.
        """
        found: dict[str, list[_UncertainInput]] = {}
        for thing in self._uncertain_words_of(ERA):
            game = container_of(thing.dependency.ref)
            if game in self.games.names and self._changes_game(game, thing):
                conjectured = thing.dependency.kind is UncertaintyKind.CONJECTURE and game == self.mended_game
                varied = len(thing.dependency.readings) > 1 and not conjectured
                here = thing._replace(dependency=structs.replace(thing.dependency, varied=varied), game=game)
                found.setdefault(game, []).append(here)
        return found

    def _changes_game(self, name: str, thing: _UncertainInput) -> bool:
        """Return whether the other words change the record of a game or make it unreadable."""
        if not thing.words or not thing.words.instead:
            return True
        context = self.context.fork(_replace_words([thing.words]))
        try:
            return any(ModelGames(context).read(name, level) != self.games.read(name, level) for level in _READ)
        except CodexError:
            return True

    def _find_uncertain_quotes(self, era: str) -> dict[str, list[_UncertainInput]]:
        """Return the uncertain words that values of an era quote, by name of the value."""
        table, found = self.context.tables[era], dict[str, list[_UncertainInput]]()
        for thing in self._uncertain_words_of(era):
            for statement in table.by_passage.get(thing.dependency.ref, ()):
                held = table.effective.get(statement.ident) is statement
                if held and thing.words and thing.words.is_quoted_by(statement.supports):
                    found.setdefault(statement.ident, []).append(thing)
        return found


def _name_words(dependency: UncertainDependency) -> UncertainDependency:
    """Return an uncertain input with what it is; of words that is their kind."""
    about = dependency.about or format_message(Message(f"footing.{dependency.kind}"))
    return structs.replace(dependency, about=about)


def _replace_words(words: Iterable[_Substitution]) -> dict[PassageWords, Passage]:
    """Return passages with other words as overrides; conjectures on them fall."""
    found: dict[PassageWords, Passage] = {}
    for each in sorted(words, key=lambda it: -it.start):  # those before it stay where they are
        name, unit = PassageWords(each.unit.ref), each.unit
        text = found[name].text if name in found else unit.text
        found[name] = Passage(unit.siglum, unit.ident, unit.kind, text[: each.start] + each.instead + text[each.end :])
    return found


def _make_dependency(
    kind: UncertaintyKind, statement: Statement, readings: tuple[str, ...], *, varied: bool
) -> UncertainDependency:
    """Return a value as an uncertain dependency."""
    return UncertainDependency(
        kind, statement.id, statement.ref, translate_text(statement.entry.title, DATA), readings, varied
    )


def analyse_claims(results: RobustnessAnalysis, claims: Iterable[CheckedClaim]) -> dict[str, Robustness]:
    """Return the robustness of each computed claim, by its id."""
    return {
        checked.claim.id: results.analyse(partial(compute_claim, checked.claim), checked.claim.supports)
        for checked in claims
        if checked.claim.compute and not checked.error
    }


def compute_claim(claim: Claim, context: Context) -> Any:
    """Return the computed value of a claim; raise `CodexError` where it cannot be computed."""
    computed, error = compute(claim, context)
    if error:
        raise CodexError(error)
    return computed


def analyse_games(results: RobustnessAnalysis, reports: Iterable[GameReport]) -> dict[str, Robustness]:
    """Return the robustness of each game: of its stated results by reference, of its play by reference and level.

    If a line mends a game, its results are taken by the legal lines.
    """
    found = {}
    for report in reports:
        mended = RobustnessAnalysis(results.context, results.attested, report.name) if report.mended else results
        levels = [level for level in LEVELS if level in report.levels]
        last = levels[-1]
        found[report.ref] = mended.analyse(partial(_is_stated_reproduced, report.name, last))
        for level in levels:
            on = mended if level == last != BASE else results
            found[f"{report.ref} as {level}"] = on.analyse(partial(summarize_game, report.name, level))
    return found


def analyse_named_game(results: RobustnessAnalysis, name: str, level: Level | None) -> Robustness:
    """Return the robustness of a model game at a level, or of a game file (see `ModelGames.replay_named`)."""
    report = results.games.replay_named(name, level)
    if report.level == "file":
        return analyse_own_game(results, report.replay.game)
    model = results.games.report(name.removeprefix(f"{ERA}:"))
    return analyse_games(results, (model,))[f"{model.ref} as {report.level}"]


def analyse_own_game(results: RobustnessAnalysis, game: Game) -> Robustness:
    """Return the robustness of a game of one's own."""
    return results.analyse(lambda context: summarize_replay(ModelGames(context).replay_own(game)))


def settle_document(results: RobustnessAnalysis, siglum: str, document: Document) -> tuple[SettledScore, Robustness]:
    """Settle a finished game or session by the rules of an era; return the result and its robustness.

    Raises `CodexError` with all that is wrong in the document.
    """
    settled = find_era(siglum).settle_document(document, results.context.rules(siglum))
    return settled, analyse_score_file(results, siglum, document)


def build_settlement(results: RobustnessAnalysis, siglum: str, document: Document) -> Settlement:
    """Settle a finished game or session and return the object of `score --json`.

    Raises `CodexError` with all that is wrong in the document.
    """
    settled, robustness = settle_document(results, siglum, document)
    altered = results.context.alterations or UNSET
    return Settlement.from_object(settled, **structs.asdict(robustness), altered=altered)


def analyse_played_game(results: RobustnessAnalysis, era: Era[Any], document: Document) -> Robustness:
    """Return the robustness of the totals of a game file of an era that replays its games."""

    def compute(context: Context) -> dict[str, int]:
        settled = era.replay_document(document, context.rules(era.siglum).without_prices()).settled
        return dict(settled.totals) if settled else {}

    return results.analyse(compute)


def build_played_json(results: RobustnessAnalysis, played: PlayedGame, robustness: Robustness) -> PlayedJson:
    """Return a game that an era has replayed as an entry of `replay --json`."""
    settlement, altered = None, results.context.alterations or UNSET
    if played.settled is not None:
        settlement = Settlement.from_object(played.settled, **structs.asdict(robustness), altered=altered)
    game = played.game.as_dict()
    return PlayedJson(findings=played.findings, settlement=settlement, game=game, altered=altered)


def analyse_score_file(results: RobustnessAnalysis, siglum: str, document: Document) -> Robustness:
    """Return the robustness of the totals of a score file."""
    era = find_era(siglum)

    def compute(context: Context) -> dict[str, int]:
        return dict(era.settle_document(document, context.rules(siglum).without_prices()).totals)

    return results.analyse(compute)


def robustness_lines(robustness: Robustness) -> Iterator[str]:
    """Yield the robustness of a result as lines of text.

    First what it depends on, then under how many readings it stands, then a line for each smallest set that changes it.
    """
    kinds: dict[str, list[str]] = {}
    for dependency in robustness.rests_on:
        kinds.setdefault(dependency.kind, []).append(dependency.ref or dependency.id)
    if kinds:
        yield format_message(
            Message("footing.rests", kinds=tuple(describe_dependencies(kind, refs) for kind, refs in kinds.items()))
        )
    if robustness.stands.of > 1:
        yield format_message(describe_stability(robustness.stands))
    names = {dependency.id: dependency for dependency in robustness.rests_on}
    for each in robustness.stands.minimal_failures:
        so = tuple(_read_so(names[name], numbers) for name, numbers in each.items())
        yield f"  {format_message(Message('footing.falls', readings=so))}"


def _read_so(dependency: UncertainDependency, numbers: tuple[int, ...]) -> Message:
    readings = tuple(dependency.readings[number] for number in numbers)
    return Message("footing.read", about=dependency.about, readings=readings, ref=dependency.ref)


def describe_dependencies(kind: str, refs: Collection[str]) -> Message:
    """Return a message: how many things of a kind a result depends on, with their passages."""
    return Message(
        "footing.some", what=Message(f"footing.of.{kind}", number=len(refs)), refs=tuple(dict.fromkeys(refs))
    )


def describe_stability(stands: StabilityCount) -> Message:
    """Return a message: under how many of how many readings a result stands."""
    whole = "all" if stands.all_combinations else "pairs"
    return Message(f"footing.stands.{whole}", under=stands.under, of=stands.of, bound=stands.bound)


def _is_stated_reproduced(name: str, level: Level, context: Context) -> bool:
    """Return whether the author's stated results of a game follow from a faultless record."""
    return ModelGames(context).judge(name, level).sound


def summarize_game(name: str, level: Level, context: Context) -> dict[str, Any]:
    """Return the result of a game at a level: thirds of the declarer's side, scores, verdicts."""
    return summarize_replay(ModelGames(context).replay_level(name, level))


def summarize_replay(report: LevelReport) -> dict[str, Any]:
    """Return the result of a replayed game: thirds of the declarer's side, scores, verdicts."""
    replay, by_65 = report.replay, report.replay.sheet_with_revokes
    return {
        "declarer_side_thirds": replay.declarer_thirds,
        "scores": dict(replay.sheet.totals),
        "scores_with_revokes": dict(by_65.totals) if by_65 else None,
        "stated": [each.verdict for each in report.stated],
    }
