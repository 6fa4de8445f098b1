"""Every nearby value of a value that an engine reads is followed, or refused by its name (`altered_games`)."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
import yaml

from tarock.base.errors import CodexError
from tarock.game.common.cards import Pack
from tarock.game.koenigrufen_1840.state import Engine, Phase, State
from tests.conftest import EVERY, ROOT
from tests.game.altered_eras import ERAS
from tests.game.altered_games import FAULTS, Outcome
from tests.game.koenigrufen_1840.altered_rules import KOENIGRUFEN
from tests.game.koenigrufen_1840.builders import pack, rules

SAMPLE = 10  # of the nearby values of an era, in a usual run
PARTS = 24 if EVERY == 1 else 1  # of all of them


@cache
def list_unwitnessed(siglum: str) -> dict[str, list[Any] | None]:
    """By name the nearby values that show in no game, each with a reason in the file; None for all of a name."""
    reasons = yaml.safe_load((ROOT / "tests/game/unwitnessed.yaml").read_text(encoding="utf-8"))
    assert all(each["says"] for each in reasons)
    found: dict[str, list[Any] | None] = {}
    for each in reasons:
        for name, values in each.get(siglum, {}).items():
            found[name] = values and (found.get(name) or []) + values
    return found


def is_listed(siglum: str, name: str, value: Any) -> bool:
    values = list_unwitnessed(siglum).get(name, [])
    return values is None or value in values


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("siglum", ERAS)
def test_every_nearby_value_is_followed_or_refused_by_name(siglum: str, part: int) -> None:
    """A sample in a usual run, all in a thorough one; what no game shows is listed with its reason."""
    values = ERAS[siglum].list_nearby_values()
    sample = values[part::PARTS] if EVERY == 1 else random.Random(52).sample(values, SAMPLE)
    found = [ERAS[siglum].find_outcome(name, value) for name, value in sample]
    assert [each for each in found if each.outcome in FAULTS] == []
    unseen = [(each.name, each.value) for each in found if each.outcome is Outcome.NO_WITNESS]
    assert [each for each in unseen if not is_listed(siglum, *each)] == []
    listed = [each for each in sample if each[1] in (list_unwitnessed(siglum).get(each[0]) or ())]
    assert [each for each in listed if each not in unseen] == [], "a witness for what is listed to have none"
    assert {Outcome.FOLLOWED} <= {each.outcome for each in found}


@pytest.mark.slow
@pytest.mark.parametrize("siglum", [siglum for siglum, era in ERAS.items() if era.list_alternatives()])
def test_every_listed_alternative_of_what_is_assumed_changes_a_game(siglum: str) -> None:
    era = ERAS[siglum]
    others = era.list_alternatives()
    tried = others if EVERY == 1 else random.Random(53).sample(others, min(SAMPLE, len(others)))
    assert [each for each in tried if not era.has_witness(era.rules().fork(dict([each])), times=10)] == []


# Found by a whole run to end without an error, or otherwise in the play than in the record.
ONCE_FAULTY = [
    ("1754", "pack.courts", ["König", "Cavall", "Dame", "Bube"], Outcome.REFUSED),
    ("1754", "pack.named_tarock.pagat", "XXI", Outcome.REFUSED),
    ("1754", "pack.named_tarock.pagat", "Scüs", Outcome.REFUSED),
    ("1754", "honours.cards[honour=all_four]", ["König", "Dame"], Outcome.REFUSED),
    ("1754", "honours.cards[honour=all_four]", ["König", "V"], Outcome.FOLLOWED),
    ("1754", "revoke.cards_kept", False, Outcome.REFUSED),
    ("1754", "settlement.unit", [], Outcome.REFUSED),
    ("1840", "bidding.after_pass", True, Outcome.REFUSED),
    ("1863", "volat.counted_beside[result=lost]", [], Outcome.FOLLOWED),
]


@pytest.mark.slow
@pytest.mark.parametrize(("siglum", "name", "value", "outcome"), ONCE_FAULTY)
def test_values_that_a_whole_run_found_are_followed_or_refused(
    siglum: str, name: str, value: Any, outcome: Outcome
) -> None:
    assert ERAS[siglum].find_outcome(name, value).outcome is outcome


FOLLOWED = [
    ("play.leader", "second"),
    ("play.follow_suit", False),
    ("play.follow_tarock", False),
    ("play.must_overtake", True),
    ("bidding.speaking_order", ["second", "first", "third", "fourth"]),
    ("king.own[contract=dreier]", "may not"),
    ("king.own[contract=dreier]", "must"),
    ("king.is_lost[king_lies=defenders' tricks]", False),
    ("announcements.raise_by[call=contra,party=defenders]", ["declarer", "opponent"]),
    ("honours.lapse_despite_own_game", False),
    ("volat.cancels", ["card_points", "honours"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), FOLLOWED)
def test_values_on_which_state_replay_and_solver_once_differed_are_followed(name: str, value: object) -> None:
    assert KOENIGRUFEN.find_outcome(name, value).outcome is Outcome.FOLLOWED


REFUSED = [
    ("deal.hand", 11, "deal.talon", "1840:14.1"),
    ("deal.hand", 13, "pack.cards", "1840:2.1"),
    ("deal.talon", 8, "deal.hand", "1840:14.2"),
    ("deal.packet[knocked=false]", 5, "deal.hand", "1840:11.2"),
    ("deal.packet[knocked=true]", 7, "deal.hand", "1840:11.2"),
    ("deal.talon_half", 2, "deal.talon", "1840:23.1"),
    ("talon.bought[contract=dreier]", 2, "deal.talon_half", "1840:21.3"),
    ("discard.cards", 4, "talon.bought[contract=dreier]", "1840:21.3"),
    ("bidding.speaking_order", ["first", "second", "third"], "game.players", "1840:20.1"),
    ("rank.scues_nature", "excuse", "Excuse", "1840:4.1"),
    ("bidding.all_pass", "the forehand plays", "nobody has bid", "1840:28.1"),
    ("king.called", False, "no king is called", "1840:1.1"),
    ("announcements.allowed_to[feat=ultimo]", ["declarer", "opponent"], "before anything is announced", "1840:52.1"),
    ("ultimo.lost_to", ["partner", "declarer"], "declarer", "1840:51.2"),
]


@pytest.mark.parametrize(("name", "value", "other", "ref"), REFUSED)
def test_what_cannot_be_played_is_refused_where_rules_become_an_engine(
    name: str, value: object, other: str, ref: str
) -> None:
    """By both statements that contradict each other, or by the one value and what is lacking, with the passages."""
    altered = rules().fork({name: value})
    with pytest.raises(CodexError) as refused:
        Engine(pack(), altered)
    told = str(refused.value)
    assert name in told
    assert other in told
    assert ref in told


def test_values_changed_together_so_that_they_fit_are_played() -> None:
    """Eleven cards each and ten in the talon are a pack too; what is bought and laid away grows with the half."""
    together = {
        "deal.hand": 11, "deal.talon": 10, "deal.talon_half": 5, "talon.bought[contract=dreier]": 5,
        "discard.cards": 5, "deal.rounds[knocked=false]": 1, "deal.packet[knocked=false]": 11,
        "deal.packet[knocked=true]": 11,
    }  # fmt: skip
    altered = rules().fork(together)
    engine, rng = Engine(Pack(altered), altered), random.Random(11)
    bought = 0
    for _game in range(20):
        state = State(engine)
        while not state.is_terminal():
            if state.phase is Phase.PLAY:
                assert len(state.record_so_far().scat) in (0, 5)
            state.apply_action(rng.choice(state.legal_actions()))
        if state.declarer >= 0:
            assert state.replay().findings == ()
            assert len(state.replay().tricks) == 11
            bought += state.to_game().purchase is not None
    assert bought


def test_who_must_call_a_king_of_his_own_bids_only_with_one() -> None:
    """By 38.1 as it is for a Solo, here for the Dreier too: nobody gets to a call that he cannot make."""
    rng, met = random.Random(38), set[bool]()
    for value in ("must", "may not"):
        engine = Engine(pack(), rules().fork({"king.own[contract=dreier]": value}))
        for _game in range(40):
            state = State(engine)
            while state.phase is Phase.DEAL:
                state.apply_action(rng.choice(state.legal_actions()))
            held = [king for king in engine.kings if king in state.observe().hand]
            may = bool(held) if value == "must" else len(held) < len(engine.kings)
            met.add(may)
            dreier = [action for action in state.legal_actions() if engine.bids[action].height]
            assert bool(dreier) == may
    assert met == {True, False}
