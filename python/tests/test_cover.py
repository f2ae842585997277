"""Exact cover problems."""

import itertools
import os
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import quadrille

KNUTH = [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]]


def solve(options, **keywords):
    return list(quadrille.Cover(options, **keywords).solutions())


def dominoes(height, width):
    cells = [(r, c) for r in range(height) for c in range(width)]
    flat = [[(r, c), (r, c + 1)] for r, c in cells if c + 1 < width]
    return flat + [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < height]


def by_hand(options, secondary=(), bounds={}, colors=None):
    """All solutions, found by trying all sets of options that have a primary item."""
    items = {item for option in options for item in option} - set(secondary)
    colors = [of_option or {} for of_option in colors or [None] * len(options)]
    possible = [i for i, option in enumerate(options) if items & set(option)]
    sets = itertools.chain.from_iterable(itertools.combinations(possible, k) for k in range(len(possible) + 1))
    return [list(chosen) for chosen in sets if fits(options, chosen, items, secondary, bounds, colors)]


def fits(options, chosen, items, secondary, bounds, colors):
    for item in items:
        low, high = bounds.get(item, (1, 1))
        if not low <= sum(item in options[i] for i in chosen) <= high:
            return False
    for item in secondary:
        having = [i for i in chosen if item in options[i]]
        shades = {colors[i].get(item) for i in having}
        if len(having) > 1 and (len(shades) > 1 or shades == {None}):
            return False
    return True


def test_items_are_any_objects():
    assert solve(KNUTH) == [[0, 3, 4]]
    words = [[f"item {item}" for item in option] for option in KNUTH]
    assert solve(words) == solve(map(iter, words)) == [[0, 3, 4]]
    assert solve([[(1, 2), None], [frozenset()], [3.5]]) == [[0, 1, 2]]


def test_a_problem_without_items_has_the_empty_solution():
    problem = quadrille.Cover([])
    assert list(problem.solutions()) == [[]] and problem.count() == 1 and problem.first() == []
    assert problem.sample(2) == [[], []] and problem.lowest_cost() == problem.highest_cost() == (0, [])
    assert problem and len(problem) == 0


def test_all_methods_agree_with_a_search_by_hand():
    draw = random.Random(1)
    for _ in range(300):
        options = [draw.sample("abcdef", draw.randint(1, 3)) for _ in range(draw.randint(1, 9))]
        secondary = draw.sample("abcdef", draw.randint(0, 3))
        shades = [{item: draw.choice([None, "red", "blue"]) for item in o if item in secondary} for o in options]
        colors = draw.choice([None, shades])
        costs = [draw.randint(0, 9) for _ in options]
        expected = by_hand(options, secondary, colors=colors)
        problem = quadrille.Cover(options, secondary=secondary, colors=colors, costs=costs)
        assert sorted(problem.solutions()) == sorted(expected)
        assert problem.count() == problem.count(memory=0) == problem.count(threads=1) == len(expected)
        prices = [sum(costs[i] for i in solution) for solution in expected]
        for best, found in ((min, problem.lowest_cost()), (max, problem.highest_cost())):
            if not expected or not any(costs):
                continue
            assert found[0] == best(prices) == sum(costs[i] for i in found[1]) and found[1] in expected
        if expected:
            assert all(solution in expected for solution in problem.sample(5))
        else:
            assert problem.first() is problem.lowest_cost() is problem.highest_cost() is None


def test_bounds_agree_with_a_search_by_hand():
    draw = random.Random(2)
    for _ in range(200):
        options = [draw.sample("abcd", draw.randint(1, 3)) for _ in range(draw.randint(1, 8))]
        items = sorted({item for option in options for item in option})
        lows = {item: draw.randint(0, 2) for item in draw.sample(items, draw.randint(1, len(items)))}
        bounds = {item: (low, max(1, low + draw.randint(0, 2))) for item, low in lows.items()}
        costs = [draw.randint(1, 9) for _ in options]
        expected = by_hand(options, bounds=bounds)
        problem = quadrille.Cover(options, bounds=bounds, costs=costs)
        assert sorted(problem.solutions()) == sorted(expected) and problem.count() == len(expected)
        prices = [sum(costs[i] for i in solution) for solution in expected]
        for best, found in ((min, problem.lowest_cost()), (max, problem.highest_cost())):
            assert (found is None and not prices) or found[0] == best(prices)


