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
#: Pixels of a picture, and of a cell.
_MOST, _SIZE, _MARGIN = 640, 32, 2

_Cell = tuple[int, int]


class Chosen(NamedTuple):
    """An option of a solution: its cells, whether a row and a column name them, and its other items."""

    cells: list[_Cell]
    is_marked: bool
    others: list[Any]


def picture(options: Sequence[Sequence[Any]], items: Sequence[Any]) -> Picture | None:
    """The picture of the options of a solution, of a problem with these items. None if its items are not cells."""
    chosen = [found for found in map(_chosen, options) if found.cells]
    if not chosen:
        return None
    covered = [cell for option in chosen for cell in option.cells]
    known = {cell for cell in map(_cell, items) if cell is not None}.union(covered)
    if any(option.is_marked for option in chosen):
        lines = [line for line in map(_line, items) if line is not None]
        known |= {(row, column) for kind, row in lines if kind == "r" for other, column in lines if other == "c"}
    top, left = min(row for row, _ in known), min(column for _, column in known)
    rows = max(row for row, _ in known) - top + 1
    columns = max(column for _, column in known) - left + 1
    # Numbers that are far apart are not the rows of a board.
    if rows * columns > 100 * len(known):
        return None
    size = max(2, min(_SIZE, _MOST // max(rows, columns)))
    at = {cell: (cell[0] - top) * columns + cell[1] - left for cell in known}
    labels = [_label(option) for option in chosen]
    svg = Svg(f"{plural(len(options), 'option')} on {rows}×{columns} cells", columns * size + 2 * _MARGIN, rows * size + 2 * _MARGIN)
    svg.parts.append(f'<g transform="translate({_MARGIN} {_MARGIN})">')
    if all(len(option.cells) == 1 for option in chosen) and None not in labels:
        _draw_board(svg, {at[option.cells[0]]: label or "" for option, label in zip(chosen, labels)}, chosen, set(at.values()), columns, size)
    elif all(option.is_marked for option in chosen):
        _draw_marks(svg, [at[cell] for cell in covered], set(at.values()), columns, size)
    else:
        _draw_tiles(svg, [[at[cell] for cell in option.cells] for option in chosen], set(at.values()), columns, size)
    svg.parts.append("</g>")
    return Picture(svg)


def _draw_tiles(svg: Svg, tiles: list[list[int]], known: set[int], columns: int, size: int) -> None:
    regions: list[int | None] = [None for _ in range((max(known) // columns + 1) * columns)]
    for number, tile in enumerate(tiles):
        for cell in tile:
            regions[cell] = number
    for number, color in enumerate(_colors(tiles, regions, columns)):
        _fill(svg, tiles[number], columns, size, color, None)
    _fill(svg, [cell for cell in known if regions[cell] is None], columns, size, GRAY, 0.2)
    svg.path(borders(regions, columns, size), min(1.6, size / 12), stroke="#24292f")


def _colors(tiles: list[list[int]], regions: list[int | None], columns: int) -> list[str]:
    """A color for each tile that its neighbors do not have."""
    colors: list[str] = []
    for number, tile in enumerate(tiles):
        beside = {cell + step for cell in tile for step in (1, -1, columns, -columns) if 0 <= cell + step < len(regions)}
        taken = {colors[other] for other in (regions[cell] for cell in beside) if other is not None and other < number}
        wheel = _TILES[number % len(_TILES) :] + _TILES[: number % len(_TILES)]
        colors.append(next((color for color in wheel if color not in taken), wheel[0]))
    return colors


def _draw_board(svg: Svg, digits: dict[int, str], chosen: list[Chosen], known: set[int], columns: int, size: int) -> None:
    # The digits of a sudoku have a row, a column and a box; the digits of a Latin square do not have a box.
    has_boxes = columns in _houses.BOXES and len(known) == columns**2 and all(len(option.others) > 2 for option in chosen)
    boxes: list[int | None] = [0 if cell in known else None for cell in range(max(known) // columns * columns + columns)]
    _draw_cells(svg, list(_houses.boxes(columns)) if has_boxes else boxes, columns, size)
    texts = [((cell % columns + 0.5) * size, (cell // columns + 0.5) * size, digit) for cell, digit in digits.items()]
    svg.texts(texts, 0.58 * size / max(1, max(map(len, digits.values())) * 0.6))


def _draw_marks(svg: Svg, marks: list[int], known: set[int], columns: int, size: int) -> None:
    _fill(svg, [cell for cell in known if (cell // columns + cell % columns) % 2], columns, size, GRAY, 0.3)
    _draw_cells(svg, [0] * (max(known) + 1), columns, size)
    for cell in marks:
        x, y = (cell % columns + 0.5) * size, (cell // columns + 0.5) * size
        svg.add("circle", cx=x, cy=y, r=0.3 * size, fill=BLUE)


def _draw_cells(svg: Svg, regions: Sequence[int | None], columns: int, size: int) -> None:
    """The lines of the cells, and thick ones around the regions."""
    alone = [None if region is None else cell for cell, region in enumerate(regions)]
    svg.path(borders(alone, columns, size), opacity=0.3)
    svg.path(borders(regions, columns, size), 2)


def _fill(svg: Svg, cells: Sequence[int], columns: int, size: int, color: str, opacity: float | None) -> None:
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
