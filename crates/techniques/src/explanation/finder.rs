//! The steps of a puzzle by a method.

use super::{ExplainedStep, Method};
use crate::{
    logic::{Contradiction, Steps, Techniques},
    techniques::{
        BoardState, Explainer, Position, Reason, Step,
        hodoku::{Board, Hodoku, codes, find_all},
    },
};
use quadrille_engines::{Outcome, solver::Solver};
use quadrille_grid::{Alphabet, Puzzle, Shape};
use std::sync::{Arc, atomic::AtomicBool};

/// The codes of siamese fish are the largest ones.
const SIAMESE: u16 = 3000;

/// Finds the steps of puzzles by a method. It keeps its memory between puzzles.
///
/// ```
/// use quadrille::{Puzzle, explanation::{Method, StepFinder}, techniques::BoardState};
///
/// let puzzle: Puzzle =
///     ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....".parse()?;
/// let mut finder = StepFinder::new(Method::All);
/// assert_eq!(finder.method(), Method::All);
/// let mut explanation = finder.explain(&puzzle);
/// let hardest = explanation.by_ref().max_by_key(|step| step.rating()).expect("steps");
/// assert_eq!((&*hardest.technique(), hardest.rating()), ("XY-wing", Some(42)));
/// assert!(explanation.is_solved());
///
/// // The same from cells and from a position, with a flag that ends the search.
/// let state = BoardState::of_givens(puzzle.givens().try_into()?);
/// let mut finder = finder.stop_flag(Some(Default::default()));
/// let steps = finder.explain_cells(puzzle.shape(), puzzle.givens()).count();
/// assert_eq!(finder.explain_position(&state).count(), steps);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StepFinder {
    method: Method,
    stop: Option<Arc<AtomicBool>>,
    /// Made when singles and locked candidates do not suffice for the first time.
    explainer: Option<Box<Explainer>>,
    hodoku: Hodoku,
    solver: Solver,
}

/// The steps of a puzzle, in order: an iterator that ends when the puzzle is solved, no technique makes a step, or a contradiction is
/// found.
///
/// ```
/// use quadrille::{Outcome, Puzzle, explanation::{Method, StepFinder}, grid::Alphabet};
///
/// let puzzle: Puzzle =
///     ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....".parse()?;
/// let mut finder = StepFinder::new(Method::Hodoku);
/// let mut explanation = finder.explain(&puzzle);
/// assert!(explanation.all_steps().len() > 1 && explanation.next_digit().last().unwrap().placed().is_some());
/// while let Some(step) = explanation.next() {
///     match step.placed() {
///         Some((cell, digit)) => assert_eq!(explanation.cells()[cell], digit),
///         None => println!("{}: {}, {}", step.technique(), step.eliminated(), step.notation()),
///     }
///     // Steps by HoDoKu have scores, steps by Sudoku Explainer have ratings.
///     assert!(step.score().is_some() && step.rating().is_none() && step.data().is_some());
///     let (title, sentence) = (step.title(Alphabet::Digits), step.sentence(Alphabet::Digits));
///     println!("{title}\n{sentence}\n{}", step.json().expect("a 9×9 board"));
/// }
/// assert_eq!((explanation.outcome(), explanation.ending(Alphabet::Digits)), (Outcome::Unique, None));
/// assert!(explanation.is_solved() && explanation.contradiction().is_none());
/// assert!(explanation.candidates().expect("a 9×9 board").is_full());
/// # Ok::<(), quadrille::Error>(())
/// ```
pub struct Explanation<'a> {
    finder: &'a mut StepFinder,
    /// The board, and the steps by simple techniques.
    board: Steps,
    givens: Vec<u8>,
    /// The cells whose digits are not givens, and the candidates at the beginning, digit 1 as the lowest bit, if the steps begin in a position.
    position: Option<(u128, [u32; 81])>,
    /// The same board for the techniques of HoDoKu, once they are used: it remembers the order in which singles arose.
    scored: Option<Box<Board>>,
    /// How many solutions the puzzle has, once that matters.
    outcome: Option<Outcome>,
}

impl StepFinder {
    /// Finds steps by this method.
    pub fn new(method: Method) -> StepFinder {
        StepFinder {
            method,
            stop: None,
            explainer: None,
            hodoku: Hodoku::new(),
            solver: Solver::new().limit(2),
        }
    }

