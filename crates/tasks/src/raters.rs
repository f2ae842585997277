//! The ratings of puzzles by each method.

use crate::{PuzzleView, Rate, RatedPuzzle, RatingCounts};
use quadrille_base::isa::InstructionSet;
use quadrille_engines::{Limits, Outcome, SearchReport};
use quadrille_grid::Shape;
use quadrille_puzzles::{
    rating::{GuessCounter, Guesses, Method, MorphRater, explainer_group, rank, rounded},
    symmetry::FormSearch,
};
use quadrille_techniques::{
    logic,
    techniques::{
        Explainer, ExplainerRating, Technique,
        hodoku::{Hodoku, HodokuRating},
    },
};

/// The cells of a puzzle.
const AREA: usize = Shape::NINE.area();

/// Rates puzzles. Keeps its memory.
pub(super) struct Raters {
    pub task: Rate,
    /// Present if guesses are counted.
    counter: Option<GuessCounter>,
    morphs: Option<MorphRater>,
    logic: logic::Rater,
    explainer: Option<Box<Explainer>>,
    hodoku: Hodoku,
    forms: FormSearch,
    /// For each 9×9 puzzle of the chunk.
    pub guesses: Vec<Guesses>,
    means: Vec<f64>,
    /// The steps of the last puzzle by technique, if they are counted.
    steps: Vec<u64>,
}

/// A rating, or why there is none.
pub(super) enum Rated {
    Guesses(u64),
    Morphs(f64),
    Logic(logic::Rating),
    /// Unless it was given up before the first step. Whether it has the steps that are wanted.
    Explainer(ExplainerRating, bool),
    Hodoku(HodokuRating),
    No(&'static [u8]),
}

impl Raters {
    pub fn new(task: Rate, isa: InstructionSet, limits: &Limits) -> Raters {
        let counter = || {
            let counter = GuessCounter::with_isa(isa).expect("an instruction set of the machine");
            counter.stop_flag(limits.stop_flag.clone().unwrap_or_default())
        };
        Raters {
            counter: (task.pairs || !task.method.needs_one_solution()).then(counter),
            morphs: task.morphs().map(|count| MorphRater::new(count, task.morph_seed())),
            logic: logic::Rater::new(),
            explainer: explainer(&task, limits).map(Box::new),
            hodoku: Hodoku::new(),
            forms: FormSearch::default(),
            guesses: Vec::new(),
            means: Vec::new(),
            steps: Vec::new(),
            task,
        }
    }

    /// Counts guesses and rates by morphs if the task does. Ends early if the stop flag is set: the chunk then fails as stopped.
    pub fn rate(&mut self, puzzles: &[u8]) {
        let Some(counter) = &mut self.counter else { return };
        let is_counted = self.task.method == Method::Guesses || self.task.pairs;
        let count = puzzles.len() / AREA;
        // The results of the last chunk are overwritten or never read.
        self.guesses.resize(count, Guesses::default());
        self.means.resize(count, 0.0);
        if is_counted && !counter.count(puzzles, self.task.solutions(), &mut self.guesses) {
            return;
        }
        if let Some(morphs) = &mut self.morphs {
            morphs.rate(counter, puzzles, &mut self.means);
            self.means.iter_mut().for_each(|mean| *mean = rounded(*mean));
        }
    }

    /// The rating of the `nth` puzzle, after its search if the method needs one.
    pub fn rating(&mut self, nth: usize, puzzle: &PuzzleView<'_>, found: Option<(Outcome, &[u8])>) -> Rated {
        match (self.task.method, found) {
            (Method::Guesses, _) => Rated::Guesses(self.guesses[nth].guesses),
            (Method::Morphs { .. }, _) => Rated::Morphs(self.means[nth]),
            (Method::Logic, Some((Outcome::Unique, solution))) => {
                self.logic.rate(puzzle.cells, Some(solution)).map_or(Rated::No(b"!multiple"), Rated::Logic)
            }
            (Method::SudokuExplainer { .. }, Some((Outcome::Unique, _))) => self.explained(puzzle),
            (Method::Hodoku, Some((Outcome::Unique, _))) => {
                let rating = self.hodoku.rate(puzzle.cells.try_into().expect("a 9×9 board"));
                rating.map_or(Rated::No(b"!unknown"), Rated::Hodoku)
            }
            (_, Some((Outcome::None, _))) => Rated::No(b"!none"),
            (_, Some((Outcome::Unknown, _))) => Rated::No(b"!unknown"),
            _ => Rated::No(b"!multiple"),
        }
    }

