"""The rules of 1754 compiled to a table of whole numbers, by which the core of the pack of 78 cards plays.

As in `tarock.analysis.table`, entries are made by running the engine where that can be, and name what was read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from tarock.analysis.core import encode_law
from tarock.analysis.excuse_table import ExcuseSource, cite_plays, list_duties, list_excuse
from tarock.analysis.rule_table import NO_REASON, RuleTable, TableValue, compile_table, join_bits
from tarock.base.errors import CodexError
from tarock.game.common.cards import Pack
from tarock.game.common.score import Ledger, Reason, ScoreLine
from tarock.game.common.trick_law import REVOKE_ACTS, Duty
from tarock.game.taroc_1754.honours import HonourPayments
from tarock.game.taroc_1754.piles import count_face_points, count_pile_thirds, counts_uncovered_in_full, round_thirds
from tarock.game.taroc_1754.record import PLAIN, HonourKind, Pagat, PagatFate, Pile, Revoke, TarocGame
from tarock.game.taroc_1754.replay import KINDS, record_honour
from tarock.game.taroc_1754.settlement import GamePayments, is_lone_excuse_paid
from tarock.game.taroc_1754.state import TarocEngine
from tarock.game.taroc_1754.tables import NOT_HELD, OTHERWISE, FurtherMatadore, HonourAction
from tarock.rules.ruleset import Alteration, Rules

MAGIC, VERSION = 0x7A70C, 1
LINES = (Reason.HONOUR, Reason.PAGAT, Reason.PENALTY, Reason.SHARE, Reason.LONE_EXCUSE)
_CASE_LINES = 2  # of a case of the table in which seats have roles


class _TarocSource(ExcuseSource):
    """The rules for one entry, with an engine made anew."""

    @cached_property
    def engine(self) -> TarocEngine:
        """Return the engine."""
        return TarocEngine(self.pack, self.rules, whole=False)

    def make_ledger(self) -> Ledger:
        return Ledger(self.rules, self.seats)

    def make_payments(self, record: TarocGame) -> GamePayments:
        return GamePayments(record, self.make_ledger())

    def make_record(self, **fields: object) -> TarocGame:
        """Return a record in which the first seat has dealt, with these events."""
        return TarocGame(era=self.rules.era, seats=self.seats, title="", dealer=self.seats[0], **fields)  # type: ignore[arg-type]

    def write_case(self, lines: Sequence[ScoreLine], key: str) -> list[TableValue]:
        """Return lines between seats with roles: what, who pays and is paid (a bit each), how much, why."""
        if len(lines) > _CASE_LINES:
            raise CodexError(f"a sheet has {len(lines)} lines (`{key}`)", f"expected at most {_CASE_LINES}")
        made: list[TableValue] = []
        for line in lines:
            roles = (join_bits(1 << self.seats.index(seat) for seat in side) for side in (line.payers, line.payees))
            made += [LINES.index(line.reason), *roles, line.amount, self.cite_passage(key, line.ref)]
        return made + [0, 0, 0, 0, NO_REASON] * (_CASE_LINES - len(lines))


def _list_together(source: _TarocSource) -> list[TableValue]:
    """Return by the trumps held, the Excuse and the Pagat whether they may be discarded together, and why.

    1: the trumps alone, 2: with the Excuse.
    """
    engine, made = source.engine, list[TableValue]()
    others = sorted(engine.tarocks - {engine.pagat})
    for count, excuse, pagat in product(range(len(engine.tarocks) + 1), (False, True), (False, True)):
        if not pagat <= count <= len(others) + pagat:
            made += [0, NO_REASON]
            continue
        trumps = {*others[: count - pagat], *([engine.pagat] if pagat else [])}
        found, case = engine.find_trumps_together({*trumps, *([engine.excuse] if excuse else [])})
        made += [
            1 + (engine.excuse in found) if found else 0,
            source.cite("discard.tarock", **case) if found else NO_REASON,
        ]
    return made


def _list_rows(source: _TarocSource) -> list[TableValue]:
    """Return the actions of Matadore and of trumps by how many they are; whether the Excuse is one of the trumps."""
    engine = source.engine
    counts = range(len(engine.tarocks) + 2)
    kinds = HonourKind.MATADORE, HonourKind.TAROCKS
    actions = [engine.action_of.get(HonourAction(kind, cards=count), 0) for kind in kinds for count in counts]
    return [*actions, int(source.rules.flag("honours.excuse_among_tarocks"))]


def _list_further(source: _TarocSource) -> list[TableValue]:
    """Return the first Matadore, which others count beside them (none, down, both ways, any), and the trumps."""
    engine, rules = source.engine, source.rules
    three = engine.number_cards(source.pack.select_stated(rules, "honours.cards", honour="all_three"))
    ways = [FurtherMatadore.DOWN, FurtherMatadore.BOTH, FurtherMatadore.ANY]
    mode = 1 + ways.index(engine.further) if rules.flag("honours.further_in_order") else 0
    return [*source.split(three), mode, *(source.bits[card] for card in sorted(engine.tarocks, reverse=True))]


def _list_sets(source: _TarocSource) -> list[TableValue]:
    """Return the honours of certain cards: which, how many without and with the Excuse, and the actions for both.

    The last number: 0 with the Excuse also where a card was laid away, 1 not then, 2 where none can be laid away.
    """
    engine, rules, select = source.engine, source.rules, source.pack.select_stated
    kings = engine.number_cards(select(rules, "honours.cards", honour="all_four"))
    least, completes = (
        rules.number("honours.count", honour="all_four"),
        rules.number("excuse.completes", honour="all_four"),
    )
    actions = [engine.action_of.get(HonourAction(HonourKind.KINGS, with_excuse=it), 0) for it in (False, True)]
    made: list[TableValue] = [*source.split(kings), least, completes, *actions, 2]
    courts = engine.number_cards(select(rules, "honours.cards", honour="cavallerie"))
    completes = rules.number("excuse.completes", honour="cavallerie")
    for suit in rules.words("pack.suits"):
        cards = frozenset(card for card in courts if engine.cards[card].suit == suit)
        both = [HonourAction(HonourKind.CAVALLERIE, suit=suit, with_excuse=it) for it in (False, True)]
        actions = [engine.action_of.get(honour, 0) for honour in both]
        made += [*source.split(cards), len(cards), completes, *actions, int(not engine.half_after_discard)]
    return made


def _list_bonuses(source: _TarocSource) -> list[TableValue]:
    """Return why each honour may be announced."""
    found = [
        source.cite("honours.bonus", honour=each.kind.rule_name, **({"with_excuse": True} if each.with_excuse else {}))
        for each in source.engine.honours.values()
    ]
    return [NO_REASON, *found]


def _list_prices(source: _TarocSource) -> list[TableValue]:
    """Return the line of honours; what each other pays for one, whether it needs the Excuse, and why.

    They stand by the honour, whether the Excuse is in the hand, and whether it was forgotten.
    """
    made: list[TableValue] = [LINES.index(Reason.HONOUR)]
    seat, *others = source.seats
    for honour, excuse, forgotten in product(source.engine.honours.values(), (False, True), (False, True)):
        ledger = source.make_ledger()
        payments = HonourPayments(ledger, source.seats)
        record = record_honour(seat, honour, source.rules, forgotten=forgotten, beside_excuse=excuse)
        needs = payments.needs_excuse(0, record)
        payments.pay((record,))
        if not ledger.lines:
            made += [0, int(needs), NO_REASON]
            continue
        (line,) = ledger.lines
        if (line.payers, line.payees) != (tuple(others), (seat,)):
            raise CodexError("an honour is not paid by each of the others", "expected each of them to pay its holder")
        made += [line.amount, int(needs), source.cite_passage("honours.bonus", line.ref)]
    return made


def _count_kinds(source: _TarocSource) -> Iterator[tuple[int, int, int]]:
    """Yield by card its value, the thirds of a point that it adds, and whether it counts; last a plain card."""
    rules, nothing = source.rules, count_pile_thirds(Pile(), source.rules)
    for kind in (*(KINDS.get(source.pack.find_value_key(card), PLAIN) for card in source.pack.cards), PLAIN):
        pile = Pile(**{kind: 1})
        yield count_face_points(pile, rules), count_pile_thirds(pile, rules) - nothing, pile.counting


def _list_points(source: _TarocSource) -> list[TableValue]:
    """Return the fewest thirds of a heap, how uncovered cards count, and the points by thirds from there."""
    rules = source.rules
    *cards, (_face, plain, _counts) = _count_kinds(source)
    moved = source.engine.exchange.cards * abs(plain)
    low = sum(thirds for _face, thirds, _counts in cards if thirds < 0) - moved
    high = sum(thirds for _face, thirds, _counts in cards if thirds > 0) + moved
    full = counts_uncovered_in_full(rules)
    points = (round_thirds(thirds, rules) for thirds in range(low, high + 1))
    return [low, int(full), rules.number("counting.group_plain"), *points]


def _list_pagats(source: _TarocSource) -> list[TableValue]:
    """Return the lines of a Pagat taken during the play, taken in the last trick, and brought home in it."""
    made: list[TableValue] = []
    holder, taker, _third = source.seats
    for fate in PagatFate:
        won = fate is PagatFate.WON_LAST
        payments = source.make_payments(
            source.make_record(pagat=Pagat(seat=holder, fate=fate, by="" if won else taker))
        )
        payments.pay_pagat()
        made += source.write_case(payments.ledger.lines, "ultimo.bonus" if won else "ultimo.pagat_lost")
    return made


def _list_revokes(source: _TarocSource) -> list[TableValue]:
    """Return which duties broken are a revoke, whether a Pagat taken so is given back, and the lines of a revoke.

    The lines are those of one that takes nothing, of one that takes the trick, and with it the Pagat of another.
    """
    rules, duties = source.rules, (Duty.FOLLOW_SUIT, Duty.FOLLOW_TAROCK, Duty.PLAY_TAROCK)  # by the bits of the law
    counted = rules.words("revoke.counts_as")
    returned = not rules.flag("revoke.cards_kept", card="Pagat")
    made: list[TableValue] = [
        sum(1 << n for n, duty in enumerate(duties) if REVOKE_ACTS[duty] in counted),
        int(returned),
    ]
    seat, owner, _third = source.seats
    for took, pagat_of in ((False, ""), (True, ""), (True, owner)):
        revoke = Revoke(seat=seat, took=took, took_pagat_of=pagat_of)
        payments = source.make_payments(source.make_record(revokes=(revoke,)))
        payments.pay_revoke(0, revoke)
        made += source.write_case(payments.ledger.lines, "revoke.penalty")
    return made


def _list_share(source: _TarocSource) -> list[TableValue]:
    """Return the share of each, whether all others pay what one has over it, the line, and why."""
    share, ref = source.rules.number_with_ref("counting.number")
    by_all = source.make_payments(source.make_record()).is_paid_by_all()
    return [share, int(by_all), LINES.index(Reason.SHARE), source.cite_passage("counting.number", ref)]


def _list_lone(source: _TarocSource) -> list[TableValue]:
    """Return what the Excuse alone is worth, whether it is paid, the dealer's surplus cards, the line, and why."""
    rules = source.rules
    points, ref = rules.number_with_ref("excuse.lone_points")
    how = source.make_ledger().read_value("taroc_1754.excuse_lone", "excuse.lone_how", seat="", points=points)
    reason = source.cite_passage("excuse.lone_points", ref)
    extra = rules.number("deal.dealer_extra")
    return [points, int(is_lone_excuse_paid(how, rules)), extra, LINES.index(Reason.LONE_EXCUSE), reason]


