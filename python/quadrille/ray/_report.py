"""Reports of a run: progress, a summary like the summary of the command, and the exit code."""

from __future__ import annotations

import re
import sys
import time
from typing import TextIO

#: The statuses for which a row counts as not answered, by the name of the function.
UNANSWERED = {
    "solve": ("none", "invalid", "unknown"),
    "check": ("multiple", "none", "invalid", "unknown"),
    "verify": ("mismatch", "multiple", "none", "invalid", "unknown"),
    "count": ("invalid", "unknown"),
    "givens": ("invalid",),
    "rate": ("invalid", "unknown", "multiple", "none"),
    "canonical": ("invalid", "unknown"),
    "explain": ("none", "invalid", "unknown"),
    "dedup": ("invalid",),
}

#: The lines of a summary, where there is such a count.
_LINES = ("records", "solved", "unique", "multiple", "none", "mismatch", "rated", "described", "invalid", "unknown", "null")


class Progress:
    """Lines about a run on standard error, one that is rewritten if that is a terminal."""

    def __init__(self, parts: int | None, quiet: bool, stream: TextIO | None = None) -> None:
        self.parts, self.quiet = parts, quiet
        #: Rows that an earlier run has written, which do not count for the speed.
        self.earlier = 0
        self.stream = stream or sys.stderr
        self.start = time.monotonic()
        self.interval = 0.2 if self.stream.isatty() else 10.0
        self.last = self.start

    def update(self, rows: int, parts: int) -> None:
        """Shows how many rows are written."""
        now = time.monotonic()
        if self.quiet or now - self.last < self.interval:
            return
        self.last = now
        of = f" of {self.parts:,}" if self.parts else ""
        line = f"{rows:,} rows, {parts:,}{of} parts, {(rows - self.earlier) / (now - self.start):,.0f} rows/s"
        is_rewritten = self.stream.isatty()
        print(f"\r{line}\x1b[K" if is_rewritten else line, end="" if is_rewritten else "\n", file=self.stream, flush=True)

    def finish(self, counts: dict[str, int], parts: int) -> None:
        """Prints the summary."""
        if self.quiet:
            return
        elapsed = time.monotonic() - self.start
        records = counts.get("records", 0)
        lines = [f"{name:<12}{counts[name]:>14,}" for name in _LINES if counts.get(name) or name == "records" in counts]
        lines += [f"{'parts':<12}{parts:>14,}", f"{'elapsed':<12}{elapsed:>14.3f} s"]
        lines.append(f"{'end to end':<12}{(records - self.earlier) / max(elapsed, 1e-9):>14,.0f} rows/s")
        prefix = "\r\x1b[K" if self.stream.isatty() else ""
        print(prefix + "\n".join(lines), file=self.stream, flush=True)


def exit_code(task: str, counts: dict[str, int]) -> int:
    """0 if every record was answered, 1 if some were not, or for `leak` if there are any."""
    if task == "leak":
        return int(counts["records"] > 0)
    if counts.get("unanswered", 0) > 0:
        return 1
    return 1 if sum(counts.get(status, 0) for status in UNANSWERED.get(task, ())) > 0 else 0


def message_of(error: BaseException) -> str:
    """The line that says what failed, with the options of the command in place of keywords.

    Ray wraps an error of a task in its own, whose text is the traceback of the first one and then advice about retries.
    """
    line = _line_of(error)
    return re.sub(r'\b([a-z]+(?:_[a-z]+)*)="([^"]*)"', lambda found: f"--{found[1].replace('_', '-')} {found[2]}", line)


def _line_of(error: BaseException) -> str:
    for line in str(error).splitlines():
        if line.startswith("RuntimeError: "):
            return line.removeprefix("RuntimeError: ").strip()
    cause = error
    while cause.__cause__ is not None or getattr(cause, "cause", None) is not None:
        cause = getattr(cause, "cause", None) or cause.__cause__  # type: ignore[assignment]
    lines = [line for line in str(cause).strip().splitlines() if line.strip()]
    return lines[0].strip() if lines else type(cause).__name__
