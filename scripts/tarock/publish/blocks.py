"""HTML blocks of our pages go round Markdown, which would parse each of them twice only to leave it as it is.

This is for speed alone: a site that plain MkDocs builds from the same pages is the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown import Extension
from markdown.preprocessors import Preprocessor

from tarock.publish.environment import BLOCK_END, BLOCK_START

if TYPE_CHECKING:
    from markdown import Markdown

_BLOCK = re.compile(f"{re.escape(BLOCK_START)}\n(.*?)\n{re.escape(BLOCK_END)}", re.DOTALL)
_BEFORE_HTML = 25  # after line ends are normalised (30), before anything looks at HTML (21, 20)


class MadeBlocks(Extension):
    """Keeps the marked blocks aside until the page is rendered."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Register with `md`."""
        md.preprocessors.register(_SetAside(md), "made_blocks", _BEFORE_HTML)


class _SetAside(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        """The lines with a placeholder for each block."""
        return _BLOCK.sub(lambda match: self.md.htmlStash.store(match[1]), "\n".join(lines)).split("\n")
