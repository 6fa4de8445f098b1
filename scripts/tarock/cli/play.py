"""The command that plays at the terminal: Königrufen against machines, games of other sources against a simple rule."""

from __future__ import annotations

import random
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from msgspec import UNSET, structs

from tarock.analysis.machines import HintRecord, find_tenth
from tarock.analysis.play_core import GameCore
from tarock.analysis.players import LEVELS, USUAL_LEVEL, CorePlayer, SessionJson
from tarock.analysis.table import compile_rules
from tarock.base.errors import CodexError
from tarock.base.files import write_new
from tarock.base.project import Project
from tarock.base.terminal import show, show_json
from tarock.base.wording import write_message
from tarock.cli import add_json_argument
from tarock.cli.altered import add_rule_argument, alter_codex, alteration_lines, comment_lines, write_rule_options
from tarock.cli.play_other import play_other
from tarock.cli.table import LeftTableError, TableSession
from tarock.codex import ComputedCodex
from tarock.game.eras import ERAS
from tarock.game.koenigrufen_1840.model_games import ERA as KOENIGRUFEN
from tarock.game.koenigrufen_1840.record import Game, dump_game
from tarock.game.koenigrufen_1840.short_notation import write_short
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Phase, State
from tarock.replay import committed

MOST_DEALS = 1000
# The author's advice that concerns one decision only, by its phase; each is shown with its words.
_ADVICE: dict[str, tuple[str, ...]] = {
    "bidding": ("advice.bid.needs", "advice.bid.tarocks", "advice.bid.manner"),
    "king": ("advice.call.suit", "advice.call.length"),
    "purchase": ("advice.change_halves",),
    "scat": ("advice.lay_away.away",),
    "announcements": ("advice.ultimo.tarocks", "advice.ultimo.stecher", "advice.ultimo_contra.last_tarock"),
}

# Advice for the player who leads, by role.
_LEADS: dict[str, tuple[str, ...]] = {
    "declarer": ("advice.led_from_top", "advice.mond_guarded"),
    "partner": ("advice.signal.lead_above", "advice.signal.lead_below", "advice.lead_pagat", "advice.mond_guarded"),
    "opponent": ("advice.stop_volat.not_led", "advice.stop_volat.called_suit_cards", "advice.mond_guarded"),
}


