"""The pages for beginners and their teachers: first tricks, a lesson, tasks.

The first tricks of a model game have a question before each. Each task is a position with open cards, with its
solutions, the proof line and the paragraph that it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice
from typing import Literal

from tarock.analysis.open_cards import OpenCards
from tarock.analysis.tasks import Task, TaskGoal
from tarock.base.structs import Frozen
from tarock.base.wording import write_message
from tarock.game.common.cards import Card, sort_cards
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.replay import Course, Replay, Turn, list_turns, play_through
from tarock.game.koenigrufen_1840.vocabulary import Feat
from tarock.publish.places import Site
from tarock.publish.views.cards import Cards, make_cards, write_english_name
from tarock.publish.views.findings import BreachView, make_breach
from tarock.publish.views.how_to_directives import group_counted_cards
from tarock.publish.views.steps import Step, make_level_steps
from tarock.publish.views.view import Link, View
from tarock.replay.committed import load_tasks
from tarock.replay.games import GameReport
from tarock.rules.ruleset import Rules

FIRST = 5  # tricks with a question


class Prompt(Frozen):
    """A trick before the learner plays to it: what lies there and what he holds; then what he may play, and what came.

    `law` says in words what may be played, `rule` leads to the paragraph, if one says it; `outcome` is how it went on.
    """

    number: int
    before: Cards
    hand: Cards
    legal: Cards
    law: str
    rule: Link | None
    played: str
    whole: Cards
    outcome: str
    points: str


def find_model_game(site: Site) -> GameReport | None:
    """Return the game to learn by: the first sound one in which a feat is announced and raised; None without one."""
    reports = site.codex.game_reports
    return next((each for each in reports if each.best.sound and len(each.best.replay.game.announcements) > 1), None)


class FirstTricksView(View):
    """The first tricks of a game, as its declarer sees them."""

    report: GameReport

    @property
    def replay(self) -> Replay:
        """Return the replay of the game at its best level."""
        return self.report.best.replay

    @property
    def seat(self) -> str:
        """Return the seat from which the learner plays: the declarer's."""
        return self.replay.game.declarer

    @property
    def year(self) -> int:
        """Return the year of the book."""
        return self.site.corpus.sources[ERA].year

    @property
    def keeps_pagat(self) -> bool:
        """Return whether the learner announced ultimo, and so must keep the Pagat."""
        return any(said.seat == self.seat and said.of is Feat.ULTIMO for said in self.replay.game.announcements)

    @property
    def king(self) -> str:
        """Return the English name of the called king."""
        return write_english_name(self.site, self.replay.game.king.printed)

    @property
    def onward(self) -> str:
        """Return the address of the game's page at the first trick without a question."""
        return self.to(self.router.game(self.report.name, self.report.best.level, f"{FIRST + 1}.1"))

    @cached_property
    def prompts(self) -> list[Prompt]:
        """Return a prompt for each of the first tricks."""
        steps = {step.id: step for step in make_level_steps(self.site, self.report.best.level, self.replay).steps}
        tricks = groupby(list_turns(self.replay, self.site.pack, self.site.codex.games.rules), lambda turn: turn.trick)
        return [self._make_prompt(number, list(trick), steps) for number, trick in islice(tricks, FIRST)]

    def _make_prompt(self, number: int, trick: list[Turn], steps: dict[str, Step]) -> Prompt:
        place = [turn.seat for turn in trick].index(self.seat)
        turn, step, last = trick[place], steps[f"{number}.{place + 1}"], steps[f"{number}.{len(trick)}"]

        def drawn(turned: list[Turn]) -> Cards:
            return make_cards((each.card for each in turned), self.site.pack, ", ".join(each.seat for each in turned))

        return Prompt(
            number=number,
            before=drawn(trick[:place]),
            hand=make_cards(turn.held, self.site.pack),
            legal=make_cards(turn.legal, self.site.pack),
            law=step.law,
            rule=self.place(turn.ref) if turn.ref else None,
            played=write_english_name(self.site, turn.card.printed),
            whole=drawn(trick),
            outcome=last.says,
            points=format_thirds(self.replay.tricks[number - 1].running),
        )


class Choice(Frozen):
    """A card of the hand from which a trick is to be taken, and what it does: takes it, loses it, or is forbidden."""

    card: Cards
    name: str
    does: Literal["takes", "loses", "forbidden"]


