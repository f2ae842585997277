"""Drawings in SVG that are readable on light and dark pages, of the files that the commands of a page write."""

import html
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

#: Each drawing has its own background, because a page may be dark while the reader's system is light.
STYLE = """
text{font:13px system-ui,sans-serif;fill:#24292f;text-anchor:middle}.left{text-anchor:start}.right{text-anchor:end}
.head{font-weight:600}.note{font-size:12px;fill:#57606a}.code{font-family:ui-monospace,monospace}
.given{font-weight:700}.found{fill:#0969da}.paper{fill:#fff;stroke:#d0d7de}.cell{fill:none;stroke:#c4cbd3}
.shade{fill:#dde3ea}.mark{fill:#cfe3fb}.bar{fill:#2f81f7}.edge{stroke:#24292f;stroke-width:1.6;fill:none;stroke-linecap:square}
.seam{stroke:#24292f;stroke-width:1.6;fill:none;stroke-linecap:square}
.thin{stroke:#57606a;fill:none}.dash{stroke-dasharray:4 3}.ink{fill:#24292f}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.note{fill:#adb5bf}.found{fill:#6cb6ff}
.paper{fill:#161b22;stroke:#30363d}.cell{stroke:#3d444d}.shade{fill:#30363d}.mark{fill:#1d3a5f}
.edge{stroke:#d5dbe2}.thin{stroke:#adb5bf}.ink{fill:#e6edf3}}
"""

#: The fills of tiles, which are the same on light and dark pages. Dark lines and text are readable on all of them.
TILES = "#f2a65a #7fb2e5 #9ccc65 #e57373 #b39ddb #4db6ac #f0d264 #f48fb1 #a1887f #90a4ae #dce775 #64b5f6".split()


class Drawing:
    """A drawing, `width` × `height` pixels large."""

    def __init__(self, title, width, height):
        self.head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
            f"<title>{html.escape(title)}</title><style>{STYLE.strip()}</style>"
            f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="6" class="paper"/>'
        )
        self.parts = []

    def rect(self, x, y, width, height, kind="cell", **more):
        self.add("rect", x=x, y=y, width=width, height=height, **{"class": kind}, **more)

    def line(self, x1, y1, x2, y2, kind="edge"):
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"class": kind})

    def circle(self, x, y, r, kind="ink"):
        self.add("circle", cx=x, cy=y, r=r, **{"class": kind})

    def text(self, x, y, text, kind="", **more):
        more = {"class": kind, **more} if kind else more
        self.add("text", html.escape(str(text)), x=x, y=y, **more)

    def arrow(self, x1, y1, x2, y2, kind="thin"):
        """An arrow whose head is at the second point."""
        self.line(x1, y1, x2, y2, kind)
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        ends = [(x2 - 8 * ux + side * 4 * uy, y2 - 8 * uy - side * 4 * ux) for side in (1, -1)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [(x2, y2), *ends])
        self.add("polygon", points=points, **{"class": "ink"})

    def add(self, name, content=None, **values):
        number = lambda v: f"{v:g}" if isinstance(v, (int, float)) else v
        values = "".join(f' {key}="{number(value)}"' for key, value in values.items())
        self.parts.append(f"<{name}{values}/>" if content is None else f"<{name}{values}>{content}</{name}>")

    def write(self, path):
        path.parent.mkdir(exist_ok=True)
        path.write_text(self.head + "\n".join(self.parts) + "</svg>\n")
        print(f"wrote {path.relative_to(ROOT)}")


def box_regions(side):
    """The region of each cell on a plain board."""
    height = {4: 2, 6: 2, 9: 3, 12: 3, 16: 4, 25: 5}[side]
    width = side // height
    return [r // height * height + c // width for r in range(side) for c in range(side)]


def board(drawing, x, y, size, cells, givens=None, regions=None, shaded=(), marked=()):
    """Draws a board of cells of `size` pixels. Cells that are not in `givens` are shown as found."""
    side = round(len(cells) ** 0.5)
    givens = cells if givens is None else givens
    regions = regions or box_regions(side)
    for i, (cell, given) in enumerate(zip(cells, givens)):
        cx, cy = x + i % side * size, y + i // side * size
        for kind in [kind for kind, set_of in (("shade", shaded), ("mark", marked)) if i in set_of]:
            drawing.rect(cx, cy, size, size, kind)
        if cell != ".":
            kind = "given" if given != "." else "found"
            drawing.text(cx + size / 2, cy + size * 0.5 + size * 0.2, cell, kind, style=f"font-size:{size * 0.58:g}px")
    grid = [f"M{x} {y + i * size}h{side * size}M{x + i * size} {y}v{side * size}" for i in range(1, side)]
    drawing.add("path", d="".join(grid), **{"class": "cell"})
    outline(drawing, x, y, size, side, side, regions)


def outline(drawing, x, y, size, rows, columns, regions, kind="edge"):
    """Draws the lines between regions, and around all of them."""
    at = lambda r, c: regions[r * columns + c] if 0 <= r < rows and 0 <= c < columns else None
    lines = []
    for r in range(rows + 1):
        for c in range(columns + 1):
            if at(r, c) != at(r - 1, c):
                lines.append(f"M{x + c * size} {y + r * size}h{size}")
            if at(r, c) != at(r, c - 1):
                lines.append(f"M{x + c * size} {y + r * size}v{size}")
    drawing.add("path", d="".join(lines), **{"class": kind})


def files_of(page, program):
    """Runs the commands of the `console` blocks of a page, and returns the contents of the files that they write."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "datasets").symlink_to(ROOT / "datasets")
        path = f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}"
        subprocess.run(["sh", "-c", commands(page)], cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.DEVNULL)
        return {file.name: file.read_text() for file in folder.iterdir() if file.is_file()}


def commands(page):
    """The commands of the `console` blocks of a page. A backslash continues a command."""
    lines, is_command = [], False
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(), re.M | re.S):
        for line in block.splitlines():
            is_command = line.startswith("$ ") or is_command and lines[-1].endswith("\\")
            if is_command:
                lines.append(line.removeprefix("$ "))
    return "\n".join(lines)
