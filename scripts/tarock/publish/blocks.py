"""A Markdown extension that keeps blocks of HTML from templates away from Markdown.

Markdown would parse each of them twice only to leave it as it is. The pages are the same without the extension, and
take half as long again to build.
"""

from __future__ import annotations

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from tarock.publish.environment import BLOCK_END, BLOCK_START

_BEFORE_OTHERS = 27  # after line ends are normalised (30), before anything looks at code and HTML (25, 21, 20)


class MadeBlocks(Extension):
    """Keep the marked blocks aside until the page is rendered."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Register the preprocessor that sets blocks aside."""
        md.preprocessors.register(_SetAside(md), "made_blocks", _BEFORE_OTHERS)


class _SetAside(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with a placeholder for each block."""
        first, *others = "\n".join(lines).split(f"{BLOCK_START}\n")
        parts = [first]
        for other in others:
            block, _, behind = other.partition(f"\n{BLOCK_END}")
            parts += self.md.htmlStash.store(block), behind
        return "".join(parts).split("\n")
