"""Games for the referee: made at random from auction to last card, and every single alteration of the printed ones."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tarock.game.koenigrufen_1840.record import Game
from tests.game.koenigrufen_1840.referee import (
    HONOURS,
    KINGS,
    PACK,
    PAGAT,
    RAISES,
    SCUES,
    TAROCKS,
    Told,
    allowed,
    takes,
)

NAMES = (("A", "B", "C", "D", "E"), ("Anna", "Béla", "Franz Josef", "Dr. X", "Eva"))
TOP = [SCUES, *reversed(TAROCKS[:-1])]  # tarocks from above


def tell_game(game: Game) -> Told:
    """The game as the referee takes it."""
    half = len(game.talon.cards) // 2
    return Told(
        seats=list(game.seats), dealer=game.dealer, declarer=game.declarer, partner=game.partner,
        hands={seat: [card.name for card in hand] for seat, hand in game.hands.items()},
        upper=[card.name for card in game.talon.cards[:half]], lower=[card.name for card in game.talon.cards[half:]],
        bids=[(bid.seat, str(bid.bid), bid.fold) for bid in game.bids], king=game.king.name,
        first=game.purchase.first if game.purchase else 0, kept=game.purchase.kept if game.purchase else 0,
        scat=[card.name for card in game.scat],
        said=[(said.seat, str(said.call), str(said.of)) for said in game.announcements],
        tricks=[[(seat, card.name) for seat, card in trick] for trick in game.tricks],
        hand_after=[card.name for card in game.hand_after] if game.hand_after else None,
        size=str(game.consulation or ""), agreed=game.small_consulation,
    )  # fmt: skip


def write_record(game: Told) -> dict[str, Any]:
    """A record of the game like that of a file."""
    solo = not game.kept
    return {
        "id": "told", "era": "1840", "seats": game.seats, "dealer": game.dealer, "declarer": game.declarer,
        "partner": game.partner, "fifth": game.fifth, "king": game.king,
        "hands": {seat: " ".join(cards) for seat, cards in game.hands.items()},
        "talon": {"whole": " ".join(game.upper + game.lower)} if solo
        else {"upper": " ".join(game.upper), "lower": " ".join(game.lower)},
        "bids": [{"seat": seat, "bid": call, "fold": fold} for seat, call, fold in game.bids],
        "purchase": None if solo else {"first": game.first, "kept": game.kept},
        "scat": " ".join(game.scat), "hand_after": " ".join(game.hand_after or ()),
        "announcements": [{"seat": seat, "call": call, "of": of} for seat, call, of in game.said],
        "tricks": [" - ".join(f"{seat} {card}" for seat, card in plays) for plays in game.tricks],
        "consulation": game.size or None, "small_consulation": game.agreed,
    }  # fmt: skip


def random_told(rng: random.Random) -> Told:
    """A legal game, but for a Renonce now and then."""
    while True:
        game = _Maker(rng).game()
        if game is not None:
            return game


def speak_against_the_rules(rng: random.Random, game: Told) -> None:
    """Put one or two words more anywhere among the announcements: most of them are against §§ 52 to 56."""
    for _word in range(rng.choice((1, 1, 2))):
        word = (rng.choice(game.seats), rng.choice(("announce", *RAISES)), rng.choice(("ultimo", "volat")))
        game.said.insert(rng.randrange(len(game.said) + 1), word)


class _Maker:
    def __init__(self, rng: random.Random):
        self.rng = rng
        names = list(rng.choice(NAMES))
        self.seats, fifth = names[:4], names[4]
        rng.shuffle(self.seats)
        self.fifth = fifth if rng.random() < 0.2 else ""
        self.dealer = self.fifth or rng.choice(self.seats)
        start = 0 if self.fifth else self.seats.index(self.dealer) + 1
        self.order = self.seats[start:] + self.seats[:start]
        self.strong = self.shy = ""

    def game(self) -> Told | None:
        """The game; None when all pass."""
        rng = self.rng
        self.deal()
        bids = self.auction()
        if bids is None:
            return None
        declarer, call, first = self.highest
        kept = 0 if call == "solo" else min(5, first + rng.choice((0, 0, 0, 1, 2)))
        own = [king for king in KINGS if king in self.hands[declarer]]
        king = (
            rng.choice(own) if call == "solo" else rng.choice(own or KINGS) if rng.random() < 0.2 else rng.choice(KINGS)
        )
        game = Told(
            seats=self.seats, dealer=self.dealer, declarer=declarer, hands=self.hands, upper=self.upper,
            lower=self.lower, bids=bids, king=king, first=0 if call == "solo" else first, kept=kept, scat=[], said=[],
            tricks=[], fifth=self.fifth, size=rng.choice(("", "small", "middle", "high")),
        )  # fmt: skip
        game.agreed = rng.choice((10, 15, 40, 49)) if game.size == "small" else 0
        hands = {seat: set(hand) for seat, hand in self.hands.items()}
        if kept:
            hands[declarer] |= set(game.upper if kept in (1, 3, 5) else game.lower)
            game.scat = self.scat(hands[declarer])
            hands[declarer] -= set(game.scat)
        friend = next((seat for seat in self.seats if king in hands[seat] and seat != declarer), "")
        game.partner = friend if rng.random() < 0.5 else ""
        game.hand_after = sorted(hands[declarer]) if rng.random() < 0.3 else None
        game.said = self.announce(declarer, friend, hands)
        keeper = next((seat for seat, call, of in game.said if (call, of) == ("announce", "ultimo")), "")
        game.tricks = self.tricks(hands, keeper)
        return game

    def deal(self) -> None:
        """Any deal; or one hand is made strong, so that Volat, ultimo and honours come up."""
        rng = self.rng
        rest = list(PACK)
        rng.shuffle(rest)
        given: list[str] = []
        kind = rng.random()
        if kind < 0.12:  # all tricks are his
            given = TOP[:12]
        elif kind < 0.24:  # tarocks from above and the Pagat to end with
            given = [*TOP[:11], PAGAT]
        elif kind < 0.44:  # honours in one hand, or all but one of them, which may lie in the talon
            given = sorted(HONOURS[rng.choice(("all_three", "all_four"))])
            given = given[rng.randrange(2) :] + TOP[1 : rng.randint(2, 8)]
        elif kind < 0.6:  # Alle drei and three kings for a Vorhand who passes at first; the fourth lies in the talon
            given = [*sorted(HONOURS["all_three"]), *KINGS[:3]]
            rest = [*(card for card in rest if card != KINGS[3]), KINGS[3]]
            self.shy = self.order[0]
        given = list(dict.fromkeys(given))[:12]
        rest = [card for card in rest if card not in given]
        self.hands: dict[str, list[str]] = {}
        self.strong = self.shy or (rng.choice(self.order) if given else "")
        for seat in self.order:
            take = 12 - (len(given) if seat == self.strong else 0)
            self.hands[seat], rest = rest[:take], rest[take:]
        if given:
            self.hands[self.strong] += given
        self.upper, self.lower = rest[:3], rest[3:]

    def auction(self) -> list[tuple[str, str, int]] | None:
        """20 to 28: each in turn, until nobody goes on; some passes are left out of the record."""
        rng = self.rng
        bids: list[tuple[str, str, int]] = []
        self.highest = ("", "", 0)
        out: list[str] = []
        height, turn, silent, dropped = 0, 0, 0, False
        while silent < 4:
            seat, first = self.order[turn % 4], turn % 4 == 0
            turn += 1
            if seat == self.highest[0]:
                return bids  # it is his turn again: nobody has raised
            again = first and bool(height) and not dropped
            if seat in out and not again:
                continue
            before = self.highest[0] and self.order.index(seat) < self.order.index(self.highest[0])
            least = height if before and height else height + 1
            eager = 0.8 if seat == self.strong else 0.3
            if seat == self.shy and not height:
                eager = 0
            solo = any(king in self.hands[seat] for king in KINGS) and least <= 4 and rng.random() < 0.15
            if (least <= 3 and rng.random() < eager) or solo:
                fold = 4 if solo else rng.randint(max(least, 1), 3) if rng.random() < 0.3 else max(least, 1)
                self.highest = (seat, "solo" if solo else "dreier", 0 if solo else fold)
                bids.append(self.highest)
                height, silent, dropped = fold, 0, dropped and not first
                continue
            silent += 1
            dropped = dropped or (first and bool(height))
            out.append(seat)
            if rng.random() < 0.6:
                bids.append((seat, "pass", 0))
        return bids if height else None

    def scat(self, hand: set[str]) -> list[str]:
        """35.4, 35.5: three small cards; tarocks only when there are too few."""
        small = sorted(card for card in hand if card not in TAROCKS and card not in KINGS)
        if len(small) >= 3:
            return self.rng.sample(small, 3)
        tarocks = sorted(card for card in hand if card in TAROCKS and card not in HONOURS["all_three"])
        return [*small, *self.rng.sample(tarocks, 3 - len(small))]

    def announce(self, declarer: str, friend: str, hands: dict[str, set[str]]) -> list[tuple[str, str, str]]:
        """37.4, 52, 55, 56, 62: the Spieler first; by the one who can keep it, and sometimes by one who cannot."""
        rng = self.rng
        foes = [seat for seat in self.order if seat not in (declarer, friend)]
        by: dict[str, str] = {}
        for of, chance in (("ultimo", 0.35), ("volat", 0.2)):
            holder = next((seat for seat, hand in hands.items() if PAGAT in hand), declarer)
            good = holder if of == "ultimo" else self.strong
            who = good if good in (declarer, *foes) and rng.random() < 0.8 else rng.choice((declarer, *foes))
            if rng.random() < (chance if good or of == "ultimo" else 0.05):
                by[of] = who
        said = []
        for of, who in sorted(by.items(), key=lambda item: item[1] != declarer):
            contra = rng.choice(foes) if who == declarer else declarer
            raises = list(zip(RAISES, (contra, who, contra), strict=True))[: rng.choice((0, 0, 1, 2, 3))]
            said += [(who, "announce", of), *((seat, call, of) for call, seat in raises)]
        return said

    def tricks(self, hands: dict[str, set[str]], keeper: str) -> list[list[tuple[str, str]]]:
        """Twelve tricks; one who announced ultimo keeps the Pagat, others often do; sometimes there is a Renonce."""
        rng = self.rng
        wrong = rng.random() < 0.25
        played: list[list[tuple[str, str]]] = []
        leader = self.order[0]
        for _number in range(12):
            start = self.seats.index(leader)
            plays: list[tuple[str, str]] = []
            for seat in self.seats[start:] + self.seats[:start]:
                hand = hands[seat]
                may = allowed(hand, plays[0][1]) if plays else set(hand)
                if wrong and plays and may != hand and rng.random() < 0.03:
                    may = hand - may
                if len(may) > 1 and (seat == keeper or rng.random() < 0.9):
                    may = may - {PAGAT}
                if seat == keeper and may == {PAGAT} and hand & set(TAROCKS) != {PAGAT}:
                    may = allowed(hand, plays[0][1]) - {PAGAT} if plays else hand - {PAGAT}
                card = rng.choice(sorted(may, key=PACK.index))
                hand.discard(card)
                plays.append((seat, card))
            leader = takes(plays)
            played.append(plays)
        return played


def alterations(game: Told, rng: random.Random, share: int) -> Iterator[tuple[str, Told]]:
    """The game with one thing changed: every kind, and of kinds with very many cases at most `share`."""
    for kind, changes in _kinds(game).items():
        for change in changes if len(changes) <= share else rng.sample(changes, share):
            other = copy.deepcopy(game)
            change(other)
            yield kind, other


def alter_once(rng: random.Random, game: Told) -> str:
    """Change one thing in a game, of any kind alike; the name of the kind."""
    kinds = {kind: changes for kind, changes in _kinds(game).items() if changes}
    kind = rng.choice(list(kinds))
    rng.choice(kinds[kind])(game)
    return kind


def _seat(game: Told, place: tuple[int, int]) -> str:
    return game.tricks[place[0]][place[1]][0]


def _kinds(game: Told) -> dict[str, list[Callable[[Told], None]]]:
    seats, persons = game.seats, range(4)
    cards = [(trick, place) for trick in range(len(game.tricks)) for place in persons]
    other_seats = [seat for seat in seats if seat != game.declarer]
    words = [(seat, call, of) for seat in seats for call in ("announce", *RAISES) for of in ("ultimo", "volat")]
    bids = [
        (seat, call, fold)
        for seat in seats
        for call, fold in (("pass", 0), ("pass", 1), ("solo", 0), ("solo", 2), *(("dreier", fold) for fold in range(5)))
    ]
    return {
        "two cards of one hand exchanged": [
            partial(_swap, one, two)
            for one in cards
            for two in cards
            if one < two and _seat(game, one) == _seat(game, two)
        ],
        "two cards of one trick exchanged": [
            partial(_swap, one, two) for one in cards for two in cards if one < two and one[0] == two[0]
        ],
        "two plays anywhere exchanged": [partial(_swap, one, two) for one in cards for two in cards if one < two],
        "another card played": [partial(_play, *place, card) for place in cards for card in PACK],
        "two plays change their order": [
            partial(_order, trick, a, b) for trick in range(12) for a in persons for b in range(a)
        ],
        "a trick is led by another": [partial(_turn, trick, by) for trick in range(12) for by in (1, 2, 3)],
        "two tricks exchanged": [partial(_tricks, a, b) for a in range(12) for b in range(a)],
        "a trick is missing": [partial(_drop, "tricks", trick) for trick in range(12)],
        "a card dealt to another": [
            partial(_give, seat, index, to) for seat in seats for index in range(12) for to in seats if to != seat
        ],
        "two cards of two hands exchanged": [
            partial(_deal, seat, a, to, b)
            for seat in seats
            for to in seats
            if seat < to
            for a in range(12)
            for b in range(12)
        ],
        "a card of a hand and of the talon exchanged": [
            partial(_deal, seat, a, half, b)
            for seat in seats
            for a in range(12)
            for half in ("upper", "lower")
            for b in range(3)
        ],
        "a bid left out": [partial(_drop, "bids", index) for index in range(len(game.bids))],
        "a bid put in": [partial(_insert, "bids", index, bid) for index in range(len(game.bids) + 1) for bid in bids],
        "another bid": [partial(_put, "bids", index, bid) for index in range(len(game.bids)) for bid in bids],
        "a word left out": [partial(_drop, "said", index) for index in range(len(game.said))],
        "a word put in": [
            partial(_insert, "said", index, word) for index in range(len(game.said) + 1) for word in words
        ],
        "another word": [partial(_put, "said", index, word) for index in range(len(game.said)) for word in words],
        "another purchase": [
            partial(_fields, {"first": first, "kept": kept})
            for first in range(1, 6)
            for kept in range(1, 6)
            if game.kept
        ],
        "another card laid away": [
            partial(_put, "scat", index, card) for index in range(len(game.scat)) for card in PACK
        ],
        "a card too many or too few laid away": [
            *(partial(_drop, "scat", index) for index in range(len(game.scat))),
            *(partial(_insert, "scat", 0, card) for card in PACK),
        ],
        "another hand after the scat": [
            *(partial(_drop, "hand_after", index) for index in range(len(game.hand_after or ()))),
            *(partial(_insert, "hand_after", 0, card) for card in PACK if game.hand_after),
            *([] if game.hand_after else [partial(_fields, {"hand_after": list(game.hands[game.declarer])})]),
        ],
        "another called king": [partial(_fields, {"king": card, "partner": ""}) for card in PACK if card != game.king],
        "another partner": [partial(_fields, {"partner": seat}) for seat in seats],
        "another declarer": [partial(_fields, {"declarer": seat, "partner": ""}) for seat in other_seats],
        "another dealer": [partial(_fields, {"dealer": seat}) for seat in seats],
        "a fifth person": [partial(_fields, {"fifth": "E"}), partial(_fields, {"fifth": "E", "dealer": "E"})],
        "another Consulation": [partial(_fields, {"size": "small", "agreed": 30}), partial(_fields, {"size": "high"})],
    }


def _fields(values: dict[str, object], game: Told) -> None:
    for name, value in values.items():
        setattr(game, name, value)


def _drop(name: str, index: int, game: Told) -> None:
    del getattr(game, name)[index]


def _insert(name: str, index: int, value: object, game: Told) -> None:
    getattr(game, name).insert(index, value)


def _put(name: str, index: int, value: object, game: Told) -> None:
    getattr(game, name)[index] = value


def _play(trick: int, place: int, card: str, game: Told) -> None:
    game.tricks[trick][place] = (game.tricks[trick][place][0], card)


def _swap(one: tuple[int, int], two: tuple[int, int], game: Told) -> None:
    """Exchange the cards of two plays, each by trick and place in it."""
    first, second = game.tricks[one[0]][one[1]][1], game.tricks[two[0]][two[1]][1]
    _play(*one, second, game)
    _play(*two, first, game)


def _order(trick: int, a: int, b: int, game: Told) -> None:
    plays = game.tricks[trick]
    plays[a], plays[b] = plays[b], plays[a]


def _turn(trick: int, by: int, game: Told) -> None:
    game.tricks[trick] = game.tricks[trick][by:] + game.tricks[trick][:by]


def _tricks(a: int, b: int, game: Told) -> None:
    game.tricks[a], game.tricks[b] = game.tricks[b], game.tricks[a]


def _give(seat: str, index: int, to: str, game: Told) -> None:
    game.hands[to].append(game.hands[seat].pop(index))


def _deal(seat: str, a: int, other: str, b: int, game: Told) -> None:
    mine = game.hands[seat]
    theirs = getattr(game, other) if other in ("upper", "lower") else game.hands[other]
    mine[a], theirs[b] = theirs[b], mine[a]
