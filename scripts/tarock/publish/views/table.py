"""A game at the table: its steps at all levels or an excerpt of them, the faces of its cards, the addresses.

Beside the steps stand remarks of the author's, findings, and what the level before has instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message, write_message
from tarock.game.common.cards import Card
from tarock.game.common.counting import count_thirds
from tarock.game.common.findings import Finding
from tarock.game.common.records import Side
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.vocabulary import SeatRole
from tarock.publish.places import Site
from tarock.publish.views.cards import gloss_name, make_cards, write_english_name
from tarock.publish.views.steps import FOLLOWS, LevelSteps, Step, StepChange, StepNote, make_level_steps
from tarock.publish.views.view import View, name_section, translate_remark
from tarock.replay.games import LevelReport

_ROLES = (SeatRole.DECLARER, SeatRole.PARTNER, SeatRole.DEFENDER, "forehand", "dealer")
# At which kind of step a finding before the first trick stands, by the first word of its code; else at the deal.
_PLACES = {
    "BID": "bid", "KING": "call", "PARTNER": "call", "PURCHASE": "talon",
    "SCAT": "scat", "HAND-AFTER": "scat", "ANNOUNCE": "announce", "RESULT": "count",
    "TRICKS": "count",
}  # fmt: skip
# The kind of readings that a level adds to the level before.
_CHANGES = {"corrected": "emendation", "conjectured": "conjecture"}
_SAID = ("bid", "call", "announce")  # what is done with words


class GameSteps(Frozen):
    """A game at its levels; `total` is what the pack counts, in thirds."""

    seats: tuple[str, ...]
    dealer: str
    forehand: str
    total: int
    levels: dict[str, LevelSteps]


def make_game_steps(site: Site, levels: Mapping[str, LevelReport]) -> GameSteps:
    """Return the steps of a game at each of its levels; a user's own game has one level."""
    replay = (levels.get(BASE) or next(iter(levels.values()))).replay
    game = replay.game
    steps = {
        name: _add_notes(site, report, make_level_steps(site, name, report.replay)) for name, report in levels.items()
    }
    total = count_thirds(site.pack.cards)
    return GameSteps(game.seats, game.dealer, replay.forehand, total, _mark_changes(site, steps))


def _add_notes(site: Site, report: LevelReport, level: LevelSteps) -> LevelSteps:
    """Return the steps of a level with the remarks and findings in its report."""
    steps = level.steps
    remarks: dict[str, list[StepNote]] = {}
    findings: dict[str, list[StepNote]] = {}
    lasts = {step.id.partition(".")[0]: step.id for step in steps if step.kind == "play"}
    start = next(before.id for before, step in pairwise(steps) if step.kind in ("play", "count"))
    for remark in report.replay.game.remarks:
        english = translate_remark(site, remark.ref, remark.text)
        place = "count" if remark.after < 0 else lasts.get(str(remark.after), "count") if remark.after else start
        remarks.setdefault(place, []).append(
            StepNote(site.corpus.display_quote(remark.ref, remark.text), english, ref=remark.ref)
        )
    for finding in report.findings:
        note = StepNote(
            format_message(finding.message),
            format_message(_translate_cards(site, finding.message)),
            finding.code,
            finding.ref,
        )
        findings.setdefault(_find_step(finding, steps, lasts), []).append(note)
    noted = [replace(step, remarks=remarks.get(step.id, []), findings=findings.get(step.id, [])) for step in steps]
    return replace(level, steps=noted)


def _translate_cards(site: Site, message: Message) -> Message:
    """Return a message with the English names of cards and suits."""
    pack = site.pack

    def rendered(value: Hashable) -> Hashable:
        if isinstance(value, Message):
            return _translate_cards(site, value)
        if isinstance(value, tuple):
            return tuple(map(rendered, value))
        if isinstance(value, Card):
            return write_english_name(site, value.printed)
        return write_english_name(site, value) if isinstance(value, str) and value in pack.suits else value

    return Message(message.key, **{name: rendered(value) for name, value in message.values.items()})


def _find_step(finding: Finding, steps: Iterable[Step], lasts: Mapping[str, str]) -> str:
    """Return the id of the step that a finding is about: a play, or the end of its trick or stage."""
    if finding.trick:
        trick = (step for step in steps if step.kind == "play" and step.id.startswith(f"{finding.trick}."))
        end = lasts.get(str(finding.trick), "count")
        return next((step.id for step in trick if step.seat == finding.seat and finding.card), end)
    kind = next((kind for opening, kind in _PLACES.items() if finding.code.startswith(f"{opening}-")), "deal")
    stage = [step for step in steps if step.kind is kind]
    own = [step for step in stage if step.seat == finding.seat]
    return (own or stage)[-1].id if stage else "deal"


