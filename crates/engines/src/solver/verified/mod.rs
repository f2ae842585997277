//! Engines whose solutions are verified, and puzzles grouped by shape for them.
//!
//! Every part that solves puzzles for a caller uses this module: the solver in memory, the workers of a batch and the
//! benchmark. An engine takes puzzles of one shape, laid end to end, as one [`Run`]; this module chooses the engine,
//! runs it, and verifies every solution with [`verify`](quadrille_grid::verify), which shares no code with the engines.
//!
//! Puzzles with many solutions are counted with a memory of subproblems, if all solutions are wanted and the caller allows it
//! ([`VerifiedEngines::count_memory`]).

mod board_problem;
mod board_search;
mod many_solutions;

pub use board_search::{Board, BoardSearch};
pub use many_solutions::CountMemory;

use crate::{EngineChoice, Engines, Run, Unavailable};
use many_solutions::{Count, MANY};
use num_bigint::BigUint;
use quadrille_base::clock::Stopwatch;
use quadrille_base::limits::{Limits, Outcome, SearchReport};
use quadrille_grid::verify::{Constraints, NineChecker, is_solution, is_solution_under};
use quadrille_grid::{Extras, ExtrasList, Shape, Variants};
use std::{sync::Arc, time::Duration};

/// The engines of one thread, the variants and limits under which they solve, and the check of their solutions.
pub struct VerifiedEngines {
    engines: Engines,
    variants: Arc<Variants>,
    limits: Limits,
    checker: NineChecker,
    verify: bool,
    memory: CountMemory,
    /// The counts of the last run that are too large for its reports, by puzzle.
    large_counts: Vec<(usize, BigUint)>,
}

/// The report on a run.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// Name of the engine.
    pub engine: &'static str,
    /// Time that the engine took, without verification.
    pub elapsed: Duration,
    /// The first puzzle of the run whose solution is wrong, which is a bug of the engine.
    pub first_wrong: Option<usize>,
}

impl VerifiedEngines {
    /// Engines for plain puzzles; none is prepared yet.
    ///
    /// # Errors
    /// If the choice is an instruction set that the machine does not have.
    pub fn new(choice: EngineChoice, limits: Limits) -> Result<VerifiedEngines, Unavailable> {
        Ok(VerifiedEngines::with(Engines::new(choice)?, limits))
    }

    /// These engines, for plain puzzles.
    pub fn with(engines: Engines, limits: Limits) -> VerifiedEngines {
        let checker = NineChecker::new(engines.isa()).expect("engines for an instruction set of the machine");
        VerifiedEngines {
            engines,
            variants: Arc::default(),
            limits,
            checker,
            verify: true,
            memory: CountMemory::default(),
            large_counts: Vec::new(),
        }
    }

    /// Solves under these variants. A run must be of a shape that fits them.
    pub fn variants(mut self, variants: Arc<Variants>) -> VerifiedEngines {
        self.engines = self.engines.variants((*variants).clone());
        self.variants = variants;
        self
    }

    /// Leaves the solutions to the caller to verify.
    pub fn unverified(self) -> VerifiedEngines {
        VerifiedEngines { verify: false, ..self }
    }

    /// Allows a memory of subproblems for puzzles with many solutions, if the limits bound neither the solutions nor
    /// the nodes. [`EngineChoice::Dlx`] does not use it. Nodes of such puzzles are the sum of the engine's and the
    /// count's.
    pub fn count_memory(mut self, memory: CountMemory) -> VerifiedEngines {
        self.memory =
            if self.engines.choice() == EngineChoice::Dlx { CountMemory::default() } else { memory };
        self
    }

    /// The counts of the last run that are too large for its reports, in which they are `u64::MAX`, by puzzle.
    pub fn take_large_counts(&mut self) -> Vec<(usize, BigUint)> {
        std::mem::take(&mut self.large_counts)
    }

    /// The limits of each puzzle.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The limits of each puzzle, to change.
    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// Solves every puzzle of the run and verifies every solution. Allocates nothing once the engine for the
    /// shape is prepared.
    ///
    /// # Panics
    /// If the variants do not fit the shape.
    pub fn solve(&mut self, run: &mut Run<'_>) -> Solved {
        self.large_counts.clear();
        let counts_many = self.memory.is_used(&self.limits);
        let wanted = if counts_many { MANY } else { self.limits.solutions };
        let limits = self.limits.clone().solutions(wanted);
        let start = Stopwatch::start();
        let engine = self.search(run, &limits);
        let mut elapsed = start.elapsed();
        let first_wrong = if self.verify { self.first_wrong(run) } else { None };
        if counts_many && first_wrong.is_none() {
            let start = Stopwatch::start();
            self.count_many(run);
            elapsed += start.elapsed();
        }
        Solved { engine, elapsed, first_wrong }
    }

