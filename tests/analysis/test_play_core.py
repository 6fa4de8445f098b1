"""The core plays as the State of Python does, by the rules of the text and by others; what cannot be is refused."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import wasmtime
from msgspec import structs

from tarock.analysis.core import TABLE_BYTES, assign_bits
from tarock.analysis.play_core import BOX, PHASES, CoreFault, GameCore
from tarock.analysis.rule_table import RuleTable, TableReason, TableValue
from tarock.analysis.table import compile_rules, list_priced_cells
from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.state import SEATS, Options, Phase, State
from tarock.game.koenigrufen_1840.vocabulary import BidKind, ConsulationSize
from tarock.rules.ruleset import ReadingChoice, Rules
from tests.analysis.core_games import (
    FILL,
    FIRST,
    MODULE,
    OPTIONS,
    PUT,
    Dice,
    answer,
    compare_revokes,
    make_engine,
    own_core,
    own_engine,
    own_table,
    play_against_the_law,
    play_both,
    run_natively,
    start,
)
from tests.conftest import EVERY, usual
from tests.game.koenigrufen_1840.altered_rules import KOENIGRUFEN, choose, deal
from tests.game.koenigrufen_1840.builders import pack, rules

GAMES = 13 if EVERY > 1 else 130  # of each set of options; the first 13 are stacked in turn
RULE_SETS = 15  # altered ones, in a usual run
PARTS = 1 if EVERY > 1 else 16  # of all of them
LEVELS = (1, 2, 3)


class TestSameGame:
    @pytest.mark.parametrize(
        "options",
        [pytest.param(each, marks=[pytest.mark.slow] * (number % 4 > 0)) for number, each in enumerate(OPTIONS)],
        ids=str,
    )
    def test_every_action_is_the_states(self, options: Options) -> None:
        ends = {play_both(own_core(), own_engine(options), number).phase for number in range(GAMES)}
        assert Phase.END in ends

    def test_what_is_played_against_the_law_is_judged_as_the_replay_judges_it(self) -> None:
        """1840:35.6, 65: who revokes or discards wrongly is fined, and loses what his side would write."""
        revoked = 0
        for number in range(4 * GAMES):
            state = play_against_the_law(own_core(), own_engine(Options()), number)
            revoked += state is not None and compare_revokes(own_core(), state)
        assert revoked > GAMES

    def test_random_games_are_those_of_the_same_dice(self) -> None:
        """The loop in the core, computed again with the State: its actions, payments and passed deals."""
        core, games = own_core(), 40 if EVERY > 1 else 400
        actions = core.ask("simulate", games, 5, 7)
        told, dead, passed = core.take(3)
        assert (actions, told, dead, passed) == _simulate(games, 7 << 32 | 5)

    def test_actions_are_taken_back(self) -> None:
        """What was dealt stays, also where the deal before it was passed."""
        core, rng = own_core(), random.Random(3)
        for number in range(GAMES):
            engine = own_engine(Options(next_deals=bool(number % 2)))
            state = deal(engine, rng.randrange(4), number % 13, rng)
            start(core, state)
            while not state.is_terminal() and len(state.history()) < 54 + rng.randrange(80):
                action = choose(state, number, rng) if state.legal_actions() and not state.is_chance_node() else None
                if action is None:
                    break
                state.apply_action(action)
                assert core.ask("act", action) == 0
            count = rng.randrange(1, 90)
            before = State(engine, state.first_dealer)
            places = []  # of the actions of players
            for place, action in enumerate(state.history()):
                if not before.is_chance_node():
                    places.append(place)
                before.apply_action(action)
            left = places[-count] if count <= len(places) else places[0] if places else len(state.history())
            assert core.ask("undo", count) == len(state.history()) - left
            assert core.history() == state.history()[:left]
            again = State(engine, state.first_dealer)
            for action in state.history()[:left]:
                again.apply_action(action)
            assert core.look() == (again.phase, again.current_player())
            assert core.legal_actions() == again.legal_actions()


def _simulate(games: int, seed: int) -> tuple[int, int, int, int]:
    dice, actions, told, passed = Dice(seed), 0, 0, 0
    bits = [assign_bits(pack().cards)[card] for card in pack().cards]
    for number in range(games):
        flags = number >> 2 & 14
        options = next(each for each in OPTIONS if _flags(each) == flags)
        state = State(own_engine(options), number & 3)
        order = sorted(range(54), key=lambda card: bits[card])
        for place in range(53, 0, -1):
            other = dice.next(place + 1)
            order[place], order[other] = order[other], order[place]
        for card in order:
            state.apply_action(card)
        while not state.is_terminal():
            legal = sorted(
                state.legal_actions(), key=lambda action: (action >= 54, bits[action] if action < 54 else action)
            )
            state.apply_action(legal[dice.next(len(legal))])
            actions += 1
        if state.declarer < 0:
            passed += 1
            continue
        for pay in state.returns():
            told = (told * 31 + int(pay)) % (1 << 32)
    return actions, told - (1 << 32) * (told >> 31), 0, passed


def _flags(options: Options) -> int:
    return sum(
        1 << place
        for place, flag in enumerate(
            (options.next_deals, options.words == "forehand", options.knocked, options.left_shown)
        )
        if flag
    )


# --- what one seat sees ------------------------------------------------------------------------------------------


def _read_view(core: GameCore, seat: int) -> dict[str, Any]:
    told = core.take(core.ask("seen", seat))
    at = 7

    def row(width: int = 1) -> tuple[Any, ...]:
        nonlocal at
        count, at = told[at], at + 1
        found = [tuple(told[at + width * n : at + width * (n + 1)]) for n in range(count)]
        at += width * count
        return tuple(each[0] for each in found) if width == 1 else tuple(found)

    player, dealer, declarer, phase, king, first, kept = told[:7]
    found: dict[str, Any] = {
        "player": player, "dealer": dealer, "declarer": declarer, "phase": list(Phase)[phase], "king": king,
        "first": first, "kept": kept, "hand": row(), "dealt": row(), "bids": row(2),
    }  # fmt: skip
    count, at = told[at], at + 1
    found["halves"] = tuple(row() for _half in range(count))
    found |= {"discard": row(), "left": row(), "words": row(2), "tricks": row(2), "legal": row()}
    assert at == len(told)
    return found


def _write_view(state: State, seat: int) -> dict[str, Any]:
    found = structs.asdict(state.observe(seat))
    numbers = {saying: action for action, saying in state.engine.announcement_actions.items()}
    found["words"] = tuple((by, numbers[of, call]) for by, of, call in found["words"])
    found["tricks"] = tuple(play for trick in found["tricks"] for play in trick)
    return found


def _generate_moments(games: int, options: Options = Options()) -> Iterator[State]:  # noqa: B008
    """Yield every moment at which somebody acts, with the core where the state is."""
    for number in range(games):
        rng = random.Random(number)
        state = deal(own_engine(options), rng.randrange(len(SEATS)), number % 13, rng)
        start(own_core(), state)
        while not state.is_terminal() and not state.is_chance_node():
            yield state
            action = choose(state, number % 13, rng)
            state.apply_action(action)
            own_core().ask("act", action)


class TestPosed:
    def test_what_is_asked_about_a_hand_is_what_its_game_says(self) -> None:
        """Play, discard and call, of every moment of games: what is legal, and why each card is or is not."""
        core = own_core()
        asked = dict.fromkeys((Phase.KING, Phase.SCAT, Phase.PLAY), 0)
        for state in _generate_moments(GAMES):
            if state.phase not in asked:
                continue
            hand, trick = (
                state.at.hands[state.at.player],
                [card for _seat, card in state.at.tricks[-1]] if state.at.tricks else [],
            )
            on_table = trick if state.phase is Phase.PLAY else []
            keeps = state.phase is Phase.PLAY and state.at.player == state.at.pagat_keeper
            before = max(len(state.at.tricks) - 1, 0)
            given = [PHASES.index(state.phase), before, int(keeps), state.at.kept, len(on_table)]
            core.put(given := [*given, *on_table, *hand])
            assert core.ask("pose", len(given)) == 0
            assert core.legal_actions() == state.legal_actions()
            for card in (*hand, *state.legal_actions()):
                said, expected = core.rule(card), state.rule(card)
                assert (said.key, said.ref) == (expected.key, expected.ref)
            asked[state.phase] += 1
        assert min(asked.values()) > 5

    def test_who_takes_a_trick_is_whom_the_game_says(self) -> None:
        core, engine, rng = own_core(), own_engine(Options()), random.Random(64)
        law = engine.law
        for _trick in range(300):
            cards = rng.sample(range(len(engine.cards)), len(SEATS))
            core.put([PHASES.index(Phase.PLAY), 0, 0, 0, len(SEATS), *cards])
            assert core.ask("pose", 5 + len(SEATS)) == 0
            plays = [(str(place), engine.cards[card]) for place, card in enumerate(cards)]
            assert core.look()[1] == int(law.find_winner(plays)[0])

    def test_of_what_is_posed_is_only_asked(self) -> None:
        core = own_core()
        core.put([PHASES.index(Phase.PLAY), 0, 0, 0, 0, 1, 2])
        assert core.ask("pose", 7) == 0
        assert core.ask("act", 1) == core.ask("undo", 1) == core.ask("think", 1, 0, 0) == CoreFault.TABLE
        for wrong in ([1, 0, 0, 0, 0], [6, 12, 0, 0, 0], [6, 0, 0, 9, 0], [6, 0, 0, 0, 5], [6, 0, 0, 0, 2, 3]):
            core.put(wrong)
            assert core.ask("pose", len(wrong)) == CoreFault.SHAPE
        core.put([6, 0, 0, 0, 0, 54])
        assert core.ask("pose", 6) == CoreFault.ACTION


class TestSeen:
    @pytest.mark.parametrize("options", OPTIONS, ids=str)
    def test_a_seat_sees_what_the_state_shows_it(self, options: Options) -> None:
        for state in _generate_moments(3, options):
            for seat in range(len(SEATS)):
                assert _read_view(own_core(), seat) == _write_view(state, seat)

    @pytest.mark.slow
    def test_machines_do_the_same_when_hidden_cards_are_others(self) -> None:
        """A machine is given what its seat has seen: whoever has the rest, it does the same."""
        wanted, other = 200 if EVERY > 1 else 10_000, GameCore(MODULE, own_table())
        tried, moved = 0, 0
        for games in range(1, wanted):
            for state in _generate_moments(games):
                if len(state.legal_actions()) < 2 or state.history()[54:] == []:
                    continue
                twin = _permute(state, random.Random(tried))
                if twin is None:
                    continue
                start(other, twin)
                level, tried = LEVELS[tried % 7 % 3], tried + 1
                assert other.ask("think", level, tried, 0) == own_core().ask("think", level, tried, 0)
                count = own_core().ask("hint", level, tried, 0)
                assert other.ask("hint", level, tried, 0) == count
                assert other.take(1 + len(SEATS) + 3 * count) == own_core().take(1 + len(SEATS) + 3 * count)
                moved += twin.at.hands != state.at.hands
                if tried == wanted:
                    assert moved > wanted // 2
                    return

    @pytest.mark.slow
    def test_a_machine_plays_legal_actions_and_the_same_again(self) -> None:
        for number, state in enumerate(_generate_moments(4)):
            for level in LEVELS:
                action = own_core().ask("think", level, number, 1)
                assert action in state.legal_actions()
                assert own_core().ask("think", level, number, 1) == action

    def test_a_hint_advises_what_the_machine_does_of_all_that_is_legal(self) -> None:
        core = own_core()
        for number, state in enumerate(_generate_moments(4)):
            action, count = core.ask("think", 3, number, 1), core.ask("hint", 3, number, 1)
            ahead, *partners = core.take(1 + len(SEATS))
            rows = [core.take(1 + len(SEATS) + 3 * (row + 1))[-3:] for row in range(count)]
            assert sorted(row[0] for row in rows) == state.legal_actions()
            assert rows[0][0] == action or len(rows) == 1
            assert all(0 <= share <= 1000 for share in (ahead, *partners)) and sum(partners) <= 1000
            view = state.observe(state.current_player())
            if view.declarer >= 0 and view.king in view.dealt and view.player != view.declarer:
                assert partners[view.player] == max(partners)


def _permute(state: State, rng: random.Random) -> State | None:
    """The same game with the cards that the player to act does not know dealt otherwise; None where none fits."""
    engine, view = state.engine, state.observe(state.current_player())
    played = (card for trick in view.tricks for _seat, card in trick)
    known = {*view.dealt, *view.discard, *view.left, *played, *(card for half in view.halves for card in half)}
    dealt, acts = state.history()[:54], state.history()[54:]
    places = [place for place, card in enumerate(dealt) if card not in known]
    for _try in range(12):
        order = list(dealt)
        for _swap in range(rng.randrange(1, 6)):
            one, two = rng.choices(places, k=2)
            order[one], order[two] = order[two], order[one]
        twin = State(engine, state.first_dealer)
        try:
            for action in [*order, *acts]:
                twin.apply_action(action)
        except CodexError:
            continue  # what was done could not be done with these cards
        if twin.observe(state.current_player()) == view:
            return twin
    return None


# --- other rules -------------------------------------------------------------------------------------------------


@pytest.mark.slow
class TestOtherRules:
    @pytest.mark.parametrize("part", range(PARTS))
    def test_the_core_plays_every_nearby_rule_set_or_refuses_it_by_name(self, part: int) -> None:
        """A sample in a usual run; what the engine refuses the table does too."""
        values = [(name, value) for name, others in _list_nearby() for value in others]
        sample = values[part::PARTS] if EVERY == 1 else random.Random(53).sample(values, RULE_SETS)
        played = [name for name, value in sample if _play_altered(name, rules().fork({name: value}))]
        assert played

    @pytest.mark.parametrize("code", ["rounding", "silent-ultimo", "silent-volat", "game-after-lost-volat"])
    def test_the_core_plays_by_the_other_reading_of_what_is_left_open(self, code: str) -> None:
        assert _play_altered(code, rules().override({ReadingChoice("1840", code): 1}))

    @pytest.mark.parametrize("size", [ConsulationSize.SMALL, ConsulationSize.HIGH])
    def test_what_grows_with_the_consulation_is_priced(self, size: ConsulationSize) -> None:
        """1840:43-47: a page plays for another one by these cells alone."""
        usual_price = find_consulation_price(rules(), None, BidKind.DREIER)
        priced = {(place, at) for place, cells in list_priced_cells(rules(), own_table()) for at in cells}
        by = rules().fork({"settlement.stake.default": str(size)})
        price = find_consulation_price(by, None, BidKind.DREIER)
        for place, (own, other) in enumerate(zip(own_table().entries, compile_rules(by).entries, strict=True)):
            grown = [
                value * price // usual_price if (place, at) in priced and isinstance(value, int) else value
                for at, value in enumerate(own.values)
            ]
            assert grown == [*other.values], own.name

    def test_an_entry_that_changes_with_a_statement_names_it(self) -> None:
        """Each statement that is read is altered in turn, to the first other value that can be played."""
        own = {entry.name: entry for entry in own_table().entries}
        nearby = list(_list_nearby())
        changed = 0
        for name, others in nearby if EVERY == 1 else random.Random(54).sample(nearby, RULE_SETS):
            table = next((table for value in others if (table := _compile_altered(name, value))), None)
            for entry in table.entries if table else ():
                if entry.values != own[entry.name].values:
                    changed += 1
                    assert name in own[entry.name].statements, (name, entry.name)
        assert changed


@cache
def _list_nearby() -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The statements that are read in play, with other values."""
    found: dict[str, list[Any]] = {}
    for name, value in KOENIGRUFEN.list_nearby_values():
        found.setdefault(name, []).append(value)
    return tuple((name, tuple(values)) for name, values in found.items())


