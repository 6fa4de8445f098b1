"""Keys that are no more: each with its successors, or with the reason why it went. Keys are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Words
from tarock.rules.cases import case_of, ident

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.base.project import Project
    from tarock.rules.entries import Entry
    from tarock.rules.vocabulary import Vocabulary

FILE = "renamed_keys.yaml"


class Successor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The key that answers now, in the case that the old key was about."""

    key: str
    when: dict[str, Any] = {}

    def __str__(self) -> str:
        return ident(self.key, case_of(self.when))


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why a key has no successor."""

    gone: Words


Renamed = tuple[Successor, ...] | Gone


def load_renamed(project: Project, keys: Mapping[str, Entry], vocabulary: Vocabulary) -> Mapping[str, Renamed]:
    """Read `renamed_keys.yaml`; raises `CodexError` for an old key that still is one, or a successor that is none."""
    document = yamlio.load(project.rules / FILE)
    renamed: dict[str, Renamed] = {}
    for old, node in document.convert(dict[str, Any], document.data or {}).items():
        if old in keys:
            raise document.error(f"`{old}` is a key", "expected only keys that are no more", old)
        if isinstance(node, dict) and "gone" in node:
            renamed[old] = document.convert(Gone, node, old)
            continue
        several = isinstance(node, list)
        successors = []
        for index, record in enumerate(node if several else [node]):
            place = (old, index) if several else (old,)
            successor = document.convert(Successor, record, *place)
            if successor.key not in keys:
                raise document.error(f"`{successor.key}` is no key", "expected the key that answers now", *place, "key")
            for name, value in successor.when.items():
                if expected := keys[successor.key].misfit_of(name, value, vocabulary):
                    raise document.error(f"`{name}` is {value!r}", f"expected {expected}", *place, "when", name)
            successors.append(successor)
        renamed[old] = tuple(successors)
    return renamed
