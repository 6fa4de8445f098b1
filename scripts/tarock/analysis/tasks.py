"""Tasks: endings of Königrufen with open cards in which few cards reach a goal, and the advice that each shows.

A task is a deal, the tricks before it and a proof line to the end of the game. What else is said of it (which cards may
be played, which are alike, which solve it) is computed by the solver and kept with it, so that no page needs one.
Two cards are alike when no card that somebody else has lies between them and the goal does not tell them apart.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import msgspec

from tarock.analysis.goals import Aim
from tarock.base import yamlio
from tarock.base.structs import LazyValue, PassageRef, Record, Words
from tarock.game.common.notation import read_cards, read_plays
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Saying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tarock.analysis.open_cards import Moment, OpenCards
    from tarock.base.project import Project
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play

FILE = "tasks.yaml"
SEATS = ("A", "B", "C", "D")  # as the author calls them
STECHER = 5  # how many tarocks are worth sparing: XXI to XVII (1840:111.2)


class Task(StrEnum):
    """What is to be reached."""

    KEEP = "keep the ultimo"
    CATCH = "catch the Pagat"
    KING = "save the king"
    WIN = "win"

    @property
    def aim(self) -> Aim:
        """What of a deal is asked."""
        return {Task.KING: Aim.KING, Task.WIN: Aim.WIN}.get(self, Aim.ULTIMO)


class Deal(Record, kw_only=True):
    """A dealt game: the strongest hand plays a single Dreier; `ultimo` is announced by who has the Pagat."""

    seed: int
    declarer: str
    king: str
    hands: dict[str, str]
    upper: str
    lower: str
    scat: str
    ultimo: bool = False


class Advice(Record):
    """The paragraph that a task shows, and its words."""

    ref: PassageRef
    quote: Words


class Posed(Record, kw_only=True):
    """A task as its file has it. `at`: the trick and the play in it. `legal`: the cards that may be played, those that
    are alike together; `solutions`: those of them that reach the goal. `hard`: the highest of them, the lowest and the
    cheapest that wins the trick all fail. `model` is a model game that comes to the position.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
    goal: Task
    seat: str
    at: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,2}\.[1-4]$")]
    legal: tuple[str, ...]
    solutions: tuple[str, ...]
    advice: Advice
    hard: bool = False
    model: str = ""
    deal: Deal | None = None
    tricks: tuple[str, ...]

    @property
    def place(self) -> tuple[int, int]:
        """The trick and how many have played to it."""
        trick, _, play = self.at.partition(".")
        return int(trick), int(play) - 1

    def game(self, pack: Pack, models: Callable[[str], Game]) -> Game:
        """The whole game with the proof line."""
        tricks = tuple(read_plays(text, pack, len(SEATS), seats=SEATS)[0] for text in self.tricks)
        if self.deal is None:
            return msgspec.structs.replace(models(self.model), tricks=tricks, stated=(), remarks=())
        return dealt_game(self.id, self.deal, pack, tricks)


def dealt_game(ident: str, deal: Deal, pack: Pack, tricks: tuple[tuple[Play, ...], ...] = ()) -> Game:
    """The record of a dealt game."""

    def cards(text: str) -> tuple[Card, ...]:
        return read_cards(text, pack)

    hands = {seat: cards(hand) for seat, hand in deal.hands.items()}
    holder = next((seat for seat, hand in hands.items() if pack.pagat in hand), deal.declarer)
    if pack.pagat in cards(deal.upper):
        holder = deal.declarer
    return Game(
        id=ident,
        era="1840",
        seats=SEATS,
        dealer=SEATS[-1],
        declarer=deal.declarer,
        hands=hands,
        talon=Talon(upper=cards(deal.upper), lower=cards(deal.lower)),
        bids=(Bid(seat=deal.declarer, bid=Call.DREIER, fold=1),),
        king=cards(deal.king)[0],
        purchase=Purchase(first=1, kept=1),
        scat=cards(deal.scat),
        announcements=(Announcement(seat=holder, call=Saying.ANNOUNCE, of=Feat.ULTIMO),) if deal.ultimo else (),
        tricks=tricks,
    )


def load_tasks(project: Project) -> list[Posed]:
    """The tasks in their order."""
    return yamlio.load(project.rules / FILE).records(Posed, "task", "id")


