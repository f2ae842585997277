//! Small charts as SVG, made by hand: no script, no font, no colour of their own (the page's style
//! gives those, for light and dark).
//!
//! All are 360 units wide, so that their text has its size on a telephone and a chart may be shown in
//! columns on a wide screen.

use super::{number::digits, statistics::Bin};
use std::fmt::Write;

const WIDTH: f64 = 360.0;

/// A text for HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// One bar of [`bars`].
pub(super) struct Bar {
    pub label: String,
    pub value: f64,
    /// Between which values the true one may be.
    pub range: Option<(f64, f64)>,
    /// What is written at the end.
    pub text: String,
}

/// Horizontal bars from 0, with a mark at 1.
pub(super) fn bars(title: &str, bars: &[Bar]) -> String {
    const ROW: f64 = 34.0;
    const ROOM: f64 = 64.0;
    let most = bars.iter().map(|b| b.range.map_or(b.value, |r| r.1)).fold(1.0, f64::max);
    let scale = (WIDTH - ROOM) / most;
    let height = ROW * bars.len() as f64 + 4.0;
    let mut svg = open(title, height);
    for (i, bar) in bars.iter().enumerate() {
        let y = i as f64 * ROW;
        let long = bar.value * scale;
        put(&mut svg, format_args!(r#"<text x="0" y="{:.1}">{}</text>"#, y + 11.0, escape(&bar.label)));
        put(
            &mut svg,
            format_args!(r#"<rect class="bar" x="0" y="{:.1}" width="{long:.1}" height="12"/>"#, y + 16.0),
        );
        // 1, beside the bars and not through their names.
        put(&mut svg, format_args!(r#"<path class="one" d="M{scale:.1} {:.1}v18"/>"#, y + 13.0));
        let mut end = long;
        if let Some((low, high)) = bar.range {
            let (low, high) = (low * scale, high * scale);
            let y = y + 22.0;
            put(
                &mut svg,
                format_args!(
                    r#"<path class="range" d="M{low:.1} {y:.1}H{high:.1}M{low:.1} {0:.1}v6M{high:.1} {0:.1}v6"/>"#,
                    y - 3.0
                ),
            );
            end = end.max(high);
        }
        put(
            &mut svg,
            format_args!(
                r#"<text class="value" x="{:.1}" y="{:.1}">{}</text>"#,
                end + 5.0,
                y + 26.0,
                escape(&bar.text)
            ),
        );
    }
    svg + "</svg>"
}

/// A histogram over bins that are of equal width on paper.
pub(super) fn histogram(title: &str, bins: &[Bin], unit: &str) -> String {
    const HEIGHT: f64 = 170.0;
    const FLOOR: f64 = 138.0;
    const TOP: f64 = 16.0;
    let most = bins.iter().map(|b| b.count).max().unwrap_or(0).max(1);
    let step = WIDTH / bins.len().max(1) as f64;
    let mut svg = open(title, HEIGHT);
    put(
        &mut svg,
        format_args!(
            r#"<text class="axis" x="0" y="10">{} puzzles</text>"#,
            crate::cli::report::grouped(most)
        ),
    );
    put(&mut svg, format_args!(r#"<path class="grid" d="M0 {TOP}H{WIDTH}"/>"#));
    for (i, bin) in bins.iter().enumerate() {
        // What is there at all is seen.
        let tall =
            if bin.count == 0 { 0.0 } else { (bin.count as f64 / most as f64 * (FLOOR - TOP)).max(1.0) };
        put(
            &mut svg,
            format_args!(
                r#"<rect class="bar" x="{:.2}" y="{:.2}" width="{:.2}" height="{tall:.2}"><title>{} to {} {unit}: {}</title></rect>"#,
                i as f64 * step,
                FLOOR - tall,
                (step * 0.9).max(0.3),
                short(bin.from),
                short(bin.to),
                bin.count
            ),
        );
    }
    put(&mut svg, format_args!(r#"<path class="floor" d="M0 {FLOOR}H{WIDTH}"/>"#));
    // About six labels, whatever the number of bins.
    let every = bins.len().div_ceil(6).max(1);
    for (i, bin) in bins.iter().enumerate().step_by(every) {
        let x = i as f64 * step;
        put(&mut svg, format_args!(r#"<text class="axis" x="{x:.1}" y="152">{}</text>"#, short(bin.from)));
    }
    put(&mut svg, format_args!(r#"<text class="axis end" x="{WIDTH}" y="166">{}</text>"#, escape(unit)));
    svg + "</svg>"
}

/// A line of [`curves`].
pub(super) struct Curve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

/// How an axis is divided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// From 0.
    Linear,
    /// By powers of ten.
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
            Scale::Linear => {
                let step = nice(high / 4.0);
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

    /// 0 at the axis' begin, 1 at its end.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Log => (value / self.from).log10() / (self.to / self.from).log10(),
        }
    }
}

/// 1, 2 or 5 times a power of ten, the next one up.
fn nice(value: f64) -> f64 {
    let unit = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|f| f * unit).into_iter().find(|v| *v >= value * 0.999).unwrap_or(unit)
}

/// Several lines over the same axes.
pub(super) fn curves(
    title: &str,
    curves: &[Curve],
    (x, x_name): (Scale, &str),
    (y, y_name): (Scale, &str),
) -> String {
    const LEFT: f64 = 52.0;
    const RIGHT: f64 = 346.0;
    const TOP: f64 = 24.0;
    const FLOOR: f64 = 170.0;
    let all = || curves.iter().flat_map(|c| &c.points);
    let (across, up) = (Axis::over(x, all().map(|p| p.0)), Axis::over(y, all().map(|p| p.1)));
    let at =
        |&(a, b): &(f64, f64)| (LEFT + across.place(a) * (RIGHT - LEFT), FLOOR - up.place(b) * (FLOOR - TOP));
    let mut svg = open(title, 206.0 + 16.0 * curves.len() as f64);
    put(&mut svg, format_args!(r#"<text class="axis" x="0" y="11">{}</text>"#, escape(y_name)));
    for &tick in &up.ticks {
        let (_, y) = at(&(across.to, tick));
        put(&mut svg, format_args!(r#"<path class="grid" d="M{LEFT} {y:.1}H{RIGHT}"/>"#));
        put(
            &mut svg,
            format_args!(
                r#"<text class="axis end" x="{}" y="{:.1}">{}</text>"#,
                LEFT - 5.0,
                y + 4.0,
                short(tick)
            ),
        );
    }
    for &tick in &across.ticks {
        let (x, _) = at(&(tick, up.to));
        put(
            &mut svg,
            format_args!(r#"<text class="axis mid" x="{x:.1}" y="{}">{}</text>"#, FLOOR + 15.0, short(tick)),
        );
    }
    put(
        &mut svg,
        format_args!(r#"<text class="axis end" x="{RIGHT}" y="{}">{}</text>"#, FLOOR + 29.0, escape(x_name)),
    );
    for (i, curve) in curves.iter().enumerate() {
        let points: Vec<_> = curve.points.iter().map(at).collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        put(&mut svg, format_args!(r#"<polyline class="line s{}" points="{}"/>"#, i % 4, path.join(" ")));
        for (x, y) in points {
            put(&mut svg, format_args!(r#"<circle class="dot s{}" cx="{x:.1}" cy="{y:.1}" r="3"/>"#, i % 4));
        }
        let y = FLOOR + 44.0 + 16.0 * i as f64;
        put(&mut svg, format_args!(r#"<path class="line s{}" d="M{LEFT} {:.1}h18"/>"#, i % 4, y - 4.0));
        put(
            &mut svg,
            format_args!(r#"<text x="{}" y="{y:.1}">{}</text>"#, LEFT + 24.0, escape(&curve.label)),
        );
    }
    svg + "</svg>"
}

/// A tick in a few characters: 20k, 3M.
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

fn open(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        r#"<svg viewBox="0 0 {WIDTH} {height:.0}" role="img" aria-label="{title}"><title>{title}</title>"#
    )
}

fn put(svg: &mut String, part: std::fmt::Arguments<'_>) {
    svg.write_fmt(part).expect("a string takes all");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_and_hold_all_values() {
        let axis = Axis::over(Scale::Linear, [3.0, 17.0].into_iter());
        assert_eq!(axis.ticks, [0.0, 5.0, 10.0, 15.0, 20.0]);
        let axis = Axis::over(Scale::Log, [0.3, 2000.0].into_iter());
        assert_eq!((axis.from, axis.to), (0.1, 10_000.0));
        assert!((axis.place(1.0) - 0.2).abs() < 1e-9);
        for value in [0.3, 2000.0] {
            assert!((0.0..=1.0).contains(&axis.place(value)));
        }
        assert_eq!([0.0, 0.1, 20.0, 2500.0, 5e6, 1e9].map(short), ["0", "0.1", "20", "2.5k", "5M", "1G"]);
        // Nothing to show is no reason to divide by it.
        assert!(Axis::over(Scale::Log, std::iter::empty()).place(1.0).is_finite());
    }

    #[test]
    fn names_cannot_break_the_page() {
        let bar =
            Bar { label: "<b> & \"c\"".into(), value: 2.0, range: Some((1.0, 3.0)), text: "2×".into() };
        let svg = bars("a < b", &[bar]);
        assert!(
            svg.contains("&lt;b&gt; &amp; &quot;c&quot;") && svg.contains("a &lt; b") && !svg.contains("<b>")
        );
    }
}
