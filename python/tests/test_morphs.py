"""Morphs made while a model is trained: shares of epochs, seeds, files, and the data set of PyTorch."""

import pickle
import re
from pathlib import Path

import pytest
import quadrille
from quadrille.training import IndexedMorphs, Morphs

np = pytest.importorskip("numpy")

COUNT = 100
PAGE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "training-sets.md"


def cells(texts):
    return np.array([[int(cell) for cell in text.replace(".", "0")] for text in texts], dtype=np.uint8)


@pytest.fixture(scope="module")
def boards():
    puzzles = cells(quadrille.generate(COUNT, seed=3))
    return puzzles, quadrille.solve(puzzles)


def texts(puzzles):
    return ["".join(map(str, row)).replace("0", ".") for row in puzzles.tolist()]


def joined(batches):
    """All rows of the puzzles of batches, and all of their solutions."""
    return [np.concatenate(arrays).tolist() for arrays in zip(*batches)]


def share(boards, worker, workers, epoch=0, **options):
    morphs = Morphs(*boards, seed=7, **options)
    morphs.set_epoch(epoch)
    return list(morphs._iterate(worker, workers))


def test_an_epoch_has_a_morph_of_each_puzzle(boards):
    batches = list(Morphs(*boards, batch_size=32, seed=7))
    assert [len(inputs) for inputs, _ in batches] == [32, 32, 32, 4]
    assert {array.dtype for batch in batches for array in batch} == {np.dtype("uint8")}
    for inputs, labels in batches:
        assert (quadrille.solve(inputs) == labels).all()
    forms = quadrille.canonical(texts(np.concatenate([inputs for inputs, _ in batches])))
    assert sorted(forms) == sorted(quadrille.canonical(texts(boards[0])))


def test_other_morphs_in_another_epoch_and_with_another_seed(boards):
    orders = [joined(share(boards, 0, 1, epoch, batch_size=COUNT)) for epoch in (0, 1, 0)]
    assert orders[0] == orders[2] != orders[1]
    other = Morphs(*boards, seed=8, batch_size=COUNT)
    assert joined(other) not in orders
    # An epoch repeats neither the places nor the morphs of the epoch before.
    first, second = (set(map(tuple, order[0])) for order in orders[:2])
    assert len(first | second) > 1.9 * COUNT


def test_morphs_depend_on_seed_and_epoch_only(boards):
    whole = joined(share(boards, 0, 1, 5, batch_size=COUNT))
    for size in (1, 7, 64, COUNT + 1):
        for workers in (1, 2, 3):
            shares = [share(boards, worker, workers, 5, batch_size=size) for worker in range(workers)]
            # A loader takes the batches of its workers in turn.
            count = max(map(len, shares))
            assert joined(batches[at] for at in range(count) for batches in shares if at < len(batches)) == whole


@pytest.mark.parametrize("batch_size", [None, 1, 7, 33, 200])
@pytest.mark.parametrize("drop_last", [False, True])
def test_processes_share_an_epoch(boards, batch_size, drop_last):
    parts = [Morphs(*boards, batch_size=batch_size, drop_last=drop_last, part=(rank, 3), shuffle=False) for rank in range(3)]
    taken = []
    for morphs in parts:
        for workers in (1, 2, 3):
            found = [sample for worker in range(workers) for sample in morphs._iterate(worker, workers)]
            assert len(found) == len(morphs)
        taken += found if batch_size is None else [row for batch in found for row in zip(*batch)]
    labels = {tuple(solution.ravel().tolist()) for _, solution in taken}
    assert len(labels) == len(taken)
    if drop_last:
        assert len({len(morphs) for morphs in parts}) == 1
        assert len(taken) == {None: 99, 1: 99, 7: 84, 33: 99, 200: 0}[batch_size]
    else:
        assert len(taken) == COUNT


def test_puzzle_by_puzzle(boards):
    samples = list(Morphs(*boards, seed=7))
    assert len(samples) == len(Morphs(*boards)) == COUNT
    assert [np.stack(arrays).tolist() for arrays in zip(*samples)] == joined(Morphs(*boards, seed=7, batch_size=9))
    assert [sample.shape for sample in Morphs(boards[0])] == [(81,)] * COUNT
    # All workers have a share of few puzzles.
    assert [len(share(boards, worker, 3)) for worker in range(3)] == [34, 34, 32]


