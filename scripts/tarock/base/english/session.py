"""What is said about a session of Königrufen (1840:126-131)."""


def _money(verb: str, whole: int, rest: int, unit: int, seat: str, points: int) -> str:
    return f"{seat} {verb} {whole}{f' {rest}/{unit}' if rest else ''} Kreuzer: {points} Points"


CATALOGUE = {
    # findings
    "FINE-AND-PLAY": "a fine and a played Taille in one; expected an entry for each",
    "CONSULATION-SMALL": "a small Consulation of {agreed}; expected less than {below} points by {ref}",
    "CONSULATION-SMALL.alone": "small_consulation without `consulation: small`; expected both",
    "DECLARERS-WITHOUT-KING": "declarers without a König; expected them with `king:` only",
    "KING-AMONG-FOUR": "{king} is König among four; expected a König among five only",
    "KING-WITHOUT-DECLARERS": "a König without declarers; expected who played, to share by {ref}",
    "KING-PLAYS": "the König {king} plays; expected others as declarers",
    "session.DECLARERS-IMPOSSIBLE": (
        "declarers who cannot be; expected the Spieler, and his Freund if he has one, once each by {ref}"
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
    "session.sum": "{seat} {points}",
    "session.running_reached": "after Taille {taille}: {sums}; {at} is reached",
    "session.credit": "to the credit of the next games: {sums}",
    "session.sums_at_end": "at the end: {sums}",
    "session.gets": lambda **values: _money("gets", **values),
    "session.pays": lambda **values: _money("pays", **values),
    # what the source leaves open
    "session.higher_stake.what": "how a stake over {kreuzer} Kreuzer is paid when nothing was agreed",
    "session.higher_stake.taken": "in hundreds: other ways must be agreed upon",
    "session.higher_stake.other": "point by point",
    "session.stake_unknown.what": "how a stake that is not recorded is paid when nothing was agreed",
    "session.stake_unknown.taken": "in hundreds, as up to {kreuzer} Kreuzer",
    "session.stake_unknown.other": "point by point, if the stake was higher",
    "session.small_consulation.what": "the small Consulation of the fines, on which no number was agreed",
    "session.small_consulation.taken": "{points} points, the highest of the examples",
    "session.small_consulation.other": "any round number under the middle one",
    "session.fine_extra.what": lambda seat: f"whether the König{' ' + seat if seat else ''} is paid a fine too",
    "session.fine_extra.taken": "yes: he is one of the others, by § 7 a Mitspieler",
    "session.fine_extra.other": "no: §§ 12 and 31 name him, this one does not",
    "session.early_lead.what": "whether {seat} pays for leading too early, and to whom",
    "session.early_lead.taken": "to each of the others, as 'very strict players' could ask",
    "session.early_lead.other": "nothing",
    "session.running_rounded.what": "whether differences paid in the course of the session are rounded",
    "session.running_rounded.taken": "yes, like those at the end",
    "session.running_rounded.other": "no: paid point by point",
    "session.totals_rounded.what": "whether the differences are rounded or the totals",
    "session.totals_rounded.taken": "each difference",
    "session.totals_rounded.other": "each total, before",
}
