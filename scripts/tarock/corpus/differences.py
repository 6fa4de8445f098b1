"""Two texts word by word."""

from __future__ import annotations

import difflib
import re
from enum import StrEnum

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.corpus.editions import Corpus
from tarock.corpus.references import parse_reference, read_reference
from tarock.corpus.versions import resolve_parsed, versions_with

_WORD = re.compile(r"\s+|[^\s]+")


class ChangeKind(StrEnum):
    """The change of some words."""

    SAME = "same"
    THEN = "then"
    NOW = "now"


class Change(Record):
    """Some words of two texts: in both (`same`), only in the older (`then`), only in the newer (`now`)."""

    kind: ChangeKind
    text: str


class PassageDiff(Record, omit_defaults=True):
    """An entry of `diff --json`: a passage whose words differ, in its stretches.

    `id_since`: the words are in both versions, and have an id since that one.
    """

    ref: str
    changes: tuple[Change, ...]
    id_since: str = ""


def diff_words(old: str, new: str) -> tuple[Change, ...]:
    """Compare two texts word by word; return the stretches that are kept, removed and added, in order."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    found: list[Change] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found.append(Change(ChangeKind.SAME, "".join(before[a:b])))
            continue
        pairs = ((ChangeKind.THEN, before[a:b]), (ChangeKind.NOW, after[c:d]))
        found += [Change(name, "".join(words)) for name, words in pairs if words]
    return tuple(found)


def compare_versions(corpus: Corpus, older: str, newer: str) -> list[PassageDiff]:
    """Return the passages whose words differ between two versions of the place that both references name.

    A unit that one version lacks is all old or all new; if its words were there without an id, `id_since` says so.
    Raises `CodexError` where the references name different places.
    """
    first, second = (read_reference(corpus, text) for text in (older, newer))
    if first.place != second.place:
        raise CodexError(
            f"{first.place} and {second.place} are different places",
            "expected two versions of one",
        )
    texts = []
    unnamed: set[str] = set()  # words without an id
    for reference in (first, second):
        selection, _version = resolve_parsed(corpus, reference)
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
            since = versions_with(corpus, parse_reference(ref))[0] if only_named else ""
            found.append(PassageDiff(ref, diff_words(old, new), since))
    return found
