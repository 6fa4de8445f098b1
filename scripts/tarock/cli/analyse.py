"""The command that values every card of a game with open cards."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.language import worded
from tarock.base.terminal import complain, show, show_json
from tarock.cli import json_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Hashable, Iterator

    from tarock.analysis.annotation import Annotation, Bounds, PlayValues
    from tarock.analysis.goals import Aim
    from tarock.proof.codex import Codex


def analyse_arguments(parser: ArgumentParser) -> None:
    from tarock.analysis.goals import Aim
    from tarock.game.koenigrufen_1840.model_games import LEVELS

    parser.add_argument("game", metavar=worded("FILE|REF"))
    parser.add_argument("--level", choices=LEVELS, help=worded("of a model game (default: corrected)"))
    parser.add_argument("--goal", choices=tuple(Aim), help=worded("one goal only"))
    parser.add_argument("--nodes", type=int, metavar="N", help=worded("for each card and goal (default: 2,000,000)"))
    parser.add_argument(
        "--calls", action="store_true", help=worded("also which other calls and discards would have won")
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--check", action="store_true", help=worded("compare with the committed values: 1 when they differ")
    )
    which.add_argument("--write", action="store_true", help=worded("write the committed values of a model game"))
    json_argument(parser)
    parser.set_defaults(
        run=analyse_game, examples=("1840:m8", "1840:m3 --goal win", "corpus/examples/my-game.yaml --json")
    )


def analyse_game(options: Namespace, codex: Codex) -> int:
    """Print what each card was worth; of a model game the committed values, unless something else is asked for."""
    from tarock.analysis.goals import Aim
    from tarock.base.errors import CheckFailed, CodexError
    from tarock.game.koenigrufen_1840.model_games import ERA
    from tarock.proof import analyses, committed

    if options.nodes is not None and not 0 < options.nodes <= analyses.MOST_NODES:
        raise CodexError(
            worded("{nodes} nodes", nodes=options.nodes),
            worded("expected 1 to {most:,}", most=analyses.MOST_NODES),
        )
    codex = codex.by_editions  # the values that are committed are those of the edition
    report = codex.games.named(options.game, options.level)
    path = analyses.committed(codex, options.game, options.level)
    committing = options.check or options.write
    if committing and (path is None or options.goal or options.nodes):
        raise CodexError(
            worded("--check and --write are for the committed values"),
            worded("expected a model game, and no level, goal or nodes"),
        )
    aims = (Aim(options.goal),) if options.goal else tuple(Aim)
    kept = analyses.load(path) if path else None
    stale = ""
    if kept and not committing and not options.nodes:
        stale = committed.game_reason(codex.context, options.game.removeprefix(f"{ERA}:"), kept)
    if path and stale:
        complain(
            worded("{file}: {reason}; these values are computed now", file=codex.project.relative(path), reason=stale)
        )
    calls = options.calls or bool((committing or (stale and not options.goal)) and kept and kept.calls)
    fits = kept and not stale and not options.nodes and bool(kept.calls) >= calls
    found = kept if fits and not committing else None
    found = found or analyses.compute(codex, report, options.nodes or analyses.NODES, aims, calls=calls)
    if options.write and path:
        analyses.write(path, found)
    if options.check and path and kept != found:
        raise CheckFailed(
            worded("the committed values differ from those computed now"), worded("run --write"), file=path
        )
    aims = tuple(aim for aim in aims if aim in found.wanted_by)
    if options.json:
        show_json(found)
    else:
        show("\n".join(_lines(found, aims)))
    return 0


def _lines(found: Annotation, aims: tuple[Aim, ...]) -> Iterator[str]:
    """A play to a line: what it gave away, or that it did not; then the turning points."""
    from tarock.analysis.annotation import greatest_turns

    yield _say("open", nodes=found.nodes)
    trick = 0
    for play in found.plays:
        if play.trick != trick:
            trick = play.trick
            yield from ("", _say("trick", number=trick))
        yield f"  {_play(found, play, aims)}"
    yield from ("", _say("turning"))
    turns = [
        _say(
            "turn", trick=play.trick, seat=play.seat, card=play.card, goal=aim, before=_bounds(then), after=_bounds(now)
        )
        for aim in aims
        for play, then, now in greatest_turns(found, aim, alone=len(aims) == 1)
    ]  # fmt: skip
    yield " ".join(turns) or _say("none")
    if found.calls:
        yield from ("", _say("calls"))
        for king, calls in groupby(found.calls.found, key=lambda call: call.king):
            bounds = [call.win for call in calls]
            yield "  " + _say(
                "call", king=king, of=len(bounds), won=bounds.count((1, 1)), lost=bounds.count((0, 0)),
            )  # fmt: skip


def _play(found: Annotation, play: PlayValues, aims: tuple[Aim, ...]) -> str:
    told = f"{play.seat} {play.card}"
    if play.card not in play.legal:
        return f"{told}: {_say('illegal')}"
    values = play.of(play.card)
    told += ": " + ", ".join(f"{aim} {_bounds(values[aim])}" for aim in aims)
    if len(play.legal) == 1:
        return f"{told}; {_say('forced')}"
    for aim, (amount, card) in found.gave_away(play).items():
        if aim in aims:
            told += f"; {_say('away', goal=aim, amount=amount, card=card)}"
    return told


def _bounds(bounds: Bounds) -> str:
    low, high = bounds
    return _say("bounds", low=low, high=high)


def _say(name: str, **values: Hashable) -> str:
    return say(Message(f"analyse.{name}", **values))
