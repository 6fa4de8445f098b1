"""Where a player revokes in the transcript: is there a legal line with the same hands and the same trick winners?

The search exchanges the tricks in which the revoking seat plays two of its cards, once or twice, and keeps
every exchange after which all its plays are legal and every trick has the same winner.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import field

from tarock.base.structs import Value
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.vocabulary import Side

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.game.koenigrufen_1840.replay import Replay
    from tarock.rules.ruleset import Rules

Swap = tuple[int, int]


class LegalLine(Value):
    """A legal line: the exchanged tricks (numbers from 1) of `seat`, and the declarer side's thirds then."""

    seat: str
    swaps: tuple[Swap, ...]
    declarer_thirds: int = field(name="declarer_side_thirds")


def legal_lines(replay: Replay, rules: Rules) -> list[LegalLine]:
    """The legal lines with fewest exchanges for the one seat that revokes; empty when there is none.

    Only games in which a single seat revokes are searched (all of ours); the order is by trick.
    """
    revoking = {finding.seat for finding in replay.findings if finding.code == "PLAY-REVOKE"}
    if len(revoking) != 1:
        return []
    (seat,) = revoking
    search = _Search(replay, seat, TrickLaw.of(rules))
    tricks = range(len(replay.game.tricks))
    pairs = list(combinations(tricks, 2))
    for count in (1, 2):
        found = [line for swaps in combinations(pairs, count) if (line := search.line(swaps)) is not None]
        if found:
            return found
    return []


class _Search:
    def __init__(self, replay: Replay, seat: str, law: TrickLaw):
        self.replay = replay
        self.seat = seat
        self.law = law
        self.tricks: tuple[tuple[Play, ...], ...] = replay.game.tricks
        self.own = [dict(trick)[seat] for trick in self.tricks]
        self.place = [[name for name, _card in trick].index(seat) for trick in self.tricks]

    def line(self, swaps: tuple[Swap, ...]) -> LegalLine | None:
        own = list(self.own)
        touched: set[int] = set()
        for first, second in swaps:
            own[first], own[second] = own[second], own[first]
            touched.update((first, second))
        if len(touched) != 2 * len(swaps):
            return None  # chains of exchanges are other permutations, reached by neither count
        if not self._legal(own) or not self._same_winners(own, touched):
            return None
        return LegalLine(
            self.seat, tuple((first + 1, second + 1) for first, second in swaps), self._thirds(own, touched)
        )

    def _legal(self, own: list[Card]) -> bool:
        hand = set(own)
        for number, card in enumerate(own):
            before = self.tricks[number][: self.place[number]]
            if before and self.law.breach(hand, before, card):
                return False
            hand.discard(card)
        return True

    def _same_winners(self, own: list[Card], touched: set[int]) -> bool:
        for number in touched:
            plays = [(name, own[number] if name == self.seat else card) for name, card in self.tricks[number]]
            if self.law.winner(plays)[0] != self.replay.winners[number]:
                return False
            if self.place[number] == 0 and own[number].suit != self.own[number].suit:
                return False  # another suit led would change the others' duties
        return True

    def _thirds(self, own: list[Card], touched: set[int]) -> int:
        thirds = self.replay.declarer_thirds
        for number in touched:
            if self.replay.side[self.replay.winners[number]] is Side.DECLARER:
                thirds += own[number].thirds - self.own[number].thirds
        return thirds
