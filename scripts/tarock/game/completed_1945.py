"""1945 completed from 1840: what the first page of 1945 says, and for all that is lost the Königrufen of 1840.

It is no play of 1945: values of ours stand beside those of the text (`rules_data/1945/assumed.yaml`), and every result
says so. The fifth person, of whose part too little is left, and the choice of packets after a knock are not played.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from tarock.game.common.play import TableState
from tarock.game.common.records import Count, Few, Seat, exclude_seats
from tarock.game.common.score import Note, ScoreSheet, SettledScore
from tarock.game.koenigrufen_1840.play_tables import KoenigrufenPosition
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, read_game
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import KoenigrufenEngine, read_deal
from tarock.rules.ruleset import Alteration, Rules

NAME = "1945 completed from 1840"
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


class CompletedEngine(KoenigrufenEngine):
    """The Königrufen of 1840 by what 1945 says of it, and for the rest by the values that are taken from 1840."""

    @classmethod
    def of(cls, rules: Rules, options: Any = None, altered: tuple[Alteration, ...] = ()) -> Self:
        """Return the engine of these rules; raise `CodexError` with the first value that is missing."""
        if options is not None and options.knocked:
            ref = rules.ref("deal.knock_choice")
            raise CodexError(
                f"after a knock each chooses a packet (`deal.knock_choice`, {ref}), which is not played here",
                "expected `knocked` to be false",
            )
        for key in _LIMITS:
            rules.value(key)
        return super().of(rules, options, altered)

    def new_state(self, dealer: int | None = None) -> CompletedState:
        """Return a game before the first card; raise `CodexError` for a dealer that is no player."""
        return CompletedState(self, dealer)

    def read_deal(self, deal: Record | Mapping[str, Any]) -> CompletedState:
        """Return a state with the `dealer`, `hands` and `talon` of a record dealt; raise `CodexError` for no deal."""
        return read_deal(self, deal, self.new_state)

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
