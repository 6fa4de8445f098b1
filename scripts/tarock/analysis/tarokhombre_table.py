"""The rules of 1863 compiled to a table of whole numbers, by which the core of the pack of 78 cards plays.

As in `tarock.analysis.table`, entries are made by running the engine where that can be, and name what was read. The two
ways of dealing have a table each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import product

from tarock.analysis.core import encode_law
from tarock.analysis.excuse_table import ExcuseSource, cite_plays, list_duties, list_excuse
from tarock.analysis.rule_table import NO_REASON, RuleTable, TableReason, TableValue, compile_table
from tarock.base.errors import CodexError
from tarock.game.common.score import Reason, ScoreLine
from tarock.game.tarokhombre_1863.auction import AuctionNode, Contract, find_node
from tarock.game.tarokhombre_1863.pot import POT
from tarock.game.tarokhombre_1863.record import BidWord, Deal, SpokenBid, TarokhombreDeals, Vole
from tarock.game.tarokhombre_1863.settlement import settle
from tarock.game.tarokhombre_1863.state import (
    DISCARD,
    GIVE,
    NAME,
    Actor,
    ScatOwner,
    TarokhombreEngine,
    TarokhombreOptions,
)
from tarock.rules.ruleset import Alteration, Rules

MAGIC, VERSION = 0x7A71C, 1
LINES = (
    Reason.STAKE, Reason.POOL, Reason.BETE, Reason.GAME, Reason.AUGEN, Reason.VOLAT, Reason.HONOUR, Reason.ULTIMO
)  # fmt: skip
_GAMES = tuple(Contract)
_STEPS = {DISCARD: 1, GIVE: 3, NAME: 4}  # the numbers of the phases in the core
_MOST_STEPS, _CASE_LINES = 3, 6
_OF_VOLE = 8  # the bit of lines that are paid last
_DECLARER, _OTHERS, _ON_TABLE = 1, 2, 4  # the roles of those who pay and are paid
Calls = tuple[tuple[str, BidWord], ...]


class _TarokhombreSource(ExcuseSource):
    """The rules for one entry, with an engine made anew."""

    def __init__(self, rules: Rules, options: TarokhombreOptions):
        super().__init__(rules)
        self.options = options

    @cached_property
    def engine(self) -> TarokhombreEngine:
        """Return the engine."""
        return TarokhombreEngine(self.rules, self.options, whole=False)

    def find_node(self, calls: Calls) -> AuctionNode:
        """Return where the auction stands after these calls, with places for seats."""
        return find_node(calls, self.engine.places, self.rules, at_once=self.engine.answers_at_once)

    def settle(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """Return the lines of a deal."""
        engine = self.engine
        record = TarokhombreDeals(era=self.rules.era, seats=engine.seats, stamm=engine.stamm, deals=(deal,))
        return settle(record, self.rules).sheet.lines

    def cite_line(self, line: ScoreLine) -> TableReason:
        """Return the reason of a line, which names only its passage."""
        key = {Reason.VOLAT: "volat.bonus", Reason.GAME: "settlement.price"}.get(line.reason, "settlement")
        return self.cite_passage(key, line.ref)


def _list_nodes(source: _TarokhombreSource) -> list[TableValue]:
    """Return the moments of the auction: the place of who speaks, the number after each word, its rule.

    The number is that of the next moment, or -1 where the word is refused. Where the auction is over the place is -1,
    and the place of the declarer and his game follow; -1 where the cards are thrown in. Later moments have higher
    numbers.
    """
    rows: dict[tuple[object, ...], int] = {}  # by what can be said and follow; numbers from the end
    places = source.engine.places

    def visit(calls: Calls) -> int:
        node = source.find_node(calls)
        row: tuple[object, ...]
        if node.seat:
            row = (places.index(node.seat),)
            for word in BidWord:
                key, case = node.rules[word]
                follows = visit((*calls, (node.seat, word))) if word in node.legal else -1
                row += (follows, source.cite(key, **case))
        else:
            game = node.result.game if node.result else None
            ends = (places.index(node.result.declarer), _GAMES.index(game)) if node.result and game else (-1, 0)
            row = (-1, *ends, *[0] * (2 * len(BidWord) - 2))
        return rows.setdefault(row, len(rows))

    visit(())
    made: list[TableValue] = []
    for row in reversed(rows):
        over = row[0] == -1
        for column, cell in enumerate(row):
            assert isinstance(cell, int | TableReason)
            is_number = not over and column % 2 == 1
            made.append(len(rows) - 1 - cell if is_number and isinstance(cell, int) and cell >= 0 else cell)
    return made


def _find_calls(source: _TarokhombreSource, game: Contract) -> tuple[Calls, str]:
    """Return calls by which a game is played, and who plays it."""

    def search(calls: Calls) -> tuple[Calls, str] | None:
        node = source.find_node(calls)
        if not node.seat:
            found = node.result is not None and node.result.game is game
            return (calls, node.result.declarer) if found and node.result else None
        follows = (search((*calls, (node.seat, word))) for word in node.legal)
        return next((each for each in follows if each), None)

    found = search(())
    if found is None:
        raise CodexError(f"no words lead to {game.spoken_name}", "expected `bidding.games` that can be bid")
    return found


def _list_purchases(source: _TarokhombreSource) -> list[TableValue]:
    """Return by game how many cards are named, and the steps before the first lead."""
    engine, made = source.engine, list[TableValue]()
    for game in _GAMES:
        takes, wanted = engine.purchases[game]
        steps = ([GIVE, NAME] if engine.given_first else [NAME, GIVE]) if wanted else []
        if takes:
            steps = [*steps, DISCARD] if engine.scat_taken_late else [DISCARD, *steps]
        numbers = [_STEPS[step] for step in steps]
        made += [wanted, *numbers, *[0] * (_MOST_STEPS - len(numbers))]
    return made


def _list_leaders(source: _TarokhombreSource) -> list[TableValue]:
    """Return by dealer and declarer who leads to the first trick."""
    engine, seats = source.engine, range(source.engine.players)
    forehand = engine.forehand_leads
    return [engine.order(dealer)[0] if forehand else engine.right_of(seat) for dealer, seat in product(seats, seats)]


def _list_honours(source: _TarokhombreSource) -> list[TableValue]:
    """Return the honours: of which cards how many, and the number of their kind."""
    engine, made = source.engine, list[TableValue]()
    for number, kind in enumerate(engine.honours):
        for cards in engine.honour_cards[kind]:
            least = engine.honour_trumps if kind == "tarocks" else len(cards)
            made += [*source.split(cards), least, number]
    return made


def _list_beside(source: _TarokhombreSource) -> list[TableValue]:
    """Return what each other pays for each kind of honour, and last for the Pagat in the last trick."""
    rules = source.rules
    reason = source.cite_passage("game.otherwise_as", rules.ref("game.otherwise_as"))
    made: list[TableValue] = []
    for kind in source.engine.honours:
        made += [LINES.index(Reason.HONOUR), rules.number("honours.bonus", honour=kind), reason]
    return [*made, LINES.index(Reason.ULTIMO), rules.number("ultimo.bonus"), reason]


def _list_count(source: _TarokhombreSource) -> list[TableValue]:
    """Return what an Excuse moves, with tricks and without; how many thirds are a point; whose the discard is."""
    engine, owners = source.engine, [ScatOwner.DEALER, ScatOwner.DECLARER, ScatOwner.DEFENDERS]
    owner = owners.index(engine.discard_counts_for)
    return [engine.excuse_moves, engine.lone_excuse, source.rules.number("counting.group"), owner]


def _list_stake(source: _TarokhombreSource) -> list[TableValue]:
    """Return the line of the stakes that a dealer sets."""
    calls, _declarer = _find_calls(source, _GAMES[0])
    line = source.settle(_make_deal(source, calls, 0, None))[0]
    if line.reason is not Reason.STAKE:
        return [LINES.index(Reason.STAKE), 0, NO_REASON]
    return [LINES.index(Reason.STAKE), line.amount, source.cite_line(line)]


def _make_deal(source: _TarokhombreSource, calls: Calls, augen: int, vole: Vole | None) -> Deal:
    """Return a deal of the last seat, so that the places of the auction are the seats in their order."""
    engine = source.engine
    seats = dict(zip(engine.places, engine.seats, strict=True))
    said = tuple(SpokenBid(seat=seats[place], says=word) for place, word in calls)
    first = engine.options.scat_first
    return Deal(dealer=engine.seats[-1], calls=said, augen=augen, vole=vole, scat_first=first)


@cache
def _list_voles(after: int) -> tuple[Vole | None, ...]:
    """Return what can become of the vole: not announced, announced in time, and later; made or not."""
    told = [(None, False), (None, True), (after, True), (after, False), (after + 1, True), (after + 1, False)]
    return tuple(Vole(made=made, declared_after=when) if made or when is not None else None for when, made in told)


def _list_results(source: _TarokhombreSource) -> list[TableValue]:
    """Return how many cases there are, their lines, and by vole, game and points the case and what is paid.

    Of each line it is told who pays and is paid, a bit for each role; the amount is -1 for card points.
    """
    cases: dict[tuple[tuple[TableValue, ...], ...], int] = {}
    rows: list[TableValue] = []
    engine = source.engine
    most = sum(card.thirds for card in source.pack.cards) + max(engine.excuse_moves, engine.lone_excuse, 0)
    points = range(most // source.rules.number("counting.group") + 1)
    by_game = [_find_calls(source, game) for game in _GAMES]
    for vole, (calls, place) in product(_list_voles(engine.vole_after), by_game):
        declarer = engine.seats[engine.places.index(place)]
        for augen in points:
            lines = source.settle(_make_deal(source, calls, augen, vole))
            case = tuple(_write_line(source, line, declarer) for line in lines if line.reason is not Reason.STAKE)
            if len(case) > _CASE_LINES:
                raise CodexError(f"a result has {len(case)} lines", f"expected at most {_CASE_LINES}")
            paid = sum(line.amount for line in lines if line.reason is Reason.AUGEN)
            rows += [cases.setdefault(case, len(cases)), paid]
    empty = (0, 0, 0, 0, NO_REASON)
    written = (line for case in cases for line in (*case, *[empty] * (_CASE_LINES - len(case))))
    return [len(cases), *(cell for line in written for cell in line), *rows]


def _write_line(source: _TarokhombreSource, line: ScoreLine, declarer: str) -> tuple[TableValue, ...]:
    """Return a line between the roles of those who pay or are paid together."""
    others = frozenset(source.engine.seats) - {declarer}
    roles = {frozenset({declarer}): _DECLARER, others: _OTHERS, frozenset({POT}): _ON_TABLE}
    payers, payees = (roles.get(frozenset(accounts)) for accounts in (line.payers, line.payees))
    if payers is None or payees is None:
        raise CodexError("a result is paid by or to one of the others alone", "expected both of them")
    late = _OF_VOLE if line.reason is Reason.VOLAT else 0
    amount = -1 if line.reason is Reason.AUGEN else line.amount
    return LINES.index(line.reason), payers | late, payees, amount, source.cite_line(line)


def _list_reasons(source: _TarokhombreSource) -> list[TableValue]:
    """Return the reasons that the core gives by itself, in the order of its `Why`."""
    cite, case = source.cite, source.engine.case
    return [
        cite("pack.cards"),
        cite("discard.who", **case),
        cite("discard.bought_allowed", **case),
        cite("discard.free"),
        cite("discard.never"),
        cite("bidding.games"),
        cite("talon.given_first"),
        cite("talon.bought_how"),
        cite("discard.as_many"),
        cite("volat.announced_after_trick"),
        *cite_plays(source),
    ]


def _list_order(source: _TarokhombreSource) -> list[TableValue]:
    """Return by dealer the place of each card in order of dealing; what is left over after the seats."""
    players = source.engine.players
    return [players if place < 0 else place for dealer in range(players) for place in source.engine.deal_places(dealer)]


# The entries in the order of the core, each with what makes it.
_ENTRIES: Mapping[str, Callable[[_TarokhombreSource], Sequence[TableValue]]] = {
    "actions": lambda source: [len(source.engine.cards), source.engine.first_word, len(source.engine.names)],
    "pack.bits": lambda source: source.bits,
    "play.law": lambda source: [encode_law(source.engine.law)],
    "excuse.cards": list_excuse,
    "excuse.duties": list_duties,
    "deal.hand": lambda source: [source.engine.hand_size],
    "deal.order": _list_order,
    "deal.left_over": lambda source: [source.engine.left_over],
    "talon.dealer_takes": lambda source: [int(source.engine.taken_by is Actor.DEALER)],
    "discard.cards": lambda source: [*source.split(source.engine.discardable), int(source.engine.scat_discardable)],
    "bidding": _list_nodes,
    "talon.purchases": _list_purchases,
    "talon.named": lambda source: [
        int(source.engine.named_anywhere), int(source.engine.matches)
    ],
    "play.leader": _list_leaders,
    "volat.time": lambda source: [source.engine.vole_after, int(source.engine.vole_late)],
    "honours.cards": _list_honours,
    "counting.sides": _list_count,
    "pack.thirds": lambda source: [card.thirds for card in source.pack.cards],
    "sheet.stake": _list_stake,
    "sheet.results": _list_results,
    "sheet.beside": _list_beside,
    "reasons": _list_reasons,
}  # fmt: skip


def compile_rules(
    rules: Rules, options: TarokhombreOptions | None = None, altered: tuple[Alteration, ...] = ()
) -> RuleTable:
    """Return the table of a rule set of 1863, of which so much is `altered`.

    Raises `CodexError` for values that the engine cannot play, and for those that the table cannot express.
    """
    options = options or TarokhombreOptions()
    source = partial(_TarokhombreSource, options=options)
    return compile_table(TarokhombreEngine(rules, options), MAGIC, VERSION, LINES, source, _ENTRIES, altered)
