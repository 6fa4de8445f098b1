"""1945 completed from 1840: what is taken over, what is refused, and games that are played, told and replayed."""

from __future__ import annotations

import io
import json
import pickle
import random
from functools import cache
from typing import Any

import pytest
from msgspec import structs

import tarock
from tarock.base.errors import CodexError
from tarock.base.project import Project, find_project
from tarock.game.common.counting import decide_outcomes
from tarock.game.completed_1945 import NAME, CompletedEngine, CompletedGame, replay_game
from tarock.game.eras import find_era
from tarock.rules.assumptions import Assumption, Assumptions
from tarock.rules.invariants import require_playable
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTable, EraTables
from tests.conftest import EVERY, ROOT, Run
from tests.game.referees.test_referee_1945 import KINDS, run

EXAMPLE = (ROOT / "corpus/examples/game-1945.yaml").read_text(encoding="utf-8")
# read only where a record tells what nobody may do: see the tests of records
OF_RECORDS = {"discard.made", "discard.wrong.counts_as", "talon.forced_change"}
codex = tarock.open()


@cache
def tables() -> dict[str, EraTable]:
    return {siglum: EraTables(find_project(), [siglum])[siglum] for siglum in ("1840", "1945")}


TAKEN: tuple[Assumption, ...] = tuple(tables()["1945"].assumed.by_name.values())


def rules_without(key: str) -> Rules:
    """The rules of 1945 without what is taken over under a key."""
    table = tables()["1945"]
    left = {name: each for name, each in table.assumed.by_name.items() if each.record.key != key}
    return Rules(structs.replace(table, assumed=Assumptions(left)))


def played(seed: int) -> Any:
    """A finished game with a declarer, played at random; words seldom."""
    dice, state = random.Random(seed), codex.new_initial_state("1945", dealer=seed % 4)
    while not state.is_terminal():
        legal = state.legal_actions()
        quiet = state.phase == "announcements" and dice.random() < 0.9
        forced = state.phase == "bidding" and not state.at.bids
        state.apply_action(legal[0] if quiet else legal[1] if forced else dice.choice(legal))
    return state


# --- what is taken over -----------------------------------------------------------------------------------------------


def test_each_value_is_that_of_the_statement_of_1840_that_is_named() -> None:
    """In all cases that it stands for; or, without a case of its own, of both games."""
    table = tables()["1840"]
    for each in TAKEN:
        own = [
            statement
            for statement in table.effective.values()
            if statement.key == each.record.key
            and all(statement.when.get(name, value) == value for name, value in each.record.when.items())
        ]
        exact = [statement for statement in own if statement.when == each.record.when] or own
        assert exact, each.ident
        assert {json.dumps(statement.value) for statement in exact} == {json.dumps(each.value)}, each.ident
        assert each.record.whence in {statement.ref for statement in exact}, each.ident


def test_it_is_no_statement_of_1945() -> None:
    table, rules = tables()["1945"], Rules(tables()["1945"])
    for each in TAKEN:
        assert table.find_rule(each.record.key, **each.record.when) is None
        assert not rules.ref(each.record.key, **each.record.when)
        assert each.record.key in table.statements or table.silence(each.record.key).silence == "lost"
        assert each.ident not in {statement.ident for statement in codex.statements("1945")}


def test_every_result_says_on_what_it_rests(run: Run) -> None:
    told = json.loads(run("replay", "corpus/examples/game-1945.yaml", "--json").out)[0]["settlement"]
    assert told["era"] == NAME
    assert any(note["text"].startswith("no play of 1945") for note in told["notes"])
    rests = {each["id"].partition("/")[2] for each in told["rests_on"] if each["kind"] == "assumed"}
    assert {"play.follow_suit", "king.home_in", "settlement.multiplier[contract=dreier]"} <= rests
    assert not {payment["ref"].partition(":")[0] for payment in told["payments"]} & {"1840"}


def test_without_the_file_the_engine_refuses_and_names_what_is_missing(codex: Project, run: Run) -> None:
    (codex.rules / "1945" / "assumed.yaml").unlink()
    refused = run("play", "--era", "1945", "--answers", "pass", root=codex)
    assert refused.status == 2
    assert "source 1945 does not state `ultimo.pagat_kept`" in refused.err


