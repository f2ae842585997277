"""The interfaces of exact-cover and xcover: fixed answers, and the same answers as the packages, if they are installed."""

import random
import subprocess
import sys

import pytest
from quadrille.compat import xcover as ours_xcover

KNUTH = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
COLORED = [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]]


def sets(solutions):
    """Solutions, regardless of the order of the solutions and of their options; each has to be another one."""
    found = [frozenset(map(int, solution)) for solution in solutions]
    assert len(found) == len(set(found))
    return set(found)


@pytest.fixture
def np():
    return pytest.importorskip("numpy")


@pytest.fixture
def ours(np):
    from quadrille.compat import exact_cover

    return exact_cover


def matrices(np, seed, count):
    """Random matrices, some of a kind that has solutions, in any type and layout."""
    draw = np.random.default_rng(seed)
    for _ in range(count):
        rows, columns = draw.integers(1, 14), draw.integers(1, 8)
        matrix = draw.random((rows, columns)) < draw.choice([0.15, 0.3, 0.5])
        if draw.random() < 0.5:
            # The parts of a partition are rows.
            parts = draw.integers(0, draw.integers(1, columns + 1), columns)
            matrix = np.concatenate([matrix, [parts == part for part in set(parts)]])
            matrix = matrix[draw.permutation(len(matrix))]
        matrix = matrix.astype(draw.choice(["bool", "int8", "int64", "float64"])) * (draw.integers(0, 2) + 1)
        yield np.asfortranarray(matrix) if draw.random() < 0.3 else matrix


def test_exact_cover_is_as_its_documentation_says(np, ours):
    matrix = np.array([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]], dtype=bool)
    solution = ours.get_exact_cover(matrix)
    assert solution.dtype == np.int32 and solution.tolist() == [0, 2, 3]
    count = ours.get_solution_count(matrix)
    assert count == 1 and type(count) is int
    pairs = np.array([[0, 1], [1, 0], [1, 1], [1, 0]])
    assert ours.get_all_solutions(pairs) == {(0, 1), (0, 3), (2,)}
    assert {type(row) for solution in ours.get_all_solutions(pairs) for row in solution} == {np.int32}
    assert len(ours.get_all_solutions(pairs, 2)) == 2 and len(ours.get_all_solutions(pairs, max_count=9)) == 3
    # A solution of all rows.
    assert ours.get_all_solutions(np.identity(3)) == {(0, 1, 2)}


def test_matrices_without_solutions(np, ours):
    from quadrille.compat.exact_cover.error import ExactCoverError, NoSolution

    none = np.array([[1, 0], [1, 0]])
    assert ours.get_solution_count(none) == 0 and issubclass(NoSolution, ExactCoverError)
    for call in (
        lambda: ours.get_exact_cover(none),
        lambda: ours.get_all_solutions(none),
        lambda: ours.get_all_solutions(none, 5),
        lambda: ours.get_all_solutions(np.identity(2), 0),
        lambda: ours.get_all_solutions(np.identity(2), -1),
        lambda: ours.get_exact_cover(np.zeros((0, 3))),
        lambda: ours.get_exact_cover(np.zeros((3, 0))),
    ):
        with pytest.raises(NoSolution):
            call()
    assert ours.get_solution_count(np.zeros((0, 3))) == 0 and ours.get_solution_count(np.zeros((3, 0))) == 1
    for wrong in ([], [1, 0], np.zeros((2, 2, 2)), "ab", None):
        for function in (ours.get_exact_cover, ours.get_solution_count, ours.get_all_solutions):
            with pytest.raises(ValueError, match="matrix"):
                function(wrong)


def test_the_same_answers_as_exact_cover(np, ours):
    theirs = pytest.importorskip("exact_cover")
    from exact_cover.error import NoSolution as theirs_none
    from quadrille.compat.exact_cover.error import NoSolution

    solved = 0
    for matrix in matrices(np, 1, 400):
        count = theirs.get_solution_count(matrix)
        assert ours.get_solution_count(matrix) == count
        if count == 0:
            with pytest.raises(theirs_none):
                theirs.get_exact_cover(matrix)
            with pytest.raises(NoSolution):
                ours.get_exact_cover(matrix)
            continue
        expected, found = theirs.get_all_solutions(matrix), ours.get_all_solutions(matrix)
        assert type(expected) is type(found)
        # Theirs loses a solution that has all rows.
        assert sets(found) == sets(expected) or (expected == {()} and sets(found) == {frozenset(range(len(matrix)))})
        one = ours.get_exact_cover(matrix)
        assert one.dtype == theirs.get_exact_cover(matrix).dtype and one.ndim == 1
        assert frozenset(one.tolist()) in sets(found)
        assert len(ours.get_all_solutions(matrix, 3)) == min(count, 3)
        solved += 1
    assert solved > 100


