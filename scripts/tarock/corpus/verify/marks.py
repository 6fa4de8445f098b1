"""Where words stand in marks: pairs of quotation marks of all kinds, also those inside each other.

`docs/assets/javascripts/verify.js` does the same in the page.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from tarock.base.errors import CodexError
from tarock.corpus.verify.table import QuotingTable

_LONGEST = 20_000  # characters of a quotation in marks that are not closed sooner
_OF_LETTERS = set("'’‘`´,‚‛*_[(")  # which also stand inside words, or for something else
_IN_A_PARAGRAPH = {"'", '"', "`", "´", "*", "_", "**", "__", "[", "(", ",", "’", "‘", "‹", "›", "''"}
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


class Marked(NamedTuple):
    """Words in marks: from the opening to behind the closing one, the words inside, and the two marks."""

    start: int
    end: int
    inner: tuple[int, int]
    marks: tuple[str, str]
    weak: bool


def find_marked(table: QuotingTable, text: str, seconds: float) -> list[Marked]:
    """Return what stands in marks, in order, the outermost of those that stand inside each other.

    Raises `CodexError` for what takes more than some seconds: nothing but marks.
    """
    deadline = time.monotonic() + seconds
    pairs: dict[str, list[tuple[str, bool]]] = {}
    for weak, found in ((False, table.marks), (True, table.weak_marks)):
        for opening, closing in found:
            pairs.setdefault(opening, []).append((closing, weak))
    openings = sorted(pairs, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, openings)))
    found_marks: list[Marked] = []
    position = 0
    while match := pattern.search(text, position):
        opening = match[0]
        position = match.end()
        if not _opens(text, match.start(), match.end()):
            continue
        if time.monotonic() > deadline:
            raise CodexError("has more marks than can be looked at", "expected running text")
        best: tuple[int, str, bool] | None = None
        for closing, weak in pairs[opening]:
            if best and closing.isascii() and not opening.isascii():
                continue  # it stands inside
            end = _closed(text, match.end(), opening, closing)
            if end >= 0 and (best is None or (end, -len(closing)) < (best[0], -len(best[1]))):
                best = end, closing, weak
        if best is None:
            continue
        end, closing, weak = best
        inner = match.end(), end
        if not weak:
            found_marks.append(Marked(match.start(), end + len(closing), inner, (opening, closing), False))
            position = end + len(closing)
        else:  # quotation marks inside count more
            found_marks.append(Marked(match.start(), end + len(closing), inner, (opening, closing), True))
    return _outermost(found_marks)


def _outermost(found: Sequence[Marked]) -> list[Marked]:
    """Return marks that are no others' inside; weak ones give way to the others."""
    strong = [each for each in found if not each.weak]
    kept = list(strong)
    for each in found:
        if each.weak and not any(each.start < other.end and other.start < each.end for other in kept):
            kept.append(each)
    return sorted(kept)


def _opens(text: str, start: int, end: int) -> bool:
    before, behind = text[start - 1 : start], text[end : end + 1]
    mark = text[start:end]
    if not behind:
        return False
    if behind.isspace() and mark in ("«", "‹", "“"):  # as the French set them
        return not before.strip() or before in "([—–-"
    if behind.isspace() and mark not in ("„", "‟", "``"):
        return False
    if mark in ("„", "‟", "‚", "“", "«", "»", "<<", ">>", "``", ",,", "「", "『", "〝", "❝", '"`', '"<', '">'):
        if mark in ("“", "»", "«", ">>", "<<"):
            return not before.isalnum()
        return True
    return not before.isalnum()


def _closed(text: str, start: int, opening: str, closing: str) -> int:
    """Return the end of a quotation that begins at `start`; -1 where it is not closed."""
    stop = min(len(text), start + _LONGEST)
    if text.find(closing, start, stop) < 0:
        return -1
    if opening in _IN_A_PARAGRAPH and (blank := _BLANK_LINE.search(text, start, stop)):
        stop = blank.start()
    depth = 0
    position = start
    while position < stop:
        if text.startswith(closing, position) and _closes(text, position, closing):
            if not depth:
                return position if text[start:position].strip() else -1
            depth -= 1
            position += len(closing)
        elif opening != closing and text.startswith(opening, position):
            if opening not in _OF_LETTERS or not text[position - 1 : position].isalnum():
                depth += 1
            position += len(opening)
        else:
            position += 1
    return -1


def _closes(text: str, start: int, closing: str) -> bool:
    before, behind = text[start - 1 : start], text[start + len(closing) : start + len(closing) + 1]
    if closing in ("'", "’", "‘", "`", "´", "*", "_", "“", "”", '"', "«", "»", "›", "‹"):
        doubled = closing in ("“", "”", "«", "»", '"') and not before.isspace()  # behind which a note may be called
        ended = doubled and closing != '"' and (before.isalnum() or before in ".,;:!?…")  # not as some begin
        if (behind.isalpha() and not ended) or (behind.isdigit() and not doubled):
            return False
        return not before.isspace() or closing in ("“", "”", "«", "»", "›", "‹")
    return True
