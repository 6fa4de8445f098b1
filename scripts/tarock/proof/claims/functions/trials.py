"""How good hands are, from the committed measures: deals in which the rest lies at random, each solved with open cards.

`tarock check` fails when these are stale, so that they stand for what would be computed now.
"""

from tarock.analysis.goals import Aim
from tarock.analysis.hands import Discard
from tarock.analysis.measures import answer, asked, file_of
from tarock.proof.context import Context


def hand(
    context: Context,
    cards: str,
    bid: str,
    king: str = "",
    bought: str = "",
    left: str = "",
    scat: str = "",
    aim: Aim = Aim.WIN,
    discards: tuple[Discard, ...] = tuple(Discard),
) -> dict[str, str]:
    """In how many deals the declarer's side could force an aim, by the way to discard.

    Such as `75/100 (66–82 %)`, with the 95 % interval; `75–77/100` where of some deals it is not known. All cards are
    open. The halves of the talon are at random, and what is laid away is chosen, where they are not told.
    """
    found: dict[str, str] = {}
    for discard in discards:
        question = asked(context.pack(), cards, bid, discard, king=king, bought=bought, left=left, scat=scat, aim=aim)
        share = answer(file_of(context.corpus.project.rules), question)
        of = share.reached + share.missed + share.unknown
        reached = f"{share.reached}–{share.reached + share.unknown}" if share.unknown else str(share.reached)
        found[str(discard)] = f"{reached}/{of} ({100 * share.low:.0f}–{100 * share.high:.0f} %)"
    return found