def test_bounds_without_an_upper_one():
    assert quadrille.Cover([["a"]] * 4, bounds={"a": (2, None)}).count() == 6 + 4 + 1
    assert quadrille.Cover([["a"]] * 4, bounds={"a": (0, None)}).count() == 16
    assert quadrille.Cover([["a"]] * 4, bounds={"a": (9, None)}).count() == 0
    drawn = quadrille.Cover([["a"]] * 4, bounds={"a": (2, 3)}).sample(200)
    assert {len(solution) for solution in drawn} == {2, 3} and len({*map(tuple, drawn)}) == 10


def test_colors_beside_the_options_and_in_them_are_the_same():
    inside = [{"p": None, "s": "red"}, {"q": None, "s": "red"}, {"q": None, "s": "blue"}, ["q", "s"]]
    beside = [{"s": "red"}, {"s": "red"}, {"s": "blue"}, None]
    assert solve(inside, secondary=["s"]) == [[0, 1]]
    assert solve([list(option) for option in inside], secondary=["s"], colors=beside) == [[0, 1]]
    assert solve(inside, secondary=["s"], colors=beside) == [[0, 1]]
    assert solve([["a", "s"], ["b", "s"], ["b"]], secondary=["s"]) == [[0, 2]]
    assert solve([["a"]], primary=["a", "b"]) == []


def test_counts_of_any_size():
    assert quadrille.Cover(dominoes(8, 8)).count() == 12988816
    assert quadrille.Cover(dominoes(12, 12)).count() == 53060477521960000
    pairs = quadrille.Cover([[i] for i in range(100) for _ in range(2)])
    assert pairs.count() == 2**100 and pairs.count(limit=10**15) == 10**15


def test_solutions_come_one_after_the_other():
    problem = quadrille.Cover([[i] for i in range(100) for _ in range(2)])
    first = list(problem.solutions(limit=10_000))
    assert len(first) == 10_000 == len(set(map(tuple, first)))
    again = problem.solutions()
    assert list(itertools.islice(again, 6_000)) + list(itertools.islice(again, 4_000)) == first
    assert list(problem.solutions(limit=0)) == [] and problem.first() == first[0]
    few = quadrille.Cover([[i] for i in range(10) for _ in range(2)])
    assert len(list(few.solutions())) == 1024 and list(few.solutions(limit=5)) == list(few.solutions())[:5]
    ended = few.solutions(limit=1)
    assert [next(ended, None), next(ended, None), next(ended, None)] == [few.first(), None, None]


def test_a_search_that_a_limit_ended_says_so():
    problem = quadrille.Cover(dominoes(8, 8))
    with pytest.raises(ValueError, match="max_nodes"):
        problem.count(max_nodes=100)
    solutions, found = problem.solutions(max_nodes=1000), []
    with pytest.raises(ValueError, match="max_nodes"):
        found.extend(solution for solution in solutions if found.append(solution))
    assert found and found == list(problem.solutions(limit=len(found)))
    with pytest.raises(ValueError, match="max_nodes"):
        next(solutions)
    with pytest.raises(ValueError, match=r"sample\(\): memory: .* more than 100 bytes"):
        problem.sample(1, memory=100)


def test_a_search_goes_on_after_a_time_limit():
    problem = quadrille.Cover(dominoes(4, 8))
    solutions, found = problem.solutions(timeout=0.001), []
    while True:
        try:
            found.append(next(solutions))
        except TimeoutError:
            continue
        except StopIteration:
            break
    assert found == list(problem.solutions()) and len(found) == problem.count()


