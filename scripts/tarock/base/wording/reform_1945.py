"""Wording of Reform-Tarock (1945)."""

from __future__ import annotations

from tarock.base.i18n import Wording, pgettext

_NAMED = 6  # cards that are missing and named


def _format_missing(key: str, text: str) -> Wording:
    """Return the wording of so many cards that are not where they should be."""

    def missing_cards(missing: tuple[str, ...], due: int, ref: str) -> str:
        first = ", ".join(missing[:_NAMED]) + (" …" if len(missing) > _NAMED else "")
        return pgettext(key, text, number=len(missing), first=first, due=due, ref=ref)

    return missing_cards


def _count(side: str, thirds: int, points: int, blatt: int, again: int) -> str:
    key, ordinary = "reform_1945.count", f"{points}/{blatt} Blatt" if blatt else str(points)
    if again == thirds:
        return pgettext(
            key, "{side}: {thirds} thirds; by threes {ordinary}, the same", side=side, thirds=thirds, ordinary=ordinary
        )
    return pgettext(
        key,
        "{side}: {thirds} thirds; by threes {ordinary}, that is {again}",
        side=side,
        thirds=thirds,
        ordinary=ordinary,
        again=again,
    )


def _format_yes_or_no(name: str, yes: str, no: str) -> Wording:
    """Return the wording of the reading taken of an assumption, or of the other one, by what is assumed."""
    return lambda assumed, **values: pgettext(f"reform_1945.assumed.{name}", yes if assumed else no, **values)


def _to_side(name: str, left: str, right: str) -> Wording:
    """Return the wording of a direction, which is the only value."""
    return lambda **values: pgettext(f"reform_1945.{name}", left if "left" in values.values() else right)


