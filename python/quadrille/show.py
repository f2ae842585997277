"""Draws boards as text and, in a notebook, as pictures."""

from __future__ import annotations

import html
import sys
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import _board, _houses
from ._hint import Marks
from ._houses import BOXES
from ._picture import Picture, Svg

if TYPE_CHECKING:
    from ._quadrille import Hint

__all__ = ["Board", "Picture", "show"]

_EMPTY = ".0-_*?"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


class Board(Picture):
    """A board to look at: `str` draws it as text, and notebooks draw a picture. `show` describes the arguments.

    >>> from quadrille.show import Board
    >>> board = Board("1...3..2..4.4..1")
    >>> print(board)
    +-----+-----+
    | 1 . | . . |
    | 3 . | . 2 |
    +-----+-----+
    | . . | 4 . |
    | 4 . | . 1 |
    +-----+-----+
    >>> board.to_svg().count("<text")
    6
    """

    def __init__(
        self,
        puzzle: Any,
        solution: Any = None,
        *,
        candidates: bool | Sequence[str] = False,
        hint: Hint | None = None,
        variant: str | Iterable[str] | None = None,
        regions: str | PathLike[str] | None = None,
    ) -> None:
        self._variants = _houses.variants(variant)
        listed = None
        if "pencilmark" in self._variants:
            puzzle, listed = _of_marks(puzzle)
        if "jigsaw" in self._variants and regions is None:
            puzzle, regions = _of_record(puzzle)
        self._puzzle = _cells(puzzle, "puzzle")
        self.side = side = round(len(self._puzzle) ** 0.5)
        if side * side != len(self._puzzle) or side not in BOXES:
            raise ValueError(f"show(): puzzle: expected 16, 36, 81, 144, 256 or 625 cells, found {len(self._puzzle)}")
        if "windoku" in self._variants and side != 9:
            raise ValueError(f"show(): variant: windoku is for 9×9 boards, not {side}×{side}")
        self._regions: Sequence[object] = _houses.boxes(side) if regions is None else _houses.regions(regions, side)
        self._solution = None if solution is None else self._checked(_cells(solution, "solution"))
        self._symbols = _symbols(self._puzzle, side)
        self._marks = None if hint is None else self._marked(hint)
        self._candidates = self._listed(candidates, listed)

    def _checked(self, solution: list[str]) -> list[str]:
        if len(solution) != len(self._puzzle):
            raise ValueError(f"show(): solution: expected {len(self._puzzle)} cells, as the puzzle has, found {len(solution)}")
        for cell, (given, digit) in enumerate(zip(self._puzzle, solution)):
            if given not in ("", digit):
                row, column = divmod(cell, self.side)
                raise ValueError(f"show(): solution: it changes the given {given} in r{row + 1}c{column + 1}")
        return solution

    def _marked(self, hint: Hint) -> Marks:
        if not hasattr(hint, "explanation"):
            raise TypeError(f"show(): hint: expected a Hint, got {type(hint).__name__}")
        after = self._puzzle if hint.puzzle is None else _cells(hint.puzzle, "hint")
        if len(after) == len(self._puzzle):
            marks = Marks(hint, self._puzzle, self._symbols)
            if [cell.upper() for cell in after] == [marks.digits.get(cell, digit.upper()) for cell, digit in enumerate(self._puzzle)]:
                return marks
        raise ValueError("show(): hint: it is a hint for another puzzle")

    def _listed(self, candidates: bool | Sequence[str], listed: list[str] | None) -> list[str] | None:
        """The candidates of each cell, if they are drawn."""
        if not isinstance(candidates, bool):
            if not hasattr(candidates, "__len__"):
                raise TypeError(f"show(): candidates: expected a bool or a text for each cell, got {type(candidates).__name__}")
            other = next((text for text in candidates if not isinstance(text, str)), None)
            if other is not None:
                raise TypeError(f"show(): candidates: expected a text with the digits of each cell, got {type(other).__name__}")
            if len(candidates) != len(self._puzzle):
                raise ValueError(f"show(): candidates: expected {len(self._puzzle)} texts, one for each cell, got {len(candidates)}")
            return ["".join(digit for digit in self._symbols if digit in text) for text in candidates]
        if listed is not None or not candidates and (self._marks is None or not self._marks.eliminated):
            return listed
        taken: list[set[str]] = [set() for _ in self._puzzle]
        for house in _houses.houses(self.side, self._regions, self._variants):
            digits = {self._puzzle[cell].upper() for cell in house}
            for cell in house:
                taken[cell] |= digits
        return ["".join(digit for digit in self._symbols if digit not in excluded) for excluded in taken]

    @property
    def givens(self) -> int:
        """The number of cells that the puzzle fills."""
        return sum(cell != "" for cell in self._puzzle)

    @property
    def _found(self) -> list[str]:
        return self._solution or [""] * len(self._puzzle)

    def _svg(self) -> Svg:
        return _board.drawn(self, repr(self)[1:-1] if self._marks is None else self._marks.text)

    def _repr_html_(self) -> str:
        """The picture, and below it the hint in words."""
        words = "" if self._marks is None else f"<div>{html.escape(self._marks.text)}</div>"
        return super()._repr_html_() + words

    def __repr__(self) -> str:
        solved = "" if self._solution is None else ", with a solution"
        return f"<Board {self.side}×{self.side}, {self.givens} givens{solved}>"

    def __str__(self) -> str:
        drawn = self._text(self._puzzle)
        if self._solution is None:
            return "\n".join(drawn)
        return "\n".join(f"{left}   {right}" for left, right in zip(drawn, self._text(self._solution)))

    def _text(self, cells: list[str]) -> list[str]:
        height, width = BOXES[self.side]
        line = "+" + "+".join("-" * (2 * width + 1) for _ in range(self.side // width)) + "+"
        lines = [line]
        for row in range(self.side):
            texts = [cell or "." for cell in cells[row * self.side : (row + 1) * self.side]]
            boxes = (" ".join(texts[i : i + width]) for i in range(0, self.side, width))
            lines.append("| " + " | ".join(boxes) + " |")
            if (row + 1) % height == 0:
                lines.append(line)
        return lines


def show(
    puzzle: Any,
    solution: Any = None,
    *,
    candidates: bool | Sequence[str] = False,
    hint: Hint | None = None,
    variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Board:
    """Prints a board and, beside it, its solution, and returns it.

    A notebook draws the board that is returned, and nothing is printed there. Every shape from 4×4 to 25×25 is drawn.

    Args:
        puzzle: A str, as `solve` takes it, an array of 81 or 9×9 numbers, or a sequence of them; 0 is an empty cell.
        solution: The same for its solution. In the picture its digits are blue, and the givens bold.
        candidates: True draws the digits that are left for each empty cell, in small. A sequence has a text with the digits
            of each cell instead.
        hint: The answer of `hint` for this puzzle. The picture shows the digit, the houses of the reason, and the candidates
            that are eliminated.
        variant: The variants, as for `solve`. The picture shades the diagonals and the squares of a windoku.
        regions: The regions of a jigsaw, as for `solve`.

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

    Raises ValueError if a board has another number of cells, the solution changes a given, or the hint is for another puzzle.
    """
    board = Board(puzzle, solution, candidates=candidates, hint=hint, variant=variant, regions=regions)
    if not _is_notebook():
        print(board)
    return board


def board_of_hint(hint: Hint) -> Board | None:
    """The board that a hint was made for, with the hint. None for a mistake."""
    return None if hint.puzzle is None else Board(hint._asked[0], hint=hint)


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


def _of_record(puzzle: Any) -> tuple[str, str]:
    """The cells of a jigsaw, and the regions after them."""
    record = "".join(puzzle.split()) if isinstance(puzzle, str) else ""
    half = len(record) // 2
    if len(record) % 2 or half not in [side * side for side in BOXES]:
        raise ValueError("show(): puzzle: expected a grid of a jigsaw with its regions after it; pass regions= for a grid without them")
    return record[:half], record[half:]


def _of_marks(puzzle: Any) -> tuple[str, list[str]]:
    """The cells of a record of pencil marks that have one candidate, and the candidates of each cell."""
    cells = _cells(puzzle, "puzzle")
    side = round(len(cells) ** (1 / 3))
    if side**3 != len(cells) or side not in BOXES:
        sizes = ", ".join(f"{side**3:,}" for side in BOXES)
        raise ValueError(f"show(): puzzle: expected {sizes} characters of pencil marks, found {len(cells):,}")
    listed = ["".join(cells[start : start + side]) for start in range(0, len(cells), side)]
    return "".join(digits if len(digits) == 1 else "." for digits in listed), listed


def _symbols(cells: list[str], side: int) -> str:
    """The digits of a board, in ascending order."""
    has_numerals = side <= 9 or any(cell.isdigit() for cell in cells)
    return (("123456789" if has_numerals else "") + _LETTERS)[:side]


def _is_notebook() -> bool:
    """Whether a notebook will draw what is returned: IPython runs with a kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return shell is not None and hasattr(shell, "kernel")
