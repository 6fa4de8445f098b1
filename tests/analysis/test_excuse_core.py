"""The cores of 78 cards play 1754 and 1863 as the kernel does, by the rules of the text and by others."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lab.nearby_values import list_nearby_and_beyond
from tarock.analysis import taroc_table, tarokhombre_table
from tarock.analysis.excuse_core import ExcuseCore
from tarock.analysis.excuse_table import EXCUSE_BIT, SUIT_BITS
from tarock.analysis.play_core import BOX, CoreFault
from tarock.analysis.rule_table import RuleTable
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.common.play import TableState
from tarock.game.taroc_1754.state import TarocEngine
from tarock.game.tarokhombre_1863.state import TarokhombreEngine
from tarock.robustness.nearby_values import load_nearby_values
from tarock.rules.ruleset import ReadingChoice, Rules
from tests.analysis import taroc_games, tarokhombre_games
from tests.analysis.core_games import FILL, FIRST, PUT, Dice, answer, compare, run_natively
from tests.conftest import EVERY, ROOT, usual
from tests.game.taroc_1754 import tables as taroc

GAMES = 1500 if EVERY == 1 else 36  # of each way to play; each deal is stacked in turn
RULE_SETS = 8  # altered ones of each, in a usual run
PARTS = 8 if EVERY == 1 else 1  # of all of them


class Played(NamedTuple):
    """A game by its rules, and what plays it."""

    name: str
    rules: Rules
    compile: Callable[[Rules], RuleTable]
    load: Callable[[RuleTable], ExcuseCore]
    make_engine: Callable[[Rules], Any]
    play_both: Callable[..., TableState[Any]]
    stack: Callable[..., Any]

    def __str__(self) -> str:
        return self.name


def _make_1863(number: int) -> Played:
    options = tarokhombre_games.OPTIONS[number]
    return Played(
        f"1863, the Scat {'first' if options.scat_first else 'last'}",
        tarokhombre_games.RULES,
        partial(tarokhombre_table.compile_rules, options=options),
        partial(ExcuseCore, tarokhombre_games.MODULE),
        partial(TarokhombreEngine.of, options=options),
        tarokhombre_games.play_both,
        lambda *given: tarokhombre_games.stack(*given)[0],
    )


TAROC = Played(
    "1754", taroc.RULES, taroc_table.compile_rules, partial(ExcuseCore, taroc_games.MODULE), TarocEngine.of,
    taroc_games.play_both, taroc_games.stack,
)  # fmt: skip
ALL = (TAROC, _make_1863(0), _make_1863(1))
every_game = pytest.mark.parametrize("played", ALL, ids=str)


@cache
def own_table(played: Played) -> RuleTable:
    return played.compile(played.rules)


@cache
def own_core(played: Played) -> ExcuseCore:
    return played.load(own_table(played))


@cache
def own_engine(played: Played) -> Any:
    return played.make_engine(played.rules)


class TestSameGame:
    @every_game
    @pytest.mark.parametrize("part", range(2))
    def test_every_action_is_the_states(self, played: Played, part: int) -> None:
        for number in range(part, GAMES, 2):
            assert played.play_both(own_core(played), own_engine(played), number).is_terminal()

    def test_what_is_played_against_the_law_is_judged_as_the_replay_judges_it(self) -> None:
        """1754:5: who denies a suit pays five to each."""
        met = Counter[str]()
        for number in range(GAMES):
            state = taroc_games.play_both(own_core(TAROC), taroc.engine(), number, faults=0.06)
            record = state.replay(prices=False).record
            assert record is not None
            met["revoke"] += bool(record.revokes)
            met["trick taken"] += any(each.took for each in record.revokes)
            met["Pagat"] += bool(record.returned_pagats)
        assert met["revoke"] > met["trick taken"] > 0
        assert EVERY > 1 or met["Pagat"]

    @every_game
    def test_random_games_are_those_of_the_same_dice(self, played: Played) -> None:
        """The loop in the core, computed again with the State: its actions and payments."""
        core, games = own_core(played), 300 if EVERY == 1 else 9
        actions = core.ask("simulate", games, 5, 7)
        told, dead = core.take(2)
        assert (actions, told, dead) == (*_simulate(played, games, 7 << 32 | 5), 0)

    @every_game
    def test_actions_are_taken_back(self, played: Played) -> None:
        core, of, rng = own_core(played), own_engine(played), random.Random(3)
        for number in range(9):
            dealer = number % 3
            state = of.new_state(dealer)
            for card in played.stack(of, dealer, number, rng):
                state.apply_action(card)
            for _act in range(rng.randrange(1, 80)):
                if not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))
            assert core.begin(dealer) == core.follow(state.history()) == 0
            count = rng.randrange(1, 90)
            left = max(len(of.cards), len(state.history()) - count)
            assert core.ask("undo", count) == len(state.history()) - left
            again = of.new_state(dealer)
            for action in state.history()[:left]:
                again.apply_action(action)
            assert core.history() == again.history()
            compare(core, again, range(len(of.names)))


def _list_bits(played: Played) -> list[int]:
    found = next(entry for entry in own_table(played).entries if entry.name == "pack.bits").values
    return [bit for bit in found if isinstance(bit, int)]


def _simulate(played: Played, games: int, seed: int) -> tuple[int, int]:
    dice, actions, told, of = Dice(seed), 0, 0, own_engine(played)
    bits = dict(enumerate(_list_bits(played)))
    for number in range(games):
        state = of.new_state(number % of.players)
        order = sorted(bits, key=lambda card: bits[card])
        for place in range(len(order) - 1, 0, -1):
            other = dice.next(place + 1)
            order[place], order[other] = order[other], order[place]
        for card in order:
            state.apply_action(card)
        while not state.is_terminal():
            legal = sorted(state.legal_actions(), key=lambda action: (action >= len(bits), bits.get(action, action)))
            state.apply_action(legal[dice.next(len(legal))])
            actions += 1
        for pay in state.returns():
            told = (told * 31 + int(pay)) % (1 << 32)
    return actions, told - (1 << 32) * (told >> 31)


# --- other rules -------------------------------------------------------------------------------------------------


@cache
def _list_nearby(played: Played) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The answers that are read in play, with other values; of what is assumed those that are named."""
    table, found = played.rules.table, dict[str, tuple[Any, ...]]()
    neighbours = load_nearby_values(ComputedCodex(Project(ROOT)).context)
    for name in sorted({name for entry in own_table(played).entries for name in entry.statements}):
        if name in table.effective:
            found[name] = tuple(list_nearby_and_beyond(neighbours, table.effective[name]))
        elif name in table.assumed.by_name:
            found[name] = tuple(each.value for each in table.assumed.by_name[name].record.other_readings)
    return tuple(found.items())


