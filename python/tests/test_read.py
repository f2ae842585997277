"""Files as tables."""

import bz2
import gzip
import importlib
import json
import lzma

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, SMALL

ZEROS = "0000300200404001"


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_of_csv_are_text_and_malformed_records_stay(tmp_path):
    path = write(tmp_path / "a.csv", f'id,puzzle,status,note\n007,{ZEROS},x,"a, b"\n8,nope,,\n')
    table = quadrille.read(path)
    assert isinstance(table, quadrille.Table)
    assert table.to_pylist() == [
        {"id": "007", "puzzle": ZEROS, "status": "x", "note": "a, b"},
        {"id": "8", "puzzle": "nope", "status": None, "note": None},
    ]
    assert quadrille.check(table, prefix="my_")["my_status"].to_pylist() == ["multiple", "invalid"]


def test_text_after_the_grids_of_lines_is_a_column(tmp_path):
    path = write(tmp_path / "a.txt", f"{EASY};ED=1.2 x\n\n{EASY} # y\nnope\n")
    table = quadrille.read(path)
    assert table["puzzle"].to_pylist() == [EASY, EASY, "nope"]
    assert table["trailing"].to_pylist() == ["ED=1.2 x", "# y", None]
    assert quadrille.read(write(tmp_path / "b.txt", f"{EASY}\n{SMALL}\n")).to_pylist() == [{"puzzle": EASY}, {"puzzle": SMALL}]


@pytest.mark.parametrize("form", ["lines", "array"])
def test_members_of_json_are_columns_of_text(form, tmp_path):
    records = [{"id": 7, "puzzle": ZEROS, "tags": ["a"]}, {"puzzle": "nope", "note": None, "score": 1.5}]
    lines = "\n".join(map(json.dumps, records)) + "\n"
    path = write(tmp_path / "a.ndjson", lines if form == "lines" else json.dumps(records))
    assert quadrille.read(path).to_pylist() == [
        {"id": "7", "puzzle": ZEROS, "tags": '["a"]', "note": None, "score": None},
        {"id": None, "puzzle": "nope", "tags": None, "note": None, "score": "1.5"},
    ]


def test_boards_that_are_drawn_are_puzzles(tmp_path):
    drawn = "\n".join(EASY[row : row + 9] for row in range(0, 81, 9))
    assert quadrille.read(write(tmp_path / "a.txt", f"{drawn}\n\n{drawn}\n")).to_pylist() == [{"puzzle": EASY}] * 2


