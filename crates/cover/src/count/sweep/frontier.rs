//! The states of a problem in an order of its items: which items of the frontier are covered.
//!
//! All items before the first open one are covered, and items that no option so far has reached are open, so a state is
//! the first open item and a bit for each item between.
//!
//! ```text
//!  items, in the order      0 1 2 3 4 5 6 7 8 9 …
//!  covered                  1 1 1 0 1 0 1 0 0 0 …
//!                                 │frontier│ not reached
//! ```
//!
//! A bit is used again for another item once all states have passed its item. A secondary item has one bit, or one for
//! each of its colors, from its first option to its last.

use crate::count::memo::Reduced;
use crate::search::bit_set::{BitSet, Set};
use crate::search::conflict_lists::{ConflictLists, NONE};

/// A choice at an item: an option whose first item it is.
struct Choice<const W: usize> {
    /// The bits that must not be set.
    excluded: Set<W>,
    /// The bits of its items.
    covered: Set<W>,
}

/// An item, in the order.
struct Place<const W: usize> {
    choices: Vec<Choice<W>>,
    /// The bit of the item, none if no option with an earlier item has it.
    bit: Set<W>,
    /// The bits that are not needed after this place.
    ended: Set<W>,
}

/// The states of a problem whose frontiers have less than `64·W` bits. Bit 0 is set in every state.
pub(super) struct Frontier<const W: usize> {
    places: Vec<Place<W>>,
}

/// The bits of a problem before they have numbers: from which place to which each is needed.
pub(super) struct Spans {
    /// The options by first place, and the place.
    options: Vec<(u32, u32)>,
    /// For each list of [`ConflictLists`] the first place of an option that covers it and the last one that asks for it.
    spans: Vec<Option<[u32; 2]>>,
    /// The bits of each secondary item.
    bits_of: Vec<Vec<u32>>,
    /// The number of each list's bit, and the number of bits.
    bits: Vec<usize>,
    pub width: usize,
    /// The place of each primary item.
    place: Vec<u32>,
    places: usize,
}

impl Spans {
    /// The bits for an order of the items.
    pub fn new(reduced: &Reduced, order: &[u32]) -> Spans {
        let Reduced { lists, options, .. } = reduced;
        let mut place = vec![u32::MAX; lists.primary];
        (0..).zip(order).for_each(|(at, &item)| place[item as usize] = at);
        let first = |option: u32| {
            let places = lists.of(option as usize).iter().filter_map(|c| place.get(c.item as usize));
            places.min().copied().unwrap_or(0)
        };
        let mut options: Vec<(u32, u32)> = options.iter().map(|&option| (first(option), option)).collect();
        options.sort_unstable();
        let mut all = Spans {
            options,
            spans: vec![None; lists.lists],
            bits_of: vec![Vec::new(); lists.lists],
            bits: vec![usize::MAX; lists.lists],
            width: 1,
            place,
            places: order.len(),
        };
        all.find(lists);
        all.number();
        all
    }

    /// The list whose bit an option sets for one of its items; `None` for an item that is covered already.
    fn bit_of(&self, item: u32, same_color: u32) -> Option<u32> {
        match self.place.get(item as usize) {
            Some(&place) => (place != u32::MAX).then_some(item),
            None => Some(if same_color == NONE { item } else { same_color }),
        }
    }

    /// Finds the span of each bit.
    fn find(&mut self, lists: &ConflictLists) {
        let options = std::mem::take(&mut self.options);
        for &(at, option) in &options {
            for conflicts in lists.of(option as usize) {
                let Some(bit) = self.bit_of(conflicts.item, conflicts.same_color) else { continue };
                let end = *self.place.get(conflicts.item as usize).unwrap_or(&at);
                if end == at && (conflicts.item as usize) < lists.primary {
                    continue;
                }
                if self.spans[bit as usize].is_none() && conflicts.item as usize >= lists.primary {
                    self.bits_of[conflicts.item as usize].push(bit);
                }
                self.spans[bit as usize].get_or_insert([at, end])[1] = end;
            }
        }
        // Every bit of a secondary item is needed up to its last option.
        for bits in &self.bits_of {
            let spans = bits.iter().filter_map(|&bit| self.spans[bit as usize]);
            let end = spans.map(|span| span[1]).max();
            for &bit in bits {
                let start = self.spans[bit as usize].map(|span| span[0]);
                // A bit that is needed at one place only would never be set there.
                self.spans[bit as usize] =
                    start.zip(end).filter(|(start, end)| start < end).map(<[u32; 2]>::from);
            }
        }
        self.options = options;
    }