def _list_once(source: _TarocSource) -> list[TableValue]:
    several = source.make_ledger().read_value("taroc_1754.excuse_twice", "excuse.completes_several", seat="")
    return [int(not several)]


def _list_exchange(source: _TarocSource) -> list[TableValue]:
    exchange = source.engine.exchange
    return [exchange.cards, int(not exchange.to_winner), int(exchange.late)]


def _list_discard(source: _TarocSource) -> list[TableValue]:
    """Return the cards that may always be discarded, those of need, those never; whether the Excuse may go freely."""
    engine = source.engine
    sets = engine.suit_cards, engine.of_need, engine.undiscardable
    return [*(word for cards in sets for word in source.split(cards)), int(engine.excuse_discarded)]


def _list_reasons(source: _TarocSource) -> list[TableValue]:
    """Return the reasons that the core gives by itself, in the order of its `Why`."""
    cite = source.cite
    not_held = [cite(key, **case) for key, case in (NOT_HELD[False], NOT_HELD[True])]
    return [
        cite("pack.cards"),
        cite("discard.who"),
        cite("discard.of_need"),
        cite("discard.never"),
        cite("discard.excuse"),
        cite("discard.tarock", **OTHERWISE),
        cite("discard.free"),
        cite("honours.declared_when"),
        cite("honours.kinds"),
        *not_held,
        *cite_plays(source),
    ]


