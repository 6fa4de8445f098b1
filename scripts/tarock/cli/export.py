"""`tarock export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.terminal import complain, progress, show
from tarock.cli.rights import rights_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from tarock.proof.codex import Codex
    from tarock.publish.places import Site

EXAMPLES = ("pdf 1840", "pdf 1754 1840 1863 -o books", "pdf codex -o codex.pdf", "epub")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("form", choices=("pdf", "epub"), metavar="pdf|epub", help="PDF to print, or EPUB to carry")
    parser.add_argument(
        "names", nargs="*", default=[], metavar="SIGLUM|codex", help="a source, or the whole codex (the default)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE|DIR",
        default=".",
        help="the file of one book, with the ending of its form; a name without ending is a folder (default: this one)",
    )
    rights_argument(parser)


def run(options: Namespace, codex: Codex) -> int:
    """Write each book and say where it is."""
    from tarock.base.files import write_bytes
    from tarock.publish.paper.book import CODEX, book_names, left_out
    from tarock.publish.paper.files import file_name, made
    from tarock.publish.places import Site

    site = Site(codex, public_domain_only=not options.with_unclear_rights)
    names = list(dict.fromkeys(options.names)) or [CODEX]
    for name in names:
        if name not in book_names(site):
            raise _no_book(site, name, book_names(site))
    files = _files(options.output, options.form, {name: file_name(name, options.form) for name in names})
    for name, path in progress([*files.items()], "books"):
        write_bytes(path, made(site, name, options.form))
    for path in files.values():
        show(f"{path} ({path.stat().st_size // 1000} kB)")
    for year in dict.fromkeys(year for name in names for year in left_out(site, name)):
        complain(f"the text of {year} is left out, because its rights are not clear")
    return 0


def _files(output: str, form: str, names: dict[str, str]) -> dict[str, Path]:
    """Where each book goes, by its name; `names` are those of its file in a folder."""
    path = Path(output)
    if output == "-":
        raise CodexError("a book does not go to standard output", "expected the name of a file or folder after -o")
    if path.is_dir() or output.endswith("/") or not (path.suffix or path.exists()):
        return {name: path / file for name, file in names.items()}
    if path.suffix != f".{form}":
        raise CodexError(f"does not end in .{form}", "expected a name that does, or that of a folder", file=output)
    if len(names) > 1:
        raise CodexError(f"{len(names)} books do not go into one file", "expected the name of a folder", file=output)
    return dict.fromkeys(names, path)


def _no_book(site: Site, name: str, names: Sequence[str]) -> CodexError:
    if name in site.corpus.sources and site.withheld(name):
        return CodexError(
            f"the text of {name} is left out, because its rights are not clear", "expected --with-unclear-rights"
        )
    return CodexError(f"`{name}` is no book", f"expected {', '.join(names)}")
