"""Remarks on the model games of 1840, computed from the games as replayed.

Hands and leads are counted from the tricks played: `after: 5` is the moment when five tricks are done.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.game.common.cards import TAROCK
from tarock.game.common.notation import write_cards
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.deal import half_of
from tarock.game.koenigrufen_1840.model_games import ERA, Level
from tarock.game.koenigrufen_1840.replay import follow
from tarock.game.koenigrufen_1840.vocabulary import Feat, Side, StatedKind
from tarock.proof.claims.registry import function
from tarock.proof.games import ModelGames, computed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.game.koenigrufen_1840.replay import Course
    from tarock.proof.context import Context
    from tarock.rules.ruleset import Rules


def played(context: Context, game: str) -> Course:
    """The course of a model game, as corrected."""
    return ModelGames(context).course(game, "corrected")


def sorted_cards(context: Context, cards: Iterable[Card]) -> list[Card]:
    """Tarocks from the top, then the suits in the order of the pack, each from the top."""
    suits = (TAROCK, *context.rules(ERA).words("pack.suits"))
    return sorted(cards, key=lambda card: (suits.index(card.suit), -card.strength))


def held(context: Context, game: str, after: int = 0) -> dict[str, list[Card]]:
    """The hands after so many tricks (0: when play begins), by seat."""

    def left() -> dict[str, list[Card]]:
        run = played(context, game)
        if not 0 <= after <= len(run.game.tricks):
            raise CodexError(f"{game} after {after} tricks", f"expected 0 to {len(run.game.tricks)}")
        hands = {seat: set(hand) for seat, hand in run.hands.items()}
        for trick in run.game.tricks[:after]:
            for seat, card in trick:
                hands[seat].discard(card)
        return {seat: sorted_cards(context, hand) for seat, hand in hands.items()}

    return context.once(("held", game, str(after)), left)


def held_by(context: Context, game: str, seat: str, after: int = 0) -> list[Card]:
    """The hand of a seat after so many tricks."""
    _check_seat(played(context, game), seat)
    return held(context, game, after)[seat]


def leader(context: Context, game: str, trick: int) -> str:
    """The seat that leads a trick."""
    run = played(context, game)
    return run.winners[trick - 2] if trick > 1 else run.game.forehand


def _names(context: Context, cards: Iterable[Card]) -> list[str]:
    pack = context.pack(ERA)
    return [pack.display(card) for card in cards]


def _check_trick(run: Course, trick: int) -> None:
    if not 1 <= trick <= len(run.game.tricks):
        raise CodexError(f"trick {trick} of {run.game.id}", f"expected 1 to {len(run.game.tricks)}")


def _check_seat(run: Course, seat: str) -> None:
    if seat not in run.hands:
        raise CodexError(f"seat `{seat}` of {run.game.id}", f"expected one of {', '.join(run.hands)}")


def _tricks(run: Course, first: int, last: int | None) -> tuple[tuple[Play, ...], ...]:
    """The tricks from `first` to `last`, or to the end."""
    _check_trick(run, first)
    _check_trick(run, first if last is None else last)
    return run.game.tricks[first - 1 : last]


def _games(context: Context, names: str) -> list[str]:
    """The games named; none: all."""
    return names.split() or ModelGames(context).names


@function("games.partner")
def partner(context: Context, game: str) -> str:
    """The Freund: who holds the called king; empty when the Spieler is alone."""
    return played(context, game).partner


@function("games.tarocks")
def tarocks(context: Context, game: str, seat: str, after: int = 0) -> list[str]:
    """The tarocks that a seat holds after so many tricks, from the top."""
    return _names(context, (card for card in held_by(context, game, seat, after) if card.is_tarock))


@function("games.tarocks_of_others")
def tarocks_of_others(context: Context, game: str, seat: str, after: int = 0) -> dict[str, list[str]]:
    """Who besides `seat` holds which tarocks after so many tricks; seats without any are left out."""
    hands = held(context, game, after)
    found = {other: tarocks(context, game, other, after) for other in hands if other != seat}
    return {other: cards for other, cards in found.items() if cards}


@function("games.suit")
def suit_held(context: Context, game: str, seat: str, suit: str, after: int = 0) -> list[str]:
    """The cards of a suit that a seat holds after so many tricks, from the top."""
    return _names(context, (card for card in held_by(context, game, seat, after) if card.suit == suit))


@function("games.hand")
def hand(context: Context, game: str, seat: str) -> str:
    """The hand with which a seat begins to play, after purchase and scat, in the books' notation."""
    return write_cards(held_by(context, game, seat), context.pack(ERA))


