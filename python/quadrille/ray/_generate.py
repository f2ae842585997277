"""Random puzzles as a dataset."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
import ray
from ray.data import Dataset

import quadrille

from ._kernel import guarded
from ._read import Tasks, read_task

#: Puzzles that a task makes: those that are drawn, about a second of one core; those that are searched for.
DRAWN, SEARCHED = 65_536, 1_024

#: Options with which puzzles are searched for.
_SEARCH = ("rating", "symmetry", "pattern", "max_tries")
_ACROSS = ("no_equivalents", "per_solution")


def generate(number: int, seed: int, *, num_cpus: float = 1, concurrency: int | None = None, **options: Any) -> Dataset:
    """A dataset of `number` random puzzles, with the columns `index`, from 0, and `puzzle`.

    They depend on the seed, the options and their index, not on the cluster. Drawn puzzles are the same as for
    `quadrille.generate(number, seed=seed, …)` and for the command.

    Puzzles that are searched for (`rating`, a range of `givens`, `symmetry`, `pattern`) have no index of their own: each 1,024 of them are
    a search with a seed that is made from `seed` and their number, so they differ from the puzzles of the command. Blocks are
    not compared with each other: `no_equivalents` and `per_solution` are refused; use `dedup`.
    """
    check_generate(number, seed, options)
    tasks = [read_task(make, count, 90 * count) for _, count, make in blocks(number, seed, num_cpus, options)]
    if not tasks:
        return ray.data.from_arrow(_table(0, []))
    return ray.data.read_datasource(
        Tasks("QuadrilleGenerate", tasks), num_cpus=num_cpus, concurrency=concurrency, override_num_blocks=len(tasks)
    )


def blocks(
    number: int, seed: int, num_cpus: float, options: dict[str, Any]
) -> list[tuple[int, int, Callable[[], Iterator[pa.Table]]]]:
    """The first index and the number of puzzles of each task, and a function that makes them."""
    is_search = _is_search(options)
    size = SEARCHED if is_search else DRAWN
    threads = max(1, math.ceil(num_cpus))
    make = partial(_make, seed=seed, is_search=is_search, options={**options, "threads": threads})
    spans = [(start, min(size, number - start)) for start in range(0, number, size)]
    return [(start, count, partial(make, start, count)) for start, count in spans]


def check_generate(number: int, seed: int, options: dict[str, Any]) -> None:
    """Fails if a number or an option of `generate` is wrong."""
    if number < 0:
        raise ValueError(f"generate(): number: expected 0 or more, got {number}")
    for name in _ACROSS:
        if options.get(name):
            raise ValueError(f"generate(): {name}: it compares puzzles of all blocks; generate without it, and use quadrille.ray.dedup")
    for name in ("threads", "start", "progress", "timeout"):
        if name in options:
            raise ValueError(f"generate() on a cluster has no option {name}")
    # A wrong option is an error here, not on a node.
    quadrille.generate(0, seed=seed, **options)


def _is_search(options: dict[str, Any]) -> bool:
    """Whether `quadrille.generate` searches for the puzzles: for a range of givens too, and for any number if they are minimal."""
    givens = options.get("givens")
    bounds = givens if isinstance(givens, tuple) else str(givens).split("..")
    is_range = len({str(bound).strip().lstrip("=") for bound in bounds}) > 1
    is_drawn = givens is None or not (is_range or options.get("minimal"))
    return not is_drawn or any(options.get(name) not in (None, "none") for name in _SEARCH)


def block_seed(seed: int, start: int) -> int:
    """The seed of the search whose first puzzle has this index."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {start}".encode(), digest_size=8).digest(), "little")


def _make(start: int, count: int, *, seed: int, is_search: bool, options: dict[str, Any]) -> Iterator[pa.Table]:
    def puzzles() -> list[str]:
        if is_search:
            return quadrille.generate(count, seed=block_seed(seed, start), **options)
        return quadrille.generate(count, seed=seed, start=start, **options)

    yield _table(start, guarded(f"puzzles from {start}", puzzles))


def _table(start: int, puzzles: list[str]) -> pa.Table:
    index = pa.array(range(start, start + len(puzzles)), pa.int64())
    return pa.table({"index": index, "puzzle": pa.array(puzzles, pa.string())})
