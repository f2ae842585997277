"""The functions on tables, batch by batch."""

import sys

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED, NONE, SMALL, SMALL_SOLVED

PUZZLES = [EASY, None, "no puzzle", SMALL, NONE]
#: A task with its options, and the columns that it adds with their types.
TASKS = [
    ("solve", {}, {"solution": "string", "status": "string"}),
    ("solve", {"limit": 2}, {"solution": "string", "status": "string"}),
    ("check", {}, {"status": "string"}),
    ("count", {}, {"count": "int64", "status": "string"}),
    ("givens", {}, {"givens": "int64", "symmetry": "string", "status": "string"}),
    ("rate", {}, {"rating": "int64", "status": "string"}),
    ("rate", {"method": "morphs"}, {"rating": "double", "status": "string"}),
    ("rate", {"method": "logic"}, {"rating": "string", "step_count": "int64", "status": "string"}),
    ("rate", {"method": "se"}, {"er": "double", "ep": "double", "ed": "double", "status": "string"}),
    ("canonical", {}, {"canonical": "string", "automorphisms": "int64", "status": "string"}),
    (
        "hint",
        {},
        {
            "hint": "string",
            "cell": "string",
            "digit": "int64",
            "technique": "string",
            "explanation": "string",
            "status": "string",
        },
    ),
    ("explain", {}, {"solution": "string", "steps": "list<item: string>", "status": "string"}),
    ("verify", {"solution_column": "note"}, {"mismatch": "string", "status": "string"}),
    ("morph", {"seed": 3, "copies": 2}, {}),
]
IDS = [" ".join([task, *map(str, options.values())]) for task, options, _ in TASKS]


def batch(puzzles=PUZZLES):
    pa = pytest.importorskip("pyarrow")
    schema = pa.schema({"id": pa.uint8(), "question": pa.string(), "note": pa.string()}, metadata={"made": "here"})
    return pa.RecordBatch.from_pydict(
        {"id": list(range(len(puzzles))), "question": puzzles, "note": ["x"] * len(puzzles)}, schema=schema
    )


@pytest.mark.parametrize(("task", "options", "added"), TASKS, ids=IDS)
def test_every_task_has_the_answers_of_its_function_in_plain_types(task, options, added):
    whole = batch()
    answers = list(quadrille.arrow_batches([whole, whole[:0], whole[3:]], task, **options))
    assert all(type(answer) is type(whole) for answer in answers)
    copies = options.get("copies", 1)
    assert [answer.num_rows for answer in answers] == [5 * copies, 0, 2 * copies]
    expected = {"id": "uint8", "question": "string", "note": "string", **added}
    for answer in answers:
        assert {field.name: str(field.type) for field in answer.schema} == expected
        assert answer.schema.equals(quadrille.arrow_schema(whole.schema, task, **options), check_metadata=True)
        assert answer.schema.metadata == {b"made": b"here"}
    for part, answer in ((whole, answers[0]), (whole[3:], answers[2])) if task != "morph" else ():
        assert answer.to_pylist() == getattr(quadrille, task)(part, **options).to_pylist()


def test_the_kind_of_a_batch_stays():
    pa = pytest.importorskip("pyarrow")
    table = pa.concat_tables([pa.table(batch()), pa.table(batch([SMALL]))])
    one, two, empty = quadrille.arrow_batches([table, batch(), table[:0]])
    assert (type(one), type(two), type(empty)) == (pa.Table, pa.RecordBatch, pa.Table)
    assert one["solution"].to_pylist() == [EASY_SOLVED, None, None, SMALL_SOLVED, None, SMALL_SOLVED]
    assert one["status"].to_pylist() == ["solved", None, "invalid", "solved", "none", "solved"]
    assert empty.num_rows == 0 and empty.schema == one.schema == two.schema


