"""Progress displays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any


class _Line:
    """A line of text on standard error, which is written again at most once in a second."""

    def __init__(self, total: int) -> None:
        self.total, self.n, self.written = total, 0, monotonic()

    def update(self, more: int) -> None:
        self.n += more
        if monotonic() - self.written >= 1:
            self.write("")

    def write(self, end: str) -> None:
        self.written = monotonic()
        of = f" of {self.total:,}" if self.total else ""
        print(f"\r{self.n:,}{of} puzzles", end=end, file=sys.stderr, flush=True)

    def close(self) -> None:
        self.write("\n")


class _Bar:
    def __init__(self, total: int) -> None:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            self.bar: Any = _Line(total)
        else:
            self.bar = tqdm(total=total, unit=" puzzles", unit_scale=True)

    def update(self, done: int) -> None:
        self.bar.update(done - self.bar.n)

    def close(self, done: int) -> None:
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
    """An object that is told how many rows are finished. True is a bar of tqdm, or a line of text without it."""
    if progress is True:
        return _Bar(total)
    if progress is False:
        return _Nothing()
    if not callable(progress):
        raise TypeError(f"expected a bool or a function of (done, total), got {type(progress).__name__}")
    return _Function(progress, total)
