"""Settling deals of Tarokhombre: price, Augen, Vole, stakes and bêtes, penalties (1863:14-28)."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.records import MISDEAL, others, word
from tarock.game.common.score import Ledger, Reason, ScoreSheet, settled
from tarock.game.tarokhombre_1863.auction import Contract
from tarock.game.tarokhombre_1863.pot import POT, Pot, Stakes
from tarock.game.tarokhombre_1863.record import ScoreFile
from tarock.game.tarokhombre_1863.status import buys_at, check, tables_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tarock.game.common.score import Settled
    from tarock.game.tarokhombre_1863.record import Vole
    from tarock.game.tarokhombre_1863.status import SeatedDeal
    from tarock.rules.ruleset import Rules


class Party(StrEnum):
    """To whom a game falls (1863:28)."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"
    TAKER = "party of the trick's winner"


Ruling = tuple[str, dict[str, str]]  # a key with its case
_DECLARER_REVOKES: Ruling = ("revoke.game_won_by", {"role": "declarer"})
_DEFENDER_REVOKES: Ruling = ("revoke.game_won_by", {"role": "defender"})
_BY_FORM: Ruling = ("talon.ungiven_pays", {"result": "lost"})


def settle(record: ScoreFile, rules: Rules) -> Settled:
    """The payments of all deals of a sound record, in Marken; the pot is an account.

    A deal bears on the later ones by the pot alone. So for each other reading its own deal is settled again, and
    after that only the moves of the pot are repeated, until it stands as it does by the readings taken.
    """
    accounts = (*record.seats, POT)
    ledger, pot = Ledger(rules, accounts), Pot(record.stamm, rules)
    tables = list(tables_of(record, Findings(rules)))
    differences: dict[Hashable, dict[str, int]] = {}  # by the silence that is read the other way
    apart: dict[Hashable, Pot] = {}  # by the same, while it stands otherwise than ours
    for number, table in enumerate(tables, 1):
        ledger.deal = number if len(tables) > 1 else 0
        before, lines, asked = pot.copy(), len(ledger.lines), len(ledger.silences)
        stakes = _DealPayments(table, ledger, pot).settle()
        for other in apart.values():
            for move, seat in stakes.moves:
                other.move(move, seat)
        gained = ScoreSheet.of(accounts, ledger.lines[lines:]).totals
        for key in islice(ledger.silences, asked, None):
            again, other = Ledger(rules, accounts, key), before.copy()
            again.deal = ledger.deal
            _DealPayments(table, again, other).settle()
            differences[key] = {seat: sum_ - gained[seat] for seat, sum_ in again.totals().items()}
            apart[key], other.gained = other, pot.gained.copy()
        for key in [key for key, other in apart.items() if number == len(tables) or other.state == pot.state]:
            for seat, sum_ in apart.pop(key).gained.items():
                differences[key][seat] += sum_ - pot.gained[seat]
                differences[key][POT] -= sum_ - pot.gained[seat]
    ledger.deal = 0
    if any(table.decision and table.decision.game for table in tables):
        ledger.unsaid("tarokhombre_1863.grosstarok", "game.otherwise_as")
    Stakes(pot, ledger).note_rest()
    return settled(record.title, rules.words("settlement.unit")[0], ledger, differences)


def augen_marken(over: int, game: Contract, rules: Rules, *, at_least: bool = True) -> tuple[int, Message]:
    """What Augen over (or under) 39 bring from each at a game, in Marken, and the reckoning (1863:16-19).

    `at_least`: a Marke is paid even for the fewest Augen (1863:19).
    """
    fold = rules.number("settlement.multiplier", contract=game)
    product = over * fold
    tens, rest = divmod(product, rules.number("settlement.divisor"))
    marken, least = tens, 0
    if rest >= rules.number("settlement.remainder_paid_from"):
        marken += rules.number("settlement.remainder_brings")
    else:
        rest = 0
    few = 0 < product <= rules.number("settlement.minimum.product_up_to")
    if at_least and few and game in rules.words("settlement.minimum.contracts"):
        marken = least = rules.number("settlement.minimum.brings")
    return marken, Message("tarokhombre_1863.augen_reckoning", over=over, fold=fold, product=product, tens=tens,
                           rest=rest, least=least)  # fmt: skip