@function("games.stecher")
def stecher(context: Context, game: str, seat: str, after: int = 0) -> list[str]:
    """The tarocks of a seat that are Stecher in the wider sense of § 73 (Scüs to XIX, "wohl auch" XVIII)."""
    rules, pack = context.rules(ERA), context.pack(ERA)
    names = (*rules.words("terms.stecher_tarocks"), *rules.words("terms.stecher_tarocks_wider"))
    cards = {pack.card(name) for name in names}
    return _names(context, (card for card in held_by(context, game, seat, after) if card in cards))


@function("games.led_above")
def led_above(context: Context, game: str, trick: int) -> bool:
    """Whether the lead shows few tarocks without Stecher: a tarock over X (1840:91.3), where there was a choice."""
    run = played(context, game)
    _check_trick(run, trick)
    seat, card = run.game.tricks[trick - 1][0]
    before = [tarock for tarock in held_by(context, game, seat, trick - 1) if tarock.is_tarock]
    weak = context.rules(ERA).number("advice.signal.lead_above", holding="few tarocks without a Stecher")
    return card.is_tarock and card.strength > weak and len(before) > 1


@function("games.tarocks_fallen")
def tarocks_fallen(context: Context, game: str, first: int, last: int) -> int:
    """The number of tarocks in the tricks from `first` to `last`."""
    tricks = _tricks(played(context, game), first, last)
    return sum(card.is_tarock for trick in tricks for _seat, card in trick)


@function("games.taken_with")
def taken_with(context: Context, game: str, trick: int) -> str:
    """Who takes a trick and with which card, e.g. `D Careau-König`."""
    run = played(context, game)
    _check_trick(run, trick)
    seat = run.winners[trick - 1]
    card = dict(run.game.tricks[trick - 1])[seat]
    return f"{seat} {context.pack(ERA).display(card)}"


@function("games.leads")
def leads(context: Context, game: str, seat: str, first: int = 1, last: int | None = None) -> list[str]:
    """The cards that a seat leads in the tricks from `first` to `last`, or to the end, in order."""
    run = played(context, game)
    _check_seat(run, seat)
    return _names(context, (trick[0][1] for trick in _tricks(run, first, last) if trick[0][0] == seat))


@function("games.leads_only")
def leads_only(context: Context, game: str, seat: str, first: int, last: int | None = None) -> str:
    """What a seat leads from trick `first` to `last`, or to the end: `Tarock`, `Farben`, `both` or `nothing`."""
    run = played(context, game)
    _check_seat(run, seat)
    led = (trick[0] for trick in _tricks(run, first, last))
    kinds = {"Tarock" if card.is_tarock else "Farben" for who, card in led if who == seat}
    return kinds.pop() if len(kinds) == 1 else "both" if kinds else "nothing"


@function("games.in_the_middle")
def in_the_middle(context: Context, game: str, seat: str, trick: int) -> bool:
    """Whether a seat plays to a trick between the two of the other party: after one, before the other."""
    run = played(context, game)
    _check_trick(run, trick)
    _check_seat(run, seat)
    order = [who for who, _card in run.game.tricks[trick - 1]]
    place = order.index(seat)
    others = [number for number, who in enumerate(order) if run.side[who] != run.side[seat]]
    return min(others) < place < max(others)


@function("games.forcefarbe")
def forcefarbe(context: Context, game: str, seat: str, when: str = "play") -> list[str]:
    """The suits of which a seat has most cards (§ 73): as `dealt`, with the talon `bought`, or when `play` begins."""
    run = played(context, game)
    _check_seat(run, seat)
    cards = {"dealt": list(run.game.hands[seat]), "play": list(run.hands[seat])}.get(when)
    if when == "bought" and run.game.purchase:
        bought = half_of(run.game.purchase.kept, run.game, context.rules(ERA))
        cards = [*run.game.hands[seat], *bought]
    if cards is None:
        raise CodexError(f"{seat} in {game} when `{when}`", "expected dealt, bought (by the Spieler) or play")
    counts = Counter(card.suit for card in cards if not card.is_tarock)
    most = max(counts.values(), default=0)
    return [suit for suit in context.rules(ERA).words("pack.suits") if counts[suit] == most]


