"""A recorded game: the file format of `corpus/games/` and of games that people write, and the game read from it."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tarock.base.structs import Value
from tarock.game.common.era import RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.notation import NotationError, read_cards, read_plays, write_cards, write_plays
from tarock.game.common.records import LONGEST_NAME, Record, order_from
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Size, StatedKind, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.base.yamlio import Document, Key
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play
    from tarock.rules.ruleset import Rules

_T = TypeVar("_T")
# What needs no quotes in YAML.
_PLAIN = re.compile(
    r"(?!(?:true|false|null)\Z)[A-Za-zÄÖÜ][A-Za-zäöüßÄÖÜ0-9_ ]*(?:-(?=[A-ZÄÖÜ ])[A-Za-zäöüßÄÖÜ0-9 ]*)*(?<! )\Z"
)
# What holds no cards: it stands in the file as in the game.
_PLAIN_FIELDS = (
    "id", "title", "ref", "era", "seats", "dealer", "declarer", "partner", "consulation", "small_consulation", "fifth",
    "bids", "purchase", "announcements", "remarks", "stated",
)  # fmt: skip


class Bid(Record, frozen=True, kw_only=True):
    """What a seat says: `pass`, `solo`, or `dreier` of so many folds; `implied` if the book only implies it."""

    seat: str
    bid: Call
    fold: int = 0
    implied: bool = False

    @property
    def height(self) -> int:
        """The folds of a Dreier; no other word has any."""
        return self.fold if self.bid is Call.DREIER else 0


class Announcement(Record, frozen=True, kw_only=True):
    """What a seat announces after the scat: `ultimo`, `volat`, or `contra`, `re`, `supra` to one of them."""

    seat: str
    call: Word
    of: Feat


class Talon(Record, frozen=True, kw_only=True):
    """The talon: two halves at Dreier, or the whole where it lies untouched (Solo)."""

    upper: str = ""
    lower: str = ""
    whole: str = ""


class Purchase(Record, frozen=True, kw_only=True):
    """At Dreier: the fold of the Dreier first bought and of the one kept."""

    first: int
    kept: int


class Remark(Record, frozen=True, kw_only=True):
    """A sentence of the author's: after which trick (0 before the first, -1 at the end), with its reference."""

    after: int
    text: str
    ref: str = ""


class Stated(Record, frozen=True, kw_only=True):
    """A result as the author states it, e.g. `won: true`, `points: 23`."""

    what: StatedKind
    value: bool | int
    ref: str = ""
    quote: str = ""


class GameFile(Record, frozen=True, kw_only=True):
    """The file of one game, in the notation of the books; the fields stand in the order of a game."""

    id: str
    title: str = ""
    ref: str = ""
    era: str
    seats: tuple[str, ...]
    dealer: str
    declarer: str
    partner: str = ""
    consulation: Size | None = None
    small_consulation: int = 0
    fifth: str = ""
    hands: dict[str, str]
    talon: Talon
    bids: tuple[Bid, ...]
    king: str
    purchase: Purchase | None = None
    scat: str = ""
    hand_after: str = ""
    announcements: tuple[Announcement, ...] = ()
    tricks: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()
    stated: tuple[Stated, ...] = ()


class Game(Value):
    """A recorded game with its cards read. Seats stand in order of play; a trick holds as many plays, in order."""

    id: str
    era: str
    seats: tuple[str, ...]
    dealer: str
    declarer: str
    hands: dict[str, tuple[Card, ...]]
    upper: tuple[Card, ...]
    lower: tuple[Card, ...]
    whole: tuple[Card, ...]
    bids: tuple[Bid, ...]
    king: Card
    tricks: tuple[tuple[Play, ...], ...]
    title: str = ""
    ref: str = ""
    partner: str = ""
    purchase: Purchase | None = None
    scat: tuple[Card, ...] = ()
    hand_after: tuple[Card, ...] | None = None
    announcements: tuple[Announcement, ...] = ()
    consulation: Size | None = None
    small_consulation: int = 0
    fifth: str = ""
    remarks: tuple[Remark, ...] = ()
    stated: tuple[Stated, ...] = ()
    unreadable: tuple[tuple[int, str, str], ...] = msgspec.field(default=())  # trick, seat, message

    @property
    def forehand(self) -> str:
        """The seat that plays first: the next after the dealer (1840:7.7)."""
        if self.dealer not in self.seats:
            return self.seats[0]
        return self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]

    @property
    def solo(self) -> bool:
        """Whether a Solo is played: nothing is bought."""
        return self.purchase is None

    @property
    def contract(self) -> Call:
        """Dreier or Solo."""
        return Call.SOLO if self.solo else Call.DREIER

    @property
    def talon(self) -> tuple[Card, ...]:
        """All cards of the talon."""
        return self.whole or (*self.upper, *self.lower)

    @property
    def heaps(self) -> dict[str, tuple[Card, ...]]:
        """What lies on the table: the talon, `upper` and `lower` or `whole`, and the `scat`; no heap is empty."""
        heaps = {"upper": self.upper, "lower": self.lower, "whole": self.whole, "scat": self.scat}
        return {name: cards for name, cards in heaps.items() if cards}

    def order_from(self, seat: str) -> tuple[str, ...]:
        """The seats in order of play, beginning with `seat`."""
        return order_from(self.seats, seat)


