"""The engine against an independent referee: random games from auction to score sheet, and altered printed ones.

The referee knows the paragraphs, not the engine. Where a game has faults of several stages, the first stage is held
against the engine's, for what follows from a fault is nobody's rule; in play it is the first fault. What is written
is compared line by line wherever the cards of every trick are known.
"""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from tarock.base.yamlio import Document
from tarock.game.koenigrufen_1840.record import Game, read_game
from tarock.game.koenigrufen_1840.replay import Replay, replay
from tests.game.koenigrufen_1840.builders import model, pack, rules
from tests.game.koenigrufen_1840.referee import Fault, Referee, Told, Written
from tests.game.koenigrufen_1840.score_sheet import sheet
from tests.game.koenigrufen_1840.told_games import (
    alterations,
    random_told,
    speak_against_the_rules,
    tell_game,
    write_record,
)

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("TAROCK_REFEREE_GAMES", "1000"))
SPOILT = 0.3  # of the games have words that nobody may say, or not then
SHARE = 20  # of the single alterations of one kind, for each printed game
STAGES = ("deal", "auction", "declarer", "purchase", "scat", "king", "announcements", "play")
STAGE = {
    "auction": ("BID-ORDER", "BID-AFTER-END", "BID-AFTER-PASS", "BID-FOLD", "BID-NOT-HIGHER", "BID-TOO-HIGH"),
    "declarer": ("BID-WRONG-DECLARER",),
    "purchase": ("PURCHASE-LOWER", "PURCHASE-TOO-HIGH"),
    "scat": (
        "SCAT-SIZE", "SCAT-NOT-HELD", "SCAT-HONOUR", "SCAT-TAROCK", "HAND-AFTER-TWICE", "HAND-AFTER-DIFFERS",
    ),
    "king": ("KING-NOT-KING", "KING-NOT-OWN", "PARTNER-DIFFERS"),
    "announcements": ("ANNOUNCE-SEAT", "ANNOUNCE-ORDER"),
    "deal": ("DEAL-DUPLICATE", "DEAL-MISSING", "HAND-SIZE", "TALON-SIZE", "FIFTH-NOT-DEALER"),
    "play": (
        "TRICKS-MISSING", "LEAD-WRONG-SEAT", "PLAY-ORDER", "PLAY-TWICE", "PLAY-NOT-HELD", "PLAY-REVOKE",
        "PLAY-PAGAT-EARLY",
    ),
}  # fmt: skip
STAGE_OF = {code: stage for stage, codes in STAGE.items() for code in codes}
TURN = ("LEAD-WRONG-SEAT", "PLAY-ORDER")  # the referee only sees that the turn is wrong
UNJUDGED = (
    "HAND-UNCERTAIN",
    "LEAD-UNCERTAIN",
    "SIDES-UNCERTAIN",
    "COUNT-UNCERTAIN",
)  # say that something is not judged
HARMLESS = {  # to the score sheet
    "PLAY-REVOKE", "PLAY-PAGAT-EARLY", "SCAT-TAROCK", "PARTNER-DIFFERS", "HAND-AFTER-TWICE", "BID-FOLD",
    "ANNOUNCE-SEAT", "ANNOUNCE-ORDER",
}  # fmt: skip


def read_told(game: Told) -> Game:
    """The game as the engine reads it, out of a record like that of a file."""
    record = write_record(game)
    document = Document(Path("told.yaml"), record)
    return read_game(document.convert(Game, record), pack(), rules(), document)


def played(game: Told) -> Replay:
    """The game as the engine reads and replays it."""
    return replay(read_told(game), pack(), rules())


def told(name: str) -> Told:
    """A Musterspiel as corrected."""
    return tell_game(model(name))


def first_faults(faults: list[Fault]) -> object:
    """The faults of the first faulty stage: their codes, or in play the first one; None when there is none."""
    for stage in STAGES:
        found = [fault for fault in faults if fault.stage == stage]
        if found and stage == "play":
            first = found[0]
            return (first.code, first.trick) if first.code == "TURN" else first
        if found:
            return stage, {fault.code for fault in found}
    return None


def found(run: Replay) -> list[Fault]:
    """The engine's findings, by stage."""
    return [
        Fault(STAGE_OF[finding.code], "TURN", finding.trick)
        if finding.code in TURN
        else Fault(STAGE_OF[finding.code], finding.code, finding.trick, finding.seat, finding.card)
        for finding in run.findings
        if finding.code not in UNJUDGED
    ]


