"""What is wrong with the record of a game of 1945: against itself, the pack, or the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.cards import Pack
from tarock.game.common.records import MISDEAL, check_seat, check_seats, seat_at
from tarock.game.reform_1945.deal import read, repeated_and_missing
from tarock.game.reform_1945.play import replay
from tarock.game.reform_1945.record import Side, Stage

if TYPE_CHECKING:
    from tarock.base.yamlio import Key
    from tarock.game.common.cards import Card
    from tarock.game.common.findings import Findings
    from tarock.game.reform_1945.record import DealEvents, Misdeal, Piles, ScoreFile


def check(record: ScoreFile, findings: Findings) -> None:
    """Add everything that is wrong with the record to `findings`."""
    seats = record.seats
    check_seats(findings, seats)
    has_dealer = record.dealer == record.passer or check_seat(findings, record.dealer, seats, "dealer")
    if record.passer in seats:
        findings.report("SEAT-EXTRA", "passer", words="reform_1945.SEAT-EXTRA", passer=record.passer)
    for index, seat in enumerate(record.declarers):
        check_seat(findings, seat, seats, "declarers", index)
    if len(set(record.declarers)) != len(record.declarers) or len(record.declarers) >= len(seats):
        findings.report("DECLARERS-IMPOSSIBLE", "declarers")
    for index, under in enumerate(record.under_table):
        check_seat(findings, under.seat, record.persons, "under_table", index, "seat")
    if record.misdeal:
        _check_misdeal(record.misdeal, record, findings)
    if record.deal and has_dealer:
        _check_deal(record.deal, record, findings.at("deal"))
    _check_numbers(record, findings)
    pack = Pack(findings.rules)
    heaps = read_piles(record.piles, pack, findings) if record.piles else {}
    if record.play and not findings.list:  # the replay needs seats that are sound
        played = replay(record.play, record, pack, findings)
        if played and heaps and any(set(heaps[side]) != set(played.piles[side]) for side in Side):
            findings.report("PILE-DIFFERS", "piles")


def read_piles(piles: Piles, pack: Pack, findings: Findings) -> dict[Side, tuple[Card, ...]]:
    """The cards of both sides, which together are the pack."""
    before = len(findings)
    heaps = {side: read(getattr(piles, side), pack, findings.at("piles", side)) for side in Side}
    unread = len(findings) > before
    repeated, missing = repeated_and_missing(heaps.values(), pack)
    for number, card in repeated:
        findings.report("PILE-DUPLICATE", "piles", tuple(heaps)[number], card=card)
    if missing and not unread:
        findings.report("PILE-INCOMPLETE", "piles", rule="pack.cards", missing=missing, due=len(pack.cards))
    return heaps


def _check_misdeal(misdeal: Misdeal, record: ScoreFile, findings: Findings) -> None:
    for index, seat in enumerate(misdeal.accomplices):
        check_seat(findings, seat, record.persons, "misdeal", "accomplices", index)
        if seat == record.dealer:
            findings.report("ACCOMPLICE-DEALER", "misdeal", "accomplices", index, seat=seat)
    for name in ("piles", "play"):
        if getattr(record, name) and misdeal.stage is not Stage.UNNOTICED:
            words = "reform_1945.VOID-GAME"
            findings.report("VOID-GAME", name, rule="misdeal.redeal", case=MISDEAL, words=words, name=name)


def _check_numbers(record: ScoreFile, findings: Findings) -> None:
    """No more cards are dealt at a time, laid in the middle, or lie under the table than the pack has."""
    due, ref = findings.rules.stated("pack.cards")
    counts: dict[tuple[Key, ...], int] = {("under_table",): sum(under.cards for under in record.under_table)}
    if deal := record.deal:
        counts["deal", "packet"], counts["deal", "talon"] = (deal.packet or 0) * len(record.seats), deal.talon or 0
    for place, cards in counts.items():
        if cards > due:
            findings.report("CARDS-TOO-MANY", *place, ref=ref, cards=cards, due=due)


def _check_deal(deal: DealEvents, record: ScoreFile, findings: Findings) -> None:
    """Events that contradict each other; breaches of the rules that the record tells of are noted in settling."""
    seats, dealer = record.seats, record.dealer
    if deal.usurper == dealer:
        findings.report("USURPER-DEALER", "usurper", rule="misdeal.wrong_dealer.counts_as", seat=dealer)
    elif deal.usurper:
        check_seat(findings, deal.usurper, record.persons, "usurper")
    cutter = "deal.cut_by"
    opposite = seat_at(findings.rules, cutter, seats, dealer) if dealer in seats else ""  # among five nobody sits so
    known = deal.by == dealer or check_seat(findings, deal.by, seats, "by")
    if known and deal.by != opposite and (opposite or deal.by == dealer):
        code = "CUT-OWN" if deal.by == dealer else "CUT-SEAT"
        findings.report(code, "by", rule=cutter, seat=deal.by, opposite=opposite)
    if deal.knock and deal.cuts:
        findings.report("CUT-AND-KNOCK", "cuts")
    if not deal.chosen:
        return
    if not deal.knock:
        findings.report("PACKET-WITHOUT-KNOCK", "chosen")
    for seat in deal.chosen:
        check_seat(findings, seat, seats, "chosen", seat)
    if sorted(deal.chosen.values()) != list(range(1, len(seats) + 1)):
        findings.report("PACKET-CHOICE", "chosen", seats=len(seats))
    asked, due = tuple(deal.chosen), record.order_at("game.forehand", findings.rules)
    if asked != due:
        findings.report("PACKET-ORDER", "chosen", rule="deal.knock_choice", asked=asked, due=due)
