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
from tarock.game.koenigrufen_1840.replay import deciding, follow
from tarock.publish.views.cards import cards_view, in_english
from tarock.publish.views.view import Link, View

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.game.koenigrufen_1840.record import Game
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
    legal: tuple[str, ...]
    solved: str
    line: tuple[str, ...]
    advice: Link
    gloss: str

    @property
    def anchor(self) -> str:
        return f"task-{self.posed.id}"

    @property
    def solutions(self) -> tuple[str, ...]:
        """Every card that solves it."""
        return tuple(card for group in self.posed.solutions for card in group.split())


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

    def english(self, name: str) -> str:
        return in_english(self.site, name)

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
        side = say(Message(f"task.side.{course.side[posed.seat]}"))
        return Told(
            posed=posed,
            number=number,
            asks=say(Message(f"task.{posed.goal.name}", seat=posed.seat, side=side, points=self._needed() if "declarer" in side else "")),
            seats=tuple(
                Seat(seat, self._role(course.game, course.partner, seat), self._hand(hand), seat == posed.seat)
                for seat, hand in position.hands.items()
            ),
            table=tuple((seat, cards_view([card], pack, seat)) for seat, card in table),
            said=tuple(say(Message("summary.said", seat=said.seat, feat=str(said.of), call=said.call)) for said in course.game.announcements),
            points=show_thirds(moment.thirds),
            origin=self._origin(posed),
            rule=self._rule(games.rules.ref(rule, **case)) if rule else None,
            legal=tuple(card for group in posed.legal for card in group.split()),
            solved=say(Message("task.solved", cards=tuple(self._named(group) for group in posed.solutions))),
            line=tuple(map(self._written, (each.plays for each in course.tricks[trick - 1 :]))),
            advice=self.place(posed.advice.ref, self.label(posed.advice.ref)),
            gloss=self.gloss(posed.advice.ref, posed.advice.quote),
        )  # fmt: skip

    def _rule(self, ref: str) -> Link | None:
        return self.place(ref, self.label(ref)) if ref else None

    def _needed(self) -> str:
        """The points with which the declarer's side wins."""
        rules = self.site.codex.games.rules
        group, over = rules.number("counting.group"), rules.number("counting.win_at_cards", party="declarer")
        return show_thirds(group * rules.number("counting.remis_at") + over)

    def _named(self, group: str) -> str:
        return say(Message("task.or", cards=tuple(in_english(self.site, card) for card in group.split())))

    def _hand(self, cards: frozenset[Card]) -> Cards:
        return cards_view(in_order(cards), self.site.pack)

    def _role(self, game: Game, partner: str, seat: str) -> str:
        role = "declarer" if seat == game.declarer else "partner" if seat == partner else "defender"
        return say(Message(f"task.role.{role}", king=in_english(self.site, game.king.printed)))

    def _origin(self, posed: Posed) -> Link:
        if posed.deal:
            return Link(say(Message("task.dealt", seed=posed.deal.seed, at=posed.at)))
        report = self.site.codex.games.report(posed.model)
        words = say(Message("task.model", game=report.number, at=posed.at))
        return self.link(words, self.router.game(posed.model, report.best.level, posed.at))

    @staticmethod
    def _written(plays: tuple[Play, ...]) -> str:
        return " – ".join(f"{seat} {card.printed}" for seat, card in plays)
