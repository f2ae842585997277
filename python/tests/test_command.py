"""The command, as a module and on files."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, HARD, HARD_SOLVED, NONE

COMMAND = [sys.executable, "-m", "quadrille"]


def test_the_module_is_the_command():
    done = subprocess.run([*COMMAND, "solve", "-"], input=f"{EASY}\n{NONE}\n", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, f"{EASY_SOLVED}\n!none\n")
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True)
    assert done.stdout.strip() == f"quadrille {quadrille.__version__}"
    done = subprocess.run([*COMMAND, "solve", "--nonsense"], capture_output=True, text=True)
    assert done.returncode == 2 and "--nonsense" in done.stderr


def test_the_script_is_the_command():
    script = shutil.which("quadrille", path=str(pathlib.Path(sys.executable).parent))
    if script is None:
        pytest.skip("the package is not installed here")
    done = subprocess.run([script, "solve", "-"], input=EASY, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, EASY_SOLVED)


def test_bench_is_in_other_builds():
    for name in ["bench", "benchmark"]:
        done = subprocess.run([*COMMAND, name, "puzzles.txt"], capture_output=True, text=True)
        message = "quadrille: this build does not contain bench; in a clone, use `cargo install --path .`\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    for words in ["--help"], ["man"], ["completions", "bash"]:
        done = subprocess.run([*COMMAND, *words], capture_output=True, text=True)
        assert done.returncode == 0 and "bench" not in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_command_as_it_does_without_python(name, tmp_path):
    (tmp_path / "endless.txt").write_text("." * 625)
    command = [*COMMAND, "count", str(tmp_path / "endless.txt"), "-o", str(tmp_path / "out.txt")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    # The temporary file of the output is there as soon as signals are handled.
    while process.poll() is None and len(os.listdir(tmp_path)) < 2:
        time.sleep(0.01)
    process.send_signal(getattr(signal, name))
    _, message = process.communicate(timeout=60)
    assert process.returncode == 128 + getattr(signal, name)
    assert f"stopped by {name} after 0 records" in message and os.listdir(tmp_path) == ["endless.txt"]


def test_a_table_with_brotli_says_what_to_do(tmp_path, capfd):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.table({"puzzle": [EASY]}), tmp_path / "x.parquet", compression="brotli")
    assert quadrille.run(["solve", tmp_path / "x.parquet", "-o", tmp_path / "out.csv"]) == 2
    expected = 'column "puzzle" is compressed with Brotli, which this build does not read: write it with zstd'
    assert expected in capfd.readouterr().err and os.listdir(tmp_path) == ["x.parquet"]


def test_run_returns_the_exit_code(capfd):
    assert quadrille.run(["check", EASY]) == 0
    assert quadrille.run(["solve", "no such file"]) == 2
    captured = capfd.readouterr()
    assert "unique" in captured.out and "no such file" in captured.err


def test_a_file_is_solved_into_a_file(tmp_path):
    source, out = tmp_path / "puzzles.csv", tmp_path / "solved.csv"
    source.write_text(f"id,quizzes\n1,{EASY}\n2,{HARD}\n")
    assert quadrille.solve_file(source, out, threads=1, limit=2, engine=None, no_mmap=True, keep_trailing=False) == 0
    assert out.read_text() == f"id,quizzes,solution,status\n1,{EASY},{EASY_SOLVED},unique\n2,{HARD},{HARD_SOLVED},unique\n"
    assert quadrille.solve_file([source, str(source)], tmp_path / "both.txt", variant=["x"]) == 1
    assert (tmp_path / "both.txt").read_text().count("!none") == 4


def test_errors_name_the_file(tmp_path):
    with pytest.raises(ValueError, match="missing.txt"):
        quadrille.solve_file(tmp_path / "missing.txt", tmp_path / "out.txt")
    for options, error, message in (
        ({"nonsense": 1}, TypeError, "solve_file() got an unexpected keyword argument 'nonsense'"),
        ({"max_node": 1}, TypeError, "solve_file() got an unexpected keyword argument 'max_node'. Did you mean 'max_nodes'?"),
        ({"threads": 5000}, ValueError, "solve_file(): threads: expected a whole number from 1 to 1024, got '5000'"),
        ({"engine": "fast"}, ValueError, "solve_file(): engine: expected one of auto, lanes, dlx, got 'fast'"),
        ({"engine": "lane"}, ValueError, "solve_file(): engine: expected one of auto, lanes, dlx, got 'lane'"),
        ({"all": True, "verify_answers": True}, ValueError, "solve_file(): all cannot be used with verify_answers; remove one of them"),
    ):
        with pytest.raises(error) as e:
            quadrille.solve_file(tmp_path / "missing.txt", tmp_path / "out.txt", **options)
        assert str(e.value) == message
    assert not (tmp_path / "out.txt").exists()


def test_solve_file_without_a_file_is_an_error(tmp_path):
    # It wrote an empty file and returned 0.
    with pytest.raises(ValueError, match="got none"):
        quadrille.solve_file([], tmp_path / "out.txt")
    assert not (tmp_path / "out.txt").exists()