def _compile_altered(name: str, value: Any) -> RuleTable | None:
    try:
        return compile_rules(rules().fork({name: value}))
    except CodexError:
        return None


def _play_altered(name: str, by: Rules) -> bool:
    """Whether the core plays by these rules as the state does; False where they are refused by name."""
    try:
        engines = [make_engine(by, options) for options in (OPTIONS[0], OPTIONS[-1])]
        core = GameCore(MODULE, compile_rules(by), 4096)
    except CodexError as error:
        assert name.partition("[")[0] in f"{error.what} {error.expected}", error
        return False
    for number in range(9):
        play_both(core, engines[number % 2], number)
    for number in range(6):
        state = play_against_the_law(core, engines[0], number)
        assert state is None or compare_revokes(core, state) in (True, False)
    return True


# --- what comes in wrong -----------------------------------------------------------------------------------------


class TestInterface:
    def test_a_table_of_another_shape_is_refused(self) -> None:
        code = own_table().encode()
        core = GameCore(MODULE, own_table(), 4096)
        for wrong in (code[:-1], [*code, 0], [0, *code[1:]], code[:2], [code[0], code[1] + 1, *code[2:]], []):
            core.put(wrong)
            assert core.ask("learn", len(wrong)) < 0
            assert core.ask("begin", 0, 0) == CoreFault.TABLE
        assert core.ask("learn", BOX + 1) == CoreFault.SHAPE

    @pytest.mark.parametrize("seed", usual(range(2 * GAMES)))
    def test_a_table_of_other_numbers_is_refused_or_played(self, seed: int) -> None:
        """A number that is wrong gets a code or a game, never a trap."""
        rng, core = random.Random(seed), GameCore(MODULE, own_table(), 4096)
        code = own_table().encode()
        for _number in range(rng.choice((1, 1, 1, 4, 40))):
            code[rng.randrange(len(code))] = rng.choice((-1, 0, 1, 2, 3, 55, 64, 1 << 20, (1 << 31) - 1, -(1 << 31)))
        core.put(code)
        if core.ask("learn", len(code)) == 0:
            core.ask("simulate", 200, seed, 0)

    @pytest.mark.parametrize("seed", usual(range(GAMES)))
    def test_any_call_gets_an_answer(self, seed: int) -> None:
        """Calls in any order, with any numbers, in a box of any numbers."""
        rng, core = random.Random(seed), GameCore(MODULE, own_table(), 4096)
        names = ("begin", "deal", "act", "insist", "follow", "undo", "history", "look", "legal", "reason", "sheet")
        calls = dict.fromkeys(names, 1) | {"begin": 2, "deal": 2, "history": 0, "look": 0, "legal": 0}
        calls |= {"seen": 1, "arrange": 1, "think": 3, "hint": 3, "pose": 1}
        for _call in range(1500):
            name = rng.choice([*calls, "act", "act", "act"])
            given = [
                rng.choice((0, 1, 2, 3, rng.randrange(75), 54, 255, 256, -1, BOX, 1 << 30, -(1 << 31)))
                for _ in range(calls[name])
            ]
            if name == "act" and rng.random() < 0.8 and core.ask("legal") > 0:
                given = [core.box[0]]
            if rng.random() < 0.05:
                core.put([rng.choice((0, 5, 60, 256, 300, -7, 1 << 30)) for _place in range(60)])
            assert core.ask(name, *given) >= CoreFault.ENTRY - 99

    def test_what_cannot_be_has_its_code(self) -> None:
        core = own_core()
        assert core.ask("begin", 4, 0) == CoreFault.SEAT
        assert core.ask("begin", 0, 16) == CoreFault.OPTION
        assert core.ask("begin", 3, 0) == 0
        assert core.ask("sheet", 0) == CoreFault.NOT_THERE
        assert core.ask("think", 1, 0, 0) == CoreFault.NOT_THERE
        assert core.ask("act", 54) == 1 + core.reasons.index(core.rule(54))
        assert core.rule(54).key == "pack.cards"
        assert core.ask("deal", 1, 0) == 0
        assert core.ask("deal", 1, 0) == CoreFault.NOT_THERE
        assert core.ask("act", 70) == core.ask("reason", -1) == CoreFault.ACTION
        assert core.ask("think", 4, 0, 0) == CoreFault.OPTION
        assert core.ask("seen", 4) == CoreFault.SEAT
        assert core.follow([54, 54, 54, 57]) == 0
        assert core.ask("act", 3) == 1 + core.reasons.index(core.rule(3))
        assert core.follow([core.legal_actions()[0], 900]) == CoreFault.ACTION

    def test_an_entry_that_the_core_cannot_play_by_is_named(self) -> None:
        def wrong(cells: tuple[TableValue, ...]) -> tuple[TableValue, ...]:
            return tuple(cell if isinstance(cell, TableReason) else 1 << 30 for cell in cells)

        entries = [
            structs.replace(entry, values=wrong(entry.values)) if entry.name == "sheet.king" else entry
            for entry in own_table().entries
        ]
        table: RuleTable = structs.replace(own_table(), entries=tuple(entries))
        with pytest.raises(CodexError, match=r"the core cannot play by `sheet\.king`"):
            GameCore(MODULE, table, 4096)


