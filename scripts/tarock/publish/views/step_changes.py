"""How a game at one level differs from the level before, step by step; and the English of its cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from tarock.base.catalogue import Message, say
from tarock.game.common.notation import names_of
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.views.step_records import FOLLOWS, Change, ChangeKind, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.publish.places import Site
    from tarock.publish.views.step_records import Level, Step

# What the readings of a level are that the level before does not have.
_CHANGES = {"corrected": ChangeKind.EMENDATION, "conjectured": ChangeKind.CONJECTURE}
_SAID = (Kind.BID, Kind.CALL, Kind.ANNOUNCE)  # what is done with words


def in_english(site: Site, name: str) -> str:
    """A card or a suit in English; its own name where there is no other."""
    translation = site.codex.translations.get(ERA)
    if translation is None:
        return name
    notation = translation.notation
    rendered = ((each, notation.data.suits.get(each) or notation.render(each)) for each in names_of(name))
    return next((english for each, english in rendered if english != each), name)


def glossed(site: Site, name: str) -> str:
    """A card or a suit as the book names it, with its English behind it, where that is another word."""
    english = in_english(site, name)
    return name if english == name else say(Message("step.glossed", german=name, english=english))


def with_changes(site: Site, levels: Mapping[str, Level]) -> dict[str, Level]:
    """The levels, each step and card marked that is otherwise at the level before; a mark stays on the levels after."""
    made: dict[str, Level] = {}
    before = None
    for name, level in levels.items():
        before = made[name] = _marked(site, level, before, _CHANGES[name]) if before else level
    return made


def _marked(site: Site, level: Level, before: Level, kind: ChangeKind) -> Level:
    older = {step.id: step for step in before.steps}
    steps = [
        msgspec.structs.replace(step, change=_change(site, level, before, step, older.get(step.id), kind))
        for step in level.steps
    ]
    changed = {seat: kinds for seat in level.hands if (kinds := _cards(level, before, seat, kind))}
    return msgspec.structs.replace(level, steps=steps, changed=changed)


def _cards(level: Level, before: Level, seat: str, kind: ChangeKind) -> dict[str, ChangeKind]:
    """The cards of a hand that the level before has not there, or that are marked there."""
    kinds = before.changed.get(seat, {}) | dict.fromkeys(_more(level.hands[seat], before.hands[seat]), kind)
    return {card: kinds[card] for card in level.hands[seat] if card in kinds}


def _change(site: Site, level: Level, before: Level, step: Step, other: Step | None, kind: ChangeKind) -> Change | None:
    """What the level before has at this step, if it is something else; at the deal, in the hands."""
    was: Message | str = ""
    if step.kind in FOLLOWS:
        return None
    if step.kind is Kind.DEAL:
        was = ", ".join(
            say(Message("step.change.hand", seat=seat, has=tuple(gone), lacks=tuple(new)))
            for seat, hand in level.hands.items()
            if (gone := _more(before.hands[seat], hand)) | (new := _more(hand, before.hands[seat]))
        )
    elif other is None:
        was = Message("step.change.none")
    elif other.card != step.card and other.seat == step.seat:
        was = glossed(site, other.card)
    elif _read(other) != _read(step):
        was = Message("step.change.said", said=other.says)
    kept = other.change if other else None
    return Change(kind=kind, told=say(Message(f"step.change.{kind}", was=was))) if was else kept


def _more(hand: Iterable[str], other: Iterable[str]) -> Counter[str]:
    """The cards of a hand that another one has not."""
    return Counter(hand) - Counter(other)


def _read(step: Step) -> tuple[object, ...]:
    """What the record itself has of a step."""
    return step.seat, step.card, step.cards, step.says if step.kind in _SAID else ""
