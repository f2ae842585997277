"""The steps of an explanation."""

from __future__ import annotations

import html
from typing import Any


class Step(str):
    """A step of `explain`: the step in words, with its facts as attributes. A notebook draws it as a picture.

    >>> import quadrille
    >>> step = quadrille.explain("1234341.21434321")[0]
    >>> print(step)
    r2c4 = 2 (naked single): row 2 has 1 3 4
    >>> step.technique, step.rating, step.eliminated
    ('naked single', None, '')
    """

    #: The name of the technique. None for the sentence where the steps end, as are the other facts.
    technique: str | None
    #: The rating of Sudoku Explainer. None for singles and locked candidates, unless the method is se.
    rating: float | None
    #: The cell and the digit, if the step places one: `r1c5`, and a number from 1.
    cell: str | None
    digit: int | None
    #: The score of HoDoKu, if the method is hodoku.
    score: int | None
    #: The candidates that are eliminated, such as `r12c5<>3 r4c7<>1`.
    eliminated: str
    #: The step in the notation of forums, if its technique has one.
    notation: str
    _picture: Any

    def __new__(
        cls,
        words: str,
        technique: str | None = None,
        rating: float | None = None,
        cell: str | None = None,
        digit: int | None = None,
        eliminated: str = "",
        notation: str = "",
        picture: Any = None,
        score: int | None = None,
    ) -> Step:
        step = super().__new__(cls, words)
        step.technique, step.rating, step.cell, step.digit = technique, rating, cell, digit
        step.eliminated, step.notation, step._picture = eliminated, notation, picture
        step.score = score
        return step

    def to_svg(self) -> str | None:
        """The board with the step as the text of a file. None if the board is not 9×9."""
        if self._picture is not None and not isinstance(self._picture, str):
            self._picture = self._picture.svg()
        return self._picture

    def _repr_svg_(self) -> str | None:
        return self.to_svg()

    def _repr_html_(self) -> str | None:
        svg = self.to_svg()
        return svg and f'<div style="max-width:420px">{svg}<div>{html.escape(self)}</div></div>'

    def __reduce__(self) -> tuple[Any, ...]:
        facts = (self.technique, self.rating, self.cell, self.digit, self.eliminated, self.notation)
        return Step, (str(self), *facts, self.to_svg(), self.score)
