"""Training sets: the arrays, byte for byte, their morphs, and the checks of what goes into them."""

import ast
import bz2
import gzip
import hashlib
import os
import pickle
import random
import signal
import struct
import threading
from array import array
from pathlib import Path

import pytest

import quadrille
from quadrille.training import LeakError, build

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
HEADER = "source,question,answer,rating"
NAMES = ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")


def puzzles_of(name, first, count):
    with open(DATASETS / name) as lines:
        return [line.strip() for line in lines if line.strip()][first : first + count]


def rows_of(puzzles):
    """The rows of a file in the way of sudoku-extreme, with ratings from 0 to 9."""
    return [f"me,{p},{s},{i % 10}" for i, (p, s) in enumerate(zip(puzzles, quadrille.solve(puzzles)))]


def write(path, rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets")
    train, test = puzzles_of("9x9-minimal.txt", 0, 60), puzzles_of("9x9-minimal.txt", 100, 200)
    write(folder / "train.csv", rows_of(train))
    write(folder / "test.csv", rows_of(test))
    return folder, train, test


def load(path):
    """An array without NumPy: its dtype, its shape, and its numbers."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0 and data[9 + length] == ord("\n")
    header = ast.literal_eval(data[10 : 10 + length].decode())
    assert header["fortran_order"] is False
    numbers = array({"|u1": "B", "<i4": "i", "<i8": "q"}[header["descr"]], data[10 + length :])
    return header["descr"], header["shape"], numbers


def boards(path):
    """The rows of an array of cells as texts."""
    _, (rows, width), numbers = load(path)
    assert width == 81 and len(numbers) == rows * 81
    assert all(1 <= number <= 10 for number in numbers)
    text = "".join(".123456789"[number - 1] for number in numbers)
    return [text[i : i + 81] for i in range(0, len(text), 81)]


def examples(out, part):
    return boards(out / part / "all__inputs.npy"), boards(out / part / "all__labels.npy")


def digest(folder):
    """A digest of the names and the bytes of all files."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(f"{path.relative_to(folder).as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def test_files_are_those_of_the_public_script(sets, tmp_path):
    folder, _, _ = sets
    build(folder / "train.csv", folder / "test.csv", tmp_path / "out", augment=0)
    # The files that the script of TRM (dataset/build_sudoku_dataset.py, commit e7b6871) writes for these inputs.
    assert digest(tmp_path / "out") == "54d709d2ed2dd9126fd161d42c054941ec76c92d88e8cc28344b30cfc0542de0"


def test_a_least_rating_leaves_out_the_same_rows_as_the_public_script(sets, tmp_path):
    folder, train, test = sets
    built = build(folder / "train.csv", folder / "test.csv", tmp_path / "out", augment=0, min_rating=4)
    assert (built.train_puzzles, built.test_puzzles) == (36, 120)
    assert examples(tmp_path / "out", "train")[0] == [p for i, p in enumerate(train) if i % 10 >= 4]
    assert digest(tmp_path / "out") == "4556de8cb5ee0a1bdbd8e61ee4fa878f67e04927c7029e1e7eb98d3359879771"


def test_all_arrays_without_morphs(sets, tmp_path):
    folder, train, test = sets
    out = tmp_path / "out"
    built = build(folder / "train.csv", folder / "test.csv", out, augment=0)
    assert (built.train_puzzles, built.train_examples, built.test_puzzles) == (60, 60, 200)
    for part, puzzles in [("train", train), ("test", test)]:
        assert examples(out, part) == (puzzles, quadrille.solve(puzzles))
        arrays = {name: load(out / part / f"all__{name}.npy") for name in NAMES}
        count = len(puzzles)
        assert [arrays[name][:2] for name in NAMES] == [
            ("|u1", (count, 81)),
            ("|u1", (count, 81)),
            ("<i4", (count,)),
            ("<i4", (count + 1,)),
            ("<i4", (count + 1,)),
        ]
        assert list(arrays["puzzle_identifiers"][2]) == [0] * count
        assert list(arrays["puzzle_indices"][2]) == list(arrays["group_indices"][2]) == list(range(count + 1))
    assert (out / "identifiers.json").read_text() == '["<blank>"]'


def test_every_row_is_a_morph_of_its_group(sets, tmp_path):
    folder, train, test = sets
    out = tmp_path / "out"
    built = build(folder / "train.csv", folder / "test.csv", out, augment=20, seed=7)
    assert (built.train_puzzles, built.train_examples) == (60, 60 * 21)
    inputs, labels = examples(out, "train")
    assert inputs[::21] == train
    assert quadrille.solve(inputs) == labels
    assert quadrille.check(inputs) == ["unique"] * len(inputs)
    forms = quadrille.canonical(inputs)
    assert forms == [form for form in quadrille.canonical(train) for _ in range(21)]
    assert len(set(inputs)) == len(inputs)
    assert examples(out, "test") == (test, quadrille.solve(test))
    types = [load(out / part / "all__inputs.npy")[0] for part in ("train", "test")]
    assert types == ["<i8", "|u1"]
    indices = [list(load(out / "train" / f"all__{name}.npy")[2]) for name in NAMES[2:]]
    assert indices == [[0] * 1260, list(range(1261)), list(range(0, 1261, 21))]


def test_morphs_are_those_of_the_function_morph(sets, tmp_path):
    folder, train, _ = sets
    build(folder / "train.csv", folder / "test.csv", tmp_path / "out", augment=3, seed=5)
    inputs, _ = examples(tmp_path / "out", "train")
    morphs = list(quadrille.morph(train, copies=3, seed=5))
    assert [text for i, text in enumerate(inputs) if i % 4] == morphs


def test_files_depend_on_the_seed_and_not_on_threads(sets, tmp_path):
    folder, _, _ = sets
    digests = []
    for name, options in enumerate([{}, {"threads": 1}, {"threads": 5}, {"seed": 1}]):
        out = tmp_path / str(name)
        build(folder / "train.csv", folder / "test.csv", out, augment=30, subsample=40, **options)
        digests.append(digest(out))
    assert digests[0] == digests[1] == digests[2] != digests[3]


def test_a_subsample_is_part_of_a_larger_one_and_in_order(sets, tmp_path):
    folder, train, _ = sets
    drawn = []
    for count in (1, 20, 50, 1000):
        out = tmp_path / str(count)
        build(folder / "train.csv", folder / "test.csv", out, augment=0, subsample=count)
        drawn.append(examples(out, "train")[0])
    assert [len(texts) for texts in drawn] == [1, 20, 50, 60]
    assert all(set(small) <= set(large) for small, large in zip(drawn, drawn[1:]))
    assert drawn[3] == train
    for texts in drawn:
        assert texts == sorted(texts, key=train.index)
    build(folder / "train.csv", folder / "test.csv", tmp_path / "seed", augment=0, subsample=20, seed=1)
    assert set(examples(tmp_path / "seed", "train")[0]) != set(drawn[1])


def test_morphs_of_a_puzzle_stay_the_same_in_a_subsample(sets, tmp_path):
    folder, train, _ = sets
    build(folder / "train.csv", folder / "test.csv", tmp_path / "all", augment=5)
    build(folder / "train.csv", folder / "test.csv", tmp_path / "some", augment=5, subsample=10)
    groups = []
    for name in ("all", "some"):
        inputs, _ = examples(tmp_path / name, "train")
        groups.append({inputs[i]: inputs[i : i + 6] for i in range(0, len(inputs), 6)})
    assert len(groups[1]) == 10 and all(groups[0][puzzle] == group for puzzle, group in groups[1].items())


def test_uint8_has_the_same_numbers(sets, tmp_path):
    folder, _, _ = sets
    for dtype in ("uint8", "int64"):
        build(folder / "train.csv", folder / "test.csv", tmp_path / dtype, augment=2, dtype=dtype)
        descr = {"uint8": "|u1", "int64": "<i8"}[dtype]
        assert {load(tmp_path / dtype / part / "all__labels.npy")[0] for part in ("train", "test")} == {descr}
    for part in ("train", "test"):
        assert examples(tmp_path / "uint8", part) == examples(tmp_path / "int64", part)


@pytest.mark.parametrize("dtype", ["uint8", "int64"])
@pytest.mark.parametrize("by", ["puzzle", "solution"])
def test_morphs_of_test_puzzles_are_leaks(sets, tmp_path, dtype, by):
    folder, train, test = sets
    leaked = list(quadrille.morph([test[17], test[150], test[17]], seed=3))
    rows = rows_of([train[0], leaked[0], train[1], leaked[1], leaked[2]])
    leaky = write(tmp_path / "leaky.csv", rows)
    out = tmp_path / "out"
    with pytest.raises(LeakError, match="3 training puzzles are equivalent to test puzzles: rows 1 and 17, 3 and 150") as e:
        build(leaky, folder / "test.csv", out, leaks_by=by, dtype=dtype)
    assert e.value.rows == [(1, 17), (3, 150), (4, 17)]
    assert pickle.loads(pickle.dumps(e.value)).rows == e.value.rows
    assert not out.exists()
    built = build(leaky, folder / "test.csv", out, leaks_by=by, dtype=dtype, augment=0, leaks="drop")
    assert (built.train_puzzles, built.dropped_leaks, built.test_puzzles) == (2, 3, 200)
    assert examples(out, "train")[0] == train[:2]
    build(leaky, folder / "test.csv", out, augment=0, leaks="ignore")
    assert len(examples(out, "train")[0]) == 5


def test_other_puzzles_of_a_solution_are_leaks_only_by_solution(sets, tmp_path):
    folder, train, test = sets
    solution = quadrille.solve(test[0])
    fuller = next(
        test[0][:cell] + solution[cell] + test[0][cell + 1 :] for cell in range(81) if test[0][cell] == "."
    )
    leaky = write(tmp_path / "leaky.csv", rows_of([train[0], list(quadrille.morph([fuller], seed=1))[0]]))
    assert build(leaky, folder / "test.csv", tmp_path / "out", augment=0).train_puzzles == 2
    with pytest.raises(LeakError) as e:
        build(leaky, folder / "test.csv", tmp_path / "by", leaks_by="solution")
    assert e.value.rows == [(1, 0)]


def test_leaks_are_numbered_by_rows_of_the_files_despite_a_least_rating(sets, tmp_path):
    folder, train, test = sets
    # Row 27 of the test file has rating 7, and is the 12th with a rating from 5 on.
    leaky = write(tmp_path / "leaky.csv", ["me,x,x,0", *rows_of([*train[:9], test[27]])])
    with pytest.raises(LeakError) as e:
        build(leaky, folder / "test.csv", tmp_path / "out", min_rating=5)
    assert e.value.rows == [(10, 27)]


def test_a_subsample_is_full_without_the_rows_that_are_dropped(sets, tmp_path):
    folder, train, test = sets
    rows = rows_of(test[:50]) + rows_of(train[:10])
    random.Random(1).shuffle(rows)
    leaky = write(tmp_path / "leaky.csv", rows)
    built = build(leaky, folder / "test.csv", tmp_path / "out", augment=0, subsample=8, leaks="drop")
    assert built.train_puzzles == 8
    assert set(examples(tmp_path / "out", "train")[0]) <= set(train[:10])


BAD_ROWS = {
    "#" * 81: "puzzle: ",
    "1" * 80: "expected 16, 36, 81, 144, 256 or 625 cells, found 80",
    "." * 16: "a puzzle of 4×4; training sets have 9×9 puzzles",
    "." * 81: "the puzzle has several solutions",
    "11" + "." * 79: "the puzzle has no solution",
}


@pytest.mark.parametrize("bad", BAD_ROWS)
def test_a_row_that_is_no_puzzle_is_named(sets, tmp_path, bad):
    folder, train, _ = sets
    rows = rows_of(train[:3])
    rows.insert(2, f"me,{bad},{'1' * 81},0")
    path = write(tmp_path / "bad.csv", rows)
    with pytest.raises(ValueError, match=r"bad\.csv:4: .*invalid=\"drop\" leaves such rows out") as e:
        build(path, folder / "test.csv", tmp_path / "out")
    assert BAD_ROWS[bad] in str(e.value)
    assert not (tmp_path / "out").exists()
    for options in ({}, {"subsample": 3}):
        built = build(path, folder / "test.csv", tmp_path / "out", augment=0, invalid="drop", **options)
        assert (built.train_puzzles, built.dropped_invalid) == (3, 1)
        assert examples(tmp_path / "out", "train")[0] == train[:3]


def test_an_answer_has_to_be_the_solution(sets, tmp_path):
    folder, train, _ = sets
    fields = rows_of(train[:1])[0].split(",")
    answer = fields[2]
    swapped = answer.replace("1", "x").replace("2", "1").replace("x", "2")
    for wrong in (answer[:80], answer + "1", swapped, "", answer[:80] + "."):
        path = write(tmp_path / "bad.csv", [f"me,{train[0]},{wrong},0"])
        with pytest.raises(ValueError, match="bad.csv:2: the answer is not the solution of the puzzle"):
            build(path, folder / "test.csv", tmp_path / "out")
    path = write(tmp_path / "bad.csv", ["me"])
    with pytest.raises(ValueError, match="bad.csv:2: expected a puzzle and its answer, found 1 fields"):
        build(path, folder / "test.csv", tmp_path / "out")


def test_a_rating_that_is_no_number_matters_only_for_a_least_rating(sets, tmp_path):
    folder, train, _ = sets
    path = write(tmp_path / "bad.csv", [rows_of(train[:1])[0][:-1] + "hard"])
    assert build(path, folder / "test.csv", tmp_path / "out", augment=0).train_puzzles == 1
    with pytest.raises(ValueError, match="bad.csv:2: rating: expected a number, found \"hard\""):
        build(path, folder / "test.csv", tmp_path / "out", min_rating=1)


def test_columns_by_name_or_by_position(sets, tmp_path):
    folder, train, _ = sets
    source, puzzle, answer, rating = zip(*(row.split(",") for row in rows_of(train)))
    tables = {
        "a,b,c,d": zip(source, puzzle, answer, rating),
        "Solution,rating,PUZZLE": zip(answer, rating, puzzle),
        "id,question,x,answer,difficulty": zip(source, puzzle, source, answer, rating),
    }
    digests = set()
    for number, (header, rows) in enumerate(tables.items()):
        path = write(tmp_path / "train.csv", map(",".join, rows), header)
        build(path, folder / "test.csv", tmp_path / str(number), augment=1, min_rating=3)
        digests.add(digest(tmp_path / str(number)))
    assert len(digests) == 1


def test_headers_without_the_columns_are_refused(sets, tmp_path):
    folder, train, _ = sets
    rows = rows_of(train)
    cases = {
        "a,b": "no columns question and answer",
        "question,solved,x": "no columns question and answer",
        rows[0]: "the first row is a puzzle; expected a header",
    }
    for header, why in cases.items():
        with pytest.raises(ValueError, match=f"bad.csv: {why}"):
            build(write(tmp_path / "bad.csv", rows, header), folder / "test.csv", tmp_path / "out")
    path = write(tmp_path / "bad.csv", rows, "question,answer")
    with pytest.raises(ValueError, match="bad.csv: no column rating, which min_rating needs"):
        build(path, folder / "test.csv", tmp_path / "out", min_rating=1)
    with pytest.raises(ValueError, match="train.csv: no puzzles are left"):
        build(write(tmp_path / "train.csv", []), folder / "test.csv", tmp_path / "out")
    with pytest.raises(ValueError, match="test.csv: no puzzles with a rating of at least 10 are left"):
        build(folder / "train.csv", folder / "test.csv", tmp_path / "out", min_rating=10)
    assert not (tmp_path / "out").exists()


def test_compressed_and_quoted_files_are_read(sets, tmp_path):
    folder, _, _ = sets
    text = (folder / "train.csv").read_bytes()
    quoted = b"\r\n".join(b",".join(b'"%s"' % field for field in row.split(b",")) for row in text.split())
    files = {
        "train.csv.gz": gzip.compress(text),
        "train.csv.bz2": bz2.compress(text),
        "train": gzip.compress(text[:2000]) + gzip.compress(text[2000:]),
        "quoted.csv": b"\xef\xbb\xbf" + quoted,
    }
    build(folder / "train.csv", folder / "test.csv", tmp_path / "out", augment=1)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        build(tmp_path / name, folder / "test.csv", tmp_path / "other", augment=1)
        assert digest(tmp_path / "other") == digest(tmp_path / "out"), name


def test_files_that_cannot_be_read(sets, tmp_path):
    folder, _, _ = sets
    out = tmp_path / "out"
    with pytest.raises(FileNotFoundError) as e:
        build(tmp_path / "missing.csv", folder / "test.csv", out)
    assert e.value.filename == str(tmp_path / "missing.csv")
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress((folder / "train.csv").read_bytes())[:-2000])
    with pytest.raises((ValueError, OSError), match="cut.csv.gz"):
        build(tmp_path / "cut.csv.gz", folder / "test.csv", out)
    build(folder / "train.csv", folder / "test.csv", out, augment=0)
    with pytest.raises(ValueError, match="npy"):
        build(out / "train" / "all__inputs.npy", folder / "test.csv", tmp_path / "other")
    with pytest.raises(OSError):
        build(folder / "train.csv", folder / "test.csv", folder / "train.csv")
    assert (folder / "train.csv").read_text().startswith(HEADER)


def test_an_error_leaves_an_earlier_set_as_it_was(sets, tmp_path):
    folder, _, _ = sets
    out = tmp_path / "out"
    build(folder / "train.csv", folder / "test.csv", out, augment=2)
    before = digest(out)
    with pytest.raises(LeakError):
        build(folder / "test.csv", folder / "test.csv", out)
    assert digest(out) == before
    build(folder / "train.csv", folder / "test.csv", out, augment=1)
    assert digest(out) != before and len(list(out.iterdir())) == 3


def test_too_many_examples_for_int32(sets, tmp_path):
    folder, _, _ = sets
    with pytest.raises(ValueError, match="more than 2,147,483,647 examples"):
        build(folder / "train.csv", folder / "test.csv", tmp_path / "out", augment=2**31)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "options",
    [
        {"augment": -1},
        {"augment": 2**32},
        {"seed": -1},
        {"subsample": 0},
        {"min_rating": float("nan")},
        {"dtype": "float32"},
        {"leaks": "no"},
        {"leaks_by": "text"},
        {"invalid": "ignore"},
    ],
)
def test_options_out_of_range(sets, tmp_path, options):
    folder, _, _ = sets
    (name,) = options
    with pytest.raises(ValueError, match=name):
        build(folder / "train.csv", folder / "test.csv", tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_ctrl_c_and_timeout_leave_nothing(sets, tmp_path):
    folder, _, _ = sets
    out = tmp_path / "out"
    # Minutes of work.
    options = {"augment": 30_000_000, "dtype": "uint8"}
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        build(folder / "train.csv", folder / "test.csv", out, **options)
    timer.join()
    assert not out.exists()
    with pytest.raises(TimeoutError):
        build(folder / "train.csv", folder / "test.csv", out, timeout=0.2, **options)
    assert not out.exists()


def test_numpy_reads_and_writes_the_same_files(sets, tmp_path):
    numpy = pytest.importorskip("numpy")
    folder, _, _ = sets
    build(folder / "train.csv", folder / "test.csv", tmp_path / "out", augment=9)
    for part in ("train", "test"):
        for name in NAMES:
            path = tmp_path / "out" / part / f"all__{name}.npy"
            numpy.save(tmp_path / "again.npy", numpy.load(path))
            assert (tmp_path / "again.npy").read_bytes() == path.read_bytes()
