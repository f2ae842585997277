"""Solves a Parquet file in memory: python with_pyarrow.py puzzles.parquet solved.parquet

The puzzles are in a column `question`; the other columns stay.
"""

import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import quadrille

table = pq.read_table(sys.argv[1])

# The same table, with the columns solution and status after its own.
solved = pa.table(quadrille.solve(table))
for row in pc.value_counts(solved["status"]).to_pylist():
    print(f"{row['counts']} {row['values']}")

# One column: the guesses that a solver takes.
guesses = pa.chunked_array(quadrille.rate(table["question"]))
solved = solved.append_column("guesses", guesses)
pq.write_table(solved.filter(pc.equal(solved["status"], "solved")), sys.argv[2], compression="zstd")
