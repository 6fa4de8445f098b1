"""Remarks on the model games of 1840, computed from the games as replayed.

Hands and leads are counted from the tricks played: `after: 5` is the moment when five tricks are done.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import Literal

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import card_names, follow_game, hand_after, hands_after, sorted_cards
from tarock.game.common.cards import TAROCK, Card
from tarock.game.common.counting import count_thirds
from tarock.game.common.findings import CODES
from tarock.game.common.notation import Play, write_cards
from tarock.game.common.records import Side
from tarock.game.koenigrufen_1840.auction import AnnouncedFeat
from tarock.game.koenigrufen_1840.examination import find_bought_half
from tarock.game.koenigrufen_1840.record import Game, Purchase
from tarock.game.koenigrufen_1840.replay import Course, play_through
from tarock.game.koenigrufen_1840.vocabulary import Feat, StatedKind
from tarock.replay.games import ModelGames, compute_stated


def _tricks(run: Course, first: int, last: int | None) -> tuple[tuple[Play, ...], ...]:
    """Return the tricks from `first` to `last`, or to the end."""
    for trick in (first, first if last is None else last):
        if not 1 <= trick <= len(run.game.tricks):
            raise CodexError(f"trick {trick} of {run.game.id}", f"expected 1 to {len(run.game.tricks)}")
    return run.game.tricks[first - 1 : last]


def _trick(run: Course, number: int) -> tuple[Play, ...]:
    return _tricks(run, number, number)[0]


def partner(context: ClaimContext, game: str) -> str:
    """Return the Freund: who holds the called king; empty when the Spieler is alone."""
    return follow_game(context, game).partner


def suit(context: ClaimContext, game: str, seat: str, suit: str, after: int = 0) -> list[str]:
    """Return the cards of a suit that a seat holds after so many tricks, from the top."""
    return card_names(context, (card for card in hand_after(context, game, seat, after) if card.suit == suit))


def tarocks(context: ClaimContext, game: str, seat: str, after: int = 0) -> list[str]:
    """Return the tarocks that a seat holds after so many tricks, from the top."""
    return suit(context, game, seat, TAROCK, after)


def tarocks_of_others(context: ClaimContext, game: str, seat: str, after: int = 0) -> dict[str, list[str]]:
    """Return who besides `seat` holds which tarocks after so many tricks; seats without any are left out."""
    seats = follow_game(context, game).hands
    return {other: cards for other in seats if other != seat and (cards := tarocks(context, game, other, after))}


def hand(context: ClaimContext, game: str, seat: str) -> str:
    """Return the hand with which a seat begins to play, after purchase and scat, in the books' notation."""
    return write_cards(sorted_cards(context, hand_after(context, game, seat)))


def stecher(context: ClaimContext, game: str, seat: str, after: int = 0) -> list[str]:
    """Return the tarocks of a seat that are Stecher in the wider sense of § 73 (Scüs to XIX, "wohl auch" XVIII)."""
    rules = context.rules()
    wider = (*rules.words("terms.stecher_tarocks"), *rules.words("terms.stecher_tarocks_wider"))
    return card_names(context, context.pack().select(wider).intersection(hand_after(context, game, seat, after)))


def led_above(context: ClaimContext, game: str, trick: int) -> bool:
    """Return whether the lead shows few tarocks without Stecher: a tarock over X (1840:91.3), where there was a
    choice.
    """
    seat, card = _trick(follow_game(context, game), trick)[0]
    weak = context.rules().number("advice.signal.lead_above", holding="few tarocks without a Stecher")
    return card.is_tarock and card.strength > weak and len(tarocks(context, game, seat, trick - 1)) > 1


def tarocks_fallen(context: ClaimContext, game: str, first: int, last: int) -> int:
    """Return the number of tarocks in the tricks from `first` to `last`."""
    return sum(card.is_tarock for trick in _tricks(follow_game(context, game), first, last) for _seat, card in trick)


def taken_with(context: ClaimContext, game: str, trick: int) -> str:
    """Return who takes a trick and with which card, e.g. `D Careau-König`."""
    run = follow_game(context, game)
    card = dict(_trick(run, trick))[seat := run.winners[trick - 1]]
    return f"{seat} {card.printed}"


def _led(context: ClaimContext, game: str, seat: str, first: int, last: int | None) -> list[Card]:
    tricks = _tricks(follow_game(context, game, seat), first, last)
    return [card for (leader, card), *_others in tricks if leader == seat]


def leads(context: ClaimContext, game: str, seat: str, first: int = 1, last: int | None = None) -> list[str]:
    """Return the cards that a seat leads in the tricks from `first` to `last`, or to the end, in order."""
    return [card.printed for card in _led(context, game, seat, first, last)]


