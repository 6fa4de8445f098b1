"""How the code is written: one meaning per class name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

PACKAGE = "scripts/tarock"


def modules(*roots: str) -> Iterator[tuple[Path, ast.Module]]:
    for root in roots:
        path = ROOT / root
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield file.relative_to(ROOT), ast.parse(file.read_text("utf-8"))


def test_no_class_name_means_two_things() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file, module in modules(PACKAGE):
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
