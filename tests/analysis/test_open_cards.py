"""The core against the engine, a plain minimax, the Python search and itself; what it claims is played out."""

from __future__ import annotations

import builtins
import ctypes
import hashlib
import random
from typing import Any

import pytest

from tarock.analysis.core import Core, Inbox
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.replay import list_turns, replay
from tests.analysis.open_endings import (
    MODULE,
    WITHOUT_SHEET,
    core,
    endings,
    minimax,
    played_out,
    random_deal,
    remembering,
    searched,
    told_end,
)
from tests.conftest import EVERY
from tests.game.koenigrufen_1840.builders import card, changed, model, pack, random_game, rules

QUICK = (Aim.KING, Aim.ULTIMO, Aim.VOLAT)


def check_legal(games: int) -> None:
    for seed in range(games):
        deal = random_deal(seed)
        due = [set(turn.legal) for turn in list_turns(deal.course, pack(), rules())]
        found = [deal.solve_cards(moment, Aim.VOLAT, 1) for moment, _seat, _card in deal.generate_moments()]
        assert [set(values) for values in found] == due


def check_searched(count: int, cards: int) -> None:
    asked = 0
    for deal, moment in endings(count, cards, seed=1000 * cards):
        for aim in QUICK:
            if aim in deal.payoffs and not deal.pagat_keeper:
                assert deal.solve(moment, aim).low == searched(deal, moment, aim)
                asked += 1
    assert asked > count


def check_remembering(count: int, cards: int) -> None:
    for deal, moment in endings(count, cards, seed=500 * cards):
        for aim in deal.payoffs:
            value = deal.solve(moment, aim)
            assert value.exact and value.low == remembering(deal, moment, aim), aim


@pytest.mark.slow
class TestSameAs:
    def test_legal_cards_are_those_of_the_engine(self) -> None:
        check_legal(15)

    def test_legal_cards_are_those_of_the_engine_in_ten_thousand_positions(self) -> None:
        check_legal(210)  # of 48 plays each

    @pytest.mark.parametrize(("count", "cards"), [(40, 2), (8, 3)])
    def test_plain_minimax(self, count: int, cards: int) -> None:
        for deal, moment in endings(count, cards, seed=500 * cards):
            for aim in WITHOUT_SHEET:
                if aim in deal.payoffs:
                    value = deal.solve(moment, aim)
                    assert value.exact and value.low == minimax(deal, moment, aim, told_end), aim

    @pytest.mark.parametrize(("count", "cards"), [(12, 3), (1, 4)])
    def test_minimax_that_remembers(self, count: int, cards: int) -> None:
        check_remembering(count, cards)

    @pytest.mark.parametrize(("count", "cards"), [(10 if EVERY == 1 else 4, 4)])
    def test_minimax_that_remembers_longer_endings(self, count: int, cards: int) -> None:
        check_remembering(count, cards)

    def test_the_sheet_is_that_of_the_whole_game_replayed(self) -> None:
        for deal, moment in endings(10, 2):
            for aim in deal.payoffs:
                assert deal.solve(moment, aim).low == minimax(deal, moment, aim, played_out), aim

    @pytest.mark.parametrize(("count", "cards"), [(60, 4), (40, 5), (20, 6)])
    def test_python_search(self, count: int, cards: int) -> None:
        check_searched(count, cards)

    @pytest.mark.parametrize(("count", "cards"), [(100, 6), (100, 7), (100 if EVERY == 1 else 40, 8)])
    def test_python_search_of_longer_endings(self, count: int, cards: int) -> None:
        check_searched(count, cards)


