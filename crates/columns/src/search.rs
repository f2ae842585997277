//! Searches for the solutions of the puzzles of some rows.

use super::{Options, puzzles::Puzzles};
use quadrille_core::{
    engine::{Limits, Report, Run},
    grid::{Shape, Variants},
    solver::verified::{CountMemory, VerifiedEngines},
};
use std::sync::Arc;

/// The engines of one thread, and what they have found. The memory is kept between calls.
pub(super) struct Search {
    engines: VerifiedEngines,
    solutions: [Vec<u8>; Shape::EACH.len()],
    reports: [Vec<Report>; Shape::EACH.len()],
}

impl Search {
    /// Engines for these variants.
    pub fn new(options: &Options, variants: Arc<Variants>, limits: Limits) -> Search {
        let engines =
            VerifiedEngines::new(options.engine, limits).expect("the choice was checked when it was set");
        Search {
            engines: engines.variants(variants),
            solutions: Default::default(),
            reports: Default::default(),
        }
    }

    /// Counts puzzles with many solutions with a memory of subproblems.
    pub fn count_memory(self, memory: CountMemory) -> Search {
        Search { engines: self.engines.count_memory(memory), ..self }
    }

    /// Searches for solutions of all puzzles.
    pub fn solve(&mut self, puzzles: &Puzzles) {
        for shape in Shape::EACH {
            let (cells, solutions) = (puzzles.cells(shape), &mut self.solutions[shape.index()]);
            // What is left of the last puzzles is overwritten or never read.
            solutions.resize(cells.len(), 0);
            run(&mut self.engines, shape, (cells, solutions), &mut self.reports[shape.index()]);
        }
    }

    /// Searches for solutions of puzzles that are all 9×9, and puts them into `solutions`; zeros if there are none.
    pub fn solve_nines(&mut self, puzzles: &Puzzles, solutions: &mut [u8]) -> &[Report] {
        let reports = &mut self.reports[Shape::NINE.index()];
        run(&mut self.engines, Shape::NINE, (puzzles.cells(Shape::NINE), solutions), reports);
        for (report, solution) in reports.iter().zip(solutions.chunks_exact_mut(Shape::NINE.area())) {
            if report.solutions == 0 {
                solution.fill(0);
            }
        }
        reports
    }

    /// What was found out about a puzzle, and its solution, which is one if the report says so.
    pub fn found(&self, shape: Shape, nth: usize) -> (&Report, &[u8]) {
        let cells = nth * shape.area()..(nth + 1) * shape.area();
        (&self.reports[shape.index()][nth], &self.solutions[shape.index()][cells])
    }
}

fn run(
    engines: &mut VerifiedEngines,
    shape: Shape,
    (cells, solutions): (&[u8], &mut [u8]),
    reports: &mut Vec<Report>,
) {
    reports.clear();
    reports.resize(cells.len() / shape.area(), Report::default());
    if !reports.is_empty() {
        let solved = engines.solve(&mut Run::new(shape, cells, solutions, reports));
        assert!(solved.first_wrong.is_none(), "an engine found a wrong solution: this is a bug in quadrille");
    }
}
