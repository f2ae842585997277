"""The functions of the package xcover 0.2: `covers`, `covers_bool`, `covers_zdd` and `covers_bool_zdd`.

>>> from quadrille.compat.xcover import covers
>>> options = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
>>> list(covers(options))
[[1, 3, 5]]
>>> colored = [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]]
>>> list(covers(colored, primary=["p", "q", "r"], secondary=["x", "y"], colored=True))
[[1, 3]]

The modules `io`, `utils` and `zdd_utils` have the other functions of that package; `algorithm_c` and `algorithm_z`, which take
arrays of its own, are left out.

Some things differ. The options of a solution ascend, and the solutions come in another order. Problems that end in an `IndexError`
there, such as those without primary items or without options, have their solutions here. An option that repeats an item or
colors a primary one is a `ValueError`. If `primary` is not given, a colored item such as "x:A" is item "x", not one of its own.
"""

from .solvers import covers, covers_bool, covers_bool_zdd, covers_zdd

__all__ = ["covers", "covers_bool", "covers_bool_zdd", "covers_zdd"]
