"""Tarokhombre as programs play it: deal, auction, purchase of named cards, tricks, and the sheet (1863:2-29).

Every value comes from the rules; those that 1863 does not state are assumed (`rules_data/1863/assumed.yaml`).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from string import ascii_uppercase
from typing import Any, Self

from msgspec import convert, structs

from tarock.base.errors import CodexError, list_and
from tarock.base.structs import Record
from tarock.game.common.cards import EXCUSE
from tarock.game.common.excuse import ExcuseTrickPhase
from tarock.game.common.game_file import list_payments
from tarock.game.common.notation import write_cards, write_plays
from tarock.game.common.phases import TALON, DealPhase
from tarock.game.common.play import (
    END,
    TERMINAL,
    GameEngine,
    GamePhase,
    PaymentRule,
    RuleReference,
    TableState,
    from_rules,
    require_finished,
)
from tarock.game.common.records import goes_to_the_right, read_choice, read_enum
from tarock.game.common.score import SettledScore, read_unit
from tarock.game.common.trick_law import REVOKE_ACTS
from tarock.game.tarokhombre_1863.auction import AuctionNode, Contract, SeatAtDeal, find_node
from tarock.game.tarokhombre_1863.checks import count_bought
from tarock.game.tarokhombre_1863.position import TarokhombrePosition
from tarock.game.tarokhombre_1863.record import (
    BidWord,
    Deal,
    HeldHonour,
    SpokenBid,
    TarokhombreDeals,
    TarokhombreGame,
    TarokhombreResult,
    Vole,
)
from tarock.game.tarokhombre_1863.settlement import count_marken, settle
from tarock.game.tarokhombre_1863.unseen import UnseenCards
from tarock.rules.invariants import require_playable
from tarock.rules.ruleset import Alteration, Rules

DISCARD, AUCTION, GIVE, NAME, MATCH, TRICKS, VOLE = "discard", "auction", "give", "name", "match", "tricks", "vole"
ANNOUNCE, SILENT = "vole", "no vole"  # what the declarer may say between two tricks
_NEVER_NONE, _NEVER_OTHER = "no exception", "those of another game"


class Actor(StrEnum):
    """The player who takes the cards left over, or discards: the dealer, or who plays (1863:2, 3, 13)."""

    DEALER = "dealer"
    DECLARER = "declarer"


class ScatOwner(StrEnum):
    """For whom cards discarded count; the text does not say (1863:3, 13)."""

    DEALER = "dealer"
    DECLARER = "declarer"
    DEFENDERS = "defenders"


class TarokhombreOptions(Record, kw_only=True):
    """Decisions that the text leaves to the players: `scat_first` lays the first three cards into the Scat (1863:2)."""

    scat_first: bool = False


class TarokhombreEngine(GameEngine[TarokhombrePosition]):
    """The rules of 1863 made into tables, with what is assumed."""

    options_type, position_type = TarokhombreOptions, TarokhombrePosition
    options: TarokhombreOptions

    def __init__(
        self, rules: Rules, options: TarokhombreOptions, altered: tuple[Alteration, ...] = (), *, whole: bool = True
    ):
        """Take rules and options; raises `CodexError` for a value that is missing, or that cannot be played with.

        Unless it is `whole`, each value is read when it is first asked for.
        """
        self.rules, self.options, self.altered = rules, options, altered
        self._nodes: dict[tuple[tuple[int, int], ...], AuctionNode] = {}
        self.words = tuple(BidWord)
        if whole:
            require_playable(rules)
            self._require_known()
            self.read_all()

    def _require_known(self) -> None:
        """Raise `CodexError` for values that the phases cannot express."""
        rules, case = self.rules, self.case
        if self.players != len(SeatAtDeal):
            raise self.make_refusal("game.players", f"{len(SeatAtDeal)} players: the first, the second and the dealer")
        discarded_by = read_enum(rules, "discard.who", Actor, **case)
        if self.taken_by is not discarded_by or self.discard_size != self.left_over:
            needs = "who takes the cards left over (`talon.taken_by`), and discards as many (`deal.left_over`)"
            raise self.make_refusal("discard.who", needs)
        if rules.word("bidding.deferring.rest_pass", seat="first") != rules.word("bidding.all_pass"):
            raise self.make_refusal("bidding.deferring.rest_pass", "cards that are thrown in, as where all pass")
        if {*rules.words("bidding.games")} != {*Contract}:
            raise self.make_refusal("bidding.games", list_and(Contract))
        read_unit(rules)
        if rules.words("announcements.allowed_to", feat="volat") != (Actor.DECLARER,):
            raise self.make_refusal("announcements.allowed_to", "the declarer as the only one who announces the vole")

    @cached_property
    def players(self) -> int:  # type: ignore[override]
        """Return how many play."""
        return self.rules.numbers("game.players")[0]

    @cached_property
    def seats(self) -> tuple[str, ...]:  # type: ignore[override]
        """Return the names of the seats."""
        return tuple(ascii_uppercase[: self.players])

    @cached_property
    def first_word(self) -> int:
        """Return the action of the first word of the auction."""
        return len(self.cards)

    @cached_property
    def silent(self) -> int:
        """Return the action of not announcing the vole."""
        return self.first_word + len(self.words)

    @cached_property
    def announce(self) -> int:
        """Return the action of announcing the vole."""
        return self.silent + 1

    @cached_property
    def case(self) -> dict[str, Any]:
        """Return the case of the rules that depend on how the cards are dealt."""
        return {"talon_dealt": "first" if self.options.scat_first else "last"}

    left_over = from_rules(lambda rules: rules.number("deal.left_over"))  # how many cards the deal leaves over

    @cached_property
    def taken_by(self) -> Actor:
        """Return the player who takes the cards left over, and discards."""
        return read_enum(self.rules, "talon.taken_by", Actor, **self.case)

    @cached_property
    def discard_size(self) -> int:
        """Return how many cards are discarded."""
        return self.rules.number("discard.cards", **self.case)

    @cached_property
    def discardable(self) -> frozenset[int]:
        """Return the cards that may be discarded."""
        return self._find_discardable()

    @cached_property
    def scat_discardable(self) -> bool:
        """Return whether the cards of a Scat that the declarer takes may be discarded."""
        return self.options.scat_first and self.rules.flag("discard.bought_allowed", **self.case)

    @cached_property
    def discard_counts_for(self) -> ScatOwner:
        """Return for whom cards discarded count."""
        return read_enum(self.rules, "discard.counts_for", ScatOwner, **self.case)

    # whether a seat that is outbid answers before the next speaks; the text does not say (1863:6)
    answers_at_once = from_rules(lambda rules: read_choice(rules, "bidding.answer", "at once", "when all have spoken"))
    # whether a Scat that was dealt first is taken after the purchase; the text does not say (1863:13)
    scat_taken_late = from_rules(
        lambda rules: read_choice(rules, "talon.scat_taken", "after the purchase", "before the purchase")
    )
    # whether a card that the declarer asks for comes from the Scat too; the text does not say (1863:11)
    named_anywhere = from_rules(
        lambda rules: read_choice(rules, "talon.named_from", "a player or the Scat", "a player")
    )
    # whether the declarer chooses which card he gives for which; the text does not say (1863:11)
    matches = from_rules(
        lambda rules: read_choice(
            rules, "talon.given_which", "as the declarer likes", "in the order in which they were laid down"
        )
    )
    # whether cards are laid down before others are named
    given_first = from_rules(lambda rules: rules.flag("talon.given_first"))

    @cached_property
    def purchases(self) -> dict[Contract, tuple[bool, int]]:
        """Return by game whether a Scat is taken, and how many cards are named."""
        return {game: self._find_purchase(game) for game in Contract}

    # whether the Vorhand leads to the first trick, or who sits after the declarer
    forehand_leads = from_rules(lambda rules: read_choice(rules, "play.leader", "first", "right of declarer"))
    # after which trick the vole may be announced
    vole_after = from_rules(lambda rules: rules.number("volat.announced_after_trick"))
    vole_late = from_rules(lambda rules: rules.flag("volat.late"))  # whether it may be announced later too

    honours = from_rules(lambda rules: rules.words("honours.kinds"))  # the kinds of honours
    # how many trumps are an honour
    honour_trumps = from_rules(lambda rules: rules.number("honours.count", honour="tarocks"))

    @cached_property
    def honour_cards(self) -> dict[str, list[frozenset[int]]]:
        """Return by kind the cards that make an honour; of trumps all that count."""
        return self._find_honour_cards()

    @cached_property
    def excuse(self) -> int:
        """Return the number of the Excuse, -1 where the Scüs is a trump."""
        return self.number[self.pack.scues] if self.rules.word("rank.scues_nature") == EXCUSE else -1

    @cached_property
    def excuse_moves(self) -> int:
        """Return how many thirds of a point an Excuse moves that is kept."""
        return self._count_excuse_thirds()

    stamm = from_rules(lambda rules: rules.number("settlement.pool.stake_counters"))  # the height of a Stamm
    # how many places on the seat at the right hand is
    to_the_right = from_rules(lambda rules: 1 if goes_to_the_right(rules) else -1)

    @cached_property
    def paid_beside(self) -> tuple[bool, int]:
        """Return whether an honour brings something, and what the Pagat in the last trick brings."""
        bonuses = [self.rules.number("honours.bonus", honour=kind) for kind in self.honours]
        return any(bonuses), self.rules.number("ultimo.bonus")

    @cached_property
    def lone_excuse(self) -> int:
        """Return how many thirds of a point the Excuse is worth to a side that takes no trick."""
        if self.excuse < 0:
            return 0
        return self.rules.number("excuse.lone_points") * self.rules.number("counting.group")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the actions by number: cards, the words of the auction, and those of the vole."""
        return (*(card.printed for card in self.cards), *map(str, self.words), SILENT, ANNOUNCE)

    @cached_property
    def tricks(self) -> TarokhombreTricks:
        """Return the phase of the tricks."""
        return TarokhombreTricks(self)

    @cached_property
    def phases(self) -> Mapping[str, GamePhase[TarokhombrePosition]]:
        """Return the phases by name."""
        return {
            "deal": TarokhombreDeal(self),
            DISCARD: TarokhombreDiscard(self),
            AUCTION: TarokhombreAuction(self),
            GIVE: TarokhombreGiving(self),
            NAME: TarokhombreNaming(self),
            MATCH: TarokhombreMatching(self),
            TRICKS: self.tricks,
            VOLE: TarokhombreVole(self),
        }

    @classmethod
    def of(cls, rules: Rules, options: Any = None, altered: tuple[Alteration, ...] = ()) -> Self:
        """Return the engine of these rules; raises `CodexError` with the first value that is missing."""
        return cls(rules, options or TarokhombreOptions(), altered)

    def _find_discardable(self) -> frozenset[int]:
        """Return the cards that may be discarded (1863:3)."""
        never = self.rules.words("discard.never")
        if _NEVER_OTHER in never:
            raise self.make_refusal("discard.never", "the cards themselves, for the other game is not described")
        try:
            barred = self.pack.select(name for name in never if name != _NEVER_NONE)
        except CodexError as error:
            raise self.make_refusal("discard.never", f"cards and ranks of the pack: {error.what}") from None
        trumps = self.rules.flag("discard.tarock")
        return self.number_cards(card for card in self.cards if card not in barred and (trumps or not card.is_tarock))

    def _find_honour_cards(self) -> dict[str, list[frozenset[int]]]:
        """Return by kind the sets of cards of which one makes an honour; of trumps all that count."""
        rules, found = self.rules, dict[str, list[frozenset[int]]]()
        for kind in self.honours:
            if kind == "tarocks":
                found[kind] = [self.number_cards(card for card in self.cards if card.is_tarock)]
                continue
            cards = self.pack.select_stated(rules, "honours.cards", honour=kind)
            suits = sorted({card.suit for card in cards}) if kind == "cavallerie" else [""]
            found[kind] = [self.number_cards(card for card in cards if suit in ("", card.suit)) for suit in suits]
        return found

    def find_honours(self, hands: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
        """Return who holds which kind of honour, by its place in `honours`."""
        return [
            (seat, number)
            for seat, hand in enumerate(hands)
            for number, kind in enumerate(self.honours)
            for cards in self.honour_cards[kind]
            if len(cards & {*hand}) >= (self.honour_trumps if kind == "tarocks" else len(cards))
        ]

    def _find_purchase(self, game: Contract) -> tuple[bool, int]:
        """Return whether the declarer of a game takes a Scat that was dealt first, and how many cards he names."""
        if not self.options.scat_first:
            return False, count_bought(game, self.rules)
        bought = self.rules.number("talon.bought", contract=game, **self.case)
        takes = bought >= self.left_over
        return takes, bought - self.left_over if takes else bought

    def _count_excuse_thirds(self) -> int:
        """Return how many thirds the side gains that keeps the Excuse from a trick of the other, for plain cards."""
        if self.excuse < 0 or not self.rules.flag("excuse.exchanged"):
            return 0
        plain = min(card.thirds for card in self.cards if not card.points)
        return self.pack.scues.thirds - self.rules.number("excuse.exchange_cards") * plain

    # --- order and auction ----------------------------------------------------------------------------------------

    def deal_places(self, dealer: int) -> Sequence[int]:
        """Return the place of each card in order of dealing, a seat or `TALON`."""
        deal = self.phases["deal"]
        assert isinstance(deal, TarokhombreDeal)
        return deal.places[dealer]

    def order(self, dealer: int) -> tuple[int, ...]:
        """Return the seats in the order of speaking, the dealer last (1863:4)."""
        return tuple((dealer + place) % self.players for place in range(1, self.players + 1))

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Return the names of the seats in the order of speaking, for the auction."""
        return tuple(SeatAtDeal)

    def find_auction(self, at: TarokhombrePosition) -> AuctionNode:
        """Return where the auction stands, with places for seats."""
        told = tuple(((seat - at.dealer - 1) % self.players, word) for seat, word in at.calls)
        if told not in self._nodes:
            calls = [(self.places[place], self.words[word - self.first_word]) for place, word in told]
            self._nodes[told] = find_node(calls, self.places, self.rules, at_once=self.answers_at_once)
        return self._nodes[told]

    def seat_at(self, at: TarokhombrePosition, place: str) -> int:
        """Return the number of the seat at a place."""
        return self.order(at.dealer)[self.places.index(place)]

    # --- what follows ----------------------------------------------------------------------------------------------

    def start_auction(self, at: TarokhombrePosition) -> None:
        """Begin the auction."""
        at.phase, at.player = AUCTION, self.seat_at(at, self.find_auction(at).seat)

    def end_auction(self, at: TarokhombrePosition, declarer: int, game: Contract | None) -> None:
        """Note who plays what, and what is to be exchanged before the first lead; the end, where nobody plays."""
        if game is None:
            at.phase, at.player = END, TERMINAL
            return
        at.declarer, at.game = declarer, game
        takes, at.wanted = self.purchases[game]
        exchange = [GIVE, NAME] if self.given_first else [NAME, GIVE]
        at.steps = exchange if at.wanted else []
        if takes:
            at.steps = [*at.steps, DISCARD] if self.scat_taken_late else [DISCARD, *at.steps]
        self.go_on(at)

    def go_on(self, at: TarokhombrePosition) -> None:
        """Begin what is next: a step of the exchange, or the tricks."""
        if not at.steps:
            self.start_tricks(at)
            return
        at.phase, at.player = at.steps.pop(0), at.declarer
        if at.phase == DISCARD:
            self.take_scat(at, at.declarer)

    def take_scat(self, at: TarokhombrePosition, seat: int) -> None:
        """Let a seat take the cards that the deal left over, and discard."""
        at.scat_lies, at.discarder = False, seat
        at.hands[seat] = sorted([*at.hands[seat], *at.scat])
        at.tell("scat", at.scat, 1 << seat)
        at.phase, at.player = DISCARD, seat

    def start_tricks(self, at: TarokhombrePosition) -> None:
        """Begin the tricks."""
        at.honours = self.find_honours(at.hands)
        first = self.order(at.dealer)[0]
        leader = first if self.forehand_leads else self.right_of(at.declarer)
        self.tricks.start(at, leader, TRICKS)

    def right_of(self, seat: int) -> int:
        """Return the seat at the right hand of another."""
        return (seat + self.to_the_right) % self.players

    # --- the end ---------------------------------------------------------------------------------------------------

    def count_declarer_thirds(self, at: TarokhombrePosition) -> int:
        """Return what the declarer has in thirds of a point: his tricks, with the Excuse and what is discarded."""
        tricks, played_by = [trick for trick in at.tricks if trick], -1
        taken = dict.fromkeys(range(self.players), 0)
        thirds = 0
        for trick in tricks:
            winner = self.find_taker(trick)
            taken[winner] += 1
            if winner == at.declarer:
                thirds += sum(self.cards[card].thirds for _seat, card in trick)
            for seat, card in trick:
                if card == self.excuse and (seat == at.declarer) != (winner == at.declarer):
                    played_by = seat
        if played_by >= 0:
            own = taken[at.declarer] if played_by == at.declarer else sum(taken.values()) - taken[at.declarer]
            moved = (self.excuse_moves if own else self.lone_excuse) if self.excuse_moves else 0
            thirds += moved if played_by == at.declarer else -moved
        if self.counts_discard(at):
            thirds += sum(self.cards[card].thirds for card in at.discard)
        return thirds

    def counts_discard(self, at: TarokhombrePosition) -> bool:
        """Return whether what was discarded counts for the declarer."""
        owner = self.discard_counts_for
        return at.dealer == at.declarer if owner is ScatOwner.DEALER else owner is ScatOwner.DECLARER

    def find_taker(self, trick: Sequence[tuple[int, int]]) -> int:
        """Return the seat that takes a trick."""
        return self.tricks.find_taker(trick)

    def list_calls(self, at: TarokhombrePosition, seats: Sequence[str]) -> tuple[SpokenBid, ...]:
        """Return the words of the auction."""
        return tuple(SpokenBid(seat=seats[seat], says=self.words[word - self.first_word]) for seat, word in at.calls)

    def make_deal(self, at: TarokhombrePosition, seats: Sequence[str]) -> Deal:
        """Return the record of a finished deal with these names of the seats, as `tarock score` reads it."""
        calls = self.list_calls(at, seats)
        if at.declarer < 0:
            return Deal(dealer=seats[at.dealer], calls=calls, scat_first=self.options.scat_first)
        tricks = sum(self.find_taker(trick) == at.declarer for trick in at.tricks)
        made = tricks == self.hand_size
        announced = at.declared_after if at.declared_after >= 0 else None
        return Deal(
            dealer=seats[at.dealer],
            calls=calls,
            augen=self.count_declarer_thirds(at) // self.rules.number("counting.group"),
            tricks=tricks,
            vole=Vole(made=made, declared_after=announced) if made or announced is not None else None,
            scat_first=self.options.scat_first,
            revokes=self.find_revokes(at, seats),
            honours=self.list_honours(at, seats),
            pagat_last=self.find_pagat_last(at, seats),
        )

    def find_revokes(self, at: TarokhombrePosition, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the seats that played against a duty whose breach is a revoke, once for each breach (1863:28, 29)."""
        held = [list(hand) for hand in at.hands]
        for trick in at.tricks:
            for seat, card in trick:
                held[seat].append(card)
        counted, found = self.rules.words("revoke.counts_as"), list[str]()
        for trick in at.tricks:
            for place, (seat, card) in enumerate(trick):
                hand, before = self.tricks.list_cards(held[seat]), self.tricks.list_plays(trick[:place])
                breach = self.law.find_breach(hand, before, self.cards[card])
                if breach and REVOKE_ACTS.get(breach.duty) in counted:
                    found.append(seats[seat])
                held[seat].remove(card)
        return tuple(found)

    def list_honours(self, at: TarokhombrePosition, seats: Sequence[str]) -> tuple[HeldHonour, ...]:
        """Return the honours that are held, where one of them brings something."""
        held = at.honours if self.paid_beside[0] else ()
        return tuple(convert({"seat": seats[seat], "kind": self.honours[number]}, HeldHonour) for seat, number in held)

    def find_pagat_last(self, at: TarokhombrePosition, seats: Sequence[str]) -> str:
        """Return who took the last trick with the Pagat, where that brings something; empty for nobody."""
        last = at.tricks[-1]
        taker = self.find_taker(last)
        made = (taker, self.number[self.pack.pagat]) in last
        return seats[taker] if made and self.paid_beside[1] else ""

    def pay(self, state: Any) -> list[float]:
        """Return the gain of each player in counters; what stays in the pot is nobody's."""
        totals = state.settle(prices=False).totals
        return [float(totals[seat]) for seat in self.seats]

    @cached_property
    def payment(self) -> PaymentRule:
        """Return how counters are paid, and between what bounds one deal pays."""
        rules, others = self.rules, self.players - 1
        base = rules.number("counting.margin_from")
        most = max(
            rules.number("settlement.price", contract=game)
            + count_marken(2 * rules.number("counting.remis_at") - base, game, rules)[0]
            + max(rules.number(f"volat.{kind}", announced=True, contract=game) for kind in ("bonus", "lost"))
            for game in Contract
        )
        stakes = 2 * rules.number("settlement.pool.count") * self.stamm + self.paid_beside[1]
        stakes += sum(rules.number("honours.bonus", honour=kind) for kind in self.honours) * self.players
        return PaymentRule(self.cite_rule("settlement.paid_by"), False, -others * most - stakes, others * most + stakes)

    @cached_property
    def max_game_length(self) -> int:
        """Return an upper bound of the players' actions in one deal."""
        named = max(wanted for _takes, wanted in self.purchases.values())
        calls = self.players + self.players * len(Contract) * 2
        voles = self.hand_size - self.vole_after
        missed = 0 if self.named_anywhere else self.left_over
        return self.discard_size + calls + 3 * named + missed + voles + self.players * self.hand_size

    @cached_property
    def most_told(self) -> int:
        """Return how often at most something is told to one player in a deal."""
        named = max(wanted for _takes, wanted in self.purchases.values())
        return 4 + named * (self.players + 3) + self.left_over

    def describe_words(self, at: TarokhombrePosition, player: int) -> list[str]:
        """Return what a player has heard and seen of auction, Scat and purchase."""
        parts = [f"{seat} {self.names[word]}" for seat, word in at.calls]
        if at.game:
            parts.append(f"declarer {at.declarer} {at.game}")
        if at.discard and player == at.discarder:
            parts.append(f"scat {self.list_names(at.discard)}")
        if at.named:
            parts.append(f"named {self.list_names(at.named)}")
        if at.given and player == at.declarer:
            parts.append(f"given {self.list_names(at.given)}")
        return [*parts, f"{ANNOUNCE} after {at.declared_after}"] if at.declared_after >= 0 else parts

    def imagine(self, state: Any, player: int, chance: random.Random) -> Sequence[int] | None:
        """Return a history that may agree with what a player knows; None where the draw failed."""
        return UnseenCards(state, player, chance).draw()

    def new_state(self, dealer: int | None = None) -> TarokhombreState:
        """Return a game before the first card; raises `CodexError` for a dealer that is no player."""
        return TarokhombreState(self, dealer)


class TarokhombreState(TableState[TarokhombrePosition]):
    """A game of Tarokhombre at one moment."""

    engine: TarokhombreEngine

    def settle(self, *, prices: bool = True, earlier: Sequence[Self] = ()) -> SettledScore:
        """Return the sheet of the finished deal, and of those `earlier`, with which it shares the pot.

        With `prices` also what other readings would change. Raises `CodexError` for a game that is not finished.
        """
        require_finished(self.at)
        engine = self.engine
        rules = engine.rules if prices else engine.rules.without_prices()
        deals = tuple(engine.make_deal(each.at, engine.seats) for each in (*earlier, self))
        record = TarokhombreDeals(era=rules.era, seats=engine.seats, stamm=engine.stamm, deals=deals)
        return settle(record, rules)

    def to_game(self) -> TarokhombreGame:
        """Return the record of the finished game with its result; raises `CodexError` before the end."""
        settled, at, engine = self.settle(prices=False), self.at, self.engine
        deal = engine.make_deal(at, engine.seats)
        return structs.replace(
            self.record_so_far(),
            result=TarokhombreResult(
                declarer=engine.seats[at.declarer] if at.declarer >= 0 else "",
                game=at.game,
                augen=deal.augen,
                tricks=deal.tricks,
                totals=settled.totals,
                payments=list_payments(settled),
            ),
        )

    def record_so_far(self) -> TarokhombreGame:
        """Return the record of a game up to now, without a result; raises `CodexError` before all cards are dealt."""
        at, engine = self.at, self.engine
        if not at.dealt:
            raise CodexError("not all cards are dealt yet", "expected a state after the deal")
        seats, cards, tricks = engine.seats, engine.cards, engine.tricks

        def listed(numbers: Sequence[int]) -> str:
            return write_cards([cards[number] for number in numbers])

        return TarokhombreGame(
            era=engine.rules.era,
            seats=seats,
            dealer=seats[at.dealer],
            stamm=engine.stamm,
            scat_first=engine.options.scat_first,
            hands={seat: listed(hand) for seat, hand in zip(seats, at.dealt, strict=True)},
            left_over=listed(at.talon),
            discard=listed(at.discarded),
            calls=engine.list_calls(at, seats),
            given=" - ".join(map(listed, zip(at.given))),
            named=" - ".join(map(listed, zip(at.named))),
            handed=" - ".join(map(listed, zip(at.handed))),
            vole_after=at.declared_after if at.declared_after >= 0 else None,
            tricks=tuple(write_plays(tricks.list_plays(trick)) for trick in at.tricks if trick),
        )


# --- the phases -----------------------------------------------------------------------------------------------------


class TarokhombreDeal(DealPhase[TarokhombrePosition]):
    """The deal: to the others and to the dealer, and three cards last or first (1863:2)."""

    engine: TarokhombreEngine

    def __init__(self, engine: TarokhombreEngine):
        """Take the engine."""
        rules, packet = engine.rules, engine.rules.number("deal.packet")
        rounds = engine.hand_size // packet
        first, last = rules.flag("deal.talon_first", **engine.case), rules.flag("deal.dealer_last")
        left = [TALON] * engine.left_over
        places = []
        for dealer in range(engine.players):
            order = engine.order(dealer) if last else (dealer, *engine.order(dealer)[:-1])
            served = [seat for _round in range(rounds) for seat in order for _card in range(packet)]
            places.append([*left, *served] if first else [*served, *left])
        super().__init__(engine, places)

    def finish(self, at: TarokhombrePosition) -> None:
        """Let the dealer discard, or begin the auction."""
        engine = self.engine
        at.scat, at.scat_lies = list(at.talon), True
        if engine.taken_by is Actor.DEALER:
            engine.take_scat(at, at.dealer)
        else:
            engine.start_auction(at)


class TarokhombreDiscard(GamePhase[TarokhombrePosition]):
    """Discarding as many cards as the deal left over, one at a time (1863:3, 13)."""

    engine: TarokhombreEngine

    def legal(self, at: TarokhombrePosition) -> Collection[int]:
        """Return the cards of his hand that he may discard."""
        kept = at.scat if at.declarer >= 0 and not self.engine.scat_discardable else ()
        return [card for card in at.hands[at.player] if card in self.engine.discardable and card not in kept]

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Discard a card, seen by him alone; that the Scat lies all are told (1863:3)."""
        engine, seat = self.engine, at.player
        at.hands[seat].remove(action)
        at.discarded.append(action)
        at.discard.append(action)
        if len(at.discard) == engine.discard_size:
            at.tell("the Scat lies", (), engine.everyone & ~(1 << seat))
            if at.declarer < 0:
                engine.start_auction(at)
            else:
                engine.go_on(at)
        return 1 << seat

    def why(self, at: TarokhombrePosition, action: int) -> RuleReference:
        """Return the rule of what may be discarded."""
        engine = self.engine
        if action not in at.hands[at.player]:
            return engine.cite_rule("discard.who", **engine.case)
        if at.declarer >= 0 and action in at.scat:
            return engine.cite_rule("discard.bought_allowed", **engine.case)
        return engine.cite_rule("discard.free" if action in engine.discardable else "discard.never")


class TarokhombreAuction(GamePhase[TarokhombrePosition]):
    """The auction: each in his turn, and the answers of those who are outbid (1863:4-10)."""

    engine: TarokhombreEngine

    def legal(self, at: TarokhombrePosition) -> Collection[int]:
        """Return the words that may be said."""
        engine = self.engine
        return sorted(engine.first_word + engine.words.index(word) for word in engine.find_auction(at).legal)

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Say a word."""
        engine = self.engine
        at.calls.append((at.player, action))
        node = engine.find_auction(at)
        if node.result is None:
            at.player = engine.seat_at(at, node.seat)
        else:
            declarer, game = node.result.declarer, node.result.game
            engine.end_auction(at, engine.seat_at(at, declarer) if game else -1, game)
        return engine.everyone

    def why(self, at: TarokhombrePosition, action: int) -> RuleReference:
        """Return the rule of a word."""
        engine, index = self.engine, action - self.engine.first_word
        if not 0 <= index < len(engine.words):
            return engine.cite_rule("bidding.games")
        key, case = engine.find_auction(at).rules[engine.words[index]]
        return engine.cite_rule(key, **case)


class TarokhombreGiving(GamePhase[TarokhombrePosition]):
    """Laying down, face down, as many cards as are to be named (1863:11, 32)."""

    engine: TarokhombreEngine

    def legal(self, at: TarokhombrePosition) -> Collection[int]:
        """Return the cards in hand."""
        return list(at.hands[at.player])

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Lay down a card, seen by the declarer alone."""
        engine, seat = self.engine, at.player
        at.hands[seat].remove(action)
        at.given.append(action)
        if len(at.given) == at.wanted:
            at.tell("laid down", (), engine.everyone & ~(1 << seat))
            finish_exchange(engine, at)
        return 1 << seat

    def why(self, at: TarokhombrePosition, action: int) -> RuleReference:
        """Return the rule of laying a card down: of giving first if it is held, else of the hand."""
        return self.engine.cite_rule("talon.given_first" if action in at.hands[at.player] else "deal.hand")


class TarokhombreNaming(GamePhase[TarokhombrePosition]):
    """Naming the cards that the declarer wants (1863:11)."""

    engine: TarokhombreEngine

    def legal(self, at: TarokhombrePosition) -> Collection[int]:
        """Return the cards that are not his own, nor known to him to be out of reach."""
        own = {*at.hands[at.player], *at.given, *at.named}
        if not self.engine.named_anywhere and at.discarder == at.player:
            own.update(at.discard)
        return [card for card in range(len(self.engine.cards)) if card not in own]

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Name a card; that nobody can give it all are told."""
        engine = self.engine
        if find_giver(engine, at, action) is None:
            at.tell("out of reach", (action,), engine.everyone)
            return engine.everyone
        at.named.append(action)
        if len(at.named) == at.wanted:
            finish_exchange(engine, at)
        return engine.everyone

    def why(self, at: TarokhombrePosition, action: int) -> RuleReference:
        """Return the rule of what may be named."""
        return self.engine.cite_rule("talon.bought_how")


class TarokhombreMatching(GamePhase[TarokhombrePosition]):
    """Choosing which of the cards laid down goes for the next that was named."""

    engine: TarokhombreEngine

    def legal(self, at: TarokhombrePosition) -> Collection[int]:
        """Return the cards laid down that are still to be given."""
        return sorted(card for card in at.given if card not in at.handed)

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Give this card for the next one that was named; when one is left it follows, and the cards are exchanged.

        Return the seats that see it, a bit for each: the declarer alone.
        """
        at.handed.append(action)
        rest = [card for card in at.given if card not in at.handed]
        if len(rest) == 1:
            at.handed += rest
            exchange(self.engine, at)
        return 1 << at.declarer

    def why(self, at: TarokhombrePosition, action: int) -> RuleReference:
        """Return the rule that as many cards are given as are taken."""
        return self.engine.cite_rule("discard.as_many")


GIVES = "gives"  # told for each seat with each named card: what it gives, nothing for all but one
SCAT = -1  # the place of a named card that no player has


def find_giver(engine: TarokhombreEngine, at: TarokhombrePosition, card: int) -> int | None:
    """Return the seat that has a named card, or `SCAT`; None where it is out of reach."""
    for seat, hand in enumerate(at.hands):
        if card in hand:
            return seat
    return SCAT if engine.named_anywhere else None


def finish_exchange(engine: TarokhombreEngine, at: TarokhombrePosition) -> None:
    """Go on when cards are laid down, or named; when both is done, exchange them."""
    if not len(at.given) == len(at.named) == at.wanted:
        engine.go_on(at)
        return
    givers = {find_giver(engine, at, card) for card in at.named}
    if engine.matches and len(givers) > 1:
        at.phase = MATCH
        return
    at.handed = list(at.given)
    exchange(engine, at)


def exchange(engine: TarokhombreEngine, at: TarokhombrePosition) -> None:
    """Let each named card be given for one that was laid down: all see by whom, he alone sees what he gets."""
    declarer = at.declarer
    for named, given in zip(at.named, at.handed, strict=True):
        giver = find_giver(engine, at, named)
        at.givers.append(SCAT if giver is None else giver)
        for seat in range(engine.players):
            at.tell(f"{engine.seats[seat]} {GIVES}", (named,) if seat == giver else (), engine.everyone)
        if giver is None or giver == SCAT:
            heap = at.scat if at.scat_lies else at.discard
            heap[heap.index(named)] = given
        else:
            at.hands[giver] = sorted([*(card for card in at.hands[giver] if card != named), given])
            at.tell("gets", (given,), 1 << giver)
        at.hands[declarer] = sorted([*at.hands[declarer], named])
    at.exchanged = True
    engine.go_on(at)


class TarokhombreTricks(ExcuseTrickPhase[TarokhombrePosition]):
    """The tricks; after the fifteenth the declarer may announce the vole (1863:24, 29)."""

    engine: TarokhombreEngine

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Play a card; after a trick the declarer may be asked for the vole."""
        engine = self.engine
        super().apply(at, action)
        done = len(at.tricks) - 1
        if at.player == TERMINAL or at.tricks[-1]:
            return engine.everyone
        due = done >= engine.vole_after if engine.vole_late else done == engine.vole_after
        if due and at.declared_after < 0 and all(engine.find_taker(trick) == at.declarer for trick in at.tricks[:-1]):
            at.leader, at.phase, at.player = at.player, VOLE, at.declarer
        return engine.everyone


class TarokhombreVole(GamePhase[TarokhombrePosition]):
    """Announcing the vole, or not, by a declarer who has all the tricks so far (1863:23, 24)."""

    engine: TarokhombreEngine

    def legal(self, at: TarokhombrePosition) -> Collection[int]:
        """Return both words."""
        return [self.engine.silent, self.engine.announce]

    def apply(self, at: TarokhombrePosition, action: int) -> int:
        """Announce it or not, and go on with the tricks."""
        engine = self.engine
        if action == engine.announce:
            at.declared_after = len(at.tricks) - 1
        at.phase, at.player = TRICKS, at.leader
        return engine.everyone

    def why(self, at: TarokhombrePosition, action: int) -> RuleReference:
        """Return the rule of the announcement."""
        return self.engine.cite_rule("volat.announced_after_trick")
