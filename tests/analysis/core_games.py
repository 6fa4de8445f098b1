"""Games that the core and the State of Python play side by side: where they stand, what is legal and why, the sheet."""

from __future__ import annotations

import random
import struct
import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from tarock.analysis.play_core import ANYWAY, GameCore, PlayingModule
from tarock.analysis.rule_table import RuleTable
from tarock.analysis.table import compile_rules
from tarock.base.project import Project
from tarock.game.common.cards import Pack
from tarock.game.common.play import TableState
from tarock.game.common.score import ScoreSheet
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, Phase, SpeakingOrder, State
from tarock.rules.ruleset import Rules
from tests.conftest import ROOT
from tests.game.koenigrufen_1840.altered_rules import choose, deal
from tests.game.koenigrufen_1840.builders import rules

MODULE = Project(ROOT).core
OPTIONS = tuple(
    Options(next_deals=next_deals, words=words, knocked=knocked, left_shown=shown)
    for next_deals, words, knocked, shown in product((False, True), SpeakingOrder, (False, True), (False, True))
)
ENDS_AFTER = 3  # deals in which all pass


@cache
def own_table() -> RuleTable:
    return compile_rules(rules())


@cache
def own_core() -> GameCore:
    return GameCore(MODULE, own_table())


@cache
def own_engine(options: Options) -> Engine:
    return make_engine(rules(), options)


def make_engine(by: Rules, options: Options) -> Engine:
    return Engine(Pack(by), by, options)


def start(core: GameCore, state: State) -> None:
    """Begin in the core the game that a state has begun."""
    assert core.begin(state.first_dealer, state.engine.options) == 0
    assert core.follow(state.history()) == 0


def compare(core: Any, state: TableState[Any], why: Iterable[int] = ()) -> None:
    """Where both stand, what is legal, and of some actions why."""
    assert core.look() == (state.phase, state.current_player())
    assert core.legal_actions() == state.legal_actions()
    for action in why:
        said, expected = core.rule(action), state.rule(action)
        assert (said.key, said.ref) == (expected.key, expected.ref), state.engine.names[action]


def act(core: PlayingModule, state: TableState[Any], action: int) -> None:
    """Play an action in both, against the law where it is not legal."""
    if action in state.legal_actions():
        assert core.ask("act", action) == 0
    else:
        assert core.ask("act", action) == 1 + core.reasons.index(core.rule(action))
        assert core.ask("insist", action) == 0
    state.force_action(action)


def play_on(core: Any, state: TableState[Any], rng: random.Random, choose: Callable[[], int]) -> bool:
    """Play what is chosen to the end, compared at every action; whether it ends, and not where nothing is legal."""
    assert core.begin(state.first_dealer) == core.follow(state.history()) == 0
    while not state.is_terminal():
        compare(core, state, range(len(state.engine.names)) if rng.random() < 0.1 else ())
        if not state.legal_actions():
            return False
        act(core, state, choose())
    compare(core, state)
    assert [action % ANYWAY for action in core.history()] == state.history()
    return True


def compare_lines(lines: Iterable[Any], settled: Iterable[Any], accounts: Sequence[str]) -> None:
    """Each line of a sheet of the core against that of the settlement: what, who pays whom, how much, and why."""
    expected = [
        (
            str(line.reason),
            *(tuple(sorted(map(accounts.index, each))) for each in (line.payers, line.payees)),
            line.amount,
            line.ref,
        )
        for line in settled
    ]
    assert [(line.line, line.payers, line.payees, line.amount, line.reason.ref) for line in lines] == expected


def play_both(core: GameCore, engine: Engine, number: int) -> State:
    """A game by the core and the state, compared at every action; `number` decides deal and actions.

    It ends where no action is legal, and after some deals in which all have passed.
    """
    rng, kind = random.Random(number), number % 13
    state = deal(engine, rng.randrange(len(SEATS)), kind, rng)
    start(core, state)
    deals = 1
    while not state.is_terminal():
        if state.is_chance_node():
            deals += state.legal_actions() == list(range(len(engine.cards)))
            if deals > ENDS_AFTER:
                return state
            act(core, state, rng.choice(state.legal_actions()))
            continue
        asked = range(len(engine.names)) if rng.random() < 0.1 else ()
        compare(core, state, asked)
        if not state.legal_actions():
            return state
        act(core, state, choose(state, kind, rng) if rng.random() < 0.7 else rng.choice(state.legal_actions()))
    compare(core, state)
    assert core.history() == state.history()
    compare_sheets(core, state)
    return state


def compare_sheets(core: GameCore, state: State) -> None:
    """The sheet line by line, the payments, and what happened."""
    sheet = core.settle()
    if state.declarer < 0:
        assert sheet is None
        return
    assert sheet is not None
    again = state.replay()
    assert list(map(float, sheet.pay)) == state.returns()
    assert sheet.totals == tuple(again.sheet.totals.values())
    assert read_lines(sheet.lines) == list_lines(again.sheet)
    outcome, result = again.outcome, again.result
    assert (sheet.thirds, sheet.won, sheet.king_lost) == (outcome.thirds, outcome.won, result.king_lost)
    assert sheet.ultimo == (SEATS.index(result.ultimo_by) if result.ultimo_by else -1)


