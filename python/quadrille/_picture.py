"""Pictures in SVG that are readable on light and dark pages."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

BLUE, RED, GRAY = "#2a7ae2", "#e5484d", "#888"


def _style(name: str, color: str, blue: str, red: str) -> str:
    """The color of lines and text, and of blue and red groups, such as digits."""
    groups = ((BLUE, blue), (RED, red))
    return f".{name}{{color:{color}}}" + "".join(f'.{name} g[fill="{old}"]{{fill:{new}}}' for old, new in groups)


def _mixed(color: str) -> str:
    return f"color-mix(in srgb,{color} 72%,currentColor)"


#: In a page all colors follow the text around the picture, whatever the theme of the page is. A file follows the reader's system.
_IN_PAGE = _style("quadrille", "inherit", _mixed(BLUE), _mixed(RED))
_IN_FILE = (
    _style("quadrille-file", "#1b1f24", "#2461b4", "#b93a40")
    + f"@media(prefers-color-scheme:dark){{{_style('quadrille-file', '#e6edf3', '#67a0f0', '#f0787c')}}}"
)


class Picture:
    """A picture, which notebooks draw. `to_svg()` is the text of a file with it.

    >>> import quadrille
    >>> quadrille.Board("1...3..2..4.4..1").to_svg()[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" wi'
    """

    def __init__(self, svg: Svg) -> None:
        self._drawn = svg

    def __repr__(self) -> str:
        return f"<Picture: {self._drawn.title}>"

    def _svg(self) -> Svg:
        return self._drawn

    def to_svg(self) -> str:
        """The picture as the text of a file: without a background, and with the colors of a light or dark system."""
        return self._svg().text(is_file=True)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _repr_html_(self) -> str:
        return self._svg().text(is_file=False)


class Svg:
    """The elements of a picture, `width` × `height` pixels large."""

    def __init__(self, title: str, width: float, height: float) -> None:
        self.title, self.width, self.height = title, width, height
        self.parts: list[str] = []

    def add(self, name: str, content: str | None = None, **values: Any) -> None:
        """Adds an element. Attributes that are None are left out, and a name with a dash is written with a bar."""
        pairs = ((key.replace("_", "-"), value) for key, value in values.items() if value is not None)
        attributes = "".join(f' {key}="{_number(value)}"' for key, value in pairs)
        self.parts.append(f"<{name}{attributes}/>" if content is None else f"<{name}{attributes}>{content}</{name}>")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, opacity: float | None = None, **more: Any) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, fill=fill, fill_opacity=opacity, **more)

    def path(self, d: str, width: float = 1, opacity: float | None = None, **more: Any) -> None:
        """Lines in the color of the text, unless `stroke` has another one."""
        more = {"fill": "none", "stroke": "currentColor", "stroke_linecap": "square", **more}
        self.add("path", d=d, stroke_width=width, stroke_opacity=opacity, **more)

    def texts(self, texts: Iterable[tuple[float, float, str]], size: float, **more: Any) -> None:
        """Texts around points, all with the same look."""
        middle = 0.35 * size
        drawn = "".join(f'<text x="{_number(x)}" y="{_number(y + middle)}">{escaped(t)}</text>' for x, y, t in texts)
        if drawn:
            self.add("g", drawn, font_size=size, **more)

    def text(self, is_file: bool) -> str:
        title, name = escaped(self.title), "quadrille-file" if is_file else "quadrille"
        # In a page a picture shrinks to the width of the window. Some programs take the height `auto` in a file for 0.
        shrinks = "" if is_file else ' style="max-width:100%;height:auto"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(self.width)}" height="{_number(self.height)}"'
            f' viewBox="0 0 {_number(self.width)} {_number(self.height)}" class="{name}" role="img" aria-label="{title}"'
            f' font-family="system-ui,sans-serif" text-anchor="middle" fill="currentColor"{shrinks}>'
            f'<title>{title}</title><style>{_IN_FILE if is_file else _IN_PAGE}</style>{"".join(self.parts)}</svg>'
        )


def escaped(text: str) -> str:
    """A text for HTML and SVG, which cannot hold control characters."""
    return html.escape("".join(char if char.isprintable() else "\ufffd" for char in text))


def plural(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def borders(regions: Sequence[Any], columns: int, size: float) -> str:
    """The path of the lines between the regions of cells, and around all of them. A cell that is None is not drawn."""
    rows = len(regions) // columns

    def at(row: int, column: int) -> Any:
        return regions[row * columns + column] if 0 <= row < rows and 0 <= column < columns else None

    lines = []
    for row in range(rows + 1):
        for is_border, run in groupby(range(columns), lambda column: at(row, column) != at(row - 1, column)):
            if is_border:
                part = list(run)
                lines.append(f"M{part[0] * size:g} {row * size:g}h{len(part) * size:g}")
    for column in range(columns + 1):
        for is_border, run in groupby(range(rows), lambda row: at(row, column) != at(row, column - 1)):
            if is_border:
                part = list(run)
                lines.append(f"M{column * size:g} {part[0] * size:g}v{len(part) * size:g}")
    return "".join(lines)


def _number(value: Any) -> str:
    return f"{round(value, 2):g}" if isinstance(value, (int, float)) else html.escape(str(value))
