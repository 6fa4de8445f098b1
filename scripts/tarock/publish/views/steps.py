"""A model game as steps: deal, bids, call, talon, scat, announcements, each card, the count, the score line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.game.common.counting import count_thirds
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.publish.views.step_after import after
from tarock.publish.views.step_before import before
from tarock.publish.views.step_changes import with_changes
from tarock.publish.views.step_level import ToldLevel
from tarock.publish.views.step_notes import noted
from tarock.publish.views.step_plays import plays
from tarock.publish.views.step_records import Game, Kind, Level

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.proof.games import GameReport, LevelReport
    from tarock.publish.places import Site
    from tarock.publish.views.step_records import Step


def game_steps(site: Site, report: GameReport) -> Game:
    """A model game at all its levels."""
    return _game(site, report.levels)


def file_steps(site: Site, report: LevelReport) -> Game:
    """A game of one's own, which has one level."""
    return _game(site, {report.level: report})


def _game(site: Site, levels: Mapping[str, LevelReport]) -> Game:
    game = (levels.get(BASE) or next(iter(levels.values()))).replay.game
    return Game(
        seats=list(game.seats),
        dealer=game.dealer,
        forehand=game.forehand,
        total=count_thirds(site.codex.games.pack.cards),
        levels=with_changes(site, {name: _level(ToldLevel(site, report)) for name, report in levels.items()}),
    )


def excerpt(game: Game, level: str, first: str, last: str) -> Game:
    """One level of a game from one step to another, with the hands and what is known and counted at the first."""
    whole = game.levels[level]
    names = [step.id for step in whole.steps]
    begin, end = names.index(first), names.index(last) + 1
    before, steps = whole.steps[:begin], whole.steps[begin:end]
    known = dict.fromkeys(seat for step in (*before, steps[0]) for seat in step.known)
    points = next((step.points for step in reversed((*before, steps[0])) if step.points), [])
    opening = msgspec.structs.replace(steps[0], known=list(known), points=points)
    cut = msgspec.structs.replace(whole, hands=_hands(whole, before), steps=[opening, *steps[1:]])
    return msgspec.structs.replace(game, levels={level: cut})


def _hands(level: Level, steps: Iterable[Step]) -> dict[str, list[str]]:
    """The hands after some steps."""
    hands = {seat: list(cards) for seat, cards in level.hands.items()}
    for step in steps:
        if step.kind is Kind.TALON and step.kept:
            hands[step.seat] += step.cards
        gone = step.cards if step.kind is Kind.SCAT else [step.card] if step.kind is Kind.PLAY else []
        if gone:
            hands[step.seat] = [card for card in hands[step.seat] if card not in gone]
    return hands


def _level(level: ToldLevel) -> Level:
    game, seats, knowledge = level.game, level.game.seats, level.knowledge
    steps = [*before(level), *plays(level), *after(level)]
    return Level(
        name=level.report.level,
        declarer=game.declarer,
        partner=level.replay.partner,
        king=game.king.name,
        hands={seat: level.names(game.hands[seat]) for seat in seats},
        talon=[level.names(cards) for heap, cards in game.heaps.items() if heap != "scat"],
        roles={seat: str(role) for seat, role in knowledge.roles.items()},
        knows={seat: [other for other in seats if other in knowledge.of(seat)] for seat in seats},
        steps=list(noted(level, steps)),
    )
