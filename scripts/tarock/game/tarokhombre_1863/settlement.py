"""Settling deals of Tarokhombre: price, Augen, Vole, stakes and bêtes, penalties (1863:14-28)."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from itertools import islice

from tarock.base.wording import Message
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.records import MISDEAL, exclude_seats, is_word, read_enum
from tarock.game.common.score import (
    Conditions,
    Ledger,
    Reason,
    ScoreSheet,
    SettledScore,
    build_settled_score,
    read_unit,
)
from tarock.game.tarokhombre_1863.auction import Contract
from tarock.game.tarokhombre_1863.checks import SeatedDeal, check, count_bought, seat_deals
from tarock.game.tarokhombre_1863.pot import POT, DealStakes, Pot
from tarock.game.tarokhombre_1863.record import TarokhombreDeals, TarokhombreGame, Vole
from tarock.rules.ruleset import Occasion, Rules


class WinningParty(StrEnum):
    """The party to which a revoke gives the game (1863:28)."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"
    TAKER = "party of the trick's winner"


_DECLARER = {"role": "declarer"}
_DEFENDER = {"role": "defender"}
_WON = {"result": "won"}
_LOST = {"result": "lost"}


def settle(record: TarokhombreDeals, rules: Rules) -> SettledScore:
    """Return the payments of all deals of a sound record, in Marken; the pot is an account.

    A deal bears on the later ones by the pot alone. So for each other reading its own deal is settled again, and
    after that only the moves of the pot are repeated, until it stands as it does by the readings taken.
    """
    accounts = (*record.seats, POT)
    ledger, pot = Ledger(rules, accounts), Pot(record.stamm, rules)
    tables = list(seat_deals(record, Findings(rules)))
    differences: dict[Occasion, dict[str, int]] = {}  # by the silence that is read the other way
    apart: dict[Occasion, Pot] = {}  # by the same, while it stands otherwise than ours
    for number, table in enumerate(tables, 1):
        ledger.deal = number if len(tables) > 1 else 0
        before, lines, silences = pot.copy(), len(ledger.lines), len(ledger.silences)
        stakes = _DealPayments(table, ledger, pot).settle()
        for other in apart.values():
            for move, seat in stakes.moves:
                other.move(move, seat)
        gained = ScoreSheet.of(accounts, ledger.lines[lines:]).totals
        for key in islice(ledger.silences, silences, None) if rules.prices else ():
            again, other = Ledger(rules.reading_otherwise(key), accounts), before.copy()
            again.deal = ledger.deal
            _DealPayments(table, again, other).settle()
            differences[key] = {seat: sum_ - gained[seat] for seat, sum_ in again.sum_totals().items()}
            apart[key], other.gained = other, pot.gained.copy()
        for key in [key for key, other in apart.items() if number == len(tables) or other.state == pot.state]:
            for seat, sum_ in apart.pop(key).gained.items():
                differences[key][seat] += sum_ - pot.gained[seat]
                differences[key][POT] -= sum_ - pot.gained[seat]
    ledger.deal = 0
    if any(table.decision and table.decision.game for table in tables):
        ledger.note_silence("tarokhombre_1863.grosstarok", "game.otherwise_as")
    DealStakes(pot, ledger).note_rest()
    return build_settled_score(record.title, read_unit(rules), ledger, differences)


