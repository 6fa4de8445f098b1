"""The words and figures by which `playing.js` shows a table of 1840; the core has the law, the page none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from tarock.analysis.table import compile_rules
from tarock.base.wording import write_message
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.score import Reason
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.session import Rounding, round_points
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, SpeakingOrder
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, SeatRole
from tarock.publish.places import Site
from tarock.publish.views.cards import write_english_name
from tarock.publish.views.view import View

# The questions before the first deal, which the text leaves open or to the players: the option of `State`, its choices,
# the rule at whose passage it stands, and its case.
_ASKED: tuple[tuple[str, tuple[Any, ...], str, dict[str, Any]], ...] = (
    ("knocked", (False, True), "deal.packet", {"knocked": True}),
    ("words", tuple(SpeakingOrder), "announcements.first", {}),
    ("left_shown", (False, True), "talon.shown_until", {}),
)
_ROLES = (SeatRole.DECLARER, SeatRole.PARTNER, SeatRole.DEFENDER, "forehand", "dealer")
_WRITTEN = (
    Reason.GAME, Reason.CALLED_KING, Reason.ALL_THREE, Reason.ALL_FOUR, Reason.ULTIMO, Reason.VOLAT, Reason.REVOKE,
)  # fmt: skip


def make_playing_data(site: Site) -> dict[str, Any]:
    """Return the data of the table.

    `actions` has the words of the actions that are no cards, by number; `english` the English names of cards; `lines`
    the names of what a sheet has; `next` and `forehand` seats by the dealer's; `laid` how many cards are laid away,
    `tricks` and `points` how many there are; `shown` a hand for the beginning; `session` how an evening is
    paid; `asked` the questions before the first deal; `refs` what paragraphs are called and where they are;
    `quotes` the words that rule.
    """
    games, pack = site.codex.games, site.pack
    engine = Engine(pack, games.rules)
    english = {card.printed: write_english_name(site, card.printed) for card in pack.cards}
    return {
        "era": ERA,
        "seats": SEATS,
        "names": [card.printed for card in pack.cards],
        "actions": dict(_name_actions(engine)),
        "english": {name: words for name, words in english.items() if words != name},
        "lines": {reason: write_message(f"playing.line.{reason}") for reason in _WRITTEN},
        "roles": {role: write_message(f"role.{role}") for role in _ROLES},
        "next": engine.next_dealer,
        "forehand": engine.forehand,
        "laid": engine.scat_size,
        "tricks": engine.hand_size,
        "points": format_thirds(count_thirds(pack.cards)),
        "kings": engine.kings,
        "shown": [card.printed for card in (*pack.kings[:2], pack.pagat, pack.mond, pack.scues, *pack.kings[2:])],
        "refs": dict(_list_refs(site)),
        "quotes": _list_quotes(site),
        "session": _make_session_data(site),
        "asked": [_ask(site, *question) for question in _ASKED],
    }


def _make_session_data(site: Site) -> dict[str, Any]:
    """Return how an evening is paid: for each rounding its name, the unit, and from how many Points on a rest counts.

    A stake is for `unit` Points.
    """
    rules = site.codex.games.rules
    roundings = {}
    for rounding in Rounding:
        paid = [round_points(points, rounding, rules) for points in range(rules.number("session.unit") + 1)]
        unit = next(points for points in paid if points)
        roundings[rounding] = (write_message(f"playing.rounding.{rounding}"), unit, paid.index(unit))
    return {
        "roundings": roundings,
        "unit": rules.number("session.unit"),
        "ref": rules.ref("session.payment.of"),
    }


def _list_refs(site: Site) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each paragraph by which something is ruled, with its name for people and its address from the page."""
    view = View(site, site.router.playing.made)
    for ref in dict.fromkeys(each.ref for each in site.codex.games.rules.table.effective.values()):
        yield ref, (view.label(ref), view.to(site.router.passage(ref)) if site.router.has(ref) else "")


def _list_quotes(site: Site) -> dict[str, str]:
    """Return the words of the text by which something may be done or may not, by the statement that quotes them."""
    rules = site.codex.games.rules
    reasons = {reason.statement for reason in compile_rules(rules).reasons} & rules.table.effective.keys()
    return {name: rules.table.effective[name].quote for name in sorted(reasons)}


def _name_actions(engine: Engine) -> Iterator[tuple[int, str]]:
    for number, bid in engine.bids.items():
        yield number, write_message(f"playing.{bid.bid}", fold=bid.fold)
    for name in ("keep", "raise_", "nothing"):
        yield getattr(engine, name), write_message(f"playing.{name.rstrip('_')}")
    for number, (of, call) in engine.announcement_actions.items():
        yield number, str(of) if call is AnnouncementWord.ANNOUNCE else f"{of} {call}"


def _ask(site: Site, option: str, choices: tuple[Any, ...], key: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return a question with its choices, our ruling, and the passage at which it arises."""
    return {
        "option": option,
        "question": write_message(f"playing.asked.{option}"),
        "choices": [(choice, write_message(f"playing.asked.{option}.{choice}")) for choice in choices],
        "ruling": structs.asdict(Options())[option],
        "ref": site.codex.games.rules.ref(key, **case),
    }
