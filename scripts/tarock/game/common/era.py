"""The record of plain functions that every era of the game offers to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, Record
from tarock.base.yamlio import Document
from tarock.game.common.findings import Finding, Findings, limit_findings
from tarock.game.common.game_file import PlayedGame
from tarock.game.common.play import GameEngine
from tarock.game.common.score import SettledScore
from tarock.rules.ruleset import Rules

R = TypeVar("R", bound=Record)
K = TypeVar("K", bound=Record)


class RecordKind(Frozen, Generic[R]):
    """A kind of file that an era reads: its record, the name of its schema, its example below `corpus/`."""

    record: type[R]
    schema: str
    example: str

    def fits(self, data: Mapping[str, Any]) -> bool:
        """Return whether data have only fields of this record at the top, so that they can be of this kind."""
        return data.keys() <= {*self.record.__struct_fields__}


class Era(Frozen, Generic[R]):
    """An era: a room of `tarock.game` offers one as `ERA`, and `tarock.game.eras` lists them all.

    `check` adds everything that is wrong with a finished game or session to the findings, each with its place
    in the file; `settle` says who pays whom, for a record without findings.
    """

    siglum: str
    score: RecordKind[R]
    check: Callable[[R, Findings], None]
    settle: Callable[[R, Rules], SettledScore]
    prefix: str  # of the messages of what settling may note or leave open
    game: RecordKind[Any] | None = None
    played_as: str = ""  # what its game is called, where what is played is not the game of the source
    engine: str = ""  # module and class of what plays it (`tarock.game.common.play`), loaded when first asked for
    replay: str = ""  # module and function of what replays its games, where these are no games of 1840

    def replay_document(self, document: Document, rules: Rules) -> PlayedGame:
        """Replay the game in a document by its `replay`; raise `CodexError` for one that cannot be read."""
        return self.replay_game(self.read_game(document), rules)

    def read_game(self, document: Document) -> Any:
        """Return the game in a document; raise `CodexError` for one of another era, or a malformed one."""
        if not (self.game and self.replay):
            raise CodexError(f"no game of {self.siglum} is replayed here", "expected an era of which games are")
        return self.read_as(self.game, document)

    def replay_game(self, game: Record, rules: Rules) -> PlayedGame:
        """Replay a game of this era by its `replay`; raise `CodexError` for cards that cannot be read."""
        found: PlayedGame = resolve_name(self.replay)(game, rules)
        return found

    def load_engine(self) -> type[GameEngine[Any]]:
        """Return the class of the engine that plays games of this era; raise `CodexError` for one that only settles."""
        if not self.engine:
            raise CodexError(
                f"no game of {self.siglum} can be played here",
                "expected another source; of this one games only `settle`",
            )
        found: type[GameEngine[Any]] = resolve_name(self.engine)
        return found

    @property
    def commands(self) -> dict[str, RecordKind[Any]]:
        """Map the commands that read files of this era (`score`, `replay`) to the kind of file."""
        return {f"tarock score --era {self.siglum}": self.score, **({"tarock replay": self.game} if self.game else {})}

    def read(self, document: Document) -> R:
        """Return the score file in a document; raise `CodexError` for one of another era, or a malformed one."""
        return self.read_as(self.score, document)

    def read_as(self, kind: RecordKind[K], document: Document) -> K:
        """Return the file of this kind in a document; raise `CodexError` for another era, or a malformed file."""
        if not isinstance(document.data, dict):
            none = "no score file" if kind is self.score else "no game"
            raise document.error(
                none,
                f"expected a mapping with `era:` and `seats:`; see {document.pattern}"
                if document.pattern
                else "expected a mapping with `era:` and `seats:`",
            )
        stated = document.data.get("era")
        if stated is not None and stated != self.siglum:
            raise document.error(
                f"the file's era is the number {stated}"
                if isinstance(stated, int)
                else f"the file's era is `{stated}`",
                f'expected "{self.siglum}", in quotes',
                "era",
            )
        return document.convert(kind.record, document.data)

    def find_faults(self, record: R, rules: Rules) -> tuple[Finding, ...]:
        """Return what contradicts the rules or itself in a record; empty when it can be settled."""
        findings = Findings(rules)
        self.check(record, findings)
        return tuple(findings.list)

    def settle_document(self, document: Document, rules: Rules) -> SettledScore:
        """Settle a score file: who pays whom how much, by which paragraph.

        Raises `RecordError` with everything that is wrong with it, `CodexError` for one that cannot be read.
        """
        record = self.read(document)
        if found := self.find_faults(record, rules):
            raise RecordError(document, found)
        return self.settle(record, rules)


class RecordError(CodexError):
    """A record that is wrong in one or more ways; its text has a line for each."""

    def __init__(self, document: Document, findings: Sequence[Finding]):
        in_order = sorted(findings, key=lambda finding: document.line(*finding.place))
        self.errors = tuple(finding.to_error(document) for finding in limit_findings(in_order))
        first = self.errors[0]
        super().__init__(first.what, file=first.file, line=first.line)

    @property
    def faults(self) -> tuple[CodexError, ...]:
        """Return one error for each finding, in the order of the file."""
        return self.errors

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))
