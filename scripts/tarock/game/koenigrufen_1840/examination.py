"""A recorded game on the bench: the record, the pack, the rules, and what is found wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.game.common.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from tarock.game.common.cards import Card, Pack
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.rules.ruleset import Rules


class Examination:
    """What every check needs; all that is wrong is added to `findings`."""

    def __init__(self, game: Game, pack: Pack, rules: Rules):
        self.game = game
        self.pack = pack
        self.rules = rules
        self.findings = Findings()

    def fault(
        self,
        code: str,
        key: str = "",
        *,
        when: Mapping[str, str] | None = None,
        wording: str = "",
        trick: int = 0,
        seat: str = "",
        card: Card | None = None,
        **values: Hashable,
    ) -> None:
        """Record a fault against the rule `key` in a case. It is said by the wording of its code, or of `wording`."""
        message = Message(wording or code, seat=seat, card=card, **values)
        self.findings.add(
            code, message, trick=trick, seat=seat, card=card.name if card else "",
            ref=self.rules.ref(key, **(when or {})) if key else "",
        )  # fmt: skip
