"""The distributions of columns, as pictures and by matplotlib."""

import re
import sys
from xml.etree import ElementTree

import pytest
import quadrille
from conftest import EASY, HARD
from quadrille import _charts

pa = pytest.importorskip("pyarrow")


def column_of(values, name="rating", type=None):
    """A column with these values."""
    return quadrille.check(pa.table({"puzzle": [EASY] * len(values), name: pa.array(values, type)}))[name]


@pytest.fixture
def alone(monkeypatch):
    """matplotlib counts as not installed."""
    monkeypatch.setattr(_charts, "find_spec", lambda name: None)


def bars(picture):
    """The labels and heights of the bars, by the numbers that appear under the pointer, and all texts."""
    tree = ElementTree.fromstring(picture.to_svg())
    space = "{http://www.w3.org/2000/svg}"
    rects = [(rect.find(f"{space}title").text, float(rect.get("height"))) for rect in tree.iter(f"{space}rect")]
    found = [(*title.split(": "), height) for title, height in rects]
    return [(label, int(count.replace(",", ""))) for label, count, _ in found], [text.text for text in tree.iter(f"{space}text")], found


def test_few_whole_numbers_have_a_bar_each(alone):
    counts, texts, found = bars(column_of([3, 5, 5, None, 5, 6]).hist())
    assert counts == [("3", 1), ("4", 0), ("5", 3), ("6", 1)]
    assert "rating: 5 rows" in texts and set("3456") <= set(texts)
    heights = [height for *_, height in found]
    assert heights[1] == 0 and heights[2] == pytest.approx(3 * heights[0], rel=0.01)


def test_two_bins_double_the_value(alone):
    counts, _, _ = bars(column_of([0, 1, 2, 3, 5, 6, 100, 127, 128]).hist())
    assert counts == [
        ("0", 1), ("1", 1), ("2", 1), ("3", 1), ("4–5", 1), ("6–7", 1), ("8–11", 0), ("12–15", 0), ("16–23", 0), ("24–31", 0),
        ("32–47", 0), ("48–63", 0), ("64–95", 0), ("96–127", 2), ("128–191", 1),
    ]  # fmt: skip
    counts, _, _ = bars(column_of([1.0, 1.5, 3.999, 4.0, float("nan")]).hist())
    assert counts == [("1–2", 2), ("2–3", 0), ("3–4", 1), ("4–6", 1)]


def test_infinite_values_are_left_out(alone):
    column = column_of([1.0, 2.0, float("inf"), float("-inf"), float("nan")])
    counts, texts, _ = bars(column.hist())
    assert sum(count for _, count in counts) == 2 and "rating: 2 rows" in texts
    drawn = column.plot().to_svg()
    assert "nan" not in drawn and "inf" not in drawn and "2 rows" in drawn
    assert sum(count for _, count in bars(column_of([1.0, 1e30]).hist())[0]) == 2
    with pytest.raises(ValueError, match="has no values"):
        column_of([float("inf")]).hist()


def test_bins_can_be_passed(alone):
    column = column_of([0, 1, 2, 3, 10, 99])
    assert bars(column.hist(bins=[0, 2, 10, 11]))[0] == [("0–1", 2), ("2–9", 2), ("10", 1)]
    assert [count for _, count in bars(column.hist(bins=3))[0]] == [5, 0, 1]
    assert [count for _, count in bars(column_of([-5.0, 5.0]).hist(bins=2))[0]] == [1, 1]
    assert sum(count for _, count in bars(column_of([-5.0, 5.0]).hist())[0]) == 2
    with pytest.raises(ValueError, match=r"hist\(\): bins: expected 1 or more, got 0"):
        column.hist(bins=0)
    with pytest.raises(ValueError, match="at least two edges"):
        column.hist(bins=[1])
    assert bars(column.hist(bins=Whole()))[0] == bars(column.hist(bins=3))[0]


class Whole:
    """A number as NumPy has them."""

    def item(self):
        return 3


@pytest.mark.parametrize("bins", [2.5, "auto", True, [0, "a"], [0, float("nan")]])
def test_bins_that_are_not_numbers_are_refused(alone, bins):
    with pytest.raises(TypeError, match=r"hist\(\): bins: expected the number of bins, or at least two edges, got "):
        column_of([1, 2]).hist(bins=bins)
    with pytest.raises(TypeError, match=r"hist\(\): bins: the column rating holds texts, each of which has a bar; remove it"):
        column_of(["a"]).hist(bins=5)


