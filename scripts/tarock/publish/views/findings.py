"""What the checker found in the model games, with the reasons that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import say
from tarock.base.structs import Value
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.proof.known_findings import key_of
from tarock.publish.views.prose import Link, Prose, linked, place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.sources import Source
    from tarock.game.common.findings import Finding
    from tarock.proof.games import GameReport
    from tarock.publish.places import Site


class FindingView(Value):
    """A finding: its trick (0 before the first), what is wrong, the paragraph (none where no rule is named), its code."""

    trick: int
    says: str
    place: Link | None
    code: str


class Known(Value):
    """A finding with the levels at which it shows and the reason that is recorded for it, if any.

    `step` leads to the play at the table, where it is about one.
    """

    finding: FindingView
    step: str
    levels: tuple[str, ...]
    reason: Prose


class GameFindings(Value):
    """The findings in one game."""

    title: Link
    anchor: str
    findings: tuple[Known, ...]


class FindingsView(Value):
    """The page: the source of the games, and the findings game by game."""

    source: Source
    games: tuple[GameFindings, ...]


def finding_view(site: Site, page: str, finding: Finding) -> FindingView:
    """A finding as it is shown on `page`."""
    named = place(site.router, page, finding.ref) if site.router.has(finding.ref) else None
    return FindingView(finding.trick, say(finding.message), named, finding.code)


def findings_view(site: Site) -> FindingsView:
    """The whole page."""
    page = site.router.findings().page
    games = (
        GameFindings(
            Link(game_title(report), site.router.game(report.name).seen_from(page)),
            site.router.findings(report.name).anchor,
            tuple(_known(site, page, report)),
        )
        for report in site.codex.game_reports
    )
    return FindingsView(site.corpus.sources[ERA], tuple(games))


def game_title(report: GameReport) -> str:
    """A game's number and its printed title."""
    return f"{report.number}. {report.title}"


def revokes(site: Site) -> Iterator[tuple[GameReport, Finding]]:
    """The cards of the model games that could not be played, each with its game."""
    for report in site.codex.game_reports:
        yield from ((report, finding) for finding in report.levels[BASE].findings if finding.code == "PLAY-REVOKE")


def reason(site: Site, report: GameReport, level: str, finding: Finding) -> str:
    """What is recorded for a finding; empty where nothing is."""
    record = site.known.get(key_of(report.name, level, finding))
    return record[0].reason if record else ""


def _known(site: Site, page: str, report: GameReport) -> Iterator[Known]:
    """Each finding once for each reason, with all its levels."""
    found: dict[tuple[Finding, str], list[str]] = {}
    for name, level in report.levels.items():
        for finding in level.findings:
            found.setdefault((finding, reason(site, report, name, finding)), []).append(name)
    for (finding, known), levels in found.items():
        view, step = finding_view(site, page, finding), _step(site, page, report, finding, levels[-1])
        yield Known(view, step, tuple(levels), linked(site.router, page, known))


def _step(site: Site, page: str, report: GameReport, finding: Finding, level: str) -> str:
    """The address of the play that a finding is about; empty for one before the first trick."""
    if not finding.trick:
        return ""
    seats = [seat for seat, _card in report.levels[level].replay.game.tricks[finding.trick - 1]]
    place = seats.index(finding.seat) + 1 if finding.seat in seats else len(seats)
    return site.router.game(report.name, level, f"{finding.trick}.{place}").seen_from(page)
