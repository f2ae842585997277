//! Filters: which records are selected by their givens and ratings, and in which order.

use crate::{Rate, Status, Task as _, Value};
use quadrille_grid::Shape;
use quadrille_puzzles::{
    generate::GivenSymmetry,
    rating::{Method, StepCriteria},
};
use std::ops::RangeInclusive;

/// Writes the records whose puzzles have some properties unchanged, and can sort them. A header is kept. Malformed records are
/// reported and counted, and not written. [`Tally::kept`](crate::Tally::kept) tells how many records there were with these properties.
///
/// A [`Sample`](super::Sample) or [`Split`](super::Split) can be one of these records alone.
///
/// Records that are sorted are in memory until the inputs end, with about 70 bytes in addition to the text of each. Such a run
/// can be neither sharded nor resumed.
///
/// ```
/// use quadrille::{Batch, Input, batch::{Filter, SortBy}, generate::GivenSymmetry};
///
/// let puzzles = "1...3..2..4.4..1\n1..............1\n.1............1.\n".as_bytes();
/// let selected = |filter| {
///     let mut selected = Vec::new();
///     Batch::new(filter).run(vec![Input::reader("puzzles", puzzles)], &mut selected, &mut ())?;
///     Ok::<_, quadrille::Error>(String::from_utf8(selected).unwrap())
/// };
/// let half_turn = Filter::new().givens(0..=2).symmetry(GivenSymmetry::Rotate180);
/// assert_eq!(selected(half_turn)?, "1..............1\n.1............1.\n");
/// let sorted = Filter::new().sort(SortBy::Givens);
/// assert_eq!(selected(sorted)?, "1..............1\n.1............1.\n1...3..2..4.4..1\n");
/// assert!(selected(sorted.descending(true))?.starts_with("1...3..2..4.4..1\n"));
/// assert!(sorted.rates_by().is_none() && sorted.rating(1.0..=2.0).rates_by().is_some());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Filter {
    givens: Option<(usize, usize)>,
    symmetry: Option<GivenSymmetry>,
    method: Method,
    rating: Option<(f64, f64)>,
    steps: StepCriteria,
    sort: Option<SortBy>,
    descending: bool,
}

/// The order of records in [`Filter::sort`]; [`Filter`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortBy {
    /// The number of givens.
    Givens,
    /// The symmetry of the cells that are given, in the order of [`GivenSymmetry::ALL`].
    Symmetry,
    /// The rating by the [method](Filter::method). Puzzles without a rating are last.
    Rating,
}

impl Filter {
    /// All well-formed records, in the order of the input.
    pub fn new() -> Filter {
        Filter::default()
    }

    /// Only puzzles with a number of givens in this range.
    pub fn givens(self, range: RangeInclusive<usize>) -> Filter {
        Filter { givens: Some((*range.start(), *range.end())), ..self }
    }

    /// Only puzzles whose given cells have this symmetry, and perhaps others; [`GivenSymmetry::None`] selects puzzles
    /// without any other symmetry of [`GivenSymmetry::ALL`].
    pub fn symmetry(self, symmetry: GivenSymmetry) -> Filter {
        Filter { symmetry: Some(symmetry), ..self }
    }

    /// Sets the method of ratings, as for [`Rate`]; morphs have seed 0.
    pub fn method(self, method: Method) -> Filter {
        Filter { method, ..self }
    }

    /// Only puzzles with a rating in this range, as for [`Rate`]. Only boards of 9×9 cells have ratings; others are malformed.
    pub fn rating(self, range: RangeInclusive<f64>) -> Filter {
        Filter { rating: Some((*range.start(), *range.end())), ..self }
    }

    /// Only puzzles with these [steps](StepCriteria). The [method](Self::method) must be [`Method::SudokuExplainer`].
    pub fn steps(self, steps: StepCriteria) -> Filter {
        Filter { steps, ..self }
    }

    /// Sorts the records. Records that are equal by this stay in the order of the input.
    pub fn sort(self, by: SortBy) -> Filter {
        Filter { sort: Some(by), ..self }
    }

    /// Whether records are sorted from the greatest to the least.
    pub fn descending(self, descending: bool) -> Filter {
        Filter { descending, ..self }
    }

