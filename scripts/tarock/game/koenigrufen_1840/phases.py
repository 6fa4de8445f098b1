"""The phases of a game of Königrufen: who may do what, by which paragraph, and what follows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tarock.game.common.phases import DealPhase, TrickPhase
from tarock.game.common.play import END, TERMINAL, GamePhase, RuleReference
from tarock.game.koenigrufen_1840.auction import add_word
from tarock.game.koenigrufen_1840.laws import WITHOUT_SUITS, find_holder, must_keep_pagat
from tarock.game.koenigrufen_1840.play_tables import (
    SEATS,
    KoenigrufenPosition,
    Phase,
    PlayTables,
)
from tarock.game.koenigrufen_1840.record import Announcement
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat


class TarockDeal(DealPhase[KoenigrufenPosition]):
    """The deal; then the bidding (1840:11, 14)."""

    engine: PlayTables

    def find_places(self, at: KoenigrufenPosition) -> Sequence[int]:
        """Return the place of each card in order of dealing."""
        return self.engine.find_places(at)

    def finish(self, at: KoenigrufenPosition) -> None:
        """Begin the bidding."""
        at.phase, at.player = Phase.BIDDING.value, self.engine.find_bidding(at).seat


class BiddingPhase(GamePhase[KoenigrufenPosition]):
    """The bidding; who has bid highest calls a king (1840:21-28)."""

    engine: PlayTables

    def legal(self, at: KoenigrufenPosition) -> Collection[int]:
        """Return the bids; no game for which the player has no king to call."""
        tables, hand, legal = self.engine, at.hands[at.player], self.engine.find_bidding(at).legal
        barred = [game for game in tables.games_by_kings if not tables.can_call_king(game, hand)]
        return [action for action in legal if tables.bids[action].bid not in barred] if barred else legal

    def apply(self, at: KoenigrufenPosition, action: int) -> int:
        """Bid or pass; when all have passed nobody plays, or the next deals."""
        tables = self.engine
        at.bids.append((at.player, action))
        node = tables.find_bidding(at)
        best = node.bidding.best
        if node.seat >= 0:
            at.player = node.seat
        elif best is not None:
            at.phase, at.player = Phase.KING.value, SEATS.index(best.seat)
            at.declarer, at.first, at.kept = at.player, best.height, best.height
        elif tables.options.next_deals:
            at.become(tables.start(tables.next_dealer[at.dealer]))
        else:
            at.phase, at.player = END, TERMINAL
        return tables.everyone

    def can_be_told(self, at: KoenigrufenPosition, action: int) -> bool:
        """Return whether it is a bid."""
        return action in self.engine.bids

    def why(self, at: KoenigrufenPosition, action: int) -> RuleReference:
        """Return the rule of a bid: higher than the others, a game that there is, with a king to call."""
        tables, node = self.engine, self.engine.find_bidding(at)
        if fault := node.refused.get(action):
            return RuleReference("bidding.highest_plays", fault.ref)
        if action == tables.pass_:
            return tables.cite_rule("bidding.pass_words")
        if action not in tables.bids:
            return tables.cite_rule("bidding.games")
        if action not in self.legal(at):
            return tables.cite_rule("king.own", contract=tables.bids[action].bid)
        return tables.cite_rule("bidding.games" if node.bidding.best is None else "bidding.overbid")


def start_words(at: KoenigrufenPosition) -> None:
    """Begin the announcements with the declarer; who has the called king is his friend."""
    holder = find_holder(enumerate(at.hands), at.king)
    at.partner = -1 if holder is None or holder == at.declarer else holder
    at.phase, at.player = Phase.WORDS.value, at.declarer


class WordsPhase(GamePhase[KoenigrufenPosition]):
    """Ultimo, Volat and their raises, until nobody has more to say (1840:37, 51-62)."""

    engine: PlayTables

    def legal(self, at: KoenigrufenPosition) -> Collection[int]:
        """Return the words that the player may say, or to say none."""
        return self.engine.find_announcements(at, at.player).legal

    def apply(self, at: KoenigrufenPosition, action: int) -> int:
        """Say a word, after which the player may say more; or none, and it is the next player's turn."""
        tables, seat = self.engine, at.player
        if action != tables.nothing:
            of, call = tables.announcement_actions[action]
            if action in tables.find_announcements(at, seat).effective:
                add_word(at.standing_announcements, of, seat)
                if call is AnnouncementWord.ANNOUNCE and of is Feat.ULTIMO and tables.pagat_kept:
                    at.pagat_keeper = seat
            at.announcements += (Announcement(seat=SEATS[seat], call=call, of=of),)
            at.silent_turns = 0
            return tables.everyone
        at.silent_turns += 1
        if at.silent_turns == tables.players:
            tables.tricks.start(at, tables.leader[at.dealer], Phase.PLAY.value)
        else:
            at.player = tables.find_next_speaker(at.dealer, at.declarer)[seat]
        return tables.everyone

    def can_be_told(self, at: KoenigrufenPosition, action: int) -> bool:
        """Return whether it is a word."""
        return action in self.engine.announcement_actions

    def why(self, at: KoenigrufenPosition, action: int) -> RuleReference:
        """Return the rule of a word: who may say it, and when."""
        tables = self.engine
        if action not in tables.announcement_actions:
            return tables.cite_rule("announcements.time")
        of, call = tables.announcement_actions[action]
        key, case = "announcements.raises", {}
        if call is AnnouncementWord.ANNOUNCE:
            key, case = "announcements.allowed_to", {"feat": of}
        fault = tables.find_announcements(at, at.player).faults[action]
        return RuleReference(key, fault.ref) if fault else tables.cite_rule(key, **case)


