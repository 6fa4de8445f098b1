"""What is said about a game of 1754."""

from tarock.game.common.counting import show_thirds

CATALOGUE = {
    # findings
    "taroc_1754.SEAT-EXTRA": "the König `{king}` has a seat; expected a fourth person",
    "taroc_1754.VOID-GAME": "`{name}` in a misdealt game; expected none: the game is void by {ref}",
    "HONOUR-SIZE": lambda kind, cards, least, most, ref: (
        f"{kind} of {'no' if cards is None else cards} cards; expected `cards:` from {least} to {most} by {ref}"
    ),
    "HONOUR-CARDS": "`cards` of {kind}; expected it of matadore and tarocks only",
    "HONOUR-EXCUSE": "`with_excuse` of matadore; expected none: the Excuse is one of them",
    "HONOUR-LAID-AWAY": "`laid_away` of {kind}; expected it of a cavallerie by {ref}",
    "HONOUR-FAULTS": "more than one of `forgotten`, `mistaken`, `laid_away`; expected at most one of them",
    "HONOUR-EXCUSE-TWICE": "{seat} and {other} both use the Excuse; expected it in one hand",
    "HONOUR-TOO-MANY": "{kind} more often than the pack allows; expected at most {most}",
    "DISCARD-RIGHT": "{cards} cards are the right number; expected another by {ref}",
    "PILE-MISSING": "`{name}` has nothing for {seat}; expected each seat, if only with 0",
    "PILE-NOT-PACK": "the piles have {found} of `{kind}`; expected {due} by {ref}",
    "PILE-SIZE": lambda seat, cards, due, tricks, size, extra, ref: (
        f"the pile of {seat} has {cards} cards; expected {due}: {tricks} tricks of {size}"
        f"{f' and {extra} laid away' if extra else ''} ({ref})"
    ),
    "TRICKS-COUNT": "{tricks} tricks; expected {due} by {ref}",
    "PAGAT-OWN": "{seat} takes his own Pagat; expected another seat",
    "PAGAT-TAKER": "`by` names no taker; expected who took the Pagat, only when it is lost",
    "PAGAT-ELSEWHERE": (
        "the Pagat of {seat} is {fate}, but lies with {holder}; expected it in the pile of the one who took it"
    ),
    "PAGAT-NOT-RETURNED": "the Pagat lies with {holder}; expected it with {owner} by {ref}",
    # lines of the score
    "taroc_1754.honour_of": "{name} of {seat}",
    "taroc_1754.honour.matadore": "{cards} Matadore",
    "taroc_1754.honour.tarocks": "{cards} Taroc",
    "taroc_1754.honour.cavallerie": "whole Cavallerie",
    "taroc_1754.honour.cavallerie_with_excuse": "half Cavallerie",
    "taroc_1754.honour.kings": "four Könige",
    "taroc_1754.honour.kings_with_excuse": "three Könige and the Excuse",
    "taroc_1754.row": "{first} + {more} × {each}",
    "taroc_1754.dealer_for_all": "{what}, the dealer for all",
    "taroc_1754.fold": "{fold} × ({reckoning})",
    "taroc_1754.paid_back": "{what} paid back",
    "taroc_1754.misdeal": "misdeal",
    "taroc_1754.wrong_discard": "{cards} cards laid away",
    "taroc_1754.pagat.lost": "Pagat of {seat} lost",
    "taroc_1754.pagat.lost_last": "Pagat of {seat} lost in the last trick",
    "taroc_1754.pagat.won_last": "Pagat of {seat} brought home in the last trick",
    "taroc_1754.pagat.taken_last": "Pagat taken in the last trick",
    "taroc_1754.pagat.returned_lost": "Pagat lost",
    "taroc_1754.share": "points over and under the share",
    "taroc_1754.lone_excuse": "lone Excuse",
    # what settling notes
    "taroc_1754.forgotten": "{what}: not announced, nothing is paid",
    "taroc_1754.void": "the game is void; the cards are dealt again",
    "taroc_1754.cards_kept": "{seat} keeps the cards taken by the revoke",
    "taroc_1754.pagat_returned": "the Pagat is given back to {seat}",
    "taroc_1754.counted": "{seat} counts {points} of {cards} cards",
    "taroc_1754.counted_lone": "{seat} counts {points}: the lone Excuse",
    # what the source leaves open
    "taroc_1754.king.what": "what {king}, the König, pays and is paid",
    "taroc_1754.king.taken": "nothing",
    "taroc_1754.king.other": "what each of the others pays and is paid for honours, Pagat and penalties",
    "taroc_1754.discard_not_named.what": "{cards} cards laid away",
    "taroc_1754.discard_not_named.taken": "treated like the numbers named",
    "taroc_1754.discard_not_named.other": "not provided for",
    "taroc_1754.discard_earlier.what": "a wrong number laid away, found before the end",
    "taroc_1754.discard_earlier.taken": "treated as if found at the end",
    "taroc_1754.discard_earlier.other": "not provided for",
    "taroc_1754.revoke_in_void.what": "the penalty of a revoke in a void game",
    "taroc_1754.revoke_in_void.taken": "not paid",
    "taroc_1754.revoke_in_void.other": "paid all the same",
    "taroc_1754.pagat_returned_lost.what": "whether a Pagat given back was lost",
    "taroc_1754.pagat_returned_lost.taken": "no: nothing is paid for it",
    "taroc_1754.pagat_returned_lost.other": "yes: paid as lost",
    "taroc_1754.pagat_taken_last.what": "whether who takes the Pagat in the last trick 'einbekommt' it",
    "taroc_1754.pagat_taken_last.taken": "no: only its holder can, who is paid for bringing it home",
    "taroc_1754.pagat_taken_last.other": "yes: {taker} is paid by each",
    "taroc_1754.excuse_among_tarocks.what": "whether the Excuse counts among the {cards} Taroc of {seat}",
    "taroc_1754.excuse_among_tarocks.taken": "yes",
    "taroc_1754.excuse_among_tarocks.other": "no: {without} Taroc",
    "taroc_1754.excuse_twice.what": "whether the Excuse of {seat} serves in more than one honour",
    "taroc_1754.excuse_twice.taken": "yes: each is paid",
    "taroc_1754.excuse_twice.other": "no: only the best paid one",
    "taroc_1754.excuse_lone.what": "how the lone Excuse of {seat} is 'für {points} Points gezahlet'",
    "taroc_1754.excuse_lone.taken": "counted so towards his share",
    "taroc_1754.excuse_lone.other": "counted, and {points} paid by each of the others",
    "taroc_1754.excuse_not_exchanged.what": "{seat} gave no invalid card for the Excuse",
    "taroc_1754.excuse_not_exchanged.taken": "the pile keeps a card over",
    "taroc_1754.excuse_not_exchanged.other": "not provided for",
    "taroc_1754.pile_uneven.what": lambda seat, thirds, **_: (
        f"the pile of {seat} is uneven and makes {show_thirds(thirds)}"
    ),
    "taroc_1754.pile_uneven.taken": "{points}, so that all make {total}",
    "taroc_1754.pile_uneven.other": "{whole}: what is left over counts for nothing",
    "taroc_1754.pile_uncovered.what": "the pile of {seat} lacks {wanting} plain cards to cover its counting ones",
    "taroc_1754.pile_uncovered.taken": "{points}, so that all make {total}",
    "taroc_1754.pile_uncovered.other": "{literal}: uncovered cards in full; all would make {literal_total}",
}
