"""The files that the site offers to take away: books, what programs of others read, the wheel; and their checksums."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tarock.base.files import write_bytes
from tarock.publish.export.content import Content
from tarock.publish.export.files import FORMATS, made
from tarock.publish.paper import files as books
from tarock.publish.router import Router
from tarock.publish.wheel import NAME, offers_wheel, wheel

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.publish.places import Site


def write_files(site: Site, folder: Path) -> None:
    """Write every file that the site offers where it is below `folder`."""
    books.write_files(site, folder)
    content = Content(site)
    for form in FORMATS:
        for name, data in made(content, form).items():
            write_bytes(folder / Router.file(name).path, data)
    if offers_wheel(site):
        write_bytes(folder / Router.file(NAME).path, wheel(site.codex.project))


def write_checksums(folder: Path) -> None:
    """Write the checksum of everything that can be taken away, by its path on the site, as `sha256sum -c` reads it."""
    files = (path for name in ("data", "files") for path in sorted((folder / name).rglob("*")))
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in files
        if path.is_file() and path.suffix != ".html"
    ]
    write_bytes(folder / Router.checksums.path, "".join(lines).encode())
