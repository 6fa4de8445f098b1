"""The deal of 1945: breaches, and from the talon and the packets to the hands (1945:allg.2.1.1, bes.A.2.4.2)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from tarock.base.wording import Message
from tarock.game.common.cards import Card, Pack
from tarock.game.common.findings import Finding, Findings
from tarock.game.common.notation import NotationError, read_typed_cards
from tarock.game.common.records import MISDEAL, goes_to_the_right
from tarock.game.common.score import Ledger
from tarock.game.reform_1945.record import DealEvents, Direction, Exchange, PlayRecord, ReformGame


class DealtCards(NamedTuple):
    """The hands by seat, the talon, and the cards laid away."""

    hands: dict[str, set[Card]]
    talon: tuple[Card, ...]
    discard: tuple[Card, ...] = ()


def deal_packets(play: PlayRecord, record: ReformGame, pack: Pack, findings: Findings) -> DealtCards | None:
    """Return the hands as dealt; None, with the faults in `findings`, when the packets do not make them."""
    before, rules, here = len(findings), findings.rules, findings.at("play")
    talon, packets = (
        [read_heap(text, pack, here.at(name, index)) for index, text in enumerate(getattr(play, name))]
        for name in ("talon", "packets")
    )
    if len(findings) > before:
        return None
    parts, half = rules.number("deal.talon_packets"), rules.number("deal.talon_half")
    if (sizes := tuple(map(len, talon))) != (half,) * parts:
        words = "reform_1945.TALON-SIZE"
        here.report("TALON-SIZE", "talon", rule="deal.talon", words=words, sizes=sizes, parts=parts, half=half)
    size, ref = rules.number_with_ref("deal.packet", knocked=bool(record.deal and record.deal.knock))
    if record.deal and record.deal.packet is not None:
        size = record.deal.packet
    seats = _find_packet_seats(record, size, findings)
    if len(packets) != len(seats):
        here.report("PACKET-COUNT", "packets", ref=ref, packets=len(packets), due=len(seats))
    for index, packet in enumerate(packets):
        if len(packet) != size:
            here.report("PACKET-SIZE", "packets", index, ref=ref, cards=len(packet), due=size)
    repeated, missing = find_repeated_and_missing([*talon, *packets], pack)
    for _number, card in repeated:
        here.report("DEAL-DUPLICATE", words="reform_1945.DEAL-DUPLICATE", card=card)
    if missing:
        words = "reform_1945.DEAL-MISSING"
        here.report("DEAL-MISSING", rule="pack.cards", words=words, missing=missing, due=len(pack.cards))
    if len(findings) > before:
        return None
    hands: dict[str, set[Card]] = {seat: set() for seat in record.seats}
    for seat, packet in zip(seats, packets, strict=True):
        hands[seat].update(packet)
    return DealtCards(hands, tuple(card for part in talon for card in part))


def exchange_cards(
    exchange: Exchange, dealt: DealtCards, record: ReformGame, pack: Pack, findings: Findings
) -> DealtCards:
    """Return the hands and the talon after `exchange`; the hand keeps its number of cards."""
    takes, lays = (findings.at("play", "exchange", name) for name in ("takes", "lays"))
    taken, laid = read_heap(exchange.takes, pack, takes), read_heap(exchange.lays, pack, lays)
    seat, gone, gained = exchange.by, set(laid), set(taken)
    if seat not in record.declarers:
        findings.report("EXCHANGE-SEAT", "play", "exchange", "by", seat=seat, declarers=record.declarers)
        return dealt
    if len(gone) != len(gained):
        words = "reform_1945.SCAT-SIZE"
        lays.report("SCAT-SIZE", rule="deal.hand", words=words, cards=len(gone), due=len(gained))
    for card in taken:
        if card not in dealt.talon:
            takes.report("TAKEN-NOT-TALON", card=card)
    hand = dealt.hands[seat] | gained
    for card in laid:
        if card not in hand:
            lays.report("SCAT-NOT-HELD", words="reform_1945.SCAT-NOT-HELD", seat=seat, card=card)
    hands = {**dealt.hands, seat: hand - gone}
    return DealtCards(hands, tuple(card for card in dealt.talon if card not in taken), laid)


def read_heap(text: str, pack: Pack, findings: Findings) -> tuple[Card, ...]:
    """Return the cards of a text; none, with a finding, where they cannot be read."""
    try:
        return read_typed_cards(text, pack)
    except NotationError as error:
        report_unreadable(error, findings)
        return ()


def report_unreadable(error: NotationError, findings: Findings) -> None:
    """Record that a text cannot be read."""
    message = Message("reform_1945.NOTATION-UNREADABLE", what=error.fault, expected=error.expected)
    findings.add(Finding("NOTATION-UNREADABLE", 0, "", "", message, "", findings.place, error.column))


def find_repeated_and_missing(
    heaps: Iterable[Iterable[Card]], pack: Pack
) -> tuple[list[tuple[int, Card]], tuple[str, ...]]:
    """Return the cards that lie in the heaps again, with the number of their heap, and the names of missing cards."""
    seen: set[Card] = set()
    repeated: list[tuple[int, Card]] = []
    for number, heap in enumerate(heaps):
        for card in heap:
            if card in seen:
                repeated.append((number, card))
            seen.add(card)
    return repeated, tuple(card.name for card in pack.cards if card not in seen)


def _find_packet_seats(record: ReformGame, size: int, findings: Findings) -> tuple[str, ...]:
    """Return the seat of each packet: in rounds from the dealer's right, or after a knock as each has chosen."""
    deal = record.deal
    order = record.order_seats("deal.first_served", findings.rules)
    if deal and deal.direction is Direction.LEFT:
        order = (*reversed(order[:-1]), order[-1]) if record.dealer in order else tuple(reversed(order))
    if not (deal and deal.knock):
        return order * (findings.rules.number("deal.hand") // size) if size else ()
    if set(deal.chosen) != set(record.seats):
        findings.report("PACKET-UNCHOSEN", "deal", rule="deal.knock_choice")
        return order
    return tuple(sorted(deal.chosen, key=lambda seat: deal.chosen[seat]))


def _note_breaches(ledger: Ledger, deal: DealEvents, *, penalised: bool) -> None:
    """Note every breach at the deal, its paragraph, and whether the source counts it as a misdeal."""
    rules = ledger.rules

    def breach(code: str, ref: str, is_misdeal: bool = False, **values: Hashable) -> None:
        what = Message(f"reform_1945.breach.{code}", **values)
        ledger.note(f"reform_1945.{'dealt_wrong' if is_misdeal else 'against_rules'}", ref=ref, what=what)
        if not is_misdeal:
            ledger.note_silence("reform_1945.breach_follows", ref=ref, what=what)
        elif not penalised:
            ledger.note_silence("reform_1945.misdeal_outcome", ref=ref, what=what)

    most, ref = rules.number_with_ref("deal.cut_maximum")
    if deal.cuts > most:
        breach("cuts", ref, cuts=deal.cuts, most=most)
    if deal.reshuffled and not rules.flag("deal.reshuffle_allowed"):
        breach("reshuffled", rules.ref("deal.reshuffle_allowed"))
    wrong_deal, acts = rules.ref("misdeal.counts_as", **MISDEAL), rules.words("misdeal.counts_as", **MISDEAL)
    after_knock = deal.knock and "wrong deal after a knock" in acts
    if goes_to_the_right(rules) is not (deal.direction is Direction.RIGHT):
        breach("direction", wrong_deal, "wrong direction" in acts, direction=deal.direction)
    due, ref = rules.number_with_ref("deal.packet", knocked=deal.knock)
    if deal.packet not in (None, due):
        code = "packet_after_knock" if deal.knock else "packet"
        breach(code, wrong_deal if after_knock else ref, after_knock, packet=deal.packet, due=due)
    talon, ref = rules.number_with_ref("deal.talon")
    if deal.talon not in (None, talon):
        breach("talon", wrong_deal if after_knock else ref, after_knock, talon=deal.talon, due=talon)


def note_deal(ledger: Ledger, deal: DealEvents, dealer: str, *, penalised: bool) -> None:
    """Note how `dealer` dealt, every breach, and what the source does not settle about it."""
    rules = ledger.rules
    if deal.knock:
        packet = rules.number("deal.packet", knocked=True)
        ledger.note("reform_1945.knocked", "deal.packet", {"knocked": True}, seat=deal.by, packet=packet)
        if dealer in deal.chosen and rules.flag("deal.knock_dealer_takes_rest"):
            rest = deal.chosen[dealer]
            ledger.note("reform_1945.dealer_takes_rest", "deal.knock_dealer_takes_rest", packet=rest)
    elif deal.cuts <= rules.number("deal.cut_maximum"):
        ledger.note("reform_1945.cut", "deal.cut_maximum", seat=deal.by, cuts=deal.cuts)
    if deal.usurper:
        key = "misdeal.wrong_dealer.counts_as"
        ledger.note("reform_1945.usurped", key, seat=deal.usurper)
        ledger.note_silence("reform_1945.usurped_follows", key, seat=deal.usurper)
    _note_breaches(ledger, deal, penalised=penalised)
