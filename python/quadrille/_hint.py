"""The cells and candidates that a hint is about, from its explanation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import _houses

if TYPE_CHECKING:
    from ._quadrille import Hint

_CELL = re.compile(r"r(\d+)c(\d+)")
_HOUSE = re.compile(r"\b(row|column|box) (\d+)")
_PLACED = re.compile(r"\b(r\d+c\d+) = ")
_LOCKED = re.compile(r"(\w+ \d+) has (\w) only in (\w+ \d+), so it is not in ((?: ?r\d+c\d+)+)")


class Marks:
    """The parts of a hint on a board of `side` rows."""

    def __init__(self, hint: Hint, after: list[str], side: int) -> None:
        """`after` has the cells of the puzzle after the hint."""
        text = hint.explanation or ""
        #: The hint in words.
        self.text = repr(hint).removeprefix("<quadrille.Hint ").removesuffix(">")
        #: The digits that it places, by their cells.
        self.digits: dict[int, str] = {}
        #: The cells of the houses that the explanation names.
        self.houses: set[int] = set()
        #: Candidates that are the reason, and candidates that are eliminated.
        self.reasons: set[tuple[int, str]] = set()
        self.eliminated: set[tuple[int, str]] = set()
        #: The cells of a mistake.
        self.wrong: set[int] = set()
        for name in _HOUSE.finditer(text):
            self.houses |= _house(name[0], side)
        if hint.status == "mistake":
            self.wrong = _cells(text, side)
            return
        for one, digit, other, cells in _LOCKED.findall(text):
            self.reasons |= {(cell, digit) for cell in _house(one, side) & _house(other, side)}
            self.eliminated |= {(cell, digit) for cell in _cells(cells, side)}
        # A hint of naked singles places several digits, which only the explanation names.
        placed = hint.cell or " ".join(_PLACED.findall(text))
        self.digits = {cell: after[cell] for cell in _cells(placed, side)}
        self.reasons |= {(cell, digit) for cell, digit in self.digits.items()}

    @property
    def placed(self) -> dict[int, str]:
        """The digits to draw in full. A cell that loses candidates shows what is left of them."""
        return {cell: digit for cell, digit in self.digits.items() if cell not in dict(self.eliminated)}


def _cells(text: str, side: int) -> set[int]:
    """The cells that a text names."""
    return {(int(row) - 1) * side + int(column) - 1 for row, column in _CELL.findall(text)}


def _house(name: str, side: int) -> set[int]:
    """The cells of a house by its name, such as `row 3`."""
    kind, number = name.split()
    of_cell = {
        "row": [cell // side for cell in range(side * side)],
        "column": [cell % side for cell in range(side * side)],
        "box": _houses.boxes(side),
    }[kind]
    return {cell for cell, house in enumerate(of_cell) if house == int(number) - 1}