class Position(LazyValue):
    """A moment of a deal in which a goal is asked of who is to play."""

    deal: OpenCards
    moment: Moment
    goal: Task

    @property
    def seat(self) -> str:
        return self.moment.position.to_play

    @property
    def hand(self) -> frozenset[Card]:
        return self.moment.position.hands[self.seat]

    @property
    def table(self) -> tuple[Play, ...]:
        return self.moment.position.table

    @property
    def hands(self) -> Mapping[str, frozenset[Card]]:
        return self.moment.position.hands

    @cached_property
    def friends(self) -> frozenset[str]:
        """The others of his side."""
        sides = self.deal.course.side
        return frozenset(seat for seat in self.deal.seats if sides[seat] is sides[self.seat] and seat != self.seat)

    @cached_property
    def opponents(self) -> frozenset[str]:
        return frozenset(self.deal.seats) - self.friends - {self.seat}

    @cached_property
    def legal(self) -> list[Card]:
        """What may be played, tarocks first, from the highest."""
        return sorted(self.deal.legal(self.moment), key=lambda card: -self.deal.bit[card])

    @cached_property
    def good(self) -> dict[Card, bool]:
        """Whether each legal card reaches the goal, by the solver."""
        wants = self.seat in self.deal.goals[self.goal.aim].wanted_by
        values = self.deal.values(self.moment, self.goal.aim)
        return {card: bool(values[card].low) is wants for card in self.legal}

    @cached_property
    def groups(self) -> list[tuple[Card, ...]]:
        """The legal cards, those that are alike together."""
        found: list[list[Card]] = []
        rest = [card for seat, hand in self.hands.items() if seat != self.seat for card in hand]
        rest += [card for _seat, card in self.table]
        named = {Task.KING: self.deal.course.game.king, Task.WIN: None}.get(self.goal, self.deal.pack.pagat)
        for card in self.legal:
            before = found[-1][-1] if found else None
            alike = (
                before is not None
                and before.suit == card.suit
                and named not in (before, card)
                and not any(card.strength < each.strength < before.strength for each in rest if each.suit == card.suit)
                and (self.goal is not Task.WIN or before.thirds == card.thirds)
            )  # fmt: skip
            if alike:
                found[-1].append(card)
            else:
                found.append([card])
        return [tuple(group) for group in found]

    @cached_property
    def solutions(self) -> list[tuple[Card, ...]]:
        return [group for group in self.groups if self.good[group[0]]]

    @cached_property
    def failing(self) -> list[tuple[Card, ...]]:
        return [group for group in self.groups if not self.good[group[0]]]

    @cached_property
    def solving(self) -> list[Card]:
        return [card for card in self.legal if self.good[card]]

    @property
    def is_hard(self) -> bool:
        """Whether the highest, the lowest and the cheapest card that wins the trick all fail; one must win it."""
        cheapest = self.cheapest_winner
        ranks = [(card.is_tarock, card.strength) for card in self.legal]
        ends = [card for card in self.legal if (card.is_tarock, card.strength) in (max(ranks), min(ranks))]
        return bool(cheapest) and not any(self.good[card] for card in [*ends, *cheapest])

    @cached_property
    def cheapest_winner(self) -> list[Card]:
        """The cheapest cards that take what lies on the table; of who leads, those that nobody can take."""
        law = self.deal.law
        if self.table:
            best = law.winner(self.table)[1]
            winning = [card for card in self.legal if law.takes(card, best)]
        else:
            others = {seat: hand for seat, hand in self.hands.items() if seat != self.seat}
            winning = [
                card
                for card in self.legal
                if not any(
                    law.takes(other, card) for hand in others.values() for other in law.legal(hand, [(self.seat, card)])
                )
            ]
        price = min(((card.points, card.is_tarock, card.strength) for card in winning), default=None)
        return [card for card in winning if (card.points, card.is_tarock, card.strength) == price]


class Shown(LazyValue):
    """A position and how its proof line goes on: what the author's advice is held against."""

    at: Position
    line: tuple[Play, ...]  # from the solving card on

    @cached_property
    def trick(self) -> tuple[Play, ...]:
        """The trick of the solving card, whole."""
        return (*self.at.table, *self.line[: len(SEATS) - len(self.at.table)])

    @cached_property
    def winner(self) -> str:
        return self.at.deal.law.winner(self.trick)[0]

    @property
    def leads(self) -> bool:
        return not self.at.table

    @property
    def is_friend(self) -> bool:
        """Whether who plays is the declarer's partner."""
        return self.at.seat == self.at.deal.course.partner

    @property
    def is_declarer(self) -> bool:
        return self.at.seat == self.at.deal.course.game.declarer

    @property
    def declarer(self) -> str:
        return self.at.deal.course.game.declarer

    @property
    def king(self) -> Card:
        return self.at.deal.course.game.king

    def tarocks(self, seat: str) -> list[Card]:
        """The tarocks of a seat, from the highest."""
        return sorted((card for card in self.at.hands[seat] if card.is_tarock), key=lambda card: -card.strength)

    def hits(self, card: Card, seat: str) -> bool:
        """Whether a seat has to give a tarock to a card that is led."""
        due = self.at.deal.law.legal(self.at.hands[seat], [(self.at.seat, card)])
        return bool(due) and all(other.is_tarock for other in due)

    def seen_in_talon(self, suit: str) -> bool:
        """Whether the talon, which lay open, had a card of a suit."""
        return any(card.suit == suit for card in self.at.deal.course.game.talon.cards)


