"""Replaying a recorded game of Königrufen by the rules, from the deal to the score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.common.counting import Outcome, count_thirds, outcome
from tarock.game.common.findings import Finding, Findings
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.announcements import check_announcements
from tarock.game.koenigrufen_1840.auction import check_auction, honours_lapsed
from tarock.game.koenigrufen_1840.deal import check_deal, exchange
from tarock.game.koenigrufen_1840.record import SOLO
from tarock.game.koenigrufen_1840.settlement import DECLARERS, DEFENDERS, Result, settle
from tarock.wording import Message

if TYPE_CHECKING:
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play
    from tarock.game.common.score import ScoreSheet
    from tarock.game.common.trick_law import Breach
    from tarock.game.koenigrufen_1840.announcements import Announced
    from tarock.game.koenigrufen_1840.auction import Contract
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.rules.ruleset import Rules


@dataclass(frozen=True)
class Replay:
    """A game replayed: what is wrong in it, who won which trick, the counts and the score sheet.

    `winners` holds the seat that took each trick; `running` the declarer side's thirds after each trick,
    scat included. `sheet` is the score as played, `sheet_with_revokes` what § 65 makes of it.
    """

    game: Game
    findings: tuple[Finding, ...]
    partner: str
    alone: bool
    winners: tuple[str, ...]
    running: tuple[int, ...]
    tricks_won: dict[str, int]
    points_thirds: dict[str, int]
    side: dict[str, str]
    declarer_thirds: int
    outcome: Outcome
    result: Result
    sheet: ScoreSheet
    sheet_with_revokes: ScoreSheet | None
    talon_left: tuple[Card, ...]
    hands: dict[str, frozenset[Card]]


def replay(game: Game, pack: Pack, rules: Rules, *, strict: bool = False) -> Replay:
    """Replay a game. Strict: raises `GameError` at the first fault; else all faults are in `findings`."""
    findings = Findings(game.id, strict=strict)
    for trick, seat, message in game.unreadable:
        findings.add("NOTATION-UNREADABLE", message, trick=trick, seat=seat)
    check_deal(game, pack, rules, findings)
    contract = check_auction(game, rules, findings)
    _check_declarer(game, contract, rules, findings)
    hands, left = exchange(game, contract, pack, rules, findings)
    partner, king_place = _partner(game, hands, left, pack, rules, findings)
    announced = check_announcements(game, partner, rules, findings)
    started = {seat: frozenset(cards) for seat, cards in hands.items()}
    honours = _honours(hands, pack, rules)
    lapsed = _lapsed(game, honours, pack, rules)
    play = _Play(game, pack, rules, findings, announced).run(hands)
    if _scat_is_revoke(findings, rules):
        play.revokes.insert(0, game.declarer)
    return _conclude(game, pack, rules, findings, partner, king_place, announced, honours, lapsed, play, left, started)


def _check_declarer(game: Game, contract: Contract | None, rules: Rules, findings: Findings) -> None:
    if contract is None or contract.declarer != game.declarer or (contract.game == SOLO) != game.solo:
        findings.add(
            "BID-WRONG-DECLARER",
            f"{game.declarer} plays, but the bidding gives the game to {contract.declarer if contract else 'nobody'}",
            seat=game.declarer,
            ref=rules.ref("bidding.highest_plays"),
        )


def _partner(
    game: Game, hands: dict[str, set[Card]], left: tuple[Card, ...], pack: Pack, rules: Rules, findings: Findings
) -> tuple[str, str]:
    """The partner (empty when the declarer is alone) and where the called king is at the start of play.

    The place is a seat, `left` (seen or bought and left lying), `sleeping` (never seen) or `nowhere`.
    """
    king = game.king
    if king not in pack.kings:
        findings.add("KING-NOT-KING", f"{king} is called", card=king.name, ref=rules.ref("king.called"))
    holder = next((seat for seat in game.seats if king in hands[seat]), "")
    if game.solo and rules.flag("king.solo_own_king") and holder != game.declarer:
        findings.add(
            "KING-NOT-OWN", f"{game.declarer} calls {king} at Solo without holding it", seat=game.declarer,
            card=king.name, ref=rules.ref("king.solo_own_king"),
        )  # fmt: skip
    partner = holder if holder != game.declarer else ""
    if game.partner != partner and (game.partner or game.ref):
        findings.add(
            "PARTNER-DIFFERS", f"{game.partner or 'nobody'} is named as partner, {partner or 'nobody'} holds {king}",
            seat=game.partner, card=king.name, ref=rules.ref("game.partner"),
        )  # fmt: skip
    if holder:
        return partner, holder
    if king in left:
        seen = game.purchase is not None and game.purchase.kept > game.purchase.first
        return "", "left" if seen else "sleeping"
    return "", "nowhere"


def _honours(hands: dict[str, set[Card]], pack: Pack, rules: Rules) -> dict[str, str]:
    """Which seat holds Alle drei, which Alle vier, in one hand at the start of play (1840:30.3)."""
    named = {"Mond": pack.mond, "Pagat": pack.pagat, "Scüs": pack.scues}
    three = {named[name] for name in rules.names("honours.all_three.cards")}
    four = set(pack.kings)
    found: dict[str, str] = {}
    if not rules.flag("honours.one_hand"):
        return found
    for seat, hand in hands.items():
        if three <= hand:
            found["all_three"] = seat
        if four <= hand:
            found["all_four"] = seat
    return found


def _lapsed(game: Game, honours: dict[str, str], pack: Pack, rules: Rules) -> frozenset[str]:
    """The seats whose honours lapse: they passed when they held them already (1840:50.1)."""
    dealt = _honours({seat: set(cards) for seat, cards in game.hands.items()}, pack, rules)
    held = {seat for kind, seat in honours.items() if dealt.get(kind) == seat}
    return frozenset(held & honours_lapsed(game, rules) if held else held)


def _scat_is_revoke(findings: Findings, rules: Rules) -> bool:
    """Whether the declarer laid away against the rules, which is a revoke (1840:35.6)."""
    faults = ("SCAT-SIZE", "SCAT-HONOUR", "SCAT-TAROCK")
    return any(finding.code in faults for finding in findings.list) and rules.flag("discard.wrong_is_revoke")


@dataclass
class _Played:
    winners: list[str]
    taken: dict[str, list[Card]]
    revokes: list[str]
    pagat_last: Play | None
    last_winner: str


class _Play:
    """The tricks, checked one by one."""

    def __init__(self, game: Game, pack: Pack, rules: Rules, findings: Findings, announced: dict[str, Announced]):
        self.game = game
        self.pack = pack
        self.rules = rules
        self.findings = findings
        self.law = TrickLaw.of(rules)
        held_back = rules.has("ultimo.announced.pagat_held_back") and rules.flag("ultimo.announced.pagat_held_back")
        self.held_back = announced["ultimo"].seat if "ultimo" in announced and held_back else ""

    def run(self, hands: dict[str, set[Card]]) -> _Played:
        game, law = self.game, self.law
        leader = game.forehand
        done = _Played([], {seat: [] for seat in game.seats}, [], None, "")
        played: set[Card] = set()
        expected = self.rules.number("deal.hand")
        if len(game.tricks) != expected:
            self.findings.add(
                "TRICKS-MISSING", f"{len(game.tricks)} tricks, expected {expected}", ref=self.rules.ref("deal.hand")
            )
        pagat = self.pack.pagat
        last = len(game.tricks)
        for number, recorded in enumerate(game.tricks, 1):
            plays = self._in_turn(number, recorded, leader)
            sofar: list[Play] = []
            for seat, card in plays:
                hand = hands[seat]
                if card in hand:
                    if sofar and (breach := law.breach(hand, sofar, card)):
                        self._revoke(number, seat, card, breach)
                        done.revokes.append(seat)
                    if card is pagat:
                        self._pagat(number, last, seat, hand)
                else:
                    self._not_held(number, seat, card, played)
                hand.discard(card)
                played.add(card)
                sofar.append((seat, card))
            leader = law.winner(sofar)[0]
            done.winners.append(leader)
            done.taken[leader].extend(card for _seat, card in sofar)
            if number == last:
                done.last_winner = leader
                done.pagat_last = next((play for play in sofar if play[1] is pagat), None)
        return done

    def _in_turn(self, number: int, recorded: tuple[Play, ...], leader: str) -> tuple[Play, ...]:
        """The plays of a trick with the seats that must have made them."""
        order = self.game.order_from(leader)
        seats = tuple(seat for seat, _card in recorded)
        if seats == order:
            return recorded
        leads = "took the trick before" if number > 1 else "is the Vorhand"
        turned = bool(seats) and seats[0] in order and seats == self.game.order_from(seats[0])
        if turned or (len(seats) == len(order) and seats[1:] == order[1:]):
            seat, card = recorded[0]
            self.findings.add(
                "LEAD-WRONG-SEAT", f"{seat} leads {card}, but {leader} {leads}",
                trick=number, seat=seat, card=card.name, ref=self.rules.ref("play.leader"),
            )  # fmt: skip
            if turned:
                return recorded
            return tuple(zip(order, (card for _seat, card in recorded), strict=True))
        wrong = next((play for play, seat in zip(recorded, order, strict=False) if play[0] != seat), None)
        self.findings.add(
            "PLAY-ORDER",
            (f"{wrong[0]} plays {wrong[1]} out of turn: " if wrong else "")
            + f"the seats play {', '.join(seats)}, expected {', '.join(order)}",
            trick=number,
            seat=wrong[0] if wrong else "", card=wrong[1].name if wrong else "", ref=self.rules.ref("game.rotation"),
        )  # fmt: skip
        if set(seats) == set(order):  # each has played: only the order is wrong
            return recorded
        return tuple(zip(order, (card for _seat, card in recorded), strict=False))

    def _revoke(self, number: int, seat: str, card: Card, breach: Breach) -> None:
        self.findings.add(
            "PLAY-REVOKE",
            Message("play.revoke", seat=seat, card=card, breach=breach.message),
            trick=number,
            seat=seat,
            card=card.name,
            ref=self.rules.ref(breach.duty),
        )

    def _not_held(self, number: int, seat: str, card: Card, played: set[Card]) -> None:
        if card in played:
            self.findings.add(
                "PLAY-TWICE", f"{seat} plays {card}, which is played already", trick=number, seat=seat, card=card.name,
                ref=self.rules.ref("pack.packs") or self.rules.ref("pack.cards"),
            )  # fmt: skip
        else:
            self.findings.add(
                "PLAY-NOT-HELD", f"{seat} plays {card} without holding it", trick=number, seat=seat, card=card.name,
                ref=self.rules.ref("deal.hand"),
            )  # fmt: skip

    def _pagat(self, number: int, last: int, seat: str, hand: set[Card]) -> None:
        """The Pagat before the last trick: forced out, or played against the duty of 1840:51.3."""
        if number == last:
            return
        if seat == self.held_back and any(card.is_tarock for card in hand if card is not self.pack.pagat):
            self.findings.add(
                "PLAY-PAGAT-EARLY",
                f"{seat} plays the Pagat after announcing ultimo, holding other Tarocks",
                trick=number, seat=seat, card=self.pack.pagat.name,
                ref=self.rules.ref("ultimo.announced.pagat_held_back"),
            )  # fmt: skip


def _conclude(
    game: Game,
    pack: Pack,
    rules: Rules,
    findings: Findings,
    partner: str,
    king_place: str,
    announced: dict[str, Announced],
    honours: dict[str, str],
    lapsed: frozenset[str],
    play: _Played,
    left: tuple[Card, ...],
    started: dict[str, frozenset[Card]],
) -> Replay:
    own = {game.declarer, partner} - {""}
    side = {seat: DECLARERS if seat in own else DEFENDERS for seat in game.seats}
    if game.fifth:
        side[game.fifth] = rules.text("five.king_shares_with")
    worth = [sum(card.thirds for _seat, card in trick) for trick in game.tricks]
    points = dict.fromkeys(game.seats, 0)
    scat_for_declarer = rules.text("counting.discard_counts_for") == "declarer"
    scat = 0 if game.solo else count_thirds(game.scat)
    left_key = "talon.solo_talon_counts_for" if game.solo else "talon.left_half_counts_for"
    left_thirds = count_thirds(left) if rules.text(left_key) == "declarer" else 0
    base = (scat if scat_for_declarer else 0) + left_thirds
    running: list[int] = []
    total = base
    for winner, thirds in zip(play.winners, worth, strict=True):
        points[winner] += thirds
        if winner in own:
            total += thirds
        running.append(total)
    tricks_won = {seat: play.winners.count(seat) for seat in game.seats}
    volat = None
    if play.winners:
        if all(winner in own for winner in play.winners):
            volat = DECLARERS
        elif not any(winner in own for winner in play.winners):
            volat = DEFENDERS
    pagat_seat = play.pagat_last[0] if play.pagat_last else ""
    pagat_won = bool(pagat_seat) and play.last_winner == pagat_seat
    ultimo = announced.get("ultimo")
    decided = outcome(total, rules)
    if volat:
        decided = Outcome(total, volat == DECLARERS, False, decided.points)
    result = Result(
        solo=game.solo,
        fold=game.purchase.kept if game.purchase else 0,
        side=side,
        declarer=game.declarer,
        outcome=decided,
        king_lost=_king_lost(game, king_place, play, own, rules),
        volat=volat,
        honours=honours,
        lapsed=lapsed,
        ultimo_by=pagat_seat if pagat_won else None,
        ultimo_side=side[pagat_seat] if pagat_won else None,
        announced=announced,
        ultimo_kept=bool(ultimo) and pagat_won and pagat_seat == (ultimo.seat if ultimo else ""),
        revokes=tuple(dict.fromkeys(play.revokes)),
        size=game.consulation,
        agreed=game.small_consulation,
    )
    return Replay(
        game=game,
        findings=tuple(findings.list),
        partner=partner,
        alone=not partner,
        winners=tuple(play.winners),
        running=tuple(running),
        tricks_won=tricks_won,
        points_thirds=points,
        side=side,
        declarer_thirds=total,
        outcome=decided,
        result=result,
        sheet=settle(result, rules, revokes=False),
        sheet_with_revokes=settle(result, rules) if play.revokes else None,
        talon_left=left,
        hands=started,
    )


def _king_lost(game: Game, place: str, play: _Played, own: set[str], rules: Rules) -> bool:
    """Whether the called king was not brought home (1840:33, 34, 49)."""
    if place == "sleeping":
        return rules.flag("king.sleeping_is_lost")
    if place == "left":
        return rules.flag("king.bought_and_left_is_lost")
    return any(game.king in cards for seat, cards in play.taken.items() if seat not in own)
