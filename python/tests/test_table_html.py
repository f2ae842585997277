"""Columns and tables in a notebook."""

import re
from xml.etree import ElementTree

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, SMALL

pa = pytest.importorskip("pyarrow")


def shown(item):
    """The rows of cells of the table, each cell as its side and text, and the line below the table."""
    tree = ElementTree.fromstring(item._repr_html_())
    table, size = tree
    side = lambda cell: re.search("text-align:(left|right|center)", cell.get("style"))[1]
    return [[(side(cell), cell.text) for cell in row] for row in table], size.text


def table_of(rows, **columns):
    return quadrille.check(pa.table({"id": list(range(rows)), "puzzle": [SMALL] * rows, **columns}))


def test_a_small_table_is_shown_whole():
    table = quadrille.rate(pa.table({"id": [7, 8], "puzzle": [EASY, None], "source": ["<me>", "you & I"]}))
    rows, size = shown(table)
    assert rows == [
        [("right", "id"), ("left", "puzzle"), ("left", "source"), ("right", "rating"), ("left", "status")],
        [("right", "7"), ("left", EASY), ("left", "<me>"), ("right", "0"), ("left", "rated")],
        [("right", "8"), ("left", "null"), ("left", "you & I"), ("right", "null"), ("left", "null")],
    ]
    assert size == "2 rows × 5 columns: 1 null, 1 rated"
    assert "monospace" in table._repr_html_()


@pytest.mark.parametrize(("rows", "numbers"), [(0, []), (12, range(12)), (13, [0, 1, 2, 3, 4, "…", 8, 9, 10, 11, 12])])
def test_of_many_rows_the_first_and_last_are_shown(rows, numbers):
    lines, size = shown(table_of(rows))
    assert [line[0][1] for line in lines[1:]] == list(map(str, numbers))
    assert size.startswith(f"{rows} rows × 3 columns")


def test_large_numbers_of_rows_have_commas():
    assert shown(table_of(1_000_000))[1] == "1,000,000 rows × 3 columns: 1,000,000 unique"
    assert shown(table_of(1))[1] == "1 row × 3 columns: 1 unique"


@pytest.mark.parametrize("more", [7, 8])
def test_the_middle_of_many_columns_is_cut(more):
    table = table_of(20, **{f"c{number}": [0.5] * 20 for number in range(more)})
    lines, size = shown(table)
    names = [text for _, text in lines[0]]
    assert size.startswith(f"20 rows × {more + 3} columns")
    if more == 7:
        assert names == table.column_names
    else:
        assert names == ["id", "puzzle", "c0", "c1", "…", "c5", "c6", "c7", "status"]
    assert {len(line) for line in lines} == {len(names)} and len(lines) == 12


def test_two_boards_are_cut_to_fit_beside_each_other():
    table = quadrille.solve(pa.table({"puzzle": [EASY]}))
    (_, row), _ = shown(table)
    assert row[:2] == [("left", f"{EASY[:31]}…"), ("left", f"{EASY_SOLVED[:31]}…")]
    # The whole board appears under the pointer, and can be searched for.
    assert f'title="{EASY_SOLVED}"' in table._repr_html_()


def test_a_column_is_shown_with_its_status():
    column = quadrille.count(pa.array([SMALL, "." * 16, "no puzzle"]))
    rows, size = shown(column)
    assert rows[0] == [("right", "count"), ("left", "status")]
    assert rows[2:] == [[("right", "288"), ("left", "multiple")], [("right", "null"), ("left", "invalid")]]
    assert size == "3 rows of UInt64: 1 invalid, 1 multiple, 1 unique"
    assert shown(column.status)[0][0] == [("left", "status")]
    assert shown(quadrille.solve(pa.table({"puzzle": [SMALL]}))["puzzle"])[1] == "1 row of Utf8"
