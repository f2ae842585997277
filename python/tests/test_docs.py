"""The examples of the docstrings, and the type stubs."""

import ast
import doctest
import importlib
import importlib.util
import inspect
import operator
import pathlib
import shutil
import subprocess
import sys

import pytest
import quadrille
from conftest import EASY

MODULE = ("module", quadrille)
OBJECTS = [MODULE, *((name, getattr(quadrille, name)) for name in quadrille.__all__ if not name.startswith("_"))]
COMPAT = ["exact_cover", "exact_cover.wrapper", "xcover", "xcover.io", "xcover.solvers", "xcover.utils", "xcover.zdd_utils"]
if importlib.util.find_spec("numpy"):
    COMPAT += ["exact_cover.helpers", "exact_cover.io"]
MODULES = [importlib.import_module(f"quadrille.compat.{name}") for name in COMPAT]
OBJECTS += [(module.__name__, module) for module in MODULES]
METHODS = [(f"Cover.{name}", item) for name, item in vars(quadrille.Cover).items() if not name.startswith("_")]
TRAINING = [(f"training.{name}", getattr(quadrille.training, name)) for name in quadrille.training.__all__]
OBJECTS += [*METHODS, *TRAINING, *((f"{m.__name__}.{name}", getattr(m, name)) for m in MODULES for name in m.__all__)]
EXAMPLES = [(name, item) for name, item in OBJECTS if ">>>" in (item.__doc__ or "")]
EXAMPLES.append(("keys", importlib.import_module("quadrille._quadrille").keys))


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


def stubs():
    """The functions, methods and properties of the stubs, all overloads of each."""
    found = {}
    for item in ast.parse((pathlib.Path(quadrille.__file__).parent / "_quadrille.pyi").read_text(encoding="utf-8")).body:
        for node in item.body if isinstance(item, ast.ClassDef) else [item]:
            prefix = f"{item.name}." if isinstance(item, ast.ClassDef) else ""
            if isinstance(node, ast.FunctionDef) and not item.name.startswith("_") and not node.name.startswith("_"):
                found.setdefault(prefix + node.name, []).append(node)
    return found


STUBS = stubs()


