"""Cards and packs. A pack is built from an era's rules; its cards are shared, immutable values."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.structs import Value
from tarock.corpus.numbers import to_roman

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.rules.ruleset import Rules

TAROCK = "Tarock"
EXCUSE = "excuse"
_COURTS = ("koenig", "dame", "cavall", "bube")  # the courts from the top, as the keys of their values name them


class Card(Value, eq=False):
    """A card: its name in the source's words, suit (or `Tarock`), strength and value.

    `strength` compares cards of one suit, higher takes lower; `points` is the value before any deduction
    (0 for a plain card); `thirds` is what the card adds to a heap, in thirds of a point (1840:6.10-6.14).
    """

    name: str
    suit: str
    rank: str
    strength: int
    points: int
    thirds: int
    is_tarock: bool  # the Scüs included; a field, for it is asked at every play

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards as one holds them: tarocks high to low, then suit by suit (1840:20.1 puts the tarocks in the middle)."""
    return sorted(cards, key=lambda card: (not card.is_tarock, card.suit, -card.strength))


class Pack:
    """All cards of an era whose suits, ranks and values its source states (1840:2-5)."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self._in_thirds: dict[int, int] = {}
        self._value_keys: dict[Card, str] = {}
        cards: list[Card] = []
        self.pagat_name = rules.word("pack.named_tarock.pagat")
        self.mond_name = rules.word("pack.named_tarock.mond")
        count = rules.number("pack.numbered_tarocks")
        specials = {self.pagat_name: "card_points.pagat", self.mond_name: "card_points.mond"}
        for number in range(1, count + 1):
            name = to_roman(number)
            cards.append(self._card(name, TAROCK, name, number, specials.get(name)))
        excuse = rules.word("rank.scues_nature") == EXCUSE
        cards.append(self._card("Scüs", TAROCK, "Scüs", 0 if excuse else count + 1, "card_points.scues"))
        red = rules.words("pack.suits", colour="red")
        courts = rules.words("pack.courts")
        if len(courts) != len(_COURTS):
            raise CodexError(f"source {rules.era} has {len(courts)} courts", f"expected {len(_COURTS)} in a suit")
        court_keys = dict(zip(courts, _COURTS, strict=True))
        for suit in rules.words("pack.suits"):
            ranks = rules.words("rank.order", colour="red" if suit in red else "black")
            for position, rank in enumerate(ranks):
                key = f"card_points.{court_keys[rank]}" if rank in court_keys else None
                cards.append(self._card(f"{suit}-{rank}", suit, rank, len(ranks) - position, key))
        if len(cards) != rules.number("pack.cards"):
            raise CodexError(
                f"source {rules.era} makes a pack of {len(cards)} cards",
                f"expected {rules.number('pack.cards')} by {rules.ref('pack.cards')}",
            )
        self.cards = tuple(cards)
        self.suits = frozenset(card.suit for card in cards if not card.is_tarock)
        self.by_name = {card.name: card for card in cards}

    def _card(self, name: str, suit: str, rank: str, strength: int, points_key: str | None) -> Card:
        points = self.rules.number(points_key) if points_key else 0
        if points not in self._in_thirds:
            self._in_thirds[points] = self._thirds(points)
        card = Card(name, suit, rank, strength, points, self._in_thirds[points], suit == TAROCK)
        self._value_keys[card] = points_key or "card_points.plain"
        return card

    def _thirds(self, points: int) -> int:
        """What a card of so many points (0: a plain one) adds to a heap, in thirds.

        1840 deducts from counting cards only (1840:6.10-6.14), 1945 from any three (1945:allg.2.3.8).
        """
        rules = self.rules
        group = rules.number("counting.group")
        from_any = rules.has("counting.deduct", counting_cards=0)
        deducted = rules.number("counting.deduct", counting_cards=group)
        if points:
            return group * points - deducted
        plain = int(group * rules.fraction("card_points.plain"))
        return plain - deducted if from_any else plain

    @cached_property
    def pagat(self) -> Card:
        """The lowest tarock."""
        return self.card(self.pagat_name)

    @cached_property
    def mond(self) -> Card:
        """The tarock XXI."""
        return self.card(self.mond_name)

    @property
    def scues(self) -> Card:
        """The Scüs."""
        return self.by_name["Scüs"]

    @cached_property
    def kings(self) -> tuple[Card, ...]:
        """The kings, in the order of the suits."""
        king = self.rules.words("pack.courts")[0]
        return tuple(card for card in self.cards if card.rank == king)

    @cached_property
    def honours(self) -> frozenset[Card]:
        """Pagat, Mond, Scüs and the kings (1840:3.1)."""
        return frozenset((self.pagat, self.mond, self.scues, *self.kings))

    def card(self, name: str) -> Card:
        """The card of that name; `Pagat` and `Mond` are names too. Raises `CodexError` for any other."""
        found = self.by_name.get({"Pagat": self.pagat_name, "Mond": self.mond_name}.get(name, name))
        if found is None:
            import difflib

            near = difflib.get_close_matches(name, self.by_name, 2)
            raise CodexError(f"`{name}` is no card", f"did you mean {' or '.join(near)}?" if near else "")
        return found

    def named(self, names: Iterable[str]) -> frozenset[Card]:
        """The cards of these names; the name of a rank stands for all its cards. Raises `CodexError` for any other."""
        found: set[Card] = set()
        for name in names:
            found.update([card for card in self.cards if card.rank == name] or [self.card(name)])
        return frozenset(found)

    def value_key(self, card: Card) -> str:
        """The key of the rule that says what the card is worth."""
        return self._value_keys[card]

    def display(self, card: Card) -> str:
        """The card's name as the books print it: the tarock I is the Pagat."""
        return "Pagat" if card is self.pagat else card.name
