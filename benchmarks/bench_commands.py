"""How long commands take in two states of the project, side by side. Not a test.

`python benchmarks/bench_commands.py [--before e004b34] [--runs 5] [--site]` unpacks the state before from git and
copies this one, twice, into a temporary folder, and runs each command in each in turn, as new processes of this
interpreter. `cold` has nothing noted of earlier runs, `warm` has a `build/` in which notes are kept (see
`tarock.base.cache`). Python keeps the compiled modules in all of them, as it does for a user.

The table gives the shortest time of each in seconds, by the clock and of the processor, which other work on the
machine disturbs less; and the ratio of the processor times to the state before.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
COMMANDS = (("show", "1840:47.2"), ("cite", "1840:47.2"), ("compare",), ("replay", "1840:m3"), ("check",))
SITE = ("site", "build")
STATES = ("before", "cold", "warm")
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "tests", "__pycache__", ".*_cache")


def unpack(commit: str, folder: Path) -> None:
    """Unpack the files of a commit into a folder."""
    archive = subprocess.run(["git", "-C", str(HERE), "archive", commit], capture_output=True, check=True)
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)


def time_run(root: Path, command: tuple[str, ...], output: Path) -> tuple[float, float]:
    """Return the seconds of one run, by the clock and of the processor; the command must end with 0."""
    extra = ["--output", str(output)] if command == SITE else []
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tarock", *command, *extra], cwd=root, check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={**environment, "PYTHONPATH": str(root / "scripts")},
    )  # fmt: skip
    taken, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def time_shortest(folder: Path, command: tuple[str, ...], runs: int) -> dict[str, tuple[float, float]]:
    """Return the shortest times in each state, after a first run that warms files and compiled modules."""
    found: dict[str, list[tuple[float, float]]] = {state: [] for state in STATES}
    for _run in range(runs + 1):
        for state in STATES:
            found[state].append(time_run(folder / state, command, folder / f"site-{state}"))
    return {state: (min(t[0] for t in times[1:]), min(t[1] for t in times[1:])) for state, times in found.items()}


def main() -> None:
    """Print the times of each command in each state."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default="e004b34", help="a commit")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", action="store_true", help="the build of the site too (slow)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unpack(options.before, folder / "before")
        for state in STATES[1:]:
            shutil.copytree(HERE, folder / state, ignore=NOT_COPIED)
        (folder / "warm" / "build").mkdir()
        print(f"{'seconds':<18}" + "".join(f"{state:>9}{'cpu':>8}" for state in STATES) + "   cold/before  warm/before")
        for command in (*COMMANDS, *([SITE] if options.site else [])):
            best = time_shortest(folder, command, options.runs)
            times = "".join(f"{clock:>9.3f}{cpu:>8.3f}" for clock, cpu in best.values())
            ratios = "".join(f"{best[state][1] / best['before'][1]:>13.2f}" for state in STATES[1:])
            print(f"{' '.join(command):<18}{times}{ratios}")


if __name__ == "__main__":
    main()
