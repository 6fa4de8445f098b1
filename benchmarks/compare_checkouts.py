"""Compare everything that two checkouts give: what a refactoring changed, and how large the package is in each.

    python -m benchmarks.compare_checkouts BEFORE [AFTER] [--fast] [--size]

Each is a folder or a commit, for which a worktree is made in `build/compared`. A folder runs with its `.venv`, a commit
with the interpreter that runs this, or both with `--python`. Compared are the data files, the commands of
`benchmarks/commands.txt` (status, standard output and error), what wheel and source distribution hold besides modules,
and, without `--fast`, every file of both sites and every export and book. Sites are built where they always are, so one
that is there and fresh is not built again.

Two commits differ in version, commit and date: these count as the same, and so do checksums of files that are compared
themselves. Other allowed differences stand with their reasons in `benchmarks/differences.yaml`: `file` and `line` are
regular expressions, searched in the name of the file and in the line with its sign (`- ` before, `+ ` after; `gone`,
`new`). Every other difference is printed, grouped by the first line that differs, and ends with status 1.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import tokenize
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks"
COUNTED = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}
SHOWN = 100  # groups of differences
MODULES = re.compile(
    r"^(wheel\.whl|sdist\.tar\.gz|[^/]+/files/[^/]+\.whl)/.*\.py$"
)  # they are what a refactoring changes
MONTHS = {
    1: "January|Januar", 2: "February|Februar", 3: "March|März", 4: "April", 5: "May|Mai", 6: "June|Juni",
    7: "July|Juli", 8: "August", 9: "September", 10: "October|Oktober", 11: "November", 12: "December|Dezember",
}  # fmt: skip


def measure_size(checkout: Path) -> dict[str, int]:
    """Count the parts of a checkout's package; tokens are names, operators, numbers and strings."""
    package = checkout / "scripts" / "tarock"
    found: Counter[str] = Counter()
    defined: list[str] = []
    used: Counter[str] = Counter()
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        found["files"] += 1
        found["files under 60 lines"] += len(text.splitlines()) < 60
        found["lines"] += len(text.splitlines())
        found["tokens"] += sum(t.type in COUNTED for t in tokenize.generate_tokens(io.StringIO(text).readline))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found["classes"] += 1
                methods = [inner for inner in node.body if isinstance(inner, ast.FunctionDef)]
                found["classes without a method"] += not methods
            elif isinstance(node, ast.FunctionDef):
                defined.append(node.name)
            elif isinstance(node, ast.Name):
                used[node.id] += 1
            elif isinstance(node, ast.Attribute):
                used[node.attr] += 1
    found["functions and methods"] = len(defined)
    found["of them used once"] = sum(used[name] == 1 for name in set(defined))
    found["tiers"] = len([path for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"])
    found["modules at the top"] = len(
        [path for path in package.glob("*.py") if path.stem not in ("__init__", "__main__")]
    )
    schemas = checkout / "rules_data" / "schema"
    found["lines of schemas"] = sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in schemas.rglob("*.json")
    )
    return dict(found)


# Recording a checkout. This part runs in a process with the interpreter and the package of the checkout.


def record(checkout: Path, target: Path, *, fast: bool) -> None:
    """Write into `target` what a checkout gives, but for sites, which lie in its `build`."""
    import tarock
    from tarock.cli import main

    assert Path(tarock.__file__).is_relative_to(checkout), f"{tarock.__file__} is not of {checkout}"
    os.chdir(checkout)
    Path("build").mkdir(exist_ok=True)  # where the results of commands are cached, and sites
    with contextlib.redirect_stdout(io.StringIO()):
        main(["--version"])  # imports once what every command imports
    said = {}
    for kind, line in _commands():
        if not (fast and kind == "slow"):
            said[f"{kind}/{line}"] = run(main, shlex.split(line), checkout, target)
    for line in () if fast else ("site build --own", "site build"):
        said[f"site/{line}"] = run(main, shlex.split(line), checkout, target)
    (target / "commands.json").write_text(json.dumps(said), encoding="utf-8")
    for kind in ("sdist", "wheel"):
        backend = f"from setuptools import build_meta; build_meta.build_{kind}({str(target)!r})"
        subprocess.run([sys.executable, "-c", backend], check=True, capture_output=True)


def _commands() -> Iterator[tuple[str, str]]:
    """Yield each line of `commands.txt` with its section."""
    kind = ""
    for line in (HERE / "commands.txt").read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            kind = heading[1]
        elif line and not line.startswith("#"):
            yield kind, line


def run(main: Callable[[list[str]], int], arguments: list[str], checkout: Path, target: Path) -> dict[str, Any]:
    """Run a command in a child of this process, which has imported the package; return its status and output."""
    arguments = [_placed(each, target) for each in arguments]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        if not (child := os.fork()):
            status = 70
            try:
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(out.fileno(), 1)
                os.dup2(error.fileno(), 2)
                status = main(arguments)
                sys.stdout.flush()
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        printed = []
        for stream in (out, error):
            stream.seek(0)
            text = stream.read().decode(errors="backslashreplace")
            printed.append(text.replace(str(target), "OUT").replace(str(checkout), "."))
    return {"status": status, "stdout": printed[0], "stderr": printed[1]}


def _placed(argument: str, target: Path) -> str:
    """Return an argument with the folder for `{OUT}`, and with the name of a changed copy for `{FILE|OLD|NEW}`."""
    if changed := re.fullmatch(r"\{(.+)\|(.+)\|(.*)\}", argument):
        name, old, new = changed.groups()
        text = Path(name).read_text(encoding="utf-8")
        assert old in text, f"no {old!r} in {name}"
        copy = target / "changed" / Path(name).name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(text.replace(old, new, 1), encoding="utf-8")
        return str(copy)
    return argument.replace("{OUT}", str(target / "exports"))


# The comparison.


@dataclass
class CheckoutOutput:
    """Everything that one of the two checkouts gives, by name, and the names of its files by checksum."""

    checkout: Path
    target: Path
    files: dict[str, Path | bytes] = field(default_factory=dict)
    names_of_digests: dict[str, str] = field(default_factory=dict)

    def collect(self, *, fast: bool) -> None:
        """List all files after the commands have run."""
        build = self.checkout / "build"
        folders = {"data/corpus": self.checkout / "corpus", "data/rules_data": self.checkout / "rules_data"}
        folders |= (
            {} if fast else {"exports": self.target / "exports", "own": build / "site", "public": build / "public"}
        )
        for part, folder in folders.items():
            self.files |= {f"{part}/{path.relative_to(folder)}": path for path in folder.rglob("*") if path.is_file()}
        for part, ending in (("wheel", ".whl"), ("sdist", ".tar.gz")):
            (self.files[f"{part}{ending}"],) = self.target.glob(f"*{ending}")
        said = json.loads((self.target / "commands.json").read_text(encoding="utf-8"))
        self.files |= {name: json.dumps(each).encode() for name, each in said.items()}
        for name, place in self.files.items():
            if not name.endswith(".html"):
                self.names_of_digests[hashlib.sha256(_bytes(place)).hexdigest()] = name

    def own_words(self) -> Iterator[tuple[str, str]]:
        """Yield patterns of what is the commit's own, and what stands for it."""
        version = json.loads(_bytes(self.files["right/--version"]))["stdout"].split()[1]
        yield rf"\b{re.escape(version)}(?![\w.])", "VERSION"
        git = ["git", "-C", str(self.checkout), "log", "-1", "--format=%H %cs"]
        commit, day = subprocess.run(git, capture_output=True, text=True, check=True).stdout.split()
        yield rf"\b{commit[:7]}[0-9a-f]{{0,33}}\b", "COMMIT"
        cff = (self.checkout / "CITATION.cff").read_text(encoding="utf-8")
        released = re.search(r"^date-released: (\S+)$", cff, re.MULTILINE)
        for each in {day, *([released[1]] if released else []), datetime.now(UTC).date().isoformat()}:
            when = date.fromisoformat(each)
            yield rf"\b{each}\b", "DATE"
            yield rf"\b{when.day}\.? ({MONTHS[when.month]}) {when.year}\b", "DATE"


@dataclass(frozen=True)
class Equivalence:
    """Differences that do not count: words of a commit, checksums of files of either side."""

    words: dict[str, str]
    digests: tuple[dict[str, str], dict[str, str]]

    def normalize(self, text: str, side: int) -> str:
        """Return a text in which everything that counts as the same has the same words."""
        for pattern, word in self.words.items():
            text = re.sub(pattern, word, text)
        digests = self.digests[side]
        return re.sub(r"\b[0-9a-f]{64}\b", lambda found: digests.get(found[0], found[0]), text)


def find_changes(
    same: Equivalence, task: tuple[str, Path | bytes | None, Path | bytes | None]
) -> list[tuple[str, list[str]]]:
    """Return the files that differ in a file, which is itself but for archives, each with the lines that do."""
    name, *places = task
    if MODULES.match(name):
        return []
    if places[0] is None or places[1] is None:
        return [(name, ["new" if places[0] is None else "gone"])]
    data = [_bytes(place) for place in places if place is not None]
    if data[0] == data[1]:
        return []
    inner = [_members(name, each) for each in data]
    if inner[0] or inner[1]:
        digests = [{hashlib.sha256(each).hexdigest(): path for path, each in files.items()} for files in inner]
        for there, more in zip(same.digests, digests, strict=True):
            there.update(more)
        named = [{same.normalize(path, side): each for path, each in files.items()} for side, files in enumerate(inner)]
        paths = sorted(named[0].keys() | named[1].keys())
        return [each for path in paths for each in find_changes(same, (path, named[0].get(path), named[1].get(path)))]
    texts = [[same.normalize(line, side) for line in _lines(name, each)] for side, each in enumerate(data)]
    return [(name, found)] if (found := list(_differing(*texts))) else []


def _bytes(place: Path | bytes) -> bytes:
    return place if isinstance(place, bytes) else place.read_bytes()


def _members(name: str, data: bytes) -> dict[str, bytes]:
    """Return the files in an archive by their names below it; none of what is no archive."""
    if name.endswith((".zip", ".whl", ".epub")):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return {f"{name}/{each}": packed.read(each) for each in packed.namelist()}
    if name.endswith(".tar.gz"):
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            found = {each.name: archive.extractfile(each) for each in archive if each.isfile()}
            return {f"{name}/{each.partition('/')[2]}": file.read() for each, file in found.items() if file}
    return {}


def _lines(name: str, data: bytes) -> Iterable[str]:
    """Return what a file holds line by line: JSON by its paths, markup by its tags, a PDF by its words."""
    if name.endswith(".sqlite"):
        with sqlite3.connect(":memory:") as database:
            database.deserialize(data)
            return list(database.iterdump())
    if name.endswith(".pdf"):
        import pypdfium2

        return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data)).splitlines()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return [f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}"]
    if name.endswith(("/RECORD", "/SOURCES.txt")):  # their hashes are those of files that are compared
        return [line.partition(",")[0] for line in text.splitlines() if ".py" not in line]
    if name.endswith((".html", ".xhtml", ".xml", ".svg")):
        return re.sub(r"\s+", " ", text).replace("<", "\n<").split("\n")
    return _json_lines(text) or text.splitlines() or [""]


