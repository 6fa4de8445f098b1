"""The shared topics with their keys: every question that an era table may answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Value
from tarock.rules.deprecated import Gone, load_renamed
from tarock.rules.entries import EntryRecord, make_entry
from tarock.rules.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.base.project import Project
    from tarock.rules.deprecated import Renamed
    from tarock.rules.entries import Entry
    from tarock.rules.vocabulary import Vocabulary


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of keys."""

    title: str
    about: str


class Topics(Value):
    """All topics by name, in the order of the file, and the keys of each; what keys are no more."""

    by_name: dict[str, Topic]
    entries: dict[str, Entry]  # by full key
    vocabulary: Vocabulary
    renamed: Mapping[str, Renamed]

    def entry(self, key: str) -> Entry | None:
        """The entry of a full key such as `settlement.stake.default`."""
        return self.entries.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def below(self, group: str) -> list[str]:
        """The keys that begin with a group of words, such as `settlement.stake`."""
        return [key for key in self.entries if key.startswith(f"{group}.")]

    def answerable(self, key: str, siglum: str) -> bool:
        """Whether a source can answer a key: any can, unless the key is of one other source `only`."""
        only = self.entries[key].only
        return only is None or only.source == siglum

    def nearest(self, key: str) -> list[str]:
        """The existing keys that look most like `key`."""
        import difflib

        return difflib.get_close_matches(key, self.entries, 3, cutoff=0.4)

    def instead(self, key: str) -> str:
        """What to write for a key that is none: its successors, why it went, or the keys that look like it."""
        renamed = self.renamed.get(key)
        if isinstance(renamed, Gone):
            return f"it went: {renamed.gone}"
        if renamed:
            return f"it is now {', '.join(map(str, renamed))}"
        near = self.nearest(key)
        return f"did you mean {', '.join(near)}?" if near else "expected a key of rules_data/keys"


def load_topics(project: Project) -> Topics:
    """Read `topics.yaml`, the keys of each topic in `keys/`, and what both rest on.

    Raises `CodexError` for what is malformed.
    """
    topics, vocabulary = _load_topics(project), load_vocabulary(project)
    entries: dict[str, Entry] = {}
    for name in topics:
        document = yamlio.load(project.rules / "keys" / f"{name}.yaml")
        for key, record in document.convert(dict[str, EntryRecord], document.data or {}).items():
            entries[f"{name}.{key}"] = make_entry(document, f"{name}.{key}", record, vocabulary)
    return Topics(topics, entries, vocabulary, load_renamed(project, entries, vocabulary))


def topic_names(project: Project) -> list[str]:
    """The names of all topics, in order; raises `CodexError` for a malformed `topics.yaml`."""
    return list(_load_topics(project))


def _load_topics(project: Project) -> dict[str, Topic]:
    document = yamlio.load(project.rules / "topics.yaml")
    if not isinstance(document.data, dict) or not document.data:
        raise document.error("no topics", "expected a mapping from name to topic")
    return document.convert(dict[str, Topic], document.data)
