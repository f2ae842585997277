"""How fast the package is, and how much of the speed of the Rust library that is.

    python python/benches/speed.py [--puzzles N] [--threads T] [--rounds R] [--rust PROGRAM]

The puzzles come from `datasets/9x9-easy.txt`, repeated, the same for the library and the package. Each figure is the median of
some rounds; in a round everything runs once, the library first, so that a slow moment of the machine affects all of it. The share of
the library's speed is the median of the shares of the rounds.

The library is measured by its benchmark `columns` on columns and on cells that are laid end to end. It is built before the first
round, or --rust names the program that `cargo bench --bench columns --no-default-features --features arrow --no-run` has built.
Needs numpy and pyarrow, and 6 GB of memory for ten million puzzles.
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
FILE = ROOT / "datasets/9x9-easy.txt"
#: Puzzles of a list, and calls with one string.
LIST, CALLS = 1_000_000, 20_000
#: With what of the library the forms are compared.
COMPARED = {
    "Arrow strings": ("Rust, Utf8", "Rust, cells"),
    "NumPy array": ("Rust, FixedSizeBinary", "Rust, cells"),
}
#: The part of the library's speed on such a column that has to remain, and the speed that a list and a call have to reach.
TARGETS = "targets: columns 80 % of Rust, a list 1.5 M puzzles/s, a call 5 µs"


def processor() -> str:
    text = pathlib.Path("/proc/cpuinfo").read_text()
    found = [re.search(rf"^{name}\s*: (.*)$", text, re.M) for name in ("model name", "cpu family", "model")]
    name, family, model = (match[1] if match else "unknown" for match in found)
    return f"{name}, family {family}, model {model}"


class Rust:
    """The benchmark of the library, which waits for each round."""

    def __init__(self, program: str | None, puzzles: int, threads: int) -> None:
        cargo = ["cargo", "bench", "--quiet", "--bench", "columns", "--no-default-features", "--features", "arrow", "--"]
        command = [*([program] if program else cargo), str(FILE), str(puzzles), str(threads)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def round(self) -> dict[str, float]:
        """The seconds of one round, by the form of the puzzles."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        if not words:
            raise SystemExit(f"the benchmark of the library ended with exit code {self.process.wait()}")
        return {name: float(seconds) for name, seconds in zip(words[::2], words[1::2])}


def contestants(texts: list[str], puzzles: int, threads: int) -> dict[str, tuple[int, Callable[[], object]]]:
    """The timed work: the number of puzzles, and a call."""
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
    texts = [line for line in FILE.read_text().splitlines() if len(line) == 81]
    print(f"{processor()}; {args.puzzles:,} puzzles, {args.threads} threads, medians of {args.rounds} rounds; {TARGETS}")
    library = Rust(args.rust, args.puzzles, args.threads)
    measured = contestants(texts, args.puzzles, args.threads)
    rounds: list[dict[str, float]] = []
    for _ in range(args.rounds):
        times = {f"Rust, {name}": seconds for name, seconds in library.round().items()}
        for name, (_, call) in measured.items():
            gc.collect()
            start = time.perf_counter()
            answer = call()
            times[name] = time.perf_counter() - start
            del answer
        rounds.append(times)
    for name in rounds[0]:
        rate = measured.get(name, (args.puzzles, None))[0] / statistics.median(times[name] for times in rounds)
        shares = [
            f"{100 * statistics.median(times[other] / times[name] for times in rounds):5.1f} % of {other}"
            for other in COMPARED.get(name, ())
        ]
        print(f"{name:28} {rate / 1e6:7.2f} M puzzles/s  {1e6 / rate:7.3f} µs each  {', '.join(shares)}".rstrip())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


if __name__ == "__main__":
    main()
