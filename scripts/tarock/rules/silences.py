"""The silences of a source: every key without a statement, by the kind of silence, from `SIGLUM/silences.yaml`.

A rule that it leaves to another game is told as another text has it, from `SIGLUM/borrowed.yaml`: a borrowed fact
is never a value of the source, and no rule set, comparison or claim reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, PassageRef, Record, Words
from tarock.base.yamlio import Document, Key
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Corpus
from tarock.corpus.elsewhere import TextId, quote_length_error
from tarock.rules.topics import Topics

BORROWED = "borrowed.yaml"
SilenceKind = Literal["not stated", "lost", "not applicable", "left to another game"]


class Silence(Record):
    """A source's silence on some keys, said on purpose, never by default.

    `topic.*` stands for every key of the topic that the source has no statement for. A key that is not applicable has
    a `note` that says why; one that is left to another game has the passage that leaves it, and its words.
    """

    silence: SilenceKind
    keys: tuple[str, ...]
    note: str = ""
    ref: str = ""
    quote: str = ""


class Silences(Frozen):
    """The kind of silence for each key, and where the file names it.

    `places` are pairs of key and `FILE:LINE`; a key that is named twice is there twice.
    """

    by_key: dict[str, Silence]
    places: tuple[tuple[str, str], ...]
    file: str

    @classmethod
    def load(cls, path: Path, file: str, topics: Topics, stated: Collection[str]) -> Silences:
        """Read `silences.yaml`; `stated` are the keys that have a statement, which `topic.*` leaves out.

        Raises `CodexError` for an unknown key, and for a silence without its note or passage.
        """
        document = yamlio.load(path)
        by_key: dict[str, Silence] = {}
        places: list[tuple[str, str]] = []
        for index, silence in enumerate(document.convert(tuple[Silence, ...], document.data)):
            _require_reason(document, silence, index)
            for number, name in enumerate(silence.keys):
                if name.endswith(".*"):
                    named = topics.keys_below(name[:-2])
                    found = [key for key in named if key not in stated and topics.can_answer(key, path.parent.name)]
                else:
                    named = found = [name] if topics.find(name) else []
                if not named:
                    raise unknown_key(document, topics, name, index, "keys", number)
                by_key.update(dict.fromkeys(found, silence))
                places += ((key, f"{file}:{document.line(index, 'keys', number)}") for key in found)
        return cls(by_key, tuple(places), file)

    def problems(self, siglum: str, topics: Topics, stated: Collection[str]) -> Iterator[Problem]:
        """Yield each key that has both a statement and a silence, neither, or two silences.

        A key that can be answered by one other source only needs no silence, and may have none.
        """
        seen: set[str] = set()
        for key, place in self.places:
            if key in stated:
                yield Problem("SILENCE-STATED", place, f"{key} is named as silent, but it has a statement")
            elif not topics.can_answer(key, siglum):
                yield Problem("SILENCE-ONLY", place, f"{key} is of one other source only; expected no line for it")
            elif key in seen:
                yield Problem("SILENCE-TWICE", place, f"{key} is named twice")
            seen.add(key)
        for key in topics:
            if key not in stated and key not in seen and topics.can_answer(key, siglum):
                what = f"{key} has no statement; expected one, or its kind of silence"
                yield Problem("SILENCE-UNNAMED", self.file, what)


def _require_reason(document: Document, silence: Silence, index: int) -> None:
    """Raise `CodexError` for a silence without the note or passage that its kind needs."""
    if silence.silence == "not applicable" and not silence.note.strip():
        raise document.error("`not applicable` without a reason", "add `note:`", index)
    if silence.silence == "left to another game":
        if not (silence.ref.strip() and silence.quote.strip()):
            raise document.error("`left to another game` without the passage", "add `ref:` and `quote:`", index)
    elif silence.ref or silence.quote:
        raise document.error(
            f"{silence.silence} with a passage",
            "expected `ref:` only for another game",
            index,
        )


def unknown_key(document: Document, topics: Topics, key: str, *path: Key) -> CodexError:
    """Return the error for a key of the file that no topic has, with similar keys."""
    return document.error(f"unknown key `{key}`", topics.suggest(key), *path)


class OtherWords(Record):
    """Words of a source that say otherwise than another text, and what they say."""

    ref: PassageRef
    quote: Words
    says: Words


class Fact(Record, kw_only=True):
    """A sentence of a text that answers keys; one that no key asks for has a `topic` instead.

    `matters` are the matters that it belongs to; `disagrees` is what another source here says against it.
    """

    says: Words
    quote: Words
    keys: tuple[str, ...] = ()
    topic: str = ""
    grade: Literal["stated", "implied"] = "stated"
    matters: tuple[Words, ...] = ()
    disagrees: OtherWords | None = None


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
    disagrees: OtherWords | None = None


class Borrowed(Frozen):
    """The borrowed facts of a source in the order of its file.

    `facts` are triples: the id of the text, the fact, its line.
    """

    facts: tuple[tuple[str, Fact, int], ...] = ()  # with the text, and the line
    file: str = ""

    @classmethod
    def load(cls, path: Path, file: str, topics: Topics) -> Borrowed:
        """Read `borrowed.yaml`; return an empty record where there is no such file.

        Raises `CodexError` for an unknown key or topic, and for a fact with both or neither.
        """
        if not path.exists():
            return cls()
        document = yamlio.load(path)
        found = []
        for index, borrowing in enumerate(document.records(Borrowing, "borrowing", "text")):
            for number, fact in enumerate(borrowing.facts):
                place = (index, "facts", number)
                for at, key in enumerate(fact.keys):
                    if topics.find(key) is None:
                        raise unknown_key(document, topics, key, *place, "keys", at)
                if bool(fact.keys) == bool(fact.topic):
                    raise document.error("neither keys nor a topic, or both", "expected one of them", *place)
                if fact.topic and fact.topic not in topics.by_name:
                    raise document.error(
                        f"unknown topic `{fact.topic}`",
                        "expected one of topics.yaml",
                        *place,
                    )
                found.append((borrowing.text, fact, document.line(*place)))
        return cls(tuple(found), file)

    def facts_on(self, key: str) -> tuple[BorrowedFact, ...]:
        """Return the borrowed facts that answer a key; empty where none does."""
        return tuple(BorrowedFact.from_object(fact, text=text) for text, fact, _line in self.facts if key in fact.keys)

    def facts_of(self, matter: str) -> tuple[BorrowedFact, ...]:
        """Return the facts that belong to a matter."""
        return tuple(
            BorrowedFact.from_object(fact, text=text) for text, fact, _line in self.facts if matter in fact.matters
        )

    @property
    def keys(self) -> set[str]:
        """Return the keys that some borrowed fact answers."""
        return {key for _text, fact, _line in self.facts for key in fact.keys}

    def problems(
        self, silences: Silences, stated: Collection[str], texts: Collection[str], corpus: Corpus
    ) -> Iterator[Problem]:
        """Yield facts of unknown texts, facts on keys not left to another game, and quotes that are too long.

        Words of a source that disagrees must be in their passage, where its text is here.
        """
        for text, fact, line in self.facts:
            place = f"{self.file}:{line}"
            if text not in texts:
                yield Problem(
                    "BORROWED-TEXT",
                    place,
                    f"`{text}` is no text; expected one of corpus/elsewhere.yaml",
                )
            if fault := quote_length_error(fact.quote):
                yield Problem("BORROWED-QUOTE", place, fault)
            if (other := fact.disagrees) and other.ref.partition(":")[0] not in corpus.left_out:
                unit = corpus.unit(other.ref)
                if unit is None or other.quote not in unit.text:
                    yield Problem("BORROWED-QUOTE", place, f"{other.ref} does not have `{other.quote}`")
            for key in fact.keys:
                silence = silences.by_key.get(key)
                if key in stated or not silence or silence.silence != "left to another game":
                    what = f"{key} is not left to another game; expected a key that silences.yaml leaves to one"
                    yield Problem("BORROWED-KEY", place, what)
