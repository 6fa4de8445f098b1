"""The JSON of passages and words: `tarock show`, `cite`, `search`, `words`, `verify` and `diff`."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from tarock.proof.json_records.record import Record


class PassageRecord(Record, frozen=True, kw_only=True):
    """An entry of `show --json`; `sha256` is that of the words of the edition, whichever text is shown."""

    ref: str
    version: str
    kind: str
    text: str
    sha256: str
    modern: str | UnsetType = UNSET
    english: str | UnsetType = UNSET


class HitRecord(Record, frozen=True, kw_only=True):
    """An entry of `search --json`, the best first; spans are start and end of the words, in characters.

    `english` is there where words were found in our English, `says` where they were in the sentences of the rules.
    """

    ref: str
    text: str
    spans: list[tuple[int, int]]
    english: str | UnsetType = UNSET
    english_spans: list[tuple[int, int]] | UnsetType = UNSET
    says: list[str] | UnsetType = UNSET


class WordRecord(Record, frozen=True, kw_only=True):
    """An entry of `words --json`: a form of the texts; `by` says what leads to its modern one, and why."""

    form: str
    modern: str
    count: int
    refs: list[str]
    by: str
    rules: list[str]
    reason: str


class VerifiedRecord(Record, frozen=True, kw_only=True):
    """The object of `verify --json`: `versions` are the editions with these words, `current` is the present edition."""

    ref: str
    state: str
    versions: list[str]
    current: str


class ChangeRecord(Record, frozen=True, kw_only=True):
    """Some words of two texts: in both (`same`), only in the older (`then`), only in the newer (`now`)."""

    kind: str
    text: str


class DifferenceRecord(Record, frozen=True, kw_only=True):
    """An entry of `diff --json`: a passage whose words differ, in its stretches.

    `id_since`: the words stand in both versions, and have an id since that one.
    """

    ref: str
    changes: list[ChangeRecord]
    id_since: str | UnsetType = UNSET


class CitationRecord(Record, frozen=True, kw_only=True):
    """The object of `cite --json`: what the citation is made of, empty where it does not apply, and every format of it.

    `hash` is the sha256 of the words, `short` its first digits; `address` needs a site that has one.
    """

    ref: str
    versioned: str
    label: str
    urn: str
    key: str
    hash: str
    short: str
    page: str
    first_page: str
    last_page: str
    emended: str
    english: str
    english_quote: str
    quote: str
    address: str
    accessed: str
    accessed_words: str
    formats: dict[str, str]
