"""The language of pages and books: English, in which everything is written, or one that has gettext catalogues.

A catalogue is `locale/LANGUAGE/*.po`, a file per subject, read by Babel when a site is built. The context of an entry
says where its English comes from: the key of a wording, a file of prose; a text in a template has one only where its
German is not the same everywhere. An English text that changed has no entry any more, so that nothing stale is shown.
The program itself speaks English and reads no catalogue.
"""

from __future__ import annotations

import contextlib
import gettext
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tarock.base.errors import CodexError, system_reason

ENGLISH, GERMAN = "en", "de"
DATA = "data"  # the context of our prose in the data
FOLDER = Path(__file__).parents[1] / "locale"
FILES = ("data", "how_to_play", "pages", "scripts", "wording")  # the catalogues that each language has
_VALUE = re.compile(r"%\((\w+)\)s")  # of a text in a template
_ENTRY = re.compile(r'^(?:msgctxt .*\n)?msgid ".*(?:\n".*)*', re.MULTILINE)  # of a catalogue, without its translation
_NAMED = 3  # texts without translation that are named

# A sentence with named values; one for one and one for several, by the value `number`; or what composes a sentence.
Wording: TypeAlias = str | tuple[str, str] | Callable[..., str]


class Locale(NamedTuple):
    """Name the customs of a language that no catalogue holds."""

    thousands: str  # the separator of thousands in a number
    decimal: str  # what separates tenths
    citations: str  # the language of citations in which passages are named and dates written
    lowers: bool  # a noun within a sentence has no capital


LOCALES = {ENGLISH: Locale(",", ".", ENGLISH, True), GERMAN: Locale(".", ",", GERMAN, False)}


class CatalogueEntry(NamedTuple):
    """Give the English of several, if it has one, and the forms in another language."""

    plural: str
    forms: tuple[str, ...]


