//! Small SVG charts without scripts, fonts or colors: the style sheet of the page sets these, for light and
//! dark.
//!
//! All charts are 360 units wide, so that their text is readable on a phone and several charts fit side by
//! side on a wide screen.

use super::{number::digits, statistics::Bin};
use std::fmt::Write;

const WIDTH: f64 = 360.0;

/// Escapes a text for HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// One bar of [`bars`].
pub(super) struct Bar {
    pub label: String,
    pub value: f64,
    /// The confidence interval.
    pub range: Option<(f64, f64)>,
    /// The text at the end of the bar.
    pub text: String,
}

/// Horizontal bars that start at 0, with a mark at 1.
pub(super) fn bars(title: &str, bars: &[Bar]) -> String {
    const ROW: f64 = 38.0;
    // The texts of the values stand in a column of their own, so that the mark at 1 does not cross them.
    const ROOM: f64 = 64.0;
    let most = bars.iter().map(|b| b.range.map_or(b.value, |r| r.1)).fold(1.0, f64::max);
    let scale = (WIDTH - ROOM) / most;
    let height = ROW * bars.len() as f64 + 4.0;
    let mut svg = open_svg(title, height);
    for (i, bar) in bars.iter().enumerate() {
        let y = i as f64 * ROW;
        let long = bar.value * scale;
        put(&mut svg, format_args!(r#"<text x="0" y="{:.1}">{}</text>"#, y + 11.0, escape(&bar.label)));
        put(
            &mut svg,
            format_args!(r#"<rect class="bar" x="0" y="{:.1}" width="{long:.1}" height="12"/>"#, y + 19.0),
        );
        // From below the label of this row to above that of the next one.
        put(&mut svg, format_args!(r#"<path class="one" d="M{scale:.1} {:.1}v18"/>"#, y + 16.0));
        if let Some((low, high)) = bar.range {
            let (low, high) = (low * scale, high * scale);
            let y = y + 25.0;
            put(
                &mut svg,
                format_args!(
                    r#"<path class="range" d="M{low:.1} {y:.1}H{high:.1}M{low:.1} {0:.1}v6M{high:.1} {0:.1}v6"/>"#,
                    y - 3.0
                ),
            );
        }
        put(
            &mut svg,
            format_args!(
                r#"<text class="value end" x="{WIDTH}" y="{:.1}">{}</text>"#,
                y + 29.0,
                escape(&bar.text)
            ),
        );
    }
    svg + "</svg>"
}

/// What the values of a histogram are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    /// Any numbers: a bin is from one to another.
    Measured,
    /// Whole numbers: the upper edge of a bin is not in it.
    Counted,
}

impl Values {
    /// Both edges of a bin, as in `2–3.16`, or the only whole number in it.
    fn edges(self, bin: &Bin) -> String {
        let last = if self == Values::Counted { bin.to - 1.0 } else { bin.to };
        match last > bin.from {
            true => format!("{}–{}", short(bin.from), short(last)),
            false => short(bin.from),
        }
    }
}

/// A histogram whose bins are drawn with equal widths.
pub(super) fn histogram(title: &str, bins: &[Bin], (values, unit): (Values, &str)) -> String {
    const HEIGHT: f64 = 170.0;
    const FLOOR: f64 = 138.0;
    const TOP: f64 = 16.0;
    let most = bins.iter().map(|b| b.count).max().unwrap_or(0).max(1);
    let step = WIDTH / bins.len().max(1) as f64;
    let mut svg = open_svg(title, HEIGHT);
    put(
        &mut svg,
        format_args!(
            r#"<text class="axis" x="0" y="10">{} puzzles</text>"#,
            crate::cli::report::grouped(most)
        ),
    );
    put(&mut svg, format_args!(r#"<path class="grid" d="M0 {TOP}H{WIDTH}"/>"#));
    for (i, bin) in bins.iter().enumerate() {
        // Even the smallest count is visible.
        let tall =
            if bin.count == 0 { 0.0 } else { (bin.count as f64 / most as f64 * (FLOOR - TOP)).max(1.0) };
        put(
            &mut svg,
            format_args!(
                r#"<rect class="bar" x="{:.2}" y="{:.2}" width="{:.2}" height="{tall:.2}"><title>{} {unit}: {}</title></rect>"#,
                i as f64 * step,
                FLOOR - tall,
                (step * 0.9).max(0.3),
                values.edges(bin),
                bin.count
            ),
        );
    }
    put(&mut svg, format_args!(r#"<path class="floor" d="M0 {FLOOR}H{WIDTH}"/>"#));
    // At most six labels for any number of bins, each below its bin.
    let every = bins.len().div_ceil(6).max(1);
    for (i, bin) in bins.iter().enumerate().step_by(every) {
        let label = values.edges(bin);
        // A label is not wider than this, and stays inside the chart.
        let half = label.chars().count() as f64 * 3.4;
        let x = ((i as f64 + 0.45) * step).clamp(half, (WIDTH - half).max(half));
        put(&mut svg, format_args!(r#"<text class="axis mid" x="{x:.1}" y="152">{label}</text>"#));
    }
    put(&mut svg, format_args!(r#"<text class="axis end" x="{WIDTH}" y="166">{}</text>"#, escape(unit)));
    svg + "</svg>"
}

/// One line of [`curves`].
pub(super) struct Curve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

/// How values are mapped to an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// Linear, starting at 0.
    Linear,
    /// Linear, starting at 0, with ticks at whole numbers only.
    Whole,
    /// Logarithmic, with ticks at powers of ten.
    Log,
}

struct Axis {
    scale: Scale,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Axis {
    fn over(scale: Scale, values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) =
            values.filter(|v| *v > 0.0).fold((f64::INFINITY, 0.0f64), |(l, h), v| (l.min(v), h.max(v)));
        let (low, high) = if high > 0.0 { (low, high) } else { (1.0, 1.0) };
        match scale {
            Scale::Linear | Scale::Whole => {
                let step = nice(high / 4.0);
                let step = if scale == Scale::Whole { step.max(1.0) } else { step };
                let to = (high / step).ceil() * step;
                Axis {
                    scale,
                    from: 0.0,
                    to,
                    ticks: (0..).map(|i| f64::from(i) * step).take_while(|t| *t <= to * 1.001).collect(),
                }
            }
            Scale::Log => {
                let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
                let last = last.max(first + 1);
                let skip = ((last - first) as usize).div_ceil(6);
                let ticks = (first..=last).step_by(skip).map(|k| 10f64.powi(k)).collect();
                Axis { scale, from: 10f64.powi(first), to: 10f64.powi(last), ticks }
            }
        }
    }

    /// Position on the axis: 0 at its start, 1 at its end.
    fn position(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Whole => (value - self.from) / (self.to - self.from),
            Scale::Log => (value / self.from).log10() / (self.to / self.from).log10(),
        }
    }
}

/// Rounds up to 1, 2 or 5 times a power of ten.
fn nice(value: f64) -> f64 {
    let unit = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|f| f * unit).into_iter().find(|v| *v >= value * 0.999).unwrap_or(unit)
}

/// A chart of several lines over the same axes.
pub(super) fn curves(
    title: &str,
    curves: &[Curve],
    (x_scale, x_name): (Scale, &str),
    (y_scale, y_name): (Scale, &str),
) -> String {
    let points = || curves.iter().flat_map(|c| &c.points);
    let plot =
        Plot { x: Axis::over(x_scale, points().map(|p| p.0)), y: Axis::over(y_scale, points().map(|p| p.1)) };
    let mut svg = open_svg(title, 206.0 + 16.0 * curves.len() as f64);
    plot.draw_axes(&mut svg, x_name, y_name);
    for (i, curve) in curves.iter().enumerate() {
        plot.draw_curve(&mut svg, i, curve);
    }
    svg + "</svg>"
}

/// The area of [`curves`] between two axes.
struct Plot {
    x: Axis,
    y: Axis,
}

impl Plot {
    const LEFT: f64 = 52.0;
    const RIGHT: f64 = 346.0;
    const TOP: f64 = 24.0;
    const BOTTOM: f64 = 170.0;

    /// The position of a point in the chart.
    fn position(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (
            Self::LEFT + self.x.position(x) * (Self::RIGHT - Self::LEFT),
            Self::BOTTOM - self.y.position(y) * (Self::BOTTOM - Self::TOP),
        )
    }

    fn draw_axes(&self, svg: &mut String, x_name: &str, y_name: &str) {
        let (left, right, bottom) = (Self::LEFT, Self::RIGHT, Self::BOTTOM);
        put(svg, format_args!(r#"<text class="axis" x="0" y="11">{}</text>"#, escape(y_name)));
        for &tick in &self.y.ticks {
            let (_, y) = self.position((self.x.to, tick));
            let (x, below, label) = (left - 5.0, y + 4.0, short(tick));
            put(svg, format_args!(r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#));
            put(svg, format_args!(r#"<text class="axis end" x="{x}" y="{below:.1}">{label}</text>"#));
        }
        for &tick in &self.x.ticks {
            let (x, _) = self.position((tick, self.y.to));
            let (y, label) = (bottom + 15.0, short(tick));
            put(svg, format_args!(r#"<text class="axis mid" x="{x:.1}" y="{y}">{label}</text>"#));
        }
        let (y, name) = (bottom + 29.0, escape(x_name));
        put(svg, format_args!(r#"<text class="axis end" x="{right}" y="{y}">{name}</text>"#));
    }

    /// Draws the line, its points, and its entry in the legend.
    fn draw_curve(&self, svg: &mut String, i: usize, curve: &Curve) {
        let style = i % 4;
        let points: Vec<_> = curve.points.iter().map(|&point| self.position(point)).collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        put(svg, format_args!(r#"<polyline class="line s{style}" points="{}"/>"#, path.join(" ")));
        for (x, y) in points {
            put(svg, format_args!(r#"<circle class="dot s{style}" cx="{x:.1}" cy="{y:.1}" r="3"/>"#));
        }
        let (left, y) = (Self::LEFT, Self::BOTTOM + 44.0 + 16.0 * i as f64);
        put(svg, format_args!(r#"<path class="line s{style}" d="M{left} {:.1}h18"/>"#, y - 4.0));
        let label = escape(&curve.label);
        put(svg, format_args!(r#"<text x="{}" y="{y:.1}">{label}</text>"#, left + 24.0));
    }
}

/// A short tick label, as in 20k or 3M.
fn short(value: f64) -> String {
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

fn open_svg(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        r#"<svg viewBox="0 0 {WIDTH} {height:.0}" role="img" aria-label="{title}"><title>{title}</title>"#
    )
}

fn put(svg: &mut String, part: std::fmt::Arguments<'_>) {
    svg.write_fmt(part).expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_axes_contain_all_values() {
        let axis = Axis::over(Scale::Linear, [3.0, 17.0].into_iter());
        assert_eq!(axis.ticks, [0.0, 5.0, 10.0, 15.0, 20.0]);
        for (threads, ticks) in
            [(1.0, &[0.0, 1.0][..]), (2.0, &[0.0, 1.0, 2.0]), (7.0, &[0.0, 2.0, 4.0, 6.0, 8.0])]
        {
            assert_eq!(
                Axis::over(Scale::Whole, [1.0, threads].into_iter()).ticks,
                ticks,
                "no ticks at halves"
            );
        }
        let axis = Axis::over(Scale::Log, [0.3, 2000.0].into_iter());
        assert_eq!((axis.from, axis.to), (0.1, 10_000.0));
        assert!((axis.position(1.0) - 0.2).abs() < 1e-9);
        for value in [0.3, 2000.0] {
            assert!((0.0..=1.0).contains(&axis.position(value)));
        }
        assert_eq!([0.0, 0.1, 20.0, 2500.0, 5e6, 1e9].map(short), ["0", "0.1", "20", "2.5k", "5M", "1G"]);
        // No values must not lead to a division by zero.
        assert!(Axis::over(Scale::Log, std::iter::empty()).position(1.0).is_finite());
    }

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
