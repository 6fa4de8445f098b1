"""The site does not hang on one builder: MkDocs by itself and a fork of it make the same files, byte for byte.

`tarock site build` is MkDocs, and `test_copies.py` has what MkDocs by itself asks first; so a usual run builds by the
fork only, `TAROCK_EVERY=1` by both. What is written beside the pages when the builder is done, short addresses and what
one takes away, passes through no builder: it is taken from our site.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conftest import EVERY, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project


BUILDERS = [("properdocs", "built", "1"), ("mkdocs", "built_public", "0")]
# Run as `python -c BUILD BUILDER OURS build …`.
BUILD = """
import runpy, sys
from pathlib import Path
import tarock.publish.site as site

def taken(_site, folder):
    for path in (path for name in ("c", "k", "files") for path in (ours / name).rglob("*.*") if path.is_file()):
        place = folder / path.relative_to(ours)
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            place.hardlink_to(path)

builder, ours = sys.argv[1], Path(sys.argv[2])
del sys.argv[1:3]
site.write_addresses, site.write_files = taken, lambda *_: None
runpy.run_module(builder, run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(("builder", "site", "rights"), BUILDERS if EVERY == 1 else BUILDERS[:1])
def test_it_builds_the_same_site(
    builder: str, site: str, rights: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    expected = request.getfixturevalue(site)
    made = tmp_path / "made"
    done = subprocess.run(
        [sys.executable, "-c", BUILD, builder, str(expected), "build", "-d", str(made)], cwd=ROOT, check=False,
        capture_output=True, text=True, env={**os.environ, "TAROCK_OWN": rights},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr

    def files(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    ours, its = files(expected), files(made)
    assert sorted(its) == sorted(ours)
    assert [name for name in ours if its[name] != ours[name]] == []


def test_of_a_project_that_does_not_hold_mkdocs_builds_nothing(codex: Project, tmp_path: Path) -> None:
    text = (codex.rules / "1863" / "deal.yaml").read_text(encoding="utf-8")
    (codex.rules / "1863" / "deal.yaml").write_text(
        text.replace('ref: "1863:2"', 'ref: "1863:99"', 1), encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-d", str(tmp_path / "made")],
        cwd=codex.root, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "1863:99" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "made").exists()
