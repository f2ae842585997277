"""`morph` by given transformations, backwards, and with the numbers of rows; `morph_with_solutions`."""

import pytest
import quadrille
from conftest import EASY, HARD, NONE, SMALL, SMALL_SOLVED

TRANSFORM, FORM = "t-r2143-c3412-d1324", ".....412.1.34..."


def test_a_transformation_is_applied_and_undone():
    assert quadrille.morph(SMALL, transform=TRANSFORM) == FORM
    assert quadrille.morph(FORM, transform=TRANSFORM, inverse=True) == SMALL
    assert quadrille.morph([SMALL, None, "x"], transform=TRANSFORM) == [FORM, None, None]
    puzzles, solutions = quadrille.morph_with_solutions([SMALL], [SMALL_SOLVED], transform=TRANSFORM)
    assert puzzles == [FORM] and quadrille.solve(puzzles) == solutions
    with pytest.raises(ValueError, match=r"morph\(\): puzzles: expected a 4×4 board for this transformation, found 9×9"):
        quadrille.morph(EASY, transform=TRANSFORM)


def test_each_puzzle_may_have_its_own_transformation():
    same = "r1234-c1234-d1234"
    assert quadrille.morph([SMALL, SMALL, SMALL, SMALL], transform=[TRANSFORM, same, None, "x"]) == [FORM, SMALL, None, None]
    with pytest.raises(ValueError, match="transform: expected as many transformations as there are puzzles, 2, got 1"):
        quadrille.morph([SMALL, SMALL], transform=[TRANSFORM])
    with pytest.raises(ValueError, match="several copies of a morph by one transformation would be the same"):
        quadrille.morph([SMALL], transform=TRANSFORM, copies=2)
    for option in ({"seed": 1}, {"exclude_symmetry": "digits"}):
        with pytest.raises(ValueError, match=rf"morph\(\): {list(option)[0]}: has no effect, because the transformations are given; remove it"):
            quadrille.morph([SMALL], transform=TRANSFORM, **option)
    with pytest.raises(TypeError, match="transform_column: only a table has columns"):
        quadrille.morph([SMALL], transform_column="transform")
    with pytest.raises(ValueError, match=r"morph\(\): transform: "):
        quadrille.morph(SMALL, transform="r12")


def test_random_morphs_are_undone_by_their_seed():
    puzzles = [EASY, HARD, SMALL, None]
    morphs = quadrille.morph(puzzles, seed=5, exclude_symmetry="transpose")
    assert quadrille.morph(morphs, seed=5, exclude_symmetry="transpose", inverse=True) == puzzles
    assert quadrille.morph(morphs[1:], seed=5, first_row=1, exclude_symmetry="transpose", inverse=True) == puzzles[1:]
    with pytest.raises(ValueError, match=r"inverse: needs seed= or transform="):
        quadrille.morph(puzzles, inverse=True)


def test_one_puzzle_has_one_morph():
    for morph in (lambda **options: quadrille.morph(EASY, **options), lambda **options: quadrille.morph_with_solutions(EASY, None, **options)[0]):
        assert isinstance(morph(seed=1, copies=1), str) and morph(seed=1) == morph(seed=1, copies=1)
        with pytest.raises(ValueError, match="copies: one puzzle has one morph; pass a list"):
            morph(copies=2)


def test_a_column_and_a_table_have_the_groups_of_their_morphs():
    pa = pytest.importorskip("pyarrow")
    column = quadrille.morph(pa.array([EASY, None, HARD]), copies=2, seed=1)
    assert column["group"].to_pylist() == [1, 1, 2, 2, 3, 3]
    table = pa.table({"id": [7, 8], "puzzle": [EASY, HARD]})
    morphs = quadrille.morph(table, copies=2, seed=1, first_row=10)
    assert morphs.column_names == ["id", "puzzle", "group"] and morphs["group"].to_pylist() == [11, 11, 12, 12]
    assert quadrille.morph(table, seed=1).column_names == ["id", "puzzle"] == quadrille.morph(table, copies=2, group=False).column_names
    grouped = table.append_column("group", [["a", "b"]])
    with pytest.raises(ValueError, match='already has a column "group"; pass prefix="morph_"'):
        quadrille.morph(grouped, copies=2)
    assert quadrille.morph(grouped, copies=2, prefix="of_").column_names == ["id", "puzzle", "group", "of_group"]


