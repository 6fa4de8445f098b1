"""The deal of 1945: breaches, and from the talon and the packets to the hands (1945:allg.2.1.1, bes.A.2.4.2)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.game.common.findings import Finding, Findings
from tarock.game.common.notation import NotationError, read_cards
from tarock.game.common.records import MISDEAL, word
from tarock.game.reform_1945.record import Direction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.base.yamlio import Key
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.score import Ledger
    from tarock.game.reform_1945.record import DealEvents, Exchange, Play, ScoreFile
    from tarock.rules.ruleset import Rules


class Dealt(NamedTuple):
    """The hands by seat, the talon, and the cards laid away."""

    hands: dict[str, set[Card]]
    talon: tuple[Card, ...]
    discard: tuple[Card, ...] = ()


def deal_packets(play: Play, record: ScoreFile, pack: Pack, findings: Findings, rules: Rules) -> Dealt | None:
    """The hands as dealt; None, with what is wrong in `findings`, when the packets do not make them."""
    before = len(findings.list)
    talon = [read(text, pack, findings, "play", "talon", index) for index, text in enumerate(play.talon)]
    packets = [read(text, pack, findings, "play", "packets", index) for index, text in enumerate(play.packets)]
    if len(findings.list) > before:
        return None
    _check_talon(talon, findings, rules)
    seats = _packet_seats(record, findings, rules)
    _check_packets(packets, len(seats), findings, rules, record)
    _check_pack([*talon, *packets], pack, findings, rules)
    if len(findings.list) > before:
        return None
    hands: dict[str, set[Card]] = {seat: set() for seat in record.seats}
    for seat, packet in zip(seats, packets, strict=True):
        hands[seat].update(packet)
    return Dealt(hands, tuple(card for part in talon for card in part))


def exchange_cards(
    exchange: Exchange, dealt: Dealt, record: ScoreFile, pack: Pack, findings: Findings, rules: Rules
) -> Dealt:
    """The hands and the talon after `exchange`; the hand keeps its number of cards."""
    place = ("play", "exchange")
    taken = read(exchange.takes, pack, findings, *place, "takes")
    laid = read(exchange.lays, pack, findings, *place, "lays")
    if exchange.by not in record.declarers:
        findings.report("EXCHANGE-SEAT", *place, "by", seat=exchange.by, declarers=record.declarers)
        return dealt
    if len(set(laid)) != len(set(taken)):
        findings.report("SCAT-SIZE", *place, "lays", ref=rules.ref("deal.hand"), words="reform_1945.SCAT-SIZE",
                        cards=len(set(laid)), due=len(set(taken)))  # fmt: skip
    for card in taken:
        if card not in dealt.talon:
            findings.report("TAKEN-NOT-TALON", *place, "takes", card=card)
    hand = dealt.hands[exchange.by] | set(taken)
    for card in laid:
        if card not in hand:
            words = "reform_1945.SCAT-NOT-HELD"
            findings.report("SCAT-NOT-HELD", *place, "lays", words=words, seat=exchange.by, card=card)
    hands = {**dealt.hands, exchange.by: hand - set(laid)}
    return Dealt(hands, tuple(card for card in dealt.talon if card not in taken), laid)


def read(text: str, pack: Pack, findings: Findings, *place: Key) -> tuple[Card, ...]:
    """The cards written at `place`; none, with a finding, where they cannot be read."""
    try:
        return read_cards(text, pack)
    except NotationError as error:
        report_unreadable(error, findings, *place)
        return ()


def report_unreadable(error: NotationError, findings: Findings, *place: Key) -> None:
    """Record that the text at `place` cannot be read."""
    message = Message("reform_1945.NOTATION-UNREADABLE", what=error.fault, expected=error.expected)
    findings.add(Finding("NOTATION-UNREADABLE", 0, "", "", message, "", place, error.column))


def repeated_and_missing(heaps: Iterable[Iterable[Card]], pack: Pack) -> tuple[list[tuple[int, Card]], tuple[str, ...]]:
    """The cards that lie in the heaps again, each with the number of its heap; the names of those that lie nowhere."""
    seen: set[Card] = set()
    repeated: list[tuple[int, Card]] = []
    for number, heap in enumerate(heaps):
        for card in heap:
            if card in seen:
                repeated.append((number, card))
            seen.add(card)
    return repeated, tuple(card.name for card in pack.cards if card not in seen)


def _packet_seats(record: ScoreFile, findings: Findings, rules: Rules) -> tuple[str, ...]:
    """To whom each packet goes: in rounds from the dealer's right, or after a knock as each has chosen."""
    deal = record.deal
    order = record.from_vorhand
    if deal and deal.direction is Direction.LEFT:
        order = (*reversed(order[:-1]), order[-1]) if record.dealer in order else tuple(reversed(order))
    if not (deal and deal.knock):
        size = _packet_size(record, rules)
        return order * (rules.number("deal.hand") // size) if size else ()
    if set(deal.chosen) != set(record.seats):
        findings.report("PACKET-UNCHOSEN", "deal", ref=rules.ref("deal.knock_choice"))
        return order
    return tuple(sorted(deal.chosen, key=lambda seat: deal.chosen[seat]))


def _packet_size(record: ScoreFile, rules: Rules) -> int:
    """The cards dealt at a time, as recorded or by the rules."""
    deal = record.deal
    if deal and deal.packet is not None:
        return deal.packet
    return rules.number("deal.packet", knocked=bool(deal and deal.knock))


def _check_talon(talon: list[tuple[Card, ...]], findings: Findings, rules: Rules) -> None:
    parts, half = rules.number("deal.talon_packets"), rules.number("deal.talon_half")
    if [len(part) for part in talon] != [half] * parts:
        sizes = tuple(len(part) for part in talon)
        findings.report("TALON-SIZE", "play", "talon", ref=rules.ref("deal.talon"), words="reform_1945.TALON-SIZE",
                        sizes=sizes, parts=parts, half=half)  # fmt: skip


def _check_packets(
    packets: list[tuple[Card, ...]], due: int, findings: Findings, rules: Rules, record: ScoreFile
) -> None:
    knocked = bool(record.deal and record.deal.knock)
    size, ref = _packet_size(record, rules), rules.ref("deal.packet", knocked=knocked)
    if len(packets) != due:
        findings.report("PACKET-COUNT", "play", "packets", ref=ref, packets=len(packets), due=due)
    for index, packet in enumerate(packets):
        if len(packet) != size:
            findings.report("PACKET-SIZE", "play", "packets", index, ref=ref, cards=len(packet), due=size)


def _check_pack(heaps: list[tuple[Card, ...]], pack: Pack, findings: Findings, rules: Rules) -> None:
    """Talon and packets together are the pack."""
    repeated, missing = repeated_and_missing(heaps, pack)
    for _number, card in repeated:
        findings.report("DEAL-DUPLICATE", "play", words="reform_1945.DEAL-DUPLICATE", card=card)
    if missing:
        findings.report("DEAL-MISSING", "play", ref=rules.ref("pack.cards"), words="reform_1945.DEAL-MISSING",
                        missing=missing, due=len(pack.cards))  # fmt: skip


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


def note_deal(ledger: Ledger, deal: DealEvents, dealer: str, *, penalised: bool) -> None:
    """Notes how `dealer` dealt, every breach, and what the source does not settle about it."""
    rules, most = ledger.rules, "deal.cut_maximum"
    if deal.knock:
        case = {"knocked": deal.knock}
        packet = rules.number("deal.packet", **case)
        ledger.note("reform_1945.knocked", "deal.packet", case, seat=deal.by, packet=packet)
        if dealer in deal.chosen and rules.flag("deal.knock_dealer_takes_rest"):
            rest = deal.chosen[dealer]
            ledger.note("reform_1945.dealer_takes_rest", "deal.knock_dealer_takes_rest", packet=rest)
    elif deal.cuts <= rules.number(most):
        ledger.note("reform_1945.cut", most, seat=deal.by, cuts=deal.cuts)
    if deal.usurper:
        key = "misdeal.wrong_dealer.counts_as"
        ledger.note("reform_1945.usurped", key, seat=deal.usurper)
        ledger.unsaid("reform_1945.usurped_follows", key, seat=deal.usurper)
    for breach in breaches(deal, rules):
        what, ref = breach.what, breach.ref
        if breach.is_misdeal:
            ledger.note("reform_1945.dealt_wrong", ref=ref, what=what)
            if not penalised:
                ledger.unsaid("reform_1945.misdeal_outcome", ref=ref, what=what)
        else:
            ledger.note("reform_1945.against_rules", ref=ref, what=what)
            ledger.unsaid("reform_1945.breach_follows", ref=ref, what=what)
