"""The command that writes files to take away: books, and what programs of others read."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from tarock.base.errors import CodexError, list_or
from tarock.base.files import has_content, require_replaceable, write_set
from tarock.base.project import Project
from tarock.base.terminal import print_error, show, show_json, show_progress
from tarock.base.wording import write_message
from tarock.cli import add_json_argument, add_own_argument, require_no_input
from tarock.codex import ComputedCodex
from tarock.corpus.publication import ExportedFile, ExportJson
from tarock.publish.export.content import Content
from tarock.publish.export.format import WHOLE, Format
from tarock.publish.export.registry import FORMATS
from tarock.publish.folders import replace_folder, require_own, write_manifest
from tarock.publish.places import Site

_BOOKS: tuple[Literal["pdf", "epub"], ...] = ("pdf", "epub")


def add_export_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock export`."""
    forms = (*_BOOKS, *FORMATS)
    told = "; ".join(f"{form.name}: {form.about}" for form in FORMATS.values())
    parser.add_argument(
        "form",
        choices=forms,
        metavar="|".join(forms),
        help=f"pdf: a book to print; epub: a book to carry; {told}",
    )
    parser.add_argument(
        "names",
        nargs="*",
        default=[],
        metavar="SIGLUM|codex",
        help="as pdf or tei a source (default of tei: each); else the whole codex (the default)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE|DIR",
        default=".",
        help=(
            "the file, if it is one, with the ending of its form (of csv .zip); a name without ending is a folder "
            "(default: this one)"
        ),
    )
    add_own_argument(parser)
    add_json_argument(parser)
    parser.set_defaults(
        run=export,
        examples=(
            "pdf 1840", "pdf 1754 1840 1863 -o books", "pdf codex -o codex.pdf", "epub", "tei 1840 -o 1840.xml",
            "csv -o tables", "csv -o tables.zip", "xlsx", "sqlite -o tarock.sqlite", "jsonl",
            "bib -o tarock.bib --json",
        ),
    )  # fmt: skip


def export(options: Namespace, project: Project) -> int:
    """Write the files of a format, and print where they are and what is left out; return the exit status."""
    codex = ComputedCodex(project)

    site = Site(codex, public_domain_only=options.public_domain_only)
    if options.output == "-":
        raise CodexError(
            "a book does not go to standard output"
            if options.form in _BOOKS
            else "a file does not go to standard output",
            "expected the name of a file or folder after -o",
        )
    require_no_input(project, options.output)
    names = list(dict.fromkeys(options.names))
    if options.form in _BOOKS:
        written, absent = _write_books(site, options.form, names, options.output)
    else:
        written, absent = _write_files(site, FORMATS[options.form], names, options.output)
    if options.json:
        files = [ExportedFile(str(path), len(data), hashlib.sha256(data).hexdigest()) for path, data in written.items()]
        show_json(ExportJson(files, absent))
    else:
        for path, data in written.items():
            show(f"{path} ({len(data) // 1000} kB)")
    for phrase in absent:
        print_error(phrase)
    return 0


def _write_books(
    site: Site, form: Literal["pdf", "epub"], names: Sequence[str], output: str
) -> tuple[dict[Path, bytes], list[str]]:
    """Write each book; return the files and a phrase for each text left out."""
    from tarock.publish.paper.book import find_left_out, list_book_names  # noqa: PLC0415 - an extra
    from tarock.publish.paper.files import get_book, make_file_name  # noqa: PLC0415 - an extra

    names = names or [WHOLE]
    for name in names:
        if name not in list_book_names(site):
            raise _make_unknown_error(site, name, f"unknown book `{name}`", list_book_names(site))
    files = _choose_paths(
        output,
        [f".{form}"],
        {name: make_file_name(name, form) for name in names},
        "{count} books do not go into one file",
    )
    written = {path: get_book(site, name, form) for name, path in show_progress([*files.items()], "books")}
    write_set(written, Path(output))
    years = dict.fromkeys(year for name in names for year in find_left_out(site, name))
    return written, [write_message("export.withheld", siglum=year) for year in years]


def _write_files(site: Site, form: Format, names: Sequence[str], output: str) -> tuple[dict[Path, bytes], list[str]]:
    """Write the files of a format; return them and a phrase for each text left out."""
    content = Content(site)
    known = form.parts(content)
    for name in names:
        if name not in known:
            raise _make_unknown_error(site, name, f"{form.name} has no file for `{name}`", known)
    ending, absent = Path(output).suffix, form.absences(content, names)
    if form.unpack and ending not in form.endings:
        return _write_folder(form, form.unpack(content), output), absent
    files: dict[str, bytes] = {}
    for part in show_progress(names or known, "files"):
        files |= form.files(content, [part])
    if ending in form.endings:
        files = {name: data for name, data in files.items() if name.endswith(ending)}
    places = _choose_paths(
        output, form.endings, {name: name for name in files}, "{count} files do not go into one file"
    )
    written = {places[name]: data for name, data in files.items()}
    write_set(written, Path(output))
    return written, absent


def _write_folder(form: Format, files: Mapping[str, bytes], output: str) -> dict[Path, bytes]:
    """Write files into a new folder; raise `CodexError` where one of that name has other files."""
    path = Path(output)
    if path.suffix and not path.is_dir() and not output.endswith("/"):
        expected = "expected a name that does, or that of a folder"
        raise CodexError(f"does not end in {list_or(form.endings)}", expected, file=output)
    folder = path / form.stem
    written = {folder / name: data for name, data in files.items()}
    require_own(folder)
    require_replaceable(written)
    if not all(has_content(place, data) for place, data in written.items()):
        with replace_folder(folder) as fresh:
            for name, data in files.items():
                (fresh / name).write_bytes(data)
            write_manifest(fresh)
    return written


def _choose_paths(output: str, endings: Sequence[str], names: Mapping[str, str], too_many: str) -> dict[str, Path]:
    """Return the path to write for each name; `names` are the file names within a folder.

    Raises `CodexError` where one path is given for several files.
    """
    path = Path(output)
    if path.is_dir() or output.endswith("/") or not (path.suffix or path.exists()):
        return {name: path / file for name, file in names.items()}
    if path.suffix not in endings:
        expected = "expected a name that does, or that of a folder"
        raise CodexError(f"does not end in {list_or(endings)}", expected, file=output)
    if len(names) > 1:
        raise CodexError(
            too_many.format(count=len(names)),
            "expected the name of a folder",
            file=output,
        )
    return dict.fromkeys(names, path)


def _make_unknown_error(site: Site, name: str, what: str, names: Iterable[str]) -> CodexError:
    if name in site.corpus.sources and (site.withheld(name) or name in site.corpus.left_out):
        return CodexError(
            write_message("export.withheld", siglum=name),
            "use --own to include texts that may not be published",
        )
    return CodexError(what, "expected {known}".format(known=", ".join(names)))
