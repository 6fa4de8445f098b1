"""Time and strength of the core: games a second beside the State of Python, machines against each other, sizes.

Games are random from the deal to the sheet. Machines meet in duplicate deals: in each, two seats that sit across are of
one level and two of the other, then the other way round; dealers change. The mean payment of the first level's players
is told, with a bootstrap interval over deals. OpenSpiel's tarok, a shorter game, is timed too where `pyspiel` has it,
and with `--beside` the State of 1840 of an older commit.

    .venv/bin/python -m benchmarks.bench_core --games 20000 --beside ef7843b4
    .venv/bin/python -m benchmarks.bench_core --duel 2 1 --deals 400
"""

from __future__ import annotations

import argparse
import gzip
import random
import statistics
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
SAMPLES = 2000


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


def time_decisions(games: int) -> None:
    """Print how long the decisions of each level take, in milliseconds."""
    _engine, core = load()
    for level in (1, 2, 3):
        rng, spent = random.Random(SEED), list[float]()
        for number in range(games):
            core.ask("begin", number % 4, 0)
            core.ask("deal", number, SEED)
            while core.look()[1] >= 0:
                begun = time.process_time()
                action = core.think(level, rng.randrange(1 << 30))
                spent.append(1000 * (time.process_time() - begun))
                core.ask("act", action)
        spent.sort()
        late = spent[int(0.95 * len(spent))]
        middle = statistics.median(spent)
        print(f"level {level}: {len(spent)} decisions, median {middle:.2f}, p95 {late:.2f}, most {spent[-1]:.2f} ms")


def duel(one: int, other: int, deals: int) -> None:
    """Print what a player of level `one` gains a deal against players of level `other`."""
    _engine, core = load()
    gains = []
    for number in range(deals):
        gained = 0
        for levels in (f"{one}{other}{one}{other}", f"{other}{one}{other}{one}"):
            core.ask("contest", 1, int(levels), number, SEED)
            gained += sum(core.box[seat] for seat in range(4) if levels[seat] == str(one))
        gains.append(gained / 4)
    rng = random.Random(SEED)
    means = sorted(statistics.fmean(rng.choices(gains, k=deals)) for _sample in range(SAMPLES))
    low, high = means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]
    mean = statistics.fmean(gains)
    print(f"level {one} against {other}: {mean:+.1f} Points a deal ({low:.1f} to {high:.1f}), {deals} deals twice")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--beside", metavar="COMMIT", help="time the State of this commit too")
    parser.add_argument("--duel", type=int, nargs=2, metavar="LEVEL")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--decisions", type=int, metavar="GAMES", help="time the decisions of all levels")
    options = parser.parse_args()
    if options.duel:
        duel(options.duel[0], options.duel[1], options.deals)
    elif options.decisions:
        time_decisions(options.decisions)
    else:
        compare_speed(options.games, options.beside)
