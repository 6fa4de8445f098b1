"""Two checkouts held against each other: what a refactoring changed, and how large the package is in each.

    python -m benchmarks.compare_checkouts BEFORE [AFTER] [--size]

Each checkout needs its `.venv` and, but for `--size`, its site in `build/site`. Compared are the JSON of `check`,
the addresses of all files of the site, and the text of each page. What may differ stands with its reason in
`benchmarks/differences.yaml`; anything else is printed, and ends with status 1.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "benchmarks" / "differences.yaml"
COUNTED = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}
SHOWN = 12  # lines of a page that differ, and pages


class _Text(HTMLParser):
    """The text of a page as a reader sees it: a line per run of text, without scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped += tag in ("script", "style")
        self.lines += [f"[{name}] {value}" for name, value in attrs if name in ("alt", "aria-label", "title") and value]

    def handle_endtag(self, tag: str) -> None:
        self.skipped -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.skipped and (text := " ".join(data.split())):
            self.lines.append(text)


def page_text(path: Path) -> list[str]:
    """The lines of text of an HTML file."""
    reader = _Text()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader.lines


def size(checkout: Path) -> dict[str, int]:
    """How large the package of a checkout is: tokens are names, operators, numbers and strings."""
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


def check(checkout: Path) -> Any:
    """What `tarock check --json` says in a checkout."""
    command = [str(checkout / ".venv/bin/tarock"), "--root", str(checkout), "check", "--json"]
    return json.loads(subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout)


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Every leaf of some JSON under its path; what has an id is named by it, not by its number."""
    if isinstance(value, dict):
        return {k: v for name, inner in value.items() for k, v in flat(inner, f"{path}.{name}").items()}
    if isinstance(value, list) and value:
        named = [item.get("id") if isinstance(item, dict) else None for item in value]
        names = named if all(named) and len(set(named)) == len(named) else range(len(value))
        return {k: v for n, inner in zip(names, value, strict=True) for k, v in flat(inner, f"{path}[{n}]").items()}
    return {path: value}


def _allowed() -> list[tuple[str, re.Pattern[str]]]:
    entries = yaml.safe_load(ALLOWED.read_text(encoding="utf-8")) if ALLOWED.exists() else []
    return [(entry["where"], re.compile(entry["pattern"])) for entry in entries or []]


def _excused(where: str, text: str, used: set[int]) -> bool:
    for number, (kind, pattern) in enumerate(_allowed()):
        if kind == where and pattern.search(text):
            used.add(number)
            return True
    return False


def compare(before: Path, after: Path) -> int:
    """Print every difference that is not allowed; how many there are."""
    faults, used = 0, set[int]()
    old, new = flat(check(before)), flat(check(after))
    for path in sorted(old.keys() | new.keys()):
        if old.get(path, "absent") != new.get(path, "absent") and not _excused("check", path, used):
            faults += 1
            print(f"check {path}: {old.get(path, 'absent')!r} -> {new.get(path, 'absent')!r}"[:400])
    sites = before / "build/site", after / "build/site"
    files = [{str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()} for site in sites]
    for sign, names in (("gone", files[0] - files[1]), ("new", files[1] - files[0])):
        for name in sorted(names):
            if not _excused("address", name, used):
                faults += 1
                print(f"address {sign}: {name}")
    pages = sorted(name for name in files[0] & files[1] if name.endswith(".html"))
    with ProcessPoolExecutor() as pool:
        texts = zip(
            *(pool.map(page_text, [site / name for name in pages], chunksize=100) for site in sites), strict=True
        )
        for name, (was, now) in zip(pages, texts, strict=True):
            lines = [
                line
                for line in difflib.unified_diff(was, now, n=0, lineterm="")
                if line[:3] not in ("---", "+++", "@@ ")
            ]
            lines = [line for line in lines if line[0] in "+-" and not _excused("page", f"{name}: {line}", used)]
            if lines:
                faults += 1
                print("\n".join([f"page {name}", *(f"  {line[:300]}" for line in lines[:SHOWN])]))
    unused = [entry for number, entry in enumerate(_allowed()) if number not in used]
    for where, pattern in unused:
        print(f"allowed but not found: {where} {pattern.pattern}")
    print(f"{faults} differences; compared {len(pages)} pages, {len(files[1])} files, {len(new)} values")
    return faults + len(unused)


def main() -> int:
    """Compare two checkouts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare_checkouts", description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--size", action="store_true", help="only print how large both packages are")
    options = parser.parse_args()
    before, after = options.before.resolve(), options.after.resolve()
    sizes = size(before), size(after)
    for name in sizes[0]:
        print(f"{name:<28}{sizes[0][name]:>10}{sizes[1][name]:>10}{sizes[1][name] / max(sizes[0][name], 1) - 1:>+9.1%}")
    return 0 if options.size else min(compare(before, after), 1)


if __name__ == "__main__":
    sys.exit(main())
