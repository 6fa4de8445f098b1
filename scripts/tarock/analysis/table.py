"""The rules of 1840 compiled to a table of whole numbers, by which the core plays (`scripts/core`).

Each entry is made by running the engine where that can be: the bidding as an automaton, who may say what at which
announcement, what each line of a score sheet comes to. It names the statements that were read for it. Values that the
table cannot express are refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from msgspec import structs

from tarock.analysis.core import assign_bits, encode_law
from tarock.analysis.rule_table import (
    NO_REASON,
    EntrySource,
    RuleTable,
    TableReason,
    TableValue,
    compile_entry,
    compile_table,
    join_bits,
    split_mask,
)
from tarock.base.errors import CodexError
from tarock.game.common.cards import Pack
from tarock.game.common.counting import Outcome, count_thirds, decide_outcome
from tarock.game.common.findings import Finding
from tarock.game.common.records import Side, read_enum, read_enums
from tarock.game.common.score import Reason as Line
from tarock.game.common.score import ScoreLine
from tarock.game.common.trick_law import Duty
from tarock.game.koenigrufen_1840.auction import AnnouncedFeat, Bidding, check_announcements
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.laws import WITHOUT_SUITS, is_discard_a_revoke, takes_volat_together
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Talon
from tarock.game.koenigrufen_1840.settlement import (
    ITEMS,
    Result,
    find_consulation_price,
    list_small_consulations,
    settle,
)
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options
from tarock.game.koenigrufen_1840.vocabulary import (
    AnnouncementWord,
    BidKind,
    ConsulationSize,
    Feat,
    LostKingPlace,
    OwnKingCall,
    Payee,
    ScoreItem,
    SeatPlace,
    SeatRole,
)
from tarock.rules.ruleset import Alteration, Rules

MAGIC, VERSION = 0x7A60C, 1
THIRDS = 256  # the core counts to one less
LINES = (Line.GAME, Line.CALLED_KING, Line.ALL_THREE, Line.ALL_FOUR, Line.ULTIMO, Line.VOLAT, Line.REVOKE)
ROLES = (SeatRole.DECLARER, SeatRole.PARTNER, SeatRole.DEFENDER)
# the seats of the game by which lines are asked: each role has one, the defenders a friend
_ROLE_OF = {"A": SeatRole.DECLARER, "B": SeatRole.PARTNER, "C": SeatRole.DEFENDER, "D": SeatRole.DEFENDER}
_SIDES = {"A": Side.DECLARER, "B": Side.DECLARER, "C": Side.DEFENDERS, "D": Side.DEFENDERS}
_VOLATS = (None, Side.DECLARER, Side.DEFENDERS)
_HONOURS = (Line.ALL_THREE, Line.ALL_FOUR)
_PAYEES = (Payee.OTHERS, Payee.FRIENDS, Payee.PARTNER)


class _EntrySource(EntrySource):
    """The rules for one entry, with an engine made anew."""

    @cached_property
    def engine(self) -> Engine:
        return Engine(self.pack, self.rules, whole=False)

    @cached_property
    def folds(self) -> range:
        """Return the games by folds, Solo (0) first."""
        return range(max(self.engine.fold_max, self.engine.folds) + 1)

    def cite_fault(self, key: str, fault: Finding) -> TableReason:
        """Return the reason of a finding under the key by which a state says it."""
        return TableReason(key, fault.ref, self.find_statement(key, fault.ref), fault.code)

    # --- what a sheet comes to ----------------------------------------------------------------------------------

    def settle(self, fold: int, *, won: bool = True, points: int = 0, **other: Any) -> tuple[ScoreLine, ...]:
        """Return the lines of a game of `fold` folds (0: Solo) with these events."""
        outcome = other.pop("outcome", Outcome(0, won, False, points))
        result = Result(
            solo=not fold, fold=fold, side=dict(_SIDES), declarer="A", outcome=outcome,
            king_lost=other.pop("king_lost", False), **other,
        )  # fmt: skip
        return settle(result, self.rules, revokes=False).lines

    def write_rows(
        self, reason: Line, relation: Mapping[str, int], fold: int, count: int = 1, **other: Any
    ) -> list[TableValue]:
        """Return the lines of a reason, each as amount, who writes it and why; of none, noughts."""
        lines = [line for line in self.settle(fold, **other) if line.reason is reason]
        if len(lines) > count:
            raise CodexError(f"a sheet has {len(lines)} lines of {reason}", f"expected {count}")
        made: list[TableValue] = []
        for line in lines:
            made += [line.amount, join_bits(relation[seat] for seat in line.payees), self.cite_line(line)]
        return made + [0, 0, NO_REASON] * (count - len(lines))

    def cite_line(self, line: ScoreLine) -> TableReason:
        """Return the reason of a line, which names only its passage."""
        topics = {Line.GAME: "settlement", Line.CALLED_KING: "king", Line.REVOKE: "revoke"}
        topic = topics.get(line.reason, "honours" if line.reason in _HONOURS else str(line.reason))
        return self.cite_passage(topic, line.ref)


def _list_bits(source: _EntrySource) -> list[int]:
    bits = assign_bits(source.pack.cards)
    return [bits[card] for card in source.pack.cards]


def _list_worth(source: _EntrySource) -> list[TableValue]:
    thirds = [card.thirds for card in source.pack.cards]
    if min(thirds) < 0 or sum(thirds) >= THIRDS:
        raise CodexError(
            f"the cards are worth {min(thirds)} to {max(thirds)} thirds of a point, together {sum(thirds)}",
            f"expected none below 0, and less than {THIRDS} together (`card_points`, `counting`)",
        )
    return list(thirds)


def _list_nodes(source: _EntrySource) -> list[TableValue]:
    """Return the situations of the bidding: place of who speaks, whether a game is bid, the number after each bid.

    The number is that of the next situation, with no reason; or -1, with the reason that forbids the bid. Where the
    bidding is over, the place is -1, and the place of the declarer and his folds (0: Solo) follow; -1 where all have
    passed. Places count from the Vorhand of the last dealer.
    """
    engine, dealer = source.engine, len(SEATS) - 1
    forehand = engine.forehand[dealer]
    numbers: dict[object, int] = {}
    rows: list[list[TableValue]] = []

    def visit(node: Any) -> int:
        best = node.bidding.best
        place = (node.seat - forehand) % len(SEATS)
        left = tuple(sorted((seat, bid is best) for seat, bid in node.bidding.passed_bids.items()))
        key = (place, best, frozenset(node.bidding.passed), left) if node.seat >= 0 else (-1, best)
        if key in numbers:
            return numbers[key]
        number = numbers[key] = len(rows)
        row: list[TableValue] = []
        rows.append(row)
        if node.seat < 0:
            ends = (-1, -1) if best is None else ((SEATS.index(best.seat) - forehand) % len(SEATS), best.height)
            row += [-1, *ends, *[0] * (2 * len(engine.bids) - 1)]
            return number
        row += [place, int(best is not None)]
        for action in sorted(engine.bids):
            if fault := node.refused.get(action):
                row += [-1, source.cite_fault("bidding.highest_plays", fault)]
            else:
                row += [visit(engine.follow_bid(node, action)), NO_REASON]
        return number

    visit(engine.start_bidding(dealer))
    return [cell for row in rows for cell in row]


def _list_faults(source: _EntrySource) -> list[TableValue]:
    """Return the reason that forbids each word, none where it is legal.

    They stand by feat, role of the speaker, whether somebody of another role has announced another feat, how the feat
    stands, and the word. A feat stands not at all, or by its announcer's role, its raises, whether it is the speaker's
    own, and whether he gave contra.
    """
    rules, pack = source.rules, source.pack
    raises = read_enums(rules, "announcements.raises", AnnouncementWord)
    speakers = {SeatRole.DECLARER: "A", SeatRole.PARTNER: "B", SeatRole.DEFENDER: "C"}
    base = _make_record(source, dealer="D", declarer="A")
    standings: list[tuple[SeatRole, int, bool, bool] | None] = [None]
    standings += product(ROLES, range(len(raises) + 1), (False, True), (False, True))
    made: list[TableValue] = []
    for of, role, other, standing, call in product(Feat, ROLES, (False, True), standings, AnnouncementWord):
        seat = speakers[role]
        said: list[Announcement] = []
        if other:
            feat = next(each for each in Feat if each is not of)
            stranger = next(name for name, each in _ROLE_OF.items() if each is not role)
            said.append(Announcement(seat=stranger, call=AnnouncementWord.ANNOUNCE, of=feat))
        if standing:
            by, raised, own, contra = standing
            if own and by is not role:
                made.append(NO_REASON)  # cannot be
                continue
            announcer = (
                seat if own else next((name for name, each in _ROLE_OF.items() if each is by and name != seat), seat)
            )
            giver = seat if contra else next(name for name in SEATS if name != seat)
            said.append(Announcement(seat=announcer, call=AnnouncementWord.ANNOUNCE, of=of))
            said += [Announcement(seat=giver, call=word, of=of) for word in raises[:raised]]
        before = _find_faults(source, pack, base, said)
        after = _find_faults(source, pack, base, [*said, Announcement(seat=seat, call=call, of=of)])
        key = "announcements.allowed_to" if call is AnnouncementWord.ANNOUNCE else "announcements.raises"
        made.append(source.cite_fault(key, after[-1]) if len(after) > len(before) else NO_REASON)
    return made


def _find_faults(source: _EntrySource, pack: Pack, game: Game, said: list[Announcement]) -> list[Finding]:
    exam = Examination(structs.replace(game, announcements=tuple(said)), pack, source.rules)
    check_announcements(exam, "B")
    return list(exam.list)


def _make_record(source: _EntrySource, dealer: str, declarer: str = "") -> Game:
    return Game(
        id="table", era=source.rules.era, seats=SEATS, dealer=dealer, declarer=declarer, hands={}, talon=Talon(),
        bids=(), king=source.pack.kings[0], tricks=(),
    )  # fmt: skip


def _list_lapses(source: _EntrySource) -> list[TableValue]:
    """Return by place, and whether a game has been bid, whether who passes there loses his honours."""
    rules, made = source.rules, list[TableValue]()
    for place, bid in product(SeatPlace, (False, True)):
        bidding = Bidding(Examination(_make_record(source, "D"), source.pack, rules))
        seat, other = (
            next(each for each, at in bidding.places.items() if (at is place) is own) for own in (True, False)
        )
        if bid:
            bidding.let_stand(Bid(seat=other, bid=BidKind.SOLO))
        bidding.let_stand(Bid(seat=seat, bid=BidKind.PASS))
        made.append(int(seat in bidding.find_lapsed_honours()))
    despite = rules.has("honours.lapse_seats") and rules.flag("honours.lapse_despite_own_game")
    return [*made, int(despite)]


def _list_outcomes(source: _EntrySource) -> list[TableValue]:
    """Return by thirds of the declarer's side whether it wins, whether it is Remis, and the points."""
    made: list[TableValue] = []
    for thirds in range(count_thirds(source.pack.cards) + 1):
        found = decide_outcome(thirds, source.rules)
        made += [int(found.won), int(found.remis and not found.won), found.points]
    return made


