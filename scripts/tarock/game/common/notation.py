"""The notation of the books: `XXI. XIX. - Treffle-Dame und Neuner - Herz-Dreier`, `A II. - B XV. - …`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

from tarock.base.errors import CodexError, list_or
from tarock.game.common.card_names import UnreadCardError, locate_token, read_names
from tarock.game.common.cards import Card, Pack

Play = tuple[str, "Card"]

_TOKEN = re.compile(
    r"(?P<skip>[\s.,:;]+|-(?=\s|\Z)|(?:und|dann|u\.)(?=\s))|(?P<word>[^\s.,:;-]+(?:,[a-zäöü]+)?)(?P<hyphen>-(?=\S))?"
)
# The books write one card by several names; the canonical one stands in the pack.
SYNONYMS = {"Reiter": "Cavall", "Caval": "Cavall", "As": "Aß", "Ass": "Aß", "Pagat": "Pagat", "Coeur": "Herz"}
_EXPECTED_CARD = "expected a card such as XIV, Pagat, Scüs or Treffle-Dame"
BOOK_SEATS = ("A", "B", "C", "D", "E")  # how the books name the persons


class NotationError(CodexError):
    """Some `text` that cannot be read, or the end of it, at a `column`, which counts characters from 1."""

    def __init__(self, text: str, expected: str, column: int = 1, file: str = ""):
        fault = f"`{text}` cannot be read" if text else "the text ends too early"
        super().__init__(f"column {column}: {fault}", expected, file=file or None)
        self.text, self.fault, self.column = text, fault, column


def list_spellings(name: str) -> Iterator[str]:
    """Yield the names that the books have for a card, its name in the pack first.

    `Herz-Cavall` is also `Herz-Reiter` and `Herz-Caval`.
    """
    yield name
    suit, hyphen, rank = name.rpartition("-")
    yield from (f"{suit}{hyphen}{other}" for other, own in SYNONYMS.items() if own == rank)


def read_cards(text: str, pack: Pack, *, place: str = "", offset: int = 0) -> tuple[Card, ...]:
    """Read a list of cards in the notation of the books; a suit applies to the ranks after it.

    `place` names the text in messages, `offset` is its column there. Raises `NotationError` with the column of what is
    no card.
    """
    try:
        return _parse_cards(text, pack)
    except NotationError as error:
        raise NotationError(error.text, error.expected, error.column + offset, place) from None


@lru_cache(maxsize=20_000)  # games are replayed from equal lines for each altered value
def _parse_cards(text: str, pack: Pack) -> tuple[Card, ...]:
    cards: list[Card] = []
    suit = ""
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise _make_error(text[position : position + 12], "", position)
        position = token.end()
        word = token["word"]
        if word is None:
            continue
        start = token.start("word")
        word = SYNONYMS.get(word, word)
        if word in pack.suits:
            suit = word
            if not token["hyphen"]:
                raise _make_error(token[0], "", start, f"expected a rank behind the suit, as in {suit}-Dame")
            continue
        card = pack.get(word) or pack.get(f"{suit}-{word}")
        if card is None:
            raise _make_error(token["word"], "", start)
        cards.append(card)
        if card.is_tarock:
            suit = ""
    return tuple(cards)


class AmbiguousCardError(NotationError):
    """Some text that may be any of several `cards`."""

    def __init__(self, text: str, cards: Collection[str], column: int, file: str = ""):
        super().__init__(text, f"expected one of {', '.join(cards)}", column, file)
        self.fault = f"`{text}` can be several cards"
        self.what = f"column {column}: {self.fault}"
        self.cards = tuple(cards)


def read_typed_cards(text: str, pack: Pack, *, place: str = "", offset: int = 0) -> tuple[Card, ...]:
    """Read a list of cards as a user types it: in the notation of the books, or by any name in the lexicon.

    Raises `NotationError` for what is no card, and `AmbiguousCardError` for what can be several.
    """
    with suppress(NotationError):
        return _parse_cards(text, pack)
    lexicon, variants = pack.lexicon
    try:
        return tuple(pack.by_name[name] for name in read_names(text, lexicon, variants))
    except UnreadCardError as error:
        start, written = locate_token(text, error.token, variants)
        column = offset + start + 1
        if error.cards:
            cards = [pack.by_name[name].printed if name in pack.by_name else name for name in error.cards]
            raise AmbiguousCardError(written, cards, column, place) from None
        near = f"; did you mean {list_or(error.near)}?" if error.near else ""
        raise NotationError(written, f"{_EXPECTED_CARD}{near}", column, place) from None


def read_plays(
    text: str,
    pack: Pack,
    count: int,
    *,
    place: str = "",
    seats: tuple[str, ...] = BOOK_SEATS,
    read: Callable[..., tuple[Card, ...]] = read_cards,
) -> tuple[tuple[Play, ...], str]:
    """Read the `count` plays of a trick, such as `A II - B XV`; return them and the remark after them.

    A play without a seat letter is by the next of `seats`; `read` reads its card. Raises `NotationError` with the
    column of what is no play.
    """
    plays: list[Play] = []
    position = 0
    seat_at, card_end = _compile_patterns(seats)
    while len(plays) < count:
        seat = seat_at.match(text, position)
        if seat is None:
            start = len(text) - len(text[position:].lstrip(" .-"))
            raise _make_error(
                text[start : start + 12],
                place,
                start,
                f"expected a seat such as `{seats[0]} ` and a card",
            )
        position = seat.end()
        stop = card_end.search(text, position)
        end = stop.start() if stop else len(text)
        cards = read(text[position:end], pack, place=place, offset=position)
        if len(cards) != 1:
            raise _make_error(text[position:end], place, position, "expected one card")
        plays.append((seat[1], cards[0]))
        position = end
    return tuple(plays), text[position:].lstrip(" .").strip()


def read_typed_plays(
    text: str, pack: Pack, count: int, *, seats: tuple[str, ...] = BOOK_SEATS
) -> tuple[tuple[Play, ...], str]:
    """Read the plays of a trick as a user types them, with any dashes and card names; return as `read_plays` does."""
    with suppress(NotationError):
        return read_plays(text, pack, count, seats=seats)
    plain = text.translate(pack.lexicon[1].dash_table)
    try:
        return read_plays(plain, pack, count, seats=seats, read=read_typed_cards)
    except NotationError as error:  # named as it was typed
        start, length = error.column - 1, len(error.text)
        if len(plain) == len(text) and plain[start : start + length] == error.text != text[start : start + length]:
            raise NotationError(text[start : start + length], error.expected, error.column) from None
        raise


@lru_cache(maxsize=64)
def _compile_patterns(seats: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns for where a play begins, and for where its card ends: full stop, dash, or the next seat."""
    names = "|".join(re.escape(name) for name in sorted(seats, key=len, reverse=True))
    return (
        re.compile(rf"[\s.]*(?:-\s+)?({names})\.?\s+"),
        re.compile(rf"\.(?:\s|\Z)|\s+-\s|\s+(?=(?:{names})\.?\s)"),
    )


def _make_error(token: str, place: str, column: int, expected: str = "") -> NotationError:
    return NotationError(
        token.strip(),
        expected or _EXPECTED_CARD,
        column + 1,
        place,
    )


def write_cards(cards: Collection[Card]) -> str:
    """Write cards in the notation of the books: tarocks in the given order, then each suit with its ranks."""
    groups: list[str] = []
    tarocks = [card.printed for card in cards if card.is_tarock]
    if tarocks:
        groups.append(" ".join(tarocks))
    suits: dict[str, list[str]] = {}
    for card in cards:
        if not card.is_tarock:
            suits.setdefault(card.suit, []).append(card.printed.removeprefix(f"{card.suit}-"))
    groups.extend(f"{suit}-{', '.join(ranks)}" for suit, ranks in suits.items())
    return " - ".join(groups)


def write_plays(plays: Iterable[Play]) -> str:
    """Write the plays of a trick in the notation of the books: `A II - B XV - C XVII - D III`."""
    return " - ".join(f"{seat} {card.printed}" for seat, card in plays)
