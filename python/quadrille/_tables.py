"""Tables and columns in a notebook: the first and last rows in monospace, and the middle columns cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._convert import _FLOATS, _NUMBERS
from ._picture import escaped, plural

if TYPE_CHECKING:
    from ._quadrille import Column, Table

#: The most rows and columns that are shown whole; of more, so many of them at each end.
_ROWS, _ROW_ENDS = 12, 5
_COLUMNS, _COLUMN_ENDS = 10, 4
#: The most characters of a value, and fewer if the values of a row are longer in total than a page is wide.
_LONG, _PAGE, _SHORT = 81, 140, 32
_TABLE = "border-collapse:collapse;font:12px/1.5 ui-monospace,Menlo,Consolas,monospace"
_CELL = "padding:1px 8px;white-space:pre;text-align:"


def table_html(table: Table) -> str:
    names = table.column_names
    counts = ", ".join(f"{number:,} {status}" for status, number in table.counts().items())
    size = f"{plural(len(table), 'row')} × {plural(len(names), 'column')}"
    return _html([(name, table[name]) for name in names], f"{size}: {counts}" if counts else size)


def column_html(column: Column) -> str:
    counts = ", ".join(f"{number:,} {status}" for status, number in column.counts().items())
    size = f"{plural(len(column), 'row')} of {column.type}"
    columns = [(column.name, column)]
    if column.status is not None and column.name != "status":
        columns.append(("status", column.status))
    return _html(columns, f"{size}: {counts}" if counts else size)


def _html(columns: list[tuple[str, Column]], caption: str) -> str:
    left, right = columns, columns[:0]
    if len(columns) > _COLUMNS:
        left, right = columns[:_COLUMN_ENDS], columns[-_COLUMN_ENDS:]
    rows = len(columns[0][1]) if columns else 0
    is_cut = rows > _ROWS
    shown = {name: _values(column, is_cut) for name, column in left + right}
    wide = sum(max(len(name), *(len(value or "") for value in [*values, ""])) for name, values in shown.items())
    cut = _LONG if wide <= _PAGE else _SHORT

    def line(cells: list[str]) -> str:
        if right:
            cells.insert(len(left), f'<td style="{_CELL}center">…</td>')
        return f"<tr>{''.join(cells)}</tr>"

    heads = [f'<th style="{_CELL}{_side(column)}">{escaped(name)}</th>' for name, column in left + right]
    lines = [line(heads).replace("<tr>", '<tr style="border-bottom:1px solid #8888">')]
    for row in range(min(rows, 2 * _ROW_ENDS if is_cut else _ROWS)):
        if is_cut and row == _ROW_ENDS:
            lines.append(line([f'<td style="{_CELL}{_side(column)}">…</td>' for _, column in left + right]))
        lines.append(line([_cell(shown[name][row], _side(column), cut) for name, column in left + right]))
    return (
        f'<div style="overflow-x:auto"><table style="{_TABLE}">{"".join(lines)}</table>'
        f'<div style="margin-top:4px">{escaped(caption)}</div></div>'
    )


def _values(column: Column, is_cut: bool) -> list[str | None]:
    """The values of the rows that are shown, as texts."""
    values: list[Any] = [*column[:_ROW_ENDS], *column[-_ROW_ENDS:]] if is_cut else column.to_pylist()
    return [None if value is None else str(value) for value in values]


def _cell(value: str | None, side: str, cut: int) -> str:
    if value is None:
        return f'<td style="{_CELL}{side};opacity:.5">null</td>'
    if len(value) <= cut:
        return f'<td style="{_CELL}{side}">{escaped(value)}</td>'
    return f'<td style="{_CELL}{side}" title="{escaped(value)}">{escaped(value[: cut - 1])}…</td>'


def _side(column: Column) -> str:
    return "right" if column.type in (*_NUMBERS, *_FLOATS) or column.type.startswith("Decimal") else "left"
