"""The codes of what settling Tarokhombre finds and of what its source leaves open."""

from __future__ import annotations

from enum import StrEnum


class Fact(StrEnum):
    """What settling notes; the first five are grounds of a decision in the bidding."""

    ALL_PASS = "tarokhombre_1863.all_pass"
    ONLY_A_TROIS = "tarokhombre_1863.only_a_trois"
    HIGHEST_BID = "tarokhombre_1863.highest_bid"
    KEEPS = "tarokhombre_1863.keeps"
    MUST_PLAY = "tarokhombre_1863.must_play"
    PLAYS = "tarokhombre_1863.plays"
    THROWN_IN = "tarokhombre_1863.thrown_in"
    MISDEAL = "tarokhombre_1863.misdeal"
    WRONG_COUNT_REPORTED = "tarokhombre_1863.wrong_count_reported"
    VOID = "tarokhombre_1863.void"
    TAKES_SCAT = "tarokhombre_1863.takes_scat"
    LOST_BY_REVOKE = "tarokhombre_1863.lost_by_revoke"
    WON_BY_REVOKE = "tarokhombre_1863.won_by_revoke"
    LAID_TOO_FEW = "tarokhombre_1863.laid_too_few"
    LOWER_GAME_PAID = "tarokhombre_1863.lower_game_paid"
    VOLE_NOT_DECLARED = "tarokhombre_1863.vole_not_declared"
    BETE_WRITTEN = "tarokhombre_1863.bete_written"
    BETE_STILL_WRITTEN = "tarokhombre_1863.bete_still_written"


class Party(StrEnum):
    """To whom a game falls (1863:28)."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"
    TAKER = "party of the trick's winner"


class Silence(StrEnum):
    """What the source leaves open."""

    RAISE_AGAIN = "tarokhombre_1863.raise_again"
    KEPT_TWICE = "tarokhombre_1863.kept_twice"
    PASS_A_TROIS = "tarokhombre_1863.pass_a_trois"
    SECOND_A_TROIS = "tarokhombre_1863.second_a_trois"
    DEALT_LAST = "tarokhombre_1863.dealt_last"
    STAKES_THROWN_IN = "tarokhombre_1863.stakes_thrown_in"
    SCAT_NO_PURCHASE = "tarokhombre_1863.scat_no_purchase"
    REVOKES_BOTH = "tarokhombre_1863.revokes_both"
    GAME_BY_FORM = "tarokhombre_1863.game_by_form"
    AUGEN_WON_BY_REVOKE = "tarokhombre_1863.augen_won_by_revoke"
    AUGEN_LOST_BY_REVOKE = "tarokhombre_1863.augen_lost_by_revoke"
    AUGEN_VOLE_FAILED = "tarokhombre_1863.augen_vole_failed"
    AUGEN_LOST_FROM = "tarokhombre_1863.augen_lost_from"
    REMIS_SETS_SUM = "tarokhombre_1863.remis_sets_sum"
    VOLE_TIME = "tarokhombre_1863.vole_time"
    VOLE_EACH = "tarokhombre_1863.vole_each"
    VOLE_IN_LOST = "tarokhombre_1863.vole_in_lost"
    BETE_IN_SUM = "tarokhombre_1863.bete_in_sum"
    BETE_IN_PENALTY = "tarokhombre_1863.bete_in_penalty"
    BETE_OF_DEFENDER = "tarokhombre_1863.bete_of_defender"
    BETE_OF_EACH = "tarokhombre_1863.bete_of_each"
    PAID_BY_GUILTY = "tarokhombre_1863.paid_by_guilty"
    LEAST_BY_REVOKE = "tarokhombre_1863.least_by_revoke"
    LEAST_WHEN_LOST = "tarokhombre_1863.least_when_lost"
    AUGEN_EACH = "tarokhombre_1863.augen_each"
    AUGEN_BY_FORM = "tarokhombre_1863.augen_by_form"
    REMIS_EACH = "tarokhombre_1863.remis_each"
    REMIS_BY_FORM = "tarokhombre_1863.remis_by_form"
    VOLE_BY_FORM = "tarokhombre_1863.vole_by_form"
    VOLE_BY_REVOKE = "tarokhombre_1863.vole_by_revoke"
    STAKES_VOID = "tarokhombre_1863.stakes_void"
    NEXT_DEALER = "tarokhombre_1863.next_dealer"
    WRONG_COUNT_DEALER = "tarokhombre_1863.wrong_count_dealer"
    DEALT_BEFORE = "tarokhombre_1863.dealt_before"
    SCAT_AND_PURCHASE = "tarokhombre_1863.scat_and_purchase"
    GROSSTAROK = "tarokhombre_1863.grosstarok"
    POT_LEFT = "tarokhombre_1863.pot_left"
