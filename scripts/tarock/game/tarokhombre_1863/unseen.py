"""Imagining a history of Tarokhombre that agrees with what one player knows: where the cards lie that he has not seen.

A lie is refused by whoever compares what the player sees, where it contradicts a play; most that would are not drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, cast

from tarock.base.errors import CodexError
from tarock.game.common.phases import TALON
from tarock.game.common.play import TableState, draw_places
from tarock.game.tarokhombre_1863.position import TarokhombrePosition

_HEAP, _LAID, _SCAT = "heap", "laid", "scat"  # what was discarded, what lies to be given, what nobody has taken


class UnseenCards:
    """The cards that one player has not seen, drawn anew: each lie with the same probability."""

    def __init__(self, state: TableState[TarokhombrePosition], player: int, chance: random.Random):
        """Take the game, the player, and where the chance comes from."""
        self.engine = cast("Any", state.engine)  # with the tables of 1863
        self.at = state.at
        self.player, self.chance = player, chance
        self.acts = state.history()
        self.events = state.events()
        if self.engine.options.scat_first and self.engine.scat_taken_late:
            raise CodexError("deals are not imagined where the Scat is taken after the purchase", "expected it before")

    def draw(self) -> list[int] | None:
        """Return a history that may agree with what the player knows; None where the draw failed."""
        at, engine = self.at, self.engine
        places = engine.deal_places(at.dealer)
        if at.deck:  # nobody has seen a card yet
            return self.shuffled(range(len(engine.cards)))[: len(places) - len(at.deck)]
        lying = self.draw_lying()
        if lying is None:
            return None
        heaps, discards, given, handed, scat = self.undo(lying)
        heaps[TALON] = scat
        order = {place: iter(self.shuffled(cards)) for place, cards in heaps.items()}
        hidden = iter([*discards, *given, *handed])
        deal = [next(order[place]) for place in places]
        later = [
            next(hidden, what) if by_whom & (by_whom - 1) == 0 else what
            for by, what, by_whom in self.events
            if isinstance(by, int) and by >= 0 and isinstance(what, int)
        ]
        return [*deal, *later]

    def shuffled(self, cards: Iterable[int]) -> list[int]:
        """Return cards in any order."""
        found = list(cards)
        self.chance.shuffle(found)
        return found

    def draw_lying(self) -> dict[int | str, list[int]] | None:
        """Return what may lie now in each hand and heap; None where nothing fits."""
        at, player = self.at, self.player
        lying: dict[int | str, list[int]] = {seat: [] for seat in range(self.engine.players)}
        lying |= {_HEAP: [], _LAID: [], _SCAT: []}
        lying[player] = list(at.hands[player])
        bought = at.named[: len(at.named) if at.exchanged else 0]
        if player == at.declarer:
            self.place_own(lying, bought)
        elif at.exchanged and at.declarer >= 0:  # all know where the named cards went
            played = {card for trick in at.tricks for _seat, card in trick}
            lying[at.declarer] += [card for card in bought if card not in played]
        if player == at.discarder:
            lying[_HEAP] += [card for card in at.discard if card in at.discarded and card not in lying[_HEAP]]
        known = {card for cards in lying.values() for card in cards}
        known |= {card for trick in at.tricks for _seat, card in trick}
        sizes: dict[int | str, int] = {seat: len(hand) for seat, hand in enumerate(at.hands)}
        sizes |= {_HEAP: len(at.discard), _LAID: 0 if at.exchanged else len(at.given), _SCAT: self.count_scat()}
        names = list(sizes)
        room = {number: sizes[name] - len(lying[name]) for number, name in enumerate(names)}
        barred: dict[int | str, frozenset[int]] = {**self.engine.tricks.find_denied(at)}
        barred[_HEAP] = frozenset(range(len(self.engine.cards))) - self.engine.discardable
        may = {
            card: [number for number, name in enumerate(names) if room[number] and card not in barred.get(name, ())]
            for card in range(len(self.engine.cards))
            if card not in known
        }
        drawn = draw_places(may, room, self.chance)
        if drawn is None:
            return None
        return {name: [*lying[name], *drawn[number]] for number, name in enumerate(names)}

    def place_own(self, lying: dict[int | str, list[int]], bought: list[int]) -> None:
        """Put what the declarer himself has given where it went."""
        at = self.at
        if not at.exchanged:
            lying[_LAID] += at.given
            return
        played = {card for trick in at.tricks for _seat, card in trick}
        for card, giver in zip(at.handed, at.givers[: len(bought)], strict=True):
            place: int | str = _HEAP if giver < 0 else giver
            if card not in played:
                lying[place].append(card)

    def count_scat(self) -> int:
        """Return how many cards lie in a Scat that was dealt first and nobody has taken."""
        return len(self.at.scat) if self.at.scat_lies and self.engine.options.scat_first else 0

    def undo(
        self, lying: dict[int | str, list[int]]
    ) -> tuple[dict[int, list[int]], list[int], list[int], list[int], list[int]]:
        """Return the hands as dealt, and the unseen acts: what was discarded, laid down, and given in another order."""
        at, engine, player = self.at, self.engine, self.player
        hands = {seat: list(lying[seat]) for seat in range(engine.players)}
        heap = list(lying[_HEAP])
        for trick in at.tricks:
            for seat, card in trick:
                hands[seat].append(card)
        handed: list[int] = []
        if at.exchanged:
            for named, actual, giver in zip(at.named, at.handed, at.givers, strict=True):
                source = heap if giver < 0 else hands[giver]
                if player in (at.declarer, giver):
                    card = actual
                else:
                    seen = at.discarded if giver < 0 and player == at.discarder else ()
                    card = self.chance.choice([each for each in source if each not in (*handed, *at.named, *seen)])
                handed.append(card)
                source[source.index(card)] = named
                hands[at.declarer][hands[at.declarer].index(named)] = card
            given = list(at.given) if player == at.declarer else list(handed)
            if player != at.declarer and engine.matches:
                self.chance.shuffle(given)
        else:
            given = list(at.given) if player == at.declarer else self.shuffled(lying[_LAID])
            if at.declarer >= 0:
                hands[at.declarer] += given
        discards = list(at.discarded) if player == at.discarder else self.shuffled(heap)
        scat = list(lying[_SCAT])
        if at.discarder >= 0:
            taken = hands[at.discarder]
            if not self.count_scat():  # he has taken what the deal left over
                barred = discards if engine.options.scat_first and not engine.scat_discardable else ()
                scat = list(at.talon) if player == at.discarder else self.chance.sample(
                    [*(card for card in taken), *(card for card in discards if card not in barred)], engine.left_over
                )  # fmt: skip
            hands[at.discarder] = [card for card in (*taken, *discards) if card not in scat]
        return hands, discards, given, handed[:-1] if engine.matches else [], scat
