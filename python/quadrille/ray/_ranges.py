"""Parts of files: what one task reads, and its rows as tables."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import csv as csv_rows
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

from ._inputs import FILE_SPAN, ROW, File, Numbering

#: The longest header row, and how far after its range a line may end.
_LONGEST_LINE = 16 << 20


@dataclass(frozen=True)
class Range:
    """A part of a file. `first` is the number of its first row.

    `part` are row groups of Parquet, from and to, or bytes; a line belongs to the range in which it begins.
    """

    file: File
    first: int
    part: tuple[int, int]
    rows: int | None = None


@dataclass(frozen=True)
class Layout:
    """How files are divided and read."""

    format: str
    rows: int
    bytes: int
    delimiter: str = ","
    whole_files: bool = False
    columns: tuple[str, ...] | None = None


def divide(files: list[File], layout: Layout) -> tuple[list[Range], Numbering]:
    """The ranges of all files in order, and how their rows are numbered."""
    names = tuple(file.name for file in files)
    if layout.format != "parquet":
        starts = tuple(at * FILE_SPAN for at in range(len(files)))
        return [part for file, first in zip(files, starts) for part in _of_bytes(file, first, layout)], Numbering(
            names, starts
        )
    with ThreadPoolExecutor(32) as pool:
        footers = list(pool.map(_row_groups, files))
    ranges: list[Range] = []
    starts_of_rows: list[int] = []
    first = 0
    for file, groups in zip(files, footers):
        starts_of_rows.append(first)
        ranges.extend(_of_row_groups(file, first, groups, layout.rows))
        first += sum(groups)
    return ranges, Numbering(names, tuple(starts_of_rows))


def schema_of(file: File, layout: Layout) -> pa.Schema:
    """The columns of a table."""
    if layout.format == "csv":
        return pa.schema([(name, pa.string()) for name in _header(file, None, layout)])
    with file.fs.open_input_file(file.path) as source:
        return pq.read_schema(source)


def read_tables(part: Range, layout: Layout) -> Iterator[pa.Table]:
    """The rows of a range, with their numbers, in tables of a bounded size."""
    if layout.format == "parquet":
        tables = _read_parquet(part, layout)
    elif layout.format == "csv":
        tables = _read_csv(part, layout)
    else:
        tables = iter([pa.table({"line": _lines(read_lines(part, layout))})])
    row = part.first
    for table in tables:
        if ROW in table.column_names:
            raise ValueError(f"{part.file.name} has a column {ROW} already: rename it, or leave it out")
        yield table.append_column(ROW, pa.array(range(row, row + len(table)), pa.int64()))
        row += len(table)


def read_lines(part: Range, layout: Layout) -> bytes:
    """The lines that begin in a range of bytes."""
    file = part.file
    if file.is_compressed or layout.whole_files:
        with file.fs.open_input_stream(file.path, compression="detect") as stream:
            return bytes(stream.read())
    start, end = part.part
    with file.fs.open_input_file(file.path) as source:
        if start > 0:
            # One byte back: a line that begins exactly at the start is of this range.
            start = _line_end(source, start - 1, file)
        if start >= end:
            return b""
        stop = file.size if end >= file.size else _line_end(source, end - 1, file)
        source.seek(start)
        return bytes(source.read(stop - start))


def _line_end(source: pa.NativeFile, at: int, file: File) -> int:
    """The offset after the first newline at or after an offset, or the end of the file."""
    block, start = 1 << 16, at
    while at < file.size:
        source.seek(at)
        found = source.read(block)
        newline = found.find(b"\n")
        if newline >= 0:
            return int(at + newline + 1)
        at += len(found)
        if at - start > _LONGEST_LINE or not found:
            break
    if at < file.size:
        raise ValueError(f"{file.name}: a line of more than 16 MiB at byte {start}")
    return file.size


def _row_groups(file: File) -> list[int]:
    with file.fs.open_input_file(file.path) as source:
        try:
            footer = pq.read_metadata(source)
        except pa.ArrowInvalid as error:
            raise ValueError(f"{file.name}: {error}") from None
        return [footer.row_group(at).num_rows for at in range(footer.num_row_groups)]


def _of_row_groups(file: File, first: int, groups: list[int], most: int) -> Iterator[Range]:
    """Row groups, several to a range while they have no more than `most` rows together."""
    start, rows = 0, 0
    for at, count in enumerate(groups):
        if rows > 0 and rows + count > most:
            yield Range(file, first, (start, at), rows)
            first, start, rows = first + rows, at, 0
        rows += count
    if rows > 0:
        yield Range(file, first, (start, len(groups)), rows)


def _of_bytes(file: File, first: int, layout: Layout) -> Iterator[Range]:
    if file.is_compressed or layout.whole_files:
        yield Range(file, first, (0, file.size))
        return
    for start in range(0, file.size, layout.bytes):
        yield Range(file, first + start, (start, min(start + layout.bytes, file.size)))


def _read_parquet(part: Range, layout: Layout) -> Iterator[pa.Table]:
    with part.file.fs.open_input_file(part.file.path) as source:
        parquet = pq.ParquetFile(source, pre_buffer=True)
        groups = list(range(*part.part))
        columns = None if layout.columns is None else list(layout.columns)
        # pyarrow cannot read a dictionary in a struct or a list from several row groups at once.
        is_divided = any(_has_dictionary(type) for field in parquet.schema_arrow for type in _members(field.type))
        for some in [[group] for group in groups] if is_divided else [groups]:
            for batch in parquet.iter_batches(layout.rows, some, columns=columns, use_threads=False):
                yield pa.Table.from_batches([batch])


def _has_dictionary(type: pa.DataType) -> bool:
    return pa.types.is_dictionary(type) or any(map(_has_dictionary, _members(type)))


def _members(type: pa.DataType) -> list[pa.DataType]:
    """The types of the members of a nested type."""
    return [type.field(at).type for at in range(type.num_fields)] if pa.types.is_nested(type) else []


def _read_csv(part: Range, layout: Layout) -> Iterator[pa.Table]:
    text = read_lines(part, layout)
    is_first = part.part[0] == 0
    is_whole = part.file.is_compressed or layout.whole_files
    if not is_whole and text.count(b'"') % 2 == 1:
        raise ValueError(f"{part.file.name}: a quoted field has a line break near byte {part.part[0]}; use whole_files=True (--whole-files)")
    names = _header(part.file, text if is_first else None, layout)
    if not text:
        return
    read = pacsv.ReadOptions(column_names=names, skip_rows=1 if is_first else 0, use_threads=False)
    parse = pacsv.ParseOptions(delimiter=layout.delimiter, newlines_in_values=is_whole)
    # Digits are text: 0 is an empty cell, and 81 digits are not a number.
    convert = pacsv.ConvertOptions(column_types={name: pa.string() for name in names}, strings_can_be_null=False)
    if is_first and text.count(b"\n", 0, len(text) - 1) == 0:
        yield pa.table({name: pa.array([], pa.string()) for name in names})
        return
    table = pacsv.read_csv(pa.BufferReader(text), read, parse, convert)
    for start in range(0, len(table), layout.rows):
        yield table.slice(start, layout.rows)


def _header(file: File, text: bytes | None, layout: Layout) -> list[str]:
    """The names of the columns of a csv file."""
    if text is None:
        with file.fs.open_input_stream(file.path, compression="detect" if file.is_compressed else None) as source:
            text = source.read(1 << 20)
    line = text[: text.find(b"\n") + 1] or text
    rows = csv_rows.reader(io.StringIO(line.decode("utf-8-sig")), delimiter=layout.delimiter)
    names = next(rows, [])
    if not names:
        raise ValueError(f"{file.name}: expected a header row with the names of the columns")
    return names


def _lines(text: bytes) -> pa.Array:
    lines = text.removeprefix(b"\xef\xbb\xbf").decode(errors="replace").split("\n")
    if lines[-1] == "":
        lines.pop()
    return pa.array([line.removesuffix("\r") for line in lines], pa.string())
