"""What a source does not say: every key without a statement, by the kind of silence, from `SIGLUM/silences.yaml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock import yamlio

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.errors import CodexError
    from tarock.rules.topics import Topics
    from tarock.yamlio import Document, Key

SilenceKind = Literal["not stated", "lost", "not applicable"]


class Silence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A source's silence on some keys, said on purpose; `topic.*` stands for every key of the topic."""

    silence: SilenceKind
    keys: tuple[str, ...]
    note: str = ""


def load_silences(path: Path, topics: Topics) -> dict[str, Silence]:
    """The silence on each key that the file names; raises `CodexError` for a key that is none."""
    document = yamlio.load(path)
    silences: dict[str, Silence] = {}
    for index, silence in enumerate(document.convert(tuple[Silence, ...], document.data)):
        for number, name in enumerate(silence.keys):
            named = topics.below(name[:-2]) if name.endswith(".*") else [name] if topics.entry(name) else []
            if not named:
                raise unknown_key(document, topics, name, index, "keys", number)
            silences.update(dict.fromkeys(named, silence))
    return silences


def unknown_key(document: Document, topics: Topics, key: str, *path: Key) -> CodexError:
    """An error at a key that no topic has."""
    return document.error(f"unknown key `{key}`", topics.instead(key), *path)
