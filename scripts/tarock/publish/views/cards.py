"""Cards as pages and books show them: drawn, by name as they lie in a hand, in English; and announcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from tarock.base.i18n import ENGLISH, current_language
from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message
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
    """A card: its name; its suit (none for a tarock) and whether that is red; the sign on its face."""

    name: str
    suit: str
    red: bool
    sign: str


class Cards(Frozen):
    """Cards in a row; `label` says whose they are, and `points` what they count, shown below them."""

    kind: ClassVar = "cards"  # of what is in a sentence
    label: str
    faces: tuple[Face, ...]
    points: str = ""

    @property
    def description(self) -> str:
        """Return the cards in words, behind their label."""
        names = ", ".join(face.name for face in self.faces)
        return f"{self.label}: {names}" if self.label else names


def make_cards(cards: Iterable[Card], pack: Pack, label: str = "") -> Cards:
    """Return cards in the order given."""
    return Cards(label, tuple(_face(card, pack, pack.red_suits) for card in cards))


def _face(card: Card, pack: Pack, red: Iterable[str]) -> Face:
    name = card.printed
    if card.is_tarock:
        return Face(name, "", red=False, sign=name if card == pack.scues else card.rank)
    return Face(name, card.suit, card.suit in red, _PIPS.get(card.rank, card.rank))


def sort_names(cards: Iterable[Card]) -> list[str]:
    """Return cards by name, in the order of a hand."""
    return [card.printed for card in sort_cards(cards)]


def write_english_name(site: Site, name: str) -> str:
    """Return a card or a suit in English.

    It has its own name where there is no other, and on a German page.
    """
    translation = site.codex.translations.get(ERA)
    if translation is None or current_language() != ENGLISH:
        return name
    notation = translation.notation
    rendered = ((each, notation.data.suits.get(each) or notation.render(each)) for each in list_spellings(name))
    return next((english for each, english in rendered if english != each), name)


def gloss_name(site: Site, name: str) -> str:
    """Return a card or a suit as the book names it, with its English behind it, where that is another word."""
    english = write_english_name(site, name)
    return name if english == name else format_message(Message("step.glossed", german=name, english=english))


def list_heaps(game: Game) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yield the cards on the table under their names: the talon in its heaps, then the scat."""
    return ((format_message(Message(f"heap.{heap}")), cards) for heap, cards in game.heaps.items())


def format_announcement(announcement: Announcement) -> str:
    """Return the words of an announcement, as they are called: `ultimo`, `ultimo contra`."""
    return (
        str(announcement.of)
        if announcement.call is AnnouncementWord.ANNOUNCE
        else f"{announcement.of} {announcement.call}"
    )
