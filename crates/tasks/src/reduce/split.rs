//! Splits: to which part a class of records belongs.

use super::{Duplicate, Facts, Filter, Reduce, Reduced, Selected, Selection};
use crate::{
    Keys, Needs, Tally, Task, TaskWorker, WorkerContext, Written,
    classes::{EqualBy, Key, NO_CLASS},
};
use quadrille_base::{
    error::{Error, ErrorKind},
    random,
};
use std::str::FromStr;

/// Divides records into parts with these weights: see `Batch::run_split`.
///
/// The text form has the weights with slashes between them. Only their ratios matter.
///
/// ```
/// use quadrille::batch::Split;
///
/// let split: Split = "90/10".parse()?;
/// assert_eq!(split, Split::new([90, 10])?);
/// assert_eq!(split.seed(7).parts(), 2);
/// assert!("90".parse::<Split>().is_err());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    weights: Vec<u32>,
    seed: u64,
    filter: Filter,
}

impl Split {
    /// Parts with these weights, in the order of their outputs, under seed 0.
    ///
    /// # Errors
    /// If there are fewer than two weights, or one is 0.
    pub fn new(weights: impl Into<Vec<u32>>) -> Result<Split, Error> {
        let weights = weights.into();
        if weights.len() < 2 {
            return Err(Error::config(ONE_PART));
        }
        if weights.contains(&0) {
            return Err(Error::config(NO_WEIGHT));
        }
        Ok(Split { weights, seed: 0, filter: Filter::new() })
    }

    /// Sets the seed. The part of a class depends on the weights, the seed and the class alone, and is the same in
    /// every release: records that are added to an input do not move the others.
    pub fn seed(self, seed: u64) -> Split {
        Split { seed, ..self }
    }

    /// Leaves out the records that a [`Filter`] leaves out. It can neither rate nor sort.
    pub fn filter(self, filter: Filter) -> Split {
        Split { filter, ..self }
    }

    /// The task that finds the classes of the solutions.
    fn keys(&self) -> Keys {
        let conflict = if self.filter.rates_by().is_some() {
            Some("a split compares solutions and cannot rate: filter the records by their ratings before")
        } else if self.filter.is_sorted() {
            Some("the parts of a split have the order of the input")
        } else {
            None
        };
        Keys::of_classes(EqualBy::Solution).filter(self.filter).needing(|needs| Needs {
            written: Written::Parts(self.parts()),
            no_shards: None,
            conflict,
            no_resume: Some(super::SELECTS),
            ..needs
        })
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.weights.len()
    }

    /// The part of a class of solutions, from 0; none for a record without a class.
    fn part_of(&self, class: Key) -> Option<usize> {
        const PURPOSE: u64 = u64::from_le_bytes(*b"a split.");
        if class == NO_CLASS {
            return None;
        }
        let total: u64 = self.weights.iter().map(|weight| u64::from(*weight)).sum();
        let word = random::word(self.seed ^ PURPOSE, (class >> 64) as u64 ^ class as u64);
        let mut place = ((u128::from(word) * u128::from(total)) >> 64) as u64;
        self.weights.iter().position(|weight| {
            let is_before_end = place < u64::from(*weight);
            place = place.saturating_sub(u64::from(*weight));
            is_before_end
        })
    }
}

impl Task for Split {
    fn needs(&self) -> Needs {
        self.keys().needs()
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        self.keys().worker(context)
    }

    fn reducer(&self) -> Option<Box<dyn Reduce>> {
        Some(Box::new(Splitter::new(self.clone())))
    }
}

/// Divides records.
pub struct Splitter {
    split: Split,
    records: Vec<u64>,
    parts: Vec<Option<usize>>,
}

impl Splitter {
    /// A reducer for the keys of classes of solutions.
    pub fn new(split: Split) -> Splitter {
        Splitter { records: vec![0; split.parts()], split, parts: Vec::new() }
    }
}

impl Reduce for Splitter {
    fn take(
        &mut self,
        facts: &Facts<'_>,
        _: &mut Tally,
        _: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error> {
        self.parts.clear();
        self.parts.extend(facts.keys.iter().map(|class| self.split.part_of(*class)));
        self.parts.iter().flatten().for_each(|part| self.records[*part] += 1);
        Ok(Selection::Routed(&self.parts))
    }

    fn finish(&mut self) -> Reduced {
        let selected = self.records.iter().map(|&records| Selected { found: records, written: records });
        Reduced { selected: selected.collect(), ..Reduced::default() }
    }
}

impl FromStr for Split {
    type Err = Error;

    fn from_str(text: &str) -> Result<Split, Error> {
        let weight = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse()
                .ok()
                .filter(|_| is_number)
                .ok_or_else(|| Error::new(ErrorKind::Malformed, NOT_WEIGHTS))
        };
        Split::new(text.split('/').map(weight).collect::<Result<Vec<u32>, _>>()?)
    }
}

/// The text is not a list of whole numbers below 2³².
const NOT_WEIGHTS: &str = "expected whole numbers with slashes between them, as in 90/10";
/// There are fewer than two.
const ONE_PART: &str = "expected the weights of at least two parts, as in 90/10";
/// One is 0.
const NO_WEIGHT: &str = "every part needs a weight of at least 1";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_whole_numbers() {
        assert_eq!("80/10/10".parse::<Split>().unwrap(), Split::new([80, 10, 10]).unwrap());
        for (text, error) in [
            ("", NOT_WEIGHTS),
            ("90/", NOT_WEIGHTS),
            ("+90/10", NOT_WEIGHTS),
            ("99.5/0.5", NOT_WEIGHTS),
            ("4294967296/1", NOT_WEIGHTS),
            ("100", ONE_PART),
            ("100/0", NO_WEIGHT),
        ] {
            assert_eq!(text.parse::<Split>().unwrap_err().to_string(), error, "{text}");
        }
    }

    #[test]
    fn parts_have_the_sizes_of_their_weights_and_every_seed_has_its_own() {
        let split = Split::new([7, 2, 1]).unwrap();
        let of =
            |seed: u64| (1..=10_000).map(|class| split.clone().seed(seed).part_of(class).unwrap()).collect();
        let (one, other): (Vec<usize>, Vec<usize>) = (of(1), of(2));
        for (part, expected) in [7_000usize, 2_000, 1_000].into_iter().enumerate() {
            let size = one.iter().filter(|of| **of == part).count();
            // The standard deviation is at most 46.
            assert!(size.abs_diff(expected) < 250, "{part}: {size}");
        }
        assert_ne!(one, other);
        assert_eq!(split.part_of(NO_CLASS), None);
    }

    #[test]
    fn the_greatest_weights_have_parts() {
        let split = Split::new([u32::MAX; 3]).unwrap();
        let parts: std::collections::BTreeSet<_> = (1..100).map(|class| split.part_of(class)).collect();
        assert_eq!(Vec::from_iter(parts), [Some(0), Some(1), Some(2)]);
    }
}
