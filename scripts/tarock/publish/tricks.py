"""The tricks of a Musterspiel as a table, one row per trick, the author's words complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.publish.html import block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarock.corpus.editions import Passage
    from tarock.publish.edition_text import EditionText
    from tarock.publish.passage_html import PassageWriter

_TRICK = re.compile(r"[0-9]+\. (?:Stich\.|-\"-) ")
_PLAY = re.compile(r"[A-D] (?:[IVX]+\.|Scüs\.?|Pagat\.?|Mond\.?|[A-Za-zäöüß,]+-[A-Za-zäöüß,]+\.?)(?= |\Z)")
_BETWEEN = re.compile(r" - ")
_PLAYERS = 4
_HEAD = (
    '<thead lang="en" data-search-exclude><tr><th scope="col">Trick</th><th scope="col">Lead</th>'
    '<th scope="col">Second</th><th scope="col">Third</th><th scope="col">Fourth</th>'
    '<th scope="col"><span class="hidden">Cite</span></th></tr></thead>'
)


def trick_table(writer: PassageWriter, passages: Sequence[Passage]) -> str:
    """All tricks of a game; what the author says beside a trick stands below its cards."""
    return block(
        '<table class="tricks" lang="de">',
        _HEAD,
        *(_row(writer, passage) for passage in passages),
        "</table>",
    )


def _row(writer: PassageWriter, passage: Passage) -> str:
    text = writer.text(passage)
    cells = split_trick(passage.text)
    tools = writer.tools(passage.ident, "td")
    conjectured = writer.conjectured(passage)
    referred = writer.referred(passage.ident) + writer.evidence(passage)
    below = f'<tr><td></td><td colspan="5">{referred}</td></tr>' if referred else ""
    if cells is None:
        whole = f'<tr><td colspan="5" class="passage__text">{text.render()}{conjectured}</td>{tools}</tr>'
        return f"<tbody{writer.opening(passage)}>{whole}{below}</tbody>"
    number, plays, remark = cells
    said = text.render(*remark)
    played = [_play(text, play) for play in plays]
    if said:
        said += conjectured
    else:
        played[-1] += conjectured
    row = "".join(
        (
            f'<th scope="row" class="passage__text">{text.render(*number)}</th>',
            *(f'<td class="passage__text tricks__card">{play}</td>' for play in played),
            tools,
        )
    )
    remarks = f'<tr><td></td><td colspan="5" class="passage__text tricks__remark">{said}</td></tr>' if said else ""
    return f"<tbody{writer.opening(passage)}><tr>{row}</tr>{remarks}{below}</tbody>"


def _play(text: EditionText, play: tuple[int, int]) -> str:
    start, end = play
    words = text.item.text[start:end]
    dash = words.find(" - ")
    stop = start + dash if dash >= 0 else end
    rest = f'<span class="hidden">{text.render(stop, end)}</span>' if stop < end and words[dash:].strip() else ""
    return f'<b class="seat">{text.render(start, start + 1)}</b>{text.render(start + 1, stop)}{rest}'


def split_trick(text: str) -> tuple[tuple[int, int], list[tuple[int, int]], tuple[int, int]] | None:
    """Where number, four plays and remark stand in a trick line; None if it is formed otherwise."""
    opening = _TRICK.match(text)
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
