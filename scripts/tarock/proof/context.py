"""The context of a proof: rules and packs of every era, the editions, and a memory of what was computed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from types import FrameType, MappingProxyType
from typing import Any, NamedTuple, Self, TypeVar, cast

from tarock.analysis.legal_lines import LegalLine
from tarock.analysis.solver import Solver
from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.structs import Mutable
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.numbers import NumberReader
from tarock.game.common.cards import Pack
from tarock.game.common.records import read_enum, read_enums
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.claims.expectation import ExpectationReader
from tarock.proof.neighbours import NeighbourTable, load_neighbours
from tarock.rules.ruleset import OpenQuestion, Rules
from tarock.rules.tables import EraTable

T = TypeVar("T")
_CLAIMS = "tarock.proof.claims."
_WORDS = (
    read_enum.__code__,
    read_enums.__code__,
)  # they make of what they read a word of the engine's, for whoever asks
_SOLVERS: dict[object, Solver] = {}  # what they found holds for every project that is read
_NONE: Mapping[Any, Any] = MappingProxyType({})
Key = tuple[str, ...]
Read = tuple[str, str]  # era and key of a rule value, or code of an open point


class Dependencies(Mutable):
    """Rule values, open points and model games that a computation has read.

    `read_directly` are the rule values that a claim function reads itself, not through the engine; `open_points` the
    points left open that the engine met, with whether it can use the other reading; `games` the model games whose words
    were read.
    """

    reads: set[Read] = set()
    read_directly: set[Read] = set()
    open_points: dict[Read, tuple[OpenQuestion, bool]] = {}
    games: set[str] = set()

    def add(self, other: Dependencies) -> None:
        """Add the dependencies of another computation."""
        self.reads.update(other.reads)
        self.read_directly.update(other.read_directly)
        self.open_points.update(other.open_points)
        self.games.update(other.games)


class _Memo(NamedTuple):
    value: Any
    fault: CodexError | None  # why it could not be made
    found: Dependencies


class _TrackedRules(Rules):
    """Rules that record which values are read, and which of them a claim function reads directly."""

    def __init__(self, table: EraTable):
        super().__init__(table)
        self.read_directly: set[str] = set()

    def with_values(self, changed: Mapping[str, Any]) -> Self:
        """Return rules with other values, tracked too."""
        other = super().with_values(changed)
        other.read_directly = set()
        return other

    def note_read(self, name: str) -> None:
        """Record that a value is read, and whether a claim function reads it directly."""
        if name in self.read_directly:
            return
        self.reads.add(name)
        frame: FrameType | None = sys._getframe(2)  # who asked for the value, by whatever name for its type
        while frame and (frame.f_globals["__name__"] == Rules.__module__ or frame.f_code in _WORDS):
            frame = frame.f_back
        if frame and frame.f_globals["__name__"].startswith(_CLAIMS):
            self.read_directly.add(name)


class Context:
    """Rules, packs and editions to compute with, and a memory of what was computed from which rule values.

    A copy with another value of one rule (`with_values`) recomputes only what reads that value: evidence is measured by
    running games and claims under hundreds of other rules. The default era is that of the model games.
    """

    def __init__(self, corpus: Corpus, tables: Mapping[str, EraTable], numbers: NumberReader):
        self.corpus = corpus
        self.tables = tables
        self.numbers = numbers
        self._rules: dict[str, _TrackedRules] = {}
        self._made: dict[Key, _Memo] = {}
        self._used: set[Key] = set()
        self._games: set[str] = set()
        self.lines: Mapping[str, LegalLine] = {}  # by which the play of model games is read
        self._scenes: dict[str, dict[str, Any]] = {}
        self._from = corpus, tables, numbers
        self._unaltered: list[Context] = []  # shared by every copy

    @property
    def unaltered(self) -> Context:
        """Return the context of the files as they are; nothing read in it is recorded here."""
        if not self._unaltered:
            self._unaltered.append(Context(*self._from))
        return self._unaltered[0]

    def with_values(self, era: str, values: Mapping[str, Any]) -> Context:
        """Return a copy with other values of some rules of an era."""
        changed = {(era, key) for key in values}
        rules = {era: self.rules(era).with_values(values)}
        return self._fork(rules, lambda _key, found: not changed.isdisjoint(found.reads))

    def with_readings(
        self,
        values: Mapping[Read, Any] = _NONE,
        points: Collection[Read] = (),
        lines: Mapping[str, LegalLine] = _NONE,
        edition: Edition | None = None,
        games: Collection[str] = (),
    ) -> Context:
        """Return a copy by other readings of values, open points, plays, or of the words of `games`.

        `values` and `points` are named by era and key or code; `lines` gives the play of a game by a legal line;
        `edition` replaces that of the model games.
        """
        eras = {era for era, _name in (*values, *points)}
        rules = {
            era: self.rules(era).with_readings(
                {name: value for (of, name), value in values.items() if of == era},
                [code for of, code in points if of == era],
            )
            for era in eras
        }
        changed, other_points, other_games = {*values}, {*points}, {*lines, *games}
        other = self._fork(
            rules,
            lambda _key, found: bool(
                changed & found.reads or other_points & found.open_points.keys() or other_games & found.games
            ),
        )
        other.lines = lines
        if edition:
            other.corpus = self.corpus.with_edition(edition)
        return other

    def _fork(self, rules: Mapping[str, _TrackedRules], gone: Callable[[Key, Dependencies], bool]) -> Context:
        """Return a copy with other rules of some eras; it forgets what `gone` says."""
        other = copy(self)
        other._rules = {**self._rules, **rules}
        other._made = {key: made for key, made in self._made.items() if not gone(key, made.found)}
        other._used, other._games = set(), set()
        return other

    def track_game(self, name: str) -> None:
        """Record that the words of a model game are read."""
        self._games.add(name)

    def with_edition(self, edition: Edition, games: Collection[str]) -> Context:
        """Return a copy with another edition of a source; the `games` in which it differs are forgotten."""
        other = self._fork({}, lambda key, _dependencies: key[1] in games)
        other.corpus = self.corpus.with_edition(edition)
        return other

    def rules(self, era: str = ERA) -> _TrackedRules:
        """Return the rules of an era."""
        rules = self._rules.get(era)
        if rules is None:
            rules = self._rules[era] = _TrackedRules(self.tables[era])
        return rules

    @cached_property
    def expectations(self) -> ExpectationReader:
        """Return the reader that finds in a source's words what its claims expect."""
        return ExpectationReader(self.corpus.project.rules / "claim_words.yaml", self.numbers)

    @cached_property
    def neighbours(self) -> NeighbourTable:
        """Load the table of neighbours of values."""
        topics = next(iter(self.tables.values())).topics
        return load_neighbours(self.corpus.project, topics.entries)

    @contextmanager
    def track(self) -> Iterator[Dependencies]:
        """Collect the dependencies of what is computed in the block, direct and indirect."""
        found = Dependencies()
        used, self._used = self._used, set()
        games, self._games = self._games, set()
        before = {era: (rules.reads, rules.read_directly, rules.open_questions) for era, rules in self._rules.items()}
        for rules in self._rules.values():
            rules.reads, rules.read_directly, rules.open_questions = set(), set(), {}
        try:
            yield found
        finally:
            for key in self._used:
                found.add(self._made[key].found)
            found.games.update(self._games)
            for era, rules in self._rules.items():
                found.reads.update((era, key) for key in rules.reads)
                found.read_directly.update((era, key) for key in rules.read_directly)
                found.open_points.update(((era, code), point) for code, point in rules.open_questions.items())
                reads, own, met = before.get(era, (set(), set(), {}))
                rules.reads |= reads
                rules.read_directly |= own
                rules.open_questions = {**met, **rules.open_questions}
            self._used |= used
            self._games |= games

    def memoize(self, key: Key, make: Callable[[], T]) -> T:
        """Return what `make` returns, computed once per key; a `CodexError` is remembered and raised again.

        Whoever asks for it again is recorded as having read the same rule values.
        """
        if key not in self._made:
            value, fault = None, None
            with self.track() as found:
                try:
                    value = make()
                except CodexError as error:
                    fault = error
            self._made[key] = _Memo(value, fault, found)
        self._used.add(key)
        made = self._made[key]
        if made.fault:
            raise made.fault.with_traceback(None)
        return cast("T", made.value)

    def scene(self, name: str) -> dict[str, Any]:
        """Return a finished game of `rules_data/scenes.yaml` as the fields of a score file.

        Raises `CodexError` where there is no such scene.
        """
        if not self._scenes:
            document = yamlio.load(self.corpus.project.rules / "scenes.yaml")
            self._scenes.update(document.convert(dict[str, dict[str, Any]], document.data))
        if name not in self._scenes:
            raise CodexError(
                f"unknown scene `{name}`",
                "expected one of {known}".format(known=", ".join(self._scenes)),
            )
        return self._scenes[name]

    def pack(self, era: str = ERA) -> Pack:
        """Return the pack of an era whose source names the cards (1840, 1945)."""
        return self.memoize(("pack", era), lambda: Pack(self.rules(era)))

    def law(self) -> TrickLaw:
        """Return the rules of 1840 on which cards may be played and who takes a trick."""
        return TrickLaw.of(self.rules())

    def solver(self) -> Solver:
        """Return the solver of endings for the pack and law of 1840, shared by packs that differ in points only."""
        law, cards = self.law(), self.pack().cards
        key = (law, tuple((card.name, card.suit, card.strength) for card in cards))
        if key not in _SOLVERS:
            _SOLVERS[key] = Solver(cards, law)
        return _SOLVERS[key]
