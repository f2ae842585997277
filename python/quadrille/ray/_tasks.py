"""The tasks that answer each row by itself."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from ray.data import Dataset, TaskPoolStrategy

from ._inputs import ROW
from ._kernel import Kernel, guarded
from ._ranges import Layout, Range
from ._read import read_range

Batch = Callable[[pa.Table], pa.Table]


def solve(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `solution` and `status` to each row, as `quadrille.solve` does to the rows of a table.

    `column` is the column with the puzzles; without it one with a usual name. All functions of this module have these
    options, and in addition the options of the function of the same name:

    - `num_cpus=1`: the CPUs of a task; it has as many threads.
    - `batch_size=None`: rows that are passed to a task at a time; None is a whole block, 128 MiB at most if the context of
      Ray has no other size. Answers do not depend on it.
    - `concurrency=None`: how many tasks run at a time; None is as many as the cluster has CPUs for.
    """
    return _answered("solve", ds, column, options)


def check(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `status`: unique, multiple, none, invalid or unknown."""
    return _answered("check", ds, column, options)


def verify(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `mismatch`, why the solution of a row is wrong, and `status`; `solution_column` is the column with the solutions."""
    return _answered("verify", ds, column, options)


def count(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `count`, the number of solutions up to `limit`, and `status`."""
    return _answered("count", ds, column, options)


def givens(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `givens`, the number of givens, `symmetry`, the symmetry of the cells that are given, and `status`."""
    return _answered("givens", ds, column, options)


def rate(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `rating` and `status`; `method` is "guesses", "morphs", "logic" or "se", which adds `er`, `ep`, `ed` and `status`."""
    return _answered("rate", ds, column, options)


def canonical(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `canonical`, `automorphisms` and `status`; `form_of` is "puzzle", "solution" or "givens"."""
    return _answered("canonical", ds, column, options)


def explain(ds: Dataset, *, column: str | None = None, **options: Any) -> Dataset:
    """Adds `solution`, `steps`, the steps that lead to it as a list, and `status`."""
    return _answered("explain", ds, column, options)


def morph(
    ds: Dataset, *, seed: int | None = None, column: str | None = None, row_column: str = ROW, copies: int | None = None, **options: Any
) -> Dataset:
    """Replaces the puzzles by morphs, random or by `transform` or `transform_column`, and moves their solutions with them.

    Random morphs need a `seed`. A random morph depends on the seed and on the number of its row, which is in `row_column`; `read` adds one. So the morphs do
    not depend on blocks and nodes. For Parquet they equal the morphs of the command `morph --seed`. With `copies`, the column
    `group` has the number of the row that a morph comes from, from 1.
    """
    kernel, how = kernel_and_resources("morph", column, {**options, "seed": seed, "copies": copies})
    names = _names(ds)
    if kernel.is_random and names is not None and row_column not in names:
        raise ValueError(f"morph(): row_column: it has the numbers of the rows: read files with quadrille.ray.read, or name the column "
                         f"with row_column; {row_column!r} is not among {', '.join(names)}")  # fmt: skip
    return ds.map_batches(_of_rows(kernel, row_column) if kernel.is_random else _of_table(kernel), **how)


def _answered(name: str, ds: Dataset, column: str | None, options: dict[str, Any]) -> Dataset:
    kernel, how = kernel_and_resources(name, column, options)
    schema = ds.schema(fetch_if_missing=False)
    if schema is not None and isinstance(schema.base_schema, pa.Schema):
        kernel.check_schema(schema.base_schema)
    return ds.map_batches(_of_table(kernel), udf_modifying_row_count=False, **how)


def answered_range(part: Range, layout: Layout, place: str, kernel: Kernel, batch_size: int | None) -> Iterator[pa.Table]:
    """The answers to the rows of a part of a file, `batch_size` at a time, with errors that name the place."""
    answer = _of_rows(kernel, ROW, place) if kernel.is_random else _of_table(kernel, place)
    for table in read_range(part, layout, place):
        for start in range(0, len(table), batch_size or len(table)):
            yield answer(table.slice(start, batch_size))


def kernel_and_resources(name: str, column: str | None, options: dict[str, Any]) -> tuple[Kernel, dict[str, Any]]:
    """A function with its options, checked, and the options of `map_batches`."""
    options = dict(options)
    num_cpus = options.pop("num_cpus", 1)
    return Kernel(name, column, num_cpus, _without_resources(options)), resources(num_cpus, **_resources_of(options))


def resources(num_cpus: float, batch_size: int | None = None, concurrency: int | None = None) -> dict[str, Any]:
    """The options of `map_batches`."""
    for name, number in (("batch_size", batch_size), ("concurrency", concurrency)):
        if number is not None and number < 1:
            raise ValueError(f"{name}: expected at least 1, got {number}")
    return {
        "batch_size": batch_size,
        "batch_format": "pyarrow",
        "zero_copy_batch": True,
        "num_cpus": num_cpus,
        "compute": TaskPoolStrategy(size=concurrency),
    }


def _resources_of(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("batch_size", "concurrency") if name in options}


def _without_resources(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in ("batch_size", "concurrency")}


def _names(ds: Dataset) -> list[str] | None:
    schema = ds.schema(fetch_if_missing=False)
    return None if schema is None else list(schema.names)


def place_of(table: pa.Table) -> str:
    """Where the rows of a batch come from, as far as they say."""
    # The column that Ray's readers add with include_paths=True.
    if "path" in table.column_names and len(table) > 0 and pa.types.is_string(table["path"].type):
        paths = pc.unique(table["path"]).to_pylist()
        return ", ".join(str(path) for path in paths[:3])
    return f"a batch of {len(table)} rows"


def _of_table(kernel: Kernel, place: str | None = None) -> Batch:
    return lambda table: guarded(place or place_of(table), lambda: plain(pa.table(kernel.call(table)), kernel.options.get("prefix") or ""))


def _of_rows(kernel: Kernel, row_column: str, place: str | None = None) -> Batch:
    """Rows whose answers depend on their numbers: as many calls as there are gaps between these."""

    def answer(table: pa.Table) -> pa.Table:
        rows = table[row_column].to_numpy()
        starts = [0, *(np.flatnonzero(np.diff(rows) != 1) + 1).tolist(), len(rows)]
        parts = (
            pa.table(kernel.call(table.slice(start, end - start), first_row=int(rows[start])))
            for start, end in zip(starts, starts[1:])
            if end > start
        )
        return guarded(place or place_of(table), lambda: pa.concat_tables(list(parts)) if len(rows) > 0 else pa.table(kernel.call(table)))

    return answer


def plain(table: pa.Table, prefix: str = "") -> pa.Table:
    """A table whose blocks can be put together by all of Ray: dictionaries, as of `status`, become texts."""
    for at, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type) and field.name == f"{prefix}status":
            table = table.set_column(at, field.name, table[field.name].cast(field.type.value_type))
    return table