def _list_games(source: _EntrySource) -> list[TableValue]:
    """Return the line of the game by folds, Volat and end: what a point and the rest bring, to whom, why."""
    relation = {"A": 1, "B": 1, "C": 2, "D": 2}
    made: list[TableValue] = []
    for fold, volat, (won, remis) in product(source.folds, _VOLATS, ((True, False), (False, True), (False, False))):
        rows = [
            source.write_rows(Line.GAME, relation, fold, volat=volat, outcome=Outcome(0, won, remis, points))
            for points in (0, 1, 2)
        ]
        amounts = [row[0] for row in rows]
        assert all(isinstance(amount, int) for amount in amounts)
        each = amounts[1] - amounts[0]  # type: ignore[operator]
        if amounts[2] - amounts[1] != each:  # type: ignore[operator]
            raise CodexError("the points of a game do not count alike", "expected each to bring the same")
        made += [each, amounts[0], 1 if won else 2, rows[0][2], rows[1][2]]
    return made


def _list_kings(source: _EntrySource) -> list[TableValue]:
    """Return the line of a king lost by folds and Volat."""
    relation = {"A": 1, "B": 1, "C": 2, "D": 2}
    return [
        cell
        for fold, volat in product(source.folds, _VOLATS)
        for cell in source.write_rows(Line.CALLED_KING, relation, fold, volat=volat, king_lost=True)
    ]


