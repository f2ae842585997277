"""Measures the memory that solving takes, each way in a process of its own, and prints a table.

    python benches/memory.py --rows 10000000

Each row has another puzzle than its neighbors; there are 100,000 different ones. `before` is the memory of the process with
its puzzles, `peak` the most while they were solved.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import quadrille

DIFFERENT = 100_000


def texts(rows: int) -> list[str]:
    puzzles = quadrille.generate(min(rows, DIFFERENT), seed=1)
    return (puzzles * -(-rows // len(puzzles)))[:rows]


def of_list(rows: int, folder: Path) -> tuple[Callable[[], Any], Callable[[Any], int]]:
    puzzles = texts(rows)
    return lambda: quadrille.solve(puzzles), lambda answers: sum(answer is not None for answer in answers)


def of_numpy(rows: int, folder: Path) -> tuple[Callable[[], Any], Callable[[Any], int]]:
    import numpy as np

    some = np.frombuffer("".join(texts(min(rows, DIFFERENT))).replace(".", "0").encode(), dtype=np.uint8) - 48
    puzzles = np.resize(some.reshape(-1, 81), (rows, 81))
    return lambda: quadrille.solve(puzzles), lambda answers: int((answers[:, 0] > 0).sum())


def of_pyarrow(rows: int, folder: Path) -> tuple[Callable[[], Any], Callable[[Any], int]]:
    import pyarrow as pa

    some = pa.array(texts(min(rows, DIFFERENT)))
    puzzles = pa.chunked_array([some] * (rows // len(some)) + [some[: rows % len(some)]])
    return lambda: quadrille.solve(puzzles), lambda answers: len(answers) - answers.null_count


def of_parquet(rows: int, folder: Path) -> tuple[Callable[[], Any], Callable[[Any], int]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    some = pa.table({"puzzle": texts(min(rows, DIFFERENT))})
    with pq.ParquetWriter(folder / "puzzles.parquet", some.schema, compression="zstd") as writer:
        for start in range(0, rows, len(some)):
            writer.write_table(some.slice(0, rows - start))
    out = folder / "solved.parquet"
    return lambda: quadrille.solve_file(folder / "puzzles.parquet", out), lambda _: pq.read_metadata(out).num_rows


def of_training(rows: int, folder: Path) -> tuple[Callable[[], Any], Callable[[Any], int]]:
    for name, seed in (("train.csv", 1), ("test.csv", 2)):
        puzzles = quadrille.generate(1000, seed=seed)
        lines = [f"me,{p},{s},0" for p, s in zip(puzzles, quadrille.solve(puzzles))]
        (folder / name).write_text("\n".join(["source,question,answer,rating", *lines]))
    build, files = quadrille.training.build, [folder / "train.csv", folder / "test.csv", folder / "out"]
    return lambda: build(*files, augment=rows // 1000 - 1), lambda built: built.train_examples


WAYS = {
    "`solve`, list of str": of_list,
    "`solve`, NumPy array": of_numpy,
    "`solve`, pyarrow strings": of_pyarrow,
    "`solve_file`, Parquet to Parquet": of_parquet,
    "`training.build`, 1,000 puzzles and their morphs": of_training,
}


def child(name: str, rows: int) -> None:
    """Measures one way, and prints its cells of the table."""
    with tempfile.TemporaryDirectory() as folder:
        work, count = WAYS[name](rows, Path(folder))
        before, start = resident(), time.perf_counter()
        answers = work()
        seconds = time.perf_counter() - start
        # In KiB. A child process, in which files are solved, has its own figure.
        own, other = (resource.getrusage(who).ru_maxrss >> 10 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        peak = f"{other:,} MiB" if work_is_elsewhere(name) else f"{max(own, before):,} MiB"
        before_text = "" if work_is_elsewhere(name) else f"{before:,} MiB"
        assert count(answers) == rows, "an answer is missing"
    print(f"| {name} | {rows:,} | {before_text} | {peak} | {seconds:.2f} s |")


def work_is_elsewhere(name: str) -> bool:
    return WAYS[name] is of_parquet


def resident() -> int:
    """The memory of this process in MiB."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() >> 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--way", choices=list(WAYS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.way:
        return child(args.way, args.rows)
    print("| memory | rows | before | peak | time |\n| --- | ---: | ---: | ---: | ---: |", flush=True)
    for name in WAYS:
        # Ten times as many morphs would be 1.3 GB of arrays for each million.
        rows = min(args.rows, 1_000_000) if WAYS[name] is of_training else args.rows
        subprocess.run([sys.executable, __file__, "--way", name, "--rows", str(rows)], check=True)


if __name__ == "__main__":
    main()