@pytest.mark.parametrize("kind", ["array", "table", "polars", "pandas"])
def test_other_tables_with_the_arrow_interface(kind):
    pa = pytest.importorskip("pyarrow")

    class Exported:
        def __init__(self, data):
            self.__arrow_c_array__ = data.__arrow_c_array__

    columns = {"id": range(5), "question": PUZZLES, "note": ["x"] * 5}
    if kind == "array":
        table = Exported(batch())
    elif kind == "table":
        table = quadrille.dedup(batch())
    else:
        table = pytest.importorskip(kind).DataFrame(columns)
    (answer,) = quadrille.arrow_batches([table], "check")
    assert type(answer) is (pa.RecordBatch if kind == "array" else pa.Table)
    assert answer.schema.names == ["id", "question", "note", "status"]
    assert answer["status"].to_pylist() == ["unique", None, "invalid", "unique", "none"]
    assert answer.schema.field("status").type == pa.string()


def test_batches_are_taken_one_at_a_time():
    taken = []

    def batches():
        for at in range(3):
            taken.append(at)
            yield batch()[:at]

    answers = quadrille.arrow_batches(batches())
    assert taken == []
    assert next(answers).num_rows == 0 and taken == [0]
    assert next(answers).num_rows == 1 and taken == [0, 1]
    assert [answer.num_rows for answer in answers] == [2] and taken == [0, 1, 2]
    assert list(quadrille.arrow_batches([])) == []


@pytest.mark.parametrize(
    ("task", "options", "error", "message"),
    [
        ("dedup", {}, ValueError, "task: expected one of 'solve', .*, got 'dedup'"),
        ("solve", {"thread": 1}, TypeError, "solve.. got an unexpected keyword argument 'thread'"),
        ("solve", {"limit": "two"}, TypeError, "limit"),
        ("rate", {"method": "color"}, ValueError, "method"),
        ("solve", {"progress": True}, TypeError, "unexpected keyword argument 'progress'"),
        ("morph", {"seed": 1, "solutions": []}, TypeError, "unexpected keyword argument 'solutions'"),
        ("morph", {"copies": 2}, TypeError, "seed: morph needs one"),
        ("morph", {"seed": 1, "copies": 2, "prefix": "x_"}, TypeError, "prefix: has no effect, because batches of morphs have no column group"),
    ],
)
def test_tasks_and_options_are_checked_before_there_is_a_batch(task, options, error, message):
    with pytest.raises(error, match=message):
        quadrille.arrow_batches(iter(()), task, **options)
    with pytest.raises(error, match=message):
        quadrille.arrow_schema(None, task, **options)


def test_the_rows_of_a_batch_do_not_decide_which_column_holds_the_puzzles():
    pa = pytest.importorskip("pyarrow")
    # The only column, though all of its first rows are malformed.
    bad = pa.record_batch({"text": ["bad"] * 20 + [SMALL]})
    (answer,) = quadrille.arrow_batches([bad])
    assert answer["solution"].to_pylist() == [None] * 20 + [SMALL_SOLVED]
    two = pa.record_batch({"a": [SMALL], "b": ["text"]})
    for part in (two, two[:0]):
        with pytest.raises(ValueError, match="several columns may hold the puzzles, use column=…: a, b"):
            list(quadrille.arrow_batches([part]))
        (answer,) = quadrille.arrow_batches([part], column="a")
        assert answer["solution"].to_pylist() == [SMALL_SOLVED] * part.num_rows
    with pytest.raises(ValueError, match='column: "c" not found'):
        quadrille.arrow_schema(two.schema, column="c")


def test_a_second_run_does_not_replace_the_answers_of_the_first():
    (once,) = quadrille.arrow_batches([batch()], "count")
    with pytest.raises(ValueError, match='already has a column "count"; pass prefix="count_"'):
        list(quadrille.arrow_batches([once], "count"))
    (twice,) = quadrille.arrow_batches([once], "count", prefix="again_")
    assert twice.schema.names == [*once.schema.names, "again_count", "again_status"]
    assert twice["again_count"].to_pylist() == once["count"].to_pylist() and str(twice["again_count"].type) == "int64"


