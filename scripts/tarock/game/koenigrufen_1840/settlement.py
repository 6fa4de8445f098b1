"""Settling a finished game of Königrufen: what each seat writes down, line by line (1840:41-65, 131)."""

from __future__ import annotations

from collections.abc import Hashable
from math import gcd

from msgspec import structs

from tarock.base.arguments import check_arguments
from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.game.common.counting import ROUNDING, Outcome, find_even_points, format_thirds
from tarock.game.common.records import Side, exclude_seats, read_enum, read_enums
from tarock.game.common.score import ALWAYS, Conditions, OpenPoint, Reason, RuleCase, ScoreLine, ScoreSheet
from tarock.game.koenigrufen_1840.auction import AnnouncedFeat
from tarock.game.koenigrufen_1840.vocabulary import (
    AnnouncementWord,
    BidKind,
    ConsulationSize,
    Feat,
    Payee,
    ScoreItem,
    SeatRole,
)
from tarock.rules.cases import make_case
from tarock.rules.ruleset import Rules

# the name in the rules of the item for which a line is written
ITEMS = {
    Reason.GAME: ScoreItem.GAME,
    Reason.CALLED_KING: ScoreItem.CALLED_KING,
    Reason.ALL_THREE: ScoreItem.HONOURS,
    Reason.ALL_FOUR: ScoreItem.HONOURS,
    Reason.ULTIMO: ScoreItem.ULTIMO,
    Reason.VOLAT: ScoreItem.VOLAT,
}


# points whose other reading can be settled (`Rules.uses_alternative`); of the others the source names no amount
_PRICED_READINGS = frozenset(
    (ROUNDING, "silent-ultimo", "silent-volat", "game-after-lost-volat", "king-with-revoke", "revoke-against-volat")
)


class Result(Frozen):
    """The events of a game, as far as the score depends on them.

    `side` names the side of every seat (a fifth player, the König, stands with the defenders); `honours`
    says which seat held them in one hand, `lapsed` are those lost by passing; `ultimo_by` took the
    last trick with the Pagat (empty: nobody); `volat` is the side that made all tricks; `revokes` are the
    seats that revoked. `agreed` is the small Consulation in points, 0 when none was named. `announced` is what was
    spoken; `lawful` what stands of it where words against the rules have no effect, if that is something else.
    """

    solo: bool
    fold: int
    side: dict[str, Side]
    declarer: str
    outcome: Outcome
    king_lost: bool
    king_home: bool = False  # in the tricks or the scat of the side that has to bring it there
    extra: str = ""  # the fifth person, who has no cards
    volat: Side | None = None
    honours: dict[Reason, str] = {}
    lapsed: frozenset[Reason] = frozenset()
    ultimo_by: str = ""
    announced: dict[Feat, AnnouncedFeat] = {}
    lawful: dict[Feat, AnnouncedFeat] | None = None
    revokes: tuple[str, ...] = ()
    size: ConsulationSize | None = None
    agreed: int = 0

    @check_arguments
    def find_seats(self, side: Side) -> tuple[str, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat, own in self.side.items() if own is side)

    @property
    def ultimo_side(self) -> Side | None:
        """Return the side that made ultimo, announced or not; None if nobody did."""
        return self.side[self.ultimo_by] if self.ultimo_by else None

    @property
    def ultimo_kept(self) -> bool:
        """Return whether the seat that announced ultimo made it."""
        announced = self.announced.get(Feat.ULTIMO)
        return announced is not None and announced.seat == self.ultimo_by


def settle(result: Result, rules: Rules, *, revokes: bool = True) -> ScoreSheet:
    """Return the score sheet of a finished game, in Points; with `revokes` also their consequences (1840:65).

    Words spoken against the rules (1840:52.1, 55.1, 56.1) have no effect; the other reading is priced.
    """
    if result.lawful is None:
        return _Settlement(result, rules).build_sheet(revokes=revokes)
    spoken = structs.replace(result, lawful=None)
    taken, left = structs.replace(spoken, announced=result.lawful), spoken
    if rules.uses_alternative("unlawful-call"):
        taken, left = left, taken
    sheet = settle(taken, rules, revokes=revokes)
    other = settle(left, rules, revokes=revokes).totals
    difference = {seat: other[seat] - points for seat, points in sheet.totals.items() if other[seat] != points}
    if not difference:
        return sheet
    of = next(feat for feat, announced in result.announced.items() if result.lawful.get(feat) != announced)
    sums = tuple(f"{seat} {points:+}" for seat, points in difference.items())
    ref = rules.ref("announcements.raises") if of in result.lawful else rules.ref("announcements.allowed_to", feat=of)
    point = OpenPoint.of("open.unlawful-call", ref, sums=sums)
    point = structs.replace(point, code="unlawful-call", difference=difference)
    rules.note_open_question(point, varied=True)
    return structs.replace(sheet, open=(*sheet.open, point))


