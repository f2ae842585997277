"""Solutions of exact cover problems as pictures."""

import re
from xml.etree import ElementTree

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED

SPACE = "{http://www.w3.org/2000/svg}"
CELLS = [(row, column) for row in range(4) for column in range(5)]
DOMINOES = [[(r, c), (r, c + 1)] for r, c in CELLS if c < 4] + [[(r, c), (r + 1, c)] for r, c in CELLS if r < 3]


def elements(picture, name):
    return list(ElementTree.fromstring(picture.to_svg()).iter(SPACE + name))


def tiles(picture):
    """The fills, each with its cells, as pairs of pixels."""
    paths = [path for path in elements(picture, "path") if path.get("fill") != "none"]
    return [(path.get("fill"), re.findall(r"M(\d+) (\d+)", path.get("d"))) for path in paths]


def test_a_tiling_has_a_tile_for_each_option():
    problem = quadrille.Cover(DOMINOES)
    for solution in [problem.first(), *problem.sample(3, seed=1)]:
        found = tiles(problem.draw(solution))
        assert [len(cells) for _, cells in found] == [2] * 10
        places = {(int(y) // 32, int(x) // 32) for _, cells in found for x, y in cells}
        assert places == set(CELLS)
        # Neighbors have different colors.
        colors = {(int(y), int(x)): (fill, number) for number, (fill, cells) in enumerate(found) for x, y in cells}
        for (y, x), (fill, number) in colors.items():
            beside = (colors.get(place, ("", number)) for place in ((y, x + 32), (y + 32, x)))
            assert all(other == number or color != fill for color, other in beside)


@pytest.mark.parametrize("name", ["r{}c{}", "{}.{}", "R{}C{}", ("cell",)])
def test_cells_have_usual_names(name):
    def item(cell):
        return (*name, *cell) if isinstance(name, tuple) else name.format(*cell)

    problem = quadrille.Cover([[item(cell) for cell in option] for option in DOMINOES])
    assert problem.draw().to_svg() == quadrille.Cover(DOMINOES).draw().to_svg()


def test_pieces_and_cells_that_stay_uncovered():
    problem = quadrille.Cover([["I", (3, 4), (3, 5)], ["O", (4, 4)]], secondary=[(3, 4), (3, 5), (4, 4), (4, 5)])
    problem_cells = tiles(problem.draw())
    assert [(len(cells), fill == "#888") for fill, cells in problem_cells] == [(2, False), (1, False), (1, True)]
    # The upper left cell is the first of the picture, wherever it is.
    assert problem_cells[0][1] == [("0", "0"), ("32", "0")]


def sudoku(puzzle, name):
    """The options of a puzzle, each with its cell and what it puts into a row, a column and a box."""
    for cell, given in enumerate(puzzle):
        row, column = divmod(cell, 9)
        for digit in "123456789" if given == "." else given:
            houses = [(kind, number, digit) for kind, number in (("row", row), ("column", column), ("box", row // 3 * 3 + column // 3))]
            yield [(row, column), *(house if name is None else name.format(*house) for house in houses)]


@pytest.mark.parametrize("name", [None, "{}{}#{}", "{} {} has {}"])
def test_digits_are_drawn_on_a_board(name):
    picture = quadrille.Cover(sudoku(EASY, name)).draw()
    places = {(float(text.get("y")), float(text.get("x"))): text.text for text in elements(picture, "text")}
    assert "".join(text for _, text in sorted(places.items())) == EASY_SOLVED
    # Lines around cells and around boxes, in the color of the text.
    thin, thick = elements(picture, "path")
    assert thin.get("stroke") == thick.get("stroke") == "currentColor"
    assert thin.get("d").count("M") == 20 and thick.get("d").count("M") == 8


def test_a_latin_square_has_no_boxes():
    options = [[(r, c), ("row", r, d), ("column", c, d)] for r in range(4) for c in range(4) for d in range(4)]
    picture = quadrille.Cover(options).draw()
    assert len(elements(picture, "text")) == 16 and elements(picture, "path")[1].get("d").count("M") == 4


@pytest.mark.parametrize("name", ["{} {}", "{}{}", None])
def test_queens_are_marks_on_a_chessboard(name):
    def line(kind, number):
        return (kind, number) if name is None else name.format(kind, number)

    cells = [(r, c) for r in range(6) for c in range(6)]
    options = [[line("row", r), line("column", c), r + c, (r - c,)] for r, c in cells]
    problem = quadrille.Cover(options, secondary={item for option in options for item in option[2:]})
    solution = problem.first()
    circles = elements(problem.draw(solution), "circle")
    places = sorted((float(circle.get("cy")) // 32, float(circle.get("cx")) // 32) for circle in circles)
    assert places == [cells[option] for option in solution]
    ((_, dark),) = tiles(problem.draw())
    assert len(dark) == 18


def test_problems_that_cannot_be_drawn_are_refused():
    named = quadrille.Cover([["a", "b"], ["c"]])
    with pytest.raises(ValueError, match=r"draw\(\): solution: expected items that are cells"):
        named.draw()
    # Pairs of numbers that are far apart are not cells.
    with pytest.raises(ValueError, match="expected items that are cells"):
        quadrille.Cover([[(0, 0)], [(5000, 70000)]]).draw()
    with pytest.raises(ValueError, match="option 9 does not exist: the problem has 2 options"):
        named.draw([9])
    what = "expected the numbers of options"
    for solution, error in (([], ValueError), ([-1], ValueError), ("first", TypeError)):
        with pytest.raises(error, match=rf"draw\(\): solution: {what}"):
            named.draw(solution)
    for limit in ({"max_nodes": 1}, {"timeout": 5}):
        with pytest.raises(ValueError, match=rf"draw\(\): {list(limit)[0]}: has no effect, because the solution is given; remove it"):
            named.draw([0], **limit)
    with pytest.raises(ValueError, match="the problem has no solution that could be drawn"):
        quadrille.Cover([[(0, 0), (0, 1)], [(0, 1), (0, 2)]]).draw()
    assert named._repr_svg_() is None and named._repr_html_() is None


def test_a_notebook_draws_the_first_solution_that_is_found_soon():
    problem = quadrille.Cover(DOMINOES)
    assert problem._repr_svg_() == problem.draw().to_svg() and problem._repr_html_().startswith("<svg")
    # A board of 9×9 cells without two opposite corners has no tiling, which takes a long search.
    cells = {(r, c) for r in range(10) for c in range(10)} - {(0, 0), (9, 9)}
    options = [[cell, (cell[0] + i, cell[1] + 1 - i)] for cell in cells for i in (0, 1) if (cell[0] + i, cell[1] + 1 - i) in cells]
    hard = quadrille.Cover(options)
    assert hard._repr_svg_() is None
    with pytest.raises(ValueError, match=r"draw\(\): max_nodes: the search was not finished after 10 nodes"):
        hard.draw(max_nodes=10)
