//! The work of one thread on its share of the puzzles.

use super::{answer::Answer, settings::Settings};
use crate::Run;
use crate::solver::verified::{ShapeGroups, VerifiedEngines};
use quadrille_base::limits::{Outcome, SearchReport};
use quadrille_grid::{Puzzle, Shape};
use std::mem;

/// The engines and buffers of one thread, kept between calls.
pub(super) struct Worker {
    engines: VerifiedEngines,
    groups: ShapeGroups,
    reports: Vec<SearchReport>,
}

impl Worker {
    pub(super) fn new(engines: VerifiedEngines) -> Worker {
        Worker { engines, groups: ShapeGroups::default(), reports: Vec::new() }
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
        reports.resize(outcomes.len(), SearchReport::default());
        self.solve_valid(settings, shape, cells, solutions, &mut reports);
        let boards = solutions.chunks_exact_mut(shape.area());
        for ((outcome, report), solution) in outcomes.iter_mut().zip(&reports).zip(boards) {
            *outcome = report.outcome;
            if report.solutions == 0 {
                solution.fill(0);
            }
        }
        self.reports = reports;
    }

    /// Solves puzzles of any shapes, grouped by shape.
    pub(super) fn solve_all(&mut self, settings: &Settings, puzzles: &[Puzzle], answers: &mut [Answer]) {
        *self.engines.limits_mut() = settings.limits.clone();
        self.groups.clear();
        for (puzzle, answer) in puzzles.iter().zip(answers.iter_mut()) {
            if settings.fit(puzzle.shape()) {
                self.groups.push(puzzle.shape(), puzzle.givens())
            } else {
                *answer = Answer::invalid()
            }
        }
        let mut searched = answers.iter_mut().filter(|answer| answer.outcome() != Outcome::Invalid);
        let solved = self.groups.solve(&mut self.engines, |report, solution| {
            *searched.next().expect("one result for each puzzle") = Answer::new(*report, solution);
        });
        assert!(solved.is_ok(), "{WRONG}");
    }

    /// Solves one puzzle whose cells are restricted to some candidates.
    pub(super) fn solve_candidates(
        &mut self,
        settings: &Settings,
        shape: Shape,
        candidates: &[u32],
    ) -> Answer {
        let mut answer = Answer::invalid();
        if settings.fit(shape) {
            *self.engines.limits_mut() = settings.limits.clone();
            self.groups.clear();
            self.groups.push_candidates(shape, candidates);
            let each =
                |report: &SearchReport, solution: Option<&[u8]>| answer = Answer::new(*report, solution);
            assert!(self.groups.solve(&mut self.engines, each).is_ok(), "{WRONG}");
        }
        answer
    }

    /// Solves the puzzles that are valid; the others get a report that says so.
    fn solve_valid(
        &mut self,
        settings: &Settings,
        shape: Shape,
        cells: &[u8],
        solutions: &mut [u8],
        reports: &mut [SearchReport],
    ) {
        *self.engines.limits_mut() = settings.limits.clone();
        let invalid = SearchReport::with_counts(Outcome::Invalid, 0, 0, 0);
        if !settings.fit(shape) {
            return reports.fill(invalid);
        }
        let is_valid = |cells: &[u8]| usize::from(cells.iter().fold(0, |top, &d| top.max(d))) <= shape.side();
        if is_valid(cells) {
            return self.search(shape, cells, solutions, reports);
        }
        let area = shape.area();
        let mut start = 0;
        while start < reports.len() {
            let valid =
                cells[start * area..].chunks_exact(area).take_while(|puzzle| is_valid(puzzle)).count();
            let end = start + valid;
            let part = start * area..end * area;
            self.search(shape, &cells[part.clone()], &mut solutions[part], &mut reports[start..end]);
            if let Some(report) = reports.get_mut(end) {
                *report = invalid;
            }
            start = end + 1;
        }
    }

    fn search(&mut self, shape: Shape, cells: &[u8], solutions: &mut [u8], reports: &mut [SearchReport]) {
        let solved = self.engines.solve(&mut Run::new(shape, cells, solutions, reports));
        assert!(solved.first_wrong.is_none(), "{WRONG}");
    }
}

/// A panic, not an error: no caller could handle it, and only a fix helps.
const WRONG: &str = "an engine found a wrong solution: this is a bug in quadrille";
