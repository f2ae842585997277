//! Ratings of many puzzles at a time.

use super::found::Stop;
use crate::{
    logic::Rater,
    rating::{GuessCounter, Guesses, Method, MorphRater, rank},
    techniques::Explainer,
};

/// Rates 9×9 puzzles in buffers that it keeps.
pub(super) struct Ratings {
    by: By,
    guesses: Vec<Guesses>,
}

enum By {
    Guesses(GuessCounter),
    Morphs(GuessCounter, MorphRater),
    Logic(Box<Rater>),
    Explainer(Box<Explainer>),
}

impl Ratings {
    pub(super) fn new(method: Method, stop: &Stop) -> Ratings {
        let counter = || GuessCounter::new().stop_flag(stop.stopped.clone());
        let by = match method {
            // The default seed of the command `rate`.
            Method::Morphs { count } => By::Morphs(counter(), MorphRater::new(count, 0)),
            Method::Logic => By::Logic(Box::default()),
            Method::SudokuExplainer { uniqueness } => {
                By::Explainer(Box::new(Explainer::new(uniqueness).stop_flag(Some(stop.stopped.clone()))))
            }
            Method::Guesses => By::Guesses(counter()),
        };
        Ratings { by, guesses: Vec::new() }
    }

    /// Writes the rating of each puzzle of `cells`, which have one solution. After a stop ratings have no meaning.
    pub(super) fn rate(&mut self, cells: &[u8], ratings: &mut Vec<f64>) {
        let count = cells.len() / 81;
        ratings.clear();
        ratings.resize(count, 0.0);
        match &mut self.by {
            By::Guesses(counter) => {
                self.guesses.resize(count, Guesses::default());
                counter.count(cells, 1, &mut self.guesses);
                let guesses = self.guesses.iter().map(|guesses| guesses.guesses as f64);
                ratings.iter_mut().zip(guesses).for_each(|(rating, guesses)| *rating = guesses);
            }
            By::Morphs(counter, rater) => {
                rater.rate(counter, cells, ratings);
            }
            By::Logic(rater) => {
                for (rating, cells) in ratings.iter_mut().zip(cells.chunks_exact(81)) {
                    let level = rater.rate(cells, None).expect("a puzzle with one solution").level;
                    *rating = rank(level) as f64;
                }
            }
            By::Explainer(explainer) => {
                for (rating, cells) in ratings.iter_mut().zip(cells.as_chunks::<81>().0) {
                    *rating = explainer.rate(cells).numbers()[0];
                }
            }
        }
    }
}
