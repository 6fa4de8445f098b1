"""The eight model games: replayed at each level, what the author states of their results judged."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

from msgspec import UNSET, UnsetType, field, structs
from msgspec.structs import asdict

from tarock.analysis.goals import Leaves
from tarock.analysis.legal_lines import LegalLine, LegalLines, find_revoking_seat, search_legal_lines
from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import STANDARD_INPUT
from tarock.base.project import Project
from tarock.base.session import Computed
from tarock.base.structs import Frozen, Record, Words
from tarock.base.wording import Message
from tarock.base.yamlio import Document
from tarock.corpus.editions import Passage
from tarock.corpus.profiles.koenigrufen_1840 import ORDINALS
from tarock.game.common.cards import Card, Pack
from tarock.game.common.findings import Finding
from tarock.game.common.notation import read_cards
from tarock.game.common.records import Side
from tarock.game.common.score import OpenPoint, Reason
from tarock.game.eras import read_own_file
from tarock.game.koenigrufen_1840.model_games import (
    BASE,
    ERA,
    LEVELS,
    GameText,
    Level,
    ModelGame,
    ModelGameReader,
    TextLevel,
)
from tarock.game.koenigrufen_1840.record import GAME, Game, Stated, dump_game, read_game
from tarock.game.koenigrufen_1840.replay import Course, Replay, add_score_sheets, list_turns, play_through, replay
from tarock.game.koenigrufen_1840.session import ERA as KOENIGRUFEN
from tarock.game.koenigrufen_1840.vocabulary import Feat, StatedKind
from tarock.replay.context import Context, PassageTranscript, PassageWords, PlayedLine
from tarock.replay.uncertain import Robustness, StabilityCount, UncertainDependency
from tarock.rules.ruleset import Alteration, Rules

GameVerdict = Literal[
    "reproduced", "reproduced after emendation", "reproduced after conjecture", "not reproduced", "undetermined"
]
ResultVerdict = Literal["reproduced", "not reproduced", "undetermined"]
_AFTER: dict[str, GameVerdict] = {
    "printed": "reproduced",
    "corrected": "reproduced after emendation",
    "conjectured": "reproduced after conjecture",
}
_PLAYED = re.compile(rf"\b([A-D]) beim ({'|'.join(ORDINALS)}) Stiche? den (\S+) zugab")


class CheckedResult(Frozen):
    """A stated result, what the replay gives (nothing where it cannot be judged), and the verdict."""

    what: StatedKind
    expected: bool | int
    computed: bool | int | None
    verdict: ResultVerdict
    ref: str
    quote: str

    @property
    def name(self) -> Message:
        """Return the message that names the stated result."""
        return Message(f"stated.{self.what}")


class JudgedGame(Frozen):
    """Findings in a game, and the stated results with their verdicts."""

    findings: tuple[Finding, ...]
    stated: tuple[CheckedResult, ...]

    @property
    def sound(self) -> bool:
        """Return whether the record is faultless and every stated result follows from it."""
        return not self.findings and all(judged.verdict == "reproduced" for judged in self.stated)


class LevelReport(JudgedGame):
    """A model game replayed at one level."""

    level: str
    replay: Replay


# The names of the criteria that `analysis/legal_lines.py` goes by, in their order.
CRITERIA = ("same winners", "fewest cards changed", "slips")


class LineCriterion(Record):
    """By what legal lines are told apart, in words; `analysis/legal_lines.py` goes by it."""

    name: Words
    says: Words


def load_criteria(project: Project) -> list[LineCriterion]:
    """Load the criteria by which legal lines are chosen; raise `CodexError` for others than the program goes by."""
    document = yamlio.load(project.rules / "conjectures.yaml")
    criteria = document.convert(list[LineCriterion], document.data)
    if (named := tuple(each.name for each in criteria)) != CRITERIA:
        raise document.error(f"the criteria {named}", f"expected {CRITERIA}, in their order")
    return criteria


class LineReport(Frozen):
    """A model game with one of its legal lines in place of the play of who revokes."""

    line: LegalLine
    report: LevelReport


class GameReport(Frozen):
    """A model game at all levels, the legal lines where its play is illegal, and the verdict.

    `mended` are the lines that the criteria for conjectures (`rules_data/conjectures.yaml`) leave side by side. `seen`
    are the passages of which it has the words of a copy.
    """

    name: str
    ref: str
    title: str
    levels: dict[str, LevelReport]
    lines: LegalLines
    mended: tuple[LineReport, ...] = ()
    seen: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """Return the number of the game in its book, in digits."""
        return self.name[1:]

    @property
    def verdict(self) -> GameVerdict:
        """Return the verdict: at which level the stated results follow from a faultless record.

        After a conjecture they do only if they do under every line that is as good as any other.
        """
        for level, report in self.levels.items():
            if report.sound and not (level == "conjectured" and self.mended):
                return _AFTER[level]
        if self.stands:
            return "reproduced after conjecture" if self.stands == len(self.mended) else "undetermined"
        last = [each.report for each in self.mended] or [self.levels["corrected"]]
        differ = any(stated.verdict == "not reproduced" for report in last for stated in report.stated)
        return "not reproduced" if differ else "undetermined"

    @property
    def stands(self) -> int:
        """Return under how many of the lines that mend the game its stated results follow."""
        return sum(mended.report.sound for mended in self.mended)

    @property
    def best(self) -> LevelReport:
        """Return the first faultless level, else the corrected one."""
        return next((report for report in self.levels.values() if report.sound), self.levels["corrected"])


class MendedJson(Record):
    """What the author states, under a legal line that is as good as any other: `changed` are tricks, from 1."""

    seat: str
    changed: tuple[int, ...]
    swaps: tuple[tuple[int, int], ...]
    declarer_thirds: int = field(name="declarer_side_thirds")
    stands: bool
    stated: tuple[CheckedResult, ...]


class LineJson(Record):
    """A line of a score sheet: who writes up how much, by which paragraph."""

    what: Message
    payees: tuple[str, ...] = field(name="seats")
    amount: int = field(name="points")
    ref: str


class LevelJson(Record):
    """A game replayed at one level; `thirds` are thirds of a point.

    Where a finding says that the result cannot be judged, `result_points` is null and no scores are there.
    """

    findings: tuple[Finding, ...]
    tricks_won: dict[str, int]
    points_thirds: dict[str, int]
    declarer_thirds: int = field(name="declarer_side_thirds")
    result_points: int | None
    scores: dict[str, int]
    scores_with_revokes: dict[str, int] | None
    sheet: tuple[LineJson, ...]
    sheet_with_revokes: tuple[LineJson, ...] | None
    undetermined: tuple[OpenPoint, ...]
    undetermined_with_revokes: tuple[OpenPoint, ...] | None
    stated: tuple[CheckedResult, ...]
    rests_on: tuple[UncertainDependency, ...]
    stands: StabilityCount


class PlayJson(Record):
    """A card that is played, and what might have been (`legal`), by the rule `rule` of the paragraph `ref`.

    The last two are empty where the rules name none, all three where it cannot be judged.
    """

    seat: str
    card: str
    legal: tuple[str, ...]
    rule: str
    ref: str


class TrickJson(Record):
    """A trick: its plays in order, who took it, and what its cards count; the declarer side's thirds after it."""

    number: int
    plays: tuple[PlayJson, ...]
    winner: str
    thirds: int = field(name="points_thirds")
    running: int = field(name="declarer_side_thirds")


