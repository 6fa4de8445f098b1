"""The catalogues from which the program speaks other languages than English, compiled to what `gettext` reads."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.language import ENGLISH, compiled_path, languages

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project

FILES = ("program", "wording", "data")  # what commands say; the other files are those of the pages


def compiled_files(project: Project) -> dict[Path, bytes]:
    """The compiled catalogue of each language of a checkout; none where there are no catalogues, or no Babel."""
    folder = project.root / "scripts" / "tarock" / "locale"
    try:
        import babel  # noqa: F401 - of the extra `site`
    except ImportError:
        return {}
    return {
        compiled_path(language, folder): compile_catalogues(language, folder)
        for language in languages()
        if language != ENGLISH and (folder / language).is_dir()
    }


def compile_catalogues(language: str, folder: Path) -> bytes:
    """The catalogues of a language as one file; raises `CodexError` for an entry that is not whole or there twice."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    class Undated(Catalog):
        """One whose head says only what a reader of it needs, so that the file is the same whenever it is made."""

        @property
        def mime_headers(self) -> list[tuple[str, str]]:
            """What stands at its head."""
            return [("Content-Type", "text/plain; charset=utf-8"), ("Plural-Forms", self.plural_forms)]

    whole = Undated(language)
    for name in FILES:
        path = folder / language / f"{name}.po"
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            if not message.id:
                continue
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.fuzzy or not all(strings) or whole.get(message.id, message.context):
                text = message.id[0] if message.pluralizable else message.id
                what = f"`{text}` is fuzzy, there twice or not translated"
                expected = f"expected one {language} text"
                raise CodexError(what, expected, file=path, line=message.lineno)
            whole.add(message.id, message.string, context=message.context)
    out = io.BytesIO()
    write_mo(out, whole)
    return out.getvalue()
