"""Puzzles that are the same, across the cluster."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from ray.data import Dataset
from ray.data.context import ShuffleStrategy
from ray.data.grouped_data import GroupedData

from ._inputs import ROW
from ._kernel import guarded
from ._tasks import kernel_and_resources, place_of

#: Columns that exist between the tasks only: the key of the class, a part of the keys, and how many rows of the other
#: dataset come after one.
_KEY, _PART, _OTHERS = "quadrille_key", "quadrille_part", "quadrille_others"

#: The column that says which rows have no class.
NO_CLASS = "quadrille_no_class"

#: Parts among which the rows are divided by their keys; one of them is in the memory of a task at a time.
PARTS = 64

Batch = Callable[[pa.Table], pa.Table]


def dedup(
    ds: Dataset, *, column: str | None = None, order: str | None = None, partitions: int = PARTS, **options: Any
) -> Dataset:
    """Keeps the first row of each class of equal puzzles. Rows without a class, such as malformed ones, are all kept.

    `equal_by` is the same as for `quadrille.dedup`: "puzzle", "solution" or "text". The first row is the one with the least value in the
    column `order`; without it, the row with the least `quadrille_row`, which `read` adds and which makes the rows the same as in
    the command; without either, the least of all by its columns, so that the result does not depend on the cluster. The rows
    are not ordered.

    Rows are divided among `partitions` by the keys of their classes, and a task holds one partition at a time: take one
    for each 500,000 rows, or 100 MB. The context of the dataset is set to the shuffle by sorting, which survives the loss of a
    node.
    """
    return marked_dedup(ds, column, order, partitions, options, mark=False)


def marked_dedup(
    ds: Dataset, column: str | None, order: str | None, partitions: int, options: dict[str, Any], mark: bool = True
) -> Dataset:
    """The same; with `mark`, the column `NO_CLASS` says which rows have no class."""
    if partitions < 1:
        raise ValueError(f"dedup(): partitions: expected at least 1, got {partitions}")
    kernel, how = kernel_and_resources("keys", column, options)
    grouped = _grouped(ds.map_batches(_with_keys(kernel.call, partitions), **how))
    return grouped.map_groups(_firsts(order, mark), batch_format="pyarrow", num_cpus=how["num_cpus"])


def leak(
    ds: Dataset,
    against: Dataset,
    *,
    column: str | None = None,
    against_column: str | None = None,
    partitions: int = PARTS,
    **options: Any,
) -> Dataset:
    """The rows of `ds` whose puzzle equals one of `against`, with the number of these in the column `matches`.

    `equal_by` and `partitions` are the same as for `dedup`. Only the keys of `against` are sent through the cluster, once for each block. The
    rows are not ordered.
    """
    kernel, how = kernel_and_resources("keys", column, options)
    other, _ = kernel_and_resources("keys", against_column or column, options)
    tests = ds.map_batches(_with_keys(kernel.call, partitions, others=True), **how)
    schema = tests.schema()
    if schema is None:
        return ds
    counted = against.map_batches(_key_counts(other.call, partitions, schema.base_schema), **how)
    return _grouped(tests.union(counted)).map_groups(_leaked, batch_format="pyarrow", num_cpus=how["num_cpus"])


def _grouped(ds: Dataset) -> GroupedData:
    """The rows of each part together.

    The reducers of the default shuffle of Ray 2.60 wait for their blocks while they hold their CPUs. If a node is lost and they
    hold all that are left, nothing computes its blocks again, and the run stands still for half an hour. The reducers of this
    shuffle are started when their blocks are there.
    """
    ds.context.shuffle_strategy = ShuffleStrategy.SORT_SHUFFLE_PULL_BASED
    return ds.groupby(_PART)


def _with_keys(keys: Callable[[pa.Table], Any], partitions: int, others: bool = False) -> Batch:
    def add(table: pa.Table) -> pa.Table:
        found = _keys_of(table, keys)
        table = table.append_column(_KEY, found).append_column(_PART, _parts(found, partitions))
        return table.append_column(_OTHERS, pa.array(np.zeros(len(table), np.int64))) if others else table

    return add


def _keys_of(table: pa.Table, keys: Callable[[pa.Table], Any]) -> pa.Array:
    return guarded(place_of(table), lambda: _combined(pa.chunked_array(keys(table))))


def _key_counts(keys: Callable[[pa.Table], Any], partitions: int, schema: pa.Schema) -> Batch:
    """The keys of a block, each once with its number of rows, as rows of a dataset of this schema."""

    def count(table: pa.Table) -> pa.Table:
        found = _keys_of(table, keys)
        counts = found.drop_null().value_counts()
        values = counts.field("values")
        known = {_KEY: values, _PART: _parts(values, partitions), _OTHERS: counts.field("counts").cast(pa.int64())}
        columns = [known[f.name] if f.name in known else pa.nulls(len(values), f.type) for f in schema]
        return pa.table(columns, schema=schema)

    return count


def _combined(keys: pa.ChunkedArray) -> pa.Array:
    array = keys.combine_chunks()
    return (array if isinstance(array, pa.Array) else pa.concat_arrays(array.chunks)).cast(pa.binary(16))


def _words(keys: pa.Array) -> np.ndarray[Any, Any]:
    """Keys as two numbers each; the keys of nulls are arbitrary."""
    words = np.frombuffer(keys.buffers()[1], dtype=">u8", offset=16 * keys.offset, count=2 * len(keys))
    return words.reshape(-1, 2).astype(np.uint64)


def _parts(keys: pa.Array, partitions: int) -> pa.Array:
    """The part of each key. Rows without a key go to all parts in turn."""
    parts = np.arange(len(keys), dtype=np.int64) % partitions
    if len(keys) > 0 and keys.null_count < len(keys):
        has_key = keys.is_valid().to_numpy(zero_copy_only=False)
        parts[has_key] = (_words(keys)[has_key, 1] % np.uint64(partitions)).astype(np.int64)
    return pa.array(parts)


def _firsts(order: str | None, mark: bool) -> Batch:
    def first(table: pa.Table) -> pa.Table:
        rows = table.drop_columns([_KEY, _PART])
        keys = _combined(table[_KEY])
        if mark:
            rows = rows.append_column(NO_CLASS, keys.is_null())
        if len(table) == 0:
            return rows
        words = _words(keys)
        # The rank of each row among all, and then the least rank of each key.
        by_rank = _order(rows, order)
        has_key = keys.is_valid().to_numpy(zero_copy_only=False)
        keyed = by_rank[has_key[by_rank]]
        _, first_at = np.unique(words[keyed].view("u8,u8").ravel(), return_index=True)
        kept = np.concatenate([keyed[first_at], np.flatnonzero(~has_key)])
        return rows.take(pa.array(np.sort(kept)))

    return first


def _order(rows: pa.Table, order: str | None) -> np.ndarray[Any, Any]:
    """The numbers of the rows, the first one first."""
    if order is None and ROW in rows.column_names:
        order = ROW
    names = [order] if order is not None else [f.name for f in rows.schema if _can_be_sorted(f.type)]
    table = rows.select(names)
    for at, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            table = table.set_column(at, field.name, table[field.name].cast(field.type.value_type))
    if not names:
        return np.arange(len(rows))
    indices = pc.sort_indices(table, sort_keys=[(name, "ascending") for name in names])
    return np.asarray(indices.to_numpy()).astype(np.int64)


def _can_be_sorted(type: pa.DataType) -> bool:
    return not (pa.types.is_nested(type) or pa.types.is_null(type))


def _leaked(table: pa.Table) -> pa.Table:
    rows = table.drop_columns([_KEY, _PART, _OTHERS])
    others = table[_OTHERS].to_numpy()
    keys = _combined(table[_KEY])
    has_key = keys.is_valid().to_numpy(zero_copy_only=False)
    matches = np.zeros(len(table), np.int64)
    if has_key.any():
        _, classes = np.unique(_words(keys)[has_key].view("u8,u8").ravel(), return_inverse=True)
        matches[has_key] = np.bincount(classes, weights=others[has_key]).astype(np.int64)[classes]
    kept = np.flatnonzero((matches > 0) & (others == 0))
    return rows.append_column("matches", pa.array(matches)).take(pa.array(kept))