class ReplayJson(LevelJson):
    """An entry of `replay --json`: a game, at one level if it is a model game, with its tricks and as a file has it.

    `altered` is what of the rules is not as the source has it; absent where all is.
    """

    id: str
    tricks: tuple[TrickJson, ...]
    game: dict[str, Any]
    altered: tuple[Alteration, ...] | UnsetType = UNSET


class GameJson(Record):
    """A model game at all levels; a level that the game does not have is null.

    Where a seat revokes: the legal lines with the fewest cards changed, of how many in all, and how many of those keep
    the declarer side's points; `mended` are those of them that the criteria for conjectures leave side by side, and
    `stands` under how many of these the stated results follow; `stands_under` counts all readings of what they rest on.
    `seen` are the passages that have the words of a copy.
    """

    name: str = field(name="id")
    ref: str
    title: str
    levels: dict[str, LevelJson | None]
    verdict: str
    fewest: tuple[LegalLine, ...] = field(name="legal_lines")
    total: int = field(name="legal_lines_total")
    total_same_points: int = field(name="legal_lines_same_points")
    mended: tuple[MendedJson, ...]
    stands: int
    seen: tuple[str, ...]
    rests_on: tuple[UncertainDependency, ...]
    stands_under: StabilityCount


def build_level_json(report: LevelReport, robustness: Robustness) -> LevelJson:
    """Return a replayed game as an object of `check --json` (`L`)."""
    replay = report.replay
    outcome, by_65 = replay.outcome, replay.sheet_with_revokes
    return LevelJson.from_object(
        replay,
        findings=report.findings,
        result_points=(outcome.points if outcome.won else -outcome.points) if replay.settles else None,
        scores=replay.sheet.totals,
        scores_with_revokes=by_65 and by_65.totals,
        sheet=replay.sheet.lines,
        sheet_with_revokes=by_65 and by_65.lines,
        undetermined=replay.sheet.open,
        undetermined_with_revokes=by_65 and by_65.open,
        stated=report.stated,
        **asdict(robustness),
    )


