"""A second opinion on the play: OpenSpiel's `tarok`, Slovenian tarok with the same 54 cards.

In its ordinary positive games one must follow suit, else play a tarock, as in 1840:63. Its negative games and
colour valat follow other rules and are not played here; its emperor trick (Scüs, Mond and Pagat in one trick
goes to the Pagat) is left out. Its scoring is another game's and is not compared.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tarock.game.common.cards import Card
from tarock.game.common.notation import Play
from tarock.game.common.trick_law import TrickLaw
from tests.game.koenigrufen_1840.builders import pack, rules

pytestmark = pytest.mark.slow

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) cannot be imported here")

GAMES = 500
SUITS = {"Hearts": "Herz", "Diamonds": "Careau", "Spades": "Pique", "Clubs": "Treffle"}
RANKS = {"King": "König", "Queen": "Dame", "Knight": "Cavall", "Jack": "Bube", "10": "Zehner", "9": "Neuner",
         "8": "Achter", "7": "Siebner", "1": "Aß", "2": "Zweier", "3": "Dreier", "4": "Vierer"}  # fmt: skip
TAROCKS = {"Skis": "Scüs", "Mond": "XXI", "Pagat": "I", "IIII": "IV"}
POSITIVE = ("THREE", "TWO", "ONE", "SOLO_THREE", "SOLO_TWO", "SOLO_ONE", "SOLO_WITHOUT")


def ours(name: str) -> Card:
    """Our card for one of OpenSpiel's names, such as `Knight of Hearts` or `Skis`."""
    rank, of, suit = name.partition(" of ")
    return pack().require(f"{SUITS[suit]}-{RANKS[rank]}" if of else TAROCKS.get(name, name))


class Played:
    """Random games of OpenSpiel's, each trick held against our law."""

    def __init__(self, games: int):
        self.tricks = self.plays = self.emperors = 0
        self.contracts: dict[str, int] = {}
        game = pyspiel.load_game("tarok(players=4,rng_seed=1840)")
        probe = game.new_initial_state()
        probe.apply_action(probe.legal_actions()[0])
        self.cards = [ours(probe.card_action_to_string(number)) for number in range(54)]
        rng = random.Random(1840)
        while sum(self.contracts.values()) < games:
            self.one(game.new_initial_state(), rng)

    def one(self, state: Any, rng: random.Random) -> None:
        playing = pyspiel.TarokGamePhase.TRICKS_PLAYING
        while not state.is_terminal() and state.current_game_phase() != playing:
            state.apply_action(rng.choice(state.legal_actions()))
        contract = state.selected_contract().name
        if state.is_terminal() or contract not in POSITIVE:
            return
        self.contracts[contract] = self.contracts.get(contract, 0) + 1
        law = TrickLaw.of(rules())
        plays: list[Play] = []
        while not state.is_terminal() and state.current_game_phase() == playing:
            player = state.current_player()
            assert [self.cards[one] for one in state.trick_cards()] == [one for _seat, one in plays]
            hand = [self.cards[one] for one in state.player_cards(player)]
            theirs = {self.cards[one] for one in state.legal_actions()}
            assert set(law.find_legal(hand, plays)) == theirs, (plays, hand)
            assert {one for one in hand if not law.find_breach(hand, plays, one)} == theirs
            action = rng.choice(state.legal_actions())
            plays.append((str(player), self.cards[action]))
            state.apply_action(action)
            self.plays += 1
            if len(plays) == 4:
                if not state.is_terminal():
                    self.taken(plays, str(state.current_player()))
                plays = []

    def taken(self, plays: list[Play], leader: str) -> None:
        """The taker leads to the next trick; who takes the last one OpenSpiel does not tell."""
        if {pack().scues, pack().mond, pack().pagat} <= {one for _seat, one in plays}:
            self.emperors += 1
            return
        assert TrickLaw.of(rules()).find_winner(plays)[0] == leader, plays
        self.tricks += 1


@pytest.fixture(scope="module")
def played() -> Played:
    return Played(GAMES)


def test_the_packs_are_the_same(played: Played) -> None:
    assert sorted(one.name for one in played.cards) == sorted(one.name for one in pack().cards)
    assert len(set(played.cards)) == 54


def test_legal_plays_and_takers_agree(played: Played) -> None:
    # eleven tricks of every game; the contracts are those where the same duties hold
    assert played.plays == 48 * GAMES
    assert played.tricks + played.emperors == 11 * GAMES
    assert played.tricks > 5000
    assert len(played.contracts) >= 4, played.contracts


def test_the_order_of_the_cards_agrees(played: Played) -> None:
    # OpenSpiel numbers the cards of a suit from the lowest to the highest, the Skis last of the tarocks
    for suit in {one.suit for one in pack().cards}:
        strengths = [one.strength for one in played.cards if one.suit == suit]
        assert strengths == sorted(strengths)
