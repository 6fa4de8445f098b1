"""A trick line of a Musterspiel cut into number, four plays and what the author says beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.profiles.koenigrufen_1840 import TRICK
from tarock.publish.views.text import Spans, spans
from tarock.publish.views.translated import gloss

if TYPE_CHECKING:
    from tarock.corpus.editions import Passage
    from tarock.publish.places import Site
    from tarock.publish.views.apparatus import Notes

_PLAY = re.compile(r"[A-D] (?:[IVX]+\.|Scüs\.?|Pagat\.?|Mond\.?|[A-Za-zäöüß,]+-[A-Za-zäöüß,]+\.?)(?= |\Z)")
_BETWEEN = re.compile(r" - ")
_PLAYERS = 4


class Play(Value):
    """Who plays, the card, and the dash behind it (not to be seen, but part of the text)."""

    seat: Spans
    card: Spans
    dash: Spans


class Trick(Value):
    """The cells of a trick line; together they are its whole text."""

    number: Spans
    plays: tuple[Play, ...]
    remark: Spans


def trick(passage: Passage, notes: Notes) -> Trick | None:
    """The cells of a trick line; None if it is formed otherwise."""
    cells = split_trick(passage.text)
    if cells is None:
        return None
    number, plays, remark = cells
    return Trick(
        spans(passage, notes, *number),
        tuple(_play(passage, notes, *play) for play in plays),
        spans(passage, notes, *remark),
    )


def _play(passage: Passage, notes: Notes, start: int, end: int) -> Play:
    dash = passage.text.find(" - ", start, end)
    stop = dash if dash >= 0 else end
    return Play(
        spans(passage, notes, start, start + 1),
        spans(passage, notes, start + 1, stop),
        spans(passage, notes, stop, end),
    )


def split_trick(text: str) -> tuple[tuple[int, int], list[tuple[int, int]], tuple[int, int]] | None:
    """Where number, four plays and remark stand in a trick line; None if it is formed otherwise."""
    opening = TRICK.match(text)
    if not opening:
        return None
    plays: list[tuple[int, int]] = []
    position = opening.end()
    while len(plays) < _PLAYERS:
        play = _PLAY.match(text, position)
        if not play:
            return None
        end = play.end()
        between = _BETWEEN.match(text, end)
        if len(plays) < _PLAYERS - 1:
            if not between:
                return None
            end = between.end()
        plays.append((position, end))
        position = end
    return (0, opening.end()), plays, (position, len(text))


def remark_in_english(site: Site, ref: str, text: str) -> str:
    """The English of a remark, which may stand in a trick line behind the plays; empty where there is none."""
    siglum, _, ident = ref.partition(":")
    translation = site.codex.translations.get(siglum)
    if translation and (passage := translation.edition.passages.get(ident)) and passage.kind == "trick":
        return " ".join(translation.sentences(ident)[1:])
    return gloss(site, ref, text)
