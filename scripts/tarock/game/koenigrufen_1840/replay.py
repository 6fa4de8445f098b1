"""Replaying a recorded game of Königrufen by the rules, from the deal to the score sheet.

Here is also what each player might have played (1840:63), and who knows whose friend somebody is (1840:7.5).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from msgspec import structs

from tarock.base.structs import Frozen
from tarock.game.common.cards import Card, Pack, sort_cards
from tarock.game.common.counting import Outcome, count_thirds, decide_outcome
from tarock.game.common.findings import Finding
from tarock.game.common.notation import Play
from tarock.game.common.records import Side, read_enum, read_enums
from tarock.game.common.score import Reason, ScoreSheet
from tarock.game.koenigrufen_1840.auction import (
    check_announcements,
    find_pagat_keeper,
    hear_bids,
)
from tarock.game.koenigrufen_1840.examination import (
    Examination,
    HandDoubt,
    TrickExaminer,
    check_deal,
    exchange_talon,
    find_doubtful_hands,
    find_repeated,
)
from tarock.game.koenigrufen_1840.laws import find_holder, is_discard_a_revoke, may_call_king, takes_volat_together
from tarock.game.koenigrufen_1840.record import Announcement, Game
from tarock.game.koenigrufen_1840.settlement import Result, settle
from tarock.game.koenigrufen_1840.vocabulary import (
    AnnouncementWord,
    BidKind,
    LostKingPlace,
    SeatRole,
)
from tarock.rules.ruleset import Rules

# Findings that rest on who plays with whom.
_SIDE_FINDINGS = frozenset({"KING-OWN", "KING-NOT-OWN", "PARTNER-DIFFERS", "ANNOUNCE-SEAT", "ANNOUNCE-ORDER"})
_SCAT_FAULTS = ("SCAT-SIZE", "SCAT-HONOUR", "SCAT-TAROCK")


class PlayedTrick(Frozen):
    """A trick: its number, the plays in order, who took it, and the declarer side's thirds after it, scat included."""

    number: int
    plays: tuple[Play, ...]
    winner: str
    running: int

    @property
    def thirds(self) -> int:
        """Return the value of its cards in thirds of a point."""
        return count_thirds(card for _seat, card in self.plays)


class Course(Frozen):
    """The course of a game: what is wrong in it, the hands after the scat, the tricks and the result.

    `partner` is empty where the declarer plays alone. Nothing is concluded from the hands of the `doubted_seats`, nor
    from the lead to the tricks in `uncertain_leads`. Where a card would be counted twice, or it is uncertain where the
    called king lay, nothing `settles` the game.
    """

    game: Game
    forehand: str
    findings: tuple[Finding, ...]
    partner: str
    hands: dict[str, frozenset[Card]]
    talon_left: tuple[Card, ...]
    tricks: tuple[PlayedTrick, ...]
    result: Result
    doubted_seats: frozenset[str]
    uncertain_leads: frozenset[int]
    settles: bool

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the seat that took each trick, in order."""
        return tuple(trick.winner for trick in self.tricks)

    @property
    def tricks_won(self) -> dict[str, int]:
        """Map each seat to the number of tricks it took."""
        return {seat: self.winners.count(seat) for seat in self.game.seats}

    @property
    def points_thirds(self) -> dict[str, int]:
        """Map each seat to the value of its tricks in thirds of a point."""
        return {seat: sum(trick.thirds for trick in self.tricks if trick.winner == seat) for seat in self.game.seats}

    @property
    def declarer_thirds(self) -> int:
        """Return what the declarer's side counts, in thirds of a point, with the scat."""
        return self.outcome.thirds

    @property
    def side(self) -> dict[str, Side]:
        """Map each seat to its side."""
        return self.result.side

    @property
    def outcome(self) -> Outcome:
        """Return whether the declarer's side won, and by how many points."""
        return self.result.outcome


