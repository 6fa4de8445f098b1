"""What a source leaves to another game, as another text tells it: `SIGLUM/borrowed.yaml`.

A borrowed fact stands beside the silence of the source and is never a value of it: no rule set, comparison or claim
reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.base import yamlio
from tarock.base.language import worded
from tarock.base.structs import Record, Value, Words
from tarock.corpus.checks import Problem
from tarock.corpus.elsewhere import TextId, quote_fault
from tarock.rules.silences import unknown_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from tarock.rules.silences import Silences
    from tarock.rules.topics import Topics

FILE = "borrowed.yaml"


class Fact(Record, kw_only=True):
    """What a text says in answer to keys; one that no key asks for has a `topic` instead."""

    says: Words
    quote: Words
    keys: tuple[str, ...] = ()
    topic: str = ""
    grade: Literal["stated", "implied"] = "stated"


class Borrowing(Record, kw_only=True):
    """The facts that are borrowed from one text."""

    text: TextId
    facts: tuple[Fact, ...]


class BorrowedFact(Record, kw_only=True):
    """A fact with the text that it is borrowed from: it is no value of the source beside whose silence it stands."""

    says: str
    quote: str
    grade: Literal["stated", "implied"]
    text: str


class Borrowed(Value):
    """The borrowed facts of a source in the order of its file, each with its line."""

    facts: tuple[tuple[str, Fact, int], ...] = ()  # with the text, and the line
    file: str = ""

    @classmethod
    def load(cls, path: Path, file: str, topics: Topics) -> Borrowed:
        """Read the file, which need not be there; raises `CodexError` for a key or topic that is none."""
        if not path.exists():
            return cls()
        document = yamlio.load(path)
        found = []
        for index, borrowing in enumerate(document.records(Borrowing, "borrowing", "text")):
            for number, fact in enumerate(borrowing.facts):
                place = (index, "facts", number)
                for at, key in enumerate(fact.keys):
                    if topics.entry(key) is None:
                        raise unknown_key(document, topics, key, *place, "keys", at)
                if bool(fact.keys) == bool(fact.topic):
                    raise document.error(
                        worded("neither keys nor a topic, or both"), worded("expected one of them"), *place
                    )
                if fact.topic and fact.topic not in topics.by_name:
                    raise document.error(
                        worded("unknown topic `{topic}`", topic=fact.topic),
                        worded("expected one of topics.yaml"),
                        *place,
                    )
                found.append((borrowing.text, fact, document.line(*place)))
        return cls(tuple(found), file)

    def on(self, key: str) -> tuple[BorrowedFact, ...]:
        """What is borrowed in answer to a key."""
        return tuple(
            BorrowedFact(says=fact.says, quote=fact.quote, grade=fact.grade, text=text)
            for text, fact, _line in self.facts
            if key in fact.keys
        )

    @property
    def keys(self) -> set[str]:
        return {key for _text, fact, _line in self.facts for key in fact.keys}

    def problems(self, silences: Silences, stated: Collection[str], texts: Iterable[str]) -> Iterator[Problem]:
        """Facts of texts that nobody registered, on what is not left to another game, or in too many words."""
        known = {*texts}
        for text, fact, line in self.facts:
            place = f"{self.file}:{line}"
            if text not in known:
                yield Problem(
                    "BORROWED-TEXT",
                    place,
                    worded("`{text}` is no text; expected one of corpus/elsewhere.yaml", text=text),
                )
            if fault := quote_fault(fact.quote):
                yield Problem("BORROWED-QUOTE", place, fault)
            for key in fact.keys:
                silence = silences.by_key.get(key)
                if key in stated or not silence or silence.silence != "left to another game":
                    what = worded(
                        "{key} is not left to another game; expected a key that silences.yaml leaves to one", key=key
                    )
                    yield Problem("BORROWED-KEY", place, what)
