"""Tasks: endings of Königrufen with open cards in which few cards reach a goal, and the advice that each shows.

A task is a deal, the tricks before it and a proof line to the end of the game. The solver computes which cards may be
played, which are alike and which solve it; that is kept with the task, so that no page needs a solver.
Two cards are alike when no card that somebody else has lies between them and the goal does not tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import Moment, OpenCards
from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Cached, PassageRef, Record, Words
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import Play, read_cards, read_plays
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat

ALGORITHM = 1  # raise it when a task may get another solution; `tarock.analysis.stamps`
FILE = "tasks.yaml"
STAMP = "analysis/1840-tasks.json"  # the stamp of the file, whose sha256 is its `content`
SEATS = ("A", "B", "C", "D")  # as the author calls them


class TaskGoal(StrEnum):
    """The goals of tasks."""

    KEEP = "keep the ultimo"
    CATCH = "catch the Pagat"
    KING = "save the king"
    WIN = "win"

    @property
    def aim(self) -> Aim:
        """Return the aim whose value tells whether the goal is reached."""
        return {TaskGoal.KING: Aim.KING, TaskGoal.WIN: Aim.WIN}.get(self, Aim.ULTIMO)


class DreierDeal(Record, kw_only=True):
    """A dealt game: the strongest hand plays a single Dreier; `ultimo` is announced by who has the Pagat."""

    seed: int
    declarer: str
    king: str
    hands: dict[str, str]
    upper: str
    lower: str
    scat: str
    ultimo: bool = False


class Advice(Record):
    """The paragraph that a task shows, and its words."""

    ref: PassageRef
    quote: Words


class Task(Record, kw_only=True):
    """A task as its file has it.

    `at`: the trick and the play in it. `legal`: the cards that may be played, those that are alike together;
    `solutions`: those of them that reach the goal. `hard`: the highest of them, the lowest and the cheapest that wins
    the trick all fail. `model` is a model game that comes to the position.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
    goal: TaskGoal
    seat: str
    at: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,2}\.[1-4]$")]
    legal: tuple[str, ...]
    solutions: tuple[str, ...]
    advice: Advice
    hard: bool = False
    model: str = ""
    deal: DreierDeal | None = None
    tricks: tuple[str, ...]

    @property
    def place(self) -> tuple[int, int]:
        """Return the number of the trick, and how many have played to it: (5, 0) for `5.1`."""
        trick, _, play = self.at.partition(".")
        return int(trick), int(play) - 1

    def make_solved_game(self, pack: Pack, models: Callable[[str], Game]) -> Game:
        """Return the record of the game of the task, with its solution as the last tricks.

        `models` returns a model game by name; it is called for a task that comes from one.
        """
        tricks = tuple(read_plays(text, pack, len(SEATS), seats=SEATS)[0] for text in self.tricks)
        if self.deal is None:
            return msgspec.structs.replace(models(self.model), tricks=tricks, stated=(), remarks=())
        return build_dealt_game(self.id, self.deal, pack, tricks)


def build_dealt_game(ident: str, deal: DreierDeal, pack: Pack, tricks: tuple[tuple[Play, ...], ...] = ()) -> Game:
    """Return the record of a deal played as a single Dreier by the named declarer, with these tricks."""

    def cards(text: str) -> tuple[Card, ...]:
        return read_cards(text, pack)

    hands = {seat: cards(hand) for seat, hand in deal.hands.items()}
    holder = next((seat for seat, hand in hands.items() if pack.pagat in hand), deal.declarer)
    if pack.pagat in cards(deal.upper):
        holder = deal.declarer
    return Game(
        id=ident,
        era="1840",
        seats=SEATS,
        dealer=SEATS[-1],
        declarer=deal.declarer,
        hands=hands,
        talon=Talon(upper=cards(deal.upper), lower=cards(deal.lower)),
        bids=(Bid(seat=deal.declarer, bid=BidKind.DREIER, fold=1),),
        king=cards(deal.king)[0],
        purchase=Purchase(first=1, kept=1),
        scat=cards(deal.scat),
        announcements=(Announcement(seat=holder, call=AnnouncementWord.ANNOUNCE, of=Feat.ULTIMO),)
        if deal.ultimo
        else (),
        tricks=tricks,
    )


def load_tasks(project: Project) -> list[Task]:
    """Read the tasks in the order of their file; raise `CodexError` for a malformed one."""
    return yamlio.load(project.rules / FILE).records(Task, "task", "id")