class TrickView(View):
    """A trick to take, for who sees the game for the first time: three cards lie there, and the reader plays last.

    `law` says in words what may be played, `rule` leads to its paragraph if one says it.
    """

    report: GameReport
    turns: tuple[Turn, ...]
    law: str
    rule: Link | None

    @property
    def number(self) -> int:
        """Return the number of the trick."""
        return self.turns[-1].trick

    @property
    def table(self) -> list[tuple[str, Cards]]:
        """Return what lies on the table, with its seats."""
        return [(turn.seat, make_cards([turn.card], self.site.pack, turn.seat)) for turn in self.turns[:-1]]

    @property
    def led(self) -> str:
        """Return the name of the suit led; empty where it is a trump."""
        card = self.turns[0].card
        return "" if card.is_tarock else write_english_name(self.site, card.suit)

    @cached_property
    def _winning(self) -> tuple[str, Card]:
        return find_taking(self.site.codex.games.rules, self.turns[:-1])

    @property
    def winner(self) -> str:
        """Return the seat that has the trick so far."""
        return self._winning[0]

    @property
    def best(self) -> str:
        """Return the name of the card that has the trick so far."""
        return write_english_name(self.site, self._winning[1].printed)

    @property
    def onward(self) -> str:
        """Return the address of the game at this play."""
        return self.to(self.router.game(self.report.name, self.report.best.level, f"{self.number}.{len(self.turns)}"))

    @property
    def choices(self) -> list[Choice]:
        """Return the cards of the hand."""
        return [
            Choice(
                card=make_cards([card], self.site.pack),
                name=write_english_name(self.site, card.printed),
                does=judge_card(self.site.codex.games.rules, self.turns, card),
            )
            for card in self.turns[-1].held
        ]


def find_taking(rules: Rules, turns: Sequence[Turn], last: Card | None = None) -> tuple[str, Card]:
    """Return seat and card that take a trick, with `last` as its last card, which is nobody's."""
    plays = [(turn.seat, turn.card) for turn in turns]
    return TrickLaw.of(rules).find_winner([*plays, ("", last)] if last else plays)


def judge_card(rules: Rules, turns: Sequence[Turn], card: Card) -> Literal["takes", "loses", "forbidden"]:
    """Return what a card of the last hand of a trick does in place of the one that was played."""
    if card not in turns[-1].legal:
        return "forbidden"
    return "loses" if find_taking(rules, turns[:-1], card)[0] else "takes"


def make_trick(site: Site, page: str) -> TrickView | None:
    """Return the trick of a model game that is easiest to see through, or None.

    Its last hand has a card that takes it, one that loses it and one that may not be played; it begins with a suit, if
    one such does, and the hand is small.
    """
    rules = site.codex.games.rules
    fit = [
        (report, turns)
        for report in site.codex.game_reports
        if report.best.sound
        for turns in _list_tricks(site, report)
        if {judge_card(rules, turns, card) for card in turns[-1].held} == {"takes", "loses", "forbidden"}
    ]
    if not fit:
        return None
    report, turns = min(fit, key=lambda each: (each[1][0].card.is_tarock, len(each[1][-1].held)))
    steps = {step.id: step for step in make_level_steps(site, report.best.level, report.best.replay).steps}
    ref = turns[-1].ref
    rule = View(site, page).place(ref) if ref else None
    return TrickView(site, page, report, turns, steps[f"{turns[-1].trick}.{len(turns)}"].law, rule)


def _list_tricks(site: Site, report: GameReport) -> list[tuple[Turn, ...]]:
    turns = list_turns(report.best.replay, site.pack, site.codex.games.rules)
    return [tuple(trick) for _, trick in groupby(turns, lambda turn: turn.trick)]


class Question(Frozen):
    """A question of the lesson and its answer, each with cards or without; `german` are words of the book to read."""

    asks: str
    answer: str
    place: Link
    cards: tuple[Cards, ...] = ()
    answer_cards: tuple[Cards, ...] = ()
    german: str = ""


