"""Reads made pages as MkDocs would: Markdown with the site's extensions, then HTML."""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser

import markdown

from tarock.publish.blocks import MadeBlocks

HOSTILE = (
    """<b onclick=x>bold</b> "quoted" 'single' `code` {{ 7*7 }} {% raw %} | """
    "[x](javascript:alert(1)) *a* __b__ &amp; {: #id }"
)
_VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class Elements(HTMLParser):
    """All elements with their attributes and whole text, in document order."""

    def __init__(self, text: str):
        super().__init__()
        self.found: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[int] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag not in _VOID:
            self._open.append(len(self.found) - 1)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self.found[self._open.pop()][0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for index in self._open:
            self.found[index][2].append(data)

    def texts(self, tag: str, **attributes: str) -> list[str]:
        """The texts of all elements with this tag and these attributes (`class_` for `class`)."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return ["".join(text) for name, values, text in self.found if name == tag and wanted.items() <= values.items()]

    def names(self) -> set[str]:
        """The names of all attributes that stand on the page."""
        return {name for _tag, values, _text in self.found for name in values}


@lru_cache(maxsize=100)  # tests read the same pages, and change nothing of them
def read(page: str) -> Elements:
    """The elements of a made page, without its front matter."""
    body = page.partition("\n---\n")[2] if page.startswith("---\n") else page
    return Elements(markdown.markdown(body, extensions=["attr_list", "fenced_code", "tables", "toc", MadeBlocks()]))


def assert_harmless(page: str) -> None:
    """Whatever `HOSTILE` asks for has not come about."""
    elements = read(page)
    assert not {name for name in elements.names() if name.startswith("on")}
    links = [values.get("href", "") for tag, values, _text in elements.found if tag == "a"]
    assert not [href for href in links if href.startswith("javascript:")]
    assert "bold" not in elements.texts("b")
    for tag in ("em", "strong", "code"):
        assert not {"a", "b", "code"} & set(elements.texts(tag))
