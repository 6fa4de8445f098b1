"""For beginners and their teachers: the first tricks of a model game with a question before each, and a lesson."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.game.common.counting import count_thirds, show_thirds
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.replay import turns
from tarock.game.koenigrufen_1840.vocabulary import Feat
from tarock.publish.views.cards import cards_view, in_english
from tarock.publish.views.findings import breach_view
from tarock.publish.views.how_to_directives import counted_groups
from tarock.publish.views.steps import level_steps
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from tarock.game.koenigrufen_1840.replay import Replay, Turn
    from tarock.proof.games import GameReport
    from tarock.publish.places import Site
    from tarock.publish.views.cards import Cards
    from tarock.publish.views.findings import BreachView
    from tarock.publish.views.steps import Step
    from tarock.publish.views.view import Link
    from tarock.rules.ruleset import Rules

FIRST = 5  # tricks with a question


def _said(name: str, **values: Hashable) -> str:
    return say(Message(f"lesson.{name}", **values))


class Prompt(Value):
    """A trick before the learner plays to it: what lies there and what he holds; then what he may play, and what came.

    `law` says in words what may be played, `rule` leads to the paragraph, if one says it; `told` is how it went on.
    """

    number: int
    before: Cards
    hand: Cards
    legal: Cards
    law: str
    rule: Link | None
    played: str
    whole: Cards
    told: str
    points: str


def model(site: Site) -> GameReport | None:
    """The game to learn by: the first without a fault in which a feat is announced and answered; none in some copies."""
    reports = site.codex.game_reports
    return next((each for each in reports if each.best.sound and len(each.best.replay.game.announcements) > 1), None)


class FirstTricksView(View):
    """The first tricks of a game, as its declarer sees them."""

    report: GameReport

    @property
    def replay(self) -> Replay:
        return self.report.best.replay

    @property
    def seat(self) -> str:
        """Where the learner sits."""
        return self.replay.game.declarer

    @property
    def year(self) -> int:
        """Of the book."""
        return self.site.corpus.sources[ERA].year

    @property
    def keeps_pagat(self) -> bool:
        """Whether the learner has announced ultimo."""
        return any(said.seat == self.seat and said.of is Feat.ULTIMO for said in self.replay.game.announcements)

    @property
    def king(self) -> str:
        """The called king."""
        return in_english(self.site, self.replay.game.king.printed)

    @property
    def onward(self) -> str:
        """The table, at the trick behind the last question."""
        return self.to(self.router.game(self.report.name, self.report.best.level, f"{FIRST + 1}.1"))

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """The questions."""
        steps = {step.id: step for step in level_steps(self.site, self.report.best.level, self.replay).steps}
        played = turns(self.replay, self.site.pack, self.site.codex.games.rules)
        tricks = [(number, list(trick)) for number, trick in groupby(played, lambda turn: turn.trick)]
        return tuple(self._prompt(number, trick, steps) for number, trick in tricks[:FIRST])

    def _prompt(self, number: int, trick: list[Turn], steps: dict[str, Step]) -> Prompt:
        place, turn = next((place, turn) for place, turn in enumerate(trick) if turn.seat == self.seat)
        step, last = steps[f"{number}.{place + 1}"], steps[f"{number}.{len(trick)}"]
        running = self.replay.tricks[number - 1].running

        def drawn(turned: list[Turn]) -> Cards:
            return cards_view((each.card for each in turned), self.site.pack, ", ".join(each.seat for each in turned))

        return Prompt(
            number=number,
            before=drawn(trick[:place]),
            hand=cards_view(turn.held, self.site.pack),
            legal=cards_view(turn.legal, self.site.pack),
            law=step.law,
            rule=self.place(turn.ref) if turn.ref else None,
            played=in_english(self.site, turn.card.printed),
            whole=drawn(trick),
            told=last.says,
            points=show_thirds(running),
        )


class Task(Value):
    """A question of the lesson and its answer, each with `cards` or without; `german` are words of the book to be read."""

    asks: str
    answer: str
    place: Link
    cards: tuple[Cards, ...] = ()
    shown: tuple[Cards, ...] = ()
    german: str = ""


class Part(Value):
    """A part of the lesson: its minutes, what is done (the template has the words), its tasks."""

    minutes: int
    name: str
    tasks: tuple[Task, ...] = ()


class LessonView(View):
    """A lesson; what is asked and answered is read from the tables and the games."""

    report: GameReport

    @property
    def rules(self) -> Rules:
        return self.site.codex.games.rules

    @property
    def minutes(self) -> int:
        """How long it is."""
        return sum(part.minutes for part in self.parts)

    @property
    def ways(self) -> dict[str, str]:
        """Where the pages are that it uses."""
        router = self.router
        return {
            "play": self.to(router.play_of(ERA)),
            "summary": self.to(router.summary_of(ERA)),
            "first": self.to(router.first_tricks),
            "game": self.to(router.game(self.report.name)),
        }

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Its parts, in order."""
        return tuple(self._parts())

    def _parts(self) -> Iterator[Part]:
        breach = breach_view(self.site)
        yield Part(10, "pack", tuple(self._pack()))
        yield Part(10, "count", tuple(self._counted()))
        yield Part(15, "follow")
        if breach:
            yield Part(5, "fault", (self._fault(breach),))
            yield Part(5, "read", (self._read(breach),))

    def _pack(self) -> Iterator[Task]:
        rules, pack = self.rules, self.site.pack
        named = [in_english(self.site, card.printed) for card in (pack.scues, pack.mond, pack.pagat)]

        def suit(colour: str) -> Cards:
            name = rules.words("pack.suits", colour=colour)[0]
            order = rules.words("rank.order", colour=colour)
            return cards_view((pack.card(f"{name}-{rank}") for rank in order), pack)

        for colour in ("red", "black"):
            yield Task(
                _said("order", colour=colour),
                _said("order.answer"),
                self.place(rules.ref("rank.order", colour=colour)),
                shown=(suit(colour),),
            )
        honours = (pack.scues, pack.mond, pack.pagat)
        yield Task(
            _said("trumps"),
            _said("trumps.answer", count=rules.number("pack.tarocks"), first=named[0], second=named[1], last=named[2]),
            self.place(rules.ref("rank.scues_nature")),
            shown=(cards_view(honours, pack),),
        )

    def _counted(self) -> Iterator[Task]:
        """Heaps of each kind that the declarer's side counts, the dearest first, each once."""
        seen: set[tuple[int, ...]] = set()
        for heap in counted_groups(self.report.best.replay, self.rules):
            kind = tuple(sorted((card.points for card in heap), reverse=True))
            if kind not in seen:
                seen.add(kind)
                points = show_thirds(count_thirds(heap))
                counting = sum(1 for card in heap if card.points)
                place = (
                    self.rules.ref("counting.deduct", counting_cards=counting)
                    if counting
                    else self.rules.ref("counting.three_plain")
                )
                yield Task(_said("points"), points, self.place(place), (cards_view(heap, self.site.pack),))

    def _fault(self, breach: BreachView) -> Task:
        card, due = breach.named(breach.broken.card), tuple(map(breach.named, breach.broken.legal))
        seats = ", ".join(turn.seat for turn in breach.trick)
        return Task(
            _said("fault", trick=breach.finding.trick, game=breach.report.number, seats=seats, seat=breach.broken.seat),
            _said("fault.answer", seat=breach.broken.seat, card=card, due=due),
            self.place(breach.finding.ref),
            (
                cards_view((turn.card for turn in breach.trick), self.site.pack, seats),
                cards_view(breach.broken.held, self.site.pack, breach.broken.seat),
            ),
        )

    def _read(self, breach: BreachView) -> Task:
        found = self.english_of(breach.finding.ref)
        place = self.place(breach.finding.ref)
        return Task(_said("read"), found.text if found else "", place, german=breach.paragraph.shown())
