"""Compares quadrille with other packages on the same puzzles, in turn, and prints the tables of docs/reference/python.md.

    pip install py-sudoku rustoku dokusan exact-cover xcover
    python benches/compare.py --rounds 5

Packages that are not there are left out. Every answer is checked. Each figure is the median of the rounds; processor time is
the time of all threads. The time for importing and, for xcover, for compiling is not counted.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import covers

import quadrille

DATASETS = Path(__file__).resolve().parents[2] / "datasets"


@dataclass
class Contestant:
    """A function of a task, and how long it took in each round."""

    name: str
    function: Callable[[Any], Any]
    task: Any
    check: Callable[[Any], None]
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def run(self) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        answer = self.function(self.task)
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)
        self.check(answer)


def in_turn(contestants: list[Contestant], rounds: int) -> None:
    """Runs all contestants once without a clock, and then all of them in each round."""
    for contestant in contestants:
        contestant.run()
        contestant.wall.clear()
        contestant.cpu.clear()
    for _ in range(rounds):
        for contestant in contestants:
            contestant.run()


def solvers() -> list[tuple[str, Callable[[list[str]], list[str]], int]]:
    """The solvers of sudoku, and how many puzzles each gets: about half a second of work."""
    found: list[tuple[str, Callable[[list[str]], list[str]], int]] = [
        ("quadrille, a list", quadrille.solve, 200_000),
        ("quadrille, a list, one thread", lambda puzzles: quadrille.solve(puzzles, threads=1), 200_000),
        ("quadrille, one call for each", lambda puzzles: [quadrille.solve(p) for p in puzzles], 100_000),
    ]
    try:
        import rustoku

        found.append(("rustoku", lambda puzzles: [rustoku.solve(p) for p in puzzles], 10_000))
    except ImportError:
        pass
    try:
        from sudoku import Sudoku

        found.append(("py-sudoku", lambda puzzles: [of_py_sudoku(Sudoku, p) for p in puzzles], 100))
    except ImportError:
        pass
    try:
        from dokusan import boards
        from dokusan import solvers as dokusan

        size = boards.BoxSize(3, 3)
        solve = lambda p: str(dokusan.backtrack(boards.Sudoku.from_string(p.replace(".", "0"), box_size=size)))
        found.append(("dokusan", lambda puzzles: [solve(p) for p in puzzles], 100))
    except ImportError:
        pass
    return found


def of_py_sudoku(sudoku: Any, puzzle: str) -> str:
    rows = [[None if c == "." else int(c) for c in puzzle[i : i + 9]] for i in range(0, 81, 9)]
    return "".join(str(digit) for row in sudoku(3, 3, board=rows).solve().board for digit in row)


def is_solution(puzzle: str, solution: str) -> bool:
    """Whether it keeps the givens, and each row, column and box has nine different digits."""
    rows = [solution[i : i + 9] for i in range(0, 81, 9)]
    columns = ["".join(row[i] for row in rows) for i in range(9)]
    boxes = ["".join(row[j : j + 3] for row in rows[i : i + 3]) for i in (0, 3, 6) for j in (0, 3, 6)]
    keeps = all(given in (".", digit) for given, digit in zip(puzzle, solution))
    return keeps and all(sorted(house) == list("123456789") for house in rows + columns + boxes)


def sudoku(name: str, puzzles: list[str], rounds: int) -> None:
    """Prints the table of one set of puzzles, all of which have one solution."""
    solutions = quadrille.solve(puzzles)
    assert all(map(is_solution, puzzles, solutions)) and set(quadrille.check(puzzles)) == {"unique"}

    def contestant(name: str, function: Callable[[Any], Any], count: int) -> Contestant:
        times = -(-count // len(puzzles))
        task, expected = (puzzles * times)[:count], (solutions * times)[:count]

        def check(answers: list[str]) -> None:
            assert answers == expected, f"{name}: wrong answers"

        return Contestant(name, function, task, check)

    contestants = [contestant(*solver) for solver in solvers()]
    in_turn(contestants, rounds)
    print(f"\n| {name} | puzzles | puzzles/s | processor time for each | times as long |\n| --- | ---: | ---: | ---: | ---: |")
    best = statistics.median(contestants[0].wall) / len(contestants[0].task)
    for each in contestants:
        count = len(each.task)
        wall, cpu = statistics.median(each.wall) / count, statistics.median(each.cpu) / count
        print(f"| {each.name} | {count:,} | {1 / wall:,.0f} | {microseconds(cpu)} | {wall / best:,.1f} |")


def microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:,.2f} µs" if seconds < 1e-4 else f"{seconds * 1e6:,.0f} µs"


def searches() -> list[tuple[str, Callable[[covers.Problem], Any]]]:
    """The programs for exact covers, with the name of each. They count, or list, all solutions."""
    found: list[tuple[str, Callable[[covers.Problem], Any]]] = [
        ("quadrille, `count()`", lambda problem: cover(problem).count()),
        ("quadrille, `count(threads=1)`", lambda problem: cover(problem).count(threads=1)),
        ("quadrille, `count(threads=1, memory=0)`", lambda problem: cover(problem).count(threads=1, memory=0)),
        ("quadrille, `list(solutions())`", lambda problem: list(cover(problem).solutions())),
    ]
    try:
        import exact_cover

        found.append(("exact-cover, `get_solution_count`", lambda p: exact_cover.get_solution_count(p.matrix())))
    except ImportError:
        pass
    try:
        import xcover

        warnings.filterwarnings("ignore", module="numba")
        xcovers = lambda p: list(xcover.covers(p.options, primary=p.primary, secondary=p.secondary))
        found.append(("xcover, `list(covers)`", xcovers))
    except ImportError:
        pass
    return found


def cover(problem: covers.Problem) -> quadrille.Cover:
    return quadrille.Cover(problem.options, primary=problem.primary, secondary=problem.secondary)


def exact_covers(rounds: int) -> None:
    problems = [covers.pentominoes(6, 10), covers.queens(11), covers.langford(11)]
    print(f"\n| all solutions | {' | '.join(p.name for p in problems)} |\n| --- |{' ---: |' * len(problems)}")
    table: dict[str, list[str]] = {}
    for problem in problems:
        problem.matrix()
        contestants = [Contestant(name, function, problem, problem.check) for name, function in searches()]
        in_turn(contestants, rounds)
        best = statistics.median(contestants[0].wall)
        for each in contestants:
            wall, cpu = statistics.median(each.wall), statistics.median(each.cpu)
            text = f"{wall * 1e3:,.1f} ms ({cpu * 1e3:,.1f}) · {wall / best:,.1f}"
            table.setdefault(each.name, []).append(text)
    for name, cells in table.items():
        print(f"| {name} | {' | '.join(cells)} |")
    print("\nWall time, processor time in parentheses, and the wall time against the first row.")


def counters() -> list[tuple[str, Callable[[covers.Problem], int]]]:
    """The programs for exact covers, as functions that count without keeping solutions."""
    found = [(name, function) for name, function in searches() if "list" not in name]
    try:
        import xcover

        found.append(("xcover, `covers`, counted", lambda p: sum(1 for _ in xcover.covers(p.options, primary=p.primary))))
    except ImportError:
        pass
    return found


def in_child(pipe: Any, function: Callable[[covers.Problem], int], problem: covers.Problem) -> None:
    start = time.perf_counter()
    answer = function(problem)
    pipe.send((time.perf_counter() - start, answer))


def time_of(function: Callable[[covers.Problem], int], problem: covers.Problem, seconds: float) -> float | None:
    """The time of a count in a process of its own; None if that was ended after some seconds."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=in_child, args=(theirs, function, problem))
    child.start()
    theirs.close()
    result = ours.recv() if ours.poll(seconds) else None
    child.kill()
    child.join()
    if result is None:
        return None
    problem.check(result[1])
    return float(result[0])


