"""Draws a solution of an exact cover problem whose items are cells: tiles, digits on a board, or marks such as queens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from numbers import Integral
from typing import Any, NamedTuple

from . import _houses
from ._picture import BLUE, GRAY, Picture, Svg, borders, plural

#: The fills of tiles, which are the same on light and dark pages. Dark lines are readable on all of them.
_TILES = "#f2a65a #7fb2e5 #9ccc65 #e57373 #b39ddb #4db6ac #f0d264 #f48fb1 #a1887f #90a4ae #dce775 #64b5f6".split()
_CELLS = (re.compile(r"r(\d+)c(\d+)", re.I), re.compile(r"(\d+)[.,](\d+)"))
_LINE = re.compile(r"(r|c)(?:ow|ol|olumn)?[ _]?(\d+)", re.I)
#: Pixels of a cell and of a picture, and the most rows and columns of a picture.
_SIZE, _MOST_PIXELS, _MOST_CELLS, _MARGIN = 32, 640, 320, 2

_Cell = tuple[int, int]


class Chosen(NamedTuple):
    """An option of a solution: its cells, whether a row and a column name them, and its other items."""

    cells: list[_Cell]
    is_marked: bool
    others: list[Any]


class Frame(NamedTuple):
    """The cells of a problem, each with its number, row by row."""

    rows: int
    columns: int
    #: Pixels of a cell.
    size: int
    at: dict[_Cell, int]


def picture(options: Sequence[Sequence[Any]], items: Sequence[Any]) -> Picture | None:
    """The picture of the options of a solution, of a problem with these items. None if its items are not cells."""
    chosen = [found for found in map(_chosen, options) if found.cells]
    frame = _frame(chosen, items)
    if frame is None:
        return None
    width, height = (side * frame.size + 2 * _MARGIN for side in (frame.columns, frame.rows))
    svg = Svg(f"{plural(len(options), 'option')} on {frame.rows}×{frame.columns} cells", width, height)
    svg.parts.append(f'<g transform="translate({_MARGIN} {_MARGIN})">')
    labels = [_label(option) for option in chosen]
    if all(len(option.cells) == 1 for option in chosen) and None not in labels:
        has_boxes = all(len(option.others) > 2 for option in chosen)
        _draw_board(svg, frame, {frame.at[option.cells[0]]: label or "" for option, label in zip(chosen, labels)}, has_boxes)
    elif all(option.is_marked for option in chosen):
        _draw_marks(svg, frame, [frame.at[option.cells[0]] for option in chosen])
    else:
        _draw_tiles(svg, frame, [[frame.at[cell] for cell in option.cells] for option in chosen])
    svg.parts.append("</g>")
    return Picture(svg)


def _frame(chosen: list[Chosen], items: Sequence[Any]) -> Frame | None:
    """The cells of a problem, also those that a solution does not cover. None if there are none, or too many."""
    known = {cell for option in chosen for cell in option.cells}
    if not known:
        return None
    known |= {cell for cell in map(_cell, items) if cell is not None}
    if any(option.is_marked for option in chosen):
        lines = [line for line in map(_line, items) if line is not None]
        known |= {(row, column) for kind, row in lines if kind == "r" for other, column in lines if other == "c"}
    top, left = (min(numbers) for numbers in zip(*known))
    bottom, right = (max(numbers) for numbers in zip(*known))
    rows, columns = bottom - top + 1, right - left + 1
    if max(rows, columns) > _MOST_CELLS:
        return None
    at = {(row, column): (row - top) * columns + column - left for row, column in known}
    return Frame(rows, columns, min(_SIZE, _MOST_PIXELS // max(rows, columns)), at)


def _draw_tiles(svg: Svg, frame: Frame, tiles: list[list[int]]) -> None:
    regions: list[int | None] = [None for _ in range(frame.rows * frame.columns)]
    for number, tile in enumerate(tiles):
        for cell in tile:
            regions[cell] = number
    for number, color in enumerate(_colors(tiles, regions, frame.columns)):
        _fill(svg, frame, tiles[number], color, None)
    _fill(svg, frame, [cell for cell in frame.at.values() if regions[cell] is None], GRAY, 0.2)
    svg.path(borders(regions, frame.columns, frame.size), min(1.6, frame.size / 12), stroke="#24292f")


def _colors(tiles: list[list[int]], regions: list[int | None], columns: int) -> list[str]:
    """A color for each tile that its neighbors do not have."""
    colors: list[str] = []
    for number, tile in enumerate(tiles):
        beside = {cell + step for cell in tile for step in (1, -1, columns, -columns) if 0 <= cell + step < len(regions)}
        taken = {colors[other] for other in (regions[cell] for cell in beside) if other is not None and other < number}
        wheel = _TILES[number % len(_TILES) :] + _TILES[: number % len(_TILES)]
        colors.append(next((color for color in wheel if color not in taken), wheel[0]))
    return colors


def _draw_board(svg: Svg, frame: Frame, digits: dict[int, str], has_boxes: bool) -> None:
    # The digits of a sudoku have a row, a column and a box; the digits of a Latin square do not have a box.
    columns, size = frame.columns, frame.size
    is_sudoku = has_boxes and columns in _houses.BOXES and len(frame.at) == columns**2
    _draw_cells(svg, frame, _houses.boxes(columns) if is_sudoku else None)
    texts = [((cell % columns + 0.5) * size, (cell // columns + 0.5) * size, digit) for cell, digit in digits.items()]
    svg.texts(texts, 0.58 * size / max(1, max(map(len, digits.values())) * 0.6))


def _draw_marks(svg: Svg, frame: Frame, marks: list[int]) -> None:
    columns, size = frame.columns, frame.size
    _fill(svg, frame, [cell for cell in frame.at.values() if (cell // columns + cell % columns) % 2], GRAY, 0.3)
    _draw_cells(svg, frame, None)
    for cell in marks:
        x, y = (cell % columns + 0.5) * size, (cell // columns + 0.5) * size
        svg.add("circle", cx=x, cy=y, r=0.3 * size, fill=BLUE)


def _draw_cells(svg: Svg, frame: Frame, regions: Sequence[int] | None) -> None:
    """The lines of the cells, and thick ones around the regions, or around all cells."""
    known = set(frame.at.values())
    cells = [cell if cell in known else None for cell in range(frame.rows * frame.columns)]
    svg.path(borders(cells, frame.columns, frame.size), opacity=0.3)
    svg.path(borders(regions or [None if cell is None else 0 for cell in cells], frame.columns, frame.size), 2)


def _fill(svg: Svg, frame: Frame, cells: Sequence[int], color: str, opacity: float | None) -> None:
    columns, size = frame.columns, frame.size
    squares = "".join(f"M{cell % columns * size} {cell // columns * size}h{size}v{size}h{-size}z" for cell in sorted(cells))
    if squares:
        svg.add("path", d=squares, fill=color, fill_opacity=opacity)


def _chosen(items: Sequence[Any]) -> Chosen:
    cells = [cell for cell in map(_cell, items) if cell is not None]
    if cells:
        return Chosen(cells, False, [item for item in items if _cell(item) is None])
    lines = dict(line for line in map(_line, items) if line is not None)
    is_marked = len(lines) == 2
    return Chosen([(lines["r"], lines["c"])] if is_marked else [], is_marked, list(items))


def _cell(item: Any) -> _Cell | None:
    """The row and the column of a cell, such as (0, 3), ("cell", 0, 3), "r1c4" or "0.3"."""
    if isinstance(item, tuple):
        numbers = item[1:] if item and item[0] == "cell" else item
        if len(numbers) == 2 and all(isinstance(number, Integral) for number in numbers):
            return int(numbers[0]), int(numbers[1])
    if isinstance(item, str):
        match = next((found for found in (kind.fullmatch(item) for kind in _CELLS) if found), None)
        return None if match is None else (int(match[1]), int(match[2]))
    return None


def _line(item: Any) -> tuple[str, int] | None:
    """A row or a column, such as ("row", 3), "row 3" or "c3"."""
    text = " ".join(map(str, item)) if isinstance(item, tuple) and len(item) == 2 else item
    match = _LINE.fullmatch(text) if isinstance(text, str) else None
    return None if match is None else (match[1].lower(), int(match[2]))


def _label(option: Chosen) -> str | None:
    """The digit of a cell: the last part of all other items, such as ("row", 3, 7) and "c4#7"."""
    ends = {str(item[-1]) if isinstance(item, tuple) and item else re.split(r"\W+", str(item))[-1] for item in option.others}
    return ends.pop() if len(ends) == 1 and len(option.others) > 1 and not option.is_marked else None
