"""The committed measures of the core's machines: matches of their levels, and how sure their hints have been.

`benchmarks/bench_machines.py` makes them; the table of the site tells them beside a hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from tarock.analysis.stamps import ResultStamp, digest_rules
from tarock.base.digests import digest
from tarock.base.errors import CodexError
from tarock.base.files import read_text, write_text
from tarock.base.structs import Record
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.rules.ruleset import RuleReader

ALGORITHM = 1  # raise it when deals are drawn or counted otherwise
TENTHS = 10
HELD_OUT = 1_000_000  # the first deal of those by which hints are judged; matches have lower numbers
RUN = "run `.venv/bin/python -m benchmarks.bench_machines --frozen COMMIT`"


class MachineMatch(Record, kw_only=True):
    """A match of duplicate deals: what a player of the first kind was paid a deal, and the bounds of the mean.

    `frozen` is the commit whose hash gave the deals; `points` are those of every deal, in order.
    """

    of: str
    against: str
    frozen: str
    deals: int
    mean: float
    low: float
    high: float
    points: tuple[float, ...]


class JudgedHint(NamedTuple):
    """A hint at a moment of a game, and how it came out; shares are in thousandths.

    `ahead`: in how many deals who was to act was paid something, and `came`: whether he was. `partner`: the share of
    the likeliest seat as the declarer's partner, and `right`: whether it is his, None where the actor knew.
    """

    ahead: int
    came: bool
    partner: int
    right: bool | None


class HintRecord(Record, kw_only=True):
    """Hints of the machines in deals of their own: those of each game, in the order of the deals."""

    frozen: str
    games: tuple[tuple[JudgedHint, ...], ...]

    def count_ahead(self) -> list[tuple[int, int]]:
        """Return by tenths of the share that was told how often it was told, and in how many of these it came true."""
        return _count((each.ahead, each.came) for game in self.games for each in game)

    def count_partners(self) -> list[tuple[int, int]]:
        """Return by tenths of the share of the likeliest seat how often it was told, and how often it was right."""
        judged = (each for game in self.games for each in game)
        return _count((each.partner, each.right) for each in judged if each.right is not None)


def find_tenth(share: int) -> int:
    """Return the number of the tenth, from 0, to which a share in thousandths belongs."""
    return min(share * TENTHS // 1000, TENTHS - 1)


def _count(told: Iterable[tuple[int, bool]]) -> list[tuple[int, int]]:
    rows = [(0, 0)] * TENTHS
    for share, is_true in told:
        count, came = rows[find_tenth(share)]
        rows[find_tenth(share)] = count + 1, came + is_true
    return rows


class MachineResults(ResultStamp, kw_only=True):
    """The committed measures of the machines, with what they come from.

    Every match that was played is kept, those of machines before too.
    """

    matches: tuple[MachineMatch, ...]
    hints: HintRecord | None = None

    def list_matches(self) -> list[MachineMatch]:
        """Return the last match of each two kinds: what was frozen later may have changed one level only."""
        return list({(each.of, each.against): each for each in self.matches}.values())


def locate_file(rules: Path) -> Path:
    """Return the path of the committed measures."""
    return rules / "analysis" / f"{ERA}-machines.json"


def digest_machine(rules: RuleReader, module: Path) -> str:
    """Return the digest of the rules, the solver and the machines; raise `CodexError` where a hash is missing."""
    hashes = module.with_suffix(".sha256")
    found = re.search(r"^([0-9a-f]{64})  machine\.h$", read_text(hashes), re.MULTILINE)
    if found is None:
        raise CodexError("the hash of the machines is missing", "run `make solver`", file=hashes)
    return digest([digest_rules(rules, module), found[1]])


def write_machines(path: Path, found: MachineResults) -> None:
    """Write measures to a file, a match to a line."""
    write_text(path, msgspec.json.encode(found).decode().replace('{"of"', '\n{"of"') + "\n")
