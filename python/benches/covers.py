"""Exact cover problems whose numbers of solutions are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

# Cells of each pentomino, as rows of text.
PIECES = {
    "F": ".xx xx. .x.",
    "I": "xxxxx",
    "L": "xxxx x...",
    "N": "xxx. ..xx",
    "P": "xx xx x.",
    "T": "xxx .x. .x.",
    "U": "x.x xxx",
    "V": "x.. x.. xxx",
    "W": "x.. xx. .xx",
    "X": ".x. xxx .x.",
    "Y": "xxxx .x..",
    "Z": "xx. .x. .xx",
}


@dataclass(eq=False)
class Problem:
    """Options, each a list of items; primary items are covered once, secondary items at most once."""

    name: str
    options: list[list[str]]
    primary: list[str]
    secondary: list[str]
    solutions: int

    @cache
    def matrix(self) -> Any:
        """A matrix of 0 and 1. A secondary item gets an option of its own, so that it need not be in another one."""
        import numpy as np

        columns = {item: i for i, item in enumerate(self.primary + self.secondary)}
        rows = self.options + [[item] for item in self.secondary]
        matrix = np.zeros((len(rows), len(columns)), dtype=np.int32)
        for row, option in enumerate(rows):
            matrix[row, [columns[item] for item in option]] = 1
        return matrix

    def check(self, answer: Any) -> None:
        """Checks a number of solutions, or solutions, of which each has to be another one."""
        if not isinstance(answer, list):
            assert answer == self.solutions, f"{self.name}: {answer} solutions"
            return
        assert len({frozenset(map(int, solution)) for solution in answer}) == self.solutions
        primary = set(self.primary)
        for solution in answer:
            items = [item for option in solution for item in self.options[int(option)]]
            assert len(items) == len(set(items)) and primary <= set(items)


def turned(cells: list[tuple[int, int]]) -> Iterable[list[tuple[int, int]]]:
    """The different ways to turn and to flip a piece."""
    seen = set()
    for flip in range(8):
        if flip == 4:
            cells = [(c, r) for r, c in cells]
        cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        seen.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return map(list, sorted(seen))


def pentominoes(height: int, width: int) -> Problem:
    """The twelve pentominoes in a rectangle; turned and mirrored ways count."""
    options = []
    for name, rows in PIECES.items():
        cells = [(r, c) for r, row in enumerate(rows.split()) for c, x in enumerate(row) if x == "x"]
        for piece in turned(cells):
            for top, left in product(range(height), range(width)):
                placed = [(r + top, c + left) for r, c in piece]
                if all(r < height and c < width for r, c in placed):
                    options.append([name, *(f"{r},{c}" for r, c in placed)])
    board = [f"{r},{c}" for r, c in product(range(height), range(width))]
    known = {(6, 10): 9356, (5, 12): 4040, (4, 15): 1472, (3, 20): 8}
    return Problem(f"pentominoes {height}×{width}", options, [*PIECES, *board], [], known[height, width])


def queens(side: int) -> Problem:
    """Queens that do not attack each other."""
    cells = list(product(range(side), repeat=2))
    options = [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}"] for r, c in cells]
    primary = [f"{line}{i}" for i in range(side) for line in "rc"]
    secondary = sorted({item for option in options for item in option[2:]})
    return Problem(f"{side} queens", options, primary, secondary, {8: 92, 10: 724, 11: 2680, 12: 14200}[side])


def langford(pairs: int) -> Problem:
    """Two of each number in a row, `n` other numbers between the two `n`; both directions count."""
    options = []
    for number in range(1, pairs + 1):
        for first in range(2 * pairs - number - 1):
            options.append([f"n{number}", f"s{first}", f"s{first + number + 1}"])
    primary = [f"n{i}" for i in range(1, pairs + 1)] + [f"s{i}" for i in range(2 * pairs)]
    return Problem(f"Langford {pairs}", options, primary, [], {7: 52, 8: 300, 11: 35584}[pairs])


def dominoes(side: int) -> Problem:
    """Dominoes on a square board."""
    cells = list(product(range(side), repeat=2))
    options = [[f"{r},{c}", f"{r},{c + 1}"] for r, c in cells if c + 1 < side]
    options += [[f"{r},{c}", f"{r + 1},{c}"] for r, c in cells if r + 1 < side]
    # OEIS A004003.
    known = {6: 6728, 8: 12988816, 16: 2444888770250892795802079170816}
    return Problem(f"dominoes {side}×{side}", options, [f"{r},{c}" for r, c in cells], [], known[side])
