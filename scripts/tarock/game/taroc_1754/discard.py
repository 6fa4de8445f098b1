"""What the dealer of 1754 may lay away, and how the cards are dealt (1754:1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.taroc_1754.count import COUNTING, PLAIN
from tarock.game.taroc_1754.record import Kind

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.taroc_1754.record import Dealing, Discard, ScoreFile
    from tarock.rules.ruleset import Rules

_DEALT = {"rounds": "deal.rounds", "packet": "deal.packet", "dealer_last": "deal.dealer_last_packet"}


def check_dealing(dealing: Dealing, findings: Findings, rules: Rules) -> None:
    """The cards of a game that counts were dealt as rule 1 says."""
    for name, key in _DEALT.items():
        dealt, due = getattr(dealing, name), rules.number(key)
        if dealt != due:
            findings.report("DEAL-DIFFERS", "deal", name, ref=rules.ref(key), name=name, dealt=dealt, due=due)


def check_discard(discard: Discard, record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """The number of cards laid away, no König, tarocks only as rule 1 allows, and all with the dealer."""
    wrong = record.wrong_discard
    due = wrong.cards if wrong else rules.number("discard.cards")
    cards = discard.pile.cards
    if cards != due:
        findings.report("DISCARD-SIZE", "discard", ref=rules.ref("discard.cards"), cards=cards, due=due)
    if discard.koenig:
        findings.report("DISCARD-KING", "discard", "koenig", ref=rules.ref("discard.never"))
    if discard.numbered and not _tarocks_allowed(discard, record, rules):
        findings.report("DISCARD-TAROCK", "discard", ref=rules.ref("discard.tarocks_held"), laid=discard.numbered,
                        held=discard.tarocks_held, due=rules.number("discard.tarocks_held"))  # fmt: skip
    pile = record.piles.get(record.dealer)
    for kind in (*COUNTING, PLAIN):
        if pile is not None and pile.of(kind) < discard.pile.of(kind):
            findings.report("DISCARD-ELSEWHERE", "discard", kind=kind, dealer=record.dealer)


def tarocks_doubtful(discard: Discard, rules: Rules) -> bool:
    """Whether tarocks were laid away of which rule 1 says neither that they may be nor that they may not.

    It names three with the Pagat, and Pagat, Sckis and one more; not, whether the Sckis is one of exactly three.
    """
    due = rules.number("discard.tarocks_held")
    named = discard.numbered + discard.excuse == due and (
        bool(discard.pagat) or not rules.flag("discard.tarock_needs_pagat")
    )
    return bool(discard.numbered) and (not named or (bool(discard.excuse) and discard.tarocks_held == due))


def _tarocks_allowed(discard: Discard, record: ScoreFile, rules: Rules) -> bool:
    """False where the dealer had more or fewer tarocks than exactly three, whether the Excuse is one or not."""
    due, held = rules.number("discard.tarocks_held"), discard.tarocks_held
    announced = any(
        honour.seat == record.dealer and honour.kind is Kind.TAROCKS and not honour.mistaken
        for honour in record.honours
    )
    return not announced and (held is None or due in (held, held + discard.excuse)) and discard.numbered <= due
