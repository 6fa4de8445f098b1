"""A document of somebody as it was read: running text in parts, records of fields, and what could not be read."""

from __future__ import annotations

from tarock.base.structs import Frozen


class DocumentPart(Frozen):
    """Running text: the body of a document, a note, a page, or a field of a record.

    `place` is what the part is called, empty for the body; `starts` are the names of the places in it, each with the
    character that it begins at, without which lines are counted. `blocks` are block quotations, from one character to
    another. `calls` are the characters behind which a note is called, each with the number of its part. Parts `aside`
    (deleted words, comments of a program) are named as not read and not searched.
    """

    text: str
    place: str = ""
    starts: tuple[tuple[int, str], ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()
    calls: tuple[tuple[int, int], ...] = ()
    aside: bool = False

    def named(self, at: int) -> str:
        """Return the place of a character, as a person finds it."""
        if self.starts:
            name = next((name for start, name in reversed(self.starts) if start <= at), self.starts[0][1])
        else:
            name = f"line {self.text.count(chr(10), 0, at) + 1}"
        return ", ".join(filter(None, (self.place, name)))


class Field(Frozen):
    """A field of a record: its name, in JSON the keys that lead to it, and its words."""

    name: str
    words: str


class Fields(Frozen):
    """A record: an entry of BibTeX or RIS, or an object of JSON, and the line that it begins in."""

    place: str
    fields: tuple[Field, ...]


class QuotingDocument(Frozen):
    """A document: its format, parts and records; `unread` are places that could not be read, each with the reason."""

    format: str
    parts: tuple[DocumentPart, ...] = ()
    records: tuple[Fields, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


# Signs of fonts of TeX that a PDF does not name, by their places in the Cork encoding; no text has them otherwise.
_CORK = dict(zip(range(0x10, 0x17), "“”„«»–—", strict=True)) | dict(
    zip(range(0x1B, 0x20), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)
)


def read_cork(text: str) -> str:
    """Return what was copied from a PDF of TeX with its quotation marks, dashes and ligatures, and `ß` for `ÿ`."""
    if not any(chr(sign) in text for sign in _CORK):
        return text
    return text.replace("ÿ", "ß").translate(_CORK)


class UnreadPlace(Exception):
    """A document cannot be read; its words say why."""
