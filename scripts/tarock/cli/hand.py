"""The command that says how good a hand of Königrufen is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message, say
from tarock.base.errors import CodexError
from tarock.base.language import marked, worded
from tarock.base.terminal import progress, show, show_json
from tarock.cli import json_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from tarock.analysis.goals import Aim
    from tarock.analysis.hands import DealtHand, HandJson, Hands, Measure, Question, Share
    from tarock.analysis.measures import Counted
    from tarock.proof.codex import Codex

MOST_DEALS, MOST_JOBS = 100_000, 256
WIDTH = 40  # characters of a bar
_OF = ("rules_data", "scripts/solver")  # what a deal's values come from


def hand_arguments(parser: ArgumentParser) -> None:
    from tarock.analysis.goals import Aim
    from tarock.analysis.hands import Discard
    from tarock.game.koenigrufen_1840.state import SEATS

    parser.add_argument(
        "cards",
        metavar=worded("CARDS"),
        nargs="?",
        help=worded("twelve, as the books write them: 'XXI XX I - Herz-König, Dame'"),
    )
    parser.add_argument(
        "--printed", action="store_true", help=worded("the hands and choices that the author judges, as claims ask")
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--check", action="store_true", help=worded("with --printed: compare with what is committed"))
    which.add_argument("--write", action="store_true", help=worded("with --printed: commit what is found"))
    parser.add_argument(
        "--bid", default="dreier 1", help=worded("what is played: dreier 1 to 3, solo (default: %(default)s)")
    )
    parser.add_argument(
        "--seat", choices=SEATS, default=SEATS[0], help=worded("A is the forehand (default: %(default)s)")
    )
    parser.add_argument("--king", help=worded("that is called (default: by the advice of §§ 80–82)"))
    parser.add_argument(
        "--discard",
        choices=tuple(Discard),
        default=Discard.ADVICE,
        help=worded(
            "by advice (§ 84), the best of eight on average, or with open cards, a bound (default: %(default)s)"
        ),
    )
    parser.add_argument(
        "--goal", choices=tuple(Aim), default=Aim.WIN, help=worded("what the discard is for (default: win)")
    )
    parser.add_argument("--deals", type=int, default=100, metavar="N", help=worded("how many (default: 100)"))
    parser.add_argument("--seed", type=int, default=1, help=worded("the same seed, the same deals (default: 1)"))
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help=worded("processes (default: all)")
    )
    parser.add_argument(
        "--dask", metavar=worded("ADDRESS"), help=worded("of a cluster's scheduler that does the work: tcp://host:8786")
    )
    parser.add_argument(
        "--nodes", type=int, default=1_000_000, metavar="N", help=worded("for each value (default: 1,000,000)")
    )
    json_argument(parser)
    parser.set_defaults(
        run=judge_hand,
        examples=(
            "'XIX XVIII XVII XIV XIII - Herz-König - Careau-Dreier, Vierer, Zweier - Pique-Zehner, Achter, Neuner'",
            "'Scüs XX XIX XVIII XVII XVI XIV I - Herz-König - Pique-König, Dame - Careau-Vierer' --bid solo",
        ),
    )


def judge_hand(options: Namespace, codex: Codex) -> int:
    """Deal, solve and sum up; what an earlier run with the same question has solved is not solved again."""
    from tarock.analysis.hands import Discard, Question, summed_up
    from tarock.cli.workers import hands_of
    from tarock.game.common.notation import read_cards

    for said, value, most in (
        (marked("{value} deals"), options.deals, MOST_DEALS),
        (marked("{value} jobs"), options.jobs, MOST_JOBS),
        (marked("{value} nodes"), options.nodes, 10**9),
    ):
        if not 0 < value <= most:
            raise CodexError(worded(said, value=value), worded("expected 1 to {most:,}", most=most))
    if options.printed:
        return _printed(options, codex.by_editions)
    if not options.cards or options.check or options.write:
        raise CodexError(
            worded("no cards"), worded("expected twelve, or --printed, with or without --check or --write")
        )
    question = Question(
        hand=tuple(card.name for card in read_cards(options.cards, codex.games.pack)),
        bid=options.bid,
        seat=options.seat,
        king=options.king or "",
        discard=Discard(options.discard),
        aim=options.goal,
        nodes=options.nodes,
        seed=options.seed,
    )
    found = _solved(codex, hands_of(codex, question), options.deals, options)
    summary = summed_up(question, found)
    if options.json:
        show_json(summary)
    else:
        show("\n".join(_lines(summary)))
    return 0


def _printed(options: Namespace, codex: Codex) -> int:
    """The hands and the choices that claims ask about, measured; committed, compared with what is, or shown.

    What is committed and comes from what is there is not measured again, unless it is to be compared.
    """
    from tarock.analysis import measures
    from tarock.analysis.hands import Measured
    from tarock.analysis.stamps import sealed
    from tarock.base.errors import CheckFailed
    from tarock.proof import committed

    rules, shown = codex.project.rules, {}
    kinds: dict[Any, Callable[..., Iterator[Any]]] = {Measured: _measured, measures.Compared: _compared}
    for kind, measure in kinds.items():
        path = measures.file_of(rules, kind)
        held, (algorithm, inputs) = measures.load(path, kind), committed.measures_stamp(codex.context, kind)
        fresh = held and not options.check and not committed.measures_reason(codex.context, held)
        found = tuple(measure(options, codex, held.found if held and fresh else ()))
        found = sealed(kind(algorithm=algorithm, inputs=inputs, found=found))
        shown[path.stem] = found
        if options.write:
            measures.write(path, found)
        if options.check and held != found:
            raise CheckFailed(
                worded("the committed measures differ from those computed now"), worded("run --write"), file=path
            )
    if options.json:
        show_json(shown)
    return 0


def _measured(options: Namespace, codex: Codex, known: Iterable[Measure]) -> Iterator[Measure]:
    """The hands, each shown as it is known."""
    from tarock.analysis import measures
    from tarock.analysis.hands import Measure, share_of
    from tarock.cli.workers import hands_of
    from tarock.proof import trials

    committed = {each.question: each for each in known}
    for question in trials.questions(codex):
        if not (found := committed.get(question)):
            deals = _solved(codex, hands_of(codex, question), measures.DEALS, options)
            found = Measure(question=question, values=tuple(deal.values[question.aim] for deal in deals))
        if not options.json:
            show("\n".join([*_asked(question, len(found.values)), *_bar(question.aim, share_of(found.values)), ""]))
        yield found


def _compared(options: Namespace, codex: Codex, known: Iterable[Counted]) -> Iterator[Counted]:
    """The choices, each shown as it is known."""
    from tarock.analysis import measures
    from tarock.analysis.choices import Choices, tally
    from tarock.analysis.core import Core
    from tarock.proof import trials

    core = Core(codex.project.solver)
    for question in trials.choices(codex):
        found = next((each for each in known if each.question == question), None)
        if not found:
            positions = Choices(codex.games.pack, codex.games.rules, core, question)
            numbers = progress([*range(1, measures.POSITIONS + 1)], _say("positions"))
            counted = tally(question.aim, [positions.values(number) for number in numbers])
            found = measures.Counted(question=question, tally=counted)
        if not options.json:
            ways = tuple(filter(None, (question.play, question.instead)))
            show(_say("choice", ways=ways, goal=question.aim, **found.tally.as_dict()))
        yield found


def _solved(codex: Codex, hands: Hands, deals: int, options: Namespace) -> list[DealtHand]:
    """The deals 1 to `deals` in their order; those that were solved before are cached, an interrupted run's too."""
    import hashlib

    import msgspec

    from tarock.analysis.hands import DealtHand
    from tarock.cli.workers import cluster, pool

    question, jobs, dask = hands.question, options.jobs, options.dask
    name = f"hand-{hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:16]}"
    known = {deal.number: deal for deal in codex.cache.get(name, _OF, tuple[DealtHand, ...]) or ()}
    missing = [number for number in range(1, deals + 1) if number not in known]
    items = progress(missing, _say("deals"))
    try:
        if not dask and (jobs == 1 or len(missing) < 2 * jobs):
            for number in items:
                known[number] = hands.deal(number)
        elif missing:
            with cluster(dask, codex, question) if dask else pool(jobs, codex, question) as solve:
                for number, deal in zip(items, solve(missing), strict=True):
                    known[number] = deal
    finally:
        if missing:
            codex.cache.put(name, _OF, tuple(known[number] for number in sorted(known)))
    return [known[number] for number in range(1, deals + 1)]


