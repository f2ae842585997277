"""The solvers of `quadrille.compat.xcover`."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from ..._quadrille import Cover

__all__ = ["covers", "covers_bool", "covers_bool_zdd", "covers_zdd"]

Items: TypeAlias = Collection[Hashable] | None
Options: TypeAlias = Iterable[Iterable[Any]]
#: A node of a diagram: its number, its option, and the numbers of two nodes.
Node: TypeAlias = tuple[int, int, int, int]


def covers(options: Options, primary: Items = None, secondary: Items = None, colored: bool = False) -> Iterator[list[int]]:
    """Yields the solutions of an exact cover problem, each as a list of the numbers of its options.

    Options are lists of items. Primary items have to be covered, secondary ones may be. If only one of the two is given, all other
    items are of the other kind; if neither is given, all are primary. If `colored`, an item is text, and may have a color after a colon:
    options with the same color of a secondary item may share it. An item in neither list raises `KeyError`.
    """
    yield from _problem(options, primary, secondary, colored).solutions()


def covers_bool(matrix: Any) -> Iterator[list[int]]:
    """Yields the solutions of a matrix whose columns are the items and whose rows are the options, as `covers` does."""
    yield from _matrix(matrix).solutions()


def covers_zdd(
    options: Options,
    primary: Items = None,
    secondary: Items = None,
    colored: bool = False,
    use_memo_cache: bool = False,
    choose_heuristic: str = "MRV",
) -> Iterator[Node]:
    """Yields the nodes of a decision diagram (ZDD) of all solutions, with which other packages count or filter them.

    A node is a tuple: its number (from 2), an option, and the numbers of two nodes. The first of these has the solutions without the
    option, the second those with it. Node 0 has no solution, node 1 the one without options; neither is yielded. A node comes
    after the nodes that it names, and the last is the whole problem; without solutions there is none. The diagram is ordered and
    reduced. `ValueError` is raised if the only solution has no options, or if the diagram takes more than 1 GiB.

    `use_memo_cache` and `choose_heuristic` have no effect: subproblems are always remembered.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> list(covers_zdd([["a", "b"], ["a"], ["b"]]))
    [(2, 2, 0, 1), (3, 1, 0, 2), (4, 0, 3, 1)]
    """
    return _nodes(_problem(options, primary, secondary, colored))


def covers_bool_zdd(matrix: Any, use_memo_cache: bool = False, choose_heuristic: str = "MRV") -> Iterator[Node]:
    """Yields the nodes of a decision diagram of the solutions of a matrix, as `covers_zdd` does."""
    return _nodes(_matrix(matrix))


def kinds_of_items(
    options: Options, primary: Items, secondary: Items, colored: bool
) -> tuple[list[Hashable], list[Hashable]]:
    """The primary and the secondary items, of which those that are not given are found in the options."""
    items = list(dict.fromkeys(split(item)[0] if colored else item for option in options for item in option))
    if secondary is None:
        secondary = [] if primary is None else [item for item in items if item not in set(primary)]
    if primary is None:
        primary = [item for item in items if item not in set(secondary)]
    known = {*primary, *secondary}
    for item in items:
        if item not in known:
            raise KeyError(item)
    return list(primary), list(secondary)


def split(item: str) -> tuple[str, str | None]:
    """An item and its color. With several colons, the item ends at the first one, and the color begins after the last one."""
    name, *rest = item.split(":")
    return name, rest[-1] if rest else None


def _problem(options: Options, primary: Items, secondary: Items, colored: bool) -> Cover:
    rows = [list(option) for option in options]
    primary, secondary = kinds_of_items(rows, primary, secondary, colored)
    if not colored:
        return Cover(rows, primary=primary, secondary=secondary)
    pairs = [[split(item) for item in row] for row in rows]
    plain = [[item for item, _ in row] for row in pairs]
    colors = [{item: color for item, color in row if color is not None} for row in pairs]
    return Cover(plain, primary=primary, secondary=secondary, colors=colors)


def _matrix(matrix: Any) -> Cover:
    if len(matrix.shape) != 2:
        raise IndexError(f"expected a matrix, which has 2 dimensions, got {len(matrix.shape)}")
    return Cover(matrix != 0)


def _nodes(problem: Cover) -> Iterator[Node]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all.zdd"
        if problem.zdd(path) == 0 and path.read_text().startswith("T"):
            raise ValueError("the only solution has no options, and its diagram has no nodes")
        with open(path) as lines:
            for line in lines:
                if line[0].isdigit():
                    number, option, low, high = map(int, line.replace("B", "0").replace("T", "1").split())
                    yield number, option - 1, low, high
