"""The scripts of docs/guides/clusters.md that divide a run by shards, and the figures of its model."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import quadrille

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "guides" / "clusters.md").read_text(encoding="utf-8")
ROWS = 20_000


def script(word):
    """The script of the page that has a word."""
    (found,) = (block for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S) if word in block)
    return found


@pytest.fixture
def folder(tmp_path):
    """A folder with `puzzles.csv`, some of which have no solution, and the command in the path."""
    texts = quadrille.generate(ROWS, seed=5)
    texts[7::1000] = ["no puzzle"] * (ROWS // 1000)
    lines = [f"{at},{text}\n" for at, text in enumerate(texts)]
    (tmp_path / "puzzles.csv").write_text("id,puzzle\n" + "".join(lines))
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "quadrille"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quadrille "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(folder, text, **variables):
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "HOME": str(folder), **variables}
    done = subprocess.run(["sh", "-c", text], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def assert_whole(folder):
    """The joined parts are the output of one run."""
    done = quadrille.run(["solve", "--quiet", folder / "puzzles.csv", "-o", folder / "whole.csv"])
    assert done == 1, "some puzzles have no solution"
    assert (folder / "solved.csv").read_bytes() == (folder / "whole.csv").read_bytes()


def test_the_job_array_of_slurm(folder):
    text = script("#SBATCH")
    first, last = map(int, re.search(r"--array=(\d+)-(\d+)$", text, re.M).groups())
    assert first == 1 and f"shards={last}\n" in text
    # The tasks end in any order, and one is run again.
    for task in (*range(last, 0, -1), 7):
        run(folder, text, SLURM_ARRAY_TASK_ID=str(task), SLURM_CPUS_PER_TASK="1", SLURM_ARRAY_TASK_COUNT="1")
    run(folder, re.search(r"--wrap '(.*)'", script("--wrap"))[1])
    assert_whole(folder)


def test_a_task_of_slurm_that_cannot_work_fails(folder):
    (folder / "puzzles.csv").unlink()
    with pytest.raises(AssertionError, match=r"puzzles\.csv"):
        run(folder, script("#SBATCH"), SLURM_ARRAY_TASK_ID="1", SLURM_CPUS_PER_TASK="1")
    assert not list(folder.glob("part.*"))


def test_gnu_parallel(folder):
    found = shutil.which("parallel")
    if found is None or "GNU" not in subprocess.run([found, "--version"], capture_output=True, text=True).stdout:
        pytest.skip("GNU parallel is not installed")
    run(folder, script("parallel --halt"))
    assert_whole(folder)


def test_the_table_of_the_model_follows_from_its_formulas():
    rows, nodes, cores, network, key = 1e9, 100, 16, 1.25e9, 32
    pattern = r"^\| (.+) \| ([\d.]+) \| (\d+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| (\d+) \|$"
    lines = re.findall(pattern, PAGE, re.M)
    for task, *cells in lines:
        micros, read, written, *shown = map(float, cells)
        computing = rows * micros * 1e-6 / (nodes * cores)
        shuffle = rows * key * (nodes - 1) / nodes / (nodes * network) if task == "`dedup`" else 0
        parts = [computing, rows * read / (nodes * network), rows * written / (nodes * network), shuffle]
        assert shown == pytest.approx([*parts, computing * nodes], abs=0.5, rel=0.01), task
        assert shown[:4] == pytest.approx(parts, abs=0.006)
    assert len(lines) >= 6