def _lines(found: HandJson) -> Iterator[str]:
    """What was asked, a bar for each share, the mean of the sheet, the kings that were called."""
    yield _say("open")
    yield from _asked(found.question, found.deals)
    yield ""
    for aim, share in found.shares.items():
        yield from _bar(aim, share)
    if found.sheet:
        yield _say("sheet", least=found.sheet.least, most=found.sheet.most, low=found.sheet.low, high=found.sheet.high)
    yield _say("kings", kings=tuple(f"{king} {count}" for king, count in found.kings.items()))


def _asked(question: Question, deals: int) -> Iterator[str]:
    yield _say("asked", cards=question.hand, bid=question.bid, seat=question.seat, deals=deals, seed=question.seed)
    yield _say(f"discard.{question.discard}", goal=question.aim)


def _bar(aim: Aim, share: Share) -> Iterator[str]:
    """A share as a bar, with how many deals are not known."""
    of = share.reached + share.missed + share.unknown
    filled, unknown = (round(WIDTH * count / of) for count in (share.reached, share.unknown))
    bar = ("#" * filled + "?" * unknown)[:WIDTH].ljust(WIDTH, ".")
    yield _say("share", goal=aim, bar=bar, reached=share.reached, of=of, low=share.low, high=share.high)
    if share.unknown:
        yield _say("unknown", count=share.unknown)


def _say(name: str, **values: Hashable) -> str:
    return say(Message(f"hand.{name}", **values))
