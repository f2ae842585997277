"""The parts of `quadrille.ray` that do not need a cluster."""

from __future__ import annotations

import io
import socket
from pathlib import Path

import pytest

import quadrille

pytest.importorskip("ray.data", reason="quadrille[ray] is not installed")

import pyarrow as pa
import pyarrow.parquet as pq

import quadrille.ray
from quadrille.ray import _arguments, _connect, _generate, _inputs, _kernel, _ranges, _report, _tasks, _text, _write
from quadrille.ray.__main__ import Run, main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--method", "luck"], "luck"),
        (["--limit", "7"], "limit"),
        (["--num-cpus", "0"], "num_cpus"),
        (["--batch-size", "0"], "batch_size"),
        (["--column", "nowhere"], "in.parquet: rate(): column: \"nowhere\" not found; the columns are puzzle"),
    ],
)
def test_a_wrong_option_fails_before_there_is_a_cluster(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ray.init", lambda **_: pytest.fail("connected to a cluster"))
    pq.write_table(pa.table({"puzzle": ["1...3..2..4.4..1"]}), tmp_path / "in.parquet")
    assert main(["rate", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out"), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "a.ndjson"], "a.ndjson: on a cluster, Parquet, csv and text are read, no ndjson"),
        (["solve", "a.csv", "b.tsv"], "name one delimiter"),
        (["solve", "a.txt", "--column", "puzzle"], "text has no columns"),
        (["solve", "a.txt", "--ordered"], "it is a folder; ordered text is written to one file"),
        (["dedup", "a.csv", "--partitions", "0"], "--partitions: expected 1 or more, got 0"),
        (["leak", "a.csv", "--against", "b.tsv"], "--against: expected files in the format of the inputs"),
        (["leak", "a.txt", "--against", "a.txt"], "leak of text is not possible on a cluster: use csv or Parquet"),
        (["generate", "--number", "3", "--seed", "1", "--givens", "1..2"], "2 givens are too few"),
        (["generate", "--number=-1", "--seed", "1"], "number: expected 0 or more, got -1"),
    ],
)
def test_what_a_cluster_does_not_do_is_refused_before_there_is_one(words, message, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ray.init", lambda **_: pytest.fail("connected to a cluster"))
    monkeypatch.chdir(tmp_path)
    for name in ("a.csv", "b.tsv", "a.txt", "a.ndjson"):
        Path(name).write_text("puzzle\n1...3..2..4.4..1\n")
    Path("out").mkdir()
    assert main([*words, "-o", "out"]) == 2
    assert message in capsys.readouterr().err
    assert not list(Path("out").iterdir())


def test_nested_columns_are_not_written_as_csv(tmp_path, capsys):
    pq.write_table(pa.table({"puzzle": ["1...3..2..4.4..1"], "meta": [{"a": 1}], "steps": [[1]]}), tmp_path / "a.parquet")
    assert main(["solve", str(tmp_path / "a.parquet"), "-o", str(tmp_path / "out"), "--output-format", "csv"]) == 2
    assert "a.parquet: csv cannot hold lists, structs or maps (meta, steps); write Parquet" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("origin", ["RAY_ADDRESS", "--address"])
def test_a_cluster_that_is_gone_is_an_error_at_once(origin, tmp_path, capsys, monkeypatch):
    # Ray tried for ten minutes without a word.
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    monkeypatch.setattr("ray.init", lambda **_: pytest.fail("Ray was asked to connect"))
    with socket.socket() as gone:
        gone.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{gone.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", place)
        words = ["--address", place] if origin == "--address" else []
        assert main(["generate", "-n", "1", "--seed", "1", "-o", str(tmp_path / "out"), *words]) == 2
    printed = capsys.readouterr().err.splitlines()
    assert printed[0] == f"quadrille: connecting to the Ray cluster at {place} ({origin})"
    assert printed[1].startswith(f"quadrille: no Ray cluster answers at {place} ({origin}): ")
    assert printed[1].endswith("or pass --address local to use this machine alone")


def test_the_connection_to_a_cluster_is_not_mentioned_if_there_is_none(monkeypatch, capsys):
    called = {}
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    monkeypatch.setattr("ray.init", called.update)
    _connect.connect("local", quiet=False)
    assert called["address"] == "local" and called["include_dashboard"] is False
    assert capsys.readouterr().err == ""
    for address in ("ray://[::1]:1", "10.0.0.1:1"):
        assert _connect.found(address) == (address, "--address")


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["rate", "a", "--method", "logic"], {"method": "logic"}),
        (["canonical", "a", "--form-of", "solution"], {"form_of": "solution"}),
        (["morph", "a", "--seed", "1", "--exclude-symmetry", "digits"], {"seed": 1, "exclude_symmetry": "digits"}),
        (["dedup", "a", "--equal-by", "text"], {"equal_by": "text"}),
        (["generate", "-n", "1", "--seed", "1", "--givens", "24"], {"givens": "24"}),
        (["generate", "-n", "1", "--seed", "1", "--givens", "24..28"], {"givens": "24..28"}),
        (["generate", "-n", "1", "--seed", "1", "--givens", "24", "--minimal"], {"minimal": True, "givens": "24"}),
    ],
)
def test_options_of_the_command_are_keywords_of_the_functions(words, options):
    assert _arguments.function_options(_arguments.parser().parse_args([*words, "-o", "out"])) == options
    if words[0] in _text.COMMANDS:
        assert _text.words_of(words[0], 1, options)[-1] == "=".join(words[2:])


