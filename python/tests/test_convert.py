"""Columns and tables as objects of other packages, rows by slices and masks, and comparison row by row."""

import datetime
import io
import pickle

import pytest
import quadrille

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

PUZZLES = ["." * 16, "1...3..2..4.4..1", "no puzzle", None, "1...3..2..4.4..1"]


def table(extra=None):
    columns = {"id": range(5), "puzzle": PUZZLES, **(extra or {})}
    return pa.concat_tables([pa.table(columns).slice(0, 2), pa.table(columns).slice(2, 3)])


def counted():
    return quadrille.count(pa.chunked_array([PUZZLES[:2], [], PUZZLES[2:]]))


@pytest.mark.parametrize(
    "key",
    [slice(None), slice(1, 3), slice(4, 1), slice(None, None, -1), slice(-3, None), slice(0, 5, 2), slice(9, 12), slice(-1, -6, -3)],
    ids=str,
)
def test_a_slice_of_a_column_or_table_has_the_rows_that_a_list_has(key):
    column, answers = counted(), quadrille.count(table())
    assert column[key].to_pylist() == column.to_pylist()[key]
    assert column[key].status.to_pylist() == column.status.to_pylist()[key]
    assert column.status[key].to_pylist() == column.status.to_pylist()[key]
    assert answers[key].to_pylist() == answers.to_pylist()[key]
    assert answers[key].error.to_pylist() == answers.error.to_pylist()[key]
    assert pickle.loads(pickle.dumps(answers[key])).to_pylist() == answers.to_pylist()[key]


@pytest.mark.parametrize("kind", ["list", "numpy", "polars", "pandas", "column", "pyarrow"])
def test_a_mask_picks_rows(kind):
    answers = quadrille.count(table())
    mask = [True, False, True, False, True]
    if kind == "numpy":
        mask = np.array(mask)
    elif kind == "column":
        mask = answers["id"] == [0, 9, 2, 9, 4]
    elif kind == "pyarrow":
        mask = pa.array(mask)
    elif kind != "list":
        mask = pytest.importorskip(kind).Series(mask)
    assert answers[mask]["id"].to_pylist() == [0, 2, 4]
    assert answers["id"][mask].to_pylist() == [0, 2, 4]
    assert answers[mask].error.to_pylist() == [None, "expected 16, 36, 81, 144, 256 or 625 cells, found 9", None]


def test_a_null_in_a_mask_does_not_pick_its_row():
    column = counted()
    assert column[column.status == "unique"].to_pylist() == [1, 1]
    assert (column.status == "unique").to_pylist() == [False, True, False, None, True]


