"""What each player might have played: the legal cards at every turn of a game, and the rule that decides (1840:63)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.common.cards import in_order
from tarock.game.koenigrufen_1840.announcements import pagat_keeper
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.play import Tricks

if TYPE_CHECKING:
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play
    from tarock.game.koenigrufen_1840.replay import Course
    from tarock.rules.ruleset import Rules


class Turn(Value):
    """A play: its trick, who plays what, what was held before it and what of that was legal.

    `rule` is the key of the rule that decides, `ref` its paragraph; both empty where the rules name none.
    """

    trick: int
    seat: str
    card: Card
    held: tuple[Card, ...]
    legal: tuple[Card, ...]
    rule: str
    ref: str


def turns(course: Course, pack: Pack, rules: Rules) -> tuple[Turn, ...]:
    """Every play of a game in order, by the seats that must have made them."""
    exam = Examination(course.game, pack, rules)
    hands = {seat: set(cards) for seat, cards in course.hands.items()}
    watched = _Watched(exam, hands, pagat_keeper(course.result.announced, rules))
    watched.run()
    return tuple(watched.turns)


class _Watched(Tricks):
    """Notes each turn instead of checking it."""

    def __init__(self, exam: Examination, hands: dict[str, set[Card]], holds_back: str):
        super().__init__(exam, hands, holds_back)
        self.turns: list[Turn] = []

    def check(self, number: int, seat: str, card: Card, before: list[Play]) -> None:
        """Note the turn."""
        rules, pack, held = self.exam.rules, self.exam.pack, self.hands[seat]
        legal = self.law.legal(held, before)
        rule, case = str(self.law.duty(held, before) or ""), {}
        if before and not rule:
            rule, case = "play.void_free", {"led": "tarock" if before[0][1].is_tarock else "suit"}
        elif not before and number == 1:
            rule = "play.leader"
        if pack.pagat in legal and self.pagat_waits(number, seat):
            legal = [other for other in legal if other is not pack.pagat]
            if not before:
                rule = "ultimo.pagat_kept"
        ref = rules.ref(rule, **case)
        self.turns.append(Turn(number, seat, card, tuple(in_order(held)), tuple(in_order(legal)), rule, ref))
