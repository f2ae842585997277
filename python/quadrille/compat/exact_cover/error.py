"""The exceptions of `quadrille.compat.exact_cover`."""


class ExactCoverError(Exception):
    """All errors of this module."""


class NoSolution(ExactCoverError):
    """A problem has no solution."""
