"""Files as a dataset whose rows have numbers."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
import ray
from ray.data import Dataset, Datasource, ReadTask
from ray.data.block import BlockMetadata

from ._inputs import ROW, Numbering, Paths, common_format, delimiter_of, find_files
from ._kernel import guarded
from ._ranges import Layout, Range, divide, read_tables

#: Rows of one block, and bytes of text. Ray takes about 0.15 s to start a task, half a second of `solve` outweighs it.
BLOCK_ROWS = 524_288
BLOCK_BYTES = 16 << 20


def read(
    paths: Paths,
    *,
    format: str | None = None,
    columns: Iterable[str] | None = None,
    delimiter: str | None = None,
    whole_files: bool = False,
    block_rows: int = BLOCK_ROWS,
    num_cpus: float = 1,
) -> Dataset:
    """The rows of Parquet, csv or text files, with their numbers in the column `quadrille_row`.

    `paths` are files, folders, globs and URIs of object stores. The numbers grow with the order of the files and of the
    rows in them; for Parquet they count the rows of all files from 0. A csv file has a header row, and all of its columns are
    texts; a line break in a quoted field needs `whole_files=True`, with which a file is read by one task. The lines of a text
    are in the column `line`.

    A task reads the row groups of Parquet that have up to `block_rows` rows together, at least one, or 16 MiB of text.
    """
    files = find_files(paths)
    found = common_format(files, format)
    sep = delimiter_of(files, delimiter)
    chosen = None if columns is None else tuple(columns)
    layout = Layout(found, block_rows, BLOCK_BYTES, sep, whole_files, chosen)
    ranges, numbering = divide(files, layout)
    return dataset_of(ranges, layout, numbering, num_cpus)


def dataset_of(ranges: list[Range], layout: Layout, numbering: Numbering, num_cpus: float) -> Dataset:
    """The rows of ranges: a task for each."""
    if not ranges:
        return ray.data.from_arrow(pa.table({ROW: pa.array([], pa.int64())}))
    tasks = [read_task(partial(read_range, part, layout, numbering.place(part.first)), part.rows, part.file.size) for part in ranges]
    return ray.data.read_datasource(Tasks("Quadrille", tasks), num_cpus=num_cpus, override_num_blocks=max(1, len(tasks)))


def read_task(read_rows: Any, rows: int | None, size: int) -> ReadTask:
    """A task that reads; `size` is about how many bytes."""
    metadata = BlockMetadata(num_rows=rows, size_bytes=size, exec_stats=None, input_files=None)
    return ReadTask(read_rows, metadata)


class Tasks(Datasource):  # type: ignore[misc,unused-ignore]
    """A source with a fixed list of tasks, so that a dataset has the same blocks on any cluster."""

    def __init__(self, name: str, tasks: list[ReadTask]) -> None:
        super().__init__()
        self._name = name
        self._tasks = tasks

    def get_name(self) -> str:
        return self._name

    def estimate_inmemory_data_size(self) -> int | None:
        return None

    def get_read_tasks(self, parallelism: int, per_task_row_limit: int | None = None, data_context: Any = None) -> list[ReadTask]:
        return self._tasks


def read_range(part: Range, layout: Layout, place: str) -> Iterator[pa.Table]:
    """The rows of a part of a file, with errors that name the place."""
    # A task has its place alone, not the names of all files: with 10,000 files the names in all tasks would take gigabytes.
    tables = read_tables(part, layout)
    while True:
        table = guarded(place, lambda: next(tables, None))
        if table is None:
            return
        yield table