def test_missing_bools_of_pandas_do_not_pick_rows_and_errors_of_a_mask_are_kept():
    pytest.importorskip("pandas")
    answers = quadrille.count(table())
    assert answers[answers.to_pandas()["count"] > 100]["id"].to_pylist() == [0]
    with pytest.raises(ZeroDivisionError):
        answers[(1 // at == 0 for at in range(5))]


def test_masks_are_combined():
    column = counted()
    one, many, null = column == 1, column > 1, column == None  # noqa: E711
    assert (one | many).to_pylist() == [True, True, None, None, True]
    assert (one & many).to_pylist() == [False, False, None, None, False]
    assert (~one).to_pylist() == [True, False, None, None, False]
    assert (one & null).to_pylist() == [False, None, None, None, None] and (one | null).to_pylist()[1] is True
    with pytest.raises(TypeError, match="expected columns of bools"):
        one & column
    with pytest.raises(ValueError, match="expected a column of 5 rows, got 2"):
        one & one[:2]


def test_values_of_pyarrow_are_compared_as_values():
    column = counted()
    assert (column == pa.scalar(288)).to_pylist() == [True, False, None, None, False]
    assert (column == pa.array([288, 1, 1, 1, None])).to_pylist() == [True, True, None, None, None]


def test_dates_are_texts_and_are_not_compared_with_dates():
    days = quadrille.count(pa.table({"puzzle": PUZZLES[:2], "day": [datetime.date(2026, 1, 1)] * 2}))["day"]
    assert (days == "2026-01-01").to_pylist() == [True, True]
    with pytest.raises(TypeError, match="are str here and cannot be compared with date"):
        days == datetime.date(2026, 1, 1)


def test_a_table_contains_its_columns():
    answers = quadrille.count(table())
    assert "count" in answers and "error" not in answers


def test_dictionaries_of_numbers_keep_their_values_in_pandas():
    pytest.importorskip("pandas")
    large = pa.array([2**60 + 1, None]).dictionary_encode()
    numbers = quadrille.count(pa.table({"puzzle": PUZZLES[:2], "n": large}))["n"].to_pandas()
    assert numbers[0] == 2**60 + 1 and numbers.isna().tolist() == [False, True]


def test_a_comparison_goes_row_by_row():
    column = counted()
    assert column.to_pylist() == [288, 1, None, None, 1]
    assert (column == 1).to_pylist() == [False, True, None, None, True]
    assert (column != 1).to_pylist() == [True, False, None, None, False]
    assert (column > [1, 1, 1, 1, 0]).to_pylist() == [True, False, None, None, True]
    assert (column <= np.array([288, 0, 0, 0, 1])).to_pylist() == [True, False, None, None, True]
    assert (column == column).to_pylist() == [True, True, None, None, True]
    with pytest.raises(ValueError, match="expected one value, or one for each of the 5 rows, got 2"):
        column == [1, 2]
    with pytest.raises(ValueError, match="neither true nor false"):
        bool(column == 1)
    with pytest.raises(TypeError):
        hash(column)


@pytest.mark.parametrize("key", [5, -6])
def test_a_row_that_does_not_exist_is_an_index_error(key):
    for rows in (counted(), quadrille.count(table())):
        with pytest.raises(IndexError):
            rows[key]


def test_a_wrong_key_says_what_is_expected():
    answers = quadrille.count(table())
    with pytest.raises(ValueError, match="expected a bool for each of the 5 rows, got 2"):
        answers[[True, False]]
    with pytest.raises(TypeError, match="a bool for each row"):
        answers[[1, 2, 3, 4, 5]]
    for rows in (answers, counted()):
        for key in (1.5, None, 2j):
            with pytest.raises(TypeError, match=f"the number of a row, a slice, .* got {type(key).__name__}"):
                rows[key]
    with pytest.raises(KeyError):
        answers["nothing"]


def test_rows_of_a_table_are_dictionaries():
    answers = quadrille.count(table())
    assert answers[1] == {"id": 1, "puzzle": PUZZLES[1], "count": 1, "status": "unique"}
    assert answers[-1] == answers[4] == list(answers)[4]
    assert [row["id"] for row in answers] == [0, 1, 2, 3, 4]


def test_a_column_is_an_array_of_numpy():
    column = counted()
    whole = np.asarray(column[:2])
    assert whole.dtype == np.uint64 and whole.tolist() == [288, 1]
    assert np.asarray(column).tolist() == [288, 1, None, None, 1]
    assert np.asarray(column[:2], dtype=np.float32).dtype == np.float32
    texts = np.asarray(quadrille.solve(pa.array([PUZZLES[1]])))
    assert texts.dtype.kind == "U" and texts.shape == (1,)
    assert column.status[:2].to_numpy().tolist() == ["multiple", "unique"]
    assert column[:0].to_numpy().dtype == np.uint64
    with pytest.raises(ValueError, match="without a copy"):
        np.array(column, copy=False)


def test_floats_with_nulls_are_nan_in_numpy():
    rated = quadrille.count(pa.table({"puzzle": PUZZLES, "x": pa.array([0.5, None, 1, 2, 3])}))["x"]
    assert rated.to_numpy().dtype == np.float64 and np.isnan(rated.to_numpy()[1])


def test_a_table_is_a_data_frame_of_pandas():
    pd = pytest.importorskip("pandas")
    day = datetime.datetime(2026, 1, 2, 3, 4, 5)
    extra = {"when": pa.array([day, None, day, day, day], pa.timestamp("us")), "yes": [True, None, True, False, True], "of": [1.5, None, 2, 3, 4]}
    answers = quadrille.count(table(extra))
    frame = answers.to_pandas()
    assert list(frame.columns) == ["id", "puzzle", "when", "yes", "of", "count", "status"]
    assert str(frame["count"].dtype) == "UInt64" and frame["count"].isna().tolist() == [False, False, True, True, False]
    assert frame["count"][0] == 288 and frame["id"].dtype == np.int64
    assert str(frame["yes"].dtype) == "boolean" and frame["of"].dtype == np.float64
    assert frame["when"].dtype.kind == "M" and frame["when"][0] == pd.Timestamp(day)
    assert frame["status"].tolist()[:3] == ["multiple", "unique", "invalid"] and pd.isna(frame["status"][3])
    series = counted().to_pandas()
    assert series.name == "count" and series.sum() == 290
    # What people type first.
    assert list(pd.DataFrame(answers)["id"]) == [0, 1, 2, 3, 4]


def test_a_table_is_a_data_frame_of_polars():
    pl = pytest.importorskip("polars")
    answers = quadrille.count(table())
    assert answers.to_polars().equals(pl.DataFrame(answers))
    series = counted().to_polars()
    assert series.name == "count" and series.to_list() == [288, 1, None, None, 1]


def test_a_table_is_a_table_of_pyarrow():
    answers = quadrille.count(table())
    assert answers.to_arrow().equals(pa.table(answers))
    assert counted().to_arrow().to_pylist() == [288, 1, None, None, 1]


def test_the_columns_of_a_table_are_arrays_of_numpy():
    arrays = quadrille.count(table()).to_numpy()
    assert list(arrays) == ["id", "puzzle", "count", "status"]
    assert arrays["id"].dtype == np.int64 and arrays["count"].tolist() == [288, 1, None, None, 1]


EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def read_csv(*puzzles):
    pd = pytest.importorskip("pandas")
    return pd.read_csv(io.StringIO("id,puzzle\n" + "".join(f"{at},{puzzle}\n" for at, puzzle in enumerate(puzzles))))


def test_boards_that_pandas_reads_as_numbers_are_texts_again():
    frame = read_csv(EASY, "1" + "0" * 80, "")
    assert isinstance(frame["puzzle"][0], int)
    answers = quadrille.solve(frame)
    assert answers["puzzle"].to_pylist() == [EASY, "1" + "0" * 80, None]
    assert answers.status.to_pylist() == ["solved", "solved", None] and answers["id"].to_pylist() == [0, 1, 2]
    assert quadrille.check(frame["puzzle"]).to_pylist() == ["unique", "multiple", None]


LOST = "leading zeros are missing: read the column as text, as with dtype=str of pandas"


def test_boards_that_lost_leading_zeros_in_pandas_are_refused_with_the_remedy():
    frame = read_csv(EASY, "0" + EASY[1:])
    for puzzles in (frame, frame["puzzle"]):
        with pytest.raises(ValueError, match=f"column 'puzzle' holds numbers, and 1 of 2 have fewer digits.*; {LOST}$"):
            quadrille.solve(puzzles)
    with pytest.raises(ValueError, match=f"they have 80 digits; {LOST}$"):
        quadrille.solve(read_csv(EASY[:80]))


def test_boards_that_lost_leading_zeros_are_refused_in_columns_lists_and_texts():
    number = int("0" + EASY[1:])
    for puzzles in (pa.array([103002004000001]), [EASY, number], np.array([number])):
        with pytest.raises(TypeError, match=f"{LOST}$"):
            quadrille.check(puzzles)
    answers = quadrille.check(pa.array([EASY, str(number), "5"]))
    assert answers.error.to_pylist()[:2] == [None, f"expected 81 cells, found 80 digits; {LOST}"]
    assert "found 1" in answers.error[2] and LOST not in answers.error[2]


def test_other_large_numbers_of_pandas_are_texts():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"puzzle": ["1...3..2..4.4..1"], "serial": pd.Series([2**70], dtype=object)})
    assert quadrille.solve(frame)["serial"].to_pylist() == [str(2**70)]
    with pytest.raises(ValueError, match="column 'serial' holds numbers, and they have 22 digits"):
        quadrille.solve(frame, column="serial")


