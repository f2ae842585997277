//! The techniques that a puzzle requires.

use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, str::FromStr};

/// The techniques that a puzzle requires, in increasing order.
///
/// ```
/// use quadrille::logic::Level;
///
/// assert!(Level::Singles < Level::Locked && Level::Locked < Level::Backdoor(1));
/// assert_eq!((Level::Backdoor(3).to_string(), Level::Singles.name()), ("backdoor 3+".to_owned(), "singles"));
/// assert_eq!("locked".parse::<Level>()?, Level::Locked);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Naked and hidden singles finish it.
    Singles,
    /// Singles and locked candidates finish it.
    Locked,
    /// Singles and locked candidates do not finish it. This is the least number of cells that must be given until
    /// singles alone finish it: 1, 2, or 3, which means 3 or more.
    Backdoor(u8),
}

impl Level {
    /// All levels, in order.
    pub const ALL: [Level; 5] =
        [Level::Singles, Level::Locked, Level::Backdoor(1), Level::Backdoor(2), Level::Backdoor(3)];

    /// Its name: `singles`, `locked`, `backdoor 1`, `backdoor 2` or `backdoor 3+`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Singles => "singles",
            Level::Locked => "locked",
            Level::Backdoor(0 | 1) => "backdoor 1",
            Level::Backdoor(2) => "backdoor 2",
            Level::Backdoor(_) => "backdoor 3+",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(name: &str) -> Result<Level, Error> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| {
            let levels = "singles, locked, backdoor 1, backdoor 2 or backdoor 3+";
            let what = format!("unknown level {name:?}: expected {levels}");
            Error::new(ErrorKind::Malformed, what)
        })
    }
}

/// The difficulty of a puzzle by logic, in increasing order: the result of a [`Rater`](super::Rater).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rating {
    /// The level.
    pub level: Level,
    /// The number of steps that the techniques make until the puzzle is solved or they end: one for each digit
    /// placed, and one for each pointing or claiming.
    pub steps: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_and_read_by_name() {
        assert!(Level::ALL.is_sorted());
        for level in Level::ALL {
            assert_eq!(level.name().parse::<Level>().unwrap(), level);
        }
        assert!("backdoor 3".parse::<Level>().is_err());
    }
}
