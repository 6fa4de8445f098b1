"""Compile the core to WebAssembly: the same bytes on every machine, by the compiler that is pinned beside this.

`make solver` installs it into a folder of its own and runs this; `sha256sum -c core.sha256` holds module and source
together without it. The hash of the solver alone stands in a comment there: committed values depend on nothing else of
the module.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = ("search.h", "solver.c", "game.h", "machine.h", "core.c")
MODULE = HERE / "core.wasm"
HASHES = HERE / "core.sha256"
FLAGS = (
    "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory+sign_ext+nontrapping_fptoint", "-std=c11", "-O3",
    "-Wall", "-Wextra", "-Werror", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=262144",
)  # fmt: skip
SMALL = (
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-mllvm",
    "-inline-threshold=5",
)  # for the whole core, which the page loads


def compile_module(source: str = "core.c") -> bytes:
    """Compile a source with the pinned compiler and return the module."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / MODULE.name
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "cc",
            *FLAGS,
            *(SMALL if source == "core.c" else ()),
            "-o",
            str(made),
            source,
        ]
        subprocess.run(command, cwd=HERE, check=True)
        return made.read_bytes()


def hash_files(module: bytes) -> str:
    """Return the hashes of source and module as `sha256sum` writes them."""
    files = {name: (HERE / name).read_bytes() for name in SOURCES} | {MODULE.name: module}
    solver = hashlib.sha256(compile_module("solver.c")).hexdigest()
    told = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    return f"# {solver}  solver.c by itself\n" + "".join(told)


def main() -> int:
    """Write module and hashes; with `--check` only say whether they are what the source makes."""
    module = compile_module()
    if "--check" in sys.argv[1:]:
        same = MODULE.read_bytes() == module and HASHES.read_text(encoding="ascii") == hash_files(module)
        print("the module is what its source makes" if same else "the module differs from what its source makes")
        return 0 if same else 1
    MODULE.write_bytes(module)
    HASHES.write_text(hash_files(module), encoding="ascii")
    print(f"{MODULE.name}: {len(module)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