@pytest.mark.parametrize(
    ("options", "is_search"),
    [
        ({}, False),
        ({"minimal": True}, False),
        ({"givens": 24}, False),
        ({"givens": "24"}, False),
        ({"givens": "40..40"}, False),
        ({"givens": (40, 40)}, False),
        ({"givens": "24.."}, True),
        ({"givens": (None, 28)}, True),
        ({"givens": 24, "minimal": True}, True),
        ({"rating": "5.."}, True),
        ({"symmetry": "none"}, False),
    ],
)
def test_puzzles_are_searched_for_as_on_one_machine(options, is_search):
    assert _generate._is_search(options) == is_search == _generate._is_search({**options, "method": "logic"})
    if is_search:
        with pytest.raises(ValueError, match="start: puzzles that are searched for"):
            quadrille.generate(0, start=0, **options)
    else:
        assert quadrille.generate(0, start=0, **options) == []


def test_a_file_whose_name_looks_like_a_glob_is_that_file(tmp_path):
    for name in ("a[1].txt", "a1.txt"):
        (tmp_path / name).write_text("1...3..2..4.4..1\n")
    assert [file.path for file in _inputs.find_files(tmp_path / "a[1].txt")] == [str(tmp_path / "a[1].txt")]
    assert [file.path for file in _inputs.find_files(tmp_path / "a[0-9].txt")] == [str(tmp_path / "a1.txt")]


def test_options_of_one_call_are_refused():
    for option in ("threads", "progress", "timeout"):
        with pytest.raises(ValueError, match=f"no option {option}"):
            _kernel.Kernel("solve", None, 1, {option: 1})
    with pytest.raises(ValueError, match="no_equivalents: it compares puzzles of all blocks"):
        quadrille.ray.generate(3, 1, no_equivalents=True)


