"""The arguments of `python -m quadrille.ray`."""

from __future__ import annotations

import argparse
from typing import Any

from ._classes import PARTS
from ._read import BLOCK_ROWS

#: The values that each option of a function takes, and which functions have it.
_SEARCH = {"prefix": str, "symbols": str, "engine": str, "isa": str, "timeout_per_puzzle": float, "max_nodes": int, "variant": str}
_ENGINE = {"symbols": str, "engine": str, "isa": str}
OPTIONS: dict[str, dict[str, Any]] = {
    "solve": {"limit": int, **_SEARCH},
    "check": _SEARCH,
    "verify": {"solution_column": str, **_SEARCH},
    "count": {"limit": int, **_SEARCH},
    "givens": {"prefix": str, "symbols": str},
    "rate": {"method": str, "limit": int, "seed": int, "rating_column": str, "prefix": str, **_ENGINE},
    "canonical": {"form_of": str, "prefix": str, **_ENGINE},
    "explain": {"method": str, "prefix": str, **_ENGINE},
    "morph": {
        "seed": int,
        "copies": int,
        "exclude_symmetry": str,
        "transform": str,
        "transform_column": str,
        "inverse": bool,
        "solution_column": str,
        "no_solution": bool,
        "prefix": str,
        "symbols": str,
    },
    "dedup": {"equal_by": str, **_ENGINE},
    "leak": {"equal_by": str, **_ENGINE},
    "generate": {
        "size": int,
        "givens": str,
        "minimal": bool,
        "variant": str,
        "rating": str,
        "method": str,
        "symmetry": str,
        "pattern": str,
        "max_tries": int,
        "engine": str,
        "isa": str,
    },
}

_ABOUT = {
    "solve": "add the solution and the status of each puzzle",
    "check": "add whether each puzzle has exactly one solution",
    "verify": "add why the solution of a row is wrong",
    "count": "add the number of solutions",
    "givens": "add the number of givens and their symmetry",
    "rate": "add how difficult each puzzle is",
    "canonical": "add the canonical form",
    "explain": "add the steps that lead to the solution",
    "morph": "replace the puzzles by random morphs",
    "dedup": "keep the first row of each class of equal puzzles",
    "leak": "find the rows whose puzzles equal some of other files",
    "generate": "make random puzzles",
}


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    main = argparse.ArgumentParser(prog="python -m quadrille.ray", description="Runs quadrille on a Ray cluster.")
    commands = main.add_subparsers(dest="task", required=True, metavar="COMMAND")
    for task, options in OPTIONS.items():
        command = commands.add_parser(task, help=_ABOUT[task], description=_ABOUT[task], allow_abbrev=False)
        if task == "generate":
            command.add_argument("-n", "--number", type=int, required=True, help="number of puzzles")
            command.add_argument("--seed", type=int, required=True, help="the same seed gives the same puzzles")
        else:
            _add_inputs(command)
        if task == "leak":
            command.add_argument("--against", nargs="+", required=True, metavar="TRAIN", help="the other files, in the same format")
            command.add_argument("--against-column", help="their column with the puzzles; as --column")
        if task in ("dedup", "leak"):
            command.add_argument("--partitions", type=int, default=PARTS, help="parts among which the rows are divided")
        _add_common(command)
        for name, kind in options.items():
            flag = "--" + name.replace("_", "-")
            if kind is bool:
                command.add_argument(flag, action="store_true", default=None, help=f"as {flag} of quadrille {task}")
            else:
                command.add_argument(flag, dest=name, type=kind, help=f"as {name}= of quadrille.{task}")
    return main


def function_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that the function has too."""
    values = {name: getattr(args, name) for name in OPTIONS[args.task]}
    return {name: value for name, value in values.items() if value is not None}


def _add_inputs(command: argparse.ArgumentParser) -> None:
    command.add_argument("inputs", nargs="+", metavar="IN", help="files, folders, globs and URIs of csv, Parquet or text")
    command.add_argument("--column", help="the column with the puzzles")
    command.add_argument("--format", choices=["parquet", "csv", "text"], help="format of the inputs; by their names")
    command.add_argument("--delimiter", help="what separates the fields of csv; a comma, in .tsv a tab")
    command.add_argument("--whole-files", action="store_true", help="a file is read by one task: for line breaks in fields")
    command.add_argument("--block-rows", type=int, default=BLOCK_ROWS, help="rows of a task (default: %(default)s)")


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="the folder of the parts")
    command.add_argument("--output-format", choices=["parquet", "csv", "text"], help="default: the format of the inputs, or parquet")
    command.add_argument("--ordered", action="store_true", help="rows in the order of the inputs; text as one file OUT")
    command.add_argument("--address", default="auto", help="of the cluster; local starts one on this machine (default: auto)")
    command.add_argument("--num-cpus", type=float, default=1, help="CPUs and threads of a task (default: 1)")
    command.add_argument("--batch-size", type=int, help="rows that are passed to a task at a time")
    command.add_argument("--concurrency", type=int, help="tasks at a time")
    command.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary")
