"""Parts of an output: a task writes the rows of a block to a file whose name says where they belong."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import csv as csv_rows
import io
import json
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from ._classes import NO_CLASS
from ._inputs import ROW, filesystem_of
from ._kernel import guarded

SUFFIXES = {"parquet": ".parquet", "csv": ".csv", "text": ".txt"}

#: The column of a text output with the lines of a whole range, and the column with the counts of the command.
ANSWER, COUNTS = "quadrille_answer", "quadrille_counts"


@dataclass(frozen=True)
class Output:
    """A folder for parts, which all nodes can write to."""

    folder: str
    format: str

    def prepare(self) -> None:
        """Makes the folder, which must be empty: a part of an earlier run would pass for one of this run."""
        fs, path = filesystem_of(self.folder)
        info = fs.get_file_info(path)
        if info.type == pafs.FileType.File:
            raise FileExistsError(f"{self.folder}: is a file; expected a folder for the parts of the output")
        if info.type == pafs.FileType.Directory and fs.get_file_info(pafs.FileSelector(path)):
            raise FileExistsError(f"{self.folder}: the folder is not empty; name another one, or delete it")
        fs.create_dir(path, recursive=True)

    def name(self, row: int) -> str:
        """The file of the rows from a number on: names sort as the rows do."""
        return f"part-{row:019d}{SUFFIXES[self.format]}"


def writer(output: Output) -> Callable[[pa.Table], pa.Table]:
    """Writes a block of any rows of the inputs, and gives a row that describes the part."""
    return lambda table: pa.Table.from_pylist([write_part(table, output, None)])


def write_part(table: pa.Table, output: Output, status: str | None) -> dict[str, Any]:
    """Writes rows to the file that their first row names, and describes it. `status`: the column with the statuses of the answers."""
    if len(table) == 0:
        return {"name": "", "counts": "{}"}
    name = output.name(pc.min(table[ROW]).as_py())
    guarded(name, lambda: put(output.folder, name, _encoded(table, output.format)))
    return {"name": name, "counts": json.dumps(_counts(table, status))}


def put(folder: str, name: str, content: pa.Buffer) -> None:
    """Writes a file that is there as a whole or not at all."""
    fs, path = filesystem_of(folder)
    with _whole_file(fs, f"{path}/{name}") as stream:
        stream.write(content)


@contextmanager
def _whole_file(fs: Any, path: str) -> Iterator[Any]:
    """A stream to a file that is there when all is written: an object of a store when its stream is closed, a file when
    it is renamed."""
    is_local = isinstance(fs, pafs.LocalFileSystem)
    folder, name = os.path.split(path)
    # Two tasks that write the same part have a file each: processes of two containers may have the same id.
    target = f"{folder}/.{name}.{uuid.uuid4().hex}" if is_local else path
    with fs.open_output_stream(target) as stream:
        yield stream
    if is_local:
        fs.move(target, path)


def _encoded(table: pa.Table, format: str) -> pa.Buffer:
    sink = pa.BufferOutputStream()
    rows = table.drop_columns([name for name in (ROW, NO_CLASS) if name in table.column_names])
    if format == "parquet":
        pq.write_table(rows, sink, write_page_index=True)
    elif format == "csv":
        sink.write(_csv(rows))
    elif ANSWER in table.column_names:
        for answer in table[ANSWER]:
            sink.write(answer.as_buffer())
    else:
        sink.write("".join(f"{line}\n" for line in table["puzzle"].to_pylist()).encode())
    return sink.getvalue()


def _csv(rows: pa.Table) -> bytes:
    """Rows as csv. pyarrow quotes either no text or all texts: none where none needs it."""
    header = io.StringIO()
    csv_rows.writer(header, lineterminator="\n").writerow(rows.column_names)
    body = pa.BufferOutputStream()
    try:
        pacsv.write_csv(rows, body, pacsv.WriteOptions(include_header=False, quoting_style="none"))
    except pa.ArrowInvalid:
        body = pa.BufferOutputStream()
        pacsv.write_csv(rows, body, pacsv.WriteOptions(include_header=False, quoting_style="needed"))
    return header.getvalue().encode() + bytes(body.getvalue())


def _counts(table: pa.Table, status: str | None) -> dict[str, int]:
    """How many rows have which status."""
    if COUNTS in table.column_names:
        counts: dict[str, int] = {}
        for text in table[COUNTS].to_pylist():
            add(counts, json.loads(text))
        return counts
    counts = {"records": len(table)}
    if NO_CLASS in table.column_names:
        # A column `status` belongs to the input here, as for `morph` and `generate`.
        counts["invalid"] = table[NO_CLASS].to_pylist().count(True)
    elif status in table.column_names:
        for entry in table[status].value_counts():
            counts[str(entry["values"].as_py() or "null")] = entry["counts"].as_py()
    return counts


def add(counts: dict[str, int], more: dict[str, int]) -> None:
    """Adds counts to others."""
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count


def join_parts(output: Output, names: list[str], target: str) -> None:
    """Puts the parts into one file, in the order of their names, and removes them."""
    fs, path = filesystem_of(output.folder)
    to, final = filesystem_of(target)
    with _whole_file(to, final) as stream:
        for name in sorted(names):
            with fs.open_input_stream(f"{path}/{name}", compression=None) as part:
                while block := part.read(8 << 20):
                    stream.write(block)
    fs.delete_dir(path)
