"""Who knows whose friend somebody is: the holder of the called king is not named until the king is seen (1840:7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.records import word, words
from tarock.game.koenigrufen_1840.vocabulary import Own, Role, Side, Word

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
    from tarock.game.koenigrufen_1840.record import Announcement
    from tarock.game.koenigrufen_1840.replay import Course
    from tarock.rules.ruleset import Rules


class Knowledge:
    """What all at the table know of the seats' roles, as far as the rules alone tell it; `roles` are the true ones."""

    def __init__(self, course: Course, rules: Rules):
        game = course.game
        self.rules = rules
        self.game = game
        self.roles = dict.fromkeys(game.seats, Role.DEFENDER)
        self.roles[game.declarer] = Role.DECLARER
        if course.partner:
            self.roles[course.partner] = Role.PARTNER
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
        if said.call is Word.ANNOUNCE:
            may = set(words(self.rules, "announcements.allowed_to", Role, feat=said.of))
        else:
            may = set(words(self.rules, "announcements.raise_by", Role, call=said.call, party=Side.DECLARER))
        return {said.seat} if self.roles[said.seat] in may <= {Role.DECLARER, Role.DEFENDER} else set()

    def by_card(self, card: Card) -> set[str]:
        """Whose roles a card shows when it is played: all of them, if it is the called king."""
        return set(self.game.seats) if card is self.game.king else set()

    def of(self, seat: str) -> set[str]:
        """Whose roles `seat` knows from the call on: who holds the called king knows all, others their own."""
        holds = self.game.king in self._hands[seat]
        return set(self.game.seats) if holds else self.at_call() | {seat}
