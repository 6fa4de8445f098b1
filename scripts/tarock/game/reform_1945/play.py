"""The tricks of a game of 1945, played by the duties that the record assumes: the source's own are lost."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import structs

from tarock.base.structs import Frozen
from tarock.game.common.cards import Card, Pack
from tarock.game.common.findings import Findings
from tarock.game.common.notation import NotationError, read_typed_plays
from tarock.game.common.notation import Play as Plays
from tarock.game.common.records import Side, order_from
from tarock.game.common.trick_law import Breach, Duty, TrickLaw
from tarock.game.reform_1945.deal import DealtCards, deal_packets, exchange_cards, report_unreadable
from tarock.game.reform_1945.record import Assumed, Direction, PlayRecord, ReformGame
from tarock.rules.ruleset import Rules

# the assumptions that stand for a rule value; a source that states it needs no assumption
STATED_RULES = {
    "follow_suit": Duty.FOLLOW_SUIT,
    "must_tarock": Duty.PLAY_TAROCK,
    "must_overtake": Duty.OVERTAKE,
    "tarock_beats_suit": "rank.tarock_beats_suit",
}


class ReplayedTrick(NamedTuple):
    """A trick: its plays in order, the one that takes it, and the one by the other reading of `tarock_beats_suit`."""

    plays: tuple[Plays, ...]
    winning_play: Plays
    other_winning_play: Plays


class ReplayedGame(Frozen):
    """A game played through: its tricks, what nobody played, and the cards that each side counts."""

    tricks: tuple[ReplayedTrick, ...]
    talon: tuple[Card, ...]
    discard: tuple[Card, ...]
    piles: dict[Side, tuple[Card, ...]]


def replay(play: PlayRecord, record: ReformGame, pack: Pack, findings: Findings) -> ReplayedGame | None:
    """Deal the packets, exchange with the talon, play the tricks; None with what is wrong in `findings`."""
    before = len(findings)
    _check_assumed(play, findings)
    if not record.declarers:
        findings.report("DECLARERS-MISSING", "play")
    dealt = deal_packets(play, record, pack, findings)
    if dealt and play.exchange:
        dealt = exchange_cards(play.exchange, dealt, record, pack, findings)
    tricks = _read_tricks(play, record, pack, findings)
    if dealt is None or len(findings) > before:
        return None
    played = _Tricks(play.assumed, record, dealt, findings).run(tricks)
    if len(findings) > before:
        return None
    return ReplayedGame(played, dealt.talon, dealt.discard, _collect_piles(play.assumed, record, dealt, played))


def _check_assumed(play: PlayRecord, findings: Findings) -> None:
    """Check that every rule that the source has lost is assumed in the record, and none that it states."""
    for name in Assumed.__struct_fields__:
        rule = STATED_RULES.get(name, "")
        stated = bool(rule and findings.rules.ref(rule))  # what only we assume has no passage
        assumed = getattr(play.assumed, name) is not None
        if stated and assumed:
            findings.report("ASSUMED-STATED", "play", "assumed", name, rule=rule, name=name)
        elif not stated and not assumed and (name != "discard_counts_for" or play.exchange):
            findings.report("ASSUMED-MISSING", "play", name=name)


def _read_tricks(play: PlayRecord, record: ReformGame, pack: Pack, findings: Findings) -> list[tuple[Plays, ...]]:
    tricks: list[tuple[Plays, ...]] = []
    for index, text in enumerate(play.tricks):
        here = findings.at("play", "tricks", index)
        try:
            plays, rest = read_typed_plays(text, pack, len(record.seats), seats=record.seats)
        except NotationError as error:
            report_unreadable(error, here)
            continue
        if rest:
            here.report("NOTATION-UNREADABLE", words="reform_1945.NOTATION-UNREADABLE.rest", rest=rest)
        tricks.append(plays)
    due = findings.rules.number("deal.hand")
    if len(play.tricks) != due:
        findings.report(
            "TRICKS-MISSING",
            "play",
            "tricks",
            rule="deal.hand",
            words="reform_1945.TRICKS-MISSING",
            tricks=len(play.tricks),
            due=due,
        )
    return tricks


def build_trick_law(assumed: Assumed, rules: Rules) -> TrickLaw:
    """Return the duties in a trick: the source's where it states them, else as assumed."""
    duties: dict[str, Any] = {
        name: rules.flag(key) if rules.ref(key) else bool(getattr(assumed, name)) for name, key in STATED_RULES.items()
    }
    return TrickLaw(**duties)


