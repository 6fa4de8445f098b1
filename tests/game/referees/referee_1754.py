"""Judge games of 1754 by the German text and the recorded assumptions, without the rule engine.

The module imports nothing of the package. A rule stands with its passage (`1754:7`) or with `assumed: key`, a key of
`rules_data/1754/assumed.yaml`. What neither of them settles stands in OPEN and is returned as undetermined; what the
plain words settle although other readings can be thought of stands in PLAIN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

# Questions that neither the text nor an assumption answers: key, passage, question, and the readings one may choose.
OPEN: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "excuse in ten": ("1754:11", "Does the Excuse count among the ten trumps?", ("no", "yes")),
    "understated": ("1754:2", "May a smaller honour be announced than the one held?", ("no", "yes")),
    "overstated": ("1754:6", "Does who has fewer cards of a row than he said pay back all of it?", ("all", "excess")),
    "announced twice": ("1754:6", "What follows where the same honour is announced twice?", ("nothing", "penalty")),
    "lone excuse": (
        "1754:9",
        "Is the lone Excuse counted as 4, or paid, and by whom?",
        ("counted", "to him", "by him"),
    ),
    "revoke without ruff": ("1754:5", "Is the penalty due where a suit is denied and nothing ruffed?", ("no", "yes")),
    "other misplay": ("1754:17", "What does a wrong card cost that denies no suit?", ("nothing", "penalty")),
    "wrong card discarded": (
        "1754:1",
        "What follows where three cards are discarded, one of them wrongly?",
        ("nothing",),
    ),
    "pagat given back": (
        "1754:5",
        "Does a card come in return, and is the Pagat lost?",
        ("neither", "lost", "exchanged"),
    ),
    "pagat under false ruff": (
        "1754:5",
        "Is a Pagat beaten wrongly that was played after the false ruff?",
        ("yes", "no"),
    ),
    "excuse led": ("1754:19", "Who takes a trick to which the Excuse was led?", ()),
}

# What the plain words say, although they can be read otherwise.
PLAIN: dict[str, str] = {
    "1754:1": "Three trumps with the Pagat go all together or not at all; three without it may not go.",
    "1754:7": "The Excuse may be played instead of a card of the suit led that one holds; of the cards taken in the "
    "dealer's discard is none. As heaps are counted (assumed: counting.uneven) it would change no points.",
    "1754:10": "The three Matadore are paid with 10 points together, by each.",
    "1754:11": "Ten trumps are paid by each, as the other honours are.",
    "1754:15": "The Pagat is beaten when another takes the trick; its player has 10 if it takes the last trick.",
    "1754:21": "Three plain cards without a counting card make one point: only so does the pack make 78.",
}

HITS: Counter[str] = Counter()  # how often each branch of the rules was met

# 1754:17 ranks the trumps by number; 1754:1 and 1754:15 call the lowest Bagat or Pagat
TRUMPS = (
    *("Pagat", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
)
EXCUSE = "Excuse"
COURT = ("König", "Dame", "Cavall", "Valet")  # 1754:12
LOW = (
    "Aß",
    "Zweier",
    "Dreier",
    "Vierer",
    "Fünfer",
    "Sechser",
    "Siebner",
    "Achter",
    "Neuner",
    "Zehner",
)  # assumed: pack.pips
RED = ("Herz", "Careau")  # assumed: pack.suits
SUITS = (*RED, "Treffle", "Pique")  # assumed: pack.suits
# assumed: rank.order, highest first
ORDER = {suit: (*COURT, *(LOW if suit in RED else reversed(LOW))) for suit in SUITS}
PACK = (*TRUMPS, EXCUSE, *(f"{suit}-{name}" for suit in SUITS for name in ORDER[suit]))
VALUE = {
    **{f"{suit}-{name}": value for suit in SUITS for name, value in zip(COURT, (5, 4, 3, 2), strict=True)},
    **{"Pagat": 5, EXCUSE: 5, "XXI": 5},
}  # 1754:16
SHARE = 26  # 1754:20


@dataclass(frozen=True)
class Honour:
    """What a player announces: the kind, the cards of a row, the suit of a cavalry, and whether it is a half one."""

    kind: str
    cards: int = 0
    suit: str = ""
    half: bool = False

    @property
    def amount(self) -> int:
        """Return what each of the others pays for it."""
        if self.kind == "matadore":
            return 10 + 5 * (self.cards - 3)  # 1754:10
        if self.kind == "tarocks":
            return 10 + 5 * (self.cards - 10)  # 1754:11
        return 5 if self.half else 10  # 1754:12, 1754:14

    @property
    def court(self) -> set[str]:
        """Return the court cards of a cavalry; none of other honours."""
        return {f"{self.suit}-{name}" for name in COURT} if self.kind == "cavallerie" else set()

    @property
    def passage(self) -> str:
        """Return the passage by which it is paid."""
        return {"matadore": "1754:10", "tarocks": "1754:11", "cavallerie": "1754:12", "kings": "1754:14"}[self.kind]


@dataclass(frozen=True)
class Payment:
    """What one player pays another, in points, and the passage by which."""

    payer: str
    payee: str
    amount: int
    passage: str


@dataclass
class Judgement:
    """What the referee finds of a game; `undetermined` names the open questions on which something of it rests."""

    forbidden: list[tuple[str, str]] = field(default_factory=list)
    takers: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    payments: list[Payment] = field(default_factory=list)
    undetermined: set[str] = field(default_factory=set)
    void: str = ""

    @property
    def first_forbidden(self) -> tuple[str, str] | None:
        """Return the first act that is not allowed, with its passage; None where all are."""
        return self.forbidden[0] if self.forbidden else None

    def totals(self, seats: Iterable[str]) -> dict[str, int]:
        """Return what each has gained or lost."""
        found = dict.fromkeys(seats, 0)
        for payment in self.payments:
            found[payment.payer] -= payment.amount
            found[payment.payee] += payment.amount
        return found


def hit(name: str, passage: str) -> None:
    """Count a branch of the rules."""
    HITS[f"{name} ({passage})"] += 1


def read_cards(text: str) -> list[str]:
    """Return the cards of a hand, as `Pagat II - Herz-König, Cavall`."""
    found: list[str] = []
    for group in filter(None, (part.strip() for part in text.split(" - "))):
        suit, dash, names = group.partition("-")
        found += [f"{suit}-{name.strip()}" for name in names.split(",")] if dash else group.replace(",", " ").split()
    return found


def read_honour(told: Mapping[str, Any]) -> Honour:
    """Return an honour of a game file."""
    kind = told["kind"]
    row = kind in {"matadore", "tarocks"}
    return Honour(
        kind, told.get("cards", 0) if row else 0, told.get("suit", ""), not row and bool(told.get("with_excuse"))
    )


def suit_of(card: str) -> str:
    """Return the suit of a card, "trump", or nothing for the Excuse."""
    return "" if card == EXCUSE else "trump" if card in TRUMPS else card.partition("-")[0]


def list_discards(hand: Sequence[str]) -> tuple[list[set[str]], set[str], int]:
    """Return the sets that may go only as a whole, the cards of which any may go, and how many trumps must of need."""
    # 1754:1 no king; assumed: discard.excuse
    plain = {card for card in hand if suit_of(card) in SUITS and not card.endswith("-König")}
    trumps = {card for card in hand if card in TRUMPS or card == EXCUSE}  # assumed: discard.excuse_among_tarocks
    whole = [trumps] if len(trumps) == 3 and "Pagat" in trumps else []  # 1754:1, with the Excuse too
    need = max(0, 3 - len(plain))
    if need:  # assumed: discard.of_need
        plain |= trumps - {EXCUSE}  # assumed: discard.excuse, it goes "with the Pagat and one trump only"
    return whole, plain, need


def describe_trumps(hand: Sequence[str]) -> tuple[str, str]:
    """Return which branch of `1754:1` a dealer's hand is in, with its passage."""
    trumps = {card for card in hand if card in TRUMPS or card == EXCUSE}
    if len(trumps) == 3 and "Pagat" in trumps:
        return "Pagat, Excuse and a trump may go" if EXCUSE in trumps else "three trumps may go", "1754:1"
    if len(trumps) == 4 and {"Pagat", EXCUSE} <= trumps:
        return "the Excuse is a fourth trump", "assumed: discard.excuse_among_tarocks"
    few = {0: "fewer than three trumps stay", 1: "three trumps without the Pagat stay"}
    return few.get((len(trumps) >= 3) + (len(trumps) > 3), "more than three trumps stay"), "1754:1"


