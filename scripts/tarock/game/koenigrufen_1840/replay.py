"""Replaying a recorded game of Königrufen by the rules, from the deal to the score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from tarock.base.structs import Value
from tarock.game.common.counting import Outcome, count_thirds, outcome
from tarock.game.common.records import word, words
from tarock.game.koenigrufen_1840.auction import check_announcements, check_auction, honours_lapsed, pagat_keeper
from tarock.game.koenigrufen_1840.deal import Examination, check_deal, exchange
from tarock.game.koenigrufen_1840.play import play_tricks
from tarock.game.koenigrufen_1840.settlement import Result, settle
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Honours, KingLies, Own, Role, Side, Takers, WrongDiscard

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.findings import Finding
    from tarock.game.common.notation import Play
    from tarock.game.common.score import ScoreSheet
    from tarock.game.koenigrufen_1840.auction import Announced
    from tarock.game.koenigrufen_1840.play import Played
    from tarock.game.koenigrufen_1840.record import Bid, Game
    from tarock.rules.ruleset import Rules

_SCAT_FAULTS = ("SCAT-SIZE", "SCAT-HONOUR", "SCAT-TAROCK")


class PlayedTrick(Value):
    """A trick: its number, the plays in order, who took it, and the declarer side's thirds after it, scat included."""

    number: int
    plays: tuple[Play, ...]
    winner: str
    running: int


class Course(Value):
    """The course of a game: what is wrong in it, who won which trick, the counts and the result.

    `winners` holds the seat that took each trick; `running` the declarer side's thirds after each trick,
    scat included.
    """

    game: Game
    findings: tuple[Finding, ...]
    partner: str
    winners: tuple[str, ...]
    running: tuple[int, ...]
    tricks_won: dict[str, int]
    points_thirds: dict[str, int]
    declarer_thirds: int
    result: Result
    talon_left: tuple[Card, ...]
    hands: dict[str, frozenset[Card]]

    @property
    def alone(self) -> bool:
        """Whether the declarer has no partner."""
        return not self.partner

    @property
    def side(self) -> dict[str, Side]:
        """The side of every seat."""
        return self.result.side

    @property
    def tricks(self) -> Iterator[PlayedTrick]:
        """The tricks, in order."""
        played = zip(self.game.tricks, self.winners, self.running, strict=True)
        return (PlayedTrick(number, *trick) for number, trick in enumerate(played, 1))

    @property
    def outcome(self) -> Outcome:
        """Won, lost or Remis, and by how many points."""
        return self.result.outcome


class Replay(Course):
    """A game replayed and settled: `sheet` is the score as played, `sheet_with_revokes` what § 65 makes of it."""

    sheet: ScoreSheet
    sheet_with_revokes: ScoreSheet | None


class Start(Value):
    """What is decided when the first trick is led.

    `left` are the cards of the talon that nobody took; `king_lies` is where the called king lies, if in the talon.
    """

    hands: dict[str, frozenset[Card]]
    left: tuple[Card, ...]
    partner: str
    king_lies: KingLies | None
    announced: dict[Feat, Announced]
    honours: dict[Honours, str]
    lapsed: frozenset[Honours]


def replay(game: Game, pack: Pack, rules: Rules) -> Replay:
    """Replay a game; all its faults are in `findings`."""
    return settled(follow(game, pack, rules), rules)


def settled(course: Course, rules: Rules) -> Replay:
    """A course with its score sheets."""
    return Replay(
        **structs.asdict(course),
        sheet=settle(course.result, rules, revokes=False),
        sheet_with_revokes=settle(course.result, rules) if course.result.revokes else None,
    )


def follow(game: Game, pack: Pack, rules: Rules) -> Course:
    """The course of a game, which does not depend on what anything is worth; faults as in `replay`."""
    exam = Examination(game, pack, rules)
    check_deal(exam)
    contract = check_auction(exam)
    _check_declarer(exam, contract)
    hands, left = exchange(exam, contract)
    start = _start(exam, hands, left)
    played = play_tricks(exam, hands, pagat_keeper(start.announced, rules))
    if _scat_is_revoke(exam):
        played.revokes.insert(0, game.declarer)
    return _conclude(exam, start, played)


