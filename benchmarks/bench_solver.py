"""How long the solver takes on whole deals of twelve tricks, in seconds and beside bridge.

The deals are seeded: the strongest hand declares a single Dreier, calls a king, buys the upper half and lays away; the
author's advice is not asked. Bridge is `endplay.dds.solve_board` (pip install endplay): one strain, all leads, warm,
serial, as many seeded deals. Each deal is solved with a table that knows nothing of it. `--games` values every legal
card at every play of the eight model games instead.

    .venv/bin/python benchmarks/bench_solver.py --deals 100
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from lab.tasks import deal_game
from tarock.analysis.core import TABLE_BYTES, Core
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.replay import play_through

pass

ROOT = Path(__file__).resolve().parents[1]


def percentile(values: list[float], share: float) -> float:
    """Return the value at a share of the sorted values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def time_bridge(deals: int) -> list[float]:
    """Return the seconds of each bridge deal; none without `endplay`."""
    try:
        from endplay.dds import solve_board
        from endplay.dealer import generate_deal
        from endplay.types import Denom, Player
    except ImportError:
        print("bridge is left out: pip install endplay")
        return []
    found = []
    for seed in range(-1, deals):  # the first one warms up
        deal = generate_deal(seed=seed + 1)
        deal.trump, deal.first = Denom.spades, Player.north
        start = time.perf_counter()
        list(solve_board(deal))
        found.append(time.perf_counter() - start)
    return found[1:]


def show(name: str, seconds: list[float], nodes: list[float], unsolved: int, beside: float) -> None:
    """Print a line of the table; `beside` is the median of bridge, 0 without it."""
    middle, late = statistics.median(seconds), percentile(seconds, 0.9)
    ratio = f"{middle / beside:7.2f} × {late / beside:7.2f} ×" if beside else ""
    counted = f"{statistics.median(nodes):12,.0f} {percentile(nodes, 0.9):13,.0f}" if nodes else ""
    print(f"{name:8} {middle:9.4f} {late:9.4f} {max(seconds):9.4f} {ratio} {counted} {unsolved:3}".rstrip())


def time_deals(count: int, cap: int, aims: list[Aim]) -> None:
    """Print how long seeded deals take, for each aim."""
    games = ComputedCodex(Project(ROOT)).games
    beside = time_bridge(count)
    core = Core(Project(ROOT).core)
    print(f"{count} deals; table {TABLE_BYTES >> 20} MB; a deal of more than {cap:,} nodes counts as unsolved")
    print("         seconds: median, p90, most; beside the bridge median: median, p90; nodes: median, p90; unsolved")
    if beside:
        show("bridge", beside, [], 0, statistics.median(beside))
    for aim in aims:
        seconds, nodes, unsolved = [], list[float](), 0
        for seed in range(count):
            deal = OpenCards(
                play_through(deal_game(seed, games.pack), games.pack, games.rules), games.pack, games.rules, core
            )
            if aim not in deal.payoffs:
                continue
            start = deal.make_start()
            deal.solve(start, aim, 1)  # tables are filled
            core.call("rules")  # and what was found is forgotten
            begun = time.perf_counter()
            value = deal.solve(start, aim, cap)
            seconds.append(time.perf_counter() - begun)
            nodes.append(core.nodes)
            unsolved += not value.exact
        show(aim, seconds, nodes, unsolved, statistics.median(beside) if beside else 0)


def time_model_games(cap: int, aims: list[Aim]) -> None:
    """Print how long every legal card at every play of the model games takes, for each aim."""
    games = ComputedCodex(Project(ROOT)).games
    core = Core(Project(ROOT).core)
    for aim in aims:
        seconds, nodes, values, unsolved = 0.0, 0, 0, 0
        for name in games.names:
            deal = OpenCards(games.follow(name, "corrected"), games.pack, games.rules, core)
            for moment, _seat, _card in reversed(list(deal.generate_moments()) if aim in deal.payoffs else []):
                begun = time.process_time()
                after = deal.solve_cards(moment, aim, cap)
                seconds += time.process_time() - begun
                nodes += core.nodes
                values += len(after)
                unsolved += sum(not value.exact for value in after.values())
        print(f"{aim:8} {values:6} values {seconds:8.1f} s of processor time {nodes:14,} nodes {unsolved:4} unsolved")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--cap", type=int, default=100_000_000, help="nodes for each question")
    parser.add_argument("--games", action="store_true", help="every legal card of the eight model games")
    parser.add_argument("--goals", nargs="+", type=Aim, default=list(Aim), help=", ".join(Aim))
    options = parser.parse_args()
    if options.games:
        time_model_games(options.cap, options.goals)
    else:
        time_deals(options.deals, options.cap, options.goals)
