"""Value of each legal card at every play of a game, with open cards, for each aim.

A card gave something away only when another legal card was at least as good for every aim and better for one: where
one aim was lost for another, nothing is said. Nobody at the table saw the other hands: this judges cards, not players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import Interval, Moment, OpenCards
from tarock.analysis.stamps import ResultStamp, digest_core, load_stamped
from tarock.base.arguments import check_arguments
from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.base.terminal import show_progress
from tarock.game.common.notation import list_spellings
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.rules.ruleset import Alteration

ALGORITHM = 2  # raise it when a card may get another value; `tarock.analysis.stamps`
NODES = 2_000_000  # for each card and aim
GREATEST = 3  # changes of the sheet that are told
Bounds = tuple[int, int]


class PlayValues(Record, kw_only=True):
    """A play: who played what, and of every legal card the bounds of each aim after it, in the order of `legal`."""

    trick: int
    seat: str
    card: str
    legal: tuple[str, ...]
    values: dict[Aim, tuple[Bounds, ...]]

    @check_arguments
    def find_bounds(self, card: str) -> dict[Aim, Bounds]:
        """Map every aim to its bounds after the legal card with this name; raise `CodexError` for another card.

        Every name that the books have for a card is read: `Herz-Cavall` is also `Herz-Reiter`.
        """
        place = next((place for place, legal in enumerate(self.legal) if card in list_spellings(legal)), None)
        if place is None:
            raise CodexError(f"`{card}` is no legal card here", f"expected one of {', '.join(self.legal)}")
        return {aim: bounds[place] for aim, bounds in self.values.items()}


class CallValue(Record, kw_only=True):
    """Another king called and other cards discarded: with whom the declarer plays, and the bounds of the win."""

    king: str
    partner: str
    scat: tuple[str, ...]
    win: Bounds


class CallValues(Record, kw_only=True):
    """Every call with every discard, nothing announced (`tarock.analysis.calls`)."""

    inputs: str
    found: tuple[CallValue, ...]


class GameValues(ResultStamp, kw_only=True, omit_defaults=True):
    """The values of every legal card at every play of a game, with the stamp of their inputs.

    `nodes` is the most that the solver took for each card and aim, `wanted_by` the seats that want each aim; `altered`
    is what of the rules is not as the source has it.
    """

    nodes: int
    wanted_by: dict[Aim, tuple[str, ...]]
    calls: CallValues | None = None
    plays: tuple[PlayValues, ...]
    altered: tuple[Alteration, ...] = ()

    @check_arguments
    def find_losses(self, play: PlayValues) -> dict[Aim, tuple[int, str]]:
        """Map aims to what a play gave away at least, and the better card.

        The unit is that of the aim: thirds of a point, Points of the sheet, 1 for a yes or no. Empty when the play was
        illegal, or no other card is proven to be better in one aim and no worse in the others.
        """
        if play.card not in play.legal:
            return {}
        found: dict[Aim, tuple[int, str]] = {}
        played = play.find_bounds(play.card)
        for other in play.legal:
            gains = {
                aim: self._find_gain(play.seat, aim, bounds, played[aim])
                for aim, bounds in play.find_bounds(other).items()
            }
            if all(gain is not None for gain in gains.values()):
                for aim, gain in gains.items():
                    if gain and gain > found.get(aim, (0, ""))[0]:
                        found[aim] = (gain, other)
        return found

    def _find_gain(self, seat: str, aim: Aim, other: Bounds, played: Bounds) -> int | None:
        """Return how much more another card is proven to be worth for the player; None where it may be worth less."""
        low, high = other
        if seat not in self.wanted_by[aim]:
            (low, high), played = (-high, -low), (-played[1], -played[0])
        if low == high == played[0] == played[1]:
            return 0
        return low - played[1] if low >= played[1] else None


def locate_file(rules: Path, model: str) -> Path:
    """Return the path of the committed values of a model game."""
    return rules / "analysis" / f"{ERA}-{model}.json"


def load(path: Path) -> GameValues | None:
    """Read committed values; None where there is no file. Raises `CodexError` for another format."""
    return load_stamped(path, GameValues, "run `.venv/bin/python -m lab.games --write`")


def digest_inputs(deal: OpenCards, module: Path, nodes: int, aims: Collection[Aim]) -> str:
    """Return the sha256 of everything that the values depend on: solver, cards, duties, plays and payoffs."""
    start, law = deal.make_start(), deal.law
    parts: Any = {
        "core": digest_core(module),
        "nodes": nodes,
        "worth": {card.name: [bit, card.thirds] for card, bit in deal.bits.items()},
        "law": [law.follow_suit, law.follow_tarock, law.must_tarock, law.must_overtake, law.tarock_beats_suit],
        "hands": {seat: sorted(card.name for card in hand) for seat, hand in start.position.hands.items()},
        "start": [
            start.position.leader,
            start.thirds,
            deal.pagat_keeper,
            deal.pagat_holder,
            sorted(deal.declarer_side),
        ],
        "king": deal.course.game.king.name,
        "plays": [[(seat, card.name) for seat, card in trick.plays] for trick in deal.course.tricks],
        "goals": {aim: [sorted(deal.payoffs[aim].wanted_by), deal.payoffs[aim].rows] for aim in aims},
    }
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def annotate(deal: OpenCards, module: Path, nodes: int = NODES, aims: Collection[Aim] = tuple(Aim)) -> GameValues:
    """Return the value of every legal card at every play, for each aim that the deal has.

    `nodes` limits the solver for each card and aim, 0 means no limit. Plays are solved from the last to the first, so
    that results for later positions are in the solver's table when earlier ones need them.
    """
    aims = [aim for aim in aims if aim in deal.payoffs]
    moments = list(enumerate(deal.generate_moments()))
    values: dict[int, dict[Aim, dict[str, Interval]]] = {number: {} for number, _play in moments}
    steps = [(aim, play) for aim in aims for play in reversed(moments)]
    for aim, (number, (moment, _seat, _card)) in show_progress(steps, "values"):
        found = deal.solve_cards(moment, aim, nodes)
        values[number][aim] = {card.name: value for card, value in found.items()}
    plays = tuple(_play(deal, number, *play, values[number]) for number, play in moments)
    wanted_by = {aim: tuple(seat for seat in deal.seats if seat in deal.payoffs[aim].wanted_by) for aim in aims}
    inputs = digest_inputs(deal, module, nodes, aims)
    return GameValues(algorithm=ALGORITHM, inputs=inputs, nodes=nodes, wanted_by=wanted_by, plays=plays)


def _play(
    deal: OpenCards, number: int, moment: Moment, seat: str, card: Any, values: dict[Aim, dict[str, Interval]]
) -> PlayValues:
    legal = tuple(card.name for card in sorted(deal.find_legal(moment), key=lambda card: -deal.bits[card]))
    bounds = {aim: tuple((found[name].low, found[name].high) for name in legal) for aim, found in values.items()}
    return PlayValues(trick=number // 4 + 1, seat=seat, card=card.name, legal=legal, values=bounds)


def find_turning_points(annotation: GameValues, aim: Aim) -> Iterator[tuple[PlayValues, Bounds, Bounds]]:
    """Yield each play that provably changed the value of an aim, with the bounds before and after it."""
    for play in annotation.plays:
        if play.card not in play.legal:
            continue
        bounds = play.values[aim]
        best = max if play.seat in annotation.wanted_by[aim] else min
        before = best(low for low, _high in bounds), best(high for _low, high in bounds)
        after = play.find_bounds(play.card)[aim]
        if after[1] < before[0] or before[1] < after[0]:
            yield play, before, after


def find_greatest_turns(
    annotation: GameValues, aim: Aim, *, alone: bool = False
) -> list[tuple[PlayValues, Bounds, Bounds]]:
    """Return the turning points of an aim as `find_turning_points` gives them; of the sheet only the greatest.

    For thirds of a point the list is empty unless they are the only aim shown (`alone`).
    """
    turns = list(find_turning_points(annotation, aim))
    if aim not in (Aim.POINTS, Aim.SHEET):
        return turns
    most = sorted(turns, key=lambda turn: -abs(turn[1][0] - turn[2][0]))[:GREATEST]
    return [turn for turn in turns if turn in most] if alone or aim is Aim.SHEET else []
