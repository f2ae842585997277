"""Draws boards as text and, in a notebook, as HTML."""

from __future__ import annotations

import html
import sys
from typing import Any

__all__ = ["Board", "show"]

# Rows and columns of a box, by the side of the board.
_BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}
_EMPTY = ".0-_*?"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


class Board:
    """A board to look at: `str` draws it as text, and notebooks draw it as a table.

    >>> from quadrille.show import Board
    >>> print(Board("1...3..2..4.4..1"))
    +-----+-----+
    | 1 . | . . |
    | 3 . | . 2 |
    +-----+-----+
    | . . | 4 . |
    | 4 . | . 1 |
    +-----+-----+
    """

    def __init__(self, puzzle: Any, solution: Any = None) -> None:
        self._puzzle = _cells(puzzle, "puzzle")
        self._solution = None if solution is None else _cells(solution, "solution")
        side = round(len(self._puzzle) ** 0.5)
        if side * side != len(self._puzzle) or side not in _BOXES:
            raise ValueError(f"show(): puzzle: expected 16, 36, 81, 144, 256 or 625 cells, found {len(self._puzzle)}")
        self.side = side
        if self._solution is not None:
            self._check(self._solution)

    def _check(self, solution: list[str]) -> None:
        if len(solution) != len(self._puzzle):
            raise ValueError(f"show(): solution: expected {len(self._puzzle)} cells, as the puzzle has, found {len(solution)}")
        for cell, (given, digit) in enumerate(zip(self._puzzle, solution)):
            if given not in ("", digit):
                row, column = divmod(cell, self.side)
                raise ValueError(f"show(): solution: it changes the given {given} in r{row + 1}c{column + 1}")

    @property
    def givens(self) -> int:
        """The number of cells that the puzzle fills."""
        return sum(cell != "" for cell in self._puzzle)

    def __repr__(self) -> str:
        solved = "" if self._solution is None else ", with a solution"
        return f"<Board {self.side}×{self.side}, {self.givens} givens{solved}>"

    def __str__(self) -> str:
        drawn = self._text(self._puzzle)
        if self._solution is None:
            return "\n".join(drawn)
        return "\n".join(f"{left}   {right}" for left, right in zip(drawn, self._text(self._solution)))

    def _text(self, cells: list[str]) -> list[str]:
        height, width = _BOXES[self.side]
        line = "+" + "+".join("-" * (2 * width + 1) for _ in range(self.side // width)) + "+"
        lines = [line]
        for row in range(self.side):
            texts = [cell or "." for cell in cells[row * self.side : (row + 1) * self.side]]
            boxes = (" ".join(texts[i : i + width]) for i in range(0, self.side, width))
            lines.append("| " + " | ".join(boxes) + " |")
            if (row + 1) % height == 0:
                lines.append(line)
        return lines

    def _repr_html_(self) -> str:
        rows = (
            "<tr>" + "".join(self._html(row, column) for column in range(self.side)) + "</tr>"
            for row in range(self.side)
        )
        style = "border-collapse:collapse;border:2px solid currentColor;width:auto"
        return f'<table style="{style}">{"".join(rows)}</table>'

    def _html(self, row: int, column: int) -> str:
        height, width = _BOXES[self.side]
        given = self._puzzle[row * self.side + column]
        digit = given or ("" if self._solution is None else self._solution[row * self.side + column])
        style = (
            "border:1px solid #8888;width:1.7em;height:1.7em;padding:0;text-align:center;background:transparent"
        )
        if column % width == 0:
            style += ";border-left:2px solid currentColor"
        if row % height == 0:
            style += ";border-top:2px solid currentColor"
        if given:
            style += ";font-weight:bold"
        text = html.escape(digit) or "&nbsp;"
        # The color of the cell itself would be the color of its borders too.
        if digit and not given:
            text = f'<span style="color:#2a7ae2">{text}</span>'
        return f'<td style="{style}">{text}</td>'


def show(puzzle: Any, solution: Any = None) -> Board:
    """Prints a board and, beside it, its solution, and returns it.

    `puzzle` and `solution` are a str, as `solve` takes it, an array of 81 or 9×9 numbers, or a sequence of them; 0 is an
    empty cell. Every shape from 4×4 to 25×25 is drawn with its boxes. A notebook draws the board that is returned, and
    nothing is printed there.

    >>> import quadrille
    >>> board = quadrille.show("1...3..2..4.4..1", "1234341221434321")
    +-----+-----+   +-----+-----+
    | 1 . | . . |   | 1 2 | 3 4 |
    | 3 . | . 2 |   | 3 4 | 1 2 |
    +-----+-----+   +-----+-----+
    | . . | 4 . |   | 2 1 | 4 3 |
    | 4 . | . 1 |   | 4 3 | 2 1 |
    +-----+-----+   +-----+-----+
    >>> board
    <Board 4×4, 6 givens, with a solution>

    Raises ValueError if a board has another number of cells, or the solution changes a given.
    """
    board = Board(puzzle, solution)
    if not _is_notebook():
        print(board)
    return board


def _cells(board: Any, name: str) -> list[str]:
    """The text of each cell, empty for an empty one."""
    if isinstance(board, bytes):
        board = board.decode("ascii") if any(byte > 25 for byte in board) else list(board)
    if isinstance(board, str):
        return ["" if char in _EMPTY else char for char in board if not char.isspace()]
    if hasattr(board, "tolist"):
        board = board.tolist()
    try:
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in board]
        numbers = [int(number) for row in rows for number in row]
    except (TypeError, ValueError):
        raise TypeError(f"show(): {name}: expected a str or numbers, got {type(board).__name__}") from None
    largest = round(len(numbers) ** 0.5)
    wrong = next((number for number in numbers if not 0 <= number <= max(largest, 1)), None)
    if wrong is not None:
        raise ValueError(f"show(): {name}: {wrong} is not a digit from 0 to {largest}")
    names = "123456789" if largest <= 9 else _LETTERS
    return ["" if number == 0 else names[number - 1] for number in numbers]


def _is_notebook() -> bool:
    """Whether a notebook will draw what is returned: IPython runs with a kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return shell is not None and hasattr(shell, "kernel")
