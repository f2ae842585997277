"""The functions on tables, batch by batch, for engines that pass batches: Spark, Daft, Dask, Ray Data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from importlib import import_module
from typing import Any, Literal, TypeAlias

from . import _quadrille

Task: TypeAlias = Literal["solve", "check", "verify", "count", "givens", "rate", "canonical", "hint", "explain", "morph"]
_Options: TypeAlias = dict[str, Any]

_TASKS = ("solve", "check", "verify", "count", "givens", "rate", "canonical", "hint", "explain", "morph")


def arrow_batches(batches: Iterable[Any], task: Task = "solve", **options: Any) -> Iterator[Any]:
    """Answers the puzzles of batches, one batch after the other: what `mapInArrow` of Spark and others call.

    `batches` are tables with the Arrow interface, each with a column of puzzles. For each of them there is one with the same rows in
    the same order, with the columns that the function `task` adds to a table: "solve", "check", "verify", "count",
    "givens", "rate", "canonical", "hint", "explain" or "morph". A `pyarrow.RecordBatch` gives a `pyarrow.RecordBatch`, anything else a `pyarrow.Table`,
    or without pyarrow a `quadrille.Table`. An empty batch gives an empty one with the same columns. A batch is taken when its
    answer is asked for, and no other is held.

    `options` are the options of the function, and are checked at once; `timeout` is for each batch. An engine that runs a task on
    each core wants `threads=1`. The puzzles are in the column `column=`, one with a usual name, or the only one; batches
    must not disagree about it, so their rows do not decide.

    The columns that are added have types that all engines know: `status` is a string, and numbers are int64 or double.

    "morph" needs a `seed`. The random numbers of a batch are made of that and of its rows, so that two batches get different
    morphs, and a batch that is computed again the same ones.

    >>> import pyarrow, quadrille
    >>> batch = pyarrow.record_batch({"id": [7, 8], "puzzle": ["1...3..2..4.4..1", None]})
    >>> for answer in quadrille.arrow_batches([batch, batch[:0]], task="check", threads=1):
    ...     print(answer.num_rows, answer.schema.names, answer["status"].to_pylist())
    2 ['id', 'puzzle', 'status'] ['unique', None]
    0 ['id', 'puzzle', 'status'] []
    """
    _check("arrow_batches", task, options)
    return _answers(batches, task, options)


def arrow_schema(schema: Any, task: Task = "solve", **options: Any) -> Any:
    """The `pyarrow.Schema` of the batches that `arrow_batches` makes of batches with this schema.

    `schema` is a `pyarrow.Schema`, or another object with the method `__arrow_c_schema__`; `task` and `options` are the same as for
    `arrow_batches`. Raises `ValueError` if it is not clear which column holds the puzzles.

    >>> import pyarrow, quadrille
    >>> quadrille.arrow_schema(pyarrow.schema({"puzzle": pyarrow.string()}), task="count")
    puzzle: string
    count: int64
    status: string
    """
    _check("arrow_schema", task, options)
    # Imported by name, since some releases of pyarrow have types and others none.
    pa: Any = import_module("pyarrow")
    return _target(pa, pa.schema(schema), task, options)


def _check(function: str, task: str, options: _Options) -> None:
    """Fails if a task or an option is wrong, before there is a batch."""
    if task not in _TASKS:
        raise ValueError(f"{function}(): task: expected one of {', '.join(map(repr, _TASKS))}, got {task!r}")
    for name in ("progress", "group"):
        if name in options:
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
    if is_random(task, options) and options.get("inverse"):
        raise TypeError(f"{function}(): inverse: needs transform or transform_column, because the morphs of a batch depend on its rows")
    if is_random(task, options) and options.get("seed") is None:
        raise TypeError(f"{function}(): seed: morph needs one, so that a batch that is computed again has the same morphs")
    if task == "morph" and options.get("prefix"):
        raise TypeError(f"{function}(): prefix: has no effect, because batches of morphs have no column group; remove it")
    getattr(_quadrille, task)(blank(task, options), **options)


def blank(task: str, options: _Options) -> _quadrille.Table:
    """A table without rows, with the columns that the options name."""
    names = [options.get("column") or "puzzle", options.get("transform_column")]
    names.append(options.get("solution_column") or ("solution" if task == "verify" else None))
    columns = list(dict.fromkeys(name for name in names if name))
    return _quadrille._texts(columns, [[] for _ in columns])


def is_random(task: str, options: _Options) -> bool:
    """Whether the answers are random morphs, which depend on the numbers of the rows."""
    return task == "morph" and options.get("transform") is None and options.get("transform_column") is None


def _answers(batches: Iterable[Any], task: str, options: _Options) -> Iterator[Any]:
    try:
        pa: Any = import_module("pyarrow")
    except ImportError:
        for batch in batches:
            yield _answer(batch, task, options)
        return
    schema = target = None
    for batch in batches:
        data = _as_pyarrow(pa, batch)
        if schema is None or not data.schema.equals(schema, check_metadata=True):
            schema, target = data.schema, _target(pa, data.schema, task, options)
        reader = pa.RecordBatchReader.from_stream(_answer(data, task, _with_column(schema, options))).cast(target)
        yield reader.read_all() if isinstance(data, pa.Table) else reader.read_next_batch()


def _as_pyarrow(pa: Any, batch: Any) -> Any:
    if isinstance(batch, (pa.RecordBatch, pa.Table)):
        return batch
    return pa.table(batch) if hasattr(batch, "__arrow_c_stream__") else pa.record_batch(batch)


def _answer(batch: Any, task: str, options: _Options) -> Any:
    """The result of the function for a table."""
    function = getattr(_quadrille, task)
    group = {"group": False} if task == "morph" and options.get("copies") is not None else {}
    if not is_random(task, options):
        return function(batch, **options, **group)
    # Rows are numbered from 0 in each batch. With the same seed, all batches would be moved by the same symmetries.
    digest = blake2b(repr(options["seed"]).encode(), digest_size=8)
    for column in function(batch, **{**options, "copies": None}).columns:
        digest.update(repr(column.to_pylist()).encode())
    return function(batch, **{**options, "seed": int.from_bytes(digest.digest(), "little"), **group})


def _with_column(schema: Any, options: _Options) -> _Options:
    """The options, with the name of the only column: the function would look at rows, which may all be malformed."""
    return {**options, "column": schema.names[0]} if len(schema) == 1 and options.get("column") is None else options


def _target(pa: Any, schema: Any, task: str, options: _Options) -> Any:
    """The schema of the answers to tables of a schema."""
    answers = pa.schema(_empty_answer(schema, task, _with_column(schema, options)))
    fields = [field if field.name in schema.names else field.with_type(_plain(pa, field.type)) for field in answers]
    return pa.schema(fields, metadata=answers.metadata)


def _empty_answer(schema: Any, task: str, options: _Options) -> Any:
    return _answer(schema.empty_table(), task, options)


def _plain(pa: Any, type_: Any) -> Any:
    """The type of answers that every engine has: Spark has neither dictionaries nor unsigned numbers."""
    if pa.types.is_dictionary(type_):
        return _plain(pa, type_.value_type)
    return pa.int64() if pa.types.is_integer(type_) else type_