def allowed_discards(hand: Sequence[str], gone: Sequence[str]) -> set[str]:
    """Return the cards that the dealer may discard after those gone, of the hand as dealt; trumps of need last."""
    whole, free, need = list_discards(hand)
    found: set[str] = set()
    for together in whole:
        if together >= set(gone):
            found |= together - set(gone)
    if set(gone) <= free:
        rest = free - set(gone)
        suits = {card for card in rest if suit_of(card) in SUITS}
        found |= suits if suits or not need else rest
    return found


def list_honours(hand: Sequence[str], choice: Mapping[str, str]) -> tuple[set[Honour], set[Honour]]:
    """Return the honours of a hand after the discard, and those that are in it but smaller than the ones held."""
    held, excuse = set(hand), EXCUSE in hand
    full: set[Honour] = set()
    small: set[Honour] = set()
    if {"Pagat", EXCUSE, "XXI"} <= held:  # 1754:10
        row = 3
        while row < 22 and TRUMPS[-(row - 1)] in held and TRUMPS[-(row - 1)] != "Pagat":  # assumed: honours.further_row
            row += 1
        full.add(Honour("matadore", row))
        small |= {Honour("matadore", fewer) for fewer in range(3, row)}
    trumps = sum(card in TRUMPS for card in hand)
    most = trumps + (excuse and choice.get("excuse in ten") == "yes")
    if most >= 10:  # 1754:11
        full.add(Honour("tarocks", most))
        small |= {Honour("tarocks", fewer) for fewer in range(10, most)}
    for kind, suit, cards in (
        *(("cavallerie", suit, [f"{suit}-{name}" for name in COURT]) for suit in SUITS),  # 1754:12
        ("kings", "", [f"{suit}-König" for suit in SUITS]),  # 1754:14
    ):
        count = sum(card in held for card in cards)
        if count == 4:
            full.add(Honour(kind, suit=suit))
            if excuse:
                small.add(Honour(kind, suit=suit, half=True))
        elif count == 3 and excuse:  # 1754:8; assumed: excuse.completes_several, discard.announced_half
            full.add(Honour(kind, suit=suit, half=True))
    return full, small


