"""Two texts word by word, and whether words that were cited are still the same."""

from __future__ import annotations

import difflib
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.corpus.references import parse, read_reference, select
from tarock.corpus.versions import edition_at, editions_of, select_version, versions_with

if TYPE_CHECKING:
    from tarock.corpus.editions import Corpus

_WORD = re.compile(r"\s+|[^\s]+")
_SHORTEST = 8  # digits of a hash: fewer could be met by chance
_HASH = re.compile(r"(?:sha256:)?([0-9a-f]+)\Z", re.IGNORECASE)
_IN_CITATION = (re.compile(r"\[([^\[\]\s]+@[0-9.]+)\\?\]"), re.compile(r"\bsha256:([0-9a-f]+)", re.IGNORECASE))


class Stretch(StrEnum):
    """What became of some words."""

    SAME = "same"
    THEN = "then"
    NOW = "now"


class Change(Record):
    """Some words of two texts: in both (`same`), only in the older (`then`), only in the newer (`now`)."""

    kind: Stretch
    text: str


class Difference(Record, omit_defaults=True):
    """An entry of `diff --json`: a passage whose words differ, in its stretches.

    `id_since`: the words are in both versions, and have an id since that one.
    """

    ref: str
    changes: tuple[Change, ...]
    id_since: str = ""


def changes(old: str, new: str) -> tuple[Change, ...]:
    """What stood in `old` and is in `new`, word by word."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    found: list[Change] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found.append(Change(Stretch.SAME, "".join(before[a:b])))
            continue
        pairs = ((Stretch.THEN, before[a:b]), (Stretch.NOW, after[c:d]))
        found += [Change(name, "".join(words)) for name, words in pairs if words]
    return tuple(found)


def compare_versions(corpus: Corpus, older: str, newer: str) -> list[Difference]:
    """The passages whose words differ between two versions of what two references name.

    Raises `CodexError` where the references name different places; a unit that one version lacks is all old or new,
    also where its words are in that version without an id.
    """
    first, second = (read_reference(corpus, text) for text in (older, newer))
    if first.place != second.place:
        raise CodexError(f"{first.place} and {second.place} are different places", "expected two versions of one")
    texts = []
    unnamed: set[str] = set()  # words without an id
    for reference in (first, second):
        selection, _version = select_version(corpus, reference)
        edition = selection.edition
        units = selection.passages if reference.first else edition.units.values()
        texts.append({unit.ref: unit.text for unit in units})
        unnamed.update(item.text for item in edition.items if not item.ident)
    then, now = texts
    found = []
    for ref in {**then, **now}:
        old, new = then.get(ref, ""), now.get(ref, "")
        if old != new:
            only_named = not (old and new) and (old or new) in unnamed
            since = versions_with(corpus, parse(ref))[0] if only_named else ""
            found.append(Difference(ref, changes(old, new), since))
    return found


class State(StrEnum):
    """Whether cited words still stand so: in the present edition, only in an older one, or in none that we know."""

    SAME = "same"
    CHANGED = "changed"
    UNKNOWN = "unknown"


class Verified(Record):
    """The object of `verify --json`: `versions` are the editions with these words, `current` is the present edition."""

    ref: str
    state: State
    versions: tuple[str, ...]
    current: str


def verify(corpus: Corpus, text: str, digest: str = "") -> Verified:
    """Hold words against a hash: `text` is a reference, or a whole citation that names reference and hash.

    Raises `CodexError` for what names neither, and for a hash of fewer than eight digits.
    """
    if not digest:
        found = [pattern.search(text) for pattern in _IN_CITATION]
        if not all(found):
            raise _incomplete(corpus, found[0][1] if found[0] else text)
        text, digest = (match[1] for match in found if match)
    plain = _HASH.match(digest.strip())
    if not plain:
        raise CodexError(f"`{digest[:80]}` is no hash", "expected hexadecimal digits, such as sha256:0f3a9c12")
    if len(plain[1]) < _SHORTEST:
        raise CodexError(f"a hash of {len(plain[1])} digits", f"expected at least {_SHORTEST}")
    reference = read_reference(corpus, text)
    editions = editions_of(corpus, reference.siglum)
    if reference.version:
        edition_at(corpus, reference.siglum, reference.version)  # names the known ones where it is unknown
    current = corpus.edition(reference.siglum).source.edition
    hashes: dict[str, str] = {}
    missing: list[CodexError] = []
    for version, edition in editions.items():
        try:
            hashes[version] = select(edition, reference).hash
        except CodexError as error:
            missing.append(error)
    if not hashes:
        raise missing[-1]  # from the present edition
    named = [version for version, found in hashes.items() if found.startswith(plain[1].lower())]
    state = State.SAME if current in named else State.CHANGED if named else State.UNKNOWN
    return Verified(reference.place, state, tuple(named), current)


def _incomplete(corpus: Corpus, text: str) -> CodexError:
    """What lacks where no hash is given: that, or the reference too."""
    try:
        place = read_reference(corpus, text).place
    except CodexError:
        return CodexError("no reference and hash in the citation", "expected `[1840:47.2@1.0.0]` and `sha256:…`")
    return CodexError(f"no hash after {place}", f"expected at least {_SHORTEST} digits of it, as a citation has them")
