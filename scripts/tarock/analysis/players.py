"""Computer players of Königrufen who know only what a player may know (1840).

`PlayerView` is all that they are given, so that no hidden card can move them. Words, calls and cards follow the
author's advice or a count of what open cards are worth in deals that agree with what is known. Such a count takes the
others for players who see all cards; it errs where one had to guess.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Protocol

from msgspec import UNSET, UnsetType, structs

from tarock.analysis.core import OURS, PAGAT, THEIRS, Core
from tarock.analysis.goals import Aim, Leaves
from tarock.analysis.open_cards import Interval, Moment, OpenCards
from tarock.base.structs import Frozen, Record
from tarock.game.common.cards import Card
from tarock.game.common.counting import count_thirds
from tarock.game.common.notation import Play
from tarock.game.koenigrufen_1840.record import Announcement, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import play_through
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Phase, PlayerView
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat
from tarock.rules.ruleset import Alteration

ALGORITHM = 1  # raise it when a machine may act otherwise; `tarock.analysis.stamps`
EXACT = 8  # cards of a hand from which on the sheet is computed whole
TRIES = 20  # deals drawn for each that is wanted, where most contradict what is known


class Player(Protocol):
    """A player of whom equal views and seeds give equal actions."""

    def act(self, view: PlayerView) -> int:
        """Return one of the legal actions in `view`."""


class RandomPlayer:
    """Takes any legal action, each as likely as the others."""

    def __init__(self, seed: object = 0):
        self.seed = seed

    def act(self, view: PlayerView) -> int:
        """Return a legal action, each with the same probability."""
        return _make_generator(self.seed, view).choice(view.legal)


class AdvicePlayer:
    """Bids by the number of tarocks (1840:77), wins cheaply, else throws the lowest card; announces nothing."""

    def __init__(self, engine: Engine):
        self.engine = engine

    def act(self, view: PlayerView) -> int:
        """Return the legal action that the author's advice recommends."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.phase:
            case Phase.BIDDING:
                return self._choose_bid(view)
            case Phase.KING:
                return self._choose_king(view)
            case Phase.PURCHASE:
                return self.engine.keep
            case Phase.SCAT:
                return self._choose_discard(view)
            case Phase.WORDS:
                return self._choose_announcement(view)
            case _:
                return self._choose_card(view)

    def _choose_bid(self, view: PlayerView) -> int:
        """Return the lowest bid that wins so far and that the hand is good enough for, else pass."""
        engine = self.engine
        most = self._rate_hand(self._find_cards(view.hand))
        if engine.solo in view.legal and self._is_solo_hand(self._find_cards(view.hand)):
            return engine.solo
        others = (action for action in view.legal if action not in (engine.pass_, engine.solo))
        return min((action for action in others if engine.bids[action].height <= most), default=engine.pass_)

    def _rate_hand(self, hand: list[Card]) -> int:
        """Return the folds of the highest Dreier that a hand is good enough for, 0 for none (1840:77.2-77.6).

        Beside tarocks it needs a king or a void suit; the author's examples have both, but 1840:74.2 bids without a
        king.
        """
        rules, engine = self.engine.rules, self.engine
        tarocks, kings, voids = _count_hand(hand, engine)
        if tarocks <= rules.number("advice.pass.tarocks") and kings in rules.numbers("advice.pass.kings"):
            return 0
        found = 0
        for fold in range(1, engine.folds + 1):
            case = {"contract": BidKind.DREIER, "fold": fold}
            if not rules.has("advice.bid.tarocks", **case):
                break
            beside = kings >= rules.number("advice.bid.kings", **case) or voids >= rules.number(
                "advice.bid.voids", **case
            )
            if tarocks >= rules.number("advice.bid.tarocks", **case) and beside:
                found = fold
        return found

    def _is_solo_hand(self, hand: list[Card]) -> bool:
        """Return whether a hand is good enough for a Solo (1840:78.2, 78.3).

        It must be good for the highest Dreier, have one honour more than the tarocks of the author's example, and few
        singletons.
        """
        engine, rules = self.engine, self.engine.rules
        named = map(engine.pack.get, rules.words("advice.bid.hand", contract=BidKind.SOLO))
        example = [card for card in named if card]  # "called König" and the like are no cards of the pack
        length = Counter(card.suit for card in hand if not card.is_tarock)
        singles = sum(length[card.suit] == 1 and card not in engine.pack.kings for card in hand)  # kings are none: 78.3
        return (
            self._rate_hand(hand) == engine.folds
            and sum(card in engine.pack.honours for card in hand) > sum(card in engine.pack.honours for card in example)
            and singles <= rules.number("advice.bid.singletons_max", contract=BidKind.SOLO)
        )

    def _choose_king(self, view: PlayerView) -> int:
        """Return a king of another hand: of the suit with the highest card held, then the longest (1840:80.1, 81.1).

        The declarer's own king is called only with a good hand (1840:82.1), which is not judged here.
        """

        def held(king: int) -> tuple[bool, int, int]:
            suit = [card for card in self._find_cards(view.hand) if card.suit == self.engine.cards[king].suit]
            return king not in view.hand, max((card.strength for card in suit), default=-1), len(suit)

        return max(view.legal, key=lambda king: (held(king), -king))

    def _choose_discard(self, view: PlayerView) -> int:
        return self.order_discards(view, view.legal)[0]

    def order_discards(self, view: PlayerView, legal: Sequence[int]) -> list[int]:
        """Return the legal discards, the best by the advice first: short suits, to be void in them (1840:84.1).

        Within a suit the most valuable card is first, which saves its points (1840:84.3); the called suit is last.
        """
        cards = self.engine.cards
        length = Counter(card.suit for card in self._find_cards(view.hand))

        def order(each: int) -> tuple[bool, int, str, int, int]:
            suit = cards[each].suit
            return suit == cards[view.king].suit, length[suit], suit, -cards[each].thirds, each

        return sorted(legal, key=order)

    def _choose_announcement(self, view: PlayerView) -> int:
        del view
        return self.engine.nothing

    def _choose_card(self, view: PlayerView) -> int:
        table = [(SEATS[seat], self.engine.cards[card]) for seat, card in view.tricks[-1]]
        return self.engine.number[self.choose_cheapest(self._find_cards(view.legal), table)]

    def choose_cheapest(self, legal: Sequence[Card], table: Sequence[Play]) -> Card:
        """Return the lowest card that wins the trick so far, else the lowest legal card."""
        law = self.engine.law
        best = law.find_winner(table)[1] if table else None
        winning = [card for card in legal if best is None or law.beats(card, best)]
        return min(winning or legal, key=_order_low)

    def _find_cards(self, actions: Sequence[int]) -> list[Card]:
        return [self.engine.cards[action] for action in actions]


