"""Files as tables."""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from . import _quadrille
from ._files import Path
from ._quadrille import Table

#: A format of JSON, and the member with the puzzles.
_Json: TypeAlias = tuple[str, str | None]
_Record: TypeAlias = dict[str, str | None]


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

    The files are those that `solve_file` reads: lines, csv, ndjson, drawn boards, Parquet, Arrow and NumPy, also compressed. Drawn boards with
    candidates are refused; lines with candidates, or with the regions of a jigsaw, need `format="line"`. All columns stay.
    Columns of csv and ndjson are text as in the file, so that no puzzle becomes a number and zeros at its beginning stay; columns of tables keep
    their types. Lines have the column `puzzle`, and `leading` and `trailing` if there is text before or after a grid. Malformed records are
    kept: a line that is not JSON, or a csv row with too few or too many fields, is in the column of puzzles.

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

    def found(paths: list[str]) -> Table | _Json:
        return _quadrille._read(paths, column=column, format=format, threads=threads, timeout=timeout)

    whole = found(files)
    if isinstance(whole, Table):
        return whole
    records: list[_Record] = []
    for path in files:
        one = found([path]) if len(files) > 1 else whole
        if isinstance(one, Table):
            raise ValueError(f"read(): paths: {path} is not {whole[0]} as other files are; read files of different formats apart")
        records += _records(path, *one)
    names = list(dict.fromkeys(name for record in records for name in record))
    return _quadrille._texts(names, [[record.get(name) for record in records] for name in names])


def read_batches(
    paths: Path | Iterable[Path],
    /,
    *,
    rows: int = 65_536,
    column: str | None = None,
    format: str | None = None,
    threads: int = 0,
    timeout: float | None = None,
) -> Iterator[Table]:
    """Reads the records of files as tables, one after the other, so that files larger than memory can be read.

    The tables have the columns and types that `read` gives, and the same ones each. Lines always have the column `trailing`, and `leading` if
    one of the first lines has text before its grid. JSON is refused, because the columns are only known at its end.

    Args:
        paths: The path of a file, or several, or a pattern, as for `read`.
        rows: The number of rows of a table, from 1; the last one may have fewer.
        column: The column with the puzzles, if it has none of the usual names.
        format: The name of the format, as for `solve --format`. None recognizes it.
        threads: The number of threads, at most 1024. 0 is one for each core.
        timeout: Seconds after which a step of the iterator fails with TimeoutError. No limit by default.

    Returns:
        An iterator of `Table`s. The files are read on a thread of its own, a few blocks ahead, which ends with the iterator.

    Raises:
        FileNotFoundError: There is no such file, or none matches.
        ValueError: The files cannot be read as records, or an argument is out of range.

    >>> import pathlib, quadrille, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "puzzles.csv"
    >>> _ = path.write_text("id,puzzle\\n" + "".join(f"{at},1...3..2..4.4..1\\n" for at in range(5)))
    >>> for table in quadrille.read_batches(path, rows=2):
    ...     print(len(table), table["id"].to_pylist(), quadrille.check(table).status.to_pylist())
    2 ['0', '1'] ['unique', 'unique']
    2 ['2', '3'] ['unique', 'unique']
    1 ['4'] ['unique']
    """
    if rows < 1:
        raise ValueError(f"read_batches(): rows: expected at least 1, got {rows}")
    files = list(_files(paths, "read_batches"))
    return _quadrille._read_batches(files, rows, column=column, format=format, threads=threads, timeout=timeout)


def _files(paths: Path | Iterable[Path], function: str = "read") -> Iterable[str]:
    what = f"{function}(): paths: expected the path of a file, or several"
    if isinstance(paths, (bytes, bytearray)) or not isinstance(paths, (str, os.PathLike, Iterable)):
        raise TypeError(f"{what}, got {type(paths).__name__}")
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not several:
        raise ValueError(f"{what}, got none")
    if wrong := [path for path in several if not isinstance(path, (str, os.PathLike))]:
        raise TypeError(f"{what}, got {type(wrong[0]).__name__} among them")
    for path in (os.fspath(path) for path in several):
        if os.path.exists(path) or not glob.has_magic(path):
            os.stat(path)
            yield path
            continue
        found = sorted(name for name in glob.glob(path, recursive=True) if os.path.isfile(name))
        if not found:
            raise FileNotFoundError(f"{function}(): paths: no file matches {path!r}")
        yield from found


def _records(path: str, format: str, column: str | None) -> Iterator[_Record]:
    """The records of a file of JSON: an array, or a value on each line. What is not an object is a malformed puzzle."""
    text = _quadrille._text(path)
    if format == "json":
        try:
            values = _parsed(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"read(): paths: {path}: {error}") from None
        yield from (_record(value, column) for value in values)
        return
    for line in text.split("\n"):
        if line.strip():
            try:
                yield _record(_parsed(line), column)
            except (ValueError, RecursionError):
                yield {column or "puzzle": line.rstrip("\r")}


class _Number(str):
    """The text of a number."""


def _parsed(text: str) -> Any:
    return json.loads(text, parse_float=_Number, parse_int=_Number, parse_constant=_Number)


def _record(value: Any, column: str | None) -> _Record:
    members = value if isinstance(value, dict) else {column or "puzzle": value}
    return {name: member if member is None or isinstance(member, str) else _as_json(member) for name, member in members.items()}


def _as_json(value: Any) -> str:
    """A value as JSON, with its numbers as in the file."""
    if isinstance(value, _Number):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(_as_json, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(name, ensure_ascii=False)}: {_as_json(member)}' for name, member in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)
