"""The examples of the docstrings, and the type stubs."""

import ast
import doctest
import importlib
import importlib.util
import inspect
import pathlib
import shutil
import subprocess
import sys

import pytest
import quadrille

MODULE = ("module", quadrille)
OBJECTS = [MODULE, *((name, getattr(quadrille, name)) for name in quadrille.__all__ if not name.startswith("_"))]
MODULES = [importlib.import_module(f"quadrille.compat.{name}") for name in ("exact_cover", "xcover")]
OBJECTS += [(module.__name__, module) for module in MODULES]
METHODS = [(f"Cover.{name}", item) for name, item in vars(quadrille.Cover).items() if not name.startswith("_")]
OBJECTS += [*METHODS, *((f"{m.__name__}.{name}", getattr(m, name)) for m in MODULES for name in m.__all__)]
EXAMPLES = [(name, item) for name, item in OBJECTS if ">>>" in (item.__doc__ or "")]


@pytest.mark.parametrize(("name", "item"), OBJECTS, ids=[name for name, _ in OBJECTS])
def test_everything_has_a_docstring(name, item):
    assert len(inspect.getdoc(item) or "") > 40


@pytest.mark.parametrize(("name", "item"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples(name, item):
    text = inspect.getdoc(item)
    for package in ("pyarrow", "numpy"):
        if f"import {package}" in text:
            pytest.importorskip(package)
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert len(test.examples) >= 2
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_the_stubs_have_everything():
    folder = pathlib.Path(quadrille.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = ast.parse((folder / "_quadrille.pyi").read_text())
    named = {item.name: item for item in stubs.body if isinstance(item, (ast.ClassDef, ast.FunctionDef))}
    compiled = importlib.import_module("quadrille._quadrille")
    public = [name for name in dir(compiled) if not name.startswith("_")]
    assert set(public) <= set(named), set(public) - set(named)
    for name in public:
        item = getattr(compiled, name)
        if inspect.isclass(item):
            stubbed = {method.name for method in named[name].body if isinstance(method, ast.FunctionDef)}
            assert {method for method in vars(item) if not method.startswith("__")} <= stubbed


SAMPLE = '''
from typing import Optional
import quadrille
from quadrille.compat.xcover import covers as covers_of

one: Optional[str] = quadrille.solve("...", limit=2, threads=1)
many: list[Optional[str]] = quadrille.solve(["...", None], progress=lambda done, total: print(done))
number: int = quadrille.count("...")
puzzle: str = quadrille.generate(seed=1)
puzzles: list[str] = quadrille.generate(5, rating=(3, None), symmetry="mirror")
hint = quadrille.hint(puzzle)
if hint is not None and hint.cell is not None:
    print(hint.cell.upper())
problem: quadrille.Cover = quadrille.cover([["a"], ["b"]], secondary=["b"], costs=[1, 2], bounds={"a": (1, None)})
covers: list[list[int]] = list(problem.solutions(limit=5))
ways: int = problem.count(timeout=5) + len(problem.sample(3, seed=1, memory=10**6))
best: Optional[tuple[int, list[int]]] = problem.minimum()
more: quadrille.Cover = quadrille.cover([{"a": None, "s": "red"}], colors=[None])
listed: list[list[int]] = list(covers_of([["a"], ["b"]], secondary=["b"]))
pair: tuple[str, str] = quadrille.morph(puzzle, solutions=puzzle)
code: int = quadrille.solve_file("a", "b", threads=2)


def answers(column: quadrille.Column, table: quadrille.Table) -> tuple[quadrille.Column, quadrille.Table]:
    return quadrille.solve(column, column=None), quadrille.morph(table, copies=2, solution_column="answer")
'''


def mypy(tmp_path, text):
    (tmp_path / "sample.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "sample.py"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_the_stubs_are_right(tmp_path):
    done = mypy(tmp_path, SAMPLE)
    assert done.returncode == 0, done.stdout
    done = mypy(tmp_path, "import quadrille\nquadrille.solve('', nodes=5)\nquadrille.solve(5)\n")
    assert done.stdout.count("error") >= 2, done.stdout


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_finds_nothing_in_the_package_and_its_stubs(tmp_path):
    # The errors of a package that is installed are not shown, so it is checked as files, and away from other packages,
    # which would count as files too.
    folder = tmp_path / "quadrille"
    shutil.copytree(pathlib.Path(quadrille.__file__).parent, folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
