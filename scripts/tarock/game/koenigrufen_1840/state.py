"""A game of Königrufen as it is played, for programs: a state, the legal actions, what each player knows.

The words are OpenSpiel's. Every rule is the room's own: the bidding, the announcements and the law of the trick are
asked once for each situation that differs by the rules, and remembered; a finished game is replayed and settled as any
record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, Record
from tarock.game.common.cards import Card, Pack
from tarock.game.common.findings import Finding
from tarock.game.common.notation import Play, read_cards
from tarock.game.common.records import Few, seat_at, word, words
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.auction import Bidding, check_announcements
from tarock.game.koenigrufen_1840.examination import WITHOUT_SUITS, Examination
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import Replay, deciding, replay
from tarock.game.koenigrufen_1840.settlement import consulation
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Half, Own, Saying, SeatRole
from tarock.rules.ruleset import Rules

CHANCE, TERMINAL = -1, -4  # who is to act where no player is, as OpenSpiel numbers them
SEATS = ("A", "B", "C", "D")  # as the author calls them
_DIFFERENCE = "the difference to each other player"  # what is paid (1840:128.1)


class Phase(StrEnum):
    """What is done at a moment of the game."""

    DEAL = "deal"
    BIDDING = "bidding"
    KING = "king"
    PURCHASE = "purchase"
    SCAT = "scat"
    WORDS = "announcements"
    PLAY = "play"
    END = "end"


class Words(StrEnum):
    """With whom the words go on when the declarer has spoken first (1840:37.4); the text does not say it."""

    NEXT = "next to the declarer"
    FOREHAND = "forehand"


class Options(Record, kw_only=True):
    """What the text leaves open or to the players, and a program has to decide.

    `next_deals`: when all pass the game ends, with nothing written (1840:28.1); or the next deals in the same game
    (28.2). `words`: who may speak of ultimo and Volat next after the declarer. `knocked`: the pack is cut, and dealt in
    packets of six; or it is knocked on, and each has his cards at once (11.2). `left_shown`: the half of the talon that
    the declarer has seen and left is shown to nobody, or to all (68.1 does not say when it is).
    """

    next_deals: bool = False
    words: Words = Words.NEXT
    knocked: bool = False
    left_shown: bool = False


class Rule(Record):
    """The key of a rule and its paragraph; both empty where the text names none."""

    key: str
    ref: str


class Payment(Record):
    """How a sheet is settled between the players: the rule, and whether what they get adds up to nothing."""

    rule: Rule
    zero_sum: bool
    lowest: int
    highest: int


class Seen(Frozen):
    """What one player knows of a deal: his cards now and as they were dealt, and what all have heard and seen.

    `king` is the called one, -1 before; `first` and `kept` are the folds bought, 0 where nothing is. `halves` of the
    talon and the whole `discard` the declarer sees; of both the others see what is shown (`left`, laid away tarocks).
    """

    hand: tuple[int, ...]
    dealt: tuple[int, ...]
    bids: tuple[tuple[int, int], ...]  # seat and action
    king: int
    first: int
    kept: int
    halves: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    left: tuple[int, ...]
    words: tuple[tuple[int, Feat, Saying], ...]
    tricks: tuple[tuple[tuple[int, int], ...], ...]  # seat and card


class _Node(Frozen):
    """A situation of the bidding: who speaks, what he may say, what he may not and why, and where each word leads."""

    bidding: Bidding
    seat: int  # -1: the bidding is over
    legal: tuple[int, ...]
    refused: dict[int, Finding]
    next: dict[int, _Node]


class Engine:
    """What states are played by: the rules made into tables, and the numbers of the actions.

    A card is the action of dealing, calling, laying away or playing it, by its place in the pack.
    """

    def __init__(self, pack: Pack, rules: Rules, options: Options | None = None):
        self.pack, self.rules, self.options = pack, rules, options or Options()
        self.cards = pack.cards
        self.number = {card: number for number, card in enumerate(self.cards)}
        self.players = rules.numbers("game.players")[0]
        if self.players != len(SEATS):
            raise CodexError(
                f"{self.players} players",
                f"expected {len(SEATS)} by `game.players`",
            )
        self.folds = rules.number("bidding.fold_max", contract=Call.DREIER)
        self.hand_size, self.scat_size = rules.number("deal.hand"), rules.number("discard.cards")
        names: list[str] = [card.printed for card in self.cards]
        self.pass_ = len(names)
        self.solo = self.pass_ + self.folds + 1
        self.keep, self.raise_, self.nothing = self.solo + 1, self.solo + 2, self.solo + 3
        names += ["pass", *(f"dreier {fold}" for fold in range(1, self.folds + 1)), "solo", "keep", "raise", "nothing"]
        self.sayings = {
            len(names) + number: saying
            for number, saying in enumerate((of, call) for of in Feat for call in Saying)
        }  # fmt: skip
        names += [f"{of} {call}" for of, call in self.sayings.values()]
        self.names = tuple(names)
        self.bids = {self.pass_: Bid(seat="", bid=Call.PASS), self.solo: Bid(seat="", bid=Call.SOLO)} | {
            self.pass_ + fold: Bid(seat="", bid=Call.DREIER, fold=fold) for fold in range(1, self.folds + 1)
        }
        self._tables()
        self.payment = self._payment()
        self._starts: dict[int, _Node] = {}
        self._nodes: dict[tuple[object, ...], _Node] = {}
        self._said: dict[tuple[object, ...], dict[int, Finding | None]] = {}

    def _tables(self) -> None:
        rules, pack, law = self.rules, self.pack, TrickLaw.of(self.rules)
        self.law = law
        self.takes = [[law.takes(card, best) for best in self.cards] for card in self.cards]
        self.due: list[tuple[frozenset[int], frozenset[int]]] = []  # by the card led: what is due, and without it
        for led in self.cards:
            before = [("", led)]
            same = law.legal(self.cards, before) if not law.must_overtake else list(self.cards)
            rest = [card for card in self.cards if card not in same]
            self.due.append((self.numbers(same), self.numbers(law.legal(rest, before))))
        never = pack.named(rules.words("discard.never"))
        self.kings = [self.number[king] for king in pack.kings]
        loose = [card for card in self.cards if not card.is_tarock and card not in never]
        self.tarocks = self.numbers(card for card in self.cards if card.is_tarock)
        self.never = self.numbers(never)
        self.loose, trumps = self.numbers(loose), self.tarocks - self.never
        self.laid = self.loose | trumps if rules.flag("discard.tarock") else self.loose
        self.laid_last = trumps if rules.flag("discard.tarock", **WITHOUT_SUITS) else frozenset[int]()
        self.shows_tarocks = rules.flag("discard.shown", card="tarock")
        self.pagat = self.number[pack.pagat]
        self.pagat_kept = rules.has("ultimo.pagat_kept") and rules.flag("ultimo.pagat_kept")
        self.own = {call: word(rules, "king.own", Own, contract=call) for call in (Call.DREIER, Call.SOLO)}
        self.change, self.changes = rules.number("talon.change_fold"), rules.number("talon.changes_max")
        self.fold_max = rules.number("talon.fold_max")
        packet = rules.number("deal.packet", knocked=self.options.knocked)
        rounds = self.hand_size // packet
        # to which place from the Vorhand each card of the pack goes; the talon, which has none, has what is left
        self.served = [place for _round in range(rounds) for place in range(self.players) for _card in range(packet)]
        self.half = rules.number("deal.talon_half")
        self.next_dealer, self.forehand = (
            [SEATS.index(seat_at(rules, key, SEATS, dealer)) for dealer in SEATS]
            for key in ("deal.next_dealer", "game.forehand")
        )

    def numbers(self, cards: Iterable[Card]) -> frozenset[int]:
        """The actions of cards."""
        return frozenset(self.number[card] for card in cards)

    def game(self, dealer: int) -> Game:
        """A record in which nothing has happened yet."""
        return Game(
            id="state", era=self.rules.era, seats=SEATS, dealer=SEATS[dealer], declarer="", hands={}, talon=Talon(),
            bids=(), king=self.pack.kings[0], tricks=(),
        )  # fmt: skip

    def buys_upper(self, fold: int) -> bool:
        """Whether a Dreier of so many folds buys the upper half of the talon, not the lower."""
        return word(self.rules, "talon.half", Half, fold=fold) is Half.UPPER

    def start(self, dealer: int) -> _Node:
        """The beginning of the bidding."""
        if dealer not in self._starts:
            bidding = Bidding(Examination(self.game(dealer), self.pack, self.rules))
            self._starts[dealer] = self._node(bidding, self.forehand[dealer])
        return self._starts[dealer]

    def said(self, node: _Node, action: int) -> _Node:
        """The bidding after a word."""
        after = node.next.get(action)
        if after is None:
            bidding = node.bidding.anew()
            bidding.hear(structs.replace(self.bids[action], seat=SEATS[node.seat]))
            after = node.next[action] = self._node(bidding, (node.seat + 1) % self.players)
        return after

    def _node(self, bidding: Bidding, seat: int) -> _Node:
        for step in range(self.players):
            turn = (seat + step) % self.players
            name = SEATS[turn]
            if bidding.best is not None and bidding.best.seat == name:
                break  # nobody has raised him
            if bidding.may_speak(name):
                return self._turn(bidding, turn)
        return _Node(bidding, -1, (), {}, {})

    def _turn(self, bidding: Bidding, turn: int) -> _Node:
        best = bidding.best
        left = tuple(sorted((seat, bid is best) for seat, bid in bidding.let_go.items()))
        key = (bidding.exam.game.dealer, turn, best, frozenset(bidding.passed), left)
        if key not in self._nodes:
            legal: list[int] = []
            refused: dict[int, Finding] = {}
            for action, bid in sorted(self.bids.items()):
                trial = bidding.anew()
                trial.hear(structs.replace(bid, seat=SEATS[turn]))
                if trial.exam.list:
                    refused[action] = trial.exam.list[0]
                else:
                    legal.append(action)
            self._nodes[key] = _Node(bidding, turn, tuple(legal), refused, {})
        return self._nodes[key]

    @cached_property
    def longest(self) -> int:
        """More than the players can do in one deal, dealing aside; what one deal follows on is not bounded."""

        found: dict[int, int] = {}

        def bids(node: _Node) -> int:
            if id(node) not in found:
                found[id(node)] = 1 + max((bids(self.said(node, action)) for action in node.legal), default=-1)
            return found[id(node)]

        # nobody says a word twice, and after each all may be silent once more
        words = (len(self.sayings) + 1) * (self.players + 1)
        return bids(self.start(0)) + 1 + self.changes + 1 + self.scat_size + words + self.players * self.hand_size

    def may_say(self, state: State, seat: int) -> dict[int, Finding | None]:
        """What `seat` might say of ultimo and Volat, each with what forbids it, if anything does."""
        partner = state.partner
        role = state.role(seat)
        key: tuple[object, ...] = (role, *(
            (of, state.role(by), raises, by == seat, contra == seat)
            for of, (by, raises, contra) in state.standing.items()
        ))  # fmt: skip
        found = self._said.get(key)
        if found is None:
            game = structs.replace(self.game(state.dealer), declarer=SEATS[state.declarer])
            name = SEATS[partner] if partner >= 0 else ""
            found = self._said[key] = {}
            for action, (of, call) in self.sayings.items():
                told = (*state.announcements, Announcement(seat=SEATS[seat], call=call, of=of))
                exam = Examination(structs.replace(game, announcements=told), self.pack, self.rules)
                check_announcements(exam, name)
                found[action] = exam.list[-1] if exam.list else None
        return found

    def rule(self, key: str, **case: str) -> Rule:
        """The rule of a key in a case; no key is no rule."""
        return Rule(key, self.rules.ref(key, **case) if key else "")

    def _payment(self) -> Payment:
        """How a sheet is settled: by the difference to each other player, if the text says so (1840:128.1)."""
        rules, key, most = self.rules, "session.payment.of", self._most()
        if rules.has(key) and rules.word(key) == _DIFFERENCE:
            bound = (self.players - 1) * most
            return Payment(self.rule(key), True, -bound, bound)
        return Payment(self.rule(""), False, 0, most)

    def _most(self) -> int:
        """More than anybody can write in one game without a revoke: all that there is, at its highest price."""
        rules = self.rules
        raised = 1
        for call in words(rules, "announcements.raises", Saying):
            raised *= rules.number("announcements.raise_factor", call=call)
        points = sum(card.thirds for card in self.cards) // rules.number("counting.group")

        def most(game: Call) -> int:
            times = self.fold_max + rules.number("king.lost", contract=game)
            times += sum(
                rules.number("honours.bonus", honour=kind, contract=game) for kind in rules.words("honours.kinds")
            )
            for of in Feat:
                kinds = [rules.number(f"{of}.{what}", announced=True, contract=game) for what in ("bonus", "lost")]
                times += raised * max(kinds) + rules.number(f"{of}.bonus", announced=False, contract=game)
            price = consulation(rules, None, game)
            return points * rules.number("settlement.multiplier", contract=game) + times * price

        return max(most(game) for game in self.own)


class State:
    """A game at one moment. Players are 0 to 3, in order of play; actions are numbers, named by `action_to_string`."""

    def __init__(self, engine: Engine, dealer: int | None = None):
        """`dealer` by number, the last where none is given; raises `CodexError` for one that is no player."""
        if dealer is not None and dealer not in range(engine.players):
            raise CodexError(
                f"there is no player {dealer} to deal",
                f"expected 0 to {engine.players - 1}",
            )
        self.engine = engine
        self.dealer = engine.players - 1 if dealer is None else dealer
        self._history: list[int] = []
        self._before: tuple[str, ...] = ("",) * engine.players  # what each knows of deals in which all passed
        self._begin()

    def _begin(self) -> None:
        engine = self.engine
        self.phase = Phase.DEAL
        self._deck = list(range(len(engine.cards)))
        self._hands: list[list[int]] = [[] for _seat in SEATS]
        self._dealt: tuple[tuple[int, ...], ...] = ()
        self._talon: list[int] = []
        self._player = CHANCE
        self._legal: Sequence[int] | None = None
        self._bids: list[tuple[int, int]] = []
        self._node = engine.start(self.dealer)
        self.declarer = self.partner = -1
        self._king = -1
        self._first = self._kept = 0
        self._scat: list[int] = []
        self.announcements: tuple[Announcement, ...] = ()
        self.standing: dict[Feat, tuple[int, int, int]] = {}  # announced by whom, how often raised, who gave contra
        self._silent = 0  # how many have had nothing to say since the last word
        self._keeper = -1
        self._tricks: list[list[tuple[int, int]]] = []
        self._best = 0
        self._replay: Replay | None = None

    # --- as OpenSpiel has it ------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Whose turn it is; -1 for chance, -4 at the end."""
        return self._player

    def is_chance_node(self) -> bool:
        """Whether a card is to be dealt."""
        return self._player == CHANCE

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be dealt next, each as likely as any other; raises where nothing is dealt."""
        if self._player != CHANCE:
            raise CodexError("no card is dealt here", "expected a chance node")
        share = 1 / len(self._deck)
        return [(card, share) for card in self._deck]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of who is to act, in order; none for another player, and at the end."""
        if player is not None and player != self._player:
            return []
        if self._player == CHANCE:
            return list(self._deck)
        if self._legal is None:
            self._legal = self._actions()
        return list(self._legal)

    def apply_action(self, action: int) -> None:
        """Go on by an action; raises `CodexError` with key and paragraph for one that is not legal."""
        if self._player == CHANCE:
            self._deal(action)
            return
        if self._legal is None:
            self._legal = self._actions()
        if action not in self._legal:
            raise self._refusal(action)
        self._history.append(action)
        self._legal = None
        _DO[self.phase](self, action)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The name of an action; `player`, which OpenSpiel gives first, may be left out."""
        number = player if action is None else action
        if not 0 <= number < len(self.engine.names):
            raise CodexError(
                f"there is no action {number}",
                f"expected 0 to {len(self.engine.names) - 1}",
            )
        return self.engine.names[number]

    def history(self) -> list[int]:
        """All actions so far, of chance and of players."""
        return list(self._history)

    def __deepcopy__(self, _memo: object) -> State:
        return self.clone()

    def clone(self) -> State:
        """The same state, to go on in another way."""
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        for name in ("_history", "_deck", "_talon", "_bids", "_scat"):
            other.__dict__[name] = list(self.__dict__[name])
        other._hands = [list(hand) for hand in self._hands]
        other._tricks = [list(trick) for trick in self._tricks]
        other.standing = dict(self.standing)
        return other

    def returns(self) -> list[float]:
        """What each player gets, in Points, by `payment`; nothing before the end, and where all have passed."""
        if self._player != TERMINAL or self.declarer < 0:
            return [0.0] * self.engine.players
        totals = list(self.replay().sheet.totals.values())
        if not self.engine.payment.zero_sum:
            return [float(points) for points in totals]
        return [float(len(totals) * points - sum(totals)) for points in totals]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen and heard, in order."""
        return self._told(self._asked(player), whole=True)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now: his cards, what has been said, the trick on the table and the one before."""
        return self._told(self._asked(player), whole=False)

    def __str__(self) -> str:
        return "\n".join(self._told(player, whole=True) for player in range(self.engine.players))

    # --- ours ---------------------------------------------------------------------------------------------------

    def rule(self, action: int) -> Rule:
        """The rule by which an action is legal here, or is not."""
        engine, legal = self.engine, action in self.legal_actions()
        match self.phase:
            case Phase.DEAL:
                return engine.rule("pack.cards")
            case Phase.BIDDING:
                return self._bid_rule(action, legal)
            case Phase.KING if action in engine.kings:
                return engine.rule("king.own", contract=self._contract)
            case Phase.KING:
                return engine.rule("king.called")
            case Phase.PURCHASE:
                return engine.rule("talon.fold_max" if action == engine.raise_ and not legal else "talon.change")
            case Phase.SCAT:
                return self._scat_rule(action, legal)
            case Phase.WORDS:
                return self._words_rule(action)
            case Phase.PLAY:
                return self._play_rule(action)
        return engine.rule("")

    def to_game(self) -> Game:
        """The record of a finished game; raises `CodexError` for one that is not, and where all have passed."""
        if self._player != TERMINAL:
            raise CodexError("the game is not finished", "expected a terminal state")
        if self.declarer < 0:
            ref = self.engine.rules.ref("bidding.all_pass")
            raise CodexError(
                f"all have passed: nobody plays (`bidding.all_pass`, {ref})",
                "expected a game that was played",
            )
        return self.so_far()

    def so_far(self) -> Game:
        """The record of what has happened since a king was called, finished or not."""
        engine = self.engine
        upper, lower = map(self._cards, self._halves())
        return Game(
            id="state",
            era=engine.rules.era,
            seats=SEATS,
            dealer=SEATS[self.dealer],
            declarer=SEATS[self.declarer],
            partner=SEATS[self.partner] if self.partner >= 0 else "",
            hands=dict(zip(SEATS, map(self._cards, self._dealt), strict=True)),
            talon=Talon(upper=upper, lower=lower) if self._kept else Talon(whole=(*upper, *lower)),
            bids=tuple(structs.replace(engine.bids[bid], seat=SEATS[seat]) for seat, bid in self._bids),
            king=engine.cards[self._king],
            purchase=Purchase(first=self._first, kept=self._kept) if self._kept else None,
            scat=self._cards(self._scat),
            announcements=self.announcements,
            tricks=tuple(self._plays(trick) for trick in self._tricks if trick),
        )

    def replay(self) -> Replay:
        """The finished game replayed and settled; raises as `to_game` does."""
        if self._replay is None:
            self._replay = replay(self.to_game(), self.engine.pack, self.engine.rules)
        return self._replay

    @property
    def _contract(self) -> Call:
        return Call.DREIER if self._kept else Call.SOLO

    def role(self, seat: int) -> SeatRole:
        """What a seat is."""
        if seat == self.declarer:
            return SeatRole.DECLARER
        return SeatRole.PARTNER if seat == self.partner else SeatRole.DEFENDER

    # --- what is done -------------------------------------------------------------------------------------------

    def _deal(self, card: int) -> None:
        engine = self.engine
        done = len(engine.cards) - len(self._deck)
        try:
            self._deck.remove(card)
        except ValueError:
            raise self._refusal(card) from None
        self._history.append(card)
        if done < len(engine.served):
            self._hands[(engine.forehand[self.dealer] + engine.served[done]) % engine.players].append(card)
        else:
            self._talon.append(card)
        if not self._deck:
            for hand in self._hands:
                hand.sort()
            self._dealt = tuple(tuple(hand) for hand in self._hands)
            self.phase, self._player = Phase.BIDDING, self._node.seat

    def _bid(self, action: int) -> None:
        self._bids.append((self._player, action))
        self._node = self.engine.said(self._node, action)
        self._player = self._node.seat
        if self._player >= 0:
            return
        best = self._node.bidding.best
        if best is None:
            if self.engine.options.next_deals:
                self._before = tuple(f"{self._told(player, whole=True)} | " for player in range(self.engine.players))
                self.dealer = self.engine.next_dealer[self.dealer]
                self._begin()
            else:
                self.phase, self._player = Phase.END, TERMINAL
            return
        self._player = self.declarer = SEATS.index(best.seat)
        self._first = self._kept = best.height
        self.phase = Phase.KING

    def _call(self, action: int) -> None:
        self._king = action
        self.phase = Phase.PURCHASE
        if not self._kept:
            self._speak()

    def _purchase(self, action: int) -> None:
        if action == self.engine.raise_:
            self._kept += self.engine.change
            return
        self.phase = Phase.SCAT
        hand = self._hands[self.declarer]
        hand += self._half(self._kept)
        hand.sort()

    def _lay(self, action: int) -> None:
        self._scat.append(action)
        self._hands[self.declarer].remove(action)
        if len(self._scat) == self.engine.scat_size:
            self._speak()

    def _speak(self) -> None:
        friends = (seat for seat, hand in enumerate(self._hands) if self._king in hand and seat != self.declarer)
        self.partner = next(friends, -1)
        self.phase, self._player = Phase.WORDS, self.declarer

    def _say(self, action: int) -> None:
        engine, seat = self.engine, self._player
        if action == engine.nothing:
            self._silent += 1
        else:
            of, call = engine.sayings[action]
            self.announcements += (Announcement(seat=SEATS[seat], call=call, of=of),)
            by, raised, contra = self.standing.get(of, (seat, -1, -1))
            self.standing[of] = (by, raised + 1, seat if raised == 0 else contra)
            self._silent = 0  # he may say more himself
            if call is Saying.ANNOUNCE and of is Feat.ULTIMO and engine.pagat_kept:
                self._keeper = seat
            return
        if self._silent == engine.players:
            self.phase, self._player = Phase.PLAY, engine.forehand[self.dealer]
            self._tricks.append([])
        elif engine.options.words is Words.FOREHAND and not self._opened:
            first = engine.forehand[self.dealer]
            self._player = first if first != self.declarer else (first + 1) % engine.players
        else:
            self._player = (self._player + 1) % engine.players

    def _play(self, action: int) -> None:
        engine, player, trick = self.engine, self._player, self._tricks[-1]
        self._hands[player].remove(action)
        if not trick or engine.takes[action][trick[self._best][1]]:
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

    def _actions(self) -> Sequence[int]:
        engine = self.engine
        if self.phase is Phase.PLAY:
            return self._playable()
        hand = self._hands[self._player] if self._player >= 0 else []
        match self.phase:
            case Phase.BIDDING:
                legal = self._node.legal
                if (
                    engine.solo in legal
                    and engine.own[Call.SOLO] is Own.MUST
                    and not any(king in hand for king in engine.kings)
                ):
                    return [action for action in legal if action != engine.solo]
                return legal
            case Phase.KING:
                own = engine.own[self._contract]
                return sorted(king for king in engine.kings if own is Own.MAY or (king in hand) is (own is Own.MUST))
            case Phase.PURCHASE:
                more = self._kept + engine.change <= min(engine.fold_max, self._first + engine.changes * engine.change)
                return [engine.keep, engine.raise_] if more else [engine.keep]
            case Phase.SCAT:
                return [card for card in hand if card in engine.laid] or [
                    card for card in hand if card in engine.laid_last
                ]
            case Phase.WORDS:
                allowed = engine.may_say(self, self._player)
                return [engine.nothing, *(action for action, fault in allowed.items() if fault is None)]
        return []

    def _playable(self) -> list[int]:
        engine, hand, trick = self.engine, self._hands[self._player], self._tricks[-1]
        if not trick:
            legal = hand
        elif engine.law.must_overtake:
            legal = sorted(engine.numbers(engine.law.legal(self._cards(hand), self._plays(trick))))
        else:
            same, void = engine.due[trick[0][1]]
            legal = [card for card in hand if card in same] or [card for card in hand if card in void] or hand
        if self._player == self._keeper and engine.pagat in legal and self._waits(hand):
            return [card for card in legal if card != engine.pagat]
        return list(legal)

    def _waits(self, hand: list[int]) -> bool:
        """Whether the Pagat must wait for the last trick (1840:51.3)."""
        early = len(self._tricks) < self.engine.hand_size
        return early and any(card in self.engine.tarocks and card != self.engine.pagat for card in hand)

    def _cards(self, numbers: Sequence[int]) -> tuple[Card, ...]:
        return tuple(self.engine.cards[number] for number in numbers)

    def _plays(self, trick: Sequence[tuple[int, int]]) -> tuple[Play, ...]:
        return tuple((SEATS[seat], self.engine.cards[card]) for seat, card in trick)

    def _halves(self) -> tuple[list[int], list[int]]:
        return self._talon[: self.engine.half], self._talon[self.engine.half :]

    def _half(self, fold: int) -> list[int]:
        """The half of the talon that a Dreier of so many folds buys."""
        upper, lower = self._halves()
        return upper if self.engine.buys_upper(fold) else lower

    @property
    def _opened(self) -> bool:
        """Whether somebody else than the declarer has been asked already what he has to announce."""
        return self._silent != 1 or self._player != self.declarer or any(
            said.seat != SEATS[self.declarer] for said in self.announcements
        )  # fmt: skip

    def _bid_rule(self, action: int, legal: bool) -> Rule:
        engine = self.engine
        if fault := self._node.refused.get(action):
            return Rule("bidding.highest_plays", fault.ref)
        if action == engine.pass_:
            return engine.rule("bidding.pass_words")
        if action not in engine.bids:
            return engine.rule("bidding.games")
        if not legal:
            return engine.rule("king.own", contract=Call.SOLO)
        return engine.rule("bidding.games" if self._node.bidding.best is None else "bidding.overbid")

    def _scat_rule(self, action: int, legal: bool) -> Rule:
        engine = self.engine
        if action not in self._hands[self.declarer]:
            return engine.rule("discard.who")
        if action in engine.never:
            return engine.rule("discard.never")
        if action in engine.tarocks:
            return engine.rule("discard.tarock", **WITHOUT_SUITS if legal else {})
        return engine.rule("discard.free")

    def _words_rule(self, action: int) -> Rule:
        engine = self.engine
        if action not in engine.sayings:
            return engine.rule("announcements.time")
        of, call = engine.sayings[action]
        key, case = "announcements.raises", {}
        if call is Saying.ANNOUNCE:
            key, case = "announcements.allowed_to", {"feat": of}
        fault = engine.may_say(self, self._player)[action]
        return Rule(key, fault.ref) if fault else engine.rule(key, **case)

    def _play_rule(self, action: int) -> Rule:
        engine, hand, trick = self.engine, self._hands[self._player], self._tricks[-1]
        if action not in hand:
            return engine.rule("deal.hand")
        if action == engine.pagat and self._player == self._keeper and self._waits(hand):
            return engine.rule("ultimo.pagat_kept")
        key, case = deciding(engine.law, self._cards(hand), self._plays(trick), len(self._tricks))
        return engine.rule(key, **case)

    def _refusal(self, action: int) -> CodexError:
        """Why an action is not legal, and what would be."""
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

    def _asked(self, player: int | None) -> int:
        asked = self._player if player is None else player
        if not 0 <= asked < self.engine.players:
            raise CodexError(
                f"there is no player {asked}",
                f"expected 0 to {self.engine.players - 1}",
            )
        return asked

    def seen_by(self, player: int) -> Seen:
        """What a player knows of this deal; raises `CodexError` for one that there is not."""
        player, engine = self._asked(player), self.engine
        halves: tuple[tuple[int, ...], ...] = ()
        discard: tuple[int, ...] = ()
        left: tuple[int, ...] = ()
        bought = bool(self._first) and self.phase is not Phase.KING
        if bought:
            if player == self.declarer:
                folds = range(self._first, self._kept + 1, engine.change)
                halves = tuple(tuple(self._half(fold)) for fold in folds)
                discard = tuple(self._scat)
            elif len(self._scat) == engine.scat_size and engine.shows_tarocks:
                discard = tuple(card for card in self._scat if card in engine.tarocks)
            if engine.options.left_shown and self._kept > self._first and self.phase is not Phase.PURCHASE:
                left = tuple(self._half(self._kept - engine.change))
        return Seen(
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
        )

    def _told(self, player: int, *, whole: bool) -> str:
        names, seen = self.engine.names, self.seen_by(player)

        def listed(cards: Sequence[int]) -> str:
            return " ".join(names[card] for card in sorted(cards))

        parts = [f"player {player}", f"dealer {self.dealer}", f"hand {listed(seen.dealt if whole else seen.hand)}"]
        parts += [f"{seat} {names[bid]}" for seat, bid in seen.bids]
        if seen.king >= 0:
            parts.append(f"king {names[seen.king]}")
        if seen.first:
            parts.append(f"bought {seen.first} kept {seen.kept}")
            parts += [f"seen {listed(half)}" for half in seen.halves]
            if player == self.declarer:
                parts.append(f"scat {listed(seen.discard)}")
            elif seen.discard:
                parts.append(f"discarded {listed(seen.discard)}")
            parts += [f"left {listed(seen.left)}"] if seen.left else []
        parts += [f"{seat} {of} {call}" for seat, of, call in seen.words]
        if self.phase is Phase.WORDS:
            parts.append(f"silent {self._silent}")
        tricks = seen.tricks if whole else seen.tricks[-2:]
        if not whole and seen.tricks:
            parts.append(f"trick {len(seen.tricks)}")
        parts += [" ".join(f"{seat}:{names[card]}" for seat, card in trick) for trick in tricks if trick]
        return (self._before[player] if whole else "") + " | ".join(parts)


class _Deal(Record, kw_only=True):
    """Cards as they were dealt: a record of a game has these fields, and others."""

    seats: Few[str] = SEATS
    dealer: str
    hands: dict[str, str]
    talon: dict[str, str]


def read_deal(engine: Engine, deal: Game | Mapping[str, Any]) -> State:
    """A state of cards that are dealt already, before the first word; seats are A to D in their order.

    Raises `CodexError` for what cannot be read, for other than four seats, and for cards that are not one pack.
    """
    data = deal.as_dict() if isinstance(deal, Game) else deal
    document = yamlio.parse_data({name: data[name] for name in _Deal.__struct_fields__ if name in data})
    dealt = document.convert(_Deal, document.data)
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
            found = [engine.number[card] for card in read_cards(text, engine.pack)]
        except CodexError as error:
            raise document.error(error.what, error.expected, *path) from None
        if len(found) != count:
            raise document.error(f"{len(found)} cards", f"expected {count}", *path)
        return found

    hands = [cards(dealt.hands[seat], engine.hand_size, "hands", seat) for seat in dealt.seats]
    halves = {"whole": 2 * engine.half} if "whole" in dealt.talon else dict.fromkeys(("upper", "lower"), engine.half)
    if {*dealt.talon} != {*halves}:
        raise document.error("the talon is not all there", "expected it `whole`, or `upper` and `lower`", "talon")
    talon = [card for name, count in halves.items() for card in cards(dealt.talon[name], count, "talon", name)]
    lying = Counter([*chain(*hands), *talon])
    if twice := [engine.names[card] for card, count in lying.items() if count > 1]:
        raise document.error(
            "{twice} twice".format(twice=", ".join(twice)), "expected each card of the pack once", "hands"
        )
    state = State(engine, dealt.seats.index(dealt.dealer))
    left = [iter(hand) for hand in hands]
    for place in engine.served:
        state.apply_action(next(left[(engine.forehand[state.dealer] + place) % engine.players]))
    for card in talon:
        state.apply_action(card)
    return state


_DO: dict[Phase, Callable[[State, int], None]] = {
    Phase.BIDDING: State._bid,
    Phase.KING: State._call,
    Phase.PURCHASE: State._purchase,
    Phase.SCAT: State._lay,
    Phase.WORDS: State._say,
    Phase.PLAY: State._play,
}
