"""Replaying a recorded game of Tarokhombre: the phases of the game fed with the record (1863:2-33)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.wording import Message
from tarock.base.yamlio import Key
from tarock.game.common.cards import Card
from tarock.game.common.findings import Finding, Findings
from tarock.game.common.game_file import PlayedGame, TakenTrick
from tarock.game.common.notation import Play, read_typed_cards, read_typed_plays
from tarock.game.common.records import check_seat, check_seats
from tarock.game.tarokhombre_1863.auction import decide_auction
from tarock.game.tarokhombre_1863.checks import check
from tarock.game.tarokhombre_1863.record import Deal, TarokhombreDeals, TarokhombreGame, Vole
from tarock.game.tarokhombre_1863.settlement import settle
from tarock.game.tarokhombre_1863.state import (
    DISCARD,
    GIVE,
    MATCH,
    NAME,
    VOLE,
    TarokhombreEngine,
    TarokhombreOptions,
    TarokhombreState,
)
from tarock.rules.ruleset import Rules

_HANDED = "tarokhombre_1863.HANDED-DIFFERS"


class _Stopped(Exception):
    """The record cannot be followed any further."""


def replay(game: TarokhombreGame, rules: Rules, engine: TarokhombreEngine | None = None) -> PlayedGame:
    """Return what is wrong in a recorded game, and its sheet, `None` where it cannot be followed to its end.

    A card played against the law is noted, and the game goes on; a revoke decides it (1863:28). Without an `engine` of
    these rules one is made. Raises `CodexError` for cards that cannot be read.
    """
    engine = engine or TarokhombreEngine.of(rules, TarokhombreOptions(scat_first=game.scat_first))
    return _Replaying(game, engine, rules).run()


class _Replaying:
    def __init__(self, game: TarokhombreGame, engine: TarokhombreEngine, rules: Rules):
        self.game, self.rules, self.engine = game, rules, engine
        self.findings = Findings(rules)
        self.tricks: list[TakenTrick] = []
        self.laid: int | None = None  # how many cards were laid down, if too few
        self.state: TarokhombreState

    def run(self) -> PlayedGame:
        deal: Deal | None = None
        try:
            self.start()
            self.hear_calls()
            self.play()
            deal = self.make_deal()
        except _Stopped:
            pass
        settled = None
        if deal is not None:
            game = self.game
            record = TarokhombreDeals(era=game.era, seats=game.seats, title=game.title, stamm=game.stamm, deals=(deal,))
            check(record, self.findings)
            settled = settle(record, self.rules)
            if game.result and game.result.totals != settled.totals:
                words, stated = "tarokhombre_1863.RESULT-DIFFERS", tuple(game.result.totals.values())
                computed = tuple(settled.totals.values())
                self.report("RESULT-DIFFERS", "result", words=words, stated=stated, computed=computed)
        return PlayedGame(self.game, tuple(self.tricks), tuple(self.findings.list), settled)

    def report(
        self, code: str, *place: Key, trick: int = 0, seat: str = "", card: str = "", ref: str = "", words: str = "",
        **values: Hashable,
    ) -> None:  # fmt: skip
        message = Message(words or code, seat=seat, card=card, **values)
        self.findings.add(Finding(code, trick, seat, card, message, ref, (*self.findings.place, *place)))

    def stop(self, code: str, *place: Key, **values: Hashable) -> _Stopped:
        """Report a fault after which the record cannot be followed, and return what is to be raised."""
        self.report(code, *place, **values)  # type: ignore[arg-type]
        return _Stopped()

    # --- the deal -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Deal the cards as the record has them."""
        game, engine = self.game, self.engine
        if not check_seats(self.findings, game.seats):
            raise _Stopped
        if not check_seat(self.findings, game.dealer, game.seats, "dealer"):
            raise _Stopped
        for seat in game.hands:
            if not check_seat(self.findings, seat, game.seats, "hands", seat):
                raise _Stopped
        hands = [self.read_cards(game.hands.get(seat, ""), "hands", seat) for seat in game.seats]
        left = self.read_cards(game.left_over, "left_over")
        self.check_deal(hands, left)
        self.state = engine.new_state(game.seats.index(game.dealer))
        heaps = {seat: iter(hand) for seat, hand in enumerate(hands)} | {-1: iter(left)}
        for place in engine.deal_places(self.state.dealer):
            self.state.apply_action(next(heaps[place]))

    def read_cards(self, text: str, *place: Key) -> list[int]:
        try:
            return [self.engine.number[card] for card in read_typed_cards(text, self.engine.pack)]
        except CodexError as error:
            raise CodexError(f"{'.'.join(map(str, place))}: {error.what}", error.expected) from None

    def check_deal(self, hands: Sequence[Sequence[int]], left: Sequence[int]) -> None:
        """Report hands of a wrong size, and cards that lie twice or nowhere; they cannot be played (1863:27)."""
        game, engine, before = self.game, self.engine, len(self.findings)
        for seat, hand in zip(game.seats, hands, strict=True):
            due, ref = self.rules.number_with_ref("deal.hand")
            if len(hand) != due:
                self.report("HAND-SIZE", "hands", seat, seat=seat, ref=ref, number=len(hand), expected=due)
        due, ref = self.rules.number_with_ref("deal.left_over")
        if len(left) != due:
            self.report("TALON-SIZE", "left_over", ref=ref, numbers=(len(left),), expected=due)
        lying: dict[int, str] = {}
        for seat, cards in (*zip(game.seats, hands, strict=True), ("", left)):
            for number in cards:
                card = engine.names[number]
                if number in lying:
                    self.report("DEAL-DUPLICATE", seat=seat, card=card, first=lying[number])
                lying.setdefault(number, seat)
        for number, name in enumerate(engine.names[: len(engine.cards)]):
            if number not in lying:
                self.report("DEAL-MISSING", card=name)
        if len(self.findings) > before:
            raise _Stopped

    # --- auction and purchase -------------------------------------------------------------------------------------

    def hear_calls(self) -> None:
        """Let the dealer discard, and decide the auction by the words of the record."""
        state, engine = self.state, self.engine
        if state.phase == DISCARD:
            self.discard()
        at = state.at
        order = tuple(self.game.seats[seat] for seat in engine.order(at.dealer))
        decision = decide_auction(self.game.calls, order, self.findings.at("calls"))
        if decision is None:
            raise _Stopped
        at.calls = [
            (self.game.seats.index(call.seat), engine.first_word + engine.words.index(call.says))
            for call in self.game.calls
        ]
        engine.end_auction(at, self.game.seats.index(decision.declarer) if decision.game else -1, decision.game)

    def discard(self) -> None:
        """Discard the cards of the record."""
        game, state, cards = self.game, self.state, self.read_cards(self.game.discard, "discard")
        due, ref = self.rules.number_with_ref("discard.cards", **self.engine.case)
        if len(cards) != due:
            raise self.stop("SCAT-SIZE", "discard", ref=ref, number=len(cards), expected=due)
        self.lay(cards, "SCAT-NOT-HELD", game.seats[state.current_player()])

    def lay(self, cards: Iterable[int], code: str, seat: str) -> None:
        """Let a seat lay down cards, which it must hold."""
        state = self.state
        for number in cards:
            card, hand = self.engine.names[number], state.at.hands[state.current_player()]
            if number not in hand:
                raise self.stop(code, seat=seat, card=card)
            if refused := state.force_action(number):
                words = "tarokhombre_1863.SCAT-CARD"
                self.report("SCAT-CARD", seat=seat, card=card, ref=refused.ref, words=words)

    def buy(self) -> None:
        """Lay down cards and name others; who lays down too few gets none (1863:32, 33)."""
        game, state, engine = self.game, self.state, self.engine
        at = state.at
        declarer = game.seats[at.declarer]
        if state.phase == GIVE:
            given = self.read_cards(game.given, "given")
            if len(given) > at.wanted:
                raise self.stop("LAID-TOO-MANY", "given", ref=self.rules.ref("discard.as_many"), cards=len(given),
                                due=at.wanted)  # fmt: skip
            if len(given) < at.wanted and not self.rules.flag("talon.ungiven_gets_cards"):
                self.laid = len(given)
                at.wanted = 0
                at.steps = [step for step in at.steps if step not in (GIVE, NAME)]
                engine.go_on(at)
                return
            self.lay(given, "SCAT-NOT-HELD", declarer)
        elif state.phase == NAME:
            named = self.read_cards(game.named, "named")
            due = at.wanted
            if len(named) < due:
                ref = self.rules.ref("talon.bought", contract=at.game)
                raise self.stop("PURCHASE-SIZE", "named", ref=ref, cards=len(named), due=due)
            for number in named:
                if state.phase != NAME or number not in state.legal_actions():
                    card, ref = engine.names[number], self.rules.ref("talon.bought_how")
                    words = "tarokhombre_1863.CARD-NAMED"
                    raise self.stop("CARD-NAMED", "named", seat=declarer, card=card, ref=ref, words=words)
                state.apply_action(number)
        else:
            handed = self.read_cards(game.handed, "handed")
            if sorted(handed) != sorted(at.given):
                raise self.stop("HANDED-DIFFERS", "handed", seat=declarer, words=_HANDED)
            for number in handed[:-1]:
                state.apply_action(number)

    # --- the tricks -------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Exchange cards, then play the tricks of the record."""
        game, state, at = self.game, self.state, self.state.at
        if game.calls and at.declarer < 0:
            return
        while state.phase in (DISCARD, GIVE, NAME, MATCH):
            self.discard() if state.phase == DISCARD else self.buy()
        if game.handed and self.read_cards(game.handed, "handed") != at.handed:
            self.report("HANDED-DIFFERS", "handed", seat=game.seats[at.declarer], words=_HANDED)
        due = self.engine.hand_size
        for number, text in enumerate(game.tricks, 1):
            if state.is_terminal():
                break
            plays, _rest = read_typed_plays(text, self.engine.pack, self.engine.players, seats=game.seats)
            self.play_trick(number, plays)
        if len(game.tricks) != due or not state.is_terminal():
            raise self.stop("TRICKS-MISSING", "tricks", number=len(game.tricks), expected=due)

    def play_trick(self, number: int, plays: Sequence[Play]) -> None:
        """Play a trick, noting what is against the law."""
        game, state, engine = self.game, self.state, self.engine
        at = state.at
        if state.phase == VOLE:
            state.apply_action(engine.announce if game.vole_after == len(at.tricks) - 1 else engine.silent)
        order = [game.seats[(at.player + place) % engine.players] for place in range(engine.players)]
        told = tuple(seat for seat, _card in plays)
        if told != tuple(order):
            place, lead = ("tricks", number - 1), plays[0][1].printed
            if told[0] != order[0]:
                ref = self.rules.ref("play.leader")
                raise self.stop(
                    "LEAD-WRONG-SEAT", *place, trick=number, seat=told[0], card=lead, ref=ref, leader=order[0]
                )
            raise self.stop("PLAY-ORDER", *place, trick=number, seats=told, order=tuple(order))
        for seat, card in plays:
            self.play_card(number, seat, card)
        winner = game.seats[engine.find_taker(at.tricks[number - 1])]
        self.tricks.append(TakenTrick(number, tuple(plays), winner))

    def play_card(self, number: int, seat: str, card: Card) -> None:
        """Play a card, if it is held, by the law or against it."""
        state, engine = self.state, self.engine
        action = engine.number[card]
        if action not in state.at.hands[state.current_player()]:
            raise self.stop("PLAY-NOT-HELD", "tricks", number - 1, trick=number, seat=seat, card=card.printed)
        if breach := engine.tricks.find_breach(state.at, action):
            ref = self.rules.ref(breach.duty)
            self.report("PLAY-REVOKE", "tricks", number - 1, trick=number, seat=seat, card=card.printed, ref=ref,
                        breach=breach.message)  # fmt: skip
        state.force_action(action)

    def make_deal(self) -> Deal:
        """Return the record of the deal for the settlement, with what was done wrong."""
        game, engine = self.game, self.engine
        deal = engine.make_deal(self.state.at, game.seats)
        if self.state.at.declarer < 0:
            return structs.replace(deal, calls=game.calls)
        vole = deal.vole or (Vole(made=False) if game.vole_after is not None else None)
        if vole is not None:
            vole = structs.replace(vole, declared_after=game.vole_after)
        bought = 0 if self.laid is not None else None
        return structs.replace(deal, calls=game.calls, laid=self.laid, bought=bought, vole=vole)
