//! The shortest or smallest argument for each combination of removals.

use super::search::{Sink, offer};
use crate::techniques::{
    reason::Part,
    step::{Removals, Technique},
};
use std::{
    collections::{HashMap, hash_map::Entry},
    ops::ControlFlow,
};

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
    /// Whether an argument removes anything and would be the shortest one so far.
    pub fn improves(&self, length: usize, removed: Removals) -> bool {
        let shorter = |number: &usize| length < self.found[*number].0;
        !removed.is_empty() && self.numbers.get(&removed).is_none_or(shorter)
    }

    /// Takes an argument if it removes anything and is the shortest one so far. It is only made then.
    pub fn offer(&mut self, length: usize, removed: Removals, make: impl FnOnce() -> T) {
        if !self.improves(length, removed) {
            return;
        }
        let argument = (length, removed, make());
        match self.numbers.entry(removed) {
            Entry::Occupied(entry) => self.found[*entry.get()] = argument,
            Entry::Vacant(entry) => {
                entry.insert(self.found.len());
                self.found.push(argument);
            }
        }
    }

    /// The arguments, shortest first, and arguments of the same length in the order in which they were found.
    pub fn into_sorted(mut self) -> Vec<(Removals, T)> {
        self.found.sort_by_key(|(length, ..)| *length);
        self.found.into_iter().map(|(_, removed, argument)| (removed, argument)).collect()
    }
}

impl Best<Vec<Part>> {
    /// Gives the steps whose arguments are patterns.
    pub fn give(self, technique: Technique, sink: Sink) -> ControlFlow<()> {
        self.into_sorted().into_iter().try_for_each(|(removed, parts)| offer(sink, technique, removed, parts))
    }
}
