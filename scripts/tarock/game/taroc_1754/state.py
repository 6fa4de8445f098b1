"""Taroc of 1754 as programs play it, from the deal to the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.game.common.play import TableState, require_finished
from tarock.game.taroc_1754.dealt_game import AnnouncedHonour, DealtTaroc
from tarock.game.taroc_1754.replay import TarocReplay, deal_cards, replay
from tarock.game.taroc_1754.tables import TarocPosition, TarocTables
from tarock.rules.ruleset import Rules


class TarocEngine(TarocTables):
    """The game of 1754 by the rules and what is assumed."""

    def new_state(self, dealer: int | None = None) -> TarocState:
        """Return a game before the first card; raises `CodexError` for a dealer that is no player."""
        return TarocState(self, dealer)

    def pay(self, state: TarocState) -> list[float]:
        """Return the gain of each player in points."""
        settled = state.replay(prices=False).settled
        return [float(settled.totals[seat]) for seat in self.seats] if settled else [0.0] * self.players

    def read_deal(self, deal: Record | Mapping[str, Any]) -> TableState[TarocPosition]:
        """Return a state with the `dealer` and `hands` of a record dealt; raise `CodexError` for what is no deal."""
        data = deal.as_dict() if isinstance(deal, Record) else deal
        hands = {str(seat): str(hand) for seat, hand in dict(data.get("hands", {})).items()}
        seats = tuple(map(str, data.get("seats", self.seats)))
        game = DealtTaroc(
            era=self.rules.era, seats=seats, dealer=str(data.get("dealer", "")), hands=hands, discard="", tricks=()
        )
        return deal_cards(game, self)


class TarocState(TableState[TarocPosition]):
    """A game of 1754 at one moment."""

    engine: TarocEngine

    def to_game(self) -> DealtTaroc:
        """Return the record of a finished game with its result; raise `CodexError` for one that is not finished."""
        return self.replay().with_result()

    def record_so_far(self) -> DealtTaroc:
        """Return the record of a game up to now: hands, discard, honours and tricks, without a result.

        Raises `CodexError` before all cards are dealt.
        """
        engine, at = self.engine, self.at
        if not at.dealt:
            raise CodexError("not all cards are dealt yet", "expected a state after the deal")
        spoken = ((engine.seats[seat], engine.honours[said]) for seat, said in at.said)
        return DealtTaroc.of_cards(
            era=engine.rules.era,
            seats=engine.seats,
            dealer=engine.seats[at.dealer],
            hands={seat: engine.tricks.list_cards(hand) for seat, hand in zip(engine.seats, at.dealt, strict=True)},
            discard=engine.tricks.list_cards(at.laid),
            honours=tuple(
                AnnouncedHonour(
                    seat=seat, kind=said.kind, cards=said.cards, suit=said.suit, with_excuse=said.with_excuse
                )
                for seat, said in spoken
            ),
            tricks=[engine.tricks.list_plays(trick) for trick in at.tricks if trick],
        )

    def replay(self, *, prices: bool = True) -> TarocReplay:
        """Return the finished game replayed and settled; raise `CodexError` for one that is not finished.

        Without `prices` open questions are reckoned one way.
        """
        require_finished(self.at)
        return replay(self.record_so_far(), self.engine, prices=prices)


def replay_game(game: DealtTaroc, rules: Rules) -> TarocReplay:
    """Return a recorded game replayed and settled; raise `CodexError` for cards that cannot be read."""
    return replay(game, TarocEngine.of(rules))
