"""Columns and tables of pyarrow, polars, pandas and DuckDB."""

import pickle
import sys

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, SMALL, SMALL_SOLVED

PUZZLES = [EASY, None, "no puzzle", SMALL]
SOLVED = [EASY_SOLVED, None, None, SMALL_SOLVED]
STATUS = ["solved", None, "invalid", "solved"]


def arrow_columns():
    pa = pytest.importorskip("pyarrow")
    return [
        pa.array(PUZZLES),
        pa.array(PUZZLES, pa.large_string()),
        pa.array(PUZZLES, pa.string_view()),
        pa.array(PUZZLES).dictionary_encode(),
        pa.array([None, *PUZZLES, None])[1:-1],
        pa.chunked_array([PUZZLES[:1], [], PUZZLES[1:]]),
    ]


@pytest.mark.parametrize("at", range(6), ids=["string", "large", "view", "dictionary", "slice", "chunked"])
def test_pyarrow_columns(at):
    pa = pytest.importorskip("pyarrow")
    column = arrow_columns()[at]
    answer = quadrille.solve(column)
    assert answer.to_pylist() == SOLVED == list(answer) and answer.status.to_pylist() == STATUS
    assert answer.error.to_pylist()[:2] == [None, None] and "found 9" in answer.error[2]
    assert (len(answer), answer[0], answer[-1], answer[1:3].to_pylist()) == (4, EASY_SOLVED, SMALL_SOLVED, [None, None])
    assert pa.array(answer).to_pylist() == pa.chunked_array(answer).to_pylist() == SOLVED
    assert answer.counts() == {"solved": 2, "null": 1, "invalid": 1}
    assert "2 solved" in repr(answer) and EASY_SOLVED in answer._repr_html_()
    with pytest.raises(IndexError, match="row 4 does not exist"):
        answer[4]
    assert quadrille.count(column).to_pylist() == [1, None, None, 1]
    assert quadrille.dedup(column).to_pylist() == PUZZLES


def test_chunks_stay_chunks():
    pa = pytest.importorskip("pyarrow")
    column = pa.chunked_array([PUZZLES[:1], [], PUZZLES[1:]])
    assert [len(chunk) for chunk in pa.chunked_array(quadrille.solve(column)).chunks] == [1, 0, 3]
    morphs = pa.chunked_array(quadrille.morph(column, copies=2, seed=9))
    assert morphs.to_pylist() == quadrille.morph(PUZZLES, copies=2, seed=9)
    empty = quadrille.solve(pa.chunked_array([], pa.string()))
    assert len(empty) == 0 and pa.chunked_array(empty).type == pa.string()


def test_boards_as_bytes_and_lists():
    pa = pytest.importorskip("pyarrow")
    digits = bytes(int(c) if c != "." else 0 for c in EASY)
    answer = quadrille.solve(pa.array([digits, None], pa.binary(81)))
    assert answer.to_pylist() == [bytes(map(int, EASY_SOLVED)), None]
    answer = quadrille.solve(pa.array([list(digits)], pa.list_(pa.uint8())))
    assert answer.to_pylist() == [list(map(int, EASY_SOLVED))]
    with pytest.raises(TypeError, match="Float64"):
        quadrille.solve(pa.array([1.5]))


def test_zeros_beside_nulls_are_refused_unless_the_symbols_are_named():
    pa = pytest.importorskip("pyarrow")
    board = [1, 0, None, None, 3, None, None, 2, None, None, 2, None, 2, None, None, 1]
    for column in [pa.array([board]), pa.array([board], pa.list_(pa.int64(), 16))]:
        with pytest.raises(ValueError, match="0 is an empty cell, or a digit from 0 to 3"):
            quadrille.solve(column, strict=True)
        assert quadrille.check(column, symbols="digits").to_pylist() == ["unique"]


