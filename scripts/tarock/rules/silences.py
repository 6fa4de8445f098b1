"""What a source does not say: every key without a statement, by the kind of silence, from `SIGLUM/silences.yaml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.base import yamlio
from tarock.base.language import worded
from tarock.base.structs import Record, Value
from tarock.corpus.checks import Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from tarock.base.errors import CodexError
    from tarock.base.yamlio import Document, Key
    from tarock.rules.topics import Topics

SilenceKind = Literal["not stated", "lost", "not applicable", "left to another game"]


class Silence(Record):
    """A source's silence on some keys, said on purpose, never by default.

    `topic.*` stands for every key of the topic that the source has no statement for. What is not applicable has a
    `note` that says why; what is left to another game has the passage that leaves it, and its words.
    """

    silence: SilenceKind
    keys: tuple[str, ...]
    note: str = ""
    ref: str = ""
    quote: str = ""


class Silences(Value):
    """The silence on each key, and where each is named: `places` has a key twice that is named twice."""

    by_key: dict[str, Silence]
    places: tuple[tuple[str, str], ...]
    file: str

    @classmethod
    def load(cls, path: Path, file: str, topics: Topics, stated: Collection[str]) -> Silences:
        """Read the file; raises `CodexError` for a key that is none, and for a kind without what it needs."""
        document = yamlio.load(path)
        by_key: dict[str, Silence] = {}
        places: list[tuple[str, str]] = []
        for index, silence in enumerate(document.convert(tuple[Silence, ...], document.data)):
            _require_reason(document, silence, index)
            for number, name in enumerate(silence.keys):
                if name.endswith(".*"):
                    named = topics.below(name[:-2])
                    found = [key for key in named if key not in stated and topics.answerable(key, path.parent.name)]
                else:
                    named = found = [name] if topics.entry(name) else []
                if not named:
                    raise unknown_key(document, topics, name, index, "keys", number)
                by_key.update(dict.fromkeys(found, silence))
                places += ((key, f"{file}:{document.line(index, 'keys', number)}") for key in found)
        return cls(by_key, tuple(places), file)

    def problems(self, siglum: str, topics: Topics, stated: Collection[str]) -> Iterator[Problem]:
        """Every key is stated, or named here once; what only one source can answer needs no name in the others."""
        seen: set[str] = set()
        for key, place in self.places:
            if key in stated:
                yield Problem(
                    "SILENCE-STATED", place, worded("{key} is named as silent, but it has a statement", key=key)
                )
            elif not topics.answerable(key, siglum):
                yield Problem(
                    "SILENCE-ONLY", place, worded("{key} is of one other source only; expected no line for it", key=key)
                )
            elif key in seen:
                yield Problem("SILENCE-TWICE", place, worded("{key} is named twice", key=key))
            seen.add(key)
        for key in topics:
            if key not in stated and key not in seen and topics.answerable(key, siglum):
                what = worded("{key} has no statement; expected one, or its kind of silence", key=key)
                yield Problem("SILENCE-UNNAMED", self.file, what)


def _require_reason(document: Document, silence: Silence, index: int) -> None:
    if silence.silence == "not applicable" and not silence.note.strip():
        raise document.error(worded("not applicable, but why?"), worded("expected `note:`"), index)
    if silence.silence == "left to another game":
        if not (silence.ref.strip() and silence.quote.strip()):
            raise document.error(
                worded("left to another game, but where?"), worded("expected `ref:` and `quote:`"), index
            )
    elif silence.ref or silence.quote:
        raise document.error(
            worded("{silence} with a passage", silence=silence.silence),
            worded("expected `ref:` only for another game"),
            index,
        )


def unknown_key(document: Document, topics: Topics, key: str, *path: Key) -> CodexError:
    """An error at a key that no topic has."""
    return document.error(worded("unknown key `{key}`", key=key), topics.instead(key), *path)
