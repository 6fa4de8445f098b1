"""The records of `tarock verify --json`: what was found in a document, compared, and left unread."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from tarock.base.structs import Record


class Class(StrEnum):
    """What a quotation is, from what is best to what is worst; each that is left out of a document is said."""

    SAME = "same"
    TYPOGRAPHY = "same but for typography"
    LETTERS = "same but for letter forms"
    TRANSCRIBED = "as transcribed, mended since"
    SPELLING = "modern spelling"
    BRACKETED = "bracketed by the citer"
    OLDER = "older edition"
    OTHER = "other passage"
    DIFFERENT = "different"
    FOREIGN = "not from these texts"
    UNREAD = "not looked at"


class Differing(Record, omit_defaults=True):
    """Words of a quotation and those of the text in their place, either of which may be none.

    `hint` says which letters a machine that reads prints may have taken for others.
    """

    quoted: str
    there: str
    hint: str = ""


class Quotation(Record, omit_defaults=True, kw_only=True):
    """A quotation: where it stands in the document, in which `marks`, its words, and what it is.

    `class` is what it is, `also` in what else it differs that still counts as the same words. `ref` is the passage
    and `edition` the version that it was compared with, `words` what stands there; `named` is the place that the
    document gives for it, `others` how many more places have the same words. Where words differ, `differences` has
    them; `left_out` are the words of the text that a citer left out and said so, `added` what he put into brackets.
    `why` says why something was not looked at, or why a hash is not the right one.
    """

    place: str
    marks: str
    text: str
    class_: Annotated[Class, msgspec.Meta(description="what the quotation is")] = msgspec.field(name="class")
    also: tuple[Class, ...] = ()
    named: str = ""
    ref: str = ""
    edition: str = ""
    words: str = ""
    others: int = 0
    differences: tuple[Differing, ...] = ()
    left_out: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    why: str = ""


class Stretch(Record):
    """Words of a document, and where they stand."""

    place: str
    text: str


class Verification(Record, omit_defaults=True, kw_only=True):
    """The object of `verify --json`.

    `status` is that of the command: 0 where at least one quotation was compared, none is different, and nothing that
    could be one was left unread; 1 where one is different or stands in another passage than is named; 2 where
    something was not looked at, or nothing compared. `format` is what the document was read as. Every word of it is
    in one of three lists: `quotations`; `recognised`, what our citations say besides the words; and `unread`, which
    was compared with nothing.
    """

    status: Literal[0, 1, 2]
    format: str
    quotations: tuple[Quotation, ...]
    recognised: tuple[Stretch, ...] = ()
    unread: tuple[Stretch, ...] = ()
    notes: tuple[str, ...] = ()
