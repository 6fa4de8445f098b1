"""Compiled templates are kept, and whatever is altered is compiled again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from jinja2 import Environment, FileSystemLoader

from tarock.publish import compiled

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one template, of which Python may keep what it compiled."""
    monkeypatch.setattr(compiled, "_HERE", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "environment.py").write_text("trim_blocks=True")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.j2").write_text("Pagat")
    return tmp_path


def rendered(package: Path) -> str:
    """What a new process renders."""
    made = compiled.keep_compiled(Environment(loader=FileSystemLoader(package / "templates"), autoescape=True))
    return made.get_template("page.j2").render()


def kept(package: Path) -> list[Path]:
    return sorted((package / "templates" / "__pycache__").glob("*"))


def test_a_template_is_compiled_once(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(package) == "Pagat"
    assert len(kept(package)) == 1
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
    assert rendered(package) == "Pagat"


def test_an_altered_template_and_altered_settings_are_compiled_again(package: Path) -> None:
    rendered(package)
    (package / "templates" / "page.j2").write_text("Mond!")  # as long as before, in the same second
    assert rendered(package) == "Mond!"
    (package / "environment.py").write_text("trim_blocks=None")
    assert rendered(package) == "Mond!"
    assert len(kept(package)) == 2  # nothing made under other settings is taken


@pytest.mark.parametrize("spoiled", [b"", b"j2", b"\xff" * 99])
def test_what_is_spoiled_is_compiled_again(package: Path, spoiled: bytes) -> None:
    rendered(package)
    kept(package)[0].write_bytes(spoiled)
    assert rendered(package) == "Pagat"


def test_where_nothing_can_be_kept_it_is_compiled(package: Path) -> None:
    (package / "templates" / "__pycache__").write_text("a file")
    assert rendered(package) == "Pagat"


def test_python_is_told_to_keep_nothing(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(package) == "Pagat"
    assert kept(package) == []
