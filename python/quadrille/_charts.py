"""The distribution of a column: drawn by matplotlib if it is installed, and as a picture otherwise."""

# The types of other packages are not needed here.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _chart_svg
from ._picture import Picture, plural

if TYPE_CHECKING:
    from ._quadrille import Column

#: The levels of `rate(…, method="logic")`, from the easiest one.
_LEVELS = ["singles", "locked", "backdoor 1", "backdoor 2", "backdoor 3+"]
#: The most bars for texts, and the range of whole numbers from which a bin has several of them.
_MOST_TEXTS, _MOST_VALUES = 12, 40
#: The most points of a curve.
_MOST_POINTS = 400


class Bars(NamedTuple):
    """Groups of the values, each with its label and its number of rows."""

    title: str
    name: str
    labels: list[str]
    counts: list[int]
    is_text: bool


class Curve(NamedTuple):
    """The percentage of the rows that have at most a value, for ascending values."""

    name: str
    rows: int
    values: list[float]
    percents: list[float]
    #: The labels of the axis. The axis is logarithmic, of the value plus 1, if there are many values.
    ticks: list[float]
    is_logarithmic: bool


def hist(column: Column, bins: Any, ax: Any) -> Any:
    counts, name = _counted(column, "hist()")
    title = f"{name}: {plural(sum(counts.values()), 'row')}"
    is_text = isinstance(next(iter(counts)), str)
    if is_text and bins is not None:
        raise TypeError(f"hist(): bins: the column {name} holds texts, each of which has a bar; remove it")
    labels, heights = _of_texts(counts) if is_text else _of_numbers(counts, bins)
    bars = Bars(title, name, labels, heights, is_text)
    ax = _axes(ax)
    return Picture(_chart_svg.bars(bars)) if ax is None else _draw_bars(ax, bars)


def plot(column: Column, ax: Any) -> Any:
    counts, name = _counted(column, "plot()")
    if isinstance(next(iter(counts)), str):
        raise TypeError(f"plot(): expected a column of numbers, got {column.type}; hist() counts texts")
    values, rows = sorted(counts), sum(counts.values())
    shares = [100 * number / rows for number in accumulate(counts[value] for value in values)]
    # Every so many values, and the last one.
    picked = range(len(values) - 1, -1, -math.ceil(len(values) / _MOST_POINTS))[::-1]
    is_logarithmic = values[0] >= 0 and values[-1] - values[0] >= _MOST_VALUES
    ticks = _logarithmic_ticks(values[-1]) if is_logarithmic else _chart_svg.ticks(values[0], values[-1])
    curve = Curve(name, rows, [values[i] for i in picked], [shares[i] for i in picked], ticks, is_logarithmic)
    ax = _axes(ax)
    return Picture(_chart_svg.curve(curve)) if ax is None else _draw_curve(ax, curve)


def _counted(column: Column, function: str) -> tuple[Counter[Any], str]:
    """How many rows have each value, without nulls, NaN and infinite values, and the name of the column."""
    values = [value for value in column.to_pylist() if value is not None and not (isinstance(value, float) and not math.isfinite(value))]
    if not values:
        raise ValueError(f"{function}: the column {column.name} has no values")
    if isinstance(values[0], bool):
        values = [str(value).lower() for value in values]
    if not isinstance(values[0], (int, float, str)):
        raise TypeError(f"{function}: expected a column of numbers or text, got {column.type}")
    return Counter(values), column.name or "value"


def _of_texts(counts: Counter[str]) -> tuple[list[str], list[int]]:
    """The levels of a rating in their order; other texts from the most frequent one."""
    names = [level for level in _LEVELS if level in counts]
    if len(names) < len(counts):
        names = [name for name, _ in counts.most_common(_MOST_TEXTS)]
    heights, others = [counts[name] for name in names], len(counts) - len(names)
    if others:
        return [*names, f"{others:,} others"], [*heights, sum(counts.values()) - sum(heights)]
    return names, heights


