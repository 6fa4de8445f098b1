"""One reader per source: from the transcript to segments. Each knows the layout of its own source only."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tarock.corpus.segments import Tiler
from tarock.errors import CodexError

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.corpus.segments import Segment

READERS = {"1754": "rules_1754", "1840": "rules_1840", "1863": "rules_1863", "1945": "rules_1945"}


def read_transcript(siglum: str, text: str, file: Path) -> tuple[Segment, ...]:
    """The segments of a transcript, which together are the transcript.

    Raises `CodexError` with file and line when the text is not laid out as this source is.
    """
    if siglum not in READERS:
        raise CodexError(f"no reader for source {siglum}", f"expected one of {', '.join(READERS)}", file=file)
    tiler = Tiler(text, file)
    import_module(f"tarock.corpus.readers.{READERS[siglum]}").read(tiler)
    return tiler.finish()
