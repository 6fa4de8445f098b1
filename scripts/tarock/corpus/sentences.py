"""Sentences: a text cut where one ends and the next begins; `REF#n` names the nth of a passage.

A sentence ends at `.`, `!` or `?`, with the quotes and brackets that close there, where white space follows and then a
capital, a digit or `§`. So no colon, semicolon, dash or bracket ends one, and none begins in small letters. A full stop
ends none behind a word of `corpus/sentences/LANGUAGE.yaml`, behind a number, tarock or letter that opens the text
(`1.`, `A.`), and before a tarock of a list (`Scüs. XX. XIX.`). Line feeds are white space like any other.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Cached, Record

_END = re.compile(r"""([.!?]+['"’”“)\]]*)\s+(?=["'„“‘]?[A-ZÄÖÜ0-9§])""")
_OPENING = "\"'„“‘(["
_LABEL = re.compile(r"[0-9]+|[IVX]+|[A-Z]")
_LISTED = re.compile(r"\s+[IVX]+(?:[.,]|\Z)")
_LONGEST = 40  # characters before a full stop that are looked at for its word


class Span(NamedTuple):
    """Characters `start` to `end` of a text."""

    start: int
    end: int


class StopRules(Record):
    """Where a full stop ends no sentence in one language.

    `abbreviations`: none of theirs does; each with what it stands for. At the head of a sentence they have a capital.
    `numbers`, `tarocks` (Roman numbers) and `letters` (of seats): whether a stop behind these is part of them, as in
    the German `78. Blätter`.
    """

    abbreviations: dict[str, str]
    numbers: bool
    tarocks: bool
    letters: bool


class SentenceSplitter(Cached):
    """Cuts the texts of one language; reads its `StopRules` from `path` for the first text."""

    path: Path

    @cached_property
    def _stopped(self) -> re.Pattern[str]:
        """Return the pattern for words after which a full stop does not end a sentence."""
        stops = load_stop_rules(self.path)
        words = {word.rstrip(".") for abbreviation in stops.abbreviations for word in abbreviation.split()}
        kinds = ((stops.numbers, "[0-9]+"), (stops.tarocks, "[IVX]+"), (stops.letters, "[A-Z]"))
        patterns = [re.escape(form) for word in words for form in {word, word[:1].upper() + word[1:]}]
        return re.compile("|".join([*patterns, *(pattern for wanted, pattern in kinds if wanted)]) or r"(?!)")

    def split(self, text: str) -> tuple[Span, ...]:
        """Return start and end of each sentence of a text; empty for an empty text.

        White space between them is in none.
        """
        spans: list[Span] = []
        start = len(text) - len(text.lstrip())
        for end in _END.finditer(text):
            if end[1] != "." or not self._continues_at(text, start, end.start()):
                spans.append(Span(start, end.end(1)))
                start = end.end()
        last = len(text.rstrip())
        return (*spans, Span(start, last)) if start < last else tuple(spans)

    def _continues_at(self, text: str, start: int, stop: int) -> bool:
        """Return whether the full stop at `stop` does not end the sentence that began at `start`."""
        before = text[max(start, stop - _LONGEST) : stop]
        word = before.split()[-1].lstrip(_OPENING) if before and not before[-1].isspace() else ""
        return bool(
            self._stopped.fullmatch(word)
            or (_LABEL.fullmatch(word) and text[:stop].lstrip() == word)
            or _LISTED.match(text, stop + 1)
        )


def load_stop_rules(path: Path) -> StopRules:
    """Read the stop rules of a language; raise `CodexError` for a malformed file."""
    document = yamlio.load(path)
    stops = document.convert(StopRules, document.data)
    for abbreviation in stops.abbreviations:
        if not abbreviation.endswith("."):
            raise document.error(
                f"`{abbreviation}` ends in no full stop",
                "expected an abbreviation",
                "abbreviations",
                abbreviation,
            )
    return stops


def find_splitter(project: Project, language: str) -> SentenceSplitter:
    """Return the sentence splitter of a language (`de`, `en`); raise `CodexError` for one without stop rules."""
    path = project.root / "corpus" / "sentences" / f"{language}.yaml"
    if not path.is_file():
        known = ", ".join(sorted(found.stem for found in path.parent.glob("*.yaml")))
        raise CodexError(
            f"no sentences are known of the language `{language}`",
            f"expected one of {known}",
            file=path.parent,
        )
    return SentenceSplitter(path)
