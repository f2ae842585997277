"""Boards as text and as pictures."""

import re
import sys
import types
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quadrille
from quadrille._picture import BLUE, RED
from quadrille.show import Board, board_of_hint

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DATASETS = Path(__file__).resolve().parents[2] / "datasets"
REGIONS = (DATASETS / "variants" / "jigsaw-regions.txt").read_text()
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


def parsed(board):
    """The picture as a tree of XML, and its elements of a kind."""
    tree = ElementTree.fromstring(board.to_svg())
    return tree, lambda name: [item for item in tree.iter() if item.tag == f"{{http://www.w3.org/2000/svg}}{name}"]


def lines(path):
    """The lines of a path, each with its start, its direction and its length."""
    found = re.findall(r"M([\d.]+) ([\d.]+)([hv])([\d.]+)", path)
    assert "".join(f"M{x} {y}{way}{length}" for x, y, way, length in found) == path
    return [(float(x), float(y), way, float(length)) for x, y, way, length in found]


def paths(board):
    """The thin lines between cells, and the thick lines around boxes or regions."""
    thin, thick = (path for path in parsed(board)[1]("path"))
    assert float(thin.get("stroke-width")) < float(thick.get("stroke-width"))
    return lines(thin.get("d")), lines(thick.get("d"))


@pytest.mark.parametrize("side", SIDES)
def test_a_picture_has_the_borders_of_cells_and_boxes(side):
    board = Board("." * side * side)
    thin, thick = paths(board)
    size = (board._svg().width - 4) / side
    height, width = SIDES[side]
    assert len(thin) == 2 * (side - 1) and {line[3] for line in thin} == {side * size}
    assert sorted(y / size for _, y, way, _ in thick if way == "h") == list(range(0, side + 1, height))
    assert sorted(x / size for x, _, way, _ in thick if way == "v") == list(range(0, side + 1, width))
    assert {length for *_, length in thick} == {side * size}


@pytest.mark.parametrize("side", SIDES)
def test_candidates_of_an_empty_board_are_all_digits(side):
    tree, items = parsed(Board("." * side * side, candidates=True))
    (group,) = (item for item in items("g") if item.get("font-size"))
    digits = [text.text for text in items("text")]
    assert len(group) == len(digits) == side**3 and len(set(digits)) == side
    inside = [(float(text.get("x")), float(text.get("y"))) for text in items("text")]
    assert all(0 < x < float(tree.get("width")) and 0 < y < float(tree.get("height")) for x, y in inside)


def test_a_picture_tells_givens_from_the_solution():
    solution = quadrille.solve(PUZZLE)
    _, items = parsed(Board(PUZZLE, solution))
    given, found = (group for group in items("g") if group.get("font-size"))
    assert (given.get("font-weight"), given.get("fill")) == ("bold", None)
    assert (found.get("font-weight"), found.get("fill")) == (None, BLUE)
    cells = {}
    for group in (given, found):
        for text in group:
            cells[float(text.get("y")), float(text.get("x"))] = text.text
    assert "".join(digit for _, digit in sorted(cells.items())) == solution
    assert len(given) == 81 - PUZZLE.count(".")


def test_borders_have_the_color_of_the_text():
    # Borders of solved cells were blue, as their digits.
    board = Board(PUZZLE, quadrille.solve(PUZZLE))
    tree, items = parsed(board)
    assert {path.get("stroke") for path in items("path")} == {"currentColor"}
    assert items("rect") == [] and tree.get("fill") == "currentColor"
    # The color of the text is the color of the page, and in a file it follows the system.
    assert "prefers-color-scheme:dark" in board._repr_svg_() and "prefers-color-scheme" not in board._repr_html_()
    assert board._repr_svg_() == board.to_svg()


def test_a_file_can_be_read_by_other_programs_than_browsers():
    # CairoSVG takes `height:auto` for 0, and does not know color-mix().
    drawn = Board(PUZZLE, quadrille.solve(PUZZLE)).to_svg()
    assert "auto" not in drawn and "color-mix" not in drawn and "inherit" not in drawn


