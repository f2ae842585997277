//! Parsers for options that take a number of seconds, such as 0.5.

use std::time::Duration;

const EXPECTED: &str = "expected a number of seconds";

pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| EXPECTED.into())
}

pub fn positive_seconds(text: &str) -> Result<Duration, String> {
    let seconds = seconds(text).ok().filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| "expected a number of seconds greater than 0, as in 0.5 or 60".into())
}

/// Accepts any non-negative number; a number too large for a [`Duration`] means forever.
pub fn seconds_or_forever(text: &str) -> Result<Duration, String> {
    let too_many = || text.parse::<f64>().is_ok_and(|seconds| seconds > 0.0);
    seconds(text).or_else(|error| if too_many() { Ok(Duration::MAX) } else { Err(error) })
}

/// A positive number of at most 1,000,000 seconds.
pub fn limited_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| EXPECTED.to_string())?;
    if seconds > 0.0 && seconds <= 1e6 {
        Ok(seconds)
    } else {
        Err("expected a number of seconds greater than 0 and at most 1,000,000".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parser_accepts_its_range() {
        let half = Duration::from_millis(500);
        assert_eq!((seconds("0.5"), positive_seconds("0.5")), (Ok(half), Ok(half)));
        assert_eq!((seconds_or_forever("0.5"), limited_seconds("0.5")), (Ok(half), Ok(0.5)));
        for text in ["", "x", "-1", "NaN"] {
            assert!(seconds(text).is_err() && positive_seconds(text).is_err(), "{text}");
            assert!(seconds_or_forever(text).is_err() && limited_seconds(text).is_err(), "{text}");
        }
        assert!(seconds("0").is_ok() && seconds_or_forever("0").is_ok());
        assert!(positive_seconds("0").is_err() && limited_seconds("0").is_err());
        assert_eq!(seconds_or_forever("1e300"), Ok(Duration::MAX));
        assert!(seconds("1e300").is_err() && limited_seconds("1e300").is_err());
    }
}
