"""Findings that are known: recorded as data with a reason, so that only new ones make the check fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.base import yamlio
from tarock.base.catalogue import Message, say
from tarock.corpus.checks import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.base.project import Project
    from tarock.game.common.findings import Finding

FILE = "known_findings.yaml"


class KnownFinding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finding that is understood: at which levels it shows, and why it is there."""

    game: str
    levels: tuple[str, ...]
    code: str
    reason: str
    trick: int = 0
    seat: str = ""
    card: str = ""


Key = tuple[str, str, str, int, str, str]


def load_known(project: Project) -> dict[Key, tuple[KnownFinding, int]]:
    """The known findings by game, level, code, trick, seat and card, with the line of each record."""
    document = yamlio.load(project.corpus / "games" / FILE)
    known: dict[Key, tuple[KnownFinding, int]] = {}
    for index, finding in enumerate(document.records(KnownFinding, "known finding")):
        for level in finding.levels:
            key = (finding.game, level, finding.code, finding.trick, finding.seat, finding.card)
            if key in known:
                raise document.error(f"{finding.game} {finding.code} is recorded twice", "expected it once", index)
            known[key] = (finding, document.line(index))
    return known


def key_of(game: str, level: str, finding: Finding) -> Key:
    """The key under which a finding is recorded."""
    return (game, level, *finding.where)


def unknown_findings(
    project: Project, found: Iterable[tuple[str, str, Finding]], known: dict[Key, tuple[KnownFinding, int]]
) -> list[Problem]:
    """A problem for each finding that is not recorded, and for each record that is not found any more."""
    problems = []
    seen: set[Key] = set()
    for game, level, finding in found:
        key = key_of(game, level, finding)
        seen.add(key)
        if key not in known:
            unknown = Message("known.unknown", trick=finding.trick, finding=finding.message, ref=finding.ref, file=FILE)
            problems.append(Problem(finding.code, f"{game} as {level}", say(unknown)))
    file = project.relative(project.corpus / "games" / FILE)
    for key, (record, line) in known.items():
        if key not in seen:
            stale = Message("known.stale", game=record.game, level=key[1], code=record.code)
            problems.append(Problem("KNOWN-STALE", f"{file}:{line}", say(stale)))
    return problems
