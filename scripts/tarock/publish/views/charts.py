"""Charts: horizontal bars to one scale, measured here in the units of the drawing, and told in words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOM = 218  # the length of the longest bar


class Bar(Value):
    """A bar of one or more stacked parts (name and size), or a note where there is nothing to draw."""

    label: str
    parts: tuple[tuple[str, int], ...] = ()
    note: str = ""

    @property
    def total(self) -> int:
        """The whole size."""
        return sum(size for _name, size in self.parts)

    def told(self, unit: str) -> str:
        """The bar in words: its note, or its size with what it consists of."""
        if self.note or len(self.parts) < 2:
            return self.note or f"{self.total} {unit}"
        runs = [(size, len(list(run))) for (_name, size), run in groupby(self.parts)]
        return f"{self.total} ({' + '.join(f'{many} × {size}' if many > 1 else str(size) for size, many in runs)})"


class Piece(Value):
    """A part of a bar as it is drawn: where it begins, how long it is, its colour by the number in the legend."""

    start: float
    length: float
    colour: int
    told: str


class DrawnBar(Value):
    """A bar: its pieces from `0` to `end`, and what is written behind them; `quiet` when that is a note."""

    label: str
    pieces: tuple[Piece, ...]
    end: float
    told: str
    quiet: bool


class Chart(Value):
    """A chart; `names` are those of the legend, in the order of the colours."""

    ident: str
    title: str
    description: str
    names: tuple[str, ...]
    bars: tuple[DrawnBar, ...]


def chart(ident: str, title: str, bars: Sequence[Bar], unit: str) -> Chart:
    """The bars to one scale: the longest fills the room."""
    scale = ROOM / (max((bar.total for bar in bars), default=0) or 1)
    stacked = [name for bar in bars if len(bar.parts) > 1 for name, _size in bar.parts]
    names = tuple(dict.fromkeys([*stacked, *(name for bar in bars for name, _size in bar.parts)]))
    description = "; ".join(f"{bar.label}: {bar.told(unit)}" for bar in bars) + "."
    return Chart(ident, title, description, names, tuple(_drawn(bar, scale, names, unit) for bar in bars))


def _drawn(bar: Bar, scale: float, names: tuple[str, ...], unit: str) -> DrawnBar:
    pieces = []
    end = 0.0
    for name, size in bar.parts:
        pieces.append(Piece(end, size * scale, names.index(name) + 1, f"{bar.label}: {size} {name}"))
        end += size * scale
    return DrawnBar(bar.label, tuple(pieces), end, bar.told(unit), bool(bar.note))
