"""The context of a proof: a session whose inputs are rule values, readings, words and lines of play.

The engine's queries get a `Context`; claim functions get a `ClaimContext`, which marks what they read themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs

from tarock.analysis.solver import Solver
from tarock.base.session import ABSENT, Computed, Input, Session
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.numbers import NumberReader
from tarock.game.common.cards import Pack
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.rules.ruleset import Alteration, OpenQuestion, ReadingChoice, Rules, TableInputs, Value
from tarock.rules.tables import EraTable

_SOLVERS: dict[object, Solver] = {}  # what they found holds for every project that is read
Read = tuple[str, str]  # era and name of a rule value


class PassageWords(Input, cache_hash=True):
    """The words of a passage in the edition, as an input, with all that is recorded of them."""

    ref: str


class PassageTranscript(Input, cache_hash=True):
    """The words of a passage in the transcript, as an input."""

    ref: str


class PlayedLine(Input, cache_hash=True):
    """The legal line by which a model game is played, as an input; none is the play of its record."""

    game: str


class Basis(Input, cache_hash=True):
    """The context whose values committed results must come from, as an input; none is that of the files."""


class CodexInputs(TableInputs):
    """The inputs that the files of a project give: rule values, words of the editions, and the play of each record."""

    def __init__(self, corpus: Corpus, tables: Mapping[str, EraTable], numbers: NumberReader):
        super().__init__(tables)
        self.corpus, self.numbers = corpus, numbers

    def find(self, name: Input) -> Any:
        """Return the value of an input, or `ABSENT`."""
        match name:
            case PassageWords(ref) | PassageTranscript(ref):
                siglum, _, ident = ref.partition(":")
                return self.corpus.edition(siglum).passages.get(ident, ABSENT)
            case PlayedLine() | Basis():
                return None
        return super().find(name)


class Context(Session):
    """Rules, packs and editions to compute with, as the engine reads them; the default era is that of the games."""

    def __init__(self, inputs: CodexInputs):
        super().__init__(inputs)
        self.files = inputs
        self._unaltered = self

    @property
    def corpus(self) -> Corpus:
        """Return the editions of the files."""
        return self.files.corpus

    @property
    def tables(self) -> Mapping[str, EraTable]:
        """Return the era tables of the files."""
        return self.files.tables

    @property
    def basis(self) -> Context:
        """Return the context whose values committed results must come from; what is read in it is not recorded."""
        basis: Context | None = self.read(Basis())
        return basis or self._unaltered

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """Return what is altered here for good, not only to see what would be."""
        basis: Context | None = self.read(Basis())
        overrides = basis.overrides if basis else {}
        return tuple(
            Alteration(name.era, name.name, to, self.files.find(name))
            for name, to in overrides.items()
            if isinstance(name, Value | ReadingChoice)
        )

    def alter(self, overrides: Mapping[Any, Any]) -> Context:
        """Return a fork that stands for other rules: committed results must come from these."""
        basis = self.fork(overrides)
        return basis.fork({Basis(): basis}) if overrides else self

    def rules(self, era: str = ERA) -> Rules:
        """Return the rules of an era."""
        return Rules(self.tables[era], self)

    def pack(self, era: str = ERA) -> Pack:
        """Return the pack of an era whose source names the cards (1840, 1945)."""
        return self.get(_make_pack, era)

    def law(self) -> TrickLaw:
        """Return the rules of 1840 on which cards may be played and who takes a trick."""
        return self.get(_make_law)

    def solver(self) -> Solver:
        """Return the solver of endings for the pack and law of 1840, shared by packs that differ in points only."""
        law, cards, module = self.law(), self.pack().cards, self.corpus.project.core
        key = (law, module, tuple((card.name, card.suit, card.strength) for card in cards))
        if key not in _SOLVERS:
            _SOLVERS[key] = Solver(cards, law, module)
        return _SOLVERS[key]

    def edition(self, siglum: str) -> Edition:
        """Return the edition of a source with the words of this session."""
        edition = self.corpus.edition(siglum)
        words = {name.ref: it for name, it in self.overrides.items() if isinstance(name, PassageWords)}
        items = tuple(words.get(item.ref, item) for item in edition.items)
        return structs.replace(edition, items=items) if words else edition


def _make_pack(context: Context, era: str) -> Pack:
    return Pack(context.rules(era))


def _make_law(context: Context) -> TrickLaw:
    return TrickLaw.of(context.rules())


def values_read(found: Computed) -> frozenset[Read]:
    """Return the rule values that a computation has read, by era and name."""
    return _named(found.reads)


def values_read_directly(found: Computed) -> frozenset[Read]:
    """Return the rule values that a claim function has read itself, by era and name."""
    return _named(found.marked)


def _named(inputs: Iterable[object]) -> frozenset[Read]:
    return frozenset((each.era, each.name) for each in inputs if isinstance(each, Value))


def open_points(found: Computed) -> Iterator[tuple[ReadingChoice, OpenQuestion, bool]]:
    """Yield the points left open that the engine met, and whether it can take the other reading."""
    for choice, (point, varied) in found.notes.items():
        if isinstance(choice, ReadingChoice):
            yield choice, point, varied


def games_read(found: Computed) -> frozenset[str]:
    """Return the model games of whose edited words a computation has read some."""
    words = (each.ref.partition(":")[2] for each in found.reads if isinstance(each, PassageWords))
    return frozenset(ident.partition(".")[0] for ident in words)