def test_one_iterator_can_be_read_by_several_threads():
    problem = quadrille.Cover(dominoes(4, 10))
    solutions, read, counts = problem.solutions(), [], []

    def work():
        read.extend(map(tuple, solutions))
        counts.append(problem.count(threads=1))

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(read) == len(set(read)) == problem.count() and counts == [len(read)] * 4


def test_samples_are_even_and_depend_on_the_seed():
    problem = quadrille.Cover(dominoes(2, 6))
    drawn = problem.sample(13_000, seed=3)
    assert drawn[:5] == problem.sample(5, seed=3) and drawn[:50] != problem.sample(50, seed=4)
    counts = [drawn.count(solution) for solution in problem.solutions()]
    assert len(counts) == 13 and sum(counts) == 13_000
    # For 12 degrees of freedom, 45 is exceeded once in 100,000 times.
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 45
    assert problem.sample(0) == []
    with pytest.raises(ValueError, match="no solution"):
        quadrille.Cover([["a"]], primary=["b"]).sample(1)


def test_a_diagram_is_written_to_a_file(tmp_path):
    path = tmp_path / "all.zdd"
    nodes = quadrille.Cover(dominoes(2, 10)).zdd(path)
    lines = [line.split() for line in path.read_text().splitlines()]
    assert lines.pop() == ["."] and len(lines) == nodes
    counts = {"B": 0, "T": 1}
    for node, _, low, high in lines:
        counts[node] = counts[low] + counts[high]
    assert counts[lines[-1][0]] == 89
    with pytest.raises(FileNotFoundError, match="no-such"):
        quadrille.Cover(KNUTH).zdd(tmp_path / "no-such" / "file")


def test_without_costs_each_option_counts_one():
    problem = quadrille.Cover([["a", "b"], ["a"], ["b"]])
    assert problem.lowest_cost() == (1, [0]) and problem.highest_cost() == (2, [1, 2])


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (lambda: quadrille.Cover([]), "0 options, 0 items"),
        (lambda: quadrille.Cover([["a"]]), "1 option, 1 item"),
        (lambda: quadrille.Cover([["a", "s"]], secondary="s"), "1 option, 1 primary and 1 secondary item"),
        (lambda: quadrille.Cover([["a"]] * 2, costs=[1, 2]), "2 options, 1 item, with costs"),
        (lambda: quadrille.Cover([["a"]], bounds={"a": (0, 1)}), "1 option, 1 item, with bounds"),
        (lambda: quadrille.Cover([["a"]], bounds={"a": (0, 1)}, costs=[5]), "1 option, 1 item, with bounds and costs"),
    ],
)
def test_a_problem_is_shown_by_its_size(problem, text):
    assert repr(problem()) == f"<quadrille.Cover of {text}>"


