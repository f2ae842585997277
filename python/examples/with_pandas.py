"""Checks the answers of a csv file: python with_pandas.py puzzles.csv wrong.csv

The puzzles are in a column `question`, their answers in a column `answer`.
"""

import sys

import pandas as pd

import quadrille

puzzles = pd.read_csv(sys.argv[1], dtype={"question": str, "answer": str})

puzzles["solution"] = quadrille.solve(puzzles["question"]).to_pylist()
puzzles["status"] = quadrille.check(puzzles["question"]).to_pylist()
print(puzzles["status"].value_counts().to_string())

wrong = puzzles[(puzzles["status"] != "unique") | (puzzles["solution"] != puzzles["answer"])]
print(f"{len(wrong)} of {len(puzzles)} rows have another answer, or not exactly one")
wrong.to_csv(sys.argv[2], index=False)