class PlayerLevel(Frozen):
    """Limits of a computer player's computing: deals that it imagines, and nodes for each card and deal.

    `listens`: of these deals it prefers those in which the others bid as the advice would (1840:77).
    """

    samples: int
    nodes: int
    uses_bids: bool = False


LEVELS = {1: PlayerLevel(8, 3_000), 2: PlayerLevel(24, 12_000, uses_bids=True)}


class ActionValue(Frozen):
    """The value of a card or word on the sheet of the player to move: the mean over the imagined deals, in Points.

    `low` and `high` are the means of the bounds: equal where every deal was computed whole.
    """

    action: int
    low: float
    high: float

    @property
    def midpoint(self) -> float:
        """Return the middle of the bounds, in Points."""
        return (self.low + self.high) / 2


class SessionJson(Record):
    """The object of `play --json`: what a session was begun with, what was answered, and the finished games.

    `altered` is what of the rules is not as the source has it; absent where all is.
    """

    seat: str
    seed: int
    level: int
    answers: tuple[str, ...]
    games: tuple[Game, ...]
    totals: dict[str, int]  # by seat, in Points
    altered: tuple[Alteration, ...] | UnsetType = UNSET


class SamplingPlayer(AdvicePlayer):
    """Chooses cards and announcements by their value with open cards in deals that agree with what is known."""

    def __init__(self, engine: Engine, core: Core, level: PlayerLevel, seed: object = 0):
        super().__init__(engine)
        self.core, self.level, self.seed = core, level, seed
        self._leaves: Leaves = {}

    def value_actions(self, view: PlayerView) -> list[ActionValue]:
        """Return the value of each legal card, the best first; empty where no deal fits what is known."""
        bounds: dict[int, list[Interval]] = {action: [] for action in view.legal}
        wants = True
        for deal, moment in self.sample_deals(view):
            wants = SEATS[view.player] in deal.payoffs[Aim.SHEET].wanted_by
            nodes = self.level.nodes if moment.cards > EXACT else 0
            for card, value in deal.solve_cards(moment, Aim.SHEET, nodes).items():
                bounds[self.engine.number[card]].append(value if wants else type(value)(-value.high, -value.low))
        found = [
            ActionValue(action, fmean(each.low for each in values), fmean(each.high for each in values))
            for action, values in bounds.items()
            if values
        ]
        return sorted(found, key=lambda each: (-each.midpoint, _order_low(self.engine.cards[each.action])))

    def _choose_card(self, view: PlayerView) -> int:
        found = self.value_actions(view)
        return found[0].action if found else super()._choose_card(view)

    def _choose_announcement(self, view: PlayerView) -> int:
        """Return the announcement that gains most, by how often its feat is made and what it pays."""
        engine = self.engine
        words = [action for action in view.legal if action != engine.nothing and self._is_sensible(view, action)]
        if not words:
            return engine.nothing
        gain = dict.fromkeys(words, 0.0)
        for deal, moment in self.sample_deals(view):
            wants = SEATS[view.player] in deal.payoffs[Aim.SHEET].wanted_by
            for action in words:
                gain[action] += self._find_gain(deal, moment, action, view.player) * (1 if wants else -1)
        best = max(words, key=lambda action: gain[action])
        return best if gain[best] > 0 else engine.nothing

    def _is_sensible(self, view: PlayerView, action: int) -> bool:
        """Return False for announcing ultimo without holding the Pagat."""
        feat, call = self.engine.announcement_actions[action]
        return feat is not Feat.ULTIMO or call is not AnnouncementWord.ANNOUNCE or self.engine.pagat in view.hand

    def _find_gain(self, deal: OpenCards, moment: Moment, action: int, player: int) -> int:
        """Return by how many Points an announcement changes the player's sheet when all play with open cards."""
        feat, call = self.engine.announcement_actions[action]
        game = deal.course.game
        said = (*game.announcements, Announcement(seat=SEATS[player], call=call, of=feat))
        spoken = self._open_cards(structs.replace(game, announcements=said))
        aim = Aim.ULTIMO if feat is Feat.ULTIMO else Aim.VOLAT
        if spoken is None or aim not in spoken.payoffs:
            return 0
        value = spoken.solve(moment, aim, self.level.nodes)
        made = value.exact and value.low == 1
        end = (OURS if made and aim is Aim.VOLAT else OURS + THEIRS) + PAGAT * (1 + (made and aim is Aim.ULTIMO))
        thirds = count_thirds(self.engine.cards) // 2
        return spoken.payoffs[Aim.SHEET].find_leaf(end, thirds) - deal.payoffs[Aim.SHEET].find_leaf(end, thirds)

    def sample_deals(self, view: PlayerView) -> Iterator[tuple[OpenCards, Moment]]:
        """Yield random deals that agree with what the player knows, each with its present moment."""
        rng, wanted = _make_generator(self.seed, view), self.level.samples
        tries = TRIES * wanted
        for attempt in range(tries):
            if not wanted:
                return
            game = self._draw_deal(view, rng)
            if game is None or (self.level.uses_bids and 2 * attempt < tries and not self._bids_fit(view, game)):
                continue
            deal = self._open_cards(game)
            if deal is None:
                continue
            moment = deal.make_start()
            for trick in view.tricks:
                for _seat, card in trick:
                    moment = deal.play(moment, self.engine.cards[card])
            wanted -= 1
            yield deal, moment

    def _bids_fit(self, view: PlayerView, game: Game) -> bool:
        """Return whether the others' bids fit the advice: none above the hand, no pass far below it."""
        engine, best = self.engine, 0
        for seat, action in view.bids:
            hand = list(game.hands[SEATS[seat]])
            fold = engine.bids[action].height
            if seat != view.player:
                if action == engine.solo:
                    if not self._is_solo_hand(hand):
                        return False
                elif not fold <= self._rate_hand(hand) <= (best if action == engine.pass_ else engine.folds):
                    return False
            best = max(best, fold)
        return True

    def _open_cards(self, game: Game) -> OpenCards | None:
        """Return a deal for the solver.

        None where the deal contradicts the rules, as when a partner may not have announced.
        """
        engine = self.engine
        course = play_through(game, engine.pack, engine.rules)
        if any(finding.code != "TRICKS-MISSING" for finding in course.findings):
            return None
        return OpenCards(course, engine.pack, engine.rules, self.core, self._leaves)

    def _draw_deal(self, view: PlayerView, rng: random.Random) -> Game | None:
        """Return a random deal that agrees with what is known; None where the draw failed.

        A card with few possible places is placed first, which makes some deals a little more likely than others.
        """
        engine, me, declarer = self.engine, view.player, view.declarer
        played: list[list[int]] = [[] for _seat in SEATS]
        for seat, card in (play for trick in view.tricks for play in trick):
            played[seat].append(card)
        halves = {card for half in view.halves for card in half}
        hidden = set(range(len(engine.cards))).difference(view.dealt, *played, view.left, view.discard, halves)
        room = {seat: engine.hand_size - len(cards) for seat, cards in enumerate(played) if seat != me}
        barred = self._find_excluded(view)
        scat, talon = len(SEATS), len(SEATS) + 1  # places beside the hands
        if view.kept and me != declarer:
            room[scat] = engine.scat_size - len(view.discard)
            barred[scat] = set(range(len(engine.cards))) - (engine.discardable - engine.tarocks)
        room[talon] = len(hidden) - sum(room.values())
        lying: dict[int, list[int]] = {place: [] for place in room}
        announced = {of: seat for seat, of, call in view.words if call is AnnouncementWord.ANNOUNCE}
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
        hands[me] = set(view.dealt)
        away = {*view.discard, *lying.get(scat, ())}
        left = {*view.left, *lying[talon]} | {card for half in view.halves[:-1] for card in half}
        bought = set(view.halves[-1]) if view.halves else set[int]()
        if view.kept and me != declarer:
            hands[declarer] |= away
            bought = set(rng.sample(sorted(hands[declarer]), engine.half_size))
            hands[declarer] -= bought
        return self._make_record(view, hands, bought, left, away)

    def _find_excluded(self, view: PlayerView) -> dict[int, set[int]]:
        """Map each seat to the cards that it cannot hold, because it did not play them when it had to (1840:63)."""
        engine, found = self.engine, dict[int, set[int]]()
        keeps = {seat for seat, of, call in view.words if of is Feat.ULTIMO and call is AnnouncementWord.ANNOUNCE}
        for trick in view.tricks:
            for seat, card in trick[1:]:
                same, due, void = engine.follow_cards[trick[0][1]]
                lacks = set() if card in same or not due else set(same) if card in void else {*same, *void}
                found.setdefault(seat, set()).update(lacks - {engine.pagat} if seat in keeps else lacks)
        return found

    def _make_record(
        self, view: PlayerView, hands: dict[int, set[int]], bought: set[int], left: set[int], away: set[int]
    ) -> Game:
        """Return the record of a game as a player imagines it, with these hands, bought cards, talon and discards."""
        engine = self.engine

        def cards(numbers: set[int]) -> tuple[Card, ...]:
            return tuple(engine.cards[number] for number in sorted(numbers))

        talon = Talon(whole=cards(left))
        if view.kept:
            halves = (bought, left) if engine.buys_upper(view.kept) else (left, bought)
            talon = Talon(upper=cards(halves[0]), lower=cards(halves[1]))
        return structs.replace(
            engine.make_record(view.dealer),
            declarer=SEATS[view.declarer],
            hands={name: cards(hands[seat]) for seat, name in enumerate(SEATS)},
            talon=talon,
            bids=tuple(structs.replace(engine.bids[bid], seat=SEATS[seat]) for seat, bid in view.bids),
            king=engine.cards[view.king],
            purchase=Purchase(first=view.first, kept=view.kept) if view.kept else None,
            scat=cards(away),
            announcements=tuple(Announcement(seat=SEATS[seat], call=call, of=of) for seat, of, call in view.words),
        )


