"""The command that values every card of a game with open cards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import groupby

from tarock.analysis.annotation import Bounds, GameValues, PlayValues, find_greatest_turns
from tarock.analysis.goals import Aim
from tarock.analysis.stamps import explain_stale
from tarock.base.errors import CheckFailed, CodexError
from tarock.base.project import Project
from tarock.base.terminal import print_error, show, show_json
from tarock.base.wording import write_message
from tarock.cli import add_json_argument
from tarock.cli.altered import add_rule_argument, alter_codex, alteration_lines
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.model_games import ERA, LEVELS
from tarock.replay import analyses, committed


def add_analyse_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock analyse`."""
    parser.add_argument("game", metavar="FILE|REF")
    parser.add_argument("--level", choices=LEVELS, help="of a model game (default: corrected)")
    parser.add_argument("--goal", choices=[*map(str, Aim)], help="one goal only")
    parser.add_argument("--nodes", type=int, metavar="N", help="for each card and goal (default: 2,000,000)")
    parser.add_argument("--calls", action="store_true", help="also which other calls and discards would have won")
    parser.add_argument("--check", action="store_true", help="compare with the committed values: 1 when they differ")
    add_rule_argument(parser)
    add_json_argument(parser)
    parser.set_defaults(
        run=analyse_game,
        examples=(
            "1840:m8",
            "1840:m3 --goal win",
            "corpus/examples/my-game.yaml --json",
            "1840:m3 --goal points --rule card_points.dame=5",
        ),
    )


def analyse_game(options: Namespace, project: Project) -> int:
    """Print what each card of a game was worth: the committed values of a model game, unless others are asked for.

    Return the exit status.
    """
    codex = ComputedCodex(project)

    if options.nodes is not None and not 0 < options.nodes <= analyses.MOST_NODES:
        raise CodexError(
            f"{options.nodes} nodes",
            f"expected 1 to {analyses.MOST_NODES:,}",
        )
    codex = alter_codex(codex, ERA, options).without_copies  # the values that are committed are those of the edition
    report = codex.games.replay_named(options.game, options.level)
    path = None if options.rule else analyses.committed_path(codex.games, options.game, options.level)
    if options.check and (path is None or options.goal or options.nodes):
        raise CodexError(
            "--check compares the committed values only",
            "use it with a model game, without --level, --goal, --nodes and --rule",
        )
    aims = (Aim(options.goal),) if options.goal else tuple(Aim)
    kept = analyses.load(path) if path else None
    stale = ""
    if kept and not options.check and not options.nodes:
        name = options.game.removeprefix(f"{ERA}:")
        stale = explain_stale(kept, committed.game_stamp(codex.context, name, kept))
    if path and stale:
        print_error(f"{codex.project.relative(path)}: {stale}; these values are computed now")
    calls = options.calls or bool((options.check or (stale and not options.goal)) and kept and kept.calls)
    fits = kept and not stale and not options.nodes and bool(kept.calls) >= calls
    found = kept if fits and not options.check else None
    found = found or analyses.compute(codex.games, report, options.nodes or analyses.NODES, aims, calls=calls)
    if options.check and path and kept != found:
        run = committed.game_command(options.game.removeprefix(f"{ERA}:"))
        raise CheckFailed("the committed values differ from those computed now", run, file=path)
    aims = tuple(aim for aim in aims if aim in found.wanted_by)
    if options.json:
        show_json(found)
    else:
        show("\n".join((*alteration_lines(codex), *_format_values(found, aims))))
    return 0


def _format_values(found: GameValues, aims: tuple[Aim, ...]) -> Iterator[str]:
    """Yield the turning points and other calls, then each play with what it gave away."""
    yield write_message("analyse.open", nodes=found.nodes)
    yield from ("", write_message("analyse.turning"))
    turns = [
        write_message(
            "analyse.turn", trick=play.trick, seat=play.seat, card=play.card, goal=aim,
            before=_format_bounds(then), after=_format_bounds(now),
        )
        for aim in aims
        for play, then, now in find_greatest_turns(found, aim, alone=len(aims) == 1)
    ]  # fmt: skip
    yield " ".join(turns) or write_message("analyse.none")
    if found.calls:
        yield from ("", write_message("analyse.calls"))
        for king, calls in groupby(found.calls.found, key=lambda call: call.king):
            bounds = [call.win for call in calls]
            yield "  " + write_message(
                "analyse.call", king=king, of=len(bounds), won=bounds.count((1, 1)), lost=bounds.count((0, 0)),
            )  # fmt: skip
    for trick, plays in groupby(found.plays, key=lambda play: play.trick):
        yield from ("", write_message("analyse.trick", number=trick))
        yield from (f"  {_play(found, play, aims)}" for play in plays)


def _play(found: GameValues, play: PlayValues, aims: tuple[Aim, ...]) -> str:
    """Return the line of one play: the bounds of each aim, and what a better card would have gained."""
    text = f"{play.seat} {play.card}"
    if play.card not in play.legal:
        return f"{text}: {write_message('analyse.illegal')}"
    values = play.find_bounds(play.card)
    text += ": " + ", ".join(f"{aim} {_format_bounds(values[aim])}" for aim in aims)
    if len(play.legal) == 1:
        return f"{text}; {write_message('analyse.forced')}"
    for aim, (amount, card) in found.find_losses(play).items():
        if aim in aims:
            text += f"; {write_message('analyse.away', goal=aim, amount=amount, card=card)}"
    return text


def _format_bounds(bounds: Bounds) -> str:
    low, high = bounds
    return write_message("analyse.bounds", low=low, high=high)
