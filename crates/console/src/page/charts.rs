//! Small SVG charts without scripts, fonts or colors: the style sheet of the page sets these, for light and
//! dark.
//!
//! All charts are 360 units wide, so that their text is readable on a phone and several charts fit side by
//! side on a wide screen.

use super::number::digits;
pub use quadrille_base::markup::escape;
use serde::Serialize;

const WIDTH: f64 = 360.0;

/// One bar of [`bars`].
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// The confidence interval.
    pub range: Option<(f64, f64)>,
    /// The text at the end of the bar.
    pub text: String,
}

/// Horizontal bars that start at 0, with a mark at 1.
pub fn bars(title: &str, bars: &[Bar]) -> String {
    const ROW: f64 = 38.0;
    // The texts of the values have a column of their own, so that the mark at 1 does not cross them.
    const ROOM: f64 = 64.0;
    let most = bars.iter().map(|b| b.range.map_or(b.value, |r| r.1)).fold(1.0, f64::max);
    let scale = (WIDTH - ROOM) / most;
    let height = ROW * bars.len() as f64 + 4.0;
    let mut svg = open_svg(title, height);
    for (i, bar) in bars.iter().enumerate() {
        let y = i as f64 * ROW;
        let long = bar.value * scale;
        svg += &format!(r#"<text x="0" y="{:.1}">{}</text>"#, y + 11.0, escape(&bar.label));
        svg += &format!(r#"<rect class="bar" x="0" y="{:.1}" width="{long:.1}" height="12"/>"#, y + 19.0);
        // From below the label of this row to above the label of the next row.
        svg += &format!(r#"<path class="one" d="M{scale:.1} {:.1}v18"/>"#, y + 16.0);
        if let Some((low, high)) = bar.range {
            let (low, high) = (low * scale, high * scale);
            let y = y + 25.0;
            svg += &format!(
                r#"<path class="range" d="M{low:.1} {y:.1}H{high:.1}M{low:.1} {0:.1}v6M{high:.1} {0:.1}v6"/>"#,
                y - 3.0
            );
        }
        svg += &format!(
            r#"<text class="value end" x="{WIDTH}" y="{:.1}">{}</text>"#,
            y + 29.0,
            escape(&bar.text)
        );
    }
    svg + "</svg>"
}

/// The number of values in the half-open interval `from..to`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    pub count: u64,
}

/// The kind of the values of a histogram.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Any numbers: a bin is from one to another.
    Measured,
    /// Whole numbers: the upper edge of a bin is excluded.
    Counted,
}

impl Values {
    /// Both edges of a bin, as in `2–3.16`, or the only whole number in it.
    fn edges(self, bin: &Bin) -> String {
        let last = if self == Values::Counted { bin.to - 1.0 } else { bin.to };
        if last > bin.from { format!("{}–{}", short(bin.from), short(last)) } else { short(bin.from) }
    }
}

/// A histogram whose bins are drawn with equal widths.
pub fn histogram(title: &str, bins: &[Bin], (values, unit): (Values, &str)) -> String {
    const HEIGHT: f64 = 170.0;
    const FLOOR: f64 = 138.0;
    const TOP: f64 = 16.0;
    let most = bins.iter().map(|b| b.count).max().unwrap_or(0).max(1);
    let step = WIDTH / bins.len().max(1) as f64;
    let mut svg = open_svg(title, HEIGHT);
    svg += &format!(r#"<text class="axis" x="0" y="10">{} puzzles</text>"#, crate::numbers::grouped(most));
    svg += &format!(r#"<path class="grid" d="M0 {TOP}H{WIDTH}"/>"#);
    for (i, bin) in bins.iter().enumerate() {
        // Even the smallest count is visible.
        let tall =
            if bin.count == 0 { 0.0 } else { (bin.count as f64 / most as f64 * (FLOOR - TOP)).max(1.0) };
        svg += &format!(
            r#"<rect class="bar" x="{:.2}" y="{:.2}" width="{:.2}" height="{tall:.2}"><title>{} {unit}: {}</title></rect>"#,
            i as f64 * step,
            FLOOR - tall,
            (step * 0.9).max(0.3),
            values.edges(bin),
            bin.count
        );
    }
    svg += &format!(r#"<path class="floor" d="M0 {FLOOR}H{WIDTH}"/>"#);
    // At most six labels for any number of bins, each below its bin.
    let every = bins.len().div_ceil(6).max(1);
    for (i, bin) in bins.iter().enumerate().step_by(every) {
        let label = values.edges(bin);
        // A label is not wider than this, and stays inside the chart.
        let half = label.chars().count() as f64 * 3.4;
        let x = ((i as f64 + 0.45) * step).clamp(half, (WIDTH - half).max(half));
        svg += &format!(r#"<text class="axis mid" x="{x:.1}" y="152">{label}</text>"#);
    }
    svg += &format!(r#"<text class="axis end" x="{WIDTH}" y="166">{}</text>"#, escape(unit));
    svg + "</svg>"
}

/// A short tick label, as in 20k or 3M.
pub fn short(value: f64) -> String {
    let (value, unit) = match value {
        v if v >= 1e9 => (v / 1e9, "G"),
        v if v >= 1e6 => (v / 1e6, "M"),
        v if v >= 1e3 => (v / 1e3, "k"),
        v => (v, ""),
    };
    let text = digits(value, 3);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

pub fn open_svg(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        r#"<svg viewBox="0 0 {WIDTH} {height:.0}" role="img" aria-label="{title}"><title>{title}</title>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_histogram_give_both_edges() {
        let bin = |from, to| Bin { from, to, count: 1 };
        let measured = histogram("t", &[bin(2.0, 3.16), bin(3.16, 5.01)], (Values::Measured, "µs"));
        assert!(measured.contains(">2–3.16<") && measured.contains(">3.16–5.01<"), "{measured}");
        let counted = histogram(
            "g",
            &[bin(0.0, 1.0), bin(1.0, 2.0), bin(2.0, 4.0), bin(4.0, 8.0)],
            (Values::Counted, "guesses"),
        );
        for label in [">0<", ">1<", ">2–3<", ">4–7<"] {
            assert!(counted.contains(label), "{label}: {counted}");
        }
    }

    #[test]
    fn the_mark_at_1_crosses_no_label() {
        let bar = |label: &str, value: f64| Bar {
            label: label.into(),
            value,
            range: Some((value * 0.9, value * 1.1)),
            text: format!("{value}×"),
        };
        let svg = bars("t", &[bar("first", 1.0), bar("second", 0.9), bar("third", 0.1)]);
        let number = |text: &str| text.split(['"', ' ', 'v']).next().unwrap().parse::<f64>().unwrap();
        let marks: Vec<(f64, f64)> = svg
            .split(r#"<path class="one" d="M"#)
            .skip(1)
            .map(|path| (number(path), number(path.split_once(' ').unwrap().1)))
            .collect();
        // Baselines; 12 pixels high letters reach from 11 above it to 3 below it.
        let baselines: Vec<f64> = svg.split(r#"<text x="0" y=""#).skip(1).map(number).collect();
        assert_eq!((marks.len(), baselines.len()), (3, 3));
        for (x, top) in marks {
            assert!(baselines.iter().all(|y| top > y + 3.0 || top + 18.0 < y - 11.0), "{svg}");
            assert!(x <= WIDTH - 64.0, "left of the values, which end at the right edge");
        }
        assert_eq!(svg.matches(r#"<text class="value end" x="360""#).count(), 3);
    }

    #[test]
    fn labels_are_escaped() {
        let bar =
            Bar { label: "<b> & \"c\"".into(), value: 2.0, range: Some((1.0, 3.0)), text: "2×".into() };
        let svg = bars("a < b", &[bar]);
        assert!(
            svg.contains("&lt;b&gt; &amp; &quot;c&quot;") && svg.contains("a &lt; b") && !svg.contains("<b>")
        );
    }
}
