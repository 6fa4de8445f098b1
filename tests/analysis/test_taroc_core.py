"""The core of 78 cards plays 1754 as the kernel does, by the rules of the text and by others, or refuses by name."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from lab.neighbours import neighbours_and_beyond
from tarock.analysis.play_core import BOX, CoreFault
from tarock.analysis.taroc_core import TarocCore
from tarock.analysis.taroc_table import EXCUSE_BIT, SUIT_BITS, compile_rules
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.taroc_1754.state import TarocEngine
from tarock.robustness.neighbours import load_neighbours
from tarock.rules.ruleset import ReadingChoice
from tests.analysis.core_games import FILL, FIRST, PUT, Dice, answer, run_natively
from tests.analysis.taroc_games import KINDS, MODULE, compare, own_core, own_table, play_both, stack, start
from tests.conftest import EVERY, ROOT, usual
from tests.game.taroc_1754.tables import RULES, engine

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.analysis.rule_table import RuleTable

GAMES = 1500 if EVERY == 1 else 4 * KINDS
RULE_SETS = 15  # altered ones, in a usual run
PARTS = 8 if EVERY == 1 else 1  # of all of them


class TestSameGame:
    @pytest.mark.parametrize("part", range(4))
    def test_every_action_is_the_states(self, part: int) -> None:
        for number in range(part, GAMES, 4):
            assert play_both(own_core(), engine(), number).is_terminal()

    def test_what_is_played_against_the_law_is_judged_as_the_replay_judges_it(self) -> None:
        """1754:5: who denies a suit pays five to each."""
        met = Counter[str]()
        for number in range(GAMES):
            state = play_both(own_core(), engine(), number, faults=0.06)
            again = state.replay(prices=False)
            assert again.record is not None
            met["revoke"] += bool(again.record.revokes)
            met["trick taken"] += any(each.took for each in again.record.revokes)
            met["Pagat"] += bool(again.record.returned_pagats)
        assert met["revoke"] > met["trick taken"] > 0
        assert EVERY > 1 or met["Pagat"]

    def test_random_games_are_those_of_the_same_dice(self) -> None:
        """The loop in the core, computed again with the State: its actions and payments."""
        core, games = own_core(), 300 if EVERY == 1 else 12
        actions = core.ask("simulate", games, 5, 7)
        told, dead = core.take(2)
        assert (actions, told, dead) == (*_simulate(games, 7 << 32 | 5), 0)

    def test_actions_are_taken_back(self) -> None:
        core, rng = own_core(), random.Random(3)
        for number in range(KINDS):
            state = engine().new_state(number % 3)
            for card in stack(engine(), number % 3, number, rng):
                state.apply_action(card)
            for _act in range(rng.randrange(1, 80)):
                state.apply_action(rng.choice(state.legal_actions()))
            start(core, state)
            dealt = len(engine().cards)
            count = rng.randrange(1, 90)
            left = max(dealt, len(state.history()) - count)
            assert core.ask("undo", count) == len(state.history()) - left
            again = engine().new_state(number % 3)
            for action in state.history()[:left]:
                again.apply_action(action)
            assert core.history() == again.history()
            compare(core, again, range(len(engine().names)))


def _list_bits() -> list[int]:
    found = next(entry for entry in own_table().entries if entry.name == "pack.bits").values
    return [bit for bit in found if isinstance(bit, int)]


def _simulate(games: int, seed: int) -> tuple[int, int]:
    dice, actions, told, of = Dice(seed), 0, 0, engine()
    bits = dict(enumerate(_list_bits()))
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
def _list_nearby() -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The answers that are read in play, with other values; of what is assumed those that are named."""
    table, found = RULES.table, dict[str, tuple[Any, ...]]()
    neighbours = load_neighbours(ComputedCodex(Project(ROOT)).context)
    for name in sorted({name for entry in own_table().entries for name in entry.statements}):
        if name in table.effective:
            found[name] = tuple(neighbours_and_beyond(neighbours, table.effective[name]))
        elif name in table.assumed.by_name:
            found[name] = tuple(each.value for each in table.assumed.by_name[name].record.other_readings)
    return tuple(found.items())


def _compile_altered(name: str, value: Any) -> tuple[TarocEngine, RuleTable] | None:
    """The engine and the table of altered rules; None where they are refused by name."""
    by = RULES.fork({name: value})
    try:
        return TarocEngine.of(by), compile_rules(by)
    except CodexError as error:
        assert name.partition("[")[0] in f"{error.what} {error.expected}", error
        return None


@pytest.mark.slow
class TestOtherRules:
    @pytest.mark.parametrize("part", range(PARTS))
    def test_the_core_plays_every_nearby_rule_set_or_refuses_it_by_name(self, part: int) -> None:
        values = [(name, value) for name, others in _list_nearby() for value in others]
        sample = values[part::PARTS] if EVERY == 1 else random.Random(1754).sample(values, RULE_SETS)
        assert [name for name, value in sample if _play_altered(name, value)]

    @pytest.mark.parametrize("code", ["taroc_1754.revoke_took_nothing", "taroc_1754.pagat_returned_lost"])
    def test_the_core_plays_by_the_other_reading_of_what_is_left_open(self, code: str) -> None:
        by = RULES.override({ReadingChoice("1754", code): 1})
        core, of = TarocCore(MODULE, compile_rules(by)), TarocEngine.of(by)
        assert core.table.encode() != own_table().encode()
        for number in range(3 * KINDS):
            play_both(core, of, number, faults=0.06)

    def test_an_entry_that_changes_with_an_answer_names_it(self) -> None:
        """Each answer that is read is altered in turn, to the first other value that can be played."""
        own = {entry.name: entry for entry in own_table().entries}
        changed = 0
        for name, others in _list_nearby() if EVERY == 1 else random.Random(54).sample(_list_nearby(), RULE_SETS):
            found = next((found for value in others if (found := _compile_altered(name, value))), None)
            for entry in found[1].entries if found else ():
                if entry.values != own[entry.name].values:
                    changed += 1
                    assert name in own[entry.name].statements, (name, entry.name)
        assert changed