class Lacking:
    """A codex in which something is not taken over, as `run` plays it."""

    def __init__(self, key: str):
        self.rules = rules_without(key)

    def new_initial_state(self, _siglum: str, dealer: int) -> Any:
        return CompletedEngine.of(self.rules).new_state(dealer)


def list_keys() -> list[str]:
    keys = sorted({each.record.key for each in TAKEN} - OF_RECORDS)
    return keys if EVERY == 1 else random.Random(1945).sample(keys, 12)


@pytest.mark.slow
@pytest.mark.parametrize("key", list_keys())
def test_nothing_is_played_without_a_value_that_a_game_needs(key: str) -> None:
    """No default: what is not taken over is missed by name, at once or where a game first comes to it."""
    lacking = Lacking(key)
    with pytest.raises(CodexError) as missed:
        for number in range(40 * len(KINDS)):
            assert not run(number, stacked=True, of=lacking)
    assert key in str(missed.value)


def test_values_that_do_not_fit_together_are_refused() -> None:
    rules = Rules(tables()["1945"])
    require_playable(rules)
    other_pay = "session.payment.of", "the whole sum to each other player"
    for name, value in (
        other_pay,
        ("discard.cards", 2),
        ("talon.bought[contract=dreier]", 4),
        ("bidding.all_pass", "trischaken"),
    ):
        with pytest.raises(CodexError, match=name.partition("[")[0]):
            CompletedEngine.of(rules.fork({name: value}))


# --- what 1945 says itself --------------------------------------------------------------------------------------------


def test_the_minimum_decides_and_there_is_no_remis() -> None:
    """ "Minimum für Spieler: 107", "Minimum für Gegner: 104" (allg.2.3.17, 2.3.18); 35 is what 1840 reckons from."""
    found = {each.thirds: each for each in decide_outcomes(range(211), Rules(tables()["1945"]))}
    assert [thirds for thirds, each in found.items() if each.won] == [*range(107, 211)]
    assert not any(each.remis for each in found.values())
    assert {thirds: found[thirds].points for thirds in (103, 104, 105, 106, 107, 110)} == {
        103: 1, 104: 0, 105: 0, 106: 0, 107: 1, 110: 2,
    }  # fmt: skip


def knocked(dealer: int, *taken: int) -> Any:
    """A game after a knock, in which these packets have been taken, each by its number from 1."""
    state = codex.new_initial_state("1945", dealer=dealer, options={"knocked": True})
    for packet in taken:
        state.apply_action(state.engine.names.index(f"packet {packet}"))
    return state


def list_packets(state: Any) -> list[str]:
    return [state.engine.names[action] for action in state.legal_actions()]


def test_after_a_knock_each_is_asked_for_his_packet_and_the_dealer_takes_the_last() -> None:
    """allg.2.1.1: "bei der Vorhand beginnend, die Spieler reihum", "der Geber nehmen muss, was übrig bleibt"."""
    for dealer in range(4):
        asked = []
        for taken in ((), (1,), (1, 3)):  # each is asked, also when the forehand takes his own
            state = knocked(dealer, *taken)
            asked.append(state.current_player())
            assert list_packets(state) == [f"packet {each}" for each in (1, 2, 3, 4) if each not in taken]
        assert asked == [(dealer + step) % 4 for step in (1, 2, 3)]
        assert knocked(dealer, 1, 3, 2).is_chance_node()


def test_each_gets_the_twelve_cards_that_he_has_asked_for() -> None:
    """allg.2.1.1: "als wievielte sie ihre Karten bekommen wollen", "zu 12": the first has the first twelve dealt."""
    state, taken = knocked(1, 3, 1, 4), {2: 3, 3: 1, 0: 4, 1: 2}
    for card in range(54):
        state.apply_action(card)
    assert {seat: set(hand) for seat, hand in enumerate(state.at.dealt)} == {
        seat: set(range(12 * (packet - 1), 12 * packet)) for seat, packet in taken.items()
    }
    assert (state.phase, state.current_player()) == ("bidding", 2)
    game = told().as_dict()
    again = [codex.new_initial_state("1945", options={"knocked": knock}, deal=game) for knock in (True, False)]
    assert again[0].at.dealt == again[1].at.dealt


def test_a_packet_that_is_taken_cannot_be_asked_for() -> None:
    with pytest.raises(tarock.Error, match=r"`packet 3` is not legal .*\(`deal\.knock_choice`, 1945:allg\.2\.1\.1\)"):
        knocked(3, 3, 3)