def _list_honours(source: _EntrySource) -> list[TableValue]:
    """Return the lines of honours by kind, folds, Volat and whether they lapsed: to the holder (1), to friends (2)."""
    relation = {"A": 1, "B": 2, "C": 4, "D": 4}
    made: list[TableValue] = []
    for kind, fold, volat, lapsed in product(
        read_enums(source.rules, "honours.kinds", Line), source.folds, _VOLATS, (False, True)
    ):
        made += source.write_rows(
            kind, relation, fold, volat=volat, honours={kind: "A"}, lapsed=frozenset((kind,) if lapsed else ())
        )
    return made


def _list_honour_cards(source: _EntrySource) -> list[TableValue]:
    """Return whether one hand must hold them; of each kind of honours its line, how many of which cards."""
    rules, bits = source.rules, _list_bits(source)
    made: list[TableValue] = [int(rules.flag("honours.one_hand"))]
    for kind in read_enums(rules, "honours.kinds", Line):
        cards = source.pack.select_stated(rules, "honours.cards", honour=kind)
        mask = split_mask(source.engine.number_cards(cards), bits)
        made += [LINES.index(kind), rules.number("honours.count", honour=kind), *mask]
    return made


_OWN = {"A": 1, "B": 1, "C": 2, "D": 2}  # the lines of a feat: to the side of who announced or made it, or the other


