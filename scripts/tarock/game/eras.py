"""The eras, all listed here, and the files that people write for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unicodedata import normalize

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes
from tarock.base.project import Project, display_path
from tarock.base.yamlio import Document
from tarock.corpus.verify.reading import decoded
from tarock.game import completed_1945
from tarock.game.common.era import Era, RecordKind
from tarock.game.koenigrufen_1840 import session as koenigrufen_1840
from tarock.game.koenigrufen_1840.short_notation import is_short, parse_short
from tarock.game.reform_1945 import settlement as reform_1945
from tarock.game.taroc_1754 import settlement as taroc_1754
from tarock.game.tarokhombre_1863 import settlement as tarokhombre_1863

ERAS: Mapping[str, Era[Any]] = {
    "1754": taroc_1754.ERA,
    "1840": koenigrufen_1840.ERA,
    "1863": tarokhombre_1863.ERA,
    "1945": structs.replace(
        reform_1945.ERA,
        played_as=completed_1945.NAME,
        game=completed_1945.COMPLETED,
        engine="tarock.game.completed_1945:CompletedEngine",
        replay="tarock.game.completed_1945:replay_game",
    ),
}


def find_era(siglum: str) -> Era[Any]:
    """Return the era (room of the engine) of a source; raise `CodexError` for a source that has none."""
    try:
        return ERAS[siglum]
    except KeyError:
        expected = "expected one of {known}".format(known=", ".join(ERAS))
        raise CodexError(f"no score files of era `{siglum}`", expected) from None


# The head of the files that OpenSpiel's `generate_playthrough` writes.
_PLAYTHROUGH = re.compile(r"\ufeff?\s*game: (\w+).*\n(?:\s*\n)*GameType\.")


def read_own_file(project: Project, era: Era[Any], kind: RecordKind[Any], path: Path) -> Document:
    """Read a file that a user wrote, expected to be of this kind, with its letters in composed form.

    Raises `CodexError`, naming the example, for a file of another kind or one that cannot be read.
    """
    return check_own_document(project, era, kind, parse_own_text(_read_typed(path), path))


def read_own_game(project: Project, path: Path) -> tuple[Era[Any], Document] | None:
    """Return the era and document of a game file of an era that replays its games; None for any other file."""
    return check_own_game(project, parse_own_text(_read_typed(path), path))


def check_own_game(project: Project, document: Document) -> tuple[Era[Any], Document] | None:
    """Return the era of a game, if it replays its games, and the document with its example; None for any other."""
    era = ERAS.get(str(document.data.get("era"))) if isinstance(document.data, dict) else None
    if era is None or not (era.game and era.replay):
        return None
    return era, check_own_document(project, era, era.game, document)


def parse_own_text(text: str, path: Path) -> Document:
    """Return the document of a text that a person wrote, in YAML or the short notation; raises `CodexError`."""
    text = normalize("NFC", text)
    if other := _PLAYTHROUGH.match(text):
        raise CodexError(
            f"a playthrough of OpenSpiel's game `{other[1]}`, which has other rules than the game of any of our texts",
            "expected a game in YAML or in the short notation",
            file=path,
        )
    return parse_short(text, path) if is_short(text) else yamlio.parse(text, path)


def _read_typed(path: Path) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252; raise `CodexError` for binary data."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8") if 0 not in data else decoded(data)[0]
    except (UnicodeDecodeError, CodexError):
        try:
            return decoded(data)[0]
        except CodexError:
            raise CodexError("is no text", "expected a text in UTF-8 or UTF-16", file=path) from None


def check_own_document(project: Project, era: Era[Any], kind: RecordKind[Any], document: Document) -> Document:
    """Return the document with its example attached, for messages; raise `CodexError` for a file of another kind."""
    document.pattern = display_path((project.corpus / "examples").parent / kind.example)
    data = document.data
    if isinstance(data, dict) and not kind.fits(data):
        stated = ERAS.get(str(data.get("era")), era)
        for command, other in {**era.commands, **stated.commands}.items():
            if other.fits(data):
                raise document.error(
                    f"this is a file for `{command}`",
                    f"expected one such as {document.pattern}",
                )
    return document
