"""Progress displays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class _Bar:
    def __init__(self, total: int) -> None:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            self.bar: Any = None
        else:
            self.bar = tqdm(total=total, unit=" puzzles", unit_scale=True)

    def update(self, done: int) -> None:
        if self.bar is not None:
            self.bar.update(done - self.bar.n)

    def close(self, done: int) -> None:
        if self.bar is not None:
            self.update(done)
            self.bar.close()


class _Function:
    def __init__(self, function: Callable[[int, int], object], total: int) -> None:
        self.function, self.total = function, total

    def update(self, done: int) -> None:
        self.function(done, self.total)

    close = update


class _Nothing:
    def update(self, done: int) -> None:
        pass

    close = update


def reporter(progress: bool | Callable[[int, int], object], total: int) -> _Bar | _Function | _Nothing:
    """An object that is told how many rows are finished. True is a bar of tqdm, if that can be imported."""
    if progress is True:
        return _Bar(total)
    if progress is False:
        return _Nothing()
    if not callable(progress):
        raise TypeError(f"expected a bool or a function of (done, total), got {type(progress).__name__}")
    return _Function(progress, total)
