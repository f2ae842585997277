//! Ratings as numbers, to compare them, and the usual groups of ratings.

use super::Method;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_techniques::logic::Level;

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

/// The groups of ratings of Sudoku Explainer: the least rating of each, and its name.
pub const EXPLAINER_GROUPS: [(f64, &str); 6] =
    [(0.0, "0–1.5"), (1.6, "1.6–2.9"), (3.0, "3.0–6.4"), (6.5, "6.5–7.9"), (8.0, "8.0–8.9"), (9.0, "9.0+")];

/// The place in [`EXPLAINER_GROUPS`] of the group of a rating.
pub fn explainer_group(rating: f64) -> usize {
    EXPLAINER_GROUPS.iter().rposition(|(from, _)| rating >= *from).unwrap_or(0)
}

/// The place of a level in [`Level::ALL`].
pub fn rank(level: Level) -> usize {
    Level::ALL.iter().rposition(|known| level >= *known).unwrap_or(0)
}

impl Method {
    /// The number by which ratings of this method are compared: the rating itself or, for [`Method::Logic`], the index
    /// of the level with this name, from 0. Guesses and scores are whole numbers.
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
                Method::Guesses => "a rating by guesses is a whole number, as in 20".to_owned(),
                Method::Hodoku => {
                    "a rating by hodoku is a whole number, the score and not the level, as in 800".to_owned()
                }
                Method::Morphs { .. } => "a rating by morphs is a number, as in 12.5".to_owned(),
                Method::SudokuExplainer { .. } => {
                    "a rating by se is a number with one digit after the point, as in 7.2".to_owned()
                }
                Method::Logic => {
                    format!("a rating by logic is one of {}", Level::ALL.map(|level| level.name()).join(", "))
                }
            };
            Error::new(ErrorKind::Malformed, format!("{text:?}: {what}"))
        };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = match self {
            Method::Guesses | Method::Hodoku => {
                text.parse::<u64>().ok().filter(|_| is_plain).map(|number| number as f64)
            }
            Method::Morphs { .. } => text.parse().ok().filter(|_| is_plain),
            Method::SudokuExplainer { .. } => {
                let has_one_digit = text.split_once('.').is_none_or(|(_, digits)| digits.len() == 1);
                text.parse().ok().filter(|_| is_plain && has_one_digit)
            }
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
    fn ratings_of_se_are_in_the_groups_that_their_names_tell() {
        for (index, (from, name)) in EXPLAINER_GROUPS.into_iter().enumerate() {
            assert_eq!(explainer_group(from), index);
            let (least, most) = name.split_once('–').unwrap_or((name.trim_end_matches('+'), "20.0"));
            assert_eq!((least.parse(), explainer_group(most.parse().unwrap())), (Ok(from), index));
        }
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
        let (morphs, se) = (Method::Morphs { count: 10 }, Method::SudokuExplainer { uniqueness: true });
        for (method, text, rating) in [
            (Method::Guesses, "0", 0.0),
            (morphs, "12.5", 12.5),
            (morphs, "3", 3.0),
            (se, "8.3", 8.3),
            (se, "10", 10.0),
        ] {
            assert_eq!(method.parse_rating(text), Ok(rating));
        }
        for (method, text) in [
            (Method::Guesses, "-1"),
            (Method::Guesses, "+1"),
            (Method::Guesses, ""),
            (Method::Guesses, "locked"),
            (Method::Hodoku, "hard"),
            (morphs, "NaN"),
            (morphs, "1e3"),
            (morphs, "."),
            (se, "7.25"),
            (se, "7."),
            (se, "-1.0"),
            (Method::Logic, "1"),
            (Method::Logic, "Singles"),
        ] {
            let error = method.parse_rating(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?}: a rating by ")), "{error}");
        }
    }
}
