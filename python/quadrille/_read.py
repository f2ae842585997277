"""Files as tables."""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable
from typing import Any

from . import _quadrille
from ._files import Path
from ._quadrille import Table


def read(
    paths: Path | Iterable[Path],
    /,
    *,
    column: str | None = None,
    format: str | None = None,
    threads: int = 0,
    timeout: float | None = None,
) -> Table:
    """Reads the records of files into one table, with puzzles as text.

    The files are those that `solve_file` reads: lines, csv, ndjson, drawn boards, Parquet, Arrow and NumPy, also compressed. All columns stay.
    Columns of csv and ndjson are text, so that no puzzle becomes a number and zeros at its beginning stay; columns of tables keep their types.
    Lines have the column `puzzle`, and `trailing` if text follows a grid. Malformed records are kept.

    Args:
        paths: The path of a file, or several. A path with `*`, `?` or `[` that is not a file matches several files, which are read in the
            order of their names; `**` also matches folders within folders.
        column: The column with the puzzles, if it has none of the usual names.
        format: The name of the format, as for `solve --format`. None recognizes it.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which the call fails with TimeoutError. No limit by default.

    Returns:
        A `Table`. Its rows have to fit in memory; `solve_file` has no such limit.

    Raises:
        FileNotFoundError: There is no such file, or none matches.
        ValueError: The files cannot be read as records, or not as one table.
        TimeoutError: The call took longer than `timeout`.

    >>> import pathlib, quadrille, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "puzzles.csv"
    >>> _ = path.write_text("id,puzzle\\n007,0000300200404001\\n")
    >>> table = quadrille.read(path)
    >>> table.to_pylist()
    [{'id': '007', 'puzzle': '0000300200404001'}]
    >>> quadrille.check(table)["status"].to_pylist()
    ['multiple']
    """
    files = list(_files(paths))

    def found(paths: list[str]) -> Table | str:
        return _quadrille._read(paths, column=column, format=format, threads=threads, timeout=timeout)

    table = found(files)
    if isinstance(table, Table):
        return table
    if len(files) > 1 and (other := next((path for path in files if isinstance(found([path]), Table)), None)):
        raise ValueError(f"read(): paths: {other} is not {table} as other files are; read files of different formats apart")
    return _of_records([record for path in files for record in _records(path)])


def _files(paths: Path | Iterable[Path]) -> Iterable[str]:
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not several:
        raise ValueError("read(): paths: expected the path of a file, or several, got none")
    for path in (os.fspath(path) for path in several):
        if os.path.exists(path) or not glob.has_magic(path):
            os.stat(path)
            yield path
            continue
        found = sorted(name for name in glob.glob(path, recursive=True) if os.path.isfile(name))
        if not found:
            raise FileNotFoundError(f"read(): paths: no file matches {path!r}")
        yield from found


def _records(path: str) -> list[Any]:
    """The records of a file of JSON: an array, or a value on each line. A line that is not JSON is a malformed puzzle."""
    text = _quadrille._text(path)
    if text.lstrip().startswith("["):
        records = json.loads(text)
        return records if isinstance(records, list) else [records]
    return [_record(line) for line in text.splitlines() if line.strip()]


def _record(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return line


def _of_records(records: list[Any]) -> Table:
    objects = [record if isinstance(record, dict) else {"puzzle": record} for record in records]
    names = list(dict.fromkeys(name for record in objects for name in record))
    return _quadrille._texts(names, [[_as_text(record.get(name)) for record in objects] for name in names])


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