def _check_declarer(exam: Examination, contract: Bid | None) -> None:
    game = exam.game
    if contract is None or contract.seat != game.declarer or (contract.bid is Call.SOLO) != game.solo:
        given = contract.seat if contract else ""
        exam.fault("BID-WRONG-DECLARER", "bidding.highest_plays", seat=game.declarer, given=given)


def _start(exam: Examination, hands: dict[str, set[Card]], left: tuple[Card, ...]) -> Start:
    holder = _check_king(exam, hands)
    partner = holder if holder != exam.game.declarer else ""
    _check_partner(exam, partner)
    honours = _honours(exam, hands, partner)
    return Start(
        hands={seat: frozenset(cards) for seat, cards in hands.items()},
        left=left,
        partner=partner,
        king_lies=None if holder else _unheld_king(exam.game, left),
        announced=check_announcements(exam, partner),
        honours=honours,
        lapsed=_lapsed(exam, honours, partner),
    )


def _check_king(exam: Examination, hands: Mapping[str, Collection[Card]]) -> str:
    """Who holds the called king; empty when no hand does (1840:1.1, 38.1)."""
    game, king = exam.game, exam.game.king
    if king not in exam.pack.kings:
        exam.fault("KING-NOT-KING", "king.called", card=king)
    holder = next((seat for seat in game.seats if king in hands[seat]), "")
    case = {"contract": game.contract}
    own, code = word(exam.rules, "king.own", Own, **case), "KING-OWN" if holder == game.declarer else "KING-NOT-OWN"
    if own is (Own.MAY_NOT if holder == game.declarer else Own.MUST):
        exam.fault(code, "king.own", when=case, seat=game.declarer, card=king)
    return holder


def _check_partner(exam: Examination, partner: str) -> None:
    game = exam.game
    if game.partner != partner and (game.partner or game.ref):
        exam.fault("PARTNER-DIFFERS", "game.partner", seat=game.partner, card=game.king, holder=partner)


def _unheld_king(game: Game, left: tuple[Card, ...]) -> KingLies | None:
    """Where in the talon a king lies that nobody holds (1840:33, 34); None for the scat, or an impossible deal."""
    if game.king not in left:
        return None
    seen = game.purchase is not None and game.purchase.kept > game.purchase.first
    return KingLies.LEFT if seen else KingLies.SLEEPING


def _honours(exam: Examination, hands: Mapping[str, Collection[Card]], partner: str) -> dict[Honours, str]:
    """Which seat holds Alle drei, which Alle vier: in one hand, or with his friends (1840:30.3, 30.5)."""
    rules, found = exam.rules, dict[Honours, str]()
    if not rules.flag("honours.one_hand"):
        ours = (exam.game.declarer, partner)
        hands = {
            seat: [card for other in hands if (other in ours) == (seat in ours) for card in hands[other]]
            for seat in hands
        }
    for kind in words(rules, "honours.kinds", Honours):
        cards = exam.pack.named(rules.words("honours.cards", honour=kind))
        least = rules.number("honours.count", honour=kind)
        if holders := [seat for seat, hand in hands.items() if len(cards.intersection(hand)) >= least]:
            found[kind] = holders[0]
    return found


def _lapsed(exam: Examination, honours: dict[Honours, str], partner: str) -> frozenset[Honours]:
    """The honours that lapse: who passed had them already ("im Besitze derselben", 1840:50.1)."""
    dealt = _honours(exam, exam.game.hands, partner)
    kept = {kind: seat for kind, seat in honours.items() if dealt.get(kind) == seat}
    passed = honours_lapsed(exam.game, exam.rules) if kept else set()
    return frozenset(kind for kind, seat in kept.items() if seat in passed)


