"""The game for programs: random games from the deal to the sheet, held against the replay and the independent referee.

What is legal in play is asked of the referee at every turn, who knows the paragraphs and not the engine.
"""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import CHANCE, SEATS, TERMINAL, Engine, Options, Phase, SpeakingOrder, State
from tarock.rules.ruleset import Rules
from tests.conftest import ROOT
from tests.game.koenigrufen_1840.builders import pack, rules
from tests.game.koenigrufen_1840.referee import PAGAT, TAROCKS, Referee, allowed
from tests.game.koenigrufen_1840.score_sheet import sheet
from tests.game.koenigrufen_1840.told_games import tell_game

GAMES = int(os.environ.get("TAROCK_STATE_GAMES", "800"))


@cache
def engine(options: Options | None = None) -> Engine:
    return Engine(pack(), rules(), options)


def steps(state: State, rng: random.Random) -> Iterator[int]:
    """Play on at random; each action is given before it is made."""
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        yield action
        state.apply_action(action)


def finished(rng: random.Random, options: Options | None = None) -> State:
    state = State(engine(options), dealer=rng.randrange(len(SEATS)))
    for _action in steps(state, rng):
        pass
    return state


@pytest.mark.slow
def test_finished_games_replay_without_findings_to_the_same_sheet() -> None:
    """And the referee finds no fault in them, and writes the same."""
    rng = random.Random(1840)
    passed = 0
    for number in range(GAMES):
        state = finished(rng)
        if state.declarer < 0:
            passed += 1
            assert state.returns() == [0, 0, 0, 0]  # 28.1: nothing is written
            continue
        game = state.to_game()
        played = replay(game, pack(), rules())
        assert played.findings == (), number
        assert played.sheet == state.replay().sheet
        totals = played.sheet.totals
        paid = [sum(totals[seat] - totals[other] for other in SEATS) for seat in SEATS]  # 128.1
        assert state.returns() == paid
        low, high = engine().payment.lowest, engine().payment.highest
        assert sum(paid) == 0
        assert all(low <= points <= high for points in paid)
        if number % 4 == 0:
            as_told = tell_game(game)
            assert Referee(as_told).faults == [], number
            written = sheet(as_told).points
            assert totals == {seat: sum(p for (_why, who), p in written.items() if who == seat) for seat in SEATS}
    assert passed < GAMES / 10


@pytest.mark.slow
def test_the_referee_agrees_on_every_legal_play() -> None:
    """63.1, 63.2 by the referee, and 51.3 for who has announced ultimo."""
    rng, deck = random.Random(63), pack().cards
    turns = held_back = 0
    for _game in range(min(GAMES, 300)):
        state = State(engine())
        hands: dict[int, set[str]] = {}
        trick: list[str] = []
        for action in steps(state, rng):
            if state.phase is not Phase.PLAY:
                continue
            player = state.current_player()
            hands = hands or {seat: {deck[card].name for card in state.at.hands[seat]} for seat in range(len(SEATS))}
            if len(trick) == len(SEATS):
                trick = []
            legal = allowed(hands[player], trick[0]) if trick else set(hands[player])
            by = next((said.seat for said in state.announcements if (said.of, said.call) == ("ultimo", "announce")), "")
            if by == SEATS[player] and hands[player] & set(TAROCKS) > {PAGAT} and len(hands[player]) > 1:
                held_back += PAGAT in legal
                legal -= {PAGAT}
            assert {deck[card].name for card in state.legal_actions()} == legal
            hands[player].discard(deck[action].name)
            trick.append(deck[action].name)
            turns += 1
    assert turns
    assert held_back


