"""Charts as SVG made at build time: bars by era, with a title and a description inside for those who cannot see them."""

from __future__ import annotations

from dataclasses import dataclass

from tarock.publish.html import attributes, esc

_ROW, _BAR, _LEFT, _WIDTH = 34, 20, 150, 640


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


def bar_chart(ident: str, title: str, description: str, bars: list[Bar], unit: str) -> str:
    """A chart of horizontal bars as one SVG element; `unit` stands behind each number."""
    longest = max((bar.total for bar in bars), default=1) or 1
    scale = (_WIDTH - _LEFT - 150) / longest
    height = _ROW * len(bars) + 8
    names = list(dict.fromkeys(name for bar in bars for name, _size in bar.parts))
    rows: list[str] = []
    for index, bar in enumerate(bars):
        top = index * _ROW + 8
        middle = top + _BAR / 2 + 4
        rows.append(f'<text class="chart__label" x="{_LEFT - 12}" y="{middle}" text-anchor="end">{esc(bar.label)}</text>')
        left = float(_LEFT)
        for name, size in bar.parts:
            width = size * scale
            rows.append(
                f'<rect class="chart__bar chart__bar--{names.index(name) + 1}" x="{left:.1f}" y="{top}" '
                f'width="{width:.1f}" height="{_BAR}"><title>{esc(f"{bar.label}: {size} {name}")}</title></rect>'
            )
            left += width
        told = bar.note or f"{bar.total} {unit}" + (
            f" ({' + '.join(str(size) for _name, size in bar.parts)})" if len(bar.parts) > 1 else ""
        )
        quiet = " chart__value--quiet" if bar.note else ""
        rows.append(f'<text class="chart__value{quiet}" x="{left + 8:.1f}" y="{middle}">{esc(told)}</text>')
    ids = f"{ident}-title {ident}-desc"
    legend = ""
    if len(names) > 1:
        legend = '<p class="chart__legend">' + " ".join(
            f'<span class="chart__key chart__key--{number}">{esc(name)}</span>' for number, name in enumerate(names, 1)
        ) + "</p>"
    return (
        f'<figure class="chart"><figcaption>{esc(title)}</figcaption>'
        f"<svg{attributes(viewBox=f'0 0 {_WIDTH} {height}', role='img', aria_labelledby=ids)}>"
        f'<title id="{ident}-title">{esc(title)}</title><desc id="{ident}-desc">{esc(description)}</desc>'
        f"{''.join(rows)}</svg>{legend}</figure>"
    )