def test_other_rules_of_the_choice_are_followed_or_refused_by_name() -> None:
    """As 1840:15.3 has it, the others have no choice when the forehand takes his own."""
    closed = codex.altered("1945", {"deal.knock_choice_closed": True})
    for packet, dealt in ((1, True), (2, False)):
        state = closed.new_initial_state("1945", options={"knocked": True})
        state.apply_action(state.engine.names.index(f"packet {packet}"))
        assert state.is_chance_node() == dealt
    portions = ["own twelve", "twelve of the fourth"]
    few = codex.altered("1945", {"deal.knock_forehand_choice": portions})
    assert list_packets(few.new_initial_state("1945", options={"knocked": True})) == ["packet 1", "packet 4"]
    for name, value in (
        ("deal.knock_forehand_choice", []),
        ("deal.knock_forehand_choice", ["six and six"]),
        ("deal.knock_choice", "the forehand, and the others if he takes another's"),
        ("deal.knock_dealer_takes_rest", False),
    ):
        with pytest.raises(tarock.Error, match=name):
            codex.altered("1945", {name: value}).new_initial_state("1945", options={"knocked": True})


def test_an_era_without_an_engine_says_what_it_can_do() -> None:
    with pytest.raises(CodexError, match="no game of 1945 can be played here; expected another source"):
        structs.replace(find_era("1945"), engine="").load_engine()


# --- games ------------------------------------------------------------------------------------------------------------


def test_a_state_is_kept_as_its_history_and_not_under_other_rules() -> None:
    for state in (played(1), knocked(2, 4)):
        kept = pickle.dumps(state)
        assert len(kept) < 2000
        assert pickle.loads(kept).history() == state.history()
        assert str(pickle.loads(kept)) == str(state)
    assert rules_without("revoke.penalty").digest != Rules(tables()["1945"]).digest


@pytest.mark.parametrize("options", [{}, {"knocked": True, "next_deals": True}], ids=str)
def test_a_player_can_imagine_what_he_has_not_seen(options: dict[str, bool]) -> None:
    dice, state = random.Random(2), codex.new_initial_state("1945", options=options)
    while not state.is_terminal():
        if not state.is_chance_node() and dice.random() < 0.1:
            player = state.current_player()
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
        state.apply_action(dice.choice(state.legal_actions()))


def test_a_refusal_says_whether_the_rule_is_stated_taken_over_or_lost() -> None:
    dice, state = random.Random(4), codex.new_initial_state("1945", dealer=3)
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    number = {name: action for action, name in enumerate(state.engine.names)}
    state.apply_action(number["dreier 2"])
    with pytest.raises(
        tarock.Error, match=r"`dreier 1` is not legal in the bidding \(`bidding\.highest_plays`, lost\)"
    ):
        state.apply_action(number["dreier 1"])
    for _seat in range(3):
        state.apply_action(number["pass"])
    with pytest.raises(tarock.Error, match=r"\(`king\.called`, assumed by us\)"):
        state.apply_action(number["Scüs"])
    king = next(action for action in state.legal_actions())
    for action in (king, number["keep"]):
        state.apply_action(action)
    while state.phase != "play":
        state.apply_action(state.legal_actions()[0])
    other = next(card for card in range(54) if card not in state.at.hands[state.current_player()])
    with pytest.raises(tarock.Error, match=r"\(`deal\.hand`, 1945:allg\.2\.1\.1\)"):
        state.apply_action(other)


def test_when_all_pass_nothing_is_paid_and_there_is_no_record() -> None:
    dice, state = random.Random(3), codex.new_initial_state("1945")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0] if state.phase == "bidding" else dice.choice(state.legal_actions()))
    assert state.returns() == [0.0] * 4
    with pytest.raises(tarock.Error, match="all have passed"):
        state.to_game()  # type: ignore[attr-defined]


def told(**changed: Any) -> CompletedGame:
    """The example with some fields changed."""
    game = codex.read_game(EXAMPLE)
    assert isinstance(game, CompletedGame)
    return structs.replace(game, **changed)


def codes(game: CompletedGame, rules: Rules | None = None) -> list[str]:
    return [each.code for each in replay_game(game, rules or Rules(tables()["1945"])).findings]


