//! What one thread does with its share of the puzzles.

use super::{Settings, Verdict};
use crate::{
    engine::{Engines, Outcome, Report, Run},
    grid::{Puzzle, Shape},
    verify::{Constraints, is_solution, is_solution_under},
};
use std::mem;

/// The engines and buffers of one thread, kept between calls.
pub(super) struct Worker {
    engines: Engines,
    reports: Vec<Report>,
    /// Puzzles of one shape laid end to end, and their solutions.
    cells: Vec<u8>,
    solutions: Vec<u8>,
}

impl Worker {
    pub(super) fn new(engines: Engines) -> Worker {
        Worker { engines, reports: Vec::new(), cells: Vec::new(), solutions: Vec::new() }
    }

    /// Solves puzzles of one shape laid end to end. A puzzle without a solution gets zeros.
    pub(super) fn solve_cells(
        &mut self,
        settings: &Settings,
        shape: Shape,
        cells: &[u8],
        solutions: &mut [u8],
        outcomes: &mut [Outcome],
    ) {
        let mut reports = mem::take(&mut self.reports);
        reports.clear();
        reports.resize(outcomes.len(), Report::default());
        self.solve_shape(settings, shape, cells, solutions, &mut reports);
        let boards = solutions.chunks_exact_mut(shape.area());
        for ((outcome, report), solution) in outcomes.iter_mut().zip(&reports).zip(boards) {
            *outcome = report.outcome;
            if report.solutions == 0 {
                solution.fill(0);
            }
        }
        self.reports = reports;
    }

    /// Solves puzzles of any shapes, those of one shape together.
    pub(super) fn solve_all(&mut self, settings: &Settings, puzzles: &[Puzzle], verdicts: &mut [Verdict]) {
        let present = puzzles.iter().fold(0, |present, puzzle| present | 1 << puzzle.shape().index());
        for shape in Shape::ALL.into_iter().filter(|shape| present >> shape.index() & 1 != 0) {
            let (mut cells, mut solutions) = (mem::take(&mut self.cells), mem::take(&mut self.solutions));
            let mut reports = mem::take(&mut self.reports);
            let is_of_shape = |puzzle: &Puzzle| puzzle.givens().len() == shape.area();
            cells.clear();
            puzzles
                .iter()
                .filter(|puzzle| is_of_shape(puzzle))
                .for_each(|p| cells.extend_from_slice(p.givens()));
            solutions.resize(cells.len(), 0);
            reports.clear();
            reports.resize(cells.len() / shape.area(), Report::default());
            self.solve_shape(settings, shape, &cells, &mut solutions, &mut reports);
            let found = reports.iter().zip(solutions.chunks_exact(shape.area()));
            let places = puzzles.iter().zip(verdicts.iter_mut()).filter(|(puzzle, _)| is_of_shape(puzzle));
            for ((_, verdict), (&report, solution)) in places.zip(found) {
                *verdict = Verdict::new(report, solution);
            }
            (self.cells, self.solutions, self.reports) = (cells, solutions, reports);
        }
    }

    /// Solves one puzzle whose cells are restricted to some candidates.
    pub(super) fn solve_candidates(
        &mut self,
        settings: &Settings,
        shape: Shape,
        candidates: &[u32],
    ) -> Verdict {
        let givens = vec![0; shape.area()];
        let (mut solution, mut report) = (givens.clone(), [Report::default()]);
        let mut run = Run::new(shape, &givens, &mut solution, &mut report).with_candidates(candidates);
        let Ok(engine) = self.engines.ruled(shape) else { return Verdict::invalid() };
        engine.solve(&mut run, &settings.limits);
        let constraints =
            Constraints { variants: &settings.variants, regions: None, candidates: Some(candidates) };
        let found = report[0].solutions > 0;
        assert!(!found || is_solution_under(shape, &constraints, &givens, &solution), "{}", wrong(&givens));
        Verdict::new(report[0], &solution)
    }

    /// Groups of one shape end here: checks the digits, searches, and verifies.
    fn solve_shape(
        &mut self,
        settings: &Settings,
        shape: Shape,
        cells: &[u8],
        solutions: &mut [u8],
        reports: &mut [Report],
    ) {
        let invalid = Report { outcome: Outcome::Invalid, ..Report::default() };
        if settings.variants.fit(shape).is_err() {
            return reports.fill(invalid);
        }
        let is_valid = |cells: &[u8]| cells.iter().fold(0, |top, &d| top.max(d)) <= shape.side() as u8;
        if is_valid(cells) {
            return self.search(settings, shape, cells, solutions, reports);
        }
        let area = shape.area();
        let mut start = 0;
        while start < reports.len() {
            let valid =
                cells[start * area..].chunks_exact(area).take_while(|puzzle| is_valid(puzzle)).count();
            let end = start + valid;
            let part = start * area..end * area;
            self.search(
                settings,
                shape,
                &cells[part.clone()],
                &mut solutions[part],
                &mut reports[start..end],
            );
            if let Some(report) = reports.get_mut(end) {
                *report = invalid;
            }
            start = end + 1;
        }
    }

    /// Runs the engine over valid puzzles and verifies every solution.
    ///
    /// # Panics
    /// If a solution is wrong.
    fn search(
        &mut self,
        settings: &Settings,
        shape: Shape,
        cells: &[u8],
        solutions: &mut [u8],
        reports: &mut [Report],
    ) {
        let Settings { limits, variants } = settings;
        let plain = variants.is_plain();
        let engine = match plain {
            true => self.engines.get(shape),
            false => self.engines.ruled(shape).expect("the variants fit the shape"),
        };
        engine.solve(&mut Run::new(shape, cells, solutions, reports), limits);
        let constraints = Constraints { variants, regions: None, candidates: None };
        let boards = cells.chunks_exact(shape.area()).zip(solutions.chunks_exact(shape.area()));
        for ((givens, solution), _) in boards.zip(reports).filter(|(_, report)| report.solutions > 0) {
            let right = match plain {
                true => is_solution(shape, givens, solution),
                false => is_solution_under(shape, &constraints, givens, solution),
            };
            assert!(right, "{}", wrong(givens));
        }
    }
}

fn wrong(givens: &[u8]) -> String {
    let puzzle = Puzzle::new(givens).expect("valid puzzles are searched");
    format!("the solution found for {puzzle} is wrong: this is a bug in quadrille")
}
