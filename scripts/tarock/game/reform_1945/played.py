"""What a replayed game of 1945 shows: the talon, every trick, and everything that was assumed, as open points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.reform_1945.count import thirds
from tarock.game.reform_1945.record import Assumed

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tarock.game.common.cards import Pack
    from tarock.game.common.score import Ledger
    from tarock.game.reform_1945.record import Play
    from tarock.game.reform_1945.replay import Replayed
    from tarock.rules.ruleset import Rules

# where the source speaks of the matter at all: of the tarocks' order, the direction, the talon
_NEAR = {
    "tarock_beats_suit": "rank.tarocks_highest",
    "turn": "game.rotation",
    "talon_counts_for": "deal.talon",
    "discard_counts_for": "deal.talon",
}


def note_play(ledger: Ledger, play: Play, played: Replayed, pack: Pack, rules: Rules) -> None:
    """Notes how the game went, and what of it rests on assumptions."""
    ledger.note("reform_1945.talon_laid", rules.ref("deal.talon"), parts=play.talon)
    if swap := play.exchange:
        ledger.note("reform_1945.exchanged", "", seat=swap.by, takes=swap.takes, lays=swap.lays)
    for number, trick in enumerate(played.tricks, 1):
        seat, card = trick.taken
        ledger.note("reform_1945.trick", "", trick=number, seat=seat, card=pack.display(card))
    _note_assumed(ledger, play, played, pack, rules)
    leader = played.tricks[0].plays[0][0]
    ledger.unsaid("reform_1945.first_lead", rules.ref("game.forehand"), seat=leader)
    if play.exchange:
        ledger.unsaid("reform_1945.exchange", rules.ref("deal.talon"), seat=play.exchange.by, cards=len(played.discard))


def _note_assumed(ledger: Ledger, play: Play, played: Replayed, pack: Pack, rules: Rules) -> None:
    changed = sum(trick.taken != trick.otherwise for trick in played.tricks)
    facts: dict[str, dict[str, Hashable]] = {
        "tarock_beats_suit": {"tricks": changed},
        "talon_counts_for": {"thirds": thirds(played.talon, pack, rules)},
        "discard_counts_for": {"thirds": thirds(played.discard, pack, rules)},
    }
    for name in Assumed.__struct_fields__:
        assumed = getattr(play.assumed, name)
        if assumed is not None and (name != "discard_counts_for" or play.exchange):
            ref = rules.ref(_NEAR[name]) if name in _NEAR else ""
            ledger.unsaid(f"reform_1945.assumed.{name}", ref, assumed=assumed, **facts.get(name, {}))
