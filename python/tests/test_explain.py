"""`explain`: the steps that lead to a solution."""

import pickle

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
    assert quadrille.explain(HARD, method="locked")[-1] == "the techniques end here: 60 cells are left (tried: singles and locked candidates)"


def test_steps_of_a_str_have_facts_and_pictures():
    wing = ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74...."
    for method in ("all", "se"):
        steps = quadrille.explain(wing, method=method)
        step = next(step for step in steps if step.technique == "XY-wing")
        assert step.rating == 4.2 and step.cell is None and "<>" in step.eliminated and step.notation.startswith("XY-wing: ")
        assert step.startswith("XY-wing (4.2): ") and step.to_svg().startswith("<svg ") and step._repr_html_().startswith("<div")
        again = pickle.loads(pickle.dumps(step))
        assert again == step and (again.rating, again.eliminated, again.to_svg()) == (step.rating, step.eliminated, step.to_svg())
        assert quadrille.explain([wing], method=method) == [steps], "the texts are the same"
    assert {step.rating is None for step in steps} == {False}
    assert quadrille.explain(SMALL)[0].to_svg() is None
    with pytest.raises(ValueError, match=r"explain\(\): method: expected one of"):
        quadrille.explain(wing, method="guess")
    with pytest.raises(ValueError, match="9×9"):
        quadrille.explain(SMALL, method="se")


def test_a_hint_of_sudoku_explainer_is_the_next_step():
    # Singles are gone, so the step eliminates candidates.
    wing = ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74...."
    board = list(wing)
    for step in quadrille.explain(wing, method="se"):
        if step.cell is None:
            break
        board[9 * (int(step.cell[1]) - 1) + int(step.cell[3]) - 1] = str(step.digit)
    hint = quadrille.hint("".join(board), method="se")
    assert (hint.technique, hint.rating, hint.eliminated) == (step.technique, step.rating, step.eliminated)
    assert hint.cell is None and hint.puzzle == "".join(board) and repr(hint).startswith(f"<quadrille.Hint {hint.technique}: ")
    # All digits of the board are givens of the hint.
    assert hint._repr_svg_() == step.to_svg().replace('class="found"', 'class="given"')
    assert quadrille.hint("".join(board)).cell is not None


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
