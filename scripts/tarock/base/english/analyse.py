"""Wording of a game valued with open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.base.wordings import Entry

CATALOGUE: dict[str, Entry] = {
    "analyse.open": (
        "With open cards, which nobody at the table saw. After each card stands what each side could force: the "
        "thirds of the declarer's side; 1 or 0 for win, king, ultimo, Volat; on the sheet what the declarer writes "
        "less what a opponent writes. Bounds stand where {nodes:,} nodes were not enough."
    ),
    "analyse.trick": "trick {number}",
    "analyse.illegal": "against the rules, not valued",
    "analyse.forced": "forced",
    "analyse.away": "gave away {amount} of {goal}: {card} kept it, and lost nothing else",
    "analyse.turning": "turning points, with open cards: what was won or lost, and the greatest changes of the sheet",
    "analyse.turn": "Trick {trick}, {seat} plays {card}: {goal} from {before} to {after}.",
    "analyse.none": "None: every card kept every value.",
}
