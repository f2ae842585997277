//! Formatting of numbers.

use crate::numbers::grouped;

/// A rate: a whole number with commas; below 100, three significant digits.
pub fn rate(value: f64) -> String {
    if value >= 100.0 { grouped(value.round() as u64) } else { digits(value, 3) }
}

/// Rounds to `count` significant digits, but never before the decimal point, without an exponent.
pub fn digits(value: f64, count: i32) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".into();
    }
    let whole = value.abs().log10().floor() as i32 + 1;
    let after = (count - whole).clamp(0, 9) as usize;
    let text = format!("{value:.after$}");
    // 9.996 becomes 10.00, which has one digit too many.
    let again = text.parse::<f64>().map_or(whole, |v| v.abs().log10().floor() as i32 + 1);
    if again > whole && after > 0 { format!("{value:.*}", after - 1) } else { text }
}

/// A ratio in at most six characters: three significant digits, fewer if it is small.
pub fn ratio(value: f64) -> String {
    match value {
        v if !(0.001..999_999.5).contains(&v) => format!("{v:.1e}"),
        v if v < 0.01 => format!("{v:.4}"),
        v if v < 0.1 => format!("{v:.3}"),
        v => digits(v, 3),
    }
}

/// An interval of ratios in at most eleven characters.
pub fn interval(low: f64, high: f64) -> String {
    let bound = |value: f64| match value {
        v if v < 0.001 => format!("{v:.0e}"),
        v if v < 0.1 => format!("{v:.3}"),
        v if v >= 99_999.5 => format!("{v:.1e}"),
        v => digits(v, 3),
    };
    format!("{}–{}", bound(low), bound(high))
}

/// Seconds of processor time in at most seven characters.
pub fn processor(value: f64) -> String {
    if value > 0.0 && value < 0.001 { format!("{value:.5}") } else { digits(value, 3) }
}

/// A count, or the mean of counts.
pub fn count(value: f64) -> String {
    if value.fract() == 0.0 { grouped(value as u64) } else { digits(value, 4) }
}

/// A duration, as in `1.200 ms`.
pub fn seconds(value: f64) -> String {
    match value {
        v if v >= 1.0 => format!("{} s", digits(v, 4)),
        v if v >= 1e-3 => format!("{} ms", digits(v * 1e3, 4)),
        v => format!("{} µs", digits(v * 1e6, 4)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_significant_digits() {
        for (value, count, text) in [
            (0.0, 3, "0"),
            (1.0, 3, "1.00"),
            (9.996, 3, "10.0"),
            (99.96, 3, "100"),
            (1234.5, 3, "1234"),
            (0.012_34, 3, "0.0123"),
            (0.999_9, 3, "1.00"),
            (11.14, 3, "11.1"),
        ] {
            assert_eq!(digits(value, count), text, "{value}");
        }
        for (value, text) in [(0.000_52, "5.2e-4"), (0.005_21, "0.0052"), (0.0521, "0.052"), (3e6, "3.0e6")] {
            assert_eq!(ratio(value), text);
        }
        for (low, high) in
            [(0.000_51, 0.000_53), (0.005, 0.0061), (0.09, 0.11), (99_999.0, 99_999.9), (1e5, 2e6)]
        {
            assert!(interval(low, high).chars().count() <= 11, "{}", interval(low, high));
        }
        assert_eq!((processor(0.000_856), processor(0.012_34)), ("0.00086".into(), "0.0123".into()));
        assert_eq!((rate(8_333_889.4), rate(12.345)), ("8,333,889".into(), "12.3".into()));
        assert_eq!(
            (seconds(1.5), seconds(0.0123), seconds(4.2e-6)),
            ("1.500 s".into(), "12.30 ms".into(), "4.200 µs".into())
        );
    }
}