class _Tricks:
    number: int  # of the trick that is played

    def __init__(self, assumed: Assumed, record: ReformGame, dealt: DealtCards, findings: Findings):
        self.assumed = assumed
        seats = record.seats
        self.seats = seats if assumed.turn is not Direction.LEFT else tuple(reversed(seats))
        self.hands = {seat: set(hand) for seat, hand in dealt.hands.items()}
        self.findings = findings
        self.law = build_trick_law(assumed, findings.rules)
        self.other_law = structs.replace(self.law, tarock_beats_suit=not self.law.tarock_beats_suit)
        self.fallen: set[Card] = set()
        self.breaches: list[tuple[int, str, Card, Breach]] = []
        self.contradicted: set[str] = set()  # seats that play cards which they do not hold
        self.wrong: set[Card] = set()

    def run(self, tricks: list[tuple[Plays, ...]]) -> tuple[ReplayedTrick, ...]:
        played: list[ReplayedTrick] = []
        for number, plays in enumerate(tricks, 1):
            self.number = number
            leader = plays[0][0]
            if played and self.assumed.winner_leads and leader != (winner := played[-1].winning_play[0]):
                self.report_fault("LEAD-WRONG-SEAT", seat=leader, winner=winner)
            due = order_from(self.seats, leader)
            if tuple(seat for seat, _ in plays) != due:
                self.report_fault("PLAY-ORDER", order=due)
            for position, (seat, card) in enumerate(plays):
                self.check(seat, card, plays[:position])
            played.append(ReplayedTrick(plays, self.law.find_winner(plays), self.other_law.find_winner(plays)))
        # nothing is concluded from a hand, or a lead, that the record itself contradicts
        for number, seat, card, breach in self.breaches:
            if seat not in self.contradicted and tricks[number - 1][0][1] not in self.wrong:
                self.number = number
                self.report_fault("PLAY-REVOKE", seat=seat, card=card, breach=breach.message)
        return tuple(played)

    def check(self, seat: str, card: Card, before: tuple[Plays, ...]) -> None:
        """Check that the card was held, and note a breach of the duties assumed."""
        hand = self.hands[seat]
        if card not in hand:
            self.report_fault("PLAY-TWICE" if card in self.fallen else "PLAY-NOT-HELD", seat=seat, card=card)
            self.contradicted.add(seat)
            self.wrong.add(card)
        elif breach := self.law.find_breach(hand, before, card):
            self.breaches.append((self.number, seat, card, breach))
        hand.discard(card)
        self.fallen.add(card)

    def report_fault(self, code: str, **values: Any) -> None:
        place = ("play", "tricks", self.number - 1)
        self.findings.report(code, *place, words=f"reform_1945.{code}", trick=self.number, **values)


def _collect_piles(
    assumed: Assumed, record: ReformGame, dealt: DealtCards, tricks: tuple[ReplayedTrick, ...]
) -> dict[Side, tuple[Card, ...]]:
    """Return the cards of the tricks of each side, with what nobody played as assumed."""
    piles: dict[Side, list[Card]] = {side: [] for side in Side}
    for trick in tricks:
        side = Side.DECLARER if trick.winning_play[0] in record.declarers else Side.DEFENDERS
        piles[side].extend(card for _, card in trick.plays)
    for counts_for, rest in ((assumed.talon_counts_for, dealt.talon), (assumed.discard_counts_for, dealt.discard)):
        if counts_for:  # where nothing is laid away, nothing need be assumed of it
            piles[counts_for].extend(rest)
    return {side: tuple(cards) for side, cards in piles.items()}
