"""A second judgement of games of 1945 completed from 1840, from the German alone.

What 1945 says stands here with its paragraph (`allg.2.3.17`); all else is the Königrufen of 1840, with the paragraph
that is followed (`39.1` is 1840:39.1). The values that are taken over are read from `rules_data/1945/assumed.yaml`, so
that another of them is judged by as well. Nothing of the program is used, but its author had read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from tests.conftest import ROOT

SEATS = "ABCD"  # to the right, as the cards are given: against the clock (allg.2.1.1)
# allg.2.2.3 and 2.2.4, from low to high: "4, 3, 2, Ass, Bub, Caval, Dame, König", "7, 8, 9, 10, Bub, …"
COURTS = ("Bub", "Caval", "Dame", "König")
RANKS = {
    **dict.fromkeys(("Herz", "Careau"), ("Vierer", "Dreier", "Zweier", "Aß", *COURTS)),
    **dict.fromkeys(("Pique", "Treffle"), ("Siebner", "Achter", "Neuner", "Zehner", *COURTS)),
}
# allg.2.2.5: "von I bis XXI, das höchste Tarock ist der sogenannte Sküs"; allg.2.3.2: "I = Pagat"
PAGAT, MOND, SCUES = "Pagat", "XXI", "Scüs"
TAROCKS = (
    PAGAT, "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI",
    "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", MOND, SCUES,
)  # fmt: skip
PACK = (*TAROCKS, *(f"{suit}-{rank}" for suit, ranks in RANKS.items() for rank in ranks))
KINGS = frozenset(f"{suit}-König" for suit in RANKS)
TROUL = frozenset((PAGAT, MOND, SCUES))  # allg.2.3.2
# allg.2.3.11 to 2.3.15, the Mandschurische Zählung
WORTH = {"König": 13, "Dame": 10, "Caval": 7, "Bub": 4, PAGAT: 13, MOND: 13, SCUES: 13}
HAND, HALF = 12, 3  # allg.2.1.1: "zu 12", "2 x 3"
MINIMUM = 107  # allg.2.3.17: "Minimum für Spieler"
FEATS = ("ultimo", "volat")
HITS: Counter[str] = Counter()  # how often each branch was come to


def read_taken() -> dict[str, Any]:
    """Return what is taken over from 1840, by key and case."""
    records = yaml.safe_load((ROOT / "rules_data/1945/assumed.yaml").read_text(encoding="utf-8"))
    return {name_record(each): each["value"] for each in records}


def name_record(record: dict[str, Any]) -> str:
    """Return the name of a value: its key, with the case in brackets."""
    told = sorted(record.get("when", {}).items())
    case = ",".join(f"{name}={str(it).lower() if isinstance(it, bool) else it}" for name, it in told)
    return f"{record['key']}[{case}]" if case else record["key"]


def suit(card: str) -> str:
    """Return the suit of a card, or Tarock."""
    return "Tarock" if card in TAROCKS else card.partition("-")[0]


def height(card: str) -> int:
    """Return how high a card is in its suit."""
    return TAROCKS.index(card) if card in TAROCKS else RANKS[suit(card)].index(card.partition("-")[2])


def worth(cards: Iterable[str]) -> int:
    """Return the thirds of a point in a heap."""
    return sum(WORTH.get(card.rpartition("-")[2], 1) for card in cards)


@dataclass
class Call:
    """What is announced: by whom, how often raised, and by whom the contra is."""

    seat: int
    raised: int = 0
    contra: int = -1


@dataclass
class Line:
    """What each of `writers` writes for a reason."""

    reason: str
    writers: frozenset[int]
    points: int


@dataclass
class Table:
    """A game from the first bid to the last card; `step` says who may do what, `act` does it."""

    taken: dict[str, Any]
    dealer: int
    hands: list[set[str]]
    talon: list[str]
    bids: list[tuple[int, str]] = field(default_factory=list)
    highest: tuple[int, int] | None = None  # seat and height: folds, or SOLO
    passed_at: dict[int, int] = field(default_factory=dict)  # how many games had been bid when a seat passed
    games_bid: int = 0
    lapsed: set[int] = field(default_factory=set)  # who passed before any game was bid
    phase: str = "bidding"
    seat: int = -1
    declarer: int = -1
    partner: int = -1
    king: str = ""
    first: int = 0
    kept: int = 0
    scat: list[str] = field(default_factory=list)
    calls: dict[str, Call] = field(default_factory=dict)
    said: list[tuple[int, str, str]] = field(default_factory=list)  # seat, word, of what
    silent: int = 0
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    takers: list[int] = field(default_factory=list)
    revokes: list[int] = field(default_factory=list)

    SOLO = 99  # 21.2: the higher game

    def __post_init__(self) -> None:
        self.dealt = [frozenset(hand) for hand in self.hands]
        self.forehand = (self.dealer + 1) % 4  # allg.2.1.1: "von rechts beginnend … bei der Vorhand beginnend"
        self.seat = self.forehand

    def value(self, key: str, **case: Any) -> Any:
        """Return what is taken over under a key: for the case itself, else for the largest part of it that has one."""
        found = []
        for name, it in self.taken.items():
            own, _, rest = name.partition("[")
            told = dict(part.split("=") for part in rest.rstrip("]").split(",") if part)
            if own == key and all(str(case.get(side, "")).lower() == each.lower() for side, each in told.items()):
                found.append((len(told), it))
        if not found:
            raise KeyError(f"{key} {case}")
        return max(found, key=lambda each: each[0])[1]

    def place(self, seat: int) -> int:
        """Return the place from the Vorhand: 0 is hers."""
        return (seat - self.forehand) % 4

    @property
    def contract(self) -> str:
        """Return Solo or Dreier."""
        return "dreier" if self.kept else "solo"

    # --- who may do what ------------------------------------------------------------------------------------------

    def allowed(self) -> set[str]:
        """Return what the seat whose turn it is may do."""
        return {
            "bidding": self.allowed_bids,
            "king": lambda: set(self.kings(self.contract, self.declarer)),
            "purchase": self.allowed_purchase,
            "scat": self.allowed_discard,
            "announcements": self.allowed_words,
            "play": self.allowed_cards,
        }[self.phase]()

    def act(self, what: str) -> None:
        """Do it."""
        {
            "bidding": self.bid,
            "king": self.call_king,
            "purchase": self.buy,
            "scat": self.discard,
            "announcements": self.say,
            "play": self.play,
        }[self.phase](what)

    # --- the bidding, 20 to 28 ------------------------------------------------------------------------------------

    def kings(self, contract: str, seat: int) -> frozenset[str]:
        """32.1: at a Dreier any king, or as assumed; 38.1: at Solo one of his own."""
        right, own = self.value("king.own", contract=contract), KINGS & self.hands[seat]
        return {"may": KINGS, "must": own, "may not": KINGS - own}[right]

    def allowed_bids(self) -> set[str]:
        """21.5: Dreier up to threefold; 26.3: higher, or as high where he sits before the one who has bid."""
        most, found = self.value("bidding.fold_max", contract="dreier"), {"pass"}
        words = {**{f"dreier {fold}": fold for fold in range(1, most + 1)}, "solo": self.SOLO}
        for word, bid in words.items():
            if not self.kings(word.split()[0], self.seat):
                HITS["no king to call"] += 1
                continue
            if self.highest is None or bid > self.highest[1]:
                found.add(word)
            elif bid == self.highest[1] and self.place(self.seat) < self.place(self.highest[0]):
                HITS["hold"] += 1
                found.add(word)
        return found

    def bid(self, word: str) -> None:
        """26.2: who passes is out; 27.1: but the Vorhand, where a game is bid after her pass; 28.1: all have passed."""
        seat = self.seat
        self.bids.append((seat, word))
        if word == "pass":
            if not self.games_bid and self.place(seat) < 3:
                self.lapsed.add(seat)  # 50.1, 50.4
            self.passed_at[seat] = self.games_bid
        else:
            self.highest = seat, self.SOLO if word == "solo" else int(word[-1])
            self.games_bid += 1
            if self.passed_at.pop(seat, None) is not None:
                HITS["Vorhand after her pass"] += 1
        for step in range(1, 5):
            other = (seat + step) % 4
            if self.highest and other == self.highest[0]:
                self.close_bidding()
                return
            passed = self.passed_at.get(other)
            if passed is None or (other == self.forehand and self.games_bid > passed):
                self.seat = other
                return
        self.phase = "end"
        HITS["all pass"] += 1

    def close_bidding(self) -> None:
        """31.1: the king is called before anything is seen."""
        assert self.highest
        self.declarer = self.seat = self.highest[0]
        self.first = self.kept = 0 if self.highest[1] == self.SOLO else self.highest[1]
        self.phase = "king"

    def call_king(self, card: str) -> None:
        """24.1: nothing is bought at Solo."""
        self.king = card
        if self.kept:
            self.phase = "purchase"
        else:
            self.start_words()

    # --- talon and scat, 21 to 24, 35 -----------------------------------------------------------------------------

    def half(self, fold: int) -> list[str]:
        """21.6, 21.9: which packet is bought."""
        return self.talon[:HALF] if self.value("talon.half", fold=fold) == "upper" else self.talon[HALF:]

    def allowed_purchase(self) -> set[str]:
        """21.7, 21.8: to change twice at most, up to the fivefold Dreier."""
        step = self.value("talon.change_fold")
        changes = (self.kept - self.first) // step
        more = changes < self.value("talon.changes_max") and self.kept + step <= self.value("talon.fold_max")
        HITS["no change left"] += not more
        return {"keep", "raise"} if more else {"keep"}

    def buy(self, word: str) -> None:
        """21.9: each change raises the Dreier."""
        if word == "raise":
            HITS["raised oneself"] += 1
            self.kept += self.value("talon.change_fold")
            return
        self.hands[self.declarer] |= set(self.half(self.kept))
        self.phase = "scat"

    def allowed_discard(self) -> set[str]:
        """35.4: no honour, and no tarock; 35.5: but where nothing else is left."""
        hand = self.hands[self.declarer] - KINGS - TROUL
        small = {card for card in hand if suit(card) != "Tarock"}
        if self.value("discard.tarock"):
            return hand
        HITS["tarocks discarded"] += not small
        return small or hand

    def discard(self, card: str) -> None:
        """21.3: as many as were bought."""
        self.hands[self.declarer].remove(card)
        self.scat.append(card)
        if len(self.scat) == self.value("discard.cards"):
            self.start_words()

    # --- words, 37, 52 to 56, 60 ----------------------------------------------------------------------------------

    def start_words(self) -> None:
        """7.5: who holds the called king is the friend; 37.4: the Spieler speaks first."""
        holders = [seat for seat in range(4) if self.king in self.hands[seat] and seat != self.declarer]
        self.partner = holders[0] if holders else -1
        self.phase, self.seat, self.silent = "announcements", self.declarer, 0

    def role(self, seat: int) -> str:
        """Return what a seat is in this game."""
        return {self.declarer: "declarer", self.partner: "partner"}.get(seat, "defender")

    def allowed_words(self) -> set[str]:
        """52.1, 60.3: Spieler or Gegner; 37.4: he before them; 55.1, 56.1: who may raise."""
        seat, role, found = self.seat, self.role(self.seat), {"nothing"}
        raises = self.value("announcements.raises")
        for feat in FEATS:
            call = self.calls.get(feat)
            if call is None:
                others = any(self.role(each.seat) != "declarer" for each in self.calls.values())
                if role in self.value("announcements.allowed_to") and not (role == "declarer" and others):
                    found.add(f"{feat} announce")
            elif call.raised < len(raises):
                word = raises[call.raised]
                party = "defenders" if self.role(call.seat) == "defender" else "declarer"
                may = self.value("announcements.raise_by", call=word, party=party)
                roles = {role} | ({"announcer"} if seat == call.seat else set())
                roles |= {"contra-giver"} if seat == call.contra else set()
                if roles & set(may):
                    found.add(f"{feat} {word}")
        return found

    def say(self, word: str) -> None:
        """37: until none has more to say."""
        if word == "nothing":
            self.silent += 1
            self.seat = (self.seat + 1) % 4 if self.silent < 4 else self.forehand  # 39.1: the Vorhand leads
            if self.silent == 4:
                self.phase = "play"
            return
        feat, what = word.split()
        HITS[f"{feat} {what}"] += 1
        self.said.append((self.seat, what, feat))
        self.silent = 0
        if what == "announce":
            self.calls[feat] = Call(self.seat)
        else:
            call = self.calls[feat]
            call.contra = self.seat if not call.raised else call.contra
            call.raised += 1

    # --- the tricks, 39, 51.3, 63, 64 -------------------------------------------------------------------------------

    def best(self, plays: list[tuple[int, str]]) -> tuple[int, str]:
        """4.1 to 4.3: the highest tarock, else the highest of the suit led."""
        tarocks = [play for play in plays if suit(play[1]) == "Tarock"]
        led = [play for play in plays if suit(play[1]) == suit(plays[0][1])]
        takes = tarocks if tarocks and self.value("rank.tarock_beats_suit") else led
        return max(takes, key=lambda play: height(play[1]))

    def allowed_cards(self) -> set[str]:
        """63.1, 63.2: suit, else tarock; 64.1: nobody need overtake, or as assumed; 51.3: the Pagat kept."""
        hand = self.hands[self.seat]
        found = set(hand)
        if self.trick:
            led, best = suit(self.trick[0][1]), self.best(self.trick)[1]
            same = {card for card in hand if suit(card) == led}
            tarocks = {card for card in hand if suit(card) == "Tarock"}
            HITS["void"] += not same
            found = same or tarocks or found
            over = {card for card in found if self.best([(0, self.trick[0][1]), (1, best), (2, card)])[0] == 2}
            if self.value("play.must_overtake") and (same or tarocks) and over:
                found = over
        ultimo = self.calls.get("ultimo")
        if PAGAT in found and ultimo and ultimo.seat == self.seat and self.value("ultimo.pagat_kept"):
            others = any(card in TAROCKS and card != PAGAT for card in hand)
            if others and len(self.tricks) < HAND - 1:
                HITS["Pagat kept"] += 1
                found -= {PAGAT}
        return found

    def play(self, card: str) -> None:
        """39.1: who takes a trick leads to the next."""
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < 4:
            self.seat = (self.seat + 1) % 4
            return
        self.seat = self.best(self.trick)[0]
        self.takers.append(self.seat)
        self.tricks.append(self.trick)
        self.trick = []
        if len(self.tricks) == HAND:
            self.phase = "end"

    def revoke(self, card: str) -> None:
        """63.3: a card that he may not play is a Renonce."""
        self.revokes.append(self.seat)
        self.play(card)

    # --- the sheet, 41 to 65 ----------------------------------------------------------------------------------------

    def settle(self, held: list[frozenset[str]]) -> dict[str, int]:
        """Return by reason and seats what is written, and by seat what is gained; `held` are the hands in play."""
        self.judged = judged = Sheet(self, held)
        totals = [0] * 4
        for line in judged.lines:  # 128.1: each pays each other the difference
            for writer in line.writers:
                for other in set(range(4)) - line.writers:
                    totals[writer] += line.points
                    totals[other] -= line.points
        return {SEATS[seat]: points for seat, points in enumerate(totals)}


class Sheet:
    """What is written after a game."""

    def __init__(self, table: Table, held: list[frozenset[str]]):
        self.table, self.held, self.value = table, held, table.value
        self.lines: list[Line] = []
        self.ours = frozenset(seat for seat in (table.declarer, table.partner) if seat >= 0)
        self.theirs = frozenset(range(4)) - self.ours
        contract = table.contract
        self.price = self.value("settlement.price", contract=contract, stake=self.value("settlement.stake.default"))
        taken = [plays for taker, plays in zip(table.takers, table.tricks, strict=True) if taker in self.ours]
        heap = [card for plays in taken for _, card in plays]
        self.thirds = worth(heap) + worth(table.scat) * (self.value("discard.counts_for") == "declarer")
        left = [card for card in table.talon if not table.kept or card not in table.half(table.kept)]
        self.left = left
        self.thirds += worth(left) * (self.value("talon.counts_for") == "declarer")
        self.won = self.thirds >= MINIMUM
        takers = {taker in self.ours for taker in table.takers}
        self.volat = takers.pop() if len(takers) == 1 else None
        self.write_game()
        self.write_king()
        self.write_honours()
        self.write_ultimo()
        self.write_volat()
        self.revoke()

    def side(self, ours: bool) -> frozenset[int]:
        """Return the seats of a party."""
        return self.ours if ours else self.theirs

    def write(self, reason: str, writers: frozenset[int], points: int) -> None:
        """Write what is not nothing."""
        if writers and points:
            HITS[reason] += 1
            self.lines.append(Line(reason, writers, points))

    def write_game(self) -> None:
        """41, 42, 45: points twofold or fourfold and the Consulation; 61.1: neither where Volat is made."""
        table, contract = self.table, self.table.contract
        points, blatt = divmod(self.thirds, 3)  # allg.2.3.8
        over = abs(points + (blatt == 2) - self.value("counting.margin_from"))
        if self.volat is not None:
            HITS["game beside Volat"] += 1
            party = "declarer" if self.volat else "defenders"
            over *= "card_points" not in self.value("volat.cancels", party=party)
            if "game" not in self.value("volat.counted_beside"):
                return
            won = self.volat
        else:
            won = self.won
        if 104 <= self.thirds <= 106:
            HITS["short of the minimum"] += 1
        result = "won" if won else "lost"
        often = table.kept if self.value("settlement.price_repeats", contract=contract, result=result) else 1
        sum_ = over * self.value("settlement.multiplier", contract=contract) + often * self.price
        self.write("game", self.side(won), sum_)

    def write_king(self) -> None:
        """33.1 asleep, 34.1 seen and left, 49.2 in a trick of the Gegner; 61.1."""
        table, king = self.table, self.table.king
        if king in self.left:
            where = "left half" if table.kept > table.first else "unseen talon"
        else:
            taker = next(
                taker for taker, plays in zip(table.takers, table.tricks, strict=True)
                if king in [card for _, card in plays]
            )  # fmt: skip
            if taker in self.ours:
                return
            where = "defenders' tricks"
        HITS[f"king: {where}"] += 1
        if self.volat is False and "called_king" in self.value("volat.cancels", party="defenders"):
            return
        if self.value("king.is_lost", king_lies=where):
            writers = self.side(self.value("king.lost_writes") == "declarer")
            self.write("king", writers, self.value("king.lost") * self.price)

    def write_honours(self) -> None:
        """3.1, 30.3, 47.1: in one hand, for each of the friends; 50: not where he has passed with them."""
        table = self.table
        for kind, cards in {"all_three": TROUL, "all_four": KINGS}.items():
            if kind not in self.value("honours.kinds"):
                continue
            for seat in range(4):
                party = self.side(seat in self.ours)
                together = {seat} if self.value("honours.one_hand") else party
                held, dealt = ({card for at in together for card in hands[at]} for hands in (self.held, table.dealt))
                if len(cards & held) < self.value("honours.count", honour=kind) or seat != min(together):
                    continue
                if seat in table.lapsed and cards <= dealt:
                    HITS[f"{kind} passed"] += 1
                    continue
                self.write(kind, party, self.value("honours.bonus") * self.price)

    def write_announced(self, feat: str, made: bool) -> None:
        """47.2, 47.4, 47.5: for his party, else for the other; each raise doubles."""
        call = self.table.calls[feat]
        times = self.value(f"{feat}.{'bonus' if made else 'lost'}", announced=True)
        for _raise in range(call.raised):
            times *= self.value("announcements.raise_factor")
        HITS[f"{feat} {'made' if made else 'lost'}"] += 1
        self.write(feat, self.side((call.seat in self.ours) == made), times * self.price)

    def write_ultimo(self) -> None:
        """51.1, 51.2: the Pagat takes the last trick."""
        taker, plays = self.table.takers[-1], self.table.tricks[-1]
        maker = taker if (taker, PAGAT) in plays else -1
        if call := self.table.calls.get("ultimo"):
            self.write_announced("ultimo", maker == call.seat)
        elif maker >= 0:
            HITS["silent ultimo"] += 1
            times = self.value("ultimo.bonus", announced=False)
            self.write("ultimo", self.side(maker in self.ours), times * self.price)

    def write_volat(self) -> None:
        """60.1: all the tricks of one party."""
        if call := self.table.calls.get("volat"):
            self.write_announced("volat", self.volat is (call.seat in self.ours))
        elif self.volat is not None:
            HITS["silent volat"] += 1
            self.write("volat", self.side(self.volat), self.value("volat.bonus", announced=False) * self.price)

    def revoke(self) -> None:
        """65: the party of the offender writes honours alone, and he pays a Consulation of the Dreier."""
        sides = {seat in self.ours for seat in self.table.revokes}
        if len(sides) == 2:
            HITS["revokes of both"] += 1
        if len(sides) != 1:
            return
        ours = sides.pop()
        mine = self.side(ours)
        struck = [line for line in self.lines if line.writers == mine and line.reason not in ("all_three", "all_four")]
        won = (self.won if self.volat is None else self.volat) == ours
        won = won or any(line.reason == "ultimo" for line in struck)
        self.lines = [line for line in self.lines if line not in struck]
        stake = self.value("settlement.stake.default")
        fine = self.value("revoke.penalty") * self.value("settlement.price", contract="dreier", stake=stake)
        for seat in sorted(set(self.table.revokes)):
            HITS[f"revoke of a party that has {'won' if won else 'lost'}"] += 1
            friends, paid = mine - {seat}, frozenset[int]()
            for payee in self.value("revoke.penalty_to", result="won" if won else "lost"):
                others = {"each other player": frozenset(range(4)) - {seat}, "each friend": friends}
                paid |= others.get(payee, friends if payee == "own partner" and len(friends) == 1 else frozenset())
            self.write("revoke", paid, fine)
