"""What a proof computes with: the rules and packs of every era, the editions, and a memory of what was made."""

from __future__ import annotations

from contextlib import contextmanager
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from tarock.analysis.solver import Solver
from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.game.common.cards import Pack
from tarock.game.common.trick_law import TrickLaw
from tarock.proof.claims.expectation import ExpectationReader
from tarock.rules.ruleset import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tarock.corpus.editions import Corpus
    from tarock.corpus.numbers import NumberReader
    from tarock.rules.tables import Table

T = TypeVar("T")
Key = tuple[str, ...]
Read = tuple[str, str]  # era and key of a rule value


class _Made(NamedTuple):
    value: Any
    fault: CodexError | None  # why it could not be made
    reads: frozenset[Read]


class Context:
    """Everything is made once, when first asked for, and it is known which rule values it was made from.

    So a context with another value of one rule (`altered`) makes anew only what reads that value: the evidence
    coverage runs games and claims under hundreds of other rules.
    """

    def __init__(self, corpus: Corpus, tables: Mapping[str, Table], numbers: NumberReader):
        self.corpus = corpus
        self.tables = tables
        self.numbers = numbers
        self._rules: dict[str, Rules] = {}
        self._made: dict[Key, _Made] = {}
        self._used: set[Key] = set()
        self._solvers: dict[object, Solver] = {}
        self._scenes: dict[str, dict[str, Any]] = {}

    def altered(self, era: str, values: Mapping[str, Any]) -> Context:
        """The same with other values of some rules of an era."""
        other = copy(self)
        other._rules = {**self._rules, era: self.rules(era).with_values(values)}
        changed = {(era, key) for key in values}
        other._made = {key: made for key, made in self._made.items() if changed.isdisjoint(made.reads)}
        other._used = set()
        return other

    def rules(self, era: str) -> Rules:
        """The rules of an era."""
        rules = self._rules.get(era)
        if rules is None:
            rules = self._rules[era] = Rules(self.tables[era])
        return rules

    @cached_property
    def expectations(self) -> ExpectationReader:
        """Finds in the words of a source what its claims expect."""
        return ExpectationReader(self.corpus.project.rules / "claim_words.yaml", self.numbers)

    @contextmanager
    def noting(self) -> Iterator[set[Read]]:
        """A set that holds, when the block is left, which rule values were read in it, directly or not."""
        noted: set[Read] = set()
        used, self._used = self._used, set()
        before = {era: rules.reads for era, rules in self._rules.items()}
        for rules in self._rules.values():
            rules.reads = set()
        try:
            yield noted
        finally:
            noted.update(*(self._made[key].reads for key in self._used))
            for era, rules in self._rules.items():
                noted.update((era, key) for key in rules.reads)
                rules.reads |= before.get(era, set())
            self._used |= used

    def once(self, key: Key, make: Callable[[], T]) -> T:
        """Make something once, or fail once; whoever asks for it again has read the same rule values."""
        if key not in self._made:
            value, fault = None, None
            with self.noting() as reads:
                try:
                    value = make()
                except CodexError as error:
                    fault = error
            self._made[key] = _Made(value, fault, frozenset(reads))
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
            raise CodexError(f"there is no scene `{name}`", f"expected one of {', '.join(self._scenes)}")
        return self._scenes[name]

    def pack(self, era: str) -> Pack:
        """The pack of an era whose cards its source names (1840, 1945)."""
        return self.once(("pack", era), lambda: Pack(self.rules(era)))

    def law(self, era: str) -> TrickLaw:
        """What an era asks of who plays to a trick."""
        return TrickLaw.of(self.rules(era))

    def solver(self, era: str) -> Solver:
        """What solves endings with the pack and the law of an era; packs alike but in their points share one."""
        law, cards = self.law(era), self.pack(era).cards
        key = (law, tuple((card.name, card.suit, card.strength) for card in cards))
        if key not in self._solvers:
            self._solvers[key] = Solver(cards, law)
        return self._solvers[key]
