"""A recorded game: the file format of `corpus/games/` and of games that people write, and the game read from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar  # noqa: TID251 - types differ from what msgspec reads

import msgspec
from msgspec import structs

from tarock.base.arguments import check_arguments
from tarock.base.errors import CodexError, list_or
from tarock.base.structs import Record
from tarock.base.yamlio import Document, Key
from tarock.game.common.cards import Card, Pack
from tarock.game.common.era import RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.game_file import CardText, dump_fields
from tarock.game.common.notation import (
    NotationError,
    Play,
    read_typed_cards,
    read_typed_plays,
    write_cards,
    write_plays,
)
from tarock.game.common.records import LONGEST_NAME, Few, find_seat, order_from
from tarock.game.koenigrufen_1840.vocabulary import (
    AnnouncementWord,
    BidKind,
    ConsulationSize,
    Feat,
    SeatPlace,
    SeatRole,
    StatedKind,
)
from tarock.rules.ruleset import Rules

_T = TypeVar("_T")
if TYPE_CHECKING:
    Cards = tuple[Card, ...]
    Plays = tuple[Play, ...]
    King = Card
else:  # as msgspec checks a file and its schema says: text in the notation of the books, which `read_game` reads
    Cards = Plays = King = CardText


def _make_no_cards() -> Cards:
    return ()


class Bid(Record, kw_only=True, omit_defaults=True):
    """A bid of a seat: `pass`, `solo`, or `dreier` of so many folds; `implied` if the book only implies it."""

    seat: str
    bid: BidKind
    fold: int = 0
    implied: bool = False

    @property
    def height(self) -> int:
        """Return the folds of a Dreier; 0 for any other word."""
        return self.fold if self.bid is BidKind.DREIER else 0


class Announcement(Record, kw_only=True):
    """An announcement of a seat after the scat: `ultimo`, `volat`, or `contra`, `re`, `supra` to one of them."""

    seat: str
    call: AnnouncementWord
    of: Feat


class Talon(Record, kw_only=True):
    """The talon: two halves at Dreier, or the whole where it lies untouched (Solo)."""

    upper: Cards = msgspec.field(default_factory=_make_no_cards)
    lower: Cards = msgspec.field(default_factory=_make_no_cards)
    whole: Cards = msgspec.field(default_factory=_make_no_cards)

    @property
    def cards(self) -> Cards:
        """Return all cards of the talon, upper half first."""
        return self.whole or (*self.upper, *self.lower)


class Purchase(Record, kw_only=True, omit_defaults=True):
    """At Dreier: the fold of the Dreier first bought and of the one kept.

    `forced`: the declarer has shown what he bought, or seen a card of the other half, and must raise himself (1840:36).
    """

    first: int
    kept: int
    forced: bool = False


class Remark(Record, kw_only=True, omit_defaults=True):
    """A sentence of the author's: after which trick (0 before the first, -1 at the end), with its reference."""

    after: int
    text: str
    ref: str = ""


class Stated(Record, kw_only=True, omit_defaults=True):
    """A result as the author states it, e.g. `won: true`, `points: 23`."""

    what: StatedKind
    value: bool | int
    ref: str = ""
    quote: str = ""


