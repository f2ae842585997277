//! The shortest argument for each combination of removals.

use crate::techniques::step::Removals;
use std::collections::{HashMap, hash_map::Entry};

/// Arguments of one technique, at most one for each combination of removals: the first of the shortest ones.
pub(super) struct Best<T> {
    found: Vec<(usize, Removals, T)>,
    numbers: HashMap<Removals, usize>,
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best { found: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T> Best<T> {
    /// Takes an argument if it removes anything and is the shortest one so far. It is only made then.
    pub fn offer(&mut self, length: usize, removed: Removals, make: impl FnOnce() -> T) {
        self.offer_some(length, removed, || Some(make()));
    }

    /// The same for an argument that may turn out not to be one.
    pub fn offer_some(&mut self, length: usize, removed: Removals, make: impl FnOnce() -> Option<T>) {
        if removed.is_empty() {
            return;
        }
        match self.numbers.entry(removed) {
            Entry::Vacant(entry) => {
                if let Some(argument) = make() {
                    entry.insert(self.found.len());
                    self.found.push((length, removed, argument));
                }
            }
            Entry::Occupied(entry) => {
                let best = &mut self.found[*entry.get()];
                if length < best.0
                    && let Some(argument) = make()
                {
                    *best = (length, removed, argument);
                }
            }
        }
    }

    /// The arguments, shortest first, and those of a length in the order in which they were found.
    pub fn into_sorted(mut self) -> Vec<(Removals, T)> {
        self.found.sort_by_key(|(length, ..)| *length);
        self.found.into_iter().map(|(_, removed, argument)| (removed, argument)).collect()
    }
}
