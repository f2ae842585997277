//! Whether what a contestant says is true.

use super::{
    puzzles::Puzzles,
    shape::{Claim, Count, OutputShape},
};
use quadrille::{EngineChoice, Outcome, Puzzle, Report, Solver, unstable::verify::is_solution};

/// The first thing that is wrong with a contestant's answers.
pub(super) type Wrong = String;

/// Knows how many solutions the puzzles of a file have.
pub(super) struct Judge<'a> {
    puzzles: &'a Puzzles,
    solutions: Vec<u8>,
}

impl<'a> Judge<'a> {
    pub fn new(puzzles: &'a Puzzles) -> Judge<'a> {
        Judge { puzzles, solutions: puzzles.solutions.clone() }
    }

    /// Looks at every answer of a program whose searches stop at `limit`.
    pub fn output(&mut self, shape: &OutputShape, output: &[u8], limit: u64) -> Result<(), Wrong> {
        let Some(claims) = shape.claims(output) else { return Ok(()) };
        let mut answers = 0;
        for claim in claims {
            if answers < self.puzzles.len() {
                self.claim(answers, &claim, limit).map_err(|what| self.at(answers, &what))?;
            }
            answers += 1;
        }
        match answers == self.puzzles.len() {
            true => Ok(()),
            false => Err(format!("{answers} answers to {} puzzles", self.puzzles.len())),
        }
    }

    /// Looks at what an engine made of all puzzles of a group.
    pub fn reports(
        &mut self,
        group: usize,
        reports: &[Report],
        solutions: &[u8],
        limit: u64,
    ) -> Result<(), Wrong> {
        let group = &self.puzzles.groups[group];
        let area = group.shape.area();
        for (place, report) in reports.iter().enumerate() {
            let puzzle = group.numbers[place] as usize;
            let count = match report.outcome {
                Outcome::Unique => Count::Exactly(1),
                Outcome::Multiple => Count::AtLeast(2),
                Outcome::Solved => Count::AtLeast(1),
                Outcome::None => Count::Exactly(0),
                Outcome::Invalid | Outcome::Unknown => Count::Unreadable,
            };
            let grid = &solutions[place * area..][..area];
            let held = match report.solutions {
                0 => true,
                _ => is_solution(group.shape, &group.cells[place * area..][..area], grid),
            };
            let right =
                if held { self.count(puzzle, Some(count), limit) } else { Err("no solution of it".into()) };
            right.map_err(|what| self.at(puzzle, &what))?;
        }
        Ok(())
    }

    fn at(&self, puzzle: usize, what: &str) -> Wrong {
        let (record, line) = self.puzzles.origin(puzzle);
        match line {
            Some(line) => format!("record {record}, line {line}: {what}"),
            None => format!("record {record}: {what}"),
        }
    }

    fn claim(&mut self, puzzle: usize, claim: &Claim, limit: u64) -> Result<(), Wrong> {
        let givens = self.puzzles.givens(puzzle);
        if claim.puzzle.as_ref().is_some_and(|said| said != givens) {
            return Err("another puzzle is answered".into());
        }
        let shape = self.puzzles.shape(puzzle);
        if claim.grids.iter().any(|(of, grid)| *of != shape || !is_solution(shape, givens, grid)) {
            return Err("the grid is no solution of it".into());
        }
        // Of several, a solver that looked for a second one may show none.
        let must = |n: u64| n == 1 || (n > 1 && limit == 1);
        let said = matches!(claim.count, Some(Count::Exactly(n) | Count::UpToLimit(n)) if must(n));
        if claim.shows_grid && claim.grids.is_empty() && said {
            return Err("a solution is counted and none is shown".into());
        }
        self.count(puzzle, claim.count, limit)
    }

    /// Whether a puzzle has as many solutions as is said. Where not, the dancing-links arena has the last
    /// word, since what is known so far may come from the contestant itself.
    fn count(&mut self, puzzle: usize, said: Option<Count>, limit: u64) -> Result<(), Wrong> {
        if agrees(said, self.solutions[puzzle], limit, self.puzzles.limit) {
            return Ok(());
        }
        self.solutions[puzzle] = self.recount(puzzle);
        let have = self.solutions[puzzle];
        if agrees(said, have, limit, self.puzzles.limit) {
            return Ok(());
        }
        let more = if u64::from(have) == self.puzzles.limit { " or more" } else { "" };
        Err(match said {
            None => format!("no solution is shown, and it has {have}{more}"),
            Some(Count::Unreadable) => "no count can be read, or the search gave up".into(),
            Some(Count::AtLeast(n)) => format!("at least {n} solutions are claimed, and it has {have}"),
            Some(Count::Exactly(n) | Count::UpToLimit(n)) => {
                format!("{n} solutions are counted, and it has {have}{more}")
            }
        })
    }

    fn recount(&self, puzzle: usize) -> u8 {
        let given = Puzzle::new(self.puzzles.givens(puzzle)).expect("a puzzle that was read");
        let solver = Solver::new().limit(self.puzzles.limit).engine(EngineChoice::Dlx);
        let verdict = solver.ok().and_then(|mut solver| solver.solve(&given).ok());
        verdict.map_or(self.solutions[puzzle], |v| v.report.solutions as u8)
    }
}

/// Whether a claim of a search up to `limit` agrees with `have` solutions, counted up to `known`.
fn agrees(said: Option<Count>, have: u8, limit: u64, known: u64) -> bool {
    let have = u64::from(have);
    let exactly = |n: u64| if n < known { have == n } else { have == known };
    match said {
        // Nothing to show: there is no solution, or the search was for the only one.
        None => have == 0 || (limit > 1 && have > 1),
        Some(Count::Unreadable) => false,
        Some(Count::AtLeast(n)) => have >= n.min(known),
        Some(Count::UpToLimit(n)) if n >= limit => have >= n.min(known),
        Some(Count::Exactly(n) | Count::UpToLimit(n)) => exactly(n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_agree_with_what_is_known() {
        use Count::*;
        // Claim, its limit; whether it agrees with 0, 1, 2 solutions or more.
        for (said, limit, want) in [
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
            let got = [0, 1, 2].map(|have| agrees(said, have, limit, 2));
            assert_eq!(got, want, "{said:?} up to {limit}");
        }
        // More than the limit is what there is at least.
        assert!(!agrees(Some(UpToLimit(5)), 1, 1, 2) && agrees(Some(UpToLimit(5)), 2, 1, 2));
        // Only one solution was looked for.
        assert!(agrees(Some(UpToLimit(2)), 1, 2, 1) && !agrees(None, 1, 2, 1) && !agrees(None, 1, 1, 1));
    }
}
