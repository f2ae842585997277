//! How many options an item still needs.

use super::bit_set::Plain;

/// How many more options an item needs and may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Need {
    pub low: u32,
    pub high: u32,
}

impl Need {
    /// The need of an item without bounds.
    pub const ONCE: Need = Need { low: 1, high: 1 };
}

/// An item that is not done, with its need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenItem {
    /// The number in the whole problem.
    pub item: usize,
    pub need: Need,
}

/// The needs of the counted items of a state.
///
/// There are two kinds: vectors, and `()` for problems without bounds, where each item has exactly one option. A search
/// of the latter is compiled without anything that depends on needs.
pub(crate) trait Needs: Clone + PartialEq + Default + Plain + 'static {
    /// Whether any item may have bounds.
    const BOUNDED: bool;
    /// The lists of a matrix whose words are next to each other. Sizes of eight lists are only counted at once for
    /// items without bounds; other searches read one list after the other.
    const LANES: usize;

    /// These needs.
    fn of(needs: &[Need]) -> Self;

    /// The needs, the counters of each item side by side.
    fn counters(&self) -> &[Counters];

    /// The needs, to change them.
    fn counters_mut(&mut self) -> &mut [Counters];
}

/// A need in a state, of which a search keeps two for each item and level.
///
/// Larger numbers are stored as 2¹⁶ - 1, because a matrix has fewer options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counters {
    pub low: u16,
    pub high: u16,
}

impl From<Need> for Counters {
    fn from(need: Need) -> Counters {
        let most = |n| u16::try_from(n).unwrap_or(u16::MAX);
        Counters { low: most(need.low), high: most(need.high) }
    }
}

impl From<Counters> for Need {
    #[inline(always)]
    fn from(counters: Counters) -> Need {
        Need { low: u32::from(counters.low), high: u32::from(counters.high) }
    }
}

impl Needs for () {
    const BOUNDED: bool = false;
    const LANES: usize = 8;

    fn of(_: &[Need]) {}

    #[inline(always)]
    fn counters(&self) -> &[Counters] {
        &[]
    }

    #[inline(always)]
    fn counters_mut(&mut self) -> &mut [Counters] {
        &mut []
    }
}

impl Needs for Vec<Counters> {
    const BOUNDED: bool = true;
    const LANES: usize = 1;

    fn of(needs: &[Need]) -> Self {
        needs.iter().map(|&need| need.into()).collect()
    }

    #[inline(always)]
    fn counters(&self) -> &[Counters] {
        self
    }

    #[inline(always)]
    fn counters_mut(&mut self) -> &mut [Counters] {
        self
    }
}