def test_regions_of_a_jigsaw_replace_the_boxes(tmp_path):
    record = (DATASETS / "variants" / "jigsaw.txt").read_text().split()[0]
    thin, thick = paths(Board(record, variant="jigsaw"))
    # A line for each pair of neighbors in different regions, and around the board.
    regions = record[81:]
    across = sum(regions[i] != regions[i + 1] for i in range(80) if i % 9 < 8)
    down = sum(regions[i] != regions[i + 9] for i in range(72))
    assert sum(length for *_, length in thick) == (across + down + 36) * 36
    (tmp_path / "regions.txt").write_text("# a comment\n" + regions)
    for given in (regions, tmp_path / "regions.txt"):
        assert Board(record[:81], regions=given).to_svg() == Board(record, variant="jigsaw").to_svg()


@pytest.mark.parametrize(("variant", "cells"), [("x", 17), ("windoku", 36), ("x,windoku", 41), (["anti-knight"], 0)])
def test_cells_of_variants_are_gray(variant, cells):
    _, items = parsed(Board("." * 81, variant=variant))
    assert [item.get("fill") for item in items("rect")] == ["#888"] * cells


@pytest.mark.parametrize("variant", ["x", "windoku", "anti-knight", "disjoint-groups", "jigsaw"])
def test_candidates_never_exclude_the_solution(variant):
    puzzle = quadrille.generate(seed=3, variant=variant, **({"regions": REGIONS} if variant == "jigsaw" else {}))
    more = {"variant": variant, **({"regions": REGIONS} if variant == "jigsaw" else {})}
    candidates = Board(puzzle, candidates=True, **more)._candidates
    assert all(digit in texts for digit, texts, given in zip(quadrille.solve(puzzle, **more), candidates, puzzle) if given == ".")
    # The rule of the variant excludes some.
    plain = Board(puzzle, candidates=True)._candidates
    assert sum(map(len, candidates)) < sum(map(len, plain)) or variant == "jigsaw"


def test_candidates_can_be_passed():
    listed = ["12" if cell == "." else "" for cell in "1...3..2..4.4..1"]
    _, items = parsed(Board("1...3..2..4.4..1", candidates=listed))
    assert len(items("text")) == 6 + 2 * 10
    marks = "1....2..123412341234...412341...123412341234..3....4..3.12341234"
    board = Board(marks, variant="pencilmark")
    assert board.givens == 7 and len(parsed(board)[1]("text")) == 7 + 4 * 9


def test_a_hint_is_highlighted():
    hint = quadrille.hint(PUZZLE)
    _, items = parsed(Board(PUZZLE, hint=hint))
    # Row 5 and column 5, and in both the cell with its digit.
    strong = [rect for rect in items("rect") if float(rect.get("fill-opacity")) > 0.2]
    assert len(items("rect")) == 17 and [(rect.get("x"), rect.get("y")) for rect in strong] == [("144", "144")]
    assert [text.text for group in items("g") if group.get("fill") == BLUE for text in group] == ["5"]


def test_candidates_that_a_hint_eliminates_are_crossed_out():
    puzzle = ".72.49.56.94.6..2.615278493931.5.26...6.1....4.76..51...87.69..76...........8.672"
    board = board_of_hint(quadrille.hint(puzzle))
    _, items = parsed(board)
    # Box 7 has 2 only in row 7, so it is not in r7c5, and 3 is left there.
    kinds = {item.get("fill"): [text.text for text in item] for item in items("g") if item.get("font-size") and item.get("fill")}
    assert sorted(kinds[BLUE]) == ["2", "2", "3"] and kinds[RED] == ["2"]
    assert [path.get("d").count("M") for path in items("path") if path.get("stroke") == RED] == [1]
    assert str(board) == str(Board(puzzle))


@pytest.mark.parametrize("method", ["se", "hodoku"])
def test_steps_that_only_eliminate_are_drawn(method):
    puzzle = ".72.49.56.94.6..2.615278493931.5.26...6.1....4.76..51...87.69..76...........8.672"
    while not (hint := quadrille.hint(puzzle, method=method)).eliminated:
        puzzle = hint.puzzle
    board = Board(puzzle, hint=hint)
    names = {f"r{cell // 9 + 1}c{cell % 9 + 1}<>{digit}" for cell, digit in board._marks.eliminated}
    assert len(names) >= 1 and (names == {hint.eliminated} or len(names) > 1)
    assert board._marks.houses and board._marks.reasons and not board._marks.digits
    assert [path.get("d").count("M") for path in parsed(board)[1]("path") if path.get("stroke") == RED] == [len(names)]


