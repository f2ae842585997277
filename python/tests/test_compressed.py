"""Compressed outputs of several blocks, as other packages read them."""

import gzip
import subprocess
import sys

import pytest

ROWS = 40_000
BOARD = "1...3..2..4.4..1"
SOLVED = "1234341221434321"


@pytest.fixture(scope="module", params=["gz", "zst"])
def path(request, tmp_path_factory):
    """A csv file with the columns id, puzzle, solution and status: more than one MiB of text."""
    folder = tmp_path_factory.mktemp("compressed")
    (folder / "in.csv").write_text("id,puzzle\n" + "".join(f"r{row},{BOARD}\n" for row in range(ROWS)))
    path = folder / f"out.csv.{request.param}"
    command = [sys.executable, "-m", "quadrille", "solve", "-q", "-t", "2", str(folder / "in.csv"), "-o", str(path)]
    subprocess.run(command, check=True)
    return path


def assert_whole(ids, solutions):
    assert list(ids) == [f"r{row}" for row in range(ROWS)]
    assert set(solutions) == {SOLVED} and len(solutions) == ROWS


def test_python_reads_gzip(path):
    if path.suffix != ".gz":
        pytest.skip("gzip only")
    rows = [line.split(",") for line in gzip.decompress(path.read_bytes()).decode().splitlines()[1:]]
    assert_whole([row[0] for row in rows], [row[2] for row in rows])


def test_zstandard_reads_all_frames_as_a_stream(path):
    if path.suffix != ".zst":
        pytest.skip("zstd only")
    zstandard = pytest.importorskip("zstandard")
    with path.open("rb") as file:
        text = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True).read()
    assert text.count(b"\n") == ROWS + 1
    assert zstandard.open(path, "rb").read() == text
    # The exception that docs/reference/formats.md names.
    assert zstandard.ZstdDecompressor().decompress(path.read_bytes()) == text[: 1 << 20]


def test_pandas(path):
    pd = pytest.importorskip("pandas")
    if path.suffix == ".zst":
        pytest.importorskip("zstandard")
    frame = pd.read_csv(path, dtype=str)
    assert_whole(frame["id"], frame["solution"])


def test_polars(path):
    pl = pytest.importorskip("polars")
    for frame in (pl.read_csv(path, infer_schema=False), pl.scan_csv(path, infer_schema=False).collect()):
        assert_whole(frame["id"], frame["solution"])


def test_pyarrow(path):
    csv = pytest.importorskip("pyarrow.csv")
    types = csv.ConvertOptions(column_types={"solution": "string"})
    table = csv.read_csv(path, convert_options=types)
    assert_whole(table["id"].to_pylist(), table["solution"].to_pylist())


def test_duckdb(path):
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.connect().execute("select id, solution from read_csv(?, all_varchar=true)", [str(path)]).fetchall()
    assert_whole([row[0] for row in rows], [row[1] for row in rows])


def test_datasets(path, monkeypatch, tmp_path):
    datasets = pytest.importorskip("datasets")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    columns = datasets.Features({name: datasets.Value("string") for name in ("id", "puzzle", "solution", "status")})
    data = datasets.load_dataset("csv", data_files=str(path), split="train", features=columns, cache_dir=str(tmp_path))
    assert_whole(data["id"][:], data["solution"][:])