@pytest.mark.parametrize("name", STUBS)
def test_the_stubs_have_the_signatures_and_docstrings_of_the_extension(name):
    item = operator.attrgetter(name)(importlib.import_module("quadrille._quadrille"))
    text = inspect.getdoc(item)
    assert ast.get_docstring(STUBS[name][0]) == text and len(text) >= 10
    for stub in STUBS[name][1:]:
        assert ast.get_docstring(stub) == text.split("\n>>>")[0].rstrip()
    if not callable(item):
        return
    keywords = {p.name: p.default for p in inspect.signature(item).parameters.values() if p.kind is p.KEYWORD_ONLY}
    positional = [p.name for p in inspect.signature(item).parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    for stub in STUBS[name]:
        arguments = stub.args
        assert [argument.arg for argument in arguments.posonlyargs + arguments.args] == positional
        assert [argument.arg for argument in arguments.kwonlyargs] == list(keywords)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
            assert default is None or ast.literal_eval(default) == keywords[argument.arg], argument.arg


FUNCTIONS = {name: function for name, function in OBJECTS if inspect.isbuiltin(function)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_the_keywords_of_its_signature(name):
    function, first = FUNCTIONS[name], {"solutions": EASY, "generate": 1}.get(name, [EASY])
    arguments = [first, *{"leak": [[EASY]], "select": [1], "split": ["1/1"]}.get(name, [])]
    if name in ("verify", "morph_with_solutions"):
        arguments.append([None])
    keywords = {p.name: p.default for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY}
    assert len(keywords) >= 5 and type(function(*arguments, **keywords)) is type(function(*arguments))
    with pytest.raises(TypeError, match="unexpected keyword argument 'thread'"):
        function(*arguments, thread=1)


def test_a_problem_takes_the_keywords_of_its_signature():
    parameters = inspect.signature(quadrille.Cover).parameters.values()
    keywords = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
    assert list(keywords) == ["secondary", "colors", "primary", "costs", "bounds"]
    assert quadrille.Cover([["a"]], **keywords).count() == quadrille.Cover([["a"]]).count() == 1


@pytest.mark.parametrize("name", [name for name, item in METHODS if callable(item)])
def test_a_method_takes_the_keywords_of_its_signature(name, tmp_path):
    method = getattr(quadrille.Cover([["r1c1"]]), name.removeprefix("Cover."))
    arguments = {"Cover.sample": [1], "Cover.zdd": [tmp_path / "all.zdd"]}.get(name, [])
    keywords = {p.name: p.default for p in inspect.signature(method).parameters.values() if p.kind is p.KEYWORD_ONLY}
    assert {"timeout", "max_nodes"} <= set(keywords) and method(*arguments, **keywords) is not None


def test_the_stubs_are_made_of_the_extension():
    script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "python-stubs"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


SAMPLE = '''
from typing import Optional
import quadrille
from quadrille.compat.xcover import covers as covers_of

one: Optional[str] = quadrille.solve("...", limit=2, threads=1)
many: list[Optional[str]] = quadrille.solve(["...", None], progress=lambda done, total: print(done))
number: int = quadrille.count("...")
puzzle: str = quadrille.generate(seed=1)
puzzles: list[str] = quadrille.generate(5, rating=(3, None), symmetry="mirror", givens=(None, 30))
hint = quadrille.hint(puzzle)
if hint is not None and hint.cell is not None:
    print(hint.cell.upper())
problem: quadrille.Cover = quadrille.Cover([["a"], ["b"]], secondary=["b"], costs=[1, 2], bounds={"a": (1, None)})
covers: list[list[int]] = list(problem.solutions(limit=5))
ways: int = problem.count(timeout=5) + len(problem.sample(3, seed=1, memory=10**6))
best: Optional[tuple[int, list[int]]] = problem.lowest_cost()
more: quadrille.Cover = quadrille.Cover([{"a": None, "s": "red"}], colors=[None])
listed: list[list[int]] = list(covers_of([["a"], ["b"]], secondary=["b"]))
pair: tuple[str, str | None] = quadrille.morph_with_solutions(puzzle, puzzle)
code: int = quadrille.solve_file("a", "b", threads=2)
parts: list[list[str]] = quadrille.split(puzzles, (8, 2), seed=1)
drawn: list[str] = quadrille.select(puzzles, 3, per_bucket=True)
leaks: quadrille.Leaks = quadrille.leak(puzzles, ["..."], equal_by="text")
steps: list[quadrille.Step] = quadrille.explain(puzzle)
reason: Optional[str] = quadrille.verify(puzzle, None)


def answers(column: quadrille.Column, table: quadrille.Table) -> tuple[quadrille.Column, quadrille.Table]:
    moved: quadrille.Column = quadrille.morph(column, transform=["..."], inverse=True)
    halves: list[quadrille.Table] = quadrille.split(quadrille.verify(table, prefix="my_"), "1/1")
    return quadrille.solve(moved, column=None), quadrille.morph(halves[0], copies=2, solution_column="answer")
'''


def mypy(tmp_path, text):
    (tmp_path / "sample.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "sample.py"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_the_stubs_are_right(tmp_path):
    done = mypy(tmp_path, SAMPLE)
    assert done.returncode == 0, done.stdout
    done = mypy(tmp_path, "import quadrille\nquadrille.solve('', nodes=5)\nquadrille.solve(5)\nquadrille.check('', limit=2)\n")
    assert done.stdout.count("error") >= 3, done.stdout


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_finds_nothing_in_the_package_and_its_stubs(tmp_path):
    # The errors of a package that is installed are not shown, so it is checked as files, and away from other packages,
    # which would count as files too.
    folder = tmp_path / "quadrille"
    shutil.copytree(pathlib.Path(quadrille.__file__).parent, folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
