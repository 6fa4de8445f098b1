"""Games of 1945 completed from 1840, played by the engine and judged by two referees.

One referee is written for 1945 and what is taken over; the other is that of 1840, whose author had not seen the engine.
It has no values to be fed with, but what 1945 says of a game of four stands in it too, and what is taken over is its
own: so it judges these games as well.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
import yaml

import tarock
from tests.conftest import EVERY, ROOT
from tests.game.koenigrufen_1840 import referee as of_1840
from tests.game.koenigrufen_1840 import score_sheet
from tests.game.koenigrufen_1840.score_sheet import sheet
from tests.game.referees import referee_1945 as referee
from tests.game.referees.referee_1945 import HITS, KINGS, MOND, PACK, PAGAT, RANKS, SCUES, TAROCKS, TROUL, Table, suit

RANDOM, STACKED = (3000, 2000) if EVERY == 1 else (18, 24)
KINDS = ("volat", "ultimo", "honours", "shy", "kings", "tarocks", "revoke", "revoke of both", "weak", "quiet", "close")
TOP = TAROCKS[::-1]
TAKEN = referee.read_taken()

codex = tarock.open()


def names(state: Any) -> dict[str, int]:
    """Return the legal actions of a state by name."""
    return {state.action_to_string(action): action for action in state.legal_actions()}


def stack(kind: str, draw: random.Random) -> tuple[list[list[str]], list[str], int]:
    """Return hands by place from the Vorhand, the talon, and the place that it is all about."""
    cards, place, given = list(PACK), draw.randrange(4), list[str]()
    draw.shuffle(cards)
    if kind == "volat":
        given = [*TOP[: draw.randrange(9, 13)], *draw.sample(sorted(KINGS), 2)]
    elif kind == "ultimo":
        given = [*TOP[: draw.randrange(6, 11)], PAGAT]
    elif kind == "honours":
        given = [*TROUL, *draw.sample(sorted(KINGS), draw.randrange(3, 5)), *TOP[1:4]]
    elif kind == "shy":
        given, place = [*(TROUL if draw.random() < 0.5 else KINGS)], draw.randrange(3)
    elif kind == "kings":
        given = [card for card in cards if suit(card) != "Tarock"][:12]
    elif kind == "tarocks":
        given = [*TROUL, *KINGS, *TAROCKS[1:6]]
    given = list(dict.fromkeys(given))[:12]
    rest = [card for card in cards if card not in given]
    hands = [[*given, *(rest.pop() for _ in range(12 - len(given)))] if at == place else [] for at in range(4)]
    for at in range(4):
        hands[at] = hands[at] or [rest.pop() for _ in range(12)]
    return hands, rest, place


def choose(table: Table, kind: str, seat: int, legal: list[str], draw: random.Random) -> str:
    """Return what is done: at random, or so that rare things come up."""
    mine, phase = table.seat == seat, table.phase
    if phase == "bidding" and kind:
        if kind == "quiet":
            return "pass" if draw.random() < 0.9 else draw.choice(legal)
        if kind == "shy" and mine and not table.games_bid:
            return "pass"
        if mine:
            return "solo" if "solo" in legal and draw.random() < 0.3 else draw.choice([*legal[-2:], legal[-1]])
        return "pass" if kind != "shy" and draw.random() < 0.8 else draw.choice(legal)
    if phase == "announcements":
        if mine and kind == "volat" and draw.random() < 0.5 and "volat announce" in legal:
            return "volat announce"
        if mine and kind == "ultimo" and draw.random() < 0.8 and "ultimo announce" in legal:
            return "ultimo announce"
        raises = [word for word in legal if word.split()[-1] in ("contra", "re", "supra")]
        if raises and draw.random() < 0.5:
            return draw.choice(raises)
        return "nothing" if draw.random() < 0.9 else draw.choice(legal)
    if phase == "play" and kind in ("volat", "ultimo", "weak"):
        order = sorted(legal, key=lambda card: (suit(card) == "Tarock", referee.height(card)))
        return order[-1] if mine == (kind != "weak") else order[0]
    return draw.choice(legal)


def run(number: int, *, stacked: bool, values: dict[str, Any] | None = None, of: Any = codex) -> str:
    """Play a game step by step beside the referee; return in what they differ, or nothing."""
    draw = random.Random(f"{number} {stacked}")
    kind = KINDS[number % len(KINDS)] if stacked else ""
    dealer = draw.randrange(4)
    state: Any = of.new_initial_state("1945", dealer=dealer)
    hands, talon, place = stack(kind, draw)
    forehand = (dealer + 1) % 4
    lies = {(forehand + at) % 4: hand for at, hand in enumerate(hands)}
    code = {state.engine.names[action]: action for action in range(len(PACK))}
    for at in state.engine.places[dealer]:
        state.apply_action(code[lies[at].pop() if at >= 0 else talon.pop()])
    table = Table(
        values or TAKEN,
        dealer,
        [{state.engine.names[card] for card in hand} for hand in state.at.dealt],
        [state.engine.names[card] for card in state.at.talon],
    )
    seat = (forehand + place) % 4
    held = list(table.dealt)
    revokers = {"revoke": {seat}, "revoke of both": {*range(4)}}.get(kind, set())
    while not state.is_terminal():
        legal = names(state)
        due = table.allowed()
        if (state.phase, state.current_player(), set(legal)) != (table.phase, table.seat, due):
            return (
                f"{state.phase} {state.current_player()} {sorted(set(legal) ^ due)}; referee {table.phase} {table.seat}"
            )
        if table.phase == "play" and not table.tricks and not table.trick:
            held = [frozenset(hand) for hand in table.hands]
        wrong = sorted(table.hands[table.seat] - due) if table.phase == "play" and table.trick else []
        if wrong and table.seat in revokers and draw.random() < 0.3 and not table.calls:
            act = draw.choice(wrong)
            if state.force_action(code[act]) is None:
                return f"{act} is legal for the engine only"
            table.revoke(act)
            continue
        act = choose(table, kind, seat, list(legal), draw)
        state.apply_action(legal[act])
        table.act(act)
    if table.phase != "end":
        return f"the referee goes on with {table.phase}"
    if table.declarer < 0:
        return "" if state.returns() == [0.0] * 4 else "all have passed, and something is paid"
    return compare(state.to_game().as_dict(), state, table, held)


def compare(game: dict[str, Any], state: Any, table: Table, held: list[frozenset[str]]) -> str:
    """Return in what the result of the engine and the judgement of the referee differ."""
    totals, result = table.settle(held), game["result"]
    mine = Counter((line.reason, seat, line.points) for line in table.judged.lines for seat in sorted(line.writers))
    its = Counter(
        (paid["paid_for"], referee.SEATS.index(seat), paid["amount"])
        for paid in result["payments"]
        for seat in paid["payees"]
    )
    pairs = {
        "lines": (its, mine),
        "totals": (result["totals"], totals),
        "returns": (state.returns(), [float(each) for each in totals.values()]),
        "thirds": (result["declarer_thirds"], table.judged.thirds),
        "tricks": (result["tricks"], {seat: table.takers.count(at) for at, seat in enumerate(referee.SEATS)}),
    }
    if table.taken is TAKEN:
        game_1840 = told(table, held)
        written = sheet(game_1840, after_revokes=True).points
        sums = Counter[tuple[str, str]]()
        for reason, at, points in mine.elements():
            sums[reason, referee.SEATS[at]] += points
        pairs["referee of 1840"] = sums, written
        faults = {fault.code for fault in of_1840.Referee(game_1840).faults}
        pairs["faults"] = faults, {"PLAY-REVOKE"} if table.revokes else set()
    return "; ".join(f"{name}: engine {one}, referee {other}" for name, (one, other) in pairs.items() if one != other)


def rename(name: str) -> str:
    """Return a card's name as 1840 has it."""
    return {PAGAT: "I"}.get(name, name.replace("Bub", "Bube").replace("Caval", "Cavall"))


