"""Random puzzles."""

import signal
import subprocess
import sys

import pytest
import quadrille
from conftest import EASY

def test_a_seed_gives_the_same_puzzles():
    puzzles = quadrille.generate(5, seed=7)
    assert puzzles == quadrille.generate(5, seed=7, threads=1) and puzzles[0] == quadrille.generate(seed=7)
    assert quadrille.generate() != quadrille.generate()
    assert quadrille.generate(0) == []


def test_parts_of_a_long_list_can_be_made_apart():
    puzzles = quadrille.generate(300, seed=7)
    assert quadrille.generate(100, seed=7, start=150) == puzzles[150:250]
    assert quadrille.generate(seed=7, start=9) == puzzles[9]
    assert quadrille.morph(puzzles[40:], seed=3, copies=2, first_row=40) == quadrille.morph(puzzles, seed=3, copies=2)[80:]
    with pytest.raises(ValueError, match="start: puzzles that are searched for have no index"):
        quadrille.generate(2, start=2, symmetry="rotate180")
    with pytest.raises(ValueError, match="start: the indices of the puzzles end at"):
        quadrille.generate(3, seed=7, start=2**64 - 1)


def test_what_is_asked_for():
    def givens(puzzle):
        return sum(cell != "." for cell in puzzle)

    assert {givens(p) for p in quadrille.generate(3, givens=40)} == {40}
    assert givens(quadrille.generate(minimal=True)) < 33
    for few in ((24, 25), "24..25", (None, 25), "..25"):
        assert all(givens(p) <= 25 for p in quadrille.generate(2, givens=few, seed=1))
    assert quadrille.generate(2, givens="40", seed=1) == quadrille.generate(2, givens=(40, 40), seed=1) == quadrille.generate(2, givens=40, seed=1)
    minimal = quadrille.generate(2, givens=24, minimal=True, seed=1)
    assert {givens(p) for p in minimal} == {24}
    assert not any(quadrille.check(p[:i] + "." + p[i + 1 :]) == "unique" for p in minimal for i in range(81) if p[i] != ".")
    assert quadrille.check(quadrille.generate(5, givens=5, unique=False, size=4, seed=1)) != ["unique"] * 5
    assert set(quadrille.check(quadrille.generate(3, variant="x"), variant="x")) == {"unique"}
    searched = quadrille.generate(4, givens=(24, 26), symmetry="rotate180", seed=1)
    assert all(24 <= givens(p) <= 26 and [c == "." for c in p] == [c == "." for c in p[::-1]] for p in searched)
    assert all(rating >= 3 for rating in quadrille.rate(quadrille.generate(2, rating=(3, None), seed=1)))
    assert quadrille.generate(2, rating="3..", seed=1) == quadrille.generate(2, rating=(3, None), seed=1)
    assert quadrille.rate(quadrille.generate(rating=("locked", "locked"), method="logic", seed=1), method="logic") == "locked"
    pattern = "".join("x" if cell != "." else "." for cell in EASY)
    made = quadrille.generate(pattern=pattern, seed=1)
    assert [c == "." for c in made] == [c == "." for c in EASY]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"size": 5}, ValueError, "size: expected 4, 6, 9"),
        ({"givens": 16}, ValueError, "givens: 16 givens are too few"),
        ({"rating": (5, 3)}, ValueError, "expected a value or two bounds"),
        ({"rating": "a.."}, ValueError, "rating"),
        ({"givens": "x"}, ValueError, "givens: \"x\" is not a number of givens"),
        ({"givens": "24..20"}, ValueError, "givens: the first bound is above the second one; exchange them; expected a value or two bounds"),
        ({"givens": 10, "minimal": True}, ValueError, "givens: 10 givens are too few"),
        ({"givens": (30, 40), "unique": False}, ValueError, "unique: puzzles that are searched for have one solution"),
        ({"rating": 5, "size": 16}, ValueError, "size: ratings need 9×9 boards without variants"),
        ({"pattern": "." * 81, "symmetry": "mirror"}, ValueError, "pattern: a pattern says which cells are given"),
        ({"max_tries": 5}, ValueError, "max_tries"),
        ({"rating": (400, None), "max_tries": 1}, RuntimeError, r"generate\(\): max_tries: found 0 of 1 puzzles; gave up after 1 attempts .*; all had a rating below 400"),
        ({"minimal": True, "unique": False}, ValueError, "a minimal puzzle has one solution"),
        ({"variant": "jigsaw"}, ValueError, "regions"),
        ({"hard": True}, TypeError, r"generate\(\) got an unexpected keyword argument 'hard'"),
    ],
)
def test_errors_of_generate(options, error, message):
    with pytest.raises(error, match=message):
        quadrille.generate(**options)