    /// The rating of a puzzle with one solution by the techniques of Sudoku Explainer.
    fn explained(&mut self, puzzle: &PuzzleView<'_>) -> Rated {
        let explainer = self.explainer.as_mut().expect("a rater of this method");
        let position = || puzzle.state().position;
        let rating = if self.task.counts_steps {
            self.steps.clear();
            self.steps.resize(Technique::of_explainer().count(), 0);
            let places = |technique: Technique| technique.place_in_explainer();
            explainer.rate_steps(position(), |step| {
                places(step.technique).into_iter().for_each(|place| self.steps[place] += 1);
            })
        } else if puzzle.extras.candidates.is_some() {
            explainer.rate_from(position())
        } else {
            // Faster: the singles are made on another kind of board.
            explainer.rate(puzzle.cells.try_into().expect("a 9×9 board"))
        };
        if rating.is_bound && rating.er == 0 {
            return Rated::No(b"!unknown");
        }
        let steps = self.task.steps;
        Rated::Explainer(rating, steps.is_empty() || steps.are_met(explainer, position(), &rating))
    }

    /// The number of solutions of the `nth` puzzle, as the search for a rating found it.
    pub fn outcome(&self, nth: usize) -> Option<SearchReport> {
        if self.task.method != Method::Guesses {
            return None;
        }
        let Guesses { guesses, solutions } = self.guesses[nth];
        let outcome = match (solutions, self.task.solutions()) {
            (0, _) => Outcome::None,
            (_, 1) => Outcome::Solved,
            (1, _) => Outcome::Unique,
            _ => Outcome::Multiple,
        };
        Some(SearchReport::with_counts(outcome, solutions, 0, guesses))
    }

    /// Counts a record of the chunk that is kept: the puzzle with this number among the 9×9 ones.
    pub fn count(
        &mut self,
        (index, nth): (usize, usize),
        rated: &Rated,
        givens: &[u8],
        counts: &mut RatingCounts,
    ) {
        match rated {
            Rated::Guesses(guesses) => counts.add_number(*guesses as f64),
            Rated::Morphs(mean) => counts.add_number(*mean),
            Rated::Logic(rating) => counts.groups[rank(rating.level)] += 1,
            Rated::Explainer(rating, _) if rating.is_bound => return,
            Rated::Explainer(rating, _) => {
                counts.groups[explainer_group(rating.numbers()[0])] += 1;
                counts.add_steps(rating.technique, &self.steps);
            }
            Rated::Hodoku(rating) => counts.groups[rating.level as usize] += 1,
            Rated::No(_) => return,
        }
        if self.task.pairs {
            let (puzzle, automorphisms) = RatedPuzzle::new(&mut self.forms, index, givens);
            counts.puzzles.push(puzzle);
            counts.add_pair(self.guesses[nth].guesses, self.means[nth], (givens, automorphisms));
        }
    }
}

/// The techniques of Sudoku Explainer with the limits of a rating, if they are the method.
fn explainer(task: &Rate, limits: &Limits) -> Option<Explainer> {
    let Method::SudokuExplainer { uniqueness } = task.method else { return None };
    let explainer = Explainer::new(uniqueness).stop_flag(limits.stop_flag.clone());
    let explainer = task.max_steps.into_iter().fold(explainer, Explainer::max_steps);
    Some(limits.timeout_per_puzzle.into_iter().fold(explainer, Explainer::timeout))
}

impl Rated {
    /// The number that it is compared as.
    pub fn value(&self) -> Option<f64> {
        match self {
            Rated::Guesses(guesses) => Some(*guesses as f64),
            Rated::Morphs(mean) => Some(*mean),
            Rated::Logic(rating) => Some(rank(rating.level) as f64),
            Rated::Explainer(rating, _) => Some(rating.numbers()[0]),
            Rated::Hodoku(rating) => Some(rating.score.into()),
            Rated::No(_) => None,
        }
    }

    /// Whether only a lower bound is known.
    pub fn is_bound(&self) -> bool {
        matches!(self, Rated::Explainer(rating, _) if rating.is_bound)
    }
}