# --- as a program of the machine ---------------------------------------------------------------------------------

CALLS = {
    "learn": 1, "begin": 2, "deal": 2, "act": 1, "insist": 1, "follow": 1, "undo": 1, "history": 0, "look": 0,
    "legal": 0, "reason": 1, "sheet": 1, "seen": 1, "arrange": 1, "think": 3, "hint": 3, "simulate": 3, "pose": 1,
}  # fmt: skip


def _make_calls(rng: random.Random, code: list[int], count: int) -> list[tuple[int, int, int, int]]:
    """Calls that play, ask and spoil: some begin with a table in which numbers are wrong."""
    names = list(CALLS)
    made: list[tuple[int, int, int, int]] = []

    def call(name: str, one: int = 0, two: int = 0, three: int = 0) -> None:
        made.append((FIRST + names.index(name), one, two, three))

    while len(made) < count:
        made.append((FILL, 0, 0, 0))
        for _wrong in range(rng.choice((0, 0, 1, 1, 5))):
            made.append((PUT, rng.randrange(len(code)), rng.choice((-1, 0, 1, 2, 54, 63, 1 << 20, -(1 << 31))), 0))
        call("learn", len(code))
        call("simulate", 40, rng.randrange(1000), 1)
        posed = [*([rng.randrange(-1, 9), rng.randrange(13), rng.randrange(2), rng.randrange(7), rng.randrange(6)])]
        posed += (
            [rng.choice((0, 5, 40, 53, 54, -1)) for _card in range(5)] if rng.random() < 0.3 else [0, 30, 31, 40, 53]
        )
        for place, value in enumerate(posed):
            made.append((PUT, place, value, 0))
        for name in ("pose", "legal", "look", "history", "seen", "sheet", "act", "undo", "think", "hint"):
            call(name, len(posed) if name == "pose" else 1)
        for action in (0, 30, 31, 53, 54, 60):
            call("reason", action)
        call("begin", rng.randrange(4), rng.randrange(16))
        call("deal", rng.randrange(1000), 3)
        for _step in range(150):
            call(rng.choice(("think", "hint")), rng.choice((1, 1, 1, 2)), rng.randrange(50))
            call(
                rng.choice(("act", "act", "insist")), rng.choice((rng.randrange(54), 54, 55, 59, 61, rng.randrange(70)))
            )
            call(rng.choice(("history", "look", "legal")))
            call(rng.choice(("reason", "sheet", "seen", "undo", "arrange")), rng.choice((0, 1, 2, 54)))
    return made


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_module_does_what_its_source_does_natively_without_a_fault(tmp_path: Path) -> None:
    """The sanitizers of the compiler stop at the first foreign read, overflow or shift out of range."""
    code, rng = own_table().encode(), random.Random(1840)
    calls = _make_calls(rng, code, 4_000 if EVERY > 1 else 60_000)
    told = run_natively(tmp_path, ("-DPACK=54",), code, calls)
    core, names = GameCore(MODULE, own_table()), list(CALLS)
    core.put([0] * BOX)
    for (number, one, two, three), expected in zip(calls, told, strict=True):
        name = names[number - FIRST] if number >= FIRST else ""
        given = (one, two, three)[: CALLS.get(name, 0)]
        assert answer(core, code, (number, one, two), name, given) == expected, (number, one, two, three)


def test_the_module_is_small_and_its_memory_too() -> None:
    """With solver and machines: 45 kB to fetch; with the largest table of the solver 64 MB of memory."""
    assert MODULE.stat().st_size <= 45_000
    store = wasmtime.Store()
    exports: Any = wasmtime.Instance(store, wasmtime.Module.from_file(store.engine, str(MODULE)), []).exports(store)
    assert exports["table"](store, TABLE_BYTES) == 0
    assert TABLE_BYTES <= exports["memory"].data_len(store) <= 64_000_000
