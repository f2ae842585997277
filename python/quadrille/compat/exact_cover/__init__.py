"""The functions of the package exact-cover 1.5, which solve matrices of 0 and 1: rows are options, columns are items.

>>> import numpy as np
>>> import quadrille.compat.exact_cover as ec
>>> S = np.array([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]], dtype=bool)
>>> print(ec.get_exact_cover(S))
[0 2 3]
>>> ec.get_solution_count(S)
1

Three things differ. The rows of a solution ascend; there they are in the order in which they were chosen. If there are several solutions,
`get_exact_cover`, and `get_all_solutions` with `max_count`, may find other ones. And a solution that has all rows of the matrix
is not lost from `get_all_solutions`, as it is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._quadrille import Cover, cover
from . import error
from .error import NoSolution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["error", "get_all_solutions", "get_exact_cover", "get_solution_count"]


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


def _problem(matrix: Any) -> Cover:
    import numpy as np

    matrix = np.asarray(matrix, dtype=np.bool_)
    if matrix.ndim != 2:
        raise ValueError(f"expected a matrix, which has 2 dimensions, got {matrix.ndim}")
    return cover(matrix)