def written(run: Replay, *, after_revokes: bool) -> Written:
    """What the engine writes; only points that somebody has."""
    sheet = run.sheet_with_revokes if after_revokes and run.sheet_with_revokes else run.sheet
    points: Counter[tuple[str, str]] = Counter()
    for line in sheet.lines:
        for seat in line.payees:
            points[str(line.reason), seat] += line.amount
    return Written(points, {point.code for point in sheet.open})


def differs(game: Told) -> str:
    """In what the engine and the referee differ about a game; empty when they agree."""
    referee, run = Referee(game), played(game)
    mine, its = first_faults(referee.faults), first_faults(found(run))
    if mine != its:
        return f"referee: {mine}, engine: {its}"
    unjudged = {finding.seat for finding in run.findings if finding.code == "HAND-UNCERTAIN"}
    # else the referee does not know who played what, or which half was bought
    if not any(fault.code == "TURN" or fault.stage == "purchase" for fault in referee.faults):
        left, right = (
            (referee.doubtful, referee.uncertain_leads, referee.settles),
            (unjudged, {*run.uncertain_leads}, run.settles),
        )
        if left != right:
            return f"not judged by the referee: {left}, by the engine: {right}"
        if referee.doubtful & {*run.result.revokes, *run.result.honours.values()}:
            return f"{run.result.revokes} {run.result.honours} in spite of {referee.doubtful}"
    if {fault.code for fault in referee.faults} <= HARMLESS and referee.settles and not referee.doubtful:
        for after_revokes in (False, True):
            due, got = sheet(game, after_revokes=after_revokes), written(run, after_revokes=after_revokes)
            if due != got:
                return f"after revokes {after_revokes}: referee writes {due}, engine {got}"
    return ""


def test_random_games() -> None:
    kinds: Counter[str] = Counter()
    rng = random.Random(1840)
    for number in range(GAMES):
        game = random_told(rng)
        if rng.random() < SPOILT:
            speak_against_the_rules(rng, game)
        assert not (said := differs(game)), f"game {number}: {said}\n{game}"
        kinds.update(_kinds(game))
    # the games reach what the paragraphs speak of
    rare = {kind: kinds[kind] for kind in _KINDS if kinds[kind] < min(5, max(1, GAMES // 400))}
    assert not rare, kinds


_KINDS = (
    "solo", "five", "sound", "Renonce", "Renonce of the Spieler's side", "Renonce of both", "all_three", "all_four",
    "king", "ultimo", "volat", "lapsed", "lapsed in part", "raised oneself", "equal bid", "game-beside-volat",
    "rounding", "silent-ultimo", "silent-volat", "game-after-lost-volat", "struck-for-revoke",
    "struck-though-lost", "unlawful-call", "king-with-revoke", "revoke-extra-player", "revoke-friends",
    "revoke-alone", "sleeping",
)  # fmt: skip


def _kinds(game: Told) -> set[str]:
    """What comes up in a game, as the referee sees it."""
    referee = Referee(game)
    found = sheet(game, after_revokes=True)
    ours, _theirs = referee.sides()
    sides = {seat in ours for seat in referee.revokes}
    lapsed = {kind for kind, _seat in referee.lapsed}
    heights = [bid for bid in game.bids if bid[1] != "pass"]
    kinds = {reason for reason, _seat in found.points} | found.open
    kinds |= {"solo"} if not game.kept else set()
    kinds |= {"five"} if game.fifth else set()
    kinds |= {"sound"} if not referee.faults else set()
    kinds |= {"Renonce"} if sides else set()
    kinds |= {"Renonce of the Spieler's side"} if sides == {True} else set()
    kinds |= {"Renonce of both"} if len(sides) == 2 else set()
    kinds |= {"lapsed"} if lapsed else set()
    kinds |= {"lapsed in part"} if lapsed and {"all_three", "all_four"} - lapsed & kinds else set()
    kinds |= {"raised oneself"} if game.kept > game.first else set()
    kinds |= {"equal bid"} if any(a[1:] == b[1:] for a, b in itertools.pairwise(heights)) else set()
    kinds |= {"sleeping"} if game.king in referee.left and game.kept == game.first else set()
    return kinds


@pytest.mark.parametrize("name", ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"])
def test_single_alterations_of_the_printed_games(name: str) -> None:
    game = told(name)
    assert differs(game) == ""
    rng = random.Random(name)
    count = 0
    for kind, other in alterations(game, rng, SHARE):
        assert not (said := differs(other)), f"{name}, {kind}: {said}\n{other}"
        count += 1
    assert count > 240