def test_all_naked_singles_of_a_hint_are_drawn():
    hint = quadrille.hint(PUZZLE, method="naked-singles")
    board = board_of_hint(hint)
    placed = sum(before == "." != after for before, after in zip(PUZZLE, hint.puzzle))
    assert placed > 1 and len(board._marks.digits) == placed and str(board) == str(Board(PUZZLE))


def test_a_mistake_is_red():
    puzzle = "55" + PUZZLE[2:]
    hint = quadrille.hint(puzzle)
    _, items = parsed(Board(puzzle, hint=hint))
    assert [rect.get("x") for rect in items("rect") if rect.get("fill") == RED] == ["0", "36"]
    assert board_of_hint(hint) is None


def test_a_hint_for_another_puzzle_is_refused():
    for other in ("1...3..2..4.4..1", PUZZLE.replace("7", "."), quadrille.solve(PUZZLE)):
        with pytest.raises(ValueError, match="hint: it is a hint for another puzzle"):
            Board(other, hint=quadrille.hint(PUZZLE))


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="variant: expected one of x, windoku, .*, got 'y'"):
        Board(PUZZLE, variant="x,y")
    with pytest.raises(ValueError, match="windoku is for 9×9 boards, not 4×4"):
        Board("." * 16, variant="windoku")
    with pytest.raises(ValueError, match="regions: expected 81 letters, one for each cell, found 80"):
        Board(PUZZLE, regions="A" * 80)
    with pytest.raises(ValueError, match="regions: expected 9 cells in each region, but A has 81"):
        Board(PUZZLE, regions="A" * 81)
    with pytest.raises(ValueError, match="pass regions= for a grid without them"):
        Board(PUZZLE, variant="jigsaw")
    with pytest.raises(ValueError, match="candidates: expected 81 texts, one for each cell, got 2"):
        Board(PUZZLE, candidates=["1", "2"])
    with pytest.raises(TypeError, match="candidates: expected a bool or a text for each cell, got int"):
        Board(PUZZLE, candidates=5)
    with pytest.raises(TypeError, match="candidates: expected a text with the digits of each cell, got list"):
        Board(PUZZLE, candidates=[[1, 2]] * 81)
    with pytest.raises(TypeError, match="hint: expected a Hint, got str"):
        Board(PUZZLE, hint="r1c1")
    with pytest.raises(ValueError, match="puzzle: expected 64, .* characters of pencil marks, found 81"):
        Board(PUZZLE, variant="pencilmark")


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


def test_text_in_a_picture_is_escaped():
    board = Board("<script>.......\x01")
    assert parsed(board)[1]("text").pop().text == "\ufffd"
    board = Board("<script>........")
    assert "<script" not in board._repr_html_() and [text.text for text in parsed(board)[1]("text")] == list("<script>")


def test_a_notebook_prints_nothing(monkeypatch, capsys):
    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    assert "<svg" in quadrille.show(PUZZLE)._repr_html_()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("empty", ".0-_*?")
def test_every_symbol_of_an_empty_cell_is_drawn_as_one(empty):
    # A dash and a question mark were drawn as givens.
    assert Board("1" + empty * 15).givens == 1


def test_a_notebook_draws_a_hint():
    hint = quadrille.hint(PUZZLE)
    assert hint._repr_svg_().count('class="placed"') == 1
    # The words are below the picture.
    assert hint._repr_html_().endswith("</svg><div>r5c5 = 5: row 5 has 1 3 4 8, column 5 has 2 6 7 9</div></div>")
    small = quadrille.hint("1...3..2..4.4..1")
    assert small._repr_svg_() == Board("1...3..2..4.4..1", hint=small).to_svg()
    for form in ("_repr_svg_", "_repr_html_"):
        assert getattr(quadrille.hint("55" + PUZZLE[2:]), form)() is None