def test_xcover_is_as_its_documentation_says():
    assert list(ours_xcover.covers(KNUTH)) == [[1, 3, 5]]
    named = {"primary": ["p", "q", "r"], "secondary": ["x", "y"]}
    assert list(ours_xcover.covers(COLORED, **named, colored=True)) == [[1, 3]]
    assert list(ours_xcover.covers(COLORED, primary=named["primary"], colored=True)) == [[1, 3]]
    assert list(ours_xcover.covers(COLORED, secondary=named["secondary"], colored=True)) == [[1, 3]]
    assert list(ours_xcover.covers([["a", "z"]], ["a"], ["z"])) == [[0]]
    # Without colors a colon is a character as any other.
    assert list(ours_xcover.covers([["a:b"], ["c"]])) == [[0, 1]]
    assert list(ours_xcover.covers([["p", "x:A:B"], ["q", "x:B"]], ["p", "q"], ["x"], True)) == [[0, 1]]


def test_xcover_yields_solutions_one_by_one():
    solutions = ours_xcover.covers([[item] for item in range(100) for _ in range(2)])
    assert iter(solutions) is solutions and next(solutions) != next(solutions)
    wrong = ours_xcover.covers([["a", "z"]], primary=["a"], secondary=["b"])
    with pytest.raises(KeyError, match="z"):
        next(wrong)
    with pytest.raises(ValueError, match="is primary and cannot have a color"):
        next(ours_xcover.covers([["p:A"]], primary=["p"], secondary=[], colored=True))


def test_covers_bool(np):
    matrix = np.array([[item in option for item in range(1, 8)] for option in KNUTH])
    assert list(ours_xcover.covers_bool(matrix)) == [[1, 3, 5]]
    assert list(ours_xcover.covers_bool(np.array([[1, 0]]))) == []
    with pytest.raises(AttributeError):
        next(ours_xcover.covers_bool([[1, 0]]))
    with pytest.raises(IndexError):
        next(ours_xcover.covers_bool(np.zeros(3)))


def problems(seed, count):
    """Random problems of xcover: options, primary and secondary items, and whether there are colors."""
    draw = random.Random(seed)
    for _ in range(count):
        colored = draw.random() < 0.5
        primary, secondary = list("abcde")[: draw.randint(1, 5)], list("xyz")[: draw.randint(0, 3)]
        options = []
        for _ in range(draw.randint(2, 12)):
            option = draw.sample(primary, draw.randint(1, min(3, len(primary))))
            for item in draw.sample(secondary, draw.randint(0, len(secondary))):
                option.append(item + draw.choice(["", ":A", ":B"]) if colored else item)
            options.append(option)
        yield options, primary, secondary, colored


def compare(name, *arguments, **keywords):
    """Whether both find the same solutions, and there are any. xcover ends in an IndexError for some small problems."""
    theirs = pytest.importorskip("xcover")
    try:
        expected = list(getattr(theirs, name)(*arguments, **keywords))
    except IndexError:
        return False
    found = list(getattr(ours_xcover, name)(*arguments, **keywords))
    assert sets(found) == sets(expected)
    assert {type(number) for solution in found for number in solution} <= {int}
    return len(found) > 0


def test_the_same_answers_as_xcover(np):
    pytest.importorskip("xcover")
    solved = [0, 0, 0, 0]
    for options, primary, secondary, colored in problems(2, 500):
        solved[0] += compare("covers", options, primary=primary, secondary=secondary, colored=colored)
        solved[1] += compare("covers", options, primary, colored=colored)
        if not colored:
            solved[2] += compare("covers", options, secondary=secondary)
    solved[3] = sum(compare("covers_bool", matrix) for matrix in matrices(np, 3, 300))
    assert min(solved) > 50, solved


def test_xcover_needs_no_numpy():
    script = f"""
import sys
sys.modules["numpy"] = None
from quadrille.compat import exact_cover, xcover
assert list(xcover.covers({KNUTH})) == [[1, 3, 5]]
"""
    subprocess.run([sys.executable, "-c", script], check=True)