@function("games.scat_suits")
def scat_suits(context: Context, game: str) -> list[str]:
    """The suits of which the Spieler lays cards into the scat, in the order of the pack."""
    laid = {card.suit for card in played(context, game).game.scat}
    return [suit for suit in context.rules(ERA).words("pack.suits") if suit in laid]


@function("games.called_against_raison")
def called_against_raison(context: Context, game: str) -> bool:
    """Whether the Spieler called from Scat, a suit that he does not hold, where § 79 says never to."""
    run = played(context, game)
    void = all(card.suit != run.game.king.suit for card in run.game.hands[run.game.declarer])
    return void and not context.rules(ERA).flag("conduct.call_from_void", contract="dreier")


@function("games.callable")
def callable_kings(context: Context, game: str) -> list[str]:
    """The kings of the suits that the Spieler holds as dealt without having the king himself (§ 79: not from Scat)."""
    run = played(context, game)
    dealt = run.game.hands[run.game.declarer]
    if context.rules(ERA).flag("conduct.call_from_void", contract="dreier"):
        suits = set(context.rules(ERA).words("pack.suits"))
    else:
        suits = {card.suit for card in dealt}
    return _names(context, (king for king in context.pack(ERA).kings if king.suit in suits and king not in dealt))


@function("games.ultimo_by_raison")
def ultimo_by_raison(context: Context, game: str) -> bool:
    """Whether the hand that announces ultimo has the tarocks and Stecher that § 103 asks for."""
    run, rules = played(context, game), context.rules(ERA)
    announced = run.result.announced.get(Feat.ULTIMO)
    if announced is None:
        raise CodexError(f"nobody announces ultimo in {game}", "expected a game with ultimo announced")
    enough = len(tarocks(context, game, announced.seat)) >= rules.number("advice.ultimo.tarocks")
    return enough and len(stecher(context, game, announced.seat)) >= rules.number("advice.ultimo.stecher")


@function("games.needless")
def needless(context: Context, game: str, trick: int, seat: str) -> bool:
    """Whether a lower tarock of the hand, the Pagat aside, was as sure to take the trick as the one played.

    Sure: nobody who played later held a card with which he could lawfully have taken it.
    """
    run = played(context, game)
    _check_trick(run, trick)
    _check_seat(run, seat)
    law, pagat = TrickLaw.of(context.rules(ERA)), context.pack(ERA).pagat
    hands = held(context, game, trick - 1)
    plays = run.game.tricks[trick - 1]
    place = [who for who, _card in plays].index(seat)
    before, card = plays[:place], plays[place][1]
    for lower in law.legal(hands[seat], before):
        if lower.strength >= card.strength or lower is pagat or law.winner([*before, (seat, lower)])[0] != seat:
            continue
        sofar = [*before, (seat, lower)]
        later = [who for who, _card in plays[place + 1 :]]
        if not any(law.takes(answer, lower) for who in later for answer in law.legal(hands[who], sofar)):
            return True
    return False


@function("games.can_take")
def can_take(context: Context, game: str, trick: int, seat: str) -> bool:
    """Whether a seat holds a card with which it may lawfully take the card that is led to a trick."""
    run, law = played(context, game), TrickLaw.of(context.rules(ERA))
    _check_trick(run, trick)
    led = run.game.tricks[trick - 1][0][1]
    return any(law.takes(card, led) for card in law.legal(held_by(context, game, seat, trick - 1), [("", led)]))


@function("games.fold_going_back")
def fold_going_back(context: Context, game: str) -> int:
    """The fold of the Dreier by which a Spieler who has looked at the other half returns to the one first bought."""
    run, rules, first = _bought(context, game)
    step = rules.number("talon.change_fold")
    fold = first + step
    while half_of(fold, run.game, rules) != half_of(first, run.game, rules):
        fold += step
    return fold


@function("games.better_half")
def better_half(context: Context, game: str) -> int:
    """The fold of the Dreier, of the first bought and the next, whose three cards have more points."""
    run, rules, first = _bought(context, game)
    folds = (first, first + rules.number("talon.change_fold"))
    return max(folds, key=lambda fold: sum(card.thirds for card in half_of(fold, run.game, rules)))


def _bought(context: Context, game: str) -> tuple[Course, Rules, int]:
    """A game with its rules and the fold of the Dreier first bought."""
    run = played(context, game)
    if run.game.purchase is None:
        raise CodexError(f"nothing is bought in {game}", "expected a Dreier")
    return run, context.rules(ERA), run.game.purchase.first


