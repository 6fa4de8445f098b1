"""A game of Königrufen as programs play it: a state, its legal actions, and the view of each player.

The words are OpenSpiel's. Every rule is this package's own: the bidding, the announcements and the law of the trick are
asked once for each situation that differs by the rules, and remembered; a finished game is replayed and settled as any
record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain
from operator import index
from typing import Any, SupportsIndex

import msgspec
from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError, list_and
from tarock.base.project import find_project
from tarock.base.session import Input
from tarock.base.structs import Frozen, Record
from tarock.game.common.cards import Card, Pack
from tarock.game.common.findings import Finding
from tarock.game.common.notation import Play, read_typed_cards
from tarock.game.common.play import PaymentRule, RuleReference
from tarock.game.common.records import Few, find_seat, read_enum, read_enums
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.auction import Bidding, check_announcements
from tarock.game.koenigrufen_1840.examination import WITHOUT_SUITS, Examination
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import Replay, replay
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.vocabulary import (
    AnnouncementWord,
    BidKind,
    Feat,
    OwnKingCall,
    SeatPlace,
    SeatRole,
    TalonHalf,
)
from tarock.rules.invariants import require_playable
from tarock.rules.ruleset import Alteration, Rules
from tarock.rules.tables import EraTables

CHANCE, TERMINAL = -1, -4  # who is to act where no player is, as OpenSpiel numbers them
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


class PlayerView(Frozen):
    """All that one player knows of a deal: his cards, what all have heard and seen, and what he may do now.

    Cards and actions are numbers. `legal` is empty where another is to act, `declarer` and `king`, the called one, are
    -1 before there is one; `first` and `kept` are the folds bought, 0 where nothing is. `halves` of the talon and the
    whole `discard` the declarer sees; of both the others see what is shown (`left`, laid away tarocks).
    """

    player: int
    dealer: int
    declarer: int
    phase: Phase
    hand: tuple[int, ...]
    dealt: tuple[int, ...]  # his cards as they were dealt
    bids: tuple[tuple[int, int], ...]  # seat and action
    king: int
    first: int
    kept: int
    halves: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    left: tuple[int, ...]
    words: tuple[tuple[int, Feat, AnnouncementWord], ...]
    tricks: tuple[tuple[tuple[int, int], ...], ...]  # seat and card
    legal: tuple[int, ...]


class _BiddingNode(Frozen):
    """A situation of the bidding: the seat to speak, its legal actions, the faults of others, the next situations."""

    bidding: Bidding
    seat: int  # -1: the bidding is over
    legal: tuple[int, ...]
    refused: dict[int, Finding]
    next: dict[int, _BiddingNode]


class Engine:
    """The rules made into tables, by which states are played, and the numbers of the actions.

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
        self.pack, self.rules, self.options, self.altered = pack, rules, options or Options(), altered
        players = rules.numbers("game.players")
        self.players = players[0] if players else 0
        if self.players != len(SEATS):
            raise CodexError(
                f"a game of {self.players} players cannot be played here",
                f"expected {len(SEATS)} as the value of `game.players`",
            )
        require_playable(rules)
        self.digest = ""  # of the rules; computed where a state is pickled
        self._starts: dict[int, _BiddingNode] = {}
        self._nodes: dict[tuple[object, ...], _BiddingNode] = {}
        self._announcement_faults: dict[tuple[object, ...], dict[int, Finding | None]] = {}
        for name in _TABLES if whole else ():
            getattr(self, name)

    # --- the numbers of the actions -----------------------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards by number."""
        return self.pack.cards

    @cached_property
    def number(self) -> dict[Card, int]:
        """Return the numbers of the cards."""
        return {card: number for number, card in enumerate(self.cards)}

    @cached_property
    def folds(self) -> int:
        """Return the highest Dreier that can be bid."""
        return self.rules.number("bidding.fold_max", contract=BidKind.DREIER)

    @cached_property
    def pass_(self) -> int:
        """Return the number of passing; that of a Dreier is by its folds higher."""
        return len(self.cards)

    @cached_property
    def solo(self) -> int:
        """Return the number of bidding Solo."""
        return self.pass_ + self.folds + 1

    @cached_property
    def keep(self) -> int:
        """Return the number of keeping what is bought."""
        return self.solo + 1

    @cached_property
    def raise_(self) -> int:
        """Return the number of raising oneself for the other half of the talon."""
        return self.solo + 2

    @cached_property
    def nothing(self) -> int:
        """Return the number of having nothing to announce."""
        return self.solo + 3

    @cached_property
    def announcement_actions(self) -> dict[int, tuple[Feat, AnnouncementWord]]:
        """Return the announcements by number."""
        return {
            self.nothing + 1 + number: saying
            for number, saying in enumerate((of, call) for of in Feat for call in AnnouncementWord)
        }

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the actions by number."""
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
    def law(self) -> TrickLaw:
        """Return the duties in a trick."""
        return TrickLaw.of(self.rules)

    @cached_property
    def beats(self) -> list[list[bool]]:
        """Return by card and best card before it whether it takes the trick."""
        return [[self.law.beats(card, best) for best in self.cards] for card in self.cards]

    @cached_property
    def follow_cards(self) -> list[tuple[frozenset[int], bool, frozenset[int]]]:
        """Return by card led the cards of its suit, whether one of them is due, and what is due without them."""
        found: list[tuple[frozenset[int], bool, frozenset[int]]] = []
        for led in self.cards:
            before = [("", led)]
            same = [card for card in self.cards if card.suit == led.suit]
            rest = [card for card in self.cards if card.suit != led.suit]
            due, without = self.law.find_duty(same, before) is not None, self.law.find_legal(rest, before)
            found.append((self.number_cards(same), due, self.number_cards(without)))
        return found

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
        return self.number_cards(self.pack.select_stated(self.rules, "discard.never"))

    @cached_property
    def suit_cards(self) -> frozenset[int]:
        """Return the suit cards that may be discarded."""
        return frozenset(range(len(self.cards))) - self.tarocks - self.undiscardable

    @cached_property
    def discardable(self) -> frozenset[int]:
        """Return the cards that may be discarded while there are suit cards to discard."""
        trumps = self.tarocks - self.undiscardable
        return self.suit_cards | trumps if self.rules.flag("discard.tarock") else self.suit_cards

    @cached_property
    def discardable_trumps(self) -> frozenset[int]:
        """Return the tarocks that may be discarded where there are no suit cards to discard."""
        may = self.rules.flag("discard.tarock", **WITHOUT_SUITS)
        return self.tarocks - self.undiscardable if may else frozenset()

    @cached_property
    def shows_tarocks(self) -> bool:
        """Return whether discarded tarocks are shown."""
        return self.rules.flag("discard.shown", card="tarock")

    @cached_property
    def pagat(self) -> int:
        """Return the Pagat."""
        return self.number[self.pack.pagat]

    @cached_property
    def pagat_kept(self) -> bool:
        """Return whether who announces ultimo must keep the Pagat to the last trick."""
        return self.rules.has("ultimo.pagat_kept") and self.rules.flag("ultimo.pagat_kept")

    @cached_property
    def own_king_calls(self) -> dict[BidKind, OwnKingCall]:
        """Return by game whether the declarer may call a king of his own."""
        return {
            call: read_enum(self.rules, "king.own", OwnKingCall, contract=call)
            for call in (BidKind.DREIER, BidKind.SOLO)
        }

    @cached_property
    def raise_fold(self) -> int:
        """Return by how many folds who changes halves raises himself; raises `CodexError` for none."""
        found = self.rules.number("talon.change_fold")
        if found < 1:
            what = f"`talon.change_fold` is {found}: who changes halves would not raise himself"
            raise CodexError(what, "expected at least 1", file=self.rules.file("talon.change_fold"))
        return found

    @cached_property
    def max_raises(self) -> int:
        """Return how often the declarer may change halves."""
        return self.rules.number("talon.changes_max")

    @cached_property
    def fold_max(self) -> int:
        """Return the highest Dreier that can be played."""
        return self.rules.number("talon.fold_max")

    @cached_property
    def hand_size(self) -> int:
        """Return how many cards a player has."""
        return self.rules.number("deal.hand")

    @cached_property
    def scat_size(self) -> int:
        """Return how many cards are discarded."""
        return self.rules.number("discard.cards")

    @cached_property
    def half_size(self) -> int:
        """Return how many cards a half of the talon has."""
        return self.rules.number("deal.talon_half")

    @cached_property
    def deal_order(self) -> list[int]:
        """Return to which place from the Vorhand each card of the pack goes; the talon has what is left."""
        packet = self.rules.number("deal.packet", knocked=self.options.knocked)
        rounds = self.hand_size // packet
        return [place for _round in range(rounds) for place in range(self.players) for _card in range(packet)]

    @cached_property
    def next_dealer(self) -> list[int]:
        """Return by dealer who deals next."""
        return [SEATS.index(find_seat(self.rules, "deal.next_dealer", SEATS, dealer)) for dealer in SEATS]

    @cached_property
    def forehand(self) -> list[int]:
        """Return by dealer who is the Vorhand."""
        return [SEATS.index(find_seat(self.rules, "game.forehand", SEATS, dealer)) for dealer in SEATS]

    @cached_property
    def leader(self) -> list[int]:
        """Return by dealer who leads to the first trick."""
        leads = list(SeatPlace).index(read_enum(self.rules, "play.leader", SeatPlace))
        return [(forehand + leads) % self.players for forehand in self.forehand]

    @cached_property
    def speakers(self) -> list[list[int]]:
        """Return by dealer the seats in the order of bidding."""
        places = list(SeatPlace)
        speaking = [places.index(place) for place in read_enums(self.rules, "bidding.speaking_order", SeatPlace)]
        return [[(forehand + place) % self.players for place in speaking] for forehand in self.forehand]

    @cached_property
    def payment(self) -> PaymentRule:
        """Return how points are paid: as difference to each other player, where the text says so (1840:128.1)."""
        rules, key, most = self.rules, "session.payment.of", self._find_max_score()
        if rules.has(key) and rules.word(key) == _DIFFERENCE:
            bound = (self.players - 1) * most
            return PaymentRule(self.cite_rule(key), True, -bound, bound)
        return PaymentRule(self.cite_rule(""), False, 0, most)

    def number_cards(self, cards: Iterable[Card]) -> frozenset[int]:
        """Return the action numbers of cards."""
        return frozenset(self.number[card] for card in cards)

    def make_record(self, dealer: int) -> Game:
        """Return an empty record of a game with this dealer."""
        return Game(
            id="state", era=self.rules.era, seats=SEATS, dealer=SEATS[dealer], declarer="", hands={}, talon=Talon(),
            bids=(), king=self.pack.kings[0], tricks=(),
        )  # fmt: skip

    def buys_upper(self, fold: int) -> bool:
        """Return whether a Dreier of `fold` folds buys the upper half of the talon, else the lower."""
        return read_enum(self.rules, "talon.half", TalonHalf, fold=fold) is TalonHalf.UPPER

    def find_callable_kings(self, contract: BidKind, hand: Collection[int]) -> list[int]:
        """Return the kings that a declarer with this hand may call (1840:32.1, 38.1)."""
        own = self.own_king_calls[contract]
        return sorted(
            king for king in self.kings if own is OwnKingCall.MAY or (king in hand) is (own is OwnKingCall.MUST)
        )

    def start_bidding(self, dealer: int) -> _BiddingNode:
        """Return the bidding before the first bid."""
        if dealer not in self._starts:
            bidding = Bidding(Examination(self.make_record(dealer), self.pack, self.rules))
            self._starts[dealer] = self._find_node(bidding, self.speakers[dealer])
        return self._starts[dealer]

    def follow_bid(self, node: _BiddingNode, action: int) -> _BiddingNode:
        """Return the bidding after one more bid or pass."""
        after = node.next.get(action)
        if after is None:
            bidding = node.bidding.fork()
            bidding.add_bid(structs.replace(self.bids[action], seat=SEATS[node.seat]))
            order = self.speakers[SEATS.index(bidding.exam.game.dealer)]
            after = node.next[action] = self._find_node(bidding, _order_after(order, node.seat))
        return after

    def _find_node(self, bidding: Bidding, order: Iterable[int]) -> _BiddingNode:
        for turn in order:
            name = SEATS[turn]
            if bidding.best is not None and bidding.best.seat == name:
                break  # nobody has raised him
            if bidding.may_speak(name):
                return self._make_node(bidding, turn)
        return _BiddingNode(bidding, -1, (), {}, {})

    def _make_node(self, bidding: Bidding, turn: int) -> _BiddingNode:
        best = bidding.best
        left = tuple(sorted((seat, bid is best) for seat, bid in bidding.passed_bids.items()))
        key = (bidding.exam.game.dealer, turn, best, frozenset(bidding.passed), left)
        if key not in self._nodes:
            legal: list[int] = []
            refused: dict[int, Finding] = {}
            for action, bid in sorted(self.bids.items()):
                trial = bidding.fork()
                trial.add_bid(structs.replace(bid, seat=SEATS[turn]))
                if trial.exam.list:
                    refused[action] = trial.exam.list[0]
                else:
                    legal.append(action)
            self._nodes[key] = _BiddingNode(bidding, turn, tuple(legal), refused, {})
        return self._nodes[key]

    @cached_property
    def max_game_length(self) -> int:
        """Return an upper bound of the players' actions in one deal, without those of chance.

        A game that goes on with the next deal when all pass has no bound.
        """
        found: dict[int, int] = {}

        def bids(node: _BiddingNode) -> int:
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

    def find_announcement_faults(self, state: State, seat: int) -> dict[int, Finding | None]:
        """Map the announcements that a seat can make to the fault that forbids each, None for legal ones."""
        partner = state.partner
        role = state.role(seat)
        key: tuple[object, ...] = (role, *(
            (of, state.role(by), raises, by == seat, contra == seat)
            for of, (by, raises, contra) in state.standing_announcements.items()
        ))  # fmt: skip
        found = self._announcement_faults.get(key)
        if found is None:
            game = structs.replace(self.make_record(state.dealer), declarer=SEATS[state.declarer])
            name = SEATS[partner] if partner >= 0 else ""
            found = self._announcement_faults[key] = {}
            for action, (of, call) in self.announcement_actions.items():
                announcements = (*state.announcements, Announcement(seat=SEATS[seat], call=call, of=of))
                exam = Examination(structs.replace(game, announcements=announcements), self.pack, self.rules)
                check_announcements(exam, name)
                found[action] = exam.list[-1] if exam.list else None
        return found

    def cite_rule(self, key: str, **case: str) -> RuleReference:
        """Return key and paragraph of a rule in a case; both empty for an empty key."""
        return RuleReference(key, self.rules.ref(key, **case) if key else "")

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


def _order_after(order: Sequence[int], seat: int) -> Sequence[int]:
    """Return the seats in order, beginning after `seat`."""
    at = order.index(seat) + 1
    return [*order[at:], *order[:at]]


def _require_integer(name: str, value: object) -> int:
    """Return `value` as an int, from numpy too; raise `TypeError` with the name of the argument for another type."""
    if value.__class__ is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"argument `{name}` is of type {type(value).__name__}; expected int")
    return index(value)


class State:
    """A game at one moment. Players are 0 to 3, in order of play; actions are numbers, named by `action_to_string`."""

    def __init__(self, engine: Engine, dealer: int | None = None):
        """Take the number of the `dealer`, by default the last.

        Raises `TypeError` for an argument of another type, and `CodexError` for a dealer that is no player.
        """
        if not isinstance(engine, Engine):
            what = f"argument `engine` is of type {type(engine).__name__}"
            raise TypeError(f"{what}; expected Engine: `Codex.new_initial_state` makes a state")
        if dealer is not None and _require_integer("dealer", dealer) not in range(engine.players):
            raise CodexError(
                f"there is no player {dealer} to deal",
                f"expected 0 to {engine.players - 1}",
            )
        self.engine = engine
        self.dealer = engine.players - 1 if dealer is None else dealer
        self._first_dealer = self.dealer
        self._history: list[int] = []
        self._earlier_deals: tuple[str, ...] = ("",) * engine.players  # each player's view of deals in which all passed
        self._start_deal()

    @property
    def altered(self) -> tuple[Alteration, ...]:
        """Return what of the rules is not as the source has it."""
        return self.engine.altered

    def _start_deal(self) -> None:
        engine = self.engine
        self.phase = Phase.DEAL
        self._deck = list(range(len(engine.cards)))
        self._hands: list[list[int]] = [[] for _seat in SEATS]
        self._dealt: tuple[tuple[int, ...], ...] = ()
        self._talon: list[int] = []
        self._player = CHANCE
        self._legal: Sequence[int] | None = None
        self._bids: list[tuple[int, int]] = []
        self._node = engine.start_bidding(self.dealer)
        self.declarer = self.partner = -1
        self._king = -1
        self._first = self._kept = 0
        self._scat: list[int] = []
        self.announcements: tuple[Announcement, ...] = ()
        self.standing_announcements: dict[
            Feat, tuple[int, int, int]
        ] = {}  # announced by whom, how often raised, who gave contra
        self._silent_turns = 0  # how many have had nothing to say since the last word
        self._pagat_keeper = -1
        self._tricks: list[list[tuple[int, int]]] = []
        self._best = 0
        self._replay: Replay | None = None

    # --- as OpenSpiel has it ------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the number of the player to act; -1 for chance, -4 at the end."""
        return self._player

    def is_chance_node(self) -> bool:
        """Return whether a card is to be dealt."""
        return self._player == CHANCE

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, each with its probability.

        Raises `CodexError` where nothing is dealt.
        """
        if self._player != CHANCE:
            raise CodexError("no card is dealt here", "expected a state of which `is_chance_node()` is true")
        share = 1 / len(self._deck)
        return [(card, share) for card in self._deck]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of the player to act, in ascending order.

        None for another player, and at the end.
        """
        if player is not None and _require_integer("player", player) != self._player:
            return []
        if self._player == CHANCE:
            return list(self._deck)
        if self._legal is None:
            self._legal = self._find_legal()
        return list(self._legal)

    def apply_action(self, action: int) -> None:
        """Apply an action; raises `CodexError` with key and paragraph for one that is not legal."""
        action = _require_integer("action", action)
        if self._player == CHANCE:
            self._apply_deal(action)
            return
        if self._legal is None:
            self._legal = self._find_legal()
        if action not in self._legal:
            raise self._make_refusal(action)
        self._history.append(action)
        self._legal = None
        _APPLY[self.phase](self, action)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Return the name of an action; `player`, which OpenSpiel gives first, may be left out."""
        number = _require_integer("player", player) if action is None else _require_integer("action", action)
        if not 0 <= number < len(self.engine.names):
            raise CodexError(
                f"there is no action {number}",
                f"expected 0 to {len(self.engine.names) - 1}",
            )
        return self.engine.names[number]

    def history(self) -> list[int]:
        """Return all actions so far, of chance and of players."""
        return list(self._history)

    def __deepcopy__(self, _memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        """Return what a pickled state is: its history, with the options and the rules by which it was played."""
        engine = self.engine
        rules, options = engine.rules, engine.options
        digest = _remember_engine(engine)
        return _restore_state, (
            rules.era, structs.asdict(options), rules.overrides, engine.altered, digest, self._first_dealer,
            bytes(self._history),
        )  # fmt: skip

    def clone(self) -> State:
        """Return a copy of the state, to go on in another way."""
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        for name in ("_history", "_deck", "_talon", "_bids", "_scat"):
            other.__dict__[name] = list(self.__dict__[name])
        other._hands = [list(hand) for hand in self._hands]
        other._tricks = [list(trick) for trick in self._tricks]
        other.standing_announcements = dict(self.standing_announcements)
        return other

    def returns(self) -> list[float]:
        """Return the gain of each player in Points, by `payment`; 0 before the end, and where all have passed."""
        if self._player != TERMINAL or self.declarer < 0:
            return [0.0] * self.engine.players
        totals = list(self.replay().sheet.totals.values())
        if not self.engine.payment.zero_sum:
            return [float(points) for points in totals]
        return [float(len(totals) * points - sum(totals)) for points in totals]

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player has seen and heard, in order; raises `CodexError` for a player that there is not."""
        return self._describe_view(self._require_player(player), whole=True)

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player sees now: his cards, the words, the trick on the table and the one before."""
        return self._describe_view(self._require_player(player), whole=False)

    def __str__(self) -> str:
        return "\n".join(self._describe_view(player, whole=True) for player in range(self.engine.players))

    # --- ours ---------------------------------------------------------------------------------------------------

    def rule(self, action: int) -> RuleReference:
        """Return the rule by which an action is legal here, or is not."""
        engine, legal = self.engine, _require_integer("action", action) in self.legal_actions()
        match self.phase:
            case Phase.DEAL:
                return engine.cite_rule("pack.cards")
            case Phase.BIDDING:
                return self._find_bid_rule(action, legal)
            case Phase.KING if action in engine.kings:
                return engine.cite_rule("king.own", contract=self._contract)
            case Phase.KING:
                return engine.cite_rule("king.called")
            case Phase.PURCHASE:
                return engine.cite_rule("talon.fold_max" if action == engine.raise_ and not legal else "talon.change")
            case Phase.SCAT:
                return self._find_discard_rule(action, legal)
            case Phase.WORDS:
                return self._find_announcement_rule(action)
            case Phase.PLAY:
                return self._find_play_rule(action)
        return engine.cite_rule("")

    def to_game(self) -> Game:
        """Return the record of a finished game; raises `CodexError` for one that is not, and where all have passed."""
        if self._player != TERMINAL:
            raise CodexError("the game is not finished", "expected a state of which `is_terminal()` is true")
        if self.declarer < 0:
            ref = self.engine.rules.ref("bidding.all_pass")
            raise CodexError(
                f"all have passed: nobody plays (`bidding.all_pass`, {ref})",
                "expected a game that was played",
            )
        return self.record_so_far()

    def record_so_far(self) -> Game:
        """Return the record of an unfinished game: deal, bids, call and all that was played up to now.

        Raises `CodexError` before a king is called, which every record has.
        """
        engine = self.engine
        if self._king < 0:
            raise CodexError("no king is called yet", "expected a state in which one is")
        upper, lower = map(self._to_cards, self._split_talon())
        return Game(
            id="state",
            era=engine.rules.era,
            seats=SEATS,
            dealer=SEATS[self.dealer],
            declarer=SEATS[self.declarer],
            partner=SEATS[self.partner] if self.partner >= 0 else "",
            hands=dict(zip(SEATS, map(self._to_cards, self._dealt), strict=True)),
            talon=Talon(upper=upper, lower=lower) if self._kept else Talon(whole=(*upper, *lower)),
            bids=tuple(structs.replace(engine.bids[bid], seat=SEATS[seat]) for seat, bid in self._bids),
            king=engine.cards[self._king],
            purchase=Purchase(first=self._first, kept=self._kept) if self._kept else None,
            scat=self._to_cards(self._scat),
            announcements=self.announcements,
            tricks=tuple(self._to_plays(trick) for trick in self._tricks if trick),
        )

    def replay(self) -> Replay:
        """Return the finished game replayed and settled; raises `CodexError` as `to_game` does."""
        if self._replay is None:
            self._replay = replay(self.to_game(), self.engine.pack, self.engine.rules)
        return self._replay

    @property
    def _contract(self) -> BidKind:
        return BidKind.DREIER if self._kept else BidKind.SOLO

    def role(self, seat: int) -> SeatRole:
        """Return the role of a seat; raise `CodexError` for a seat that does not exist."""
        seat = self._require_player(_require_integer("seat", seat))
        if seat == self.declarer:
            return SeatRole.DECLARER
        return SeatRole.PARTNER if seat == self.partner else SeatRole.DEFENDER

    # --- what is done -------------------------------------------------------------------------------------------

    def _apply_deal(self, card: int) -> None:
        engine = self.engine
        done = len(engine.cards) - len(self._deck)
        try:
            self._deck.remove(card)
        except ValueError:
            raise self._make_refusal(card) from None
        self._history.append(card)
        if done < len(engine.deal_order):
            self._hands[(engine.forehand[self.dealer] + engine.deal_order[done]) % engine.players].append(card)
        else:
            self._talon.append(card)
        if not self._deck:
            for hand in self._hands:
                hand.sort()
            self._dealt = tuple(tuple(hand) for hand in self._hands)
            self.phase, self._player = Phase.BIDDING, self._node.seat

    def _apply_bid(self, action: int) -> None:
        self._bids.append((self._player, action))
        self._node = self.engine.follow_bid(self._node, action)
        self._player = self._node.seat
        if self._player >= 0:
            return
        best = self._node.bidding.best
        if best is None:
            if self.engine.options.next_deals:
                self._earlier_deals = tuple(
                    f"{self._describe_view(player, whole=True)} | " for player in range(self.engine.players)
                )
                self.dealer = self.engine.next_dealer[self.dealer]
                self._start_deal()
            else:
                self.phase, self._player = Phase.END, TERMINAL
            return
        self._player = self.declarer = SEATS.index(best.seat)
        self._first = self._kept = best.height
        self.phase = Phase.KING

    def _apply_king_call(self, action: int) -> None:
        self._king = action
        self.phase = Phase.PURCHASE
        if not self._kept:
            self._start_announcements()

    def _apply_purchase(self, action: int) -> None:
        if action == self.engine.raise_:
            self._kept += self.engine.raise_fold
            return
        self.phase = Phase.SCAT
        hand = self._hands[self.declarer]
        hand += self._find_half(self._kept)
        hand.sort()

    def _apply_discard(self, action: int) -> None:
        self._scat.append(action)
        self._hands[self.declarer].remove(action)
        if len(self._scat) == self.engine.scat_size:
            self._start_announcements()

    def _start_announcements(self) -> None:
        friends = (seat for seat, hand in enumerate(self._hands) if self._king in hand and seat != self.declarer)
        self.partner = next(friends, -1)
        self.phase, self._player = Phase.WORDS, self.declarer

    def _apply_announcement(self, action: int) -> None:
        engine, seat = self.engine, self._player
        if action == engine.nothing:
            self._silent_turns += 1
        else:
            of, call = engine.announcement_actions[action]
            self.announcements += (Announcement(seat=SEATS[seat], call=call, of=of),)
            by, raised, contra = self.standing_announcements.get(of, (seat, -1, -1))
            self.standing_announcements[of] = (by, raised + 1, seat if raised == 0 else contra)
            self._silent_turns = 0  # he may say more himself
            if call is AnnouncementWord.ANNOUNCE and of is Feat.ULTIMO and engine.pagat_kept:
                self._pagat_keeper = seat
            return
        if self._silent_turns == engine.players:
            self.phase, self._player = Phase.PLAY, engine.leader[self.dealer]
            self._tricks.append([])
        else:
            self._player = _order_after(self._order_announcers(), self._player)[0]

    def _apply_play(self, action: int) -> None:
        engine, player, trick = self.engine, self._player, self._tricks[-1]
        self._hands[player].remove(action)
        if not trick or engine.beats[action][trick[self._best][1]]:
            self._best = len(trick)
        trick.append((player, action))
        if len(trick) < engine.players:
            self._player = (player + 1) % engine.players
        elif len(self._tricks) == engine.hand_size:
            self.phase, self._player = Phase.END, TERMINAL
        else:
            self._player = trick[self._best][0]
            self._tricks.append([])

    # --- what may be done ---------------------------------------------------------------------------------------

    def _find_legal(self) -> Sequence[int]:
        engine = self.engine
        if self.phase is Phase.PLAY:
            return self._find_legal_plays()
        hand = self._hands[self._player] if self._player >= 0 else []
        match self.phase:
            case Phase.BIDDING:
                legal = self._node.legal
                barred = [game for game in engine.own_king_calls if not engine.find_callable_kings(game, hand)]
                return [action for action in legal if engine.bids[action].bid not in barred] if barred else legal
            case Phase.KING:
                return engine.find_callable_kings(self._contract, hand)
            case Phase.PURCHASE:
                more = self._kept + engine.raise_fold <= min(
                    engine.fold_max, self._first + engine.max_raises * engine.raise_fold
                )
                return [engine.keep, engine.raise_] if more else [engine.keep]
            case Phase.SCAT:
                return [card for card in hand if card in engine.discardable] or [
                    card for card in hand if card in engine.discardable_trumps
                ]
            case Phase.WORDS:
                allowed = engine.find_announcement_faults(self, self._player)
                return [engine.nothing, *(action for action, fault in allowed.items() if fault is None)]
        return []

    def _find_legal_plays(self) -> list[int]:
        engine, hand, trick = self.engine, self._hands[self._player], self._tricks[-1]
        if not trick:
            legal = hand
        elif engine.law.must_overtake:
            legal = sorted(engine.number_cards(engine.law.find_legal(self._to_cards(hand), self._to_plays(trick))))
        else:
            same, due, void = engine.follow_cards[trick[0][1]]
            legal = [card for card in hand if card in same] or [card for card in hand if card in void] or hand
            if not due and legal[0] in same:
                legal = hand
        if self._player == self._pagat_keeper and engine.pagat in legal and self._must_keep_pagat(hand):
            return [card for card in legal if card != engine.pagat]
        return list(legal)

    def _must_keep_pagat(self, hand: list[int]) -> bool:
        """Return whether the Pagat must be kept for the last trick (1840:51.3)."""
        early = len(self._tricks) < self.engine.hand_size
        return early and any(card in self.engine.tarocks and card != self.engine.pagat for card in hand)

    def _to_cards(self, numbers: Sequence[int]) -> tuple[Card, ...]:
        return tuple(self.engine.cards[number] for number in numbers)

    def _to_plays(self, trick: Sequence[tuple[int, int]]) -> tuple[Play, ...]:
        return tuple((SEATS[seat], self.engine.cards[card]) for seat, card in trick)

    def _split_talon(self) -> tuple[list[int], list[int]]:
        return self._talon[: self.engine.half_size], self._talon[self.engine.half_size :]

    def _find_half(self, fold: int) -> list[int]:
        """Return the cards of the half of the talon that a Dreier of `fold` folds buys."""
        upper, lower = self._split_talon()
        return upper if self.engine.buys_upper(fold) else lower

    def _order_announcers(self) -> list[int]:
        """Return the seats in the order in which they may announce: the declarer, then the others by the option."""
        seats, first = list(range(self.engine.players)), self.declarer
        if self.engine.options.words is SpeakingOrder.FOREHAND:
            first = self.engine.forehand[self.dealer]
        others = [seat for seat in (*seats[first:], *seats[:first]) if seat != self.declarer]
        return [self.declarer, *others]

    def _find_bid_rule(self, action: int, legal: bool) -> RuleReference:
        engine = self.engine
        if fault := self._node.refused.get(action):
            return RuleReference("bidding.highest_plays", fault.ref)
        if action == engine.pass_:
            return engine.cite_rule("bidding.pass_words")
        if action not in engine.bids:
            return engine.cite_rule("bidding.games")
        if not legal:
            return engine.cite_rule("king.own", contract=engine.bids[action].bid)
        return engine.cite_rule("bidding.games" if self._node.bidding.best is None else "bidding.overbid")

    def _find_discard_rule(self, action: int, legal: bool) -> RuleReference:
        engine = self.engine
        if action not in self._hands[self.declarer]:
            return engine.cite_rule("discard.who")
        if action in engine.undiscardable:
            return engine.cite_rule("discard.never")
        if action in engine.tarocks:
            return engine.cite_rule("discard.tarock", **WITHOUT_SUITS if legal else {})
        return engine.cite_rule("discard.free")

    def _find_announcement_rule(self, action: int) -> RuleReference:
        engine = self.engine
        if action not in engine.announcement_actions:
            return engine.cite_rule("announcements.time")
        of, call = engine.announcement_actions[action]
        key, case = "announcements.raises", {}
        if call is AnnouncementWord.ANNOUNCE:
            key, case = "announcements.allowed_to", {"feat": of}
        fault = engine.find_announcement_faults(self, self._player)[action]
        return RuleReference(key, fault.ref) if fault else engine.cite_rule(key, **case)

    def _find_play_rule(self, action: int) -> RuleReference:
        engine, hand, trick = self.engine, self._hands[self._player], self._tricks[-1]
        if action not in hand:
            return engine.cite_rule("deal.hand")
        if action == engine.pagat and self._player == self._pagat_keeper and self._must_keep_pagat(hand):
            return engine.cite_rule("ultimo.pagat_kept")
        key, case = engine.law.find_rule(self._to_cards(hand), self._to_plays(trick), len(self._tricks))
        return engine.cite_rule(key, **case)

    def _make_refusal(self, action: int) -> CodexError:
        """Return an error that says why an action is not legal, and which are."""
        rule = self.rule(action)
        known = 0 <= action < len(self.engine.names)
        name = self.engine.names[action] if known else str(action)
        legal = [self.engine.names[other] for other in self.legal_actions()]
        expected = (
            "expected one of {known}".format(known=", ".join(legal))
            if legal
            else "expected no action: the game is over"
        )
        phase = self.phase
        what = f"`{name}` is not legal in the {phase}"
        if rule.key and known:
            what = f"`{name}` is not legal in the {phase} (`{rule.key}`, {rule.ref})"
        return CodexError(what, expected)

    # --- what a player knows ------------------------------------------------------------------------------------

    def _require_player(self, player: int | None) -> int:
        number = self._player if player is None else _require_integer("player", player)
        if not 0 <= number < self.engine.players:
            raise CodexError(
                f"there is no player {number}",
                f"expected 0 to {self.engine.players - 1}",
            )
        return number

    def observe(self, player: int | None = None) -> PlayerView:
        """Return what a player knows of this deal, of who is to act where none is named.

        Raises `CodexError` for a player that there is not.
        """
        player, engine = self._require_player(player), self.engine
        halves: tuple[tuple[int, ...], ...] = ()
        discard: tuple[int, ...] = ()
        left: tuple[int, ...] = ()
        bought = bool(self._first) and self.phase is not Phase.KING
        if bought:
            if player == self.declarer:
                folds = range(self._first, self._kept + 1, engine.raise_fold)
                halves = tuple(tuple(self._find_half(fold)) for fold in folds)
                discard = tuple(self._scat)
            elif len(self._scat) == engine.scat_size and engine.shows_tarocks:
                discard = tuple(card for card in self._scat if card in engine.tarocks)
            if engine.options.left_shown and self._kept > self._first and self.phase is not Phase.PURCHASE:
                left = tuple(self._find_half(self._kept - engine.raise_fold))
        return PlayerView(
            player=player,
            dealer=self.dealer,
            declarer=self.declarer,
            phase=self.phase,
            hand=tuple(self._hands[player]),
            dealt=self._dealt[player] if self._dealt else tuple(self._hands[player]),
            bids=tuple(self._bids),
            king=self._king,
            first=self._first if bought else 0,
            kept=self._kept if bought else 0,
            halves=halves,
            discard=discard,
            left=left,
            words=tuple((SEATS.index(said.seat), said.of, said.call) for said in self.announcements),
            tricks=tuple(map(tuple, self._tricks)),
            legal=tuple(self.legal_actions(player)),
        )

    def _describe_view(self, player: int, *, whole: bool) -> str:
        names, view = self.engine.names, self.observe(player)

        def listed(cards: Sequence[int]) -> str:
            return " ".join(names[card] for card in sorted(cards))

        parts = [f"player {player}", f"dealer {self.dealer}", f"hand {listed(view.dealt if whole else view.hand)}"]
        parts.append(f"phase {self.phase}")
        parts += [f"{seat} {names[bid]}" for seat, bid in view.bids]
        if view.king >= 0:
            parts.append(f"king {names[view.king]}")
        if view.first:
            parts.append(f"bought {view.first} kept {view.kept}")
            parts += [f"seen {listed(half)}" for half in view.halves]
            if player == self.declarer:
                laid = " ".join(names[card] for card in view.discard) if whole else listed(view.discard)
                parts.append(f"scat {laid}")
            elif view.discard:
                parts.append(f"discarded {listed(view.discard)}")
            parts += [f"left {listed(view.left)}"] if view.left else []
        parts += [f"{seat} {of} {call}" for seat, of, call in view.words]
        if self.phase is Phase.WORDS:
            parts.append(f"silent {self._silent_turns}")
        tricks = view.tricks if whole else view.tricks[-2:]
        if not whole and view.tricks:
            parts.append(f"trick {len(view.tricks)}")
        parts += [" ".join(f"{seat}:{names[card]}" for seat, card in trick) for trick in tricks if trick]
        return (self._earlier_deals[player] if whole else "") + " | ".join(parts)


# The values that an engine reads of the rules.
_TABLES = tuple(
    name for name, value in vars(Engine).items() if isinstance(value, cached_property) and name != "max_game_length"
)

# Engines that played a pickled state or a restored one, by the digest of their rules and their options.
_ENGINES: dict[tuple[str, Options], Engine] = {}


def _remember_engine(engine: Engine) -> str:
    """Return the digest of the rules of an engine, by which states that are pickled here find it again."""
    if not engine.digest:
        engine.digest = engine.rules.digest
        _ENGINES.setdefault((engine.digest, engine.options), engine)
    return engine.digest


def _restore_state(
    era: str,
    options: Mapping[str, Any],
    overrides: Mapping[Input, Any],
    altered: tuple[Alteration, ...],
    digest: str,
    dealer: int,
    history: bytes,
) -> State:
    """Return a state that was pickled, by the rules of this process; raises `CodexError` where they are others."""
    chosen = msgspec.convert(options, Options)
    engine = _ENGINES.get((digest, chosen))
    if engine is None:
        rules = Rules(EraTables(find_project(), [era])[era]).override(overrides)
        if rules.digest != digest:
            raise CodexError(
                f"the state was pickled under other rules of {era} ({digest[:12]}, here {rules.digest[:12]})",
                "expected the version of the codex that made it",
            )
        engine = Engine(Pack(rules), rules, chosen, altered)
        _remember_engine(engine)
    state = State(engine, dealer)
    for action in history:
        state.apply_action(action)
    return state


class _DealRecord(Record, kw_only=True):
    """The fields of a game's record that describe a deal."""

    seats: Few[str] = SEATS
    dealer: str
    hands: dict[str, str]
    talon: dict[str, str]


