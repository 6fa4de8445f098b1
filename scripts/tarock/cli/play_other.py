"""Playing a game of another source than 1840 at the terminal: the others play by a simple rule."""

from __future__ import annotations

import random
import shlex
import sys
from argparse import Namespace
from itertools import count
from pathlib import Path
from typing import Any

from tarock.analysis.simple_player import SimplePlayer
from tarock.base.errors import CodexError
from tarock.base.files import write_new
from tarock.base.terminal import show
from tarock.base.wording import write_message
from tarock.cli.altered import alteration_lines, comment_lines, write_rule_options
from tarock.cli.games import score_lines
from tarock.cli.table import LeftTableError, TableSession
from tarock.codex import ComputedCodex
from tarock.game.common.play import Event
from tarock.game.completed_1945 import CompletedState
from tarock.game.eras import find_era
from tarock.game.tarokhombre_1863.state import GIVES, TarokhombreState


def play_other(options: Namespace, codex: ComputedCodex, folder: Path | None, seed: int) -> int:
    """Play deal after deal with a user; return 0 also when he leaves, after printing how to continue."""
    if options.json or options.text:
        raise CodexError(f"a game of {options.era} has no --json and no --text", "expected --save, or neither")
    table = _OpenSession(codex, options, seed)
    try:
        for number in count(1):
            if len(table.states) == options.deals:
                break
            state = table.deal(number)
            if state and folder:
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


class _OpenSession(TableSession):
    """A session at the terminal: the person and the others."""

    def __init__(self, codex: ComputedCodex, options: Namespace, seed: int):
        rules = codex.context.rules(options.era)
        kind = find_era(options.era).load_engine()
        chosen = {"scat_first": True} if options.scat_first else {}
        if unknown := chosen.keys() - {*kind.options_type.__struct_fields__}:
            raise CodexError(f"no {', '.join(unknown)} in {options.era}", "expected --scat-first with --era 1863")
        engine: Any = kind.of(rules, kind.options_type(**chosen), codex.context.alterations)
        super().__init__(engine, codex.context.pack(options.era), options.seat, options.answers)
        self.machine = SimplePlayer(self.engine)
        self.states: list[Any] = []  # of the deals that are finished
        self.seed = seed
        assumed = len({each.record.key for each in rules.table.assumed.by_name.values()})
        self.tell(
            "open_other",
            era=find_era(options.era).played_as or options.era,
            seat=options.seat,
            seed=seed,
            assumed=assumed,
        )
        for line in alteration_lines(codex):
            show(line)

    def deal(self, number: int) -> Any:
        """Play one deal to its end, print its sheet, and return it; None where all have passed and nobody plays."""
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
        if isinstance(state, CompletedState) and state.at.declarer < 0:
            self.tell("passed")
            return None
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
