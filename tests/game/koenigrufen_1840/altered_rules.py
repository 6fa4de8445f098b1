"""Games of 1840 that tests play by other rules than those of the text, stacked so that rare things come up."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any

from tarock.analysis.core import THIRDS, Core
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.play_core import GameCore
from tarock.analysis.players import LEVELS
from tarock.analysis.table import compile_rules
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.game.common.cards import Pack
from tarock.game.common.counting import decide_outcome
from tarock.game.koenigrufen_1840.replay import add_score_sheets, play_through
from tarock.game.koenigrufen_1840.state import SEATS, Engine, KoenigrufenEngine, Options, Phase, State
from tarock.rules.ruleset import Rules, Value
from tests.conftest import ROOT
from tests.game.altered_games import SOUGHT, AlteredEra, Fault, Judgement, Outcome
from tests.game.koenigrufen_1840.builders import pack, rules

OPTIONS = (Options(), Options(knocked=True), Options(next_deals=True))
SOLVED = 2  # cards of a hand from which on the end of a game is searched
KINDS = 13  # of deals and of ways to play
RELUCTANT = (15, 25)  # games in which nobody bids before the third player, or the forehand, has passed with All Three


@cache
def core() -> Core:
    return Core(Project(ROOT).core)


@cache
def own_engine(options: Options) -> Engine:
    return Engine(pack(), rules(), options)


def stack(engine: Any, kind: int, rng: random.Random) -> list[int]:
    """The cards in order of dealing: at random, or stacked as `kind` says."""
    cards = list(range(len(engine.cards)))
    rng.shuffle(cards)
    own = [place for place, seat in enumerate(engine.deal_order) if seat == kind % len(SEATS)]
    talon = range(len(engine.deal_order), len(cards))
    trumps = sorted(engine.tarocks, key=lambda card: -engine.cards[card].strength)
    wanted: list[tuple[Sequence[int], Sequence[int]]] = [
        ([], []),
        (own, engine.kings),
        (own, [engine.pagat, *trumps[:2]]),
        (talon, engine.kings),
        (own, [*trumps[: len(own) - 3], *engine.kings]),
        (own, [*trumps[: len(own) - 1], engine.pagat]),
        (own, [card for card in engine.suit_cards if card not in engine.kings]),
        (own, [*engine.kings[:1], *trumps[: len(own) - 1]]),
        ([*talon, *own], [*trumps[1:7], *trumps[:1], *trumps[7:-5], *engine.kings[:2]]),
        ([*talon, *own], [*trumps[-6:], *trumps[:8], *engine.kings]),
    ]
    places, stacked = wanted[kind % len(wanted)]
    for place, card in zip(places, stacked, strict=False):
        at = cards.index(card)
        cards[place], cards[at] = cards[at], cards[place]
    return cards


def deal(engine: Engine, dealer: int, kind: int, rng: random.Random) -> State:
    """A dealt state, stacked as `kind` says."""
    cards, state = stack(engine, kind, rng), State(engine, dealer)
    for card in cards:
        state.apply_action(card)
    return state


def choose(state: Any, kind: int, rng: random.Random) -> int:
    """An action: mostly one that makes something happen, so that each rule is met."""
    engine: KoenigrufenEngine = state.engine
    legal: list[int] = state.legal_actions()
    match state.phase:
        case Phase.BIDDING if engine.options.next_deals and kind % 2:
            return engine.pass_  # nobody bids, and the next deals
        case Phase.BIDDING if engine.pass_ in legal and len(legal) > 1 and rng.random() < 0.8:
            stacked = (engine.forehand[state.dealer] + kind) % engine.players  # who has the cards should play
            return rng.choice(legal[1:]) if state.current_player() == stacked else engine.pass_
        case Phase.PURCHASE:
            return legal[-1] if rng.random() < 0.6 else legal[0]
        case Phase.WORDS if rng.random() < 0.6:
            return legal[-1] if rng.random() < 0.5 else rng.choice(legal)
        case Phase.PLAY if rng.random() < 0.7:
            held = [card for card in legal if card != engine.pagat] or legal
            return (max if kind % 3 else min)(
                held, key=lambda card: (engine.cards[card].is_tarock, engine.cards[card].strength)
            )
    return rng.choice(legal)


class AlteredKoenigrufen(AlteredEra):
    """1840, with the solver, the machines of the core and those of Python."""

    options = OPTIONS
    sought = 4 * SOUGHT  # a silent ultimo of each side is rare

    def rules(self) -> Rules:
        return rules()

    def make(self, by: Rules, options: Any) -> Engine:
        return Engine(Pack(by), by, options)

    def stack(self, engine: Any, dealer: int, number: int, rng: random.Random) -> Sequence[int]:
        return stack(engine, number % KINDS, rng)

    def choose(self, state: Any, number: int, rng: random.Random) -> int:
        if state.phase == Phase.BIDDING and number % (2 * KINDS) in RELUCTANT:
            actor, legal = state.current_player(), list[int](state.legal_actions())
            place = (actor - state.engine.forehand[state.dealer]) % len(SEATS)
            spoken = any(by == actor for by, _bid in state.at.bids)
            waits = place <= number % KINDS % len(SEATS) and not spoken
            return legal[0] if waits else rng.choice(legal[1:] or legal)
        if number < SOUGHT or number // KINDS % 2:
            return choose(state, number % KINDS, rng)
        # who has the cards does not play, and says nothing of the Pagat that he keeps
        legal = list(state.legal_actions())
        if state.phase == Phase.WORDS:
            return legal[0]
        if state.phase == Phase.PLAY:
            return rng.choice([card for card in legal if card != state.engine.pagat] or legal)
        return choose(state, number % KINDS + number // KINDS % len(SEATS), rng)

    def judge(self, state: Any) -> Judgement:
        engine = state.engine
        again = add_score_sheets(play_through(state.to_game(), engine.pack, engine.rules), engine.rules)
        if again.partner != (SEATS[state.partner] if state.partner >= 0 else ""):
            raise Fault(Outcome.REPLAY, "partner")
        sheet = again.sheet_with_revokes or again.sheet
        return Judgement(tuple(finding.code for finding in again.findings), sheet.totals)

    def differs(self, by: Rules) -> bool:
        return any(decide_outcome(thirds, by) != decide_outcome(thirds, rules()) for thirds in range(THIRDS))

    def check_end(self, solved: Any, state: Any) -> None:
        """Hold the solver's value of the declarer's sheet against a search through the states."""
        engine = state.engine
        course = play_through(state.to_game(), engine.pack, engine.rules)
        opened = OpenCards(course, engine.pack, engine.rules, core())
        played = len(SEATS) * (engine.hand_size - SOLVED)
        moment = next(moment for moment, _seat, _card in islice(opened.generate_moments(), played, None))
        legal = sorted(engine.number_cards(opened.find_legal(moment)))
        if legal != solved.legal_actions() or SEATS.index(moment.position.to_play) != solved.current_player():
            raise Fault(Outcome.SOLVER, "legal cards")
        value = opened.solve(moment, Aim.SHEET)
        if not value.exact or value.low != _search(solved):
            raise Fault(Outcome.SOLVER, f"{value.low}, not {_search(solved)}")

    def ask_machines(self, engine: Any) -> Callable[[Any], None]:
        """The simple rule, and the levels of the core, the last of which searches the last tricks."""
        simple, playing = AlteredEra.ask_machines(self, engine), load_core(engine.rules)

        def ask(state: State) -> None:
            simple(state)
            if playing is None:
                return
            legal = state.legal_actions()
            assert playing.begin(state.first_dealer, engine.options) == playing.follow(state.history()) == 0
            if playing.legal_actions() != legal:
                raise Fault(Outcome.MACHINE, f"the core allows other actions in {state.phase}")
            for level in LEVELS:
                if playing.ask("think", level, len(legal), 0) not in legal:
                    raise Fault(Outcome.MACHINE, f"level {level} in {state.phase}")

        return ask


def load_core(by: Rules) -> GameCore | None:
    """The core with the table of some rules; None where it refuses them by the name of what is altered."""
    try:
        return GameCore(Project(ROOT).core, compile_rules(by), 4096)
    except CodexError as error:
        said = f"{error.what}; {error.expected}"
        if not any(each.name.partition("[")[0] in said for each in by.overrides if isinstance(each, Value)):
            raise Fault(Outcome.MACHINE, said) from error
        return None


def _search(state: State) -> int:
    if state.is_terminal():
        sheet = state.replay().sheet.totals
        declarer = SEATS[state.declarer]
        defender = next(SEATS[s] for s in range(len(SEATS)) if s not in (state.declarer, state.partner))
        return sheet[declarer] - sheet[defender]
    found = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        found.append(_search(after))
    ours = state.current_player() in (state.declarer, state.partner)
    return max(found) if ours else min(found)


KOENIGRUFEN = AlteredKoenigrufen()