def read_deal(engine: Engine, deal: Game | Mapping[str, Any]) -> State:
    """Return a state with these cards dealt, before the first bid; the seats are A to D in order.

    Raises `CodexError` for what cannot be read, for other than four seats, and for cards that are not one pack.
    """
    data = deal.as_dict() if isinstance(deal, Game) else deal
    document = yamlio.parse_data({name: data[name] for name in _DealRecord.__struct_fields__ if name in data})
    dealt = document.convert(_DealRecord, document.data)
    if len(dealt.seats) != engine.players or len(set(dealt.seats)) != engine.players or data.get("fifth"):
        raise document.error(
            f"not {engine.players} players",
            f"expected {engine.players} seats, and no fifth",
            "seats",
        )
    if dealt.dealer not in dealt.seats:
        raise document.error(
            f"no player `{dealt.dealer}`",
            "expected one of {known}".format(known=", ".join(dealt.seats)),
            "dealer",
        )
    if sorted(dealt.hands) != sorted(dealt.seats):
        raise document.error(
            "hands and seats differ",
            "expected a hand for each of {seats}".format(seats=", ".join(dealt.seats)),
            "hands",
        )

    def cards(text: str, count: int, *path: str) -> list[int]:
        try:
            found = [engine.number[card] for card in read_typed_cards(text, engine.pack)]
        except CodexError as error:
            raise document.error(error.what, error.expected, *path) from None
        if len(found) != count:
            raise document.error(f"{len(found)} cards", f"expected {count}", *path)
        return found

    hands = [cards(dealt.hands[seat], engine.hand_size, "hands", seat) for seat in dealt.seats]
    halves = (
        {"whole": 2 * engine.half_size}
        if "whole" in dealt.talon
        else dict.fromkeys(("upper", "lower"), engine.half_size)
    )
    if {*dealt.talon} != {*halves}:
        raise document.error(
            "the talon is not given whole", "expected its cards under `whole`, or under `upper` and `lower`", "talon"
        )
    talon = [card for name, count in halves.items() for card in cards(dealt.talon[name], count, "talon", name)]
    lying = Counter([*chain(*hands), *talon])
    if twice := [engine.names[card] for card, count in lying.items() if count > 1]:
        raise document.error(
            "{twice} lies in two places".format(twice=", ".join(twice)), "expected each card of the pack once", "hands"
        )
    state = State(engine, dealt.seats.index(dealt.dealer))
    left = [iter(hand) for hand in hands]
    for place in engine.deal_order:
        state.apply_action(next(left[(engine.forehand[state.dealer] + place) % engine.players]))
    for card in talon:
        state.apply_action(card)
    return state


_APPLY: dict[Phase, Callable[[State, int], None]] = {
    Phase.BIDDING: State._apply_bid,
    Phase.KING: State._apply_king_call,
    Phase.PURCHASE: State._apply_purchase,
    Phase.SCAT: State._apply_discard,
    Phase.WORDS: State._apply_announcement,
    Phase.PLAY: State._apply_play,
}
