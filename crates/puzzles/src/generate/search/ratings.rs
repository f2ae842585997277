//! Ratings of many puzzles at a time.

use crate::{
    logic::Rater,
    rating::{GuessCounter, Guesses, Method, MorphRater, rank},
    techniques::Explainer,
};

/// Rates 9×9 puzzles in buffers that it keeps.
pub(super) struct Ratings {
    by: By,
    counter: GuessCounter,
    guesses: Vec<Guesses>,
}

enum By {
    Guesses,
    Morphs(MorphRater),
    Logic(Box<Rater>),
    Explainer(Box<Explainer>),
}

impl Ratings {
    pub(super) fn new(method: Method) -> Ratings {
        let by = match method {
            // The default seed of the command `rate`.
            Method::Morphs { count } => By::Morphs(MorphRater::new(count, 0)),
            Method::Logic => By::Logic(Box::default()),
            Method::SudokuExplainer { uniqueness } => By::Explainer(Box::new(Explainer::new(uniqueness))),
            Method::Guesses => By::Guesses,
        };
        Ratings { by, counter: GuessCounter::new(), guesses: Vec::new() }
    }

    /// Writes the rating of each puzzle of `cells`, which have one solution.
    pub(super) fn rate(&mut self, cells: &[u8], ratings: &mut Vec<f64>) {
        let count = cells.len() / 81;
        ratings.clear();
        ratings.resize(count, 0.0);
        match &mut self.by {
            By::Guesses => {
                self.guesses.resize(count, Guesses::default());
                self.counter.count(cells, 1, &mut self.guesses);
                let guesses = self.guesses.iter().map(|guesses| guesses.guesses as f64);
                ratings.iter_mut().zip(guesses).for_each(|(rating, guesses)| *rating = guesses);
            }
            By::Morphs(rater) => {
                rater.rate(&mut self.counter, cells, ratings);
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
