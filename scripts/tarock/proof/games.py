"""The eight model games: replayed at each level, their stated results judged."""

from __future__ import annotations

import os
import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tarock.analysis.legal_lines import LegalLine, legal_lines
from tarock.base.catalogue import Message
from tarock.base.errors import CodexError
from tarock.base.files import STANDARD_INPUT
from tarock.base.structs import Value
from tarock.corpus.profiles.koenigrufen_1840 import ORDINALS
from tarock.game.common.findings import Finding
from tarock.game.common.notation import read_cards
from tarock.game.eras import own_file
from tarock.game.koenigrufen_1840.model_games import ERA, ModelGame, has_conjectures, read_model_game
from tarock.game.koenigrufen_1840.record import GAME, dump_game, read_game
from tarock.game.koenigrufen_1840.replay import Course, Replay, follow, replay, settled
from tarock.game.koenigrufen_1840.session import ERA as KOENIGRUFEN
from tarock.proof.stated import CheckedResult, judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.common.cards import Pack
    from tarock.game.koenigrufen_1840.model_games import Level
    from tarock.proof.context import Context
    from tarock.rules.ruleset import Rules

GameVerdict = Literal[
    "reproduced", "reproduced after emendation", "reproduced after conjecture", "not reproduced", "undetermined"
]
_AFTER: dict[str, GameVerdict] = {
    "printed": "reproduced",
    "corrected": "reproduced after emendation",
    "conjectured": "reproduced after conjecture",
}
_PLAYED = re.compile(rf"\b([A-D]) beim ({'|'.join(ORDINALS)}) Stiche? den (\S+) zugab")


class LevelReport(Value):
    """A model game replayed at one level."""

    level: str
    replay: Replay
    findings: tuple[Finding, ...]
    stated: tuple[CheckedResult, ...]

    @property
    def sound(self) -> bool:
        """Whether the record is faultless and every stated result follows from it."""
        return not self.findings and all(judged.verdict == "reproduced" for judged in self.stated)


class GameReport(Value):
    """A model game at all levels, the legal lines where its play is illegal, and the verdict."""

    name: str
    ref: str
    title: str
    levels: dict[str, LevelReport]
    lines: tuple[LegalLine, ...]

    @property
    def number(self) -> str:
        """The number of the game in its book, in digits."""
        return self.name[1:]

    @property
    def verdict(self) -> GameVerdict:
        """Of the stated results: at which level they follow from a faultless record."""
        for level, report in self.levels.items():
            if report.sound:
                return _AFTER[level]
        if any(stated.verdict == "not reproduced" for stated in self.levels["corrected"].stated):
            return "not reproduced"
        return "undetermined"

    @property
    def best(self) -> LevelReport:
        """The first faultless level, else the corrected one."""
        return next((report for report in self.levels.values() if report.sound), self.levels["corrected"])