def test_a_panic_is_an_error_with_its_place():
    class PanicException(BaseException):
        pass

    def panic() -> None:
        raise PanicException("index out of bounds")

    with pytest.raises(RuntimeError, match="a.parquet, from row 3: quadrille panicked: index out of bounds"):
        _kernel.guarded("a.parquet, from row 3", panic)
    with pytest.raises(KeyboardInterrupt):
        _kernel.guarded("a.parquet", lambda: (_ for _ in ()).throw(KeyboardInterrupt()))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_each_line_is_in_one_range(tmp_path, end):
    lines = [f"line {n} " + "x" * (n % 17) for n in range(100)] + ["", "", "last"]
    (tmp_path / "a.txt").write_bytes(end.join(lines).encode())
    files = _inputs.find_files(tmp_path / "a.txt")
    for size in (1, 2, 7, 100, 10_000):
        layout = _ranges.Layout("text", 10, size)
        ranges, _ = _ranges.divide(files, layout)
        assert b"".join(_ranges.read_lines(part, layout) for part in ranges) == (tmp_path / "a.txt").read_bytes()


def test_each_row_of_csv_is_in_one_range(tmp_path):
    rows = [(str(n), f'a "{n}", b', "." * 16) for n in range(50)]
    text = "\ufeffid,note,puzzle\n" + "".join('{},"a ""{}"", b",{}\n'.format(n, n, p) for n, _, p in rows)
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    files = _inputs.find_files(tmp_path / "a.csv")
    for size in (10, 33, 5_000):
        layout = _ranges.Layout("csv", 7, size)
        tables = [table for part in _ranges.divide(files, layout)[0] for table in _ranges.read_tables(part, layout)]
        found = pa.concat_tables(table for table in tables if len(table) > 0)
        assert [tuple(row.values())[:3] for row in found.to_pylist()] == rows
        numbers = found["quadrille_row"].to_pylist()
        assert numbers == sorted(set(numbers))


def test_a_line_break_in_a_field_is_no_row_of_its_own(tmp_path):
    (tmp_path / "a.csv").write_text('id,note,puzzle\n1,"two\nlines",....\n2,"two\nlines",....\n')
    files = _inputs.find_files(tmp_path / "a.csv")
    split = _ranges.Layout("csv", 7, 22)
    with pytest.raises(ValueError, match="a.csv: a quoted field has a line break"):
        for part in _ranges.divide(files, split)[0]:
            list(_ranges.read_tables(part, split))
    whole = _ranges.Layout("csv", 7, 22, whole_files=True)
    (table,) = [table for part in _ranges.divide(files, whole)[0] for table in _ranges.read_tables(part, whole)]
    assert table["note"].to_pylist() == ["two\nlines"] * 2


