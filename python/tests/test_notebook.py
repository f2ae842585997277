"""The notebook in `examples/`, cell by cell, as it is."""

import ast
import importlib.util
import json
import os
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NOTEBOOK = json.loads((EXAMPLES / "training-set.ipynb").read_text(encoding="utf-8"))
CODE = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def run(source, names):
    """Runs a cell, and returns the value of its last line, which a notebook shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.fixture(scope="module")
def shown():
    """The values that the cells show."""
    for package in ("numpy", "polars"):
        pytest.importorskip(package)
    if importlib.util.find_spec("matplotlib"):
        import matplotlib

        matplotlib.use("Agg")
    before, names = Path.cwd(), {}
    os.chdir(EXAMPLES)
    try:
        return [run("".join(cell["source"]), names) for cell in CODE]
    finally:
        os.chdir(before)


def test_the_cells_run_in_their_order(shown):
    results = [value for value in shown if isinstance(value, tuple)]
    # The rows and those with the right answer, without equivalent puzzles, the parts and their morphs, and the shape.
    rows, right = results[0]
    assert (rows, right) == (1541, 1539)
    assert results[1] == (1539, 1500)
    train, examples, test = results[2]
    assert train + test == 1500 and examples == 20 * train and results[3] == (examples, 81)


def test_the_pictures_of_the_cells_can_be_drawn(shown):
    tables = [value for value in shown if type(value).__name__ == "Table"]
    assert len(tables) == 2 and all("<table" in table._repr_html_() for table in tables)
    pictures = [value for value in shown if hasattr(value, "_repr_svg_")]
    charts = 0 if importlib.util.find_spec("matplotlib") else 3
    assert len(pictures) == 4 + charts and all(picture._repr_svg_().startswith("<svg") for picture in pictures)


def test_the_file_has_no_outputs():
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in CODE)
    assert NOTEBOOK["nbformat"] == 4 and len({cell["id"] for cell in NOTEBOOK["cells"]}) == len(NOTEBOOK["cells"])
