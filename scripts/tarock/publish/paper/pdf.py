"""A book as a PDF, set by typst: tagged, with an outline (PDF/UA-1), to be kept (PDF/A-2a), the same bytes each time."""

from __future__ import annotations

import io
import tempfile
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.publish.paper.book import LAYOUT, Writer
from tarock.publish.paper.text import Data

_FONTS = "eb-garamond-latin-*.woff2"
_KEPT = 10  # typst keeps what it made for a document through so many others


def make_pdf_writer(project: Project, layout: Path = LAYOUT) -> Writer:
    """Return the writer of PDFs; raise `CodexError` when the typesetter or the fonts are missing."""
    try:
        import_module("brotli")
        import_module("fontTools.ttLib.woff2")
        typst = import_module("typst")
    except ImportError as error:
        raise CodexError(
            f"a PDF needs typst, fontTools and Brotli ({error})",
            "install them with `pip install 'tarock-codex[site]'`",
        ) from None
    folder = project.root / "docs" / "assets" / "fonts"
    fonts = tuple(sorted(folder.glob(_FONTS)))
    if not fonts:
        raise CodexError(
            "a PDF needs the fonts of the site",
            f"expected a checkout with {_FONTS}",
            file=folder,
        )
    return Writer(lambda book: _write(book, fonts, layout), fonts, f"typst {typst.__version__}")


def _write(book: Data, fonts: tuple[Path, ...], layout: Path) -> bytes:
    import typst  # noqa: PLC0415 - an extra

    with tempfile.TemporaryDirectory() as folder:
        for path in fonts:
            (Path(folder) / f"{path.stem}.ttf").write_bytes(_unpack_font(path))
        try:
            made, warnings = typst.compile_with_warnings(
                str(layout),
                font_paths=[folder],
                ignore_system_fonts=True,
                sys_inputs={"book": msgspec.json.encode(book).decode()},
                pdf_standards=["ua-1", "a-2a"],
                timestamp=datetime.fromisoformat(book["day"]).replace(tzinfo=UTC),
            )
        except typst.TypstError as error:
            raise CodexError(
                "typst cannot set {title}: {message}".format(title=book["title"], message=error.message),
                f"see {layout.name}",
            ) from None
    for _empty in range(_KEPT + 1):  # the largest book takes 1 GB, which the next one has no use for
        typst.compile(b"", ignore_system_fonts=True)
    if warnings or not isinstance(made, bytes):
        raise CodexError(
            "typst warns about {title}: {message}".format(title=book["title"], message=warnings[0].message),
            f"see {layout.name}",
        )
    return made


@cache
def _unpack_font(path: Path) -> bytes:
    """Return a font of the web as typst reads it."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - an extra

    font, unpacked = TTFont(path, recalcTimestamp=False), io.BytesIO()
    font.flavor = None
    font.save(unpacked)
    return unpacked.getvalue()
