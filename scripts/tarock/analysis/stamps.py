"""Stamps of committed results: the version of the algorithm and the digests of inputs and content.

A version is declared beside its algorithm (`ALGORITHM`) and raised whenever an answer may become another one;
`benchmarks/restamp.py` computes a sample again, so that a changed algorithm is noticed whose version was not raised.
Nothing here depends on the text of the program or on the interpreter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from tarock.base.digests import digest
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, read_text
from tarock.base.structs import Record
from tarock.rules.ruleset import RuleReader

S = TypeVar("S", bound="ResultStamp")


class ResultStamp(Record, kw_only=True, omit_defaults=True):
    """The origin of a committed result: `algorithm` is a declared version, `inputs` and `content` are digests."""

    algorithm: int = 0
    inputs: str
    content: str = ""


def digest_content(found: ResultStamp) -> str:
    """Return the digest of everything in a result but this digest itself."""
    plain: dict[str, Any] = msgspec.to_builtins(found)
    plain.pop("content", None)
    return digest(plain)


def seal(found: S) -> S:
    """Return the result with the digest of its content filled in."""
    return structs.replace(found, content=digest_content(found))


def digest_rules(rules: RuleReader, module: Path) -> str:
    """Return the digest of every value of an era and of the solver's core; raises `CodexError` without the core."""
    values = sorted(
        msgspec.json.encode((each.key, sorted(each.when.items()), value, each.grade == "disputed")).decode()
        for each, value in rules.values()
    )
    return digest([values, digest_core(module)])


def digest_core(module: Path) -> str:
    """Return the sha256 of the solver by itself; raise `CodexError` where it cannot be read.

    It stands first in the hashes beside the module: what else is in that changes no value.
    """
    hashes = module.with_suffix(".sha256")
    found = re.match(r"# ([0-9a-f]{64})  solver\.c by itself\n", read_text(hashes))
    if found is None:
        raise CodexError("the hash of the solver is missing", "run `make solver`", file=hashes)
    return found[1]


def explain_stale(found: ResultStamp, now: ResultStamp) -> str:
    """Return why a committed result may not be shown; empty where it may.

    `now` is the stamp that it has if it is computed now; its content is that of the result unless another is given.
    """
    if found.content != (now.content or digest_content(found)):
        return "stale: it was altered since it was computed"
    if found.algorithm != now.algorithm:
        return f"stale: computed by version {found.algorithm} of the algorithm, which is {now.algorithm} now"
    return "" if found.inputs == now.inputs else "stale: computed from other rules"


def load_fresh(path: Path, kind: type[S], run: str, now: Callable[[S], ResultStamp], shown: str = "") -> S:
    """Return a committed result; every reader of one that shows it asks here.

    `now` gives the stamp that the result has if it is computed now. Raises `CodexError` with the command `run` where
    there is no result, or it comes from another algorithm or other inputs, or was altered since; `shown` is its path
    as the error names it.
    """
    found, fault = load_stamped(path, kind, run), "there is no committed result"
    if found:
        fault = explain_stale(found, now(found))
    if found is None or fault:
        raise CodexError(fault, run, file=shown or path)
    return found


def load_stamped(path: Path, kind: type[S], expected: str) -> S | None:
    """Read a committed result; None where there is no file.

    Raises `CodexError` for another format, with `expected` as the way out.
    """
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(read_bytes(path), type=kind)
    except msgspec.DecodeError as error:
        raise CodexError(str(error), expected, file=path) from None
