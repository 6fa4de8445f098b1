"""Measure the codex in other programs: files of `tarock export`, the library, the engine, PettingZoo. Not a test.

`python benchmarks/bench_formats.py` prints a table beside what is to be reached, on one core: each export runs in a
process of its own, cold, with an empty cache, and twice, so that its bytes can be compared. `user` is processor time,
which other work on the machine disturbs less than the clock. Exit status 1: something is not reached.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FORMATS = ("tei", "csv", "sqlite", "jsonl", "bib")
SQLITE_BYTES, SQLITE_SECONDS, ALL_SECONDS = 4_000_000, 2.0, 10.0
OPEN_SECONDS, GAMES, GAMES_SECONDS, TURNS, RATE = 1.0, 1000, 1.0, 40_000, 15_000


def pin_to_one_core() -> None:
    """Keep this process on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def export_once(form: str, codex: Path, folder: Path) -> tuple[float, float, dict[str, str], int]:
    """Export once; return seconds by the clock and of the processor, checksums by file, and bytes in all."""
    line = [sys.executable, "-m", "tarock", "--root", str(codex), "export", form, "--own", "-o", str(folder), "--json"]
    clock, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(line, capture_output=True, text=True, check=True, preexec_fn=pin_to_one_core)
    after, taken = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - clock
    user = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    files = json.loads(done.stdout)["files"]
    sums = {Path(each["file"]).name: each["sha256"] for each in files}
    return taken, user, sums, sum(each["bytes"] for each in files)


def measure_exports() -> bool:
    """Print the figures of the exports; return whether every target is reached."""
    from tests.conftest import copy_data

    print(f"{'export':<10}{'clock s':>9}{'user s':>9}{'files':>7}{'bytes':>12}  two builds")
    whole, reached = 0.0, True
    with tempfile.TemporaryDirectory() as place:
        codex = copy_data(Path(place, "codex")).root  # nothing was built there, so nothing is cached
        for form in FORMATS:
            runs = [export_once(form, codex, Path(place, name)) for name in ("one", "two")]
            clock, user = min(run[0] for run in runs), min(run[1] for run in runs)
            same = runs[0][2] == runs[1][2]
            whole += user
            reached &= same and (form != "sqlite" or (user <= SQLITE_SECONDS and runs[0][3] < SQLITE_BYTES))
            told = "the same bytes" if same else "DIFFER"
            print(f"{form:<10}{clock:>9.2f}{user:>9.2f}{len(runs[0][2]):>7}{runs[0][3]:>12,}  {told}")
    target = f"to reach: {ALL_SECONDS:.0f} s; sqlite {SQLITE_SECONDS:.0f} s, {SQLITE_BYTES:,} bytes"
    print(f"{'all':<10}{'':>9}{whole:>9.2f}   {target}")
    return reached and whole <= ALL_SECONDS


OPEN = "import tarock, time; tarock.open().statements(); print(time.process_time())"


def measure_opening() -> bool:
    """Print the time of `tarock.open()` and all statements in a new process; return whether it is reached."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN], capture_output=True, text=True, check=True, preexec_fn=pin_to_one_core
    )
    seconds = float(done.stdout)
    print(f"\nopen() and all statements: {seconds:.2f} s; to reach: {OPEN_SECONDS:.0f} s")
    return seconds <= OPEN_SECONDS


def measure_games() -> bool:
    """Print the time of random games through the public methods of a state; return whether it is reached."""
    import tarock

    codex, chance = tarock.open(), random.Random(1840)
    codex.new_initial_state().legal_actions()  # the tables of the rules are made once
    start, actions = time.process_time(), 0
    for _game in range(GAMES):
        state = codex.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            actions += 1
        state.returns()
    seconds = time.process_time() - start
    print(f"{GAMES:,} random games ({actions:,} actions): {seconds:.2f} s; to reach: {GAMES_SECONDS:.0f} s")
    return seconds <= GAMES_SECONDS


def count_turns(env: Any) -> float:
    """Return how many turns with random legal actions an environment of PettingZoo takes in a second."""
    chance, done, start = random.Random(1840), 0, time.process_time()
    while done < TURNS:
        env.reset(seed=done)
        for _agent in env.agent_iter():
            seen, _reward, ended, cut, _info = env.last()
            mask = seen["action_mask"].nonzero()[0]
            env.step(None if ended or cut else int(chance.choice(mask)))
            done += 1
    return done / (time.process_time() - start)


def measure_environment() -> bool:
    """Print the turns per second in PettingZoo and in an environment that does nothing.

    Returns whether the target is reached.
    """
    import numpy as np

    from tarock.adapters.pettingzoo import TarockEnv

    class Dummy(TarockEnv):
        """An environment with the same spaces that computes nothing, for as many turns as a game has."""

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            """Begin a game."""
            super().reset(seed, options)
            self.left = 80
            self.nothing = {
                "observation": np.zeros(self.layout.size, np.int8),
                "action_mask": np.ones(len(self.state_.engine.names), np.int8),
            }

        def _deal(self) -> None:
            self.agent_selection = self.possible_agents[0]

        def observe(self, agent: str) -> Any:
            """Return an empty observation."""
            return self.nothing

        def step(self, action: int | None) -> None:
            """Pass the turn on."""
            agent = self.agent_selection
            if self.terminations[agent]:
                self._was_dead_step(action)
                return
            self._cumulative_rewards[agent] = 0.0
            self.left -= 1
            self.agent_selection = self.possible_agents[self.left % 4]
            if not self.left:
                self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()

    ours, dummy = count_turns(TarockEnv()), count_turns(Dummy())
    print(f"PettingZoo: {ours:,.0f} turns a second, an environment that does nothing {dummy:,.0f}; to reach: {RATE:,}")
    return ours >= RATE


if __name__ == "__main__":
    pin_to_one_core()
    sys.exit(not all([measure_exports(), measure_opening(), measure_games(), measure_environment()]))
