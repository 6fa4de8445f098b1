"""Games for tests: model games changed in one place, and legal games made at random.

What is legal is decided here anew, from the paragraphs, and not by asking the engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import structs

from tarock.base.project import Project
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import Play
from tarock.game.eras import read_own_file
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.record import GAME, Announcement, Bid, Game, Purchase, Talon, read_game
from tarock.game.koenigrufen_1840.session import ERA
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, ConsulationSize, Feat
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTables
from tests.conftest import ROOT

SEATS = ("A", "B", "C", "D")


@cache
def rules() -> Rules:
    """The rules of 1840."""
    return Rules(EraTables(Project(ROOT), ["1840"])["1840"])


@cache
def pack() -> Pack:
    """The pack of 1840."""
    return Pack(rules())


def examine(game: Game, *, by: Rules | None = None) -> Examination:
    """A game ready to be checked, by the rules of 1840 or others."""
    return Examination(game, pack(), by or rules())


def card(name: str) -> Card:
    return pack().require(name)


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(card(name) for name in names)


def game_path(name: str) -> Path:
    return Project(ROOT).corpus / "games" / f"1840-{name}.yaml"


def load_game(path: Path) -> Game:
    """A game file as `tarock replay` reads it."""
    document = read_own_file(Project(ROOT), ERA, GAME, path)
    return read_game(ERA.read_as(GAME, document), pack(), rules(), document)


@cache
def model(name: str) -> Game:
    """A model game as it stands in `corpus/games/` (as corrected)."""
    return load_game(game_path(name))


def changed(game: Game, **fields: Any) -> Game:
    """The game with some fields replaced; `upper`, `lower` and `whole` are those of its talon."""
    talon = {name: fields.pop(name) for name in ("upper", "lower", "whole") if name in fields}
    return structs.replace(game, talon=structs.replace(game.talon, **talon), **fields)


def with_hand(game: Game, seat: str, hand: Iterable[Card]) -> Game:
    return changed(game, hands={**game.hands, seat: tuple(hand)})


def with_trick(game: Game, number: int, plays: Sequence[Play]) -> Game:
    """The game with the plays of trick `number` (from 1) replaced."""
    tricks = list(game.tricks)
    tricks[number - 1] = tuple(plays)
    return changed(game, tricks=tuple(tricks))


def with_play(game: Game, number: int, seat: str, name: str) -> Game:
    """The game with the card of one seat in one trick replaced."""
    trick = game.tricks[number - 1]
    return with_trick(game, number, [(who, card(name) if who == seat else played) for who, played in trick])


def with_exchange(game: Game, seat: str, first: int, second: int) -> Game:
    """The game with the cards of one seat in two tricks exchanged."""
    one, two = dict(game.tricks[first - 1])[seat], dict(game.tricks[second - 1])[seat]
    return with_play(with_play(game, first, seat, two.name), second, seat, one.name)


def in_order(hand: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as the files list them: tarocks high to low, then suit by suit."""
    return tuple(sorted(hand, key=lambda one: (not one.is_tarock, one.suit, -one.strength)))


def may_play(hand: Iterable[Card], led: Card | None) -> list[Card]:
    """1840:63: follow suit or tarock; who cannot follow a suit plays a tarock; who has neither is free."""
    held = list(hand)
    if led is None:
        return held
    return (
        [one for one in held if one.suit == led.suit]
        or ([] if led.is_tarock else [one for one in held if one.is_tarock])
        or held
    )


def taker(plays: Sequence[Play]) -> str:
    """1840:4: the highest tarock takes, else the highest card of the suit that was led."""
    tarocks = [play for play in plays if play[1].is_tarock]
    of_suit = [play for play in plays if play[1].suit == plays[0][1].suit]
    return max(tarocks or of_suit, key=lambda play: play[1].strength)[0]