def build_replay_json(report: LevelReport, robustness: Robustness, games: ModelGames) -> ReplayJson:
    """Return a replayed game as an entry of `replay --json`."""
    plays: dict[int, list[PlayJson]] = {}
    for turn in list_turns(report.replay, games.pack, games.rules):
        legal = tuple(card.printed for card in turn.legal)
        plays.setdefault(turn.trick, []).append(PlayJson(turn.seat, turn.card.printed, legal, turn.rule, turn.ref))
    tricks = tuple(TrickJson.from_object(trick, plays=plays[trick.number]) for trick in report.replay.tricks)
    game, altered = report.replay.game, games.context.alterations or UNSET
    return ReplayJson.from_object(
        build_level_json(report, robustness), id=game.id, tricks=tricks, game=game.as_dict(), altered=altered
    )


def build_game_json(report: GameReport, robustness: Mapping[str, Robustness]) -> GameJson:
    """Return a model game as an entry of `games` in `check --json`."""
    levels, result = report.levels, robustness.get(report.ref, Robustness())
    shown = {
        level: build_level_json(levels[level], robustness.get(f"{report.ref} as {level}", Robustness()))
        if level in levels
        else None
        for level in LEVELS
    }
    mended = [
        MendedJson.from_object(each.line, stands=each.report.sound, stated=each.report.stated) for each in report.mended
    ]
    return GameJson.from_object(
        report,
        levels=shown,
        mended=mended,
        rests_on=result.rests_on,
        stands_under=result.stands,
        **asdict(report.lines),
    )


