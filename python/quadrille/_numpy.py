"""NumPy arrays and series, made ready for the extension. Imported only if such an argument is passed."""

from __future__ import annotations

from typing import Any

#: The number of cells and the side of each board.
SIDES = {side * side: side for side in (4, 6, 9, 12, 16, 25)}


def holds_text(array: Any) -> bool:
    """Whether an array is one of strings."""
    return array.dtype.kind in "OUT" and array.ndim == 1


def cells(array: Any) -> tuple[Any, tuple[int, ...], bool]:
    """The boards as contiguous rows of bytes, the shape of the array, and whether it is a single board."""
    import numpy as np

    if array.dtype.kind not in "iu":
        raise TypeError(f"expected an array of integers, got {array.dtype}")
    shape, single = array.shape, False
    if len(shape) == 1 and shape[0] in SIDES:
        area, single = shape[0], True
    elif len(shape) == 2 and shape[0] == shape[1] and shape[0] in SIDES.values():
        area, single = shape[0] ** 2, True
    elif len(shape) == 2 and shape[1] in SIDES:
        area = shape[1]
    elif len(shape) == 3 and shape[1] == shape[2] and shape[1] in SIDES.values():
        area = shape[1] ** 2
    else:
        raise ValueError(
            f"expected an array of shape (N, 81), (N, 9, 9), (81,) or (9, 9), or the same for another size, got {shape}"
        )
    if array.dtype != np.uint8:
        # A value that is not a digit must not become one.
        array = np.where((array < 0) | (array > 255), 255, array).astype(np.uint8)
    return np.ascontiguousarray(array).reshape(-1, area), shape, single


def texts(values: list[Any]) -> Any:
    """An array of strings, or of objects if one is missing or they are lists."""
    import numpy as np

    if all(isinstance(value, str) for value in values):
        return np.array(values, dtype="U")
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def words(places: Any, words: list[str]) -> Any:
    """An array of the words at these places."""
    import numpy as np

    return np.array(words, dtype="U")[places]


def values(series: Any) -> list[Any]:
    """The values of a series of pandas, None for missing ones."""
    missing = series.isna().tolist() if hasattr(series, "isna") else None
    items = series.to_numpy().tolist()
    return items if missing is None else [None if gone else item for item, gone in zip(items, missing)]


def collected(query: Any) -> Any:
    """The rows of a query of polars, found a batch at a time."""
    return query.collect(engine="streaming")


def with_texts(data: Any, column: str | None) -> Any:
    """A series or DataFrame of pandas in which whole numbers of more digits than Arrow can hold are texts. None without any.

    `pandas.read_csv` reads boards with 0 for an empty cell as such numbers. `column` is the name of the column of puzzles.
    """
    if type(data).__module__.partition(".")[0] != "pandas":
        return None
    if not hasattr(data, "columns"):
        return _texts_of(data, True) if _holds_large(data) else None
    found = [at for at in range(data.shape[1]) if _holds_large(data.iloc[:, at])]
    frame = data.copy(deep=False)
    for at in found:
        frame.isetitem(at, _texts_of(data.iloc[:, at], data.columns[at] == column))
    return frame if found else None


def _holds_large(series: Any) -> bool:
    return series.dtype == object and any(isinstance(value, int) and abs(value) >> 63 for value in series)


def _texts_of(series: Any, is_puzzle: bool) -> Any:
    """The numbers of a series as texts. Numbers as long as boards must all have as many digits as a board has cells."""
    texts = series.map(lambda value: str(value) if isinstance(value, int) else value)
    lengths = [len(text) for value, text in zip(series, texts) if isinstance(value, int)]
    longest = max(lengths)
    short = sum(length < longest for length in lengths)
    if (is_puzzle or longest >= 36) and (short or longest not in SIDES):
        what = f"{short:,} of {len(lengths):,} have fewer digits than the longest one" if short else f"they have {longest} digits"
        raise ValueError(
            f"column {series.name!r} holds numbers, and {what}; leading zeros are missing: read the column as text, as with "
            "dtype=str of pandas"
        )
    return texts


def rows(matrix: Any) -> list[list[int]]:
    """The columns that hold 1, of each row of a matrix of 0 and 1."""
    import numpy as np

    array = np.asarray(matrix)
    if array.dtype.kind not in "biufcO":
        raise TypeError(f"expected a matrix of 0 and 1, got one of {array.dtype}")
    is_wrong = (array != 0) & (array != 1)
    if is_wrong.any():
        row, column = np.argwhere(is_wrong)[0].tolist()
        raise ValueError(f"row {row}, column {column}: expected 0 or 1, got {array.item(row, column)!r}")
    return [row.nonzero()[0].tolist() for row in array]
