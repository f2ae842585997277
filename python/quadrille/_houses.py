"""The rules of a board: its regions, and the sets of cells that hold a digit at most once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path

#: Rows and columns of a box, by the side of the board.
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}
VARIANTS = ("x", "windoku", "anti-knight", "disjoint-groups", "jigsaw", "pencilmark")


def variants(variant: str | Iterable[str] | None) -> set[str]:
    """The names of the variants."""
    names = variant.split(",") if isinstance(variant, str) else list(variant or ())
    found = {name.strip() for name in names}
    for name in sorted(found - set(VARIANTS)):
        raise ValueError(f"show(): variant: expected one of {', '.join(VARIANTS)}, got {name!r}")
    return found


def boxes(side: int) -> list[int]:
    """The number of the box of each cell."""
    height, width = BOXES[side]
    return [row // height * height + column // width for row in range(side) for column in range(side)]


def regions(text: str | PathLike[str], side: int) -> list[str]:
    """The region of each cell of a jigsaw, of a text with a letter for each cell or of a file."""
    if not isinstance(text, str):
        text = Path(text).read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    found = [cell for cell in "".join(lines) if not cell.isspace()]
    if len(found) != side * side:
        raise ValueError(f"show(): regions: expected {side * side} letters, one for each cell, found {len(found)}")
    wrong = next((name for name in sorted(set(found)) if found.count(name) != side), None)
    if wrong is not None:
        raise ValueError(f"show(): regions: expected {side} cells in each region, but {wrong} has {found.count(wrong)}")
    return found


def houses(side: int, of_cell: Sequence[object], names: set[str]) -> list[set[int]]:
    """The sets of cells with different digits: rows, columns, regions, and the sets of the variants."""
    cells = range(side * side)
    sets = [{cell for cell in cells if cell // side == line} for line in range(side)]
    sets += [{cell for cell in cells if cell % side == line} for line in range(side)]
    sets += [{cell for cell in cells if of_cell[cell] == region} for region in dict.fromkeys(of_cell)]
    if "x" in names:
        sets += diagonals(side)
    if "windoku" in names:
        sets += windows()
    if "disjoint-groups" in names:
        height, width = BOXES[side]
        place = [cell // side % height * width + cell % side % width for cell in cells]
        sets += [{cell for cell in cells if place[cell] == group} for group in range(side)]
    if "anti-knight" in names:
        sets += [{one, other} for one in cells for other in cells if one < other and _knight(one, other, side)]
    return sets


def diagonals(side: int) -> list[set[int]]:
    return [{line * side + line for line in range(side)}, {line * side + side - 1 - line for line in range(side)}]


def windows() -> list[set[int]]:
    """The four squares of a windoku."""
    corners = [(row, column) for row in (1, 5) for column in (1, 5)]
    return [{(row + r) * 9 + column + c for r in range(3) for c in range(3)} for row, column in corners]


def _knight(one: int, other: int, side: int) -> bool:
    rows, columns = abs(one // side - other // side), abs(one % side - other % side)
    return {rows, columns} == {1, 2}
