"""How fast the package is, and how much of the speed of the Rust library that is.

    python python/benches/speed.py [--puzzles N] [--threads T] [--rounds R] [--rust PROGRAM]

The puzzles are those of `datasets/9x9-easy.txt`, repeated. Each figure is the median of some rounds; in a round everything runs
once, so that a slow moment of the machine affects all of it. The library is measured by its benchmark `arrow`
(`cargo bench --bench arrow --features arrow`, or the program that --rust names) before the first round and after the last one; its figure is
the better of the two. Needs numpy and pyarrow.
"""

from __future__ import annotations

import argparse
import gc
import pathlib
import re
import resource
import statistics
import subprocess
import time
from collections.abc import Callable

import numpy as np
import pyarrow as pa
import quadrille

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: Puzzles of a list, and calls with one string.
LIST, CALLS = 1_000_000, 20_000
#: The greatest part of the Rust figure that a column may lose, and what a list and a call have to reach.
TARGETS = "targets: columns 80 % of Rust, a list 1.5 M puzzles/s, a call 5 µs"


def processor() -> str:
    text = pathlib.Path("/proc/cpuinfo").read_text()
    found = [re.search(rf"^{name}\s*: (.*)$", text, re.M) for name in ("model name", "cpu family", "model")]
    name, family, model = (match[1] if match else "unknown" for match in found)
    return f"{name}, family {family}, model {model}"


def rust(program: str | None, puzzles: int, threads: int) -> dict[str, float]:
    """Rows per second of the benchmark of the library, by the type of the column."""
    cargo = ["cargo", "bench", "--bench", "arrow", "--no-default-features", "--features", "arrow", "--"]
    command = [program] if program else cargo
    output = subprocess.run([*command, str(puzzles)], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = re.findall(rf"^{threads} thread\(s\)  (\S.*?) +([\d.]+) M rows/s", output, re.M)
    return {name: float(rate) * 1e6 for name, rate in lines}


def contestants(texts: list[str], puzzles: int, threads: int) -> dict[str, tuple[int, Callable[[], object]]]:
    """What is timed: the number of puzzles, and a call."""
    repeats = -(-puzzles // len(texts))
    column = pa.array(texts)
    column = pa.concat_arrays([column] * repeats).slice(0, puzzles)
    digits = np.array([[int(cell) if cell != "." else 0 for cell in text] for text in texts], dtype=np.uint8)
    array = np.tile(digits, (repeats, 1))[:puzzles]
    many = (texts * -(-LIST // len(texts)))[:LIST]
    one = texts[: min(1000, len(texts))]

    def calls() -> None:
        solve = quadrille.solve
        for _ in range(CALLS // len(one)):
            for text in one:
                solve(text)

    return {
        "Arrow strings": (puzzles, lambda: quadrille.solve(column, threads=threads)),
        "NumPy array": (puzzles, lambda: quadrille.solve(array, threads=threads)),
        "list of str": (LIST, lambda: quadrille.solve(many, threads=threads)),
        "str, one call each": (CALLS // len(one) * len(one), calls),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=10_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rust")
    args = parser.parse_args()
    lines = (ROOT / "datasets/9x9-easy.txt").read_text().split()
    texts = [line for line in lines if len(line) == 81]
    print(f"{processor()}; {args.puzzles:,} puzzles, {args.threads} threads, medians of {args.rounds} rounds; {TARGETS}")
    before = rust(args.rust, args.puzzles, args.threads)
    times: dict[str, list[float]] = {}
    measured = contestants(texts, args.puzzles, args.threads)
    for _ in range(args.rounds):
        for name, (_, call) in measured.items():
            gc.collect()
            start = time.perf_counter()
            answer = call()
            times.setdefault(name, []).append(time.perf_counter() - start)
            del answer
    after = rust(args.rust, args.puzzles, args.threads)
    best = {name: max(rate, after[name]) for name, rate in before.items()}
    for name, rate in best.items():
        print(f"{'Rust, ' + name:28} {rate / 1e6:7.2f} M puzzles/s")
    compared = {"Arrow strings": "Utf8", "NumPy array": "FixedSizeBinary"}
    for name, (count, _) in measured.items():
        rate = count / statistics.median(times[name])
        share = f"  {100 * rate / best[compared[name]]:5.1f} % of Rust, {compared[name]}" if name in compared else ""
        print(f"{name:28} {rate / 1e6:7.2f} M puzzles/s  {1e6 / rate:7.3f} µs each{share}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


if __name__ == "__main__":
    main()
