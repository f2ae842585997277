"""`explain`: the steps that lead to a solution."""

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, HARD, NONE, SMALL


def test_steps_lead_to_the_solution():
    steps = quadrille.explain(EASY)
    assert len(steps) == EASY.count(".") and steps[0].startswith("r5c5 = 5")
    board = list(EASY)
    for step in steps:
        cell, digit = step[:4], step[7]
        board[9 * (int(cell[1]) - 1) + int(cell[3]) - 1] = digit
    assert "".join(board) == EASY_SOLVED
    assert quadrille.explain(HARD)[-1].startswith("the techniques end here: ")


def test_a_list_has_a_list_for_each_puzzle():
    steps = quadrille.explain([EASY, None, "x", EASY_SOLVED, NONE])
    assert steps[0] == quadrille.explain(EASY) and steps[1:] == [None, None, [], []]
    with pytest.raises(ValueError, match=r"explain\(\): puzzles: expected 16"):
        quadrille.explain("x")
    with pytest.raises(ValueError, match="item 1: "):
        quadrille.explain([EASY, "x"], strict=True)


def test_columns_tables_and_arrays_have_lists():
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    column = quadrille.explain(pa.array([EASY, None, SMALL]))
    assert pa.chunked_array(column).type == pa.list_(pa.string()) and column.to_pylist() == [quadrille.explain(EASY), None, quadrille.explain(SMALL)]
    assert column.status.to_pylist() == ["solved", None, "solved"]
    table = quadrille.explain(pa.table({"id": [7], "puzzle": [EASY]}))
    assert set(table.column_names) == {"id", "puzzle", "solution", "steps", "status"}
    assert table["solution"].to_pylist() == [EASY_SOLVED] and table["steps"][0] == column[0]
    grids = np.array([[int(cell.replace(".", "0")) for cell in EASY]] * 2)
    steps = quadrille.explain(grids)
    assert steps.shape == (2,) and steps[1] == column[0] == quadrille.explain(grids[0])