def leads_only(context: ClaimContext, game: str, seat: str, first: int, last: int | None = None) -> str:
    """Return what a seat leads from trick `first` to `last`, or to the end: `Tarock`, `Farben`, `both` or `nothing`."""
    kinds = {"Tarock" if card.is_tarock else "Farben" for card in _led(context, game, seat, first, last)}
    return kinds.pop() if len(kinds) == 1 else "both" if kinds else "nothing"


def in_the_middle(context: ClaimContext, game: str, seat: str, trick: int) -> bool:
    """Return whether a seat plays to a trick between the two of the other party: after one, before the other."""
    run = follow_game(context, game, seat)
    order = [who for who, _card in _trick(run, trick)]
    others = [number for number, who in enumerate(order) if run.side[who] != run.side[seat]]
    return min(others) < order.index(seat) < max(others)


def forcefarbe(
    context: ClaimContext, game: str, seat: str, when: Literal["dealt", "bought", "play"] = "play"
) -> list[str]:
    """Return the suits of which a seat has most cards (§ 73): as `dealt`, with the talon `bought`, or when `play`
    begins.
    """
    run, rules = follow_game(context, game, seat), context.rules()
    bought = find_bought_half(_purchase(run.game).kept, run.game, context.engine.rules()) if when == "bought" else ()
    cards = run.hands[seat] if when == "play" else (*run.game.hands[seat], *bought)
    counts = Counter(card.suit for card in cards if not card.is_tarock)
    return [suit for suit in rules.words("pack.suits") if counts[suit] == max(counts.values(), default=0)]


def scat_suits(context: ClaimContext, game: str) -> list[str]:
    """Return the suits of which the Spieler lays cards into the scat, in the order of the pack."""
    laid = {card.suit for card in follow_game(context, game).game.scat}
    return [suit for suit in context.rules().words("pack.suits") if suit in laid]


def called_against_raison(context: ClaimContext, game: str) -> bool:
    """Return whether the Spieler called from Scat, a suit that he does not hold, where § 79 says never to."""
    record = follow_game(context, game).game
    void = all(card.suit != record.king.suit for card in record.hands[record.declarer])
    return void and not context.rules().flag("conduct.call_from_void", contract="dreier")


def callable(context: ClaimContext, game: str) -> list[str]:
    """Return the kings of the suits that the Spieler holds as dealt without having the king himself (§ 79: not from
    Scat).
    """
    record, pack = follow_game(context, game).game, context.pack()
    dealt = record.hands[record.declarer]
    free = context.rules().flag("conduct.call_from_void", contract="dreier")
    suits = pack.suits if free else {card.suit for card in dealt}
    return card_names(context, (king for king in pack.kings if king.suit in suits and king not in dealt))


def _ultimo(context: ClaimContext, game: str) -> AnnouncedFeat:
    """Return the ultimo that is announced in a game."""
    announced = follow_game(context, game).result.announced.get(Feat.ULTIMO)
    if announced is None:
        raise CodexError(f"nobody announces ultimo in {game}", "expected a game with ultimo announced")
    return announced


def ultimo_by_raison(context: ClaimContext, game: str) -> bool:
    """Return whether the hand that announces ultimo has the tarocks and Stecher that § 103 asks for."""
    seat, rules = _ultimo(context, game).seat, context.rules()
    enough = len(tarocks(context, game, seat)) >= rules.number("advice.ultimo.tarocks")
    return enough and len(stecher(context, game, seat)) >= rules.number("advice.ultimo.stecher")


def last_raise(context: ClaimContext, game: str) -> str:
    """Return the highest raise of the ultimo by the order of § 56: `ultimo`, `contra`, `re` or `supra`."""
    raises = _ultimo(context, game).raises
    return (Feat.ULTIMO, *context.rules().words("announcements.raises"))[raises]


def needless(context: ClaimContext, game: str, trick: int, seat: str) -> bool:
    """Return whether a lower tarock of the hand, the Pagat aside, was as sure to take the trick as the one played.

    Sure: nobody who played later held a card with which he could lawfully have taken it.
    """
    plays = _trick(follow_game(context, game, seat), trick)
    law, pagat = context.law(), context.pack().pagat
    hands = hands_after(context, game, trick - 1)
    place = [who for who, _card in plays].index(seat)
    before, (_seat, card), later = plays[:place], plays[place], plays[place + 1 :]

    def sure(lower: Card) -> bool:
        sofar = [*before, (seat, lower)]
        answers = (answer for who, _card in later for answer in law.find_legal(hands[who], sofar))
        return law.find_winner(sofar)[0] == seat and not any(law.beats(answer, lower) for answer in answers)

    legal = law.find_legal(hands[seat], before)
    return any(lower.strength < card.strength and lower != pagat and sure(lower) for lower in legal)


def _purchase(game: Game) -> Purchase:
    if game.purchase is None:
        raise CodexError(f"nothing is bought in {game.id}", "expected a Dreier")
    return game.purchase


