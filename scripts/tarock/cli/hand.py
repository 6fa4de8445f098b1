"""The command that says how good a hand of Königrufen is."""

from __future__ import annotations

import hashlib
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

import msgspec

from tarock.analysis import measures
from tarock.analysis.goals import Aim
from tarock.analysis.hands import (
    DealtHand,
    DiscardMethod,
    HandJson,
    HandMeasure,
    HandQuestion,
    HandSolver,
    ReachedShare,
    compute_share,
    summarise_deals,
)
from tarock.analysis.measures import ChoiceMeasure
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.terminal import ask, show, show_json, show_progress
from tarock.base.wording import write_message
from tarock.cli import add_json_argument
from tarock.cli.workers import make_hands, open_cluster, open_pool
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import AmbiguousCardError, read_typed_cards
from tarock.game.koenigrufen_1840.state import SEATS
from tarock.replay import committed

MOST_DEALS, MOST_JOBS = 100_000, 256
WIDTH = 40  # characters of a bar
_OF = ("rules_data", "scripts/core")  # what a deal's values come from


def add_hand_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock hand`."""
    parser.add_argument(
        "cards",
        metavar="CARDS",
        nargs="?",
        help="twelve, as the books write them: 'XXI XX I - Herz-König, Dame'",
    )
    parser.add_argument(
        "--printed", action="store_true", help="what is committed of the hands and choices that the author judges"
    )
    parser.add_argument("--bid", default="dreier 1", help="what is played: dreier 1 to 3, solo (default: %(default)s)")
    parser.add_argument("--seat", choices=SEATS, default=SEATS[0], help="A is the forehand (default: %(default)s)")
    parser.add_argument("--king", help="that is called (default: by the advice of §§ 80–82)")
    parser.add_argument(
        "--discard",
        choices=[*map(str, DiscardMethod)],
        default=str(DiscardMethod.ADVICE),
        help="by advice (§ 84), the best of eight on average, or with open cards, a bound (default: %(default)s)",
    )
    goals = [*map(str, Aim)]
    parser.add_argument("--goal", choices=goals, default=str(Aim.WIN), help="what the discard is for (default: win)")
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="how many (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same deals (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="processes (default: all)")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="of a cluster's scheduler that does the work: tcp://host:8786"
    )
    parser.add_argument("--nodes", type=int, default=1_000_000, metavar="N", help="for each value (default: 1,000,000)")
    add_json_argument(parser)
    parser.set_defaults(
        run=judge_hand,
        examples=(
            "'XIX XVIII XVII XIV XIII - Herz-König - Careau-Dreier, Vierer, Zweier - Pique-Zehner, Achter, Neuner'",
            "'Scüs XX XIX XVIII XVII XVI XIV I - Herz-König - Pique-König, Dame - Careau-Vierer' --bid solo",
        ),
    )


def judge_hand(options: Namespace, project: Project) -> int:
    """Deal and solve a hand many times and print the shares of deals that reach each aim.

    Deals that were solved before come from the cache. Returns the exit status.
    """
    codex = ComputedCodex(project)

    for said, value, most in (
        ("{value} deals", options.deals, MOST_DEALS),
        ("{value} jobs", options.jobs, MOST_JOBS),
        ("{value} nodes", options.nodes, 10**9),
    ):
        if not 0 < value <= most:
            raise CodexError(said.format(value=value), f"expected 1 to {most:,}")
    if options.printed:
        return _print_committed(options, codex.without_copies)
    if not options.cards:
        raise CodexError("no cards are given", "expected twelve cards, or --printed")
    question = HandQuestion(
        hand=tuple(card.name for card in ask_cards(options.cards, codex.games.pack)),
        bid=options.bid,
        seat=options.seat,
        king="".join(card.name for card in ask_cards(options.king or "", codex.games.pack)),
        discard=DiscardMethod(options.discard),
        aim=Aim(options.goal),
        nodes=options.nodes,
        seed=options.seed,
    )
    found = solve_deals(codex, make_hands(codex, question), options.deals, options.jobs, options.dask)
    summary = summarise_deals(question, found)
    if options.json:
        show_json(summary)
    else:
        show("\n".join(_format_result(summary)))
    return 0


def ask_cards(text: str, pack: Pack) -> tuple[Card, ...]:
    """Return the cards of a typed list; at a terminal ask which card is meant by words for several.

    Raises `NotationError` for what is no card, and for words for several cards where nobody can be asked.
    """
    while True:
        try:
            return read_typed_cards(text, pack)
        except AmbiguousCardError as error:
            if not (sys.stdin and sys.stdin.isatty()):
                raise
            answer = ask(f"{error.fault}: {', '.join(error.cards)}? ")
            if not answer:
                raise
            start = error.column - 1
            text = f"{text[:start]}{answer}{text[start + len(error.text) :]}"


def _print_committed(options: Namespace, codex: ComputedCodex) -> int:
    """Print the committed answers on hands and choices that claims ask about.

    Raise `CodexError` where they are stale.
    """
    hands, ways = committed.load_measured(codex.context), committed.load_compared(codex.context)
    if options.json:
        show_json({measures.locate_file(codex.project.rules, type(each)).stem: each for each in (hands, ways)})
        return 0
    for hand in hands.found:
        show("\n".join([*hand_lines(hand), ""]))
    for choice in ways.found:
        show(choice_line(choice))
    return 0


def hand_lines(found: HandMeasure) -> list[str]:
    """Return the lines for a measured hand."""
    question, values = found.question, found.values
    return [*_format_question(question, len(values)), *_draw_bar(question.aim, compute_share(values))]


def choice_line(found: ChoiceMeasure) -> str:
    """Return the line for a measured choice."""
    ways = tuple(filter(None, (found.question.play, found.question.instead)))
    return write_message("hand.choice", ways=ways, goal=found.question.aim, **found.tally.as_dict())


def solve_deals(codex: ComputedCodex, hands: HandSolver, deals: int, jobs: int, dask: str | None) -> list[DealtHand]:
    """Return deals 1 to `deals`, solved by `jobs` processes or the Dask scheduler at `dask`.

    Deals solved before, even by an interrupted run, come from the cache.
    """
    question = hands.question
    name = f"hand-{hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:16]}"
    known = {deal.number: deal for deal in codex.cache.get(name, _OF, tuple[DealtHand, ...]) or ()}
    missing = [number for number in range(1, deals + 1) if number not in known]
    items = show_progress(missing, write_message("hand.deals"))
    try:
        if not dask and (jobs == 1 or len(missing) < 2 * jobs):
            for number in items:
                known[number] = hands.solve_deal(number)
        elif missing:
            with open_cluster(dask, codex, question) if dask else open_pool(jobs, codex, question) as solve:
                for number, deal in zip(items, solve(missing), strict=True):
                    known[number] = deal
    finally:
        if missing:
            codex.cache.put(name, _OF, tuple(known[number] for number in sorted(known)))
    return [known[number] for number in range(1, deals + 1)]


def _format_result(found: HandJson) -> Iterator[str]:
    """Yield the question, a bar for each share, the mean of the sheet, and the kings called."""
    yield write_message("hand.open")
    yield from _format_question(found.question, found.deals)
    yield ""
    for aim, share in found.shares.items():
        yield from _draw_bar(aim, share)
    if found.sheet:
        yield write_message(
            "hand.sheet", least=found.sheet.least, most=found.sheet.most, low=found.sheet.low, high=found.sheet.high
        )
    yield write_message("hand.kings", kings=tuple(f"{king} {count}" for king, count in found.kings.items()))


def _format_question(question: HandQuestion, deals: int) -> Iterator[str]:
    yield write_message(
        "hand.asked", cards=question.hand, bid=question.bid, seat=question.seat, deals=deals, seed=question.seed
    )
    yield write_message(f"hand.discard.{question.discard}", goal=question.aim)


def _draw_bar(aim: Aim, share: ReachedShare) -> Iterator[str]:
    """Yield a share as a bar, with the number of deals in which it is not known."""
    of = share.reached + share.missed + share.unknown
    filled, unknown = (round(WIDTH * count / of) for count in (share.reached, share.unknown))
    bar = ("#" * filled + "?" * unknown)[:WIDTH].ljust(WIDTH, ".")
    yield write_message("hand.share", goal=aim, bar=bar, reached=share.reached, of=of, low=share.low, high=share.high)
    if share.unknown:
        yield write_message("hand.unknown", count=share.unknown)