@function("games.half_tarocks")
def half_tarocks(context: Context, game: str) -> list[int]:
    """How many tarocks lie in the half first bought and in the other one."""
    run, rules = played(context, game), context.rules(ERA)
    first = run.game.purchase.first if run.game.purchase else 1
    halves = (half_of(first + step, run.game, rules) for step in (0, rules.number("talon.change_fold")))
    return [sum(card.is_tarock for card in half) for half in halves]


@function("games.last_raise")
def last_raise(context: Context, game: str) -> str:
    """The highest raise of the ultimo by the order of § 56: `ultimo`, `contra`, `re` or `supra`."""
    announced = played(context, game).result.announced.get(Feat.ULTIMO)
    if announced is None:
        raise CodexError(f"nobody announces ultimo in {game}", "expected a game with ultimo announced")
    names: tuple[str, ...] = (Feat.ULTIMO, *context.rules(ERA).words("announcements.raises"))
    return names[announced.raises]


def friend_set_in(context: Context, game: str) -> int:
    """The first trick in which the Spieler leads the called suit and the Freund takes it with the king; 0 for none."""
    run = played(context, game)
    for number, trick in enumerate(run.game.tricks, 1):
        seat, card = trick[0]
        if seat == run.game.declarer and card.suit == run.game.king.suit:
            winner = run.winners[number - 1]
            if winner == run.partner and dict(trick)[winner] is run.game.king:
                return number
    return 0


@function("games.volat_by_called_suit")
def volat_by_called_suit(context: Context, games: str = "") -> list[str]:
    """The games, of all if none is named, in which the Spieler sets his Freund in with the called suit for Volat."""
    return [
        name
        for name in _games(context, games)
        if friend_set_in(context, name) and played(context, name).result.volat is Side.DECLARER
    ]


@function("games.unsound")
def unsound(context: Context, games: str = "", level: Level = "corrected") -> list[str]:
    """The games, of all if none is named, in which something goes against the rules, at a level."""
    return [name for name in _games(context, games) if ModelGames(context).level(name, level).findings]


@function("games.ultimo_end")
def ultimo_end(context: Context, game: str) -> str:
    """How the Pagat ends: `made`, `taken by X in the last trick`, or `played in trick N`.

    To the last is added `by want of another tarock` where its holder had no other.
    """
    run, pack = played(context, game), context.pack(ERA)
    last = len(run.game.tricks)
    for number, trick in enumerate(run.game.tricks, 1):
        for seat, card in trick:
            if card.name != pack.pagat_name:
                continue
            if number == last:
                winner = run.winners[-1]
                return "made" if winner == seat else f"taken by {winner} in the last trick"
            left = tarocks(context, game, seat, number - 1)
            return f"played in trick {number}" + (" by want of another tarock" if len(left) == 1 else "")
    return "nowhere"


def _exchanged(game: Game, play: tuple[int, str], other: tuple[int, str]) -> Game:
    """The game with two plays (trick, seat) exchanged."""
    tricks = [dict(trick) for trick in game.tricks]
    (first, seat), (second, who) = play, other
    tricks[first - 1][seat], tricks[second - 1][who] = tricks[second - 1][who], tricks[first - 1][seat]
    return structs.replace(game, tricks=tuple(tuple(trick.items()) for trick in tricks))


@function("games.varied")
def varied(context: Context, game: str, exchange: list[Any], what: str) -> bool | int | list[str]:
    """What becomes of a game when two plays `[trick, seat, trick, seat]` change places.

    `what` is a kind of result (`ultimo`, `contra_won`, …), or `findings` for the codes that come in addition.
    """
    games = ModelGames(context)
    run = played(context, game)
    if [type(part) for part in exchange] != [int, str, int, str]:
        raise CodexError(f"an exchange of {exchange}", "expected trick, seat, trick, seat")
    first, seat, second, who = exchange
    for number, name in ((first, seat), (second, who)):
        _check_trick(run, number)
        _check_seat(run, name)
    record = _exchanged(run.game, (first, seat), (second, who))
    changed = follow(record, games.pack, games.rules)
    if what == "findings":
        known = Counter(finding.code for finding in run.findings)
        return sorted((Counter(finding.code for finding in changed.findings) - known).elements())
    return computed(StatedKind(what), changed)