def test_pyarrow_tables():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"id": [1, 2, 3, 4], "Question": PUZZLES, "answer": SOLVED})
    answer = pa.table(quadrille.solve(table))
    assert answer.column_names == ["id", "Question", "answer", "solution", "status"]
    assert answer["solution"].to_pylist() == SOLVED and answer["status"].to_pylist() == STATUS
    # A second run replaces the columns of the first, if it knows them as answers.
    again = quadrille.solve(quadrille.solve(table))
    assert again.column_names == answer.column_names and len(again) == 4
    with pytest.raises(ValueError, match='already has a column "solution"'):
        quadrille.solve(answer)
    assert again.error.to_pylist()[0] is None and again.to_pylist()[0]["id"] == 1
    assert "2 solved" in repr(again) and "<table" in again._repr_html_()
    morphs = quadrille.morph(table, copies=2, seed=1)
    assert morphs["id"].to_pylist() == [1, 1, 2, 2, 3, 3, 4, 4]
    assert quadrille.solve(morphs["Question"]).to_pylist()[:2] == morphs["answer"].to_pylist()[:2]
    assert quadrille.dedup(pa.concat_tables([table, table]))["id"].to_pylist() == [1, 2, 3, 4, 2, 3]
    batch = table.to_batches()[0]
    assert quadrille.check(batch)["status"].to_pylist() == ["unique", None, "invalid", "unique"]


def test_the_column_of_a_table_is_named_or_found():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"a": [EASY], "b": ["text"], "c": [1]})
    assert quadrille.solve(table)["solution"].to_pylist() == [EASY_SOLVED]
    assert quadrille.solve(table, column="b")["solution"].to_pylist() == [None]
    with pytest.raises(ValueError, match='column: "d" not found; the columns are a, b, c'):
        quadrille.solve(table, column="d")
    with pytest.raises(ValueError, match="no column holds puzzles"):
        quadrille.solve(table.drop(["a"]))
    with pytest.raises(ValueError, match="several columns may hold the puzzles, use column=…: a, d"):
        quadrille.solve(table.append_column("d", [[EASY]]))


def test_hints_and_ratings_of_columns():
    pa = pytest.importorskip("pyarrow")
    hints = pa.table(quadrille.hint(pa.array([EASY, None])))
    assert hints["cell"].to_pylist() == ["r5c5", None] and hints["digit"].to_pylist() == [5, None]
    ratings = quadrille.rate(pa.array([EASY, None]), method="logic")
    assert ratings.to_pylist() == ["singles", None] and ratings["step_count"][1] is None
    assert ratings["step_count"][0] > 0 and "step_count" in ratings.names
    with pytest.raises(KeyError):
        ratings["stars"]
    rated = pa.table(quadrille.rate(pa.table({"puzzle": [EASY, "." * 81]}), method="se", rating_column="SE"))
    assert [rated[name].to_pylist() for name in ("SE", "ep", "ed")] == [[1.2, None]] * 3
    assert rated["status"].to_pylist() == ["rated", "multiple"] and "er" not in rated.column_names
    morphs, solutions = quadrille.morph_with_solutions(pa.array([EASY]), pa.array([EASY_SOLVED]), copies=3, seed=1)
    assert quadrille.solve(morphs).to_pylist() == solutions.to_pylist()


def test_a_stream_that_fails():
    pa = pytest.importorskip("pyarrow")

    def batches():
        yield pa.record_batch({"puzzle": [EASY]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"puzzle": pa.string()}), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        quadrille.solve(reader)


def test_polars():
    pl = pytest.importorskip("polars")
    answer = quadrille.solve(pl.Series("puzzle", PUZZLES))
    assert pl.Series(answer).to_list() == SOLVED
    frame = pl.DataFrame({"id": [1, 2, 3, 4], "puzzle": PUZZLES})
    solved = pl.DataFrame(quadrille.solve(frame))
    assert solved.columns == ["id", "puzzle", "solution", "status"] and solved["solution"].to_list() == SOLVED
    assert frame.with_columns(solution=pl.Series(quadrille.solve(frame["puzzle"])))["solution"].to_list() == SOLVED


def test_pandas():
    pd = pytest.importorskip("pandas")
    # With pyarrow and without, and as objects.
    for series in (pd.Series(PUZZLES), pd.Series(PUZZLES, dtype=object), pd.Series(PUZZLES, index=[9, 8, 7, 6])):
        answer = quadrille.solve(series)
        assert answer.to_pylist() == SOLVED and answer.status.to_pylist() == STATUS


