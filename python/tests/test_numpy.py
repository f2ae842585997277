"""NumPy arrays."""

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED

np = pytest.importorskip("numpy")


def cells(text):
    return np.array([int(c) if c != "." else 0 for c in text], dtype=np.uint8)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64", "uint64"])
@pytest.mark.parametrize("shape", [(3, 81), (3, 9, 9), (81,), (9, 9)])
def test_the_shape_is_kept(shape, dtype):
    puzzle, solution = cells(EASY), cells(EASY_SOLVED)
    array = np.broadcast_to(puzzle.reshape(shape[-2:] if shape[-1] == 9 else 81), shape).astype(dtype)
    solved = quadrille.solve(array)
    assert solved.shape == shape and solved.dtype == np.uint8
    assert (solved.reshape(-1, 81) == solution).all()
    if len(shape) == 1 or shape == (9, 9):
        assert (quadrille.check(array), quadrille.count(array), quadrille.rate(array)) == ("unique", 1, 0.0)
    else:
        assert quadrille.check(array).tolist() == ["unique"] * 3
        assert quadrille.count(array).tolist() == [1] * 3 and quadrille.rate(array).tolist() == [0.0] * 3
        assert quadrille.dedup(array).shape == (1, *shape[1:])


def test_views_that_are_not_contiguous():
    array = np.zeros((4, 2, 81), dtype=np.uint8)
    array[:, 1] = cells(EASY)
    assert (quadrille.solve(array[::2, 1]) == cells(EASY_SOLVED)).all()
    assert (quadrille.solve(np.asfortranarray(array[:, 1])) == cells(EASY_SOLVED)).all()


def test_what_is_no_puzzle_has_zeros():
    array = np.stack([cells(EASY)] * 4).astype(np.int64)
    array[1, 0], array[2, 2] = 300, -1
    array[3, 2] = 5
    assert quadrille.check(array).tolist() == ["unique", "invalid", "invalid", "none"]
    solved = quadrille.solve(array)
    assert (solved[0] == cells(EASY_SOLVED)).all() and not solved[1:].any()
    assert quadrille.count(array).tolist() == [1, 0, 0, 0]
    assert np.isnan(quadrille.rate(array)).tolist() == [False, True, True, False]
    assert np.isnan(quadrille.givens(array)).tolist() == [False, True, True, False]
    with pytest.raises(ValueError, match="item 1: "):
        quadrille.solve(array, strict=True)


def test_tasks_with_texts_are_answered_in_order(puzzles):
    array = np.concatenate([np.stack([cells(p) for p in puzzles])] * 140)
    hinted, solved = quadrille.hint(array), quadrille.solve(array)
    assert ((hinted == array) | (hinted == solved))[array.any(axis=1) & solved.any(axis=1)].all()
    assert quadrille.check(array).tolist() == quadrille.check(puzzles) * 140


def test_many_blocks_are_in_order(puzzles):
    array = np.stack([cells(p) for p in puzzles])
    many = np.concatenate([array] * 140)
    solved = quadrille.solve(many)
    assert (solved.reshape(140, -1) == quadrille.solve(array).reshape(-1)).all()


def test_an_array_of_no_puzzles():
    none = np.zeros((0, 9, 9), dtype=np.uint8)
    assert quadrille.solve(none).shape == quadrille.morph(none, seed=1).shape == quadrille.dedup(none).shape == (0, 9, 9)
    assert quadrille.check(none).shape == quadrille.count(none).shape == (0,)


def test_other_sizes_and_functions():
    small = np.array([[1, 0, 0, 0], [3, 0, 0, 2], [0, 0, 4, 0], [4, 0, 0, 1]])
    assert quadrille.solve(small).tolist()[0] == [1, 2, 3, 4]
    assert quadrille.solve(small[None]).shape == (1, 4, 4)
    assert quadrille.canonical(small).shape == (4, 4)
    assert quadrille.morph(small[None], seed=1, copies=5).shape == (5, 4, 4)
    puzzle, solution = quadrille.morph_with_solutions(cells(EASY), cells(EASY_SOLVED), seed=1)
    assert (quadrille.solve(puzzle) == solution).all()
    assert quadrille.hint(cells(EASY))[40] == 5
    assert quadrille.rate(cells(EASY)[None], method="logic").tolist() == ["singles"]
    every = list(quadrille.solutions(np.zeros((4, 4), dtype=np.uint8)))
    assert len(every) == 288 and every[0].shape == (4, 4)


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (np.zeros((2, 80), dtype=np.uint8), ValueError, r"\(2, 80\)"),
        (np.zeros((2, 2, 9, 9), dtype=np.uint8), ValueError, "expected an array of shape"),
        (np.zeros((2, 81)), TypeError, "array of integers, got float64"),
        (np.zeros((2, 81), dtype=bool), TypeError, "got bool"),
    ],
)
def test_other_arrays_are_refused(array, error, message):
    with pytest.raises(error, match=message):
        quadrille.solve(array)


def test_arrays_of_text_are_lists():
    assert quadrille.solve(np.array([EASY, "x"])) == [EASY_SOLVED, None]
    assert quadrille.solve(np.array([EASY, None], dtype=object)) == [EASY_SOLVED, None]


def test_a_matrix_is_a_cover_problem():
    matrix = np.array([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1]])
    assert list(quadrille.Cover(matrix).solutions()) == [[0, 1], [2, 3]]
    assert list(quadrille.Cover(np.pad(matrix, ((0, 0), (0, 1)))).solutions()) == []


def test_a_table_of_numbers_is_a_matrix():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1]], columns=list("abc"))
    problem = quadrille.Cover(table)
    assert list(problem.solutions()) == [[0, 1], [2, 3]] and problem.count() == 2
