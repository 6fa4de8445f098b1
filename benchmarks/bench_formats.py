"""What the codex costs in other programs: how long the files of `tarock export` take, how large they are. Not a test.

`python benchmarks/bench_formats.py` prints a table beside what is to be reached, on one core: each export runs in a
process of its own, cold, with an empty cache, and twice, so that its bytes can be compared. `user` is processor time,
which other work on the machine disturbs less than the clock. Exit status 1: something is not reached.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FORMATS = ("tei", "csv", "sqlite", "jsonl", "bib")
SQLITE_BYTES, SQLITE_SECONDS, ALL_SECONDS = 4_000_000, 2.0, 10.0


def one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def exported(form: str, codex: Path, folder: Path) -> tuple[float, float, dict[str, str], int]:
    """Seconds of the clock and of the processor, the checksums by file, and the bytes of all."""
    line = [sys.executable, "-m", "tarock", "--root", str(codex), "export", form, "--own", "-o", str(folder), "--json"]
    clock, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(line, capture_output=True, text=True, check=True, preexec_fn=one_core)
    after, taken = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - clock
    user = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    files = json.loads(done.stdout)["files"]
    sums = {Path(each["file"]).name: each["sha256"] for each in files}
    return taken, user, sums, sum(each["bytes"] for each in files)


def exports() -> bool:
    """Print what the exports take; whether everything is reached."""
    from tests.conftest import copy_data

    print(f"{'export':<10}{'clock s':>9}{'user s':>9}{'files':>7}{'bytes':>12}  two builds")
    whole, reached = 0.0, True
    with tempfile.TemporaryDirectory() as place:
        codex = copy_data(Path(place, "codex")).root  # nothing was built there, so nothing is cached
        for form in FORMATS:
            runs = [exported(form, codex, Path(place, name)) for name in ("one", "two")]
            clock, user = min(run[0] for run in runs), min(run[1] for run in runs)
            same = runs[0][2] == runs[1][2]
            whole += user
            reached &= same and (form != "sqlite" or (user <= SQLITE_SECONDS and runs[0][3] < SQLITE_BYTES))
            told = "the same bytes" if same else "DIFFER"
            print(f"{form:<10}{clock:>9.2f}{user:>9.2f}{len(runs[0][2]):>7}{runs[0][3]:>12,}  {told}")
    target = f"to reach: {ALL_SECONDS:.0f} s; sqlite {SQLITE_SECONDS:.0f} s, {SQLITE_BYTES:,} bytes"
    print(f"{'all':<10}{'':>9}{whole:>9.2f}   {target}")
    return reached and whole <= ALL_SECONDS


if __name__ == "__main__":
    sys.exit(not exports())
