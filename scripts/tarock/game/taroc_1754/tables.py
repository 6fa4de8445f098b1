"""The phases of Taroc of 1754 and its rules as tables: deal, discard, honours, tricks with the Excuse.

Values that the text does not say come from `assumed.yaml`, which the engine refuses to do without.
Where the text
leaves a choice, the player has it: he may keep an honour to himself, for which nothing is paid then
(1754:2).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from tarock.base.errors import CodexError, list_and
from tarock.base.structs import Frozen
from tarock.game.common.cards import Card, Pack
from tarock.game.common.excuse import ExcuseExchange, ExcuseTrickPhase
from tarock.game.common.notation import BOOK_SEATS
from tarock.game.common.phases import DealPhase
from tarock.game.common.play import (
    GameEngine,
    GamePhase,
    NoOptions,
    PaymentRule,
    Position,
    RuleReference,
    TableState,
    draw_places,
    from_rules,
)
from tarock.game.common.records import read_choice, read_enum
from tarock.game.taroc_1754.record import HonourKind
from tarock.rules.invariants import require_playable
from tarock.rules.ruleset import Alteration, Rules

_DISCARD = -2  # the place of the cards that the dealer has laid away
# the rule against announcing what one has not, by whether that is because a card of it was discarded
NOT_HELD: dict[bool, tuple[str, dict[str, str]]] = {
    False: ("honours.repaid", {"fault": "not held"}),
    True: ("discard.announced_honour", {"honour": "cavallerie"}),
}
WITH_PAGAT = {"holding": "three tarocks with the Pagat"}
WITH_EXCUSE = {"holding": "the Pagat, the Scüs and one tarock"}
OTHERWISE = {"holding": "more or fewer than three tarocks"}


class FurtherMatadore(StrEnum):
    """The trumps that are further Matadore beside the three (1754:10)."""

    DOWN = "down from XXI without a gap"
    BOTH = "down from XXI and up from the Pagat without a gap"
    ANY = "any other trump"


class HonourAction(Frozen):
    """An announcement: a kind of honour, of how many cards or of which suit, with the Excuse in place of a card."""

    kind: HonourKind
    cards: int = 0
    suit: str = ""
    with_excuse: bool = False

    @property
    def name(self) -> str:
        """Return the words of the announcement."""
        if self.kind.is_row:
            return f"{self.kind} {self.cards}"
        words = [
            str(self.kind),
            *([self.suit] if self.suit else []),
            *(["with the Excuse"] if self.with_excuse else []),
        ]
        return " ".join(words)


class TarocPosition(Position):
    """A moment of a game of 1754."""

    def __init__(self, players: int, dealer: int, deck: Iterable[int], phase: str):
        """Take who deals the cards of `deck` in `phase`."""
        super().__init__(players, dealer, deck, phase)
        self.laid: list[int] = []  # by the dealer, in the order of discarding
        self.said: list[tuple[int, int]] = []  # seat and announced honour


class _TarocDeal(DealPhase[TarocPosition]):
    def finish(self, at: TarocPosition) -> None:
        at.phase, at.player = "discard", at.dealer


class _TarocDiscard(GamePhase[TarocPosition]):
    """The dealer lays away as many cards as he has too many, one after the other (1754:1)."""

    engine: TarocTables

    def legal(self, at: TarocPosition) -> Collection[int]:
        return self.engine.find_discardable(at.hands[at.player], at.laid)

    def can_be_told(self, at: TarocPosition, action: int) -> bool:
        """Return whether the card is held."""
        return action in at.hands[at.player]

    def apply(self, at: TarocPosition, action: int) -> int:
        engine, seat = self.engine, at.player
        at.hands[seat].remove(action)
        at.laid.append(action)
        if len(at.laid) == engine.discarded:
            at.tell("discarded", engine.find_shown(at.laid), engine.everyone & ~(1 << seat))
            at.phase = "honours"
        return 1 << seat

    def why(self, at: TarocPosition, action: int) -> RuleReference:
        engine = self.engine
        if action not in at.hands[at.player]:
            return engine.cite_rule("discard.who")
        of_need = action in engine.of_need - engine.suit_cards and engine.is_due_of_need(at.hands[at.player], at.laid)
        if of_need and action in self.legal(at):
            return engine.cite_rule("discard.of_need")
        if action in engine.undiscardable:
            return engine.cite_rule("discard.never")
        whole = [*at.hands[at.player], *at.laid]
        if action in engine.tarocks or (action == engine.excuse and not engine.excuse_discarded):
            together, case = engine.find_trumps_together(whole)
            if action in together:
                return engine.cite_rule("discard.tarock", **case)
            if action == engine.excuse:
                return engine.cite_rule("discard.excuse")
            return engine.cite_rule("discard.tarock", **OTHERWISE)
        return engine.cite_rule("discard.free")


class _TarocHonours(GamePhase[TarocPosition]):
    """The dealer announces his honours, then the others in turn; each says when he has no more to say (1754:2)."""

    engine: TarocTables

    def legal(self, at: TarocPosition) -> Collection[int]:
        engine, seat = self.engine, at.player
        held = engine.find_honours(at.hands[seat], at.laid if seat == at.dealer else ())
        return [engine.nothing, *(honour for honour in held if (seat, honour) not in at.said)]

    def can_be_told(self, at: TarocPosition, action: int) -> bool:
        """Return whether the action is an announcement."""
        return action == self.engine.nothing or action in self.engine.honours

    def apply(self, at: TarocPosition, action: int) -> int:
        engine = self.engine
        if action != engine.nothing:
            at.said.append((at.player, action))
            return engine.everyone
        at.player = (at.player + 1) % engine.players
        if at.player == at.dealer:
            engine.tricks.start(at, engine.leader[at.dealer], "tricks")
        return engine.everyone

    def why(self, at: TarocPosition, action: int) -> RuleReference:
        engine = self.engine
        honour = engine.honours.get(action)
        if honour is None:
            return engine.cite_rule("honours.declared_when" if action == engine.nothing else "honours.kinds")
        if (at.player, action) in at.said:
            return engine.cite_rule("")  # the text does not say
        if action not in self.legal(at):
            laid = at.laid if at.player == at.dealer else ()
            key, fault = NOT_HELD[engine.is_laid_away(honour, at.hands[at.player], laid)]
            return engine.cite_rule(key, **fault)
        case: dict[str, Any] = {"honour": honour.kind.rule_name}
        return engine.cite_rule("honours.bonus", **case, **({"with_excuse": True} if honour.with_excuse else {}))


class TarocTables(GameEngine[TarocPosition]):
    """The rules of 1754 with what is assumed, made into tables; `TarocEngine` plays and settles by them."""

    def __init__(self, pack: Pack, rules: Rules, altered: tuple[Alteration, ...] = (), *, whole: bool = True):
        """Take a pack and rules, with what of them is `altered`; raises `CodexError` for what cannot be played.

        Unless it is `whole`, each value is read when it is first asked for.
        """
        self.pack, self.rules, self.options, self.altered = pack, rules, NoOptions(), altered
        if whole:
            require_playable(rules)
            self.read_all()

    @classmethod
    def of(cls, rules: Rules, options: Any = None, altered: tuple[Alteration, ...] = ()) -> Self:
        """Return the engine of these rules; raises `CodexError` with the first value that is missing."""
        return cls(Pack(rules), rules, altered)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the actions by number: the cards, having no more to announce, the honours."""
        spoken = (honour.name for honour in self.honours.values())
        return (*(card.printed for card in self.cards), "nothing more", *spoken)

    @cached_property
    def phases(self) -> Mapping[str, GamePhase[TarocPosition]]:
        """Return the phases by name."""
        return {
            "deal": _TarocDeal(self, self.places),
            "discard": _TarocDiscard(self),
            "honours": _TarocHonours(self),
            "tricks": self.tricks,
        }

    # --- the values of the rules ----------------------------------------------------------------------------------

    @cached_property
    def players(self) -> int:  # type: ignore[override]
        """Return how many play."""
        return self.rules.numbers("game.players")[0]

    @cached_property
    def seats(self) -> tuple[str, ...]:  # type: ignore[override]
        """Return the names of the seats."""
        return BOOK_SEATS[: self.players]

    discarded = from_rules(lambda rules: rules.number("discard.cards"))  # how many cards the dealer discards

    @cached_property
    def excuse(self) -> int:
        """Return the number of the Excuse."""
        return self.number[self.pack.scues]

    @cached_property
    def tarocks(self) -> frozenset[int]:
        """Return the trumps, of which the Excuse is none."""
        return self.number_cards(card for card in self.cards if card.is_tarock) - {self.excuse}

    @cached_property
    def undiscardable(self) -> frozenset[int]:
        """Return the cards that are never discarded; raise `CodexError` for trumps, which have a rule of their own."""
        found = self.pack.select_stated(self.rules, "discard.never")
        if trumps := [card.name for card in found if card.is_tarock]:
            raise CodexError(
                f"`discard.never` has {list_and(trumps)}",
                "expected ranks of the suits: whether trumps are discarded together says `discard.tarock`",
                file=self.rules.file("discard.never"),
            )
        return self.number_cards(found)

    # whether the Excuse is discarded like a card of a suit
    excuse_discarded = from_rules(lambda rules: rules.flag("discard.excuse"))
    # whether the Excuse is always one of the trumps that the dealer may discard together
    excuse_among = from_rules(lambda rules: rules.flag("discard.excuse_among_tarocks"))
    # whether a half cavalry may be announced when its fourth card has been discarded
    half_after_discard = from_rules(lambda rules: rules.flag("discard.announced_half"))
    exchange = from_rules(ExcuseExchange.of)  # what is given for the Excuse
    # whether the discard counts for the winner of the last trick
    discard_to_last = from_rules(
        lambda rules: read_choice(rules, "discard.counts_for", "winner of the last trick", "dealer")
    )
    # which trumps are further Matadore
    further = from_rules(lambda rules: read_enum(rules, "honours.further_row", FurtherMatadore))

    @cached_property
    def nothing(self) -> int:
        """Return the action of having no more to announce."""
        return len(self.cards)

    @cached_property
    def honours(self) -> dict[int, HonourAction]:
        """Return the honours by the actions that announce them."""
        return dict(enumerate(self._list_honours(), self.nothing + 1))

    @cached_property
    def action_of(self) -> dict[HonourAction, int]:
        """Return the actions that announce honours."""
        return {honour: action for action, honour in self.honours.items()}

    @cached_property
    def tricks(self) -> ExcuseTrickPhase[TarocPosition]:
        """Return the phase of the tricks."""
        return ExcuseTrickPhase(self)

    @cached_property
    def places(self) -> list[list[int]]:
        """Return by dealer who is dealt each card of the pack (1754:1)."""
        rules, found = self.rules, []
        packet, last = rules.number("deal.packet"), rules.number("deal.dealer_last_packet")
        rounds, first = rules.number("deal.rounds"), 1 if rules.flag("deal.dealer_last") else 0
        for dealer in range(self.players):
            order: list[int] = []
            for turn in range(1, rounds + 1):
                for place in range(first, first + self.players):
                    seat = (dealer + place) % self.players
                    order += [seat] * (last if (seat, turn) == (dealer, rounds) else packet)
            found.append(order)
        return found

    @cached_property
    def leader(self) -> list[int]:
        """Return by dealer who leads to the first trick."""
        leads = read_choice(self.rules, "play.leader", "first", "dealer")
        return [(dealer + leads) % self.players for dealer in range(self.players)]

    @cached_property
    def shown_cards(self) -> frozenset[int]:
        """Return the cards that are shown when they are discarded."""
        return self.tarocks if self.rules.flag("discard.shown", card="tarock") else frozenset()

    @cached_property
    def of_need(self) -> frozenset[int]:
        """Return the cards that are discarded where there are not enough that may be."""
        return self.number_cards(
            card for name in self.rules.words("discard.of_need") for card in self.cards if self._is_named(card, name)
        )

    def _is_named(self, card: Card, name: str) -> bool:
        if name == "tarock":
            return card.is_tarock and (card != self.pack.scues or self.excuse_discarded)
        return card.rank == name

    @cached_property
    def all_three(self) -> frozenset[int]:
        """Return the three Matadore (1754:10); raise `CodexError` where the Pagat is the XXI or the Excuse."""
        if self.pack.pagat in (self.pack.mond, self.pack.scues):
            raise self.make_refusal("pack.named_tarock.pagat", "another card than the XXI and the Excuse")
        return self.number_cards(self.pack.select_stated(self.rules, "honours.cards", honour="all_three"))

    @cached_property
    def all_four(self) -> frozenset[int]:
        """Return the kings (1754:14); raise `CodexError` for so many cards that two hands could have four of them."""
        rules, case = self.rules, {"honour": "all_four"}
        found = self.pack.select_stated(rules, "honours.cards", **case)
        two_hands = rules.number("honours.count", **case) + rules.number("excuse.completes", **case)
        if len(found) >= two_hands:
            raise self.make_refusal("honours.cards", f"fewer than {two_hands} cards, so that one hand has all four")
        return self.number_cards(found)

    @cached_property
    def payment(self) -> PaymentRule:
        """Return how points are paid: each gains what others lose (1754:20), within bounds that no game reaches."""
        for key in ("settlement.paid_by", "counting.uncovered", "counting.uneven", "excuse.completes_several"):
            self.rules.value(key)  # asked for again where a game is settled
        return PaymentRule(self.cite_rule("settlement.paid_by"), True, -self._most_paid, self._most_paid)

    @cached_property
    def _most_paid(self) -> int:
        """Return an upper bound of what a player can gain in a deal without a fault."""
        rules, others = self.rules, self.players - 1
        points = rules.number("counting.total") + rules.number("excuse.lone_points")
        paid = points + rules.number("ultimo.bonus") + rules.number("ultimo.pagat_lost", moment="last trick")
        for kind in HonourKind:
            rows = rules.number("pack.suits_count") if kind is HonourKind.CAVALLERIE else 1
            paid += rows * rules.number("honours.bonus", honour=kind.rule_name)
            if kind.is_row:
                paid += rules.number("pack.tarocks") * rules.number("honours.each_further", honour=kind.rule_name)
        return paid * others

    @cached_property
    def max_game_length(self) -> int:
        """Return an upper bound of the players' actions in one deal, without those of chance."""
        rules = self.rules
        honours = rules.number("pack.suits_count") + len(HonourKind)  # one of each kind, but a cavalry of each suit
        return self.discarded + honours + 2 * self.players + self.players * self.hand_size

    @cached_property
    def most_told(self) -> int:
        """Return how often something is told to one player: his hand, and that the dealer has discarded."""
        return 2

    # --- the discard ----------------------------------------------------------------------------------------------

    @cached_property
    def suit_cards(self) -> frozenset[int]:
        """Return the cards that any hand may discard, whatever else is in it."""
        free = frozenset(range(len(self.cards))) - self.tarocks - self.undiscardable
        if self.rules.flag("discard.tarock", **OTHERWISE):
            free |= self.tarocks - self.undiscardable
        return free if self.excuse_discarded else free - {self.excuse}

    def find_trumps_together(self, hand: Collection[int]) -> tuple[frozenset[int], dict[str, str]]:
        """Return the trumps of a hand that may be discarded together, and the case of the rule (1754:1)."""
        rules = self.rules
        trumps, case = frozenset(hand) & self.tarocks, WITH_PAGAT
        due = rules.number("discard.tarocks_held")
        if self.excuse in hand and (self.excuse_among or len(trumps) != due):
            trumps, case = trumps | {self.excuse}, WITH_EXCUSE
        needs_pagat = case is WITH_EXCUSE or rules.flag("discard.tarock_needs_pagat")
        if len(trumps) == due and (self.pagat in trumps or not needs_pagat) and rules.flag("discard.tarock", **case):
            return trumps, case
        return frozenset(), OTHERWISE

    def _find_groups(self, hand: Collection[int], laid: Collection[int]) -> list[frozenset[int]]:
        """Return the groups of cards out of which all that is discarded may be, each large enough (1754:1)."""
        whole = frozenset(hand) | frozenset(laid)
        groups = whole & self.suit_cards, self.find_trumps_together(whole)[0]
        return [group for group in groups if len(group) >= self.discarded]

    def find_discardable(self, hand: Collection[int], laid: Collection[int]) -> list[int]:
        """Return the cards that the dealer may discard now, when he has `laid` some already (1754:1).

        After a card that he was not allowed to lay away he goes on with those that may always go.
        """
        gone = frozenset(laid)
        if fitting := [group for group in self._find_groups(hand, laid) if group >= gone]:
            return sorted(frozenset().union(*fitting) - gone)
        held = frozenset(hand)
        return sorted(held & self.suit_cards or held & self.of_need)

    def is_due_of_need(self, hand: Collection[int], laid: Collection[int]) -> bool:
        """Return whether the dealer has not enough cards that may be discarded, when he has `laid` some already."""
        return not self._find_groups(hand, laid)

    def find_shown(self, laid: Iterable[int]) -> list[int]:
        """Return which of the cards laid away are shown to the others."""
        return [card for card in laid if card in self.shown_cards]

    # --- the honours ----------------------------------------------------------------------------------------------

    def _list_honours(self) -> Iterable[HonourAction]:
        """Yield everything that can be announced."""
        rules, kinds = self.rules, self.rules.words("honours.kinds")
        most = rules.number("pack.tarocks")
        for kind in HonourKind:
            if kind.rule_name not in kinds:
                continue
            if kind.is_row:
                least = rules.number("honours.count", honour=kind.rule_name)
                yield from (HonourAction(kind, cards=count) for count in range(least, most + 1))
            else:
                suits = rules.words("pack.suits") if kind is HonourKind.CAVALLERIE else ("",)
                yield from (HonourAction(kind, suit=suit, with_excuse=it) for suit in suits for it in (False, True))

    def find_honours(self, hand: Collection[int], laid: Collection[int] = ()) -> list[int]:
        """Return what can be announced from a hand after `laid` cards were discarded from it (1754:8, 10 to 14)."""
        found = [*self._find_rows(hand), *self._find_sets(hand, laid)]
        return sorted(self.action_of[honour] for honour in found if honour in self.action_of)

    def _find_rows(self, hand: Collection[int]) -> Iterable[HonourAction]:
        rules, trumps = self.rules, sorted(self.tarocks & {*hand})
        three = self.all_three
        if three.issubset(hand):
            further = [card for card in self._find_further(hand) if card not in three]
            count = len(three) + (len(further) if rules.flag("honours.further_in_order") else 0)
            yield HonourAction(HonourKind.MATADORE, cards=count)
        among = self.excuse in hand and rules.flag("honours.excuse_among_tarocks")
        yield HonourAction(HonourKind.TAROCKS, cards=len(trumps) + among)

    def _find_further(self, hand: Collection[int]) -> list[int]:
        """Return the trumps that count as Matadore beside the three, which are in the hand."""
        order = sorted(self.tarocks, reverse=True)
        if self.further is FurtherMatadore.ANY:
            return [card for card in order if card in hand]
        row = order[: next((place for place, card in enumerate(order) if card not in hand), len(order))]
        if self.further is FurtherMatadore.BOTH:
            order.reverse()
            up = order[: next((place for place, card in enumerate(order) if card not in hand), len(order))]
            return list(dict.fromkeys((*row, *up)))
        return row

    def _find_sets(self, hand: Collection[int], laid: Collection[int]) -> Iterable[HonourAction]:
        rules, excuse = self.rules, self.excuse in hand
        held = len(self.all_four & {*hand})
        if held >= rules.number("honours.count", honour="all_four"):
            yield HonourAction(HonourKind.KINGS)
        elif excuse and held >= rules.number("excuse.completes", honour="all_four"):
            yield HonourAction(HonourKind.KINGS, with_excuse=True)
        courts = self.number_cards(self.pack.select_stated(rules, "honours.cards", honour="cavallerie"))
        for suit in rules.words("pack.suits"):
            of_suit = {card for card in courts if self.cards[card].suit == suit}
            held = len(of_suit & {*hand})
            if held == len(of_suit):
                yield HonourAction(HonourKind.CAVALLERIE, suit=suit)
            elif (
                excuse
                and held >= rules.number("excuse.completes", honour="cavallerie")
                and (self.half_after_discard or of_suit.isdisjoint(laid))
            ):
                yield HonourAction(HonourKind.CAVALLERIE, suit=suit, with_excuse=True)

    def is_laid_away(self, honour: HonourAction, hand: Collection[int], laid: Collection[int]) -> bool:
        """Return whether a cavalry that a hand lacks was whole, or a half one, with the cards `laid` (1754:12, 13)."""
        if honour.kind is not HonourKind.CAVALLERIE:
            return False
        courts = {
            card
            for card in self.number_cards(self.pack.select_stated(self.rules, "honours.cards", honour=honour.kind))
            if self.cards[card].suit == honour.suit
        }
        dealt, excuse = {*hand, *laid}, {self.excuse} if honour.with_excuse else set[int]()
        due = self.rules.number("excuse.completes", honour=honour.kind) if honour.with_excuse else len(courts)
        return len(courts & dealt) >= due and excuse <= dealt and not (courts | excuse).isdisjoint(laid)

    # --- the game -------------------------------------------------------------------------------------------------

    position_type = TarocPosition

    def describe_words(self, at: TarocPosition, player: int) -> list[str]:
        """Return what a player has seen of the discard, and what was announced."""
        parts: list[str] = []
        if at.laid and player == at.dealer:
            parts.append(f"discard {self.list_names(at.laid)}")
        elif len(at.laid) == self.discarded:
            parts.append(f"discarded {self.list_names(self.find_shown(at.laid))}")
        return parts + [f"{seat} {self.names[honour]}" for seat, honour in at.said]

    def imagine(self, state: TableState[TarocPosition], player: int, chance: random.Random) -> Sequence[int] | None:
        """Return a history that may agree with what a player knows, with random cards where he knows none.

        Every lie of the cards that he has not seen is drawn with the same probability; one that contradicts an
        announcement or a play is for the caller to refuse.
        """
        at, acts = state.at, state.history()
        dealt = len(self.places[at.dealer]) - len(at.deck)
        if at.deck:  # nobody has seen a card yet
            cards = list(range(len(self.cards)))
            chance.shuffle(cards)
            return cards[:dealt]
        hands = self._draw_hands(at, player, chance)
        if hands is None:
            return None
        laid = at.laid if player == at.dealer else chance.sample(hands[_DISCARD], len(at.laid))
        hands[at.dealer] += laid
        order = {seat: iter(chance.sample(hands[seat], len(hands[seat]))) for seat in range(self.players)}
        deal = [next(order[seat]) for seat in self.places[at.dealer]]
        return [*deal, *laid, *acts[len(deal) + len(laid) :]]

    def _draw_hands(self, at: TarocPosition, player: int, chance: random.Random) -> dict[int, list[int]] | None:
        """Return cards for each seat and the discard, as they may lie by what a player knows; None for none drawn."""
        hands: dict[int, list[int]] = {seat: [] for seat in (*range(self.players), _DISCARD)}
        for trick in at.tricks:
            for seat, card in trick:
                hands[seat].append(card)
        hands[player] += at.hands[player]
        complete = len(at.laid) == self.discarded
        hands[_DISCARD] += at.laid if player == at.dealer else self.find_shown(at.laid) if complete else []
        known = {card for cards in hands.values() for card in cards}
        room = {seat: len(at.hands[seat]) for seat in range(self.players) if seat != player}
        room[_DISCARD] = len(at.laid) - len(hands[_DISCARD])
        barred = self.tricks.find_denied(at)
        barred[_DISCARD] = (self.undiscardable - self.of_need) | (self.shown_cards if complete else frozenset())
        may = {
            card: [place for place in room if card not in barred.get(place, ())]
            for card in range(len(self.cards))
            if card not in known
        }
        for seat, said in at.said:
            for card in self._list_announced(self.honours[said]):
                if card in may:
                    may[card] = [place for place in may[card] if place == seat]
        drawn = draw_places(may, room, chance)
        return {place: [*cards, *drawn.get(place, ())] for place, cards in hands.items()} if drawn else None

    def _list_announced(self, honour: HonourAction) -> frozenset[int]:
        """Return the cards that are certainly in the hand of one who announces an honour."""
        rules, select = self.rules, self.pack.select_stated
        found = self.number_cards([self.pack.scues] if honour.with_excuse else [])
        if honour.kind is HonourKind.MATADORE:
            found |= self.all_three
        elif not honour.with_excuse and honour.kind is not HonourKind.TAROCKS:
            cards = self.number_cards(select(rules, "honours.cards", honour=honour.kind.rule_name))
            found |= {card for card in cards if honour.suit in ("", self.cards[card].suit)}
        return found