class TaskPosition(Cached):
    """A moment of a deal at which the player to move has a goal to reach."""

    deal: OpenCards
    moment: Moment
    goal: TaskGoal

    @property
    def seat(self) -> str:
        """Return the seat to play."""
        return self.moment.position.to_play

    @property
    def hand(self) -> frozenset[Card]:
        """Return the hand of the seat to play."""
        return self.moment.position.hands[self.seat]

    @property
    def table(self) -> tuple[Play, ...]:
        """Return the plays of the present trick."""
        return self.moment.position.table

    @property
    def hands(self) -> Mapping[str, frozenset[Card]]:
        """Map each seat to its hand."""
        return self.moment.position.hands

    @cached_property
    def friends(self) -> frozenset[str]:
        """Return the other seats of the player's side."""
        sides = self.deal.course.side
        return frozenset(seat for seat in self.deal.seats if sides[seat] is sides[self.seat] and seat != self.seat)

    @cached_property
    def opponents(self) -> frozenset[str]:
        """Return the seats of the other side."""
        return frozenset(self.deal.seats) - self.friends - {self.seat}

    @cached_property
    def legal(self) -> list[Card]:
        """Return the legal cards, tarocks first, from the highest."""
        return sorted(self.deal.find_legal(self.moment), key=lambda card: -self.deal.bits[card])

    @cached_property
    def reaches_goal(self) -> dict[Card, bool]:
        """Map each legal card to whether the goal can still be forced after it, by the solver."""
        wants = self.seat in self.deal.payoffs[self.goal.aim].wanted_by
        values = self.deal.solve_cards(self.moment, self.goal.aim)
        return {card: bool(values[card].low) is wants for card in self.legal}

    @cached_property
    def groups(self) -> list[tuple[Card, ...]]:
        """Return the legal cards in groups of equivalent cards, between which no card of another hand lies."""
        found: list[list[Card]] = []
        rest = [card for seat, hand in self.hands.items() if seat != self.seat for card in hand]
        rest += [card for _seat, card in self.table]
        named = {TaskGoal.KING: self.deal.course.game.king, TaskGoal.WIN: None}.get(self.goal, self.deal.pack.pagat)
        for card in self.legal:
            before = found[-1][-1] if found else None
            alike = (
                before is not None
                and before.suit == card.suit
                and named not in (before, card)
                and not any(card.strength < each.strength < before.strength for each in rest if each.suit == card.suit)
                and (self.goal is not TaskGoal.WIN or before.thirds == card.thirds)
            )  # fmt: skip
            if alike:
                found[-1].append(card)
            else:
                found.append([card])
        return [tuple(group) for group in found]

    @cached_property
    def solving_groups(self) -> list[tuple[Card, ...]]:
        """Return the groups whose cards reach the goal."""
        return [group for group in self.groups if self.reaches_goal[group[0]]]

    @cached_property
    def failing_groups(self) -> list[tuple[Card, ...]]:
        """Return the groups whose cards do not reach the goal."""
        return [group for group in self.groups if not self.reaches_goal[group[0]]]

    @cached_property
    def solving_cards(self) -> list[Card]:
        """Return the legal cards that reach the goal."""
        return [card for card in self.legal if self.reaches_goal[card]]

    @property
    def is_hard(self) -> bool:
        """Return whether the highest, the lowest and the cheapest winning card all fail.

        False where no card wins the trick.
        """
        cheapest = self.cheapest_winner
        ranks = [(card.is_tarock, card.strength) for card in self.legal]
        ends = [card for card in self.legal if (card.is_tarock, card.strength) in (max(ranks), min(ranks))]
        return bool(cheapest) and not any(self.reaches_goal[card] for card in [*ends, *cheapest])

    @cached_property
    def cheapest_winner(self) -> list[Card]:
        """Return the cheapest cards that take the trick so far; for a leader the cheapest that nobody can beat."""
        law = self.deal.law
        if self.table:
            best = law.find_winner(self.table)[1]
            winning = [card for card in self.legal if law.beats(card, best)]
        else:
            others = {seat: hand for seat, hand in self.hands.items() if seat != self.seat}
            winning = [
                card
                for card in self.legal
                if not any(
                    law.beats(other, card)
                    for hand in others.values()
                    for other in law.find_legal(hand, [(self.seat, card)])
                )
            ]
        price = min(((card.points, card.is_tarock, card.strength) for card in winning), default=None)
        return [card for card in winning if (card.points, card.is_tarock, card.strength) == price]


def find_positions(goals: Iterable[TaskGoal], deal: OpenCards, moment: Moment) -> list[TaskPosition]:
    """Return a position for each goal that makes a task at this moment.

    Some groups of legal cards must reach the goal and others miss it, of at least three. In games with an announced
    ultimo saving the king is no task.
    """
    found = []
    side = deal.course.side
    for goal in goals:
        if goal.aim not in deal.payoffs:
            continue
        position = TaskPosition(deal, moment, goal)
        with_pagat = position.seat == deal.pagat_holder or side[position.seat] is side.get(deal.pagat_holder)
        ours = position.seat in deal.declarer_side and not deal.pagat_keeper
        is_possible = {TaskGoal.KEEP: with_pagat, TaskGoal.CATCH: not with_pagat, TaskGoal.KING: ours}.get(goal, True)
        if is_possible and len(position.groups) >= 3 and position.solving_groups and position.failing_groups:
            found.append(position)
    return found
