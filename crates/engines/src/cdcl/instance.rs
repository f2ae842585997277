//! The instance: options and items, and which options are still possible.

use quadrille_cover::csr::Csr;
use std::ops::Range;

/// Bits of a word that represent options.
const OPTIONS: u32 = (1 << 30) - 1;
/// Two bits that represent no option and are always set in a secondary item, so that it never counts as
/// having one option left, or none.
const SECONDARY: u32 = !OPTIONS;
/// Bits of a word.
const BITS: usize = u32::BITS as usize;

/// The bit of an option in one of its items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub item: u32,
    pub bit: u32,
}

/// Whether an option is decided first, before the search has learned anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Preference {
    Preferred,
    Neutral,
}

impl From<bool> for Preference {
    fn from(preferred: bool) -> Preference {
        if preferred { Preference::Preferred } else { Preference::Neutral }
    }
}

/// Options and items, numbered anew.
///
/// ```text
///              item 0        item 1
///  at        │ 0 2 5 … │ 1 2 4 … │ …    options at the bits of each item's word
///  sizes     │ 3       │ 3       │ …
///  live      │ 0b101   │ 0b111   │ …    (an option is live in all its items or in none)
/// ```
#[derive(Debug, Default)]
pub(super) struct Instance {
    /// The caller's number of each option.
    pub callers_option: Vec<u32>,
    /// For each option: whether the search prefers it before it has learned anything.
    pub initial_phase: Vec<bool>,
    /// For each option.
    occurrences: Csr<Occurrence>,
    at: Vec<u32>,
    sizes: Vec<u32>,
    /// For each item the options that are not ruled out.
    live: Vec<u32>,
    /// The number here of each of the caller's items.
    items: Vec<u32>,
    /// The number here of each of the caller's options.
    options: Vec<u32>,
}

/// Not an option or item of the search.
const NONE: u32 = u32::MAX;

impl Instance {
    pub fn clear(&mut self) {
        self.callers_option.clear();
        self.initial_phase.clear();
        self.occurrences.clear();
        self.at.clear();
        self.sizes.clear();
        self.live.clear();
        self.items.clear();
        self.options.clear();
    }

    /// See [`CdclSearch::add`](super::CdclSearch::add).
    pub fn add(&mut self, option: usize, preference: Preference, items: impl Iterator<Item = (usize, bool)>) {
        let number = self.callers_option.len() as u32;
        self.callers_option.push(option as u32);
        if option >= self.options.len() {
            self.options.resize(option + 1, NONE);
        }
        self.options[option] = number;
        self.initial_phase.push(preference == Preference::Preferred);
        for (item, primary) in items {
            let item = self.number(item, primary);
            let bit = 1 << self.sizes[item];
            assert!(bit & OPTIONS != 0, "an item with more than 30 options");
            self.at[item * BITS + self.sizes[item] as usize] = number;
            self.sizes[item] += 1;
            self.live[item] |= bit;
            self.occurrences.push(Occurrence { item: item as u32, bit });
        }
        self.occurrences.end_list();
    }

    /// The number here of one of the caller's options, if it was added.
    pub fn option(&self, option: usize) -> Option<usize> {
        self.options.get(option).filter(|&&number| number != NONE).map(|&number| number as usize)
    }

    /// The number here of one of the caller's items.
    pub fn number(&mut self, item: usize, primary: bool) -> usize {
        if item >= self.items.len() {
            self.items.resize(item + 1, NONE);
        }
        if self.items[item] == NONE {
            self.items[item] = self.live.len() as u32;
            self.live.push(if primary { 0 } else { SECONDARY });
            self.sizes.push(0);
            self.at.resize(self.at.len() + BITS, NONE);
        }
        self.items[item] as usize
    }

    pub fn options(&self) -> usize {
        self.callers_option.len()
    }

    pub fn items(&self) -> usize {
        self.live.len()
    }

    /// Whether a primary item has no option.
    pub fn has_empty_item(&self) -> bool {
        self.live.contains(&0)
    }

    /// Where the occurrences of an option are.
    #[inline(always)]
    pub fn occurrences(&self, option: usize) -> Range<usize> {
        self.occurrences.range(option)
    }

    #[inline(always)]
    pub fn occurrence(&self, at: usize) -> Occurrence {
        self.occurrences.items()[at]
    }

    #[inline(always)]
    fn option_at(&self, item: u32, bits: u32) -> usize {
        self.at[item as usize * BITS + bits.trailing_zeros() as usize] as usize
    }

    /// All options of an item, including those that are ruled out.
    #[inline(always)]
    pub fn options_of(&self, item: u32) -> &[u32] {
        let item = item as usize;
        &self.at[item * BITS..][..self.sizes[item] as usize]
    }

    /// The last option of a primary item, if only one is left.
    #[inline(always)]
    pub fn last_option(&self, item: u32) -> Option<usize> {
        let live = self.live[item as usize];
        live.is_power_of_two().then(|| self.option_at(item, live))
    }

    /// Rules out an option in one of its items; returns the item's remaining options, with two more bits
    /// if it is secondary.
    #[inline(always)]
    pub fn remove(&mut self, occurrence: Occurrence) -> u32 {
        let live = &mut self.live[occurrence.item as usize];
        *live &= !occurrence.bit;
        *live
    }

    /// Makes an option possible again in all its items.
    #[inline(always)]
    pub fn restore(&mut self, option: usize) {
        for occurrence in self.occurrences.list(option) {
            self.live[occurrence.item as usize] |= occurrence.bit;
        }
    }

    /// Another option that the item still has.
    #[inline(always)]
    pub fn rival(&self, occurrence: Occurrence) -> Option<usize> {
        let rivals = self.live[occurrence.item as usize] & OPTIONS & !occurrence.bit;
        (rivals != 0).then(|| self.option_at(occurrence.item, rivals))
    }

    /// The activity of an option before the first conflict. It is higher for smaller items, and higher still if the
    /// search prefers the option.
    pub fn initial_activity(&self, option: usize) -> f64 {
        let occurrences = self.occurrences.list(option).iter();
        let sizes = occurrences.map(|occurrence| f64::from(self.sizes[occurrence.item as usize]));
        let small_items: f64 = sizes.map(|size| 1.0 / (size * size)).sum();
        small_items + f64::from(self.initial_phase[option])
    }
}
