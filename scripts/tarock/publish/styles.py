"""Styles without what no page of ours has, and scripts without remarks: on a slow line a page waits for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

# Parts of the theme that are not switched on, though its script names their classes, and writing from right to left.
UNUSED = re.compile(
    r"\.(?:admonition|tabbed|critic|task-list|md-source|md-select|md-version|md-annotation|md-banner|md-consent"
    r"|md-feedback|md-social|md-post|md-author|md-profile|md-meta|md-pagination|md-tag|md-blog|md-status|md-iframe"
    r"|md-tooltip|md-code__|md-search-result__(?:icon|more|terms)|md-tabs__item:nth-child|giscus|mermaid|twemoji|footnote"
    r"|grid\b)|\[dir=rtl\]|\b(?:kbd|iframe|h6)\b|img\[|\[role=columnheader\]"
    r"|\[data-md-color-(?:primary|accent)=(?!custom)"
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_REMARK = re.compile(r"//.*|/\*(?:(?!\*/).)*\*/")
_AROUND = re.compile(r"\s*([{};])\s*")
_GROUPS = ("@media", "@supports", "@layer", "@container")  # that hold rules
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_NOT = re.compile(r":not\((?:[^()]|\([^()]*\))*\)")  # names what need not be there
_CHOICE = re.compile(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)")
_CLASSES = re.compile(r"""\sclass=(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
_MADE_BY_SCRIPT = re.compile(r"[\w-]*[_-][\w-]*")  # names of two words: one word may be anything
_VARIABLE = re.compile(r"(--[\w-]+)\s*:")
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")
_DECLARATION = re.compile(
    r"""(?:[^;"'()]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*')*\))*\))+"""
)


def find_classes(page: str) -> set[str]:
    """Return the classes of the elements of a page in HTML."""
    return {name for each in _CLASSES.findall(page) for name in "".join(each).split()}


def find_made_classes(script: str) -> set[str]:
    """Return the names of two or more words in a script that can be classes of the elements it makes."""
    return set(_MADE_BY_SCRIPT.findall(script))


def drop_unused(css: str, classes: AbstractSet[str]) -> str:
    """Return styles of the theme without the rules for other `classes` than these and for parts in `UNUSED`."""
    return "".join(_keep_used(css, classes))


def drop_unasked(css: str, others: str) -> str:
    """Return styles without the variables that neither they nor the `others` ask for."""
    while True:
        asked = set(_ASKED.findall(css + others))
        kept = "".join(_keep_asked(css, asked))
        if kept == css:
            return css
        css = kept


def split_evenly(css: str, count: int) -> list[str]:
    """Return styles in `count` parts, in their order and about as long as each other."""
    parts, each = [""] * count, len(css) / count
    done = 0
    for before, body in _split_rules(css):
        rule = f"{before}{{{body}}}"
        parts[min(int((done + len(rule) / 2) / each), count - 1)] += rule
        done += len(rule)
    return parts


def find_needed(css: str) -> list[frozenset[str]]:
    """Return for each selector of styles the classes without which it matches nothing."""
    return list(dict.fromkeys(_find_needed(css)))


def minify(css: str) -> str:
    """Return styles of ours without comments, and with no more blanks than they need."""
    return _AROUND.sub(r"\1", re.sub(r"\s+", " ", _COMMENT.sub("", css))).strip()


def minify_script(script: str) -> str:
    """Return a script without its lines of comment and the blanks around its lines, which no text of ours holds."""
    lines = (line.strip() for line in script.split("\n"))
    return "\n".join(line for line in lines if line and not _REMARK.fullmatch(line)) + "\n"


def _find_needed(css: str) -> Iterator[frozenset[str]]:
    for before, body in _split_rules(_COMMENT.sub("", css)):
        if before.strip().startswith(_GROUPS):
            yield from _find_needed(body)
        elif not before.strip().startswith("@"):
            for each in _split_selectors(before):
                yield from _find_classes_needed(each)


def _find_classes_needed(selector: str) -> Iterator[frozenset[str]]:
    """Yield the classes that a selector needs, for each combination of what its `:is()` and `:where()` allow."""
    selector = _NOT.sub("", selector)
    if choice := _CHOICE.search(selector):
        for each in _split_selectors(choice[1]):
            yield from _find_classes_needed(selector[: choice.start()] + each + selector[choice.end() :])
    else:
        yield frozenset(_CLASS.findall(selector))


def _keep_used(css: str, classes: AbstractSet[str]) -> Iterator[str]:
    for before, body in _split_rules(_COMMENT.sub("", css)):
        if before.startswith(_GROUPS):
            if inner := drop_unused(body, classes):
                yield f"{before}{{{inner}}}"
        elif before.startswith("@"):
            yield f"{before}{{{body}}}"
        elif used := [
            each
            for each in _split_selectors(before)
            if not UNUSED.search(each) and any(needed <= classes for needed in _find_classes_needed(each))
        ]:
            yield f"{','.join(used)}{{{body}}}"


def _keep_asked(css: str, asked: Collection[str]) -> Iterator[str]:
    for before, body in _split_rules(css):
        if before.startswith(_GROUPS):
            yield f"{before}{{{''.join(_keep_asked(body, asked))}}}"
        elif "--" not in body:
            yield f"{before}{{{body}}}"
        else:
            each = _DECLARATION.findall(body)
            kept = [one for one in each if not (name := _VARIABLE.match(one.strip())) or name[1] in asked]
            if kept:
                yield f"{before}{{{';'.join(kept)}}}"


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
