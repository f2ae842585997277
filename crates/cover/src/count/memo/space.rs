//! The view of a kind of problem that a search with memory needs.

/// The result of the forced moves of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// Nothing is left to cover: one solution.
    Solved,
    /// Something cannot be covered: no solution.
    Dead,
    /// Several choices remain.
    Branch,
}

/// The states of the search of a problem: subproblems, each with the choices that it leaves.
///
/// Two states with the same key have the same number of solutions, and the same sets of options are left to choose.
pub(crate) trait StateSpace {
    /// A subproblem.
    type State: Clone;

    /// Whether a state takes much less time than the states of other spaces.
    fn is_cheap(&self) -> bool {
        false
    }

    /// The most bytes that a state takes besides its own size.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// The whole problem.
    fn root(&self) -> Self::State;

    /// Makes the forced moves and passes the options that they choose to `chosen`.
    fn settle(&self, state: &mut Self::State, chosen: impl FnMut(u32)) -> Settled;

    /// Most words of a key.
    fn key_words(&self) -> usize;

    /// Writes the key of a settled state to the words, of which it may leave some zero.
    fn key(&self, state: &Self::State, key: &mut [u64]);

    /// The number of choices of a settled state, each of which leads to another part of its solutions.
    fn choices(&self, state: &Self::State) -> u32;

    /// The state after a choice, and its option. `None` if the choice is to take no more options of an item.
    fn choose(&self, state: &Self::State, choice: u32) -> (Self::State, Option<u32>);

    /// Appends the independent parts of a settled state, if it has more than one.
    fn components(&self, state: &Self::State, parts: &mut Vec<Self::State>) {
        let _ = (state, parts);
    }
}