def _scat_is_revoke(exam: Examination) -> bool:
    """Whether the declarer laid away against the rules, which is a revoke (1840:35.6)."""
    found = any(finding.code in _SCAT_FAULTS for finding in exam.findings.list)
    return found and word(exam.rules, "discard.wrong.counts_as", WrongDiscard) is WrongDiscard.REVOKE


def _conclude(exam: Examination, start: Start, played: Played) -> Course:
    game, rules = exam.game, exam.rules
    side = {seat: Side.DECLARER if seat in (game.declarer, start.partner) else Side.DEFENDERS for seat in game.seats}
    worth = [sum(card.thirds for _seat, card in trick) for trick in game.tricks]
    points = dict.fromkeys(game.seats, 0)
    running = [_beside_tricks(exam, start)]
    for winner, thirds in zip(played.winners, worth, strict=True):
        points[winner] += thirds
        running.append(running[-1] + (thirds if side[winner] is Side.DECLARER else 0))
    total = running[-1]
    volat = _volat(exam, played, side)
    decided = outcome(total, rules)
    if volat:
        decided = Outcome(total, volat is Side.DECLARER, False, decided.points)
    if game.fifth:
        side[game.fifth] = word(rules, "five.shares_with", Side)
    result = Result(
        solo=game.solo,
        fold=game.purchase.kept if game.purchase else 0,
        side=side,
        declarer=game.declarer,
        extra=game.fifth,
        outcome=decided,
        king_lost=_king_lost(exam, start, played, side),
        volat=volat,
        honours=start.honours,
        lapsed=start.lapsed,
        announced=start.announced,
        ultimo_by=_ultimo(exam, played, side),
        revokes=tuple(dict.fromkeys(played.revokes)),
        size=game.consulation,
        agreed=game.small_consulation,
    )
    return Course(
        game=game,
        findings=tuple(exam.findings.list),
        partner=start.partner,
        winners=tuple(played.winners),
        running=tuple(running[1:]),
        tricks_won={seat: played.winners.count(seat) for seat in game.seats},
        points_thirds=points,
        declarer_thirds=total,
        result=result,
        talon_left=start.left,
        hands=start.hands,
    )


def _volat(exam: Examination, played: Played, side: Mapping[str, Side]) -> Side | None:
    """The party that made all the tricks, if one did (1840:60.1, 60.5)."""
    sides, seats = {side[winner] for winner in played.winners}, set(played.winners)
    party = word(exam.rules, "volat.taken_by", Takers) is Takers.PARTY
    return sides.pop() if len(sides if party else seats) == 1 else None


def _ultimo(exam: Examination, played: Played, side: Mapping[str, Side]) -> str:
    """The seat that made ultimo: that played the Pagat to the last trick and lost it to nobody (1840:51.2)."""
    holder = played.pagat_last
    taker = played.winners[-1] if played.winners else holder
    if holder and taker != holder:
        to = Role.PARTNER if side[taker] is side[holder] else Role.OPPONENT
        return "" if to in words(exam.rules, "ultimo.lost_to", Role) else holder
    return holder


def _beside_tricks(exam: Examination, start: Start) -> int:
    """What the declarer's side counts beside its tricks, in thirds: scat, talon left, as far as his (1840:23, 24)."""
    game, rules = exam.game, exam.rules
    scat = 0 if game.solo else count_thirds(game.scat)
    scat_is_his = word(rules, "discard.counts_for", Side) is Side.DECLARER
    left_is_his = word(rules, "talon.counts_for", Side, contract=game.contract) is Side.DECLARER
    return scat * scat_is_his + count_thirds(start.left) * left_is_his


def _king_lost(exam: Examination, start: Start, played: Played, side: dict[str, Side]) -> bool:
    """Whether the called king was not brought home (1840:33, 34, 49)."""
    lies, rules = start.king_lies, exam.rules
    if lies is None:
        home = word(rules, "king.home_in", Side)
        taken = any(exam.game.king in cards and side[seat] is not home for seat, cards in played.taken.items())
        lies = KingLies.TAKEN if taken else None
    return lies is not None and rules.flag("king.is_lost", king_lies=lies)
