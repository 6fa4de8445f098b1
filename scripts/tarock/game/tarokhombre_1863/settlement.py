"""Settling deals of Tarokhombre: price, Augen, Vole, stakes and bêtes, penalties (1863:14-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.ledger import Ledger, Settled, settle
from tarock.game.tarokhombre_1863.auction import GAME_KEYS
from tarock.game.tarokhombre_1863.deal import ScoreFile, Table, WrongCount, buys_at, check_file
from tarock.game.tarokhombre_1863.pot import POT, Pot

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document

__all__ = ["ScoreFile", "augen_marken", "settle_file"]


def settle_file(record: ScoreFile, document: Document, rules: Rules) -> Settled:
    """The payments of all deals, in Marken; the pot is an account. Raises `CodexError` for a bad file."""
    tables = check_file(record, document, rules)

    def run(ledger: Ledger) -> None:
        pot = Pot(ledger, rules, record.stamm)
        for index, table in enumerate(tables):
            _Deal(table, ledger, pot, rules, f"{index}:").run()
        pot.close()

    unit = rules.text("settlement.unit")
    return settle(rules.era, record.title, unit, (*record.seats, POT), run)


def augen_marken(over: int, game: str, rules: Rules) -> tuple[int, str]:
    """What Augen over (or under) 39 bring from each at a game, in Marken, and the reckoning (1863:16-19)."""
    fold = rules.number(f"settlement.multiplier.{game}")
    divisor = rules.number("settlement.divisor")
    product = over * fold
    tens, rest = divmod(product, divisor)
    marken = tens if rules.flag("settlement.tens_paid") else 0
    words = f"{over} × {fold} = {product}: {tens} {'ten' if tens == 1 else 'tens'}"
    if rest >= rules.number("settlement.remainder_paid_from"):
        marken += rules.number("settlement.remainder_marken")
        words += f", rest {rest}"
    names = dict(zip(GAME_KEYS, rules.names("bidding.games"), strict=True))
    if 0 < product <= rules.number("settlement.minimum.product_up_to"):
        least = rules.number("settlement.minimum.marken")
        if names[game] in rules.names("settlement.minimum.games") and marken < least:
            return least, f"{words}; at least {least}"
    return marken, words


class _Deal:
    """One deal, settled into the ledger and the pot."""

    def __init__(self, table: Table, ledger: Ledger, pot: Pot, rules: Rules, code: str):
        self.table = table
        self.deal = table.deal
        self.ledger = ledger
        self.pot = pot
        self.rules = rules
        self.code = code
        self.declarer = ""
        self.game = ""
        self.is_won = False

    def say(self, text: str, ref: str) -> None:
        self.ledger.note(self.table.name + text, ref)

    def either(self, code: str, what: str, taken: str, other: str, key: str) -> bool:
        return self.ledger.either(self.code + code, self.table.name + what, taken, other, self.rules.ref(key))

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.table.order if seat != self.declarer)

    def from_each(self, what: str, amount: int, reckoning: str, ref: str) -> None:
        self.ledger.pay(self.table.name + what, self.others, (self.declarer,), amount, reckoning, ref)

    def to_each(self, what: str, amount: int, reckoning: str, ref: str) -> None:
        self.ledger.pay(self.table.name + what, (self.declarer,), self.others, amount, reckoning, ref)

    def run(self) -> None:
        deal, rules = self.deal, self.rules
        if self.table.scatist_out:
            self.ledger.unsaid(
                f"{self.table.name}who has 'dealt last'",
                f"{deal.dealer}, the dealer of this game",
                "the dealer of the game before",
                rules.ref("game.extra_player.rule"),
            )
        self.pot.name = self.table.name
        self.pot.set_stamm(deal.dealer)
        if deal.misdeal:
            self.say(f"misdealt: {deal.dealer} loses the right to deal", rules.ref("misdeal.next_dealer"))
            return
        if deal.wrong_count is not None:
            self.wrong_count(deal.wrong_count)
            return
        assert self.table.decision is not None
        decision = self.table.decision
        for silent in decision.silent:
            self.ledger.unsaid(self.table.name + silent.what, silent.taken, silent.other, silent.ref)
        if decision.thrown_in:
            self.say(f"the cards are thrown in: {decision.why}", decision.ref)
            self.pot.skip = self.either(
                "thrown",
                "stakes after cards thrown in",
                "the Stamm stays and the next dealer adds his",
                "the Stamm stays and the next dealer sets none",
                "bidding.all_pass",
            )
            return
        self.declarer, self.game = decision.declarer, decision.game
        self.say(f"{self.declarer} plays {self.called(self.game)}: {decision.why}", decision.ref)
        self.scat()
        self.play()

    def called(self, game: str) -> str:
        return self.rules.names("bidding.games")[GAME_KEYS.index(game)]

    def wrong_count(self, wrong: WrongCount) -> None:
        rules = self.rules
        ref = rules.ref("misdeal.late_report_penalty")
        if wrong.reported:
            self.say(f"{wrong.seat} reports a wrong number of cards in time", rules.ref("misdeal.report_before"))
        else:
            self.pot.fine(wrong.seat, f"wrong number of cards of {wrong.seat}", ref)
        self.say("the game is void", rules.ref("misdeal.deal_void"))

    def scat(self) -> None:
        """Who takes the Scat when the first three cards were laid into it (1863:13)."""
        if not self.deal.scat_first:
            return
        rules = self.rules
        ref = rules.ref("talon.scat_taken_by")
        cards, laid = rules.number("talon.scat_cards"), rules.number("talon.scat_discard")
        self.say(f"{self.declarer} takes the Scat of {cards} cards and lays away {laid}", ref)
        if not buys_at(self.game, rules):
            self.ledger.unsaid(
                f"{self.table.name}the Scat at a game played without purchase",
                "the declarer takes it",
                "it lies: sentence 12 knows no purchase here",
                ref,
            )

    def play(self) -> None:
        """Won, lost, or 39; with revokes decided first (1863:14, 21, 28)."""
        deal, rules = self.deal, self.rules
        guilty = self.declarer in deal.revokes
        defenders = [seat for seat in dict.fromkeys(deal.revokes) if seat != self.declarer]
        if guilty and defenders:
            guilty = not self.either(
                "both-revoke",
                "revokes on both sides",
                "the declarer's decides: lost",
                "the defender's decides: won",
                "revoke.declarer_loses_game",
            )
        if guilty and rules.flag("revoke.declarer_loses_game"):
            self.say(f"revoke of {self.declarer}: the game is lost", rules.ref("revoke.declarer_loses_game"))
            self.lost(revoke=True)
        elif defenders and rules.flag("revoke.defender_declarer_wins"):
            self.say(
                f"revoke of {', '.join(defenders)}: the game is won",
                rules.ref("revoke.defender_declarer_wins"),
            )
            due = self.pot.sum()
            self.won(revoke=True)
            for seat in defenders if rules.flag("revoke.defender_sets_bete") else ():
                self.pot.lose(seat, due, rules.ref("revoke.defender_sets_bete"))
        elif (deal.augen or 0) >= rules.number("counting.win_at"):
            self.won()
        elif (deal.augen or 0) < rules.number("counting.lost_below"):
            self.lost()
        else:
            self.remis()
        self.vole()

    def laid_too_few(self) -> bool:
        """Whether the declarer asked without first laying down as many cards (1863:32, 33)."""
        laid = self.deal.laid
        short = laid is not None and laid < buys_at(self.game, self.rules)
        return short and self.rules.flag("talon.laid_before_naming")

    def lost_game(self) -> str:
        """The game that a loser pays: without the cards laid down first, the one he must play by form."""
        if not self.laid_too_few():
            return self.game
        self.say(
            f"{self.declarer} laid {self.deal.laid} cards before asking and gets none",
            self.rules.ref("talon.not_laid_gets_none"),
        )
        for game in GAME_KEYS:
            if (
                self.deal.laid
                and buys_at(game, self.rules) == self.deal.laid
                and self.either(
                    "form",
                    f"the game played 'by form' with {self.deal.laid} cards laid",
                    f"{self.called(GAME_KEYS[-1])}: he gets none",
                    self.called(game),
                    "talon.not_laid_loss",
                )
            ):
                return game
        return GAME_KEYS[-1]

    def augen(self, augen: int, base: int, *, pays: bool, game: str) -> None:
        over = abs(augen - base)
        marken, words = augen_marken(over, game, self.rules)
        ref = self.rules.ref("settlement.loss_reckoned_alike" if pays else "settlement.tens_paid")
        move = self.to_each if pays else self.from_each
        move(f"{over} Augen {'under' if pays else 'over'} {base}", marken, words, ref)

    def won(self, *, revoke: bool = False) -> None:
        """The winner draws the sum and is paid the price and the Augen by each (1863:15, 16)."""
        rules, augen = self.rules, self.deal.augen
        self.is_won = True
        if self.laid_too_few():
            self.say(
                f"{self.declarer} laid {self.deal.laid} cards before asking: only the lower game is paid",
                rules.ref("talon.not_laid_win"),
            )
        self.pot.draw(self.declarer)
        price, key = rules.number(f"settlement.bid_price.{self.game}"), f"settlement.bid_price.{self.game}"
        self.from_each(f"{self.called(self.game)} won", price, f"{price} from each", rules.ref(key))
        base = rules.number("counting.margin_from")
        if augen is None or augen <= base:
            return
        if revoke and self.either(
            "revoke-augen",
            "the Augen of a game won by a defender's revoke",
            "paid as counted",
            "not paid",
            "revoke.defender_declarer_wins",
        ):
            return
        vole = self.deal.vole
        if (
            vole
            and not vole.made
            and vole.declared_after is not None
            and self.either(
                "vole-augen",
                "the Augen of a won game whose declared Vole failed",
                "paid beside the game",
                "not paid: only 'the Marken for the won game'",
                "volat.failed_game_paid",
            )
        ):
            return
        self.augen(augen, base, pays=False, game=self.game)

    def lost(self, *, revoke: bool = False) -> None:
        """The loser sets the sum and pays the price and the Augen to each (1863:20)."""
        rules, augen = self.rules, self.deal.augen
        game = self.lost_game()
        if rules.flag("settlement.stake.loser_sets_sum"):
            self.pot.lose(self.declarer, self.pot.sum(), rules.ref("settlement.stake.loser_sets_sum"))
        price, key = rules.number(f"settlement.bid_price.{game}"), f"settlement.bid_price.{game}"
        if not rules.flag("settlement.loss_reckoned_alike"):
            return
        self.to_each(f"{self.called(game)} lost", price, f"{price} to each", rules.ref(key))
        base = rules.number("counting.margin_from")
        if augen is None:
            return
        if revoke:
            if self.either(
                "revoke-augen",
                "the Augen of a game lost by revoke",
                "not paid",
                f"those that {augen} differs from {base}",
                "revoke.declarer_loses_game",
            ):
                self.augen(augen, base, pays=True, game=game)
            return
        if self.either(
            "loss-base",
            "from where the Augen of a lost game are reckoned",
            f"below {base}",
            f"below {rules.number('counting.win_at')}",
            "settlement.loss_reckoned_alike",
        ):
            base = rules.number("counting.win_at")
        self.augen(augen, base, pays=True, game=game)

    def remis(self) -> None:
        """At 39 the declarer pays the price of the game only (1863:21)."""
        rules = self.rules
        game = self.lost_game()
        key = f"settlement.remis_price.{game}"
        self.to_each(f"{self.called(game)} with {self.deal.augen} Augen", rules.number(key), "", rules.ref(key))
        if not rules.flag("settlement.remis_bid_price_only"):
            return
        if self.either(
            "remis-sum",
            f"whether the sum is set at {self.deal.augen} Augen",
            "no: he pays 'only' the price",
            "yes",
            "settlement.remis_bid_price_only",
        ):
            self.pot.lose(self.declarer, self.pot.sum(), rules.ref("settlement.stake.loser_sets_sum"))

    def vole(self) -> None:
        """The Vole, paid only if declared (1863:23-25)."""
        vole, rules = self.deal.vole, self.rules
        if vole is None:
            return
        if vole.declared_after is None:
            if vole.made and not rules.flag("volat.undeclared_paid"):
                self.say("the Vole was not declared: nothing is paid", rules.ref("volat.undeclared_paid"))
            return
        due = rules.number("volat.declared_after_trick")
        when = vole.declared_after
        if when != due and self.either(
            "vole-time",
            f"a Vole declared after trick {when}",
            "it stands",
            f"void: it is to be declared after trick {due}",
            "volat.declared_after_trick",
        ):
            return
        key = f"volat.{'announced' if vole.made else 'failed'}.{self.game}"
        marken = rules.number(key)
        words = f"{marken} each"
        if self.either(
            "vole-each",
            f"who shares in the {marken} Marken of the Vole",
            "each of the others pays or is paid them",
            "they are the sum for all others together",
            key,
        ):
            marken //= len(self.others)
        if (
            not vole.made
            and not self.is_won
            and self.either(
                "vole-lost",
                "a declared Vole that fails in a game not won",
                "paid beside the lost game",
                "not paid: the text speaks of a won game",
                key,
            )
        ):
            return
        if vole.made:
            self.from_each("Vole", marken, words, rules.ref(key))
        else:
            self.to_each("Vole failed", marken, words, rules.ref(key))
