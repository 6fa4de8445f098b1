"""The file of a game of 1754 from the deal to the last trick: cards in the notation of the books."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tarock.base.structs import Record
from tarock.game.common.cards import Card
from tarock.game.common.era import RecordKind
from tarock.game.common.game_file import CardText, PaidPoints, dump_fields
from tarock.game.common.notation import Play, write_cards, write_plays
from tarock.game.common.records import Count, Few, Seat
from tarock.game.taroc_1754.record import HonourKind


class AnnouncedHonour(Record, kw_only=True, omit_defaults=True):
    """An announcement of `seat`: `cards` of a row, or a cavalry of a `suit`; with the Excuse for a card or not."""

    seat: Seat
    kind: HonourKind
    cards: Count = 0
    suit: str = ""
    with_excuse: bool = False


class TarocResult(Record, kw_only=True):
    """The result of a game: by seat the tricks, the card points as taken, and the gain; and every payment."""

    tricks: dict[str, Count]
    points: dict[str, int]
    totals: dict[str, int]
    payments: Few[PaidPoints]


class DealtTaroc(Record, kw_only=True, omit_defaults=True):
    """A game of 1754: hands as dealt, the dealer's with his surplus cards; discard, honours as announced, tricks.

    Seats stand in order of play; a trick holds as many plays, in order. `result` is what a program found.
    """

    id: str = ""
    title: str = ""
    era: str
    seats: Few[Seat]
    dealer: Seat
    hands: dict[str, CardText]
    discard: CardText
    honours: Few[AnnouncedHonour] = ()
    tricks: Few[CardText]
    result: TarocResult | None = None

    @classmethod
    def of_cards(
        cls, *, hands: Mapping[str, Sequence[Card]], discard: Sequence[Card], tricks: Iterable[Sequence[Play]],
        **fields: Any,
    ) -> DealtTaroc:  # fmt: skip
        """Return the record of a game with these cards."""
        return cls(
            hands={seat: write_cards(hand) for seat, hand in hands.items()},
            discard=write_cards(discard),
            tricks=tuple(map(write_plays, tricks)),
            **fields,
        )

    def dump(self) -> str:
        """Return the text of its file."""
        return dump_fields(self.as_dict(), self.__struct_fields__)


DEALT = RecordKind(DealtTaroc, "game-1754.schema.json", "examples/game-1754.yaml")