class Replay(Course):
    """A game replayed and settled: `sheet` is the score as played, `sheet_with_revokes` what § 65 makes of it.

    Where nothing `settles` the game, the sheet is empty and names no seat.
    """

    sheet: ScoreSheet
    sheet_with_revokes: ScoreSheet | None


def replay(game: Game, pack: Pack, rules: Rules) -> Replay:
    """Play a game through and settle it; what is wrong in the record is in `findings`."""
    return add_score_sheets(play_through(game, pack, rules), rules)


def add_score_sheets(course: Course, rules: Rules) -> Replay:
    """Settle a course: as played, and with the consequences of revokes (1840:65)."""
    if not course.settles:
        return Replay(**structs.asdict(course), sheet=ScoreSheet((), {}, ()), sheet_with_revokes=None)
    return Replay(
        **structs.asdict(course),
        sheet=settle(course.result, rules, revokes=False),
        sheet_with_revokes=settle(course.result, rules) if course.result.revokes else None,
    )


def play_through(game: Game, pack: Pack, rules: Rules, *, whole: bool = True) -> Course:
    """Play a game through without settling it.

    `whole` is False for a record with only the cards that matter: then no hand is doubted for missing cards.
    """
    return _PlayThrough(game, pack, rules, whole=whole).make_course()


