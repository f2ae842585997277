"""Columns and tables as objects of other packages. Imported only if such an object is asked for."""

# The types of other packages are not needed here.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._quadrille import Column, Table

#: The types of NumPy for columns without nulls, by the names of Arrow.
_NUMBERS = {f"{sign}Int{bits}": f"{sign.lower()}int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)}
_FLOATS = {"Float16": "float16", "Float32": "float32", "Float64": "float64"}
_TEXTS = ("Utf8", "LargeUtf8", "Utf8View")


def column_to_numpy(column: Column) -> Any:
    import numpy as np

    values, type_ = column.to_pylist(), column.type
    if type_ in _FLOATS:
        return np.array(values, dtype=_FLOATS[type_])
    if column.null_count == 0:
        if type_ in _NUMBERS:
            return np.array(values, dtype=_NUMBERS[type_])
        if type_ == "Boolean":
            return np.array(values, dtype=bool)
        if type_ in _TEXTS or values and all(isinstance(value, str) for value in values):
            return np.array(values, dtype="U")
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def column_to_pandas(column: Column) -> Any:
    import pandas as pd

    name, type_ = column.name, column.type
    if column.null_count > 0 and type_ in _NUMBERS:
        return pd.Series(column.to_pylist(), name=name, dtype=type_)
    if column.null_count > 0 and type_ == "Boolean":
        return pd.Series(column.to_pylist(), name=name, dtype="boolean")
    if type_ in (*_NUMBERS, *_FLOATS, "Boolean"):
        return pd.Series(column_to_numpy(column), name=name)
    if type_ in _TEXTS or type_.startswith("Dictionary") and type_.endswith(" Utf8)"):
        return pd.Series(column.to_pylist(), name=name)
    # Times, decimals, structs, lists and other dictionaries, of which pyarrow knows the counterparts.
    return column_to_arrow(column).to_pandas().rename(name)


def column_to_polars(column: Column) -> Any:
    import polars as pl

    return pl.Series(column.name, column)


def column_to_arrow(column: Column) -> Any:
    return import_module("pyarrow").chunked_array(column)


def table_to_numpy(table: Table) -> dict[str, Any]:
    return {name: column_to_numpy(table[name]) for name in table.column_names}


def table_to_pandas(table: Table) -> Any:
    import pandas as pd

    return pd.DataFrame({name: column_to_pandas(table[name]) for name in table.column_names})


def table_to_polars(table: Table) -> Any:
    import polars as pl

    return pl.DataFrame(table)


def table_to_arrow(table: Table) -> Any:
    return import_module("pyarrow").table(table)