def _of_numbers(counts: Counter[float], bins: Any) -> tuple[list[str], list[int]]:
    is_whole = all(isinstance(value, int) for value in counts)
    edges = _edges(min(counts), max(counts), is_whole, bins)
    heights = [0] * (len(edges) - 1)
    for value, number in counts.items():
        at = bisect_right(edges, value) - 1
        # The last bin has its end.
        at -= value == edges[-1]
        if 0 <= at < len(heights):
            heights[at] += number
    is_one = is_whole and all(isinstance(edge, int) for edge in edges)
    return [_label(edge, after, is_one) for edge, after in zip(edges, edges[1:])], heights


def _edges(low: float, high: float, is_whole: bool, bins: Any) -> list[float]:
    """The edges of the bins. By default a bin has one whole number if there are few, and else two bins double the value."""
    what = "hist(): bins: expected the number of bins, or at least two edges"
    if isinstance(bins, Iterable) and not isinstance(bins, str):
        edges = [_number(edge, what) for edge in bins]
        if len(edges) < 2:
            raise ValueError(f"{what}, got {edges}")
        return sorted(edges)
    if bins is not None:
        bins = _number(bins, what)
        if bins != int(bins):
            raise TypeError(f"{what}, got {bins}")
        bins = int(bins)
    if bins is None and is_whole and high - low < _MOST_VALUES:
        return list(range(int(low), int(high) + 2))
    if bins is None and 0 <= low and high < 2**65:
        edges = [0, 1, 2, *(number << power for power in range(64) for number in (3, 4))]
        edges[3:] = sorted(set(edges[3:]))
        return edges[bisect_right(edges, low) - 1 : bisect_right(edges, high) + 1]
    number = 20 if bins is None else bins
    if number < 1:
        raise ValueError(f"hist(): bins: expected 1 or more, got {number}")
    width = (high - low or 1) / number
    return [low + width * at for at in range(number)] + [high if high > low else low + 1]


def _number(value: Any, what: str) -> Any:
    """A number as a value of Python, also one of NumPy."""
    value = getattr(value, "item", lambda: value)()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError(f"{what}, got {value!r}")
    return value


def _label(edge: float, after: float, is_one: bool) -> str:
    last = after - 1 if is_one else after
    return f"{edge:,.4g}" if last == edge else f"{_short(edge)}–{_short(last)}"


def _short(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"


def _logarithmic_ticks(high: float) -> list[float]:
    steps = [0.0, *(digit * 10.0**power for power in range(19) for digit in (1, 2, 5))]
    ticks = [tick for tick in steps if tick <= high]
    return ticks if len(ticks) < 11 else [tick for tick in ticks if f"{tick:e}"[0] in "01"]


def _axes(ax: Any) -> Any:
    """The axes to draw into, or None without matplotlib."""
    if ax is not None or find_spec("matplotlib") is None:
        return ax
    return import_module("matplotlib.pyplot").subplots()[1]


def _draw_bars(ax: Any, bars: Bars) -> Any:
    places: Sequence[int] = range(len(bars.labels))
    if bars.is_text:
        ax.barh(places, bars.counts)
        ax.set_yticks(places, bars.labels)
        ax.invert_yaxis()
        ax.set_xlabel("rows")
    else:
        ax.bar(places, bars.counts, width=0.9)
        # Some 40 characters fit below the usual axes.
        shown = places[:: math.ceil(len(places) * max(map(len, bars.labels)) / 40)]
        ax.set_xticks(shown, [bars.labels[place] for place in shown])
        ax.set_xlabel(bars.name)
        ax.set_ylabel("rows")
    ax.set_title(bars.title)
    return ax


def _draw_curve(ax: Any, curve: Curve) -> Any:
    ax.step(curve.values, curve.percents, where="post")
    if curve.is_logarithmic:
        import numpy as np

        ax.set_xscale("function", functions=(np.log1p, np.expm1))
        ax.set_xticks(curve.ticks, [_chart_svg.tick_label(tick) for tick in curve.ticks])
    ax.set_ylim(0, 102)
    ax.set_xlabel(curve.name)
    ax.set_ylabel("rows with at most this value, %")
    ax.set_title(f"{curve.name}: {plural(curve.rows, 'row')}")
    return ax
