"""The language that is spoken: English, in which everything is written, or one whose catalogues have that.

The catalogues are gettext's: `locale/LANGUAGE/*.po`, a file per subject, whole sentences. The context of an entry says
where its English comes from: a template, the key of a wording, a file of prose, the program's own lines. An English
that changed has no entry any more, so that nothing stale is shown.

Two things have a language: what is made, such as a page or the result of a command, and what the program itself says
to the one who runs it, an error or a help text (`worded`). A command is in one language; what it writes into files is
in its own. Pages are made from the catalogues themselves, which Babel reads; the program speaks from `LANGUAGE.mo`,
which `tarock build` compiles from them, and of which it reads nothing in English.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tarock.base.wordings import Entry

ENGLISH, GERMAN = "en", "de"
DATA = "data"  # the context of our prose in the data
FOLDER = Path(__file__).parents[1] / "locale"
PROGRAM = "program"  # the context of what the program itself says
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
    from tarock.base import german

    return german


MANNERS: dict[str, Callable[[], Manner]] = {GERMAN: _german}  # of every language but English


def languages() -> tuple[str, ...]:
    """Those in which everything is: English, and each that has catalogues in `locale` and a manner."""
    return ENGLISH, *MANNERS


class Compiled:
    """What the program says in a language, as `tarock build` has compiled it from the catalogues."""

    def __init__(self, language: str):
        import gettext  # not needed for English

        self.language = language
        path = compiled_path(language)
        try:
            with path.open("rb") as file:
                self._found = gettext.GNUTranslations(file)
        except (OSError, UnicodeDecodeError) as error:
            raise CodexError(
                worded("cannot be read ({reason})", reason=reason(error)),
                worded("expected what `tarock build` writes"),
                file=path,
            ) from None

    def translated(self, text: str, context: str) -> str:
        """A text in this language; itself where it has none."""
        return self._found.pgettext(context, text)

    def numbered(self, one: str, many: str, count: int) -> str:
        """The program's words for one thing or for many, for so many."""
        return self._found.npgettext(PROGRAM, one, many, count)


def compiled_path(language: str, folder: Path = FOLDER) -> Path:
    """Where the compiled catalogue of a language is."""
    return folder / f"{language}.mo"


@cache
def compiled(language: str) -> Compiled | None:
    """What the program speaks a language from; none for English."""
    return None if language == ENGLISH else Compiled(language)


def of_locale() -> str:
    """The language that the environment asks for, if it is one of ours, or else English."""
    wanted = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    asked = re.match(r"[a-z]*", wanted.lower())[0]  # type: ignore[index]  # it matches nothing too
    return asked if asked in MANNERS else ENGLISH


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
        return worded("{count} texts are in English still: {first}", count=len(found), first="; ".join(found[:_NAMED]))

    def write_missing(self, path: Path) -> None:
        """Write what is missing as a catalogue to be filled in; raises `OSError` where that cannot be written."""
        from babel.messages.catalog import Catalog
        from babel.messages.pofile import write_po

        empty = Catalog(self.language)
        for context, text in self.missing:
            empty.add(text, context=context)
        out = io.BytesIO()
        write_po(out, empty, width=0, omit_header=True)
        path.write_bytes(out.getvalue())


Speech: TypeAlias = Compiled | Catalogues  # what has the words of a language
_spoken: ContextVar[Speech | None] = ContextVar("language", default=None)
_program: ContextVar[Compiled | None] = ContextVar("program", default=None)


@cache
def _messages(language: str, folder: Path) -> dict[tuple[str, str], str]:
    from babel.messages.pofile import read_po  # only a site in another language needs it

    found: dict[tuple[str, str], str] = {}
    for path in sorted((folder / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            if not message.id or isinstance(message.id, tuple):  # only the program has plurals
                continue
            asked = (message.context or "", str(message.id))
            fault = (
                marked("`{text}` is fuzzy")
                if message.fuzzy
                else marked("`{text}` is there twice")
                if asked in found
                else not message.string and marked("`{text}` is not translated")
            )
            if fault:
                expected = worded("expected one {language} text", language=language)
                raise CodexError(worded(fault, text=asked[1]), expected, file=path, line=message.lineno)
            found[asked] = str(message.string)
    return found


def current() -> Speech | None:
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
    if isinstance(catalogues := current(), Catalogues):
        catalogues.misfits[what] = None


def worded(english: str, /, **values: object) -> str:
    """What the program says, in the language of the one who runs it: a whole English sentence, with its named values.

    Where there are none a brace is a brace.
    """
    speech = _program.get()
    if not speech:
        return english.format(**values) if values else english
    said = speech.translated(english, PROGRAM)
    return said.format(**grouped(values, speech.language)) if values else said


def marked(english: str, _many: str = "") -> str:
    """The same text, for a table: it is `worded` where it is said, or `numbered` if it has a plural."""
    return english


# What the system says of files and ports.
_REASONS = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("File name too long"),
    marked("No space left on device"),
    marked("Disk quota exceeded"),
    marked("Read-only file system"),
    marked("Operation not permitted"),
    marked("Input/output error"),
    marked("Too many levels of symbolic links"),
    marked("Address already in use"),
    marked("Broken pipe"),
    marked("embedded null byte"),
)


def reason(error: Exception) -> str:
    """Why the system refuses, as far as it says."""
    return worded(getattr(error, "strerror", None) or str(error))


def any_of(names: Iterable[object]) -> str:
    """Names with `or` between them."""
    return worded(" or ").join(map(str, names))


def all_of(names: Iterable[object]) -> str:
    """Names with `and` between them."""
    return worded(" and ").join(map(str, names))


def numbered(one: str, many: str, /, count: int, **values: object) -> str:
    """The same for one thing or for many, with `count` among the values."""
    speech = _program.get()
    if not speech:
        return (one if count == 1 else many).format(count=count, **values)
    return speech.numbered(one, many, count).format(**grouped({"count": count, **values}, speech.language))


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
def addressing(speech: Compiled | None) -> Iterator[None]:
    """Say and write everything in a language, or in English."""
    token = _program.set(speech)
    try:
        with speaking(speech):
            yield
    finally:
        _program.reset(token)


@contextlib.contextmanager
def speaking(catalogues: Speech | None) -> Iterator[None]:
    """Write in the language of some catalogues, or in English."""
    token = _spoken.set(catalogues)
    try:
        yield
    finally:
        _spoken.reset(token)
