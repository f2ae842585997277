"""Morphs of puzzles as a data set of PyTorch, which has to be installed."""

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
else:
    _Iterable = _data.IterableDataset

__all__ = ["Morphs"]


class Morphs(_morphs.Morphs, _Iterable):
    """`quadrille.training.Morphs` as an `IterableDataset`: random morphs of all puzzles, other ones in each epoch.

    The arguments are the same. With `batch_size`, pass `batch_size=None` to the `DataLoader`: then batches are made whole, and come
    in the same order with any number of workers. Without, the loader makes batches of single puzzles, which is slower; all
    puzzles come once with any number of workers, but in another order. `set_epoch` before each epoch reaches persistent workers too.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        # Workers that persist have copies of this object, but share its memory.
        self._shared = _torch.zeros((), dtype=_torch.int64).share_memory_()

    @property
    def epoch(self) -> int:
        """The epoch of the next iteration."""
        return int(self._shared)

    def set_epoch(self, epoch: int) -> None:
        """Chooses the epoch of the next iteration, a number of 0 or more."""
        self._shared.fill_(epoch)

    def __iter__(self) -> Iterator[Any]:
        worker = _data.get_worker_info()
        return self._iterate(0, 1) if worker is None else self._iterate(worker.id, worker.num_workers)