def allowed_cards(hand: Sequence[str], trick: Sequence[str], left: int) -> tuple[set[str], str]:
    """Return the cards of a hand that may be played to a trick, with `left` cards in each hand before it, and why."""
    held = set(hand)
    if not trick:
        if EXCUSE in held:
            return held - {EXCUSE}, "the Excuse is not led (assumed: excuse.led)"
        return held, "any card is led (1754:17)"
    if EXCUSE in held and left <= 3:
        return {EXCUSE}, "the Excuse goes with three cards left (1754:19)"
    led = next((suit_of(card) for card in trick if card != EXCUSE), "")
    suit = {card for card in held if suit_of(card) == led}
    trumps = {card for card in held if card in TRUMPS}
    at_will = held & {EXCUSE}  # 1754:7
    if suit:
        if led == "trump":
            return suit | at_will, "a trump is followed (assumed: play.follow_tarock)"
        return suit | at_will, "a suit is followed (1754:17)"
    if trumps:  # assumed: play.must_overtake
        return trumps | at_will, "a trump is played on a suit (1754:17)"
    if at_will and led == "trump":
        return at_will, "the Excuse goes on a trump (assumed: excuse.forced_on_tarock)"
    if at_will:
        return at_will, "the Excuse goes without trumps (1754:18)"
    return held, "any card without suit and trump (assumed: play.void_free)"


