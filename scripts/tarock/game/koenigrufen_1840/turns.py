"""What each player might have played (1840:63), and who knows whose friend somebody is (1840:7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.common.cards import in_order
from tarock.game.common.records import word, words
from tarock.game.koenigrufen_1840.auction import pagat_keeper
from tarock.game.koenigrufen_1840.deal import Examination
from tarock.game.koenigrufen_1840.play import Tricks
from tarock.game.koenigrufen_1840.vocabulary import Own, Saying, SeatRole, Side

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play
    from tarock.game.common.trick_law import TrickLaw
    from tarock.game.koenigrufen_1840.record import Announcement
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


def deciding(law: TrickLaw, held: Collection[Card], before: Sequence[Play], number: int) -> tuple[str, dict[str, str]]:
    """The key of the rule, with its case, that says what may be played to trick `number`; empty where none does."""
    if duty := law.duty(held, before):
        return str(duty), {}
    if before:
        return "play.void_free", {"led": "tarock" if before[0][1].is_tarock else "suit"}
    return "play.leader" if number == 1 else "", {}


class _Watched(Tricks):
    """Notes each turn instead of checking it."""

    def __init__(self, exam: Examination, hands: dict[str, set[Card]], holds_back: str):
        super().__init__(exam, hands, holds_back)
        self.turns: list[Turn] = []

    def check(self, number: int, seat: str, card: Card, before: list[Play]) -> None:
        """Note the turn."""
        rules, pack, held = self.exam.rules, self.exam.pack, self.hands[seat]
        legal = self.law.legal(held, before)
        rule, case = deciding(self.law, held, before, number)
        if pack.pagat in legal and self.pagat_waits(number, seat):
            legal = [other for other in legal if other != pack.pagat]
            if not before:
                rule = "ultimo.pagat_kept"
        ref = rules.ref(rule, **case)
        self.turns.append(Turn(number, seat, card, tuple(in_order(held)), tuple(in_order(legal)), rule, ref))


class Knowledge:
    """What all at the table know of the seats' roles, as far as the rules alone tell it; `roles` are the true ones."""

    def __init__(self, course: Course, rules: Rules):
        game = course.game
        self.rules = rules
        self.game = game
        self.roles = game.roles(course.partner)
        self._hands = course.hands

    def at_call(self) -> set[str]:
        """Whose roles are known once the king is called: the declarer's, or all if he calls his own (1840:38.1)."""
        own = word(self.rules, "king.own", Own, contract=self.game.contract) is Own.MUST
        return set(self.game.seats) if own else {self.game.declarer}

    def by_word(self, said: Announcement) -> set[str]:
        """Whose role an announcement shows: only a defender may make it, unless the declarer does (1840:52.1, 55.1).

        Who makes it against the rules shows nothing by it.
        """
        if said.seat == self.game.declarer:
            return set()
        if said.call is Saying.ANNOUNCE:
            may = set(words(self.rules, "announcements.allowed_to", SeatRole, feat=said.of))
        else:
            may = set(words(self.rules, "announcements.raise_by", SeatRole, call=said.call, party=Side.DECLARER))
        return {said.seat} if self.roles[said.seat] in may <= {SeatRole.DECLARER, SeatRole.DEFENDER} else set()

    def by_card(self, card: Card) -> set[str]:
        """Whose roles a card shows when it is played: all of them, if it is the called king."""
        return set(self.game.seats) if card == self.game.king else set()

    def of(self, seat: str) -> set[str]:
        """Whose roles `seat` knows from the call on: who holds the called king knows all, others their own."""
        holds = self.game.king in self._hands[seat]
        return set(self.game.seats) if holds else self.at_call() | {seat}
