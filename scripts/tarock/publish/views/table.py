"""A game at the table: its steps at all levels or an excerpt of them, the faces of its cards, the addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.game.common.counting import count_thirds
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.vocabulary import SeatRole, Side
from tarock.publish.views.cards import cards_view
from tarock.publish.views.step_notes import with_changes, with_notes
from tarock.publish.views.steps import LevelSteps, StepKind, level_steps
from tarock.publish.views.view import section

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.proof.games import LevelReport
    from tarock.publish.places import Site
    from tarock.publish.views.steps import Step

_ROLES = (SeatRole.DECLARER, SeatRole.PARTNER, SeatRole.DEFENDER, "forehand", "dealer")


class GameSteps(Value):
    """A game at its levels; `total` is what the pack counts, in thirds."""

    seats: tuple[str, ...]
    dealer: str
    forehand: str
    total: int
    levels: dict[str, LevelSteps]


def game_steps(site: Site, levels: Mapping[str, LevelReport]) -> GameSteps:
    """A model game at all its levels, or a game of one's own, which has one."""
    game = (levels.get(BASE) or next(iter(levels.values()))).replay.game
    steps = {name: with_notes(site, report, level_steps(site, name, report.replay)) for name, report in levels.items()}
    total = count_thirds(site.codex.games.pack.cards)
    return GameSteps(game.seats, game.dealer, game.forehand, total, with_changes(site, steps))


def excerpt(game: GameSteps, level: str, first: str, last: str) -> GameSteps:
    """One level of a game from one step to another, with the hands and what is known and counted at the first."""
    whole = game.levels[level]
    idents = [step.id for step in whole.steps]
    begin, end = idents.index(first), idents.index(last) + 1
    before, steps = whole.steps[:begin], whole.steps[begin:end]
    known = dict.fromkeys(seat for step in (*before, steps[0]) for seat in step.known)
    points = next((step.points for step in reversed((*before, steps[0])) if step.points), [])
    steps[0] = msgspec.structs.replace(steps[0], known=list(known), points=points)
    cut = msgspec.structs.replace(whole, hands=_hands(whole, before), steps=steps)
    return msgspec.structs.replace(game, levels={level: cut})


def _hands(level: LevelSteps, steps: Iterable[Step]) -> dict[str, list[str]]:
    """The hands after some steps."""
    hands = {seat: list(cards) for seat, cards in level.hands.items()}
    for step in steps:
        if step.kind is StepKind.TALON and step.kept:
            hands[step.seat] += step.cards
        gone = step.cards if step.kind is StepKind.SCAT else [step.card] if step.kind is StepKind.PLAY else []
        if gone:
            hands[step.seat] = [card for card in hands[step.seat] if card not in gone]
    return hands


def table_view(site: Site, page: str, game: GameSteps) -> dict[str, Any]:
    """A game, or an excerpt of it, as it is shown on `page`: the `data` that the page has, and the `faces` of the cards.

    In the data `game` has the steps, `links` the address by paragraph, `words` how roles, sides, heaps and what comes
    after the tricks are called.
    """
    router, pack = site.router, site.codex.games.pack
    revoke = section(site, site.codex.games.rules.ref("revoke.writes"))
    stages = (StepKind.COUNT, StepKind.SCORE, StepKind.REVOKE)
    words = {
        "roles": {role: say(Message(f"role.{role}")) for role in _ROLES},
        "sides": {side: say(Message(f"side.{side}")) for side in Side},
        "heaps": {heap: say(Message(f"heap.{heap}")) for heap in ("upper", "lower", "whole", "scat")},
        "stages": {kind: say(Message(f"step.stage.{kind}", section=revoke)) for kind in stages},
    }
    refs, cards = set[str](), set[str]()
    for level in game.levels.values():
        cards.update(*level.hands.values(), *level.talon)
        for step in level.steps:
            cards.update((step.card, *step.cards))
            refs.update((step.ref, *(note.ref for note in (*step.remarks, *step.findings))))
    links = {ref: router.passage(ref).seen_from(page) for ref in sorted(refs) if router.has(ref)}
    faces = cards_view((card for card in pack.cards if pack.display(card) in cards), pack).faces
    return {"data": {"game": msgspec.to_builtins(game), "links": links, "words": words}, "faces": faces}
