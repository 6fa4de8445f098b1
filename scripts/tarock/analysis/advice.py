"""The author's advice (1840, §§ 79–121), each paragraph as a test of a task: whether what solves it is what he says.

A test asks two things: that the situation is the one of which the paragraph speaks, and that the cards which it
recommends solve the task while one that it advises against does not. The first that fits is the advice of the task.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from tarock.analysis.tasks import SEATS, Advice, TaskGoal, TaskPosition
from tarock.game.common.cards import Card
from tarock.game.common.notation import Play

STECHER = 5  # how many tarocks are worth sparing: XXI to XVII (1840:111.2)
FEW = 3  # so many cards the author may call few, or figures many
MIDDLE = ("XVIII", "XVII", "XVI", "XV", "XIV", "XIII", "XII", "XI")  # "zwischen XIX. und X." (1840:91.7)


class AdvicePosition(TaskPosition):
    """A position of a task with its proof line, against which the author's advice is tested."""

    line: tuple[Play, ...]  # from the solving card on

    @cached_property
    def trick(self) -> tuple[Play, ...]:
        """Return all plays of the trick with the solving card."""
        return (*self.table, *self.line[: len(SEATS) - len(self.table)])

    @cached_property
    def winner(self) -> str:
        """Return the seat that takes the trick with the solving card."""
        return self.deal.law.find_winner(self.trick)[0]

    @property
    def is_leading(self) -> bool:
        """Return whether the solving card is led."""
        return not self.table

    @property
    def leader(self) -> str:
        """Return the seat that leads the trick, which can be that of the player to move."""
        return self.trick[0][0]

    @property
    def led(self) -> Card:
        """Return the card led to the trick."""
        return self.trick[0][1]

    @property
    def is_friend(self) -> bool:
        """Return whether the player to move is the declarer's partner."""
        return self.seat == self.deal.course.partner

    @property
    def is_declarer(self) -> bool:
        """Return whether the player to move is the declarer."""
        return self.seat == self.declarer

    @property
    def declarer(self) -> str:
        """Return the declarer's seat."""
        return self.deal.course.game.declarer

    @property
    def king(self) -> Card:
        """Return the called king."""
        return self.deal.course.game.king

    def list_tarocks(self, seat: str) -> list[Card]:
        """Return the tarocks that a seat holds, from the highest."""
        return sorted((card for card in self.hands[seat] if card.is_tarock), key=lambda card: -card.strength)

    @cached_property
    def tarocks_held(self) -> list[Card]:
        """Return the tarocks of the player to move, from the highest."""
        return self.list_tarocks(self.seat)

    @cached_property
    def stecher(self) -> list[Card]:
        """Return the highest tarocks of the player to move (Stecher), without the Scüs."""
        high = sorted((card for card in self.deal.pack.cards if card.is_tarock), key=lambda card: -card.strength)
        return [card for card in self.tarocks_held if card in high[1 : STECHER + 1]]

    @property
    def is_highest_led(self) -> bool:
        """Return whether a tarock is led that no other hand can beat."""
        hands = [card.strength for seat in self.hands for card in self.list_tarocks(seat)]
        return self.led.is_tarock and self.led.strength >= max(hands, default=0)

    def forces_tarock(self, card: Card, seat: str) -> bool:
        """Return whether a seat must play a tarock when `card` is led."""
        due = self.deal.law.find_legal(self.hands[seat], [(self.seat, card)])
        return bool(due) and all(other.is_tarock for other in due)

    @property
    def order(self) -> tuple[str, ...]:
        """Return the seats in the order in which they play to this trick."""
        return self.moment.position.order

    def count_suit(self, suit: str) -> int:
        """Return how many cards of a suit the player to move holds."""
        return sum(card.suit == suit for card in self.hand)

    @cached_property
    def best(self) -> Play:
        """Return the play that wins the trick so far; only for a player who does not lead."""
        return self.deal.law.find_winner(self.table)

    def beats_table(self, card: Card) -> bool:
        """Return whether a card beats everything played to the trick."""
        return self.deal.law.beats(card, self.best[1])

    def count_in_talon(self, suit: str) -> int:
        """Return how many cards of a suit were in the talon, which everybody saw."""
        return sum(card.suit == suit for card in self.deal.course.game.talon.cards)

    @cached_property
    def failing_cards(self) -> list[Card]:
        """Return the legal cards that do not reach the goal, one for each group of equivalent cards."""
        return [group[0] for group in self.failing_groups]

    def is_failing(self, card: Card) -> bool:
        """Return whether a card is legal and does not reach the goal."""
        return self.reaches_goal.get(card) is False

    @property
    def suits(self) -> set[str]:
        """Return the suits of the solving cards."""
        return {card.suit for card in self.solving_cards}

    @property
    def by_tarock(self) -> bool:
        """Return whether all solving cards are tarocks."""
        return all(card.is_tarock for card in self.solving_cards)

    @property
    def by_suit(self) -> bool:
        """Return whether no solving card is a tarock."""
        return not any(card.is_tarock for card in self.solving_cards)


