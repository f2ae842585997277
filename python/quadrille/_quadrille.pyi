# Written by scripts/python-stubs. Edit src/stubs.pyi, or the docstrings of the extension.
# mypy: disable-error-code="overload-overlap, override"
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Hashable, Literal, Protocol, SupportsIndex, TypeAlias, Union, final, overload

import numpy as np
from numpy.typing import NDArray

from ._picture import Picture
from ._steps import Step

__version__: str

class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

# A table is a stream with columns, so its overloads come before the overloads of a column and overlap them.
class _Table(_Stream, Protocol):
    @property
    def columns(self) -> Any: ...

_Column: TypeAlias = Union[_Array, _Stream]
_List: TypeAlias = Union[list[str], list[str | None], tuple[str | None, ...], Iterator[str], Iterator[str | None]]
_Cells: TypeAlias = NDArray[np.integer[Any]]
_Boards: TypeAlias = NDArray[np.uint8]
_Symmetry: TypeAlias = Literal["rotate180", "rotate90", "mirror", "diagonal", "none"]
_StepMethod: TypeAlias = Literal["all", "se", "se=no-uniqueness", "hodoku", "locked", "singles"]
_HintMethod: TypeAlias = Literal["all", "se", "se=no-uniqueness", "hodoku", "locked", "singles", "naked-singles"]
_Status: TypeAlias = Literal["unique", "multiple", "none", "invalid", "unknown"]

@final
class Column:
    """A column of answers, with the Arrow interface: `pyarrow.chunked_array(column)`, `polars.Series(column)` and
    `numpy.asarray(column)` accept it; `to_arrow()`, `to_polars()`, `to_pandas()` and `to_numpy()` are the same.

    `column[i]` is one value, `column[i:j]` a part of the column, `column[mask]` the rows for which a mask is true, and
    `column["status"]` another column of the same answers. Comparing gives such a mask. `len`, iteration and `to_pylist()`
    work as for a list; a null is `None`. `hist()` and `plot()` draw the distribution.

    >>> import pyarrow, quadrille
    >>> column = quadrille.count(pyarrow.array(["." * 16, "1...3..2..4.4..1", "no puzzle"]))
    >>> column
    <quadrille.Column of 3 UInt64: 1 invalid, 1 multiple, 1 unique>
    >>> column.to_pylist(), column[0], column[1:].to_pylist(), column.counts()["invalid"]
    ([288, 1, None], 288, [1, None], 1)
    >>> column[column > 1].to_pylist(), (column.status == "unique").to_pylist()
    ([288], [False, True, False])
    >>> column.names, column["status"].to_pylist(), column.null_count
    (['count', 'status', 'error'], ['multiple', 'unique', 'invalid'], 1)
    """

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, key: int) -> Any: ...

    @overload
    def __getitem__(self, key: str | slice | Iterable[bool | None]) -> Column: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __eq__(self, other: object) -> Column: ...

    def __ne__(self, other: object) -> Column: ...

    def __lt__(self, other: Any) -> Column: ...

    def __le__(self, other: Any) -> Column: ...

    def __gt__(self, other: Any) -> Column: ...

    def __ge__(self, other: Any) -> Column: ...

    def __and__(self, other: Column) -> Column: ...

    def __or__(self, other: Column) -> Column: ...

    def __invert__(self) -> Column: ...

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...

    def to_pylist(self) -> list[Any]:
        """All values as a list, `None` for a null."""

    def to_arrow(self) -> Any:
        """The column with `pyarrow`, as a `ChunkedArray`."""

    def to_polars(self) -> Any:
        """The column as a series of polars."""

    def to_pandas(self) -> Any:
        """The column as a series of pandas. Whole numbers and bools with nulls have the nullable types `Int64`, `UInt64` and `boolean`."""

    def to_numpy(self) -> NDArray[Any]:
        """The column as an array of NumPy: numbers and bools of its type, and text for all but lists and bytes. A column with nulls
        is an array of objects, with `None`, unless it holds floats: their nulls become NaN.
        """

    def hist(self, *, bins: int | Sequence[float] | None = None, ax: Any = None) -> Any:
        """Draws a histogram: how many rows have which values. Nulls, NaN and infinite values are not counted.

        Few whole numbers have a bar each. Other numbers from 0 have two bins for each doubling, as in `quadrille rate --html`.
        Texts, such as levels and statuses, have a bar each, from the most frequent one.

        Args:
            bins: The number of bins of equal width, or the edges of the bins; values outside are left out.
            ax: Axes of matplotlib to draw into.

        Returns:
            The axes, or without matplotlib a picture, which notebooks draw and whose `to_svg()` is the text of a file.

        Raises:
            ValueError: The column has no values, or an argument is out of range.
            TypeError: The values are neither numbers nor texts.
        """

    def plot(self, *, ax: Any = None) -> Any:
        """Draws the cumulative distribution: for each number, the percentage of the rows with at most this number.

        Nulls, NaN and infinite values are not counted. If the numbers are far apart, the axis is logarithmic.

        Args:
            ax: Axes of matplotlib to draw into.

        Returns:
            The axes, or without matplotlib a picture, which notebooks draw and whose `to_svg()` is the text of a file.

        Raises:
            ValueError: The column has no values.
            TypeError: The values are not numbers.
        """

    def counts(self) -> dict[str, int]:
        """How many rows have which status, as a dictionary."""

    @property
    def status(self) -> Column | None:
        """The status of each row, if this is a column of answers."""

    @property
    def error(self) -> Column | None:
        """The error of each row, null where there is none."""

    @property
    def name(self) -> str:
        """The name of the column."""

    @property
    def names(self) -> list[str]:
        """The names of the columns of these answers."""

    @property
    def type(self) -> str:
        """The Arrow type, as text."""

    @property
    def null_count(self) -> int:
        """How many values are null."""

    def _repr_html_(self) -> str: ...

    def __arrow_c_schema__(self) -> object: ...

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