def test_large_numbers_without_names_of_columns_and_with_equal_names():
    pd = pytest.importorskip("pandas")
    frame = pd.read_csv(io.StringIO(f"{EASY},7\n{EASY},8\n"), header=None)
    assert quadrille.check(frame[0]).to_pylist() == ["unique", "unique"]
    frame.columns = ["a", "a"]
    with pytest.raises(ValueError, match="a"):
        quadrille.check(frame)


def test_parts_of_tables_with_structs_within_structs():
    """The reader of the extension counted the start of such a part twice, and ended in a panic."""
    deep = pa.array([{"a": {"b": number}} for number in range(5)])
    lists = pa.FixedSizeListArray.from_arrays(pa.array([{"a": {"b": number}} for number in range(10)]), 2)
    whole = table({"deep": deep, "lists": lists}).combine_chunks()
    for part in (whole.slice(1), whole.slice(2, 2), pa.concat_tables([whole.slice(1), whole.slice(3)])):
        answers = quadrille.check(part)
        assert answers.to_arrow().drop_columns(["status"]).equals(part)
        assert quadrille.check(part.to_reader()).to_pylist() == answers.to_pylist()
    batch = whole.to_batches()[0].slice(1)
    assert quadrille.check(batch).to_arrow()["deep"].combine_chunks().equals(batch["deep"])
    assert [row["deep"] for row in next(quadrille.arrow_batches([batch], task="check")).to_pylist()] == batch["deep"].to_pylist()
    rows = pa.StructArray.from_arrays([whole["puzzle"].combine_chunks(), deep], ["puzzle", "deep"]).slice(1)
    assert quadrille.check(rows).to_arrow()["deep"].to_pylist() == deep[1:].to_pylist()
    pd = pytest.importorskip("pandas")
    frame = part.to_pandas(types_mapper=pd.ArrowDtype).iloc[1:]
    assert quadrille.check(frame).to_arrow()["deep"].to_pylist() == part["deep"].to_pylist()[1:]