def test_pandas_without_pyarrow(monkeypatch):
    pd = pytest.importorskip("pandas")
    series = pd.Series(PUZZLES, dtype=object)
    frame = pd.DataFrame({"puzzle": series})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert quadrille.solve(series).to_pylist() == SOLVED
    assert quadrille.solve(pd.Series([EASY, float("nan")], dtype=object)).to_pylist() == [EASY_SOLVED, None]
    with pytest.raises(ImportError, match="pyarrow"):
        quadrille.solve(frame)


def test_pandas_frames():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"id": [1, 2, 3, 4], "quizzes": PUZZLES})
    answer = quadrille.solve(frame)
    assert answer.column_names == ["id", "quizzes", "solution", "status"]
    assert answer["solution"].to_pylist() == SOLVED
    frame["solution"] = quadrille.solve(frame["quizzes"]).to_pylist()
    assert frame["solution"][0] == EASY_SOLVED


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    query = f"select * from (values ('{EASY}'), (null), ('no puzzle'), ('{SMALL}')) t(puzzle)"
    answer = quadrille.solve(duckdb.sql(query))
    assert answer["solution"].to_pylist() == SOLVED


def test_a_function_of_python_in_a_stream_does_not_wait_for_itself():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.create_function("again", lambda text: text, ["VARCHAR"], "VARCHAR")
    answer = quadrille.solve(connection.sql(f"select again('{EASY}') puzzle from range(5000)"))
    assert set(answer["solution"].to_pylist()) == {EASY_SOLVED}


def test_a_relation_is_run_once_by_each_function():
    duckdb = pytest.importorskip("duckdb")
    rows, runs = 5000, []
    connection = duckdb.connect()
    connection.create_function("puzzle", lambda row: runs.append(row) or SMALL, ["BIGINT"], "VARCHAR", side_effects=True)
    relation = connection.sql(f"select puzzle(range) puzzle from range({rows})")
    functions = {
        "solve": quadrille.solve,
        "morph": quadrille.morph,
        "dedup": quadrille.dedup,
        "select": lambda relation: quadrille.select(relation, sort="givens"),
        "split": lambda relation: quadrille.split(relation, "1/1"),
        "leak": lambda relation: quadrille.leak(relation, [SMALL]),
    }
    for name, function in functions.items():
        runs.clear()
        function(relation)
        assert sorted(runs) == list(range(rows)), name


def test_the_words_of_a_column_are_read_once_and_not_for_each_row():
    # The time of `check` grew with the square of the number of rows: 200,000 of them took minutes.
    statuses = quadrille.check([SMALL, "no puzzle", None, ""] * 50_000)
    assert statuses[:4] == statuses[-4:] == ["unique", "invalid", None, "invalid"] and len(statuses) == 200_000
    assert len({id(status) for status in statuses}) == 3


def test_a_column_status_of_nulls_without_words_can_be_shown():
    # It is a dictionary without values, which has no keys to read.
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [SMALL], "status": pa.array([None], pa.dictionary(pa.int8(), pa.string()))})
    for answer in (quadrille.morph(table), quadrille.dedup(table)):
        assert answer.counts() == {"null": 1} and "1 null" in repr(answer)
        assert answer["status"].to_pylist() == [None] and answer.to_pylist()[0]["status"] is None


def test_nulls_without_a_type_are_answered_with_nulls():
    pa = pytest.importorskip("pyarrow")
    column = pa.nulls(2)
    for function in (quadrille.solve, quadrille.check, quadrille.count, quadrille.rate, quadrille.canonical):
        assert function(column).to_pylist() == [None, None]
    assert quadrille.morph(column, seed=1).to_pylist() == quadrille.dedup(column).to_pylist() == [None, None]
    assert quadrille.hint(column)["cell"].to_pylist() == [None, None]
    table = pa.table({"id": [1, 2], "puzzle": column})
    assert quadrille.solve(table).to_pylist()[1] == {"id": 2, "puzzle": None, "solution": None, "status": None}
    assert quadrille.dedup(table).to_pylist() == quadrille.morph(table, seed=1).to_pylist() == table.to_pylist()
    with pytest.raises(ValueError, match="no column holds puzzles"):
        quadrille.solve(table.rename_columns(["id", "x"]))