def list_lines(sheet: ScoreSheet) -> list[tuple[str, tuple[int, ...], int, str]]:
    """What a sheet has, line by line: reason, seats, amount, paragraph."""
    return [(str(line.reason), tuple(map(SEATS.index, line.payees)), line.amount, line.ref) for line in sheet.lines]


def read_lines(lines: Iterable[Any]) -> list[tuple[str, tuple[int, ...], int, str]]:
    return [(str(line.line), line.seats, line.points, line.reason.ref) for line in lines]


def play_against_the_law(core: GameCore, engine: Engine, number: int) -> State | None:
    """A game in which cards are played and laid away against the law; None where nobody plays."""
    rng = random.Random(number)
    state = deal(engine, rng.randrange(len(SEATS)), number % 13, rng)
    start(core, state)
    while not state.is_terminal():
        legal = state.legal_actions()
        if not legal:
            return None
        action = choose(state, number % 13, rng)
        if state.phase in (Phase.SCAT, Phase.PLAY) and rng.random() < (0.4 if state.phase is Phase.SCAT else 0.06):
            action = rng.choice(state.at.hands[state.current_player()])
        if action in legal:
            act(core, state, action)
            continue
        assert core.ask("act", action) == 1 + core.reasons.index(core.rule(action))
        assert core.ask("insist", action) == 0
        assert state.force_action(action)
    assert [action % ANYWAY for action in core.history()] == state.history()
    return state if state.declarer >= 0 else None


def compare_revokes(core: GameCore, state: State) -> bool:
    """The sheets of a game played against the law, and who revoked; whether anybody did."""
    again = replay(state.to_game(), state.engine.pack, state.engine.rules)
    for revokes, expected in ((False, again.sheet), (True, again.sheet_with_revokes or again.sheet)):
        sheet = core.settle(revokes=revokes)
        assert sheet is not None
        assert read_lines(sheet.lines) == list_lines(expected)
        assert sheet.totals == tuple(expected.totals.values())
        assert sheet.revokes == tuple(map(SEATS.index, again.result.revokes))
        assert sheet.early == any(each.code == "PLAY-PAGAT-EARLY" for each in again.findings)
    return bool(again.result.revokes)


# --- as a program of the machine ------------------------------------------------------------------------------------

FILL, PUT, FIRST = 0, 1, 2  # the numbers of the calls of `native.c`


def run_natively(
    folder: Path, build: Sequence[str], code: Sequence[int], calls: Sequence[Sequence[int]]
) -> list[tuple[int, int]]:
    """The answers of the source natively to calls with a table, each with a sum over the box; sanitizers stop it."""
    program = folder / "native"
    flags = ("-std=gnu11", "-O1", "-g", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    source = Path(__file__).with_name("native.c")
    subprocess.run(["cc", *flags, *build, f"-I{MODULE.parent}", "-o", program, source, "-lm"], check=True)
    given = struct.pack(f"<{len(code) + 1}i", len(code), *code) + b"".join(struct.pack("<4i", *call) for call in calls)
    done = subprocess.run([program], input=given, capture_output=True, check=False)
    assert not done.stderr.decode(), done.stderr.decode()[:2000]
    told = [tuple(map(int, line.split())) for line in done.stdout.decode().splitlines()]
    assert len(told) == len(calls)
    return [(found, total) for found, total in told]


def answer(
    core: PlayingModule, code: Sequence[int], call: tuple[int, int, int], name: str, given: Sequence[int]
) -> tuple[int, int]:
    """The answer of the module to the same call, with the same sum."""
    number, one, two = call
    found = 0
    if number == FILL:
        core.put(code)
    elif number == PUT:
        core.box[one] = two
    else:
        found = core.ask(name, *given)
    total = 0
    for value in core.take(256):
        total = (total * 31 + value) % (1 << 32)
    return found, total


# --- chance ---------------------------------------------------------------------------------------------------------

_WORD = (1 << 64) - 1


class Dice:
    """PCG XSH RR 64/32, its state begun by one step of SplitMix64."""

    def __init__(self, seed: int):
        mixed = seed + 0x9E3779B97F4A7C15 & _WORD
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        self.state = mixed ^ mixed >> 31

    def next(self, below: int) -> int:
        state, self.state = self.state, self.state * 6364136223846793005 + 1442695040888963407 & _WORD
        mixed, turn = (state >> 18 ^ state) >> 27 & 0xFFFFFFFF, state >> 59
        return (mixed >> turn | mixed << (32 - turn) & 0xFFFFFFFF) * below >> 32
