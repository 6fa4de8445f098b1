"""A second referee for games of 1863, written from the German text and the recorded assumptions, not from the engine.

Passages are named as `1863:7`; what the text does not say and `rules_data/1863/assumed.yaml` decides as `assumed: key`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# What text and assumptions leave open. A game for which one of them matters names it in `Judgement.undetermined`;
# the rest of the judgement then holds if the point is decided as the game's own acts take it, or as the words here say.
OPEN = {
    "four_players": "1863:31: 'wer zuletzt gegeben hat': the dealer of this deal or of the one before. Not judged.",
    "trois_kept_higher": "1863:6-9: whether an à trois overbid by à un or sans-prendre may be kept at that height: "
    "sentence 6 speaks of the three kinds, 7 to 9 of à deux only.",
    "raise_in_answer": "1863:6: whether one who is overbid may bid still higher himself instead of keeping the game.",
    "bid_again": "1863:4, 1863:6: whether one whose bid was kept by the other bids again; sentence 4 gives one turn.",
    "trois_second": "1863:9-10: what happens if the second has said à trois and the dealer passes; thrown in here.",
    "thrown_in_played": "1863:10: 'die Vorhand à trois gesagt u. der Scatist gepaßt' does not except a game that the "
    "second has bid or the forehand kept; played here.",
    "drei_andere": "1863:13: whether a card of the Scat that was dealt first may itself be laid away again.",
    "scat_sans_prendre": "1863:12-13: whether the Scat that was dealt first is his who plays 'ohne Kauf'; here it is.",
    "bete_height": "1863:28: how high the bête of an opponent is; the sum of the stakes here, as in 20 and 26.",
    "no_purchase": "1863:11: whether à deux or à un may be played without buying (and at which price).",
    "own_discard_named": "1863:11: whether the declarer may name a card that he himself discarded (the assumption that "
    "a discarded card is taken from the Scat makes no exception).",
    "form_price": "1863:33: whether vole and 39 card points go by the formal game too; here they do.",
    "vole_time": "1863:24: whether the vole may be announced before or after the end of the 15th trick.",
    "vole_lost_already": "1863:24: whether a vole may be announced when a trick is already lost.",
    "vole_failed_augen": "1863:25: whether 'die Marken für das gewonnene Spiel' take in those for the card points "
    "over 39, which 23 names beside those for the game; by the letter not, so here.",
    "vole_each": "1863:23, 1863:25: whether 20, 30 or 50 counters are paid by (to) each or in all; by each here.",
    "wrong_lead": "1863:28: whether leading the Scüs, or leading in its holder's place wrongly, is a revoke.",
    "two_betes": "1863:22, 1863:28: whether 22, 'mehre Bêten nach einander', holds for those of one game, and whether "
    "an opponent who revokes twice makes two; only the first of a game is put up here, the others are written down.",
    "bete_drawn": "1863:15, 1863:28: whether the declarer draws the bête that an opponent sets in this game; not here.",
    "no_plain_card": "assumed: excuse.exchanged: what is given for the Scüs by a side with tricks but no plain card.",
    "unequal": "1863:26-27: who pays the penalty where hands were unequal; a void game pays nothing here.",
}

HITS: Counter[str] = Counter()  # how often each branch of the rules was met

SUITS = ("Herz", "Careau", "Treffle", "Pique")  # assumed: pack.suits
COURTS = ("König", "Dame", "Cavall", "Bube")  # assumed: pack.courts
PIPS = ("Aß", "Zweier", "Dreier", "Vierer", "Fünfer", "Sechser", "Siebner", "Achter", "Neuner", "Zehner")
NUMBERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII")
TRUMPS = ("Pagat", *NUMBERS[1:], "XVIII", "XIX", "XX", "XXI")  # assumed: pack.numbered_tarocks, pack.named_tarock.pagat
SCUES = "Scüs"
PACK = (*TRUMPS, SCUES, *(f"{suit}-{rank}" for suit in SUITS for rank in (*COURTS, *PIPS)))

WORDS = ("à trois", "à deux", "à un", "sans-prendre")  # 1863:4, 1863:7; each outbids those before it
GAMES = ("", "a_deux", "a_un", "sans_prendre")
PRICE = (0, 2, 3, 5)  # 1863:15, and the multipliers of 1863:16
VOLE = (0, 20, 30, 50)  # 1863:23
BOUGHT = (0, 2, 1, 0)  # 1863:11, 1863:12
YES = ""  # of an act: allowed for certain; otherwise the name in OPEN


def _hit(name: str) -> None:
    HITS[name] += 1


def suit_of(card: str) -> str:
    """Return the suit of a card, "trump" for a numbered trump, and the Scüs itself for the Scüs."""
    return SCUES if card == SCUES else "trump" if card in TRUMPS else card.split("-", maxsplit=1)[0]


def strength(card: str) -> int:
    """Return how high a card stands in its suit; the Scüs takes nothing (assumed: rank.scues_nature)."""
    if card == SCUES:
        return -1
    if card in TRUMPS:
        return TRUMPS.index(card)
    suit, rank = card.split("-")
    if rank in COURTS:
        return 20 - COURTS.index(rank)
    number = PIPS.index(rank) + 1
    return 11 - number if suit in ("Herz", "Careau") else number  # assumed: rank.order, pack.suits of colour red


def thirds(card: str) -> int:
    """Return the thirds of a point that a card counts in whole threes.

    Of three that count 2 is deducted, two thirds of each, and three others count one (assumed: counting.deduct,
    counting.group, card_points.plain).
    """
    if card in ("Pagat", "XXI", SCUES):  # assumed: card_points.pagat, .mond, .scues
        return 3 * 5 - 2
    rank = card.rsplit("-", maxsplit=1)[-1]
    if rank in COURTS:  # assumed: card_points.koenig, .dame, .cavall, .bube
        return 3 * (5 - COURTS.index(rank)) - 2
    return 1


def read_cards(text: str) -> list[str]:
    """Return the cards of a line in the notation of the books."""
    found: list[str] = []
    for group in text.split(" - ") if text.strip() else ():
        suit = next((suit for suit in SUITS if group.strip().startswith(f"{suit}-")), "")
        if suit:
            found += [f"{suit}-{rank.strip()}" for rank in group.strip().removeprefix(f"{suit}-").split(",")]
        else:
            found += group.split()
    return ["Pagat" if card == "I" else card for card in found]


@dataclass(frozen=True)
class Payment:
    """What one pays another; an account is a player or the pot."""

    paid_for: str
    payer: str
    payee: str
    amount: int


@dataclass
class Judgement:
    """What the referee finds: forbidden acts, takers of tricks, points of each side, payments and totals."""

    forbidden: list[tuple[str, str]] = field(default_factory=list)  # act and passage, the first first
    void: bool = False
    thrown_in: bool = False
    declarer: str = ""
    game: str = ""
    takers: list[str] = field(default_factory=list)
    tricks: int = 0
    points: dict[str, int] = field(default_factory=dict)  # "declarer" and "opponents"
    payments: list[Payment] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    undetermined: list[str] = field(default_factory=list)

    @property
    def allowed(self) -> bool:
        """Return whether every act was allowed."""
        return not self.forbidden

    def leave_open(self, name: str) -> None:
        """Note that the judgement rests on an open point."""
        assert name in OPEN
        _hit(f"open {name}")
        if name not in self.undetermined:
            self.undetermined.append(name)


@dataclass(frozen=True)
class Step:
    """Who is to act, in which way, and what he may do: each allowed act with YES or the open point on which it rests.

    `must` is the passage that forbids any other act; a step that may be left out is `skippable`.
    """

    kind: str  # "discard", "call", "lay", "name", "vole", "play", "end"
    seat: int
    allowed: Mapping[str, str]
    must: str = ""
    skippable: bool = False


class Table:
    """A game in its course: what may be done now, and what follows from what is done."""

    def __init__(self, hands: Sequence[Iterable[str]], left_over: Iterable[str], dealer: int, scat_first: bool):
        """Deal the cards."""
        self.hands = [list(hand) for hand in hands]
        self.dealer, self.scat_first = dealer, scat_first
        # assumed: game.rotation: seats stand in order of play, each at the right of the one before
        self.first = (dealer + 1) % 3
        self.order = [(self.first + i) % 3 for i in range(3)]  # 1863:4
        self.left = list(left_over)
        self.scat: list[str] = []
        self.judged = Judgement()
        self.owner = dealer  # who discards
        if not scat_first:
            _hit("dealer takes the last three 1863:2")
            self.hands[dealer] += self.left  # 1863:2
        # The bidding: who holds the highest bid, how high it is, who answers, who may bid again.
        self.holder, self.level = -1, -1
        self.said: dict[int, list[str]] = {0: [], 1: [], 2: []}
        self.bidder, self.high = -1, -1  # who outbids the holder and awaits his answer
        self.again = -1
        # The purchase and the play.
        self.declarer, self.kind = -1, 0
        self.laid: list[str] = []
        self.named: list[str] = []
        self.formal = False  # 1863:33
        self.led_by = -1
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[], [], []]
        self.taken = [0, 0, 0]
        self.scues_by, self.scues_to = -1, -1
        self.revokes: list[int] = []
        self.vole = False
        self.silent_at = -1  # after how many tricks no vole was announced last

    # What may be done.

    def step(self) -> Step:
        """Return who acts next and what he may do."""
        if self.declarer < 0:
            if not self.scat_first and len(self.scat) < 3:
                return Step("discard", self.dealer, dict.fromkeys(self.hands[self.dealer], YES), "1863:3")
            call = self._call_step()
            if call:
                return call
            return Step("end", -1, {})
        if len(self.scat) < 3:  # 1863:13, before the purchase (assumed: talon.scat_taken)
            mine = self.hands[self.declarer]
            allowed = {card: "drei_andere" if card in self.left else YES for card in mine}
            return Step("discard", self.declarer, allowed, "1863:13")
        bought = 0 if self.formal else BOUGHT[self.kind]
        if len(self.laid) < bought:  # 1863:32
            return Step("lay", self.declarer, dict.fromkeys(self.hands[self.declarer], YES), "1863:11")
        if len(self.named) < bought:
            return Step("name", self.declarer, self._nameable(), "1863:11")
        done = sum(self.taken)
        if 15 <= done < 25 and not self.trick and not self.vole and self.silent_at < done:  # 1863:24
            point = "vole_lost_already" if self.taken[self.declarer] < done else "vole_time" if done > 15 else YES
            return Step("vole", self.declarer, {"vole": point, "": YES}, "1863:24", skippable=True)
        if done == 25:
            return Step("end", -1, {})
        return self._play_step()

    def _nameable(self) -> dict[str, str]:
        """Return the cards that the declarer may ask for: any that he has not, nor lays down, nor has named (11)."""
        own = {*self.hands[self.declarer], *self.laid, *self.named}
        mine = self.scat if self.declarer == self.owner else ()
        return {card: "own_discard_named" if card in mine else YES for card in PACK if card not in own}

    def _call_step(self) -> Step | None:
        """Return who speaks next in the bidding and what he may say."""
        if self.bidder >= 0:  # assumed: bidding.answer: whoever is outbid answers at once
            seat = self.holder
            higher = dict.fromkeys(WORDS[self.high + 1 :], "raise_in_answer")
            if self.level:
                return Step("call", seat, {"keep": YES, "pass": YES, **higher}, "1863:6")
            if seat == self.first and self.bidder == self.dealer and self.high == 1:
                return Step("call", seat, {"keep": YES}, "1863:7", skippable=True)  # he need not say what he must
            kept = YES if self.high == 1 else "trois_kept_higher"  # 1863:8, 1863:9
            return Step("call", seat, {"keep": kept, "pass": YES, **higher}, "1863:8")
        if self.again >= 0:
            seat = self.again
            higher = dict.fromkeys(WORDS[self.level + 1 :], "bid_again")
            return Step("call", seat, {"pass": YES, **higher}, "1863:4", skippable=True)
        for seat in self.order:
            if not self.said[seat]:
                lowest = 1
                if seat == self.first or (seat == self.order[1] and self.holder < 0):
                    lowest = 0  # 1863:7, 1863:9; no sentence lets another say à trois
                allowed = dict.fromkeys(WORDS[max(lowest, self.level + 1) :], YES)
                return Step("call", seat, {"pass": YES, **allowed}, "1863:5")
        return None

    def _play_step(self) -> Step:
        """Return who plays next and what he may play."""
        if not self.trick:
            seat = self.led_by
            hand = self.hands[seat]
            if SCUES in hand and len(hand) <= 3:  # assumed: excuse.played_before_last, excuse.led_at_last
                seat = (seat + 1) % 3  # assumed: excuse.lead_instead, game.rotation
                hand = self.hands[seat]
            # assumed: excuse.led never, excuse.lead_instead_free
            return Step("play", seat, {card: YES for card in hand if card != SCUES}, "assumed: excuse.led")
        seat = (self.trick[-1][0] + 1) % 3  # assumed: game.rotation
        allowed, why = self.answers(seat)
        return Step("play", seat, dict.fromkeys(allowed, YES), why)

    def answers(self, seat: int, count: bool = False) -> tuple[list[str], str]:
        """Return what a seat may play to the trick on the table, and the passage that forbids other cards."""
        hand = self.hands[seat]
        led = next((suit_of(card) for _, card in self.trick if card != SCUES), "")
        trumps = [card for card in hand if card in TRUMPS]
        same = [card for card in hand if suit_of(card) == led]
        scues = [card for card in hand if card == SCUES]
        if scues and len(hand) <= 3:
            branch, found, why = (
                "Scüs at three cards assumed: excuse.played_before_last",
                scues,
                "excuse.played_before_last",
            )
        elif not led:
            branch, found, why = "nothing led", hand, ""
        elif same and scues and not trumps:
            # It may be played whatever is led (assumed: excuse.free), and kept as the suit is not lacked.
            branch, found, why = (
                "Scüs kept without trumps where the suit is held assumed: excuse.free",
                same + scues,
                "",
            )
        elif same and scues:
            branch, found, why = "suit held, Scüs free assumed: excuse.free", same + scues, ""
        elif same and led == "trump":
            branch, found, why = "trump on trump assumed: play.follow_tarock", same, "play.follow_tarock"
        elif same:
            branch, found, why = "suit followed 1863:29", same, ""
        elif scues and not trumps and led == "trump":
            branch, found, why = (
                "Scüs forced on trump assumed: excuse.forced_on_tarock",
                scues,
                "excuse.forced_on_tarock",
            )
        elif scues and not trumps:
            branch, found, why = (
                "Scüs forced on a void suit assumed: excuse.forced_on_void",
                scues,
                "excuse.forced_on_void",
            )
        elif trumps and scues:
            branch, found, why = "trumped, Scüs free 1863:29 assumed: excuse.free", trumps + scues, ""
        elif trumps:
            branch, found, why = "trumped 1863:29", trumps, ""
        else:
            branch, found, why = "any card thrown 1863:29", hand, ""
        if count:
            _hit(branch)
        return list(found), f"assumed: {why}" if why else "1863:29"

    # What is done.

    def act(self, seat: int, act: str) -> None:
        """Take an act of the seat that is to act; one that is forbidden is noted and, where it can be, taken."""
        step = self.step()
        while step.skippable and (seat != step.seat or act not in step.allowed):
            self._leave_out(step)
            step = self.step()
        name = f"{step.kind} of {seat}: {act or 'nothing'}"
        if seat != step.seat:
            self.judged.forbidden.append((f"{name}: out of turn", step.must))
        elif act not in step.allowed:
            self.judged.forbidden.append((name, step.must))
        elif step.allowed[act] != YES:
            self.judged.leave_open(step.allowed[act])
        getattr(self, f"_do_{step.kind}")(seat, act)

    def _leave_out(self, step: Step) -> None:
        """Go on without an act that nobody must do."""
        if step.kind == "vole":
            self.silent_at = sum(self.taken)
        elif self.bidder >= 0:
            self._do_call(step.seat, "keep")
        else:
            self.again = -1
            if self._call_step() is None:
                self._end_bidding()

    def _do_discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.scat.append(card)
        if len(self.scat) == 3:
            _hit("Scat laid by the dealer 1863:3" if self.declarer < 0 else "Scat laid by the declarer 1863:13")

    def _do_call(self, seat: int, word: str) -> None:
        self.said[seat].append(word)
        answering, again = self.bidder >= 0, self.again == seat
        self.again = -1
        if answering:
            self._answer(seat, word)
        elif word == "pass":
            _hit("pass 1863:5" if not again else "pass after a kept bid 1863:5")
        elif self.holder < 0:
            self.holder, self.level = seat, WORDS.index(word)
            _hit(f"first bid {word} " + ("1863:4" if self.level else "1863:7" if seat == self.first else "1863:9"))
        else:
            self.bidder, self.high = seat, WORDS.index(word)
            _hit("overbid 1863:4" if self.level else "à trois overbid 1863:7")
        if self._call_step() is None:
            self._end_bidding()

    def _answer(self, seat: int, word: str) -> None:
        """Take the answer of one who was outbid."""
        by, high, trois = self.bidder, self.high, self.level == 0
        forced = trois and seat == self.first and by == self.dealer and high == 1
        self.bidder = self.high = -1
        if word == "keep":
            if trois:
                who = (
                    "à deux forced 1863:7"
                    if forced
                    else "à trois kept 1863:8"
                    if seat == self.first
                    else "à trois kept 1863:9"
                )
                _hit(who if high == 1 else "à trois kept higher")
            else:
                _hit("bid kept 1863:6")
            self.level = high
            self.again = by
        elif word == "pass":
            rule = ("1863:8" if seat == self.first else "1863:9") if trois else "1863:6"
            _hit(f"outbid passes {rule}")
            self.holder, self.level = by, high
        else:  # he bids higher: the other is outbid in his turn
            _hit("outbid bids higher")
            self.holder, self.level = by, high
            self.bidder, self.high = seat, WORDS.index(word)

    def _end_bidding(self) -> None:
        """Name the declarer, or throw the cards in."""
        if self.declarer >= 0:
            return
        if self.holder < 0 or self.level == 0:
            self.judged.thrown_in = True
            if self.holder < 0:
                _hit("all pass 1863:10")
            elif self.holder == self.first:
                _hit("à trois thrown in 1863:10")
            else:
                _hit("second's à trois falls 1863:9")
                self.judged.leave_open("trois_second")
            return
        if (
            self.said[self.first][0] == "à trois"
            and self.said[self.dealer][-1] == "pass"
            and len(self.said[self.dealer]) == 1
        ):
            self.judged.leave_open("thrown_in_played")
        self.declarer, self.kind = self.holder, self.level
        _hit(f"plays {WORDS[self.kind]} 1863:4")
        if self.scat_first:
            if self.kind == 3:
                self.judged.leave_open("scat_sans_prendre")
            self.owner = self.declarer
            self.hands[self.declarer] += self.left
        self.led_by = self.first  # assumed: play.leader

    def _do_lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.laid.append(card)

    def _do_name(self, seat: int, card: str) -> None:
        given = self.laid[len(self.named)]  # assumed: talon.given_which: the first goes for the first
        self.named.append(card)
        for place in (*self.hands, self.scat):  # assumed: talon.named_from
            if card in place:
                _hit("card bought from the Scat 1863:11" if place is self.scat else "card bought from a player 1863:11")
                place.remove(card)
                place.append(given)
                break
        self.hands[seat].append(card)

    def _do_vole(self, _seat: int, act: str) -> None:
        self.vole = bool(act)
        self.silent_at = sum(self.taken)
        _hit("vole announced 1863:24" if act else "vole not announced 1863:24")

    def _do_play(self, seat: int, card: str) -> None:
        if not self.trick:
            if card == SCUES or seat != self._play_step().seat:
                self.judged.leave_open("wrong_lead")
            elif seat != self.led_by:
                _hit("led instead of the holder of the Scüs assumed: excuse.lead_instead")
            else:
                _hit("lead")
        else:
            allowed, _ = self.answers(seat, count=True)
            if card not in allowed:
                _hit("revoke of the declarer 1863:28" if seat == self.declarer else "revoke of an opponent 1863:28")
                self.revokes.append(seat)
            if card == SCUES:
                _hit("Scüs played assumed: excuse.free")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == 3:
            self._take()

    def _take(self) -> None:
        """Find who takes the trick; the Scüs neither takes nor is taken (assumed: rank.scues_nature)."""
        cards = [(seat, card) for seat, card in self.trick if card != SCUES]
        led = suit_of(cards[0][1])
        trumps = [play for play in cards if play[1] in TRUMPS]
        rivals = trumps or [play for play in cards if suit_of(play[1]) == led]
        taker = max(rivals, key=lambda play: strength(play[1]))[0]
        _hit("trump takes 1863:29" if trumps and led != "trump" else "highest of the suit led takes 1863:29")
        self.won[taker] += [card for _, card in cards]
        for seat, card in self.trick:
            if card == SCUES:
                self.scues_by, self.scues_to = seat, taker
        self.taken[taker] += 1
        self.judged.takers.append(str(taker))
        self.trick, self.led_by = [], taker

    # What it brings.

    def count(self) -> dict[str, int]:
        """Return the card points of each side."""
        sides = {True: [0, 0], False: [0, 0]}  # of the declarer and the opponents: thirds and plain cards
        for seat in range(3):
            side = sides[seat == self.declarer]
            side[0] += sum(map(thirds, self.won[seat]))
            side[1] += sum(thirds(card) == 1 for card in self.won[seat])
        # assumed: discard.counts_for: with the talon dealt last the dealer's side, dealt first the declarer's
        mine = self.owner == self.declarer
        sides[mine][0] += sum(map(thirds, self.scat))
        sides[mine][1] += sum(thirds(card) == 1 for card in self.scat)
        _hit(
            "Scat counts for the declarer assumed: discard.counts_for"
            if mine
            else "Scat for opponents assumed: discard.counts_for"
        )
        if self.scues_by >= 0:
            holder, taker = self.scues_by == self.declarer, self.scues_to == self.declarer
            sides[holder][0] += thirds(SCUES)
            if holder != taker:  # assumed: excuse.exchanged, excuse.exchange_cards
                tricks = sum(self.taken[seat] for seat in range(3) if (seat == self.declarer) == holder)
                if tricks == 0:  # a third less to one, more to the other: 4 remain (assumed: excuse.lone_points)
                    _hit("Scüs alone assumed: excuse.lone_points")
                elif sides[holder][1] == 0:
                    self.judged.leave_open("no_plain_card")
                else:
                    _hit("Scüs exchanged assumed: excuse.exchanged")
                sides[holder][0] -= 1
                sides[taker][0] += 1
            else:
                _hit("Scüs in a trick of its own side assumed: excuse.exchanged")
        else:
            _hit("Scüs in the Scat 1863:3")
        assert all(not side[0] % 3 for side in sides.values())
        return {"declarer": sides[True][0] // 3, "opponents": sides[False][0] // 3}

    def settle(self, seats: Sequence[str], stake: int) -> Judgement:
        """Find the payments and what each has won or lost."""
        found = self.judged
        found.takers = [seats[int(taker)] for taker in found.takers]
        pay = found.payments
        pay.append(Payment("stake", seats[self.dealer], "pot", stake))  # 1863:2
        if self.declarer >= 0 and not found.thrown_in:
            found.declarer, found.game = seats[self.declarer], GAMES[self.kind]
            found.tricks = self.taken[self.declarer]
            found.points = self.count()
            self._pay(seats, stake)
        found.totals = dict.fromkeys([*seats, "pot"], 0)
        for payment in pay:
            found.totals[payment.payer] -= payment.amount
            found.totals[payment.payee] += payment.amount
        return found

    def counters(self, over: int, kind: int) -> int:
        """Return the counters for card points over or under 39 (16 to 19)."""
        product = over * PRICE[kind]
        tens, rest = divmod(product, 10)
        if product <= 5:
            _hit("one counter at least 1863:19" if kind < 3 else "five of sans-prendre 1863:18")
            return 1  # 1863:19; at sans-prendre the product is 5, and 1863:18 says the same
        _hit("remainder of five and more 1863:18" if rest >= 5 else "tens only 1863:16")
        return tens + (rest >= 5)

    def _pay(self, seats: Sequence[str], stake: int) -> None:  # noqa: PLR0912
        """Write the payments of a game that was played."""
        found, pay, points = self.judged, self.judged.payments, self.judged.points["declarer"]
        player = seats[self.declarer]
        others = [seats[seat] for seat in self.order if seat != self.declarer]
        # 1863:28, and assumed: revoke.both_decided_by: the earlier revoke decides the game
        decided = self.revokes[0] if self.revokes else -1
        won = points >= 40 if decided < 0 else decided != self.declarer  # 1863:14
        lost = points < 39 if decided < 0 else decided == self.declarer  # 1863:14, 1863:21
        kind = 3 if self.formal and not won else self.kind  # 1863:33
        if self.formal:
            _hit("cards named without laying down 1863:33")
        word = WORDS[self.kind]
        if decided >= 0:
            _hit("lost by revoke 1863:28" if lost else "won by an opponent's revoke 1863:28")
        if won:
            _hit(f"won {word} 1863:15")
            pay.append(Payment("pool", "pot", player, stake))
            over = points - 39
        elif lost:
            _hit(f"lost {word} 1863:20")
            pay.append(Payment("bete", player, "pot", stake))
            over = 39 - points
        else:
            _hit("thirty-nine 1863:21")
            over = 0
            if self.formal:
                found.leave_open("form_price")
        if decided >= 0 and over < 1:  # assumed: revoke.one_point_at_least, for declarer and opponent
            _hit("one point at least assumed: revoke.one_point_at_least " + ("declarer" if lost else "opponent"))
            over = 1
        counters = self.counters(over, kind) if won or lost else 0
        for other in others:
            payer, payee = (other, player) if won else (player, other)
            pay.append(Payment("game", payer, payee, PRICE[kind]))  # 1863:15, 1863:20, 1863:21
            if counters:
                pay.append(Payment("augen", payer, payee, counters))
        guilty = [seat for seat in dict.fromkeys(self.revokes) if seat != self.declarer]
        if len(guilty) + lost > 1 or any(self.revokes.count(seat) > 1 for seat in guilty):
            found.leave_open("two_betes")
        if guilty and won:
            found.leave_open("bete_drawn")
        for seat in guilty:  # 1863:28; assumed: revoke.both_decided_by: in any case
            found.leave_open("bete_height")
            if any(payment.paid_for == "bete" for payment in pay):  # 1863:22: only the first is really put up
                _hit("bête written down 1863:22")
            else:
                _hit("bête of an opponent 1863:28")
                pay.append(Payment("bete", seats[seat], "pot", stake))
        if self.vole:
            self._pay_vole(player, others, kind, won=won)
        elif self.taken[self.declarer] == 25:
            _hit("vole made unannounced 1863:24")

    def _pay_vole(self, player: str, others: Sequence[str], kind: int, *, won: bool) -> None:
        """Write what an announced vole brings or costs."""
        found, made = self.judged, self.taken[self.declarer] == 25
        found.leave_open("vole_each")
        if self.formal:
            found.leave_open("form_price")
        if made and self.declarer in self.revokes:
            _hit("vole made with own revoke assumed: volat.with_revoke")
            return
        if not made and any(seat != self.declarer for seat in self.revokes):
            _hit("vole failed with an opponent's revoke assumed: volat.with_revoke")
            return
        if not made and won:  # 1863:25
            found.leave_open("vole_failed_augen")
            found.payments[:] = [payment for payment in found.payments if payment.paid_for != "augen"]
        _hit(f"vole {'made' if made else 'failed'} {WORDS[self.kind]} 1863:{23 if made else 25}")
        for other in others:
            payer, payee = (other, player) if made else (player, other)
            found.payments.append(Payment("volat", payer, payee, VOLE[kind]))


def read_table(game: Mapping[str, Any]) -> Table:
    """Return the table of a game file before its first act."""
    seats = list(game["seats"])
    hands = [read_cards(game["hands"][seat]) for seat in seats]
    left = read_cards(game["left_over"])
    if sorted(left + [card for hand in hands for card in hand]) != sorted(PACK):
        raise ValueError("the cards are not one pack")  # 1863:1
    return Table(hands, left, seats.index(game["dealer"]), bool(game.get("scat_first")))


def judge(game: Mapping[str, Any]) -> Judgement:  # noqa: PLR0912
    """Judge a game: forbidden acts, takers, points, payments and totals."""
    seats, stake = list(game["seats"]), int(game["stamm"])
    if len(seats) != 3:
        raise ValueError(OPEN["four_players"])
    table = read_table(game)
    if any(len(read_cards(game["hands"][seat])) != 25 for seat in seats):  # 1863:27
        _hit("unequal hands 1863:27")
        void = Judgement(void=True, totals=dict.fromkeys([*seats, "pot"], 0))
        void.leave_open("unequal")
        return void
    discards = read_cards(game.get("discard", ""))
    if not table.scat_first:
        for card in discards:
            table.act(table.dealer, card)
    for call in game.get("calls", ()):
        table.act(seats.index(call["seat"]), call["says"])
    while table.step().kind == "call" and table.step().skippable:
        table._leave_out(table.step())
    if table.declarer >= 0:
        player = table.declarer
        if table.scat_first:
            for card in discards:
                table.act(player, card)
        _buy(table, game)
        for number, line in enumerate(game.get("tricks", ())):
            if game.get("vole_after") == number and game["vole_after"] is not None:
                if table.step().kind == "vole":
                    table.act(player, "vole")
                else:  # 1863:24
                    table.judged.leave_open("vole_time")
                    table.vole = True
            for play in line.split(" - "):
                seat, card = play.rsplit(" ", 1)
                table.act(seats.index(seat), "Pagat" if card == "I" else card)
    return table.settle(seats, stake)


def _buy(table: Table, game: Mapping[str, Any]) -> None:
    """Take the purchase of a game file."""
    given, named = read_cards(game.get("given", "")), read_cards(game.get("named", ""))
    if BOUGHT[table.kind] and not given:
        table.formal = True
        if not named:
            table.judged.leave_open("no_purchase")  # 1863:11
        return
    for card in (*given, *named):
        table.act(table.declarer, card)
    handed = read_cards(game.get("handed", ""))
    if handed != given:  # assumed: talon.given_which
        table.judged.forbidden.append((f"handed {handed}", "assumed: talon.given_which"))
