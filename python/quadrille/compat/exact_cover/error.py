"""The exceptions of `quadrille.compat.exact_cover`."""


class ExactCoverError(Exception):
    """All errors of this module."""


class NoSolution(ExactCoverError):
    """A problem has no solution."""


class CannotSplitFurther(ExactCoverError):
    """A problem has a single choice of rows, so it cannot be divided into several problems."""
