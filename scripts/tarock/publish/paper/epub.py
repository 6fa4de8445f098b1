"""A book as an EPUB 3: pages from templates in an archive that is the same bytes each time."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec

from tarock.base.i18n import translate_text
from tarock.base.project import Project
from tarock.base.structs import Frozen
from tarock.publish.environment import get_environment, list_template_files
from tarock.publish.paper.book import LAYOUT, Writer
from tarock.publish.paper.text import Data, iterate_parts

_PREFIX = "epub-"  # of its templates
_LONG = 60  # blocks after which a source goes on in a new file at the next heading
_TIME = (1980, 1, 1, 0, 0, 0)  # of every file in the archive; the first that it can hold
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def make_epub_writer(_project: Project) -> Writer:
    """Return the writer of EPUBs."""
    import jinja2  # noqa: PLC0415 - an extra

    return Writer(
        _write,
        (*list_template_files(_PREFIX), Path(__file__).parents[1] / "environment.py"),
        f"Jinja {jinja2.__version__}",
    )


class _Page(Frozen):
    """A page: its name in the archive, its template, its values, and the places on it for the contents."""

    name: str
    title: str
    template: str
    view: Any
    places: list[tuple[str, str]] = msgspec.field(default_factory=list)  # words and anchor


def _write(book: Data) -> bytes:
    pages = list(_make_pages(book))
    texts = [page for page in pages if page.template == "text.xhtml"]
    where = {block["anchor"]: page.name for page in texts for block in page.view["blocks"]}

    def href(ref: str, name: str) -> str:
        """Return the way from the page `name` to a passage; an empty string when the book has it not."""
        if ref not in where:
            return ""
        return f"#{make_anchor(ref)}" if where[ref] == name else f"{where[ref]}#{make_anchor(ref)}"

    breaks = [
        (page.name, number, page.view["chapter"]) for page in texts for number in _list_breaks(page.view["blocks"])
    ]
    numbers = {note["id"]: f"H{number}" for number, note in enumerate(book["history"], 1)}
    shared = {
        "book": book,
        "href": href,
        "anchor": make_anchor,
        "pages": pages,
        "history": numbers,
        "breaks": [(name, number) for name, number, _chapter in breaks],
        "paged": list(dict.fromkeys(f"{chapter['title']} ({chapter['year']})" for _name, _number, chapter in breaks)),
        "uuid": uuid5(NAMESPACE_URL, book["hash"]),
    }

    def text(template: str, **values: Any) -> str:
        return get_environment().get_template(f"{_PREFIX}{template}.j2").render(**shared, **values)

    files = {
        "META-INF/container.xml": text("container.xml"),
        **{f"EPUB/{name}": text(name) for name in ("package.opf", "nav.xhtml", "style.css", "cover.svg")},
        **{f"EPUB/{page.name}": text(page.template, page=page, view=page.view) for page in pages},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        _add(archive, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, content in files.items():
            _add(archive, name, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: str, compression: int) -> None:
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type, info.create_system, info.external_attr = compression, 3, 0o644 << 16
    archive.writestr(info, content.encode("utf-8"), compresslevel=9)


def make_anchor(ref: str) -> str:
    """Return a reference as an id of XML, which has no colon and begins with a letter."""
    return "p-" + _UNSAFE.sub("-", ref)


def _make_pages(book: Data) -> Iterator[_Page]:
    yield _Page("title.xhtml", book["title"], "title.xhtml", book)
    for chapter in book["chapters"]:
        siglum = chapter["siglum"]
        yield _Page(f"{siglum}.xhtml", f"{chapter['title']} ({chapter['year']})", "source.xhtml", chapter)
        for number, blocks in enumerate(_split_portions(chapter["blocks"]), 1):
            called = {
                number for part in iterate_parts(blocks) for number in (*part.get("notes", ()), part.get("note", ""))
            }
            notes = [note for note in chapter["notes"] if note["number"] in called]
            doubts = [doubt for doubt in chapter["doubts"] if doubt["number"] in called]
            view = {"chapter": chapter, "blocks": blocks, "notes": notes, "doubts": doubts}
            yield _Page(f"{siglum}-{number}.xhtml", "", "text.xhtml", view, _list_headings(blocks))
    for kind, name in (("topics", "rules"), ("games", "game"), ("verdicts", "verdicts")):
        for number, view in enumerate(book[kind], 1):
            yield _Page(f"{name}-{number}.xhtml", view["title"], f"{name}.xhtml", view)
    for kind, title in (
        ("history", translate_text("Historical notes", LAYOUT.name)),
        ("terms", translate_text("Glossary", LAYOUT.name)),
    ):
        if book[kind]:
            yield _Page(f"{kind}.xhtml", title, f"{kind}.xhtml", book[kind])


def _split_portions(blocks: list[Data]) -> Iterator[list[Data]]:
    """Cut the blocks of a source into files of a size that a small device can page through."""
    starts = [0]
    for index, (before, block) in enumerate(pairwise(blocks), 1):
        opens = block.get("opens") or (block["kind"] == "heading" != before["kind"])
        if opens and index - starts[-1] >= _LONG:
            starts.append(index)
    for start, stop in pairwise([*starts, len(blocks)]):
        yield blocks[start:stop]


def _list_headings(blocks: Iterable[Data]) -> list[tuple[str, str]]:
    """Return the entries of the contents: the headings above those of single sections, and the games."""
    return [
        (
            _write_plain(block["german"] if block["kind"] == "heading" else chain(*block["german"][:1]))
            or block["opens"],
            block["anchor"],
        )
        for block in blocks
        if block.get("opens") or block.get("level", 9) <= 3
    ]


def _list_breaks(blocks: Iterable[Data]) -> list[str]:
    """Return the numbers of the printed pages that begin in the German of some blocks."""
    return [part["page"] for part in iterate_parts(blocks) if part.get("kind") == "page"]


def _write_plain(line: Iterable[Data]) -> str:
    return "".join(part.get("text", "") or _write_plain(part.get("inside", ())) for part in line)
