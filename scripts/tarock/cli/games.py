"""The commands that replay and settle games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path

from tarock.base.project import Project
from tarock.base.structs import group_pairs
from tarock.base.terminal import show, show_json
from tarock.base.wording import Message, format_message
from tarock.cli import json_argument
from tarock.game.common.score import Settled, Transfer
from tarock.game.eras import ERAS, era_of, own_file
from tarock.game.koenigrufen_1840.model_games import LEVELS
from tarock.proof.codex import Codex
from tarock.proof.footing import footing_lines, game_footing, scored, settlement
from tarock.proof.games import replay_json
from tarock.proof.printing import replay_lines


def replay_arguments(parser: ArgumentParser) -> None:

    parser.add_argument("games", nargs="+", metavar="FILE|REF")
    parser.add_argument("--level", choices=LEVELS, help="of a model game (default: corrected)")
    json_argument(parser, "print one JSON object per game, in a list")
    parser.set_defaults(
        run=replay_games, examples=("1840:m3", "1840:m5 --level printed", "corpus/examples/my-game.yaml --json")
    )


def replay_games(options: Namespace, project: Project) -> int:
    """Print what each game comes to, then its tricks; 1 when a file of one's own holds a fault."""
    codex = Codex(project)

    reports = [codex.games.named(name, options.level) for name in options.games]
    footings = [game_footing(codex.results, name, options.level) for name in options.games]
    if options.json:
        both = zip(reports, footings, strict=True)
        show_json([replay_json(report, footing, codex.games.pack, codex.games.rules) for report, footing in both])
    else:
        told = (
            replay_lines(report, codex.games.pack, codex.corpus, footing_lines(footing))
            for report, footing in zip(reports, footings, strict=True)
        )
        show("\n\n".join(map("\n".join, told)))
    own_faults = any(report.level == "file" and not report.sound for report in reports)
    return 1 if own_faults else 0


def score_arguments(parser: ArgumentParser) -> None:

    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--era", required=True, choices=tuple(ERAS), help="by whose rules")
    json_argument(parser)
    parser.set_defaults(
        run=score_game,
        examples=(
            "--era 1754 corpus/examples/score-1754.yaml",
            "--era 1945 corpus/examples/score-1945-play.yaml",
            "--era 1863 my-game.yaml --json",
        ),
    )


def score_game(options: Namespace, project: Project) -> int:
    """Print who pays whom."""
    codex = Codex(project)

    era = era_of(options.era)
    document = own_file(codex.project, era, era.score, Path(options.file))
    if options.json:
        show_json(settlement(codex.results, era.siglum, document))
    else:
        settled, footing = scored(codex.results, era.siglum, document)
        found = list(footing_lines(footing))
        show("\n".join((*score_lines(settled), *(("", *found) if found else ()))))
    return 0


def score_lines(settled: Settled) -> Iterator[str]:
    """Yield totals first, then payments, what was found and what the source leaves open."""
    yield f"{settled.era}: {settled.title}" if settled.title else settled.era
    yield from ("", _say("totals"), "  " + "   ".join(_sums(settled.totals)))
    yield from ("", _say("payments", unit=settled.unit))
    yield from (f"  {text}" for text in _grouped(settled.transfers) or (_say("none"),))
    if settled.notes:
        yield from ("", _say("found"))
        yield from (f"  {format_message(note.message)}{_by(note.ref)}" for note in settled.notes)
    if settled.undetermined:
        yield from ("", _say("undetermined"))
    for point in settled.undetermined:
        yield f"  {format_message(point.what)}{_by(point.ref)}"
        yield f"    {_say('taken', what=point.taken)}"
        yield f"    {_say('other', what=point.other)}"
        if point.difference:
            changed = {seat: amount for seat, amount in point.difference.items() if amount}
            yield f"    {_say('difference', sums=tuple(_sums(changed)))}"


def _sums(sums: Mapping[str, int]) -> Iterator[str]:
    return (f"{seat} {amount:+d}" if amount else f"{seat} 0" for seat, amount in sums.items())


def _grouped(transfers: Sequence[Transfer]) -> list[str]:
    """One line for the transfers of the same kind, amount and payee, or payer."""
    groups: dict[tuple[Message, int, Message, str, str], list[str]] = {}
    payees = group_pairs(((paid.what, paid.amount, paid.ref), paid.payee) for paid in transfers)
    for paid in transfers:
        single = len(payees[paid.what, paid.amount, paid.ref]) == 1
        key = (paid.what, paid.amount, paid.reckoning, paid.ref, f"> {paid.payee}" if single else f"{paid.payer} >")
        groups.setdefault(key, []).append(paid.payer if single else paid.payee)
    lines = []
    for (what, amount, reckoning, ref, fixed), seats in groups.items():
        who = f"{', '.join(seats)} {fixed}" if fixed.startswith(">") else f"{fixed} {', '.join(seats)}"
        each = format_message(Message("each", amount=amount)) if len(seats) > 1 else str(amount)
        said = format_message(reckoning)
        how = f" ({said})" if said and said != str(amount) else ""
        lines.append(f"{who}: {each}, {format_message(what)}{how}{_by(ref)}")
    return lines


def _by(ref: str) -> str:
    return f"  [{ref}]" if ref else ""


def _say(name: str, **values: Hashable) -> str:
    return format_message(Message(f"score.{name}", **values))
