"""The functions of the package exact-cover 1.5, which solve matrices of 0 and 1: rows are options, columns are items.

>>> import numpy as np
>>> import quadrille.compat.exact_cover as ec
>>> S = np.array([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]], dtype=bool)
>>> print(ec.get_exact_cover(S))
[0 2 3]
>>> ec.get_solution_count(S)
1

The modules `error`, `helpers`, `io` and `wrapper` have the other functions of that package. Three things differ. The rows of
a solution ascend; there they are in the order in which they were chosen. If there are several solutions,
`get_exact_cover`, and `get_all_solutions` with `max_count`, may find other ones. And a solution that has all rows of the matrix
is not lost from `get_all_solutions`, as it is there.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import error
from .wrapper import get_all_solutions, get_exact_cover, get_solution_count

__all__ = ["error", "get_all_solutions", "get_exact_cover", "get_solution_count"]


def __getattr__(name: str) -> Any:
    """The modules that need NumPy are imported when they are used."""
    if name in ("helpers", "io"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
