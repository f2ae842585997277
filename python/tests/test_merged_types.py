"""Two tables in one output: every pair of column types keeps its values, or is refused."""

import datetime
import decimal
import itertools
import subprocess
import sys

import pytest
from conftest import EASY, HARD

pa = pytest.importorskip("pyarrow")
feather = pytest.importorskip("pyarrow.feather")
parquet = pytest.importorskip("pyarrow.parquet")

COMMAND = [sys.executable, "-m", "quadrille", "solve", "-q"]
DAY = datetime.date(2026, 11, 23)
MOMENT = datetime.datetime(2026, 11, 23, 12, 30)
TEXT = (pa.types.is_string, pa.types.is_large_string)
TYPES = {
    "bool": pa.array([True, None]),
    "int8": pa.array([-128, None], pa.int8()),
    "int64": pa.array([2**53 + 1, -1], pa.int64()),
    "small int64": pa.array([1, 2], pa.int64()),
    "uint8": pa.array([255, None], pa.uint8()),
    "uint64": pa.array([2**64 - 1, 0], pa.uint64()),
    "float32": pa.array([0.1, None], pa.float32()),
    "float64": pa.array([0.1, 1e300], pa.float64()),
    "decimal": pa.array([decimal.Decimal("1.50"), None], pa.decimal128(5, 2)),
    "decimal of negative scale": pa.array([decimal.Decimal("1E5"), None], pa.decimal128(5, -3)),
    "string": pa.array(["é", None]),
    "large string": pa.array(["7", ""], pa.large_string()),
    "dictionary": pa.array(["a", "b"]).dictionary_encode(),
    "binary text": pa.array([b"xyz", None], pa.binary()),
    "binary digits": pa.array([bytes(range(10)), None], pa.binary()),
    "fixed binary": pa.array([b"ab", b"cd"], pa.binary(2)),
    "date": pa.array([DAY, None], pa.date32()),
    "timestamp": pa.array([MOMENT, None], pa.timestamp("ms")),
    "list": pa.array([[1, 2, 3], [4]], pa.list_(pa.int32())),
}


def is_text(array) -> bool:
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    return any(check(kind) for check in TEXT)


@pytest.mark.parametrize("output", ["o.parquet", "o.arrow"])
@pytest.mark.parametrize("one", TYPES)
def test_values_of_merged_columns_stay_or_are_refused(tmp_path, one, output):
    kept = []
    # Columns are merged before they are written, so a few pairs suffice for Parquet.
    begin = list(TYPES).index(one)
    others = list(TYPES) if output.endswith("arrow") else [*TYPES, *TYPES][begin : begin + 3]
    for other in others:
        arrays = [TYPES[one], TYPES[other]]
        for name, array in zip(["a.arrow", "b.arrow"], arrays):
            table = pa.table({"puzzle": [EASY, HARD], "x": array})
            feather.write_feather(table, tmp_path / name, compression="uncompressed")
        (tmp_path / output).unlink(missing_ok=True)
        done = subprocess.run([*COMMAND, "a.arrow", "b.arrow", "-o", output], cwd=tmp_path, capture_output=True, text=True)
        if done.returncode == 2:
            assert "x" in done.stderr and "save it" in done.stderr and "panicked" not in done.stderr, done.stderr
            assert not (tmp_path / output).exists()
            continue
        assert done.returncode == 0, done.stderr
        read = parquet.read_table if output.endswith("parquet") else feather.read_table
        found = read(tmp_path / output)["x"].to_pylist()
        expected = list(itertools.chain(*(array.to_pylist() for array in arrays)))
        if any(map(is_text, arrays)):
            # Text holds the values of every type as text.
            assert [value is None for value in found] == [value is None for value in expected], other
        else:
            assert found == expected, other
        kept.append(other)
    assert one in kept, "a type is merged with itself"
