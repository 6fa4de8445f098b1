"""Small helpers for writing HTML inside Markdown pages."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MARKDOWN = re.compile(r"([\\`*_\[\]])")


def esc(text: str) -> str:
    """`text` as HTML text or attribute value."""
    return html.escape(text, quote=True)


def inline_esc(text: str) -> str:
    """`text` as HTML text inside a Markdown line, where `*`, `_` and brackets would mean something."""
    return _MARKDOWN.sub(r"\\\1", esc(text))


def attributes(**values: str | None) -> str:
    """HTML attributes with a leading space each, `_` read as `-`; those that are None are left out."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{esc(value)}"' for name, value in values.items() if value is not None
    )


def link(href: str, text: str, **values: str | None) -> str:
    """A link around `text`, which is HTML already."""
    return f"<a{attributes(href=href, **values)}>{text}</a>"


def block(*lines: str) -> str:
    """Lines of one HTML block, closed off by blank lines so that Markdown leaves it alone."""
    return "\n" + "\n".join(line for line in lines if line) + "\n"


def badge(verdict: str) -> str:
    """A verdict as a small label."""
    return f'<span class="verdict verdict--{esc(verdict.replace(" ", "-"))}">{esc(verdict)}</span>'


def heading(level: int, inner: str, ident: str, *classes: str, german: bool = False, searched: bool = True) -> str:
    """A Markdown heading with an id, so that it stands in the table of contents and the search index."""
    marks = [f"#{ident}", *(f".{name}" for name in classes), *(["lang=de"] if german else [])]
    marks += [] if searched else ["data-search-exclude=true"]
    return f"\n{'#' * level} {inner} {{: {' '.join(marks)} }}\n"


def table(kind: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of HTML cells, the first of each row its header; on a phone each cell stands under its column's name."""
    head = "".join(f'<th scope="col">{esc(name)}</th>' for name in columns)
    lines = []
    for row in rows:
        labelled = zip(columns[1:], row[1:], strict=True)
        cells = "".join(f"<td{attributes(data_label=name)}>{inner}</td>" for name, inner in labelled)
        lines.append(f'<tr><th scope="row">{row[0]}</th>{cells}</tr>')
    return (
        f'<div class="table-wrap"><table class="data {kind}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def page(
    title: str,
    *parts: str,
    description: str,
    alone: bool = False,
    wide: bool = False,
    boost: int = 1,
    searched: bool = True,
) -> str:
    """A whole Markdown page with front matter.

    One `alone` in its section has no navigation beside it; a `wide` one no table of contents. The search ranks
    pages with a `boost` higher, and leaves out those that are not to be `searched`.
    """
    front = ["---", f"title: {_yaml_text(title)}", f"description: {_yaml_text(description)}"]
    if hidden := ["navigation"] * alone + ["toc"] * wide:
        front.append(f"hide: [{', '.join(hidden)}]")
    if boost != 1:
        front.append(f"search: {{boost: {boost}}}")
    if not searched:
        front.append("search: {exclude: true}")
    text = "\n".join([*front, "---", "", *parts]).rstrip("\n") + "\n"
    return re.sub(r"\n{3,}", "\n\n", text)


def _yaml_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
