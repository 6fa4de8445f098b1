"""What claims tell of, as the engine knows it: cards, model games, finished games of 1840, score files."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from tarock.analysis.solver import Ending
from tarock.base.errors import CodexError
from tarock.base.yamlio import Document
from tarock.game.common.cards import TAROCK, Card
from tarock.game.common.counting import decide_outcome
from tarock.game.common.notation import read_cards, read_plays
from tarock.game.common.records import Side, read_enum
from tarock.game.common.score import Reason, ScoreSheet, SettledScore
from tarock.game.eras import find_era
from tarock.game.koenigrufen_1840.auction import AnnouncedFeat
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.replay import Course
from tarock.game.koenigrufen_1840.settlement import Result, settle
from tarock.game.koenigrufen_1840.vocabulary import BidKind, ConsulationSize, Feat
from tarock.proof.context import Context
from tarock.proof.games import ModelGames

_SEATS, _FIFTH = ("A", "B", "C", "D"), "E"


def cards_of(context: Context, text: str, era: str = ERA) -> tuple[Card, ...]:
    """Cards in the books' notation; raises `CodexError` for a card named twice."""
    cards = read_cards(text, context.pack(era))
    if len(set(cards)) != len(cards):
        raise CodexError(f"`{text}` names a card twice", "expected each card once")
    return cards


def card_of(context: Context, text: str, era: str = ERA) -> Card:
    """The one card that is named; raises `CodexError` for none or several."""
    cards = cards_of(context, text, era)
    if len(cards) != 1:
        raise CodexError(f"`{text}` is not one card", "expected one")
    return cards[0]


def sorted_cards(context: Context, cards: Iterable[Card]) -> list[Card]:
    """Tarocks from the top, then the suits in the order of the pack, each from the top."""
    suits = (TAROCK, *context.rules().words("pack.suits"))
    return sorted(cards, key=lambda card: (suits.index(card.suit), -card.strength))


def names(context: Context, cards: Iterable[Card]) -> list[str]:
    """What the books call cards, in the order of `sorted_cards`."""
    return [card.printed for card in sorted_cards(context, cards)]


def played(context: Context, game: str, *seats: str) -> Course:
    """The course of a model game, as corrected; raises `CodexError` when one of `seats` is not at its table."""
    run = ModelGames(context).course(game, "corrected")
    for seat in seats:
        if seat not in run.hands:
            raise CodexError(
                f"seat `{seat}` of {run.game.id}",
                "expected one of {known}".format(known=", ".join(run.hands)),
            )
    return run


def held(context: Context, game: str, after: int = 0) -> dict[str, frozenset[Card]]:
    """The hands after so many tricks (0: when play begins), by seat."""
    run = played(context, game)
    if not 0 <= after <= len(run.game.tricks):
        raise CodexError(
            f"{game} after {after} tricks",
            f"expected 0 to {len(run.game.tricks)}",
        )
    hands = dict(run.hands)
    for seat, card in chain(*run.game.tricks[:after]):
        hands[seat] -= {card}
    return hands


def held_by(context: Context, game: str, seat: str, after: int = 0) -> frozenset[Card]:
    """The hand of a seat after so many tricks."""
    played(context, game, seat)
    return held(context, game, after)[seat]


def position(context: Context, game: str, after: int, plays: str = "") -> Ending:
    """The position of a model game, as corrected, after so many tricks and plays (`after_plays`)."""
    run, hands = played(context, game), held(context, game, after)
    return after_plays(context, Ending(hands, run.winners[after - 1] if after else run.forehand), plays)


def after_plays(context: Context, start: Ending, plays: str) -> Ending:
    """The position after plays such as `A Herz-Bube - B Treffle-Neuner`; raises `CodexError` for an illegal one."""
    law = context.law()
    read, _rest = read_plays(plays, context.pack(), plays.count(" - ") + 1 if plays else 0)
    for seat, card in read:
        start = start.play(seat, card, law)
    return start


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as a claim tells it. A plays.

    `partner` is his friend (empty: alone), `five` adds the König E. `by`: points won by (negative: lost by; 0: Remis),
    and `over` thirds of a point. `size`: what Consulation is agreed, if any, a small one of `agreed` points.
    `honours`: who has them; `lapsed`: seats that passed them. `announced`: by whom, with so many `raises` (1 contra,
    2 re, 3 supra); `pagat_last`: whose Pagat took the last trick; `volat`: which party made all tricks.
    """

    by: int = 0
    over: int = 0
    game: BidKind = BidKind.DREIER
    fold: int = 1
    size: ConsulationSize | None = None
    agreed: int = 0
    partner: str = "B"
    five: bool = False
    honours: dict[Literal["all_three", "all_four"], str] = {}
    lapsed: tuple[str, ...] = ()
    king_lost: bool = False
    announced: dict[Feat, str] = {}
    raises: int = 0
    pagat_last: str = ""
    volat: Side | None = None
    revokes: tuple[str, ...] = ()


def sheet_of(context: Context, finished: Finished) -> ScoreSheet:
    """The score sheet of a game that came to this."""
    rules = context.rules()
    solo = finished.game is BidKind.SOLO
    ours = "A" if solo else ("A", finished.partner)
    side = {seat: Side.DECLARER if seat in ours else Side.DEFENDERS for seat in _SEATS}
    if finished.five:
        side[_FIFTH] = read_enum(rules, "five.shares_with", Side)
    for seat in (*finished.honours.values(), *finished.lapsed, *finished.announced.values(), *finished.revokes):
        if seat not in side:
            raise CodexError(
                f"seat `{seat}` is not at the table",
                "expected one of {known}".format(known=", ".join(side)),
            )
    points = rules.number("counting.margin_from") + finished.by
    thirds = points * rules.number("counting.group") + finished.over
    result = Result(
        solo=solo,
        fold=0 if solo else finished.fold,
        side=side,
        declarer="A",
        extra=_FIFTH if finished.five else "",
        outcome=decide_outcome(thirds, rules),
        king_lost=finished.king_lost,
        king_home=not solo and not finished.king_lost,
        volat=finished.volat,
        honours={Reason(kind): seat for kind, seat in finished.honours.items()},
        lapsed=frozenset(Reason(kind) for kind, seat in finished.honours.items() if seat in finished.lapsed),
        ultimo_by=finished.pagat_last,
        announced={feat: AnnouncedFeat(feat, seat, finished.raises) for feat, seat in finished.announced.items()},
        revokes=finished.revokes,
        size=finished.size,
        agreed=finished.agreed,
    )
    return settle(result, rules)


def settled(context: Context, era: str, file: dict[str, Any], scene: str = "") -> SettledScore:
    """A score file settled; the fields that it does not have are those of the `scene`."""
    whole = {**(context.scene(scene) if scene else {}), **file, "era": era}
    return find_era(era).settle_document(Document(Path("claim"), whole), context.rules(era))
