"""Draws bars and curves as pictures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ._picture import BLUE, Svg, escaped, plural

if TYPE_CHECKING:
    from ._charts import Bars, Curve

_WIDTH, _HEIGHT = 520.0, 260.0
#: The lines around the area of the values, at the left, right, top and bottom.
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 508.0, 34.0, 206.0
_ROW = 24.0


def bars(bars: Bars) -> Svg:
    return _lying(bars) if bars.is_text else _upright(bars)


def _upright(bars: Bars) -> Svg:
    svg = _framed(bars.title, bars.name)
    most = max(*bars.counts, 1)
    step = (_RIGHT - _LEFT) / len(bars.labels)
    scale = _grid(svg, [tick for tick in ticks(0, most) if tick == int(tick)], most)
    for at, (label, count) in enumerate(zip(bars.labels, bars.counts)):
        # Even the smallest count is visible.
        tall = max(count * scale, 1) if count else 0
        hint = f"<title>{escaped(label)}: {count:,}</title>"
        x, y = _LEFT + (at + 0.05) * step, _BOTTOM - tall
        svg.add("rect", hint, x=x, y=y, width=0.9 * step, height=tall, fill=BLUE)
    every = math.ceil(max(map(len, bars.labels)) * 7 / step + 0.2)
    middle = [(_LEFT + (at + 0.5) * step, _BOTTOM + 12, label) for at, label in enumerate(bars.labels)]
    svg.texts(middle[::every], 11)
    return svg


def _lying(bars: Bars) -> Svg:
    left = 20 + 6.8 * max(map(len, bars.labels))
    room = _WIDTH - left - 20 - 7 * len(f"{max(bars.counts):,}")
    svg = Svg(bars.title, _WIDTH, _TOP + _ROW * len(bars.labels))
    _head(svg, bars.title)
    for at, (label, count) in enumerate(zip(bars.labels, bars.counts)):
        y, long = _TOP + _ROW * at, max(room * count / max(bars.counts), 1)
        svg.rect(left, y, long, _ROW - 6, BLUE)
        svg.texts([(left - 8, y + _ROW / 2 - 3, label)], 12, text_anchor="end")
        svg.texts([(left + long + 6, y + _ROW / 2 - 3, f"{count:,}")], 12, text_anchor="start")
    return svg


def curve(curve: Curve) -> Svg:
    svg = _framed(f"{curve.name}: share of {plural(curve.rows, 'row')} with at most this value", curve.name)
    _grid(svg, [0, 25, 50, 75, 100], 100, " %")
    place = math.log1p if curve.is_logarithmic else float
    low, high = place(min(curve.values[0], curve.ticks[0])), place(max(curve.values[-1], curve.ticks[-1]))
    scale = (_RIGHT - _LEFT - 12) / (high - low or 1)

    def x(value: float) -> float:
        return _LEFT + 6 + (place(value) - low) * scale

    steps = (
        f"H{x(value):.1f}V{_BOTTOM - percent / 100 * (_BOTTOM - _TOP):.1f}"
        for value, percent in zip(curve.values, curve.percents)
    )
    svg.path(f"M{_LEFT} {_BOTTOM}{''.join(steps)}H{_RIGHT}", 2, stroke=BLUE, stroke_linejoin="round")
    svg.path("".join(f"M{x(tick):.1f} {_BOTTOM}v4" for tick in curve.ticks), opacity=0.5)
    svg.texts([(x(tick), _BOTTOM + 12, tick_label(tick)) for tick in curve.ticks], 11)
    return svg


def ticks(low: float, high: float) -> list[float]:
    """Some round numbers from one value to another."""
    rough = (high - low or 1) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough)
    found = [round(step * at, 10) for at in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return found or [low]


def tick_label(value: float) -> str:
    """A number in few characters, such as 20k or 3M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= size:
            return f"{value / min(size, 1e3 if unit == 'k' else size):g}{unit}"
    return f"{value:,.10g}"


def _framed(title: str, name: str) -> Svg:
    svg = Svg(title, _WIDTH, _HEIGHT)
    _head(svg, title)
    svg.texts([((_LEFT + _RIGHT) / 2, _BOTTOM + 34, name)], 12)
    return svg


def _head(svg: Svg, title: str) -> None:
    svg.texts([(8, 12, title)], 13, text_anchor="start", font_weight="600")


def _grid(svg: Svg, marks: list[float], most: float, unit: str = "") -> float:
    """Lines across at these values, with labels. Returns the pixels of one unit."""
    scale = (_BOTTOM - _TOP) / most
    svg.path("".join(f"M{_LEFT} {_BOTTOM - mark * scale:.1f}H{_RIGHT}" for mark in marks), opacity=0.2)
    labels = [(_LEFT - 8, _BOTTOM - mark * scale, tick_label(mark) + unit) for mark in marks]
    svg.texts(labels, 11, text_anchor="end")
    return scale
