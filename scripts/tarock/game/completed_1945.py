"""1945 completed from 1840: what the first page of 1945 says, and for all that is lost the Königrufen of 1840.

It is no play of 1945: values of ours stand beside those of the text (`rules_data/1945/assumed.yaml`), and every result
says so. The fifth person, of whose part too little is left, is not played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

import msgspec
from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.base.wording import Message
from tarock.game.common.era import RecordKind
from tarock.game.common.findings import Finding
from tarock.game.common.game_file import CardText, PaidPoints, PlayedGame, TakenTrick, dump_fields, list_payments
from tarock.game.common.play import CHANCE, GamePhase, RuleReference, TableState
from tarock.game.common.records import Count, Few, Seat, exclude_seats, read_enums
from tarock.game.common.score import Note, ScoreSheet, SettledScore
from tarock.game.koenigrufen_1840.play_tables import KoenigrufenPosition, Phase
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, read_game
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import KoenigrufenEngine, read_deal
from tarock.rules.ruleset import Alteration, Rules

NAME = "1945 completed from 1840"
_PACKETS = "packets"  # the phase in which each chooses one
# where a text has no answer to these, Königrufen is played without them; here they are lost, and must be taken over
_LIMITS = ("ultimo.pagat_kept", "honours.lapse_seats", "session.payment.of")


class CompletedResult(Record, kw_only=True):
    """The result of a game: the tricks by seat, the declarer's side in thirds of a point, gains and payments."""

    tricks: dict[str, Count]
    declarer_thirds: Count
    totals: dict[str, int]
    payments: Few[PaidPoints]


class CompletedGame(Record, kw_only=True, omit_defaults=True):
    """A game of 1945 completed from 1840, with its cards in the notation of the books, as `tarock replay` reads it.

    Seats stand in order of play. The talon has its `upper` and `lower` packet, or is `whole` where it lies untouched.
    `result` is what a program found.
    """

    id: str = ""
    title: str = ""
    era: str
    seats: Few[Seat]
    dealer: Seat
    declarer: Seat
    partner: str = ""
    hands: dict[str, CardText]
    talon: dict[str, CardText]
    bids: Few[Bid]
    king: CardText
    purchase: Purchase | None = None
    scat: CardText = ""
    announcements: Few[Announcement] = ()
    tricks: Few[CardText]
    result: CompletedResult | None = None

    def dump(self) -> str:
        """Return the text of its file."""
        return dump_fields(self.as_dict(), self.__struct_fields__)


COMPLETED = RecordKind(CompletedGame, "game-1945.schema.json", "examples/game-1945.yaml")


class CompletedReplay(PlayedGame):
    """A game replayed: `declarer_thirds` is what the declarer's side counts."""

    game: CompletedGame
    declarer_thirds: int

    def with_result(self) -> CompletedGame:
        """Return the game with its result; raise `CodexError` where nothing is settled."""
        if self.settled is None:
            raise CodexError("the game is not settled", "expected one that can be followed to its end")
        winners = [trick.winner for trick in self.tricks]
        result = CompletedResult(
            tricks={seat: winners.count(seat) for seat in self.game.seats},
            declarer_thirds=self.declarer_thirds,
            totals=self.settled.totals,
            payments=list_payments(self.settled),
        )
        return structs.replace(self.game, result=result)


class Packet(StrEnum):
    """A packet of the cards after a knock, by whose it is where nobody chooses."""

    FIRST = "own twelve"
    SECOND = "twelve of the second"
    THIRD = "twelve of the third"
    FOURTH = "twelve of the fourth"


class CompletedPosition(KoenigrufenPosition):
    """A moment of a game; `chosen` are the packets taken after a knock, from 0, in the order in which one is asked."""

    chosen: tuple[int, ...] = ()


