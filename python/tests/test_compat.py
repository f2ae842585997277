"""The interfaces of exact-cover and xcover: fixed answers, and the same answers as the packages, if they are installed."""

import random
import subprocess
import sys

import pytest
from quadrille.compat import xcover as ours_xcover
from quadrille.compat.xcover import io as xcover_io
from quadrille.compat.xcover.utils import bool_array_to_options, verify_exact_cover
from quadrille.compat.xcover.zdd_utils import count_setset_nodes, to_oxidd, to_setset, to_setset_file, to_zdd_algorithms

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


def test_matrices_are_written_and_read(np, ours, tmp_path):
    matrix = ours.helpers.create_numpy_array([[0, 1, 0], [2, 0, 1]])
    assert matrix.dtype == ours.io.DTYPE_FOR_ARRAY
    ours.io.save_problem(tmp_path / "matrix.txt", matrix)
    again = ours.io.load_problem(tmp_path / "matrix.txt")
    assert again.dtype == bool and again.tolist() == [[False, True, False], [True, False, True]]
    # Numbers as other programs write them, and a single row.
    (tmp_path / "row.txt").write_text("1.000e+00 0.000e+00\n")
    assert ours.io.load_problem(str(tmp_path / "row.txt")).tolist() == [[True, False]]
    with pytest.raises(AttributeError, match="files"):
        ours.files


def test_arrays_of_solutions_end_with_minus_one(np, ours):
    array = np.array([[7, -1, -1], [8, 9, -1], [8, -1, -1], [1, 2, 3], [8, -1, -1], [-1, -1, -1]])
    assert ours.wrapper.solutions_array_to_set(array) == {(7,), (8, 9), (8,), (1, 2, 3), ()}


def test_forced_rows_are_cut(np, ours):
    from quadrille.compat.exact_cover.helpers import cut, reduce

    # Column 0 forces row 0, which excludes row 1; then row 2 is forced, and row 3 excluded.
    matrix = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]])
    assert cut(matrix).tolist() == [[1, 1], [0, 1]]
    assert reduce(matrix).shape == (0, 0)
    free = np.array([[1, 1], [1, 1]])
    assert reduce(free).tolist() == free.tolist()
    with pytest.raises(IndexError, match="single"):
        cut(free)
    for matrix in matrices(np, 4, 200):
        rest = reduce(matrix)
        # The column that a forced row cannot have is never covered again.
        assert ours.get_solution_count(rest) == ours.get_solution_count(matrix)


def test_a_problem_is_divided_by_its_solutions(np, ours):
    from quadrille.compat.exact_cover.error import CannotSplitFurther, NoSolution
    from quadrille.compat.exact_cover.helpers import is_solution, split_problem

    divided = 0
    for matrix in matrices(np, 5, 300):
        before = matrix.copy()
        try:
            parts = list(split_problem(matrix, 3))
        except NoSolution:
            assert ours.get_solution_count(matrix) == 0
            continue
        except CannotSplitFurther:
            assert ours.get_solution_count(matrix) > 0
            continue
        assert len(parts) >= 3 and {(part.shape, part.dtype) for part in parts} == {(matrix.shape, matrix.dtype)}
        found = [rows for part in parts if ours.get_solution_count(part) for rows in ours.get_all_solutions(part)]
        assert sets(found) == sets(ours.get_all_solutions(matrix) if ours.get_solution_count(matrix) else [])
        assert all(is_solution(rows, matrix) for rows in found) and (matrix == before).all()
        divided += len(found) > 3
    assert divided > 20
    with pytest.raises(NoSolution):
        list(split_problem(np.array([[1, 0], [1, 0]]), 2))
    with pytest.raises(CannotSplitFurther):
        list(split_problem(np.identity(2), 2))


def test_a_solution_of_a_matrix_is_checked(np, ours):
    from quadrille.compat.exact_cover.helpers import is_solution

    matrix = np.array([[1, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]])
    assert is_solution([0, 1], matrix) and is_solution(np.array([1, 0], dtype=np.int32), matrix)
    for wrong in ([], [0], [0, 1, 1], [0, 1, 2], [0, 1, 3], [0, 4], [0, -3], [3, 1]):
        assert not is_solution(wrong, matrix), wrong


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


def zdd_solutions(nodes):
    """All solutions of a diagram, by the meaning of its nodes."""
    found = {0: set(), 1: {frozenset()}}
    number = 0
    for number, option, low, high in nodes:
        assert number not in found and found[high]
        found[number] = found[low] | {solution | {option} for solution in found[high]}
    return found[number]


def test_diagrams_have_the_solutions(np):
    solved = 0
    for options, primary, secondary, colored in problems(6, 200):
        named = {"primary": primary, "secondary": secondary, "colored": colored}
        nodes = list(ours_xcover.covers_zdd(options, **named, use_memo_cache=True, choose_heuristic="leftmost"))
        expected = sets(ours_xcover.covers(options, **named))
        assert zdd_solutions(nodes) == expected and [node[0] for node in nodes] == list(range(2, len(nodes) + 2))
        solved += len(expected) > 1
    assert solved > 50
    for matrix in matrices(np, 7, 50):
        if matrix.any():
            assert zdd_solutions(ours_xcover.covers_bool_zdd(matrix, True)) == sets(ours_xcover.covers_bool(matrix))
    with pytest.raises(KeyError, match="z"):
        ours_xcover.covers_zdd([["z"]], primary=["a"], secondary=[])
    with pytest.raises(ValueError, match="no options"):
        next(ours_xcover.covers_zdd([["a"]], secondary=["a"]))


