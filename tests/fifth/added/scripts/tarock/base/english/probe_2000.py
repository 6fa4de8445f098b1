"""The words of the game by made-up rules."""

from __future__ import annotations

CATALOGUE = {"probe_2000.lost": "the lost game"}
