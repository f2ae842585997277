//! The rating methods.

use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, str::FromStr};

/// How the difficulty of a puzzle is rated.
///
/// The text form is `guesses`, `morphs`, `morphs=100`, `logic`, `se`, `se=no-uniqueness` or `hodoku`.
///
/// ```
/// use quadrille::rating::Method;
///
/// assert_eq!("morphs=100".parse::<Method>()?, Method::Morphs { count: 100 });
/// assert_eq!("morphs".parse::<Method>()?, Method::Morphs { count: Method::USUAL_MORPHS });
/// assert_eq!(Method::Morphs { count: 100 }.to_string(), "morphs=100");
/// assert!("morphs=0".parse::<Method>().is_err());
/// assert!(Method::Logic.needs_one_solution() && !Method::Guesses.needs_one_solution());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// The guesses of a search, as [`GuessCounter`](super::GuessCounter) counts them: a whole number. It depends on the
    /// arrangement of cells and digits, so morphs of one puzzle have different ratings.
    #[default]
    Guesses,
    /// exp(mean(ln(guesses + 1))) over some morphs: see [`MorphRater`](super::MorphRater). It is at least 1.
    Morphs {
        /// The number of morphs, from 1 to [`MAX_MORPHS`](Method::MAX_MORPHS).
        count: u32,
    },
    /// The steps of a person: naked and hidden singles, locked candidates, or the number of cells that have to be given until
    /// singles finish the puzzle.
    Logic,
    /// ER, EP and ED, the ratings of Sudoku Explainer 1.2.1: numbers with one digit after the point. ER is 0.0 for a solved
    /// grid, 20.0 if the techniques end before the puzzle is solved, and otherwise at least 1.0.
    SudokuExplainer {
        /// Whether techniques may assume that a puzzle has one solution: unique rectangles and loops, and BUG.
        uniqueness: bool,
    },
    /// The score and the level of HoDoKu 2.2.0: the score is a whole number, the sum of the scores of all steps.
    Hodoku,
}

impl Method {
    /// The number of morphs that `morphs` alone means.
    pub const USUAL_MORPHS: u32 = 10;
    /// The most morphs.
    pub const MAX_MORPHS: u32 = 10_000;
    /// The names of all methods, as messages list them.
    pub const NAMES: &str =
        "guesses, morphs, morphs=K (K from 1 to 10,000), logic, se, se=no-uniqueness, hodoku";

    /// Whether only puzzles with one solution have a rating.
    pub fn needs_one_solution(self) -> bool {
        matches!(self, Method::Logic | Method::SudokuExplainer { .. } | Method::Hodoku)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Guesses => f.write_str("guesses"),
            Method::Morphs { count } => write!(f, "morphs={count}"),
            Method::Logic => f.write_str("logic"),
            Method::SudokuExplainer { uniqueness: true } => f.write_str("se"),
            Method::SudokuExplainer { uniqueness: false } => f.write_str("se=no-uniqueness"),
            Method::Hodoku => f.write_str("hodoku"),
        }
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method, Error> {
        let unknown = || {
            let what = format!("there is no method {text:?}; the methods are {}", Method::NAMES);
            Error::new(ErrorKind::Malformed, what)
        };
        match text {
            "guesses" => Ok(Method::Guesses),
            "morphs" => Ok(Method::Morphs { count: Self::USUAL_MORPHS }),
            "logic" => Ok(Method::Logic),
            "se" => Ok(Method::SudokuExplainer { uniqueness: true }),
            "se=no-uniqueness" => Ok(Method::SudokuExplainer { uniqueness: false }),
            "hodoku" => Ok(Method::Hodoku),
            _ => {
                let count = text.strip_prefix("morphs=").ok_or_else(unknown)?;
                let is_number = count.bytes().all(|byte| byte.is_ascii_digit());
                let count = count.parse().ok().filter(|_| is_number).ok_or_else(unknown)?;
                (1..=Self::MAX_MORPHS)
                    .contains(&count)
                    .then_some(Method::Morphs { count })
                    .ok_or_else(unknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_as_they_are_written() {
        let explainer = |uniqueness| Method::SudokuExplainer { uniqueness };
        let morphs = |count| Method::Morphs { count };
        let explainers = [explainer(true), explainer(false)];
        let others = [Method::Guesses, morphs(1), morphs(10_000), Method::Logic, Method::Hodoku];
        for method in others.into_iter().chain(explainers) {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
    }

    #[test]
    fn other_texts_are_no_methods() {
        for text in [
            "",
            "Guesses",
            "morphs=",
            "morphs=0",
            "morphs=-1",
            "morphs=+1",
            "morphs=1.5",
            "morphs=10001",
            "se=",
            "HoDoKu",
        ] {
            assert!(text.parse::<Method>().is_err(), "{text}");
        }
    }
}