def _third_tarock(it: Shown) -> bool:
    """1840:115.1: four cards each, three tarocks, the Pagat beside one of them, the highest with who leads."""
    every = {seat: it.tarocks(seat) for seat in it.at.hands}
    holder = it.at.deal.holder
    return (
        it.at.goal is Task.CATCH
        and it.leads
        and len(it.at.hand) == 4
        and sum(map(len, every.values())) == 3
        and len(every.get(holder, ())) == 2
        and it.at.deal.pack.pagat in every[holder]
        and len(every[it.at.seat]) == 1
        and every[it.at.seat][0].strength > max(card.strength for card in every[holder])
        and any(it.hits(card, holder) for card in it.at.hand if not card.is_tarock)
        and it.at.solving == every[it.at.seat]
    )


def _friend_of_ultimo(it: Shown) -> bool:
    """1840:105.1: the friend of who has announced ultimo leads tarock whenever he leads."""
    return it.at.deal.keeper in it.at.friends and it.leads and _tarocks_only(it)


def _tarocks_only(it: Shown) -> bool:
    """A tarock solves it, and a suit does not."""
    return all(card.is_tarock for card in it.at.solving) and any(not group[0].is_tarock for group in it.at.failing)


def _king_on_a_sure_trick(it: Shown) -> bool:
    """1840:92.1: the called king is thrown on a sure trick of the declarer's."""
    led = it.at.table[0][1] if it.at.table else None
    return (
        it.at.goal is Task.KING
        and led is not None
        and led.suit != it.king.suit
        and it.at.solving == [it.king]
        and it.is_friend
        and it.winner == it.declarer
        and it.declarer in dict(it.at.table)
    )


def _in_with_the_king(it: Shown) -> bool:
    """1840:110.1: the opponents lead the called suit, the king has two beside him, none was seen: in with him."""
    return (
        it.at.goal is Task.KING
        and bool(it.at.table)
        and it.at.table[0][0] in it.at.opponents
        and it.at.table[0][1].suit == it.king.suit
        and sum(card.suit == it.king.suit for card in it.at.hand) == 3
        and not it.seen_in_talon(it.king.suit)
        and it.at.solving == [it.king]
    )


def _queen_before_king(it: Shown) -> bool:
    """1840:110.2: with four of the called suit, those seen among them, the queen or another sure card is given."""
    same = [card for card in it.at.hand if card.suit == it.king.suit]
    seen = sum(card.suit == it.king.suit for card in it.at.deal.course.game.talon.cards)
    return (
        it.at.goal is Task.KING
        and bool(it.at.table)
        and it.at.table[0][0] in it.at.opponents
        and it.at.table[0][1].suit == it.king.suit
        and it.king in same
        and len(same) + seen >= 4
        and it.king not in it.at.solving
        and it.winner == it.at.seat
    )


def _spare_the_stecher(it: Shown) -> bool:
    """1840:111.1, 111.2: the other side leads tarocks; a Stecher that has others beside him is spared."""
    held = it.tarocks(it.at.seat)
    high = sorted((card for card in it.at.deal.pack.cards if card.is_tarock), key=lambda card: -card.strength)
    spared = set(high[1 : STECHER + 1]).intersection(held)
    return (
        bool(it.at.table)
        and it.at.table[0][1].is_tarock
        and it.at.table[0][0] in it.at.opponents
        and bool(spared)
        and all(card.is_tarock and card not in high[: STECHER + 1] for card in it.at.solving)
        and all(not it.at.good[card] for card in spared.intersection(it.at.legal))
    )