WORDINGS: dict[str, Wording] = {
    # findings
    "CARDS-TOO-MANY": "{cards} cards; expected at most the {due} of the pack ({ref})",
    "USURPER-DEALER": "{seat} is the dealer; expected as `usurper` one who has no right to deal ({ref})",
    "PACKET-COUNT": "{packets} packets; expected {due} by {ref}",
    "PACKET-SIZE": "a packet of {cards} cards; expected {due} by {ref}",
    "PACKET-UNCHOSEN": "a knock, but not who chose which packet; expected `chosen` of each by {ref}",
    "DECLARERS-MISSING": "`play` without `declarers`; expected who played the game",
    "EXCHANGE-SEAT": "{seat} exchanges with the talon; expected one of {declarers}",
    "TAKEN-NOT-TALON": "{card} is taken from the talon; expected a card that lies there",
    "ASSUMED-MISSING": "`assumed` has no `{name}`; expected what is taken for granted: the rule is lost",
    "ASSUMED-STATED": "`{name}` is assumed; expected nothing: the source states it ({ref})",
    "PILE-DIFFERS": "the piles are not those of the tricks; expected the same cards, or no `piles` beside `play`",
    "reform_1945.DEAL-DUPLICATE": "{card} is dealt twice; expected each card once",
    "reform_1945.DEAL-MISSING": _format_missing(
        "reform_1945.DEAL-MISSING", "{number} cards are not dealt: {first}; expected all {due} by {ref}"
    ),
    "reform_1945.TALON-SIZE": "a talon of {sizes} cards; expected {parts} × {half} by {ref}",
    "reform_1945.SCAT-SIZE": "{cards} cards discarded; expected {due}, as many as taken, for a hand stays one ({ref})",
    "reform_1945.SCAT-NOT-HELD": "{card} discarded; expected a card of {seat}",
    "reform_1945.NOTATION-UNREADABLE.rest": "`{rest}` behind the trick; expected one play of each seat",
    "reform_1945.TRICKS-MISSING": "{tricks} tricks; expected {due} by {ref}",
    "reform_1945.LEAD-WRONG-SEAT": "trick {trick}: {seat} leads; expected {winner}, who took the last, as assumed",
    "reform_1945.PLAY-ORDER": "trick {trick}: not in turn; expected {order}, as assumed",
    "reform_1945.PLAY-TWICE": "trick {trick}: {seat} plays {card}; expected a card that has not been played",
    "reform_1945.PLAY-NOT-HELD": "trick {trick}: {seat} plays {card}; expected a card of his hand",
    "reform_1945.PLAY-REVOKE": "trick {trick}: {seat} plays {card}, but {breach}, as assumed",
    "reform_1945.SEAT-EXTRA": "the Passer {passer} has a seat; expected a fifth person",
    "reform_1945.VOID-GAME": "`{name}` in a misdealt game; expected none: the cards are dealt again by {ref}",
    "reform_1945.NOTATION-UNREADABLE": "{what}; {expected}",
    "PILE-DUPLICATE": "{card} stands twice; expected each card once",
    "PILE-INCOMPLETE": _format_missing(
        "PILE-INCOMPLETE", "{number} cards are in no pile: {first}; expected all {due} by {ref}"
    ),
    "DECLARERS-IMPOSSIBLE": "declarers who cannot be; expected the declarer, and others once each",
    "ACCOMPLICE-DEALER": "{seat} is the dealer; expected others as accomplices",
    "CUT-OWN": "{seat} cuts his own deal; expected the Vis-a-vis by {ref}",
    "CUT-SEAT": "{seat} cuts; expected {opposite}, the Vis-a-vis, by {ref}",
    "CUT-AND-KNOCK": "knocked and cut; expected one of them",
    "PACKET-WITHOUT-KNOCK": "packets chosen without a knock; expected `knock: true`",
    "PACKET-CHOICE": "packets that are not one each; expected each of 1 to {seats} once",
    "PACKET-ORDER": "asked in the order {asked}; expected {due}, beginning with the forehand, by {ref}",
    # lines of the score
    "reform_1945.misdeal": "misdeal, {stage}",
    "reform_1945.cards_under_table": "cards under the table",
    "reform_1945.money_under_table": "money under the table",
    "reform_1945.divided": "{money} : {parts}",
    # breaches at the deal
    "reform_1945.breach.cuts": "the pack is cut {cuts} times, and at most {most} are allowed",
    "reform_1945.breach.reshuffled": "shuffled again, which is not allowed",
    "reform_1945.breach.direction": _to_side("breach.direction", "dealt to the left", "dealt to the right"),
    "reform_1945.breach.packet": "dealt by {packet} instead of {due}",
    "reform_1945.breach.packet_after_knock": "dealt by {packet} instead of {due} after a knock",
    "reform_1945.breach.talon": "a talon of {talon} cards instead of {due}",
    # what settling notes
    "reform_1945.talon_laid": lambda parts: pgettext(
        "reform_1945.talon_laid", "the talon: {parts}", parts=" | ".join(parts)
    ),
    "reform_1945.exchanged": "{seat} takes {takes} from the talon and discards {lays}",
    "reform_1945.trick": "trick {trick}: {seat} takes it with {card}",
    "reform_1945.usurped": "{seat} has tried to deal: an irregularity; the cards may be mixed back, face up",
    "reform_1945.knocked": "{seat} knocked: dealt by {packet}",
    "reform_1945.dealer_takes_rest": "the dealer took what was left, packet {packet}",
    "reform_1945.cut": "{seat} cut {cuts} times",
    "reform_1945.against_rules": "{what}: against the rules",
    "reform_1945.dealt_wrong": "{what}: a misdeal",
    "reform_1945.count": _count,
    "reform_1945.count_thirds": "{side}: {thirds} thirds",
    "reform_1945.won": "won for the declarer: needed {least}, the opponents {other_least}",
    "reform_1945.lost": "lost for the declarer: needed {least}, the opponents {other_least}",
    "reform_1945.passer_with_declarer": "{passer} is the Passer, wins and loses with the declarer",
    "reform_1945.passer_with_defenders": "{passer} is the Passer, wins and loses with the opponents",
    "reform_1945.deals_again": "{dealer} deals again",
    "reform_1945.deals_again_openly": "{dealer} deals again, his own cards face up",
    "reform_1945.self_deal_lapses": "{dealer} deals again; with five he need not deal himself openly",
    "reform_1945.in_solidum": "{seats} liable for the whole with {dealer} (in solidum)",
    # what the source leaves open
    "reform_1945.assumed.follow_suit.what": "whether suit must be followed (lost)",
    "reform_1945.assumed.follow_suit.taken": _format_yes_or_no(
        "follow_suit.taken", "it must be, as we assume; every card played fits this", "it need not be, as we assume"
    ),
    "reform_1945.assumed.follow_suit.other": _format_yes_or_no("follow_suit.other", "it need not be", "it must be"),
    "reform_1945.assumed.must_tarock.what": "whether a player without the suit must play a trump (lost)",
    "reform_1945.assumed.must_tarock.taken": _format_yes_or_no(
        "must_tarock.taken", "he must, as we assume; every card played fits this", "he need not, as we assume"
    ),
    "reform_1945.assumed.must_tarock.other": _format_yes_or_no("must_tarock.other", "he need not", "he must"),
    "reform_1945.assumed.must_overtake.what": "whether a player must beat the cards on the table (lost)",
    "reform_1945.assumed.must_overtake.taken": _format_yes_or_no(
        "must_overtake.taken", "he must, as we assume; every card played fits this", "he need not, as we assume"
    ),
    "reform_1945.assumed.must_overtake.other": _format_yes_or_no("must_overtake.other", "he need not", "he must"),
    "reform_1945.assumed.winner_leads.what": "whether the winner of a trick leads to the next (lost)",
    "reform_1945.assumed.winner_leads.taken": _format_yes_or_no(
        "winner_leads.taken", "he does, as we assume", "whoever led in this game, as we assume"
    ),
    "reform_1945.assumed.winner_leads.other": _format_yes_or_no(
        "winner_leads.other", "whoever led in this game", "he does"
    ),
    "reform_1945.assumed.tarock_beats_suit.what": "whether a trump beats a suit card (lost)",
    "reform_1945.assumed.tarock_beats_suit.taken": _format_yes_or_no(
        "tarock_beats_suit.taken", "it does, as we assume", "it does not, as we assume"
    ),
    "reform_1945.assumed.tarock_beats_suit.other": _format_yes_or_no(
        "tarock_beats_suit.other",
        "it does not: then another player would have won {tricks} of the tricks",
        "it does: then another player would have won {tricks} of the tricks",
    ),
    "reform_1945.assumed.turn.what": "in which direction the play goes round (lost)",
    "reform_1945.assumed.turn.taken": _to_side(
        "assumed.turn.taken", "to the left, as we assume", "to the right, as we assume"
    ),
    "reform_1945.assumed.turn.other": "the other way: the source says 'anticlockwise' only of dealing",
    "reform_1945.assumed.talon_counts_for.what": "for whom the rest of the talon counts (lost)",
    "reform_1945.assumed.talon_counts_for.taken": "as we assume, for the {assumed} (worth {points})",
    "reform_1945.assumed.talon_counts_for.other": "for the other side, or nobody",
    "reform_1945.assumed.discard_counts_for.what": "for whom the discarded cards count (lost)",
    "reform_1945.assumed.discard_counts_for.taken": "as we assume, for the {assumed} (worth {points})",
    "reform_1945.assumed.discard_counts_for.other": "for the other side, or nobody",
    "reform_1945.usurped_follows.what": "what follows when {seat} deals without the right to",
    "reform_1945.usurped_follows.taken": "nothing is paid",
    "reform_1945.usurped_follows.other": "not provided for: the text calls it only an irregularity",
    "reform_1945.five_dealer.what": (
        "which of five is the Passer (the player without cards), and whether the dealer has cards"
    ),
    "reform_1945.five_dealer.taken": "here {passer} is the Passer, and {dealer} the dealer",
    "reform_1945.five_dealer.other": (
        "not provided for; the dealer may be the Passer, as with five he need not deal to himself"
    ),
    "reform_1945.first_lead.what": "who leads to the first trick (lost)",
    "reform_1945.first_lead.taken": "here {seat} does",
    "reform_1945.first_lead.other": "another player",
    "reform_1945.exchange.what": "who may take which cards of the talon, and what may be discarded (lost)",
    "reform_1945.exchange.taken": "here {seat} takes and discards {cards}",
    "reform_1945.exchange.other": "another number, or other cards",
    "reform_1945.redeal_beside.what": "whether {dealer} deals again as well as paying",
    "reform_1945.redeal_beside.taken": "as well as paying, after every misdeal",
    "reform_1945.redeal_beside.other": "only after dealing to the left, or dealing wrongly after a knock",
    "reform_1945.misdeal_outcome.what": "{what}: it is not known how this was discovered",
    "reform_1945.misdeal_outcome.taken": "nothing is paid",
    "reform_1945.misdeal_outcome.other": "the penalty for a misdeal, once it is known",
    "reform_1945.breach_follows.what": "what follows when this happens: {what}",
    "reform_1945.breach_follows.taken": "nothing",
    "reform_1945.breach_follows.other": "a misdeal",
    "reform_1945.counting_card_left.what": "a counting card is left over when the {side} count by threes",
    "reform_1945.counting_card_left.taken": "it counts its value in thirds: {thirds} thirds in all",
    "reform_1945.counting_card_left.other": (
        "not provided for: the text speaks only of plain cards (Skatkindel) left over"
    ),
    "reform_1945.who_won.what": "who has won",
    "reform_1945.who_won.taken": "nobody",
    "reform_1945.who_won.other": "the minima of both sides leave it open",
    "reform_1945.game_price.what": "what the game pays (lost)",
    "reform_1945.game_price.taken": "nothing is written",
    "reform_1945.game_price.other": "an amount that stood on the lost pages, with those for bonuses and announcements",
    "reform_1945.game_price_five.what": (
        "what the game pays, when {passer}, the Passer, wins and loses with the {side} (lost)"
    ),
    "reform_1945.game_price_five.taken": "nothing is written",
    "reform_1945.game_price_five.other": (
        "an amount that stood on the lost pages, with those for bonuses and announcements"
    ),
    "reform_1945.unnoticed_rate.what": "what a misdeal costs that counts like one owned up to, as nobody noticed it",
    "reform_1945.unnoticed_rate.taken": "{late}, as for one owned up to after the deal",
    "reform_1945.unnoticed_rate.other": "{early}, as for one owned up to before the end of the deal",
    "reform_1945.unnoticed_game.what": "whether a misdealt game counts if nobody noticed",
    "reform_1945.unnoticed_game.taken": "it counts",
    "reform_1945.unnoticed_game.other": "it is void",
    "reform_1945.denied_each.what": "whether each player gets the {amount}, as he gets the 2 and the 3",
    "reform_1945.denied_each.taken": "each fellow player gets them",
    "reform_1945.denied_each.other": "all get {amount} together",
    "reform_1945.guilty_share.what": "how those who must pay share it among themselves",
    "reform_1945.guilty_share.taken": "{dealer} pays all",
    "reform_1945.guilty_share.other": "whoever is to be paid may ask any of them for all of it",
    "reform_1945.accomplice_paid.what": (
        "whether {seats}, who must pay with the dealer, also gets the penalty as a fellow player"
    ),
    "reform_1945.accomplice_paid.taken": "yes",
    "reform_1945.accomplice_paid.other": "no",
    "reform_1945.passer_under_table.what": (
        "whether the Passer (the player without cards) is paid too when cards lie under the table"
    ),
    "reform_1945.passer_under_table.taken": "no, the text names him for misdeals only",
    "reform_1945.passer_under_table.other": "yes",
    "reform_1945.four_among_five.what": "which four of five players share the money",
    "reform_1945.four_among_five.taken": "those who play; {seat} keeps a part",
    "reform_1945.four_among_five.other": "all but {seat}, so the Passer too",
    "reform_1945.money_left.what": "what becomes of the remainder {left}, when {money} is divided by {parts}",
    "reform_1945.money_left.taken": "{seat} keeps it",
    "reform_1945.money_left.other": "not provided for",
}
