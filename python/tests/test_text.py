"""Strings and lists of strings."""

import pickle

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, HARD, HARD_SOLVED, MANY, NONE, SMALL, SMALL_SOLVED, is_solution


def test_a_string_gives_a_string():
    assert quadrille.solve(EASY) == EASY_SOLVED
    assert quadrille.solve(HARD) == HARD_SOLVED
    assert quadrille.solve(SMALL) == SMALL_SOLVED
    assert quadrille.solve(NONE) is None
    assert quadrille.solve("5" + EASY[1:80] + "5") is None
    assert [quadrille.check(p) for p in (EASY, NONE, MANY, "?", "." * 81)] == [
        "unique", "none", "multiple", "invalid", "multiple",
    ]  # fmt: skip
    assert (quadrille.count(EASY), quadrille.count("." * 16), quadrille.count("." * 81, limit=10)) == (1, 288, 10)


@pytest.mark.parametrize("kind", [list, tuple, iter], ids=["list", "tuple", "iterator"])
def test_a_list_gives_a_list_of_the_same_order(kind):
    puzzles = [EASY, None, "no puzzle", SMALL, NONE]
    assert quadrille.solve(kind(puzzles)) == [EASY_SOLVED, None, None, SMALL_SOLVED, None]
    assert quadrille.check(kind(puzzles)) == ["unique", None, "invalid", "unique", "none"]
    assert quadrille.count(kind(puzzles)) == [1, None, None, 1, 0]
    assert quadrille.solve([]) == []


def test_many_puzzles_do_not_depend_on_threads(puzzles):
    one, two = quadrille.solve(puzzles, threads=1), quadrille.solve(puzzles, threads=2)
    assert one == two and all(map(is_solution, puzzles, one))
    assert set(quadrille.check(puzzles)) == {"unique"}
    assert [quadrille.solve(p) for p in puzzles[:50]] == one[:50]


def test_options_reach_the_search():
    diagonal = quadrille.solve("." * 81, variant="x,windoku")
    assert len({diagonal[10 * i] for i in range(9)}) == 9
    assert quadrille.solve(EASY, variant=["x"]) is None
    assert quadrille.solve(EASY, engine="dlx", isa="portable", threads=1, limit=2) == EASY_SOLVED
    assert quadrille.check([HARD], max_nodes=1, engine="dlx") == ["unknown"]
    assert quadrille.solve(SMALL, variant="jigsaw", regions="AABBAABBCCDDCCDD") == SMALL_SOLVED
    big = quadrille.generate(size=16, seed=1)
    assert quadrille.solve(big, symbols="letters") == quadrille.solve(big)


def test_regions_are_read_from_a_file(tmp_path):
    (tmp_path / "regions").write_text("AABB\nAABB\nCCDD\nCCDD\n")
    assert quadrille.solve(SMALL, variant="jigsaw", regions=tmp_path / "regions") == SMALL_SOLVED


@pytest.mark.parametrize(
    ("args", "options", "error", "message"),
    [
        (["x"], {}, ValueError, "cells, found 1"),
        ([5], {}, TypeError, "got int; for files use quadrille.read or quadrille.solve_file"),
        ([b"x"], {}, TypeError, "got bytes"),
        ([{"a": 1}], {}, TypeError, "got dict"),
        ([[EASY, 5]], {}, TypeError, "item 1: expected a str or None, got int"),
        ([[[1, 2]]], {}, TypeError, "item 0: .*use numpy.array"),
        ([[EASY, "x"]], {"strict": True}, ValueError, "item 1: expected 16, 36"),
        ([EASY], {"nodes": 1}, TypeError, r"solve\(\) got an unexpected keyword argument 'nodes'"),
        ([EASY], {"limit": "a"}, TypeError, r"solve\(\): limit: "),
        ([EASY], {"limit": -1}, (ValueError, OverflowError), "limit"),
        ([EASY], {"engine": "fast"}, ValueError, 'engine: expected one of "auto", "lanes", "dlx", got "fast"'),
        ([EASY], {"variant": "y"}, ValueError, 'unknown variant "y"'),
        ([EASY], {"regions": "A"}, ValueError, "requires variant"),
        ([EASY], {"threads": 5000}, ValueError, "threads: expected at most 1024, got 5000"),
        ([EASY], {"threads": -1}, ValueError, "threads"),
        ([EASY], {"timeout": -1}, ValueError, "expected a number of seconds"),
        ([EASY], {"progress": 5}, TypeError, "progress"),
    ],
)
def test_errors_say_what_is_wrong(args, options, error, message):
    with pytest.raises(error, match=message):
        quadrille.solve(*args, **options)


