"""Findings that are known: recorded as data with a reason, so that only new ones make the check fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record
from tarock.base.wording import Message, format_message
from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem
from tarock.game.common.findings import Finding
from tarock.game.koenigrufen_1840.model_games import name_level

FILE = "known_findings.yaml"


class KnownFinding(Record):
    """A finding that is understood: at which levels it shows, and why it is there."""

    game: str
    levels: tuple[str, ...]
    code: str
    reason: str
    trick: int = 0
    seat: str = ""
    card: str = ""


FindingKey = tuple[str, str, str, int, str, str]


def load_known_findings(project: Project) -> dict[FindingKey, Located[KnownFinding]]:
    """Load the known findings, by game, level, code, trick, seat and card."""
    document = yamlio.load(project.corpus / "games" / FILE)
    known: dict[FindingKey, Located[KnownFinding]] = {}
    for located in document.located_records(project, KnownFinding, "known finding"):
        finding = located.record
        for level in finding.levels:
            key = (finding.game, level, finding.code, finding.trick, finding.seat, finding.card)
            if key in known:
                raise located.error(f"{finding.game} {finding.code} is recorded twice", "keep one of the records")
            known[key] = located
    return known


def find_unknown(
    found: Mapping[FindingKey, Finding], known: Mapping[FindingKey, Located[KnownFinding]]
) -> Iterator[Problem]:
    """Yield a problem for each finding that is not recorded and for each record that is not found any more."""
    for key, finding in found.items():
        if key not in known:
            unknown = Message("known.unknown", trick=finding.trick, finding=finding.message, ref=finding.ref, file=FILE)
            yield Problem(finding.code, f"{key[0]} as {name_level(key[1])}", format_message(unknown))
    for key, located in known.items():
        if key not in found:
            game, level, code, *_where = key
            yield Problem(
                "KNOWN-STALE",
                located.place,
                format_message(Message("known.stale", game=game, level=name_level(level), code=code)),
            )
