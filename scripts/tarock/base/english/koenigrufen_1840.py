"""Wording of Königrufen, 1840: faults of a recorded game by their code, score lines, what is left open."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.base.wordings import Entry, Listed


def _partner(seat: str, holder: str, card: object) -> str:
    return f"{seat or 'nobody'} is named as partner, {holder or 'nobody'} holds {card}"


def _hand_after(seat: str, missing: Listed, extra: Listed, **_: object) -> str:
    parts = [f"lacks {missing}"] * bool(missing) + [f"has {extra} too"] * bool(extra)
    return f"{seat}'s hand as listed after the scat {' and '.join(parts)}"


def _play_order(seat: str, card: object, seats: Listed, order: Listed) -> str:
    wrong = f"{seat} plays {card} out of turn: " if seat else ""
    return f"{wrong}the seats play {seats}, expected {order}"


def _announced(name: str, word: str, made: bool) -> str:
    return f"announced {name}{f' {word}' if word else ''} {'made' if made else 'lost'}"


CATALOGUE: dict[str, Entry] = {
    "NOTATION-UNREADABLE": "{what}",
    "DEAL-DUPLICATE": lambda card, seat, first: (
        f"{card} lies with {first or 'the talon'} and with {seat or 'the talon'}"
    ),
    "DEAL-MISSING": "{card} lies nowhere",
    "FIFTH-NOT-DEALER": "{seat} is the fifth, but {dealer} deals",
    "HAND-SIZE": "{seat} has {number} cards, expected {expected}",
    "TALON-SIZE": lambda numbers, expected, **_: (
        f"the talon has {' and '.join(map(str, numbers))} cards, expected {expected}"
    ),
    "BID-ORDER": "{seat} speaks twice in a row",
    "BID-ORDER.pass": "{seat} passes out of turn",
    "BID-AFTER-END": "{seat} speaks though the bidding is over and the game his",
    "BID-FOLD": "{seat} says {call} with a fold of {fold}",
    "BID-TOO-HIGH": "{seat} bids a Dreier of {fold}: at most {most} may be bid",
    "BID-NOT-HIGHER": "{seat} does not overbid {over}",
    "BID-AFTER-PASS": "{seat} bids after passing",
    "BID-WRONG-DECLARER": lambda seat, given, **_: (
        f"{seat} plays, but the bidding gives the game to {given or 'nobody'}"
    ),
    "KING-NOT-KING": "{card} is called",
    "KING-NOT-OWN": "{seat} calls {card} at Solo without holding it",
    "KING-OWN": "{seat} calls {card}, which he holds himself",
    "PARTNER-DIFFERS": _partner,
    "PURCHASE.bid": "{seat} buys the Dreier of {first}, the bid is {bid}",
    "PURCHASE-LOWER": "{seat} keeps the Dreier of {kept} after buying that of {first}",
    "PURCHASE-TOO-HIGH": "{seat} keeps the Dreier of {kept}, at most {most} is possible",
    "SCAT-SIZE": "{number} cards in the scat, expected {expected}",
    "SCAT-SIZE.solo": "{number} cards in the scat at Solo, expected none",
    "SCAT-NOT-HELD": "{seat} lays {card} without holding it",
    "SCAT-HONOUR": "{seat} lays the Honneur {shown}",
    "SCAT-TAROCK": "{seat} lays the Tarock {card} though suit cards are left",
    "HAND-AFTER-TWICE": "{card} stands twice in {seat}'s hand as listed after the scat",
    "HAND-AFTER-DIFFERS": _hand_after,
    "ANNOUNCE-SEAT": "{seat} announces {of} as {role}",
    "ANNOUNCE-SEAT.raise": "{seat} may not raise the {of} now",
    "ANNOUNCE-ORDER": "{seat} says {call} where {due} is due",
    "ANNOUNCE-ORDER.again": "{seat} announces {of}, which {first} has announced already",
    "ANNOUNCE-ORDER.late": "{seat} announces {of} after {first}, but the {role} speaks first",
    "ANNOUNCE-ORDER.nothing": "{seat} says {call} to a {of} that nobody announced",
    "ANNOUNCE-ORDER.highest": "{seat} says {call} after {last}",
    "TRICKS-MISSING": "{number} tricks, expected {expected}",
    "LEAD-WRONG-SEAT": "{seat} leads {card}, but {leader} took the trick before",
    "LEAD-WRONG-SEAT.first": "{seat} leads {card}, but {leader} is the Vorhand",
    "PLAY-ORDER": _play_order,
    "PLAY-TWICE": "{seat} plays {card}, which is played already",
    "PLAY-NOT-HELD": "{seat} plays {card} without holding it",
    "PLAY-REVOKE": "{seat} plays {card}: {breach}",
    "PLAY-PAGAT-EARLY": "{seat} plays the Pagat after announcing ultimo, holding other Tarocks",
    "REMARK-DIFFERS": lambda seat, card, player: f"the remark says that {seat} played {card}, {player or 'nobody'} did",
    "stated.won": "game won",
    "stated.won_by": "points won",
    "stated.lost_by": "points lost",
    "stated.ultimo": "ultimo made",
    "stated.king_lost": "king lost",
    "stated.volat": "Volat made",
    "stated.all_three": "Alle drei count",
    "stated.all_four": "Alle vier count",
    "stated.contra_won": "contra won",
    # the score sheet
    "game.won": "game won with {points} points",
    "game.remis": "game Remis with {points} points",
    "game.lost": "game lost with {points} points",
    "king.lost": "called king lost",
    "honours.all_three": "Alle drei ({seat})",
    "honours.all_four": "Alle vier ({seat})",
    "ultimo.announced": lambda word, made: _announced("ultimo", word, made),
    "ultimo.silent": "ultimo in silence",
    "volat.announced": lambda word, made: _announced("Volat", word, made),
    "volat.silent": "Volat in silence",
    "revoke.fine": "Renonce of {seat}",
    "penalty.misdeal": "misdeal of {seat}",
    "penalty.bottom_card": "bottom card of {seat}",
    "penalty.cut": "cut of {seat}",
    "penalty.early_reminder": "early reminder of {seat}",
    "penalty.omitted_reminder": "omitted reminder of {seat}",
    "penalty.early_lead": "early lead of {seat}",
    "reckoning.game": "{points} × {multiplier} + {times} × {each}",
    "reckoning.times": "{times} × {each}",
    # what the text leaves open
    "open.small-consulation.what": "the small Consulation, on which no number was agreed",
    "open.small-consulation.taken": "{points} points, the highest of the examples",
    "open.small-consulation.other": "any round number under the middle one",
    "open.game-beside-volat.what": "the game's own Consulation beside Volat",
    "open.game-beside-volat.taken": "not written",
    "open.game-beside-volat.other": "{points} more for each of the winning side",
    "open.rounding.what": "{whole} points and {over} cards: the source rounds up only at {at} points",
    "open.rounding.taken": "{points} points",
    "open.rounding.other": "{other} points",
    "open.silent-ultimo.what": "an ultimo that {seat} makes in silence beside the announced one",
    "open.silent-ultimo.taken": "not written",
    "open.silent-ultimo.other": "{points} more for each of his side",
    "open.game-after-lost-volat.what": "the game itself after a lost Volat",
    "open.game-after-lost-volat.taken": "scored beside it",
    "open.game-after-lost-volat.other": "not scored",
    "open.silent-volat.what": "the Volat that the other side makes against an announced one",
    "open.silent-volat.taken": "not written beside the lost one",
    "open.silent-volat.other": "{points} more for each of the side that made it",
    "open.struck-though-lost.what": "what a party with a Renonce takes without winning game or ultimo ({lines})",
    "open.struck-though-lost.taken": "nobody writes it",
    "open.struck-though-lost.other": "that party writes it, or the other side does",
    "open.revoke-against-volat.what": "whom a Renonce is paid whose party only broke an announced Volat",
    "open.revoke-against-volat.taken": "the friend: neither game nor ultimo is won",
    "open.revoke-against-volat.other": "each of the others, as for a game won",
    "open.revoke-extra-player.what": "whether {extra}, the König, is one of the others whom {seat} pays for a Renonce",
    "open.revoke-extra-player.taken": "he is paid: by § 7 everybody in the company is a Mitspieler",
    "open.revoke-extra-player.other": "he is not paid: §§ 12 and 31 name him, § 65 does not",
    "open.revoke-friends.what": "whom {seat} pays for a Renonce whose party lost: he has several friends ({paid})",
    "open.revoke-friends.taken": "each of them",
    "open.revoke-friends.other": "one of them: § 65 speaks of his friend only",
    "open.revoke-alone.what": "what {seat} pays for a Renonce who lost and has no friend",
    "open.revoke-alone.taken": "nothing",
    "open.revoke-alone.other": "a fine to the others",
    "open.struck-for-revoke.what": "what a win struck out for a Renonce becomes ({lines})",
    "open.struck-for-revoke.taken": "nobody writes it",
    "open.struck-for-revoke.other": "the other side writes it as won",
}
