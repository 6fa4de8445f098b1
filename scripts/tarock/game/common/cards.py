"""Cards and packs. A pack is built from an era's rules; a card is an immutable value, the same wherever it was made."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cached_property

from tarock.base.errors import CodexError, list_or
from tarock.base.structs import Frozen
from tarock.corpus.numbers import to_roman
from tarock.corpus.variants import Variants
from tarock.game.common.card_names import Lexicon, load_pack_lexicon
from tarock.rules.ruleset import Rules

TAROCK = "Tarock"
EXCUSE = "excuse"
SCUES = "Scüs"  # the name and rank of the card without a number in every pack
_COURTS = ("koenig", "dame", "cavall", "bube")  # the courts from the top, as the keys of their values name them
_CALLED = {
    "cavall": "terms.cavall",
    "bube": "terms.jack",
}  # the statements of what a source calls a court, usually first


class Card(Frozen, cache_hash=True):  # replays look cards up in sets again and again
    """A card of an era's pack: its name in the source's words, suit (or `Tarock`), strength and value.

    `printed` is the name as the source prints it: the tarock I is the Pagat, the Cavall of 1840 the Reiter.
    `strength` compares cards of one suit, higher takes lower; `points` is the value before any deduction
    (0 for a plain card); `thirds` is what the card adds to a heap, in thirds of a point (1840:6.10-6.14).
    """

    name: str
    printed: str
    suit: str
    rank: str
    strength: int
    points: int
    thirds: int
    is_tarock: bool  # the Scüs included; a field, for it is asked at every play
    era: str

    def __str__(self) -> str:
        return self.printed

    __repr__ = __str__


def sort_cards(cards: Iterable[Card]) -> list[Card]:
    """Return cards in the order of a hand: tarocks high to low, then by suit (1840:20.1 has tarocks in the middle)."""
    return sorted(cards, key=lambda card: (not card.is_tarock, card.suit, -card.strength))


class Pack:
    """All cards of an era whose suits, ranks and values its source states (1840:2-5)."""

    def __init__(self, rules: Rules):
        self._project = rules.table.project
        courts, red = rules.words("pack.courts"), rules.words("pack.suits", colour="red")
        if len(courts) != len(_COURTS):
            raise CodexError(
                f"source {rules.era} has {len(courts)} courts (`pack.courts`)",
                f"expected {len(_COURTS)} in a suit",
            )
        count = rules.number("pack.numbered_tarocks")
        pagat = rules.word("pack.named_tarock.pagat")
        named = rules.has("pack.named_tarock.mond")  # in 1754 it has no other name than its number
        mond = rules.word("pack.named_tarock.mond") if named else to_roman(count)
        self.aliases = {"Pagat": pagat, "Mond": mond}
        # by its rank, the last part of the key that says what a card is worth
        self._worth = {pagat: "pagat", mond: "mond", SCUES: "scues", **dict(zip(courts, _COURTS, strict=True))}
        called = {court: rules.table.find_rule(_CALLED[court]) for court in _CALLED}  # words: no result rests on them
        self._called = {rank: said.value[0] for rank, court in self._worth.items() if (said := called.get(court))}
        excuse = rules.word("rank.scues_nature") == EXCUSE
        words = rules.table.topics.vocabulary.source_words(rules.era, "tarock") if excuse else {}
        self._scues = words.get(SCUES, SCUES)
        cards = [self._make_card(rules, TAROCK, to_roman(number), number) for number in range(1, count + 1)]
        cards.append(self._make_card(rules, TAROCK, SCUES, 0 if excuse else count + 1))
        for suit in rules.words("pack.suits"):
            ranks = rules.words("rank.order", colour="red" if suit in red else "black")
            cards += [self._make_card(rules, suit, rank, len(ranks) - place) for place, rank in enumerate(ranks)]
        if len(cards) != rules.number("pack.cards"):
            raise CodexError(
                f"source {rules.era} makes a pack of {len(cards)} cards"
                " (`pack.numbered_tarocks`, `pack.suits`, `rank.order`)",
                f"expected {rules.number('pack.cards')} by {rules.ref('pack.cards')} (`pack.cards`)",
            )
        self.cards = tuple(cards)
        self.suits = frozenset(card.suit for card in cards if not card.is_tarock)
        self.red_suits = red
        self.kings = tuple(card for card in cards if card.rank == courts[0])  # in the order of the suits
        self.by_name = {card.name: card for card in cards}
        self._by_printed = {card.printed: card for card in cards}

    def _make_card(self, rules: Rules, suit: str, rank: str, strength: int) -> Card:
        points = rules.number(f"card_points.{self._worth[rank]}") if rank in self._worth else 0
        name = rank if suit == TAROCK else f"{suit}-{rank}"
        if suit == TAROCK:
            printed = {self.aliases["Pagat"]: "Pagat", SCUES: self._scues}.get(rank, name)
        else:
            printed = f"{suit}-{self._called.get(rank, rank)}"
        return Card(
            name, printed, suit, rank, strength, points, _count_thirds(rules, points), suit == TAROCK, rules.era
        )

    @cached_property
    def lexicon(self) -> tuple[Lexicon, Variants]:
        """Return the names by which users may type the cards, and the letters and signs that are read as others."""
        cards = ((card.name, "" if card.is_tarock else card.suit, card.rank) for card in self.cards)
        return load_pack_lexicon(self._project, cards)

    @cached_property
    def pagat(self) -> Card:
        """Return the Pagat, the lowest tarock."""
        return self.require("Pagat")

    @cached_property
    def mond(self) -> Card:
        """Return the Mond, the tarock XXI."""
        return self.require("Mond")

    @property
    def scues(self) -> Card:
        """Return the Scüs, the highest tarock or the Excuse."""
        return self.by_name[SCUES]

    @cached_property
    def honours(self) -> frozenset[Card]:
        """Return Pagat, Mond, Scüs and the kings (1840:3.1)."""
        return frozenset((self.pagat, self.mond, self.scues, *self.kings))

    def get(self, name: str) -> Card | None:
        """Return the card with this name, as `Herz-König`, `XXI`, `Pagat` or `Mond`; None where there is none."""
        return self.by_name.get(self.aliases.get(name, name)) or self._by_printed.get(name)

    def require(self, name: str) -> Card:
        """Return the card with this name; raise `CodexError` where there is none."""
        found = self.get(name)
        if found is None:
            near = difflib.get_close_matches(name, self.by_name, 2)
            raise CodexError(
                f"`{name}` is no card",
                f"did you mean {list_or(near)}?" if near else "",
            )
        return found

    def select(self, names: Iterable[str]) -> frozenset[Card]:
        """Return the cards with these names; the name of a rank (`König`) gives its card of every suit.

        Raises `CodexError` for any other name.
        """
        found: set[Card] = set()
        for name in names:
            found.update([card for card in self.cards if card.rank == name] or [self.require(name)])
        return frozenset(found)

    def select_stated(self, rules: Rules, key: str, **when: str) -> frozenset[Card]:
        """Return the cards that the value of a key names, as `select` does; raise `CodexError` with the key."""
        try:
            return self.select(rules.words(key, **when))
        except CodexError as error:
            expected = error.expected or "expected cards and ranks of the pack"
            raise CodexError(f"`{key}`: {error.what}", expected, file=rules.file(key)) from None

    def find_value_key(self, card: Card) -> str:
        """Return the key of the rule that gives the value of a card, such as `card_points.king`."""
        return f"card_points.{self._worth.get(card.rank, 'plain')}"


def _count_thirds(rules: Rules, points: int) -> int:
    """Return how many thirds of a point a card worth `points` (0: a plain one) adds to a heap.

    1840 deducts from counting cards only (1840:6.10-6.14), 1945 from any three (1945:allg.2.3.8). 1754 deducts nothing,
    but the plain cards beside a counting one, which would make a part of a point among themselves, count nothing there
    (1754:16, 21).
    """
    group = rules.number("counting.group")
    if not rules.has("counting.deduct", counting_cards=group):
        plain = rules.number("counting.three_plain")
        return group * points - rules.number("counting.group_plain") * plain if points else plain
    deducted = rules.number("counting.deduct", counting_cards=group)
    if points:
        return group * points - deducted
    plain = int(group * rules.fraction("card_points.plain"))
    return plain - deducted if rules.has("counting.deduct", counting_cards=0) else plain
