"""Settling what the first page of 1945 holds: counting, the deal, misdeals, the table's underside.

What a game is worth stood on the lost pages; it is said to be lost, not made up (1945:allg, 1945:bes.A).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tarock.base.catalogue import Message
from tarock.game.common.cards import Pack
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.records import MISDEAL, others, word
from tarock.game.common.score import Reason
from tarock.game.common.score import settle as settle_account
from tarock.game.reform_1945.count import Blatt, by_threes, thirds
from tarock.game.reform_1945.deal import note_deal
from tarock.game.reform_1945.played import note_play
from tarock.game.reform_1945.record import ScoreFile, Side, Stage
from tarock.game.reform_1945.replay import replay
from tarock.game.reform_1945.status import check, read_piles

if TYPE_CHECKING:
    from tarock.game.common.score import Ledger, Settled
    from tarock.game.reform_1945.record import Misdeal, UnderTable
    from tarock.rules.ruleset import Rules

# the case of the rate
_CONFESSION = {
    Stage.ADMITTED_EARLY: "early",
    Stage.ADMITTED_LATE: "late",
    Stage.COMPLAINED: "late",
    Stage.DENIED: "denied",
    Stage.UNNOTICED: "late",
}

UNIT = "unit not named by the source"


def settle(record: ScoreFile, rules: Rules) -> Settled:
    """What can be settled of a game whose record is sound."""
    pack, sound = Pack(rules), Findings()
    played = replay(record.play, record, pack, sound, rules) if record.play else None
    heaps = played.piles if played else read_piles(record.piles, pack, sound, rules) if record.piles else {}
    # both countings of both sides
    counts = {side: Counted(thirds(heap, pack, rules), by_threes(heap, rules)) for side, heap in heaps.items()}

    def run(ledger: Ledger) -> None:
        if record.deal:
            note_deal(ledger, record.deal, record.dealer, rules, penalised=record.misdeal is not None)
        if record.play and played:
            note_play(ledger, record.play, played, pack, rules)
        _Game(record, counts, rules, ledger).run()

    return settle_account(rules.era, record.title, UNIT, record.persons, run)


class Counted(NamedTuple):
    """A heap in thirds of a point, and by threes where the source gives that count."""

    thirds: int
    ordinary: Blatt | None


class _Game:
    def __init__(self, record: ScoreFile, counts: dict[Side, Counted], rules: Rules, ledger: Ledger):
        self.record = record
        self.counts = counts
        self.rules = rules
        self.ledger = ledger

    def run(self) -> None:
        record = self.record
        if record.passer:
            ref = self.rules.ref("five.self_deal_lapses")
            self.ledger.unsaid("reform_1945.five_dealer", ref, passer=record.passer, dealer=record.dealer)
        if record.misdeal:
            self.misdeal(record.misdeal)
        if self.counts:
            self.game()
        for index, under in enumerate(record.under_table):
            if under.cards:
                self.cards_under_table(index, under)
            if under.money:
                self.money_under_table(index, under)

    def game(self) -> None:
        """Both countings and who has won; what the game is worth is lost."""
        rules, ledger, passer = self.rules, self.ledger, self.record.passer
        for side, counted in self.counts.items():
            self.note_count(side, counted)
        key = "counting.win_at"
        least = rules.number(key, method="in thirds", party=Side.DECLARER)
        other_least = rules.number(key, method="in thirds", party=Side.DEFENDERS)
        ref, other_ref = (rules.ref(key, method="in thirds", party=side) for side in (Side.DECLARER, Side.DEFENDERS))
        won = self.counts[Side.DECLARER].thirds >= least
        if won == (self.counts[Side.DEFENDERS].thirds >= other_least):
            # cannot be with the source's own numbers, which make up the whole pack
            ledger.unsaid("reform_1945.who_won", ref)
        elif won:
            ledger.note("reform_1945.won", ref, least=least, other_least=other_least)
        else:
            ledger.note("reform_1945.lost", other_ref, least=least, other_least=other_least)
        if not passer:
            ledger.unsaid("reform_1945.game_price", "")
            return
        party = word(rules, "five.shares_with", Side)
        ledger.note(f"reform_1945.passer_with_{party}", rules.ref("five.shares_with"), passer=passer)
        ledger.unsaid("reform_1945.game_price_five", "", passer=passer, side=party)

    def note_count(self, side: Side, counted: Counted) -> None:
        """Notes the thirds of a side beside the ordinary count."""
        rules, ledger, ordinary = self.rules, self.ledger, counted.ordinary
        ref, values = rules.ref("counting.method_name", method="in thirds"), {"side": side, "thirds": counted.thirds}
        if ordinary is None:
            ledger.note("reform_1945.count_thirds", ref, **values)
            ledger.unsaid("reform_1945.counting_card_left", rules.ref("counting.leftover"), **values)
            return
        again = ordinary.thirds(rules)
        ledger.note("reform_1945.count", ref, **values, points=ordinary.points, blatt=ordinary.blatt, again=again)

    def misdeal(self, misdeal: Misdeal) -> None:
        """The dealer pays every fellow player and the Passer: 2, 3 or 5 (1945:bes.A.2.4.1, 2.5.1)."""
        rules, ledger, record = self.rules, self.ledger, self.record
        unnoticed = misdeal.stage is Stage.UNNOTICED
        if unnoticed and not rules.flag("misdeal.unnoticed_as_admitted"):
            return
        confession = self.unnoticed_rate() if unnoticed else _CONFESSION[misdeal.stage]
        amount, ref = self.rate(confession), rules.ref("misdeal.penalty", confession=confession, **MISDEAL)
        paid = others(record.seats, record.dealer)
        if record.passer and "extra player" in rules.words("misdeal.paid_to", **MISDEAL):
            paid = (*paid, record.passer)
        if misdeal.accomplices:
            paid = self.paid_beside(misdeal.accomplices, paid)
        if misdeal.stage is Stage.DENIED:
            ledger.unsaid("reform_1945.denied_each", ref, amount=amount)
        what = Message("reform_1945.misdeal", stage=misdeal.stage)
        ledger.pay(Reason.PENALTY, what, (record.dealer,), paid, amount, ref, Message("to_each", amount=amount))
        if not unnoticed:
            self.redeal()

    def rate(self, confession: str) -> int:
        """What a misdeal costs to each."""
        return self.rules.number("misdeal.penalty", confession=confession, **MISDEAL)

    def unnoticed_rate(self) -> str:
        """At which rate a misdeal that nobody noticed is paid, which is 'like one admitted'."""
        rules, ledger = self.rules, self.ledger
        late, early = _CONFESSION[Stage.UNNOTICED], _CONFESSION[Stage.ADMITTED_EARLY]
        ref = rules.ref("misdeal.unnoticed_as_admitted")
        as_early = ledger.either("reform_1945.unnoticed_rate", ref, late=self.rate(late), early=self.rate(early))
        ledger.unsaid("reform_1945.unnoticed_game", rules.ref("misdeal.deal_void", **MISDEAL))
        return early if as_early else late

    def redeal(self) -> None:
        """The dealer deals again, his own cards face up; not so among five."""
        rules, ledger, dealer = self.rules, self.ledger, self.record.dealer
        openly = rules.flag("misdeal.dealer_cards_open")
        if self.record.passer and rules.flag("five.self_deal_lapses"):
            ledger.note("reform_1945.self_deal_lapses", rules.ref("five.self_deal_lapses"), dealer=dealer)
        elif rules.flag("misdeal.redeal", **MISDEAL):
            ledger.unsaid("reform_1945.redeal_beside", rules.ref("misdeal.redeal", **MISDEAL), dealer=dealer)
            fact = "reform_1945.deals_again_openly" if openly else "reform_1945.deals_again"
            ledger.note(fact, rules.ref("misdeal.redeal", **MISDEAL), dealer=dealer)

    def paid_beside(self, accomplices: tuple[str, ...], paid: tuple[str, ...]) -> tuple[str, ...]:
        """Accomplices are liable for the whole (in solidum); who is paid then."""
        ledger, dealer, ref = self.ledger, self.record.dealer, self.rules.ref("misdeal.accomplices_liable")
        ledger.note("reform_1945.in_solidum", ref, seats=accomplices, dealer=dealer)
        ledger.unsaid("reform_1945.guilty_share", ref, dealer=dealer)
        if ledger.either("reform_1945.accomplice_paid", ref, seats=accomplices):
            return others(paid, *accomplices)
        return paid

    def cards_under_table(self, index: int, under: UnderTable) -> None:
        """1 for each card to each (1945:bes.A.2.3.1)."""
        rules, key = self.rules, "manners.under_table.penalty_per_card"
        rate, ref = rules.number(key), rules.ref(key)
        paid = self.with_passer("reform_1945.passer_under_table", index, under, ref)
        what, reckoning = (
            Message("reform_1945.cards_under_table"),
            Message("reckoning.times", times=under.cards, each=rate),
        )
        self.ledger.pay(Reason.UNDER_TABLE, what, (under.seat,), paid, under.cards * rate, ref, reckoning)

    def money_under_table(self, index: int, under: UnderTable) -> None:
        """Money found there is divided by four (1945:bes.A.2.3.1)."""
        rules, ledger, key = self.rules, self.ledger, "manners.under_table.money_divided_by"
        parts, ref = rules.number(key), rules.ref(key)
        share, left = divmod(under.money, parts)
        paid = self.with_passer("reform_1945.four_among_five", index, under, ref)
        reckoning = Message("reform_1945.divided", money=under.money, parts=parts)
        what = Message("reform_1945.money_under_table")
        ledger.pay(Reason.UNDER_TABLE, what, (under.seat,), paid, share, ref, reckoning)
        if left:
            ledger.unsaid("reform_1945.money_left", ref, seat=under.seat, left=left, money=under.money, parts=parts)

    def with_passer(self, silence: str, index: int, under: UnderTable, ref: str) -> tuple[str, ...]:
        """The fellows of a seat, and by the other reading the Passer too."""
        passer = self.record.passer
        fellows = others(self.record.seats, under.seat)
        if passer and self.ledger.either(silence, ref, about=index, seat=under.seat):
            return (*fellows, passer)
        return fellows


ERA = Era(
    siglum="1945",
    score=RecordKind(ScoreFile, "score-1945.schema.json", "examples/score-1945.yaml"),
    check=check,
    settle=settle,
    prefix="reform_1945",
)