@pytest.mark.slow
def test_the_referee_agrees_on_every_word_and_card_before_play() -> None:
    """Every action that is not legal makes, put into the record, a fault of its stage; every legal one makes none."""
    rng = random.Random(26)
    asked = dict.fromkeys((Phase.BIDDING, Phase.WORDS), 0)
    for _game in range(min(GAMES, 60)):
        state = finished(rng)
        if state.declarer < 0:
            continue
        whole, again = state.to_game(), State(engine(), dealer=state.dealer)
        for action in state.history():
            if again.phase in asked and rng.random() < 0.3:
                asked[again.phase] += 1
                for other in range(pack_size(), len(engine().names)):
                    legal = other in again.legal_actions()
                    assert legal == lawful(again, whole, other), again.action_to_string(other)
            again.apply_action(action)
    assert all(asked.values())


def pack_size() -> int:
    return len(pack().cards)


def lawful(state: State, game: Game, action: int) -> bool:
    """Whether the referee hears nothing wrong in a word, said now: everything behind it is cut off."""
    seat = SEATS[state.current_player()]
    if state.phase is Phase.BIDDING:
        if action not in engine().bids:
            return False
        said = [structs.replace(engine().bids[bid], seat=SEATS[by]) for by, bid in state.at.bids]
        bid = structs.replace(engine().bids[action], seat=seat)
        faults = Referee(tell_game(structs.replace(game, bids=(*said, bid)))).faults
        own = any(card.rank == "König" for card in game.hands[seat])  # 38.1: at Solo he calls a king of his own
        return not any(fault.stage == "auction" for fault in faults) and (bid.bid != "solo" or own)
    if action not in engine().announcement_actions:
        return action == engine().nothing
    of, call = engine().announcement_actions[action]
    words = [(each.seat, str(each.call), str(each.of)) for each in state.announcements]
    game_told = tell_game(game)
    game_told.said = [*words, (seat, str(call), str(of))]
    return not any(fault.stage == "announcements" for fault in Referee(game_told).faults)


@pytest.mark.slow
def test_what_a_player_is_told_depends_on_no_card_that_he_cannot_see() -> None:
    """Two cards that he has not seen change places: as long as neither is played, he is told the same."""
    rng = random.Random(7)
    held = 0
    for _game in range(150):
        first = finished(rng)
        player = rng.randrange(len(SEATS))
        history = first.history()
        seen = set(first.at.dealt[player])
        if player == first.declarer:
            seen |= set(first.at.talon)
        one, two = rng.sample([card for card in range(pack_size()) if card not in seen], 2)
        swapped = [{one: two, two: one}.get(card, card) for card in history[: pack_size()]]
        left, right = State(engine(), dealer=first.dealer), State(engine(), dealer=first.dealer)
        for before, after in zip(history, [*swapped, *history[pack_size() :]], strict=True):
            if after not in right.legal_actions() or (left.phase is not Phase.DEAL and before in (one, two)):
                break
            left.apply_action(before)
            right.apply_action(after)
            if left.phase not in (Phase.DEAL, Phase.END):
                held += 1
                assert left.information_state_string(player) == right.information_state_string(player)
                assert left.observation_string(player) == right.observation_string(player)
                if left.current_player() == player == right.current_player():
                    assert left.legal_actions() == right.legal_actions()
    assert held > 1000


def whole(state: State) -> tuple[object, ...]:
    """All that can be seen of a state."""
    told = [(state.information_state_string(seat), state.observation_string(seat)) for seat in range(len(SEATS))]
    return state.history(), state.current_player(), state.legal_actions(), state.returns(), told


def out_of_place(state: State, action: int) -> tuple[str, str] | None:
    """The rule of an action that belongs to another part of the game, with its paragraph as it is read in the text.

    What is played (1840:21.2), that a king is called (1.1), how one raises oneself (21.7) and how far (21.8), how many
    cards one has (14.1), and when one announces (37.5).
    """
    names, seat = engine().names, state.current_player()
    cards, bids = range(pack_size()), engine().bids
    match state.phase:
        case Phase.BIDDING:
            return ("bidding.games", "1840:21.2") if action not in bids else None
        case Phase.KING:
            return ("king.called", "1840:1.1") if action not in engine().kings else None  # of his own at Solo: 38.1
        case Phase.PURCHASE:
            return ("talon.fold_max", "1840:21.8") if names[action] == "raise" else ("talon.change", "1840:21.7")
        case Phase.PLAY:
            held = action in cards and action in state.at.hands[seat]
            return None if held else ("deal.hand", "1840:14.1")
        case Phase.WORDS:
            return ("announcements.time", "1840:37.5") if action not in engine().announcement_actions else None
    return None


