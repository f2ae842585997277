//! Ratings of many puzzles at a time.

use super::{found::Stop, goal::Rating};
use crate::rating::{GuessCounter, Guesses, Method, MorphRater, StepCriteria, rank};
use quadrille_techniques::{
    logic::Rater,
    techniques::{Explainer, Position, hodoku::Hodoku},
};

/// Rates 9×9 puzzles in buffers that it keeps.
pub(super) struct Ratings {
    by: By,
    steps: StepCriteria,
    guesses: Vec<Guesses>,
    means: Vec<f64>,
}

enum By {
    Guesses(GuessCounter),
    Morphs(GuessCounter, MorphRater),
    Logic(Box<Rater>),
    Explainer(Box<Explainer>),
    Hodoku(Hodoku),
}

impl Ratings {
    pub(super) fn new(method: Method, steps: StepCriteria, stop: &Stop) -> Ratings {
        let counter = || GuessCounter::new().stop_flag(stop.stopped.clone());
        let by = match method {
            // The default seed of the command `rate`.
            Method::Morphs { count } => By::Morphs(counter(), MorphRater::new(count, 0)),
            Method::Logic => By::Logic(Box::default()),
            Method::SudokuExplainer { uniqueness } => {
                By::Explainer(Box::new(Explainer::new(uniqueness).stop_flag(Some(stop.stopped.clone()))))
            }
            Method::Hodoku => By::Hodoku(Hodoku::new()),
            Method::Guesses => By::Guesses(counter()),
        };
        Ratings { by, steps, guesses: Vec::new(), means: Vec::new() }
    }

    /// Writes the rating of each puzzle of `cells`, which have one solution. After a stop ratings have no meaning.
    pub(super) fn rate(&mut self, cells: &[u8], ratings: &mut Vec<Rating>) {
        let count = cells.len() / 81;
        ratings.clear();
        ratings.resize(count, Rating::any_steps(0.0));
        match &mut self.by {
            By::Guesses(counter) => {
                self.guesses.resize(count, Guesses::default());
                counter.count(cells, 1, &mut self.guesses);
                let guesses = self.guesses.iter().map(|guesses| guesses.guesses as f64);
                ratings
                    .iter_mut()
                    .zip(guesses)
                    .for_each(|(rating, guesses)| *rating = Rating::any_steps(guesses));
            }
            By::Morphs(counter, rater) => {
                self.means.resize(count, 0.0);
                rater.rate(counter, cells, &mut self.means);
                ratings
                    .iter_mut()
                    .zip(&self.means)
                    .for_each(|(rating, mean)| *rating = Rating::any_steps(*mean));
            }
            By::Logic(rater) => {
                for (rating, cells) in ratings.iter_mut().zip(cells.chunks_exact(81)) {
                    let level = rater.rate(cells, None).expect("a puzzle with one solution").level;
                    *rating = Rating::any_steps(rank(level) as f64);
                }
            }
            By::Explainer(explainer) => {
                for (rating, cells) in ratings.iter_mut().zip(cells.as_chunks::<81>().0) {
                    let explained = explainer.rate(cells);
                    *rating = Rating {
                        value: explained.numbers()[0],
                        first: self.steps.first_rating(&explained),
                        has_steps: self.steps.are_met(explainer, Position::new(cells), &explained),
                    };
                }
            }
            By::Hodoku(hodoku) => {
                for (rating, cells) in ratings.iter_mut().zip(cells.as_chunks::<81>().0) {
                    let score = hodoku.rate(cells).map_or(0.0, |rating| rating.score.into());
                    *rating = Rating::any_steps(score);
                }
            }
        }
    }
}