def test_a_table_has_transformations_in_a_column():
    pa = pytest.importorskip("pyarrow")
    puzzles = quadrille.generate(5, seed=1) + [SMALL]
    table = pa.table({"puzzle": puzzles, "solution": quadrille.solve(puzzles)})
    forms = quadrille.canonical(table, transform=True)
    moved = quadrille.morph(forms, column="puzzle", transform_column="transform")
    assert moved["puzzle"].to_pylist() == forms["canonical"].to_pylist()
    assert quadrille.verify(moved, prefix="my_")["my_mismatch"].to_pylist() == [None] * 6
    back = quadrille.morph(moved, column="puzzle", transform_column="Transform", inverse=True)
    assert back["puzzle"].to_pylist() == puzzles and back["solution"].to_pylist() == table["solution"].to_pylist()
    kept = quadrille.morph(forms, column="puzzle", transform_column="transform", no_solution=True)
    assert kept["puzzle"].to_pylist() == moved["puzzle"].to_pylist() and kept["solution"].to_pylist() == table["solution"].to_pylist()
    with pytest.raises(ValueError, match='transform_column: "x" not found; the columns are puzzle'):
        quadrille.morph(forms, column="puzzle", transform_column="x")
    with pytest.raises(TypeError, match='transform_column: "automorphisms" is of type UInt64; expected strings'):
        quadrille.morph(forms, column="puzzle", transform_column="automorphisms")
    with pytest.raises(ValueError, match="transform_column: pass it or transform, not both"):
        quadrille.morph(forms, column="puzzle", transform_column="transform", transform=TRANSFORM)
    with pytest.raises(TypeError, match=r"morph_with_solutions\(\): puzzles: a table has its solutions in a column; use morph"):
        quadrille.morph_with_solutions(table, table["solution"])


def test_arrays_are_moved_by_transformations():
    np = pytest.importorskip("numpy")
    cells = lambda text: np.array([int(cell.replace(".", "0")) for cell in text])  # noqa: E731
    puzzles = np.array([cells(SMALL)] * 2)
    assert (quadrille.morph(puzzles, transform=TRANSFORM) == cells(FORM)).all()
    assert (quadrille.morph(puzzles[0], transform=TRANSFORM) == cells(FORM)).all()
    morphs, solutions = quadrille.morph_with_solutions(puzzles, np.array([cells(SMALL_SOLVED)] * 2), copies=3, seed=1)
    assert morphs.shape == (6, 16) and (quadrille.solve(morphs) == solutions).all()


def test_rows_with_numbers_of_their_own_have_the_morphs_of_these():
    puzzles = [EASY, SMALL] * 3
    morphs = quadrille.morph(puzzles, seed=5, copies=2)
    rows = [4, 0, 3]
    expected = [morph for row in rows for morph in morphs[2 * row : 2 * row + 2]]
    assert quadrille.morph([puzzles[row] for row in rows], seed=5, copies=2, rows=rows) == expected
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    table = pa.Table.from_batches([pa.record_batch({"puzzle": [EASY]}), pa.record_batch({"puzzle": [EASY, SMALL]})])
    moved = quadrille.morph(table, seed=5, copies=2, rows=np.array(rows))
    assert moved["puzzle"].to_pylist() == expected and moved["group"].to_pylist() == [5, 5, 1, 1, 4, 4]
    solved = quadrille.morph_with_solutions([EASY], quadrille.solve([EASY]), seed=5, rows=[2])
    assert solved[0] == quadrille.morph([EASY], seed=5, first_row=2)
    for wrong, message in (({"rows": [1]}, "rows: expected one number for each of 2 puzzles, got 1"), ({"rows": [1, 2], "first_row": 3}, "rows: pass it or first_row, not both")):
        with pytest.raises(ValueError, match=message):
            quadrille.morph([EASY, SMALL], **wrong)


