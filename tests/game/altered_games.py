"""What the engines do under one other value: they follow it, or refuse it by name; all else is a fault.

A game is played by the altered rules and, as long as both allow the same, by those of the text beside it: where they
part is the witness of the value. What was played is replayed from its record, and machines are asked on the altered
table. Some games are played against the law, for what is to be paid then.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from lab.nearby_values import list_nearby_and_beyond
from tarock.analysis.simple_player import SimplePlayer
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Frozen
from tarock.codex import ComputedCodex
from tarock.game.common.play import END, GameEngine, TableState
from tarock.robustness.nearby_values import load_nearby_values
from tarock.rules.ruleset import Rules
from tests.conftest import EVERY, ROOT

GAMES = 14  # in which nothing may go wrong
SOUGHT = 78  # in which a witness is sought
AGAINST = 5  # one game in so many is played against the law
ASKED = 3  # the game in which the machines are asked


class Outcome(StrEnum):
    """What became of an altered value; all but the first two are faults, but for the last, which shows nothing."""

    FOLLOWED = "followed"
    REFUSED = "refused"
    UNNAMED = "refused without its name"
    DEAD_END = "dead end"
    CRASH = "crash"
    REPLAY = "state and replay differ"
    SOLVER = "solver and state differ"
    MACHINE = "a machine does not play by it"
    NO_WITNESS = "no visible effect"


FAULTS = {*Outcome} - {Outcome.FOLLOWED, Outcome.REFUSED, Outcome.NO_WITNESS}


class Verdict(Frozen):
    """An altered value by the name of its answer, what became of it, and the words that tell why."""

    name: str
    value: Any
    outcome: Outcome
    why: str = ""


class Fault(Exception):
    """What an altered game ends with that is neither followed nor refused."""

    def __init__(self, outcome: Outcome, why: str):
        super().__init__(why)
        self.outcome = outcome


class Judgement(Frozen):
    """What the replay of a record says: the codes of its findings, what each is paid, and the heaps if it has them."""

    codes: tuple[str, ...]
    totals: dict[str, int] | None
    heaps: Any = None


class AlteredEra(ABC):
    """How the game of an era is played by altered rules, and judged."""

    options: Sequence[Any]
    sought = SOUGHT

    @abstractmethod
    def rules(self) -> Rules:
        """The rules of the text."""

    @abstractmethod
    def make(self, by: Rules, options: Any) -> GameEngine[Any]:
        """The engine of some rules."""

    @abstractmethod
    def stack(self, engine: Any, dealer: int, number: int, rng: random.Random) -> Sequence[int]:
        """The cards in order of dealing: at random, or stacked as the number of the game says."""

    @abstractmethod
    def choose(self, state: Any, number: int, rng: random.Random) -> int:
        """An action: mostly one that makes something happen, so that each rule is met."""

    @abstractmethod
    def judge(self, state: Any) -> Judgement:
        """What the replay says of the record of a finished game."""

    def differs(self, by: Rules) -> bool:
        """Whether rules differ from those of the text in what few games come to."""
        return False

    def ask_machines(self, engine: Any) -> Any:
        """What is asked at each decision, with the state; it raises a `Fault`."""
        simple = SimplePlayer(engine)

        def ask(state: Any) -> None:
            if simple.act(state) not in state.legal_actions():
                raise Fault(Outcome.MACHINE, f"simple rule in {state.phase}")

        return ask

    def check_end(self, solved: Any, state: Any) -> None:
        """Hold something else against a finished game; `solved` is the state when two cards were left."""
        del solved, state

    def play(self, by: Rules, options: Any, numbers: range, *, checked: bool = True) -> bool:
        """Play games, and return whether one was otherwise than by the rules of the text."""
        engine, own = self.make(by, options), _make_own(self, options)
        effect = getattr(engine, "next_dealer", None) != getattr(own, "next_dealer", None)
        for number in numbers:
            ask = self.ask_machines(engine) if number == ASKED and options is self.options[0] else None
            effect |= _Game(self, engine, own, number).run(ask, checked=checked)
            if effect and not checked:
                break
        return effect

    def has_witness(self, by: Rules, times: int = 1) -> bool:
        """Whether one of the games that are sought, or of so many times as many, shows that rules are others."""
        numbers = range(times * self.sought)
        return self.differs(by) or any(self.play(by, each, numbers, checked=False) for each in self.options)

    def find_outcome(self, name: str, value: Any) -> Verdict:
        """What becomes of one other value in some games of each option, and in more until one shows it."""
        altered = self.rules().fork({name: value})
        key = name.partition("[")[0]
        try:
            effect = False
            for options in self.options:
                count = GAMES if options is self.options[0] else GAMES // 3
                effect |= self.play(altered, options, range(count))
            effect = effect or self.has_witness(altered)
        except CodexError as error:
            said = f"{error.what}; {error.expected}"
            return Verdict(name, value, Outcome.REFUSED if key in said and error.expected else Outcome.UNNAMED, said)
        except Fault as fault:
            return Verdict(name, value, fault.outcome, str(fault))
        except Exception as error:
            return Verdict(name, value, Outcome.CRASH, f"{type(error).__name__}: {error}")
        return Verdict(name, value, Outcome.FOLLOWED if effect else Outcome.NO_WITNESS)

    def read_values(self, games: int = 40 if EVERY == 1 else GAMES) -> list[str]:
        """The names of the answers that are read from the deal to the sheet, in order."""
        fresh = self.rules().fork({})
        self.differs(fresh)
        for options in self.options:
            engine = self.make(fresh, options)
            for number in range(games):
                _Game(self, engine, engine, number).run(None)
        held = fresh.table
        return sorted(name for name in fresh.reads if name in held.effective or name in held.assumed.by_name)

    def list_nearby_values(self) -> list[tuple[str, Any]]:
        """Each nearby value of each value that is read, by its name; of what is assumed those that are listed."""
        table, near = self.rules().table, load_nearby_values(ComputedCodex(Project(ROOT)).context)
        found: list[tuple[str, Any]] = []
        for name in self.read_values():
            if name in table.effective:
                others = list(list_nearby_and_beyond(near, table.effective[name]))
                found += [(name, value) for place, value in enumerate(others) if value not in others[:place]]
        return [*found, *self.list_alternatives()]

    def list_alternatives(self) -> list[tuple[str, Any]]:
        """Each other value that is listed for what is assumed, by its name."""
        return [
            (name, list(other.value) if isinstance(other.value, tuple) else other.value)
            for name, each in self.rules().table.assumed.by_name.items()
            for other in each.record.other_readings
        ]


@cache
def _make_own(era: AlteredEra, options: Any) -> GameEngine[Any]:
    return era.make(era.rules().fork({}), options)


class _Game:
    """A game by the altered rules, and beside it the same by those of the text, as long as both allow the same."""

    def __init__(self, era: AlteredEra, engine: GameEngine[Any], own: GameEngine[Any], number: int):
        self.era, self.own, self.number = era, own, number
        self.rng = rng = random.Random(number)
        self.against = number % AGAINST == AGAINST - 1
        dealer = rng.randrange(engine.players)
        cards = era.stack(engine, dealer, number, rng)
        self.state = _deal(engine, dealer, cards)
        self.beside: TableState[Any] | None = None
        if [card.name for card in engine.cards] == [card.name for card in own.cards]:
            other = _deal(own, dealer, cards)
            self.beside = other if other.at.dealt == self.state.at.dealt else None
        self.solved: Any = None

    def run(self, ask: Any, *, checked: bool = True) -> bool:
        """Play to the end, and return whether anything was otherwise than by the rules of the text."""
        state, before = self.state, ""
        while not state.is_terminal() and not state.is_chance_node():  # all have passed, and the next deals
            legal = state.legal_actions()
            if not legal:
                raise Fault(Outcome.DEAD_END, state.phase)
            self._compare(observed=before != state.phase)
            if self.beside is None and not checked:
                return True
            before = state.phase
            hand = state.at.hands[state.current_player()]
            if state.at.tricks and not state.at.tricks[-1] and len(hand) == 2:
                self.solved = state.clone()
            if ask:
                ask(state)
            action = self.era.choose(state, self.number, self.rng)
            if self.against and state.at.tricks and self.rng.random() < (0.3 if len(state.at.tricks) == 1 else 0.06):
                action = self.rng.choice(hand)
            self._act(action, legal=action in legal)
        self._compare(observed=True)
        if state.phase == END and getattr(state.at, "declarer", 0) >= 0:
            self._judge(checked=checked)
        return self.beside is None

    def _act(self, action: int, *, legal: bool) -> None:
        name = self.state.engine.names[action]
        for state in filter(None, (self.state, self.beside)):
            number = action if state is self.state else self.own.names.index(name)
            if legal:
                state.apply_action(number)
            else:
                state.force_action(number)

    def _compare(self, *, observed: bool) -> None:
        """Let the game by the rules of the text go where something differs."""
        if self.beside is not None:
            seen = [_describe(each, observed=observed) for each in (self.state, self.beside)]
            self.beside = self.beside if seen[0] == seen[1] else None

    def _judge(self, *, checked: bool) -> None:
        """Hold replay, settlement and solver against the state."""
        if not checked and self.beside is None:
            return
        found = self.era.judge(self.state)
        if found.codes and not self.against:
            raise Fault(Outcome.REPLAY, ", ".join(found.codes))
        if checked and not self.against and self.solved is not None and self.number % 5 == 0:
            self.era.check_end(self.solved, self.state)
        if self.beside is not None:
            same = found == self.era.judge(self.beside) and self.beside.returns() == self.state.returns()
            self.beside = self.beside if same else None


def _deal(engine: GameEngine[Any], dealer: int, cards: Sequence[int]) -> Any:
    state = engine.new_state(dealer)
    for card in cards:
        state.apply_action(card)
    return state


def _describe(state: Any, *, observed: bool) -> tuple[object, ...]:
    """What can be seen of a state: where it is, what may be done, and on demand what each player knows."""
    engine, views = state.engine, range(state.engine.players) if observed else ()
    legal = [] if state.is_chance_node() else [engine.names[action] for action in state.legal_actions()]
    return state.phase, state.dealer, state.current_player(), legal, [state.observation_string(seat) for seat in views]
