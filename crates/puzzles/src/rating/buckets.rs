//! Ratings as numbers, to compare them, and the usual groups of ratings.

use super::Method;
use crate::logic::Level;
use quadrille_core::error::{Error, ErrorKind};

/// A group of ratings by guesses, or by morphs, from one number up to the start of the next group: one of [`BUCKETS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bucket {
    /// The least rating in it.
    pub from: u64,
    /// Its name, such as `5–19`.
    pub name: &'static str,
}

/// The usual groups: 0, 1–4, 5–19, 20–49, 50–99 and 100+.
///
/// ```
/// use quadrille::rating::{BUCKETS, bucket};
///
/// assert_eq!(BUCKETS[bucket(19.9)].name, "5–19");
/// ```
pub const BUCKETS: [Bucket; 6] = [
    Bucket { from: 0, name: "0" },
    Bucket { from: 1, name: "1–4" },
    Bucket { from: 5, name: "5–19" },
    Bucket { from: 20, name: "20–49" },
    Bucket { from: 50, name: "50–99" },
    Bucket { from: 100, name: "100+" },
];

/// The place in [`BUCKETS`] of the group of a rating.
pub fn bucket(rating: f64) -> usize {
    BUCKETS.iter().rposition(|bucket| rating >= bucket.from as f64).unwrap_or(0)
}

/// The place of a level in [`Level::ALL`].
#[doc(hidden)]
pub fn rank(level: Level) -> usize {
    Level::ALL.iter().rposition(|known| level >= *known).unwrap_or(0)
}

impl Method {
    /// The number by which ratings of this method are compared: the rating itself or, for [`Method::Logic`], the index
    /// of the level with this name, from 0. Guesses are whole numbers.
    ///
    /// ```
    /// use quadrille::rating::Method;
    ///
    /// assert_eq!(Method::Guesses.parse_rating("20")?, 20.0);
    /// assert_eq!(Method::Logic.parse_rating("locked")?, 1.0);
    /// assert!(Method::Guesses.parse_rating("1.5").is_err());
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a rating of this method.
    pub fn parse_rating(self, text: &str) -> Result<f64, Error> {
        let error = || {
            let what = match self {
                Method::Guesses => "a rating by guesses is a whole number".to_owned(),
                Method::Morphs { .. } => "a rating by morphs is a number, as in 12.5".to_owned(),
                Method::Logic => {
                    format!("a rating by logic is one of {}", Level::ALL.map(|level| level.name()).join(", "))
                }
            };
            Error::new(ErrorKind::Malformed, format!("{text:?}: {what}"))
        };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = match self {
            Method::Guesses => text.parse::<u64>().ok().filter(|_| is_plain).map(|number| number as f64),
            Method::Morphs { .. } => text.parse().ok().filter(|_| is_plain),
            Method::Logic => text.parse::<Level>().ok().map(|level| rank(level) as f64),
        };
        number.ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bucket_begins_where_the_one_before_it_ends() {
        for (index, of) in BUCKETS.iter().enumerate() {
            assert_eq!(bucket(of.from as f64), index);
            assert_eq!(bucket(of.from as f64 - 0.001), index.saturating_sub(1));
            assert!(of.name.starts_with(&of.from.to_string()), "{of:?}");
        }
        assert_eq!(bucket(1e12), 5);
    }

    #[test]
    fn levels_are_ranked() {
        for (place, level) in Level::ALL.iter().enumerate() {
            assert_eq!(rank(*level), place);
            assert_eq!(Method::Logic.parse_rating(level.name()), Ok(place as f64));
        }
    }

    #[test]
    fn ratings_are_those_of_their_method() {
        let morphs = Method::Morphs { count: 10 };
        for (method, text, rating) in
            [(Method::Guesses, "0", 0.0), (morphs, "12.5", 12.5), (morphs, "3", 3.0)]
        {
            assert_eq!(method.parse_rating(text), Ok(rating));
        }
        for (method, text) in [
            (Method::Guesses, "-1"),
            (Method::Guesses, "+1"),
            (Method::Guesses, ""),
            (Method::Guesses, "locked"),
            (morphs, "NaN"),
            (morphs, "1e3"),
            (morphs, "."),
            (Method::Logic, "1"),
            (Method::Logic, "Singles"),
        ] {
            let error = method.parse_rating(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?}: a rating by ")), "{error}");
        }
    }
}