@pytest.mark.parametrize("options", [{}, {"symmetry": "rotate180"}])
def test_puzzles_found_before_a_timeout_are_returned_with_a_warning(options):
    with pytest.warns(UserWarning, match=r"^generate\(\): timeout: found \d+ of 100000000 puzzles in 1 s$") as warned:
        found = quadrille.generate(10**8, seed=1, timeout=1, **options)
    assert f"found {len(found)} of" in str(warned[0].message)
    assert len(found) > 100 and found[:50] == quadrille.generate(50, seed=1, **options)


def test_puzzles_found_before_a_timeout_have_their_columns():
    with pytest.warns(UserWarning, match=r"timeout: found \d+ of 100000000 puzzles"):
        table = quadrille.generate(10**8, seed=1, symmetry="rotate180", timeout=1, columns=["puzzle", "givens"])
    assert len(table) > 0 and table["givens"].to_pylist() == quadrille.givens(table["puzzle"].to_pylist())


@pytest.mark.filterwarnings("error")
def test_a_timeout_that_finds_nothing_gives_an_empty_list_and_fails_without_a_number():
    with pytest.raises(UserWarning, match="timeout: found 0 of 2 puzzles") as e:
        quadrille.generate(2, rating=(10**6, None), seed=1, timeout=0.1)
    assert e.value.puzzles == []
    with pytest.raises(TimeoutError, match=r"generate\(\): timeout: not finished after 0.1 s"):
        quadrille.generate(rating=(10**6, None), seed=1, timeout=0.1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "x", "columns": "puzzle,rating"}, "columns: only standard sudoku, without variants, has ratings"),
        ({"size": 16, "columns": ["rating"]}, "columns: .*16×16"),
        ({"method": "morphs"}, "method: has no effect without rating=, technique=, first_steps= or the column rating; remove it"),
        ({"method": "morphs", "columns": "givens"}, "method: has no effect"),
    ],
)
def test_columns_and_methods_that_cannot_be_are_refused_before_puzzles_are_made(options, message):
    with pytest.raises(ValueError, match=r"generate\(\): " + message) as e:
        quadrille.generate(10**15, **options)
    assert not hasattr(e.value, "puzzles")


def test_a_number_that_is_passed_twice_is_refused():
    with pytest.raises(TypeError, match=r"generate\(\) got multiple values for argument 'number'"):
        quadrille.generate(5, number=6)


def test_puzzles_made_before_an_exception_in_their_columns_are_kept():
    code = '''
import _thread, quadrille, threading
made = threading.Event()
def progress(done, total):
    # The puzzles are made, and the ratings follow, which take minutes.
    if done == total:
        threading.Timer(0.5, _thread.interrupt_main).start()
try:
    quadrille.generate(20_000, seed=1, columns="rating", method="morphs=1000", progress=progress)
except KeyboardInterrupt as error:
    print(error.puzzles == quadrille.generate(20_000, seed=1))
'''
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr


def test_progress_of_generated_columns_ends_once():
    calls = []
    quadrille.generate(20, seed=1, columns="puzzle, solution, rating", progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (20, 20) and calls == sorted(calls)


def test_puzzles_found_before_ctrl_c_are_kept():
    if not hasattr(signal, "setitimer"):
        pytest.skip("the system has no timers")
    old = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1)
        with pytest.raises(KeyboardInterrupt) as e:
            quadrille.generate(10**8, seed=1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert e.value.puzzles[:5] == quadrille.generate(5, seed=1)


def test_puzzles_found_before_a_search_gave_up_are_kept():
    with pytest.raises(RuntimeError) as e:
        quadrille.generate(10**4, size=4, givens=4, no_equivalents=True, max_tries=5000, seed=1)
    assert e.value.puzzles and f"found {len(e.value.puzzles)} of 10000 puzzles" in str(e.value)


def test_progress_of_generate_counts_puzzles():
    # It stayed at 0 until the end.
    calls = []
    quadrille.generate(10**5, seed=1, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (10**5, 10**5) and any(0 < done < total for done, total in calls)


@pytest.mark.parametrize("name", ["per_solution", "max_tries"])
def test_a_search_that_could_find_nothing_is_refused(name):
    # With per_solution=0 it never ended, and with max_tries=0 it returned None.
    with pytest.raises(ValueError, match=f"{name}: expected at least 1"):
        quadrille.generate(symmetry="mirror", **{name: 0}, timeout=10)


def test_numbers_that_cannot_be_are_value_errors():
    for call in (
        lambda: quadrille.generate(-1),
        lambda: quadrille.generate(2**64),
        lambda: quadrille.generate(givens=-1),
        lambda: quadrille.generate(seed=-1),
        lambda: quadrille.generate(rating=(1, 2), max_tries=-1),
        lambda: quadrille.Cover([["a"]]).count(limit=-1),
        lambda: quadrille.Cover([["a"]]).count(memory=-1),
        lambda: quadrille.Cover([["a"]]).count(threads=-1),
        lambda: quadrille.Cover([["a"]]).solutions(limit=-1),
        lambda: quadrille.Cover([["a"]]).sample(-1),
        lambda: quadrille.Cover([["a"]]).sample(1, seed=-1),
        lambda: quadrille.solve("." * 81, limit=-1),
        lambda: quadrille.count("." * 81, limit=2**64),
        lambda: quadrille.morph("." * 81, copies=-1),
        lambda: quadrille.solutions("." * 81, limit=-1),
        lambda: quadrille.solve(["." * 81], threads=-1),
    ):
        with pytest.raises(ValueError, match=r"\w+\(\): \w+: "):
            call()
    with pytest.raises(TypeError, match=r"generate\(\): number: "):
        quadrille.generate("3")


def test_a_file_of_regions_that_is_missing_is_named(tmp_path):
    missing = tmp_path / "no-such.txt"
    for call in (
        lambda: quadrille.solve("." * 81, variant="jigsaw", regions=missing),
        lambda: quadrille.generate(variant="jigsaw", regions=missing),
    ):
        with pytest.raises(FileNotFoundError, match="no-such.txt") as e:
            call()
        assert e.value.filename == str(missing)
    with pytest.raises(TypeError, match=r"solve\(\): regions: "):
        quadrille.solve("." * 81, variant="jigsaw", regions=5)


def test_columns_of_generated_puzzles_are_their_answers():
    table = quadrille.generate(number=5, seed=1, columns="puzzle, solution, rating, givens, symmetry")
    assert table.column_names == ["puzzle", "solution", "rating", "givens", "symmetry"]
    puzzles = quadrille.generate(5, seed=1)
    assert table["puzzle"].to_pylist() == puzzles and table["solution"].to_pylist() == quadrille.solve(puzzles)
    assert table["rating"].to_pylist() == quadrille.rate(puzzles) and table["givens"].to_pylist() == quadrille.givens(puzzles)
    logic = quadrille.generate(5, seed=1, method="logic", rating=("singles", None), columns=["rating"])
    assert set(logic["rating"].to_pylist()) <= {"singles", "locked"} | {f"backdoor {n}" for n in range(9)}
    assert len(quadrille.generate(seed=1, columns=["puzzle"])) == 1
    jigsaw = quadrille.generate(2, seed=1, variant="x", columns=["puzzle", "solution"])
    assert jigsaw["solution"].to_pylist() == quadrille.solve(jigsaw["puzzle"].to_pylist(), variant="x")


@pytest.mark.parametrize("columns", ["clues", ["puzzle", "puzzle"], [], 5, [5]])
def test_other_columns_are_refused(columns):
    with pytest.raises((TypeError, ValueError), match=r"generate\(\): columns: "):
        quadrille.generate(2, columns=columns)


@pytest.mark.parametrize("givens", ["24-26", range(24, 27)])
def test_other_ranges_are_refused_with_the_ones_that_there_are(givens):
    with pytest.raises(ValueError, match=r"givens: .*expected a value or two bounds"):
        quadrille.generate(2, givens=givens)