class ModelGames:
    """Reads and replays the model games in a context, each record and replay once."""

    def __init__(self, context: Context):
        self.context = context
        self.edition = context.corpus.edition(ERA)
        self.leaves: Leaves = {}  # shared by the deals that are asked for their sheets

    @property
    def rules(self) -> Rules:
        """Return the rules of 1840."""
        return self.context.rules()

    @property
    def pack(self) -> Pack:
        """Return the pack of 1840."""
        return self.context.pack()

    @cached_property
    def names(self) -> list[str]:
        """Return the ids of the games: `m1` to `m8`."""
        return list(self.edition.games)

    def text(self, name: str) -> GameText:
        """Return the passages of a game with their words in the edition and in the transcript."""

        def read(kind: type[PassageWords | PassageTranscript], ident: str) -> Passage:
            passage: Passage = self.context.read(kind(f"{ERA}:{ident}"))
            return passage

        return GameText(self.edition.containers[name], partial(read, PassageWords), partial(read, PassageTranscript))

    def read(self, name: str, level: Level) -> ModelGame:
        """Return the record of a game at a level, with the play of a legal line if the context has one for it."""
        game = self.context.get(_read_record, name, level)
        line: LegalLine | None = None if level == "printed" else self.context.read(PlayedLine(name))
        if line is None:
            return game
        cards = line.order_cards(self.read_without_copies(name).tricks)
        tricks = tuple(
            tuple((seat, card if seat == line.seat else played) for seat, played in trick)
            for trick, card in zip(game.tricks, cards, strict=True)
        )
        return structs.replace(game, tricks=tricks)

    def read_without_copies(self, name: str) -> ModelGame:
        """Return the record of a game as corrected, with the edition's cards where a copy differs."""
        return self.context.get(_read_record, name, "unseen")

    def follow_without_copies(self, name: str) -> Course:
        """Return the course of a game as corrected, with the edition's cards in its tricks."""
        corrected, unseen = self.follow(name, BASE), self.read_without_copies(name)
        return corrected if unseen.tricks == corrected.game.tricks else play_through(unseen, self.pack, self.rules)

    def cards_from_copies(self, name: str, seat: str) -> dict[int, Card]:
        """Return the cards that a seat plays according to copies, by number of the trick."""
        tricks = enumerate((passage for passage in self.text(name).passages if passage.kind == "trick"), 1)
        played = (
            (number, found[1], trick.ref)
            for number, trick in tricks
            for _words, reading in trick.copy_words
            if (found := re.fullmatch(rf"{seat}\.? (.+)", reading))
        )
        return {number: card for number, words, ref in played for card in read_cards(words, self.pack, place=ref)}

    def is_half_exchange(self, name: str) -> bool:
        """Return whether a copy gives only one half of an exchange of cards in the play.

        Then a card is played twice, where a legal line has it once.
        """
        now, before = (self._sorted_plays(game) for game in (self.read(name, BASE), self.read_without_copies(name)))
        return now != before and bool(self.find_lines(name).total)

    @staticmethod
    def _sorted_plays(game: ModelGame) -> dict[str, list[str]]:
        """Return the cards that each seat plays, sorted."""
        plays = [play for trick in game.tricks for play in trick]
        return {seat: sorted(card.name for player, card in plays if player == seat) for seat in game.seats}

    def follow(self, name: str, level: Level) -> Course:
        """Return the course of a game at a level, before anything is settled."""
        return self.context.get(_follow, name, level)

    def replay_level(self, name: str, level: Level) -> LevelReport:
        """Replay a game at a level, settle it and judge its stated results."""
        return self.context.get(_replay_level, name, level)

    def judge(self, name: str, level: Level) -> JudgedGame:
        """Return the findings of a game at a level and its judged results, without settling it."""
        return self.context.get(_judge_level, name, level)

    def replay_file(self, path: Path) -> LevelReport:
        """Replay a game file of one's own; raise `CodexError` for one that cannot be read."""
        return self.replay_own(self.read_document(self.context.get(_read_file, path)))

    def read_document(self, document: Document) -> Game:
        """Return the game in a document; raise `CodexError` for one that cannot be read."""
        return read_game(KOENIGRUFEN.read_as(GAME, document), self.pack, self.rules, document)

    def replay_own(self, game: Game) -> LevelReport:
        """Return a game of one's own replayed, with its findings and the verdicts on its stated results."""
        played = replay(game, self.pack, self.rules)
        found = _judge_course(played, self.pack)
        return LevelReport(found.findings, found.stated, "file", played)

    def replay_named(self, name: str, level: Level | None = None) -> LevelReport:
        """Replay a model game by reference (`1840:m3`) at a level (default corrected), or a game file.

        Raises `CodexError` for a name that is neither, and for a level of a game file.
        """
        if name.removeprefix(f"{ERA}:") in self.names:
            return self.replay_model(name, level or "corrected")
        path = Path(name)
        # exists, not is_file: standard input and other pipes are read too
        if path != STANDARD_INPUT and (not os.path.exists(path) or os.path.isdir(path)):  # noqa: PTH110, PTH112 - no error
            raise CodexError(
                f"`{name}` is neither a model game nor a file",
                f"expected {ERA}:{self.names[0]} to {ERA}:{self.names[-1]}, or the path of a game file",
            )
        if level:
            raise CodexError("a game file has no levels", "expected a model game with --level", file=path)
        return self.replay_file(path)

    def replay_model(self, name: str, level: Level) -> LevelReport:
        """Replay a model game by reference or id at a level; raise `CodexError` where there is none."""
        model = name.removeprefix(f"{ERA}:")
        if level not in LEVELS:
            raise CodexError(f"unknown level `{level}`", "expected one of {known}".format(known=", ".join(LEVELS)))
        if level == "conjectured" and model in self.names and not self.text(model).has_conjectures:
            raise CodexError(f"no conjectures about {name}", "expected the level printed or corrected")
        return self.replay_level(model, level)

    def find_level(self, game: Game) -> tuple[str, Level] | None:
        """Return the id and level of the model game that a record is; None for another game."""
        if not isinstance(game, ModelGame):
            return None
        name, level = game.id.removeprefix(f"{ERA}:"), game.level
        return (name, level) if name in self.names and level != "unseen" and self.read(name, level) == game else None

    def report(self, name: str) -> GameReport:
        """Replay and judge a game at all its levels, and under the legal lines that mend it."""
        text = self.text(name)
        levels = LEVELS if text.has_conjectures else LEVELS[:-1]
        reports: dict[str, LevelReport] = {level: self.replay_level(name, level) for level in levels}
        corrected, lines = reports["corrected"].replay, self.find_lines(name)
        mended = tuple(
            LineReport(line, ModelGames(self.context.fork({PlayedLine(name): line})).replay_level(name, levels[-1]))
            for line in lines.best
        )
        seen = tuple(passage.ref for passage in text.passages if passage.copy_words)
        return GameReport(name, f"{ERA}:{name}", corrected.game.title, reports, lines, mended, seen)

    def find_lines(self, name: str) -> LegalLines:
        """Return the legal lines of a game in which somebody revokes; only those that agree with copies."""
        return self.context.get(_find_lines, name)

    def __iter__(self) -> Iterator[GameReport]:
        return (self.report(name) for name in self.names)


