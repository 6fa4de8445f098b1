"""What the new shape of the tables asks for and is not there yet, counted; and from when on it is an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.checks import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.rules.tables import Table
    from tarock.rules.topics import Topics

# THE SWITCH: what stands in it is an error of `tarock check`; at the end ("asks", "says", "typed").
REQUIRED: tuple[str, ...] = ()
_UNTYPED = ("text", "list")


def unfinished(topics: Topics, tables: Iterable[Table]) -> dict[str, list[Problem]]:
    """By kind: keys without a question, statements without a sentence, keys whose answers are prose."""
    return {
        "asks": [
            Problem("KEY-ASKS", f"rules_data/keys/{key.partition('.')[0]}.yaml", f"{key} has no `asks:`")
            for key, entry in topics.entries.items()
            if not entry.asks
        ],
        "says": [
            Problem("STATEMENT-SAYS", f"{statement.file}:{statement.line}", f"{statement.ident} has no `says:`")
            for table in tables
            for statement in table
            if not statement.says
        ],
        "typed": [
            Problem("KEY-TYPE", f"rules_data/keys/{key.partition('.')[0]}.yaml", f"{key} is still {entry.type}")
            for key, entry in topics.entries.items()
            if entry.type in _UNTYPED
        ],
    }


def unfinished_problems(topics: Topics, tables: Iterable[Table]) -> list[Problem]:
    """What is required by now and is not there."""
    return [problem for kind, found in unfinished(topics, tables).items() if kind in REQUIRED for problem in found]
