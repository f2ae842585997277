//! The result of a count.

/// How many guesses a puzzle took, and how many solutions were found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Guesses {
    /// The guesses until the solution number `limit` was found or, if there are fewer, until none was left.
    pub guesses: u64,
    /// The solutions found, at most the limit.
    ///
    /// A board without a solution has 0. The count is that of tdoku's rules; where two givens contradict each other they may
    /// notice it late.
    pub solutions: u64,
}