@pytest.mark.slow
class TestSymmetry:
    def test_suits_of_like_colour_and_seats_may_be_renamed(self) -> None:
        suits = {"Herz": "Careau", "Careau": "Herz", "Treffle": "Pique", "Pique": "Treffle"}
        seats = dict(zip("ABCD", "BCDA", strict=True))

        def other(one: Any) -> Any:
            return card(f"{suits[one.suit]}-{one.rank}") if one.suit in suits else one

        for seed in range(6):
            game = random_game(seed)
            renamed = changed(
                game,
                declarer=seats[game.declarer],
                dealer=seats[game.dealer],
                partner=seats.get(game.partner, ""),
                hands={seats[seat]: tuple(map(other, hand)) for seat, hand in game.hands.items()},
                king=other(game.king),
                scat=tuple(map(other, game.scat)),
                hand_after=tuple(map(other, game.hand_after)),
                bids=tuple(changed_seat(bid, seats) for bid in game.bids),
                announcements=tuple(changed_seat(said, seats) for said in game.announcements),
                tricks=tuple(tuple((seats[seat], other(one)) for seat, one in trick) for trick in game.tricks),
                **{half: tuple(map(other, getattr(game.talon, half))) for half in ("upper", "lower", "whole")},
            )
            first, second = (
                OpenCards(replay(each, pack(), rules()), pack(), rules(), core()) for each in (game, renamed)
            )
            for aim in first.payoffs:
                one, two = (
                    next(moment for moment, _seat, _card in deal.generate_moments() if moment.cards == 7)
                    for deal in (first, second)
                )
                assert first.solve(one, aim) == second.solve(two, aim)

    def test_a_tiny_table_finds_the_same(self) -> None:
        tiny = Core(MODULE, 4096)
        for seed, (deal, moment) in enumerate(endings(4, 7)):
            small = random_deal(seed, tiny)
            for aim in deal.payoffs:
                assert small.solve(moment, aim) == deal.solve(moment, aim)


def changed_seat(said: Any, seats: dict[str, str]) -> Any:
    from msgspec import structs

    return structs.replace(said, seat=seats[said.seat])


class TestLines:
    @pytest.mark.parametrize("cards", [3, 6])
    def test_a_line_is_legal_and_reaches_its_value_in_the_replay(self, cards: int) -> None:
        for deal, moment in endings(8, cards, seed=70):
            for aim in deal.payoffs:
                plays = tuple(deal.generate_line(moment, aim))
                assert played_out(deal, moment, plays)[aim] == deal.solve(moment, aim).low

    def test_whole_games_of_the_book(self) -> None:
        deal = OpenCards(replay(model("m8"), pack(), rules()), pack(), rules(), core())
        start = deal.make_start()
        for aim in (Aim.KING, Aim.ULTIMO, Aim.VOLAT):
            plays = tuple(deal.generate_line(start, aim))
            assert len(plays) == 48
            assert played_out(deal, start, plays)[aim] == deal.solve(start, aim).low == 1  # "Volat im Stillen"

    def test_the_value_after_the_best_card_is_the_value(self) -> None:
        for deal, moment in endings(10, 5, seed=90):
            for aim, goal in deal.payoffs.items():
                best = max if moment.position.to_play in goal.wanted_by else min
                after = deal.solve_cards(moment, aim)
                assert best(value.low for value in after.values()) == deal.solve(moment, aim).low


class TestInterval:
    def test_few_nodes_give_a_proven_interval(self) -> None:
        open_ = 0
        for deal, moment in endings(20, 8, seed=40):
            exact = deal.solve(moment, Aim.POINTS)
            fresh = random_deal(40, Core(MODULE, 1 << 16)) if not open_ else None
            capped = OpenCards(deal.course, pack(), rules(), Core(MODULE, 1 << 16)).solve(moment, Aim.POINTS, 50)
            assert fresh is None or fresh.core is not deal.core
            assert exact.exact and capped.low <= exact.low <= capped.high
            open_ += not capped.exact
        assert open_


