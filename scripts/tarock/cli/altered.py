"""Rules altered on the command line: `--rule KEY=VALUE` of `play`, `replay`, `score` and `analyse`."""

from __future__ import annotations

import json
import re
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.wording import write_message
from tarock.codex import ComputedCodex
from tarock.game.eras import find_era

_RULE = re.compile(r"\s*([^\[\]=\s]+(?:\[[^\]]*\])?)\s*=(.*)", re.DOTALL)  # the case has signs of equality too
_FORM = "expected KEY=VALUE, such as play.must_tarock=false or 'announcements.raise_factor[call=re]=3'"


def add_rule_argument(parser: ArgumentParser) -> None:
    """Add `--rule`, which may be given for several values."""
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="by another rule: play.must_tarock=false, 'announcements.raise_factor[call=re]=3'; may be repeated",
    )


def alter_codex(codex: ComputedCodex, era: str, options: Namespace) -> ComputedCodex:
    """Return a codex in which the source has the values of `--rule`, the codex itself where there is none.

    Raises `CodexError` for what is no rule of the source, for a value of another type, and for one that the engine
    refuses.
    """
    if not options.rule:
        return codex
    try:
        other = codex.altered(era, _read_values(options.rule))
        if find_era(era).engine:
            find_era(era).load_engine().of(other.context.rules(era))
    except CodexError as error:
        place = write_rule_options(options).strip() if error.file else "--rule"  # the file has not what is refused
        raise CodexError(error.what, error.expected, file=place) from None
    return other


def _read_values(given: list[str]) -> dict[str, Any]:
    """Return the values of statements by their names; a value is written as in the files."""
    found: dict[str, Any] = {}
    for each in given:
        parts = _RULE.fullmatch(each)
        if not parts or not parts[2].strip():
            raise CodexError(f"`{each[:80]}` is no rule with its value", _FORM)
        if parts[1] in found:
            raise CodexError(f"`{parts[1]}` is given twice", "expected one value for each rule")
        try:
            found[parts[1]] = yamlio.parse(parts[2].strip(), Path("--rule")).data
        except CodexError as error:
            raise CodexError(f"`{each[:80]}`: {error.what}", error.expected) from None
    return found


def alteration_lines(codex: ComputedCodex) -> Iterator[str]:
    """Yield a line for each rule that is not as its source has it."""
    for each in codex.context.alterations:
        to, instead_of = _write_value(each.to), _write_value(each.instead_of)
        yield write_message("altered", era=each.source, rule=each.statement, to=to, instead_of=instead_of)


def comment_lines(codex: ComputedCodex) -> str:
    """Return the altered rules as comments at the beginning of a game file; empty where there are none."""
    return "".join(f"# {line}\n" for line in alteration_lines(codex))


def write_rule_options(options: Namespace) -> str:
    """Return the options `--rule` as they are typed in a shell, each with a space before it."""
    return "".join(f" --rule {shlex.quote(each)}" for each in options.rule)


def _write_value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
