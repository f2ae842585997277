//! The arena for any exact cover problem.

use super::arena::Arena;
use super::layout::{Index, Layout, Of};
use super::tables::fits;
use crate::cover::Cover;
use crate::engine::{Interrupt, Limits, Report};

/// An exact cover problem ready to be searched, any number of times.
///
/// The lists of a problem whose items have fewer than 64 options each are one machine word per
/// item; longer lists take several words and a size.
///
/// ```
/// use quadrille::cover::Cover;
/// use quadrille::engine::{Limits, Outcome, dlx::CoverSolver};
///
/// let mut cover = Cover::new(3, 0);
/// for option in [&[0, 1][..], &[1, 2], &[2], &[0]] {
///     cover.add(option).unwrap();
/// }
/// let mut solver = CoverSolver::new(&cover);
/// let mut solutions = Vec::new();
/// let limits = Limits { solutions: u64::MAX, ..Limits::default() };
/// let report = solver.solve(&limits, |options| {
///     let mut options = options.to_vec();
///     options.sort();
///     solutions.push(options);
/// });
/// solutions.sort();
/// assert_eq!(report.outcome, Outcome::Multiple);
/// assert_eq!(solutions, [[0, 2], [1, 3]]);
/// ```
#[derive(Debug)]
pub struct CoverSolver {
    arena: AnyArena,
    /// The solution that is handed out.
    options: Vec<usize>,
}

#[derive(Debug)]
enum AnyArena {
    Short(Arena<Of<u32, u16, 0, false>>),
    Long(Arena<Of<u64, u32, 0, false>>),
    Wide(Arena<Of<u64, u32, 0, true>>),
}

impl CoverSolver {
    /// An arena for the problem.
    ///
    /// # Panics
    /// If the problem has 2³² options or words of options, or more.
    pub fn new(cover: &Cover) -> CoverSolver {
        let arena = if fits::<Of<u32, u16, 0, false>>(cover) {
            AnyArena::Short(Arena::new(cover))
        } else if fits::<Of<u64, u32, 0, false>>(cover) {
            AnyArena::Long(Arena::new(cover))
        } else {
            AnyArena::Wide(Arena::new(cover))
        };
        CoverSolver { arena, options: Vec::new() }
    }

    /// What else stops a search.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        match &mut self.arena {
            AnyArena::Short(arena) => arena.interrupt = interrupt,
            AnyArena::Long(arena) => arena.interrupt = interrupt,
            AnyArena::Wide(arena) => arena.interrupt = interrupt,
        }
    }

    #[cfg(test)]
    pub(super) fn is_wide(&self) -> bool {
        matches!(self.arena, AnyArena::Wide(_))
    }

    /// Searches from the beginning and hands every solution to `found`, as its options in the order
    /// in which they were chosen.
    ///
    /// The same problem and limits give the same solutions in the same order. A problem without
    /// primary items has one solution, the empty one. Exact cover is NP-complete: the time is
    /// bounded by `limits.nodes` alone. It takes memory for one state per level, at most one level
    /// per primary item.
    pub fn solve(&mut self, limits: &Limits, found: impl FnMut(&[usize])) -> Report {
        match &mut self.arena {
            AnyArena::Short(arena) => solve(arena, &mut self.options, limits, found),
            AnyArena::Long(arena) => solve(arena, &mut self.options, limits, found),
            AnyArena::Wide(arena) => solve(arena, &mut self.options, limits, found),
        }
    }
}

fn solve<L: Layout>(
    arena: &mut Arena<L>,
    options: &mut Vec<usize>,
    limits: &Limits,
    mut found: impl FnMut(&[usize]),
) -> Report {
    arena.reset();
    let (stop, solutions) = arena.search(limits, |chosen| {
        options.clear();
        options.extend(chosen.iter().map(|option| option.get()));
        found(options);
    });
    Report::new(stop, solutions, arena.counters.nodes, arena.counters.guesses, limits)
}
