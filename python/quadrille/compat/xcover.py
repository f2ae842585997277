"""The functions `covers` and `covers_bool` of the package xcover 0.2.

>>> from quadrille.compat.xcover import covers
>>> options = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
>>> list(covers(options))
[[1, 3, 5]]
>>> colored = [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]]
>>> list(covers(colored, primary=["p", "q", "r"], secondary=["x", "y"], colored=True))
[[1, 3]]

Some things differ. The options of a solution ascend, and the solutions come in another order. Problems that end in an `IndexError`
there, such as those without primary items or without options, have their solutions here. An option that repeats an item or
colors a primary one is a `ValueError`. If `primary` is not given, a colored item such as "x:A" is item "x", not one of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any

from .._quadrille import cover

__all__ = ["covers", "covers_bool"]


def covers(
    options: Sequence[Sequence[Any]],
    primary: Collection[Hashable] | None = None,
    secondary: Collection[Hashable] | None = None,
    colored: bool = False,
) -> Iterator[list[int]]:
    """Yields the solutions of an exact cover problem, each as a list of the numbers of its options.

    Options are lists of items. Primary items have to be covered, secondary ones may be. If only one of the two is given, all other
    items are of the other kind; if neither is given, all are primary. If `colored`, an item is text, and may have a color after a colon:
    options with the same color of a secondary item may share it. An item in neither list raises `KeyError`.
    """
    rows = [[_split(item) if colored else (item, None) for item in option] for option in options]
    items = {item: None for row in rows for item, _ in row}
    if secondary is None:
        secondary = [] if primary is None else [item for item in items if item not in set(primary)]
    if primary is None:
        primary = [item for item in items if item not in set(secondary)]
    known = {*primary, *secondary}
    for item in items:
        if item not in known:
            raise KeyError(item)
    plain = [[item for item, _ in row] for row in rows]
    colors = [{item: color for item, color in row if color is not None} for row in rows]
    yield from cover(plain, primary=primary, secondary=secondary, colors=colors if colored else None).solutions()


def covers_bool(matrix: Any) -> Iterator[list[int]]:
    """Yields the solutions of a matrix whose columns are the items and whose rows are the options, as `covers` does."""
    if len(matrix.shape) != 2:
        raise IndexError(f"expected a matrix, which has 2 dimensions, got {len(matrix.shape)}")
    yield from cover(matrix != 0).solutions()


def _split(item: str) -> tuple[str, str | None]:
    """An item and its color. With several colons, the item ends at the first one, and the color begins after the last one."""
    name, *rest = item.split(":")
    return name, rest[-1] if rest else None
