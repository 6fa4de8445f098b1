"""What other calls would have come to: every king that may be called with every lawful discard, nothing announced.

The deal and the bought cards are those of the game; whether the declarer's side can force the win is asked before the
first card, with open cards, which nobody at the table saw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from msgspec import structs

from tarock.analysis.annotation import Call, Calls, inputs_of
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.base.terminal import show_progress
from tarock.game.common.cards import Card
from tarock.game.koenigrufen_1840.replay import Course, follow

_UNLAWFUL = ("KING", "SCAT")  # what findings on a call or a discard begin with


def other_calls(deal: OpenCards) -> Iterator[OpenCards]:
    """The deal after each call and discard that the rules allow, with nothing announced and nothing played."""
    course, pack = deal.course, deal.pack
    held = sorted((*course.hands[course.game.declarer], *course.game.scat), key=lambda card: -deal.bit[card])
    scats = [scat for scat in combinations(held, len(course.game.scat)) if _lawful(deal, course.game.king, scat)]
    for king in sorted(pack.kings, key=lambda card: -deal.bit[card]):
        for scat in scats:
            if _lawful(deal, king, scat):
                yield OpenCards(_called(deal, king, scat), pack, deal.rules, deal.core)


def _lawful(deal: OpenCards, king: Card, scat: tuple[Card, ...]) -> bool:
    return not any(finding.code.startswith(_UNLAWFUL) for finding in _called(deal, king, scat).findings)


def _called(deal: OpenCards, king: Card, scat: tuple[Card, ...]) -> Course:
    game = structs.replace(
        deal.course.game, ref="", partner="", king=king, scat=scat, hand_after=(), announcements=(), tricks=()
    )
    return follow(game, deal.pack, deal.rules)


def calls_inputs(deals: list[OpenCards], module: Path, nodes: int) -> str:
    """The sha256 of everything that the values depend on."""
    told = [inputs_of(deal, module, nodes, (Aim.WIN,)) for deal in deals]
    return hashlib.sha256(" ".join(told).encode()).hexdigest()


def value_calls(deal: OpenCards, module: Path, nodes: int) -> Calls:
    """Whether the declarer's side wins after each call and discard, with so many nodes for each."""
    deals, found = list(other_calls(deal)), []
    for other in show_progress(deals, "calls"):
        bounds = other.value(other.start(), Aim.WIN, nodes)
        game = other.course.game
        partner = next((seat for seat in other.seats if seat in other.ours and seat != game.declarer), "")
        scat = tuple(card.name for card in game.scat)
        found.append(Call(king=game.king.name, partner=partner, scat=scat, win=(bounds.low, bounds.high)))
    return Calls(inputs=calls_inputs(deals, module, nodes), found=tuple(found))
