"""What a proof computes with: the rules and packs of every era, the editions, and a memory of what was made."""

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
from tarock.game.common.records import word, words
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.claims.expectation import ExpectationReader
from tarock.proof.neighbours import Neighbours, load_neighbours
from tarock.rules.ruleset import OpenQuestion, Rules
from tarock.rules.tables import EraTable

T = TypeVar("T")
_CLAIMS = "tarock.proof.claims."
_WORDS = (word.__code__, words.__code__)  # they make of what they read a word of the engine's, for whoever asks
_SOLVERS: dict[object, Solver] = {}  # what they found holds for every project that is read
_NONE: Mapping[Any, Any] = MappingProxyType({})
Key = tuple[str, ...]
Read = tuple[str, str]  # era and key of a rule value, or code of an open point


class Noted(Mutable):
    """Which rule values were read, and which of them by a claim itself, not by the engine that it asks.

    `met` are the points left open that the engine came to, `games` the model games whose words were read.
    """

    reads: set[Read] = set()
    own: set[Read] = set()
    met: dict[Read, tuple[OpenQuestion, bool]] = {}
    games: set[str] = set()

    def add(self, other: Noted) -> None:
        """Note what was noted elsewhere."""
        self.reads.update(other.reads)
        self.own.update(other.own)
        self.met.update(other.met)
        self.games.update(other.games)


class _Made(NamedTuple):
    value: Any
    fault: CodexError | None  # why it could not be made
    noted: Noted


class _WatchedRules(Rules):
    """Rules that know who reads them: `own` are the values that a claim reads itself."""

    def __init__(self, table: EraTable):
        super().__init__(table)
        self.own: set[str] = set()

    def with_values(self, changed: Mapping[str, Any]) -> Self:
        """Other rules than the source's, watched too."""
        other = super().with_values(changed)
        other.own = set()
        return other

    def note_read(self, name: str) -> None:
        """Note that a value is read, and whether a claim reads it itself."""
        if name in self.own:
            return
        self.reads.add(name)
        frame: FrameType | None = sys._getframe(2)  # who asked for the value, by whatever name for its type
        while frame and (frame.f_globals["__name__"] == Rules.__module__ or frame.f_code in _WORDS):
            frame = frame.f_back
        if frame and frame.f_globals["__name__"].startswith(_CLAIMS):
            self.own.add(name)


