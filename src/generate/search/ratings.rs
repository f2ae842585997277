//! Ratings of many puzzles at a time.

use crate::rating::{GuessCounter, Guesses, Method, MorphRater};

/// Rates 9×9 puzzles in buffers that it keeps.
pub(super) struct Ratings {
    by: By,
    counter: GuessCounter,
    guesses: Vec<Guesses>,
}

enum By {
    Guesses,
    Morphs(MorphRater),
}

impl Ratings {
    /// `seed` chooses the morphs.
    pub(super) fn new(method: Method, seed: u64) -> Ratings {
        let by = match method {
            Method::Morphs { count } => By::Morphs(MorphRater::new(count, seed)),
            _ => By::Guesses,
        };
        Ratings { by, counter: GuessCounter::new(), guesses: Vec::new() }
    }

    /// Whether morphs of a puzzle may have another rating than the puzzle.
    pub(super) fn depends_on_morph(&self) -> bool {
        matches!(self.by, By::Guesses)
    }

    /// Writes the rating of each puzzle of `cells`.
    pub(super) fn rate(&mut self, cells: &[u8], ratings: &mut Vec<f64>) {
        let count = cells.len() / 81;
        ratings.resize(count, 0.0);
        match &mut self.by {
            By::Guesses => {
                self.guesses.resize(count, Guesses::default());
                self.counter.count(cells, 1, &mut self.guesses);
                ratings.iter_mut().zip(&self.guesses).for_each(|(rating, guesses)| *rating = guesses.guesses as f64);
            }
            By::Morphs(rater) => rater.rate(&mut self.counter, cells, ratings),
        }
    }
}
