//! The engine for boards under rules of any kind.

use super::arena::Arena;
use super::layout::{Excluding, Index, Layout};
use super::rules::RulesBoard;
use super::tables::fits;
use super::{Large, Small};
use crate::Rules;
use crate::cover::Cover;
use crate::engine::csr::Csr;
use crate::engine::{Budget, Engine, Limits, Report, Run, Stop};

/// The engine for boards of one shape under any [`Rules`], with candidates ruled out where the run
/// says so, and regions that each puzzle brings.
///
/// ```
/// use quadrille::{unstable::engine::{Engine, Run, dlx::VariantEngine}, Limits, Outcome, Report};
/// use quadrille::{Rules, Shape, Variant};
///
/// // Two of the 288 grids of side 4 have 1234 in the first row and right diagonals.
/// let shape = Shape::from_side(4).unwrap();
/// let rules = Rules::new(shape, &Variant::X.into()).unwrap();
/// let (givens, mut solution, mut report) = ([1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0; 16], [Report::default()]);
/// let mut run = Run::new(shape, &givens, &mut solution, &mut report);
/// VariantEngine::new(&rules).solve(&mut run, &Limits::new(9));
/// assert_eq!((report[0].outcome, report[0].solutions), (Outcome::Multiple, 2));
/// ```
#[derive(Debug)]
pub struct VariantEngine {
    rules: Rules,
    board: RulesBoard,
    arena: RuledArena,
}

#[derive(Debug)]
enum RuledArena {
    /// Rows, columns and regions alone: four items to an option.
    Small(Arena<Small>),
    Large(Arena<Large>),
    /// More houses, or exclusions.
    SmallExcluding(Arena<Excluding<u16, u16>>),
    LargeExcluding(Arena<Excluding<u32, u16>>),
}

/// The same for whichever arena there is.
macro_rules! with_arena {
    ($arena:expr, $name:ident => $do:expr) => {
        match $arena {
            RuledArena::Small($name) => $do,
            RuledArena::Large($name) => $do,
            RuledArena::SmallExcluding($name) => $do,
            RuledArena::LargeExcluding($name) => $do,
        }
    };
}

impl VariantEngine {
    /// An engine for these rules.
    pub fn new(rules: &Rules) -> VariantEngine {
        let (cover, excluded) = split(&Cover::board(rules));
        let apart = excluded.items().is_empty();
        let arena = if apart && fits::<Small>(&cover) {
            RuledArena::Small(Arena::new(&cover))
        } else if apart && fits::<Large>(&cover) {
            RuledArena::Large(Arena::new(&cover))
        } else if fits::<Excluding<u16, u16>>(&cover) {
            RuledArena::SmallExcluding(excluding(&cover, &excluded))
        } else {
            RuledArena::LargeExcluding(excluding(&cover, &excluded))
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
    /// If the run is of another shape, or brings regions under rules that are no jigsaw's, or a
    /// region has the wrong number of cells.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.rules.shape(), "an engine for another shape");
        for i in 0..run.len() {
            let Some(mut budget) = Budget::start(limits) else {
                run.report(i, Report::default());
                continue;
            };
            if let Some(regions) = run.regions(i) {
                assert!(self.rules.variants().wants_regions(), "rules with regions of their own");
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
) -> Report {
    if !board.begin(arena, run.givens(i), run.candidates(i)) {
        return Report::new(Stop::Exhausted, 0, 1, 0, wanted);
    }
    let cells = run.solution_mut(i);
    let mut first = true;
    let (stop, solutions) = arena.search(wanted, budget, |chosen| {
        if std::mem::take(&mut first) {
            board.write(chosen.iter().map(|option| option.get()), cells);
        }
    });
    Report::new(stop, solutions, budget.nodes(), arena.counters.guesses, wanted)
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
    let mut bare = Cover::new(primary, 0);
    for option in cover.options() {
        let items = option.iter().map(|&item| item as usize).filter(|&item| item < primary);
        bare.add(&items.collect::<Vec<_>>()).expect("a part of a valid option");
    }
    (bare, excluded)
}
