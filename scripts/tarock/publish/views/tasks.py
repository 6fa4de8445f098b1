"""The tasks: each position with open cards, what solves it, the proof line and the paragraph that it shows."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tarock.analysis.open_cards import OpenCards
from tarock.analysis.tasks import Posed, Task, load_tasks
from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.game.common.cards import in_order
from tarock.game.common.counting import show_thirds
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.replay import follow
from tarock.game.koenigrufen_1840.turns import deciding
from tarock.publish.views.cards import cards_view, in_english
from tarock.publish.views.view import Link, View

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.game.koenigrufen_1840.replay import Course
    from tarock.publish.views.cards import Cards


class Seat(Value):
    """A seat with its role and the cards that it has left; `own`: who is to play."""

    name: str
    role: str
    hand: Cards
    own: bool


class Told(Value):
    """A task as the page shows it. `origin` leads to the model game, or says how it was dealt; `line` are the tricks from the
    position on, as played, and `points` what the declarer's side has so far.
    """

    posed: Posed
    number: int
    asks: str
    seats: tuple[Seat, ...]
    table: tuple[tuple[str, Cards], ...]
    said: tuple[str, ...]
    points: str
    origin: Link
    rule: Link | None
    legal: list[str]
    solved: str
    line: list[str]
    advice: Link
    gloss: str

    @property
    def anchor(self) -> str:
        return f"task-{self.posed.id}"

    @property
    def solutions(self) -> list[str]:
        """Every card that solves it."""
        return " ".join(self.posed.solutions).split()


class TasksView(View):
    """The page."""

    @cached_property
    def tasks(self) -> dict[Task, tuple[Told, ...]]:
        """The tasks by what is to be reached, numbered as they stand on the page."""
        posed = sorted(load_tasks(self.site.codex.project), key=lambda each: list(Task).index(each.goal))
        every = [self._told(number, each) for number, each in enumerate(posed, 1)]
        return {goal: tuple(told for told in every if told.posed.goal is goal) for goal in Task}

    @property
    def count(self) -> int:
        return sum(map(len, self.tasks.values()))

    @property
    def faces(self) -> Cards:
        """The pack, which is drawn once."""
        return cards_view(self.site.pack.cards, self.site.pack)

    @property
    def year(self) -> int:
        """Of the book."""
        return self.site.corpus.sources[ERA].year

    def _told(self, number: int, posed: Posed) -> Told:
        games, pack = self.site.codex.games, self.site.pack

        def model(name: str) -> Game:
            return games.report(name).best.replay.game

        course = follow(posed.game(pack, model), pack, games.rules)
        deal, (trick, before) = OpenCards(course, pack, games.rules, None), posed.place
        moments = list(deal.moments())
        at = (trick - 1) * len(deal.seats) + before
        moment, position = moments[at][0], moments[at][0].position
        held, table = position.hands[posed.seat], position.table
        rule, case = deciding(deal.law, held, table, trick)
        if deal.keeper == posed.seat and not rule:
            rule, case = "ultimo.pagat_kept", {}
        ref = games.rules.ref(rule, **case)
        side = say(Message(f"task.side.{course.side[posed.seat]}"))
        return Told(
            posed=posed,
            number=number,
            asks=say(Message(f"task.{posed.goal.name}", seat=posed.seat, side=side, points=self._needed() if "declarer" in side else "")),
            seats=tuple(
                Seat(seat, self._role(course, seat), cards_view(in_order(hand), pack), seat == posed.seat)
                for seat, hand in position.hands.items()
            ),
            table=tuple((seat, cards_view([card], pack, seat)) for seat, card in table),
            said=tuple(say(Message("summary.said", seat=said.seat, feat=str(said.of), call=said.call)) for said in course.game.announcements),
            points=show_thirds(moment.thirds),
            origin=self._origin(posed),
            rule=self.place(ref, self.label(ref)) if ref else None,
            legal=" ".join(posed.legal).split(),
            solved=say(Message("task.solved", cards=tuple(map(self._named, posed.solutions)))),
            line=[" – ".join(f"{seat} {card.printed}" for seat, card in each.plays) for each in course.tricks[trick - 1 :]],
            advice=self.place(posed.advice.ref, self.label(posed.advice.ref)),
            gloss=self.gloss(posed.advice.ref, posed.advice.quote),
        )  # fmt: skip

    def _needed(self) -> str:
        """The points with which the declarer's side wins."""
        rules = self.site.codex.games.rules
        group, over = rules.number("counting.group"), rules.number("counting.win_at_cards", party="declarer")
        return show_thirds(group * rules.number("counting.remis_at") + over)

    def _named(self, group: str) -> str:
        return say(Message("task.or", cards=tuple(in_english(self.site, card) for card in group.split())))

    def _role(self, course: Course, seat: str) -> str:
        role = {course.game.declarer: "declarer", course.partner: "partner"}.get(seat, "defender")
        return say(Message(f"task.role.{role}", king=in_english(self.site, course.game.king.printed)))

    def _origin(self, posed: Posed) -> Link:
        if posed.deal:
            return Link(say(Message("task.dealt", seed=posed.deal.seed, at=posed.at)))
        report = self.site.codex.games.report(posed.model)
        words = say(Message("task.model", game=report.number, at=posed.at))
        return self.link(words, self.router.game(posed.model, report.best.level, posed.at))
