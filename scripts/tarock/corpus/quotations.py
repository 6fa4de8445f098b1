"""Comparison of quoted words with a text: an unbroken run of its words, or several that an ellipsis joins.

A word is text between blanks. Not compared are quotation marks and apostrophes, line breaks, signs before the first
and behind the last word of a run, and the case of the first letter of all.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from tarock.corpus.annotations import strip_marks

_ELLIPSIS = re.compile(r"[\[(]\s*(?:…|\.(?:\s?\.){2,})\s*[\])]|…|\.(?:[ \u00a0]?\.){2,}")
# Quotation marks, what Markdown stresses with, and what a page or a word processor puts between letters.
_ASIDE = str.maketrans("", "", "\"'„“”‚‘’»«›‹`´*_\u00ad\u200b\u2060\ufeff")
_BEFORE, _BEHIND = re.compile(r"\A[\W_]+"), re.compile(r"[\W_]+\Z")
_AROUND = 9  # words that are shown on either side of the first that differs
_LONG = 400  # words of a quotation that are looked for anywhere in a text


class Mismatch(NamedTuple):
    """The words that were cited and those of the text, where they begin to differ."""

    cited: str
    there: str


def split_words(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return unicodedata.normalize("NFC", strip_marks(text)).translate(_ASIDE).split()


def find_mismatch(quoted: str, text: str) -> Mismatch | None:
    """Return the point where quoted words and a text differ; none where each run of them is in the text, in order."""
    there, position = split_words(text), 0
    for number, run in enumerate(filter(None, map(_trim, map(split_words, _ELLIPSIS.split(quoted))))):
        found = _find_run(run, there, position, any_case=not number)
        if found < 0:
            return _make_mismatch(run, there[position:])
        position = found + len(run)
    return None


def contains_run(quoted: str, there: Sequence[str]) -> bool:
    """Return whether the words of a text contain quoted words, of which there are some, as one run."""
    run = _trim(split_words(quoted))
    return bool(run) and _find_run(run, there, 0, any_case=True) >= 0


def has_words(text: str) -> bool:
    """Return whether a text has any word, and not only signs."""
    return any(_trim(split_words(part)) for part in _ELLIPSIS.split(text))


def _trim(words: list[str]) -> list[str]:
    """Return a run of words without the signs around it."""
    core = [bool(_BEFORE.sub("", word)) for word in words]
    if True not in core:
        return []
    run = words[core.index(True) : len(core) - core[::-1].index(True)]
    run[0] = _BEFORE.sub("", run[0])
    run[-1] = _BEHIND.sub("", run[-1])
    return run


def _find_run(run: Sequence[str], words: Sequence[str], start: int, *, any_case: bool) -> int:
    """Return the index of a run of words among others, from `start` on; -1 where it is not there."""
    for at in range(start, len(words) - len(run) + 1):
        found = list(words[at : at + len(run)])
        found[0] = _BEFORE.sub("", found[0])
        found[-1] = _BEHIND.sub("", found[-1])
        same = found == run
        if not same and any_case and found[0]:
            same = [_lower(found[0]), *found[1:]] == [_lower(run[0]), *run[1:]]
        if same:
            return at
    return -1


def _lower(word: str) -> str:
    return word[:1].lower() + word[1:]


def _make_mismatch(run: Sequence[str], words: Sequence[str]) -> Mismatch:
    """Return both texts around the first word that differs, beside the longest stretch that they share."""
    alike = next((n for n, (a, b) in enumerate(zip(run, words, strict=False)) if a != b), min(len(run), len(words)))
    mine = theirs = alike
    if alike < _AROUND:
        shared = difflib.SequenceMatcher(None, run[:_LONG], words, autojunk=False).find_longest_match()
        behind = shared.size if not shared.a else 0  # what differs is behind the stretch, else before it
        mine, theirs = shared.a + behind, shared.b + behind
    return Mismatch(_excerpt(run, mine), _excerpt(words, theirs))


def _excerpt(words: Sequence[str], at: int) -> str:
    low, high = max(0, at - _AROUND), at + _AROUND + 1
    return f"{'… ' if low else ''}{' '.join(words[low:high])}{' …' if high < len(words) else ''}"
