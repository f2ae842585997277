//! Counts all solutions of a small state, of which nothing but the number is wanted.
//!
//! Most states of a search are small: a state of 13 queens has 12 live options and 9 open items on average. Choosing an
//! option there takes a few instructions, each of which waits for the one before. So eight states are searched at
//! once, in any order. The numbers of solutions, nodes and guesses do not depend on the order.

use super::bit_set::BitSet;
use super::block::Block;
use super::conflict_lists::NONE;
use super::matrix::Matrix;
use super::needs::Needs;
use super::smallest::{Build, STATES, Words};
use super::state::State;

/// Most options and items.
const MOST: usize = 64;
/// A search with more nodes is given up, so that limits are checked in time.
const MOST_NODES: u64 = 1 << 15;

/// Sets of options or items that choosing an option removes, and the states to search.
#[derive(Debug, Default)]
pub(super) struct BulkCount {
    /// The options of each open item. Open items are numbered from 0 again.
    rows: Vec<u64>,
    /// For each list of the block, the bit of the open item with this number; 0 for other lists.
    bits: Vec<u64>,
    removed: Vec<Pair>,
    stack: Vec<Pair>,
}

/// Live options and open items, or those that an option removes.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(16))]
struct Pair {
    options: u64,
    items: u64,
}

/// The numbers below a state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Found {
    pub solutions: u64,
    pub nodes: u64,
    pub guesses: u64,
}

impl BulkCount {
    /// Counts the solutions of a state; `None` if they, the nodes or the items are too many.
    #[inline(always)]
    pub fn count<O: BitSet, I: BitSet, N: Needs>(
        &mut self,
        build: impl Build,
        matrix: &Matrix<O, I, N>,
        block: &Block,
        state: &State<O, I, N>,
        most: Found,
    ) -> Option<Found> {
        if !self.load(matrix, block, &state.open) {
            return None;
        }
        let nodes = most.nodes.min(MOST_NODES);
        let items = u64::MAX >> (MOST - self.rows.len());
        if self.stack.is_empty() {
            // States without solutions, so that there are always eight to take.
            self.stack.resize(4 * MOST, Pair { options: 0, items: 1 });
        }
        self.stack[STATES] = Pair { options: state.live.words()[0], items };
        let (mut entries, mut found) = (STATES + 1, Found::default());
        while entries > STATES {
            entries = self.step(build, entries, &mut found);
            if found.nodes > nodes || found.solutions > most.solutions {
                return None;
            }
        }
        Some(found)
    }

    /// Prepares the sets; `false` if there are no or too many items.
    #[inline(always)]
    fn load<O: BitSet, I: BitSet, N: Needs>(
        &mut self,
        matrix: &Matrix<O, I, N>,
        block: &Block,
        open: &I,
    ) -> bool {
        self.rows.clear();
        self.bits.clear();
        self.bits.resize(block.lists(), 0);
        for item in open.clone().members() {
            if self.rows.len() == MOST {
                return false;
            }
            self.bits[item] = 1 << self.rows.len();
            self.rows.push(matrix.options(item, 1));
        }
        self.removed.clear();
        for option in 0..matrix.len() {
            let mut removed = Pair::default();
            for conflicts in block.conflicts(matrix.in_block(option)) {
                let mut options = matrix.options(conflicts.item as usize, 1);
                if conflicts.same_color != NONE {
                    options &= !matrix.options(conflicts.same_color as usize, 1);
                }
                removed.options |= options;
                removed.items |= self.bits[conflicts.item as usize];
            }
            self.removed.push(removed);
        }
        self.removed.resize(MOST, Pair::default());
        !self.rows.is_empty()
    }

    /// Replaces the last states by those after choosing each option of their smallest items. Returns the new number
    /// of entries.
    #[inline(always)]
    fn step(&mut self, build: impl Build, entries: usize, found: &mut Found) -> usize {
        let (mut live, mut open): (Words, Words) = ([0; STATES], [0; STATES]);
        let first = entries - STATES;
        for (i, state) in self.stack[first..entries].iter().enumerate() {
            (live[i], open[i]) = (state.options, state.items);
        }
        let smallest = build.smallest_of_each(&self.rows, &live, &open);
        let mut entries = first.max(STATES);
        let removed: &[Pair; MOST] = self.removed.first_chunk().unwrap();
        for i in 0..STATES {
            let key = smallest[i];
            let size = if open[i] == 0 { 0 } else { key >> 8 };
            let is_branch = size > 1;
            found.solutions += u64::from(open[i] == 0);
            found.guesses += u64::from(is_branch);
            found.nodes += if is_branch { size } else { 0 };
            let row = self.rows.get((key & 0xff) as usize).copied().unwrap_or_default();
            let mut list = live[i] & row;
            if self.stack.len() < entries + MOST {
                self.stack.resize(2 * self.stack.len(), Pair::default());
            }
            // Most items have one or two options. These are written without a branch that depends on their number.
            let children = &mut self.stack[entries..entries + MOST];
            for child in &mut children[..2] {
                *child = choose(live[i], open[i], &removed[list.trailing_zeros() as usize % MOST]);
                list &= list.wrapping_sub(1);
            }
            let mut n = 2;
            while list != 0 {
                children[n] = choose(live[i], open[i], &removed[list.trailing_zeros() as usize]);
                list &= list - 1;
                n += 1;
            }
            entries += size as usize;
        }
        entries
    }
}

#[inline(always)]
fn choose(live: u64, open: u64, removed: &Pair) -> Pair {
    Pair { options: live & !removed.options, items: open & !removed.items }
}