def random_game(
    seed: int | random.Random, *, game: str | None = None, talk: bool = True, names: tuple[str, ...] = SEATS
) -> Game:
    """A legal game from a seed: deal, bids, king, purchase, scat, announcements and twelve tricks.

    `game` asks for a `dreier` or a `solo`; without `talk` nothing is announced.
    """
    return _Random(seed if isinstance(seed, random.Random) else random.Random(seed), game, talk, names).game()


class _Random:
    def __init__(self, rng: random.Random, wanted: str | None, talk: bool, names: tuple[str, ...]):
        self.rng = rng
        self.wanted = wanted
        self.talk = talk
        self.names = names
        self.dealer = rng.choice(names)
        start = names.index(self.dealer) + 1
        self.order = names[start:] + names[:start]

    def game(self) -> Game:
        rng = self.rng
        deck = list(pack().cards)
        while True:
            rng.shuffle(deck)
            hands = {seat: in_order(deck[12 * n : 12 * n + 12]) for n, seat in enumerate(self.order)}
            if self.wanted != BidKind.SOLO or any(king in hand for king in pack().kings for hand in hands.values()):
                break
        upper, lower = in_order(deck[48:51]), in_order(deck[51:])
        bids = self.bids(hands)
        declarer, fold = bids[-1].seat, bids[-1].fold
        solo = bids[-1].bid == BidKind.SOLO
        own_kings = [one for one in hands[declarer] if one in pack().kings]
        king = rng.choice(own_kings if solo else list(pack().kings))
        playing = {seat: set(hand) for seat, hand in hands.items()}
        purchase = None
        scat: tuple[Card, ...] = ()
        if not solo:
            purchase = Purchase(first=fold, kept=rng.randint(fold, min(5, fold + 2)))
            playing[declarer] |= set(upper if purchase.kept % 2 else lower)
            scat = self.scat(playing[declarer])
            playing[declarer] -= set(scat)
        partner = next((seat for seat in self.order if seat != declarer and king in playing[seat]), "")
        after = in_order(playing[declarer]) if not solo and rng.random() < 0.5 else ()
        said = self.announcements(declarer, partner, playing) if self.talk else []
        holds_back = next(
            (one.seat for one in said if one.call is AnnouncementWord.ANNOUNCE and one.of is Feat.ULTIMO), ""
        )
        return Game(
            id="random",
            era="1840",
            seats=self.names,
            dealer=self.dealer,
            declarer=declarer,
            partner=partner if rng.random() < 0.5 else "",
            hands={seat: hands[seat] for seat in self.names},
            talon=Talon(whole=in_order((*upper, *lower))) if solo else Talon(upper=upper, lower=lower),
            bids=tuple(bids),
            king=king,
            purchase=purchase,
            scat=scat,
            hand_after=after,
            announcements=tuple(said),
            consulation=rng.choice((None, *ConsulationSize)),
            tricks=tuple(self.tricks(playing, holds_back)),
        )

    def bids(self, hands: dict[str, tuple[Card, ...]]) -> list[Bid]:
        """One round from the Vorhand; whoever bids must go above the bid before (1840:26)."""
        rng = self.rng
        bids: list[Bid] = []
        height = 0
        for seat in self.order:
            may_solo = any(king in hands[seat] for king in pack().kings) and self.wanted != BidKind.DREIER
            if height < 4 and may_solo and (self.wanted == BidKind.SOLO or rng.random() < 0.1):
                bids.append(Bid(seat=seat, bid=BidKind.SOLO))
                height = 4
            elif height < 3 and self.wanted != BidKind.SOLO and rng.random() < 0.5:
                height = rng.randint(height + 1, 3)
                bids.append(Bid(seat=seat, bid=BidKind.DREIER, fold=height))
            elif rng.random() < 0.7:  # a pass may be left out of the record
                bids.append(Bid(seat=seat, bid=BidKind.PASS))
        if not height:
            last = self.order[-1]
            bids = [
                *(bid for bid in bids if bid.seat != last),
                Bid(seat=last, bid=BidKind.DREIER, fold=rng.randint(1, 3)),
            ]
        while bids[-1].bid == BidKind.PASS:
            bids.pop()
        return bids

    def scat(self, hand: set[Card]) -> tuple[Card, ...]:
        """Three cards: no Honneurs; tarocks only where other cards are too few (1840:35.4, 35.5)."""
        loose = [one for one in in_order(hand) if not one.is_tarock and one not in pack().kings]
        trumps = [one for one in in_order(hand) if one.is_tarock and one not in pack().honours]
        if len(loose) >= 3:
            return in_order(self.rng.sample(loose, 3))
        return in_order((*loose, *self.rng.sample(trumps, 3 - len(loose))))

    def announcements(self, declarer: str, partner: str, hands: dict[str, set[Card]]) -> list[Announcement]:
        """Ultimo by the declarer or an opponent, with or without the Pagat, Volat, and raises (1840:52-62)."""
        rng = self.rng
        enemies = [seat for seat in self.order if seat not in (declarer, partner)]
        said: list[Announcement] = []
        for of in Feat:
            holder = next((seat for seat, hand in hands.items() if pack().pagat in hand), "")
            if rng.random() > (0.4 if of is Feat.ULTIMO and holder in (declarer, *enemies) else 0.05):
                continue
            opponents_spoke = any(one.call is AnnouncementWord.ANNOUNCE and one.seat != declarer for one in said)
            by = holder if of is Feat.ULTIMO and holder in (declarer, *enemies) else rng.choice([declarer, *enemies])
            if by == declarer and opponents_spoke:
                continue  # the declarer speaks first (1840:37.4)
            against = rng.choice(enemies) if by == declarer else declarer
            words = (
                (AnnouncementWord.ANNOUNCE, by),
                (AnnouncementWord.CONTRA, against),
                (AnnouncementWord.RE, by),
                (AnnouncementWord.SUPRA, against),
            )
            said += [Announcement(seat=seat, call=call, of=of) for call, seat in words[: rng.randint(1, 4)]]
        return said

    def tricks(self, hands: dict[str, set[Card]], holds_back: str) -> list[tuple[Play, ...]]:
        left = {seat: in_order(hand) for seat, hand in hands.items()}
        leader = self.order[0]
        tricks = []
        for _number in range(12):
            plays: list[Play] = []
            start = self.names.index(leader)
            for seat in self.names[start:] + self.names[:start]:
                allowed = may_play(left[seat], plays[0][1] if plays else None)
                if seat == holds_back and any(one.is_tarock for one in left[seat] if one != pack().pagat):
                    allowed = [one for one in allowed if one != pack().pagat]  # 1840:51.3
                played = self.rng.choice(allowed)
                left[seat] = tuple(one for one in left[seat] if one != played)
                plays.append((seat, played))
            tricks.append(tuple(plays))
            leader = taker(plays)
        return tricks


def hands_to_play(game: Game) -> dict[str, set[Card]]:
    """The hands at the start of play: the declarer's after purchase and scat (1840:21.3)."""
    hands = {seat: set(hand) for seat, hand in game.hands.items()}
    if game.purchase:
        hands[game.declarer] |= set(game.talon.upper if game.purchase.kept % 2 else game.talon.lower)
        hands[game.declarer] -= set(game.scat)
    return hands


def played_out(game: Game, seed: int = 0) -> Game:
    """The game with twelve legal tricks made at random in place of its own."""
    maker = _Random(random.Random(seed), None, False, game.seats)
    start = game.seats.index(game.dealer) + 1 if game.dealer in game.seats else 0
    maker.order = game.seats[start:] + game.seats[:start]
    holds_back = next(
        (one.seat for one in game.announcements if one.call is AnnouncementWord.ANNOUNCE and one.of is Feat.ULTIMO), ""
    )
    return changed(game, tricks=tuple(maker.tricks(hands_to_play(game), holds_back)))