    /// Ends the search for a step early once the flag is `true`. Discard this step and all later ones.
    pub fn stop_flag(self, stop: Option<Arc<AtomicBool>>) -> StepFinder {
        StepFinder { stop, ..self }
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The steps of a puzzle.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Explanation<'_> {
        self.explain_cells(puzzle.shape(), puzzle.givens())
    }

    /// The steps of a board with these cells, 0 for an empty one.
    ///
    /// # Panics
    /// If there are not as many cells as the shape has, or a digit is above its side.
    pub fn explain_cells(&mut self, shape: Shape, givens: &[u8]) -> Explanation<'_> {
        let techniques = self.method.simple().unwrap_or(Techniques::Singles);
        let board = Steps::of_cells(shape, givens, techniques);
        Explanation {
            finder: self,
            board,
            givens: givens.into(),
            position: None,
            scored: None,
            outcome: None,
        }
    }

    /// The steps of a 9×9 board from a position on, which may have fewer candidates than the digits leave.
    pub fn explain_position(&mut self, state: &BoardState) -> Explanation<'_> {
        let BoardState { digits, placed, position } = state;
        let mut explanation = self.explain_cells(Shape::NINE, digits);
        let candidates = position.digits_of_cells(digits);
        let cells = candidates.iter().enumerate();
        let removed = cells.flat_map(|(cell, allowed)| {
            (1..=9).filter(move |digit| allowed >> (digit - 1) & 1 == 0).map(move |digit| (cell, digit))
        });
        explanation.board.make(None, removed.filter(|(cell, _)| digits[*cell] == 0));
        Explanation { position: Some((*placed, candidates)), ..explanation }
    }

    /// The techniques of Sudoku Explainer, if the method has them.
    pub(super) fn explainer(&mut self) -> Option<&mut Explainer> {
        let (uniqueness, stop) = (self.method.uniqueness()?, &self.stop);
        let new = || Box::new(Explainer::new(uniqueness).stop_flag(stop.clone()));
        Some(self.explainer.get_or_insert_with(new))
    }
}

