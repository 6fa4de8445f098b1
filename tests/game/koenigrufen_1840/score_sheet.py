"""The score sheet of a game of Königrufen, written from the paragraphs of 1840 alone.

Its writer had the German text and the words for what it leaves open, and had not seen the engine. `sheet` works
everything out from the cards and what is said; numbers like (47.5) are paragraphs. Where the text is silent the reading
is the engine's, and the code stands in `Written.open` exactly when the other would change what is written. What the
first comparison brought to light is told in CONTRIBUTING.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from tests.game.koenigrufen_1840.referee import (
    HONOURS,
    KINGS,
    PAGAT,
    RAISES,
    TAROCKS,
    Told,
    Written,
    allowed,
    suit,
    takes,
    thirds,
)

Word = tuple[str, str, str]
Thing = Literal["ultimo", "volat"]
THINGS: tuple[Thing, ...] = ("ultimo", "volat")

HALF = 35  # 6.18, 6.19: the points of a Remis
WON = 3 * HALF + 2  # 6.24: in thirds, 35 points and two cards are won; 6.25: 35 points and one are not
SMALL, MIDDLE, HIGH = "small", "middle", "high"
SIZES = {
    **dict.fromkeys(("", MIDDLE, "mittlere", "mittel"), MIDDLE),  # 44.1: nothing agreed is the middle one
    **dict.fromkeys((SMALL, "kleine", "klein"), SMALL),
    **dict.fromkeys((HIGH, "hohe", "hoch"), HIGH),
}
DREIER_UNIT = {MIDDLE: 50, HIGH: 100}  # 43.3, 43.4
HIGHEST_EXAMPLE = 40  # 43.2: ten, twenty, thirty or forty
SILENT = {"ultimo": 1, "volat": 6}  # 47.1, 47.3: times the Consulation of a simple Dreier, or of the Solo
ANNOUNCED = {"ultimo": 2, "volat": 12}  # 47.2, 47.4
KING_WITH_REVOKE = "king-with-revoke"


# --- what lies where -------------------------------------------------------------------------------------------------


def is_solo(game: Told) -> bool:
    """Nothing was bought (24.1)."""
    return game.kept == 0


def bought(game: Told) -> list[str]:
    """21.6, 21.9: once, three and five times the upper half, twice and four times the lower; in a Solo nothing."""
    if is_solo(game):
        return []
    return game.upper if game.kept % 2 else game.lower


def left(game: Told) -> list[str]:
    """What lies for the other side: the half that was not kept (23.1), in a Solo the whole talon (24.1)."""
    if is_solo(game):
        return game.upper + game.lower
    return game.lower if game.kept % 2 else game.upper


def held(game: Told) -> dict[str, set[str]]:
    """The hands with which the game is played: the player's after purchase and discard (35.2)."""
    hands = {seat: set(game.hands[seat]) for seat in game.seats}
    if game.hand_after is not None:
        hands[game.declarer] = set(game.hand_after)
    else:
        hands[game.declarer] = (hands[game.declarer] | set(bought(game))) - set(game.scat)
    return hands


def extra(game: Told) -> str:
    """The fifth player, the König of the deal (7.2, 131.1), or nobody."""
    return game.fifth or ("" if game.dealer in game.seats else game.dealer)


def friend(game: Told) -> str:
    """Who was dealt the called king (7.5); nobody in a Solo (38.1), when he calls himself (32.1) or it lay (33.1)."""
    if is_solo(game):
        return ""
    return next((seat for seat in game.seats if seat != game.declarer and game.king in game.hands[seat]), "")


@dataclass(frozen=True)
class Table:
    """The parties: who writes for the player (True) and who against him (False)."""

    seats: dict[bool, list[str]]

    def side(self, seat: str) -> bool:
        """Whether a seat is of the player's party."""
        return seat in self.seats[True]


def parties(game: Told) -> Table:
    """The player and his friend against the others (7.5, 30.1); the König goes with the others (131.3)."""
    playing = [seat for seat in game.seats if seat in {game.declarer, friend(game)}]
    against = [seat for seat in game.seats if seat not in playing]
    return Table({True: playing, False: [*against, *filter(None, [extra(game)])]})


def takers(game: Told) -> list[str]:
    """Who takes each trick."""
    return [takes(plays) for plays in game.tricks]


