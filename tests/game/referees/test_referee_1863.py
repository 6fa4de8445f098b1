"""Games of 1863 played by the engine and judged by the referee that was written without it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import yaml

import tarock
from tests.conftest import EVERY, ROOT
from tests.game import score_files
from tests.game.referees import referee_1863 as referee
from tests.game.referees.referee_1863 import (
    PACK,
    SCUES,
    SUITS,
    TRUMPS,
    WORDS,
    YES,
    judge,
    read_table,
    strength,
    suit_of,
)

RANDOM, STACKED = (3000, 2000) if EVERY == 1 else (18, 12)
KINGS = [f"{suit}-König" for suit in SUITS]
KINDS = (
    "vole",
    "lone Scüs",
    "Scüs without trumps",
    "weak declarer",
    "revoke",
    "trois",
    "revoke and vole",
    "Scat bought",
    "quiet",
    "late Scüs",
)
STEPS = {"discard": "discard", "auction": "call", "give": "lay", "name": "name", "vole": "vole", "tricks": "play"}

EXAMPLE = (ROOT / "corpus/examples/game-1863.yaml").read_text(encoding="utf-8")

codex = tarock.open()


def names(state: Any) -> dict[str, int]:
    """Return the legal actions of a state by name."""
    return {state.action_to_string(action): action for action in state.legal_actions()}


def stack(kind: str, draw: random.Random) -> tuple[list[str], int]:
    """Return hands in order of play from the forehand on, then the last three cards, and the seat it is all about."""
    cards = list(PACK)
    draw.shuffle(cards)
    seat = draw.randrange(3)
    hand: list[str] = []
    if kind in ("vole", "revoke and vole", "lone Scüs"):
        hand = [*TRUMPS[-draw.randrange(16, 22) :], *draw.sample(KINGS, draw.randrange(2, 5))]
        if kind == "revoke and vole" and draw.random() < 0.5:
            hand = [*TRUMPS, *KINGS]
        elif kind == "vole" and draw.random() < 0.2:
            hand.remove(draw.choice(hand[:-6]))
    elif kind == "Scüs without trumps":
        suits = draw.sample(SUITS, 3)
        hand = [SCUES, *(card for card in cards if suit_of(card) in suits)][:25]
    elif kind == "weak declarer":
        hand = [SCUES, *sorted((card for card in cards if suit_of(card) in SUITS), key=strength)[:24]]
    rest = [card for card in cards if card not in hand]
    hand += [rest.pop() for _ in range(25 - len(hand))]
    hands = [hand if place == seat else [rest.pop() for _ in range(25)] for place in range(3)]
    return [card for some in hands for card in some] + rest, seat


def choose(state: Any, table: referee.Table, kind: str, seat: int, legal: list[str], draw: random.Random) -> str:  # noqa: PLR0912
    """Return the act that is played: at random, or so that a rare branch comes up."""
    phase, player = state.phase, state.current_player()
    chief = player == seat and kind not in ("", "trois", "quiet", "late Scüs")
    if phase == "discard":
        free = [card for card in legal if card not in (SCUES, *TRUMPS, *KINGS)]
        return draw.choice(free) if chief and free else draw.choice(legal)
    if phase == "auction":
        if kind == "quiet" and draw.random() < 0.7:
            return "pass" if "pass" in legal else draw.choice(legal)
        if kind == "trois" and player == table.first and "à trois" in legal and draw.random() < 0.5:
            return "pass"
        if "à trois" in legal and (kind == "trois" or (kind == "" and draw.random() < 0.3)):
            return "à trois"
        if kind == "trois":
            return draw.choice([word for word in legal if word in ("pass", "keep", "à deux")] or legal)
        if chief:
            return "keep" if "keep" in legal else draw.choice([word for word in legal if word in WORDS[1:]] or legal)
        if kind not in ("", "Scat bought", "late Scüs", "quiet", "trois"):
            return "pass" if "pass" in legal else draw.choice(legal)
        return draw.choice(legal)
    if phase == "vole":
        return "vole" if "vole" in legal and draw.random() < 0.8 else draw.choice(legal)
    if phase == "give" and chief:
        weak = [card for card in legal if card not in (SCUES, *TRUMPS, *KINGS)]
        return draw.choice(weak or legal)
    if phase == "name":
        if kind == "Scat bought" and draw.random() < 0.8:
            found = [card for card in legal if card in table.scat]
            return draw.choice(found or legal)
        if chief:
            high = [card for card in legal if card in TRUMPS or card in KINGS]
            return max(high, key=strength) if high and kind != "lone Scüs" else draw.choice(legal)
    if phase == "tricks" and kind in ("vole", "revoke and vole", "lone Scüs"):
        if chief and draw.random() < 0.98:
            plain = [card for card in legal if card != SCUES]
            return max(plain or legal, key=lambda card: (card in TRUMPS, strength(card)))
        if kind == "lone Scüs" and len(legal) > 1:
            return draw.choice([card for card in legal if card != SCUES])
        return min(legal, key=lambda card: (card in TRUMPS, strength(card)))
    if phase == "tricks" and kind == "late Scüs":
        return draw.choice([card for card in legal if card != SCUES and card not in TRUMPS] or legal)
    if phase == "tricks" and kind == "weak declarer":
        plain = [card for card in legal if card != SCUES]
        if chief:
            return min(plain or legal, key=strength)
        return max(plain or legal, key=strength)
    return draw.choice(legal)


@dataclass
class End:
    """What came of a game: differences on the way, else its record, two judgements, who revoked, and the gains."""

    found: list[str]
    game: dict[str, Any] = field(default_factory=dict)
    first: referee.Judgement = field(default_factory=referee.Judgement)
    judged: referee.Judgement = field(default_factory=referee.Judgement)
    revokes: list[str] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)


def run(number: int, *, stacked: bool) -> End:  # noqa: PLR0915
    """Play a game with the engine, step by step beside the referee."""
    draw = random.Random(f"{number} {stacked}")
    kind = KINDS[number % len(KINDS)] if stacked else ""
    if number // len(KINDS) % 2:
        kind = {"weak declarer": "revoke and vole", "quiet": "vole"}.get(kind, kind)
    dealer = draw.randrange(3)
    options = {"scat_first": True} if draw.random() < 0.4 and kind != "Scat bought" else None
    state: Any = codex.new_initial_state("1863", dealer=dealer, options=options)
    cards, seat = stack(kind, draw)
    if options:
        cards = cards[-3:] + cards[:-3]
    for card in cards:
        state.apply_action(next(deal for deal, _ in state.chance_outcomes() if state.action_to_string(deal) == card))
    seat = (dealer + 1 + seat) % 3 if kind else -1
    start = state.record_so_far().as_dict()
    table = read_table(start)
    found: list[str] = []
    blunderer = (seat + 1) % 3 if draw.random() < 0.5 else -1
    silent = draw.random() < 0.25
    revoking = kind.startswith("revoke") or (not kind and draw.random() < 0.2)
    while not state.is_terminal():
        legal, step = names(state), table.step()
        while step.skippable and (step.seat != state.current_player() or step.kind != STEPS[state.phase]):
            table._leave_out(step)
            step = table.step()
        player = state.current_player()
        certain = {act or "no vole" for act, point in step.allowed.items() if point == YES}
        perhaps = {act or "no vole" for act in step.allowed}
        if player != step.seat or not certain <= set(legal) <= perhaps:
            extra, missing = sorted(set(legal) - perhaps), sorted(certain - set(legal))
            found.append(
                f"{step.kind} {step.must}: engine {player} too much {extra} too little {missing}; referee {step.seat}"
            )
            break
        act = choose(state, table, kind, seat, list(legal), draw)
        if step.kind == "vole" and silent:
            act = "no vole"
        often = 0.9 if kind == "revoke and vole" and player in (seat, blunderer) else 0.02
        if revoking and step.kind == "play" and table.trick and draw.random() < often:
            blunderer = -1
            wrong = [card for card in table.hands[player] if card not in legal]
            if wrong:
                act = (
                    max(wrong, key=lambda card: (card in TRUMPS, strength(card)))
                    if player == seat
                    else draw.choice(wrong)
                )
                code = next(i for i in range(len(PACK)) if state.action_to_string(i) == act)
                if state.force_action(code) is None:
                    found.append(f"{act} is legal for the engine only")
                table.act(player, act)
                continue
        state.apply_action(legal[act])
        table.act(player, "" if act == "no vole" else act)
    if found:
        return End([f"{found[0]} {start} {state.history()[78:]}"])
    game = state.to_game().as_dict()
    first = table.settle(game["seats"], game["stamm"])
    counted = referee.HITS.copy()
    referee.HITS.clear()
    judged = judge(game)
    referee.HITS.clear()
    referee.HITS.update(counted)
    revokes = [game["seats"][player] for player in table.revokes]
    return End([], game, first, judged, revokes, state.returns())


def play(number: int, *, stacked: bool) -> tuple[list[str], str]:
    """Play a game; return all in which engine and referee differ, and the open points."""
    end = run(number, stacked=stacked)
    if end.found:
        return end.found, ""
    return compare(end), " ".join(end.judged.undetermined)


def score(end: End) -> dict[str, Any]:
    """Return a played game as `codex.settle` reads it: the acts that are not cards, and what the play came to."""
    game, judged, revokes = end.game, end.judged, end.revokes
    deal: dict[str, Any] = {
        "dealer": game["dealer"],
        "calls": game["calls"],
        "augen": judged.points["declarer"],
        "revokes": revokes,
    }
    deal |= {"tricks": judged.tricks, "bought": len(referee.read_cards(game.get("named", "")))}
    deal["scat_first"] = bool(game.get("scat_first"))
    if game.get("vole_after") is not None:
        deal["vole"] = {"made": judged.tricks == 25, "declared_after": game["vole_after"]}
    return {"era": "1863", "seats": game["seats"], "stamm": game["stamm"], "deals": [deal]}


def compare(end: End) -> list[str]:
    """Return what the engine's result and the two judgements of a game do not have in common."""
    game, first, judged = end.game, end.first, end.judged
    result, found = game["result"], []
    paid = sorted(
        (payment["paid_for"], payer, payee, payment["amount"])
        for payment in result["payments"]
        for payer in payment["payers"]
        for payee in payment["payees"]
    )
    mine = sorted((payment.paid_for, payment.payer, payment.payee, payment.amount) for payment in judged.payments)
    pairs = {
        "payments": (paid, mine),
        "totals": (result["totals"], judged.totals),
        "declarer": (result.get("declarer", ""), judged.declarer),
        "game": (result.get("game", ""), judged.game),
        "card points": (result.get("augen"), judged.points.get("declarer")),
        "tricks": (result.get("tricks"), judged.tricks if judged.declarer else None),
        "two judgements": (first.payments, judged.payments),
        "takers": (first.takers, judged.takers),
        "leads": ([line.split(" ", 1)[0] for line in game.get("tricks", ())[1:]], leaders(game, judged.takers)),
        "returns": (end.returns, [judged.totals[seat] for seat in game["seats"]]),
    }
    if end.revokes:  # the result of the state does not know of revokes: see below; that of a score does
        pairs = {name: pair for name, pair in pairs.items() if name not in ("payments", "totals", "returns")}
        pairs["settled"] = (codex.settle("1863", score(end)).totals, judged.totals)
    for name, (theirs, ours) in pairs.items():
        if theirs != ours:
            found.append(f"{name}: engine {theirs} referee {ours} {judged.undetermined} {game}")
    return found


