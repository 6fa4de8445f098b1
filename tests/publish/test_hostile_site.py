"""A whole site from hostile data: titles, labels, reasons, claims. Whatever they hold stays text on every page.

It is built from a checkout that is only read, in which nothing has been built, at a place with spaces and umlauts.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from tarock.publish.site import build_site
from tarock.publish.views.short_pages import key_pages, short_pages
from tests.conftest import EVERY, LINKED, copy_data
from tests.helpers import emend, like, replace_once, sources_file
from tests.publish.markup import HOSTILE, Elements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tarock.base.project import Project
    from tarock.proof.codex import Codex

WRITTEN = HOSTILE.replace('"', '\\"')


def _poisoned(project: Project, computed: Codex) -> Codex:
    """A codex whose every free text is hostile."""
    sources = sources_file(project)
    replace_once(sources, "short_title: Taroc-Spiele, Leipzig 1754", f'short_title: "{WRITTEN}"')
    replace_once(sources, "name: Taroc-Spiele", f'name: "{WRITTEN}"')
    replace_once(sources, 'title: "§§ 11–19 Dealing"', f'title: "{WRITTEN}"')
    replace_once(sources, "statement: text of 1754, in the public domain by age", f'statement: "{WRITTEN}"')
    emend(project, "1754:1", "Desgleichen", "Ebenso")
    path = project.corpus / "emendations" / "1754.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("made up", f'"{WRITTEN}"'), encoding="utf-8")
    codex = like(computed, project)
    words = {"says": HOSTILE, "note": HOSTILE, "known": HOSTILE, "quote": HOSTILE}
    claims = [replace(checked, claim=replace(checked.claim, **words)) for checked in computed.checked_claims]
    by_name = {
        name: msgspec.structs.replace(topic, title=HOSTILE, about=HOSTILE)
        for name, topic in computed.topics.by_name.items()
    }
    codex.__dict__.update(
        checked_claims=claims,
        topics=replace(computed.topics, by_name=by_name),
        game_reports=[replace(report, title=HOSTILE) for report in computed.game_reports],
    )
    return codex


def _times(root: Path) -> dict[Path, int]:
    """When each file of a copy was changed last, those that it shares with the checkout too."""
    found = (path for place in (root, *(root / name for name in LINKED)) for path in place.rglob("*"))
    return {path: path.stat().st_mtime_ns * path.is_file() for path in found if "__pycache__" not in path.parts}


@pytest.fixture
def few_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the short addresses one in so many: of each kind there are hundreds, from one template."""
    for pages in (short_pages, key_pages):
        monkeypatch.setattr(f"tarock.publish.static_files.{pages.__name__}", partial(_few, pages))


def _few(pages: Callable[..., Iterator[object]], *of: object) -> Iterator[object]:
    return islice(pages(*of), 0, None, EVERY)


@pytest.mark.usefixtures("no_books", "few_addresses")
def test_no_page_has_markup_from_the_data_and_nothing_is_written_beside_them(computed: Codex, tmp_path: Path) -> None:
    output = tmp_path / "Seiten für Füchse"
    codex = _poisoned(copy_data(tmp_path / "Tarock für Füchse"), computed)
    before = _times(codex.project.root)
    build_site(codex, output, public_domain_only=False)
    assert _times(codex.project.root) == before
    pages = {path.relative_to(output).as_posix(): path.read_text(encoding="utf-8") for path in output.rglob("*.html")}
    of_it = ("onclick", "bold", "javascript:alert")  # one of which is on a page that has any of it
    built = {name: Elements(text) for name, text in pages.items() if any(part in text for part in of_it)}
    for name, elements in built.items():
        for tag, values, text in elements.found:
            assert values.get("onclick") != "x", name
            assert not values.get("href", "").startswith("javascript:alert"), name
            ours = tag == "b" and values.get("lang") == "de"  # a word form: 1945 has an "a" in "Vis-a-vis"
            marked = tag in ("b", "em", "strong", "code") and not ours
            assert not marked or "".join(text) not in ("bold", "a", "b", "code"), name
    assert HOSTILE in built["sources/1840/geben.html"].texts("h1")
    assert HOSTILE in built["sources/index.html"].texts("h2")
    assert HOSTILE in built["emendations.html"].texts("span", class_="apparatus__reason")