def own_thirds(game: Told) -> int:
    """Thirds of a point in the tricks of the player's party and the scat (6.19, 23.1)."""
    table = parties(game)
    heap = list(game.scat)
    for taker, plays in zip(takers(game), game.tricks, strict=True):
        if table.side(taker):
            heap += [card for _, card in plays]
    return thirds(heap)


def points_of(third: int) -> int:
    """Whole points: two cards over count as one (6.24, at 35, and so everywhere), one card over as none (6.25)."""
    return (third + 1) // 3


# --- the Consulation -------------------------------------------------------------------------------------------------


def dreier_unit(game: Told) -> int:
    """The Consulation of a simple Dreier (43.2 to 43.4); without any agreement the middle one (44.1)."""
    size = SIZES[game.size]
    return DREIER_UNIT[size] if size != SMALL else game.agreed or HIGHEST_EXAMPLE


def unit(game: Told) -> int:
    """The Consulation for everything beside the game: a simple Dreier's, or the Solo's, which is double (43, 47)."""
    return dreier_unit(game) * (2 if is_solo(game) else 1)


def breaches(game: Told) -> list[str]:
    """43.2: a small Consulation is under fifty."""
    too_high = SIZES[game.size] == SMALL and game.agreed >= DREIER_UNIT[MIDDLE]
    return ["CONSULATION-TOO-HIGH"] if too_high else []


def size_doubts(game: Told) -> set[str]:
    """43.2: what number the small Consulation is, and whether it is a round one."""
    if SIZES[game.size] != SMALL or breaches(game):
        return set()
    if not game.agreed:
        return {"small-consulation"}
    return {"small-not-round"} if game.agreed % 10 else set()


# --- the words -------------------------------------------------------------------------------------------------------


@dataclass
class Call:
    """An announcement that stands, and how often it was raised."""

    thing: Thing
    seat: str
    folds: int = 0


def first_of_the_others(game: Told) -> int:
    """37.4: only when the player has announced, or says that he does not, it is the opponents' turn; at which word."""
    table = parties(game)
    places = (
        place
        for place, (seat, word, _) in enumerate(game.said)
        if word == "announce" and seat in game.seats and seat != game.declarer and not table.side(seat)
    )
    return next(places, len(game.said))


def lawful_words(game: Told) -> list[Word]:
    """The words that may be said; of Volat as of ultimo (60.3).

    Either the player or one of his opponents announces, his friend never (52.1), the König nothing (131.4); Pagat or
    no Pagat, what is announced stands (53.1). Contra: against the player one of the opponents, against them the
    player alone (55.1); re: who announced; supra: who gave contra; there it ends (56.1).
    """
    table = parties(game)
    lawful: set[int] = set()
    for thing in THINGS:
        speakers: list[str] = []  # who announced, gave contra, re, supra
        for place, (seat, word, about) in enumerate(game.said):
            if about != thing or seat not in game.seats or len(speakers) == 4:
                continue
            against = seat != game.declarer and not table.side(seat)
            if not speakers:
                wanted, may = "announce", against or (seat == game.declarer and place < first_of_the_others(game))
            elif len(speakers) == 1:
                wanted, may = "contra", against if speakers[0] == game.declarer else seat == game.declarer
            else:
                wanted, may = ("re", "supra")[len(speakers) - 2], seat == speakers[len(speakers) - 2]
            if word == wanted and may:
                speakers.append(seat)
                lawful.add(place)
    return [word for place, word in enumerate(game.said) if place in lawful]


def calls_of(game: Told, words: list[Word]) -> list[Call]:
    """What is announced, each thing once, and raised: every word of a raise is one fold (47.5), up to supra (56.1).

    A raise of what nobody has announced is none, and who announces a thing once more says nothing new.
    """
    calls: dict[str, Call] = {}
    for seat, word, about in words:
        call = calls.get(about)
        if word == "announce":
            if call is None and about in THINGS and seat in game.seats:
                calls[about] = Call(about, seat)
        elif call and call.folds < len(RAISES):
            call.folds += 1
    return list(calls.values())


# --- Renonce ---------------------------------------------------------------------------------------------------------


def scat_revoked(game: Told) -> bool:
    """35.4 to 35.6: three cards, never an honour, a tarock only when no small card of a suit is left."""
    if is_solo(game):
        return False
    honours = HONOURS["all_three"] | HONOURS["all_four"]
    small = [card for card in held(game)[game.declarer] if suit(card) != "Tarock" and card not in KINGS]
    tarock = any(card in TAROCKS for card in game.scat)
    return len(game.scat) != 3 or bool(honours & set(game.scat)) or (tarock and bool(small))