def test_an_illegal_action_raises_with_key_and_paragraph() -> None:
    """Every action that is not legal, in some states of every phase: it is refused by its rule, and changes nothing."""
    rng = random.Random(4)
    refused: dict[Phase, set[str]] = {}
    for _game in range(40):
        state = State(engine())
        for _action in steps(state, rng):
            often = {Phase.DEAL: 0.02, Phase.PLAY: 0.02, Phase.PURCHASE: 1.0}.get(state.phase, 0.3)
            if rng.random() > often:
                continue
            before, legal = whole(state), state.legal_actions()
            for other in range(len(engine().names)):
                if other in legal:
                    continue
                rule = state.rule(other)
                refused.setdefault(state.phase, set()).add(rule.key)
                with pytest.raises(CodexError, match="is not legal in the") as raised:
                    state.apply_action(other)
                assert f"(`{rule.key}`, {rule.ref})" in str(raised.value)
                assert rule.ref.startswith("1840:")
                if (due := out_of_place(state, other)) is not None:
                    assert (rule.key, rule.ref) == due, engine().names[other]
            assert whole(state) == before
    kinds = {
        Phase.DEAL: {"pack.cards"},
        Phase.BIDDING: {"bidding.games", "bidding.highest_plays", "king.own"},
        Phase.KING: {"king.called"},
        Phase.PURCHASE: {"talon.change", "talon.fold_max"},
        Phase.SCAT: {"discard.who", "discard.never"},
        Phase.WORDS: {"announcements.time", "announcements.allowed_to", "announcements.raises"},
        Phase.PLAY: {"deal.hand", "play.follow_suit"},
    }
    assert {phase: keys & refused.get(phase, set()) for phase, keys in kinds.items()} == kinds, refused


def test_what_is_no_action_and_no_player_is_refused() -> None:
    ended = finished(random.Random(1))
    for state in (State(engine()), ended):
        before = whole(state)
        for action in (-1, len(engine().names), 10**9):
            with pytest.raises(CodexError, match="is not legal"):
                state.apply_action(action)
            with pytest.raises(CodexError, match="there is no action"):
                state.action_to_string(action)
        with pytest.raises(CodexError, match="there is no player 4"):
            state.information_state_string(4)
        assert whole(state) == before
    with pytest.raises(CodexError, match="the game is over"):
        ended.apply_action(0)
    for dealer in (-1, 4):
        with pytest.raises(CodexError, match=f"there is no player {dealer} to deal"):
            State(engine(), dealer=dealer)


def test_five_players_are_refused() -> None:
    """7.2 tells how five play, one of whom rests; the state is of four."""
    with pytest.raises(CodexError, match=r"5 players.*game\.players"):
        Engine(pack(), rules().fork({"game.players": [5]}))


def test_every_legal_action_has_a_rule() -> None:
    rng = random.Random(4)
    free = 0
    for _game in range(20):
        state = State(engine())
        for action in steps(state, rng):
            rule = state.rule(action)
            assert (rule.key == "") == (rule.ref == "")
            free += not rule.key
            leads = state.phase is Phase.PLAY and not state.at.tricks[-1]
            assert rule.key or leads  # who leads a later trick is free: no statement says so
    assert free


def test_a_clone_goes_its_own_way() -> None:
    rng = random.Random(5)
    state = State(engine())
    for number, _action in enumerate(steps(state, rng)):
        if number % 7 == 0:
            before, other = str(state), state.clone()
            for _other in steps(other, random.Random(number)):
                pass
            assert str(state) == before
            back, legal = state.clone(), state.legal_actions()
            assert state.legal_actions() == back.legal_actions()
            state.clone().apply_action(legal[0])
            assert (state.legal_actions(), back.legal_actions()) == (legal, legal)
    assert state.is_terminal()


