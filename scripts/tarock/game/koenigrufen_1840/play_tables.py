"""The rules of 1840 as tables: what the phases of a game of Königrufen read, asked once for each situation.

The bidding, the announcements and the law of the trick are asked of the same functions that check a record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from msgspec import structs

from tarock.base.errors import CodexError, list_and
from tarock.base.structs import Frozen, Record
from tarock.game.common.cards import Pack
from tarock.game.common.findings import Finding
from tarock.game.common.phases import TALON, TrickPhase
from tarock.game.common.play import GameEngine, PaymentRule, Position, TableState, from_rules, list_seat_places
from tarock.game.common.records import read_enums
from tarock.game.koenigrufen_1840.auction import AnnouncementExaminer, Bidding
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.laws import (
    buys_upper_half,
    find_discard_refusal,
    find_highest_fold,
    find_leading_place,
    find_never_discarded,
    keeps_pagat,
    may_call_king,
    read_king_right,
    read_raise,
)
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Talon
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.vocabulary import (
    AnnouncementWord,
    BidKind,
    Feat,
    OwnKingCall,
    SeatRole,
)
from tarock.rules.invariants import require_playable
from tarock.rules.ruleset import Alteration, Rules

SEATS = ("A", "B", "C", "D")  # as the author calls them
_DIFFERENCE = "the difference to each other player"  # the payment of 1840:128.1


class Phase(StrEnum):
    """The kinds of moments of a game, by what is done at them."""

    DEAL = "deal"
    BIDDING = "bidding"
    KING = "king"
    PURCHASE = "purchase"
    SCAT = "scat"
    WORDS = "announcements"
    PLAY = "play"
    END = "end"


class SpeakingOrder(StrEnum):
    """The seat that may announce next after the declarer (1840:37.4); the text does not name it."""

    NEXT = "next to the declarer"
    FOREHAND = "forehand"


class Options(Record, kw_only=True):
    """Decisions that the text leaves open or to the players, and a program has to take.

    `next_deals`: when all pass the game ends, with nothing written (1840:28.1); or the next deals in the same game
    (28.2). `words`: who may speak of ultimo and Volat next after the declarer. `knocked`: the pack is cut, and dealt in
    packets of six; or it is knocked on, and each has his cards at once (11.2). `left_shown`: the half of the talon that
    the declarer has seen and left is shown to nobody, or to all (68.1 does not say when it is).
    """

    next_deals: bool = False
    words: SpeakingOrder = SpeakingOrder.NEXT
    knocked: bool = False
    left_shown: bool = False


class BiddingNode(Frozen):
    """A situation of the bidding: the seat to speak, its legal actions, the faults of others, the next situations."""

    bidding: Bidding
    seat: int  # -1: the bidding is over
    legal: tuple[int, ...]
    refused: dict[int, Finding]
    next: dict[int, BiddingNode]


class AnnouncementNode(Frozen):
    """A situation of the announcements: the legal ones, and by announcement the fault that forbids it, if any.

    Of those that are not legal, the `effective` count as they are made nevertheless; others change nothing.
    """

    legal: tuple[int, ...]
    faults: dict[int, Finding | None]
    effective: frozenset[int]


class KoenigrufenPosition(Position):
    """A moment of a game of Königrufen."""

    def __init__(self, players: int, dealer: int, deck: Iterable[int], phase: str):
        """Take who deals the cards of `deck` in `phase`."""
        super().__init__(players, dealer, deck, phase)
        self.bids: list[tuple[int, int]] = []  # seat and action
        self.declarer = self.partner = self.king = -1
        self.first = self.kept = 0  # folds bid and bought, 0 at Solo
        self.scat: list[int] = []
        self.announcements: tuple[Announcement, ...] = ()
        # announced by whom, how often raised, who gave contra
        self.standing_announcements: dict[Feat, tuple[int, int, int | None]] = {}
        self.silent_turns = 0  # how many have had nothing to say since the last word
        self.pagat_keeper = -1

    @property
    def contract(self) -> BidKind:
        """Return the game that is played."""
        return BidKind.DREIER if self.kept else BidKind.SOLO

    def role(self, seat: int) -> SeatRole:
        """Return the role of a seat."""
        if seat == self.declarer:
            return SeatRole.DECLARER
        return SeatRole.PARTNER if seat == self.partner else SeatRole.DEFENDER


class PlayTables(GameEngine[KoenigrufenPosition]):
    """The rules of 1840 made into tables, by which the phases play, and the numbers of the actions.

    A card is the action of dealing, calling, laying away or playing it, by its place in the pack.
    """

    def __init__(
        self,
        pack: Pack,
        rules: Rules,
        options: Options | None = None,
        altered: tuple[Alteration, ...] = (),
        *,
        whole: bool = True,
    ):
        """Take a pack and rules, with what of them is `altered` against the source.

        With `whole` every value is read now, so that what cannot be played is refused here; without it each when it is
        first asked for.
        """
        self.pack, self.rules, self.altered = pack, rules, altered
        self.options: Options = options or Options()
        players = rules.numbers("game.players")
        self.players = players[0] if players else 0
        if self.players != len(SEATS):
            raise CodexError(
                f"a game of {self.players} players cannot be played here",
                f"expected {len(SEATS)} as the value of `game.players`",
            )
        require_playable(rules)
        self._starts: dict[int, BiddingNode] = {}
        self._nodes: dict[tuple[object, ...], BiddingNode] = {}
        self._next_speakers: dict[tuple[int, int], dict[int, int]] = {}
        self._announcements: dict[tuple[object, ...], AnnouncementNode] = {}
        if whole:
            self.read_all()

    @classmethod
    def of(cls, rules: Rules, options: Any = None, altered: tuple[Alteration, ...] = ()) -> Self:
        """Return the engine of these rules, with its pack; raises `CodexError` for values that cannot be played."""
        return cls(Pack(rules), rules, options, altered)

    options_type, position_type = Options, KoenigrufenPosition
    tricks: TrickPhase[KoenigrufenPosition]
    seats = SEATS

    # --- the numbers of the actions -----------------------------------------------------------------------------

    # the highest Dreier that can be bid
    folds = from_rules(lambda rules: rules.number("bidding.fold_max", contract=BidKind.DREIER))

    @cached_property
    def pass_(self) -> int:
        """Return the action that passes; the action that bids an n-fold Dreier is higher by n."""
        return len(self.cards)

    @cached_property
    def solo(self) -> int:
        """Return the action that bids Solo."""
        return self.pass_ + self.folds + 1

    @cached_property
    def keep(self) -> int:
        """Return the action that keeps what was bought."""
        return self.solo + 1

    @cached_property
    def raise_(self) -> int:
        """Return the action that buys the other half of the talon for a higher game."""
        return self.solo + 2

    @cached_property
    def nothing(self) -> int:
        """Return the action that announces nothing."""
        return self.solo + 3

    @cached_property
    def announcement_actions(self) -> dict[int, tuple[Feat, AnnouncementWord]]:
        """Return what each action of an announcement announces."""
        return {
            self.nothing + 1 + number: saying
            for number, saying in enumerate((of, call) for of in Feat for call in AnnouncementWord)
        }

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the actions, in their order."""
        bids = ("pass", *(f"dreier {fold}" for fold in range(1, self.folds + 1)), "solo", "keep", "raise", "nothing")
        words = (f"{of} {call}" for of, call in self.announcement_actions.values())
        return (*(card.printed for card in self.cards), *bids, *words)

    @cached_property
    def bids(self) -> dict[int, Bid]:
        """Return the bids by number, of no seat yet; raises `CodexError` where a game of these cannot be bid."""
        games = read_enums(self.rules, "bidding.games", BidKind)
        if missing := [game for game in self.own_king_calls if game not in games]:
            raise CodexError(
                f"`bidding.games` has no {list_and(missing)}",
                "expected both games",
                file=self.rules.file("bidding.games"),
            )
        return {self.pass_: Bid(seat="", bid=BidKind.PASS), self.solo: Bid(seat="", bid=BidKind.SOLO)} | {
            self.pass_ + fold: Bid(seat="", bid=BidKind.DREIER, fold=fold) for fold in range(1, self.folds + 1)
        }

    # --- the values of the rules, each read when it is first asked for --------------------------------------------

    @cached_property
    def kings(self) -> list[int]:
        """Return the kings."""
        return [self.number[king] for king in self.pack.kings]

    @cached_property
    def tarocks(self) -> frozenset[int]:
        """Return the tarocks."""
        return self.number_cards(card for card in self.cards if card.is_tarock)

    @cached_property
    def undiscardable(self) -> frozenset[int]:
        """Return the cards that are never discarded."""
        return self.number_cards(find_never_discarded(self.pack, self.rules))

    @cached_property
    def suit_cards(self) -> frozenset[int]:
        """Return the suit cards that may be discarded."""
        return self._select_discardable(suits_left=True) - self.tarocks

    @cached_property
    def discardable(self) -> frozenset[int]:
        """Return the cards that may be discarded while there are suit cards to discard."""
        return self._select_discardable(suits_left=True)

    @cached_property
    def discardable_trumps(self) -> frozenset[int]:
        """Return the tarocks that may be discarded where there are no suit cards to discard."""
        return self._select_discardable(suits_left=False) & self.tarocks

    def _select_discardable(self, *, suits_left: bool) -> frozenset[int]:
        never = frozenset(self.cards[number] for number in self.undiscardable)
        refused = (find_discard_refusal(self.rules, never, card, suits_left=suits_left) for card in self.cards)
        return frozenset(number for number, key in enumerate(refused) if not key)

    # whether discarded tarocks are shown
    shows_tarocks = from_rules(lambda rules: rules.flag("discard.shown", card="tarock"))

    pagat_kept = from_rules(keeps_pagat)  # whether who announces ultimo must keep the Pagat to the last trick

    @cached_property
    def own_king_calls(self) -> dict[BidKind, OwnKingCall]:
        """Return by game whether the declarer may call a king of his own."""
        return {call: read_king_right(self.rules, call) for call in (BidKind.DREIER, BidKind.SOLO)}

    @cached_property
    def raise_fold(self) -> int:
        """Return by how many folds who changes halves raises himself; raises `CodexError` for none."""
        found = read_raise(self.rules)
        if found < 1:
            what = f"`talon.change_fold` is {found}: who changes halves would not raise himself"
            raise CodexError(what, "expected at least 1", file=self.rules.file("talon.change_fold"))
        return found

    max_raises = from_rules(lambda rules: rules.number("talon.changes_max"))  # how often the declarer may change halves
    fold_max = from_rules(lambda rules: rules.number("talon.fold_max"))  # the highest Dreier that can be played
    scat_size = from_rules(lambda rules: rules.number("discard.cards"))  # how many cards are discarded
    half_size = from_rules(lambda rules: rules.number("deal.talon_half"))  # how many cards a half of the talon has

    @cached_property
    def deal_order(self) -> list[int]:
        """Return to which place from the Vorhand each card of the pack goes; the talon has what is left."""
        packet = self.rules.number("deal.packet", knocked=self.options.knocked)
        rounds = self.hand_size // packet
        return [place for _round in range(rounds) for place in range(self.players) for _card in range(packet)]

    forehand = from_rules(lambda rules: list_seat_places(rules, "game.forehand", SEATS))  # by dealer who is the Vorhand

    @cached_property
    def leader(self) -> list[int]:
        """Return by dealer who leads to the first trick."""
        leads = find_leading_place(self.rules)
        return [(forehand + leads) % self.players for forehand in self.forehand]

    @cached_property
    def payment(self) -> PaymentRule:
        """Return how points are paid: as difference to each other player, where the text says so (1840:128.1)."""
        rules, key, most = self.rules, "session.payment.of", self._find_max_score()
        if rules.has(key) and rules.word(key) == _DIFFERENCE:
            bound = (self.players - 1) * most
            return PaymentRule(self.cite_rule(key), True, -bound, bound)
        return PaymentRule(self.cite_rule(""), False, 0, most)

    def make_record(self, dealer: int) -> Game:
        """Return an empty record of a game with this dealer."""
        return Game(
            id="state", era=self.rules.era, seats=SEATS, dealer=SEATS[dealer], declarer="", hands={}, talon=Talon(),
            bids=(), king=self.pack.kings[0], tricks=(),
        )  # fmt: skip

    def buys_upper(self, fold: int) -> bool:
        """Return whether a Dreier of `fold` folds buys the upper half of the talon, else the lower."""
        return buys_upper_half(self.rules, fold)

    @cached_property
    def highest_folds(self) -> dict[int, int]:
        """Return by folds first bought up to which fold their buyer may raise himself."""
        return {first: find_highest_fold(self.rules, first) for first in range(1, self.folds + 1)}

    def find_half(self, talon: Sequence[int], fold: int) -> Sequence[int]:
        """Return the cards of the half of the talon that a Dreier of `fold` folds buys."""
        return talon[: self.half_size] if self.buys_upper(fold) else talon[self.half_size :]

    def find_callable_kings(self, contract: BidKind, hand: Collection[int]) -> list[int]:
        """Return the kings that a declarer with this hand may call (1840:32.1, 38.1)."""
        may = self._king_rights[contract]
        return sorted(king for king in self.kings if may[king in hand])

    def can_call_king(self, contract: BidKind, hand: Collection[int]) -> bool:
        """Return whether a declarer with this hand may call any king."""
        other, own = self._king_rights[contract]
        held = sum(map(hand.__contains__, self.kings))
        return (own and held > 0) or (other and held < len(self.kings))

    @cached_property
    def games_by_kings(self) -> tuple[BidKind, ...]:
        """Return the games that not every hand can play, for in them not every king may be called."""
        return tuple(game for game, rights in self._king_rights.items() if not all(rights))

    @cached_property
    def _king_rights(self) -> dict[BidKind, tuple[bool, bool]]:
        """Return by game whether a king may be called that another holds, and one of one's own."""
        return {
            contract: (
                may_call_king(self.rules, contract, own=False),
                may_call_king(self.rules, contract, own=True),
            )
            for contract in (BidKind.DREIER, BidKind.SOLO)
        }

    def start_bidding(self, dealer: int) -> BiddingNode:
        """Return the bidding before the first bid."""
        if dealer not in self._starts:
            self._starts[dealer] = self.find_node(Bidding(Examination(self.make_record(dealer), self.pack, self.rules)))
        return self._starts[dealer]

    def find_bidding(self, at: KoenigrufenPosition) -> BiddingNode:
        """Return the situation of the bidding at a moment."""
        node = self._starts.get(at.dealer) or self.start_bidding(at.dealer)
        for _seat, action in at.bids:
            node = node.next.get(action) or self.follow_bid(node, action)
        return node

    def follow_bid(self, node: BiddingNode, action: int) -> BiddingNode:
        """Return the bidding after one more bid or pass."""
        after = node.next.get(action)
        if after is None:
            bidding = node.bidding.fork()
            bidding.hear(structs.replace(self.bids[action], seat=SEATS[node.seat]))
            after = node.next[action] = self.find_node(bidding)
        return after

    def find_node(self, bidding: Bidding) -> BiddingNode:
        """Return the situation of the seat whose turn it is, or that the bidding is over."""
        if not (seat := bidding.find_speaker()):
            return BiddingNode(bidding, -1, (), {}, {})
        left = tuple(sorted((passed, bid is bidding.best) for passed, bid in bidding.passed_bids.items()))
        key = (bidding.exam.game.dealer, seat, bidding.best, frozenset(bidding.passed), left)
        if key not in self._nodes:
            legal: list[int] = []
            refused: dict[int, Finding] = {}
            for action, bid in sorted(self.bids.items()):
                trial = bidding.fork()
                trial.hear(structs.replace(bid, seat=seat))
                if trial.exam.list:
                    refused[action] = trial.exam.list[0]
                else:
                    legal.append(action)
            self._nodes[key] = BiddingNode(bidding, SEATS.index(seat), tuple(legal), refused, {})
        return self._nodes[key]

    @cached_property
    def places(self) -> list[list[int]]:
        """Return by dealer the place of each card in the order of dealing."""
        rest = [TALON] * (len(self.cards) - len(self.deal_order))
        return [[(first + place) % self.players for place in self.deal_order] + rest for first in self.forehand]

    def find_places(self, at: KoenigrufenPosition) -> Sequence[int]:
        """Return the place of each card in order of dealing."""
        return self.places[at.dealer]

    def generate_places(self, state: TableState[Any]) -> Iterator[Sequence[int]]:
        """Yield of each deal of a game the places of the cards in the order of dealing."""
        dealer = state.first_dealer
        while True:
            yield self.places[dealer]
            dealer = self.next_dealer[dealer]

    @cached_property
    def most_told(self) -> int:
        """Return how often something is told to the declarer: hand, halves, what is discarded, what is left."""
        return 1 + (1 + self.max_raises) + 1 + 1

    @cached_property
    def max_game_length(self) -> int:
        """Return an upper bound of the players' actions in one deal, without those of chance.

        A game that goes on with the next deal when all pass has no bound.
        """
        found: dict[int, int] = {}

        def bids(node: BiddingNode) -> int:
            if id(node) not in found:
                found[id(node)] = 1 + max((bids(self.follow_bid(node, action)) for action in node.legal), default=-1)
            return found[id(node)]

        # nobody says a word twice, and after each all may be silent once more
        words = (len(self.announcement_actions) + 1) * (self.players + 1)
        return (
            bids(self.start_bidding(0))
            + 1
            + self.max_raises
            + 1
            + self.scat_size
            + words
            + self.players * self.hand_size
        )

    def find_next_speaker(self, dealer: int, declarer: int) -> dict[int, int]:
        """Return by seat who may announce after it: the declarer first, then the others by the option."""
        key = (dealer, declarer)
        if key not in self._next_speakers:
            seats, first = list(range(self.players)), declarer
            if self.options.words is SpeakingOrder.FOREHAND:
                first = self.forehand[dealer]
            order = [declarer, *(seat for seat in (*seats[first:], *seats[:first]) if seat != declarer)]
            self._next_speakers[key] = dict(zip(order, order_after(order, declarer), strict=True))
        return self._next_speakers[key]

    def find_announcements(self, at: KoenigrufenPosition, seat: int) -> AnnouncementNode:
        """Return what a seat may announce, to announce nothing among it, and what forbids the rest."""
        key: tuple[object, ...] = (at.role(seat),)
        if at.standing_announcements:
            key += tuple(
                (of, at.role(by), raises, by == seat, contra == seat)
                for of, (by, raises, contra) in at.standing_announcements.items()
            )
        found = self._announcements.get(key)
        if found is None:
            game = structs.replace(self.make_record(at.dealer), declarer=SEATS[at.declarer])
            exam = Examination(game, self.pack, self.rules)
            checked = AnnouncementExaminer(exam, SEATS[at.partner] if at.partner >= 0 else "")
            checked.standing = {
                of: (SEATS[by], raises, None if contra is None else SEATS[contra])
                for of, (by, raises, contra) in at.standing_announcements.items()
            }
            faults: dict[int, Finding | None] = {}
            effective: set[int] = set()
            for action, (of, call) in self.announcement_actions.items():
                known = len(exam)
                if checked.hear(Announcement(seat=SEATS[seat], call=call, of=of)):
                    effective.add(action)
                faults[action] = exam.list[-1] if len(exam) > known else None
            legal = (self.nothing, *(action for action, fault in faults.items() if fault is None))
            found = self._announcements[key] = AnnouncementNode(legal, faults, frozenset(effective))
        return found

    def _find_max_score(self) -> int:
        """Return an upper bound of the Points that one seat can write in a game without a revoke."""
        rules = self.rules
        raised = 1
        for call in read_enums(rules, "announcements.raises", AnnouncementWord):
            raised *= rules.number("announcements.raise_factor", call=call)
        points = sum(card.thirds for card in self.cards) // rules.number("counting.group")

        def most(game: BidKind) -> int:
            times = self.fold_max + rules.number("king.lost", contract=game)
            times += sum(
                rules.number("honours.bonus", honour=kind, contract=game) for kind in rules.words("honours.kinds")
            )
            for of in Feat:
                kinds = [rules.number(f"{of}.{what}", announced=True, contract=game) for what in ("bonus", "lost")]
                times += raised * max(kinds) + rules.number(f"{of}.bonus", announced=False, contract=game)
            price = find_consulation_price(rules, None, game)
            return points * rules.number("settlement.multiplier", contract=game) + times * price

        return max(most(game) for game in self.own_king_calls)


def order_after(order: Sequence[int], seat: int) -> Sequence[int]:
    """Return the seats in order, beginning after `seat`."""
    at = order.index(seat) + 1
    return [*order[at:], *order[:at]]
