"""Answers pass between processes, whatever their kind."""

import functools
import multiprocessing
import pickle

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, HARD, SMALL

PUZZLES = [EASY, None, "no puzzle", SMALL]
BROKEN = "11" + EASY[2:]


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_hints_can_be_pickled():
    for puzzle in (EASY, BROKEN):
        hint = quadrille.hint(puzzle)
        assert isinstance(hint, quadrille.Hint) and again(hint) == hint and repr(again(hint)) == repr(hint)
    assert again(quadrille.hint(BROKEN)).status == "mistake"


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_hints_come_from_other_processes_with_every_start_method(method):
    with multiprocessing.get_context(method).Pool(1) as pool:
        found = pool.map_async(quadrille.hint, [EASY, HARD]).get(timeout=60)
        assert found == [quadrille.hint(EASY), quadrille.hint(HARD)]
        solve = functools.partial(quadrille.solve, threads=1)
        assert pool.map_async(solve, [EASY]).get(timeout=60) == [EASY_SOLVED]


def test_columns_can_be_pickled():
    pa = pytest.importorskip("pyarrow")
    for column in (
        pa.array(PUZZLES, pa.string_view()),
        pa.array(PUZZLES).dictionary_encode(),
        pa.chunked_array([PUZZLES[:1], [], PUZZLES[1:]]),
        pa.chunked_array([], pa.large_string()),
    ):
        for answer in (
            quadrille.solve(column),
            quadrille.check(column),
            quadrille.solve(column).status,
            quadrille.dedup(column),
        ):
            copy = again(answer)
            assert copy.to_pylist() == answer.to_pylist() and repr(copy) == repr(answer)
            assert (copy.type, copy.names, copy.counts()) == (answer.type, answer.names, answer.counts())
            assert pa.chunked_array(copy).num_chunks == pa.chunked_array(answer).num_chunks
    answer = again(quadrille.solve(pa.array(PUZZLES)))
    assert "found 9" in answer.error[2] and answer["status"][0] == "solved"


def test_tables_can_be_pickled():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"id": [1, 2, 3, 4], "puzzle": PUZZLES, "error": ["mine"] * 4}).replace_schema_metadata({"a": "b"})
    for answer in (
        quadrille.solve(table),
        quadrille.rate(table, method="logic"),
        quadrille.hint(table["puzzle"]),
        quadrille.morph(table, seed=1),
        quadrille.dedup(table),
        quadrille.solve(table.slice(0, 0)),
    ):
        copy = again(answer)
        assert pa.table(copy).equals(pa.table(answer), check_metadata=True) and repr(copy) == repr(answer)
        assert (copy.error is None) == (answer.error is None)
        if answer.error is not None:
            assert copy.error.to_pylist() == answer.error.to_pylist() and copy.counts() == answer.counts()
            assert copy.error["status"].to_pylist() == answer.error["status"].to_pylist()


def test_what_is_no_pickle_of_a_column_is_a_value_error():
    make, (stream, name) = quadrille.solve(_column()).__reduce__()
    assert name == "solution" and make(stream, "status").to_pylist() == ["solved"]
    for arguments in ((stream[:50], name), (b"", name), (stream, "stars")):
        with pytest.raises(ValueError, match="pickle: "):
            make(*arguments)


def _column():
    return pytest.importorskip("pyarrow").array([EASY])
