"""Playing a game of another source than 1840 at the terminal: the others play by a simple rule."""

from __future__ import annotations

import random
import shlex
import sys
from argparse import Namespace
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tarock.analysis.simple_player import SimplePlayer
from tarock.base.errors import CodexError
from tarock.base.files import write_new
from tarock.base.terminal import show
from tarock.base.wording import write_message
from tarock.cli.altered import alteration_lines, comment_lines, write_rule_options
from tarock.cli.games import score_lines
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card
from tarock.game.common.notation import AmbiguousCardError, NotationError, read_typed_cards, write_cards
from tarock.game.common.play import Event
from tarock.game.eras import find_era
from tarock.game.tarokhombre_1863.state import GIVES, TarokhombreState


class LeftTableError(Exception):
    """Raised when the player leaves."""


def play_other(options: Namespace, codex: ComputedCodex, folder: Path | None, seed: int) -> int:
    """Play deal after deal with a user; return 0 also when he leaves, after printing how to continue."""
    if options.json or options.text:
        raise CodexError(f"a game of {options.era} has no --json and no --text", "expected --save, or neither")
    table = _OpenSession(codex, options, seed)
    try:
        for number in range(1, options.deals + 1):
            state = table.deal(number)
            if folder:
                name = f"{options.era}-seed-{seed}-seat-{options.seat}-deal-{number}.yaml"
                path = write_new(folder / name, comment_lines(codex) + table.write_game(state))
                table.tell("saved_other", file=shlex.quote(str(path)), rules=write_rule_options(options))
    except (LeftTableError, KeyboardInterrupt) as leaving:
        command = ["play", "--era", options.era, "--seat", options.seat, "--seed", seed, "--deals", options.deals]
        command += ["--scat-first"] if options.scat_first else []
        command += ["--save", options.save] if options.save else []
        goes_on = shlex.join(map(str, command)) + write_rule_options(options)
        left = write_message("play.left", command=goes_on, answers=", ".join(table.answered))
        show(left, stream=sys.stderr)
        if isinstance(leaving, KeyboardInterrupt):
            raise
    return 0


class _OpenSession:
    """A session at the terminal: the person, the others, and what was answered so far."""

    def __init__(self, codex: ComputedCodex, options: Namespace, seed: int):
        rules = codex.context.rules(options.era)
        kind = find_era(options.era).load_engine()
        chosen = {"scat_first": True} if options.scat_first else {}
        if unknown := chosen.keys() - {*kind.options_type.__struct_fields__}:
            raise CodexError(f"no {', '.join(unknown)} in {options.era}", "expected --scat-first with --era 1863")
        self.engine: Any = kind.of(rules, kind.options_type(**chosen), codex.context.alterations)
        self.machine = SimplePlayer(self.engine)
        self.states: list[Any] = []  # of the deals that are finished
        self.pack = codex.context.pack(options.era)
        if options.seat not in self.engine.seats:
            raise CodexError(f"there is no seat {options.seat}", f"expected one of {', '.join(self.engine.seats)}")
        self.human, self.seed = self.engine.seats.index(options.seat), seed
        self.waiting: Iterator[str] = iter(
            [each.strip() for each in (options.answers or "").split(",") if each.strip()]
        )
        self.answered: list[str] = []
        self.dealer = self.engine.players - 1
        assumed = len({each.record.key for each in rules.table.assumed.by_name.values()})
        self.tell("open_other", era=options.era, seat=options.seat, seed=seed, assumed=assumed)
        for line in alteration_lines(codex):
            show(line)

    def tell(self, name: str, **values: Hashable) -> None:
        """Print a message."""
        show(write_message(f"play.{name}", **values))

    def deal(self, number: int) -> Any:
        """Play one deal to its end, print its sheet, and return it."""
        engine, chance = self.engine, random.Random(f"{self.seed} {number}")
        state: Any = engine.new_state(self.dealer)
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        self.tell("deal", number=number, dealer=engine.seats[self.dealer])
        self.dealer = engine.next_dealer[self.dealer]
        told = 0
        while not state.is_terminal():
            for event in state.events(self.human)[told:]:
                self.tell_event(event)
            told = len(state.events(self.human))
            mine = state.current_player() == self.human
            state.apply_action(self.ask_action(state) if mine else self.machine.act(state))
        for event in state.events(self.human)[told:]:
            self.tell_event(event)
        # a deal of 1863 shares the pot with those before
        pot = isinstance(state, TarokhombreState)
        settled = state.settle(earlier=self.states) if pot else state.replay().settled
        self.states.append(state)
        show("\n".join(score_lines(settled)) if settled else "")
        return state

    def write_game(self, state: Any) -> str:
        """Return the file of a finished game."""
        text: str = state.to_game().dump()
        return text

    def tell_event(self, event: Event) -> None:
        """Print what the person has seen happen, but for his own acts."""
        by, what, _seen = event
        if isinstance(what, tuple):
            if by != "hand" and (what or not str(by).endswith(GIVES)):
                show(f"{by}: {self.write_hand(what)}")
        elif by != self.human:
            assert isinstance(by, int)
            self.tell("did", seat=self.engine.seats[by], what=self.engine.names[what])

    def write_hand(self, cards: Sequence[int]) -> str:
        written = write_cards([self.engine.cards[card] for card in sorted(cards)])
        return written or "–"

    def ask_action(self, state: Any) -> int:
        """Ask the person for an action and return it; raise `LeftTableError` at the end of the input."""
        engine, legal = self.engine, state.legal_actions()
        if len(legal) == 1:
            self.tell("did", seat=engine.seats[self.human], what=engine.names[legal[0]])
            return int(legal[0])
        self.tell("hand", cards=(self.write_hand(state.at.hands[self.human]),))
        if state.at.tricks:
            table = state.at.tricks[-1]
            self.tell("table", plays=tuple(f"{engine.seats[seat]} {engine.names[card]}" for seat, card in table))
        for number, action in enumerate(legal, 1):
            self.tell("asked", number=number, action=engine.names[action])
        while True:
            given = next(self.waiting, "")
            typed = given or self.read_line()
            if typed.casefold() == "quit":
                raise LeftTableError
            chosen = self.read_action(typed, legal)
            if given and chosen not in legal:
                known = ", ".join(engine.names[action] for action in legal)
                raise CodexError(f"--answers: `{given[:40]}`", f"expected one of: {known}")
            if chosen is None:
                self.tell("unknown_other", typed=typed[:40], count=len(legal))
            elif chosen not in legal:
                try:
                    state.clone().apply_action(chosen)
                except CodexError as error:
                    self.tell("refused", what=error.what)
            else:
                self.answered.append(engine.names[chosen])
                return chosen

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