def _count_hand(hand: list[Card], engine: Engine) -> tuple[int, int, int]:
    """Return how many tarocks, kings and void suits a hand has."""
    suits = {card.suit for card in engine.cards if not card.is_tarock}
    return (
        sum(card.is_tarock for card in hand),
        sum(card in engine.pack.kings for card in hand),
        len(suits - {card.suit for card in hand}),
    )


def _order_low(card: Card) -> tuple[int, bool, int, str]:
    """Return a sort key for cards to give away: few points first, then suits before tarocks, then low strength."""
    return card.thirds, card.is_tarock, card.strength, card.name


def _make_generator(seed: object, view: PlayerView) -> random.Random:
    """Return a generator whose draws depend on the seed and the view alone.

    The text that seeds it was once the representation of two records. It stays as it was, whatever they and their
    enumerations are called now, so that committed results are found again.
    """
    words = [f"({seat}, <Feat.{of.name}: '{of}'>, <Saying.{call.name}: '{call}'>)" for seat, of, call in view.words]
    fields = ("hand", "dealt", "bids", "king", "first", "kept", "halves", "discard", "left")
    seen = ", ".join(f"{name}={getattr(view, name)!r}" for name in fields)
    return random.Random(
        f"{seed} Known(player={view.player}, dealer={view.dealer}, declarer={view.declarer},"
        f" phase=<Phase.{view.phase.name}: '{view.phase}'>,"
        f" seen=Seen({seen}, words=({', '.join(words)}{',' * (len(words) == 1)}), tricks={view.tricks!r}),"
        f" legal={view.legal!r})"
    )
