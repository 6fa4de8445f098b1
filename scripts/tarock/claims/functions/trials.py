"""How good hands and ways to play are, from the committed measures: the rest lies at random, all cards are open.

Measures that come from other rules are refused, so that they stand for what would be computed now.
"""

from tarock.analysis.choices import ChoiceQuestion
from tarock.analysis.goals import Aim
from tarock.analysis.hands import DiscardMethod, ReachedShare, compute_share
from tarock.analysis.measures import build_question, find_reached_share
from tarock.analysis.measures import find_tally as tally_of
from tarock.claims.context import ClaimContext
from tarock.replay import committed


def hand(
    context: ClaimContext,
    cards: str,
    bid: str,
    king: str = "",
    bought: str = "",
    left: str = "",
    scat: str = "",
    aim: Aim = Aim.WIN,
    discards: tuple[DiscardMethod, ...] = tuple(DiscardMethod),
) -> dict[str, str]:
    """Return in how many deals the declarer's side could force an aim, by the way to discard.

    Such as `75/100 (66–82 %)`, with the 95 % interval; `75–77/100` where of some deals it is not known. All cards are
    open. The halves of the talon are at random, and what is laid away is chosen, where they are not told.
    """
    questions = (
        build_question(context.pack(), cards, bid, discard, king=king, bought=bought, left=left, scat=scat, aim=aim)
        for discard in discards
    )
    held = committed.load_measured(context.engine)
    return {str(question.discard): _written(find_reached_share(held, question)) for question in questions}


def choice(context: ClaimContext, question: ChoiceQuestion) -> dict[str, str]:
    """Return in how many positions of a kind one way to play is `better` than another, `alike` or `worse`, with open
    cards.

    Where a yes or no is asked, `reached` and `otherwise` say in how many it could be forced after the one and after the
    other; with a single position, `reached` alone, for the side of who is to play.
    """
    context.pack(), context.law()  # which the positions were dealt and solved by: a claim says what it reads
    counted = tally_of(committed.load_compared(context.engine), ChoiceQuestion.from_object(question))
    whole, found = counted.positions, {}
    if question.instead:
        alike = whole - counted.better - counted.worse - counted.unknown
        for name, count in (("better", counted.better), ("alike", alike), ("worse", counted.worse)):
            found[name] = _written(_share(count, whole - count - counted.unknown, counted.unknown))
    for name, reached, missed in zip(("reached", "otherwise"), counted.reached, counted.missed, strict=False):
        found[name] = _written(_share(reached, missed, whole - reached - missed))
    return found


def _written(found: ReachedShare) -> str:
    """Return such as `75/100 (66–82 %)`, with the 95 % interval; `75–77/100` where of some it is not known."""
    of = found.reached + found.missed + found.unknown
    reached = f"{found.reached}–{found.reached + found.unknown}" if found.unknown else str(found.reached)
    return f"{reached}/{of} ({100 * found.low:.0f}–{100 * found.high:.0f} %)"


def _share(reached: int, missed: int, unknown: int) -> ReachedShare:
    return compute_share([(1, 1)] * reached + [(0, 0)] * missed + [(0, 1)] * unknown)
