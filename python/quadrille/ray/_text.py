"""Lines of text, answered by the command itself, so that the bytes are the same."""

# pyarrow has no types, and the types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-any-return, no-untyped-call"

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from .._files import _words as option_words
from ._inputs import ROW
from ._kernel import guarded
from ._ranges import Layout, Range, read_lines
from ._write import ANSWER, COUNTS

#: The commands that answer lines one by one.
COMMANDS = ("solve", "check", "count", "givens", "rate", "canonical")

#: The counts in the statistics of the command, as they are summed up here.
_COUNTED = ("records", "solved", "unique", "multiple", "none", "invalid", "unknown", "rated")


def words_of(name: str, threads: int, options: Mapping[str, Any]) -> list[str]:
    """The arguments of the command for lines of standard input."""
    if name not in COMMANDS:
        raise ValueError(f"{name} of text is not possible on a cluster: use csv or Parquet, or the command on one machine")
    if "prefix" in options:
        raise ValueError(f"{name}: prefix: lines have no columns, whose names it would change")
    common = [name, "--quiet", "--format", "line", f"--threads={threads}"]
    return [*common, *option_words(dict(options))]


def answered_lines(part: Range, layout: Layout, place: str, words: list[str]) -> Iterator[pa.Table]:
    """The answers to the lines of a part of a file, in a row."""

    def work() -> pa.Table:
        text, counts = run_command(words, read_lines(part, layout))
        answer = pa.array([text], pa.large_binary())
        return pa.table({ROW: [part.first], ANSWER: answer, COUNTS: [json.dumps(counts)]})

    yield guarded(place, work)


def run_command(words: list[str], lines: bytes) -> tuple[bytes, dict[str, int]]:
    """The answers of the command to lines, and its counts, with its exit code as `unanswered` 0 or 1."""
    with tempfile.TemporaryDirectory() as folder:
        statistics = Path(folder) / "statistics.json"
        command = [sys.executable, "-m", "quadrille", *words, f"--summary-json={statistics}", "-"]
        done = subprocess.run(command, input=lines, capture_output=True, check=False)
        if done.returncode not in (0, 1):
            message = done.stderr.decode(errors="replace").strip().removeprefix("quadrille: ")
            raise ValueError(message or f"the command ended with code {done.returncode}")
        found = json.loads(statistics.read_text())
    counts = {name: found.get(name) or 0 for name in _COUNTED}
    return done.stdout, {**counts, "unanswered": done.returncode}