class PacketPhase(GamePhase[CompletedPosition]):
    """The choice of packets after a knock: each is asked in turn, and the dealer takes the last (1945:allg.2.1.1)."""

    engine: CompletedEngine

    def __init__(self, engine: CompletedEngine):
        """Take the engine; raise `CodexError` where the forehand may ask for no packet."""
        super().__init__(engine)
        self.others_choose = not engine.rules.flag("deal.knock_choice_closed")
        portions = read_enums(engine.rules, "deal.knock_forehand_choice", Packet)
        self.forehand = sorted(list(Packet).index(each) for each in portions)
        if not portions:
            raise CodexError("`deal.knock_forehand_choice` has no packet", "expected at least one")

    def legal(self, at: CompletedPosition) -> Collection[int]:
        """Return the packets that are left; of these the forehand has those that he may ask for."""
        allowed = range(len(Packet)) if at.chosen else self.forehand
        return [self.engine.packet + number for number in allowed if number not in at.chosen]

    def apply(self, at: CompletedPosition, action: int) -> int:
        """Take a packet; the cards are dealt when one is left, or where the others have no choice."""
        engine = self.engine
        at.chosen += (action - engine.packet,)
        at.player = engine.list_asked(at.dealer)[len(at.chosen)]
        if at.player == at.dealer or not (any(at.chosen) or self.others_choose):
            at.phase, at.player = Phase.DEAL.value, CHANCE
        return engine.everyone

    def why(self, at: CompletedPosition, action: int) -> RuleReference:
        """Return the rule of the choice, and of what the forehand may ask for."""
        return self.engine.cite_rule("deal.knock_choice" if at.chosen else "deal.knock_forehand_choice")

    def can_be_told(self, at: CompletedPosition, action: int) -> bool:
        """Return False: a packet lies there once."""
        return False


class CompletedEngine(KoenigrufenEngine):
    """The Königrufen of 1840 by what 1945 says of it, and for the rest by the values that are taken from 1840."""

    @classmethod
    def of(cls, rules: Rules, options: Any = None, altered: tuple[Alteration, ...] = ()) -> Self:
        """Return the engine of these rules; raise `CodexError` with the first value that is missing."""
        for key in _LIMITS:
            rules.value(key)
        return super().of(rules, options, altered)

    def start(self, dealer: int) -> KoenigrufenPosition:
        """Return the position before the first card is dealt, after a knock before the first choice."""
        at = CompletedPosition(self.players, dealer, range(len(self.cards)), Phase.DEAL.value)
        if self.options.knocked:
            at.phase, at.player = _PACKETS, self.list_asked(dealer)[0]
        return at

    @cached_property
    def packet(self) -> int:
        """Return the number of taking the first packet; that of the others is higher."""
        return self.nothing + len(self.announcement_actions) + 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the actions by number."""
        packets = range(1, self.players + 1) if self.options.knocked else ()
        return (*super().names, *(f"packet {number}" for number in packets))

    @cached_property
    def phases(self) -> Mapping[str, GamePhase[Any]]:
        """Return the phases by name."""
        return {**super().phases, _PACKETS: PacketPhase(self)} if self.options.knocked else super().phases

    def list_asked(self, dealer: int) -> list[int]:
        """Return the seats in the order in which they are asked for their packets; the dealer takes what is left."""
        seats = [(self.forehand[dealer] + place) % self.players for place in range(self.players)]
        return [*(seat for seat in seats if seat != dealer), dealer]

    def place_packets(self, dealer: int, chosen: Sequence[int]) -> Sequence[int]:
        """Return the place of each card in order of dealing, where the seats that are asked took these packets."""
        left = (packet for packet in range(self.players) if packet not in chosen)
        asked = zip(self.list_asked(dealer), (*chosen, *left), strict=True)
        taker = {(self.forehand[dealer] + packet) % self.players: seat for seat, packet in asked}
        return [taker.get(place, place) for place in self.places[dealer]]

    def find_places(self, at: KoenigrufenPosition) -> Sequence[int]:
        """Return the place of each card in order of dealing: each gets the packet that he took."""
        assert isinstance(at, CompletedPosition)
        return self.place_packets(at.dealer, at.chosen) if at.chosen else super().find_places(at)

    def generate_places(self, state: TableState[Any]) -> Iterator[Sequence[int]]:
        """Yield of each deal of a game the places of the cards in the order of dealing."""
        if not self.options.knocked:
            yield from super().generate_places(state)
        dealer, chosen = state.first_dealer, list[int]()
        for by, what, _seen in state.events():
            if isinstance(what, int) and what >= self.packet:
                chosen.append(what - self.packet)
            elif by == CHANCE and chosen:
                yield self.place_packets(dealer, chosen)
                dealer, chosen = self.next_dealer[dealer], []

    @cached_property
    def max_game_length(self) -> int:
        """Return an upper bound of the players' actions in one deal, without those of chance."""
        return super().max_game_length + (self.players - 1 if self.options.knocked else 0)

    def new_state(self, dealer: int | None = None) -> CompletedState:
        """Return a game before the first card; raise `CodexError` for a dealer that is no player."""
        return CompletedState(self, dealer)

    def read_deal(self, deal: Record | Mapping[str, Any]) -> CompletedState:
        """Return a state with the `dealer`, `hands` and `talon` of a record dealt; raise `CodexError` for no deal.

        After a knock each has taken the packet that he would get without a choice.
        """

        def begin(dealer: int) -> CompletedState:
            state = self.new_state(dealer)
            while not state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            return state

        return read_deal(self, deal, begin)

    def pay(self, state: CompletedState) -> list[float]:
        """Return the gain of each player in points; 0 where all have passed."""
        settled = state.replay().settled if state.at.declarer >= 0 else None
        return [float(settled.totals[seat]) for seat in self.seats] if settled else [0.0] * self.players


