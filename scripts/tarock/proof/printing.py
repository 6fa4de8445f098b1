"""A replayed game for people: trick by trick with running points, findings at their place, the score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.cards import in_order
from tarock.game.common.counting import show_thirds
from tarock.game.common.notation import write_cards
from tarock.term import paint
from tarock.wording import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.common.cards import Pack
    from tarock.game.common.findings import Finding
    from tarock.game.common.score import ScoreSheet
    from tarock.proof.games import LevelReport
    from tarock.proof.stated import CheckedResult


def replay_lines(report: LevelReport, pack: Pack) -> Iterator[str]:
    """The lines of `tarock replay`."""
    replay, game = report.replay, report.replay.game
    title = f"{game.ref or game.id}  {game.title}".rstrip()
    yield paint(f"{title}  (as {report.level})" if game.ref else title, "bold")
    for seat in game.seats:
        roles = [
            name
            for name, holds in (
                ("dealer", seat == game.dealer),
                ("Vorhand", seat == game.forehand),
                ("Spieler", seat == game.declarer),
                ("Freund", seat == replay.partner),
            )
            if holds
        ]
        yield f"  {seat}  {write_cards(in_order(replay.hands[seat]), pack)}" + (
            f"  ({', '.join(roles)})" if roles else ""
        )
    yield f"  calls {game.king}; " + (
        "Solo" if game.purchase is None else f"Dreier of {game.purchase.kept}, scat {write_cards(game.scat, pack)}"
    )
    for said in game.announcements:
        yield f"  {said.seat} says {said.of}{'' if said.call == 'announce' else ' ' + said.call}"
    yield from _findings(report.findings, 0)
    for number, trick in enumerate(game.tricks, 1):
        winner = replay.winners[number - 1]
        plays = "  ".join(
            paint(f"{seat} {pack.display(card):<15}", "bold") if seat == winner else f"{seat} {pack.display(card):<15}"
            for seat, card in trick
        )
        yield f"  {number:>2}. {plays}  takes {winner}   {show_thirds(replay.running[number - 1]):>6}"
        yield from _findings(report.findings, number)
    yield (
        f"  declarer's side {show_thirds(replay.declarer_thirds)} points: "
        + ("won" if replay.outcome.won else "Remis" if replay.outcome.remis else "lost")
        + (f" by {replay.outcome.points}" if replay.outcome.points else "")
    )
    yield "  score sheet"
    yield from _sheet(replay.sheet)
    yield "    total    " + "  ".join(f"{seat} {points}" for seat, points in replay.sheet.totals.items())
    if replay.sheet_with_revokes:
        yield "  by § 65, for the Renonce"
        yield from _sheet(replay.sheet_with_revokes)
    sheet = replay.sheet_with_revokes or replay.sheet
    for open_ in sheet.open:
        word = paint("undetermined", "yellow")
        yield f"  {word}  {say(open_.what)}: taken as {say(open_.taken)}; or {say(open_.other)}  [{open_.ref}]"
    for judged in report.stated:
        yield "  " + stated_line(judged)


def _sheet(sheet: ScoreSheet) -> Iterator[str]:
    for line in sheet.lines:
        seats, words = ", ".join(line.payees), f"{say(line.what)} = {say(line.reckoning)}"
        yield f"    {seats:<8} {line.amount:>5}  {words}  [{line.ref}]"


def _findings(findings: tuple[Finding, ...], trick: int) -> Iterator[str]:
    for finding in findings:
        if finding.trick == trick:
            cited = f"  [{finding.code}, {finding.ref}]" if finding.ref else f"  [{finding.code}]"
            yield f"      {paint('finding', 'yellow')}  {say(finding.message)}{cited}"


def stated_line(judged: CheckedResult) -> str:
    """One stated result with its verdict."""
    from tarock.proof.stated import NAMES

    color = {"reproduced": "green", "not reproduced": "red"}.get(judged.verdict, "yellow")
    expected, computed = (
        ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for value in (judged.expected, judged.computed)
    )
    said = f"  “{judged.quote}” [{judged.ref}]" if judged.quote else ""
    return f"{paint(judged.verdict, color)}  {NAMES[judged.what]}: stated {expected}, computed {computed}{said}"
