"""The author's advice (1840, §§ 79–121), each paragraph as a test of a task: whether what solves it is what he says.

A test asks two things: that the situation is the one of which the paragraph speaks, and that the cards which it
recommends solve the task while one that it advises against does not. The first that fits is the advice of the task.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tarock.analysis.tasks import SEATS, Advice, Position, Task
from tarock.base.structs import LazyValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play

STECHER = 5  # how many tarocks are worth sparing: XXI to XVII (1840:111.2)
FEW = 3  # so many cards the author may call few, or figures many
MIDDLE = ("XVIII", "XVII", "XVI", "XV", "XIV", "XIII", "XII", "XI")  # "zwischen XIX. und X." (1840:91.7)


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

    @property
    def order(self) -> tuple[str, ...]:
        """The seats as they play to this trick."""
        return self.at.moment.position.order

    def next(self, seat: str) -> str:
        """Who plays after a seat: its right-hand neighbour."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def count(self, suit: str) -> int:
        """How many cards of a suit who is to play has."""
        return sum(card.suit == suit for card in self.at.hand)

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


def _suit_that_hits_the_pagat(it: Shown) -> bool:
    """1840:115.1: who has the Pagat and at most one more tarock is led a suit that he has not."""
    holder = it.at.deal.holder
    return (
        it.at.goal is Task.CATCH
        and it.leads
        and len(it.tarocks(holder)) <= 2
        and all(not card.is_tarock and it.hits(card, holder) for card in it.at.solving)
        and any(not it.hits(group[0], holder) for group in it.at.failing if not group[0].is_tarock)
    )


def _tarock_kept_to_the_last(it: Shown) -> bool:
    """1840:104.1: who is to stop the ultimo plays his suits away and keeps tarock for the last trick."""
    own = [card for seat, card in it.line if seat == it.at.seat]
    return it.at.goal is Task.CATCH and it.leads and _suits_only(it) and own[-1].is_tarock


def _highest_for_the_ultimo(it: Shown) -> bool:
    """1840:105.2: where the ultimo could be lost, the friend of who has announced it leads his highest tarocks."""
    held = it.tarocks(it.at.seat)
    return it.at.deal.keeper in it.at.friends and it.leads and _tarocks_only(it) and _is_highest_only(it, held)


def _friend_of_ultimo(it: Shown) -> bool:
    """1840:105.1: the friend of who has announced ultimo leads tarock whenever he leads."""
    return it.at.deal.keeper in it.at.friends and it.leads and _tarocks_only(it)


def _sure_for_the_ultimo(it: Shown) -> bool:
    """1840:105.1: with an announced ultimo the sure card is taken before the unsure: both take what lies there."""
    law, announcing = it.at.deal.law, {it.at.seat, *it.at.friends}
    if it.at.goal is not Task.KEEP or it.leads or it.at.deal.keeper not in announcing:
        return False
    best = law.winner(it.at.table)[1]
    return it.winner == it.at.seat and any(law.takes(group[0], best) for group in it.at.failing)


def _tricks_in_suits(it: Shown) -> bool:
    """1840:103.1: who announces ultimo counts on tricks in suits too: he leads a suit and makes the trick with it."""
    return it.at.goal is Task.KEEP and it.at.deal.keeper == it.at.seat == it.winner and it.leads and _suits_only(it)


def _force_suit(it: Shown) -> bool:
    """1840:87.1: the declarer, who hopes for ultimo, forces the opponents in a suit of which he has kept figures."""
    suits = {card.suit for card in it.at.solving}
    held = [card for card in it.at.hand if card.suit in suits]
    return (
        it.at.goal is Task.KEEP
        and it.is_declarer
        and it.leads
        and _suits_only(it)
        and len(suits) == 1
        and len(held) > 1
        and any(card.points for card in held)
        and any(it.hits(held[0], seat) for seat in it.at.opponents)
    )


def _tarocks_only(it: Shown) -> bool:
    """A tarock solves it, and a suit does not."""
    return all(card.is_tarock for card in it.at.solving) and any(not group[0].is_tarock for group in it.at.failing)


def _suits_only(it: Shown) -> bool:
    """A suit solves it, and a tarock does not."""
    return not any(card.is_tarock for card in it.at.solving) and any(group[0].is_tarock for group in it.at.failing)


def _is_highest_only(it: Shown, held: list[Card]) -> bool:
    """Whether of the tarocks that he has the highest solves it and the lowest does not."""
    return held[0] in it.at.solving and held[-1] in it.at.legal and not it.at.good[held[-1]]


