"""The language of pages and books: English, in which everything is written, or one that has catalogues.

The catalogues are gettext's: `locale/LANGUAGE/*.po`, a file per subject, whole sentences, read by Babel when a site is
built. The context of an entry says where its English comes from: a template, the key of a wording, a file of prose. An
English text that changed has no entry any more, so that nothing stale is shown. The program itself speaks English.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Protocol

from tarock.base import german
from tarock.base.errors import CodexError
from tarock.base.wordings import Entry

ENGLISH, GERMAN = "en", "de"
DATA = "data"  # the context of our prose in the data
FOLDER = Path(__file__).parents[1] / "locale"
_NAMED = 3  # texts without translation that are named


class Manner(Protocol):
    """What a language says in its own way, beside its catalogues."""

    ONE: str  # the number without a noun
    THOUSANDS: str  # what stands between them in a number
    CITES: str  # in which of the languages of citations passages are named and dates written

    @property
    def CATALOGUE(self) -> Mapping[str, Entry]:  # noqa: N802 - a constant of a module
        """What English says with a function."""
        ...

    @property
    def NUMBERS(self) -> Sequence[str]:  # noqa: N802
        """Numbers before a noun, from nought."""
        ...

    def lowered(self, text: str) -> str:
        """Words as they stand within a sentence."""
        ...


def _german() -> Manner:

    return german


MANNERS: dict[str, Callable[[], Manner]] = {GERMAN: _german}  # of every language but English


def languages() -> tuple[str, ...]:
    """Those in which everything is: English, and each that has catalogues in `locale` and a manner."""
    return ENGLISH, *MANNERS


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
        if not found:
            return ""
        return f"{len(found)} texts are in English still: {'; '.join(found[:_NAMED])}"

    def write_missing(self, path: Path) -> None:
        """Write what is missing as a catalogue to be filled in; raises `OSError` where that cannot be written."""
        from babel.messages.catalog import Catalog  # noqa: PLC0415 - an extra
        from babel.messages.pofile import write_po  # noqa: PLC0415 - an extra

        empty = Catalog(self.language)
        for context, text in self.missing:
            empty.add(text, context=context)
        out = io.BytesIO()
        write_po(out, empty, width=0, omit_header=True)
        path.write_bytes(out.getvalue())


_spoken: ContextVar[Catalogues | None] = ContextVar("language", default=None)


@cache
def _messages(language: str, folder: Path) -> dict[tuple[str, str], str]:
    from babel.messages.pofile import read_po  # only a site in another language needs it  # noqa: PLC0415 - an extra

    found: dict[tuple[str, str], str] = {}
    for path in sorted((folder / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            if not message.id or isinstance(message.id, tuple):  # only the program has plurals
                continue
            asked = (message.context or "", str(message.id))
            fault = (
                "is fuzzy"
                if message.fuzzy
                else "is there twice"
                if asked in found
                else not message.string and "is not translated"
            )
            if fault:
                what, expected = f"`{asked[1]}` {fault}", f"expected one {language} text"
                raise CodexError(what, expected, file=path, line=message.lineno)
            found[asked] = str(message.string)
    return found


def current() -> Catalogues | None:
    """What has the words of the language in which is written now; none for English."""
    return _spoken.get()


def spoken() -> str:
    """The language in which is written now."""
    catalogues = current()
    return catalogues.language if catalogues else ENGLISH


def manner() -> Manner | None:
    """What the language that is spoken says in its own way; none for English."""
    return None if spoken() == ENGLISH else MANNERS[spoken()]()


def cites() -> str:
    """The language of citations in which passages are named and dates written where this one is spoken."""
    own = manner()
    return own.CITES if own else ENGLISH


def translated(text: str, context: str) -> str:
    """A text of ours in the language that is spoken; `context` says where its English comes from."""
    catalogues = current()
    return catalogues.translated(text, context) if catalogues and text else text


def note_misfit(what: str) -> None:
    """Note that a translation does not fit what the data has now."""
    if catalogues := current():
        catalogues.misfits[what] = None


def reason(error: Exception) -> str:
    """Why the system refuses, as far as it says."""
    return getattr(error, "strerror", None) or str(error)


def any_of(names: Iterable[object]) -> str:
    """Names with `or` between them."""
    return " or ".join(map(str, names))


def all_of(names: Iterable[object]) -> str:
    """Names with `and` between them."""
    return " and ".join(map(str, names))


class _Grouped(int):
    """A number whose thousands have between them what a language has, where English has commas."""

    between: str

    def __format__(self, form: str) -> str:
        return super().__format__(form).replace(",", self.between)


def grouped(values: Mapping[str, object], language: str) -> dict[str, object]:
    """The values of a text, numbers as a language that is not English writes them."""

    def written(number: int) -> _Grouped:
        made = _Grouped(number)
        made.between = MANNERS[language]().THOUSANDS
        return made

    return {name: written(value) if type(value) is int else value for name, value in values.items()}


@contextlib.contextmanager
def speaking(catalogues: Catalogues | None) -> Iterator[None]:
    """Write in the language of some catalogues, or in English."""
    token = _spoken.set(catalogues)
    try:
        yield
    finally:
        _spoken.reset(token)
