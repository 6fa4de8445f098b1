"""The twelve tricks of a recorded game, checked play by play (1840:51.3, 63, 64)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.records import word
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.vocabulary import SeatPlace

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.game.koenigrufen_1840.deal import Examination


class Tricks:
    """The tricks of a record as they are gone through, play by play, out of `hands`, which are emptied by it.

    `holds_back` is the seat that may not play the Pagat while it holds other tarocks, if any. Then `winners` holds the
    seat that took each trick, `revokes` who revoked, `pagat_last` who played the Pagat to the last trick.
    """

    def __init__(self, exam: Examination, hands: dict[str, set[Card]], holds_back: str):
        self.exam = exam
        self.hands = hands
        self.holds_back = holds_back
        self.law = TrickLaw.of(exam.rules)
        self.out: set[Card] = set()
        self.winners: list[str] = []
        self.revokes: list[str] = []
        self.pagat_last = ""

    def run(self) -> None:
        """Go through all tricks."""
        game, tricks, expected = self.exam.game, self.exam.game.tricks, self.exam.rules.number("deal.hand")
        if len(tricks) != expected:
            self.exam.fault("TRICKS-MISSING", "deal.hand", number=len(tricks), expected=expected)
        first = list(SeatPlace).index(word(self.exam.rules, "play.leader", SeatPlace))
        leader = game.order_from(game.forehand(self.exam.rules))[first]
        for number, recorded in enumerate(tricks, 1):
            plays: list[Play] = []
            for seat, card in self.in_turn(number, recorded, leader):
                self.check(number, seat, card, plays)
                self.hands[seat].discard(card)
                self.out.add(card)
                plays.append((seat, card))
            leader = self.law.winner(plays)[0]
            self.winners.append(leader)
            self.pagat_last = next((seat for seat, card in plays if card == self.exam.pack.pagat), "")

    def in_turn(self, number: int, recorded: tuple[Play, ...], leader: str) -> tuple[Play, ...]:
        """The plays of a trick with the seats that must have made them."""
        game = self.exam.game
        order = game.order_from(leader)
        seats = tuple(seat for seat, _card in recorded)
        if seats == order:
            return recorded
        mended = tuple(zip(order, (card for _seat, card in recorded), strict=True))
        turned = seats[0] in order and seats == game.order_from(seats[0])
        if turned or seats[1:] == order[1:]:
            seat, card = recorded[0]
            wording = "LEAD-WRONG-SEAT" if number > 1 else "LEAD-WRONG-SEAT.first"
            self.exam.fault(
                "LEAD-WRONG-SEAT", "play.leader", wording=wording, trick=number, seat=seat, card=card, leader=leader
            )
            return recorded if turned else mended
        seat, card = next(play for play, due in zip(recorded, order, strict=True) if play[0] != due)
        self.exam.fault("PLAY-ORDER", "game.rotation", trick=number, seat=seat, card=card, seats=seats, order=order)
        # where each has played only the order is wrong
        return recorded if set(seats) == set(order) else mended

    def check(self, number: int, seat: str, card: Card, before: list[Play]) -> None:
        """One play: the card was held, the duties of 1840:63 are kept, the Pagat is held back where it must be."""
        exam, hand = self.exam, self.hands[seat]
        if card not in hand:
            code, key = ("PLAY-TWICE", "pack.packs") if card in self.out else ("PLAY-NOT-HELD", "deal.hand")
            exam.fault(code, key, trick=number, seat=seat, card=card)
            return
        if breach := self.law.breach(hand, before, card):
            exam.fault("PLAY-REVOKE", breach.duty, trick=number, seat=seat, card=card, breach=breach.message)
            self.revokes.append(seat)
        if card == exam.pack.pagat and self.pagat_waits(number, seat):
            exam.fault("PLAY-PAGAT-EARLY", "ultimo.pagat_kept", trick=number, seat=seat, card=card)

    def pagat_waits(self, number: int, seat: str) -> bool:
        """Whether `seat` may not play the Pagat in this trick: it announced ultimo and holds other tarocks (51.3)."""
        early = number < len(self.exam.game.tricks) and seat == self.holds_back
        return early and any(card.is_tarock and card != self.exam.pack.pagat for card in self.hands[seat])
