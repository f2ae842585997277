"""The interfaces of other packages, answered by quadrille: only an import has to change.

=================================  =============================================
`quadrille.compat.exact_cover`     as the package exact-cover 1.5
`quadrille.compat.xcover`          as the package xcover 0.2
=================================  =============================================

Names, arguments, results and their types are the same as in the other package; each module says where it differs. None of the other
packages is needed.
"""
