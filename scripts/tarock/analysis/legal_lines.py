"""Legal line search, where a player revokes in the transcript: a legal line with the same hands and trick winners.

The search exchanges the tricks in which the revoking seat plays two of its cards, once or twice, and keeps
every exchange after which all its plays are legal and every trick has the same winner.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from msgspec import field

from tarock.base.structs import Value
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.vocabulary import Side

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
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
    law, tricks = TrickLaw.of(rules), replay.game.tricks
    played = [dict(trick)[seat] for trick in tricks]
    played_before = [trick[: trick.index((seat, card))] for trick, card in zip(tricks, played, strict=True)]

    def fits(number: int, card: Card) -> bool:
        """Whether the card, played to a trick, leaves it its winner; if it is led, the others their duties."""
        plays = [(name, card if name == seat else other) for name, other in tricks[number]]
        same_duties = plays[0][0] != seat or card.suit == played[number].suit
        return same_duties and law.winner(plays)[0] == replay.winners[number]

    def legal(own: list[Card]) -> bool:
        return not any(law.breach(own[number:], before, own[number]) for number, before in enumerate(played_before))

    def thirds(own: list[Card]) -> int:
        changes = zip(own, played, replay.winners, strict=True)
        ours = (new.thirds - old.thirds for new, old, winner in changes if replay.side[winner] is Side.DECLARER)
        return replay.declarer_thirds + sum(ours)

    pairs = [
        (first, second)
        for first, second in combinations(range(len(tricks)), 2)
        if fits(first, played[second]) and fits(second, played[first])
    ]
    for count in (1, 2):
        lines = []
        for swaps in combinations(pairs, count):
            if len({*chain(*swaps)}) < 2 * count:
                continue  # chains of exchanges are other permutations, reached by neither count
            own = list(played)
            for first, second in swaps:
                own[first], own[second] = own[second], own[first]
            if legal(own):
                numbers = tuple((first + 1, second + 1) for first, second in swaps)
                lines.append(LegalLine(seat, numbers, thirds(own)))
        if lines:
            return lines
    return []