@pytest.mark.parametrize(("name", "compress"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_compressed_files_and_patterns_are_one_table(name, compress, tmp_path):
    (tmp_path / f"b.csv.{name}").write_bytes(compress(f"id,puzzle\n2,{SMALL}\n".encode()))
    (tmp_path / f"a.csv.{name}").write_bytes(compress(f"id,puzzle\n1,{EASY}\n".encode()))
    table = quadrille.read(tmp_path / "*.csv.*")
    assert table["id"].to_pylist() == ["1", "2"]
    several = quadrille.read([tmp_path / f"b.csv.{name}", tmp_path / f"a.csv.{name}"])
    assert several["id"].to_pylist() == ["2", "1"]


def test_columns_of_parquet_keep_their_types(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pa.table({"id": [1, 2], "puzzle": [EASY, None], "list": [[1], [2, 3]]})
    pq.write_table(table, tmp_path / "a.parquet")
    found = quadrille.read(tmp_path / "a.parquet")
    assert found.to_arrow().schema.types == table.schema.types and found.to_arrow().to_pylist() == table.to_pylist()
    assert quadrille.solve(found)["solution"].to_pylist() == [EASY_SOLVED, None]


def test_many_records_are_in_order(puzzles, tmp_path):
    text = "".join(f"{row},{puzzle}\n" for row, puzzle in enumerate(puzzles * 100))
    table = quadrille.read(write(tmp_path / "a.csv", f"row,puzzle\n{text}"), threads=2)
    assert table["row"].to_pylist() == [str(row) for row in range(100_000)]
    assert table["puzzle"].to_pylist() == puzzles * 100


def test_files_without_records_are_tables_without_rows(tmp_path):
    assert quadrille.read(write(tmp_path / "a.csv", "id,puzzle\n")).column_names == ["id", "puzzle"]
    assert len(quadrille.read(write(tmp_path / "a.txt", ""))) == 0


def test_what_cannot_be_read_is_named(tmp_path):
    csv = write(tmp_path / "a.csv", f"id,puzzle\n1,{EASY}\n")
    other = write(tmp_path / "b.csv", f"key,board,x\n1,{EASY},2\n")
    ndjson = write(tmp_path / "a.ndjson", json.dumps({"puzzle": EASY}) + "\n")
    with pytest.raises(ValueError, match=r"read\(\): paths: .*b\.csv: "):
        quadrille.read([csv, other])
    with pytest.raises(ValueError, match=r"a\.csv is not ndjson as other files are"):
        quadrille.read([csv, ndjson])
    with pytest.raises(FileNotFoundError, match=r"nope\.csv"):
        quadrille.read(tmp_path / "nope.csv")
    with pytest.raises(FileNotFoundError, match=r"no file matches '.*\*\.zst'"):
        quadrille.read(tmp_path / "*.zst")
    with pytest.raises(ValueError, match="expected the path of a file, or several, got none"):
        quadrille.read([])
    with pytest.raises(ValueError, match="is a folder"):
        quadrille.read(tmp_path)
    with pytest.raises(ValueError, match='there is no format "xml"'):
        quadrille.read(csv, format="xml")


@pytest.mark.parametrize("option", [{"column": "zz"}, {"format": "csv"}])
def test_lines_that_are_to_be_a_table_are_refused_with_a_remedy(tmp_path, option):
    path = write(tmp_path / "a.txt", EASY + "\n")
    with pytest.raises(ValueError, match="first row holds a board; to read it as lines, remove column= and format=$"):
        quadrille.read(path, **option)


def test_a_column_can_be_named(tmp_path):
    path = write(tmp_path / "a.csv", f"a,b\n{EASY},{EASY}\n")
    with pytest.raises(ValueError, match="columns a, b both hold boards; name the column with the puzzles with column="):
        quadrille.read(path)
    assert quadrille.read(path, column="b").column_names == ["a", "b"]


@pytest.mark.parametrize("paths", [5, b"a.txt", ["a.txt", b"a.txt"], [None]])
def test_paths_of_another_type_are_refused(paths):
    for function in (quadrille.read, quadrille.read_batches):
        with pytest.raises(TypeError, match=r"\(\): paths: expected the path of a file, or several, got "):
            list(function(paths))


@pytest.mark.parametrize("name", ["puzzles.csv", "data/puzzles.txt.gz", "x.parquet"])
def test_names_of_files_are_not_puzzles(name):
    with pytest.raises(ValueError, match=r"for files use quadrille\.read or quadrille\.solve_file"):
        quadrille.solve(name)
    with pytest.raises(ValueError, match="found 9$"):
        quadrille.solve("no puzzle")


def test_floats_have_lost_digits():
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match='column "puzzle" holds floats, which have lost digits'):
        quadrille.solve(pa.table({"puzzle": [5.3e80], "id": [1]}))
    with pytest.warns(UserWarning, match='column "answer" holds floats'):
        assert quadrille.solve(pa.table({"puzzle": [EASY], "answer": [5.3e80]}))["solution"][0] == EASY_SOLVED


def test_floats_without_a_value_are_missing_puzzles(recwarn):
    pa = pytest.importorskip("pyarrow")
    for values in ([], [None, None]):
        table = pa.table({"puzzle": pa.array(values, pa.float64()), "target": pa.array([0.5] * len(values), pa.float64())})
        assert quadrille.solve(table)["solution"].to_pylist() == values
    assert not recwarn.list


def test_queries_of_polars_are_tables():
    pl = pytest.importorskip("polars")
    query = pl.LazyFrame({"id": [1, 2], "puzzle": [EASY, None]}).with_columns(twice=pl.col("id") * 2)
    table = quadrille.solve(query)
    assert table.column_names == ["id", "puzzle", "twice", "solution", "status"]
    assert table["twice"].to_pylist() == [2, 4] and table["solution"].to_pylist() == [EASY_SOLVED, None]


def batches(paths, **options):
    return [table.to_pylist() for table in quadrille.read_batches(paths, **options)]


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.txt", "a.parquet", "drawn.txt"])
def test_batches_are_the_rows_of_the_table(name, tmp_path):
    puzzles = quadrille.generate(1000, seed=1)
    if name == "a.parquet":
        pa = pytest.importorskip("pyarrow")
        importlib.import_module("pyarrow.parquet").write_table(pa.table({"id": range(1000), "puzzle": puzzles}), tmp_path / name, row_group_size=300)
    elif name == "drawn.txt":
        write(tmp_path / name, "\n\n".join("\n".join(puzzle[row : row + 9] for row in range(0, 81, 9)) for puzzle in puzzles))
    elif name == "a.txt":
        write(tmp_path / name, "".join(f"{puzzle} {at}\n" for at, puzzle in enumerate(puzzles)))
    else:
        text = "id,puzzle\n" + "".join(f"{at:04},{puzzle}\n" for at, puzzle in enumerate(puzzles))
        (tmp_path / name).write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    whole = quadrille.read([tmp_path / name] * 2)
    for rows in (1, 333, 65_536):
        tables = list(quadrille.read_batches([tmp_path / name] * 2, rows=rows))
        assert [len(table) for table in tables] == [rows] * (2000 // rows) + [2000 % rows] * (2000 % rows > 0)
        assert [row for table in tables for row in table.to_pylist()] == whole.to_pylist()
        assert {tuple(table.column_names) for table in tables} == {tuple(whole.column_names)}


def test_batches_of_lines_have_the_same_columns_each(tmp_path):
    path = write(tmp_path / "a.txt", f"{EASY}\n{SMALL} easy\n")
    assert batches(path, rows=1) == [[{"puzzle": EASY, "trailing": None}], [{"puzzle": SMALL, "trailing": "easy"}]]


def test_a_large_file_is_read_a_few_blocks_ahead_only(tmp_path):
    path = tmp_path / "a.csv"
    with path.open("w") as file:
        file.write("id,puzzle\n")
        for start in range(0, 300_000, 10_000):
            file.writelines(f"{at},{EASY}\n" for at in range(start, start + 10_000))
    tables = quadrille.read_batches(path, rows=1000, threads=1)
    assert next(tables)["id"].to_pylist() == [str(at) for at in range(1000)]
    # The rest is not read: the run ends with the iterator.
    del tables
    assert sum(map(len, quadrille.read_batches(path, threads=2))) == 300_000


def test_files_that_cannot_be_read_in_batches_are_refused(tmp_path):
    for name in ("a.ndjson", "a.json"):
        path = write(tmp_path / name, json.dumps({"puzzle": SMALL}) if name == "a.ndjson" else json.dumps([{"puzzle": SMALL}]))
        with pytest.raises(ValueError, match=r"read_batches\(\): paths: \w+ is read as a whole, .*; use read$"):
            quadrille.read_batches(path)
    with pytest.raises(FileNotFoundError, match=r"read_batches\(\): paths: no file matches"):
        quadrille.read_batches(tmp_path / "*.csv")
    with pytest.raises(ValueError, match=r"read_batches\(\): rows: expected at least 1, got 0"):
        quadrille.read_batches(path, rows=0)
    broken = tmp_path / "b.csv.gz"
    broken.write_bytes(gzip.compress(("id,puzzle\n" + f"1,{EASY}\n" * 100_000).encode())[:-100])
    with pytest.raises(ValueError, match=r"read_batches\(\): paths: .*b\.csv\.gz"):
        list(quadrille.read_batches(broken))


def rows_of(path, **options):
    """The rows of a file, which are the same batch by batch, except that lines have a column `trailing` then."""
    rows = quadrille.read(path, **options).to_pylist()
    batched = [row for table in batches(path, rows=2, **options) for row in table]
    assert [{name: row.get(name) for name in found} for row, found in zip(rows, batched, strict=True)] == batched
    return rows


def test_only_line_feeds_end_records_of_ndjson(tmp_path):
    records = [{"puzzle": SMALL, "note": note} for note in ("a\u2028b", "a\u2029b", "a\u0085b", "a\x1cb")]
    text = "\r\n".join(json.dumps(record, ensure_ascii=False) for record in records) + "\r\n\r\n"
    path = tmp_path / "a.ndjson"
    path.write_bytes(text.encode())
    assert quadrille.read(path).to_pylist() == records


@pytest.mark.parametrize("name", ["a.csv", "a.ndjson", "a.json"])
def test_a_byte_order_mark_is_not_a_part_of_the_first_record(name, tmp_path):
    record = {"id": "7", "puzzle": SMALL}
    text = {"a.csv": f"id,puzzle\n7,{SMALL}\n", "a.ndjson": json.dumps(record), "a.json": json.dumps([record])}[name]
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8-sig"))
    assert quadrille.read(path).to_pylist() == [record]


def test_malformed_lines_of_ndjson_are_in_the_member_with_the_puzzles(tmp_path):
    path = write(tmp_path / "a.ndjson", f'{{"question": "{EASY}"}}\nnot json\n5\n')
    assert quadrille.read(path).to_pylist() == [{"question": EASY}, {"question": "not json"}, {"question": "5"}]
    assert quadrille.check(quadrille.read(path)).status.to_pylist() == ["unique", "invalid", "invalid"]
    # The member is found by its contents, or named.
    other = write(tmp_path / "b.ndjson", f'{{"task": "{EASY}", "done": "{EASY_SOLVED}"}}\nnot json\n')
    assert quadrille.read(other)[1] == {"task": "not json", "done": None}
    assert quadrille.read(other, column="done")[1] == {"task": None, "done": "not json"}
    assert quadrille.read([path, other]).to_pylist()[3:] == [
        {"question": None, "task": EASY, "done": EASY_SOLVED},
        {"question": None, "task": "not json", "done": None},
    ]
    array = write(tmp_path / "a.json", json.dumps([{"question": EASY}, "not json"]))
    assert quadrille.read(array).to_pylist() == [{"question": EASY}, {"question": "not json"}]


def test_values_of_json_are_text_as_in_the_file(tmp_path):
    values = ["1.50", "1e400", "-0.1234567890123456789012345", "1" * 5000, "true", '[1.50, {"a": 1e400}]', "NaN"]
    text = ", ".join(f'"{at}": {value}' for at, value in enumerate(values))
    path = write(tmp_path / "a.ndjson", f'{{"puzzle": "{SMALL}", {text}, "none": null}}\n')
    assert quadrille.read(path).to_pylist() == [{"puzzle": SMALL, **{str(at): value for at, value in enumerate(values)}, "none": None}]
    deep = write(tmp_path / "b.ndjson", f'{{"puzzle": "{SMALL}"}}\n{"[" * 100_000}\n')
    assert quadrille.read(deep)["puzzle"].to_pylist() == [SMALL, "[" * 100_000]


def test_csv_rows_with_another_number_of_fields_are_malformed_puzzles(tmp_path):
    path = write(tmp_path / "a.csv", f'id,puzzle,note\n1,{SMALL},"a, b",more\n2,{SMALL}\n3,{SMALL},\n')
    assert rows_of(path) == [
        {"id": None, "puzzle": f'1,{SMALL},"a, b",more', "note": None},
        {"id": None, "puzzle": f"2,{SMALL}", "note": None},
        {"id": "3", "puzzle": SMALL, "note": None},
    ]
    assert quadrille.check(quadrille.read(path)).status.to_pylist() == ["invalid", "invalid", "unique"]


@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_texts_that_are_not_utf_8_are_refused_with_their_line(name, tmp_path):
    path, rows = tmp_path / name, {"a.csv": b"puzzle,note\n%b,\xe9\n", "a.txt": b"%b x\n%b \xe9\n"}[name]
    path.write_bytes(rows.replace(b"%b", SMALL.encode()))
    with pytest.raises(ValueError, match=rf"read\(\): paths: .*{name}: line 2 is not UTF-8; save the file as UTF-8"):
        quadrille.read(path)
    with pytest.raises(ValueError, match=rf"read_batches\(\): paths: .*{name}: line 2 is not UTF-8"):
        list(quadrille.read_batches(path))
    path.write_bytes(path.read_bytes().replace(b"\xe9", "\ufffd".encode()))
    assert "\ufffd" in rows_of(path)[-1].values()


def test_a_file_with_two_columns_of_a_name_is_refused(tmp_path):
    path = write(tmp_path / "a.csv", f"puzzle,a,a\n{SMALL},1,2\n")
    for read in (quadrille.read, quadrille.read_batches):
        with pytest.raises(ValueError, match=rf'{read.__name__}\(\): paths: there are two columns "a"; rename one in the file'):
            read(path)


def test_text_before_the_grids_of_lines_is_a_column(tmp_path):
    zeros = EASY.replace(".", "0")
    path = write(tmp_path / "a.txt", f"0000183b305c {zeros} 1.2\n0000183b305d {zeros}  1.3\n 17: {EASY}\n{EASY}\nnope nope\n")
    assert rows_of(path) == [
        {"leading": "0000183b305c", "puzzle": zeros, "trailing": "1.2"},
        {"leading": "0000183b305d", "puzzle": zeros, "trailing": "1.3"},
        {"leading": "17:", "puzzle": EASY, "trailing": None},
        {"leading": None, "puzzle": EASY, "trailing": None},
        {"leading": None, "puzzle": "nope nope", "trailing": None},
    ]
    assert quadrille.check(quadrille.read(path)).status.to_pylist() == ["unique"] * 4 + ["invalid"]
    later = write(tmp_path / "b.txt", f"{EASY}\n" * 100_000 + f"17: {EASY}\n")
    with pytest.raises(ValueError, match="a line has text before its grid, and the first lines have none; use quadrille.read"):
        list(quadrille.read_batches(later))


def test_lines_with_regions_or_candidates_are_read_by_their_format(tmp_path):
    regions = "1122112233443344"
    jigsaw = write(tmp_path / "jigsaw.txt", f"{SMALL}{regions}\n" * 3)
    marks = write(tmp_path / "marks.txt", "1234" * 16 + "\n")
    drawn = write(tmp_path / "drawn.txt", ("12 34 | 1 2\n" * 2 + "---+---\n") * 2)
    for path, line in ((jigsaw, SMALL + regions), (marks, "1234" * 16)):
        with pytest.raises(ValueError, match=r'read\(\): paths: .*format="line"'):
            quadrille.read(path)
        assert rows_of(path, format="line")[0] == {"puzzle": line}
    assert drawn
