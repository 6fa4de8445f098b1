"""What can be wrong in a recorded game: permanent codes, and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from copy import copy

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message
from tarock.base.yamlio import Document, Key
from tarock.game.common.score import ALWAYS, When
from tarock.rules.ruleset import Rules

MOST = 20  # messages of one code that are shown; the rest is counted
# Codes are permanent: once published they keep their meaning. Each has a test.
CODES = frozenset({
    "NOTATION-UNREADABLE",  # cards or plays that cannot be read
    "DEAL-DUPLICATE",  # a card lies in two places
    "DEAL-MISSING",  # a card of the pack lies nowhere
    "FIFTH-NOT-DEALER",  # a fifth person who does not deal
    "HAND-SIZE",  # a hand has not the right number of cards
    "TALON-SIZE",  # the talon or its halves have not the right number of cards
    "BID-ORDER",  # a bid out of turn
    "BID-AFTER-END",  # a word by the one who has the game already: the bidding is over
    "BID-FOLD",  # a fold with a word that has none
    "BID-NOT-HIGHER",  # a bid that does not overbid the one before
    "BID-AFTER-PASS",  # a bid by one who has passed
    "BID-TOO-HIGH",  # a Dreier higher than may be bid
    "BID-WRONG-DECLARER",  # the declarer is not the one to whom the bidding gives the game
    "KING-NOT-KING",  # the called card is no king
    "KING-NOT-OWN",  # at Solo the declarer calls a king that he does not hold
    "KING-OWN",  # the declarer calls a king of his own where he may not
    "KING-LATE",  # the king is called after cards of the talon were seen
    "PURCHASE-SHOWN",  # the declarer shows the purchase, or sees a card of the other half
    "PURCHASE-LOWER",  # the bought Dreier is lower than the one bid
    "PURCHASE-TOO-HIGH",  # the bought Dreier is higher than raising oneself allows
    "SCAT-SIZE",  # the scat has not the right number of cards
    "SCAT-NOT-HELD",  # a card in the scat that the declarer did not hold
    "SCAT-HONOUR",  # an Honneur in the scat
    "SCAT-TAROCK",  # a tarock in the scat though suit cards could be laid away
    "HAND-AFTER-TWICE",  # a card stands twice in the hand after the scat
    "HAND-AFTER-DIFFERS",  # the hand after the scat is not the dealt hand with talon and scat exchanged
    "HAND-UNCERTAIN",  # a hand that cannot have been held as it is recorded: nothing is concluded from it
    "LEAD-UNCERTAIN",  # a card that cannot have been led is led: who follows to it is not judged
    "SIDES-UNCERTAIN",  # where the called king lay is not certain: nothing is settled
    "COUNT-UNCERTAIN",  # a card would be counted twice: nothing is settled
    "PARTNER-DIFFERS",  # the named partner does not hold the called king
    "ANNOUNCE-SEAT",  # an announcement by one who may not make it
    "ANNOUNCE-ORDER",  # an announcement out of order
    "LEAD-WRONG-SEAT",  # a trick is led by the wrong seat
    "PLAY-ORDER",  # a seat plays out of turn, twice or not at all
    "PLAY-TWICE",  # a card is played twice
    "PLAY-NOT-HELD",  # a card is played that was not held
    "PLAY-REVOKE",  # a revoke (Renonce)
    "PLAY-PAGAT-EARLY",  # the Pagat is played early after an announced ultimo
    "TRICKS-MISSING",  # the record has too few or too many tricks
    "REMARK-DIFFERS",  # a remark names a seat, card or trick that the play does not bear out
    "RESULT-DIFFERS",  # a stated result does not follow from the play
    # score files of all eras
    "SEAT-COUNT",  # the number of seats is not one that the source knows
    "SEAT-TWICE",  # a seat stands twice
    "SEAT-UNKNOWN",  # a seat is named that is not at the table
    "SEAT-EXTRA",  # the person beyond the players (König, Passer) has a seat
    "VOID-GAME",  # something is recorded of a game that does not count
    # games and sessions of 1840
    "CONSULATION-SMALL",  # a small Consulation that is none, or not less than the middle one
    # sessions of 1840
    "FINE-AND-PLAY",  # a fine and what was written for a game in one entry
    "DECLARERS-WITHOUT-KING",  # declarers are named though no König shares with a side
    "KING-AMONG-FOUR",  # a König among four
    "KING-WITHOUT-DECLARERS",  # a König, but not who played
    "KING-PLAYS",  # the König is one of the declarers
    "KING-SHARE-UNCLEAR",  # those with whom the König shares wrote different points, and he none
    "KING-SHARE-DIFFERS",  # the König wrote other points than those with whom he shares
    # 1754
    "HONOUR-SIZE",  # Matadore or tarocks whose number is no honour
    "HONOUR-CARDS",  # a number of cards of an honour that is a fixed set
    "HONOUR-EXCUSE",  # the Excuse is said to be in a row of Matadore, where it always is
    "HONOUR-LAID-AWAY",  # a laid away card of an honour that is no Cavallerie
    "HONOUR-FAULTS",  # an honour is more than one of forgotten, mistaken, laid away
    "HONOUR-EXCUSE-TWICE",  # two seats use the Excuse in honours
    "HONOUR-TOO-MANY",  # more honours of a kind than the pack allows
    "HONOUR-HELD",  # a number held of an honour that is no mistaken row, or not fewer than announced
    "HONOUR-TWICE",  # a seat has two rows of tarocks
    "HONOUR-EXCUSE-ELSEWHERE",  # the Excuse of an honour lies with another seat, though nobody can take it
    "HONOUR-LAID-BY",  # a card of an honour is laid away by one who lays none away
    "HONOUR-NOT-LAID",  # a card of an honour is said to be laid away, but the discard has none
    "HONOUR-DIFFERS",  # a seat has more Matadore than tarocks
    "HONOUR-TOGETHER",  # honours of which one excludes the other
    "HONOUR-HAND",  # the honours of a seat are more cards than a hand
    "HONOUR-PAGAT-ELSEWHERE",  # Matadore of one seat, the Pagat of another
    "DEAL-DIFFERS",  # a game that counts was dealt otherwise than the source says
    "DISCARD-SIZE",  # the discard has not the right number of cards
    "DISCARD-KING",  # a König is laid away
    "DISCARD-TAROCK",  # tarocks are laid away by one who may not
    "DISCARD-ELSEWHERE",  # cards laid away do not lie with the dealer
    "DISCARD-TOO-MANY",  # more cards are laid away than the dealer had
    "EXCUSE-ELSEWHERE",  # the Excuse lies with another than the one who kept it
    "REVOKE-TOOK-NOTHING",  # a revoke that took no trick took the Pagat
    "PAGAT-TWICE",  # the Pagat has two holders, or is given back twice
    "PAGAT-LAID-AWAY",  # the Pagat is laid away and played
    "TAKER-WITHOUT-TRICK",  # a seat takes a trick, but has made none
    "DISCARD-RIGHT",  # a wrong discard of the right number of cards
    "PILE-MISSING",  # a seat has no pile or no number of tricks
    "PILE-NOT-PACK",  # the piles together are not the pack
    "PILE-SIZE",  # a pile has not the cards of its tricks
    "TRICKS-COUNT",  # the tricks are more or fewer than the cards of a hand
    "PAGAT-OWN",  # a seat takes its own Pagat
    "PAGAT-TAKER",  # the taker of the Pagat is named where nobody else took it
    "PAGAT-ELSEWHERE",  # the Pagat does not lie with the one who is said to have it
    "PAGAT-NOT-RETURNED",  # a Pagat that was to be given back lies with another seat
    # 1863
    "SEAT-RESERVED",  # a seat is called as the pot is
    "DEALS-NONE",  # a session without a deal
    "OUT-AMONG-THREE",  # a seat sits out though all must play
    "OUT-WRONG-SEAT",  # a seat sits out whose turn it is not
    "BID-STRANGER",  # a bid by one who has no part in the bidding
    "BID-MISSING",  # a seat has not spoken
    "BID-KEEP",  # a game is kept by one who has not declared it
    "BID-A-TROIS",  # à trois by one who may not say it
    "BID-ANSWER",  # an answer to an overbid that is none
    "BID-NOT-OVERBID",  # a second bid by one who has not been overbid
    "BID-MUST-PLAY",  # a pass by one who must take the game over
    "AUGEN-MISSING",  # a played game without the declarer's points
    "AUGEN-TOO-MANY",  # the declarer has more points than there are
    "VOLE-TOO-LATE",  # all tricks are declared when none is left to be played
    "VOLE-TRICKS",  # all tricks are made or not, against the number of tricks
    "DEALER-LOST-RIGHT",  # the dealer who has lost the right to deal deals again
    "LAID-TOO-MANY",  # more cards laid down before asking than may be bought
    "PURCHASE-SIZE",  # another number of cards is bought than the game allows
    "VOLE-NOT-WON",  # all tricks are made in a game that is not won
    # 1945
    "CUT-OWN",  # the dealer cuts his own deal
    "CUT-SEAT",  # another than the dealer's Vis-a-vis cuts
    "CUT-AND-KNOCK",  # the Vis-a-vis knocks and cuts
    "PACKET-WITHOUT-KNOCK",  # packets are chosen though nobody knocked
    "PACKET-CHOICE",  # the chosen packets are not one each
    "PACKET-ORDER",  # the packets are asked for in another order
    "DECLARERS-IMPOSSIBLE",  # a seat is declarer twice, or more are than can be
    "ACCOMPLICE-DEALER",  # the dealer is his own accomplice
    "CARDS-TOO-MANY",  # more cards than the pack has
    "USURPER-DEALER",  # the dealer is said to have no right to deal
    "PACKET-COUNT",  # more or fewer packets than are dealt
    "PACKET-SIZE",  # a packet has not the right number of cards
    "PACKET-UNCHOSEN",  # packets are dealt after a knock, but nobody has chosen
    "DECLARERS-MISSING",  # tricks are recorded, but not who played the game
    "EXCHANGE-SEAT",  # another than a declarer exchanges with the talon
    "TAKEN-NOT-TALON",  # a card is taken from the talon that does not lie there
    "ASSUMED-MISSING",  # tricks are recorded without the assumption of a rule that is lost
    "ASSUMED-STATED",  # a rule is assumed that the source states
    "PILE-DIFFERS",  # the recorded piles are not those of the tricks
    "PILE-DUPLICATE",  # a card lies in the piles twice
    "PILE-INCOMPLETE",  # cards of the pack lie in no pile
})  # fmt: skip


class Finding(Frozen, omit_defaults=True):
    """Something wrong in a record: where (`trick` 0 is before the first), who, which card, what, by which rule.

    `place` is the path of keys of the value in its file, for records that have one, and `character` where in its
    text (from 1) it is wrong, if only there.
    """

    code: str
    trick: int
    seat: str
    card: str
    message: Message
    ref: str
    place: tuple[Key, ...] = ()
    character: int = 0

    @property
    def where(self) -> tuple[str, int, str, str]:
        """What and where it is: code, trick, seat, card. Two findings of a game differ in this."""
        return self.code, self.trick, self.seat, self.card

    def error(self, document: Document) -> CodexError:
        """The finding as an error at its line of the file."""
        at = f"{document.column(self.character, *self.place)}: " if self.character else ""
        return document.error(f"{at}{format_message(self.message)} [{self.code}]", "", *self.place)


class Findings:
    """Collects what is wrong by the rules of an era; what is reported stands below `place` in the file."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.list: list[Finding] = []
        self.place: tuple[Key, ...] = ()

    def at(self, *place: Key) -> Findings:
        """The same collection, for a part of the file."""
        part = copy(self)
        part.place = (*self.place, *place)
        return part

    def __len__(self) -> int:
        return len(self.list)

    def add(self, finding: Finding) -> None:
        """Record a finding."""
        if finding.code not in CODES:
            raise KeyError(finding.code)
        self.list.append(finding)

    def report(
        self, code: str, *place: Key, rule: str = "", case: When = ALWAYS, ref: str = "", words: str = "",
        **values: Hashable,
    ) -> None:  # fmt: skip
        """Record a finding at `place` of this part, against a `rule` in a `case` or a passage (`ref`).

        Its words stand under its code, or under the key `words`.
        """
        ref = self.rules.ref(rule, **case) if rule else ref
        self.add(Finding(code, 0, "", "", Message(words or code, ref=ref, **values), ref, (*self.place, *place)))


def bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The first findings of each code, and one in the place of the next that counts the rest."""
    found = tuple(findings)
    number = Counter(finding.code for finding in found)
    seen = Counter[str]()
    for finding in found:
        seen[finding.code] += 1
        if seen[finding.code] <= MOST:
            yield finding
        elif seen[finding.code] == MOST + 1:
            rest = Message("findings.more", number=number[finding.code] - MOST)
            yield structs.replace(finding, message=rest, character=0)