def add_play_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock play`."""
    parser.add_argument(
        "--era", choices=tuple(siglum for siglum, era in ERAS.items() if era.engine), default="1840",
        help="by whose rules (default: %(default)s); in the others the machines play by a simple rule",
    )  # fmt: skip
    parser.add_argument("--scat-first", action="store_true", help="of 1863: the Scat is dealt first (1863:2)")
    parser.add_argument("--seat", choices=SEATS, default=SEATS[0], help="where you sit (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="of the deals; the same seed, the same cards")
    parser.add_argument(
        "--level", type=int, choices=LEVELS, default=USUAL_LEVEL,
        help="of the machines: beginners, practised, strong (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--deals",
        type=int,
        default=1,
        metavar="N",
        help="how many are played, those in which all pass not counted (default: 1)",
    )
    parser.add_argument("--save", metavar="FOLDER", help="write each finished game there, as `tarock replay` reads it")
    parser.add_argument("--text", action="store_true", help="with --save: in the short notation, not in YAML")
    parser.add_argument("--answers", metavar="WORDS", help="what you answer first, with commas between")
    add_rule_argument(parser)
    add_json_argument(parser, "print the finished games in the end, and nothing else on standard output")
    parser.set_defaults(
        run=play,
        examples=(
            "",
            "--era 1754 --seed 7",
            "--era 1863 --scat-first",
            "--seat C --seed 7 --level 2 --save games",
            "--seed 7 --answers 'pass, 3'",
            "--rule play.must_tarock=false",
        ),
    )


def play(options: Namespace, project: Project) -> int:
    """Play deal after deal with a user; return 0 also when he leaves, after printing how to continue."""
    codex = alter_codex(ComputedCodex(project), options.era, options)

    if not 0 < options.deals <= MOST_DEALS:
        raise CodexError(f"{options.deals} deals", f"expected 1 to {MOST_DEALS}")
    folder = Path(options.save) if options.save else None
    if folder and not folder.is_dir():
        raise CodexError("the folder to save games in is missing", "expected an existing folder", file=folder)
    seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    if options.era != KOENIGRUFEN:
        return play_other(options, codex, folder, seed)
    table = _TerminalSession(codex, options.seat, options.level, seed, options.answers or "", quiet=options.json)
    games: list[Game] = []
    try:
        for number in count(1):
            if len(games) == options.deals:
                break
            game = table.deal(number)
            if game is None:  # all have passed
                continue
            name = f"{game.era}-seed-{seed}-seat-{options.seat}-level-{options.level}-deal-{number}"
            games.append(structs.replace(game, id=name))
            if folder:
                ending, text = ("txt", write_short) if options.text else ("yaml", dump_game)
                path = write_new(folder / f"{name}.{ending}", comment_lines(codex) + text(games[-1]))
                table.tell("saved", file=shlex.quote(str(path)), rules=write_rule_options(options))
    except (LeftTableError, KeyboardInterrupt) as leaving:
        show(
            write_message("play.left", command=_write_command(options, seed), answers=", ".join(table.answered)),
            stream=sys.stderr,
        )
        if isinstance(leaving, KeyboardInterrupt):
            raise
    if options.json:
        answered, altered = tuple(table.answered), codex.context.alterations or UNSET
        session = SessionJson(options.seat, seed, options.level, answered, tuple(games), table.totals, altered)
        show_json(session.as_dict() | {"games": [game.as_dict() for game in games]})
    return 0


def _write_command(options: Namespace, seed: int) -> str:
    """Return the command line that continues a session, without its answers."""
    root = ["--root", options.root] if options.root else []
    said = [*root, "play", "--seat", options.seat, "--seed", seed, "--level", options.level, "--deals", options.deals]
    if options.save:
        said += ["--save", f"./{options.save}" if options.save.startswith("-") else options.save]
        said += ["--text"] if options.text else []
    return shlex.join(map(str, [*said, *(["--json"] if options.json else [])])) + write_rule_options(options)


def _load_hints(codex: ComputedCodex) -> HintRecord | None:
    """Return how hints came out in deals of their own; None where these machines, or these rules, were not tried."""
    try:
        return None if codex.context.alterations else committed.load_machines(codex.context).hints
    except CodexError:
        return None


class _TerminalSession(TableSession):
    """A session at the terminal: the person, the machines, and the games so far."""

    engine: Engine
    unknown = "unknown"

    def __init__(self, codex: ComputedCodex, seat: str, level: int, seed: int, answers: str, *, quiet: bool):
        self.rules, pack = codex.games.rules, codex.games.pack
        engine = Engine(pack, self.rules, altered=codex.context.alterations)
        super().__init__(engine, pack, seat, answers, quiet=quiet)
        self.seats, self.seed = SEATS, seed
        core = GameCore(codex.project.core, compile_rules(self.rules, codex.context.alterations))
        self.machine, self.tried = CorePlayer(core, level, seed), _load_hints(codex)
        self.totals = dict.fromkeys(SEATS, 0)
        self.tell("open", seat=seat, level=level, seed=seed)
        for line in alteration_lines(codex):
            show(line, stream=sys.stderr if quiet else None)

    def deal(self, number: int) -> Game | None:
        """Play one deal to its end; return its record, or None where all pass."""
        engine, state = self.engine, State(self.engine, self.dealer)
        cards = list(range(len(engine.cards)))
        random.Random(f"{self.seed} {number}").shuffle(cards)
        for card in cards:
            state.apply_action(card)
        self.tell("deal", number=number, dealer=self.seats[self.dealer])
        self.dealer = engine.next_dealer[self.dealer]
        shown = 0
        while not state.is_terminal():
            player = state.current_player()
            if state.phase is Phase.PLAY and (now := len(state.observe(player).tricks)) != shown:
                shown = now
                self.tell("trick", number=now)
            action = self.ask_action(state) if player == self.human else self.machine.act(state)
            before = state.phase
            state.apply_action(action)
            if player != self.human:
                laid = before is Phase.SCAT  # which cards is not shown, but for tarocks, when all lie there
                self.tell("did", seat=self.seats[player], what="…" if laid else engine.names[action])
            if before is Phase.PLAY and len(trick := state.observe(self.human).tricks[shown - 1]) == engine.players:
                plays = [(self.seats[seat], engine.cards[card]) for seat, card in trick]
                self.tell("takes", seat=engine.law.find_winner(plays)[0])
        return self._record_game(state)

    def acts_alone(self, state: State) -> bool:
        """Return whether a card is played without asking."""
        return state.phase is Phase.PLAY

    def answer_word(self, word: str, state: State) -> bool:
        """Answer `hint` or `hand`."""
        if word in ("hint", "hand"):
            (self._show_hint if word == "hint" else self._show_hand)(state)
        return word in ("hint", "hand")

    def show_turn(self, state: State) -> None:
        """Print the hand, what is bought, and what lies on the table."""
        self._show_hand(state)
        if state.phase is Phase.PURCHASE:
            self.tell("talon", cards=self._list_names(state.observe(self.human).halves[-1]))
        if state.phase is Phase.PLAY:
            self.show_trick(state.observe(self.human).tricks)

    def _show_hand(self, state: State) -> None:
        self.tell("hand", cards=self._list_names(state.observe(self.human).hand))

    def _list_names(self, actions: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.engine.names[action] for action in actions)

    def _show_hint(self, state: State) -> None:
        """Print what the machine would do, how sure it has been, and the author's advice on decisions of this kind."""
        hint = self.machine.advise(state)
        action = self.engine.names[hint.actions[0].action]
        self.tell("machine_sure" if hint.is_sure else "machine", action=action)
        if self.tried:
            positions, came = self.tried.count_ahead()[find_tenth(hint.ahead)]
            self.tell("tried", positions=positions, came=came)
        player, plays = state.current_player(), state.phase is Phase.PLAY
        if plays and not state.observe(player).tricks[-1]:
            roles = {state.partner: "partner", state.declarer: "declarer"}
            keys = _LEADS[roles.get(player, "opponent")]
        else:
            keys = _ADVICE.get(state.phase, ())
        found = [
            statement
            for key in keys
            for statement in self.rules.table
            if statement.key == key and (plays or not {"aim", "holding"} & statement.when.keys())
        ]
        for statement in found:
            self.tell("advice", says=statement.says, ref=statement.ref)
        if not found:
            self.tell("no_advice")

    def _record_game(self, state: State) -> Game | None:
        """Print and add up the score sheet of a finished game, and return its record; None where all passed."""
        if state.declarer < 0:
            self.tell("passed")
            return None
        sheet = state.replay().sheet
        for line in sheet.lines:
            for payee in line.payees:
                self.tell("sheet", seat=payee, points=line.amount, what=line.what)
        for seat, points in sheet.totals.items():
            self.totals[seat] += points
        self.tell("totals", totals=tuple(f"{seat} {points}" for seat, points in self.totals.items()))
        return state.to_game()
