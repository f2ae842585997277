"""Training sets: the arrays that programs which train models on puzzles read, and morphs that are made while they train."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal

from ._morphs import IndexedMorphs, Morphs
from ._quadrille import training_build

__all__ = ["Built", "IndexedMorphs", "LeakError", "Morphs", "build"]


class LeakError(ValueError):
    """Training puzzles are equivalent to test puzzles.

    `rows` has a pair of numbers for each of these training puzzles: its row in the training file, and the first row of the
    test file that is equivalent to it, both from 0 and without the header, as `DataFrame.iloc` counts them.
    """

    def __init__(self, message: str, rows: list[tuple[int, int]]) -> None:
        super().__init__(message)
        self.rows = rows

    def __reduce__(self) -> tuple[type[LeakError], tuple[str, list[tuple[int, int]]]]:
        return LeakError, (str(self), self.rows)


@dataclass(frozen=True)
class Built:
    """The result of `build`: its folder, and the numbers of puzzles."""

    #: The folder.
    out: str
    #: Training puzzles, each the first example of its group.
    train_puzzles: int
    #: Rows of the training arrays: the puzzles and their morphs.
    train_examples: int
    #: Rows of the test arrays.
    test_puzzles: int
    #: Rows that were left out since they are invalid, with `invalid="drop"`.
    dropped_invalid: int
    #: Training puzzles that were left out since they are equivalent to test puzzles, with `leaks="drop"`.
    dropped_leaks: int


def build(
    train_csv: str | os.PathLike[str],
    test_csv: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    augment: int = 1000,
    seed: int = 0,
    subsample: int | None = None,
    min_rating: float | None = None,
    dtype: Literal["uint8", "int64"] | None = None,
    leaks: Literal["error", "drop", "ignore"] = "error",
    leaks_by: Literal["puzzle", "solution"] = "puzzle",
    invalid: Literal["error", "drop"] = "error",
    threads: int = 0,
    timeout: float | None = None,
    progress: Any = None,
) -> Built:
    """Writes the arrays that `build_sudoku_dataset.py` of HRM and of TRM write, and checks their contents.

    The inputs are csv files, compressed or not, with a header, or Parquet or Arrow files: columns `question`, `answer` and
    `rating` (or `puzzle` and `solution`), or else the four columns of sudoku-extreme by position. Every puzzle must have
    exactly one solution, and its answer must be that solution. The files, in `out`:

    - `{train,test}/all__inputs.npy` and `all__labels.npy`: shape `(N, 81)`, puzzles and solutions, each cell 1 more than its
      digit, so 1 is an empty cell and 0 is left for padding;
    - `{train,test}/all__puzzle_identifiers.npy` (zeros), `all__puzzle_indices.npy` and `all__group_indices.npy`: int32;
    - `{train,test}/dataset.json` and `identifiers.json`.

    A training puzzle and its morphs are a group, the puzzle first. With `augment=0` the files are, byte for byte, the files of the
    script of TRM; the script of HRM writes no `total_puzzles` into `dataset.json`, and the same arrays. Existing files are
    replaced at the end; after an error nothing has changed.

    augment: how many random morphs follow each training puzzle. Morph `k` of row `n` of the file is the morph of `quadrille
        morph --copies AUGMENT --seed SEED`.
    seed: the seed of the morphs and the subsample, from 0 to 2**64 - 1.
    subsample: how many training puzzles are drawn at random; they are in the order of the file.
    min_rating: leaves out the rows of both files with a lower rating.
    dtype: the type of inputs and labels; by default as in the scripts, int64 where there are morphs and uint8 elsewhere. The loaders
        of both cast it to int32, so `"uint8"` works too and takes an eighth of the space.
    leaks: the action if a training puzzle is equivalent to a test puzzle: raise `LeakError`, drop it from the training part, or
        ignore it.
    leaks_by: puzzles are equivalent if they are morphs of each other, or, by "solution", if their solutions are.
    invalid: the action for a row that is not a puzzle with its only solution: raise ValueError, or drop it.
    threads: 0 means one per core.
    timeout: seconds after which TimeoutError is raised.
    progress: True shows how many examples are written, with tqdm if it is there.

    >>> import quadrille, tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> for name, seed in [("train.csv", 1), ("test.csv", 2)]:
    ...     puzzles = quadrille.generate(10, seed=seed)
    ...     rows = [f"me,{p},{s},0" for p, s in zip(puzzles, quadrille.solve(puzzles))]
    ...     _ = (folder / name).write_text("\\n".join(["source,question,answer,rating", *rows]))
    >>> built = quadrille.training.build(folder / "train.csv", folder / "test.csv", folder / "set", augment=99)
    >>> built.train_puzzles, built.train_examples, built.test_puzzles
    (10, 1000, 10)
    >>> sorted(path.name for path in (folder / "set" / "train").iterdir())[:2]
    ['all__group_indices.npy', 'all__inputs.npy']
    """
    counts = training_build(
        train_csv,
        test_csv,
        out,
        augment=augment,
        seed=seed,
        subsample=subsample,
        min_rating=min_rating,
        dtype=dtype,
        leaks=leaks,
        leaks_by=leaks_by,
        invalid=invalid,
        threads=threads,
        timeout=timeout,
        progress=progress,
    )
    return Built(os.fspath(out), *counts)
