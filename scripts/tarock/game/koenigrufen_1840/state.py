"""A game of Königrufen as programs play it: its engine, its state, and the view of each player.

The kernel is `tarock.game.common.play`; a finished game is replayed and settled as any record.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, Record
from tarock.game.common.cards import Card
from tarock.game.common.notation import read_typed_cards
from tarock.game.common.phases import TALON
from tarock.game.common.play import CHANCE, TERMINAL, GamePhase, TableState, require_finished, require_integer
from tarock.game.common.records import Few
from tarock.game.koenigrufen_1840.phases import (
    BiddingPhase,
    DiscardPhase,
    KingPhase,
    PurchasePhase,
    TarockDeal,
    TarockTricks,
    WordsPhase,
)
from tarock.game.koenigrufen_1840.play_tables import (
    SEATS,
    KoenigrufenPosition,
    Options,
    Phase,
    PlayTables,
    SpeakingOrder,
)
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import Replay, replay
from tarock.game.koenigrufen_1840.unseen import imagine_history
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat, SeatRole

__all__ = (
    "CHANCE",
    "SEATS",
    "TERMINAL",
    "Engine",
    "Options",
    "Phase",
    "PlayerView",
    "SpeakingOrder",
    "State",
    "read_deal",
)


S = TypeVar("S", bound=TableState[KoenigrufenPosition])
_PHASES = {phase.value: phase for phase in Phase}  # by the strings of positions


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


class KoenigrufenEngine(PlayTables):
    """The rules of Königrufen made into tables, with the phases that play by them; each text has its own states."""

    @cached_property
    def tricks(self) -> TarockTricks:  # type: ignore[override]
        """Return the phase of the tricks."""
        return TarockTricks(self)

    @cached_property
    def phases(self) -> Mapping[str, GamePhase[KoenigrufenPosition]]:
        """Return the phases by name."""
        return {
            Phase.DEAL.value: TarockDeal(self, self.places),
            Phase.BIDDING.value: BiddingPhase(self),
            Phase.KING.value: KingPhase(self),
            Phase.PURCHASE.value: PurchasePhase(self),
            Phase.SCAT.value: DiscardPhase(self),
            Phase.WORDS.value: WordsPhase(self),
            Phase.PLAY.value: self.tricks,
        }

    def view(self, at: KoenigrufenPosition, player: int, legal: Sequence[int]) -> PlayerView:
        """Return what a player knows at a moment, with his `legal` actions."""
        halves: tuple[tuple[int, ...], ...] = ()
        discard: tuple[int, ...] = ()
        left: tuple[int, ...] = ()
        bought = bool(at.first) and at.phase != Phase.KING
        if bought:
            if player == at.declarer:
                folds = range(at.first, at.kept + 1, self.raise_fold)
                halves = tuple(tuple(self.find_half(at.talon, fold)) for fold in folds)
                discard = tuple(at.scat)
            elif len(at.scat) == self.scat_size and self.shows_tarocks:
                discard = tuple(card for card in at.scat if card in self.tarocks)
            if self.options.left_shown and at.kept > at.first and at.phase != Phase.PURCHASE:
                left = tuple(self.find_half(at.talon, at.kept - self.raise_fold))
        return PlayerView(
            player=player,
            dealer=at.dealer,
            declarer=at.declarer,
            phase=_PHASES[at.phase],
            hand=tuple(at.hands[player]) if at.dealt else (),  # each takes up his cards when all are dealt
            dealt=at.dealt[player] if at.dealt else (),
            bids=tuple(at.bids),
            king=at.king,
            first=at.first if bought else 0,
            kept=at.kept if bought else 0,
            halves=halves,
            discard=discard,
            left=left,
            words=tuple((SEATS.index(said.seat), said.of, said.call) for said in at.announcements),
            tricks=tuple(map(tuple, at.tricks)),
            legal=tuple(legal),
        )

    def describe_words(self, at: KoenigrufenPosition, player: int) -> list[str]:
        """Return what a player has heard and seen of bids, talon, discard and announcements."""
        names, view, listed = self.names, self.view(at, player, ()), self.list_names
        parts = [f"{seat} {names[bid]}" for seat, bid in view.bids]
        if view.king >= 0:
            parts.append(f"king {names[view.king]}")
        if view.first:
            parts.append(f"bought {view.first} kept {view.kept}")
            parts += [f"seen {listed(half)}" for half in view.halves]
            if player == at.declarer:
                parts.append(f"scat {listed(view.discard)}")
            elif view.discard:
                parts.append(f"discarded {listed(view.discard)}")
            parts += [f"left {listed(view.left)}"] if view.left else []
        parts += [f"{seat} {of} {call}" for seat, of, call in view.words]
        return [*parts, f"silent {at.silent_turns}"] if at.phase == Phase.WORDS else parts

    def imagine(
        self, state: TableState[KoenigrufenPosition], player: int, chance: random.Random
    ) -> Sequence[int] | None:
        """Return a history in which the unseen cards lie elsewhere; None where the draw failed."""
        return imagine_history(self, state, player, chance, self.tricks.find_denied(state.at))

    def require_played(self, at: KoenigrufenPosition) -> None:
        """Raise `CodexError` for a game that is not finished, and where all have passed."""
        require_finished(at)
        if at.declarer < 0:
            ref = self.rules.ref("bidding.all_pass")
            raise CodexError(
                f"all have passed: nobody plays (`bidding.all_pass`{', ' if ref else ''}{ref})",
                "expected a game that was played",
            )

    def record_game(self, at: KoenigrufenPosition) -> Game:
        """Return the record of a game up to now; raise `CodexError` before a king is called, which every record has."""
        if at.king < 0:
            raise CodexError("no king is called yet", "expected a state in which one is")
        upper, lower = map(self.list_cards, (at.talon[: self.half_size], at.talon[self.half_size :]))
        return Game(
            id="state",
            era=self.rules.era,
            seats=SEATS,
            dealer=SEATS[at.dealer],
            declarer=SEATS[at.declarer],
            partner=SEATS[at.partner] if at.partner >= 0 else "",
            hands=dict(zip(SEATS, map(self.list_cards, at.dealt), strict=True)),
            talon=Talon(upper=upper, lower=lower) if at.kept else Talon(whole=(*upper, *lower)),
            bids=self.name_bids(at),
            king=self.cards[at.king],
            purchase=Purchase(first=at.first, kept=at.kept) if at.kept else None,
            scat=self.list_cards(at.scat),
            announcements=at.announcements,
            tricks=tuple(
                tuple((SEATS[seat], self.cards[card]) for seat, card in trick) for trick in at.tricks if trick
            ),
        )

    def name_bids(self, at: KoenigrufenPosition) -> tuple[Bid, ...]:
        """Return what has been bid, in order, a pass too: seat, word and folds."""
        return tuple(structs.replace(self.bids[bid], seat=SEATS[seat]) for seat, bid in at.bids)

    def list_cards(self, numbers: Sequence[int]) -> tuple[Card, ...]:
        """Return the cards of these numbers."""
        return tuple(self.cards[number] for number in numbers)


class Engine(KoenigrufenEngine):
    """The rules of 1840 made into tables, with the phases that play by them."""

    def new_state(self, dealer: int | None = None) -> State:
        """Return a game before the first card; raises `CodexError` for a dealer that is no player."""
        return State(self, dealer)

    def read_deal(self, deal: Game | Mapping[str, Any]) -> State:
        """Return a state with the cards of a game dealt, as `read_deal` does."""
        return read_deal(self, deal, self.new_state)

    def pay(self, state: State) -> list[float]:
        """Return the gain of each player in Points, by `payment`; 0 where all have passed."""
        if state.declarer < 0:
            return [0.0] * self.players
        totals = list(state.replay().sheet.totals.values())
        if not self.payment.zero_sum:
            return [float(points) for points in totals]
        return [float(len(totals) * points - sum(totals)) for points in totals]


class State(TableState[KoenigrufenPosition]):
    """A game at one moment. Players are 0 to 3, in order of play; actions are numbers, named by `action_to_string`."""

    engine: Engine
    _replay: Replay | None = None

    @property
    def phase(self) -> Phase:
        """Return the phase of the game."""
        return _PHASES[self.at.phase]

    @property
    def declarer(self) -> int:
        """Return the declarer, -1 before there is one."""
        return self.at.declarer

    @property
    def partner(self) -> int:
        """Return the declarer's friend, -1 before he is known to the rules, and where there is none."""
        return self.at.partner

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Return what has been bid, in order, a pass too: seat, word and folds."""
        return self.engine.name_bids(self.at)

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """Return what has been announced, in order."""
        return self.at.announcements

    def to_game(self) -> Game:
        """Return the record of a finished game; raises `CodexError` for one that is not, and where all have passed."""
        self.engine.require_played(self.at)
        return self.record_so_far()

    def record_so_far(self) -> Game:
        """Return the record of an unfinished game: deal, bids, call and all that was played up to now.

        Raises `CodexError` before a king is called, which every record has.
        """
        return self.engine.record_game(self.at)

    def replay(self) -> Replay:
        """Return the finished game replayed and settled; raises `CodexError` as `to_game` does."""
        if self._replay is None:
            self._replay = replay(self.to_game(), self.engine.pack, self.engine.rules)
        return self._replay

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action; raises `CodexError` where it was another, or of another player."""
        super().undo_action(player, action)
        self._replay = None

    def role(self, seat: int) -> SeatRole:
        """Return the role of a seat; raise `CodexError` for a seat that does not exist."""
        return self.at.role(self._require_player(require_integer("seat", seat)))

    def observe(self, player: int | None = None) -> PlayerView:
        """Return what a player knows of this deal, of who is to act where none is named.

        Raises `CodexError` for a player that there is not.
        """
        player = self._require_player(player)
        return self.engine.view(self.at, player, self.legal_actions(player))


class _DealRecord(Record, kw_only=True):
    """The fields of a game's record that describe a deal."""

    seats: Few[str] = SEATS
    dealer: str
    hands: dict[str, str]
    talon: dict[str, str]


def read_deal(engine: KoenigrufenEngine, deal: Record | Mapping[str, Any], new_state: Callable[[int], S]) -> S:
    """Return a state with these cards dealt, before the first bid; the seats are A to D in order.

    Raises `CodexError` for what cannot be read, for other than four seats, and for cards that are not one pack.
    """
    data = deal.as_dict() if isinstance(deal, Record) else deal
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
    state = new_state(dealt.seats.index(dealt.dealer))
    left = {TALON: iter(talon), **dict(enumerate(map(iter, hands)))}
    for place in engine.find_places(state.at):
        state.apply_action(next(left[place]))
    return state
