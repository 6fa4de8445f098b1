"""The model games trick by trick, as they are read in the edition, for a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import say
from tarock.game.common.counting import show_thirds
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.publish.paper import records as to
from tarock.publish.views.cards import announced, heaps, names
from tarock.publish.views.view import game_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.common.cards import Pack
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.proof.games import GameReport, LevelReport
    from tarock.publish.places import Site


def games(site: Site) -> tuple[to.Game, ...]:
    """All model games."""
    return tuple(_game(report, site.codex.games.pack) for report in site.codex.game_reports)


def _game(report: GameReport, pack: Pack) -> to.Game:
    level = report.levels[BASE]
    played = level.replay
    game = played.game
    return to.Game(
        anchor=report.ref,
        title=game_title(report),
        verdict=report.verdict,
        seats=tuple(game.seats),
        hands=tuple(_hands(game, pack)),
        declarer=game.declarer,
        partner=played.partner,
        king=pack.display(game.king),
        kept=game.purchase.kept if game.purchase else 0,
        announced=tuple((said.seat, announced(said)) for said in game.announcements),
        before=_findings(level, 0),
        tricks=tuple(_tricks(report, level, pack)),
        sheet=tuple(
            to.SheetLine(say(line.what), line.payees, say(line.reckoning), line.amount, line.ref)
            for line in played.sheet.lines
        ),
        totals=tuple(played.sheet.totals.items()),
        levels=tuple(
            to.Level(name, len(each.findings), show_thirds(each.replay.declarer_thirds), _results(each))
            for name, each in report.levels.items()
        ),
    )


def _hands(game: Game, pack: Pack) -> Iterator[to.Hand]:
    """The seats, then what lay on the table."""
    return (to.Hand(name, tuple(names(cards, pack))) for name, cards in (*game.hands.items(), *heaps(game)))


def _tricks(report: GameReport, level: LevelReport, pack: Pack) -> Iterator[to.Trick]:
    for trick in level.replay.tricks:
        cards = dict(trick.plays)
        yield to.Trick(
            anchor=f"{report.ref}.s{trick.number}",
            number=trick.number,
            cards=tuple(pack.display(cards[seat]) if seat in cards else "" for seat in level.replay.game.seats),
            leader=trick.plays[0][0],
            winner=trick.winner,
            points=show_thirds(trick.running),
            findings=_findings(level, trick.number),
        )


def _findings(level: LevelReport, trick: int) -> tuple[str, ...]:
    return tuple(say(finding.message) for finding in level.findings if finding.trick == trick)


def _results(level: LevelReport) -> tuple[to.Result, ...]:
    return tuple(
        to.Result(say(judged.name), judged.quote, judged.expected, judged.computed, judged.verdict, judged.ref)
        for judged in level.stated
    )