def find_best(trick: Sequence[str]) -> int:
    """Return the place in a trick of the card that takes it; the Excuse takes none (`1754:7`)."""
    led = next(suit_of(card) for card in trick if card != EXCUSE)

    def strength(place: int) -> tuple[int, int]:
        card = trick[place]
        if card in TRUMPS:
            return 2, TRUMPS.index(card)  # 1754:17
        if suit_of(card) == led:
            return 1, -ORDER[led].index(card.partition("-")[2])
        return 0, 0

    return max(range(len(trick)), key=strength)


def count_points(heap: Iterable[str]) -> int:
    """Return what a heap counts: counting cards with two plain ones each, three plain ones left over as one."""
    cards = list(heap)
    counting = [card for card in cards if card in VALUE]
    plain = len(cards) - len(counting)
    total = Fraction(sum(VALUE[card] for card in counting))  # 1754:16
    wanting = 2 * len(counting) - plain
    if wanting > 0:
        total -= Fraction(wanting, 3)  # assumed: counting.uncovered
        hit("plain cards are wanting", "assumed: counting.uncovered")
    else:
        total += Fraction(-wanting, 3)  # 1754:21, three of them make a point
        hit("plain cards are left over", "1754:21")
    if total.denominator != 1:
        hit("a part of a point", "assumed: counting.uneven")
    return round(total)  # assumed: counting.uneven; thirds are never halfway