def told(table: Table, held: list[frozenset[str]]) -> of_1840.Told:
    """Return a game as the referee of 1840 has it told."""

    def cards(some: Iterable[str]) -> list[str]:
        return [rename(each) for each in sorted(some)]

    return of_1840.Told(
        seats=list(referee.SEATS), dealer=referee.SEATS[table.dealer], declarer=referee.SEATS[table.declarer],
        hands={seat: cards(table.dealt[at]) for at, seat in enumerate(referee.SEATS)},
        upper=[rename(each) for each in table.talon[:3]], lower=[rename(each) for each in table.talon[3:]],
        bids=[(referee.SEATS[at], *read_bid(word)) for at, word in table.bids],
        king=rename(table.king), first=table.first, kept=table.kept, scat=[rename(each) for each in table.scat],
        said=[(referee.SEATS[at], word, of) for at, word, of in table.said],
        tricks=[[(referee.SEATS[at], rename(each)) for at, each in plays] for plays in table.tricks],
        hand_after=cards(held[table.declarer]),
    )  # fmt: skip


def read_bid(word: str) -> tuple[str, int]:
    """Return word and folds of a bid."""
    call, _, fold = word.partition(" ")
    return call, int(fold or 0)


@pytest.mark.slow
def test_games_are_judged_alike() -> None:
    HITS.clear()
    for stacked, games in ((False, RANDOM), (True, STACKED)):
        for number in range(games):
            assert not (said := run(number, stacked=stacked)), f"game {number} {stacked}: {said}"
    if EVERY == 1:
        print(HITS)
        assert min(HITS.values()) >= 30, HITS


def test_what_1945_says_is_what_the_referee_of_1840_plays_by() -> None:
    """Pack, order and worth of the cards, hands, talon and the minimum are the same."""
    ours = {"Bub": "Bube", "Caval": "Cavall"}
    assert {of: tuple(ours.get(rank, rank) for rank in reversed(ranks)) for of, ranks in RANKS.items()} == of_1840.RANKS
    assert TAROCKS[1:] == of_1840.TAROCKS[1:]
    assert (TAROCKS[0], MOND, SCUES) == ("Pagat", of_1840.MOND, of_1840.SCUES)
    assert [referee.worth([card]) for card in PACK] == [of_1840.thirds([rename(card)]) for card in PACK]
    assert sum(map(len, stack("", random.Random(1))[0])) + 2 * referee.HALF == len(of_1840.PACK)
    assert score_sheet.WON == referee.MINIMUM


def list_alternatives() -> list[tuple[str, Any]]:
    """Return each other value that is listed, by the name of what it stands for."""
    records = yaml.safe_load((ROOT / "rules_data/1945/assumed.yaml").read_text(encoding="utf-8"))
    return [(referee.name_record(each), other["value"]) for each in records for other in each.get("other_readings", ())]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), list_alternatives())
def test_another_value_is_followed_and_changes_a_game(name: str, value: Any) -> None:
    """The referee who is told of it judges as the engine does; who is not comes to a game in which they differ."""
    other = codex.altered("1945", {name: value})
    assert not any(run(number, stacked=True, values={**TAKEN, name: value}, of=other) for number in range(len(KINDS)))
    unaware, topic = dict(TAKEN), name.partition(".")[0]
    likely = sorted(range(40 * len(KINDS)), key=lambda number: topic not in KINDS[number % len(KINDS)])
    assert any(run(number, stacked=True, values=unaware, of=other) for number in likely)
