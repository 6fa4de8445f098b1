"""Machines that play Königrufen, knowing only what a player may know (1840).

`Known` is all that they are given, so that no hidden card can move them. Words, calls and cards follow the author's
advice or a count of what open cards are worth in deals that agree with what is known. Such a count takes the others
for players who see all cards; it errs where one had to guess.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Protocol

from msgspec import structs

from tarock.analysis.core import Core
from tarock.analysis.goals import Aim, Leaves
from tarock.analysis.open_cards import OURS, PAGAT, THEIRS, Interval, Moment, OpenCards
from tarock.base.structs import Frozen, Record
from tarock.game.common.cards import Card
from tarock.game.common.counting import count_thirds
from tarock.game.common.notation import Play
from tarock.game.koenigrufen_1840.record import Announcement, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import follow
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Phase, Seen, State
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Saying

ALGORITHM = 1  # raise it when a machine may act otherwise; `tarock.analysis.stamps`
EXACT = 8  # cards of a hand from which on the sheet is computed whole
TRIES = 20  # deals drawn for each that is wanted, where most contradict what is known


class Known(Frozen):
    """All that a player who is to act knows: what he sees and has heard, and what he may do, as numbers of actions."""

    player: int
    dealer: int
    declarer: int  # -1 before there is one
    phase: Phase
    seen: Seen
    legal: tuple[int, ...]

    @classmethod
    def of(cls, state: State) -> Known:
        """What is known to who is to act."""
        player = state.current_player()
        return cls(
            player, state.dealer, state.declarer, state.phase, state.seen_by(player), tuple(state.legal_actions())
        )


class Player(Protocol):
    """Somebody who plays; the same knowledge and seed give the same action."""

    def act(self, known: Known) -> int:
        """The action that is chosen of the legal ones."""


class AtRandom:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: object = 0):
        self.seed = seed

    def act(self, known: Known) -> int:
        """One of the legal actions."""
        return _random(self.seed, known).choice(known.legal)


class Simple:
    """Bids by the number of tarocks (1840:77), wins cheaply, else throws the lowest card; announces nothing."""

    def __init__(self, engine: Engine):
        self.engine = engine

    def act(self, known: Known) -> int:
        """The action that the advice leads to."""
        if len(known.legal) == 1:
            return known.legal[0]
        match known.phase:
            case Phase.BIDDING:
                return self._bid(known)
            case Phase.KING:
                return self._call(known)
            case Phase.PURCHASE:
                return self.engine.keep
            case Phase.SCAT:
                return self._lay(known)
            case Phase.WORDS:
                return self._say(known)
            case _:
                return self._card(known)

    def _bid(self, known: Known) -> int:
        """The lowest game that can still be had and that the hand is good enough for."""
        engine = self.engine
        most = self._worth(self._cards(known.seen.hand))
        if engine.solo in known.legal and self._solo(self._cards(known.seen.hand)):
            return engine.solo
        others = (action for action in known.legal if action not in (engine.pass_, engine.solo))
        return min((action for action in others if engine.bids[action].height <= most), default=engine.pass_)

    def _worth(self, hand: list[Card]) -> int:
        """The highest Dreier that a hand is good enough for (1840:77.2-77.6); 0: none.

        Beside its tarocks it has a king or lacks a suit. The examples have both, but 74.2 bids without a king too.
        """
        rules, engine = self.engine.rules, self.engine
        tarocks, kings, voids = _counted(hand, engine)
        if tarocks <= rules.number("advice.pass.tarocks") and kings in rules.numbers("advice.pass.kings"):
            return 0
        found = 0
        for fold in range(1, engine.folds + 1):
            case = {"contract": Call.DREIER, "fold": fold}
            if not rules.has("advice.bid.tarocks", **case):
                break
            beside = kings >= rules.number("advice.bid.kings", **case) or voids >= rules.number(
                "advice.bid.voids", **case
            )
            if tarocks >= rules.number("advice.bid.tarocks", **case) and beside:
                found = fold
        return found

    def _solo(self, hand: list[Card]) -> bool:
        """Whether a hand that is good for the highest Dreier has an honour more than the tarocks of the author's
        example, and few singletons (1840:78.2, 78.3).
        """
        engine, rules = self.engine, self.engine.rules
        named = map(engine.pack.get, rules.words("advice.bid.hand", contract=Call.SOLO))
        example = [card for card in named if card]  # "called König" and the like are no cards of the pack
        length = Counter(card.suit for card in hand if not card.is_tarock)
        singles = sum(length[card.suit] == 1 and card not in engine.pack.kings for card in hand)  # kings are none: 78.3
        return (
            self._worth(hand) == engine.folds
            and sum(card in engine.pack.honours for card in hand) > sum(card in engine.pack.honours for card in example)
            and singles <= rules.number("advice.bid.singletons_max", contract=Call.SOLO)
        )

    def _call(self, known: Known) -> int:
        """A king of another hand, of the suit of which the highest card is held, of these of the longest.

        By 1840:80.1 and 81.1; to call oneself is only for a good hand (82.1), which is not judged here.
        """

        def held(king: int) -> tuple[bool, int, int]:
            suit = [card for card in self._cards(known.seen.hand) if card.suit == self.engine.cards[king].suit]
            return king not in known.seen.hand, max((card.strength for card in suit), default=-1), len(suit)

        return max(known.legal, key=lambda king: (held(king), -king))

    def _lay(self, known: Known) -> int:
        return self.discards(known.seen, known.legal)[0]

    def discards(self, seen: Seen, legal: Sequence[int]) -> list[int]:
        """What may be discarded, in this order: the called suit last, the shortest suits first, so as to be without
        them (1840:84.1); of a suit the dearest card first, which saves points (84.3).
        """
        cards = self.engine.cards
        length = Counter(card.suit for card in self._cards(seen.hand))

        def order(each: int) -> tuple[bool, int, str, int, int]:
            suit = cards[each].suit
            return suit == cards[seen.king].suit, length[suit], suit, -cards[each].thirds, each

        return sorted(legal, key=order)

    def _say(self, known: Known) -> int:
        del known
        return self.engine.nothing

    def _card(self, known: Known) -> int:
        table = [(SEATS[seat], self.engine.cards[card]) for seat, card in known.seen.tricks[-1]]
        return self.engine.number[self.cheapest(self._cards(known.legal), table)]

    def cheapest(self, legal: Sequence[Card], table: Sequence[Play]) -> Card:
        """The lowest card that wins the trick as it lies, else the lowest."""
        law = self.engine.law
        best = law.winner(table)[1] if table else None
        winning = [card for card in legal if best is None or law.takes(card, best)]
        return min(winning or legal, key=_low)

    def _cards(self, actions: Sequence[int]) -> list[Card]:
        return [self.engine.cards[action] for action in actions]


class Level(Frozen):
    """How much a machine computes: how many deals it imagines, and nodes for each card and deal.

    `listens`: of these deals it prefers those in which the others bid as the advice would (1840:77).
    """

    samples: int
    nodes: int
    listens: bool = False


LEVELS = {1: Level(8, 3_000), 2: Level(24, 12_000, listens=True)}


class Opinion(Frozen):
    """What a card or word is worth on the sheet, for who asks: the mean over the imagined deals, in Points.

    `low` and `high` are the means of the bounds: equal where every deal was computed whole.
    """

    action: int
    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


class SessionJson(Record):
    """The object of `play --json`: what a session was begun with, what was answered, and the finished games."""

    seat: str
    seed: int
    level: int
    answers: tuple[str, ...]
    games: tuple[Game, ...]
    totals: dict[str, int]  # by seat, in Points


class Sampling(Simple):
    """Cards and announcements by what they are worth, with open cards, in deals that agree with what is known."""

    def __init__(self, engine: Engine, core: Core, level: Level, seed: object = 0):
        super().__init__(engine)
        self.core, self.level, self.seed = core, level, seed
        self._leaves: Leaves = {}

    def opinions(self, known: Known) -> list[Opinion]:
        """What each legal card is worth, the best first; empty where no deal could be imagined."""
        bounds: dict[int, list[Interval]] = {action: [] for action in known.legal}
        wants = True
        for deal, moment in self.imagined(known):
            wants = SEATS[known.player] in deal.goals[Aim.SHEET].wanted_by
            nodes = self.level.nodes if moment.cards > EXACT else 0
            for card, value in deal.values(moment, Aim.SHEET, nodes).items():
                bounds[self.engine.number[card]].append(value if wants else type(value)(-value.high, -value.low))
        found = [
            Opinion(action, fmean(each.low for each in values), fmean(each.high for each in values))
            for action, values in bounds.items()
            if values
        ]
        return sorted(found, key=lambda each: (-each.middle, _low(self.engine.cards[each.action])))

    def _card(self, known: Known) -> int:
        found = self.opinions(known)
        return found[0].action if found else super()._card(known)

    def _say(self, known: Known) -> int:
        """The word that gains most on the sheet, if one does: by how often its feat is made, and what it then pays."""
        engine = self.engine
        words = [action for action in known.legal if action != engine.nothing and self._sensible(known, action)]
        if not words:
            return engine.nothing
        gain = dict.fromkeys(words, 0.0)
        for deal, moment in self.imagined(known):
            wants = SEATS[known.player] in deal.goals[Aim.SHEET].wanted_by
            for action in words:
                gain[action] += self._gain(deal, moment, action, known.player) * (1 if wants else -1)
        best = max(words, key=lambda action: gain[action])
        return best if gain[best] > 0 else engine.nothing

    def _sensible(self, known: Known, action: int) -> bool:
        """Nobody announces the ultimo of another's Pagat."""
        feat, call = self.engine.sayings[action]
        return feat is not Feat.ULTIMO or call is not Saying.ANNOUNCE or self.engine.pagat in known.seen.hand

    def _gain(self, deal: OpenCards, moment: Moment, action: int, player: int) -> int:
        """How much a word changes the sheet of a deal, the feat made or not as it is when everybody sees all cards."""
        feat, call = self.engine.sayings[action]
        game = deal.course.game
        said = (*game.announcements, Announcement(seat=SEATS[player], call=call, of=feat))
        spoken = self._opened(structs.replace(game, announcements=said))
        aim = Aim.ULTIMO if feat is Feat.ULTIMO else Aim.VOLAT
        if spoken is None or aim not in spoken.goals:
            return 0
        value = spoken.value(moment, aim, self.level.nodes)
        made = value.exact and value.low == 1
        end = (OURS if made and aim is Aim.VOLAT else OURS + THEIRS) + PAGAT * (1 + (made and aim is Aim.ULTIMO))
        thirds = count_thirds(self.engine.cards) // 2
        return spoken.goals[Aim.SHEET].leaf(end, thirds) - deal.goals[Aim.SHEET].leaf(end, thirds)

    def imagined(self, known: Known) -> Iterator[tuple[OpenCards, Moment]]:
        """Deals that agree with what is known, each at this moment."""
        rng, wanted = _random(self.seed, known), self.level.samples
        tries = TRIES * wanted
        for attempt in range(tries):
            if not wanted:
                return
            game = self._drawn(known, rng)
            if game is None or (self.level.listens and 2 * attempt < tries and not self._bids_fit(known, game)):
                continue
            deal = self._opened(game)
            if deal is None:
                continue
            moment = deal.start()
            for trick in known.seen.tricks:
                for _seat, card in trick:
                    moment = deal.after(moment, self.engine.cards[card])
            wanted -= 1
            yield deal, moment

    def _bids_fit(self, known: Known, game: Game) -> bool:
        """Whether the others could have bid as they did by the advice: not above their hands, nor passed far below."""
        engine, best = self.engine, 0
        for seat, action in known.seen.bids:
            hand = list(game.hands[SEATS[seat]])
            fold = engine.bids[action].height
            if seat != known.player:
                if action == engine.solo:
                    if not self._solo(hand):
                        return False
                elif not fold <= self._worth(hand) <= (best if action == engine.pass_ else engine.folds):
                    return False
            best = max(best, fold)
        return True

    def _opened(self, game: Game) -> OpenCards | None:
        """A deal before the solver; None where it contradicts the rules, as a partner does who has announced."""
        engine = self.engine
        course = follow(game, engine.pack, engine.rules)
        if any(finding.code != "TRICKS-MISSING" for finding in course.findings):
            return None
        return OpenCards(course, engine.pack, engine.rules, self.core, self._leaves)

    def _drawn(self, known: Known, rng: random.Random) -> Game | None:
        """The record of a deal that agrees with what is known, cards put at random where they may lie; None: no luck.

        A card with few places is placed first, which makes some deals a little likelier than others.
        """
        engine, seen, me, declarer = self.engine, known.seen, known.player, known.declarer
        played: list[list[int]] = [[] for _seat in SEATS]
        for seat, card in (play for trick in seen.tricks for play in trick):
            played[seat].append(card)
        halves = {card for half in seen.halves for card in half}
        hidden = set(range(len(engine.cards))).difference(seen.dealt, *played, seen.left, seen.discard, halves)
        room = {seat: engine.hand_size - len(cards) for seat, cards in enumerate(played) if seat != me}
        barred = self._barred(known)
        scat, talon = len(SEATS), len(SEATS) + 1  # places beside the hands
        if seen.kept and me != declarer:
            room[scat] = engine.scat_size - len(seen.discard)
            barred[scat] = set(range(len(engine.cards))) - (engine.laid - engine.tarocks)
        room[talon] = len(hidden) - sum(room.values())
        lying: dict[int, list[int]] = {place: [] for place in room}
        announced = {of: seat for seat, of, call in seen.words if call is Saying.ANNOUNCE}
        if engine.pagat in hidden and Feat.ULTIMO in announced:
            barred.update(
                {place: barred.get(place, set()) | {engine.pagat} for place in room if place != announced[Feat.ULTIMO]}
            )
        may = {card: [place for place in room if card not in barred.get(place, ())] for card in hidden}
        for card in sorted(hidden, key=lambda each: (len(may[each]), rng.random())):
            places = [place for place in may[card] if len(lying[place]) < room[place]]
            if not places:
                return None
            weights = [room[place] - len(lying[place]) for place in places]
            lying[rng.choices(places, weights)[0]].append(card)
        hands = {seat: set(played[seat]) | set(lying.get(seat, ())) for seat in range(len(SEATS))}
        hands[me] = set(seen.dealt)
        away = {*seen.discard, *lying.get(scat, ())}
        left = {*seen.left, *lying[talon]} | {card for half in seen.halves[:-1] for card in half}
        bought = set(seen.halves[-1]) if seen.halves else set[int]()
        if seen.kept and me != declarer:
            hands[declarer] |= away
            bought = set(rng.sample(sorted(hands[declarer]), engine.half))
            hands[declarer] -= bought
        return self._record(known, hands, bought, left, away)

    def _barred(self, known: Known) -> dict[int, set[int]]:
        """By seat the cards that it has shown not to hold, by not playing them when they were due (1840:63)."""
        engine, found = self.engine, dict[int, set[int]]()
        keeps = {seat for seat, of, call in known.seen.words if of is Feat.ULTIMO and call is Saying.ANNOUNCE}
        for trick in known.seen.tricks:
            for seat, card in trick[1:]:
                same, void = engine.due[trick[0][1]]
                lacks = set() if card in same else set(same) if card in void else {*same, *void}
                found.setdefault(seat, set()).update(lacks - {engine.pagat} if seat in keeps else lacks)
        return found

    def _record(
        self, known: Known, hands: dict[int, set[int]], bought: set[int], left: set[int], away: set[int]
    ) -> Game:
        engine, seen = self.engine, known.seen

        def cards(numbers: set[int]) -> tuple[Card, ...]:
            return tuple(engine.cards[number] for number in sorted(numbers))

        talon = Talon(whole=cards(left))
        if seen.kept:
            halves = (bought, left) if engine.buys_upper(seen.kept) else (left, bought)
            talon = Talon(upper=cards(halves[0]), lower=cards(halves[1]))
        return structs.replace(
            engine.game(known.dealer),
            declarer=SEATS[known.declarer],
            hands={name: cards(hands[seat]) for seat, name in enumerate(SEATS)},
            talon=talon,
            bids=tuple(structs.replace(engine.bids[bid], seat=SEATS[seat]) for seat, bid in seen.bids),
            king=engine.cards[seen.king],
            purchase=Purchase(first=seen.first, kept=seen.kept) if seen.kept else None,
            scat=cards(away),
            announcements=tuple(Announcement(seat=SEATS[seat], call=call, of=of) for seat, of, call in seen.words),
        )


def _counted(hand: list[Card], engine: Engine) -> tuple[int, int, int]:
    """The tarocks, kings and voids of a hand."""
    suits = {card.suit for card in engine.cards if not card.is_tarock}
    return (
        sum(card.is_tarock for card in hand),
        sum(card in engine.pack.kings for card in hand),
        len(suits - {card.suit for card in hand}),
    )


def _low(card: Card) -> tuple[int, bool, int, str]:
    """What a player gives away first: few points, no tarock, little strength."""
    return card.thirds, card.is_tarock, card.strength, card.name


def _random(seed: object, known: Known) -> random.Random:
    return random.Random(f"{seed} {known}")