class TestInterface:
    def test_the_module_is_that_of_its_source(self) -> None:
        """`make solver` writes both; that they belong together its `--check` proves with the compiler."""
        lines = (MODULE.parent / "core.sha256").read_text(encoding="ascii").splitlines()
        held = {name: digest for digest, name in (line.split() for line in lines if not line.startswith("#"))}
        assert {*held} == {path.name for kind in ("*.[ch]", "*.wasm") for path in MODULE.parent.glob(kind)}
        assert held == {name: hashlib.sha256((MODULE.parent / name).read_bytes()).hexdigest() for name in held}
        assert MODULE.stat().st_size <= 45_000

    def test_a_question_before_the_rules_is_refused(self) -> None:
        with pytest.raises(CodexError, match="before the rules"):
            Core(MODULE, 4096).call("value", 0)

    @pytest.mark.parametrize(
        ("field", "change", "expected"),
        [
            ("hands", lambda held: held.__setitem__(0, held[1]), "not even, or a card twice"),
            ("hands", lambda held: held.__setitem__(0, held[0] & (held[0] - 1)), "not even, or a card twice"),
            ("leader", 4, "a seat that is none"),
            ("on_table", 4, "cannot lie there"),
            ("banked", 300, "cannot be"),
            ("state", 36, "cannot be"),
            ("king", 60, "names no card"),
            ("leaf", lambda rows: rows[0].__setitem__(9, 1000), "fall with the thirds"),
        ],
    )
    def test_a_wrong_question_is_told(self, field: str, change: Any, expected: str) -> None:
        solver = Core(MODULE, 1 << 16)
        deal = random_deal(3, solver)
        deal.solve(deal.make_start(), Aim.POINTS, 10)
        if callable(change):
            change(getattr(solver.inbox, field))
        else:
            setattr(solver.inbox, field, change)
        with pytest.raises(CodexError, match=expected):
            solver.call("value", 10)

    def test_no_table_no_answer(self) -> None:
        with pytest.raises(CodexError, match="no memory"):
            Core(MODULE, 100)

    @pytest.mark.slow
    def test_whatever_comes_in_nothing_breaks(self) -> None:
        """Fields of a sound question changed at random: an error or an answer, never a trap."""
        wild = random.Random(1)
        refused = answered = 0
        for seed in range(25):
            solver = Core(MODULE, 1 << 16)
            deal = random_deal(seed, solver)
            moment = next(moment for moment, _seat, _card in deal.generate_moments() if moment.cards == 4)
            deal.solve(moment, Aim.SHEET, 500)
            before = bytes(solver.inbox)
            for _try in range(30):
                ctypes.memmove(ctypes.addressof(solver.inbox), before, len(before))
                for _change in range(wild.choice((1, 1, 3, 40))):
                    field = wild.choice([name for name, *_rest in Inbox._fields_])
                    _garble(solver.inbox, field, wild)
                try:
                    if wild.random() < 0.5:
                        solver.call("rules")
                    solver.call(wild.choice(("value", "values")), 500)
                    answered += 1
                except CodexError:
                    refused += 1
        assert refused and answered

    def test_without_wasmtime_it_is_told_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        load = builtins.__import__

        def missing(name: str, *rest: Any, **named: Any) -> Any:
            if name == "wasmtime":
                raise ImportError
            return load(name, *rest, **named)

        monkeypatch.setattr(builtins, "__import__", missing)
        with pytest.raises(CodexError, match=r"needs the package wasmtime; run `pip install"):
            Core(MODULE.with_name("other.wasm"))


def _garble(inbox: Inbox, field: str, wild: random.Random) -> None:
    def some() -> int:
        return wild.choice((0, -1, 1, 2, 3, 15, 16, 63, 64, 255, 256, wild.randrange(-(2**31), 2**31)))

    held = getattr(inbox, field)
    if isinstance(held, int):
        setattr(inbox, field, some())
    elif field == "leaf":
        held[wild.randrange(len(held))][wild.randrange(256)] = some()
    elif field == "hands":
        held[wild.randrange(4)] = wild.choice((0, wild.getrandbits(64), held[0] ^ 1 << wild.randrange(64)))
    else:
        held[wild.randrange(len(held))] = some()