class KingPhase(GamePhase[KoenigrufenPosition]):
    """The call of a king, before the talon is seen (1840:31, 32, 38)."""

    engine: PlayTables

    def legal(self, at: KoenigrufenPosition) -> Collection[int]:
        """Return the kings that the declarer may call."""
        return self.engine.find_callable_kings(at.contract, at.hands[at.player])

    def apply(self, at: KoenigrufenPosition, action: int) -> int:
        """Call a king; at a Dreier the declarer sees the half of the talon that he has bought."""
        at.king = action
        if at.kept:
            at.phase = Phase.PURCHASE.value
            at.tell("bought", self.engine.find_half(at.talon, at.kept), 1 << at.declarer)
        else:
            start_words(at)
        return self.engine.everyone

    def can_be_told(self, at: KoenigrufenPosition, action: int) -> bool:
        """Return whether it is a king."""
        return action in self.engine.kings

    def why(self, at: KoenigrufenPosition, action: int) -> RuleReference:
        """Return the rule of a king of one's own, or that a king is called."""
        if action in self.engine.kings:
            return self.engine.cite_rule("king.own", contract=at.contract)
        return self.engine.cite_rule("king.called")


class PurchasePhase(GamePhase[KoenigrufenPosition]):
    """Keeping the half that is bought, or raising oneself for the other (1840:21.5-21.9)."""

    engine: PlayTables

    def legal(self, at: KoenigrufenPosition) -> Collection[int]:
        """Return keeping, and raising while there is a higher fold."""
        tables = self.engine
        more = at.kept + tables.raise_fold <= tables.highest_folds[at.first]
        return [tables.keep, tables.raise_] if more else [tables.keep]

    def apply(self, at: KoenigrufenPosition, action: int) -> int:
        """Keep a half, which goes into the hand, or see the other."""
        tables = self.engine
        if action == tables.raise_:
            at.kept += tables.raise_fold
            at.tell("bought", tables.find_half(at.talon, at.kept), 1 << at.declarer)
            return tables.everyone
        if tables.options.left_shown and at.kept > at.first:
            at.tell("left", tables.find_half(at.talon, at.kept - tables.raise_fold), tables.everyone)
        at.phase, hand = Phase.SCAT.value, at.hands[at.declarer]
        hand += tables.find_half(at.talon, at.kept)
        hand.sort()
        return tables.everyone

    def can_be_told(self, at: KoenigrufenPosition, action: int) -> bool:
        """Return whether it is raising oneself."""
        return action == self.engine.raise_

    def why(self, at: KoenigrufenPosition, action: int) -> RuleReference:
        """Return the rule of the highest fold, or of changing halves."""
        tables = self.engine
        too_high = action == tables.raise_ and action not in self.legal(at)
        return tables.cite_rule("talon.fold_max" if too_high else "talon.change")


