"""The data behind the pages, as files of the site: the same that the packages hold, below `data/`."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from tarock.corpus.sources import LEFT_OUT
from tarock.proof.release import copy_data, files_of_text
from tarock.publish.router import Router

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tarock.publish.places import Site

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest day that an archive knows: the same bytes each time


def data_files(site: Site, patterns: Iterable[str]) -> list[str]:
    """The files of the project that match patterns and that this site has, sorted within each pattern."""
    root, patterns = site.codex.project.root, list(patterns)
    sources = site.corpus.sources.values()
    absent = [root / name for source in sources if site.withheld(source.siglum) for name in files_of_text(source)]
    found = (path for pattern in patterns for path in sorted(root.glob(pattern)))
    there = [path.relative_to(root) for path in found if not any(path.is_relative_to(name) for name in absent)]
    written = (site.codex.project.sources / LEFT_OUT).relative_to(root)  # with the copy: see `copy_data`
    if site.public_domain_only and any(map(written.match, patterns)):
        there.append(written)
    return list(dict.fromkeys(path.as_posix() for path in there))


def write_data(site: Site, folder: Path) -> None:
    """Copy the data below `folder`, and pack all of it into one archive; withheld texts stay out of both."""
    target = folder / Router.data("").path
    copy_data(site.codex.project.root, target, with_unclear_rights=not site.public_domain_only)
    with zipfile.ZipFile(folder / Router.all_data.path, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(target.rglob("*")):
            if path.is_file() and path.suffix != ".zip":
                entry = zipfile.ZipInfo(f"tarock-codex/{path.relative_to(target).as_posix()}", _EPOCH)
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
