"""The words of Königrufen on which the engine decides, each as the rules and the game files write it."""

from __future__ import annotations

from enum import StrEnum


class SeatRole(StrEnum):
    """The role of a seat in a Taille (1840:7.4, 7.5), to another seat, or to an announcement (1840:56.1)."""

    DECLARER = "declarer"
    PARTNER = "partner"
    DEFENDER = "defender"
    OPPONENT = "opponent"
    ANNOUNCER = "announcer"
    CONTRA_GIVER = "contra-giver"


class BidKind(StrEnum):
    """The words of the bidding (1840:21.1, 21.2); those of a game name the contract too."""

    DREIER = "dreier"
    SOLO = "solo"
    PASS = "pass"


class Fault(StrEnum):
    """The faults that are fined outside of play, in Consulations of a single Dreier (1840:12-19, 31, 37)."""

    MISDEAL = "misdeal"
    BOTTOM_CARD = "bottom_card"
    CUT = "cut"
    EARLY_REMINDER = "early_reminder"
    OMITTED_REMINDER = "omitted_reminder"
    EARLY_LEAD = "early_lead"


class AnnouncementWord(StrEnum):
    """The words that may be said of an ultimo or Volat (1840:37, 56)."""

    ANNOUNCE = "announce"
    CONTRA = "contra"
    RE = "re"
    SUPRA = "supra"


class Feat(StrEnum):
    """The feats that can be announced (1840:37.1)."""

    ULTIMO = "ultimo"
    VOLAT = "volat"


class ConsulationSize(StrEnum):
    """The kinds of Consulation (1840:43.1)."""

    SMALL = "small"
    MIDDLE = "middle"
    HIGH = "high"


class OwnKingCall(StrEnum):
    """The right or duty of the declarer to call a king that he holds himself (1840:32.1, 38.1)."""

    MAY = "may"
    MUST = "must"
    MAY_NOT = "may not"


class LostKingPlace(StrEnum):
    """The places where a called king can be lost (1840:33, 34, 49.2)."""

    SLEEPING = "unseen talon"
    LEFT = "left half"
    TAKEN = "defenders' tricks"


class Payee(StrEnum):
    """The seats that are paid for a fault (1840:12.1, 31.2, 65.3)."""

    OTHERS = "each other player"
    FRIENDS = "each friend"
    PARTNER = "own partner"
    EXTRA = "extra player"


class TalonHalf(StrEnum):
    """A half of the talon (1840:21.6)."""

    UPPER = "upper"
    LOWER = "lower"


class SeatPlace(StrEnum):
    """A place at the table, counted from the Vorhand (1840:7.7)."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"


class StatedKind(StrEnum):
    """The kinds of results that an author or a game file may state, as seen by the declarer's side."""

    WON = "won"
    WON_BY = "won_by"
    LOST_BY = "lost_by"
    ULTIMO = "ultimo"
    KING_LOST = "king_lost"
    VOLAT = "volat"
    ALL_THREE = "all_three"
    ALL_FOUR = "all_four"
    CONTRA_WON = "contra_won"


class ScoreItem(StrEnum):
    """The items that a score may hold beside Volat, or lose by it (1840:61.1)."""

    GAME = "game"
    CARD_POINTS = "card_points"
    HONOURS = "honours"
    ULTIMO = "ultimo"
    VOLAT = "volat"
    CALLED_KING = "called_king"
