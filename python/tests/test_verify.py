"""`verify`, and the columns that are added on request."""

import pytest

import quadrille

PUZZLE, SOLUTION = "1...3..2..4.4..1", "1234341221434321"
WRONG, REASON = SOLUTION[:15] + "2", "r4c4: 2 instead of the given 1"


def test_verify_says_why_a_solution_is_wrong():
    assert quadrille.verify(PUZZLE, SOLUTION) is None
    assert quadrille.verify(PUZZLE, WRONG) == REASON
    assert quadrille.verify(PUZZLE, None) == "no answer" and quadrille.verify("11" + "." * 14, None) is None
    assert quadrille.verify([PUZZLE, None, "x", PUZZLE], [WRONG, SOLUTION, SOLUTION, "12"]) == [REASON, None, None, "2 cells"]


def test_verify_takes_an_empty_answer_for_a_puzzle_without_a_solution():
    none = "11" + "." * 14
    assert quadrille.verify([none, none, none, PUZZLE], [None, "", "!none", None]) == [None, None, None, "no answer"]


def test_verify_agrees_with_the_solutions_of_every_size():
    for size in (4, 6, 9, 12, 16):
        puzzles = quadrille.generate(20, size=size, seed=size)
        solutions = quadrille.solve(puzzles)
        assert quadrille.verify(puzzles, solutions) == [None] * 20
        assert None not in quadrille.verify(puzzles, solutions[1:] + solutions[:1])


def test_verify_of_arrays():
    np = pytest.importorskip("numpy")
    puzzles = np.array([[int(cell.replace(".", "0")) for cell in PUZZLE]] * 3)
    solutions = np.array([[int(cell) for cell in text] for text in (SOLUTION, WRONG, SOLUTION)])
    solutions[2, 5] = 9
    reasons = quadrille.verify(puzzles, solutions)
    assert list(reasons) == [None, REASON, "r2c2: '9' is not a symbol of a digit"]
    assert list(quadrille.verify(puzzles.reshape(-1, 4, 4), solutions.reshape(-1, 4, 4))) == list(reasons)
    assert quadrille.verify(puzzles[1], solutions[1]) == REASON


def test_verify_of_columns_and_tables():
    pa = pytest.importorskip("pyarrow")
    puzzles, solutions = pa.array([PUZZLE] * 3), pa.chunked_array([[SOLUTION], [WRONG, None]])
    column = quadrille.verify(puzzles, solutions)
    assert column.to_pylist() == [None, REASON, "no answer"] and column.status.to_pylist() == ["unique", "mismatch", "mismatch"]
    table = pa.table({"id": [1, 2, 3], "question": puzzles, "answer": solutions})
    answers = quadrille.verify(table)
    assert answers.column_names == ["id", "question", "answer", "mismatch", "status"]
    assert answers["mismatch"].to_pylist() == column.to_pylist()
    numbers = pa.array([[int(cell) for cell in text] for text in (SOLUTION, WRONG, SOLUTION)])
    assert quadrille.verify(puzzles, numbers).to_pylist() == [None, REASON, None]


def test_verify_does_not_choose_one_of_several_columns():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE], "answer": [WRONG], "solution": [SOLUTION]})
    for function in (quadrille.verify, quadrille.morph):
        with pytest.raises(ValueError, match="several columns may hold the solutions, name one of solution, answer"):
            function(table)
    assert quadrille.verify(table, solution_column="answer")["mismatch"].to_pylist() == [REASON]
    with pytest.raises(ValueError, match="solution_column: no column has a usual name; the columns are puzzle"):
        quadrille.verify(table.select(["puzzle"]))
    with pytest.raises(ValueError, match="solution_column: \"missing\" not found"):
        quadrille.verify(table, solution_column="missing")


def test_verify_refuses_solutions_of_another_kind_or_number():
    with pytest.raises(TypeError, match="solutions: missing"):
        quadrille.verify(PUZZLE)
    with pytest.raises(ValueError, match="there are 1 puzzles and 2 solutions"):
        quadrille.verify([PUZZLE], [SOLUTION, SOLUTION])
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE], "solution": [SOLUTION]})
    with pytest.raises(TypeError, match="a table has its solutions in a column; use solution_column="):
        quadrille.verify(table, [SOLUTION])


def test_verify_knows_variants():
    solution = quadrille.solve("." * 81)
    assert quadrille.verify("." * 81, solution) is None
    assert "diagonal" in quadrille.verify("." * 81, solution, variant="x")


def test_columns_that_are_added_on_request():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE, "." * 16, None]})
    assert quadrille.check(table, minimal=True)["minimality"].to_pylist() == ["redundant: r2c1 r4c1", None, None]
    assert quadrille.canonical(table, transform=True)["transform"].to_pylist()[0] == "t-r2143-c3412-d1324"
    column = quadrille.check(table["puzzle"], minimal=True)
    assert column["minimality"].to_pylist() == ["redundant: r2c1 r4c1", None, None]


def test_columns_on_request_are_refused_where_answers_have_none():
    for puzzles in (PUZZLE, [PUZZLE]):
        for function, option in ((quadrille.check, "minimal"), (quadrille.canonical, "transform")):
            with pytest.raises(TypeError, match=option + ": only columns and tables have several answers; pass a column"):
                function(puzzles, **{option: True})
            assert function(puzzles, **{option: False}) == function(puzzles)


def test_options_about_columns_are_refused_without_a_table():
    functions = {
        quadrille.check: {"column": "a", "prefix": "a_"},
        quadrille.explain: {"column": "a", "prefix": "a_"},
        quadrille.dedup: {"column": "a"},
        quadrille.split: {"column": "a"},
        quadrille.morph: {"column": "a", "prefix": "a_", "solution_column": "a", "transform_column": "a", "no_solution": True, "group": False},
    }
    for function, options in functions.items():
        weights = [(1, 1)] if function is quadrille.split else []
        for name, value in options.items():
            with pytest.raises(TypeError, match=f"{name}: only a table has columns"):
                function([PUZZLE], *weights, **{name: value})
    with pytest.raises(TypeError, match="solution_column: only a table has columns"):
        quadrille.verify([PUZZLE], [SOLUTION], solution_column="a")


def test_puzzles_are_not_verified_as_their_own_solutions():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE], "Solution": [WRONG]})
    with pytest.raises(ValueError, match='column "puzzle" holds the puzzles, not solutions'):
        quadrille.verify(table, solution_column="puzzle")
    solved = quadrille.solve(table)
    with pytest.raises(ValueError, match="several columns may hold the solutions, name one of Solution, solution"):
        quadrille.verify(solved)
    assert quadrille.verify(solved, solution_column="solution", prefix="my_")["my_mismatch"].to_pylist() == [None]
    assert quadrille.verify(solved, solution_column="Solution", prefix="my_")["my_mismatch"].to_pylist() == [REASON]
