"""`tarock export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tarock.cli.rights import rights_argument
from tarock.errors import CodexError
from tarock.term import progress, show

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from tarock.codex import Codex
    from tarock.publish.places import Site

EXAMPLES = ("pdf 1840", "pdf 1754 1840 1863 -o books/", "pdf codex -o codex.pdf", "epub")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("form", choices=("pdf", "epub"), help="PDF to print, or EPUB to carry")
    parser.add_argument("names", nargs="*", metavar="SIGLUM|codex", help="a source, or the whole codex (the default)")
    parser.add_argument("-o", "--output", metavar="FILE|DIR", default=".", help="where to (default: this folder)")
    rights_argument(parser)


def run(options: Namespace, codex: Codex) -> int:
    """Write each book and say where it is."""
    from tarock.files import write_bytes
    from tarock.publish.paper.book import CODEX, book_names
    from tarock.publish.paper.files import file_name, made
    from tarock.publish.places import Site

    site = Site(codex, public_domain_only=not options.with_unclear_rights)
    names = list(dict.fromkeys(options.names)) or [CODEX]
    for name in names:
        if name not in book_names(site):
            raise _no_book(site, name, book_names(site))
    output = Path(options.output)
    folder = output.is_dir() or options.output.endswith("/") or len(names) > 1
    written = []
    for name in progress(names, "books"):
        path = output / file_name(name, options.form) if folder else output
        write_bytes(path, made(site, name, options.form))
        written.append(path)
    for path in written:
        show(f"{path} ({path.stat().st_size // 1000} kB)")
    return 0


def _no_book(site: Site, name: str, names: Sequence[str]) -> CodexError:
    if name in site.corpus.sources and site.withheld(name):
        return CodexError(
            f"the text of {name} is left out, because its rights are not clear", "expected --with-unclear-rights"
        )
    return CodexError(f"`{name}` is no book", f"expected {', '.join(names)}")
