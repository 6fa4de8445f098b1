"""Endings of legal games made at random, and a plain minimax that knows the paragraphs and not the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import structs

from tarock.analysis.core import KING, PAGAT, THEIRS, Core
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import Moment, OpenCards
from tarock.analysis.solver import AllTricks, Goal, Solver, Takes, Ultimo
from tarock.base.project import Project
from tarock.game.common.cards import Card
from tarock.game.common.notation import Play
from tarock.game.koenigrufen_1840.replay import replay
from tests.conftest import ROOT
from tests.game.koenigrufen_1840.builders import changed, may_play, pack, random_game, rules, taker

MODULE = Project(ROOT).core
WITHOUT_SHEET = tuple(aim for aim in Aim if aim is not Aim.SHEET)


@cache
def core() -> Core:
    """One core for all tests: what it has found of one deal must not mislead it in another."""
    return Core(MODULE, 4 << 20)


def random_deal(seed: int, solver: Core | None = None) -> OpenCards:
    """A legal game with all its announcements, before the solver."""
    return OpenCards(replay(random_game(seed), pack(), rules()), pack(), rules(), solver or core())


def endings(count: int, cards: int, seed: int = 0) -> Iterator[tuple[OpenCards, Moment]]:
    """So many moments of played games, at each of the four turns, at which so many cards are left to each."""
    for number in range(seed, seed + count):
        deal = random_deal(number)
        turn = random.Random(number).randrange(4)
        yield deal, [moment for moment, _seat, _card in deal.generate_moments() if moment.cards == cards][turn]


def allowed(deal: OpenCards, moment: Moment) -> list[Card]:
    """1840:63, and 51.3: who announced ultimo keeps the Pagat while he holds another tarock."""
    position, pagat = moment.position, pack().pagat
    seat = position.to_play
    may = may_play(position.hands[seat], position.table[0][1] if position.table else None)
    others = any(card.is_tarock and card != pagat for card in position.hands[seat])
    return [card for card in may if not (seat == deal.pagat_keeper and card == pagat and others)]


def searched(deal: OpenCards, moment: Moment, aim: Aim) -> bool:
    """Whether king, ultimo or Volat is reached, by the search in Python; nobody has announced ultimo."""
    side, king, pagat = deal.declarer_side, moment.state // KING, moment.state % KING // PAGAT
    if (aim is Aim.KING and king) or (aim is Aim.ULTIMO and pagat) or (aim is Aim.VOLAT and moment.state & THEIRS):
        return aim is Aim.KING and king == 1
    goals: dict[Aim, Goal] = {
        Aim.KING: Takes(deal.course.game.king.name, side),
        Aim.ULTIMO: Ultimo(deal.pagat_holder, pack().pagat.name),
        Aim.VOLAT: AllTricks(side),
    }
    return Solver(pack().cards, deal.law).can_force(moment.position, goals[aim], deal.payoffs[aim].wanted_by)


def told_end(deal: OpenCards, moment: Moment, plays: tuple[Play, ...]) -> dict[Aim, int]:
    """What every aim but the sheet is worth when these plays end the game."""
    ours, game = deal.declarer_side, deal.course.game
    thirds, king, made = moment.thirds, moment.state // 12 != 2, False
    plays = (*moment.position.table, *plays)
    tricks = [plays[at : at + 4] for at in range(0, len(plays), 4)]
    volat = moment.state % 4 in (0, 1)
    for trick in tricks:
        won = taker(trick) in ours
        fallen = [card for _seat, card in trick]
        thirds += sum(card.thirds for card in fallen) if won else 0
        king &= won or game.king not in fallen
        volat &= won
        made = trick is tricks[-1] and (taker(trick), pack().pagat) in trick
    values = {Aim.POINTS: thirds, Aim.WIN: thirds >= 107, Aim.KING: king, Aim.ULTIMO: made, Aim.VOLAT: volat}
    return {aim: int(value) for aim, value in values.items()}


def played_out(deal: OpenCards, moment: Moment, plays: tuple[Play, ...]) -> dict[Aim, int]:
    """What every aim is worth at the end of the whole game with these plays, as the engine replays it."""
    before = [(seat, card) for trick in deal.course.tricks for seat, card in trick.plays]
    every = [*before[: 48 - 4 * moment.cards + len(moment.position.table)], *plays]
    tricks = tuple(tuple(every[at : at + 4]) for at in range(0, 48, 4))
    found = replay(changed(deal.course.game, tricks=tricks), pack(), rules())
    assert not any(finding.code.startswith(("PLAY", "LEAD")) for finding in found.findings)
    result, totals = found.result, found.sheet.totals
    defender = next(seat for seat in deal.seats if seat not in deal.declarer_side)
    return {
        Aim.POINTS: found.declarer_thirds,
        Aim.WIN: int(found.outcome.won),
        Aim.KING: int(not result.king_lost),
        Aim.ULTIMO: int(result.ultimo_by == deal.pagat_holder != ""),
        Aim.VOLAT: int(all(winner in deal.declarer_side for winner in found.winners)),
        Aim.SHEET: totals[result.declarer] - totals[defender],
    }


def minimax(deal: OpenCards, start: Moment, aim: Aim, judge: Callable[..., dict[Aim, int]]) -> int:
    """The value of an aim by plain recursion over every legal card, each end judged by the plays that led to it."""
    wanted_by = deal.payoffs[aim].wanted_by

    def value(moment: Moment, plays: tuple[Play, ...]) -> int:
        if not moment.cards:
            return judge(deal, start, plays)[aim]
        seat = moment.position.to_play
        best = max if seat in wanted_by else min
        return best(value(deal.play(moment, card), (*plays, (seat, card))) for card in allowed(deal, moment))

    return value(start, ())


def remembering(deal: OpenCards, start: Moment, aim: Aim) -> int:
    """The same for longer endings: what was found of a position, its thirds and what had happened is remembered."""
    goal, known = deal.payoffs[aim], dict[Moment, int]()

    def value(moment: Moment) -> int:
        if not moment.cards:
            return goal.find_leaf(moment.state, moment.thirds)
        key = structs.replace(moment, position=_hashable(moment))
        if key not in known:
            best = max if moment.position.to_play in goal.wanted_by else min
            known[key] = best(value(deal.play(moment, card)) for card in allowed(deal, moment))
        return known[key]

    return value(start)


def _hashable(moment: Moment) -> Any:
    position = moment.position
    return (tuple(position.hands.items()), position.leader, position.table)
