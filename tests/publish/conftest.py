"""The site of the checkout, made once for all tests of its pages; they only read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tarock.publish.pages import compose_pages, site_pages
from tarock.publish.places import Site

if TYPE_CHECKING:
    from tarock.proof.codex import Codex


@pytest.fixture(scope="session")
def site(computed: Codex) -> Site:
    """The site with every text."""
    return Site(computed)


@pytest.fixture(scope="session")
def composed(site: Site) -> dict[str, str]:
    """The Markdown of its pages, by path."""
    return compose_pages(site, site_pages(site))