def _stecher(it: Shown, seat: str) -> list[Card]:
    """The highest tarocks that a seat has, beside the Scüs."""
    high = sorted((card for card in it.at.deal.pack.cards if card.is_tarock), key=lambda card: -card.strength)
    return [card for card in it.tarocks(seat) if card in high[1 : STECHER + 1]]


def _king_on_the_highest(it: Shown) -> bool:
    """1840:110.3: the friend without tarocks throws the called king on the highest tarock, which the declarer leads."""
    highest = max((card.strength for seat in it.at.hands for card in it.tarocks(seat)), default=0)
    return (
        _king_on_a_sure_trick(it)
        and not it.tarocks(it.at.seat)
        and it.at.table[0][0] == it.declarer
        and it.at.table[0][1].is_tarock
        and it.at.table[0][1].strength >= highest
    )


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


def _king_from_few(it: Shown) -> bool:
    """1840:92.1: the friend leads the called king himself, of which suit he has few cards."""
    same = [card for card in it.at.hand if card.suit == it.king.suit]
    return it.is_friend and it.leads and it.at.solving == [it.king] and len(same) <= FEW


def _king_when_asked(it: Shown) -> bool:
    """1840:110.3: the declarer leads the called suit low, which asks for the king."""
    return (
        it.is_friend
        and bool(it.at.table)
        and it.at.table[0][0] == it.declarer
        and it.at.table[0][1].suit == it.king.suit
        and not it.at.table[0][1].points
        and it.at.solving == [it.king]
    )


def _king_set_free(it: Shown) -> bool:
    """1840:114.2: the declarer who has the called king himself draws the tarocks of his opponents."""
    return it.at.goal is Task.KING and it.is_declarer and it.king in it.at.hand and it.leads and _tarocks_only(it)


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


def _no_stecher_in_the_second_place(it: Shown) -> bool:
    """1840:121.1: of two friends who sit opposite one leads tarock; who plays after him puts no Stecher in."""
    return (
        len(it.at.table) == 1
        and it.at.table[0][1].is_tarock
        and it.at.table[0][0] in it.at.opponents
        and it.order[2] in it.at.opponents
        and bool(high := set(_stecher(it, it.at.seat)).intersection(it.at.legal))
        and not any(it.at.good[card] for card in high)
        and all(card.is_tarock for card in it.at.solving)
    )


def _high_in_the_third_place(it: Shown) -> bool:
    """1840:121.1: the friend of who leads tarock sits opposite and goes in high because of the opponent who is last."""
    held = it.tarocks(it.at.seat)
    return (
        len(it.at.table) == 2
        and it.at.table[0][1].is_tarock
        and it.at.table[0][0] in it.at.friends
        and it.order[3] in it.at.opponents
        and all(card.is_tarock for card in it.at.solving)
        and _is_highest_only(it, held)
    )


def _spare_the_stecher(it: Shown) -> bool:
    """1840:111.1, 111.2: the other side leads tarocks; a Stecher that has others beside him is spared."""
    spared = set(_stecher(it, it.at.seat))
    return (
        bool(it.at.table)
        and it.at.table[0][1].is_tarock
        and it.at.table[0][0] in it.at.opponents
        and bool(spared)
        and all(card.is_tarock and card not in {it.at.deal.pack.scues, *spared} for card in it.at.solving)
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
        and all(card != pack.scues for card in it.at.solving)
    )


def _mond_not_bare(it: Shown) -> bool:
    """1840:117.1: the Mond is not bared while an opponent has the Scüs: a suit is played."""
    held, pack = it.tarocks(it.at.seat), it.at.deal.pack
    return (
        len(held) == 2
        and pack.mond in held
        and any(pack.scues in it.at.hands[seat] for seat in it.at.opponents)
        and held[1] in it.at.legal
        and not any(card.is_tarock for card in it.at.solving)
    )


def _middle_from_the_right(it: Shown) -> bool:
    """1840:91.7: the friend at the declarer's right hand leads middle tarocks, between XIX and X."""
    held = [card for card in it.tarocks(it.at.seat) if card in it.at.legal]
    middle = [card for card in held if card.rank in MIDDLE]
    return (
        it.is_friend
        and it.leads
        and it.order[3] == it.declarer
        and all(card in middle for card in it.at.solving)
        and any(card not in middle for card in held)
    )