def _third_tarock(it: AdvicePosition) -> bool:
    """1840:115.1: four cards each, three tarocks, the Pagat beside one of them, the highest with who leads."""
    holder = it.deal.pagat_holder
    if it.goal is not TaskGoal.CATCH or not it.is_leading or len(it.hand) != 4:
        return False
    pair = it.list_tarocks(holder)
    return (
        sum(card.is_tarock for hand in it.hands.values() for card in hand) == 3
        and len(pair) == 2
        and it.deal.pack.pagat in pair
        and len(it.tarocks_held) == 1
        and it.tarocks_held[0].strength > pair[0].strength
        and any(it.forces_tarock(card, holder) for card in it.hand if not card.is_tarock)
        and it.solving_cards == it.tarocks_held
    )


def _suit_that_hits_the_pagat(it: AdvicePosition) -> bool:
    """1840:115.1: who has the Pagat and at most one more tarock is led a suit that he has not."""
    holder = it.deal.pagat_holder
    return (
        it.goal is TaskGoal.CATCH
        and it.is_leading
        and len(it.list_tarocks(holder)) <= 2
        and _forces_tarock_by_suit(it, holder)
    )


def _forces_tarock_by_suit(it: AdvicePosition, seat: str) -> bool:
    """Return whether a suit that makes `seat` play a tarock solves the task, and one that does not fails."""
    return all(not card.is_tarock and it.forces_tarock(card, seat) for card in it.solving_cards) and any(
        not card.is_tarock and not it.forces_tarock(card, seat) for card in it.failing_cards
    )


def _tarock_kept_to_the_last(it: AdvicePosition) -> bool:
    """1840:104.1: who is to stop the ultimo plays his suits away and keeps tarock for the last trick."""
    return it.goal is TaskGoal.CATCH and _leads_suit(it) and dict(it.line)[it.seat].is_tarock  # his last card


def _highest_for_the_ultimo(it: AdvicePosition) -> bool:
    """1840:105.2: where the ultimo could be lost, the friend of who has announced it leads his highest tarocks."""
    return _friend_of_ultimo(it) and _is_highest_only(it)


def _friend_of_ultimo(it: AdvicePosition) -> bool:
    """1840:105.1: the friend of who has announced ultimo leads tarock whenever he leads."""
    return it.deal.pagat_keeper in it.friends and _leads_tarock(it)


def _sure_for_the_ultimo(it: AdvicePosition) -> bool:
    """1840:105.1: with an announced ultimo the sure card is taken before the unsure: both take what lies there."""
    return (
        it.goal is TaskGoal.KEEP
        and not it.is_leading
        and it.deal.pagat_keeper in {it.seat, *it.friends}
        and it.winner == it.seat
        and any(map(it.beats_table, it.failing_cards))
    )


def _tricks_in_suits(it: AdvicePosition) -> bool:
    """1840:103.1: who announces ultimo counts on tricks in suits too: he leads a suit and makes the trick with it."""
    return it.goal is TaskGoal.KEEP and it.deal.pagat_keeper == it.seat == it.winner and _leads_suit(it)


def _force_suit(it: AdvicePosition) -> bool:
    """1840:87.1: the declarer, who hopes for ultimo, forces the opponents in a suit of which he has kept figures."""
    held = [card for card in it.hand if card.suit in it.suits]
    return (
        it.goal is TaskGoal.KEEP
        and it.is_declarer
        and _leads_suit(it)
        and len(it.suits) == 1
        and len(held) > 1
        and any(card.points for card in held)
        and any(it.forces_tarock(held[0], seat) for seat in it.opponents)
    )


def _leads_tarock(it: AdvicePosition) -> bool:
    """Return whether leading a tarock solves the task and leading a suit does not."""
    return it.is_leading and it.by_tarock and any(not card.is_tarock for card in it.failing_cards)


def _leads_suit(it: AdvicePosition) -> bool:
    """Return whether leading a suit solves the task and leading a tarock does not."""
    return it.is_leading and it.by_suit and any(card.is_tarock for card in it.failing_cards)


def _is_highest_only(it: AdvicePosition) -> bool:
    """Return whether the highest tarock held solves the task and the lowest does not."""
    return it.tarocks_held[0] in it.solving_cards and it.is_failing(it.tarocks_held[-1])


