"""The value of each card played in a model game, for its page.

Some values are committed, others asked from the solver's core in a browser. The core is the module that Python runs too
(`scripts/core/core.wasm`). Its input on a game comes from the encoded rules; the script that runs it knows no goal
and no price.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from tarock.analysis.annotation import NODES, GameValues, PlayValues, find_greatest_turns
from tarock.analysis.core import ENDS, KING, OURS, PAGAT, TABLE_BYTES, THEIRS, Inbox, encode_law
from tarock.analysis.goals import Aim, find_ultimo_takers, is_king_held
from tarock.analysis.open_cards import OpenCards
from tarock.base.wording import Message, format_message, write_message
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.publish.places import Site
from tarock.publish.views.cards import gloss_name
from tarock.replay import analyses, committed
from tarock.replay.games import GameReport, LevelReport


def make_solver_data(site: Site) -> dict[str, Any] | None:
    """Return how scripts address the solver in the core's module; None where the module is not in this copy."""
    path, games = site.codex.project.core, site.codex.games
    if not path.is_file():
        return None
    report = next(iter(site.codex.game_reports)).levels[BASE]
    deal = OpenCards(report.replay, games.pack, games.rules, None)
    return {
        "table": TABLE_BYTES,
        "nodes": NODES,
        "fields": {name: getattr(Inbox, name).offset for name, *_type in Inbox._fields_},
        "ends": ENDS,
        "row": Inbox.leaf.size // ENDS,
        "bits": {card.printed: bit for card, bit in deal.bits.items()},
        "worth": {card.printed: card.thirds for card in deal.bits},
        "law": encode_law(TrickLaw.of(games.rules)),
        "digits": {"king": KING, "pagat": PAGAT, "ours": OURS, "theirs": THEIRS},
    }


def make_card_value_data(site: Site, report: GameReport) -> dict[str, Any]:
    """Return a game's committed values by play, its turning points in words, and the deals for the solver by level."""
    found = _kept(site, report)
    deals = {name: told for name, level in report.levels.items() if (told := _encode_deal(site, level))}
    return {
        "aims": {aim: write_message(f"worth.{aim}") for aim in Aim},
        "level": BASE,
        "nodes": found.nodes if found else 0,
        "plays": dict(_plays(site, found.plays)) if found else {},
        "turning": [says for _step, says, _reached in find_turning_points(site, report)],
        "deals": deals,
    }  # fmt: skip


def find_turning_points(site: Site, report: GameReport) -> Iterator[tuple[str, str, bool]]:
    """Yield where the game turned, with open cards: step, change in words, whether it is a yes or no (not points).

    Changes of yes or no are all given, changes of the score only if they are among the greatest.
    """
    found = _kept(site, report)
    if not found:
        return
    for aim in found.wanted_by:
        for play, before, after in find_greatest_turns(found, aim):
            place = [each for each in found.plays if each.trick == play.trick].index(play) + 1
            told = Message(
                "worth.turn", trick=play.trick, seat=play.seat, card=gloss_name(site, site.pack.by_name[play.card].printed),
                aim=Message(f"worth.{aim}"), before=_describe_value(aim, *before), after=_describe_value(aim, *after),
            )  # fmt: skip
            yield f"{play.trick}.{place}", format_message(told), aim not in (Aim.POINTS, Aim.SHEET)


def _kept(site: Site, report: GameReport) -> GameValues | None:
    """Return the committed values; None where there are none. Raises `CodexError` where they are out of date."""
    path = analyses.committed_path(site.codex.games, report.name, BASE)
    return committed.load_annotation(site.codex.context, report.name) if path and path.is_file() else None


def _describe_value(aim: Aim, low: int, high: int) -> Message:
    """Return a message for a value between `low` and `high`: points for thirds, else whether the aim is reached."""
    one = "points" if aim is Aim.POINTS else "sheet" if aim is Aim.SHEET else "reached"
    return Message(f"worth.value.{one}", low=low, high=high)


def _plays(site: Site, plays: Iterable[PlayValues]) -> Iterator[tuple[str, list[Any]]]:
    """Yield each step with its legal cards in groups of one value, with bounds for each aim, or one number."""
    for number, play in enumerate(plays):
        bounds = list(zip(*play.values.values(), strict=True))
        by_worth: dict[Any, list[str]] = {}
        for card, values in zip(play.legal, bounds, strict=True):
            by_worth.setdefault(values, []).append(site.pack.by_name[card].printed)
        rows = [
            (
                cards,
                {aim: low if low == high else (low, high) for aim, (low, high) in zip(play.values, worth, strict=True)},
            )
            for worth, cards in by_worth.items()
        ]
        yield f"{play.trick}.{number % 4 + 1}", rows


def _encode_deal(site: Site, level: LevelReport) -> dict[str, Any] | None:
    """Return a model game's deal as the solver in the browser reads it; None where cards are missing."""
    games, course = site.codex.games, level.replay
    if any(finding.code.startswith(("DEAL", "HAND", "TALON", "SCAT", "TRICKS")) for finding in course.findings):
        return None
    deal = OpenCards(course, games.pack, games.rules, None, games.leaves)
    made = find_ultimo_takers(course, deal.pagat_holder, games.rules) if deal.pagat_holder else frozenset()
    rows: dict[tuple[int, ...], int] = {}
    aims = {
        aim: {
            "max": deal.encode_seats(goal.wanted_by),
            "rows": [rows.setdefault(tuple(_runs(row)), len(rows)) for row in goal.rows],
        }
        for aim, goal in deal.payoffs.items()
    }
    return {
        "side": deal.encode_seats(deal.declarer_side),
        "made": deal.encode_seats(made),
        "king": course.game.king.printed if is_king_held(course) else "",
        "pagat": games.pack.pagat.printed,
        "keeper": deal.pagat_keeper,
        "aims": aims,
        "rows": list(rows),
    }


def _runs(row: list[int]) -> Iterator[int]:
    """Yield a row of values in runs: the thirds from which a value applies, then the value, and so on."""
    at = 0
    for leaf, group in groupby(row):
        yield from (at, leaf)
        at += len(list(group))
