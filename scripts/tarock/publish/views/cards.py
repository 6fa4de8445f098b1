"""Cards as pages and books show them: drawn, by name as they lie in a hand, in English; and announcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from tarock.base.i18n import ENGLISH, current_language
from tarock.base.structs import Frozen
from tarock.base.wording import write_message
from tarock.game.common.cards import Card, Pack, sort_cards
from tarock.game.common.notation import list_spellings
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.record import Announcement, Game
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord
from tarock.publish.places import Site

# The signs in the corner of a pip card; a court card has its whole name there, for seats are called A, B, D too.
_PIPS = {
    "Zweier": "2", "Dreier": "3", "Vierer": "4", "Zehner": "10", "Neuner": "9", "Achter": "8", "Siebner": "7",
}  # fmt: skip


class Face(Frozen):
    """A card: its name; its suit (none for a tarock) and whether that is red; the sign on its face; the court drawn."""

    name: str
    suit: str
    red: bool
    sign: str
    court: str = ""


class Cards(Frozen):
    """Cards in a row; `label` says whose they are, and `points` what they count, shown below them."""

    kind: ClassVar = "cards"  # of what is in a sentence
    label: str
    faces: tuple[Face, ...]
    points: str = ""

    @property
    def description(self) -> str:
        """Return the cards in words after their label, for readers who do not see the picture."""
        names = ", ".join(face.name for face in self.faces)
        return f"{self.label}: {names}" if self.label else names


def make_cards(cards: Iterable[Card], pack: Pack, label: str = "") -> Cards:
    """Return cards to draw in this order; `label` says whose they are."""
    return Cards(label, tuple(_make_face(card, pack, pack.red_suits) for card in cards))


def _make_face(card: Card, pack: Pack, red: Iterable[str]) -> Face:
    name = card.printed
    if card.is_tarock:
        return Face(name, "", red=False, sign=name if card == pack.scues else card.rank)
    sign = _PIPS.get(card.rank, name.removeprefix(f"{card.suit}-"))
    return Face(name, card.suit, card.suit in red, sign, card.rank)


def sort_names(cards: Iterable[Card]) -> list[str]:
    """Return the names of cards in the order of a hand."""
    return [card.printed for card in sort_cards(cards)]


def write_english_name(site: Site, name: str) -> str:
    """Return the English name of a card or suit; on a German page, or without one, its German name."""
    translation = site.codex.translations.get(ERA)
    if translation is None or current_language() != ENGLISH:
        return name
    notation = translation.notation
    rendered = ((each, notation.data.suits.get(each) or notation.render(each)) for each in list_spellings(name))
    return next((english for each, english in rendered if english != each), name)


def gloss_name(site: Site, name: str) -> str:
    """Return the German name of a card or suit, with the English in brackets if that differs."""
    english = write_english_name(site, name)
    return name if english == name else write_message("step.glossed", german=name, english=english)


def list_heaps(game: Game) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yield name and cards of each heap on the table: parts of the talon, then the scat."""
    return ((write_message(f"heap.{heap}"), cards) for heap, cards in game.heaps.items())


def format_announcement(announcement: Announcement) -> str:
    """Return an announcement in the words spoken: `ultimo`, `ultimo contra`."""
    return (
        str(announcement.of)
        if announcement.call is AnnouncementWord.ANNOUNCE
        else f"{announcement.of} {announcement.call}"
    )