def _list_ultimo_announced(source: _EntrySource) -> list[TableValue]:
    """Return the line of an announced ultimo by folds, Volat, raises, and whether it was made."""
    made: list[TableValue] = []
    raises = len(source.rules.words("announcements.raises"))
    for fold, volat, raised, done in product(source.folds, _VOLATS, range(raises + 1), (False, True)):
        announced = {Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, "A", raised)}
        by = "A" if done else ""
        made += source.write_rows(Line.ULTIMO, _OWN, fold, volat=volat, announced=announced, ultimo_by=by)
    return made


def _list_ultimo_silent(source: _EntrySource) -> list[TableValue]:
    """Return what an unannounced ultimo pays by multiple of the Dreier, Volat, and who made or announced one."""
    made: list[TableValue] = []
    for fold, volat in product(source.folds, _VOLATS):
        for seat in ("A", "B", "C"):
            relation = _OWN if seat != "C" else {"A": 2, "B": 2, "C": 1, "D": 1}
            made += source.write_rows(Line.ULTIMO, relation, fold, volat=volat, ultimo_by=seat)
        announced = {Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, "A", 0)}
        relation = {"A": 2, "B": 2, "C": 1, "D": 1}
        made += source.write_rows(Line.ULTIMO, relation, fold, 2, volat=volat, announced=announced, ultimo_by="C")[3:]
    return made


def _list_volat_announced(source: _EntrySource) -> list[TableValue]:
    """Return the line of an announced Volat by folds, raises, and whether it was made."""
    made: list[TableValue] = []
    raises = len(source.rules.words("announcements.raises"))
    for fold, raised, done in product(source.folds, range(raises + 1), (False, True)):
        announced = {Feat.VOLAT: AnnouncedFeat(Feat.VOLAT, "A", raised)}
        volat = Side.DECLARER if done else None
        made += source.write_rows(Line.VOLAT, _OWN, fold, announced=announced, volat=volat)
    return made


def _list_volat_silent(source: _EntrySource) -> list[TableValue]:
    """Return the line of a silent Volat by folds, alone or beside one announced; whether a lost one drops the game."""
    made: list[TableValue] = []
    announced = {Feat.VOLAT: AnnouncedFeat(Feat.VOLAT, "A", 0)}
    other = {"A": 2, "B": 2, "C": 1, "D": 1}
    for fold in source.folds:
        made += source.write_rows(Line.VOLAT, _OWN, fold, volat=Side.DECLARER)
        made += source.write_rows(Line.VOLAT, other, fold, 2, announced=announced, volat=Side.DEFENDERS)[3:]
    lines = source.settle(1, announced=announced, points=1)
    return [*made, int(all(line.reason is not Line.GAME for line in lines))]


def _list_revokes(source: _EntrySource) -> list[TableValue]:
    """Return what a revoke costs: the lines struck, who is fined for whom, and the readings of § 65."""
    rules = source.rules
    case = {"result": "won"}
    items = set(read_enums(rules, "revoke.affects", ScoreItem)) - set(
        read_enums(rules, "revoke.writes", ScoreItem, **case)
    )
    fine = rules.number("revoke.penalty") * find_consulation_price(rules, None, BidKind.DREIER)
    made: list[TableValue] = [
        int(rules.flag("revoke.both_cancel")),
        sum(1 << place for place, line in enumerate(LINES) if ITEMS.get(line) in items),
        fine,
    ]
    for result in ("won", "lost"):
        paid = read_enums(rules, "revoke.penalty_to", Payee, result=result)
        made += [
            sum(1 << place for place, payee in enumerate(_PAYEES) if payee in paid),
            source.cite("revoke.penalty_to", result=result),
        ]
    made += [
        int(rules.uses_alternative("revoke-against-volat")),
        int(rules.uses_alternative("king-with-revoke") and ScoreItem.CALLED_KING in items),
        int(read_enum(rules, "king.home_in", Side) is Side.DEFENDERS),
    ]
    for fold in source.folds:
        game = BidKind.DREIER if fold else BidKind.SOLO
        lost = rules.number("king.lost", contract=game)
        made += [lost * find_consulation_price(rules, None, game), source.cite("king.lost", contract=game)]
    as_revoke = is_discard_a_revoke(rules)
    return [*made, int(as_revoke)]