def test_a_small_board_with_blanks_around_it_is_solved():
    assert quadrille.solve(SMALL + " " * 65) == SMALL_SOLVED and quadrille.check(SMALL + " " * 65) == "unique"


def test_check_has_no_limit():
    with pytest.raises(TypeError, match="unexpected keyword argument 'limit'"):
        quadrille.check(EASY, limit=3)


def test_a_surrogate_is_a_malformed_puzzle():
    assert quadrille.check([EASY, "\ud800" * 81]) == ["unique", "invalid"]
    with pytest.raises(ValueError, match="81"):
        quadrille.solve("\ud800")


def test_hints():
    hint = quadrille.hint(EASY)
    assert (hint.cell, hint.digit, hint.status) == ("r5c5", 5, "hint")
    assert hint.puzzle == EASY[:40] + "5" + EASY[41:]
    assert quadrille.hint([EASY, None, "x"])[1:] == [None, None]
    assert quadrille.hint([EASY])[0] == hint
    assert quadrille.hint(HARD, method="singles") is None
    mistake = quadrille.hint("55" + EASY[2:])
    assert (mistake.status, mistake.explanation, mistake.digit) == ("mistake", "5 twice in row 1: r1c1 and r1c2", None)


def test_all_steps_of_hodoku():
    board = "9384652711..8296356253178945..97831.8..63495.3..1524..7..28.54.48659172325.74.1.."
    hint = quadrille.hint(board, method="hodoku", all_steps=True)
    assert any(step.startswith("XY-wing (160): r5c2 is 1 or 7") for step in hint.steps)
    assert pickle.loads(pickle.dumps(hint)) == hint
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    table = quadrille.hint(pa.table({"puzzle": [board, "x"]}), method="hodoku", all_steps=True)
    assert pa.table(table)["steps"].to_pylist() == [hint.steps, None]
    assert quadrille.hint([board], method="hodoku")[0].steps is None
    for wrong in ({}, {"method": "se"}):
        with pytest.raises(ValueError, match=r"hint\(\): all_steps: only the method \"hodoku\" lists all steps"):
            quadrille.hint(board, all_steps=True, **wrong)
    with pytest.raises(TypeError, match="all_steps: only columns and tables have all steps"):
        quadrille.hint(np.frombuffer(board.replace(".", "0").encode(), np.uint8).reshape(1, 81) - 48, method="hodoku", all_steps=True)


def test_naked_singles_fill_every_cell_at_once():
    step = quadrille.hint("123" + "." * 13, method="naked-singles")
    assert (step.puzzle, step.cell, step.status) == ("1234" + "." * 12, None, "hint")
    assert step.explanation == "r1c4 = 4 (row 1 has 1 2 3)"
    with pytest.raises(ValueError, match='"all", "se", "se=no-uniqueness", "hodoku", "locked", "singles", "naked-singles"'):
        quadrille.hint(EASY, method="guess")


def test_canonical_forms_and_morphs():
    morphs = quadrille.morph([EASY], copies=20, seed=3)
    assert len(set(morphs)) == 20
    assert len(set(quadrille.canonical(morphs))) == 1
    assert len(quadrille.dedup(morphs)) == 1 and quadrille.dedup(morphs, equal_by="text") == morphs
    assert len(quadrille.dedup([HARD, *morphs, None, "x", None])) == 5
    assert quadrille.canonical(EASY_SOLVED) == quadrille.canonical(EASY, form_of="solution")
    with pytest.raises(TypeError, match="expected several"):
        quadrille.dedup(EASY)


