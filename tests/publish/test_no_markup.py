"""Markup stands in templates and nowhere else, and nothing switches the escaping off."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

PUBLISH = ROOT / "scripts/tarock/publish"
TAG = re.compile(r"(?<!\(\?P)</?[a-z][a-z0-9]*[\s>/]|&[a-z]+;|&#")  # `(?P<name>` is a group of a pattern
# What makes safe text from unsafe: the escape for Markdown itself. And CSL-JSON, which has marks of its own.
ESCAPES = {"environment.py", "citation_formats.py"}


def _words(path: Path) -> Iterator[str]:
    """Every text in a module that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def test_no_python_module_writes_markup() -> None:
    found = [
        f"{path.name}: {words}"
        for path in sorted(PUBLISH.rglob("*.py"))
        if path.name not in ESCAPES and "citations" not in path.parts
        for words in _words(path)
        if TAG.search(words)
    ]
    assert found == []


def test_no_template_switches_the_escaping_off() -> None:
    templates = sorted((PUBLISH / "templates").glob("*.j2"))
    assert templates
    for path in templates:
        text = path.read_text(encoding="utf-8")
        assert "autoescape" not in text, path.name
        assert re.findall(r"\|\s*safe\b", text) == [], path.name
        assert not re.search(r"\|\s*markdown\b", text) or path.name in ("changelog.md.j2", "wanted.md.j2"), path.name
