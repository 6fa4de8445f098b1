"""The games that are played by altered rules: of each era how its cards are stacked, and how its records are judged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tarock.game.common.counting import decide_outcomes
from tarock.game.completed_1945 import CompletedEngine
from tarock.game.koenigrufen_1840.state import Options
from tarock.game.taroc_1754.state import TarocEngine
from tarock.game.tarokhombre_1863.replay import replay
from tarock.game.tarokhombre_1863.state import TarokhombreEngine
from tarock.rules.ruleset import Rules
from tests.analysis import taroc_games, tarokhombre_games
from tests.game.altered_games import SOUGHT, AlteredEra, Judgement
from tests.game.koenigrufen_1840 import altered_rules as koenigrufen
from tests.game.score_files import rules_of
from tests.game.taroc_1754.tables import RULES


class AlteredTaroc(AlteredEra):
    """1754."""

    options = (None,)

    def rules(self) -> Rules:
        return RULES

    def make(self, by: Rules, options: Any) -> TarocEngine:
        return TarocEngine.of(by)

    def stack(self, engine: Any, dealer: int, number: int, rng: random.Random) -> Sequence[int]:
        return taroc_games.stack(engine, dealer, number % taroc_games.KINDS, rng)

    def choose(self, state: Any, number: int, rng: random.Random) -> int:
        return taroc_games.choose(state, number % taroc_games.KINDS, rng)

    def judge(self, state: Any) -> Judgement:
        again = state.replay(prices=False)
        codes, heaps = tuple(each.code for each in again.findings), again.record and again.record.piles
        return Judgement(codes, again.settled.totals if again.settled else None, heaps)


class AlteredTarokhombre(AlteredEra):
    """1863."""

    options = tarokhombre_games.OPTIONS
    sought = 4 * SOUGHT  # an announced vole of each game is rare

    def __init__(self) -> None:
        self.stacked = dict[int, int]()  # the seat that a game is about, by the number of the game

    def rules(self) -> Rules:
        return tarokhombre_games.RULES

    def make(self, by: Rules, options: Any) -> TarokhombreEngine:
        return TarokhombreEngine.of(by, options)

    def stack(self, engine: Any, dealer: int, number: int, rng: random.Random) -> Sequence[int]:
        cards, self.stacked[number] = tarokhombre_games.stack(engine, dealer, number % tarokhombre_games.KINDS, rng)
        return cards

    def choose(self, state: Any, number: int, rng: random.Random) -> int:
        kind, chief, legal = number % tarokhombre_games.KINDS, self.stacked[number], state.legal_actions()
        if state.phase == "auction" and kind and chief == state.current_player() and rng.random() < 0.7:
            action: int = rng.choice(legal[1:] or legal)  # each game in turn, not the highest only
            return action
        return tarokhombre_games.choose(state, kind, chief, rng)

    def judge(self, state: Any) -> Judgement:
        engine = state.engine
        again = replay(state.record_so_far(), engine.rules.without_prices(), engine)
        codes = [each.code for each in again.findings]
        totals = again.settled.totals if again.settled else None
        if not codes and totals != state.settle(prices=False).totals:
            codes.append("RESULT-DIFFERS")
        return Judgement(tuple(codes), totals)


class AlteredCompleted(AlteredEra):
    """1945 completed from 1840."""

    options = (Options(), Options(next_deals=True))

    def rules(self) -> Rules:
        return rules_of("1945")

    def make(self, by: Rules, options: Any) -> CompletedEngine:
        return CompletedEngine.of(by, options)

    def stack(self, engine: Any, dealer: int, number: int, rng: random.Random) -> Sequence[int]:
        return koenigrufen.stack(engine, number % koenigrufen.KINDS, rng)

    def choose(self, state: Any, number: int, rng: random.Random) -> int:
        return koenigrufen.choose(state, number % koenigrufen.KINDS, rng)

    def judge(self, state: Any) -> Judgement:
        again = state.replay()
        return Judgement(tuple(each.code for each in again.findings), again.settled.totals if again.settled else None)

    def differs(self, by: Rules) -> bool:
        every = range(211)
        return decide_outcomes(every, by) != decide_outcomes(every, rules_of("1945"))


ERAS: dict[str, AlteredEra] = {
    "1754": AlteredTaroc(),
    "1840": koenigrufen.KOENIGRUFEN,
    "1863": AlteredTarokhombre(),
    "1945": AlteredCompleted(),
}
