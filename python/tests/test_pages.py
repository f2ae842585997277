"""The examples of the README and of the pages in docs/, with the outputs that they show."""

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import quadrille.training
from quadrille.show import Board, Picture

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "README": ROOT / "python" / "README.md",
    "docs": ROOT / "docs" / "reference" / "python.md",
    "start": ROOT / "docs" / "start" / "python.md",
    "cover": ROOT / "docs" / "guides" / "exact-cover.md",
    "training": ROOT / "docs" / "guides" / "training-sets.md",
}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page, language):
    """The blocks of a language in a page, each with the number of its first line."""
    text = PAGES[page].read_text(encoding="utf-8")
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.M | re.S):
        yield text[: match.start(1)].count("\n"), match[1]


def examples(text, name, globs, first):
    test = doctest.DocTestParser().get_doctest(text, globs, name, name, first)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    # The runner clears the names by default, which the next block needs.
    results = runner.run(test, clear_globs=False)
    globs.update(test.globs)
    return results


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_a_page(page):
    if page == "start":
        # All of its examples are about one DataFrame.
        pytest.importorskip("polars")
    globs, left_out, tried = {}, [], 0
    for line, text in blocks(page, "python"):
        missing = {name for name in ("numpy", "polars", "pyarrow") if f"import {name}" in text and not importlib.util.find_spec(name)}
        if missing:
            left_out.append(line)
            continue
        results = examples(text, str(PAGES[page]), globs, line)
        assert results.failed == 0, f"{PAGES[page]}: the block of line {line + 1}"
        tried += results.attempted
    assert tried >= 5 and len(left_out) < 6


def test_the_example_of_the_first_page():
    pytest.importorskip("pandas")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    ((first, text),) = ((m.start(1), m[1]) for m in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S))
    results = examples(text, "README.md", {}, first)
    assert results.failed == 0 and results.attempted >= 3


def test_commands_of_the_page(tmp_path):
    ((_, text),) = blocks("docs", "console")
    expected = [line for line in text.splitlines() if not line.startswith("$ ")]
    output = []
    for line in text.splitlines():
        if line.startswith("$ python "):
            command = [sys.executable, *shlex.split(line)[2:]]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            output += done.stdout.splitlines()
    assert output == expected and len(output) == 2


@pytest.mark.parametrize("item", [quadrille.training.build, Board, Picture])
def test_examples_of_docstrings(item):
    results = examples(item.__doc__, item.__name__, {}, 0)
    assert results.attempted >= 2 and results.failed == 0


def test_every_public_name_is_on_the_page_of_the_package():
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    names = [name for name in quadrille.__all__ if not name.startswith("_")]
    names += [f"training.{name}" for name in quadrille.training.__all__]
    missing = [name for name in names if not re.search(rf"`(quadrille\.)?{re.escape(name)}\b|quadrille\.{re.escape(name)}\b", page)]
    assert missing == []