def test_files_are_mapped_and_their_cells_are_those_of_training_sets(boards, tmp_path):
    rows = [f"me,{p},{s},0" for p, s in zip(texts(boards[0]), texts(boards[1]))]
    others = quadrille.generate(5, seed=4)
    for name, lines in [("train", rows), ("test", [f"me,{p},{quadrille.solve(p)},0" for p in others])]:
        (tmp_path / f"{name}.csv").write_text("\n".join(["source,question,answer,rating", *lines]))
    quadrille.training.build(tmp_path / "train.csv", tmp_path / "test.csv", tmp_path / "set", augment=0)
    paths = [tmp_path / "set" / "train" / f"all__{name}.npy" for name in ("inputs", "labels")]
    options = {"batch_size": 30, "seed": 7}
    found = list(Morphs(*paths, **options, empty=1, dtype="int32"))
    assert {array.dtype for batch in found for array in batch} == {np.dtype("int32")}
    assert joined(found) == [(np.array(array) + 1).tolist() for array in joined(Morphs(*boards, **options))]
    # A copy in another process maps the file again.
    morphs = Morphs(*map(str, paths), **options, empty=1)
    assert len(pickle.dumps(morphs)) < 1500
    assert joined(pickle.loads(pickle.dumps(morphs))) == joined(found)
    mapped = [np.load(path, mmap_mode="r") for path in paths]
    assert joined(Morphs(*mapped, **options, empty=1)) == joined(found)


def test_boards_of_any_shape_and_type(boards):
    expected = joined(Morphs(*boards, batch_size=COUNT))
    for dtype in ("int8", "int64", ">i2"):
        square = [array.reshape(-1, 9, 9).astype(dtype) for array in boards]
        batches = list(Morphs(*square, batch_size=60))
        assert batches[0][0].shape == (60, 9, 9)
        assert np.concatenate([inputs for inputs, _ in batches]).reshape(-1, 81).tolist() == expected[0]
    small = cells(["1...3..2..4.4..1"] * 3)
    for morph in Morphs(small):
        assert morph.shape == (16,) and np.count_nonzero(morph) == np.count_nonzero(small[0])
    assert list(Morphs(boards[0][:0], batch_size=4)) == [] and len(Morphs(boards[0][:0])) == 0


def test_symmetries_are_left_out_and_the_order_kept(boards):
    everything = "digits,bands,rows,stacks,columns,transpose"
    morphs = Morphs(*boards, batch_size=COUNT, shuffle=False, exclude_symmetry=everything)
    assert joined(morphs) == [array.tolist() for array in boards]


def test_malformed_boards_are_named(boards):
    puzzles, solutions = (array.copy() for array in boards)
    puzzles[40, 3] = 12
    with pytest.raises(ValueError, match="row 40 is malformed: expected boards of numbers from 0 to 9"):
        list(Morphs(puzzles, solutions, batch_size=32))
    solutions[41, 3] = 12
    with pytest.raises(ValueError, match="row 41 is malformed"):
        list(Morphs(boards[0], solutions))
    with pytest.raises(ValueError, match="row 40 is malformed"):
        list(Morphs(puzzles))
    with pytest.raises(ValueError, match="row 0 is malformed: expected boards of numbers from 1 to 10"):
        list(Morphs(*boards, shuffle=False, empty=1))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 0}, "batch_size: expected 1 or more"),
        ({"part": (2, 2)}, "part: expected"),
        ({"empty": 2}, "empty: expected 0 or 1"),
        ({"seed": -1}, "seed"),
        ({"threads": 5000}, "threads"),
        ({"exclude_symmetry": "mirror"}, "exclude_symmetry"),
    ],
)
def test_arguments_out_of_range(boards, options, message):
    with pytest.raises(ValueError, match=message):
        Morphs(*boards, **options)
    with pytest.raises(ValueError, match="solutions: expected the shape of the puzzles"):
        Morphs(boards[0], boards[1][1:])
    for wrong in (boards[0][0], boards[0][0].reshape(9, 9), boards[0][:, :80]):
        with pytest.raises(ValueError, match="puzzles: expected an array of shape"):
            Morphs(wrong)


def test_a_morph_by_its_number_depends_on_seed_and_epoch_only(boards, tmp_path):
    for name, array in zip(("puzzles", "solutions"), boards):
        np.save(tmp_path / f"{name}.npy", array)
    morphs = IndexedMorphs(*boards, seed=7)
    mapped = IndexedMorphs(tmp_path / "puzzles.npy", str(tmp_path / "solutions.npy"), seed=7)
    for epoch in (0, 3):
        ordered = Morphs(*boards, seed=7, batch_size=COUNT, shuffle=False)
        for source in (morphs, mapped, ordered):
            source.set_epoch(epoch)
        ((inputs, labels),) = ordered
        order = np.random.default_rng(1).permutation(COUNT)
        for source in (morphs, mapped, pickle.loads(pickle.dumps(mapped))):
            found = source[order]
            assert found[0].tolist() == inputs[order].tolist() and found[1].tolist() == labels[order].tolist()
            assert [[part.tolist() for part in row] for row in source.__getitems__([5, 2])] == [[inputs[n].tolist(), labels[n].tolist()] for n in (5, 2)]
            assert source[-1][0].tolist() == inputs[-1].tolist() and len(source) == COUNT
    assert len(pickle.dumps(mapped)) < 1500 and IndexedMorphs(boards[0])[3].shape == (81,)
    assert IndexedMorphs(*boards, seed=8)[0][0].tolist() != IndexedMorphs(*boards, seed=7)[0][0].tolist()
    for wrong in (COUNT, -COUNT - 1, [0, COUNT]):
        with pytest.raises(IndexError):
            morphs[wrong]
    assert len(list(IndexedMorphs(boards[0][:3]))) == 3
    with pytest.raises(ValueError, match="row 4 is malformed"):
        IndexedMorphs(boards[0] + 5)[4]


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def loaded(torch, morphs, **options):
    """The batches of a loader as lists."""
    loader = torch.utils.data.DataLoader(morphs, **options)
    return [[array.tolist() for array in batch] for batch in loader]


