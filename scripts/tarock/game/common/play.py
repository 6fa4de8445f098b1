"""Games as programs play them: one kernel for all eras, with the verbs of OpenSpiel.

A state is the engine of an era, which has its rules as tables, and the history of its events, each with who saw it.
Clones, undoing, pickling and what a player knows follow from the history; the position is a fold of it.

How an era plugs in:

- `GameEngine` is subclassed. An engine is made by `of(rules, options, altered)`, which reads every value; it has no
  default for a value that the source or `assumed.yaml` does not give. It names the `seats`, the `cards`, and the
  actions: `names` has the cards first, by their place in the pack, then the words. `phases` maps the name of a phase to
  a `GamePhase`, `position_type` is the class of its positions, `pay(state)` returns the gain of each player at the end,
  `describe_words(at, player)` what he has heard and seen. `payment` and `max_game_length` are for frameworks.
- `Position` is subclassed where more than cards and tricks is to be remembered: fields of whole numbers, strings,
  tuples, lists and dicts of these, which `copy` copies (lists of lists where `nested` names them). `phase`, a plain
  string, `player` (or `CHANCE`, `TERMINAL`) and `dealer` say whose turn it is; `hands`, `dealt`, `talon`, `deck` and
  `tricks` are there for all eras.
- A `GamePhase` has no state of its own. `legal(at)` returns the actions that `at.player` may take, in ascending order,
  from what he knows alone. `apply(at, action)` moves the position on, sets `at.phase` and `at.player`, and returns by
  whom the act was seen: a number with a bit for each seat (`1 << seat`, `engine.everyone`, 0 for nobody).
  `why(at, action)` returns the statement that allows or forbids an action. A phase may be asked about a position that
  no play led to, as the table of the core is made by running it.
- What becomes known beside the acts is told in `apply` by `at.tell(label, cards, seen)`: a hand dealt, the half of the
  talon that is bought, what was discarded. It stands in the history after the act, without being an action. Acts that a
  player did not see are not in his history at all; where he sees that something was done, tell him that.
- `phases.py` has the phases that every era shares: `DealPhase` (cards to places in the order of the rules) and
  `TrickPhase` (by `TrickLaw`). An era subclasses them to say what follows (`finish`), and what is held back (`legal`).
- `imagine(state, player, chance)` draws a history that may agree with all that a player knows; `draw_places` helps, for
  it draws every lie of the unseen cards with the same probability. `State.resample_from_infostate` refuses the others.
- `new_state(dealer)` returns a `TableState`, or a subclass with more verbs (`to_game`, `replay`). `Era.engine` names
  the class of the engine as `module:Class`: by it the library, `tarock play`, OpenSpiel and PettingZoo find the game.

Players are numbered in order of play from 0; actions are numbers below `len(engine.names)`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import comb
from operator import index
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

import msgspec
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.project import find_project
from tarock.base.session import Input
from tarock.base.structs import Record
from tarock.game.common.cards import Card, Pack
from tarock.game.common.records import find_seat
from tarock.game.common.trick_law import TrickLaw
from tarock.rules.ruleset import Alteration, Rules
from tarock.rules.tables import EraTables

CHANCE, TERMINAL = -1, -4  # who is to act where no player is, as OpenSpiel numbers them
DEAL, END = "deal", "end"  # the phases of every game that is dealt, and that is over
TRIES = 100_000  # histories imagined before resampling gives up

Event = tuple[int | str, int | tuple[int, ...], int]
"""An act or what is told: who acts or a label, the action or cards, and by whom it is seen, a bit for each seat."""


class RuleReference(Record):
    """The key of a rule and its paragraph; both empty where the text names none."""

    key: str
    ref: str


class PaymentRule(Record):
    """Settlement of a sheet between the players: its rule, whether gains sum to zero, and their bounds in Points."""

    rule: RuleReference
    zero_sum: bool
    lowest: int
    highest: int


class NoOptions(Record, kw_only=True):
    """The decisions that a program has to take in a game that leaves none open: none."""


class Position:
    """A moment of a game as a fold of its history: small plain values, which `copy` copies.

    `nested` names the fields that are lists of lists which change.
    """

    nested: ClassVar[tuple[str, ...]] = ("hands",)

    def __init__(self, players: int, dealer: int, deck: Iterable[int], phase: str):
        """Take who deals the cards of `deck` in `phase`."""
        self.phase = phase
        self.player = CHANCE
        self.dealer = dealer
        self.deck = dict.fromkeys(deck)  # not dealt yet, in ascending order
        self.hands: list[list[int]] = [[] for _seat in range(players)]
        self.dealt: tuple[tuple[int, ...], ...] = ()  # the hands as they were dealt; empty before
        self.talon: list[int] = []  # in the order of dealing
        self.tricks: list[list[tuple[int, int]]] = []  # plays as seat and card
        self.best = 0  # place in the trick of the play that takes it so far
        self.told: list[Event] = []  # by the last act; taken into the history after it

    def tell(self, label: str, cards: Iterable[int], seen: int) -> None:
        """Tell cards, in ascending order, to the players whose bits are in `seen`."""
        self.told.append((label, tuple(sorted(cards)), seen))

    def become(self, other: Self) -> None:
        """Take over all of another position, as where another deal begins in the same game."""
        self.__dict__.update(other.__dict__)

    def copy(self) -> Self:
        """Return a copy that goes on by itself."""
        kind = self.__class__
        if kind not in _COPIED:
            _COPIED[kind] = tuple(name for name, value in self.__dict__.items() if isinstance(value, list | dict))
        other = object.__new__(kind)
        fields = other.__dict__
        fields.update(self.__dict__)
        for name in _COPIED[kind]:
            fields[name] = fields[name].copy()
        for name in kind.nested:
            fields[name] = [each.copy() for each in fields[name]]
        if self.tricks:  # of the tricks only the last changes
            other.tricks[-1] = self.tricks[-1].copy()
        return other


_COPIED: dict[type[Position], tuple[str, ...]] = {}  # the fields of a class that are lists and dicts

P = TypeVar("P", bound=Position)
V = TypeVar("V")


class GamePhase(ABC, Generic[P]):
    """A part of a game: who may do what in it, and what follows. It has no state of its own."""

    def __init__(self, engine: Any):
        """Take the engine, which has the rules."""
        self.engine = engine

    @abstractmethod
    def legal(self, at: P) -> Collection[int]:
        """Return the actions that the player to act may take, in ascending order."""

    @abstractmethod
    def apply(self, at: P, action: int) -> int:
        """Move the position on by an action, and return by whom it is seen, a bit for each seat."""

    @abstractmethod
    def why(self, at: P, action: int) -> RuleReference:
        """Return the rule by which an action is legal here, or is not."""

    def can_be_told(self, at: P, action: int) -> bool:
        """Return whether an action against the rules can be applied at all, where a record tells it."""
        return True


def from_rules(read: Callable[[Rules], V]) -> cached_property[V]:
    """Return an attribute of an engine that is read from its rules when it is first asked for."""
    return cached_property(lambda engine: read(engine.rules))


def list_seat_places(rules: Rules, key: str, seats: tuple[str, ...]) -> list[int]:
    """Return by dealer the number of the seat that the value of `key` names, such as `right of dealer`."""
    return [seats.index(find_seat(rules, key, seats, dealer)) for dealer in seats]


_READ_LATE = ("digest", "max_game_length")  # attributes of an engine that take long, and few ask for


class GameEngine(ABC, Generic[P]):
    """The rules of an era made into tables, by which states are played, and the names of the actions."""

    options_type: ClassVar[type[Record]] = NoOptions
    position_type: Callable[[int, int, range, str], P]

    rules: Rules
    options: Record
    altered: tuple[Alteration, ...]
    seats: tuple[str, ...]
    players: int

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Return the names of the actions by number, those of the cards first."""

    @property
    @abstractmethod
    def phases(self) -> Mapping[str, GamePhase[P]]:
        """Return the phases by name."""

    @property
    @abstractmethod
    def payment(self) -> PaymentRule:
        """Return how points are paid, and the bounds of what a player can gain."""

    @property
    @abstractmethod
    def max_game_length(self) -> int:
        """Return an upper bound of the players' actions in one deal, without those of chance."""

    @classmethod
    @abstractmethod
    def of(cls, rules: Rules, options: Any = None, altered: tuple[Alteration, ...] = ()) -> Self:
        """Return the engine of these rules; raises `CodexError` with the first value that is missing."""

    def start(self, dealer: int) -> P:
        """Return the position before the first card is dealt."""
        return self.position_type(self.players, dealer, range(len(self.cards)), DEAL)

    @abstractmethod
    def pay(self, state: Any) -> list[float]:
        """Return the gain of each player in a finished game."""

    def describe(self, at: P, player: int) -> str:
        """Return what is before a player now: his cards, the words, the trick on the table and the one before.

        Each takes up his cards when all are dealt.
        """
        hand, tricks = at.hands[player] if at.dealt else (), at.tricks
        parts = [f"player {player}", f"dealer {at.dealer}", f"hand {self.list_names(hand)}", f"phase {at.phase}"]
        parts += self.describe_words(at, player)
        parts += [f"trick {len(tricks)}"] if tricks else []
        parts += [" ".join(f"{seat}:{self.names[card]}" for seat, card in trick) for trick in tricks[-2:] if trick]
        return " | ".join(parts)

    @abstractmethod
    def describe_words(self, at: P, player: int) -> list[str]:
        """Return what a player has heard and seen before the tricks, part by part."""

    def list_names(self, cards: Iterable[int]) -> str:
        """Return the names of cards, in ascending order."""
        return " ".join(self.names[card] for card in sorted(cards))

    @abstractmethod
    def imagine(self, state: Any, player: int, chance: random.Random) -> Sequence[int] | None:
        """Return a history that may agree with what a player knows; None where the draw failed.

        Of all histories that agree, each deal with its unseen acts must be as likely as each other.
        """

    def read_all(self) -> None:
        """Read every value of the rules now, so that what cannot be played is refused here."""
        for kind in type(self).__mro__:
            for name, found in vars(kind).items():
                if isinstance(found, cached_property) and name not in _READ_LATE:
                    getattr(self, name)

    def make_refusal(self, key: str, needs: str) -> CodexError:
        """Return the error that the engine cannot play with the value of `key`, and what it needs."""
        return CodexError(f"the engine cannot play with this `{key}`", f"expected {needs}", file=self.rules.file(key))

    pack = from_rules(Pack)
    hand_size = from_rules(lambda rules: rules.number("deal.hand"))  # how many cards each plays

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards by number."""
        return self.pack.cards

    @cached_property
    def pagat(self) -> int:
        """Return the Pagat."""
        return self.number[self.pack.pagat]

    @cached_property
    def next_dealer(self) -> list[int]:
        """Return by dealer who deals next."""
        return list_seat_places(self.rules, "deal.next_dealer", self.seats)

    @cached_property
    def number(self) -> dict[Card, int]:
        """Return the numbers of the cards."""
        return {card: number for number, card in enumerate(self.cards)}

    def new_state(self, dealer: int | None = None) -> TableState[P]:
        """Return a game before the first card; raises `CodexError` for a dealer that is no player."""
        return TableState(self, dealer)

    def read_deal(self, deal: Any) -> TableState[P]:
        """Return a state with the cards of a record dealt; raises `CodexError` where it cannot be read."""
        raise CodexError(f"no deal of {self.rules.era} is read", "expected a dealer, or neither")

    def number_cards(self, cards: Iterable[Card]) -> frozenset[int]:
        """Return the action numbers of cards."""
        return frozenset(self.number[card] for card in cards)

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
    def everyone(self) -> int:
        """Return by whom an act is seen that all see."""
        return (1 << self.players) - 1

    @cached_property
    def digest(self) -> str:
        """Return the digest of the rules, by which states are pickled."""
        return self.rules.digest

    @property
    @abstractmethod
    def most_told(self) -> int:
        """Return how often at most something is told to one player in a deal, beside acts; once where only his hand."""

    def tell_event(self, event: Event) -> str:
        """Return an event as text: the actor and the name of his action, or a label and cards."""
        by, what, _seen = event
        if isinstance(what, tuple):
            return " ".join((str(by), *(self.names[card] for card in what)))
        return f"{by} {self.names[what]}"

    def cite_rule(self, key: str, **case: Any) -> RuleReference:
        """Return key and paragraph of a rule in a case; both empty for an empty key."""
        return RuleReference(key, self.rules.ref(key, **case) if key else "")


def require_finished(at: Position) -> None:
    """Raise `CodexError` for a game that is not finished."""
    if at.player != TERMINAL:
        raise CodexError("the game is not finished", "expected a state of which `is_terminal()` is true")


def require_integer(name: str, value: object) -> int:
    """Return `value` as an int, from numpy too; raise `TypeError` with the name of the argument for another type."""
    if value.__class__ is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"argument `{name}` is of type {type(value).__name__}; expected int")
    return index(value)


class TableState(Generic[P]):
    """A game at one moment: its engine, and the history of its events; `at` is the position that they lead to."""

    def __init__(self, engine: GameEngine[P], dealer: int | None = None):
        """Take the number of the `dealer`, by default the last.

        Raises `TypeError` for an argument of another type, and `CodexError` for a dealer that is no player.
        """
        if not isinstance(engine, GameEngine):
            what = f"argument `engine` is of type {type(engine).__name__}"
            raise TypeError(f"{what}; expected an engine: `Codex.new_initial_state` makes a state")
        if dealer is not None and require_integer("dealer", dealer) not in range(engine.players):
            raise CodexError(f"there is no player {dealer} to deal", f"expected 0 to {engine.players - 1}")
        self.engine = engine
        self.first_dealer = engine.players - 1 if dealer is None else dealer
        self._phases = engine.phases
        self.at = engine.start(self.first_dealer)
        self._events: list[Event] = []
        self._legal: Collection[int] | None = None  # of the player to act, once they are asked

    @classmethod
    def from_history(cls, engine: GameEngine[P], history: Iterable[int], dealer: int | None = None) -> Self:
        """Return the state after these actions; raises `CodexError` for one that is not legal in its place."""
        if not isinstance(history, Iterable):
            raise TypeError(f"argument `history` is of type {type(history).__name__}; expected a list of int")
        state = cls(engine, dealer)
        for action in history:
            state.apply_action(require_integer("history", action))
        return state

    @property
    def altered(self) -> tuple[Alteration, ...]:
        """Return what of the rules is not as the source has it."""
        return self.engine.altered

    @property
    def phase(self) -> str:
        """Return the phase of the game."""
        return self.at.phase

    @property
    def dealer(self) -> int:
        """Return who deals, or has dealt."""
        return self.at.dealer

    # --- as OpenSpiel has it ------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the number of the player to act; -1 for chance, -4 at the end."""
        return self.at.player

    def is_chance_node(self) -> bool:
        """Return whether a card is to be dealt."""
        return self.at.player == CHANCE

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.at.player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, each with its probability.

        Raises `CodexError` where nothing is dealt.
        """
        if self.at.player != CHANCE:
            raise CodexError("no card is dealt here", "expected a state of which `is_chance_node()` is true")
        cards = self._find_legal()
        return [(card, 1 / len(cards)) for card in cards]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of the player to act, in ascending order.

        None for another player, and at the end.
        """
        if player is not None and require_integer("player", player) != self.at.player:
            return []
        return list(self._legal if self._legal is not None else self._find_legal())

    def _find_legal(self) -> Collection[int]:
        if self._legal is None:
            at = self.at
            self._legal = () if at.player == TERMINAL else self._phases[at.phase].legal(at)
        return self._legal

    def apply_action(self, action: int) -> None:
        """Apply an action; raises `CodexError` with key and paragraph for one that is not legal."""
        if action.__class__ is not int:
            action = require_integer("action", action)
        legal = self._legal
        if action not in (self._find_legal() if legal is None else legal):
            raise self._make_refusal(action)
        self._advance(action)

    def _advance(self, action: int) -> None:
        """Apply an action that is known to be legal."""
        at, player = self.at, self.at.player
        self._events.append((player, action, self._phases[at.phase].apply(at, action)))
        if at.told:
            self._events += at.told
            at.told = []
        self._legal = at.deck if at.player == CHANCE else None

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action; raises `CodexError` where it was another, or of another player."""
        history, last = self._list_acts(), (require_integer("player", player), require_integer("action", action))
        if not history or history[-1] != last:
            raise CodexError(
                f"the last action was not {action} of player {player}",
                f"expected {history[-1][1]} of player {history[-1][0]}" if history else "expected a state after one",
            )
        self.at = self.engine.start(self.first_dealer)
        self._events = []
        for _player, each in history[:-1]:
            self._advance(each)
        self._legal = None

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Return the name of an action; `player`, which OpenSpiel gives first, may be left out."""
        number = require_integer("player", player) if action is None else require_integer("action", action)
        if not 0 <= number < len(self.engine.names):
            raise CodexError(f"there is no action {number}", f"expected 0 to {len(self.engine.names) - 1}")
        return self.engine.names[number]

    def _list_acts(self) -> list[tuple[int, int]]:
        return [(by, what) for by, what, _seen in self._events if by.__class__ is int]  # type: ignore[misc]

    def card(self, action: int) -> Card:
        """Return the card that an action plays, deals or lays away; raises `CodexError` for a word."""
        cards, number = self.engine.cards, require_integer("action", action)
        if not 0 <= number < len(cards):
            raise CodexError(f"action {number} is no card", f"expected 0 to {len(cards) - 1}")
        return cards[number]

    def children(self) -> dict[int, Self]:
        """Map each legal action to the state after it; empty at the end."""
        found = {action: self.clone() for action in self.legal_actions()}
        for action, after in found.items():
            after.apply_action(action)
        return found

    def history(self) -> list[int]:
        """Return all actions so far, of chance and of players."""
        return [what for by, what, _seen in self._events if by.__class__ is int]  # type: ignore[misc]

    def events(self, player: int | None = None) -> list[Event]:
        """Return all that has happened, or what a player has seen of it, in order."""
        if player is None:
            return list(self._events)
        bit = 1 << self._require_player(player)
        return [event for event in self._events if event[2] & bit]

    def clone(self) -> Self:
        """Return a copy of the state, to go on in another way."""
        other = object.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other._events = list(self._events)
        other.at = self.at.copy()
        other._legal = None  # may be a list of the position
        return other

    def __deepcopy__(self, _memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., TableState[P]], tuple[object, ...]]:
        """Return what a pickled state is: its history, with the options and the rules by which it was played."""
        engine = self.engine
        _ENGINES.setdefault((type(engine), engine.digest, engine.options), engine)
        return _restore_state, (
            type(self), type(engine), engine.rules.era, structs.asdict(engine.options), engine.rules.overrides,
            engine.altered, engine.digest, self.first_dealer, array("H", self.history()).tobytes(),
        )  # fmt: skip

    def returns(self) -> list[float]:
        """Return the gain of each player, by the `payment` of the engine; 0 before the end."""
        return self.engine.pay(self) if self.at.player == TERMINAL else [0.0] * self.engine.players

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player has seen and heard, in order; raises `CodexError` for a player that there is not."""
        player, tell = self._require_player(player), self.engine.tell_event
        events = " | ".join(map(tell, self.events(player)))
        return f"player {player} | dealer {self.first_dealer} | {events}"

    def information_state_shape(self) -> tuple[int, int]:
        """Return rows and columns of the tensor of an information state.

        The first row is the player and the dealer. Then each event that he saw has a row: who acted, all where
        something is told, and the action or the cards told.
        """
        engine = self.engine
        rows = 1 + engine.max_game_length + engine.most_told
        return rows, max(2 * engine.players, engine.players + len(engine.names))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return all that a player has seen and heard as zeros and ones; equal where the string is, and only there."""
        player, engine = self._require_player(player), self.engine
        rows, columns = self.information_state_shape()
        found = [0.0] * (rows * columns)
        found[player] = found[engine.players + self.first_dealer] = 1.0
        for row, (by, what, _seen) in enumerate(self.events(player), 1):
            start = row * columns + engine.players
            # whatever is told has the bits of all players, so that no row is empty
            for actor in (by,) if isinstance(by, int) else range(engine.players):
                found[row * columns + actor] = 1.0
            for each in what if isinstance(what, tuple) else (what,):
                found[start + each] = 1.0
        return found

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player sees now: his cards, the words, the trick on the table and the one before."""
        return self.engine.describe(self.at, self._require_player(player))

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> Self:
        """Return a state in which a player has seen the same, each lie of the unseen cards with the same probability.

        `draw` returns random numbers of at least 0 and less than 1. Raises `CodexError` where none is found.
        """
        if not callable(draw):
            raise TypeError(f"argument `draw` is of type {type(draw).__name__}; expected a function")
        player = self._require_player(player)
        seen, chance = self.events(player), random.Random(draw())
        bit = 1 << player
        for _attempt in range(TRIES):
            history = self.engine.imagine(self, player, chance)
            if history is not None and (found := self._follow(history, seen, bit)):
                return found
        raise CodexError(f"no deal found that agrees with what player {player} knows", "expected another draw")

    def _follow(self, history: Iterable[int], seen: Sequence[Event], bit: int) -> Self | None:
        """Return the state after a history, None where it is not legal or something else than `seen` is seen."""
        other, at = type(self)(self.engine, self.first_dealer), 0
        for action in history:
            if action not in other._find_legal():
                return None
            before = len(other._events)
            other._advance(action)
            for by, what, by_whom in other._events[before:]:
                if by_whom & bit:
                    if at == len(seen) or (by, what) != seen[at][:2]:
                        return None
                    at += 1
        return other if at == len(seen) and other.at.player == self.at.player else None

    def __str__(self) -> str:
        return "\n".join(self.information_state_string(player) for player in range(self.engine.players))

    # --- ours ---------------------------------------------------------------------------------------------------

    def rule(self, action: int) -> RuleReference:
        """Return the rule by which an action is legal here, or is not."""
        action, at = require_integer("action", action), self.at
        return RuleReference("", "") if at.player == TERMINAL else self._phases[at.phase].why(at, action)

    def force_action(self, action: int) -> RuleReference | None:
        """Apply an action that a record tells, and go on; return the rule that forbids it, None for a legal one.

        Raises `CodexError` for one that nobody could take, as to play a card that is not held.
        """
        action, at = require_integer("action", action), self.at
        if action in self._find_legal():
            self._advance(action)
            return None
        known = not self.is_terminal() and 0 <= action < len(self.engine.names)
        if not known or not self._phases[at.phase].can_be_told(at, action):
            raise self._make_refusal(action)
        refused = self.rule(action)
        self._advance(action)
        return refused

    def _make_refusal(self, action: int) -> CodexError:
        """Return an error that says why an action is not legal, and which are."""
        rule, names = self.rule(action), self.engine.names
        known = 0 <= action < len(names)
        legal = [names[other] for other in self.legal_actions()]
        expected = f"expected one of {', '.join(legal)}" if legal else "expected no action: the game is over"
        what = f"`{names[action] if known else action}` is not legal in the {self.phase}"
        if rule.key and known:
            table = self.engine.rules.table
            unsaid = "assumed by us" if table.assumed.on_key(rule.key) else table.silence(rule.key).silence
            what += f" (`{rule.key}`, {rule.ref or unsaid})"
        return CodexError(what, expected)

    def _require_player(self, player: int | None) -> int:
        number = self.at.player if player is None else require_integer("player", player)
        if not 0 <= number < self.engine.players:
            raise CodexError(f"there is no player {number}", f"expected 0 to {self.engine.players - 1}")
        return number


# Engines that played a pickled state or a restored one, by their class, the digest of their rules and their options.
_ENGINES: dict[tuple[type, str, Record], GameEngine[Any]] = {}


def _restore_state(
    kind: type[TableState[Any]],
    engine_type: type[GameEngine[Any]],
    era: str,
    options: Mapping[str, Any],
    overrides: Mapping[Input, Any],
    altered: tuple[Alteration, ...],
    digest: str,
    dealer: int,
    history: bytes,
) -> TableState[Any]:
    """Return a state that was pickled, by the rules of this process; raises `CodexError` where they are others."""
    chosen = msgspec.convert(options, engine_type.options_type)
    engine = _ENGINES.get((engine_type, digest, chosen))
    if engine is None:
        rules = Rules(EraTables(find_project(), [era])[era]).override(overrides)
        if rules.digest != digest:
            raise CodexError(
                f"the state was pickled under other rules of {era} ({digest[:12]}, here {rules.digest[:12]})",
                "expected the version of the codex that made it",
            )
        engine = _ENGINES[engine_type, digest, chosen] = engine_type.of(rules, chosen, altered)
    return kind.from_history(engine, array("H", history), dealer)


# --- where unseen cards can lie -------------------------------------------------------------------------------------


def draw_places(
    may: Mapping[int, Collection[int]], room: Mapping[int, int], chance: random.Random
) -> dict[int, list[int]] | None:
    """Return for each place the cards that lie there, every possible lie with the same probability.

    `may` maps each card to the places where it can lie, `room` each place to how many cards lie there, together as many
    as there are. None where there is no such lie.
    """
    order = tuple(room)
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in sorted(may):
        groups.setdefault(tuple(place for place, name in enumerate(order) if name in may[card]), []).append(card)
    # the largest group last: what is left of the room is its own, without counting
    in_order = sorted(groups.items(), key=lambda each: (len(each[1]), each[0]))
    sizes = tuple((len(cards), places) for places, cards in in_order)
    left, lying = tuple(room[name] for name in order), dict[int, list[int]]({name: [] for name in order})
    if not _count_lies(sizes, left):
        return None
    for number, (places, cards) in enumerate(in_order):
        rest = sizes[number + 1 :]
        found = [(ways * _count_lies(rest, after), split, after) for ways, split, after in _split(sizes[number], left)]
        at = chance.randrange(sum(ways for ways, _split, _after in found))
        drawn_at = accumulate(ways for ways, _split, _after in found)
        _ways, split, left = found[next(place for place, total in enumerate(drawn_at) if at < total)]
        drawn = iter(chance.sample(cards, len(cards)))
        for place, count in zip(places, split, strict=True):
            lying[order[place]] += [next(drawn) for _card in range(count)]
    return lying


def _split(
    group: tuple[int, tuple[int, ...]], room: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield each way to give so many cards to places: how often it occurs, how many to each, the room after it."""
    size, places = group
    for split in product(*(range(min(size, room[place]) + 1) for place in places[:-1])):
        last = size - sum(split)
        if not places or not 0 <= last <= room[places[-1]]:
            continue
        ways, cards, after = 1, size, list(room)
        for place, count in zip(places, (*split, last), strict=True):
            ways *= comb(cards, count)
            cards -= count
            after[place] -= count
        yield ways, (*split, last), tuple(after)


@lru_cache(maxsize=100_000)
def _count_lies(groups: tuple[tuple[int, tuple[int, ...]], ...], room: tuple[int, ...]) -> int:
    """Return in how many ways groups of cards, each with its places, fill the room."""
    if not groups:
        return int(not any(room))
    if sum(size for size, _places in groups) != sum(room):
        return 0
    return sum(ways * _count_lies(groups[1:], after) for ways, _split_, after in _split(groups[0], room))
