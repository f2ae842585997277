"""Pictures of objects of the extension, which calls these functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _tiling
from ._picture import Picture
from .show import board_of_hint

if TYPE_CHECKING:
    from ._quadrille import Cover, Hint

#: The nodes after which a notebook shows no picture of a problem.
_NODES = 10_000


def of_hint(hint: Hint) -> Picture | None:
    """The puzzle with the step. None for a mistake."""
    return board_of_hint(hint)


def of_cover(cover: Cover) -> Picture | None:
    """The first solution. None if there is none, it is not found soon, or its items are not cells."""
    try:
        return cover.draw(max_nodes=_NODES)
    except ValueError:
        return None


def of_options(options: Sequence[Sequence[Any]], items: Sequence[Any]) -> Picture | None:
    """The options of a solution, of a problem with these items. None if its items are not cells."""
    return _tiling.picture(options, items)