    /// Numbers the bits so that those whose spans do not overlap can be the same.
    fn number(&mut self) {
        let mut spans: Vec<([u32; 2], usize)> =
            self.spans.iter().zip(0..).filter_map(|(span, bit)| span.map(|span| (span, bit))).collect();
        spans.sort_unstable();
        let mut free = Vec::new();
        let mut ends = std::collections::BinaryHeap::new();
        for ([start, end], bit) in spans {
            while let Some(&std::cmp::Reverse((ended, number))) = ends.peek()
                && ended < start
            {
                free.push(number);
                ends.pop();
            }
            let number = free.pop().unwrap_or_else(|| {
                self.width += 1;
                self.width - 1
            });
            self.bits[bit] = number;
            ends.push(std::cmp::Reverse((end, number)));
        }
    }
}

impl<const W: usize> Frontier<W> {
    /// The states for these bits, of which there are at most `64·W`.
    pub fn new(lists: &ConflictLists, spans: &Spans) -> Frontier<W> {
        let empty = || Place { choices: Vec::new(), bit: [0; W], ended: [0; W] };
        let mut places: Vec<Place<W>> = (0..spans.places).map(|_| empty()).collect();
        for (list, &bit) in spans.bits.iter().enumerate() {
            let Some([_, end]) = spans.spans[list] else { continue };
            places[end as usize].ended.insert(bit);
            if list < lists.primary {
                places[end as usize].bit.insert(bit);
            }
        }
        for &(at, option) in &spans.options {
            let mut choice = Choice { excluded: [0; W], covered: [0; W] };
            for conflicts in lists.of(option as usize) {
                let Some(own) = spans.bit_of(conflicts.item, conflicts.same_color) else { continue };
                let is_secondary = conflicts.item as usize >= lists.primary;
                let of_item = &spans.bits_of[conflicts.item as usize][..];
                for &other in if is_secondary { of_item } else { std::slice::from_ref(&own) } {
                    let may_be_set = spans.spans[other as usize].is_some()
                        && (is_secondary || spans.place[conflicts.item as usize] > at);
                    // Before its span, a bit may be of another list.
                    let has_begun = spans.spans[other as usize].is_some_and(|[start, _]| start < at);
                    if may_be_set && has_begun && (other != own || conflicts.same_color == NONE) {
                        choice.excluded.insert(spans.bits[other as usize]);
                    }
                    if may_be_set && other == own {
                        choice.covered.insert(spans.bits[other as usize]);
                    }
                }
            }
            places[at as usize].choices.push(choice);
        }
        Frontier { places }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The most choices at an item.
    pub fn most_choices(&self) -> usize {
        self.places.iter().map(|place| place.choices.len()).max().unwrap_or(0)
    }

    /// The state in which nothing is covered, at the first item.
    pub fn root(&self) -> Set<W> {
        let mut root = [0; W];
        root.insert(0);
        root
    }

    /// Passes on the states that the choices at an item lead to, each with its first open item.
    #[inline(always)]
    pub fn for_each_choice(&self, at: usize, state: &Set<W>, mut next: impl FnMut(usize, &Set<W>)) {
        let place = &self.places[at];
        for choice in &place.choices {
            if (0..W).any(|w| state[w] & choice.excluded[w] != 0) {
                continue;
            }
            let mut state: Set<W> = std::array::from_fn(|w| state[w] | choice.covered[w]);
            state.remove_all(&place.ended);
            let mut at = at + 1;
            while let Some(place) = self.places.get(at)
                && (0..W).any(|w| state[w] & place.bit[w] != 0)
            {
                state.remove_all(&place.ended);
                at += 1;
            }
            next(at, &state);
        }
    }
}