def test_words_of_openspiel() -> None:
    state = State(engine())
    assert state.is_chance_node()
    assert state.current_player() == CHANCE
    outcomes = state.chance_outcomes()
    assert sum(share for _card, share in outcomes) == pytest.approx(1)
    assert [card for card, _share in outcomes] == state.legal_actions()
    with pytest.raises(CodexError, match="not finished"):
        state.to_game()
    ended = finished(random.Random(1))
    assert ended.current_player() == TERMINAL
    assert ended.legal_actions() == []
    with pytest.raises(CodexError, match="no card is dealt"):
        ended.chance_outcomes()


def test_all_pass() -> None:
    """28.1: nothing is written; 28.2: the next deals, who by 8.5 sits to the right."""
    rng = random.Random(28)
    for options in (None, Options(next_deals=True)):
        state = State(engine(options))
        while state.phase is Phase.DEAL:
            state.apply_action(rng.choice(state.legal_actions()))
        for _seat in SEATS:
            state.apply_action(engine().pass_)
        assert state.is_terminal() == (options is None)
        if options:
            assert (state.phase, state.dealer) == (Phase.DEAL, 0)
        else:
            with pytest.raises(CodexError, match=r"all have passed.*1840:28\.1"):
                state.to_game()


@pytest.mark.parametrize(
    "options",
    [Options(words=SpeakingOrder.FOREHAND), Options(knocked=True), Options(left_shown=True), Options(next_deals=True)],
)
def test_options_change_no_rule(options: Options) -> None:
    rng = random.Random(11)
    for _game in range(60):
        state = finished(rng, options)
        if state.declarer >= 0:
            assert replay(state.to_game(), pack(), rules()).findings == ()


def test_knocked_each_has_twelve_at_once() -> None:
    """11.2: after a cut six are dealt at a time, after a knock twelve may be."""
    for options, packet in ((None, 6), (Options(knocked=True), 12)):
        state = State(engine(options))
        for card in range(packet):
            state.apply_action(card)
        assert [len(hand) for hand in state.at.hands] == [packet, 0, 0, 0]
        state.apply_action(packet)
        assert [len(hand) for hand in state.at.hands] == [packet, 1, 0, 0]


def known_to(state: State, player: int) -> set[int]:
    """The cards that lie open to a player, by the paragraphs and not by what the state tells him."""
    known = {*state.at.dealt[player], *(card for trick in state.at.tricks for _seat, card in trick)}
    if not state.at.first or state.phase is Phase.KING:
        return known
    if player == state.declarer:  # what he bought, and kept or left
        known |= {
            card
            for fold in range(state.at.first, state.at.kept + 1, engine().raise_fold)
            for card in engine().find_half(state.at.talon, fold)
        }
    elif state.phase in (Phase.WORDS, Phase.PLAY):  # laid away tarocks are shown: 35.5
        known |= {card for card in state.at.scat if card in engine().tarocks}
    if state.engine.options.left_shown and state.at.kept > state.at.first and state.phase is not Phase.PURCHASE:
        known |= {*engine().find_half(state.at.talon, state.at.kept - engine().raise_fold)}
    return known


