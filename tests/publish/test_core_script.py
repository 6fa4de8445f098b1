"""`core.js` tells of a game what the State tells; it has no rule of its own."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import SEATS, Options, Phase, State
from tarock.publish.places import Site
from tarock.publish.play_data import make_core_data, make_core_words
from tests.analysis.core_games import own_engine
from tests.conftest import ROOT
from tests.game.koenigrufen_1840.altered_rules import choose, deal

SCRIPT = ROOT / "docs/assets/javascripts/core.js"
OPTIONS = Options(knocked=True, left_shown=True)
GAMES = 4


def _play(number: int) -> tuple[dict[str, Any], State, list[Any]]:
    """A game for the script, with cards played against the law; the finished state, and what is to be told."""
    rng = random.Random(number)
    state = deal(own_engine(OPTIONS), rng.randrange(len(SEATS)), number + 4, rng)
    given: dict[str, Any] = {
        "deal": state.history(),
        "dealer": state.dealer,
        "options": {"knocked": True, "left_shown": True},
    }
    if number % 2:  # hands and talon, instead of the order of dealing
        given["deal"] = {"hands": [sorted(hand, reverse=True) for hand in state.at.hands], "talon": state.at.talon}
    actions, told = [], []
    while not state.is_terminal():
        action = choose(state, number + 4, rng)
        if state.phase is Phase.PLAY and rng.random() < 0.1:
            action = rng.choice(state.at.hands[state.current_player()])
        refused = action not in state.legal_actions()
        actions.append((action, refused))
        rule = state.rule(action)
        before = [str(state.phase), state.current_player(), state.legal_actions()]
        state.force_action(action) if refused else state.apply_action(action)
        after = [str(state.phase), state.current_player(), state.legal_actions()]
        told.append([*before, [rule.key, rule.ref]] if refused else [*after, None])
    return {**given, "actions": actions}, state, told


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="no node")
def test_the_script_tells_what_the_state_tells(computed: ComputedCodex) -> None:
    site = Site(computed)
    data, words = make_core_data(site), make_core_words(site)
    assert data
    reasons = [reason[0] for reason in data["table"]["reasons"]]
    assert len(words) == len(reasons)
    assert all(says for (says, _href), key in zip(words, reasons, strict=True) if key)
    played = [_play(number) for number in range(GAMES)]
    given = {"script": str(SCRIPT), "data": data, "words": words, "games": [game for game, _state, _told in played]}
    program = Path(__file__).with_name("core_script.js")
    done = subprocess.run(["node", program], input=json.dumps(given), capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    found = json.loads(done.stdout)
    assert found["faults"] == [-20, -20]
    one, same, other = found["seeded"]
    assert one == same != other
    assert sorted(one) == sorted(other) == list(range(54))
    assert found["actions"] == len(own_engine(OPTIONS).names)
    revoked = 0
    for (game, state, told), said in zip(played, found["games"], strict=True):
        for expected, (phase, actor, legal, refusal) in zip(told, said["told"], strict=True):
            assert [phase, actor, legal] == expected[:3]
            assert (refusal and refusal[:2]) == expected[3]
            assert refusal is None or (refusal[2] and refusal[3] == refusal[0])
        end = said["end"]
        if isinstance(game["deal"], list):
            assert end["history"] == state.history()
        assert (said["undone"], said["left"]) == (2, len(state.history()) - 2)
        assert said["hint"] == said["same"]
        assert said["machine"] in [each["action"] for each in said["hint"]["actions"]]
        assert all(0 <= share <= 1 for share in (said["hint"]["ahead"], *said["hint"]["partners"]))
        again = replay(state.to_game(), state.engine.pack, state.engine.rules)
        assert SEATS[end["taker"]] == again.winners[-1]
        for sheet, expected_sheet in (
            (end["plain"], again.sheet),
            (end["sheet"], again.sheet_with_revokes or again.sheet),
        ):
            lines = [
                {"reason": line.reason, "seats": [SEATS.index(seat) for seat in line.payees], "points": line.amount}
                for line in expected_sheet.lines
            ]
            assert [{name: line[name] for name in ("reason", "seats", "points")} for line in sheet["lines"]] == lines
            assert [line["ref"] for line in sheet["lines"]] == [line.ref for line in expected_sheet.lines]
            assert sheet["totals"] == list(expected_sheet.totals.values())
        assert end["sheet"]["revokes"] == [SEATS.index(seat) for seat in again.result.revokes]
        revoked += bool(again.result.revokes)
        for seat, seen in enumerate(end["seen"]):
            view = state.observe(seat)
            assert (seen["hand"], seen["dealt"]) == (list(view.hand), list(view.dealt))
            assert seen["tricks"] == [[list(play) for play in trick] for trick in view.tricks]
            assert seen["halves"] == [list(half) for half in view.halves]
            assert (seen["discard"], seen["left"]) == (list(view.discard), list(view.left))
    assert revoked
