"""Wording of what is expected and computed for a claim: the words of values, as a person reads them."""

from __future__ import annotations

import re

from tarock.base.wordings import Entry

_WORDS = {
    "Farben": "suits",
    "Tarock": "trumps",
    "all_three": "All Three",
    "defenders": "opponents",
    "dreier": "Dreier",
    "king_lost": "king lost",
    "lower": "the lower half",
    "solo": "Solo",
    "upper": "the upper half",
    "volat": "Volat",
    "ANNOUNCE-ORDER": "another word is due",
    "ANNOUNCE-SEAT": "it is not for him to say",
    "BID-AFTER-PASS": "he has passed",
    "BID-NOT-HIGHER": "it is no higher bid",
    "BID-TOO-HIGH": "there is no such bid",
    "PLAY-PAGAT-EARLY": "the Pagat is played too early",
    "SCAT-HONOUR": "an honour is discarded",
    "SCAT-SIZE": "a wrong number of cards is discarded",
    "SCAT-TAROCK": "a trump is discarded",
}
_FOLDS = {"1": "a single", "2": "a double", "3": "a triple"}
_DREIER = re.compile(r"dreier (\d)")
_RAISED = re.compile(r"(ultimo|volat) (\d)")
_GAME = re.compile(r"m(\d)")
_WORD = re.compile(r"[\w-]+")


def _raised(found: re.Match[str]) -> str:
    times = {"0": "announced", "1": "raised once", "2": "raised twice"}.get(found[2], f"raised {found[2]} times")
    return f"{found[1]} {times}"


def _told(value: str) -> str:
    if game := _GAME.fullmatch(value):
        return f"game {game[1]}"
    text = _DREIER.sub(lambda bid: f"{_FOLDS.get(bid[1], f'a {bid[1]}-fold')} Dreier", value)
    return _WORD.sub(lambda word: _WORDS.get(word[0], word[0]), _RAISED.sub(_raised, text))


CATALOGUE: dict[str, Entry] = {"claim.value": _told}
