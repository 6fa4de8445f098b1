"""How strong the machines play: the same seeded deals twice, with seats exchanged, A and C against B and D.

A deal counts as the points that the first kind gets in both sittings, by the difference to each other player, for each
of its seats; the mean stands with its 95 % interval. The results are committed with the stamp of what they come from.

    .venv/bin/python -m benchmarks.bench_strength --deals 100 --write
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec import structs, to_builtins

from tarock.analysis.core import Core
from tarock.analysis.hands import compute_mean_bounds
from tarock.analysis.players import ALGORITHM, LEVELS, AdvicePlayer, Player, RandomPlayer, SamplingPlayer
from tarock.analysis.stamps import ResultStamp, digest_rules, load_fresh, load_stamped, seal
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Phase, State

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "benchmarks" / "strength.json"
RUN = "run `.venv/bin/python -m benchmarks.bench_strength --write`"
# Who against whom, and the seed of the first deal: the last was measured anew, in a number of deals fixed before, after
# 116 others had not told the two levels apart.
PAIRS = {("simple", "random"): 0, ("1", "simple"): 0, ("2", "1"): 1000}


@cache
def load_engine() -> tuple[Engine, Core]:
    """Return the engine and the solver's core, made once."""
    games = ComputedCodex(Project(ROOT)).games
    return Engine(games.pack, games.rules), Core(Project(ROOT).core)


def make_player(name: str, seed: int) -> Player:
    """Return a computer player by name, with a seed."""
    engine, core = load_engine()
    if name == "random":
        return RandomPlayer(seed)
    return AdvicePlayer(engine) if name == "simple" else SamplingPlayer(engine, core, LEVELS[int(name)], seed)


def play_sitting(seed: int, names: tuple[str, ...], seconds: list[float] | None = None) -> State:
    """Play a seeded deal to its end by the players at the four seats; return the last state.

    Seconds of each card where there was a choice are added to `seconds`.
    """
    players = [make_player(name, seed) for name in names]
    state = State(load_engine()[0], seed % len(SEATS))
    cards = state.legal_actions()
    random.Random(seed).shuffle(cards)
    for card in cards:
        state.apply_action(card)
    while not state.is_terminal():
        known = state.observe()
        begun = time.perf_counter()
        action = players[known.player].act(known)
        if seconds is not None and known.phase is Phase.PLAY and len(known.legal) > 1:
            seconds.append(time.perf_counter() - begun)
        state.apply_action(action)
    return state


def play_deal_twice(first: str, second: str, seed: int) -> tuple[float, list[float]]:
    """Return the first kind's points in a deal played twice, per seat, and the seconds of its cards."""
    got, seconds = 0.0, list[float]()
    for turned in (0, 1):
        names = tuple(first if (place + turned) % 2 == 0 else second for place in range(len(SEATS)))
        returns = play_sitting(seed, names, seconds).returns()
        got += sum(won for name, won in zip(names, returns, strict=True) if name == first)
    return got / len(SEATS), seconds


def digest_inputs() -> str:
    """Return the digest of the rules and the core that the results come from."""
    return digest_rules(load_engine()[0].rules, Project(ROOT).core)


class Strength(ResultStamp, kw_only=True):
    """The committed matches, with what they come from."""

    matches: list[dict[str, Any]]


def read() -> Strength:
    """Return the committed results, whatever they come from."""
    found = load_stamped(FILE, Strength, RUN)
    assert found
    return found


def load() -> Strength:
    """Return the committed results; raise `CodexError` where they are stale."""
    return load_fresh(FILE, Strength, RUN, lambda _found: ResultStamp(algorithm=ALGORITHM, inputs=digest_inputs()))


def write(found: Strength) -> None:
    """Write results with the digest of their content, a match to a line."""
    told = to_builtins(seal(structs.replace(found, algorithm=ALGORITHM, inputs=digest_inputs())))
    FILE.write_text(json.dumps(told).replace('{"of"', '\n{"of"') + "\n", encoding="utf-8")


def run_match(first: str, second: str, deals: int, jobs: int) -> dict[str, Any]:
    """Play a pair of kinds against each other, print the mean with its 95 % interval, and return the result."""
    begin = PAIRS[first, second]
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(play_deal_twice, first, second), range(begin, begin + deals), chunksize=4))
    won = [each for each, _seconds in played]
    cards = sorted(second for _won, seconds in played for second in seconds)
    mean, (low, high) = statistics.fmean(won), compute_mean_bounds(won)
    print(
        f"{first:>6} against {second:6} {deals:5} deals, twice each: {mean:+8.1f} Points a deal "
        f"({low:+.1f} to {high:+.1f}); a card takes {cards[int(0.95 * len(cards))]:.2f} s at p95"
    )
    bounds = {"mean": round(mean, 1), "low": round(low, 1), "high": round(high, 1)}
    return {"of": first, "against": second, "first": begin, "deals": deals, **bounds, "points": won}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, nargs=len(PAIRS), default=[100, 200, 300], help="of each pair")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    options = parser.parse_args()
    matches = [run_match(*pair, deals, options.jobs) for pair, deals in zip(PAIRS, options.deals, strict=True)]
    if options.write:
        write(Strength(inputs="", matches=matches))
