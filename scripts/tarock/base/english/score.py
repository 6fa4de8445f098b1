"""What the games of several eras have in common: the score, findings of seats, the duties in a trick."""

CATALOGUE = {
    "nothing": "",
    "score.found": "Found",
    "score.payments": "Payments ({unit})",
    "score.none": "none",
    "score.totals": "Totals",
    "score.undetermined": "Undetermined: the source does not say",
    "score.taken": "taken: {what}",
    "score.other": "other: {what}",
    "score.difference": "difference: {sums}",
    "in_deal": "deal {deal}: {what}",
    "penalty": "penalty: {what}",
    "revoke_of": "revoke of {seat}",
    "amount": "{amount}",
    "each": "{amount} each",
    "from_each": "{amount} from each",
    "to_each": "{amount} to each",
    "findings.more": "and {number} more of this kind",
    "SEAT-COUNT": lambda seats, allowed, ref: (
        f"{seats} seats; expected {' or '.join(str(number) for number in allowed)} by {ref}"
    ),
    "SEAT-TWICE": "seat `{seat}` stands twice; expected each seat once",
    "SEAT-UNKNOWN": "seat `{seat}` is not at the table; expected one of {seats}",
    # the duties in a trick
    "play.follow_suit": "must follow {suit} (holds {held})",
    "play.follow_tarock": "must follow {suit} (holds {held})",
    "play.must_tarock": "must play a Tarock (holds {held})",
    "play.must_overtake": "must overtake (holds {held})",
}
