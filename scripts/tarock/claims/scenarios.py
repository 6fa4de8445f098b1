"""Scenarios of claims as the engine has them: cards, model games, finished games of 1840, score files."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from tarock.analysis.solver import Ending
from tarock.base.errors import CodexError
from tarock.base.yamlio import Document
from tarock.claims.context import ClaimContext
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
from tarock.replay.games import ModelGames

_SEATS, _FIFTH = ("A", "B", "C", "D"), "E"


def parse_cards(context: ClaimContext, text: str, era: str = ERA) -> tuple[Card, ...]:
    """Return the cards that a text names in the books' notation; raise `CodexError` for a card named twice."""
    cards = read_cards(text, context.pack(era))
    if len(set(cards)) != len(cards):
        raise CodexError(f"`{text}` names a card twice", "expected each card once")
    return cards


def parse_card(context: ClaimContext, text: str, era: str = ERA) -> Card:
    """Return the one card that a text names; raise `CodexError` for none or several."""
    cards = parse_cards(context, text, era)
    if len(cards) != 1:
        raise CodexError(f"`{text}` is not one card", "expected the name of one card")
    return cards[0]


def sorted_cards(context: ClaimContext, cards: Iterable[Card]) -> list[Card]:
    """Return cards sorted: tarocks from the top, then the suits in the order of the pack, each from the top."""
    suits = (TAROCK, *context.rules().words("pack.suits"))
    return sorted(cards, key=lambda card: (suits.index(card.suit), -card.strength))


def card_names(context: ClaimContext, cards: Iterable[Card]) -> list[str]:
    """Return the names of cards as the books have them, in the order of `sorted_cards`."""
    return [card.printed for card in sorted_cards(context, cards)]


def follow_game(context: ClaimContext, game: str, *seats: str) -> Course:
    """Return the course of a model game as corrected; raise `CodexError` if one of `seats` is not at its table."""
    run = ModelGames(context.engine).follow(game, "corrected")
    for seat in seats:
        if seat not in run.hands:
            raise CodexError(
                f"{run.game.id} has no seat `{seat}`", "expected one of {known}".format(known=", ".join(run.hands))
            )
    return run


def hands_after(context: ClaimContext, game: str, after: int = 0) -> dict[str, frozenset[Card]]:
    """Return the hand of each seat after so many tricks (0: when play begins)."""
    run = follow_game(context, game)
    if not 0 <= after <= len(run.game.tricks):
        raise CodexError(f"{game} has no position after {after} tricks", f"expected 0 to {len(run.game.tricks)}")
    hands = dict(run.hands)
    for seat, card in chain(*run.game.tricks[:after]):
        hands[seat] -= {card}
    return hands


def hand_after(context: ClaimContext, game: str, seat: str, after: int = 0) -> frozenset[Card]:
    """Return the hand of a seat after so many tricks."""
    follow_game(context, game, seat)
    return hands_after(context, game, after)[seat]


def position_after(context: ClaimContext, game: str, after: int, plays: str = "") -> Ending:
    """Return the position of a model game, as corrected, after so many tricks and then the given plays."""
    run, hands = follow_game(context, game), hands_after(context, game, after)
    return play_on(context, Ending(hands, run.winners[after - 1] if after else run.forehand), plays)


def play_on(context: ClaimContext, start: Ending, plays: str) -> Ending:
    """Return the position after plays such as `A Herz-Bube - B Treffle-Neuner`.

    Raises `CodexError` for an illegal play.
    """
    law = context.law()
    read, _rest = read_plays(plays, context.pack(), plays.count(" - ") + 1 if plays else 0)
    for seat, card in read:
        start = start.play(seat, card, law)
    return start


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
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


def settle_finished(context: ClaimContext, finished: FinishedGame) -> ScoreSheet:
    """Return the score sheet of a finished game."""
    rules = context.rules()
    solo = finished.game is BidKind.SOLO
    ours = "A" if solo else ("A", finished.partner)
    side = {seat: Side.DECLARER if seat in ours else Side.DEFENDERS for seat in _SEATS}
    if finished.five:
        side[_FIFTH] = read_enum(rules, "five.shares_with", Side)
    for seat in (*finished.honours.values(), *finished.lapsed, *finished.announced.values(), *finished.revokes):
        if seat not in side:
            raise CodexError(
                f"seat `{seat}` is not at the table", "expected one of {known}".format(known=", ".join(side))
            )
    points = rules.number("counting.margin_from") + finished.by
    thirds = points * rules.number("counting.group") + finished.over
    result = Result(
        solo=solo,
        fold=0 if solo else finished.fold,
        side=side,
        declarer="A",
        extra=_FIFTH if finished.five else "",
        outcome=decide_outcome(thirds, context.engine.rules()),
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
    return settle(result, context.engine.rules())


def settle_file(context: ClaimContext, era: str, file: dict[str, Any], scene: str = "") -> SettledScore:
    """Settle a score file; the fields that it does not have are those of the `scene`."""
    whole = {**(context.scene(scene) if scene else {}), **file, "era": era}
    return find_era(era).settle_document(Document(Path("claim"), whole), context.engine.rules(era))