    /// The message if the method of the ratings does not have what is wanted.
    pub(crate) fn conflict(&self) -> Option<&'static str> {
        self.rate()?.needs().conflict
    }

    pub(crate) fn is_sorted(&self) -> bool {
        self.sort.is_some()
    }

    /// Whether some puzzles are left out.
    pub(crate) fn has_conditions(&self) -> bool {
        self.givens.is_some() || self.symmetry.is_some() || self.selects_by_rating()
    }

    /// Whether some puzzles are left out by their rating.
    fn selects_by_rating(&self) -> bool {
        self.rating.is_some() || !self.steps.is_empty()
    }

    /// The [method](Self::method) of the ratings, if puzzles are selected or sorted by their ratings or steps; else `None`.
    pub fn rates_by(&self) -> Option<Method> {
        (self.selects_by_rating() || self.sort == Some(SortBy::Rating)).then_some(self.method)
    }

    /// Whether records must be givens, not candidates.
    pub(crate) fn needs_givens(&self) -> bool {
        let by_cells = self.givens.is_some() || self.symmetry.is_some();
        let is_sorted_by_cells = matches!(self.sort, Some(SortBy::Givens | SortBy::Symmetry));
        by_cells || is_sorted_by_cells || self.rate().is_none_or(|rate| rate.needs().givens)
    }

    /// The task that finds the ratings that are needed, if any are.
    pub(crate) fn rate(&self) -> Option<Rate> {
        let rate = Rate::new(self.rates_by()?).steps(self.steps);
        Some(self.rating.into_iter().fold(rate, |rate, (least, most)| rate.at_least(least).at_most(most)))
    }

    /// The place of a puzzle in the order of the records; none for a puzzle that is left out. `rated` is the answer of the task
    /// that rates.
    pub(crate) fn place(
        &self,
        (shape, cells): (Shape, &[u8]),
        rated: Option<(Status, Value<'_>)>,
    ) -> Option<u64> {
        let count = || cells.iter().filter(|digit| **digit > 0).count();
        let has_givens = self.givens.is_none_or(|(least, most)| (least..=most).contains(&count()));
        let has_symmetry = self.symmetry.is_none_or(|symmetry| match symmetry {
            GivenSymmetry::None => GivenSymmetry::largest(shape, cells) == symmetry,
            _ => symmetry.fits(shape, cells),
        });
        let has_rating =
            !self.selects_by_rating() || rated.is_some_and(|(status, _)| status == Status::Rated);
        if !(has_givens && has_symmetry && has_rating) {
            return None;
        }
        let place = match self.sort {
            None => return Some(0),
            Some(SortBy::Givens) => count() as u64,
            Some(SortBy::Symmetry) => GivenSymmetry::largest(shape, cells).place() as u64,
            Some(SortBy::Rating) => match rated.and_then(|(_, value)| self.rating_of(value)) {
                // The bits of numbers from 0 up have the order of the numbers.
                Some(rating) => rating.to_bits(),
                None => return Some(u64::MAX),
            },
        };
        Some(if self.descending { u64::MAX - 1 - place } else { place })
    }

    /// The number by which a rating is compared.
    fn rating_of(&self, value: Value<'_>) -> Option<f64> {
        match value {
            Value::Number(guesses) => Some(guesses as f64),
            Value::Float(mean) => Some(mean),
            Value::Text(level) => self.method.parse_rating(std::str::from_utf8(level).ok()?).ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_the_order_of_their_numbers_and_none_is_last() {
        let (sorted, shape) = (Filter::new().sort(SortBy::Rating), Shape::NINE);
        let place = |filter: Filter, value| filter.place((shape, &[0; 81]), Some((Status::Rated, value)));
        for filter in [sorted, sorted.method(Method::Morphs { count: 1 })] {
            let values = [Value::Number(0), Value::Float(1.0), Value::Float(1.5), Value::Number(300)];
            let places = values.map(|value| place(filter, value));
            assert!(places.is_sorted_by(|a, b| a < b) && places[3] < place(filter, Value::Null));
            let places = values.map(|value| place(filter.descending(true), value));
            assert!(places.is_sorted_by(|a, b| a > b));
            assert!(places[0] < place(filter.descending(true), Value::Null));
        }
        let logic = sorted.method(Method::Logic);
        assert!(place(logic, Value::Text(b"locked")) < place(logic, Value::Text(b"backdoor 2")));
    }

    #[test]
    fn a_puzzle_has_all_properties_or_is_left_out() {
        let mut cells = [0; 81];
        (cells[0], cells[80]) = (1, 2);
        let place = |filter: Filter| filter.place((Shape::NINE, &cells), None);
        assert_eq!(place(Filter::new().givens(2..=2).symmetry(GivenSymmetry::Rotate180)), Some(0));
        assert_eq!(place(Filter::new().givens(3..=9).symmetry(GivenSymmetry::Rotate180)), None);
        assert_eq!(place(Filter::new().symmetry(GivenSymmetry::Rotate90)), None);
        assert_eq!(place(Filter::new().symmetry(GivenSymmetry::None)), None);
        assert_eq!(place(Filter::new().rating(0.0..=9.0)), None);
        assert_eq!(place(Filter::new().sort(SortBy::Givens)), Some(2));
    }
}
