"""One level of a game as its steps are told: its replay, cards by name and in English, who is known, what is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.game.common.cards import Card
from tarock.game.common.counting import count_thirds
from tarock.game.koenigrufen_1840.turns import Knowledge
from tarock.game.koenigrufen_1840.vocabulary import Side
from tarock.publish.views.recorded import names
from tarock.publish.views.step_changes import glossed, in_english

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from tarock.game.common.score import Answer
    from tarock.proof.games import LevelReport
    from tarock.publish.places import Site


class ToldLevel:
    """What all steps of one level share; it remembers whose roles all at the table know so far."""

    def __init__(self, site: Site, report: LevelReport):
        self.site = site
        self.report = report
        self.replay = report.replay
        self.game = report.replay.game
        self.pack = site.codex.games.pack
        self.rules = site.codex.games.rules
        self.knowledge = Knowledge(self.replay, self.rules)
        self._shown: set[str] = set()

    def names(self, cards: Iterable[Card]) -> list[str]:
        """Cards by name, as they lie in a hand."""
        return list(names(cards, self.pack))

    def glossed(self, name: str) -> str:
        """A card or a suit with its English."""
        return glossed(self.site, name)

    def glosses(self, names: Iterable[str]) -> tuple[str, ...]:
        """Several of them."""
        return tuple(map(self.glossed, names))

    def in_english(self, message: Message) -> Message:
        """A message with its cards and suits in English."""

        def rendered(value: Hashable) -> Hashable:
            if isinstance(value, Message):
                return self.in_english(value)
            if isinstance(value, tuple):
                return tuple(map(rendered, value))
            if isinstance(value, Card):
                return in_english(self.site, self.pack.display(value))
            return in_english(self.site, value) if value in self.pack.suits and isinstance(value, str) else value

        return Message(message.key, **{name: rendered(value) for name, value in message.values.items()})

    def show(self, seats: Iterable[str]) -> list[str]:
        """The seats among these whose roles are new to all."""
        new = [seat for seat in self.game.seats if seat in seats and seat not in self._shown]
        self._shown.update(new)
        return new

    def says(self, rule: Answer) -> str:
        """What a rule says, in English."""
        key, case = rule
        statement = self.rules.table.rule(key, **dict(case))
        return statement.says if statement else ""

    def points(self, tricks: int) -> list[int]:
        """What both sides have after so many tricks: the scat and the talon are counted from the beginning."""
        worth = [
            (self.replay.side[trick.winner], sum(card.thirds for _seat, card in trick.plays))
            for trick in self.replay.tricks
        ]
        to_come = sum(thirds for side, thirds in worth[tricks:] if side is Side.DECLARER)
        taken = sum(thirds for side, thirds in worth[:tricks] if side is Side.DEFENDERS)
        return [self.replay.declarer_thirds - to_come, count_thirds(self.replay.talon_left) + taken]
