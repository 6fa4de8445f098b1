"""Sentences of ours on all sources together.

`overview.yaml` has the lines of the overview, `history.yaml` the changes from one source to the next in prose, each
sentence with its passages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import PassageRef, Record, Siglum, Words
from tarock.base.yamlio import Document
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Corpus, Passage
from tarock.corpus.numbers import NumberReader
from tarock.corpus.translation.correspondence import LOOSE, NumberWords


class Family(Record):
    """Sources that describe one kind of game, which stand side by side."""

    title: Words
    sources: tuple[Siglum, ...]


class Headline(Record):
    """A line of the overview: a key, or those of its answers that hold in `when`; `basis` says what is compared."""

    title: Words
    key: Words
    when: dict[str, str | bool | int] = {}
    basis: str = ""


class Group(Record):
    """Lines on one matter."""

    title: Words
    lines: tuple[Headline, ...]


class Overview(Record):
    """The overview of the rules: `rules_data/overview.yaml`."""

    families: tuple[Family, ...]
    groups: tuple[Group, ...]


class HistorySentence(Record):
    """One sentence, and the passages that it rests on; `inferred`: it says more than they do, which is ours."""

    says: Words
    refs: Annotated[tuple[PassageRef, ...], msgspec.Meta(min_length=1)]
    inferred: bool = False


class Chapter(Record):
    """Some sentences on one matter."""

    title: Words
    sentences: Annotated[tuple[HistorySentence, ...], msgspec.Meta(min_length=1)]


def load_overview(project: Project) -> Overview:
    """Read `rules_data/overview.yaml`; raise `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / "overview.yaml")
    return document.convert(Overview, document.data)


def load_history(project: Project) -> tuple[list[Chapter], Document]:
    """Read `rules_data/history.yaml`: its chapters, and the document to tell their lines.

    Raises `CodexError` for a malformed file.
    """
    document = yamlio.load(project.rules / "history.yaml")
    return document.records(Chapter, "chapter"), document


def history_problems(corpus: Corpus, numbers: NumberReader) -> Iterator[Problem]:
    """Yield references in `history.yaml` that name no passage, and numbers that none of a sentence's passages has.

    Years that are sigla are no such numbers. Sentences on a source whose text is left out are not checked.
    """
    words = NumberWords(corpus.project.translations / "numbers.yaml")
    years = {int(siglum) for siglum in corpus.sources if siglum.isdigit()}
    chapters, document = load_history(corpus.project)
    for at, chapter in enumerate(chapters):
        for index, sentence in enumerate(chapter.sentences):
            place = f"{corpus.project.relative(document.path)}:{document.line(at, 'sentences', index)}"
            if any(ref.partition(":")[0] in corpus.left_out for ref in sentence.refs):
                continue
            texts = []
            for ref in sentence.refs:
                passage = corpus.unit(ref)
                if isinstance(passage, Passage):
                    texts.append(passage.text)
                else:
                    yield Problem("HISTORY-REF", place, f"{ref} does not exist; expected a passage")
            stated = numbers.find(" ; ".join(texts))
            for number in sorted(words.find(sentence.says) - stated - LOOSE - years):
                yield Problem(
                    "HISTORY-NUMBER",
                    place,
                    f"{number} is in no passage that the sentence names",
                )