def _list_masks(source: _EntrySource) -> list[TableValue]:
    """Return the cards that may be discarded, without suit cards, never, the suit cards; the flags of discards."""
    engine, bits, rules = source.engine, _list_bits(source), source.rules
    sets = (engine.discardable, engine.discardable_trumps, engine.undiscardable, engine.suit_cards)
    flags = rules.flag("discard.tarock"), rules.flag("discard.tarock", **WITHOUT_SUITS), engine.shows_tarocks
    return [*(half for cards in sets for half in split_mask(cards, bits)), *map(int, flags)]


def _list_king_calls(source: _EntrySource) -> list[TableValue]:
    engine, bits = source.engine, _list_bits(source)
    rights = list(OwnKingCall)
    calls = [rights.index(engine.own_king_calls[game]) for game in (BidKind.SOLO, BidKind.DREIER)]
    return [*split_mask(engine.kings, bits), *calls]


def _list_counts(source: _EntrySource) -> list[TableValue]:
    """Return whether the scat, the talon at Solo and that left at Dreier count for the declarer."""
    rules = source.rules
    games = (BidKind.SOLO, BidKind.DREIER)
    sides = [
        read_enum(rules, "discard.counts_for", Side),
        *(read_enum(rules, "talon.counts_for", Side, contract=game) for game in games),
    ]
    return [int(side is Side.DECLARER) for side in sides]


def _list_lost_kings(source: _EntrySource) -> list[TableValue]:
    """Return whether a king is lost where he lies, and whether his home is with the defenders."""
    rules = source.rules
    lost = [rules.flag("king.is_lost", king_lies=place) for place in LostKingPlace]
    return [*map(int, lost), int(read_enum(rules, "king.home_in", Side) is Side.DEFENDERS)]


def _list_ultimo_takers(source: _EntrySource) -> list[TableValue]:
    lost = read_enums(source.rules, "ultimo.lost_to", SeatRole)
    return [int(role in lost) for role in (SeatRole.PARTNER, SeatRole.OPPONENT)]


def _list_fixed_reasons(source: _EntrySource) -> list[TableValue]:
    """Return the reasons that the core gives by itself, in the order of its `Why`."""
    rules, cite = source.rules, source.cite
    follows = Duty.FOLLOW_TAROCK if source.engine.law.follow_tarock is not None else Duty.FOLLOW_SUIT
    kept = cite("ultimo.pagat_kept") if rules.has("ultimo.pagat_kept") else NO_REASON
    return [
        cite("pack.cards"),
        cite("bidding.pass_words"),
        cite("bidding.games"),
        cite("bidding.overbid"),
        cite("king.own", contract=BidKind.SOLO),
        cite("king.own", contract=BidKind.DREIER),
        cite("king.called"),
        cite("talon.fold_max"),
        cite("talon.change"),
        cite("discard.who"),
        cite("discard.never"),
        cite("discard.tarock"),
        cite("discard.tarock", **WITHOUT_SUITS),
        cite("discard.free"),
        cite("announcements.time"),
        cite("announcements.allowed_to", feat=Feat.ULTIMO),
        cite("announcements.allowed_to", feat=Feat.VOLAT),
        cite("announcements.raises"),
        cite("deal.hand"),
        kept,
        cite(str(Duty.FOLLOW_SUIT)),
        cite(str(follows)),
        cite(str(Duty.PLAY_TAROCK)),
        cite(str(Duty.OVERTAKE)),
        cite("play.void_free", led="suit"),
        cite("play.void_free", led="tarock"),
        cite("play.leader"),
    ]


def _find_order(knocked: bool) -> Callable[[_EntrySource], list[TableValue]]:
    def found(source: _EntrySource) -> list[TableValue]:
        return list(Engine(source.pack, source.rules, Options(knocked=knocked), whole=False).deal_order)

    return found


