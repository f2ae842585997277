"""Tests of `quadrille.ray` that take minutes, and its speed, on a cluster of several raylets on this machine.

Usage: python python/benches/cluster.py [all | killed | generate | dedup | speed] [--scale FRACTION] [--rounds N] [--folder DIR]

killed    5,000,000 rows of Parquet in 40 files are solved, a raylet is killed by SIGKILL in the middle, and the rows are
          compared with the rows of the command
generate  1,000,000 puzzles, compared with the puzzles of the command
dedup     2,000,000 rows with planted morphs, a raylet killed in the middle, the rows compared with those planted
speed     rows/s of the package alone, and of one and two workers of one CPU each, from Parquet to Parquet; memory

Numbers of rows are multiplied by --scale. The folder is emptied of what the script has made. Needs quadrille[ray].
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import ray
from ray.cluster_utils import Cluster

import quadrille

PYTHON = sys.executable
NODE = {"num_cpus": 1, "object_store_memory": 600 << 20, "include_dashboard": False}


def log(*words: object) -> None:
    print(time.strftime("%H:%M:%S"), *words, flush=True)


def command(*args: object) -> None:
    code = quadrille.run([str(arg) for arg in args])
    assert code in (0, 1), f"the command ended with code {code}"


def make_files(folder: Path, rows: int, files: int) -> list[Path]:
    """Easy puzzles, each a morph of one of 20,000, with some that are malformed or without solution."""
    folder.mkdir(parents=True)
    few = quadrille.generate(min(rows, 20_000), seed=1)
    of_file = rows // files
    paths = []
    for at in range(files):
        picked = pa.array(itertools.islice(itertools.cycle(few), at * of_file, (at + 1) * of_file))
        column = pa.chunked_array(quadrille.morph(picked, seed=2, first_row=at * of_file)).combine_chunks()
        puzzles = column.to_pylist()
        puzzles[3], puzzles[-1] = "no puzzle", "11" + "." * 79
        numbers = pa.array(range(at * of_file, (at + 1) * of_file))
        paths.append(folder / f"in-{at:02}.parquet")
        table = pa.table({"id": numbers, "question": pa.array(puzzles, pa.string())})
        pq.write_table(table, paths[-1], row_group_size=of_file // 2 + 1)
    return paths


class Nodes:
    """A head without CPUs, and workers of one CPU each."""

    def __init__(self, workers: int) -> None:
        self.cluster = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0})
        self.workers = [self.cluster.add_node(**NODE) for _ in range(workers)]

    def kill(self) -> None:
        """Ends a worker by SIGKILL; the others do its work."""
        victim = self.workers.pop()
        os.kill(victim.all_processes["raylet"][0].process.pid, signal.SIGKILL)
        self.cluster.remove_node(victim, allow_graceful=False)
        log(f"killed the raylet of node {victim.node_id[:8]}")

    def __enter__(self) -> Nodes:
        return self

    def __exit__(self, *_: object) -> None:
        self.cluster.shutdown()

    def run(self, *args: object) -> subprocess.Popen[bytes]:
        words = [PYTHON, "-m", "quadrille.ray", *map(str, args), "--address", self.cluster.address]
        return subprocess.Popen(words)


def kill_between(nodes: Nodes, process: subprocess.Popen[bytes], folder: Path, fewest: int, most: int) -> None:
    """Kills a node when `fewest` parts are written; it must be before `most` are."""
    parts = 0
    while parts < fewest and process.poll() is None:
        time.sleep(0.01)
        parts = len(list(folder.glob("part-*")))
    nodes.kill()
    parts = len(list(folder.glob("part-*")))
    log(f"{parts} of {most} parts were written then")
    assert process.poll() is None and parts < most, "the run was faster than the kill"
    assert process.wait() in (0, 1), f"the run ended with code {process.returncode}"


def killed(folder: Path, scale: float) -> None:
    rows = int(5_000_000 * scale)
    log(f"writing {rows:,} rows in 40 files")
    inputs = make_files(folder / "in", rows, 40)
    with Nodes(2) as nodes:
        start = time.monotonic()
        process = nodes.run("solve", *inputs, "-o", folder / "out", "--column", "question", "--block-rows", rows // 80 + 1)
        kill_between(nodes, process, folder / "out", 15, 80)
        log(f"solved in {time.monotonic() - start:.1f} s")
    command("solve", "--quiet", *inputs, "--column", "question", "-o", folder / "expected.parquet")
    expected, found = pq.ParquetFile(folder / "expected.parquet"), pq.read_table(folder / "out")
    assert len(found) == expected.metadata.num_rows == rows
    at = 0
    for batch in expected.iter_batches(250_000):
        part = found.slice(at, len(batch))
        for name in ("id", "question", "solution", "status"):
            one, other = pc.cast(part[name], pa.string()), pc.cast(pa.chunked_array([batch[name]]), pa.string())
            assert one.combine_chunks().equals(other.combine_chunks()), f"{name} differs after row {at}"
        at += len(batch)
    log(f"all {rows:,} rows equal the rows of the command, in their order")


def generate(folder: Path, scale: float) -> None:
    count = int(1_000_000 * scale)
    with Nodes(2) as nodes:
        start = time.monotonic()
        process = nodes.run(
            "generate", "--number", count, "--seed", 7, "-o", folder / "g.txt", "--output-format", "text", "--ordered"
        )
        assert process.wait() == 0
        log(f"generated in {time.monotonic() - start:.1f} s")
    command("generate", "--quiet", "--number", count, "--seed", 7, "-o", folder / "expected.txt")
    assert (folder / "g.txt").read_bytes() == (folder / "expected.txt").read_bytes()
    log(f"the {count:,} lines equal the lines of the command, byte for byte")


def dedup(folder: Path, scale: float) -> None:
    rows, classes = int(2_000_000 * scale), int(1_500_000 * scale)
    log(f"writing {rows:,} rows, {rows - classes:,} of them morphs of others")
    (folder / "dup").mkdir()
    puzzles = quadrille.generate(classes, seed=11)
    puzzles += quadrille.morph(puzzles[: rows - classes], seed=12)
    puzzles[classes // 2] = "no puzzle"
    for at in range(20):
        span = slice(at * rows // 20, (at + 1) * rows // 20)
        table = pa.table({"id": range(rows)[span], "puzzle": puzzles[span]})
        pq.write_table(table, folder / "dup" / f"in-{at:02}.parquet")
    morph_of_malformed = {classes + classes // 2} if classes // 2 < rows - classes else set()
    with Nodes(2) as nodes:
        start = time.monotonic()
        process = nodes.run("dedup", folder / "dup", "-o", folder / "one", "--partitions", 16)
        kill_between(nodes, process, folder / "one", 3, 16)
        log(f"compared in {time.monotonic() - start:.1f} s")
    kept = sorted(pq.read_table(folder / "one", columns=["id"])["id"].to_pylist())
    assert kept == sorted({*range(classes), *morph_of_malformed}), f"{len(kept)} rows were kept, {classes} expected"
    log(f"exactly the {len(kept):,} first rows of their classes are kept")


def alone(inputs: list[Path], out: Path, task: str, options: dict[str, object]) -> float:
    """Seconds that the package takes in this process with one thread, from Parquet to Parquet."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    start = time.monotonic()
    for path in inputs:
        file = pq.ParquetFile(path)
        batches = file.iter_batches(524_288, use_threads=False)
        for at, batch in enumerate(batches):
            answer = getattr(quadrille, task)(pa.Table.from_batches([batch]), column="question", threads=1, **options)
            pq.write_table(pa.table(answer), out / f"{path.stem}-{at}.parquet")
    return time.monotonic() - start


