"""The scripts in `examples/`, as they are, each with the library it is for."""

import csv
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import quadrille

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
EASY, HARD = (HERE.parents[1] / "datasets" / f"9x9-{name}.txt" for name in ("easy", "minimal"))


def run(name, *args):
    process = subprocess.run(
        [sys.executable, EXAMPLES / name, *args], capture_output=True, text=True, timeout=120
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


@pytest.fixture
def puzzles():
    """20 easy puzzles and 30 minimal ones."""
    lines = [open(path).read().split() for path in (EASY, HARD)]
    return lines[0][:20] + lines[1][:30]


@pytest.fixture
def table(puzzles, tmp_path):
    """A csv file with the puzzles, one of them wrongly answered, one twice, and one with several solutions."""
    rows = [[puzzle, quadrille.solve(puzzle)] for puzzle in puzzles]
    rows[3][1] = rows[4][1]
    rows += [[quadrille.morph(puzzles[7], seed=1), "1" * 81], ["." * 81, "1" * 81]]
    with open(tmp_path / "puzzles.csv", "w", newline="") as file:
        csv.writer(file).writerows([["question", "answer"], *rows])
    return tmp_path / "puzzles.csv"


def test_numpy(puzzles, tmp_path):
    np = pytest.importorskip("numpy")
    cells = [[0 if cell == "." else int(cell) for cell in puzzle] for puzzle in [*puzzles, "." * 81]]
    np.save(tmp_path / "puzzles.npy", np.array(cells, dtype=np.uint8))
    (line,) = run("with_numpy.py", tmp_path / "puzzles.npy", tmp_path / "solved.npz")
    assert line.startswith("50 of 51 puzzles have one solution; they have ")
    saved = np.load(tmp_path / "solved.npz")
    assert saved["puzzles"].shape == saved["solutions"].shape == (150, 81)
    assert (quadrille.solve(saved["puzzles"]) == saved["solutions"]).all()


def test_pyarrow(puzzles, tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    column = [*puzzles, None, "no puzzle"]
    pq.write_table(pa.table({"id": range(52), "question": column}), tmp_path / "puzzles.parquet")
    lines = run("with_pyarrow.py", tmp_path / "puzzles.parquet", tmp_path / "solved.parquet")
    assert sorted(lines) == ["1 None", "1 invalid", "50 solved"]
    solved = pq.read_table(tmp_path / "solved.parquet")
    assert solved.column_names == ["id", "question", "solution", "status", "guesses"]
    assert solved["solution"].to_pylist() == quadrille.solve(puzzles)
    assert solved["guesses"].to_pylist() == quadrille.rate(puzzles)


def test_polars(puzzles, table, tmp_path):
    pl = pytest.importorskip("polars")
    (line,) = run("with_polars.py", table, tmp_path / "hard.parquet")
    hard = pl.read_parquet(tmp_path / "hard.parquet")
    assert line == f"52 puzzles, 51 distinct ones, {len(hard)} need guesses"
    guesses = hard["guesses"].to_list()
    assert 0 < len(guesses) < 51 and guesses == sorted(guesses, reverse=True)
    assert hard["solution"].to_list() == quadrille.solve(hard["question"].to_list())


def test_pandas(puzzles, table, tmp_path):
    pytest.importorskip("pandas")
    *_, line = run("with_pandas.py", table, tmp_path / "wrong.csv")
    assert line == "3 of 52 rows have another answer, or not exactly one"
    with open(tmp_path / "wrong.csv", newline="") as file:
        wrong = list(csv.DictReader(file))
    assert [row["status"] for row in wrong] == ["unique", "unique", "multiple"]
    assert wrong[0]["question"] == puzzles[3]


@pytest.mark.skipif(importlib.util.find_spec("pandas") is None, reason="needs pandas")
def test_pandas_without_pyarrow(table, tmp_path):
    code = f"import runpy, sys; sys.modules['pyarrow'] = None; sys.argv[1:] = {[str(table), str(tmp_path / 'wrong.csv')]}"
    script = f"{code}; runpy.run_path({str(EXAMPLES / 'with_pandas.py')!r})"
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines()[-1] == "3 of 52 rows have another answer, or not exactly one"
