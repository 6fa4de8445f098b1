"""The website: built with MkDocs from the composed docs folder, and served on this machine."""

from __future__ import annotations

import contextlib
import logging
import os
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tarock.errors import CodexError
from tarock.publish.folders import replaced_folder
from tarock.publish.pages import write_pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.codex import Codex

CONFIG = "mkdocs.yml"
_SITE_FILES = ("index.html", "sitemap.xml")  # what tells a built site from someone's folder


def build_site(codex: Codex, output: Path, *, public_domain_only: bool, work: Path | None = None) -> None:
    """Write the pages, build the site from them strictly and put it in `output`, whole or not at all.

    `work` is the folder for what is made on the way (default: the project's build folder).
    Raises `CodexError` when MkDocs is not installed or finds fault, or when `output` is a folder with
    something else in it or cannot be written.
    """
    build, load_config, failures = _mkdocs()
    _require_replaceable(output)
    project = codex.project
    docs = (work or project.build) / "docs"
    write_pages(codex, docs, public_domain_only=public_domain_only)
    with replaced_folder(output) as fresh, _listening() as messages:
        try:
            config = load_config(str(project.root / CONFIG), docs_dir=str(docs), site_dir=str(fresh), strict=True)
            build(config)
        except failures as error:
            said = " / ".join(messages) or str(error)
            raise CodexError(f"MkDocs cannot build the site: {said}", "see mkdocs.yml and docs/") from None
        except OSError as error:
            raise CodexError(
                f"the site cannot be built ({error.strerror})", "expected readable and writable folders",
                file=error.filename or output,
            ) from None  # fmt: skip


def serve_site(output: Path, port: int) -> None:
    """Serve a built site on 127.0.0.1 until interrupted; raises `CodexError` when the port cannot be had."""
    handler = partial(_QuietHandler, directory=str(output))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CodexError(
            f"port {port} cannot be used ({reason})", "expected a free port, such as --port 8001"
        ) from None
    with server:
        print(f"serving {output} at http://127.0.0.1:{server.server_address[1]}/ (Ctrl-C ends)", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


class _QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line per request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


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


def _require_replaceable(output: Path) -> None:
    try:
        if output.exists() and not output.is_dir():
            raise CodexError("is a file", "expected a folder for the site", file=output)
        if output.is_dir() and any(output.iterdir()) and not all((output / name).exists() for name in _SITE_FILES):
            raise CodexError("holds something else", "expected an empty folder, or an earlier site", file=output)
    except OSError as error:
        raise CodexError(
            f"cannot be read ({error.strerror})", "expected a folder that this user may write to", file=output
        ) from None


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