def track_game(context: Context, name: str, level: Level) -> Computed:
    """Return the replay of a game at a level with what it reads."""
    return context.track(lambda context: ModelGames(context).replay_level(name, level))


def _read_record(context: Context, name: str, level: TextLevel) -> ModelGame:
    games = ModelGames(context)
    if name not in games.names:
        raise CodexError(f"unknown model game `{name}`", f"expected one of {', '.join(games.names)}")
    return ModelGameReader(games.text(name), name, games.pack, games.rules, context.files.numbers, level).read()


def _read_file(context: Context, path: Path) -> Document:
    return read_own_file(context.corpus.project, KOENIGRUFEN, GAME, path)


def _follow(context: Context, name: str, level: Level) -> Course:
    games = ModelGames(context)
    return play_through(games.read(name, level), games.pack, games.rules)


def _replay_level(context: Context, name: str, level: Level) -> LevelReport:
    games = ModelGames(context)
    found = games.judge(name, level)
    return LevelReport(found.findings, found.stated, level, add_score_sheets(games.follow(name, level), games.rules))


def _judge_level(context: Context, name: str, level: Level) -> JudgedGame:
    games = ModelGames(context)
    return _judge_course(games.follow(name, level), games.pack, games.read(name, level).unreadable)


def _judge_course(played: Course, pack: Pack, unreadable: tuple[Finding, ...] = ()) -> JudgedGame:
    stated = tuple(judge(played))
    findings = (*unreadable, *played.findings, *_remark_findings(played, pack), *_result_findings(stated))
    return JudgedGame(findings, stated)


def _find_lines(context: Context, name: str) -> LegalLines:
    games = ModelGames(context)
    if not any(finding.code.startswith("PLAY-") for finding in games.follow(name, BASE).findings):
        return LegalLines()
    played = games.follow_without_copies(name)
    seat = find_revoking_seat(played)
    lines = search_legal_lines(played, games.rules, games.cards_from_copies(name, seat) if seat else {})
    # where no card need be changed, it is not by the order of play that a duty is broken, but by the deal
    return lines if any(line.changed for line in lines.fewest) else LegalLines()


