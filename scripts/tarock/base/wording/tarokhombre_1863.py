"""Wording of Tarokhombre (1863)."""

from __future__ import annotations

from tarock.base.i18n import Listed, Wording, join_list, npgettext, pgettext


def _format_augen_reckoning(over: int, fold: int, product: int, tens: int, rest: int, least: int) -> str:
    key = "tarokhombre_1863.augen_reckoning"
    words = npgettext(
        key, "{over} × {fold} = {product}: {tens} ten", "{over} × {fold} = {product}: {tens} tens", tens,
        over=over, fold=fold, product=product, tens=tens,
    )  # fmt: skip
    words += pgettext(key, ", rest {rest}", rest=rest) if rest else ""
    return words + (pgettext(key, "; at least {least}", least=least) if least else "")


def _format_bete_of_each(seats: Listed) -> str:
    key = "tarokhombre_1863.bete_of_each.what"
    return pgettext(key, "the bête when {seats} have revoked", seats=join_list(seats, pgettext(key, " and ")))


def _format_decided(key: str, text: str, value: str) -> Wording:
    return lambda **values: pgettext(key, text, how=pgettext("tarokhombre_1863.revokes_both", values[value]))


_HONOURS = {
    "all_three": lambda: pgettext("tarokhombre_1863.honour", "the three chief trumps"),
    "all_four": lambda: pgettext("tarokhombre_1863.honour", "the four kings"),
    "tarocks": lambda: pgettext("tarokhombre_1863.honour", "a number of trumps"),
    "cavallerie": lambda: pgettext("tarokhombre_1863.honour", "cavalry"),
}

