"""`python -m quadrille.ray`: from files to files on a cluster."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import logging
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
from ray.data import DataContext, Dataset

from .. import __version__
from ._arguments import function_options, parser
from ._classes import leak, marked_dedup
from ._connect import connect
from ._generate import blocks, check_generate
from ._inputs import ROW, File, Numbering, absolute, common_format, delimiter_of, find_files
from ._kernel import Kernel, guarded
from ._parts import Part, begin, end, written
from ._ranges import Layout, Range, divide, schema_of
from ._read import BLOCK_BYTES, dataset_of
from ._report import Progress, exit_code, message_of
from ._tasks import answered_range, kernel_and_resources, resources
from ._text import answered_lines, run_command, words_of
from ._write import Output, add, join_parts, put, writer

#: The commands that compare all rows. A run of them that did not end starts again from the beginning.
COMPARING = ("dedup", "leak")


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0, 1 if some records were not answered, 2 for an error."""
    args = parser().parse_args(argv)
    try:
        return Run(args).run()
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        print(f"quadrille: {message_of(error)}", file=sys.stderr)
        return 2


class Run:
    """One run. Wrong arguments are an error before it connects to the cluster."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.options = function_options(args)
        resources(args.num_cpus, args.batch_size, args.concurrency)
        self.numbering: Numbering | None = None
        self.files: list[File] = []
        self.ranges: list[Range] = []
        self.rows: int | None = args.number if args.task == "generate" else None
        self.layout = Layout("parquet", 1, 1)
        self.kernel: Kernel | None = None
        if args.task != "generate":
            self._find_inputs()
        self.output = self._output()
        self._check_options()

    def _find_inputs(self) -> None:
        args = self.args
        files = self.files = find_files(args.inputs)
        format = common_format(files, args.format)
        delimiter = delimiter_of(files, args.delimiter)
        self.layout = Layout(format, max(1, args.block_rows), BLOCK_BYTES, delimiter, args.whole_files)
        self.ranges, self.numbering = divide(files, self.layout)
        if format == "parquet":
            self.rows = sum(part.rows or 0 for part in self.ranges)
        if args.task == "leak":
            self.others = find_files(args.against)
            if common_format(self.others, args.format) != format or delimiter_of(self.others, args.delimiter) != delimiter:
                raise ValueError("--against: expected files in the format of the inputs")

    def _output(self) -> Output:
        args = self.args
        format = args.output_format or ("parquet" if args.task == "generate" else self.layout.format)
        if (format == "text") != (self.layout.format == "text") and args.task != "generate":
            raise ValueError("text is written of text only, and of text only text")
        self.is_one_file = format == "text" and args.ordered
        self.target = absolute(args.output)
        if self.is_one_file and os.path.isdir(self.target):
            raise ValueError(f"{args.output}: it is a folder; ordered text is written to one file")
        return Output(f"{self.target}.parts" if self.is_one_file else self.target, format)

    def _check_options(self) -> None:
        args = self.args
        if args.task == "generate":
            check_generate(args.number, args.seed, self.options)
        elif self.layout.format == "text":
            if args.column is not None:
                raise ValueError("text has no columns: --column is for csv and Parquet")
            self.words = words_of(args.task, max(1, math.ceil(args.num_cpus)), self.options)
            run_command(self.words, b"")
        elif args.task in COMPARING:
            if args.partitions < 1:
                raise ValueError(f"--partitions: expected 1 or more, got {args.partitions}")
            self._check_columns(self._kernel("keys", args.column), self.files[0])
            if args.task == "leak":
                self._check_columns(self._kernel("keys", args.against_column or args.column), self.others[0])
        else:
            self.kernel = Kernel(args.task, args.column, args.num_cpus, self.options)
            self._check_columns(self.kernel, self.files[0])

    def _kernel(self, name: str, column: str | None) -> Kernel:
        return kernel_and_resources(name, column, {**self.options, "num_cpus": self.args.num_cpus})[0]

    def _check_columns(self, kernel: Kernel, first: File) -> None:
        schema = schema_of(first, self.layout)
        guarded(first.name, partial(kernel.check_schema, schema))
        nested = [field.name for field in schema if pa.types.is_nested(field.type)]
        if self.args.task == "explain":
            nested.append(f"{self.options.get('prefix', '')}steps")
        if nested and self.output.format == "csv":
            raise ValueError(f"{first.name}: csv cannot hold lists, structs or maps ({', '.join(nested)}); write Parquet")

    def run(self) -> int:
        """Runs it, and returns the exit code."""
        if self.args.task in COMPARING:
            self.output.prepare()
            counts, names = self._compared()
        else:
            counts, names = self._answered(begin(self.output, self._identity()))
        if self.is_one_file:
            join_parts(self.output, names, self.target)
        else:
            put(self.output.folder, "_SUCCESS", pa.py_buffer(json.dumps(counts).encode()))
            if self.args.task not in COMPARING:
                end(self.output)
        return exit_code(self.args.task, counts)

    def _connect(self) -> None:
        connect(self.args.address, self.args.quiet)
        context = DataContext.get_current()
        context.enable_progress_bars = False
        # Anything else would leave out the rows of a block that failed.
        context.max_errored_blocks = 0
        # A failed task is one line of this program, not the tracebacks of each layer.
        logging.getLogger("ray.data").setLevel(logging.CRITICAL)

    def _identity(self) -> dict[str, Any]:
        """Everything that the parts depend on, by what messages call it."""
        args = self.args
        files = repr([(file.name, file.size, file.modified) for file in self.files])
        ignored = {"output", "address", "num_cpus", "batch_size", "concurrency", "quiet"}
        named = {f"--{name.replace('_', '-')}": value for name, value in vars(args).items() if name not in {*ignored, "task", "inputs"}}
        return {
            "the version of quadrille": __version__,
            "the command": args.task,
            "the inputs": hashlib.blake2b(files.encode(), digest_size=16).hexdigest(),
            **named,
        }

    def _parts(self) -> list[Part]:
        args = self.args
        if args.task == "generate":
            found = blocks(args.number, args.seed, args.num_cpus, self.options)
            return [Part(start, partial(_numbered, make), 90 * count) for start, count, make in found]
        assert self.numbering is not None
        parts = []
        for part in self.ranges:
            place = self.numbering.place(part.first)
            if self.layout.format == "text":
                tables = partial(answered_lines, part, self.layout, place, self.words)
            else:
                assert self.kernel is not None
                tables = partial(answered_range, part, self.layout, place, self.kernel, args.batch_size)
            parts.append(Part(part.first, tables, part.file.size))
        return parts

    def _answered(self, finished: dict[int, dict[str, Any]]) -> tuple[dict[str, int], list[str]]:
        """Writes the parts that are not finished yet."""
        args = self.args
        parts = self._parts()
        progress = Progress(len(parts) or None, args.quiet)
        progress.earlier = sum(json.loads(note["counts"]).get("records", 0) for note in finished.values())
        if finished and not args.quiet:
            print(f"quadrille: {len(finished):,} of {len(parts):,} parts were finished by an earlier run", file=sys.stderr)
        left = [part for part in parts if part.first not in finished]
        rows: Iterable[dict[str, Any]] = []
        if left:
            self._connect()
            status = None if args.task in ("morph", "generate") else f"{self.options.get('prefix', '')}status"
            rows = _rows_of(written(left, self.output, status, args.num_cpus, args.concurrency))
        counts, names = _summed(itertools.chain(finished.values(), rows), progress)
        expected = None if self.rows is None else self.rows * (self.options.get("copies") or 1)
        if expected not in (None, counts["records"]):
            raise RuntimeError(f"{counts['records']} rows were written of {expected}: the output is not complete")
        progress.finish(counts, len(names))
        return counts, names

    def _compared(self) -> tuple[dict[str, int], list[str]]:
        """Writes the rows of `dedup` or `leak`."""
        args = self.args
        progress = Progress(None, args.quiet)
        rows: Iterable[dict[str, Any]] = []
        others, numbering = divide(self.others, self.layout) if args.task == "leak" else ([], None)
        if self.ranges and (others or args.task == "dedup"):
            self._connect()
            assert self.numbering is not None
            options = {**self.options, "num_cpus": args.num_cpus}
            found = dataset_of(self.ranges, self.layout, self.numbering, args.num_cpus)
            if numbering is None:
                found = marked_dedup(found, args.column, ROW, args.partitions, options)
            else:
                against = dataset_of(others, self.layout, numbering, args.num_cpus)
                named = {"column": args.column, "against_column": args.against_column, "partitions": args.partitions}
                found = leak(found, against, **named, **options)
            found = found.sort(ROW) if args.ordered else found
            rows = _rows_of(found.map_batches(writer(self.output), **resources(args.num_cpus, None, args.concurrency)))
        counts, names = _summed(rows, progress)
        progress.finish(counts, len(names))
        return counts, names


def _numbered(make: Callable[[], Iterator[pa.Table]]) -> Iterator[pa.Table]:
    """Puzzles with their index as the number of their row."""
    return (table.rename_columns([ROW, "puzzle"]) for table in make())


def _rows_of(ds: Dataset) -> Iterator[dict[str, Any]]:
    """The descriptions of parts, as they are written."""
    batches: Any = ds.iter_batches(batch_size=None, batch_format="pyarrow")
    return (row for batch in batches for row in batch.to_pylist())


def _summed(rows: Iterable[dict[str, Any]], progress: Progress) -> tuple[dict[str, int], list[str]]:
    """Waits for all parts, and sums up their counts."""
    counts: dict[str, int] = {"records": 0}
    names: dict[str, None] = {}
    for row in rows:
        if row["name"]:
            if row["name"] in names:
                raise RuntimeError(f"{row['name']} was written twice")
            names[row["name"]] = None
            add(counts, json.loads(row["counts"]))
        progress.update(counts["records"], len(names))
    return counts, list(names)


if __name__ == "__main__":
    sys.exit(main())
