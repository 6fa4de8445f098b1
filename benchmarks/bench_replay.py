"""How fast games are replayed and made, and how long a cold `tarock check` takes. Not a test.

`python benchmarks/bench_replay.py [--seconds 2]` prints a table. One core is used; `user` is processor time,
which other work on the machine disturbs less than the clock. OpenSpiel's random games of Slovenian tarok run in
the same process for comparison, if it is installed (another game: its bidding and exchange are part of it).
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FAULTLESS = ("m3", "m4", "m6", "m7", "m8")
CHECKS = 5


def measure_rate(run: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Return how many pieces of work `run` does in a second of the clock, and of processor time."""
    run()  # warm
    count = 0
    clock, user = time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < seconds:
        count += run()
    return count / (time.perf_counter() - clock), count / (time.process_time() - user)


def make_replays() -> Callable[[], int]:
    """Return a function that replays the faultless model games and returns how many."""
    from tests.game.koenigrufen_1840.builders import model, pack, rules

    from tarock.game.koenigrufen_1840.replay import replay

    games, deck, law = [model(name) for name in FAULTLESS], pack(), rules()

    def run() -> int:
        for game in games:
            replay(game, deck, law)
        return len(games)

    return run


def make_random_games(*, replayed: bool) -> Callable[[], int]:
    """Return a function that makes random games, and replays them if asked, and returns how many."""
    from tests.game.koenigrufen_1840.builders import pack, random_game, rules

    from tarock.game.koenigrufen_1840.replay import replay

    rng = random.Random(1840)

    def run() -> int:
        for _number in range(50):
            game = random_game(rng)
            if replayed:
                replay(game, pack(), rules())
        return 50

    return run


def make_openspiel_games() -> Callable[[], int] | None:
    """Return a function that plays random games of OpenSpiel's tarok; None without OpenSpiel."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    tarok: Any = pyspiel.load_game("tarok(players=4,rng_seed=1840)")
    rng = random.Random(1840)

    def run() -> int:
        for _number in range(50):
            state = tarok.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return 50

    return run


def measure_cold_checks() -> tuple[float, float]:
    """Return the best seconds of five `tarock check`, by the clock and of processor time.

    Each is a new process on a copy without `build/`, where no check can use an earlier result.
    """
    from tests.conftest import copy_data

    best_clock = best_user = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tarock", "--root", str(copy_data(Path(folder) / "codex").root), "check"]
        for _number in range(CHECKS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            clock = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            best_clock = min(best_clock, time.perf_counter() - clock)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            best_user = min(best_user, after.ru_utime - before.ru_utime)
    return best_clock, best_user


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each measurement lasts")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    works = {
        "replays of the faultless Musterspiele": make_replays(),
        "random legal games made": make_random_games(replayed=False),
        "random legal games made and replayed": make_random_games(replayed=True),
        "OpenSpiel: random games of tarok": make_openspiel_games(),
    }
    found: dict[str, dict[str, float] | None] = {}
    for name, run in works.items():
        clock, user = measure_rate(run, options.seconds) if run else (0.0, 0.0)
        found[name] = {"per_second": round(clock), "per_second_user": round(user)} if run else None
    clock, user = measure_cold_checks()
    if options.json:
        print(
            json.dumps({**found, "cold check": {"seconds": round(clock, 2), "seconds_user": round(user, 2)}}, indent=2)
        )
        return
    print(f"{'':<48}{'per second':>12}{'per s. of user':>16}")
    for name, rates in found.items():
        shown = (
            f"{rates['per_second']:>12,.0f}{rates['per_second_user']:>16,.0f}" if rates else f"{'not installed':>28}"
        )
        print(f"{name:<48}{shown}")
    print(f"\ncold `tarock check`, best of {CHECKS}: {clock:.2f} s, {user:.2f} s user")


if __name__ == "__main__":
    main()