# The entries in the order of the core, each with what makes it.
_ENTRIES: Mapping[str, Callable[[_TarocSource], Sequence[TableValue]]] = {
    "actions": lambda source: [len(source.engine.cards), source.engine.nothing, len(source.engine.names)],
    "pack.bits": lambda source: source.bits,
    "play.law": lambda source: [encode_law(source.engine.law)],
    "excuse.cards": list_excuse,
    "excuse.duties": list_duties,
    "deal.hand": lambda source: [source.engine.hand_size],
    "deal.order": lambda source: [seat for order in source.engine.places for seat in order],
    "play.leader": lambda source: source.engine.leader,
    "discard.size": lambda source: [source.engine.discarded],
    "discard.cards": _list_discard,
    "discard.together": _list_together,
    "honours.rows": _list_rows,
    "honours.further": _list_further,
    "honours.sets": _list_sets,
    "honours.bonuses": _list_bonuses,
    "sheet.honours": _list_prices,
    "honours.excuse_once": _list_once,
    "excuse.exchange": _list_exchange,
    "pack.kinds": lambda source: [number for each in _count_kinds(source) for number in each],
    "counting.points": _list_points,
    "discard.to_last": lambda source: [int(source.engine.discard_to_last)],
    "sheet.pagat": _list_pagats,
    "sheet.revoke": _list_revokes,
    "sheet.share": _list_share,
    "sheet.lone_excuse": _list_lone,
    "reasons": _list_reasons,
}


def compile_rules(rules: Rules, altered: tuple[Alteration, ...] = ()) -> RuleTable:
    """Return the table of a rule set of 1754, of which so much is `altered`.

    Raises `CodexError` for values that the engine cannot play, and for those that the table cannot express.
    """
    return compile_table(TarocEngine(Pack(rules), rules), MAGIC, VERSION, LINES, _TarocSource, _ENTRIES, altered)
