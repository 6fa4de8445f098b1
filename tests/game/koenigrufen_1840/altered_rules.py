"""What the engine does under one other value: it follows it, or refuses it by name; all else is a fault.

A game is played by the state under the altered rules and, as long as both allow the same, under those of the text; what
was played is replayed, and the end of some games is solved and held against a search through the states.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import Any

from lab.neighbours import neighbours_and_beyond
from tarock.analysis.core import THIRDS, Core
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Frozen
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Pack
from tarock.game.common.counting import decide_outcome
from tarock.game.koenigrufen_1840.replay import add_score_sheets, play_through
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, Phase, State
from tarock.robustness.neighbours import load_neighbours
from tests.conftest import ROOT
from tests.game.koenigrufen_1840.builders import pack, rules

OPTIONS = (Options(), Options(knocked=True), Options(next_deals=True))
SOLVED = 2  # cards of a hand from which on the end of a game is searched


class Outcome(StrEnum):
    """What became of an altered value; all but the first two are faults, but for the last, which shows nothing."""

    FOLLOWED = "followed"
    REFUSED = "refused"
    UNNAMED = "refused without its name"
    DEAD_END = "dead end"
    CRASH = "crash"
    REPLAY = "state and replay differ"
    SOLVER = "solver and state differ"
    NO_EFFECT = "no visible effect"


class Verdict(Frozen):
    """An altered value by the name of its answer, what became of it, and the words that tell why."""

    name: str
    value: Any
    outcome: Outcome
    why: str = ""


@cache
def core() -> Core:
    return Core(Project(ROOT).core)


@cache
def own_engine(options: Options) -> Engine:
    return Engine(pack(), rules(), options)


def deal(engine: Engine, dealer: int, kind: int, rng: random.Random) -> State:
    """A dealt state: the cards at random, or stacked as `kind` says."""
    cards = list(range(len(engine.cards)))
    rng.shuffle(cards)
    own = [place for place, seat in enumerate(engine.deal_order) if seat == kind % len(SEATS)]
    talon = range(len(engine.deal_order), len(cards))
    trumps = sorted(engine.tarocks, key=lambda card: -engine.cards[card].strength)
    wanted: list[tuple[Sequence[int], Sequence[int]]] = [
        ([], []),
        (own, engine.kings),
        (own, [engine.pagat, *trumps[:2]]),
        (talon, engine.kings),
        (own, [*trumps[: len(own) - 3], *engine.kings]),
        (own, [*trumps[: len(own) - 1], engine.pagat]),
        (own, [card for card in engine.suit_cards if card not in engine.kings]),
        (own, [*engine.kings[:1], *trumps[: len(own) - 1]]),
        ([*talon, *own], [*trumps[1:7], *trumps[:1], *trumps[7:-5], *engine.kings[:2]]),
        ([*talon, *own], [*trumps[-6:], *trumps[:8], *engine.kings]),
    ]
    places, stacked = wanted[kind % len(wanted)]
    for place, card in zip(places, stacked, strict=False):
        at = cards.index(card)
        cards[place], cards[at] = cards[at], cards[place]
    state = State(engine, dealer)
    for card in cards:
        state.apply_action(card)
    return state


def choose(state: State, kind: int, rng: random.Random) -> int:
    """An action: mostly one that makes something happen, so that each rule is met."""
    engine, legal = state.engine, state.legal_actions()
    match state.phase:
        case Phase.BIDDING if engine.options.next_deals and kind % 2:
            return engine.pass_  # nobody bids, and the next deals
        case Phase.BIDDING if engine.pass_ in legal and len(legal) > 1 and rng.random() < 0.8:
            stacked = (engine.forehand[state.dealer] + kind) % engine.players  # who has the cards should play
            return rng.choice(legal[1:]) if state.current_player() == stacked else engine.pass_
        case Phase.PURCHASE:
            return legal[-1] if rng.random() < 0.6 else legal[0]
        case Phase.WORDS if rng.random() < 0.6:
            return legal[-1] if rng.random() < 0.5 else rng.choice(legal)
        case Phase.PLAY if rng.random() < 0.7:
            held = [card for card in legal if card != engine.pagat] or legal
            return (max if kind % 3 else min)(
                held, key=lambda card: (engine.cards[card].is_tarock, engine.cards[card].strength)
            )
    return rng.choice(legal)


class _Fault(Exception):
    def __init__(self, outcome: Outcome, why: str):
        super().__init__(why)
        self.outcome = outcome


class _Game:
    """A game by the altered rules, and beside it the same by those of the text, as long as both allow the same."""

    def __init__(self, engine: Engine, own: Engine, number: int):
        rng = random.Random(number)
        self.own, self.number, self.kind = own, number, number % 13
        self.state, self.rng = deal(engine, rng.randrange(len(SEATS)), self.kind, rng), rng
        self.beside: State | None = None
        if engine.deal_order == own.deal_order and len(engine.cards) == len(own.cards):
            self.beside = State(own, self.state.dealer)
            for card in self.state.history():
                self.beside.apply_action(card)
        self.solved: State | None = None

    def run(self) -> bool:
        """Play to the end, and return whether anything was otherwise than by the rules of the text."""
        state, before = self.state, Phase.DEAL
        while not state.is_terminal() and state.phase is not Phase.DEAL:  # all have passed, and the next deals
            if not state.legal_actions():
                raise _Fault(Outcome.DEAD_END, state.phase)
            self._compare(observed=before is not state.phase)
            before = state.phase
            if (
                before is Phase.PLAY
                and not state.at.tricks[-1]
                and len(state.at.hands[state.current_player()]) == SOLVED
            ):
                self.solved = state.clone()
            action = choose(state, self.kind, self.rng)
            name = state.engine.names[action]
            state.apply_action(action)
            if self.beside is not None:
                self.beside.apply_action(self.own.names.index(name))
        self._compare(observed=True)
        if state.declarer >= 0:
            self._replay()
        return self.beside is None

    def _compare(self, *, observed: bool) -> None:
        """Let the game by the rules of the text go where something differs."""
        if self.beside is not None:
            seen = [_describe(each, observed=observed) for each in (self.state, self.beside)]
            self.beside = self.beside if seen[0] == seen[1] else None

    def _replay(self) -> None:
        """Hold the replay and the solver against the state."""
        state, engine = self.state, self.state.engine
        course = play_through(state.to_game(), engine.pack, engine.rules)
        again = add_score_sheets(course, engine.rules)
        if again.findings:
            raise _Fault(Outcome.REPLAY, ", ".join(finding.code for finding in again.findings))
        if again.partner != (SEATS[state.partner] if state.partner >= 0 else ""):
            raise _Fault(Outcome.REPLAY, "partner")
        if self.beside is not None:
            own = self.beside.replay().sheet.totals == again.sheet.totals and self.beside.returns() == state.returns()
            lawful = not play_through(self.beside.to_game(), engine.pack, engine.rules).findings
            self.beside = self.beside if own and lawful else None
        if self.solved is not None and self.number % 5 == 0:
            _solve(self.solved, course, engine)


def _describe(state: State, *, observed: bool) -> tuple[object, ...]:
    """What can be seen of a state: where it is, what may be done, and on demand what each player knows."""
    engine, views = state.engine, range(len(SEATS)) if observed else ()
    legal = [] if state.phase is Phase.DEAL else [engine.names[action] for action in state.legal_actions()]
    return state.phase, state.dealer, state.current_player(), legal, [state.observation_string(seat) for seat in views]


def _solve(state: State, course: Any, engine: Engine) -> None:
    """Hold the solver's value of the declarer's sheet against a search through the states."""
    deal = OpenCards(course, engine.pack, engine.rules, core())
    moment = next(
        moment
        for moment, _seat, _card in islice(deal.generate_moments(), len(SEATS) * (engine.hand_size - SOLVED), None)
    )
    legal = sorted(engine.number_cards(deal.find_legal(moment)))
    if legal != state.legal_actions() or SEATS.index(moment.position.to_play) != state.current_player():
        raise _Fault(Outcome.SOLVER, "legal cards")
    value = deal.solve(moment, Aim.SHEET)
    if not value.exact or value.low != _search(state):
        raise _Fault(Outcome.SOLVER, f"{value.low}, not {_search(state)}")


def _search(state: State) -> int:
    if state.is_terminal():
        sheet = state.replay().sheet.totals
        declarer = SEATS[state.declarer]
        defender = next(SEATS[s] for s in range(len(SEATS)) if s not in (state.declarer, state.partner))
        return sheet[declarer] - sheet[defender]
    found = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        found.append(_search(after))
    ours = state.current_player() in (state.declarer, state.partner)
    return max(found) if ours else min(found)


def judge(name: str, value: Any, games: int) -> Verdict:
    """What becomes of one other value in so many games of each option."""
    altered = rules().fork({name: value})
    key = name.partition("[")[0]
    try:
        effect = any(decide_outcome(thirds, altered) != decide_outcome(thirds, rules()) for thirds in range(THIRDS))
        for options in OPTIONS:
            engine = Engine(Pack(altered), altered, options)
            for number in range(games if options == Options() else games // 3):
                effect |= _Game(engine, own_engine(options), number).run()
    except CodexError as error:
        said = f"{error.what}; {error.expected}"
        return Verdict(name, value, Outcome.REFUSED if key in said and error.expected else Outcome.UNNAMED, said)
    except _Fault as fault:
        return Verdict(name, value, fault.outcome, str(fault))
    except Exception as error:
        return Verdict(name, value, Outcome.CRASH, f"{type(error).__name__}: {error}")
    return Verdict(name, value, Outcome.FOLLOWED if effect else Outcome.NO_EFFECT)


def read_values(games: int = 60) -> list[str]:
    """The names of the answers that are read from the deal to the sheet, in order."""
    fresh = rules().fork({})
    for options in OPTIONS:
        engine = Engine(Pack(fresh), fresh, options)
        for number in range(games):
            _Game(engine, engine, number).run()
    return sorted(name for name in fresh.reads if name in fresh.table.effective)


def list_nearby_values() -> Iterator[tuple[str, Any]]:
    """Yield each nearby value of each value that is read, by its name, by `rules_data/neighbours.yaml`."""
    table = rules().table
    neighbours = load_neighbours(ComputedCodex(Project(ROOT)).context)
    for name in read_values():
        for value in neighbours_and_beyond(neighbours, table.effective[name]):
            yield name, value
