//! Checking the answers of contestants.

use super::{
    layout::{Claim, ClaimedCount, OutputLayout},
    puzzles::Puzzles,
};
use quadrille_engines::solver::Solver;
use quadrille_engines::{EngineChoice, Outcome, RunOptions, SearchReport};
use quadrille_grid::Puzzle;
use quadrille_grid::verify::is_solution;

/// A description of the first mistake in the answers of a contestant.
pub(crate) type Mistake = String;

/// Checks answers by the known number of solutions of each puzzle.
pub(crate) struct AnswerChecker<'a> {
    puzzles: &'a Puzzles,
    /// Number of solutions of each puzzle, up to `puzzles.limit`.
    solutions: Vec<u8>,
}

impl<'a> AnswerChecker<'a> {
    pub fn new(puzzles: &'a Puzzles) -> AnswerChecker<'a> {
        AnswerChecker { puzzles, solutions: puzzles.solutions.clone() }
    }

    /// Checks every answer of a program whose searches stop at `limit`.
    pub fn check_output(&mut self, layout: &OutputLayout, output: &[u8], limit: u64) -> Result<(), Mistake> {
        let Some(claims) = layout.claims(output) else { return Ok(()) };
        let mut answers = 0;
        for claim in claims {
            if answers < self.puzzles.len() {
                self.check_claim(answers, &claim, limit)
                    .map_err(|mistake| self.located(answers, &mistake))?;
            }
            answers += 1;
        }
        if answers == self.puzzles.len() {
            Ok(())
        } else {
            Err(format!("{answers} answers for {} puzzles", self.puzzles.len()))
        }
    }

    /// Checks the results of an engine for all puzzles of a group.
    pub fn check_reports(
        &mut self,
        group: usize,
        reports: &[SearchReport],
        solutions: &[u8],
        limit: u64,
    ) -> Result<(), Mistake> {
        let group = &self.puzzles.groups[group];
        let area = group.shape.area();
        for (index, report) in reports.iter().enumerate() {
            let puzzle = group.numbers[index] as usize;
            let count = match report.outcome {
                Outcome::Unique => ClaimedCount::Exactly(1),
                Outcome::Multiple => ClaimedCount::AtLeast(2),
                Outcome::Solved => ClaimedCount::AtLeast(1),
                Outcome::None => ClaimedCount::Exactly(0),
                Outcome::Invalid | Outcome::Unknown => ClaimedCount::Unreadable,
            };
            let grid = &solutions[index * area..][..area];
            let is_right = match report.solutions {
                0 => true,
                _ => is_solution(group.shape, &group.cells[index * area..][..area], grid),
            };
            let checked = if is_right {
                self.check_count(puzzle, Some(count), limit)
            } else {
                Err("the grid is not a solution".into())
            };
            checked.map_err(|mistake| self.located(puzzle, &mistake))?;
        }
        Ok(())
    }

    /// A mistake with the record and, if known, the line of the puzzle.
    fn located(&self, puzzle: usize, mistake: &str) -> Mistake {
        let (record, line) = self.puzzles.position(puzzle);
        match line {
            Some(line) => format!("record {record}, line {line}: {mistake}"),
            None => format!("record {record}: {mistake}"),
        }
    }

    fn check_claim(&mut self, puzzle: usize, claim: &Claim, limit: u64) -> Result<(), Mistake> {
        let givens = self.puzzles.givens(puzzle);
        if claim.puzzle.as_ref().is_some_and(|puzzle| puzzle != givens) {
            return Err("the answer is for another puzzle".into());
        }
        let shape = self.puzzles.shape(puzzle);
        if claim.grids.iter().any(|(of, grid)| *of != shape || !is_solution(shape, givens, grid)) {
            return Err("the grid is not a solution".into());
        }
        // A solver that searches for a second solution need not show a grid if it finds one.
        let needs_grid = |n: u64| n == 1 || (n > 1 && limit == 1);
        let has_solution = matches!(claim.count, Some(ClaimedCount::Exactly(n) | ClaimedCount::UpToLimit(n)) if needs_grid(n));
        if claim.shows_grid && claim.grids.is_empty() && has_solution {
            return Err("a solution is counted but not shown".into());
        }
        self.check_count(puzzle, claim.count, limit)
    }

    /// Checks a claimed number of solutions. If it contradicts the known number, the dancing-links engine
    /// counts again and decides, because the known number may come from the contestant itself.
    fn check_count(
        &mut self,
        puzzle: usize,
        claimed: Option<ClaimedCount>,
        limit: u64,
    ) -> Result<(), Mistake> {
        if agrees(claimed, self.solutions[puzzle], limit, self.puzzles.limit) {
            return Ok(());
        }
        self.solutions[puzzle] = self.recount(puzzle);
        let known = self.solutions[puzzle];
        if agrees(claimed, known, limit, self.puzzles.limit) {
            return Ok(());
        }
        let more = if u64::from(known) == self.puzzles.limit { " or more" } else { "" };
        Err(match claimed {
            None => format!("no solution is shown, but the puzzle has {known}{more}"),
            Some(ClaimedCount::Unreadable) => "the count is missing, or the search gave up".into(),
            Some(ClaimedCount::AtLeast(n)) => {
                format!("at least {n} solutions are claimed, but the puzzle has {known}")
            }
            Some(ClaimedCount::Exactly(n) | ClaimedCount::UpToLimit(n)) => {
                format!("{n} solutions are counted, but the puzzle has {known}{more}")
            }
        })
    }

    fn recount(&self, puzzle: usize) -> u8 {
        let givens = Puzzle::new(self.puzzles.givens(puzzle)).expect("the puzzle was parsed before");
        let options = RunOptions::new().engine(EngineChoice::Dlx);
        let solver = |options| Solver::new().limit(self.puzzles.limit).run_options(options);
        let verdict = options.ok().map(|options| solver(options).solve(&givens));
        verdict.map_or(self.solutions[puzzle], |v| v.solutions() as u8)
    }
}

/// Whether a claim of a search that stops at `limit` agrees with the known number of solutions, which was
/// counted up to `known_limit`.
fn agrees(claimed: Option<ClaimedCount>, known: u8, limit: u64, known_limit: u64) -> bool {
    let known = u64::from(known);
    let is_exactly = |n: u64| known == n.min(known_limit);
    match claimed {
        // No grid: the puzzle has no solution, or several and the search was for a unique one.
        None => known == 0 || (limit > 1 && known > 1),
        Some(ClaimedCount::Unreadable) => false,
        Some(ClaimedCount::AtLeast(n)) => known >= n.min(known_limit),
        Some(ClaimedCount::UpToLimit(n)) if n >= limit => known >= n.min(known_limit),
        Some(ClaimedCount::Exactly(n) | ClaimedCount::UpToLimit(n)) => is_exactly(n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_compared_with_the_known_number_of_solutions() {
        use ClaimedCount::*;
        // The claim, its limit, and whether it agrees with 0, 1, and 2 or more solutions.
        for (claimed, limit, expected) in [
            (None, 1, [true, false, false]),
            (None, 2, [true, false, true]),
            (Some(AtLeast(1)), 1, [false, true, true]),
            (Some(AtLeast(2)), 2, [false, false, true]),
            (Some(Exactly(0)), 2, [true, false, false]),
            (Some(Exactly(1)), 2, [false, true, false]),
            (Some(Exactly(5)), 9, [false, false, true]),
            (Some(UpToLimit(0)), 2, [true, false, false]),
            (Some(UpToLimit(1)), 2, [false, true, false]),
            (Some(UpToLimit(1)), 1, [false, true, true]),
            (Some(UpToLimit(2)), 2, [false, false, true]),
            (Some(Unreadable), 2, [false, false, false]),
        ] {
            let got = [0, 1, 2].map(|known| agrees(claimed, known, limit, 2));
            assert_eq!(got, expected, "{claimed:?} up to {limit}");
        }
        // A count above the limit is a lower bound.
        assert!(!agrees(Some(UpToLimit(5)), 1, 1, 2) && agrees(Some(UpToLimit(5)), 2, 1, 2));
        // Only one solution is known.
        assert!(agrees(Some(UpToLimit(2)), 1, 2, 1) && !agrees(None, 1, 2, 1) && !agrees(None, 1, 1, 1));
    }
}