def _stecher_before_low(it: Shown) -> bool:
    """1840:91.6: the friend who has few tarocks leads his Stecher, and his low tarock after it if he keeps the lead."""
    held = it.tarocks(it.at.seat)
    return (
        it.is_friend
        and it.leads
        and 1 < len(held) <= FEW
        and len(_stecher(it, it.at.seat)) == 1
        and it.at.solving == held[:1]
        and it.winner == it.at.seat
        and held[-1] in it.at.legal
    )


def _smallest_with_a_stecher(it: Shown) -> bool:
    """1840:91.3: the friend who has a Stecher leads his smallest tarock, below X."""
    held, high = it.tarocks(it.at.seat), _stecher(it, it.at.seat)
    return (
        it.is_friend
        and it.leads
        and bool(high)
        and held[-1] in it.at.solving
        and held[-1].rank not in (*MIDDLE, "X")
        and all(card.is_tarock for card in it.at.solving)
        and not any(it.at.good[card] for card in high)
    )


def _scatinel_to_the_declarer(it: Shown) -> bool:
    """1840:91.6: the friend who has Stecher and no low tarock brings the declarer in by a single card of a suit."""
    held = it.tarocks(it.at.seat)
    return (
        it.is_friend
        and it.leads
        and bool(held)
        and len(_stecher(it, it.at.seat)) == len(held)
        and it.winner == it.declarer
        and all(not card.is_tarock and it.count(card.suit) == 1 for card in it.at.solving)
    )


def _friend_leads_tarock(it: Shown) -> bool:
    """1840:91.2: the declarer's friend leads a tarock whenever he leads."""
    return it.is_friend and it.leads and _tarocks_only(it)


def _friend_overtakes(it: Shown) -> bool:
    """1840:91.2: he overtakes each tarock that the opponents have put in."""
    return it.is_friend and _overtakes(it)


def _declarer_takes_over(it: Shown) -> bool:
    """1840:91.9: the friend at his right hand leads tarock, an opponent overtakes it, the declarer takes the trick."""
    return it.is_declarer and _overtakes(it) and _by_a_friend(it) and it.order[0] == it.next(it.at.seat)


def _declarer_puts_in(it: Shown) -> bool:
    """1840:91.8: the friend asks by a low tarock, an opponent overtakes it, the declarer puts a sure card in."""
    low = bool(it.at.table) and it.at.table[0][1].rank not in (*MIDDLE, "X")
    return it.is_declarer and _overtakes(it) and _by_a_friend(it) and low and it.winner == it.at.seat


def _by_a_friend(it: Shown) -> bool:
    """Whether a friend has led tarock."""
    return it.at.table[0][1].is_tarock and it.at.table[0][0] in it.at.friends


def _overtakes(it: Shown) -> bool:
    """Whether the tarock of an opponent has to be overtaken, and another tarock could be played."""
    if it.leads:
        return False
    law = it.at.deal.law
    seat, best = law.winner(it.at.table)
    return (
        best.is_tarock
        and seat in it.at.opponents
        and all(law.takes(card, best) for card in it.at.solving)
        and any(group[0].is_tarock and not law.takes(group[0], best) for group in it.at.failing)
    )