class DiscardPhase(GamePhase[KoenigrufenPosition]):
    """The discard of the declarer, a card at a time; the others see of it what is shown (1840:35)."""

    engine: PlayTables

    def legal(self, at: KoenigrufenPosition) -> Collection[int]:
        """Return the cards that may be discarded."""
        tables, hand = self.engine, at.hands[at.player]
        return [card for card in hand if card in tables.discardable] or [
            card for card in hand if card in tables.discardable_trumps
        ]

    def apply(self, at: KoenigrufenPosition, action: int) -> int:
        """Discard a card, which the declarer alone sees; tarocks are shown when all lie there."""
        tables, own = self.engine, 1 << at.declarer
        at.scat.append(action)
        at.hands[at.declarer].remove(action)
        if len(at.scat) == tables.scat_size:
            shown = [card for card in at.scat if card in tables.tarocks] if tables.shows_tarocks else []
            at.tell("discarded", shown, tables.everyone - own)
            start_words(at)
        return own

    def can_be_told(self, at: KoenigrufenPosition, action: int) -> bool:
        """Return whether the card is held."""
        return action in at.hands[at.declarer]

    def why(self, at: KoenigrufenPosition, action: int) -> RuleReference:
        """Return the rule of the cards that may be discarded, and from which hand."""
        tables = self.engine
        if action not in at.hands[at.declarer]:
            return tables.cite_rule("discard.who")
        if action in tables.undiscardable:
            return tables.cite_rule("discard.never")
        if action in tables.tarocks:
            return tables.cite_rule("discard.tarock", **WITHOUT_SUITS if action in self.legal(at) else {})
        return tables.cite_rule("discard.free")


class TarockTricks(TrickPhase[KoenigrufenPosition]):
    """The tricks; who has announced ultimo keeps the Pagat to the last (1840:51.3, 63)."""

    def __init__(self, tables: PlayTables):
        super().__init__(tables)
        self.pagat, self.tarocks, self.count = tables.pagat, tables.tarocks, tables.hand_size

    def legal(self, at: KoenigrufenPosition) -> Collection[int]:
        """Return the cards that may be played."""
        legal = TrickPhase.legal(self, at)
        if at.player == at.pagat_keeper and self.pagat in legal and self.keeps_pagat_now(at):
            return [card for card in legal if card != self.pagat]
        return legal

    def find_denied(self, at: KoenigrufenPosition) -> dict[int, frozenset[int]]:
        """Map seats to cards that they cannot hold now; the Pagat may have been kept."""
        found = super().find_denied(at)
        if at.pagat_keeper in found:
            found[at.pagat_keeper] -= {self.pagat}
        return found

    def keeps_pagat_now(self, at: KoenigrufenPosition) -> bool:
        """Return whether the Pagat must be kept for the last trick (1840:51.3)."""
        return must_keep_pagat(at.hands[at.player], self.pagat, self.tarocks, last_trick=len(at.tricks) >= self.count)

    def why(self, at: KoenigrufenPosition, action: int) -> RuleReference:
        """Return the rule that decides what may be played, or that the Pagat is kept."""
        held = action in at.hands[at.player]
        if held and action == self.pagat and at.player == at.pagat_keeper and self.keeps_pagat_now(at):
            return self.engine.cite_rule("ultimo.pagat_kept")
        return super().why(at, action)
