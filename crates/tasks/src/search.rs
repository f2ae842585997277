//! Searches for the solutions of the boards of a chunk, by shape.

use super::{Answers, Beside, Boards, WorkerContext, WrongSolution, expected::find_mismatches};
use quadrille_engines::{
    Run, SearchReport,
    solver::verified::{CountMemory, VerifiedEngines},
};
use quadrille_grid::{Shape, Variants};
use std::sync::Arc;

/// The engines of a worker.
pub(super) struct Search {
    pub engines: VerifiedEngines,
    pub variants: Arc<Variants>,
    /// The cells of an expected answer, if the answers of the records are compared with the rules.
    expected: Option<Vec<u8>>,
}

impl Search {
    /// A search that ends at a number of solutions. Solutions are verified unless the context says otherwise.
    pub fn new(context: WorkerContext, solutions: u64) -> Search {
        let WorkerContext { engines, mut limits, variants, verifies, .. } = context;
        limits.solutions = solutions;
        let engines = VerifiedEngines::with(engines, limits).variants(variants.clone());
        let engines = if verifies { engines } else { engines.unverified() };
        Search { engines, variants, expected: None }
    }

    /// Sets how puzzles with many solutions are counted.
    pub fn count_memory(self, memory: CountMemory) -> Search {
        Search { engines: self.engines.count_memory(memory), ..self }
    }

    /// Whether [`answer`](Self::answer) compares the answers that the records bring with the rules.
    pub fn verify_answers(self, verifies_answers: bool) -> Search {
        Search { expected: verifies_answers.then(Vec::new), ..self }
    }

    /// As [`solve`](Self::solve), and finds the mismatches.
    pub fn answer(
        &mut self,
        (boards, beside): (&Boards, &dyn Beside),
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.solve(boards, answers);
        if let Some(cells) = &mut self.expected {
            let end = WrongSolution::end(searched, boards);
            find_mismatches((boards, beside), &self.variants, end, answers, cells);
        }
        searched
    }

    /// Searches all boards. Statuses, reports, boards and the tally cover the records before a wrong solution.
    pub fn solve(&mut self, boards: &Boards, answers: &mut Answers<'_>) -> Result<(), WrongSolution> {
        answers.limit = self.engines.limits().solutions;
        let mut end = boards.len();
        for shape in Shape::EACH {
            if let Some(nth) = self.solve_shape(shape, boards, answers) {
                end = end.min(boards.record_of(shape, nth));
            }
        }
        answers.note_reports(boards, end);
        if end < boards.len() { Err(WrongSolution { record: end }) } else { Ok(()) }
    }

    /// Searches the boards of one shape. Returns the first one with a wrong solution.
    fn solve_shape(&mut self, shape: Shape, boards: &Boards, answers: &mut Answers<'_>) -> Option<usize> {
        let (cells, count) = (&boards.cells[shape.index()], boards.count(shape));
        if count == 0 {
            return None;
        }
        let (solutions, reports) = answers.searched(shape, cells.len());
        reports.resize(count, SearchReport::default());
        let run = Run::new(shape, cells, solutions, reports);
        let solved = self.engines.solve(&mut run.with_extras(&boards.extras[shape.index()]));
        answers.large_counts[shape.index()] = self.engines.take_large_counts();
        answers.tally.solving += solved.elapsed;
        if !answers.tally.engines.contains(solved.engine) {
            answers.tally.engines.insert(solved.engine.into());
        }
        solved.first_wrong
    }
}