def _king_on_the_highest(it: AdvicePosition) -> bool:
    """1840:110.3: the friend without tarocks throws the called king on the highest tarock, which the declarer leads."""
    return _king_on_a_sure_trick(it) and not it.tarocks_held and it.leader == it.declarer and it.is_highest_led


def _king_on_a_sure_trick(it: AdvicePosition) -> bool:
    """1840:92.1: the called king is thrown on a sure trick of the declarer's."""
    return (
        it.goal is TaskGoal.KING
        and it.led.suit != it.king.suit
        and it.solving_cards == [it.king]
        and it.is_friend
        and it.winner == it.declarer
        and it.declarer in dict(it.table)
    )


def _king_from_few(it: AdvicePosition) -> bool:
    """1840:92.1: the friend leads the called king himself, of which suit he has few cards."""
    return it.is_friend and it.is_leading and it.solving_cards == [it.king] and it.count_suit(it.king.suit) <= FEW


def _king_when_asked(it: AdvicePosition) -> bool:
    """1840:110.3: the declarer leads the called suit low, which asks for the king."""
    return (
        it.is_friend
        and it.leader == it.declarer
        and it.led.suit == it.king.suit
        and not it.led.points
        and it.solving_cards == [it.king]
    )


def _king_set_free(it: AdvicePosition) -> bool:
    """1840:114.2: the declarer who has the called king himself draws the tarocks of his opponents."""
    return it.goal is TaskGoal.KING and it.is_declarer and it.king in it.hand and _leads_tarock(it)


def _in_with_the_king(it: AdvicePosition) -> bool:
    """1840:110.1: the opponents lead the called suit, the king has two beside him, none was seen: in with him."""
    return (
        it.goal is TaskGoal.KING
        and it.leader in it.opponents
        and it.led.suit == it.king.suit
        and it.count_suit(it.king.suit) == 3
        and not it.count_in_talon(it.king.suit)
        and it.solving_cards == [it.king]
    )


def _queen_before_king(it: AdvicePosition) -> bool:
    """1840:110.2: with four of the called suit, those seen among them, the queen or another sure card is given."""
    return (
        it.goal is TaskGoal.KING
        and it.leader in it.opponents
        and it.led.suit == it.king.suit
        and it.king in it.hand
        and it.count_suit(it.king.suit) + it.count_in_talon(it.king.suit) >= 4
        and it.king not in it.solving_cards
        and it.winner == it.seat
    )


def _no_stecher_in_the_second_place(it: AdvicePosition) -> bool:
    """1840:121.1: of two friends who sit opposite one leads tarock; who plays after him puts no Stecher in."""
    return (
        len(it.table) == 1
        and it.led.is_tarock
        and it.leader in it.opponents
        and it.order[2] in it.opponents
        and bool(high := set(it.stecher).intersection(it.legal))
        and not any(it.reaches_goal[card] for card in high)
        and it.by_tarock
    )


def _high_in_the_third_place(it: AdvicePosition) -> bool:
    """1840:121.1: the friend of who leads tarock sits opposite and goes in high because of the opponent who is last."""
    return (
        len(it.table) == 2
        and _by_a_friend(it)
        and it.order[3] in it.opponents
        and it.by_tarock
        and _is_highest_only(it)
    )


def _spare_the_stecher(it: AdvicePosition) -> bool:
    """1840:111.1, 111.2: the other side leads tarocks; a Stecher that has others beside him is spared."""
    return (
        it.led.is_tarock
        and it.leader in it.opponents
        and bool(it.stecher)
        and it.by_tarock
        and not {it.deal.pack.scues, *it.stecher}.intersection(it.solving_cards)
    )


def _a_low_one_beside_the_scues(it: AdvicePosition) -> bool:
    """1840:117.2: who has the Scüs, and an opponent the Mond, keeps one of the lowest tarocks beside it."""
    held, pack = it.tarocks_held, it.deal.pack
    return (
        pack.scues in held
        and any(pack.mond in it.hands[seat] for seat in it.opponents)
        and len(held) > 1
        and held[-1].strength <= STECHER
        and it.is_failing(held[-1])
        and pack.scues not in it.solving_cards
    )


def _mond_not_bare(it: AdvicePosition) -> bool:
    """1840:117.1: the Mond is not bared while an opponent has the Scüs: a suit is played."""
    held, pack = it.tarocks_held, it.deal.pack
    return (
        len(held) == 2
        and pack.mond in held
        and any(pack.scues in it.hands[seat] for seat in it.opponents)
        and held[1] in it.legal
        and it.by_suit
    )