def test_morphs_of_a_list_move_solutions_along():
    puzzles, solutions = quadrille.morph_with_solutions([EASY, HARD, None], [EASY_SOLVED, HARD_SOLVED, None], copies=3, seed=1)
    assert puzzles[6:] == solutions[6:] == [None] * 3
    assert quadrille.solve(puzzles[:6]) == solutions[:6] and len(set(puzzles)) == 7
    assert quadrille.morph([EASY, HARD], seed=1, copies=3) == puzzles[:6]
    assert quadrille.morph(EASY, seed=1) == puzzles[0]
    kept = quadrille.morph(EASY, seed=1, exclude_symmetry="bands,rows,stacks,columns,transpose")
    assert [c == "." for c in kept] == [c == "." for c in EASY]
    with pytest.raises(ValueError, match="expected some of digits"):
        quadrille.morph(EASY, exclude_symmetry="colors")
    with pytest.raises(ValueError, match="expected as many solutions as there are puzzles, 1, got 2"):
        quadrille.morph_with_solutions([EASY], [EASY_SOLVED] * 2)


def test_ratings_of_sudoku_explainer():
    puzzle = "8..5....7..4.2..6.9...8...2.....76.9.49......63........82.317.4.......1...7.48..."
    assert [quadrille.rate(puzzle, method=method) for method in ("se", "se=no-uniqueness")] == [4.5, 6.6]
    assert quadrille.rate([EASY, None, "." * 81], method="se") == [1.2, None, None]
    assert quadrille.select([EASY, puzzle], rating=(4.5, 4.5), method="se") == [puzzle]
    assert quadrille.rate(quadrille.generate(rating=(3.0, 4.4), method="se", seed=1), method="se") <= 4.4
    with pytest.raises(ValueError, match="a rating by se is a number with one digit after the point"):
        quadrille.select([puzzle], rating=(4.55, None), method="se")


def test_ratings():
    assert [quadrille.rate(EASY), quadrille.rate(EASY, method="logic"), quadrille.rate(EASY, method="morphs=3")] == [0, "singles", 1.0]
    assert quadrille.rate([HARD, None, "x"])[1:] == [None, None]
    assert quadrille.rate(HARD) > 0
    with pytest.raises(ValueError, match="there is no method"):
        quadrille.rate(EASY, method="stars")
    with pytest.raises(ValueError, match="expected 1 or 2"):
        quadrille.rate(EASY, limit=3)


def test_solutions_are_found_one_by_one():
    assert len(list(quadrille.solutions("." * 16))) == 288
    assert len(set(quadrille.solutions("." * 81, limit=1000))) == 1000
    endless = quadrille.solutions("." * 81)
    assert is_solution("." * 81, next(endless))
    assert list(quadrille.solutions(NONE)) == [] and list(quadrille.solutions(EASY)) == [EASY_SOLVED]
    with pytest.raises(ValueError, match="cells, found 1"):
        quadrille.solutions("x")
    with pytest.raises(TypeError, match="expected one puzzle"):
        quadrille.solutions([EASY])


@pytest.mark.parametrize("symbols", ["letters", "digits", "hex"])
def test_solutions_of_large_boards_are_in_their_own_alphabet(symbols):
    letters = quadrille.generate(size=16, seed=5)
    alphabet = {"letters": "ABCDEFGHIJKLMNOP", "digits": "123456789ABCDEFG", "hex": "0123456789ABCDEF"}[symbols]
    board = letters.translate(str.maketrans("ABCDEFGHIJKLMNOP", alphabet))
    solved = quadrille.solve(letters).translate(str.maketrans("ABCDEFGHIJKLMNOP", alphabet))
    assert list(quadrille.solutions(board, symbols=symbols)) == [solved] == [quadrille.solve(board, symbols=symbols)]