def _compile_altered(played: Played, name: str, value: Any) -> tuple[Any, RuleTable] | None:
    """The engine and the table of altered rules; None where they are refused by name."""
    by = played.rules.fork({name: value})
    try:
        return played.make_engine(by), played.compile(by)
    except CodexError as error:
        assert name.partition("[")[0] in f"{error.what} {error.expected}", error
        return None


@pytest.mark.slow
class TestOtherRules:
    @every_game
    @pytest.mark.parametrize("part", range(PARTS))
    def test_the_core_plays_every_nearby_rule_set_or_refuses_it_by_name(self, played: Played, part: int) -> None:
        values = [(name, value) for name, others in _list_nearby(played) for value in others]
        sample = values[part::PARTS] if EVERY == 1 else random.Random(played.name).sample(values, RULE_SETS)
        assert [name for name, value in sample if _play_altered(played, name, value)]

    @pytest.mark.parametrize("code", ["taroc_1754.revoke_took_nothing", "taroc_1754.pagat_returned_lost"])
    def test_the_core_plays_by_the_other_reading_of_what_is_left_open(self, code: str) -> None:
        by = taroc.RULES.override({ReadingChoice("1754", code): 1})
        core, of = TAROC.load(TAROC.compile(by)), TarocEngine.of(by)
        assert core.table.encode() != own_table(TAROC).encode()
        for number in range(GAMES):
            TAROC.play_both(core, of, number, faults=0.06)

    @every_game
    def test_an_entry_that_changes_with_an_answer_names_it(self, played: Played) -> None:
        """Each answer that is read is altered in turn, to the first other value that can be played."""
        own = {entry.name: entry for entry in own_table(played).entries}
        nearby, changed = _list_nearby(played), 0
        for name, others in nearby if EVERY == 1 else random.Random(54).sample(nearby, RULE_SETS):
            found = next((found for value in others if (found := _compile_altered(played, name, value))), None)
            for entry in found[1].entries if found else ():
                if entry.values != own[entry.name].values:
                    changed += 1
                    assert name in own[entry.name].statements, (name, entry.name)
        assert changed


