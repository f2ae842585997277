"""Draws a board as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from . import _houses
from ._picture import BLUE, GRAY, RED, Svg, borders

if TYPE_CHECKING:
    from ._hint import Marks
    from .show import Board

#: Pixels of a cell, by the side of the board: without candidates, and with them.
_SIZES = {4: (36, 42), 6: (36, 42), 9: (36, 42), 12: (30, 48), 16: (28, 52), 25: (24, 60)}
_MARGIN = 2


def drawn(board: Board, title: str) -> Svg:
    """The picture of a board."""
    side, marks = board.side, board._marks
    size = _SIZES[side][board._candidates is not None]
    svg = Svg(title, side * size + 2 * _MARGIN, side * size + 2 * _MARGIN)
    svg.parts.append(f'<g transform="translate({_MARGIN} {_MARGIN})">')
    _shade(svg, board, size)
    if marks is not None:
        _mark(svg, marks, side, size)
    lines = (f"M0 {at * size}h{side * size}M{at * size} 0v{side * size}" for at in range(1, side))
    svg.path("".join(lines), opacity=0.3)
    svg.path(borders(board._regions, side, size), 2)
    placed = {} if marks is None else marks.placed
    found = [digit or placed.get(cell, "") for cell, digit in enumerate(board._found)]
    _digits(svg, board._puzzle, side, size, font_weight="bold")
    _digits(svg, ["" if given else digit for given, digit in zip(board._puzzle, found)], side, size, fill=BLUE)
    if board._candidates is not None:
        is_empty = [not given and not digit for given, digit in zip(board._puzzle, found)]
        _candidates(svg, board, size, is_empty)
    svg.parts.append("</g>")
    return svg


def _digits(svg: Svg, cells: Sequence[str], side: int, size: int, **look: str) -> None:
    places = ((*_middle(cell, side, size), digit) for cell, digit in enumerate(cells) if digit)
    svg.texts(places, 0.58 * size, **look)


def _shade(svg: Svg, board: Board, size: int) -> None:
    """The cells of diagonals and of the squares of a windoku, in gray."""
    shaded: set[int] = set()
    if "x" in board._variants:
        shaded = shaded.union(*_houses.diagonals(board.side))
    if "windoku" in board._variants:
        shaded = shaded.union(*_houses.windows())
    _fill(svg, shaded, board.side, size, GRAY, 0.22)


def _mark(svg: Svg, marks: Marks, side: int, size: int) -> None:
    """The houses, the cells with a digit and the cells with a mistake of a hint."""
    strong = set(marks.digits) | marks.wrong
    _fill(svg, marks.houses - strong, side, size, BLUE, 0.16)
    _fill(svg, marks.digits, side, size, BLUE, 0.36)
    _fill(svg, marks.wrong, side, size, RED, 0.36)


def _fill(svg: Svg, cells: Iterable[int], side: int, size: int, color: str, opacity: float) -> None:
    for cell in sorted(cells):
        svg.rect(cell % side * size, cell // side * size, size, size, color, opacity)


def _candidates(svg: Svg, board: Board, size: int, is_empty: Sequence[bool]) -> None:
    """The candidates of the empty cells in small digits: reasons in blue, eliminated ones red and crossed out."""
    side, marks = board.side, board._marks
    height, width = _houses.BOXES[side]
    wide, tall = 0.88 * size / width, 0.88 * size / height
    kinds: dict[str, list[tuple[float, float, str]]] = {"plain": [], "reason": [], "eliminated": []}
    for cell in (cell for cell in range(side * side) if is_empty[cell]):
        x, y = (cell % side + 0.06) * size, (cell // side + 0.06) * size
        for digit in (board._candidates or [])[cell]:
            place = board._symbols.find(digit)
            row, column = divmod(place, width)
            kinds[_kind(marks, cell, digit)].append((x + (column + 0.5) * wide, y + (row + 0.5) * tall, digit))
    small = 0.84 * min(wide, tall)
    svg.texts(kinds["plain"], small, fill_opacity=0.65)
    svg.texts(kinds["reason"], small, font_weight="bold", fill=BLUE)
    svg.texts(kinds["eliminated"], small, font_weight="bold", fill=RED)
    half = 0.5 * small
    crosses = (f"M{x - half:.1f} {y + half:.1f}l{2 * half:.1f} {-2 * half:.1f}" for x, y, _ in kinds["eliminated"])
    if kinds["eliminated"]:
        svg.path("".join(crosses), 1.4, stroke=RED)


def _kind(marks: Marks | None, cell: int, digit: str) -> str:
    if marks is None:
        return "plain"
    return "eliminated" if (cell, digit) in marks.eliminated else "reason" if (cell, digit) in marks.reasons else "plain"


def _middle(cell: int, side: int, size: int) -> tuple[float, float]:
    return (cell % side + 0.5) * size, (cell // side + 0.5) * size
