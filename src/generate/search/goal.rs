//! How far a puzzle is from what is wanted.

use super::super::wanted::Wanted;

/// Bounds of the rating and of the number of givens.
pub(super) struct Goal {
    /// The bounds of the rating, if there are any.
    pub rating: Option<(f64, f64)>,
    pub clues: (usize, usize),
}

/// A climb tries to get this many times above the least rating: from there most neighbours still have it.
const ABOVE: f64 = 1.5;
/// What a given too many or too few counts for.
const PER_CLUE: f64 = 0.5;

impl Goal {
    pub(super) fn new(wanted: &Wanted) -> Goal {
        let rating = wanted.rating.as_ref().map(|(_, range)| (*range.start(), *range.end()));
        Goal { rating, clues: wanted.clue_range() }
    }

    /// Whether a puzzle has the wanted rating and number of givens.
    pub(super) fn is_met(&self, rating: f64, clues: usize) -> bool {
        let (fewest, most) = self.clues;
        (fewest..=most).contains(&clues)
            && self.rating.is_none_or(|(low, high)| (low..=high).contains(&rating))
    }

    /// How good a puzzle is to go on from, in doublings of the rating: at least 0 if it is wanted.
    pub(super) fn value(&self, rating: f64, clues: usize) -> f64 {
        let (fewest, most) = self.clues;
        let away = fewest.saturating_sub(clues) + clues.saturating_sub(most);
        let doublings = |rating: f64, from: f64| ((rating + 1.0) / (from + 1.0)).log2();
        let value = match self.rating {
            None => 0.0,
            Some((_, high)) if rating > high => -doublings(rating, high),
            Some((low, high)) => doublings(rating.min(ABOVE * low).min(high), low),
        };
        value - PER_CLUE * away as f64
    }
}
