//! The engine for boards with variants.

use super::rules::RulesBoard;
use super::{Large, Small};
use crate::cover::Cover;
use crate::cover::arena::Arena;
use crate::cover::arena::layout::{Excluding, Index, Layout};
use crate::cover::arena::tables::fits;
use crate::cover::csr::Csr;
use crate::engine::{Engine, Run};
use crate::grid::Rules;
use crate::limits::{Budget, Limits, SearchReport, Stop};

/// The engine for boards of one shape with any [`Rules`]. A run may rule out candidates and bring the regions of
/// each puzzle.
///
/// ```
/// use quadrille::{Outcome, engine::{Limits, SearchReport}};
/// use quadrille_core::engine::{Engine, Run, dlx::VariantEngine};
/// use quadrille::{Shape, grid::{Rules, Variant}};
///
/// // Two of the 288 grids of side 4 have 1234 in the first row and valid diagonals.
/// let shape = Shape::from_side(4).unwrap();
/// let rules = Rules::new(shape, &Variant::X.into()).unwrap();
/// let (givens, mut solution, mut report) = ([1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0; 16], [SearchReport::default()]);
/// let mut run = Run::new(shape, &givens, &mut solution, &mut report);
/// VariantEngine::new(&rules).solve(&mut run, &Limits::new(9));
/// assert_eq!((report[0].outcome, report[0].solutions), (Outcome::Multiple, 2));
/// ```
#[derive(Debug)]
pub struct VariantEngine {
    rules: Rules,
    board: RulesBoard,
    arena: VariantArena,
}

#[derive(Debug)]
enum VariantArena {
    /// Only rows, columns and regions: four items for each option.
    Small(Arena<Small>),
    Large(Arena<Large>),
    /// More houses, or exclusions.
    SmallExcluding(Arena<Excluding<u16, u16>>),
    LargeExcluding(Arena<Excluding<u32, u16>>),
}

/// Evaluates an expression with whichever arena the rules need.
macro_rules! with_arena {
    ($arena:expr, $name:ident => $body:expr) => {
        match $arena {
            VariantArena::Small($name) => $body,
            VariantArena::Large($name) => $body,
            VariantArena::SmallExcluding($name) => $body,
            VariantArena::LargeExcluding($name) => $body,
        }
    };
}

impl VariantEngine {
    /// An engine for these rules.
    pub fn new(rules: &Rules) -> VariantEngine {
        let (cover, excluded) = split(&Cover::board(rules));
        let no_exclusions = excluded.items().is_empty();
        let arena = if no_exclusions && fits::<Small>(&cover).unwrap_or_else(|error| error.abort()) {
            VariantArena::Small(Arena::new(&cover))
        } else if no_exclusions && fits::<Large>(&cover).unwrap_or_else(|error| error.abort()) {
            VariantArena::Large(Arena::new(&cover))
        } else if fits::<Excluding<u16, u16>>(&cover).unwrap_or_else(|error| error.abort()) {
            VariantArena::SmallExcluding(excluding(&cover, &excluded))
        } else {
            VariantArena::LargeExcluding(excluding(&cover, &excluded))
        };
        VariantEngine { rules: rules.clone(), board: RulesBoard::new(rules), arena }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Engine for VariantEngine {
    fn name(&self) -> &'static str {
        "dlx"
    }

    /// # Panics
    /// If the run has another shape, or brings regions although the rules do not belong to a jigsaw without
    /// regions, or a region has the wrong number of cells.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.rules.shape(), "an engine for another shape");
        for i in 0..run.len() {
            let Some(mut budget) = Budget::start(limits) else {
                run.report(i, SearchReport::default());
                continue;
            };
            if let Some(regions) = run.regions(i) {
                assert!(self.rules.variants().wants_regions(), "rules that leave the regions to the puzzles");
                with_arena!(&mut self.arena, arena => self.board.set_regions(arena, regions));
            }
            let (board, wanted) = (&mut self.board, limits.solutions);
            let report =
                with_arena!(&mut self.arena, arena => solve(arena, board, run, i, wanted, &mut budget));
            run.report(i, report);
        }
    }
}

fn solve<L: Layout>(
    arena: &mut Arena<L>,
    board: &mut RulesBoard,
    run: &mut Run<'_>,
    i: usize,
    wanted: u64,
    budget: &mut Budget<'_>,
) -> SearchReport {
    if !board.begin(arena, run.givens(i), run.candidates(i)) {
        return SearchReport::new(Stop::Exhausted, 0, 1, 0, wanted);
    }
    let cells = run.solution_mut(i);
    let mut first = true;
    let (stop, solutions) = arena.search(wanted, budget, |chosen| {
        if std::mem::take(&mut first) {
            board.write(chosen.iter().map(|option| option.get()), cells);
        }
    });
    SearchReport::new(stop, solutions, budget.nodes(), arena.counters.guesses, wanted)
}

fn excluding<L: Layout>(cover: &Cover, excluded: &Csr<usize>) -> Arena<L> {
    let mut arena = Arena::new(cover);
    arena.tables.exclude(excluded);
    arena
}

/// The problem without its secondary items, and for each option the options that share a secondary item
/// with it.
fn split(cover: &Cover) -> (Cover, Csr<usize>) {
    let primary = cover.primary();
    let secondary =
        |option: usize| cover.option(option).iter().filter_map(move |&i| (i as usize).checked_sub(primary));
    let members = Csr::group(cover.items() - primary, || {
        (0..cover.len()).flat_map(|option| secondary(option).map(move |item| (item, option)))
    });
    let excluded = Csr::from_lists((0..cover.len()).map(|option| {
        let mut others: Vec<_> = secondary(option).flat_map(|item| members.list(item)).copied().collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|&other| other != option);
        others
    }));
    let mut bare = Cover::new(primary);
    for option in cover.options() {
        let items = option.iter().map(|&item| item as usize).filter(|&item| item < primary);
        bare.add(&items.collect::<Vec<_>>()).expect("a part of a valid option");
    }
    (bare, excluded)
}
