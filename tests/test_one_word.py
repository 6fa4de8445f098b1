"""Whoever changes one word of the data does what `tarock check` asks for, and no test fails.

In each kind of file one word is put in, found by the form of the file and not by what it says today.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tarock.base.project import Project
from tarock.corpus.sources import load_sources
from tests.conftest import ROOT, thorough
from tests.fifth.test_fifth_source import MADE, Copy
from tests.helpers import raised

pytestmark = pytest.mark.slow

SIGLUM = next(siglum for siglum, source in load_sources(Project(ROOT)).items() if "how_to" in source.apparatus)
IMPRINT, CHANGES = "corpus/translations/en/imprint.yaml", "CHANGELOG.md"
# What stands before the word that is put in, and what behind it; the first such place of the files is changed.
WORDS = {
    "quote of a statement": (
        "rules_data/*/*.yaml",
        r'(value: (?:true|false), ref: "[^"\n]+", quote: "[^"\n]+ [^"\n ]+)',
        r' [^" \n]+"',
    ),
    "says": (f"rules_data/{SIGLUM}/*.yaml", r'(says: "[^"\n]+)', r'\."'),
    "note": ("rules_data/1840/*.yaml", r'(\n  note: "[^"\n]+)', r'\."'),
    "silence": (f"rules_data/{SIGLUM}/silences.yaml", r'(note: "[^"\n]+)', r'\."'),
    "claim": ("rules_data/claims/*.yaml", r'(\n  says: "[^"\n]+)', r'\."'),
    "term": ("corpus/termbase.yaml", r"(\n  gloss: [^\n]+)", r"\.\n"),
    "translation": (f"corpus/translations/en/{SIGLUM}.yaml", r'(\n      - "[^"\n]{40,})', r'\."'),
    "prose": (f"rules_data/{SIGLUM}/how_to_play.md.j2", r"(\n[A-Z][^\n#]+[a-z])", r"\.\n"),
    "reason of an emendation": ("corpus/emendations/*.yaml", r'(\n  reason: "[^"\n]+)', r'\."'),
    "reason of a doubtful place": ("corpus/doubtful/*.yaml", r'(\n  reason: "[^"\n]+)', r'\."'),
    "decision": ("rules_data/decisions.yaml", r'(\n  why: "[^"\n]+)', r'\."'),
}


def change(root: Path, kind: str) -> str:
    """Put a word in, or shorten a quote by its last; return the file."""
    pattern, before, behind = WORDS[kind]
    for path in sorted(root.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        new = re.sub(f"{before}({behind})", r'\1"' if kind.startswith("quote") else r"\1 indeed\2", text, count=1)
        if new != text:
            path.write_text(new, encoding="utf-8")
            return path.relative_to(root).as_posix()
    raise AssertionError(f"no {kind} in {pattern}")


def publish_english(root: Path) -> None:
    """Give the English its next version, as the check asks."""
    path = root / IMPRINT
    text = path.read_text(encoding="utf-8")
    (old,) = re.findall(r"(?m)^version: ([0-9.]+)$", text)
    text = text.replace(f"version: {old}\n", f"version: {raised(old)}\n", 1)
    path.write_text(text.replace("dates: {", f'dates: {{{raised(old)}: "2026-12-24", ', 1), encoding="utf-8")
    with (root / CHANGES).open("a", encoding="utf-8") as stream:
        stream.write(f"\n- English translation {raised(old)}: a word.\n")


@thorough
def test_no_quick_test_fails_where_the_check_is_green(tmp_path: Path) -> None:
    shutil.copytree(ROOT, tmp_path / "codex", ignore=MADE, symlinks=True)
    copy = Copy(tmp_path / "codex")
    (copy.root / "build").mkdir()
    changed = {kind: change(copy.root, kind) for kind in WORDS}
    assert changed["translation"]
    assert "expected a higher `version:`" in copy.run("check", status=1)
    publish_english(copy.root)
    copy.run("build")
    copy.run("check")
    copy.python("-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", "not slow", "-p", "no:cacheprovider")
