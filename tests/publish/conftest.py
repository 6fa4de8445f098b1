"""The site of the checkout, made once for all tests of its pages; they only read it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tarock.codex import ComputedCodex
from tarock.publish.pages import compose_pages, list_site_pages
from tarock.publish.places import Site
from tests.conftest import Shared


@pytest.fixture(scope="session")
def site(computed: ComputedCodex) -> Site:
    """The site with every text."""
    return Site(computed)


@pytest.fixture(scope="session")
def composed(measured: ComputedCodex, shared: Shared) -> dict[str, str]:
    """The Markdown of its pages, by path."""
    site = Site(measured)

    def make(folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "pages.json").write_bytes(msgspec.json.encode(compose_pages(site, list_site_pages(site))))

    return msgspec.json.decode((shared("composed", make) / "pages.json").read_bytes(), type=dict[str, str])
