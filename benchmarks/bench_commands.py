"""How long cold commands take in two states of the project, side by side. Not a test.

`python benchmarks/bench_commands.py [--before e004b34] [--runs 5] [--site]` unpacks the state before from git into
a temporary folder and runs each command there and here in turn, as new processes of this interpreter. The table
gives the shortest time of each in seconds (other work on the machine only ever adds) and their ratio.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
COMMANDS = (("show", "1840:47.2"), ("cite", "1840:47.2"), ("compare",), ("replay", "1840:m3"), ("check",))
SITE = ("site", "build")
# As for a user: Python keeps the compiled modules.
BYTECODE_KEPT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def unpacked(commit: str, folder: Path) -> Path:
    archive = subprocess.run(["git", "-C", str(HERE), "archive", commit], capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def seconds(root: Path, command: tuple[str, ...], output: Path) -> float:
    """The time of one run; the command must end with 0."""
    extra = ["--output", str(output)] if command == SITE else []
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tarock", *command, *extra], cwd=root, check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={**BYTECODE_KEPT, "PYTHONPATH": str(root / "scripts")},
    )  # fmt: skip
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default="e004b34", help="a commit")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", action="store_true", help="the build of the site too (slow)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = folder / "before"
        before.mkdir()
        roots = {"before": unpacked(options.before, before), "now": HERE}
        print(f"{'command':<18}{'before':>9}{'now':>9}{'ratio':>8}")
        for command in (*COMMANDS, *([SITE] if options.site else [])):
            best = dict.fromkeys(roots, float("inf"))
            for run in range(options.runs + 1):  # the first warms the files and the compiled modules
                for state, root in roots.items():
                    taken = seconds(root, command, folder / f"site-{state}")
                    if run:
                        best[state] = min(best[state], taken)
            ratio = best["now"] / best["before"]
            print(f"{' '.join(command):<18}{best['before']:>9.3f}{best['now']:>9.3f}{ratio:>8.2f}")


if __name__ == "__main__":
    main()
