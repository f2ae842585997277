"""Training sets from tables: Parquet and Arrow files in place of csv."""

import shutil

import pytest
import quadrille
from quadrille.training import LeakError, build

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
ipc = pytest.importorskip("pyarrow.ipc")

NAMES = ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")


def table(seed, count=80):
    puzzles = quadrille.generate(count, seed=seed)
    ratings = pa.array([at % 10 for at in range(count)], pa.int32())
    return pa.table({"source": ["me"] * count, "question": puzzles, "answer": quadrille.solve(puzzles), "rating": ratings})


def write(path, rows):
    if path.suffix == ".csv":
        lines = [",".join(map(str, row.values())) for row in rows.to_pylist()]
        path.write_text("\n".join([",".join(rows.column_names), *lines]) + "\n")
    elif path.suffix == ".parquet":
        pq.write_table(rows, path, row_group_size=30)
    else:
        with pa.OSFile(str(path), "wb") as file:
            writer = ipc.new_file if path.suffix == ".arrow" else ipc.new_stream
            with writer(file, rows.schema) as batches:
                batches.write_table(rows, max_chunksize=30)
    return path


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows"])
def test_a_table_gives_the_arrays_of_the_same_csv(tmp_path, suffix):
    sets = {}
    for kind in ("csv", suffix):
        train, test = (write(tmp_path / f"{name}.{kind}", table(seed)) for name, seed in [("train", 1), ("test", 2)])
        built = build(train, test, tmp_path / kind, augment=3, subsample=20, min_rating=4, seed=9)
        assert (built.train_puzzles, built.train_examples) == (20, 80)
        paths = sorted(path for path in (tmp_path / kind).rglob("*") if path.is_file())
        sets[kind] = {path.relative_to(tmp_path / kind): path.read_bytes() for path in paths}
    assert sets["csv"] == sets[suffix] and len(sets[suffix]) >= 2 * len(NAMES)


def test_messages_name_the_row_of_a_table(tmp_path):
    rows = table(1)
    answers = rows["answer"].to_pylist()
    answers[60] = answers[61]
    wrong = write(tmp_path / "wrong.parquet", rows.set_column(2, "answer", [answers]))
    good = write(tmp_path / "good.parquet", table(2))
    with pytest.raises(ValueError, match=r"wrong\.parquet:61: "):
        build(wrong, good, tmp_path / "out")
    built = build(wrong, good, tmp_path / "out", invalid="drop")
    assert built.train_puzzles == 79
    null = write(tmp_path / "null.parquet", rows.set_column(1, "question", [[None, *rows["question"].to_pylist()[1:]]]))
    with pytest.raises(ValueError, match=r"null\.parquet:1: "):
        build(null, good, tmp_path / "out")
    with pytest.raises(LeakError) as caught:
        build(good, good, tmp_path / "out")
    assert caught.value.rows[:2] == [(0, 0), (1, 1)]


def test_tables_that_are_damaged_missing_or_without_columns(tmp_path):
    good = write(tmp_path / "good.parquet", table(1))
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(good.read_bytes()[:-20] + b"\x00" * 16 + b"PAR1")
    with pytest.raises((ValueError, OSError), match=r"damaged\.parquet"):
        build(damaged, good, tmp_path / "out")
    with pytest.raises(FileNotFoundError):
        build(tmp_path / "missing.parquet", good, tmp_path / "out")
    with pytest.raises(ValueError, match="no columns question and answer"):
        build(write(tmp_path / "other.parquet", table(1).select(["question"])), good, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_name_of_a_table_does_not_matter(tmp_path):
    train, test = (write(tmp_path / f"{seed}.parquet", table(seed)) for seed in (1, 2))
    shutil.copy(train, tmp_path / "train.csv")
    assert build(tmp_path / "train.csv", test, tmp_path / "out").train_puzzles == 80
