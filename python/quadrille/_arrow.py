"""Data of pyarrow, made ready for the extension."""

# The types of other packages are not needed here.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import sys
from typing import Any


def without_offsets(data: Any) -> Any:
    """The same data. Columns of structs within structs are copied, so that no part of a longer column is left.

    The crate arrow-data counts the start of such a part twice (apache/arrow-rs#7595).
    """
    pa = sys.modules.get("pyarrow")
    package = type(data).__module__.partition(".")[0]
    if pa is None or package not in ("pyarrow", "pandas"):
        return data
    if package == "pandas":
        dtypes = data.dtypes if hasattr(data, "columns") else [data.dtype]
        if not any(_is_deep(pa, getattr(dtype, "pyarrow_dtype", None)) for dtype in dtypes):
            return data
        data = pa.RecordBatchReader.from_stream(data).read_all() if hasattr(data, "columns") else pa.chunked_array(data)
    schema = getattr(data, "schema", None)
    if schema is None:
        return _copied(pa, data)
    if not any(_is_deep(pa, type_) for type_ in schema.types):
        return data
    if isinstance(data, pa.RecordBatchReader):
        return pa.RecordBatchReader.from_batches(schema, (_columns_copied(pa, batch, schema) for batch in data))
    return _columns_copied(pa, data, schema)


def _columns_copied(pa: Any, data: Any, schema: Any) -> Any:
    """A table or a batch."""
    return type(data).from_arrays([_copied(pa, column) for column in data.columns], schema=schema)


def _copied(pa: Any, column: Any) -> Any:
    if not _is_deep(pa, column.type):
        return column
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array([pa.concat_arrays([chunk]) for chunk in column.chunks], column.type)
    return pa.concat_arrays([column])


def _is_deep(pa: Any, type_: Any, in_struct: bool = False) -> bool:
    """Whether a type has a struct within a struct."""
    if type_ is None:
        return False
    is_struct = pa.types.is_struct(type_)
    if is_struct and in_struct:
        return True
    fields = [type_.field(at).type for at in range(type_.num_fields)]
    return any(_is_deep(pa, field, in_struct or is_struct) for field in fields)
