"""The codes of what settling a game of 1945 finds and of what its source leaves open."""

from __future__ import annotations

from enum import StrEnum


class Fact(StrEnum):
    """What settling notes."""

    TALON = "reform_1945.talon_laid"
    EXCHANGED = "reform_1945.exchanged"
    TRICK = "reform_1945.trick"
    USURPED = "reform_1945.usurped"
    KNOCKED = "reform_1945.knocked"
    DEALER_TAKES_REST = "reform_1945.dealer_takes_rest"
    CUT = "reform_1945.cut"
    AGAINST_RULES = "reform_1945.against_rules"
    DEALT_WRONG = "reform_1945.dealt_wrong"
    COUNT = "reform_1945.count"
    COUNT_THIRDS = "reform_1945.count_thirds"
    WON = "reform_1945.won"
    LOST = "reform_1945.lost"
    PASSER_WITH_DECLARER = "reform_1945.passer_with_declarer"
    PASSER_WITH_DEFENDERS = "reform_1945.passer_with_defenders"
    DEALS_AGAIN = "reform_1945.deals_again"
    DEALS_AGAIN_OPENLY = "reform_1945.deals_again_openly"
    SELF_DEAL_LAPSES = "reform_1945.self_deal_lapses"
    IN_SOLIDUM = "reform_1945.in_solidum"


class Breach(StrEnum):
    """What may be done wrong at the deal."""

    CUTS = "reform_1945.breach.cuts"
    RESHUFFLED = "reform_1945.breach.reshuffled"
    DIRECTION = "reform_1945.breach.direction"
    PACKET = "reform_1945.breach.packet"
    PACKET_AFTER_KNOCK = "reform_1945.breach.packet_after_knock"
    TALON = "reform_1945.breach.talon"


class Silence(StrEnum):
    """What the source leaves open."""

    FOLLOW_SUIT = "reform_1945.assumed.follow_suit"
    MUST_TAROCK = "reform_1945.assumed.must_tarock"
    MUST_OVERTAKE = "reform_1945.assumed.must_overtake"
    TAROCK_BEATS_SUIT = "reform_1945.assumed.tarock_beats_suit"
    WINNER_LEADS = "reform_1945.assumed.winner_leads"
    TURN = "reform_1945.assumed.turn"
    TALON_COUNTS_FOR = "reform_1945.assumed.talon_counts_for"
    DISCARD_COUNTS_FOR = "reform_1945.assumed.discard_counts_for"
    FIRST_LEAD = "reform_1945.first_lead"
    EXCHANGE = "reform_1945.exchange"
    REDEAL_BESIDE = "reform_1945.redeal_beside"
    USURPED_FOLLOWS = "reform_1945.usurped_follows"
    FIVE_DEALER = "reform_1945.five_dealer"
    MISDEAL_OUTCOME = "reform_1945.misdeal_outcome"
    BREACH_FOLLOWS = "reform_1945.breach_follows"
    COUNTING_CARD_LEFT = "reform_1945.counting_card_left"
    WHO_WON = "reform_1945.who_won"
    GAME_PRICE = "reform_1945.game_price"
    GAME_PRICE_FIVE = "reform_1945.game_price_five"
    UNNOTICED_RATE = "reform_1945.unnoticed_rate"
    UNNOTICED_GAME = "reform_1945.unnoticed_game"
    DENIED_EACH = "reform_1945.denied_each"
    GUILTY_SHARE = "reform_1945.guilty_share"
    ACCOMPLICE_PAID = "reform_1945.accomplice_paid"
    PASSER_UNDER_TABLE = "reform_1945.passer_under_table"
    FOUR_AMONG_FIVE = "reform_1945.four_among_five"
    MONEY_LEFT = "reform_1945.money_left"
