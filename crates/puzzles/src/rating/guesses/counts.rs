//! The result of a count.

/// The number of guesses that a puzzle took, and the number of solutions found, by a [`GuessCounter`](super::GuessCounter).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Guesses {
    /// The guesses until the solution number `limit` was found or, if there are fewer, until none was left.
    pub guesses: u64,
    /// The solutions found, at most the limit.
    ///
    /// A board without a solution has 0. The count follows tdoku's rules, which may notice late that two givens
    /// contradict each other.
    pub solutions: u64,
}