def revokes(game: Told) -> dict[str, int]:
    """Who made a Renonce, and in which trick the first: a suit not confessed, or no tarock (63.1, 63.2).

    Likewise two cards in a trick, or none (63.3, 63.4), and a fault of the scat, which is trick 0 (35.6).
    """
    found = {game.declarer: 0} if scat_revoked(game) else {}
    hands = held(game)
    for number, plays in enumerate(game.tricks, start=1):
        led = plays[0][1]
        times = Counter(seat for seat, _ in plays)
        for place, (seat, card) in enumerate(plays):
            if times[seat] > 1 or (place and card not in allowed(hands[seat], led)):
                found.setdefault(seat, number)
            hands[seat].discard(card)
        for seat in game.seats:
            if not times[seat]:
                found.setdefault(seat, number)
    return found


def counted_revokes(game: Told) -> dict[str, int]:
    """65.5: those of one party; those of both parties cancel each other."""
    found, table = revokes(game), parties(game)
    return found if len({table.side(seat) for seat in found}) == 1 else {}


# --- the sheet -------------------------------------------------------------------------------------------------------


@dataclass
class Account:
    """What each side may write before § 65, and the doubts, each with the side that it would help or hurt."""

    lines: list[tuple[str, bool, int]] = field(default_factory=list)
    doubts: list[tuple[str, bool]] = field(default_factory=list)

    def taken_by(self, side: bool) -> set[str]:
        """The reasons for which a side writes."""
        return {reason for reason, writes, _ in self.lines if writes == side}


def game_won(game: Told) -> bool:
    """6.18, 6.24: whether the player's party wins the game."""
    return own_thirds(game) >= WON


def game_points(game: Told) -> int:
    """What the winning side of the game writes: the points, doubled or fourfold (41.1), and the Consulation."""
    over = abs(points_of(own_thirds(game)) - HALF)  # 42.2: of a Remis only the Consulation is left
    if is_solo(game):
        return 4 * over + unit(game)  # 45.4
    return 2 * over + unit(game) * (1 if game_won(game) else game.kept)  # 22.1, 45.1, 45.2


def volat_side(game: Told) -> bool | None:
    """Which party makes every trick (60.1), if one does."""
    table = parties(game)
    sides = {table.side(taker) for taker in takers(game)}
    return sides.pop() if len(sides) == 1 else None


def ultimo_maker(game: Told) -> str:
    """Who takes the last trick with the Pagat (51.1)."""
    last = game.tricks[-1]
    maker = takes(last)
    return maker if (maker, PAGAT) in last else ""


def honour_lines(game: Told) -> list[tuple[str, bool, int]]:
    """47.1: all three, or all four, in one hand (30.3) and not passed with (50.1)."""
    lines = []
    for reason, cards in HONOURS.items():
        for seat, hand in held(game).items():
            if cards <= hand and not passed_with(game, seat, cards):
                lines.append((reason, parties(game).side(seat), unit(game)))
    return lines


def passed_with(game: Told, seat: str, cards: set[str]) -> bool:
    """50.1: forehand, second or third pass with the honours dealt to them while no game is announced.

    Who sits before the first to announce one has passed, whether his word is written down or not (50.2).
    """
    order = game.order(game.forehand)
    first = next((bidder for bidder, call, _ in game.bids if call != "pass"), "")
    return cards <= set(game.hands[seat]) and first in order and order.index(seat) < order.index(first)


def king_lost(game: Told) -> bool:
    """49.2: in a trick of the others, or bought and left lying (34.1); not when asleep (33.1).

    Nor when the player's party has become Volat (61.1).
    """
    table = parties(game)
    if volat_side(game) is False:
        return False
    if game.king in left(game):
        return not is_solo(game) and game.kept > game.first
    cards = zip(takers(game), game.tricks, strict=True)
    return any(not table.side(taker) and game.king in [card for _, card in plays] for taker, plays in cards)


def king_at_home(game: Told) -> bool:
    """Whether the called king lies in the tricks or the scat of the player's party."""
    return bool(game.king) and not king_lost(game) and volat_side(game) is not False and game.king not in left(game)


