//! The engine for boards under rules of any kind.

use super::arena::Arena;
use super::layout::{Excluding, Index, Layout};
use super::rules::RulesBoard;
use super::tables::fits;
use super::{Large, Small};
use crate::Rules;
use crate::cover::Cover;
use crate::engine::{Engine, Interrupt, Limits, Report, Run, Stop, Watch};

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
/// VariantEngine::new(&rules).solve(&mut run, &Limits { solutions: 9, ..Limits::default() });
/// assert_eq!((report[0].outcome, report[0].solutions), (Outcome::Multiple, 2));
/// ```
#[derive(Debug)]
pub struct VariantEngine {
    rules: Rules,
    board: RulesBoard,
    arena: RuledArena,
    watch: Watch,
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
        let apart = excluded.iter().all(Vec::is_empty);
        let arena = if apart && fits::<Small>(&cover) {
            RuledArena::Small(Arena::new(&cover))
        } else if apart && fits::<Large>(&cover) {
            RuledArena::Large(Arena::new(&cover))
        } else if fits::<Excluding<u16, u16>>(&cover) {
            RuledArena::SmallExcluding(excluding(&cover, &excluded))
        } else {
            RuledArena::LargeExcluding(excluding(&cover, &excluded))
        };
        VariantEngine { rules: rules.clone(), board: RulesBoard::new(rules), arena, watch: Watch::default() }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What else stops a search; nothing does at first.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        with_arena!(&mut self.arena, arena => arena.interrupt = interrupt);
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
            let Some(interrupt) = self.watch.begin() else {
                run.report(i, Report::new(Stop::Budget, 0, 0, 0, limits));
                continue;
            };
            if let Some(interrupt) = interrupt {
                self.set_interrupt(interrupt);
            }
            if let Some(regions) = run.regions(i) {
                assert!(self.rules.variants().wants_regions(), "rules with regions of their own");
                with_arena!(&mut self.arena, arena => self.board.set_regions(arena, regions));
            }
            let report = with_arena!(&mut self.arena, arena => solve(arena, &mut self.board, run, i, limits));
            run.report(i, report);
        }
    }

    fn set_watch(&mut self, watch: Watch) {
        self.set_interrupt(watch.interrupt());
        self.watch = watch;
    }
}

fn solve<L: Layout>(
    arena: &mut Arena<L>,
    board: &mut RulesBoard,
    run: &mut Run<'_>,
    i: usize,
    limits: &Limits,
) -> Report {
    if !board.begin(arena, run.givens(i), run.candidates(i)) {
        return Report::new(Stop::Exhausted, 0, 1, 0, limits);
    }
    let cells = run.solution_mut(i);
    let mut first = true;
    let (stop, solutions) = arena.search(limits, |chosen| {
        if std::mem::take(&mut first) {
            board.write(chosen.iter().map(|option| option.get()), cells);
        }
    });
    Report::new(stop, solutions, arena.counters.nodes, arena.counters.guesses, limits)
}

fn excluding<L: Layout>(cover: &Cover, excluded: &[Vec<usize>]) -> Arena<L> {
    let mut arena = Arena::new(cover);
    arena.tables.exclude(excluded);
    arena
}

/// The problem without its secondary items, and what they say: the options that share one with
/// each option.
fn split(cover: &Cover) -> (Cover, Vec<Vec<usize>>) {
    let mut members = vec![Vec::new(); cover.items() - cover.primary()];
    let mut bare = Cover::new(cover.primary(), 0);
    for (x, option) in cover.options().enumerate() {
        let items = option.iter().map(|&item| item as usize);
        let (primary, secondary): (Vec<_>, Vec<_>) = items.partition(|&item| item < cover.primary());
        bare.add(&primary).expect("as good as the option it is from");
        secondary.into_iter().for_each(|item| members[item - cover.primary()].push(x));
    }
    let mut excluded = vec![Vec::new(); cover.len()];
    for options in members {
        for &x in &options {
            excluded[x].extend(options.iter().filter(|&&other| other != x));
        }
    }
    for others in &mut excluded {
        others.sort_unstable();
        others.dedup();
    }
    (bare, excluded)
}
