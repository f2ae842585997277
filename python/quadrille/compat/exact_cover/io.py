"""Matrices in text files: a line for each row, with blanks between the numbers."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["DTYPE_FOR_ARRAY", "load_problem", "save_problem"]

#: The type of the matrices that `load_problem` returns.
DTYPE_FOR_ARRAY = np.bool_


def load_problem(filename: str | os.PathLike[str]) -> NDArray[np.bool_]:
    """The matrix in a file, where any number but 0 counts as 1. `ValueError` is raised if rows differ in length."""
    return np.loadtxt(filename, ndmin=2).astype(DTYPE_FOR_ARRAY)


def save_problem(filename: str | os.PathLike[str], array: ArrayLike) -> None:
    """Writes a matrix as digits 0 and 1, with blanks between them."""
    np.savetxt(filename, np.asarray(array, dtype=DTYPE_FOR_ARRAY), fmt="%d")