class LessonView(View):
    """A lesson; its questions and answers are read from the tables and the games."""

    report: GameReport

    @property
    def rules(self) -> Rules:
        """Return the rules of the model games."""
        return self.site.codex.games.rules

    @property
    def minutes(self) -> int:
        """Return the length of the lesson in minutes."""
        return sum(minutes for minutes, _name, _tasks in self.parts)

    @property
    def ways(self) -> dict[str, str]:
        """Return the addresses of the pages that the lesson uses, by name."""
        router = self.router
        return {
            "play": self.to(router.play_of(ERA)),
            "summary": self.to(router.summary_of(ERA)),
            "first": self.to(router.first_tricks),
            "game": self.to(router.game(self.report.name)),
        }

    @cached_property
    def parts(self) -> list[tuple[int, str, list[Question]]]:
        """Return the parts in order: minutes, name of the part (the template has its words), questions."""
        found = [(10, "pack", [*self._ask_pack()]), (10, "count", [*self._ask_counts()]), (15, "follow", [])]
        if breach := make_breach(self.site):
            found += [(5, "fault", [self._ask_fault(breach)]), (5, "read", [self._ask_reading(breach)])]
        return found

    def _ask_pack(self) -> Iterator[Question]:
        rules, pack = self.rules, self.site.pack
        honours = (pack.scues, pack.mond, pack.pagat)
        first, second, last = (write_english_name(self.site, card.printed) for card in honours)

        def suit(colour: str) -> Cards:
            name = rules.words("pack.suits", colour=colour)[0]
            order = rules.words("rank.order", colour=colour)
            return make_cards((pack.require(f"{name}-{rank}") for rank in order), pack)

        for colour in ("red", "black"):
            yield Question(
                write_message("lesson.order", colour=colour),
                write_message("lesson.order.answer"),
                self.place(rules.ref("rank.order", colour=colour)),
                answer_cards=(suit(colour),),
            )
        yield Question(
            write_message("lesson.trumps"),
            write_message(
                "lesson.trumps.answer", count=rules.number("pack.tarocks"), first=first, second=second, last=last
            ),
            self.place(rules.ref("rank.scues_nature")),
            answer_cards=(make_cards(honours, pack),),
        )

    def _ask_counts(self) -> Iterator[Question]:
        """Yield a question for each kind of group in which cards are counted, the most valuable first."""
        kinds: dict[tuple[int, ...], list[Card]] = {}
        for heap in group_counted_cards(self.report.best.replay, self.rules):
            kinds.setdefault(tuple(sorted(card.points for card in heap)), heap)
        for kind, heap in kinds.items():
            counting = sum(map(bool, kind))
            key, case = ("counting.deduct", {"counting_cards": counting}) if counting else ("counting.three_plain", {})
            points, place = format_thirds(count_thirds(heap)), self.place(self.rules.ref(key, **case))
            yield Question(write_message("lesson.points"), points, place, (make_cards(heap, self.site.pack),))

    def _ask_fault(self, breach: BreachView) -> Question:
        broken, pack = breach.broken, self.site.pack
        card, due = breach.name_card(broken.card), tuple(map(breach.name_card, broken.legal))
        seats = ", ".join(turn.seat for turn in breach.trick)
        return Question(
            write_message(
                "lesson.fault", trick=breach.finding.trick, game=breach.report.number, seats=seats, seat=broken.seat
            ),
            write_message("lesson.fault.answer", seat=broken.seat, card=card, due=due),
            self.place(breach.finding.ref),
            (
                make_cards((turn.card for turn in breach.trick), pack, seats),
                make_cards(broken.held, pack, broken.seat),
            ),
        )

    def _ask_reading(self, breach: BreachView) -> Question:
        ref = breach.finding.ref
        found = self.english_of(ref)
        return Question(
            write_message("lesson.read"),
            found.text if found else "",
            self.place(ref),
            german=breach.paragraph.display_text(),
        )


class TaskView(Frozen):
    """A task as the page shows it.

    `origin` leads to the model game, or says how it was dealt; `line` are the tricks from the position on, as played,
    and `points` those of the declarer's side so far.
    """

    task: Task
    number: int
    asks: str
    seats: tuple[tuple[str, str, Cards, bool], ...]  # with role, the cards left, and whether it is to play
    table: tuple[tuple[str, Cards], ...]
    said: tuple[str, ...]
    points: str
    origin: Link
    rule: Link | None
    legal: list[str]
    keeps: bool  # who is to play has announced ultimo
    solved: str
    line: list[str]
    advice: Link
    gloss: str

    @property
    def anchor(self) -> str:
        """Return the id of the task on the page."""
        return f"task-{self.task.id}"

    @property
    def solutions(self) -> list[str]:
        """Return the names of all solving cards."""
        return " ".join(self.task.solutions).split()


