"""Metadata of each source: `corpus/sources/sources.yaml`, and the transcripts as received."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, read_text
from tarock.base.project import Project
from tarock.base.structs import SHA256, Day, PassageRef, Record, Siglum, Version, WebAddress, Words, pattern_type
from tarock.corpus.format import require_format

LEFT_OUT = "left_out.yaml"
Sha256 = Annotated[str, pattern_type(SHA256, "a sha256 in hexadecimal")]


def hash_text(text: str) -> str:
    """Return the sha256 of a text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def hash_file(path: Path) -> str:
    """Return the sha256 of a file, as 64 hexadecimal digits."""
    return hashlib.sha256(read_bytes(path)).hexdigest()


class Completeness(Record, kw_only=True):
    """The completeness of the transcript: the whole text or a fragment, and what is lost."""

    status: Literal["complete", "fragment"]
    note: str


class ParatextRights(Record, kw_only=True):
    """Words around a text: whether they may be published, who wrote them, where that is sure, and what decides both.

    A label or a credit is no text of anybody's, and is free.
    """

    free: bool
    why: Words
    by: str = ""


class Rights(Record, kw_only=True):
    """The rights in a source's text; `free` decides what is published.

    `around` has by its id, or by its kind, what stands around a free text; `besides` says in a phrase what of it is
    not free.
    """

    free: bool
    statement: str
    note: str
    besides: str = ""
    around: dict[Words, ParatextRights] = {}

    @property
    def restricted_ids(self) -> tuple[str, ...]:
        """Return the ids or kinds of words around a free text that are themselves not free."""
        return tuple(ident for ident, words in self.around.items() if not words.free)

    def covers(self, ident: str) -> bool:
        """Return whether the text at an id, or at a sentence of it (`47.2#1`), is free."""
        return self.free and ident.partition("#")[0] not in self.restricted_ids


class Bilingual(Record, kw_only=True):
    """A sentence of ours in English and German."""

    en: str
    de: str


class SourceSection(Record, kw_only=True):
    """A part of a source that makes one page: its first and last passage or container."""

    slug: Annotated[str, pattern_type("[a-z0-9]+(-[a-z0-9]+)*", "the name of its page")]
    title: str
    first: str
    last: str


class Person(Record, kw_only=True):
    """Who wrote something, with the name by which it is sorted first."""

    family: str
    given: str

    def __str__(self) -> str:
        return f"{self.given} {self.family}"


_DATE = "[0-9]{4}(-[0-9]{2}-[0-9]{2})?"


class SignedParatext(Record, kw_only=True):
    """Words around a source that a modern editor signed, and the day, if he gave one; `container` holds them.

    `earlier` are titles and containers by which citations of versions of ours before name them.
    """

    author: Person
    title: str
    container: str
    earlier: tuple[str, ...] = ()
    date: Annotated[str, pattern_type(f"|{_DATE}", "a year, a day, or nothing")] = ""


class Original(Record, kw_only=True):
    """The imprint of a source as its transcript gives it, for citations.

    A field that the transcript does not tell is empty. `date` is a year, or a day such as `2005-09-15`.
    `earlier` are titles by which citations of versions of ours before name it.
    """

    type: Literal["book", "encyclopedia-entry", "web-page"]
    title: str
    earlier: tuple[str, ...] = ()
    date: Annotated[str, pattern_type(_DATE, "a year, or a day")]
    author: Person | None = None
    place: str = ""
    container: str = ""
    volume: str = ""
    pages: str = ""


class OnlineCopy(Record, kw_only=True):
    """A page on which the same text stands, as far as it was compared; whether ours came from there it does not say.

    On the day `seen` the first `compared` of the `of` characters of the transcript, which have this sha256, were held
    against it; `note` says how much of it was there to see, and wherein it differs if it does.
    """

    address: WebAddress
    seen: Day
    compared: Annotated[int, msgspec.Meta(gt=0)]
    of: int
    sha256: Sha256
    result: Literal["same", "differs"]
    note: Words


