"""The steps before the first trick: deal, bids, call, talon, scat, announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.game.common.counting import show_thirds
from tarock.game.koenigrufen_1840.deal import half_of
from tarock.game.koenigrufen_1840.vocabulary import Call, Word
from tarock.publish.views.step_records import Kind, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.koenigrufen_1840.record import Purchase
    from tarock.publish.views.step_level import ToldLevel


def before(level: ToldLevel) -> Iterator[Step]:
    """All of them, in order."""
    game, rules = level.game, level.rules
    dealt = max(len(hand) for hand in game.hands.values())
    told = Message("step.deal", dealer=game.dealer, number=dealt, talon=len(game.talon), forehand=game.forehand)
    yield Step(id="deal", kind=Kind.DEAL, says=say(told), ref=rules.ref("deal.hand"))
    for number, bid in enumerate(game.bids, 1):
        told = Message(f"step.bid.{bid.bid}", seat=bid.seat)
        if bid.bid is Call.DREIER:
            told = Message("step.bid.dreier", seat=bid.seat, fold=bid.fold, implied=bid.implied)
        yield Step(id=f"bid{number}", kind=Kind.BID, seat=bid.seat, says=say(told), ref=rules.ref("bidding.games"))
    yield _call(level)
    yield from _talon(level, game.purchase) if game.purchase else _solo_talon(level)
    for number, said in enumerate(game.announcements, 1):
        plain = said.call is Word.ANNOUNCE
        told = Message("step.announce", seat=said.seat, of=str(said.of))
        if not plain:
            told = Message("step.announce.raise", seat=said.seat, of=str(said.of), call=str(said.call))
        ref = rules.ref("announcements.allowed_to", feat=said.of) if plain else rules.ref("announcements.raises")
        known = level.show(level.knowledge.by_word(said))
        yield Step(id=f"say{number}", kind=Kind.ANNOUNCE, seat=said.seat, known=known, says=say(told), ref=ref)


def _call(level: ToldLevel) -> Step:
    game, rules, king = level.game, level.rules, level.game.king.name
    told = Message("step.call.solo" if game.solo else "step.call", seat=game.declarer, king=level.glossed(king))
    ref = rules.ref("king.own", contract=Call.SOLO) if game.solo else rules.ref("king.called")
    known = level.show(level.knowledge.at_call())
    return Step(id="call", kind=Kind.CALL, seat=game.declarer, card=king, known=known, ref=ref, says=say(told))


def _solo_talon(level: ToldLevel) -> Iterator[Step]:
    cards, points = level.names(level.game.talon), level.points(0)
    told = Message("step.talon.solo", cards=level.glosses(cards), points=show_thirds(points[1]))
    ref = level.rules.ref("talon.counts_for", contract=Call.SOLO)
    unseen = say(Message("step.talon.unseen.solo"))
    yield Step(id="talon1", kind=Kind.TALON, cards=cards, points=points, says=say(told), unseen=unseen, ref=ref)


def _talon(level: ToldLevel, purchase: Purchase) -> Iterator[Step]:
    """Each half that the declarer looks at, and the scat."""
    game, rules, seat = level.game, level.rules, level.game.declarer
    first, kept = purchase.first, purchase.kept
    for number, fold in enumerate(range(min(first, kept), kept + 1), 1):
        keeps = fold == kept
        cards = level.names(half_of(fold, game, rules))
        told = Message(
            "step.talon.kept" if keeps else "step.talon.left", seat=seat, fold=fold, cards=level.glosses(cards)
        )
        yield Step(
            id=f"talon{number}",
            kind=Kind.TALON,
            seat=seat,
            cards=cards,
            kept=keeps,
            says=say(told),
            unseen=say(Message("step.talon.unseen", seat=seat, fold=fold)),
            ref=rules.ref("talon.half", fold=fold) if fold == first else rules.ref("talon.change"),
        )
    cards, points = level.names(game.scat), level.points(0)
    mine, left = map(show_thirds, points)
    told = Message("step.scat", seat=seat, cards=level.glosses(cards), points=mine, left=left)
    yield Step(
        id="scat",
        kind=Kind.SCAT,
        seat=seat,
        cards=cards,
        points=points,
        says=say(told),
        unseen=say(Message("step.scat.unseen", seat=seat)),
        ref=rules.ref("discard.counts_for"),
    )
