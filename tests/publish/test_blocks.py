"""Blocks of HTML that go round Markdown: the page is the same as without that."""

from __future__ import annotations

import markdown
import pytest

from tarock.publish.blocks import MadeBlocks
from tarock.publish.environment import BLOCK_START
from tests.publish.markup import Elements

EXTENSIONS = ("attr_list", "fenced_code", "tables", "toc")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["index.md", "about.md", "emendations.md", "sources/1863/index.md", "sources/1840/raison.md"]
)
def test_a_page_is_the_same_with_its_blocks_set_aside(composed: dict[str, str], path: str) -> None:
    body = composed[path].partition("\n---\n")[2]
    assert BLOCK_START in body
    plain = Elements(markdown.markdown(body, extensions=EXTENSIONS)).found
    quick = Elements(markdown.markdown(body, extensions=[*EXTENSIONS, MadeBlocks()])).found
    assert [(tag, values, "".join(text).split()) for tag, values, text in quick] == [
        (tag, values, "".join(text).split()) for tag, values, text in plain
    ]


def test_a_text_that_names_the_mark_of_a_block_ends_none() -> None:
    body = "<!-- block -->\n<p>&lt;!-- end of block --&gt;</p>\n\n<b>*x*</b>\n<!-- end of block -->\n\n*y*\n"
    html = markdown.markdown(body, extensions=[MadeBlocks()])
    assert "<b>*x*</b>" in html
    assert html.endswith("<p><em>y</em></p>")
