"""`quadrille.ray` on a cluster of two nodes on this machine, one of which is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import quadrille

pytest.importorskip("ray.data", reason="quadrille[ray] is not installed")
pytest.importorskip("aiohttp", reason="quadrille[ray] is not installed")

import pyarrow as pa
import pyarrow.parquet as pq
import ray
from ray.cluster_utils import Cluster

import quadrille.ray
from quadrille.ray.__main__ import main

#: The longest that a batch waits for the death of a node, in seconds.
PATIENCE = 120
NODE = {"num_cpus": 1, "object_store_memory": 150 << 20, "include_dashboard": False}


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    cluster.victim = cluster.add_node(**NODE)
    ray.init(address=cluster.address, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def table() -> pa.Table:
    few = quadrille.generate(500, seed=3)
    puzzles: list[str | None] = [*quadrille.morph(few, copies=200, seed=4)]
    puzzles[77], puzzles[5_000], puzzles[99_999] = "no puzzle", None, "11" + "." * 79
    return pa.table({"id": pa.array(range(len(puzzles))), "question": pa.array(puzzles, pa.string())})


def write_files(table: pa.Table, folder: Path, count: int) -> Path:
    rows = len(table) // count
    for at in range(count):
        pq.write_table(table.slice(at * rows, rows), folder / f"in-{at:02}.parquet", row_group_size=rows // 2 + 1)
    return folder


def gate(folder: str):
    """Lets the first two batches of each node pass; all others wait until a node was killed."""

    def wait(batch: pa.Table) -> pa.Table:
        node = ray.get_runtime_context().get_node_id()
        (Path(folder) / f"{node}.{batch['id'][0]}.{os.getpid()}").touch()
        end = time.monotonic() + PATIENCE
        while len(list(Path(folder).glob(f"{node}.*"))) > 2 and not (Path(folder) / "killed").exists():
            assert time.monotonic() < end, "no node was killed"
            time.sleep(0.05)
        return batch

    return wait


def kill_in_the_middle(cluster: Cluster, folder: Path) -> None:
    """Kills the victim by SIGKILL when it has finished two batches and has begun a third."""
    end = time.monotonic() + PATIENCE
    while len(list(folder.glob(f"{cluster.victim.node_id}.*"))) < 3 and time.monotonic() < end:
        time.sleep(0.05)
    os.kill(cluster.victim.all_processes["raylet"][0].process.pid, signal.SIGKILL)
    cluster.remove_node(cluster.victim, allow_graceful=False)
    (folder / "killed").touch()


def test_a_killed_node_costs_no_row(cluster, table, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "signals").mkdir()
    rows = quadrille.ray.read(write_files(table, tmp_path / "in", 10), block_rows=10_000)
    gated = rows.map_batches(gate(str(tmp_path / "signals")), batch_format="pyarrow", batch_size=None)
    killer = threading.Thread(target=kill_in_the_middle, args=(cluster, tmp_path / "signals"))
    killer.start()
    solved = pa.concat_tables(ray.get(quadrille.ray.solve(gated, column="question").to_arrow_refs()))
    killer.join()
    began = len(list((tmp_path / "signals").glob(f"{cluster.victim.node_id}.*")))
    assert began == 3 and sum(node["Alive"] for node in ray.nodes()) == 1
    cluster.victim = cluster.add_node(**NODE)
    expected = pa.table(quadrille.solve(table, column="question"))
    solved = solved.sort_by("quadrille_row")
    assert solved["quadrille_row"].to_pylist() == list(range(len(table)))
    for name in ("id", "question", "solution", "status"):
        assert solved[name].to_pylist() == expected[name].to_pylist()


def test_generated_puzzles_are_those_of_one_call(cluster, monkeypatch):
    monkeypatch.setattr("quadrille.ray._generate.DRAWN", 100)
    rows = quadrille.ray.generate(350, seed=5).take_all()
    rows.sort(key=lambda row: row["index"])
    assert [row["puzzle"] for row in rows] == quadrille.generate(350, seed=5)


def test_searched_puzzles_depend_on_their_block_only(cluster, monkeypatch):
    monkeypatch.setattr("quadrille.ray._generate.SEARCHED", 4)
    rows = quadrille.ray.generate(6, seed=5, symmetry="rotate180").take_all()
    more = quadrille.ray.generate(10, seed=5, symmetry="rotate180").take_all()
    of = [{row["index"]: row["puzzle"] for row in some} for some in (rows, more)]
    assert len(of[0]) == 6 and len(set(of[1].values())) == 10
    assert all(of[1][index] == puzzle for index, puzzle in of[0].items())


def test_dedup_keeps_the_first_row_of_each_class(cluster, tmp_path):
    few = quadrille.generate(300, seed=8)
    puzzles = [*few, "no puzzle", "no puzzle", *quadrille.morph(few, seed=9), *few]
    write_files(pa.table({"id": range(len(puzzles)), "puzzle": puzzles}), tmp_path, 2)
    one = quadrille.ray.dedup(quadrille.ray.read(tmp_path, block_rows=100), partitions=3)
    assert sorted(row["id"] for row in one.take_all()) == list(range(302))
    by_text = quadrille.ray.dedup(quadrille.ray.read(tmp_path), partitions=3, equal_by="text", order="id")
    assert sorted(row["id"] for row in by_text.take_all()) == list(range(602))


def test_without_numbers_the_least_row_of_a_class_is_kept(cluster):
    first, second = sorted(quadrille.morph(["1...3..2..4.4..1"] * 2, seed=1))
    rows = ray.data.from_items([{"puzzle": second, "n": 1}, {"puzzle": first, "n": 2}, {"puzzle": first, "n": 3}])
    assert quadrille.ray.dedup(rows, partitions=2).take_all() == [{"puzzle": first, "n": 2}]


def test_leaks_are_found_with_their_number(cluster):
    few = quadrille.generate(20, seed=8)
    tests = ray.data.from_items([{"id": n, "question": p} for n, p in enumerate([*few, "no puzzle"])])
    train = ray.data.from_items([{"quiz": p} for p in [*quadrille.morph(few[:3], copies=2, seed=1), "no puzzle"]])
    found = quadrille.ray.leak(tests, train, column="question", against_column="quiz", partitions=3).take_all()
    assert sorted((row["id"], row["matches"]) for row in found) == [(0, 2), (1, 2), (2, 2)]
    assert set(found[0]) == {"id", "question", "matches"}


def test_morphs_are_those_of_the_rows(cluster, tmp_path):
    few = quadrille.generate(60, seed=8)
    write_files(pa.table({"puzzle": few, "solution": quadrille.solve(few)}), tmp_path, 3)
    rows = quadrille.ray.morph(quadrille.ray.read(tmp_path, block_rows=7), seed=6, copies=2).take_all()
    rows.sort(key=lambda row: row["quadrille_row"])
    assert sorted(row["puzzle"] for row in rows) == sorted(quadrille.morph(few, seed=6, copies=2))
    assert quadrille.solve([row["puzzle"] for row in rows]) == [row["solution"] for row in rows]


def test_a_failed_batch_names_its_file(cluster, tmp_path):
    write_files(pa.table({"puzzle": ["1...3..2..4.4..1", "no puzzle"]}), tmp_path, 2)
    strict = quadrille.ray.solve(ray.data.read_parquet(str(tmp_path), include_paths=True), column="puzzle", strict=True)
    with pytest.raises(ray.exceptions.RayTaskError, match=r"in-01.parquet.*: item \d: expected 16, 36"):
        strict.take_all()


def test_the_lines_of_text_are_those_of_the_command(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("quadrille.ray.__main__.BLOCK_BYTES", 5_000)
    few = quadrille.generate(150, seed=8)
    lines = ["# a comment", "", *few[:100], " ", "no puzzle", *[f"{p} hard" for p in few[100:]], "# end"]
    (tmp_path / "a.txt").write_text("\n".join(lines))
    (tmp_path / "b.txt").write_text("\r\n".join(few[:70]) + "\r\n\n")
    paths = [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]
    for name, options in [("solve", []), ("givens", []), ("rate", ["--method", "logic"]), ("canonical", [])]:
        expected = tmp_path / f"{name}.expected"
        code = quadrille.run([name, "-q", "--format", "line", *options, *paths, "-o", expected])
        out = tmp_path / f"{name}.out"
        arguments = [name, *paths, "-o", str(out), "--ordered", "--address", cluster.address, *options]
        assert main(arguments) == code == 1
        assert out.read_bytes() == expected.read_bytes()
        assert "records                221" in capsys.readouterr().err
        assert not (tmp_path / f"{name}.out.parts").exists()


def test_tables_are_written_in_parts_in_their_order(cluster, tmp_path):
    few = quadrille.generate(120, seed=8)
    (tmp_path / "in").mkdir()
    rows = [f'{n},"a ""b"", c",{p}\n' for n, p in enumerate(few)]
    (tmp_path / "in" / "a.csv").write_text("id,text,question\n" + "".join(rows[:70]))
    (tmp_path / "in" / "b.csv").write_text("id,text,question\n" + "".join(rows[70:]))
    out = tmp_path / "out"
    arguments = ["solve", str(tmp_path / "in"), "-o", str(out), "--column", "question", "--address", cluster.address, "-q"]
    assert main([*arguments, "--output-format", "parquet"]) == 0
    found = pq.read_table(out)
    assert found.column_names == ["id", "text", "question", "solution", "status"]
    assert found["id"].to_pylist() == [str(n) for n in range(120)]
    assert found["solution"].to_pylist() == quadrille.solve(few)
    assert set(found["text"].to_pylist()) == {'a "b", c'} and (out / "_SUCCESS").exists()
    assert main(arguments) == 2, "the folder is not empty"
    assert not (out / "_run").exists()


def interrupted(monkeypatch, arguments):
    """A run whose driver is lost when all parts are written."""
    with monkeypatch.context() as context:
        context.setattr("quadrille.ray.__main__.put", lambda *_: (_ for _ in ()).throw(OSError("the driver is lost")))
        assert main(arguments) == 2


@pytest.mark.parametrize("kind", ["parquet", "csv", "text", "generate"])
def test_a_second_run_skips_the_finished_parts(cluster, tmp_path, monkeypatch, capsys, kind):
    monkeypatch.setattr("quadrille.ray._generate.DRAWN", 30)
    monkeypatch.setattr("quadrille.ray.__main__.BLOCK_BYTES", 2_500)
    few = [*quadrille.generate(89, seed=8), "no puzzle"]
    (tmp_path / "in").mkdir()
    if kind == "parquet":
        write_files(pa.table({"puzzle": few, "answer": few}), tmp_path / "in", 3)
    elif kind == "csv":
        (tmp_path / "in" / "a.csv").write_text("".join(f"{puzzle}\n" for puzzle in ["puzzle", *few]))
    else:
        (tmp_path / "in" / "a.txt").write_text("".join(f"{puzzle}\n" for puzzle in few))
    words = ["solve", str(tmp_path / "in"), "--limit", "2"] if kind != "generate" else ["generate", "-n", "90", "--seed", "1"]

    def arguments(out):
        return [*words, "-o", str(tmp_path / out), "--address", cluster.address]

    code = main(arguments("whole"))
    expected = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    summary = capsys.readouterr().err
    assert code == int(kind != "generate") and len(expected) >= 4
    interrupted(monkeypatch, arguments("out"))
    out, notes = tmp_path / "out", tmp_path / "out" / "_run"
    parts = sorted(out.glob("part-*"))
    # As if a part had been in progress.
    parts[1].unlink()
    (notes / f"{int(parts[1].stem.removeprefix('part-'))}.json").unlink()
    times = {path.name: path.stat().st_mtime_ns for path in parts if path.exists()}
    capsys.readouterr()
    assert main(arguments("out")) == code
    assert {path.name: path.read_bytes() for path in out.iterdir()} == expected
    assert {name: (out / name).stat().st_mtime_ns for name in times} == times
    printed = capsys.readouterr().err
    assert f"{len(parts) - 1} of {len(parts)} parts were finished by an earlier run" in printed
    for line in ("records", "solved", "invalid", "parts"):
        assert [text for text in printed.splitlines() if text.startswith(line)] == [
            text for text in summary.splitlines() if text.startswith(line)
        ]


def test_a_second_run_needs_the_same_inputs_and_options(cluster, tmp_path, monkeypatch, capsys):
    write_files(pa.table({"puzzle": quadrille.generate(4, seed=8)}), tmp_path, 2)
    arguments = ["rate", f"{tmp_path}/in-*.parquet", "-o", str(tmp_path / "out"), "--address", cluster.address]
    interrupted(monkeypatch, arguments)
    capsys.readouterr()
    assert main([*arguments, "--method", "logic"]) == 2
    message = "holds parts of a run that did not end and differs in --method; name another folder, or delete it"
    assert message in capsys.readouterr().err
    os.utime(tmp_path / "in-00.parquet", ns=(1, 1))
    assert main(arguments) == 2
    assert "differs in the inputs; name" in capsys.readouterr().err


def test_a_second_run_with_nothing_left_needs_no_cluster(cluster, tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("1...3..2..4.4..1\n" * 3)
    arguments = ["solve", str(tmp_path / "a.txt"), "-o", str(tmp_path / "out.txt"), "--ordered", "--address", cluster.address, "-q"]
    with monkeypatch.context() as context:
        context.setattr("quadrille.ray.__main__.join_parts", lambda *_: (_ for _ in ()).throw(OSError("the driver is lost")))
        assert main(arguments) == 2
    assert not (tmp_path / "out.txt").exists()
    monkeypatch.setattr("quadrille.ray.__main__.connect", lambda *_: pytest.fail("connected to a cluster"))
    assert main(arguments) == 0
    assert (tmp_path / "out.txt").read_text() == "1234341221434321\n" * 3
    assert not (tmp_path / "out.txt.parts").exists()


def test_leaks_of_files_are_those_of_the_function(cluster, tmp_path, capsys):
    few = quadrille.generate(20, seed=8)
    (tmp_path / "test").mkdir()
    write_files(pa.table({"id": range(20), "question": few}), tmp_path / "test", 2)
    pq.write_table(pa.table({"quiz": quadrille.morph(few[7:9], copies=3, seed=1)}), tmp_path / "train.parquet")
    pq.write_table(pa.table({"quiz": quadrille.generate(3, seed=9)}), tmp_path / "others.parquet")
    common = ["leak", str(tmp_path / "test"), "--column", "question", "--against-column", "quiz", "--partitions", "2", "--ordered"]
    common += ["--address", cluster.address]
    train, others, out = (str(tmp_path / name) for name in ("train.parquet", "others.parquet", "out"))
    assert main([*common, "-o", out, "--against", train, others]) == 1
    found = pq.read_table(out)
    assert found.to_pylist() == [{"id": at, "question": few[at], "matches": 3} for at in (7, 8)]
    assert "records                  2" in capsys.readouterr().err
    assert main([*common, "-o", str(tmp_path / "none"), "--against", others, "-q"]) == 0
    assert [path.name for path in (tmp_path / "none").iterdir()] == ["_SUCCESS"]
    assert main([*common, "-o", str(tmp_path / "bad"), "--against", str(tmp_path / "test")]) == 2
    assert '"quiz" not found' in capsys.readouterr().err


def test_nested_columns_are_kept(cluster, tmp_path):
    few = quadrille.generate(30, seed=8)
    puzzles = [*few, *quadrille.morph(few, seed=9)]
    members = [pa.array(["x", "y"] * 30).dictionary_encode(), pa.array([[{"z": at}] for at in range(60)])]
    nested = pa.StructArray.from_arrays(members, ["kind", "list"])
    maps = pa.array([[("key", at)] if at % 7 else None for at in range(60)], pa.map_(pa.string(), pa.int64()))
    table = pa.table({"puzzle": puzzles, "nested": nested, "maps": maps})
    (tmp_path / "in").mkdir()
    for at in range(2):
        pq.write_table(table.slice(30 * at, 30), tmp_path / "in" / f"{at}.parquet", row_group_size=10)
    expected = table.select(["nested", "maps"]).to_pylist()
    for name, options in (("solve", []), ("morph", ["--seed", "1", "--copies", "2"]), ("dedup", ["--ordered", "--partitions", "3"])):
        out = tmp_path / name
        assert main([name, str(tmp_path / "in"), "-o", str(out), "--address", cluster.address, "-q", *options]) == 0
        rows = {"solve": expected, "morph": [row for row in expected for _ in range(2)], "dedup": expected[:30]}[name]
        assert pq.read_table(out, columns=["nested", "maps"]).to_pylist() == rows
    found = quadrille.ray.leak(quadrille.ray.read(tmp_path / "in"), ray.data.from_items([{"puzzle": few[4]}]), partitions=2).take_all()
    assert sorted(row["nested"]["list"][0]["z"] for row in found) == [4, 34]


def test_parts_have_statistics_dictionaries_and_page_indexes(cluster, tmp_path):
    write_files(pa.table({"puzzle": quadrille.generate(40, seed=8)}), tmp_path, 1)
    out = ["-o", str(tmp_path / "out"), "--address", cluster.address, "-q"]
    assert main(["rate", str(tmp_path / "in-00.parquet"), *out]) == 0
    group = pq.read_metadata(next((tmp_path / "out").glob("part-*"))).row_group(0)
    for column in map(group.column, range(group.num_columns)):
        assert column.has_column_index and column.has_offset_index and column.statistics.has_min_max
        if column.path_in_schema in ("status", "rating"):
            assert column.has_dictionary_page


def test_dedup_of_files_is_that_of_the_command(cluster, tmp_path):
    few = quadrille.generate(80, seed=8)
    rows = [*few, "no puzzle", *quadrille.morph(few, seed=9), few[3]]
    lines = [f"{n},{puzzle}\n" for n, puzzle in enumerate(rows)]
    for name, part in (("a.csv", lines[:60]), ("b.csv", lines[60:])):
        (tmp_path / name).write_text("id,puzzle\n" + "".join(part))
    paths = [str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]
    code = quadrille.run(["dedup", "-q", *paths, "-o", tmp_path / "expected.csv"])
    out = tmp_path / "out"
    arguments = ["dedup", *paths, "-o", str(out), "--ordered", "--partitions", "2", "--address", cluster.address, "-q"]
    assert main(arguments) == code == 1
    parts = [path.read_text().partition("\n")[2] for path in sorted(out.glob("part-*.csv"))]
    assert "id,puzzle\n" + "".join(parts) == (tmp_path / "expected.csv").read_text()


def test_empty_files_have_no_rows(cluster, tmp_path):
    (tmp_path / "empty.txt").touch()
    pq.write_table(pa.table({"puzzle": pa.array([], pa.string())}), tmp_path / "empty.parquet")
    for name, out in (("empty.txt", "lines.txt"), ("empty.parquet", "folder")):
        arguments = ["solve", str(tmp_path / name), "-o", str(tmp_path / out), "--ordered", "--address", cluster.address]
        assert main([*arguments, "-q"]) == 0
    assert (tmp_path / "lines.txt").read_bytes() == b"" and [p.name for p in (tmp_path / "folder").iterdir()] == ["_SUCCESS"]
    assert quadrille.ray.read(tmp_path / "empty.parquet").count() == 0


def test_a_relative_output_is_that_of_the_caller_and_not_of_the_workers(cluster, tmp_path, monkeypatch):
    # The workers of a cluster run in the folder in which the cluster was started.
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("puzzle\n1...3..2..4.4..1\n")
    Path("a.txt").write_text("1...3..2..4.4..1\n")
    assert main(["solve", "a.csv", "-o", "out", "--address", cluster.address, "-q"]) == 0
    assert len(list((tmp_path / "out").glob("part-*.csv"))) == 1
    assert main(["solve", "a.txt", "-o", "out.txt", "--ordered", "--address", cluster.address, "-q"]) == 0
    assert (tmp_path / "out.txt").read_text() == "1234341221434321\n"


def test_the_message_of_a_failed_task_is_its_own_line_and_not_advice_of_ray(cluster, tmp_path, capsys):
    (tmp_path / "a.csv").write_text("id,puzzle\n1,1...3..2..4.4..1\n2,1...3..2..4.4..1,too many\n")
    assert main(["solve", str(tmp_path / "a.csv"), "-o", str(tmp_path / "out"), "--address", cluster.address, "-q"]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"quadrille: {tmp_path}/a.csv, from row 0: ") and message.count("\n") == 1
    assert "Expected 2 columns, got 3" in message


def test_a_column_of_the_input_called_status_is_not_counted(cluster, tmp_path, capsys):
    pq.write_table(pa.table({"status": ["records", "invalid"], "puzzle": quadrille.generate(2, seed=1)}), tmp_path / "a.parquet")
    for task, options in (("dedup", []), ("morph", ["--seed", "1"])):
        out = ["-o", str(tmp_path / task), "--address", cluster.address]
        assert main([task, str(tmp_path / "a.parquet"), *out, *options]) == 0
        assert "records                  2" in capsys.readouterr().err