WORDINGS: dict[str, Wording] = {
    # findings
    "SEAT-RESERVED": "a seat is called `{name}`; expected another name: that is the pot",
    "DEALS-NONE": "no deals; expected at least one",
    "OUT-AMONG-THREE": "{seat} sits out; expected none to: only with four by {ref}",
    "OUT-WRONG-SEAT": "{seat} sits out; expected {due}, who dealt last, by {ref}",
    "AUGEN-MISSING": "no `augen`; expected the card points of the declarer",
    "AUGEN-TOO-MANY": (
        "{augen} card points; expected at most {most}: {half} are neither won nor lost, half of all ({ref}; "
        "how they are counted is left to Großtarok)"
    ),
    "tarokhombre_1863.TRICKS-COUNT": "{tricks} tricks of the declarer; expected at most {due} ({ref})",
    "VOLE-TOO-LATE": "the vole is declared after trick {trick}; expected before the last, {last} ({ref})",
    "VOLE-TRICKS": lambda made, tricks, due, ref: pgettext(
        "VOLE-TRICKS",
        "the vole is made with {tricks} tricks; expected it with {due} and only then ({ref})"
        if made
        else "the vole is not made with {tricks} tricks; expected it with {due} and only then ({ref})",
        tricks=tricks,
        due=due,
        ref=ref,
    ),
    "DEALER-LOST-RIGHT": "{dealer} deals again after his misdeal; expected another: he has lost the right by {ref}",
    "LAID-TOO-MANY": "{cards} cards laid; expected {due} by {ref}",
    "PURCHASE-SIZE": "{cards} cards bought; expected {due} by {ref}",
    "VOLE-NOT-WON": "the vole is made with {augen} card points; expected a won game ({ref})",
    "tarokhombre_1863.VOID-GAME": "`{name}` where no game counts; expected none by {ref}",
    "tarokhombre_1863.BID-STRANGER": "{seat} has no part in the bidding; expected one of {order}",
    "tarokhombre_1863.BID-MISSING": "{seat} has not spoken; expected a call of each by {ref}",
    "tarokhombre_1863.BID-ORDER": "{seat} speaks before {due}; expected the order {order} by {ref}",
    "tarokhombre_1863.BID-KEEP": ("{seat} keeps a game that he has not declared; expected a game or a pass by {ref}"),
    "tarokhombre_1863.BID-A-TROIS": (
        "{seat} says à trois; expected it of the forehand by {ref}, or of the second after the forehand has passed"
        " by {second}"
    ),
    "tarokhombre_1863.BID-NOT-HIGHER": "{seat} says {game} over {held}; expected a higher game by {ref}",
    "tarokhombre_1863.BID-AFTER-PASS": (
        "{seat} speaks again, but has passed; expected an answer to a higher bid only, by {ref}"
    ),
    "tarokhombre_1863.BID-NOT-OVERBID": (
        "{seat} speaks again, but has not been outbid; expected an answer to a higher bid only, by {ref}"
    ),
    "tarokhombre_1863.BID-ANSWER": "{seat} says {says} when outbid; expected keep, pass or a higher game",
    "tarokhombre_1863.BID-MUST-PLAY": (
        "{seat} passes after à trois, outbid by the Scatist; expected keep: he must play {game} by {ref}"
    ),
    "tarokhombre_1863.SCAT-CARD": "{seat} discards {card}, which he may not",
    "tarokhombre_1863.CARD-NAMED": "{seat} asks for {card}, which he has himself or cannot get",
    "tarokhombre_1863.HANDED-DIFFERS": "what {seat} gave is not what he laid down",
    "tarokhombre_1863.RESULT-DIFFERS": "the record says that it comes to {stated}; computed: {computed}",
    # lines of the score
    "tarokhombre_1863.stamm": "stake",
    "tarokhombre_1863.sum": "the sum played for",
    "tarokhombre_1863.stakes_and_bete": lambda stakes, fines, bete: " + ".join(
        map(str, filter(None, (stakes, fines, bete)))
    ),
    "tarokhombre_1863.bete": "bête of {seat}",
    "tarokhombre_1863.bete_now_set": "bête written down, now set of {seat}",
    "tarokhombre_1863.standing": "the stakes that stand",
    "tarokhombre_1863.wrong_count": "wrong number of cards of {seat}",
    "tarokhombre_1863.won": "{game} won",
    "tarokhombre_1863.lost": "{game} lost",
    "tarokhombre_1863.remis": "{game} with {augen} card points",
    "tarokhombre_1863.augen_over": lambda augen, base: npgettext(
        "tarokhombre_1863.augen_over",
        "{augen} card point over {base}",
        "{augen} card points over {base}",
        augen,
        augen=augen,
        base=base,
    ),
    "tarokhombre_1863.augen_under": lambda augen, base: npgettext(
        "tarokhombre_1863.augen_under",
        "{augen} card point under {base}",
        "{augen} card points under {base}",
        augen,
        augen=augen,
        base=base,
    ),
    "tarokhombre_1863.augen_reckoning": _format_augen_reckoning,
    "tarokhombre_1863.augen_least": "one card point at least",
    "tarokhombre_1863.honour": lambda kind: _HONOURS[kind](),
    "tarokhombre_1863.pagat_last": "Pagat in the last trick",
    "tarokhombre_1863.vole": "vole",
    "tarokhombre_1863.vole_failed": "vole failed",
    # what settling notes
    "tarokhombre_1863.all_pass": "all pass",
    "tarokhombre_1863.only_a_trois": "only à trois was said",
    "tarokhombre_1863.highest_bid": "highest bid",
    "tarokhombre_1863.keeps": "keeps the game at the higher bid",
    "tarokhombre_1863.must_play": "à trois, outbid by the Scatist: he must",
    "tarokhombre_1863.plays": "{seat} plays {game}: {why}",
    "tarokhombre_1863.thrown_in": "the cards are thrown in: {why}",
    "tarokhombre_1863.misdeal": "misdealt: {dealer} loses the right to deal",
    "tarokhombre_1863.wrong_count_reported": "{seat} reports a wrong number of cards in time",
    "tarokhombre_1863.void": "the game is void",
    "tarokhombre_1863.takes_scat": "{seat} takes the Scat of {cards} cards and discards {laid}",
    "tarokhombre_1863.lost_by_revoke": "revoke of {seat}: the game is lost",
    "tarokhombre_1863.won_by_revoke": "revoke of {seats}: the game is won",
    "tarokhombre_1863.laid_too_few": "{seat} laid {cards} cards before asking and gets none",
    "tarokhombre_1863.lower_game_paid": "{seat} laid {cards} cards before asking: only the lower game is paid",
    "tarokhombre_1863.vole_not_declared": "the vole was not declared: nothing is paid",
    "tarokhombre_1863.bete_written": "bête of {seat}, {amount}: written down",
    "tarokhombre_1863.bete_still_written": "bête of {seat}, {amount}: still written down",
    # what the source leaves open
    "tarokhombre_1863.raise_again.what": "whether {seat} may raise again to {game}",
    "tarokhombre_1863.raise_again.taken": "he may",
    "tarokhombre_1863.raise_again.other": "{declarer} plays {held}",
    "tarokhombre_1863.kept_twice.what": "who plays {game} when two players were outbid and both claim that game",
    "tarokhombre_1863.kept_twice.taken": "{seat}, who said so last",
    "tarokhombre_1863.kept_twice.other": "{before}, who said so first",
    "tarokhombre_1863.pass_a_trois.what": "whether the forehand, after à trois, may pass when the dealer says {game}",
    "tarokhombre_1863.pass_a_trois.taken": "he may: the text names only à deux",
    "tarokhombre_1863.pass_a_trois.other": "{seat} must play {game}",
    "tarokhombre_1863.second_a_trois.what": "what follows when only the second player says à trois",
    "tarokhombre_1863.second_a_trois.taken": "the cards are thrown in",
    "tarokhombre_1863.second_a_trois.other": "not provided for",
    "tarokhombre_1863.dealt_last.what": "four play, and the dealer sits out: whether it is he who 'dealt last'",
    "tarokhombre_1863.dealt_last.taken": "yes, {dealer} dealt this game",
    "tarokhombre_1863.dealt_last.other": "no, the previous dealer would have to sit out",
    "tarokhombre_1863.stakes_thrown_in.what": "the stakes after the cards were thrown in",
    "tarokhombre_1863.stakes_thrown_in.taken": "the stake stays and the next dealer adds his",
    "tarokhombre_1863.stakes_thrown_in.other": "the stake stays and the next dealer adds none",
    "tarokhombre_1863.scat_no_purchase.what": "the Scat dealt first, at a game played without buying cards",
    "tarokhombre_1863.scat_no_purchase.taken": "the declarer takes it",
    "tarokhombre_1863.scat_no_purchase.other": "it is left lying: by sentence 12 nothing is bought here",
    "tarokhombre_1863.revokes_both.what": "who has won when players of both sides revoked",
    "tarokhombre_1863.revokes_both.taken": _format_decided(
        "tarokhombre_1863.revokes_both.taken", "the earlier decides: {how}", "taken"
    ),
    "tarokhombre_1863.revokes_both.other": _format_decided(
        "tarokhombre_1863.revokes_both.other", "the later decides: {how}", "other"
    ),
    "tarokhombre_1863.game_by_form.what": (
        "which game a declarer who named cards after laying down only {cards} must play"
    ),
    "tarokhombre_1863.game_by_form.taken": "{taken}, as he gets no card",
    "tarokhombre_1863.game_by_form.other": "{other}",
    "tarokhombre_1863.augen_won_by_revoke.what": "the card points of a game won by an opponent's revoke",
    "tarokhombre_1863.augen_won_by_revoke.taken": "paid as counted",
    "tarokhombre_1863.augen_won_by_revoke.other": "not paid: the revoke has decided",
    "tarokhombre_1863.augen_lost_by_revoke.what": "the card points of a game lost by the declarer's revoke",
    "tarokhombre_1863.augen_lost_by_revoke.taken": "paid as in any lost game",
    "tarokhombre_1863.augen_lost_by_revoke.other": "not paid: the revoke has decided",
    "tarokhombre_1863.least_lost_by_revoke.what": (
        "the card points of a game lost by a revoke, if the declarer has not even one under {base}"
    ),
    "tarokhombre_1863.least_lost_by_revoke.taken": "at least one is paid: a lost game has fewer than {base}",
    "tarokhombre_1863.least_lost_by_revoke.other": "nothing is paid for them",
    "tarokhombre_1863.excess_owed.what": "the card points over {base}, in a game lost by a revoke",
    "tarokhombre_1863.excess_owed.taken": "nothing is paid for them",
    "tarokhombre_1863.excess_owed.other": "the {augen} over {base} are paid, as missing points would be",
    "tarokhombre_1863.augen_not_counted.what": "the card points of a game decided by a revoke, if nobody counted them",
    "tarokhombre_1863.augen_not_counted.taken": "one is paid, as there is at least one",
    "tarokhombre_1863.augen_not_counted.other": "as many as there are when counted",
    "tarokhombre_1863.augen_vole_failed.what": "the card points of a won game in which the announced vole failed",
    "tarokhombre_1863.augen_vole_failed.taken": "not paid: the text says only 'the counters for the won game'",
    "tarokhombre_1863.augen_vole_failed.other": "paid as well as the game",
    "tarokhombre_1863.augen_lost_from.what": "from which number the card points of a lost game are reckoned",
    "tarokhombre_1863.augen_lost_from.taken": "those below {base}",
    "tarokhombre_1863.augen_lost_from.other": "those below {win_at}",
    "tarokhombre_1863.remis_sets_sum.what": (
        "whether a declarer with {augen} card points puts the sum of the stakes into the pot, as a loser does"
    ),
    "tarokhombre_1863.remis_sets_sum.taken": "no, he pays 'only' for the game",
    "tarokhombre_1863.remis_sets_sum.other": "yes",
    "tarokhombre_1863.vole_early_won.what": "a vole announced after trick {trick}, and made",
    "tarokhombre_1863.vole_early_won.taken": "nothing is paid: it is to be announced after trick {due}",
    "tarokhombre_1863.vole_early_won.other": "it counts",
    "tarokhombre_1863.vole_early_lost.what": "a vole announced after trick {trick}, and not made",
    "tarokhombre_1863.vole_early_lost.taken": "it is paid for, since it was announced",
    "tarokhombre_1863.vole_early_lost.other": "void: it is to be announced after trick {due}",
    "tarokhombre_1863.vole_late.what": "a vole announced after trick {trick}",
    "tarokhombre_1863.vole_late.taken": "it counts: that is after trick {due} too",
    "tarokhombre_1863.vole_late.other": "void: it is to be announced directly after trick {due}",
    "tarokhombre_1863.vole_each.what": "who pays or gets the {marken} counters of the vole",
    "tarokhombre_1863.vole_each.taken": "each of the others pays them, or gets them",
    "tarokhombre_1863.vole_each.other": "they are the sum for all the others together",
    "tarokhombre_1863.vole_in_lost.what": "an announced vole that fails in a game not won",
    "tarokhombre_1863.vole_in_lost.taken": "it is paid as well as the lost game",
    "tarokhombre_1863.vole_in_lost.other": "it is not paid: the text speaks of a won game",
    "tarokhombre_1863.sum_of_stakes.what": (
        "whether 'the sum of the stakes' includes a bête and penalties that are in the pot"
    ),
    "tarokhombre_1863.sum_of_stakes.taken": "no, only what the dealers have put in",
    "tarokhombre_1863.sum_of_stakes.other": "yes, these {beside} too",
    "tarokhombre_1863.bete_of_defender.what": "how large the bête of an opponent who revoked is",
    "tarokhombre_1863.bete_of_defender.taken": "{amount}, the sum of the stakes, like that of a declarer who loses",
    "tarokhombre_1863.bete_of_defender.other": "not provided for: the winner has taken that sum",
    "tarokhombre_1863.bete_of_each.what": _format_bete_of_each,
    "tarokhombre_1863.bete_of_each.taken": "each puts one in",
    "tarokhombre_1863.bete_of_each.other": "they put in one in all: the text speaks of one opponent",
    "tarokhombre_1863.bete_of_revoke_stands.what": "who takes the bête that {seats} must put in for a revoke",
    "tarokhombre_1863.bete_of_revoke_stands.taken": "whoever wins a later deal",
    "tarokhombre_1863.bete_of_revoke_stands.other": "the declarer, with the rest of the pot",
    "tarokhombre_1863.paid_by_guilty.what": "who pays for a game won by the revoke of {seat}",
    "tarokhombre_1863.paid_by_guilty.taken": "each of the others, as for every game won",
    "tarokhombre_1863.paid_by_guilty.other": "{seat} for all",
    "tarokhombre_1863.least_won_by_revoke.what": (
        "the card points of a game won by a revoke, if the declarer has not even one over {base}"
    ),
    "tarokhombre_1863.least_won_by_revoke.taken": "at least one is paid: a won game has more than {base}",
    "tarokhombre_1863.least_won_by_revoke.other": "nothing is paid for them",
    "tarokhombre_1863.least_when_lost.what": "whether the card points bring at least one counter in a lost game too",
    "tarokhombre_1863.least_when_lost.taken": "yes, a loss is reckoned like a win",
    "tarokhombre_1863.least_when_lost.other": "no, the text speaks of a won game",
    "tarokhombre_1863.augen_each.what": "who pays or gets the counters for card points",
    "tarokhombre_1863.augen_each.taken": "each of the others, as with the counters for the game",
    "tarokhombre_1863.augen_each.other": (
        "they are paid once, by all the others together: the text says 'from each' only of the game"
    ),
    "tarokhombre_1863.augen_by_form.what": (
        "by which game the card points of a declarer who laid down too few cards are reckoned"
    ),
    "tarokhombre_1863.augen_by_form.taken": "by the game that is paid, which he is forced to play",
    "tarokhombre_1863.augen_by_form.other": "by the game that he bid",
    "tarokhombre_1863.remis_each.what": "whom a declarer who has neither won nor lost pays",
    "tarokhombre_1863.remis_each.taken": "each of the others, as in a lost game",
    "tarokhombre_1863.remis_each.other": "all of them together once, or the pot",
    "tarokhombre_1863.remis_by_form.what": (
        "what a declarer who laid down too few cards pays if he has neither won nor lost"
    ),
    "tarokhombre_1863.remis_by_form.taken": "the price of the game that he is forced to play",
    "tarokhombre_1863.remis_by_form.other": "the price of the game that he bid: 'when he loses' is not this case",
    "tarokhombre_1863.vole_failed_by_form.what": (
        "by which game a failed vole is paid, if the declarer laid down too few cards"
    ),
    "tarokhombre_1863.vole_failed_by_form.taken": "by sans-prendre, which he is forced to play",
    "tarokhombre_1863.vole_failed_by_form.other": "by the game that he bid",
    "tarokhombre_1863.vole_made_by_form.what": (
        "by which game a vole that was made is paid, if the declarer laid down too few cards"
    ),
    "tarokhombre_1863.vole_made_by_form.taken": "by the game that he bid",
    "tarokhombre_1863.vole_made_by_form.other": "by sans-prendre, which he is forced to play",
    "tarokhombre_1863.vole_made_by_revoke.what": "an announced vole that the declarer made with a revoke of his own",
    "tarokhombre_1863.vole_made_by_revoke.taken": "not paid",
    "tarokhombre_1863.vole_made_by_revoke.other": "paid: he did take every trick",
    "tarokhombre_1863.vole_failed_by_revoke.what": "an announced vole that failed after an opponent revoked",
    "tarokhombre_1863.vole_failed_by_revoke.taken": "nothing is paid for it",
    "tarokhombre_1863.vole_failed_by_revoke.other": "it is paid for: he did not take every trick",
    "tarokhombre_1863.stakes_void.what": "the stakes after a void deal",
    "tarokhombre_1863.stakes_void.taken": "the stake stays and the next dealer adds his",
    "tarokhombre_1863.stakes_void.other": "the stake stays and the next dealer adds none",
    "tarokhombre_1863.next_dealer.what": "who deals when {dealer} has lost the right to deal, and for how long",
    "tarokhombre_1863.next_dealer.taken": "another player; he may deal again when his turn comes",
    "tarokhombre_1863.next_dealer.other": "not provided for",
    "tarokhombre_1863.wrong_count_dealer.what": (
        "somebody has a wrong number of cards: whether {dealer} has dealt wrongly, and loses the right to deal"
    ),
    "tarokhombre_1863.wrong_count_dealer.taken": "no, nobody said so at the table",
    "tarokhombre_1863.wrong_count_dealer.other": "yes, the wrong number shows it",
    "tarokhombre_1863.dealt_before.what": (
        "four play, and the previous dealer sits out: whether it is he who 'dealt last'"
    ),
    "tarokhombre_1863.dealt_before.taken": "yes, {seat} dealt the game before",
    "tarokhombre_1863.dealt_before.other": "no, {dealer}, who dealt this game, would have to sit out",
    "tarokhombre_1863.scat_and_purchase.what": "whether a declarer who takes the Scat also buys {cards} by name",
    "tarokhombre_1863.scat_and_purchase.taken": "he does",
    "tarokhombre_1863.scat_and_purchase.other": "the Scat takes the place of the purchase",
    "tarokhombre_1863.grosstarok.what": (
        "what is left to Großtarok: how card points are counted, who gets the Scat, honours"
    ),
    "tarokhombre_1863.grosstarok.taken": "the card points as they were counted; nothing more is paid",
    "tarokhombre_1863.grosstarok.other": "whatever else is paid in Großtarok",
    "tarokhombre_1863.pot_left.what": "what becomes of stakes and bêtes left in the pot at the end",
    "tarokhombre_1863.pot_left.taken": "{amount} counters stay in the pot",
    "tarokhombre_1863.pot_left.other": "not provided for",
}
