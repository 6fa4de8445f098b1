"""Titles, legends and labels of the charts of rules."""

from __future__ import annotations


def _ultimo(sizes: tuple[str, ...]) -> str:
    return "The price of the Pagat in the last trick" + (f" ({sizes})" if sizes else "")


CATALOGUE = {
    "chart.pack": "Cards in the pack",
    "chart.whole": "Points in the whole pack",
    "chart.hands": "Hands, and talon or excess",
    "chart.ultimo": _ultimo,
    "chart.at": "{siglum}: {size} Consulation, at a Dreier",
    "chart.cards": "cards",
    "chart.points": "points",
    "chart.suits": "suit cards",
    "chart.tarocks": "tarocks",
    "chart.hand": "a hand",
    "chart.rest": "talon or excess",
    "chart.each": "{siglum}, from each",
    "chart.silent": "{siglum}, in silence",
    "chart.announced": "announced",
}
