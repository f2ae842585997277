"""Checking solutions, and options from matrices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ..._numpy import rows
from .solvers import Items, kinds_of_items, split

__all__ = ["bool_array_to_options", "verify_exact_cover"]


def verify_exact_cover(
    solution: Iterable[int],
    options: Sequence[Iterable[Any]],
    primary: Items = None,
    secondary: Items = None,
    colored: bool = False,
) -> None:
    """Raises `AssertionError` if a solution of `covers` is wrong: the numbers of options, and the arguments of `covers`."""
    primary, secondary = kinds_of_items(options, primary, secondary, colored)
    found: dict[Hashable, list[str | None]] = defaultdict(list)
    for number in solution:
        for item in options[number]:
            name, color = split(item) if colored else (item, None)
            found[name].append(color)
    for item in primary:
        if len(found[item]) != 1:
            raise AssertionError(f"expected one option with the primary item {item!r}, found {len(found[item])}")
    for item in secondary:
        if len(found[item]) > 1 and (None in found[item] or len(set(found[item])) > 1):
            raise AssertionError(f"the options with the secondary item {item!r} do not agree: {found[item]}")


def bool_array_to_options(bool_array: Any) -> list[list[int]]:
    """The options of a matrix: for each row, the columns that are not 0."""
    return rows(bool_array != 0)
