"""Completes an array of puzzles: python with_numpy.py puzzles.npy solved.npz

The array has the shape (N, 81) or (N, 9, 9) and 0 for an empty cell.
"""

import sys

import numpy as np

import quadrille

puzzles = np.load(sys.argv[1])
solutions = quadrille.solve(puzzles)
status = quadrille.check(puzzles)

unique = np.asarray(status) == "unique"
givens = (puzzles.reshape(len(puzzles), -1) > 0).sum(axis=1)
print(f"{unique.sum()} of {len(puzzles)} puzzles have one solution; they have {givens[unique].mean():.1f} givens on average")

# Three morphs of each, moved together with their solutions.
morphs, answers = quadrille.morph_with_solutions(puzzles[unique], solutions[unique], copies=3, seed=0)
np.savez_compressed(sys.argv[2], puzzles=morphs, solutions=answers)
