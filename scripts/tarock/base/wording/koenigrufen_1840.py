"""Wording of Königrufen, 1840: faults of a recorded game by their code, score lines, what is left open."""

from __future__ import annotations

from tarock.base.i18n import Listed, Wording, join_list, npgettext, pgettext


def _format_nobody(key: str, seat: str) -> str:
    return seat or pgettext(key, "nobody")


def _format_hand_after(seat: str, missing: Listed, extra: Listed, **_: object) -> str:
    key, parts = "HAND-AFTER-DIFFERS", []
    before_last = pgettext(key, ", ")
    if missing:
        cards = join_list(missing, before_last)
        parts.append(npgettext(key, "lacks {cards}", "lacks {cards}", len(missing), cards=cards))
    if extra:
        cards = join_list(extra, before_last)
        parts.append(npgettext(key, "has {cards} too", "has {cards} too", len(extra), cards=cards))
    how = f" {pgettext('list.and', 'and')} ".join(parts)
    return pgettext(key, "{seat}'s hand as listed after the scat {how}", seat=seat, how=how)


def _format_uncertain(
    seat: str, twice: Listed, strangers: Listed, number: int | None, bought: int | None, relisted: bool, **_: object
) -> str:
    key, twice_text, strange = (
        "HAND-UNCERTAIN",
        "{cards} lying in a second place too",
        "{cards} being played but not in it",
    )
    before_last = pgettext(key, ", ")
    why = [
        npgettext(key, twice_text, twice_text, len(twice), cards=join_list(twice, before_last)) if twice else "",
        npgettext(key, strange, strange, len(strangers), cards=join_list(strangers, before_last)) if strangers else "",
        pgettext(key, "having {number} cards", number=number) if number is not None else "",
        pgettext(key, "{bought} cards being bought", bought=bought) if bought is not None else "",
        pgettext(key, "the scat or its second list not fitting it") if relisted else "",
    ]
    text = (
        "{seat}'s hand is uncertain, {why}: whether {seat} broke a rule of play, or held Alle drei or Alle vier, "
        "cannot be judged, and nothing is written for it"
    )
    return pgettext(key, text, seat=seat, why=pgettext("HAND-UNCERTAIN.why", ", ").join(filter(None, why)))


def _play_order(seat: str, card: object, seats: Listed, order: Listed) -> str:
    key, out_of_turn = "PLAY-ORDER", "{seat} plays {card} out of turn: the seats play {seats}, expected {order}"
    text = out_of_turn if seat else "the seats play {seats}, expected {order}"
    return pgettext(key, text, seat=seat, card=card, seats=seats, order=order)


def _format_announced(key: str, text_made: str, text_lost: str) -> Wording:
    """Return the wording of an announced feat; `{word}` is the last raise, if there was one."""

    def announced(word: str, made: bool) -> str:
        last = pgettext("announced.word", " {word}", word=word) if word else ""
        return pgettext(key, text_made if made else text_lost, word=last)

    return announced


def _format_money(key: str, text: str) -> Wording:
    def money(whole: int, rest: int, unit: int, seat: str, points: int) -> str:
        sum_ = f"{whole} {rest}/{unit}" if rest else str(whole)
        return pgettext(key, text, seat=seat, sum=sum_, points=points)

    return money


