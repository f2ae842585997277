//! Counting by a sweep over the items: for each of them, in a fixed order, all states that can be reached, and in how
//! many ways.
//!
//! A state says which items are covered, and only the items of a frontier can be either covered or open. So the time is
//! proportional to the number of outlines that a covered area can have (the transfer-matrix method), and only the states
//! of a frontier are in memory at the same time.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the sweep |
//! | `layout.rs` | the order of the items |
//! | `frontier.rs` | the states and their choices |
//! | `layer.rs` | the states with the same first open item |

mod frontier;
mod layer;
mod layout;
#[cfg(test)]
mod tests;

use super::memo::Reduced;
use frontier::{Frontier, Spans};
use layer::Layer;
pub(super) use layer::TooLarge;
use layout::{Layout, layout};
use num_bigint::BigUint;

/// The most words of a state.
const MOST_WORDS: usize = 8;

/// States that are continued for a lower bound, and the fewest of one item.
const BOUND_STATES: usize = 1 << 18;
const FEWEST_OF_BOUND: usize = 16;

/// A count by a sweep, which can be continued.
pub(super) trait Sweep: Send {
    /// Continues for this number of states, with at most this number of bytes. Returns the number of solutions once it
    /// is known. A sweep that is too large cannot be continued.
    fn advance(&mut self, states: u64, bytes: usize) -> Result<Option<BigUint>, TooLarge>;

    /// The states so far.
    fn states(&self) -> u64;

    /// The number of all states, if the frontiers that follow are filled like those so far.
    fn expected_states(&self) -> f64;

    /// The most bytes that the states have taken.
    fn peak_bytes(&self) -> usize;

    /// A lower bound of the number of solutions, from the states to which most ways lead. The sweep cannot be continued after it.
    fn lower_bound(&mut self) -> BigUint;
}

/// The sweep of a problem; `None` if it has no solution after its forced moves, or if its frontiers are too wide.
pub(super) fn sweep(reduced: &Reduced) -> Option<Box<dyn Sweep>> {
    if reduced.is_dead {
        return None;
    }
    let layout = &layout(reduced)?;
    let spans = Spans::new(reduced, &layout.order);
    match spans.width.div_ceil(64) {
        1 => Some(boxed::<1>(reduced, &spans, layout)),
        2 => Some(boxed::<2>(reduced, &spans, layout)),
        3..=4 => Some(boxed::<4>(reduced, &spans, layout)),
        5..=MOST_WORDS => Some(boxed::<MOST_WORDS>(reduced, &spans, layout)),
        _ => None,
    }
}

fn boxed<const W: usize>(reduced: &Reduced, spans: &Spans, layout: &Layout) -> Box<dyn Sweep> {
    Box::new(Layers::<W>::new(Frontier::new(&reduced.lists, spans), layout.bits.clone()))
}

/// The layers of a sweep.
struct Layers<const W: usize> {
    frontier: Frontier<W>,
    /// The states by first open item; the last one is of the solutions.
    layers: Vec<Layer<W>>,
    /// Words of a number.
    limbs: usize,
    /// The item whose states are continued, and the place of the next one.
    at: usize,
    place: usize,
    bytes: usize,
    peak: usize,
    states: u64,
    /// The bits of the frontier after each item.
    bits: Vec<u32>,
}

impl<const W: usize> Layers<W> {
    fn new(frontier: Frontier<W>, bits: Vec<u32>) -> Layers<W> {
        let layers = (0..=frontier.len()).map(|_| Layer::new(1)).collect();
        let mut all =
            Layers { frontier, layers, limbs: 1, at: 0, place: 0, bytes: 0, peak: 0, states: 0, bits };
        let root = all.frontier.root();
        let _ = all.layers[0].add(&root, &[1], &mut all.bytes, usize::MAX);
        all
    }

    /// Makes the numbers longer if a sum of this layer could be too large.
    fn widen_if_needed(&mut self, most: usize) -> Result<(), TooLarge> {
        let sums = self.layers[self.at].len() * self.frontier.most_choices() + 1;
        let free = self.layers[self.at..].iter().map(Layer::free_bits).min();
        if free.is_some_and(|free| free > sums.ilog2() + 1) {
            return Ok(());
        }
        self.limbs += 1;
        for layer in &mut self.layers[self.at..] {
            layer.widen(self.limbs, &mut self.bytes, most)?;
        }
        Ok(())
    }

    /// Continues the states of one item. Returns whether none is left.
    fn advance_layer(&mut self, end: u64, most: usize) -> Result<bool, TooLarge> {
        if self.place == 0 {
            self.widen_if_needed(most)?;
        }
        let layer = std::mem::take(&mut self.layers[self.at]);
        while self.place < layer.places() && self.states < end {
            if let Some((state, number)) = layer.entry(self.place) {
                self.states += 1;
                let (layers, bytes, mut result) = (&mut self.layers, &mut self.bytes, Ok(()));
                self.frontier.for_each_choice(self.at, &state, |at, state| {
                    result = result.and(layers[at].add(state, number, bytes, most));
                });
                result?;
            }
            self.place += 1;
        }
        self.peak = self.peak.max(self.bytes);
        if self.place < layer.places() {
            self.layers[self.at] = layer;
            return Ok(false);
        }
        self.bytes -= layer.bytes();
        self.place = 0;
        self.at += 1;
        Ok(true)
    }

    /// The number of ways to the end.
    fn solutions(&self) -> BigUint {
        let Some((_, number)) = self.layers[self.frontier.len()].entries().next() else {
            return BigUint::ZERO;
        };
        BigUint::new(number.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect())
    }
}

impl<const W: usize> Sweep for Layers<W> {
    fn advance(&mut self, states: u64, most: usize) -> Result<Option<BigUint>, TooLarge> {
        let end = self.states + states;
        while self.at < self.frontier.len() {
            if self.states >= end || !self.advance_layer(end, most)? {
                return Ok(None);
            }
        }
        Ok(Some(self.solutions()))
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn expected_states(&self) -> f64 {
        let possible =
            |bits: &[u32], share: f64| bits.iter().map(|&bits| (share * f64::from(bits)).exp2()).sum::<f64>();
        let so_far = possible(&self.bits[..self.at], 1.0);
        let share = (self.states.max(2) as f64).log2() / so_far.max(2.0).log2();
        self.states as f64 + possible(&self.bits[self.at..], share.min(1.0))
    }

    fn peak_bytes(&self) -> usize {
        self.peak
    }

    fn lower_bound(&mut self) -> BigUint {
        let most = (BOUND_STATES / self.frontier.len()).max(FEWEST_OF_BOUND);
        let mut from = std::mem::take(&mut self.place);
        for layer in &mut self.layers[self.at..] {
            self.bytes -= layer.keep_heaviest(std::mem::take(&mut from), most);
        }
        while self.at < self.frontier.len() {
            self.bytes -= self.layers[self.at].keep_heaviest(0, most);
            if self.advance_layer(u64::MAX, usize::MAX).is_err() {
                return BigUint::ZERO;
            }
        }
        self.solutions()
    }
}
