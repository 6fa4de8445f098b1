"""What search engines read: the list of pages and the rules for robots, both only where the site has an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.publish.environment import environment

if TYPE_CHECKING:
    from pathlib import Path

_APART = "404.html"


def write_sitemap(site: Path, address: str) -> None:
    """Write `sitemap.xml` and `robots.txt` for a site at `address`; without one, leave neither.

    Listed is every page whose address names no version: those of a version stay findable from them.
    """
    for name in ("sitemap.xml", "sitemap.xml.gz"):  # MkDocs lists neither short addresses nor, without address, any
        (site / name).unlink(missing_ok=True)
    if not address:
        return
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    listed = [page.removesuffix("index.html") for page in pages if "@" not in page and page != _APART]
    for name in ("sitemap.xml", "robots.txt"):
        text = environment().get_template(f"{name}.html.j2").render(address=address, pages=listed)
        (site / name).write_text(text, encoding="utf-8")
