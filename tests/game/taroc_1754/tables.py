"""Deals and positions of 1754 that tests build, with the cards in the notation of the books."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import structs

from tarock.game.common.notation import read_typed_cards
from tarock.game.taroc_1754.replay import TarocReplay, replay
from tarock.game.taroc_1754.state import TarocEngine, TarocState
from tarock.rules.assumptions import Assumptions
from tarock.rules.ruleset import Rules
from tests.game.score_files import rules_of

RULES = rules_of("1754")


@cache
def engine() -> TarocEngine:
    return TarocEngine.of(RULES)


def altered(name: str, value: Any) -> TarocEngine:
    """The engine with another value of an answer, by its name."""
    return TarocEngine.of(RULES.fork({name: list(value) if isinstance(value, tuple) else value}))


def without(name: str) -> Rules:
    """The rules of 1754 as they are when nothing is assumed under a name."""
    table = RULES.table
    kept = {each: assumed for each, assumed in table.assumed.by_name.items() if each != name}
    return Rules(structs.replace(table, assumed=Assumptions(kept)))


def numbers(of: TarocEngine, text: str) -> list[int]:
    """The numbers of cards."""
    return [of.number[card] for card in read_typed_cards(text, of.pack)]


def names(of: TarocEngine, actions: Any) -> set[str]:
    return {of.names[action] for action in actions}


def deal(of: TarocEngine, hands: dict[str, str], dealer: int = 2) -> TarocState:
    """A deal in which each seat has these cards; trumps that are not named lie with seats of which nothing is said."""
    held = {place: numbers(of, hands.get(seat, "")) for place, seat in enumerate(of.seats)}
    order, sizes = of.places[dealer], {place: of.places[dealer].count(place) for place in held}
    named = {card for cards in held.values() for card in cards}
    rest = iter([card for card in range(len(of.cards)) if card not in named])
    for place in sorted(held, key=lambda place: of.seats[place] in hands):
        held[place] += [next(rest) for _card in range(sizes[place] - len(held[place]))]
    left = {place: iter(cards) for place, cards in held.items()}
    state = of.new_state(dealer)
    for place in order:
        state.apply_action(next(left[place]))
    return state


def play_on(state: TarocState, preferred: str = "") -> TarocState:
    """Play to the end: nothing is announced, the first legal card of `preferred` is laid, else the lowest number."""
    of = state.engine
    wanted = numbers(of, preferred)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(next((card for card in wanted if card in legal), legal[0]))
    return state


def replayed(state: TarocState, of: TarocEngine | None = None, **changes: Any) -> TarocReplay:
    """The finished game with some fields of its record changed, replayed."""
    return replay(structs.replace(state.record_so_far(), **changes), of or state.engine)