class Catalogues(gettext.GNUTranslations):
    """Hold the translations of one language, and remember which texts were asked for.

    A text that is missing or does not fit is shown in English and listed, so that a new rule or source has its
    pages at once. Raises `CodexError` for a catalogue that is missing or cannot be read, and for an entry that is
    there twice, fuzzy or empty.
    """

    def __init__(self, language: str, folder: Path = FOLDER):
        compiled, self.messages = _read_catalogues(language, folder)
        super().__init__(io.BytesIO(compiled))
        self.language = language
        self.asked: dict[tuple[str, str], str] = {}  # by context and English: the English plural
        self.bad_translations: dict[str, None] = {}

    def gettext(self, message: str) -> str:
        """Return the translation of a text in a template; without one the text itself, which is recorded as missing."""
        self.asked["", message] = ""
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a text in a template for a number; without one the English form for it."""
        self.asked["", msgid1] = msgid2
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text in a context; without one the text itself, which is recorded as missing."""
        self.asked[context, message] = ""
        return super().pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a text in a context for a number; without one the English form for it."""
        self.asked[context, msgid1] = msgid2
        return super().npgettext(context, msgid1, msgid2, n)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """Return the texts that were asked for without translation: pairs of context and English."""
        return [asked for asked in self.asked if asked not in self.messages]

    @property
    def untranslated_summary(self) -> str:
        """Return a line on how much is still in English; empty where nothing is."""
        found = [*(show_entry(*each) for each in self.missing), *self.bad_translations]
        if not found:
            return ""
        return f"{len(found)} texts are in English still: {'; '.join(found[:_NAMED])}"

    def write_missing(self, path: Path) -> None:
        """Write what is missing as a catalogue to be filled in; raise `OSError` where that cannot be written."""
        from babel.messages.catalog import Catalog  # noqa: PLC0415 - an extra
        from babel.messages.pofile import write_po  # noqa: PLC0415 - an extra

        empty = Catalog(self.language)
        for context, text in self.missing:
            several = self.asked[context, text]
            empty.add((text, several) if several else text, context=context)
        out = io.BytesIO()
        write_po(out, empty, width=0, omit_header=True)
        path.write_bytes(out.getvalue())


_current: ContextVar[Catalogues | None] = ContextVar("language", default=None)


@cache
def _read_catalogues(language: str, folder: Path) -> tuple[bytes, Mapping[tuple[str, str], CatalogueEntry]]:
    """Read the catalogues: compiled, as gettext wants them, and each text by context and English."""
    from babel.messages.catalog import Catalog  # only a site needs it  # noqa: PLC0415 - an extra
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - an extra
    from babel.messages.pofile import PoFileError, read_po  # noqa: PLC0415 - an extra

    whole, found = Catalog(language, charset="utf-8"), dict[tuple[str, str], CatalogueEntry]()
    for name in FILES:
        path = folder / language / f"{name}.po"
        try:
            text = path.read_text("utf-8")
            catalogue = read_po(io.StringIO(text), abort_invalid=True)
        except PoFileError as error:
            what, expected = str(error), "expected a catalogue of gettext"
            raise CodexError(what, expected, file=path, line=error.lineno + 1) from None
        except (OSError, ValueError) as error:
            what = f"cannot be read ({system_reason(error)})"
            raise CodexError(what, f"expected the {language} texts of the site", file=path) from None
        if catalogue.locale_identifier != language:
            what, expected = f"has no header with `Language: {language}`", "expected a catalogue of gettext"
            raise CodexError(what, expected, file=path, line=1)
        if not text.rstrip().endswith('"'):  # which Babel would take for a whole one
            raise CodexError("is cut off", "expected a translation at the end", file=path)
        entries = set[str]()
        for entry in _ENTRY.finditer(text):  # of two with one text Babel makes one
            context_and_text = entry[0].replace('"\n"', "")
            if context_and_text in entries:
                what = f"`{context_and_text.partition('msgid ')[2][1:-1]}` is there twice"
                line = text.count("\n", 0, entry.start()) + 1
                raise CodexError(what, f"expected one {language} text", file=path, line=line)
            entries.add(context_and_text)
        for message in catalogue:
            if not message.id:
                continue
            one, several = map(str, message.id if isinstance(message.id, tuple) else (message.id, ""))
            said = message.string or ""
            forms = (said,) if isinstance(said, str) else tuple(map(str, said))
            asked = (message.context or "", one)
            lacking = {*_VALUE.findall(" ".join(forms))} - {*_VALUE.findall(f"{one} {several}")}
            fault = (
                "is fuzzy"
                if message.fuzzy
                else "is there twice"
                if asked in found
                else "is not translated"
                if not all(forms)
                else lacking and f"has no value {', '.join(sorted(lacking))}"
            )
            if fault:
                what, expected = f"`{one}` {fault}", f"expected one {language} text"
                raise CodexError(what, expected, file=path, line=message.lineno)
            found[asked] = CatalogueEntry(several, forms)
            whole.add(message.id, message.string, context=message.context)
    out = io.BytesIO()
    write_mo(out, whole)
    return out.getvalue(), found


def show_entry(context: str, text: str) -> str:
    """Return an entry of a catalogue for people: its context, if it has one, and its English."""
    return f"{context}: {text}" if context else text


def available_languages() -> tuple[str, ...]:
    """Return the languages in which everything exists: English, and each that has catalogues."""
    return tuple(LOCALES)


def translated_languages() -> tuple[str, ...]:
    """Return the languages into which the English is translated."""
    return tuple(language for language in LOCALES if language != ENGLISH)


def current_catalogues() -> Catalogues | None:
    """Return the translations of the current language; None for English."""
    return _current.get()


def current_language() -> str:
    """Return the code of the current language: `en`, `de`."""
    catalogues = current_catalogues()
    return catalogues.language if catalogues else ENGLISH


def current_locale() -> Locale:
    """Return the customs of the current language."""
    return LOCALES[current_language()]


def citation_language() -> str:
    """Return the current language for names of passages and dates."""
    return current_locale().citations


@contextlib.contextmanager
def use_language(catalogues: Catalogues | None) -> Iterator[None]:
    """Use these translations within the block, English for None."""
    token = _current.set(catalogues)
    try:
        yield
    finally:
        _current.reset(token)


def translate_text(text: str, context: str) -> str:
    """Translate a text of ours into the current language; `context` is where its English is from, such as a file."""
    catalogues = current_catalogues()
    return catalogues.pgettext(context, text) if catalogues and text else text


def report_bad_translation(what: str) -> None:
    """Record that a translation does not fit the present data."""
    if catalogues := current_catalogues():
        catalogues.bad_translations[what] = None


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Translate a sentence and fill in its values; raise `KeyError` for a value that is missing."""
    return translate_text(text, context).format(**_format_numbers(values))


def npgettext(context: str, one: str, several: str, count: int, /, **values: object) -> str:
    """Translate the form of a sentence for `count` and fill in its values."""
    catalogues = current_catalogues()
    text = catalogues.npgettext(context, one, several, count) if catalogues else one if count == 1 else several
    return text.format(**_format_numbers(values))


class _Number(int):
    """A number whose thousands are separated as the current language has it."""

    def __format__(self, form: str) -> str:
        return super().__format__(form).replace(",", current_locale().thousands)


def _format_numbers(values: Mapping[str, object]) -> Mapping[str, object]:
    if current_language() == ENGLISH:
        return values
    return {name: _Number(value) if type(value) is int else value for name, value in values.items()}


class Listed(tuple[object, ...]):
    """The values of a list in a sentence; in a template they are with commas between them."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


def join_list(names: Iterable[object], last: str) -> str:
    """Return names as an enumeration, with `last` before the last of several: `a, b and c`; empty for none."""
    *before, end = map(str, [*names] or [""])
    return f"{', '.join(before)}{last}{end}" if before else end


def join_with_and(names: Iterable[object]) -> str:
    """Return names as an enumeration in the current language: `a, b and c`."""
    return join_list(names, f" {pgettext('list.and', 'and')} ")


def join_with_or(names: Iterable[object]) -> str:
    """Return alternatives in the current language: `a or b or c`."""
    return f" {pgettext('list.or', 'or')} ".join(map(str, names))