def test_the_example_is_what_its_result_says() -> None:
    assert codes(told()) == []
    result = told().result
    assert result
    other = structs.replace(result, totals={seat: -points for seat, points in result.totals.items()})
    assert codes(told(result=other)) == ["RESULT-DIFFERS"]


def test_what_a_record_tells_against_the_rules_is_found() -> None:
    """Each needs a value that is taken over, and is missed by its name without it."""
    game = told(result=None)
    assert game.purchase
    shown = structs.replace(game.purchase, kept=game.purchase.first, forced=True)
    forced = structs.replace(game, purchase=shown)
    assert {"PURCHASE-SHOWN", "PURCHASE-LOWER"} <= {*codes(forced)}
    solo = played_solo()
    assert codes(solo) == []
    laid = structs.replace(solo, scat=solo.hands[solo.declarer].split(" - ")[0].split()[0])
    assert "SCAT-SIZE" in codes(laid)
    wrong = played_with_a_tarock_discarded()
    assert "SCAT-TAROCK" in codes(wrong)
    for key, record in zip(sorted(OF_RECORDS), (laid, wrong, forced), strict=True):
        with pytest.raises(CodexError, match=f"does not state `{key}"):
            codes(record, rules_without(key))


def played_solo() -> CompletedGame:
    """A Solo without words."""
    for seed in range(100):
        dice, state = random.Random(seed), codex.new_initial_state("1945", dealer=3)
        while not state.is_terminal():
            legal = state.legal_actions()
            last = state.phase == "bidding" and not state.at.bids
            state.apply_action(
                legal[-1] if last else legal[0] if state.phase in ("bidding", "announcements") else dice.choice(legal)
            )
        if state.at.declarer >= 0 and not state.at.kept:
            game = state.to_game()  # type: ignore[attr-defined]
            assert isinstance(game, CompletedGame)
            return structs.replace(game, result=None)
    raise AssertionError("no Solo")


def played_with_a_tarock_discarded() -> CompletedGame:
    """A Dreier in which a tarock is discarded in spite of suit cards."""
    for seed in range(100):
        state: Any = codex.new_initial_state("1945", dealer=3)
        dice, done = random.Random(seed), False
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.phase == "scat" and not done:
                refused = [
                    card for card in state.engine.discardable_trumps if card in state.at.hands[state.at.declarer]
                ]
                done = bool(refused) and state.force_action(refused[0]) is not None
                if done:
                    continue
            first = state.phase == "bidding" and not state.at.bids
            state.apply_action(
                legal[1] if first else legal[0] if state.phase in ("bidding", "announcements") else dice.choice(legal)
            )
        if done:
            game = state.to_game()
            assert isinstance(game, CompletedGame)
            return structs.replace(game, result=None)
    raise AssertionError("no such deal")


def test_a_revoke_is_found_and_settled_as_taken_over() -> None:
    """65.1, 65.3: the party writes its honours only, and who revoked pays one Consulation of a Dreier to others."""
    state = played(5)
    history, engine = state.history(), state.engine
    for length in range(len(history) - 1, 0, -1):
        before = engine.new_state(state.first_dealer)
        for action in history[:length]:
            before.apply_action(action)
        wrong = [card for card in before.at.hands[before.current_player()] if card not in before.legal_actions()]
        if before.phase == "play" and wrong and before.at.tricks[-1]:
            break
    seat, dice = engine.seats[before.current_player()], random.Random(5)
    assert before.force_action(wrong[0]) is not None
    while not before.is_terminal():
        before.apply_action(dice.choice(before.legal_actions()))
    replay = before.replay()
    assert [(each.code, each.seat) for each in replay.findings] == [("PLAY-REVOKE", seat)]
    paid = [each for each in replay.with_result().result.payments if each.paid_for == "revoke"]
    assert [each.amount for each in paid] in ([50], [])  # nobody is paid who plays beside an offender who stands alone
    assert sum(replay.settled.totals.values()) == 0


def test_it_is_played_at_the_terminal_and_called_what_it_is(run: Run, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n" + "1\n" * 60))
    said = run("play", "--era", "1945", "--seed", "3", "--save", str(tmp_path))
    assert said.status == 0, said.err
    assert f"A game by the rules of {NAME}, with what we assume" in said.out
    (saved,) = tmp_path.iterdir()
    again = run("replay", str(saved))
    assert again.status == 0
    assert again.out.startswith(NAME)
    assert "no play of 1945" in again.out
