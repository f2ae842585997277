//! Charts of several lines over the same axes.

use quadrille_console::page::charts::{escape, open_svg, short};

/// One line of [`curves`].
pub(crate) struct Curve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

/// How values are mapped to an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
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
pub(crate) fn curves(
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
        *svg += &format!(r#"<text class="axis" x="0" y="11">{}</text>"#, escape(y_name));
        for &tick in &self.y.ticks {
            let (_, y) = self.position((self.x.to, tick));
            let (x, below, label) = (left - 5.0, y + 4.0, short(tick));
            *svg += &format!(r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#);
            *svg += &format!(r#"<text class="axis end" x="{x}" y="{below:.1}">{label}</text>"#);
        }
        for &tick in &self.x.ticks {
            let (x, _) = self.position((tick, self.y.to));
            let (y, label) = (bottom + 15.0, short(tick));
            *svg += &format!(r#"<text class="axis mid" x="{x:.1}" y="{y}">{label}</text>"#);
        }
        let (y, name) = (bottom + 29.0, escape(x_name));
        *svg += &format!(r#"<text class="axis end" x="{right}" y="{y}">{name}</text>"#);
    }

    /// Draws the line, its points, and its entry in the legend.
    fn draw_curve(&self, svg: &mut String, i: usize, curve: &Curve) {
        let style = i % 4;
        let points: Vec<_> = curve.points.iter().map(|&point| self.position(point)).collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        *svg += &format!(r#"<polyline class="line s{style}" points="{}"/>"#, path.join(" "));
        for (x, y) in points {
            *svg += &format!(r#"<circle class="dot s{style}" cx="{x:.1}" cy="{y:.1}" r="3"/>"#);
        }
        let (left, y) = (Self::LEFT, Self::BOTTOM + 44.0 + 16.0 * i as f64);
        *svg += &format!(r#"<path class="line s{style}" d="M{left} {:.1}h18"/>"#, y - 4.0);
        let label = escape(&curve.label);
        *svg += &format!(r#"<text x="{}" y="{y:.1}">{label}</text>"#, left + 24.0);
    }
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
}
