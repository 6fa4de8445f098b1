"""Wording of what every era's play shares: the duties in a trick."""

CATALOGUE = {
    "play.follow_suit": "must follow {suit} (holds {held})",
    "play.follow_tarock": "must follow {suit} (holds {held})",
    "play.must_tarock": "must play a Tarock (holds {held})",
    "play.must_overtake": "must overtake (holds {held})",
}
