"""Parts that are finished one by one: a task reads, answers and writes the rows of a range, and leaves a note of it."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
import ray
from ray.data import Dataset

from ._inputs import ROW, filesystem_of
from ._read import Tasks, read_task
from ._write import Output, put, write_part

#: The folder in the output with a note for each finished part. It is removed when all are finished.
NOTES = "_run"
_IDENTITY = "identity.json"


@dataclass(frozen=True)
class Part:
    """The rows of a range, from a number on: `tables` makes them when it is called; `size` is about how many bytes."""

    first: int
    tables: Callable[[], Iterator[pa.Table]]
    size: int


def written(parts: list[Part], output: Output, status: str | None, num_cpus: float, concurrency: int | None) -> Dataset:
    """Writes parts: a task for each, which gives a row that describes it. `status`: the column with the statuses of the answers."""
    tasks = [read_task(partial(_write, part, output, status), 1, part.size) for part in parts]
    return ray.data.read_datasource(
        Tasks("QuadrilleParts", tasks), num_cpus=num_cpus, concurrency=concurrency, override_num_blocks=len(tasks)
    )


def _write(part: Part, output: Output, status: str | None) -> Iterator[pa.Table]:
    """A task that runs again, because its node was lost, has the same rows and writes the same files."""
    tables = [table for table in part.tables() if len(table)]
    table = pa.concat_tables(tables) if tables else pa.table({ROW: pa.array([], pa.int64())})
    description = write_part(table, output, status)
    put(f"{output.folder}/{NOTES}", f"{part.first}.json", pa.py_buffer(json.dumps(description).encode()))
    yield pa.Table.from_pylist([description])


def begin(output: Output, identity: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Prepares the folder for a run with this identity, and returns the parts that an earlier run has finished, by their
    first rows. The identity has everything that the parts depend on."""
    fs, path = filesystem_of(f"{output.folder}/{NOTES}")
    if fs.get_file_info(f"{path}/{_IDENTITY}").type != pafs.FileType.File:
        output.prepare()
        fs.create_dir(path, recursive=True)
        put(f"{output.folder}/{NOTES}", _IDENTITY, pa.py_buffer(json.dumps(identity).encode()))
        return {}
    earlier = _read(fs, f"{path}/{_IDENTITY}")
    others = [name for name in {**earlier, **identity} if earlier.get(name) != identity.get(name)]
    if others:
        raise FileExistsError(
            f"{output.folder}: holds parts of a run that did not end and differs in {', '.join(others)}; name another folder, or delete it"
        )
    names = [info.base_name for info in fs.get_file_info(pafs.FileSelector(path)) if info.base_name[0].isdigit()]
    with ThreadPoolExecutor(32) as pool:
        notes = pool.map(lambda name: _read(fs, f"{path}/{name}"), names)
        return {int(name.removesuffix(".json")): note for name, note in zip(names, notes)}


def end(output: Output) -> None:
    """Removes the notes."""
    fs, path = filesystem_of(f"{output.folder}/{NOTES}")
    fs.delete_dir(path)


def _read(fs: Any, path: str) -> dict[str, Any]:
    with fs.open_input_stream(path) as stream:
        found: dict[str, Any] = json.loads(stream.read())
    return found
