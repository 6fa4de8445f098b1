"""The website: built with MkDocs from the composed docs folder."""

from __future__ import annotations

import contextlib
import logging
import os
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tarock.base.errors import CodexError
from tarock.publish.at_once import beside
from tarock.publish.configuration import CONFIG
from tarock.publish.data_files import write_data
from tarock.publish.folders import replaced_folder
from tarock.publish.indentation import take_indentation
from tarock.publish.pages import write_pages
from tarock.publish.paper.files import write_files
from tarock.publish.places import Site
from tarock.publish.redirects import write_redirects
from tarock.publish.short_addresses import write_addresses
from tarock.publish.sitemap import write_sitemap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tarock.proof.codex import Codex


def build_site(codex: Codex, output: Path, *, public_domain_only: bool) -> None:
    """Write the pages, build the site from them strictly and put it in `output`, whole or not at all.

    Nothing else is written where nothing has been built, so that a project that cannot be written has a site too.
    Raises `CodexError` when MkDocs is not installed or finds fault, or when `output` is a folder with
    something else in it or cannot be written.
    """
    build, load_config, failures = _mkdocs()
    from tarock.publish.blocks import MadeBlocks
    from tarock.publish.compiled import keep_compiled

    with replaced_folder(output) as fresh, _listening() as messages:
        work = fresh.parent
        try:
            site = Site(codex, public_domain_only)
            with (
                beside(partial(_write_beside, site, work / "beside")),
                beside(partial(write_files, site, work / "books")),
            ):
                write_pages(site, work)
                config = load_config(str(work / CONFIG), site_dir=str(fresh), strict=True)
                config["markdown_extensions"].append(MadeBlocks())
                theme: Any = keep_compiled(config["theme"].get_env())
                config["theme"].get_env = lambda: theme
                theme.list_templates = partial(_theme_files, config["theme"].dirs)
                build(config)
            take_indentation(fresh)
            for made in ("beside", "books"):
                _merge(work / made, fresh)
            write_sitemap(fresh, site.publication.url)  # before the pages at old addresses: they are not listed
            write_redirects(codex.project, fresh, site.publication.url)
        except failures as error:
            said = " / ".join(messages) or str(error)
            raise CodexError(
                f"MkDocs cannot build the site: {said}", "see mkdocs.yml and the pages in build/docs"
            ) from None
        except OSError as error:
            raise CodexError(
                f"the site cannot be built ({error.strerror})", "expected readable and writable folders",
                file=error.filename or output,
            ) from None  # fmt: skip


def _write_beside(site: Site, folder: Path) -> None:
    """Write what MkDocs has no part in."""
    write_addresses(site, folder)
    write_data(site, folder)


def _theme_files(folders: list[str], _extensions: None = None, filter_func: Callable[[str], bool] = bool) -> list[str]:
    """The files of a theme without its 11,000 icons, which MkDocs would look for and leave out one by one."""
    found: set[str] = set()
    for folder in folders:
        for inside, inner, files in os.walk(folder):
            inner[:] = [name for name in inner if not name.startswith(".")]
            found.update(os.path.relpath(os.path.join(inside, name), folder).replace(os.sep, "/") for name in files)  # noqa: PTH118
    return sorted(filter(filter_func, found))


def _merge(source: Path, target: Path) -> None:
    """Move what is in `source` to `target`; a folder that is in both gets both contents."""
    for entry in source.iterdir():
        place = target / entry.name
        if place.is_dir():
            _merge(entry, place)
        else:
            entry.rename(place)


def _mkdocs() -> tuple[Any, Any, tuple[type[BaseException], ...]]:
    os.environ["NO_MKDOCS_2_WARNING"] = "true"  # the theme's notice about another program
    try:
        import_module("material.templates")
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import Abort, MkDocsException
    except ImportError as error:
        raise CodexError(
            f"the website needs MkDocs and its theme ({error})",
            "install them with `pip install -e '.[site]'`",
        ) from None
    return build, load_config, (MkDocsException, Abort)


@contextlib.contextmanager
def _listening() -> Iterator[list[str]]:
    """Collect what MkDocs warns of instead of printing it."""
    messages: list[str] = []

    class Collector(logging.Handler):
        """Keeps warnings and errors."""

        def emit(self, record: logging.LogRecord) -> None:
            """Keep one message."""
            messages.append(record.getMessage())

    logger = logging.getLogger("mkdocs")
    collector = Collector(logging.WARNING)
    propagate = logger.propagate
    logger.addHandler(collector)
    logger.propagate = False
    try:
        yield messages
    finally:
        logger.removeHandler(collector)
        logger.propagate = propagate
