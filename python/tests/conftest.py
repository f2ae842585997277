"""Helpers of several tests. Nothing here needs a package besides pytest."""

from __future__ import annotations

import signal

import pytest

# A shell in the background has SIGINT ignored, and what it starts inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#: By Arto Inkala, 2012.
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
#: A 4×4 puzzle with one solution, with none, and with several.
SMALL, NONE, MANY = "1...3..2..4.4..1", "11..............", "1..............2"
SMALL_SOLVED = "1234341221434321"


def is_solution(puzzle: str, solution: str) -> bool:
    """Whether a 9×9 grid is complete and has the givens of a puzzle."""
    rows = [solution[9 * i : 9 * i + 9] for i in range(9)]
    columns = [solution[i::9] for i in range(9)]
    boxes = ["".join(rows[3 * (b // 3) + r][3 * (b % 3) : 3 * (b % 3) + 3] for r in range(3)) for b in range(9)]
    houses = all(sorted(house) == list("123456789") for house in rows + columns + boxes)
    return houses and all(given in ".0" or given == digit for given, digit in zip(puzzle, solution))


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    import quadrille

    return quadrille.generate(1000, seed=42)
