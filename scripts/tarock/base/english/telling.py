"""Numbers in the prose on how a game is played, and the names of model games there."""

from __future__ import annotations

CATALOGUE = {
    "telling.game": "model game {number}",
    "telling.times": "{number} times",
    "telling.times.1": "once",
    "telling.times.2": "twice",
    "telling.fold": "{number}fold",
    "telling.fold.1/2": "half",
    "telling.fold.1": "single",
    "telling.fold.2": "double",
    "telling.fold.3": "triple",
    "telling.ordinal": "{number}th",
    "telling.ordinal.1": "first",
    "telling.ordinal.2": "second",
    "telling.ordinal.3": "third",
    "telling.ordinal.5": "fifth",
    "telling.ordinal.8": "eighth",
    "telling.ordinal.9": "ninth",
    "telling.ordinal.12": "twelfth",
}
