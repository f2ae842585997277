"""Morphs of puzzles as data sets of PyTorch, which has to be installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _morphs

# Imported by name, so that the types of this package can be checked without PyTorch.
_torch: Any = import_module("torch")
_data: Any = import_module("torch.utils.data")

if TYPE_CHECKING:
    _Iterable = object
    _Indexed = object
else:
    _Iterable, _Indexed = _data.IterableDataset, _data.Dataset

__all__ = ["IndexedMorphs", "Morphs"]


class _SharedEpoch(_morphs._Boards):
    """An epoch in shared memory: workers that persist have copies of a data set, but share its memory."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._shared = _torch.zeros((), dtype=_torch.int64).share_memory_()

    @property
    def epoch(self) -> int:
        """The epoch whose morphs are made."""
        return int(self._shared)

    def set_epoch(self, epoch: int) -> None:
        """Chooses the epoch whose morphs are made, a number of 0 or more."""
        self._shared.fill_(epoch)


class Morphs(_SharedEpoch, _morphs.Morphs, _Iterable):
    """`quadrille.training.Morphs` as an `IterableDataset`: random morphs of all puzzles, other ones in each epoch.

    The arguments are the same. With `batch_size`, pass `batch_size=None` to the `DataLoader`: then batches are made whole, and come
    in the same order with any number of workers. Without, the loader makes batches of single puzzles, which is slower; all
    puzzles come once with any number of workers, but in another order. `set_epoch` before each epoch reaches persistent workers too.
    """

    def __iter__(self) -> Iterator[Any]:
        worker = _data.get_worker_info()
        return self._iterate(0, 1) if worker is None else self._iterate(worker.id, worker.num_workers)


class IndexedMorphs(_SharedEpoch, _morphs.IndexedMorphs, _Indexed):
    """`quadrille.training.IndexedMorphs` as a `Dataset` with numbers: a random morph of each puzzle, another one in each epoch.

    The arguments are the same. The sampler of the loader chooses the order, as in `DataLoader(morphs, batch_size=768, shuffle=True)`
    or with a `DistributedSampler`. A sample is the same in any worker. With `batch_size=None` and a `BatchSampler` as `sampler`, batches are made
    whole, which is faster. `set_epoch` before each epoch reaches persistent workers too.
    """
