"""A function of quadrille with its options, as tasks of a cluster call it for one table after the other."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pyarrow as pa

import quadrille

from .._batches import blank, is_random
from .._quadrille import keys
from ._inputs import ROW

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "solve": quadrille.solve,
    "check": quadrille.check,
    "verify": quadrille.verify,
    "count": quadrille.count,
    "givens": quadrille.givens,
    "rate": quadrille.rate,
    "canonical": quadrille.canonical,
    "explain": quadrille.explain,
    "morph": quadrille.morph,
    "keys": keys,
}

#: Options of one call on one machine, and what replaces them here.
_REFUSED = {
    "threads": "a task has as many threads as CPUs: use num_cpus",
    "progress": "Ray shows the progress",
    "timeout": "a limit of one call; use timeout_per_puzzle or max_nodes",
}


class Kernel:
    """A function with its options. It holds nothing but those, so it can be sent to any node.

    `column` is the column with the puzzles. None means one with a usual name, or the only one; rows do not decide, since the rows of
    different batches would disagree.
    """

    def __init__(self, name: str, column: str | None, num_cpus: float, options: Mapping[str, Any]) -> None:
        for option, reason in _REFUSED.items():
            if option in options:
                raise ValueError(f"{name}() on a cluster has no option {option}: {reason}")
        if not num_cpus > 0:
            raise ValueError(f"{name}(): num_cpus: expected a number above 0, got {num_cpus}")
        self.name = name
        self.column = column
        self.options = {"threads": max(1, math.ceil(num_cpus)), **options}
        self.is_random = is_random(name, self.options)
        if self.is_random and self.options.get("seed") is None:
            raise ValueError(f"{name}(): seed: expected a number, or a transformation, so that a block that is computed again has the same morphs")
        # A wrong option is an error here, not on a node an hour later.
        self.call(pa.table(blank(name, {"column": column, **self.options})))

    def call(self, table: pa.Table, **more: Any) -> Any:
        """The answer of the function."""
        column = self.column or _column_of(table.schema)
        return FUNCTIONS[self.name](table, column=column, **self.options, **more)

    def check_schema(self, schema: pa.Schema | None) -> None:
        """Fails if a table of this schema has no column for the puzzles."""
        if schema is not None:
            self.call(schema.empty_table())


def _column_of(schema: pa.Schema) -> str | None:
    """The column with the puzzles by the schema alone; None if it has a usual name."""
    names = [name for name in schema.names if name != ROW]
    if len(names) == 1:
        return str(names[0])
    # Fails unless it is found by its name.
    quadrille.dedup(pa.schema([(name, pa.string()) for name in names]).empty_table())
    return None


def guarded(place: str, work: Callable[[], Any]) -> Any:
    """Calls `work`; whatever fails in it is an error that names the place.

    A panic of the extension is not an `Exception`. Uncaught it would end the worker process, and Ray would take that for
    a lost node and try the batch again.
    """
    try:
        return work()
    except Exception as error:
        message = f"{place}: {error}"
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        message = f"{place}: quadrille panicked: {error}"
    # One line, by which `message_of` finds it in the traceback that Ray makes.
    raise RuntimeError(" ".join(message.split()))
