"""Playing a game of another era than 1840 at the terminal, by its text and what we assume."""

from __future__ import annotations

import random
import shlex
import sys
from argparse import Namespace
from collections.abc import Hashable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import structs

from tarock.analysis.simple_player import SimplePlayer
from tarock.base.errors import CodexError
from tarock.base.files import write_new
from tarock.base.terminal import show, show_json
from tarock.base.wording import write_message
from tarock.cli.games import score_lines
from tarock.codex import ComputedCodex
from tarock.game.common.notation import NotationError, read_typed_cards
from tarock.game.common.play import TableState
from tarock.game.common.score import SettledScore
from tarock.game.eras import find_era
from tarock.game.tarokhombre_1863.state import TarokhombreState


class _PlayerLeft(Exception):
    """Raised when the player leaves."""


def play_era(options: Namespace, codex: ComputedCodex, seed: int, folder: Path | None) -> int:
    """Play deal after deal of an era with a user; return 0 also when he leaves."""
    if options.level != 1 or options.text:
        raise CodexError(f"--level and --text are for 1840, and not for {options.era}", "expected neither")
    table = _EraTable(codex, options, seed)
    try:
        for number in count(1):
            if len(table.games) == options.deals:
                break
            game = table.deal(number)
            if folder:
                path = write_new(folder / f"{game.id}.yaml", game.dump())
                table.tell("saved_here", file=shlex.quote(str(path)))
    except (_PlayerLeft, KeyboardInterrupt) as leaving:
        answers = ", ".join(table.answered)
        command = f"play --era {options.era} --seat {options.seat} --seed {seed} --deals {options.deals}"
        show(write_message("play.left", command=command, answers=answers), stream=sys.stderr)
        if isinstance(leaving, KeyboardInterrupt):
            raise
    if options.json:
        show_json({"seat": options.seat, "seed": seed, "answered": table.answered,
                   "games": [game.as_dict() for game in table.games]})  # fmt: skip
    return 0


class _EraTable:
    """A session at the terminal: the person, the machines, and the games so far."""

    def __init__(self, codex: ComputedCodex, options: Namespace, seed: int):
        kind = find_era(options.era).load_engine()
        chosen = kind.options_type(**({"scat_first": True} if options.scat_first else {}))
        rules = codex.context.rules(options.era)
        self.engine = kind.of(rules, chosen)
        if options.seat not in self.engine.seats:
            raise CodexError(f"no seat {options.seat} in {options.era}", f"expected one of {self.engine.seats}")
        self.human, self.seed, self.quiet = self.engine.seats.index(options.seat), seed, options.json
        self.machine = SimplePlayer(self.engine)
        self.waiting: Iterator[str] = iter(
            [each.strip() for each in (options.answers or "").split(",") if each.strip()]
        )
        self.answered: list[str] = []
        self.states: list[Any] = []
        self.games: list[Any] = []
        self.dealer = self.engine.players - 1
        assumed = len(rules.table.assumed.by_name)
        self.tell("open_era", era=options.era, seat=options.seat, seed=seed, assumed=assumed)

    def tell(self, name: str, **values: Hashable) -> None:
        """Print a message; on standard error with `--json`."""
        show(write_message(f"play.{name}", **values), stream=sys.stderr if self.quiet else None)

    def deal(self, number: int) -> Any:
        """Play one deal to its end; return its record."""
        engine = self.engine
        state: Any = engine.new_state(self.dealer)
        cards = list(range(len(engine.cards)))
        random.Random(f"{self.seed} {number}").shuffle(cards)
        for card in cards:
            state.apply_action(card)
        self.tell("deal", number=number, dealer=engine.seats[self.dealer])
        self.dealer = engine.next_dealer[self.dealer]  # type: ignore[attr-defined]
        told = len(state.events(self.human))
        while not state.is_terminal():
            mine = state.current_player() == self.human
            state.apply_action(self.ask(state) if mine else self.machine.act(state))
            seen = state.events(self.human)
            for event in seen[told:]:
                if event[0] != self.human:
                    self.tell_event(*event[:2])
            told = len(seen)
        settled = self.settle(state)
        self.states.append(state)
        self.games.append(structs.replace(state.to_game(), id=f"{settled.era}-seed-{self.seed}-deal-{number}"))
        show("\n".join(score_lines(settled)), stream=sys.stderr if self.quiet else None)
        return self.games[-1]

    def settle(self, state: Any) -> SettledScore:
        """Return the sheet of the deals so far where they hang together by a pot, else of this one."""
        if isinstance(state, TarokhombreState):
            return state.settle(earlier=self.states)
        settled: SettledScore = state.replay().settled
        return settled

    def tell_event(self, by: int | str, what: int | tuple[int, ...]) -> None:
        """Print what the person sees of an act, or what he is told."""
        names = self.engine.names
        if isinstance(what, tuple):
            if not what and str(by).endswith(" gives"):
                return
            self.tell("told", label=str(by), cards=tuple(names[card] for card in what))
        else:
            self.tell("did", seat=self.engine.seats[int(by)], what=names[what])

    def ask(self, state: TableState[Any]) -> int:
        """Ask for an action and return it; raise `_PlayerLeft` at the end of the input."""
        engine, legal = self.engine, state.legal_actions()
        self.tell("hand", cards=tuple(engine.names[card] for card in state.at.hands[self.human]))
        if state.at.tricks:
            trick = state.at.tricks[-1]
            self.tell("table", plays=tuple(f"{engine.seats[seat]} {engine.names[card]}" for seat, card in trick))
        offered = (f"{number}. {engine.names[each]}" for number, each in enumerate(legal, 1))
        self.tell("offered", actions="  ".join(offered))
        names = {name.casefold(): action for action, name in enumerate(engine.names)}
        while True:
            given = next(self.waiting, "")
            typed = given or self.read_line()
            word = typed.casefold()
            if word == "quit":
                raise _PlayerLeft
            chosen = legal[int(word) - 1] if word.isdecimal() and 0 < int(word) <= len(legal) else names.get(word)
            chosen = self.read_card(typed) if chosen is None else chosen
            if chosen in legal:
                self.answered.append(engine.names[chosen])
                return chosen
            if given:
                raise CodexError(f"--answers: `{given[:40]}`", "expected one of the actions that were offered")
            if chosen is None:
                self.tell("unknown", typed=typed[:40], count=len(legal))
                continue
            try:
                state.clone().apply_action(chosen)
            except CodexError as error:
                self.tell("refused", what=error.what)

    def read_card(self, typed: str) -> int | None:
        """Return the number of a typed card, None where it is none or several."""
        try:
            found = read_typed_cards(typed, self.engine.pack)  # type: ignore[attr-defined]
        except NotationError:
            return None
        return self.engine.number[found[0]] if len(found) == 1 else None

    def read_line(self) -> str:
        """Return the next typed line; raise `_PlayerLeft` at the end of the input."""
        show("> ", end="", stream=sys.stderr)
        sys.stderr.flush()
        while line := sys.stdin.readline(200):
            if line.strip():
                return line.strip()
        raise _PlayerLeft