class _Bench:
    """The seats, the choices made of what is open, and the judgement that grows."""

    def __init__(self, game: Mapping[str, Any], choice: Mapping[str, str]):
        self.seats: list[str] = list(game["seats"])
        self.dealer: str = game["dealer"]
        self.choice = choice
        self.found = Judgement()

    def decide(self, key: str) -> str:
        """Return the reading chosen of an open question; without one it is noted as undetermined."""
        if key not in self.choice:
            self.found.undetermined.add(key)
        return self.choice.get(key, "")

    def after(self, seat: str, steps: int = 1) -> str:
        """Return the neighbour on the right: seats stand in order of play (assumed: game.rotation)."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def others(self, seat: str) -> list[str]:
        """Return the other players."""
        return [other for other in self.seats if other != seat]

    def forbid(self, act: str, passage: str) -> None:
        """Note an act that is not allowed."""
        self.found.forbidden.append((act, passage))

    def pay(self, payer: str, payee: str, amount: int, passage: str) -> None:
        """Note a payment."""
        if amount:
            self.found.payments.append(Payment(payer, payee, amount, passage))

    def pay_each(self, payer: str, amount: int, passage: str) -> None:
        """Let a player pay each other one."""
        for other in self.others(payer):
            self.pay(payer, other, amount, passage)

    def paid_by_each(self, payee: str, amount: int, passage: str) -> None:
        """Let each other player pay one."""
        for other in self.others(payee):
            self.pay(other, payee, amount, passage)


def judge(game: Mapping[str, Any], choice: Mapping[str, str] | None = None) -> Judgement:
    """Judge a game, given as the mapping of a game file; `choice` names readings of open questions (see OPEN)."""
    bench = _Bench(game, choice or {})
    hands = {seat: read_cards(game["hands"][seat]) for seat in bench.seats}
    discard = read_cards(game["discard"])
    dealer = bench.dealer
    sizes = {seat: 28 if seat == dealer else 25 for seat in bench.seats}  # 1754:1
    cards = sorted(card for hand in hands.values() for card in hand)
    if cards != sorted(PACK) or any(len(hands[seat]) != sizes[seat] for seat in bench.seats):
        hit("a misdeal", "1754:3")
        bench.forbid("deal", "1754:3")
        bench.pay_each(dealer, 5, "1754:3")
        bench.found.void = "1754:3"
        return bench.found
    _judge_discard(bench, hands[dealer], discard)
    hands[dealer] = [card for card in hands[dealer] if card not in discard]
    wrong = len(discard) != 3
    _judge_honours(
        bench, hands, discard, [(told["seat"], read_honour(told)) for told in game.get("honours", [])], wrong
    )
    if wrong:
        hit("a wrong number of cards discarded", "1754:4")
        bench.pay_each(dealer, 5, "1754:4")
        bench.found.void = "1754:4"
        return bench.found
    _judge_play(bench, hands, discard, list(game["tricks"]))
    return bench.found


def _judge_discard(bench: _Bench, hand: Sequence[str], discard: Sequence[str]) -> None:
    """Judge the cards discarded, one after the other."""
    hit(*describe_trumps(hand))
    if list_discards(hand)[2]:
        hit("trumps go of need", "assumed: discard.of_need")
    # in which order they are put away is nobody's rule
    discard = sorted(discard, key=lambda card: suit_of(card) not in SUITS)
    for place, card in enumerate(discard):
        if place >= 3:
            bench.forbid(f"discard {card}", "1754:1")
        elif card not in allowed_discards(hand, discard[:place]):
            bench.forbid(f"discard {card}", "1754:1")
            bench.decide("wrong card discarded")
    if len(discard) < 3:
        bench.forbid("discard too few", "1754:1")
    if sum(card in TRUMPS or card == EXCUSE for card in discard) == 3:
        hit("Pagat, Excuse and a trump are discarded" if EXCUSE in discard else "three trumps are discarded", "1754:1")


def _judge_honours(
    bench: _Bench,
    hands: Mapping[str, Sequence[str]],
    discard: Sequence[str],
    told: Sequence[tuple[str, Honour]],
    wrong_discard: bool,
) -> None:
    """Judge what was announced, and note what is paid for it."""
    turn = 0
    seen: set[tuple[str, Honour]] = set()
    order = [bench.after(bench.dealer, steps) for steps in range(len(bench.seats))]  # 1754:2
    if not told:
        hit("nothing is announced", "1754:2")
    for seat, honour in told:
        act = f"{seat} announces {honour.kind} {honour.suit or honour.cards or ''}".rstrip()
        if order.index(seat) < turn:
            bench.forbid(f"{act} out of turn", "1754:2")
        turn = max(turn, order.index(seat))
        if (seat, honour) in seen:
            bench.forbid(f"{act} again", "1754:6")
            if bench.decide("announced twice") == "penalty":
                bench.pay_each(seat, 5, "1754:6")
            continue
        seen.add((seat, honour))
        held = _is_held(bench, hands[seat], honour)
        if wrong_discard:
            # 1754:4: the dealer pays for himself and for the other; what he had for his own goes back
            if seat != bench.dealer and held:
                hit("the dealer alone pays honours", "1754:4")
                bench.pay(bench.dealer, seat, 2 * honour.amount, "1754:4")
            elif held:
                hit("the dealer pays his honours back", "1754:4")
            continue
        bench.paid_by_each(seat, honour.amount, honour.passage)
        parts = honour.court | ({EXCUSE} if honour.kind == "cavallerie" and honour.half else set())
        away = {card for card in discard if seat == bench.dealer and card in parts}
        if held:
            form = "half " if honour.half else "further " if honour.amount > 10 else ""
            hit(f"{form}{honour.kind}", honour.passage)
            if away:
                hit("half cavalry with a court card discarded", "assumed: discard.announced_half")
            if honour.half and sum(who == seat and other.half for who, other in seen) == 2:
                hit("the Excuse completes several", "assumed: excuse.completes_several")
        else:
            # 1754:13: a half cavalry is one too (1754:12)
            full, small = list_honours([*hands[seat], *away], bench.choice)
            put_away = bool(away) and honour in full | small
            _pay_back(bench, act, (seat, honour), hands[seat], "1754:13" if put_away else "1754:6")


def _is_held(bench: _Bench, hand: Sequence[str], honour: Honour) -> bool:
    """Return whether an honour is in a hand, as far as that is settled."""
    full, small = list_honours(hand, bench.choice)
    trumps = sum(card in TRUMPS for card in hand)
    if honour.kind == "tarocks" and EXCUSE in hand and honour.cards in {trumps, trumps + 1}:
        bench.decide("excuse in ten")
    return honour in full or (honour in small and bench.decide("understated") == "yes")


def _pay_back(bench: _Bench, act: str, told: tuple[str, Honour], hand: Sequence[str], passage: str) -> None:
    """Note what goes back for an honour that is not held, and the penalty."""
    seat, honour = told
    hit("of a cavalry announced a card was discarded" if passage == "1754:13" else "an honour not held", passage)
    bench.forbid(act, passage)
    full = list_honours(hand, bench.choice)[0]
    less = max((other.amount for other in full if other.kind == honour.kind and honour.cards), default=0)
    kept = less if 0 < less < honour.amount and bench.decide("overstated") == "excess" else 0
    bench.pay_each(seat, honour.amount - kept, passage)
    bench.pay_each(seat, 5, passage)


def _judge_play(bench: _Bench, hands: dict[str, list[str]], discard: Sequence[str], tricks: Sequence[str]) -> None:
    """Judge the tricks, the points and what is paid for them."""
    found = bench.found
    heaps: dict[str, list[str]] = {seat: [] for seat in bench.seats}
    debt: tuple[str, str] | None = None  # who owes a plain card for the Excuse, and to whom
    leader = bench.after(bench.dealer)  # assumed: play.leader
    laid_by = ""
    hands = {seat: list(hand) for seat, hand in hands.items()}
    for number, line in enumerate(tricks, 1):
        left = 26 - number
        if left == 3 and EXCUSE in hands[leader]:
            leader = bench.after(leader)  # 1754:19
            hit("the right neighbour leads for the holder of the Excuse", "1754:19")
        plays = [(part.strip().rpartition(" ")[0], part.strip().rpartition(" ")[2]) for part in line.split(" - ")]
        trick: list[str] = []
        who: list[str] = []
        false: list[int] = []
        for place, (seat, card) in enumerate(plays):
            if seat != bench.after(leader, place) or card not in hands[seat]:
                bench.forbid(f"trick {number}: {seat} {card}", "1754:17")
                found.undetermined.add("not a record of a game")
                return
            may, why = allowed_cards(hands[seat], trick, left)
            hit(*why.removesuffix(")").split(" (", 1))
            if card not in may:
                bench.forbid(f"trick {number}: {seat} {card}", _passage_of(why))
                if not trick and card == EXCUSE:
                    found.undetermined.add("excuse led")
                    return
                if _judge_wrong_card(bench, seat, card, hands[seat], trick):
                    false.append(place)
            elif card == EXCUSE and len(may) > 1:
                hit("the Excuse is laid at will", "1754:7")
            hands[seat].remove(card)
            trick.append(card)
            who.append(seat)
        best = find_best(trick)
        taker = who[best]
        found.takers.append(taker)
        heaps[taker] += [card for card in trick if card != EXCUSE]
        if EXCUSE in trick:
            laid_by = who[trick.index(EXCUSE)]
            heaps[laid_by].append(EXCUSE)  # 1754:7
            debt = laid_by, taker
        if debt is not None and _give_card(*debt, heaps):
            hit("a plain card is given at once" if EXCUSE in trick else "a plain card is given later", "1754:7")
            debt = None
        if "Pagat" in trick:
            _judge_pagat(bench, heaps, who[trick.index("Pagat")], trick, (taker, best in false, best), number == 25)
        leader = taker
    _judge_end(bench, heaps, discard, laid_by, debt)


def _passage_of(why: str) -> str:
    """Return the passage, or the key of the assumption, by which certain cards may be played."""
    return why.rpartition("(")[2].rstrip(")")


def _judge_wrong_card(bench: _Bench, seat: str, card: str, hand: Sequence[str], trick: Sequence[str]) -> bool:
    """Note what a wrong card costs; return whether a suit was denied and ruffed."""
    led = next((suit_of(other) for other in trick if other != EXCUSE), "")
    denied = led in SUITS and any(suit_of(other) == led for other in hand)
    if denied and card in TRUMPS and not (EXCUSE in hand and len(hand) <= 3):
        hit("a suit is denied and ruffed", "1754:5")
        bench.pay_each(seat, 5, "1754:5")
        return True
    if denied:
        if bench.decide("revoke without ruff") == "yes":
            bench.pay_each(seat, 5, "1754:5")
    elif bench.decide("other misplay") == "penalty":
        bench.pay_each(seat, 5, "1754:5")
    return False


def _give_card(giver: str, taker: str, heaps: dict[str, list[str]]) -> bool:
    """Give a plain card for the Excuse; return whether there was one."""
    # 1754:7, of those taken in; assumed: excuse.exchange_to, excuse.exchange_late
    for card in heaps[giver]:
        if card not in VALUE:
            heaps[giver].remove(card)
            heaps[taker].append(card)
            return True
    return False


def _judge_pagat(
    bench: _Bench,
    heaps: dict[str, list[str]],
    owner: str,
    trick: Sequence[str],
    taken: tuple[str, bool, int],
    last: bool,
) -> None:
    """Note what is paid for the Pagat of a trick."""
    taker, false, best = taken
    if taker == owner:
        if last:
            hit("the Pagat takes the last trick", "1754:15")
            bench.paid_by_each(owner, 10, "1754:15")
        return
    if false:
        later = trick.index("Pagat") > best
        if not later or bench.decide("pagat under false ruff") == "yes":
            hit("a Pagat wrongly beaten goes back", "1754:5")
            heaps[taker].remove("Pagat")
            heaps[owner].append("Pagat")
            reading = bench.decide("pagat given back")
            if reading == "exchanged":
                _give_card(owner, taker, heaps)
            if reading != "lost":
                return
    hit("the Pagat is lost in the last trick" if last else "the Pagat is beaten", "1754:15")
    bench.pay_each(owner, 10 if last else 5, "1754:15")


def _judge_end(
    bench: _Bench, heaps: dict[str, list[str]], discard: Sequence[str], laid_by: str, debt: tuple[str, str] | None
) -> None:
    """Count the heaps and note what is paid for them."""
    heaps[bench.dealer] += discard  # assumed: discard.counts_for
    if any(VALUE.get(card) for card in discard):
        hit("counting cards were discarded", "1754:1")
    if debt is not None:
        hit("no plain card was ever taken", "1754:7")
        if laid_by == bench.dealer:
            hit("the dealer has plain cards at most in the discard", "1754:7")
    if laid_by and laid_by not in bench.found.takers:
        hit("the Excuse and no trick", "1754:9")
        reading = bench.decide("lone excuse")
        if reading == "to him":
            bench.paid_by_each(laid_by, 4, "1754:9")
        elif reading == "by him":
            bench.pay_each(laid_by, 4, "1754:9")
    points = bench.found.points = {seat: count_points(heaps[seat]) for seat in bench.seats}
    over = {seat: points[seat] - SHARE for seat in bench.seats}  # 1754:20
    if any(over.values()):
        hit(
            "two have more than their share" if sum(more > 0 for more in over.values()) > 1 else "one has more",
            "1754:20",
        )
    for loser in bench.seats:  # assumed: settlement.paid_by
        for winner in bench.seats:
            amount = min(-over[loser], over[winner])
            if amount > 0:
                bench.pay(loser, winner, amount, "1754:20")
                over[loser] += amount
                over[winner] -= amount