def test_a_loader_takes_whole_batches(torch, boards):
    from quadrille.torch import Morphs as TorchMorphs

    expected = [[array.tolist() for array in batch] for batch in Morphs(*boards, batch_size=16, seed=7)]
    morphs = TorchMorphs(*boards, batch_size=16, seed=7)
    assert isinstance(morphs, torch.utils.data.IterableDataset)
    assert len(torch.utils.data.DataLoader(morphs, batch_size=None)) == len(expected) == 7
    for workers in (0, 2):
        assert loaded(torch, morphs, batch_size=None, num_workers=workers) == expected
    assert next(iter(torch.utils.data.DataLoader(morphs, batch_size=None)))[0].dtype == torch.uint8


def test_a_loader_makes_batches_of_single_puzzles(torch, boards):
    from quadrille.torch import Morphs as TorchMorphs

    expected = sorted(joined(Morphs(*boards, batch_size=COUNT, seed=7))[0])
    for workers in (0, 2):
        batches = loaded(torch, TorchMorphs(*boards, seed=7), batch_size=16, num_workers=workers)
        assert sorted(row for inputs, _ in batches for row in inputs) == expected


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_the_epoch_reaches_persistent_workers(torch, boards, context, tmp_path):
    from quadrille.torch import Morphs as TorchMorphs

    paths = [tmp_path / f"{at}.npy" for at in range(2)]
    for path, array in zip(paths, boards):
        np.save(path, array)
    core, morphs = Morphs(*boards, batch_size=50), TorchMorphs(*paths, batch_size=50)
    options = {"num_workers": 2, "persistent_workers": True, "multiprocessing_context": context}
    loader = torch.utils.data.DataLoader(morphs, batch_size=None, **options)
    for epoch in (0, 1, 4):
        core.set_epoch(epoch)
        morphs.set_epoch(epoch)
        assert [[array.tolist() for array in batch] for batch in loader] == [[a.tolist() for a in batch] for batch in core]


@pytest.mark.parametrize("workers", [0, 2])
def test_a_loader_takes_morphs_by_their_numbers(torch, boards, workers):
    from quadrille.torch import IndexedMorphs as TorchMorphs

    core, morphs = IndexedMorphs(*boards, seed=7), TorchMorphs(*boards, seed=7)
    assert isinstance(morphs, torch.utils.data.Dataset) and not isinstance(morphs, torch.utils.data.IterableDataset)
    numbers = torch.utils.data.BatchSampler(range(COUNT - 1, -1, -1), 16, drop_last=False)
    options = {"num_workers": workers, "persistent_workers": workers > 0}
    single = torch.utils.data.DataLoader(morphs, batch_sampler=numbers, **options)
    whole = torch.utils.data.DataLoader(morphs, batch_size=None, sampler=numbers, **options)
    for epoch in (0, 1, 4):
        core.set_epoch(epoch)
        morphs.set_epoch(epoch)
        expected = [[array.tolist() for array in core[rows]] for rows in numbers]
        for loader in (single, whole):
            assert [[array.tolist() for array in batch] for batch in loader] == expected


def test_the_sample_of_the_page(torch, boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain" / "train").mkdir(parents=True)
    for name, array in zip(("inputs", "labels"), boards):
        np.save(tmp_path / "plain" / "train" / f"all__{name}.npy", array + 1)
    samples = [text for text in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S) if "DataLoader" in text]
    assert len(samples) == 2
    for sample in samples:
        names = {}
        exec(compile(sample, str(PAGE), "exec"), names)
        assert names["epoch"] == 9 and names["inputs"].shape == (COUNT, 81)


def test_the_data_set_needs_torch(monkeypatch):
    import sys

    monkeypatch.delitem(sys.modules, "quadrille.torch", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match="torch"):
        import quadrille.torch  # noqa: F401
