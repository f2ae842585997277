"""`arrow_batches` in Spark, Daft and Dask: the unchanged samples of docs/guides/clusters.md, and what they do not show.

The data sets of Hugging Face are here too.
"""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import quadrille

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "clusters.md"
TRAINING = PAGE.with_name("training-sets.md")
ROWS = 10_000


def needs(engine):
    """Skips a test whose engine is not here."""
    missing = [name for name in ("pyarrow", *engine.split(".")[:1]) if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed")
    if engine == "pyspark" and not has_java():
        pytest.skip("Spark needs Java 17 or later, in the path or in JAVA_HOME")


def has_java():
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java")
    if java is None:
        return False
    found = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
    version = re.search(r'version "(\d+)', found.stderr)
    return version is not None and int(version[1]) >= 17


@pytest.fixture(scope="module")
def questions():
    """Puzzles of all kinds: also nulls, malformed ones and such without a solution."""
    found = quadrille.generate(ROWS, seed=17)
    others = [None, "no puzzle", "11" + "." * 79, "", "1...3..2..4.4..1"]
    return [others[at // 7 % 5] if at % 7 == 3 else text for at, text in enumerate(found)]


@pytest.fixture
def folder(tmp_path, questions):
    """A folder with `puzzles`, four Parquet files, the last of which has no row."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    (tmp_path / "puzzles").mkdir()
    table = pa.table({"id": pa.array(range(ROWS), pa.int64()), "question": questions})
    for part, (start, stop) in enumerate([(0, 2500), (2500, 2501), (2501, ROWS), (ROWS, ROWS)]):
        pq.write_table(table[start:stop], tmp_path / "puzzles" / f"part-{part}.parquet")
    return tmp_path


def sample(package):
    """The sample of the page that imports a package."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    (found,) = (block for block in blocks if re.search(rf"^(import|from) {package}\b", block, re.M))
    return found


def run(folder, text):
    """Runs a sample in a process of its own, so that the engine leaves nothing behind."""
    script = folder / "sample.py"
    script.write_text(text)
    spark = "--master local[2] --conf spark.ui.enabled=false --conf spark.sql.execution.arrow.maxRecordsPerBatch=1000"
    environment = {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": f"{spark} pyspark-shell",
        "SPARK_LOCAL_IP": "127.0.0.1",
        "DAFT_ANALYTICS_ENABLED": "0",
    }
    done = subprocess.run(
        [sys.executable, str(script)], cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def rows(folder, name):
    """The columns of a folder of Parquet files, in the order of the ids."""
    import pyarrow.parquet as pq

    return pq.read_table(folder / name).sort_by("id").to_pydict()


def assert_solved(answers, questions):
    import pyarrow as pa

    assert list(answers) == ["id", "question", "solution", "status"]
    assert answers["id"] == list(range(ROWS)) and answers["question"] == questions
    assert answers["solution"] == quadrille.solve(questions)
    assert answers["status"] == quadrille.solve(pa.array(questions)).status.to_pylist()
    assert {None, "solved", "none", "invalid"} == set(answers["status"])


@pytest.mark.parametrize("engine", ["pyspark", "daft", "dask.dataframe"], ids=["spark", "daft", "dask"])
def test_the_sample_of_the_page(engine, request):
    needs(engine)
    folder, questions = request.getfixturevalue("folder"), request.getfixturevalue("questions")
    text = sample(engine)
    run(folder, text)
    assert_solved(rows(folder, "solved"), questions)
    if "rated" in text:
        rated = rows(folder, "rated")
        assert list(rated) == ["id", "question", "rating", "step_count", "status"]
        assert rated["rating"] == quadrille.rate(questions, method="logic")


def test_the_options_of_the_page_are_those_of_their_task():
    """The sample with these options is otherwise tried only where Java is installed."""
    pa = pytest.importorskip("pyarrow")
    (options,) = re.findall(r"^options = (\{.*\})$", PAGE.read_text(encoding="utf-8"), re.M)
    schema = quadrille.arrow_schema(pa.schema([("question", pa.string())]), **ast.literal_eval(options))
    assert pa.schema(schema).names == ["question", "rating", "step_count", "status"]


def test_spark_takes_any_task_and_reports_a_wrong_option(request):
    needs("pyspark")
    folder, questions = request.getfixturevalue("folder"), request.getfixturevalue("questions")
    text = '''
import quadrille
from functools import partial
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
frame = spark.read.parquet("puzzles")
morph = partial(quadrille.arrow_batches, task="morph", seed=1, copies=2, threads=1)
for name in ("first", "second"):
    frame.mapInArrow(morph, frame.schema).write.parquet(name)
try:
    frame.mapInArrow(partial(quadrille.arrow_batches, nonsense=1), frame.schema).count()
except Exception as error:
    print("unexpected keyword argument 'nonsense'" in str(error))
'''
    assert run(folder, text).splitlines()[-1] == "True"
    first, second = rows(folder, "first"), rows(folder, "second")
    assert first["id"] == [at for at in range(ROWS) for _ in range(2)] and first == second
    given = [at for at in range(0, 2 * ROWS, 2) if first["question"][at] is not None][:200]
    forms = quadrille.canonical([first["question"][at] for at in given])
    assert forms == quadrille.canonical([questions[first["id"][at]] for at in given])


def test_a_bag_of_dask_takes_the_function_as_it_is(questions):
    needs("dask.bag")
    import pyarrow as pa
    from dask import bag

    table = pa.table({"question": questions})
    batches = bag.from_sequence(table.to_batches(max_chunksize=1000), npartitions=3)
    answers = batches.map_partitions(quadrille.arrow_batches, task="count", limit=2, threads=1)
    answers = answers.compute(scheduler="threads")
    assert pa.Table.from_batches(answers)["count"].to_pylist() == quadrille.count(questions, limit=2)


def test_data_sets_of_hugging_face(questions, monkeypatch, tmp_path):
    needs("datasets")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    import datasets
    import pyarrow as pa

    data = datasets.Dataset.from_dict({"id": list(range(ROWS)), "question": questions})
    whole = quadrille.solve(data.with_format("arrow")[:])
    assert_solved(pa.table(whole).to_pydict(), questions)
    arrow = data.with_format("arrow")
    mapped = arrow.map(lambda table: next(quadrille.arrow_batches([table])), batched=True, batch_size=3000)
    assert_solved(mapped.with_format(None)[:], questions)
    solved = quadrille.solve(questions)
    assert quadrille.solve(arrow["question"]).to_pylist() == solved == quadrille.solve(data["question"])


def test_morphs_of_a_data_set_of_hugging_face(monkeypatch, tmp_path):
    needs("datasets")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    import datasets

    (sample,) = (text for text in re.findall(r"^```python\n(.*?)^```$", TRAINING.read_text(), re.M | re.S) if "augment(batch" in text)
    puzzles = quadrille.generate(50, seed=17)
    solutions = quadrille.solve(puzzles)
    data = datasets.Dataset.from_dict({"id": list(range(50)), "question": puzzles, "answer": solutions})
    names = {"quadrille": quadrille, "data": data}
    exec(sample, names)
    expected = quadrille.morph_with_solutions(puzzles, solutions, copies=4, seed=1)
    assert (names["augmented"]["question"][:], names["augmented"]["answer"][:]) == expected
    few = data.map(names["augment"], batched=True, batch_size=7, with_indices=True, remove_columns=["id"])
    assert (few["question"][:], few["answer"][:]) == expected
