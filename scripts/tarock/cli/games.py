"""The commands that replay and settle games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tarock.base.errors import CodexError, list_and
from tarock.base.project import Project
from tarock.base.structs import group_pairs
from tarock.base.terminal import show, show_json
from tarock.base.wording import Message, format_message, write_message
from tarock.base.yamlio import Document
from tarock.cli import add_json_argument
from tarock.cli.altered import add_rule_argument, alter_codex, alteration_lines, comment_lines
from tarock.codex import ComputedCodex
from tarock.game.common.era import Era
from tarock.game.common.score import SettledScore, Transfer
from tarock.game.eras import ERAS, find_era, read_own_file, read_own_game
from tarock.game.koenigrufen_1840.model_games import ERA as BASE_ERA
from tarock.game.koenigrufen_1840.model_games import LEVELS
from tarock.game.koenigrufen_1840.short_notation import write_short
from tarock.replay.games import build_replay_json
from tarock.replay.printing import replay_lines
from tarock.robustness.analysis import (
    PlayedJson,
    analyse_named_game,
    analyse_played_game,
    build_played_json,
    build_settlement,
    robustness_lines,
    settle_document,
)


def add_replay_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock replay`."""
    parser.add_argument("games", nargs="+", metavar="FILE|REF")
    parser.add_argument("--level", choices=LEVELS, help="of a model game (default: corrected)")
    parser.add_argument("--text", action="store_true", help="write the games in the short notation, to be read again")
    add_rule_argument(parser)
    add_json_argument(parser, "print one JSON object per game, in a list")
    parser.set_defaults(
        run=replay_games,
        examples=(
            "1840:m3",
            "1840:m5 --level printed",
            "corpus/examples/my-game.yaml --json",
            "1840:m3 --rule play.must_tarock=false",
        ),
    )


def replay_games(options: Namespace, project: Project) -> int:
    """Print the result and tricks of each game; return 1 when a user's own game has a fault."""
    codex = ComputedCodex(project)
    own = [read_own_game(project, Path(name)) if Path(name).is_file() else None for name in options.games]
    if options.rule:
        codex = alter_codex(codex, _find_one_era(own), options)
    if all(own) and not options.level:
        return _replay_played(codex, [each for each in own if each], options)

    reports = [codex.games.replay_named(name, options.level) for name in options.games]
    if options.text:
        show(comment_lines(codex) + "\n".join(write_short(report.replay.game) for report in reports), end="")
        return 0
    robustness_of = [analyse_named_game(codex.robustness_analysis, name, options.level) for name in options.games]
    if options.json:
        both = zip(reports, robustness_of, strict=True)
        show_json([build_replay_json(report, robustness, codex.games) for report, robustness in both])
    else:
        told = (
            replay_lines(
                report, codex.games.pack, codex.corpus, (*alteration_lines(codex), *robustness_lines(robustness))
            )
            for report, robustness in zip(reports, robustness_of, strict=True)
        )
        show("\n\n".join(map("\n".join, told)))
    own_faults = any(report.level == "file" and not report.sound for report in reports)
    return 1 if own_faults else 0


def _find_one_era(own: Sequence[tuple[Era[Any], Document] | None]) -> str:
    """Return the source of all games, whose rules `--rule` alters; raise `CodexError` for games of several."""
    sigla = sorted({each[0].siglum if each else BASE_ERA for each in own})
    if len(sigla) > 1:
        raise CodexError(f"--rule with games of {list_and(sigla)}", "expected games of one source with it")
    return sigla[0]


def _replay_played(codex: ComputedCodex, games: Sequence[tuple[Era[Any], Document]], options: Namespace) -> int:
    """Print the faults and the sheet of each game of an era other than 1840; return 1 when one has a fault."""
    if options.text:
        raise CodexError("games of other eras than 1840 have no short notation", "expected no --text")
    told: list[str] = []
    found: list[PlayedJson] = []
    sound = True
    for era, document in games:
        played = era.replay_document(document, codex.context.rules(era.siglum))
        robustness = analyse_played_game(codex.robustness_analysis, era, document)
        sound &= not played.findings
        lines = [f"{document.path}: {format_message(each.message)}{_format_ref(each.ref)}" for each in played.findings]
        lines += score_lines(played.settled) if played.settled else ()
        told.append("\n".join((*alteration_lines(codex), *lines, "", *robustness_lines(robustness))))
        found.append(build_played_json(codex.robustness_analysis, played, robustness))
    if options.json:
        show_json(found)
    else:
        show("\n\n".join(told))
    return 0 if sound else 1


