"""What changed from source to source, in prose: each sentence with links to its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.proof.history import load_history
from tarock.publish.views.prose import Link, place

if TYPE_CHECKING:
    from tarock.publish.places import Site


class SentenceView(Value):
    """A sentence and where it rests; `inferred`: it says more than the passages."""

    says: str
    places: tuple[Link, ...]
    inferred: bool


class ChapterView(Value):
    """Some sentences on one matter."""

    title: str
    anchor: str
    sentences: tuple[SentenceView, ...]


class HistoryView(Value):
    """The page."""

    years: tuple[int, ...]
    chapters: tuple[ChapterView, ...]


def history_view(site: Site) -> HistoryView:
    """The page; raises `CodexError` for a malformed file."""
    page = site.router.history.page
    chapters = [
        ChapterView(
            chapter.title,
            f"chapter-{number}",
            tuple(
                SentenceView(
                    sentence.says,
                    tuple(place(site.router, page, ref) for ref in sentence.refs),
                    sentence.inferred,
                )
                for sentence in chapter.sentences
            ),
        )
        for number, (chapter, _lines) in enumerate(load_history(site.codex.project), 1)
    ]
    return HistoryView(tuple(source.year for source in site.corpus.sources.values()), tuple(chapters))