def tilings(rounds: int, seconds: float) -> None:
    """Counts of problems with many solutions. A program that takes too long is not tried again."""
    problems = [covers.dominoes(side) for side in (6, 8, 16)]
    print(f"\n| tilings | {' | '.join(f'{p.name}: {p.solutions:.3g}' for p in problems)} |\n| --- |{' ---: |' * len(problems)}")
    times: dict[tuple[str, str], list[float | None]] = {}
    for problem in problems:
        problem.matrix()
        for _ in range(rounds):
            for name, function in counters():
                taken = times.setdefault((name, problem.name), [])
                if None not in taken:
                    taken.append(time_of(function, problem, seconds))
    for name, _ in counters():
        cells = []
        for problem in problems:
            done = [each for each in times[name, problem.name] if each is not None]
            is_done = len(done) == len(times[name, problem.name])
            cells.append(f"{statistics.median(done) * 1e3:,.1f} ms" if is_done else f"not in {seconds:g} s")
        print(f"| {name} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60, help="time after which a count of tilings is ended")
    parser.add_argument("--only", choices=["sudoku", "covers"])
    arguments = parser.parse_args()
    rounds = arguments.rounds
    if arguments.only != "sudoku":
        exact_covers(rounds)
        tilings(rounds, arguments.seconds)
    if arguments.only == "covers":
        return
    easy = quadrille.generate(20_000, seed=1)
    sudoku("generated at random", easy, rounds)
    sudoku("minimal", (DATASETS / "9x9-minimal.txt").read_text().split(), rounds)


if __name__ == "__main__":
    main()