def _not_over_a_friend(it: Shown) -> bool:
    """1840:112.2: over a friend's tarock no high one is put without cause."""
    if it.leads or not it.at.table[0][1].is_tarock:
        return False
    law = it.at.deal.law
    seat, best = law.winner(it.at.table)
    over = [card for card in it.at.legal if law.takes(card, best)]
    return (
        seat in it.at.friends
        and all(card.is_tarock for card in it.at.solving)
        and bool(over)
        and not any(it.at.good[card] for card in over)
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
    return (
        it.at.goal is Task.WIN
        and it.at.solving == [it.at.deal.pack.pagat]
        and bool(it.at.table)
        and it.order[-1] in it.at.friends
        and it.winner == it.order[-1]
        and it.at.table[0][1].is_tarock
    )


def _middle_figure(it: Shown) -> bool:
    """1840:99.1: the opponent who has many figures leads a middle one."""
    suits = {card.suit for card in it.at.solving}
    figures = [card for card in it.at.hand if card.suit in suits and card.points]
    middle = sorted(figures, key=lambda card: card.strength)[:-1]
    return (
        it.leads
        and not it.is_friend
        and not it.is_declarer
        and len(suits) == 1
        and len(figures) >= FEW
        and all(card in middle for card in it.at.solving)
    )


def _suit_of_each_side(it: Shown) -> bool:
    """1840:99.1: who leads a suit leads kings or figures as the declarer's friend, empty cards as his opponent."""
    if not it.leads or it.is_declarer or any(card.is_tarock for card in it.at.solving):
        return False
    suits = {card.suit for card in it.at.solving}
    failing = [group[0] for group in it.at.failing if not group[0].is_tarock]
    wanted = [bool(card.points) is it.is_friend for card in it.at.solving]
    other = [card for card in failing if bool(card.points) is not it.is_friend]
    return all(wanted) and bool(other) and (len(other) == len(failing) or any(card.suit in suits for card in other))


def _suit_by_its_length(it: Shown) -> bool:
    """1840:99.1: the declarer's friend leads the suit of which he has fewest cards, his opponent that of most."""
    held = {card.suit for card in it.at.hand if not card.is_tarock}
    suits = {card.suit for card in it.at.solving}
    if not it.leads or it.is_declarer or len(held) < 2 or len(suits) > 1 or not suits < held:
        return False
    own, others = it.count(*suits), [it.count(suit) for suit in held - suits]
    return own < min(others) if it.is_friend else own > max(others)


def _figures_for_the_counter_game(it: Shown) -> bool:
    """1840:102.4: on the highest tarock of an opponent his friend, who has none left, throws the highest figures."""
    highest = max((card.strength for seat in it.at.hands for card in it.tarocks(seat)), default=0)
    return (
        _figures_home(it)
        and not it.is_friend
        and not it.is_declarer
        and not it.tarocks(it.at.seat)
        and it.at.table[0][0] in it.at.friends
        and it.at.table[0][1].is_tarock
        and it.at.table[0][1].strength >= highest
        and max(it.at.legal, key=lambda card: card.points) in it.at.solving
    )


def _figures_home(it: Shown) -> bool:
    """1840:100.1: figures are brought home, on the friend's trick."""
    return (
        it.at.goal is Task.WIN
        and not it.leads
        and it.winner in it.at.friends
        and all(card.points and not card.is_tarock for card in it.at.solving)
        and min(group[0].points for group in it.at.failing) < min(card.points for card in it.at.solving)
    )


def _scatinel_away(it: Shown) -> bool:
    """1840:119.1: on tricks of the opponents Scatinels are thrown away, if they are no cards to give to a friend."""
    if it.leads or it.winner in {*it.at.friends, it.at.seat} or it.at.table[0][1].suit in {c.suit for c in it.at.hand}:
        return False
    return all(it.count(card.suit) == 1 and not card.points and not card.is_tarock for card in it.at.solving)


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


def _the_last_tarock(it: Shown) -> bool:
    """1840:90.2: each side tries to leave the other without tarock: what is led costs an opponent the last."""
    bare = [seat for seat in it.at.opponents if len(it.tarocks(seat)) == 1]
    return (
        it.leads
        and all(any(it.hits(card, seat) for seat in bare) for card in it.at.solving)
        and not any(it.hits(group[0], seat) for group in it.at.failing for seat in bare)
    )


def _declarer_seeks_his_friend(it: Shown) -> bool:
    """1840:98.1: the declarer seeks his friend by leading tarocks, while the called king is still in a hand."""
    held = any(it.king in it.at.hands[seat] for seat in it.at.friends)
    return it.leads and it.is_declarer and held and _tarocks_only(it)


# The paragraphs with words of theirs, the more special ones first.
ADVICE: tuple[tuple[str, str, Callable[[Shown], bool]], ...] = (
    ("1840:115.1", "seinen Tarock zu schlagen, und die bezeichnete Farbe nachzuspielen", _third_tarock),
    ("1840:115.1", "eine Farbe hat, welche Ersteren gewiß treffen muß", _suit_that_hits_the_pagat),
    ("1840:104.1", "die Farben wegzubringen, und Tarock bis zuletzt zu behalten", _tarock_kept_to_the_last),
    ("1840:105.2", "so muß dessen Freund mit den höchsten Tarocks agiren", _highest_for_the_ultimo),
    ("1840:105.1", "die Pflicht des Freundes, jederzeit zu tarockiren", _friend_of_ultimo),
    ("1840:105.1", "so ziehe man das Unsichere nicht dem Sichern vor", _sure_for_the_ultimo),
    ("1840:103.1", "und auch in Farben auf Stiche rechnen können", _tricks_in_suits),
    ("1840:87.1", "um mit derselben die Gegner in Tarocks zu schwächen", _force_suit),
    ("1840:110.3", "eine Aufforderung, den gerufenen König zu schmieren", _king_on_the_highest),
    ("1840:92.1", "nur auf einen sicheren Stich des Spielers geschmiert werden", _king_on_a_sure_trick),
    ("1840:92.1", "nur bei wenigen Blättern dieser Farbe auszuspielen", _king_from_few),
    ("1840:110.3", "Fordert der Spieler mit der gerufenen Farbe klein auf", _king_when_asked),
    ("1840:114.2", "bei vielen, hohen und geschlossenen Tarocks, die Gegner tarocklos zu machen", _king_set_free),
    ("1840:110.1", "so muß nach Raison mit dem König hineingegangen werden", _in_with_the_king),
    ("1840:110.2", "ein anderes sicheres Stichblatt dieser Farbe besitzt, dasselbe zuzugeben ist", _queen_before_king),
    ("1840:117.1", "Im Allgemeinen ist es Regel, sich den Mond nicht zu blankiren", _mond_not_bare),
    ("1840:117.2", "bei demselben immer einen der kleinsten Tarocks zu behalten", _a_low_one_beside_the_scues),
    ("1840:121.1", "Gegner, der dem Tarockirenden zur rechten Seite sitzt, unnütz", _no_stecher_in_the_second_place),
    ("1840:111.1", "so schont er sich so lange", _spare_the_stecher),
    ("1840:112.1", "auf eine kleine Tarock den Pagat zuzugeben", _pagat_to_the_friend),
    ("1840:79.11", "seinen Freund zum Stiche bringen, als mit der gerufenen Farbe", _friend_in_by_the_called_suit),
    ("1840:91.9", "die von B ausgespielte Tarock überstochen worden ist, den Stich", _declarer_takes_over),
    ("1840:91.8", "entweder ein sicheres Stichblatt selbst mit dem XXI. vorsetzen", _declarer_puts_in),
    ("1840:121.1", "wegen den zuletzt sitzenden Gegner hoch hinein gehen muß", _high_in_the_third_place),
    ("1840:112.2", "Gegen seinen Freund ohne gegründete Ursache hohe Tarocks vorsetzen, wäre", _not_over_a_friend),
    ("1840:91.2", "jede von den Gegnern vorgesetzte Tarock im möglichen Falle überstechen", _friend_overtakes),
    ("1840:91.7", "so spielt er mittlere Tarocks, nämlich zwischen XIX. und X.", _middle_from_the_right),
    ("1840:91.6", "Bei wenigen Tarocks schlägt man die Stecher in der Art", _stecher_before_low),
    ("1840:91.3", "daß er seine kleinste Tarock, in der Regel unter X ausspielt", _smallest_with_a_stecher),
    ("1840:91.6", "durch das Ausspielen Eines Scatinels in Stich zu setzen", _scatinel_to_the_declarer),
    ("1840:91.2", "Der Freund des Spielers muß also bei jedem Ausspielen Tarock geben", _friend_leads_tarock),
    ("1840:113.1", "doch wenigstens zugleich auch den stärksten der Feinde trifft", _hit_the_strongest),
    ("1840:99.1", "gewöhnlich eine mittlere Figur, z. B. Reiter oder Bube mit Vortheil ausspielen", _middle_figure),
    ("1840:99.1", "Könige oder Figuren, und der Gegner leere Blätter zu spielen", _suit_of_each_side),
    ("1840:99.1", "von den wenigsten, und der Gegner von den meisten Blättern anziehen", _suit_by_its_length),
    ("1840:102.4", "im letzten Falle die höchsten Figuren", _figures_for_the_counter_game),
    ("1840:100.1", "daher die Figuren so viel als möglich nach Hause zu bringen sind", _figures_home),
    ("1840:119.1", "so verwerfe er auf die von den Gegnern gemachten Stiche", _scatinel_away),
    ("1840:98.1", "seinen Freund aufsuchen, was ebenfalls durch Tarockiren geschieht", _declarer_seeks_his_friend),
    ("1840:90.2", "oder wohl gar tarocklos zu machen", _the_last_tarock),
)  # fmt: skip


def advised(it: Shown) -> Advice | None:
    """The paragraph that says what a task shows; none where no paragraph does."""
    return next((Advice(ref, quote) for ref, quote, says in ADVICE if says(it)), None)
