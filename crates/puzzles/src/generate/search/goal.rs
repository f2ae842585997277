//! The distance of a puzzle from the goal.

use crate::generate::{
    criteria::Criteria,
    rejections::{Reason, Tests},
};
use quadrille_base::random::Stream;
use std::ops::RangeInclusive;

/// Bounds of the rating and of the number of givens, and the steps.
pub(super) struct Goal {
    /// The bounds of the rating, if any.
    rating: Option<(f64, f64)>,
    /// The bounds that a climb looks for.
    target: Option<(f64, f64)>,
    /// The fewest and the most givens, and whether they were requested.
    givens: (usize, usize),
    has_givens: bool,
    pub is_minimal: bool,
}

/// The rating of a puzzle, and how it compares with the steps that are wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    pub value: f64,
    /// The part of the rating that first steps have; the rating itself if they may be any.
    pub first: f64,
    pub has_steps: bool,
}

impl Rating {
    /// A rating of a puzzle whose steps may be any.
    pub(super) fn any_steps(value: f64) -> Rating {
        Rating { value, first: value, has_steps: true }
    }
}

/// A climb tries to get this many times above the least rating: from there most neighbors still have it.
const ABOVE: f64 = 1.5;
/// The fewest givens to which puzzles with a rating are reduced, if the range allows it. With fewer, a puzzle has too
/// many solutions without one of them, and so hardly any neighbors.
const FLOOR: usize = 26;
/// The same if puzzles have to be minimal, because puzzles with more givens seldom are.
const MINIMAL_FLOOR: usize = 23;
/// The cost of a given too many or too few, in doublings of the rating.
const PER_GIVEN: f64 = 0.5;

impl Goal {
    pub(super) fn new(criteria: &Criteria) -> Goal {
        let bounds = |range: &RangeInclusive<f64>| (*range.start(), *range.end());
        let rating = criteria.rating.as_ref().map(|(_, range)| bounds(range));
        let typical = (!criteria.steps.is_empty()).then(|| bounds(&criteria.steps.typical()));
        Goal {
            rating,
            target: match (rating, typical) {
                (Some((low, high)), Some((least, most))) => Some((low.max(least), high.min(most.max(low)))),
                (rating, typical) => rating.or(typical),
            },
            givens: criteria.given_range(),
            has_givens: criteria.givens.is_some(),
            is_minimal: criteria.is_minimal,
        }
    }

    /// The number of givens at which a puzzle is not reduced further: any number that is wanted, each with the same
    /// probability, or none.
    pub(super) fn fewest(&self, stream: &mut Stream) -> usize {
        let (fewest, most) = self.givens;
        let asked =
            if self.has_givens && !self.is_minimal { fewest + stream.below(most - fewest + 1) } else { 0 };
        match self.target {
            Some(_) if self.is_minimal => asked.max(MINIMAL_FLOOR.min(most)),
            Some(_) => asked.max(FLOOR.min(most)),
            None => asked,
        }
    }

    /// Whether a puzzle has the wanted rating, steps and number of givens.
    pub(super) fn is_met(&self, rating: Rating, givens: usize, tests: &mut Tests) -> bool {
        let ((fewest, most), Rating { value: rating, has_steps, .. }) = (self.givens, rating);
        let (low, high) = self.rating.unwrap_or((rating, rating));
        let reasons = [
            (Reason::FewGivens, givens < fewest),
            (Reason::ManyGivens, givens > most),
            (Reason::LowRating, rating < low),
            (Reason::HighRating, rating > high),
            (Reason::OtherSteps, !has_steps),
        ];
        // Each is counted, whatever the others say.
        !reasons.into_iter().fold(false, |is_out, (reason, fails)| tests.test(reason, fails) | is_out)
    }

    /// How good a puzzle is as the next step, in doublings of the rating: at least 0 if it is wanted.
    pub(super) fn value(&self, rating: Rating, givens: usize) -> f64 {
        let (fewest, most) = self.givens;
        let away = fewest.saturating_sub(givens) + givens.saturating_sub(most);
        let doublings = |rating: f64, from: f64| ((rating + 1.0) / (from + 1.0)).log2();
        let value = match self.target {
            None => 0.0,
            Some((_, high)) if rating.value > high => -doublings(rating.value, high),
            Some((low, high)) => doublings(rating.first.min(ABOVE * low).min(high), low),
        };
        value - PER_GIVEN * away as f64
    }
}