class Context:
    """Everything is made once, when first asked for, and it is known which rule values it was made from.

    So a context with another value of one rule (`altered`) makes anew only what reads that value: the evidence
    coverage runs games and claims under hundreds of other rules. Where no era is named, it is that of the model games.
    """

    def __init__(self, corpus: Corpus, tables: Mapping[str, EraTable], numbers: NumberReader):
        self.corpus = corpus
        self.tables = tables
        self.numbers = numbers
        self._rules: dict[str, _WatchedRules] = {}
        self._made: dict[Key, _Made] = {}
        self._used: set[Key] = set()
        self._games: set[str] = set()
        self.lines: Mapping[str, LegalLine] = {}  # by which the play of model games is read
        self._scenes: dict[str, dict[str, Any]] = {}
        self._from = corpus, tables, numbers
        self._unaltered: list[Context] = []  # shared by every copy

    @property
    def unaltered(self) -> Context:
        """The context of the files as they are, whatever is altered here; what is read in it is not noted here."""
        if not self._unaltered:
            self._unaltered.append(Context(*self._from))
        return self._unaltered[0]

    def altered(self, era: str, values: Mapping[str, Any]) -> Context:
        """The same with other values of some rules of an era."""
        changed = {(era, key) for key in values}
        rules = {era: self.rules(era).with_values(values)}
        return self._without(rules, lambda _key, noted: not changed.isdisjoint(noted.reads))

    def otherwise(
        self,
        values: Mapping[Read, Any] = _NONE,
        points: Collection[Read] = (),
        lines: Mapping[str, LegalLine] = _NONE,
        edition: Edition | None = None,
        games: Collection[str] = (),
    ) -> Context:
        """The same by other readings: of values, of points left open, of the play of games, of the words of `games`."""
        eras = {era for era, _name in (*values, *points)}
        rules = {
            era: self.rules(era).with_readings(
                {name: value for (of, name), value in values.items() if of == era},
                [code for of, code in points if of == era],
            )
            for era in eras
        }
        changed, other_points, other_games = {*values}, {*points}, {*lines, *games}
        other = self._without(
            rules,
            lambda _key, noted: bool(
                changed & noted.reads or other_points & noted.met.keys() or other_games & noted.games
            ),
        )
        other.lines = lines
        if edition:
            other.corpus = self.corpus.with_edition(edition)
        return other

    def _without(self, rules: Mapping[str, _WatchedRules], gone: Callable[[Key, Noted], bool]) -> Context:
        """A copy with other rules of some eras, which remembers only what does not go."""
        other = copy(self)
        other._rules = {**self._rules, **rules}
        other._made = {key: made for key, made in self._made.items() if not gone(key, made.noted)}
        other._used, other._games = set(), set()
        return other

    def read_game(self, name: str) -> None:
        """Note that the words of a model game are read."""
        self._games.add(name)

    def reading(self, edition: Edition, games: Collection[str]) -> Context:
        """The same with another edition of a source, in which these games are otherwise: they are made anew."""
        other = self._without({}, lambda key, _noted: key[1] in games)
        other.corpus = self.corpus.with_edition(edition)
        return other

    def rules(self, era: str = ERA) -> _WatchedRules:
        """The rules of an era."""
        rules = self._rules.get(era)
        if rules is None:
            rules = self._rules[era] = _WatchedRules(self.tables[era])
        return rules

    @cached_property
    def expectations(self) -> ExpectationReader:
        """Finds in the words of a source what its claims expect."""
        return ExpectationReader(self.corpus.project.rules / "claim_words.yaml", self.numbers)

    @cached_property
    def neighbours(self) -> Neighbours:
        """What could be in the place of a value."""
        topics = next(iter(self.tables.values())).topics
        return load_neighbours(self.corpus.project, topics.entries)

    @contextmanager
    def noting(self) -> Iterator[Noted]:
        """What holds, when the block is left, which rule values were read in it, directly or not."""
        noted = Noted()
        used, self._used = self._used, set()
        games, self._games = self._games, set()
        before = {era: (rules.reads, rules.own, rules.open_questions) for era, rules in self._rules.items()}
        for rules in self._rules.values():
            rules.reads, rules.own, rules.open_questions = set(), set(), {}
        try:
            yield noted
        finally:
            for key in self._used:
                noted.add(self._made[key].noted)
            noted.games.update(self._games)
            for era, rules in self._rules.items():
                noted.reads.update((era, key) for key in rules.reads)
                noted.own.update((era, key) for key in rules.own)
                noted.met.update(((era, code), point) for code, point in rules.open_questions.items())
                reads, own, met = before.get(era, (set(), set(), {}))
                rules.reads |= reads
                rules.own |= own
                rules.open_questions = {**met, **rules.open_questions}
            self._used |= used
            self._games |= games

    def once(self, key: Key, make: Callable[[], T]) -> T:
        """Make something once, or fail once; whoever asks for it again has read the same rule values."""
        if key not in self._made:
            value, fault = None, None
            with self.noting() as noted:
                try:
                    value = make()
                except CodexError as error:
                    fault = error
            self._made[key] = _Made(value, fault, noted)
        self._used.add(key)
        made = self._made[key]
        if made.fault:
            raise made.fault.with_traceback(None)
        return cast("T", made.value)

    def scene(self, name: str) -> dict[str, Any]:
        """A finished game of `rules_data/scenes.yaml`, as a score file has it; `CodexError` where there is none."""
        if not self._scenes:
            document = yamlio.load(self.corpus.project.rules / "scenes.yaml")
            self._scenes.update(document.convert(dict[str, dict[str, Any]], document.data))
        if name not in self._scenes:
            raise CodexError(
                f"there is no scene `{name}`",
                "expected one of {known}".format(known=", ".join(self._scenes)),
            )
        return self._scenes[name]

    def pack(self, era: str = ERA) -> Pack:
        """The pack of an era whose cards its source names (1840, 1945)."""
        return self.once(("pack", era), lambda: Pack(self.rules(era)))

    def law(self) -> TrickLaw:
        """What the rules of 1840 ask of who plays to a trick."""
        return TrickLaw.of(self.rules())

    def solver(self) -> Solver:
        """What solves endings with the pack and the law of 1840; packs alike but in their points share one."""
        law, cards = self.law(), self.pack().cards
        key = (law, tuple((card.name, card.suit, card.strength) for card in cards))
        if key not in _SOLVERS:
            _SOLVERS[key] = Solver(cards, law)
        return _SOLVERS[key]