def _middle_from_the_right(it: AdvicePosition) -> bool:
    """1840:91.7: the friend at the declarer's right hand leads middle tarocks, between XIX and X."""
    held = [card for card in it.tarocks_held if card in it.legal]
    middle = [card for card in held if card.rank in MIDDLE]
    return (
        it.is_friend
        and it.is_leading
        and it.order[3] == it.declarer
        and all(card in middle for card in it.solving_cards)
        and any(card not in middle for card in held)
    )


def _stecher_before_low(it: AdvicePosition) -> bool:
    """1840:91.6: the friend who has few tarocks leads his Stecher, and his low tarock after it if he keeps the lead."""
    return (
        it.is_friend
        and it.is_leading
        and 1 < len(it.tarocks_held) <= FEW
        and len(it.stecher) == 1
        and it.solving_cards == it.tarocks_held[:1]
        and it.winner == it.seat
        and it.tarocks_held[-1] in it.legal
    )


def _smallest_with_a_stecher(it: AdvicePosition) -> bool:
    """1840:91.3: the friend who has a Stecher leads his smallest tarock, below X."""
    return (
        it.is_friend
        and it.is_leading
        and bool(it.stecher)
        and it.tarocks_held[-1] in it.solving_cards
        and it.tarocks_held[-1].rank not in (*MIDDLE, "X")
        and it.by_tarock
        and not any(it.reaches_goal[card] for card in it.stecher)
    )


def _scatinel_to_the_declarer(it: AdvicePosition) -> bool:
    """1840:91.6: the friend who has Stecher and no low tarock brings the declarer in by a single card of a suit."""
    return (
        it.is_friend
        and it.is_leading
        and bool(it.tarocks_held)
        and it.stecher == it.tarocks_held
        and it.winner == it.declarer
        and all(not card.is_tarock and it.count_suit(card.suit) == 1 for card in it.solving_cards)
    )


def _friend_leads_tarock(it: AdvicePosition) -> bool:
    """1840:91.2: the declarer's friend leads a tarock whenever he leads."""
    return it.is_friend and _leads_tarock(it)


def _friend_overtakes(it: AdvicePosition) -> bool:
    """1840:91.2: he overtakes each tarock that the opponents have put in."""
    return it.is_friend and _overtakes(it)


def _declarer_takes_over(it: AdvicePosition) -> bool:
    """1840:91.9: the friend at his right hand leads tarock, an opponent overtakes it, the declarer takes the trick."""
    return it.is_declarer and _overtakes(it) and _by_a_friend(it) and it.order[-1] == it.seat


def _declarer_puts_in(it: AdvicePosition) -> bool:
    """1840:91.8: the friend asks by a low tarock, an opponent overtakes it, the declarer puts a sure card in."""
    low = it.led.rank not in (*MIDDLE, "X")
    return it.is_declarer and _overtakes(it) and _by_a_friend(it) and low and it.winner == it.seat


def _by_a_friend(it: AdvicePosition) -> bool:
    """Return whether a friend of the player to move led a tarock."""
    return it.led.is_tarock and it.leader in it.friends


def _overtakes(it: AdvicePosition) -> bool:
    """Return whether an opponent's tarock has to be beaten, while lower tarocks could be played."""
    if it.is_leading:
        return False
    seat, best = it.best
    return (
        best.is_tarock
        and seat in it.opponents
        and all(map(it.beats_table, it.solving_cards))
        and any(card.is_tarock and not it.beats_table(card) for card in it.failing_cards)
    )


def _not_over_a_friend(it: AdvicePosition) -> bool:
    """1840:112.2: over a friend's tarock no high one is put without cause."""
    if it.is_leading or not it.led.is_tarock:
        return False
    over = [card for card in it.legal if it.beats_table(card)]
    return it.best[0] in it.friends and it.by_tarock and bool(over) and not any(it.reaches_goal[card] for card in over)


def _friend_in_by_the_called_suit(it: AdvicePosition) -> bool:
    """1840:79.11: the declarer brings his friend in with the called suit."""
    return (
        it.is_declarer
        and it.is_leading
        and it.winner in it.friends
        and it.suits == {it.king.suit}
        and any(card.suit != it.king.suit for card in it.failing_cards)
    )


def _pagat_to_the_friend(it: AdvicePosition) -> bool:
    """1840:112.1: the Pagat is given to a low tarock when the friend is the last to play."""
    return (
        it.goal is TaskGoal.WIN
        and it.solving_cards == [it.deal.pack.pagat]
        and not it.is_leading
        and it.order[-1] in it.friends
        and it.winner == it.order[-1]
        and it.led.is_tarock
    )