def test_a_table_with_two_columns_of_one_name_is_refused():
    columns = pa.Table.from_arrays([pa.array([1]), pa.array([2]), pa.array(["." * 16])], names=["a", "a", "puzzle"])
    with pytest.raises(ValueError, match='the table has two columns "a"; rename one'):
        quadrille.check(columns)


def test_columns_that_are_encoded_by_runs_become_plain():
    import pyarrow.compute as pc

    texts = pa.array(["a", "a", None, None, "b"])
    numbers = pa.array([1, 1, None, 2, 2], pa.int16())
    encoded = {"texts": pc.run_end_encode(texts), "numbers": pc.run_end_encode(numbers, run_end_type=pa.int64())}
    answers = quadrille.check(table(encoded))
    assert answers.to_arrow()["texts"].type == pa.string() and answers["numbers"].type == "Int16"
    assert answers["texts"].to_pylist() == texts.to_pylist() and answers["numbers"].to_pylist() == numbers.to_pylist()
    assert pickle.loads(pickle.dumps(answers[1:])).to_pylist() == answers.to_pylist()[1:]


def test_half_floats_are_floats():
    halves = quadrille.check(table({"half": pa.array(np.array([1.5, 2, 0, 65504, 1], "float16"))}))["half"]
    assert halves.to_pylist() == [1.5, 2, 0, 65504, 1] and halves.to_numpy().dtype == np.float16
