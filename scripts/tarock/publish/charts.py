"""Charts as SVG made at build time: bars by era, with a title and a description inside for those who cannot see them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tarock.publish.html import attributes, esc

_ROW, _BAR, _LEFT, _RIGHT, _WIDTH = 34, 20, 132, 130, 480


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of one or more stacked parts (name and size), or a note where there is nothing to draw."""

    label: str
    parts: tuple[tuple[str, int], ...] = ()
    note: str = ""

    @property
    def total(self) -> int:
        """The whole length."""
        return sum(size for _name, size in self.parts)

    def told(self, unit: str) -> str:
        """The bar in words: its note, or its length with what it consists of."""
        if self.note or len(self.parts) < 2:
            return self.note or f"{self.total} {unit}"
        runs = [(size, len(list(run))) for (_name, size), run in groupby(self.parts)]
        return f"{self.total} ({' + '.join(f'{many} × {size}' if many > 1 else str(size) for size, many in runs)})"


def bar_chart(ident: str, title: str, bars: list[Bar], unit: str) -> str:
    """A chart of horizontal bars as one SVG element, told in words by its description."""
    longest = max((bar.total for bar in bars), default=1) or 1
    scale = (_WIDTH - _LEFT - _RIGHT) / longest
    stacked = [name for bar in bars if len(bar.parts) > 1 for name, _size in bar.parts]
    names = list(dict.fromkeys([*stacked, *(name for bar in bars for name, _size in bar.parts)]))
    rows = [part for index, bar in enumerate(bars) for part in _row(bar, index * _ROW + 8, scale, names, unit)]
    description = "; ".join(f"{bar.label}: {bar.told(unit)}" for bar in bars) + "."
    values = attributes(
        viewBox=f"0 0 {_WIDTH} {_ROW * len(bars) + 8}", role="img", aria_labelledby=f"{ident}-title {ident}-desc"
    )
    keys = (f'<span class="chart__key chart__key--{number}">{esc(name)}</span>' for number, name in enumerate(names, 1))
    legend = f'<p class="chart__legend">{" ".join(keys)}</p>' if len(names) > 1 else ""
    return (
        f'<figure class="chart"><figcaption>{esc(title)}</figcaption><svg{values}>'
        f'<title id="{ident}-title">{esc(title)}</title><desc id="{ident}-desc">{esc(description)}</desc>'
        f"{''.join(rows)}</svg>{legend}</figure>"
    )


def _row(bar: Bar, top: int, scale: float, names: list[str], unit: str) -> list[str]:
    middle = top + _BAR / 2 + 5
    drawn = [f'<text class="chart__label" x="{_LEFT - 10}" y="{middle}" text-anchor="end">{esc(bar.label)}</text>']
    left = float(_LEFT)
    for name, size in bar.parts:
        width = size * scale
        drawn.append(
            f'<rect class="chart__bar chart__bar--{names.index(name) + 1}" x="{left:.1f}" y="{top}" '
            f'width="{width:.1f}" height="{_BAR}"><title>{esc(f"{bar.label}: {size} {name}")}</title></rect>'
        )
        left += width
    quiet = " chart__value--quiet" if bar.note else ""
    value = f'<text class="chart__value{quiet}" x="{left + 8:.1f}" y="{middle}">{esc(bar.told(unit))}</text>'
    return [*drawn, value]
