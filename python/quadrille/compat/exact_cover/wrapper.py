"""The functions that solve a matrix, and the form in which exact-cover keeps many solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._quadrille import Cover
from .error import NoSolution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["get_all_solutions", "get_exact_cover", "get_solution_count", "solutions_array_to_set"]


def get_exact_cover(matrix: Any) -> NDArray[np.int32]:
    """The rows of one solution, as an array of int32.

    Any number but 0 counts as 1. `NoSolution` is raised if there is none, and for a matrix without columns, whose only
    solution has no rows; `ValueError` for anything that is not a matrix.
    """
    import numpy as np

    solution = _problem(matrix).first()
    if not solution:
        raise NoSolution("the matrix has no exact cover")
    return np.array(solution, dtype=np.int32)


def get_solution_count(matrix: Any) -> int:
    """The number of solutions, exactly, however many there are."""
    return _problem(matrix).count()


def get_all_solutions(matrix: Any, max_count: int | None = None) -> set[tuple[np.int32, ...]]:
    """The rows of all solutions, or of `max_count` of them, as a set of tuples of int32.

    `NoSolution` is raised where `get_exact_cover` does so, and if `max_count` is 0 or less.
    """
    import numpy as np

    limit = None if max_count is None else max(max_count, 0)
    solutions = {tuple(np.array(rows, dtype=np.int32)) for rows in _problem(matrix).solutions(limit=limit)}
    if not solutions or () in solutions:
        raise NoSolution("the matrix has no exact cover" if limit != 0 else "max_count is not positive")
    return solutions


def solutions_array_to_set(a: NDArray[np.int32]) -> set[tuple[np.int32, ...]]:
    """The solutions in the rows of an array, each of which is filled up with -1 at its end."""
    return {tuple(row[: (row != -1).nonzero()[0].max(initial=-1) + 1]) for row in a}


def _problem(matrix: Any) -> Cover:
    import numpy as np

    matrix = np.asarray(matrix, dtype=np.bool_)
    if matrix.ndim != 2:
        raise ValueError(f"expected a matrix, which has 2 dimensions, got {matrix.ndim}")
    return Cover(matrix)
