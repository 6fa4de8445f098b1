"""The head of a page that stands alone, beside those of MkDocs (`alone.html.j2`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.publish.router import Address


def head(address: Address, url: str) -> dict[str, str]:
    """Its folder below the top of the site, the way back there, and its address on a web site at `url`, if anywhere."""
    folder = address.page.rpartition("/")[0]
    return {
        "folder": folder,
        "top": "../" * (folder.count("/") + 1),
        "canonical": f"{url}{folder}/" if url else "",
    }
