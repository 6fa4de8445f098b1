"""What is said about a game of Reform-Tarock (1945)."""


def _incomplete(missing: tuple[str, ...], due: int, ref: str) -> str:
    shown = ", ".join(missing[:6]) + (" …" if len(missing) > 6 else "")
    return f"{len(missing)} cards are in no pile: {shown}; expected all {due} by {ref}"


def _count(side: str, thirds: int, points: int, blatt: int, again: int) -> str:
    ordinary = f"{points}/{blatt} Blatt" if blatt else str(points)
    return f"{side}: {thirds} thirds; by threes {ordinary}, {'the same' if again == thirds else f'that is {again}'}"


CATALOGUE = {
    # findings
    "reform_1945.SEAT-EXTRA": "the Passer {passer} has a seat; expected a fifth person",
    "reform_1945.VOID-GAME": "`piles` in a misdealt game; expected none: the cards are dealt again by {ref}",
    "reform_1945.NOTATION-UNREADABLE": "{what}; {expected}",
    "PILE-DUPLICATE": "{card} stands twice; expected each card once",
    "PILE-INCOMPLETE": _incomplete,
    "DECLARERS-IMPOSSIBLE": "declarers who cannot be; expected the Spieler, and others once each",
    "ACCOMPLICE-DEALER": "{seat} is the dealer; expected others as accomplices",
    "CUT-OWN": "{seat} cuts his own deal; expected the Vis-a-vis by {ref}",
    "CUT-SEAT": "{seat} cuts; expected {opposite}, the Vis-a-vis, by {ref}",
    "CUT-AND-KNOCK": "knocked and cut; expected one of them",
    "PACKET-WITHOUT-KNOCK": "packets chosen without a knock; expected `knock: true`",
    "PACKET-CHOICE": "packets that are not one each; expected each of 1 to {seats} once",
    "PACKET-ORDER": "asked in the order {asked}; expected {due}, beginning with the Vorhand, by {ref}",
    # lines of the score
    "reform_1945.misdeal": "misdeal, {stage}",
    "reform_1945.cards_under_table": "cards under the table",
    "reform_1945.money_under_table": "money under the table",
    "reform_1945.divided": "{money} : {parts}",
    # breaches at the deal
    "reform_1945.breach.cuts": "cut {cuts} times, at most {most} allowed",
    "reform_1945.breach.reshuffled": "shuffled again, which is not allowed",
    "reform_1945.breach.direction": "dealt to the {direction}",
    "reform_1945.breach.packet": "dealt by {packet} instead of {due}",
    "reform_1945.breach.packet_after_knock": "dealt by {packet} instead of {due} after a knock",
    "reform_1945.breach.talon": "a talon of {talon} cards instead of {due}",
    # what settling notes
    "reform_1945.knocked": "{seat} knocked: dealt by {packet}",
    "reform_1945.dealer_takes_rest": "the dealer took what was left, packet {packet}",
    "reform_1945.cut": "{seat} cut {cuts} times",
    "reform_1945.against_rules": "{what}: against the rules",
    "reform_1945.dealt_wrong": "{what}: a misdeal",
    "reform_1945.count": _count,
    "reform_1945.count_thirds": "{side}: {thirds} thirds",
    "reform_1945.won": "won for the declarer: needed {least}, the defenders {other_least}",
    "reform_1945.lost": "lost for the declarer: needed {least}, the defenders {other_least}",
    "reform_1945.passer_with_declarer": "{passer} is the Passer, wins and loses with the declarer",
    "reform_1945.passer_with_defenders": "{passer} is the Passer, wins and loses with the defenders",
    "reform_1945.deals_again": "{dealer} deals again",
    "reform_1945.deals_again_openly": "{dealer} deals again, his own cards face up",
    "reform_1945.self_deal_lapses": "{dealer} deals again; with five he need not deal himself openly",
    "reform_1945.in_solidum": "{seats} liable for the whole with {dealer} (in solidum)",
    # what the source leaves open
    "reform_1945.misdeal_outcome.what": "{what}: how it came out",
    "reform_1945.misdeal_outcome.taken": "nothing is paid",
    "reform_1945.misdeal_outcome.other": "as a misdeal, when `misdeal:` says how it came out",
    "reform_1945.breach_follows.what": "what follows: {what}",
    "reform_1945.breach_follows.taken": "nothing",
    "reform_1945.breach_follows.other": "a misdeal",
    "reform_1945.counting_card_left.what": "a counting card is left over from the threes of the {side}",
    "reform_1945.counting_card_left.taken": "its value in thirds: {thirds} in all",
    "reform_1945.counting_card_left.other": "only Skatkindel left over are provided for",
    "reform_1945.who_won.what": "who has won",
    "reform_1945.who_won.taken": "nobody",
    "reform_1945.who_won.other": "the minima of both sides leave it open",
    "reform_1945.game_price.what": "what the game pays",
    "reform_1945.game_price.taken": "nothing is written",
    "reform_1945.game_price.other": (
        "lost: the price of games, bonuses and announcements stood on pages that are not kept"
    ),
    "reform_1945.game_price_five.what": ("what the game pays; {passer}, the Passer, wins and loses with the {side}"),
    "reform_1945.game_price_five.taken": "nothing is written",
    "reform_1945.game_price_five.other": (
        "lost: the price of games, bonuses and announcements stood on pages that are not kept"
    ),
    "reform_1945.unnoticed_rate.what": "at which rate an unnoticed misdeal is 'like one admitted'",
    "reform_1945.unnoticed_rate.taken": "{late}, as admitted after the deal",
    "reform_1945.unnoticed_rate.other": "{early}, as admitted before its end",
    "reform_1945.unnoticed_game.what": "what becomes of a game misdealt and not noticed",
    "reform_1945.unnoticed_game.taken": "it stands",
    "reform_1945.unnoticed_game.other": "it is void",
    "reform_1945.denied_each.what": "whether {amount} are paid to each, as 2 and 3 are",
    "reform_1945.denied_each.taken": "to each fellow player",
    "reform_1945.denied_each.other": "{amount} in all",
    "reform_1945.guilty_share.what": "how the guilty share among themselves",
    "reform_1945.guilty_share.taken": "{dealer} pays all",
    "reform_1945.guilty_share.other": "each creditor may take the whole from any",
    "reform_1945.accomplice_paid.what": "whether {seats}, liable with the dealer, is paid as a fellow player",
    "reform_1945.accomplice_paid.taken": "yes",
    "reform_1945.accomplice_paid.other": "no",
    "reform_1945.passer_under_table.what": "whether the Passer is paid for cards under the table",
    "reform_1945.passer_under_table.taken": "no: he is named for misdeals only",
    "reform_1945.passer_under_table.other": "yes",
    "reform_1945.four_among_five.what": "who the four are among five",
    "reform_1945.four_among_five.taken": "the players; {seat} keeps a part",
    "reform_1945.four_among_five.other": "all but {seat}",
    "reform_1945.money_left.what": "{left} left over when {money} is divided by {parts}",
    "reform_1945.money_left.taken": "{seat} keeps it",
    "reform_1945.money_left.other": "not provided for",
}
