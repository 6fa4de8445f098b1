"""Speed and size of the core: games a second beside the State of Python.

Games are random from the deal to the sheet. OpenSpiel's tarok, a shorter game, is timed too where `pyspiel` has it, and
with `--beside` the State of 1840 of an older commit. `bench_machines` measures how strong the machines are, and how
long they take.

    .venv/bin/python -m benchmarks.bench_core --games 20000 --beside ef7843b4
"""

from __future__ import annotations

import argparse
import gzip
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.compare_engines import ServedEngine, extract
from tarock.analysis import taroc_table, tarokhombre_table
from tarock.analysis.excuse_core import ExcuseCore
from tarock.analysis.play_core import GameCore, PlayingModule
from tarock.analysis.table import compile_rules
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.common.play import GameEngine
from tarock.game.koenigrufen_1840.state import Engine, State
from tarock.game.taroc_1754.state import TarocEngine
from tarock.game.tarokhombre_1863.state import TarokhombreEngine
from tarock.rules.ruleset import Rules

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5  # of which the fastest counts, for the machine does other work too
SEED = 1840


def load() -> tuple[Engine, GameCore]:
    """Return the engine of the rules of 1840 and the core with their table."""
    games = ComputedCodex(Project(ROOT)).games
    return Engine(games.pack, games.rules), GameCore(Project(ROOT).core, compile_rules(games.rules))


def time_fastest(count: int, run: object) -> float:
    """Return how many of `count` games are played in a second of the processor."""
    assert callable(run)
    best = 0.0
    for _round in range(ROUNDS):
        begun = time.process_time()
        run()
        best = max(best, count / (time.process_time() - begun))
    return best


def play_random(engine: GameEngine[Any], rng: random.Random) -> None:
    """Play one game at random and settle it."""
    dealer = rng.randrange(engine.players)
    state = State(engine, dealer) if isinstance(engine, Engine) else engine.new_state(dealer)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[rng.randrange(len(legal))])
    state.returns()


def time_open_spiel(count: int) -> None:
    """Print how many random games of OpenSpiel's tarok are played in a second, where it is installed."""
    try:
        import pyspiel

        game = pyspiel.load_game("tarok(players=4)")
    except (ImportError, RuntimeError, AttributeError) as error:
        print(f"OpenSpiel's tarok is left out: {str(error).splitlines()[0]}")
        return
    rng = random.Random(SEED)

    def run() -> None:
        for _game in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[rng.randrange(len(legal))])

    print(f"OpenSpiel's tarok, from Python: {time_fastest(count, run):10,.0f} games/s")


def load_others(codex: ComputedCodex) -> Iterator[tuple[str, PlayingModule, GameEngine[Any]]]:
    """Yield the eras of 78 cards with their cores and engines."""
    for era, compile_table, make_engine in (
        ("1754", taroc_table.compile_rules, TarocEngine.of),
        ("1863", tarokhombre_table.compile_rules, TarokhombreEngine.of),
    ):
        rules: Rules = codex.context.rules(era)
        yield era, ExcuseCore(Project(ROOT).find_core(era), compile_table(rules)), make_engine(rules)


def time_beside(commit: str) -> float:
    """Return how many random games of 1840 the State of a commit plays and settles in a second of the processor."""
    engine = ServedEngine(extract(commit))
    rates: list[float] = []
    for _round in range(ROUNDS + 1):  # the first asks what is the same for all games
        engine.ask({"seconds": 1, "settled": True})
        games, _actions, used = engine.hear()
        rates.append(games / used)
    engine.close()
    return max(rates)


def time_both(era: str, core: PlayingModule, engine: GameEngine[Any], count: int, few: int) -> float:
    """Print how many random games of an era core and State play in a second; return the core's."""
    rng = random.Random(SEED)

    def run() -> None:
        for _game in range(few):
            play_random(engine, rng)

    run()  # what is the same for all games is asked once
    python = time_fastest(few, run)
    own = time_fastest(count, lambda: core.ask("simulate", count, SEED, 0))
    print(f"{era}: core {own:,.0f} games/s; State {python:,.0f} games/s; {own / python:.0f} times as many")
    return own


def compare_speed(count: int, commit: str | None) -> None:
    """Print sizes, and how many random games core and State play in a second; of 1840 the State of a commit too."""
    engine, core = load()
    table, module = core.table.as_json().encode(), Project(ROOT).core.read_bytes()
    print(f"module {len(module):,} bytes ({len(gzip.compress(module)):,} gzipped)")
    print(f"table {len(table):,} bytes ({len(gzip.compress(table)):,} gzipped), {len(core.table.entries)} entries")
    few = max(count // 100, 100)
    own = time_both("1840", core, engine, count, few)
    if commit:
        older = time_beside(commit)
        print(f"1840: State of {commit} {older:,.0f} games/s; the core {own / older:.0f} times as many")
    codex = ComputedCodex(Project(ROOT))
    for era, module_78, played in load_others(codex):
        size = Project(ROOT).find_core(era).stat().st_size
        print(f"module of {era} {size:,} bytes")
        time_both(era, module_78, played, count, few // 10)
    time_open_spiel(few)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--beside", metavar="COMMIT", help="time the State of this commit too")
    options = parser.parse_args()
    compare_speed(options.games, options.beside)