    /// Runs the engine for a run, and returns its name.
    fn search(&mut self, run: &mut Run<'_>, limits: &Limits) -> &'static str {
        let engine = if self.variants.is_plain() && run.is_plain() {
            self.engines.get(run.shape())
        } else {
            self.engines.under_variants(run.shape()).expect("variants that fit the shape")
        };
        engine.solve(run, limits);
        engine.name()
    }

    /// Counts the solutions of the puzzles for which the engine has found many.
    #[inline(never)]
    fn count_many(&mut self, run: &mut Run<'_>) {
        for i in 0..run.len() {
            let before = *run.report_of(i);
            if before.outcome != Outcome::Multiple || before.solutions < MANY {
                continue;
            }
            let limits = self.limits.clone();
            let nodes_per_solution = before.nodes as f64 / before.solutions as f64;
            let mut count = self.memory.count(run, i, &self.variants, &limits, nodes_per_solution);
            if let Some(Count::FasterOneByOne { nodes }) = count {
                self.search(&mut run.only(i), &limits.clone().max_nodes(nodes));
                if run.report_of(i).outcome != Outcome::Unknown {
                    continue;
                }
                count = self.memory.count(run, i, &self.variants, &limits, f64::INFINITY);
            }
            let Some(Count::Whole(count)) = count else {
                // The engine needs no additional memory.
                self.search(&mut run.only(i), &limits);
                continue;
            };
            let (report, large) = many_solutions::report(&before, count);
            run.report(i, report);
            self.large_counts.extend(large.map(|count| (i, count)));
        }
    }

    fn first_wrong(&self, run: &Run<'_>) -> Option<usize> {
        let shape = run.shape();
        let has_solution = |i: usize| run.report_of(i).solutions > 0;
        if shape == Shape::NINE && self.variants.is_plain() && run.is_plain() {
            return self.checker.first_wrong(run.all_givens(), run.all_solutions(), has_solution);
        }
        let is_right =
            |i: usize| is_right(shape, &self.variants, run.extras(i), run.givens(i), run.solution(i));
        (0..run.len()).find(|&i| has_solution(i) && !is_right(i))
    }
}

impl Default for VerifiedEngines {
    /// The fastest engines, for plain puzzles, stopping at the first solution.
    fn default() -> VerifiedEngines {
        VerifiedEngines::with(Engines::default(), Limits::default())
    }
}

/// Whether a grid solves a puzzle under the variants, with the extras of the puzzle.
#[inline(always)]
pub fn is_right(shape: Shape, variants: &Variants, extras: Extras<'_>, givens: &[u8], grid: &[u8]) -> bool {
    if variants.is_plain() && extras.is_empty() {
        return is_solution(shape, givens, grid);
    }
    is_solution_under(shape, &Constraints { variants, extras }, givens, grid)
}

/// Puzzles of any shape, grouped by shape, with their results. The memory is kept between calls.
///
/// ```text
///  puzzles   9×9, 4×4, 9×9, 9×9, 4×4
///  order      9    4    9    9    4
///  groups    4×4 │ 1 │ 4 │       9×9 │ 0 │ 2 │ 3 │
/// ```
#[derive(Default)]
pub struct ShapeGroups {
    /// The shape of each puzzle, in order.
    order: Vec<Shape>,
    groups: [Group; Shape::EACH.len()],
}

/// The puzzles of one shape, in order.
#[derive(Default)]
struct Group {
    givens: Vec<u8>,
    extras: ExtrasList,
    solutions: Vec<u8>,
    reports: Vec<SearchReport>,
}

/// A solution failed its check, which is a bug of this library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongSolution;

impl ShapeGroups {
    /// Removes all puzzles.
    pub fn clear(&mut self) {
        self.order.clear();
        for group in &mut self.groups {
            group.givens.clear();
            group.extras.clear();
        }
    }

    /// Adds a puzzle by its cells, 0 for an empty one.
    ///
    /// # Panics
    /// If these are not the cells of a board of the shape.
    pub fn push(&mut self, shape: Shape, givens: &[u8]) {
        assert_eq!(givens.len(), shape.area(), "the cells of one board");
        self.order.push(shape);
        self.groups[shape.index()].givens.extend_from_slice(givens);
    }

    /// Adds a puzzle by the candidates of its cells, digit `d` as bit `d − 1`.
    ///
    /// # Panics
    /// If these are not the cells of a board of the shape, or an earlier puzzle of the shape was added by its
    /// givens.
    pub fn push_candidates(&mut self, shape: Shape, candidates: &[u32]) {
        let group = &mut self.groups[shape.index()];
        self.order.push(shape);
        group.extras.push(shape, Extras { candidates: Some(candidates), ..Extras::default() });
        group.givens.resize(group.givens.len() + shape.area(), 0);
        let puzzles = group.givens.len() / shape.area();
        assert!(group.extras.fits(shape, puzzles), "candidates for all puzzles of the shape");
    }

