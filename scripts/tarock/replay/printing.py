"""A replayed game for people: trick by trick with running points, findings at their place, the score sheet."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from tarock.base.i18n import DATA, translate_text
from tarock.base.terminal import paint
from tarock.base.wording import Message, format_message
from tarock.corpus.editions import Corpus
from tarock.game.common.cards import Pack, sort_cards
from tarock.game.common.counting import format_thirds
from tarock.game.common.findings import Finding, limit_findings
from tarock.game.common.notation import write_cards
from tarock.game.common.score import ScoreSheet
from tarock.game.koenigrufen_1840.model_games import name_level
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.replay import Replay
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord
from tarock.replay.games import CheckedResult, LevelReport

_COLORS = {"reproduced": "green", "not reproduced": "red", "undetermined": "yellow"}


def replay_lines(report: LevelReport, pack: Pack, corpus: Corpus, rests_on: Iterable[str]) -> Iterator[str]:
    """Yield the title of a game, its result, the lines on what that rests on, then the play."""
    yield title_line(report)
    yield from result_lines(report, corpus)
    yield from (f"  {line}" for line in rests_on)
    yield ""
    yield from play_lines(report, pack)


def title_line(report: LevelReport) -> str:
    """Return the name of a game, and the level of a model game."""
    game = report.replay.game
    title = f"{game.ref or game.id}  {game.title}".rstrip()
    return paint(f"{title}  {_say('level', level=name_level(report.level))}" if game.ref else title, "bold")


def play_lines(report: LevelReport, pack: Pack) -> Iterator[str]:
    """Yield what was dealt and said, then each trick with the findings in it."""
    replay, game = report.replay, report.replay.game
    findings = tuple(limit_findings(report.findings))
    yield from _before_play(replay, pack)
    yield from _findings(findings, 0)
    width = max(map(len, game.seats))
    for trick in replay.tricks:
        plays = [(f"{seat:<{width}} {card.printed:<15}", seat == trick.winner) for seat, card in trick.plays]
        shown = "  ".join(paint(play, "bold") if wins else play for play, wins in plays)
        takes = _say("takes", seat=f"{trick.winner:<{width}}")
        yield f"  {trick.number:>2}. {shown}  {takes}   {format_thirds(trick.running):>6}"
        yield from _findings(findings, trick.number)


def result_lines(report: LevelReport, corpus: Corpus) -> Iterator[str]:
    """Yield the outcome and the score sheets, where the play settles, and each stated result with its verdict."""
    replay = report.replay
    if replay.settles:
        points, outcome = format_thirds(replay.declarer_thirds), replay.outcome
        yield "  " + _say("outcome", thirds=points, end=_word(outcome.end), points=outcome.points)
        yield from _sheets(replay)
    for result in report.stated:
        yield "  " + stated_line(result, corpus.display_quote(result.ref, result.quote) if result.quote else "")


def _before_play(replay: Replay, pack: Pack) -> Iterator[str]:
    """Yield the lines on hands and roles, the call, the purchase and what is announced."""
    game = replay.game
    width = max(map(len, game.seats))
    for seat in game.seats:
        roles = ", ".join(format_message(_word(role)) for role in _roles(seat, replay))
        yield f"  {seat:<{width}}  {write_cards(sort_cards(replay.hands[seat]))}" + (f"  ({roles})" if roles else "")
    if game.purchase is None:
        yield "  " + _say("solo", king=game.king)
    else:
        yield "  " + _say("dreier", king=game.king, fold=game.purchase.kept, scat=write_cards(game.scat))
    for said in game.announcements:
        call = "" if said.call is AnnouncementWord.ANNOUNCE else said.call
        yield "  " + _say("announced", seat=said.seat, of=said.of, call=call)


def _roles(seat: str, replay: Replay) -> list[str]:
    game: Game = replay.game
    holders = {"dealer": game.dealer, "vorhand": replay.forehand, "spieler": game.declarer, "freund": replay.partner}
    return [role for role, holder in holders.items() if holder == seat]


def _findings(findings: tuple[Finding, ...], trick: int) -> Iterator[str]:
    for finding in findings:
        if finding.trick == trick:
            cited = f"  [{finding.code}, {finding.ref}]" if finding.ref else f"  [{finding.code}]"
            yield f"      {paint(_say('finding'), 'yellow')}  {format_message(finding.message)}{cited}"


def _sheets(replay: Replay) -> Iterator[str]:
    """Yield the score as played, the score by § 65 if somebody revoked, and what the source leaves open."""
    yield "  " + _say("sheet")
    yield from _sheet(replay.sheet)
    if replay.sheet_with_revokes:
        yield "  " + _say("revokes")
        yield from _sheet(replay.sheet_with_revokes)
    again = replay.sheet_with_revokes.open if replay.sheet_with_revokes else ()
    for point in {point.code: point for point in (*replay.sheet.open, *again)}.values():
        reading = _say("open", what=point.what, taken=point.taken, other=point.other)
        yield f"  {paint(_say('undetermined'), 'yellow')}  {reading}  [{point.ref}]"


def _sheet(sheet: ScoreSheet) -> Iterator[str]:
    for line in sheet.lines:
        seats, words = ", ".join(line.payees), f"{format_message(line.what)} = {format_message(line.reckoning)}"
        yield f"    {seats:<8} {line.amount:>5}  {words}  [{line.ref}]"
    yield f"    {_say('total'):<8} " + "  ".join(f"{seat} {points}" for seat, points in sheet.totals.items())


def stated_line(result: CheckedResult, quote: str) -> str:
    """Return a stated result with its verdict and the words that state it."""
    compared = _say("stated", what=result.name, expected=result.expected, computed=result.computed)
    said = f"  “{quote}” [{result.ref}]" if quote else ""
    return f"{paint(translate_text(result.verdict, DATA), _COLORS[result.verdict])}  {compared}{said}"


def _word(name: str) -> Message:
    return Message(f"replay.{name}")


def _say(name: str, **values: Hashable) -> str:
    return format_message(Message(f"replay.{name}", **values))
