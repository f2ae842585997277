"""quadrille solves sudoku and other exact cover puzzles by the million."""

from ._quadrille import __version__

__all__ = ["__version__"]
