//! The states with the same first open item, each with the number of ways that lead to it.
//!
//! An entry is the words of a state, of which the first is never 0, and the words of a number, the lowest first. All
//! layers of a sweep have numbers of the same length, which grows before a sum could be too large.

use crate::count::memo::hash;
use crate::memory;
use crate::search::bit_set::Set;

/// The fewest places of a table.
const FEWEST: usize = 16;

/// The states do not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::count) struct TooLarge;

/// A table of states and numbers.
#[derive(Default)]
pub(super) struct Layer<const W: usize> {
    words: Vec<u64>,
    /// Words of a number.
    limbs: usize,
    used: usize,
    /// The highest words of all numbers, joined.
    high: u64,
}

impl<const W: usize> Layer<W> {
    pub fn new(limbs: usize) -> Layer<W> {
        Layer { limbs, ..Layer::default() }
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn bytes(&self) -> usize {
        8 * self.words.capacity()
    }

    /// The bits of the highest words that no number has.
    pub fn free_bits(&self) -> u32 {
        self.high.leading_zeros()
    }

    /// The number of places, some of which are empty.
    pub fn places(&self) -> usize {
        self.words.len() / (W + self.limbs)
    }

    /// The entry at a place, unless it is empty.
    #[inline(always)]
    pub fn entry(&self, place: usize) -> Option<(Set<W>, &[u64])> {
        let stride = W + self.limbs;
        let entry = &self.words[place * stride..][..stride];
        (entry[0] != 0).then(|| (std::array::from_fn(|w| entry[w]), &entry[W..]))
    }

    /// The entries.
    pub fn entries(&self) -> impl Iterator<Item = (Set<W>, &[u64])> {
        (0..self.places()).filter_map(|place| self.entry(place))
    }

    /// Adds a number of ways that lead to a state. `bytes` is the memory of all layers, of which there may be `most`.
    #[inline(always)]
    pub fn add(
        &mut self,
        state: &Set<W>,
        number: &[u64],
        bytes: &mut usize,
        most: usize,
    ) -> Result<(), TooLarge> {
        if 3 * self.used >= 2 * self.places() {
            self.grow(bytes, most)?;
        }
        let stride = W + self.limbs;
        let mask = self.places() - 1;
        let mut place = hash(state) as usize & mask;
        loop {
            let entry = &mut self.words[place * stride..][..stride];
            if entry[0] == 0 {
                entry[..W].copy_from_slice(state);
                entry[W..].copy_from_slice(number);
                self.used += 1;
                self.high |= number[number.len() - 1];
                return Ok(());
            }
            if entry[..W] == state[..] {
                let mut carry = false;
                for (word, more) in entry[W..].iter_mut().zip(number) {
                    let (sum, is_over) = word.overflowing_add(*more);
                    let (sum, is_over_by_one) = sum.overflowing_add(u64::from(carry));
                    (*word, carry) = (sum, is_over || is_over_by_one);
                }
                self.high |= entry[stride - 1];
                return Ok(());
            }
            place = (place + 1) & mask;
        }
    }

    /// Keeps the entries from a place on, and of these at most this number, those with the largest numbers. Returns the
    /// bytes that became free.
    pub fn keep_heaviest(&mut self, from: usize, most: usize) -> usize {
        if from == 0 && self.used <= most {
            return 0;
        }
        let number = |place: &usize| self.entry(*place).map_or(&[][..], |(_, number)| number);
        let mut kept: Vec<usize> = Vec::with_capacity(2 * most);
        for place in (from..self.places()).filter(|&place| self.entry(place).is_some()) {
            if kept.len() == 2 * most {
                kept.select_nth_unstable_by(most, |a, b| number(b).iter().rev().cmp(number(a).iter().rev()));
                kept.truncate(most);
            }
            kept.push(place);
        }
        kept.sort_unstable_by(|a, b| number(b).iter().rev().cmp(number(a).iter().rev()));
        let mut layer = Layer::new(self.limbs);
        for (state, number) in kept.iter().take(most).filter_map(|&place| self.entry(place)) {
            let _ = layer.add(&state, number, &mut 0, usize::MAX);
        }
        let before = self.bytes();
        *self = layer;
        before.saturating_sub(self.bytes())
    }

    #[cold]
    fn grow(&mut self, bytes: &mut usize, most: usize) -> Result<(), TooLarge> {
        let places = (2 * self.places()).max(FEWEST);
        self.rebuild(places, self.limbs, bytes, most)
    }

    /// Makes place for longer numbers.
    pub fn widen(&mut self, limbs: usize, bytes: &mut usize, most: usize) -> Result<(), TooLarge> {
        self.high = 0;
        self.rebuild(self.places(), limbs, bytes, most)
    }

    fn rebuild(
        &mut self,
        places: usize,
        limbs: usize,
        bytes: &mut usize,
        most: usize,
    ) -> Result<(), TooLarge> {
        let stride = W + limbs;
        if *bytes + 8 * places * stride > most {
            return Err(TooLarge);
        }
        let before = self.bytes();
        let mut words = memory::filled(0u64, places * stride).map_err(|_| TooLarge)?;
        for (state, number) in self.entries() {
            let mut place = hash(&state) as usize & (places - 1);
            while words[place * stride] != 0 {
                place = (place + 1) & (places - 1);
            }
            let entry = &mut words[place * stride..][..stride];
            entry[..W].copy_from_slice(&state);
            entry[W..][..number.len()].copy_from_slice(number);
        }
        (self.words, self.limbs) = (words, limbs);
        *bytes = *bytes + self.bytes() - before;
        Ok(())
    }
}
