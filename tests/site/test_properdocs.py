"""The site does not hang on one builder: a fork of MkDocs makes the same pages from the same settings."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from tarock.publish.configuration import CONFIG
from tarock.publish.environment import BLOCK_END, BLOCK_START
from tarock.publish.indentation import take_indentation
from tarock.publish.pages import write_pages
from tarock.publish.places import Site

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.proof.codex import Codex

BUILDER = re.compile(r'<meta name="generator"[^>]*>')
MARKS = re.compile(f"(?:{BLOCK_START}|{BLOCK_END})\n?")  # which our builder takes out


def test_properdocs_builds_the_same_pages(computed: Codex, built: Path, tmp_path: Path) -> None:
    pages = write_pages(Site(computed), tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "properdocs", "build", "--strict", "-f", CONFIG, "-d", "made"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    take_indentation(tmp_path / "made")

    def page(path: Path) -> str:
        text, builders = BUILDER.subn("", path.read_text(encoding="utf-8"))
        assert builders == 1
        return MARKS.sub("", text)

    made = [path.relative_to(tmp_path / "made") for path in (tmp_path / "made").rglob("*.html")]
    assert len(made) == pages + 1  # and that of what is not found
    assert [path for path in made if page(tmp_path / "made" / path) != page(built / path)] == []