def clustered(inputs: list[Path], out: Path, task: str, options: dict[str, object]) -> float:
    """Seconds that the tasks of a cluster take, without the start of the cluster and of its workers."""
    from quadrille.ray.__main__ import main
    from quadrille.ray._arguments import flag_of

    flags = [word for name, value in options.items() for word in (flag_of(task, name), str(value))]
    common = ["-q", "--address", "auto", "--column", "question"]
    for _ in range(2):
        # The first run starts the worker processes.
        shutil.rmtree(out, ignore_errors=True)
        start = time.monotonic()
        assert main([task, *map(str, inputs), "-o", str(out), *common, *flags]) in (0, 1)
    return time.monotonic() - start


class Memory(threading.Thread):
    """The largest resident sets of the driver and of the worker processes, and what of them is not shared."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most: dict[str, int] = {}
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            for process in Path("/proc").iterdir():
                try:
                    words = (process / "cmdline").read_bytes()
                    kind = "worker" if words.startswith(b"ray::") else "driver" if process.name == str(os.getpid()) else ""
                    if kind:
                        self.note(kind, (process / "status").read_text())
                except OSError:
                    continue
            time.sleep(0.1)

    def note(self, kind: str, status: str) -> None:
        for line in status.splitlines():
            if line.startswith(("VmRSS", "RssAnon")):
                name, size = line.split(":")
                key = f"{kind} {name}"
                self.most[key] = max(self.most.get(key, 0), int(size.split()[0]) // 1024)

    def finish(self) -> str:
        self.is_over = True
        return ", ".join(f"{name} {size} MiB" for name, size in sorted(self.most.items()))


def speed(folder: Path, scale: float, rounds: int) -> None:
    jobs = [("solve", 6_000_000, {}), ("canonical", 4_000_000, {}), ("rate", 3_000_000, {"by": "morphs"})]
    table = []
    for task, size, options in jobs:
        rows = int(size * scale)
        # Files of 500,000 rows: one task each.
        inputs = make_files(folder / task, rows, max(4, rows // 500_000))
        seconds: dict[str, list[float]] = {"alone": [], "1 worker": [], "2 workers": []}
        memory = ""
        for _ in range(rounds):
            seconds["alone"].append(alone(inputs, folder / "alone", task, options))
            for workers in (1, 2):
                with Nodes(workers) as nodes:
                    ray.init(address=nodes.cluster.address, log_to_driver=False)
                    os.environ["RAY_ADDRESS"] = nodes.cluster.address
                    watcher = Memory()
                    watcher.start()
                    name = "1 worker" if workers == 1 else "2 workers"
                    seconds[name].append(clustered(inputs, folder / "out", task, options))
                    memory = watcher.finish()
                    ray.shutdown()
            log(task, {name: round(values[-1], 2) for name, values in seconds.items()}, memory)
        median = {name: statistics.median(values) for name, values in seconds.items()}
        one, two = median["1 worker"], median["2 workers"]
        per_second = " | ".join(f"{rows / value:,.0f}" for value in median.values())
        table.append(f"| `{task}` | {rows:,} | {per_second} | {one / two:.2f} | {100 * (one / median['alone'] - 1):.0f} % | {memory} |")
        shutil.rmtree(folder / task)
    print("| task | rows | alone, rows/s | 1 worker | 2 workers | scaling | overhead of 1 worker | memory |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    print("\n".join(table))


def main() -> None:
    jobs = {"killed": killed, "generate": generate, "dedup": dedup, "speed": None}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", nargs="?", choices=["all", *jobs], default="all")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3, help="of speed, whose figures are medians")
    args = parser.parse_args()
    for name in jobs if args.job == "all" else [args.job]:
        with tempfile.TemporaryDirectory(dir=args.folder, prefix="quadrille-cluster-") as folder:
            log(name)
            job = jobs[name] or partial(speed, rounds=args.rounds)
            job(Path(folder), args.scale)


if __name__ == "__main__":
    main()
