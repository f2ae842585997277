"""Exact cover problems in text files, in Knuth's format."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from .solvers import Items, Options, kinds_of_items

__all__ = ["read_xcover_from_file", "write_xcover_to_file"]


def read_xcover_from_file(
    filename: str | os.PathLike[str],
) -> tuple[list[list[str]], list[str], list[str] | None, bool]:
    """Returns the options, the primary items, the secondary items and whether there are colors: the arguments of `covers`.

    The first line lists the items, primary ones first, and secondary ones after a bar. Without a bar the secondary items are
    `None`, and there are no colors. Each other line is an option. Empty lines and comments, which begin with `|` or `/`, are left
    out.
    """
    with open(filename, encoding="utf-8") as file:
        rows = [line for line in map(str.strip, file) if line and line[0] not in "|/"]
    if not rows:
        raise ValueError(f"{os.fspath(filename)}: expected a line with the items, found no line")
    primary, bar, secondary = rows[0].partition("|")
    options = [row.split() for row in rows[1:]]
    return options, primary.split(), secondary.split() if bar else None, bool(bar)


def write_xcover_to_file(
    filename: str | os.PathLike[str],
    options: Options,
    primary: Items = None,
    secondary: Items = None,
    colored: bool = False,
    item_to_string: Callable[[Any], str] | None = None,
) -> None:
    """Writes a problem in the format that `read_xcover_from_file` reads. Items that are not given are found as in `covers`.

    `item_to_string` makes the name of an item, which must have no blanks; by default it is `str` with blanks left out.
    """
    name = item_to_string or (lambda item: str(item).replace(" ", ""))
    rows = [list(option) for option in options]
    primary, secondary = kinds_of_items(rows, primary, secondary, colored)
    items = [*map(name, primary), *(["|", *map(name, secondary)] if secondary else [])]
    with open(filename, "w", encoding="utf-8") as file:
        for row in [items, *(map(name, row) for row in rows)]:
            file.write(" ".join(row) + "\n")
