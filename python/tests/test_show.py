"""Boards as text and as HTML."""

import re
import sys
import types

import pytest

import quadrille
from quadrille.show import Board

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SIDES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}


def test_a_board_is_printed_and_returned(capsys):
    board = quadrille.show(PUZZLE)
    printed = capsys.readouterr().out
    assert printed == f"{board}\n"
    assert printed.splitlines()[:3] == [
        "+-------+-------+-------+",
        "| 5 3 . | . 7 . | . . . |",
        "| 6 . . | 1 9 5 | . . . |",
    ]
    assert repr(board) == "<Board 9×9, 30 givens>"
    assert board.givens == 30


def test_a_solution_stands_beside_its_puzzle():
    solution = quadrille.solve(PUZZLE)
    lines = str(Board(PUZZLE, solution)).splitlines()
    left, right = zip(*(line.split("   ") for line in lines))
    assert "\n".join(left) == str(Board(PUZZLE))
    assert "\n".join(right) == str(Board(solution))


@pytest.mark.parametrize("side", SIDES)
def test_boxes_of_every_shape(side):
    height, width = SIDES[side]
    lines = str(Board("." * side * side)).splitlines()
    boxes = side // width
    assert lines[0] == "+" + ("-" * (2 * width + 1) + "+") * boxes
    assert [i for i, line in enumerate(lines) if line == lines[0]] == list(range(0, len(lines), height + 1))
    assert sum(line.count(".") for line in lines) == side * side
    assert all(line.count("|") == boxes + 1 for line in lines if line != lines[0])


@pytest.mark.parametrize("side", SIDES)
def test_html_has_a_cell_for_each(side):
    drawn = Board("." * side * side)._repr_html_()
    assert drawn.count("<td") == side * side
    assert drawn.count("<tr") == side
    # The left edge of each box, in each row, and its upper edge, in each column.
    height, width = SIDES[side]
    assert drawn.count("border-left") == side * (side // width)
    assert drawn.count("border-top") == side * (side // height)


def test_html_tells_givens_from_the_solution():
    solution = quadrille.solve(PUZZLE)
    cells = re.findall(r"<td style=\"([^\"]*)\">(.*?)</td>", Board(PUZZLE, solution)._repr_html_())
    assert "".join(re.sub("<.*?>", "", digit) for _, digit in cells) == solution
    assert ["<span" in digit for _, digit in cells] == [given == "." for given in PUZZLE]
    assert ["font-weight" in style for style, _ in cells] == [given != "." for given in PUZZLE]


def test_borders_keep_the_color_of_the_text():
    # Borders of solved cells were blue, as their digits.
    drawn = Board(PUZZLE, quadrille.solve(PUZZLE))._repr_html_()
    styles = re.findall(r"<(?:td|tr|table)[^>]*>", drawn)
    assert len(styles) == 81 + 9 + 1 and not any(re.search(r"[;\"]color:", style) for style in styles)
    # Borders have the color of the text or a transparent gray, on light and on dark pages.
    assert set(re.findall(r"solid ([^;\"]*)", drawn)) == {"currentColor", "#8888"}
    assert drawn.count("color:#2a7ae2") == PUZZLE.count(".")


def test_numbers_are_cells():
    numbers = [0 if cell == "." else int(cell) for cell in PUZZLE]
    rows = [numbers[i : i + 9] for i in range(0, 81, 9)]
    for board in (numbers, rows, tuple(numbers), bytes(numbers), PUZZLE.encode(), PUZZLE.replace(".", "0")):
        assert str(Board(board)) == str(Board(PUZZLE))
    assert "| P . . . |" in str(Board([16] + [0] * 255))


def test_arrays_are_cells():
    numpy = pytest.importorskip("numpy")
    numbers = numpy.array([0 if cell == "." else int(cell) for cell in PUZZLE], dtype=numpy.uint8)
    assert str(Board(numbers)) == str(Board(numbers.reshape(9, 9))) == str(Board(PUZZLE))


def test_what_is_no_board_is_refused():
    with pytest.raises(ValueError, match="expected 16, 36, 81, 144, 256 or 625 cells, found 80"):
        quadrille.show(PUZZLE[:80])
    with pytest.raises(ValueError, match="solution: expected 81 cells, as the puzzle has, found 80"):
        quadrille.show(PUZZLE, PUZZLE[:80])
    with pytest.raises(ValueError, match="solution: it changes the given 5 in r1c1"):
        quadrille.show(PUZZLE, "1" + PUZZLE[1:])
    with pytest.raises(ValueError, match="puzzle: 10 is not a digit from 0 to 9"):
        quadrille.show([10] * 81)
    with pytest.raises(TypeError, match="puzzle: expected a str or numbers, got int"):
        quadrille.show(7)


def test_html_is_escaped():
    assert "<script" not in Board("<script>........")._repr_html_()


def test_a_notebook_prints_nothing(monkeypatch, capsys):
    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    assert "<table" in quadrille.show(PUZZLE)._repr_html_()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("empty", ".0-_*?")
def test_every_symbol_of_an_empty_cell_is_drawn_as_one(empty):
    # A dash and a question mark were drawn as givens.
    assert Board("1" + empty * 15).givens == 1
