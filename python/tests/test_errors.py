"""The form of messages: `function(): argument: what`."""

import re

import pytest
import quadrille
from conftest import EASY, MANY, SMALL

CALLS = {
    "kind": lambda: quadrille.solve(5),
    "item": lambda: quadrille.check([EASY, 5]),
    "malformed": lambda: quadrille.count("x"),
    "strict": lambda: quadrille.givens([EASY, "x"], strict=True),
    "number": lambda: quadrille.solve(EASY, limit=-1),
    "type": lambda: quadrille.rate(EASY, seed="x"),
    "word": lambda: quadrille.canonical(EASY, form_of="x"),
    "threads": lambda: quadrille.hint(EASY, threads=5000),
    "regions": lambda: quadrille.solve(EASY, regions="A"),
    "progress": lambda: quadrille.solve(EASY, progress=5),
    "timeout": lambda: quadrille.count("." * 625, timeout=0.01),
    "rating-column": lambda: quadrille.rate(EASY, rating_column="puzzle"),
    "one": lambda: quadrille.dedup(EASY),
    "keys": lambda: quadrille._quadrille.keys(EASY),
    "morph": lambda: quadrille.morph("x"),
    "symmetry": lambda: quadrille.morph(EASY, exclude_symmetry="colors"),
    "kinds": lambda: quadrille.morph_with_solutions([EASY], 5),
    "numbers": lambda: quadrille.morph_with_solutions([EASY], [EASY] * 2),
    "solutions": lambda: quadrille.solutions([EASY]),
    "malformed-solutions": lambda: quadrille.solutions("x"),
    "size": lambda: quadrille.generate(size=5),
    "givens": lambda: quadrille.generate(givens=16),
    "range": lambda: quadrille.generate(rating=(5, 3)),
    "minimal": lambda: quadrille.generate(minimal=True, unique=False),
    "pattern": lambda: quadrille.generate(pattern="x"),
    "variant": lambda: quadrille.generate(rating=5, variant="x"),
    "jigsaw": lambda: quadrille.generate(variant="jigsaw"),
    "gave-up": lambda: quadrille.generate(rating=(400, None), max_tries=1),
    "options": lambda: quadrille.Cover(5),
    "option": lambda: quadrille.Cover([["a", "a"]]),
    "primary": lambda: quadrille.Cover([["a"]], primary=["a"], secondary=["a"]),
    "costs": lambda: quadrille.Cover([["a"]], costs=[]),
    "bounds": lambda: quadrille.Cover([["a"]], bounds=5),
    "colors": lambda: quadrille.Cover([["a"]], colors=[5]),
    "nodes": lambda: quadrille.Cover([[i] for i in range(40) for _ in range(2)]).count(max_nodes=10, memory=0),
    "memory": lambda: quadrille.Cover([[i] for i in range(40) for _ in range(2)]).sample(1, memory=10),
    "no-sample": lambda: quadrille.Cover([["a"]], primary=["b"]).sample(1),
    "file": lambda: quadrille.solve_file([], "out.txt"),
    "file-option": lambda: quadrille.solve_file("in.txt", "out.txt", engine="fast"),
    "batches": lambda: quadrille.arrow_batches([], task="x"),
    "batches-seed": lambda: quadrille.arrow_batches([], task="morph"),
    "show": lambda: quadrille.show("x"),
    "show-solution": lambda: quadrille.show(SMALL, MANY),
    "build": lambda: quadrille.training.build("a", "b", "c", dtype="x"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_message_names_the_function_and_the_argument(call):
    with pytest.raises((ValueError, TypeError, RuntimeError, TimeoutError)) as e:
        call()
    assert re.match(r"([a-z_]+|Cover)\(\): [a-z_]+: \S", str(e.value)), str(e.value)


def test_messages_about_arrays_and_tables_have_the_form_too():
    numpy, pyarrow = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    table = pyarrow.table({"id": [7], "a": ["x"]})
    for call in (
        lambda: quadrille.solve(numpy.zeros((2, 80), dtype="uint8")),
        lambda: quadrille.solve(numpy.full((1, 81), 10), strict=True),
        lambda: quadrille.dedup(numpy.zeros(81, dtype="uint8")),
        lambda: quadrille.check(table),
        lambda: quadrille.check(table, column="b"),
        lambda: quadrille.morph(table, column="a", solution_column="b"),
        lambda: quadrille.morph_with_solutions(table, ["x"]),
        lambda: quadrille.solve(pyarrow.array([1.5])),
    ):
        with pytest.raises((ValueError, TypeError), match=r"^[a-z_]+\(\): [a-z_]+: \S"):
            call()


def test_an_error_of_the_caller_is_raised_as_it_is():
    class Own(ValueError):
        pass

    def puzzles():
        yield EASY
        raise Own("of the caller")

    with pytest.raises(Own, match="^of the caller$"):
        quadrille.solve(puzzles())


def test_a_mistyped_keyword_has_a_suggestion():
    for call, suggestion in (
        (lambda: quadrille.solve(EASY, thread=1), ". Did you mean 'threads'?"),
        (lambda: quadrille.morph(EASY, exclude_symmetries="digits"), ". Did you mean 'exclude_symmetry'?"),
        (lambda: quadrille.Cover([["a"]]).count(max_node=1), ". Did you mean 'max_nodes'?"),
        (lambda: quadrille.rate(EASY, by="logic"), ""),
    ):
        with pytest.raises(TypeError) as e:
            call()
        assert re.fullmatch(rf"\w+\(\) got an unexpected keyword argument '\w+'{re.escape(suggestion)}", str(e.value)), str(e.value)
