"""The deal of 1945: cutting or knocking, packets, direction, and breaches (1945:allg.2.1.1, bes.A.2.4.2)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.game.common.records import MISDEAL, word

if TYPE_CHECKING:
    from tarock.game.common.score import Ledger
    from tarock.game.reform_1945.record import DealEvents
    from tarock.rules.ruleset import Rules


class Rotation(StrEnum):
    """Which way deal and play go round, as the rules say it."""

    RIGHT = "to the right"
    LEFT = "to the left"


class Breached(Value):
    """Something done wrong at the deal: what, by which paragraph, and whether the source counts it as a misdeal."""

    what: Message
    ref: str
    is_misdeal: bool = False


def breaches(deal: DealEvents, rules: Rules) -> list[Breached]:
    """What was wrong at the deal."""
    found: list[Breached] = []
    most = rules.number("deal.cut_maximum")
    if deal.cuts > most:
        what = Message("reform_1945.breach.cuts", cuts=deal.cuts, most=most)
        found.append(Breached(what, rules.ref("deal.cut_maximum")))
    if deal.reshuffled and not rules.flag("deal.reshuffle_allowed"):
        found.append(Breached(Message("reform_1945.breach.reshuffled"), rules.ref("deal.reshuffle_allowed")))
    wrong_deal, acts = rules.ref("misdeal.counts_as", **MISDEAL), rules.words("misdeal.counts_as", **MISDEAL)
    after_knock = deal.knock and "wrong deal after a knock" in acts
    if word(rules, "game.rotation", Rotation).name != deal.direction.name:
        what = Message("reform_1945.breach.direction", direction=deal.direction)
        found.append(Breached(what, wrong_deal, "wrong direction" in acts))
    due = rules.number("deal.packet", knocked=deal.knock)
    if deal.packet not in (None, due):
        code = "reform_1945.breach.packet_after_knock" if deal.knock else "reform_1945.breach.packet"
        what = Message(code, packet=deal.packet, due=due)
        ref = wrong_deal if after_knock else rules.ref("deal.packet", knocked=deal.knock)
        found.append(Breached(what, ref, after_knock))
    talon = rules.number("deal.talon")
    if deal.talon not in (None, talon):
        what = Message("reform_1945.breach.talon", talon=deal.talon, due=talon)
        found.append(Breached(what, wrong_deal if after_knock else rules.ref("deal.talon"), after_knock))
    return found


def note_deal(ledger: Ledger, deal: DealEvents, dealer: str, rules: Rules, *, penalised: bool) -> None:
    """Notes how `dealer` dealt, every breach, and what the source does not settle about it."""
    if deal.knock:
        packet = rules.number("deal.packet", knocked=deal.knock)
        ledger.note("reform_1945.knocked", rules.ref("deal.packet", knocked=deal.knock), seat=deal.by, packet=packet)
        if dealer in deal.chosen and rules.flag("deal.knock_dealer_takes_rest"):
            rest = deal.chosen[dealer]
            ledger.note("reform_1945.dealer_takes_rest", rules.ref("deal.knock_dealer_takes_rest"), packet=rest)
    elif deal.cuts <= rules.number("deal.cut_maximum"):
        ledger.note("reform_1945.cut", rules.ref("deal.cut_maximum"), seat=deal.by, cuts=deal.cuts)
    if deal.usurper:
        ref = rules.ref("misdeal.wrong_dealer.counts_as")
        ledger.note("reform_1945.usurped", ref, seat=deal.usurper)
        ledger.unsaid("reform_1945.usurped_follows", ref, seat=deal.usurper)
    for breach in breaches(deal, rules):
        what, ref = breach.what, breach.ref
        ledger.note("reform_1945.dealt_wrong" if breach.is_misdeal else "reform_1945.against_rules", ref, what=what)
        if not breach.is_misdeal:
            ledger.unsaid("reform_1945.breach_follows", ref, what=what)
        elif not penalised:
            ledger.unsaid("reform_1945.misdeal_outcome", ref, what=what)