class _DealPayments:
    """One deal, settled into the ledger and the pot."""

    def __init__(self, table: SeatedDeal, ledger: Ledger, pot: Pot):
        self.table = table
        self.deal = table.deal
        self.ledger = ledger
        self.stakes = Stakes(pot, ledger)
        self.rules = ledger.rules
        self.declarer = ""
        self.game = Contract.A_DEUX
        self.is_won = False
        self.payer = ""  # who alone pays a game won by his revoke, by the other reading of 1863:28

    def gives_game_to(self, party: Party, revoke: Ruling) -> bool:
        """Whether a revoke gives the game to the other party (1863:28)."""
        key, case = revoke
        return word(self.rules, key, Party, **case) is party

    def settle_with_each(
        self, reason: Reason, what: Message, amount: int, ref: str, reckoning: Message, *, pays: bool
    ) -> None:
        """The declarer pays each of the others, or is paid by each."""
        payees, payers = (self.declarer,), others(self.table.order, self.declarer)
        if pays:
            payers, payees = payees, payers
        elif self.payer:
            payers, amount = (self.payer,), len(payers) * amount
        self.ledger.pay(reason, what, payers, payees, amount, ref, reckoning)

    def settle(self) -> Stakes:
        """Settle it; what was set and drawn."""
        deal, decision, ledger, who = self.deal, self.table.decision, self.ledger, "game.extra_player.who"
        if self.table.scatist_out:
            ledger.unsaid("tarokhombre_1863.dealt_last", who, dealer=deal.dealer)
        elif self.table.out:
            ledger.unsaid("tarokhombre_1863.dealt_before", who, seat=self.table.out, dealer=deal.dealer)
        self.stakes.set_stamm(deal.dealer)
        if deal.is_void:
            self.void()
            return self.stakes
        assert decision is not None
        for point in decision.open:
            ledger.leave_open(point)
        why, ref = Message(decision.why), decision.ref
        if decision.game is None:
            ledger.note("tarokhombre_1863.thrown_in", ref=ref, why=why)
            self.stakes.pot.skip = ledger.either("tarokhombre_1863.stakes_thrown_in", "bidding.all_pass")
            return self.stakes
        self.declarer, self.game = decision.declarer, decision.game
        ledger.note("tarokhombre_1863.plays", ref=ref, seat=self.declarer, game=self.game.called, why=why)
        if deal.scat_first:
            self.scat()
        self.play()
        if deal.vole is not None:
            self.vole(deal.vole)
        return self.stakes

    def void(self) -> None:
        """Cards dealt wrong, a wrong number of cards, or both (1863:26, 27)."""
        dealer, ledger, wrong = self.deal.dealer, self.ledger, self.deal.wrong_count
        next_dealer, void = ("misdeal.next_dealer", MISDEAL), ("misdeal.deal_void", MISDEAL)
        if self.deal.misdeal:
            ledger.note("tarokhombre_1863.misdeal", *next_dealer, dealer=dealer)
            ledger.unsaid("tarokhombre_1863.next_dealer", *next_dealer, dealer=dealer)
        if wrong is not None:
            if wrong.reported:
                ledger.note("tarokhombre_1863.wrong_count_reported", "misdeal.report_by", seat=wrong.seat)
            else:
                what = Message("tarokhombre_1863.wrong_count", seat=wrong.seat)
                self.stakes.penalty(wrong.seat, what, self.rules.ref("misdeal.report_penalty"))
            ledger.note("tarokhombre_1863.void", *void)
            if not self.deal.misdeal:
                ledger.unsaid("tarokhombre_1863.wrong_count_dealer", *next_dealer, dealer=dealer)
        self.stakes.pot.skip = ledger.either("tarokhombre_1863.stakes_void", *void)

    def scat(self) -> None:
        """Who takes the Scat when the first three cards were laid into it (1863:13)."""
        rules, case, bought = self.rules, {"talon_dealt": "first"}, buys_at(self.game, self.rules)
        taken = "talon.taken_by", case
        cards, laid = rules.number("deal.left_over"), rules.number("discard.cards", **case)
        self.ledger.note("tarokhombre_1863.takes_scat", *taken, seat=self.declarer, cards=cards, laid=laid)
        if not bought:
            self.ledger.unsaid("tarokhombre_1863.scat_no_purchase", *taken)
        else:
            self.ledger.unsaid("tarokhombre_1863.scat_and_purchase", *taken, cards=bought)

    def play(self) -> None:
        """Won, lost, or 39; with revokes decided first (1863:14, 21, 28)."""
        deal, rules = self.deal, self.rules
        augen = deal.augen or 0
        guilty = self.declarer in deal.revokes
        defenders = others(dict.fromkeys(deal.revokes), self.declarer)
        if guilty and defenders:
            guilty = not self.ledger.either("tarokhombre_1863.revokes_both", *_DECLARER_REVOKES)
        if guilty and self.gives_game_to(Party.DEFENDERS, _DECLARER_REVOKES):
            self.ledger.note("tarokhombre_1863.lost_by_revoke", *_DECLARER_REVOKES, seat=self.declarer)
            self.lost(revoke=True)
        elif defenders and self.gives_game_to(Party.DECLARER, _DEFENDER_REVOKES):
            self.ledger.note("tarokhombre_1863.won_by_revoke", *_DEFENDER_REVOKES, seats=defenders)
            self.won_by_revoke(defenders)
        elif augen >= rules.number("counting.win_at", party="declarer"):
            self.won()
        elif augen < rules.number("counting.lost_below"):
            self.lost()
        else:
            self.remis()

    def won_by_revoke(self, guilty: tuple[str, ...]) -> None:
        """The declarer has won, and each defender who revoked sets a bête, as high as a lost game's (1863:28)."""
        ledger, sets_bete = self.ledger, ("revoke.sets_bete", {"role": "defender"})
        self.stakes.ask_for_sum()
        code = "tarokhombre_1863.paid_by_guilty"
        if len(guilty) == 1 and ledger.either(code, *_DEFENDER_REVOKES, seat=guilty[0]):
            self.payer = guilty[0]
        self.won(revoke=True)
        key, case = sets_bete
        if not self.rules.flag(key, **case):
            return
        ledger.unsaid("tarokhombre_1863.bete_of_defender", *sets_bete, amount=self.stakes.pot.played_for)
        if ledger.either("tarokhombre_1863.bete_of_each", *sets_bete, seats=guilty):
            guilty = guilty[:1]
        for seat in guilty:
            self.stakes.bete(seat, self.rules.ref(key, **case))

    def laid_too_few(self) -> bool:
        """Whether the declarer asked without first laying down as many cards (1863:32, 33)."""
        laid = self.deal.laid
        short = laid is not None and laid < buys_at(self.game, self.rules)
        return short and self.rules.flag("talon.given_first")

    def lost_game(self) -> Contract:
        """The game that a loser pays: without the cards laid down first, the one he must play by form."""
        if not self.laid_too_few():
            return self.game
        laid, by_form = self.deal.laid, Contract.SANS_PRENDRE
        self.ledger.note("tarokhombre_1863.laid_too_few", "talon.ungiven_gets_cards", seat=self.declarer, cards=laid)
        taken = by_form.called
        for game in Contract:
            if laid and buys_at(game, self.rules) == laid:
                other = game.called
                if self.ledger.either("tarokhombre_1863.game_by_form", *_BY_FORM, cards=laid, taken=taken, other=other):
                    return game
        return by_form

    def price(self, game: Contract, result: str, words: str, ref: str = "") -> None:
        """The price of a game, paid at once by the declarer unless he has won; `ref` if another passage says so."""
        amount, stated = self.rules.stated("settlement.price", contract=game)
        what, reckoning = Message(result, game=game.called, augen=self.deal.augen), Message(words, amount=amount)
        self.settle_with_each(Reason.GAME, what, amount, ref or stated, reckoning, pays=not self.is_won)

    def augen(self, augen: int, base: int, game: Contract) -> None:
        pays, over = not self.is_won, abs(augen - base)
        self.ledger.unsaid_once("tarokhombre_1863.augen_each", "settlement.divisor")
        marken, reckoning = augen_marken(over, game, self.rules)
        if pays and self.ledger.either("tarokhombre_1863.least_when_lost", "settlement.minimum.brings"):
            marken, reckoning = augen_marken(over, game, self.rules, at_least=False)
        ref = self.rules.ref("settlement.loss_reckoned_alike" if pays else "settlement.divisor")
        what = Message(f"tarokhombre_1863.augen_{'under' if pays else 'over'}", augen=over, base=base)
        self.settle_with_each(Reason.AUGEN, what, marken, ref, reckoning, pays=pays)

    def won(self, *, revoke: bool = False) -> None:
        """The winner draws the sum and is paid the price and the Augen by each (1863:15, 16)."""
        rules, augen, vole = self.rules, self.deal.augen, self.deal.vole
        self.is_won = True
        if self.laid_too_few():
            code, won = "tarokhombre_1863.lower_game_paid", {"result": "won"}
            self.ledger.note(code, "talon.ungiven_pays", won, seat=self.declarer, cards=self.deal.laid)
        self.stakes.draw(self.declarer)
        self.price(self.game, "tarokhombre_1863.won", "from_each")
        base = rules.number("counting.margin_from")
        if augen is None or augen <= base:
            self.least_by_revoke()
            return
        if revoke and self.ledger.either("tarokhombre_1863.augen_won_by_revoke", *_DEFENDER_REVOKES):
            return
        if vole is not None and not vole.made and vole.declared_after is not None:
            beside = "volat.counted_beside", {"result": "lost"}
            if "card_points" not in self.ledger.reading("tarokhombre_1863.augen_vole_failed", *beside):
                return
        self.augen(augen, base, self.game)

    def least_by_revoke(self) -> None:
        """A game won by revoke without Augen over 39: whether the one Marke of sentence 19 is paid is not said."""
        rules, key = self.rules, "settlement.minimum.brings"
        contracts, (marken, ref) = rules.words("settlement.minimum.contracts"), rules.stated(key)
        if self.game in contracts and self.ledger.either("tarokhombre_1863.least_by_revoke", key, marken=marken):
            what, reckoning = Message("tarokhombre_1863.least"), Message("each", amount=marken)
            self.settle_with_each(Reason.AUGEN, what, marken, ref, reckoning, pays=False)

    def lost(self, *, revoke: bool = False) -> None:
        """The loser sets the sum and pays the price and the Augen to each (1863:20)."""
        rules, augen = self.rules, self.deal.augen
        game = self.lost_game()
        if rules.flag("settlement.pool.loser_sets"):
            self.set_sum()
        if not rules.flag("settlement.loss_reckoned_alike"):
            return
        self.price(game, "tarokhombre_1863.lost", "to_each")
        base = rules.number("counting.margin_from")
        if augen is None:
            return
        if revoke:
            if self.ledger.either("tarokhombre_1863.augen_lost_by_revoke", *_DECLARER_REVOKES, augen=augen, base=base):
                self.augen(augen, base, game)
            return
        win_at = rules.number("counting.win_at", party="declarer")
        code, alike = "tarokhombre_1863.augen_lost_from", "settlement.loss_reckoned_alike"
        if self.ledger.either(code, alike, base=base, win_at=win_at):
            base = win_at
        by_form = game is not self.game and self.ledger.either("tarokhombre_1863.augen_by_form", *_BY_FORM)
        self.augen(augen, base, self.game if by_form else game)

    def set_sum(self) -> None:
        self.stakes.ask_for_sum()
        self.stakes.bete(self.declarer, self.rules.ref("settlement.pool.loser_sets"))

    def remis(self) -> None:
        """At 39 the declarer pays the price of the game only (1863:21)."""
        game = self.lost_game()
        if game is not self.game and self.ledger.either("tarokhombre_1863.remis_by_form", *_BY_FORM):
            game = self.game
        key = "settlement.remis_price_only"
        self.price(game, "tarokhombre_1863.remis", "nothing", self.rules.ref(key))
        self.ledger.unsaid_once("tarokhombre_1863.remis_each", key)
        if not self.ledger.reading("tarokhombre_1863.remis_sets_sum", key, augen=self.deal.augen):
            self.set_sum()

    def vole(self, vole: Vole) -> None:
        """The Vole, paid only if declared (1863:23-25)."""
        rules, ledger, made, when = self.rules, self.ledger, vole.made, vole.declared_after
        if when is None:
            if made and not rules.number("volat.bonus", announced=False):
                ledger.note("tarokhombre_1863.vole_not_declared", "volat.bonus", {"announced": False})
            return
        due_by = "volat.announced_after_trick"
        due = rules.number(due_by)
        if when != due and ledger.either("tarokhombre_1863.vole_time", due_by, trick=when, due=due):
            return
        game = self.game
        if not made and self.laid_too_few() and ledger.either("tarokhombre_1863.vole_by_form", *_BY_FORM):
            game = Contract.SANS_PRENDRE
        rule = key, case = f"volat.{'bonus' if made else 'lost'}", {"announced": True, "contract": game}
        marken, ref = rules.stated(key, **case)
        reckoning = Message("each", amount=marken)
        if ledger.either("tarokhombre_1863.vole_each", *rule, marken=marken):
            marken //= len(self.table.order) - 1
        code = f"tarokhombre_1863.vole_{'by_revoke' if made else 'in_lost'}"
        if not self.is_won and ledger.either(code, *rule):
            return
        what = Message(f"tarokhombre_1863.vole{'' if made else '_failed'}")
        self.settle_with_each(Reason.VOLAT, what, marken, ref, reckoning, pays=not made)


ERA = Era(
    siglum="1863",
    score=RecordKind(ScoreFile, "score-1863.schema.json", "examples/score-1863.yaml"),
    check=check,
    settle=settle,
    prefix="tarokhombre_1863",
)
