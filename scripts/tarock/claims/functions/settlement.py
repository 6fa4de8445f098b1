"""Scores of a finished game of Königrufen that has the result a text describes (1840:30, 41-65)."""

from fractions import Fraction

from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import FinishedGame, settle_finished
from tarock.game.common.records import read_enum
from tarock.game.common.score import Reason, ScoreSheet
from tarock.game.koenigrufen_1840.settlement import find_consulation_price as price_of
from tarock.game.koenigrufen_1840.vocabulary import BidKind, ConsulationSize


def scores(context: ClaimContext, finished: FinishedGame, lines: tuple[Reason, ...] = tuple(Reason)) -> dict[str, int]:
    """Return what each seat writes after a game, in points, in some lines of the sheet or all (1840:41-65)."""
    sheet = settle_finished(context, finished)
    return ScoreSheet.of(tuple(sheet.totals), [line for line in sheet.lines if line.reason in lines]).totals


def times(context: ClaimContext, line: Reason, finished: FinishedGame) -> Fraction:
    """Return how many Consulations one line is worth: of a simple Dreier, or at Solo of Solo."""
    written = max(scores(context, finished, (line,)).values())
    return Fraction(written, price_of(context.engine.rules(), finished.size, finished.game))


def per_point(context: ClaimContext, game: BidKind, fold: int = 1, won: bool = True) -> int:
    """Return what each point won adds to what is written: the multiplier at work (1840:41)."""
    games = (FinishedGame(by=by if won else -by, game=game, fold=fold) for by in (2, 1))
    more, less = (max(scores(context, finished, (Reason.GAME,)).values()) for finished in games)
    return more - less


def consulation(context: ClaimContext, votes: dict[ConsulationSize, int]) -> int:
    """Return the Consulation of a Dreier, in points, after a vote by size; without a majority the one that holds
    (1840:44).

    No votes: nothing was agreed. The small one is the largest of the source's examples.
    """
    rules = context.rules()
    size = None
    if votes:
        size = read_enum(rules, "settlement.stake.default", ConsulationSize, vote="no majority")
        best = max(votes, key=lambda name: votes[name])
        if rules.flag("settlement.stake.by_majority") and 2 * votes[best] > sum(votes.values()):
            size = best
    return price_of(context.engine.rules(), size, BidKind.DREIER)


def friend_pays(context: ClaimContext, fold: int, honours_alone: bool, five: bool = False) -> dict[str, Fraction]:
    """Return what the friend D pays each other for a lost Dreier in which A held Alle drei, in Consulations
    (1840:30.10).

    Each pays the difference of what they wrote; the points beside the Consulation are left out (Remis).
    `honours_alone`: by the practice that 1840:30.8 rejects, A writes the honours alone.
    """
    finished = FinishedGame(fold=fold, partner="D", five=five, honours={"all_three": "A"})
    wrote = scores(context, finished)
    if honours_alone:
        wrote["D"] -= scores(context, finished, (Reason.ALL_THREE,))["D"]
    simple = price_of(context.engine.rules(), None, BidKind.DREIER)
    return {seat: Fraction(points - wrote["D"], simple) for seat, points in wrote.items() if points > wrote["D"]}


def written_for(context: ClaimContext, fold: int, five: bool = False) -> int:
    """Return to how many persons each of the losing pair owes a lost game: those who write it (1840:30.10)."""
    written = scores(context, FinishedGame(fold=fold, partner="D", five=five), (Reason.GAME,))
    return sum(points > 0 for points in written.values())