class CompletedState(TableState[KoenigrufenPosition]):
    """A game of 1945 completed from 1840 at one moment."""

    engine: CompletedEngine

    def record_so_far(self) -> CompletedGame:
        """Return the record of a game up to now; raise `CodexError` before a king is called, which every record has."""
        return _write_game(self.engine.record_game(self.at))

    def to_game(self) -> CompletedGame:
        """Return the record of a finished game with its result; raise `CodexError` where there is none."""
        return self.replay().with_result()

    def replay(self) -> CompletedReplay:
        """Return the finished game replayed and settled; raise `CodexError` for one not finished, or not played."""
        self.engine.require_played(self.at)
        told = self.engine.record_game(self.at)
        return _replay(_write_game(told), told, self.engine)


def replay_game(game: CompletedGame, rules: Rules) -> CompletedReplay:
    """Return a recorded game replayed and settled; raise `CodexError` for cards that cannot be read."""
    engine = CompletedEngine.of(rules)
    document = yamlio.parse_data({"id": game.id, **structs.replace(game, result=None).as_dict()})
    told = read_game(document.convert(Game, document.data), engine.pack, rules, document)
    return _replay(game, told, engine)


def _write_game(told: Game) -> CompletedGame:
    """Return a game of the record of 1840 with its cards in notation."""
    written = {name: it for name, it in told.as_dict().items() if it}
    return msgspec.convert({**written, "id": ""}, CompletedGame)


def _replay(game: CompletedGame, told: Game, engine: CompletedEngine) -> CompletedReplay:
    rules = engine.rules
    run = replay(told, engine.pack, rules)
    findings, settled = list(run.findings), None
    if run.settles:
        settled = settle(run.sheet_with_revokes or run.sheet, game.title or game.id, rules)
        if game.result is not None and game.result.totals != settled.totals:
            stated, computed = (tuple(each.totals.values()) for each in (game.result, settled))
            message = Message("completed_1945.RESULT-DIFFERS", stated=stated, computed=computed)
            findings.append(Finding("RESULT-DIFFERS", 0, "", "", message, "", ("result",)))
    tricks = tuple(TakenTrick(each.number, each.plays, each.winner) for each in run.tricks)
    return CompletedReplay(game, tricks, tuple(findings), settled, run.declarer_thirds)


def settle(sheet: ScoreSheet, title: str, rules: Rules) -> SettledScore:
    """Return a score sheet as payments: who writes points is paid them by each who does not (1840:128.1).

    By this each pays each other the difference of what they write, as at the end of an evening of one deal.
    """
    seats = tuple(sheet.totals)
    lines = [structs.replace(line, payers=exclude_seats(seats, *line.payees)) for line in sheet.lines]
    paid = ScoreSheet.of(seats, lines, sheet.open, sheet.rule)
    taken = len({each.record.key for each in rules.table.assumed.by_name.values()})
    note = Note("completed_1945.assumed", Message("completed_1945.assumed", number=taken), "")
    return SettledScore(NAME, title, "Points", paid, (note,))
