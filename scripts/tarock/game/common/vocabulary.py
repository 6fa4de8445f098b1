"""Rule values that are words: read as members of one enumeration, so that a word nobody knows is refused."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules

W = TypeVar("W", bound="StrEnum")

MISDEAL = {"slip": "misdeal"}  # of the slips at the deal, the case of cards dealt wrongly


class Hold(StrEnum):
    """Who may take over a bid at its own height (1840:26.3, 1863:6)."""

    EARLIER = "the earlier in turn"
    OVERBID = "whoever was overbid"
    NOBODY = "nobody"


def word(rules: Rules, key: str, kind: type[W], **when: Any) -> W:
    """The value of `key` in a case as a word of `kind`; raises `CodexError` for any other."""
    return _known(rules, key, rules.word(key, **when), kind)


def words(rules: Rules, key: str, kind: type[W], **when: Any) -> tuple[W, ...]:
    """The value of `key` in a case, a list, as words of `kind`; raises `CodexError` for any other."""
    return tuple(_known(rules, key, name, kind) for name in rules.words(key, **when))


def _known(rules: Rules, key: str, name: str, kind: type[W]) -> W:
    try:
        return kind(name)
    except ValueError:
        expected = ", ".join(f"`{member}`" for member in kind)
        raise CodexError(f"`{key}` says `{name}`", f"expected one of {expected}", file=rules.file(key)) from None