def pairings(count):
    return [[a, b] for a in range(count) for b in range(a)]


def test_diagrams_become_objects_of_other_packages(tmp_path):
    options = pairings(8)
    to_setset_file(ours_xcover.covers_zdd(options), tmp_path / "all.zdd")
    lines = (tmp_path / "all.zdd").read_text().splitlines()
    assert len(lines) == len(list(ours_xcover.covers_zdd(options))) + 1 and lines[-1] == "."
    to_setset_file([], tmp_path / "none.zdd")
    assert (tmp_path / "none.zdd").read_text() == "B\n.\n"


def test_diagrams_of_zdd_algorithms():
    package = pytest.importorskip("zdd_algorithms")
    diagram = to_zdd_algorithms(ours_xcover.covers_zdd(KNUTH))
    assert package.to_set_of_sets(diagram) == {frozenset({1, 3, 5})}
    assert package.count(to_zdd_algorithms(ours_xcover.covers_zdd(pairings(8)))) == 105
    assert package.count(to_zdd_algorithms([])) == 0


def test_diagrams_of_graphillion():
    pytest.importorskip("graphillion")
    options = pairings(8)
    nodes = list(ours_xcover.covers_zdd(options))
    diagram = to_setset(nodes, len(options))
    assert len(diagram) == 105 and count_setset_nodes(diagram) == len(nodes) + 2
    assert sets(diagram) == sets(ours_xcover.covers(options))
    assert count_setset_nodes(to_setset([], 2)) == 1
    assert count_setset_nodes(to_setset([(2, 1, 0, 1)], 2)) == 3


def test_diagrams_of_oxidd():
    pytest.importorskip("oxidd")
    options = pairings(8)
    assert to_oxidd(ours_xcover.covers_zdd(options), len(options)).sat_count(len(options)) == 105
    assert to_oxidd([], 2, inner_node_capacity=1000, apply_cache_size=1000).sat_count(2) == 0


def test_problems_of_xcover_are_written_and_read(tmp_path):
    path = tmp_path / "problem.txt"
    solved = 0
    for options, primary, secondary, colored in problems(8, 100):
        xcover_io.write_xcover_to_file(path, options, primary=primary, secondary=secondary, colored=colored)
        again, *named = xcover_io.read_xcover_from_file(path)
        assert again == options and named == [primary, secondary or None, bool(secondary)]
        if colored or not secondary:
            solutions = list(ours_xcover.covers(again, *named))
            assert solutions == list(ours_xcover.covers(options, primary, secondary, colored))
            solved += len(solutions) > 0
    assert solved > 20
    path.write_text("| a comment\n\n/ another\n a  b|x\na x:1\n\nb x:1 \n| the end\n")
    assert xcover_io.read_xcover_from_file(path) == ([["a", "x:1"], ["b", "x:1"]], ["a", "b"], ["x"], True)
    xcover_io.write_xcover_to_file(path, [[(1, 2)], [3]])
    assert path.read_text() == "(1,2) 3\n(1,2)\n3\n"
    xcover_io.write_xcover_to_file(path, [[1, 2]], secondary=[2], item_to_string=lambda item: f"i{item}")
    assert path.read_text() == "i1 | i2\ni1 i2\n"
    path.write_text("\n")
    with pytest.raises(ValueError, match="problem.txt: expected a line with the items"):
        xcover_io.read_xcover_from_file(path)


def test_solutions_of_xcover_are_verified(np):
    named = {"primary": ["p", "q", "r"], "secondary": ["x", "y"], "colored": True}
    verify_exact_cover([3, 1], COLORED, **named)
    # Lacks r; has q twice; x has two colors; y is shared without a color.
    for wrong in ([0], [0, 1, 3], [1, 2, 3], [0, 4]):
        with pytest.raises(AssertionError, match="expected one option|do not agree"):
            verify_exact_cover(wrong, COLORED, **named)
    with pytest.raises(AssertionError, match="secondary item 'x' do not agree"):
        verify_exact_cover([0, 1], [["p", "x:A"], ["q", "x:B"]], primary=["p", "q"], colored=True)
    with pytest.raises(AssertionError, match="secondary item 'x' do not agree"):
        verify_exact_cover([0, 1], [["p", "x"], ["q", "x"]], secondary=["x"])
    for options, primary, secondary, colored in problems(9, 100):
        for solution in ours_xcover.covers(options, primary, secondary, colored):
            verify_exact_cover(solution, options, primary, secondary, colored)
    assert bool_array_to_options(np.array([[0, 2, 1], [0, 0, 0]])) == [[1, 2], []]


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
