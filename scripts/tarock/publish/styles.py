"""Styles without what no page of ours has: on a slow line nothing is shown before they have come."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Parts of the theme that are not switched on, and writing from right to left.
UNUSED = re.compile(
    r"\.(?:admonition|tabbed|critic|task-list|md-source|md-select|md-version|md-annotation|md-banner|md-consent"
    r"|md-feedback|md-social|md-post|md-author|md-profile|md-meta|md-pagination|md-tag|md-blog|md-status|md-iframe"
    r"|giscus|mermaid|twemoji|footnote|grid\b)|\[dir=rtl\]"
    r"|\[data-md-color-(?:primary|accent)=(?!custom)"
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};])\s*")
_GROUPS = ("@media", "@supports", "@layer")  # that hold rules


def drop_unused(css: str) -> str:
    """Return minified styles of the theme without the selectors that match `UNUSED`, and without rules that lose all."""
    return "".join(_keep_used(css))


def minify(css: str) -> str:
    """Return styles of ours without comments, and with no more blanks than they need."""
    return _AROUND.sub(r"\1", re.sub(r"\s+", " ", _COMMENT.sub("", css))).strip()


def _keep_used(css: str) -> Iterator[str]:
    for before, body in _split_rules(_COMMENT.sub("", css)):
        if before.startswith(_GROUPS):
            if inner := drop_unused(body):
                yield f"{before}{{{inner}}}"
        elif before.startswith("@"):
            yield f"{before}{{{body}}}"
        elif used := [each for each in _split_selectors(before) if not UNUSED.search(each)]:
            yield f"{','.join(used)}{{{body}}}"


def _split_rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before the braces of each rule, and what within."""
    start = 0
    while (opened := css.find("{", start)) >= 0:
        depth, end = 1, opened + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(css[end], 0)
            end += 1
        yield css[start:opened], css[opened + 1 : end - 1]
        start = end


def _split_selectors(selectors: str) -> list[str]:
    """Return the selectors of a rule; a comma within brackets parts none."""
    found, depth = [""], 0
    for letter in selectors:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found
