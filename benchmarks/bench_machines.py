"""How strong the machines of the core are, and how sure their hints: the frozen machine beside others, every run kept.

Duplicate deals: two seats that sit across are of one kind, two of the other, then the other way round. A deal counts as
what a player of the first kind is paid on average in both; the mean stands with a bootstrap interval, for payments have
heavy tails. Deals are drawn by the hash of the commit that froze the machine; how many was fixed before. Kinds are the
levels of the frozen machine, of the one before (`START`), and of both with open cards: every deal imagined is then the
true one. Their modules are compiled from the sources of their commits by the compiler of `make solver`.

    .venv/bin/python -m benchmarks.bench_machines --frozen COMMIT --duel 3 start:2 --deals 400 --write
    .venv/bin/python -m benchmarks.bench_machines --frozen COMMIT --hints --write
    .venv/bin/python -m benchmarks.bench_machines --frozen COMMIT --times 40
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

from msgspec import structs

from tarock.analysis.machines import (
    ALGORITHM,
    HELD_OUT,
    RUN,
    HintRecord,
    JudgedHint,
    MachineMatch,
    MachineResults,
    digest_machine,
    locate_file,
    write_machines,
)  # fmt: skip
from tarock.analysis.play_core import GameCore
from tarock.analysis.stamps import load_stamped, seal
from tarock.analysis.table import compile_rules
from tarock.base.project import Project
from tarock.codex import ComputedCodex

ROOT = Path(__file__).resolve().parents[1]
START = "5f4d1d2a"  # the last commit before these machines
CORE = "scripts/core"
OPEN = "open-"  # before the name of a machine that is given the deal
SEATS, SAMPLES, EACH = 4, 2000, 4  # of each game so many moments are judged
IMAGINE = "static void imagine(const View *v, Game *g) {"
THINKING = 1 << 30  # seeds of thinking are below this


def draw_seed(commit: str) -> int:
    """Return the seed that the hash of a commit gives."""
    return int(commit[:7], 16)


def build_module(commit: str, *, is_open: bool) -> bytes:
    """Return the module of a commit; with open cards every deal that it imagines is the true one."""
    packed = subprocess.run(["git", "archive", commit, CORE], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        core = Path(folder, CORE)
        if is_open:
            machine = core / "machine.h"
            text = machine.read_text(encoding="utf-8")
            assert IMAGINE in text
            machine.write_text(text.replace(IMAGINE, f"{IMAGINE}\n  *g = game;\n  return;"), encoding="utf-8")
        subprocess.run([ROOT / "build/compiler/bin/python", "build.py"], cwd=core, check=True, capture_output=True)
        return (core / "core.wasm").read_bytes()


@cache
def load_core(kind: str) -> GameCore:
    """Return the core of a kind, with the table of the rules; without a name that of this checkout."""
    project = Project(ROOT)
    return GameCore(locate_module(kind) if kind else project.core, compile_rules(ComputedCodex(project).games.rules))


def locate_module(kind: str) -> Path:
    """Return where the module of a kind (`COMMIT` or `open-COMMIT`) lies; it is made where it is not there."""
    path = ROOT / "build" / "machines" / f"{kind}.wasm"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(build_module(kind.removeprefix(OPEN), is_open=kind.startswith(OPEN)))
    return path


def play_sitting(
    kinds: tuple[str, ...], seed: int, number: int, spent: dict[str, list[float]] | None = None
) -> list[int]:
    """Play a seeded deal to its end by a machine (`MODULE:LEVEL`) at each seat; return what each is paid.

    Seconds of the processor for each decision where there was a choice are added to `spent`, by phase.
    """
    machines = [(load_core(module), int(level)) for module, level in (kind.split(":") for kind in kinds)]
    cores = list({id(core): core for core, _level in machines}.values())
    for core in cores:
        core.begin(number % SEATS)
        core.ask("deal", number, seed)
    rng = random.Random(f"{seed} {number}")
    while True:
        phase, actor = cores[0].look()
        if actor < 0:
            break
        core, level = machines[actor]
        begun = time.process_time()
        action = core.think(level, rng.randrange(THINKING))
        if spent is not None and len(core.legal_actions()) > 1:
            spent.setdefault(phase, []).append(time.process_time() - begun)
        for each in cores:
            assert each.ask("act", action) == 0
    sheet = cores[0].settle(revokes=True)
    return list(sheet.pay) if sheet else [0] * SEATS


def play_deal(first: str, second: str, seed: int, number: int) -> float:
    """Return what a player of the first kind is paid on average in a deal that is played twice."""
    paid = 0
    for turned in (0, 1):
        kinds = tuple((first, second)[(place + turned) % 2] for place in range(SEATS))
        paid += sum(play_sitting(kinds, seed, number)[turned::2])
    return paid / SEATS


def compute_interval(points: list[float]) -> tuple[float, float]:
    """Return the bootstrap interval of 95 % of a mean."""
    rng = random.Random(len(points))
    means = sorted(statistics.fmean(rng.choices(points, k=len(points))) for _sample in range(SAMPLES))
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]


def name_kind(kind: str, frozen: str) -> str:
    """Return module and level of a kind: `3`, `start:2`, `open:3`, `open-start:3`."""
    machine, _, level = kind.rpartition(":")
    modules = {"": frozen[:8], "start": START, "open": f"{OPEN}{frozen[:8]}", "open-start": f"{OPEN}{START}"}
    return f"{modules[machine]}:{level}"


def run_match(first: str, second: str, frozen: str, deals: int, jobs: int) -> MachineMatch:
    """Play a match, print its mean with the interval, and return it."""
    kinds = name_kind(first, frozen), name_kind(second, frozen)
    for kind in kinds:
        locate_module(kind.partition(":")[0])
    with ProcessPoolExecutor(jobs) as pool:
        points = list(pool.map(partial(play_deal, *kinds, draw_seed(frozen)), range(deals), chunksize=2))
    mean, (low, high) = statistics.fmean(points), compute_interval(points)
    print(f"{first} against {second}: {mean:+.1f} Points a deal ({low:+.1f} to {high:+.1f}), {deals} deals twice")
    return MachineMatch(
        of=first, against=second, frozen=frozen, deals=deals, mean=round(mean, 1), low=round(low, 1),
        high=round(high, 1), points=tuple(points),
    )  # fmt: skip


def judge_game(kind: str, seed: int, number: int) -> tuple[JudgedHint, ...]:
    """Return what hints said at some moments of a game of level 3, and how it came out."""
    core, rng = load_core(kind), random.Random(f"hints {seed} {number}")
    core.begin(number % SEATS)
    core.ask("deal", number, seed)
    told = []
    while True:
        _phase, actor = core.look()
        if actor < 0:
            break
        if len(core.legal_actions()) > 1:
            hint = core.advise(3, rng.randrange(THINKING))
            told.append((actor, hint.ahead, hint.partners, is_open(core, actor)))
        core.ask("act", core.think(3, rng.randrange(THINKING)))
    core.ask("look")
    partner, sheet = core.box[4], core.settle(revokes=True)
    paid = sheet.pay if sheet else [0] * SEATS
    return tuple(
        JudgedHint(ahead, paid[actor] > 0, max(shares), shares.index(max(shares)) == partner if asks else None)
        for actor, ahead, shares, asks in rng.sample(told, min(EACH, len(told)))
    )


def is_open(core: GameCore, actor: int) -> bool:
    """Return whether it is open to an actor who has the called king: he neither has had nor seen it."""
    core.ask("look")
    declarer, king = core.box[3], core.box[5]
    if declarer < 0 or king < 0:
        return False
    count_seen = core.ask("seen", actor)
    seen = core.take(count_seen)
    hand = seen[8 : 8 + seen[7]]
    dealt = seen[9 + seen[7] : 9 + seen[7] + seen[8 + seen[7]]]
    played = [action for action in core.history()[core.table.cards :] if action % 256 == king][1:]
    return king not in hand and king not in dealt and not played


def run_hints(frozen: str, positions: int, jobs: int) -> HintRecord:
    """Judge hints in deals of their own, print how they came out by tenths, and return them."""
    kind = frozen[:8]
    locate_module(kind)
    numbers = range(HELD_OUT, HELD_OUT + positions // EACH)
    with ProcessPoolExecutor(jobs) as pool:
        found = HintRecord(frozen=frozen, games=tuple(pool.map(partial(judge_game, kind, draw_seed(frozen)), numbers)))
    print(found.count_ahead(), found.count_partners())
    return found


def print_times(frozen: str, games: int) -> None:
    """Print how long each level takes for a decision, in milliseconds of the processor."""
    for level in (1, 2, 3):
        spent: dict[str, list[float]] = {}
        for number in range(games):
            play_sitting((f"{frozen[:8]}:{level}",) * SEATS, draw_seed(frozen), number, spent)
        for phase, seconds in [*spent.items(), ("all", [each for found in spent.values() for each in found])]:
            late = 1000 * sorted(seconds)[int(0.95 * len(seconds))]
            print(
                f"level {level}, {phase}: {len(seconds)} decisions, p95 {late:.1f} ms, "
                f"most {1000 * max(seconds):.1f} ms"
            )


def read_results() -> MachineResults:
    """Return the committed measures, whatever they come from."""
    return load_stamped(locate_file(Project(ROOT).rules), MachineResults, RUN) or MachineResults(inputs="", matches=())


def write_results(found: MachineResults) -> None:
    """Write measures with the stamp of the machines that are here."""
    project = Project(ROOT)
    inputs = digest_machine(ComputedCodex(project).games.rules, project.core)
    write_machines(locate_file(project.rules), seal(structs.replace(found, algorithm=ALGORITHM, inputs=inputs)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frozen", required=True, metavar="COMMIT", help="that froze the machine, its whole hash")
    parser.add_argument("--duel", nargs=2, metavar="KIND")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--hints", type=int, metavar="POSITIONS")
    parser.add_argument("--times", type=int, metavar="GAMES")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="add what was found to the committed measures")
    options = parser.parse_args()
    if options.times:
        print_times(options.frozen, options.times)
    if options.duel:
        one, other = options.duel
        match = run_match(one, other, options.frozen, options.deals, options.jobs)
        if options.write:
            held = read_results()
            write_results(structs.replace(held, matches=(*held.matches, match)))
    if options.hints:
        judged = run_hints(options.frozen, options.hints, options.jobs)
        if options.write:
            write_results(structs.replace(read_results(), hints=judged))
