"""The diagrams of `covers_zdd` as objects of other packages, which are imported when they are used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

from .solvers import Node

__all__ = ["count_setset_nodes", "to_oxidd", "to_setset", "to_setset_file", "to_zdd_algorithms"]

#: The names that graphillion has for the nodes without an option.
_NAMES = {0: "B", 1: "T"}


def to_zdd_algorithms(zdd: Iterable[Node]) -> Any:
    """The diagram as a node of the package zdd_algorithms."""
    package = import_module("zdd_algorithms")
    return _last(zdd, package.empty(), package.base(), package.get_node)


def to_oxidd(
    zdd: Iterable[Node],
    n_options: int,
    inner_node_capacity: int = 2000000,
    apply_cache_size: int = 2000000,
    threads: int = 1,
) -> Any:
    """The diagram as a function of a manager of the package oxidd, which has a variable for each option."""
    manager = import_module("oxidd.zbdd").ZBDDManager(inner_node_capacity, apply_cache_size, threads)
    manager.add_vars(n_options)
    options = [manager.singleton(option) for option in range(n_options)]
    return _last(zdd, manager.empty(), manager.base(), lambda option, low, high: options[option].make_node(high, low))


def to_setset(zdd: Iterable[Node], n_options: int) -> Any:
    """The diagram as a `setset` of the package graphillion, whose universe becomes the numbers of all options."""
    setset = import_module("graphillion").setset
    setset.set_universe(list(range(n_options)))
    return setset(setset.loads("".join(_lines(zdd))))


def to_setset_file(zdd: Iterable[Node], filename: str | os.PathLike[str]) -> None:
    """Writes the diagram as a file that `graphillion.setset.load` reads."""
    with open(filename, "w", encoding="utf-8") as file:
        file.writelines(_lines(zdd))


def count_setset_nodes(ss: Any) -> int:
    """The number of nodes of a `setset`, with the two nodes that have no option."""
    nodes = sum(line[0].isdigit() for line in ss.dumps().splitlines())
    return nodes + 2 if nodes else 1


def _last(zdd: Iterable[Node], empty: Any, base: Any, node: Callable[[int, Any, Any], Any]) -> Any:
    """The last node of a diagram, made of its option and the two nodes that it names."""
    nodes = {0: empty, 1: base}
    number = 0
    for number, option, low, high in zdd:
        nodes[number] = node(option, nodes[low], nodes[high])
    return nodes[number]


def _lines(zdd: Iterable[Node]) -> Iterator[str]:
    """The lines of a diagram in the form of graphillion, which counts options from 1."""
    node = -1
    for node, option, low, high in zdd:
        yield f"{node} {option + 1} {_NAMES.get(low, low)} {_NAMES.get(high, high)}\n"
    yield "B\n.\n" if node < 0 else ".\n"