class Game(Record, kw_only=True, omit_defaults=True):
    """A recorded game. Its file has the fields in the order of a game, and cards in the notation of the books.

    Seats stand in order of play; a trick holds as many plays, in order. `hand_after` is the declarer's hand as it is
    listed again after the scat. `called_late`: the king was named only after cards of the talon were seen (1840:31).
    """

    id: str
    title: str = ""
    ref: str = ""
    era: str
    seats: Few[str]
    dealer: str
    declarer: str
    partner: str = ""
    consulation: ConsulationSize | None = None
    small_consulation: int = 0
    fifth: str = ""
    hands: dict[str, Cards]
    talon: Talon
    bids: Few[Bid]
    king: King
    called_late: bool = False
    purchase: Purchase | None = None
    scat: Cards = msgspec.field(default_factory=_make_no_cards)
    hand_after: Cards = msgspec.field(default_factory=_make_no_cards)
    announcements: Few[Announcement] = ()
    tricks: Few[Plays]
    remarks: Few[Remark] = ()
    stated: Few[Stated] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the game as plain data, as in its file: cards in the notation of the books, empty fields left out."""
        heaps = {name: write_cards(cards) for name, cards in self.heaps.items()}
        written: dict[str, Any] = {
            "hands": {seat: write_cards(hand) for seat, hand in self.hands.items()},
            "scat": heaps.pop("scat", ""),
            "talon": heaps,
            "king": self.king.name,
            "hand_after": write_cards(self.hand_after),
            "tricks": list(map(write_plays, self.tricks)),
        }
        of_file = {name: getattr(self, name) for name in Game.__struct_fields__}  # whatever else a kind of game has
        return Record.as_dict(Game(**{**of_file, **written}))

    @check_arguments
    def find_forehand(self, rules: Rules) -> str:
        """Return the forehand (Vorhand), who bids and leads first (1840:7.7)."""
        return find_seat(rules, "game.forehand", self.seats, self.dealer)

    @property
    def solo(self) -> bool:
        """Return whether the game is a Solo, in which nothing is bought."""
        return self.purchase is None

    @property
    def contract(self) -> BidKind:
        """Return what is played: Dreier or Solo."""
        return BidKind.SOLO if self.solo else BidKind.DREIER

    @property
    def heaps(self) -> dict[str, Cards]:
        """Map `upper`, `lower`, `whole` (the talon) and `scat` to their cards; empty ones are left out."""
        heaps = {name: getattr(self.talon, name) for name in self.talon.__struct_fields__} | {"scat": self.scat}
        return {name: cards for name, cards in heaps.items() if cards}

    @check_arguments
    def order_seats(self, seat: str) -> tuple[str, ...]:
        """Return the seats in order of play, beginning with `seat`; raise `CodexError` where it is none of them."""
        return order_from(self.seats, seat)

    @check_arguments
    def find_places(self, rules: Rules) -> dict[str, SeatPlace]:
        """Map each seat to its place, counted from the forehand."""
        return dict(zip(self.order_seats(self.find_forehand(rules)), SeatPlace, strict=False))

    @check_arguments
    def find_roles(self, partner: str) -> dict[str, SeatRole]:
        """Map each seat to its role; `partner` is the declarer's, empty for none (1840:7.5).

        Raises `CodexError` for a partner who is not at the table.
        """
        if partner not in ("", *self.seats):
            raise CodexError(f"there is no seat `{partner}`", f"expected one of {', '.join(self.seats)}, or none")
        roles = {self.declarer: SeatRole.DECLARER, partner: SeatRole.PARTNER}
        return {seat: roles.get(seat, SeatRole.DEFENDER) for seat in self.seats}


GAME = RecordKind(Game, "game.schema.json", "examples/my-game.yaml")


def read_game(game: Game, pack: Pack, rules: Rules, document: Document) -> Game:
    """Return the game with its cards read from their notation; raise `CodexError` with the line of what is wrong."""
    data = document.data

    def read(reader: Callable[[], _T], *path: Key) -> _T:
        try:
            return reader()
        except NotationError as error:
            at = document.column(error.column, *path)
            raise document.error(f"{at}: {error.fault}", error.expected, *path) from None

    def cards(text: str, *path: Key) -> Cards:
        return read(partial(read_typed_cards, text, pack), *path)

    def plays(index: int, text: str) -> Plays:
        found, rest = read(partial(read_typed_plays, text, pack, len(game.seats), seats=names), "tricks", index)
        if rest:
            at = document.column(max(text.rfind(rest), 0) + 1, "tricks", index)
            raise document.error(
                f"{at}: `{rest}` stands behind the trick",
                "expected nothing more",
                "tricks",
                index,
            )
        return found

    _check_seats(game, rules, document)
    if game.small_consulation < 0 or (game.small_consulation and game.consulation is not ConsulationSize.SMALL):
        expected = "expected both, and points above 0"
        raise document.error("small_consulation without `consulation: small`", expected, "small_consulation")
    if set(game.hands) != set(game.seats):
        raise document.error(
            "hands and seats differ",
            "expected a hand for each of {seats}".format(seats=", ".join(game.seats)),
            "hands",
        )
    king = cards(data["king"], "king")
    if len(king) != 1:
        at = document.column(1, "king")
        raise document.error(
            "{at}: `{cards}` is not one card".format(at=at, cards=data["king"]),
            "expected the called king",
            "king",
        )
    names = (*game.seats, *([game.fifth] if game.fifth else []))
    return structs.replace(
        game,
        tricks=tuple(plays(index, text) for index, text in enumerate(data["tricks"])),
        hands={seat: cards(text, "hands", seat) for seat, text in data["hands"].items()},
        talon=Talon(**{name: cards(text, "talon", name) for name, text in data["talon"].items()}),
        king=king[0],
        scat=cards(data.get("scat", ""), "scat"),
        hand_after=cards(data.get("hand_after", ""), "hand_after"),
    )


def _check_seats(game: Game, rules: Rules, document: Document) -> None:
    """Raise `CodexError` with the line for a wrong number of seats, or a seat that is none of them."""
    for index, name in enumerate(game.seats):
        if not 0 < len(name) <= LONGEST_NAME or name != name.strip() or " - " in name or not name.isprintable():
            expected = f"expected a name of at most {LONGEST_NAME} characters, without a dash between spaces"
            raise document.error(f"`{name}` cannot be a seat", expected, "seats", index)
    named: dict[tuple[Key, ...], str] = {
        ("declarer",): game.declarer,
        ("partner",): game.partner or game.declarer,
        ("dealer",): game.declarer if game.dealer == game.fifth != "" else game.dealer,
        **{("hands", seat): seat for seat in game.hands},
        **{("bids", index): bid.seat for index, bid in enumerate(game.bids)},
        **{("announcements", index): said.seat for index, said in enumerate(game.announcements)},
    }
    for path, seat in named.items():
        if seat not in game.seats:
            expected = "expected one of {known}".format(known=", ".join(game.seats))
            raise document.error(f"seat `{seat}` is not at the table", expected, *path)
    if len(set(game.seats)) != len(game.seats) or game.fifth in game.seats:
        raise document.error("a seat is named twice", "expected each person once", "seats")
    players = rules.numbers("game.players")
    if len(game.seats) not in players:
        expected = "expected {due} by {ref}".format(due=list_or(players), ref=rules.ref("game.players"))
        raise document.error(f"{len(game.seats)} seats", expected, "seats")
    if game.talon.whole and (game.talon.upper or game.talon.lower):
        raise document.error("the talon is given whole and in halves", "expected one of the two", "talon")


def check_small_consulation(size: ConsulationSize | None, agreed: int, findings: Findings) -> None:
    """Report points agreed on without a small Consulation, or not less than the middle one (1840:43.2).

    The finding is at `small_consulation`, in the file of a game or of a session.
    """
    if not agreed:
        return
    here, (below, ref) = (
        findings.at("small_consulation"),
        findings.rules.number_with_ref("settlement.stake.small_below"),
    )
    if size is not ConsulationSize.SMALL:
        here.report("CONSULATION-SMALL", ref=ref, words="CONSULATION-SMALL.alone")
    elif not 0 < agreed < below:
        here.report("CONSULATION-SMALL", ref=ref, agreed=agreed, below=below)


def dump_game(game: Game) -> str:
    """Return the text of a game's file, one line for each hand, bid or trick; equal games give equal text."""
    return dump_fields(game.as_dict(), Game.__struct_fields__)
