"""Numbers in the prose on how a game is played, and the names of model games there."""

from __future__ import annotations

CATALOGUE = {
    "how_to.game": "model game {number}",
    "how_to.times": "{number} times",
    "how_to.times.1": "once",
    "how_to.times.2": "twice",
    "how_to.fold": "{number}fold",
    "how_to.fold.1/2": "half",
    "how_to.fold.1": "single",
    "how_to.fold.2": "double",
    "how_to.fold.3": "triple",
    "how_to.ordinal": "{number}th",
    "how_to.ordinal.1": "first",
    "how_to.ordinal.2": "second",
    "how_to.ordinal.3": "third",
    "how_to.ordinal.5": "fifth",
    "how_to.ordinal.8": "eighth",
    "how_to.ordinal.9": "ninth",
    "how_to.ordinal.12": "twelfth",
}