def _play_altered(played: Played, name: str, value: Any) -> bool:
    """Whether the core plays by these rules as the state does; False where they are refused by name."""
    found = _compile_altered(played, name, value)
    if found is None:
        return False
    try:
        core = played.load(found[1])
    except CodexError as error:
        assert name in error.expected, error
        return False
    for number in range(9 if EVERY == 1 else 3):
        played.play_both(core, found[0], number)
    return True


# --- what comes in wrong -----------------------------------------------------------------------------------------

WRONG = (-1, 0, 1, 2, 3, 8, 77, 78, 95, 1 << 20, (1 << 31) - 1, -(1 << 31))


@every_game
class TestInterface:
    def test_a_table_of_another_shape_is_refused(self, played: Played) -> None:
        code = own_table(played).encode()
        core = played.load(own_table(played))
        for wrong in (code[:-1], [*code, 0], [0, *code[1:]], code[:2], [code[0], code[1] + 1, *code[2:]], []):
            core.put(wrong)
            assert core.ask("learn", len(wrong)) < 0
            assert core.ask("begin", 0, 0) == CoreFault.TABLE
        assert core.ask("learn", BOX + 1) == CoreFault.SHAPE

    @pytest.mark.parametrize("seed", usual(range(20)))
    def test_a_table_of_other_numbers_is_refused_or_played(self, played: Played, seed: int) -> None:
        """A number that is wrong gets a code or a game, never a trap."""
        rng, core = random.Random(seed), played.load(own_table(played))
        for _table in range(20):
            code = own_table(played).encode()
            for _number in range(rng.choice((1, 1, 1, 4, 40))):
                code[rng.randrange(len(code))] = rng.choice(WRONG)
            core.put(code)
            if core.ask("learn", len(code)) == 0:
                core.ask("simulate", 30, seed, 0)

    @pytest.mark.parametrize("seed", usual(range(12)))
    def test_any_call_gets_an_answer(self, played: Played, seed: int) -> None:
        """Calls in any order, with any numbers, in a box of any numbers."""
        rng, core = random.Random(seed), played.load(own_table(played))
        for _call in range(1500):
            name = rng.choice([*CALLS, "act", "act", "act"])
            given = [
                rng.choice((0, 1, 2, 3, rng.randrange(130), 78, 255, 256, -1, BOX, 1 << 30, -(1 << 31)))
                for _ in range(CALLS[name])
            ]
            if name in ("simulate", "learn"):
                given[0] = rng.choice((0, 1, -1))
            if name == "act" and rng.random() < 0.8 and core.ask("legal") > 0:
                given = [core.box[0]]
            if rng.random() < 0.05:
                core.put([rng.choice((0, 5, 60, 256, 300, -7, 1 << 30)) for _place in range(60)])
            assert core.ask(name, *given) >= CoreFault.ENTRY - 99 or name == "simulate"

    def test_what_cannot_be_has_its_code(self, played: Played) -> None:
        core, of = own_core(played), own_engine(played)
        word = len(of.cards)
        assert core.ask("begin", of.players, 0) == CoreFault.SEAT
        assert core.ask("begin", 0, 1) == CoreFault.OPTION
        assert core.begin(2) == 0
        assert core.ask("sheet") == CoreFault.NOT_THERE
        assert core.ask("act", word) == 1 + core.reasons.index(core.rule(word))
        assert core.rule(word).key == "pack.cards"
        assert core.ask("deal", 1, 0) == 0
        assert core.ask("deal", 1, 0) == CoreFault.NOT_THERE
        assert core.ask("act", len(of.names)) == core.ask("reason", -1) == CoreFault.ACTION
        legal = core.legal_actions()
        refused = next(card for card in range(len(of.cards)) if card not in legal)
        assert core.ask("insist", refused) == 1 + core.reasons.index(core.rule(refused))

    def test_the_excuse_lies_outside_the_suits(self, played: Played) -> None:
        bits, of = _list_bits(played), own_engine(played)
        assert bits[of.excuse] == EXCUSE_BIT
        assert bits.count(EXCUSE_BIT) == 1
        for suit in of.pack.suits:
            assert len({bits[card] // SUIT_BITS for card, each in enumerate(of.cards) if each.suit == suit}) == 1


# --- as a program of the machine ---------------------------------------------------------------------------------

CALLS = {
    "learn": 1, "begin": 2, "deal": 2, "act": 1, "insist": 1, "follow": 1, "undo": 1, "history": 0, "look": 0,
    "legal": 0, "reason": 1, "sheet": 0, "simulate": 3,
}  # fmt: skip
NATIVE = {name: FIRST + place for place, name in enumerate(list(CALLS)[:-1])} | {"simulate": 18}


def _make_calls(rng: random.Random, code: list[int], count: int) -> list[tuple[int, int, int, int]]:
    """Calls that play, ask and spoil: some begin with a table in which numbers are wrong."""
    made: list[tuple[int, int, int, int]] = []

    def call(name: str, one: int = 0, two: int = 0, three: int = 0) -> None:
        made.append((NATIVE[name], one, two, three))

    while len(made) < count:
        made.append((FILL, 0, 0, 0))
        for _wrong in range(rng.choice((0, 0, 1, 1, 5))):
            made.append((PUT, rng.randrange(len(code)), rng.choice(WRONG), 0))
        call("learn", len(code))
        call("simulate", 20, rng.randrange(1000), 1)
        call("begin", rng.randrange(3))
        call("deal", rng.randrange(1000), 3)
        for _step in range(250):
            action = rng.choice(
                (rng.randrange(78), rng.randrange(78), 78, 79, rng.randrange(78, 86), rng.randrange(130))
            )
            call(rng.choice(("act", "act", "insist")), action)
            call(rng.choice(("history", "look", "legal", "sheet", "reason", "undo")), rng.choice((0, 1, 2, 78)))
    return made


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
@every_game
def test_the_module_does_what_its_source_does_natively_without_a_fault(played: Played, tmp_path: Path) -> None:
    """The sanitizers of the compiler stop at the first foreign read, overflow or shift out of range."""
    code, rng = own_table(played).encode(), random.Random(played.name)
    calls = _make_calls(rng, code, 60_000 if EVERY == 1 else 2_000)
    told = run_natively(tmp_path, ("-DPACK=78", f"-DERA={played.rules.era}"), code, calls)
    core, names = played.load(own_table(played)), {number: name for name, number in NATIVE.items()}
    core.put([0] * BOX)
    for (number, one, two, three), expected in zip(calls, told, strict=True):
        name = names.get(number, "")
        given = (one, two, three)[: CALLS.get(name, 0)]
        assert answer(core, code, (number, one, two), name, given) == expected, (number, one, two, three)