def test_levels_are_in_their_order_and_other_texts_by_frequency(alone):
    def texts(picture):
        return [text.text for text in ElementTree.fromstring(picture.to_svg()).iter("{http://www.w3.org/2000/svg}text")]

    levels = column_of(["backdoor 1", "singles", "backdoor 1", "locked", "backdoor 1"])
    assert texts(levels.hist())[1:] == ["singles", "1", "locked", "1", "backdoor 1", "3"]
    assert texts(column_of(["a", "b", "b"]).hist())[1:] == ["b", "2", "a", "1"]
    assert texts(column_of([True, False, True]).hist())[1:] == ["true", "2", "false", "1"]
    many = texts(column_of([*map(str, range(20)), "3"]).hist())
    assert many[1:3] == ["3", "2"] and many[-2:] == ["8 others", "8"]
    assert texts(quadrille.check(pa.array([EASY, "x"])).status.hist())[0] == "status: 2 rows"


def curve(picture):
    """The steps of the curve, as places across and up."""
    text = picture.to_svg()
    path = max(re.findall(r' d="([^"]*)"', text), key=lambda d: d.count("V"))
    return [(float(x), float(y)) for x, y in re.findall(r"H([\d.]+)V([\d.]+)", path)], text


def test_a_curve_is_the_share_with_at_most_a_value(alone):
    steps, text = curve(column_of([1, 1, 2, None, 4]).plot())
    assert len(steps) == 3 and [x for x, _ in steps] == sorted(x for x, _ in steps)
    # From the line of 0 % to the line of 100 %: half of the rows have 1, three quarters at most 2.
    bottom, top = 206, 34
    shares = [(bottom - y) / (bottom - top) for _, y in steps]
    assert shares == pytest.approx([0.5, 0.75, 1])
    assert "share of 4 rows with at most this value" in text


def test_ratings_that_are_far_apart_have_a_logarithmic_axis(alone):
    steps, text = curve(column_of([0, 9, 99, 999]).plot())
    gaps = [b[0] - a[0] for a, b in zip(steps, steps[1:])]
    assert gaps == pytest.approx([gaps[0]] * 3, abs=0.2)
    for label in (">0<", ">10<", ">100<"):
        assert label in text
    steps, _ = curve(column_of(list(range(10_000))).plot())
    assert len(steps) == 400 and steps[-1][1] == 34


def test_columns_without_a_distribution_are_refused(alone):
    with pytest.raises(ValueError, match=r"hist\(\): the column rating has no values"):
        column_of([None], type=pa.int64()).hist()
    with pytest.raises(ValueError, match=r"plot\(\): the column rating has no values"):
        column_of([float("nan")]).plot()
    with pytest.raises(TypeError, match=r"plot\(\): expected a column of numbers, got Utf8; hist\(\) counts texts"):
        column_of(["a"]).plot()
    with pytest.raises(TypeError, match=r"hist\(\): expected a column of numbers or text, got"):
        column_of([b"a"]).hist()


@pytest.mark.parametrize("values", [[0], [5.5], [0, 10**18], [1e-9, 1e9], [-3, -1], [-1e6, 1e6], [2**64 - 1], list(range(39))])
def test_every_range_of_numbers_can_be_drawn(alone, values):
    column = column_of(values, type=pa.uint64() if max(values) > 2**63 else None)
    assert sum(count for _, count in bars(column.hist())[0]) == len(values)
    steps, _ = curve(column.plot())
    assert all(58 <= x <= 508 and 34 <= y <= 206 for x, y in steps)


def test_ratings_of_puzzles(alone):
    ratings = quadrille.rate(pa.array([EASY, HARD, "no puzzle"]))
    assert sum(count for _, count in bars(ratings.hist())[0]) == 2
    assert "prefers-color-scheme" in ratings.plot()._repr_svg_() and "<svg" in ratings.plot()._repr_html_()


def test_matplotlib_draws_if_it_is_installed():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    column = column_of([0, 0, 1, 100])
    axes = column.hist()
    assert [patch.get_height() for patch in axes.patches][:2] == [2, 1]
    assert axes.get_title() == "rating: 4 rows" and axes.get_ylabel() == "rows"
    own = pyplot.figure().subplots()
    assert column.plot(ax=own) is own and list(own.lines[0].get_ydata()) == [50, 75, 100]
    assert [patch.get_width() for patch in column_of(["b", "b", "a"]).hist(ax=pyplot.figure().subplots()).patches] == [2, 1]
    own.figure.canvas.draw()
    pyplot.close("all")


def test_matplotlib_is_not_imported_before_a_chart_is_asked_for():
    import subprocess

    code = "import quadrille, sys; assert not any('matplotlib' in name or 'chart' in name for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
