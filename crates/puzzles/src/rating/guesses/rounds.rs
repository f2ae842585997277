//! Many searches in turn.
//!
//! A search waits: for the result of each update, and after each jump that was predicted wrongly. So many searches do one
//! step each, without such jumps, and the steps of several overlap in the processor. Each has its own order of updates.

use super::{
    counts::Guesses,
    rules::{Kernel, Rules},
    search::Search,
    tasks::{BOX, CHECK_BOX, CHECK_LINE, Code, END, KINDS, LINE, NUMBERS},
};
use std::{
    mem,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// The number of searches in turn: from 20 to 32 are the fastest.
const SEARCHES: usize = 24;

/// The memory of the searches.
pub(super) struct Searches(Box<[Search; SEARCHES]>);

impl Searches {
    pub(super) fn new() -> Searches {
        let searches: Box<[Search]> = (0..SEARCHES).map(|_| Search::new()).collect();
        Searches(searches.try_into().unwrap_or_else(|_| unreachable!("it has this size")))
    }
}

/// For each kind of step the searches that do it next, and their tasks, in rings.
struct Queues {
    /// The number of a search, and its task in the upper half.
    entries: [[u16; RING]; RINGS],
    /// The end of each ring, in 8 bits each: numbers that are written one by one and read together would stall.
    ends: u64,
    starts: [usize; KINDS],
}

/// The places of a ring, more than there are searches.
const RING: usize = 64;
/// At least the number of kinds, and a power of two, so that no index has to be checked.
const RINGS: usize = 8;

impl Queues {
    #[inline(always)]
    fn push(&mut self, code: Code, search: usize) {
        let kind = usize::from(code) / NUMBERS % RINGS;
        let place = (self.ends >> (8 * kind)) as usize % RING;
        self.entries[kind][place] = search as u16 | u16::from(code) << 8;
        self.ends += 1 << (8 * kind);
    }

    /// The end of each ring. Between two calls a ring gets at most one entry for each search.
    #[inline(always)]
    fn ends(&mut self) -> u64 {
        self.ends &= u64::from_ne_bytes([RING as u8 - 1; RINGS]);
        self.ends
    }

    /// How many searches are in a ring before these ends.
    #[inline(always)]
    fn before(&self, kind: usize, ends: u64) -> usize {
        ((ends >> (8 * kind)) as usize).wrapping_sub(self.starts[kind]) % RING
    }

    #[inline(always)]
    fn pop(&mut self, kind: usize) -> (usize, Code) {
        let start = &mut self.starts[kind];
        let entry = self.entries[kind][*start % RING];
        *start += 1;
        (usize::from(entry as u8), (entry >> 8) as Code)
    }
}

/// The input and output of a count.
pub(super) struct Count<'a> {
    pub(super) searches: &'a mut Searches,
    pub(super) givens: &'a [u8],
    pub(super) limit: u64,
    pub(super) stop: &'a AtomicBool,
    pub(super) out: &'a mut [Guesses],
}

impl Kernel for Count<'_> {
    /// Counts every puzzle. Returns whether it was not stopped.
    #[inline(always)]
    fn run(self, rules: impl Rules) -> bool {
        let Count { searches: Searches(searches), givens, limit, stop, out } = self;
        out.fill(Guesses::default());
        let (puzzles, _) = givens.as_chunks();
        let mut puzzles = puzzles.iter().enumerate();
        let mut queues = Queues { entries: [[0; RING]; RINGS], ends: 0, starts: [0; KINDS] };
        let mut active = 0;
        for (i, (search, (place, givens))) in searches.iter_mut().zip(puzzles.by_ref()).enumerate() {
            queues.push(search.start(givens, place), i);
            active += 1;
        }
        let mut next = 0;
        while active > 0 {
            if stop.load(Relaxed) {
                return false;
            }
            // Entries of a round are done in the round after the next: nothing predicts how many there are, and at once
            // the last step would have to end before that is known.
            let ends = mem::replace(&mut next, queues.ends());
            update(rules, searches, &mut queues, ends);
            for _ in 0..queues.before(END, ends) {
                let (i, code) = queues.pop(END);
                let search = &mut searches[i];
                // A closure would be compiled without the instruction set.
                let code = if let Some(code) = search.guess(code, limit, &mut out[search.place]) {
                    code
                } else if let Some((place, givens)) = puzzles.next() {
                    search.start(givens, place)
                } else {
                    active -= 1;
                    continue;
                };
                queues.push(code, i);
            }
        }
        true
    }
}

/// The checks and updates of a round.
#[inline(always)]
fn update(rules: impl Rules, searches: &mut [Search; SEARCHES], queues: &mut Queues, ends: u64) {
    for _ in 0..queues.before(CHECK_BOX, ends) {
        let (i, code) = queues.pop(CHECK_BOX);
        queues.push(searches[i].check_box(rules, code), i);
    }
    for _ in 0..queues.before(CHECK_LINE, ends) {
        let (i, code) = queues.pop(CHECK_LINE);
        queues.push(searches[i].check_line(code), i);
    }
    for _ in 0..queues.before(BOX, ends) {
        let (i, code) = queues.pop(BOX);
        queues.push(searches[i].update_box(rules, code), i);
    }
    for _ in 0..queues.before(LINE, ends) {
        let (i, code) = queues.pop(LINE);
        queues.push(searches[i].update_line(rules, code), i);
    }
}
