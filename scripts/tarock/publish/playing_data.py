"""The words and figures by which `playing.js` shows a table of 1840; the core has the law, the page none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from tarock.analysis.path import PathStep, make_path
from tarock.analysis.table import compile_rules
from tarock.base.errors import CodexError
from tarock.base.wording import format_message, write_message
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.records import MISDEAL, Side, find_seat, read_enum, read_enums
from tarock.game.common.score import Reason
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.session import FAULTS, Rounding, is_extra_open, round_points
from tarock.game.koenigrufen_1840.settlement import find_consulation_price, list_small_consulations
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, SpeakingOrder
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, ConsulationSize, SeatRole
from tarock.publish.places import Site
from tarock.publish.views.cards import write_english_name
from tarock.publish.views.view import View, write_statement
from tarock.replay import committed
from tarock.rules.ruleset import Rules

FIVE = (*SEATS, "E")  # as the author calls five
# The questions before the first deal, which the text leaves open or to the players: the option of `State`, its choices,
# the rule at whose passage it stands, and its case.
_ASKED: tuple[tuple[str, tuple[Any, ...], str, dict[str, Any]], ...] = (
    ("knocked", (False, True, "neighbour"), "deal.packet", {"knocked": True}),
    ("words", tuple(SpeakingOrder), "announcements.first", {}),
    ("left_shown", (False, True), "talon.shown_until", {}),
)
# The advice of the author by the act: the statement that says it. Of bids there is one for each height of a Dreier.
_ADVICE = {
    "pass": "advice.bid.play[holding=five tarocks and three kings]",
    "king": "advice.call.suit",
    "scat": "conduct.void_other_suits",
    "announcements": "advice.ultimo.tarocks",
    "declarer leads": "conduct.reveal_by[role=declarer]",
    "partner leads": "conduct.lead[role=partner]",
    "defender leads": "conduct.lead[holding=suits are led,role=defender]",
    "partner follows": "conduct.overtake[role=partner]",
    "defender follows": "conduct.throw[trick=a trick of the opponents]",
}
# Questions that the text leaves open of a session: the code of each, and the key at whose passage it arises.
_READINGS = (
    ("session.totals_rounded", "session.rounding.remainder_below"),
    ("session.running_rounded", "session.running.rest_as_at_end"),
    ("session.fine_extra", "misdeal.paid_to"),
)
_ROLES = (SeatRole.DECLARER, SeatRole.PARTNER, SeatRole.DEFENDER, "forehand", "dealer")
_WRITTEN = (
    Reason.GAME, Reason.CALLED_KING, Reason.ALL_THREE, Reason.ALL_FOUR, Reason.ULTIMO, Reason.VOLAT, Reason.REVOKE,
)  # fmt: skip


def make_playing_data(site: Site) -> dict[str, Any]:
    """Return the data of the table.

    `actions` has the words of the actions that are no cards, by number; `dreiers` those of each Dreier that can be played,
    by folds, those that come of taking the other half too; `english` the English names of cards; `lines`
    the names of what a sheet has; `next` and `forehand` seats by the dealer's; `laid` how many cards are laid away,
    `tricks` and `points` how many there are; `shown` a hand for the beginning; `session` how an evening is
    paid; `asked` the questions before the first deal that the text leaves open, `open` those of a session, `agreed` those on
    which it has the players agree; `honours` what may be declared, `consulations` their prices,
    `advice` what the author advises by what is to be done; `fines` what else is written; `worth` the points of cards;
    `discards` whether it is advised to be void of the called suit, and of others; `path` the steps by which
    one learns it; `next_five` who deals next among five; `mend` and `written` the paragraphs by which a revoke
    may be mended and the sheet corrected; `refs` what paragraphs are called and where they are; `quotes` the words that
    rule.
    """
    games, pack = site.codex.games, site.pack
    engine = Engine(pack, games.rules)
    english = {card.printed: write_english_name(site, card.printed) for card in pack.cards}
    data = {
        "era": ERA,
        "seats": SEATS,
        "persons": FIVE,
        "names": [card.printed for card in pack.cards],
        "actions": dict(_name_actions(engine)),
        "dreiers": [write_message("playing.dreier", fold=fold) for fold in range(1, engine.fold_max + 1)],
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
        "quotes": _list_quotes(site),
        "session": _make_session_data(site),
        "asked": [_ask(site, *question) for question in _ASKED],
        "agreed": list(_list_agreements(site)),
        "open": [_ask_reading(engine.rules, *reading) for reading in _READINGS],
        "path": [_tell_step(site, engine, step) for step in make_path(engine)],
        "honours": {
            kind: (sorted(engine.number_cards(pack.select_stated(engine.rules, "honours.cards", honour=kind))), ref)
            for kind in read_enums(engine.rules, "honours.kinds", Reason)
            for ref in [engine.rules.ref("honours.one_hand")]
        },
        "consulations": dict(_list_consulations(games.rules)),
        "fines": [
            (
                fault,
                write_message(f"playing.fine.{fault}"),
                *games.rules.number_with_ref(key, **case),
                is_extra_open(games.rules, paid, to),
            )
            for fault, (key, case, paid, to) in FAULTS.items()
        ],
        "five": read_enum(games.rules, "five.shares_with", Side),
        "next_five": [FIVE.index(find_seat(games.rules, "deal.next_dealer", FIVE, dealer)) for dealer in FIVE],
        "worth": [card.points for card in pack.cards],
        "discards": {
            "called": games.rules.flag("conduct.void_called_suit"),
            "others": games.rules.flag("conduct.void_other_suits"),
            "ref": games.rules.ref("conduct.void_other_suits"),
        },
        "mend": games.rules.ref("revoke.mend_before"),
        "declared": games.rules.ref("honours.declared_when"),
        **_make_hint_data(site, engine),
        "written": games.rules.ref("session.claims_lapse"),
        "lapsed": games.rules.ref("honours.lapse_seats"),
        "tour_deals": {
            players: games.rules.number("session.tour_deals", players=players) for players in (len(SEATS), len(FIVE))
        },
        "tours": games.rules.ref("session.tours"),
        "extra_tour": games.rules.ref("session.extra_tour_when"),
        "cut": games.rules.ref("deal.cut_by"),
        "chosen": games.rules.ref("deal.packet", knocked=True),
    }
    return {**data, "refs": dict(_list_refs(site, data))}


def _make_hint_data(site: Site, engine: Engine) -> dict[str, Any]:
    """Return what a hint tells of a hand: what the author advises, and how sure the machine has been.

    `bid` are the tarocks that each height of a Dreier needs, `passed` the tarocks and kings that are better passed; `tried`
    has by tenths of what hints said how often they said it, and how often it came true; `matches` have of each level that
    met the one below how many deals they played, the mean and its bounds.
    """
    rules = site.codex.games.rules
    bids = [
        rules.number("advice.bid.tarocks", contract=BidKind.DREIER, fold=fold) for fold in range(1, engine.folds + 1)
    ]
    named = {f"bid {fold}": f"advice.bid.tarocks[contract=dreier,fold={fold}]" for fold in range(1, engine.folds + 1)}
    told = {
        case: rules.table.effective[name] for case, name in (_ADVICE | named).items() if name in rules.table.effective
    }
    return {
        "tarocks": sorted(engine.tarocks),
        "pagat": engine.pagat,
        "bid": bids,
        "passed": (rules.number("advice.pass.tarocks"), min(rules.numbers("advice.pass.kings"))),
        **_tell_measures(site),
        "advice": {case: (write_statement(each), each.ref) for case, each in told.items()},
    }


def _tell_measures(site: Site) -> dict[str, Any]:
    """Return how hints came out in deals of their own, and the match of each level against the one below.

    Both are empty where these machines were not tried.
    """
    try:
        found = committed.load_machines(site.codex.context)
    except CodexError:
        return {"tried": None, "matches": []}
    hints = found.hints
    return {
        "tried": {"ahead": hints.count_ahead(), "partner": hints.count_partners()} if hints else None,
        "matches": [
            (int(each.of), each.deals, round(each.mean), round(each.low), round(each.high))
            for each in found.list_matches()
            if each.of.isdigit() and each.against == str(int(each.of) - 1)
        ],
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


def _ask_reading(rules: Rules, code: str, key: str) -> dict[str, Any]:
    """Return the question of a point that the text leaves open, with our reading first, as false, and the other."""
    return {
        "option": code,
        "question": write_message(f"playing.open.{code}"),
        "choices": [(other, write_message(f"{code}.{'other' if other else 'taken'}")) for other in (False, True)],
        "ruling": False,
        "ref": rules.ref(key, **MISDEAL if code == "session.fine_extra" else {}),
    }


def _list_agreements(site: Site) -> Iterator[dict[str, Any]]:
    """Yield what the players have to agree on before the first deal: each question with its choices and what else holds."""
    rules = site.codex.games.rules
    four, five = min(rules.numbers("game.players")), rules.number("game.players_with_extra")
    tours, default = rules.number("session.tours"), read_enum(rules, "settlement.stake.default", ConsulationSize)
    prices = dict(_list_consulations(rules))

    def count(option: str, number: int) -> str:
        name = f"playing.agreed.{option}"
        return write_message(f"{name}.some", number=number) if number else write_message(f"{name}.none")

    questions: list[tuple[str, dict[Any, str], Any, str]] = [
        ("persons", {each: write_message(f"playing.agreed.persons.{each}") for each in (four, five)}, four,
         "game.players_with_extra"),
        ("consulation", {
            name: write_message(f"playing.agreed.consulation.{name.partition(' ')[0]}", points=points)
            for name, points in prices.items()
        }, str(default), "settlement.stake.default"),
        ("tours", {each: count("tours", each) for each in (0, *range(rules.number("session.tours_minimum"), tours + 1))},
         tours, "session.tours"),
        ("honours", {each: write_message(f"playing.agreed.honours.{each}") for each in ("counted", "declared")},
         "counted", "honours.declared_when"),
        ("running", {each: count("running", each) for each in (0, *rules.numbers("session.running.at"))}, 0,
         "session.running.at"),
    ]  # fmt: skip
    for option, choices, ruling, key in questions:
        yield {
            "option": option,
            "question": write_message(f"playing.agreed.{option}"),
            "choices": list(choices.items()),
            "ruling": ruling,
            "ref": rules.ref(key),
        }


def _list_consulations(rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield each Consulation as records of games name it, with its price in Points at a single Dreier."""
    for size in ConsulationSize:
        for points in list_small_consulations(rules) if size is ConsulationSize.SMALL else (0,):
            price = find_consulation_price(rules, size, BidKind.DREIER, points)
            yield f"{size} {points}" if points else str(size), price


