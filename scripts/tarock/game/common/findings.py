"""What can be wrong in a recorded game: permanent codes, findings, and the errors that strict replay raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.wording import say

if TYPE_CHECKING:
    from tarock.wording import Text
    from tarock.yamlio import Document, Key

# Codes are permanent: once published they keep their meaning. Each has a test.
CODES = {
    "NOTATION-UNREADABLE": "cards or plays that cannot be read",
    "DEAL-DUPLICATE": "a card lies in two places",
    "DEAL-MISSING": "a card of the pack lies nowhere",
    "HAND-SIZE": "a hand has not the right number of cards",
    "TALON-SIZE": "the talon or its halves have not the right number of cards",
    "BID-ORDER": "a bid out of turn",
    "BID-NOT-HIGHER": "a bid that does not overbid the one before",
    "BID-AFTER-PASS": "a bid by one who has passed",
    "BID-TOO-HIGH": "a Dreier higher than may be bid",
    "BID-WRONG-DECLARER": "the declarer is not the one to whom the bidding gives the game",
    "KING-NOT-KING": "the called card is no king",
    "KING-NOT-OWN": "at Solo the declarer calls a king that he does not hold",
    "PURCHASE-LOWER": "the bought Dreier is lower than the one bid",
    "PURCHASE-TOO-HIGH": "the bought Dreier is higher than raising oneself allows",
    "SCAT-SIZE": "the scat has not the right number of cards",
    "SCAT-NOT-HELD": "a card in the scat that the declarer did not hold",
    "SCAT-HONOUR": "an Honneur in the scat",
    "SCAT-TAROCK": "a tarock in the scat though suit cards could be laid away",
    "HAND-AFTER-DIFFERS": "the hand after the scat is not the dealt hand with talon and scat exchanged",
    "PARTNER-DIFFERS": "the named partner does not hold the called king",
    "ANNOUNCE-SEAT": "an announcement by one who may not make it",
    "ANNOUNCE-ORDER": "an announcement out of order",
    "LEAD-WRONG-SEAT": "a trick is led by the wrong seat",
    "PLAY-ORDER": "a seat plays out of turn, twice or not at all",
    "PLAY-TWICE": "a card is played twice",
    "PLAY-NOT-HELD": "a card is played that was not held",
    "PLAY-REVOKE": "a revoke (Renonce)",
    "PLAY-PAGAT-EARLY": "the Pagat is played early after an announced ultimo",
    "TRICKS-MISSING": "the record has too few or too many tricks",
    "REMARK-DIFFERS": "a remark names a seat, card or trick that the play does not bear out",
    "RESULT-DIFFERS": "a stated result does not follow from the play",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in a record: where (`trick` 0 is before the first), who, which card, what, by which rule.

    `place` is the path of keys of the value in its file, for records that have one.
    """

    code: str
    trick: int
    seat: str
    card: str
    message: Text
    ref: str
    place: tuple[Key, ...] = ()

    @property
    def where(self) -> tuple[str, int, str, str]:
        """What and where it is: code, trick, seat, card. Two findings of a game differ in this."""
        return self.code, self.trick, self.seat, self.card

    def as_json(self) -> dict[str, str | int]:
        """The entry of `findings` in `check --json`."""
        return {
            "code": self.code,
            "trick": self.trick,
            "seat": self.seat,
            "card": self.card,
            "message": say(self.message),
            "ref": self.ref,
        }

    def error(self, document: Document) -> CodexError:
        """The finding as an error at its line of the file."""
        return document.error(say(self.message), "", *self.place)


class GameError(CodexError):
    """A fault in a recorded game; strict replay stops at the first."""

    def __init__(self, game: str, finding: Finding):
        where = f"game {game}" + (f", trick {finding.trick}" if finding.trick else "")
        cited = f", {finding.ref}" if finding.ref else ""
        super().__init__(f"{where}, {say(finding.message)}{cited} [{finding.code}]")
        self.finding = finding


class UnreadableRecord(GameError):
    """Cards or plays of the record cannot be read."""


class ImpossibleDeal(GameError):
    """The cards cannot have been dealt so."""


class IllegalAction(GameError):
    """A bid, scat, announcement or play against the rules."""


class AmbiguousInput(GameError):
    """The record contradicts itself or leaves open what was done."""


_ERRORS: dict[str, type[GameError]] = {
    "NOTATION": UnreadableRecord,
    "DEAL": ImpossibleDeal,
    "HAND-SIZE": ImpossibleDeal,
    "HAND-AFTER-DIFFERS": AmbiguousInput,
    "TALON": ImpossibleDeal,
    "PARTNER": AmbiguousInput,
    "TRICKS": AmbiguousInput,
    "REMARK": AmbiguousInput,
    "RESULT": AmbiguousInput,
}


class Findings:
    """Collects what is wrong, or raises at the first fault when `strict`."""

    def __init__(self, game: str, *, strict: bool):
        self.game = game
        self.strict = strict
        self.list: list[Finding] = []

    def add(
        self,
        code: str,
        message: Text,
        *,
        trick: int = 0,
        seat: str = "",
        card: str = "",
        ref: str = "",
        place: tuple[Key, ...] = (),
    ) -> None:
        """Record a finding; raises `GameError` when strict."""
        if code not in CODES:
            raise KeyError(code)
        finding = Finding(code, trick, seat, card, message, ref, place)
        if self.strict:
            raise _ERRORS.get(code, _ERRORS.get(code.partition("-")[0], IllegalAction))(self.game, finding)
        self.list.append(finding)