class ModelGames:
    """Reads and replays the model games under the rules of a context, which remembers each record and replay."""

    def __init__(self, context: Context):
        self.context = context
        self.edition = context.corpus.edition(ERA)

    @property
    def rules(self) -> Rules:
        """The rules of 1840."""
        return self.context.rules(ERA)

    @property
    def pack(self) -> Pack:
        """The pack of 1840."""
        return self.context.pack(ERA)

    @cached_property
    def names(self) -> list[str]:
        """The ids of the games: `m1` to `m8`."""
        return list(self.edition.games)

    def read(self, name: str, level: Level) -> ModelGame:
        """The record of one game at one level."""

        def read() -> ModelGame:
            if name not in self.names:
                raise CodexError(f"there is no model game `{name}`", f"expected one of {', '.join(self.names)}")
            return read_model_game(self.edition, name, self.pack, self.rules, self.context.numbers, level)

        return self.context.once(("record", name, level), read)

    def course(self, name: str, level: Level) -> Course:
        """The course of one game at one level, before anything is settled."""

        def followed() -> Course:
            return follow(self.read(name, level), self.pack, self.rules)

        return self.context.once(("course", name, level), followed)

    def level(self, name: str, level: Level) -> LevelReport:
        """One game at one level."""

        def judged() -> LevelReport:
            replay = settled(self.course(name, level), self.rules)
            return self._judged(level, replay, self.read(name, level).unreadable)

        return self.context.once(("game", name, level), judged)

    def file(self, path: Path) -> LevelReport:
        """A game file of one's own, replayed; raises `CodexError` for what cannot be read."""
        document = own_file(self.context.corpus.project, KOENIGRUFEN, GAME, path)
        game = read_game(KOENIGRUFEN.read_as(GAME, document), self.pack, document)
        return self._judged("file", replay(game, self.pack, self.rules))

    def _judged(self, level: str, played: Replay, unreadable: tuple[Finding, ...] = ()) -> LevelReport:
        stated = tuple(judge(played))
        findings = (*unreadable, *played.findings, *_remark_findings(played, self.pack), *_result_findings(stated))
        return LevelReport(level, played, findings, stated)

    def named(self, name: str, level: Level | None = None) -> LevelReport:
        """A model game by its reference (`1840:m3`) at a level (else corrected), or a game file by its path."""
        model = name.removeprefix(f"{ERA}:")
        if model in self.names:
            level = level or "corrected"
            if level == "conjectured" and not has_conjectures(self.edition, model):
                raise CodexError(f"no conjectures about {name}", "expected the level printed or corrected")
            return self.level(model, level)
        path = Path(name)
        # exists, not is_file: standard input and other pipes are read too
        if path != STANDARD_INPUT and (not os.path.exists(path) or os.path.isdir(path)):  # noqa: PTH110, PTH112 - no error
            raise CodexError(
                f"`{name}` is neither a model game nor a file",
                f"expected {ERA}:{self.names[0]} to {ERA}:{self.names[-1]}, or the path of a game file",
            )
        if level:
            raise CodexError("a game file has no levels", "expected a model game with --level", file=path)
        return self.file(path)

    def report(self, name: str) -> GameReport:
        """One game at all its levels."""
        levels: list[Level] = ["printed", "corrected"]
        if has_conjectures(self.edition, name):
            levels.append("conjectured")
        reports: dict[str, LevelReport] = {level: self.level(name, level) for level in levels}
        corrected = reports["corrected"].replay
        lines = tuple(legal_lines(corrected, self.rules))
        return GameReport(name, f"{ERA}:{name}", corrected.game.title, reports, lines)

    def __iter__(self) -> Iterator[GameReport]:
        return (self.report(name) for name in self.names)


def game_files(games: ModelGames) -> dict[Path, str]:
    """The files of `corpus/games/`, as corrected."""
    project = games.context.corpus.project
    head = (
        "# yaml-language-server: $schema=../../rules_data/schema/game.schema.json\n"
        "# Read out of the edition by `tarock build`.\n"
    )
    return {
        project.games / f"{ERA}-{name}.yaml": head + dump_game(games.read(name, "corrected"), games.pack)
        for name in games.names
    }


def _result_findings(stated: tuple[CheckedResult, ...]) -> Iterator[Finding]:
    """Stated results that do not follow from the play."""
    for judged in stated:
        if judged.verdict == "not reproduced":
            message = Message("RESULT-DIFFERS", what=judged.name, expected=judged.expected, computed=judged.computed)
            yield Finding("RESULT-DIFFERS", 0, "", "", message, judged.ref)


def _remark_findings(played: Replay, pack: Pack) -> Iterator[Finding]:
    """Remarks that name who gave up which card in which trick, held against the play."""
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
            if trick.get(seat) is not card:
                player = next((other for other, other_card in trick.items() if other_card is card), "")
                message = Message("REMARK-DIFFERS", seat=seat, card=card, player=player)
                yield Finding("REMARK-DIFFERS", number, seat, card.name, message, remark.ref)
