"""Morphs of puzzles for training, made batch by batch while a model is trained. NumPy is imported when an object is made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from math import isqrt, prod
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

from ._numpy import SIDES
from ._quadrille import morph, morph_with_solutions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

_Array: TypeAlias = "NDArray[Any]"
_Source: TypeAlias = "NDArray[Any] | str | os.PathLike[str]"

#: Samples are morphed this many at a time if they are taken one by one.
_BLOCK = 4096


class _Boards:
    """Puzzles, perhaps with solutions, and what their morphs depend on."""

    def __init__(
        self,
        puzzles: _Source,
        solutions: _Source | None,
        seed: int,
        empty: int,
        dtype: DTypeLike,
        exclude_symmetry: str | Iterable[str],
        threads: int,
    ) -> None:
        if empty not in (0, 1):
            raise ValueError(f"empty: expected 0 or 1, got {empty}")
        self._sources = [puzzles] if solutions is None else [puzzles, solutions]
        self._seed, self._empty, self._dtype, self._epoch = seed, empty, dtype, 0
        self._options: dict[str, Any] = {"exclude_symmetry": exclude_symmetry, "threads": threads}
        morph([], seed=seed, **self._options)
        shapes = [array.shape for array in self._arrays()]
        if len(shapes[0]) < 2 or prod(shapes[0][1:]) not in SIDES:
            raise ValueError(f"puzzles: expected an array of shape (N, 81) or (N, 9, 9), got {shapes[0]}")
        if shapes[-1] != shapes[0]:
            raise ValueError(f"solutions: expected the shape of the puzzles, {shapes[0]}, got {shapes[1]}")
        self._rows: int = shapes[0][0]

    @property
    def epoch(self) -> int:
        """The epoch whose morphs are made."""
        return self._epoch

    def set_epoch(self, epoch: int) -> None:
        """Chooses the epoch whose morphs are made, a number of 0 or more."""
        self._epoch = epoch

    def _epoch_seed(self) -> int:
        return int.from_bytes(blake2b(f"{self._seed} {self.epoch}".encode(), digest_size=8).digest(), "little")

    def _batch(self, boards: list[_Array], of: _Array, **numbers: Any) -> list[_Array]:
        """The morphs of the boards of some rows, and of their solutions, by a seed and numbers."""
        import numpy as np

        boards = [array - self._empty if self._empty else array for array in boards]
        options = {**numbers, **self._options}
        morphs = list(morph_with_solutions(*boards, **options)) if len(boards) > 1 else [morph(*boards, **options)]
        # The morphs of a malformed puzzle or solution are empty.
        given, made = (np.count_nonzero(array[-1].reshape(len(of), -1), axis=1) for array in (boards, morphs))
        if (given != made).any():
            row, largest = of[(given != made).argmax()], isqrt(boards[0][0].size) + self._empty
            raise ValueError(f"row {row} is malformed: expected boards of numbers from {self._empty} to {largest}")
        return [(array + self._empty if self._empty else array).astype(self._dtype, copy=False) for array in morphs]

    def _arrays(self) -> list[_Array]:
        """The arrays, where paths are mapped: a mapping cannot be passed to another process."""
        import numpy as np

        return [
            np.load(source, mmap_mode="r") if isinstance(source, (str, os.PathLike)) else np.asanyarray(source)
            for source in self._sources
        ]


class Morphs(_Boards):
    """Random morphs of all puzzles, other ones in each epoch, as NumPy arrays.

    An iteration is an epoch: each puzzle comes once, as a morph, in random order. `set_epoch` chooses the epoch. The morphs and
    their order depend on the seed and the epoch only, and neither on the size of batches nor on how many processes share an epoch.
    `quadrille.torch.Morphs` is the same as a data set of PyTorch.

    puzzles: an array of shape (N, 81) or (N, 9, 9) of any integer type, or the same for another size of boards, or the path of a
        `.npy` file. Memory-mapped arrays and files are read where they are used; pass paths to processes that are spawned.
    solutions: the same for the solutions, which are moved with their puzzles.
    batch_size: the number of puzzles in a batch, which is an array, or with solutions a pair of arrays. None yields puzzle by
        puzzle, for loaders that make batches.
    seed: the seed of the morphs and their order, from 0 to 2**64 - 1.
    shuffle: False keeps the order of the puzzles.
    drop_last: leaves out the last batch if it is smaller, and batches that not every process would have.
    part: this process and the number of processes, such as (rank, world_size): each process gets every such batch.
    empty: the number of an empty cell: 0, or 1 for the arrays of `build`, whose cells are 1 more than their digits.
    dtype: the type of the arrays that are yielded.
    exclude_symmetry: symmetries that are not applied, as for `morph`.
    threads: the number of threads that make a batch.

    >>> import numpy as np, quadrille
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> puzzles = np.array([[int(cell) for cell in puzzle.replace(".", "0")]] * 10)
    >>> morphs = quadrille.training.Morphs(puzzles, quadrille.solve(puzzles), batch_size=4, seed=1)
    >>> for epoch in range(2):
    ...     morphs.set_epoch(epoch)
    ...     for inputs, labels in morphs:
    ...         print(epoch, inputs.shape, (quadrille.solve(inputs) == labels).all())
    0 (4, 81) True
    0 (4, 81) True
    0 (2, 81) True
    1 (4, 81) True
    1 (4, 81) True
    1 (2, 81) True
    """

    def __init__(
        self,
        puzzles: _Source,
        solutions: _Source | None = None,
        *,
        batch_size: int | None = None,
        seed: int = 0,
        shuffle: bool = True,
        drop_last: bool = False,
        part: tuple[int, int] = (0, 1),
        empty: int = 0,
        dtype: DTypeLike = "uint8",
        exclude_symmetry: str | Iterable[str] = (),
        threads: int = 1,
    ) -> None:
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"batch_size: expected 1 or more, or None, got {batch_size}")
        if not 0 <= part[0] < part[1]:
            raise ValueError(f"part: expected (number from 0, number of processes), got {part}")
        super().__init__(puzzles, solutions, seed, empty, dtype, exclude_symmetry, threads)
        self._batch_size, self._part, self._drop_last, self._shuffle = batch_size, part, drop_last, shuffle

    def __len__(self) -> int:
        """The number of batches of an iteration, or of puzzles without `batch_size`."""
        ranges = self._ranges(1)
        return len(ranges) if self._batch_size else sum(map(len, ranges))

    def __iter__(self) -> Iterator[Any]:
        return self._iterate(0, 1)

    def _iterate(self, worker: int, workers: int) -> Iterator[Any]:
        """The share of one worker of this process: the workers take the batches in turn."""
        import numpy as np

        arrays, order = self._arrays(), None
        seed = self._epoch_seed()
        if self._shuffle:
            # NumPy promises for this generator that its numbers never change.
            order = np.random.RandomState([seed & 0xFFFFFFFF, seed >> 32]).permutation(self._rows)
        for places in self._ranges(workers)[worker::workers]:
            rows = np.arange(places.start, places.stop) if order is None else order[places.start : places.stop]
            batch = self._batch([array[rows] for array in arrays], rows, seed=seed, first_row=places.start)
            if self._batch_size is None:
                yield from zip(*batch) if len(batch) > 1 else batch[0]
            else:
                yield tuple(batch) if len(batch) > 1 else batch[0]

    def _ranges(self, workers: int) -> list[range]:
        """The places in the order of the epoch that this process takes, batch by batch."""
        (index, count), size = self._part, self._batch_size
        if size:
            batches = self._rows // size // count * count if self._drop_last else -(-self._rows // size)
            return [range(at * size, min(at * size + size, self._rows)) for at in range(index, batches, count)]
        start, stop = (self._rows * at // count for at in (index, index + 1))
        if self._drop_last:
            stop = start + self._rows // count
        size = max(1, min(_BLOCK, -(-(stop - start) // workers)))
        return [range(at, min(at + size, stop)) for at in range(start, stop, size)]


class IndexedMorphs(_Boards):
    """A random morph of each puzzle by its number, other ones in each epoch, as NumPy arrays.

    `morphs[5]` is the morph of puzzle 5, with solutions a pair; `morphs[[5, 2]]` are several as one array, or a pair of arrays; `len`
    is the number of puzzles. `set_epoch` chooses the epoch. A morph depends on the seed, the epoch and the number of its puzzle, and
    not on the order or the process in which it is made, so a sampler may choose the order. `quadrille.torch.IndexedMorphs` is the same
    as a data set of PyTorch.

    The arguments are the arguments of `Morphs`, without those about order and batches.

    >>> import numpy as np, quadrille
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> puzzles = np.array([[int(cell) for cell in puzzle.replace(".", "0")]] * 10)
    >>> morphs = quadrille.training.IndexedMorphs(puzzles, quadrille.solve(puzzles), seed=1)
    >>> inputs, labels = morphs[[7, 2]]
    >>> len(morphs), np.array_equal(quadrille.solve(inputs), labels), np.array_equal(morphs[2][0], inputs[1])
    (10, True, True)
    >>> morphs.set_epoch(1)
    >>> np.array_equal(morphs[2][0], inputs[1])
    False
    """

    def __init__(
        self,
        puzzles: _Source,
        solutions: _Source | None = None,
        *,
        seed: int = 0,
        empty: int = 0,
        dtype: DTypeLike = "uint8",
        exclude_symmetry: str | Iterable[str] = (),
        threads: int = 1,
    ) -> None:
        super().__init__(puzzles, solutions, seed, empty, dtype, exclude_symmetry, threads)
        self._opened: list[_Array] | None = None

    def __len__(self) -> int:
        """The number of puzzles."""
        return self._rows

    def __getitem__(self, index: int | Sequence[int]) -> Any:
        """The morph of a puzzle, or the morphs of several."""
        is_one = isinstance(index, Integral)
        batch = self._morphs([index] if is_one else index)
        found = [array[0] for array in batch] if is_one else batch
        return tuple(found) if len(found) > 1 else found[0]

    def __getitems__(self, indices: Sequence[int]) -> list[Any]:
        """The morphs of several puzzles as a list, which PyTorch asks for."""
        batch = self._morphs(indices)
        return list(zip(*batch)) if len(batch) > 1 else list(batch[0])

    def _morphs(self, indices: Any) -> list[_Array]:
        import numpy as np

        self._opened = self._opened or self._arrays()
        # Numbers from the end are negative, and a number that is too large is an IndexError.
        rows = np.array([range(self._rows)[index] for index in indices], dtype=np.int64)
        return self._batch([array[rows] for array in self._opened], rows, seed=self._epoch_seed(), rows=rows)

    def __getstate__(self) -> dict[str, Any]:
        # A process maps the files itself.
        return {**self.__dict__, "_opened": None}