def read_game(record: GameFile, pack: Pack, document: Document) -> Game:
    """The game of a record; raises `CodexError` at the line of the document for cards that cannot be read."""

    def cards(text: str, *path: Key) -> tuple[Card, ...]:
        return _placed(document, path, lambda: read_cards(text, pack))

    _check_seats(record, pack.rules, document)
    agreed = Findings()
    check_agreed(record.consulation, record.small_consulation, agreed, pack.rules)
    for finding in agreed.list:
        raise finding.error(document)
    if set(record.hands) != set(record.seats):
        raise document.error(
            "hands and seats differ", f"expected a hand for each of {', '.join(record.seats)}", "hands"
        )
    king = cards(record.king, "king")
    if len(king) != 1:
        at = document.column(1, "king")
        raise document.error(f"{at}: `{record.king}` is not one card", "expected the called king", "king")
    names = (*record.seats, *([record.fifth] if record.fifth else []))
    tricks: list[tuple[Play, ...]] = []
    for index, text in enumerate(record.tricks):
        read = partial(read_plays, text, pack, len(record.seats), seats=names)
        plays, rest = _placed(document, ("tricks", index), read)
        if rest:
            at = document.column(text.rindex(rest) + 1, "tricks", index)
            raise document.error(f"{at}: `{rest}` stands behind the trick", "expected nothing more", "tricks", index)
        tricks.append(plays)
    return Game(
        **_plain(record),
        hands={seat: cards(text, "hands", seat) for seat, text in record.hands.items()},
        upper=cards(record.talon.upper, "talon", "upper"),
        lower=cards(record.talon.lower, "talon", "lower"),
        whole=cards(record.talon.whole, "talon", "whole"),
        king=king[0],
        tricks=tuple(tricks),
        scat=cards(record.scat, "scat"),
        hand_after=cards(record.hand_after, "hand_after") if record.hand_after else None,
    )


def _plain(record: GameFile | Game) -> dict[str, Any]:
    return {name: getattr(record, name) for name in _PLAIN_FIELDS}


def _check_seats(record: GameFile, rules: Rules, document: Document) -> None:
    """As many seats as the game has, and every seat that the record names is one; raises `CodexError` at its line."""
    for index, name in enumerate(record.seats):
        if not 0 < len(name) <= LONGEST_NAME or name != name.strip() or " - " in name or not name.isprintable():
            expected = f"expected a name of at most {LONGEST_NAME} characters, without a dash between spaces"
            raise document.error(f"`{name}` cannot be a seat", expected, "seats", index)
    named: list[tuple[str, tuple[Key, ...]]] = [(record.declarer, ("declarer",))]
    named += [(record.partner, ("partner",))] if record.partner else []
    named += [(record.dealer, ("dealer",))] if record.dealer != record.fifth or not record.fifth else []
    named += [(seat, ("hands", seat)) for seat in record.hands]
    named += [(bid.seat, ("bids", index)) for index, bid in enumerate(record.bids)]
    named += [(said.seat, ("announcements", index)) for index, said in enumerate(record.announcements)]
    for seat, path in named:
        if seat not in record.seats:
            raise document.error(
                f"seat `{seat}` is not at the table", f"expected one of {', '.join(record.seats)}", *path
            )
    if len(set(record.seats)) != len(record.seats) or record.fifth in record.seats:
        raise document.error("a seat is named twice", "expected each person once", "seats")
    players = rules.numbers("game.players")
    if len(record.seats) not in players:
        expected = f"expected {' or '.join(map(str, players))} by {rules.ref('game.players')}"
        raise document.error(f"{len(record.seats)} seats", expected, "seats")
    if record.talon.whole and (record.talon.upper or record.talon.lower):
        raise document.error("the talon is given whole and in halves", "expected one of the two", "talon")


def _placed(document: Document, path: tuple[Key, ...], read: Callable[[], _T]) -> _T:
    try:
        return read()
    except NotationError as error:
        raise document.error(f"{document.column(error.column, *path)}: {error.fault}", error.expected, *path) from None


def to_file(game: Game, pack: Pack) -> GameFile:
    """The record of a game, as it is written to a file."""
    return GameFile(
        **_plain(game),
        hands={seat: write_cards(hand, pack) for seat, hand in game.hands.items()},
        talon=Talon(
            upper=write_cards(game.upper, pack),
            lower=write_cards(game.lower, pack),
            whole=write_cards(game.whole, pack),
        ),
        king=game.king.name,
        scat=write_cards(game.scat, pack),
        hand_after=write_cards(game.hand_after or (), pack),
        tricks=tuple(write_plays(trick, pack) for trick in game.tricks),
    )


def dump_game(game: Game, pack: Pack) -> str:
    """The text of a game's file, a hand, bid or trick to a line; the same bytes for the same game."""
    plain: dict[str, Any] = msgspec.to_builtins(to_file(game, pack))
    lines: list[str] = []
    for key in GameFile.__struct_fields__:
        value = plain.get(key)
        if isinstance(value, dict) and key in ("hands", "talon"):
            lines += [f"{key}:", *(f"  {name}: {_scalar(text)}" for name, text in value.items())]
        elif isinstance(value, list | tuple) and key != "seats":
            lines += [f"{key}:", *(f"  - {_flow(item)}" for item in value)] if value else []
        elif value not in (None, ""):
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) and _PLAIN.match(value) else json.dumps(value, ensure_ascii=False)


def check_agreed(size: Size | None, agreed: int, findings: Findings, rules: Rules) -> None:
    """The points of a small Consulation are agreed upon only with it, and are less than the middle one (1840:43.2).

    A fault stands at `small_consulation` of the file, be it of a game or of a session.
    """
    if not agreed:
        return
    key, place = "settlement.stake.small_below", "small_consulation"
    below, ref = rules.number(key), rules.ref(key)
    if size is not Size.SMALL:
        findings.report("CONSULATION-SMALL", place, ref=ref, words="CONSULATION-SMALL.alone")
    elif not 0 < agreed < below:
        findings.report("CONSULATION-SMALL", place, ref=ref, agreed=agreed, below=below)


GAME = RecordKind(GameFile, "game.schema.json", "examples/my-game.yaml")