@pytest.mark.parametrize(
    ("options", "keywords", "error", "message"),
    [
        ([["a", "a"]], {}, ValueError, "option 0: item 'a' is repeated"),
        ([["a"], {"a": "red"}], {}, ValueError, "option 1: item 'a' is primary and cannot have a color"),
        ([["a"], 5], {}, TypeError, "option 1: expected a list of items or a dict, got int"),
        ([["a"], "ab"], {}, TypeError, "option 1: expected a list of items or a dict, got str"),
        ([[[]]], {}, TypeError, "unhashable|cannot use 'list'"),
        ([["a"]], {"primary": ["a"], "secondary": ["a"]}, ValueError, "primary: item 'a' is secondary too"),
        (5, {}, TypeError, "not iterable"),
        ([["a"]], {"item": 1}, TypeError, r"Cover\(\) got an unexpected keyword argument 'item'"),
        ([["a"]], {"limit": 5}, TypeError, r"'limit': .* Cover\(options\).count\(\) and Cover\(options\).solutions\(\)"),
        ([["a"]], {"count": True}, TypeError, r"'count': .* Cover\(options\).count\(\)"),
        ([["a"]], {"costs": []}, ValueError, "costs: expected one element for each of the 1 options, got 0"),
        ([["a"]], {"costs": [-1]}, ValueError, "costs: option 0: can't convert negative"),
        ([["a"]], {"costs": [0.5]}, TypeError, "costs: option 0: 'float' object"),
        ([["a"]], {"costs": {0: 1}}, TypeError, "costs: expected a list with one element for each option, got a dict"),
        ([["a"]] * 2, {"costs": [2**63] * 2}, ValueError, "costs: the costs of all options add up to"),
        ([["a"]], {"bounds": {"b": (0, 1)}}, ValueError, "bounds: item 'b': no option has it, and primary= does not"),
        ([["a"]], {"bounds": {"a": (2, 1)}}, ValueError, "bounds: item 'a': the lower bound 2 is above the upper bound 1"),
        ([["a"]], {"bounds": {"a": 2}}, TypeError, "bounds: item 'a': 'int' object"),
        ([["a"]], {"bounds": [("a", 2)]}, TypeError, "bounds: expected a dict from items to pairs, got list"),
        ([["a", "s"]], {"bounds": {"s": (0, 1)}, "secondary": ["s"]}, ValueError, "item 's': it is secondary"),
        ([["a"]], {"colors": [{"s": 1}], "secondary": ["s"]}, ValueError, "colors: option 0 does not have item 's'"),
        ([["a"]], {"colors": [{"a": 1}]}, ValueError, "option 0: item 'a' is primary and cannot have a color"),
        ([["a"]], {"colors": ["red"]}, TypeError, "colors: option 0: expected a dict or None, got str"),
        ([["a"]], {"colors": []}, ValueError, "colors: expected one element for each of the 1 options, got 0"),
        (
            [{"a": None, "s": "red"}],
            {"colors": [{"s": "blue"}], "secondary": ["s"]},
            ValueError,
            "colors: option 0: item 's' has another color in the option itself",
        ),
        (
            [{"a": None, "s": "red"}],
            {"colors": [{"s": None}], "secondary": ["s"]},
            ValueError,
            "colors: option 0: item 's' has another color in the option itself",
        ),
    ],
)
def test_errors_say_which_option(options, keywords, error, message):
    with pytest.raises(error, match=message):
        quadrille.Cover(options, **keywords)


@pytest.mark.parametrize("value", [2, -1, 0.5, float("nan")])
def test_a_matrix_of_anything_but_0_and_1_is_refused_with_the_place(value):
    # Any value but 0 was taken as 1.
    numpy = pytest.importorskip("numpy")
    matrix = numpy.array([[1, 0], [0, 1]], dtype=float)
    assert solve(matrix) == solve(matrix.astype(bool)) == solve(matrix.astype(object)) == [[0, 1]]
    matrix[1, 0] = value
    for wrong in (matrix, matrix.astype(object)):
        with pytest.raises(ValueError, match=rf"Cover\(\): options: row 1, column 0: expected 0 or 1, got {float(value)}"):
            quadrille.Cover(wrong)
    with pytest.raises(TypeError, match=r"Cover\(\): options: expected a matrix of 0 and 1, got one of <U1"):
        quadrille.Cover(numpy.array([["1", "0"]]))


@pytest.mark.parametrize("text", ["[[1,0],[0,1]]", "1,0\n0,1\n", b"[[1]]", "", Path("problem.csv")])
def test_text_and_paths_are_refused_with_what_is_accepted(text):
    with pytest.raises(TypeError, match=r"options: expected lists of items or a NumPy matrix .*json.loads.* `quadrille cover` reads files"):
        quadrille.Cover(text)


