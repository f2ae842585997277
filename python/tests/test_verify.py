"""`verify`, and the columns that are added on request."""

import pytest

import quadrille

PUZZLE, SOLUTION = "1...3..2..4.4..1", "1234341221434321"
WRONG, REASON = SOLUTION[:15] + "2", "r4c4: 2 instead of the given 1"


def test_verify_says_why_a_solution_is_wrong():
    assert quadrille.verify(PUZZLE, SOLUTION) is None
    assert quadrille.verify(PUZZLE, WRONG) == REASON
    assert quadrille.verify(PUZZLE, None) == "no answer" and quadrille.verify("11" + "." * 14, None) is None
    assert quadrille.verify([PUZZLE, None, PUZZLE], [WRONG, SOLUTION, "12"]) == [REASON, None, "2 cells"]


MALFORMED = "the puzzle: expected 16, 36, 81, 144, 256 or 625 cells, found 1"


def test_verify_of_lists_says_which_puzzles_are_malformed():
    assert quadrille.verify([PUZZLE, "x", None], [SOLUTION] * 3) == [None, MALFORMED, None]
    np = pytest.importorskip("numpy")
    puzzles = np.zeros((2, 16), dtype=np.uint8)
    puzzles[1, 3] = 9
    solutions = np.array([[int(cell) for cell in SOLUTION]] * 2)
    right, malformed = quadrille.verify(puzzles, solutions)
    assert right is None and malformed.startswith("the puzzle: ")
    assert quadrille.verify(puzzles[1], solutions[1]) == malformed
    pa = pytest.importorskip("pyarrow")
    column = quadrille.verify(pa.array(["x"]), pa.array([SOLUTION]))
    assert column.to_pylist() == [None] and column.status.to_pylist() == ["invalid"]
    assert column.error[0] == MALFORMED.removeprefix("the puzzle: ")


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
    assert list(reasons) == [None, REASON, "r2c2: 9 is not a digit of a 4×4 board"]
    assert list(quadrille.verify(puzzles.reshape(-1, 4, 4), solutions.reshape(-1, 4, 4))) == list(reasons)
    assert quadrille.verify(puzzles[1], solutions[1]) == REASON


def test_verify_names_numbers_that_are_not_digits():
    np = pytest.importorskip("numpy")
    puzzles = np.zeros((6, 81), dtype=np.uint8)
    solutions = np.tile(quadrille.solve(puzzles[:1]), (6, 1)).astype(np.int64)
    solutions[:, 0] = [solutions[0, 0], 10, 12, 200, -1, 300]
    beyond = [f"r1c1: {number}not a digit of a 9×9 board" for number in ("10 is ", "12 is ", "200 is ")]
    unknown = "r1c1: not a digit of a 9×9 board"
    assert list(quadrille.verify(puzzles, solutions)) == [None, *beyond, unknown, unknown]
    pa = pytest.importorskip("pyarrow")
    lists = quadrille.verify(pa.array(["." * 81] * 6), pa.array(solutions.tolist())).to_pylist()
    assert lists == [None, *beyond, "r1c1: empty", "r1c1: 300 is not a digit of a 9×9 board"]


def test_verify_of_arrays_takes_the_zeros_of_solve_for_no_solution():
    np = pytest.importorskip("numpy")
    puzzles = np.zeros((2, 16), dtype=np.uint8)
    puzzles[0, :2] = 1
    assert list(quadrille.verify(puzzles, quadrille.solve(puzzles))) == [None, None]
    assert list(quadrille.verify(puzzles, np.zeros((2, 16), dtype=np.uint8))) == [None, "r1c1: empty"]


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
    with pytest.raises(ValueError, match=r"verify\(\): solutions: expected as many solutions as there are puzzles, 1, got 2$"):
        quadrille.verify([PUZZLE], [SOLUTION, SOLUTION])
    with pytest.raises(TypeError, match=r"verify\(\): solutions: pass it without its name, after the puzzles"):
        quadrille.verify(PUZZLE, solutions=SOLUTION)
    with pytest.raises(TypeError, match=r"verify\(\) takes puzzles and solutions, got 3 arguments"):
        quadrille.verify(PUZZLE, SOLUTION, SOLUTION)
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE], "solution": [SOLUTION]})
    with pytest.raises(TypeError, match="a table has its solutions in a column; use solution_column="):
        quadrille.verify(table, [SOLUTION])


def test_solutions_of_a_type_without_boards_are_named_by_their_argument():
    pa = pytest.importorskip("pyarrow")
    floats = pa.array([0.5])
    for function in (quadrille.verify, quadrille.morph):
        with pytest.raises(TypeError, match=rf"{function.__name__}\(\): solution_column: the column of solutions is of type Float64"):
            function(pa.table({"puzzle": [PUZZLE], "x": floats}), solution_column="x")
    for function in (quadrille.verify, quadrille.morph_with_solutions):
        with pytest.raises(TypeError, match=r"\(\): solutions: the column of solutions is of type Float64"):
            function(pa.array([PUZZLE]), floats)


def test_floats_with_the_name_of_solutions_are_other_values(recwarn):
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE], "label": [0.5], "solution": [SOLUTION]})
    assert quadrille.verify(table)["mismatch"].to_pylist() == [None]
    moved = quadrille.morph(table, seed=1)
    assert moved["label"].to_pylist() == [0.5] and quadrille.verify(moved)["mismatch"].to_pylist() == [None]
    assert quadrille.check(table)["status"].to_pylist() == ["unique"]
    assert not recwarn.list


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
            column = r"pyarrow.array\(puzzles\)" if isinstance(puzzles, list) else r"pyarrow.array\(\[puzzle\]\)"
            what = f"{option}: only columns and tables have several answers; pass a column, such as {column}, or remove it"
            with pytest.raises(TypeError, match=what):
                function(puzzles, **{option: True})
            assert function(puzzles, **{option: False}) == function(puzzles)


def test_the_column_that_a_message_names_for_an_array_has_the_answers():
    np, pa = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    puzzles = np.array([[int(cell.replace(".", "0")) for cell in PUZZLE]] * 2).reshape(-1, 4, 4)
    with pytest.raises(TypeError, match=r"such as pyarrow.array\(list\(puzzles.reshape\(-1, 16\)\)\), or remove it"):
        quadrille.check(puzzles, minimal=True)
    column = quadrille.check(pa.array(list(puzzles.reshape(-1, 16))), minimal=True)
    assert column["minimality"].to_pylist() == ["redundant: r2c1 r4c1"] * 2


def test_a_name_for_ratings_is_refused_where_answers_have_none():
    easy = quadrille.generate(seed=1)
    for puzzles in (easy, [easy]):
        with pytest.raises(TypeError, match=r"rate\(\): rating_column: only columns and tables have names for their answers"):
            quadrille.rate(puzzles, rating_column="x")


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
            with pytest.raises(TypeError, match=f"{name}: only a table has columns; pass a table, or remove it"):
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