    /// Solves all puzzles and passes their results to `each` in the order in which they were added: the report,
    /// and the first solution, if any.
    ///
    /// # Errors
    /// If a solution is wrong; `each` has received nothing then.
    ///
    /// # Panics
    /// If the variants do not fit a shape.
    pub fn solve(
        &mut self,
        engines: &mut VerifiedEngines,
        mut each: impl FnMut(&SearchReport, Option<&[u8]>),
    ) -> Result<(), WrongSolution> {
        for (shape, group) in Shape::EACH.into_iter().zip(&mut self.groups) {
            group.solve(shape, engines)?;
        }
        let mut next = [0; Shape::EACH.len()];
        for shape in &self.order {
            let (group, next) = (&self.groups[shape.index()], &mut next[shape.index()]);
            let report = &group.reports[*next];
            let cells = *next * shape.area()..(*next + 1) * shape.area();
            each(report, (report.solutions > 0).then(|| &group.solutions[cells]));
            *next += 1;
        }
        Ok(())
    }
}

impl Group {
    fn solve(&mut self, shape: Shape, engines: &mut VerifiedEngines) -> Result<(), WrongSolution> {
        self.reports.clear();
        self.reports.resize(self.givens.len() / shape.area(), SearchReport::default());
        // Data of the last puzzles is overwritten or never read.
        self.solutions.resize(self.givens.len(), 0);
        if self.reports.is_empty() {
            return Ok(());
        }
        let run = Run::new(shape, &self.givens, &mut self.solutions, &mut self.reports);
        engines.solve(&mut run.with_extras(&self.extras)).first_wrong.map_or(Ok(()), |_| Err(WrongSolution))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, dlx::Dlx};

    /// Solves, and then changes the first cell of every solution.
    struct Wrong(Dlx);

    impl Engine for Wrong {
        fn name(&self) -> &'static str {
            "wrong"
        }

        fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
            self.0.solve(run, limits);
            for i in 0..run.len() {
                let cell = &mut run.solution_mut(i)[0];
                *cell = *cell % 4 + 1;
            }
        }
    }

    const UNIQUE: [u8; 16] = [1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 1];

    #[test]
    fn a_wrong_solution_is_an_error() {
        let shape = Shape::EACH[0];
        let wrong = || Engines::with(shape, Box::new(Wrong(Dlx::new(shape))));
        let mut groups = ShapeGroups::default();
        groups.push(shape, &UNIQUE);
        let mut engines = VerifiedEngines::with(wrong(), Limits::default());
        assert_eq!(groups.solve(&mut engines, |_, _| panic!("a result")), Err(WrongSolution));
        let mut engines = VerifiedEngines::with(wrong(), Limits::default()).unverified();
        assert_eq!(groups.solve(&mut engines, |_, _| ()), Ok(()));
    }

    #[test]
    fn results_come_in_the_order_of_the_puzzles() {
        let (four, six) = (Shape::EACH[0], Shape::EACH[1]);
        let mut groups = ShapeGroups::default();
        let mut engines = VerifiedEngines::new(EngineChoice::Auto, Limits::new(2)).unwrap();
        for _ in 0..2 {
            groups.clear();
            groups.push(six, &[0; 36]);
            groups.push(four, &UNIQUE);
            groups.push(six, &[[1; 2].as_slice(), &[0; 34]].concat());
            let mut results = Vec::new();
            let each = |report: &SearchReport, grid: Option<&[u8]>| {
                results.push((report.outcome, grid.map(<[u8]>::len)))
            };
            groups.solve(&mut engines, each).unwrap();
            let expected =
                [(Outcome::Multiple, Some(36)), (Outcome::Unique, Some(16)), (Outcome::None, None)];
            assert_eq!(results, expected);
        }
    }

    #[test]
    fn candidates_are_kept_and_verified() {
        let shape = Shape::EACH[0];
        let mut groups = ShapeGroups::default();
        let mut marks = [0b1111; 16];
        marks[..4].copy_from_slice(&[0b0001, 0b0110, 0b1110, 0b1010]);
        groups.push_candidates(shape, &marks);
        let mut engines = VerifiedEngines::new(EngineChoice::Auto, Limits::new(1000)).unwrap();
        let mut solutions = 0;
        groups.solve(&mut engines, |report, _| solutions = report.solutions).unwrap();
        assert_eq!(solutions, 36);
    }
}
