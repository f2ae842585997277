"""Files of a run: paths, globs and URIs, and in which order their rows are numbered."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Union

import pyarrow.fs as pafs

#: The column with the number of each row. It grows with the order of the files and of the rows in them.
ROW = "quadrille_row"

#: Rows or bytes of one file that are numbered, where the rows of the files before it are not counted.
FILE_SPAN = 1 << 40

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

_FORMATS = {".parquet": "parquet", ".pq": "parquet", ".csv": "csv", ".tsv": "csv"}
#: Formats that the command reads and a cluster does not; they are not lines of text.
_OTHERS = (".ndjson", ".jsonl", ".json", ".arrow", ".arrows", ".feather", ".ipc", ".npy", ".npz", ".xlsx", ".zip")
_COMPRESSED = (".gz", ".zst", ".bz2", ".lz4")


@dataclass(frozen=True)
class File:
    """A file of a file system; `name` is how messages call it, and `modified` the time of its last change, in nanoseconds."""

    fs: Any
    path: str
    name: str
    size: int
    modified: int | None

    @property
    def is_compressed(self) -> bool:
        """Whether only the whole of it can be read."""
        return self.path.endswith(_COMPRESSED)

    @property
    def format(self) -> str:
        """The format by the name: parquet, csv or text."""
        return _FORMATS.get(self.suffix, "text")

    @property
    def suffix(self) -> str:
        """The end of the name, without the end that a compression adds: `.csv`."""
        path = self.path
        for suffix in _COMPRESSED:
            path = path.removesuffix(suffix)
        return os.path.splitext(path)[1].lower()


@dataclass(frozen=True)
class Numbering:
    """Which rows belong to which file: `starts[i]` is the number of the first row of file i."""

    names: tuple[str, ...]
    starts: tuple[int, ...]

    def place(self, row: int) -> str:
        """A row as file and number."""
        at = bisect_right(self.starts, row) - 1
        return f"{self.names[at]}, from row {row - self.starts[at]}" if at >= 0 else f"row {row}"


def filesystem_of(uri: str) -> tuple[Any, str]:
    """The file system of a path or URI, and the path in it."""
    if "://" not in uri:
        return pafs.LocalFileSystem(), os.path.abspath(uri)
    try:
        found: tuple[Any, str] = pafs.FileSystem.from_uri(uri)
        return found
    except ValueError:
        # Not one of pyarrow's own: fsspec knows many more.
        from fsspec.core import url_to_fs

        fs, path = url_to_fs(uri)
        return pafs.PyFileSystem(pafs.FSSpecHandler(fs)), path


def absolute(uri: str) -> str:
    """A path or URI that means the same in the processes of other nodes, which run in other folders."""
    return uri if "://" in uri else os.path.abspath(uri)


def find_files(paths: Paths) -> list[File]:
    """The files that are named, in this order; the files of a glob or a folder in the order of their names."""
    words = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    files = [file for word in words for file in _files_of(os.fspath(word))]
    if not files:
        raise FileNotFoundError(f"no input files: {', '.join(os.fspath(word) for word in words) or 'no path is given'}")
    return files


def common_format(files: list[File], given: str | None) -> str:
    """The format of all files."""
    for file in files:
        if given is None and file.suffix in _OTHERS:
            raise ValueError(f"{file.name}: on a cluster, Parquet, csv and text are read, no {file.suffix[1:]}: convert it, or name its format")
    formats = {given} if given else {file.format for file in files}
    if len(formats) > 1:
        raise ValueError(f"the inputs have several formats: {', '.join(sorted(map(str, formats)))}; name one format")
    (only,) = formats
    if only not in ("parquet", "csv", "text"):
        raise ValueError(f"read(): format: expected parquet, csv or text, got {only!r}")
    return only


def delimiter_of(files: list[File], given: str | None) -> str:
    """The separator of the fields of csv files: a tab in those named .tsv, else a comma."""
    by_name = {"\t" if file.suffix == ".tsv" else "," for file in files}
    if given is None and len(by_name) > 1:
        raise ValueError("some inputs are csv with commas and some with tabs, by their names: name one delimiter, or run them apart")
    return given or by_name.pop()


def _files_of(word: str) -> list[File]:
    fs, path = filesystem_of(word)
    scheme = word[: word.index("://") + 3] if "://" in word else ""
    # A file whose name looks like a glob is that file.
    is_glob = re.search(r"[*?\[]", path) is not None and fs.get_file_info(path).type == pafs.FileType.NotFound
    if is_glob:
        folder = re.split(r"[*?\[]", path)[0].rpartition("/")[0] or "/"
        selector = pafs.FileSelector(folder, recursive="/" in path[len(folder) + 1 :], allow_not_found=True)
        pattern = re.compile(_pattern(path))
        infos = [info for info in fs.get_file_info(selector) if pattern.fullmatch(info.path)]
    else:
        infos = [fs.get_file_info(path)]
        if infos[0].type == pafs.FileType.Directory:
            infos = fs.get_file_info(pafs.FileSelector(path, recursive=True))
            infos = [info for info in infos if not _is_hidden(info.path[len(path) :])]
        elif infos[0].type == pafs.FileType.NotFound:
            raise FileNotFoundError(f"{word}: no such file")
    found = sorted((info for info in infos if info.type == pafs.FileType.File), key=lambda info: str(info.path))
    if not found:
        raise FileNotFoundError(f"{word}: no files")
    prefix = "" if scheme == "file://" else scheme
    return [File(fs, info.path, prefix + info.path, info.size, info.mtime_ns) for info in found]


def _is_hidden(path: str) -> bool:
    """Whether a file of a folder does not belong to its data, such as `_SUCCESS`."""
    return any(part.startswith(("_", ".")) for part in path.split("/"))


def _pattern(glob: str) -> str:
    """A glob as a regular expression: `*` and `?` stop at a slash, `**` does not."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?|\[[^]]+\])", glob)
    words = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    classes = (part.replace("[!", "[^", 1) if part.startswith("[") else part for part in parts)
    return "".join(words.get(part) or (part if part.startswith("[") else re.escape(part)) for part in classes)