def _a_low_one_beside_the_scues(it: Shown) -> bool:
    """1840:117.2: who has the Scüs, and an opponent the Mond, keeps one of the lowest tarocks beside it."""
    held, pack = it.tarocks(it.at.seat), it.at.deal.pack
    return (
        pack.scues in held
        and any(pack.mond in it.at.hands[seat] for seat in it.at.opponents)
        and len(held) > 1
        and held[-1].strength <= STECHER
        and held[-1] in it.at.legal
        and not it.at.good[held[-1]]
        and pack.scues in it.at.hand
        and all(card != pack.scues for card in it.at.solving)
    )


def _mond_not_bare(it: Shown) -> bool:
    """1840:117.1: the Mond is not bared while an opponent has the Scüs."""
    held, pack = it.tarocks(it.at.seat), it.at.deal.pack
    return (
        len(held) == 2
        and pack.mond in held
        and any(pack.scues in it.at.hands[seat] for seat in it.at.opponents)
        and held[1] in it.at.legal
        and not it.at.good[held[1]]
    )


def _friend_leads_tarock(it: Shown) -> bool:
    """1840:91.2: the declarer's friend leads a tarock whenever he leads."""
    return it.is_friend and it.leads and _tarocks_only(it)


def _friend_overtakes(it: Shown) -> bool:
    """1840:91.2: he overtakes each tarock that the opponents have put in."""
    if not it.is_friend or it.leads:
        return False
    law = it.at.deal.law
    seat, best = law.winner(it.at.table)
    return (
        best.is_tarock
        and seat in it.at.opponents
        and all(law.takes(card, best) for card in it.at.solving)
        and any(group[0].is_tarock and not law.takes(group[0], best) for group in it.at.failing)
    )


def _friend_in_by_the_called_suit(it: Shown) -> bool:
    """1840:79.11: the declarer brings his friend in with the called suit."""
    return (
        it.is_declarer
        and it.leads
        and it.winner in it.at.friends
        and all(card.suit == it.king.suit for card in it.at.solving)
        and any(group[0].suit != it.king.suit for group in it.at.failing)
    )


def _pagat_to_the_friend(it: Shown) -> bool:
    """1840:112.1: the Pagat is given to a low tarock when the friend is the last to play."""
    order = it.at.moment.position.order
    return (
        it.at.goal is Task.WIN
        and it.at.solving == [it.at.deal.pack.pagat]
        and bool(it.at.table)
        and order[-1] in it.at.friends
        and it.winner == order[-1]
        and it.at.table[0][1].is_tarock
    )


def _suit_of_each_side(it: Shown) -> bool:
    """1840:99.1: who leads a suit leads kings or figures as the declarer's friend, empty cards as his opponent."""
    if not it.leads or it.is_declarer or any(card.is_tarock for card in it.at.solving):
        return False
    suits = {card.suit for card in it.at.solving}
    of_suit = [group[0] for group in it.at.failing if group[0].suit in suits]
    if it.is_friend:
        return all(card.points for card in it.at.solving) and any(not card.points for card in of_suit)
    return not any(card.points for card in it.at.solving) and any(card.points for card in of_suit)


def _figures_home(it: Shown) -> bool:
    """1840:100.1: figures are brought home, on the friend's trick."""
    return (
        it.at.goal is Task.WIN
        and not it.leads
        and it.winner in it.at.friends
        and all(card.points and not card.is_tarock for card in it.at.solving)
        and any(not group[0].points for group in it.at.failing)
    )


def _scatinel_away(it: Shown) -> bool:
    """1840:119.1: on tricks of the opponents Scatinels are thrown away, if they are no cards to give to a friend."""
    if it.leads or it.winner in {*it.at.friends, it.at.seat} or it.at.table[0][1].suit in {c.suit for c in it.at.hand}:
        return False
    single = [card for card in it.at.hand if sum(card.suit == other.suit for other in it.at.hand) == 1]
    return all(card in single and not card.points and not card.is_tarock for card in it.at.solving)


def _hit_the_strongest(it: Shown) -> bool:
    """1840:113.1: when every suit hits the friend too, that is led which hits all opponents, or the strongest."""
    suits = [card for card in it.at.hand if not card.is_tarock]
    strongest = max(it.at.opponents, key=lambda seat: len(it.tarocks(seat)))
    return (
        it.leads
        and len({card.suit for card in suits}) > 1
        and all(any(it.hits(card, friend) for friend in it.at.friends) for card in suits)
        and all(not card.is_tarock and it.hits(card, strongest) for card in it.at.solving)
        and any(not it.hits(group[0], strongest) for group in it.at.failing if not group[0].is_tarock)
    )