def add_score_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock score`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--era", required=True, choices=tuple(ERAS), help="by whose rules")
    add_rule_argument(parser)
    add_json_argument(parser)
    parser.set_defaults(
        run=score_game,
        examples=(
            "--era 1754 corpus/examples/score-1754.yaml",
            "--era 1945 corpus/examples/score-1945-play.yaml",
            "--era 1863 my-game.yaml --json",
            "--era 1840 corpus/examples/score-1840.yaml --rule session.unit=50",
        ),
    )


def score_game(options: Namespace, project: Project) -> int:
    """Print who pays whom how much; return the exit status."""
    era = find_era(options.era)
    codex = alter_codex(ComputedCodex(project), era.siglum, options)
    document = read_own_file(codex.project, era, era.score, Path(options.file))
    if options.json:
        show_json(build_settlement(codex.robustness_analysis, era.siglum, document))
    else:
        settled, robustness = settle_document(codex.robustness_analysis, era.siglum, document)
        found = list(robustness_lines(robustness))
        show("\n".join((*alteration_lines(codex), *score_lines(settled), *(("", *found) if found else ()))))
    return 0


def score_lines(settled: SettledScore) -> Iterator[str]:
    """Yield the totals, the payments, what was found, and what the source leaves open."""
    yield f"{settled.era}: {settled.title}" if settled.title else settled.era
    yield from ("", write_message("score.totals"), "  " + "   ".join(_format_sums(settled.totals)))
    yield from ("", write_message("score.payments", unit=settled.unit))
    yield from (f"  {text}" for text in _group_transfers(settled.transfers) or (write_message("score.none"),))
    if settled.notes:
        yield from ("", write_message("score.found"))
        yield from (f"  {format_message(note.message)}{_format_ref(note.ref)}" for note in settled.notes)
    if settled.undetermined:
        yield from ("", write_message("score.undetermined"))
    for point in settled.undetermined:
        yield f"  {format_message(point.what)}{_format_ref(point.ref)}"
        yield f"    {write_message('score.taken', what=point.taken)}"
        yield f"    {write_message('score.other', what=point.other)}"
        if point.difference:
            changed = {seat: amount for seat, amount in point.difference.items() if amount}
            yield f"    {write_message('score.difference', sums=tuple(_format_sums(changed)))}"


def _format_sums(sums: Mapping[str, int]) -> Iterator[str]:
    return (f"{seat} {amount:+d}" if amount else f"{seat} 0" for seat, amount in sums.items())


def _group_transfers(transfers: Sequence[Transfer]) -> list[str]:
    """Return one line for payments with the same kind, amount, and payee or payer."""
    groups: dict[tuple[Message, int, Message, str, str], list[str]] = {}
    payees = group_pairs(((paid.what, paid.amount, paid.ref), paid.payee) for paid in transfers)
    for paid in transfers:
        single = len(payees[paid.what, paid.amount, paid.ref]) == 1
        key = (paid.what, paid.amount, paid.reckoning, paid.ref, f"> {paid.payee}" if single else f"{paid.payer} >")
        groups.setdefault(key, []).append(paid.payer if single else paid.payee)
    lines = []
    for (what, amount, reckoning, ref, fixed), seats in groups.items():
        who = f"{', '.join(seats)} {fixed}" if fixed.startswith(">") else f"{fixed} {', '.join(seats)}"
        each = write_message("each", amount=amount) if len(seats) > 1 else str(amount)
        said = format_message(reckoning)
        how = f" ({said})" if said and said != str(amount) else ""
        lines.append(f"{who}: {each}, {format_message(what)}{how}{_format_ref(ref)}")
    return lines


def _format_ref(ref: str) -> str:
    return f"  [{ref}]" if ref else ""