def _mark_changes(site: Site, levels: Mapping[str, LevelSteps]) -> dict[str, LevelSteps]:
    """Return the levels with each step and card marked that differs from the level before.

    A mark is kept on the levels after.
    """
    made: dict[str, LevelSteps] = {}
    before = None
    for name, level in levels.items():
        before = made[name] = _mark_level(site, level, before, _CHANGES[name]) if before else level
    return made


def _mark_level(site: Site, level: LevelSteps, before: LevelSteps, kind: str) -> LevelSteps:
    older = {step.id: step for step in before.steps}

    def change(step: Step) -> StepChange | None:
        """Return what the level before has at this step, if it is something else; at the deal, in the hands."""
        other = older.get(step.id)
        was: Message | str = ""
        if step.kind in FOLLOWS:
            return None
        if step.kind == "deal":
            was = ", ".join(
                write_message("step.change.hand", seat=seat, has=tuple(gone), lacks=tuple(new))
                for seat, hand in level.hands.items()
                if (gone := _count_more(before.hands[seat], hand)) | (new := _count_more(hand, before.hands[seat]))
            )
        elif other is None:
            was = Message("step.change.none")
        elif other.card != step.card and other.seat == step.seat:
            was = gloss_name(site, other.card)
        elif _list_recorded_fields(other) != _list_recorded_fields(step):
            was = Message("step.change.said", said=other.says)
        if was:
            return StepChange(kind, write_message(f"step.change.{kind}", was=was))
        return other.change if other else None

    changed = {}
    for seat, hand in level.hands.items():
        kinds = before.changed.get(seat, {}) | dict.fromkeys(_count_more(hand, before.hands[seat]), kind)
        if marked := {card: kinds[card] for card in hand if card in kinds}:
            changed[seat] = marked
    return replace(level, steps=[replace(step, change=change(step)) for step in level.steps], changed=changed)


def _count_more(hand: Iterable[str], other: Iterable[str]) -> Counter[str]:
    """Count the cards that `hand` has and `other` lacks."""
    return Counter(hand) - Counter(other)


def _list_recorded_fields(step: Step) -> tuple[object, ...]:
    """Return the fields of a step that come from the record, for comparing levels."""
    return step.seat, step.card, step.cards, step.says if step.kind in _SAID else ""


def cut_excerpt(game: GameSteps, level: str, first: str, last: str) -> GameSteps:
    """Return one level from step `first` to step `last`, with hands, roles and points as at the first."""
    whole = game.levels[level]
    idents = [step.id for step in whole.steps]
    begin, end = idents.index(first), idents.index(last) + 1
    before, steps = whole.steps[:begin], whole.steps[begin:end]
    known = dict.fromkeys(seat for step in (*before, steps[0]) for seat in step.known)
    points = next((step.points for step in reversed((*before, steps[0])) if step.points), [])
    steps[0] = replace(steps[0], known=list(known), points=points)
    cut = replace(whole, hands=_find_hands(whole, before), steps=steps)
    return replace(game, levels={level: cut})


def _find_hands(level: LevelSteps, steps: Iterable[Step]) -> dict[str, list[str]]:
    """Return the hands after these steps."""
    hands = {seat: list(cards) for seat, cards in level.hands.items()}
    for step in steps:
        if step.kind == "talon" and step.kept:
            hands[step.seat] += step.cards
        gone = step.cards if step.kind == "scat" else [step.card] if step.kind == "play" else []
        if gone:
            hands[step.seat] = [card for card in hands[step.seat] if card not in gone]
    return hands


def make_table(view: View, game: GameSteps) -> dict[str, Any]:
    """Return what the game table on a page needs: `data` for the script, and the `faces` of the cards.

    In `data`, `game` has the steps, `links` the address of each paragraph, `words` the names of roles, sides, heaps and
    of the steps after the tricks.
    """
    site, router = view.site, view.router
    revoke = name_section(site, site.codex.games.rules.ref("revoke.writes", result="won"))
    stages = ("count", "score", "revoke")
    words = {
        "roles": {role: write_message(f"role.{role}") for role in _ROLES},
        "sides": {side: write_message(f"side.{side}") for side in Side},
        "heaps": {heap: write_message(f"heap.{heap}") for heap in ("upper", "lower", "whole", "scat")},
        "stages": {kind: write_message(f"step.stage.{kind}", section=revoke) for kind in stages},
    }
    refs, cards = set[str](), set[str]()
    for level in game.levels.values():
        cards.update(*level.hands.values(), *level.talon)
        for step in level.steps:
            cards.update((step.card, *step.cards))
            refs.update((step.ref, *(note.ref for note in (*step.remarks, *step.findings))))
    links = {ref: view.to(router.passage(ref)) for ref in sorted(refs) if router.has(ref)}
    faces = make_cards((card for card in site.pack.cards if card.printed in cards), site.pack).faces
    return {"data": {"game": msgspec.to_builtins(game), "links": links, "words": words}, "faces": faces}
