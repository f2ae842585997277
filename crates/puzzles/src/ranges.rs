//! Ranges as people write them: `A..B`, `A..`, `..B` or `A`, bounds included.

use crate::rating::Method;
use quadrille_base::error::{Error, ErrorKind};
use std::ops::RangeInclusive;

/// The range of a rating. By logic the bounds are levels, and their numbers are returned.
pub fn ratings(text: &str, method: Method) -> Result<RangeInclusive<f64>, Error> {
    range(text, 0.0, f64::INFINITY, |text| method.parse_rating(text))
}

/// The range of a number of givens on a board of so many cells.
pub fn givens(text: &str, area: usize) -> Result<RangeInclusive<usize>, Error> {
    range(text, 0, area, |text| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<usize>().ok().filter(|_| is_number);
        number.ok_or_else(|| malformed(format!("{text:?} is not a number of givens")))
    })
}

fn range<T: Copy + PartialOrd>(
    text: &str,
    least: T,
    most: T,
    parse: impl Fn(&str) -> Result<T, Error>,
) -> Result<RangeInclusive<T>, Error> {
    let bound = |text: &str, open: T| match text.trim() {
        "" => Ok(open),
        text => parse(text),
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) if !(low.trim().is_empty() && high.trim().is_empty()) => {
            let low = bound(low, least)?;
            // Code that knows the values refuses a bound above all of them, with its own message.
            let most = if low > most { low } else { most };
            (low, bound(high.strip_prefix('=').unwrap_or(high), most)?)
        }
        None if !text.trim().is_empty() => (parse(text.trim())?, parse(text.trim())?),
        _ => return Err(malformed("expected a range, as in 20..100, 20.. or ..4".into())),
    };
    if low > high {
        return Err(malformed("the first bound is above the second one; exchange them".into()));
    }
    Ok(low..=high)
}

fn malformed(what: String) -> Error {
    Error::new(ErrorKind::Malformed, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_bounds_one_or_a_single_value() {
        for (text, expected) in [
            ("20..100", 20..=100),
            ("20..", 20..=81),
            ("90..", 90..=90),
            ("..4", 0..=4),
            ("7", 7..=7),
            (" 3 .. 5 ", 3..=5),
            ("3..=5", 3..=5),
        ] {
            let expected = *expected.start()..=(*expected.end()).max(*expected.start());
            assert_eq!(givens(text, 81).unwrap(), expected, "{text}");
        }
        assert_eq!(ratings("1.5..", Method::Morphs { count: 10 }).unwrap(), 1.5..=f64::INFINITY);
        assert_eq!(ratings("locked..backdoor 2", Method::Logic).unwrap(), 1.0..=3.0);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "..", " .. ", "a..b", "5..3", "-1..3", "1...3", "1.5..3", "+1..2"] {
            assert!(givens(text, 81).is_err(), "{text}");
        }
        for text in ["", "..", "-1..", "nan..", "inf", "locked.."] {
            assert!(ratings(text, Method::Guesses).is_err(), "{text}");
        }
        assert!(ratings("1..2", Method::Logic).is_err());
    }
}