class _PlayThrough:
    """Plays a record through from the deal to the last trick."""

    def __init__(self, game: Game, pack: Pack, rules: Rules, *, whole: bool):
        self.game = game
        self.pack = pack
        self.rules = rules
        self.exam = exam = Examination(game, pack, rules)
        check_deal(exam)
        self.bidding = hear_bids(exam)
        bid = self.bidding.best
        if bid is None or bid.seat != game.declarer or (bid.bid is BidKind.SOLO) != game.solo:
            given = bid.seat if bid else ""
            exam.report_fault("BID-WRONG-DECLARER", "bidding.highest_plays", seat=game.declarer, given=given)
        hands, self.left = exchange_talon(exam, bid)
        self.hands = {seat: frozenset(cards) for seat, cards in hands.items()}
        holder = self.find_king_holder()
        self.partner = holder if holder != game.declarer and self.king_makes_partner() else ""
        if game.partner != self.partner and (game.partner or game.ref):
            exam.report_fault("PARTNER-DIFFERS", "game.partner", seat=game.partner, card=game.king, holder=self.partner)
        ours = (game.declarer, self.partner)
        self.side = {seat: Side.DECLARER if seat in ours else Side.DEFENDERS for seat in game.seats}
        known = len(exam)
        self.lawful = self.announced = check_announcements(exam, self.partner)
        if len(exam) > known:
            self.lawful = check_announcements(exam, self.partner, lawful=True)
        self.played = TrickExaminer(exam, hands, find_pagat_keeper(self.announced, rules))
        self.played.run()
        self.doubts: dict[str, HandDoubt] = {}
        self.uncertain_leads: dict[int, Play] = {}
        self.settles = True
        if whole:
            self.withdraw_doubtful()

    def withdraw_doubtful(self) -> None:
        """Remove conclusions from hands and cards that cannot be as recorded, and report these instead."""
        exam, game, strangers = self.exam, self.game, self.played.strangers
        self.doubts = find_doubtful_hands(exam, self.left, strangers)
        twice = find_repeated((*(card for trick in game.tricks for _seat, card in trick), *game.scat, *self.left))
        lying = {card for cards in (*game.hands.values(), game.talon.cards) for card in cards}
        # a card that lies nowhere has dropped out of a list, not got into the trick
        wrong = {*twice, *lying.intersection(card for cards in strangers.values() for card in cards)}
        self.uncertain_leads = {number: trick[0] for number, trick in enumerate(game.tricks, 1) if trick[0][1] in wrong}
        exam.withdraw_conclusions(self.doubts, self.uncertain_leads)
        for seat, doubt in self.doubts.items():
            exam.report_fault("HAND-UNCERTAIN", "deal.hand", seat=seat, **structs.asdict(doubt))
        for number, (seat, card) in self.uncertain_leads.items():
            exam.report_fault("LEAD-UNCERTAIN", "play.follow_suit", trick=number, seat=seat, card=card)
        if twice:
            exam.report_fault("COUNT-UNCERTAIN", "pack.cards", cards=tuple(sort_cards(twice)))
        placed = self.king_is_placed()
        if not placed:
            exam.list = [each for each in exam.list if each.code not in _SIDE_FINDINGS]
            exam.report_fault("SIDES-UNCERTAIN", "game.partner", card=game.king)
        self.settles = placed and not twice

    def find_king_holder(self) -> str:
        """Return the seat that held the called king; empty when no hand had it (1840:1.1, 38.1)."""
        exam, game, king = self.exam, self.game, self.game.king
        if king not in self.pack.kings:
            exam.report_fault("KING-NOT-KING", "king.called", card=king)
        holder = find_holder(((seat, self.hands[seat]) for seat in game.seats), king) or ""
        case = {"contract": game.contract}
        # he calls before he sees the talon, so that a king bought later is none of his own (31.1)
        own = king in (self.hands if game.called_late else game.hands)[game.declarer]
        if not may_call_king(self.rules, game.contract, own=own):
            code = "KING-OWN" if own else "KING-NOT-OWN"
            exam.report_fault(code, "king.own", when=case, seat=game.declarer, card=king)
        return holder

    def king_is_placed(self) -> bool:
        """Return whether it is certain where the called king was: in one place only, and no surplus card."""
        king, hands, played = self.game.king, self.game.hands, self.played
        places = [cards for cards in (*hands.values(), self.game.talon.cards) if king in cards]
        strange = any(king in cards for cards in played.strangers.values())
        if len(places) != 1 or places[0].count(king) != 1 or strange:
            return False
        return king in played.fallen or len(places[0]) <= self.rules.number("deal.hand")

    def king_makes_partner(self) -> bool:
        """Return whether the king was called in time; the holder of one called late is a defender (1840:31.1, 31.4)."""
        if not self.game.called_late:
            return True
        self.exam.report_fault("KING-LATE", "king.call_before", seat=self.game.declarer, card=self.game.king)
        return self.rules.flag("king.makes_partner", called="late")

    def make_course(self) -> Course:
        game, rules, side = self.game, self.rules, dict(self.side)
        total, tricks = self.count_beside_tricks(), list[PlayedTrick]()
        for number, (winner, plays) in enumerate(zip(self.played.winners, game.tricks, strict=True), 1):
            if side[winner] is Side.DECLARER:
                total += count_thirds(card for _seat, card in plays)
            tricks.append(PlayedTrick(number, plays, winner, total))
        honours = self.find_honours({seat: hand for seat, hand in self.hands.items() if seat not in self.doubts})
        volat = self.find_volat()
        decided = decide_outcome(total, rules)
        if volat:
            decided = Outcome(total, volat is Side.DECLARER, False, decided.points)
        if game.fifth:
            side[game.fifth] = read_enum(rules, "five.shares_with", Side)
        result = Result(
            solo=game.solo,
            fold=game.purchase.kept if game.purchase else 0,
            side=side,
            declarer=game.declarer,
            extra=game.fifth,
            outcome=decided,
            king_lost=self.is_king_lost(),
            king_home=self.lost_king_place is None,
            volat=volat,
            honours=honours,
            lapsed=self.find_lapsed(honours),
            announced=self.announced,
            lawful=None if self.lawful == self.announced else self.lawful,
            ultimo_by=self.find_ultimo_maker(),
            revokes=self.find_revokes(),
            size=game.consulation,
            agreed=game.small_consulation,
        )
        return Course(
            game=game,
            forehand=game.find_forehand(rules),
            findings=tuple(self.exam.list),
            partner=self.partner,
            hands=self.hands,
            talon_left=self.left,
            tricks=tuple(tricks),
            result=result,
            doubted_seats=frozenset(self.doubts),
            uncertain_leads=frozenset(self.uncertain_leads),
            settles=self.settles,
        )

    def count_beside_tricks(self) -> int:
        """Return what the declarer's side counts beside its tricks, in thirds: scat and talon (1840:23, 24)."""
        game, rules = self.game, self.rules
        scat = 0 if game.solo else count_thirds(game.scat)
        scat_is_his = read_enum(rules, "discard.counts_for", Side) is Side.DECLARER
        left_is_his = read_enum(rules, "talon.counts_for", Side, contract=game.contract) is Side.DECLARER
        return scat * scat_is_his + count_thirds(self.left) * left_is_his

    def find_honours(self, hands: Mapping[str, Collection[Card]]) -> dict[Reason, str]:
        """Return the seat that had Alle drei and Alle vier, in one hand or with friends (1840:30.3, 30.5)."""
        rules, side, found = self.rules, self.side, dict[Reason, str]()
        if not rules.flag("honours.one_hand"):
            hands = {
                seat: [card for other in hands if side[other] is side[seat] for card in hands[other]] for seat in hands
            }
        for kind in read_enums(rules, "honours.kinds", Reason):
            cards = self.pack.select_stated(rules, "honours.cards", honour=kind)
            least = rules.number("honours.count", honour=kind)
            if holders := [seat for seat, hand in hands.items() if len(cards.intersection(hand)) >= least]:
                found[kind] = holders[0]
        return found

    def find_lapsed(self, honours: dict[Reason, str]) -> frozenset[Reason]:
        """Return the honours for which nothing is written, because their holder passed (1840:50.1)."""
        kept = honours.items() & self.find_honours(self.game.hands).items()
        passed = self.bidding.find_lapsed_honours() if kept else set()
        return frozenset(kind for kind, seat in kept if seat in passed)

    def find_revokes(self) -> tuple[str, ...]:
        """Return the seats that revoked; those whose hands are doubtful are left out."""
        found = [finding.seat for finding in self.exam.list if finding.code == "PLAY-REVOKE"]
        return tuple(dict.fromkeys([self.game.declarer] * self.is_discard_revoke() + found))

    def is_discard_revoke(self) -> bool:
        """Return whether the declarer discarded against the rules, which counts as a revoke (1840:35.6)."""
        found = any(finding.code in _SCAT_FAULTS for finding in self.exam.list)
        certain = self.game.declarer not in self.doubts
        return found and certain and is_discard_a_revoke(self.rules)

    def find_volat(self) -> Side | None:
        """Return the side that took all tricks; None if neither did (1840:60.1, 60.5)."""
        seats = set(self.played.winners)
        sides = {self.side[winner] for winner in seats}
        return sides.pop() if len(sides if takes_volat_together(self.rules) else seats) == 1 else None

    def find_ultimo_maker(self) -> str:
        """Return the seat that played the Pagat to the last trick and did not lose it.

        Empty if none did (1840:51.2).
        """
        holder, side = self.played.pagat_last, self.side
        if not holder or (taker := self.played.winners[-1]) == holder:
            return holder
        to = SeatRole.PARTNER if side[taker] is side[holder] else SeatRole.OPPONENT
        return "" if to in read_enums(self.rules, "ultimo.lost_to", SeatRole) else holder

    def is_king_lost(self) -> bool:
        """Return whether the side that called the king did not win him (1840:33, 34, 49)."""
        lies = self.lost_king_place
        return lies is not None and self.rules.flag("king.is_lost", king_lies=lies)

    @cached_property
    def lost_king_place(self) -> LostKingPlace | None:
        """Return where the lost king was; None when he was not lost (1840:33, 34, 49)."""
        game = self.game
        if game.king in self.left and all(game.king not in hand for hand in self.hands.values()):
            seen = game.purchase is not None and game.purchase.kept > game.purchase.first
            return LostKingPlace.LEFT if seen else LostKingPlace.SLEEPING
        home = read_enum(self.rules, "king.home_in", Side)
        for winner, trick in zip(self.played.winners, game.tricks, strict=True):
            if self.side[winner] is not home and any(card == game.king for _seat, card in trick):
                return LostKingPlace.TAKEN
        return None