def _play_altered(name: str, value: Any) -> bool:
    """Whether the core plays by these rules as the state does; False where they are refused by name."""
    found = _compile_altered(name, value)
    if found is None:
        return False
    try:
        core = TarocCore(MODULE, found[1])
    except CodexError as error:
        assert name in error.expected, error
        return False
    for number in range(KINDS if EVERY == 1 else 4):
        play_both(core, found[0], number, faults=0.03 if number % 3 == 2 else 0.0)
    return True


# --- what comes in wrong -----------------------------------------------------------------------------------------


class TestInterface:
    def test_a_table_of_another_shape_is_refused(self) -> None:
        code = own_table().encode()
        core = TarocCore(MODULE, own_table())
        for wrong in (code[:-1], [*code, 0], [0, *code[1:]], code[:2], [code[0], code[1] + 1, *code[2:]], []):
            core.put(wrong)
            assert core.ask("learn", len(wrong)) < 0
            assert core.ask("begin", 0, 0) == CoreFault.TABLE
        assert core.ask("learn", BOX + 1) == CoreFault.SHAPE

    @pytest.mark.parametrize("seed", usual(range(60)))
    def test_a_table_of_other_numbers_is_refused_or_played(self, seed: int) -> None:
        """A number that is wrong gets a code or a game, never a trap."""
        rng, core = random.Random(seed), TarocCore(MODULE, own_table())
        for _table in range(20):
            code = own_table().encode()
            for _number in range(rng.choice((1, 1, 1, 4, 40))):
                code[rng.randrange(len(code))] = rng.choice(
                    (-1, 0, 1, 2, 3, 77, 78, 95, 1 << 20, (1 << 31) - 1, -(1 << 31))
                )
            core.put(code)
            if core.ask("learn", len(code)) == 0:
                core.ask("simulate", 30, seed, 0)

    @pytest.mark.parametrize("seed", usual(range(20)))
    def test_any_call_gets_an_answer(self, seed: int) -> None:
        """Calls in any order, with any numbers, in a box of any numbers."""
        rng, core = random.Random(seed), TarocCore(MODULE, own_table())
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

    def test_what_cannot_be_has_its_code(self) -> None:
        core, of = own_core(), engine()
        assert core.ask("begin", of.players, 0) == CoreFault.SEAT
        assert core.ask("begin", 0, 1) == CoreFault.OPTION
        assert core.begin(2) == 0
        assert core.ask("sheet") == CoreFault.NOT_THERE
        assert core.ask("act", of.nothing) == 1 + core.reasons.index(core.rule(of.nothing))
        assert core.rule(of.nothing).key == "pack.cards"
        assert core.ask("deal", 1, 0) == 0
        assert core.ask("deal", 1, 0) == CoreFault.NOT_THERE
        assert core.ask("act", len(of.names)) == core.ask("reason", -1) == CoreFault.ACTION
        king = next(of.number[card] for card in of.pack.kings)
        assert core.ask("insist", king) == 1 + core.reasons.index(core.rule(king))

    def test_the_excuse_lies_outside_the_suits(self) -> None:
        bits = _list_bits()
        assert bits[engine().excuse] == EXCUSE_BIT
        assert bits.count(EXCUSE_BIT) == 1
        for suit in engine().pack.suits:
            places = {bits[card] // SUIT_BITS for card, each in enumerate(engine().cards) if each.suit == suit}
            assert len(places) == 1


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
            made.append((PUT, rng.randrange(len(code)), rng.choice((-1, 0, 1, 2, 78, 95, 1 << 20, -(1 << 31))), 0))
        call("learn", len(code))
        call("simulate", 20, rng.randrange(1000), 1)
        call("begin", rng.randrange(3))
        call("deal", rng.randrange(1000), 3)
        for _step in range(250):
            action = rng.choice((rng.randrange(78), rng.randrange(78), 78, 79, rng.randrange(122), rng.randrange(130)))
            call(rng.choice(("act", "act", "insist")), action)
            call(rng.choice(("history", "look", "legal", "sheet", "reason", "undo")), rng.choice((0, 1, 2, 78)))
    return made


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_module_does_what_its_source_does_natively_without_a_fault(tmp_path: Path) -> None:
    """The sanitizers of the compiler stop at the first foreign read, overflow or shift out of range."""
    code, rng = own_table().encode(), random.Random(1754)
    calls = _make_calls(rng, code, 60_000 if EVERY == 1 else 4_000)
    told = run_natively(tmp_path, 78, code, calls)
    core, names = TarocCore(MODULE, own_table()), {number: name for name, number in NATIVE.items()}
    core.put([0] * BOX)
    for (number, one, two, three), expected in zip(calls, told, strict=True):
        name = names.get(number, "")
        given = (one, two, three)[: CALLS.get(name, 0)]
        assert answer(core, code, (number, one, two), name, given) == expected, (number, one, two, three)
