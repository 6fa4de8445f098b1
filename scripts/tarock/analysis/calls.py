"""Values of other calls: every king that may be called with every lawful discard, nothing announced.

The deal and the bought cards are those of the game. The question is whether the declarer's side can force the win
before the first card, with open cards, which nobody at the table saw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from msgspec import structs

from tarock.analysis.annotation import CallValue, CallValues, digest_inputs
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.base.terminal import show_progress
from tarock.game.common.cards import Card
from tarock.game.koenigrufen_1840.replay import Course, play_through

_UNLAWFUL = ("KING", "SCAT")  # how the codes of findings on a call or a discard begin


def generate_other_calls(deal: OpenCards) -> Iterator[OpenCards]:
    """Yield the deal once for each legal king call and discard, before the first play, without announcements."""
    course, pack = deal.course, deal.pack
    held = sorted((*course.hands[course.game.declarer], *course.game.scat), key=lambda card: -deal.bits[card])
    combined = combinations(held, len(course.game.scat))
    scats = [scat for scat in combined if _is_lawful(_apply_call(deal, course.game.king, scat))]
    for king in sorted(pack.kings, key=lambda card: -deal.bits[card]):
        for scat in scats:
            if _is_lawful(called := _apply_call(deal, king, scat)):
                yield OpenCards(called, pack, deal.rules, deal.core)


def _is_lawful(course: Course) -> bool:
    return not any(finding.code.startswith(_UNLAWFUL) for finding in course.findings)


def _apply_call(deal: OpenCards, king: Card, scat: tuple[Card, ...]) -> Course:
    game = structs.replace(
        deal.course.game, ref="", partner="", king=king, scat=scat, hand_after=(), announcements=(), tricks=()
    )
    return play_through(game, deal.pack, deal.rules)


def digest_call_inputs(deals: list[OpenCards], module: Path, nodes: int) -> str:
    """Return the sha256 of everything that the values of these deals depend on."""
    digests = [digest_inputs(deal, module, nodes, (Aim.WIN,)) for deal in deals]
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def value_calls(deal: OpenCards, module: Path, nodes: int) -> CallValues:
    """Return the bounds of whether the declarer's side wins, for each deal; `nodes` limits the solver for each."""
    deals, found = list(generate_other_calls(deal)), []
    for other in show_progress(deals, "calls"):
        bounds = other.solve(other.make_start(), Aim.WIN, nodes)
        game = other.course.game
        partner = next((seat for seat in other.seats if seat in other.declarer_side and seat != game.declarer), "")
        scat = tuple(card.name for card in game.scat)
        found.append(CallValue(king=game.king.name, partner=partner, scat=scat, win=(bounds.low, bounds.high)))
    return CallValues(inputs=digest_call_inputs(deals, module, nodes), found=tuple(found))