def elsewhere(state: State, player: int, rng: random.Random) -> State:
    """The same moment as `player` knows it, but the cards that he does not see have changed places at random.

    He knows of the other cards laid away that they are no tarocks (1840:35.5); and words tell who is whose friend, for
    who may say them depends on it (52, 55): the king lies where they could be said.
    """
    hidden = sorted({*range(pack_size())} - known_to(state, player))
    dealt = [number for number, (by, _what, _seen) in enumerate(state.events()) if by == CHANCE]
    first = dealt[(len(dealt) - 1) // pack_size() * pack_size()]  # of this deal
    acts = [(number, what) for number, (by, what, _seen) in enumerate(state.events()) if isinstance(by, int)]
    while True:
        moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        if any(moved[card] in engine().tarocks for card in state.at.scat if card in moved):
            continue
        other, said = State(state.engine, state.first_dealer), True
        for number, action in acts:
            assert isinstance(action, int)
            lies = number >= first and other.phase in (Phase.DEAL, Phase.SCAT)
            in_words = other.phase is Phase.WORDS
            refused = other.force_action(moved.get(action, action) if lies else action)
            said = said and not (in_words and refused)
        if said:
            return other


def talking(state: State, rng: random.Random) -> Iterator[int]:
    """Play on at random, but whoever may say a word mostly does: else there are few raises."""
    while not state.is_terminal():
        legal = state.legal_actions()
        said = [action for action in legal if action in engine().announcement_actions]
        action = rng.choice(said if said and rng.random() < 0.6 else legal)
        yield action
        state.apply_action(action)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10_000),
    options=st.sampled_from(
        [Options(), Options(left_shown=True, knocked=True), Options(words=SpeakingOrder.FOREHAND, next_deals=True)]
    ),
)
def test_wherever_the_cards_lie_that_a_player_does_not_see_he_is_told_the_same(seed: int, options: Options) -> None:
    """At every moment of a game, for every player: all that he does not see is dealt anew among the others."""
    rng = random.Random(seed)
    state = State(engine(options))
    for _action in talking(state, rng):
        # before play there is more to give away, by what may be said and bought
        if state.phase in (Phase.DEAL, Phase.END) or (state.phase is Phase.PLAY and rng.random() > 0.2):
            continue
        deals = 8 if state.phase is Phase.PURCHASE else 1  # the called king lies seldom in the talon
        for player in [rng.randrange(len(SEATS))] + deals * [state.current_player()]:
            other = elsewhere(state, player, rng)
            assert other.observe(player) == state.observe(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()


def heard(state: State, action: int, player: int) -> tuple[object, ...] | None:
    """What a player learns when the one to act takes an action, by the paragraphs; None for a card laid away unseen.

    Which cards are laid away only the declarer knows (1840:35.5).
    """
    if state.phase is Phase.SCAT and player != state.declarer:
        return None
    return state.phase, state.current_player(), action


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [Options(), Options(left_shown=True), Options(words=SpeakingOrder.FOREHAND, next_deals=True)]
)
def test_an_information_state_is_what_a_player_has_heard_and_done_in_order(options: Options) -> None:
    """Many games with the cards of one deal: equal strings for equal courses as a player knows them, and only then."""
    rng = random.Random(52)
    dealt = State(engine(options))
    while dealt.phase is Phase.DEAL:
        dealt.apply_action(rng.choice(dealt.legal_actions()))
    told_of: dict[tuple[int, tuple[object, ...]], str] = {}
    known_by: dict[tuple[int, str], tuple[tuple[object, ...], list[int]]] = {}
    met = 0
    for _game in range(400):
        state = dealt.clone()
        courses: list[tuple[object, ...]] = [()] * len(SEATS)
        while not state.is_terminal() and state.phase is not Phase.DEAL and len(state.at.tricks) < 3:
            for player, course in enumerate(courses):
                told, legal = state.information_state_string(player), state.legal_actions(player)
                met += (player, course) in told_of
                assert told_of.setdefault((player, course), told) == told
                assert known_by.setdefault((player, told), (course, legal)) == (course, legal)
            action = rng.choice(state.legal_actions())
            events = [heard(state, action, player) for player in range(len(SEATS))]
            before = state.phase
            state.apply_action(action)
            for player, event in enumerate(events):
                courses[player] += (event,) if event else ()
                if before is Phase.SCAT and state.phase is Phase.WORDS and player != state.declarer:
                    courses[player] += (tuple(sorted({*state.at.scat} & engine().tarocks)),)
    assert met > 1000


