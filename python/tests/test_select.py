"""`split`, `select` and `leak`: rows that are chosen, as the command chooses them."""

import pickle

import pytest
import quadrille
from conftest import EASY, SMALL

OTHER = "2...3..1..4.4..2"


@pytest.fixture(scope="module")
def distinct():
    return quadrille.generate(60, seed=8)


@pytest.fixture(scope="module")
def minimal():
    return quadrille.generate(40, minimal=True, seed=2)


def by_the_command(tmp_path, puzzles, outputs, *options):
    (tmp_path / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    paths = [tmp_path / f"out{at}.txt" for at in range(outputs)]
    assert quadrille.run(["select", "--quiet", *options, tmp_path / "in.txt", *(part for path in paths for part in ("-o", path))]) == 0
    return [path.read_text().split() for path in paths]


def test_the_parts_of_a_split_are_those_of_the_command(distinct, tmp_path):
    puzzles = distinct + quadrille.morph(distinct, seed=1)
    parts = quadrille.split(puzzles, "8/1/1", seed=5)
    assert parts == by_the_command(tmp_path, puzzles, 3, "--split", "8/1/1", "--seed", "5") == quadrille.split(puzzles, [8, 1, 1], seed=5)
    assert sorted(sum(parts, [])) == sorted(puzzles) and all(parts)
    assert all(len(quadrille.leak(one, two)) == 0 for one in parts for two in parts if one is not two)


def test_a_split_has_all_morphs_of_a_puzzle_in_one_part():
    for seed in range(20):
        parts = quadrille.split([SMALL, OTHER, *quadrille.morph([SMALL], copies=5)], (1, 1), seed=seed)
        assert sorted(map(len, parts)) == [0, 7]


def test_a_sample_is_the_sample_of_the_command(distinct, tmp_path):
    assert [quadrille.select(distinct, 7, seed=3)] == by_the_command(tmp_path, distinct, 1, "--number", "7", "--seed", "3")
    few = quadrille.select(distinct, 2, seed=3, per_bucket=True)
    assert [few] == by_the_command(tmp_path, distinct, 1, "--number", "2", "--per-bucket", "--seed", "3")
    assert quadrille.select(distinct, 100) == distinct and quadrille.select(distinct, 0) == []
    assert few == [puzzle for puzzle in distinct if puzzle in few]


@pytest.mark.parametrize(
    ("options", "command"),
    [
        ({"givens": (24, 33)}, "--givens 24..33"),
        ({"givens": "..23"}, "--givens ..23"),
        ({"givens": 24, "sort": "rating"}, "--givens 24 --sort rating"),
        ({"symmetry": "rotate180"}, "--symmetry rotate180"),
        ({"symmetry": "none", "number": 5, "seed": 2}, "--symmetry none --number 5 --seed 2"),
        ({"rating": (1, None)}, "--rating 1.."),
        ({"rating": (1.5, 9), "method": "morphs=2"}, "--rating 1.5..9 --method morphs=2"),
        ({"rating": ("locked", None), "method": "logic"}, "--rating locked.. --method logic"),
        ({"rating": (3.0, 6.4), "method": "se"}, "--rating 3.0..6.4 --method se"),
        ({"sort": "rating", "method": "se=no-uniqueness"}, "--sort rating --method se=no-uniqueness"),
        ({"sort": "givens"}, "--sort givens"),
        ({"sort": "symmetry", "descending": True, "number": 9, "seed": 3}, "--sort symmetry --descending --number 9 --seed 3"),
        ({"sort": "rating", "method": "logic", "descending": True}, "--sort rating --method logic --descending"),
        ({"sort": "rating", "rating": "..20", "per_bucket": True, "number": 3, "seed": 1}, "--sort rating --rating ..20 --per-bucket --number 3 --seed 1"),
    ],
)
def test_properties_and_orders_are_those_of_the_command(minimal, tmp_path, options, command):
    puzzles = minimal + quadrille.generate(5, symmetry="rotate180", seed=1)
    selected = quadrille.select(puzzles, **options)
    assert [selected] == by_the_command(tmp_path, puzzles, 1, *command.split())
    assert 0 < len(selected) < len(puzzles) or options.keys() <= {"sort", "descending", "method"}


def test_rows_in_another_order_are_given_back_in_the_form_of_the_argument(minimal):
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    by = {"givens": (None, 24), "sort": "givens", "descending": True}
    expected = quadrille.select(minimal, **by)
    assert 2 < len(expected) < 40 and sorted(map(quadrille.givens, expected), reverse=True) == quadrille.givens(expected)
    source = pa.array(["new", "old"] * 20).dictionary_encode()
    table = pa.table({"source": source, "puzzle": minimal, "id": range(40)})
    pieces = pa.concat_tables([table[:7], table[7:31], table[31:]])
    selected = quadrille.select(pieces, **by)
    assert isinstance(selected, quadrille.Table) and selected["puzzle"].to_pylist() == expected
    assert selected.to_pylist() == table.take(selected["id"].to_pylist()).to_pylist()
    assert quadrille.select(pieces["puzzle"], **by).to_pylist() == expected == quadrille.select(iter(minimal), **by)
    array = np.array([[int(cell.replace(".", "0")) for cell in puzzle] for puzzle in minimal]).reshape(40, 9, 9)
    assert (quadrille.select(array, **by) == array[selected["id"].to_numpy()]).all()
    answered = quadrille.select(quadrille.rate(pieces, prefix="rate_"), **by)
    assert answered["id"].to_pylist() == selected["id"].to_pylist() and answered.counts() == {"rated": len(expected)}


def test_values_without_the_property_that_is_asked_for_are_not_malformed():
    with pytest.warns(UserWarning, match=r"^select\(\): values that are not selected: 1 of 3; the first is item 0: expected 16, .* found 1$"):
        assert quadrille.select(["x", SMALL, EASY], givens=(0, 10)) == [SMALL]
    with pytest.warns(UserWarning, match=r"values that are not selected: 2 of 3; the first is item 1: ratings need a 9×9 board, found 4×4$"):
        assert quadrille.select([EASY, SMALL, None], rating=(0, None)) == [EASY]


def test_values_that_are_not_puzzles_are_left_out_with_a_warning():
    values = [SMALL, None, "x", OTHER]
    with pytest.warns(UserWarning, match=r"^select\(\): values that are not drawn: 2 of 4; the first is item 1: it is missing$"):
        assert quadrille.select(values, 4) == [SMALL, OTHER]
    with pytest.warns(UserWarning, match=r"^split\(\): values that are not in any part: 1 of 3; the first is item 1: expected 16, .* found 1$"):
        assert sorted(sum(quadrille.split(values[1:][::-1][:1] + ["x", SMALL], (1, 1)), [])) == sorted([SMALL, OTHER])
    with pytest.warns(UserWarning, match="values that are not drawn: 1 of 2; the first is item 1"):
        assert quadrille.select([EASY, SMALL], 2, per_bucket=True) == [EASY]


def test_values_that_are_not_compared_are_counted_by_a_warning_with_the_remedy():
    large = quadrille.generate(seed=1, size=12)
    values, by_text = [SMALL, large, None, "x", large], r"equal_by='text' compares the givens of boards of every size$"
    first = "the first is item {}: boards of 12×12 have no canonical form; "
    with pytest.warns(UserWarning, match=r"^dedup\(\): values that are not compared, and kept: 3 of 5; " + first.format(1) + by_text):
        assert quadrille.dedup(values) == values
    with pytest.warns(UserWarning, match=r"^leak\(\): tests: values that are not compared: 1 of 1; " + first.format(0) + by_text):
        assert len(quadrille.leak([large], [SMALL])) == 0
    with pytest.warns(UserWarning, match=r"^leak\(\): against: values that are not compared: 3 of 5; " + first.format(1) + by_text):
        assert len(quadrille.leak([SMALL], values, equal_by="solution")) == 1
    with pytest.warns(UserWarning, match=r"^split\(\): values that are not in any part: 1 of 2; " + first.format(1) + r".*dedup\(…, equal_by='text'\)"):
        assert sum(map(len, quadrille.split([SMALL, large], (1, 1)))) == 1


@pytest.mark.filterwarnings("error")
def test_boards_of_every_size_are_compared_by_text():
    large = quadrille.generate(2, seed=1, size=12)
    assert quadrille.dedup([*large, None, large[0]], equal_by="text") == [*large, None]
    assert len(quadrille.leak(large, large[1:], equal_by="text")) == 1
    with pytest.raises(UserWarning, match=r"values that are not compared, and kept: 1 of 2; the first is item 1: expected 16, .* found 1$"):
        quadrille.dedup([SMALL, "x"])


def test_the_kind_that_was_passed_comes_back(distinct):
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    table = pa.table({"id": range(60), "puzzle": pa.chunked_array([distinct[:25], distinct[25:]])})
    array = np.array([[int(cell.replace(".", "0")) for cell in puzzle] for puzzle in distinct])
    expected = quadrille.split(distinct, (3, 1), seed=2)
    assert [part["puzzle"].to_pylist() for part in quadrille.split(table, (3, 1), seed=2)] == expected
    assert [part.to_pylist() for part in quadrille.split(table["puzzle"], (3, 1), seed=2)] == expected
    parts = quadrille.split(array, (3, 1), seed=2)
    assert [len(part) for part in parts] == list(map(len, expected)) and parts[0].dtype == array.dtype
    drawn = quadrille.select(table, 9, seed=4)
    assert isinstance(drawn, quadrille.Table) and [distinct[at] for at in drawn["id"]] == quadrille.select(distinct, 9, seed=4)
    assert quadrille.select(table["puzzle"], 9, seed=4).to_pylist() == drawn["puzzle"].to_pylist()
    assert (quadrille.select(array, 9, seed=4) == array[drawn["id"].to_numpy()]).all()
    assert quadrille.select(iter(distinct), 9, seed=4) == drawn["puzzle"].to_pylist()


def test_a_table_of_answers_keeps_them():
    pa = pytest.importorskip("pyarrow")
    solved = quadrille.solve(pa.table({"puzzle": [SMALL, EASY]}))
    for few in (quadrille.select(solved, 1), *quadrille.split(solved, (1, 1)), quadrille.dedup(solved)):
        assert quadrille.rate(few).column_names == ["puzzle", "solution", "rating", "status"]


def test_leaks_name_the_records_on_both_sides():
    leaks = quadrille.leak([SMALL, "x", "." * 16, None, OTHER], [OTHER, "x", EASY, SMALL, None])
    assert repr(leaks) == "<quadrille.Leaks: 2 of 5 test puzzles equal 2 of 5 others>"
    assert (len(leaks), leaks.tests, leaks.matches, leaks.others, bool(leaks)) == (2, 5, 2, 5, True)
    assert leaks.table.to_pylist() == [{"record": 0, "matches": 2, "equals": [0, 3]}, {"record": 4, "matches": 2, "equals": [0, 3]}]
    exact = quadrille.leak([SMALL], [OTHER, SMALL], equal_by="text")
    assert exact.table["equals"].to_pylist() == [[1]]
    copy = pickle.loads(pickle.dumps(leaks))
    assert repr(copy) == repr(leaks) and copy.table.to_pylist() == leaks.table.to_pylist()
    none = quadrille.leak([SMALL], [])
    assert not none and none.table.column_names == ["record", "matches", "equals"] and none.table.to_pylist() == []


def test_columns_of_leak_are_for_those_arguments_that_are_tables():
    pa = pytest.importorskip("pyarrow")
    tests, train = pa.table({"a": [SMALL], "b": ["x"]}), pa.table({"c": [OTHER], "b": ["x"]})
    for leaks in (
        quadrille.leak(tests, [OTHER], column="a"),
        quadrille.leak([SMALL], train, column="c"),
        quadrille.leak([SMALL], train, against_column="c"),
        quadrille.leak(tests, train, column="a", against_column="c"),
        quadrille.leak(tests, tests, column="a"),
    ):
        assert len(leaks) == 1
    with pytest.raises(TypeError, match=r"leak\(\): column: only a table has columns"):
        quadrille.leak([SMALL], [OTHER], column="a")
    with pytest.raises(TypeError, match=r"leak\(\): column: only a table has columns"):
        quadrille.leak([SMALL], train, column="a", against_column="c")
    with pytest.raises(TypeError, match=r"leak\(\): against_column: only a table has columns"):
        quadrille.leak(tests, [OTHER], column="a", against_column="c")
    with pytest.raises(ValueError, match=r'leak\(\): against_column: "a" not found; the columns are c, b'):
        quadrille.leak(tests, train, column="a")


def test_more_leaks_than_a_table_holds_are_refused():
    with pytest.raises(ValueError, match=r"leak\(\): against: 2,500,000,000 pairs of equal puzzles are more than a table holds; .* dedup first"):
        quadrille.leak([SMALL] * 50_000, [SMALL] * 50_000, equal_by="text")


def test_leaks_are_those_of_the_command(distinct, tmp_path):
    tests, train = quadrille.morph(distinct[::3], seed=1) + distinct[:5], distinct[2:50] + distinct[:9]
    for name, puzzles in (("tests", tests), ("train", train)):
        (tmp_path / name).write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    command = ["leak", "--quiet", tmp_path / "tests", "--against", tmp_path / "train", "-o", tmp_path / "out.csv"]
    assert quadrille.run(command) in (0, 1)
    rows = [line.split(",") for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    numbers = [(int(record.rsplit(":", 1)[1]) - 1, int(matches), [int(text.rsplit(":", 1)[1]) - 1 for text in equals.split()]) for record, matches, equals in rows]
    assert [(row["record"], row["matches"], row["equals"]) for row in quadrille.leak(tests, train).table] == numbers


def test_arguments_of_choices_are_checked():
    for call, message in {
        lambda: quadrille.split([SMALL], "90"): r"split\(\): weights: expected the weights of at least two parts, as in 90/10",
        lambda: quadrille.split([SMALL], (1, 0)): r"split\(\): weights: every part needs a weight of at least 1",
        lambda: quadrille.select([SMALL], -1): r"select\(\): number: ",
        lambda: quadrille.select([SMALL], givens="30..20"): r"select\(\): givens: the first bound is above the second one; exchange them; .*got '30..20'",
        lambda: quadrille.select([SMALL], rating=(1, 2), method="logic"): r"select\(\): rating: \"1\": a rating by logic is one of singles, locked",
        lambda: quadrille.select([SMALL], symmetry="half"): r"select\(\): symmetry: expected one of \"rotate180\"",
        lambda: quadrille.select([SMALL], 1, method="logic"): r"select\(\): method: needs rating, technique, first_steps or sort=\"rating\"",
        lambda: quadrille.select([SMALL], 1, descending=True): r"select\(\): descending: needs sort",
        lambda: quadrille.select([SMALL], sort="givens", per_bucket=True): r"select\(\): per_bucket: needs number",
        lambda: quadrille.select([SMALL], givens=5, seed=1): r"select\(\): seed: is for the random choices of number",
        lambda: quadrille.select([SMALL], 1, per_bucket=True, sort="rating", method="logic"): r"select\(\): per_bucket: is by method=\"guesses\", not logic",
    }.items():
        with pytest.raises((ValueError, OverflowError), match=message):
            call()
    for weights in (5, {90: "train", 10: "test"}):
        with pytest.raises(TypeError, match=r"split\(\): weights: expected the weights of the parts, such as \(90, 10\) or \"90/10\", got (int|dict)"):
            quadrille.split([SMALL], weights)
    with pytest.raises(TypeError, match=r"select\(\): name what to select: givens, symmetry, rating, technique or first_steps .* or number for a sample"):
        quadrille.select([SMALL])
    for call in (lambda: quadrille.split(SMALL, "1/1"), lambda: quadrille.select(SMALL, 1), lambda: quadrille.leak(SMALL, [SMALL])):
        with pytest.raises(TypeError, match=r"\(\): (puzzles|tests): expected several, got one str"):
            call()
