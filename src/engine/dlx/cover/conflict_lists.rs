//! A cover problem as lists of options that exclude each other.

use crate::cover::Cover;
use std::collections::HashMap;

/// No list.
pub(super) const NONE: u32 = u32::MAX;

/// Two lists: an option with this part excludes the options of the first that are not in the second.
///
/// | part | first | second |
/// | --- | --- | --- |
/// | primary item, or secondary item without colour | the item's | none |
/// | secondary item with a colour | the item's | those that give it the same colour |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub all: u32,
    pub but: u32,
}

/// The parts of every option.
///
/// Lists are numbered: primary items, secondary items, then one for every colour of every item.
#[derive(Debug)]
pub(super) struct ConflictLists {
    pub primary: usize,
    pub lists: usize,
    parts: Vec<Part>,
    starts: Vec<u32>,
}

impl ConflictLists {
    pub fn new(cover: &Cover) -> ConflictLists {
        let mut colours = HashMap::new();
        let mut parts = Vec::new();
        let mut starts = Vec::with_capacity(cover.len() + 1);
        for option in 0..cover.len() {
            starts.push(parts.len() as u32);
            for (&all, &colour) in cover.option(option).iter().zip(cover.colours(option)) {
                let next = (cover.items() + colours.len()) as u32;
                let but = if colour == 0 { NONE } else { *colours.entry((all, colour)).or_insert(next) };
                parts.push(Part { all, but });
            }
        }
        starts.push(parts.len() as u32);
        ConflictLists { primary: cover.primary(), lists: cover.items() + colours.len(), parts, starts }
    }

    /// The parts of an option.
    #[inline(always)]
    pub fn of(&self, option: usize) -> &[Part] {
        &self.parts[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// Whether an option has a primary item: one without is never chosen.
    pub fn is_choice(&self, option: usize) -> bool {
        self.of(option).iter().any(|part| (part.all as usize) < self.primary)
    }
}
