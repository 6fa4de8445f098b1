"""The catalogues from which the program speaks other languages than English, compiled to what `gettext` reads."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.language import ENGLISH, LANGUAGES, compiled_path, worded

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project

FILES = ("program", "wording", "data")  # what commands say; the other files are those of the pages
_MAGIC, _HEADER = 0x950412DE, 28


def compiled_files(project: Project) -> dict[Path, bytes]:
    """The compiled catalogue of each language of a checkout; none where there are no catalogues, or no Babel."""
    folder = project.root / "scripts" / "tarock" / "locale"
    try:
        import babel  # noqa: F401 - of the extra `site`
    except ImportError:
        return {}
    return {
        compiled_path(language, folder): compile_catalogues(language, folder)
        for language in LANGUAGES
        if language != ENGLISH and (folder / language).is_dir()
    }


def compile_catalogues(language: str, folder: Path) -> bytes:
    """The catalogues of a language as one file; raises `CodexError` for an entry that is not whole or there twice."""
    from babel.messages.pofile import read_po

    entries = {"": ""}
    for name in FILES:
        path = folder / language / f"{name}.po"
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        entries[""] = (
            "Content-Type: text/plain; charset=UTF-8\n"
            f"Plural-Forms: nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};\n"
        )
        for message in catalogue:
            if not message.id:
                continue
            plural = isinstance(message.id, tuple)
            key = f"{message.context}\x04{message.id[0] if plural else message.id}"
            strings = [str(text) for text in (message.string if plural else [message.string]) if text]  # type: ignore[union-attr]
            whole = (
                len(strings) == (catalogue.num_plurals if plural else 1) and not message.fuzzy and key not in entries
            )
            if not whole:
                what = worded("`{text}` is fuzzy, there twice or not translated", text=key.partition("\x04")[2])
                expected = worded("expected one {language} text", language=language)
                raise CodexError(what, expected, file=path, line=message.lineno)
            entries[f"{message.context}\x04" + "\0".join(message.id) if plural else key] = "\0".join(strings)
    return _packed(entries)


def _packed(entries: dict[str, str]) -> bytes:
    """Texts by their keys in the format of `gettext`: tables of lengths and places, then keys and texts."""
    pairs = sorted((key.encode(), text.encode()) for key, text in entries.items())
    count, tables, packed = len(pairs), [], b""
    start = _HEADER + 16 * count
    for side in (0, 1):
        for pair in pairs:
            tables += [len(pair[side]), start + len(packed)]
            packed += pair[side] + b"\0"
    header = (_MAGIC, 0, count, _HEADER, _HEADER + 8 * count, 0, start)
    return struct.pack(f"<{len(header) + len(tables)}I", *header, *tables) + packed
