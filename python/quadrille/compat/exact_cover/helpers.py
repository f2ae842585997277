"""Making, reducing, dividing and checking matrices.

`cut` and `reduce` keep every row that does not touch the forced row. In exact-cover 1.5 they keep rows with four items left only,
which is right for pieces of four cells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .error import CannotSplitFurther, NoSolution
from .io import DTYPE_FOR_ARRAY

__all__ = ["create_numpy_array", "cut", "is_solution", "reduce", "split_problem"]

_Matrix = NDArray[np.generic]


def create_numpy_array(a: ArrayLike) -> NDArray[np.bool_]:
    """A matrix of bools.

    >>> from quadrille.compat.exact_cover.helpers import create_numpy_array
    >>> create_numpy_array([[0, 1], [1, 0]])
    array([[False,  True],
           [ True, False]])
    """
    return np.array(a, dtype=DTYPE_FOR_ARRAY)


def cut(a: _Matrix) -> _Matrix:
    """The matrix after one forced choice: a column with a single 1 forces its row.

    The columns of that row are removed, and all rows that touch them. `IndexError` is raised if no choice is forced.
    """
    is_one = a != 0
    forced = np.flatnonzero(is_one.sum(axis=0) == 1)
    if not len(forced):
        raise IndexError("no column has a single 1")
    row = is_one[is_one[:, forced[0]]][0]
    return a[np.ix_(~is_one[:, row].any(axis=1), ~row)]


def reduce(a: _Matrix) -> _Matrix:
    """The matrix after all forced choices, which may have no column left."""
    while (np.count_nonzero(a, axis=0) == 1).any():
        a = cut(a)
    return a


def split_problem(a: _Matrix, n: int) -> Iterator[_Matrix]:
    """Divides a matrix into `n` matrices or some more, each of which has a part of its solutions.

    All have the shape of the matrix, so that row numbers stay the same: rows that are not used are zeros. `NoSolution` is raised
    if no part can have a solution, and `CannotSplitFurther` if a part has a single choice of rows.
    """
    parts = deque([a])
    while len(parts) < n:
        if not parts:
            raise NoSolution("the matrix has no exact cover")
        parts.extend(_parts(parts.popleft()))
    yield from parts


def _parts(a: _Matrix) -> Iterator[_Matrix]:
    """The parts that choose one row each of the column with the fewest rows, if it has several."""
    is_one = a != 0
    rows_of = is_one.sum(axis=0)
    if (rows_of == 0).any():
        return
    if not (rows_of > 1).any():
        raise CannotSplitFurther("no column has several rows")
    column = np.where(rows_of > 1, rows_of, len(a) + 1).argmin()
    for row in np.flatnonzero(is_one[:, column]):
        is_excluded = is_one[:, is_one[row]].any(axis=1)
        is_excluded[row] = False
        part = a.copy()
        part[is_excluded] = 0
        yield part


def is_solution(solution: Sequence[int] | NDArray[np.integer], problem: _Matrix) -> bool:
    """Whether rows are an exact cover: no row is empty or comes twice, and each column has a 1 in exactly one of them."""
    rows = np.asarray(solution)
    if not len(rows) or len(np.unique(rows)) < len(rows) or not (0 <= rows.min() and rows.max() < len(problem)):
        return False
    chosen = problem[rows] != 0
    return bool(chosen.any(axis=1).all() and (chosen.sum(axis=0) == 1).all())
