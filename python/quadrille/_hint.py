"""The cells and candidates that a hint is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._quadrille import Hint


class Marks:
    """The parts of a hint on a board with these cells, whose digits have these symbols."""

    def __init__(self, hint: Hint, cells: Sequence[str], symbols: str) -> None:
        numbers = [symbols.find(cell.upper()) + 1 if cell else 0 for cell in cells]
        (placed, reasons, eliminated), (houses, wrong) = hint._marks(numbers)
        #: The hint in words.
        self.text = repr(hint).removeprefix("<quadrille.Hint ").removesuffix(">")
        #: The digits that it places, by their cells.
        self.digits: dict[int, str] = {cell: symbols[digit - 1] for cell, digit in placed}
        #: The cells of the houses of the reason.
        self.houses: set[int] = houses
        #: Candidates that are the reason, and candidates that are eliminated.
        self.reasons: set[tuple[int, str]] = {(cell, symbols[digit - 1]) for cell, digit in reasons}
        self.eliminated: set[tuple[int, str]] = {(cell, symbols[digit - 1]) for cell, digit in eliminated}
        #: The cells of a mistake.
        self.wrong: set[int] = wrong

    @property
    def placed(self) -> dict[int, str]:
        """The digits to draw in full. A cell that loses candidates shows what is left of them."""
        return {cell: digit for cell, digit in self.digits.items() if cell not in dict(self.eliminated)}
