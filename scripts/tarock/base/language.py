"""The language in which a page is made: English, in which everything is written, or one whose catalogues have that.

The catalogues are gettext's: `locale/LANGUAGE/*.po`, a file per subject, whole sentences. The context of an entry says
where its English comes from: a template, the key of a wording, a file of prose. An English that changed has no entry
any more, so that nothing stale is shown.
"""

from __future__ import annotations

import contextlib
import io
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.files import write_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGLISH, GERMAN = "en", "de"
DATA = "data"  # the context of our prose in the data
FOLDER = Path(__file__).parents[1] / "locale"
_NAMED = 3  # texts without translation that are named


class Catalogues:
    """The translations of one language by context and English; which were asked for, and which do not fit.

    What is missing or does not fit is shown in English, so that a changed rule or a new source has its pages at once.
    Raises `CodexError` for two entries of one text, for a fuzzy or an empty one.
    """

    def __init__(self, language: str, folder: Path = FOLDER):
        self.language = language
        self.messages = _messages(language, folder)
        self.asked: dict[tuple[str, str], None] = {}
        self.misfits: dict[str, None] = {}

    def translated(self, text: str, context: str) -> str:
        """A text in this language; itself where there is none, which is then `missing`."""
        self.asked[context, text] = None
        return self.messages.get((context, text), text)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """What was asked for and is not there, by context and English."""
        return [asked for asked in self.asked if asked not in self.messages]

    @property
    def still_english(self) -> str:
        """What is still in English of all that was asked for, in one line for people; empty where nothing is."""
        found = [*(f"{context}: {text}" for context, text in self.missing), *self.misfits]
        return f"{len(found)} texts are in English still: {'; '.join(found[:_NAMED])}" if found else ""

    def write_missing(self, path: Path) -> None:
        """Write what is missing as a catalogue to be filled in; raises `CodexError` where that cannot be written."""
        from babel.messages.catalog import Catalog
        from babel.messages.pofile import write_po

        empty = Catalog(self.language)
        for context, text in self.missing:
            empty.add(text, context=context)
        out = io.BytesIO()
        write_po(out, empty, width=0, omit_header=True)
        write_bytes(path, out.getvalue())


_spoken: ContextVar[Catalogues | None] = ContextVar("language", default=None)


@cache
def _messages(language: str, folder: Path) -> dict[tuple[str, str], str]:
    from babel.messages.pofile import read_po  # only a site in another language needs it

    found: dict[tuple[str, str], str] = {}
    for path in sorted((folder / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            if not message.id:
                continue
            asked = (message.context or "", str(message.id))
            if message.fuzzy or not message.string or asked in found:
                wrong = "fuzzy" if message.fuzzy else "there twice" if asked in found else "not translated"
                expected = f"expected one {language} text"
                raise CodexError(f"`{asked[1]}` is {wrong}", expected, file=path, line=message.lineno)
            found[asked] = str(message.string)
    return found


def current() -> Catalogues | None:
    """The catalogues of the language in which is written now; none for English."""
    return _spoken.get()


def spoken() -> str:
    """The language in which is written now."""
    catalogues = current()
    return catalogues.language if catalogues else ENGLISH


def translated(text: str, context: str) -> str:
    """A text of ours in the language that is spoken; `context` says where its English comes from."""
    catalogues = current()
    return catalogues.translated(text, context) if catalogues and text else text


def note_misfit(what: str) -> None:
    """Note that a translation does not fit what the data has now."""
    if catalogues := current():
        catalogues.misfits[what] = None


@contextlib.contextmanager
def speaking(catalogues: Catalogues | None) -> Iterator[None]:
    """Write in the language of some catalogues, or in English."""
    token = _spoken.set(catalogues)
    try:
        yield
    finally:
        _spoken.reset(token)