def _weaken_in_tarocks(it: Shown) -> bool:
    """1840:90.2: each side tries to weaken the other in tarocks: what is led costs an opponent one, others none."""
    return (
        it.leads
        and all(any(it.hits(card, seat) for seat in it.at.opponents) for card in it.at.solving)
        and any(not any(it.hits(group[0], seat) for seat in it.at.opponents) for group in it.at.failing)
    )


def _opponents_lead_suits(it: Shown) -> bool:
    """1840:91.1: the opponents show themselves by leading suits."""
    return (
        it.leads
        and not it.is_friend
        and not it.is_declarer
        and not any(card.is_tarock for card in it.at.solving)
        and any(group[0].is_tarock for group in it.at.failing)
    )


def _declarer_seeks_his_friend(it: Shown) -> bool:
    """1840:98.1: the declarer seeks his friend by leading tarocks, while the called king is still in a hand."""
    held = any(it.king in it.at.hands[seat] for seat in it.at.friends)
    return it.leads and it.is_declarer and held and _tarocks_only(it)


# The paragraphs with words of theirs, the more special ones first.
ADVICE: tuple[tuple[str, str, Callable[[Shown], bool]], ...] = (
    ("1840:115.1", "seinen Tarock zu schlagen, und die bezeichnete Farbe nachzuspielen", _third_tarock),
    ("1840:105.1", "die Pflicht des Freundes, jederzeit zu tarockiren", _friend_of_ultimo),
    ("1840:92.1", "nur auf einen sicheren Stich des Spielers geschmiert werden", _king_on_a_sure_trick),
    ("1840:110.1", "so muß nach Raison mit dem König hineingegangen werden", _in_with_the_king),
    ("1840:110.2", "ein anderes sicheres Stichblatt dieser Farbe besitzt, dasselbe zuzugeben ist", _queen_before_king),
    ("1840:117.1", "Im Allgemeinen ist es Regel, sich den Mond nicht zu blankiren", _mond_not_bare),
    ("1840:117.2", "bei demselben immer einen der kleinsten Tarocks zu behalten", _a_low_one_beside_the_scues),
    ("1840:111.1", "so schont er sich so lange", _spare_the_stecher),
    ("1840:112.1", "auf eine kleine Tarock den Pagat zuzugeben", _pagat_to_the_friend),
    ("1840:79.11", "seinen Freund zum Stiche bringen, als mit der gerufenen Farbe", _friend_in_by_the_called_suit),
    ("1840:91.2", "jede von den Gegnern vorgesetzte Tarock im möglichen Falle überstechen", _friend_overtakes),
    ("1840:91.2", "Der Freund des Spielers muß also bei jedem Ausspielen Tarock geben", _friend_leads_tarock),
    ("1840:113.1", "doch wenigstens zugleich auch den stärksten der Feinde trifft", _hit_the_strongest),
    ("1840:99.1", "Könige oder Figuren, und der Gegner leere Blätter zu spielen", _suit_of_each_side),
    ("1840:100.1", "daher die Figuren so viel als möglich nach Hause zu bringen sind", _figures_home),
    ("1840:119.1", "so verwerfe er auf die von den Gegnern gemachten Stiche", _scatinel_away),
    ("1840:90.2", "Jede Parthei muß trachten, die Gegenparthei in Tarocks zu schwächen", _weaken_in_tarocks),
    ("1840:91.1", "die Gegner sich durch Farbenspiel zu erkennen geben", _opponents_lead_suits),
    ("1840:98.1", "seinen Freund aufsuchen, was ebenfalls durch Tarockiren geschieht", _declarer_seeks_his_friend),
)  # fmt: skip


def advised(it: Shown) -> Advice | None:
    """The paragraph that says what a task shows; none where no paragraph does."""
    return next((Advice(ref, quote) for ref, quote, says in ADVICE if says(it)), None)


def posed(goals: Iterable[Task], deal: OpenCards, moment: Moment) -> list[Position]:
    """What can be asked at a moment: goals that some of at least three cards, none alike, reach, and others do not."""
    found = []
    side = deal.course.side
    for goal in goals:
        if goal.aim not in deal.goals:
            continue
        position = Position(deal, moment, goal)
        with_pagat = position.seat == deal.holder or side[position.seat] is side.get(deal.holder)
        ours = position.seat in deal.ours
        asked = {Task.KEEP: with_pagat, Task.CATCH: not with_pagat, Task.KING: ours}.get(goal, True)
        if asked and len(position.groups) >= 3 and position.solutions and position.failing:
            found.append(position)
    return found
