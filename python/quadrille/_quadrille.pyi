from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Hashable, Literal, Protocol, TypedDict, Union, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeAlias, Unpack

__version__: str

class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

# A table is a stream with columns, so its overloads stand before those of a column and overlap them.
class _Table(_Stream, Protocol):
    @property
    def columns(self) -> Any: ...

_Column: TypeAlias = Union[_Array, _Stream]
_List: TypeAlias = Union[list[str], list[str | None], tuple[str | None, ...], Iterator[str], Iterator[str | None]]
_Cells: TypeAlias = NDArray[np.integer[Any]]
_Boards: TypeAlias = NDArray[np.uint8]
_Status: TypeAlias = Literal["unique", "multiple", "none", "invalid", "unknown"]
_Variant: TypeAlias = Union[str, Iterable[str]]

class _Options(TypedDict, total=False):
    threads: int
    timeout: float | None
    progress: bool | Callable[[int, int], object] | None
    column: str | None
    strict: bool
    symbols: Literal["auto", "letters", "digits", "hex"]

class _EngineOptions(_Options, total=False):
    engine: Literal["auto", "lanes", "dlx"]
    isa: Literal["auto", "avx512", "avx2", "portable"]

class _SearchOptions(_EngineOptions, total=False):
    timeout_per_puzzle: float | None
    max_nodes: int | None
    variant: _Variant | None
    regions: str | PathLike[str] | None

class _LimitOptions(_SearchOptions, total=False):
    limit: int | None

class _HintOptions(_Options, total=False):
    method: Literal["singles", "locked", "all"]

class _CanonicalOptions(_EngineOptions, total=False):
    of: Literal["puzzle", "solution"]

class _RateOptions(_EngineOptions, total=False):
    by: str
    limit: Literal[1, 2]
    seed: int

class _DedupOptions(_EngineOptions, total=False):
    by: Literal["puzzle", "solution", "text"]

class _MorphOptions(TypedDict, total=False):
    seed: int | None
    first_row: int
    fix: str | Iterable[str]
    threads: int
    timeout: float | None
    progress: bool | Callable[[int, int], object] | None
    column: str | None
    symbols: Literal["auto", "letters", "digits", "hex"]

class _TableMorphOptions(_MorphOptions, total=False):
    solution_column: str | None
    copies: int | None

class _GenerateOptions(TypedDict, total=False):
    size: Literal[4, 6, 9, 12, 16, 25]
    seed: int | None
    start: int
    givens: int | None
    minimal: bool
    unique: bool
    variant: _Variant | None
    regions: str | PathLike[str] | None
    rating: tuple[float | str | None, float | str | None] | str | None
    by: str
    clues: tuple[int | None, int | None] | str | None
    symmetry: Literal["rotate180", "rotate90", "mirror", "diagonal", "none"]
    pattern: str | None
    no_equivalents: bool
    per_solution: int | None
    max_tries: int | None
    threads: int
    engine: Literal["auto", "lanes", "dlx"]
    isa: Literal["auto", "avx512", "avx2", "portable"]
    timeout: float | None
    progress: bool | Callable[[int, int], object] | None

class _CoverOptions(TypedDict, total=False):
    secondary: Iterable[Hashable]
    primary: Iterable[Hashable]
    limit: int | None
    max_nodes: int | None
    timeout: float | None
    timeout_per_puzzle: float | None
    progress: bool | Callable[[int, int], object] | None