def compute_stated(what: StatedKind, course: Course) -> bool | int | None:
    """Return what the course of a game gives for a kind of stated result, seen by the declarer's side.

    None where that depends on cards of which it is not certain who had them.
    """
    if not course.settles:
        return None
    result, points = course.result, course.outcome.points
    announced = result.announced.get(Feat.ULTIMO)
    match what:
        case StatedKind.WON:
            return course.outcome.won
        case StatedKind.WON_BY | StatedKind.LOST_BY:
            return _signed(points, what, course)
        case StatedKind.ULTIMO:
            ours = announced is not None and result.side[announced.seat] is Side.DECLARER
            return result.ultimo_kept if ours else result.ultimo_side is Side.DECLARER
        case StatedKind.KING_LOST:
            return result.king_lost
        case StatedKind.VOLAT:
            return result.volat is Side.DECLARER
        case StatedKind.ALL_THREE | StatedKind.ALL_FOUR:
            kind = Reason(what)
            seat = result.honours.get(kind, "")
            if not seat and course.doubted_seats:
                return None
            return kind not in result.lapsed and result.side.get(seat) is Side.DECLARER
        case StatedKind.CONTRA_WON:
            return announced is not None and announced.raises > 0 and not result.ultimo_kept


def judge(course: Course) -> list[CheckedResult]:
    """Judge every stated result of the game; one that the source leaves open is `undetermined`."""
    return [
        CheckedResult(stated.what, stated.value, value, _judge_result(course, stated, value), stated.ref, stated.quote)
        for stated in course.game.stated
        for value in [compute_stated(stated.what, course)]
    ]


def _signed(points: int, what: StatedKind, course: Course) -> int:
    """Return points as `won_by` or `lost_by` has them: negative where it was the other way round."""
    return points if (what is StatedKind.WON_BY) is course.outcome.won else -points


def _judge_result(course: Course, stated: Stated, value: bool | int | None) -> ResultVerdict:
    """Return the verdict on a stated result; `value` is the computed one, None where the source leaves it open."""
    if value is None:
        return "undetermined"
    if type(stated.value) is not type(value):  # 1 is no yes
        return "not reproduced"
    if value == stated.value:
        return "reproduced"
    other = course.outcome.other_points if stated.what in (StatedKind.WON_BY, StatedKind.LOST_BY) else None
    open_ = other is not None and _signed(other, stated.what, course) == stated.value
    return "undetermined" if open_ else "not reproduced"


def game_files(games: ModelGames) -> dict[Path, str]:
    """Return the files of `corpus/games/` with their text, as corrected."""
    project = games.context.corpus.project
    head = (
        "# yaml-language-server: $schema=../../rules_data/schema/game.schema.json\n"
        "# Read out of the edition by `tarock build`.\n"
    )
    return {
        project.corpus / "games" / f"{ERA}-{name}.yaml": head + dump_game(games.read(name, "corrected"))
        for name in games.names
    }


def _result_findings(stated: tuple[CheckedResult, ...]) -> Iterator[Finding]:
    """Yield a finding for each stated result that does not follow from the play."""
    for judged in stated:
        if judged.verdict == "not reproduced":
            message = Message("RESULT-DIFFERS", what=judged.name, expected=judged.expected, computed=judged.computed)
            yield Finding("RESULT-DIFFERS", 0, "", "", message, judged.ref)


def _remark_findings(played: Course, pack: Pack) -> Iterator[Finding]:
    """Yield a finding for each remark on who gave up which card in which trick that the play contradicts."""
    for remark in played.game.remarks:
        for match in _PLAYED.finditer(remark.text):
            seat, number = match[1], ORDINALS[match[2].lower()]
            try:
                (card,) = read_cards(match[3], pack, place=remark.ref)
            except (CodexError, ValueError):
                continue  # not the name of one card: no claim about the play
            if number > len(played.game.tricks):
                continue
            trick = dict(played.game.tricks[number - 1])
            if trick.get(seat) != card:
                player = next((other for other, other_card in trick.items() if other_card == card), "")
                message = Message("REMARK-DIFFERS", seat=seat, card=card, player=player)
                yield Finding("REMARK-DIFFERS", number, seat, card.name, message, remark.ref)
