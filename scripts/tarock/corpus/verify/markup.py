"""HTML and XML read as running text; nothing that they name is opened, and no entity but those of HTML is known."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from tarock.corpus.verify.documents import DocumentPart, QuotingDocument

_BLOCKS = {
    "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "td", "th", "table",
    "section", "article", "header", "footer", "aside", "figure", "figcaption", "pre", "body", "html", "main", "nav",
    "title", "hr", "details", "summary", "form", "caption", "address", "blockquote", "lg", "l", "ab", "sp", "stage",
    "head", "option",
}  # fmt: skip
_QUOTES = {"blockquote"}
_ASIDE = {
    "script",
    "style",
    "template",
    "noscript",
    "del",
    "s",
    "strike",
    "head-meta",
    "svg",
    "math",
    "object",
    "iframe",
}
_VOID = {"br", "hr", "img", "input", "meta", "link", "wbr", "area", "base", "col", "embed", "source", "track", "param"}
_INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark",
    "q", "quote", "ruby", "rt", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var", "time", "button",
    "img", "br", "wbr", "del", "s", "strike", "hi", "foreign", "said", "ref", "note", "lb", "pb", "choice", "sic",
    "corr", "text", "center",
}  # fmt: skip
_SPOKEN = {"alt", "title", "content", "aria-label", "placeholder", "label", "summary", "value"}
_KNOWN = sorted(_BLOCKS | _ASIDE | _VOID | _INLINE, key=lambda tag: (-len(tag), tag))
TAGS = re.compile(rf"</?(?:{'|'.join(_KNOWN)})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class _MarkupReader(HTMLParser):
    """Collects the text, where each line of the file begins in it, and the block quotations."""

    def __init__(self, *, lines: bool, known: bool):
        super().__init__(convert_charrefs=True)
        self.lines, self.known = lines, known
        self.text: list[str] = []
        self.length = 0
        self.starts: list[tuple[int, str]] = []
        self.blocks: list[tuple[int, int]] = []
        self.opened: list[int] = []
        self.aside: list[tuple[str, str]] = []
        self.within: list[str] = []
        self.raised = self.notes = 0  # tags in which a number calls a note, and those of them that are links

    def _add(self, text: str) -> None:
        self.text.append(text)
        self.length += len(text)

    def _line(self) -> str:
        return f"line {self.getpos()[0]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = tag.rpartition(":")[2]
        if not self.known and name not in _KNOWN:
            self.handle_data(self.get_starttag_text() or "")
            return
        for key, value in attrs:
            if key in _SPOKEN and value and " " in value:
                self.aside.append((f"{self._line()}, {key}", value))
        if name in _ASIDE:
            self.within.append(tag)
        elif name in ("br", "lb"):
            self._add("\n")
        elif name in ("q", "quote", "said"):
            self._add("“")
        elif name == "sup":
            self.raised += 1
        elif name == "a" and any(
            "noteref" in (value or "") or "footnote-ref" in (value or "") for _key, value in attrs
        ):
            self.raised += 1
            self.notes += 1
        if name in _BLOCKS:
            self._add("\n" if name in ("tr", "td", "th", "li", "l", "dd", "dt") else "\n\n")
        if name in _QUOTES:
            self.opened.append(self.length)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag.rpartition(":")[2] not in _VOID | {"lb", "pb"}:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if not self.known and name not in _KNOWN:
            self.handle_data(f"</{tag}>")
            return
        if tag in self.within:
            while self.within.pop() != tag:
                pass
        elif name in ("q", "quote", "said"):
            self._add("”")
        elif name == "sup":
            self.raised = max(0, self.raised - 1)
        elif name == "a" and self.notes:
            self.raised, self.notes = max(0, self.raised - 1), self.notes - 1
        if name in _QUOTES and self.opened:
            self.blocks.append((self.opened.pop(), self.length))
        if name in _BLOCKS:
            self._add("\n" if name in ("tr", "td", "th", "li", "l", "dd", "dt") else "\n\n")

    def handle_data(self, data: str) -> None:
        line = self.getpos()[0]
        if self.within:
            if data.strip():
                self.aside.append((self._line(), data))
            return
        if self.raised and data.strip().isdigit():
            data = data.translate(_SUPERSCRIPT)
        for number, piece in enumerate(data.split("\n")):
            if number:
                self._add("\n" if self.lines else " ")
            self.starts.append((self.length, f"line {line + number}"))
            self._add(piece)

    def handle_comment(self, data: str) -> None:
        if data.strip():
            self.aside.append((f"{self._line()}, comment", data))

    def unknown_decl(self, data: str) -> None:  # <![CDATA[…]]>
        self.handle_data(re.sub(r"\ACDATA\[|\]\]?\Z", "", data))

    def handle_pi(self, data: str) -> None:
        """Ignore what a document asks a program to do."""


def read_markup(text: str, *, lines: bool = False, place: str = "") -> QuotingDocument:
    """Read HTML, or a text with some tags in it, whose `lines` stay."""
    reader = _MarkupReader(lines=lines, known=not lines)
    reader.feed(text)
    reader.close()
    while reader.opened:
        reader.blocks.append((reader.opened.pop(), reader.length))
    outer = [
        (low, high)
        for low, high in reader.blocks
        if not any(a <= low and high <= b and (a, b) != (low, high) for a, b in reader.blocks)
    ]
    parts = [DocumentPart("".join(reader.text), place, tuple(reader.starts), tuple(sorted(outer)))]
    parts += [
        DocumentPart(words, ", ".join(filter(None, (place, where))), ((0, ""),), aside=True)
        for where, words in reader.aside
    ]
    return QuotingDocument("HTML", tuple(parts))
