"""The steps of the tricks: each card, what might have been played by which rule, who takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.game.koenigrufen_1840.turns import turns
from tarock.publish.views.step_records import Kind, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tarock.game.koenigrufen_1840.turns import Turn
    from tarock.publish.views.step_level import ToldLevel


def plays(level: ToldLevel) -> Iterator[Step]:
    """All of them, in order."""
    tricks: dict[int, list[Turn]] = {}
    for turn in turns(level.replay, level.pack, level.rules):
        tricks.setdefault(turn.trick, []).append(turn)
    for trick in tricks.values():
        for place, turn in enumerate(trick, 1):
            yield _play(level, turn, place, trick)


def _play(level: ToldLevel, turn: Turn, place: int, trick: Sequence[Turn]) -> Step:
    card = level.pack.display(turn.card)
    told = [Message("step.lead" if place == 1 else "step.play", seat=turn.seat, card=level.glossed(card))]
    winner, points = "", []
    if turn is trick[-1]:
        winner = level.replay.winners[turn.trick - 1]
        best = next(other.card for other in trick if other.seat == winner)
        told.append(Message("step.takes", seat=winner, card=level.glossed(level.pack.display(best))))
        points = level.points(turn.trick)
    return Step(
        id=f"{turn.trick}.{place}",
        kind=Kind.PLAY,
        seat=turn.seat,
        card=card,
        legal=level.names(turn.legal) if len(turn.legal) < len(turn.held) else [],
        rule=turn.rule,
        ref=turn.ref,
        winner=winner,
        points=points,
        known=level.show(level.knowledge.by_card(turn.card)),
        says=" ".join(map(say, told)),
        law=_law(level, turn, trick[0].card.suit),
    )


def _law(level: ToldLevel, turn: Turn, led: str) -> str:
    """What may be played and why; empty where no rule says so."""
    if not turn.rule:
        return ""
    values = {} if turn.rule in ("play.leader", "ultimo.pagat_kept") else {
        "suit": level.glossed(led), "legal": len(turn.legal), "held": len(turn.held)
    }  # fmt: skip
    return say(Message(f"turn.{turn.rule}", **values)) + "."
