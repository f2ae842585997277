"""Keeps one puzzle of each class, by difficulty: python with_polars.py puzzles.csv hard.parquet

The puzzles are in a column `question`.
"""

import sys

import polars as pl

import quadrille

# A solution is 81 digits: everything stays text, or polars takes it for a number.
puzzles = pl.read_csv(sys.argv[1], infer_schema=False)

# A table gives a table, a column gives a column.
distinct = pl.DataFrame(quadrille.dedup(puzzles))
rated = distinct.with_columns(
    solution=pl.Series(quadrille.solve(distinct["question"])),
    guesses=pl.Series(quadrille.rate(distinct["question"])),
)
hard = rated.filter(pl.col("guesses") > 0).sort("guesses", descending=True)
print(f"{len(puzzles)} puzzles, {len(distinct)} distinct ones, {len(hard)} need guesses")
hard.write_parquet(sys.argv[2])
