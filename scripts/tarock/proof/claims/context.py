"""What a claim may compute with: the rules and packs of every era, the model games, the editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from tarock.game.common.cards import Pack
from tarock.proof.games import ModelGames
from tarock.proof.model_games import ERA
from tarock.rules.numbers import NumberReader
from tarock.rules.ruleset import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tarock.corpus.editions import Corpus
    from tarock.proof.games import LevelReport
    from tarock.proof.model_games import Level
    from tarock.rules.tables import Table


T = TypeVar("T")


class Context:
    """Rules, packs and replayed games, each made when first asked for.

    `changed` replaces rule values by era and key: the evidence coverage runs the claims with other values.
    """

    def __init__(
        self,
        corpus: Corpus,
        tables: Mapping[str, Table],
        changed: Mapping[str, Mapping[str, Any]] | None = None,
        numbers: NumberReader | None = None,
    ):
        self.corpus = corpus
        self.tables = tables
        self._changed = changed or {}
        self._numbers = numbers or NumberReader(corpus.project.rules / "number_words.yaml")
        self._rules: dict[str, Rules] = {}
        self._made: dict[tuple[str, ...], tuple[Any, set[str]]] = {}

    def rules(self, era: str) -> Rules:
        """The rules of an era."""
        if era not in self._rules:
            self._rules[era] = Rules(self.tables[era], self._changed.get(era))
        return self._rules[era]

    def _once(self, era: str, key: tuple[str, ...], make: Callable[[], T]) -> T:
        """Make something once; whoever asks for it again has read the same rule values."""
        rules = self.rules(era)
        if key not in self._made:
            before = set(rules.reads)
            rules.reads.clear()
            made = make()
            self._made[key] = (made, set(rules.reads))
            rules.reads.update(before)
        made, reads = self._made[key]
        rules.reads.update(reads)
        return cast("T", made)

    def pack(self, era: str) -> Pack:
        """The pack of an era whose cards its source names (1840, 1945)."""
        return self._once(era, ("pack", era), lambda: Pack(self.rules(era)))

    @property
    def games(self) -> ModelGames:
        """The model games under the context's rules, with the context's pack."""

        def make() -> ModelGames:
            return ModelGames(self.corpus, self.rules(ERA), self._numbers, self.pack(ERA))

        return self._once(ERA, ("games",), make)

    def game(self, name: str, level: Level = "corrected") -> LevelReport:
        """A model game replayed at a level; its cards are those of `pack(ERA)`."""
        return self._once(ERA, ("game", name, level), lambda: self.games.level(name, level))