def _tell_step(site: Site, engine: Engine, step: PathStep) -> dict[str, Any]:
    """Return a step of the path as the page shows it; `why` is the sentence of the rule that it teaches."""
    statements, rule = site.codex.games.rules.table.effective.values(), step.rule
    says = [each for each in statements if each.key == rule.key and each.ref == rule.ref]
    cards = len(engine.cards)
    return {
        "topic": step.topic,
        "title": write_message(f"path.topic.{step.topic}"),
        "told": format_message(step.told),
        "question": format_message(step.question),
        "asked": step.asked,
        "choices": step.choices,
        "right": step.right,
        "seat": step.seat,
        "shown": step.shown,
        "why": write_statement(says[0]) if says else "",
        "ref": rule.ref,
        "dealer": step.dealer,
        "cards": step.history[:cards],
        "acts": step.history[cards:],
    }


def _list_refs(site: Site, data: dict[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each paragraph that the core or the data of the page names: what it is called, its address from the page."""
    view = View(site, site.router.playing.made)
    named = {reason.ref for reason in compile_rules(site.codex.games.rules).reasons} | set(_find_texts(data))
    for ref in sorted(named & {each.ref for each in site.codex.games.rules.table.effective.values()}):
        yield ref, (view.label(ref), view.to(site.router.passage(ref)) if site.router.has(ref) else "")


def _find_texts(data: Any) -> Iterator[str]:
    """Yield the texts in plain data, however deep they lie."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list | tuple):
        for each in data.values() if isinstance(data, dict) else data:
            yield from _find_texts(each)


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
