"""The tricks of a game with an Excuse, and whose its cards are in the end (1754:7, 9, 18, 19)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tarock.base.structs import Frozen
from tarock.game.common.phases import TrickPhase
from tarock.game.common.play import GameEngine, P
from tarock.game.common.records import goes_to_the_right, read_choice
from tarock.rules.ruleset import Rules


class ExcuseTrickPhase(TrickPhase[P]):
    """The tricks, in which the Excuse takes none; whoever must lay it and would lead gives the lead away (1754:19)."""

    def __init__(self, engine: GameEngine[P]):
        """Take the engine; raises `CodexError` where its rules do not say in which direction the play goes."""
        super().__init__(engine)
        rules = engine.rules
        onward = goes_to_the_right(rules)
        if self.excuse >= 0:
            onward = onward is (read_choice(rules, "excuse.lead_instead", "right of holder", "left of holder"))
        self.instead = 1 if onward else self.last  # how many seats on the neighbour sits who leads instead

    def legal(self, at: P) -> Collection[int]:
        """Return the cards that may be played."""
        hand, trick = at.hands[at.player], at.tricks[-1]
        if self.excuse in hand or (trick and trick[0][1] == self.excuse):
            number = self.engine.number
            return sorted(number[card] for card in self.law.find_legal(self.list_cards(hand), self.list_plays(trick)))
        return super().legal(at)

    def start(self, at: P, leader: int, name: str) -> None:
        """Begin the tricks, the phase of this name, with the lead of a player."""
        super().start(at, leader, name)
        self._pass_lead(at)

    def apply(self, at: P, action: int) -> int:
        """Play a card."""
        seen = super().apply(at, action)
        if at.player >= 0 and not at.tricks[-1]:
            self._pass_lead(at)
        return seen

    def _pass_lead(self, at: P) -> None:
        """Let the neighbour lead instead of a holder of the Excuse who cannot."""
        if self.excuse in at.hands[at.player] and not self.law.may_lead(self.list_cards(at.hands[at.player])):
            at.player = (at.player + self.instead) % (self.last + 1)


class ExcuseExchange(Frozen):
    """The exchange for the Excuse: `cards` plain ones, `to_winner` of the trick or to the dealer (1754:7).

    By who has none yet it is made `late`, or not at all.
    """

    cards: int
    to_winner: bool
    late: bool

    @classmethod
    def of(cls, rules: Rules) -> ExcuseExchange:
        """Return what the rules of a source say of the exchange."""
        return cls(
            rules.number("excuse.exchange_cards"),
            read_choice(rules, "excuse.exchange_to", "winner of the trick", "dealer"),
            rules.flag("excuse.exchange_late"),
        )

    def count_given(self, tricks: Iterable[tuple[str, Sequence[tuple[str, bool, bool]]]], dealer: str) -> CardsGiven:
        """Return who gives how many cards to whom for the Excuse.

        Each trick is its winner and its plays: seat, whether the card is the Excuse, and whether it is plain.
        """
        holder = receiver = ""
        plain = dict[str, int]()  # of each player, taken in tricks so far
        given = 0
        for winner, plays in tricks:
            plain[winner] = plain.get(winner, 0) + sum(is_plain for _seat, _excuse, is_plain in plays)
            laid = next((seat for seat, is_excuse, _plain in plays if is_excuse), "")
            if laid:
                holder = laid
                receiver = winner if self.to_winner else dealer
            if holder and (laid or self.late):
                given = max(given, min(self.cards, plain.get(holder, 0)))
        return CardsGiven(holder, receiver, given if receiver != holder else 0)


class CardsGiven(Frozen):
    """The plain cards that the holder of the Excuse gave for it, and who got them; no holder where it was not laid."""

    holder: str
    receiver: str
    cards: int
