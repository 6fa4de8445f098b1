"""Pages that moved: at each address that was published and is left, a page that leads to the new one."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.publication import load_redirects
from tarock.publish.environment import environment

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project


class _Moved(Value):
    """What the page at the old address shows."""

    target: str
    top: str
    canonical: str


def write_redirects(project: Project, site: Path, address: str) -> None:
    """Write a page for each old address of `redirects.yaml` into the built site, which is at `address`, if anywhere.

    Raises `CodexError` for an old address that is a page, or for a new one that is none.
    """
    document, moved = load_redirects(project)
    template = environment().get_template("moved.html.j2")
    pages = {old: site / old for old in moved}
    for old, new in moved.items():
        target = new.partition("#")[0]
        if not old.endswith(".html") or pages[old].exists():
            raise document.error(f"`{old}` is a page, or none that a site can have", "expected a page that moved", old)
        if target in moved or not (site / target).is_file():
            raise document.error(f"`{target}` is no page of the site", "expected where the page is now", old)
    for old, new in moved.items():
        folder = posixpath.dirname(old)
        pages[old].parent.mkdir(parents=True, exist_ok=True)
        view = _Moved(
            posixpath.relpath(new, folder or "."),
            "../" * len(folder.split("/")) if folder else "",
            f"{address}{new}" if address else "",
        )
        pages[old].write_text(template.render(view=view), encoding="utf-8")