def leaders(game: dict[str, Any], takers: list[str]) -> list[str]:
    """Return who leads each trick but the first: the taker of the one before, or who sits at his right for the Scüs."""
    seats, found = game["seats"], []
    tricks = [[play.rsplit(" ", 1) for play in line.split(" - ")] for line in game.get("tricks", ())]
    for number, taker in enumerate(takers[:-1], 1):
        late = number >= 22 and [taker, SCUES] in [play for trick in tricks[number:] for play in trick]
        found.append(seats[(seats.index(taker) + 1) % 3] if late else taker)
    return found


BRANCHES = """
    dealer takes the last three 1863:2 | Scat laid by the dealer 1863:3 | Scat laid by the declarer 1863:13
    first bid à trois 1863:7 | first bid à trois 1863:9 | first bid à deux 1863:4 | first bid à un 1863:4
    first bid sans-prendre 1863:4 | overbid 1863:4 | à trois overbid 1863:7 | pass 1863:5 | pass after a kept bid 1863:5
    bid kept 1863:6 | outbid passes 1863:6 | à deux forced 1863:7 | à trois kept 1863:8 | outbid passes 1863:8
    à trois kept 1863:9 | outbid passes 1863:9 | à trois kept higher | outbid bids higher | all pass 1863:10
    à trois thrown in 1863:10 | second's à trois falls 1863:9 | plays à deux 1863:4 | plays à un 1863:4
    plays sans-prendre 1863:4 | card bought from a player 1863:11 | card bought from the Scat 1863:11
    lead | led instead of the holder of the Scüs assumed: excuse.lead_instead | suit followed 1863:29
    any card thrown 1863:29 | trumped 1863:29 | trump on trump assumed: play.follow_tarock
    suit held, Scüs free assumed: excuse.free | trumped, Scüs free 1863:29 assumed: excuse.free
    Scüs kept without trumps where the suit is held assumed: excuse.free | Scüs played assumed: excuse.free
    Scüs forced on trump assumed: excuse.forced_on_tarock | Scüs forced on a void suit assumed: excuse.forced_on_void
    Scüs at three cards assumed: excuse.played_before_last | trump takes 1863:29 | highest of the suit led takes 1863:29
    Scat counts for the declarer assumed: discard.counts_for | Scat for opponents assumed: discard.counts_for
    Scüs exchanged assumed: excuse.exchanged | Scüs in a trick of its own side assumed: excuse.exchanged
    Scüs alone assumed: excuse.lone_points | Scüs in the Scat 1863:3 | won à deux 1863:15 | won à un 1863:15
    won sans-prendre 1863:15 | lost à deux 1863:20 | lost à un 1863:20 | lost sans-prendre 1863:20 | thirty-nine 1863:21
    tens only 1863:16 | remainder of five and more 1863:18 | one counter at least 1863:19 | five of sans-prendre 1863:18
    vole announced 1863:24 | vole not announced 1863:24 | vole made unannounced 1863:24 | vole made à deux 1863:23
    vole made à un 1863:23 | vole made sans-prendre 1863:23 | vole failed à deux 1863:25 | vole failed à un 1863:25
    vole failed sans-prendre 1863:25 | vole made with own revoke assumed: volat.with_revoke
    vole failed with an opponent's revoke assumed: volat.with_revoke | revoke of the declarer 1863:28
    revoke of an opponent 1863:28 | lost by revoke 1863:28 | won by an opponent's revoke 1863:28
    one point at least assumed: revoke.one_point_at_least declarer
    one point at least assumed: revoke.one_point_at_least opponent | bête of an opponent 1863:28
    bête written down 1863:22
"""


