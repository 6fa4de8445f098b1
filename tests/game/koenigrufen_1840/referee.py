"""A second implementation of Königrufen, written from the paragraphs of 1840 alone.

It shares nothing with the engine but the names of the cards. A game is a `Told`: names and numbers, as they
stand in a file. The referee says which rules are broken, in stages, and what is written. What the text leaves open
is named by the engine's codes; the reading taken is the engine's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

NUMBERED = (
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI",
    "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI",
)  # fmt: skip
TAROCKS = (*NUMBERED, "Scüs")  # 4.1: from the I up to the XXI, above all the Scüs
COURTS = ("König", "Dame", "Cavall", "Bube")
RANKS = {  # 4.2, from high to low
    "Herz": (*COURTS, "Aß", "Zweier", "Dreier", "Vierer"),
    "Careau": (*COURTS, "Aß", "Zweier", "Dreier", "Vierer"),
    "Pique": (*COURTS, "Zehner", "Neuner", "Achter", "Siebner"),
    "Treffle": (*COURTS, "Zehner", "Neuner", "Achter", "Siebner"),
}
PACK = (*TAROCKS, *(f"{suit}-{rank}" for suit, ranks in RANKS.items() for rank in ranks))
PAGAT, MOND, SCUES = "I", "XXI", "Scüs"
KINGS = tuple(f"{suit}-König" for suit in RANKS)
HONOURS = {"all_three": {SCUES, MOND, PAGAT}, "all_four": set(KINGS)}  # 3.1
RAISES = ("contra", "re", "supra")  # 56.1


@dataclass
class Told:
    """A game as it is told. `seats` stand in order of play; `kept` 0 is a Solo, whose talon is `upper` and `lower`."""

    seats: list[str]
    dealer: str
    declarer: str
    hands: dict[str, list[str]]
    upper: list[str]
    lower: list[str]
    bids: list[tuple[str, str, int]]
    king: str
    first: int
    kept: int
    scat: list[str]
    said: list[tuple[str, str, str]]  # seat, announce or a raise, ultimo or volat
    tricks: list[list[tuple[str, str]]]
    fifth: str = ""
    partner: str = ""
    hand_after: list[str] | None = None
    size: str = ""
    agreed: int = 0

    def order(self, first: str) -> list[str]:
        """The seats from one on, to the right (11.1)."""
        start = self.seats.index(first)
        return self.seats[start:] + self.seats[:start]

    @property
    def forehand(self) -> str:
        """7.7: next to the dealer; a König who deals stands before the first seat (7.2)."""
        return self.order(self.dealer)[1] if self.dealer in self.seats else self.seats[0]


@dataclass(frozen=True)
class Fault:
    """A rule that is broken: at which stage of the game, by the code of the findings."""

    stage: str
    code: str
    trick: int = 0
    seat: str = ""
    card: str = ""


@dataclass
class Written:
    """What stands on the sheet: points by reason and seat, and what the text leaves open."""

    points: Counter[tuple[str, str]] = field(default_factory=Counter)
    open: set[str] = field(default_factory=set)

    def add(self, reason: str, seats: list[str], points: int) -> None:
        """Each of the seats writes the points."""
        for seat in seats:
            self.points[reason, seat] += points


def suit(card: str) -> str:
    """The suit, or Tarock."""
    return "Tarock" if card in TAROCKS else card.split("-", maxsplit=1)[0]


def takes(plays: list[tuple[str, str]]) -> str:
    """Who takes a trick: the highest tarock (4.1, 4.3), else the highest card of the suit led (4.2)."""
    tarocks = [play for play in plays if play[1] in TAROCKS]
    if tarocks:
        return max(tarocks, key=lambda play: TAROCKS.index(play[1]))[0]
    led = suit(plays[0][1])
    followed = [play for play in plays if suit(play[1]) == led]
    return min(followed, key=lambda play: RANKS[led].index(play[1].split("-")[1]))[0]


def allowed(hand: set[str], led: str) -> set[str]:
    """63.1, 63.2: the suit led, or tarock; who lacks it plays a tarock; who lacks both is free. 64.1: or lower."""
    same = {card for card in hand if suit(card) == suit(led)}
    return same or {card for card in hand if card in TAROCKS} or set(hand)


def thirds(heap: list[str]) -> int:
    """Thirds of a point, by the values of 5.1; of three counting cards two points are deducted (6.11).

    So in every group of three a counting card is worth its value less two thirds and any other a third; a card
    that is left over is a third as well (6.22).
    """
    values = {**dict.fromkeys((PAGAT, MOND, SCUES, *KINGS), 5)}
    values |= {f"{name}-{rank}": 4 - step for name in RANKS for step, rank in enumerate(("Dame", "Cavall", "Bube"))}
    return sum(3 * values[card] - 2 if card in values else 1 for card in heap)


class Referee:
    """One game looked through."""

    def __init__(self, game: Told):
        self.game = game
        self.faults: list[Fault] = []
        self.roles: dict[str, str] = {}
        self.lapsed: set[tuple[str, str]] = set()  # honours and the seat that passed with them
        self.contract: tuple[str, str, int] | None = None
        self.deal()
        self.auction()
        self.purchase()
        self.roles_and_king()
        self.announcements()
        self.play()
        self.doubtful = self.doubts()
        self.settles = self.can_settle()

    def fault(self, stage: str, code: str, trick: int = 0, seat: str = "", card: str = "") -> None:
        """Note a broken rule."""
        self.faults.append(Fault(stage, code, trick, seat, card))

    # --- before play --------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """2.1, 14.1, 14.2: 54 cards, twelve to each, six in the talon; 7.2: among five the König deals."""
        game = self.game
        if game.fifth and game.dealer != game.fifth:
            self.fault("deal", "FIFTH-NOT-DEALER")
        lies = Counter(card for cards in (*game.hands.values(), game.upper, game.lower) for card in cards)
        for card in PACK:
            if lies[card] != 1:
                self.fault("deal", "DEAL-DUPLICATE" if lies[card] else "DEAL-MISSING", card=card)
        for seat, hand in game.hands.items():
            if len(hand) != 12:
                self.fault("deal", "HAND-SIZE", seat=seat)
        solo = not game.kept
        if len(game.upper) + len(game.lower) != 6 or (not solo and len(game.upper) != 3):
            self.fault("deal", "TALON-SIZE")

    def auction(self) -> None:
        """20 to 28; a pass may be left out of the record, as the author leaves it out of the Musterspiele."""
        game = self.game
        order = game.order(game.forehand)
        table = _Table(self, order)
        turn = 0
        for seat, call, fold in game.bids:
            left_out = []
            while order[turn % 4] != seat:
                left_out.append(order[turn % 4])
                turn += 1
            turn += 1
            for other in left_out:
                table.renounce(other)
            table.hear(seat, call, fold)
        self.contract = table.highest
        if not table.highest or table.highest[0] != game.declarer or (table.highest[1] == "solo") != (not game.kept):
            self.fault("declarer", "BID-WRONG-DECLARER")

    def purchase(self) -> None:
        """21.5 to 21.9: the Dreier bid is bought, and raised by oneself twice at most; 24.1: nothing at Solo."""
        game = self.game
        self.hands = {seat: set(hand) for seat, hand in game.hands.items()}
        self.left = [*game.upper, *game.lower]
        if game.kept:
            bid = self.contract[2] if self.contract else game.first
            if game.first < bid or game.kept < game.first:
                self.fault("purchase", "PURCHASE-LOWER")
            if game.first > bid or game.kept > min(5, game.first + 2):
                self.fault("purchase", "PURCHASE-TOO-HIGH")
            # 21.6, 21.9: above at one, three and five, below at two and four
            bought, self.left = (game.upper, game.lower) if game.kept % 2 else (game.lower, game.upper)
            self.hands[game.declarer] |= set(bought)
            self.scat()
            self.hands[game.declarer] -= set(game.scat)
        elif game.scat:
            self.fault("scat", "SCAT-SIZE")
        if game.hand_after is not None:
            if len(set(game.hand_after)) < len(game.hand_after):
                self.fault("scat", "HAND-AFTER-TWICE")
            if set(game.hand_after) != self.hands[game.declarer]:
                self.fault("scat", "HAND-AFTER-DIFFERS")

    def scat(self) -> None:
        """35.4, 35.5, 35.7: three cards of his own, no Honneur, a tarock only when there is nothing else to lay."""
        game, hand = self.game, self.hands[self.game.declarer]
        if len(game.scat) != 3 or len(set(game.scat)) != 3:
            self.fault("scat", "SCAT-SIZE")
        small = {card for card in hand if card not in TAROCKS and card not in KINGS}
        for card in game.scat:
            if card not in hand:
                self.fault("scat", "SCAT-NOT-HELD")
            elif card in KINGS or card in HONOURS["all_three"]:
                self.fault("scat", "SCAT-HONOUR")
            elif card in TAROCKS and small - set(game.scat):
                self.fault("scat", "SCAT-TAROCK")

    def roles_and_king(self) -> None:
        """1.1, 7.5: who holds the called king is the Freund; 38.1: at Solo the Spieler calls his own."""
        game = self.game
        if game.king not in KINGS:
            self.fault("king", "KING-NOT-KING")
        holder = next((seat for seat in game.seats if game.king in self.hands[seat]), "")
        if not game.kept and holder != game.declarer:
            self.fault("king", "KING-NOT-OWN")
        friend = holder if holder != game.declarer else ""
        if game.partner and game.partner != friend:
            self.fault("king", "PARTNER-DIFFERS")
        self.roles = dict.fromkeys(game.seats, "Gegner") | {friend: "Freund", game.declarer: "Spieler"}
        self.holder = holder

    def announcements(self) -> None:
        """37, 52 to 56, 60.3, 62.1."""
        self.standing: dict[str, tuple[str, int]] = {}  # who announced it, how often raised
        contra: dict[str, str] = {}
        for seat, call, of in self.game.said:
            role = self.roles[seat]
            if call == "announce":
                if role == "Freund":  # 52.1
                    self.fault("announcements", "ANNOUNCE-SEAT")
                others = [by for by, _raised in self.standing.values() if by != seat]
                if of in self.standing or (role == "Spieler" and others):  # 53.1; 37.4
                    self.fault("announcements", "ANNOUNCE-ORDER")
                self.standing.setdefault(of, (seat, 0))
            elif of not in self.standing or self.standing[of][1] == 3:  # 56.1: supra is the limit
                self.fault("announcements", "ANNOUNCE-ORDER")
            else:
                by, raised = self.standing[of]
                if call != RAISES[raised]:
                    self.fault("announcements", "ANNOUNCE-ORDER")
                if raised == 0:  # 55.1: one of the Gegner against the Spieler, only the Spieler against a Gegner
                    fits = role == "Spieler" if self.roles[by] == "Gegner" else role == "Gegner"
                    contra[of] = seat
                else:  # 56.1
                    fits = seat == (by if raised == 1 else contra[of])
                if not fits:
                    self.fault("announcements", "ANNOUNCE-SEAT")
                self.standing[of] = (by, raised + 1)

    # --- play ---------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """39, 63, 64: to the right, led by the Vorhand and then by who took the trick; 51.3: the Pagat held back."""
        game = self.game
        hands = {seat: set(hand) for seat, hand in self.hands.items()}
        self.taken: dict[str, list[str]] = {seat: [] for seat in game.seats}
        self.winners: list[str] = []
        self.revokes: list[str] = []
        self.last_pagat = ""
        self.strange: list[tuple[str, str]] = []  # who plays what he does not hold
        keeper = self.standing["ultimo"][0] if "ultimo" in self.standing else ""
        if len(game.tricks) != 12:
            self.fault("play", "TRICKS-MISSING")
        leader = game.forehand
        gone: set[str] = set()
        for number, plays in enumerate(game.tricks, 1):
            if [seat for seat, _card in plays] != game.order(leader):
                self.fault("play", "TURN", number)
                return  # who played what is not known any more
            for index, (seat, card) in enumerate(plays):
                hand = hands[seat]
                if card not in hand:
                    self.fault("play", "PLAY-TWICE" if card in gone else "PLAY-NOT-HELD", number, seat, card)
                    self.strange.append((seat, card))
                elif index and card not in allowed(hand, plays[0][1]):
                    self.fault("play", "PLAY-REVOKE", number, seat, card)
                    self.revokes.append(seat)
                if card == PAGAT and card in hand and seat == keeper and hand & set(TAROCKS) != {PAGAT}:
                    self.fault("play", "PLAY-PAGAT-EARLY", number, seat, card)
                hand.discard(card)
                gone.add(card)
            leader = takes(plays)
            self.winners.append(leader)
            self.taken[leader] += [card for _seat, card in plays]
            self.last_pagat = next((seat for seat, card in plays if card == PAGAT), "")
        if any(fault.code in ("SCAT-SIZE", "SCAT-HONOUR", "SCAT-TAROCK") for fault in self.faults):
            self.revokes.append(game.declarer)  # 35.6

    # --- what cannot be judged ------------------------------------------------------------------------------------

    def doubts(self) -> set[str]:
        """The seats whose hand is not that of one deal, one exchange and twelve plays: nothing is concluded from it."""
        game, own = self.game, self.game.declarer
        lies = Counter(card for cards in (*game.hands.values(), game.upper, game.lower) for card in cards)
        bought = [] if not game.kept else game.upper if game.kept % 2 else game.lower
        found = {seat for seat, _card in self.strange}
        for seat, hand in game.hands.items():
            had = hand + (bought if seat == own else [])
            if (
                len(had) != (15 if seat == own and game.kept else 12)
                or len(hand) != 12
                or any(lies[c] > 1 for c in had)
            ):
                found.add(seat)
        if any(fault.code in ("SCAT-NOT-HELD", "HAND-AFTER-TWICE", "HAND-AFTER-DIFFERS") for fault in self.faults):
            found.add(own)
        if len(set(game.scat)) < len(game.scat):
            found.add(own)
        wrong = {card for _seat, card in self.strange if lies[card]}
        counted = Counter([card for trick in game.tricks for _seat, card in trick] + game.scat + self.left)
        wrong |= {card for card, number in counted.items() if number > 1}
        self.uncertain_leads = {number for number, trick in enumerate(game.tricks, 1) if trick[0][1] in wrong}
        self.faults = [
            fault
            for fault in self.faults
            if not (
                fault.code in ("PLAY-REVOKE", "PLAY-PAGAT-EARLY")
                and (fault.seat in found or fault.trick in self.uncertain_leads)
            )
            and not (fault.code in ("SCAT-HONOUR", "SCAT-TAROCK") and own in found)
        ]
        revoked = {fault.seat for fault in self.faults if fault.code == "PLAY-REVOKE"} | ({own} - found)
        self.revokes = [seat for seat in self.revokes if seat in revoked]
        return found

    def can_settle(self) -> bool:
        """Whether no card counts twice and the called king lies in one place, from which he is played if at all."""
        game = self.game
        counted = Counter([card for trick in game.tricks for _seat, card in trick] + game.scat + self.left)
        lie = [
            cards for cards in (*game.hands.values(), game.upper + game.lower) for card in cards if card == game.king
        ]
        moved = any(card == game.king for _seat, card in self.strange)
        played = any(card == game.king for trick in game.tricks for _seat, card in trick)
        placed = len(lie) == 1 and not moved and (played or len(lie[0]) <= 12)
        if not placed:
            of_sides = ("KING-NOT-OWN", "PARTNER-DIFFERS", "ANNOUNCE-SEAT", "ANNOUNCE-ORDER")
            self.faults = [fault for fault in self.faults if fault.code not in of_sides]
        return placed and max(counted.values()) == 1

    # --- the sheet ----------------------------------------------------------------------------------------------

    def sides(self) -> tuple[list[str], list[str]]:
        """7.5: Spieler and Freund, and the Gegner; 131.3: the König is with the Gegner."""
        ours = [seat for seat in self.game.seats if self.roles[seat] != "Gegner"]
        theirs = [seat for seat in self.game.seats if self.roles[seat] == "Gegner"]
        return ours, theirs + ([self.game.fifth] if self.game.fifth else [])


class _Table:
    """The bidding: who is still in it, and the highest bid so far (26, 27)."""

    def __init__(self, referee: Referee, order: list[str]):
        self.referee = referee
        self.order = order
        self.highest: tuple[str, str, int] | None = None
        self.out: set[str] = set()
        self.last = ""
        self.bids = self.seen_by_forehand = 0

    def may_speak(self, seat: str) -> bool:
        """26.2: who passes is out; 27.1: but for the Vorhand, when a game is announced after her pass."""
        return seat not in self.out or (seat == self.order[0] and self.bids > self.seen_by_forehand)

    def renounce(self, seat: str) -> None:
        """A pass, said or left out; 50.1: with it go the honours in hand, unless a game has been announced before.

        50.1 names the Vorhand and both middle hands, that is all but the last.
        """
        if self.highest and self.highest[0] == seat:
            return
        if not self.bids and seat != self.order[-1]:
            hand = set(self.referee.game.hands[seat])
            self.referee.lapsed |= {(kind, seat) for kind, cards in HONOURS.items() if cards <= hand}
        self.out.add(seat)
        if seat == self.order[0]:
            self.seen_by_forehand = self.bids

    def hear(self, seat: str, call: str, fold: int) -> None:
        """A word: 20.1 in turn, 21.1 without additions, 21.5 at most threefold, 26.3 higher than the one before."""
        fault = self.referee.fault
        again, self.last = seat == self.last, seat
        if again:
            fault("auction", "BID-ORDER")
            if call == "pass":
                return
        elif self.highest and self.highest[0] == seat:  # nobody has raised: 26.3, the game is his
            fault("auction", "BID-AFTER-END")
            return
        if fold and call != "dreier":
            fault("auction", "BID-FOLD")
        if call == "pass":
            if not self.may_speak(seat):
                fault("auction", "BID-ORDER")
            self.renounce(seat)
            return
        if call == "dreier" and fold not in (1, 2, 3):
            fault("auction", "BID-TOO-HIGH")
        if seat in self.out and not self.may_speak(seat):
            fault("auction", "BID-AFTER-PASS")
        if self.highest:
            before, place = self.order.index(self.highest[0]), self.order.index(seat)
            height, held = _height(call, fold), _height(*self.highest[1:])
            if height < held or (height == held and place >= before):
                fault("auction", "BID-NOT-HIGHER")
        self.highest = (seat, call, fold if call == "dreier" else 0)
        self.bids += 1
        self.out.discard(seat)  # 26.2: who has announced a game takes part


def _height(call: str, fold: int) -> int:
    return 99 if call == "solo" else fold  # 25.1: Solo is the highest game, above any Dreier