def test_files_of_globs_and_folders_have_an_order(tmp_path):
    for name in ("b/2.csv", "a/1.csv", "a/_SUCCESS", "a/.hidden.csv", "c.parquet"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")

    def names(*words):
        return [file.path.removeprefix(f"{tmp_path}/") for file in _inputs.find_files([str(tmp_path / w) for w in words])]

    assert names("a") == ["a/1.csv"]
    assert names("**/*.csv") == ["a/.hidden.csv", "a/1.csv", "b/2.csv"]
    assert names("b/2.csv", "a/[0-9].csv") == ["b/2.csv", "a/1.csv"]
    with pytest.raises(FileNotFoundError, match="no files"):
        names("*.txt")
    with pytest.raises(ValueError, match="several formats: csv, parquet"):
        _inputs.common_format(_inputs.find_files(str(tmp_path)), None)


def test_files_of_any_file_system_of_fsspec_are_read_and_written():
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/quadrille/a.csv", b"id,puzzle\n1,1...3..2..4.4..1\n")
    memory.pipe("/quadrille/b.csv", b"id,puzzle\n2,1...3..2..4.4..1\n")
    files = _inputs.find_files("memory://quadrille/*.csv")
    assert [file.name for file in files] == ["memory:///quadrille/a.csv", "memory:///quadrille/b.csv"]
    layout = _ranges.Layout("csv", 10, 10)
    ranges, _ = _ranges.divide(files, layout)
    found = [row for part in ranges for table in _ranges.read_tables(part, layout) for row in table.to_pylist()]
    assert [row["id"] for row in found] == ["1", "2"]
    _write.put("memory://quadrille/out", "part-1", pa.py_buffer(b"text"))
    assert memory.cat("/quadrille/out/part-1") == b"text"


def test_rows_are_numbered_over_all_files(tmp_path):
    for at, rows in enumerate([5, 0, 9]):
        table = pa.table({"puzzle": [f"{at} {n}" for n in range(rows)]}, schema=pa.schema([("puzzle", pa.string())]))
        pq.write_table(table, tmp_path / f"{at}.parquet", row_group_size=2)
    layout = _ranges.Layout("parquet", 4, 1)
    ranges, numbering = _ranges.divide(_inputs.find_files(tmp_path), layout)
    assert [part.rows for part in ranges] == [4, 1, 4, 4, 1]
    tables = [table for part in ranges for table in _ranges.read_tables(part, layout)]
    assert pa.concat_tables(tables)["quadrille_row"].to_pylist() == list(range(14))
    assert numbering.place(7).endswith("2.parquet, from row 2")


def test_summary_and_exit_code():
    stream = io.StringIO()
    counts = {"records": 1_234, "solved": 1_230, "invalid": 4}
    _report.Progress(3, quiet=False, stream=stream).finish(counts, 3)
    assert "records              1,234\nsolved               1,230\ninvalid                  4\n" in stream.getvalue()
    resumed = _report.Progress(3, quiet=False, stream=(more := io.StringIO()))
    resumed.earlier = 1_234
    resumed.finish(counts, 3)
    assert "end to end               0 rows/s" in more.getvalue()
    assert [_report.exit_code("leak", {"records": number}) for number in (0, 2)] == [0, 1]
    assert _report.exit_code("solve", counts) == 1
    assert _report.exit_code("solve", {"records": 1, "solved": 1}) == 0


def test_rows_do_not_decide_which_column_holds_the_puzzles():
    kernel = _kernel.Kernel("solve", None, 1, {})
    # The only column beside the numbers, though its first row is malformed.
    table = kernel.call(pa.table({"grid": ["bad", "1...3..2..4.4..1"], "quadrille_row": [0, 1]}))
    assert table["status"].to_pylist() == ["invalid", "solved"]
    with pytest.raises(ValueError, match="several columns may hold the puzzles, use column=…: a, b"):
        kernel.call(pa.table({"a": ["1...3..2..4.4..1"], "b": ["text"]}))


def test_a_column_with_the_name_of_the_numbers_is_an_error(tmp_path):
    pq.write_table(pa.table({"quadrille_row": [7], "puzzle": ["1...3..2..4.4..1"]}), tmp_path / "a.parquet")
    layout = _ranges.Layout("parquet", 4, 1)
    (part,), _ = _ranges.divide(_inputs.find_files(tmp_path), layout)
    with pytest.raises(ValueError, match="a.parquet has a column quadrille_row already"):
        list(_ranges.read_tables(part, layout))


def test_answers_do_not_replace_columns_of_the_rows(tmp_path, capsys, monkeypatch):
    table = pa.table({"puzzle": ["1...3..2..4.4..1"], "status": ["mine"]})
    kernel = _kernel.Kernel("check", None, 1, {"prefix": "my_"})
    answers = _tasks._of_table(kernel)(table)
    assert answers.to_pylist() == [{"puzzle": "1...3..2..4.4..1", "status": "mine", "my_status": "unique"}]
    assert answers["my_status"].type == pa.string() and _write._counts(answers, "my_status") == {"records": 1, "unique": 1}
    monkeypatch.setattr("ray.init", lambda **_: pytest.fail("connected to a cluster"))
    pq.write_table(table, tmp_path / "in.parquet")
    (tmp_path / "in.txt").write_text("1...3..2..4.4..1\n")
    for words, message in {("in.parquet",): 'already has a column "status"; pass --prefix check_ for', ("in.txt", "--prefix", "my_"): "lines have no columns"}.items():
        assert main(["check", str(tmp_path / words[0]), *words[1:], "-o", str(tmp_path / "out")]) == 2
        assert message in capsys.readouterr().err


def test_solutions_are_verified_and_explained(tmp_path, capsys, monkeypatch):
    puzzle, solution = "1...3..2..4.4..1", "1234341221434321"
    table = pa.table({"puzzle": [puzzle, puzzle], "answer": [solution, "1" * 16]})
    answers = _tasks._of_table(_kernel.Kernel("verify", None, 1, {}))(table)
    assert answers["mismatch"].to_pylist() == quadrille.verify([puzzle, puzzle], [solution, "1" * 16])
    assert _write._counts(answers, "status") == {"records": 2, "unique": 1, "mismatch": 1} and answers["status"].type == pa.string()
    named = _kernel.Kernel("verify", None, 1, {"solution_column": "mine"})
    assert named.call(table.rename_columns(["puzzle", "mine"]))["status"].to_pylist() == ["unique", "mismatch"]
    steps = _tasks._of_table(_kernel.Kernel("explain", None, 1, {}))(table.select(["puzzle"]))
    assert steps["steps"].to_pylist() == [quadrille.explain(puzzle)] * 2
    pq.write_table(table, tmp_path / "in.parquet")
    monkeypatch.setattr("ray.init", lambda **_: pytest.fail("connected to a cluster"))
    assert main(["explain", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out"), "--output-format", "csv"]) == 2
    assert "csv cannot hold lists, structs or maps (steps); write Parquet" in capsys.readouterr().err
    pq.write_table(table.select(["puzzle"]), tmp_path / "in.parquet")
    assert main(["verify", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out")]) == 2
    assert "no column has a usual name; the columns are puzzle" in capsys.readouterr().err


def test_morphs_have_groups_on_request_only():
    table = pa.table({"puzzle": ["1...3..2..4.4..1"] * 3, "group": [7, 7, 7], _inputs.ROW: [4, 5, 9]})
    for options, groups in ({}, None), ({"copies": 2, "prefix": "of_"}, [5, 5, 6, 6, 10, 10]):
        kernel = _kernel.Kernel("morph", "puzzle", 1, {"seed": 1, **options})
        answer = _tasks._of_rows(kernel, _inputs.ROW)
        assert answer(table).schema == answer(table[:0]).schema and answer(table)["group"].to_pylist()[0] == 7
        assert groups is None or answer(table)["of_group"].to_pylist() == groups


def test_the_command_has_the_options_of_morph_about_columns(tmp_path, capsys, monkeypatch):
    puzzle, solution, transform = "1...3..2..4.4..1", "1234341221434321", "t-r2143-c3412-d1324"
    table = pa.table({"puzzle": [puzzle], "mine": [solution], "by": [transform], "group": [7]})
    pq.write_table(table, tmp_path / "in.parquet")
    monkeypatch.setattr("ray.init", lambda **_: pytest.fail("connected to a cluster"))

    def answers(*words):
        run = Run(_arguments.parser().parse_args(["morph", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out"), *words]))
        (part,) = run._parts()
        (answer,) = part.tables()
        return answer.to_pylist()

    with pytest.raises(RuntimeError, match="column mine holds solutions, which would not be moved"):
        answers("--seed", "1")
    assert len(answers("--seed", "1", "--copies", "2", "--prefix", "of_", "--no-solution")) == 2
    (moved,) = answers("--transform-column", "by", "--solution-column", "mine")
    assert (moved["puzzle"], moved["mine"]) == (quadrille.morph(puzzle, transform=transform), quadrille.morph(solution, transform=transform))
    (back,) = answers("--transform", transform, "--inverse", "--solution-column", "mine")
    assert back["puzzle"] == quadrille.morph(puzzle, transform=transform, inverse=True)
    assert main(["morph", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out")]) == 2
    assert "seed: expected a number, or a transformation" in capsys.readouterr().err