def _middle_figure(it: AdvicePosition) -> bool:
    """1840:99.1: the opponent who has many figures leads a middle one."""
    figures = [card for card in it.hand if card.suit in it.suits and card.points]
    middle = sorted(figures, key=lambda card: card.strength)[:-1]
    return (
        it.is_leading
        and not it.is_friend
        and not it.is_declarer
        and len(it.suits) == 1
        and len(figures) >= FEW
        and all(card in middle for card in it.solving_cards)
    )


def _suit_of_each_side(it: AdvicePosition) -> bool:
    """1840:99.1: who leads a suit leads kings or figures as the declarer's friend, empty cards as his opponent."""
    if not it.is_leading or it.is_declarer or not it.by_suit:
        return False
    failing = [card for card in it.failing_cards if not card.is_tarock]
    wanted = [bool(card.points) is it.is_friend for card in it.solving_cards]
    other = [card for card in failing if bool(card.points) is not it.is_friend]
    return all(wanted) and bool(other) and (len(other) == len(failing) or any(card.suit in it.suits for card in other))


def _suit_by_its_length(it: AdvicePosition) -> bool:
    """1840:99.1: the declarer's friend leads the suit of which he has fewest cards, his opponent that of most."""
    held = {card.suit for card in it.hand if not card.is_tarock}
    if not it.is_leading or it.is_declarer or len(held) < 2 or len(it.suits) > 1 or not it.suits < held:
        return False
    own, others = it.count_suit(*it.suits), [it.count_suit(suit) for suit in held - it.suits]
    return own < min(others) if it.is_friend else own > max(others)


def _figures_for_the_counter_game(it: AdvicePosition) -> bool:
    """1840:102.4: on the highest tarock of an opponent his friend, who has none left, throws the highest figures."""
    return (
        _figures_home(it)
        and not it.is_friend
        and not it.is_declarer
        and not it.tarocks_held
        and it.leader in it.friends
        and it.is_highest_led
        and max(it.legal, key=lambda card: card.points) in it.solving_cards
    )


def _figures_home(it: AdvicePosition) -> bool:
    """1840:100.1: figures are brought home, on the friend's trick."""
    return (
        it.goal is TaskGoal.WIN
        and not it.is_leading
        and it.winner in it.friends
        and all(card.points and not card.is_tarock for card in it.solving_cards)
        and min(card.points for card in it.failing_cards) < min(card.points for card in it.solving_cards)
    )


def _scatinel_away(it: AdvicePosition) -> bool:
    """1840:119.1: on tricks of the opponents Scatinels are thrown away, if they are no cards to give to a friend."""
    if it.is_leading or it.winner in {*it.friends, it.seat} or it.count_suit(it.led.suit):
        return False
    return all(it.count_suit(card.suit) == 1 and not card.points and not card.is_tarock for card in it.solving_cards)


def _hit_the_strongest(it: AdvicePosition) -> bool:
    """1840:113.1: when every suit hits the friend too, that is led which hits all opponents, or the strongest."""
    suits = [card for card in it.hand if not card.is_tarock]
    strongest = max(it.opponents, key=lambda seat: len(it.list_tarocks(seat)))
    return (
        it.is_leading
        and len({card.suit for card in suits}) > 1
        and all(any(it.forces_tarock(card, friend) for friend in it.friends) for card in suits)
        and _forces_tarock_by_suit(it, strongest)
    )


def _the_last_tarock(it: AdvicePosition) -> bool:
    """1840:90.2: each side tries to leave the other without tarock: what is led costs an opponent the last."""
    bare = [seat for seat in it.opponents if len(it.list_tarocks(seat)) == 1]
    return (
        it.is_leading
        and all(any(it.forces_tarock(card, seat) for seat in bare) for card in it.solving_cards)
        and not any(it.forces_tarock(card, seat) for card in it.failing_cards for seat in bare)
    )


def _declarer_seeks_his_friend(it: AdvicePosition) -> bool:
    """1840:98.1: the declarer seeks his friend by leading tarocks, while the called king is still in a hand."""
    held = any(it.king in it.hands[seat] for seat in it.friends)
    return it.is_declarer and held and _leads_tarock(it)


# The paragraphs with words of theirs, the more special ones first.
ADVICE: tuple[tuple[str, str, Callable[[AdvicePosition], bool]], ...] = (
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


def find_advice(it: AdvicePosition) -> Advice | None:
    """Return the paragraph of advice that a task shows, with its words; None where no paragraph fits."""
    return next((Advice(ref, quote) for ref, quote, says in ADVICE if says(it)), None)