def test_a_count_up_to_0_is_refused():
    # It was 0; the command and `quadrille.count` refuse it.
    with pytest.raises(ValueError, match=r"count\(\): limit: expected at least 1, got 0"):
        quadrille.Cover(KNUTH).count(limit=0)


def test_samples_that_do_not_fit_in_memory_are_refused():
    # The system ended the process.
    for k in (2**32, 2**62):
        with pytest.raises(ValueError, match=rf"sample\(\): k: expected at most 4294967295, got {k}"):
            quadrille.Cover([["a"], ["a"]]).sample(k)
    pytest.importorskip("resource")
    script = """
import quadrille, resource
problem = quadrille.Cover([[item] for item in range(50) for _ in range(2)])
assert len(problem.sample(10)) == 10
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, -1))
try:
    problem.sample(10**7)
except MemoryError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.startswith("sample(): k: 10000000 solutions take about ")


@pytest.mark.parametrize("method", ["count", "solutions", "first", "lowest_cost", "highest_cost", "sample", "zdd"])
def test_methods_refuse_keywords_that_they_do_not_have(method, tmp_path):
    problem = quadrille.Cover(KNUTH)
    arguments = {"sample": [1], "zdd": [tmp_path / "x"]}.get(method, [])
    with pytest.raises(TypeError, match=rf"{method}\(\) got an unexpected keyword argument 'nodes'"):
        getattr(problem, method)(*arguments, nodes=5)
    with pytest.raises(ValueError, match=rf"{method}\(\): max_nodes: "):
        getattr(problem, method)(*arguments, max_nodes=-1)
    with pytest.raises(ValueError, match=rf"{method}\(\): timeout: "):
        getattr(problem, method)(*arguments, timeout=-1)


def test_memory_stays_bounded_while_solutions_are_read():
    resource = pytest.importorskip("resource")
    script = """
import quadrille, resource
problem = quadrille.Cover([[i] for i in range(40) for _ in range(2)])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert sum(1 for _ in problem.solutions(limit=200_000)) == 200_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    # All of them would take 200,000 · 40 · 8 bytes and more. The unit is KiB, on macOS bytes.
    scale = 1024 if sys.platform == "darwin" else 1
    assert int(grown.stdout) < 20_000 * scale


@pytest.mark.parametrize(
    "problem",
    [
        quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]]),
        quadrille.Cover([{"p": None, "s": "red"}, {"q": None, "s": "red"}, {"q": None, "s": 7}], secondary=["s", "t"]),
        quadrille.Cover([[1], [1], []], primary=[2, 1], bounds={1: (0, 2), 2: (0, 1)}, costs=[3, 2, 1]),
        quadrille.Cover([]),
    ],
)
def test_a_problem_knows_its_options_and_can_be_pickled(problem):
    again = pickle.loads(pickle.dumps(problem))
    assert repr(again) == repr(problem) and again.options == problem.options and again.items == problem.items
    assert len(problem.options) == len(problem) and list(again.solutions()) == list(problem.solutions())
    assert again.lowest_cost() == problem.lowest_cost()


def test_options_are_as_they_were_passed():
    options = [["b", "a"], [("c", 1)], []]
    assert quadrille.Cover(options).options == options and quadrille.Cover(options).items == ["b", "a", ("c", 1)]
    colored = [{"p": None, "s": "red"}, {"q": None, "s": "blue"}]
    problem = quadrille.Cover(colored, secondary=["s"])
    assert problem.options == colored and problem.items == ["p", "q", "s"]
    problem.options.clear()
    assert len(problem.options) == 2


def test_a_matrix_in_lists_is_refused_with_the_remedy():
    with pytest.raises(ValueError, match=r"item 1 is repeated; for a matrix of 0 and 1 use numpy\.array"):
        quadrille.Cover([[1, 0, 1], [0, 1, 0]])


def test_samples_without_a_seed_differ():
    problem = quadrille.Cover([[item] for item in range(100) for _ in range(3)])
    assert problem.sample(1) != problem.sample(1)
