"""The command on files, as a process of its own.

A process can be stopped at any time, handles its own signals and keeps its memory to itself; its start takes some
hundredths of a second, which is negligible for a file.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Union

Path = Union[str, "os.PathLike[str]"]
Value = Union[None, bool, int, float, str, "os.PathLike[str]", Iterable[str]]


def run(args: Iterable[Path]) -> int:
    """Runs the command with these arguments, and returns its exit code.

    The command writes to the output of this process; for the output as a string see the module `subprocess`.

    >>> import quadrille
    >>> quadrille.run(["check", "--quiet", "no such file.txt"])
    2

    The codes are 0 if all records were answered, 1 if some were not, and 2 for an error.
    """
    code, _ = _finish(subprocess.Popen(_command(os.fspath(arg) for arg in args)))
    return code


def solve_file(path: Path | Iterable[Path], out: Path, **options: Value) -> int:
    """Solves the puzzles of a file, or of several, into a file.

    This is the command `quadrille solve PATH -o OUT`: text, csv, ndjson, Parquet, Arrow and NumPy files, also compressed, in
    and out. Each keyword is an option of the command: `column="question"`, `verify_answers=True`, `shard="1/4"`,
    `summary_json="summary.json"`. The old file `out` is replaced at the end, and stays if anything fails.

    Returns the number of the exit code: 0 if every puzzle has a solution, 1 if some do not.

    Raises `ValueError` with the message of the command if it fails, in which options are keywords, `TypeError` for an option that the command
    does not have, and `KeyboardInterrupt` after Ctrl-C.

    >>> import pathlib, quadrille, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "puzzles.csv").write_text("id,puzzle\\n7,1...3..2..4.4..1\\n")
    >>> quadrille.solve_file(folder / "puzzles.csv", folder / "solved.csv", threads=2)
    0
    >>> print((folder / "solved.csv").read_text(), end="")
    id,puzzle,solution,status
    7,1...3..2..4.4..1,1234341221434321,solved
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    if not paths:
        raise ValueError("solve_file(): path: expected the path of a file, or several, got none")
    words = ["solve", "--quiet", "-o", os.fspath(out), *_words(options), "--", *(os.fspath(path) for path in paths)]
    process = subprocess.Popen(_command(words), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    code, message = _finish(process)
    if code not in (0, 1):
        raise _error(message or f"the command ended with code {code}")
    return code


def _error(message: str) -> Exception:
    """The exception for a message of the command; its options are keywords."""
    text = re.sub(r"--([a-z][a-z0-9-]+)", lambda option: option[1].replace("-", "_"), message.removeprefix("quadrille: "))
    if unknown := re.match(r"solve has no option (\w+);(?: did you mean (\w+)\?)?", text):
        name, near = unknown.groups()
        suggestion = f". Did you mean '{near}'?" if near else ""
        return TypeError(f"solve_file() got an unexpected keyword argument '{name}'{suggestion}")
    if message.startswith("quadrille: --") and (invalid := re.match(r"(\w+) (\S*): (.*)", text)):
        name, value, expected = invalid.groups()
        expected = re.sub(r"^there is no such value; (did you mean .*\? )?the values are", "expected one of", expected)
        text = f"{name}: {expected}, got '{value}'"
    return ValueError(f"solve_file(): {text}")


def _command(args: Iterable[str]) -> list[str]:
    return [sys.executable, "-m", "quadrille", *args]


def _words(options: dict[str, Value]) -> Iterator[str]:
    """Options as on the command line."""
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            yield option
        elif isinstance(value, Iterable) and not isinstance(value, str):
            yield f"{option}={','.join(value)}"
        else:
            yield f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


def _finish(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Waits for the end of a process; the exit code and what it wrote to the pipe of its errors."""
    try:
        _, message = process.communicate()
    except BaseException:
        # A notebook interrupts only its own process.
        process.terminate()
        process.communicate()
        raise
    return process.returncode, (message or b"").decode(errors="replace").strip()