def test_a_series_of_polars_without_a_type_is_answered_with_nulls():
    pl = pytest.importorskip("polars")
    assert quadrille.solve(pl.Series([None])).to_pylist() == [None]
    with pytest.raises(ValueError, match='column "puzzle" has no type: cast it to strings'):
        quadrille.solve(pl.DataFrame({"puzzle": [None, None]}))


def test_a_requested_type_is_made_here_or_by_who_asks():
    pa = pytest.importorskip("pyarrow")
    answer = quadrille.solve(pa.array(PUZZLES))
    assert pa.array(answer, pa.large_string()) == pa.array(SOLVED, pa.large_string())
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        for column in (answer, quadrille.solve(pa.array(PUZZLES, pa.large_string())), answer.status, quadrille.dedup(answer)):
            made = pa.chunked_array(column, kind)
            assert made.type == kind and made.to_pylist() == column.to_pylist()
    counts = quadrille.count(pa.array(PUZZLES))
    for kind in (pa.int32(), pa.int64(), pa.uint32(), pa.uint64(), pa.float64(), pa.int8()):
        made = pa.chunked_array(counts, kind)
        assert made.type == kind and made.to_pylist() == counts.to_pylist()
    assert pa.array(counts, pa.int64()) == pa.array(counts.to_pylist(), pa.int64())
    schema = pa.schema({"puzzle": pa.large_string(), "solution": pa.string_view(), "status": pa.string()})
    table = pa.table(quadrille.solve(pa.table({"puzzle": PUZZLES})))
    assert table.cast(schema)["status"].to_pylist() == STATUS


def test_the_ratings_of_a_table_have_the_name_that_is_asked_for():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [EASY], "rating": [57]})
    rated = pa.table(quadrille.rate(table, rating_column="guesses"))
    assert rated.column_names == ["puzzle", "rating", "guesses", "status"] and rated["guesses"].to_pylist() == [0]
    with pytest.raises(ValueError, match=r'rate\(\): puzzles: the table already has a column "rating"; pass rating_column="…" or prefix="rate_"'):
        quadrille.rate(table)
    assert quadrille.rate(pa.array([EASY]), rating_column="guesses").to_pylist() == [0]
    for name in ("puzzle", "status"):
        with pytest.raises(ValueError, match=f'rate.*rating_column: "{name}" is the name of another column'):
            quadrille.rate(table, rating_column=name)
    for method, name in [("logic", "step_count"), ("se", "ed")]:
        with pytest.raises(ValueError, match=f'rate.*rating_column: "{name}" is the name of another column'):
            quadrille.rate(table, method=method, rating_column=name)


def test_answers_do_not_replace_columns_of_the_table():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [SMALL, "x"], "solution": ["mine", "yours"], "status": [1, 2]})
    functions = [quadrille.solve, quadrille.check, quadrille.count, quadrille.givens, quadrille.hint, quadrille.canonical, quadrille.rate]
    for function in functions:
        name = function.__name__
        taken = "solution" if name == "solve" else "status"
        with pytest.raises(ValueError, match=rf'{name}\(\): puzzles: the table already has a column "{taken}"; pass prefix="{name}_"'):
            function(table)
        answers = function(table, prefix="my_")
        assert answers.column_names[:3] == table.column_names and answers["status"].to_pylist() == [1, 2]
        assert all(name.startswith("my_") for name in answers.column_names[3:])
    solved = quadrille.solve(table, prefix="my_")
    assert solved.status.to_pylist() == solved["my_status"].to_pylist() == ["solved", "invalid"]
    assert solved["solution"].to_pylist() == ["mine", "yours"] and solved["my_solution"][0] == SMALL_SOLVED
    assert quadrille.count(quadrille.solve(table.select(["puzzle"]))).column_names == ["puzzle", "solution", "count", "status"]
    copy = pickle.loads(pickle.dumps(solved[1:]))
    assert copy.to_pylist() == solved[1:].to_pylist() and copy.counts() == {"invalid": 1} and "found 1" in copy.error[0]