class Turn(Frozen):
    """A play: its trick, seat and card, the hand before it, and the legal cards of that.

    `rule` is the key of the rule that decides, `ref` its paragraph; both empty where the rules name none. Where it
    cannot be judged nothing is `legal`, by no rule.
    """

    trick: int
    seat: str
    card: Card
    held: tuple[Card, ...]
    legal: tuple[Card, ...]
    rule: str
    ref: str


def list_turns(course: Course, pack: Pack, rules: Rules) -> tuple[Turn, ...]:
    """Return every play in order: seat, card, the hand before it, and the legal cards."""
    hands = {seat: set(cards) for seat, cards in course.hands.items()}
    exam = Examination(course.game, pack, rules)
    tricks, turns = TrickExaminer(exam, hands, find_pagat_keeper(course.result.announced, rules)), list[Turn]()
    for number, seat, card, before in tricks.walk():
        held = hands[seat]
        if seat in course.doubted_seats or (before and number in course.uncertain_leads):
            turns.append(Turn(number, seat, card, tuple(sort_cards(held)), (), "", ""))
            continue
        legal = tricks.law.find_legal(held, before)
        rule, case = tricks.law.find_rule(held, before, number)
        if pack.pagat in legal and tricks.must_keep_pagat(number, seat):
            legal = [other for other in legal if other != pack.pagat]
            if not before:
                rule = "ultimo.pagat_kept"
        ref = rules.ref(rule, **case)
        turns.append(Turn(number, seat, card, tuple(sort_cards(held)), tuple(sort_cards(legal)), rule, ref))
    return tuple(turns)