def _halves(context: ClaimContext, game: str) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield the folds of the Dreier from the first bought on, each with the cards of the half that it buys."""
    record, rules = follow_game(context, game).game, context.rules()
    for fold in count(_purchase(record).first, rules.number("talon.change_fold")):
        yield fold, find_bought_half(fold, record, context.engine.rules())


def fold_going_back(context: ClaimContext, game: str) -> int:
    """Return the fold of the Dreier by which a Spieler who has looked at the other half returns to the one first
    bought.
    """
    halves = _halves(context, game)
    _first, bought = next(halves)
    return next(fold for fold, half in halves if half == bought)


def better_half(context: ClaimContext, game: str) -> int:
    """Return the fold of the Dreier, of the first bought and the next, whose three cards have more points."""
    halves = islice(_halves(context, game), 2)
    return max(halves, key=lambda half: count_thirds(half[1]))[0]


def half_tarocks(context: ClaimContext, game: str) -> list[int]:
    """Return how many tarocks lie in the half first bought and in the other one."""
    return [sum(card.is_tarock for card in half) for _fold, half in islice(_halves(context, game), 2)]


def _friend_set_in(context: ClaimContext, game: str) -> int:
    """Return the first trick in which the Spieler leads the called suit and the Freund takes it with the king; 0 for
    none.
    """
    run = follow_game(context, game)
    king = run.game.king
    for trick in run.tricks:
        seat, card = trick.plays[0]
        set_in = (seat, card.suit, trick.winner) == (run.game.declarer, king.suit, run.partner)
        if set_in and (run.partner, king) in trick.plays:
            return trick.number
    return 0


def volat_by_called_suit(context: ClaimContext, games: str = "") -> list[str]:
    """Return the games, of all if none is named, in which the Spieler sets his Freund in with the called suit for
    Volat.
    """
    return [
        name
        for name in games.split() or ModelGames(context.engine).names
        if _friend_set_in(context, name) and follow_game(context, name).result.volat is Side.DECLARER
    ]


def unsound(context: ClaimContext) -> list[str]:
    """Return the games in which something goes against the rules, or the king is called against § 79."""
    games = ModelGames(context.engine)
    return [
        name
        for name in games.names
        if games.replay_level(name, "corrected").findings or called_against_raison(context, name)
    ]


def found_in(context: ClaimContext, code: str, trick: int) -> list[str]:
    """Return the games in which something of a kind goes against the rules in a trick, such as `LEAD-WRONG-SEAT`."""
    if code not in CODES:
        raise CodexError(f"unknown code of a finding: `{code}`", "expected a code such as LEAD-WRONG-SEAT")
    return [
        name
        for name in ModelGames(context.engine).names
        if any((finding.code, finding.trick) == (code, trick) for finding in follow_game(context, name).findings)
    ]


def pagat_counts_for(context: ClaimContext, game: str) -> str:
    """Return the party for which the Pagat's points are counted in a game: that whose count grows by its trick."""
    run, pagat, before = follow_game(context, game), context.pack().pagat, 0
    for trick in run.tricks:
        if pagat in (card for _seat, card in trick.plays):
            return str(Side.DECLARER if trick.running > before else Side.DEFENDERS)
        before = trick.running
    raise CodexError(f"the Pagat is not played in {game}", "expected a whole game")


def ultimo_end(context: ClaimContext, game: str) -> str:
    """Return how the Pagat ends: `made`, `taken by X in the last trick`, or `played in trick N`.

    To the last is added `by want of another trump` where its holder had no other.
    """
    run, pagat = follow_game(context, game), context.pack().pagat
    for trick in run.tricks:
        for seat, card in trick.plays:
            if card == pagat and trick.number < len(run.tricks):
                alone = len(tarocks(context, game, seat, trick.number - 1)) == 1
                return f"played in trick {trick.number}" + " by want of another trump" * alone
            if card == pagat:
                return "made" if trick.winner == seat else f"taken by {trick.winner} in the last trick"
    return "nowhere"


def varied(context: ClaimContext, game: str, exchange: tuple[int, str, int, str], what: str) -> bool | int | list[str]:
    """Return what becomes of a game when two plays `[trick, seat, trick, seat]` change places.

    `what` is a kind of result (`ultimo`, `contra_won`, …), or `findings` for the codes that come in addition.
    """
    first, seat, second, who = exchange
    run = follow_game(context, game, seat, who)
    for number in (first, second):
        _trick(run, number)
    tricks = [dict(trick) for trick in run.game.tricks]
    one, other = tricks[first - 1], tricks[second - 1]
    one[seat], other[who] = other[who], one[seat]
    record = structs.replace(run.game, tricks=tuple(tuple(trick.items()) for trick in tricks))
    changed = play_through(record, context.pack(), context.engine.rules())
    if what == "findings":
        known = Counter(finding.code for finding in run.findings)
        return sorted((Counter(finding.code for finding in changed.findings) - known).elements())
    found = compute_stated(StatedKind(what), changed)
    if found is None:
        raise CodexError("that cannot be judged of the game", "expected hands that hold what is played")
    return found
