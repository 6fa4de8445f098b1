"""What changed from source to source, told in prose: `rules_data/history.yaml`, each sentence with its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from tarock.base import yamlio
from tarock.base.structs import PassageRef, Words
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Passage
from tarock.corpus.translation.correspondence import LOOSE, NumberWords
from tarock.corpus.translation.records import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.base.project import Project
    from tarock.proof.codex import Codex

FILE = "history.yaml"


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sentence, and the passages that it rests on; `inferred`: it says more than they do, which is ours."""

    says: Words
    refs: Annotated[tuple[PassageRef, ...], msgspec.Meta(min_length=1)]
    inferred: bool = False


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Some sentences on one matter."""

    title: Words
    sentences: Annotated[tuple[Sentence, ...], msgspec.Meta(min_length=1)]


def load_history(project: Project) -> list[tuple[Chapter, tuple[int, ...]]]:
    """The chapters, each with the lines of its sentences; raises `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / FILE)
    return [
        (chapter, tuple(document.line(at, "sentences", index) for index in range(len(chapter.sentences))))
        for at, chapter in enumerate(document.records(Chapter, "chapter"))
    ]


def history_problems(codex: Codex) -> Iterator[Problem]:
    """References that lead nowhere, and numbers that stand in none of the passages that a sentence names.

    The year of a source is a name, no number. Where a text is left out of this copy, nothing can be said of it.
    """
    corpus = codex.corpus
    words = NumberWords(codex.project.translations / ENGLISH / "numbers.yaml")
    years = {int(source.siglum) for source in corpus.sources.values() if source.siglum.isdigit()}
    for chapter, lines in load_history(codex.project):
        for sentence, line in zip(chapter.sentences, lines, strict=True):
            place = f"rules_data/{FILE}:{line}"
            if any(ref.partition(":")[0] in corpus.left_out for ref in sentence.refs):
                continue
            texts = []
            for ref in sentence.refs:
                passage = corpus.unit(ref)
                if isinstance(passage, Passage):
                    texts.append(passage.text)
                else:
                    yield Problem("HISTORY-REF", place, f"{ref} does not exist; expected a passage")
            stated = codex.numbers.find(" ; ".join(texts))
            for number in sorted(words.find(sentence.says) - stated - LOOSE - years):
                yield Problem("HISTORY-NUMBER", place, f"{number} stands in no passage that the sentence names")
