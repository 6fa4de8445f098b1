"""Wording of a replayed game on the terminal, and of findings that nobody has recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.base.wordings import Entry


def plain(value: bool | int) -> str:
    """A stated value: yes, no, or a number."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _stated(what: str, expected: bool | int, computed: bool | int | None) -> str:
    return f"{what}: stated {plain(expected)}, {'not judged' if computed is None else f'computed {plain(computed)}'}"


CATALOGUE: dict[str, Entry] = {
    "replay.level": "(as {level})",
    "replay.dealer": "dealer",
    "replay.vorhand": "forehand",
    "replay.spieler": "declarer",
    "replay.freund": "partner",
    "replay.solo": "calls {king}; Solo",
    "replay.dreier": "calls {king}; Dreier of {fold}, scat {scat}",
    "replay.announced": lambda seat, of, call: f"{seat} says {of}{f' {call}' if call else ''}",
    "replay.takes": "takes {seat}",
    "replay.outcome": lambda thirds, end, points: (
        f"declarer's side {thirds} points: {end}{f' by {points}' if points else ''}"
    ),
    "replay.won": "won",
    "replay.remis": "Remis",
    "replay.lost": "lost",
    "replay.finding": "finding",
    "replay.sheet": "score sheet",
    "replay.total": "total",
    "replay.revokes": "by § 65, for the revoke",
    "replay.undetermined": "undetermined",
    "replay.open": "{what}: taken as {taken}; or {other}",
    "replay.stated": _stated,
    "RESULT-DIFFERS": _stated,
    "known.unknown": lambda trick, finding, ref, file: (
        f"{f'trick {trick}, ' if trick else ''}{finding} ({ref}); expected nothing wrong, or a record in {file}"
    ),
    "known.stale": "{game} as {level}: {code} is not found any more",
}