def test_engine_and_referee_agree() -> None:
    """At every step, and in what each game comes to; in a thorough run each branch of the rules is met 30 times."""
    referee.HITS.clear()
    found: list[str] = []
    for stacked, games in ((False, RANDOM), (True, STACKED)):
        for number in range(games):
            found += play(number, stacked=stacked)[0]
    assert found == [], "\n".join(found[:5])
    if EVERY == 1:
        branches = [branch.strip() for line in BRANCHES.strip().splitlines() for branch in line.split(" | ")]
        rare = {branch: referee.HITS[branch] for branch in branches if referee.HITS[branch] < 30}
        assert rare == {}, dict(referee.HITS)


def test_the_example_is_judged_as_it_says() -> None:
    """The example file: no forbidden act, and its own result."""
    game = yaml.safe_load(EXAMPLE)
    judged = judge(game)
    assert judged.allowed
    assert not judged.undetermined
    assert (judged.totals, judged.points["declarer"]) == (game["result"]["totals"], game["result"]["augen"])


def test_cards_named_without_laying_down() -> None:
    """The whole table of sentence 33; what it makes of a vole is open, and not compared.

    Scores are settled by the engine itself: `codex.settle` settles each under all other readings too.
    """
    compared = 0
    for kind in (1, 2):
        for augen in range(79):
            for revokes in ([], ["A"], ["B"]):
                table = referee.Table([[], [], []], [], 2, scat_first=False)
                table.declarer, table.kind, table.formal, table.taken = 1, kind, True, [1, 24, 0]
                table.revokes = ["ABC".index(seat) for seat in revokes]
                table.count = lambda augen=augen: {"declarer": augen, "opponents": 78 - augen}  # type: ignore[method-assign,misc]
                says = [("A", "pass"), ("B", WORDS[kind]), ("C", "pass")]
                deal = {"dealer": "C", "calls": [{"seat": seat, "says": word} for seat, word in says], "laid": 0}
                deal |= {"augen": augen, "bought": 0, "revokes": revokes}
                text = yaml.safe_dump({"seats": ["A", "B", "C"], "stamm": 10, "deals": [deal]})
                assert score_files.score("1863", text).totals == table.settle(["A", "B", "C"], 10).totals, deal
                compared += 1
    assert compared == 474


def test_unequal_hands_are_void() -> None:
    """Nothing is paid, and whose the penalty is stays open."""
    game = yaml.safe_load(EXAMPLE)
    game["hands"]["A"] = game["hands"]["A"].replace("VII ", "", 1)
    game["left_over"] = f"VII - {game['left_over']}"
    judged = judge(game)
    assert judged.void
    assert judged.undetermined == ["unequal"]


def test_the_state_settles_a_revoke() -> None:
    """What the record of a state says that it comes to is what `tarock replay` and the referee find."""
    games = [run(number, stacked=True) for number in range(KINDS.index("revoke"), 100, len(KINDS))]
    revoked = [end for end in games if end.revokes]
    assert revoked
    assert all(end.game["result"]["totals"] == end.judged.totals for end in revoked)
    assert all(end.returns == [end.judged.totals[seat] for seat in end.game["seats"]] for end in revoked)
