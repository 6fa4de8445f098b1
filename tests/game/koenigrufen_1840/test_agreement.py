"""Play and record agree: the acts of a record are told to a state, and what it refuses is what the replay finds.

A state that is told an act against the rules goes on, as a replay does. Some records have acts that nobody could take
at all: not in turn, of a card that is not held, a game that cannot be named. There the state stops, and the replay must
have found something too.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.record import Announcement, Game
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import Engine, Phase
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat
from tests.conftest import EVERY
from tests.game.koenigrufen_1840.builders import changed, model, pack, rules
from tests.game.koenigrufen_1840.test_referee import read_told
from tests.game.koenigrufen_1840.test_replay import CASES
from tests.game.koenigrufen_1840.told_games import alter_once, random_told, speak_against_the_rules, write_record

ENGINE = Engine(pack(), rules())
# Findings about what a record says beside its acts, and about cards that cannot lie as told.
BESIDE_ACTS = {
    "BID-WRONG-DECLARER", "PARTNER-DIFFERS", "KING-LATE", "PURCHASE-SHOWN", "HAND-AFTER-TWICE", "HAND-AFTER-DIFFERS",
    "CONSULATION-SMALL", "FIFTH-NOT-DEALER", "HAND-UNCERTAIN", "LEAD-UNCERTAIN", "SIDES-UNCERTAIN", "COUNT-UNCERTAIN",
}  # fmt: skip


class Refusals(NamedTuple):
    """The acts before play that a state refused, by seat and paragraph, the cards, and the phase where it stopped."""

    before: set[tuple[str, str]]
    cards: set[tuple[int, str, str, str]]
    stopped: str


class _CannotBeToldError(Exception):
    pass


class _Teller:
    def __init__(self, game: Game):
        self.game, self.state = game, ENGINE.read_deal(game)
        self.refused, self.cards = set[tuple[str, str]](), set[tuple[int, str, str, str]]()

    def is_in(self, phase: Phase) -> bool:
        return self.state.phase is phase

    def turn(self) -> str:
        """The seat to act, as the record names it."""
        return self.game.seats[self.state.current_player()]

    def act(self, seat: str, action: int) -> None:
        state = self.state
        if state.is_terminal() or self.turn() != seat:
            raise _CannotBeToldError
        trick = len(state.at.tricks)
        try:
            rule = state.force_action(action)
        except CodexError:
            raise _CannotBeToldError from None
        if rule is not None and trick:
            self.cards.add((trick, seat, pack().cards[action].name, rule.ref))
        elif rule is not None:
            self.refused.add((seat, rule.ref))

    def tell(self) -> Refusals:
        try:
            for part in (self.tell_bids, self.tell_king, self.tell_purchase, self.tell_words, self.tell_tricks):
                part()
        except _CannotBeToldError:
            return Refusals(self.refused, self.cards, self.state.phase)
        return Refusals(self.refused, self.cards, "")

    def wait(self, phase: Phase, seat: str, silence: int) -> None:
        """Let all say nothing until it is the turn of a seat, or for no seat to the end of the phase."""
        while self.is_in(phase) and self.turn() != seat:
            self.act(self.turn(), silence)

    def tell_bids(self) -> None:
        actions = {(bid.bid, bid.fold): action for action, bid in ENGINE.bids.items()}
        for bid in self.game.bids:
            self.wait(Phase.BIDDING, bid.seat, ENGINE.pass_)
            if (bid.bid, bid.fold) not in actions or not self.is_in(Phase.BIDDING):
                raise _CannotBeToldError
            self.act(bid.seat, actions[bid.bid, bid.fold])
        self.wait(Phase.BIDDING, "", ENGINE.pass_)
        if not self.is_in(Phase.KING) or self.turn() != self.game.declarer:
            raise _CannotBeToldError

    def tell_king(self) -> None:
        if self.state.at.contract is not self.game.contract:
            raise _CannotBeToldError
        self.act(self.game.declarer, ENGINE.number[self.game.king])

    def tell_purchase(self) -> None:
        game, at = self.game, self.state.at
        if game.purchase is not None:
            if at.first != game.purchase.first:
                raise _CannotBeToldError
            while at.kept < game.purchase.kept:
                self.act(game.declarer, ENGINE.raise_)
            if at.kept != game.purchase.kept:
                raise _CannotBeToldError
            self.act(game.declarer, ENGINE.keep)
        # tarocks last: they may be laid away when no suit card is left
        for card in sorted(game.scat, key=lambda card: card.is_tarock):
            if not self.is_in(Phase.SCAT):
                raise _CannotBeToldError
            self.act(game.declarer, ENGINE.number[card])
        if not self.is_in(Phase.WORDS):
            raise _CannotBeToldError

    def tell_words(self) -> None:
        actions = {word: action for action, word in ENGINE.announcement_actions.items()}
        for said in self.game.announcements:
            self.wait(Phase.WORDS, said.seat, ENGINE.nothing)
            self.act(said.seat, actions[said.of, said.call])
        self.wait(Phase.WORDS, "", ENGINE.nothing)

    def tell_tricks(self) -> None:
        for trick in self.game.tricks:
            for seat, card in trick:
                self.act(seat, ENGINE.number[card])
        if not self.state.is_terminal():
            raise _CannotBeToldError


def check(game: Game) -> str:
    """Hold what the state refuses in a record against what the replay finds in it; where the state stopped."""
    findings = replay(game, pack(), rules()).findings
    try:
        told = _Teller(game).tell()
    except CodexError:
        assert {each.code for each in findings} & {
            "DEAL-DUPLICATE", "DEAL-MISSING", "HAND-SIZE", "TALON-SIZE", "FIFTH-NOT-DEALER"
        } or game.fifth  # fmt: skip
        return Phase.DEAL
    # 35.4 forbids to lay a tarock away, 35.5 tells when it must be done: the state names the one, the replay the other
    acts = [each for each in findings if each.code not in BESIDE_ACTS]
    before = {
        (each.seat or game.declarer, "1840:35.4" if each.code == "SCAT-TAROCK" else each.ref)
        for each in acts
        if not each.trick
    }
    places = {(each.trick, each.seat, each.card) for each in acts if each.trick}
    cards = {(each.trick, each.seat, each.card, each.ref) for each in acts}
    if told.stopped:
        assert findings
    # then the replay has withdrawn what rests on cards that cannot lie as told, or does not know which trick is missing
    if any(each.code.endswith("-UNCERTAIN") or each.code == "TRICKS-MISSING" for each in findings):
        return told.stopped
    # a Pagat played too early may be a revoke besides, a wrong raise be wrong in two ways: the state names one rule
    assert told.before <= before
    assert told.cards <= cards
    if not told.stopped:
        assert {seat for seat, _ref in told.before} == {seat for seat, _ref in before}
        assert places == {card[:3] for card in told.cards}
    return told.stopped


@pytest.mark.parametrize("code", CASES)
def test_what_the_state_refuses_the_replay_finds(code: str) -> None:
    check(CASES[code].game)


@pytest.mark.slow
def test_of_games_with_one_thing_changed_too() -> None:
    rng, stopped = random.Random(52), set[str]()
    for number in range(6_000 if EVERY == 1 else 600):
        told = random_told(rng)
        kind = ""
        if number % 2:
            speak_against_the_rules(rng, told)
        else:
            kind = alter_once(rng, told)
        try:
            game = read_told(told)
        except CodexError:
            continue
        try:
            stopped.add(check(game))
        except AssertionError as error:
            raise AssertionError(f"game {number}: {kind} {write_record(told)}") from error
    assert stopped >= {"", Phase.DEAL, Phase.BIDDING, Phase.SCAT, Phase.PLAY}


def test_what_one_state_is_told_against_the_rules_is_nothing_to_another() -> None:
    """56.1: a raise of a Volat that nobody has announced is wrong, and the ultimo and contra after it are not."""
    game = model("m4")
    wrong = Announcement(seat="A", call=AnnouncementWord.SUPRA, of=Feat.VOLAT)
    told = _Teller(changed(game, announcements=(wrong, *game.announcements))).tell()
    assert told.before == {("A", "1840:56.1")}
    assert _Teller(game).tell().before == set()