def test_a_pickled_state_is_its_history_and_goes_on_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarock.game.common.play._ENGINES", {})  # of other tests
    rng = random.Random(2)
    for options in (Options(), Options(next_deals=True, knocked=True)):
        state = State(engine(options), dealer=1)
        for number, _action in enumerate(steps(state, rng)):
            if number % 9 == 0:
                written = pickle.dumps(state)
                again = pickle.loads(written)
                assert len(written) < 2000
                assert whole(again) == whole(state)
                assert again.engine is state.engine
        assert pickle.loads(pickle.dumps(state)).returns() == state.returns()


RESTORE = """
import pickle, sys
sys.path[:0] = sys.argv[1:]
state = pickle.load(sys.stdin.buffer)
print(state.history(), state.legal_actions(), [*state.engine.rules.overrides.values()])
"""


@pytest.mark.slow
def test_a_pickled_state_is_restored_in_another_process_by_the_same_rules_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Altered values go along; a state played by values that are not here is refused."""
    other = rules().fork({"king.own[contract=dreier]": "may not"})
    for by in (rules(), other):
        state = State(Engine(pack(), by))
        for _action in zip(range(70), steps(state, random.Random(3)), strict=False):
            pass
        command = [sys.executable, "-c", RESTORE, str(ROOT / "scripts")]
        run = subprocess.run(command, input=pickle.dumps(state), capture_output=True, cwd=ROOT, check=True)
        told = f"{state.history()} {state.legal_actions()} {[*by.overrides.values()]}\n"
        assert run.stdout.decode() == told
    written = pickle.dumps(State(Engine(pack(), other)))
    monkeypatch.setattr(Rules, "digest", "0" * 64)
    monkeypatch.setattr("tarock.game.common.play._ENGINES", {})
    with pytest.raises(CodexError, match=r"pickled under other rules of 1840.*expected the version"):
        pickle.loads(written)


def test_everybody_is_asked_for_a_word_whoever_speaks_next_after_the_declarer() -> None:
    """37.4: the declarer first; then each of the others has his turn, whoever of them begins."""
    rng = random.Random(37)
    for order in SpeakingOrder:
        for _game in range(30):
            state, asked = State(engine(Options(words=order))), list[int]()
            while not state.is_terminal() and state.phase is not Phase.PLAY:
                if state.phase is Phase.WORDS:
                    asked.append(state.current_player())
                    state.apply_action(engine().nothing)
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
            if asked:
                first = (state.declarer + 1) % 4 if order is SpeakingOrder.NEXT else (state.dealer + 1) % 4
                if first == state.declarer:
                    first = (first + 1) % 4
                assert sorted(asked) == [0, 1, 2, 3]
                assert asked[:2] == [state.declarer, first]


def test_what_the_state_refuses_the_replay_finds_and_nothing_else() -> None:
    """Cards played against the rules and told to the state, which goes on: each is a finding, by the same paragraph."""
    rng, codes = random.Random(64), set[str]()
    for _game in range(120):
        state, refused = State(engine()), dict[tuple[int, str, str], str]()
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            words = [action for action in legal if action in engine().announcement_actions]
            action = rng.choice(words or legal)
            if state.phase is Phase.PLAY and rng.random() < 0.15:
                hand, pagat = state.at.hands[player], engine().pagat
                action = pagat if pagat in hand and state.at.pagat_keeper == player else rng.choice(hand)
            trick = len(state.at.tricks)
            if (rule := state.force_action(action)) is not None:
                refused[trick, SEATS[player], pack().cards[action].name] = rule.ref
        if state.declarer < 0:
            continue
        findings = [each for each in state.replay().findings if each.trick]
        codes |= {each.code for each in findings}
        assert {(each.trick, each.seat, each.card) for each in findings} == {*refused}
        # a Pagat played too early may be a revoke besides: the state names one of the two rules
        refs = {(each.trick, each.seat, each.card, each.ref) for each in findings}
        assert {(*place, ref) for place, ref in refused.items()} <= refs
    assert codes == {"PLAY-REVOKE", "PLAY-PAGAT-EARLY"}