class _Settlement:
    def __init__(self, result: Result, rules: Rules):
        self.result = result
        self.rules = rules
        self.lines: list[ScoreLine] = []
        self.open: list[OpenPoint] = []
        self.favoured: dict[str, Side] = {}  # which side would write more by the other reading of a point
        self.readings: set[str] = set()  # of these points, those that are another reading of a value
        self.revoke_rule: RuleCase = ("", ())
        self.game = BidKind.SOLO if result.solo else BidKind.DREIER
        # all but Solo is measured by the Consulation of a single Dreier (1840:43-47)
        self.simple = find_consulation_price(rules, result.size, BidKind.DREIER, result.agreed)
        self.base = find_consulation_price(rules, result.size, self.game, result.agreed)

    def build_sheet(self, *, revokes: bool) -> ScoreSheet:
        if self.result.size is ConsulationSize.SMALL and not self.result.agreed:
            self.note_open_point("small-consulation", "settlement.stake.small_examples", points=self.simple)
        elif self.result.agreed % gcd(*list_small_consulations(self.rules)) and self.rules.flag(
            "settlement.stake.small_round"
        ):
            self.note_open_point("small-not-round", "settlement.stake.small_round", points=self.result.agreed)
        self.write_game()
        self.write_king()
        if self.is_counted(ScoreItem.HONOURS):
            self.write_honours()
        if self.is_counted(ScoreItem.ULTIMO):
            self.write_ultimo()
        self.write_volat()
        if revokes and self.result.revokes:
            self.apply_revokes()
        for point in self.open:
            if point.code not in self.readings:
                self.rules.note_open_question(point, varied=point.code in _PRICED_READINGS)
        return ScoreSheet.of(tuple(self.result.side), self.lines, self.open, self.revoke_rule)

    def write(
        self, reason: Reason, what: Message, seats: tuple[str, ...], points: int, reckoning: Message, ref: str
    ) -> None:
        if points and seats:
            self.lines.append(ScoreLine(reason, (), seats, points, what, reckoning, ref))

    def write_times(self, reason: Reason, what: Message, seats: tuple[str, ...], times: int, ref: str) -> None:
        """Write a line of `times` times the Consulation of the game."""
        self.write(reason, what, seats, times * self.base, _make_reckoning(times, self.base), ref)

    def note_open_point(
        self, code: str, key: str, case: Conditions = ALWAYS, /, *, favoured: Side | None = None, **values: Hashable
    ) -> None:
        """Note a point that the source leaves open, and the side that would write more by its other reading, if any."""
        self.open.append(OpenPoint.of(code, self.rules.ref(key, **case), f"open.{code}", **values))
        if favoured:
            self.favoured[code] = favoured

    def write_game(self) -> None:
        """Write points and Consulation of the game; beside a Volat only those that still count (1840:41-45, 61.1)."""
        rules, outcome, game = self.rules, self.result.outcome, self.game
        multiplier, ref = self.rules.number_with_ref("settlement.multiplier", contract=game)
        points, times = outcome.points, self.count_folds()
        if self.is_cancelled(ScoreItem.CARD_POINTS):
            points = 0
        if not self.is_counted(ScoreItem.GAME):
            key = "volat.counted_beside"
            if rules.other_reading(key):
                self.note_open_point("game-beside-volat", key, favoured=self.winner, points=times * self.base)
                self.readings.add("game-beside-volat")
            times = 0
        self.write(
            Reason.GAME,
            Message(f"game.{outcome.end}", points=format_thirds(outcome.thirds)),
            self.result.find_seats(self.winner),
            points * multiplier + times * self.base,
            Message("reckoning.game", points=points, multiplier=multiplier, times=times, each=self.base),
            ref if points else rules.ref("settlement.remis_price_only"),
        )
        if outcome.other_points is not None:
            whole, over = divmod(outcome.thirds, rules.number("counting.group"))
            self.note_open_point(
                ROUNDING,
                "counting.win_at_cards",
                {"party": "declarer"},
                favoured=self.winner,
                whole=whole,
                over=over,
                at=find_even_points(rules),
                points=outcome.points,
                other=outcome.other_points,
            )

    @property
    def winner(self) -> Side:
        """Return the side that won the game."""
        return Side.DECLARER if self.result.outcome.won else Side.DEFENDERS

    def is_counted(self, item: ScoreItem) -> bool:
        """Return whether an item is scored; beside a Volat not every item is (1840:61.1)."""
        if not self.result.volat:
            return True
        return item in read_enums(self.rules, "volat.counted_beside", ScoreItem) and not self.is_cancelled(item)

    def is_cancelled(self, item: ScoreItem) -> bool:
        """Return whether a Volat takes an item away (1840:61.1)."""
        volat = self.result.volat
        return volat is not None and item in read_enums(self.rules, "volat.cancels", ScoreItem, party=volat)

    def count_folds(self) -> int:
        """Return by how much the Consulation is multiplied (1840:22.1, 45); a Solo has one fold."""
        if self.result.solo:
            return 1
        repeats = self.rules.flag("settlement.price_repeats", contract=self.game, result=self.result.outcome.end)
        return self.result.fold if repeats else 1

    def write_king(self) -> None:
        if self.result.king_lost and not self.is_cancelled(ScoreItem.CALLED_KING):
            seats = self.result.find_seats(read_enum(self.rules, "king.lost_writes", Side))
            lost = self.rules.number_with_ref("king.lost", contract=self.game)
            self.write_times(Reason.CALLED_KING, Message("king.lost"), seats, *lost)

    def write_honours(self) -> None:
        """Write the honours of their holders and friends, unless they lapsed (1840:30.3, 47.1, 50)."""
        rules = self.rules
        for kind, seat in self.result.honours.items():
            seats = self.result.find_seats(self.result.side[seat]) if rules.flag("honours.partner_scores") else (seat,)
            if kind in self.result.lapsed:
                if rules.flag("honours.lapse_for_partner"):
                    continue
                seats = exclude_seats(seats, seat)
            bonus = self.rules.number_with_ref("honours.bonus", honour=kind, contract=self.game)
            self.write_times(kind, Message(f"honours.{kind}", seat=seat), seats, *bonus)

    def write_announced(self, announced: AnnouncedFeat, *, made: bool) -> None:
        """Write an announcement with its raises, for its side if made, else for the other (1840:47)."""
        of, last = announced.of, ""
        times, ref = self.rules.number_with_ref(
            f"{of}.{'bonus' if made else 'lost'}", announced=True, contract=self.game
        )
        for last in read_enums(self.rules, "announcements.raises", AnnouncementWord)[: announced.raises]:
            factor, ref = self.rules.number_with_ref("announcements.raise_factor", call=last)
            times *= factor
        side = self.result.side[announced.seat]
        what = Message(f"{of}.announced", word=last, made=made)
        self.write_times(Reason(of), what, self.result.find_seats(side if made else side.other), times, ref)

    def write_silent(self, of: Feat, side: Side, unsaid: str = "", **values: str) -> None:
        """Write a feat that nobody announced; where the key `unsaid` leaves it open, by the other reading only."""
        times, ref = self.rules.number_with_ref(f"{of}.bonus", announced=False, contract=self.game)
        if unsaid:
            self.note_open_point(f"silent-{of}", unsaid, favoured=side, **values, points=times * self.base)
        if not unsaid or self.rules.uses_alternative(f"silent-{of}"):
            self.write_times(Reason(of), Message(f"{of}.silent"), self.result.find_seats(side), times, ref)

    def write_ultimo(self) -> None:
        result, of, seat, side = self.result, Feat.ULTIMO, self.result.ultimo_by, self.result.ultimo_side
        if announced := result.announced.get(of):
            self.write_announced(announced, made=result.ultimo_kept)
            if side and not result.ultimo_kept:
                self.write_silent(of, side, "ultimo.silent_by", seat=seat)
        elif side:
            role = SeatRole.DECLARER if seat == result.declarer else SeatRole.PARTNER
            if side is Side.DEFENDERS:
                role = SeatRole.DEFENDER
            if role in read_enums(self.rules, "ultimo.silent_by", SeatRole):
                self.write_silent(of, side)

    def write_volat(self) -> None:
        result, of, side = self.result, Feat.VOLAT, self.result.volat
        if announced := result.announced.get(of):
            made = side is result.side[announced.seat]
            self.write_announced(announced, made=made)
            if side and not made:
                self.write_silent(of, side, "volat.taken_by")
            elif not made:
                self.note_open_point("game-after-lost-volat", "volat.lost_at_one_trick", favoured=self.winner)
                if self.rules.uses_alternative("game-after-lost-volat"):
                    self.lines = [line for line in self.lines if line.reason is not Reason.GAME]
        elif side:
            self.write_silent(of, side)

    def apply_revokes(self) -> None:
        """Reduce the lines of a side that revoked to its honours, and fine the seat that revoked (1840:65.1, 65.3)."""
        result, rules = self.result, self.rules
        writes, case = "revoke.writes", {"result": "won"}  # of a party that has won nothing the text does not say it
        affected = set(read_enums(rules, "revoke.affects", ScoreItem)) - set(
            read_enums(rules, writes, ScoreItem, **case)
        )
        sides = dict.fromkeys(result.side[seat] for seat in result.revokes)
        if len(sides) > 1 and rules.flag("revoke.both_cancel"):
            self.revoke_rule = "revoke.both_cancel", ()
            return
        self.revoke_rule = "revoke.loss_written", make_case({"result": "lost"})
        for side in sides:
            seats = result.find_seats(side)
            struck = [
                line for line in self.lines if set(line.payees) <= set(seats) and ITEMS.get(line.reason) in affected
            ]
            self.lines = [line for line in self.lines if line not in struck]
            self.open = [point for point in self.open if self.favoured.get(point.code) is not side]
            if (
                side is read_enum(rules, "king.home_in", Side)
                and result.king_home
                and ScoreItem.CALLED_KING in affected
            ):
                lost, ref = rules.number_with_ref("king.lost", contract=self.game)
                self.note_open_point("king-with-revoke", "king.home_in", points=lost * self.base)
                if rules.uses_alternative("king-with-revoke"):
                    self.write_times(Reason.CALLED_KING, Message("king.lost"), result.find_seats(side.other), lost, ref)
            won = result.outcome.won == (side is Side.DECLARER) or any(line.reason is Reason.ULTIMO for line in struck)
            against = not won and any(line.reason is Reason.VOLAT for line in struck)
            for seat in dict.fromkeys(result.revokes):
                if result.side[seat] is side:
                    self.write_fine(seat, won=won or (against and rules.uses_alternative("revoke-against-volat")))
            if struck:
                self.revoke_rule = writes, make_case(case)
                code = "struck-for-revoke" if won else "struck-though-lost"
                self.note_open_point(code, writes, case, lines=tuple(line.what for line in struck))
            if against:
                self.note_open_point("revoke-against-volat", "revoke.penalty_to", case)

    def write_fine(self, seat: str, *, won: bool) -> None:
        """Write the fine for a revoke: to every other seat if the side won, else to its friends only (1840:65.3)."""
        rules, key, case = self.rules, "revoke.penalty_to", {"result": "won" if won else "lost"}
        times, what = rules.number("revoke.penalty"), Message("revoke.fine", seat=seat)
        paid, rule = self.find_paid_seats(seat, read_enums(rules, key, Payee, **case)), (key, make_case(case))
        if not paid:
            self.note_open_point("revoke-alone", key, case, seat=seat)
            return
        reckoning, ref = _make_reckoning(times, self.simple), rules.ref(key, **case)
        self.lines.append(ScoreLine(Reason.REVOKE, (), paid, times * self.simple, what, reckoning, ref, rule))
        if other := rules.other_reading(key, **case):
            fewer = self.find_paid_seats(seat, tuple(Payee(name) for name in other))
            if fewer != paid:
                code = "revoke-extra-player" if won else "revoke-friends"
                self.readings.add(code)
                self.note_open_point(code, key, case, seat=seat, paid=paid, extra=self.result.extra)

    def find_paid_seats(self, seat: str, to: tuple[Payee, ...]) -> tuple[str, ...]:
        """Return the seats that `seat` pays."""
        result = self.result
        friends = exclude_seats(result.find_seats(result.side[seat]), seat)
        seats = {
            Payee.OTHERS: exclude_seats(result.side, seat, result.extra),
            Payee.FRIENDS: friends,
            Payee.PARTNER: friends if len(friends) == 1 else (),
            Payee.EXTRA: tuple(other for other in (result.extra,) if other),
        }
        return tuple(other for other in result.side if any(other in seats[payee] for payee in to))


def _make_reckoning(times: int, each: int) -> Message:
    return Message("reckoning.times", times=times, each=each)


def find_consulation_price(rules: Rules, size: ConsulationSize | None, game: BidKind, agreed: int = 0) -> int:
    """Return the Consulation of a game in Points (1840:43, 44).

    `size` is None where nothing was agreed; `agreed` is the small one in Points at Dreier, 0 for the largest example of
    the source.
    """
    size = size or read_enum(rules, "settlement.stake.default", ConsulationSize)
    if size is not ConsulationSize.SMALL:
        return rules.number("settlement.price", contract=game, stake=size)
    if not agreed:
        agreed = max(list_small_consulations(rules))
    return agreed * (rules.number("settlement.stake.small_fold", contract=game) if game is BidKind.SOLO else 1)


def list_small_consulations(rules: Rules) -> tuple[int, ...]:
    """Return the small Consulations that the source names, in Points (1840:43.2)."""
    return rules.numbers("settlement.stake.small_examples")
