"""Faults in the record of a game of 1945: against itself, the pack, or the rules; and its settlement.

The first page is settled: counting, the deal, misdeals, the table's underside. The price of a game stood on the lost
pages; it is said to be lost, not made up (1945:allg, 1945:bes.A).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.base.yamlio import Key
from tarock.game.common.cards import Card, Pack
from tarock.game.common.counting import format_thirds
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.records import (
    MISDEAL,
    Side,
    check_seat,
    check_seats,
    check_void,
    exclude_seats,
    find_seat,
    read_enum,
)
from tarock.game.common.score import Ledger, Reason, SettledScore, settle_accounts
from tarock.game.reform_1945.deal import find_repeated_and_missing, note_deal, read_heap
from tarock.game.reform_1945.play import ReplayedGame, replay
from tarock.game.reform_1945.record import (
    Assumed,
    DealEvents,
    Misdeal,
    Piles,
    PlayRecord,
    ReformGame,
    Stage,
    UnderTable,
)
from tarock.rules.ruleset import Rules

_THIRDS = "in thirds"


class Blatt(Frozen):
    """A count by threes: whole points, and plain cards (Skatkindel) left over, as in `32/2 Blatt`."""

    points: int
    blatt: int

    def __str__(self) -> str:
        return f"{self.points}/{self.blatt} Blatt" if self.blatt else str(self.points)

    def to_thirds(self, rules: Rules) -> int:
        """Return the count in thirds of a point: a Blatt is one."""
        return self.points * rules.number("counting.thirds_per_point") + self.blatt * int(
            rules.fraction("card_points.plain", method=_THIRDS)
        )


def count_heap_thirds(cards: Iterable[Card], pack: Pack, rules: Rules) -> int:
    """Return the value of a heap by the Mandschurische Zählung, in thirds of a point (1945:allg.2.3.10-16)."""
    return sum(int(rules.fraction(pack.find_value_key(card), method=_THIRDS)) for card in cards)


def count_by_threes(cards: Iterable[Card], rules: Rules) -> Blatt | None:
    """Return a heap counted three cards at a time less 2, plain cards left over as Blatt (1945:allg.2.3.8).

    None when a counting card would be left over, for which the source gives no value.
    """
    heap = list(cards)
    group = rules.number("counting.group")
    over = len(heap) % group
    plain = sum(not card.points for card in heap)
    if plain < over:
        return None
    single = int(rules.fraction("card_points.plain"))
    face = sum(card.points for card in heap) + (plain - over) * single
    return Blatt(face - len(heap) // group * rules.number("counting.deduct", counting_cards=group), over)


def check(record: ReformGame, findings: Findings) -> None:
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
    """Return the cards of both sides, and report where they are not the pack."""
    before = len(findings)
    heaps = {side: read_heap(getattr(piles, side), pack, findings.at("piles", side)) for side in Side}
    unread = len(findings) > before
    repeated, missing = find_repeated_and_missing(heaps.values(), pack)
    for number, card in repeated:
        findings.report("PILE-DUPLICATE", "piles", tuple(heaps)[number], card=card)
    if missing and not unread:
        findings.report("PILE-INCOMPLETE", "piles", rule="pack.cards", missing=missing, due=len(pack.cards))
    return heaps


def _check_misdeal(misdeal: Misdeal, record: ReformGame, findings: Findings) -> None:
    for index, seat in enumerate(misdeal.accomplices):
        check_seat(findings, seat, record.persons, "misdeal", "accomplices", index)
        if seat == record.dealer:
            findings.report("ACCOMPLICE-DEALER", "misdeal", "accomplices", index, seat=seat)
    if misdeal.stage is not Stage.UNNOTICED:
        check_void(findings, record, ("piles", "play"), "reform_1945.VOID-GAME", "misdeal.redeal", MISDEAL)


def _check_numbers(record: ReformGame, findings: Findings) -> None:
    """Check that no more cards are dealt at a time, laid in the middle, or lie under the table than the pack has."""
    due, ref = findings.rules.number_with_ref("pack.cards")
    counts: dict[tuple[Key, ...], int] = {("under_table",): sum(under.cards for under in record.under_table)}
    if deal := record.deal:
        counts["deal", "packet"], counts["deal", "talon"] = (deal.packet or 0) * len(record.seats), deal.talon or 0
    for place, cards in counts.items():
        if cards > due:
            findings.report("CARDS-TOO-MANY", *place, ref=ref, cards=cards, due=due)


def _check_deal(deal: DealEvents, record: ReformGame, findings: Findings) -> None:
    """Report events that contradict each other; breaches of the rules are noted in settling."""
    seats, dealer = record.seats, record.dealer
    if deal.usurper == dealer:
        findings.report("USURPER-DEALER", "usurper", rule="misdeal.wrong_dealer.counts_as", seat=dealer)
    elif deal.usurper:
        check_seat(findings, deal.usurper, record.persons, "usurper")
    cutter = "deal.cut_by"
    opposite = find_seat(findings.rules, cutter, seats, dealer) if dealer in seats else ""  # among five nobody sits so
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
    asked, due = tuple(deal.chosen), record.order_seats("game.forehand", findings.rules)
    if asked != due:
        findings.report("PACKET-ORDER", "chosen", rule="deal.knock_choice", asked=asked, due=due)


def settle(record: ReformGame, rules: Rules) -> SettledScore:
    """Return the settlement of a game whose record is sound, as far as the first page goes."""
    pack, sound = Pack(rules), Findings(rules)
    played = replay(record.play, record, pack, sound) if record.play else None
    heaps = played.piles if played else read_piles(record.piles, pack, sound) if record.piles else {}

    def run(ledger: Ledger) -> None:
        if record.deal:
            note_deal(ledger, record.deal, record.dealer, penalised=record.misdeal is not None)
        if record.play and played:
            _note_play(ledger, record.play, played, pack)
        _FirstPagePayments(record, heaps, pack, ledger).run()

    return settle_accounts(rules, record.title, "unit not named by the source", record.persons, run)


# where the source speaks of the matter at all: of the tarocks' order, the direction, the talon
_NEAREST_RULE = {
    "tarock_beats_suit": "rank.tarocks_highest",
    "turn": "game.rotation",
    "talon_counts_for": "deal.talon",
    "discard_counts_for": "deal.talon",
}


def _note_play(ledger: Ledger, play: PlayRecord, played: ReplayedGame, pack: Pack) -> None:
    """Note how the game went, and what of it rests on assumptions."""
    ledger.note("reform_1945.talon_laid", "deal.talon", parts=play.talon)
    if swap := play.exchange:
        ledger.note("reform_1945.exchanged", seat=swap.by, takes=swap.takes, lays=swap.lays)
    for number, trick in enumerate(played.tricks, 1):
        seat, card = trick.winning_play
        ledger.note("reform_1945.trick", trick=number, seat=seat, card=card.printed)
    facts: dict[str, dict[str, Any]] = {
        "tarock_beats_suit": {"tricks": sum(trick.winning_play != trick.other_winning_play for trick in played.tricks)},
        "talon_counts_for": {"points": format_thirds(count_heap_thirds(played.talon, pack, ledger.rules))},
        "discard_counts_for": {"points": format_thirds(count_heap_thirds(played.discard, pack, ledger.rules))},
    }
    for name in Assumed.__struct_fields__:
        assumed = getattr(play.assumed, name)
        if assumed is not None and (name != "discard_counts_for" or swap):
            code = f"reform_1945.assumed.{name}"
            value = _name_side(assumed) if isinstance(assumed, Side) else assumed
            ledger.note_silence(code, _NEAREST_RULE.get(name, ""), assumed=value, **facts.get(name, {}))
    ledger.note_silence("reform_1945.first_lead", "game.forehand", seat=played.tricks[0].plays[0][0])
    if swap:
        ledger.note_silence("reform_1945.exchange", "deal.talon", seat=swap.by, cards=len(played.discard))


def _name_side(side: Side) -> Message:
    return Message(f"side.{side}")


# the case of the rate
_CONFESSION = {
    Stage.ADMITTED_EARLY: "early",
    Stage.ADMITTED_LATE: "late",
    Stage.COMPLAINED: "late",
    Stage.DENIED: "denied",
    Stage.UNNOTICED: "late",
}


class _FirstPagePayments:
    def __init__(self, record: ReformGame, heaps: dict[Side, tuple[Card, ...]], pack: Pack, ledger: Ledger):
        self.record = record
        self.heaps = heaps
        self.ledger = ledger
        self.rules = ledger.rules
        self.thirds = {side: count_heap_thirds(heap, pack, self.rules) for side, heap in heaps.items()}

    def run(self) -> None:
        record = self.record
        if passer := record.passer:
            key = "five.self_deal_lapses"
            self.ledger.note_silence("reform_1945.five_dealer", key, passer=passer, dealer=record.dealer)
        if record.misdeal:
            self.pay_misdeal(record.misdeal)
        if self.heaps:
            self.note_game()
        for index, under in enumerate(record.under_table):
            if under.cards:
                self.pay_for_cards(index, under)
            if under.money:
                self.pay_for_money(index, under)

    def note_game(self) -> None:
        """Note both countings and who has won; the price of the game is lost."""
        rules, ledger, passer, key = self.rules, self.ledger, self.record.passer, "counting.win_at"
        for side in self.heaps:
            self.note_count(side)
        cases = {side: {"method": _THIRDS, "party": side} for side in Side}
        least, other_least = (rules.number(key, **case) for case in cases.values())
        won = self.thirds[Side.DECLARER] >= least
        if won == (self.thirds[Side.DEFENDERS] >= other_least):
            # cannot be with the source's own numbers, which make up the whole pack
            ledger.note_silence("reform_1945.who_won", key, cases[Side.DECLARER])
        else:
            side = Side.DECLARER if won else Side.DEFENDERS
            code = f"reform_1945.{'won' if won else 'lost'}"
            ledger.note(code, key, cases[side], least=least, other_least=other_least)
        if not passer:
            ledger.note_silence("reform_1945.game_price")
            return
        party = read_enum(rules, "five.shares_with", Side)
        ledger.note(f"reform_1945.passer_with_{party}", "five.shares_with", passer=passer)
        ledger.note_silence("reform_1945.game_price_five", passer=passer, side=_name_side(party))

    def note_count(self, side: Side) -> None:
        """Note the thirds of a side beside the ordinary count."""
        ledger, ordinary = self.ledger, count_by_threes(self.heaps[side], self.rules)
        values: dict[str, Any] = {"side": _name_side(side), "thirds": self.thirds[side]}
        method = "counting.method_name", {"method": _THIRDS}
        if ordinary is None:
            ledger.note("reform_1945.count_thirds", *method, **values)
            ledger.note_silence("reform_1945.counting_card_left", "counting.leftover", **values)
            return
        values |= {"points": ordinary.points, "blatt": ordinary.blatt, "again": ordinary.to_thirds(self.rules)}
        ledger.note("reform_1945.count", *method, **values)

    def pay_misdeal(self, misdeal: Misdeal) -> None:
        """Let the dealer pay every fellow player and the Passer: 2, 3 or 5 (1945:bes.A.2.4.1, 2.5.1)."""
        rules, ledger, record = self.rules, self.ledger, self.record
        unnoticed = misdeal.stage is Stage.UNNOTICED
        if unnoticed and not rules.flag("misdeal.unnoticed_as_admitted"):
            return
        key, case = "misdeal.penalty", {"confession": _CONFESSION[misdeal.stage], **MISDEAL}
        if unnoticed:  # 'like one admitted' late, or early
            early = {**case, "confession": _CONFESSION[Stage.ADMITTED_EARLY]}
            late, sooner = rules.number(key, **case), rules.number(key, **early)
            code = "reform_1945.unnoticed_rate"
            if ledger.choose_reading(code, "misdeal.unnoticed_as_admitted", late=late, early=sooner):
                case = early
            ledger.note_silence("reform_1945.unnoticed_game", "misdeal.deal_void", MISDEAL)
        (amount, ref), paid = rules.number_with_ref(key, **case), exclude_seats(record.seats, record.dealer)
        if record.passer and "extra player" in rules.words("misdeal.paid_to", **MISDEAL):
            paid = (*paid, record.passer)
        if misdeal.accomplices:
            paid = self.find_payees_beside(misdeal.accomplices, paid)
        if misdeal.stage is Stage.DENIED:
            ledger.note_silence("reform_1945.denied_each", key, case, amount=amount)
        what, reckoning = Message("reform_1945.misdeal", stage=misdeal.stage), Message("to_each", amount=amount)
        ledger.pay(Reason.PENALTY, what, (record.dealer,), paid, amount, ref, reckoning)
        if not unnoticed:
            self.note_redeal()

    def note_redeal(self) -> None:
        """Note that the dealer deals again, his own cards face up; not so among five."""
        rules, ledger, dealer = self.rules, self.ledger, self.record.dealer
        openly = "_openly" if rules.flag("misdeal.dealer_cards_open") else ""
        if self.record.passer and rules.flag("five.self_deal_lapses"):
            ledger.note("reform_1945.self_deal_lapses", "five.self_deal_lapses", dealer=dealer)
        elif rules.flag("misdeal.redeal", **MISDEAL):
            ledger.note_silence("reform_1945.redeal_beside", "misdeal.redeal", MISDEAL, dealer=dealer)
            ledger.note(f"reform_1945.deals_again{openly}", "misdeal.redeal", MISDEAL, dealer=dealer)

    def find_payees_beside(self, accomplices: tuple[str, ...], paid: tuple[str, ...]) -> tuple[str, ...]:
        """Return who is paid when accomplices are liable for the whole (in solidum)."""
        ledger, dealer, key = self.ledger, self.record.dealer, "misdeal.accomplices_liable"
        ledger.note("reform_1945.in_solidum", key, seats=accomplices, dealer=dealer)
        ledger.note_silence("reform_1945.guilty_share", key, dealer=dealer)
        unpaid = accomplices if ledger.choose_reading("reform_1945.accomplice_paid", key, seats=accomplices) else ()
        return exclude_seats(paid, *unpaid)

    def pay_for_cards(self, index: int, under: UnderTable) -> None:
        """Let who tarocked under the table pay for each card that lay there to each of his fellows (1945:bes.A.2.3.1).

        By the other reading he pays the Passer too; `index` is the place in the record, which that choice names.
        """
        key, code = "manners.under_table.penalty_per_card", "reform_1945.passer_under_table"
        rate, ref = self.rules.number_with_ref(key)
        reckoning = Message("reckoning.times", times=under.cards, each=rate)
        paid, words = self.find_payees(under.seat, code, key, index), Message("reform_1945.cards_under_table")
        self.ledger.pay(Reason.UNDER_TABLE, words, (under.seat,), paid, under.cards * rate, ref, reckoning)

    def pay_for_money(self, index: int, under: UnderTable) -> None:
        """Divide money found under the table by four (1945:bes.A.2.3.1)."""
        key, code, seat = "manners.under_table.money_divided_by", "reform_1945.four_among_five", under.seat
        parts, ref = self.rules.number_with_ref(key)
        share, left = divmod(under.money, parts)
        divided: dict[str, Any] = {"money": under.money, "parts": parts}
        reckoning, paid = Message("reform_1945.divided", **divided), self.find_payees(seat, code, key, index)
        words = Message("reform_1945.money_under_table")
        self.ledger.pay(Reason.UNDER_TABLE, words, (seat,), paid, share, ref, reckoning)
        if left:
            self.ledger.note_silence("reform_1945.money_left", key, seat=seat, left=left, **divided)

    def find_payees(self, seat: str, code: str, key: str, index: int) -> tuple[str, ...]:
        """Return whom a seat pays: its fellows, and by the other reading the Passer too."""
        record = self.record
        with_passer = record.passer and self.ledger.choose_reading(code, key, about=index, seat=seat)
        return exclude_seats(record.persons if with_passer else record.seats, seat)


ERA = Era(
    siglum="1945",
    score=RecordKind(ReformGame, "score-1945.schema.json", "examples/score-1945.yaml"),
    check=check,
    settle=settle,
    prefix="reform_1945",
)