class TasksView(View):
    """The page."""

    @cached_property
    def tasks(self) -> dict[TaskGoal, tuple[TaskView, ...]]:
        """Map each goal to its tasks, numbered in the order of the page."""
        posed = sorted(load_tasks(self.site.codex.context), key=lambda each: list(TaskGoal).index(each.goal))
        every = [self._view_task(number, each) for number, each in enumerate(posed, 1)]
        return {goal: tuple(each for each in every if each.task.goal is goal) for goal in TaskGoal}

    @property
    def count(self) -> int:
        """Count the tasks."""
        return sum(map(len, self.tasks.values()))

    @property
    def faces(self) -> Cards:
        """Return the whole pack, drawn once on the page and referred to by the tasks."""
        return make_cards(self.site.pack.cards, self.site.pack)

    @property
    def year(self) -> int:
        """Return the year of the book."""
        return self.site.corpus.sources[ERA].year

    def _view_task(self, number: int, task: Task) -> TaskView:
        games, pack = self.site.codex.games, self.site.pack

        def model(name: str) -> Game:
            return games.report(name).best.replay.game

        course = play_through(task.make_solved_game(pack, model), pack, games.rules)
        deal, (trick, before) = OpenCards(course, pack, games.rules, None), task.place
        moments = list(deal.generate_moments())
        at = (trick - 1) * len(deal.seats) + before
        moment, position = moments[at][0], moments[at][0].position
        held, table = position.hands[task.seat], position.table
        rule, case = deal.law.find_rule(held, table, trick)
        if deal.pagat_keeper == task.seat and not rule:
            rule, case = "ultimo.pagat_kept", {}
        ref = games.rules.ref(rule, **case)
        side = write_message(f"task.side.{course.side[task.seat]}")
        return TaskView(
            task=task,
            number=number,
            asks=write_message(f"task.{task.goal.name}", seat=task.seat, side=side, points=self._write_needed() if "declarer" in side else ""),
            seats=tuple(
                (seat, self._write_role(course, seat), make_cards(sort_cards(hand), pack), seat == task.seat)
                for seat, hand in position.hands.items()
            ),
            table=tuple((seat, make_cards([card], pack, seat)) for seat, card in table),
            said=tuple(write_message("summary.said", seat=said.seat, feat=str(said.of), call=said.call) for said in course.game.announcements),
            points=format_thirds(moment.thirds),
            origin=self._link_origin(task),
            rule=self.place(ref, self.label(ref)) if ref else None,
            legal=" ".join(task.legal).split(),
            keeps=deal.pagat_keeper == task.seat,
            solved=write_message("task.solved", cards=tuple(self._name_solutions(task))),
            line=[" – ".join(f"{seat} {card.printed}" for seat, card in each.plays) for each in course.tricks[trick - 1 :]],
            advice=self.place(task.advice.ref, self.label(task.advice.ref)),
            gloss=self.gloss(task.advice.ref, task.advice.quote),
        )  # fmt: skip

    def _write_needed(self) -> str:
        """Return the points with which the declarer's side wins."""
        rules = self.site.codex.games.rules
        group, over = rules.number("counting.group"), rules.number("counting.win_at_cards", party="declarer")
        return format_thirds(group * rules.number("counting.remis_at") + over)

    def _name_solutions(self, task: Task) -> Iterator[str]:
        return (write_english_name(self.site, card) for group in task.solutions for card in group.split())

    def _write_role(self, course: Course, seat: str) -> str:
        role = {course.game.declarer: "declarer", course.partner: "partner"}.get(seat, "defender")
        return write_message(f"task.role.{role}", king=write_english_name(self.site, course.game.king.printed))

    def _link_origin(self, task: Task) -> Link:
        if task.deal:
            return Link(write_message("task.dealt", seed=task.deal.seed, at=task.at))
        report = self.site.codex.games.report(task.model)
        words = write_message("task.model", game=report.number, at=task.at)
        return self.link(words, self.router.game(task.model, report.best.level, task.at))
