"""The house: a floor imports only floors below it, and no module imports itself by way of others.

Read from the source: imports at run time, imports inside functions, and imports for the type checker alike.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tarock.publish.environment import spell_number

from .conftest import ROOT

PACKAGE = ROOT / "scripts"
FLOORS = (
    "base", "corpus", "rules", "game", "analysis", "replay", "claims", "robustness", "codex", "checks", "publish",
    "cli",
)  # fmt: skip
DOORS = ("__main__", "library", "adapters")  # on the floor of `cli`


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {_name(path): path for path in sorted((PACKAGE / "tarock").rglob("*.py"))}


@cache
def imports() -> dict[str, set[str]]:
    """Which modules of the package each module imports, anywhere in it."""
    return {name: _imported(name, path) - {name} for name, path in modules().items()}


def _imported(name: str, path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports relatively"
            for alias in node.names:  # `from package import module` is an import of the module
                full = f"{node.module}.{alias.name}"
                found.add(full if full in modules() else str(node.module))
    return found & modules().keys()


def circles() -> list[tuple[str, ...]]:
    """The groups of modules that reach each other (strongly connected components, after Tarjan)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in sorted(imports()[name]):
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(tuple(sorted(group)))

    for name in modules():
        if name not in order:
            visit(name)
    return sorted(found)


def _floor(name: str) -> int:
    """The floor of a module; the package itself (its version) is below all, `python -m tarock` is the door."""
    part = name.split(".")[1] if "." in name else ""
    return FLOORS.index("cli" if part in DOORS else part) if part else -1


def test_a_floor_imports_only_floors_below_it() -> None:
    upward = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in sorted(others)
        if _floor(name) < _floor(other)
    ]
    assert upward == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert list(circles()) == []


def test_a_room_of_the_game_imports_no_other_room() -> None:
    rooms = {name: name.split(".")[2] for name in modules() if name.startswith("tarock.game.") and name.count(".") > 2}
    assert [
        f"{name} imports {other}"
        for name, room in rooms.items()
        for other in sorted(imports()[name])
        if other in rooms and rooms[other] not in (room, "common")
    ] == []


LAW = """
    play.follow_suit play.follow_tarock play.must_tarock play.must_overtake rank.tarock_beats_suit excuse.free
    bidding.speaking_order bidding.after_pass bidding.hold king.own talon.half talon.change_fold discard.tarock
    discard.never announcements.allowed_to announcements.raise_by announcements.first ultimo.pagat_kept
"""
READS = re.compile(r"(number|flag|word|value|fraction|read_|select_stated)")  # what merely cites a key is no law


def test_each_law_of_1840_is_read_in_one_module() -> None:
    """Play and record are judged by one law of the trick, of the bidding, of the exchange, of the announcements."""
    readers: dict[str, set[str]] = {key: set() for key in LAW.split()}
    for name, path in modules().items():
        if not name.startswith(("tarock.game.common.", "tarock.game.koenigrufen_1840.")):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and READS.match(ast.unparse(node.func).rpartition(".")[2]):
                for each in node.args:
                    if isinstance(each, ast.Constant) and each.value in readers:
                        readers[str(each.value)].add(name)
    assert {key: found for key, found in readers.items() if len(found) != 1} == {}


def test_the_check_needs_no_extra() -> None:
    """Below `publish` a module imports what the package depends on; what an extra brings, one module each asks for."""
    ours = {"tarock", "yaml", "msgspec", *sys.stdlib_module_names}
    found = {
        (name, imported)
        for name, path in modules().items()
        if _floor(name) < FLOORS.index("publish")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for imported in ([node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
        if str(imported).partition(".")[0] not in ours
    }
    assert {(name, str(imported).partition(".")[0]) for name, imported in found} == {
        ("tarock.base.i18n", "babel"),  # the words of the pages in another language
        ("tarock.analysis.core", "wasmtime"),
        ("tarock.corpus.verify.packed", "defusedxml"),
        ("tarock.corpus.verify.portable", "pypdfium2"),
        ("tarock.corpus.verify.tex", "pylatexenc"),
    }


def test_the_readme_names_and_weighs_what_is_needed_at_run_time() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = [re.split(r"[^\w-]", each)[0] for each in asked]
    files = [file for name in names for file in distribution(name).files or () if "__pycache__" not in file.parts]
    size = sum(Path(str(file.locate())).stat().st_size for file in files)
    told = f"depends on {spell_number(len(names))} others, {' and '.join(names)}, of together {size / 10**6:.0f} MB."
    assert told in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


def test_addresses_are_asked_of_the_router_only() -> None:
    """No view names the file of a page; the short addresses lie beside the pages, each in a folder of its own."""
    views = (PACKAGE / "tarock/publish/views").glob("*.py")
    named = [
        f"{path.name}: {found}"
        for path in views
        for found in re.findall(r"[\"/][\w./{}-]+\.(?:md|html)\b", path.read_text(encoding="utf-8"))
        if not found.endswith("/index.html") and not (ROOT / found[1:]).is_file()  # a file of the project is no page
    ]
    assert named == []


def test_circles_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself: a to b to c and back, d beside it."""
    made = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set[str]()}
    monkeypatch.setattr(sys.modules[__name__], "imports", lambda: made)
    monkeypatch.setattr(sys.modules[__name__], "modules", lambda: made)
    assert circles() == [("a", "b", "c")]


def test_the_package_imports_nothing_of_the_laboratory() -> None:
    """`scripts/lab` computes what is committed; it is not installed."""
    found = [
        name
        for name, path in modules().items()
        if re.search(r"(?m)^\s*(?:from|import) lab\b", path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert (PACKAGE / "lab" / "__init__.py").is_file()
