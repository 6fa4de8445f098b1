"""Compile the core to WebAssembly modules: the same bytes on every machine, by the compiler that is pinned beside this.

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
SOURCES = (
    "law.h",
    "search.h",
    "solver.c",
    "table.h",
    "frame.h",
    "game.h",
    "machine.h",
    "grand.h",
    "excuse.h",
    "taroc.h",
    "tarokhombre.h",
    "random.h",
    "core.c",
)
# each with the cards of its pack and, where a build has one game, its era
MODULES = {
    "core.wasm": ("-DPACK=54",),
    "core_1754.wasm": ("-DPACK=78", "-DERA=1754"),
    "core_1863.wasm": ("-DPACK=78", "-DERA=1863"),
}
HASHES = HERE / "core.sha256"
FLAGS = (
    "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory+sign_ext+nontrapping_fptoint", "-std=c11", "-O3",
    "-Wall", "-Wextra", "-Werror",
)  # fmt: skip
LINK = (
    "--no-entry",
    "--strip-all",
    "--compress-relocations",
    "-z",
    "stack-size=262144",
)  # numbers as short as they can be
SMALL = (
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-mllvm",
    "-inline-threshold=5",
)  # for the whole core, which the page loads


def compile_module(source: str = "core.c", build: tuple[str, ...] = MODULES["core.wasm"]) -> bytes:
    """Compile a source for a build with the pinned compiler and return the module."""
    with tempfile.TemporaryDirectory() as folder:
        made, zig = Path(folder) / "made", (sys.executable, "-m", "ziglang")
        flags = (*FLAGS, *(SMALL if source == "core.c" else ()), *build)
        subprocess.run([*zig, "cc", *flags, "-c", "-o", f"{made}.o", source], cwd=HERE, check=True)
        subprocess.run([*zig, "wasm-ld", *LINK, f"{made}.o", "-o", made], check=True)
        return made.read_bytes()


def hash_files(modules: dict[str, bytes]) -> str:
    """Return the hashes of source and modules as `sha256sum` writes them."""
    files = {name: (HERE / name).read_bytes() for name in SOURCES} | modules
    solver = hashlib.sha256(compile_module("solver.c")).hexdigest()
    told = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    return f"# {solver}  solver.c by itself\n" + "".join(told)


def main() -> int:
    """Write modules and hashes; with `--check` only say whether they are what the source makes."""
    modules = {name: compile_module(build=build) for name, build in MODULES.items()}
    if "--check" in sys.argv[1:]:
        same = all((HERE / name).read_bytes() == module for name, module in modules.items())
        same = same and HASHES.read_text(encoding="ascii") == hash_files(modules)
        print("the modules are what their source makes" if same else "a module differs from what its source makes")
        return 0 if same else 1
    for name, module in modules.items():
        (HERE / name).write_bytes(module)
        print(f"{name}: {len(module)} bytes")
    HASHES.write_text(hash_files(modules), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
