"""What is expected and computed for a claim, as a person reads it; JSON and tables keep the values as they are."""

from __future__ import annotations

from typing import Any

from tarock.base.catalogue import Message, say
from tarock.base.language import DATA, translated


def told(value: Any) -> str:
    """A value in words: yes and no, lists with commas, what is named with its value; `none` for nothing."""
    match value:
        case None | [] | "":
            return translated("none", DATA)
        case bool():
            return translated("yes" if value else "no", DATA)
        case list():
            return ", ".join(map(told, value))
        case dict():
            return ", ".join(f"{told(key)} {told(item)}" for key, item in value.items())
    return say(Message("claim.value", value=str(value)))
