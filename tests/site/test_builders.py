"""The site does not hang on one builder: MkDocs by itself and a fork of it make the same files, byte for byte.

A usual run has both build a few pages of different kinds, in both languages; `TAROCK_EVERY=1` has each build all of
them, which are then those of `tarock site build`. What is written beside the pages when the builder is done, short
addresses and what one takes away, passes through no builder: it is left out, or taken from our site.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tarock.base.project import Project
from tests.conftest import ROOT, thorough

pytestmark = pytest.mark.slow


FEW = ("index.md", "about.md", "sources/1840/geben.md", "rules/deal.md", "games/m1.md", "glossary/a.md", "changelog.md")
# Run as `python -c BUILD BUILDER PAGES OURS build …`; without pages all, and what is beside them out of `OURS`.
BUILD = """
import runpy, sys
from pathlib import Path
import tarock.publish.site as site

def chosen(found):
    return lambda of: [page for page in found(of) if page.address.page in pages]

def taken(_site, folder):
    for path in (path for name in ("c", "m") for path in (ours / name).rglob("*.*") if path.is_file()):
        place = folder / path.relative_to(ours)
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            place.hardlink_to(path)

builder, pages, ours = sys.argv[1], sys.argv[2].split(), Path(sys.argv[3])
del sys.argv[1:4]
site.write_addresses, site.write_release = taken, lambda *_: None
if pages:
    site.list_site_pages, site.list_translated_pages = chosen(site.list_site_pages), chosen(site.list_translated_pages)
    site.write_addresses = site.write_data = site.make_script_data = site.translate_scripts = lambda *_: {}
runpy.run_module(builder, run_name="__main__", alter_sys=True)
"""


def build(builder: str, made: Path, rights: str, pages: tuple[str, ...] = (), ours: str = "") -> dict[str, bytes]:
    lenient = ["--no-strict"] * bool(pages)  # of the links of a few pages most lead to others
    done = subprocess.run(
        [sys.executable, "-c", BUILD, builder, " ".join(pages), ours, "build", *lenient, "-d", str(made)], cwd=ROOT,
        check=False, capture_output=True, text=True, env={**os.environ, "TAROCK_OWN": rights},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return files(made)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_fork_makes_the_same_pages(tmp_path: Path) -> None:
    ours, its = (build(builder, tmp_path / builder, "1", FEW) for builder in ("mkdocs", "properdocs"))
    assert {f"{folder}{page[:-3]}.html" for folder in ("", "de/") for page in FEW} - ours.keys() == {
        "de/changelog.html"
    }
    assert sorted(its) == sorted(ours)
    assert [name for name in ours if its[name] != ours[name]] == []


@thorough
@pytest.mark.parametrize(("builder", "site", "rights"), [("properdocs", "built", "1"), ("mkdocs", "built_public", "0")])
def test_it_builds_the_same_site(
    builder: str, site: str, rights: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    expected = request.getfixturevalue(site)
    ours, its = files(expected), build(builder, tmp_path / "made", rights, ours=str(expected))
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