impl Explanation<'_> {
    pub(super) fn finder(&mut self) -> &mut StepFinder {
        self.finder
    }

    /// Whether the steps begin with the candidates that givens leave.
    pub(super) fn is_of_givens(&self) -> bool {
        self.position.is_none()
    }

    /// The cells after the steps so far, 0 for an empty one.
    pub fn cells(&self) -> &[u8] {
        self.board.cells()
    }

    /// The candidates after the steps so far; `None` if the board is not 9×9.
    pub fn candidates(&self) -> Option<Position> {
        let cells: &[u8; 81] = self.board.cells().try_into().ok()?;
        let of_cells = self.board.candidates();
        Some(Position::with_candidates(cells, &std::array::from_fn(|cell| (of_cells[cell] >> 1) as u16)))
    }

    /// Whether every cell has a digit, without a contradiction.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }

    /// The contradiction that ended the steps, if any; the puzzle then has no solution.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.board.contradiction()
    }

    /// How many solutions the puzzle has: [`Unique`](Outcome::Unique), [`Multiple`](Outcome::Multiple) or [`None`](Outcome::None), or
    /// [`Invalid`](Outcome::Invalid) if the cells are not a puzzle. It is searched when it is needed for the first time.
    pub fn outcome(&mut self) -> Outcome {
        let Explanation { finder, board, givens, position, outcome, .. } = self;
        if let (None, Some((_, candidates))) = (*outcome, position) {
            *outcome = Some(finder.solver.solve_candidates(Shape::NINE, candidates).outcome());
        }
        *outcome.get_or_insert_with(|| match Puzzle::new(&*givens) {
            Ok(puzzle) if board.shape() == puzzle.shape() => finder.solver.solve(&puzzle).outcome(),
            _ => Outcome::Invalid,
        })
    }

    /// The steps up to the next digit, or all steps that are left if none places a digit.
    pub fn next_digit(&mut self) -> Vec<ExplainedStep> {
        let mut steps = Vec::new();
        for step in self.by_ref() {
            let is_digit = step.placed().is_some();
            steps.push(step);
            if is_digit {
                break;
            }
        }
        steps
    }

    /// Where the steps that were taken so far ended, as a sentence with digits of this alphabet; `None` if the puzzle is solved.
    pub fn ending(&mut self, alphabet: Alphabet) -> Option<String> {
        let shape = self.board.shape();
        if let Some(contradiction) = self.contradiction() {
            let contradiction = contradiction.sentence(shape, alphabet);
            return Some(format!("the steps lead to a contradiction: {contradiction}"));
        }
        let left = match self.board.empty_cells() {
            0 => return None,
            1 => "1 cell is left".into(),
            left => format!("{left} cells are left"),
        };
        Some(format!("the techniques end here: {left} ({})", self.tried()))
    }

    /// The techniques that were tried, in words, and why others were not.
    fn tried(&mut self) -> String {
        let method = self.finder.method;
        let simple = method.simple().map(|techniques| match techniques {
            Techniques::Singles => "singles",
            Techniques::Locked => "singles and locked candidates",
        });
        if !method.has_chains() || self.board.shape() != Shape::NINE {
            return format!("tried: {}", simple.unwrap_or_default());
        }
        let program = if method == Method::Hodoku { "HoDoKu" } else { "Sudoku Explainer" };
        let simple = simple.map_or(String::new(), |simple| format!("tried: {simple}; "));
        match self.outcome() {
            Outcome::Unique if method == Method::Hodoku => {
                "tried: all techniques of HoDoKu but brute force".into()
            }
            Outcome::Unique if method.uniqueness() == Some(true) => {
                "tried: all techniques of Sudoku Explainer".into()
            }
            Outcome::Unique => {
                "tried: all techniques of Sudoku Explainer that do not assume uniqueness".into()
            }
            Outcome::Multiple => {
                format!("{simple}the techniques of {program} need one solution, and the puzzle has several")
            }
            _ => format!("{simple}the puzzle has no solution"),
        }
    }

    /// The next step by a technique beyond singles and locked candidates.
    fn advanced(&mut self) -> Option<ExplainedStep> {
        let is_over = self.contradiction().is_some() || self.board.empty_cells() == 0;
        if is_over || !self.finder.method.has_chains() {
            return None;
        }
        let position = self.candidates()?;
        if self.outcome() != Outcome::Unique {
            return None;
        }
        if self.finder.method == Method::Hodoku {
            return self.scored();
        }
        let explainer = self.finder.explainer()?;
        let step = explainer.next(&position)?;
        let reason = explainer.reason(&position, &step);
        self.make(&step);
        Some(ExplainedStep::Advanced(step, reason))
    }

    /// The next step by HoDoKu.
    fn scored(&mut self) -> Option<ExplainedStep> {
        let mut board = self.scored.take().or_else(|| self.scored_board().map(Box::new))?;
        let found = self.finder.hodoku.next(&board);
        let step = found.map(|(step, reason)| {
            let reason = reason.with_links(&step, board.position());
            board.make(&step);
            self.make(&step);
            ExplainedStep::Scored(step, reason)
        });
        self.scored = Some(board);
        step
    }

    /// The board of the givens or of the position for the techniques of HoDoKu.
    fn scored_board(&self) -> Option<Board> {
        let givens: &[u8; 81] = self.givens[..].try_into().ok()?;
        Some(match &self.position {
            Some((placed, candidates)) => {
                Board::with_candidates(givens, !*placed, &candidates.map(|digits| digits as u16))
            }
            None => Board::new(givens),
        })
    }

    /// All steps that the techniques of HoDoKu find before the first step, by their codes. Siamese fish are left out: each is two of
    /// these steps, and an open position can have 23,000 of them. The list is empty unless the puzzle has exactly one solution.
    pub fn all_steps(&mut self) -> Vec<ExplainedStep> {
        let Some(board) = self.scored_board().filter(|_| self.outcome() == Outcome::Unique) else {
            return Vec::new();
        };
        let found = codes().filter(|&code| code < SIAMESE).flat_map(|code| find_all(code, &board));
        let linked = |(step, reason): (Step, Reason)| {
            let reason = reason.with_links(&step, board.position());
            ExplainedStep::Scored(step, reason)
        };
        found.map(linked).collect()
    }

    /// Makes a step on the board.
    fn make(&mut self, step: &Step) {
        let placed = step.placed.map(|(cell, digit)| (cell.into(), digit + 1));
        let removed = step.removed.candidates().map(|(cell, digit)| (cell, digit as u8 + 1));
        self.board.make(placed, removed);
    }
}

impl Iterator for Explanation<'_> {
    type Item = ExplainedStep;

    fn next(&mut self) -> Option<ExplainedStep> {
        if self.finder.method.simple().is_some()
            && let Some(step) = self.board.next()
        {
            return Some(ExplainedStep::Simple(step));
        }
        self.advanced()
    }
}