def count_marken(over: int, game: Contract, rules: Rules, *, at_least: bool = True) -> tuple[int, Message]:
    """Return the Marken from each for Augen over (or under) 39 at a game, and the reckoning (1863:16-19).

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
    """Settles one deal into the ledger and the pot."""

    def __init__(self, table: SeatedDeal, ledger: Ledger, pot: Pot):
        self.table = table
        self.deal = table.deal
        self.ledger = ledger
        self.read_value = ledger.read_value
        self.stakes = DealStakes(pot, ledger)
        self.rules = ledger.rules
        self.declarer = ""
        self.game = Contract.A_DEUX
        self.is_won = False
        self.sole_payer = ""  # who alone pays a game won by his revoke, by the other reading of 1863:28

    def settle_with_each(
        self, reason: Reason, what: Message, amount: int, ref: str, reckoning: Message, *, pays: bool
    ) -> None:
        """Let the declarer pay each of the others, or be paid by each."""
        payees, payers = (self.declarer,), exclude_seats(self.table.order, self.declarer)
        if pays:
            payers, payees = payees, payers
        elif self.sole_payer:
            payers, amount = (self.sole_payer,), len(payers) * amount
        self.ledger.pay(reason, what, payers, payees, amount, ref, reckoning)

    def settle(self) -> DealStakes:
        """Settle it; what was set and drawn."""
        deal, decision, ledger, who = self.deal, self.table.decision, self.ledger, "game.extra_player.who"
        if deal.dealer not in self.table.order:
            ledger.note_silence("tarokhombre_1863.dealt_last", who, dealer=deal.dealer)
        elif self.table.out:
            ledger.note_silence("tarokhombre_1863.dealt_before", who, seat=self.table.out, dealer=deal.dealer)
        self.stakes.set_stamm(deal.dealer)
        if deal.is_void:
            self.settle_void()
            return self.stakes
        assert decision is not None
        for point in decision.open:
            ledger.note_open_point(point)
        why, ref = Message(decision.why), decision.ref
        if decision.game is None:
            ledger.note("tarokhombre_1863.thrown_in", ref=ref, why=why)
            self.stakes.pot.skip = not self.read_value("tarokhombre_1863.stakes_thrown_in", "settlement.pool.set_anew")
            return self.stakes
        self.declarer, self.game = decision.declarer, decision.game
        ledger.note("tarokhombre_1863.plays", ref=ref, seat=self.declarer, game=self.game.spoken_name, why=why)
        if deal.scat_first:
            self.note_scat()
        self.settle_play()
        self.pay_honours()
        if deal.vole is not None:
            self.pay_vole(deal.vole)
        return self.stakes

    def settle_void(self) -> None:
        """Settle cards dealt wrong, a wrong number of cards, or both (1863:26, 27)."""
        dealer, ledger, wrong = self.deal.dealer, self.ledger, self.deal.wrong_counts
        next_dealer, void = ("misdeal.next_dealer", MISDEAL), ("misdeal.deal_void", MISDEAL)
        if self.deal.misdeal:
            ledger.note("tarokhombre_1863.misdeal", *next_dealer, dealer=dealer)
            ledger.note_silence("tarokhombre_1863.next_dealer", *next_dealer, dealer=dealer)
        if any(not each.reported for each in wrong):
            self.stakes.read_sum()
        for each in wrong:
            if each.reported:
                ledger.note("tarokhombre_1863.wrong_count_reported", "misdeal.report_by", seat=each.seat)
            else:
                what = Message("tarokhombre_1863.wrong_count", seat=each.seat)
                self.stakes.set_penalty(each.seat, what, self.rules.ref("misdeal.report_penalty"))
        if wrong:
            ledger.note("tarokhombre_1863.void", *void)
            if not self.deal.misdeal:
                ledger.note_silence("tarokhombre_1863.wrong_count_dealer", *next_dealer, dealer=dealer)
        self.stakes.pot.skip = not self.read_value("tarokhombre_1863.stakes_void", "settlement.pool.set_anew")

    def note_scat(self) -> None:
        """Note who takes the Scat when the first three cards were laid into it (1863:13)."""
        rules, case, bought = self.rules, {"talon_dealt": "first"}, count_bought(self.game, self.rules)
        taken = "talon.taken_by", case
        cards, laid = rules.number("deal.left_over"), rules.number("discard.cards", **case)
        self.ledger.note("tarokhombre_1863.takes_scat", *taken, seat=self.declarer, cards=cards, laid=laid)
        got = "talon.bought", {"contract": self.game, **case}
        if not bought:
            self.ledger.note_silence("tarokhombre_1863.scat_no_purchase", *got)
        else:
            self.ledger.note_silence("tarokhombre_1863.scat_and_purchase", *got, cards=bought)

    @cached_property
    def guilty(self) -> tuple[str, ...]:
        """Return the defenders who revoked."""
        return exclude_seats(dict.fromkeys(self.deal.revokes), self.declarer)

    def settle_play(self) -> None:
        """Settle a game as won, lost, or 39; revokes decide first (1863:14, 21, 28)."""
        augen, rules, key, revoked = self.deal.augen or 0, self.rules, "revoke.game_won_by", self.find_deciding_revoke()
        if (
            revoked is WinningParty.DECLARER
            and read_enum(rules, key, WinningParty, **_DECLARER) is WinningParty.DEFENDERS
        ):
            self.ledger.note("tarokhombre_1863.lost_by_revoke", key, _DECLARER, seat=self.declarer)
            self.settle_lost(revoke=True)
        elif (
            revoked is WinningParty.DEFENDERS
            and read_enum(rules, key, WinningParty, **_DEFENDER) is WinningParty.DECLARER
        ):
            self.ledger.note("tarokhombre_1863.won_by_revoke", key, _DEFENDER, seats=self.guilty)
            self.settle_won_by_revoke()
        elif augen >= rules.number("counting.win_at", party="declarer"):
            self.settle_won()
        elif augen < rules.number("counting.lost_below"):
            self.settle_lost()
        else:
            self.settle_remis()

    def find_deciding_revoke(self) -> WinningParty | None:
        """Return the party whose revoke decides the game, if anybody has revoked (1863:28)."""
        revokes = (
            WinningParty.DECLARER if seat == self.declarer else WinningParty.DEFENDERS for seat in self.deal.revokes
        )
        parties = [*dict.fromkeys(revokes)]
        if len(parties) > 1:
            taken, other = ("lost" if party is WinningParty.DECLARER else "won" for party in parties)
            key = "revoke.both_decided_by"
            which = self.read_value("tarokhombre_1863.revokes_both", key, taken=taken, other=other)
            if is_word(self.rules, key, which, "the later", "the earlier"):
                parties.reverse()
        return parties[0] if parties else None

    def settle_won_by_revoke(self) -> None:
        """Settle a win by revoke: each defender who revoked sets a bête, as high as a lost game's (1863:28)."""
        stands, shared = ("settlement.bete.of_revoke_stands", "revoke.loss_shared")
        self.stakes.read_sum()
        if len(self.guilty) == 1 and not self.read_value(
            "tarokhombre_1863.paid_by_guilty", shared, seat=self.guilty[0]
        ):
            self.sole_payer = self.guilty[0]
        drawn = not self.read_value("tarokhombre_1863.bete_of_revoke_stands", stands, seats=self.guilty)
        if drawn:
            self.set_betes_of_defenders()
        self.settle_won(revoke=True)
        if not drawn:
            self.set_betes_of_defenders()

    def set_betes_of_defenders(self) -> None:
        """Set a bête of each defender who revoked, whoever has won (1863:28)."""
        key, case, seats = "revoke.sets_bete", _DEFENDER, self.guilty
        if not seats or not self.rules.flag(key, **case):
            return
        self.ledger.note_silence("tarokhombre_1863.bete_of_defender", key, case, amount=self.stakes.pot.losers_sum)
        if len(seats) > 1 and not self.read_value(
            "tarokhombre_1863.bete_of_each", "settlement.bete.of_each_offender", seats=seats
        ):
            seats = seats[:1]
        for seat in seats:
            self.stakes.set_bete(seat, self.rules.ref(key, **case))

    @property
    def has_laid_too_few(self) -> bool:
        """Return whether the declarer asked without first laying down as many cards (1863:32, 33)."""
        laid = self.deal.laid
        short = laid is not None and laid < count_bought(self.game, self.rules)
        return short and self.rules.flag("talon.given_first")

    def find_game_by_form(self) -> Contract:
        """Return the game that he must play without the cards asked for (1863:33)."""
        key, laid, form = "talon.ungiven_plays", self.deal.laid, read_enum(self.rules, "talon.ungiven_plays", Contract)
        if other := self.rules.other_reading(key):
            bought, else_ = Contract(other), form
            if not count_bought(bought, self.rules):  # where this is the reading taken
                bought, else_ = else_, bought
            if laid != count_bought(bought, self.rules):
                return else_
            code, called = "tarokhombre_1863.game_by_form", Contract(other).spoken_name
            form = Contract(self.read_value(code, key, cards=laid, taken=form.spoken_name, other=called))
        return form

    def find_paid_game(self, pays: str) -> Contract:
        """Return the game that he then pays, or is paid."""
        games = self.rules.words("bidding.games")
        form = self.find_game_by_form()
        by_form = is_word(
            self.rules, "talon.ungiven_pays", pays, "the game that he must play by form", "the lower game"
        )
        return form if by_form else min(self.game, form, key=games.index)

    def pay_price(self, game: Contract, result: str, words: str, ref: str = "") -> None:
        """Pay the price of a game, by the declarer unless he has won; `ref` if another passage says so."""
        amount, stated = self.rules.number_with_ref("settlement.price", contract=game)
        what, reckoning = Message(result, game=game.spoken_name, augen=self.deal.augen), Message(words, amount=amount)
        self.settle_with_each(Reason.GAME, what, amount, ref or stated, reckoning, pays=not self.is_won)

    def pay_augen(self, number: int, base: int, game: Contract, *, least: bool = False) -> None:
        """Pay the Marken for a `number` of Augen over or under `base`; `least`: not counted, but reckoned at least."""
        pays = not self.is_won
        self.ledger.note_silence_once("tarokhombre_1863.augen_each", "counting.margin_from")
        marken, reckoning = count_marken(number, game, self.rules)
        if pays and not self.read_value("tarokhombre_1863.least_when_lost", "settlement.minimum.when_lost"):
            marken, reckoning = count_marken(number, game, self.rules, at_least=False)
        ref = self.rules.ref("settlement.loss_reckoned_alike" if pays else "settlement.divisor")
        code = f"tarokhombre_1863.augen_{'least' if least else 'under' if pays else 'over'}"
        what = Message(code, augen=number, base=base)
        self.settle_with_each(Reason.AUGEN, what, marken, ref, reckoning, pays=pays)

    def pay_least_augen(self, base: int, game: Contract, role: Conditions) -> None:
        """Pay one Auge where a revoke has decided the game against the count, or nobody counted (1863:14, 28)."""
        if self.deal.augen is None:
            self.ledger.note_silence("tarokhombre_1863.augen_not_counted", "revoke.one_point_at_least", role)
        code = f"tarokhombre_1863.least_{'won' if self.is_won else 'lost'}_by_revoke"
        if self.read_value(code, "revoke.one_point_at_least", role, base=base):
            self.pay_augen(1, base, game, least=True)

    def settle_won(self, *, revoke: bool = False) -> None:
        """Let the winner draw the sum and be paid the price and the Augen by each (1863:15, 16)."""
        rules, augen, vole = self.rules, self.deal.augen, self.deal.vole
        self.is_won, game = True, self.game
        if self.has_laid_too_few:
            code, pays = "tarokhombre_1863.lower_game_paid", "talon.ungiven_pays"
            self.ledger.note(code, pays, _WON, seat=self.declarer, cards=self.deal.laid)
            game = self.find_paid_game(rules.word(pays, **_WON))
        self.stakes.draw(self.declarer)
        failed = vole is not None and not vole.made and self.is_vole_counted(vole)
        if not failed or "game" in rules.words("volat.counted_beside", **_LOST):
            self.pay_price(game, "tarokhombre_1863.won", "from_each")
        base = rules.number("counting.margin_from")
        if augen is None or augen <= base:
            self.pay_least_augen(base, game, _DEFENDER)
            return
        if revoke and not self.read_value("tarokhombre_1863.augen_won_by_revoke", "revoke.points_paid", _DEFENDER):
            return
        if failed and "card_points" not in self.read_value(
            "tarokhombre_1863.augen_vole_failed", "volat.counted_beside", _LOST
        ):
            return
        self.pay_augen(augen - base, base, game)

    def settle_lost(self, *, revoke: bool = False) -> None:
        """Let the loser set the sum and pay the price and the Augen to each (1863:20)."""
        rules, augen, game = self.rules, self.deal.augen, self.game
        if self.has_laid_too_few:
            code, pays = "tarokhombre_1863.laid_too_few", "talon.ungiven_pays"
            self.ledger.note(code, "talon.ungiven_gets_cards", seat=self.declarer, cards=self.deal.laid)
            game = self.find_paid_game(rules.word(pays, **_LOST))
        self.stakes.read_sum()
        if rules.flag("settlement.pool.loser_sets"):
            self.set_sum()
        self.set_betes_of_defenders()
        if not rules.flag("settlement.loss_reckoned_alike"):
            return
        self.pay_price(game, "tarokhombre_1863.lost", "to_each")
        base = rules.number("counting.margin_from", **_LOST)
        if game is not self.game:
            key = "talon.ungiven_points_at"
            at, paid = self.read_value("tarokhombre_1863.augen_by_form", key), "the game that is paid"
            game = game if is_word(rules, key, at, paid, "the game that was declared") else self.game
        if augen is None or augen >= base:
            if revoke:
                self.pay_excess(augen, base, game)
            return
        if revoke and not self.read_value("tarokhombre_1863.augen_lost_by_revoke", "revoke.points_paid", _DECLARER):
            return
        win_at = rules.number("counting.win_at", party="declarer")
        base = self.read_value(
            "tarokhombre_1863.augen_lost_from", "counting.margin_from", _LOST, base=base, win_at=win_at
        )
        self.pay_augen(base - augen, base, game)

    def pay_excess(self, augen: int | None, base: int, game: Contract) -> None:
        """Pay for a game lost by revoke though it reached `base` Augen: what is above it, if the reading has it owed.

        Otherwise, and where nobody counted (`augen` is None), at most one Auge is paid (1863:28).
        """
        key, over = "revoke.excess_owed", (augen or 0) - base
        if over > 0 and self.read_value("tarokhombre_1863.excess_owed", key, augen=over, base=base):
            self.pay_augen(over, base, game)
        else:
            self.pay_least_augen(base, game, _DECLARER)

    def set_sum(self) -> None:
        self.stakes.set_bete(self.declarer, self.rules.ref("settlement.pool.loser_sets"))

    def settle_remis(self) -> None:
        """Let the declarer pay the price of the game only, at 39 (1863:21)."""
        game, key = self.game, "settlement.remis_price_only"
        if self.has_laid_too_few:
            code, cards = "tarokhombre_1863.laid_too_few", self.deal.laid
            self.ledger.note(code, "talon.ungiven_gets_cards", seat=self.declarer, cards=cards)
            pays = self.read_value("tarokhombre_1863.remis_by_form", "talon.ungiven_pays", {"result": "remis"})
            game = self.find_paid_game(pays)
        self.pay_price(game, "tarokhombre_1863.remis", "nothing", self.rules.ref(key))
        self.ledger.note_silence_once("tarokhombre_1863.remis_each", key)
        if not self.read_value("tarokhombre_1863.remis_sets_sum", key, augen=self.deal.augen):
            self.set_sum()

    def is_vole_counted(self, vole: Vole) -> bool:
        """Return whether a declared Vole is paid, or paid for, by its time and by revokes (1863:24, 28)."""
        after, due = vole.declared_after, self.rules.number("volat.announced_after_trick")
        result = _WON if vole.made else _LOST
        if after is None:
            return False
        code = f"tarokhombre_1863.vole_early_{result['result']}"
        if after < due and not self.read_value(code, "volat.early", result, trick=after, due=due):
            return False
        if after > due and not self.read_value("tarokhombre_1863.vole_late", "volat.late", trick=after, due=due):
            return False
        if vole.made:
            revoked, role, code = self.declarer in self.deal.revokes, _DECLARER, "tarokhombre_1863.vole_made_by_revoke"
        else:
            revoked, role, code = bool(self.guilty), _DEFENDER, "tarokhombre_1863.vole_failed_by_revoke"
        return not revoked or bool(self.read_value(code, "volat.with_revoke", role))

    def pay_honours(self) -> None:
        """Let each other player pay for an honour, and for the Pagat in the last trick; 1863 names neither (30)."""
        rules = self.rules
        for held in self.deal.honours:
            what = Message("tarokhombre_1863.honour", kind=held.kind)
            self.pay_beside(Reason.HONOUR, what, held.seat, rules.number("honours.bonus", honour=held.kind))
        if self.deal.pagat_last:
            what = Message("tarokhombre_1863.pagat_last")
            self.pay_beside(Reason.ULTIMO, what, self.deal.pagat_last, rules.number("ultimo.bonus"))

    def pay_beside(self, reason: Reason, what: Message, seat: str, amount: int) -> None:
        """Let each other player pay `amount` to a seat by a rule that 1863 leaves to the game Großtarok."""
        others, ref = exclude_seats(self.table.order, seat), self.rules.ref("game.otherwise_as")
        self.ledger.pay(reason, what, others, (seat,), amount, ref, Message("each", amount=amount))

    def pay_vole(self, vole: Vole) -> None:
        """Pay a Vole, only if it was declared (1863:23-25)."""
        rules, made, game = self.rules, vole.made, self.game
        if vole.declared_after is None and made and not rules.number("volat.bonus", announced=False):
            self.ledger.note("tarokhombre_1863.vole_not_declared", "volat.bonus", {"announced": False})
        if not self.is_vole_counted(vole):
            return
        if (
            not made
            and not self.is_won
            and not self.read_value("tarokhombre_1863.vole_in_lost", "volat.lost_with_game")
        ):
            return
        if self.has_laid_too_few:
            case = {"feat": "volat", **(_WON if made else _LOST)}
            code = f"tarokhombre_1863.vole_{'made' if made else 'failed'}_by_form"
            game = self.find_paid_game(self.read_value(code, "talon.ungiven_pays", case))
        key = f"volat.{'bonus' if made else 'lost'}"
        marken, ref = rules.number_with_ref(key, announced=True, contract=game)
        reckoning = Message("each", amount=marken)
        if not self.read_value("tarokhombre_1863.vole_each", "volat.each_pays", marken=marken):
            marken //= len(self.table.order) - 1
        what = Message(f"tarokhombre_1863.vole{'' if made else '_failed'}")
        self.settle_with_each(Reason.VOLAT, what, marken, ref, reckoning, pays=not made)


ERA = Era(
    siglum="1863",
    score=RecordKind(TarokhombreDeals, "score-1863.schema.json", "examples/score-1863.yaml"),
    check=check,
    settle=settle,
    prefix="tarokhombre_1863",
    game=RecordKind(TarokhombreGame, "game-1863.schema.json", "examples/game-1863.yaml"),
    engine="tarock.game.tarokhombre_1863.state:TarokhombreEngine",
    replay="tarock.game.tarokhombre_1863.replay:replay",
)
