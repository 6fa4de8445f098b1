"""How the code is written: one meaning per class name, and docstrings in plain words."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarock.checks.data_files import UNSEEN
from tests.conftest import ROOT

PACKAGE, OURS = "scripts/tarock", ("scripts", "benchmarks", "setup.py")
# A docstring of a function begins with none of these: what it begins with instead is a verb. The mood of verbs is
# checked by ruff (D401), which knows no word but verbs and looks at no property.
OTHERS = """
    a an the this that these those what which who whose whom whether how why when where of by in on at to for from
    with without as than if so such it its he she his her they their we our not no none nothing all every each both any
    some only one two three four other another same
"""
NO_VERBS = frozenset(OTHERS.split())
ENDINGS = re.compile(r"(ing|[^s]s|ed)$")  # of other forms of verbs, and of plurals
BEGINS = re.compile(r"(?:^|(?<=[.!?] ))(The same|What|Of which|By what|Whether)\b")
SHARE = 0.97  # of the docstrings that begin with a verb


def modules(*roots: str) -> Iterator[tuple[Path, ast.Module]]:
    for root in roots:
        path = ROOT / root
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield file.relative_to(ROOT), ast.parse(file.read_text("utf-8"))


def test_no_file_has_a_character_that_cannot_be_seen() -> None:
    """Look for what `tarock check` reports in data in every file that is kept: program, tests, scripts of pages."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = []
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        data = path.read_bytes() if path.is_file() else b""
        if b"\0" not in data[:1000]:
            for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), 1):
                found += [f"{name}:{number}"] if UNSEEN.search(line) else []
    assert found == []


def documented(node: ast.AST, *, public: bool = True) -> Iterator[tuple[ast.AST, str, bool]]:
    """Yield what has a docstring, with it, and whether it is public: no name on the way begins with an underscore."""
    for child in ast.iter_child_nodes(node):
        shown, inner = public, public
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            shown = public and not child.name.startswith("_")
            inner = shown and isinstance(child, ast.ClassDef)
            if text := ast.get_docstring(child):
                yield child, text, shown
        yield from documented(child, public=inner)


def is_verb(word: str) -> bool:
    return word.isalpha() and word[0].isupper() and word.lower() not in NO_VERBS and not ENDINGS.search(word)


def test_no_name_of_a_class_or_type_means_two_things() -> None:
    """Names of types are assigned at the top of a module: `Level = Literal[...]`."""
    places: dict[str, list[str]] = defaultdict(list)
    for file, module in modules(PACKAGE):
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file}:{node.lineno}")
        for node in module.body:
            named = node.targets[0] if isinstance(node, ast.Assign) else None
            if isinstance(named, ast.Name) and re.fullmatch(r"[A-Z]+[a-z]\w*", named.id):
                places[named.id].append(f"{file}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_public_functions_begin_their_docstring_with_a_verb() -> None:
    begun: dict[str, bool] = {}
    for file, module in modules(PACKAGE, "scripts/lab"):
        for node, text, public in documented(module):
            if public and isinstance(node, ast.FunctionDef):
                begun[f"{file}:{node.lineno} {text.splitlines()[0]}"] = is_verb(text.split()[0])
    others = [place for place, verb in begun.items() if not verb]
    assert len(others) <= (1 - SHARE) * len(begun), "\n".join(others)


@pytest.mark.parametrize("word", ["The", "What", "Whether", "Returns", "Getting", "Played", "Cards", "`files`", "how"])
def test_other_words_are_no_verbs(word: str) -> None:
    assert not is_verb(word)


@pytest.mark.parametrize("word", ["Return", "Yield", "Pass", "Add", "Print"])
def test_imperatives_are_verbs(word: str) -> None:
    assert is_verb(word)


def sentences_of(file: Path, module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the texts of docstrings by paragraph and of comments, each with its place."""
    docstrings = [(1, ast.get_docstring(module) or "")]
    docstrings += [(getattr(node, "lineno", 1), text) for node, text, _public in documented(module)]
    for line, text in docstrings:
        for paragraph in re.split(r"\n\s*\n", text):
            yield f"{file}:{line}", " ".join(paragraph.split())
    for token in tokenize.generate_tokens(io.StringIO((ROOT / file).read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield f"{file}:{token.start[0]}", token.string.lstrip("#: ")


def test_no_sentence_begins_with_the_same_or_what() -> None:
    """The descriptions of the schemas are data, which keep their words."""
    schemas = " ".join(
        " ".join(path.read_text("utf-8").replace("\\n", " ").split())
        for path in sorted((ROOT / "rules_data/schema").rglob("*.json"))
    )
    found = [
        f"{place} {text}"
        for file, module in modules(*OURS)
        for place, text in sentences_of(file, module)
        if BEGINS.search(text) and text.replace('"', '\\"') not in schemas
    ]
    assert found == [], "\n".join(found)


def test_no_class_of_a_script_has_two_methods_of_one_name() -> None:
    """The second would silently stand in the place of the first."""
    found = []
    for path in sorted((ROOT / "docs/assets/javascripts").glob("*.js")):
        for each in re.finditer(r"(?ms)^( *)class (\w+).*?^\1}$", path.read_text("utf-8")):
            names = re.findall(rf"(?m)^{each[1]}  (?:async |static )?(\w+)\(.*\) {{$", each[0])
            found += [f"{path.name}: {each[2]}.{name}" for name in sorted({*names}) if names.count(name) > 1]
    assert found == []


def test_no_test_fails_because_a_machine_is_slow() -> None:
    """Times belong to the benchmarks; a test may only wait, and give up."""
    clock = re.compile(r"\b(?:process_time|perf_counter|getrusage)\b|performance\.now")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted({*(ROOT / "tests").rglob("test_*.py")} - {Path(__file__)})
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if clock.search(line)
    ]
    assert found == [], "\n".join(found)
