"""Values of cards and calls of a model game with open cards, as committed in `rules_data/analysis`.

Values that come from other rules are refused, so that they stand for what the solver would compute now.
"""

from tarock.analysis.goals import Aim
from tarock.base.errors import CodexError
from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import card_names, follow_game
from tarock.replay import committed


def better_led(context: ClaimContext, game: str, seat: str, suit: str) -> list[int]:
    """Return the tricks before that in which a seat first led a suit, led by it, to which leading the suit was worth
    more.

    More for its side in card points, with open cards and by proof; a trick to which every card of the suit was worth
    more than what was led.
    """
    found = committed.load_annotation(context.engine, game)
    sign = 1 if seat in found.wanted_by[Aim.POINTS] else -1
    suit_of = {card.name: card.suit for card in context.pack().cards}
    better: list[int] = []
    for trick, made in enumerate(follow_game(context, game, seat).tricks, 1):
        leader, led = made.plays[0]
        if leader != seat:
            continue
        if led.suit == suit:
            return better
        play = next(play for play in found.plays if (play.trick, play.seat) == (trick, seat))
        worth = {card: sorted(sign * bound for bound in play.find_bounds(card)[Aim.POINTS]) for card in play.legal}
        others = [bounds[0] for card, bounds in worth.items() if suit_of[card] == suit]
        if others and min(others) > worth[led.name][1]:
            better.append(trick)
    raise CodexError(f"{seat} never leads {suit} in {game}", "expected a suit that is led")


def kings_that_win(context: ClaimContext, game: str) -> list[str]:
    """Return the kings with which the declarer's side could force the win before the first card, with the discard as
    laid.

    With open cards, and nothing announced. Raises `CodexError` where the nodes were not enough to tell.
    """
    calls, scat = (
        committed.load_annotation(context.engine, game).calls,
        {card.name for card in follow_game(context, game).game.scat},
    )
    found = [call for call in calls.found if {*call.scat} == scat] if calls else []
    if not found or any(low != high for low, high in (call.win for call in found)):
        run = f"run `.venv/bin/python -m lab.games {game} --calls --write`"
        raise CodexError(f"the calls of {game} are not solved", run)
    return card_names(context, (context.pack().require(call.king) for call in found if call.win[0]))
