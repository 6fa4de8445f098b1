"""A model game trick by trick, as it is read in the edition, for a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import say
from tarock.game.common.counting import show_thirds
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.publish.views.cards import announced, heaps, names
from tarock.publish.views.view import game_title

if TYPE_CHECKING:
    from tarock.game.common.cards import Pack
    from tarock.proof.games import GameReport, LevelReport
    from tarock.publish.paper.text import Data


def game(report: GameReport, pack: Pack) -> Data:
    """A game, and how each level of it ends.

    `hands` are those of the seats, then what lay on the table; `kept` is the fold of the Dreier (0 at Solo); `before`
    are findings in no trick. A trick has a card per seat, empty where the record lacks it.
    """
    level = report.levels[BASE]
    played, record = level.replay, level.replay.game
    return {
        "anchor": report.ref,
        "title": game_title(report),
        "verdict": report.verdict,
        "seats": record.seats,
        "hands": [
            {"name": name, "cards": names(cards, pack)} for name, cards in (*record.hands.items(), *heaps(record))
        ],
        "declarer": record.declarer,
        "partner": played.partner,
        "king": pack.display(record.king),
        "kept": record.purchase.kept if record.purchase else 0,
        "announced": [(said.seat, announced(said)) for said in record.announcements],
        "before": _findings(level, 0),
        "tricks": [
            {
                "anchor": f"{report.ref}.s{trick.number}",
                "number": trick.number,
                "cards": [pack.display(cards[seat]) if seat in cards else "" for seat in record.seats],
                "leader": trick.plays[0][0],
                "winner": trick.winner,
                "points": show_thirds(trick.running),
                "findings": _findings(level, trick.number),
            }
            for trick in played.tricks
            for cards in [dict(trick.plays)]
        ],
        "sheet": [
            {
                "what": say(line.what),
                "seats": line.payees,
                "reckoning": say(line.reckoning),
                "points": line.amount,
                "ref": line.ref,
            }
            for line in played.sheet.lines
        ],
        "totals": list(played.sheet.totals.items()),
        "levels": [
            {
                "name": name,
                "findings": len(each.findings),
                "points": show_thirds(each.replay.declarer_thirds),
                "results": [
                    {
                        "what": say(judged.name),
                        "words": judged.quote,
                        "stated": judged.expected,
                        "computed": judged.computed,
                        "verdict": judged.verdict,
                        "ref": judged.ref,
                    }
                    for judged in each.stated
                ],
            }
            for name, each in report.levels.items()
        ],
    }


def _findings(level: LevelReport, trick: int) -> list[str]:
    return [say(finding.message) for finding in level.findings if finding.trick == trick]