WORDINGS: dict[str, Wording] = {
    "NOTATION-UNREADABLE": "{where}, column {column}: `{text}` cannot be read",
    "NOTATION-UNREADABLE.end": "{where}, column {column}: the text ends too early",
    "DEAL-DUPLICATE": lambda card, seat, first: pgettext(
        "DEAL-DUPLICATE",
        "{card} lies with {first} and with {seat}",
        card=card,
        first=first or pgettext("DEAL-DUPLICATE", "the talon"),
        seat=seat or pgettext("DEAL-DUPLICATE", "the talon"),
    ),
    "DEAL-MISSING": "{card} lies nowhere",
    "FIFTH-NOT-DEALER": "{seat} is the fifth, but {dealer} deals",
    "HAND-SIZE": "{seat} has {number} cards, expected {expected}",
    "TALON-SIZE": lambda numbers, expected, **_: pgettext(
        "TALON-SIZE",
        "the talon has {numbers} cards, expected {expected}",
        numbers=f" {pgettext('list.and', 'and')} ".join(map(str, numbers)),
        expected=expected,
    ),
    "BID-ORDER": "{seat} speaks twice in a row",
    "BID-ORDER.pass": "{seat} passes out of turn",
    "BID-AFTER-END": "{seat} speaks though the bidding is over and the game his",
    "BID-FOLD": "{seat} says {call} with a fold of {fold}",
    "BID-TOO-HIGH": "{seat} bids a Dreier of {fold}: at most {most} may be bid",
    "BID-NOT-HIGHER": "{seat} does not outbid {over}",
    "BID-AFTER-PASS": "{seat} bids after passing",
    "BID-WRONG-DECLARER": lambda seat, given, **_: pgettext(
        "BID-WRONG-DECLARER",
        "{seat} plays, but the bidding gives the game to {given}",
        seat=seat,
        given=_format_nobody("BID-WRONG-DECLARER", given),
    ),
    "KING-NOT-KING": "{card} is called",
    "KING-NOT-OWN": "{seat} calls {card} at Solo without holding it",
    "KING-OWN": "{seat} calls {card}, which he holds himself",
    "PARTNER-DIFFERS": lambda seat, holder, card: pgettext(
        "PARTNER-DIFFERS",
        "{seat} is named as partner, {holder} holds {card}",
        seat=_format_nobody("PARTNER-DIFFERS", seat),
        holder=_format_nobody("PARTNER-DIFFERS", holder),
        card=card,
    ),
    "PURCHASE.bid": "{seat} buys the Dreier of {first}, the bid is {bid}",
    "PURCHASE.step": "{seat} keeps the Dreier of {kept} after that of {first}; no change of the half makes it",
    "KING-LATE": "{seat} calls {card} only after seeing cards of the talon, and plays alone",
    "PURCHASE-SHOWN": "{seat} shows the purchase or sees a card of the other half, and must raise himself",
    "PURCHASE.forced": "{seat} must look at the other half, and keeps the Dreier as it was bought",
    "PURCHASE-LOWER": "{seat} keeps the Dreier of {kept} after buying that of {first}",
    "PURCHASE-TOO-HIGH": "{seat} keeps the Dreier of {kept}, at most {most} is possible",
    "SCAT-SIZE": "{number} cards in the scat, expected {expected}",
    "SCAT-SIZE.solo": "{number} cards in the scat at Solo, expected none",
    "SCAT-NOT-HELD": "{seat} discards {card} without holding it",
    "SCAT-HONOUR": "{seat} discards the honour {shown}",
    "SCAT-TAROCK": "{seat} discards the trump {card} though suit cards are left",
    "HAND-AFTER-TWICE": "{card} stands twice in {seat}'s hand as listed after the scat",
    "HAND-AFTER-DIFFERS": _format_hand_after,
    "HAND-UNCERTAIN": _format_uncertain,
    "LEAD-UNCERTAIN": "{card} stands twice or in another hand, so it is uncertain what was led: who had to follow to "
    "it cannot be judged",
    "SIDES-UNCERTAIN": "where {card} lay is uncertain, so who plays with whom: the result cannot be judged",
    "COUNT-UNCERTAIN": "{cards} would be counted twice: the result cannot be judged",
    "ANNOUNCE-SEAT": "{seat} announces {of} as {role}",
    "ANNOUNCE-SEAT.raise": "{seat} may not raise the {of} now",
    "ANNOUNCE-ORDER": "{seat} says {call} where {due} is due",
    "ANNOUNCE-ORDER.again": "{seat} announces {of}, which {first} has announced already",
    "ANNOUNCE-ORDER.late": "{seat} announces {of} after {first}, but the {role} speaks first",
    "ANNOUNCE-ORDER.nothing": "{seat} says {call} to a {of} that nobody announced",
    "ANNOUNCE-ORDER.highest": "{seat} says {call} after {last}",
    "TRICKS-MISSING": "{number} tricks, expected {expected}",
    "LEAD-WRONG-SEAT": "{seat} leads {card}, but {leader} took the trick before",
    "LEAD-WRONG-SEAT.first": "{seat} leads {card}, but {leader} is the forehand",
    "PLAY-ORDER": _play_order,
    "PLAY-TWICE": "{seat} plays {card}, which is played already",
    "PLAY-NOT-HELD": "{seat} plays {card} without holding it",
    "PLAY-REVOKE": "{seat} plays {card}: {breach}",
    "PLAY-PAGAT-EARLY": "{seat} plays the Pagat after announcing ultimo, holding other trumps",
    "REMARK-DIFFERS": lambda seat, card, player: pgettext(
        "REMARK-DIFFERS",
        "the remark says that {seat} played {card}, {player} did",
        seat=seat,
        card=card,
        player=_format_nobody("REMARK-DIFFERS", player),
    ),
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
    "ultimo.announced": _format_announced(
        "ultimo.announced", "announced ultimo{word} made", "announced ultimo{word} lost"
    ),
    "ultimo.silent": "ultimo in silence",
    "volat.announced": _format_announced("volat.announced", "announced Volat{word} made", "announced Volat{word} lost"),
    "volat.silent": "Volat in silence",
    "revoke.fine": "revoke of {seat}",
    "penalty.misdeal": "misdeal of {seat}",
    "penalty.bottom_card": "bottom card of {seat}",
    "penalty.cut": "cut of {seat}",
    "penalty.early_reminder": "early reminder of {seat}",
    "penalty.omitted_reminder": "omitted reminder of {seat}",
    "penalty.early_lead": "early lead of {seat}",
    "reckoning.game": "{points} × {multiplier} + {times} × {each}",
    "reckoning.times": "{times} × {each}",
    # what the text leaves open
    "open.small-consulation.what": "the small consolation, when no number was agreed for it",
    "open.small-consulation.taken": "{points} points, the highest number in the examples",
    "open.small-consulation.other": "any round number under the middle one",
    "open.small-not-round.what": "whether {points} counts as a round number, as a small consolation must be",
    "open.small-not-round.taken": "it stands as agreed",
    "open.small-not-round.other": "it does not stand: another number must be agreed",
    "open.unlawful-call.what": "what an announcement against the rules brings",
    "open.unlawful-call.taken": "nothing: only what a player may say counts",
    "open.unlawful-call.other": "it counts as it was said: {sums}",
    "open.game-beside-volat.what": "whether the consolation of the game is written as well as that of Volat",
    "open.game-beside-volat.taken": "it is not written",
    "open.game-beside-volat.other": "yes, {points} more for each of the winners",
    "open.rounding.what": (
        "the points by which a game with {whole} points and {over} cards left over is won or lost "
        "(the text rounds up only at {at})"
    ),
    "open.rounding.taken": "{points} points",
    "open.rounding.other": "{other} points",
    "open.silent-ultimo.what": "whether the unannounced ultimo of {seat} is written, when another player announced one",
    "open.silent-ultimo.taken": "not written",
    "open.silent-ultimo.other": "{points} more for each on his side",
    "open.game-after-lost-volat.what": "whether the game itself is scored after a lost Volat",
    "open.game-after-lost-volat.taken": "yes, as well as the Volat",
    "open.game-after-lost-volat.other": "no",
    "open.silent-volat.what": "a Volat that the other side makes when one was announced",
    "open.silent-volat.taken": "it is not written: only the lost one is",
    "open.silent-volat.other": "{points} more for each on the side that made it",
    "open.struck-though-lost.what": (
        "what becomes of the gain of a side that revoked and won neither game nor ultimo ({lines})"
    ),
    "open.struck-though-lost.taken": "nobody writes it",
    "open.struck-though-lost.other": "that side writes it, or the other does",
    "open.revoke-against-volat.what": "who is paid for a revoke that did no more than prevent an announced Volat",
    "open.revoke-against-volat.taken": "the partner: neither game nor ultimo was won",
    "open.revoke-against-volat.other": "each of the others, as for a game won",
    "open.revoke-extra-player.what": "whether {seat} pays {extra}, the König, too for a revoke",
    "open.revoke-extra-player.taken": "yes, by § 7 everybody at the table is a fellow player",
    "open.revoke-extra-player.other": "no, §§ 12 and 31 name the König, § 65 does not",
    "open.revoke-friends.what": (
        "whom {seat} pays for a revoke, when his side has lost and he has several partners ({paid})"
    ),
    "open.revoke-friends.taken": "each of them",
    "open.revoke-friends.other": "one of them: § 65 speaks only of 'his partner'",
    "open.revoke-alone.what": "what {seat}, who lost and has no partner, pays for a revoke",
    "open.revoke-alone.taken": "nothing",
    "open.revoke-alone.other": "a penalty to the others",
    "open.king-with-revoke.what": "whether a called king that a side brought home with a revoke is lost",
    "open.king-with-revoke.taken": "no, § 65 says what a revoke costs",
    "open.king-with-revoke.other": "yes, and each of the others writes {points}: § 49 says 'without a revoke'",
    "open.struck-for-revoke.what": "what becomes of a win that does not count because of a revoke ({lines})",
    "open.struck-for-revoke.taken": "nobody writes it",
    "open.struck-for-revoke.other": "the other side writes it as its own win",
    # sessions (1840:126-131)
    # findings
    "FINE-AND-PLAY": "a penalty and a played Taille in one; expected an entry for each",
    "CONSULATION-SMALL": "a small consolation of {agreed}; expected less than {below} points by {ref}",
    "CONSULATION-SMALL.alone": "small_consulation without `consulation: small`; expected both",
    "DECLARERS-WITHOUT-KING": "declarers without a König; expected them with `king:` only",
    "KING-AMONG-FOUR": "{king} is König among four; expected a König among five only",
    "KING-WITHOUT-DECLARERS": "a König without declarers; expected who played, to share by {ref}",
    "KING-PLAYS": "the König {king} plays; expected others as declarers",
    "session.DECLARERS-IMPOSSIBLE": (
        "declarers who cannot be; expected the declarer, and his partner if he has one, once each by {ref}"
    ),
    "KING-SHARE-UNCLEAR": (
        "the opponents wrote different Points ({written}); expected the König's own entry; he shares with them by {ref}"
    ),
    "KING-SHARE-DIFFERS": "the König {king} wrote {wrote}; expected {due}, as the opponents, by {ref}",
    # lines of the score
    "session.at_end": "differences at the end",
    "session.running": "differences at {at}, after Taille {taille}",
    "session.difference": "{more} − {less} = {difference}",
    # what settling notes
    "session.rounding.none": "point by point",
    "session.rounding.hundreds": "in hundreds",
    "session.rounding.tens": "in tens",
    "session.rounding.fives": "in fives",
    "session.agreed": "paid {how}",
    "session.not_agreed": "paid {how}, nothing else being agreed",
    "session.fine": "{what}: {amount} to each of the others ({reckoning})",
    "session.dealer": "in Taille {taille} {seat} deals, though it is the turn of {due}",
    "session.sum": "{seat} {points}",
    "session.running_reached": "after Taille {taille}: {sums}; {at} is reached",
    "session.credit": "to the credit of the next games: {sums}",
    "session.sums_at_end": "at the end: {sums}",
    "session.gets": _format_money("session.gets", "{seat} gets {sum} Kreuzer: {points} Points"),
    "session.pays": _format_money("session.pays", "{seat} pays {sum} Kreuzer: {points} Points"),
    # what the source leaves open
    "session.higher_stake.what": "how a stake over {kreuzer} Kreuzer is paid when nothing was agreed",
    "session.higher_stake.taken": "in full hundreds: other ways must be agreed",
    "session.higher_stake.other": "point by point",
    "session.stake_unknown.what": "how players who agreed on nothing pay, if we do not know the stake",
    "session.stake_unknown.taken": "in full hundreds, as with up to {kreuzer} Kreuzer",
    "session.stake_unknown.other": "point by point, if the stake was higher",
    "session.small_consulation.what": (
        "the small consolation that penalties are paid in, when no number was agreed for it"
    ),
    "session.small_consulation.taken": "{points} points, the highest number in the examples",
    "session.small_consulation.other": "any round number under the middle one",
    "session.fine_extra.what": lambda seat: pgettext(
        "session.fine_extra.what",
        "whether the König{seat} is paid a penalty too",
        seat=f" {seat}" if seat else "",
    ),
    "session.fine_extra.taken": "yes, he is one of the others, and by § 7 a fellow player",
    "session.fine_extra.other": "no, §§ 12 and 31 name him, this paragraph does not",
    "session.early_lead.what": "whether {seat} pays for leading too early, and to whom",
    "session.early_lead.taken": "yes, to each of the others, as 'very strict players' could ask",
    "session.early_lead.other": "no",
    "session.running_rounded.what": "whether differences that are paid during the evening are rounded",
    "session.running_rounded.taken": "yes, like those at the end",
    "session.running_rounded.other": "no, they are paid point by point",
    "session.totals_rounded.what": "whether each difference is rounded, or each player's total",
    "session.totals_rounded.taken": "each difference",
    "session.totals_rounded.other": "each total, before the differences are taken",
}
