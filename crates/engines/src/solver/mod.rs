//! Puzzles in memory: one, all solutions of one, or any number of them.

mod answer;
mod settings;
mod solutions;
pub mod verified;
mod worker;

pub use answer::Answer;
pub use solutions::Solutions;

use crate::RunOptions;
use crate::solver::verified::{CountMemory, VerifiedEngines};
use quadrille_base::error::Error;
use quadrille_base::limits::Outcome;
use quadrille_base::parallel::{chunk_len, for_each_chunk};
use quadrille_grid::{Puzzle, Shape, Variants};
use settings::Settings;
use std::sync::Arc;
use worker::Worker;

/// Solves puzzles in memory, on one thread or several.
///
/// A solver keeps its engines and buffers between calls: set one up, then use it for all puzzles. Every solution is
/// verified before it is returned.
///
/// ```
/// use quadrille::{Outcome, Puzzle, Solver};
///
/// let puzzle: Puzzle =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let answer = Solver::new().limit(2).solve(&puzzle);
/// assert_eq!(answer.outcome(), Outcome::Unique);
/// assert!(answer.solution().unwrap().to_string().starts_with("812753649"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    settings: Settings,
    options: RunOptions,
    /// One for each thread that a call has needed so far.
    workers: Vec<Worker>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver for standard sudoku on one thread that stops at the first solution.
    pub fn new() -> Solver {
        Solver { settings: Settings::default(), options: RunOptions::new(), workers: Vec::new() }
    }

    /// Stops each search at this many solutions; 0 means 1. The default is 1.
    ///
    /// With 2, an outcome of [`Unique`](Outcome::Unique) or [`Multiple`](Outcome::Multiple) is certain. With
    /// [`u64::MAX`], [`Answer::solutions`] is the number of all solutions. Large numbers of solutions, if
    /// [`RunOptions::max_nodes`] is not set, are counted by bands and stacks (9×9 without variants) or with a memory of
    /// subproblems, with at most [`CoverCounter::MEMORY`](quadrille_cover::count::CoverCounter::MEMORY) bytes.
    ///
    /// ```
    /// use quadrille::{Outcome, Puzzle, Solver};
    ///
    /// let empty = Puzzle::new([0; 16])?;
    /// assert_eq!(Solver::new().limit(2).solve(&empty).outcome(), Outcome::Multiple);
    /// assert_eq!(Solver::new().limit(u64::MAX).solve(&empty).solutions(), 288);
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn limit(mut self, solutions: u64) -> Solver {
        self.settings.limits.solutions = solutions.max(1);
        self
    }

    /// Sets the number of threads for calls with many puzzles, which is 1 by default, the engine, the limits and the
    /// stop flag. A call starts its threads and ends them.
    pub fn run_options(mut self, options: RunOptions) -> Solver {
        let solutions = self.settings.limits.solutions;
        self.settings.limits = options.limits().clone().solutions(solutions);
        Solver { options, workers: Vec::new(), ..self }
    }

    /// Sets the variants that all puzzles follow.
    ///
    /// A puzzle of a shape that they do not fit, such as a 16×16 one under windoku, is
    /// [`Invalid`](Outcome::Invalid).
    ///
    /// ```
    /// use quadrille::{Outcome, Shape, Solver, grid::{Regions, Variant, Variants}};
    ///
    /// let mut solver = Solver::new().limit(2).variants(Variant::X)?;
    /// assert_eq!(solver.solve(&"12..............".parse()?).outcome(), Outcome::Multiple);
    ///
    /// // A jigsaw has regions in place of the boxes.
    /// let regions = Regions::new(Shape::from_side(4).unwrap(), b"AAABCADBCDDBCCDB")?;
    /// let mut solver = Solver::new().limit(2).variants(Variants::default().with_regions(regions))?;
    /// assert_eq!(solver.solve(&"12.............3".parse()?).outcome(), Outcome::Multiple);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no shape fits the variants, or a jigsaw has no regions.
    pub fn variants(self, variants: impl Into<Variants>) -> Result<Solver, Error> {
        let variants = variants.into();
        variants.check()?;
        Ok(Solver {
            settings: Settings { variants: Arc::new(variants), ..self.settings },
            workers: Vec::new(),
            ..self
        })
    }

    /// Solves one puzzle, on this thread.
    ///
    /// # Panics
    /// If an engine's solution fails its check, which would be a bug in this library.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Answer {
        let mut answer = [Answer::default()];
        let (settings, workers) = self.workers(1);
        workers[0].solve_all(settings, std::slice::from_ref(puzzle), &mut answer);
        let [answer] = answer;
        answer
    }

    /// Solves puzzles of any shapes; returns one answer for each, in order.
    ///
    /// Much faster than one call for each puzzle: an engine works on many at once, and on several
    /// [`threads`](RunOptions::threads).
    ///
    /// ```
    /// use quadrille::{Outcome, Puzzle, RunOptions, Solver};
    ///
    /// let puzzles: Vec<Puzzle> =
    ///     ["1...3..2..4.4..1", "11..............", "1..............2"].map(|text| text.parse().unwrap()).into();
    /// let on_all_cores = RunOptions::new().threads(0);
    /// let answers = Solver::new().limit(2).run_options(on_all_cores).solve_all(&puzzles);
    /// let outcomes: Vec<Outcome> = answers.iter().map(|answer| answer.outcome()).collect();
    /// assert_eq!(outcomes, [Outcome::Unique, Outcome::None, Outcome::Multiple]);
    /// ```
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    pub fn solve_all(&mut self, puzzles: &[Puzzle]) -> Vec<Answer> {
        let mut answers = vec![Answer::default(); puzzles.len()];
        let largest = puzzles.iter().map(|puzzle| puzzle.givens().len()).max().unwrap_or(0);
        let len = chunk_len(puzzles.len(), largest, self.options.thread_count(1));
        let (settings, workers) = self.workers(puzzles.len().div_ceil(len));
        let chunks = puzzles.chunks(len).zip(answers.chunks_mut(len));
        for_each_chunk(workers, chunks, |worker, (puzzles, answers)| {
            worker.solve_all(settings, puzzles, answers);
        });
        answers
    }

    /// Solves puzzles of one shape that are laid end to end, without an allocation for any of them.
    ///
    /// `cells` has `n × area` bytes, row by row: 0 for an empty cell, else a digit up to the side. `solutions`, of the
    /// same length, is filled with the solutions, zeros for a puzzle that has none; `outcomes`, of length `n`, with
    /// the outcomes. A puzzle with a greater digit is [`Invalid`](Outcome::Invalid); the others are unaffected.
    ///
    /// ```
    /// use quadrille::{Outcome, RunOptions, Shape, Solver};
    ///
    /// let cells = [
    ///     1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 1, // one solution
    ///     1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // none
    ///     9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // not a puzzle
    /// ];
    /// let (mut solutions, mut outcomes) = ([0; 48], [Outcome::Unknown; 3]);
    /// let shape = Shape::from_side(4).unwrap();
    /// let options = RunOptions::new().threads(2);
    /// Solver::new().limit(2).run_options(options).solve_cells(shape, &cells, &mut solutions, &mut outcomes);
    /// assert_eq!(outcomes, [Outcome::Unique, Outcome::None, Outcome::Invalid]);
    /// assert_eq!(solutions[..16], [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    /// assert_eq!(solutions[16..], [0; 32]);
    /// ```
    ///
    /// # Panics
    /// If the lengths do not match. As [`solve`](Self::solve).
    pub fn solve_cells(
        &mut self,
        shape: Shape,
        cells: &[u8],
        solutions: &mut [u8],
        outcomes: &mut [Outcome],
    ) {
        let area = shape.area();
        assert_eq!(cells.len(), outcomes.len() * area, "cells of {} {shape} puzzles", outcomes.len());
        assert_eq!(solutions.len(), cells.len(), "cells and solutions");
        let len = chunk_len(outcomes.len(), area, self.options.thread_count(1));
        let (settings, workers) = self.workers(outcomes.len().div_ceil(len));
        let chunks =
            cells.chunks(len * area).zip(solutions.chunks_mut(len * area)).zip(outcomes.chunks_mut(len));
        for_each_chunk(workers, chunks, |worker, ((cells, solutions), outcomes)| {
            worker.solve_cells(settings, shape, cells, solutions, outcomes);
        });
    }

    /// Solves a puzzle given by the digits that each cell may hold, digit `d` as bit `d − 1`.
    ///
    /// ```
    /// use quadrille::{Outcome, Shape, Solver};
    ///
    /// // The first row is 1234, 1324 or 1342, and each of these has 12 grids.
    /// let shape = Shape::from_side(4).unwrap();
    /// let mut candidates = [0b1111; 16];
    /// candidates[..4].copy_from_slice(&[0b0001, 0b0110, 0b1110, 0b1010]);
    /// let answer = Solver::new().limit(1000).solve_candidates(shape, &candidates);
    /// assert_eq!((answer.outcome(), answer.solutions()), (Outcome::Multiple, 36));
    /// ```
    ///
    /// # Panics
    /// If `candidates` does not have one word for each cell. As [`solve`](Self::solve).
    pub fn solve_candidates(&mut self, shape: Shape, candidates: &[u32]) -> Answer {
        assert_eq!(candidates.len(), shape.area(), "one word for each cell");
        let (settings, workers) = self.workers(1);
        workers[0].solve_candidates(settings, shape, candidates)
    }

    /// All solutions of a puzzle, one by one, in bounded memory: each is searched for when the iterator is advanced.
    ///
    /// The [`limit`](Self::limit) does not apply: use [`take`](Iterator::take). The number of nodes is limited over
    /// all solutions, the time for each. The stop flag and the limits end the iterator; [`Solutions::outcome`] tells
    /// whether the search was exhausted.
    ///
    /// ```
    /// use quadrille::{Outcome, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let mut solutions = Solver::new().solutions(&puzzle);
    /// assert!(solutions.next().unwrap().to_string().starts_with("12"));
    /// assert_eq!(solutions.by_ref().count(), 23);
    /// assert_eq!(solutions.outcome(), Outcome::Multiple);
    /// // A search through 6.7·10²¹ grids can be left at any time.
    /// assert_eq!(Solver::new().solutions(&Puzzle::new([0; 81])?).take(100).count(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self, puzzle: &Puzzle) -> Solutions {
        Solutions::new(self.settings.clone(), puzzle)
    }

    /// One worker for each thread, but not more than chunks, and at least one.
    fn workers(&mut self, chunks: usize) -> (&Settings, &mut [Worker]) {
        let threads = self.options.thread_count(1);
        let count = threads.min(chunks).max(1);
        while self.workers.len() < count {
            let engines = VerifiedEngines::new(self.options.choice(), self.settings.limits.clone());
            let engines = engines.expect("the choice was checked when it was set");
            // One thread for each count: its nodes do not depend on the number of threads.
            let memory = CountMemory { threads: 1, ..CountMemory::of_worker(CountMemory::BYTES, 1, threads) };
            let engines = engines.variants(self.settings.variants.clone()).count_memory(memory);
            self.workers.push(Worker::new(engines));
        }
        (&self.settings, &mut self.workers[..count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::{Regions, RulesError, Variant};

    #[test]
    fn shapes_may_be_mixed() {
        let texts = ["1...3..2..4.4..1", &".".repeat(36), "11..............", "1..............2"];
        let puzzles: Vec<Puzzle> = texts.iter().map(|t| t.parse().unwrap()).collect();
        let answers = Solver::new().limit(2).solve_all(&puzzles);
        let outcomes: Vec<_> = answers.iter().map(Answer::outcome).collect();
        assert_eq!(outcomes, [Outcome::Unique, Outcome::Multiple, Outcome::None, Outcome::Multiple]);
        assert_eq!(answers[1].solution().unwrap().shape().side(), 6);
        assert_eq!(answers[2].solution(), None);
        assert_eq!(Solver::new().limit(2).solve(&puzzles[3]), answers[3]);
    }

    #[test]
    fn a_solver_can_be_sent_to_another_thread() {
        fn assert_send<T: Send>() {}
        assert_send::<Solver>();
        assert_send::<Solutions>();
    }

    #[test]
    fn variants_are_checked_when_they_are_set() {
        let four = Shape::from_side(4).unwrap();
        let regions = Regions::new(four, b"AAABCADBCDDBCCDB").unwrap();
        let refused = |variants: Variants| Solver::new().variants(variants).err().expect("an error");
        assert_eq!(refused(Variant::Jigsaw.into()).reason(), Some(&RulesError::MissingRegions));
        let windows = Variants::from(Variant::Windoku).with_regions(regions);
        assert!(matches!(
            refused(windows).reason(),
            Some(RulesError::Windoku(_) | RulesError::Regions { .. })
        ));
        let mut solver = Solver::new().variants(Variant::Windoku).unwrap();
        let four = Puzzle::new([0; 16]).unwrap();
        assert_eq!(solver.solve(&four).outcome(), Outcome::Invalid);
        assert_eq!(solver.solutions(&four).outcome(), Outcome::Invalid);
        assert_eq!(solver.solve(&Puzzle::new([0; 81]).unwrap()).outcome(), Outcome::Solved);
    }

    #[test]
    fn invalid_cells_affect_only_their_own_puzzle() {
        let mut cells = vec![0; 16 * 700];
        for puzzle in (0..700).filter(|p| p % 3 == 0 || (300..310).contains(p)) {
            cells[puzzle * 16 + puzzle % 16] = 5 + puzzle as u8 % 200;
        }
        for threads in [1, 3] {
            let (mut solutions, mut outcomes) = (vec![9; cells.len()], vec![Outcome::Unknown; 700]);
            let shape = Shape::from_side(4).unwrap();
            Solver::new().limit(2).run_options(RunOptions::new().threads(threads)).solve_cells(
                shape,
                &cells,
                &mut solutions,
                &mut outcomes,
            );
            for (puzzle, outcome) in outcomes.into_iter().enumerate() {
                let solution = &solutions[puzzle * 16..][..16];
                if puzzle % 3 == 0 || (300..310).contains(&puzzle) {
                    assert_eq!((outcome, solution), (Outcome::Invalid, &[0; 16][..]))
                } else {
                    assert!(outcome == Outcome::Multiple && !solution.contains(&0))
                }
            }
        }
    }

    #[test]
    fn a_raised_flag_leaves_all_unknown() {
        let flag = Arc::new(std::sync::atomic::AtomicBool::new(true));
        let mut solver = Solver::new().run_options(RunOptions::new().stop_flag(flag));
        let puzzles = vec![Puzzle::new([0; 81]).unwrap(); 600];
        for answer in solver.solve_all(&puzzles) {
            assert_eq!((answer.outcome(), answer.solution()), (Outcome::Unknown, None));
        }
        let mut solutions = solver.solutions(&puzzles[0]);
        assert_eq!((solutions.next(), solutions.outcome()), (None, Outcome::Unknown));
    }
}