def _list_actions(source: _EntrySource) -> list[TableValue]:
    engine = source.engine
    return [
        len(engine.cards), engine.folds, engine.pass_, engine.solo, engine.keep, engine.raise_, engine.nothing,
        len(engine.names),
    ]  # fmt: skip


# The entries in the order of the core, each with what makes it.
_ENTRIES: dict[str, Callable[[_EntrySource], Sequence[TableValue]]] = {
    "actions": _list_actions,
    "pack.bits": _list_bits,
    "pack.worth": _list_worth,
    "play.law": lambda source: [encode_law(source.engine.law)],
    "pack.pagat": lambda source: [_list_bits(source)[source.engine.pagat]],
    "deal.hand": lambda source: [source.engine.hand_size],
    "deal.half": lambda source: [source.engine.half_size],
    "deal.order": _find_order(knocked=False),
    "deal.order_knocked": _find_order(knocked=True),
    "deal.next_dealer": lambda source: source.engine.next_dealer,
    "game.forehand": lambda source: source.engine.forehand,
    "play.leader": lambda source: source.engine.leader,
    "bidding": _list_nodes,
    "king.calls": _list_king_calls,
    "talon.raise": lambda source: [source.engine.raise_fold],
    "talon.fold_max": lambda source: [source.engine.fold_max],
    "talon.raises_max": lambda source: [source.engine.max_raises],
    "talon.upper": lambda source: [0, *(int(source.engine.buys_upper(fold)) for fold in source.folds[1:])],
    "discard.size": lambda source: [source.engine.scat_size],
    "discard.cards": _list_masks,
    "words.raises": lambda source: [len(read_enums(source.rules, "announcements.raises", AnnouncementWord))],
    "words.faults": _list_faults,
    "words.pagat_kept": lambda source: [int(source.engine.pagat_kept)],
    "counting.outcome": _list_outcomes,
    "counting.beside": _list_counts,
    "king.lost": _list_lost_kings,
    "volat.party": lambda source: [
        int(takes_volat_together(source.rules))
    ],
    "ultimo.lost_to": _list_ultimo_takers,
    "honours.cards": _list_honour_cards,
    "honours.lapse": _list_lapses,
    "sheet.game": _list_games,
    "sheet.king": _list_kings,
    "sheet.honours": _list_honours,
    "sheet.ultimo_announced": _list_ultimo_announced,
    "sheet.ultimo_silent": _list_ultimo_silent,
    "sheet.volat_announced": _list_volat_announced,
    "sheet.volat_silent": _list_volat_silent,
    "sheet.revoke": _list_revokes,
    "sheet.zero_sum": lambda source: [int(source.engine.payment.zero_sum)],
    "reasons": _list_fixed_reasons,
}  # fmt: skip


def compile_rules(rules: Rules, altered: tuple[Alteration, ...] = ()) -> RuleTable:
    """Return the table of a rule set of 1840, of which so much is `altered`.

    Raises `CodexError` for values that the engine cannot play, and for those that the table cannot express.
    """
    return compile_table(Engine(Pack(rules), rules), MAGIC, VERSION, LINES, _EntrySource, _ENTRIES, altered)


def list_priced_cells(rules: Rules, table: RuleTable) -> list[tuple[int, list[int]]]:
    """Return what of a table grows with the Consulation agreed on (1840:44): places of entries, and places in them.

    Raises `CodexError` where something does not grow as the Consulation does.
    """
    usual = find_consulation_price(rules, None, BidKind.DREIER)
    least = min(list_small_consulations(rules))
    agreed = {"settlement.stake.default": str(ConsulationSize.SMALL), "settlement.stake.small_examples": [least]}
    found: list[tuple[int, list[int]]] = []
    for place, entry in enumerate(table.entries):
        if not entry.name.startswith("sheet."):
            continue
        small = compile_entry(rules.fork(agreed), entry.name, _EntrySource, _ENTRIES[entry.name]).values
        pairs = [
            (at, before, after)
            for at, (before, after) in enumerate(zip(entry.values, small, strict=True))
            if isinstance(before, int) and isinstance(after, int) and before != after
        ]
        if any(before * least != after * usual for _at, before, after in pairs):
            raise CodexError(
                f"`{entry.name}` does not grow as the Consulation does",
                "expected amounts that are multiples of it (`settlement.price`, `settlement.stake.small_fold`)",
            )
        if pairs:
            found.append((place, [at for at, _before, _after in pairs]))
    return found
