"""What stands beside the steps of a game: remarks of the author's, findings, and what the level before has instead."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import structs

from tarock.base.catalogue import Message, say
from tarock.game.common.cards import Card
from tarock.publish.views.cards import glossed, in_english
from tarock.publish.views.steps import FOLLOWS, LevelSteps, Step, StepChange, StepKind, StepNote
from tarock.publish.views.translated import remark_in_english

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from tarock.game.common.findings import Finding
    from tarock.proof.games import LevelReport
    from tarock.publish.places import Site

# At which kind of step a finding before the first trick stands, by the first word of its code; else at the deal.
_PLACES = {
    "BID": StepKind.BID, "KING": StepKind.CALL, "PARTNER": StepKind.CALL, "PURCHASE": StepKind.TALON,
    "SCAT": StepKind.SCAT, "HAND-AFTER": StepKind.SCAT, "ANNOUNCE": StepKind.ANNOUNCE, "RESULT": StepKind.COUNT,
    "TRICKS": StepKind.COUNT,
}  # fmt: skip
# What the readings of a level are that the level before does not have.
_CHANGES = {"corrected": "emendation", "conjectured": "conjecture"}
_SAID = (StepKind.BID, StepKind.CALL, StepKind.ANNOUNCE)  # what is done with words


def with_notes(site: Site, report: LevelReport, level: LevelSteps) -> LevelSteps:
    """The steps of a level with the remarks and findings of its report."""
    steps = level.steps
    remarks: dict[str, list[StepNote]] = {}
    findings: dict[str, list[StepNote]] = {}
    lasts = {step.id.partition(".")[0]: step.id for step in steps if step.kind is StepKind.PLAY}
    start = next(before.id for before, step in pairwise(steps) if step.kind in (StepKind.PLAY, StepKind.COUNT))
    for remark in report.replay.game.remarks:
        english = remark_in_english(site, remark.ref, remark.text)
        place = "count" if remark.after < 0 else lasts.get(str(remark.after), "count") if remark.after else start
        remarks.setdefault(place, []).append(StepNote(remark.text, english, ref=remark.ref))
    for finding in report.findings:
        note = StepNote(say(finding.message), say(_in_english(site, finding.message)), finding.code, finding.ref)
        findings.setdefault(_place(finding, steps, lasts), []).append(note)
    noted = [
        structs.replace(step, remarks=remarks.get(step.id, []), findings=findings.get(step.id, [])) for step in steps
    ]
    return structs.replace(level, steps=noted)


def _in_english(site: Site, message: Message) -> Message:
    """A message with its cards and suits in English."""
    pack = site.codex.games.pack

    def rendered(value: Hashable) -> Hashable:
        if isinstance(value, Message):
            return _in_english(site, value)
        if isinstance(value, tuple):
            return tuple(map(rendered, value))
        if isinstance(value, Card):
            return in_english(site, pack.display(value))
        return in_english(site, value) if isinstance(value, str) and value in pack.suits else value

    return Message(message.key, **{name: rendered(value) for name, value in message.values.items()})


def _place(finding: Finding, steps: Iterable[Step], lasts: Mapping[str, str]) -> str:
    """The step at which a finding stands: the play that it is about, else the end of its trick or of its stage."""
    if finding.trick:
        trick = (step for step in steps if step.kind is StepKind.PLAY and step.id.startswith(f"{finding.trick}."))
        end = lasts.get(str(finding.trick), "count")
        return next((step.id for step in trick if step.seat == finding.seat and finding.card), end)
    kind = next((kind for opening, kind in _PLACES.items() if finding.code.startswith(f"{opening}-")), StepKind.DEAL)
    stage = [step for step in steps if step.kind is kind]
    own = [step for step in stage if step.seat == finding.seat]
    return (own or stage)[-1].id if stage else "deal"


def with_changes(site: Site, levels: Mapping[str, LevelSteps]) -> dict[str, LevelSteps]:
    """The levels, each step and card marked that is otherwise at the level before; a mark stays on the levels after."""
    made: dict[str, LevelSteps] = {}
    before = None
    for name, level in levels.items():
        before = made[name] = _marked(site, level, before, _CHANGES[name]) if before else level
    return made


def _marked(site: Site, level: LevelSteps, before: LevelSteps, kind: str) -> LevelSteps:
    older = {step.id: step for step in before.steps}
    steps = [
        structs.replace(step, change=_change(site, level, before, step, older.get(step.id), kind))
        for step in level.steps
    ]
    changed = {}
    for seat, hand in level.hands.items():
        kinds = before.changed.get(seat, {}) | dict.fromkeys(_more(hand, before.hands[seat]), kind)
        if marked := {card: kinds[card] for card in hand if card in kinds}:
            changed[seat] = marked
    return structs.replace(level, steps=steps, changed=changed)


def _change(
    site: Site, level: LevelSteps, before: LevelSteps, step: Step, other: Step | None, kind: str
) -> StepChange | None:
    """What the level before has at this step, if it is something else; at the deal, in the hands."""
    was: Message | str = ""
    if step.kind in FOLLOWS:
        return None
    if step.kind is StepKind.DEAL:
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
    if was:
        return StepChange(kind, say(Message(f"step.change.{kind}", was=was)))
    return other.change if other else None


def _more(hand: Iterable[str], other: Iterable[str]) -> Counter[str]:
    """The cards of a hand that another one has not."""
    return Counter(hand) - Counter(other)


def _read(step: Step) -> tuple[object, ...]:
    """What the record itself has of a step."""
    return step.seat, step.card, step.cards, step.says if step.kind in _SAID else ""