def ultimo_account(game: Told, calls: list[Call], account: Account) -> None:
    """Ultimo, in silence (47.1) or announced (47.2, 47.5); lost in any case by who lacks the Pagat (57.1, 57.2)."""
    table, maker = parties(game), ultimo_maker(game)
    own = [call for call in calls if call.thing == "ultimo"]
    for call in own:
        winner = table.side(call.seat) == (maker == call.seat)
        account.lines.append(("ultimo", winner, ANNOUNCED["ultimo"] * unit(game) * 2**call.folds))
    if maker and not own:
        account.lines.append(("ultimo", table.side(maker), SILENT["ultimo"] * unit(game)))
    elif maker and not any(maker == call.seat for call in own):
        account.doubts.append(("silent-ultimo", table.side(maker)))


def volat_account(game: Told, calls: list[Call], account: Account) -> None:
    """Volat (47.3 to 47.5, 60) and the game, whose points are not counted beside a Volat that is made (61.1)."""
    table, made, won = parties(game), volat_side(game), game_won(game)
    own = [call for call in calls if call.thing == "volat"]
    for call in own:
        side = table.side(call.seat)
        winner = side if made == side else not side
        account.lines.append(("volat", winner, ANNOUNCED["volat"] * unit(game) * 2**call.folds))
    written = made is not None  # 61.1, also where another side had announced it
    if made is not None and not own:
        account.lines.append(("volat", made, SILENT["volat"] * unit(game)))
    elif made is not None and made not in {table.side(call.seat) for call in own}:
        account.doubts.append(("silent-volat", made))
    if written:
        account.doubts.append(("game-beside-volat", won))
        return
    account.lines.append(("game", won, game_points(game)))
    if own:
        account.doubts.append(("game-after-lost-volat", won))
    whole, over = divmod(own_thirds(game), 3)
    if over == 2 and whole != HALF:
        account.doubts.append(("rounding", won))


def fine(game: Told, seat: str, account: Account, written: Written) -> None:
    """65.3: who made the Renonce loses a simple Dreier's Consulation, to everybody or to his friend."""
    table = parties(game)
    side = table.side(seat)
    taken = account.taken_by(side)
    if game_won(game) == side or "ultimo" in taken:
        paid = [other for seats in table.seats.values() for other in seats if other != seat]
        if extra(game):
            written.open.add("revoke-extra-player")
    else:
        paid = [other for other in table.seats[side] if other != seat]
        if "volat" in taken:
            written.open.add("revoke-against-volat")
        if not paid:
            written.open.add("revoke-alone")
        if len(paid) > 1:
            written.open.add("revoke-friends")
    written.add("revoke", paid, dreier_unit(game))


def settle(game: Told, words: list[Word], *, after_revokes: bool) -> Written:
    """The sheet, when these words count."""
    table, written, account = parties(game), Written(), Account()
    calls = calls_of(game, words)
    volat_account(game, calls, account)
    ultimo_account(game, calls, account)
    found = counted_revokes(game) if after_revokes else {}
    if king_lost(game):
        account.lines.append(("king", False, unit(game)))  # 49.2
    if king_at_home(game) and any(table.side(seat) for seat in found):
        written.open.add(KING_WITH_REVOKE)  # 49.1: home is "ohne Renonce zu machen"; 65.3 says what a Renonce costs
    struck = {table.side(seat) for seat in found}  # 65.3: this party writes nothing but honours
    for side in struck & {writes for _, writes, _ in account.lines}:
        won = game_won(game) == side or "ultimo" in account.taken_by(side)
        written.open.add("struck-for-revoke" if won else "struck-though-lost")
    for reason, side, points in account.lines:
        if side not in struck:
            written.add(reason, table.seats[side], points)
    written.open |= {code for code, side in account.doubts if side not in struck}
    for reason, side, points in honour_lines(game):  # 65.1: no Renonce touches them
        written.add(reason, table.seats[side], points)
    for seat in found:
        fine(game, seat, account, written)
    if written.points:
        written.open |= size_doubts(game)
    return written


def sheet(game: Told, *, after_revokes: bool = False) -> Written:
    """What is written, when only lawful words count; a Renonce counts (65) if `after_revokes`."""
    written = settle(game, lawful_words(game), after_revokes=after_revokes)
    if settle(game, game.said, after_revokes=after_revokes).points != written.points:
        written.open.add("unlawful-call")
    return written


def sheet_as_spoken(game: Told, *, after_revokes: bool = False) -> Written:
    """What is written, when every word counts as it was spoken, a raise one fold each."""
    written = settle(game, game.said, after_revokes=after_revokes)
    if settle(game, lawful_words(game), after_revokes=after_revokes).points != written.points:
        written.open.add("unlawful-call")
    return written
