"""The language in which a page is made: English, in which everything is written, or one whose catalogues translate that.

The catalogues are gettext's: `locale/LANGUAGE/*.po`, a file per subject, whole sentences. The context of an entry says where
its English comes from: a template, the key of a wording, a file of prose. An English that changed has no entry any more.
"""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGLISH, GERMAN = "en", "de"
FOLDER = Path(__file__).parents[1] / "locale"
_NAMED = 3  # sentences without translation that an error names
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Catalogues:
    """The translations of one language by context and English; and which of them were asked for, which are missing."""

    def __init__(self, messages: dict[tuple[str, str], str]):
        self.messages = messages
        self.asked: dict[tuple[str, str], None] = {}

    def translated(self, text: str, context: str) -> str:
        """A text in this language; itself where there is none, which is then `missing`."""
        self.asked[context, text] = None
        return self.messages.get((context, text), text)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """What was asked for and is not there, by context and English."""
        return [asked for asked in self.asked if asked not in self.messages]


@cache
def catalogues(language: str) -> Catalogues:
    """All catalogues of a language; raises `CodexError` for two entries of one text, and for a fuzzy or an empty one."""
    from babel.messages.pofile import read_po  # only a site in another language needs it

    found: dict[tuple[str, str], str] = {}
    for path in sorted((FOLDER / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            if not message.id:
                continue
            asked = (message.context or "", str(message.id))
            if message.fuzzy or not message.string or asked in found:
                wrong = "fuzzy" if message.fuzzy else "there twice" if asked in found else "not translated"
                raise CodexError(
                    f"`{asked[1]}` is {wrong}", f"expected one {language} sentence", file=path, line=message.lineno
                )
            found[asked] = str(message.string)
    return Catalogues(found)


def spoken() -> str:
    """The language in which is written now."""
    return _spoken.get()


def translated(text: str, context: str) -> str:
    """A text of ours in the language that is spoken; `context` says where its English comes from."""
    return text if spoken() == ENGLISH or not text else catalogues(spoken()).translated(text, context)


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Write in a language; raises `CodexError` at the end when it has no words for something that was asked for."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)
    if language != ENGLISH and (missing := catalogues(language).missing):
        named = "; ".join(f"{context}: {text}" for context, text in missing[:_NAMED])
        raise CodexError(
            f"{len(missing)} texts have no {language}: {named}", f"expected them in {FOLDER.name}/{language}/*.po"
        )
