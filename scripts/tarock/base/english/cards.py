"""Cards in English, for readers of the sources; ranks and suits that the termbase has are named by it."""

from __future__ import annotations

CATALOGUE = {
    "card.suited": "{rank} of {suit}",
    "card.numbered": "trump {number}",
    "card.Zweier": "two",
    "card.Dreier": "three",
    "card.Vierer": "four",
    "card.Siebner": "seven",
    "card.Achter": "eight",
    "card.Neuner": "nine",
    "card.Zehner": "ten",
}
