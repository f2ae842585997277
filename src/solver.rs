//! Puzzles in memory: one, or a slice of them.

use crate::{
    Puzzle, Shape, Variants,
    engine::{EngineChoice, Report, Unavailable},
    error::{Error, ErrorKind},
    solving::{ShapeGroups, VerifiedEngines, WrongSolution},
};
use std::sync::Arc;

/// Solves puzzles in memory, on one thread. Keeps its engines between calls.
///
/// For files, pipes and all cores there is [`Batch`](crate::Batch).
///
/// ```
/// use quadrille::{Puzzle, Solver, Outcome};
///
/// let puzzle: Puzzle =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let verdict = Solver::new().limit(2).solve(&puzzle)?;
/// assert_eq!(verdict.report.outcome, Outcome::Unique);
/// assert!(verdict.solution.unwrap().to_string().starts_with("812753649"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Solver {
    engines: VerifiedEngines,
    variants: Arc<Variants>,
    groups: ShapeGroups,
}

/// What was found out about one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The outcome and its counters.
    pub report: Report,
    /// The first solution found, if there is one: a board without empty cells.
    pub solution: Option<Puzzle>,
}

impl Solver {
    /// A solver that stops at the first solution.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Stops each search at this many solutions; 0 is taken as 1. With 2, an outcome of
    /// [`Unique`](crate::engine::Outcome::Unique) or
    /// [`Multiple`](crate::engine::Outcome::Multiple) is certain.
    pub fn limit(mut self, solutions: u64) -> Solver {
        self.engines.limits_mut().solutions = solutions.max(1);
        self
    }

    /// Gives up on a puzzle that needs more search-tree nodes than this, as
    /// [`Unknown`](crate::engine::Outcome::Unknown).
    pub fn max_nodes(mut self, nodes: u64) -> Solver {
        self.engines.limits_mut().max_nodes = nodes;
        self
    }

    /// Chooses the engine.
    ///
    /// # Errors
    /// If the choice is of an instruction set that the machine does not have.
    pub fn engine(self, choice: EngineChoice) -> Result<Solver, Unavailable> {
        let engines = VerifiedEngines::new(choice, self.engines.limits().clone())?;
        Ok(Solver { engines: engines.variants(self.variants.clone()), ..self })
    }

    /// Sets the rules that hold beside the plain ones, or in their place.
    ///
    /// ```
    /// use quadrille::{Regions, Shape, Solver, Variants, Outcome};
    ///
    /// let regions = Regions::new(Shape::from_side(4).unwrap(), b"AAABCADBCDDBCCDB")?;
    /// let mut solver = Solver::new().limit(2).variants(Variants::default().with_regions(regions));
    /// let verdict = solver.solve(&"12.............3".parse()?)?;
    /// assert_eq!(verdict.report.outcome, Outcome::Multiple);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variants(self, variants: Variants) -> Solver {
        let variants = Arc::new(variants);
        Solver { engines: self.engines.variants(variants.clone()), variants, ..self }
    }

    /// Solves one puzzle.
    ///
    /// # Errors
    /// If the variants do not fit the board, or ask for regions that a puzzle in memory does not
    /// bring. If an engine's solution fails its independent check, which would be a bug of this
    /// library.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Verdict, Error> {
        Ok(self.solve_all(std::slice::from_ref(puzzle))?.remove(0))
    }

    /// Solves puzzles of any shapes; one verdict for each, in order.
    ///
    /// Much faster than one call for each puzzle: an engine works on many at once.
    ///
    /// # Errors
    /// As for [`solve`](Solver::solve).
    pub fn solve_all(&mut self, puzzles: &[Puzzle]) -> Result<Vec<Verdict>, Error> {
        self.groups.clear();
        for puzzle in puzzles {
            self.check_variants(puzzle.shape())?;
            self.groups.push(puzzle.shape(), puzzle.givens());
        }
        let mut verdicts = Vec::with_capacity(puzzles.len());
        let solved = self
            .groups
            .solve(&mut self.engines, |report, solution| verdicts.push(Verdict::new(report, solution)));
        solved.map_err(wrong)?;
        Ok(verdicts)
    }

    /// Solves a puzzle of pencil marks: the digits that each cell may hold, `d` as bit `d − 1`.
    ///
    /// ```
    /// use quadrille::{Shape, Solver, Outcome};
    ///
    /// // The first row is 1234, 1324 or 1342, and each of these has 12 grids.
    /// let shape = Shape::from_side(4).unwrap();
    /// let mut marks = [0b1111; 16];
    /// marks[..4].copy_from_slice(&[0b0001, 0b0110, 0b1110, 0b1010]);
    /// let verdict = Solver::new().limit(1000).solve_candidates(shape, &marks)?;
    /// assert_eq!((verdict.report.outcome, verdict.report.solutions), (Outcome::Multiple, 36));
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`solve`](Solver::solve).
    ///
    /// # Panics
    /// If there is not a word for each cell.
    pub fn solve_candidates(&mut self, shape: Shape, candidates: &[u32]) -> Result<Verdict, Error> {
        self.check_variants(shape)?;
        self.groups.clear();
        self.groups.push_candidates(shape, candidates);
        let mut verdict = None;
        let solved = self
            .groups
            .solve(&mut self.engines, |report, solution| verdict = Some(Verdict::new(report, solution)));
        solved.map_err(wrong)?;
        Ok(verdict.expect("a result for the puzzle"))
    }

    fn check_variants(&self, shape: Shape) -> Result<(), Error> {
        let config = |what: String| Error::new(ErrorKind::Config, what);
        if self.variants.wants_regions() {
            return Err(config("a jigsaw in memory needs its regions beforehand".into()));
        }
        self.variants.fit(shape).map_err(|e| config(e.to_string()))
    }
}

impl Verdict {
    fn new(report: &Report, solution: Option<&[u8]>) -> Verdict {
        let solution = solution.map(|s| Puzzle::new(s).expect("a verified solution is a board"));
        Verdict { report: *report, solution }
    }
}

fn wrong(_: WrongSolution) -> Error {
    Error::new(ErrorKind::Internal, "a solution found is wrong; this is a bug")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Outcome;

    #[test]
    fn shapes_may_be_mixed() {
        let texts = ["1...3..2..4.4..1", &".".repeat(36), "11..............", "1..............2"];
        let puzzles: Vec<Puzzle> = texts.iter().map(|t| t.parse().unwrap()).collect();
        let verdicts = Solver::new().limit(2).solve_all(&puzzles).unwrap();
        let outcomes: Vec<_> = verdicts.iter().map(|v| v.report.outcome).collect();
        assert_eq!(outcomes, [Outcome::Unique, Outcome::Multiple, Outcome::None, Outcome::Multiple]);
        assert_eq!(verdicts[1].solution.as_ref().unwrap().shape().side(), 6);
        assert_eq!(verdicts[2].solution, None);
        let alone = Solver::new().limit(2).solve(&puzzles[3]).unwrap();
        assert_eq!(alone, verdicts[3]);
    }
}