def test_morphs_differ_between_batches_and_not_between_runs():
    pa = pytest.importorskip("pyarrow")
    parts = [
        pa.record_batch({"id": [at], "puzzle": [EASY], "solution": [EASY_SOLVED]}) for at in range(4)
    ]
    first, second, other = (
        [answer.to_pylist()[0] for answer in quadrille.arrow_batches(parts, "morph", seed=seed)] for seed in (1, 1, 2)
    )
    assert first == second and [row["id"] for row in first] == [0, 1, 2, 3]
    morphs = [row["puzzle"] for row in first + other]
    assert len(set(morphs)) == 8
    assert quadrille.solve(morphs) == [row["solution"] for row in first + other]
    assert set(quadrille.canonical(morphs)) == {quadrille.canonical(EASY)}


def test_batches_of_different_schemas():
    pa = pytest.importorskip("pyarrow")
    digits = bytes(int(cell) if cell != "." else 0 for cell in SMALL)
    batches = [pa.record_batch({"puzzle": [SMALL]}), pa.record_batch({"puzzle": pa.array([digits], pa.binary(16))})]
    one, two = quadrille.arrow_batches(batches)
    assert one["solution"].to_pylist() == [SMALL_SOLVED]
    assert two["solution"].to_pylist() == [bytes(map(int, SMALL_SOLVED))]


def test_without_pyarrow_the_answers_are_tables_of_the_package(monkeypatch):
    tables = [quadrille.solve(batch()), quadrille.solve(batch()[:0])]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    whole, empty = quadrille.arrow_batches(tables, "check")
    assert type(whole) is type(empty) is quadrille.Table and len(empty) == 0
    assert whole.status.to_pylist() == ["unique", None, "invalid", "unique", "none"]
    assert empty.column_names == whole.column_names == ["id", "question", "note", "solution", "status"]
    with pytest.raises(ImportError, match="pyarrow"):
        quadrille.arrow_schema(None)


def test_solutions_are_verified_and_explained_batch_by_batch():
    pa = pytest.importorskip("pyarrow")
    table = pa.record_batch({"puzzle": [SMALL, SMALL], "answer": [SMALL_SOLVED, "1" * 16]})
    (answer,) = quadrille.arrow_batches([table], "verify")
    assert answer["mismatch"].to_pylist() == quadrille.verify([SMALL] * 2, [SMALL_SOLVED, "1" * 16])
    assert answer["status"].to_pylist() == ["unique", "mismatch"]
    (steps,) = quadrille.arrow_batches([table], "explain", prefix="my_")
    assert steps["my_steps"].to_pylist() == [quadrille.explain(SMALL)] * 2
    with pytest.raises(ValueError, match="solution_column: no column has a usual name; the columns are puzzle"):
        list(quadrille.arrow_batches([table.select(["puzzle"])], "verify"))


def test_morphs_by_transformations_need_no_seed():
    transform = "t-r2143-c3412-d1324"
    (moved,) = quadrille.arrow_batches([batch([SMALL, SMALL])], "morph", transform=transform)
    (back,) = quadrille.arrow_batches([moved], "morph", transform=transform, inverse=True)
    assert moved["question"].to_pylist() == [quadrille.morph(SMALL, transform=transform)] * 2 and back["question"].to_pylist() == [SMALL] * 2
    forms = quadrille.canonical(batch([SMALL]), transform=True)
    (each,) = quadrille.arrow_batches([forms], "morph", column="canonical", transform_column="transform", inverse=True)
    assert each["canonical"].to_pylist() == [SMALL]
    with pytest.raises(TypeError, match="inverse: needs transform or transform_column"):
        quadrille.arrow_batches([], "morph", seed=1, inverse=True)