@final
class Column:
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> list[Any]: ...
    @overload
    def __getitem__(self, key: str) -> Column: ...
    def __iter__(self) -> Iterator[Any]: ...
    def to_pylist(self) -> list[Any]: ...
    def counts(self) -> dict[str, int]: ...
    @property
    def status(self) -> Column | None: ...
    @property
    def error(self) -> Column | None: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def type(self) -> str: ...
    @property
    def null_count(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

@final
class Table:
    def __len__(self) -> int: ...
    def __getitem__(self, name: str) -> Column: ...
    def to_pylist(self) -> list[dict[str, Any]]: ...
    def counts(self) -> dict[str, int]: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def columns(self) -> list[Column]: ...
    @property
    def status(self) -> Column | None: ...
    @property
    def error(self) -> Column | None: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

@final
class Hint:
    @property
    def puzzle(self) -> str | None: ...
    @property
    def cell(self) -> str | None: ...
    @property
    def digit(self) -> int | None: ...
    @property
    def technique(self) -> str | None: ...
    @property
    def because(self) -> str | None: ...
    @property
    def status(self) -> Literal["hint", "mistake"]: ...

@final
class Solutions(Iterator[Any]):
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Any: ...

@overload
def solve(puzzles: str, /, **options: Unpack[_LimitOptions]) -> str | None: ...
@overload
def solve(puzzles: _List, /, **options: Unpack[_LimitOptions]) -> list[str | None]: ...
@overload
def solve(puzzles: _Cells, /, **options: Unpack[_LimitOptions]) -> _Boards: ...
@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_LimitOptions]
) -> Table: ...
@overload
def solve(puzzles: _Column, /, **options: Unpack[_LimitOptions]) -> Column: ...
@overload
def check(puzzles: str, /, **options: Unpack[_SearchOptions]) -> _Status: ...
@overload
def check(puzzles: _List, /, **options: Unpack[_SearchOptions]) -> list[_Status | None]: ...
@overload
def check(puzzles: _Cells, /, **options: Unpack[_SearchOptions]) -> Any: ...
@overload
def check(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_SearchOptions]
) -> Table: ...
@overload
def check(puzzles: _Column, /, **options: Unpack[_SearchOptions]) -> Column: ...
@overload
def count(puzzles: str, /, **options: Unpack[_LimitOptions]) -> int: ...
@overload
def count(puzzles: _List, /, **options: Unpack[_LimitOptions]) -> list[int | None]: ...
@overload
def count(puzzles: _Cells, /, **options: Unpack[_LimitOptions]) -> Any: ...
@overload
def count(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_LimitOptions]
) -> Table: ...
@overload
def count(puzzles: _Column, /, **options: Unpack[_LimitOptions]) -> Column: ...
@overload
def hint(puzzles: str, /, **options: Unpack[_HintOptions]) -> Hint | None: ...
@overload
def hint(puzzles: _List, /, **options: Unpack[_HintOptions]) -> list[Hint | None]: ...
@overload
def hint(puzzles: _Cells, /, **options: Unpack[_HintOptions]) -> _Boards: ...
@overload
def hint(puzzles: _Column, /, **options: Unpack[_HintOptions]) -> Table: ...
@overload
def canonical(puzzles: str, /, **options: Unpack[_CanonicalOptions]) -> str | None: ...
@overload
def canonical(puzzles: _List, /, **options: Unpack[_CanonicalOptions]) -> list[str | None]: ...
@overload
def canonical(puzzles: _Cells, /, **options: Unpack[_CanonicalOptions]) -> _Boards: ...
@overload
def canonical(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_CanonicalOptions]
) -> Table: ...
@overload
def canonical(puzzles: _Column, /, **options: Unpack[_CanonicalOptions]) -> Column: ...
@overload
def rate(puzzles: str, /, **options: Unpack[_RateOptions]) -> int | float | str | None: ...
@overload
def rate(puzzles: _List, /, **options: Unpack[_RateOptions]) -> list[Any]: ...
@overload
def rate(puzzles: _Cells, /, **options: Unpack[_RateOptions]) -> Any: ...
@overload
def rate(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_RateOptions]
) -> Table: ...
@overload
def rate(puzzles: _Column, /, **options: Unpack[_RateOptions]) -> Column: ...
@overload
def dedup(puzzles: list[str], /, **options: Unpack[_DedupOptions]) -> list[str]: ...
@overload
def dedup(puzzles: _List, /, **options: Unpack[_DedupOptions]) -> list[str | None]: ...
@overload
def dedup(puzzles: _Cells, /, **options: Unpack[_DedupOptions]) -> _Cells: ...
@overload
def dedup(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_DedupOptions]
) -> Table: ...
@overload
def dedup(puzzles: _Column, /, **options: Unpack[_DedupOptions]) -> Column: ...
def keys(puzzles: _Table | _Column, /, **options: Unpack[_DedupOptions]) -> Column: ...
@overload
def morph(puzzles: str, /, *, copies: None = None, solutions: None = None, **options: Unpack[_MorphOptions]) -> str: ...
@overload
def morph(puzzles: str, /, *, copies: int, solutions: None = None, **options: Unpack[_MorphOptions]) -> list[str]: ...
@overload
def morph(
    puzzles: str, /, *, solutions: str, copies: None = None, **options: Unpack[_MorphOptions]
) -> tuple[str, str]: ...
@overload
def morph(
    puzzles: str, /, *, solutions: str, copies: int, **options: Unpack[_MorphOptions]
) -> tuple[list[str], list[str]]: ...
@overload
def morph(
    puzzles: _List, /, *, copies: int | None = None, solutions: None = None, **options: Unpack[_MorphOptions]
) -> list[str | None]: ...
@overload
def morph(
    puzzles: _List, /, *, solutions: _List, copies: int | None = None, **options: Unpack[_MorphOptions]
) -> tuple[list[str | None], list[str | None]]: ...
@overload
def morph(
    puzzles: _Cells, /, *, copies: int | None = None, solutions: None = None, **options: Unpack[_MorphOptions]
) -> _Boards: ...
@overload
def morph(
    puzzles: _Cells, /, *, solutions: _Cells, copies: int | None = None, **options: Unpack[_MorphOptions]
) -> tuple[_Boards, _Boards]: ...
@overload
def morph(  # type: ignore[overload-overlap]
    puzzles: _Table, /, **options: Unpack[_TableMorphOptions]
) -> Table: ...
@overload
def morph(
    puzzles: _Column, /, *, copies: int | None = None, solutions: None = None, **options: Unpack[_MorphOptions]
) -> Column: ...
@overload
def morph(
    puzzles: _Column, /, *, solutions: _Column, copies: int | None = None, **options: Unpack[_MorphOptions]
) -> tuple[Column, Column]: ...
@overload
def generate(count: None = None, /, **options: Unpack[_GenerateOptions]) -> str: ...
@overload
def generate(count: int, /, **options: Unpack[_GenerateOptions]) -> list[str]: ...
@overload
def solutions(puzzle: str, /, **options: Unpack[_LimitOptions]) -> Iterator[str]: ...
@overload
def solutions(puzzle: _Cells, /, **options: Unpack[_LimitOptions]) -> Iterator[_Boards]: ...
@overload
def cover(
    options: Iterable[Iterable[Hashable] | Mapping[Any, Any]],
    /,
    *,
    count: Literal[False] = False,
    **keywords: Unpack[_CoverOptions],
) -> list[list[int]]: ...
@overload
def cover(
    options: Iterable[Iterable[Hashable] | Mapping[Any, Any]],
    /,
    *,
    count: Literal[True],
    **keywords: Unpack[_CoverOptions],
) -> int: ...
def command(launcher: list[str], args: list[str]) -> int: ...
def training_build(
    train: str | PathLike[str], test: str | PathLike[str], out: str | PathLike[str], **options: Any
) -> list[int]: ...