class Introduction(Record, kw_only=True):
    """How the site names a source beside its siglum, what it and its passages are in a phrase, and what is in it.

    `examples` are ids to show how it is cited, each with what it names.
    """

    name: str
    phrase: str
    passage: str
    examples: dict[str, str]
    card: str


class Source(Record, kw_only=True):
    """One of the texts. A field that its transcript does not tell is `unknown`.

    `caveats` say what is to be known of the whole text, `passage_caveats` what of that concerns every passage of it.
    `kept_ids` says of an edition which ids keep fewer than half of their words of the one before, and why they stay.
    """

    siglum: str = ""
    title: str
    short_title: str
    year: int
    place: str
    author: str
    publisher: str
    container: str
    shelfmark: str
    pages: str
    also_printed: str
    transcript_editor: str
    transcript_date: str
    found_at: tuple[OnlineCopy, ...] = ()
    language: str
    sha256: Sha256
    edition: Version
    dates: dict[Version, Day]  # of each edition
    kept_ids: dict[Version, dict[str, Words]] = {}
    urn: str
    notes: str
    original: Original
    site: Introduction
    completeness: Completeness
    rights: Rights
    caveats: Bilingual
    passage_caveats: Bilingual | None = None
    parts: tuple[SourceSection, ...]
    signed: dict[str, SignedParatext] = {}  # by the first part of their ids: `nachwort`
    apparatus: tuple[
        Literal["emendations", "doubtful", "set_aside", "how_to", "senses", "borrowed", "assumed", "today"], ...
    ] = ()  # which of these files it has
    claims: tuple[str, ...] = ()  # its files in rules_data/claims, without `.yaml`

    @property
    def file_name(self) -> str:
        """Return the file name of the transcript, without folder."""
        return f"{self.siglum}.txt"


def load_sources(project: Project) -> dict[str, Source]:
    """Read `sources.yaml`: the sources by siglum, in its order.

    Raises `CodexError` for a malformed file, and for data of another format than this program reads.
    """
    require_format(project)
    document = yamlio.load(project.sources / "sources.yaml")
    if not isinstance(document.data, dict) or not document.data:
        raise document.error("no sources", "expected a mapping from siglum to source")
    sources = document.convert(dict[Siglum, Source], document.data)
    return {siglum: msgspec.structs.replace(source, siglum=siglum) for siglum, source in sources.items()}


class LeftOut(Record, kw_only=True):
    """The texts left out of this copy, because they are not known to be free: `corpus/sources/left_out.yaml`.

    `texts` are the sources that are not here at all. Of others only what stands around the text is gone
    (`Rights.not_free`), and each line of it is `NOT_HERE`: `files` has the sha256 of each transcript and edition as it
    is here, by its name from the top folder, `words` that of the words themselves, by reference.
    """

    texts: tuple[Siglum, ...] = ()
    files: dict[str, Sha256] = {}
    words: dict[PassageRef, Sha256] = {}


WHOLE = LeftOut()  # nothing is left out: a checkout


def load_left_out(project: Project) -> LeftOut:
    """Read the list of texts left out of this copy, empty in a checkout; raise `CodexError` for a malformed file."""
    path = project.sources / LEFT_OUT
    if not path.exists():
        return WHOLE
    document = yamlio.load(path)
    return document.convert(LeftOut, document.data)


def read_source(project: Project, source: Source, left_out: LeftOut = WHOLE) -> tuple[Path, str]:
    """Return path and text of a transcript; raise `CodexError` when its sha256 is not the recorded one."""
    path = project.sources / source.file_name
    expected = left_out.files.get(project.relative(path), source.sha256)
    text = read_text(path)
    found = hash_text(text)
    if found != expected:
        raise CodexError(
            f"the transcript has changed (sha256 {found[:12]}…)",
            (
                f"expected {expected[:12]}… as in sources.yaml: transcripts are never edited, corrections go into "
                "corpus/emendations"
            ),
            file=path,
        )
    return path, text
