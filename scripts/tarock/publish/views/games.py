"""All model games in a table: who played, how it ended, what the checker says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.common.counting import show_thirds
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.publish.views.findings import game_title
from tarock.publish.views.prose import Link
from tarock.publish.views.translated import english

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.proof.games import GameReport, GameVerdict
    from tarock.publish.places import Site


class GameLine(Value):
    """A game as corrected: how the book says that it ended (`ended`), both with their English, and how it ends when it is replayed.

    `margin` is by how many points it is won or lost; `findings` counts the findings at each level.
    """

    title: Link
    title_english: str
    ended: str
    ended_english: str
    declarer: str
    partner: str
    points: str
    won: bool
    margin: int
    verdict: GameVerdict
    findings: tuple[tuple[str, int], ...]


class GamesView(Value):
    """The page."""

    source: Source
    games: tuple[GameLine, ...]


def games_view(site: Site) -> GamesView:
    """The whole page."""
    page = site.router.games.page
    return GamesView(
        site.corpus.sources[ERA],
        tuple(_line(site, page, report) for report in site.codex.game_reports),
    )


def printed_result(site: Site, report: GameReport) -> str:
    """The line under the title that says how the game ended; empty when there is none."""
    passage = site.corpus.edition(ERA).passages.get(f"{report.name}.ergebnis")
    return passage.text if passage else ""


def result_in_english(site: Site, report: GameReport) -> str:
    """The English of that line; empty when there is none."""
    found = english(site, ERA, f"{report.name}.ergebnis") if printed_result(site, report) else None
    return found.text if found else ""


def title_in_english(site: Site, report: GameReport) -> str:
    """The English of the printed title, line by line, without the number; empty when there is none."""
    translation = site.codex.translations.get(ERA)
    lines = [ident for ident in site.corpus.edition(ERA).units if ident.startswith(f"{report.name}.titel.")]
    if translation is None or not any(english(site, ERA, ident) for ident in lines):
        return ""
    return " ".join(map(translation.english, lines)).removeprefix(f"{report.number}. ")


def _line(site: Site, page: str, report: GameReport) -> GameLine:
    replay = report.levels[BASE].replay
    return GameLine(
        Link(game_title(report), site.router.game(report.name).seen_from(page)),
        title_in_english(site, report),
        printed_result(site, report),
        result_in_english(site, report),
        replay.game.declarer,
        replay.partner,
        show_thirds(replay.declarer_thirds),
        replay.outcome.won,
        replay.outcome.points,
        report.verdict,
        tuple((name, len(level.findings)) for name, level in report.levels.items()),
    )