@final
class Table:
    """A table with answers, with the Arrow interface: `pyarrow.table(table)`, `polars.DataFrame(table)`,
    `pandas.DataFrame.from_arrow(table)` and DuckDB take it as theirs.

    `table["status"]` is a column, `table[i]` a row as a dictionary, `table[i:j]` a part of the table and `table[mask]` the rows
    for which a mask is true. `len` is the number of rows; iteration and `to_pylist()` give a dictionary for each.
    `to_arrow()`, `to_polars()`, `to_pandas()` and `to_numpy()` make it a table of other packages.

    >>> import pyarrow, quadrille
    >>> table = quadrille.count(pyarrow.table({"id": [7, 8], "puzzle": ["." * 16, "no puzzle"]}))
    >>> table
    <quadrille.Table of 2 rows (id, puzzle, count, status): 1 invalid, 1 multiple>
    >>> table["count"].to_pylist(), table.to_pylist()[0]["count"], table.counts()
    ([288, None], 288, {'invalid': 1, 'multiple': 1})
    >>> table[table["status"] == "multiple"].to_pandas()["count"].tolist()
    [288]
    >>> table.error[1]
    'expected 16, 36, 81, 144, 256 or 625 cells, found 9'
    """

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, key: str) -> Column: ...

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, key: slice | Iterable[bool | None]) -> Table: ...

    def __contains__(self, name: str) -> bool: ...

    def __iter__(self) -> Iterator[dict[str, Any]]: ...

    def to_pylist(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""

    def to_arrow(self) -> Any:
        """The table with `pyarrow`, as a `Table`."""

    def to_polars(self) -> Any:
        """The table as a `DataFrame` of polars."""

    def to_pandas(self) -> Any:
        """The table as a `DataFrame` of pandas, with columns as of `Column.to_pandas`."""

    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """The columns as arrays of NumPy by their names, as of `Column.to_numpy`."""

    def counts(self) -> dict[str, int]:
        """How many rows have which status, as a dictionary."""

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""

    @property
    def columns(self) -> list[Column]:
        """The columns."""

    @property
    def status(self) -> Column | None:
        """The status of each row."""

    @property
    def error(self) -> Column | None:
        """The error of each row, null where there is none. It is not among the columns."""

    def _repr_html_(self) -> str: ...

    def __arrow_c_schema__(self) -> object: ...

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

@final
class Hint:
    """The next step of a puzzle, and the reason for it. A notebook draws it as a picture: the digit in its cell, the pattern of the
    reason, and candidates that are eliminated. `show(puzzle, hint=hint)` draws the mistake of a puzzle, too.

    >>> import quadrille
    >>> hint = quadrille.hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> hint.cell, hint.digit, hint.technique, hint.status
    ('r5c5', 5, 'naked single', 'hint')
    """

    @property
    def puzzle(self) -> str | None:
        """The puzzle with the digit, or with all digits of the step."""

    @property
    def cell(self) -> str | None:
        """The cell, as in `r1c5`. None if the step places no digit, and if the method is naked-singles, as are the digit and the technique."""

    @property
    def digit(self) -> int | None:
        """The digit, from 1."""

    @property
    def technique(self) -> str | None:
        """The name of the technique that finds it."""

    @property
    def rating(self) -> float | None:
        """The rating of Sudoku Explainer, if the method is se."""

    @property
    def score(self) -> int | None:
        """The score of HoDoKu, if the method is hodoku."""

    @property
    def eliminated(self) -> str | None:
        """The candidates that the step eliminates, as in `r12c5<>3`, if the method is se or hodoku."""

    @property
    def notation(self) -> str | None:
        """The step in the notation of forums, if the method is se or hodoku and the technique has one."""

    @property
    def explanation(self) -> str | None:
        """Why the digit is right, in words; of a puzzle with a mistake, the mistake."""

    @property
    def status(self) -> Literal["hint", "mistake"]:
        """`hint`, or `mistake` for a puzzle that cannot be solved as it is."""

    @property
    def steps(self) -> list[str] | None:
        """All steps that the techniques of HoDoKu find, in words, with `all_steps`."""

    @property
    def _asked(self) -> tuple[str, str]: ...

    def _marks(self, cells: Sequence[int]) -> tuple[list[set[tuple[int, int]]], list[set[int]]]: ...

    def _repr_svg_(self) -> str | None: ...

    def _repr_html_(self) -> str | None: ...

@final
class Leaks:
    """The test puzzles that equal puzzles of another set, as `leak` finds them.

    `len(leaks)` is their number, and `table` has a row for each: `record`, its index in the test set, from 0; `matches`, the number
    of puzzles that it equals; and `equals`, a list of the indexes of these.

    >>> import quadrille
    >>> leaks = quadrille.leak(["1...3..2..4.4..1", "." * 16], ["." * 81, "2...3..1..4.4..2"])
    >>> leaks
    <quadrille.Leaks: 1 of 2 test puzzles equals 1 of 2 others>
    >>> leaks.table.to_pylist()
    [{'record': 0, 'matches': 1, 'equals': [1]}]
    """

    def __len__(self) -> int: ...

    @property
    def table(self) -> Table:
        """A row for each test puzzle that equals others."""

    @property
    def tests(self) -> int:
        """The number of test puzzles, malformed ones included."""

    @property
    def matches(self) -> int:
        """The number of other puzzles that equal a test puzzle."""

    @property
    def others(self) -> int:
        """The number of other puzzles, malformed ones included."""

@final
class Cover:
    """An exact cover problem: choose options that have each item exactly once.

    The methods count the solutions, list them and draw them at random. A solution is a list of the numbers of its options, in
    ascending order. A problem cannot be changed, and several threads may use it at once. `len` is the number of options,
    `options` and `items` are what it consists of, and it can be pickled if its items can. A notebook draws the first solution, if the
    items are cells and it is found within 10,000 nodes.

    Args:
        options: Lists of items, which are any objects that can be keys of a dictionary, or dictionaries from items to colors
            (None for no color). The rows of a NumPy matrix of 0 and 1 are options too, and its columns are the items.
        secondary: Items that may be covered once or not at all. Options that give one the same color may share it.
        colors: For each option a dictionary from secondary items to colors, or None.
        primary: Items that have to be covered, also if no option has them.
        costs: For each option a whole number from 0 to 2**64 - 1.
        bounds: A dictionary from primary items to the fewest and the most options that may have them, such as (0, 2). The most
            may be None: (1, None) is at least once.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: The problem is contradictory, such as an option that repeats an item. The message names the option.
        MemoryError: The problem does not fit in memory.

    >>> import quadrille
    >>> problem = quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> problem
    <quadrille.Cover of 4 options, 3 items>
    >>> list(problem.solutions())
    [[0, 1], [2, 3]]
    >>> options = [{"p": None, "s": "red"}, {"q": None, "s": "red"}, {"q": None, "s": "blue"}]
    >>> quadrille.Cover(options, secondary=["s"]).first()
    [0, 1]
    >>> queens = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(8) for c in range(8)]
    >>> diagonals = {item for option in queens for item in option[2:]}
    >>> quadrille.Cover(queens, secondary=diagonals).count()
    92
    >>> cells = [(r, c) for r in range(8) for c in range(8)]
    >>> dominoes = [[(r, c), (r, c + 1)] for r, c in cells if c < 7] + [[(r, c), (r + 1, c)] for r, c in cells if r < 7]
    >>> problem = quadrille.Cover(dominoes)
    >>> len(problem), problem.count()
    (112, 12988816)
    >>> problem.options[0], problem.items[:2]
    ([(0, 0), (0, 1)], [(0, 0), (0, 1)])
    >>> len(problem.first()), len(problem.sample(5, seed=1))
    (32, 5)
    """

    def __new__(
        cls, options: Iterable[Iterable[Hashable] | Mapping[Any, Any]], /, *, secondary: Iterable[Hashable] | None = (),
        colors: Iterable[Mapping[Any, Any] | None] | None = None, primary: Iterable[Hashable] | None = None,
        costs: Iterable[SupportsIndex] | None = None, bounds: Mapping[Any, tuple[int, int | None]] | None = None,
    ) -> Cover: ...

    def __len__(self) -> int: ...

    def __bool__(self) -> Literal[True]: ...

    @property
    def options(self) -> list[Any]:
        """The options, by their numbers: lists of items, or dictionaries from items to colors if any option has a color."""

    @property
    def items(self) -> list[Any]:
        """The items, first those that must be covered, then the secondary ones."""

    def count(
        self, *, limit: int | None = None, memory: int | None = None, threads: int = 0, timeout: float | None = None,
        max_nodes: int | None = None,
    ) -> int:
        """Counts the solutions, exactly, however many there are.

        Args:
            limit: The number, from 1, at which the count ends. None counts all.
            memory: The most bytes in which subproblems that were counted are remembered, if that pays. 0 counts one by one; None is
                4 GiB. The number does not depend on it.
            threads: The number of threads, at most 1024. 0 is one for each core.
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            The number of solutions.

        Raises:
            ValueError: The search reached `max_nodes`, or an argument is out of range.
            TimeoutError: The call took longer than `timeout`.

        >>> import quadrille
        >>> quadrille.Cover([[item] for item in range(100) for _ in range(3)]).count() == 3**100
        True
        """

    def solutions(
        self, *, limit: int | None = None, timeout: float | None = None, max_nodes: int | None = None,
    ) -> CoverSolutions:
        """Finds the solutions one after the other, in bounded memory.

        The same problem gives the same solutions in the same order.

        Args:
            limit: The most solutions that are found. None finds all.
            timeout: Seconds after which the search for the next solution fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            An iterator of lists. The search continues as they are read.

        Raises:
            ValueError: An argument is out of range.

        >>> import quadrille
        >>> problem = quadrille.Cover([[item] for item in range(100) for _ in range(3)])
        >>> len(list(problem.solutions(limit=1000)))
        1000
        """

    def first(self, *, timeout: float | None = None, max_nodes: int | None = None) -> list[int] | None:
        """Finds the first solution.

        Args:
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            The numbers of its options, or None if there is no solution.

        Raises:
            ValueError: The search reached `max_nodes`, or an argument is out of range.
            TimeoutError: The call took longer than `timeout`.

        >>> import quadrille
        >>> quadrille.Cover([["a", "b"], ["c"], ["a"]]).first()
        [0, 1]
        >>> quadrille.Cover([["a", "b"], ["b", "c"]]).first() is None
        True
        """

    def sample(
        self, k: int, /, *, seed: int | None = None, memory: int | None = None, timeout: float | None = None,
        max_nodes: int | None = None,
    ) -> list[list[int]]:
        """Draws solutions at random, all with the same probability; one may be drawn more than once.

        All solutions are kept as a decision diagram, for the next call too.

        Args:
            k: The number of solutions, at most 2**32 - 1. All of them have to fit in memory.
            seed: The seed of the random numbers, from 0 to 2**64 - 1: the same solutions each time, and a larger `k` more of them.
                None is another one each time.
            memory: The most bytes that the diagram of all solutions takes. None is 1 GiB.
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            A list of `k` solutions.

        Raises:
            ValueError: The problem has no solution to draw, or leaves more than 4,096 options after forced moves, the diagram
                takes more than `memory`, or the search reached `max_nodes`.
            TimeoutError: The call took longer than `timeout`.
            MemoryError: `k` solutions do not fit in memory.

        >>> import quadrille
        >>> problem = quadrille.Cover([[item] for item in range(100) for _ in range(3)])
        >>> first, second = problem.sample(2, seed=5)
        >>> len(first), first != second
        (100, True)
        """

    def lowest_cost(
        self, *, memory: int | None = None, timeout: float | None = None, max_nodes: int | None = None,
    ) -> tuple[int, list[int]] | None:
        """Finds a solution whose options cost least in total. Without costs, each option counts 1.

        The diagram of `sample` is used. For a problem with too many options for it, or with bounds and too large a diagram, all
        solutions are looked at.

        Args:
            memory: The most bytes that the diagram of all solutions takes. None is 1 GiB.
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            The cost and the solution, or None if there is no solution.

        Raises:
            ValueError: The search reached `max_nodes`, the diagram takes more than `memory`, or an argument is out of range.
            TimeoutError: The call took longer than `timeout`.

        >>> import quadrille
        >>> quadrille.Cover([["a", "b"], ["a"], ["b"]], costs=[9, 4, 3]).lowest_cost()
        (7, [1, 2])
        """

    def highest_cost(
        self, *, memory: int | None = None, timeout: float | None = None, max_nodes: int | None = None,
    ) -> tuple[int, list[int]] | None:
        """Finds a solution whose options cost most in total. Without costs, each option counts 1.

        The diagram of `sample` is used. For a problem with too many options for it, or with bounds and too large a diagram, all
        solutions are looked at.

        Args:
            memory: The most bytes that the diagram of all solutions takes. None is 1 GiB.
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            The cost and the solution, or None if there is no solution.

        Raises:
            ValueError: The search reached `max_nodes`, the diagram takes more than `memory`, or an argument is out of range.
            TimeoutError: The call took longer than `timeout`.

        >>> import quadrille
        >>> quadrille.Cover([["a", "b"], ["a"], ["b"]], costs=[9, 4, 3]).highest_cost()
        (9, [0])
        """

    def zdd(
        self, path: str | PathLike[str], /, *, memory: int | None = None, timeout: float | None = None,
        max_nodes: int | None = None,
    ) -> int:
        """Writes all solutions to a file, as a zero-suppressed decision diagram, which Graphillion loads.

        A line for each node: `id option lo hi`, with options counted from 1, B for no solution and T for the solution without
        options.

        Args:
            path: The path of the file, which is replaced.
            memory: The most bytes that the diagram of all solutions takes. None is 1 GiB.
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            The number of nodes.

        Raises:
            ValueError: The problem has no solution to draw, or leaves more than 4,096 options after forced moves, the diagram
                takes more than `memory`, or the search reached `max_nodes`.
            TimeoutError: The call took longer than `timeout`.

        >>> import pathlib, quadrille, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "all.zdd"
        >>> quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]]).zdd(path) == len(path.read_text().splitlines()) - 1
        True
        """

    def draw(
        self, solution: Iterable[int] | None = None, /, *, timeout: float | None = None, max_nodes: int | None = None,
    ) -> Picture:
        """Draws a solution of a problem whose items are cells, as a picture.

        Cells are pairs of numbers, such as (0, 3), or names, such as "r1c4". Options with several cells are drawn as tiles. An
        option with one cell whose other items end alike, such as ("row", 0, 7) and ("column", 3, 7), is drawn as this digit. The
        items of a row and a column, such as "row 1" and "column 4", are drawn as a mark on a chessboard.

        Args:
            solution: The numbers of options, as the other methods give them. None is the first solution.
            timeout: Seconds after which the call fails with TimeoutError. No limit by default.
            max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.

        Returns:
            A picture, which notebooks draw. Its `to_svg()` is the text of a file.

        Raises:
            ValueError: The items are not cells, there is no solution, the search reached `max_nodes`, or an argument is out of range.
            TimeoutError: The call took longer than `timeout`.

        >>> import quadrille
        >>> cells = [(r, c) for r in range(2) for c in range(3)]
        >>> dominoes = [[(r, c), (r, c + 1)] for r, c in cells if c < 2] + [[(r, c), (r + 1, c)] for r, c in cells if r < 1]
        >>> quadrille.Cover(dominoes).draw()
        <Picture: 3 options on 2×3 cells>
        """

    def _repr_svg_(self) -> str | None: ...

    def _repr_html_(self) -> str | None: ...

@final
class CoverSolutions(Iterator[list[int]]):
    """An iterator over the solutions of an exact cover problem, made by `Cover.solutions`. It ends after the last one.

    >>> import quadrille
    >>> solutions = quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]]).solutions()
    >>> next(solutions), list(solutions)
    ([0, 1], [[2, 3]])
    """

    def __iter__(self) -> CoverSolutions: ...

    def __next__(self) -> list[int]: ...

@final
class Batches(Iterator[Table]):
    """The tables of files, as `quadrille.read_batches` gives them. The run goes on between the steps, a few batches ahead."""

    def __iter__(self) -> Batches: ...

    def __next__(self) -> Table: ...

@final
class Solutions(Iterator[Any]):
    """An iterator over the solutions of one puzzle, made by `quadrille.solutions`. It ends after the last one.

    >>> import quadrille
    >>> solutions = quadrille.solutions("12.............3")
    >>> next(solutions), len(list(solutions))
    ('1234341223414123', 5)
    """

    def __iter__(self) -> Solutions: ...

    def __next__(self) -> Any: ...

@overload
def solve(
    puzzles: str, /, *, limit: int | None = 1, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> str | None:
    """Solves puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a search ends. With 2, the status says whether there is exactly one.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The solution of a str; None if there is none. The same kind as `puzzles` for the others: a list, an array with zeros
        where there is no solution, a `Column`, or a `Table` with the columns `solution` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> quadrille.solve(puzzle)
    '812753649943682175675491283154237896369845721287169534521974368438526917796318452'
    >>> quadrille.solve(["1...3..2..4.4..1", "11..............", None])
    ['1234341221434321', None, None]

    A column of answers also has their status, and the errors of malformed puzzles:

    >>> import pyarrow
    >>> answers = quadrille.solve(pyarrow.array([puzzle, "no puzzle", None]))
    >>> answers
    <quadrille.Column of 3 Utf8: 1 invalid, 1 null, 1 solved>
    >>> answers.error[1]
    'expected 16, 36, 81, 144, 256 or 625 cells, found 9'
    >>> quadrille.solve(pyarrow.table({"id": [7], "question": [puzzle]})).column_names
    ['id', 'question', 'solution', 'status']
    """

@overload
def solve(
    puzzles: _List, /, *, limit: int | None = 1, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> list[str | None]:
    """Solves puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a search ends. With 2, the status says whether there is exactly one.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The solution of a str; None if there is none. The same kind as `puzzles` for the others: a list, an array with zeros
        where there is no solution, a `Column`, or a `Table` with the columns `solution` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def solve(
    puzzles: _Cells, /, *, limit: int | None = 1, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> _Boards:
    """Solves puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a search ends. With 2, the status says whether there is exactly one.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The solution of a str; None if there is none. The same kind as `puzzles` for the others: a list, an array with zeros
        where there is no solution, a `Column`, or a `Table` with the columns `solution` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def solve(
    puzzles: _Table, /, *, limit: int | None = 1, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Table:
    """Solves puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a search ends. With 2, the status says whether there is exactly one.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The solution of a str; None if there is none. The same kind as `puzzles` for the others: a list, an array with zeros
        where there is no solution, a `Column`, or a `Table` with the columns `solution` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def solve(
    puzzles: _Column, /, *, limit: int | None = 1, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Column:
    """Solves puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a search ends. With 2, the status says whether there is exactly one.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The solution of a str; None if there is none. The same kind as `puzzles` for the others: a list, an array with zeros
        where there is no solution, a `Column`, or a `Table` with the columns `solution` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def check(
    puzzles: str, /, *, minimal: bool = False, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> _Status:
    """Says whether puzzles have exactly one solution.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        minimal: Whether the answers to columns and tables, not those to lists, also say which givens could be left out, each alone, in the column `minimality`: "minimal",
            "redundant: " and the cells, or "unknown" if searches were given up; with cells, "; 3 unknown" is their number. It is null unless the status is "unique".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The status of a str: "unique", "multiple", "none", "invalid" for a text that is not a puzzle, or "unknown" if the search was
        given up. A list or an array of them, a `Column`, or a `Table` with the column `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> quadrille.check("1...3..2..4.4..1")
    'unique'
    >>> quadrille.check(["1..............2", "11..............", "?", None])
    ['multiple', 'none', 'invalid', None]
    >>> import pyarrow
    >>> answers = quadrille.check(pyarrow.array(["1...3..2..4.4..1", "1......2..4.4..1"]), minimal=True)
    >>> answers["minimality"].to_pylist()
    ['redundant: r2c1 r4c1', 'minimal']
    """

@overload
def check(
    puzzles: _List, /, *, minimal: bool = False, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> list[_Status | None]:
    """Says whether puzzles have exactly one solution.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        minimal: Whether the answers to columns and tables, not those to lists, also say which givens could be left out, each alone, in the column `minimality`: "minimal",
            "redundant: " and the cells, or "unknown" if searches were given up; with cells, "; 3 unknown" is their number. It is null unless the status is "unique".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The status of a str: "unique", "multiple", "none", "invalid" for a text that is not a puzzle, or "unknown" if the search was
        given up. A list or an array of them, a `Column`, or a `Table` with the column `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def check(
    puzzles: _Cells, /, *, minimal: bool = False, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Any:
    """Says whether puzzles have exactly one solution.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        minimal: Whether the answers to columns and tables, not those to lists, also say which givens could be left out, each alone, in the column `minimality`: "minimal",
            "redundant: " and the cells, or "unknown" if searches were given up; with cells, "; 3 unknown" is their number. It is null unless the status is "unique".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The status of a str: "unique", "multiple", "none", "invalid" for a text that is not a puzzle, or "unknown" if the search was
        given up. A list or an array of them, a `Column`, or a `Table` with the column `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def check(
    puzzles: _Table, /, *, minimal: bool = False, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Table:
    """Says whether puzzles have exactly one solution.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        minimal: Whether the answers to columns and tables, not those to lists, also say which givens could be left out, each alone, in the column `minimality`: "minimal",
            "redundant: " and the cells, or "unknown" if searches were given up; with cells, "; 3 unknown" is their number. It is null unless the status is "unique".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The status of a str: "unique", "multiple", "none", "invalid" for a text that is not a puzzle, or "unknown" if the search was
        given up. A list or an array of them, a `Column`, or a `Table` with the column `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def check(
    puzzles: _Column, /, *, minimal: bool = False, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Column:
    """Says whether puzzles have exactly one solution.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        minimal: Whether the answers to columns and tables, not those to lists, also say which givens could be left out, each alone, in the column `minimality`: "minimal",
            "redundant: " and the cells, or "unknown" if searches were given up; with cells, "; 3 unknown" is their number. It is null unless the status is "unique".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The status of a str: "unique", "multiple", "none", "invalid" for a text that is not a puzzle, or "unknown" if the search was
        given up. A list or an array of them, a `Column`, or a `Table` with the column `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def verify(
    puzzles: str, solutions: str | None, /, *, solution_column: str | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> str | None:
    """Says why solutions are wrong: each is compared with the rules and with its puzzle.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        solutions: The solutions, of the same kind as the puzzles. A table has them in a column.
        solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
            target, …).
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        None if the solution of a str is right, else the reason. A list or an array of them, a `Column`, or a `Table` with the
        columns `mismatch` and `status`: "mismatch", or whether the puzzle has one solution. A value that is not a puzzle has no
        reason there, but the status "invalid"; in a list or an array its reason begins with "the puzzle: ". The right answer to a
        puzzle without a solution is None, "", "!none" or a board of zeros in an array.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzle = "1...3..2..4.4..1"
    >>> quadrille.verify(puzzle, quadrille.solve(puzzle))
    >>> quadrille.verify([puzzle, puzzle], ["1234341221434321", "1234341221434312"])
    [None, 'r4c4: 2 instead of the given 1']
    """

@overload
def verify(
    puzzles: _List, solutions: _List, /, *, solution_column: str | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> list[str | None]:
    """Says why solutions are wrong: each is compared with the rules and with its puzzle.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        solutions: The solutions, of the same kind as the puzzles. A table has them in a column.
        solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
            target, …).
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        None if the solution of a str is right, else the reason. A list or an array of them, a `Column`, or a `Table` with the
        columns `mismatch` and `status`: "mismatch", or whether the puzzle has one solution. A value that is not a puzzle has no
        reason there, but the status "invalid"; in a list or an array its reason begins with "the puzzle: ". The right answer to a
        puzzle without a solution is None, "", "!none" or a board of zeros in an array.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def verify(
    puzzles: _Cells, solutions: _Cells, /, *, solution_column: str | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Any:
    """Says why solutions are wrong: each is compared with the rules and with its puzzle.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        solutions: The solutions, of the same kind as the puzzles. A table has them in a column.
        solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
            target, …).
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        None if the solution of a str is right, else the reason. A list or an array of them, a `Column`, or a `Table` with the
        columns `mismatch` and `status`: "mismatch", or whether the puzzle has one solution. A value that is not a puzzle has no
        reason there, but the status "invalid"; in a list or an array its reason begins with "the puzzle: ". The right answer to a
        puzzle without a solution is None, "", "!none" or a board of zeros in an array.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def verify(
    puzzles: _Table, solutions: None = None, /, *, solution_column: str | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Table:
    """Says why solutions are wrong: each is compared with the rules and with its puzzle.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        solutions: The solutions, of the same kind as the puzzles. A table has them in a column.
        solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
            target, …).
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        None if the solution of a str is right, else the reason. A list or an array of them, a `Column`, or a `Table` with the
        columns `mismatch` and `status`: "mismatch", or whether the puzzle has one solution. A value that is not a puzzle has no
        reason there, but the status "invalid"; in a list or an array its reason begins with "the puzzle: ". The right answer to a
        puzzle without a solution is None, "", "!none" or a board of zeros in an array.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def verify(
    puzzles: _Column, solutions: _Column, /, *, solution_column: str | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Column:
    """Says why solutions are wrong: each is compared with the rules and with its puzzle.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        solutions: The solutions, of the same kind as the puzzles. A table has them in a column.
        solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
            target, …).
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        None if the solution of a str is right, else the reason. A list or an array of them, a `Column`, or a `Table` with the
        columns `mismatch` and `status`: "mismatch", or whether the puzzle has one solution. A value that is not a puzzle has no
        reason there, but the status "invalid"; in a list or an array its reason begins with "the puzzle: ". The right answer to a
        puzzle without a solution is None, "", "!none" or a board of zeros in an array.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def count(
    puzzles: str, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> int:
    """Counts the solutions of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a count ends. None counts all.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The number of solutions of a str; None if it is 2**64 or more, or the search was given up. A list, a `Column`, or a
        `Table` with the columns `count` and `status`. In an array of uint64, a count of 2**64 or more is 2**64 - 1, and a value that is not a
        puzzle, or was given up, has 0 solutions.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> quadrille.count("." * 16)
    288
    >>> quadrille.count(["1" + "." * 15, "." * 81], limit=1000)
    [72, 1000]
    """

@overload
def count(
    puzzles: _List, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> list[int | None]:
    """Counts the solutions of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a count ends. None counts all.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The number of solutions of a str; None if it is 2**64 or more, or the search was given up. A list, a `Column`, or a
        `Table` with the columns `count` and `status`. In an array of uint64, a count of 2**64 or more is 2**64 - 1, and a value that is not a
        puzzle, or was given up, has 0 solutions.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def count(
    puzzles: _Cells, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Any:
    """Counts the solutions of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a count ends. None counts all.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The number of solutions of a str; None if it is 2**64 or more, or the search was given up. A list, a `Column`, or a
        `Table` with the columns `count` and `status`. In an array of uint64, a count of 2**64 or more is 2**64 - 1, and a value that is not a
        puzzle, or was given up, has 0 solutions.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def count(
    puzzles: _Table, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Table:
    """Counts the solutions of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a count ends. None counts all.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The number of solutions of a str; None if it is 2**64 or more, or the search was given up. A list, a `Column`, or a
        `Table` with the columns `count` and `status`. In an array of uint64, a count of 2**64 or more is 2**64 - 1, and a value that is not a
        puzzle, or was given up, has 0 solutions.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def count(
    puzzles: _Column, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
    timeout_per_puzzle: float | None = None, max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Column:
    """Counts the solutions of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        limit: The number of solutions, from 1, at which a count ends. None counts all.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        The number of solutions of a str; None if it is 2**64 or more, or the search was given up. A list, a `Column`, or a
        `Table` with the columns `count` and `status`. In an array of uint64, a count of 2**64 or more is 2**64 - 1, and a value that is not a
        puzzle, or was given up, has 0 solutions.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def givens(
    puzzles: str, /, *, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> int:
    """Counts the givens of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The number of givens of a str. A list, an array (nan for a value that is not a puzzle), a `Column`, whose
        `column["symmetry"]` is the largest symmetry of the cells that are given, or a `Table` with the columns `givens`,
        `symmetry` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> quadrille.givens(["1...3..2..4.4..1", None])
    [6, None]
    """

@overload
def givens(
    puzzles: _List, /, *, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> list[int | None]:
    """Counts the givens of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The number of givens of a str. A list, an array (nan for a value that is not a puzzle), a `Column`, whose
        `column["symmetry"]` is the largest symmetry of the cells that are given, or a `Table` with the columns `givens`,
        `symmetry` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def givens(
    puzzles: _Cells, /, *, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Any:
    """Counts the givens of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The number of givens of a str. A list, an array (nan for a value that is not a puzzle), a `Column`, whose
        `column["symmetry"]` is the largest symmetry of the cells that are given, or a `Table` with the columns `givens`,
        `symmetry` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def givens(
    puzzles: _Table, /, *, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Table:
    """Counts the givens of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The number of givens of a str. A list, an array (nan for a value that is not a puzzle), a `Column`, whose
        `column["symmetry"]` is the largest symmetry of the cells that are given, or a `Table` with the columns `givens`,
        `symmetry` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def givens(
    puzzles: _Column, /, *, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Column:
    """Counts the givens of puzzles.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The number of givens of a str. A list, an array (nan for a value that is not a puzzle), a `Column`, whose
        `column["symmetry"]` is the largest symmetry of the cells that are given, or a `Table` with the columns `givens`,
        `symmetry` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def hint(
    puzzles: str, /, *, method: _HintMethod = "all", all_steps: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Hint | None:
    """Finds the next step of 9×9 puzzles, as a person would.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates) or "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards. With "se" or "se=no-uniqueness" the hint is the next step of Sudoku Explainer,
            with "hodoku" of HoDoKu, which may eliminate candidates. "naked-singles" fills every cell that has one candidate, all at once.
        all_steps: Whether all steps that the techniques of HoDoKu find in the position are added, as `steps`, but no siamese fish, which are two
            fish each. Only with the method "hodoku", and not for arrays.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The `Hint` for a str, or None if the techniques find none. A list of hints, an array of boards with the digit, or a
        `Table` with columns that are named as the attributes of `Hint`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> hint = quadrille.hint(puzzle)
    >>> hint
    <quadrille.Hint r5c5 = 5: row 5 has 1 3 4 8, column 5 has 2 6 7 9>
    >>> (hint.cell, hint.digit, hint.technique, hint.puzzle[40])
    ('r5c5', 5, 'naked single', '5')
    """

@overload
def hint(
    puzzles: _List, /, *, method: _HintMethod = "all", all_steps: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> list[Hint | None]:
    """Finds the next step of 9×9 puzzles, as a person would.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates) or "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards. With "se" or "se=no-uniqueness" the hint is the next step of Sudoku Explainer,
            with "hodoku" of HoDoKu, which may eliminate candidates. "naked-singles" fills every cell that has one candidate, all at once.
        all_steps: Whether all steps that the techniques of HoDoKu find in the position are added, as `steps`, but no siamese fish, which are two
            fish each. Only with the method "hodoku", and not for arrays.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The `Hint` for a str, or None if the techniques find none. A list of hints, an array of boards with the digit, or a
        `Table` with columns that are named as the attributes of `Hint`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def hint(
    puzzles: _Cells, /, *, method: _HintMethod = "all", all_steps: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> _Boards:
    """Finds the next step of 9×9 puzzles, as a person would.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates) or "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards. With "se" or "se=no-uniqueness" the hint is the next step of Sudoku Explainer,
            with "hodoku" of HoDoKu, which may eliminate candidates. "naked-singles" fills every cell that has one candidate, all at once.
        all_steps: Whether all steps that the techniques of HoDoKu find in the position are added, as `steps`, but no siamese fish, which are two
            fish each. Only with the method "hodoku", and not for arrays.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The `Hint` for a str, or None if the techniques find none. A list of hints, an array of boards with the digit, or a
        `Table` with columns that are named as the attributes of `Hint`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def hint(
    puzzles: _Column, /, *, method: _HintMethod = "all", all_steps: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Table:
    """Finds the next step of 9×9 puzzles, as a person would.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates) or "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards. With "se" or "se=no-uniqueness" the hint is the next step of Sudoku Explainer,
            with "hodoku" of HoDoKu, which may eliminate candidates. "naked-singles" fills every cell that has one candidate, all at once.
        all_steps: Whether all steps that the techniques of HoDoKu find in the position are added, as `steps`, but no siamese fish, which are two
            fish each. Only with the method "hodoku", and not for arrays.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The `Hint` for a str, or None if the techniques find none. A list of hints, an array of boards with the digit, or a
        `Table` with columns that are named as the attributes of `Hint`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def explain(
    puzzles: str, /, *, method: _StepMethod = "all", threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[Step]:
    """Explains how puzzles are solved, step by step, as a person would solve them.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates), "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards with one solution, or "se" or "se=no-uniqueness", which use them alone,
            or "hodoku", the techniques of HoDoKu.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The steps of a str as a list of `Step`, which is a str. If the techniques do not solve the puzzle, the last one says how many cells
        are left and which techniques were tried, or which contradiction they lead to. There are none for a full board, and for a mistake
        that is seen at once, which `hint` names. For others a list or an array of lists of str, a `Column`, or a `Table` with the
        columns `solution`, `steps` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> steps = quadrille.explain("1234341.21434321")
    >>> steps
    ['r2c4 = 2 (naked single): row 2 has 1 3 4']
    >>> steps[0].technique, steps[0].cell, steps[0].digit
    ('naked single', 'r2c4', 2)
    """

@overload
def explain(
    puzzles: _List, /, *, method: _StepMethod = "all", threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[list[str] | None]:
    """Explains how puzzles are solved, step by step, as a person would solve them.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates), "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards with one solution, or "se" or "se=no-uniqueness", which use them alone,
            or "hodoku", the techniques of HoDoKu.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The steps of a str as a list of `Step`, which is a str. If the techniques do not solve the puzzle, the last one says how many cells
        are left and which techniques were tried, or which contradiction they lead to. There are none for a full board, and for a mistake
        that is seen at once, which `hint` names. For others a list or an array of lists of str, a `Column`, or a `Table` with the
        columns `solution`, `steps` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def explain(
    puzzles: _Cells, /, *, method: _StepMethod = "all", threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Any:
    """Explains how puzzles are solved, step by step, as a person would solve them.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates), "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards with one solution, or "se" or "se=no-uniqueness", which use them alone,
            or "hodoku", the techniques of HoDoKu.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The steps of a str as a list of `Step`, which is a str. If the techniques do not solve the puzzle, the last one says how many cells
        are left and which techniques were tried, or which contradiction they lead to. There are none for a full board, and for a mistake
        that is seen at once, which `hint` names. For others a list or an array of lists of str, a `Column`, or a `Table` with the
        columns `solution`, `steps` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def explain(
    puzzles: _Table, /, *, method: _StepMethod = "all", threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Table:
    """Explains how puzzles are solved, step by step, as a person would solve them.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates), "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards with one solution, or "se" or "se=no-uniqueness", which use them alone,
            or "hodoku", the techniques of HoDoKu.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The steps of a str as a list of `Step`, which is a str. If the techniques do not solve the puzzle, the last one says how many cells
        are left and which techniques were tried, or which contradiction they lead to. There are none for a full board, and for a mistake
        that is seen at once, which `hint` names. For others a list or an array of lists of str, a `Column`, or a `Table` with the
        columns `solution`, `steps` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def explain(
    puzzles: _Column, /, *, method: _StepMethod = "all", threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Column:
    """Explains how puzzles are solved, step by step, as a person would solve them.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates), "all", which goes on with the
            techniques of Sudoku Explainer on 9×9 boards with one solution, or "se" or "se=no-uniqueness", which use them alone,
            or "hodoku", the techniques of HoDoKu.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The steps of a str as a list of `Step`, which is a str. If the techniques do not solve the puzzle, the last one says how many cells
        are left and which techniques were tried, or which contradiction they lead to. There are none for a full board, and for a mistake
        that is seen at once, which `hint` names. For others a list or an array of lists of str, a `Column`, or a `Table` with the
        columns `solution`, `steps` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def canonical(
    puzzles: str, /, *, form_of: Literal["puzzle", "solution", "givens"] = "puzzle", transform: bool = False,
    threads: int = 0, timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> str | None:
    """Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they are morphs of each other.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        form_of: "puzzle", "solution" for the form of the solution of puzzles with exactly one, or "givens" for the least morph of the givens, without solving.
        transform: Whether the answers to columns and tables, not those to lists, also have the transformation that leads to the form, in the column `transform`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The form of a str; None if it has none. A list, an array with zeros where there is no form, a `Column`, whose
        `column["automorphisms"]` are the numbers of symmetries, or a `Table` with the columns `canonical`, `automorphisms` and
        `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> quadrille.canonical("1...3..2..4.4..1") == quadrille.canonical(quadrille.morph("1...3..2..4.4..1"))
    True
    >>> import pyarrow
    >>> quadrille.canonical(pyarrow.array(["1...3..2..4.4..1"]), transform=True)["transform"].to_pylist()
    ['t-r2143-c3412-d1324']
    """

@overload
def canonical(
    puzzles: _List, /, *, form_of: Literal["puzzle", "solution", "givens"] = "puzzle", transform: bool = False,
    threads: int = 0, timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[str | None]:
    """Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they are morphs of each other.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        form_of: "puzzle", "solution" for the form of the solution of puzzles with exactly one, or "givens" for the least morph of the givens, without solving.
        transform: Whether the answers to columns and tables, not those to lists, also have the transformation that leads to the form, in the column `transform`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The form of a str; None if it has none. A list, an array with zeros where there is no form, a `Column`, whose
        `column["automorphisms"]` are the numbers of symmetries, or a `Table` with the columns `canonical`, `automorphisms` and
        `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def canonical(
    puzzles: _Cells, /, *, form_of: Literal["puzzle", "solution", "givens"] = "puzzle", transform: bool = False,
    threads: int = 0, timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> _Boards:
    """Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they are morphs of each other.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        form_of: "puzzle", "solution" for the form of the solution of puzzles with exactly one, or "givens" for the least morph of the givens, without solving.
        transform: Whether the answers to columns and tables, not those to lists, also have the transformation that leads to the form, in the column `transform`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The form of a str; None if it has none. A list, an array with zeros where there is no form, a `Column`, whose
        `column["automorphisms"]` are the numbers of symmetries, or a `Table` with the columns `canonical`, `automorphisms` and
        `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def canonical(
    puzzles: _Table, /, *, form_of: Literal["puzzle", "solution", "givens"] = "puzzle", transform: bool = False,
    threads: int = 0, timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Table:
    """Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they are morphs of each other.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        form_of: "puzzle", "solution" for the form of the solution of puzzles with exactly one, or "givens" for the least morph of the givens, without solving.
        transform: Whether the answers to columns and tables, not those to lists, also have the transformation that leads to the form, in the column `transform`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The form of a str; None if it has none. A list, an array with zeros where there is no form, a `Column`, whose
        `column["automorphisms"]` are the numbers of symmetries, or a `Table` with the columns `canonical`, `automorphisms` and
        `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def canonical(
    puzzles: _Column, /, *, form_of: Literal["puzzle", "solution", "givens"] = "puzzle", transform: bool = False,
    threads: int = 0, timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", strict: bool = False,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Column:
    """Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they are morphs of each other.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        form_of: "puzzle", "solution" for the form of the solution of puzzles with exactly one, or "givens" for the least morph of the givens, without solving.
        transform: Whether the answers to columns and tables, not those to lists, also have the transformation that leads to the form, in the column `transform`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The form of a str; None if it has none. A list, an array with zeros where there is no form, a `Column`, whose
        `column["automorphisms"]` are the numbers of symmetries, or a `Table` with the columns `canonical`, `automorphisms` and
        `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def rate(
    puzzles: str, /, *, method: str | None = "guesses", limit: int | None = None, seed: int | None = None,
    rating_column: str | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> int | float | str | None:
    """Rates how difficult 9×9 puzzles are.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: "guesses": the guesses of the search of tdoku, which the data set sudoku-extreme has as its `rating`. "morphs" or
            "morphs=K": the mean of ln(guesses + 1) over K random morphs (10), as a power of e, from 1 up. "logic": what a person
            needs, "singles", "locked" or "backdoor N". "se": ER of Sudoku Explainer, from 1.0 to 11.9 for the hardest known puzzles,
            0.0 for a solved grid, 20.0 if its techniques end; "se=no-uniqueness" leaves out the techniques that assume that a puzzle
            has one solution. "hodoku": the score of HoDoKu.
        limit: With "guesses", the number of solutions, 1 or 2, at which a search ends. None is 1.
        seed: With "morphs", the seed of the morphs, from 0 to 2**64 - 1. None is 0.
        rating_column: The column that the ratings of a table are written to. None is `rating`, with "se" `er`, with "hodoku" `score`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The rating of a str: an int, with "morphs" and "se" a float, with "logic" a str. A list, an array (nan, or None, for a value
        without a rating), a `Column`, or a `Table` with the columns `rating` and `status`; with "logic" also `step_count`, with "se" `er`,
        `ep`, `ed` and `status`, with "hodoku" `score`, `level` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> quadrille.rate(puzzle)
    57
    >>> quadrille.rate([puzzle, None], method="logic")
    ['backdoor 2', None]
    >>> quadrille.rate(puzzle, method="se")
    10.7
    """

@overload
def rate(
    puzzles: _List, /, *, method: str | None = "guesses", limit: int | None = None, seed: int | None = None,
    rating_column: str | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[Any]:
    """Rates how difficult 9×9 puzzles are.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: "guesses": the guesses of the search of tdoku, which the data set sudoku-extreme has as its `rating`. "morphs" or
            "morphs=K": the mean of ln(guesses + 1) over K random morphs (10), as a power of e, from 1 up. "logic": what a person
            needs, "singles", "locked" or "backdoor N". "se": ER of Sudoku Explainer, from 1.0 to 11.9 for the hardest known puzzles,
            0.0 for a solved grid, 20.0 if its techniques end; "se=no-uniqueness" leaves out the techniques that assume that a puzzle
            has one solution. "hodoku": the score of HoDoKu.
        limit: With "guesses", the number of solutions, 1 or 2, at which a search ends. None is 1.
        seed: With "morphs", the seed of the morphs, from 0 to 2**64 - 1. None is 0.
        rating_column: The column that the ratings of a table are written to. None is `rating`, with "se" `er`, with "hodoku" `score`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The rating of a str: an int, with "morphs" and "se" a float, with "logic" a str. A list, an array (nan, or None, for a value
        without a rating), a `Column`, or a `Table` with the columns `rating` and `status`; with "logic" also `step_count`, with "se" `er`,
        `ep`, `ed` and `status`, with "hodoku" `score`, `level` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def rate(
    puzzles: _Cells, /, *, method: str | None = "guesses", limit: int | None = None, seed: int | None = None,
    rating_column: str | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Any:
    """Rates how difficult 9×9 puzzles are.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: "guesses": the guesses of the search of tdoku, which the data set sudoku-extreme has as its `rating`. "morphs" or
            "morphs=K": the mean of ln(guesses + 1) over K random morphs (10), as a power of e, from 1 up. "logic": what a person
            needs, "singles", "locked" or "backdoor N". "se": ER of Sudoku Explainer, from 1.0 to 11.9 for the hardest known puzzles,
            0.0 for a solved grid, 20.0 if its techniques end; "se=no-uniqueness" leaves out the techniques that assume that a puzzle
            has one solution. "hodoku": the score of HoDoKu.
        limit: With "guesses", the number of solutions, 1 or 2, at which a search ends. None is 1.
        seed: With "morphs", the seed of the morphs, from 0 to 2**64 - 1. None is 0.
        rating_column: The column that the ratings of a table are written to. None is `rating`, with "se" `er`, with "hodoku" `score`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The rating of a str: an int, with "morphs" and "se" a float, with "logic" a str. A list, an array (nan, or None, for a value
        without a rating), a `Column`, or a `Table` with the columns `rating` and `status`; with "logic" also `step_count`, with "se" `er`,
        `ep`, `ed` and `status`, with "hodoku" `score`, `level` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def rate(
    puzzles: _Table, /, *, method: str | None = "guesses", limit: int | None = None, seed: int | None = None,
    rating_column: str | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Table:
    """Rates how difficult 9×9 puzzles are.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: "guesses": the guesses of the search of tdoku, which the data set sudoku-extreme has as its `rating`. "morphs" or
            "morphs=K": the mean of ln(guesses + 1) over K random morphs (10), as a power of e, from 1 up. "logic": what a person
            needs, "singles", "locked" or "backdoor N". "se": ER of Sudoku Explainer, from 1.0 to 11.9 for the hardest known puzzles,
            0.0 for a solved grid, 20.0 if its techniques end; "se=no-uniqueness" leaves out the techniques that assume that a puzzle
            has one solution. "hodoku": the score of HoDoKu.
        limit: With "guesses", the number of solutions, 1 or 2, at which a search ends. None is 1.
        seed: With "morphs", the seed of the morphs, from 0 to 2**64 - 1. None is 0.
        rating_column: The column that the ratings of a table are written to. None is `rating`, with "se" `er`, with "hodoku" `score`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The rating of a str: an int, with "morphs" and "se" a float, with "logic" a str. A list, an array (nan, or None, for a value
        without a rating), a `Column`, or a `Table` with the columns `rating` and `status`; with "logic" also `step_count`, with "se" `er`,
        `ep`, `ed` and `status`, with "hodoku" `score`, `level` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def rate(
    puzzles: _Column, /, *, method: str | None = "guesses", limit: int | None = None, seed: int | None = None,
    rating_column: str | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None, prefix: str = "",
    strict: bool = False, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Column:
    """Rates how difficult 9×9 puzzles are.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        method: "guesses": the guesses of the search of tdoku, which the data set sudoku-extreme has as its `rating`. "morphs" or
            "morphs=K": the mean of ln(guesses + 1) over K random morphs (10), as a power of e, from 1 up. "logic": what a person
            needs, "singles", "locked" or "backdoor N". "se": ER of Sudoku Explainer, from 1.0 to 11.9 for the hardest known puzzles,
            0.0 for a solved grid, 20.0 if its techniques end; "se=no-uniqueness" leaves out the techniques that assume that a puzzle
            has one solution. "hodoku": the score of HoDoKu.
        limit: With "guesses", the number of solutions, 1 or 2, at which a search ends. None is 1.
        seed: With "morphs", the seed of the morphs, from 0 to 2**64 - 1. None is 0.
        rating_column: The column that the ratings of a table are written to. None is `rating`, with "se" `er`, with "hodoku" `score`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The rating of a str: an int, with "morphs" and "se" a float, with "logic" a str. A list, an array (nan, or None, for a value
        without a rating), a `Column`, or a `Table` with the columns `rating` and `status`; with "logic" also `step_count`, with "se" `er`,
        `ep`, `ed` and `status`, with "hodoku" `score`, `level` and `status`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def dedup(
    puzzles: list[str], /, *, equal_by: Literal["puzzle", "solution", "text"] = "puzzle", threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[str]:
    """Keeps the first puzzle of each class of equal ones, in their order, and every value that cannot be compared.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
            equal. "text": puzzles with the same givens are equal. Boards above 9×9 are only compared by "text".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`. A warning counts values that could
        not be compared, which are kept.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzle = "1...3..2..4.4..1"
    >>> quadrille.dedup([puzzle, quadrille.morph(puzzle), "1234" + "." * 12])
    ['1...3..2..4.4..1', '1234............']
    """

@overload
def dedup(
    puzzles: _List, /, *, equal_by: Literal["puzzle", "solution", "text"] = "puzzle", threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[str | None]:
    """Keeps the first puzzle of each class of equal ones, in their order, and every value that cannot be compared.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
            equal. "text": puzzles with the same givens are equal. Boards above 9×9 are only compared by "text".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`. A warning counts values that could
        not be compared, which are kept.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def dedup(
    puzzles: _Cells, /, *, equal_by: Literal["puzzle", "solution", "text"] = "puzzle", threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> _Cells:
    """Keeps the first puzzle of each class of equal ones, in their order, and every value that cannot be compared.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
            equal. "text": puzzles with the same givens are equal. Boards above 9×9 are only compared by "text".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`. A warning counts values that could
        not be compared, which are kept.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def dedup(
    puzzles: _Table, /, *, equal_by: Literal["puzzle", "solution", "text"] = "puzzle", threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Table:
    """Keeps the first puzzle of each class of equal ones, in their order, and every value that cannot be compared.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
            equal. "text": puzzles with the same givens are equal. Boards above 9×9 are only compared by "text".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`. A warning counts values that could
        not be compared, which are kept.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def dedup(
    puzzles: _Column, /, *, equal_by: Literal["puzzle", "solution", "text"] = "puzzle", threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Column:
    """Keeps the first puzzle of each class of equal ones, in their order, and every value that cannot be compared.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
            equal. "text": puzzles with the same givens are equal. Boards above 9×9 are only compared by "text".
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`. A warning counts values that could
        not be compared, which are kept.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def split(
    puzzles: list[str], weights: str | Sequence[int], /, *, seed: int | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[list[str]]:
    """Divides puzzles into parts so that no puzzle of a part is a morph of one in another part, and no solution either.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        weights: The weights of the parts, such as `(90, 10)` or "90/10". Only their ratios matter.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for `quadrille select --split`. The part of a puzzle
            depends on the seed, the weights and its class alone. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A list of the parts, each with its puzzles, or rows of a table, in their order: lists, arrays, `Column`s or `Table`s. The sizes
        follow the weights as nearly as chance allows. A value that is not a puzzle, or a board above 9×9, is not in any part, and a warning
        counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzles = quadrille.generate(10, seed=1)
    >>> train, test = quadrille.split(puzzles, (80, 20), seed=3)
    >>> len(train) + len(test)
    10
    >>> len(quadrille.leak(test, train))
    0
    """

@overload
def split(
    puzzles: _List, weights: str | Sequence[int], /, *, seed: int | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[list[str | None]]:
    """Divides puzzles into parts so that no puzzle of a part is a morph of one in another part, and no solution either.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        weights: The weights of the parts, such as `(90, 10)` or "90/10". Only their ratios matter.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for `quadrille select --split`. The part of a puzzle
            depends on the seed, the weights and its class alone. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A list of the parts, each with its puzzles, or rows of a table, in their order: lists, arrays, `Column`s or `Table`s. The sizes
        follow the weights as nearly as chance allows. A value that is not a puzzle, or a board above 9×9, is not in any part, and a warning
        counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def split(
    puzzles: _Cells, weights: str | Sequence[int], /, *, seed: int | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[_Cells]:
    """Divides puzzles into parts so that no puzzle of a part is a morph of one in another part, and no solution either.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        weights: The weights of the parts, such as `(90, 10)` or "90/10". Only their ratios matter.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for `quadrille select --split`. The part of a puzzle
            depends on the seed, the weights and its class alone. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A list of the parts, each with its puzzles, or rows of a table, in their order: lists, arrays, `Column`s or `Table`s. The sizes
        follow the weights as nearly as chance allows. A value that is not a puzzle, or a board above 9×9, is not in any part, and a warning
        counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def split(
    puzzles: _Table, weights: str | Sequence[int], /, *, seed: int | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[Table]:
    """Divides puzzles into parts so that no puzzle of a part is a morph of one in another part, and no solution either.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        weights: The weights of the parts, such as `(90, 10)` or "90/10". Only their ratios matter.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for `quadrille select --split`. The part of a puzzle
            depends on the seed, the weights and its class alone. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A list of the parts, each with its puzzles, or rows of a table, in their order: lists, arrays, `Column`s or `Table`s. The sizes
        follow the weights as nearly as chance allows. A value that is not a puzzle, or a board above 9×9, is not in any part, and a warning
        counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def split(
    puzzles: _Column, weights: str | Sequence[int], /, *, seed: int | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[Column]:
    """Divides puzzles into parts so that no puzzle of a part is a morph of one in another part, and no solution either.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        weights: The weights of the parts, such as `(90, 10)` or "90/10". Only their ratios matter.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for `quadrille select --split`. The part of a puzzle
            depends on the seed, the weights and its class alone. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A list of the parts, each with its puzzles, or rows of a table, in their order: lists, arrays, `Column`s or `Table`s. The sizes
        follow the weights as nearly as chance allows. A value that is not a puzzle, or a board above 9×9, is not in any part, and a warning
        counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def select(
    puzzles: list[str], /, number: int | None = None, *,
    givens: int | tuple[int | None, int | None] | str | None = None, symmetry: _Symmetry | None = None,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None,
    sort: Literal["givens", "symmetry", "rating"] | None = None, descending: bool = False, per_bucket: bool = False,
    seed: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[str]:
    """Selects puzzles with some properties, sorts them, or draws some of them at random.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        number: How many are drawn at random, of all puzzles or of those with the other properties: every set of this size has the
            same probability. If there are fewer, all of them are. None draws nothing: all that have the properties are kept.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28".
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal", or "none" for cells without any of
            these.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked". Only
            9×9 boards have ratings.
        method: The ratings are by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        sort: The order of the puzzles: by "givens", "symmetry" (rotate90, rotate180, mirror, diagonal, none) or "rating". Equal ones stay in
            their order, and puzzles without a rating are last. None is the order in which they were passed.
        descending: Whether `sort` begins with the greatest.
        per_bucket: Whether `number` puzzles are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and
            100 or more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles that are selected, or the rows of a table: a list, an array, a `Column` or a `Table`. A value that is not a puzzle is
        never selected, nor a board without the rating that is needed, and a warning counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzles = quadrille.generate(20, seed=1)
    >>> few = quadrille.select(puzzles, 3, seed=1)
    >>> len(few), set(few) < set(quadrille.select(puzzles, 5, seed=1))
    (3, True)
    >>> minimal = quadrille.generate(20, minimal=True, seed=1)
    >>> quadrille.rate(quadrille.select(minimal, rating=(2, None), sort="rating", descending=True))
    [4, 3, 2, 2, 2]
    """

@overload
def select(
    puzzles: _List, /, number: int | None = None, *, givens: int | tuple[int | None, int | None] | str | None = None,
    symmetry: _Symmetry | None = None,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None,
    sort: Literal["givens", "symmetry", "rating"] | None = None, descending: bool = False, per_bucket: bool = False,
    seed: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[str | None]:
    """Selects puzzles with some properties, sorts them, or draws some of them at random.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        number: How many are drawn at random, of all puzzles or of those with the other properties: every set of this size has the
            same probability. If there are fewer, all of them are. None draws nothing: all that have the properties are kept.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28".
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal", or "none" for cells without any of
            these.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked". Only
            9×9 boards have ratings.
        method: The ratings are by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        sort: The order of the puzzles: by "givens", "symmetry" (rotate90, rotate180, mirror, diagonal, none) or "rating". Equal ones stay in
            their order, and puzzles without a rating are last. None is the order in which they were passed.
        descending: Whether `sort` begins with the greatest.
        per_bucket: Whether `number` puzzles are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and
            100 or more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles that are selected, or the rows of a table: a list, an array, a `Column` or a `Table`. A value that is not a puzzle is
        never selected, nor a board without the rating that is needed, and a warning counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def select(
    puzzles: _Cells, /, number: int | None = None, *, givens: int | tuple[int | None, int | None] | str | None = None,
    symmetry: _Symmetry | None = None,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None,
    sort: Literal["givens", "symmetry", "rating"] | None = None, descending: bool = False, per_bucket: bool = False,
    seed: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> _Cells:
    """Selects puzzles with some properties, sorts them, or draws some of them at random.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        number: How many are drawn at random, of all puzzles or of those with the other properties: every set of this size has the
            same probability. If there are fewer, all of them are. None draws nothing: all that have the properties are kept.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28".
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal", or "none" for cells without any of
            these.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked". Only
            9×9 boards have ratings.
        method: The ratings are by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        sort: The order of the puzzles: by "givens", "symmetry" (rotate90, rotate180, mirror, diagonal, none) or "rating". Equal ones stay in
            their order, and puzzles without a rating are last. None is the order in which they were passed.
        descending: Whether `sort` begins with the greatest.
        per_bucket: Whether `number` puzzles are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and
            100 or more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles that are selected, or the rows of a table: a list, an array, a `Column` or a `Table`. A value that is not a puzzle is
        never selected, nor a board without the rating that is needed, and a warning counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def select(
    puzzles: _Table, /, number: int | None = None, *, givens: int | tuple[int | None, int | None] | str | None = None,
    symmetry: _Symmetry | None = None,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None,
    sort: Literal["givens", "symmetry", "rating"] | None = None, descending: bool = False, per_bucket: bool = False,
    seed: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Table:
    """Selects puzzles with some properties, sorts them, or draws some of them at random.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        number: How many are drawn at random, of all puzzles or of those with the other properties: every set of this size has the
            same probability. If there are fewer, all of them are. None draws nothing: all that have the properties are kept.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28".
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal", or "none" for cells without any of
            these.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked". Only
            9×9 boards have ratings.
        method: The ratings are by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        sort: The order of the puzzles: by "givens", "symmetry" (rotate90, rotate180, mirror, diagonal, none) or "rating". Equal ones stay in
            their order, and puzzles without a rating are last. None is the order in which they were passed.
        descending: Whether `sort` begins with the greatest.
        per_bucket: Whether `number` puzzles are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and
            100 or more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles that are selected, or the rows of a table: a list, an array, a `Column` or a `Table`. A value that is not a puzzle is
        never selected, nor a board without the rating that is needed, and a warning counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def select(
    puzzles: _Column, /, number: int | None = None, *, givens: int | tuple[int | None, int | None] | str | None = None,
    symmetry: _Symmetry | None = None,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None,
    sort: Literal["givens", "symmetry", "rating"] | None = None, descending: bool = False, per_bucket: bool = False,
    seed: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, column: str | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Column:
    """Selects puzzles with some properties, sorts them, or draws some of them at random.

    Args:
        puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        number: How many are drawn at random, of all puzzles or of those with the other properties: every set of this size has the
            same probability. If there are fewer, all of them are. None draws nothing: all that have the properties are kept.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28".
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal", or "none" for cells without any of
            these.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked". Only
            9×9 boards have ratings.
        method: The ratings are by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        sort: The order of the puzzles: by "givens", "symmetry" (rotate90, rotate180, mirror, diagonal, none) or "rating". Equal ones stay in
            their order, and puzzles without a rating are last. None is the order in which they were passed.
        descending: Whether `sort` begins with the greatest.
        per_bucket: Whether `number` puzzles are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and
            100 or more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The puzzles that are selected, or the rows of a table: a list, an array, a `Column` or a `Table`. A value that is not a puzzle is
        never selected, nor a board without the rating that is needed, and a warning counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

def leak(
    tests: _List | _Cells | _Table | _Column, against: _List | _Cells | _Table | _Column, /, *,
    equal_by: Literal["puzzle", "solution", "text"] = "puzzle", against_column: str | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Leaks:
    """Finds the puzzles of a test set that equal puzzles of another set, such as a training set.

    Args:
        tests: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
        against: The other puzzles, of any of these kinds.
        equal_by: "puzzle", "solution" or "text", as for `dedup`. Boards above 9×9 are only compared by "text".
        against_column: The column of a table `against` with the puzzles. None is the same as `column`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        The `Leaks`. A value that could not be compared equals no other, and a warning counts these.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzles = quadrille.generate(4, seed=1)
    >>> leaks = quadrille.leak(quadrille.morph(puzzles[:2]), puzzles)
    >>> len(leaks), leaks.table["record"].to_pylist(), leaks.table["equals"].to_pylist()
    (2, [0, 1], [[0], [1]])
    """

def keys(
    puzzles: _Table | _Column, /, *, equal_by: Literal["puzzle", "solution", "text"] = "puzzle", threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Column:
    """Finds a key of 16 bytes for each puzzle, by which puzzles in different places are compared: the puzzles of one class have the
    same key, on every machine.

    Args:
        puzzles: A column or table with the Arrow interface.
        equal_by: "puzzle", "solution" or "text", as for `dedup`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A `Column` of keys; null for a null and for a value that is not a puzzle.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import pyarrow, quadrille
    >>> from quadrille._quadrille import keys
    >>> first, second = keys(pyarrow.array(["1...3..2..4.4..1", quadrille.morph("1...3..2..4.4..1")]))
    >>> first == second, len(first)
    (True, 16)
    """

@overload
def morph(
    puzzles: str, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | None = None, transform_column: str | None = None, inverse: bool = False,
    solution_column: str | None = None, no_solution: bool = False, group: bool = True, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> str:
    """Makes morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        transform_column: The column of a table with the transformation of each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        solution_column: The column of a table with the solutions, which are moved with their puzzles. None is the only column with a
            usual name (solution, answer, target, …), if there is one. Solutions in any other column are refused.
        no_solution: Whether the solutions of a table stay as they are.
        group: Whether a table gets the column `group` if there are `copies`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morph of a str. The same kind as `puzzles` for the others; in a `Table` the morphs replace the puzzles and their
        solutions, and with `copies` the column `group` has the number of the row that a morph comes from, from 1, as has
        `column["group"]` of a `Column`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> morphs = quadrille.morph(["1...3..2..4.4..1"], copies=3, seed=1)
    >>> quadrille.morph("1...3..2..4.4..1", seed=1) == morphs[0]
    True
    >>> quadrille.morph(morphs[0], seed=1, inverse=True)
    '1...3..2..4.4..1'
    >>> quadrille.morph("1...3..2..4.4..1", transform="t-r2143-c3412-d1324")
    '.....412.1.34...'
    """

@overload
def morph(
    puzzles: _List, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, transform_column: str | None = None, inverse: bool = False,
    solution_column: str | None = None, no_solution: bool = False, group: bool = True, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> list[str | None]:
    """Makes morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        transform_column: The column of a table with the transformation of each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        solution_column: The column of a table with the solutions, which are moved with their puzzles. None is the only column with a
            usual name (solution, answer, target, …), if there is one. Solutions in any other column are refused.
        no_solution: Whether the solutions of a table stay as they are.
        group: Whether a table gets the column `group` if there are `copies`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morph of a str. The same kind as `puzzles` for the others; in a `Table` the morphs replace the puzzles and their
        solutions, and with `copies` the column `group` has the number of the row that a morph comes from, from 1, as has
        `column["group"]` of a `Column`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def morph(
    puzzles: _Cells, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, transform_column: str | None = None, inverse: bool = False,
    solution_column: str | None = None, no_solution: bool = False, group: bool = True, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> _Boards:
    """Makes morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        transform_column: The column of a table with the transformation of each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        solution_column: The column of a table with the solutions, which are moved with their puzzles. None is the only column with a
            usual name (solution, answer, target, …), if there is one. Solutions in any other column are refused.
        no_solution: Whether the solutions of a table stay as they are.
        group: Whether a table gets the column `group` if there are `copies`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morph of a str. The same kind as `puzzles` for the others; in a `Table` the morphs replace the puzzles and their
        solutions, and with `copies` the column `group` has the number of the row that a morph comes from, from 1, as has
        `column["group"]` of a `Column`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def morph(
    puzzles: _Table, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, transform_column: str | None = None, inverse: bool = False,
    solution_column: str | None = None, no_solution: bool = False, group: bool = True, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Table:
    """Makes morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        transform_column: The column of a table with the transformation of each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        solution_column: The column of a table with the solutions, which are moved with their puzzles. None is the only column with a
            usual name (solution, answer, target, …), if there is one. Solutions in any other column are refused.
        no_solution: Whether the solutions of a table stay as they are.
        group: Whether a table gets the column `group` if there are `copies`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morph of a str. The same kind as `puzzles` for the others; in a `Table` the morphs replace the puzzles and their
        solutions, and with `copies` the column `group` has the number of the row that a morph comes from, from 1, as has
        `column["group"]` of a `Column`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def morph(
    puzzles: _Column, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, transform_column: str | None = None, inverse: bool = False,
    solution_column: str | None = None, no_solution: bool = False, group: bool = True, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    column: str | None = None, prefix: str = "", symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> Column:
    """Makes morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the
            Arrow interface.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        transform_column: The column of a table with the transformation of each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        solution_column: The column of a table with the solutions, which are moved with their puzzles. None is the only column with a
            usual name (solution, answer, target, …), if there is one. Solutions in any other column are refused.
        no_solution: Whether the solutions of a table stay as they are.
        group: Whether a table gets the column `group` if there are `copies`.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),
            or the only one that holds puzzles.
        prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused.
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morph of a str. The same kind as `puzzles` for the others; in a `Table` the morphs replace the puzzles and their
        solutions, and with `copies` the column `group` has the number of the row that a morph comes from, from 1, as has
        `column["group"]` of a `Column`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def morph_with_solutions(
    puzzles: str, solutions: str | None, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | None = None, inverse: bool = False, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> tuple[str, str | None]:
    """Makes morphs of puzzles and moves their solutions in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column with the Arrow interface.
        solutions: Their solutions, of the same kind. A table has them in a column, which `morph` moves.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morphs and their solutions, both of the kind of `puzzles`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> puzzles, solutions = quadrille.morph_with_solutions(["1...3..2..4.4..1"], ["1234341221434321"], copies=2, seed=7)
    >>> solutions == quadrille.solve(puzzles)
    True
    """

@overload
def morph_with_solutions(
    puzzles: _List, solutions: _List, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, inverse: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> tuple[list[str | None], list[str | None]]:
    """Makes morphs of puzzles and moves their solutions in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column with the Arrow interface.
        solutions: Their solutions, of the same kind. A table has them in a column, which `morph` moves.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morphs and their solutions, both of the kind of `puzzles`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def morph_with_solutions(
    puzzles: _Cells, solutions: _Cells, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, inverse: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> tuple[_Boards, _Boards]:
    """Makes morphs of puzzles and moves their solutions in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column with the Arrow interface.
        solutions: Their solutions, of the same kind. A table has them in a column, which `morph` moves.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morphs and their solutions, both of the kind of `puzzles`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def morph_with_solutions(
    puzzles: _Column, solutions: _Column, /, *, copies: int | None = None, seed: int | None = None, first_row: int = 0,
    rows: Sequence[int] | NDArray[np.integer[Any]] | None = None, exclude_symmetry: str | Iterable[str] = (),
    transform: str | _List | _Column | None = None, inverse: bool = False, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto",
) -> tuple[Column, Column]:
    """Makes morphs of puzzles and moves their solutions in the same way.

    Args:
        puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column with the Arrow interface.
        solutions: Their solutions, of the same kind. A table has them in a column, which `morph` moves.
        copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
            following ones. None is one, and one str or board has no more.
        seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
        first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
        rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.
        exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
            or a text with commas.
        transform: The transformation to apply in place of random ones, such as "t-r2143-c3412-d1324", as `canonical` and the
            command write it. A list or column has one for each puzzle.
        inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).

    Returns:
        The morphs and their solutions, both of the kind of `puzzles`.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

@overload
def generate(
    number: None = None, *, size: Literal[4, 6, 9, 12, 16, 25] = 9, seed: int | None = None, start: int | None = None,
    givens: int | tuple[int | None, int | None] | str | None = None, minimal: bool = False, unique: bool = True,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None, symmetry: _Symmetry = "none",
    pattern: str | None = None, no_equivalents: bool = False, per_solution: int | None = None,
    max_tries: int | None = None, columns: None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> str:
    """Makes random puzzles with one solution.

    `rating`, `technique`, `first_steps`, a range of `givens`, `symmetry`, `pattern`, `no_equivalents` and `per_solution` start a search: puzzles are made until
    enough of them are as wanted.

    Args:
        number: The number of puzzles. None is one, which is returned without a list.
        size: The cells of a row: 4, 6, 9, 12, 16 or 25.
        seed: The seed of the random numbers, from 0 to 2**64 - 1: the same puzzles on any machine. None is another one each time.
        start: The index of the first puzzle, so that parts of a long list can be made apart. None is 0. Not for a search.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28". None is about 33 on 9×9,
            fewer if the puzzles are minimal.
        minimal: Whether every given is needed: without it there is a second solution.
        unique: False also makes puzzles with several solutions. Not for a search.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked".
        method: The rating is by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal" or "none".
        pattern: A text with a symbol for each cell, which says which cells are given: `.` or `0` is an empty cell.
        no_equivalents: Whether no puzzle is a morph of another.
        per_solution: The most puzzles, from 1, whose solutions are morphs of each other. None is 8 with a rating, else no limit.
        max_tries: Attempts in a row without a puzzle, from 1, after which a search gives up. None is 10,000,000, or 10,000 with
            variants and above 9×9.
        columns: The columns of a `Table` in place of a list: any of "puzzle", "solution", "rating", by `method`, "givens" and
            "symmetry", as a list or a text with commas.
        timeout: Seconds after which no more puzzles are made; the `columns` of those that were made are still filled. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.
        threads: The number of threads, at most 1024. 0 is one for each core.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A puzzle as a str, a list of `number` of them, or a `Table` with the `columns`. A list or a table has fewer puzzles if `timeout`
        ended the call, and a warning says how many.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, or there are no such puzzles.
        RuntimeError: A search gave up after `max_tries`. The attribute `puzzles` of this exception and of KeyboardInterrupt is a
            list of the puzzles that were found before.
        TimeoutError: One puzzle was asked for, and not found within `timeout`.

    >>> import quadrille
    >>> puzzle = quadrille.generate(seed=1)
    >>> quadrille.check(puzzle), quadrille.givens(puzzle)
    ('unique', 33)
    >>> all(24 <= givens <= 26 for givens in quadrille.givens(quadrille.generate(3, givens=(24, 26), seed=1)))
    True
    >>> all(5 <= rating <= 20 for rating in quadrille.rate(quadrille.generate(3, rating=(5, 20), seed=1)))
    True
    """

@overload
def generate(
    number: int, *, size: Literal[4, 6, 9, 12, 16, 25] = 9, seed: int | None = None, start: int | None = None,
    givens: int | tuple[int | None, int | None] | str | None = None, minimal: bool = False, unique: bool = True,
    rating: float | str | tuple[float | str | None, float | str | None] | None = None, method: str | None = None,
    technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None, symmetry: _Symmetry = "none",
    pattern: str | None = None, no_equivalents: bool = False, per_solution: int | None = None,
    max_tries: int | None = None, columns: None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None, engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> list[str]:
    """Makes random puzzles with one solution.

    `rating`, `technique`, `first_steps`, a range of `givens`, `symmetry`, `pattern`, `no_equivalents` and `per_solution` start a search: puzzles are made until
    enough of them are as wanted.

    Args:
        number: The number of puzzles. None is one, which is returned without a list.
        size: The cells of a row: 4, 6, 9, 12, 16 or 25.
        seed: The seed of the random numbers, from 0 to 2**64 - 1: the same puzzles on any machine. None is another one each time.
        start: The index of the first puzzle, so that parts of a long list can be made apart. None is 0. Not for a search.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28". None is about 33 on 9×9,
            fewer if the puzzles are minimal.
        minimal: Whether every given is needed: without it there is a second solution.
        unique: False also makes puzzles with several solutions. Not for a search.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked".
        method: The rating is by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal" or "none".
        pattern: A text with a symbol for each cell, which says which cells are given: `.` or `0` is an empty cell.
        no_equivalents: Whether no puzzle is a morph of another.
        per_solution: The most puzzles, from 1, whose solutions are morphs of each other. None is 8 with a rating, else no limit.
        max_tries: Attempts in a row without a puzzle, from 1, after which a search gives up. None is 10,000,000, or 10,000 with
            variants and above 9×9.
        columns: The columns of a `Table` in place of a list: any of "puzzle", "solution", "rating", by `method`, "givens" and
            "symmetry", as a list or a text with commas.
        timeout: Seconds after which no more puzzles are made; the `columns` of those that were made are still filled. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.
        threads: The number of threads, at most 1024. 0 is one for each core.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A puzzle as a str, a list of `number` of them, or a `Table` with the `columns`. A list or a table has fewer puzzles if `timeout`
        ended the call, and a warning says how many.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, or there are no such puzzles.
        RuntimeError: A search gave up after `max_tries`. The attribute `puzzles` of this exception and of KeyboardInterrupt is a
            list of the puzzles that were found before.
        TimeoutError: One puzzle was asked for, and not found within `timeout`.
    """

@overload
def generate(
    number: int | None = None, *, size: Literal[4, 6, 9, 12, 16, 25] = 9, seed: int | None = None,
    start: int | None = None, givens: int | tuple[int | None, int | None] | str | None = None, minimal: bool = False,
    unique: bool = True, rating: float | str | tuple[float | str | None, float | str | None] | None = None,
    method: str | None = None, technique: str | None = None, first_steps: Literal["pearl", "diamond"] | None = None,
    symmetry: _Symmetry = "none", pattern: str | None = None, no_equivalents: bool = False,
    per_solution: int | None = None, max_tries: int | None = None, columns: str | Iterable[str],
    variant: str | Iterable[str] | None = None, regions: str | PathLike[str] | None = None, threads: int = 0,
    timeout: float | None = None, progress: bool | Callable[[int, int], object] | None = None,
    engine: Literal["auto", "lanes", "dlx"] = "auto", isa: Literal["auto", "avx512", "avx2", "portable"] = "auto",
) -> Table:
    """Makes random puzzles with one solution.

    `rating`, `technique`, `first_steps`, a range of `givens`, `symmetry`, `pattern`, `no_equivalents` and `per_solution` start a search: puzzles are made until
    enough of them are as wanted.

    Args:
        number: The number of puzzles. None is one, which is returned without a list.
        size: The cells of a row: 4, 6, 9, 12, 16 or 25.
        seed: The seed of the random numbers, from 0 to 2**64 - 1: the same puzzles on any machine. None is another one each time.
        start: The index of the first puzzle, so that parts of a long list can be made apart. None is 0. Not for a search.
        givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28". None is about 33 on 9×9,
            fewer if the puzzles are minimal.
        minimal: Whether every given is needed: without it there is a second solution.
        unique: False also makes puzzles with several solutions. Not for a search.
        rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked".
        method: The rating is by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
        technique: The technique of the hardest step by "se", such as "naked pair".
        first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
        symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal" or "none".
        pattern: A text with a symbol for each cell, which says which cells are given: `.` or `0` is an empty cell.
        no_equivalents: Whether no puzzle is a morph of another.
        per_solution: The most puzzles, from 1, whose solutions are morphs of each other. None is 8 with a rating, else no limit.
        max_tries: Attempts in a row without a puzzle, from 1, after which a search gives up. None is 10,000,000, or 10,000 with
            variants and above 9×9.
        columns: The columns of a `Table` in place of a list: any of "puzzle", "solution", "rating", by `method`, "givens" and
            "symmetry", as a list or a text with commas.
        timeout: Seconds after which no more puzzles are made; the `columns` of those that were made are still filled. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.
        threads: The number of threads, at most 1024. 0 is one for each core.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".

    Returns:
        A puzzle as a str, a list of `number` of them, or a `Table` with the `columns`. A list or a table has fewer puzzles if `timeout`
        ended the call, and a warning says how many.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, or there are no such puzzles.
        RuntimeError: A search gave up after `max_tries`. The attribute `puzzles` of this exception and of KeyboardInterrupt is a
            list of the puzzles that were found before.
        TimeoutError: One puzzle was asked for, and not found within `timeout`.
    """

@overload
def solutions(
    puzzle: str, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto", timeout_per_puzzle: float | None = None,
    max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Iterator[str]:
    """Finds all solutions of one puzzle, one after the other, in bounded memory.

    Args:
        puzzle: A str, or a NumPy array with the digits of one board (0 is an empty cell).
        limit: The most solutions that are found. None finds all.
        threads: Accepted as by the other functions; the search has one thread.
        timeout: Seconds after which the search for the next solution fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        An iterator of str or arrays. The search continues as they are read.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.

    >>> import quadrille
    >>> len(list(quadrille.solutions("12..............")))
    24
    >>> next(quadrille.solutions("." * 81))[:9]
    '123456789'
    """

@overload
def solutions(
    puzzle: _Cells, /, *, limit: int | None = None, threads: int = 0, timeout: float | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
    symbols: Literal["auto", "letters", "digits", "hex"] = "auto", engine: Literal["auto", "lanes", "dlx"] = "auto",
    isa: Literal["auto", "avx512", "avx2", "portable"] = "auto", timeout_per_puzzle: float | None = None,
    max_nodes: int | None = None, variant: str | Iterable[str] | None = None,
    regions: str | PathLike[str] | None = None,
) -> Iterator[_Boards]:
    """Finds all solutions of one puzzle, one after the other, in bounded memory.

    Args:
        puzzle: A str, or a NumPy array with the digits of one board (0 is an empty cell).
        limit: The most solutions that are found. None finds all.
        threads: Accepted as by the other functions; the search has one thread.
        timeout: Seconds after which the search for the next solution fails with TimeoutError. No limit by default.
        progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
        symbols: The digits of boards above 9×9: "auto", "letters" (A is 1), "digits" (A is 10) or "hex" (0 is 1).
        engine: The search engine: "auto", "lanes" or "dlx".
        isa: The instruction set of "lanes": "auto", "avx512", "avx2" or "portable".
        timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.
        max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.
        variant: Additional rules: "x", "windoku", "jigsaw", "anti-knight" or "disjoint-groups". Several are a list, or
            a text with commas.
        regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file.

    Returns:
        An iterator of str or arrays. The search continues as they are read.

    Raises:
        TypeError: An argument has another type, or there is no keyword of this name.
        ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.
        TimeoutError: The call took longer than `timeout`.
    """

def _read(paths: list[str], /, **options: Any) -> Table | tuple[str, str | None]: ...

def _read_batches(paths: list[str], rows: int, /, **options: Any) -> Batches: ...

def _text(path: str) -> str: ...

def _texts(names: list[str], columns: list[list[str | None]]) -> Table: ...

def command(args: list[str]) -> int:
    """Runs the command with these arguments, the first of which is a name, and returns its exit code.

    It handles signals itself and may end the process, so it is for a process that does nothing else.
    """

def training_build(
    train: str | PathLike[str], test: str | PathLike[str], out: str | PathLike[str], **options: Any,
) -> list[int]:
    """Builds a training set; `quadrille/training.py` documents it.

    Returns the numbers of training puzzles, of training examples, of test puzzles, of invalid rows and of leaked ones.
    """
