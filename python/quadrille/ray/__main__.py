"""`python -m quadrille.ray`: from files to files on a cluster."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

import argparse
import json
import logging
import math
import os
import sys
from functools import partial
from typing import Any

import pyarrow as pa
from ray.data import DataContext, Dataset

from ._arguments import function_options, parser
from ._classes import marked_dedup
from ._connect import connect
from ._generate import check_generate, generate
from ._inputs import ROW, Numbering, absolute, common_format, delimiter_of, find_files
from ._kernel import Kernel, guarded
from ._ranges import Layout, Range, divide, schema_of
from ._read import BLOCK_BYTES, dataset_of
from ._report import Progress, exit_code, message_of
from ._tasks import kernel_and_resources, mapped, resources
from ._text import answered, run_command, words_of
from ._write import Output, add, join_parts, put, writer


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
        self.how = resources(args.num_cpus, args.batch_size, args.concurrency)
        self.numbering: Numbering | None = None
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
        elif args.task == "dedup":
            if args.partitions < 1:
                raise ValueError(f"--partitions: expected 1 or more, got {args.partitions}")
            self.kernel, _ = kernel_and_resources("keys", args.column, {**self.options, "num_cpus": args.num_cpus})
        else:
            self.kernel = Kernel(args.task, args.column, args.num_cpus, self.options)
        if self.kernel is not None:
            first = self.files[0]
            guarded(first.name, partial(self.kernel.check_schema, schema_of(first, self.layout)))

    def run(self) -> int:
        """Runs it, and returns the exit code."""
        self.output.prepare()
        connect(self.args.address, self.args.quiet)
        context = DataContext.get_current()
        context.enable_progress_bars = False
        # Anything else would leave out the rows of a block that failed.
        context.max_errored_blocks = 0
        # A failed task is one line of this program, not the tracebacks of each layer.
        logging.getLogger("ray.data").setLevel(logging.CRITICAL)
        is_empty = self.args.task != "generate" and not self.ranges
        counts, names = ({"records": 0}, []) if is_empty else self._write(self._dataset())
        if self.is_one_file:
            join_parts(self.output, names, self.target)
        else:
            put(self.output.folder, "_SUCCESS", pa.py_buffer(json.dumps(counts).encode()))
        return exit_code(self.args.task, counts)

    def _dataset(self) -> Dataset:
        args = self.args
        if args.task == "generate":
            puzzles = generate(args.number, args.seed, num_cpus=args.num_cpus, concurrency=args.concurrency, **self.options)
            return puzzles.rename_columns({"index": ROW})
        assert self.numbering is not None
        if self.layout.format == "text":
            return answered(
                self.ranges, self.layout, self.numbering, self.words, args.num_cpus, args.concurrency
            )
        rows = dataset_of(self.ranges, self.layout, self.numbering, args.num_cpus)
        if args.task == "dedup":
            options = {**self.options, "num_cpus": args.num_cpus}
            one = marked_dedup(rows, args.column, ROW, args.partitions, options)
            return one.sort(ROW) if args.ordered else one
        assert self.kernel is not None
        return mapped(rows, self.kernel, self.how, self.numbering)

    def _write(self, ds: Dataset) -> tuple[dict[str, int], list[str]]:
        """Writes the parts, and waits for all of them."""
        write = writer(self.output, self.numbering, self.args.task not in ("morph", "generate", "dedup"))
        parts = ds.map_batches(write, **resources(self.args.num_cpus, None, self.args.concurrency))
        progress = Progress(None if self.args.task == "dedup" else len(self.ranges) or None, self.args.quiet)
        counts: dict[str, int] = {"records": 0}
        names: dict[str, int] = {}
        batches: Any = parts.iter_batches(batch_size=None, batch_format="pyarrow")
        for batch in batches:
            for part in batch.to_pylist():
                if part["name"]:
                    if part["name"] in names:
                        raise RuntimeError(f"{part['name']} was written twice with {names[part['name']]} and {part['rows']} rows")
                    names[part["name"]] = part["rows"]
                    add(counts, json.loads(part["counts"]))
            progress.update(counts["records"], len(names))
        expected = None if self.rows is None else self.rows * (self.options.get("copies") or 1)
        if self.args.task != "dedup" and expected not in (None, counts["records"]):
            raise RuntimeError(f"{counts['records']} rows were written of {expected}: the output is not complete")
        progress.finish(counts, len(names))
        return counts, list(names)


if __name__ == "__main__":
    sys.exit(main())