class RoleKnowledge:
    """The roles of seats that all at the table know, as far as the rules alone tell them; `roles` are the true ones."""

    def __init__(self, course: Course, rules: Rules):
        game = course.game
        self.rules = rules
        self.game = game
        self.roles = game.find_roles(course.partner)
        self._hands = course.hands

    def find_known_at_call(self) -> set[str]:
        """Return the seats whose role everybody knows after the call.

        It is the declarer; all seats if he calls a king of his own (1840:38.1).
        """
        own = not may_call_king(self.rules, self.game.contract, own=False)
        return set(self.game.seats) if own else {self.game.declarer}

    def find_shown_by_announcement(self, said: Announcement) -> set[str]:
        """Return the seats whose role an announcement shows; empty if it shows none (1840:52.1, 55.1).

        Only a defender may make it, unless the declarer does. Against the rules it shows nothing.
        """
        if said.seat == self.game.declarer:
            return set()
        if said.call is AnnouncementWord.ANNOUNCE:
            may = set(read_enums(self.rules, "announcements.allowed_to", SeatRole, feat=said.of))
        else:
            may = set(read_enums(self.rules, "announcements.raise_by", SeatRole, call=said.call, party=Side.DECLARER))
        return {said.seat} if self.roles[said.seat] in may <= {SeatRole.DECLARER, SeatRole.DEFENDER} else set()

    def find_shown_by_card(self, card: Card) -> set[str]:
        """Return the seats whose role a played card shows: all for the called king, else none."""
        return set(self.game.seats) if card == self.game.king else set()

    def find_known_to(self, seat: str) -> set[str]:
        """Return the seats whose role `seat` knows after the call: all if it holds the called king, else its own."""
        holds = self.game.king in self._hands[seat]
        return set(self.game.seats) if holds else self.find_known_at_call() | {seat}