def _json_lines(text: str) -> list[str]:
    """Return a line for every leaf of some JSON, under its path; of what a command prints too, if it is JSON."""
    try:
        value = json.loads(text)
    except ValueError:
        return []
    if isinstance(value, dict) and value.keys() == {"status", "stdout", "stderr"}:
        printed = _json_lines(value["stdout"]) or value["stdout"].splitlines()
        return [f"status {value['status']}", *printed, *(f"error: {line}" for line in value["stderr"].splitlines())]
    return [f"{path}: {json.dumps(leaf, ensure_ascii=False)}" for path, leaf in flatten(value).items()]


def flatten(value: Any, path: str = "") -> dict[str, Any]:
    """Return every leaf of some JSON under its path; what has an id is named by it, not by its number."""
    if isinstance(value, dict) and value:
        return {k: v for name, inner in value.items() for k, v in flatten(inner, f"{path}.{name}").items()}
    if isinstance(value, list) and value:
        named = [item.get("id") if isinstance(item, dict) else None for item in value]
        names = named if all(named) and len(set(named)) == len(named) else range(len(value))
        return {k: v for n, inner in zip(names, value, strict=True) for k, v in flatten(inner, f"{path}[{n}]").items()}
    return {path: value}


def _differing(old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the lines that only one side has, in their order; or that the same lines come in another order."""
    for sign, lines, others in (("-", old, new), ("+", new, old)):
        more = Counter(lines) - Counter(others)
        for line in lines:
            if more[line]:
                more[line] -= 1
                yield f"{sign} {line}"
    if old != new and Counter(old) == Counter(new):
        yield "the same lines in another order"


def compare(sides: tuple[CheckoutOutput, CheckoutOutput], *, fast: bool) -> int:
    """Print every difference that is not allowed, grouped; return in how many files there are some."""
    for side in sides:
        side.collect(fast=fast)
    words = dict(pair for side in sides for pair in side.own_words())
    same = Equivalence(words, (sides[0].names_of_digests, sides[1].names_of_digests))
    files = [{same.normalize(name, n): place for name, place in side.files.items()} for n, side in enumerate(sides)]
    names = sorted(files[0].keys() | files[1].keys())
    entries = yaml.safe_load((HERE / "differences.yaml").read_text(encoding="utf-8")) or []
    allowed = [(re.compile(entry["file"]), re.compile(entry["line"])) for entry in entries]
    groups: dict[tuple[str, ...], list[str]] = {}
    found, used = 0, set[int]()
    with ProcessPoolExecutor() as pool:
        tasks = [(name, files[0].get(name), files[1].get(name)) for name in names]
        for each in pool.map(partial(find_changes, same), tasks, chunksize=200):
            for name, lines in each:
                left = []
                for line in lines:
                    excuses = [n for n, (file, part) in enumerate(allowed) if file.search(name) and part.search(line)]
                    used.update(excuses)
                    left += [] if excuses else [line]
                if left:
                    found += 1
                    groups.setdefault(_first(left), []).append(name)
    for shown, named in sorted(groups.items(), key=lambda each: -len(each[1]))[:SHOWN]:
        print("\n".join([f"{len(named)} files: {', '.join(named[:3])}{' …' * (len(named) > 3)}", *shown]))
    if len(groups) > SHOWN:
        print(f"… and {len(groups) - SHOWN} other kinds of difference")
    for entry in [entry for n, entry in enumerate(entries) if n not in used]:
        print(f"allowed but not found: {entry['file']}  {entry['line']}")
    print(f"{found} of {len(names)} files differ in {len(groups)} ways")
    return found


def _first(lines: list[str]) -> tuple[str, ...]:
    """Return the first line that is gone and the first that is new, shortened to where they begin to differ."""
    firsts = [next((line for line in lines if line.startswith(sign)), "") for sign in "-+"]
    if not all(firsts):
        return (f"  {lines[0][:200]}",)
    shorter = min(len(each) for each in firsts)
    alike = next((n for n in range(2, shorter) if firsts[0][n] != firsts[1][n]), shorter)
    start = max(2, alike - 60)
    return tuple(f"  {each[:2]}{'…' * (start > 2)}{each[start : start + 160]}" for each in firsts)


def check_out(name: str) -> Path:
    """Return the folder of that name, or a worktree of the commit of that name."""
    if Path(name).is_dir():
        return Path(name).resolve()
    parse = ["git", "-C", str(ROOT), "rev-parse", "--verify", f"{name}^{{commit}}"]
    commit = subprocess.run(parse, capture_output=True, text=True, check=True).stdout.strip()
    folder = ROOT / "build" / "compared" / commit[:12]
    if not folder.is_dir():
        subprocess.run(
            ["git", "-C", str(ROOT), "worktree", "add", "--quiet", "--force", "--detach", str(folder), commit],
            check=True,
        )
    return folder


def start_recording(side: CheckoutOutput, python: Path | None, *, fast: bool) -> subprocess.Popen[bytes]:
    """Start the process that records what a checkout gives."""
    own = side.checkout / ".venv/bin/python"
    chosen = python or (own if own.exists() else Path(sys.executable))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TAROCK_", "LC_", "LANG"))}
    environment = kept | {
        "PYTHONPATH": str(side.checkout / "scripts"),
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "120",
        "NO_COLOR": "1",
    }
    command = [str(chosen), __file__, str(side.checkout), str(side.target), "--record", *["--fast"] * fast]
    return subprocess.Popen(command, env=environment)


def main() -> int:
    """Compare two checkouts."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare_checkouts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("before", help="a folder or a commit")
    parser.add_argument("after", nargs="?", default=str(ROOT), help="the same (default: this checkout)")
    parser.add_argument("--fast", action="store_true", help="without sites, books and what else is slow")
    parser.add_argument("--python", type=Path, help="the interpreter for both")
    parser.add_argument("--size", action="store_true", help="only print how large both packages are")
    parser.add_argument("--record", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.record:
        record(Path(options.before), Path(options.after), fast=options.fast)
        return 0
    before, after = check_out(options.before), check_out(options.after)
    if options.size:
        sizes = measure_size(before), measure_size(after)
        for name, was in sizes[0].items():
            print(f"{name:<28}{was:>10}{sizes[1][name]:>10}{sizes[1][name] / max(was, 1) - 1:>+9.1%}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        sides = CheckoutOutput(before, Path(folder, "before")), CheckoutOutput(after, Path(folder, "after"))
        for side in sides:
            side.target.mkdir()
        processes = [start_recording(side, options.python, fast=options.fast) for side in sides]
        if sum(process.wait() for process in processes):
            return 2
        return min(compare(sides, fast=options.fast), 1)


if __name__ == "__main__":
    sys.exit(main())
