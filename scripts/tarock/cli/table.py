"""A person at the terminal who plays: what he is shown, what he types, and which act is meant by it."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.terminal import show
from tarock.base.wording import write_message
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import AmbiguousCardError, NotationError, read_typed_cards, write_cards


class LeftTableError(Exception):
    """Raised when the player leaves."""


class TableSession:
    """A session of one person: where he sits, what he answers first, and what he has answered so far."""

    unknown = "unknown_other"  # the message for what is no action

    def __init__(self, engine: Any, pack: Pack, seat: str, answers: str | None, *, quiet: bool = False):
        self.engine, self.pack, self.quiet = engine, pack, quiet
        if seat not in engine.seats:
            raise CodexError(f"there is no seat {seat}", f"expected one of {', '.join(engine.seats)}")
        self.human = engine.seats.index(seat)
        self.waiting: Iterator[str] = iter([each.strip() for each in (answers or "").split(",") if each.strip()])
        self.answered: list[str] = []
        self.dealer = engine.players - 1

    def tell(self, name: str, **values: Hashable) -> None:
        """Print a message; on standard error where the session is quiet."""
        show(write_message(f"play.{name}", **values), stream=sys.stderr if self.quiet else None)

    def ask_action(self, state: Any) -> int:
        """Ask the person for an action and return it; raise `LeftTableError` at the end of the input."""
        engine, legal = self.engine, state.legal_actions()
        if len(legal) == 1 and self.acts_alone(state):
            self.tell("did", seat=engine.seats[self.human], what=engine.names[legal[0]])
            return int(legal[0])
        self.show_turn(state)
        for number, action in enumerate(legal, 1):
            self.tell("asked", number=number, action=engine.names[action])
        while True:
            given = next(self.waiting, "")
            typed = given or self.read_line()
            if typed.casefold() == "quit":
                raise LeftTableError
            if self.answer_word(typed.casefold(), state):
                continue
            chosen = self.read_action(typed, legal)
            if given and chosen not in legal:
                known = ", ".join(engine.names[action] for action in legal)
                raise CodexError(f"--answers: `{given[:40]}`", f"expected one of: {known}")
            if chosen is None:
                self.tell(self.unknown, typed=typed[:40], count=len(legal))
            elif chosen not in legal:
                try:
                    state.clone().apply_action(chosen)
                except CodexError as error:
                    self.tell("refused", what=error.what)
            else:
                self.answered.append(engine.names[chosen])
                return chosen

    def acts_alone(self, _state: Any) -> bool:
        """Return whether the only legal action is taken without asking."""
        return True

    def show_turn(self, state: Any) -> None:
        """Print the hand and what lies on the table."""
        self.tell("hand", cards=(self.write_hand(state.at.hands[self.human]),))
        self.show_trick(state.at.tricks)

    def show_trick(self, tricks: Sequence[Sequence[tuple[int, int]]]) -> None:
        """Print what lies on the table in the tricks."""
        if tricks:
            names, seats = self.engine.names, self.engine.seats
            self.tell("table", plays=tuple(f"{seats[seat]} {names[card]}" for seat, card in tricks[-1]))

    def answer_word(self, _word: str, _state: Any) -> bool:
        """Answer a word that is no action; return whether it was one."""
        return False

    def read_action(self, typed: str, legal: Sequence[int]) -> int | None:
        """Return the action of a typed number or name; of several cards that it can mean the only legal one."""
        engine, word = self.engine, typed.casefold()
        if word.isdecimal() and 0 < int(word) <= len(legal):
            return legal[int(word) - 1]
        named = next((action for action, name in enumerate(engine.names) if name.casefold() == word), None)
        if named is not None:
            return named
        found: list[Card] = []
        try:
            found = list(read_typed_cards(typed, self.pack))
        except AmbiguousCardError as error:
            found = [card for name in error.cards if (card := self.pack.get(name)) and engine.number[card] in legal]
        except NotationError:
            pass
        return engine.number[found[0]] if len(found) == 1 else None

    def read_line(self) -> str:
        """Return the next typed line; raise `LeftTableError` at the end of the input."""
        show("> ", end="", stream=sys.stderr)
        sys.stderr.flush()
        while line := sys.stdin.readline(200):
            if line.strip():
                return line.strip()
        raise LeftTableError

    def write_hand(self, cards: Sequence[int]) -> str:
        """Return cards in the notation of the books."""
        return write_cards([self.engine.cards[card] for card in sorted(cards)]) or "–"
