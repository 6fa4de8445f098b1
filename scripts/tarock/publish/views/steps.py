"""The steps of a model game at one level, as the table on a page shows them.

They are deal, bids, call, talon, scat, announcements, each card, the count, the score line by line, and once more by
what a revoke costs (1840:65).

Points are thirds of a point. More fields may come (what a solver says, what else might have been played).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Any, Literal

import msgspec

from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message, write_message
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.records import Side
from tarock.game.common.score import RuleCase, ScoreLine
from tarock.game.koenigrufen_1840.auction import find_pagat_keeper
from tarock.game.koenigrufen_1840.examination import find_bought_half
from tarock.game.koenigrufen_1840.record import Purchase
from tarock.game.koenigrufen_1840.replay import Replay, RoleKnowledge, list_turns
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind
from tarock.publish.places import Site
from tarock.publish.views.cards import gloss_name, sort_names
from tarock.publish.views.view import name_section, write_statement

# The kinds of steps.
StepKind = Literal[
    "deal", "bid", "call", "talon", "scat", "announce", "play", "count", "score", "revoke", "again", "open"
]

# Steps that are reckoned from the others.
FOLLOWS = ("count", "score", "revoke", "again", "open")


class StepNote(Frozen, omit_defaults=True):
    """A remark of the author's with its English, or a finding with its code; `ref` is the paragraph."""

    text: str
    english: str = ""
    code: str = ""
    ref: str = ""


class StepChange(Frozen):
    """How a step differs from the level before, by an `emendation` or a `conjecture`, and in words what is there."""

    kind: str
    told: str


