"""quadrille solves sudoku and other exact cover puzzles by the million.

>>> import quadrille
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> quadrille.solve(puzzle)
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> quadrille.check([puzzle, "5" + puzzle[1:80] + "5", "no puzzle", None])
['unique', 'none', 'invalid', None]

Each function takes a str, a list of str, a NumPy array of digits, or a column or a table with the Arrow interface
(pyarrow, polars, pandas, DuckDB), and gives the same kind back:

========================  ==========================================================================
puzzles                   answer of `solve`
========================  ==========================================================================
str                       str; None if there is no solution; ValueError for anything else
list, tuple, iterator     list of str; None where there is no solution, and for values that are not puzzles
NumPy array               array of uint8 of the same shape; zeros where there is no solution
column                    `Column`, of the type of the puzzles; null where there is no solution
table                     `Table`, the same columns with `solution` and `status`
========================  ==========================================================================

A NumPy array has the shape (N, 81), (N, 9, 9), (81,) or (9, 9), or the same for boards of 4, 6, 12, 16 or 25, and 0 for
an empty cell. A table has its puzzles in the column `column=`, one with a usual name (puzzle, quizzes, question …), or
the only one that holds any.

Options are keywords and have the names of the command line, such as `threads=1`, `timeout=5`, `progress=True`, `strict=True` and
`variant="x"`. Each function describes its own: see `help(quadrille.solve)`.

`Cover` is any other exact cover problem; its methods count, list and draw the solutions. `compat` has the
interfaces of the packages exact-cover and xcover.

Files are read by `read`, and solved by `solve_file` and by the command `quadrille`, which is also `python -m quadrille`. `show` draws a
board. `training.build` writes training sets, and `training.Morphs` and `training.IndexedMorphs` make morphs while a model trains. `arrow_batches`
answers batches of Spark, Daft, Dask and others.
"""

from . import training
from ._batches import arrow_batches, arrow_schema
from ._files import run, solve_file
from ._quadrille import (
    Column,
    Cover,
    CoverSolutions,
    Hint,
    Leaks,
    Solutions,
    Table,
    __version__,
    canonical,
    check,
    count,
    dedup,
    explain,
    generate,
    givens,
    hint,
    leak,
    morph,
    morph_with_solutions,
    rate,
    select,
    solutions,
    solve,
    split,
    verify,
)
from ._read import read, read_batches
from ._steps import Step
from .show import Board, show

__all__ = [
    "Board",
    "Column",
    "Cover",
    "CoverSolutions",
    "Hint",
    "Leaks",
    "Solutions",
    "Step",
    "Table",
    "__version__",
    "arrow_batches",
    "arrow_schema",
    "canonical",
    "check",
    "count",
    "dedup",
    "explain",
    "generate",
    "givens",
    "hint",
    "leak",
    "morph",
    "morph_with_solutions",
    "rate",
    "read",
    "read_batches",
    "run",
    "select",
    "show",
    "solutions",
    "solve",
    "solve_file",
    "split",
    "training",
    "verify",
]
