"""Puzzles on a Ray cluster: the functions of quadrille for datasets of Ray Data.

>>> import ray, quadrille.ray                                                # doctest: +SKIP
>>> puzzles = ray.data.read_parquet("s3://bucket/puzzles/")                  # doctest: +SKIP
>>> quadrille.ray.rate(puzzles, column="question").write_parquet("s3://…")   # doctest: +SKIP

`pip install "./python[ray]"`, in a clone of the repository, installs what is needed. The functions take a `ray.data.Dataset` and return one; nothing
runs before its rows are asked for.

========================================  ==================================================================
`solve`, `check`, `verify`, `count`,      the columns of the answers beside the columns of the dataset, as for a
`givens`, `rate`, `canonical`, `explain`  table of pyarrow
`morph`                                   morphs in place of the puzzles
`dedup(ds)`, `leak(ds, against)`          one row of each class; the rows whose class another dataset has
`generate(n, seed=…)`                     a dataset of random puzzles
`read(paths)`                             a dataset of files, with the numbers of the rows
========================================  ==================================================================

The work is done in tasks, which keep no state: one that is lost with its node runs again, and gives the same rows. A
malformed row has the status `invalid`. If a batch fails, the run fails, with the name of the file where that is known.
`python -m quadrille.ray` does the same from files to files.
"""

# Ray may not be there.
# mypy: disable-error-code="import-untyped, import-not-found"

import sys

try:
    import ray.data as _  # noqa: F401
except ImportError as error:
    _message = f'quadrille.ray needs Ray: pip install "ray[data]" aiohttp ({error})'
    # So it is while `python -m` looks for the module: a line is enough then.
    if sys.argv[:1] == ["-m"]:
        print(f"quadrille: {_message}", file=sys.stderr)
        sys.exit(2)
    raise ImportError(_message) from None

from ._classes import dedup, leak
from ._generate import generate
from ._inputs import ROW
from ._read import read
from ._tasks import canonical, check, count, explain, givens, morph, rate, solve, verify

__all__ = [
    "ROW", "canonical", "check", "count", "dedup", "explain", "generate", "givens", "leak", "morph", "rate", "read", "solve", "verify",
]  # fmt: skip