@pytest.mark.parametrize(
    ("solutions", "options", "message"),
    [
        (["solution"], {"solution_column": "puzzle"}, 'column "puzzle" holds the puzzles, not solutions'),
        (["Solution", "solution"], {}, "several columns may hold the solutions, name one of Solution, solution"),
        (["Solution", "solution"], {"solution_column": "solution"}, "column Solution holds solutions too, but only solution would be moved; remove the other, or"),
        (["sol"], {}, "column sol holds solutions, which would not be moved; name the one to move, or pass no_solution=True to move none"),
        (["one", "two"], {}, "columns one, two hold solutions, which would not be moved"),
    ],
)
def test_no_solution_of_a_table_stays_unmoved_in_silence(solutions, options, message):
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [SMALL, None], **{name: [SMALL_SOLVED, None] for name in solutions}})
    with pytest.raises(ValueError, match=rf"morph\(\): solution_column: {message}"):
        quadrille.morph(table, transform=TRANSFORM, **options)
    if "solution_column" not in options:
        assert quadrille.morph(table, transform=TRANSFORM, no_solution=True)[solutions[0]][0] == SMALL_SOLVED


def test_columns_that_hold_no_solutions_are_carried_by_morph():
    pa = pytest.importorskip("pyarrow")
    others = {"text": ["", "!none"], "number": [1, 2], "other": ["2143432112343412", SMALL], "list": [[1], []], "none": pa.nulls(2)}
    table = pa.table({"puzzle": [SMALL, NONE], **others, "sol": [SMALL_SOLVED, None]})
    morphs = quadrille.morph(table, transform=TRANSFORM, solution_column="sol")
    assert morphs.column_names == table.column_names and morphs["sol"][0] == quadrille.morph(SMALL_SOLVED, transform=TRANSFORM)
    digits = pa.array([bytes(map(int, SMALL_SOLVED))], pa.binary(16))
    with pytest.raises(ValueError, match="column digits holds solutions"):
        quadrille.morph(pa.table({"puzzle": [SMALL], "digits": digits}), seed=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prefix": "x_"}, "prefix: has no effect without the column group, which copies= adds; remove it"),
        ({"prefix": "x_", "copies": 2, "group": False}, "prefix: has no effect without the column group"),
        ({"group": False}, "group: has no effect without copies=; remove it"),
        ({"no_solution": True, "solution_column": "zzz"}, "solution_column: pass it or no_solution, not both"),
        ({"copies": 0}, "copies: expected 1 or more, got 0"),
        ({"copies": 2, "transform": "t-r2143-c3412-d1324"}, "copies: several copies of a morph by one transformation would be the same; remove it"),
    ],
)
def test_options_of_tables_without_effect_are_refused(options, message):
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match=r"morph\(\): " + message):
        quadrille.morph(pa.table({"puzzle": ["1...3..2..4.4..1"]}), **options)


@pytest.mark.parametrize("option", [{"first_row": 5}, {"rows": [5]}])
def test_numbers_of_rows_have_no_effect_on_given_transformations(option):
    puzzle, by = "1...3..2..4.4..1", "t-r2143-c3412-d1324"
    with pytest.raises(ValueError, match=rf"{list(option)[0]}: has no effect, because the transformations are given; remove it"):
        quadrille.morph([puzzle], transform=by, **option)
    pa = pytest.importorskip("pyarrow")
    assert quadrille.morph(pa.array([puzzle]), transform=by, first_row=5)["group"].to_pylist() == [6]