class Step(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A step of a game.

    `id` names it in addresses: `deal`, `bid2`, `call`, `talon1`, `scat`, `say1`, `9.4`, `count`, `score3`; where
    somebody revoked also `revoke`, which says why there is a second sheet, and its lines `again1`; then `open1`.

    - `cards` change hands: those looked at in the talon (`kept` if they are taken), or laid in the scat
    - `card` is played; `legal` are those that might have been, by `rule` (a key) and `ref` (its paragraph)
    - `winner` takes the trick with this card
    - `points` are what the declarer's side and the defenders have so far
    - `known` are the seats whose roles all know from now on
    - `seats` write `amount` on the score sheet; `struck` are the steps whose lines the second sheet has not
    - `change` says that the level before has another reading here, and which
    - `says` tells the step in words, `law` what may be played and why; `unseen` tells it to who may not see the cards
    """

    id: str
    kind: StepKind
    says: str
    law: str = ""
    unseen: str = ""
    seat: str = ""
    card: str = ""
    cards: list[str] = []
    kept: bool = False
    legal: list[str] = []
    rule: str = ""
    ref: str = ""
    winner: str = ""
    points: list[int] = []
    known: list[str] = []
    seats: list[str] = []
    amount: int = 0
    struck: list[str] = []
    remarks: list[StepNote] = []
    findings: list[StepNote] = []
    change: StepChange | None = None


class LevelSteps(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game at one level, with the `hands` at the first of its steps and the `talon` in its heaps.

    `roles` are the true ones; `knows` has by seat whose role it knows from the call on. `changed` has by seat the
    cards of these hands that an `emendation` or a `conjecture` has put there. `keeper` has announced ultimo. The hands of the
    `doubted` seats are uncertain.
    """

    name: str
    declarer: str
    partner: str
    king: str
    hands: dict[str, list[str]]
    talon: list[list[str]]
    roles: dict[str, str]
    knows: dict[str, list[str]]
    steps: list[Step]
    changed: dict[str, dict[str, str]] = {}
    keeper: str = ""
    doubted: list[str] = []


def _make_step(ident: str, kind: StepKind, told: Message, ref: str, **fields: Any) -> Step:
    return Step(id=ident, kind=kind, says=format_message(told), ref=ref, **fields)


def make_level_steps(site: Site, name: str, replay: Replay) -> LevelSteps:
    """Return the steps of a replay, without remarks, findings and changes."""
    maker = _Steps(site, replay)
    game, seats, knowledge = replay.game, replay.game.seats, maker.knowledge
    return LevelSteps(
        name=name,
        declarer=game.declarer,
        partner=replay.partner,
        king=game.king.name,
        hands={seat: sort_names(game.hands[seat]) for seat in seats},
        talon=[sort_names(cards) for heap, cards in game.heaps.items() if heap != "scat"],
        roles={seat: str(role) for seat, role in knowledge.roles.items()},
        knows={seat: [other for other in seats if other in knowledge.find_known_to(seat)] for seat in seats},
        steps=[*maker.before(), *maker.plays(), *maker.after()],
        keeper=find_pagat_keeper(replay.result.announced, maker.rules),
        doubted=sorted(replay.doubted_seats),
    )


class _Steps:
    """Makes the steps of one level in their order; `_shown` are the seats whose roles all know so far."""

    def __init__(self, site: Site, replay: Replay):
        self.site = site
        self.replay = replay
        self.game = replay.game
        self.pack = site.pack
        self.rules = site.codex.games.rules
        self.knowledge = RoleKnowledge(replay, self.rules)
        self.gloss_name = partial(gloss_name, site)
        self._shown: set[str] = set()

    def before(self) -> Iterator[Step]:
        game, rules = self.game, self.rules
        dealt, talon = max(map(len, game.hands.values())), len(game.talon.cards)
        told = Message("step.deal", dealer=game.dealer, number=dealt, talon=talon, forehand=self.replay.forehand)
        yield _make_step("deal", "deal", told, rules.ref("deal.hand"))
        for number, bid in enumerate(game.bids, 1):
            told = Message(f"step.bid.{bid.bid}", seat=bid.seat, fold=bid.fold, implied=bid.implied)
            yield _make_step(f"bid{number}", "bid", told, rules.ref("bidding.games"), seat=bid.seat)
        seat, king = game.declarer, game.king.name
        told = Message("step.call.solo" if game.solo else "step.call", seat=seat, king=self.gloss_name(king))
        ref = rules.ref("king.own", contract=BidKind.SOLO) if game.solo else rules.ref("king.called")
        known = self._reveal_roles(self.knowledge.find_known_at_call())
        yield _make_step("call", "call", told, ref, seat=seat, card=king, known=known)
        yield from self._look_at_talon(game.purchase) if game.purchase else self._show_solo_talon()
        for number, said in enumerate(game.announcements, 1):
            plain = said.call is AnnouncementWord.ANNOUNCE
            key = "step.announce" if plain else "step.announce.raise"
            told = Message(key, seat=said.seat, of=str(said.of), call=str(said.call))
            ref = rules.ref("announcements.allowed_to", feat=said.of) if plain else rules.ref("announcements.raises")
            known = self._reveal_roles(self.knowledge.find_shown_by_announcement(said))
            yield _make_step(f"say{number}", "announce", told, ref, seat=said.seat, known=known)

    def _show_solo_talon(self) -> Iterator[Step]:
        cards, points = sort_names(self.game.talon.cards), self._count_points(0)
        told = Message("step.talon.solo", cards=tuple(map(self.gloss_name, cards)), points=format_thirds(points[1]))
        ref = self.rules.ref("talon.counts_for", contract=BidKind.SOLO)
        unseen = write_message("step.talon.unseen.solo")
        yield _make_step("talon1", "talon", told, ref, cards=cards, points=points, unseen=unseen)

    def _look_at_talon(self, purchase: Purchase) -> Iterator[Step]:
        """Yield a step for each half that the declarer looks at, and one for the scat."""
        game, rules, seat = self.game, self.rules, self.game.declarer
        first, kept = purchase.first, purchase.kept
        for number, fold in enumerate(range(min(first, kept), kept + 1), 1):
            cards = sort_names(find_bought_half(fold, game, rules))
            key = "step.talon.kept" if fold == kept else "step.talon.left"
            told = Message(key, seat=seat, fold=fold, cards=tuple(map(self.gloss_name, cards)))
            ref = rules.ref("talon.half", fold=fold) if fold == first else rules.ref("talon.change")
            unseen = write_message("step.talon.unseen", seat=seat, fold=fold)
            yield _make_step(
                f"talon{number}", "talon", told, ref, seat=seat, cards=cards, kept=fold == kept, unseen=unseen
            )
        cards, points = sort_names(game.scat), self._count_points(0)
        mine, left = map(format_thirds, points)
        told = Message("step.scat", seat=seat, cards=tuple(map(self.gloss_name, cards)), points=mine, left=left)
        ref, unseen = rules.ref("discard.counts_for"), write_message("step.scat.unseen", seat=seat)
        yield _make_step("scat", "scat", told, ref, seat=seat, cards=cards, points=points, unseen=unseen)

    def plays(self) -> Iterator[Step]:
        """Yield a step for each play, with the legal cards, the deciding rule, and the winner of the trick."""
        for number, group in groupby(list_turns(self.replay, self.pack, self.rules), lambda turn: turn.trick):
            trick, winner = list(group), self.replay.winners[number - 1]
            for place, turn in enumerate(trick, 1):
                card, last = turn.card.printed, turn is trick[-1]
                key = "step.lead" if place == 1 else "step.play"
                says, law = write_message(key, seat=turn.seat, card=self.gloss_name(card)), ""
                if last:
                    best = next(other.card for other in trick if other.seat == winner)
                    says += " " + write_message("step.takes", seat=winner, card=self.gloss_name(best.printed))
                if turn.rule:
                    suit, legal, held = self.gloss_name(trick[0].card.suit), len(turn.legal), len(turn.held)
                    law = write_message(f"turn.{turn.rule}", suit=suit, legal=legal, held=held) + "."
                yield Step(
                    id=f"{number}.{place}",
                    kind="play",
                    seat=turn.seat,
                    card=card,
                    legal=sort_names(turn.legal) if len(turn.legal) < len(turn.held) else [],
                    rule=turn.rule,
                    ref=turn.ref,
                    winner=winner if last else "",
                    points=self._count_points(number) if last else [],
                    known=self._reveal_roles(self.knowledge.find_shown_by_card(turn.card)),
                    says=says,
                    law=law,
                )

    def after(self) -> Iterator[Step]:
        """Yield the steps for count, score sheet, the second sheet after a revoke, and open points."""
        replay, rules = self.replay, self.rules
        volat, outcome, revoked = replay.result.volat, replay.outcome, replay.sheet_with_revokes
        end = "volat" if volat else outcome.end
        if not replay.settles:
            end = "unjudged"
        told = Message(
            "step.count",
            points=format_thirds(replay.declarer_thirds),
            total=format_thirds(count_thirds(self.pack.cards)),
            end=Message(f"step.count.{end}", points=outcome.points),
        )
        known, points = self._reveal_roles(self.game.seats), self._count_points(len(self.game.tricks))
        ref = rules.ref("volat.taken_by") if volat else rules.ref("counting.number", party="declarer")
        yield _make_step("count", "count", told, ref, known=known, points=points)
        lines = {f"score{number}": line for number, line in enumerate(replay.sheet.lines, 1)}
        yield from (self._make_line(ident, "score", line) for ident, line in lines.items())
        if revoked:
            struck = {ident: line for ident, line in lines.items() if line not in revoked.lines}
            ref = rules.ref(revoked.rule[0], **dict(revoked.rule[1]))
            told = Message(
                "step.revoke",
                seats=replay.result.revokes,
                section=name_section(self.site, ref),
                struck=tuple(line.what for line in struck.values()),
            )
            yield _make_step("revoke", "revoke", told, ref, law=self._describe_law(revoked.rule), struck=list(struck))
            for number, line in enumerate(revoked.lines, 1):
                yield self._make_line(f"again{number}", "again", line)
        for number, point in enumerate((revoked or replay.sheet).open, 1):
            told = Message("step.open", what=point.what, taken=point.taken, other=point.other)
            yield _make_step(f"open{number}", "open", told, point.ref)

    def _make_line(self, ident: str, kind: StepKind, line: ScoreLine) -> Step:
        told = Message("step.score", seats=line.payees, what=line.what, amount=line.amount, reckoning=line.reckoning)
        law = self._describe_law(line.rule)
        return _make_step(ident, kind, told, line.ref, seats=list(line.payees), amount=line.amount, law=law)

    def _describe_law(self, rule: RuleCase) -> str:
        statement = self.rules.table.find_rule(rule[0], **dict(rule[1]))
        return write_statement(statement) if statement else ""

    def _reveal_roles(self, seats: Iterable[str]) -> list[str]:
        """Return those of `seats` whose role becomes known to all, and remember them."""
        new = [seat for seat in self.game.seats if seat in seats and seat not in self._shown]
        self._shown.update(new)
        return new

    def _count_points(self, tricks: int) -> list[int]:
        """Return the points of both sides after `tricks` tricks, scat and talon included."""
        replay = self.replay
        mine, theirs = replay.declarer_thirds, count_thirds(replay.talon_left)
        for trick in replay.tricks:
            ours = replay.side[trick.winner] is Side.DECLARER
            if ours and trick.number > tricks:
                mine -= trick.thirds
            elif not ours and trick.number <= tricks:
                theirs += trick.thirds
        return [mine, theirs]
